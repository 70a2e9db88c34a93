/* lowlevel.c - the steps of a factorisation one by one: analysis, sizes, factors,
 * solutions. An info has the structure and the factors; workspaces are named as written
 * and not used.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/solver/sparse/sparse.h"

cusolverStatus_t sp_create_info(void **info, size_t size) {
	if (!info)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*info = lib_object_new(size);
	return *info ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

cusolverStatus_t sp_destroy_info(struct sp_info *i) {
	if (i) {
		arena_drop(&i->factors);
		lib_object_drop(i);
	}
	return CUSOLVER_STATUS_SUCCESS;
}

/* Ends a step that does nothing else: a handle, and what is asked of the info. */
static cusolverStatus_t begin(cusolverSpHandle_t h, const struct sp_step *s,
                              enum sp_state least) {
	return !sp_is_good(h)                 ? CUSOLVER_STATUS_NOT_INITIALIZED
	       : !s->i || s->i->state < least ? CUSOLVER_STATUS_INVALID_VALUE
	                                      : CUSOLVER_STATUS_SUCCESS;
}

static bool is_of(const struct sp_step *s) {
	return s->a.m == s->i->m && s->a.n == s->i->n && s->a.count == s->i->count;
}

/* The structure of a matrix whose sizes are right, in the info's memory. */
static cusolverStatus_t analyze(struct lib_call *c, struct sp_step *s,
                                struct shape *rows) {
	struct sp_info *i = s->i;
	arena_drop(&i->factors);
	i->factors = ARENA_INIT;
	i->state = SP_NEW;
	i->m = s->a.m;
	i->n = s->a.n;
	i->count = s->a.count;
	return sp_take(c, &i->factors, &s->a, rows);
}

static cusolverStatus_t size_step(cusolverSpHandle_t h, struct sp_step *s, s64 elements) {
	s64 size = sp_numeric[s->a.type]->size;
	if (!s->internal || !s->workspace)
		return solver_end(s->function, CUSOLVER_STATUS_INVALID_VALUE);
	(void)h;
	*s->internal = (size_t)(elements * size);
	*s->workspace = (size_t)(size * (s->i->m + s->i->n));
	s->i->state = MAX(s->i->state, SP_SIZED);
	return CUSOLVER_STATUS_SUCCESS;
}

/* Names the values and the workspace of a step. */
static bool names(struct lib_call *c, const struct sp_step *s, const void *values) {
	s64 size = sp_numeric[s->a.type]->size;
	return (!values || sp_reads(c, "csrVal", values, s->i->count * size)) &&
	       (!c || !s->work ||
	        sp_writes(c, "pBuffer", s->work, size * (s->i->m + s->i->n)));
}

static cusolverStatus_t find_pivot(cusolverSpHandle_t h, struct sp_step *s, s32 found) {
	(void)h;
	if (!s->position)
		return solver_end(s->function, CUSOLVER_STATUS_INVALID_VALUE);
	*s->position = found;
	return CUSOLVER_STATUS_SUCCESS;
}

/* ---- LU ---- */

static cusolverStatus_t lu_analyze(struct lib_call *c, void *job) {
	struct sp_step *s = job;
	struct shape rows;
	cusolverStatus_t status = analyze(c, s, &rows);
	if (status)
		return status;
	sp_lu_begin(&s->i->factors, &s->i->lu, &rows);
	s->i->state = SP_ANALYZED;
	return status;
}

cusolverStatus_t sp_lu_analyze(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_NEW);
	if (!status && (s->a.m <= 0 || s->a.count <= 0 || s->i->state != SP_NEW))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	if (!status && !sp_is_general(s->a.descr))
		status = CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	return status ? solver_end(s->function, status)
	              : sp_run(h, s->function, s->is_on_device, lu_analyze, s);
}

cusolverStatus_t sp_lu_size(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_ANALYZED);
	if (!status && !is_of(s))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	/* what is known before the pivots are */
	return status ? solver_end(s->function, status)
	              : size_step(h, s, 2 * (s64)s->a.count);
}

static cusolverStatus_t lu_factor(struct lib_call *c, void *job) {
	struct sp_step *s = job;
	if (!names(c, s, s->a.values))
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (s->i->type != s->a.type)
		s->i->lu.l_room = s->i->lu.u_room = 0;
	s->i->type = s->a.type;
	sp_numeric[s->a.type]->lu(&s->i->lu, s->a.values, s->number);
	s->i->state = SP_FACTORED;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t sp_lu_factor(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_SIZED);
	if (!status && (!is_of(s) || !s->a.values))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	return status ? solver_end(s->function, status)
	              : sp_run(h, s->function, s->is_on_device, lu_factor, s);
}

