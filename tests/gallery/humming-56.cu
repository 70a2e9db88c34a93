// Cluster: shared memory is reused after the own epilogue only
// link: https://github.com/inclusionAI/humming/pull/56
// what: A block waits for its own threads and stores the next tile into both blocks, of which the other one still reads the last.
// expect: Potential WAR hazard detected at __shared__
#include "gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) tiles(int *out) {
	__shared__ int tile[32];
	cg::cluster_group c = cg::this_cluster();
	for (int t = 0; t < 2; t++) {
		if (c.block_rank() == 0) {
			tile[threadIdx.x] = t;
			c.map_shared_rank(tile, 1)[threadIdx.x] = t + 1; // other
		}
		c.sync();
		out[(t * 2 + c.block_rank()) * 32 + threadIdx.x] = tile[threadIdx.x]; // bug
#ifdef FIXED
		c.sync();
#else
		__syncthreads();
#endif
	}
}
int main() {
	tiles<<<2, 32>>>(zeros<int>(128));
}
