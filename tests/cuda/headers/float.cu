/* float.cu - arithmetic with rounding modes, conversions, functions that are one
 * instruction.
 * SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#define MODES1(name) PUT(name##_rn(a)) PUT(name##_rz(a)) PUT(name##_ru(a)) PUT(name##_rd(a))
#define MODES2(name)                                                                     \
	PUT(name##_rn(a, b)) PUT(name##_rz(a, b)) PUT(name##_ru(a, b)) PUT(name##_rd(a, b))
#define MODES3(name)                                                                     \
	PUT(name##_rn(a, b, c)) PUT(name##_rz(a, b, c))                                  \
	PUT(name##_ru(a, b, c)) PUT(name##_rd(a, b, c))

PROBE(single) {
	float a = arg_float(0), b = arg_float(1), c = arg_float(2);
	MODES2(__fadd) MODES2(__fsub) MODES2(__fmul) MODES2(__fdiv)
	MODES1(__frcp) MODES1(__fsqrt) MODES3(__fmaf) MODES3(__fmaf_ieee)
	PUT(__saturatef(a))
}

PROBE(reciprocal_root) {
	unsigned positive = __float_as_uint(arg_float(0)) & 0x7fffffff;
	PUT(__frsqrt_rn(__uint_as_float(positive)))
	PUT(__frsqrt_rn(arg_float(1)))
}

PROBE(twice) {
	double a = arg_double(0), b = arg_double(1), c = arg_double(2);
	MODES2(__dadd) MODES2(__dsub) MODES2(__dmul) MODES2(__ddiv)
	MODES1(__drcp) MODES1(__dsqrt) MODES3(__fma)
}

PROBE(from_single) {
	float a = arg_float(0);
	if (thread() >= 64) /* of all sizes */
		a = __uint_as_float(bits32(0));
	MODES1(__float2int) MODES1(__float2uint) MODES1(__float2ll) MODES1(__float2ull)
	PUT(__float_as_int(a)) PUT(__float_as_uint(a))
}

PROBE(from_double) {
	double a = arg_double(0);
	if (thread() >= 64)
		a = __longlong_as_double((long long)bits64(0) >> 2);
	MODES1(__double2int) MODES1(__double2uint) MODES1(__double2ll) MODES1(__double2ull)
	PUT(__double_as_longlong(a)) PUT(__double2hiint(a)) PUT(__double2loint(a))
}

PROBE(double_to_single) {
	double a = arg_double(0);
	MODES1(__double2float)
	a = __longlong_as_double((long long)bits64(0));
	MODES1(__double2float)
}

PROBE(from_int) {
	{ int a = (int)arg32(0); MODES1(__int2float) PUT(__int2double_rn(a)) }
	{ unsigned a = arg32(0); MODES1(__uint2float) PUT(__uint2double_rn(a)) }
	{ long long a = (long long)arg64(0); MODES1(__ll2float) MODES1(__ll2double) }
	{ u64 a = arg64(0); MODES1(__ull2float) MODES1(__ull2double) }
	PUT(__int_as_float((int)arg32(0))) PUT(__uint_as_float(arg32(1)))
	PUT(__hiloint2double((int)arg32(0), (int)arg32(1)))
}

PROBE(basic_single) {
	float a = arg_float(0), b = arg_float(1), c = arg_float(2);
	PUT(fabsf(a)) PUT(floorf(a)) PUT(ceilf(a)) PUT(truncf(a)) PUT(rintf(a))
	PUT(nearbyintf(a)) PUT(fminf(a, b)) PUT(fmaxf(a, b)) PUT(fmaf(a, b, c))
}

PROBE(root_single) {
	float a = arg_float(0);
	PUT(sqrtf(a))
}

PROBE(basic_double) {
	double a = arg_double(0), b = arg_double(1), c = arg_double(2);
	PUT(fabs(a)) PUT(floor(a)) PUT(ceil(a)) PUT(trunc(a)) PUT(rint(a)) PUT(nearbyint(a))
	PUT(fmin(a, b)) PUT(fmax(a, b)) PUT(fma(a, b, c)) PUT(sqrt(a))
}
