// Cooperative groups: every group's members, partitions, reductions and scans with all operators and with types of the
// user's, copies.
#include <cstdio>
#include <cstring>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

struct Out {
	unsigned hash = 2166136261u;
	template <typename T> __device__ void put(const T &v) {
		unsigned word[(sizeof(T) + 3) / 4] = {};
		memcpy(word, &v, sizeof v);
		for (unsigned w : word)
			hash = (hash ^ w) * 16777619u;
	}
	__device__ void put(dim3 v) { put(v.x), put(v.y), put(v.z); }
};

struct Extremes { // tiles of several warps have no more than 8 bytes
	short least, most;
	int n;
};
struct Join {
	__device__ Extremes operator()(const Extremes &x, const Extremes &y) const {
		return Extremes{x.least < y.least ? x.least : y.least, x.most > y.most ? x.most : y.most, x.n + y.n};
	}
};

template <typename Group, typename T> __device__ void folds(Out &o, const Group &g, T v) {
	o.put(cg::reduce(g, v, cg::plus<T>()));
	o.put(cg::reduce(g, v, cg::less<T>()));
	o.put(cg::reduce(g, v, cg::greater<T>()));
	o.put(cg::inclusive_scan(g, v));
	o.put(cg::inclusive_scan(g, v, cg::greater<T>()));
	o.put(cg::exclusive_scan(g, v));
	o.put(cg::exclusive_scan(g, v, cg::plus<T>()));
}
template <typename Group, typename T> __device__ void bit_folds(Out &o, const Group &g, T v) {
	folds(o, g, v);
	o.put(cg::reduce(g, v, cg::bit_and<T>()));
	o.put(cg::reduce(g, v, cg::bit_or<T>()));
	o.put(cg::reduce(g, v, cg::bit_xor<T>()));
	o.put(cg::inclusive_scan(g, v, cg::bit_xor<T>()));
	o.put(cg::exclusive_scan(g, v, cg::bit_or<T>()));
}
template <typename Group> __device__ void user_folds(Out &o, const Group &g, unsigned h) {
	o.put(cg::reduce(g, (int)h, [](int x, int y) { return x ^ y; }));
	o.put(cg::reduce(g, Extremes{(short)h, (short)h, 1}, Join()));
	o.put(cg::inclusive_scan(g, Extremes{(short)h, (short)h, 1}, Join()));
}
// Sums of floating-point numbers are exact.
template <int Kind, typename Group> __device__ void folds_of(Out &o, const Group &g, int r) {
	unsigned h = r * 2654435761u;
	switch (Kind) {
	case 0: bit_folds(o, g, (int)h); break;
	case 1: bit_folds(o, g, h); break;
	case 2: bit_folds(o, g, (long long)h * 1000003); break;
	case 3: bit_folds(o, g, (unsigned long long)h * 1000003); break;
	case 4: folds(o, g, (float)(h >> 20)); break;
	case 5: folds(o, g, (double)(h >> 8)); break;
	case 6: folds(o, g, (short)(h >> 24)); break;
	default: user_folds(o, g, h);
	}
}

template <typename Group> __device__ void members(Out &o, const Group &g, int r) {
	o.put(g.size());
	o.put(g.num_threads());
	o.put(g.thread_rank());
	o.put(g.meta_group_rank());
	o.put(g.meta_group_size());
	g.sync();
	o.put(g.shfl(r, 1 % g.size()));
	o.put(g.any(r % 3 == 0));
	o.put(g.all(r >= 0));
	o.put(g.shfl(Extremes{(short)r, (short)(2 * r), 3 * r}, 0));
	cg::sync(g);
	o.put(cg::thread_rank(g));
	o.put(cg::group_size(g));
	int calls = 0;
	cg::invoke_one(g, [&] { calls++; });
	o.put(calls == (g.thread_rank() == 0));
	o.put(cg::invoke_one_broadcast(g, [](int x) { return x * 2 + 1; }, 20));
}
template <typename Group> __device__ void lane_members(Out &o, const Group &g, int r) {
	members(o, g, r);
	o.put(g.shfl_up(r, 1));
	o.put(g.shfl_down(r, 2));
	o.put(g.shfl_down((short)r, 1));
	o.put(g.ballot(r & 1));
	o.put(g.match_any(r / 3));
	int same;
	o.put(g.match_all(r / 64, same));
	o.put(same);
}

template <unsigned Size> __global__ void tile_members(unsigned *out) {
	Out o;
	auto block = cg::this_thread_block();
	int r = block.thread_rank();
	auto t = cg::tiled_partition<Size>(block);
	lane_members(o, t, r);
	o.put(t.shfl_xor(r, Size / 2));
	cg::thread_block_tile<Size> forgotten = t;
	o.put(forgotten.meta_group_rank());
	o.put(forgotten.shfl(r, 0));
	if constexpr (Size >= 4) {
		auto part = cg::tiled_partition<Size / 4>(t);
		o.put(part.meta_group_rank());
		o.put(part.meta_group_size());
		o.put(part.shfl(r, 0));
	}
	out[r] ^= o.hash;
}
template <unsigned Size, int Kind> __global__ void tile_folds(unsigned *out) {
	Out o;
	auto block = cg::this_thread_block();
	folds_of<Kind>(o, cg::tiled_partition<Size>(block), block.thread_rank());
	out[block.thread_rank()] ^= o.hash * (Kind + 1);
}

