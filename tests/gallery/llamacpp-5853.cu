// Softmax: the buffer of one reduction is reused by the next
// link: https://github.com/ggml-org/llama.cpp/pull/5853
// what: Maximum and sum go through the same words of shared memory; a fast warp stores its sum while a slow one still reads the maxima.
// expect: Potential WAR hazard detected at __shared__
#include "gallery.h"
__device__ float over_warps(float x, float *buffer) {
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	if (lane == 0)
		buffer[warp] = x; // other
	__syncthreads();
	return buffer[lane % 4]; // bug
}
__global__ void softmax(const float *in, float *out) {
	__shared__ float buffer[4];
	float most = over_warps(in[threadIdx.x], buffer);
#ifdef FIXED
	__syncthreads();
#endif
	float sum = over_warps(most + 1, buffer);
	out[threadIdx.x] = most / sum;
}
int main() {
	softmax<<<1, 128>>>(zeros<float>(128), zeros<float>(128));
}
