/* order.c - sorts of indices, with the permutation that they make; colours of rows.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/legacy.h"
#include "runtime/sparse/sort.h"

enum { SOME_BYTES = 16 };

static cusparseStatus_t check(cusparseHandle_t h, bool is_good) {
	return !h         ? CUSPARSE_STATUS_NOT_INITIALIZED
	       : !is_good ? CUSPARSE_STATUS_INVALID_VALUE
	                  : CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t size_of(const char *function, cusparseStatus_t s, size_t *size,
                                size_t bytes) {
	if (!s && !size)
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s)
		*size = bytes;
	return sparse_end(function, s);
}

static inline struct lib_box ints(const void *p, s64 n) {
	return lib_bytes(p, (u64)n * sizeof(s32));
}

/* ---- the identity ---- */

struct identity {
	s32 *p;
	s32 n;
};

static void run_identity(struct lib_call *c, const void *payload) {
	const struct identity *p = payload;
	struct lib_box box = ints(p->p, p->n);
	if (!lib_writes(c, "p", &box))
		return;
	for (s32 i = 0; i < p->n; i++)
		p->p[i] = i;
}

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t h, int n, int *p) {
	cusparseStatus_t s = check(h, n >= 0 && (p || !n));
	if (s)
		return sparse_end(__func__, s);
	struct identity w = {p, n};
	return sparse_submit(h, __func__, run_identity, &w, sizeof w);
}

/* ---- sorts ---- */

struct sorting {
	s32 *rows, *cols; /* or offsets and indices */
	s32 *permutation; /* NULL: not asked for */
	void *values;     /* moved along; NULL: none */
	s32 *order;       /* kept, or undone */
	s64 lines, nnz;
	s32 base;
	u32 bytes; /* of a value */
	bool is_compressed, by_column, undoes;
};

static bool open_sorting(struct lib_call *c, const struct sorting *p) {
	struct lib_box rows = ints(p->rows, p->is_compressed ? p->lines + 1 : p->nnz);
	struct lib_box cols = ints(p->cols, p->nnz), map = ints(p->permutation, p->nnz);
	struct lib_box order = ints(p->order, p->nnz);
	struct lib_box values = lib_bytes(p->values, (u64)p->nnz * p->bytes);
	return (p->is_compressed ? lib_reads(c, "offsets", &rows)
	                         : lib_updates(c, "cooRowsA", &rows)) &&
	       lib_updates(c, "indices", &cols) &&
	       (!p->permutation || lib_updates(c, "P", &map)) &&
	       (!p->values || lib_updates(c, "csrVal", &values)) &&
	       (!p->order || (p->undoes ? lib_reads(c, "pBuffer", &order)
	                                : lib_writes(c, "pBuffer", &order)));
}

/* The order of the elements, as places of before. */
static bool fill_items(struct lib_call *c, const struct sorting *p,
                       struct sort_item *items) {
	s64 line = 0;
	bool is_good = true;
	for (s64 k = 0; k < p->nnz; k++) {
		if (p->is_compressed) {
			while (line < p->lines && p->rows[line + 1] - p->base <= k)
				line++;
			is_good &= line < p->lines;
		}
		s64 row = p->is_compressed ? line : p->rows[k];
		items[k] = (struct sort_item){p->by_column ? p->cols[k] : row,
		                              p->by_column ? row : p->cols[k], k};
		if (p->undoes) {
			is_good &= p->order[k] >= 0 && p->order[k] < p->nnz;
			items[k] = (struct sort_item){p->order[k], 0, k};
		}
	}
	if (!is_good)
		lib_fail(c, cudaErrorIllegalAddress);
	return is_good;
}

static void permute(s32 *to, s32 *room, const struct sort_item *items, s64 n) {
	memcpy(room, to, (size_t)n * sizeof *to);
	for (s64 k = 0; k < n; k++)
		to[k] = room[items[k].place];
}

