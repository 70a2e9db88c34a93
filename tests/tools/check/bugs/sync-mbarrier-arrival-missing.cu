// The second block of a cluster waits for an arrival of the first, which has forgotten it.
// expect: Deadlock. Every thread left waits, this one at an mbarrier.; block (1,0,0); note block (1,0,0) warp 0 lanes 0xffffffff; note which awaits 1 of 2 arrivals
// expect: Program hit cudaErrorLaunchTimeout; nowhere
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <stdint.h>

__global__ void __cluster_dims__(2) f() {
	__shared__ uint64_t ready;
	cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
	unsigned mb = (unsigned)__cvta_generic_to_shared(&ready), there, done = 0, rank = cluster.block_rank();
	if (threadIdx.x == 0)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 2; fence.mbarrier_init.release.cluster;" ::"r"(mb) : "memory");
	cluster.sync();
	asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(mb), "r"(rank ^ 1));
	if (threadIdx.x == 0)
		asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(mb) : "memory");
	if (threadIdx.x == 0 && rank == 1)
		asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
	while (!done)
		asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(mb) : "memory"); // bug
}

int main() {
	f<<<2, 32>>>();
	cudaDeviceSynchronize();
}
