/* strip_lanes.h - accesses by lines with bits of the lane's number (strip_lanes.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/strip_line.h"

/* Adds to s->ok what such an access needs. False: it is not one for it. */
bool strip_lanes_test(struct strip *s, struct mem *m, const struct line *address);
/* Checks for a load by few different lanes of a vector. */
bool strip_lanes_are_few(struct strip *s, const struct mem *m,
                         const struct line *address);
/* Emits the access of all lanes; p: the host's address of lane 0. */
void strip_lanes_access(struct strip *s, struct mem *m, const struct line *address,
                        val p);
/* Returns how many lanes, from lane 0 on, are known to follow each other: a power of two;
 * and so after each bit further up. */
u32 strip_lanes_run(struct strip *s, const struct line *address, u32 bytes);
