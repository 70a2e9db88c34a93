/* check_ref.cpp - references made of MPFR's functions.
 * SPDX-License-Identifier: Apache-2.0 */
#include "check_ref.h"

#include <cmath>

namespace {

/* A number with some bits more than the result has. */
struct number {
	mpfr_t v;
	explicit number(mpfr_srcptr like, long more = 32) {
		mpfr_init2(v, mpfr_get_prec(like) + more);
	}
	number(const number &) = delete;
	number &operator=(const number &) = delete;
	~number() {
		mpfr_clear(v);
	}
	operator mpfr_ptr() {
		return v;
	}
};

} // namespace

int ref_sinpi(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd) {
	return mpfr_sinpi(r, x, rnd);
}

int ref_cospi(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd) {
	return mpfr_cospi(r, x, rnd);
}

int ref_rcp(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd) {
	return mpfr_ui_div(r, 1, x, rnd);
}

int ref_rsqrt(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd) {
	mpfr_rec_sqrt(r, x, rnd);
	return mpfr_zero_p(x) ? mpfr_setsign(r, r, mpfr_signbit(x), rnd) : 0;
}

int ref_rcbrt(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd) {
	number t(r);
	mpfr_cbrt(t, x, rnd);
	return mpfr_ui_div(r, 1, t, rnd);
}

/* The sum of squares of n numbers, infinite if one is. */
static void squares(mpfr_ptr sum, int n, mpfr_srcptr const *x) {
	number t(sum);
	bool infinite = false;
	mpfr_set_zero(sum, 1);
	for (int i = 0; i < n; i++) {
		mpfr_sqr(t, x[i], MPFR_RNDN);
		mpfr_add(sum, sum, t, MPFR_RNDN);
		infinite = infinite || mpfr_inf_p(x[i]);
	}
	if (infinite)
		mpfr_set_inf(sum, 1);
}

static int norm(mpfr_ptr r, int n, mpfr_srcptr const *x, bool inverse) {
	number s(r);
	squares(s, n, x);
	return inverse ? mpfr_rec_sqrt(r, s, MPFR_RNDN) : mpfr_sqrt(r, s, MPFR_RNDN);
}

int ref_hypot(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t) {
	mpfr_srcptr v[] = {x, y};
	return norm(r, 2, v, false);
}

int ref_rhypot(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t) {
	mpfr_srcptr v[] = {x, y};
	return norm(r, 2, v, true);
}

int ref_norm3d(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z, mpfr_rnd_t) {
	mpfr_srcptr v[] = {x, y, z};
	return norm(r, 3, v, false);
}

int ref_rnorm3d(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z, mpfr_rnd_t) {
	mpfr_srcptr v[] = {x, y, z};
	return norm(r, 3, v, true);
}

int ref_norm4d(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z, mpfr_srcptr w,
               mpfr_rnd_t) {
	mpfr_srcptr v[] = {x, y, z, w};
	return norm(r, 4, v, false);
}

int ref_rnorm4d(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z, mpfr_srcptr w,
                mpfr_rnd_t) {
	mpfr_srcptr v[] = {x, y, z, w};
	return norm(r, 4, v, true);
}

/* 1 / (x sqrt(pi)) (1 - 1/(2x^2) + 3/(2x^2)^2 - ...), for x where 60 terms are enough. */
static void erfcx_far(mpfr_ptr r, mpfr_srcptr x) {
	number t(r), z(r), s(r);
	mpfr_sqr(z, x, MPFR_RNDN);
	mpfr_mul_2ui(z, z, 1, MPFR_RNDN);
	mpfr_set_ui(t, 1, MPFR_RNDN);
	mpfr_set_ui(s, 1, MPFR_RNDN);
	for (unsigned long k = 1; k <= 60; k++) {
		mpfr_mul_ui(t, t, 2 * k - 1, MPFR_RNDN);
		mpfr_div(t, t, z, MPFR_RNDN);
		mpfr_neg(t, t, MPFR_RNDN);
		mpfr_add(s, s, t, MPFR_RNDN);
	}
	mpfr_const_pi(t, MPFR_RNDN);
	mpfr_sqrt(t, t, MPFR_RNDN);
	mpfr_mul(t, t, x, MPFR_RNDN);
	mpfr_div(r, s, t, MPFR_RNDN);
}

