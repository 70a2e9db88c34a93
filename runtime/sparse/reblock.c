/* reblock.c - between rows and rows of blocks, offsets and row indices, rows and columns.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "runtime/sparse/legacy.h"

enum { SOME_BYTES = 16 };

static inline struct lib_box ints(const void *p, s64 n) {
	return lib_bytes(p, (u64)n * sizeof(s32));
}

/* ---- blocks of another size ---- */

/* From any matrix to blocks of height by width; 1 by 1: rows. */
struct reblock {
	struct sp_mat from;
	s32 *offsets, *indices;
	void *values; /* NULL: only the pattern */
	s64 height, width;
	s32 base;
	bool by_row, counts; /* only the offsets and their total */
	struct result total;
};

struct block_columns {
	s64 *list, *marks,
		*places; /* of one row of blocks; a mark is the row that set it */
	s64 count;
};

/* The columns of blocks of one row of blocks, sorted. */
static void collect(const struct reblock *p, const struct rows *r, s64 line,
                    struct block_columns *b) {
	b->count = 0;
	s64 last = MIN((line + 1) * p->height, r->rows);
	for (s64 i = line * p->height; i < last; i++)
		for (s64 k = row_begin(r, i); k < row_begin(r, i + 1); k++) {
			s64 j = (index_at(r->indices, r->wide_indices, k) - r->base) /
			        p->width;
			if (b->marks[j] != line)
				b->list[b->count++] = j;
			b->marks[j] = line;
		}
}

static int compare(const void *a, const void *b) {
	s64 x = *(const s64 *)a, y = *(const s64 *)b;
	return (x > y) - (x < y);
}

static void fill_line(const struct reblock *p, const struct rows *r, s64 line, s64 at,
                      struct block_columns *b, u32 bytes) {
	qsort(b->list, (size_t)b->count, sizeof *b->list, compare);
	for (s64 k = 0; k < b->count; k++) {
		b->places[b->list[k]] = at + k;
		p->indices[at + k] = (s32)(b->list[k] + p->base);
	}
	if (!p->values)
		return;
	s64 size = p->height * p->width;
	memset((u8 *)p->values + at * size * bytes, 0, (size_t)(b->count * size * bytes));
	for (s64 i = line * p->height; i < MIN((line + 1) * p->height, r->rows); i++)
		for (s64 k = row_begin(r, i); k < row_begin(r, i + 1); k++) {
			s64 j = index_at(r->indices, r->wide_indices, k) - r->base;
			s64 row = i % p->height, col = j % p->width;
			s64 place = p->by_row ? row * p->width + col
			                      : col * p->height + row;
			memcpy((u8 *)p->values +
			               (b->places[j / p->width] * size + place) * bytes,
			       (const u8 *)r->values + k * bytes, bytes);
		}
}

static enum number number_of_bytes(cudaDataType type) {
	enum number n = number_of(type);
	return n == NUM_COUNT ? NUM_F32 : n;
}

static void run_reblock(struct lib_call *c, const void *payload) {
	const struct reblock *p = payload;
	struct sp_mat from = p->from;
	struct rows r;
	enum number n = number_of_bytes(from.type);
	bool has_values = p->values && !p->counts;
	if (!legacy_count(c, &from, "A's offsets") ||
	    !rows_open(c, &from, 0, n, has_values ? ROWS_VALUES : 0, OPERAND("A"), &r) ||
	    !rows_check(c, &r))
		return;
	s64 lines = (r.rows + p->height - 1) / p->height;
	s64 cols = (r.cols + p->width - 1) / p->width, total = 0;
	struct block_columns b = {
		.list = lib_scratch(c, (u64)(cols + 1) * sizeof(s64)),
		.marks = lib_scratch(c, (u64)(cols + 1) * sizeof(s64)),
		.places = lib_scratch(c, (u64)(cols + 1) * sizeof(s64)),
	};
	struct lib_box offsets = ints(p->offsets, lines + 1);
	if (!b.list || !b.marks || !b.places || !lib_writes(c, "C's offsets", &offsets))
		return;
	for (s64 j = 0; j < cols; j++)
		b.marks[j] = -1;
	for (s64 i = 0; i < lines; i++) {
		p->offsets[i] = (s32)(total + p->base);
		collect(p, &r, i, &b);
		total += b.count;
	}
	p->offsets[lines] = (s32)(total + p->base);
	if (p->counts) {
		if (p->total.at)
			legacy_write_result(c, &p->total, (s32)total,
			                    "nnzTotalDevHostPtr");
		return;
	}
	u32 bytes = number_bytes(n);
	struct lib_box indices = ints(p->indices, total);
	struct lib_box values = lib_bytes(p->values,
	                                  (u64)(total * p->height * p->width) * bytes);
	if (!lib_writes(c, "C's indices", &indices) ||
	    (has_values && !lib_writes(c, "C's values", &values)))
		return;
	for (s64 j = 0; j < cols; j++)
		b.marks[j] = -1;
	for (s64 i = 0; i < lines; i++) {
		collect(p, &r, i, &b);
		fill_line(p, &r, i, p->offsets[i] - (s64)p->base, &b, bytes);
	}
}

