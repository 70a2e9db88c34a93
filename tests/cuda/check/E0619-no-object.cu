struct s { int x; static __device__ int f() { return x; } static __device__ s *g() { return this; } };
__global__ void self() { this; }
__global__ void member(int *p) { *p = s::x; }
__global__ void capture(int *p) { int n = 1; auto f = [] { return n; }; *p = f(); }
__global__ void no_default(int *p) { int n = 1, m = 2; auto f = [&m] { return n + m; }; *p = f(); }
__global__ void uses(int *p) { *p = s::f(); s::g(); }
