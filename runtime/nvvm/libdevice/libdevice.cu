// libdevice.cu - the functions of libdevice: those of the device's mathematics under another name. libdevice.py makes
// LLVM's IR of the PTX that simtcc makes of them.
// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp16.h>

#define LIB extern "C" __device__

#define F_F(name, call) LIB float __nv_##name(float x) { return call(x); }
#define F_FF(name, call) LIB float __nv_##name(float x, float y) { return call(x, y); }
#define F_FFF(name, call) LIB float __nv_##name(float x, float y, float z) { return call(x, y, z); }
#define D_D(name, call) LIB double __nv_##name(double x) { return call(x); }
#define D_DD(name, call) LIB double __nv_##name(double x, double y) { return call(x, y); }
#define D_DDD(name, call) LIB double __nv_##name(double x, double y, double z) { return call(x, y, z); }
#define BOTH(name) F_F(name##f, name##f) D_D(name, name)
#define BOTH2(name) F_FF(name##f, name##f) D_DD(name, name)
#define AS(result, name, from) LIB result __nv_##name(from x) { return (result)__##name(x); }
#define AS2(result, name, from) LIB result __nv_##name(from x, from y) { return (result)__##name(x, y); }
#define ROUNDED(make, ...) make(rn, __VA_ARGS__) make(rz, __VA_ARGS__) make(ru, __VA_ARGS__) make(rd, __VA_ARGS__)

BOTH(acos) BOTH(acosh) BOTH(asin) BOTH(asinh) BOTH(atan) BOTH(atanh) BOTH(cbrt) BOTH(ceil) BOTH(cos) BOTH(cosh)
BOTH(cospi) BOTH(erf) BOTH(erfc) BOTH(erfcinv) BOTH(erfcx) BOTH(erfinv) BOTH(exp) BOTH(exp10) BOTH(exp2) BOTH(expm1)
BOTH(fabs) BOTH(floor) BOTH(j0) BOTH(j1) BOTH(lgamma) BOTH(log) BOTH(log10) BOTH(log1p) BOTH(log2) BOTH(logb)
BOTH(nearbyint) BOTH(normcdf) BOTH(normcdfinv) BOTH(rcbrt) BOTH(rint) BOTH(round) BOTH(rsqrt) BOTH(sin) BOTH(sinh)
BOTH(sinpi) BOTH(sqrt) BOTH(tan) BOTH(tanh) BOTH(tgamma) BOTH(trunc) BOTH(y0) BOTH(y1) BOTH(cyl_bessel_i0)
BOTH(cyl_bessel_i1)
BOTH2(atan2) BOTH2(copysign) BOTH2(fdim) BOTH2(fmax) BOTH2(fmin) BOTH2(fmod) BOTH2(hypot) BOTH2(nextafter) BOTH2(pow)
BOTH2(remainder) BOTH2(rhypot)
F_FFF(fmaf, fmaf) D_DDD(fma, fma) F_FFF(norm3df, norm3df) D_DDD(norm3d, norm3d) F_FFF(rnorm3df, rnorm3df)
D_DDD(rnorm3d, rnorm3d)

LIB float __nv_norm4df(float x, float y, float z, float t) { return norm4df(x, y, z, t); }
LIB double __nv_norm4d(double x, double y, double z, double t) { return norm4d(x, y, z, t); }
LIB float __nv_rnorm4df(float x, float y, float z, float t) { return rnorm4df(x, y, z, t); }
LIB double __nv_rnorm4d(double x, double y, double z, double t) { return rnorm4d(x, y, z, t); }
LIB float __nv_normf(int n, const float *p) { return normf(n, p); }
LIB double __nv_norm(int n, const double *p) { return norm(n, p); }
LIB float __nv_rnormf(int n, const float *p) { return rnormf(n, p); }
LIB double __nv_rnorm(int n, const double *p) { return rnorm(n, p); }

