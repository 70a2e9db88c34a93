/* typeset.h - named sets of type tuples, the TYPES column of alu.def.
 *
 *   T_xxx(F, ...)   calls F(n, T0, T1, T2, ...) for each legal tuple: n types are spelled in the
 *                   instruction, T0 first; a type that is not spelled repeats T0. The names are
 *                   those of type.def (U16 for TYPE_U16).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* clang-format off */
#define T1_(F, a, ...) F(1, a, a, a, __VA_ARGS__)
#define T2_(F, a, b, ...) F(2, a, b, a, __VA_ARGS__)
#define T3_(F, a, b, c, ...) F(3, a, b, c, __VA_ARGS__)

/* one type */
#define T_S32(F, ...) T1_(F, S32, __VA_ARGS__)
#define T_U32(F, ...) T1_(F, U32, __VA_ARGS__)
#define T_B32(F, ...) T1_(F, B32, __VA_ARGS__)
#define T_PRED(F, ...) T1_(F, PRED, __VA_ARGS__)
#define T_F16(F, ...) T1_(F, F16, __VA_ARGS__)
#define T_BF16(F, ...) T1_(F, BF16, __VA_ARGS__)
#define T_F32(F, ...) T1_(F, F32, __VA_ARGS__)
#define T_F64(F, ...) T1_(F, F64, __VA_ARGS__)
#define T_F16X2(F, ...) T1_(F, F16X2, __VA_ARGS__)
#define T_BF16X2(F, ...) T1_(F, BF16X2, __VA_ARGS__)
#define T_F32X2(F, ...) T1_(F, F32X2, __VA_ARGS__)
#define T_S16X2(F, ...) T1_(F, S16X2, __VA_ARGS__)
#define T_U16X2(F, ...) T1_(F, U16X2, __VA_ARGS__)
#define T_I16X2(F, ...) T_U16X2(F, __VA_ARGS__) T_S16X2(F, __VA_ARGS__)
#define T_U(F, ...) T1_(F, U16, __VA_ARGS__) T1_(F, U32, __VA_ARGS__) T1_(F, U64, __VA_ARGS__)
#define T_S(F, ...) T1_(F, S16, __VA_ARGS__) T1_(F, S32, __VA_ARGS__) T1_(F, S64, __VA_ARGS__)
#define T_I(F, ...) T_U(F, __VA_ARGS__) T_S(F, __VA_ARGS__)
#define T_B(F, ...) T1_(F, B16, __VA_ARGS__) T1_(F, B32, __VA_ARGS__) T1_(F, B64, __VA_ARGS__)
#define T_BI(F, ...) T_B(F, __VA_ARGS__) T_I(F, __VA_ARGS__)
#define T_I16(F, ...) T1_(F, U16, __VA_ARGS__) T1_(F, S16, __VA_ARGS__)
#define T_I32(F, ...) T_U32(F, __VA_ARGS__) T_S32(F, __VA_ARGS__)
#define T_I64(F, ...) T1_(F, U64, __VA_ARGS__) T1_(F, S64, __VA_ARGS__)
#define T_I3264(F, ...) T_I32(F, __VA_ARGS__) T_I64(F, __VA_ARGS__)
#define T_B3264(F, ...) T1_(F, B32, __VA_ARGS__) T1_(F, B64, __VA_ARGS__)
#define T_IW(F, ...) \
	T1_(F, U16, __VA_ARGS__) T1_(F, U32, __VA_ARGS__) \
	T1_(F, S16, __VA_ARGS__) T1_(F, S32, __VA_ARGS__)
#define T_F(F, ...) T_F32(F, __VA_ARGS__) T_F64(F, __VA_ARGS__)
#define T_MOV(F, ...) \
	T_BI(F, __VA_ARGS__) T_F(F, __VA_ARGS__) T1_(F, B128, __VA_ARGS__)
#define T_SEL(F, ...) T_BI(F, __VA_ARGS__) T_F(F, __VA_ARGS__)

/* slct: any type, then the type of the selector */
#define T_TO_(F, to, ...) \
	T2_(F, B16, to, __VA_ARGS__) T2_(F, B32, to, __VA_ARGS__) T2_(F, B64, to, __VA_ARGS__) \
	T2_(F, U16, to, __VA_ARGS__) T2_(F, U32, to, __VA_ARGS__) T2_(F, U64, to, __VA_ARGS__) \
	T2_(F, S16, to, __VA_ARGS__) T2_(F, S32, to, __VA_ARGS__) T2_(F, S64, to, __VA_ARGS__) \
	T2_(F, F32, to, __VA_ARGS__) T2_(F, F64, to, __VA_ARGS__)
