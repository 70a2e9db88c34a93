/* sobol.c - Sobol's sequences: number i is the exclusive or of the direction vectors that
 * the Gray code of i has; from one number to the next one bit of that code changes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/rand/sobol.h"

enum { PIECE = 1 << 14, PART = 256 };

static u64 pieces_each(const struct sobol *s) {
	return (s->each + PIECE - 1) / PIECE;
}

u64 sobol_pieces(const struct sobol *s) {
	return pieces_each(s) * s->dimensions;
}

static u64 number(const u64 *v, u64 scramble, u64 i) {
	u64 x = scramble;
	for (u64 gray = i ^ i >> 1; gray; gray &= gray - 1)
		x ^= v[__builtin_ctzll(gray)];
	return x;
}

static void draw_part(const struct sobol *s, const u64 *v, u64 scramble, u64 i, u32 n,
                      u8 *out) {
	u64 x[PART];
	u32 w[PART];
	u64 bits = s->wide ? ~0ull : 0xffffffff;
	u64 now = number(v, scramble, i & bits);
	for (u32 k = 0; k < n; k++, i++) {
		x[k] = now;
		w[k] = (u32)(now >> 32);
		u64 next = ~i & bits;
		now ^= v[next ? __builtin_ctzll(next) : s->wide ? 63 : 31];
	}
	if (s->wide)
		distribution_convert_long(s->distribution, x, n, out);
	else
		distribution_convert(s->distribution, 1, w, PART, n, out);
}

void sobol_draw(const struct sobol *s, u64 piece) {
	u64 each = pieces_each(s), first = piece % each * PIECE;
	u32 d = (u32)(piece / each), width = what_width(s->distribution->what);
	u64 end = MIN(first + PIECE, s->each);
	for (u64 i = first; i < end; i += PART)
		draw_part(s, sobol_vectors(s->scrambled, d),
		          s->scrambled ? sobol_scramble(d) : 0, s->offset + i,
		          (u32)MIN(end - i, (u64)PART),
		          (u8 *)s->out + (d * s->each + i) * width);
}
