// expect: Invalid __global__ read of size 512 bytes; thread (0,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda/barrier>
#include <cuda_runtime.h>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void f(const int *in, int *o) {
	__shared__ __align__(16) int s[128];
	__shared__ barrier b;
	if (threadIdx.x == 0) {
		init(&b, blockDim.x);
		asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	}
	__syncthreads();
	barrier::arrival_token token;
	if (threadIdx.x == 0) {
		unsigned to = (unsigned)__cvta_generic_to_shared(s);
		unsigned mb = (unsigned)__cvta_generic_to_shared(&b);
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes " // bug
		             "[%0], [%1], 512, [%2];" :: "r"(to), "l"(in), "r"(mb) : "memory");
		token = cuda::device::barrier_arrive_tx(b, 1, 512);
	} else {
		token = b.arrive();
	}
	b.wait(cuda::std::move(token));
	o[threadIdx.x] = s[threadIdx.x];
}
int main() {
	int *in, *o;
	cudaMalloc(&in, 508);
	cudaMalloc(&o, 512);
	cudaMemset(in, 0, 508);
	f<<<1, 128>>>(in, o);
	cudaDeviceSynchronize();
}
