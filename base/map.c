/* map.c - a list of up to eight keys; then linear probing, at most two thirds full.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"

enum { SLOTS_MIN = 2 }; /* most maps are scopes of one or two names */

static u32 home(const struct map *m, u64 key) {
	u64 h = (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
	return (u32)(h >> 32) & (m->nslot - 1);
}

static bool is_list(const struct map *m) {
	return m->nslot <= MAP_LIST_MAX;
}

/* Returns the slot that holds the key, or the free one where it belongs, if there is
 * room. */
static u32 probe(const struct map *m, u64 key) {
	if (is_list(m)) {
		u32 i = 0;
		while (i < m->n && m->slot[i].key != key)
			i++;
		return i;
	}
	const u8 *used = (const u8 *)(m->slot + m->nslot);
	u32 i = home(m, key);
	while (used[i] && m->slot[i].key != key)
		i = (i + 1) & (m->nslot - 1);
	return i;
}

static void use(struct map *m, u32 i, struct map_slot s) {
	if (!is_list(m))
		((u8 *)(m->slot + m->nslot))[i] = 1;
	m->slot[i] = s;
}

static bool is_full(const struct map *m) {
	return is_list(m) ? m->n == m->nslot : m->n >= m->nslot / 3 * 2;
}

static size_t larger(const struct map *m) {
	return m->nslot ? (size_t)m->nslot * 2 : SLOTS_MIN;
}

static void grow(struct map *m) {
	struct map old = *m;
	if (old.nslot > UINT32_MAX / 2)
		bug("map of more than 2^31 slots");
	size_t n = larger(m);
	m->slot = arena_zalloc(m->arena, map_bytes(n), _Alignof(struct map_slot));
	m->nslot = (u32)n;
	m->n = 0;
	map_each (it, &old) {
		use(m, probe(m, it->key), *it);
		m->n++;
	}
	arena_give(m->arena, old.slot, map_bytes(old.nslot));
}

bool map_reserve(struct map *m) {
	return !is_full(m) ||
	       arena_reserve(m->arena, map_bytes(larger(m)), _Alignof(struct map_slot));
}

u64 *map_find(const struct map *m, u64 key) {
	if (!m->n)
		return NULL;
	u32 i = probe(m, key);
	bool is_there = i < m->nslot && map_is_used(m, &m->slot[i]);
	return is_there ? &m->slot[i].value : NULL;
}

u64 *map_at(struct map *m, u64 key) {
	u64 *there = map_find(m, key);
	if (there)
		return there;
	if (is_full(m))
		grow(m);
	u32 i = probe(m, key);
	use(m, i, (struct map_slot){.key = key});
	m->n++;
	return &m->slot[i].value;
}
