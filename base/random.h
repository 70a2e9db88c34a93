/* random.h - splitmix64: numbers that look random and are the same in each run.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

#define RANDOM_STEP 0x9e3779b97f4a7c15ull

/* Returns a number that looks unrelated to x, and different for each x. */
static inline u64 random_mix(u64 x) {
	x += RANDOM_STEP;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

/* Returns the next number of a sequence, which any state begins. */
static inline u64 random_next(u64 *state) {
	u64 x = random_mix(*state);
	*state += RANDOM_STEP;
	return x;
}
