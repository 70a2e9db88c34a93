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

// Every operation of a tile, on values of every kind, in tiles of every size of a warp.
template <int size, class T> __device__ T every(T v) {
	auto t = cg::tiled_partition<size>(cg::this_thread_block());
	v = v + t.shfl(v, 0) + t.shfl_up(v, 1) + t.shfl_down(v, 1) + t.shfl_xor(v, size / 2);
	v = v + cg::reduce(t, v, cg::plus<T>()) + cg::reduce(t, v, cg::less<T>()) + cg::reduce(t, v, cg::greater<T>());
	v = v + cg::inclusive_scan(t, v) + cg::exclusive_scan(t, v);
	v = v + cg::inclusive_scan(t, v, cg::greater<T>()) + cg::exclusive_scan(t, v, cg::plus<T>());
	t.sync();
	return v;
}
template <int size, class T> __device__ T every_of_bits(T v) {
	auto t = cg::tiled_partition<size>(cg::this_thread_block());
	int all = 0;
	v = v + cg::reduce(t, v, cg::bit_and<T>()) + cg::reduce(t, v, cg::bit_or<T>()) + cg::reduce(t, v, cg::bit_xor<T>());
	v = v + cg::inclusive_scan(t, v, cg::bit_or<T>()) + cg::exclusive_scan(t, v, cg::bit_xor<T>());
	v = v + t.any(v == 3) + t.all(v > 0) + t.ballot(v & 1) + t.match_any(v) + t.match_all(v, all) + all;
	v = v + t.thread_rank() + t.num_threads() + t.meta_group_rank() + t.meta_group_size();
	return v;
}
#define EVERY(size)                                                                                        \
	extern "C" __global__ void every_##size(int *i, unsigned *u, long long *l, float *f, double *d) {  \
		int k = threadIdx.x;                                                                       \
		i[k] = every_of_bits<size>(every<size>(i[k]));                                             \
		u[k] = every_of_bits<size>(every<size>(u[k]));                                             \
		l[k] = every_of_bits<size>(every<size>(l[k]));                                             \
		f[k] = every<size>(f[k]);                                                                  \
		d[k] = every<size>(d[k]);                                                                  \
	}
EVERY(1)
EVERY(2)
EVERY(4)
EVERY(8)
EVERY(16)
EVERY(32)
