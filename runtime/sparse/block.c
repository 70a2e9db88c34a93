/* block.c - the older products and solutions: matrices of blocks, and sparse vectors.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/legacy.h"
#include "runtime/sparse/number.h"
#include "runtime/sparse/submit.h"

static inline struct dn_mat column_major(s64 rows, s64 cols, s64 ld, const void *values,
                                         enum number n) {
	return (struct dn_mat){
		.rows = rows,
		.cols = cols,
		.ld = ld,
		.values = (void *)(uintptr_t)values,
		.type = number_type(n),
		.order = CUSPARSE_ORDER_COL,
		.batch = 1,
	};
}

static inline struct dn_vec vector(s64 size, const void *values, enum number n) {
	return (struct dn_vec){size, (void *)(uintptr_t)values, number_type(n)};
}

/* ---- products ---- */

/* Blocks of one element are no blocks, and no operation turns them: that is looked at
 * last. */
static cusparseStatus_t check_product(cusparseHandle_t h, bool is_good,
                                      const cusparseMatDescr_t d, cusparseOperation_t op,
                                      s32 block) {
	cusparseStatus_t s = legacy_check(h, is_good, d);
	bool is_refused = op != CUSPARSE_OPERATION_NON_TRANSPOSE || block == 1;
	return !s && is_refused ? CUSPARSE_STATUS_INVALID_VALUE : s;
}

static cusparseStatus_t bsrmv(cusparseHandle_t h, const char *function,
                              cusparseDirection_t dir, cusparseOperation_t op, s32 mb,
                              s32 nb, s32 nnzb, const void *alpha,
                              const cusparseMatDescr_t d, const void *values,
                              const s32 *offsets, const s32 *indices, s32 block,
                              const void *x, const void *beta, void *y, enum number n) {
	bool is_good = (u32)dir <= 1 && mb >= 0 && nb >= 0 && nnzb >= 0 && alpha &&
	               beta && block > 0;
	cusparseStatus_t s = check_product(h, is_good, d, op, block);
	if (s)
		return sparse_end(function, s);
	struct sp_mat a = legacy_bsr(dir, mb, nb, nnzb, d, values, offsets, indices,
	                             block, block, n);
	struct dn_vec vx = vector(a.cols, x, n), vy = vector(a.rows, y, n);
	return submit_mv(h, function, &a, op, &vx, &vy, alpha, beta, n);
}

static cusparseStatus_t bsrmm(cusparseHandle_t h, const char *function,
                              cusparseDirection_t dir, cusparseOperation_t op_a,
                              cusparseOperation_t op_b, s32 mb, s32 cols, s32 kb,
                              s32 nnzb, const void *alpha, const cusparseMatDescr_t d,
                              const void *values, const s32 *offsets, const s32 *indices,
                              s32 block, const void *b, s32 ldb, const void *beta,
                              void *c, s32 ldc, enum number n) {
	bool is_turned = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
	bool is_good = (u32)dir <= 1 && mb >= 0 && cols >= 0 && kb >= 0 && nnzb >= 0 &&
	               alpha && beta && block > 0;
	cusparseStatus_t s = check_product(h, is_good, d, op_a, block);
	if (!s && ((u32)op_b > CUSPARSE_OPERATION_TRANSPOSE ||
	           ldb < (is_turned ? cols : (s64)kb * block) || ldc < (s64)mb * block))
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (s)
		return sparse_end(function, s);
	struct sp_mat a = legacy_bsr(dir, mb, kb, nnzb, d, values, offsets, indices,
	                             block, block, n);
	struct dn_mat mb_ = column_major(is_turned ? cols : a.cols,
	                                 is_turned ? a.cols : cols, ldb, b, n);
	struct dn_mat mc = column_major(a.rows, cols, ldc, c, n);
	return submit_mm(h, function, &a, op_a, &mb_, op_b, &mc, alpha, beta, n);
}

