# 1 "k.cu"
void f(int n) { auto a = [=] __device__ (int i) {}; }
void g(int n) { auto a = [=] __host__ (int i) {}; auto b = [] __host__ {}; }
// not compiled
