// cooperative groups: partitions of partitions, labelled ones, structures, updates
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/functional>
namespace cg = cooperative_groups;
struct V {
	int a;
	float b;
	long long c;
};
__host__ __device__ bool operator==(const V &x, const V &y) {
	return x.a == y.a && x.b == y.b && x.c == y.c;
}
struct MaxV {
	__device__ V operator()(const V &x, const V &y) const {
		return x.c > y.c || (x.c == y.c && x.a < y.a) ? x : y;
	}
};
__global__ void parts(unsigned *out) {
	auto b = cg::this_thread_block();
	auto w = cg::tiled_partition<32>(b);
	auto t8 = cg::tiled_partition<8>(w);
	auto t2 = cg::tiled_partition<2>(t8);
	auto lab = cg::labeled_partition(w, (int)(w.thread_rank() % 5));
	auto bin = cg::binary_partition(
		t8, (t8.thread_rank() * 7 + t8.meta_group_rank()) % 3 == 0);
	unsigned h = 2166136261u;
	auto mix = [&](unsigned v) { h = (h ^ v) * 16777619u; };
	mix(t8.meta_group_rank());
	mix(t8.meta_group_size());
	mix(t8.num_threads());
	mix(t2.meta_group_rank());
	mix(t2.meta_group_size());
	mix(lab.size());
	mix(lab.thread_rank());
	mix(lab.meta_group_rank());
	mix(lab.meta_group_size());
	mix(bin.size());
	mix(bin.thread_rank());
	mix(bin.meta_group_rank());
	mix(bin.meta_group_size());
	mix(lab.shfl(b.thread_rank(), 0));
	mix(lab.shfl_down(b.thread_rank(), 1));
	mix(lab.shfl_up(b.thread_rank(), 1));
	mix(bin.ballot(b.thread_rank() & 1));
	mix(bin.any(b.thread_rank() == 9));
	mix(bin.all(b.thread_rank() < 64));
	mix(t8.match_any((int)(t8.thread_rank() / 3)));
	int pred;
	mix(t8.match_all((int)(t8.thread_rank() / 9), pred));
	mix(pred);
	mix(cg::reduce(lab, (int)b.thread_rank(), cg::plus<int>()));
	mix(cg::reduce(bin, (unsigned)b.thread_rank() * 31, cg::bit_xor<unsigned>()));
	mix(cg::reduce(t8, (int)(b.thread_rank() ^ 5), cg::less<int>()));
	mix(cg::reduce(t8, -(int)(b.thread_rank() ^ 5), cg::greater<int>()));
	mix(cg::inclusive_scan(lab, (int)b.thread_rank(), cg::plus<int>()));
	mix(cg::exclusive_scan(lab, (int)b.thread_rank(), cg::plus<int>()));
	mix(cg::exclusive_scan(t8, (unsigned)b.thread_rank(), cg::bit_or<unsigned>()));
	mix(cg::inclusive_scan(t8, (int)b.thread_rank() * 3 % 11,
	                       [](int x, int y) { return x > y ? x : y; }));
	V v{(int)(b.thread_rank() * 37 % 64), b.thread_rank() * 0.5f,
	    (long long)(b.thread_rank() * 29 % 17) << 33};
	V m = cg::reduce(w, v, MaxV());
	mix(m.a);
	mix((unsigned)(m.c >> 33));
	mix(__float_as_uint(m.b));
	V s = w.shfl(v, 13);
	mix(s.a);
	mix((unsigned)(s.c >> 33));
	V x = t8.shfl_xor(v, 3);
	mix(x.a);
	mix(__float_as_uint(x.b));
	double d = cg::reduce(t8, (double)b.thread_rank() * 0.1, cg::plus<double>());
	mix(__double2loint(d));
	mix(__double2hiint(d));
	if (b.thread_rank() % 3 == 1) {
		auto c = cg::coalesced_threads();
		mix(c.size());
		mix(c.thread_rank());
		mix(c.shfl(b.thread_rank(), 2));
		mix(cg::reduce(c, (int)b.thread_rank(), cg::plus<int>()));
		mix(cg::inclusive_scan(c, (float)b.thread_rank()) == 0.0f);
		auto c2 = cg::labeled_partition(c, (unsigned)(c.thread_rank() & 1));
		mix(c2.size());
		mix(c2.meta_group_rank());
		mix(c2.thread_rank());
		auto c4 = cg::tiled_partition(c, 4);
		mix(c4.size());
		mix(c4.thread_rank());
		mix(c4.meta_group_rank());
		mix(c4.meta_group_size());
		mix(c4.shfl((int)b.thread_rank(), 0));
		auto e = cg::exclusive_scan(c, (int)c.thread_rank() + 1,
		                            [](int p, int q) { return p * 3 + q; });
		mix(e);
	}
	cg::thread_group tg = cg::tiled_partition(b, 16u);
	mix(tg.size());
	mix(tg.thread_rank());
	tg.sync();
	cg::thread_group tg2 = cg::tiled_partition(tg, 4u);
	mix(tg2.size());
	mix(tg2.thread_rank());
	mix(cg::invoke_one_broadcast(
		lab, [&] { return lab.meta_group_rank() * 100 + lab.size(); }));
	mix(b.thread_index().x);
	mix(b.group_index().x);
	mix(b.dim_threads().y);
	mix(b.group_dim().x);
	auto g = cg::this_grid();
	mix(g.thread_rank());
	mix(g.num_blocks());
	mix(g.block_rank());
	mix(g.dim_blocks().x);
	mix(g.block_index().y);
	mix(g.num_threads());
	out[g.thread_rank()] = h;
}
__device__ cuda::atomic<int, cuda::thread_scope_device> total{0};
__device__ int totals[4];
__global__ void updates(int *out) {
	auto w = cg::tiled_partition<16>(cg::this_thread_block());
	cuda::atomic_ref<int, cuda::thread_scope_device> r(totals[0]);
	cg::reduce_update_async(w, r, (int)w.thread_rank(), cg::plus<int>());
	cuda::atomic_ref<int, cuda::thread_scope_device> r1(totals[1]);
	cg::reduce_update_async(w, r1, (int)threadIdx.x * 3, cg::greater<int>());
	cg::reduce_store_async(w, &out[64 + threadIdx.x / 16], (int)threadIdx.x,
	                       cg::plus<int>());
	__shared__ cuda::atomic<int, cuda::thread_scope_block> at;
	if (threadIdx.x == 0)
		at = 100;
	__syncthreads();
	if (threadIdx.x < 16) {
		int base = cg::exclusive_scan_update(w, at, (int)(threadIdx.x & 3) + 1,
		                                     cg::plus<int>());
		out[threadIdx.x] = base;
	}
	__syncthreads();
	if (threadIdx.x < 16) {
		int base = cg::inclusive_scan_update(w, at, 2, cg::plus<int>());
		out[16 + threadIdx.x] = base;
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		out[32] = at.load();
		total.fetch_add(out[32]);
	}
}
int main() {
	unsigned *d;
	cudaMallocManaged(&d, 4 * 4 * 128);
	parts<<<2, dim3(16, 6)>>>(d);
	cudaDeviceSynchronize();
	unsigned h = 0;
	for (int i = 0; i < 192; ++i) {
		h = h * 31 + d[i];
		if (i % 16 == 3)
			printf("%08x%c", d[i], i > 180 ? '\n' : ' ');
	}
	printf("\n%08x\n", h);
	int *o;
	cudaMallocManaged(&o, 4 * 256);
	memset(o, 0, 1024);
	updates<<<1, 64>>>(o);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 33; ++i)
		printf("%d ", o[i]);
	printf("\n");
	for (int i = 64; i < 68; ++i)
		printf("%d ", o[i]);
	int t[4];
	cudaMemcpyFromSymbol(t, totals, 16);
	printf("%d %d\n", t[0], t[1]);
}