/* ---- rows of blocks that a mask names ---- */

struct masked {
	struct sp_mat a;
	const s32 *mask, *ends;
	s32 count;
	struct dn_vec x, y;
	struct scalar alpha, beta;
	enum number n;
};

struct block_row {
	const struct sp_mat *a;
	s64 begin, end, row;
	const void *x;
	void *y;
	union element alpha, beta;
};

#define BLOCK_ROW(T)                                                                 \
	static void T##_row(const struct block_row *g) {                             \
		const struct sp_mat *m = g->a;                                       \
		s64 size = m->block_rows;                                            \
		bool by_row = m->order == CUSPARSE_ORDER_ROW;                        \
		const T *v = m->values, *x = g->x;                                   \
		T *y = (T *)g->y + g->row * size;                                    \
		for (s64 i = 0; i < size; i++) {                                     \
			T sum = 0;                                                   \
			for (s64 k = g->begin; k < g->end; k++) {                    \
				s64 j = ((const s32 *)m->indices)[k] - (s64)m->base; \
				for (s64 l = 0; l < size; l++)                       \
					sum += T##_mul(v[k * size * size +           \
					                 (by_row ? i * size + l      \
					                         : l * size + i)],   \
					               x[j * size + l]);             \
			}                                                            \
			T old = g->beta.T == 0 ? 0 : T##_mul(g->beta.T, y[i]);       \
			y[i] = T##_mul(g->alpha.T, sum) + old;                       \
		}                                                                    \
	}
BLOCK_ROW(f32)
BLOCK_ROW(f64)
BLOCK_ROW(c32)
BLOCK_ROW(c64)
static void (*const block_rows[NUM_COUNT])(const struct block_row *g) = {
	[NUM_F32] = f32_row,
	[NUM_F64] = f64_row,
	[NUM_C32] = c32_row,
	[NUM_C64] = c64_row,
};

static bool read_bytes(struct lib_call *c, const char *name, const void *p, s64 bytes) {
	struct lib_box box = lib_bytes(p, (u64)bytes);
	return lib_reads(c, name, &box);
}

static void run_masked(struct lib_call *c, const void *payload) {
	const struct masked *p = payload;
	const struct sp_mat *m = &p->a;
	s64 lines = m->rows / m->block_rows, bytes = number_bytes(p->n);
	struct block_row g = {.a = m, .x = p->x.values, .y = p->y.values};
	struct lib_box y = lib_bytes(p->y.values, (u64)(p->y.size * bytes));
	const s32 *starts = m->offsets, *indices = m->indices;
	if (!scalar_value(c, "alpha", &p->alpha, p->n, &g.alpha) ||
	    !scalar_value(c, "beta", &p->beta, p->n, &g.beta) ||
	    !read_bytes(c, "bsrSortedMaskPtr", p->mask, p->count * 4) ||
	    !read_bytes(c, "bsrSortedRowPtr", starts, lines * 4) ||
	    !read_bytes(c, "bsrSortedEndPtr", p->ends, lines * 4) ||
	    !read_bytes(c, "bsrSortedColInd", indices, m->nnz * 4) ||
	    !read_bytes(c, "bsrSortedVal", m->values,
	                m->nnz * m->block_rows * m->block_cols * bytes) ||
	    !read_bytes(c, "x", p->x.values, p->x.size * bytes) ||
	    !lib_updates(c, "y", &y))
		return;
	for (s32 i = 0; i < p->count; i++) {
		g.row = p->mask[i] - (s64)m->base;
		bool is_good = g.row >= 0 && g.row < lines;
		g.begin = is_good ? starts[g.row] - (s64)m->base : 0;
		g.end = is_good ? p->ends[g.row] - (s64)m->base : 0;
		is_good = is_good && g.begin >= 0 && g.begin <= g.end && g.end <= m->nnz;
		for (s64 k = g.begin; is_good && k < g.end; k++)
			is_good = (u64)(indices[k] - (s64)m->base) <
			          (u64)(m->cols / m->block_cols);
		if (!is_good) {
			lib_fail(c, cudaErrorIllegalAddress);
			return;
		}
		block_rows[p->n](&g);
	}
}

