/* warp.c - cross-lane instructions. g->mask names a register that holds, in each lane
 * that is here, the lanes that are here with it; all of them execute what is made, so the
 * mask is legal. What a lane outside the mask would deliver is undefined and never used.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/random/programs/parts.h"

/* The mask as an operand: the register, a constant, or the half of the warp that the lane
 * is in. */
static const char *mask_operand(struct gen *g) {
	if (g->mask_full && !g->depth && chance(g, 40))
		return chance(g, 50) ? "0xffffffff" : "-1";
	if (chance(g, 80))
		return g->mask;
	const char *m = temp(g, 32), *t = temp(g, 32);
	emit(g, LINE_KEEP,
	     "mov.u32 %s, %%laneid; and.b32 %s, %s, %u; shl.b32 %s, %u, %s; "
	     "and.b32 %s, %s, %s;",
	     t, t, t, 16, m, 0xffff, t, m, m, g->mask);
	return m;
}

/* A lane of the mask: the n-th one, for an n below their number. */
static const char *member(struct gen *g, const char *mask, const char *n) {
	const char *t = temp(g, 32), *k = temp(g, 32);
	emit(g, LINE_KEEP,
	     "popc.b32 %s, %s; rem.u32 %s, %s, %s; add.u32 %s, %s, 1; "
	     "fns.b32 %s, %s, 0, %s;",
	     t, mask, k, n, t, k, k, t, mask, k);
	return t;
}

static const char *constant_or_register(struct gen *g, u32 n) {
	return chance(g, 60) ? text(g, "%u", pick(g, n)) : reg(g, 32);
}

static void make_shfl_idx(struct gen *g) {
	const char *mask = g->mask, *n = reg(g, 32);
	if (chance(g, 40)) {
		const char *t = temp(g, 32);
		emit(g, LINE_KEEP, "mov.u32 %s, %u;", t, pick(g, 32));
		n = t;
	}
	emit(g, LINE_PLAIN, "shfl.sync.idx.b32 %s%s, %s, %s, 31, %s;", reg(g, 32),
	     chance(g, 30) ? text(g, "|%s", reg(g, 1)) : "", reg(g, 32),
	     member(g, mask, n), mask);
}

/* The mode's source lane may be none of the mask: then the lane's own value is kept
 * instead. */
static void make_shfl_mode(struct gen *g) {
	static const char *const mode[] = {"up", "down", "bfly", "idx"};
	static const char *const op[] = {"sub.u32", "add.u32", "xor.b32", "min.u32"};
	static const u32 clamp[] = {0x0, 0x1f, 0x1f, 0x1f},
			 segment[] = {0, 0x1800, 0x1c00, 0x1000};
	u32 k = pick(g, 4), c = clamp[k] | segment[pick(g, 4)];
	const char *by = constant_or_register(g, 32), *a = reg(g, 32), *d = temp(g, 32);
	const char *t = temp(g, 32), *lane = temp(g, 32), *p = temp(g, 1),
		   *q = temp(g, 1);
	const char *to = reg(g, 32), *mask = g->mask;
	if (g->mask_full && !g->depth) {
		emit(g, LINE_PLAIN, "shfl.sync.%s.b32 %s|%s, %s, %s, %u, %s;", mode[k],
		     to, reg(g, 1), a, by, c, chance(g, 50) ? "-1" : mask);
		return;
	}
	const char *source = text(g, "%s %s, %s, %s", op[k], t, k == 3 ? t : lane, t);
	emit(g, LINE_KEEP,
	     "mov.u32 %s, %%laneid; and.b32 %s, %s, 31; %s; and.b32 %s, %s, 31;", lane, t,
	     by, source, t, t);
	emit(g, LINE_KEEP,
	     "shr.u32 %s, %s, %s; and.b32 %s, %s, 1; setp.ne.u32 %s, %s, 0;", t, mask, t,
	     t, t, q, t);
	emit(g, LINE_PLAIN,
	     "shfl.sync.%s.b32 %s|%s, %s, %s, %u, %s; selp.b32 %s, %s, %s, %s;", mode[k],
	     d, p, a, by, clamp[k], mask, to, d, a, q);
}

static void make_vote(struct gen *g) {
	static const char *const vote[] = {"all", "any", "uni"};
	const char *not = chance(g, 30) ? "!" : "";
	if (chance(g, 50))
		emit(g, LINE_PLAIN, "vote.sync.ballot.b32 %s, %s%s, %s;", reg(g, 32), not,
		     reg(g, 1), mask_operand(g));
	else
		emit(g, LINE_PLAIN, "vote.sync.%s.pred %s, %s%s, %s;", vote[pick(g, 3)],
		     reg(g, 1), not, reg(g, 1), mask_operand(g));
}

static void make_match(struct gen *g) {
	u32 bits = chance(g, 60) ? 32 : 64;
	const char *a = reg(g, bits), *t = temp(g, bits);
	if (chance(g, 70)) { /* few values, so that lanes do match */
		emit(g, LINE_KEEP, "and.b%u %s, %s, %u;", bits, t, a, pick(g, 8));
		a = t;
	}
	if (chance(g, 50))
		emit(g, LINE_PLAIN, "match.any.sync.b%u %s, %s, %s;", bits, reg(g, 32), a,
		     mask_operand(g));
	else
		emit(g, LINE_PLAIN, "match.all.sync.b%u %s%s, %s, %s;", bits, reg(g, 32),
		     chance(g, 60) ? text(g, "|%s", reg(g, 1)) : "", a, mask_operand(g));
}

static void make_redux(struct gen *g) {
	static const char *const op[] = {"add.u32", "add.s32", "min.u32",
	                                 "min.s32", "max.u32", "max.s32",
	                                 "and.b32", "or.b32",  "xor.b32"};
	emit(g, LINE_PLAIN, "redux.sync.%s %s, %s, %s;", op[pick(g, 9)], reg(g, 32),
	     reg(g, 32), mask_operand(g));
}

void make_warp(struct gen *g) {
	switch (pick(g, 9)) {
	case 0:
	case 1: make_shfl_idx(g); break;
	case 2:
	case 3: make_shfl_mode(g); break;
	case 4: make_vote(g); break;
	case 5: make_match(g); break;
	case 6: make_redux(g); break;
	case 7:
		emit(g, LINE_PLAIN, "elect.sync %s|%s, %s;", reg(g, 32), reg(g, 1),
		     g->mask);
		break;
	default: emit(g, LINE_PLAIN, "bar.warp.sync %s;", mask_operand(g));
	}
}
