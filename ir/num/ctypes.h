/* ctypes.h - the C types in which the `value` columns of alu.def compute: constant
 * folding and the interpreter's lane loops have the same.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

/* Defines for a PTX type: C_ID its C type, CU_ID the unsigned type of that size, CW_ID
 * and CUW_ID both twice as wide. */
#define CTYPES(id, t, u, tt, uu) \
	typedef t C_##id;        \
	typedef u CU_##id;       \
	typedef tt CW_##id;      \
	typedef uu CUW_##id;
CTYPES(U8, u16, u16, u32, u32)
CTYPES(U16, u16, u16, u32, u32)
CTYPES(U32, u32, u32, u64, u64)
CTYPES(U64, u64, u64, u128, u128)
CTYPES(S8, u16, u16, u32, u32)
CTYPES(S16, s16, u16, s32, u32)
CTYPES(S32, s32, u32, s64, u64)
CTYPES(S64, s64, u64, s128, u128)
CTYPES(F16, u16, u16, u32, u32)
CTYPES(BF16, u16, u16, u32, u32)
CTYPES(F32, f32, u32, f64, u64)
CTYPES(F64, f64, u64, f64, u64)
CTYPES(TF32, f32, u32, f64, u64)
CTYPES(B16, u16, u16, u32, u32)
CTYPES(B32, u32, u32, u64, u64)
CTYPES(B64, u64, u64, u128, u128)
CTYPES(B128, u128, u128, u128, u128)
CTYPES(PRED, u32, u32, u64, u64)
CTYPES(F16X2, u32, u32, u64, u64)
CTYPES(BF16X2, u32, u32, u64, u64)
CTYPES(U16X2, u32, u32, u64, u64)
CTYPES(S16X2, u32, u32, u64, u64)
CTYPES(F32X2, u64, u64, u64, u64)
CTYPES(E4M3X2, u16, u16, u32, u32)
CTYPES(E5M2X2, u16, u16, u32, u32)
CTYPES(U4, u16, u16, u32, u32)
CTYPES(S4, u16, u16, u32, u32)
CTYPES(U2, u16, u16, u32, u32)
CTYPES(S2, u16, u16, u32, u32)
#undef CTYPES

/* The names that a value column uses for the types of its row. */
#define ALU_TYPES(t0, t1, t2)       \
	typedef C_##t0 T UNUSED;    \
	typedef CU_##t0 U UNUSED;   \
	typedef CW_##t0 TT UNUSED;  \
	typedef CUW_##t0 UU UNUSED; \
	typedef C_##t1 X UNUSED;    \
	enum { T0 = TYPE_##t0, T1 = TYPE_##t1, T2 = TYPE_##t2, BITS = sizeof(T) * 8 };

/* Checks whether the spelled types of an instruction are the n types of a tuple of a
 * row. */
#define ALU_TYPES_ARE(type, n, t0, t1, t2)                                \
	((type)[0] == TYPE_##t0 && ((n) < 2 || (type)[1] == TYPE_##t1) && \
	 ((n) < 3 || (type)[2] == TYPE_##t2))
