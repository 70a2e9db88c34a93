/* factor.c - incomplete factors without fill-in. A matrix of blocks is one of elements
 * here: its blocks are dense, so that nothing else is dropped.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "runtime/sparse/legacy.h"
#include "runtime/sparse/number.h"

struct factor {
	struct sp_mat a;
	struct legacy_info *info;
	enum number n;
	bool is_cholesky, is_analysis;
	s64 block; /* rows of a block; 1 */
	bool boosts;
	struct scalar tolerance, boost;
};

/* ---- the loops. Rows are sorted; values are in their order ---- */

struct factoring {
	const struct rows *r;
	void *values;
	s64 *diagonals; /* where each row's is; -1: nowhere */
	s64 *places;    /* of row i's elements, by column; -1 */
	s64 zero;       /* the first row without a pivot, or -1 */
	bool boosts;
	f64 tolerance;
	union element boost;
};

#define FACTOR(T, magnitude, root)                                                       \
	static void T##_lu(struct factoring *f) {                                        \
		const struct rows *r = f->r;                                             \
		T *a = f->values;                                                        \
		for (s64 i = 0; i < r->rows; i++) {                                      \
			s64 begin = row_begin(r, i), end = row_begin(r, i + 1);          \
			mark_row(f, begin, end);                                         \
			for (s64 k = begin; k < end && column(r, k) < i; k++) {          \
				s64 j = column(r, k), d = f->diagonals[j];               \
				a[k] = d < 0 ? T##_div(a[k], 0) : T##_div(a[k], a[d]);   \
				for (s64 l = d < 0 ? row_begin(r, j + 1) : d + 1;        \
				     l < row_begin(r, j + 1); l++) {                     \
					s64 to = f->places[column(r, l)];                \
					if (to >= 0)                                     \
						a[to] -= T##_mul(a[k], a[l]);            \
				}                                                        \
			}                                                                \
			s64 d = f->diagonals[i];                                         \
			if (d >= 0 && f->boosts && (f64)magnitude(a[d]) <= f->tolerance) \
				a[d] = f->boost.T;                                       \
			else if (d >= 0 && a[d] == 0 && f->zero < 0)                     \
				f->zero = i;                                             \
			unmark_row(f, begin, end);                                       \
		}                                                                        \
	}                                                                                \
	/* Only the lower triangle. A negative pivot counts as its magnitude. */         \
	static void T##_cholesky(struct factoring *f) {                                  \
		const struct rows *r = f->r;                                             \
		T *a = f->values;                                                        \
		for (s64 i = 0; i < r->rows; i++) {                                      \
			s64 begin = row_begin(r, i), end = row_begin(r, i + 1);          \
			mark_row(f, begin, end);                                         \
			for (s64 k = begin; k < end && column(r, k) <= i; k++) {         \
				s64 j = column(r, k), d = f->diagonals[j];               \
				T sum = a[k];                                            \
				for (s64 l = row_begin(r, j);                            \
				     l < row_begin(r, j + 1) && column(r, l) < j; l++) { \
					s64 mine = f->places[column(r, l)];              \
					if (mine >= 0)                                   \
						sum -= T##_mul(a[mine], T##_conj(a[l])); \
				}                                                        \
				if (j < i)                                               \
					a[k] = T##_div(sum, d < 0 ? 0 : a[d]);           \
				else                                                     \
					a[k] = root(sum, &f->zero, i);                   \
			}                                                                \
			unmark_row(f, begin, end);                                       \
		}                                                                        \
	}

static inline s64 column(const struct rows *r, s64 k) {
	return index_at(r->indices, r->wide_indices, k) - r->base;
}

static void mark_row(struct factoring *f, s64 begin, s64 end) {
	for (s64 k = begin; k < end; k++)
		f->places[column(f->r, k)] = k;
}

static void unmark_row(struct factoring *f, s64 begin, s64 end) {
	for (s64 k = begin; k < end; k++)
		f->places[column(f->r, k)] = -1;
}

static inline void note(bool is_zero, s64 *zero, s64 row) {
	if (is_zero && *zero < 0)
		*zero = row;
}

