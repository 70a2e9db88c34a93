/* transform.c - cublasLtMatrixTransform: sums of matrices from one layout to another.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/element.h"
#include "runtime/blas/lt/order.h"

struct transform_call {
	struct lt_transform t;
	struct lt_layout a, b, c;
	const void *pa, *pb; /* null: there is none */
	void *pc;
	const void *alpha, *beta;
	u8 alpha_value[16], beta_value[16];
};

static void load(const void *scalar, u32 type, f64 value[2]) {
	value[0] = value[1] = 0;
	elements_to_f64(value, scalar, REAL_OF(type), 1,
	                element_is_complex(type) ? 2 : 1);
}

static bool is_zero(const f64 x[2]) {
	return x[0] == 0 && x[1] == 0;
}

/* One column of C, as many as C and its batch have. */
struct columns {
	const struct transform_call *p;
	f64 alpha[2], beta[2];
	bool has_a, has_b;
};

/* x += factor op(m), n rows from i on. */
static void add(f64 x[2][ORDER_CHUNK], const f64 factor[2], const void *m,
                const struct lt_layout *l, u32 trans, s64 i, s64 j, s64 n) {
	f64 e[2][ORDER_CHUNK], sign = trans == CUBLAS_OP_C ? -1 : 1;
	if (trans == CUBLAS_OP_N)
		order_load(l, m, false, i, j, n, e[0], e[1]);
	else
		order_load(l, m, true, j, i, n, e[0], e[1]);
	for (s64 q = 0; q < n; q++) {
		x[0][q] += factor[0] * e[0][q] - factor[1] * sign * e[1][q];
		x[1][q] += factor[0] * sign * e[1][q] + factor[1] * e[0][q];
	}
}

/* What fills up tiles is 0. */
static void run_column(void *ctx, u64 column) {
	const struct columns *s = ctx;
	const struct transform_call *p = s->p;
	s64 cols = order_cols(&p->c), rows = order_rows(&p->c);
	s64 j = (s64)column % cols, there = j < (s64)p->c.cols ? (s64)p->c.rows : 0;
	s32 batch = (s32)((s64)column / cols);
	for (s64 i = 0; i < rows; i += ORDER_CHUNK) {
		s64 n = MIN(ORDER_CHUNK, there - i);
		f64 x[2][ORDER_CHUNK] = {0};
		if (s->has_a && n > 0)
			add(x, s->alpha, order_item(p->pa, &p->a, batch), &p->a,
			    p->t.transa, i, j, n);
		if (s->has_b && n > 0)
			add(x, s->beta, order_item(p->pb, &p->b, batch), &p->b,
			    p->t.transb, i, j, n);
		order_store(&p->c, order_item(p->pc, &p->c, batch), i, j,
		            MIN(ORDER_CHUNK, rows - i), x[0], x[1]);
	}
}

static void run(struct lib_call *c, const void *payload) {
	const struct transform_call *p = payload;
	bool on_device = p->t.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE;
	struct lib_box alpha_box = lib_bytes(p->alpha, element_bytes(p->t.scale_type));
	struct lib_box beta_box = lib_bytes(p->beta, element_bytes(p->t.scale_type));
	struct columns s = {.p = p};
	if (on_device &&
	    (!lib_reads(c, "alpha", &alpha_box) || !lib_reads(c, "beta", &beta_box)))
		return;
	load(on_device ? p->alpha : p->alpha_value, p->t.scale_type, s.alpha);
	load(on_device ? p->beta : p->beta_value, p->t.scale_type, s.beta);
	s.has_a = p->pa && !is_zero(s.alpha);
	s.has_b = p->pb && !is_zero(s.beta);
	if ((!s.has_a || order_name(c, lib_reads, "A", p->pa, &p->a)) &&
	    (!s.has_b || order_name(c, lib_reads, "B", p->pb, &p->b)) &&
	    order_name(c, lib_writes, "C", p->pc, &p->c))
		lib_parallel(c, (u64)order_cols(&p->c) * (u64)p->c.batch, run_column, &s);
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

/* Tiles are of integers, and made of what is in columns or rows; those of COL32 can be
 * read, too. */
static bool orders_fit(const struct lt_layout *x, const struct lt_layout *c) {
	if (!order_is_tiled(x) && !order_is_tiled(c))
		return true;
	if (order_is_tiled(x))
		return x->order == CUBLASLT_ORDER_COL32 && !order_is_tiled(c) &&
		       (x->type == CUDA_R_8I || x->type == CUDA_R_32I);
	return c->type == CUDA_R_8I ||
	       (c->type == CUDA_R_32I && c->order == CUBLASLT_ORDER_COL32);
}

/* Some types are only copied: columns stay columns, or rows become them. */
static bool is_copied(u32 type) {
	return type == CUDA_C_16F || type == CUDA_C_16BF || type == CUDA_R_8F_E4M3 ||
	       type == CUDA_R_8F_E5M2;
}

/* Planes are made of numbers that lie side by side, or become them. */
static bool planes_fit(const struct lt_layout *x, u32 trans, const struct lt_layout *c) {
	bool turns = (x->order != c->order) != (trans != CUBLAS_OP_N);
	if (!x->plane && !c->plane)
		return !is_copied(x->type) || !turns;
	return !(x->plane && c->plane) && element_is_complex(x->type) &&
	       x->type != CUDA_C_64F;
}

static bool layouts_fit(const struct lt_layout *x, u32 trans, const struct lt_layout *c) {
	return types_fit(x->type, c->type) && !x->batch_mode && orders_fit(x, c) &&
	       planes_fit(x, trans, c);
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
	if (!bytes || !element_bytes(p.c.type) || p.c.batch_mode ||
	    (A && !layouts_fit(&p.a, p.t.transa, &p.c)) ||
	    (B && !layouts_fit(&p.b, p.t.transb, &p.c)))
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
