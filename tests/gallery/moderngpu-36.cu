// Shuffle: the mask names lanes that do not take part
// link: https://github.com/moderngpu/moderngpu/pull/36
// what: After the switch to the `_sync` functions a reduction in the first lanes waits for a whole warp.
// expect: Barrier error detected
#include "gallery.h"
__global__ void reduce(const int *in, int *out, int n) {
	int x = in[threadIdx.x];
	if (threadIdx.x < n) {
#ifdef FIXED
		unsigned mask = (1u << n) - 1;
#else
		unsigned mask = 0xffffffff;
#endif
		x += __shfl_down_sync(mask, x, 1, 16); // bug
		out[threadIdx.x] = x;
	}
	__syncthreads();
}
int main() {
	reduce<<<1, 32>>>(zeros<int>(32), zeros<int>(32), 16);
}
