/* overload.cpp - which function a call means, and what type it gives; in the global namespace
 * and in std, as device code sees them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "shim/builtins.h"

#define __CUDA_ARCH__ 900
#include "simt/math.h"

template <class A, class B> struct same { static constexpr bool value = false; };
template <class A> struct same<A, A> { static constexpr bool value = true; };

#define IS(type, call) static_assert(same<type, decltype(call)>::value, #call)

IS(float, sin(1.0f));
IS(double, sin(1.0));
IS(double, sin(1));
IS(double, std::sqrt('a'));
IS(float, std::sqrt(2.0f));
IS(float, pow(1.0f, 2.0f));
IS(double, pow(1.0f, 2));
IS(double, pow(1.0f, 2.0));
IS(double, std::pow(2, 3));
IS(float, abs(-1.0f));
IS(long long, abs(-1ll));
IS(int, std::abs(-1));
IS(double, std::fabs(-1.0));
IS(int, min(1, 2));
IS(unsigned, min(1, 2u));
IS(unsigned long long, max(1ll, 2ull));
IS(double, max(1.0f, 2.0));
IS(float, max(1.0f, 2.0f));
IS(long, lrint(1.0f));
IS(int, ilogb(8.0));
IS(bool, isnan(1.0f));
IS(bool, std::isfinite(1.0));
IS(float, rsqrt(4.0f));
IS(double, atan2(1, 2));
IS(bool, isnan(1));
IS(double, fma(1.0f, 2, 3.0f));
IS(double, ldexp(1, 2));
IS(float, std::hypot(1.0f, 2.0f, 3.0f));
IS(bool, signbit(-1l));
IS(float, fma(1.0f, 2.0f, 3.0f));

/* as nvcc has them: names with a d are of double alone, what the C++ library has takes integers */
IS(double, norm3d(1.0f, 2.0f, 2.0f));
IS(double, norm4d(1, 2, 2, 4));
IS(double, rhypot(3.0f, 4.0f));
IS(double, hypot(1.0f, 2.0f, 2));
IS(long, lround(3));
IS(long long, llrint('a'));
IS(int, ilogb(8u));
IS(double, scalbln(2, 3));
IS(double, frexp(8, (int *)0));
template <class T> auto takes(T x) -> decltype(rsqrt(x), true) { return true; }
char takes(...) { return 0; }
IS(bool, takes(2.0f));
IS(char, takes(2)); /* ambiguous */

extern "C" int printf(const char *, ...);

static int failures;

static void expect(const char *what, double got, double wanted) {
	if (!(got == wanted)) {
		printf("%s is %g, should be %g\n", what, got, wanted);
		failures++;
	}
}

#define EXPECT(call, wanted) expect(#call, (double)(call), wanted)

int main() {
	EXPECT(sqrt(16), 4);
	EXPECT(std::pow(2, 10), 1024);
	EXPECT(min(-1, 2u), 2);
	EXPECT(max(-1, 2u), 4294967295.0);
	EXPECT(abs(-2147483647), 2147483647.0);
	EXPECT(std::abs(-2.5f), 2.5);
	EXPECT(signbit(-0.0f), 1);
	EXPECT(isinf(1e300 * 1e300), 1);
	EXPECT(fpclassify(0x1p-140f), FP_SUBNORMAL);
	EXPECT(fpclassify(-0.0), FP_ZERO);
	EXPECT(__float_as_int(nanf("0x12")), 0x7fc00012);
	EXPECT(__double_as_longlong(nan("010")) == 0x7ff8000000000008, 1);
	EXPECT(__fdividef(1.0f, 0x1p127f), 0);
	EXPECT(__saturatef(1.5f), 1);
	EXPECT(__saturatef(0.0f / 0.0f), 0);
	EXPECT(__expf(0.0f), 1);
	EXPECT(__frsqrt_rn(16.0f), 0.25);
	float s, c, v[] = {2, 3, 6};
	sincos(0.0f, &s, &c);
	EXPECT(s + c, 1);
	EXPECT(normf(3, v), 7);
	EXPECT(norm3d(2.0, 3.0, 6.0), 7);
	EXPECT(rnorm3d(2.0f, 3.0f, 6.0f), 1.0 / 7.0);
	EXPECT(jn(2, __builtin_huge_valf()), 0);
	EXPECT(std::hypot(2.0, 3.0, 6.0), 7);
	EXPECT(ldexp(3, 4), 48);
	EXPECT(fma(2, 3.0f, 4.0), 10);
	int q;
	EXPECT(remquo(7.0f, 2.0f, &q), -1);
	EXPECT(q, 4);
	printf("%d failures\n", failures);
	return failures != 0;
}
