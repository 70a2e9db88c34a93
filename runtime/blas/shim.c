/* shim.c - the functions of cuBLAS's interface that are routines, each in two widths of
 * counts. The templates say what their arguments mean.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/element.h"
#include "runtime/blas/grouped.h"
#include "runtime/blas/level1_mixed.h"

/* A product whose types the program chooses. */
static cublasStatus_t submit_product(cublasHandle_t handle, struct blas_call *w,
                                     u32 compute, s32 algo, enum product_kind kind) {
	if (!handle_is_good(handle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	cublasStatus_t status = product_types(w, compute, algo, kind);
	return status == CUBLAS_STATUS_SUCCESS ? blas_submit(handle, w) : status;
}

/* syrk and herk of any types: a device takes complex floats. */
static cublasStatus_t submit_rank_k(cublasHandle_t handle, struct blas_call *w) {
	if (!handle_is_good(handle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	cublasStatus_t status = w->routine->check(w);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	if (w->a.type >= CUDA_R_8F_E4M3 || w->c.type >= CUDA_R_8F_E4M3)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (w->n == 0)
		return CUBLAS_STATUS_SUCCESS;
	if (w->a.type != CUDA_C_32F || w->c.type != CUDA_C_32F)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	w->type = w->compute = CUDA_C_32F;
	return blas_submit(handle, w);
}

#define EACH "runtime/blas/shim_typed.h"

#define INT int
#define IS_64 0
#define SUFFIX(name) name
#include "runtime/blas/each_type.h"
#include "runtime/blas/shim_mixed.h"
#undef EACH
#define EACH "runtime/blas/shim_solve.h"
#include "runtime/blas/each_type.h"
#undef EACH
#define EACH "runtime/blas/shim_typed.h"
#undef INT
#undef IS_64
#undef SUFFIX

#define INT s64
#define IS_64 1
#define SUFFIX(name) name##_64
#include "runtime/blas/each_type.h"
#include "runtime/blas/shim_mixed.h"
