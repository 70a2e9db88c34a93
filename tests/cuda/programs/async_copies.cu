// asynchronous copies and pipelines, roles, uneven sizes; TMA bulk; clusters
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
template <int S> __global__ void staged(const int *in, int *out, int n) {
	extern __shared__ int sm[];
	auto b = cg::this_thread_block();
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> st;
	auto p = cuda::make_pipeline(b, &st);
	int tiles = n / blockDim.x;
	int f = 0;
	for (int c = 0; c < tiles; ++c) {
		for (; f < tiles && f < c + S; ++f) {
			p.producer_acquire();
			cuda::memcpy_async(
				b, sm + (f % S) * blockDim.x, in + f * blockDim.x,
				cuda::aligned_size_t<16>(sizeof(int) * blockDim.x), p);
			p.producer_commit();
		}
		p.consumer_wait();
		b.sync();
		int v = sm[(c % S) * blockDim.x + (threadIdx.x + 1) % blockDim.x];
		atomicAdd(&out[threadIdx.x % 7], v ^ c);
		b.sync();
		p.consumer_release();
	}
}
__global__ void roles(const int *in, int *out, int n) {
	constexpr int S = 3;
	__shared__ int sm[S][64];
	auto b = cg::this_thread_block();
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> st;
	auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer
	                             : cuda::pipeline_role::consumer;
	auto p = cuda::make_pipeline(b, &st, role);
	int tiles = n / 64;
	if (role == cuda::pipeline_role::producer) {
		for (int t = 0; t < tiles; ++t) {
			p.producer_acquire();
			for (int i = threadIdx.x; i < 64; i += 32)
				cuda::memcpy_async(&sm[t % S][i], &in[t * 64 + i],
				                   sizeof(int), p);
			p.producer_commit();
		}
	} else {
		int acc = 0;
		for (int t = 0; t < tiles; ++t) {
			p.consumer_wait();
			for (int i = threadIdx.x - 32; i < 64; i += blockDim.x - 32)
				acc = acc * 5 + sm[t % S][63 - i];
			p.consumer_release();
		}
		out[threadIdx.x] = acc;
	}
	p.quit();
}
__global__ void single(const double2 *in, double *out) {
	__shared__ double2 sm[128];
	auto p = cuda::make_pipeline();
	p.producer_acquire();
	cuda::memcpy_async(&sm[threadIdx.x], &in[127 - threadIdx.x], sizeof(double2), p);
	p.producer_commit();
	p.producer_acquire();
	cuda::memcpy_async(&sm[64 + threadIdx.x], &in[threadIdx.x],
	                   cuda::aligned_size_t<16>(16), p);
	p.producer_commit();
	cuda::pipeline_consumer_wait_prior<1>(p);
	double a = sm[threadIdx.x].x;
	p.consumer_release();
	cuda::pipeline_consumer_wait_prior<0>(p);
	out[threadIdx.x] = a + 3 * sm[64 + threadIdx.x].y;
	p.consumer_release();
}
__global__ void groups(const char *in, int *out) {
	__shared__ alignas(16) char sm[300];
	auto b = cg::this_thread_block();
	auto w = cg::tiled_partition<32>(b);
	cg::memcpy_async(b, sm, in + 3, 101);
	cg::wait(b);
	int s = 0;
	for (int i = 0; i < 101; ++i)
		s = s * 3 + sm[i];
	out[threadIdx.x] = s;
	b.sync();
	cg::memcpy_async(w, (int *)sm + w.meta_group_rank() * 32, 32, (const int *)in + 8,
	                 20);
	cg::wait(w);
	out[64 + threadIdx.x] = ((
		int *)sm)[w.meta_group_rank() * 32 + w.thread_rank() % 20];
	b.sync();
	short *own = (short *)sm + 72 * w.meta_group_rank();
	cg::memcpy_async(w, own, 8, (const short *)in, 8);
	cg::memcpy_async(w, own + 64, 8, (const short *)in + 32, 8);
	cg::wait_prior<1>(w);
	int x = own[3];
	cg::wait_prior<0>(w);
	out[128 + threadIdx.x] = x * 1000 + own[65];
}
__global__ void __cluster_dims__(4) bulk(const int *in, int *out) {
	__shared__ alignas(128) int sm[256];
	__shared__ alignas(8) uint64_t bar;
	auto c = cg::this_cluster();
	if (threadIdx.x == 0) {
		ptx::mbarrier_init(&bar, 1);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	c.sync();
	if (threadIdx.x == 0) {
		ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
		                               ptx::space_shared, &bar, 1024);
		ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, sm,
		                   in + c.block_rank() * 256, 512, &bar);
		ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, sm + 128,
		                   in + c.block_rank() * 256 + 128, 512, &bar);
	}
	while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
	}
	c.sync();
	int *other = c.map_shared_rank(sm, (c.block_rank() + 1) % c.num_blocks());
	int v = other[255 - threadIdx.x];
	unsigned qr = c.query_shared_rank(other);
	c.barrier_arrive();
	c.barrier_wait();
	sm[threadIdx.x] = v * 2 + qr;
	ptx::fence_proxy_async(ptx::space_shared);
	__syncthreads();
	if (threadIdx.x == 0) {
		ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared,
		                          ptx::op_add, out + (c.block_rank() / 2) * 256,
		                          sm, 1024);
		ptx::cp_async_bulk_commit_group();
		ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
	}
}
__global__ void __cluster_dims__(2) remote(int *out) {
	__shared__ alignas(8) uint64_t bar;
	__shared__ int box[4];
	auto c = cg::this_cluster();
	unsigned me = c.block_rank(), you = me ^ 1;
	if (threadIdx.x == 0) {
		ptx::mbarrier_init(&bar, 1);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
		ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
		                               ptx::space_shared, &bar, 16);
	}
	c.sync();
	if (threadIdx.x < 4) {
		int *rb = c.map_shared_rank(box, you);
		uint64_t *rbar = c.map_shared_rank(&bar, you);
		ptx::st_async(&rb[threadIdx.x], (int)(me * 100 + threadIdx.x), rbar);
	}
	while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar,
	                                      0)) {
	}
	if (threadIdx.x < 4)
		out[me * 4 + threadIdx.x] = box[threadIdx.x];
	out[8 + me] = c.dim_blocks().x * 10 + c.thread_rank() / 64 + c.num_threads();
	c.sync();
}
int main() {
	int *in, *o;
	cudaMallocManaged(&in, 4 * 4096);
	cudaMallocManaged(&o, 8192);
	for (int i = 0; i < 4096; ++i)
		in[i] = i * 2654435761u >> 7;
	auto show = [&](const char *w, int n) {
		auto e = cudaDeviceSynchronize();
		unsigned h = 0;
		for (int i = 0; i < 1024; ++i)
			h = h * 31 + o[i];
		printf("%s %s %08x:", w, cudaGetErrorString(e), h);
		for (int i = 0; i < n; ++i)
			printf(" %d", o[i]);
		puts("");
		memset(o, 0, 8192);
	};
	memset(o, 0, 8192);
	staged<2><<<1, 128, 2 * 512>>>(in, o, 2048);
	show("staged2", 7);
	staged<4><<<1, 64, 4 * 256>>>(in, o, 2048);
	show("staged4", 7);
	staged<1><<<1, 64, 256>>>(in, o, 1024);
	show("staged1", 7);
	roles<<<1, 96>>>(in, o, 1024);
	show("roles", 40);
	single<<<1, 64>>>((double2 *)in, (double *)o);
	show("single", 0);
	groups<<<1, 64>>>((char *)in, o);
	show("groups", 4);
	bulk<<<4, 256>>>(in, o);
	show("bulk", 6);
	remote<<<2, 64>>>(o);
	show("remote", 10);
}
