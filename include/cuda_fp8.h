/* cuda_fp8.h - 8-bit floats: e4m3 (no infinity, up to 448) and e5m2 (up to 57344), pairs
 * and fours of them, and their conversions, for the host and the device.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __CUDA_FP8_H__
#define __CUDA_FP8_HPP__

/* Programs that include this header use it (FasterTransformer). */
#ifndef __CUDA_ALIGN__
#define __CUDA_ALIGN__(n) __align__(n)
#endif

#ifndef __cplusplus /* C has the bits */
#include "simt/half/bits.h"
#else

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "device_types.h"

#include "simt/fp8/convert.h"

#define __CUDA_FP8_TYPES_EXIST__

#define SIMT_F8 __nv_fp8_e4m3
#define SIMT_F8X2 __nv_fp8x2_e4m3
#define SIMT_F8X4 __nv_fp8x4_e4m3
#define SIMT_F8_WORD fp8
#define SIMT_F8_BITS 8
#define SIMT_F8_KIND __NV_E4M3
#define SIMT_F8_HOW __NV_SATFINITE, __NV_E4M3
#include "simt/fp8/type.h"

#define SIMT_F8 __nv_fp8_e5m2
#define SIMT_F8X2 __nv_fp8x2_e5m2
#define SIMT_F8X4 __nv_fp8x4_e5m2
#define SIMT_F8_WORD fp8
#define SIMT_F8_BITS 8
#define SIMT_F8_KIND __NV_E5M2
#define SIMT_F8_HOW __NV_SATFINITE, __NV_E5M2
#include "simt/fp8/type.h"

#include "simt/fp8/e8m0.h"

#endif
