/* gemm.c - products of matrices of any types: operands become those of the computation,
 * complex products four real ones, and the result is cut into blocks for threads.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/gemm.h"

#include <pthread.h>
#include <stdatomic.h>

#include <cublas_api.h>

#include "runtime/blas/element.h"
#include "runtime/blas/host_blas.h"
#include "runtime/blas/level.h"

void *space_take(struct space *s, u64 bytes) {
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	u32 i = s->used++;
	assert(i < countof(s->slots));
	if (s->slots[i].bytes < bytes) {
		pthread_mutex_lock(&lock);
		s->slots[i].at = lib_scratch(s->lib, bytes);
		pthread_mutex_unlock(&lock);
		s->slots[i].bytes = s->slots[i].at ? bytes : 0;
	}
	return s->slots[i].at;
}

/* ---- real products by code of our own ---- */

struct tiles {
	const struct gemm *g;
	const struct gemm_level *level;
	u8 *scratch;
	s64 across, count;
	_Atomic s64 next;
};

/* Rows and columns of op(x) are steps in memory. */
static void steps(u32 trans, s64 ld, s64 *row, s64 *col) {
	*row = trans == CUBLAS_OP_N ? 1 : ld;
	*col = trans == CUBLAS_OP_N ? ld : 1;
}

static void run_tile(const struct tiles *t, s64 index, void *scratch) {
	const struct gemm *g = t->g;
	u32 bytes = element_bytes(g->compute);
	s64 i = index % t->across * t->level->rows,
	    j = index / t->across * t->level->cols;
	struct gemm_block b = {
		.m = MIN(t->level->rows, g->m - i),
		.n = MIN(t->level->cols, g->n - j),
		.k = g->k,
		.c = (u8 *)g->c + (i + j * g->ldc) * bytes,
		.ldc = g->ldc,
		.alpha = g->alpha[0],
		.beta = g->beta[0],
	};
	steps(g->transa, g->lda, &b.a_row, &b.a_col);
	steps(g->transb, g->ldb, &b.b_row, &b.b_col);
	b.a = (const u8 *)g->a + i * b.a_row * bytes;
	b.b = (const u8 *)g->b + j * b.b_col * bytes;
	(g->compute == CUDA_R_64F   ? t->level->f64
	 : g->compute == CUDA_R_32I ? t->level->s32
	                            : t->level->f32)(&b, scratch);
}

static void worker(void *ctx, u64 which) {
	struct tiles *t = ctx;
	void *scratch = t->scratch + which * t->level->copies_bytes;
	for (s64 i; (i = atomic_fetch_add(&t->next, 1)) < t->count;)
		run_tile(t, i, scratch);
}

static bool run_real(const struct gemm *g) {
	struct tiles t = {.g = g, .level = host_gemm_level()};
	t.across = (g->m + t.level->rows - 1) / t.level->rows;
	t.count = t.across * ((g->n + t.level->cols - 1) / t.level->cols);
	bool is_small = g->m * g->n * g->k <= 512;
	u64 workers = g->is_alone || is_small ? 1
	                                      : MIN(lib_threads(g->lib), (u64)t.count);
	t.scratch = is_small ? NULL
	                     : space_take(g->space, workers * t.level->copies_bytes);
	if (!is_small && !t.scratch)
		return false;
	if (workers == 1)
		worker(&t, 0);
	else
		lib_parallel(g->lib, workers, worker, &t);
	return true;
}

/* ---- conversions of whole matrices ---- */

struct conversion {
	void *to;
	const void *from;
	u32 to_type, from_type; /* real types: complex numbers are pairs */
	s64 rows, cols, to_ld, from_ld;
	s64 step; /* of `from`, in numbers: 2 takes every other one */
};

static void convert_column(void *ctx, u64 j) {
	const struct conversion *v = ctx;
	u8 *to = (u8 *)v->to + (s64)j * v->to_ld * element_bytes(v->to_type);
	const u8 *from = (const u8 *)v->from +
	                 (s64)j * v->from_ld * element_bytes(v->from_type);
	u64 n = (u64)v->rows;
	if (v->to_type == CUDA_R_32F)
		elements_to_f32((f32 *)(void *)to, from, v->from_type, v->step, n);
	else if (v->to_type == CUDA_R_64F)
		elements_to_f64((f64 *)(void *)to, from, v->from_type, v->step, n);
	else /* CUDA_R_32I */
		for (u64 i = 0; i < n; i++) {
			s64 at = (s64)i * v->step;
			((s32 *)(void *)to)[i] =
				v->from_type == CUDA_R_8I ? ((const s8 *)from)[at]
				: v->from_type == CUDA_R_8U
					? ((const u8 *)from)[at]
					: ((const s32 *)(const void *)from)[at];
		}
}

