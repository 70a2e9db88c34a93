/* special.cpp - compares the math functions with the C library's: the exact ones on any
 * arguments, bit for bit; the others at special arguments, where C's annex F says what NaN,
 * infinities and the signs of zeros do.
 * SPDX-License-Identifier: Apache-2.0 */
#include "device.h"

#include "simt/math_host.h"

#include <climits>
#include <cstdio>

namespace {

int failures;
long cases;

template <class T> bool same(T a, T b) {
	return (a != a && b != b) || (a == b && std::signbit(a) == std::signbit(b));
}

template <class T> bool special(T x) {
	return x == 0 || x != x || std::isinf(x);
}

template <class T> void report(const char *name, T x, T y, double got, double wanted) {
	if (failures++ < 60)
		printf("%s(%a, %a) is %a, should be %a\n", name, (double)x, (double)y,
		       got, wanted);
}

/* Equal to the bit. */
template <class T> void exact(const char *name, T x, T y, T got, T wanted) {
	cases++;
	if (!same(got, wanted))
		report(name, x, y, got, wanted);
}

/* Special where the C library's result is, and then equal. */
template <class T> void like(const char *name, T x, T y, T got, T wanted) {
	cases++;
	if ((special(got) || special(wanted)) && !same(got, wanted))
		report(name, x, y, got, wanted);
}

uint64_t state = 1;

uint64_t random_bits() {
	state += 0x9e3779b97f4a7c15u;
	uint64_t z = (state ^ state >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

template <class T> T any();
template <> float any<float>() {
	return bits_to<float>((uint32_t)random_bits());
}
template <> double any<double>() {
	return bits_to<double>(random_bits());
}

/* Any bits, or near one, or with few digits, so that halves and equal numbers occur. */
template <class T> T argument() {
	T x = any<T>();
	switch (random_bits() % 4) {
	case 0: return (T)((double)(int64_t)random_bits() * 0x1p-60);
	case 1: return (T)((double)(int)(random_bits() % 4000 - 2000) * 0.25);
	default: return x;
	}
}

#define EXACT1(name)                                                           \
	exact<float>(#name "f", x32, 0, device::name##f(x32), ::name##f(x32)); \
	exact<double>(#name, x64, 0, device::name(x64), ::name(x64))
#define EXACT2(name)                                                 \
	exact<float>(#name "f", x32, y32, device::name##f(x32, y32), \
	             ::name##f(x32, y32));                           \
	exact<double>(#name, x64, y64, device::name(x64, y64), ::name(x64, y64))
#define LIKE1(name)                                                           \
	like<float>(#name "f", x32, 0, device::name##f(x32), ::name##f(x32)); \
	like<double>(#name, x64, 0, device::name(x64), ::name(x64))
#define LIKE2(name)                                                 \
	like<float>(#name "f", x32, y32, device::name##f(x32, y32), \
	            ::name##f(x32, y32));                           \
	like<double>(#name, x64, y64, device::name(x64, y64), ::name(x64, y64))
#define WITH_INT(name, n)                                               \
	exact<float>(#name "f", x32, (float)n, device::name##f(x32, n), \
	             ::name##f(x32, n));                                \
	exact<double>(#name, x64, n, device::name(x64, n), ::name(x64, n))

void exact_one(float x32, double x64) {
	EXACT1(floor);
	EXACT1(ceil);
	EXACT1(trunc);
	EXACT1(rint);
	EXACT1(nearbyint);
	EXACT1(round);
	EXACT1(fabs);
	EXACT1(logb);
	EXACT1(sqrt);
}

/* Rounding to integers, where the result fits one. */
void exact_integers(float x32, double x64) {
	exact<double>("ilogbf", x32, 0, device::ilogbf(x32), ::ilogbf(x32));
	exact<double>("ilogb", x64, 0, device::ilogb(x64), ::ilogb(x64));
	if (fabsf(x32) < 0x1p62f) {
		exact<double>("lrintf", x32, 0, (double)device::lrintf(x32),
		              (double)::lrintf(x32));
		exact<double>("llroundf", x32, 0, (double)device::llroundf(x32),
		              (double)::llroundf(x32));
	}
	if (fabs(x64) < 0x1p62) {
		exact<double>("llrint", x64, 0, (double)device::llrint(x64),
		              (double)::llrint(x64));
		exact<double>("lround", x64, 0, (double)device::lround(x64),
		              (double)::lround(x64));
	}
}

void exact_two(float x32, float y32, double x64, double y64) {
	EXACT2(fmod);
	EXACT2(remainder);
	EXACT2(fdim);
	EXACT2(fmin);
	EXACT2(fmax);
	EXACT2(copysign);
	EXACT2(nextafter);
}

template <class T>
void exact_remquo(const char *name, T x, T y, T (*ours)(T, T, int *),
                  T (*theirs)(T, T, int *)) {
	int q = 0, wanted = 0;
	exact<T>(name, x, y, ours(x, y, &q), theirs(x, y, &wanted));
	bool defined = x == x && y == y && !std::isinf(x) && y != 0;
	if (defined && ((q & 7) != (wanted & 7)))
		report(name, x, y, q, wanted);
}

template <class T>
void exact_parts(const char *name, T x, T (*mod)(T, T *), T (*their_mod)(T, T *),
                 T (*fr)(T, int *), T (*their_fr)(T, int *)) {
	T whole = 0, their_whole = 0;
	exact<T>(name, x, 0, mod(x, &whole), their_mod(x, &their_whole));
	exact<T>(name, x, 1, whole, their_whole);
	int e = 0, their_e = 0;
	exact<T>(name, x, 2, fr(x, &e), their_fr(x, &their_e));
	if (!special(x))
		exact<double>(name, x, 3, e, their_e);
}

void exact_scale(float x32, double x64) {
	int n = (int)(random_bits() % 500) - 250;
	n = random_bits() % 3 ? n : n * 10;
	WITH_INT(scalbn, n);
	WITH_INT(ldexp, n);
	long l = random_bits() % 3 ? n : n * 0x100000000L;
	exact<float>("scalblnf", x32, (float)l, device::scalblnf(x32, l),
	             ::scalblnf(x32, l));
	exact<double>("scalbln", x64, (double)l, device::scalbln(x64, l),
	              ::scalbln(x64, l));
}

void exact_all(float x32, float y32, double x64, double y64) {
	exact_one(x32, x64);
	exact_integers(x32, x64);
	exact_two(x32, y32, x64, y64);
	exact_remquo<float>("remquof", x32, y32, device::remquof, ::remquof);
	exact_remquo<double>("remquo", x64, y64, device::remquo, ::remquo);
	exact_parts<float>("modff, frexpf", x32, device::modff, ::modff, device::frexpf,
	                   ::frexpf);
	exact_parts<double>("modf, frexp", x64, device::modf, ::modf, device::frexp,
	                    ::frexp);
	exact_scale(x32, x64);
}

void like_one(float x32, double x64) {
	LIKE1(exp);
	LIKE1(exp2);
	LIKE1(exp10);
	LIKE1(expm1);
	LIKE1(log);
	LIKE1(log2);
	LIKE1(log10);
	LIKE1(log1p);
	LIKE1(sin);
	LIKE1(cos);
	LIKE1(tan);
	LIKE1(asin);
	LIKE1(acos);
	LIKE1(atan);
	LIKE1(sinh);
	LIKE1(cosh);
	LIKE1(tanh);
	LIKE1(asinh);
	LIKE1(acosh);
	LIKE1(atanh);
	LIKE1(cbrt);
	LIKE1(erf);
	LIKE1(erfc);
	LIKE1(lgamma);
	LIKE1(tgamma);
	LIKE1(j0);
	LIKE1(j1);
	LIKE1(y0);
	LIKE1(y1);
}

void like_two(float x32, float y32, double x64, double y64) {
	LIKE2(pow);
	LIKE2(atan2);
	LIKE2(hypot);
}

/* Signs that the C library cannot be asked about. */
void own() {
	exact<float>("sinpif", -0.0f, 0, device::sinpif(-0.0f), -0.0f);
	exact<float>("sinpif", INFINITY, 0, device::sinpif(INFINITY), NAN);
	exact<float>("sinpif", 3, 0, device::sinpif(3.0f), 0.0f);
	exact<float>("sinpif", -3, 0, device::sinpif(-3.0f), -0.0f);
	exact<float>("cospif", 0.5f, 0, device::cospif(0.5f), 0.0f);
	exact<float>("cospif", 1e30f, 0, device::cospif(1e30f), 1.0f);
	exact<float>("cospif", 16777215.0f, 0, device::cospif(16777215.0f), -1.0f);
	exact<double>("sinpi", -0.0, 0, device::sinpi(-0.0), -0.0);
	exact<double>("sinpi", -3, 0, device::sinpi(-3.0), -0.0);
	exact<double>("cospi", 1.5, 0, device::cospi(1.5), 0.0);
	exact<double>("cospi", 0x1p53 - 1, 0, device::cospi(0x1p53 - 1), -1.0);
	exact<float>("rcbrtf", -0.0f, 0, device::rcbrtf(-0.0f), -INFINITY);
	exact<double>("rcbrt", -0.0, 0, device::rcbrt(-0.0), -INFINITY);
	exact<float>("rsqrtf", -0.0f, 0, device::rsqrtf(-0.0f), -INFINITY);
	exact<double>("rsqrt", -0.0, 0, device::rsqrt(-0.0), -INFINITY);
	exact<float>("rhypotf", INFINITY, NAN, device::rhypotf(INFINITY, NAN), 0.0f);
	exact<double>("rhypot", 0, 0, device::rhypot(0.0, 0.0), INFINITY);
	exact<float>("erfinvf", -0.0f, 0, device::erfinvf(-0.0f), -0.0f);
	exact<double>("erfinv", -1, 0, device::erfinv(-1.0), -INFINITY);
	exact<double>("erfinv", 1.5, 0, device::erfinv(1.5), NAN);
	exact<float>("erfcinvf", 0, 0, device::erfcinvf(0.0f), INFINITY);
	exact<float>("erfcinvf", 2, 0, device::erfcinvf(2.0f), -INFINITY);
	exact<double>("erfcinv", -1, 0, device::erfcinv(-1.0), NAN);
	exact<double>("normcdf", -INFINITY, 0, device::normcdf(-INFINITY), 0.0);
	exact<double>("normcdfinv", 1, 0, device::normcdfinv(1.0), INFINITY);
	exact<double>("normcdfinv", 0.5, 0, device::normcdfinv(0.5), 0.0);
	exact<double>("erfcx", -INFINITY, 0, device::erfcx(-INFINITY), INFINITY);
	exact<double>("cyl_bessel_i1", -INFINITY, 0, device::cyl_bessel_i1(-INFINITY),
	              -INFINITY);
	exact<float>("cyl_bessel_i0f", INFINITY, 0, device::cyl_bessel_i0f(INFINITY),
	             INFINITY);
}

/* Bessel functions of any order: an absolute error, and for Y below the order a relative one. */
void orders() {
	for (int n = 0; n < 140; n += n < 12 ? 1 : 9)
		for (double x = 0.01; x < 300; x *= 1.07) {
			double j = device::jn(n, x), y = device::yn(n, x);
			double wanted_y = ::yn(n, x), bound = (2 + 2.5 * n) * 0x1p-52;
			if (!(fabs(j - ::jn(n, x)) <= 5e-12))
				report("jn", (double)n, x, j, ::jn(n, x));
			double error = y == wanted_y ? 0 : fabs(y - wanted_y);
			if (!(error <= (x < n ? fabs(wanted_y) * bound : 5e-12)) &&
			    !(fabs(wanted_y) < 1 && error < 5e-12))
				report("yn", (double)n, x, y, wanted_y);
			float xf = (float)x, jf = device::jnf(n, xf),
			      yf = device::ynf(n, xf);
			double j32 = ::jn(n, (double)xf), y32 = ::yn(n, (double)xf);
			if (!(fabs(jf - j32) <= 2.2e-6))
				report("jnf", (double)n, x, jf, j32);
			error = yf == (float)y32 ? 0 : fabs(yf - y32);
			bound = (2 + 2.5 * n) * 0x1p-23;
			if (!(error <= (x < n ? fabs(y32) * bound : 2.2e-6)) &&
			    !(fabs(y32) < 1 && error < 2.2e-6))
				report("ynf", (double)n, x, yf, y32);
			cases += 4;
		}
}

/* Units in the last place of a float near x. */
double unit(double x) {
	return ldexp(1.0, ilogb(x) - 23);
}

void within(const char *name, double x, double got, double wanted, double error) {
	cases++;
	if (!(fabs(got - wanted) <= error))
		report(name, x, error, got, wanted);
}

/* The fast intrinsics, with the errors that the programming guide grants them. */
void fast() {
	for (int i = -100000; i <= 100000; i++) {
		float x = (float)i * 3.14159e-5f, s, c;
		within("__sinf", x, device::__sinf(x), sin(x), 0x1p-21);
		within("__cosf", x, device::__cosf(x), cos(x), 0x1p-21);
		device::__sincosf(x, &s, &c);
		exact<float>("__sincosf", x, 0, s, device::__sinf(x));
		exact<float>("__sincosf", x, 0, c, device::__cosf(x));
		float y = (float)i * 8e-4f, e = (float)exp(y), t = (float)exp10(y * 0.4);
		double units = 2 + floor(fabs(1.173 * y));
		within("__expf", y, device::__expf(y), exp(y), units * unit(e));
		units = 2 + floor(fabs(2.97 * 0.4f * y));
		within("__exp10f", y, device::__exp10f(0.4f * y),
		       exp10((double)(0.4f * y)), units * unit(t));
		within("__tanhf", x, device::__tanhf(x), tanh(x), 0x1p-10);
		within("__tanf", 0.4 * x, device::__tanf(0.4f * x),
		       tan((double)(0.4f * x)), 0x1p-15);
	}
	for (float x = 1e-30f; x < 1e30f; x *= 1.001f) {
		bool near = x >= 0.5f && x <= 2;
		double l = log(x), l2 = log2(x), l10 = log10(x);
		within("__logf", x, device::__logf(x), l, near ? 0x1p-21 : 3 * unit(l));
		within("__log2f", x, device::__log2f(x), l2,
		       near ? 0x1p-22 : 0x1p-22 * fabs(l2));
		within("__log10f", x, device::__log10f(x), l10,
		       near ? 0x1p-22 : 3 * unit(l10));
		within("__fdividef", x, device::__fdividef(3, x), 3.0 / x,
		       2 * unit(3.0 / x));
		within("__powf", x, device::__powf(x, 0.3f), pow(x, (double)0.3f),
		       pow(x, 0.3) * 0x1p-18);
		float r = (float)(1 / sqrtl((long double)x));
		exact<float>("__frsqrt_rn", x, 0, device::__frsqrt_rn(x), r);
	}
}

/* The host's own functions agree with the device's as far as both may be wrong. */
template <class T> void near(const char *name, T x, T host, T ours) {
	double error = host == ours ? 0 : fabs((double)host - (double)ours);
	double unit = sizeof(T) == 4 ? 0x1p-23 : 0x1p-52,
	       least = sizeof(T) == 4 ? 0x1p-149 : 0x1p-1074;
	cases++;
	if (!(same(host, ours) || error <= 8 * fmax(unit * fabs((double)ours), least)))
		report(name, x, (T)0, (double)host, (double)ours);
}

#define NEAR(name)                                                         \
	near<float>(#name "f", x32, ::name##f(x32), device::name##f(x32)); \
	near<double>(#name, x64, ::name(x64), device::name(x64))

void on_host(float x32, double x64) {
	NEAR(rsqrt);
	NEAR(rcbrt);
	NEAR(sinpi);
	NEAR(cospi);
	NEAR(erfcx);
	NEAR(erfinv);
	NEAR(erfcinv);
	NEAR(normcdf);
	NEAR(normcdfinv);
	NEAR(cyl_bessel_i0);
	NEAR(cyl_bessel_i1);
	near<double>("norm3d", x64, norm3d(x64, 1, x64), device::norm3d(x64, 1.0, x64));
	near<double>("rnorm4d", x64, rnorm4d(x64, 1, 2, x64),
	             device::rnorm4d(x64, 1.0, 2.0, x64));
	near<float>("rhypotf", x32, rhypotf(x32, 2), device::rhypotf(x32, 2.0f));
}

const double values[] = {0.0,      0x1p-149, 0x1p-1074, 0x1p-126, 0x1p-1022,
                         0.25,     0.5,      0.75,      1,        1.5,
                         2,        2.5,      3,         4,        5,
                         33,       128,      1e10,      0x1p23,   0x1p24,
                         0x1p31,   0x1p52,   0x1p53,    1e30,     0x1.fffffep127,
                         0x1p1023, INFINITY, NAN};

} // namespace

int main() {
	own();
	orders();
	fast();
	for (double a : values)
		for (int sign = 0; sign < 2; sign++) {
			double x = sign ? -a : a;
			like_one((float)x, x);
			on_host((float)x, x);
			for (double b : values)
				for (int other = 0; other < 2; other++) {
					double y = other ? -b : b;
					like_two((float)x, (float)y, x, y);
					exact_all((float)x, (float)y, x, y);
				}
		}
	for (int i = 0; i < 2000; i++) {
		double x = (double)(int64_t)random_bits() * 0x1p-61;
		on_host((float)x, x);
		on_host((float)x * 0.2f, x * 0.2);
		on_host(argument<float>(), argument<double>());
	}
	for (int i = 0; i < 100000; i++)
		exact_all(argument<float>(), argument<float>(), argument<double>(),
		          argument<double>());
	printf("%ld cases, %d failures\n", cases, failures);
	return failures != 0;
}
