/* rows.c - every row of alu.def, every type tuple, every legal modifier word: the lane
 * loops of each level of the host's instruction set against a plain compilation of the
 * same `value` (no vector code, no hot copies), on edge values and random ones, under
 * random masks, with operands that overlap. Bits must be equal, lanes outside the mask
 * untouched.
 *
 *   rows [SEED]      prints one line per failure and "N passed, N failed"
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/backend/rows.h"

enum { ROUNDS = 16 };

#define PARTS(F)                \
	F(alu_lookup_int_ref)   \
	F(alu_lookup_float_ref) \
	F(alu_lookup_cmp_ref) F(alu_lookup_cvt_ref) F(alu_lookup_video_ref)
#define DECLARE(name) alu_fn *name(enum row row, const u8 type[4]);
#define TRY(name) \
	if (!fn)  \
		fn = name(row, type);
PARTS(DECLARE)

static alu_fn *lookup_plain(enum row row, const u8 type[4]) {
	alu_fn *fn = NULL;
	PARTS(TRY)
	return fn;
}

/* ---- operands ---- */

struct run {
	struct area o[OPERANDS], before[OPERANDS];
	u32 bits[OPERANDS], n, ndest;
	u32 cc;
};

static void prepare(struct run *r, const struct row_info *row, const u8 type[4]) {
	r->n = (u32)strlen(row->sig);
	r->ndest = strchr("qQ", row->sig[1]) && row->sig[1] ? 2 : 1;
	for (u32 i = 0; i < r->n; i++) {
		r->bits[i] = letter_bits(row->sig[i], type);
		fill(&r->before[i], r->bits[i], row->sig[i] == 's');
	}
	r->cc = (u32)rnd();
}

/* Runs a loop; `overlap` is the source that the destination lies on, 0 for none. */
static void execute(struct run *r, alu_fn *fn, u32 m, u32 mask, u32 *cc, u32 overlap) {
	void *o[OPERANDS];
	memcpy(r->o, r->before, sizeof r->o);
	for (u32 i = 0; i < r->n; i++)
		o[i] = r->o[i].lane;
	if (overlap)
		o[0] = o[overlap];
	*cc = r->cc;
	fn(o, m, mask, cc);
	if (overlap)
		r->o[0] = r->o[overlap];
}

/* ---- comparing ---- */

/* Destination d after a run under `mask` must be `want` in the mask and `before`
 * elsewhere. */
static bool dest_equal(const struct run *r, u32 d, const struct area *want,
                       const struct area *before, u32 mask) {
	if (r->bits[d] == 1) {
		u32 got, w, b;
		memcpy(&got, r->o[d].lane, 4);
		memcpy(&w, want->lane, 4);
		memcpy(&b, before->lane, 4);
		return got == ((w & mask) | (b & ~mask));
	}
	u32 bytes = r->bits[d] / 8;
	for (u32 l = 0; l < WARP_LANES; l++) {
		const struct area *from = mask >> l & 1 ? want : before;
		if (memcmp(r->o[d].lane + l * bytes, from->lane + l * bytes, bytes))
			return false;
	}
	return true;
}

static const char *const level_name[] = {"base", "v3", "v4"};

static bool check_level(struct run *r, const struct row_info *row, enum row id,
                        const u8 type[4], u32 m, enum alu_level level,
                        const struct area want[2], u32 want_cc) {
	u32 mask = rnd() % 3 == 0 ? ~0u : (u32)rnd(), cc;
	u32 last = r->n - 1;
	bool can = last >= r->ndest && r->bits[last] == r->bits[0] &&
	           row->sig[last] != 's';
	u32 overlap = can && rnd() & 1 ? last : 0;
	execute(r, alu_lookup_level(id, type, level), m, mask, &cc, overlap);
	bool ok = dest_equal(r, 0, &want[0], &r->before[overlap], mask);
	if (r->ndest == 2)
		ok = ok && dest_equal(r, 1, &want[1], &r->before[1], mask);
	ok = ok && cc == ((want_cc & mask) | (r->cc & ~mask));
	if (!ok)
		printf("%s.%s.%s mods %08x level %s: differs%s\n", row->id,
		       type_info[type[0]].text, type_info[type[1]].text, m,
		       level_name[level], overlap ? " (overlap)" : "");
	return ok;
}

static bool check_word(const struct row_info *row, enum row id, const u8 type[4], u32 m) {
	static struct run r;
	struct area want[2];
	bool ok = true;
	for (u32 i = 0; i < ROUNDS; i++) {
		u32 want_cc;
		prepare(&r, row, type);
		execute(&r, lookup_plain(id, type), m, ~0u, &want_cc, 0);
		want[0] = r.o[0];
		want[1] = r.o[1];
		for (u32 v = ALU_BASE; v <= alu_host_level(); v++)
			ok &= check_level(&r, row, id, type, m, (enum alu_level)v, want,
			                  want_cc);
	}
	return ok;
}

/* All words of the slots from `at` on. */
static bool check_words(const struct row_info *row, enum row id, const u8 type[4], u32 at,
                        u32 m) {
	if (at == row->nslot)
		return check_word(row, id, type, m);
	const struct row_slot *s = &row->slot[at];
	bool ok = s->required || check_words(row, id, type, at + 1, m);
	for (u32 v = 1; v < 64; v++)
		if (s->allowed >> v & 1)
			ok &= check_words(row, id, type, at + 1,
			                  m | v << slot_info[s->slot].shift);
	return ok;
}

int main(int argc, char **argv) {
	u32 passed = 0, failed = 0;
	state = argc > 1 ? strtoull(argv[1], NULL, 0) : 0x9e3779b97f4a7c15u;
	if (state == 0)
		state = 1;
	for (u32 id = ROW_INVALID + 1; id < ROW_ALU_END; id++) {
		const struct row_info *row = row_info((enum row)id);
		for (u32 t = 0; t < row->ntuple; t++) {
			const u8 *type = row->types[t];
			bool known = lookup_plain((enum row)id, type) &&
			             alu_lookup((enum row)id, type);
			if (!known)
				printf("%s: no lane loop for tuple %u\n", row->id, t);
			if (known && check_words(row, (enum row)id, type, 0, 0))
				passed++;
			else
				failed++;
		}
	}
	printf("%u passed, %u failed\n", passed, failed);
	return failed != 0;
}
