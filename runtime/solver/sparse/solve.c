/* solve.c - solutions, least squares and eigenvalues in one call.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/solver/sparse/sparse.h"

/* The rows of A in an order, their values, and the right-hand side. */
struct ordered {
	struct arena a;
	struct shape rows;
	s32 *order;
	u8 *values, *b, *x;
};

static void copy_elements(u32 size, u8 *to, const u8 *from, s64 n, const s64 *places) {
	for (s64 k = 0; k < n; k++)
		memcpy(to + k * size, from + places[k] * size, size);
}

/* Copies the operands of a system in the order that is asked for. */
static cusolverStatus_t take(struct lib_call *c, const struct sp_problem *p,
                             struct ordered *o, enum sp_order which) {
	u32 size = sp_numeric[p->a.type]->size;
	struct shape rows;
	s64 *from;
	cusolverStatus_t s = sp_take(c, &o->a, &p->a, &rows);
	if (s)
		return s;
	if (p->b && !sp_reads(c, "b", p->b, (s64)p->a.m * size))
		return CUSOLVER_STATUS_INTERNAL_ERROR;
	o->order = arena_array_raw(&o->a, s32, rows.lines);
	sp_order(&o->a, &rows, which, o->order);
	o->rows = rows;
	o->values = arena_copy(&o->a, p->a.values, (size_t)p->a.count * size, 16);
	if (which != SP_NATURAL) {
		o->rows = shape_permute(&o->a, &rows, o->order, o->order, &from);
		copy_elements(size, o->values, p->a.values, shape_count(&rows), from);
	}
	o->b = arena_zalloc(&o->a, (size_t)p->a.m * size, 16);
	o->x = arena_zalloc(&o->a, (size_t)MAX(p->a.m, p->a.n) * size, 16);
	for (s32 i = 0; p->b && i < p->a.m; i++)
		memcpy(o->b + (s64)i * size, (const u8 *)p->b + (s64)o->order[i] * size,
		       size);
	return CUSOLVER_STATUS_SUCCESS;
}

