/* half.cpp - half and bfloat16 on the host: every value, conversions in every rounding, and
 * arithmetic, against MPFR set to the format.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cuda_bf16.h"
#include "cuda_fp16.h"

#include <mpfr.h>

#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

int failures;
long cases;

uint64_t state = 1;

uint64_t random_bits() {
	state += 0x9e3779b97f4a7c15u;
	uint64_t z = (state ^ state >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

void expect(const char *what, double a, double b, double got, double wanted) {
	cases++;
	bool same = got != got
	                    ? wanted != wanted
	                    : got == wanted && std::signbit(got) == std::signbit(wanted);
	if (!same && failures++ < 40)
		printf("%s(%a, %a) is %a, should be %a\n", what, a, b, got, wanted);
}

/* A format as MPFR sees it, and the functions whose names have the type in them. */
struct half_format {
	using type = __half;
	using type2 = __half2;
	static constexpr const char *name = "half";
	static constexpr int precision = 11, emin = -23, emax = 16, mantissa = 10,
			     bias = 15;
	static type bits(unsigned b) {
		return __ushort_as_half((unsigned short)b);
	}
	static unsigned of(type v) {
		return __half_as_ushort(v);
	}
	static float value(type v) {
		return __half2float(v);
	}
	static type from(double x) {
		return __double2half(x);
	}
	static type from(float x, mpfr_rnd_t r) {
		return r == MPFR_RNDN   ? __float2half_rn(x)
		       : r == MPFR_RNDZ ? __float2half_rz(x)
		       : r == MPFR_RNDD ? __float2half_rd(x)
		                        : __float2half_ru(x);
	}
	static type from(long long x, mpfr_rnd_t r) {
		return r == MPFR_RNDN   ? __ll2half_rn(x)
		       : r == MPFR_RNDZ ? __ll2half_rz(x)
		       : r == MPFR_RNDD ? __ll2half_rd(x)
		                        : __ll2half_ru(x);
	}
	static type from(unsigned long long x, mpfr_rnd_t r) {
		return r == MPFR_RNDN   ? __ull2half_rn(x)
		       : r == MPFR_RNDZ ? __ull2half_rz(x)
		       : r == MPFR_RNDD ? __ull2half_rd(x)
		                        : __ull2half_ru(x);
	}
	static long long whole(type v) {
		return __half2ll_rn(v);
	}
	static int integer(type v) {
		return __half2int_rd(v);
	}
	static unsigned short small(type v) {
		return __half2ushort_ru(v);
	}
};

struct bfloat16_format {
	using type = __nv_bfloat16;
	using type2 = __nv_bfloat162;
	static constexpr const char *name = "bfloat16";
	static constexpr int precision = 8, emin = -132, emax = 128, mantissa = 7,
			     bias = 127;
	static type bits(unsigned b) {
		return __ushort_as_bfloat16((unsigned short)b);
	}
	static unsigned of(type v) {
		return __bfloat16_as_ushort(v);
	}
	static float value(type v) {
		return __bfloat162float(v);
	}
	static type from(double x) {
		return __double2bfloat16(x);
	}
	static type from(float x, mpfr_rnd_t r) {
		return r == MPFR_RNDN   ? __float2bfloat16_rn(x)
		       : r == MPFR_RNDZ ? __float2bfloat16_rz(x)
		       : r == MPFR_RNDD ? __float2bfloat16_rd(x)
		                        : __float2bfloat16_ru(x);
	}
	static type from(long long x, mpfr_rnd_t r) {
		return r == MPFR_RNDN   ? __ll2bfloat16_rn(x)
		       : r == MPFR_RNDZ ? __ll2bfloat16_rz(x)
		       : r == MPFR_RNDD ? __ll2bfloat16_rd(x)
		                        : __ll2bfloat16_ru(x);
	}
	static type from(unsigned long long x, mpfr_rnd_t r) {
		return r == MPFR_RNDN   ? __ull2bfloat16_rn(x)
		       : r == MPFR_RNDZ ? __ull2bfloat16_rz(x)
		       : r == MPFR_RNDD ? __ull2bfloat16_rd(x)
		                        : __ull2bfloat16_ru(x);
	}
	static long long whole(type v) {
		return __bfloat162ll_rn(v);
	}
	static int integer(type v) {
		return __bfloat162int_rd(v);
	}
	static unsigned short small(type v) {
		return __bfloat162ushort_ru(v);
	}
};