/* What the functions have in common; `from` is filled if all is good. */
struct target {
	const cusparseMatDescr_t d;
	void *values;
	s32 *offsets, *indices;
	s32 height, width;
	cusparseDirection_t dir;
	bool wants_buffer;
	const void *buffer;
};

static cusparseStatus_t reblock(cusparseHandle_t h, const char *function,
                                cusparseStatus_t s, const struct sp_mat *from,
                                const struct target *t, bool counts, s32 *total) {
	/* The matrices' types are looked at after the rest, but before a buffer. */
	bool is_good = t->d && t->height > 0 && t->width > 0 && (u32)t->dir <= 1;
	bool is_general = s != CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	if ((!s || !is_general) && !is_good)
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s)
		s = legacy_check(h, true, t->d);
	if (!s && t->wants_buffer && !t->buffer)
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (s)
		return sparse_end(function, s);
	struct reblock p = {
		.from = *from,
		.offsets = t->offsets,
		.indices = t->indices,
		.values = t->values,
		.height = t->height,
		.width = t->width,
		.base = (s32)t->d->base,
		.by_row = t->dir == CUSPARSE_DIRECTION_ROW,
		.counts = counts,
		.total = legacy_result(h, total),
	};
	return counts && total && p.total.on_host
	               ? sparse_submit_result(h, function, run_reblock, &p, sizeof p)
	               : sparse_submit(h, function, run_reblock, &p, sizeof p);
}

static cusparseStatus_t rows_of(cusparseHandle_t h, cusparseDirection_t dir, s32 m, s32 n,
                                const cusparseMatDescr_t d, const void *values,
                                const s32 *offsets, const s32 *indices, enum number type,
                                struct sp_mat *from) {
	cusparseStatus_t s = legacy_check(h, (u32)dir <= 1 && m >= 0 && n >= 0, d);
	if (!s)
		*from = legacy_csr(m, n, -1, d, values, offsets, indices, type);
	return s;
}

static cusparseStatus_t blocks_of(cusparseHandle_t h, cusparseDirection_t dir, s32 mb,
                                  s32 nb, const cusparseMatDescr_t d, const void *values,
                                  const s32 *offsets, const s32 *indices, s32 height,
                                  s32 width, enum number type, struct sp_mat *from) {
	cusparseStatus_t s = legacy_check(
		h, (u32)dir <= 1 && mb >= 0 && nb >= 0 && height > 0 && width > 0, d);
	if (!s)
		*from = legacy_bsr(dir, mb, nb, -1, d, values, offsets, indices, height,
		                   width, type);
	return s;
}

#define ROWS(n) rows_of(h, dir, rows, cols, d, values, offsets, indices, n, &a)
#define BLOCKS(n, height, width) \
	blocks_of(h, dir, mb, nb, d, values, offsets, indices, height, width, n, &a)
#define A_ROWS                                                           \
	cusparseHandle_t h, cusparseDirection_t dir, int rows, int cols, \
		const cusparseMatDescr_t d
#define A_BLOCKS                                                     \
	cusparseHandle_t h, cusparseDirection_t dir, int mb, int nb, \
		const cusparseMatDescr_t d
#define A(T) const T *values, const int *offsets, const int *indices

