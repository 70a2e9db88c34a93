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

struct pp_name *pp_find(const struct pp *pp, const char *s, u32 len, u32 hash) {
	struct pp_name *n = pp->bucket[hash & (pp->nbucket - 1)];
	for (; n; n = n->next)
		if (n->hash == hash && n->len == len && memcmp(n->s, s, len) == 0)
			return n;
	return NULL;
}

static void grow(struct pp *pp) {
	u32 n = pp->nbucket * 4;
	struct pp_name **bucket = arena_array(pp->arena, struct pp_name *, n);
	for (u32 i = 0; i < pp->nbucket; i++)
		for (struct pp_name *at = pp->bucket[i], *next; at; at = next) {
			next = at->next;
			at->next = bucket[at->hash & (n - 1)];
			bucket[at->hash & (n - 1)] = at;
		}
	pp->bucket = bucket;
	pp->nbucket = n;
}

struct pp_name *pp_intern_hash(struct pp *pp, const char *s, u32 len, u32 hash) {
	struct pp_name *n = pp_find(pp, s, len, hash);
	if (n)
		return n;
	if (pp->nname >= pp->nbucket)
		grow(pp);
	n = arena_alloc(pp->arena, sizeof *n + len + 1, _Alignof(struct pp_name));
	*n = (struct pp_name){.hash = hash, .len = len};
	memcpy(n->s, s, len);
	n->s[len] = 0;
	struct pp_name **at = &pp->bucket[hash & (pp->nbucket - 1)];
	n->next = *at;
	*at = n;
	pp->nname++;
	return n;
}

struct pp_name *pp_intern(struct pp *pp, const char *s, u32 len) {
	return pp_intern_hash(pp, s, len, pp_hash(s, len));
}

void pp_names_init(struct pp *pp) {
	pp->nbucket = 1 << 13;
	pp->bucket = arena_array(pp->arena, struct pp_name *, pp->nbucket);
	for (u32 i = 1; i < countof(word_text); i++)
		pp_intern(pp, word_text[i], (u32)strlen(word_text[i]))->word = (u8)i;
}
