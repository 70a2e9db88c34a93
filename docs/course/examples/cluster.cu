// cluster.cu - four blocks of a cluster hand numbers round: each reads the shared memory of the next one.
// SPDX-License-Identifier: Apache-2.0
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4) ring(int *out)
{
	__shared__ int mine[32];
	cg::cluster_group cluster = cg::this_cluster();
	unsigned rank = cluster.block_rank(), next = (rank + 1) % cluster.num_blocks();
	mine[threadIdx.x] = 100 * rank + threadIdx.x;
	cluster.sync(); // all have written
	const int *theirs = cluster.map_shared_rank(mine, next);
	out[blockIdx.x * 32 + threadIdx.x] = theirs[31 - threadIdx.x];
	cluster.sync(); // nobody ends while somebody reads
}

int main()
{
	int *out;
	cudaMallocManaged(&out, 4 * 32 * sizeof *out);
	ring<<<4, 32>>>(out);
	cudaError_t e = cudaDeviceSynchronize();
	for (int b = 0; b < 4; b++)
		printf("block %d: %d %d ... %d\n", b, out[b * 32], out[b * 32 + 1], out[b * 32 + 31]);
	printf("%s\n", cudaGetErrorString(e));
	return e;
}
