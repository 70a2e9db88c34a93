// Quantisation: lanes without work store their padding over the scales
// link: https://github.com/ggml-org/llama.cpp/pull/28358
// what: All 32 lanes store a word of quants, but only 16 words are there; the upper lanes hit the scales that follow, which other lanes store.
// expect: Potential WAW hazard detected at __shared__
#include "gallery.h"
__global__ void quantize(const float *x, int *out) {
	__shared__ int block[16 + 16]; // quants, then scales
	int lane = threadIdx.x;
	int q = lane < 16 ? (int)(x[lane] * 127) : 0;
#ifdef FIXED
	if (lane < 16)
#endif
		block[lane] = q; // other
	if (lane % 8 == 0)
		block[16 + lane / 8] = 7 + lane; // bug
	__syncwarp();
	if (lane < 20)
		out[lane] = block[lane];
}
int main() {
	quantize<<<1, 32>>>(zeros<float>(32), zeros<int>(32));
}
