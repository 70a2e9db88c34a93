// Cluster: a block ends while its neighbour reads its shared memory
// link: https://github.com/triton-lang/triton/pull/10656
// what: Shared memory of a block is gone when the block is; a cluster barrier has to stand before the end.
// expect: Invalid __shared__ read of size 4 bytes
#include "gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(int *out) {
	__shared__ int s;
	cg::cluster_group c = cg::this_cluster();
	s = 1 + c.block_rank();
	c.sync();
	if (c.block_rank() == 1) {
		__nanosleep(100000);
		const volatile int *p = c.map_shared_rank(&s, 0);
		out[0] = *p; // bug
	}
#ifdef FIXED
	c.sync();
#endif
}
int main() {
	exchange<<<2, 1>>>(zeros<int>(1));
}
