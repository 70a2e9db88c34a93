// check: race
// expect: Potential; block (0,0,0)
// The first block copies out to where the second one stores.
#include <cuda_runtime.h>
__global__ void f(int *o) {
	__shared__ __align__(16) int s[32];
	if (blockIdx.x) {
		o[threadIdx.x] = 1; // other
		return;
	}
	s[threadIdx.x] = threadIdx.x;
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned from = (unsigned)__cvta_generic_to_shared(s);
		asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;" :: "l"(o), "r"(from) : "memory"); // bug
		asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
	}
}
int main() {
	int *o;
	cudaMalloc(&o, 128);
	f<<<2, 32>>>(o);
	cudaDeviceSynchronize();
}