template <unsigned Size> __global__ void large_members(unsigned *out) {
	__shared__ cg::block_tile_memory<512> memory;
	auto block = cg::this_thread_block(memory);
	Out o;
	int r = block.thread_rank();
	auto t = cg::tiled_partition<Size>(block);
	members(o, t, r);
	auto part = cg::tiled_partition<Size / 2>(t);
	o.put(part.meta_group_rank());
	o.put(cg::reduce(part, r, cg::plus<int>()));
	out[r] ^= o.hash;
}
template <unsigned Size, int Kind> __global__ void large_folds(unsigned *out) {
	__shared__ cg::block_tile_memory<512> memory;
	auto block = cg::this_thread_block(memory);
	Out o;
	folds_of<Kind>(o, cg::tiled_partition<Size>(block), block.thread_rank());
	out[block.thread_rank()] ^= o.hash * (Kind + 1);
}

template <int Kind> __global__ void partition_folds(unsigned *out) {
	Out o;
	auto block = cg::this_thread_block();
	int r = block.thread_rank();
	auto labelled = cg::labeled_partition(cg::tiled_partition<32>(block), r * 7 % 5);
	folds_of<Kind>(o, labelled, r);
	if (r % 4 != 1) {
		auto together = cg::coalesced_threads();
		if (together.size() == 24)
			folds_of<Kind>(o, together, r);
	}
	out[r] ^= o.hash * (Kind + 1);
}

__global__ void by_label(unsigned *out) {
	Out o;
	auto block = cg::this_thread_block();
	int r = block.thread_rank();
	auto labelled = cg::labeled_partition(cg::tiled_partition<32>(block), r * 7 % 5);
	lane_members(o, labelled, r);
	auto of_label = cg::binary_partition(labelled, r & 4);
	o.put(of_label.size());
	o.put(of_label.shfl(r, 0));
	o.put(of_label.meta_group_rank());
	out[r] = o.hash;
}

__global__ void together(unsigned *out) {
	Out o;
	auto block = cg::this_thread_block();
	int r = block.thread_rank();
	if (r % 4 != 1) {
		auto g = cg::coalesced_threads();
		if (g.size() == 24) {
			lane_members(o, g, r);
			auto piece = cg::tiled_partition(g, 8);
			o.put(piece.size());
			o.put(piece.shfl(r, 1));
		} else
			o.put(g.size());
	}
	auto dynamic = cg::tiled_partition(block, 16);
	o.put(dynamic.size());
	o.put(dynamic.thread_rank());
	dynamic.sync();
	cg::thread_group any = block;
	o.put(any.size());
	o.put(any.thread_rank());
	any.sync();
	o.put(cg::this_thread().size());
	out[r] = o.hash;
}

__global__ void updates(int *sums, unsigned *out) {
	__shared__ cuda::atomic<int, cuda::thread_scope_block> total, tickets;
	__shared__ int stored;
	auto block = cg::this_thread_block();
	int r = block.thread_rank();
	if (r == 0)
		total = 0, tickets = 100;
	block.sync();
	auto warp = cg::tiled_partition<32>(block);
	cg::reduce_update_async(warp, total, r, cg::plus<int>());
	int first = cg::exclusive_scan_update(warp, tickets, 1, cg::plus<int>());
	int last = cg::inclusive_scan_update(warp, tickets, 1, cg::plus<int>());
	cg::reduce_store_async(warp, &stored, 7, cg::plus<int>());
	block.sync();
	out[r] = stored;
	atomicAdd(&sums[0], first);
	atomicAdd(&sums[1], last);
	if (r == 0)
		sums[2] = total, sums[3] = tickets;
}

__global__ void copies(const int *in, int *out) {
	__shared__ alignas(16) int a[256], b[256];
	auto block = cg::this_thread_block();
	cg::memcpy_async(block, a, in, sizeof a);
	cg::memcpy_async(block, b, in + 256, cuda::aligned_size_t<16>(sizeof b));
	cg::wait_prior<1>(block);
	int v = a[(block.thread_rank() + 1) % 256];
	cg::wait(block);
	v = v * 3 + b[(block.thread_rank() + 2) % 256];
	block.sync();
	cg::memcpy_async(block, a, 200, in + 1, 256);
	cg::wait(block);
	auto warp = cg::tiled_partition<32>(block);
	cg::memcpy_async(warp, b + warp.meta_group_rank() * 32, in + warp.meta_group_rank() * 32 + 3, 32 * sizeof(int));
	cg::wait(warp);
	out[block.thread_rank()] = v * 5 + a[block.thread_rank() % 200] + b[block.thread_rank()];
}

