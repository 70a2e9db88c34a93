struct a { int x; };
struct b { int y; };
__device__ void takes(a);
__device__ int overload(int);
__global__ void class_to_int(a v, int *p) { *p = v; }
__global__ void classes(a v) { b w = v; }
__global__ void argument(b v) { takes(v); }
__global__ void pointers(int *p) { float *q = p; }
__global__ void constant(const int *p) { int *q = p; }
__global__ void braces(int *p) { *p = {1, 2}; }
__global__ void condition(a v) { if (v) return; }
__device__ a returns(int x) { return x; }
__global__ void address() { void (*f)(float) = overload; }