cusparseStatus_t cusparseXcsr2bsrNnz(A_ROWS, const int *offsets, const int *indices,
                                     int block, const cusparseMatDescr_t c,
                                     int *c_offsets, int *total) {
	const void *values = NULL;
	struct sp_mat a;
	struct target t = {c, NULL, c_offsets, NULL, block, block, dir, false, NULL};
	return reblock(h, __func__, ROWS(NUM_F32), &a, &t, true, total);
}

cusparseStatus_t cusparseXcsr2gebsrNnz(A_ROWS, const int *offsets, const int *indices,
                                       const cusparseMatDescr_t c, int *c_offsets,
                                       int height, int width, int *total, void *buffer) {
	const void *values = NULL;
	struct sp_mat a;
	struct target t = {c, NULL, c_offsets, NULL, height, width, dir, true, buffer};
	return reblock(h, __func__, ROWS(NUM_F32), &a, &t, true, total);
}

cusparseStatus_t cusparseXgebsr2csr(A_BLOCKS, const int *offsets, const int *indices,
                                    int height, int width, const cusparseMatDescr_t c,
                                    int *c_offsets, int *c_indices) {
	const void *values = NULL;
	struct sp_mat a;
	struct target t = {c, NULL, c_offsets, c_indices, 1, 1, dir, false, NULL};
	return reblock(h, __func__, BLOCKS(NUM_F32, height, width), &a, &t, false, NULL);
}

cusparseStatus_t cusparseXgebsr2gebsrNnz(cusparseHandle_t h, cusparseDirection_t dir,
                                         int mb, int nb, int nnzb,
                                         const cusparseMatDescr_t d, const int *offsets,
                                         const int *indices, int height, int width,
                                         const cusparseMatDescr_t c, int *c_offsets,
                                         int c_height, int c_width, int *total,
                                         void *buffer) {
	const void *values = NULL;
	struct sp_mat a;
	struct target t = {c,       NULL, c_offsets, NULL,  c_height,
	                   c_width, dir,  true,      buffer};
	cusparseStatus_t s = BLOCKS(NUM_F32, height, width);
	if (!s && nnzb < 0)
		s = CUSPARSE_STATUS_INVALID_VALUE;
	return reblock(h, __func__, s, &a, &t, true, total);
}

#define CHECK_RESIZED                                                            \
	(d && height >= 0 && width >= 0 ? CHECK_SIZES(mb, nb, c_height, c_width) \
	 : h                            ? CUSPARSE_STATUS_INVALID_VALUE          \
	                                : CUSPARSE_STATUS_NOT_INITIALIZED)

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

/* Questions for sizes look at no descriptor, as the device's. */
#define CHECK_SIZES(lines, length, height, width)                                        \
	(!h ? CUSPARSE_STATUS_NOT_INITIALIZED                                            \
	 : (u32)dir <= 1 && (lines) >= 0 && (length) >= 0 && (height) > 0 && (width) > 0 \
	         ? CUSPARSE_STATUS_SUCCESS                                               \
	         : CUSPARSE_STATUS_INVALID_VALUE)

/* ---- blocks' transpose: a block is an element ---- */

struct turn {
	struct sp_mat from; /* CSR, whose elements are `bytes` long */
	void *values;
	s32 *indices, *offsets;
	s64 bytes;
	bool has_values;
};

static void run_turn(struct lib_call *c, const void *payload) {
	const struct turn *p = payload;
	const struct sp_mat *m = &p->from;
	struct rows r, t;
	struct lib_box from = lib_bytes(m->values, (u64)(m->nnz * p->bytes));
	struct lib_box values = lib_bytes(p->values, (u64)(m->nnz * p->bytes));
	struct lib_box indices = ints(p->indices, m->nnz),
		       offsets = ints(p->offsets, m->cols + 1);
	if (!rows_open(c, m, 0, NUM_F32, 0, OPERAND("A"), &r) ||
	    !rows_transpose(c, &r, NUM_F32, false, &t) ||
	    (p->has_values && (!lib_reads(c, "A's values", &from) ||
	                       !lib_writes(c, "C's values", &values))) ||
	    !lib_writes(c, "C's indices", &indices) ||
	    !lib_writes(c, "C's offsets", &offsets))
		return;
	for (s64 j = 0; j <= m->cols; j++)
		p->offsets[j] = (s32)(row_begin(&t, j) + m->base);
	for (s64 k = 0; k < t.nnz; k++) {
		p->indices[k] = (s32)(index_at(t.indices, t.wide_indices, k) + m->base);
		if (p->has_values)
			memcpy((u8 *)p->values + k * p->bytes,
			       (const u8 *)m->values + t.places[k] * p->bytes,
			       (size_t)p->bytes);
	}
}

