// Top-k: the histogram is cleared while others still read it
// link: https://github.com/flashinfer-ai/flashinfer/pull/3529
// what: At the end of a round all threads read a bin of the histogram; the next round begins with clearing it.
// expect: Potential WAR hazard detected at __shared__
#include "gallery.h"
__global__ void select(const int *key, int *out, int rounds) {
	__shared__ int bins[65];
	int left = 100;
	for (int r = 0; r < rounds; r++) {
		if (threadIdx.x < 65)
			bins[threadIdx.x] = 0; // other
		__syncthreads();
		atomicAdd(&bins[key[threadIdx.x] & 63], 1);
		__syncthreads();
		left -= bins[64]; // bug
#ifdef FIXED
		__syncthreads();
#endif
	}
	out[threadIdx.x] = left;
}
int main() {
	select<<<1, 128>>>(zeros<int>(128), zeros<int>(128), 2);
}
