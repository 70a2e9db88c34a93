/* slot.h - memory of handles: records of one kind that are handed out and taken back.
 * Their memory stays readable, so that a handle can be told from one that was given back.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include "base/arena.h"

struct slots {
	pthread_mutex_t lock;
	struct arena arena;
	size_t size;
	struct slot *spare;
};
#define SLOTS_INIT(T) {.lock = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(T)}

struct slot {
	struct slot *next;
	bool live;
};
/* A record that begins with a struct slot, zero but for that; NULL: no memory. */
void *slot_take(struct slots *s);
/* False: it was given back already. */
bool slot_give(struct slots *s, void *record);

/* A part of a record that lives no longer than its context, see context.h. */
struct owned {
	struct owned *prev, *next;
	void (*drop)(struct owned *o);
};
