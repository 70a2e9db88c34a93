/* qr_typed.h - A = Q R of a sparse matrix by rotations of rows (George, Heath), solutions
 * and least squares.
 * SPDX-License-Identifier: Apache-2.0 */
/* It is included once for each type. */

static s32 OF(parent)(const struct sp_qr *f, s32 j) {
	s64 k = f->factor.start[j] + 1;
	return k < f->factor.start[j + 1] ? f->factor.index[k] : -1;
}

static void OF(record)(struct sp_qr *f, s64 *count, s32 turn, R cosine, T sine) {
	if (*count == f->turn_room) {
		s64 room = 2 * f->turn_room + 64;
		f->turn = sp_grow(f->a, f->turn, *count, room, sizeof(s32));
		f->cosine = sp_grow(f->a, f->cosine, *count, room, sizeof(R));
		f->sine = sp_grow(f->a, f->sine, *count, room, sizeof(T));
		f->turn_room = room;
	}
	f->turn[*count] = turn;
	((R *)f->cosine)[*count] = cosine;
	((T *)f->sine)[*count] = sine;
	++*count;
}

/* Rotates row j of R and x so that x[j] becomes zero. */
static void OF(rotate)(struct sp_qr *f, s64 *count, s32 j, T *x) {
	s64 begin = f->factor.start[j], end = f->factor.start[j + 1];
	const s32 *index = f->factor.index;
	T *r = f->r, d = r[begin], y = x[j];
	R size = OF(size_of)(d), other = OF(size_of)(y), c, h;
	T s;
	if (size == 0) {
		c = 0;
		s = OF(conjugate)(y) / other;
	} else {
		h = OF(length)(size, other);
		c = size / h;
		s = d / size * OF(conjugate)(y) / h;
	}
	T back = OF(conjugate)(s);
	for (s64 k = begin; k < end; k++) {
		T upper = r[k], lower = x[index[k]];
		r[k] = c * upper + s * lower;
		x[index[k]] = c * lower - back * upper;
	}
	x[j] = 0;
	OF(record)(f, count, j, c, s);
}

/* The row in x, whose first column is j, goes up the tree; x is zero after it. */
static void OF(insert)(struct sp_qr *f, s64 *count, s32 j, T *x) {
	T *r = f->r;
	for (; j >= 0; j = OF(parent)(f, j)) {
		if (x[j] == 0)
			continue;
		if (f->is_filled[j]) {
			OF(rotate)(f, count, j, x);
			continue;
		}
		for (s64 k = f->factor.start[j]; k < f->factor.start[j + 1]; k++) {
			r[k] = x[f->factor.index[k]];
			x[f->factor.index[k]] = 0;
		}
		f->is_filled[j] = true;
		OF(record)(f, count, ~j, 0, 0);
		return;
	}
}

static void OF(end_step)(struct sp_qr *f, s32 what, s64 count) {
	if (f->steps == f->step_room) {
		s32 room = 2 * f->step_room + 16;
		f->step = sp_grow(f->a, f->step, f->steps, room, sizeof(s32));
		f->step_start = sp_grow(f->a, f->step_start, (s64)f->steps + 1, room + 1,
		                        sizeof(s64));
		f->step_room = room;
	}
	f->step[f->steps++] = what;
	f->step_start[f->steps] = count;
}

static void OF(qr)(struct sp_qr *f, const void *values, const void *shift) {
	const T *a = values, mu = shift ? *(const T *)shift : 0;
	s32 n = f->factor.lines;
	struct arena scratch = ARENA_INIT;
	T *x = arena_array(&scratch, T, n);
	s64 count = 0;
	f->steps = 0;
	memset(f->is_filled, 0, (size_t)n * sizeof *f->is_filled);
	memset(f->r, 0, (size_t)shape_count(&f->factor) * sizeof(T));
	for (s32 k = 0; k < f->rows.lines; k++) {
		s32 i = f->sequence[k];
		for (s64 e = f->rows.start[i]; e < f->rows.start[i + 1]; e++)
			if (f->from[e] >= 0)
				x[f->rows.index[e]] += a[f->from[e]];
		if (i < n && mu != 0)
			x[i] -= mu;
		if (f->first[i] < n)
			OF(insert)(f, &count, f->first[i], x);
		OF(end_step)(f, i, count);
	}
	arena_drop(&scratch);
}

static s32 OF(qr_rank)(struct sp_qr *f, f64 tolerance) {
	s32 n = f->factor.lines, rank = 0;
	struct arena scratch = ARENA_INIT;
	T *x = arena_array(&scratch, T, n), *r = f->r;
	s64 count = f->step_start[f->steps];
	for (s32 j = 0; j < n; j++) {
		s64 begin = f->factor.start[j], end = f->factor.start[j + 1];
		if (f->is_filled[j] && OF(size_of)(r[begin]) > tolerance) {
			rank++;
			continue;
		}
		if (!f->is_filled[j])
			continue;
		for (s64 k = begin + 1; k < end; k++)
			x[f->factor.index[k]] = r[k];
		memset(r + begin, 0, (size_t)(end - begin) * sizeof *r);
		f->is_filled[j] = false;
		if (begin + 1 < end)
			OF(insert)(f, &count, f->factor.index[begin + 1], x);
		OF(end_step)(f, ~j, count);
	}
	arena_drop(&scratch);
	return rank;
}

