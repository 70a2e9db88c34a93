// Block reduction: volatile stores instead of a barrier
// link: https://github.com/NVIDIA/cccl/issues/1902
// what: Lanes of a warp pass partial sums through volatile shared memory, which relies on lanes that run in lock-step.
// expect: Potential RAW hazard detected at __shared__; note Strict lockstep
// check: race:lockstep
#include "gallery.h"
__global__ void rake(const int *in, int *out) {
	__shared__ volatile int part[32];
	int lane = threadIdx.x;
	part[lane] = in[lane]; // other
#ifdef FIXED
	__syncwarp();
#endif
	if (lane < 16)
		out[lane] = part[lane] + part[lane + 16]; // bug
}
int main() {
	rake<<<1, 32>>>(zeros<int>(32), zeros<int>(32));
}
