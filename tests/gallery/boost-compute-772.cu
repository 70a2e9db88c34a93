// Scan: the input is read before the bound is checked
// link: https://github.com/boostorg/compute/pull/772
// what: Threads past the end skip the store of the result, but not the load of the input.
// expect: Invalid __global__ read of size 4 bytes
#include "gallery.h"
__global__ void scan(const int *in, int *out, int n) {
	__shared__ int part[64];
	int i = blockIdx.x * 64 + threadIdx.x, t = threadIdx.x;
#ifdef FIXED
	part[t] = i < n ? in[i] : 0;
#else
	part[t] = in[i]; // bug
#endif
	for (int d = 1; d < 64; d *= 2) {
		__syncthreads();
		int x = t >= d ? part[t - d] : 0;
		__syncthreads();
		part[t] += x;
	}
	if (i < n)
		out[i] = part[t];
}
int main() {
	scan<<<2, 64>>>(zeros<int>(100), zeros<int>(100), 100);
}
