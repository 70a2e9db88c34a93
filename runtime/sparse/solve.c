/* solve.c - triangular systems with a sparse matrix.
 *
 * The buffer has a copy of the matrix's values, and after it room for a diagonal that
 * replaces theirs.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/kernel.h"
#include "runtime/sparse/mix.h"
#include "runtime/sparse/submit.h"

struct analysis {
	struct sp_mat a; /* with its values in the buffer */
	cusparseOperation_t op;
	enum number n;
	void *diagonal; /* in the buffer */
	bool is_done, has_diagonal;
};

struct cusparseSpSVDescr {
	struct arena memory;
	struct analysis s;
};
struct cusparseSpSMDescr {
	struct arena memory;
	struct analysis s;
};

struct solve {
	struct analysis s;
	struct dn_mat b, c;
	struct scalar alpha;
	cusparseOperation_t op_b;
	const char *b_name, *c_name;
};

/* ---- buffers ---- */

static s64 value_count(const struct sp_mat *m) {
	return m->format == CUSPARSE_FORMAT_SLICED_ELLPACK ? m->values_size : m->nnz;
}

static u64 value_bytes(const struct sp_mat *m) {
	return alignup((u64)value_count(m) * type_bytes(m->type), 16);
}

static u64 buffer_bytes(const struct sp_mat *m) {
	return value_bytes(m) + (u64)MAX(m->rows, 1) * type_bytes(m->type);
}

struct copy {
	void *to;
	const void *from;
	u64 bytes;
	const char *name;
};

static void run_copy(struct lib_call *c, const void *payload) {
	const struct copy *p = payload;
	struct lib_box to = lib_bytes(p->to, p->bytes),
		       from = lib_bytes(p->from, p->bytes);
	if (lib_reads(c, p->name, &from) && lib_writes(c, "externalBuffer", &to))
		memcpy(p->to, p->from, p->bytes);
}

/* ---- the solution ---- */

struct columns {
	const struct solve_args *g;
	const struct kernel_table *k;
	s64 width;
};

static void solve_columns(void *ctx, u64 i) {
	const struct columns *p = ctx;
	s64 from = (s64)i * p->width;
	p->k->solve(p->g, from, MIN(from + p->width, p->g->n));
}

/* Rows depend on each other; columns do not. */
enum { COLUMNS = 32 };

static void solve_all(struct lib_call *c, const struct solve_args *g, enum number n) {
	struct columns p = {g, kernels_of(n, g->a->wide_indices), COLUMNS};
	u64 parts = (u64)((g->n + COLUMNS - 1) / COLUMNS);
	if (parts > 1)
		lib_parallel(c, parts, solve_columns, &p);
	else if (parts)
		solve_columns(&p, 0);
}

static bool open_triangle(struct lib_call *c, const struct solve *p, struct rows *a) {
	struct rows stored;
	bool is_turned = p->s.op != CUSPARSE_OPERATION_NON_TRANSPOSE;
	if (!rows_open(c, &p->s.a, 0, p->s.n, ROWS_VALUES, OPERAND("matA"), &stored))
		return false;
	*a = stored;
	return is_turned
	               ? rows_transpose(c, &stored, p->s.n,
	                                p->s.op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
	                                a)
	               : rows_check(c, &stored);
}

static void run_solve(struct lib_call *c, const void *payload) {
	const struct solve *p = payload;
	enum number n = p->s.n;
	union element alpha, zero = {.c64 = 0};
	struct rows a;
	struct dense b, out;
	s64 rows = p->c.rows, cols = p->c.cols;
	u32 bytes = number_bytes(n);
	if (!scalar_value(c, "alpha", &p->alpha, n, &alpha) || !open_triangle(c, p, &a) ||
	    !dense_open(c, &p->b, 0, p->op_b, n, p->b_name, &b) ||
	    !dense_open_out(c, &p->c, 0, false, n, p->c_name, &out))
		return;
	bool is_turned = p->s.op != CUSPARSE_OPERATION_NON_TRANSPOSE;
	struct solve_args g = {
		.a = &a,
		.ld = cols,
		.n = cols,
		.is_upper = (p->s.a.fill == CUSPARSE_FILL_MODE_UPPER) != is_turned,
		.is_unit = p->s.a.diag == CUSPARSE_DIAG_TYPE_UNIT,
		.diagonal = p->s.has_diagonal ? p->s.diagonal : NULL,
	};
	struct lib_box d = lib_bytes(p->s.diagonal, (u64)rows * bytes);
	if (p->s.has_diagonal && !lib_reads(c, "externalBuffer", &d))
		return;
	g.x = lib_scratch(c, (u64)MAX(rows * cols, 1) * bytes);
	if (!g.x)
		return;
	const struct kernel_table *k = kernels_of(n, a.wide_indices);
	for (s64 i = 0; i < rows; i++)
		k->axpby(cols, &alpha, (u8 *)b.at + i * b.row * bytes, &zero,
		         (u8 *)g.x + i * cols * bytes);
	solve_all(c, &g, n);
	for (s64 i = 0; i < rows; i++)
		type_narrow(number_type(n), (u8 *)out.at + i * out.row * bytes, out.col,
		            n, (u8 *)g.x + i * cols * bytes, cols);
}

