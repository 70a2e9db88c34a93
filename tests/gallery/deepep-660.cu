// Bulk store: a stage is filled again while its copy reads it
// link: https://github.com/deepseek-ai/DeepEP/pull/660
// what: Two stages share a wait that lets one copy stay open, and it is the copy of the stage that comes next.
// expect: Overwriting of bytes that an asynchronous copy or product is reading
#include "gallery.h"
__global__ void send(float *out, int steps) {
	__shared__ __align__(128) float state[32];
	for (int s = 0; s < steps; s++) {
		state[threadIdx.x] = s; // bug
		asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
		__syncthreads();
		if (threadIdx.x == 0) {
			asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;" ::"l"(out + s * 32), "r"(in_shared(state)) : "memory");
			asm volatile("cp.async.bulk.commit_group;" ::: "memory");
#ifdef FIXED
			asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
#else
			asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
#endif
		}
		__syncthreads();
	}
	asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
int main() {
	send<<<1, 32>>>(zeros<float>(128), 4);
}
