/* core.c - passes over lines: which way a line is transformed, what real lines need
 * before and after. Compiled for each precision and level of instructions, which
 * FFT_CORE names.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/fft/move.h"
#include "runtime/fft/transform.h"

/* What works together on what. */
enum how {
	LANES, /* V lines at once, each worker has groups of its own */
	LINES, /* each worker has lines of its own */
	SHARED /* all workers on one line after the other */
};

struct fft_line {
	u64 n, lines;
	enum fft_kind kind;
	enum fft_format format;
	enum how how;
	bool pairs; /* an even number of real numbers, half as many complex ones */
	struct transform *t;
	const struct complex *root; /* exp(-2 pi i k / n), k <= n / 4, for pairs */
};

/* ---- real lines -------------------------------------------------------------------- */

/* The spectrum of n real numbers from that of n / 2 pairs, and back. The two numbers at
 * k and n / 2 - k need each other. */

static void unpack_lanes(const struct fft_line *l, struct cvec *x) {
	u64 h = l->n / 2;
	for (u64 k = 0; k <= h / 2; k++) {
		struct cvec a = x[k], b = x[k ? h - k : 0];
		struct cvec even = {(a.re + b.re) * (real)0.5, (a.im - b.im) * (real)0.5};
		struct cvec odd = {(a.im + b.im) * (real)0.5, (b.re - a.re) * (real)0.5};
		odd = cvec_scale(odd, l->root[k].re, l->root[k].im);
		x[h - k] = (struct cvec){even.re - odd.re, odd.im - even.im};
		x[k] = cvec_add(even, odd);
	}
}

/* The imaginary parts of the first and the last number do not count. */
static void pack_lanes(const struct fft_line *l, struct cvec *x) {
	u64 h = l->n / 2;
	x[0].im = x[h].im = (vec){0};
	for (u64 k = 0; k <= h / 2; k++) {
		struct cvec a = x[k], b = x[h - k];
		struct cvec even = {a.re + b.re, a.im - b.im};
		struct cvec dif = {a.re - b.re, a.im + b.im};
		struct cvec odd = cvec_scale(dif, l->root[k].re, -l->root[k].im);
		x[k] = cvec_add_i(even, odd);
		struct cvec mirror = cvec_sub_i(even, odd);
		x[h - k] = (struct cvec){mirror.re, -mirror.im};
	}
}

struct line_job {
	const struct fft_line *l;
	const struct fft_lines *all;
	s64 from, to;         /* where the line begins */
	struct complex *line; /* contiguous */
	u64 n;                /* numbers to move */
};

static void unpack_chunk(void *ctx, struct bufs *b, u64 chunk) {
	const struct line_job *j = ctx;
	struct complex *x = j->line;
	u64 h = j->l->n / 2, end = MIN((chunk + 1) * CHUNK, h / 2 + 1);
	(void)b;
	for (u64 k = chunk * CHUNK; k < end; k++) {
		struct complex p = x[k], q = x[k ? h - k : 0];
		struct complex even = {(p.re + q.re) * (real)0.5,
		                       (p.im - q.im) * (real)0.5};
		struct complex odd = {(p.im + q.im) * (real)0.5,
		                      (q.re - p.re) * (real)0.5};
		odd = product(odd, j->l->root[k]);
		x[h - k] = (struct complex){even.re - odd.re, odd.im - even.im};
		x[k] = (struct complex){even.re + odd.re, even.im + odd.im};
	}
}

static void pack_chunk(void *ctx, struct bufs *b, u64 chunk) {
	const struct line_job *j = ctx;
	struct complex *x = j->line;
	u64 h = j->l->n / 2, end = MIN((chunk + 1) * CHUNK, h / 2 + 1);
	(void)b;
	for (u64 k = chunk * CHUNK; k < end; k++) {
		struct complex p = x[k], q = x[h - k], w = j->l->root[k];
		struct complex even = {p.re + q.re, p.im - q.im};
		struct complex odd = product((struct complex){p.re - q.re, p.im + q.im},
		                             (struct complex){w.re, -w.im});
		x[k] = (struct complex){even.re - odd.im, even.im + odd.re};
		x[h - k] = (struct complex){even.re + odd.im, odd.re - even.im};
	}
}

/* ---- where lines are --------------------------------------------------------------- */

/* Goes through the lines from one on. */
struct walk {
	const struct fft_lines *all;
	u64 at[FFT_DIMS];
	s64 from, to;
};