static cusparseStatus_t turn(cusparseHandle_t h, const char *function, cusparseStatus_t s,
                             s32 rows, s32 cols, s32 nnz, const void *values,
                             const s32 *offsets, const s32 *indices, s64 bytes,
                             cusparseAction_t action, cusparseIndexBase_t base, void *to,
                             s32 *to_indices, s32 *to_offsets) {
	struct cusparseMatDescr d = {.base = base};
	if (s)
		return sparse_end(function, s);
	struct turn p = {
		legacy_csr(rows, cols, nnz, &d, values, offsets, indices, NUM_F32),
		to,
		to_indices,
		to_offsets,
		bytes,
		action == CUSPARSE_ACTION_NUMERIC,
	};
	return sparse_submit(h, function, run_turn, &p, sizeof p);
}

static cusparseStatus_t check_turn(cusparseHandle_t h, s32 rows, s32 cols, s32 nnz,
                                   cusparseAction_t action, cusparseIndexBase_t base,
                                   bool is_good) {
	return !h ? CUSPARSE_STATUS_NOT_INITIALIZED
	       : rows < 0 || cols < 0 || nnz < 0 ||
	                       (u32)action > CUSPARSE_ACTION_NUMERIC || !is_base(base) ||
	                       !is_good
	               ? CUSPARSE_STATUS_INVALID_VALUE
	               : CUSPARSE_STATUS_SUCCESS;
}

/* A null handle is a bad value to generic functions. */
static cusparseStatus_t generic(cusparseStatus_t s) {
	return s == CUSPARSE_STATUS_NOT_INITIALIZED ? CUSPARSE_STATUS_INVALID_VALUE : s;
}

static bool has_lines(const s32 *offsets, const s32 *indices, s32 nnz) {
	return offsets && (indices || !nnz);
}

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t h, int m, int n, int nnz,
                                               const void *values, const int *offsets,
                                               const int *indices, void *to,
                                               int *to_offsets, int *to_indices,
                                               cudaDataType type, cusparseAction_t action,
                                               cusparseIndexBase_t base,
                                               cusparseCsr2CscAlg_t alg, size_t *size) {
	bool is_good = type_bytes(type) && alg == CUSPARSE_CSR2CSC_ALG1 &&
	               has_lines(offsets, indices, nnz) &&
	               has_lines(to_offsets, to_indices, nnz);
	(void)values, (void)to;
	return size_of(__func__, generic(check_turn(h, m, n, nnz, action, base, is_good)),
	               NULL, size);
}

cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t h, int m, int n, int nnz,
                                    const void *values, const int *offsets,
                                    const int *indices, void *to, int *to_offsets,
                                    int *to_indices, cudaDataType type,
                                    cusparseAction_t action, cusparseIndexBase_t base,
                                    cusparseCsr2CscAlg_t alg, void *buffer) {
	bool is_good = type_bytes(type) && alg == CUSPARSE_CSR2CSC_ALG1 && buffer &&
	               has_lines(offsets, indices, nnz) &&
	               has_lines(to_offsets, to_indices, nnz);
	cusparseStatus_t s = generic(check_turn(h, m, n, nnz, action, base, is_good));
	return turn(h, __func__, s, m, n, nnz, values, offsets, indices, type_bytes(type),
	            action, base, to, to_indices, to_offsets);
}

static inline void unused(const void *p) {
	(void)p;
}

#define UNUSED_A unused(values), unused(offsets), unused(indices)
#define RESIZED(T)                                                             \
	cusparseHandle_t h, cusparseDirection_t dir, int mb, int nb, int nnzb, \
		const cusparseMatDescr_t d, A(T), int height, int width
