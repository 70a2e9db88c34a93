// Clusters of 2, 4, 8 and 16 blocks: histogram, ring, reduction, producers and consumers, waiting for a peer's memory.
// build: -arch=sm_90a
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

enum { bins = 256, threads = 128 };

__device__ unsigned hash(unsigned x) {
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	return x * 0x846ca68bu;
}

// Each block holds a part of the bins.
__global__ void histogram(unsigned *out, unsigned n) {
	__shared__ unsigned part[bins];
	cg::cluster_group cluster = cg::this_cluster();
	unsigned blocks = cluster.num_blocks(), own = bins / blocks;
	for (unsigned i = threadIdx.x; i < own; i += blockDim.x)
		part[i] = 0;
	cluster.sync();
	for (unsigned i = cluster.thread_rank(); i < n; i += cluster.num_threads()) {
		unsigned bin = hash(i + 1000 * (blockIdx.x / blocks)) % bins;
		atomicAdd(cluster.map_shared_rank(part, bin / own) + bin % own, 1u);
	}
	cluster.sync();
	for (unsigned i = threadIdx.x; i < own; i += blockDim.x)
		atomicAdd(&out[cluster.block_rank() * own + i], part[i]);
}

// What a block has goes round the ring, one step after the other.
__global__ void ring(unsigned *out) {
	__shared__ unsigned box[2][threads];
	cg::cluster_group cluster = cg::this_cluster();
	unsigned blocks = cluster.num_blocks(), next = (cluster.block_rank() + 1) % blocks, sum = 0;
	box[0][threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
	cluster.sync();
	for (unsigned step = 0; step < blocks; step++) {
		unsigned v = box[step & 1][threadIdx.x];
		sum = sum * 3 + v;
		cluster.map_shared_rank(box[(step + 1) & 1], next)[threadIdx.x] = v;
		cluster.barrier_arrive();
		cluster.barrier_wait();
	}
	out[blockIdx.x * threads + threadIdx.x] = sum;
}

// A tree over blocks, whose leaves are sums of blocks.
__global__ void reduction(unsigned long long *out) {
	__shared__ unsigned long long sum;
	cg::cluster_group cluster = cg::this_cluster();
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	atomicAdd(&sum, (unsigned long long)hash(cluster.thread_rank()) * (blockIdx.x + 1));
	cluster.sync();
	for (unsigned half = cluster.num_blocks() / 2; half > 0; half /= 2) {
		if (cluster.block_rank() < half && threadIdx.x == 0)
			sum += *cluster.map_shared_rank(&sum, cluster.block_rank() + half);
		cluster.sync();
	}
	if (cluster.block_rank() == 0 && threadIdx.x == 0)
		out[blockIdx.x / cluster.num_blocks()] = sum;
}

// The first warp of block 0 copies tiles to all blocks at once; the other warps of each block use them. A stage is
// filled again when all consumers of the cluster have arrived at block 0's barrier.
template <int Stages, int Tile> struct Pipe {
	alignas(128) unsigned tile[Stages][Tile];
	uint64_t full[Stages], empty[Stages];
};
__global__ void produce_consume(const unsigned *in, unsigned *out, unsigned tiles) {
	enum { stages = 3, tile = 128 };
	__shared__ Pipe<stages, tile> pipe;
	cg::cluster_group cluster = cg::this_cluster();
	unsigned blocks = cluster.num_blocks(), consumers = blockDim.x / 32 - 1, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	if (threadIdx.x == 0) {
		for (int i = 0; i < stages; i++) {
			ptx::mbarrier_init(&pipe.full[i], 1);
			ptx::mbarrier_init(&pipe.empty[i], consumers * blocks);
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	cluster.sync();
	if (warp == 0) {
		if (lane == 0)
			for (unsigned i = 0; i < tiles; i++) {
				unsigned stage = i % stages, round = i / stages;
				ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &pipe.full[stage],
				                               tile * sizeof(unsigned));
				if (cluster.block_rank() != 0)
					while (!ptx::mbarrier_try_wait_parity(&pipe.full[stage], round & 1))
						;
				else {
					while (round > 0 && !ptx::mbarrier_try_wait_parity(&pipe.empty[stage], (round - 1) & 1))
						;
					ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, pipe.tile[stage], in + i * tile,
					                   tile * sizeof(unsigned), &pipe.full[stage], (uint16_t)((1u << blocks) - 1));
				}
			}
	} else {
		unsigned sum = 0;
		for (unsigned i = 0; i < tiles; i++) {
			unsigned stage = i % stages, round = i / stages;
			while (!ptx::mbarrier_try_wait_parity(&pipe.full[stage], round & 1))
				;
			for (unsigned k = threadIdx.x - 32; k < tile; k += blockDim.x - 32)
				sum = sum * 31 + pipe.tile[stage][k];
			__syncwarp();
			if (lane == 0)
				ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,
				                     cluster.map_shared_rank(&pipe.empty[stage], 0));
		}
		out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
	}
	cluster.sync();
}

