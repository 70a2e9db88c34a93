/* xorwow.c - Marsaglia's xorwow: a shift register of 160 bits and a counter.
 *
 * A step of the register is linear over bits, so n steps are x^n modulo its
 * characteristic polynomial, as a polynomial in that step. Threads are 2^67 numbers
 * apart, or have seeds of their own.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "runtime/rand/streams.h"

enum { WORDS = 5, STRIDE = 362437, SEQUENCE_BITS = 67, SEED_STEP = 0x2fd111 };

struct block_state {
	u32 v[WORDS][BLOCK], d[BLOCK];
};

struct polynomial {
	u32 bits[WORDS];
};

static inline void step(u32 *v) {
	u32 t = v[0] ^ v[0] >> 2;
	v[0] = v[1];
	v[1] = v[2];
	v[2] = v[3];
	v[3] = v[4];
	v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
}

static void apply(u32 *v, const struct polynomial *p) {
	u32 sum[WORDS] = {0}, now[WORDS];
	memcpy(now, v, sizeof now);
	for (u32 i = 0; i < 32 * WORDS; i++) {
		u32 mask = 0u - (p->bits[i / 32] >> i % 32 & 1);
		for (u32 w = 0; w < WORDS; w++)
			sum[w] ^= now[w] & mask;
		step(now);
	}
	memcpy(v, sum, sizeof sum);
}

/* x^160 modulo the characteristic polynomial; Berlekamp and Massey's algorithm gives it
 * from the register's bits. */
static const struct polynomial top = {
	{0x00060001u, 0x08610030u, 0x00062121u, 0x0f3c0035u, 0x00000f0eu}};

static void times_x(struct polynomial *p) {
	u32 out = p->bits[WORDS - 1] >> 31;
	for (u32 w = WORDS; --w > 0;)
		p->bits[w] = p->bits[w] << 1 | p->bits[w - 1] >> 31;
	p->bits[0] <<= 1;
	for (u32 w = 0; w < WORDS; w++)
		p->bits[w] ^= top.bits[w] & (0u - out);
}

static struct polynomial square(const struct polynomial *p) {
	struct polynomial sum = {{0}};
	for (u32 i = 32 * WORDS; i-- > 0;) { /* p times p by Horner's rule */
		times_x(&sum);
		if (p->bits[i / 32] >> i % 32 & 1)
			for (u32 w = 0; w < WORDS; w++)
				sum.bits[w] ^= p->bits[w];
	}
	return sum;
}

/* x^(2^k): within a sequence, and from one to others. */
static struct polynomial powers[SEQUENCE_BITS + 32];
static pthread_once_t powers_once = PTHREAD_ONCE_INIT;

static void make_powers(void) {
	powers[0].bits[0] = 2;
	for (u32 k = 1; k < countof(powers); k++)
		powers[k] = square(&powers[k - 1]);
}

static void jump(u32 *v, u64 n, u32 unit_bits) {
	for (u32 k = unit_bits; n != 0; n >>= 1, k++)
		if (n & 1)
			apply(v, &powers[k]);
}

/* Returns the counter. */
static u32 begin(u64 seed, u32 *v) {
	u32 t0 = 1099087573u * ((u32)seed ^ 0xaad26b49u);
	u32 t1 = 2591861531u * ((u32)(seed >> 32) ^ 0xf7dcefddu);
	v[0] = 123456789u + t0;
	v[1] = 362436069u ^ t0;
	v[2] = 521288629u + t1;
	v[3] = 88675123u ^ t1;
	v[4] = 5783321u + t0;
	return 6615241u + t1 + t0;
}

static void xorwow_seed(const struct streams *s, u32 block, const u64 *skip, u8 *state) {
	pthread_once(&powers_once, make_powers);
	struct block_state *b = (struct block_state *)state;
	u32 first = block * BLOCK, v[WORDS], d = begin(s->seed, v);
	u64 least = skip[BLOCK - 1];
	if (!s->seed_each) {
		jump(v, first, SEQUENCE_BITS);
		jump(v, least, 0);
	}
	for (u32 i = 0; i < BLOCK; i++) {
		if (s->seed_each) {
			d = begin(s->seed + (u64)(first + i) * SEED_STEP, v);
			jump(v, least, 0);
		} else if (i > 0) {
			apply(v, &powers[SEQUENCE_BITS]);
		}
		u32 w[WORDS];
		memcpy(w, v, sizeof w);
		if (skip[i] != least)
			step(w);
		for (u32 k = 0; k < WORDS; k++)
			b->v[k][i] = w[k];
		b->d[i] = d + STRIDE * (u32)skip[i];
	}
}

WIDE static void xorwow_draw(const struct streams *s, u32 block, u8 *state, u32 first,
                             u32 n, u32 words, u32 *out) {
	(void)s, (void)block;
	struct block_state *b = (struct block_state *)state;
	for (u32 w = 0; w < words; w++, out += BLOCK)
		for (u32 i = first; i < first + n; i++) {
			u32 t = b->v[0][i] ^ b->v[0][i] >> 2, last = b->v[4][i];
			b->v[0][i] = b->v[1][i];
			b->v[1][i] = b->v[2][i];
			b->v[2][i] = b->v[3][i];
			b->v[3][i] = last;
			b->v[4][i] = last = last ^ last << 4 ^ t ^ t << 1;
			b->d[i] += STRIDE;
			out[i] = last + b->d[i];
		}
}

const struct stream_kind xorwow_kind = {sizeof(struct block_state), 1, xorwow_seed,
                                        xorwow_draw};