static struct walk walk_from(const struct fft_lines *all, u64 i) {
	struct walk w = {.all = all};
	for (u32 d = 0; d < FFT_DIMS && i; d++) {
		w.at[d] = i % all->count[d];
		i /= all->count[d];
		w.from += (s64)w.at[d] * all->from.step[d];
		w.to += (s64)w.at[d] * all->to.step[d];
	}
	return w;
}

static void walk_on(struct walk *w) {
	for (u32 d = 0; d < FFT_DIMS; d++) {
		w->from += w->all->from.step[d];
		w->to += w->all->to.step[d];
		if (++w->at[d] < w->all->count[d])
			return;
		w->from -= (s64)w->at[d] * w->all->from.step[d];
		w->to -= (s64)w->at[d] * w->all->to.step[d];
		w->at[d] = 0;
	}
}

/* ---- V lines at once --------------------------------------------------------------- */

struct lanes_job {
	const struct fft_line *l;
	const struct fft_lines *all;
};

static void exchange_lanes(struct cvec *x, u64 n) {
	for (u64 j = 0; j < n; j++)
		x[j] = (struct cvec){x[j].im, x[j].re};
}

static void load_lanes(const struct lanes_job *j, const struct group *g, struct cvec *x) {
	const struct fft_line *l = j->l;
	const struct fft_lines *all = j->all;
	u64 n = l->t->n, h = l->n / 2;
	if (l->kind == FFT_C2C)
		load_group(all->in, l->format, 2, complex_parts(all->from.stride), g, n,
		           x);
	else if (l->kind == FFT_C2R)
		load_group(all->in, l->format, 2, complex_parts(all->from.stride), g,
		           h + 1, x);
	else if (l->pairs)
		load_group(all->in, l->format, 1, real_pairs(all->from.stride), g, n, x);
	else
		load_reals(all->in, l->format, all->from.stride, g, n, x);
	if (l->kind == FFT_C2R && l->pairs)
		pack_lanes(l, x);
	for (u64 k = 1; l->kind == FFT_C2R && !l->pairs && k <= h; k++)
		x[n - k] = (struct cvec){x[k].re, -x[k].im};
	if (l->kind == FFT_C2R && !l->pairs)
		x[0].im = (vec){0};
}

static void store_lanes(const struct lanes_job *j, const struct group *g,
                        struct cvec *x) {
	const struct fft_line *l = j->l;
	const struct fft_lines *all = j->all;
	u64 n = l->t->n, h = l->n / 2;
	if (l->kind == FFT_R2C && l->pairs)
		unpack_lanes(l, x);
	if (l->kind == FFT_C2C)
		store_group(all->out, l->format, 2, complex_parts(all->to.stride), g, n,
		            x);
	else if (l->kind == FFT_R2C)
		store_group(all->out, l->format, 2, complex_parts(all->to.stride), g,
		            h + 1, x);
	else if (l->pairs)
		store_group(all->out, l->format, 1, real_pairs(all->to.stride), g, n, x);
	else
		store_reals(all->out, l->format, all->to.stride, g, n, x);
}

static void run_group(void *ctx, struct bufs *b, u64 i) {
	const struct lanes_job *j = ctx;
	struct group g;
	g.lines = (u32)MIN(j->l->lines - i * V, V);
	struct walk w = walk_from(j->all, i * V);
	g.is_even = w.at[0] + V <= j->all->count[0];
	g.from_step = j->all->from.step[0];
	g.to_step = j->all->to.step[0];
	g.from[0] = w.from;
	g.to[0] = w.to;
	for (u32 l = 1; !g.is_even && l < g.lines; l++) {
		walk_on(&w);
		g.from[l] = w.from;
		g.to[l] = w.to;
	}
	load_lanes(j, &g, b->x);
	if (j->all->inverse)
		exchange_lanes(b->x, j->l->t->n);
	struct cvec *y = (struct cvec *)leaf_run(&j->l->t->leaf, b->x, b->x, b->y);
	if (j->all->inverse)
		exchange_lanes(y, j->l->t->n);
	store_lanes(j, &g, y);
}

/* ---- line by line ------------------------------------------------------------------ */

