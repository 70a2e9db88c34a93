// Top-k over blocks: a thread announces what the others have not finished
// link: https://github.com/flashinfer-ai/flashinfer/pull/5251
// what: Thread 0 releases the arrival of its block while its neighbours still store their part: its fence covers what a barrier has brought to it, and no more.
// expect: Potential RAW hazard detected at __global__
#include "gallery.h"
__global__ void sum(int *part, int *arrived, int *out) {
	part[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; // other
#ifdef FIXED
	__syncthreads();
#endif
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd(arrived, 1);
		while (atomicAdd(arrived, 0) < gridDim.x)
			;
		__threadfence();
	}
	__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] = part[(blockIdx.x ^ 1) * blockDim.x + threadIdx.x]; // bug
}
int main() {
	sum<<<2, 64>>>(zeros<int>(128), zeros<int>(1), zeros<int>(128));
}
