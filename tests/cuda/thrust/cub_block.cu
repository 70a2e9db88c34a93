// CUB's algorithms of one block and of one warp, in kernels.
// build: --extended-lambda
#include <cub/cub.cuh>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include "check.h"

static const int threads = 128, items = 4, tile = threads * items, tiles = 3;


struct differs {
	__device__ bool operator()(const int &a, const int &b) const { return a != b; }
};

template <int N, cub::BlockReduceAlgorithm How> __global__ void sums(const int *in, int *out)
{
	using reduce = cub::BlockReduce<int, N, How>;
	__shared__ typename reduce::TempStorage storage;
	int mine[items];
	cub::LoadDirectStriped<N>(threadIdx.x, in + blockIdx.x * N * items, mine);
	int sum = reduce(storage).Sum(mine);
	__syncthreads();
	int most = reduce(storage).Reduce(mine[0], [](int a, int b) { return a < b ? b : a; });
	if (threadIdx.x == 0)
		out[2 * blockIdx.x] = sum, out[2 * blockIdx.x + 1] = most;
}

__global__ void scan_and_sort(const int *in, int *scanned, int *sorted, int *ranks)
{
	using load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_TRANSPOSE>;
	using store = cub::BlockStore<int, threads, items, cub::BLOCK_STORE_WARP_TRANSPOSE>;
	using scan = cub::BlockScan<int, threads>;
	using sort = cub::BlockRadixSort<int, threads, items, int>;
	__shared__ union {
		typename load::TempStorage l;
		typename store::TempStorage s;
		typename scan::TempStorage c;
		typename sort::TempStorage r;
	} storage;
	int offset = blockIdx.x * tile, x[items], sum[items], rank[items], total;
	load(storage.l).Load(in + offset, x);
	__syncthreads();
	scan(storage.c).ExclusiveSum(x, sum, total);
	__syncthreads();
	store(storage.s).Store(scanned + offset, sum);
	__syncthreads();
	for (int i = 0; i < items; i++)
		rank[i] = threadIdx.x * items + i;
	sort(storage.r).Sort(x, rank);
	__syncthreads();
	store(storage.s).Store(sorted + offset, x);
	__syncthreads();
	store(storage.s).Store(ranks + offset, rank);
}

__global__ void warps(const int *in, int *sum, int *scanned, int *heads)
{
	using reduce = cub::WarpReduce<int>;
	using scan = cub::WarpScan<int, 16>;
	__shared__ typename reduce::TempStorage r[threads / 32];
	__shared__ typename scan::TempStorage s[threads / 16];
	int t = threadIdx.x, x = in[t], to;
	int total = reduce(r[t / 32]).Sum(x);
	if (t % 32 == 0)
		sum[t / 32] = total;
	__syncwarp();
	int segment = reduce(r[t / 32]).HeadSegmentedSum(x, t % 8 == 0);
	if (t % 8 == 0)
		heads[t / 8] = segment;
	scan(s[t / 16]).InclusiveSum(x, to);
	scanned[t] = to;
}

__global__ void others(const int *in, int *bins, int *flags, int *moved)
{
	using histogram = cub::BlockHistogram<unsigned char, threads, items, 16>;
	using edges = cub::BlockDiscontinuity<int, threads>;
	using exchange = cub::BlockExchange<int, threads, items>;
	__shared__ typename histogram::TempStorage h;
	__shared__ typename edges::TempStorage d;
	__shared__ typename exchange::TempStorage e;
	unsigned char low[items];
	int x[items], flag[items];
	cub::LoadDirectBlocked(threadIdx.x, in, x);
	for (int i = 0; i < items; i++)
		low[i] = x[i] % 16;
	histogram(h).Histogram(low, bins);
	edges(d).FlagHeads(flag, x, differs());
	cub::StoreDirectBlocked(threadIdx.x, flags, flag);
	exchange(e).BlockedToStriped(x, x);
	cub::StoreDirectBlocked(threadIdx.x, moved, x);
}

