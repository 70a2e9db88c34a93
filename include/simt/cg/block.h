/* block.h - groups of whole blocks: a block, a grid, a cluster.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cg/base.h"

namespace cooperative_groups {

namespace details {

/* Where the warps of a tile that has several meet and leave values: a word that counts
 * arrivals for each tile that a block can have, and eight bytes for each warp. */
struct tile_memory {
	unsigned *barriers;
	unsigned long long *slots;
};

enum { tile_barriers = 32 };

/* A meeting of n at a word: what they add to it makes 2^31 in all, so its top bit flips
 * when the last one has come. */
__SIMT_CG unsigned come(unsigned *word, bool is_first, unsigned long long n) {
	return atomicAdd(word, is_first ? 0x80000001u - (unsigned)n : 1);
}

/* before: the word as it was when the caller came */
__SIMT_CG void meet(volatile unsigned *word, unsigned before) {
	while (((*word ^ before) & 0x80000000u) == 0)
		;
}

} // namespace details

template <unsigned _MaxBlockSize = 1024> struct __align__(8) block_tile_memory {
	unsigned barriers[details::tile_barriers];
	unsigned long long slots[(_MaxBlockSize + 31) / 32];
};

/* ---- a block ---- */

class thread_block {
      public:
	__SIMT_CG static void sync() {
		__syncthreads();
	}
	/* Every thread that arrives must wait, so the waiting alone can be the barrier.
	 * */
	struct arrival_token {};
	__SIMT_CG static arrival_token barrier_arrive() {
		return arrival_token();
	}
	__SIMT_CG static void barrier_wait(arrival_token &&) {
		__syncthreads();
	}
	__SIMT_CG static unsigned thread_rank() {
		return details::block_rank();
	}
	__SIMT_CG static unsigned num_threads() {
		return details::block_threads();
	}
	__SIMT_CG static unsigned size() {
		return num_threads();
	}
	__SIMT_CG static dim3 group_index() {
		return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
	}
	__SIMT_CG static dim3 thread_index() {
		return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
	}
	__SIMT_CG static dim3 dim_threads() {
		return dim3(blockDim.x, blockDim.y, blockDim.z);
	}
	__SIMT_CG static dim3 group_dim() {
		return dim_threads();
	}

	/* For tiles of several warps; null without block_tile_memory. */
	__SIMT_CG const details::tile_memory &__tile_memory() const {
		return memory;
	}

      private:
	__SIMT_CG thread_block() : memory() {
	}
	friend __SIMT_CG thread_block this_thread_block();
	template <unsigned __N>
	friend __SIMT_CG thread_block this_thread_block(block_tile_memory<__N> &);
	details::tile_memory memory;
};

__SIMT_CG thread_block this_thread_block() {
	return thread_block();
}

/* All threads of the block call it. */
template <unsigned __N>
__SIMT_CG thread_block this_thread_block(block_tile_memory<__N> &memory) {
	if (details::block_threads() > __N)
		__trap();
	thread_block block;
	block.memory.barriers = memory.barriers;
	block.memory.slots = memory.slots;
	for (unsigned i = block.thread_rank(); i < details::tile_barriers;
	     i += block.size())
		memory.barriers[i] = 0;
	__syncthreads();
	return block;
}

/* ---- a grid ---- */

/* A cooperative launch gives the grid a word in memory, zero at first. */
class grid_group {
      public:
	/* The word as it was when the block came. */
	struct arrival_token {
		unsigned before;
	};

	/* False: the launch was not a cooperative one. */
	__SIMT_CG bool is_valid() const {
		return workspace != 0;
	}
	__SIMT_CG void sync() const {
		barrier_wait(barrier_arrive());
	}
	__SIMT_CG arrival_token barrier_arrive() const {
		arrival_token token = {0};
		if (!is_valid())
			__trap();
		__syncthreads();
		if (details::block_rank() == 0) {
			bool is_first = (blockIdx.x | blockIdx.y | blockIdx.z) == 0;
			__threadfence();
			token.before = details::come(word(), is_first, num_blocks());
		}
		return token;
	}
	__SIMT_CG void barrier_wait(arrival_token &&token) const {
		if (details::block_rank() == 0) {
			details::meet(word(), token.before);
			__threadfence();
		}
		__syncthreads();
	}

