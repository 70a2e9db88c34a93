// expect: Potential
#include <cuda_runtime.h>
__global__ void f(int *flag, int *data) {
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x; // other
		__threadfence();
		if (threadIdx.x == 0) /* no __syncthreads() */
			atomicExch(flag, 1);
	} else {
		if (threadIdx.x == 0)
			while (atomicAdd(flag, 0) == 0)
				;
		__threadfence();
		__syncthreads();
		data[64 + threadIdx.x] = data[threadIdx.x]; // bug
	}
}
int main() {
	int *p;
	cudaMalloc(&p, 1024);
	cudaMemset(p, 0, 1024);
	f<<<2, 64>>>(p, p + 16);
	cudaDeviceSynchronize();
}