static void convert(const struct gemm *g, struct conversion *v) {
	if (g->is_alone || v->rows * v->cols < 16384)
		for (s64 j = 0; j < v->cols; j++)
			convert_column(v, (u64)j);
	else
		lib_parallel(g->lib, (u64)v->cols, convert_column, v);
}

/* ---- complex products as real ones ---- */

enum { RE, IM };

/* The real or imaginary parts of a stored matrix as a matrix of their own. */
static const void *part_of(const struct gemm *g, const void *from, s64 rows, s64 cols,
                           s64 ld, u32 part) {
	u32 real = REAL_OF(g->compute), bytes = element_bytes(real);
	void *to = space_take(g->space, (u64)rows * (u64)cols * bytes);
	if (!to)
		return NULL;
	convert(g, &(struct conversion){
			   .to = to,
			   .from = (const u8 *)from + part * bytes,
			   .to_type = real,
			   .from_type = real,
			   .rows = rows,
			   .cols = cols,
			   .to_ld = rows,
			   .from_ld = 2 * ld,
			   .step = 2,
		   });
	return to;
}

static void combine_complex(const struct gemm *g, const void *re, const void *im) {
	bool is_double = g->compute == CUDA_C_64F;
	for (s64 j = 0; j < g->n; j++)
		for (s64 i = 0; i < g->m; i++) {
			s64 from = i + j * g->m, at = 2 * (i + j * g->ldc);
			f64 x = is_double ? ((const f64 *)re)[from]
			                  : (f64)((const f32 *)re)[from];
			f64 y = is_double ? ((const f64 *)im)[from]
			                  : (f64)((const f32 *)im)[from];
			f64 u = g->alpha[0] * x - g->alpha[1] * y;
			f64 v = g->alpha[0] * y + g->alpha[1] * x;
			f64 *d = (f64 *)g->c + at;
			f32 *s = (f32 *)g->c + at;
			if (g->beta[0] != 0 || g->beta[1] != 0) {
				f64 p = is_double ? d[0] : (f64)s[0],
				    q = is_double ? d[1] : (f64)s[1];
				u += g->beta[0] * p - g->beta[1] * q;
				v += g->beta[0] * q + g->beta[1] * p;
			}
			if (is_double) {
				d[0] = u;
				d[1] = v;
			} else {
				s[0] = (f32)u;
				s[1] = (f32)v;
			}
		}
}

static bool run_complex(const struct gemm *g) {
	bool a_n = g->transa == CUBLAS_OP_N, b_n = g->transb == CUBLAS_OP_N;
	s64 a_rows = a_n ? g->m : g->k, a_cols = a_n ? g->k : g->m;
	s64 b_rows = b_n ? g->k : g->n, b_cols = b_n ? g->n : g->k;
	f64 a_sign = g->transa == CUBLAS_OP_C ? -1 : 1,
	    b_sign = g->transb == CUBLAS_OP_C ? -1 : 1;
	u32 real = REAL_OF(g->compute);
	u64 bytes = (u64)g->m * (u64)g->n * element_bytes(real);
	const void *a[2], *b[2];
	void *c[2];
	for (u32 part = RE; part <= IM; part++) {
		a[part] = part_of(g, g->a, a_rows, a_cols, g->lda, part);
		b[part] = part_of(g, g->b, b_rows, b_cols, g->ldb, part);
		c[part] = space_take(g->space, bytes);
		if (!a[part] || !b[part] || !c[part])
			return false;
	}
	for (u32 pa = RE; pa <= IM; pa++)
		for (u32 pb = RE; pb <= IM; pb++) {
			struct gemm r = *g;
			r.compute = real;
			r.a = a[pa];
			r.b = b[pb];
			r.c = c[pa ^ pb];
			r.lda = a_rows;
			r.ldb = b_rows;
			r.ldc = g->m;
			r.alpha[0] = (pa ? a_sign : 1) * (pb ? b_sign : 1) *
			             (pa && pb ? -1 : 1);
			r.beta[0] = pa ? 1 : 0;
			if (!run_real(&r))
				return false;
		}
	combine_complex(g, c[RE], c[IM]);
	return true;
}

static bool run_own(const struct gemm *g) {
	return element_is_complex(g->compute) ? run_complex(g) : run_real(g);
}

/* ---- any types ---- */

static bool is_zero(const f64 x[2]) {
	return x[0] == 0 && x[1] == 0;
}

