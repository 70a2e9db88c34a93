/* slot.c - memory of handles.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/slot.h"

void *slot_take(struct slots *s) {
	pthread_mutex_lock(&s->lock);
	struct slot *slot = s->nspare > s->keep ? s->spare : NULL;
	if (slot) {
		s->spare = slot->next;
		s->nspare--;
		memset(slot, 0, s->size);
	} else if (arena_reserve(&s->arena, s->size, 16)) {
		slot = arena_zalloc(&s->arena, s->size, 16);
	}
	if (slot)
		slot->live = true;
	pthread_mutex_unlock(&s->lock);
	return slot;
}

bool slot_give(struct slots *s, void *record) {
	struct slot *slot = record;
	pthread_mutex_lock(&s->lock);
	bool ok = slot->live;
	if (ok) {
		slot->live = false;
		if (!s->nspare++)
			s->last = &s->spare;
		slot->next = NULL;
		*s->last = slot;
		s->last = &slot->next;
	}
	pthread_mutex_unlock(&s->lock);
	return ok;
}
