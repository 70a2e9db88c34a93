/* vectors.c - direction vectors of Sobol's sequences.
 *
 * Each dimension has a primitive polynomial, in the order of their values, and as many
 * numbers to begin with as its degree. These are the ones that Joe and Kuo found
 * ("Constructing Sobol sequences with better two-dimensional projections", 2008):
 * joe_kuo.bin has number k (from 1) of each dimension from 2 on without its lowest bit,
 * which is 1, in k - 1 bits. Licence: joe_kuo.licence.
 *
 * Scrambled vectors are the plain ones times a matrix of random bits below a diagonal of
 * ones, and numbers of scrambled sequences are added to a random constant. The random
 * words are those of xorwow with seed 0 in cuRAND's default order from number 1 on: 64
 * rows of 64 bits for each dimension, then all constants.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include <curand.h>

#include "base/arena.h"
#include "runtime/rand/sobol.h"
#include "runtime/rand/streams.h"

__asm__(".pushsection .rodata\n"
        ".globl simt_joe_kuo\n"
        ".hidden simt_joe_kuo\n"
        ".type simt_joe_kuo, %object\n"
        "simt_joe_kuo:\n"
        ".incbin \"" JOE_KUO_FILE "\"\n"
        ".byte 0, 0, 0, 0\n"
        ".size simt_joe_kuo, . - simt_joe_kuo\n"
        ".popsection");
extern const u8 simt_joe_kuo[];

enum { DIMENSIONS = SOBOL_DIMENSIONS, THREADS = 4096 };

struct set {
	u32 made; /* dimensions */
	u64 v[DIMENSIONS][64];
	u32 upper[DIMENSIONS][32]; /* for curandGetDirectionVectors32 */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct set plain, scrambled;
static u64 constants[DIMENSIONS];
static u32 upper_constants[DIMENSIONS];

/* ---- primitive polynomials over bits ---- */

static u32 degree_of(u32 p) {
	return 31 - (u32)__builtin_clz(p);
}

static u32 product(u32 a, u32 b, u32 p) {
	u32 sum = 0, top = 1u << degree_of(p);
	for (; b; b >>= 1) {
		sum ^= b & 1 ? a : 0;
		a <<= 1;
		a ^= a & top ? p : 0;
	}
	return sum;
}

static bool power_is_one(u32 n, u32 p) {
	u32 r = 1, base = degree_of(p) == 1 ? 1 : 2;
	for (; n; n >>= 1, base = product(base, base, p))
		r = n & 1 ? product(r, base, p) : r;
	return r == 1;
}

static bool is_primitive(u32 p) {
	u32 order = (1u << degree_of(p)) - 1, rest = order;
	if (!power_is_one(order, p))
		return false;
	for (u32 q = 3; rest > 1; q += 2)
		if (rest % q == 0) {
			while (rest % q == 0)
				rest /= q;
			if (power_is_one(order / q, p) && order != 1)
				return false;
		}
	return true;
}

/* ---- plain vectors ---- */

static u32 take_bits(u64 *at, u32 n) {
	u32 word;
	memcpy(&word, simt_joe_kuo + *at / 8, 4);
	word >>= *at % 8;
	*at += n;
	return word & ((1u << n) - 1);
}

static void fill(u64 *v, u32 p, u64 *at) {
	u32 degree = degree_of(p);
	for (u32 k = 0; k < 64; k++) {
		if (p == 1) {
			v[k] = 1ull << (63 - k);
		} else if (k < degree) {
			v[k] = (u64)(take_bits(at, k) << 1 | 1) << (63 - k);
		} else {
			v[k] = v[k - degree] ^ v[k - degree] >> degree;
			for (u32 j = 1; j < degree; j++)
				v[k] ^= p >> (degree - j) & 1 ? v[k - j] : 0;
		}
	}
}

static void make_plain(u32 dimensions) {
	static u32 p = 1;
	static u64 at;
	for (; plain.made < dimensions; plain.made++) {
		fill(plain.v[plain.made], p, &at);
		for (p += 2; !is_primitive(p);)
			p += 2;
	}
}

/* ---- scrambled vectors ---- */

/* n words of xorwow from number `first` on. */
static bool random_words(u64 first, u64 n, u32 *out) {
	struct arena a = ARENA_INIT;
	u32 blocks = THREADS / BLOCK;
	size_t bytes = (size_t)blocks * xorwow_kind.state_bytes;
	if (!arena_reserve(&a, bytes + blocks + 64, 64))
		return false;
	struct streams s = {
		.kind = &xorwow_kind,
		.threads = THREADS,
		.state = arena_alloc(&a, bytes, 64),
		.seeded = arena_zalloc(&a, blocks, 1),
		.skip = first / THREADS,
		.skip_column = first % THREADS,
	};
	struct distribution bits = {.what = BITS};
	struct drawing d = {&bits, first % THREADS, n, out};
	for (u32 b = 0; b < blocks; b++)
		streams_draw(&s, &d, b);
	arena_drop(&a);
	return true;
}

