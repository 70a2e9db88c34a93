// Norm in a loop: the next token is stored while this one is read
// link: https://github.com/gittensor-ai-lab/sparkinfer/pull/705
// what: Each turn stores partial sums, waits, and reads the total; no barrier stands between that read and the next turn.
// expect: Potential WAR hazard detected at __shared__
#include "gallery.h"
__global__ void norms(const float *x, float *out, int tokens) {
	__shared__ float part[4];
	for (int t = 0; t < tokens; t++) {
		if (threadIdx.x % 32 == 0)
			part[threadIdx.x / 32] = x[t]; // other
		__syncthreads();
		out[t * blockDim.x + threadIdx.x] = part[0]; // bug
#ifdef FIXED
		__syncthreads();
#endif
	}
}
int main() {
	norms<<<1, 128>>>(zeros<float>(4), zeros<float>(512), 4);
}
