// A lane outside of its own mask, from the vendor's samples
// link: https://github.com/NVIDIA/compute-sanitizer-samples/tree/master/Synccheck
// what: `__syncwarp` with the mask of the lower half is called by a lane of the upper one.
// expect: Invalid mask
#include "gallery.h"
__global__ void half(int *out) {
	unsigned mask = 0xffff;
#ifdef FIXED
	if (threadIdx.x < 16)
#else
	if (threadIdx.x < 17)
#endif
		__syncwarp(mask); // bug
	out[threadIdx.x] = 1;
}
int main() {
	half<<<1, 32>>>(zeros<int>(32));
}
