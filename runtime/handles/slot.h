/* slot.h - memory of handles: records of one kind that are taken and given back. Their
 * memory stays readable, so that a handle that was given back can be recognized.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include "base/arena.h"

struct slots {
	pthread_mutex_t lock;
	struct arena arena;
	size_t size;
	u32 keep; /* spare records that are not taken again */
	u32 nspare;
	struct slot *spare, **last; /* oldest first; where the next one is linked */
};
#define SLOTS_INIT(T) {.lock = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(T)}

struct slot {
	struct slot *next;
	bool live;
	bool orphan; /* not live: it ended with its context */
};
/* Returns a record that begins with a struct slot, zero after that; NULL: no memory. */
void *slot_take(struct slots *s);
/* Gives a record back. False: it was given back already. */
bool slot_give(struct slots *s, void *record);

/* A part of a record that ends with its context, see context.h. */
struct owned {
	struct owned *prev, *next;
	void (*drop)(struct owned *o);
};
