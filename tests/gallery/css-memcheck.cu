// A misaligned store of the vendor's samples
// link: https://github.com/NVIDIA/compute-sanitizer-samples/tree/master/Memcheck
// what: A pointer to bytes is used as one to words.
// expect: Invalid __global__ write of size 4 bytes
#include "gallery.h"
__global__ void store(char *p) {
#ifdef FIXED
	*(int *)(p + 4) = 42;
#else
	*(int *)(p + 1) = 42; // bug
#endif
}
int main() {
	store<<<1, 1>>>(zeros<char>(16));
}
