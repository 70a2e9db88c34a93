// Markov chains: the walk is longer than the copied table
// link: https://github.com/hashcat/hashcat/pull/4775
// what: The host expands a mask to more positions than the limit that sized the device buffer; the kernel walks all of them.
// expect: Invalid __global__ read of size 4 bytes
#include "gallery.h"
__global__ void walk(const unsigned *css, unsigned *out, int positions) {
	unsigned x = threadIdx.x;
	for (int i = 0; i < positions; i++)
		x = x * 31 + css[i]; // bug
	out[threadIdx.x] = x;
}
int main() {
	int expanded = 29; // 4 of the mask, doubled by UTF-16, and the salt
#ifdef FIXED
	int room = 256;
#else
	int room = 27;
#endif
	walk<<<1, 32>>>(zeros<unsigned>(room), zeros<unsigned>(32), expanded);
}
