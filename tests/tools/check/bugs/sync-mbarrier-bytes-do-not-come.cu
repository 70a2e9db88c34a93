// 192 bytes are awaited, 128 come: the wait would never end.
// expect: Deadlock. Every thread left waits, this one at an mbarrier.; block (0,0,0); note warp 0 lanes 0xffffffff in _Z1fPKiPi line 19 waits at the mbarrier; note which awaits 0 of 1 arrivals and 64 bytes; note warp 1 lanes 0xffffffff; note waits at barrier 0, where 32 of 64 threads are
// expect: Program hit cudaErrorLaunchTimeout; nowhere
#include <cuda_runtime.h>
#include <stdint.h>

__global__ void f(const int *in, int *out) {
	__shared__ __align__(128) int s[32];
	__shared__ uint64_t full;
	unsigned mb = (unsigned)__cvta_generic_to_shared(&full), to = (unsigned)__cvta_generic_to_shared(s), done = 0;
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(mb) : "memory");
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 192;" ::"r"(mb) : "memory");
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(to), "l"(in), "r"(mb) : "memory");
	}
	__syncthreads();
	if (threadIdx.x < 32)
		while (!done)
			asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(mb) : "memory"); // bug
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x % 32];
}

int main() {
	int *p;
	cudaMalloc(&p, 1024);
	cudaMemset(p, 0, 1024);
	f<<<1, 64>>>(p, p + 128);
	cudaDeviceSynchronize();
}