/* Of factors of another type nothing is known. */
static cusolverStatus_t begin_factored(cusolverSpHandle_t h, const struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_FACTORED);
	return !status && s->i->type != s->a.type ? CUSOLVER_STATUS_INVALID_VALUE
	                                          : status;
}

cusolverStatus_t sp_lu_pivot(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin_factored(h, s);
	return status ? solver_end(s->function, status)
	              : find_pivot(h, s,
	                           sp_numeric[s->a.type]->small_lu(&s->i->lu, s->number));
}

cusolverStatus_t sp_lu_solve(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin_factored(h, s);
	if (!status && (!s->b || !s->x))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	if (status)
		return solver_end(s->function, status);
	/* b and x may be the same. */
	struct arena a = ARENA_INIT;
	size_t bytes = (size_t)s->i->n * sp_numeric[s->a.type]->size;
	void *b = arena_copy(&a, s->b, bytes, 16);
	sp_numeric[s->a.type]->solve_lu(&s->i->lu, b, s->x);
	arena_drop(&a);
	return CUSOLVER_STATUS_SUCCESS;
}

/* A factor by rows, with the diagonal of U. */
static void put_factor(struct arena *a, const struct sp_lu *f, bool is_upper, u32 size,
                       s32 base, u8 *values, s32 *rows, s32 *columns) {
	s32 n = f->columns.lines;
	struct shape by_columns = {
		.lines = n,
		.width = n,
		.start = is_upper ? f->u_start : f->l_start,
		.index = is_upper ? f->u_index : f->l_index,
	};
	const u8 *from = is_upper ? f->u : f->l;
	s64 *place, at = 0;
	struct shape by_rows = shape_transpose(a, &by_columns, &place);
	for (s32 i = 0; i < n; i++) {
		rows[i] = (s32)at + base;
		if (is_upper) {
			memcpy(values + at * size,
			       (const u8 *)f->diagonal + (s64)i * size, size);
			columns[at++] = i + base;
		}
		for (s64 k = by_rows.start[i]; k < by_rows.start[i + 1]; k++) {
			memcpy(values + at * size, from + place[k] * size, size);
			columns[at++] = by_rows.index[k] + base;
		}
	}
	rows[n] = (s32)at + base;
}

cusolverStatus_t sp_lu_extract(cusolverSpHandle_t h, struct sp_step *s,
                               const struct sp_factors *to) {
	cusolverStatus_t status = begin_factored(h, s);
	if (!status && (!sp_is_general(to->l_descr) || !sp_is_general(to->u_descr)))
		status = CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	if (!status && (!to->p || !to->q || !to->l || !to->u || !to->l_rows ||
	                !to->l_columns || !to->u_rows || !to->u_columns))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	if (status)
		return solver_end(s->function, status);
	struct arena a = ARENA_INIT;
	const struct sp_lu *f = &s->i->lu;
	u32 size = sp_numeric[s->a.type]->size;
	for (s32 i = 0; i < s->i->n; i++) {
		to->p[i] = f->p[i];
		to->q[i] = i; /* columns stay where they are */
	}
	put_factor(&a, f, false, size, (s32)to->l_descr->base, to->l, to->l_rows,
	           to->l_columns);
	put_factor(&a, f, true, size, (s32)to->u_descr->base, to->u, to->u_rows,
	           to->u_columns);
	arena_drop(&a);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t h, int *nnzLRef, int *nnzURef,
                                         csrluInfoHost_t info) {
	struct sp_step s = {.function = __func__, .i = &info->i};
	cusolverStatus_t status = begin(h, &s, SP_FACTORED);
	if (!status && (!nnzLRef || !nnzURef))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	if (status)
		return solver_end(__func__, status);
	*nnzLRef = (s32)info->i.lu.l_start[info->i.n];
	*nnzURef = (s32)info->i.lu.u_start[info->i.n] + info->i.n;
	return CUSOLVER_STATUS_SUCCESS;
}

/* ---- Cholesky ---- */

static cusolverStatus_t cholesky_analyze(struct lib_call *c, void *job) {
	struct sp_step *s = job;
	struct shape rows;
	cusolverStatus_t status = analyze(c, s, &rows);
	if (status)
		return status;
	sp_cholesky_begin(&s->i->factors, &s->i->cholesky, &rows);
	s->i->cholesky.l = arena_zalloc(
		&s->i->factors, (size_t)shape_count(&s->i->cholesky.factor) * 16, 64);
	s->i->state = SP_ANALYZED;
	return status;
}

cusolverStatus_t sp_cholesky_analyze(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_NEW);
	if (!status && (s->a.m <= 0 || s->a.count <= 0 || !sp_is_general(s->a.descr)))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	return status ? solver_end(s->function, status)
	              : sp_run(h, s->function, s->is_on_device, cholesky_analyze, s);
}