cusparseStatus_t submit_solve(cusparseHandle_t h, const char *function,
                              const struct sp_mat *a, cusparseOperation_t op_a,
                              const struct dn_mat *b, cusparseOperation_t op_b,
                              const struct dn_mat *c, const void *alpha, enum number n) {
	struct solve p = {
		.s = {.a = *a, .op = op_a, .n = n},
		.b = *b,
		.c = *c,
		.op_b = op_b,
		.alpha = sparse_scalar(h, alpha, n),
		.b_name = "B",
		.c_name = "X",
	};
	return sparse_submit(h, function, run_solve, &p, sizeof p);
}

/* ---- the functions of both kinds ---- */

static cusparseStatus_t check(cusparseHandle_t h, bool is_good, cusparseOperation_t op,
                              cusparseConstSpMatDescr_t a, u32 alg) {
	if (!h)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!is_good || !a || !is_operation_of(op, a->m.type) || alg ||
	    a->m.rows != a->m.cols)
		return CUSPARSE_STATUS_INVALID_VALUE;
	cusparseFormat_t f = a->m.format;
	if (f != CUSPARSE_FORMAT_CSR && f != CUSPARSE_FORMAT_COO &&
	    f != CUSPARSE_FORMAT_SLICED_ELLPACK)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return a->m.batch > 1 || !is_index_type(a->m.index_type)
	               ? CUSPARSE_STATUS_NOT_SUPPORTED
	               : CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t analyse(cusparseHandle_t h, const char *function,
                                struct analysis *s, const struct sp_mat *a,
                                cusparseOperation_t op, enum number n, void *buffer) {
	struct copy p = {
		buffer,
		a->values,
		(u64)value_count(a) * type_bytes(a->type),
		"matA's values",
	};
	cusparseStatus_t status = sparse_submit(h, function, run_copy, &p, sizeof p);
	if (status)
		return status;
	*s = (struct analysis){
		.a = *a,
		.op = op,
		.n = n,
		.diagonal = (u8 *)buffer + value_bytes(a),
		.is_done = true,
	};
	s->a.values = buffer;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t update(cusparseHandle_t h, const char *function,
                               struct analysis *s, const void *values, u32 part) {
	cusparseStatus_t status = !h ? CUSPARSE_STATUS_INVALID_VALUE
	                          : !s || !values || part > 1
	                                  ? CUSPARSE_STATUS_INVALID_VALUE
	                          : !s->is_done ? CUSPARSE_STATUS_INVALID_VALUE
	                                        : CUSPARSE_STATUS_SUCCESS;
	if (status)
		return sparse_end(function, status);
	bool is_diagonal = part == CUSPARSE_SPSV_UPDATE_DIAGONAL;
	s64 count = is_diagonal ? s->a.rows : value_count(&s->a);
	struct copy p = {
		is_diagonal ? s->diagonal : s->a.values,
		values,
		(u64)count * type_bytes(s->a.type),
		"newValues",
	};
	s->has_diagonal = is_diagonal;
	return sparse_submit(h, function, run_copy, &p, sizeof p);
}

static cusparseStatus_t solve(cusparseHandle_t h, const char *function,
                              const struct analysis *s, const struct sp_mat *a,
                              const void *alpha, enum number n, struct solve *p) {
	if (!s->is_done)
		return sparse_end(function, CUSPARSE_STATUS_NOT_INITIALIZED);
	p->s = *s;
	/* The pattern and the attributes are those of now. */
	p->s.a = *a;
	p->s.a.values = s->a.values;
	p->s.n = n;
	p->alpha = sparse_scalar(h, alpha, n);
	return sparse_submit(h, function, run_solve, p, sizeof *p);
}

#define DESCRIPTOR(Name)                                                            \
	cusparseStatus_t cusparse##Name##_createDescr(cusparse##Name##Descr_t *d) { \
		if (!d)                                                             \
			return sparse_end(__func__, CUSPARSE_STATUS_INVALID_VALUE); \
		*d = sparse_new(struct cusparse##Name##Descr);                      \
		return sparse_end(__func__, *d ? CUSPARSE_STATUS_SUCCESS            \
		                               : CUSPARSE_STATUS_ALLOC_FAILED);     \
	}                                                                           \
	cusparseStatus_t cusparse##Name##_destroyDescr(cusparse##Name##Descr_t d) { \
		lib_object_drop(d);                                                 \
		return CUSPARSE_STATUS_SUCCESS;                                     \
	}                                                                           \
	cusparseStatus_t cusparse##Name##_updateMatrix(                             \
		cusparseHandle_t h, cusparse##Name##Descr_t d, void *values,        \
		cusparse##Name##Update_t part) {                                    \
		return update(h, __func__, d ? &d->s : NULL, values, part);         \
	}
