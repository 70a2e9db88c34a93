/* cuda_fp6.h - 6-bit floats, one in a byte: e2m3 (up to 7.5) and e3m2 (up to 28), pairs and fours of them, and their
 * conversions, for the host and the device.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __CUDA_FP6_H__
#define __CUDA_FP6_HPP__

#ifndef __cplusplus /* C has the bits */
#include "simt/half/bits.h"
#else

#include "cuda_fp8.h"

#define __CUDA_FP6_TYPES_EXIST__

typedef __nv_fp8_storage_t __nv_fp6_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp6x2_storage_t;
typedef __nv_fp8x4_storage_t __nv_fp6x4_storage_t;

typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;

#define SIMT_F6_NAME(a, b) a##fp6##b
#define SIMT_F6_KIND __nv_fp6_interpretation_t
#define SIMT_F6_BITS 6
#define SIMT_F6_APART 8
#define SIMT_F6_PRECISION (__kind == __NV_E2M3 ? 3 : 2)
#include "simt/fp8/narrow.h"

#if defined(__CUDA_NO_FP6_CONVERSIONS__)
#define SIMT_F8_NO_CONVERSIONS 1
#endif
#if defined(__CUDA_NO_FP6_CONVERSION_OPERATORS__)
#define SIMT_F8_NO_OPERATORS 1
#endif

#define SIMT_F8 __nv_fp6_e2m3
#define SIMT_F8X2 __nv_fp6x2_e2m3
#define SIMT_F8X4 __nv_fp6x4_e2m3
#define SIMT_F8_WORD fp6
#define SIMT_F8_BITS 6
#define SIMT_F8_KIND __NV_E2M3
#define SIMT_F8_HOW __NV_E2M3, cudaRoundNearest
#include "simt/fp8/type.h"

#define SIMT_F8 __nv_fp6_e3m2
#define SIMT_F8X2 __nv_fp6x2_e3m2
#define SIMT_F8X4 __nv_fp6x4_e3m2
#define SIMT_F8_WORD fp6
#define SIMT_F8_BITS 6
#define SIMT_F8_KIND __NV_E3M2
#define SIMT_F8_HOW __NV_E3M2, cudaRoundNearest
#include "simt/fp8/type.h"

#undef SIMT_F8_NO_CONVERSIONS
#undef SIMT_F8_NO_OPERATORS

#endif
