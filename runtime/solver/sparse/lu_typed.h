/* lu_typed.h - P A = L U of a sparse matrix, column by column: the elements that a column
 * of A reaches in L (Gilbert, Peierls), then the pivot among those below.
 * SPDX-License-Identifier: Apache-2.0 */
/* It is included once for each type. */

/* Scratch of a factorisation. `reached` from `top` on are rows of the column, those that
 * are pivots in an order in which they can be eliminated. */
struct OF(lu_scratch) {
	T *x;
	s32 *mark, *reached, *stack, top;
	s64 *next;
};

/* Rows that row i of the column reaches come before what is there. */
static void OF(reach)(const struct sp_lu *f, struct OF(lu_scratch) * s, s32 i, s32 j) {
	s32 depth = 0;
	s->stack[0] = i;
	s->mark[i] = j;
	s->next[0] = f->place[i] < 0 ? 0 : f->l_start[f->place[i]];
	while (depth >= 0) {
		s32 row = s->stack[depth], column = f->place[row];
		s64 k = s->next[depth], end = column < 0 ? 0 : f->l_start[column + 1];
		while (k < end && s->mark[f->l_index[k]] == j)
			k++;
		if (k >= end) {
			s->reached[--s->top] = row;
			depth--;
			continue;
		}
		s32 below = f->l_index[k];
		s->next[depth] = k + 1;
		s->mark[below] = j;
		s->stack[++depth] = below;
		s->next[depth] = f->place[below] < 0 ? 0 : f->l_start[f->place[below]];
	}
}

/* The row that becomes pivot of column j: the largest, or row j itself if it is at least
 * `threshold` times as large. -1: there is none but zeros. */
static s32 OF(pivot)(const struct sp_lu *f, const struct OF(lu_scratch) * s, s32 j, s32 n,
                     f64 threshold) {
	R most = 0;
	s32 best = -1;
	for (s32 k = s->top; k < n; k++) {
		s32 i = s->reached[k];
		R size = f->place[i] < 0 ? OF(size_of)(s->x[i]) : 0;
		if (size > most) {
			most = size;
			best = i;
		}
	}
	if (best >= 0 && f->place[j] < 0 && s->mark[j] == j) {
		R size = OF(size_of)(s->x[j]);
		if (size > 0 && size >= (R)threshold * most)
			return j;
	}
	return best;
}

static void OF(lu)(struct sp_lu *f, const void *values, f64 threshold) {
	const T *a = values;
	s32 n = f->columns.lines, spare = 0;
	struct arena scratch = ARENA_INIT;
	struct OF(lu_scratch) s = {
		.x = arena_array(&scratch, T, n),
		.mark = arena_array_raw(&scratch, s32, n),
		.reached = arena_array_raw(&scratch, s32, n),
		.stack = arena_array_raw(&scratch, s32, n),
		.next = arena_array_raw(&scratch, s64, n),
	};
	s64 l_count = 0, u_count = 0;
	for (s32 i = 0; i < n; i++)
		s.mark[i] = f->place[i] = -1;
	for (s32 j = 0; j < n; j++) {
		f->l_start[j] = l_count;
		f->u_start[j] = u_count;
		s.top = n;
		for (s64 k = f->columns.start[j]; k < f->columns.start[j + 1]; k++)
			if (s.mark[f->columns.index[k]] != j)
				OF(reach)(f, &s, f->columns.index[k], j);
		for (s64 k = f->columns.start[j]; k < f->columns.start[j + 1]; k++)
			s.x[f->columns.index[k]] += a[f->from[k]];
		if (l_count + n > f->l_room) {
			s64 room = 2 * f->l_room + n;
			f->l_index = sp_grow(f->a, f->l_index, l_count, room,
			                     sizeof(s32));
			f->l = sp_grow(f->a, f->l, l_count, room, sizeof(T));
			f->l_room = room;
		}
		if (u_count + n > f->u_room) {
			s64 room = 2 * f->u_room + n;
			f->u_index = sp_grow(f->a, f->u_index, u_count, room,
			                     sizeof(s32));
			f->u = sp_grow(f->a, f->u, u_count, room, sizeof(T));
			f->u_room = room;
		}
		T *l = f->l, *u = f->u;
		for (s32 at = s.top; at < n; at++) {
			s32 i = s.reached[at], column = f->place[i];
			if (column < 0)
				continue;
			T y = u[u_count] = s.x[i];
			f->u_index[u_count++] = column;
			for (s64 k = f->l_start[column]; k < f->l_start[column + 1]; k++)
				s.x[f->l_index[k]] -= l[k] * y;
		}
		s32 row = OF(pivot)(f, &s, j, n, threshold);
		T d = row < 0 ? 0 : s.x[row];
		if (row < 0) { /* a row that is left, as good as any */
			while (f->place[spare] >= 0)
				spare++;
			row = f->place[j] < 0 ? j : spare;
		}
		((T *)f->diagonal)[j] = d;
		f->place[row] = j;
		f->p[j] = row;
		for (s32 at = s.top; at < n; at++) {
			s32 i = s.reached[at];
			if (f->place[i] < 0 && s.x[i] != 0) {
				l[l_count] = s.x[i] / d;
				f->l_index[l_count++] = i;
			}
			s.x[i] = 0;
		}
	}
	f->l_start[n] = l_count;
	f->u_start[n] = u_count;
	for (s64 k = 0; k < l_count; k++)
		f->l_index[k] = f->place[f->l_index[k]];
	arena_drop(&scratch);
}

static s32 OF(small_lu)(const struct sp_lu *f, f64 tolerance) {
	const T *d = f->diagonal;
	for (s32 j = 0; j < f->columns.lines; j++)
		if (!(OF(size_of)(d[j]) > tolerance))
			return j;
	return -1;
}

static void OF(solve_lu)(const struct sp_lu *f, const void *right, void *solution) {
	const T *b = right, *l = f->l, *u = f->u, *d = f->diagonal;
	T *x = solution;
	s32 n = f->columns.lines;
	for (s32 i = 0; i < n; i++)
		x[i] = b[f->p[i]];
	for (s32 j = 0; j < n; j++)
		for (s64 k = f->l_start[j]; k < f->l_start[j + 1]; k++)
			x[f->l_index[k]] -= l[k] * x[j];
	for (s32 j = n; j-- > 0;) {
		x[j] /= d[j];
		for (s64 k = f->u_start[j]; k < f->u_start[j + 1]; k++)
			x[f->u_index[k]] -= u[k] * x[j];
	}
}
