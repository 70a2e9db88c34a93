// check: race
// expect: Potential; thread (32,0,0); block (0,0,0)
// One thread waits for the copy; the second warp reads what it has brought without a barrier after that.
#include <cuda_runtime.h>
__global__ void f(const int *in, int *o) {
	__shared__ __align__(16) int s[64];
	__shared__ __align__(8) unsigned long long b;
	unsigned to = (unsigned)__cvta_generic_to_shared(s), mb = (unsigned)__cvta_generic_to_shared(&b);
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.init.shared.b64 [%0], 1; fence.mbarrier_init.release.cluster;" :: "r"(mb) : "memory");
		asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" :: "r"(mb) : "memory");
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" :: "r"(to), "l"(in), "r"(mb) : "memory"); // other
		asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra again; }" :: "r"(mb) : "memory");
	}
	__syncwarp();
	o[threadIdx.x] = s[threadIdx.x]; // bug
}
int main() {
	int *in, *o;
	cudaMalloc(&in, 256);
	cudaMalloc(&o, 256);
	cudaMemset(in, 0, 256);
	f<<<1, 64>>>(in, o);
	cudaDeviceSynchronize();
}