__global__ void grid(unsigned *out, unsigned *sum) {
	auto g = cg::this_grid();
	Out o;
	o.put(g.is_valid());
	o.put(g.size());
	o.put(g.num_blocks());
	o.put(g.thread_rank());
	o.put(g.block_rank());
	o.put(g.dim_blocks());
	o.put(g.group_dim());
	o.put(g.block_index());
	auto block = cg::this_thread_block();
	o.put(block.group_index());
	o.put(block.thread_index());
	o.put(block.dim_threads());
	o.put(block.group_dim());
	atomicAdd(sum, g.thread_rank() + 1);
	g.sync();
	o.put((unsigned)*(volatile unsigned *)sum);
	auto token = g.barrier_arrive();
	o.put(3);
	g.barrier_wait(cuda::std::move(token));
	auto arrived = block.barrier_arrive();
	block.barrier_wait(cuda::std::move(arrived));
	out[g.thread_rank()] = o.hash;
}

__global__ void __cluster_dims__(2, 2, 1) cluster(unsigned *out) {
	auto c = cg::this_cluster();
	Out o;
	o.put(c.size());
	o.put(c.num_threads());
	o.put(c.num_blocks());
	o.put(c.thread_rank());
	o.put(c.block_rank());
	o.put(c.dim_blocks());
	o.put(c.dim_threads());
	o.put(c.block_index());
	o.put(c.thread_index());
	__shared__ int box;
	box = c.block_rank() * 5;
	c.sync();
	o.put(*c.map_shared_rank(&box, (c.block_rank() + 1) % 4));
	o.put(c.query_shared_rank(c.map_shared_rank(&box, 3)));
	auto g = cg::this_grid();
	o.put(g.dim_clusters());
	o.put(g.num_clusters());
	o.put(g.cluster_index());
	o.put(g.cluster_rank());
	c.barrier_arrive();
	c.barrier_wait();
	out[g.thread_rank()] = o.hash;
}

unsigned *out;
void show(const char *name, int n) {
	cudaError_t e = cudaDeviceSynchronize();
	unsigned mixed = 0;
	for (int i = 0; i < n; i++)
		mixed = mixed * 16777619u ^ out[i];
	printf("%s: %s, %08x", name, cudaGetErrorString(e), mixed);
	for (int i = 0; i < n; i += n / 5)
		printf(" %08x", out[i]);
	printf("\n");
	cudaMemset(out, 0, 4096 * sizeof *out);
	cudaDeviceSynchronize();
}

template <unsigned Size, int... Kind> void tile(std::integer_sequence<int, Kind...>) {
	tile_members<Size><<<1, dim3(16, 4)>>>(out);
	show("members", 64);
	(tile_folds<Size, Kind><<<1, dim3(16, 4)>>>(out), ...);
	show("folds", 64);
}
template <unsigned... Size> void each_tile() {
	(tile<Size>(std::integer_sequence<int, Size == 8 ? 2 : 0, Size == 8 ? 5 : 7>()), ...);
}
template <unsigned... Size> void each_large_tile() {
	(large_members<Size><<<1, 512>>>(out), ...);
	show("large", 512);
	((large_folds<Size, 0><<<1, 512>>>(out), large_folds<Size, 7><<<1, 512>>>(out)), ...);
	show("large folds", 512);
}
template <int... Kind> void each_kind(std::integer_sequence<int, Kind...>) {
	(partition_folds<Kind><<<1, 64>>>(out), ...);
	show("partition folds", 64);
}

int main() {
	int *in;
	cudaMallocManaged(&out, 4096 * sizeof *out);
	cudaMallocManaged(&in, 1024 * sizeof *in);
	for (int i = 0; i < 1024; i++)
		in[i] = i * 2654435761u >> 8;
	each_tile<1, 8, 32>();
	each_large_tile<64>();
	each_kind(std::integer_sequence<int, 1, 4>());
	by_label<<<1, 64>>>(out);
	show("by label", 64);
	together<<<1, 64>>>(out);
	show("together", 64);
	int *sums;
	cudaMallocManaged(&sums, 4 * sizeof *sums);
	cudaMemset(sums, 0, 4 * sizeof *sums);
	updates<<<1, 96>>>(sums, out);
	show("updates", 96);
	printf("%d %d %d %d\n", sums[0] + sums[1], sums[2], sums[3], sums[0] != 0);
	copies<<<1, 256>>>(in, (int *)out);
	show("copies", 256);
	cudaMemset(sums, 0, 4 * sizeof *sums);
	unsigned *sum = (unsigned *)sums;
	void *args[] = {&out, &sum};
	cudaLaunchCooperativeKernel((void *)grid, dim3(2, 2), dim3(8, 4), args, 0, 0);
	show("grid", 128);
	cluster<<<dim3(4, 2), dim3(8, 2)>>>(out);
	show("cluster", 128);
}
