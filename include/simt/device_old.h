/* device_old.h - names from the first versions of CUDA that its headers still have: barriers without underscores,
 * arithmetic and conversions of double with the rounding as an argument.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

__SIMT_FN int syncthreads_count(bool __predicate) {
	return __syncthreads_count(__predicate);
}
__SIMT_FN bool syncthreads_and(bool __predicate) {
	return __syncthreads_and(__predicate) != 0;
}
__SIMT_FN bool syncthreads_or(bool __predicate) {
	return __syncthreads_or(__predicate) != 0;
}

__SIMT_FN double fdivide(double __x, double __y) {
	return __x / __y;
}

/* One function of what each rounding has its own intrinsic for. */
#define __SIMT_OLD(type, name, parameters, arguments, intrinsic, usual)        \
	__SIMT_FN type name(parameters, enum cudaRoundMode __mode = usual) {   \
		return __mode == cudaRoundZero     ? intrinsic##_rz arguments  \
		       : __mode == cudaRoundPosInf ? intrinsic##_ru arguments  \
		       : __mode == cudaRoundMinInf ? intrinsic##_rd arguments  \
		                                   : intrinsic##_rn arguments; \
	}
#define __SIMT_TWO double __a, double __b
#define __SIMT_ONE double __a
__SIMT_OLD(double, dmul, __SIMT_TWO, (__a, __b), __dmul, cudaRoundNearest)
__SIMT_OLD(double, dadd, __SIMT_TWO, (__a, __b), __dadd, cudaRoundNearest)
__SIMT_OLD(double, dsub, __SIMT_TWO, (__a, __b), __dsub, cudaRoundNearest)
__SIMT_OLD(int, double2int, __SIMT_ONE, (__a), __double2int, cudaRoundZero)
__SIMT_OLD(unsigned, double2uint, __SIMT_ONE, (__a), __double2uint, cudaRoundZero)
__SIMT_OLD(long long, double2ll, __SIMT_ONE, (__a), __double2ll, cudaRoundZero)
__SIMT_OLD(unsigned long long, double2ull, __SIMT_ONE, (__a), __double2ull, cudaRoundZero)
__SIMT_OLD(double, ll2double, long long __a, (__a), __ll2double, cudaRoundNearest)
__SIMT_OLD(double, ull2double, unsigned long long __a, (__a), __ull2double,
           cudaRoundNearest)
#undef __SIMT_OLD
#undef __SIMT_TWO
#undef __SIMT_ONE

/* A double holds these exactly: there is nothing to be rounded. */
__SIMT_FN double int2double(int __a, enum cudaRoundMode = cudaRoundNearest) {
	return __a;
}
__SIMT_FN double uint2double(unsigned __a, enum cudaRoundMode = cudaRoundNearest) {
	return __a;
}
__SIMT_FN double float2double(float __a, enum cudaRoundMode = cudaRoundNearest) {
	return __a;
}

__SIMT_FN double fma(double __a, double __b, double __c, enum cudaRoundMode __mode) {
	return __mode == cudaRoundZero     ? __fma_rz(__a, __b, __c)
	       : __mode == cudaRoundPosInf ? __fma_ru(__a, __b, __c)
	       : __mode == cudaRoundMinInf ? __fma_rd(__a, __b, __c)
	                                   : __fma_rn(__a, __b, __c);
}
