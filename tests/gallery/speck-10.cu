// Row offsets: the last row has no end
// link: https://github.com/GPUPeople/spECK/issues/10
// what: The end of a row is the beginning of the next one; the array holds one offset too few for the last.
// expect: Invalid __global__ read of size 4 bytes
#include "gallery.h"
__global__ void lengths(const int *offset, int *out, int rows) {
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r < rows)
		out[r] = offset[r + 1] - offset[r]; // bug
}
int main() {
	int rows = 128;
#ifdef FIXED
	int *offset = zeros<int>(rows + 1);
#else
	int *offset = zeros<int>(rows);
#endif
	lengths<<<2, 64>>>(offset, zeros<int>(rows), rows);
}