LIB float __nv_modff(float x, float *y) { return modff(x, y); }
LIB double __nv_modf(double x, double *y) { return modf(x, y); }
LIB float __nv_frexpf(float x, int *e) { return frexpf(x, e); }
LIB double __nv_frexp(double x, int *e) { return frexp(x, e); }
LIB float __nv_remquof(float x, float y, int *q) { return remquof(x, y, q); }
LIB double __nv_remquo(double x, double y, int *q) { return remquo(x, y, q); }
LIB void __nv_sincosf(float x, float *s, float *c) { sincosf(x, s, c); }
LIB void __nv_sincos(double x, double *s, double *c) { sincos(x, s, c); }
LIB void __nv_sincospif(float x, float *s, float *c) { sincospif(x, s, c); }
LIB void __nv_sincospi(double x, double *s, double *c) { sincospi(x, s, c); }
LIB void __nv_fast_sincosf(float x, float *s, float *c) { __sincosf(x, s, c); }

LIB float __nv_ldexpf(float x, int e) { return ldexpf(x, e); }
LIB double __nv_ldexp(double x, int e) { return ldexp(x, e); }
LIB float __nv_scalbnf(float x, int e) { return scalbnf(x, e); }
LIB double __nv_scalbn(double x, int e) { return scalbn(x, e); }
LIB float __nv_jnf(int n, float x) { return jnf(n, x); }
LIB double __nv_jn(int n, double x) { return jn(n, x); }
LIB float __nv_ynf(int n, float x) { return ynf(n, x); }
LIB double __nv_yn(int n, double x) { return yn(n, x); }
LIB int __nv_ilogbf(float x) { return ilogbf(x); }
LIB int __nv_ilogb(double x) { return ilogb(x); }
LIB long long __nv_llrintf(float x) { return llrintf(x); }
LIB long long __nv_llrint(double x) { return llrint(x); }
LIB long long __nv_llroundf(float x) { return llroundf(x); }
LIB long long __nv_llround(double x) { return llround(x); }

// Squares and products from the exponent's lowest bit on; the inverse of a negative one at the end.
LIB float __nv_powif(float x, int e) {
	float r = 1;
	for (unsigned n = e < 0 ? 0u - (unsigned)e : (unsigned)e; n; n >>= 1, x = __fmul_rn(x, x))
		if (n & 1)
			r = __fmul_rn(r, x);
	return e < 0 ? __frcp_rn(r) : r;
}
LIB double __nv_powi(double x, int e) {
	double r = 1;
	for (unsigned n = e < 0 ? 0u - (unsigned)e : (unsigned)e; n; n >>= 1, x = __dmul_rn(x, x))
		if (n & 1)
			r = __dmul_rn(r, x);
	return e < 0 ? __drcp_rn(r) : r;
}

LIB int __nv_finitef(float x) { return isfinite(x); }
LIB int __nv_isfinited(double x) { return isfinite(x); }
LIB int __nv_isinff(float x) { return isinf(x); }
LIB int __nv_isinfd(double x) { return isinf(x); }
LIB int __nv_isnanf(float x) { return isnan(x); }
LIB int __nv_isnand(double x) { return isnan(x); }
LIB int __nv_signbitf(float x) { return signbit(x); }
LIB int __nv_signbitd(double x) { return signbit(x); }
LIB float __nv_nanf(const signed char *tag) { return nanf((const char *)tag); }
LIB double __nv_nan(const signed char *tag) { return nan((const char *)tag); }

F_F(fast_cosf, __cosf) F_F(fast_exp10f, __exp10f) F_F(fast_expf, __expf) F_F(fast_log10f, __log10f)
F_F(fast_log2f, __log2f) F_F(fast_logf, __logf) F_F(fast_sinf, __sinf) F_F(fast_tanf, __tanf) F_F(fast_tanhf, __tanhf)
F_FF(fast_fdividef, __fdividef) F_FF(fast_powf, __powf) F_F(saturatef, __saturatef) F_F(frsqrt_rn, __frsqrt_rn)