/* `rows`: 64 of 64 bits. */
static void scramble(const u64 *v, const u32 *rows, u64 *out) {
	u64 column[64] = {0};
	for (u32 r = 0; r < 64; r++) {
		u64 row = (u64)rows[2 * r + 1] << 32 | rows[2 * r];
		for (u32 k = 0; k < r; k++)
			column[k] |= (row >> (63 - k) & 1) << (63 - r);
		column[r] |= 1ull << (63 - r);
	}
	for (u32 k = 0; k < 64; k++) {
		out[k] = 0;
		for (u64 left = v[k]; left; left &= left - 1)
			out[k] ^= column[63 - __builtin_ctzll(left)];
	}
}

/* At least 32 at once: the states of xorwow's threads are made each time. */
enum { LEAST_AT_ONCE = 32, MOST_AT_ONCE = 4096, MATRIX_WORDS = 128 };

static bool make_scrambled(u32 dimensions) {
	static u32 words[MOST_AT_ONCE * MATRIX_WORDS];
	while (scrambled.made < dimensions) {
		u32 d = scrambled.made, n = MAX(dimensions - d, LEAST_AT_ONCE);
		n = MIN(MIN(n, MOST_AT_ONCE), DIMENSIONS - d);
		make_plain(d + n);
		if (!random_words(1 + (u64)DIMENSIONS * MATRIX_WORDS + 2 * (u64)d,
		                  2 * (u64)n, words))
			return false;
		for (u32 i = 0; i < n; i++)
			constants[d + i] = (u64)words[2 * i + 1] << 32 | words[2 * i];
		if (!random_words(1 + (u64)d * MATRIX_WORDS, (u64)n * MATRIX_WORDS,
		                  words))
			return false;
		for (u32 i = 0; i < n; i++)
			scramble(plain.v[d + i], words + i * MATRIX_WORDS,
			         scrambled.v[d + i]);
		scrambled.made += n;
	}
	return true;
}

bool sobol_prepare(bool is_scrambled, u32 dimensions) {
	pthread_mutex_lock(&lock);
	bool done = true;
	if (is_scrambled)
		done = make_scrambled(dimensions);
	else
		make_plain(dimensions);
	pthread_mutex_unlock(&lock);
	return done;
}

const u64 *sobol_vectors(bool is_scrambled, u32 d) {
	return is_scrambled ? scrambled.v[d] : plain.v[d];
}

u64 sobol_scramble(u32 d) {
	return constants[d];
}

/* ---- for the program ---- */

static curandStatus_t get(curandDirectionVectorSet_t set,
                          curandDirectionVectorSet_t plain_set, struct set **out) {
	bool is_scrambled = set == plain_set + 1;
	if (!out || (set != plain_set && !is_scrambled))
		return CURAND_STATUS_OUT_OF_RANGE;
	if (!sobol_prepare(is_scrambled, DIMENSIONS))
		return CURAND_STATUS_ALLOCATION_FAILED;
	*out = is_scrambled ? &scrambled : &plain;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[],
                                           curandDirectionVectorSet_t set) {
	struct set *s;
	curandStatus_t status = get(set, CURAND_DIRECTION_VECTORS_32_JOEKUO6,
	                            vectors ? &s : NULL);
	if (status != CURAND_STATUS_SUCCESS)
		return status;
	pthread_mutex_lock(&lock);
	for (u32 d = 0; d < DIMENSIONS; d++)
		for (u32 k = 0; k < 32; k++)
			s->upper[d][k] = (u32)(s->v[d][k] >> 32);
	pthread_mutex_unlock(&lock);
	*vectors = s->upper;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[],
                                           curandDirectionVectorSet_t set) {
	struct set *s;
	curandStatus_t status = get(set, CURAND_DIRECTION_VECTORS_64_JOEKUO6,
	                            vectors ? &s : NULL);
	if (status == CURAND_STATUS_SUCCESS)
		*vectors = (curandDirectionVectors64_t *)s->v;
	return status;
}

curandStatus_t curandGetScrambleConstants32(unsigned int **list) {
	if (!list)
		return CURAND_STATUS_OUT_OF_RANGE;
	if (!sobol_prepare(true, DIMENSIONS))
		return CURAND_STATUS_ALLOCATION_FAILED;
	pthread_mutex_lock(&lock);
	for (u32 d = 0; d < DIMENSIONS; d++)
		upper_constants[d] = (u32)(constants[d] >> 32);
	pthread_mutex_unlock(&lock);
	*list = upper_constants;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetScrambleConstants64(unsigned long long **list) {
	if (!list)
		return CURAND_STATUS_OUT_OF_RANGE;
	if (!sobol_prepare(true, DIMENSIONS))
		return CURAND_STATUS_ALLOCATION_FAILED;
	*list = (unsigned long long *)constants;
	return CURAND_STATUS_SUCCESS;
}
