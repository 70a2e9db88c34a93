// expect: Asynchronous copy of bytes that stores have written: no fence.proxy.async; thread (0,0,0); block (0,0,0)
#include <cuda_runtime.h>
__global__ void f(int *o) {
	__shared__ __align__(16) int s[32];
	s[threadIdx.x] = threadIdx.x;
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
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
