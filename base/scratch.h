/* scratch.h - memory that turns out to be of no use is taken back, if nothing was
 * allocated after it: nearly all lists of template arguments name an instance that is
 * there already, and no declaration, expression or scope that could refer to them was
 * made meanwhile.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

/* Takes back the block of `bytes` at p, if it is the last one. */
static inline void scratch_drop_block(struct arena *a, void *p, size_t bytes) {
	if (p && (u8 *)p + bytes == a->at)
		a->at = p;
}

/* Makes the block of `bytes` at p longer, if it is the last one and there is room. */
static inline bool scratch_extend(struct arena *a, const void *p, size_t bytes,
                                  size_t by) {
	if (!p || (const u8 *)p + bytes != a->at || by > (size_t)(a->end - a->at))
		return false;
	a->at += by;
	return true;
}
