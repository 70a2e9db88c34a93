/* mt19937_planes.c - planes of numbers, and their products with jumps.
 *
 * Term k of a jump adds the state after k numbers. With r the polynomial reversed, of
 * degree MT_LIMBS * 64 - 1, bit i of the new plane is coefficient degree + i of r times
 * the plane. That is limbs 311 to 321 of the product, to which limb a of r and limbs 310
 * - a to 321 - a of the plane contribute.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/rand/mt19937_planes.h"

#include <stdlib.h>

#include "runtime/rand/streams.h"

enum {
	SUMS = 12, /* of products of limbs, 128 bits each */
	OUT = 10,  /* limbs of a plane of a state */
	GROUP = 8, /* blocks of 32 numbers that are turned together */
	BLOCK_OF = 32,
};

void mt_planes_reverse(const u64 *bits, u64 *reversed) {
	for (u32 w = 0; w < MT_LIMBS; w++) {
		u64 r = 0;
		for (u32 k = 0; k < 64; k++)
			r |= (bits[MT_LIMBS - 1 - w] >> k & 1) << (63 - k);
		reversed[w] = r;
	}
}

/* Bit c of row r and bit r of row c change places, in each lane. */
typedef u32 rows __attribute__((vector_size(4 * GROUP)));

static inline __attribute__((always_inline)) void turn(rows *m) {
	u32 mask = 0xffff;
	for (u32 j = 16; j > 0; j /= 2, mask ^= mask << j)
		for (u32 k = 0; k < BLOCK_OF; k = (k + j + 1) & ~j) {
			rows t = (m[k] >> j ^ m[k + j]) & mask;
			m[k + j] ^= t;
			m[k] ^= t << j;
		}
}

WIDE void mt_planes_fill(struct mt_planes *p, const u32 *numbers) {
	memset(p, 0, sizeof *p);
	for (u32 first = 0; first < MT_PLANE_NUMBERS; first += GROUP * BLOCK_OF) {
		rows m[BLOCK_OF] = {0};
		for (u32 l = 0; l < GROUP; l++)
			for (u32 r = 0; r < BLOCK_OF; r++) {
				u32 i = first + l * BLOCK_OF + r;
				m[r][l] = i < MT_PLANE_NUMBERS ? numbers[i] : 0;
			}
		turn(m);
		for (u32 b = 0; b < BLOCK_OF; b++)
			for (u32 l = 0; l < GROUP; l += 2) {
				u32 limb = (first + l * BLOCK_OF) / 64;
				if (limb < MT_PLANE_NUMBERS / 64)
					p->at[b / 4][limb / 2 + 1][b % 4][limb % 2] =
						m[b][l] | (u64)m[b][l + 1] << 32;
			}
	}
}

#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE)

#include <immintrin.h>

/* The planes' new limbs become numbers. */
WIDE static void unite(u64 plane[32][OUT], u32 *state) {
	for (u32 first = 0; first < MT_STATE; first += GROUP * BLOCK_OF) {
		rows m[BLOCK_OF];
		for (u32 b = 0; b < BLOCK_OF; b++)
			for (u32 l = 0; l < GROUP; l++) {
				u32 at = first + l * BLOCK_OF;
				m[b][l] = at < 64 * OUT
				                  ? (u32)(plane[b][at / 64] >> at % 64)
				                  : 0;
			}
		turn(m);
		for (u32 l = 0; l < GROUP; l++)
			for (u32 r = 0; r < BLOCK_OF; r++) {
				u32 i = first + l * BLOCK_OF + r;
				if (i < MT_STATE)
					state[i] = m[r][l];
			}
	}
}

/* Products of one pair at a time are no faster than sums of patterns. */
bool mt_planes_are_fast(void) {
	const char *wanted = getenv("SIMT_ISA");
	return __builtin_cpu_supports("vpclmulqdq") &&
	       __builtin_cpu_supports("avx512f") &&
	       (!wanted || !*wanted || strcmp(wanted, "v4") >= 0);
}

/* Limb q of the new plane is bit 63 of limb 311 + q and what follows it. */
static void take_limbs(const u64 sum[SUMS][2], u64 *plane) {
	u64 w[OUT + 1];
	for (u32 q = 0; q <= OUT; q++)
		w[q] = sum[q + 1][0] ^ sum[q][1];
	for (u32 q = 0; q < OUT; q++)
		plane[q] = w[q] >> 63 | w[q + 1] << 1;
}

/* The place of the pair that has limb 309 - a: the pair of zeros comes first. */
static inline u32 first_pair(u32 a) {
	return (310 - a) / 2;
}

/* Sums of products with limbs a and a + 1 of r; z[0] has limb 309 - a in its upper half.
 * The lower digit of the product's last argument picks the half of r, the upper one that
 * of z. */
__attribute__((target("vpclmulqdq,avx512f"), optimize("O3"))) static void
multiply_planes(const struct mt_planes *p, u32 q, const u64 *reversed,
                u64 plane[4][OUT]) {
	__m512i sum[SUMS], z[SUMS / 2 + 1];
	for (u32 i = 0; i < SUMS; i++)
		sum[i] = _mm512_setzero_si512();
	for (u32 a = 0; a < MT_LIMBS; a += 2) {
		__m512i r = _mm512_broadcast_i32x4(
			_mm_loadu_si128((const void *)(reversed + a)));
		for (u32 i = 0; i < countof(z); i++)
			z[i] = _mm512_load_si512(p->at[q][first_pair(a) + i]);
		for (u32 i = 0; i < SUMS / 2; i++) {
			__m512i even = _mm512_clmulepi64_epi128(r, z[i + 1], 0x00);
			__m512i also = _mm512_clmulepi64_epi128(r, z[i], 0x11);
			__m512i odd = _mm512_clmulepi64_epi128(r, z[i + 1], 0x10);
			__m512i too = _mm512_clmulepi64_epi128(r, z[i + 1], 0x01);
			sum[2 * i] = _mm512_ternarylogic_epi64(sum[2 * i], even, also,
			                                       0x96);
			sum[2 * i + 1] = _mm512_ternarylogic_epi64(sum[2 * i + 1], odd,
			                                           too, 0x96);
		}
	}
	u64 limbs[SUMS][4][2];
	memcpy(limbs, sum, sizeof limbs);
	for (u32 k = 0; k < 4; k++) {
		u64 one[SUMS][2];
		for (u32 i = 0; i < SUMS; i++)
			memcpy(one[i], limbs[i][k], sizeof one[i]);
		take_limbs(one, plane[k]);
	}
}

void mt_planes_jump(const struct mt_planes *p, const u64 *reversed, u32 *state) {
	u64 plane[32][OUT];
	for (u32 q = 0; q < 8; q++)
		multiply_planes(p, q, reversed, plane + 4 * q);
	unite(plane, state);
}

#else

bool mt_planes_are_fast(void) {
	return false;
}

void mt_planes_jump(const struct mt_planes *p, const u64 *reversed, u32 *state) {
	(void)p, (void)reversed, (void)state;
	bug("a jump by products without them");
}

#endif
