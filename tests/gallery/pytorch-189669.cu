// Row swaps: pivots from the caller are used as they come
// link: https://github.com/pytorch/pytorch/issues/189669
// what: A pivot names a row; one far outside the matrix is an address far outside of it.
// expect: Invalid __global__ read of size 4 bytes
#include "gallery.h"
__global__ void swap_rows(float *a, const int *pivot, int n) {
	for (int i = n - 1; i >= 0; i--) {
		int other = pivot[i];
#ifdef FIXED
		if (other < 0 || other >= n)
			continue;
#endif
		float x = a[i * n + threadIdx.x], y = a[(long)other * n + threadIdx.x]; // bug
		a[i * n + threadIdx.x] = y;
		a[(long)other * n + threadIdx.x] = x;
	}
}
int main() {
	int n = 8, *pivot = zeros<int>(n), wrong = 2147480000;
	cudaMemcpy(pivot + 3, &wrong, sizeof wrong, cudaMemcpyHostToDevice);
	swap_rows<<<1, n>>>(zeros<float>(n * n), pivot, n);
}
