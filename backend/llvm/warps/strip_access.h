/* strip_access.h - the accesses of a strip (strip_access.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/warps/strip_step.h"

/* Adds to s->ok what makes the access valid. Returns the line of its address, or NULL if
 * the access is not for a strip. */
struct line *strip_test_access(struct strip *s, const struct inst *in);
/* The same for an atomic. False: it is not for a strip. */
bool strip_test_atomic(struct strip *s, struct strip_step *t);
/* Emits the access in the warp of s->counter: a load by all lanes, a store by those that
 * are inside of the borders. */
void strip_access(struct strip *s, const struct inst *in, const struct line *address);
/* The line's values in the lanes of chunk k; `first` is that of lane 0. */
val strip_chunk(struct strip *s, const struct line *l, val first, u32 k);
/* How the condition ends in a chunk's lanes, in the warp of s->counter. */
val strip_condition_chunk(struct strip *s, const struct strip_condition *k, u32 chunk);
/* The lanes of the warp that are inside of all borders. */
void strip_find_mask(struct strip *s, struct mask *m);
