/* map.h - hash map from a pointer or an integer to a 64-bit value, in an arena. A map of
 * a few keys is a list; a larger one has open addressing. Nothing is ever removed. Growth
 * moves the slots and gives the old place back to the arena, so a value pointer lives
 * until the next map_at. A zeroed map with an arena is empty.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

struct map_slot {
	u64 key, value;
};

enum { MAP_LIST_MAX = 8 }; /* slots of a list: the first n are used */

struct map {
	struct arena *arena;
	struct map_slot *slot; /* of a table: a u8 for each follows, 1: used */
	u32 nslot, n;
};

#define MAP_INIT(a) ((struct map){.arena = (a)})

/* Returns the place of the key's value; map_find gives NULL and map_at makes a zero if
 * there is none. */
u64 *map_find(const struct map *m, u64 key);
u64 *map_at(struct map *m, u64 key);

/* The bytes of so many slots. */
static inline size_t map_bytes(size_t nslot) {
	return nslot * (sizeof(struct map_slot) + (nslot > MAP_LIST_MAX));
}

static inline bool map_is_used(const struct map *m, const struct map_slot *s) {
	size_t i = (size_t)(s - m->slot);
	return m->nslot <= MAP_LIST_MAX ? i < m->n : ((u8 *)(m->slot + m->nslot))[i];
}

/* Reserves the memory of the next map_at. False if there is none. */
bool map_reserve(struct map *m);

/* The same with pointers as keys and values; NULL means that there is none. */
static inline void *map_get_ptr(const struct map *m, const void *key) {
	u64 *v = map_find(m, (uintptr_t)key);
	return v ? (void *)(uintptr_t)*v : NULL;
}

static inline void map_put_ptr(struct map *m, const void *key, const void *value) {
	*map_at(m, (uintptr_t)key) = (uintptr_t)value;
}

/* for (struct map_slot *it ...) over what is in the map, in no useful order. */
#define map_each(it, m)                                                              \
	for (struct map_slot *it = (m)->slot, *it##_end = it ? it + (m)->nslot : it; \
	     it < it##_end; it++)                                                    \
		if (map_is_used((m), it))
