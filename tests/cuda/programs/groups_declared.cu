// Headers of others declare the classes of groups where the vendor has them, in the namespace __v1, before they are defined.
namespace cooperative_groups {
namespace __v1 {
class thread_block;
template <unsigned int Size, typename Parent> class thread_block_tile;
}
using namespace __v1;
}

#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

_CG_STATIC_QUALIFIER int load(const int *p)
{
	int v;
	asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(v) : _CG_ASM_PTR_CONSTRAINT(p) : "memory");
	return v;
}

__global__ void kernel(const int *in, int *out)
{
	__shared__ int copy[64];
	cg::thread_block b = cg::this_thread_block();
	cg::memcpy_async(b, copy, in, sizeof copy);
	cg::wait(b);
	cg::thread_block_tile<32, cg::thread_block> t = cg::tiled_partition<32>(b);
	int sum = cg::reduce(t, copy[63 - threadIdx.x], cg::plus<int>());
	if (t.thread_rank() == 0)
		out[t.meta_group_rank()] = sum + load(in) - in[0] + cg::details::bar_has_flipped(5, 4);
}

int main()
{
	int *in, *out;
	cudaMallocManaged(&in, 64 * sizeof(int));
	cudaMallocManaged(&out, 2 * sizeof(int));
	for (int i = 0; i < 64; i++)
		in[i] = i;
	kernel<<<1, 64>>>(in, out);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	printf("%d %d\n", out[0], out[1]);
}
