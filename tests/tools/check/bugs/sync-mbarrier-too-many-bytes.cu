// The copy brings 128 bytes, and 64 are awaited.
// expect: Invalid mbarrier. All its arrivals are there, and 64 bytes more than the phase expects.; thread (0,0,0); block (1,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
#include <stdint.h>

__global__ void f(const int *in, int *out) {
	__shared__ __align__(128) int s[32];
	__shared__ uint64_t full;
	unsigned mb = (unsigned)__cvta_generic_to_shared(&full), to = (unsigned)__cvta_generic_to_shared(s), done = 0;
	if (threadIdx.x == 0) {
		unsigned awaited = blockIdx.x == 1 ? 64 : 128;
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(mb) : "memory");
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(mb), "r"(awaited) : "memory");
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(to), "l"(in), "r"(mb) : "memory"); // bug
	}
	__syncthreads();
	while (!done)
		asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(mb) : "memory");
	out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}

int main() {
	int *p;
	cudaMalloc(&p, 1024);
	cudaMemset(p, 0, 1024);
	f<<<2, 32>>>(p, p + 128);
	cudaDeviceSynchronize();
}
