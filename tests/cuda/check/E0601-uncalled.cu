__device__ int g(int n) { auto m = [](int q) { return undeclared; }; struct L { __device__ int f() { return nothing; } }; return 1; }
template <class T> __device__ int h(T n) { auto m = [=](int q) { return n.size(); }; auto g = [](auto x) { return x.nothing; }; return 1; }
__device__ int i() { return h(1) + h(2.0); }
__host__ __device__ int host();
int really_host();
__host__ __device__ int both(int n) { auto m = [](int q) { return really_host(); }; return 1; }
__global__ void k(int *o) { auto m = [=](int q) -> int { if (q > 0) { return really_host(); } }; union U { int a; __device__ U() { none; } }; *o = both(1); auto s = sizeof([] { return 3; }()); }
__device__ void rec() { auto f = [](auto self, int n) -> int { return n ? self(self, n - 1) : 0; }; f(f, 2); auto mm = [] { return [] { return deep; }; }; }
