/* transform.h - the transform of one contiguous line, by all threads or by one: as a
 * matrix, or as a convolution where the length has a large prime factor (Bluestein).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdatomic.h>

#include "runtime/fft/core.h"
#include "runtime/fft/leaf.h"

/* ---- who works --------------------------------------------------------------------- */

/* What each worker has: two rooms for V lines, and room for a line of its own. */
struct bufs {
	struct cvec *x, *y;
	struct complex *line, *scratch;
};

struct team {
	struct lib_call *call;
	struct bufs *bufs;
	u32 workers; /* 1: the calling thread alone */
};

typedef void team_fn(void *ctx, struct bufs *b, u64 i);

struct team_job {
	const struct team *team;
	team_fn *fn;
	void *ctx;
	u64 n, share; /* items that a worker takes at once */
	_Atomic u64 next;
};

/* An atomic addition waits until all stores before it are in the cache, which takes
 * longer than a group of short lines: workers take several at once. */
enum { SHARES = 16 /* of each worker */ };

static void team_worker(void *ctx, u64 worker) {
	struct team_job *j = ctx;
	for (u64 i; (i = atomic_fetch_add_explicit(&j->next, j->share,
	                                           memory_order_relaxed)) < j->n;)
		for (u64 end = MIN(i + j->share, j->n); i < end; i++)
			j->fn(j->ctx, &j->team->bufs[worker], i);
}

static void team_each(const struct team *t, u64 n, team_fn *fn, void *ctx) {
	u64 share = MAX(n / ((u64)t->workers * SHARES), 1);
	struct team_job j = {.team = t, .fn = fn, .ctx = ctx, .n = n, .share = share};
	if (t->workers == 1 || n <= 1)
		for (u64 i = 0; i < n; i++)
			fn(ctx, &t->bufs[0], i);
	else
		lib_parallel(t->call, MIN(n, t->workers), team_worker, &j);
}

/* ---- plans ------------------------------------------------------------------------- */

enum method { LEAF, SPLIT, CHIRP };

struct transform {
	u64 n;
	enum method method;
	struct leaf leaf;
	/* SPLIT: columns of a numbers, rows of b; the factors exp(-2 pi i j k / n) are
	 * products of those of a group's first column and those of its lanes. */
	u64 a, b;
	struct leaf column, row;
	const struct complex *first;
	const struct cvec *lane;
	/* CHIRP */
	struct transform *inner;
	const struct complex *chirp, *kernel;
};

static inline u64 groups_of(u64 n) {
	return (n + V - 1) / V;
}

/* Room in x and y, and complex numbers of scratch. */
static u64 transform_room(const struct transform *t) {
	switch (t->method) {
	case SPLIT: return MAX(groups_of(t->a) * V, t->b);
	case CHIRP: return transform_room(t->inner);
	default: return t->n + 1;
	}
}

static u64 transform_scratch(const struct transform *t) {
	switch (t->method) {
	case SPLIT: return groups_of(t->a) * V * t->b;
	case CHIRP: return alignup(t->inner->n, V) + transform_scratch(t->inner);
	default: return 0;
	}
}

/* ---- one line in one lane ---------------------------------------------------------- */

static void run_leaf(const struct transform *t, const struct bufs *b,
                     const struct complex *in, struct complex *out, bool exchange) {
	for (u64 j = 0; j < t->n; j++) {
		struct cvec c = {{in[j].re}, {in[j].im}};
		b->x[j] = cvec_exchange(c, exchange);
	}
	const struct cvec *y = leaf_run(&t->leaf, b->x, b->x, b->y);
	for (u64 j = 0; j < t->n; j++) {
		struct cvec c = cvec_exchange(y[j], exchange);
		out[j] = (struct complex){c.re[0], c.im[0]};
	}
}

/* ---- a matrix ---------------------------------------------------------------------- */

