__device__ int missing(int);
__global__ void k(int *p) { *p = missing(1); }
