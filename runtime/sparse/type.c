/* type.c - sizes of element types, and conversions between them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/type.h"

#include <complex.h>

#include "ir/num/f16.h"

/* 16-bit and 8-bit complex numbers. */
struct pair16 {
	u16 re, im;
};

static const struct {
	u8 bytes;
	bool is_complex;
	u8 number; /* plus 1; 0: only an operand's type */
} types[] = {
	[CUDA_R_8I] = {1, false, 0},
	[CUDA_R_32I] = {4, false, NUM_S32 + 1},
	[CUDA_R_16F] = {2, false, 0},
	[CUDA_R_16BF] = {2, false, 0},
	[CUDA_R_32F] = {4, false, NUM_F32 + 1},
	[CUDA_R_64F] = {8, false, NUM_F64 + 1},
	[CUDA_C_16F] = {4, true, 0},
	[CUDA_C_16BF] = {4, true, 0},
	[CUDA_C_32F] = {8, true, NUM_C32 + 1},
	[CUDA_C_64F] = {16, true, NUM_C64 + 1},
};

static inline bool is_known(cudaDataType type) {
	return (u32)type < countof(types) && types[type].bytes;
}

u32 type_bytes(cudaDataType type) {
	return is_known(type) ? types[type].bytes : 0;
}

bool type_is_complex(cudaDataType type) {
	return is_known(type) && types[type].is_complex;
}

enum number number_of(cudaDataType type) {
	return is_known(type) && types[type].number
	               ? (enum number)(types[type].number - 1)
	               : NUM_COUNT;
}

cudaDataType number_type(enum number n) {
	static const cudaDataType of[NUM_COUNT] = {
		CUDA_R_32I, CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F,
	};
	return of[n];
}

u32 number_bytes(enum number n) {
	return type_bytes(number_type(n));
}

/* Negative zero is zero. */
bool type_is_zero(const union element *e, enum number n) {
	return n == NUM_S32   ? e->s32 == 0
	       : n == NUM_F32 ? e->f32 == 0
	       : n == NUM_F64 ? e->f64 == 0
	       : n == NUM_C32 ? e->c32 == 0
	                      : e->c64 == 0;
}

union element type_one(enum number n) {
	static const union element ones[NUM_COUNT] = {
		{.s32 = 1}, {.f32 = 1}, {.f64 = 1}, {.c32 = 1}, {.c64 = 1},
	};
	return ones[n];
}

static inline c32 make_c32(f32 re, f32 im) {
	return __builtin_complex(re, im);
}

/* operand's type, its C type, type of computation, the conversion of x */
#define WIDENINGS(X)                                                                     \
	X(R_8I, s8, NUM_S32, s32, x)                                                     \
	X(R_32I, s32, NUM_S32, s32, x)                                                   \
	X(R_8I, s8, NUM_F32, f32, x)                                                     \
	X(R_16F, u16, NUM_F32, f32, f16_f32(x))                                          \
	X(R_16BF, u16, NUM_F32, f32, bf16_f32(x))                                        \
	X(R_32F, f32, NUM_F32, f32, x)                                                   \
	X(R_32F, f32, NUM_F64, f64, (f64)x)                                              \
	X(R_64F, f64, NUM_F64, f64, x)                                                   \
	X(C_16F, struct pair16, NUM_C32, c32, make_c32(f16_f32(x.re), f16_f32(x.im)))    \
	X(C_16BF, struct pair16, NUM_C32, c32, make_c32(bf16_f32(x.re), bf16_f32(x.im))) \
	X(R_32F, f32, NUM_C32, c32, make_c32(x, 0))                                      \
	X(C_32F, c32, NUM_C32, c32, x)                                                   \
	X(R_64F, f64, NUM_C64, c64, __builtin_complex(x, 0.0))                           \
	X(C_64F, c64, NUM_C64, c64, x)
#define NARROWINGS(X)                                                    \
	X(R_32I, s32, NUM_S32, s32, x)                                   \
	X(R_16F, u16, NUM_F32, f32, f16_from(x))                         \
	X(R_16BF, u16, NUM_F32, f32, bf16_from(x))                       \
	X(R_32F, f32, NUM_F32, f32, x)                                   \
	X(R_64F, f64, NUM_F64, f64, x)                                   \
	X(C_16F, struct pair16, NUM_C32, c32,                            \
	  ((struct pair16){f16_from(crealf(x)), f16_from(cimagf(x))}))   \
	X(C_16BF, struct pair16, NUM_C32, c32,                           \
	  ((struct pair16){bf16_from(crealf(x)), bf16_from(cimagf(x))})) \
	X(C_32F, c32, NUM_C32, c32, x)                                   \
	X(C_64F, c64, NUM_C64, c64, x)

/* from[i * from_stride] to to[i * to_stride]; one of the strides is 1. */
typedef void convert_fn(void *to, s64 to_stride, const void *from, s64 from_stride,
                        s64 n);

#define DEFINE(name, To, From, value)                                         \
	static void name(void *to, s64 ts, const void *from, s64 fs, s64 n) { \
		To *d = to;                                                   \
		const From *s = from;                                         \
		for (s64 i = 0; i < n; i++) {                                 \
			From x = s[i * fs];                                   \
			d[i * ts] = value;                                    \
		}                                                             \
	}
#define WIDEN(type, C, number, N, value) DEFINE(widen_##type##_##N, N, C, value)
#define NARROW(type, C, number, N, value) DEFINE(narrow_##type##_##N, C, N, value)
WIDENINGS(WIDEN)
NARROWINGS(NARROW)

#define WIDEN_ROW(type, C, number, N, value) [CUDA_##type][number] = widen_##type##_##N,
#define NARROW_ROW(type, C, number, N, value) [CUDA_##type][number] = narrow_##type##_##N,
static convert_fn *const widenings[countof(types)][NUM_COUNT] = {WIDENINGS(WIDEN_ROW)};
static convert_fn *const narrowings[countof(types)][NUM_COUNT] = {NARROWINGS(NARROW_ROW)};

bool type_widen(enum number to, void *dst, cudaDataType from, const void *src, s64 n,
                s64 stride) {
	convert_fn *f = is_known(from) ? widenings[from][to] : NULL;
	if (f)
		f(dst, 1, src, stride, n);
	return f;
}

bool type_narrow(cudaDataType to, void *dst, s64 stride, enum number from,
                 const void *src, s64 n) {
	convert_fn *f = is_known(to) ? narrowings[to][from] : NULL;
	if (f)
		f(dst, stride, src, 1, n);
	return f;
}
