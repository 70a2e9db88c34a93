/* map.c - linear probing, at most two thirds full.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"

enum { SLOTS_MIN = 4 }; /* most maps are scopes of one or two names */

static u32 home(const struct map *m, u64 key) {
	u64 h = (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
	return (u32)(h >> 32) & (m->nslot - 1);
}

/* Returns the slot that holds the key, or the free one where it belongs. */
static struct map_slot *probe(const struct map *m, u64 key) {
	u32 i = home(m, key);
	while (m->slot[i].used && m->slot[i].key != key)
		i = (i + 1) & (m->nslot - 1);
	return &m->slot[i];
}

static void grow(struct map *m) {
	struct map old = *m;
	if (old.nslot > UINT32_MAX / 2)
		bug("map of more than 2^31 slots");
	m->nslot = old.nslot ? old.nslot * 2 : SLOTS_MIN;
	m->slot = arena_array(m->arena, struct map_slot, m->nslot);
	for (u32 i = 0; i < old.nslot; i++)
		if (old.slot[i].used)
			*probe(m, old.slot[i].key) = old.slot[i];
}

bool map_reserve(struct map *m) {
	if (m->n < m->nslot / 3 * 2)
		return true;
	size_t n = m->nslot ? (size_t)m->nslot * 2 : SLOTS_MIN;
	return arena_reserve(m->arena, n * sizeof(struct map_slot),
	                     _Alignof(struct map_slot));
}

u64 *map_find(const struct map *m, u64 key) {
	if (!m->nslot)
		return NULL;
	struct map_slot *s = probe(m, key);
	return s->used ? &s->value : NULL;
}

u64 *map_at(struct map *m, u64 key) {
	if (m->n >= m->nslot / 3 * 2)
		grow(m);
	struct map_slot *s = probe(m, key);
	if (!s->used) {
		*s = (struct map_slot){.key = key, .used = true};
		m->n++;
	}
	return &s->value;
}
