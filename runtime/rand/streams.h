/* streams.h - the parallel streams of a generator, each with a state of its own.
 *
 * cuRAND's threads each have a stream of words. A row of results is what all threads give
 * once, and a call goes on at the column after the last one of the call before. Columns
 * do not depend on each other, so blocks of them are drawn in parallel.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* Columns that are drawn together. All counts of threads are multiples of it. */
enum { BLOCK = 256 };
/* The most words that one unit of a thread takes. */
enum { UNIT_WORDS = 8 };

struct streams;

struct stream_kind {
	u32 state_bytes; /* of one block */
	/* How many results a thread gives at a time. */
	u32 lanes;
	/* Sets the states of a block's threads: thread i has done skip[i] draws of
	 * `lanes` words. The first ones may have done one more than the others. */
	void (*seed)(const struct streams *s, u32 block, const u64 *skip, u8 *state);
	/* Draws for threads [first, first + n) of a block and moves their states on: word
	 * w of thread i is out[w * BLOCK + i]. */
	void (*draw)(const struct streams *s, u32 block, u8 *state, u32 first, u32 n,
	             u32 words, u32 *out);
};

struct streams {
	const struct stream_kind *kind;
	u64 seed;
	u32 threads;
	bool seed_each; /* each thread has a seed instead of a part of one sequence */
	u8 *state;      /* kind->state_bytes for each block */
	bool *seeded;   /* of each block */
	float *kept;    /* of each thread: the second number of a normal pair, or a NaN */
	u64 skip;       /* draws before the first row */
	u32 skip_column; /* threads before it have done one more */
};

struct distribution;

/* Part of a call: the results whose columns are of one block. Blocks are independent.
 * Result 0 is lane first % lanes of thread first / lanes. */
struct drawing {
	const struct distribution *distribution;
	u64 first, results;
	void *out;
};
void streams_draw(struct streams *s, const struct drawing *d, u32 block);
/* The position after it. */
u64 streams_after(const struct streams *s, const struct drawing *d);

extern const struct stream_kind xorwow_kind, mrg32k3a_kind, philox_kind, mtgp32_kind,
	mt19937_kind;

/* Loops over lanes are compiled for wider vectors too, and chosen when the library is
 * loaded. */
#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE) &&                  \
	!defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
	!defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default"), optimize("O3")))
#else
#define WIDE
#endif
