/* block.h - groups of whole blocks: a block, a grid, a cluster.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cg/base.h"

namespace cooperative_groups {
namespace __v1 {

namespace __details {

/* The memory in which the warps of a tile that has several meet and exchange values: a word that counts
 * arrivals for each tile that a block can have, and eight bytes for each warp. */
struct __meeting_place {
	unsigned *__barriers;
	unsigned long long *__slots;
};

enum { __tile_barriers = 32 };

/* A meeting of n at a word: what they add to it makes 2^31 in all, so its top bit flips
 * when the last one has come. */
__SIMT_CG unsigned __come(unsigned *__word, bool __is_first, unsigned long long __n) {
	return atomicAdd(__word, __is_first ? 0x80000001u - (unsigned)__n : 1);
}

/* __before: the word as it was when the caller came */
__SIMT_CG void __meet(volatile unsigned *__word, unsigned __before) {
	while (((*__word ^ __before) & 0x80000000u) == 0)
		;
}

} // namespace __details

template <unsigned _MaxBlockSize = 1024> struct __align__(8) block_tile_memory {
	unsigned __barriers[__details::__tile_barriers];
	unsigned long long __slots[(_MaxBlockSize + 31) / 32];
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
		return __details::block_rank();
	}
	__SIMT_CG static unsigned num_threads() {
		return __details::__block_threads();
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
	__SIMT_CG const __details::__meeting_place &__tile_memory() const {
		return __memory;
	}

      private:
	__SIMT_CG thread_block() : __memory() {
	}
	friend __SIMT_CG thread_block this_thread_block();
	template <unsigned __N>
	friend __SIMT_CG thread_block this_thread_block(block_tile_memory<__N> &);
	__details::__meeting_place __memory;
};

__SIMT_CG thread_block this_thread_block() {
	return thread_block();
}

/* All threads of the block call it. */
template <unsigned __N>
__SIMT_CG thread_block this_thread_block(block_tile_memory<__N> &__memory) {
	if (__details::__block_threads() > __N)
		__trap();
	thread_block __block;
	__block.__memory.__barriers = __memory.__barriers;
	__block.__memory.__slots = __memory.__slots;
	for (unsigned __i = __block.thread_rank(); __i < __details::__tile_barriers;
	     __i += __block.size())
		__memory.__barriers[__i] = 0;
	__syncthreads();
	return __block;
}

/* ---- a grid ---- */

/* A cooperative launch gives the grid a word in memory, zero at first. */
class grid_group {
      public:
	/* The word as it was when the block came. */
	using arrival_token = unsigned;

	/* False: the launch was not a cooperative one. */
	__SIMT_CG bool is_valid() const {
		return __workspace != 0;
	}
	__SIMT_CG void sync() const {
		barrier_wait(barrier_arrive());
	}
	__SIMT_CG arrival_token barrier_arrive() const {
		arrival_token __token = 0;
		if (!is_valid())
			__trap();
		__syncthreads();
		if (__details::block_rank() == 0) {
			bool __is_first = (blockIdx.x | blockIdx.y | blockIdx.z) == 0;
			__threadfence();
			__token = __details::__come(__word(), __is_first, num_blocks());
		}
		return __token;
	}
	__SIMT_CG void barrier_wait(arrival_token &&__token) const {
		if (__details::block_rank() == 0) {
			__details::__meet(__word(), __token);
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
		return num_blocks() * __details::__block_threads();
	}
	__SIMT_CG static unsigned long long size() {
		return num_threads();
	}
	__SIMT_CG static unsigned long long thread_rank() {
		return block_rank() * __details::__block_threads() +
		       __details::block_rank();
	}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
	__SIMT_CG static dim3 dim_clusters() {
		return __clusterGridDimInClusters();
	}
	__SIMT_CG static unsigned long long num_clusters() {
		dim3 __n = dim_clusters();
		return (unsigned long long)__n.x * __n.y * __n.z;
	}
	__SIMT_CG static dim3 cluster_index() {
		return __clusterIdx();
	}
	__SIMT_CG static unsigned long long cluster_rank() {
		dim3 __i = cluster_index(), __n = dim_clusters();
		return ((unsigned long long)__i.z * __n.y + __i.y) * __n.x + __i.x;
	}
#endif

      private:
	__SIMT_CG grid_group() {
		unsigned __high, __low;
		asm("mov.u32 %0, %%envreg1;" : "=r"(__high));
		asm("mov.u32 %0, %%envreg2;" : "=r"(__low));
		__workspace = (unsigned long long)__high << 32 | __low;
	}
	/* The workspace starts with its size. */
	__SIMT_CG unsigned *__word() const {
		return reinterpret_cast<unsigned *>(__workspace) + 1;
	}
	friend __SIMT_CG grid_group this_grid();
	unsigned long long __workspace;
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
	__SIMT_CG static unsigned query_shared_rank(const void *__address) {
		return __cluster_query_shared_rank(__address);
	}
	/* The same variable in the block of that rank. */
	template <typename __T>
	__SIMT_CG static __T *map_shared_rank(__T *__address, int __rank) {
		return (__T *)__cluster_map_shared_rank((const void *)__address,
		                                        (unsigned)__rank);
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
		dim3 __n = dim_blocks();
		return dim3(__n.x * blockDim.x, __n.y * blockDim.y, __n.z * blockDim.z);
	}
	__SIMT_CG static dim3 group_dim() {
		return dim_blocks();
	}
	__SIMT_CG static unsigned num_threads() {
		return num_blocks() * __details::__block_threads();
	}
	__SIMT_CG static unsigned size() {
		return num_threads();
	}
	__SIMT_CG static dim3 thread_index() {
		dim3 __i = block_index();
		return dim3(__i.x * blockDim.x + threadIdx.x,
		            __i.y * blockDim.y + threadIdx.y,
		            __i.z * blockDim.z + threadIdx.z);
	}
	__SIMT_CG static unsigned thread_rank() {
		return block_rank() * __details::__block_threads() +
		       __details::block_rank();
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

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
