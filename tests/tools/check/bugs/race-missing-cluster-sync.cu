// expect: Potential
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) f(int *o) {
	__shared__ int s;
	cg::cluster_group c = cg::this_cluster();
	s = 7 + blockIdx.x; // other
	const volatile int *p = c.map_shared_rank(&s, c.block_rank() ^ 1);
	o[blockIdx.x] = *p; // bug
	c.sync();
}
int main() {
	int *o;
	cudaMalloc(&o, 128);
	f<<<2, 1>>>(o);
	cudaDeviceSynchronize();
}
