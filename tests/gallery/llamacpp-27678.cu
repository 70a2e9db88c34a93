// Attention: a barrier of the block inside a branch of some warps
// link: https://github.com/ggml-org/llama.cpp/issues/27678
// what: The warps that combine the metadata wait at a barrier in their branch, the others at another one.
// expect: Barrier error detected
#include "gallery.h"
__global__ void combine(float *meta, float *out) {
	int warp = threadIdx.x / 32;
#ifdef FIXED
	if (warp % 2 == 0)
		meta[threadIdx.x] = 1;
	__syncthreads();
#else
	if (threadIdx.x % 64 < 16) {
		meta[threadIdx.x] = 1;
		__syncthreads(); // bug
	}
	if (threadIdx.x % 64 >= 16)
		__syncthreads();
#endif
	out[threadIdx.x] = meta[threadIdx.x / 64 * 64] + warp;
}
int main() {
	combine<<<1, 128>>>(zeros<float>(128), zeros<float>(128));
}