/* x, exact, in the format. */
template <class F> double round_to(mpfr_srcptr x, mpfr_rnd_t rnd) {
	mpfr_t r;
	mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
	mpfr_init2(r, F::precision);
	mpfr_set_emin(F::emin);
	mpfr_set_emax(F::emax);
	int inexact = mpfr_set(r, x, rnd);
	inexact = mpfr_check_range(r, inexact, rnd);
	mpfr_subnormalize(r, inexact, rnd);
	double d = mpfr_get_d(r, MPFR_RNDN);
	mpfr_set_emin(emin);
	mpfr_set_emax(emax);
	mpfr_clear(r);
	return d;
}

constexpr mpfr_rnd_t roundings[] = {MPFR_RNDN, MPFR_RNDZ, MPFR_RNDD, MPFR_RNDU};

/* The value by the definition of the format. */
template <class F> double defined(unsigned b) {
	int e = (int)(b >> F::mantissa) & (2 * F::bias + 1),
	    m = (int)(b & ((1u << F::mantissa) - 1));
	double v = e == 2 * F::bias + 1 ? (m ? NAN : INFINITY)
	           : e == 0             ? ldexp(m, 1 - F::bias - F::mantissa)
	                    : ldexp(m + (1 << F::mantissa), e - F::bias - F::mantissa);
	return b >> 15 ? -v : v;
}

template <class F> void every_value() {
	for (unsigned b = 0; b < 65536; b++) {
		auto v = F::bits(b);
		double d = defined<F>(b);
		expect("value", b, 0, F::value(v), d);
		expect("from double", d, 0, F::value(F::from(d)), d);
		expect("neg", d, 0, F::value(__hneg(v)), -d);
		expect("abs", d, 0, F::value(__habs(v)), fabs(d));
		expect("isnan", d, 0, __hisnan(v), d != d);
		expect("isinf", d, 0, __hisinf(v), std::isinf(d) ? (d < 0 ? -1 : 1) : 0);
		expect("rint", d, 0, F::value(hrint(v)), rint(d));
		expect("floor", d, 0, F::value(hfloor(v)), floor(d));
		expect("to int", d, 0, F::integer(v),
		       d != d ? 0 : fmin(fmax(floor(d), INT_MIN), INT_MAX) + 0.0);
		expect("to ushort", d, 0, F::small(v),
		       d != d ? 0 : fmin(fmax(ceil(d), 0), 65535) + 0.0);
		if (fabs(d) < 0x1p62)
			expect("to ll", d, 0, (double)F::whole(v), rint(d) + 0.0);
	}
}

template <class F> void conversions() {
	mpfr_t x;
	mpfr_init2(x, 64);
	for (int i = 0; i < 20000; i++) {
		/* Half of them in the range of half, where many are near the middle. */
		double d = ldexp((double)(int64_t)random_bits() * 0x1p-63,
		                 (int)(random_bits() % 50) - 30);
		d = i % 4 ? d : ldexp(d, (int)(random_bits() % 260) - 140);
		d = i % 3 ? d
		          : (double)F::value(F::bits((unsigned)random_bits() & 0xffffu)) *
		                    (1 + 0x1p-9);
		float f = (float)d;
		mpfr_set_d(x, d, MPFR_RNDN);
		expect("double", d, 0, F::value(F::from(d)), round_to<F>(x, MPFR_RNDN));
		int shift = (int)(random_bits() % 64);
		long long l = (long long)random_bits() >> shift;
		unsigned long long u = random_bits() >> shift;
		for (auto rnd : roundings) {
			mpfr_set_flt(x, f, MPFR_RNDN);
			expect("float", f, rnd, F::value(F::from(f, rnd)),
			       round_to<F>(x, rnd));
			mpfr_set_si(x, l, MPFR_RNDN);
			expect("ll", (double)l, rnd, F::value(F::from(l, rnd)),
			       round_to<F>(x, rnd));
			mpfr_set_ui(x, u, MPFR_RNDN);
			expect("ull", (double)u, rnd, F::value(F::from(u, rnd)),
			       round_to<F>(x, rnd));
		}
	}
	mpfr_clear(x);
}

