// Attention: partial maxima are read before the other warps have written them
// link: https://github.com/ggml-org/llama.cpp/pull/13438
// what: Each warp leaves the maximum of its part in shared memory, and all warps combine them; between the two a barrier was missing.
// expect: Potential RAW hazard detected at __shared__
// expect: Use of an uninitialized value; bug 2
#include "gallery.h"
__global__ void combine(const float *score, float *out) {
	__shared__ float best[4];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	float m = score[threadIdx.x];
	for (int d = 16; d; d /= 2)
		m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
	if (lane == 0)
		best[warp] = m; // other
#ifdef FIXED
	__syncthreads();
#endif
	m = best[lane % 4]; // bug
	for (int d = 2; d; d /= 2)
		m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
	out[threadIdx.x] = m; // bug 2
}
int main() {
	combine<<<1, 128>>>(zeros<float>(128), zeros<float>(128));
}