DESCRIPTOR(SpSV)
DESCRIPTOR(SpSM)

static bool is_computed(cudaDataType type) {
	return type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_C_32F ||
	       type == CUDA_C_64F;
}

/* ---- vectors ---- */

static cusparseStatus_t check_vectors(cusparseHandle_t h, cusparseOperation_t op,
                                      const void *alpha, cusparseConstSpMatDescr_t a,
                                      cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                      cudaDataType type, cusparseSpSVAlg_t alg,
                                      cusparseSpSVDescr_t d) {
	cusparseStatus_t s = check(h, alpha && x && y && d && type_bytes(type), op, a,
	                           alg);
	if (s)
		return s;
	if (x->v.size != a->m.rows || y->v.size != a->m.rows)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return mix_number(MIX_SPSV, a->m.type, x->v.type, y->v.type, type) == NUM_COUNT
	               ? CUSPARSE_STATUS_NOT_SUPPORTED
	               : CUSPARSE_STATUS_SUCCESS;
}

/* Before the solution, vectors do not count, nor whether the types go together, as on the
 * device. */
static cusparseStatus_t check_before(cusparseHandle_t h, cusparseOperation_t op,
                                     const void *alpha, cusparseConstSpMatDescr_t a,
                                     cudaDataType type, cusparseSpSVAlg_t alg,
                                     cusparseSpSVDescr_t d) {
	cusparseStatus_t s = check(h, alpha && d && type_bytes(type), op, a, alg);
	return s || is_computed(a->m.type) ? s : CUSPARSE_STATUS_NOT_SUPPORTED;
}

cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t h, cusparseOperation_t op,
                                         const void *alpha, cusparseConstSpMatDescr_t a,
                                         cusparseConstDnVecDescr_t x,
                                         cusparseDnVecDescr_t y, cudaDataType type,
                                         cusparseSpSVAlg_t alg, cusparseSpSVDescr_t d,
                                         size_t *size) {
	cusparseStatus_t s = check_before(h, op, alpha, a, type, alg, d);
	(void)x, (void)y;
	if (!s && !size)
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s)
		*size = buffer_bytes(&a->m);
	return sparse_end(__func__, s);
}

cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t h, cusparseOperation_t op,
                                       const void *alpha, cusparseConstSpMatDescr_t a,
                                       cusparseConstDnVecDescr_t x,
                                       cusparseDnVecDescr_t y, cudaDataType type,
                                       cusparseSpSVAlg_t alg, cusparseSpSVDescr_t d,
                                       void *buffer) {
	cusparseStatus_t s = check_before(h, op, alpha, a, type, alg, d);
	(void)x, (void)y;
	return s ? sparse_end(__func__, s)
	         : analyse(h, __func__, &d->s, &a->m, op, number_of(type), buffer);
}

cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t h, cusparseOperation_t op,
                                    const void *alpha, cusparseConstSpMatDescr_t a,
                                    cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                    cudaDataType type, cusparseSpSVAlg_t alg,
                                    cusparseSpSVDescr_t d) {
	cusparseStatus_t s = check_vectors(h, op, alpha, a, x, y, type, alg, d);
	if (s)
		return sparse_end(__func__, s);
	struct solve p = {
		.b = as_matrix(&x->v),
		.c = as_matrix(&y->v),
		.b_name = "vecX",
		.c_name = "vecY",
		.op_b = CUSPARSE_OPERATION_NON_TRANSPOSE,
	};
	return solve(h, __func__, &d->s, &a->m, alpha, number_of(type), &p);
}

