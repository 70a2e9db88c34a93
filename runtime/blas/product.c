/* product.c - products with types of their own and many at once: gemm's whole family, and
 * the batched forms of gemv and trsm.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdatomic.h>

#include "runtime/blas/element.h"
#include "runtime/blas/gemm.h"
#include "runtime/blas/kernels.h"
#include "runtime/blas/operand.h"
#include "runtime/blas/routine.h"

#define ROWS(op, m, n) ((op) == CUBLAS_OP_N ? (m) : (n))
#define STORED_AS(op, m, n) ROWS(op, m, n), ROWS(op, n, m)

/* Items of a batch as work of threads: each thread takes the next one. */
struct batch {
	const struct blas_call *w;
	void (*item)(const struct blas_call *w, s64 i, struct space *space,
	             bool is_alone);
	_Atomic s64 next;
};

static void batch_worker(void *ctx, u64 which) {
	struct batch *b = ctx;
	struct space space = {.lib = b->w->lib};
	(void)which;
	for (s64 i; (i = atomic_fetch_add(&b->next, 1)) < b->w->batch;)
		b->item(b->w, i, &space, true);
}

/* Many items run beside each other; few of them one by one, each on all threads. */
static void run_batch(const struct blas_call *w,
                      void (*item)(const struct blas_call *w, s64 i, struct space *space,
                                   bool is_alone)) {
	struct batch b = {.w = w, .item = item};
	struct space space = {.lib = w->lib};
	u32 threads = lib_threads(w->lib);
	if (threads > 1 && w->batch >= 2 * (s64)threads)
		lib_parallel(w->lib, threads, batch_worker, &b);
	else
		for (s64 i = 0; i < w->batch; i++)
			item(w, i, &space, false);
}

/* ---- gemm ---- */

static void gemm_item(const struct blas_call *w, s64 i, struct space *space,
                      bool is_alone) {
	struct gemm g = {
		.lib = w->lib,
		.compute = w->compute,
		.a_type = w->a.type,
		.b_type = w->b.type,
		.c_type = w->c.type,
		.transa = w->transa,
		.transb = w->transb,
		.m = w->m,
		.n = w->n,
		.k = w->k,
		.a = operand_item(w, &w->a, element_bytes(w->a.type), i),
		.b = operand_item(w, &w->b, element_bytes(w->b.type), i),
		.c = operand_item(w, &w->c, element_bytes(w->c.type), i),
		.lda = w->a.ld,
		.ldb = w->b.ld,
		.ldc = w->c.ld,
		.is_alone = is_alone,
		.space = space,
	};
	scalar_value(&w->alpha_value, w->scalar_type, g.alpha);
	scalar_value(&w->beta_value, w->beta_type, g.beta);
	gemm_run(&g);
}

static void gemm_run_call(struct blas_call *w) {
	f64 alpha[2], beta[2];
	scalar_value(&w->alpha_value, w->scalar_type, alpha);
	scalar_value(&w->beta_value, w->beta_type, beta);
	bool uses = (alpha[0] != 0 || alpha[1] != 0) && w->k > 0;
	bool clears = beta[0] == 0 && beta[1] == 0;
	if ((!uses || (operand_matrices(w, lib_reads, "A", &w->a,
	                                STORED_AS(w->transa, w->m, w->k), w->batch) &&
	               operand_matrices(w, lib_reads, "B", &w->b,
	                                STORED_AS(w->transb, w->k, w->n), w->batch))) &&
	    operand_matrices(w, clears ? lib_writes : lib_updates, "C", &w->c, w->m, w->n,
	                     w->batch))
		run_batch(w, gemm_item);
}

static bool gemm_is_empty(const struct blas_call *w) {
	return w->m == 0 || w->n == 0 || w->batch == 0;
}

/* Whether the product reads A and B. Scalars of the host tell. */
static bool gemm_needs_matrices(const struct blas_call *w) {
	union scalar alpha = {0};
	f64 value[2] = {1};
	if (!w->scalars_on_device && w->alpha) {
		memcpy(&alpha, w->alpha, element_bytes(w->scalar_type));
		scalar_value(&alpha, w->scalar_type, value);
	}
	return (value[0] != 0 || value[1] != 0) && w->k > 0;
}

static bool gemm_has_matrices(const struct blas_call *w) {
	return gemm_is_empty(w) ||
	       (w->c.at && (!gemm_needs_matrices(w) || (w->a.at && w->b.at)));
}

