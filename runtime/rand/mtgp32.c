/* mtgp32.c - Saito and Matsumoto's MTGP32 with period 2^11213 - 1: a Mersenne twister for
 * each block of 256 threads, each with parameters of its own, of which there are 200.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/rand/streams.h"

enum { SIZE = 351, RING = 1024 };

/* Rows 1, 2, 4 and 8 of the recursion's and the tempering's tables; the other rows are
 * their sums. */
struct parameters {
	u8 position, shift1, shift2;
	u32 recursion[4], tempering[4];
};

/* The authors' table (mtgp32dc-param-11213), copyright (c) 2009, 2010 Mutsuo Saito,
 * Makoto Matsumoto and Hiroshima University, all rights reserved; its licence is beside
 * it. */
#define MTGP32(position, shift1, shift2, r1, r2, r4, r8, t1, t2, t4, t8) \
	{position, shift1, shift2, {r1, r2, r4, r8}, {t1, t2, t4, t8}},
static const struct parameters parameters[200] = {
#include "simt/rand/mtgp32.def"
};

struct block_state {
	u32 at, x[RING], recursion[16], tempering[16], now[BLOCK];
};

static void sums(const u32 *rows, u32 *all) {
	for (u32 i = 0; i < 16; i++) {
		all[i] = 0;
		for (u32 k = 0; k < 4; k++)
			all[i] ^= i >> k & 1 ? rows[k] : 0;
	}
}

static void mtgp32_seed(const struct streams *s, u32 block, const u64 *skip, u8 *state) {
	(void)skip; /* it takes no offset */
	struct block_state *b = (struct block_state *)state;
	const struct parameters *p = &parameters[block % countof(parameters)];
	sums(p->recursion, b->recursion);
	sums(p->tempering, b->tempering);
	u32 hidden = b->recursion[4] ^ b->recursion[8] << 16, fill = hidden;
	fill += fill >> 16;
	fill += fill >> 8;
	memset(b->x, (int)(fill & 0xff), 4 * SIZE);
	b->x[0] = (u32)(s->seed ^ s->seed >> 32) + block + 1;
	b->x[1] = hidden;
	for (u32 i = 1; i < SIZE; i++)
		b->x[i] ^= 1812433253u * (b->x[i - 1] ^ b->x[i - 1] >> 30) + i;
	b->at = 0;
}

static void next_row(const struct parameters *p, struct block_state *b) {
	u32 *x = b->x, at = b->at;
	for (u32 i = 0; i < BLOCK; i++, at++) {
		u32 v = (x[at % RING] & 0xfff80000u) ^ x[(at + 1) % RING];
		v ^= v << p->shift1;
		u32 y = v ^ x[(at + p->position) % RING] >> p->shift2;
		u32 t = x[(at + p->position - 1) % RING];
		y ^= b->recursion[y & 15];
		x[(at + SIZE) % RING] = y;
		t ^= t >> 16;
		t ^= t >> 8;
		b->now[i] = y ^ b->tempering[t & 15];
	}
	b->at = at % RING;
}

/* The block's row begins with its first thread. */
static void mtgp32_draw(const struct streams *s, u32 block, u8 *state, u32 first, u32 n,
                        u32 words, u32 *out) {
	(void)s, (void)words;
	struct block_state *b = (struct block_state *)state;
	if (first == 0)
		next_row(&parameters[block % countof(parameters)], b);
	memcpy(out + first, b->now + first, 4 * n);
}

const struct stream_kind mtgp32_kind = {sizeof(struct block_state), 1, mtgp32_seed,
                                        mtgp32_draw};
