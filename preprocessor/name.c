/* name.c - the table of names: one record for each spelling, which knows its macro.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/state.h"

static const char *const word_text[] = {
	NULL,
#define PP_WORD(id, text) text,
#include "preprocessor/word.def"
};

const char *pp_word_text(u32 word) {
	return word_text[word];
}

/* Whether two texts of one length are the same. A call of memcmp costs more than that. */
static bool is_same(const char *a, const char *b, u32 len) {
	u64 x, y;
	if (len >= 8) {
		for (u32 i = 0; i < len - 8; i += 8) {
			memcpy(&x, a + i, 8);
			memcpy(&y, b + i, 8);
			if (x != y)
				return false;
		}
		memcpy(&x, a + len - 8, 8);
		memcpy(&y, b + len - 8, 8);
		return x == y;
	}
	u32 i = 0;
	while (i < len && a[i] == b[i])
		i++;
	return i == len;
}

/* The slot of a name, or the empty one where it belongs. */
static struct pp_slot *slot_of(const struct pp *pp, const char *s, u32 len, u32 hash) {
	for (u32 i = hash;; i++) {
		struct pp_slot *slot = &pp->slot[i & (pp->nslot - 1)];
		if (!slot->name || (slot->hash == hash && slot->len == len &&
		                    is_same(slot->name->s, s, len)))
			return slot;
	}
}

struct pp_name *pp_find(const struct pp *pp, const char *s, u32 len, u32 hash) {
	return slot_of(pp, s, len, hash)->name;
}

static void grow(struct pp *pp) {
	struct pp_slot *old = pp->slot;
	u32 n = pp->nslot;
	pp->nslot = n * 2;
	pp->slot = arena_array(pp->arena, struct pp_slot, pp->nslot);
	for (u32 i = 0; i < n; i++)
		if (old[i].name)
			*slot_of(pp, old[i].name->s, old[i].len, old[i].hash) = old[i];
}

struct pp_name *pp_intern_hash(struct pp *pp, const char *s, u32 len, u32 hash) {
	struct pp_slot *slot = slot_of(pp, s, len, hash);
	if (slot->name)
		return slot->name;
	struct pp_name *n = arena_alloc(pp->arena, sizeof *n + len + 1,
	                                _Alignof(struct pp_name));
	*n = (struct pp_name){.hash = hash, .len = len};
	memcpy(n->s, s, len);
	n->s[len] = 0;
	*slot = (struct pp_slot){n, hash, len};
	if (++pp->nname > pp->nslot / 4 * 3)
		grow(pp);
	return n;
}

struct pp_name *pp_intern(struct pp *pp, const char *s, u32 len) {
	return pp_intern_hash(pp, s, len, pp_hash(s, len));
}

void pp_names_init(struct pp *pp) {
	pp->nslot = 1 << 14;
	pp->slot = arena_array(pp->arena, struct pp_slot, pp->nslot);
	for (u32 i = 1; i < countof(word_text); i++)
		pp_intern(pp, word_text[i], (u32)strlen(word_text[i]))->word = (u8)i;
}
