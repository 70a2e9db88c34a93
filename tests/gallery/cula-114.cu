// Bulk store: the fence stands on the wrong side of the barrier
// link: https://github.com/inclusionAI/cuLA/pull/114
// what: Only the thread that issues the copy fences; the stores of all the others are still in the generic proxy.
// expect: Asynchronous copy of bytes that stores have written: no fence.proxy.async
#include "gallery.h"
__global__ void save(const float *in, float *out) {
	__shared__ __align__(128) float state[32];
#ifndef FIXED
	if (threadIdx.x == 0)
		asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
	state[threadIdx.x] = in[threadIdx.x] * 2;
#ifdef FIXED
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
	__syncthreads();
	if (threadIdx.x == 0) {
		asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;" ::"l"(out), "r"(in_shared(state)) : "memory"); // bug
		asm volatile("cp.async.bulk.commit_group;" ::: "memory");
		asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
	}
}
int main() {
	save<<<1, 32>>>(zeros<float>(32), zeros<float>(32));
}
