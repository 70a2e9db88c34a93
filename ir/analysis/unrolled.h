/* unrolled.h - pairs of loops that a compiler has made of one.
 *
 *     for (; k + 3 < end; k += 4)     four rounds of the source's loop at a time,
 *             four of them
 *     for (; k < end; k++)            and those that are left, after it or before it
 *             one
 *
 * That a round of the one is `factor` rounds of the other is proved by running both with
 * symbols (unrolled.c): what they carry from round to round is made by the same
 * instructions of the same values in the same order, loads of the same addresses
 * included, if the pair's places agree, such as the addresses at which the second loop
 * begins and the first ends. Those are sums of registers, which who runs the code can
 * compare before it runs the pair as one loop.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/analysis/live.h"

enum unrolled_extend { EXTEND_NONE, EXTEND_SIGN, EXTEND_ZERO };

/* by * register, or the register's 32 bits extended to 64 before that. */
struct unrolled_term {
	u32 reg;
	u8 extend; /* enum unrolled_extend */
	u64 by;
};

/* Of what registers hold at the start of a round, modulo 2^bits. */
struct unrolled_sum {
	u32 bits, n;
	u64 add;
	struct unrolled_term *term;
};

/* A register that grows by `step` in each round. If it is extended, it is so after
 * `least` to `most` are added to it. */
struct unrolled_walk {
	u32 reg;
	s64 step;
	bool is_extended[3]; /* by enum unrolled_extend */
	s64 least, most;
};

/* A register that is such a sum at the end of a round, and lives on. */
struct unrolled_out {
	u32 reg;
	struct unrolled_sum sum;
};

/* The loop goes on while `left` `cmp` `right`. The left side grows by left_step in each
 * round, the right one by right_step. */
struct unrolled_test {
	u32 cmp; /* MOD_CMP_NE, LT, LE, GT, GE; where not NE, only the left side grows */
	bool is_signed;
	struct unrolled_sum left, right; /* of the first round */
	s64 left_step, right_step;
};

struct unrolled_loop {
	u32 index; /* in cfg->loop */
	u32 latch; /* its block with the only branch that may leave it */
	u32 exit;
	u32 nwalk, nout;
	struct unrolled_walk *walk;
	struct unrolled_out *out;
	struct unrolled_test test;
};

/* What has to be equal where both loops are in the same round. */
struct unrolled_place {
	struct unrolled_sum small, big;
	u32 walk; /* of the small loop, in its sum */
};

struct unrolled {
	struct unrolled_loop small, big;
	bool small_first;
	u32 factor;
	u32 meet; /* the block where all ways from the loops meet */
	u32 nplace, nkeep;
	struct unrolled_place *place;
	/* registers that the small loop changes, and that hold something else where all
	 * ways meet if its rounds are more than it would run */
	u32 *keep;
	/* per register: both loops take it from round to round; the small one finds it
	 * at the start of a round */
	bool *carries, *reads;
	const u32 *chain; /* blocks of the small loop, in the order in which they run */
	u32 nchain;
};

/* Where to look: at the positions cfg->order[first .. first + n), which are entered from
 * the end of one block and left to the start of another. */
struct unrolled_piece {
	u32 first, n;
	u32 from, exit;
};

/* Checks for a pair of loops, the only two of the piece. NULL: there is none. */
struct unrolled *unrolled_find(struct arena *a, const struct func *f,
                               const struct cfg *cfg, const struct live *live,
                               const struct unrolled_piece *piece);