cusolverStatus_t sp_cholesky_size(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_ANALYZED);
	if (!status && !is_of(s))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	return status ? solver_end(s->function, status)
	              : size_step(h, s, shape_count(&s->i->cholesky.factor));
}

static cusolverStatus_t cholesky_factor(struct lib_call *c, void *job) {
	struct sp_step *s = job;
	if (!names(c, s, s->a.values))
		return CUSOLVER_STATUS_INVALID_VALUE;
	s->i->type = s->a.type;
	s->i->bad = sp_numeric[s->a.type]->cholesky(&s->i->cholesky, s->a.values);
	s->i->state = SP_FACTORED;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t sp_cholesky_factor(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_ANALYZED);
	if (!status && (!is_of(s) || !s->a.values))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	return status ? solver_end(s->function, status)
	              : sp_run(h, s->function, s->is_on_device, cholesky_factor, s);
}

/* Before there are factors, nothing is wrong with them. */
cusolverStatus_t sp_cholesky_pivot(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_NEW);
	if (!status && s->is_on_device && s->i->state < SP_ANALYZED)
		status = CUSOLVER_STATUS_INTERNAL_ERROR;
	if (status)
		return solver_end(s->function, status);
	if (s->i->state < SP_FACTORED || s->i->type != s->a.type)
		return find_pivot(h, s, -1);
	return find_pivot(h, s,
	                  s->i->bad >= 0 ? s->i->bad
	                                 : sp_numeric[s->a.type]->small_cholesky(
						   &s->i->cholesky, s->number));
}

static cusolverStatus_t cholesky_solve(struct lib_call *c, void *job) {
	struct sp_step *s = job;
	s64 bytes = (s64)s->i->n * sp_numeric[s->a.type]->size;
	if (!names(c, s, NULL) || !sp_reads(c, "b", s->b, bytes) ||
	    !sp_writes(c, "x", s->x, bytes))
		return CUSOLVER_STATUS_INVALID_VALUE;
	memmove(s->x, s->b, (size_t)bytes);
	sp_numeric[s->a.type]->solve_cholesky(&s->i->cholesky, s->x);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t sp_cholesky_solve(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin_factored(h, s);
	if (!status && s->a.n != s->i->n)
		status = CUSOLVER_STATUS_INVALID_VALUE;
	return status ? solver_end(s->function, status)
	              : sp_run(h, s->function, s->is_on_device, cholesky_solve, s);
}

static cusolverStatus_t cholesky_diagonal(struct lib_call *c, void *job) {
	struct sp_step *s = job;
	const struct sp_numeric *t = sp_numeric[s->a.type];
	if (!sp_writes(c, "diag", s->x, (s64)s->i->n * t->real_size))
		return CUSOLVER_STATUS_INTERNAL_ERROR;
	t->diagonal(&s->i->cholesky, s->x);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t sp_cholesky_diagonal(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_NEW);
	if (!status && (s->i->state < SP_FACTORED || s->i->type != s->a.type))
		status = CUSOLVER_STATUS_INTERNAL_ERROR;
	return status ? solver_end(s->function, status)
	              : sp_run(h, s->function, s->is_on_device, cholesky_diagonal, s);
}

/* ---- QR ---- */

static cusolverStatus_t qr_analyze(struct lib_call *c, void *job) {
	struct sp_step *s = job;
	struct sp_info *i = s->i;
	struct shape rows;
	s64 *from;
	cusolverStatus_t status = analyze(c, s, &rows);
	if (status)
		return status;
	/* with a diagonal, from which a number may be subtracted */
	struct shape whole = shape_with_diagonal(&i->factors, &rows, &from);
	sp_qr_begin(&i->factors, &i->qr, &whole);
	i->qr.from = from;
	i->qr.r = arena_zalloc(&i->factors, (size_t)shape_count(&i->qr.factor) * 16, 64);
	i->values = arena_zalloc(&i->factors, (size_t)s->a.count * 16, 16);
	i->state = SP_ANALYZED;
	return status;
}

cusolverStatus_t sp_qr_analyze(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_NEW);
	if (!status && (s->a.m <= 0 || s->a.n <= 0 || s->a.m < s->a.n ||
	                s->a.count <= 0 || !sp_is_general(s->a.descr)))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	return status ? solver_end(s->function, status)
	              : sp_run(h, s->function, s->is_on_device, qr_analyze, s);
}

cusolverStatus_t sp_qr_size(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_ANALYZED);
	if (!status && !is_of(s))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	return status ? solver_end(s->function, status)
	              : size_step(h, s, shape_count(&s->i->qr.factor));
}

