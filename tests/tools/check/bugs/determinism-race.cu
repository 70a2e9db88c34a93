// Two blocks store to one word, and nothing orders them.
// check: determinism
// expect: The result of kernel both(int *) depends on the order of its threads
#include <cuda_runtime.h>
__global__ void both(int *out) {
	if (threadIdx.x == 0)
		*out = blockIdx.x; // bug
}
int main() {
	int *p;
	cudaMalloc(&p, 256);
	cudaMemset(p, 0, 256);
	both<<<2, 32>>>(p);
	cudaDeviceSynchronize();
}
