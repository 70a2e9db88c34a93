// One thread copies what all have stored: each has its proxy fence, but no barrier follows.
// expect: Potential RAW hazard; thread (0,0,0)
#include <cuda_runtime.h>
__global__ void f(int *out) {
	__shared__ alignas(16) int tile[64];
	unsigned from = (unsigned)__cvta_generic_to_shared(tile);
	tile[threadIdx.x] = threadIdx.x; // other
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	if (threadIdx.x == 0) {
		asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(out), "r"(from) : "memory"); // bug
		asm volatile("cp.async.bulk.commit_group;" ::: "memory");
		asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
	}
}
int main() {
	int *out;
	cudaMalloc(&out, 256);
	f<<<1, 64>>>(out);
	cudaDeviceSynchronize();
}