static void gather_chunk(void *ctx, struct bufs *b, u64 chunk) {
	const struct line_job *j = ctx;
	enum fft_format f = j->l->format;
	s64 stride = j->all->from.stride;
	bool is_real = j->l->kind == FFT_R2C;
	u64 end = MIN((chunk + 1) * CHUNK, j->n);
	(void)b;
	for (u64 k = chunk * CHUNK; k < end; k++) {
		s64 i = j->from + (s64)(j->l->pairs && is_real ? 2 * k : k) * stride;
		if (!is_real)
			j->line[k] = (struct complex){get(j->all->in, f, 2 * i),
			                              get(j->all->in, f, 2 * i + 1)};
		else
			j->line[k] = (struct complex){
				get(j->all->in, f, i),
				j->l->pairs ? get(j->all->in, f, i + stride) : 0};
	}
}

static void scatter_chunk(void *ctx, struct bufs *b, u64 chunk) {
	const struct line_job *j = ctx;
	enum fft_format f = j->l->format;
	s64 stride = j->all->to.stride;
	bool is_real = j->l->kind == FFT_C2R;
	u64 end = MIN((chunk + 1) * CHUNK, j->n);
	(void)b;
	for (u64 k = chunk * CHUNK; k < end; k++) {
		s64 i = j->to + (s64)(j->l->pairs && is_real ? 2 * k : k) * stride;
		put(j->all->out, f, is_real ? i : 2 * i, j->line[k].re);
		if (!is_real)
			put(j->all->out, f, 2 * i + 1, j->line[k].im);
		else if (j->l->pairs)
			put(j->all->out, f, i + stride, j->line[k].im);
	}
}

static u64 chunks(u64 n) {
	return (n + CHUNK - 1) / CHUNK;
}

/* Numbers that a line has in memory, in units of the transform. */
static u64 numbers(const struct fft_line *l, bool is_complex) {
	return is_complex && l->kind != FFT_C2C ? l->n / 2 + 1 : l->t->n;
}

/* Whether a side can be transformed where it is: half a spectrum has no room for the
 * whole. */
static bool is_direct(const struct fft_line *l, bool is_complex, s64 stride) {
	bool fits = l->pairs || (is_complex && l->kind == FFT_C2C);
	return !is_half(l->format) && stride == 1 && fits;
}

static void run_line(const struct team *t, const struct lanes_job *lj, struct bufs *b,
                     u64 i) {
	const struct fft_line *l = lj->l;
	const struct fft_lines *all = lj->all;
	struct walk w = walk_from(all, i);
	struct line_job j = {l, all, w.from, w.to, b->line, 0};
	bool from_complex = l->kind != FFT_R2C, to_complex = l->kind != FFT_C2R;
	const struct complex *in = b->line;
	struct complex *out = b->line;
	if (is_direct(l, from_complex, all->from.stride) && l->kind != FFT_C2R)
		in = (const struct complex *)((const real *)all->in +
		                              (from_complex ? 2 : 1) * j.from);
	if (is_direct(l, to_complex, all->to.stride))
		out = (struct complex *)((real *)all->out + (to_complex ? 2 : 1) * j.to);
	j.n = numbers(l, from_complex);
	if (in == b->line)
		team_each(t, chunks(j.n), gather_chunk, &j);
	if (l->kind == FFT_C2R) {
		b->line[0].im = 0;
		if (l->pairs) {
			b->line[l->n / 2].im = 0;
			team_each(t, chunks(l->n / 4 + 1), pack_chunk, &j);
		}
		for (u64 k = 1; !l->pairs && k <= l->n / 2; k++)
			b->line[l->n - k] = (struct complex){b->line[k].re,
			                                     -b->line[k].im};
	}
	transform_run(l->t, t, in, out, b->scratch, all->inverse);
	j.line = out;
	if (l->kind == FFT_R2C && l->pairs)
		team_each(t, chunks(l->n / 4 + 1), unpack_chunk, &j);
	j.n = numbers(l, to_complex);
	if (out == b->line)
		team_each(t, chunks(j.n), scatter_chunk, &j);
}

static void run_own_line(void *ctx, struct bufs *b, u64 i) {
	struct team alone = {NULL, b, 1};
	run_line(&alone, ctx, b, i);
}

/* ---- memory ------------------------------------------------------------------------ */

static u64 line_bytes(const struct fft_line *l) {
	return alignup((l->t->n + 1) * sizeof(struct complex), 64);
}

static u64 scratch_bytes(const struct fft_line *l) {
	return alignup(transform_scratch(l->t) * sizeof(struct complex), 64);
}

