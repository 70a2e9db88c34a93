// Cluster: a remote store before the neighbour has initialised
// link: https://github.com/facebookexperimental/triton/pull/2292
// what: Each block clears its buffer and stores into its neighbour's; without a cluster barrier the clearing may come last.
// expect: Potential WAW hazard detected at __shared__
#include "gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(int *out) {
	__shared__ int s;
	cg::cluster_group c = cg::this_cluster();
	s = -1; // other
#ifdef FIXED
	c.sync();
#endif
	*c.map_shared_rank(&s, c.block_rank() ^ 1) = 42 + c.block_rank(); // bug
	c.sync();
	out[c.block_rank()] = s;
}
int main() {
	exchange<<<2, 1>>>(zeros<int>(2));
}
