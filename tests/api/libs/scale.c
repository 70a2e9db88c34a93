/* scale.c - see scale.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "scale.h"

#include <string.h>

#include "runtime/libs/call.h"

struct scaling {
	float *x;
	u32 n;
	float k;
};

enum { PIECE = 1000 };

static void scale_piece(void *ctx, u64 i) {
	const struct scaling *s = ctx;
	for (u64 at = i * PIECE; at < MIN(s->n, (i + 1) * PIECE); at++)
		s->x[at] *= s->k;
}

static void scale(struct lib_call *c, const void *payload) {
	struct scaling s;
	memcpy(&s, payload, sizeof s);
	struct lib_box x = lib_bytes(s.x, s.n * sizeof *s.x);
	if (lib_updates(c, "x", &x))
		lib_parallel(c, (s.n + PIECE - 1) / PIECE, scale_piece, &s);
}

cudaError_t scaleVector(cudaStream_t stream, unsigned n, float *x, float k) {
	struct scaling s = {x, n, k};
	struct lib_work w = {"scaleVector", scale, &s, sizeof s};
	return lib_submit(stream, &w);
}

struct copying {
	const float *a;
	float *b;
	u32 rows, cols, lda, ldb;
};

/* By way of memory of its own, as libraries have workspaces. */
static void copy(struct lib_call *c, const void *payload) {
	const struct copying *p = payload;
	struct lib_box a = lib_matrix(p->a, p->rows, p->cols, p->lda, sizeof *p->a);
	struct lib_box b = lib_matrix(p->b, p->rows, p->cols, p->ldb, sizeof *p->b);
	if (!lib_reads(c, "a", &a) || !lib_writes(c, "b", &b))
		return;
	float *column = lib_scratch(c, p->rows * sizeof *column);
	for (u32 j = 0; column && j < p->cols; j++) {
		memcpy(column, p->a + (size_t)j * p->lda, p->rows * sizeof *column);
		memcpy(p->b + (size_t)j * p->ldb, column, p->rows * sizeof *column);
	}
}

cudaError_t scaleCopy(cudaStream_t stream, unsigned rows, unsigned cols, const float *a,
                      unsigned lda, float *b, unsigned ldb) {
	struct copying p = {a, b, rows, cols, lda, ldb};
	struct lib_work w = {"scaleCopy", copy, &p, sizeof p};
	return lib_submit(stream, &w);
}

static void fail_now(struct lib_call *c, const void *payload) {
	(void)payload;
	lib_fail(c, cudaErrorLaunchFailure);
}

cudaError_t scaleFail(cudaStream_t stream) {
	struct lib_work w = {.function = "scaleFail", .run = fail_now};
	return lib_submit(stream, &w);
}
