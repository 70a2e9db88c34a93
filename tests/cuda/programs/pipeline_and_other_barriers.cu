/* pipeline_and_other_barriers.cu - a pipeline arrives at a barrier of libcu++'s, which is a
 * word in a class of another header.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <cuda_pipeline.h>

namespace cuda {
inline namespace __4 {
struct __block_scope_barrier_base {
	__mbarrier_t word;
};
}
struct barrier : __block_scope_barrier_base {
	__device__ void wait() {
		__mbarrier_token_t token = __mbarrier_arrive(&word);
		while (!__mbarrier_test_wait(&word, token))
			;
	}
};
}

__global__ void copy(const int4 *from, int4 *to) {
	__shared__ cuda::barrier all;
	__shared__ nvcuda::experimental::awbarrier other;
	__shared__ int4 kept[64];
	unsigned t = threadIdx.x;
	if (t == 0) {
		__mbarrier_init(&all.word, blockDim.x);
		init(&other, blockDim.x);
	}
	__syncthreads();
	nvcuda::experimental::pipeline pipe;
	memcpy_async(kept[t], from[t], pipe);
	pipe.arrive_on(all);
	all.wait();
	to[t] = kept[t ^ 33];
	memcpy_async(kept[t ^ 33].x, from[t].y, pipe);
	pipe.arrive_on(other);
	other.arrive_and_wait();
	to[t].x += kept[t].x;
}

int main() {
	int4 *from, *to;
	cudaMallocManaged(&from, 64 * sizeof *from);
	cudaMallocManaged(&to, 64 * sizeof *to);
	for (int i = 0; i < 64; i++)
		from[i] = make_int4(i, i + 100, i + 200, i + 300);
	copy<<<1, 64>>>(from, to);
	cudaError_t e = cudaDeviceSynchronize();
	int wrong = 0;
	for (int i = 0; i < 64; i++)
		wrong += to[i].x != (i ^ 33) + (i ^ 33) + 100 || to[i].w != (i ^ 33) + 300;
	printf("%d wrong, %s\n", wrong, cudaGetErrorString(e));
	return 0;
}
