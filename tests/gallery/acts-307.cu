// Seed finder: a barrier under a condition of the thread
// link: https://github.com/acts-project/acts/pull/307
// what: `__syncthreads()` stands in a branch that depends on the thread's number, so parts of a warp never reach it.
// expect: Barrier error detected
#include "gallery.h"
__global__ void search(const int *x, int *out) {
	__shared__ int found[64];
	found[threadIdx.x] = x[threadIdx.x];
#ifdef FIXED
	__syncthreads();
	if (threadIdx.x % 2 == 0)
		out[threadIdx.x] = found[threadIdx.x + 1];
#else
	if (threadIdx.x % 2 == 0) {
		__syncthreads(); // bug
		out[threadIdx.x] = found[threadIdx.x + 1];
	} else {
		out[threadIdx.x] = 0;
		__syncthreads();
	}
#endif
}
int main() {
	search<<<1, 64>>>(zeros<int>(64), zeros<int>(64));
}
