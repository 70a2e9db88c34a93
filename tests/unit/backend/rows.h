/* rows.h - operands for the rows of alu.def, edge values and random ones: what rows.c and
 * llvm-rows.c run the rows on.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/interp/alu.h"
#include "backend/machine/machine.h"

enum { LANE_MAX = 16, OPERANDS = 8 };

/* ---- numbers ---- */

static u64 state;

static u64 rnd(void) { /* xorshift64* */
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * 0x2545f4914f6cdd1du;
}

/* Integers, then floating-point numbers of each width: zero, least subnormal, greatest
 * subnormal, least normal, below one, one, above one, odd halves, large, greatest,
 * infinity, NaNs. */
/* clang-format off */
static const u64 edges[] = {
	0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 0x7f, 0x80, 0xff, 0x100,
	0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000,
	0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, 0xfffffffffffffffe,
	0x5555555555555555, 0x0001, 0x03ff, 0x0400, 0x3bff, 0x3c00, 0x3c01, 0x3e00,
	0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7ff7, 0x007f, 0x3f7f, 0x3f80, 0x3f81, 0x7f7f,
	0x7f81, 0x7fc0, 0xbc00, 0xbf80, 0xfc00, 0xff80, 0x007fffff, 0x00800000,
	0x00800001, 0x3effffff, 0x3f000000, 0x3f7fffff, 0x3f800000, 0x3f800001,
	0x3fc00000, 0x40200000, 0x4b000001, 0x4effffff, 0x4f000000, 0x4f7fffff,
	0x5f000000, 0x5f800000, 0x7e800000, 0x7f7fffff, 0x7f800000, 0x7f800001,
	0x7fc00000, 0xbf800000, 0xff800000, 0xff7fffff, 0x000fffffffffffff,
	0x0010000000000000, 0x3fdfffffffffffff, 0x3fe0000000000000, 0x3ff0000000000000,
	0x3ff0000000000001, 0x3ff8000000000000, 0x36a0000000000000, 0x380fffffffffffff,
	0x3810000000000000, 0x41dfffffffc00000, 0x41e0000000000000, 0x43e0000000000000,
	0x43f0000000000000, 0x47efffffe0000000, 0x47f0000000000000, 0x7fefffffffffffff,
	0x7ff0000000000000, 0x7ff0000000000001, 0x7ff8000000000000, 0xbff0000000000000,
	0xfff0000000000000,
};
/* clang-format on */

static u64 rnd_value(u32 bits) {
	u64 v;
	switch (rnd() % 5) {
	case 0: v = rnd(); break;
	case 1: v = rnd() >> (rnd() & 63); break;
	case 2: v = rnd() & 1 ? rnd() % 70 : 0 - rnd() % 70; break;
	default: v = edges[rnd() % countof(edges)]; break;
	}
	if (bits == 64 && rnd() % 8 == 0) /* NaNs that differ, several in one operation */
		v |= 0x7ff0000000000000;
	if (bits == 32 && rnd() % 4 == 0) /* pairs */
		v = (v & 0xffff) | edges[rnd() % countof(edges)] << 16;
	return rnd() % 8 == 0 ? v ^ (u64)1 << (bits - 1) : v;
}

/* ---- operands ---- */

struct area {
	_Alignas(64) u8 lane[WARP_LANES * LANE_MAX];
};

static u32 letter_bits(char c, const u8 type[4]) {
	switch (c) {
	case 'd':
	case 'a':
	case 'b':
	case 'c': return type_info[type[0]].lane_bits;
	case 'x':
	case 'y': return type_info[type[1]].lane_bits;
	case 'w':
	case 'W': return type_info[type[0]].lane_bits * 2u;
	case 'p':
	case 'q':
	case 'Q':
	case 'P':
	case 'R': return 1;
	case 's': return 64;
	default: return 32;
	}
}

static void fill(struct area *a, u32 bits, bool selectors) {
	u32 bytes = bits < 16 ? 4 : bits / 8, n = bits == 1 ? 1 : WARP_LANES;
	u64 same = rnd_value(64);
	for (u32 l = 0; l < n; l++) {
		u64 v[2] = {rnd_value(bits == 1 ? 32 : MIN(bits, 64u)), rnd()};
		if (selectors)
			/* the decoder makes no others */
			v[0] = same & 0x0707ffff77777707u;
		memcpy(a->lane + l * bytes, v, bytes);
	}
}
