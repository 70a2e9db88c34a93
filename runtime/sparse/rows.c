/* rows.c - compressed rows of every format, and work over rows.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/rows.h"

#include <stdatomic.h>

/* ---- work over ranges ---- */

enum { RANGE_WORK = 1 << 14, RANGES_PER_THREAD = 4 };

struct ranges {
	rows_fn *fn;
	const void *ctx;
	s64 n, count;
};

static void run_range(void *ctx, u64 i) {
	const struct ranges *r = ctx;
	s64 begin = (s64)((s128)r->n * (s64)i / r->count);
	s64 end = (s64)((s128)r->n * ((s64)i + 1) / r->count);
	r->fn(r->ctx, begin, end);
}

static s64 range_count(const struct lib_call *c, s64 n, s64 work) {
	s64 most = (s64)lib_threads(c) * RANGES_PER_THREAD;
	return MAX(MIN(MIN(work / RANGE_WORK + 1, most), n), 1);
}

void sparse_ranges(struct lib_call *c, s64 n, s64 each, rows_fn *fn, const void *ctx) {
	s64 work = (s64)MIN((s128)n * MAX(each, 1), (s128)INT64_MAX);
	struct ranges r = {fn, ctx, n, range_count(c, n, work)};
	if (r.count == 1)
		fn(ctx, 0, n);
	else
		lib_parallel(c, (u64)r.count, run_range, &r);
}

/* ---- over rows ---- */

struct row_ranges {
	const struct rows *r;
	rows_fn *fn;
	const void *ctx;
	s64 count;
	_Atomic bool is_wrong;
};

/* The first row whose elements and rows before it are at least `work` together. Offsets
 * have not been checked yet, so that any answer will do if they are wrong. */
