// Scan: a value comes from a lane that is not in the mask
// link: https://github.com/gunrock/gunrock/issues/324
// what: Lanes that do not take part in a shuffle are read by those that do.
// expect: Shuffle
#include "gallery.h"
__global__ void scan(const int *in, int *out) {
	int x = in[threadIdx.x];
	if (threadIdx.x < 16) {
#ifdef FIXED
		int from = threadIdx.x ^ 8;
#else
		int from = threadIdx.x ^ 16;
#endif
		out[threadIdx.x] = __shfl_sync(0xffff, x, from); // bug
	}
}
int main() {
	scan<<<1, 32>>>(zeros<int>(32), zeros<int>(32));
}
