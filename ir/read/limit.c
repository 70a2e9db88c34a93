/* limit.c - combinations of modifiers and types that exclude each other, from limit.def.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/resolve.h"

#define ALWAYS {.slot = MOD_SLOT_COUNT}
#define AT(s, v) {.slot = MOD_##s, .values = (v)}
#define GIVEN(s) {.slot = MOD_##s, .values = ~1ull}
#define BIT(s, v) (1ull << MOD_##s##_##v)
#define TY(t) (1ull << TYPE_##t)
#define ANY (~0ull)
#define PTX(version) ((version) << 16)

static const struct limit limits[] = {
#define LIMIT(mnemonic, a, b, first, last, since, why) \
	{mnemonic, {a, b}, first, last, (since) & 0xffff, (since) >> 16, why},
#include "ir/isa/limit.def"
#undef LIMIT
};

_Static_assert(TYPE_COUNT <= 64, "types are bits of a word");

static bool part_holds(const struct limit_part *p, const struct row_info *info,
                       u64 mods) {
	if (p->slot == MOD_SLOT_COUNT)
		return true;
	for (u32 i = 0; i < info->nslot; i++) {
		const struct slot_info *s = &slot_info[p->slot];
		if (info->slot[i].slot == p->slot)
			return p->values >> (mods >> s->shift & ((1u << s->width) - 1)) &
			       1;
	}
	return p->values & 1;
}

const struct limit *limit_find(const struct row_info *info, u64 mods, const u8 type[4],
                               u32 sm, u32 ptx) {
	u32 last = 0;
	while (last < 3 && type[last + 1])
		last++;
	for (u32 i = 0; i < countof(limits); i++) {
		const struct limit *l = &limits[i];
		if (strcmp(l->mnemonic, info->mnemonic) == 0 &&
		    ((!l->sm && !l->ptx) || sm < l->sm || ptx < l->ptx) &&
		    l->first >> type[0] & 1 && l->last >> type[last] & 1 &&
		    part_holds(&l->part[0], info, mods) &&
		    part_holds(&l->part[1], info, mods))
			return l;
	}
	return NULL;
}
