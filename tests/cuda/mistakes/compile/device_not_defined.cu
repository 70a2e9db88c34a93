// links, -rdc=true
__device__ int missing(int);
__global__ void k(int *p) { *p = missing(1); }
int main() { k<<<1, 1>>>(0); }