static f32 f32_root(f32 x, s64 *zero, s64 row) {
	note(!(x > 0), zero, row);
	return sqrtf(fabsf(x));
}
static f64 f64_root(f64 x, s64 *zero, s64 row) {
	note(!(x > 0), zero, row);
	return sqrt(fabs(x));
}
static c32 c32_root(c32 x, s64 *zero, s64 row) {
	return c32_make(f32_root(crealf(x), zero, row), 0);
}
static c64 c64_root(c64 x, s64 *zero, s64 row) {
	return c64_make(f64_root(creal(x), zero, row), 0);
}

FACTOR(f32, fabsf, f32_root)
FACTOR(f64, fabs, f64_root)
FACTOR(c32, cabsf, c32_root)
FACTOR(c64, cabs, c64_root)

static void (*const loops[NUM_COUNT][2])(struct factoring *f) = {
	[NUM_F32] = {f32_lu, f32_cholesky},
	[NUM_F64] = {f64_lu, f64_cholesky},
	[NUM_C32] = {c32_lu, c32_cholesky},
	[NUM_C64] = {c64_lu, c64_cholesky},
};

/* ---- the call ---- */

/* The first row without an element on the diagonal. */
static s64 find_diagonals(const struct rows *r, s64 *diagonals) {
	s64 missing = -1;
	for (s64 i = r->rows - 1; i >= 0; i--) {
		diagonals[i] = -1;
		for (s64 k = row_begin(r, i); k < row_begin(r, i + 1); k++)
			if (column(r, k) == i)
				diagonals[i] = k;
		missing = diagonals[i] < 0 ? i : missing;
	}
	return missing;
}

static void put_back(const struct factor *p, const struct rows *r, const void *values) {
	u32 bytes = number_bytes(p->n);
	u8 *to = p->a.values;
	s64 nnz = row_begin(r, r->rows);
	for (s64 i = 0; i < r->rows; i++)
		for (s64 k = row_begin(r, i); k < row_begin(r, i + 1) && k < nnz; k++)
			if (!p->is_cholesky || column(r, k) <= i)
				memcpy(to + r->places[k] * bytes,
				       (const u8 *)values + k * bytes, bytes);
}

static void run(struct lib_call *c, const void *payload) {
	const struct factor *p = payload;
	struct rows r;
	union element tolerance = {.f64 = 0};
	struct factoring f = {.r = &r, .zero = -1, .boosts = p->boosts};
	s64 size = p->a.nnz * p->block * p->block;
	struct lib_box box = lib_bytes(p->a.values, (u64)size * number_bytes(p->n));
	u32 what = p->is_analysis ? ROWS_PLACES : ROWS_VALUES | ROWS_PLACES;
	if (!rows_open(c, &p->a, 0, p->n, what, OPERAND("A"), &r) || !rows_check(c, &r))
		return;
	f.diagonals = lib_scratch(c, (u64)MAX(r.rows, 1) * sizeof(s64));
	f.places = lib_scratch(c, (u64)MAX(r.cols, 1) * sizeof(s64));
	if (!f.diagonals || !f.places)
		return;
	s64 missing = find_diagonals(&r, f.diagonals);
	p->info->pivot.missing = missing < 0 ? -1 : (s32)(missing / p->block);
	if (p->is_analysis) {
		p->info->pivot.zero = -1;
		return;
	}
	if ((p->boosts && (!scalar_value(c, "tol", &p->tolerance, NUM_F64, &tolerance) ||
	                   !scalar_value(c, "boost_val", &p->boost, p->n, &f.boost))) ||
	    !lib_updates(c, "A's values", &box))
		return;
	f.tolerance = tolerance.f64;
	for (s64 i = 0; i < r.cols; i++)
		f.places[i] = -1;
	/* Those of CSR are its own; others are a copy in order. */
	f.values = r.places ? (void *)(uintptr_t)r.values : p->a.values;
	loops[p->n][p->is_cholesky](&f);
	p->info->pivot.zero = f.zero < 0 ? -1 : (s32)(f.zero / p->block);
	if (r.places)
		put_back(p, &r, f.values);
}

