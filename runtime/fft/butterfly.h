/* butterfly.h - transforms of a few points, forward, in place. Those of 2, 4 and 8 points
 * are written out; odd lengths pair x[j] with x[r - j], which needs half the products.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/fft/vector.h"

/* Longer lengths with prime factors above this go through a convolution. */
enum { MAX_RADIX = 127 };

static ALWAYS_INLINE void butterfly2(struct cvec *a, struct cvec *b) {
	struct cvec t = cvec_sub(*a, *b);
	*a = cvec_add(*a, *b);
	*b = t;
}

/* a + i b, a - i b */
static ALWAYS_INLINE struct cvec cvec_add_i(struct cvec a, struct cvec b) {
	return (struct cvec){a.re - b.im, a.im + b.re};
}

static ALWAYS_INLINE struct cvec cvec_sub_i(struct cvec a, struct cvec b) {
	return (struct cvec){a.re + b.im, a.im - b.re};
}

static ALWAYS_INLINE void butterfly4(struct cvec *a, struct cvec *b, struct cvec *c,
                                     struct cvec *d) {
	struct cvec t0 = cvec_add(*a, *c), t1 = cvec_sub(*a, *c);
	struct cvec t2 = cvec_add(*b, *d), t3 = cvec_sub(*b, *d);
	*a = cvec_add(t0, t2);
	*b = cvec_sub_i(t1, t3);
	*c = cvec_sub(t0, t2);
	*d = cvec_add_i(t1, t3);
}

static ALWAYS_INLINE void butterfly8(struct cvec x[8]) {
	const real h = (real)0.707106781186547524400844362104849039L;
	butterfly4(&x[0], &x[2], &x[4], &x[6]);
	butterfly4(&x[1], &x[3], &x[5], &x[7]);
	/* the odd half times 1, (1 - i) h, -i, -(1 + i) h */
	struct cvec o1 = {(x[3].re + x[3].im) * h, (x[3].im - x[3].re) * h};
	struct cvec o3 = {(x[7].im - x[7].re) * h, -(x[7].re + x[7].im) * h};
	struct cvec e0 = x[0], e1 = x[2], e2 = x[4], e3 = x[6], o0 = x[1], o2 = x[5];
	x[0] = cvec_add(e0, o0);
	x[4] = cvec_sub(e0, o0);
	x[1] = cvec_add(e1, o1);
	x[5] = cvec_sub(e1, o1);
	x[2] = cvec_sub_i(e2, o2);
	x[6] = cvec_add_i(e2, o2);
	x[3] = cvec_add(e3, o3);
	x[7] = cvec_sub(e3, o3);
}

/* r is odd; cosine and sine are those of 2 pi j / r. */
static ALWAYS_INLINE void butterfly_odd(u32 r, struct cvec *x, const real *cosine,
                                        const real *sine) {
	struct cvec sum[MAX_RADIX / 2 + 1], dif[MAX_RADIX / 2 + 1], first = x[0];
	struct cvec total = first;
#pragma GCC unroll 6
	for (u32 j = 1; j <= r / 2; j++) {
		sum[j] = cvec_add(x[j], x[r - j]);
		dif[j] = cvec_sub(x[j], x[r - j]);
		total = cvec_add(total, sum[j]);
	}
	x[0] = total;
#pragma GCC unroll 6
	for (u32 k = 1; k <= r / 2; k++) {
		struct cvec even = first;
		struct cvec odd = {dif[1].re * sine[k], dif[1].im * sine[k]};
		u32 jk = 0;
#pragma GCC unroll 6
		for (u32 j = 1; j <= r / 2; j++) {
			jk = jk + k >= r ? jk + k - r : jk + k;
			even.re += sum[j].re * cosine[jk];
			even.im += sum[j].im * cosine[jk];
			if (j > 1) {
				odd.re += dif[j].re * sine[jk];
				odd.im += dif[j].im * sine[jk];
			}
		}
		x[k] = cvec_sub_i(even, odd);
		x[r - k] = cvec_add_i(even, odd);
	}
}

/* r is a constant but for odd numbers without a case of their own. */
static ALWAYS_INLINE void butterfly(u32 r, struct cvec *x, const real *cosine,
                                    const real *sine) {
	if (r == 2)
		butterfly2(&x[0], &x[1]);
	else if (r == 4)
		butterfly4(&x[0], &x[1], &x[2], &x[3]);
	else if (r == 8)
		butterfly8(x);
	else
		butterfly_odd(r, x, cosine, sine);
}
