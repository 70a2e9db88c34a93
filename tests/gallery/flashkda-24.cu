// Bulk store: stores of threads, then the copy, without a proxy fence
// link: https://github.com/MoonshotAI/FlashKDA/issues/24
// what: Threads convert a state in shared memory and a bulk copy stores it; a barrier orders the threads, but not their stores with the asynchronous proxy.
// expect: Asynchronous copy of bytes that stores have written: no fence.proxy.async
#include "gallery.h"
__global__ void save(const float *in, float *out) {
	__shared__ __align__(128) float state[32];
	state[threadIdx.x] = in[threadIdx.x];
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
