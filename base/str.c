/* str.c - chained hash table of strings that grows fourfold when full.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"

/* FNV-1a over 8-byte steps, tail bytewise, with a final mix. */
static u32 hash_bytes(const char *s, size_t len) {
	u64 h = 0xcbf29ce484222325u ^ len;
	for (; len >= 8; s += 8, len -= 8) {
		u64 w;
		memcpy(&w, s, 8);
		h = (h ^ w) * 0x9e3779b97f4a7c15u;
		h ^= h >> 29;
	}
	u64 w = 0;
	for (size_t i = 0; i < len; i++)
		w |= (u64)(u8)s[i] << (8 * i);
	h = (h ^ w) * 0x9e3779b97f4a7c15u;
	return (u32)(h ^ h >> 32);
}

void strtab_init(struct strtab *t, struct arena *arena) {
	t->arena = arena;
	t->nbucket = 1024;
	t->n = 0;
	t->bucket = arena_array(arena, struct str *, t->nbucket);
}

static void rehash(struct strtab *t) {
	u32 n = t->nbucket * 4;
	struct str **bucket = arena_array(t->arena, struct str *, n);
	for (u32 i = 0; i < t->nbucket; i++) {
		for (struct str *s = t->bucket[i], *next; s; s = next) {
			next = s->next;
			s->next = bucket[s->hash & (n - 1)];
			bucket[s->hash & (n - 1)] = s;
		}
	}
	arena_give(t->arena, t->bucket, t->nbucket * sizeof *t->bucket);
	t->bucket = bucket;
	t->nbucket = n;
}

static struct str *lookup(const struct strtab *t, u32 h, const char *s, size_t len) {
	for (struct str *p = t->bucket[h & (t->nbucket - 1)]; p; p = p->next)
		if (p->hash == h && p->len == len && memcmp(p->s, s, len) == 0)
			return p;
	return NULL;
}

struct str *str_find(const struct strtab *t, const char *s, size_t len) {
	return lookup(t, hash_bytes(s, len), s, len);
}

struct str *str_intern(struct strtab *t, const char *s, size_t len) {
	u32 h = hash_bytes(s, len);
	struct str *p = lookup(t, h, s, len);
	if (p)
		return p;
	if (t->n >= t->nbucket)
		rehash(t);
	p = arena_alloc(t->arena, sizeof(*p) + len + 1, _Alignof(struct str));
	*p = (struct str){
		.next = t->bucket[h & (t->nbucket - 1)], .hash = h, .len = (u32)len};
	memcpy(p->s, s, len);
	p->s[len] = 0;
	t->bucket[h & (t->nbucket - 1)] = p;
	t->n++;
	return p;
}
