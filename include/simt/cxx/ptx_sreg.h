/* ptx_sreg.h - cuda::ptx: special registers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/ptx_base.h"

namespace cuda {
namespace ptx {

#define __SIMT_PTX_SREG32(name, reg)                                \
	__SIMT_PTX uint32_t get_sreg_##name() {                     \
		uint32_t __v;                                       \
		asm volatile("mov.u32 %0, %%" reg ";" : "=r"(__v)); \
		return __v;                                         \
	}
#define __SIMT_PTX_SREG64(name, reg)                                \
	__SIMT_PTX uint64_t get_sreg_##name() {                     \
		uint64_t __v;                                       \
		asm volatile("mov.u64 %0, %%" reg ";" : "=l"(__v)); \
		return __v;                                         \
	}
#define __SIMT_PTX_SREG3(name)                  \
	__SIMT_PTX_SREG32(name##_x, #name ".x") \
	__SIMT_PTX_SREG32(name##_y, #name ".y") \
	__SIMT_PTX_SREG32(name##_z, #name ".z")
__SIMT_PTX_SREG3(tid)
__SIMT_PTX_SREG3(ntid)
__SIMT_PTX_SREG3(ctaid)
__SIMT_PTX_SREG3(nctaid)
__SIMT_PTX_SREG32(laneid, "laneid")
__SIMT_PTX_SREG32(warpid, "warpid")
__SIMT_PTX_SREG32(nwarpid, "nwarpid")
__SIMT_PTX_SREG32(smid, "smid")
__SIMT_PTX_SREG32(nsmid, "nsmid")
__SIMT_PTX_SREG32(lanemask_eq, "lanemask_eq")
__SIMT_PTX_SREG32(lanemask_le, "lanemask_le")
__SIMT_PTX_SREG32(lanemask_lt, "lanemask_lt")
__SIMT_PTX_SREG32(lanemask_ge, "lanemask_ge")
__SIMT_PTX_SREG32(lanemask_gt, "lanemask_gt")
__SIMT_PTX_SREG32(clock, "clock")
__SIMT_PTX_SREG32(clock_hi, "clock_hi")
__SIMT_PTX_SREG32(globaltimer_lo, "globaltimer_lo")
__SIMT_PTX_SREG32(globaltimer_hi, "globaltimer_hi")
__SIMT_PTX_SREG32(total_smem_size, "total_smem_size")
__SIMT_PTX_SREG32(dynamic_smem_size, "dynamic_smem_size")
__SIMT_PTX_SREG64(current_graph_exec, "current_graph_exec")
__SIMT_PTX_SREG64(clock64, "clock64")
__SIMT_PTX_SREG64(globaltimer, "globaltimer")
__SIMT_PTX_SREG64(gridid, "gridid")
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__SIMT_PTX_SREG3(clusterid)
__SIMT_PTX_SREG3(nclusterid)
__SIMT_PTX_SREG3(cluster_ctaid)
__SIMT_PTX_SREG3(cluster_nctaid)
__SIMT_PTX_SREG32(cluster_ctarank, "cluster_ctarank")
__SIMT_PTX_SREG32(cluster_nctarank, "cluster_nctarank")
__SIMT_PTX_SREG32(aggr_smem_size, "aggr_smem_size")

__SIMT_PTX bool get_sreg_is_explicit_cluster() {
	uint32_t __is;
	asm volatile("{\n\t"
	             ".reg .pred p;\n\t"
	             "mov.pred p, %%is_explicit_cluster;\n\t"
	             "selp.u32 %0, 1, 0, p;\n\t"
	             "}"
	             : "=r"(__is));
	return __is;
}
#endif
#undef __SIMT_PTX_SREG3
#undef __SIMT_PTX_SREG64
#undef __SIMT_PTX_SREG32

} // namespace ptx
} // namespace cuda