static s64 row_after(const struct rows *r, s64 work) {
	s64 low = 0, high = r->rows;
	while (low < high) {
		s64 middle = low + (high - low) / 2;
		if ((s64)((u64)row_begin(r, middle) + (u64)middle) < work)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

#define IS_WITHIN(I, U)                                                                 \
	static bool is_within_##I(const void *p, s64 begin, s64 end, s64 base, s64 n) { \
		const I *index = p;                                                     \
		bool is_wrong = false;                                                  \
		for (s64 k = begin; k < end; k++)                                       \
			is_wrong |= (U)index[k] - (U)base >= (U)n;                      \
		return !is_wrong;                                                       \
	}
IS_WITHIN(s32, u32)
IS_WITHIN(s64, u64)

static bool is_good_range(const struct rows *r, s64 begin, s64 end) {
	s64 at = row_begin(r, begin), first = at;
	if (at < 0)
		return false;
	for (s64 i = begin + 1; i <= end; i++) {
		s64 next = row_begin(r, i);
		if (next < at || next > r->nnz)
			return false;
		at = next;
	}
	if (r->wide_indices)
		return is_within_s64(r->indices, first, at, r->base, r->cols);
	return is_within_s32(r->indices, first, at, r->base,
	                     MIN(r->cols, (s64)UINT32_MAX));
}

static void run_rows(void *ctx, u64 i) {
	struct row_ranges *w = ctx;
	const struct rows *r = w->r;
	s128 total = (s128)r->nnz + r->rows;
	s64 begin = i ? row_after(r, (s64)(total * (s64)i / w->count)) : 0;
	s64 end = (s64)i + 1 < w->count
	                  ? row_after(r, (s64)(total * ((s64)i + 1) / w->count))
	                  : r->rows;
	if (end <= begin)
		return;
	if (!is_good_range(r, begin, end))
		w->is_wrong = true;
	else if (w->fn)
		w->fn(w->ctx, begin, end);
}

bool rows_each(struct lib_call *c, const struct rows *r, rows_fn *fn, const void *ctx) {
	struct row_ranges w = {r, fn, ctx, 1, false};
	w.count = range_count(c, r->rows, r->nnz + r->rows);
	if (w.count == 1)
		run_rows(&w, 0);
	else
		lib_parallel(c, (u64)w.count, run_rows, &w);
	if (w.is_wrong)
		lib_fail(c, cudaErrorIllegalAddress);
	return !w.is_wrong;
}

bool rows_check(struct lib_call *c, const struct rows *r) {
	return rows_each(c, r, NULL, NULL);
}

/* ---- from other formats ---- */

static bool fail(struct lib_call *c) {
	lib_fail(c, cudaErrorIllegalAddress);
	return false;
}

/* The operand's arrays of one matrix of the batch. */
struct arrays {
	const void *offsets, *indices, *values;
};

static struct arrays arrays_of(const struct sp_mat *m, s32 batch) {
	return (struct arrays){
		at_byte(m->offsets,
	                batch * m->offset_stride * index_bytes(m->offset_type)),
		at_byte(m->indices, batch * m->index_stride * index_bytes(m->index_type)),
		at_byte(m->values, batch * m->value_stride * type_bytes(m->type)),
	};
}

/* Elements of each array. */
static void count_elements(const struct sp_mat *m, s64 *offsets, s64 *indices,
                           s64 *values) {
	*indices = *values = m->nnz;
	switch (m->format) {
	case CUSPARSE_FORMAT_CSR: *offsets = m->rows + 1; break;
	case CUSPARSE_FORMAT_CSC: *offsets = m->cols + 1; break;
	case CUSPARSE_FORMAT_COO: *offsets = m->nnz; break;
	case CUSPARSE_FORMAT_BSR:
		*offsets = m->rows / m->block_rows + 1;
		*values = m->nnz * m->block_rows * m->block_cols;
		break;
	case CUSPARSE_FORMAT_BLOCKED_ELL:
		*offsets = 0;
		*values = m->rows * m->width;
		*indices = *values / (m->block_rows * m->block_cols);
		break;
	case CUSPARSE_FORMAT_SLICED_ELLPACK:
		*offsets = (m->rows + m->width - 1) / m->width + 1;
		*indices = *values = m->values_size;
		break;
	}
}

static bool read_arrays(struct lib_call *c, const struct sp_mat *m,
                        const struct arrays *a, u32 what, struct operand names) {
	s64 offsets = 0, indices = 0, values = 0;
	count_elements(m, &offsets, &indices, &values);
	struct lib_box o = lib_bytes(a->offsets,
	                             (u64)offsets * index_bytes(m->offset_type));
	struct lib_box i = lib_bytes(a->indices,
	                             (u64)indices * index_bytes(m->index_type));
	struct lib_box v = lib_bytes(a->values, (u64)values * type_bytes(m->type));
	return lib_reads(c, names.offsets, &o) && lib_reads(c, names.indices, &i) &&
	       (!(what & ROWS_VALUES) || lib_reads(c, names.values, &v));
}

/* What the conversions fill. */
struct expanded {
	s64 *offsets, *places;
	void *indices;
	bool wide;
};

static bool expand(struct lib_call *c, struct rows *r, s64 nnz, struct expanded *e) {
	e->wide = r->cols > INT32_MAX;
	e->offsets = lib_scratch(c, (u64)(r->rows + 1) * sizeof(s64));
	e->indices = lib_scratch(c, (u64)MAX(nnz, 1) * (e->wide ? 8 : 4));
	e->places = lib_scratch(c, (u64)MAX(nnz, 1) * sizeof(s64));
	if (!e->offsets || !e->indices || !e->places)
		return false;
	r->offsets = e->offsets;
	r->indices = e->indices;
	r->places = e->places;
	r->wide_offsets = true;
	r->wide_indices = e->wide;
	r->offset_base = r->base = 0;
	r->nnz = nnz;
	return true;
}

/* Triplets, which need not be sorted: elements of a row keep their order. */
static bool expand_coo(struct lib_call *c, const struct sp_mat *m, const struct arrays *a,
                       struct rows *r) {
	bool wide = m->index_type == CUSPARSE_INDEX_64I, is_sorted = true;
	s64 *offsets = lib_scratch(c, (u64)(m->rows + 1) * sizeof(s64)), before = 0;
	if (!offsets)
		return false;
	memset(offsets, 0, (size_t)(m->rows + 1) * sizeof *offsets);
	for (s64 k = 0; k < m->nnz; k++) {
		s64 i = index_at(a->offsets, wide, k) - m->base;
		if (i < 0 || i >= m->rows)
			return fail(c);
		is_sorted &= i >= before;
		before = i;
		offsets[i + 1]++;
	}
	for (s64 i = 0; i < m->rows; i++)
		offsets[i + 1] += offsets[i];
	r->offsets = offsets;
	r->wide_offsets = true;
	r->offset_base = 0;
	if (is_sorted)
		return true;
	struct expanded e;
	s64 *next = lib_scratch(c, (u64)(m->rows + 1) * sizeof(s64));
	if (!next || !expand(c, r, m->nnz, &e))
		return false;
	memcpy(e.offsets, offsets, (size_t)(m->rows + 1) * sizeof *offsets);
	memcpy(next, offsets, (size_t)(m->rows + 1) * sizeof *offsets);
	for (s64 k = 0; k < m->nnz; k++) {
		s64 to = next[index_at(a->offsets, wide, k) - m->base]++;
		index_put(e.indices, e.wide, to, index_at(a->indices, wide, k) - m->base);
		e.places[to] = k;
	}
	return true;
}

static bool expand_bsr(struct lib_call *c, const struct sp_mat *m, const struct arrays *a,
                       struct rows *r) {
	s64 br = m->block_rows, bc = m->block_cols, lines = m->rows / br;
	struct rows blocks = {
		.rows = lines,
		.cols = m->cols / bc,
		.nnz = m->nnz,
		.offsets = a->offsets,
		.indices = a->indices,
		.wide_offsets = m->offset_type == CUSPARSE_INDEX_64I,
		.wide_indices = m->index_type == CUSPARSE_INDEX_64I,
		.offset_base = m->base,
		.base = m->base,
	};
	struct expanded e;
	if (!rows_check(c, &blocks) || !expand(c, r, m->nnz * br * bc, &e))
		return false;
	s64 to = 0, row = m->order == CUSPARSE_ORDER_ROW ? bc : 1,
	    col = m->order == CUSPARSE_ORDER_ROW ? 1 : br;
	for (s64 i = 0; i < m->rows; i++) {
		s64 begin = row_begin(&blocks, i / br),
		    end = row_begin(&blocks, i / br + 1);
		e.offsets[i] = to;
		for (s64 k = begin; k < end; k++) {
			s64 j = (index_at(a->indices, blocks.wide_indices, k) - m->base) *
			        bc;
			for (s64 l = 0; l < bc; l++, to++) {
				index_put(e.indices, e.wide, to, j + l);
				e.places[to] = k * br * bc + i % br * row + l * col;
			}
		}
	}
	e.offsets[m->rows] = to;
	return true;
}

/* A block of a negative column is empty. */
static bool expand_blocked_ell(struct lib_call *c, const struct sp_mat *m,
                               const struct arrays *a, struct rows *r) {
	s64 size = m->block_rows, slots = m->width / size, to = 0;
	bool wide = m->index_type == CUSPARSE_INDEX_64I;
	struct expanded e;
	if (!expand(c, r, m->rows * m->width, &e))
		return false;
	for (s64 i = 0; i < m->rows; i++) {
		e.offsets[i] = to;
		for (s64 k = 0; k < slots; k++) {
			s64 j = index_at(a->indices, wide, i / size * slots + k) -
			        m->base;
			if (j < 0)
				continue;
			if (j >= m->cols / size)
				return fail(c);
			for (s64 l = 0; l < size; l++, to++) {
				index_put(e.indices, e.wide, to, j * size + l);
				e.places[to] = i * m->width + k * size + l;
			}
		}
	}
	e.offsets[m->rows] = to;
	return true;
}

/* The elements of a slice lie column after column. */
static bool expand_sliced_ell(struct lib_call *c, const struct sp_mat *m,
                              const struct arrays *a, struct rows *r) {
	bool wide = m->index_type == CUSPARSE_INDEX_64I,
	     wide_offsets = m->offset_type == CUSPARSE_INDEX_64I;
	struct expanded e;
	s64 to = 0;
	if (!expand(c, r, m->values_size, &e))
		return false;
	for (s64 i = 0; i < m->rows; i++) {
		s64 begin = index_at(a->offsets, wide_offsets, i / m->width) - m->base;
		s64 end = index_at(a->offsets, wide_offsets, i / m->width + 1) - m->base;
		if (begin < 0 || end < begin || end > m->values_size)
			return fail(c);
		e.offsets[i] = to;
		for (s64 k = begin + i % m->width; k < end; k += m->width) {
			s64 j = index_at(a->indices, wide, k) - m->base;
			if (j < 0)
				continue;
			if (j >= m->cols)
				return fail(c);
			index_put(e.indices, e.wide, to, j);
			e.places[to++] = k;
		}
	}
	e.offsets[m->rows] = to;
	return true;
}

/* ---- values ---- */

#define GATHER(size, T)                                              \
	case size:                                                   \
		for (s64 k = 0; k < n; k++)                          \
			((T *)to)[k] = ((const T *)from)[places[k]]; \
		break;
static void gather(void *to, const void *from, const s64 *places, s64 n, u32 bytes) {
	switch (bytes) {
		GATHER(1, u8)
		GATHER(2, u16)
		GATHER(4, u32)
		GATHER(8, u64)
		GATHER(16, u128)
	}
}

static bool open_values(struct lib_call *c, const struct sp_mat *m, const void *values,
                        enum number n, struct rows *r) {
	s64 nnz = r->places ? row_begin(r, r->rows) : r->nnz;
	u32 bytes = type_bytes(m->type);
	if (r->places) {
		void *moved = lib_scratch(c, (u64)MAX(nnz, 1) * bytes);
		if (!moved)
			return false;
		gather(moved, values, r->places, nnz, bytes);
		values = moved;
	}
	r->values = values;
	if (m->type == number_type(n))
		return true;
	void *wide = lib_scratch(c, (u64)MAX(nnz, 1) * number_bytes(n));
	r->values = wide;
	return wide && type_widen(n, wide, m->type, values, nnz, 1);
}

bool rows_open(struct lib_call *c, const struct sp_mat *m, s32 batch, enum number n,
               u32 what, struct operand names, struct rows *r) {
	struct arrays a = arrays_of(m, batch);
	bool is_csc = m->format == CUSPARSE_FORMAT_CSC, is_open = true;
	*r = (struct rows){
		.rows = is_csc ? m->cols : m->rows,
		.cols = is_csc ? m->rows : m->cols,
		.nnz = m->nnz,
		.offsets = a.offsets,
		.indices = a.indices,
		.wide_offsets = m->offset_type == CUSPARSE_INDEX_64I,
		.wide_indices = m->index_type == CUSPARSE_INDEX_64I,
		.offset_base = m->base,
		.base = m->base,
		.is_transposed = is_csc,
	};
	if (m->format == CUSPARSE_FORMAT_SLICED_ELLPACK && m->width <= 0)
		return fail(c); /* slices of no rows */
	if (!read_arrays(c, m, &a, what, names))
		return false;
	switch (m->format) {
	case CUSPARSE_FORMAT_CSR:
	case CUSPARSE_FORMAT_CSC: break;
	case CUSPARSE_FORMAT_COO: is_open = expand_coo(c, m, &a, r); break;
	case CUSPARSE_FORMAT_BSR: is_open = expand_bsr(c, m, &a, r); break;
	case CUSPARSE_FORMAT_BLOCKED_ELL:
		is_open = expand_blocked_ell(c, m, &a, r);
		break;
	case CUSPARSE_FORMAT_SLICED_ELLPACK:
		is_open = expand_sliced_ell(c, m, &a, r);
		break;
	}
	return is_open && (!(what & ROWS_VALUES) || open_values(c, m, a.values, n, r));
}

/* ---- the transpose ---- */

static void conjugate(void *values, s64 n, enum number type) {
	if (type == NUM_C32)
		for (s64 k = 0; k < n; k++)
			((f32 *)values)[2 * k + 1] = -((f32 *)values)[2 * k + 1];
	else if (type == NUM_C64)
		for (s64 k = 0; k < n; k++)
			((f64 *)values)[2 * k + 1] = -((f64 *)values)[2 * k + 1];
}

bool rows_transpose(struct lib_call *c, const struct rows *r, enum number n,
                    bool conjugated, struct rows *t) {
	if (!rows_check(c, r))
		return false;
	s64 begin = row_begin(r, 0), nnz = row_begin(r, r->rows) - begin;
	s64 *offsets = lib_scratch(c, (u64)(r->cols + 2) * sizeof(s64));
	struct expanded e = {.wide = r->rows > INT32_MAX};
	e.indices = lib_scratch(c, (u64)MAX(nnz, 1) * (e.wide ? 8 : 4));
	e.places = lib_scratch(c, (u64)MAX(nnz, 1) * sizeof(s64));
	void *values = r->values ? lib_scratch(c, (u64)MAX(nnz, 1) * number_bytes(n))
	                         : NULL;
	if (!offsets || !e.indices || !e.places || (r->values && !values))
		return false;
	/* next[j] is where the next element of column j goes; in the end, where it ends.
	 */
	s64 *next = offsets + 1;
	memset(offsets, 0, (size_t)(r->cols + 2) * sizeof *offsets);
	for (s64 k = begin; k < begin + nnz; k++)
		next[index_at(r->indices, r->wide_indices, k) - r->base + 1]++;
	for (s64 j = 0; j < r->cols; j++)
		next[j + 1] += next[j];
	for (s64 i = 0; i < r->rows; i++)
		for (s64 k = row_begin(r, i); k < row_begin(r, i + 1); k++) {
			s64 to = next[index_at(r->indices, r->wide_indices, k) -
			              r->base]++;
			index_put(e.indices, e.wide, to, i);
			e.places[to] = k;
		}
	if (values) {
		gather(values, r->values, e.places, nnz, number_bytes(n));
		if (conjugated)
			conjugate(values, nnz, n);
	}
	if (r->places)
		gather(e.places, r->places, e.places, nnz, sizeof(s64));
	*t = (struct rows){
		.rows = r->cols,
		.cols = r->rows,
		.nnz = nnz,
		.offsets = offsets,
		.indices = e.indices,
		.wide_offsets = true,
		.wide_indices = e.wide,
		.values = values,
		.places = e.places,
		.is_transposed = !r->is_transposed,
	};
	return true;
}
