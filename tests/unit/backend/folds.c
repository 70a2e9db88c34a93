/* folds.c - every row of alu.def, every type tuple, every legal modifier word: what the
 * optimiser computes of constants (ir/opt/eval.c) against the interpreter's lane loops,
 * on edge values and random ones. Bits must be equal.
 *
 *   folds [SEED]     prints one line per failure and "N passed, N not folded, N failed"
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "ir/opt/ssa.h"
#include "tests/unit/backend/rows.h"

enum { ROUNDS = 4 };

struct run {
	const struct row_info *row;
	enum row id;
	const u8 *type;
	struct area o[OPERANDS];
	u32 bits[OPERANDS], n, ndest;
};

static void prepare(struct run *r) {
	const char *sig = r->row->sig;
	r->n = (u32)strlen(sig);
	r->ndest = sig[1] && strchr("qQ", sig[1]) ? 2 : 1;
	for (u32 i = 0; i < r->n; i++) {
		r->bits[i] = letter_bits(sig[i], r->type);
		fill(&r->o[i], r->bits[i], sig[i] == 's');
	}
}

/* The value of a lane; of predicates its bit of the mask. */
static u64 lane_of(const struct run *r, u32 operand, u32 l) {
	u64 v = 0;
	u32 bits = r->bits[operand];
	if (bits == 1) {
		memcpy(&v, r->o[operand].lane, 4);
		return v >> l & 1;
	}
	u32 bytes = bits < 16 ? 4 : bits / 8;
	memcpy(&v, r->o[operand].lane + l * bytes, MIN(bytes, 8u));
	return v;
}

enum outcome { SAME, NOT_FOLDED, DIFFERS };

static enum outcome check_round(struct run *r, u32 m) {
	u64 out[WARP_LANES][2];
	prepare(r);
	for (u32 l = 0; l < WARP_LANES; l++) {
		u64 arg[ROW_OPERANDS] = {0};
		for (u32 i = r->ndest; i < r->n; i++)
			arg[i - r->ndest + 1] = lane_of(r, i, l);
		if (!eval_row(r->id, r->type, m, arg, out[l]))
			return NOT_FOLDED;
	}
	void *o[OPERANDS];
	for (u32 i = 0; i < r->n; i++)
		o[i] = r->o[i].lane;
	u32 cc = 0;
	alu_lookup(r->id, r->type)(o, m, ~0u, &cc);
	for (u32 l = 0; l < WARP_LANES; l++) {
		for (u32 d = 0; d < r->ndest; d++) {
			u64 mask = r->bits[d] < 64 ? ((u64)1 << r->bits[d]) - 1 : ~(u64)0;
			u64 want = lane_of(r, d, l), got = out[l][d] & mask;
			if (got == want)
				continue;
			printf("%s.%s.%s mods %08x: %#llx folded, %#llx run\n",
			       r->row->id, type_info[r->type[0]].text,
			       type_info[r->type[1]].text, m, (unsigned long long)got,
			       (unsigned long long)want);
			return DIFFERS;
		}
	}
	return SAME;
}

/* All words of the slots from `at` on. */
static enum outcome check_words(struct run *r, u32 at, u32 m) {
	enum outcome worst = SAME;
	if (at == r->row->nslot) {
		for (u32 i = 0; i < ROUNDS && worst == SAME; i++)
			worst = check_round(r, m);
		return worst;
	}
	const struct row_slot *s = &r->row->slot[at];
	if (!s->required)
		worst = check_words(r, at + 1, m);
	for (u32 v = 1; v < 64 && worst != NOT_FOLDED; v++) {
		if (!(s->allowed >> v & 1))
			continue;
		enum outcome one = check_words(r, at + 1,
		                               m | v << slot_info[s->slot].shift);
		worst = MAX(worst, one);
	}
	return worst;
}

int main(int argc, char **argv) {
	u32 count[3] = {0};
	state = argc > 1 ? strtoull(argv[1], NULL, 0) : 0x9e3779b97f4a7c15u;
	if (state == 0)
		state = 1;
	for (u32 id = ROW_INVALID + 1; id < ROW_ALU_END; id++) {
		const struct row_info *row = row_info((enum row)id);
		for (u32 t = 0; t < row->ntuple; t++) {
			struct run r = {
				.row = row, .id = (enum row)id, .type = row->types[t]};
			count[check_words(&r, 0, 0)]++;
		}
	}
	printf("%u passed, %u not folded, %u failed\n", count[SAME], count[NOT_FOLDED],
	       count[DIFFERS]);
	return count[DIFFERS] > 0 || count[SAME] < count[NOT_FOLDED];
}
