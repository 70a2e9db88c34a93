// One thread for each element, and some more
// link: https://github.com/numba/numba/issues/7284
// what: A launch for n elements rounds up; each thread adds to its element without asking whether there is one.
// expect: Invalid __global__ read of size 8 bytes
#include "gallery.h"
__global__ void mutate(long long *a, int n, long long value) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
	if (i < n)
#endif
		a[i] += value; // bug
}
int main() {
	mutate<<<2, 64>>>(zeros<long long>(100), 100, 7);
}
