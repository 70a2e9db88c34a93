/* device_float.h - arithmetic with a rounding mode, that the compiler never contracts.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __SIMT_ROUND(MAKE, __T, t, name, insn, type)                                       \
	MAKE(__T, t, name##_rn, __T, t, insn ".rn" type)                                     \
	MAKE(__T, t, name##_rz, __T, t, insn ".rz" type)                                     \
	MAKE(__T, t, name##_ru, __T, t, insn ".rp" type)                                     \
	MAKE(__T, t, name##_rd, __T, t, insn ".rm" type)
#define __SIMT_FMA(__T, t, name, __A, a, insn) __SIMT_3(__T, t, name, __T, t, __T, t, insn)

__SIMT_ROUND(__SIMT_2, float, "f", __fadd, "add", __SIMT_FLUSH ".f32")
__SIMT_ROUND(__SIMT_2, float, "f", __fsub, "sub", __SIMT_FLUSH ".f32")
__SIMT_ROUND(__SIMT_2, float, "f", __fmul, "mul", __SIMT_FLUSH ".f32")
__SIMT_ROUND(__SIMT_2, float, "f", __fdiv, "div", __SIMT_FLUSH ".f32")
__SIMT_ROUND(__SIMT_1, float, "f", __frcp, "rcp", __SIMT_FLUSH ".f32")
__SIMT_ROUND(__SIMT_1, float, "f", __fsqrt, "sqrt", __SIMT_FLUSH ".f32")
__SIMT_ROUND(__SIMT_FMA, float, "f", __fmaf, "fma", __SIMT_FLUSH ".f32")
/* These keep subnormals whatever -ftz says. */
__SIMT_ROUND(__SIMT_FMA, float, "f", __fmaf_ieee, "fma", ".f32")

__SIMT_ROUND(__SIMT_2, double, "d", __dadd, "add", ".f64")
__SIMT_ROUND(__SIMT_2, double, "d", __dsub, "sub", ".f64")
__SIMT_ROUND(__SIMT_2, double, "d", __dmul, "mul", ".f64")
__SIMT_ROUND(__SIMT_2, double, "d", __ddiv, "div", ".f64")
__SIMT_ROUND(__SIMT_1, double, "d", __drcp, "rcp", ".f64")
__SIMT_ROUND(__SIMT_1, double, "d", __dsqrt, "sqrt", ".f64")
__SIMT_ROUND(__SIMT_FMA, double, "d", __fma, "fma", ".f64")

#undef __SIMT_FMA
#undef __SIMT_ROUND