#define TURNED(T) \
	cusparseHandle_t h, int mb, int nb, int nnzb, A(T), int height, int width
#define TURN_GOOD nnzb >= 0 && height > 0 && width > 0
#define REBLOCK_FUNCTIONS(P, T, n)                                                       \
	cusparseStatus_t cusparse##P##csr2bsr(A_ROWS, A(T), int block,                   \
	                                      const cusparseMatDescr_t c, T *c_values,   \
	                                      int *c_offsets, int *c_indices) {          \
		struct sp_mat a;                                                         \
		struct target t = {c,     c_values, c_offsets, c_indices, block,         \
		                   block, dir,      false,     NULL};                    \
		return reblock(h, __func__, ROWS(n), &a, &t, false, NULL);               \
	}                                                                                \
	cusparseStatus_t cusparse##P##bsr2csr(A_BLOCKS, A(T), int block,                 \
	                                      const cusparseMatDescr_t c, T *c_values,   \
	                                      int *c_offsets, int *c_indices) {          \
		struct sp_mat a;                                                         \
		struct target t = {c, c_values, c_offsets, c_indices, 1,                 \
		                   1, dir,      false,     NULL};                        \
		return reblock(h, __func__, BLOCKS(n, block, block), &a, &t, false,      \
		               NULL);                                                    \
	}                                                                                \
	cusparseStatus_t cusparse##P##gebsr2csr(A_BLOCKS, A(T), int height, int width,   \
	                                        const cusparseMatDescr_t c, T *c_values, \
	                                        int *c_offsets, int *c_indices) {        \
		struct sp_mat a;                                                         \
		struct target t = {c, c_values, c_offsets, c_indices, 1,                 \
		                   1, dir,      false,     NULL};                        \
		return reblock(h, __func__, BLOCKS(n, height, width), &a, &t, false,     \
		               NULL);                                                    \
	}                                                                                \
	cusparseStatus_t cusparse##P##csr2gebsr_bufferSize(A_ROWS, A(T), int height,     \
	                                                   int width, int *size) {       \
		UNUSED_A, unused(d);                                                     \
		return size_of(__func__, CHECK_SIZES(rows, cols, height, width), size,   \
		               NULL);                                                    \
	}                                                                                \
	cusparseStatus_t cusparse##P##csr2gebsr_bufferSizeExt(A_ROWS, A(T), int height,  \
	                                                      int width, size_t *size) { \
		UNUSED_A, unused(d);                                                     \
		return size_of(__func__, CHECK_SIZES(rows, cols, height, width), NULL,   \
		               size);                                                    \
	}                                                                                \
	cusparseStatus_t cusparse##P##csr2gebsr(                                         \
		A_ROWS, A(T), const cusparseMatDescr_t c, T *c_values, int *c_offsets,   \
		int *c_indices, int height, int width, void *buffer) {                   \
		struct sp_mat a;                                                         \
		struct target t = {c,     c_values, c_offsets, c_indices, height,        \
		                   width, dir,      true,      buffer};                  \
		return reblock(h, __func__, ROWS(n), &a, &t, false, NULL);               \
	}                                                                                \
	cusparseStatus_t cusparse##P##gebsr2gebsr_bufferSize(RESIZED(T), int c_height,   \
	                                                     int c_width, int *size) {   \
		UNUSED_A, (void)nnzb;                                                    \
		return size_of(__func__, CHECK_RESIZED, size, NULL);                     \
	}                                                                                \
	cusparseStatus_t cusparse##P##gebsr2gebsr_bufferSizeExt(                         \
		RESIZED(T), int c_height, int c_width, size_t *size) {                   \
		UNUSED_A, (void)nnzb;                                                    \
		return size_of(__func__, CHECK_RESIZED, NULL, size);                     \
	}                                                                                \
	cusparseStatus_t cusparse##P##gebsr2gebsr(                                       \
		RESIZED(T), const cusparseMatDescr_t c, T *c_values, int *c_offsets,     \
		int *c_indices, int c_height, int c_width, void *buffer) {               \
		struct sp_mat a;                                                         \
		cusparseStatus_t s = BLOCKS(n, height, width);                           \
		struct target t = {c,       c_values, c_offsets, c_indices, c_height,    \
		                   c_width, dir,      true,      buffer};                \
		return reblock(h, __func__,                                              \
		               nnzb < 0 && !s ? CUSPARSE_STATUS_INVALID_VALUE : s, &a,   \
		               &t, false, NULL);                                         \
	}                                                                                \
	cusparseStatus_t cusparse##P##gebsr2gebsc_bufferSize(TURNED(T), int *size) {     \
		UNUSED_A;                                                                \
		return size_of(__func__,                                                 \
		               check_turn(h, mb, nb, nnzb, CUSPARSE_ACTION_NUMERIC,      \
		                          CUSPARSE_INDEX_BASE_ZERO, TURN_GOOD),          \
		               size, NULL);                                              \
	}                                                                                \
	cusparseStatus_t cusparse##P##gebsr2gebsc_bufferSizeExt(TURNED(T),               \
	                                                        size_t *size) {          \
		UNUSED_A;                                                                \
		return size_of(__func__,                                                 \
		               check_turn(h, mb, nb, nnzb, CUSPARSE_ACTION_NUMERIC,      \
		                          CUSPARSE_INDEX_BASE_ZERO, TURN_GOOD),          \
		               NULL, size);                                              \
	}                                                                                \
	cusparseStatus_t cusparse##P##gebsr2gebsc(                                       \
		TURNED(T), T *to, int *to_indices, int *to_offsets,                      \
		cusparseAction_t action, cusparseIndexBase_t base, void *buffer) {       \
		cusparseStatus_t s = check_turn(h, mb, nb, nnzb, action, base,           \
		                                TURN_GOOD && buffer);                    \
		return turn(h, __func__, s, mb, nb, nnzb, values, offsets, indices,      \
		            (s64)height * width * (s64)sizeof(T), action, base, to,      \
		            to_indices, to_offsets);                                     \
	}