static void run_sort(struct lib_call *c, const void *payload) {
	const struct sorting *p = payload;
	struct sort_item *items = lib_scratch(c, (u64)MAX(p->nnz, 1) * sizeof *items);
	u8 *room = lib_scratch(c, (u64)MAX(p->nnz, 1) * MAX(p->bytes, 4));
	if (!items || !room || !open_sorting(c, p) || !fill_items(c, p, items))
		return;
	sparse_sort_items(items, p->nnz);
	if (!p->is_compressed)
		permute(p->rows, (s32 *)room, items, p->nnz);
	permute(p->cols, (s32 *)room, items, p->nnz);
	if (p->permutation)
		permute(p->permutation, (s32 *)room, items, p->nnz);
	if (p->values) {
		memcpy(room, p->values, (size_t)p->nnz * p->bytes);
		for (s64 k = 0; k < p->nnz; k++)
			memcpy((u8 *)p->values + k * p->bytes,
			       room + items[k].place * p->bytes, p->bytes);
	}
	for (s64 k = 0; p->order && !p->undoes && k < p->nnz; k++)
		p->order[k] = (s32)items[k].place;
}

static cusparseStatus_t sort(cusparseHandle_t h, const char *function, cusparseStatus_t s,
                             const struct sorting *p) {
	return s ? sparse_end(function, s)
	         : sparse_submit(h, function, run_sort, p, sizeof *p);
}

cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t h, int m, int n, int nnz,
                                                const int *rows, const int *cols,
                                                size_t *size) {
	(void)rows, (void)cols;
	return size_of(__func__, check(h, m >= 0 && n >= 0 && nnz >= 0), size,
	               SOME_BYTES);
}

cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t h, int m, int n, int nnz,
                                       int *rows, int *cols, int *permutation,
                                       void *buffer) {
	struct sorting p = {
		.rows = rows, .cols = cols, .permutation = permutation, .nnz = nnz};
	return sort(h, __func__, check(h, m >= 0 && n >= 0 && nnz >= 0 && buffer), &p);
}

cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t h, int m, int n, int nnz,
                                          int *rows, int *cols, int *permutation,
                                          void *buffer) {
	struct sorting p = {.rows = rows,
	                    .cols = cols,
	                    .permutation = permutation,
	                    .nnz = nnz,
	                    .by_column = true};
	return sort(h, __func__, check(h, m >= 0 && n >= 0 && nnz >= 0 && buffer), &p);
}

static cusparseStatus_t sort_lines(cusparseHandle_t h, const char *function, s32 lines,
                                   s32 length, s32 nnz, const cusparseMatDescr_t d,
                                   const s32 *offsets, s32 *indices, s32 *permutation,
                                   const void *buffer) {
	/* A matrix of any type is sorted. */
	bool is_good = lines >= 0 && length >= 0 && nnz >= 0 && d && buffer;
	cusparseStatus_t s = check(h, is_good);
	struct sorting p = {.rows = (s32 *)(uintptr_t)offsets,
	                    .cols = indices,
	                    .permutation = permutation,
	                    .lines = lines,
	                    .nnz = nnz,
	                    .base = s ? 0 : (s32)d->base,
	                    .is_compressed = true};
	return sort(h, function, s, &p);
}

#define SORT_LINES(name, offsets, indices, lines, length)                                \
	cusparseStatus_t cusparseX##name##_bufferSizeExt(                                \
		cusparseHandle_t h, int m, int n, int nnz, const int *offsets,           \
		const int *indices, size_t *size) {                                      \
		(void)offsets, (void)indices;                                            \
		return size_of(__func__, check(h, m >= 0 && n >= 0 && nnz >= 0), size,   \
		               SOME_BYTES);                                              \
	}                                                                                \
	cusparseStatus_t cusparseX##name(cusparseHandle_t h, int m, int n, int nnz,      \
	                                 const cusparseMatDescr_t d, const int *offsets, \
	                                 int *indices, int *permutation, void *buffer) { \
		return sort_lines(h, __func__, lines, length, nnz, d, offsets, indices,  \
		                  permutation, buffer);                                  \
	}
