/* planar.c - a product of planes: operands are copied so that the parts lie side by side,
 * by columns, in float.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/lt/planar.h"

#include "runtime/blas/lt/order.h"

struct joining {
	const struct lt_layout *l;
	const void *from;
	f32 *to;
};

static void join_column(void *ctx, u64 column) {
	const struct joining *s = ctx;
	s64 rows = (s64)s->l->rows, j = (s64)column;
	f64 re[ORDER_CHUNK], im[ORDER_CHUNK];
	for (s64 i = 0; i < rows; i += ORDER_CHUNK) {
		s64 n = MIN(ORDER_CHUNK, rows - i);
		f32 *to = s->to + 2 * (i + j * rows);
		order_load(s->l, s->from, false, i, j, n, re, im);
		for (s64 q = 0; q < n; q++) {
			to[2 * q] = (f32)re[q];
			to[2 * q + 1] = (f32)im[q];
		}
	}
}

/* The matrix by columns, its parts side by side; null without memory. */
static f32 *joined(const struct planar *p, const struct lt_layout *l, const void *at) {
	struct joining s = {l, at,
	                    lib_scratch(p->lib, l->rows * l->cols * 2 * sizeof(f32))};
	if (s.to)
		lib_parallel(p->lib, l->cols, join_column, &s);
	return s.to;
}

struct parting {
	const struct planar *p;
	const f32 *sums;
};

static void part_column(void *ctx, u64 column) {
	const struct parting *s = ctx;
	const struct planar *p = s->p;
	s64 rows = (s64)p->d->rows, j = (s64)column;
	f64 re[ORDER_CHUNK], im[ORDER_CHUNK], x[ORDER_CHUNK] = {0}, y[ORDER_CHUNK] = {0};
	for (s64 i = 0; i < rows; i += ORDER_CHUNK) {
		s64 n = MIN(ORDER_CHUNK, rows - i);
		const f32 *sum = s->sums + 2 * (i + j * rows);
		if (p->at_c)
			order_load(p->c, p->at_c, false, i, j, n, x, y);
		for (s64 q = 0; q < n; q++) {
			f64 u = (f64)sum[2 * q], v = (f64)sum[2 * q + 1];
			re[q] = p->alpha[0] * u - p->alpha[1] * v + p->beta[0] * x[q] -
			        p->beta[1] * y[q];
			im[q] = p->alpha[0] * v + p->alpha[1] * u + p->beta[0] * y[q] +
			        p->beta[1] * x[q];
		}
		order_store(p->d, p->at_d, i, j, n, re, im);
	}
}

bool planar_run(const struct planar *p) {
	u64 m = p->d->rows, n = p->d->cols;
	struct gemm g = {
		.lib = p->lib,
		.space = p->space,
		.compute = CUDA_C_32F,
		.a_type = CUDA_C_32F,
		.b_type = CUDA_C_32F,
		.c_type = CUDA_C_32F,
		.transa = p->transa,
		.transb = p->transb,
		.m = (s64)m,
		.n = (s64)n,
		.k = (s64)(p->transa == CUBLAS_OP_N ? p->a->cols : p->a->rows),
		.a = joined(p, p->a, p->at_a),
		.b = joined(p, p->b, p->at_b),
		.c = lib_scratch(p->lib, m * n * 2 * sizeof(f32)),
		.lda = (s64)p->a->rows,
		.ldb = (s64)p->b->rows,
		.ldc = (s64)m,
		.alpha = {1},
	};
	if (!g.a || !g.b || !g.c || !gemm_run(&g))
		return false;
	struct parting s = {p, g.c};
	lib_parallel(p->lib, n, part_column, &s);
	return true;
}
