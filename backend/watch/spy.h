/* spy.h - the accesses to one word, or of one thread, in the order in which they happen;
 * for runs of a launch that are compared.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/watch/checker.h"

enum { SPY_MOST = 1024 }; /* entries; later accesses are not noted */

struct spy_entry {
	u64 key, value; /* where; what was there before the access, of 8 bytes at most */
	u64 cta;
	u32 warp, lane, size;
	const struct func *func;
	const struct inst *inst;
	bool is_store, is_atomic;
};

struct spy {
	bool by_thread;
	u64 key; /* of a word; by_thread: of all accesses of this lane */
	u64 cta;
	u32 warp, lane;
	u32 n;
	struct spy_entry entry[SPY_MOST];
};

enum { SPY_WORD = 4 };
/* Bit of keys in shared memory, which hold the cta above the address. */
#define SPY_SHARED ((u64)1 << 63)