SORT_LINES(csrsort, row_offsets, columns, m, n)
SORT_LINES(cscsort, column_offsets, rows, n, m)

/* ---- rows that are not sorted ---- */

static cusparseStatus_t sort_values(cusparseHandle_t h, const char *function, s32 m,
                                    s32 n, s32 nnz, const cusparseMatDescr_t d,
                                    void *values, const s32 *offsets, s32 *indices,
                                    void *info, void *buffer, enum number type,
                                    bool undoes) {
	bool is_good = m >= 0 && n >= 0 && nnz >= 0 && info;
	cusparseStatus_t s = legacy_check(h, is_good, d);
	if (s == CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED)
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s && !undoes)
		info_of(info)->order = buffer;
	struct sorting p = {
		.rows = (s32 *)(uintptr_t)offsets,
		.cols = indices,
		.values = values,
		.order = s ? NULL : info_of(info)->order,
		.lines = m,
		.nnz = nnz,
		.base = s ? 0 : (s32)d->base,
		.bytes = number_bytes(type),
		.is_compressed = true,
		.undoes = undoes,
	};
	if (!s && !p.order)
		s = CUSPARSE_STATUS_INVALID_VALUE; /* nothing to undo, or no buffer */
	return sort(h, function, s, &p);
}

#define UNSORTED(P, T, type)                                                             \
	cusparseStatus_t cusparse##P##csru2csr_bufferSizeExt(                            \
		cusparseHandle_t h, int m, int n, int nnz, T *values,                    \
		const int *offsets, int *indices, csru2csrInfo_t info, size_t *size) {   \
		(void)values, (void)offsets, (void)indices;                              \
		return size_of(__func__, check(h, m >= 0 && n >= 0 && nnz >= 0 && info), \
		               size, SOME_BYTES + (size_t)nnz * sizeof(s32));            \
	}                                                                                \
	cusparseStatus_t cusparse##P##csru2csr(                                          \
		cusparseHandle_t h, int m, int n, int nnz, const cusparseMatDescr_t d,   \
		T *values, const int *offsets, int *indices, csru2csrInfo_t info,        \
		void *buffer) {                                                          \
		return sort_values(h, __func__, m, n, nnz, d, values, offsets, indices,  \
		                   info, buffer, type, false);                           \
	}                                                                                \
	cusparseStatus_t cusparse##P##csr2csru(                                          \
		cusparseHandle_t h, int m, int n, int nnz, const cusparseMatDescr_t d,   \
		T *values, const int *offsets, int *indices, csru2csrInfo_t info,        \
		void *buffer) {                                                          \
		return sort_values(h, __func__, m, n, nnz, d, values, offsets, indices,  \
		                   info, buffer, type, true);                            \
	}
LEGACY_TYPES(UNSORTED)

/* ---- colours ---- */

struct coloring {
	struct sp_mat a;
	struct scalar fraction;
	struct result colors;
	s32 *coloring, *reordering;
	enum number fraction_type;
};

/* The smallest colour that no neighbour has. Neighbours are those of the pattern and of
 * its transpose. */
static s32 color_rows(const struct rows *r, const struct rows *t, s32 *color, s64 *seen,
                      s64 count) {
	s32 colors = 0;
	for (s64 i = 0; i < r->rows; i++)
		color[i] = -1, seen[i] = -1;
	for (s64 i = 0; i < count; i++) {
		const struct rows *both[] = {r, t};
		for (u32 b = 0; b < 2; b++)
			for (s64 k = row_begin(both[b], i); k < row_begin(both[b], i + 1);
			     k++) {
				s64 j = index_at(both[b]->indices, both[b]->wide_indices,
				                 k) -
				        both[b]->base;
				if (j != i && color[j] >= 0)
					seen[color[j]] = i;
			}
		s32 free = 0;
		while (seen[free] == i)
			free++;
		color[i] = free;
		colors = MAX(colors, free + 1);
	}
	for (s64 i = count; i < r->rows; i++)
		color[i] = colors++;
	return colors;
}

