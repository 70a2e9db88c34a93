// Operations of tiles are the warp instructions that a programmer would write. Before each kernel: how often its PTX
// has an instruction. None has calls, branches, or local or shared memory.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

struct Pair {
	int x, y;
};

// counts: shfl 5
extern "C" __global__ void sum32(float *p) {
	auto t = cg::tiled_partition<32>(cg::this_thread_block());
	p[threadIdx.x] = cg::reduce(t, p[threadIdx.x], cg::plus<float>());
}
// counts: shfl 3
extern "C" __global__ void greatest8(float *p) {
	auto t = cg::tiled_partition<8>(cg::this_thread_block());
	p[threadIdx.x] = cg::reduce(t, p[threadIdx.x], cg::greater<float>());
}
// counts: redux 1 shfl 0
extern "C" __global__ void sum_of_integers(int *p) {
	auto t = cg::tiled_partition<16>(cg::this_thread_block());
	p[threadIdx.x] = cg::reduce(t, p[threadIdx.x], cg::plus<int>());
}
// counts: shfl 8
extern "C" __global__ void lambda_of_pairs(Pair *p) {
	auto t = cg::tiled_partition<16>(cg::this_thread_block());
	p[threadIdx.x] = cg::reduce(t, p[threadIdx.x], [](const Pair &a, const Pair &b) {
		return Pair{a.x + b.x, a.y > b.y ? a.y : b.y};
	});
}
// counts: shfl 5
extern "C" __global__ void inclusive(int *p) {
	auto t = cg::tiled_partition<32>(cg::this_thread_block());
	p[threadIdx.x] = cg::inclusive_scan(t, p[threadIdx.x], cg::plus<int>());
}
// counts: shfl 3
extern "C" __global__ void exclusive(float *p) {
	auto t = cg::tiled_partition<4>(cg::this_thread_block());
	p[threadIdx.x] = cg::exclusive_scan(t, p[threadIdx.x], cg::plus<float>());
}
// counts: shfl 4
extern "C" __global__ void shuffles(int *p) {
	auto t = cg::tiled_partition<8>(cg::this_thread_block());
	int v = p[threadIdx.x];
	p[threadIdx.x] = t.shfl(v, 2) + t.shfl_up(v, 1) * 3 + t.shfl_down(v, 1) * 5 + t.shfl_xor(v, 4) * 7;
}
// counts: vote 3 match 1
extern "C" __global__ void votes(int *p) {
	auto t = cg::tiled_partition<8>(cg::this_thread_block());
	int v = p[threadIdx.x];
	p[threadIdx.x] = t.any(v == 3) + 2 * t.all(v > 0) + 4 * t.ballot(v & 1) + t.match_any(v);
}
// counts: bar.warp 2
extern "C" __global__ void meetings(int *p) {
	auto t = cg::tiled_partition<32>(cg::this_thread_block());
	t.sync();
	p[threadIdx.x] += t.meta_group_rank() + t.thread_rank();
	cg::sync(t);
}
