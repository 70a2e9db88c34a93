// Bulk copies: an mbarrier for what comes in, a group for what goes out.
// judge: args x[n], out[n] out, n
// judge: n = 256 1024
// judge: plain
// judge: block 64
// judge: grid 2
// run: -g 2 -b 64 -a rand:s32:1024:3 -a zeros:s32:1024,save=OUT -a 1024
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
static __device__ unsigned at(const void *p) {
	return (unsigned)__cvta_generic_to_shared(p);
}
__global__ void bulk(const int *x, int *out, int n) {
	__shared__ alignas(16) int tile[64], result[64];
	__shared__ uint64_t bar;
	int t = threadIdx.x;
	if (t == 0) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&bar)) : "memory");
		asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
	}
	__syncthreads();
	unsigned phase = 0;
	for (int from = blockIdx.x * 64; from < n; from += gridDim.x * 64) {
		if (t == 0) {
			asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(at(&bar)) : "memory");
			asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(at(tile)), "l"(x + from), "r"(at(&bar)) : "memory");
		}
		asm volatile("{\n.reg .pred p;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra again;\n}" ::"r"(at(&bar)), "r"(phase) : "memory");
		phase ^= 1;
		result[t] = 2 * tile[t] + tile[63 - t];
		asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
		__syncthreads();
		if (t == 0) {
			asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(out + from), "r"(at(result)) : "memory");
			asm volatile("cp.async.bulk.commit_group;" ::: "memory");
			asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
		}
		__syncthreads();
	}
}
