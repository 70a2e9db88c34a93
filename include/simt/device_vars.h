/* device_vars.h - where a thread is: threadIdx and the like.
 *
 * The attribute simt_sreg("%tid") makes a variable stand for the special registers
 * %tid.x, %tid.y and %tid.z: it has no memory, and its members read the register.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if defined(__SIMT_CLANG__)
/* Clang has no such attribute, but properties that call a function. */
#define __SIMT_PART(part, builtin)                                                       \
	__declspec(property(get = __get_##part)) unsigned part;                          \
	static __device__ __forceinline__ unsigned __get_##part() {                      \
		return builtin;                                                          \
	}
#define __SIMT_VAR(name, type, reg)                                                      \
	struct __simt_##name {                                                           \
		__SIMT_PART(x, __nvvm_read_ptx_sreg_##reg##_x())                         \
		__SIMT_PART(y, __nvvm_read_ptx_sreg_##reg##_y())                         \
		__SIMT_PART(z, __nvvm_read_ptx_sreg_##reg##_z())                         \
		__device__ __forceinline__ operator type() const {                       \
			return {__get_x(), __get_y(), __get_z()};                        \
		}                                                                        \
	};                                                                               \
	extern const __device__ __attribute__((__weak__)) __simt_##name name;
__SIMT_VAR(threadIdx, uint3, tid)
__SIMT_VAR(blockIdx, uint3, ctaid)
__SIMT_VAR(blockDim, dim3, ntid)
__SIMT_VAR(gridDim, dim3, nctaid)
#else
#define __SIMT_SREG(name) __attribute__((simt_sreg(name)))

extern const __device__ uint3 threadIdx __SIMT_SREG("%tid");
extern const __device__ uint3 blockIdx __SIMT_SREG("%ctaid");
extern const __device__ dim3 blockDim __SIMT_SREG("%ntid");
extern const __device__ dim3 gridDim __SIMT_SREG("%nctaid");
#endif

static const int warpSize = 32;
