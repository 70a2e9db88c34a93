// options: --lambdas
# 1 "k.cu"
void f(int n) { auto a = [&] __device__ (int i) {}; auto b = [&n] __device__ () {}; }
struct S { int x; void g() { auto c = [this] __device__ () {}; auto d = [*this] __device__ () {}; auto e = [=] __device__ () { x = 1; }; auto f = [=] __device__ () {}; } };
struct T : S { static int y; static void h() { auto c = [=] __device__ () { y = 1; }; } void i(); void j() { auto d = [this] __host__ __device__ () {}; } };
void T::i() { auto c = [=] __device__ () { x = 2; }; }
// not compiled
template<class T, int N> struct U { T v; int w; template<class F> void g(F f) { auto a = [=] __host__ __device__ (int i) { return v + this->w + f(i); }; auto b = [*this, f] __host__ __device__ () { return w + sizeof(*this); }; } };
