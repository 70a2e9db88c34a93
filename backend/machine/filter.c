/* filter.c - weighted sums of texels, as the texture unit forms them. Four texels are
 * added at a time: their significands (24 bits, 11 of halves) are aligned to the largest
 * exponent, with four bits below its last place and what is further down cut off, then
 * multiplied by weights of 256ths and added exactly. Sums of several fours are aligned to
 * each other in two's complement, and the end is rounded once, halves away from zero.
 * Colours of sRGB have 8 significant bits, none below, and 11 in the end. Normalised
 * integers are numbers of 65535ths or 32767ths; signed bytes become those at the end.
 * Subnormal f32 count as zeros; texels of weight 0 do not count at all.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/texture.h"

#include "ir/num/bits.h"

enum {
	BLEND_POS_INF = 1,
	BLEND_NEG_INF = 2,
	BLEND_NAN = 4,
	BLEND_POSITIVE = 8, /* something, perhaps a zero, that is not negative */
	BLEND_NEGATIVE = 16,
	HALF_LEAST = 127 - 14, /* exponent of f16's subnormals */
	CANONICAL_NAN = 0x7fffffff,
};

static u32 exponent_of(u32 bits) {
	return bits >> 23 & 255;
}

static u8 kind_of(u32 bits) {
	bool negative = bits >> 31;
	if (exponent_of(bits) < 255)
		return negative ? BLEND_NEGATIVE : BLEND_POSITIVE;
	return bits & 0x7fffff ? BLEND_NAN : negative ? BLEND_NEG_INF : BLEND_POS_INF;
}

static s64 sum_align(s64 sum, s32 by) {
	return by > 62 ? (sum < 0 ? -1 : 0) : sum >> by;
}

/* Significant bits of a term, those below its last place, and those of the result. */
struct precision {
	s32 term, guard, result;
};

static struct precision precision_of(const struct blend *b) {
	switch (b->number) {
	case NUMBER_F16: return (struct precision){11, 4, 11};
	case NUMBER_SRGB: return (struct precision){8, 0, 11};
	default: return (struct precision){24, 4, 24};
	}
}

/* Checks whether the unit holds the colour with the exponent of the next power of two;
 * these are the ones that measurements have shown. */
static bool is_high_colour(u32 bits) {
	switch (bits >> 16) {
	case 0x3d74:
	case 0x3d7a:
	case 0x3df0:
	case 0x3df4:
	case 0x3dfa:
	case 0x3efe: return true;
	default: return bits >= 0x3f740000 && bits < 0x3f800000;
	}
}

/* Significand and exponent; 0 for a zero. */
static s64 term_significand(const struct blend *b, u32 bits, s32 *exponent) {
	s32 e = (s32)exponent_of(bits);
	u32 m = (bits & 0x7fffff) | 0x800000;
	*exponent = e;
	if (!e)
		return 0;
	if (b->number == NUMBER_F16) {
		*exponent = MAX(e, HALF_LEAST);
		m = e < HALF_LEAST - 10 ? 0 : m >> (13 + *exponent - e);
	} else if (b->number == NUMBER_SRGB) {
		*exponent = e + is_high_colour(bits);
		m >>= 16 + *exponent - e;
	}
	return m;
}

static void fixed_add(struct blend *b, const u32 term[4], const u32 weight[4]) {
	for (u32 i = 0; i < 4; i++)
		b->sum += (s64)(s32)term[i] * (s64)weight[i];
}

void blend_add(struct blend *b, const u32 term[4], const u32 weight[4]) {
	s32 top = 0, e, guard = precision_of(b).guard;
	if (b->number >= NUMBER_UNORM) {
		fixed_add(b, term, weight);
		return;
	}
	for (u32 i = 0; i < 4; i++) {
		if (!weight[i])
			continue;
		b->seen |= kind_of(term[i]);
		if (term_significand(b, term[i], &e))
			top = MAX(top, e);
	}
	s64 sum = 0;
	for (u32 i = 0; i < 4 && top; i++) {
		s64 m = term_significand(b, term[i], &e);
		if (!weight[i] || !m || top - e > 24 + guard)
			continue;
		m = m << guard >> (top - e);
		sum += term[i] >> 31 ? -m * (s64)weight[i] : m * (s64)weight[i];
	}
	if (!top)
		return;
	s32 most = MAX(top, b->exponent);
	b->sum = sum_align(b->sum, most - b->exponent) + sum_align(sum, most - top);
	b->exponent = most;
}

void blend_touch(struct blend *b, u32 term) {
	b->seen |= kind_of(term) & (BLEND_POS_INF | BLEND_NEG_INF | BLEND_NAN);
}

/* Returns the sum as bits of f32, rounded to the precision of the number. */
static u32 float_result(const struct blend *b) {
	struct precision p = precision_of(b);
	s32 n = p.result;
	u32 sign = b->sum < 0 ? 0x80000000 : 0;
	u64 v = b->sum < 0 ? (u64)-b->sum : (u64)b->sum;
	s32 drop = 64 - __builtin_clzll(v) - n,
	    e = b->exponent + n - p.term - p.guard - 8 + drop;
	if (b->number == NUMBER_F16 && e < HALF_LEAST) { /* subnormal of f16 */
		drop += HALF_LEAST - e;
		e = HALF_LEAST;
	}
	if (drop > 62)
		return sign;
	if (drop > 0)
		v = (v + (1ull << (drop - 1))) >> drop;
	else
		v <<= -drop;
	if (!v)
		return sign;
	/* v has at most one bit more than its places, if it was rounded up to a power
	 * of two */
	s32 shift = 24 - (64 - __builtin_clzll(v));
	v = shift > 0 ? v << shift : v >> -shift;
	e += 24 - n - shift;
	if (b->number == NUMBER_F16 && e > 127 + 15)
		return sign | 0x7f800000;
	if (e <= 0)
		return sign;
	return e >= 255 ? sign | 0x7f800000 : sign | (u32)e << 23 | (u32)(v & 0x7fffff);
}

/* From 256ths of 127ths to 32767ths, as hardware does it: the last bits come from a copy
 * of the upper ones, and -128 counts as it is until the end. */
static s64 snorm8_result(s64 sum) {
	return MAX(sum + ((sum + 64 + 16 * (sum >> 12)) >> 7), -32767);
}

u32 blend_result(const struct blend *b) {
	u8 inf = b->seen & (BLEND_POS_INF | BLEND_NEG_INF);
	if (b->number == NUMBER_UNORM)
		return f32_bits((f32)((b->sum + 128) >> 8) / 65535);
	if (b->number == NUMBER_SNORM)
		return f32_bits((f32)((b->sum + 128) >> 8) / 32767);
	if (b->number == NUMBER_SNORM8)
		return f32_bits((f32)snorm8_result(b->sum) / 32767);
	if (b->seen & BLEND_NAN || inf == (BLEND_POS_INF | BLEND_NEG_INF))
		return CANONICAL_NAN;
	if (inf)
		return inf == BLEND_POS_INF ? 0x7f800000 : 0xff800000;
	if (!b->sum)
		return b->seen == BLEND_NEGATIVE ? 0x80000000 : 0;
	return float_result(b);
}