/* A matrix in the type of the computation: itself, or a copy. */
static const void *computed(const struct gemm *g, const void *from, u32 type, s64 rows,
                            s64 cols, s64 *ld) {
	if (type == g->compute)
		return from;
	s64 parts = element_is_complex(g->compute) ? 2 : 1;
	void *to = space_take(g->space,
	                      (u64)rows * (u64)cols * element_bytes(g->compute));
	if (!to)
		return NULL;
	convert(g, &(struct conversion){
			   .to = to,
			   .from = from,
			   .to_type = REAL_OF(g->compute),
			   .from_type = REAL_OF(type),
			   .rows = rows * parts,
			   .cols = cols,
			   .to_ld = rows * parts,
			   .from_ld = *ld * parts,
			   .step = 1,
		   });
	*ld = rows;
	return to;
}

struct leaving {
	const struct gemm *g;
	const void *sums;
	u8 *spare; /* a column for each thread would do; one for each column is simpler */
};

/* c = sums + beta c, rounded to the type of c. */
static void leave_column(void *ctx, u64 j) {
	const struct leaving *l = ctx;
	const struct gemm *g = l->g;
	u32 real = REAL_OF(g->c_type);
	u64 n = (u64)g->m * (element_is_complex(g->c_type) ? 2 : 1);
	f32 *sums = (f32 *)l->sums + j * n, *old = (f32 *)(void *)l->spare + j * n;
	u8 *c = (u8 *)g->c + (s64)j * g->ldc * element_bytes(g->c_type);
	if (!is_zero(g->beta)) {
		elements_to_f32(old, c, real, 1, n);
		f32 beta = (f32)g->beta[0], beta_im = (f32)g->beta[1];
		if (element_is_complex(g->c_type))
			for (u64 i = 0; i < n; i += 2) {
				sums[i] += beta * old[i] - beta_im * old[i + 1];
				sums[i + 1] += beta * old[i + 1] + beta_im * old[i];
			}
		else
			for (u64 i = 0; i < n; i++)
				sums[i] += beta * old[i];
	}
	elements_from_f32(c, real, 1, sums, n);
}

static bool leave(const struct gemm *g, const void *sums) {
	u64 bytes = (u64)g->m * (u64)g->n * element_bytes(g->compute);
	struct leaving l = {g, sums,
	                    is_zero(g->beta) ? NULL : space_take(g->space, bytes)};
	if (!is_zero(g->beta) && !l.spare)
		return false;
	if (g->is_alone || g->m * g->n < 16384)
		for (s64 j = 0; j < g->n; j++)
			leave_column(&l, (u64)j);
	else
		lib_parallel(g->lib, (u64)g->n, leave_column, &l);
	return true;
}

/* One type, that of the computation. */
static bool run_uniform(const struct gemm *g) {
	return host_gemm(g) || run_own(g);
}

/* c = beta c. */
static void scale_result(const struct gemm *g) {
	u32 type = REAL_OF(g->c_type), bytes = element_bytes(type);
	u64 parts = element_is_complex(g->c_type) ? 2 : 1;
	for (s64 j = 0; j < g->n; j++)
		for (s64 i = 0; i < g->m; i++) {
			u8 *at = (u8 *)g->c + (u64)(i + j * g->ldc) * bytes * parts;
			f64 x[2] = {0}, y[2] = {0};
			if (!is_zero(g->beta)) {
				elements_to_f64(x, at, type, 1, parts);
				y[0] = g->beta[0] * x[0] - g->beta[1] * x[1];
				y[1] = g->beta[0] * x[1] + g->beta[1] * x[0];
			}
			elements_from_f64(at, type, 1, y, parts);
		}
}

bool gemm_run(const struct gemm *given) {
	struct space own = {.lib = given->lib};
	struct gemm g = *given;
	if (g.space)
		space_reset(g.space);
	else
		g.space = &own;
	bool a_n = g.transa == CUBLAS_OP_N, b_n = g.transb == CUBLAS_OP_N;
	if (g.m == 0 || g.n == 0)
		return true;
	if (g.k == 0 || is_zero(g.alpha)) {
		scale_result(&g);
		return true;
	}
	g.a = computed(&g, g.a, g.a_type, a_n ? g.m : g.k, a_n ? g.k : g.m, &g.lda);
	g.b = computed(&g, g.b, g.b_type, b_n ? g.k : g.n, b_n ? g.n : g.k, &g.ldb);
	if (!g.a || !g.b)
		return false;
	if (g.c_type == g.compute)
		return run_uniform(&g);
	struct gemm sums = g;
	sums.c = space_take(g.space, (u64)g.m * (u64)g.n * element_bytes(g.compute));
	sums.ldc = g.m;
	sums.beta[0] = sums.beta[1] = 0;
	return sums.c && run_uniform(&sums) && leave(&g, sums.c);
}
