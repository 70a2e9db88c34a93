// Top-k over blocks: the last block reads without acquiring
// link: https://github.com/ROCm/aiter/pull/4841
// what: The block that arrives last reads what all others have stored; it knows of them from a relaxed atomic operation, and no fence follows.
// expect: Potential RAW hazard detected at __global__; note Strict acquire
// check: race:acquire
#include "gallery.h"
__global__ void sum(int *part, int *arrived, int *out) {
	if (threadIdx.x)
		return;
	part[blockIdx.x] = blockIdx.x + 1; // other
	__threadfence();
	if (atomicAdd(arrived, 1) == gridDim.x - 1) {
#ifdef FIXED
		__threadfence();
#endif
		for (int i = 0; i < gridDim.x; i++)
			out[i] = part[i]; // bug
	}
}
int main() {
	sum<<<4, 32>>>(zeros<int>(4), zeros<int>(1), zeros<int>(4));
}
