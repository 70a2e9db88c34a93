// The thread that sets a sum to zero is also the first to add to it; the others do not wait.
// expect: Potential WAW hazard
#include <cuda_runtime.h>
__global__ void f(int *out) {
	__shared__ int sum;
	if (threadIdx.x == 0)
		sum = 0; // other
	atomicAdd(&sum, threadIdx.x); // bug
	__syncthreads();
	if (threadIdx.x == 0)
		*out = sum;
}
int main() {
	int *out;
	cudaMalloc(&out, 4);
	f<<<1, 64>>>(out);
	cudaDeviceSynchronize();
}
