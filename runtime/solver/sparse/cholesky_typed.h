/* cholesky_typed.h - L L^H of a sparse matrix, column by column, each after the columns
 * that have an element in its row.
 * SPDX-License-Identifier: Apache-2.0 */
/* It is included once for each type. */

/* x - what earlier columns say about column j. */
static void OF(take_columns)(const struct shape *f, const T *l, s32 j, T *x, s32 *list,
                             s32 *next, s64 *at) {
	for (s32 c = list[j], following; c >= 0; c = following) {
		following = next[c];
		s64 end = f->start[c + 1];
		T factor = OF(conjugate)(l[at[c]]);
		for (s64 k = at[c]; k < end; k++)
			x[f->index[k]] -= l[k] * factor;
		if (++at[c] < end) {
			s32 row = f->index[at[c]];
			next[c] = list[row];
			list[row] = c;
		}
	}
}

static s32 OF(cholesky)(struct sp_cholesky *c, const void *values) {
	const struct shape *f = &c->factor;
	const T *a = values;
	struct arena scratch = ARENA_INIT;
	s32 n = f->lines, bad = -1;
	T *x = arena_array(&scratch, T, n), *l = c->l;
	s32 *list = arena_array_raw(&scratch, s32, n);
	s32 *next = arena_array_raw(&scratch, s32, n);
	s64 *at = arena_array_raw(&scratch, s64, n);
	memset(list, 0xff, (size_t)n * sizeof *list);
	for (s32 j = 0; j < n && bad < 0; j++) {
		s64 begin = f->start[j], end = f->start[j + 1];
		for (s64 k = c->columns.start[j]; k < c->columns.start[j + 1]; k++)
			if (c->columns.index[k] >= j)
				x[c->columns.index[k]] += a[c->from[k]];
		OF(take_columns)(f, l, j, x, list, next, at);
		R d = OF(real_part)(x[j]);
		if (!(d > 0)) {
			bad = j;
			break;
		}
		R root = OF(root)(d);
		l[begin] = root;
		x[j] = 0;
		for (s64 k = begin + 1; k < end; k++) {
			l[k] = x[f->index[k]] / root;
			x[f->index[k]] = 0;
		}
		if (begin + 1 < end) {
			s32 row = f->index[begin + 1];
			at[j] = begin + 1;
			next[j] = list[row];
			list[row] = j;
		}
	}
	arena_drop(&scratch);
	return bad;
}

static s32 OF(small_cholesky)(const struct sp_cholesky *c, f64 tolerance) {
	const T *l = c->l;
	for (s32 j = 0; j < c->factor.lines; j++)
		if (!(OF(size_of)(l[c->factor.start[j]]) > tolerance))
			return j;
	return -1;
}

static void OF(solve_cholesky)(const struct sp_cholesky *c, void *solution) {
	const struct shape *f = &c->factor;
	const T *l = c->l;
	T *x = solution;
	for (s32 j = 0; j < f->lines; j++) {
		s64 k = f->start[j];
		T y = x[j] /= l[k];
		while (++k < f->start[j + 1])
			x[f->index[k]] -= l[k] * y;
	}
	for (s32 j = f->lines; j-- > 0;) {
		T y = x[j];
		for (s64 k = f->start[j] + 1; k < f->start[j + 1]; k++)
			y -= OF(conjugate)(l[k]) * x[f->index[k]];
		x[j] = y / l[f->start[j]];
	}
}

static void OF(diagonal)(const struct sp_cholesky *c, void *real) {
	for (s32 j = 0; j < c->factor.lines; j++)
		((R *)real)[j] = OF(real_part)(((const T *)c->l)[c->factor.start[j]]);
}