static cusparseStatus_t bsrxmv(cusparseHandle_t h, const char *function,
                               cusparseDirection_t dir, cusparseOperation_t op, s32 count,
                               s32 mb, s32 nb, s32 nnzb, const void *alpha,
                               const cusparseMatDescr_t d, const void *values,
                               const s32 *mask, const s32 *offsets, const s32 *ends,
                               const s32 *indices, s32 block, const void *x,
                               const void *beta, void *y, enum number n) {
	bool is_good = (u32)dir <= 1 && mb >= 0 && nb >= 0 && nnzb >= 0 && alpha &&
	               beta && block > 0 && count >= 0 && count <= mb;
	cusparseStatus_t s = check_product(h, is_good, d, op, block);
	if (s)
		return sparse_end(function, s);
	struct masked p = {
		.a = legacy_bsr(dir, mb, nb, nnzb, d, values, offsets, indices, block,
	                        block, n),
		.mask = mask,
		.ends = ends,
		.count = count,
		.alpha = sparse_scalar(h, alpha, n),
		.beta = sparse_scalar(h, beta, n),
		.n = n,
	};
	p.x = vector(p.a.cols, x, n);
	p.y = vector(p.a.rows, y, n);
	return sparse_submit(h, function, run_masked, &p, sizeof p);
}

/* ---- a dense matrix and a sparse vector ---- */

struct gemvi {
	struct dn_mat a;
	struct sp_vec x;
	struct dn_vec y;
	cusparseOperation_t op;
	struct scalar alpha, beta;
	enum number n;
};

#define GEMVI(T)                                                                        \
	static void T##_gemvi(const struct gemvi *p, T alpha, T beta) {                 \
		const T *a = p->a.values, *x = p->x.values;                             \
		T *y = p->y.values;                                                     \
		bool is_turned = p->op != CUSPARSE_OPERATION_NON_TRANSPOSE;             \
		bool conjugated = p->op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;      \
		for (s64 i = 0; i < p->y.size; i++)                                     \
			y[i] = beta == 0 ? 0 : T##_mul(beta, y[i]);                     \
		for (s64 k = 0; k < p->x.nnz; k++) {                                    \
			s64 j = ((const s32 *)p->x.indices)[k] - (s64)p->x.base;        \
			T v = T##_mul(alpha, x[k]);                                     \
			for (s64 i = 0; i < p->y.size; i++) {                           \
				T e = a[is_turned ? i * p->a.ld + j : j * p->a.ld + i]; \
				y[i] += T##_mul(conjugated ? T##_conj(e) : e, v);       \
			}                                                               \
		}                                                                       \
	}
GEMVI(f32)
GEMVI(f64)
GEMVI(c32)
GEMVI(c64)

static void run_gemvi(struct lib_call *c, const void *payload) {
	const struct gemvi *p = payload;
	union element alpha, beta;
	s64 bytes = number_bytes(p->n);
	struct lib_box a = dense_box(&p->a, 0);
	struct lib_box y = lib_bytes(p->y.values, (u64)(p->y.size * bytes));
	if (!scalar_value(c, "alpha", &p->alpha, p->n, &alpha) ||
	    !scalar_value(c, "beta", &p->beta, p->n, &beta) || !lib_reads(c, "A", &a) ||
	    !read_bytes(c, "xVal", p->x.values, p->x.nnz * bytes) ||
	    !read_bytes(c, "xInd", p->x.indices, p->x.nnz * 4) ||
	    !(type_is_zero(&beta, p->n) ? lib_writes(c, "y", &y)
	                                : lib_updates(c, "y", &y)))
		return;
	for (s64 k = 0; k < p->x.nnz; k++)
		if ((u64)(((const s32 *)p->x.indices)[k] - (s64)p->x.base) >=
		    (u64)p->x.size) {
			lib_fail(c, cudaErrorIllegalAddress);
			return;
		}
	if (p->n == NUM_F32)
		f32_gemvi(p, alpha.f32, beta.f32);
	else if (p->n == NUM_F64)
		f64_gemvi(p, alpha.f64, beta.f64);
	else if (p->n == NUM_C32)
		c32_gemvi(p, alpha.c32, beta.c32);
	else
		c64_gemvi(p, alpha.c64, beta.c64);
}

