/* number.h - arithmetic of complex numbers without the rare cases of C's own operators
 * (both parts of a product NaN), as kernels have it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <complex.h>

#include "runtime/sparse/type.h"

#define COMPLEX_FUNCTIONS(C, R, re, im)                                           \
	static inline C C##_make(R x, R y) {                                      \
		return __builtin_complex(x, y);                                   \
	}                                                                         \
	static inline C C##_conj(C a) {                                           \
		return C##_make(re(a), -im(a));                                   \
	}                                                                         \
	static inline C C##_mul(C a, C b) {                                       \
		return C##_make(re(a) * re(b) - im(a) * im(b),                    \
		                re(a) * im(b) + im(a) * re(b));                   \
	}                                                                         \
	static inline C C##_div(C a, C b) {                                       \
		/* Scaled, so that |b|^2 neither overflows nor vanishes. */       \
		R x = re(b) < 0 ? -re(b) : re(b), y = im(b) < 0 ? -im(b) : im(b); \
		R s = 1 / (x > y ? x : y), u = re(b) * s, v = im(b) * s;          \
		R d = s / (u * u + v * v);                                        \
		return C##_make((re(a) * u + im(a) * v) * d,                      \
		                (im(a) * u - re(a) * v) * d);                     \
	}
COMPLEX_FUNCTIONS(c32, f32, crealf, cimagf)
COMPLEX_FUNCTIONS(c64, f64, creal, cimag)

#define REAL_FUNCTIONS(T)                   \
	static inline T T##_conj(T a) {     \
		return a;                   \
	}                                   \
	static inline T T##_mul(T a, T b) { \
		return (T)(a * b);          \
	}                                   \
	static inline T T##_div(T a, T b) { \
		return a / b;               \
	}
REAL_FUNCTIONS(f32)
REAL_FUNCTIONS(f64)

/* Integers wrap. */
static inline s32 s32_conj(s32 a) {
	return a;
}
static inline s32 s32_mul(s32 a, s32 b) {
	return (s32)((u32)a * (u32)b);
}
static inline s32 s32_div(s32 a, s32 b) {
	return b ? (s32)((s64)a / b) : 0;
}
