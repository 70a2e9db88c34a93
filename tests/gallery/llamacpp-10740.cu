// Matrix times vector: more threads than words of shared memory
// link: https://github.com/ggml-org/llama.cpp/pull/10740
// what: The buffer holds a word for each lane of one warp; a bound that does not fit lets threads of all warps read it.
// expect: Invalid __shared__ read of size 4 bytes
#include "gallery.h"
__global__ void mmv(const float *x, float *out) {
	extern __shared__ float buffer[]; // of 32 words
	int t = threadIdx.x;
	if (t < 32)
		buffer[t] = x[t];
	__syncthreads();
#ifdef FIXED
	if (t >= 32)
		return;
#else
	if (t > 64)
		return;
#endif
	out[t] = buffer[t]; // bug
}
int main() {
	mmv<<<1, 128, 32 * sizeof(float)>>>(zeros<float>(32), zeros<float>(128));
}
