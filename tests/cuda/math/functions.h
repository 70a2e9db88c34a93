/* functions.h - functions.def as tables: each function as the device has it and as MPFR
 * has it, and the arguments it is tried with.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "device.h"

#include "check_ref.h"

#include <cstdio>
#include <cstdlib>

namespace {

enum rule { ALWAYS, BESSEL, GAMMA };

/* The differences between the two precisions. */
template <class T> struct format;

template <> struct format<float> {
	using bits = uint32_t;
	static constexpr int precision = 80;
	static constexpr double bessel_bound = 2.2e-6;
	static constexpr double gamma_lo = -10.001, gamma_hi = -2.264;
	static constexpr bits sign = 0x80000000u;
	static float round(mpfr_srcptr x) {
		return mpfr_get_flt(x, MPFR_RNDN);
	}
	static constexpr const char *print = "%-15a";
};

template <> struct format<double> {
	using bits = uint64_t;
	static constexpr int precision = 120;
	static constexpr double bessel_bound = 5e-12;
	static constexpr double gamma_lo = -23.0001, gamma_hi = -2.2637;
	static constexpr bits sign = 0x8000000000000000u;
	static double round(mpfr_srcptr x) {
		return mpfr_get_d(x, MPFR_RNDN);
	}
	static constexpr const char *print = "%-24a";
};

template <class T> struct function {
	const char *name;
	int args;
	long bound;
	double lo, hi;
	enum rule rule;
	T (*run)(const T *);
	void (*reference)(mpfr_ptr, mpfr_t *);
};

using fn1 = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using fn2 = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
using fn3 = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
using fn4 = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_srcptr, mpfr_srcptr,
                    mpfr_rnd_t);

void call(fn1 f, mpfr_ptr r, mpfr_t *a) {
	f(r, a[0], MPFR_RNDN);
}
void call(fn2 f, mpfr_ptr r, mpfr_t *a) {
	f(r, a[0], a[1], MPFR_RNDN);
}
void call(fn3 f, mpfr_ptr r, mpfr_t *a) {
	f(r, a[0], a[1], a[2], MPFR_RNDN);
}
void call(fn4 f, mpfr_ptr r, mpfr_t *a) {
	f(r, a[0], a[1], a[2], a[3], MPFR_RNDN);
}

#define ARGS_1 a[0]
#define ARGS_2 a[0], a[1]
#define ARGS_3 a[0], a[1], a[2]
#define ARGS_4 a[0], a[1], a[2], a[3]

const function<float> f32_functions[] = {
#define FN(name, args, b32, b64, lo, hi, ref, rule)                   \
	{#name "f",                                                   \
	 args,                                                        \
	 b32,                                                         \
	 lo,                                                          \
	 hi,                                                          \
	 rule,                                                        \
	 [](const float *a) { return device::name##f(ARGS_##args); }, \
	 [](mpfr_ptr r, mpfr_t *a) { call(ref, r, a); }},
#include "functions.def"
#undef FN
};

const function<double> f64_functions[] = {
#define FN(name, args, b32, b64, lo, hi, ref, rule)                 \
	{#name,                                                     \
	 args,                                                      \
	 b64,                                                       \
	 lo,                                                        \
	 hi,                                                        \
	 rule,                                                      \
	 [](const double *a) { return device::name(ARGS_##args); }, \
	 [](mpfr_ptr r, mpfr_t *a) { call(ref, r, a); }},
#include "functions.def"
#undef FN
};

struct random_bits {
	uint64_t s;
	uint64_t next() {
		s += 0x9e3779b97f4a7c15u;
		uint64_t z = (s ^ s >> 30) * 0xbf58476d1ce4e5b9u;
		z = (z ^ z >> 27) * 0x94d049bb133111ebu;
		return z ^ z >> 31;
	}
	double unit() {
		return (double)(next() >> 11) * 0x1p-53;
	}
};

/* Arguments at which functions change their ways; numbers that are nearly multiples of
 * pi, or of pi/2 when large; zeros of Bessel functions. */
const double edges[] = {
	0,
	0.25,
	0.5,
	0.75,
	1,
	1.25,
	1.5,
	2,
	2.5,
	3,
	4,
	5,
	7,
	8,
	10,
	16,
	20,
	33,
	INFINITY,
	NAN,
	0x1p-149,
	0x1p-126,
	0x1p-1074,
	0x1p-1022,
	0x1p16,
	0x1p20,
	0x1p23,
	0x1p24,
	0x1p25,
	0x1p31,
	0x1p52,
	0x1p53,
	0x1p100,
	0x1p127,
	0x1p1023,
	M_PI,
	M_PI_2,
	M_PI_4,
	M_LN2,
	M_SQRT2,
	M_SQRT1_2,
	88.72,
	-103.97,
	709.78,
	-745.13,
	89.41,
	710.47,
	35.04,
	171.62,
	0.8935769662791675,
	2.404825557695773,
	3.831705970207512,
	2.197141326031017,
	11,
	22,
	355,
	103993,
	104348,
	208341,
	312689,
	833719,
	1146408,
	4272943,
	5419351,
	80143857,
	165707065,
	245850922,
	411557987,
	16367173 * 0x1p72,
	0x1.6ac5b262ca1ffp849,
};

template <class T> T argument(const function<T> &f, random_bits &random, long i) {
	using F = format<T>;
	if (i < (long)(sizeof edges / sizeof *edges) * 6) {
		auto b = bits_to<typename F::bits>((T)edges[i / 6]);
		b += (typename F::bits)(i / 2 % 3) - 1; /* and its neighbours */
		return bits_to<T>(i & 1 ? (typename F::bits)(b ^ F::sign) : b);
	}
	switch (random.next() % 4) {
	case 0: return bits_to<T>((typename F::bits)random.next());
	case 1: {
		double r = ldexp(1 + random.unit(), (int)(random.next() % 60) - 40);
		return (T)(random.next() & 1 ? r : -r);
	}
	default: return (T)(f.lo + (f.hi - f.lo) * random.unit());
	}
}

template <class T> bool skip(const function<T> &f, const T *a) {
	using F = format<T>;
	if (f.rule == BESSEL) /* MPFR takes long, and the result is that of an angle */
		return fabs(a[0]) > 0x1p20;
	return f.rule == GAMMA && a[0] > F::gamma_lo && a[0] < F::gamma_hi;
}

struct scratch {
	mpfr_t m[4], r;
	explicit scratch(int precision) {
		for (auto &x : m)
			mpfr_init2(x, 53);
		mpfr_init2(r, precision);
	}
	scratch(const scratch &) = delete;
	scratch &operator=(const scratch &) = delete;
	~scratch() {
		for (auto &x : m)
			mpfr_clear(x);
		mpfr_clear(r);
		mpfr_free_cache();
	}
};

/* The correctly rounded result. */
template <class T> T rounded(const function<T> &f, const T *a, mpfr_t *m, mpfr_ptr r) {
	for (int i = 0; i < f.args; i++)
		mpfr_set_d(m[i], a[i], MPFR_RNDN);
	f.reference(r, m);
	return format<T>::round(r);
}

} // namespace