struct split_job {
	const struct transform *t;
	const struct complex *in;
	struct complex *out;
	struct cvec *between; /* for V rows of the columns' results, b vectors */
	bool exchange;
};

static struct cvec load_some(const struct complex *p, u64 n) {
	struct cvec c = {0};
	for (u64 l = 0; l < n; l++) {
		c.re[l] = p[l].re;
		c.im[l] = p[l].im;
	}
	return c;
}

/* V numbers of the columns of V rows become columns of V rows. */
static ALWAYS_INLINE void turn_block(const struct cvec *y, const struct cvec *lane,
                                     const struct complex *first, struct cvec *to,
                                     u64 columns) {
	vec re[V], im[V];
#pragma GCC unroll 16
	for (u32 k = 0; k < V; k++) {
		struct cvec w = cvec_scale(lane[k], first[k].re, first[k].im);
		struct cvec c = cvec_mul(y[k], w);
		re[k] = c.re;
		im[k] = c.im;
	}
	vec_transpose(re);
	vec_transpose(im);
	if (columns == V)
#pragma GCC unroll 16
		for (u32 l = 0; l < V; l++)
			to[l] = (struct cvec){re[l], im[l]};
	else
		for (u32 l = 0; l < columns; l++)
			to[l] = (struct cvec){re[l], im[l]};
}

static void split_columns(void *ctx, struct bufs *b, u64 group) {
	const struct split_job *s = ctx;
	const struct transform *t = s->t;
	u64 first = group * V, columns = MIN(t->b - first, V), height = groups_of(t->a);
	const struct complex *in = s->in + first;
	for (u64 j = 0; j < t->a; j++) {
		struct cvec c = columns == V ? cvec_load(in + j * t->b)
		                             : load_some(in + j * t->b, columns);
		b->x[j] = cvec_exchange(c, s->exchange);
	}
	struct cvec *y = (struct cvec *)leaf_run(&t->column, b->x, b->x, b->y);
	for (u64 k = t->a; k < height * V; k++)
		y[k] = (struct cvec){0};
	const struct complex *w = t->first + group * height * V;
	for (u64 k = 0; k < height; k++)
		turn_block(y + k * V, t->lane + k * V, w + k * V,
		           s->between + k * t->b + first, columns);
}

static void split_rows(void *ctx, struct bufs *b, u64 group) {
	const struct split_job *s = ctx;
	const struct transform *t = s->t;
	u64 first = group * V, rows = MIN(t->a - first, V);
	const struct cvec *y = leaf_run(&t->row, s->between + group * t->b, b->x, b->y);
	for (u64 k = 0; k < t->b; k++) {
		struct complex *to = s->out + k * t->a + first;
		struct cvec c = cvec_exchange(y[k], s->exchange);
		if (rows == V)
			cvec_store(to, c);
		else
			for (u64 l = 0; l < rows; l++)
				to[l] = (struct complex){c.re[l], c.im[l]};
	}
}

static void run_split(const struct transform *t, const struct team *team,
                      const struct complex *in, struct complex *out,
                      struct complex *scratch, bool exchange) {
	struct split_job s = {t, in, out, (struct cvec *)(void *)scratch, exchange};
	team_each(team, groups_of(t->b), split_columns, &s);
	team_each(team, groups_of(t->a), split_rows, &s);
}

/* ---- a convolution ----------------------------------------------------------------- */

enum { CHUNK = 4096 };