static s32 OF(small_qr)(const struct sp_qr *f, f64 tolerance) {
	const T *r = f->r;
	for (s32 j = 0; j < f->factor.lines; j++)
		if (!(OF(size_of)(r[f->factor.start[j]]) > tolerance))
			return j;
	return -1;
}

/* z = the first elements of Q^H b; returns the length of the others. */
static f64 OF(apply_adjoint)(const struct sp_qr *f, const T *b, T *z) {
	const R *cosine = f->cosine;
	const T *sine = f->sine;
	f64 rest = 0;
	memset(z, 0, (size_t)f->factor.lines * sizeof *z);
	for (s32 s = 0; s < f->steps; s++) {
		s32 what = f->step[s];
		T y = what < 0 ? z[~what] : b[what];
		if (what < 0)
			z[~what] = 0;
		for (s64 k = f->step_start[s]; k < f->step_start[s + 1]; k++) {
			s32 j = f->turn[k];
			if (j < 0) {
				z[~j] = y;
				y = 0;
				continue;
			}
			T upper = z[j];
			z[j] = cosine[k] * upper + sine[k] * y;
			y = cosine[k] * y - OF(conjugate)(sine[k]) * upper;
		}
		f64 left = OF(size_of)(y);
		rest += left * left;
	}
	return sqrt(rest);
}

/* y = Q (z, 0); z is spoilt. */
static void OF(apply)(const struct sp_qr *f, T *z, T *y) {
	const R *cosine = f->cosine;
	const T *sine = f->sine;
	for (s32 s = f->steps; s-- > 0;) {
		s32 what = f->step[s];
		T x = 0;
		for (s64 k = f->step_start[s + 1]; k-- > f->step_start[s];) {
			s32 j = f->turn[k];
			if (j < 0) {
				x = z[~j];
				z[~j] = 0;
				continue;
			}
			T upper = z[j];
			z[j] = cosine[k] * upper - sine[k] * x;
			x = cosine[k] * x + OF(conjugate)(sine[k]) * upper;
		}
		if (what < 0)
			z[~what] = x;
		else
			y[what] = x;
	}
}

/* Rows of R that have values, solved backwards; others are 0. */
static void OF(solve_triangle)(const struct sp_qr *f, T *z) {
	const T *r = f->r;
	for (s32 j = f->factor.lines; j-- > 0;) {
		s64 k = f->factor.start[j];
		T y = z[j];
		if (!f->is_filled[j]) {
			z[j] = 0;
			continue;
		}
		while (++k < f->factor.start[j + 1])
			y -= r[k] * z[f->factor.index[k]];
		z[j] = y / r[f->factor.start[j]];
	}
}

/* x of the least length with R x = z, where some rows of R are empty: R^H = Q2 R2, and
 * x = Q2 R2^-H z. */
static void OF(solve_shortest)(const struct sp_qr *f, T *z) {
	struct arena a = ARENA_INIT;
	const struct shape *r = &f->factor;
	s32 n = r->lines, rank = 0;
	struct shape live = {.width = n, .index = r->index};
	s64 *from, *place = arena_array_raw(&a, s64, shape_count(r) + 1), count = 0;
	live.start = arena_array_raw(&a, s64, (s64)n + 1);
	live.index = arena_array_raw(&a, s32, shape_count(r) + 1);
	T *w = arena_array(&a, T, (s64)n + 1), *values;
	for (s32 j = 0; j < n; j++) {
		if (!f->is_filled[j])
			continue;
		live.start[rank] = count;
		w[rank++] = z[j];
		for (s64 k = r->start[j]; k < r->start[j + 1]; k++) {
			place[count] = k;
			live.index[count++] = r->index[k];
		}
	}
	live.lines = rank;
	live.start[rank] = count;
	struct shape turned = shape_transpose(&a, &live, &from);
	values = arena_array_raw(&a, T, count + 1);
	for (s64 k = 0; k < count; k++)
		values[k] = OF(conjugate)(((const T *)f->r)[place[from[k]]]);
	struct sp_qr second;
	sp_qr_begin(&a, &second, &turned);
	second.r = arena_array(&a, T, shape_count(&second.factor) + 1);
	OF(qr)(&second, values, NULL);
	const struct shape *s = &second.factor;
	const T *t = second.r;
	for (s32 j = 0; j < rank; j++) {
		s64 k = s->start[j];
		w[j] /= OF(conjugate)(t[k]);
		while (++k < s->start[j + 1])
			w[s->index[k]] -= OF(conjugate)(t[k]) * w[j];
	}
	OF(apply)(&second, w, z);
	arena_drop(&a);
}

static f64 OF(solve_qr)(const struct sp_qr *f, const void *b, void *x) {
	struct arena a = ARENA_INIT;
	s32 n = f->factor.lines, live = 0;
	T *z = arena_array_raw(&a, T, (s64)n + 1);
	f64 rest = OF(apply_adjoint)(f, b, z);
	for (s32 j = 0; j < n; j++)
		live += f->is_filled[j];
	if (live == n)
		OF(solve_triangle)(f, z);
	else
		OF(solve_shortest)(f, z);
	memcpy(x, z, (size_t)n * sizeof *z);
	arena_drop(&a);
	return rest;
}
