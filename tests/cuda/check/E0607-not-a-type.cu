__device__ void f(int);
__device__ void f(float);
__global__ void overloaded() { decltype(f) *p; }
__global__ void trait(int *p) { *p = __is_same(int, 3); }
__global__ void no_enum() { __underlying_type(int) x; }
