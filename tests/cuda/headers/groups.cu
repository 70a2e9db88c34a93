/* groups.cu - cooperative groups: partitions, members, reductions, scans; tiles of
 * several warps.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "probe.h"

namespace cg = cooperative_groups;

/* Three words: no register holds it. */
struct triple {
	int a, b, c;
};

template <typename Group>
static __device__ void put_place(unsigned *&out, const Group &g) {
	PUT((unsigned)g.size())
	PUT((unsigned)g.thread_rank())
	PUT(g.meta_group_rank())
	PUT(g.meta_group_size())
}

template <typename Group>
static __device__ void put_members(unsigned *&out, const Group &g) {
	int t = thread(), same;
	put_place(out, g);
	PUT(g.shfl(t, 0))
	PUT(g.shfl_up(t, 1))
	PUT(g.shfl_down(t, 2))
	PUT(g.ballot(t & 2))
	PUT(g.any(t == 40))
	PUT(g.all(t < 40))
	PUT(g.match_any(t & 4))
	PUT(g.match_all(t & 64, same))
	PUT(same)
	PUT(cg::reduce(g, t, cg::plus<int>()))
	PUT(cg::reduce(g, (float)t * 0.1f, cg::plus<float>()))
	PUT(cg::reduce(g, (long long)t << 33, cg::greater<long long>()))
	PUT(cg::inclusive_scan(g, t))
	PUT(cg::exclusive_scan(g, t, cg::bit_xor<int>()))
}

PROBE(partitions) {
	int t = thread();
	auto block = cg::this_thread_block();
	auto tile = cg::tiled_partition<32>(block);
	put_members(out, tile);
	put_members(out, cg::tiled_partition<4, decltype(tile)>(tile));
	put_members(out, cg::thread_block_tile<8>(cg::tiled_partition<8>(block)));
	put_members(out, cg::labeled_partition(tile, (t * 7 + t / 5) % 3));
	auto some = cg::binary_partition(tile, t % 5 == 0);
	put_members(out, some);
	put_place(out, cg::tiled_partition(some, 4));
	cg::thread_group any = cg::tiled_partition(block, 16);
	PUT((unsigned)(any.size() * 100 + any.thread_rank()))
}

PROBE(values) {
	int t = thread();
	auto tile = cg::tiled_partition<32, cg::thread_block>(cg::this_thread_block());
	triple v = {t, t * 3, t ^ 7};
	v = tile.shfl(v, 5);
	PUT(v.a)
	PUT(v.b)
	PUT(v.c)
	PUT(tile.shfl(1.5 * t, 9))
	PUT((int)tile.shfl_xor((short)-t, 3))
	PUT(cg::invoke_one_broadcast(tile, [&] { return t * 2; }))
	cg::invoke_one(cg::this_thread_block(), [&] { out[THREADS] = 77; });
}

/* Tiles of 64 in a block of 128; the block gives memory, or does not. */
template <typename Block>
static __device__ void put_large(unsigned *out, const Block &block) {
	unsigned t = thread(), *o = out + t * 16;
	auto large = cg::tiled_partition<64>(block);
	*o++ = large.meta_group_rank() * 10 + large.meta_group_size();
	*o++ = large.thread_rank();
	*o++ = large.shfl(t, 40);
	*o++ = large.any(t == 3);
	*o++ = large.all(t < 70);
	*o++ = cg::reduce(large, t, cg::plus<unsigned>());
	*o++ = cg::reduce(large, t ^ 5, cg::less<unsigned>());
	*o++ = (unsigned)cg::reduce(large, (double)t, cg::plus<double>());
	*o++ = cg::inclusive_scan(large, t);
	*o++ = cg::exclusive_scan(large, t);
	auto warp = cg::tiled_partition<32>(large);
	*o++ = warp.meta_group_rank() * 10 + warp.meta_group_size();
}

PROBE(large_tiles) {
	__shared__ cg::block_tile_memory<128> memory;
	put_large(out, cg::this_thread_block(memory));
}

PROBE(large_tiles_alone) {
	put_large(out, cg::this_thread_block());
}