static cusparseStatus_t gemvi(cusparseHandle_t h, const char *function,
                              cusparseOperation_t op, s32 rows, s32 cols,
                              const void *alpha, const void *a, s32 lda, s32 nnz,
                              const void *x, const s32 *indices, const void *beta,
                              void *y, cusparseIndexBase_t base, enum number n) {
	bool is_good = is_operation_of(op, number_type(n)) && rows >= 0 && cols >= 0 &&
	               alpha && beta && lda >= MAX(rows, 1) && nnz >= 0 && is_base(base);
	if (!h || !is_good)
		return sparse_end(function, !h ? CUSPARSE_STATUS_NOT_INITIALIZED
		                               : CUSPARSE_STATUS_INVALID_VALUE);
	bool is_turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
	struct gemvi p = {
		.a = column_major(rows, cols, lda, a, n),
		.x = {.size = is_turned ? rows : cols,
	              .nnz = nnz,
	              .indices = (void *)(uintptr_t)indices,
	              .values = (void *)(uintptr_t)x,
	              .base = base},
		.y = vector(is_turned ? cols : rows, y, n),
		.op = op,
		.alpha = sparse_scalar(h, alpha, n),
		.beta = sparse_scalar(h, beta, n),
		.n = n,
	};
	return sparse_submit(h, function, run_gemvi, &p, sizeof p);
}

/* ---- solutions ---- */

struct pivot_search {
	struct sp_mat a;
	struct legacy_info *info;
	enum number n;
	bool is_analysis;
};

/* Finds the first row of blocks without a diagonal block, or with a 0 on its diagonal. */
static void run_pivots(struct lib_call *c, const void *payload) {
	const struct pivot_search *p = payload;
	struct rows r;
	s64 missing = -1, zero = -1, block = p->a.block_rows;
	if (!rows_open(c, &p->a, 0, p->n, ROWS_VALUES, OPERAND("A"), &r) ||
	    !rows_check(c, &r))
		return;
	union element none = {.c64 = 0};
	u32 bytes = number_bytes(p->n);
	for (s64 i = r.rows - 1; i >= 0; i--) {
		bool is_there = false;
		for (s64 k = row_begin(&r, i); k < row_begin(&r, i + 1); k++) {
			if (index_at(r.indices, r.wide_indices, k) - r.base != i)
				continue;
			union element e = none;
			memcpy(&e, (const u8 *)r.values + k * bytes, bytes);
			is_there = true;
			zero = type_is_zero(&e, p->n) ? i / block : zero;
		}
		missing = is_there ? missing : i / block;
	}
	bool is_unit = p->a.diag == CUSPARSE_DIAG_TYPE_UNIT;
	p->info->pivot.missing = is_unit ? -1 : (s32)missing;
	p->info->pivot.zero = is_unit || p->is_analysis ? -1 : (s32)zero;
}

enum { SOME_BYTES = 16 };

static cusparseStatus_t check_solve(cusparseHandle_t h, cusparseDirection_t dir,
                                    cusparseOperation_t op, cusparseOperation_t op_x,
                                    s32 mb, s32 n, s32 nnzb, const cusparseMatDescr_t d,
                                    s32 block, const void *info) {
	bool is_good = (u32)dir <= 1 && is_operation(op) && is_operation(op_x) &&
	               mb > 0 && n >= 0 && nnzb > 0 && block > 0 && info;
	cusparseStatus_t s = legacy_check_type_first(h, is_good, d);
	return !s && op_x == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
	               ? CUSPARSE_STATUS_NOT_SUPPORTED
	               : s;
}