int ref_erfcx(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd) {
	if (mpfr_cmp_si(x, 30) > 0) {
		erfcx_far(r, x);
		return 0;
	}
	if (mpfr_cmp_si(x, -100) < 0) {
		mpfr_set_inf(r, 1);
		return 0;
	}
	number e(r), c(r);
	mpfr_sqr(e, x, rnd);
	mpfr_exp(e, e, rnd);
	mpfr_erfc(c, x, rnd);
	return mpfr_mul(r, e, c, rnd);
}

/* x > 0 with erfc(x) = y, 0 < y < 1, by Newton's method on the logarithm. */
static void erfcinv_positive(mpfr_ptr r, mpfr_srcptr y) {
	number c(r), e(r), log_y(r), t(r), root_pi(r);
	mpfr_log(log_y, y, MPFR_RNDN);
	double w = -mpfr_get_d(log_y, MPFR_RNDN);
	double b = 4.33 + log(1 - (1 - exp(-w)) * (1 - exp(-w))) / 2;
	double l = log(1 - (1 - exp(-w)) * (1 - exp(-w)));
	double guess = w < 20 ? sqrt(sqrt(b * b - l / 0.147) - b) : sqrt(w);
	mpfr_set_d(r, guess, MPFR_RNDN);
	mpfr_const_pi(root_pi, MPFR_RNDN);
	mpfr_sqrt(root_pi, root_pi, MPFR_RNDN);
	for (int i = 0; i < 100; i++) {
		mpfr_erfc(c, r, MPFR_RNDN);
		mpfr_sqr(e, r, MPFR_RNDN);
		mpfr_exp(e, e, MPFR_RNDN);
		mpfr_mul(e, e, c, MPFR_RNDN); /* erfcx */
		mpfr_mul(e, e, root_pi, MPFR_RNDN);
		mpfr_div_2ui(e, e, 1, MPFR_RNDN);
		mpfr_log(t, c, MPFR_RNDN);
		mpfr_sub(t, t, log_y, MPFR_RNDN);
		mpfr_mul(t, t, e, MPFR_RNDN);
		mpfr_add(r, r, t, MPFR_RNDN);
		if (mpfr_zero_p(t.v) ||
		    mpfr_get_exp(t) < mpfr_get_exp(r) - mpfr_get_prec(r) / 2 - 4)
			break; /* the next step would be below the last bit */
	}
}

/* |x| < 1/2 with erf(x) = d. */
static void erfinv_near(mpfr_ptr r, mpfr_srcptr d) {
	number e(r), t(r), root_pi(r);
	mpfr_const_pi(root_pi, MPFR_RNDN);
	mpfr_sqrt(root_pi, root_pi, MPFR_RNDN);
	mpfr_div_2ui(root_pi, root_pi, 1, MPFR_RNDN);
	mpfr_mul(r, root_pi, d, MPFR_RNDN);
	for (int i = 0; i < 100 && !mpfr_zero_p(d); i++) {
		mpfr_erf(e, r, MPFR_RNDN);
		mpfr_sub(t, d, e, MPFR_RNDN);
		mpfr_sqr(e, r, MPFR_RNDN);
		mpfr_exp(e, e, MPFR_RNDN);
		mpfr_mul(t, t, e, MPFR_RNDN);
		mpfr_mul(t, t, root_pi, MPFR_RNDN);
		mpfr_add(r, r, t, MPFR_RNDN);
		if (mpfr_zero_p(t.v) ||
		    mpfr_get_exp(t) < mpfr_get_exp(r) - mpfr_get_prec(r) / 2 - 4)
			break;
	}
}