	__SIMT_CG static dim3 dim_blocks() {
		return dim3(gridDim.x, gridDim.y, gridDim.z);
	}
	__SIMT_CG static dim3 group_dim() {
		return dim_blocks();
	}
	__SIMT_CG static unsigned long long num_blocks() {
		return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
	}
	__SIMT_CG static dim3 block_index() {
		return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
	}
	__SIMT_CG static unsigned long long block_rank() {
		return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) *
		               gridDim.x +
		       blockIdx.x;
	}
	__SIMT_CG static unsigned long long num_threads() {
		return num_blocks() * details::block_threads();
	}
	__SIMT_CG static unsigned long long size() {
		return num_threads();
	}
	__SIMT_CG static unsigned long long thread_rank() {
		return block_rank() * details::block_threads() + details::block_rank();
	}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
	__SIMT_CG static dim3 dim_clusters() {
		return __clusterGridDimInClusters();
	}
	__SIMT_CG static unsigned long long num_clusters() {
		dim3 n = dim_clusters();
		return (unsigned long long)n.x * n.y * n.z;
	}
	__SIMT_CG static dim3 cluster_index() {
		return __clusterIdx();
	}
	__SIMT_CG static unsigned long long cluster_rank() {
		dim3 i = cluster_index(), n = dim_clusters();
		return ((unsigned long long)i.z * n.y + i.y) * n.x + i.x;
	}
#endif

      private:
	__SIMT_CG grid_group() {
		unsigned high, low;
		asm("mov.u32 %0, %%envreg1;" : "=r"(high));
		asm("mov.u32 %0, %%envreg2;" : "=r"(low));
		workspace = (unsigned long long)high << 32 | low;
	}
	/* The workspace starts with its size. */
	__SIMT_CG unsigned *word() const {
		return reinterpret_cast<unsigned *>(workspace) + 1;
	}
	friend __SIMT_CG grid_group this_grid();
	unsigned long long workspace;
};

__SIMT_CG grid_group this_grid() {
	return grid_group();
}

/* ---- a cluster ---- */

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
class cluster_group {
      public:
	struct arrival_token {};

	__SIMT_CG static void sync() {
		__cluster_barrier_arrive();
		__cluster_barrier_wait();
	}
	__SIMT_CG static arrival_token barrier_arrive() {
		__cluster_barrier_arrive();
		return arrival_token();
	}
	__SIMT_CG static void barrier_wait() {
		__cluster_barrier_wait();
	}
	__SIMT_CG static void barrier_wait(arrival_token &&) {
		__cluster_barrier_wait();
	}

	/* The rank of the block that the shared variable is in. */
	__SIMT_CG static unsigned query_shared_rank(const void *address) {
		return __cluster_query_shared_rank(address);
	}
	/* The same variable in the block of that rank. */
	template <typename __T> __SIMT_CG static __T *map_shared_rank(__T *address, int rank) {
		return (__T *)__cluster_map_shared_rank((const void *)address,
		                                      (unsigned)rank);
	}

	__SIMT_CG static dim3 dim_blocks() {
		return __clusterDim();
	}
	__SIMT_CG static unsigned num_blocks() {
		return __clusterSizeInBlocks();
	}
	__SIMT_CG static dim3 block_index() {
		return __clusterRelativeBlockIdx();
	}
	__SIMT_CG static unsigned block_rank() {
		return __clusterRelativeBlockRank();
	}
	__SIMT_CG static dim3 dim_threads() {
		dim3 n = dim_blocks();
		return dim3(n.x * blockDim.x, n.y * blockDim.y, n.z * blockDim.z);
	}
	__SIMT_CG static dim3 group_dim() {
		return dim_blocks();
	}
	__SIMT_CG static unsigned num_threads() {
		return num_blocks() * details::block_threads();
	}
	__SIMT_CG static unsigned size() {
		return num_threads();
	}
	__SIMT_CG static dim3 thread_index() {
		dim3 i = block_index();
		return dim3(i.x * blockDim.x + threadIdx.x,
		            i.y * blockDim.y + threadIdx.y,
		            i.z * blockDim.z + threadIdx.z);
	}
	__SIMT_CG static unsigned thread_rank() {
		return block_rank() * details::block_threads() + details::block_rank();
	}

      private:
	__SIMT_CG cluster_group() {
	}
	friend __SIMT_CG cluster_group this_cluster();
};

__SIMT_CG cluster_group this_cluster() {
	return cluster_group();
}
#endif

} // namespace cooperative_groups
