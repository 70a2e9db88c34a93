/* transform.c - cublasLtMatrixTransform: sums of matrices from one layout to another.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/element.h"
#include "runtime/blas/lt/lt.h"

struct transform_call {
	struct lt_transform t;
	struct lt_layout a, b, c;
	const void *pa, *pb; /* null: there is none */
	void *pc;
	const void *alpha, *beta;
	u8 alpha_value[16], beta_value[16];
};

static s64 element_at(const struct lt_layout *l, s64 i, s64 j) {
	return l->order == CUBLASLT_ORDER_ROW ? i * l->ld + j : i + j * l->ld;
}

typedef bool access_function(struct lib_call *c, const char *argument,
                             const struct lib_box *box);

static bool name_matrix(struct lib_call *c, access_function *access, const char *name,
                        const void *at, const struct lt_layout *l) {
	bool is_row = l->order == CUBLASLT_ORDER_ROW;
	struct lib_box box = lib_matrix(at, is_row ? l->cols : l->rows,
	                                is_row ? l->rows : l->cols, l->ld,
	                                element_bytes(l->type));
	box.slices = (u64)l->batch;
	box.slice_pitch = l->batch_stride * element_bytes(l->type);
	return !at || access(c, name, &box);
}

/* value += factor op(x)(i, j), of numbers with two parts. */
static void add(f64 value[2], const f64 factor[2], const void *x,
                const struct lt_layout *l, u32 trans, s64 i, s64 j) {
	u64 parts = element_is_complex(l->type) ? 2 : 1;
	s64 at = trans == CUBLAS_OP_N ? element_at(l, i, j) : element_at(l, j, i);
	f64 e[2] = {0};
	elements_to_f64(e, (const u8 *)x + at * element_bytes(l->type), REAL_OF(l->type),
	                1, parts);
	if (trans == CUBLAS_OP_C)
		e[1] = -e[1];
	value[0] += factor[0] * e[0] - factor[1] * e[1];
	value[1] += factor[0] * e[1] + factor[1] * e[0];
}

static void load(const void *scalar, u32 type, f64 value[2]) {
	value[0] = value[1] = 0;
	elements_to_f64(value, scalar, REAL_OF(type), 1,
	                element_is_complex(type) ? 2 : 1);
}

static bool is_zero(const f64 x[2]) {
	return x[0] == 0 && x[1] == 0;
}

static void run(struct lib_call *c, const void *payload) {
	const struct transform_call *p = payload;
	bool on_device = p->t.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE;
	const void *at_alpha = on_device ? p->alpha : p->alpha_value;
	const void *at_beta = on_device ? p->beta : p->beta_value;
	struct lib_box alpha_box = lib_bytes(p->alpha, element_bytes(p->t.scale_type));
	struct lib_box beta_box = lib_bytes(p->beta, element_bytes(p->t.scale_type));
	f64 alpha[2], beta[2];
	if (on_device &&
	    (!lib_reads(c, "alpha", &alpha_box) || !lib_reads(c, "beta", &beta_box)))
		return;
	load(at_alpha, p->t.scale_type, alpha);
	load(at_beta, p->t.scale_type, beta);
	bool has_a = p->pa && !is_zero(alpha), has_b = p->pb && !is_zero(beta);
	if ((has_a && !name_matrix(c, lib_reads, "A", p->pa, &p->a)) ||
	    (has_b && !name_matrix(c, lib_reads, "B", p->pb, &p->b)) ||
	    !name_matrix(c, lib_writes, "C", p->pc, &p->c))
		return;
	u64 parts = element_is_complex(p->c.type) ? 2 : 1;
	u32 ab = element_bytes(p->a.type), bb = element_bytes(p->b.type);
	u32 cb = element_bytes(p->c.type);
	for (s32 q = 0; q < p->c.batch; q++)
		for (s64 j = 0; j < (s64)p->c.cols; j++)
			for (s64 i = 0; i < (s64)p->c.rows; i++) {
				f64 x[2] = {0};
				if (has_a)
					add(x, alpha,
					    (const u8 *)p->pa +
					            q * p->a.batch_stride * ab,
					    &p->a, p->t.transa, i, j);
				if (has_b)
					add(x, beta,
					    (const u8 *)p->pb +
					            q * p->b.batch_stride * bb,
					    &p->b, p->t.transb, i, j);
				s64 at = q * p->c.batch_stride + element_at(&p->c, i, j);
				elements_from_f64((u8 *)p->pc + at * cb,
				                  REAL_OF(p->c.type), 1, x, parts);
			}
}

