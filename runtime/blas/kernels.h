/* kernels.h - what computes the routines, for each type: functions of our own, and those
 * of a BLAS library of the host, where one is installed (host_blas.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/blas/blas.h"

/* Each takes a call with its scalars; operands have been named. trmm has its result in c
 * and may be in place. */
/* clang-format off */
#define KERNELS(X) \
	X(dot) X(nrm2) X(asum) X(iamax) X(iamin) X(scal) X(axpy) X(copy) X(swap) \
	X(rot) X(rotm) X(rotg) X(rotmg) X(gemv) X(gbmv) X(trmv) X(trsv) X(symv) \
	X(sbmv) X(spmv) X(ger) X(syr) X(spr) X(syr2) X(spr2) X(gemm) X(syrk) \
	X(syr2k) X(syrkx) X(symm) X(trsm) X(trmm) X(geam) X(dgmm) X(tbmv) X(tpmv) \
	X(tbsv) X(tpsv)
/* clang-format on */

/* Elements whose sum may be made in their own precision. */
enum { SUM_PART = 1 << 12 };

typedef void kernel_function(const struct blas_call *w);

struct kernels {
#define KERNEL(name) kernel_function *name;
	KERNELS(KERNEL)
#undef KERNEL
};

/* Those of the host's library for one type; a routine that it does not have is null.
 * `threads`: how many it may use from now on. */
const struct kernels *host_kernels(u32 type, u32 threads);
/* Our own, all of them. */
const struct kernels *own_kernels(u32 type);

/* 0 to 3 for the types S, D, C, Z. */
static inline u32 kernel_index(u32 type) {
	return type == CUDA_R_32F   ? 0
	       : type == CUDA_R_64F ? 1
	       : type == CUDA_C_32F ? 2
	                            : 3;
}

/* Whether the call's counts fit the host library's int. */
static inline bool kernel_fits(const struct blas_call *w) {
	s64 most = MAX(MAX(w->m, w->n), MAX(w->k, MAX(w->kl, w->ku)));
	return MAX(most, MAX(w->a.ld, MAX(w->b.ld, w->c.ld))) <= INT32_MAX;
}

/* Runs the routine by whichever has it. */
#define KERNEL_RUN(w, name)                                                              \
	do {                                                                             \
		const struct kernels *host = host_kernels((w)->type,                     \
		                                          lib_threads((w)->lib));        \
		(host->name && kernel_fits(w) ? host : own_kernels((w)->type))->name(w); \
	} while (0)