#define T_SLCT_S32(F, ...) T_TO_(F, S32, __VA_ARGS__)
#define T_SLCT_F32(F, ...) T_TO_(F, F32, __VA_ARGS__)

/* set: destination types for one source type */
#define T_SET_(F, s, ...) \
	T2_(F, U32, s, __VA_ARGS__) T2_(F, S32, s, __VA_ARGS__) T2_(F, F32, s, __VA_ARGS__) \
	T2_(F, F16, s, __VA_ARGS__) T2_(F, BF16, s, __VA_ARGS__)
#define T_SET_B(F, ...) \
	T_SET_(F, B16, __VA_ARGS__) T_SET_(F, B32, __VA_ARGS__) T_SET_(F, B64, __VA_ARGS__)
#define T_SET_U(F, ...) \
	T_SET_(F, U16, __VA_ARGS__) T_SET_(F, U32, __VA_ARGS__) T_SET_(F, U64, __VA_ARGS__)
#define T_SET_S(F, ...) \
	T_SET_(F, S16, __VA_ARGS__) T_SET_(F, S32, __VA_ARGS__) T_SET_(F, S64, __VA_ARGS__)
#define T_SET_F32(F, ...) T_SET_(F, F32, __VA_ARGS__)
#define T_SET_F64(F, ...) T_SET_(F, F64, __VA_ARGS__)
#define T_SET_H_(F, s, ...) \
	T2_(F, U16, s, __VA_ARGS__) T2_(F, S16, s, __VA_ARGS__) T2_(F, U32, s, __VA_ARGS__) \
	T2_(F, S32, s, __VA_ARGS__) T2_(F, BF16, s, __VA_ARGS__)
#define T_SET_F16(F, ...) T_SET_H_(F, F16, __VA_ARGS__) T2_(F, F16, F16, __VA_ARGS__)
#define T_SET_BF16(F, ...) T_SET_H_(F, BF16, __VA_ARGS__)
#define T_SET_F16X2(F, ...) \
	T2_(F, F16X2, F16X2, __VA_ARGS__) T2_(F, U32, F16X2, __VA_ARGS__) \
	T2_(F, S32, F16X2, __VA_ARGS__)
#define T_SET_BF16X2(F, ...) \
	T2_(F, BF16X2, BF16X2, __VA_ARGS__) T2_(F, U32, BF16X2, __VA_ARGS__) \
	T2_(F, S32, BF16X2, __VA_ARGS__)

/* integer dot products: signedness of each side */
#define T_DP(F, ...) \
	T2_(F, U32, U32, __VA_ARGS__) T2_(F, U32, S32, __VA_ARGS__) \
	T2_(F, S32, U32, __VA_ARGS__) T2_(F, S32, S32, __VA_ARGS__)

/* cvt: to the first type from the second */
#define T_FROM_I_(F, d, ...) \
	T2_(F, d, U8, __VA_ARGS__) T2_(F, d, U16, __VA_ARGS__) T2_(F, d, U32, __VA_ARGS__) \
	T2_(F, d, U64, __VA_ARGS__) T2_(F, d, S8, __VA_ARGS__) T2_(F, d, S16, __VA_ARGS__) \
	T2_(F, d, S32, __VA_ARGS__) T2_(F, d, S64, __VA_ARGS__)
#define T_TO_I_(F, s, ...) \
	T2_(F, U8, s, __VA_ARGS__) T2_(F, U16, s, __VA_ARGS__) T2_(F, U32, s, __VA_ARGS__) \
	T2_(F, U64, s, __VA_ARGS__) T2_(F, S8, s, __VA_ARGS__) T2_(F, S16, s, __VA_ARGS__) \
	T2_(F, S32, s, __VA_ARGS__) T2_(F, S64, s, __VA_ARGS__)
#define T_CVT_II(F, ...) \
	T_TO_I_(F, U8, __VA_ARGS__) T_TO_I_(F, U16, __VA_ARGS__) \
	T_TO_I_(F, U32, __VA_ARGS__) T_TO_I_(F, U64, __VA_ARGS__) \
	T_TO_I_(F, S8, __VA_ARGS__) T_TO_I_(F, S16, __VA_ARGS__) \
	T_TO_I_(F, S32, __VA_ARGS__) T_TO_I_(F, S64, __VA_ARGS__)
