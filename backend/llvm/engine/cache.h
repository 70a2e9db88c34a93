/* cache.h - objects of earlier compilations, on disk.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/engine/engine.h"

/* Everything that the code depends on; made by feeding all of it to cache_mix, in a fixed
 * order. */
struct cache_key {
	u64 low, high;
};
struct cache_key cache_key_new(void);
/* The same for code that programs carry (native.h), which knows no library of LLVM. */
struct cache_key cache_key_carried(void);
void cache_mix(struct cache_key *k, const void *data, size_t size);
void cache_mix_text(struct cache_key *k, const char *text);

/* An object, and what else has to be known of its functions: words that only compile.c
 * understands. */
struct cache_entry {
	struct engine_object object;
	const u32 *table;
	u32 ntable;
};

/* Opens the cache in `folder`, which is made when the first object is stored. Its files
 * take at most `max_bytes`. NULL: no cache. The text is copied. */
void cache_open(const char *folder, u64 max_bytes);
bool cache_is_open(void);
/* False if there is none, or none that is whole. The entry's parts are in `a`. */
bool cache_get(const struct cache_key *k, struct arena *a, struct cache_entry *e);
/* The same with the bytes of a file, which may be any. The object stays there. */
bool cache_read(const u8 *bytes, u64 size, const struct cache_key *k, struct arena *a,
                struct cache_entry *e);
/* The bytes of a file for native.h, which names no library. NULL: there is no memory for
 * it. */
const u8 *cache_pack(struct arena *a, const struct cache_key *k,
                     const struct cache_entry *e, u64 *size);
bool cache_unpack(const u8 *bytes, u64 size, const struct cache_key *k, struct arena *a,
                  struct cache_entry *e);
/* The object is about to be made, and is kept or came to nothing: a process that ends
 * between the two has left word of that, by which cache_was_begun is true in others.
 * Failures are ignored. */
void cache_begins(const struct cache_key *k);
void cache_ends(const struct cache_key *k);
bool cache_was_begun(const struct cache_key *k);
/* Whether any object was: without it, no key is needed to know. */
bool cache_has_begun(void);
/* Failures are ignored. */
void cache_put(const struct cache_key *k, const struct cache_entry *e);
