/* eigen.c - how many eigenvalues a rectangle has. Those of small matrices are computed;
 * of Hermitian ones the pivots of A - x that are negative are counted (Sylvester).
 * Of others: while z goes once around the border, det(A - z) turns once for each
 * eigenvalue inside.
 *
 * The determinant is the product of U's diagonal. Each of its factors is followed on its
 * own: as long as the pivots stay where they are, it turns slowly, and the sum of all
 * small turns is exact, however many eigenvalues there are. A step is taken when both of
 * its halves agree with it, and if no eigenvalue is as near as it is long.
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <math.h>

#include "runtime/solver/solver.h"
#include "runtime/solver/sparse/numeric.h"

enum {
	DEEPEST = 40,
	PARTS = 64, /* of a side, to begin with */
	SMALL = 512 /* rows of matrices that are treated as dense */
};
/* By how much the rectangle grows, in parts of the matrix's norm. */
#define BORDER 1e-11

/* U's diagonal and the pivots at one point of the border. */
struct point {
	double _Complex z, *diagonal;
	s32 *p;
	f64 room; /* about how far the next eigenvalue is */
};

struct border {
	struct arena a;
	struct sp_lu f;
	const struct shape *rows;
	const double _Complex *values;
	double _Complex *shifted, *x, *y;
	s32 n;
	f64 size;      /* of the rectangle */
	f64 threshold; /* of pivots that are not on the diagonal */
	struct point points[DEEPEST + 3];
};

/* How far z is from the next eigenvalue: a few steps of inverse iteration. */
static f64 distance(struct border *b) {
	f64 size = 1;
	for (s32 i = 0; i < b->n; i++)
		b->x[i] = 1 + 0.5 * sin(i + 1.0);
	for (s32 step = 0; step < 5; step++) {
		sp_numeric[3]->solve_lu(&b->f, b->x, b->y);
		size = 0;
		for (s32 i = 0; i < b->n; i++)
			size += creal(b->y[i]) * creal(b->y[i]) +
			        cimag(b->y[i]) * cimag(b->y[i]);
		size = sqrt(size);
		for (s32 i = 0; i < b->n; i++)
			b->x[i] = b->y[i] / size;
	}
	return size > 0 ? 1 / size : 0;
}

static void evaluate(struct border *b, struct point *p, double _Complex z) {
	const struct sp_numeric *t = sp_numeric[3];
	p->z = z;
	memcpy(b->shifted, b->values, (size_t)shape_count(b->rows) * sizeof *b->shifted);
	t->shift(b->rows, b->shifted, &z);
	t->lu(&b->f, b->shifted, b->threshold);
	memcpy(p->diagonal, b->f.diagonal, (size_t)b->n * sizeof *p->diagonal);
	memcpy(p->p, b->f.p, (size_t)b->n * sizeof *p->p);
	p->room = distance(b);
}

static bool is_odd(struct border *b, const s32 *p) {
	struct arena a = ARENA_INIT;
	bool *seen = arena_array(&a, bool, b->n), odd = false;
	for (s32 i = 0; i < b->n; i++)
		for (s32 k = p[i], length = 0; !seen[k]; k = p[k], length++) {
			seen[k] = true;
			odd ^= length > 0;
		}
	arena_drop(&a);
	return odd;
}

/* The turn from x to y; false: too far apart to tell. */
static bool turn(struct border *b, const struct point *x, const struct point *y,
                 bool last, f64 *angle) {
	f64 sum = 0;
	bool is_same = !memcmp(x->p, y->p, (size_t)b->n * sizeof *x->p), good = is_same;
	for (s32 i = 0; i < b->n; i++) {
		f64 part = carg(y->diagonal[i] * conj(x->diagonal[i]));
		sum += part;
		good = good && fabs(part) < 1;
	}
	if (!good && !last)
		return false;
	if (!is_same) { /* the whole determinant's, which is small by now */
		if (is_odd(b, x->p) != is_odd(b, y->p))
			sum += M_PI;
		sum = remainder(sum, 2 * M_PI);
	}
	*angle += sum;
	return true;
}

/* The turn from points[0] to `to`, in as many steps as it takes. The points that are
 * still ahead lie on a stack, each in the middle of the way to the one below. */
static f64 follow(struct border *b, double _Complex to) {
	f64 angle = 0;
	s32 depth = 0;
	struct point *p = b->points;
	evaluate(b, &p[1], to);
	while (depth >= 0) {
		f64 whole = 0, halves = 0;
		struct point *end = &p[depth + 1], *middle = &p[depth + 2];
		bool last = depth + 1 == DEEPEST ||
		            cabs(end->z - p[0].z) < 1e-12 * b->size;
		bool good = turn(b, &p[0], end, last, &whole);
		if (!last) {
			evaluate(b, middle, (p[0].z + end->z) / 2);
			f64 room = fmin(middle->room, fmin(p[0].room, end->room));
			good = good && cabs(end->z - p[0].z) < room &&
			       turn(b, &p[0], middle, false, &halves) &&
			       turn(b, middle, end, false, &halves) &&
			       fabs(whole - halves) < 0.1;
		}
		if (!good) {
			depth++;
			continue;
		}
		angle += whole;
		struct point kept = p[0];
		p[0] = *end;
		*end = kept;
		depth--;
	}
	return angle;
}

