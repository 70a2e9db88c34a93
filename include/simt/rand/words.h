/* words.h - what the generators take of the device's functions. In C++ without CUDA they are
 * ordinary functions, as with nvcc's headers: there the host computes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_runtime.h"

#define __SIMT_RAND static __device__ __forceinline__

#if defined(__CUDACC__)

#define __SIMT_RAND_LARGE static __device__

#define __simt_rand_high __umulhi
#define __simt_rand_ffs __ffs
#define __simt_rand_ffsll __ffsll
#define __simt_rand_sincos __sincosf
#define __simt_rand_sincospi sincospi
#define __simt_rand_erfcinvf erfcinvf
#define __simt_rand_erfcinv erfcinv

#define __SIMT_RAND_APPROX(name, instruction)                               \
	__SIMT_RAND float __simt_rand_##name(float __x) {                   \
		float __r;                                                  \
		asm(instruction ".ftz.f32 %0, %1;" : "=f"(__r) : "f"(__x)); \
		return __r;                                                 \
	}
__SIMT_RAND_APPROX(rsqrt, "rsqrt.approx")
__SIMT_RAND_APPROX(rcp, "rcp.approx")
__SIMT_RAND_APPROX(exp2, "ex2.approx")
__SIMT_RAND_APPROX(log2, "lg2.approx")
#undef __SIMT_RAND_APPROX

#else

#include <math.h>

#include "simt/erf_host.h"

#define __SIMT_RAND_LARGE static inline

__SIMT_RAND unsigned __simt_rand_high(unsigned __a, unsigned __b) {
	return (unsigned)((unsigned long long)__a * __b >> 32);
}

__SIMT_RAND int __simt_rand_ffs(unsigned __x) {
	return __builtin_ffs((int)__x);
}

__SIMT_RAND int __simt_rand_ffsll(unsigned long long __x) {
	return __builtin_ffsll((long long)__x);
}

__SIMT_RAND void __simt_rand_sincos(float __x, float *__s, float *__c) {
	*__s = sinf(__x);
	*__c = cosf(__x);
}

__SIMT_RAND void __simt_rand_sincospi(double __x, double *__s, double *__c) {
	long double __angle = __x * 3.14159265358979323846264338327950288L;
	*__s = (double)sinl(__angle);
	*__c = (double)cosl(__angle);
}

__SIMT_RAND double __simt_rand_erfcinv(double __x) {
	return __simt_erf_inverse_host(__x, 1 - (long double)__x);
}

__SIMT_RAND float __simt_rand_erfcinvf(float __x) {
	return (float)__simt_rand_erfcinv(__x);
}

__SIMT_RAND float __simt_rand_rsqrt(float __x) {
	return 1 / sqrtf(__x);
}

__SIMT_RAND float __simt_rand_rcp(float __x) {
	return 1 / __x;
}

__SIMT_RAND float __simt_rand_exp2(float __x) {
	return exp2f(__x);
}

__SIMT_RAND float __simt_rand_log2(float __x) {
	return log2f(__x);
}

#endif
