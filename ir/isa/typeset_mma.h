/* typeset_mma.h - the type sets of the matrix instructions (op_mma.def): d, a, b, c; see
 * typeset.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define T_MMA_QUAD(F, ...)                      \
	T4_(F, F16, F16, F16, F16, __VA_ARGS__) \
	T4_(F, F32, F16, F16, F16, __VA_ARGS__) T4_(F, F32, F16, F16, F32, __VA_ARGS__)
#define T_MMA_F16(F, ...) \
	T4_(F, F16, F16, F16, F16, __VA_ARGS__) T4_(F, F32, F16, F16, F32, __VA_ARGS__)
#define T_MMA_BF16(F, ...) T4_(F, F32, BF16, BF16, F32, __VA_ARGS__)
#define T_MMA_TF32(F, ...) T4_(F, F32, TF32, TF32, F32, __VA_ARGS__)
#define T_MMA_FP8_(F, d, ...)                 \
	T4_(F, d, E4M3, E4M3, d, __VA_ARGS__) \
	T4_(F, d, E4M3, E5M2, d, __VA_ARGS__) \
	T4_(F, d, E5M2, E4M3, d, __VA_ARGS__) T4_(F, d, E5M2, E5M2, d, __VA_ARGS__)
#define T_MMA_FP8(F, ...) T_MMA_FP8_(F, F32, __VA_ARGS__)
#define T_MMA_FP8_ANY(F, ...) \
	T_MMA_FP8_(F, F16, __VA_ARGS__) T_MMA_FP8_(F, F32, __VA_ARGS__)
#define T_MMA_F64(F, ...) T4_(F, F64, F64, F64, F64, __VA_ARGS__)
#define T_MMA_INT8(F, ...)                    \
	T4_(F, S32, S8, S8, S32, __VA_ARGS__) \
	T4_(F, S32, S8, U8, S32, __VA_ARGS__) \
	T4_(F, S32, U8, S8, S32, __VA_ARGS__) T4_(F, S32, U8, U8, S32, __VA_ARGS__)
#define T_MMA_INT4(F, ...)                    \
	T4_(F, S32, S4, S4, S32, __VA_ARGS__) \
	T4_(F, S32, S4, U4, S32, __VA_ARGS__) \
	T4_(F, S32, U4, S4, S32, __VA_ARGS__) T4_(F, S32, U4, U4, S32, __VA_ARGS__)
#define T_MMA_B1(F, ...) T4_(F, S32, B1, B1, S32, __VA_ARGS__)
/* wmma.mma: .f16 spells d and c only; integers have one signedness */
#define T_WMMA_F16(F, ...)            \
	T2_(F, F16, F16, __VA_ARGS__) \
	T2_(F, F16, F32, __VA_ARGS__) \
	T2_(F, F32, F16, __VA_ARGS__) T2_(F, F32, F32, __VA_ARGS__)
#define T_WMMA_INT8(F, ...) \
	T4_(F, S32, S8, S8, S32, __VA_ARGS__) T4_(F, S32, U8, U8, S32, __VA_ARGS__)
#define T_WMMA_INT4(F, ...) \
	T4_(F, S32, S4, S4, S32, __VA_ARGS__) T4_(F, S32, U4, U4, S32, __VA_ARGS__)
#define T_WMMA_AB8(F, ...) T1_(F, S8, __VA_ARGS__) T1_(F, U8, __VA_ARGS__)
#define T_WMMA_AB4(F, ...) T1_(F, S4, __VA_ARGS__) T1_(F, U4, __VA_ARGS__)
#define T_WMMA_AB1(F, ...) T1_(F, B1, __VA_ARGS__)
#define T_WMMA_TF32(F, ...) T1_(F, TF32, __VA_ARGS__)
/* wgmma: d, a, b */
#define T_WGMMA_F16(F, ...)                \
	T3_(F, F16, F16, F16, __VA_ARGS__) \
	T3_(F, F32, F16, F16, __VA_ARGS__) T3_(F, F32, BF16, BF16, __VA_ARGS__)
#define T_WGMMA_TF32(F, ...) T3_(F, F32, TF32, TF32, __VA_ARGS__)
#define T_WGMMA_FP8_(F, d, ...)            \
	T3_(F, d, E4M3, E4M3, __VA_ARGS__) \
	T3_(F, d, E4M3, E5M2, __VA_ARGS__) \
	T3_(F, d, E5M2, E4M3, __VA_ARGS__) T3_(F, d, E5M2, E5M2, __VA_ARGS__)
#define T_WGMMA_FP8(F, ...) \
	T_WGMMA_FP8_(F, F16, __VA_ARGS__) T_WGMMA_FP8_(F, F32, __VA_ARGS__)
#define T_WGMMA_INT8(F, ...)             \
	T3_(F, S32, S8, S8, __VA_ARGS__) \
	T3_(F, S32, S8, U8, __VA_ARGS__) \
	T3_(F, S32, U8, S8, __VA_ARGS__) T3_(F, S32, U8, U8, __VA_ARGS__)
#define T_WGMMA_B1(F, ...) T3_(F, S32, B1, B1, __VA_ARGS__)
#define T_MATRIX_B8(F, ...) T1_(F, B8, __VA_ARGS__)
#define T_MATRIX_FMT(F, ...) T1_(F, B6X16_P32, __VA_ARGS__) T1_(F, B4X16_P64, __VA_ARGS__)