static bool gemm_is_shaped(const struct blas_call *w) {
	return is_op(w->transa) && is_op(w->transb) && w->m >= 0 && w->n >= 0 &&
	       w->k >= 0 && is_ld(&w->a, ROWS(w->transa, w->m, w->k)) &&
	       is_ld(&w->b, ROWS(w->transb, w->k, w->n)) && is_ld(&w->c, w->m);
}

static cublasStatus_t gemm_check(const struct blas_call *w) {
	bool is_good = gemm_is_shaped(w) && w->batch >= 0 && gemm_has_matrices(w);
	return is_good ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

const struct routine routine_gemm = {HAS_ALPHA | HAS_BETA, gemm_check, gemm_is_empty,
                                     gemm_run_call, 0};

/* ---- which types go together, as on sm_90 ---- */

struct types {
	u8 compute; /* the type of scalars and sums */
	u8 ab, c;
};

/* 16F, 32F and so on are families of cublasComputeType_t. */
static const struct types real_types[] = {
	{CUDA_R_16F, CUDA_R_16F, CUDA_R_16F},   {CUDA_R_32I, CUDA_R_8I, CUDA_R_32I},
	{CUDA_R_32F, CUDA_R_16BF, CUDA_R_16BF}, {CUDA_R_32F, CUDA_R_16F, CUDA_R_16F},
	{CUDA_R_32F, CUDA_R_8I, CUDA_R_32F},    {CUDA_R_32F, CUDA_R_16BF, CUDA_R_32F},
	{CUDA_R_32F, CUDA_R_16F, CUDA_R_32F},   {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
	{CUDA_C_32F, CUDA_C_8I, CUDA_C_32F},    {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
	{CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},   {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
};

/* The real type of a computation; 0xff: there is no such. */
static u32 compute_type(u32 compute) {
	switch (compute) {
	case CUBLAS_COMPUTE_16F:
	case CUBLAS_COMPUTE_16F_PEDANTIC: return CUDA_R_16F;
	case CUBLAS_COMPUTE_32F:
	case CUBLAS_COMPUTE_32F_PEDANTIC:
	case CUBLAS_COMPUTE_32F_FAST_16F:
	case CUBLAS_COMPUTE_32F_FAST_16BF:
	case CUBLAS_COMPUTE_32F_FAST_TF32:
	case CUBLAS_COMPUTE_32F_EMULATED_16BFX9: return CUDA_R_32F;
	case CUBLAS_COMPUTE_64F:
	case CUBLAS_COMPUTE_64F_PEDANTIC:
	case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT: return CUDA_R_64F;
	case CUBLAS_COMPUTE_32I:
	case CUBLAS_COMPUTE_32I_PEDANTIC: return CUDA_R_32I;
	default: return 0xff;
	}
}

/* Before CUDA 11 a computation was named by its type. */
static u32 new_compute(u32 compute) {
	switch (compute) {
	case CUDA_R_32F:
	case CUDA_C_32F: return CUBLAS_COMPUTE_32F;
	case CUDA_R_64F:
	case CUDA_C_64F: return CUBLAS_COMPUTE_64F;
	case CUDA_R_16F: return CUBLAS_COMPUTE_16F;
	case CUDA_R_32I: return CUBLAS_COMPUTE_32I;
	default: return compute;
	}
}

/* Types that the real library's level 3 knows at all. */
static bool is_known(u32 type) {
	return element_bytes(type) && type != CUDA_R_8F_E4M3 && type != CUDA_R_8F_E5M2;
}

static bool algo_is_good(s32 algo) {
	return (algo >= CUBLAS_GEMM_DEFAULT && algo <= CUBLAS_GEMM_ALGO23) ||
	       (algo >= CUBLAS_GEMM_DEFAULT_TENSOR_OP &&
	        algo <= CUBLAS_GEMM_ALGO15_TENSOR_OP) ||
	       algo == CUBLAS_GEMM_AUTOTUNE;
}

/* The row of types that a product has, or null. */
static const struct types *types_of(const struct blas_call *w, u32 real,
                                    enum product_kind kind) {
	for (u32 i = 0; i < countof(real_types); i++) {
		const struct types *t = &real_types[i];
		bool is_complex = element_is_complex(t->compute);
		if (REAL_OF(t->compute) != real || w->a.type != t->ab ||
		    w->b.type != t->ab || w->c.type != t->c)
			continue;
		/* SgemmEx takes no complex types, CgemmEx no others. */
		if (kind == PRODUCT_OLD && element_is_complex(w->type) != is_complex)
			continue;
		if (kind == PRODUCT_GROUPED && (is_complex || t->ab != t->c))
			continue;
		return t;
	}
	return NULL;
}

/* What is checked before it is known whether the types go together. */
static cublasStatus_t before_types(const struct blas_call *w, u32 compute, s32 algo,
                                   enum product_kind kind) {
	u32 real = compute_type(new_compute(compute));
	if (kind == PRODUCT_OLD || kind == PRODUCT_GROUPED)
		return CUBLAS_STATUS_SUCCESS;
	/* Among the computations there are gaps; those are bad values. */
	if (real == 0xff && kind != PRODUCT_ONE)
		return compute >= CUBLAS_COMPUTE_16F &&
		                       compute <= CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT
		               ? CUBLAS_STATUS_INVALID_VALUE
		               : CUBLAS_STATUS_NOT_SUPPORTED;
	if (w->a.type != w->b.type)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (!is_known(w->a.type) || !is_known(w->c.type) || !algo_is_good(algo) ||
	    !gemm_is_shaped(w))
		return CUBLAS_STATUS_INVALID_VALUE;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t product_types(struct blas_call *w, u32 compute, s32 algo,
                             enum product_kind kind) {
	u32 real = compute_type(new_compute(compute));
	cublasStatus_t status = before_types(w, compute, algo, kind);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	const struct types *t = types_of(w, real, kind);
	if (!t) /* of a batch with nothing to do any types will do */
		return kind == PRODUCT_BATCHED_EX && gemm_is_empty(w)
		               ? CUBLAS_STATUS_SUCCESS
		               : CUBLAS_STATUS_NOT_SUPPORTED;
	/* Products of halves are summed in float, as tensor cores do. */
	w->compute = t->compute == CUDA_R_16F ? CUDA_R_32F : t->compute;
	w->scalar_type = w->beta_type = t->compute;
	if (kind != PRODUCT_BATCHED_EX || w->batch >= 0)
		return CUBLAS_STATUS_SUCCESS;
	/* The device cannot be started for less than no matrix, if it is started. */
	if (!gemm_is_empty(w) && gemm_needs_matrices(w))
		return CUBLAS_STATUS_EXECUTION_FAILED;
	w->batch = 0;
	return CUBLAS_STATUS_SUCCESS;
}

/* ---- gemv, batched ---- */

/* A vector is a matrix of one row, whose columns are its step apart; a negative step
 * needs the loops. */
static void gemv_item(const struct blas_call *w, s64 i, struct space *space,
                      bool is_alone) {
	struct blas_call one = *w;
	one.a.at = operand_item(w, &w->a, element_bytes(w->a.type), i);
	one.b.at = operand_item(w, &w->b, element_bytes(w->b.type), i);
	one.c.at = operand_item(w, &w->c, element_bytes(w->c.type), i);
	(void)space;
	if (is_alone)
		own_kernels(w->type)->gemv(&one);
	else
		KERNEL_RUN(&one, gemv);
}

static s64 vector_length(const struct blas_call *w, bool is_x) {
	return (w->transa == CUBLAS_OP_N) == is_x ? w->n : w->m;
}

/* Elements of 16 bits: vectors and matrix as matrices of gemm's. */
static void gemv_mixed_item(const struct blas_call *w, s64 i, struct space *space,
                            bool is_alone) {
	s64 nx = vector_length(w, true), ny = vector_length(w, false);
	u32 x_bytes = element_bytes(w->b.type), y_bytes = element_bytes(w->c.type);
	u8 *x = operand_item(w, &w->b, x_bytes, i),
	   *y = operand_item(w, &w->c, y_bytes, i);
	(void)space;
	(void)is_alone;
	/* Reversed vectors are met from the other end. */
	x += w->b.ld < 0 ? (1 - nx) * w->b.ld * x_bytes : 0;
	y += w->c.ld < 0 ? (1 - ny) * w->c.ld * y_bytes : 0;
	const u8 *a = operand_item(w, &w->a, x_bytes, i);
	f64 alpha[2], beta[2];
	scalar_value(&w->alpha_value, w->scalar_type, alpha);
	scalar_value(&w->beta_value, w->beta_type, beta);
	bool is_n = w->transa == CUBLAS_OP_N;
	for (s64 r = 0; r < ny; r++) {
		f32 sum = 0, p, q, old = 0;
		for (s64 c = 0; c < nx; c++) {
			s64 at = is_n ? r + c * w->a.ld : c + r * w->a.ld;
			elements_to_f32(&p, a + at * x_bytes, w->a.type, 1, 1);
			elements_to_f32(&q, x + c * w->b.ld * x_bytes, w->b.type, 1, 1);
			sum += p * q;
		}
		if (beta[0] != 0)
			elements_to_f32(&old, y + r * w->c.ld * y_bytes, w->c.type, 1, 1);
		sum = (f32)alpha[0] * sum + (f32)beta[0] * old;
		elements_from_f32(y + r * w->c.ld * y_bytes, w->c.type, 1, &sum, 1);
	}
}

static void gemv_batched_run(struct blas_call *w) {
	f64 alpha[2], beta[2];
	scalar_value(&w->alpha_value, w->scalar_type, alpha);
	scalar_value(&w->beta_value, w->beta_type, beta);
	bool clears = beta[0] == 0 && beta[1] == 0;
	if (operand_matrices(w, lib_reads, "A", &w->a, w->m, w->n, w->batch) &&
	    operand_vectors(w, lib_reads, "x", &w->b, vector_length(w, true), w->batch) &&
	    operand_vectors(w, clears ? lib_writes : lib_updates, "y", &w->c,
	                    vector_length(w, false), w->batch))
		run_batch(w, w->a.type == w->type ? gemv_item : gemv_mixed_item);
}

static bool gemv_is_empty(const struct blas_call *w) {
	return w->m <= 0 || w->n <= 0 || w->batch == 0 ||
	       (w->batch < 0 && !w->by_pointers);
}

/* With nothing to do nothing is checked. A step of 0 in y of slices and a negative count
 * of addresses are what the device cannot be started with. */
static cublasStatus_t gemv_batched_check(const struct blas_call *w) {
	bool has_x = w->b.ld != 0, has_y = w->c.ld != 0;
	if (gemv_is_empty(w))
		return CUBLAS_STATUS_SUCCESS;
	if (!is_op(w->transa) || !is_ld(&w->a, w->m) ||
	    (w->by_pointers && (!has_x || !has_y)))
		return CUBLAS_STATUS_INVALID_VALUE;
	return has_y && w->batch > 0 ? CUBLAS_STATUS_SUCCESS
	                             : CUBLAS_STATUS_EXECUTION_FAILED;
}

const struct routine routine_gemv_batched = {HAS_ALPHA | HAS_BETA, gemv_batched_check,
                                             gemv_is_empty, gemv_batched_run, 0};

/* ---- trsm, batched ---- */

static void trsm_item(const struct blas_call *w, s64 i, struct space *space,
                      bool is_alone) {
	struct blas_call one = *w;
	one.a.at = ((void *const *)w->a.at)[i];
	one.c.at = ((void *const *)w->c.at)[i];
	(void)space;
	if (is_alone)
		own_kernels(w->type)->trsm(&one);
	else
		KERNEL_RUN(&one, trsm);
}

static void trsm_batched_run(struct blas_call *w) {
	s64 order = w->side == CUBLAS_SIDE_LEFT ? w->m : w->n;
	struct lib_box pointers = lib_bytes(w->a.at, (u64)w->batch * sizeof(void *));
	if (!lib_reads(w->lib, "A", &pointers))
		return;
	for (s64 i = 0; i < w->batch; i++) {
		struct operand a = w->a;
		a.at = ((void *const *)w->a.at)[i];
		if (!operand_triangle(w, lib_reads, "A", &a, order,
		                      w->diag == CUBLAS_DIAG_NON_UNIT))
			return;
	}
	if (operand_matrices(w, lib_updates, "B", &w->c, w->m, w->n, w->batch))
		run_batch(w, trsm_item);
}

static cublasStatus_t trsm_batched_check(const struct blas_call *w) {
	return w->batch < 0 ? CUBLAS_STATUS_INVALID_VALUE : routine_trsm.check(w);
}

const struct routine routine_trsm_batched = {HAS_ALPHA, trsm_batched_check, gemm_is_empty,
                                             trsm_batched_run, 0};