static cusparseStatus_t factor(cusparseHandle_t h, const char *function, bool is_good,
                               const struct sp_mat *a, const cusparseMatDescr_t d,
                               void *info, s64 block, enum number n, bool is_cholesky,
                               bool is_analysis) {
	cusparseStatus_t s = legacy_check_type_first(h, is_good && info, d);
	if (s)
		return sparse_end(function, s);
	struct legacy_info *i = info_of(info);
	struct factor p = {.a = *a,
	                   .info = i,
	                   .n = n,
	                   .is_cholesky = is_cholesky,
	                   .is_analysis = is_analysis,
	                   .block = block,
	                   .boosts = i->boosts};
	if (i->boosts) {
		p.tolerance = sparse_scalar(h, i->tolerance, NUM_F64);
		p.boost = sparse_scalar(h, i->boost, n);
	}
	return sparse_submit(h, function, run, &p, sizeof p);
}

/* The buffers have nothing in them; programs allocate what they are told. */
enum { SOME_BYTES = 16 };

static cusparseStatus_t size_of(cusparseHandle_t h, const char *function, bool is_good,
                                const cusparseMatDescr_t d, const void *info, s32 *size,
                                size_t *long_size) {
	cusparseStatus_t s = legacy_check_type_first(
		h, is_good && info && (size || long_size), d);
	if (!s && size)
		*size = SOME_BYTES;
	else if (!s)
		*long_size = SOME_BYTES;
	return sparse_end(function, s);
}

static cusparseStatus_t set_boost(cusparseHandle_t h, const char *function, void *info,
                                  s32 enable, const void *tolerance, const void *boost) {
	cusparseStatus_t s = !h ? CUSPARSE_STATUS_NOT_INITIALIZED
	                     : !info || (enable && (!tolerance || !boost))
	                             ? CUSPARSE_STATUS_INVALID_VALUE
	                             : CUSPARSE_STATUS_SUCCESS;
	if (!s) {
		info_of(info)->boosts = enable;
		info_of(info)->tolerance = tolerance;
		info_of(info)->boost = boost;
	}
	return sparse_end(function, s);
}

/* The buffer is not used. */
static inline void unused(const void *p) {
	(void)p;
}

#define CSR_FACTOR(P, T, n, name, is_cholesky)                                        \
	cusparseStatus_t cusparse##P##name##_bufferSize(                              \
		cusparseHandle_t h, int m, int nnz, const cusparseMatDescr_t d,       \
		T *values, const int *offsets, const int *indices, name##Info_t info, \
		int *size) {                                                          \
		unused(values), unused(offsets), unused(indices);                     \
		return size_of(h, __func__, m > 0 && nnz > 0, d, info, size, NULL);   \
	}                                                                             \
	cusparseStatus_t cusparse##P##name##_bufferSizeExt(                           \
		cusparseHandle_t h, int m, int nnz, const cusparseMatDescr_t d,       \
		T *values, const int *offsets, const int *indices, name##Info_t info, \
		size_t *size) {                                                       \
		unused(values), unused(offsets), unused(indices);                     \
		return size_of(h, __func__, m > 0 && nnz > 0, d, info, NULL, size);   \
	}                                                                             \
	cusparseStatus_t cusparse##P##name##_analysis(                                \
		cusparseHandle_t h, int m, int nnz, const cusparseMatDescr_t d,       \
		const T *values, const int *offsets, const int *indices,              \
		name##Info_t info, cusparseSolvePolicy_t policy, void *buffer) {      \
		bool is_good = d && m > 0 && nnz > 0 && is_policy(policy) && buffer;  \
		struct sp_mat a = {0};                                                \
		if (is_good)                                                          \
			a = legacy_csr(m, m, nnz, d, values, offsets, indices, n);    \
		return factor(h, __func__, is_good, &a, d, info, 1, n, is_cholesky,   \
		              true);                                                  \
	}                                                                             \
	cusparseStatus_t cusparse##P##name(                                           \
		cusparseHandle_t h, int m, int nnz, const cusparseMatDescr_t d,       \
		T *values, const int *offsets, const int *indices, name##Info_t info, \
		cusparseSolvePolicy_t policy, void *buffer) {                         \
		bool is_good = d && m > 0 && nnz > 0 && is_policy(policy) && buffer;  \
		struct sp_mat a = {0};                                                \
		if (is_good)                                                          \
			a = legacy_csr(m, m, nnz, d, values, offsets, indices, n);    \
		return factor(h, __func__, is_good, &a, d, info, 1, n, is_cholesky,   \
		              false);                                                 \
	}
