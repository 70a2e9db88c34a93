// options: --lambdas
# 1 "k.cu"
void f(int n) { auto a = [&] __device__ (int i) {}; auto b = [&n] __device__ () {}; }
struct S { int x; void g() { auto c = [this] __device__ () {}; } };
// not compiled
