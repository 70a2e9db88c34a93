/* leaf.h - transforms of V lines at once: Stockham's algorithm, which sorts itself, in
 * passes of small radices.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <math.h>

#include "base/arena.h"
#include "runtime/fft/butterfly.h"

struct pass {
	u32 radix;
	u64 s, m;         /* radix * s * m is the length */
	const real *root; /* radix - 1 complex numbers for each i < m */
	const real *cosine, *sine;
};

enum { MAX_PASSES = 48 };

struct leaf {
	u64 n;
	u32 passes;
	struct pass pass[MAX_PASSES];
};

/* exp(-2 pi i e / n), the angle reduced to an eighth of the circle. */
static void unit_root(u64 e, u64 n, real *re, real *im) {
	const long double pi = 3.141592653589793238462643383279502884L;
	e %= n;
	u64 eighth = (u64)(((u128)e * 8) / n);
	u64 quarter = ((eighth + 1) / 2) % 4;
	/* what is left of e * 4 after quarters of n, from -n/2 to n/2 */
	s64 rest = (s64)(e * 4) - (s64)(((eighth + 1) / 2) * n);
	long double angle = pi / 2 * (long double)rest / (long double)n, c, s;
	if (sizeof(real) == 4) {
		c = cos((double)angle);
		s = sin((double)angle);
	} else {
		c = cosl(angle);
		s = sinl(angle);
	}
	static const s8 turn[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
	long double tc = turn[quarter][0], ts = turn[quarter][1];
	*re = (real)(c * tc - s * ts);
	*im = (real) - (c * ts + s * tc);
}

static const u8 primes[] = {2,  3,  5,  7,   11,  13,  17,  19,  23, 29, 31,
                            37, 41, 43, 47,  53,  59,  61,  67,  71, 73, 79,
                            83, 89, 97, 101, 103, 107, 109, 113, 127};

/* Whether there are butterflies for all factors. */
static bool is_smooth(u64 n) {
	for (u32 i = 0; i < countof(primes); i++)
		while (n % primes[i] == 0)
			n /= primes[i];
	return n == 1;
}

/* The factor 2 in eights, then fours, as few passes as possible. */
static u32 next_radix(u64 n) {
	u32 twos = (u32)__builtin_ctzll(n);
	if (twos >= 3 && twos != 4)
		return 8;
	if (twos)
		return twos >= 2 ? 4 : 2;
	for (u32 i = 1; i < countof(primes); i++)
		if (n % primes[i] == 0)
			return primes[i];
	return (u32)n;
}

static void leaf_plan(struct arena *a, struct leaf *f, u64 n) {
	*f = (struct leaf){.n = n};
	for (u64 s = 1, left = n; left > 1;) {
		u32 r = next_radix(left);
		u64 m = left / r;
		real *root = arena_array_raw(a, real, 2 * (r - 1) * m);
		real *trig = arena_array_raw(a, real, 2 * r);
		for (u64 i = 0; i < m; i++)
			for (u64 k = 1; k < r; k++) {
				real *w = root + 2 * (i * (r - 1) + k - 1);
				unit_root(i * k, left, &w[0], &w[1]);
			}
		for (u32 j = 0; j < r; j++) {
			unit_root(j, r, &trig[j], &trig[r + j]);
			trig[r + j] = -trig[r + j];
		}
		f->pass[f->passes++] = (struct pass){r, s, m, root, trig, trig + r};
		s *= r;
		left = m;
	}
}

static ALWAYS_INLINE void pass_columns(u32 r, const struct pass *p, const struct cvec *x,
                                       struct cvec *y, const real *w, bool turn) {
	const real *cosine = p->cosine, *sine = p->sine;
	u64 s = p->s, far = s * p->m;
	for (u64 q = 0; q < s; q++) {
		struct cvec a[r > 8 ? MAX_RADIX : 8];
#pragma GCC unroll 16
		for (u32 j = 0; j < r; j++)
			a[j] = x[q + far * j];
		butterfly(r, a, cosine, sine);
		y[q] = a[0];
#pragma GCC unroll 16
		for (u32 k = 1; k < r; k++)
			y[q + s * k] = turn ? cvec_scale(a[k], w[2 * k - 2], w[2 * k - 1])
			                    : a[k];
	}
}

static ALWAYS_INLINE void pass_radix(u32 r, const struct pass *p, const struct cvec *x,
                                     struct cvec *y) {
	pass_columns(r, p, x, y, p->root, false);
	for (u64 i = 1; i < p->m; i++)
		pass_columns(r, p, x + p->s * i, y + p->s * i * r,
		             p->root + 2 * (r - 1) * i, true);
}

static void pass_run(const struct pass *p, const struct cvec *x, struct cvec *y) {
	switch (p->radix) {
	case 2: pass_radix(2, p, x, y); break;
	case 3: pass_radix(3, p, x, y); break;
	case 4: pass_radix(4, p, x, y); break;
	case 5: pass_radix(5, p, x, y); break;
	case 7: pass_radix(7, p, x, y); break;
	case 8: pass_radix(8, p, x, y); break;
	case 11: pass_radix(11, p, x, y); break;
	case 13: pass_radix(13, p, x, y); break;
	default: pass_radix(p->radix, p, x, y); break;
	}
}

/* Transforms `in`, which may be x, and returns the result, which is in, x or y. */
static const struct cvec *leaf_run(const struct leaf *f, const struct cvec *in,
                                   struct cvec *x, struct cvec *y) {
	for (u32 i = 0; i < f->passes; i++) {
		struct cvec *to = in == x ? y : x;
		pass_run(&f->pass[i], in, to);
		in = to;
	}
	return in;
}