// Turns: a block waits until the one before it has written to its memory.
__global__ void turns(unsigned *out, unsigned rounds) {
	__shared__ volatile unsigned turn;
	cg::cluster_group cluster = cg::this_cluster();
	unsigned rank = cluster.block_rank(), blocks = cluster.num_blocks();
	if (threadIdx.x == 0)
		turn = rank == 0 ? 1 : 0;
	cluster.sync();
	if (threadIdx.x == 0)
		for (unsigned i = 1; i <= rounds; i++) {
			while (turn != i)
				;
			out[blockIdx.x / blocks] = out[blockIdx.x / blocks] * 5 + rank;
			__threadfence();
			*cluster.map_shared_rank((unsigned *)&turn, (rank + 1) % blocks) = rank + 1 == blocks ? i + 1 : i;
		}
	cluster.sync();
}

template <typename... Params, typename... Args>
cudaError_t launch(void (*kernel)(Params...), int blocks, int cluster, int block, Args... args) {
	if (cluster > 8) {
		cudaError_t e = cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
		if (e)
			return e;
	}
	cudaLaunchConfig_t config = {};
	cudaLaunchAttribute attribute = {};
	attribute.id = cudaLaunchAttributeClusterDimension;
	attribute.val.clusterDim.x = cluster;
	attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
	config.gridDim = dim3(blocks);
	config.blockDim = dim3(block);
	config.attrs = &attribute;
	config.numAttrs = 1;
	return cudaLaunchKernelEx(&config, kernel, Params(args)...);
}

unsigned mixed(const unsigned *p, int n) {
	unsigned sum = 0;
	for (int i = 0; i < n; i++)
		sum = sum * 16777619u ^ p[i];
	return sum;
}

int main() {
	enum { words = 32 * threads };
	unsigned *out, *in;
	unsigned long long *sums;
	cudaMallocManaged(&out, words * sizeof *out);
	cudaMallocManaged(&in, 10 * 128 * sizeof *in);
	cudaMallocManaged(&sums, 32 * sizeof *sums);
	for (int i = 0; i < 10 * 128; i++)
		in[i] = i * 2654435761u;
	auto clear = [&] { cudaMemset(out, 0, words * sizeof *out); };
	auto result = [&](const char *name, cudaError_t e, int n) {
		cudaError_t ran = cudaDeviceSynchronize();
		printf(" %s: %s, %s, %08x\n", name, cudaGetErrorString(e), cudaGetErrorString(ran), mixed(out, n));
	};
	for (int size = 2; size <= 16; size *= 2) {
		printf("clusters of %d\n", size);
		clear();
		result("histogram", launch(histogram, 2 * size, size, threads, out, 5000u), bins);
		clear();
		result("ring", launch(ring, 2 * size, size, threads, out), 2 * size * threads);
		cudaMemset(sums, 0, 32 * sizeof *sums);
		cudaError_t e = launch(reduction, 2 * size, size, threads, sums);
		cudaError_t ran = cudaDeviceSynchronize();
		printf(" reduction: %s, %s, %llu %llu\n", cudaGetErrorString(e), cudaGetErrorString(ran), sums[0], sums[1]);
		clear();
		result("producer", launch(produce_consume, 2 * size, size, threads, in, out, 10u), 2 * size * threads);
		clear();
		result("turns", launch(turns, 2 * size, size, 32, out, 6u), 2);
	}
	cudaError_t e = launch(ring, 18, 9, threads, out);
	printf("clusters of 9: %d\n", e == cudaSuccess);
	cudaGetLastError();
	cudaDeviceSynchronize();
	cudaLaunchConfig_t config = {};
	cudaLaunchAttribute attribute = {};
	attribute.id = cudaLaunchAttributeClusterDimension;
	attribute.val.clusterDim.x = 16;
	attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
	config.gridDim = dim3(16);
	config.blockDim = dim3(32);
	config.attrs = &attribute;
	config.numAttrs = 1;
	cudaFuncSetAttribute((const void *)ring, cudaFuncAttributeNonPortableClusterSizeAllowed, 0);
	printf("16 without leave: %s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, ring, out)));
	return 0;
}