LEGACY_TYPES(REBLOCK_FUNCTIONS)

/* ---- offsets and row indices ---- */

struct expansion {
	s32 *offsets, *indices;
	s32 nnz, lines, base;
	bool compresses;
};

static void run_expansion(struct lib_call *c, const void *payload) {
	const struct expansion *p = payload;
	struct lib_box offsets = ints(p->offsets, p->lines + 1),
		       indices = ints(p->indices, p->nnz);
	if (p->compresses ? !lib_reads(c, "cooRowInd", &indices) ||
	                            !lib_writes(c, "csrSortedRowPtr", &offsets)
	                  : !lib_reads(c, "csrSortedRowPtr", &offsets) ||
	                            !lib_writes(c, "cooRowInd", &indices))
		return;
	if (p->compresses) {
		s32 k = 0;
		for (s32 i = 0; i <= p->lines; i++) {
			while (k < p->nnz && p->indices[k] - p->base < i)
				k++;
			p->offsets[i] = k + p->base;
		}
		return;
	}
	for (s32 i = 0; i < p->lines; i++)
		for (s32 k = MAX(p->offsets[i] - p->base, 0);
		     k < MIN(p->offsets[i + 1] - p->base, p->nnz); k++)
			p->indices[k] = i + p->base;
}

static cusparseStatus_t expansion(cusparseHandle_t h, const char *function,
                                  const s32 *offsets, const s32 *indices, s32 nnz, s32 m,
                                  cusparseIndexBase_t base, bool compresses) {
	if (!h || nnz < 0 || m < 0 || !is_base(base))
		return sparse_end(function, !h ? CUSPARSE_STATUS_NOT_INITIALIZED
		                               : CUSPARSE_STATUS_INVALID_VALUE);
	struct expansion p = {(s32 *)(uintptr_t)offsets,
	                      (s32 *)(uintptr_t)indices,
	                      nnz,
	                      m,
	                      (s32)base,
	                      compresses};
	return sparse_submit(h, function, run_expansion, &p, sizeof p);
}

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t h, const int *indices, int nnz, int m,
                                  int *offsets, cusparseIndexBase_t base) {
	return expansion(h, __func__, offsets, indices, nnz, m, base, true);
}

cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t h, const int *offsets, int nnz, int m,
                                  int *indices, cusparseIndexBase_t base) {
	return expansion(h, __func__, offsets, indices, nnz, m, base, false);
}