static void run_color(struct lib_call *c, const void *payload) {
	const struct coloring *p = payload;
	struct rows r, t;
	union element fraction;
	s64 n = p->a.rows;
	struct lib_box coloring = ints(p->coloring, n),
		       reordering = ints(p->reordering, n);
	if (!scalar_value(c, "fractionToColor", &p->fraction, p->fraction_type,
	                  &fraction) ||
	    !rows_open(c, &p->a, 0, NUM_F32, 0, OPERAND("A"), &r) ||
	    !rows_transpose(c, &r, NUM_F32, false, &t) ||
	    !lib_writes(c, "coloring", &coloring) ||
	    (p->reordering && !lib_writes(c, "reordering", &reordering)))
		return;
	s64 *seen = lib_scratch(c, (u64)(n + 1) * sizeof(s64));
	if (!seen)
		return;
	seen[n] = -1;
	f64 part = p->fraction_type == NUM_F32 ? (f64)fraction.f32 : fraction.f64;
	part = part > 0 ? MIN(part, 1.0) : 0;
	s32 colors = color_rows(&r, &t, p->coloring, seen, (s64)(part * (f64)n));
	/* New places: by colour. */
	if (p->reordering) {
		memset(seen, 0, (size_t)(n + 1) * sizeof *seen);
		for (s64 i = 0; i < n; i++)
			seen[p->coloring[i] + 1]++;
		for (s64 i = 0; i < n; i++)
			seen[i + 1] += seen[i];
		for (s64 i = 0; i < n; i++)
			p->reordering[i] = (s32)seen[p->coloring[i]]++;
	}
	legacy_write_result(c, &p->colors, colors, "ncolors");
}

static cusparseStatus_t color(cusparseHandle_t h, const char *function, s32 m, s32 nnz,
                              const cusparseMatDescr_t d, const void *values,
                              const s32 *offsets, const s32 *indices,
                              const void *fraction, enum number fraction_type,
                              s32 *colors, s32 *coloring, s32 *reordering,
                              const void *info, enum number n) {
	cusparseStatus_t s = legacy_check(
		h, m >= 0 && nnz >= 0 && fraction && colors && coloring && info, d);
	if (s)
		return sparse_end(function, s);
	struct coloring p = {
		legacy_csr(m, m, nnz, d, values, offsets, indices, n),
		sparse_scalar(h, fraction, fraction_type),
		legacy_result(h, colors),
		coloring,
		reordering,
		fraction_type,
	};
	return p.colors.on_host
	               ? sparse_submit_result(h, function, run_color, &p, sizeof p)
	               : sparse_submit(h, function, run_color, &p, sizeof p);
}

#define COLOR(P, T, R, n, r)                                                             \
	cusparseStatus_t cusparse##P##csrcolor(                                          \
		cusparseHandle_t h, int m, int nnz, const cusparseMatDescr_t d,          \
		const T *values, const int *offsets, const int *indices,                 \
		const R *fraction, int *colors, int *coloring, int *reordering,          \
		const cusparseColorInfo_t info) {                                        \
		return color(h, __func__, m, nnz, d, values, offsets, indices, fraction, \
		             r, colors, coloring, reordering, info, n);                  \
	}
COLOR(S, float, float, NUM_F32, NUM_F32)
COLOR(D, double, double, NUM_F64, NUM_F64)
COLOR(C, cuComplex, float, NUM_C32, NUM_F32)
COLOR(Z, cuDoubleComplex, double, NUM_C64, NUM_F64)
