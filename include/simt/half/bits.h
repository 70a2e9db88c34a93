/* bits.h - floats of 16 bits and fewer as C knows them: by their bits, without arithmetic.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define SIMT_BITS(bytes) __attribute__((__aligned__(bytes)))

typedef struct SIMT_BITS(2) {
	unsigned short x;
} __half_raw;
typedef struct SIMT_BITS(4) {
	unsigned short x, y;
} __half2_raw;
typedef struct SIMT_BITS(2) {
	unsigned short x;
} __nv_bfloat16_raw;
typedef struct SIMT_BITS(4) {
	unsigned short x, y;
} __nv_bfloat162_raw;

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;

typedef enum { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned __nv_fp6x4_storage_t;
typedef enum { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
typedef enum { __NV_E2M1 } __nv_fp4_interpretation_t;

#undef SIMT_BITS
