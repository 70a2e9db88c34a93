/* numeric.c - factors of sparse matrices in each type, and their structures.
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <library_types.h>
#include <math.h>

#include "runtime/solver/sparse/numeric.h"

void *sp_grow(struct arena *a, const void *old, s64 count, s64 room, u32 size) {
	void *grown = arena_alloc(a, (size_t)room * size, 64);
	if (count)
		memcpy(grown, old, (size_t)count * size);
	return grown;
}

/* ---- structures ---- */

void sp_cholesky_begin(struct arena *a, struct sp_cholesky *c, const struct shape *rows) {
	c->columns = shape_transpose(a, rows, &c->from);
	c->factor = factor_of_symmetric(a, rows);
}

void sp_lu_begin(struct arena *a, struct sp_lu *f, const struct shape *rows) {
	s64 n = rows->lines;
	*f = (struct sp_lu){
		.a = a,
		.l_start = arena_array_raw(a, s64, n + 1),
		.u_start = arena_array_raw(a, s64, n + 1),
		.p = arena_array_raw(a, s32, n + 1),
		.place = arena_array_raw(a, s32, n + 1),
		.diagonal = arena_alloc(a, ((size_t)n + 1) * sizeof(double _Complex), 16),
	};
	f->columns = shape_transpose(a, rows, &f->from);
}

void sp_qr_begin(struct arena *a, struct sp_qr *f, const struct shape *rows) {
	s32 m = rows->lines, n = rows->width;
	*f = (struct sp_qr){
		.a = a,
		.rows = *rows,
		.factor = factor_of_rows(a, rows),
		.is_filled = arena_array(a, bool, (s64)n + 1),
		.sequence = arena_array_raw(a, s32, (s64)m + 1),
		.first = arena_array_raw(a, s32, (s64)m + 1),
		.step_room = m,
		.step = arena_array_raw(a, s32, (s64)m + 1),
		.step_start = arena_array(a, s64, (s64)m + 1),
		.from = arena_array_raw(a, s64, shape_count(rows) + 1),
	};
	for (s64 k = 0; k < shape_count(rows); k++)
		f->from[k] = k;
	s32 *next = arena_array(a, s32, (s64)n + 2);
	for (s32 i = 0; i < m; i++) {
		f->first[i] = n;
		for (s64 k = rows->start[i]; k < rows->start[i + 1]; k++)
			f->first[i] = MIN(f->first[i], rows->index[k]);
		next[f->first[i] + 1]++;
	}
	for (s32 j = 0; j < n; j++)
		next[j + 1] += next[j];
	for (s32 i = 0; i < m; i++)
		f->sequence[next[f->first[i]]++] = i;
}

/* ---- each type ---- */

#define EACH "runtime/solver/sparse/numeric_typed.h"
#include "runtime/solver/types.h"

const struct sp_numeric *const sp_numeric[4] = {&row_S, &row_D, &row_C, &row_Z};
