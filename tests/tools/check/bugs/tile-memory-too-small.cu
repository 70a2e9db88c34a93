// block_tile_memory for fewer threads than the block has.
// expect: Trace/breakpoint trap; thread (0,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

__global__ void f(int *o) {
	__shared__ cg::block_tile_memory<64> memory;
	cg::thread_block block = cg::this_thread_block(memory); // bug
	auto tile = cg::tiled_partition<64>(block);
	int sum = cg::reduce(tile, 1, cg::plus<int>());
	o[threadIdx.x] = sum;
}

int main() {
	int *o;
	cudaMalloc(&o, 4096);
	f<<<1, 1024>>>(o);
	cudaDeviceSynchronize();
}
