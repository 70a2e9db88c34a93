int threshold = 3;
__host__ __device__ int above(int x) { return x > threshold; }
__global__ void k(int *p) { *p = above(*p); }
