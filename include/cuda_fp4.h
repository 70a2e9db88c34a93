/* cuda_fp4.h - 4-bit floats: e2m1 (up to 6), pairs of them in a byte, fours in two, and their conversions, for the host and
 * the device.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __CUDA_FP4_H__
#define __CUDA_FP4_HPP__

#ifndef __cplusplus /* C has the bits */
#include "simt/half/bits.h"
#else

#include "cuda_fp6.h" /* as a toolkit's does */

#define __CUDA_FP4_TYPES_EXIST__

typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;

typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

#define SIMT_F6_NAME(a, b) a##fp4##b
#define SIMT_F6_KIND __nv_fp4_interpretation_t
#define SIMT_F6_BITS 4
#define SIMT_F6_APART 4
#define SIMT_F6_PRECISION 1
#include "simt/fp8/narrow.h"

#if defined(__CUDA_NO_FP4_CONVERSIONS__)
#define SIMT_F8_NO_CONVERSIONS 1
#endif
#if defined(__CUDA_NO_FP4_CONVERSION_OPERATORS__)
#define SIMT_F8_NO_OPERATORS 1
#endif

#define SIMT_F8 __nv_fp4_e2m1
#define SIMT_F8X2 __nv_fp4x2_e2m1
#define SIMT_F8X4 __nv_fp4x4_e2m1
#define SIMT_F8_WORD fp4
#define SIMT_F8_BITS 4
#define SIMT_F8_KIND __NV_E2M1
#define SIMT_F8_HOW __NV_E2M1, cudaRoundNearest
#include "simt/fp8/type.h"

#undef SIMT_F8_NO_CONVERSIONS
#undef SIMT_F8_NO_OPERATORS

#endif
