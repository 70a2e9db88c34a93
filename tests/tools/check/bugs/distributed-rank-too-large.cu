// expect: Invalid __shared__ read of size 4 bytes; thread (0,0,0); block (1,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) f(int *o, int rank) {
	__shared__ int s;
	cg::cluster_group c = cg::this_cluster();
	s = 1;
	c.sync();
	const volatile int *p = c.map_shared_rank(&s, rank);
	o[blockIdx.x] = *p; // bug
	c.sync();
}
int main() {
	int *o;
	cudaMalloc(&o, 128);
	f<<<2, 1>>>(o, 5);
	cudaDeviceSynchronize();
}