#define T_CVT_I_F16(F, ...) T_TO_I_(F, F16, __VA_ARGS__)
#define T_CVT_I_BF16(F, ...) T_TO_I_(F, BF16, __VA_ARGS__)
#define T_CVT_I_F32(F, ...) T_TO_I_(F, F32, __VA_ARGS__)
#define T_CVT_I_F64(F, ...) T_TO_I_(F, F64, __VA_ARGS__)
#define T_CVT_F16_I(F, ...) T_FROM_I_(F, F16, __VA_ARGS__)
#define T_CVT_BF16_I(F, ...) T_FROM_I_(F, BF16, __VA_ARGS__)
#define T_CVT_F32_I(F, ...) T_FROM_I_(F, F32, __VA_ARGS__)
#define T_CVT_F64_I(F, ...) T_FROM_I_(F, F64, __VA_ARGS__)
#define T_F16_F16(F, ...) T2_(F, F16, F16, __VA_ARGS__)
#define T_F16_BF16(F, ...) T2_(F, F16, BF16, __VA_ARGS__)
#define T_F16_F32(F, ...) T2_(F, F16, F32, __VA_ARGS__)
#define T_F16_F64(F, ...) T2_(F, F16, F64, __VA_ARGS__)
#define T_BF16_F16(F, ...) T2_(F, BF16, F16, __VA_ARGS__)
#define T_BF16_BF16(F, ...) T2_(F, BF16, BF16, __VA_ARGS__)
#define T_BF16_F32(F, ...) T2_(F, BF16, F32, __VA_ARGS__)
#define T_BF16_F64(F, ...) T2_(F, BF16, F64, __VA_ARGS__)
#define T_F32_F16(F, ...) T2_(F, F32, F16, __VA_ARGS__)
#define T_F32_BF16(F, ...) T2_(F, F32, BF16, __VA_ARGS__)
#define T_F32_F32(F, ...) T2_(F, F32, F32, __VA_ARGS__)
#define T_F32_F64(F, ...) T2_(F, F32, F64, __VA_ARGS__)
#define T_F64_F16(F, ...) T2_(F, F64, F16, __VA_ARGS__)
#define T_F64_BF16(F, ...) T2_(F, F64, BF16, __VA_ARGS__)
#define T_F64_F32(F, ...) T2_(F, F64, F32, __VA_ARGS__)
#define T_F64_F64(F, ...) T2_(F, F64, F64, __VA_ARGS__)
#define T_F16X2_F32(F, ...) T2_(F, F16X2, F32, __VA_ARGS__)
#define T_BF16X2_F32(F, ...) T2_(F, BF16X2, F32, __VA_ARGS__)
#define T_TF32_F32(F, ...) T2_(F, TF32, F32, __VA_ARGS__)
#define T_FP8_F32(F, ...) T2_(F, E4M3X2, F32, __VA_ARGS__) T2_(F, E5M2X2, F32, __VA_ARGS__)
#define T_FP8_F16X2(F, ...) T2_(F, E4M3X2, F16X2, __VA_ARGS__) T2_(F, E5M2X2, F16X2, __VA_ARGS__)
#define T_F16X2_FP8(F, ...) T2_(F, F16X2, E4M3X2, __VA_ARGS__) T2_(F, F16X2, E5M2X2, __VA_ARGS__)
#define T_PACK16(F, ...) T2_(F, U16, S32, __VA_ARGS__) T2_(F, S16, S32, __VA_ARGS__)
#define T_PACK8(F, ...) T3_(F, U8, S32, B32, __VA_ARGS__) T3_(F, S8, S32, B32, __VA_ARGS__)
#define T_PACK4(F, ...) \
	T3_(F, U4, S32, B32, __VA_ARGS__) T3_(F, S4, S32, B32, __VA_ARGS__) \
	T3_(F, U2, S32, B32, __VA_ARGS__) T3_(F, S2, S32, B32, __VA_ARGS__)
#define T_MIXED(F, ...) T_F32_F16(F, __VA_ARGS__) T_F32_BF16(F, __VA_ARGS__)

/* video: destination, first and second source; vshl, vshr shift by an unsigned amount */
#define T_V3_(F, d, ...) \
	T3_(F, d, U32, U32, __VA_ARGS__) T3_(F, d, U32, S32, __VA_ARGS__) \
	T3_(F, d, S32, U32, __VA_ARGS__) T3_(F, d, S32, S32, __VA_ARGS__)
#define T_VIDEO(F, ...) T_V3_(F, U32, __VA_ARGS__) T_V3_(F, S32, __VA_ARGS__)
#define T_VSH(F, ...) \
	T3_(F, U32, U32, U32, __VA_ARGS__) T3_(F, U32, S32, U32, __VA_ARGS__) \
	T3_(F, S32, U32, U32, __VA_ARGS__) T3_(F, S32, S32, U32, __VA_ARGS__)
#define T_VSET(F, ...) T_DP(F, __VA_ARGS__)
/* clang-format on */
