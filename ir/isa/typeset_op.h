/* typeset_op.h - the type sets that only op.def uses; see typeset.h for the form. Sets of
 * four spelled types pass four names.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* clang-format off */
#include "ir/isa/typeset.h"
#include "ir/isa/typeset_mma.h"

#define T4_(F, a, b, c, d, ...) F(4, a, b, c, d, __VA_ARGS__)

#define T_NONE(F, ...) F(0, NONE, NONE, NONE, __VA_ARGS__)
#define T_ANY(F, ...) F(0, NONE, NONE, NONE, __VA_ARGS__)
#define T_B128(F, ...) T1_(F, B128, __VA_ARGS__)
#define T_B64(F, ...) T1_(F, B64, __VA_ARGS__)
#define T_B16(F, ...) T1_(F, B16, __VA_ARGS__)
#define T_U64(F, ...) T1_(F, U64, __VA_ARGS__)
#define T_ADDR(F, ...) T_U32(F, __VA_ARGS__) T_U64(F, __VA_ARGS__)
#define T_LD(F, ...) \
	T1_(F, B8, __VA_ARGS__) T1_(F, U8, __VA_ARGS__) T1_(F, S8, __VA_ARGS__) \
	T_BI(F, __VA_ARGS__) T_F(F, __VA_ARGS__) T_B128(F, __VA_ARGS__)
#define T_MOV_SREG(F, ...) T_BI(F, __VA_ARGS__) T_PRED(F, __VA_ARGS__)
#define T_MOV_SYM(F, ...) T_B3264(F, __VA_ARGS__) T_I3264(F, __VA_ARGS__)
#define T_MOV_PACK(F, ...) T_B(F, __VA_ARGS__) T_B128(F, __VA_ARGS__)
#define T_MOV_VEC(F, ...) T_BI(F, __VA_ARGS__) T_F(F, __VA_ARGS__)
#define T_ST_ASYNC(F, ...) T_B3264(F, __VA_ARGS__) T_I3264(F, __VA_ARGS__) T_F(F, __VA_ARGS__)
#define T_ATOM_ADD(F, ...) T_I32(F, __VA_ARGS__) T_U64(F, __VA_ARGS__) T_F(F, __VA_ARGS__)
#define T_ATOM_INC(F, ...) T_U32(F, __VA_ARGS__)
#define T_ATOM_MIN(F, ...) T_I3264(F, __VA_ARGS__)
#define T_ATOM_BITS(F, ...) T_B3264(F, __VA_ARGS__)
#define T_ATOM_BHALF(F, ...) T_BF16(F, __VA_ARGS__) T_BF16X2(F, __VA_ARGS__)
#define T_HALF(F, ...) T_F16(F, __VA_ARGS__) T_BF16(F, __VA_ARGS__)
#define T_HALF2(F, ...) T_F16X2(F, __VA_ARGS__) T_BF16X2(F, __VA_ARGS__)
#define T_RED_ASYNC_ADD(F, ...) T_I32(F, __VA_ARGS__) T_U64(F, __VA_ARGS__)
#define T_CP_RED_ADD(F, ...) T_I32(F, __VA_ARGS__) T_U64(F, __VA_ARGS__) T_F(F, __VA_ARGS__)
#define T_FP8(F, ...) T1_(F, E4M3, __VA_ARGS__) T1_(F, E5M2, __VA_ARGS__)
#define T_FP8X2(F, ...) T1_(F, E4M3X2, __VA_ARGS__) T1_(F, E5M2X2, __VA_ARGS__)
#define T_FP8X4(F, ...) T1_(F, E4M3X4, __VA_ARGS__) T1_(F, E5M2X4, __VA_ARGS__)
#define T_MM_ST(F, ...) \
	T_B3264(F, __VA_ARGS__) T_I3264(F, __VA_ARGS__) T_F(F, __VA_ARGS__) T_HALF2(F, __VA_ARGS__)
#define T_MM_ST_V(F, ...) T_F32(F, __VA_ARGS__) T_HALF2(F, __VA_ARGS__)
#define T_TMAP32(F, ...) T2_(F, B1024, B32, __VA_ARGS__)
#define T_TMAP64(F, ...) T2_(F, B1024, B64, __VA_ARGS__)
#define T_MATCH(F, ...) T_B3264(F, __VA_ARGS__)

/* textures: what a texel becomes, what a coordinate is */
#define T_TEX_TO_(F, d, ...) T2_(F, d, S32, __VA_ARGS__) T2_(F, d, F32, __VA_ARGS__)
#define T_TEX(F, ...) \
	T_TEX_TO_(F, U32, __VA_ARGS__) T_TEX_TO_(F, S32, __VA_ARGS__) \
	T_TEX_TO_(F, F16, __VA_ARGS__) T_TEX_TO_(F, F32, __VA_ARGS__)
#define T_TEX_F(F, ...) \
	T2_(F, U32, F32, __VA_ARGS__) T2_(F, S32, F32, __VA_ARGS__) \
	T2_(F, F16, F32, __VA_ARGS__) T2_(F, F32, F32, __VA_ARGS__)
#define T_TEX_H2(F, ...) T_TEX_TO_(F, F16X2, __VA_ARGS__)
#define T_TEX_H2_F(F, ...) T2_(F, F16X2, F32, __VA_ARGS__)
#define T_TEX_MS(F, ...) \
	T2_(F, U32, S32, __VA_ARGS__) T2_(F, S32, S32, __VA_ARGS__) T2_(F, F32, S32, __VA_ARGS__)
#define T_TLD4(F, ...) \
	T2_(F, U32, F32, __VA_ARGS__) T2_(F, S32, F32, __VA_ARGS__) T2_(F, F32, F32, __VA_ARGS__)
#define T_SURF(F, ...) T1_(F, B8, __VA_ARGS__) T_B(F, __VA_ARGS__)
#define T_SURED_ADD(F, ...) T_I32(F, __VA_ARGS__) T_U64(F, __VA_ARGS__)
/* clang-format on */
