// Top-k over blocks: an arrival without a fence
// link: https://github.com/ROCm/aiter/pull/4007
// what: Every block stores its part and counts itself as arrived, but no fence orders the two, so a block that sees all arrivals may read an old part.
// expect: Potential RAW hazard detected at __global__
#include "gallery.h"
__global__ void sum(int *part, int *arrived, int *out) {
	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x + 1; // other
#ifdef FIXED
		__threadfence();
#endif
		atomicInc((unsigned *)arrived, 1000);
		while (atomicAdd(arrived, 0) < gridDim.x)
			;
		__threadfence();
		out[blockIdx.x] = part[blockIdx.x ^ 1]; // bug
	}
}
int main() {
	sum<<<2, 32>>>(zeros<int>(2), zeros<int>(1), zeros<int>(2));
}