/* The inverse of erfc for y, of which d = 1 - y is also given. */
static int inverse(mpfr_ptr r, mpfr_srcptr y, mpfr_srcptr d) {
	if (mpfr_cmp_d(d, 1) > 0 || mpfr_cmp_d(d, -1) < 0 || mpfr_nan_p(d)) {
		mpfr_set_nan(r);
	} else if (mpfr_zero_p(y) || mpfr_cmp_ui(y, 2) == 0) {
		mpfr_set_inf(r, mpfr_zero_p(y) ? 1 : -1);
	} else if (mpfr_cmpabs(d, y) < 0 && mpfr_cmp_d(d, 0.5) < 0 &&
	           mpfr_cmp_d(d, -0.5) > 0) {
		erfinv_near(r, d);
	} else if (mpfr_cmp_ui(y, 1) < 0) {
		erfcinv_positive(r, y);
	} else {
		number other(d, 1200);
		mpfr_ui_sub(other, 2, y, MPFR_RNDN);
		erfcinv_positive(r, other);
		mpfr_neg(r, r, MPFR_RNDN);
	}
	return 0;
}

int ref_erfinv(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t) {
	number y(x, 1200);
	mpfr_ui_sub(y, 1, x, MPFR_RNDN);
	return inverse(r, y, x);
}

int ref_erfcinv(mpfr_ptr r, mpfr_srcptr y, mpfr_rnd_t) {
	number d(y, 1200);
	mpfr_ui_sub(d, 1, y, MPFR_RNDN);
	return inverse(r, y, d);
}

static void root_two(mpfr_ptr r) {
	mpfr_sqrt_ui(r, 2, MPFR_RNDN);
}

int ref_normcdf(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd) {
	number t(r), u(r);
	root_two(t);
	mpfr_div(u, x, t, rnd);
	mpfr_neg(u, u, rnd);
	mpfr_erfc(u, u, rnd);
	return mpfr_div_2ui(r, u, 1, rnd);
}

int ref_normcdfinv(mpfr_ptr r, mpfr_srcptr p, mpfr_rnd_t rnd) {
	number t(p), root(r), v(r);
	mpfr_mul_2ui(t, p, 1, rnd);
	ref_erfcinv(v, t, rnd);
	root_two(root);
	mpfr_neg(root, root, rnd);
	return mpfr_mul(r, v, root, rnd);
}

int ref_lgamma(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd) {
	int sign;
	return mpfr_lgamma(r, &sign, x, rnd);
}

/* sum (x/2)^(2k+n) / (k! (k+n)!): all terms have one sign. */
static int bessel_i(mpfr_ptr r, mpfr_srcptr x, unsigned long n) {
	if (mpfr_nan_p(x))
		return mpfr_set(r, x, MPFR_RNDN);
	if (mpfr_cmp_si(x, 800) > 0 || mpfr_cmp_si(x, -800) < 0) {
		mpfr_set_inf(r, n == 1 ? mpfr_sgn(x) : 1);
		return 0;
	}
	number t(r), q(r), s(r);
	mpfr_sqr(q, x, MPFR_RNDN);
	mpfr_div_2ui(q, q, 2, MPFR_RNDN);
	mpfr_set_ui(t, 1, MPFR_RNDN);
	if (n == 1)
		mpfr_div_2ui(t, x, 1, MPFR_RNDN);
	mpfr_set(s, t, MPFR_RNDN);
	for (unsigned long k = 1; k < 5000 && !mpfr_zero_p(t.v); k++) {
		mpfr_mul(t, t, q, MPFR_RNDN);
		mpfr_div_ui(t, t, k * (k + n), MPFR_RNDN);
		mpfr_add(s, s, t, MPFR_RNDN);
		if (mpfr_zero_p(t.v) ||
		    mpfr_get_exp(t) < mpfr_get_exp(s) - mpfr_get_prec(s))
			break;
	}
	return mpfr_set(r, s, MPFR_RNDN);
}

int ref_i0(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t) {
	return bessel_i(r, x, 0);
}

int ref_i1(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t) {
	return bessel_i(r, x, 1);
}
