/* vector.h - vectors of V real numbers, pairs of them as V complex numbers, and the
 * shuffles that bring memory into that form. FFT_REAL and FFT_BYTES, the size of a
 * vector, are given to the compiler.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

typedef FFT_REAL real;
typedef real vec __attribute__((vector_size(FFT_BYTES)));
enum { V = FFT_BYTES / sizeof(real) };

struct cvec {
	vec re, im;
};

/* The same in memory of complex numbers. */
struct complex {
	real re, im;
};

static ALWAYS_INLINE vec vec_load(const real *p) {
	vec v;
	memcpy(&v, p, sizeof v);
	return v;
}

static ALWAYS_INLINE void vec_store(real *p, vec v) {
	memcpy(p, &v, sizeof v);
}

/* All lanes times one complex number. */
static ALWAYS_INLINE struct cvec cvec_scale(struct cvec a, real re, real im) {
	return (struct cvec){a.re * re - a.im * im, a.re * im + a.im * re};
}

static ALWAYS_INLINE struct cvec cvec_mul(struct cvec a, struct cvec b) {
	return (struct cvec){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static ALWAYS_INLINE struct cvec cvec_add(struct cvec a, struct cvec b) {
	return (struct cvec){a.re + b.re, a.im + b.im};
}

static ALWAYS_INLINE struct cvec cvec_sub(struct cvec a, struct cvec b) {
	return (struct cvec){a.re - b.re, a.im - b.im};
}

/* Elements in turn of the lower halves of two vectors, of their upper halves; those with
 * even numbers of both, those with odd ones. The numbers are lists for the compiler, of
 * which a vector of V takes its own. */
#define LANES2_LO 0, 2
#define LANES2_HI 1, 3
#define LANES2_EVEN 0, 2
#define LANES2_ODD 1, 3
#define LANES4_LO 0, 4, 1, 5
#define LANES4_HI 2, 6, 3, 7
#define LANES4_EVEN 0, 2, 4, 6
#define LANES4_ODD 1, 3, 5, 7
#define LANES8_LO 0, 8, 1, 9, 2, 10, 3, 11
#define LANES8_HI 4, 12, 5, 13, 6, 14, 7, 15
#define LANES8_EVEN 0, 2, 4, 6, 8, 10, 12, 14
#define LANES8_ODD 1, 3, 5, 7, 9, 11, 13, 15
#define LANES16_LO 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define LANES16_HI 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define LANES16_EVEN 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define LANES16_ODD 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define LANES_PASTE(v, k) LANES##v##_##k
#define LANES_LIST(v, k) LANES_PASTE(v, k)
#define SHUFFLE(a, b, k) __builtin_shufflevector(a, b, LANES_LIST(FFT_LANES, k))

_Static_assert(FFT_LANES == V, "FFT_LANES is FFT_BYTES over the size of FFT_REAL");

static ALWAYS_INLINE vec vec_low(vec a, vec b) {
	return SHUFFLE(a, b, LO);
}

static ALWAYS_INLINE vec vec_high(vec a, vec b) {
	return SHUFFLE(a, b, HI);
}

/* V rows of V elements become columns: each round deals two halves like cards. */
static ALWAYS_INLINE void vec_transpose(vec r[V]) {
	vec t[V];
#pragma GCC unroll 4
	for (u32 round = 1; round < V; round *= 2) {
#pragma GCC unroll 16
		for (u32 i = 0; i < V; i++)
			t[i] = r[i];
#pragma GCC unroll 8
		for (u32 i = 0; i < V / 2; i++) {
			r[2 * i] = vec_low(t[i], t[i + V / 2]);
			r[2 * i + 1] = vec_high(t[i], t[i + V / 2]);
		}
	}
}

/* V complex numbers in a row. */
static ALWAYS_INLINE struct cvec cvec_load(const struct complex *p) {
	vec a = vec_load(&p->re), b = vec_load(&p->re + V);
	return (struct cvec){SHUFFLE(a, b, EVEN), SHUFFLE(a, b, ODD)};
}

static ALWAYS_INLINE void cvec_store(struct complex *p, struct cvec c) {
	vec_store(&p->re, vec_low(c.re, c.im));
	vec_store(&p->re + V, vec_high(c.re, c.im));
}

/* i times the conjugate: the inverse transform is the forward one of numbers whose parts
 * are exchanged, exchanged again. */
static ALWAYS_INLINE struct cvec cvec_exchange(struct cvec c, bool exchange) {
	return exchange ? (struct cvec){c.im, c.re} : c;
}
