/* device_base.h - the macros with which the other parts make families of intrinsics.
 *
 * An intrinsic that is one PTX instruction is one line. Types come in pairs: the C++
 * type and the letter that inline asm has for its register (h 16 bits, r 32, l 64, f
 * float, d double).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __SIMT_FN static __device__ __forceinline__

/* The settings of -ftz, -prec-sqrt and -prec-div; the compiler predefines 0 or 1. */
#ifndef __SIMT_FTZ
#define __SIMT_FTZ 0
#endif
#ifndef __SIMT_PREC_SQRT
#define __SIMT_PREC_SQRT 1
#endif
#ifndef __SIMT_PREC_DIV
#define __SIMT_PREC_DIV 1
#endif

/* The modifier of single-precision instructions that flush subnormals under -ftz. */
#if __SIMT_FTZ
#define __SIMT_FLUSH ".ftz"
#else
#define __SIMT_FLUSH ""
#endif

/* Host-only compilations define no architecture; they only declare. */
#ifdef __CUDA_ARCH__
#define __SIMT_ARCH __CUDA_ARCH__
#else
#define __SIMT_ARCH 900
#endif

/* T name(A x): one instruction with one source. */
#define __SIMT_1(__T, t, name, __A, a, insn)                \
	__SIMT_FN __T name(__A __x) {                       \
		__T __d;                                    \
		asm(insn " %0, %1;" : "=" t(__d) : a(__x)); \
		return __d;                                 \
	}

/* T name(A x, A y) */
#define __SIMT_2(__T, t, name, __A, a, insn)                            \
	__SIMT_FN __T name(__A __x, __A __y) {                          \
		__T __d;                                                \
		asm(insn " %0, %1, %2;" : "=" t(__d) : a(__x), a(__y)); \
		return __d;                                             \
	}

/* T name(A x, A y, C z) */
#define __SIMT_3(__T, t, name, __A, a, __C, c, insn)                                \
	__SIMT_FN __T name(__A __x, __A __y, __C __z) {                             \
		__T __d;                                                            \
		asm(insn " %0, %1, %2, %3;" : "=" t(__d) : a(__x), a(__y), c(__z)); \
		return __d;                                                         \
	}
