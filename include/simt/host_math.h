/* simt/host_math.h - functions of the CUDA math library that the host's lacks, for host code of .cu files,
 * which calls them without std::.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <math.h>

#include "simt/math_host.h"

#define SIMT_MIN_MAX(__T, min_name, max_name) \
	static inline __T min_name(__T __a, __T __b) { return __a < __b ? __a : __b; } \
	static inline __T max_name(__T __a, __T __b) { return __a < __b ? __b : __a; }
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

/* A signed operand beside an unsigned one counts as unsigned. */
#define SIMT_MIXED(__S, __U) \
	static inline __U min(__S __a, __U __b) { return min((__U)__a, __b); } \
	static inline __U min(__U __a, __S __b) { return min(__a, (__U)__b); } \
	static inline __U max(__S __a, __U __b) { return max((__U)__a, __b); } \
	static inline __U max(__U __a, __S __b) { return max(__a, (__U)__b); }
SIMT_MIXED(int, unsigned int)
SIMT_MIXED(long, unsigned long)
SIMT_MIXED(long long, unsigned long long)
#undef SIMT_MIXED

/* Given a number and a NaN, gives the number. */
static inline float min(float __a, float __b) { return fminf(__a, __b); }
static inline float max(float __a, float __b) { return fmaxf(__a, __b); }
static inline double min(double __a, double __b) { return fmin(__a, __b); }
static inline double max(double __a, double __b) { return fmax(__a, __b); }
static inline double min(float __a, double __b) { return fmin((double)__a, __b); }
static inline double min(double __a, float __b) { return fmin(__a, (double)__b); }
static inline double max(float __a, double __b) { return fmax((double)__a, __b); }
static inline double max(double __a, float __b) { return fmax(__a, (double)__b); }

/* C's functions of double, for float. */
#define SIMT_OF_FLOAT(name) \
	static inline float name(float __x) { return name##f(__x); }
SIMT_OF_FLOAT(exp10)
SIMT_OF_FLOAT(j0)
SIMT_OF_FLOAT(j1)
SIMT_OF_FLOAT(y0)
SIMT_OF_FLOAT(y1)
#undef SIMT_OF_FLOAT
static inline float jn(int __n, float __x) { return jnf(__n, __x); }
static inline float yn(int __n, float __x) { return ynf(__n, __x); }
static inline void sincos(float __x, float *__s, float *__c) { sincosf(__x, __s, __c); }