/* Types of A, or B, and C: the same, or float with a narrower one. */
static bool types_fit(u32 x, u32 y) {
	bool is_x = x == CUDA_R_16F || x == CUDA_R_16BF,
	     is_y = y == CUDA_R_16F || y == CUDA_R_16BF;
	return x == y || (is_x && y == CUDA_R_32F) || (x == CUDA_R_32F && is_y);
}

static bool fits(const struct lt_layout *x, u32 trans, const struct lt_layout *c) {
	bool is_n = trans == CUBLAS_OP_N;
	return (is_n ? x->rows : x->cols) == c->rows &&
	       (is_n ? x->cols : x->rows) == c->cols && x->batch == c->batch;
}

static bool is_plain_order(const struct lt_layout *l) {
	return l->order <= CUBLASLT_ORDER_ROW && !l->plane && !l->batch_mode;
}

cublasStatus_t cublasLtMatrixTransform(cublasLtHandle_t lightHandle,
                                       cublasLtMatrixTransformDesc_t transformDesc,
                                       const void *alpha, const void *A,
                                       cublasLtMatrixLayout_t Adesc, const void *beta,
                                       const void *B, cublasLtMatrixLayout_t Bdesc,
                                       void *C, cublasLtMatrixLayout_t Cdesc,
                                       cudaStream_t stream) {
	static const struct lt_layout no_matrix = {.batch = 1};
	lt_log_call("cublasLtMatrixTransform");
	if (!lt_is_good(lightHandle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!transformDesc || !Cdesc || !C || !alpha || !beta || (A && !Adesc) ||
	    (B && !Bdesc))
		return CUBLAS_STATUS_INVALID_VALUE;
	struct transform_call p = {
		.t = *(const struct lt_transform *)transformDesc,
		.a = A ? *lt_layout_of(Adesc) : no_matrix,
		.b = B ? *lt_layout_of(Bdesc) : no_matrix,
		.c = *lt_layout_of(Cdesc),
		.pa = A,
		.pb = B,
		.pc = C,
		.alpha = alpha,
		.beta = beta,
	};
	u32 bytes = element_bytes(p.t.scale_type);
	if ((A && !fits(&p.a, p.t.transa, &p.c)) ||
	    (B && !fits(&p.b, p.t.transb, &p.c)) || p.t.transa > CUBLAS_OP_C ||
	    p.t.transb > CUBLAS_OP_C || p.c.batch < 1 ||
	    p.t.pointer_mode > CUBLASLT_POINTER_MODE_DEVICE)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!bytes || !element_bytes(p.c.type) || (A && !types_fit(p.a.type, p.c.type)) ||
	    (B && !types_fit(p.b.type, p.c.type)) || !is_plain_order(&p.a) ||
	    !is_plain_order(&p.b) || !is_plain_order(&p.c))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (p.t.pointer_mode == CUBLASLT_POINTER_MODE_HOST) {
		memcpy(p.alpha_value, alpha, bytes);
		memcpy(p.beta_value, beta, bytes);
	}
	if (p.c.rows == 0 || p.c.cols == 0)
		return CUBLAS_STATUS_SUCCESS;
	cudaError_t e = lib_submit(stream, &(struct lib_work){
						   .function = "cublasLtMatrixTransform",
						   .run = run,
						   .payload = &p,
						   .bytes = sizeof p,
					   });
	return e == cudaSuccess                 ? CUBLAS_STATUS_SUCCESS
	       : e == cudaErrorMemoryAllocation ? CUBLAS_STATUS_ALLOC_FAILED
	                                        : CUBLAS_STATUS_EXECUTION_FAILED;
}
