/* device_old.h - names from the first versions of CUDA that its headers still have: barriers without underscores,
 * arithmetic and conversions of double with the rounding as an argument.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

__SIMT_FN int syncthreads_count(bool predicate) {
	return __syncthreads_count(predicate);
}
__SIMT_FN bool syncthreads_and(bool predicate) {
	return __syncthreads_and(predicate) != 0;
}
__SIMT_FN bool syncthreads_or(bool predicate) {
	return __syncthreads_or(predicate) != 0;
}

__SIMT_FN double fdivide(double x, double y) {
	return x / y;
}

/* One function of what each rounding has its own intrinsic for. */
#define __SIMT_OLD(type, name, parameters, arguments, intrinsic, usual)      \
	__SIMT_FN type name(parameters, enum cudaRoundMode mode = usual) {   \
		return mode == cudaRoundZero     ? intrinsic##_rz arguments  \
		       : mode == cudaRoundPosInf ? intrinsic##_ru arguments  \
		       : mode == cudaRoundMinInf ? intrinsic##_rd arguments  \
		                                 : intrinsic##_rn arguments; \
	}
#define __SIMT_TWO double a, double b
#define __SIMT_ONE double a
__SIMT_OLD(double, dmul, __SIMT_TWO, (a, b), __dmul, cudaRoundNearest)
__SIMT_OLD(double, dadd, __SIMT_TWO, (a, b), __dadd, cudaRoundNearest)
__SIMT_OLD(double, dsub, __SIMT_TWO, (a, b), __dsub, cudaRoundNearest)
__SIMT_OLD(int, double2int, __SIMT_ONE, (a), __double2int, cudaRoundZero)
__SIMT_OLD(unsigned, double2uint, __SIMT_ONE, (a), __double2uint, cudaRoundZero)
__SIMT_OLD(long long, double2ll, __SIMT_ONE, (a), __double2ll, cudaRoundZero)
__SIMT_OLD(unsigned long long, double2ull, __SIMT_ONE, (a), __double2ull, cudaRoundZero)
__SIMT_OLD(double, ll2double, long long a, (a), __ll2double, cudaRoundNearest)
__SIMT_OLD(double, ull2double, unsigned long long a, (a), __ull2double, cudaRoundNearest)
#undef __SIMT_OLD
#undef __SIMT_TWO
#undef __SIMT_ONE

/* A double holds these exactly: there is nothing to be rounded. */
__SIMT_FN double int2double(int a, enum cudaRoundMode = cudaRoundNearest) {
	return a;
}
__SIMT_FN double uint2double(unsigned a, enum cudaRoundMode = cudaRoundNearest) {
	return a;
}
__SIMT_FN double float2double(float a, enum cudaRoundMode = cudaRoundNearest) {
	return a;
}

__SIMT_FN double fma(double a, double b, double c, enum cudaRoundMode mode) {
	return mode == cudaRoundZero     ? __fma_rz(a, b, c)
	       : mode == cudaRoundPosInf ? __fma_ru(a, b, c)
	       : mode == cudaRoundMinInf ? __fma_rd(a, b, c)
	                                 : __fma_rn(a, b, c);
}
