#include <cstdio>
#include <cstdlib>
__global__ void k(int *p) { p[threadIdx.x] = 7; }
int main() { int *h = (int *)malloc(128); h[0] = 1; k<<<1, 32>>>(h); printf("%d\n", h[0]); int *d; cudaMalloc(&d, 128); cudaMemcpy(h, d, 128, cudaMemcpyHostToDevice); cudaDeviceSynchronize(); printf("end\n"); }
