/* math.h - the names of the C library's mathematics; device code has them in simt/math.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")

extern "C" {
double acos(double __x) noexcept;
float acosf(float __x) noexcept;
double acosh(double __x) noexcept;
float acoshf(float __x) noexcept;
double asin(double __x) noexcept;
float asinf(float __x) noexcept;
double asinh(double __x) noexcept;
float asinhf(float __x) noexcept;
double atan(double __x) noexcept;
float atanf(float __x) noexcept;
double atanh(double __x) noexcept;
float atanhf(float __x) noexcept;
double cbrt(double __x) noexcept;
float cbrtf(float __x) noexcept;
double ceil(double __x) noexcept;
float ceilf(float __x) noexcept;
double cos(double __x) noexcept;
float cosf(float __x) noexcept;
double cosh(double __x) noexcept;
float coshf(float __x) noexcept;
double erf(double __x) noexcept;
float erff(float __x) noexcept;
double erfc(double __x) noexcept;
float erfcf(float __x) noexcept;
double exp(double __x) noexcept;
float expf(float __x) noexcept;
double exp2(double __x) noexcept;
float exp2f(float __x) noexcept;
double expm1(double __x) noexcept;
float expm1f(float __x) noexcept;
double fabs(double __x) noexcept;
float fabsf(float __x) noexcept;
double floor(double __x) noexcept;
float floorf(float __x) noexcept;
double lgamma(double __x) noexcept;
float lgammaf(float __x) noexcept;
double log(double __x) noexcept;
float logf(float __x) noexcept;
double log10(double __x) noexcept;
float log10f(float __x) noexcept;
double log1p(double __x) noexcept;
float log1pf(float __x) noexcept;
double log2(double __x) noexcept;
float log2f(float __x) noexcept;
double logb(double __x) noexcept;
float logbf(float __x) noexcept;
double nearbyint(double __x) noexcept;
float nearbyintf(float __x) noexcept;
double rint(double __x) noexcept;
float rintf(float __x) noexcept;
double round(double __x) noexcept;
float roundf(float __x) noexcept;
double sin(double __x) noexcept;
float sinf(float __x) noexcept;
double sinh(double __x) noexcept;
float sinhf(float __x) noexcept;
double sqrt(double __x) noexcept;
float sqrtf(float __x) noexcept;
double tan(double __x) noexcept;
float tanf(float __x) noexcept;
double tanh(double __x) noexcept;
float tanhf(float __x) noexcept;
double tgamma(double __x) noexcept;
float tgammaf(float __x) noexcept;
double trunc(double __x) noexcept;
float truncf(float __x) noexcept;
double atan2(double __x, double __y) noexcept;
float atan2f(float __x, float __y) noexcept;
double copysign(double __x, double __y) noexcept;
float copysignf(float __x, float __y) noexcept;
double fdim(double __x, double __y) noexcept;
float fdimf(float __x, float __y) noexcept;
double fmax(double __x, double __y) noexcept;
float fmaxf(float __x, float __y) noexcept;
double fmin(double __x, double __y) noexcept;
float fminf(float __x, float __y) noexcept;
double fmod(double __x, double __y) noexcept;
float fmodf(float __x, float __y) noexcept;
double hypot(double __x, double __y) noexcept;
float hypotf(float __x, float __y) noexcept;
double nextafter(double __x, double __y) noexcept;
float nextafterf(float __x, float __y) noexcept;
double pow(double __x, double __y) noexcept;
float powf(float __x, float __y) noexcept;
double remainder(double __x, double __y) noexcept;
float remainderf(float __x, float __y) noexcept;
double fma(double __x, double __y, double __z) noexcept;
float fmaf(float __x, float __y, float __z) noexcept;
double frexp(double __x, int *__exponent) noexcept;
float frexpf(float __x, int *__exponent) noexcept;
double ldexp(double __x, int __exponent) noexcept;
float ldexpf(float __x, int __exponent) noexcept;
double modf(double __x, double *__whole) noexcept;
float modff(float __x, float *__whole) noexcept;
double nan(const char *__tag) noexcept;
float nanf(const char *__tag) noexcept;
double scalbn(double __x, int __n) noexcept;
float scalbnf(float __x, int __n) noexcept;
int ilogb(double __x) noexcept;
int ilogbf(float __x) noexcept;
long lrint(double __x) noexcept;
long lrintf(float __x) noexcept;
long lround(double __x) noexcept;
long lroundf(float __x) noexcept;
long long llrint(double __x) noexcept;
long long llrintf(float __x) noexcept;
long long llround(double __x) noexcept;
long long llroundf(float __x) noexcept;
}
