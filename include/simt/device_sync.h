/* device_sync.h - barriers of a block, a warp and a cluster; fences; dependent launches.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* ---- blocks ---- */

#if !defined(__SIMT_CLANG__) /* which knows it */
__SIMT_FN void __syncthreads() {
	asm volatile("bar.sync 0;" ::: "memory");
}
#endif

/* The barrier, and how many of the block's threads came with a predicate other than
 * zero. */
__SIMT_FN int __syncthreads_count(int __predicate) {
	int __n;
	asm volatile("{\n\t"
	             ".reg .pred p;\n\t"
	             "setp.ne.s32 p, %1, 0;\n\t"
	             "bar.red.popc.u32 %0, 0, p;\n\t"
	             "}"
	             : "=r"(__n)
	             : "r"(__predicate)
	             : "memory");
	return __n;
}

#define __SIMT_SYNCTHREADS(name, op)                            \
	__SIMT_FN int name(int __predicate) {                   \
		int __all;                                      \
		asm volatile("{\n\t"                            \
		             ".reg .pred p, q;\n\t"             \
		             "setp.ne.s32 p, %1, 0;\n\t"        \
		             "bar.red." op ".pred q, 0, p;\n\t" \
		             "selp.s32 %0, 1, 0, q;\n\t"        \
		             "}"                                \
		             : "=r"(__all)                      \
		             : "r"(__predicate)                 \
		             : "memory");                       \
		return __all;                                   \
	}
__SIMT_SYNCTHREADS(__syncthreads_and, "and")
__SIMT_SYNCTHREADS(__syncthreads_or, "or")
#undef __SIMT_SYNCTHREADS

/* Named barriers 0 to 15; the second form waits for `count` threads, a multiple of 32. */
__SIMT_FN void __barrier_sync(unsigned __id) {
	asm volatile("barrier.sync %0;" ::"r"(__id) : "memory");
}

__SIMT_FN void __barrier_sync_count(unsigned __id, unsigned __count) {
	asm volatile("barrier.sync %0, %1;" ::"r"(__id), "r"(__count) : "memory");
}

/* ---- warps ---- */

__SIMT_FN void __syncwarp(unsigned __mask = 0xffffffffu) {
	asm volatile("bar.warp.sync %0;" ::"r"(__mask) : "memory");
}

/* ---- fences ---- */

__SIMT_FN void __threadfence_block() {
	asm volatile("membar.cta;" ::: "memory");
}

__SIMT_FN void __threadfence() {
	asm volatile("membar.gl;" ::: "memory");
}

__SIMT_FN void __threadfence_system() {
	asm volatile("membar.sys;" ::: "memory");
}

#if __SIMT_ARCH >= 900

__SIMT_FN void __threadfence_cluster() {
	asm volatile("fence.sc.cluster;" ::: "memory");
}

/* ---- clusters ---- */

__SIMT_FN void __cluster_barrier_arrive() {
	asm volatile("barrier.cluster.arrive;" ::: "memory");
}

/* Orders no memory accesses of the thread. */
__SIMT_FN void __cluster_barrier_arrive_relaxed() {
	asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
}

__SIMT_FN void __cluster_barrier_wait() {
	asm volatile("barrier.cluster.wait;" ::: "memory");
}

/* ---- launches that overlap the one before ---- */

/* Waits until the grids that this one depends on are complete and their writes visible. */
__SIMT_FN void cudaGridDependencySynchronize() {
	asm volatile("griddepcontrol.wait;" ::: "memory");
}

/* Lets the dependent grids start when every block has said so or ended. */
__SIMT_FN void cudaTriggerProgrammaticLaunchCompletion() {
	asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

#endif