static bool is_hermitian(const struct shape *rows, const double _Complex *a) {
	struct arena scratch = ARENA_INIT;
	s64 *second, *first;
	struct shape t = shape_transpose(&scratch, rows, &first);
	struct shape r = shape_transpose(&scratch, &t, &second); /* sorted */
	bool good = !memcmp(t.start, r.start, ((size_t)r.lines + 1) * sizeof *r.start) &&
	            !memcmp(t.index, r.index, (size_t)shape_count(&r) * sizeof *r.index);
	for (s64 k = 0; good && k < shape_count(&r); k++)
		good = a[first[second[k]]] == conj(a[first[k]]);
	arena_drop(&scratch);
	return good;
}

/* Eigenvalues of a Hermitian matrix below x: the negative pivots of A - x, whose diagonal
 * is kept. A pivot that is exactly zero is one of a matrix next to it. */
static s32 count_below(struct border *b, f64 x) {
	s32 count = 0;
	bool moved = true;
	for (s32 attempt = 0; attempt < 8 && moved; attempt++) {
		count = 0;
		moved = false;
		evaluate(b, &b->points[0], x);
		for (s32 i = 0; i < b->n; i++) {
			count += creal(b->points[0].diagonal[i]) < 0;
			moved = moved || b->points[0].p[i] != i;
		}
		x += 1e-14 * b->size * (1 << attempt);
	}
	return count;
}

static s32 count_dense(const struct shape *rows, const double _Complex *a, f64 left,
                       f64 right, f64 bottom, f64 top) {
	struct arena scratch = ARENA_INIT;
	s64 n = rows->lines;
	s32 count = 0;
	double _Complex *whole = arena_array(&scratch, double _Complex, n *n);
	double _Complex *w = arena_array(&scratch, double _Complex, 3 * n);
	for (s64 i = 0; i < n; i++)
		for (s64 k = rows->start[i]; k < rows->start[i + 1]; k++)
			whole[i + n * rows->index[k]] += a[k];
	solver_eigenvalues(n, whole, w, w + n);
	for (s64 i = 0; i < n; i++)
		count += creal(w[i]) >= left && creal(w[i]) <= right &&
		         cimag(w[i]) >= bottom && cimag(w[i]) <= top;
	arena_drop(&scratch);
	return count;
}

/* The largest sum of magnitudes in a row. */
static f64 norm_of(const struct shape *rows, const double _Complex *a) {
	f64 norm = 0;
	for (s64 i = 0; i < rows->lines; i++) {
		f64 sum = 0;
		for (s64 k = rows->start[i]; k < rows->start[i + 1]; k++)
			sum += cabs(a[k]);
		norm = fmax(norm, sum);
	}
	return norm;
}

s32 sp_count_eigenvalues(const struct shape *rows, const double _Complex *a,
                         double _Complex low, double _Complex high) {
	struct border b = {.a = ARENA_INIT, .n = rows->lines};
	f64 more = BORDER * norm_of(rows, a);
	f64 left = fmin(creal(low), creal(high)) - more;
	f64 right = fmax(creal(low), creal(high)) + more;
	f64 bottom = fmin(cimag(low), cimag(high)) - more;
	f64 top = fmax(cimag(low), cimag(high)) + more;
	if (b.n <= SMALL)
		return count_dense(rows, a, left, right, bottom, top);
	s64 *from, *moved, count;
	s32 *order = arena_array_raw(&b.a, s32, b.n);
	struct shape whole = shape_with_diagonal(&b.a, rows, &from);
	struct shape graph = shape_graph(&b.a, &whole);
	order_minimum_degree(&graph, order);
	struct shape sorted = shape_permute(&b.a, &whole, order, order, &moved);
	count = shape_count(&sorted);
	double _Complex *values = arena_array(&b.a, double _Complex, count);
	for (s64 k = 0; k < count; k++)
		if (from[moved[k]] >= 0)
			values[k] = a[from[moved[k]]];
	b.rows = &sorted;
	b.values = values;
	b.shifted = arena_array(&b.a, double _Complex, count);
	sp_lu_begin(&b.a, &b.f, &sorted);
	b.x = arena_array(&b.a, double _Complex, b.n);
	b.y = arena_array(&b.a, double _Complex, b.n);
	for (u32 i = 0; i < countof(b.points); i++) {
		b.points[i].diagonal = arena_array(&b.a, double _Complex, b.n);
		b.points[i].p = arena_array(&b.a, s32, b.n);
	}
	double _Complex corners[] = {CMPLX(left, bottom), CMPLX(right, bottom),
	                             CMPLX(right, top), CMPLX(left, top)};
	f64 angle = 0;
	b.size = cabs(corners[2] - corners[0]);
	if (is_hermitian(&sorted, values)) {
		s32 inside = bottom > 0 || top < 0
		                     ? 0
		                     : count_below(&b, right) - count_below(&b, left);
		arena_drop(&b.a);
		return inside;
	}
	b.threshold = 0.01;
	evaluate(&b, &b.points[0], corners[0]);
	for (s32 side = 0; side < 4; side++) {
		double _Complex begin = corners[side], end = corners[(side + 1) % 4];
		for (s32 part = 1; part <= PARTS; part++)
			angle += follow(&b, begin + (end - begin) * part / PARTS);
	}
	arena_drop(&b.a);
	return (s32)lround(angle / (2 * M_PI));
}