#define FLOATS(mode, unused)                                                                       \
	AS(float, frcp_##mode, float) AS(float, fsqrt_##mode, float) AS2(float, fadd_##mode, float)      \
	AS2(float, fsub_##mode, float) AS2(float, fmul_##mode, float) AS2(float, fdiv_##mode, float)     \
	F_FFF(fmaf_##mode, __fmaf_##mode) F_FFF(fmaf_ieee_##mode, __fmaf_ieee_##mode)
#define DOUBLES(mode, unused)                                                                      \
	AS(double, drcp_##mode, double) AS(double, dsqrt_##mode, double) AS2(double, dadd_##mode, double) \
	AS2(double, dsub_##mode, double) AS2(double, dmul_##mode, double) AS2(double, ddiv_##mode, double) \
	D_DDD(fma_##mode, __fma_##mode) AS(float, double2float_##mode, double)
#define INTEGERS(mode, unused)                                                                     \
	AS(int, double2int_##mode, double) AS(unsigned, double2uint_##mode, double)                      \
	AS(long long, double2ll_##mode, double) AS(unsigned long long, double2ull_##mode, double)        \
	AS(int, float2int_##mode, float) AS(unsigned, float2uint_##mode, float)                          \
	AS(long long, float2ll_##mode, float) AS(unsigned long long, float2ull_##mode, float)            \
	AS(float, int2float_##mode, int) AS(float, uint2float_##mode, unsigned)                          \
	AS(float, ll2float_##mode, long long) AS(float, ull2float_##mode, unsigned long long)            \
	AS(double, ll2double_##mode, long long) AS(double, ull2double_##mode, unsigned long long)
ROUNDED(FLOATS, 0)
ROUNDED(DOUBLES, 0)
ROUNDED(INTEGERS, 0)

AS(double, int2double_rn, int) AS(double, uint2double_rn, unsigned) AS(int, double2hiint, double)
AS(int, double2loint, double) AS(int, float_as_int, float) AS(unsigned, float_as_uint, float)
AS(float, int_as_float, int) AS(float, uint_as_float, unsigned) AS(long long, double_as_longlong, double)
AS(double, longlong_as_double, long long) AS2(double, hiloint2double, int)
LIB float __nv_half2float(short h) { return __half2float(__short_as_half(h)); }
LIB short __nv_float2half_rn(float x) { return __half_as_short(__float2half_rn(x)); }
LIB double __nv_rcp64h(double x) {
	double r;
	asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
	return r;
}

LIB int __nv_abs(int x) { return abs(x); }
LIB long long __nv_llabs(long long x) { return llabs(x); }
AS(int, brev, unsigned) AS(long long, brevll, unsigned long long) AS(int, clz, int) AS(int, clzll, long long)
AS(int, ffs, int) AS(int, ffsll, long long) AS(int, popc, unsigned) AS(int, popcll, unsigned long long)
AS2(int, hadd, int) AS2(int, rhadd, int) AS2(unsigned, uhadd, unsigned) AS2(unsigned, urhadd, unsigned)
AS2(int, mul24, int) AS2(unsigned, umul24, unsigned) AS2(int, mulhi, int) AS2(unsigned, umulhi, unsigned)
AS2(long long, mul64hi, long long) AS2(unsigned long long, umul64hi, unsigned long long)
LIB int __nv_max(int x, int y) { return max(x, y); }
LIB int __nv_min(int x, int y) { return min(x, y); }
LIB unsigned __nv_umax(unsigned x, unsigned y) { return umax(x, y); }
LIB unsigned __nv_umin(unsigned x, unsigned y) { return umin(x, y); }
LIB long long __nv_llmax(long long x, long long y) { return llmax(x, y); }
LIB long long __nv_llmin(long long x, long long y) { return llmin(x, y); }
LIB unsigned long long __nv_ullmax(unsigned long long x, unsigned long long y) { return ullmax(x, y); }
LIB unsigned long long __nv_ullmin(unsigned long long x, unsigned long long y) { return ullmin(x, y); }
LIB int __nv_byte_perm(int x, int y, int s) { return (int)__byte_perm(x, y, s); }
LIB unsigned __nv_sad(int x, int y, unsigned z) { return __sad(x, y, z); }
LIB unsigned __nv_usad(unsigned x, unsigned y, unsigned z) { return __usad(x, y, z); }
