/* hash.h - a 64-bit hash of bytes, by which states are compared.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <string.h>

#include "base/base.h"

#define HASH_START 0x243f6a8885a308d3u

/* Returns the hash of the bytes whose hash is `v`, followed by these n bytes. */
static inline u64 hash_bytes(u64 v, const void *bytes, u64 n) {
	const u8 *p = bytes;
	u64 word = 0;
	for (; n >= 8; p += 8, n -= 8) {
		memcpy(&word, p, 8);
		v = (v ^ word) * 0x9e3779b97f4a7c15u;
		v ^= v >> 32;
	}
	word = n;
	memcpy(&word, p, n);
	v = (v ^ word ^ n << 56) * 0x9e3779b97f4a7c15u;
	return v ^ v >> 29;
}

static inline u64 hash_number(u64 v, u64 n) {
	return hash_bytes(v, &n, 8);
}