static std::vector<int> h = numbers<int>(tile * tiles, 1000);

template <cub::BlockReduceAlgorithm How> static void reduce(const char *name)
{
	thrust::device_vector<int> d(h.begin(), h.end()), o(2 * tiles);
	sums<threads, How><<<tiles, threads>>>(thrust::raw_pointer_cast(d.data()), thrust::raw_pointer_cast(o.data()));
	std::vector<int> e;
	for (int i = 0; i < tiles; i++) {
		e.push_back(std::accumulate(h.begin() + i * tile, h.begin() + (i + 1) * tile, 0));
		e.push_back(*std::max_element(h.begin() + i * tile, h.begin() + i * tile + threads));
	}
	say(name, same(o, e));
}

static void tiles_of_blocks()
{
	thrust::device_vector<int> d(h.begin(), h.end()), c(h.size()), s(h.size()), r(h.size());
	scan_and_sort<<<tiles, threads>>>(thrust::raw_pointer_cast(d.data()), thrust::raw_pointer_cast(c.data()),
	                                  thrust::raw_pointer_cast(s.data()), thrust::raw_pointer_cast(r.data()));
	std::vector<int> scanned(h.size()), sorted = h, ranks(h.size());
	for (int t = 0; t < tiles; t++) {
		int first = t * tile;
		for (int i = 1; i < tile; i++)
			scanned[first + i] = scanned[first + i - 1] + h[first + i - 1];
		std::iota(ranks.begin() + first, ranks.begin() + first + tile, 0);
		std::stable_sort(ranks.begin() + first, ranks.begin() + first + tile,
		                 [=](int a, int b) { return h[first + a] < h[first + b]; });
		std::sort(sorted.begin() + first, sorted.begin() + first + tile);
	}
	say("BlockLoad, BlockScan, BlockStore", same(c, scanned));
	say("BlockRadixSort", same(s, sorted) && same(r, ranks));
}

static void parts_of_warps()
{
	thrust::device_vector<int> d(h.begin(), h.end()), sum(threads / 32), c(threads), heads(threads / 8);
	warps<<<1, threads>>>(thrust::raw_pointer_cast(d.data()), thrust::raw_pointer_cast(sum.data()),
	                      thrust::raw_pointer_cast(c.data()), thrust::raw_pointer_cast(heads.data()));
	std::vector<int> e(threads / 32), f(threads), g(threads / 8);
	for (int t = 0; t < threads; t++) {
		e[t / 32] += h[t];
		f[t] = h[t] + (t % 16 ? f[t - 1] : 0);
		g[t / 8] += h[t];
	}
	say("WarpReduce", same(sum, e));
	say("WarpReduce with segments", same(heads, g));
	say("WarpScan of 16 lanes", same(c, f));
}

static void parts_of_blocks()
{
	std::vector<int> x(tile), bins(16), flags(tile), moved(tile);
	for (int i = 0; i < tile; i++) {
		x[i] = h[i] / 400;
		flags[i] = !i || x[i] != x[i - 1];
		bins[x[i] % 16]++;
	}
	for (int i = 0; i < tile; i++)
		moved[i] = x[i % items * threads + i / items];
	thrust::device_vector<int> d(x.begin(), x.end()), b(16), f(tile), m(tile);
	others<<<1, threads>>>(thrust::raw_pointer_cast(d.data()), thrust::raw_pointer_cast(b.data()),
	                       thrust::raw_pointer_cast(f.data()), thrust::raw_pointer_cast(m.data()));
	say("BlockHistogram", same(b, bins));
	say("BlockDiscontinuity", same(f, flags));
	say("BlockExchange", same(m, moved));
}

int main()
{
	reduce<cub::BLOCK_REDUCE_WARP_REDUCTIONS>("BlockReduce by warps");
	reduce<cub::BLOCK_REDUCE_RAKING>("BlockReduce by raking");
	tiles_of_blocks();
	parts_of_warps();
	parts_of_blocks();
}