static cusparseStatus_t find_pivots(cusparseHandle_t h, const char *function,
                                    cusparseStatus_t s, const struct sp_mat *a,
                                    void *info, enum number n, bool is_analysis) {
	if (s)
		return sparse_end(function, s);
	struct pivot_search p = {*a, info_of(info), n, is_analysis};
	return sparse_submit(h, function, run_pivots, &p, sizeof p);
}

static cusparseStatus_t solve(cusparseHandle_t h, const char *function,
                              cusparseStatus_t s, const struct sp_mat *a,
                              cusparseOperation_t op, cusparseOperation_t op_x, s32 cols,
                              const void *alpha, void *info, const void *b, s32 ldb,
                              void *x, s32 ldx, enum number n) {
	bool is_turned = op_x != CUSPARSE_OPERATION_NON_TRANSPOSE;
	s64 least = is_turned ? cols : a->rows;
	if (!s && (!alpha || ldb < least || ldx < least))
		s = CUSPARSE_STATUS_INVALID_VALUE;
	s = find_pivots(h, function, s, a, info, n, false);
	if (s)
		return s;
	/* op(X) is the solution: X's rows are its columns where op turns. */
	struct dn_mat mb = column_major(is_turned ? cols : a->rows,
	                                is_turned ? a->rows : cols, ldb, b, n);
	struct dn_mat mx = column_major(a->rows, cols, ldx, x, n);
	mx.order = is_turned ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
	return submit_solve(h, function, a, op, &mb, op_x, &mx, alpha, n);
}

static cusparseStatus_t size_of(const char *function, cusparseStatus_t s, s32 *size,
                                size_t *long_size) {
	if (!s && !size && !long_size)
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s && size)
		*size = SOME_BYTES;
	else if (!s)
		*long_size = SOME_BYTES;
	return sparse_end(function, s);
}

static inline void unused(const void *p) {
	(void)p;
}

static inline struct sp_mat square(cusparseStatus_t s, cusparseDirection_t dir, s32 mb,
                                   s32 nnzb, const cusparseMatDescr_t d,
                                   const void *values, const s32 *offsets,
                                   const s32 *indices, s32 block, enum number n) {
	return s ? (struct sp_mat){0}
	         : legacy_bsr(dir, mb, mb, nnzb, d, values, offsets, indices, block,
	                      block, n);
}

static cusparseStatus_t with_policy(cusparseStatus_t s, cusparseSolvePolicy_t policy,
                                    const void *buffer) {
	return !s && (!is_policy(policy) || !buffer) ? CUSPARSE_STATUS_INVALID_VALUE : s;
}

static void note_analysis(const void *info, cusparseOperation_t op,
                          cusparseSolvePolicy_t policy, s32 block) {
	struct legacy_info *i = info_of(info);
	i->is_analysed = true;
	i->op = op;
	i->policy = policy;
	i->block = block;
}

static bool goes_with(const void *info, cusparseOperation_t op,
                      cusparseSolvePolicy_t policy, s32 block) {
	const struct legacy_info *i = info_of(info);
	return !i->is_analysed ||
	       (i->op == (u32)op && i->policy == (u32)policy && i->block == block);
}

static const cusparseOperation_t PLAIN = CUSPARSE_OPERATION_NON_TRANSPOSE;

#define SV                                                                           \
	cusparseHandle_t h, cusparseDirection_t dir, cusparseOperation_t op, int mb, \
		int nnzb
#define SM                                                                   \
	cusparseHandle_t h, cusparseDirection_t dir, cusparseOperation_t op, \
		cusparseOperation_t op_x, int mb, int cols, int nnzb