static inline struct complex product(struct complex a, struct complex b) {
	return (struct complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static inline struct complex exchanged(struct complex c, bool exchange) {
	return exchange ? (struct complex){c.im, c.re} : c;
}

struct chirp_job {
	const struct transform *t;
	const struct complex *in;
	struct complex *out, *padded;
	bool exchange;
};

static void chirp_in(void *ctx, struct bufs *b, u64 chunk) {
	const struct chirp_job *c = ctx;
	(void)b;
	u64 end = MIN((chunk + 1) * CHUNK, c->t->inner->n);
	for (u64 j = chunk * CHUNK; j < end; j++)
		c->padded[j] = j < c->t->n ? product(exchanged(c->in[j], c->exchange),
		                                     c->t->chirp[j])
		                           : (struct complex){0};
}

static void chirp_multiply(void *ctx, struct bufs *b, u64 chunk) {
	const struct chirp_job *c = ctx;
	(void)b;
	u64 end = MIN((chunk + 1) * CHUNK, c->t->inner->n);
	for (u64 j = chunk * CHUNK; j < end; j++)
		c->padded[j] = product(c->padded[j], c->t->kernel[j]);
}

static void chirp_out(void *ctx, struct bufs *b, u64 chunk) {
	const struct chirp_job *c = ctx;
	(void)b;
	u64 end = MIN((chunk + 1) * CHUNK, c->t->n);
	for (u64 j = chunk * CHUNK; j < end; j++)
		c->out[j] = exchanged(product(c->padded[j], c->t->chirp[j]), c->exchange);
}

static void transform_run(const struct transform *t, const struct team *team,
                          const struct complex *in, struct complex *out,
                          struct complex *scratch, bool exchange);

static void run_chirp(const struct transform *t, const struct team *team,
                      const struct complex *in, struct complex *out,
                      struct complex *scratch, bool exchange) {
	struct chirp_job c = {t, in, out, scratch, exchange};
	u64 chunks = (t->inner->n + CHUNK - 1) / CHUNK;
	struct complex *rest = scratch + alignup(t->inner->n, V);
	team_each(team, chunks, chirp_in, &c);
	transform_run(t->inner, team, scratch, scratch, rest, false);
	team_each(team, chunks, chirp_multiply, &c);
	transform_run(t->inner, team, scratch, scratch, rest, true);
	team_each(team, (t->n + CHUNK - 1) / CHUNK, chirp_out, &c);
}

/* Transforms n contiguous numbers; `in` may be `out`, scratch may be neither. The inverse
 * transform exchanges the parts of what it reads and writes. */
static void transform_run(const struct transform *t, const struct team *team,
                          const struct complex *in, struct complex *out,
                          struct complex *scratch, bool exchange) {
	switch (t->method) {
	case LEAF: run_leaf(t, &team->bufs[0], in, out, exchange); break;
	case SPLIT: run_split(t, team, in, out, scratch, exchange); break;
	case CHIRP: run_chirp(t, team, in, out, scratch, exchange); break;
	}
}

/* ---- making plans ------------------------------------------------------------------ */

/* How much a matrix of such columns and rows costs: lanes that are empty, and lines that
 * do not fit into the cache. */
static f64 split_cost(u64 a, u64 b) {
	const u64 cached = 256 << 10;
	f64 fill = (f64)(groups_of(b) * V) / (f64)b + (f64)(groups_of(a) * V) / (f64)a;
	f64 bytes = (f64)MAX(a, b) * 2 * FFT_BYTES * 2;
	f64 odd = (f64)MAX(a, b) / (f64)MIN(a, b);
	return fill + (bytes > cached ? 0.5 * bytes / (f64)cached : 0) + 0.01 * odd;
}

/* Returns the best number of columns' elements, 1 if there is none. */
static u64 split_best(u64 n) {
	u64 best = 1;
	f64 cost = INFINITY;
	for (u64 a = 2; a <= n / 2 && a <= (u64)1 << 20; a++) {
		if (n % a)
			continue;
		f64 c = split_cost(a, n / a);
		if (c < cost) {
			cost = c;
			best = a;
		}
		if (a > 4 * n / a)
			break;
	}
	return best;
}

/* Plans are made in two steps: the method, and the tables that it reads. */

static u64 transform_tables(const struct transform *t) {
	switch (t->method) {
	case SPLIT: return groups_of(t->b) * groups_of(t->a) * V * sizeof(struct complex);
	case CHIRP:
		return (t->n + t->inner->n) * sizeof(struct complex) +
		       transform_tables(t->inner);
	default: return 0;
	}
}

static void fill_split(struct arena *arena, struct transform *t) {
	u64 a = t->a, b = t->b, height = groups_of(a) * V;
	struct complex *first = arena_array(arena, struct complex, groups_of(b) * height);
	struct cvec *lane = arena_alloc(arena, height * sizeof *lane, 64);
	leaf_plan(arena, &t->column, a);
	leaf_plan(arena, &t->row, b);
	for (u64 g = 0; g < groups_of(b); g++)
		for (u64 k = 0; k < a; k++) {
			struct complex *c = &first[g * height + k];
			unit_root(g * V * k, t->n, &c->re, &c->im);
		}
	for (u64 k = 0; k < height; k++)
		for (u64 l = 0; l < V; l++) {
			real re, im;
			unit_root(k * l, t->n, &re, &im);
			lane[k].re[l] = re;
			lane[k].im[l] = im;
		}
	t->first = first;
	t->lane = lane;
}

static void transform_fill(struct arena *arena, struct transform *t);

/* exp(-pi i j^2 / n), and the transform of its conjugate over m. */
static void fill_chirp(struct arena *arena, struct transform *t) {
	u64 n = t->n, m = t->inner->n;
	struct complex *chirp = arena_array_raw(arena, struct complex, n);
	struct complex *kernel = arena_array(arena, struct complex, m);
	transform_fill(arena, t->inner);
	for (u64 j = 0; j < n; j++) {
		u64 square = (u64)((u128)j * j % (2 * n));
		unit_root(square, 2 * n, &chirp[j].re, &chirp[j].im);
		struct complex c = {chirp[j].re / (real)m, -chirp[j].im / (real)m};
		kernel[j] = kernel[j ? m - j : 0] = c;
	}
	struct arena scratch = ARENA_INIT;
	u64 room = transform_room(t->inner);
	struct bufs b = {arena_alloc(&scratch, room * sizeof *b.x, 64),
	                 arena_alloc(&scratch, room * sizeof *b.y, 64), NULL, NULL};
	struct team alone = {NULL, &b, 1};
	struct complex *work = arena_alloc(
		&scratch, transform_scratch(t->inner) * sizeof *work, 64);
	transform_run(t->inner, &alone, kernel, kernel, work, false);
	arena_drop(&scratch);
	t->chirp = chirp;
	t->kernel = kernel;
}

static void transform_fill(struct arena *arena, struct transform *t) {
	switch (t->method) {
	case LEAF: leaf_plan(arena, &t->leaf, t->n); break;
	case SPLIT: fill_split(arena, t); break;
	case CHIRP: fill_chirp(arena, t); break;
	}
}

/* The least cheap length of at least `least` points: 1, 3, 5, 9 or 15 times a power of
 * two, so that no lanes of a matrix are empty. */
static u64 convolution_length(u64 least) {
	static const u8 odd[] = {1, 3, 5, 9, 15};
	u64 best = 16;
	while (best < least)
		best *= 2;
	for (u32 i = 0; i < countof(odd); i++) {
		u64 m = (u64)odd[i] * V * V;
		while (m < least)
			m *= 2;
		best = MIN(best, m);
	}
	return best;
}

/* `lanes`: V lines are transformed at once, if there are butterflies for it. */
static struct transform *transform_plan(struct arena *arena, u64 n, bool lanes) {
	struct transform *t = arena_alloc(arena, sizeof *t, 64);
	*t = (struct transform){.n = n};
	if (!is_smooth(n)) {
		t->method = CHIRP;
		t->inner = transform_plan(arena, convolution_length(2 * n - 1), false);
		return t;
	}
	t->a = lanes ? 1 : split_best(n);
	t->b = n / t->a;
	t->method = t->a > 1 ? SPLIT : LEAF;
	return t;
}
