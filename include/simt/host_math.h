/* simt/host_math.h - functions of the CUDA math library that the host's lacks, for host code of .cu files,
 * which calls them without std::.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <math.h>

#include "simt/math_host.h"

#define SIMT_MIN_MAX(__T, min_name, max_name) \
	static inline __T min_name(__T a, __T b) { return a < b ? a : b; } \
	static inline __T max_name(__T a, __T b) { return a < b ? b : a; }
SIMT_MIN_MAX(int, min, max)
SIMT_MIN_MAX(unsigned int, min, max)
SIMT_MIN_MAX(long, min, max)
SIMT_MIN_MAX(unsigned long, min, max)
SIMT_MIN_MAX(long long, min, max)
SIMT_MIN_MAX(unsigned long long, min, max)
SIMT_MIN_MAX(unsigned int, umin, umax)
SIMT_MIN_MAX(long long, llmin, llmax)
SIMT_MIN_MAX(unsigned long long, ullmin, ullmax)
#undef SIMT_MIN_MAX

/* Of a signed and an unsigned operand, both count as unsigned. */
#define SIMT_MIXED(__S, __U) \
	static inline __U min(__S a, __U b) { return min((__U)a, b); } \
	static inline __U min(__U a, __S b) { return min(a, (__U)b); } \
	static inline __U max(__S a, __U b) { return max((__U)a, b); } \
	static inline __U max(__U a, __S b) { return max(a, (__U)b); }
SIMT_MIXED(int, unsigned int)
SIMT_MIXED(long, unsigned long)
SIMT_MIXED(long long, unsigned long long)
#undef SIMT_MIXED

/* Of a number and a NaN, the number. */
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }
static inline double min(float a, double b) { return fmin((double)a, b); }
static inline double min(double a, float b) { return fmin(a, (double)b); }
static inline double max(float a, double b) { return fmax((double)a, b); }
static inline double max(double a, float b) { return fmax(a, (double)b); }

/* Of float, what C has for double. */
#define SIMT_OF_FLOAT(name) \
	static inline float name(float x) { return name##f(x); }
SIMT_OF_FLOAT(exp10)
SIMT_OF_FLOAT(j0)
SIMT_OF_FLOAT(j1)
SIMT_OF_FLOAT(y0)
SIMT_OF_FLOAT(y1)
#undef SIMT_OF_FLOAT
static inline float jn(int n, float x) { return jnf(n, x); }
static inline float yn(int n, float x) { return ynf(n, x); }
static inline void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
