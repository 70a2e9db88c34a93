// Zeroize: a kernel that does not know how many elements there are
// link: https://github.com/risc0/risc0/issues/3803
// what: The grid is rounded up to whole blocks; the kernel takes no count, so the last block reads and stores past the end.
// expect: Invalid __global__ read of size 4 bytes
#include "gallery.h"
__global__ void zeroize(unsigned *elems, unsigned count) {
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
	if (i >= count)
		return;
#endif
	unsigned x = elems[i]; // bug
	elems[i] = x == 0xffffffff ? 0 : x;
}
int main() {
	zeroize<<<1, 256>>>(zeros<unsigned>(90), 90);
}
