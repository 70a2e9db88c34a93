// Memory is given back before a kernel of another stream begins, with which nothing orders it. The block is
// gone when the race is told: the free names it, and no living neighbour.
// check: race
// expect: Race of a kernel with a free of 128 bytes; thread (0,0,0); block (0,0,0); without nearest allocation
#include <cuda_runtime.h>
#include <unistd.h>

__global__ void put(int *p) {
	p[threadIdx.x] = 7; // bug
}

static void wait(void *) {
	usleep(100000);
}

int main() {
	int *p, *neighbour;
	cudaStream_t a, b;
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaMallocAsync((void **)&p, 128, a);
	cudaStreamSynchronize(a);
	cudaMalloc((void **)&neighbour, 128);
	cudaLaunchHostFunc(b, wait, NULL);
	put<<<1, 32, 0, b>>>(p);
	cudaFreeAsync(p, a);
	return cudaDeviceSynchronize();
}