#define MATRIX(C, T)                                                                     \
	const cusparseMatDescr_t d, C T *values, const int *offsets, const int *indices, \
		int block
/* Questions for sizes do not look at directions and operations, as the device's. */
#define SIZE_SV               \
	((void)dir, (void)op, \
	 check_solve(h, 0, PLAIN, PLAIN, mb, 1, nnzb, d, block, info))
#define SIZE_SM                                       \
	((void)dir, (void)op, (void)op_x, (void)cols, \
	 check_solve(h, 0, PLAIN, PLAIN, mb, 1, nnzb, d, block, info))
#define CHECK_SV check_solve(h, dir, op, PLAIN, mb, 1, nnzb, d, block, info)
#define CHECK_SM check_solve(h, dir, op, op_x, mb, cols, nnzb, d, block, info)
#define SQUARE(n) square(s, dir, mb, nnzb, d, values, offsets, indices, block, n)

#define BLOCK_FUNCTIONS(P, T, n)                                                         \
	cusparseStatus_t cusparse##P##bsrmv(cusparseHandle_t h, cusparseDirection_t dir, \
	                                    cusparseOperation_t op, int mb, int nb,      \
	                                    int nnzb, const T *alpha, MATRIX(const, T),  \
	                                    const T *x, const T *beta, T *y) {           \
		return bsrmv(h, __func__, dir, op, mb, nb, nnzb, alpha, d, values,       \
		             offsets, indices, block, x, beta, y, n);                    \
	}                                                                                \
	cusparseStatus_t cusparse##P##bsrxmv(                                            \
		cusparseHandle_t h, cusparseDirection_t dir, cusparseOperation_t op,     \
		int count, int mb, int nb, int nnzb, const T *alpha,                     \
		const cusparseMatDescr_t d, const T *values, const int *mask,            \
		const int *offsets, const int *ends, const int *indices, int block,      \
		const T *x, const T *beta, T *y) {                                       \
		return bsrxmv(h, __func__, dir, op, count, mb, nb, nnzb, alpha, d,       \
		              values, mask, offsets, ends, indices, block, x, beta, y,   \
		              n);                                                        \
	}                                                                                \
	cusparseStatus_t cusparse##P##bsrmm(                                             \
		cusparseHandle_t h, cusparseDirection_t dir, cusparseOperation_t op_a,   \
		cusparseOperation_t op_b, int mb, int cols, int kb, int nnzb,            \
		const T *alpha, MATRIX(const, T), const T *b, int ldb, const T *beta,    \
		T *c, int ldc) {                                                         \
		return bsrmm(h, __func__, dir, op_a, op_b, mb, cols, kb, nnzb, alpha, d, \
		             values, offsets, indices, block, b, ldb, beta, c, ldc, n);  \
	}                                                                                \
	cusparseStatus_t cusparse##P##gemvi(cusparseHandle_t h, cusparseOperation_t op,  \
	                                    int rows, int cols, const T *alpha,          \
	                                    const T *a, int lda, int nnz, const T *x,    \
	                                    const int *indices, const T *beta, T *y,     \
	                                    cusparseIndexBase_t base, void *buffer) {    \
		unused(buffer);                                                          \
		return gemvi(h, __func__, op, rows, cols, alpha, a, lda, nnz, x,         \
		             indices, beta, y, base, n);                                 \
	}                                                                                \
	cusparseStatus_t cusparse##P##gemvi_bufferSize(cusparseHandle_t h,               \
	                                               cusparseOperation_t op, int rows, \
	                                               int cols, int nnz, int *size) {   \
		bool is_good = rows >= 0;                                                \
		(void)op, (void)cols, (void)nnz;                                         \
		return size_of(__func__,                                                 \
		               !h         ? CUSPARSE_STATUS_NOT_INITIALIZED              \
		               : !is_good ? CUSPARSE_STATUS_INVALID_VALUE                \
		                          : CUSPARSE_STATUS_SUCCESS,                     \
		               size, NULL);                                              \
	}                                                                                \
	cusparseStatus_t cusparse##P##bsrsv2_bufferSize(SV, MATRIX(, T),                 \
	                                                bsrsv2Info_t info, int *size) {  \
		unused(values), unused(offsets), unused(indices);                        \
		return size_of(__func__, SIZE_SV, size, NULL);                           \
	}                                                                                \
	cusparseStatus_t cusparse##P##bsrsv2_bufferSizeExt(                              \
		SV, MATRIX(, T), bsrsv2Info_t info, size_t *size) {                      \
		unused(values), unused(offsets), unused(indices);                        \
		return size_of(__func__, SIZE_SV, NULL, size);                           \
	}                                                                                \
	cusparseStatus_t cusparse##P##bsrsv2_analysis(                                   \
		SV, MATRIX(const, T), bsrsv2Info_t info, cusparseSolvePolicy_t policy,   \
		void *buffer) {                                                          \
		cusparseStatus_t s = with_policy(CHECK_SV, policy, buffer);              \
		struct sp_mat a = SQUARE(n);                                             \
		if (!s)                                                                  \
			note_analysis(info, op, policy, block);                          \
		return find_pivots(h, __func__, s, &a, info, n, true);                   \
	}                                                                                \
	cusparseStatus_t cusparse##P##bsrsv2_solve(                                      \
		SV, const T *alpha, MATRIX(const, T), bsrsv2Info_t info, const T *f,     \
		T *x, cusparseSolvePolicy_t policy, void *buffer) {                      \
		cusparseStatus_t s = with_policy(CHECK_SV, policy, buffer);              \
		if (!s && !goes_with(info, op, policy, block))                           \
			s = CUSPARSE_STATUS_INVALID_VALUE;                               \
		struct sp_mat a = SQUARE(n);                                             \
		s32 ld = (s32)MAX(a.rows, 1);                                            \
		return solve(h, __func__, s, &a, op, PLAIN, 1, alpha, info, f, ld, x,    \
		             ld, n);                                                     \
	}                                                                                \
	cusparseStatus_t cusparse##P##bsrsm2_bufferSize(SM, MATRIX(, T),                 \
	                                                bsrsm2Info_t info, int *size) {  \
		unused(values), unused(offsets), unused(indices);                        \
		return size_of(__func__, SIZE_SM, size, NULL);                           \
	}                                                                                \
	cusparseStatus_t cusparse##P##bsrsm2_bufferSizeExt(                              \
		SM, MATRIX(, T), bsrsm2Info_t info, size_t *size) {                      \
		unused(values), unused(offsets), unused(indices);                        \
		return size_of(__func__, SIZE_SM, NULL, size);                           \
	}                                                                                \
	cusparseStatus_t cusparse##P##bsrsm2_analysis(                                   \
		SM, MATRIX(const, T), bsrsm2Info_t info, cusparseSolvePolicy_t policy,   \
		void *buffer) {                                                          \
		cusparseStatus_t s = with_policy(CHECK_SM, policy, buffer);              \
		struct sp_mat a = SQUARE(n);                                             \
		return find_pivots(h, __func__, s, &a, info, n, true);                   \
	}                                                                                \
	cusparseStatus_t cusparse##P##bsrsm2_solve(                                      \
		SM, const T *alpha, MATRIX(const, T), bsrsm2Info_t info, const T *b,     \
		int ldb, T *x, int ldx, cusparseSolvePolicy_t policy, void *buffer) {    \
		cusparseStatus_t s = with_policy(CHECK_SM, policy, buffer);              \
		struct sp_mat a = SQUARE(n);                                             \
		return solve(h, __func__, s, &a, op, op_x, cols, alpha, info, b, ldb, x, \
		             ldx, n);                                                    \
	}
LEGACY_TYPES(BLOCK_FUNCTIONS)
