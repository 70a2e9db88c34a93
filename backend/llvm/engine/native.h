/* native.h - host code of kernels that was made before the program runs (simtcc
 * --native), as the program carries it: files of the cache one after the other, found by
 * their keys.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/engine/cache.h"
#include "base/vec.h"

/* Code in the memory of a program. It runs unchecked, so it must be a part of the program
 * and not data that the program has read. */
struct native {
	const u8 *bytes;
	u64 size;
};
/* False if it has no code of that key, or is no such code at all. The entry's parts are
 * in `a`. */
bool native_find(const struct native *n, const struct cache_key *k, struct arena *a,
                 struct cache_entry *e);

struct native_file {
	struct cache_key key;
	const u8 *bytes; /* of cache_pack */
	u64 size;
};
VEC_TYPE(native_files, struct native_file);
/* The form in which a program carries files, which are sorted. NULL: there is no memory
 * for it. */
const u8 *native_write(struct arena *a, struct native_files *files, u64 *size);
