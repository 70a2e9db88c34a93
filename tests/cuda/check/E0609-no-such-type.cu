__device__ void function();
__global__ void references() { int &a[3]; }
__global__ void negative() { int a[-1]; }
__global__ void large() { char a[1ull << 62][1ull << 62]; }
__global__ void nothing() { void v; }
__global__ void to_void() { void &r; }
__global__ void to_reference(int &*p) {}
__device__ int returns_array()[3];
__device__ void parameter(int, void);
__device__ void functions[3]();
