struct Box { int *p; __device__ Box(int *q) : p(q) {} __device__ int get(int i) const { return p[i]; } };
__device__ inline int gid() { return blockIdx.x * blockDim.x + threadIdx.x; }
template <class T> __device__ T add1(T x) { return x + T(1); }
