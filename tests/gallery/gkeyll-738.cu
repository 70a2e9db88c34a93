// Reduction: every thread stores a result
// link: https://github.com/gkeyllorg/gkeyll/pull/738
// what: The result of a block belongs to one thread; the store is open to as many as the block has.
// expect: Invalid __global__ write of size 8 bytes
#include "gallery.h"
__global__ void integrate(const double *f, double *out, int comps) {
	double sum = f[threadIdx.x];
	for (int d = 16; d; d /= 2)
		sum += __shfl_xor_sync(0xffffffff, sum, d);
#ifdef FIXED
	if (threadIdx.x < comps)
#endif
		out[threadIdx.x] = sum; // bug
}
int main() {
	integrate<<<1, 64>>>(zeros<double>(64), zeros<double>(12), 12);
}