static cusolverStatus_t qr_set(struct lib_call *c, void *job) {
	struct sp_step *s = job;
	u32 size = sp_numeric[s->a.type]->size;
	if (!sp_reads(c, "csrVal", s->a.values, (s64)s->i->count * size))
		return CUSOLVER_STATUS_INVALID_VALUE;
	memcpy(s->i->values, s->a.values, (size_t)s->i->count * size);
	memcpy(s->i->mu, s->mu, size);
	s->i->type = s->a.type;
	s->i->state = SP_SET;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t sp_qr_set(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_ANALYZED);
	if (!status && (!is_of(s) || !s->a.values))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	return status ? solver_end(s->function, status)
	              : sp_run(h, s->function, s->is_on_device, qr_set, s);
}

static cusolverStatus_t qr_solve(struct lib_call *c, void *job) {
	struct sp_step *s = job;
	const struct sp_numeric *t = sp_numeric[s->a.type];
	if (!names(c, s, NULL) || !sp_reads(c, "b", s->b, (s64)s->i->m * t->size) ||
	    !sp_writes(c, "x", s->x, (s64)s->i->n * t->size))
		return CUSOLVER_STATUS_INVALID_VALUE;
	t->solve_qr(&s->i->qr, s->b, s->x);
	return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t qr_factor(struct lib_call *c, void *job) {
	struct sp_step *s = job;
	struct sp_info *i = s->i;
	if (!names(c, s, NULL))
		return CUSOLVER_STATUS_INVALID_VALUE;
	i->qr.turn_room = 0; /* elements of another type, perhaps */
	sp_numeric[s->a.type]->qr(&i->qr, i->values, i->mu);
	i->state = SP_FACTORED;
	return s->b && s->x ? qr_solve(c, job) : CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t sp_qr_factor(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_SET);
	if (!status && (!is_of(s) || s->i->type != s->a.type))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	return status ? solver_end(s->function, status)
	              : sp_run(h, s->function, s->is_on_device, qr_factor, s);
}

cusolverStatus_t sp_qr_pivot(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin_factored(h, s);
	return status ? solver_end(s->function, status)
	              : find_pivot(h, s,
	                           sp_numeric[s->a.type]->small_qr(&s->i->qr, s->number));
}

cusolverStatus_t sp_qr_solve(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin_factored(h, s);
	if (!status && (s->a.m != s->i->m || s->a.n != s->i->n))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	return status ? solver_end(s->function, status)
	              : sp_run(h, s->function, s->is_on_device, qr_solve, s);
}

/* ---- QR of a batch: one structure, many values ---- */

cusolverStatus_t sp_qr_batch_size(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_ANALYZED);
	if (!status && (!is_of(s) || s->batch <= 0))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	if (status)
		return solver_end(s->function, status);
	s->i->batch = s->batch;
	return size_step(h, s, shape_count(&s->i->qr.factor) * s->batch);
}

/* One system of the batch, with factors of its own. */
static void solve_one(void *job, u64 one) {
	struct sp_step *s = job;
	const struct sp_numeric *t = sp_numeric[s->a.type];
	struct arena a = ARENA_INIT;
	struct sp_qr f = s->i->qr;
	f.a = &a;
	f.r = arena_zalloc(&a, (size_t)shape_count(&f.factor) * t->size, 64);
	f.is_filled = arena_array(&a, bool, f.factor.lines);
	f.step = arena_array_raw(&a, s32, (s64)f.step_room + 1);
	f.step_start = arena_array(&a, s64, (s64)f.step_room + 1);
	f.turn_room = 0;
	t->qr(&f, (const u8 *)s->a.values + one * (u64)s->i->count * t->size, NULL);
	t->solve_qr(&f, (const u8 *)s->b + one * (u64)s->i->m * t->size,
	            (u8 *)s->x + one * (u64)s->i->n * t->size);
	arena_drop(&a);
}

static cusolverStatus_t qr_batch_solve(struct lib_call *c, void *job) {
	struct sp_step *s = job;
	s64 all = (s64)s->batch * sp_numeric[s->a.type]->size;
	if (!names(c, s, NULL) ||
	    !sp_reads(c, "csrVal", s->a.values, s->i->count * all) ||
	    !sp_reads(c, "b", s->b, s->i->m * all) ||
	    !sp_writes(c, "x", s->x, s->i->n * all))
		return CUSOLVER_STATUS_INVALID_VALUE;
	lib_parallel(c, (u64)s->batch, solve_one, s);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t sp_qr_batch_solve(cusolverSpHandle_t h, struct sp_step *s) {
	cusolverStatus_t status = begin(h, s, SP_SIZED);
	if (!status && !is_of(s))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	if (!status && s->batch <= 0)
		status = CUSOLVER_STATUS_EXECUTION_FAILED;
	return status ? solver_end(s->function, status)
	              : sp_run(h, s->function, s->is_on_device, qr_batch_solve, s);
}