/* Writes x, out of the order in which it was computed. */
static cusolverStatus_t put(struct lib_call *c, const struct sp_problem *p,
                            const struct ordered *o) {
	u32 size = sp_numeric[p->a.type]->size;
	if (!p->x)
		return CUSOLVER_STATUS_SUCCESS;
	if (!sp_writes(c, "x", p->x, (s64)p->a.n * size))
		return CUSOLVER_STATUS_INTERNAL_ERROR;
	for (s32 i = 0; i < p->a.n; i++)
		memcpy((u8 *)p->x + (s64)o->order[i] * size, o->x + (s64)i * size, size);
	return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t solve_system(struct lib_call *c, void *job) {
	struct sp_problem *p = job;
	const struct sp_numeric *t = sp_numeric[p->a.type];
	struct ordered o = {.a = ARENA_INIT};
	cusolverStatus_t s = take(c, p, &o, (enum sp_order)p->reorder);
	if (!s && p->method == SP_LU) {
		struct sp_lu f;
		sp_lu_begin(&o.a, &f, &o.rows);
		t->lu(&f, o.values, 1);
		*p->found = t->small_lu(&f, p->tolerance);
		t->solve_lu(&f, o.b, o.x);
	} else if (!s && p->method == SP_QR) {
		struct sp_qr f;
		sp_qr_begin(&o.a, &f, &o.rows);
		f.r = arena_zalloc(&o.a, (size_t)shape_count(&f.factor) * t->size, 64);
		t->qr(&f, o.values, NULL);
		*p->found = t->small_qr(&f, p->tolerance);
		t->solve_qr(&f, o.b, o.x);
	} else if (!s) {
		struct sp_cholesky f;
		sp_cholesky_begin(&o.a, &f, &o.rows);
		f.l = arena_zalloc(&o.a, (size_t)shape_count(&f.factor) * t->size, 64);
		s32 bad = t->cholesky(&f, o.values);
		*p->found = bad >= 0 ? bad : t->small_cholesky(&f, p->tolerance);
		if (bad < 0) {
			memcpy(o.x, o.b, (size_t)p->a.n * t->size);
			t->solve_cholesky(&f, o.x);
		}
	}
	s = s ? s : put(c, p, &o);
	arena_drop(&o.a);
	return s;
}

/* ---- least squares ---- */

static cusolverStatus_t solve_least_squares(struct lib_call *c, void *job) {
	struct sp_problem *p = job;
	const struct sp_numeric *t = sp_numeric[p->a.type];
	struct ordered o = {.a = ARENA_INIT};
	struct sp_qr f;
	cusolverStatus_t s = take(c, p, &o, SP_NATURAL);
	if (!s) {
		sp_qr_begin(&o.a, &f, &o.rows);
		f.r = arena_zalloc(&o.a, (size_t)shape_count(&f.factor) * t->size, 64);
		t->qr(&f, o.values, NULL);
		*p->found = t->qr_rank(&f, p->tolerance);
		t->to_real(t->solve_qr(&f, o.b, o.x), p->norm);
		/* Columns that are not independent of earlier ones come last. */
		for (s32 j = 0, at = 0, last = *p->found; j < p->a.n; j++)
			p->p[f.is_filled[j] ? at++ : last++] = j;
		memcpy(p->x, o.x, (size_t)p->a.n * t->size);
	}
	arena_drop(&o.a);
	return s;
}

/* ---- eigenvalues ---- */

static cusolverStatus_t find_eigenvalue(struct lib_call *c, void *job) {
	struct sp_problem *p = job;
	const struct sp_numeric *t = sp_numeric[p->a.type];
	struct ordered o = {.a = ARENA_INIT};
	struct shape rows, whole;
	struct sp_lu f;
	s64 *from;
	u32 size = t->size;
	cusolverStatus_t s = take(c, p, &o, SP_NATURAL);
	if (s || !sp_writes(c, "mu", p->mu, size) ||
	    !sp_writes(c, "x", p->x, (s64)p->a.n * size)) {
		arena_drop(&o.a);
		return s ? s : CUSOLVER_STATUS_INTERNAL_ERROR;
	}
	/* A - mu, which needs its diagonal, in an order with little fill. */
	whole = shape_with_diagonal(&o.a, &o.rows, &from);
	sp_order(&o.a, &whole, SP_AMD, o.order);
	u8 *values = arena_zalloc(&o.a, (size_t)shape_count(&whole) * size + 16, 16);
	for (s64 k = 0; k < shape_count(&whole); k++)
		if (from[k] >= 0)
			memcpy(values + k * size, o.values + from[k] * size, size);
	t->shift(&whole, values, p->mu0);
	rows = shape_permute(&o.a, &whole, o.order, o.order, &from);
	u8 *moved = arena_alloc(&o.a, (size_t)shape_count(&rows) * size + 16, 16);
	copy_elements(size, moved, values, shape_count(&rows), from);
	sp_lu_begin(&o.a, &f, &rows);
	t->lu(&f, moved, 1);
	memcpy(o.x, o.b, (size_t)p->a.n * size);
	t->inverse_iteration(&f, &o.rows, o.values, o.order, p->most, p->tolerance, p->mu,
	                     o.x);
	memcpy(p->x, o.x, (size_t)p->a.n * size);
	arena_drop(&o.a);
	return s;
}

static cusolverStatus_t count_eigenvalues(struct lib_call *c, void *job) {
	struct sp_problem *p = job;
	const struct sp_numeric *t = sp_numeric[p->a.type];
	struct ordered o = {.a = ARENA_INIT};
	cusolverStatus_t s = take(c, p, &o, SP_NATURAL);
	if (!s) {
		double _Complex *a = arena_alloc(&o.a, (size_t)p->a.count * sizeof *a,
		                                 16);
		t->to_complex(o.values, p->a.count, a);
		*p->found = sp_count_eigenvalues(&o.rows, a, p->low, p->high);
	}
	arena_drop(&o.a);
	return s;
}

/* ---- all ---- */

static bool is_bad(const struct sp_problem *p) {
	switch (p->method) {
	case SP_LU:
	case SP_CHOLESKY: return !p->is_on_device && (!p->b || !p->x || !p->found);
	case SP_QR: return !p->is_on_device && (!p->b || !p->found);
	case SP_LEAST_SQUARES:
		return p->a.m < p->a.n || !p->b || !p->x || !p->found || !p->p ||
		       !p->norm;
	case SP_EIGENVALUE: return !p->is_on_device && (!p->b || !p->mu || !p->x);
	case SP_EIGENVALUES: return !p->found;
	}
	return true;
}

cusolverStatus_t sp_solve(cusolverSpHandle_t h, struct sp_problem *p) {
	static cusolverStatus_t (*const work[])(struct lib_call *c, void *job) = {
		[SP_LU] = solve_system,
		[SP_QR] = solve_system,
		[SP_CHOLESKY] = solve_system,
		[SP_LEAST_SQUARES] = solve_least_squares,
		[SP_EIGENVALUE] = find_eigenvalue,
		[SP_EIGENVALUES] = count_eigenvalues,
	};
	cusolverStatus_t s = !sp_is_good(h) ? CUSOLVER_STATUS_NOT_INITIALIZED
	                     : p->a.m <= 0 || p->a.n <= 0 || p->a.count <= 0 ||
	                                     p->reorder < SP_NATURAL || p->reorder > SP_ND
	                             ? CUSOLVER_STATUS_INVALID_VALUE
	                     : !sp_is_general(p->a.descr)
	                             ? CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED
	                     : is_bad(p) || !p->a.values ? CUSOLVER_STATUS_INVALID_VALUE
	                                                 : CUSOLVER_STATUS_SUCCESS;
	if (p->is_on_device && s == CUSOLVER_STATUS_INVALID_VALUE && !p->a.values &&
	    p->a.m > 0 && p->a.count > 0)
		s = CUSOLVER_STATUS_INTERNAL_ERROR;
	if (s)
		return solver_end(p->function, s);
	return sp_run(h, p->function, p->is_on_device, work[p->method], p);
}
