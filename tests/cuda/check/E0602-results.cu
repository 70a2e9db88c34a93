// What a function gives is known when its body is.
template <int N> __device__ auto down() { return down<N + 1>(); }
__global__ void k() { down<0>(); }
