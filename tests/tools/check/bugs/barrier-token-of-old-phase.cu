// cuda::barrier: a token is kept over two phases and waited for.
// expect: Invalid arrival token. It is of a phase that ended before the last one.; thread (0,0,0); block (0,0,0)
#include <cuda/barrier>
#include <cuda_runtime.h>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void f() {
	__shared__ barrier b;
	if (threadIdx.x == 0)
		init(&b, blockDim.x);
	__syncthreads();
	barrier::arrival_token first = b.arrive();
	for (int i = 0; i < 2; i++)
		b.wait(b.arrive());
	b.wait(cuda::std::move(first)); // bug
}

int main() {
	f<<<1, 1>>>();
	cudaDeviceSynchronize();
}
