/* streams.c - draws the results of a call, block by block.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/rand/streams.h"

#include <math.h>

#include "runtime/rand/distribution.h"

/* The states of the block's threads, at their start if they have none. */
static u8 *state_of(struct streams *s, u32 block) {
	u8 *state = s->state + (size_t)block * s->kind->state_bytes;
	if (!s->seeded[block]) {
		u64 skip[BLOCK];
		for (u32 i = 0; i < BLOCK; i++)
			skip[i] = s->skip + (block * BLOCK + i < s->skip_column);
		s->kind->seed(s, block, skip, state);
		for (u32 i = 0; s->kept && i < BLOCK; i++)
			s->kept[block * BLOCK + i] = NAN;
		s->seeded[block] = true;
	}
	return state;
}

/* Units [first, first + n) of a row, whose results are partly outside of the call. `at`
 * is the index of the first one's first result, perhaps below 0. */
static void store(const struct drawing *d, u32 lanes, const u32 *w, u32 n, s64 at) {
	u32 width = what_width(d->distribution->what);
	u32 results = distribution_results(d->distribution, lanes);
	s64 end = at + (s64)n * results;
	if (at >= 0 && end <= (s64)d->results) {
		distribution_convert(d->distribution, lanes, w, BLOCK, n,
		                     (u8 *)d->out + (size_t)at * width);
		return;
	}
	_Alignas(64) u8 all[BLOCK * 4 * 8];
	distribution_convert(d->distribution, lanes, w, BLOCK, n, all);
	s64 from = MAX(at, 0), to = MIN(end, (s64)d->results);
	memcpy((u8 *)d->out + (size_t)from * width, all + (size_t)(from - at) * width,
	       (size_t)(to - from) * width);
}

/* Poisson numbers by way of normal ones: a thread keeps the second one of a pair for the
 * next time. */
static void draw_kept(struct streams *s, const struct drawing *d, u32 block, u8 *state,
                      u32 first, u32 n, u32 *out) {
	u32 w[2 * BLOCK];
	for (u32 i = first; i < first + n; i++) {
		float *kept = &s->kept[block * BLOCK + i], normal = *kept;
		*kept = NAN;
		if (isnan(normal)) {
			float pair[2];
			s->kind->draw(s, block, state, i, 1, 2, w);
			normal_pair(d->distribution, w[i], w[BLOCK + i], pair);
			normal = pair[0];
			*kept = pair[1];
		}
		*out++ = poisson_of_normal(d->distribution->mean, normal);
	}
}

static void draw_row(struct streams *s, const struct drawing *d, u32 block, u32 first,
                     u32 n, s64 at) {
	u32 w[UNIT_WORDS * BLOCK], lanes = s->kind->lanes;
	u8 *state = state_of(s, block);
	if (d->distribution->what == POISSON && d->distribution->pairs && lanes == 1 &&
	    d->distribution->method == POISSON_NORMAL) {
		draw_kept(s, d, block, state, first, n, (u32 *)d->out + at);
		return;
	}
	u32 words = distribution_words(d->distribution, lanes);
	u32 results = distribution_results(d->distribution, lanes);
	/* A thread whose results are not all taken gives the rest in the next call. */
	bool open = at + (s64)n * results > (s64)d->results;
	s->kind->draw(s, block, state, first, n - open, words, w);
	if (open) {
		u8 copy[2 * sizeof(u64) * BLOCK] __attribute__((aligned(64)));
		if (s->kind->state_bytes > sizeof copy)
			unreachable();
		memcpy(copy, state, s->kind->state_bytes);
		s->kind->draw(s, block, copy, first + n - 1, 1, words, w);
	}
	store(d, lanes, w + first, n, at);
}

void streams_draw(struct streams *s, const struct drawing *d, u32 block) {
	u32 lanes = s->kind->lanes,
	    results = distribution_results(d->distribution, lanes);
	u64 into = d->first %
	           lanes; /* results of the first thread that were taken before */
	u64 begin = d->first / lanes,
	    end = begin + (into + d->results + results - 1) / results;
	u64 left = (u64)block * BLOCK, right = left + BLOCK;
	for (u64 row = 0; row < end; row += s->threads) {
		u64 from = MAX(row + left, begin), to = MIN(row + right, end);
		if (from < to)
			draw_row(s, d, block, (u32)(from - row - left), (u32)(to - from),
			         (s64)((from - begin) * results) - (s64)into);
	}
}

u64 streams_after(const struct streams *s, const struct drawing *d) {
	u32 lanes = s->kind->lanes,
	    results = distribution_results(d->distribution, lanes);
	u64 n = lanes > 1 ? d->results : d->results / results;
	return (d->first + n) % ((u64)s->threads * lanes);
}
