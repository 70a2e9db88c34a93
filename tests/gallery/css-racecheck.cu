// Block and warp errors of the vendor's own samples
// link: https://github.com/NVIDIA/compute-sanitizer-samples/tree/master/Racecheck
// what: One thread sums what all have stored in shared memory, with no barrier in between.
// expect: Potential RAW hazard detected at __shared__
// expect: Use of an uninitialized value; bug 2
#include "gallery.h"
__global__ void sum(int *out) {
	__shared__ int s[128];
	s[threadIdx.x] = threadIdx.x; // other
#ifdef FIXED
	__syncthreads();
#endif
	if (threadIdx.x == 0) {
		int total = 0;
		for (int i = 0; i < 128; i++)
			total += s[i]; // bug
		*out = total; // bug 2
	}
}
int main() {
	sum<<<1, 128>>>(zeros<int>(1));
}