#define BSR_FACTOR(P, T, n, name, is_cholesky, Const)                                   \
	cusparseStatus_t cusparse##P##name##_bufferSize(                                \
		cusparseHandle_t h, cusparseDirection_t dir, int mb, int nnzb,          \
		const cusparseMatDescr_t d, T *values, const int *offsets,              \
		const int *indices, int block, name##Info_t info, int *size) {          \
		unused(values), unused(offsets), unused(indices), (void)block;          \
		return size_of(h, __func__,                                             \
		               (is_cholesky ? (u32)dir <= 1 : true) && mb > 0 &&        \
		                       nnzb > 0,                                        \
		               d, info, size, NULL);                                    \
	}                                                                               \
	cusparseStatus_t cusparse##P##name##_bufferSizeExt(                             \
		cusparseHandle_t h, cusparseDirection_t dir, int mb, int nnzb,          \
		const cusparseMatDescr_t d, T *values, const int *offsets,              \
		const int *indices, int block, name##Info_t info, size_t *size) {       \
		unused(values), unused(offsets), unused(indices), (void)block;          \
		return size_of(h, __func__,                                             \
		               (is_cholesky ? (u32)dir <= 1 : true) && mb > 0 &&        \
		                       nnzb > 0,                                        \
		               d, info, NULL, size);                                    \
	}                                                                               \
	cusparseStatus_t cusparse##P##name##_analysis(                                  \
		cusparseHandle_t h, cusparseDirection_t dir, int mb, int nnzb,          \
		const cusparseMatDescr_t d, Const T *values, const int *offsets,        \
		const int *indices, int block, name##Info_t info,                       \
		cusparseSolvePolicy_t policy, void *buffer) {                           \
		bool is_good = d && (u32)dir <= 1 && mb > 0 && nnzb > 0 && block > 0 && \
		               is_policy(policy) && buffer;                             \
		struct sp_mat a = {0};                                                  \
		if (is_good)                                                            \
			a = legacy_bsr(dir, mb, mb, nnzb, d, values, offsets, indices,  \
			               block, block, n);                                \
		return factor(h, __func__, is_good, &a, d, info, block, n, is_cholesky, \
		              true);                                                    \
	}                                                                               \
	cusparseStatus_t cusparse##P##name(                                             \
		cusparseHandle_t h, cusparseDirection_t dir, int mb, int nnzb,          \
		const cusparseMatDescr_t d, T *values, const int *offsets,              \
		const int *indices, int block, name##Info_t info,                       \
		cusparseSolvePolicy_t policy, void *buffer) {                           \
		bool is_good = d && (u32)dir <= 1 && mb > 0 && nnzb > 0 && block > 0 && \
		               is_policy(policy) && buffer;                             \
		struct sp_mat a = {0};                                                  \
		if (is_good)                                                            \
			a = legacy_bsr(dir, mb, mb, nnzb, d, values, offsets, indices,  \
			               block, block, n);                                \
		return factor(h, __func__, is_good, &a, d, info, block, n, is_cholesky, \
		              false);                                                   \
	}
#define BOOST(P, T, name)                                                                \
	cusparseStatus_t cusparse##P##name##_numericBoost(cusparseHandle_t h,            \
	                                                  name##Info_t info, int enable, \
	                                                  double *tolerance, T *boost) { \
		return set_boost(h, __func__, info, enable, tolerance, boost);           \
	}
#define FACTOR_FUNCTIONS(P, T, n)                 \
	CSR_FACTOR(P, T, n, csrilu02, false)      \
	CSR_FACTOR(P, T, n, csric02, true)        \
	BSR_FACTOR(P, T, n, bsrilu02, false, )    \
	BSR_FACTOR(P, T, n, bsric02, true, const) \
	BOOST(P, T, csrilu02)                     \
	BOOST(P, T, bsrilu02)
LEGACY_TYPES(FACTOR_FUNCTIONS)
