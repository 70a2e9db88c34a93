/* run.c - a call's way through the stream to the numbers.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <sys/mman.h>

#include "base/reserve.h"
#include "runtime/libs/call.h"
#include "runtime/rand/generator.h"

struct payload {
	struct curandGenerator_st *g;
	u64 serial, first, n;
	void *out;
	struct distribution distribution;
	struct origin origin;
	struct sobol sobol;
};

/* ---- states ---- */

static bool make_states(struct curandGenerator_st *g, const struct origin *o) {
	u32 blocks = o->threads / BLOCK;
	size_t states = (size_t)blocks * o->kind->state_bytes;
	arena_drop(&g->states);
	g->epoch = 0;
	if (!arena_reserve(&g->states, states + blocks + 4 * (size_t)o->threads + 256,
	                   64))
		return false;
	g->streams = (struct streams){
		.kind = o->kind,
		.seed = o->seed,
		.threads = o->threads,
		.seed_each = o->seed_each,
		.state = arena_alloc(&g->states, states, 64),
		.seeded = arena_alloc(&g->states, blocks, 64),
		.kept = arena_alloc(&g->states, 4 * (size_t)o->threads, 64),
		.skip = o->skip,
		.skip_column = o->skip_column,
	};
	memset(g->streams.seeded, 0, blocks);
	g->epoch = o->epoch;
	return true;
}

static bool make_poisson(struct curandGenerator_st *g, double mean) {
	if (g->poisson_mean == mean)
		return true;
	u64 bytes = poisson_bytes(poisson_length(mean));
	arena_drop(&g->tables);
	g->poisson_mean = 0;
	if (!arena_reserve(&g->tables, bytes, 64))
		return false;
	poisson_make(&g->poisson, mean, arena_alloc(&g->tables, bytes, 64));
	g->poisson_mean = mean;
	return true;
}

/* ---- numbers ---- */

struct task {
	struct curandGenerator_st *g;
	struct drawing drawing;
	struct sobol sobol;
	u32 first_block;
};

static void draw_block(void *ctx, u64 i) {
	struct task *t = ctx;
	u32 blocks = t->g->streams.threads / BLOCK;
	streams_draw(&t->g->streams, &t->drawing, (u32)((t->first_block + i) % blocks));
}

static void draw_piece(void *ctx, u64 i) {
	sobol_draw(&((struct task *)ctx)->sobol, i);
}

typedef void each(void *pool, u64 n, void (*fn)(void *, u64), void *ctx);

/* Blocks that the call touches, from the first one. */
static u64 blocks_of(const struct task *t) {
	const struct streams *s = &t->g->streams;
	u32 lanes = s->kind->lanes;
	u64 columns = (t->drawing.first % lanes + t->drawing.results) / lanes + 1;
	u64 blocks = (t->drawing.first / lanes % BLOCK + columns) / BLOCK + 1;
	return MIN(blocks, s->threads / BLOCK);
}

static bool draw(struct curandGenerator_st *g, const struct payload *p, each *loop,
                 void *pool) {
	struct distribution d = p->distribution;
	if (d.what == POISSON && d.method != POISSON_NORMAL) {
		if (!make_poisson(g, d.mean))
			return false;
		d.poisson = &g->poisson;
	}
	struct task t = {.g = g, .sobol = p->sobol};
	if (!p->origin.kind) {
		t.sobol.distribution = &d;
		t.sobol.out = p->out;
		loop(pool, sobol_pieces(&t.sobol), draw_piece, &t);
		return true;
	}
	/* An older call, of a graph, goes on with the states that are there. */
	if (g->epoch < p->origin.epoch && !make_states(g, &p->origin))
		return false;
	t.drawing = (struct drawing){&d, p->first, p->n, p->out};
	t.first_block = (u32)(p->first / g->streams.kind->lanes / BLOCK);
	loop(pool, blocks_of(&t), draw_block, &t);
	return true;
}

static void in_turn(void *pool, u64 n, void (*fn)(void *, u64), void *ctx) {
	(void)pool;
	for (u64 i = 0; i < n; i++)
		fn(ctx, i);
}

static void in_parallel(void *pool, u64 n, void (*fn)(void *, u64), void *ctx) {
	lib_parallel(pool, n, fn, ctx);
}

static void run(struct lib_call *c, const void *payload) {
	const struct payload *p = payload;
	struct lib_box out = lib_bytes(p->out, p->n * what_width(p->distribution.what));
	if (!lib_writes(c, "outputPtr", &out))
		return;
	pthread_mutex_lock(&p->g->lock);
	bool alive = p->g->serial == p->serial;
	bool done = alive && draw(p->g, p, in_parallel, c);
	pthread_mutex_unlock(&p->g->lock);
	if (!done) /* or a graph outlives its generator */
		lib_fail(c, alive ? cudaErrorMemoryAllocation : cudaErrorIllegalAddress);
}

curandStatus_t generator_call(struct curandGenerator_st *g, const char *function,
                              const struct distribution *d, void *out, size_t n) {
	struct payload p = {
		.g = g,
		.serial = g->serial,
		.n = n,
		.out = out,
		.distribution = *d,
		.origin = g->origin,
		.first = g->position,
	};
	if (is_quasi(g->type)) {
		/* The real library has 32 bits of it on the host. */
		bool is_short = g->is_host &&
		                g->type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
		u64 offset = is_short ? (u32)g->offset : g->offset;
		p.origin = (struct origin){.kind = NULL};
		p.sobol = (struct sobol){
			.wide = is_wide(g->type),
			.scrambled = g->type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 ||
		                     g->type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64,
			.dimensions = g->dimensions,
			.offset = offset + g->position,
			.each = n / g->dimensions,
		};
		if (!sobol_prepare(p.sobol.scrambled, g->dimensions))
			return CURAND_STATUS_ALLOCATION_FAILED;
	}
	if (g->is_host) {
		if (!out)
			return CURAND_STATUS_INTERNAL_ERROR;
		if (!draw(g, &p, in_turn, NULL))
			return CURAND_STATUS_ALLOCATION_FAILED;
	} else {
		struct lib_work w = {function, run, &p, sizeof p};
		if (lib_submit(g->stream, &w) != cudaSuccess)
			return CURAND_STATUS_LAUNCH_FAILURE;
		g->is_used = true;
	}
	if (is_quasi(g->type)) {
		g->position += n / g->dimensions;
	} else {
		struct streams s = {.kind = g->origin.kind, .threads = g->origin.threads};
		struct distribution at = *d;
		struct drawing drawing = {&at, g->position, n, out};
		u32 lanes = s.kind->lanes;
		g->given += lanes > 1 ? (g->position % lanes + n) / lanes
		                      : n / distribution_results(&at, 1);
		g->position = streams_after(&s, &drawing);
	}
	return CURAND_STATUS_SUCCESS;
}
