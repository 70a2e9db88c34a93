/* device_address.h - state spaces of addresses, and the place of a block in its cluster.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __SIMT_ISSPACEP(name, space)                     \
	__SIMT_FN unsigned name(const void *__pointer) { \
		unsigned __result;                       \
		asm("{\n\t"                              \
		    ".reg .pred p;\n\t"                  \
		    "isspacep." space " p, %1;\n\t"      \
		    "selp.u32 %0, 1, 0, p;\n\t"          \
		    "}"                                  \
		    : "=r"(__result)                     \
		    : "l"(__pointer));                   \
		return __result;                         \
	}
__SIMT_ISSPACEP(__isGlobal, "global")
__SIMT_ISSPACEP(__isShared, "shared")
__SIMT_ISSPACEP(__isConstant, "const")
__SIMT_ISSPACEP(__isLocal, "local")
#if __SIMT_ARCH >= 700
__SIMT_ISSPACEP(__isGridConstant, "param")
#endif
#if __SIMT_ARCH >= 900
__SIMT_ISSPACEP(__isCtaShared, "shared::cta")
__SIMT_ISSPACEP(__isClusterShared, "shared::cluster")
#endif
#undef __SIMT_ISSPACEP

/* A generic pointer to an address in its space, and back. */
#define __SIMT_CVTA(to, from, space)                                                     \
	__SIMT_FN size_t to(const void *__pointer) {                                     \
		size_t __address;                                                        \
		asm("cvta.to." space ".u64 %0, %1;" : "=l"(__address) : "l"(__pointer)); \
		return __address;                                                        \
	}                                                                                \
	__SIMT_FN void *from(size_t __address) {                                         \
		void *__pointer;                                                         \
		asm("cvta." space ".u64 %0, %1;" : "=l"(__pointer) : "l"(__address));    \
		return __pointer;                                                        \
	}
__SIMT_CVTA(__cvta_generic_to_global, __cvta_global_to_generic, "global")
__SIMT_CVTA(__cvta_generic_to_shared, __cvta_shared_to_generic, "shared")
__SIMT_CVTA(__cvta_generic_to_constant, __cvta_constant_to_generic, "const")
__SIMT_CVTA(__cvta_generic_to_local, __cvta_local_to_generic, "local")
#if __SIMT_ARCH >= 700
__SIMT_CVTA(__cvta_generic_to_grid_constant, __cvta_grid_constant_to_generic, "param")
#endif
#undef __SIMT_CVTA

/* The pointer, with a hint how the memory is going to be used, which has no effect
 * here. */
__SIMT_FN void *__nv_associate_access_property(const void *__pointer,
                                               unsigned long long __property) {
	(void)__property;
	return const_cast<void *>(__pointer);
}

/* ---- clusters ---- */

#if __SIMT_ARCH >= 900

/* The same variable of the block with that rank in the cluster. */
__SIMT_FN void *__cluster_map_shared_rank(const void *__pointer, unsigned __rank) {
	void *__there;
	asm("mapa.u64 %0, %1, %2;" : "=l"(__there) : "l"(__pointer), "r"(__rank));
	return __there;
}

/* The rank of the block whose shared memory the pointer is in. */
__SIMT_FN unsigned __cluster_query_shared_rank(const void *__pointer) {
	unsigned __rank;
	asm("getctarank.u64 %0, %1;" : "=r"(__rank) : "l"(__pointer));
	return __rank;
}

#define __SIMT_READ_DIM3(name, sreg)                        \
	__SIMT_FN dim3 name() {                             \
		unsigned __x, __y, __z;                     \
		asm("mov.u32 %0, " sreg ".x;" : "=r"(__x)); \
		asm("mov.u32 %0, " sreg ".y;" : "=r"(__y)); \
		asm("mov.u32 %0, " sreg ".z;" : "=r"(__z)); \
		return dim3(__x, __y, __z);                 \
	}
__SIMT_READ_DIM3(__clusterDim, "%%cluster_nctaid")
__SIMT_READ_DIM3(__clusterRelativeBlockIdx, "%%cluster_ctaid")
__SIMT_READ_DIM3(__clusterGridDimInClusters, "%%nclusterid")
__SIMT_READ_DIM3(__clusterIdx, "%%clusterid")
#undef __SIMT_READ_DIM3

__SIMT_FN unsigned __clusterRelativeBlockRank() {
	unsigned __rank;
	asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(__rank));
	return __rank;
}

__SIMT_FN unsigned __clusterSizeInBlocks() {
	unsigned __n;
	asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(__n));
	return __n;
}

__SIMT_FN unsigned __clusterDimIsSpecified() {
	unsigned __is;
	asm("{\n\t"
	    ".reg .pred p;\n\t"
	    "mov.pred p, %%is_explicit_cluster;\n\t"
	    "selp.u32 %0, 1, 0, p;\n\t"
	    "}"
	    : "=r"(__is));
	return __is;
}

#endif
