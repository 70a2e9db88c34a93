// Relocatable: uses what device.cu defines.
#include <cstdio>

__device__ int twice(int x);
extern __device__ int counter;

__global__ void user(int *p) {
	*p = twice(20) + counter;
}

int main() {
	int *p, x = 0, two = 2;
	cudaMalloc(&p, sizeof x);
	cudaMemcpyToSymbol(counter, &two, sizeof two);
	user<<<1, 1>>>(p);
	cudaMemcpy(&x, p, sizeof x, cudaMemcpyDeviceToHost);
	printf("%d\n", x);
	return 0;
}
