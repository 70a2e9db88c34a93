/* ptx_warp.h - cuda::ptx: between the lanes of a warp; the end of threads.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/ptx_base.h"

namespace cuda {
namespace ptx {

/* __is_inside: whether the lane that is asked for lies within the segment */
#define __SIMT_PTX_SHFL(mode)                                                       \
	template <typename __T>                                                     \
	[[nodiscard]] __SIMT_PTX __T shfl_sync_##mode(                              \
		__T __v, bool &__is_inside, uint32_t __lane,                        \
		uint32_t __clamp_and_segment, uint32_t __mask) noexcept {           \
		uint32_t __r, __inside;                                             \
		asm volatile("{\n\t"                                                \
		             ".reg .pred p;\n\t"                                    \
		             "shfl.sync." #mode ".b32 %0|p, %2, %3, %4, %5;\n\t"    \
		             "selp.u32 %1, 1, 0, p;\n\t"                            \
		             "}"                                                    \
		             : "=r"(__r), "=r"(__inside)                            \
		             : "r"(__bits32(__v)), "r"(__lane),                     \
		               "r"(__clamp_and_segment), "r"(__mask));              \
		__is_inside = __inside;                                             \
		return __builtin_bit_cast(__T, __r);                                \
	}                                                                           \
	template <typename __T>                                                     \
	[[nodiscard]] __SIMT_PTX __T shfl_sync_##mode(__T __v, uint32_t __lane,     \
	                                              uint32_t __clamp_and_segment, \
	                                              uint32_t __mask) noexcept {   \
		uint32_t __r;                                                       \
		asm volatile("shfl.sync." #mode ".b32 %0, %1, %2, %3, %4;"          \
		             : "=r"(__r)                                            \
		             : "r"(__bits32(__v)), "r"(__lane),                     \
		               "r"(__clamp_and_segment), "r"(__mask));              \
		return __builtin_bit_cast(__T, __r);                                \
	}
__SIMT_PTX_SHFL(idx)
__SIMT_PTX_SHFL(up)
__SIMT_PTX_SHFL(down)
__SIMT_PTX_SHFL(bfly)
#undef __SIMT_PTX_SHFL

__SIMT_PTX void exit() {
	asm volatile("exit;" ::: "memory");
}
__SIMT_PTX void trap() {
	asm volatile("trap;" ::: "memory");
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/* True in one lane of the mask. */
__SIMT_PTX bool elect_sync(const uint32_t &__mask) {
	uint32_t __elected;
	asm volatile("{\n\t"
	             ".reg .pred p;\n\t"
	             "elect.sync _|p, %1;\n\t"
	             "selp.u32 %0, 1, 0, p;\n\t"
	             "}"
	             : "=r"(__elected)
	             : "r"(__mask)
	             : "memory");
	return __elected;
}

/* More or fewer registers for each thread of the warp. */
template <int __N> __SIMT_PTX void setmaxnreg_inc(n32_t<__N>) {
	asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(__N));
}
template <int __N> __SIMT_PTX void setmaxnreg_dec(n32_t<__N>) {
	asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(__N));
}

#endif

} // namespace ptx
} // namespace cuda
