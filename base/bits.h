/* bits.h - sets of small integers, and masks with one bit per lane. A bit set has a
 * fixed size and lives in an arena; two sets that meet in one operation have the same
 * size. Bits past the size stay zero.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

/* ---- lane masks ---- */

static inline u32 mask_count(u32 mask) {
	return (u32)__builtin_popcount(mask);
}

/* Returns the lowest lane of a mask that is not empty. */
static inline u32 mask_first(u32 mask) {
	return (u32)__builtin_ctz(mask);
}

/* Returns the highest lane of a mask that is not empty. */
static inline u32 mask_last(u32 mask) {
	return 31 - (u32)__builtin_clz(mask);
}

/* Returns a mask of lanes 0 .. n-1, n at most 32. */
static inline u32 mask_below(u32 n) {
	return n >= 32 ? UINT32_MAX : (1u << n) - 1;
}

static inline bool mask_has(u32 mask, u32 lane) {
	return mask >> lane & 1;
}

/* Runs the statement that follows for each lane of the mask, lowest first. */
#define mask_each(l, mask)                                                               \
	for (u32 l##_rest = (mask), l = 0; l##_rest && (l = mask_first(l##_rest), true); \
	     l##_rest &= l##_rest - 1)

/* ---- bit sets ---- */

struct bits {
	u64 *word;
	u32 nbit;
};

static inline u32 bits_nword(struct bits b) {
	return (u32)(((u64)b.nbit + 63) / 64);
}

static inline struct bits bits_new(struct arena *a, u32 nbit) {
	struct bits b = {.nbit = nbit};
	b.word = arena_array(a, u64, bits_nword(b) + 1);
	return b;
}

static inline bool bits_has(struct bits b, u32 i) {
	return b.word[i / 64] >> i % 64 & 1;
}

static inline void bits_set(struct bits b, u32 i) {
	b.word[i / 64] |= (u64)1 << i % 64;
}

static inline void bits_clear(struct bits b, u32 i) {
	b.word[i / 64] &= ~((u64)1 << i % 64);
}

static inline void bits_zero(struct bits b) {
	memset(b.word, 0, bits_nword(b) * sizeof(u64));
}

static inline void bits_copy(struct bits dst, struct bits src) {
	memcpy(dst.word, src.word, bits_nword(dst) * sizeof(u64));
}

static inline bool bits_equal(struct bits a, struct bits b) {
	return memcmp(a.word, b.word, bits_nword(a) * sizeof(u64)) == 0;
}

/* dst |= src, dst &= src, dst &= ~src; the result says whether dst changed. */
static inline bool bits_or(struct bits dst, struct bits src) {
	u64 diff = 0;
	for (u32 w = 0, n = bits_nword(dst); w < n; w++) {
		diff |= src.word[w] & ~dst.word[w];
		dst.word[w] |= src.word[w];
	}
	return diff != 0;
}

static inline bool bits_and(struct bits dst, struct bits src) {
	u64 diff = 0;
	for (u32 w = 0, n = bits_nword(dst); w < n; w++) {
		diff |= dst.word[w] & ~src.word[w];
		dst.word[w] &= src.word[w];
	}
	return diff != 0;
}

static inline bool bits_andnot(struct bits dst, struct bits src) {
	u64 diff = 0;
	for (u32 w = 0, n = bits_nword(dst); w < n; w++) {
		diff |= dst.word[w] & src.word[w];
		dst.word[w] &= ~src.word[w];
	}
	return diff != 0;
}

static inline u32 bits_count(struct bits b) {
	u32 count = 0;
	for (u32 w = 0, n = bits_nword(b); w < n; w++)
		count += (u32)__builtin_popcountll(b.word[w]);
	return count;
}

/* Returns the first member >= i, or nbit if there is none. */
static inline u32 bits_next(struct bits b, u32 i) {
	if (i >= b.nbit)
		return b.nbit;
	u32 w = i / 64;
	u64 rest = b.word[w] & ~(u64)0 << i % 64;
	for (u32 n = bits_nword(b); !rest;) {
		if (++w == n)
			return b.nbit;
		rest = b.word[w];
	}
	return w * 64 + (u32)__builtin_ctzll(rest);
}

#define bits_each(i, b) \
	for (u32 i = bits_next((b), 0); i < (b).nbit; i = bits_next((b), i + 1))