/* 0 has the sign of an exact sum: MPFR's is the right one too. */
template <class F> void arithmetic() {
	using T = typename F::type;
	mpfr_t x, y, z;
	mpfr_inits2(700, x, y, z, (mpfr_ptr) nullptr);
	for (int i = 0; i < 60000; i++) {
		unsigned close = i % 3 ? 0xffffu : 0x0fffu | 0x3000u;
		T a = F::bits((unsigned)random_bits() & close),
		  b = F::bits((unsigned)random_bits() & close);
		T c = F::bits((unsigned)random_bits() & close);
		double da = F::value(a), db = F::value(b), dc = F::value(c);
		mpfr_set_d(x, da, MPFR_RNDN);
		mpfr_set_d(y, db, MPFR_RNDN);
		mpfr_add(z, x, y, MPFR_RNDN);
		double sum = round_to<F>(z, MPFR_RNDN);
		expect("add", da, db, F::value(__hadd(a, b)), sum);
		expect("add sat", da, db, F::value(__hadd_sat(a, b)),
		       sum > 0 ? fmin(sum, 1) : 0);
		mpfr_sub(z, x, y, MPFR_RNDN);
		expect("sub", da, db, F::value(__hsub(a, b)), round_to<F>(z, MPFR_RNDN));
		mpfr_div(z, x, y, MPFR_RNDN);
		expect("div", da, db, F::value(__hdiv(a, b)), round_to<F>(z, MPFR_RNDN));
		mpfr_mul(z, x, y, MPFR_RNDN);
		expect("mul", da, db, F::value(a * b), round_to<F>(z, MPFR_RNDN));
		mpfr_set_d(x, dc, MPFR_RNDN);
		mpfr_add(z, z, x, MPFR_RNDN);
		double fma = round_to<F>(z, MPFR_RNDN);
		expect("fma", da, db, F::value(__hfma(a, b, c)), fma);
		expect("fma relu", da, db, F::value(__hfma_relu(a, b, c)),
		       fma != fma ? NAN
		       : fma > 0  ? fma
		                  : 0);
		expect("lt", da, db, __hlt(a, b), da < db);
		expect("ltu", da, db, __hltu(a, b), !(da >= db));
		expect("ne", da, db, __hne(a, b), da < db || da > db);
		expect("equ", da, db, __hequ(a, b), !(da < db || da > db));
		expect("max", da, db, F::value(__hmax(a, b)), fmax(da, db));
		expect("min nan", da, db, F::value(__hmin_nan(a, b)),
		       da != da || db != db ? NAN : fmin(da, db));
		typename F::type2 p(a, b), q(b, c), r = __hfma2(p, q, p);
		expect("fma2", da, db, F::of(r.y), F::of(__hfma(b, c, b)));
		expect("lt2 mask", da, db, __hlt2_mask(p, q),
		       (da < db ? 65535.0 : 0) + (db < dc ? 65535.0 * 65536 : 0));
	}
	mpfr_clears(x, y, z, (mpfr_ptr) nullptr);
}

/* 3 * 89 = 267 is in the middle of 266 and 268; a tiny sum decides. */
void middle() {
	__nv_bfloat16 p = 3, q = 89, tiny = 0x1p-120f;
	expect("mul even", 3, 89, __bfloat162float(__hmul(p, q)), 268);
	expect("fma down", 3, 89, __bfloat162float(__hfma(p, q, __hneg(tiny))), 266);
	expect("fma up", 9, 29,
	       __bfloat162float(__hfma((__nv_bfloat16)9, (__nv_bfloat16)29, tiny)), 262);
	expect("mul even", 9, 29,
	       __bfloat162float(__hmul((__nv_bfloat16)9, (__nv_bfloat16)29)), 260);
}

template <class F> void all() {
	every_value<F>();
	conversions<F>();
	arithmetic<F>();
}

} // namespace

int main() {
	all<half_format>();
	all<bfloat16_format>();
	middle();
	printf("%ld cases, %d failures\n", cases, failures);
	return failures != 0;
}
