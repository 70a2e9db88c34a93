/* philox.c - Philox4x32-10 (Salmon and others): ten rounds that scramble a counter of 128
 * bits under a key. The counter's upper half is the thread, the lower one counts its
 * draws of four words.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/rand/streams.h"

struct block_state {
	u64 count[BLOCK];
};

static void philox_seed(const struct streams *s, u32 block, const u64 *skip, u8 *state) {
	(void)s, (void)block;
	memcpy(((struct block_state *)state)->count, skip, sizeof(struct block_state));
}

WIDE static void philox_draw(const struct streams *s, u32 block, u8 *state, u32 first,
                             u32 n, u32 words, u32 *out) {
	struct block_state *b = (struct block_state *)state;
	for (u32 w = 0; w < words; w += 4, out += 4 * BLOCK)
		for (u32 i = first; i < first + n; i++) {
			u64 count = b->count[i];
			b->count[i] = count + 1;
			u32 c0 = (u32)count, c1 = (u32)(count >> 32),
			    c2 = block * BLOCK + i, c3 = 0;
			u32 k0 = (u32)s->seed, k1 = (u32)(s->seed >> 32);
			for (u32 round = 0; round < 10; round++) {
				u64 p = 0xd2511f53ull * c0, q = 0xcd9e8d57ull * c2;
				c0 = (u32)(q >> 32) ^ c1 ^ k0;
				c2 = (u32)(p >> 32) ^ c3 ^ k1;
				c1 = (u32)q;
				c3 = (u32)p;
				k0 += 0x9e3779b9u;
				k1 += 0xbb67ae85u;
			}
			out[i] = c0;
			out[BLOCK + i] = c1;
			out[2 * BLOCK + i] = c2;
			out[3 * BLOCK + i] = c3;
		}
}

const struct stream_kind philox_kind = {sizeof(struct block_state), 4, philox_seed,
                                        philox_draw};