/* ---- matrices ---- */

static cusparseStatus_t check_matrices(cusparseHandle_t h, cusparseOperation_t op_a,
                                       cusparseOperation_t op_b, const void *alpha,
                                       cusparseConstSpMatDescr_t a,
                                       cusparseConstDnMatDescr_t b,
                                       cusparseDnMatDescr_t c, cudaDataType type,
                                       cusparseSpSMAlg_t alg, cusparseSpSMDescr_t d) {
	cusparseStatus_t s = check(
		h, alpha && b && c && d && is_operation(op_b) && type_bytes(type), op_a,
		a, alg);
	if (s)
		return s;
	bool is_turned = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
	if (c->m.rows != a->m.rows || (is_turned ? b->m.cols : b->m.rows) != a->m.rows ||
	    (is_turned ? b->m.rows : b->m.cols) != c->m.cols)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (b->m.batch > 1 || c->m.batch > 1 ||
	    op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return mix_number(MIX_SPSV, a->m.type, b->m.type, c->m.type, type) == NUM_COUNT
	               ? CUSPARSE_STATUS_NOT_SUPPORTED
	               : CUSPARSE_STATUS_SUCCESS;
}

/* Before the solution, C does not count, as on the device. */
static cusparseStatus_t check_right(cusparseHandle_t h, cusparseOperation_t op_a,
                                    cusparseOperation_t op_b, const void *alpha,
                                    cusparseConstSpMatDescr_t a,
                                    cusparseConstDnMatDescr_t b, cudaDataType type,
                                    cusparseSpSMAlg_t alg, cusparseSpSMDescr_t d) {
	cusparseStatus_t s = check(
		h, alpha && b && d && is_operation(op_b) && type_bytes(type), op_a, a,
		alg);
	if (s)
		return s;
	if (a->m.type != b->m.type || !is_computed(a->m.type))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	bool is_turned = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
	if ((is_turned ? b->m.cols : b->m.rows) != a->m.rows)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return b->m.batch > 1 || op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ||
	                       !is_computed(type)
	               ? CUSPARSE_STATUS_NOT_SUPPORTED
	               : CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t h, cusparseOperation_t op_a,
                                         cusparseOperation_t op_b, const void *alpha,
                                         cusparseConstSpMatDescr_t a,
                                         cusparseConstDnMatDescr_t b,
                                         cusparseDnMatDescr_t c, cudaDataType type,
                                         cusparseSpSMAlg_t alg, cusparseSpSMDescr_t d,
                                         size_t *size) {
	cusparseStatus_t s = check_right(h, op_a, op_b, alpha, a, b, type, alg, d);
	(void)c;
	if (!s && !size)
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s)
		*size = buffer_bytes(&a->m);
	return sparse_end(__func__, s);
}

cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t h, cusparseOperation_t op_a,
                                       cusparseOperation_t op_b, const void *alpha,
                                       cusparseConstSpMatDescr_t a,
                                       cusparseConstDnMatDescr_t b,
                                       cusparseDnMatDescr_t c, cudaDataType type,
                                       cusparseSpSMAlg_t alg, cusparseSpSMDescr_t d,
                                       void *buffer) {
	cusparseStatus_t s = check_right(h, op_a, op_b, alpha, a, b, type, alg, d);
	(void)c;
	return s ? sparse_end(__func__, s)
	         : analyse(h, __func__, &d->s, &a->m, op_a, number_of(type), buffer);
}

cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t h, cusparseOperation_t op_a,
                                    cusparseOperation_t op_b, const void *alpha,
                                    cusparseConstSpMatDescr_t a,
                                    cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c,
                                    cudaDataType type, cusparseSpSMAlg_t alg,
                                    cusparseSpSMDescr_t d) {
	cusparseStatus_t s = check_matrices(h, op_a, op_b, alpha, a, b, c, type, alg, d);
	if (s)
		return sparse_end(__func__, s);
	struct solve p = {
		.b = b->m,
		.c = c->m,
		.b_name = "matB",
		.c_name = "matC",
		.op_b = op_b,
	};
	return solve(h, __func__, &d->s, &a->m, alpha, number_of(type), &p);
}
