/* mrg32k3a.c - L'Ecuyer's MRG32k3a: two recurrences of three numbers each, modulo two
 * primes below 2^32. Threads are 2^76 numbers apart.
 *
 * A draw's words are the generator's own numbers, 1 to 2^32 - 209.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "runtime/rand/streams.h"

#define PRIME1 4294967087ull
#define PRIME2 4294944443ull
enum { SEQUENCE_BITS = 76 };

struct block_state {
	u32 x[3][BLOCK], y[3][BLOCK];
};
struct matrix {
	u32 at[3][3];
};

static void times(const struct matrix *m, u64 prime, u32 *v) {
	u32 r[3];
	for (u32 i = 0; i < 3; i++)
		r[i] = (u32)(((u64)m->at[i][0] * v[0] % prime +
		              (u64)m->at[i][1] * v[1] % prime +
		              (u64)m->at[i][2] * v[2] % prime) %
		             prime);
	memcpy(v, r, sizeof r);
}

static struct matrix square(const struct matrix *m, u64 prime) {
	struct matrix r;
	for (u32 j = 0; j < 3; j++) {
		u32 v[3] = {m->at[0][j], m->at[1][j], m->at[2][j]};
		times(m, prime, v);
		for (u32 i = 0; i < 3; i++)
			r.at[i][j] = v[i];
	}
	return r;
}

/* The recurrences' matrices to the powers of 2^k. */
static struct matrix power1[SEQUENCE_BITS + 32] = {
	{{{0, 1, 0}, {0, 0, 1}, {(u32)(PRIME1 - 810728), 1403580, 0}}}};
static struct matrix power2[SEQUENCE_BITS + 32] = {
	{{{0, 1, 0}, {0, 0, 1}, {(u32)(PRIME2 - 1370589), 0, 527612}}}};
static pthread_once_t powers_once = PTHREAD_ONCE_INIT;

static void make_powers(void) {
	for (u32 k = 1; k < countof(power1); k++) {
		power1[k] = square(&power1[k - 1], PRIME1);
		power2[k] = square(&power2[k - 1], PRIME2);
	}
}

static void jump(u32 *x, u32 *y, u64 n, u32 unit_bits) {
	for (u32 k = unit_bits; n != 0; n >>= 1, k++)
		if (n & 1) {
			times(&power1[k], PRIME1, x);
			times(&power2[k], PRIME2, y);
		}
}

static void mrg32k3a_seed(const struct streams *s, u32 block, const u64 *skip,
                          u8 *state) {
	pthread_once(&powers_once, make_powers);
	struct block_state *b = (struct block_state *)state;
	u32 x[3] = {12345, 12345, 12345}, y[3] = {12345, 12345, 12345};
	if (s->seed != 0) {
		u64 low = (u32)s->seed ^ 0x55555555u,
		    high = (u32)(s->seed >> 32) ^ 0xaaaaaaaau;
		x[0] = x[2] = (u32)(low * 12345 % PRIME1);
		x[1] = (u32)(high * 12345 % PRIME1);
		y[0] = y[2] = (u32)(high * 12345 % PRIME2);
		y[1] = (u32)(low * 12345 % PRIME2);
	}
	u64 least = skip[BLOCK - 1];
	jump(x, y, (u64)block * BLOCK, SEQUENCE_BITS);
	jump(x, y, least, 0);
	for (u32 i = 0; i < BLOCK; i++) {
		if (i > 0) {
			times(&power1[SEQUENCE_BITS], PRIME1, x);
			times(&power2[SEQUENCE_BITS], PRIME2, y);
		}
		u32 v[3] = {x[0], x[1], x[2]}, w[3] = {y[0], y[1], y[2]};
		jump(v, w, skip[i] - least, 0);
		for (u32 k = 0; k < 3; k++) {
			b->x[k][i] = v[k];
			b->y[k][i] = w[k];
		}
	}
}

/* Modulo 2^32 - less, of less than 2^54. */
static inline u32 reduce(u64 x, u32 less) {
	u32 prime = 0u - less;
	x = (x >> 32) * less + (u32)x;
	x = (x >> 32) * less + (u32)x;
	return (u32)(x >= prime ? x - prime : x);
}

WIDE static void mrg32k3a_draw(const struct streams *s, u32 block, u8 *state, u32 first,
                               u32 n, u32 words, u32 *out) {
	(void)s, (void)block;
	struct block_state *b = (struct block_state *)state;
	for (u32 w = 0; w < words; w++, out += BLOCK)
		for (u32 i = first; i < first + n; i++) {
			u32 p = reduce(1403580ull * b->x[1][i] +
			                       810728ull * ((u32)PRIME1 - b->x[0][i]),
			               209);
			u32 q = reduce(527612ull * b->y[2][i] +
			                       1370589ull * ((u32)PRIME2 - b->y[0][i]),
			               22853);
			b->x[0][i] = b->x[1][i];
			b->x[1][i] = b->x[2][i];
			b->x[2][i] = p;
			b->y[0][i] = b->y[1][i];
			b->y[1][i] = b->y[2][i];
			b->y[2][i] = q;
			out[i] = p - q + (p > q ? 0 : (u32)PRIME1);
		}
}

const struct stream_kind mrg32k3a_kind = {sizeof(struct block_state), 1, mrg32k3a_seed,
                                          mrg32k3a_draw};