static u64 core_work_bytes(const struct fft_line *l) {
	return l->how == SHARED ? line_bytes(l) + scratch_bytes(l) : 0;
}

/* Bytes that each worker has in x and y together: apart from each other, since lines of
 * powers of two would meet in the sets of a cache. */
static u64 room_bytes(const struct fft_line *l) {
	u64 room = l->how == LANES ? l->n + 1 : 0;
	return alignup((MAX(room, transform_room(l->t)) + 1) * sizeof(struct cvec), 64);
}

static bool make_bufs(struct lib_call *c, const struct fft_line *l, struct bufs *b,
                      u32 workers, void *work) {
	u64 own = 2 * room_bytes(l);
	if (l->how == LINES)
		own += line_bytes(l) + scratch_bytes(l);
	u8 *at = lib_scratch(c, own * workers);
	for (u32 i = 0; at && i < workers; i++, at += own) {
		u8 *line = l->how == SHARED ? work : at + 2 * room_bytes(l);
		b[i] = (struct bufs){
			(struct cvec *)at, (struct cvec *)(at + room_bytes(l)),
			(struct complex *)line, (struct complex *)(line + line_bytes(l))};
	}
	return at;
}

/* Below this many points a pass is not worth other threads. */
enum { MANY_POINTS = 1 << 14, MAX_WORKERS = 256 };

static bool core_run(struct lib_call *c, const struct fft_line *l,
                     const struct fft_lines *all, void *work) {
	struct bufs bufs[MAX_WORKERS];
	u64 units = l->how == LANES   ? groups_of(l->lines)
	            : l->how == LINES ? l->lines
	                              : UINT64_MAX;
	u64 workers = MIN(MIN(units, lib_threads(c)), MAX_WORKERS);
	if (l->n * l->lines < MANY_POINTS)
		workers = 1;
	if (!make_bufs(c, l, bufs, (u32)workers, work))
		return false;
	struct team t = {c, bufs, (u32)workers};
	struct lanes_job j = {l, all};
	if (l->how == LANES)
		team_each(&t, units, run_group, &j);
	else if (l->how == LINES)
		team_each(&t, units, run_own_line, &j);
	else
		for (u64 i = 0; i < l->lines; i++)
			run_line(&t, &j, bufs, i);
	return true;
}

/* ---- plans ------------------------------------------------------------------------- */

/* Lines up to this length, if there are enough of them, are not made matrices. */
#ifndef FFT_LANES_POINTS
#define FFT_LANES_POINTS 256
#endif
/* From this size on threads share a line, if there are few; always. */
enum { SHARE_BYTES = 128 << 10, SHARE_ALWAYS = 1 << 20, FEW_LINES = 16 };

static struct fft_line *core_plan(struct arena *a, u64 n, enum fft_kind kind,
                                  enum fft_format format, u64 lines) {
	struct fft_line *l = arena_new(a, struct fft_line);
	*l = (struct fft_line){.n = n, .lines = lines, .kind = kind, .format = format};
	l->pairs = kind != FFT_C2C && n % 2 == 0;
	u64 points = l->pairs ? n / 2 : n;
	l->t = transform_plan(a, points, lines >= V / 2 && points <= FFT_LANES_POINTS);
	u64 bytes = points * sizeof(struct complex);
	if (l->t->method == LEAF)
		l->how = LANES;
	else if (bytes >= SHARE_ALWAYS || (bytes >= SHARE_BYTES && lines < FEW_LINES))
		l->how = SHARED;
	else
		l->how = LINES;
	return l;
}

static bool core_fill(struct arena *a, struct fft_line *l) {
	u64 quarter = l->pairs ? l->n / 4 + 1 : 0;
	u64 bytes = transform_tables(l->t) + quarter * sizeof(struct complex);
	if (!arena_reserve(a, bytes, 64))
		return false;
	struct complex *root = arena_array(a, struct complex, quarter);
	for (u64 k = 0; k < quarter; k++)
		unit_root(k, l->n, &root[k].re, &root[k].im);
	l->root = root;
	transform_fill(a, l->t);
	return true;
}

#define NAME_OF(x) #x
#define NAME(x) NAME_OF(x)
extern const struct fft_core FFT_CORE;
const struct fft_core FFT_CORE = {
	.name = NAME(FFT_CORE),
	.plan = core_plan,
	.work_bytes = core_work_bytes,
	.fill = core_fill,
	.run = core_run,
};
