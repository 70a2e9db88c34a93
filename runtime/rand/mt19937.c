/* mt19937.c - Matsumoto and Nishimura's MT19937: 8192 generators, 2^2048 numbers apart,
 * each for eight threads.
 *
 * A generator's 624 numbers fill 78 rows of eight. The first of these rows has eight
 * single numbers, and each of eleven runs of 56 numbers fills seven rows, thread after
 * thread.
 *
 * Numbers i + 0 ... i + 623 are a state. A jump is a polynomial p in the step from one
 * number to the next, modulo the characteristic polynomial: the state after it is the sum
 * of the states after i numbers for each term x^i of p.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "runtime/rand/mt19937_planes.h"
#include "runtime/rand/streams.h"

enum {
	SIZE = MT_STATE,
	DEGREE = 19937,
	LIMBS = MT_LIMBS,
	LANES = 8,
	GENERATORS = BLOCK / LANES, /* of a block */
	ROWS = SIZE / LANES,
};

struct generator_state {
	u32 x[SIZE], row;
};
struct block_state {
	struct generator_state g[GENERATORS];
};

/* ---- polynomials ---- */

struct polynomial {
	u64 bits[LIMBS];
};

/* The terms of the characteristic polynomial below x^19937. */
static const u16 terms[] = {
	19314, 19087, 18860, 18691, 18633, 18406, 18237, 18179, 18068, 17952, 17841,
	17783, 17725, 17498, 17445, 17329, 17271, 17160, 17044, 16933, 16875, 16822,
	16817, 16595, 16590, 16537, 16421, 16368, 16363, 16252, 16141, 16136, 16025,
	15967, 15909, 15682, 15629, 15576, 15513, 15455, 15349, 15344, 15228, 15117,
	15059, 15006, 15001, 14953, 14779, 14774, 14721, 14605, 14552, 14547, 14436,
	14325, 14320, 14209, 14151, 14093, 13866, 13813, 13760, 13697, 13639, 13533,
	13528, 13412, 13301, 13243, 13190, 13185, 13137, 12963, 12958, 12905, 12789,
	12736, 12731, 12673, 12620, 12509, 12504, 12393, 12335, 12277, 11997, 11944,
	11881, 11838, 11717, 11712, 11611, 11485, 11384, 11374, 11321, 11215, 11157,
	11147, 11089, 10920, 10761, 10693, 10128, 9969,  9901,  9505,  8206,  7979,
	7752,  7583,  7525,  7477,  7129,  6569,  6337,  5661,  4753,  4362,  4135,
	3908,  3681,  3454,  3227,  3000,  2773,  2493,  1870,  1643,  1585,  1416,
	1189,  0,
};

static void add_shifted(u64 *sum, u64 word, u32 shift) {
	sum[shift / 64] ^= word << shift % 64;
	if (shift % 64)
		sum[shift / 64 + 1] ^= word >> (64 - shift % 64);
}

/* The second term is more than 64 below the first, so words reduce at once. */
static void reduce(u64 *p, struct polynomial *r) {
	for (u32 w = 2 * LIMBS; w-- > LIMBS - 1;) {
		u64 high = p[w];
		u32 at = 64 * w;
		if (w == LIMBS - 1) { /* bits from DEGREE on */
			high >>= DEGREE % 64;
			at = DEGREE;
		}
		add_shifted(p, high, at);
		for (u32 i = 0; i < countof(terms); i++)
			add_shifted(p, high, at - DEGREE + terms[i]);
	}
	memcpy(r->bits, p, sizeof r->bits);
}

static void product(const struct polynomial *a, const struct polynomial *b,
                    struct polynomial *r) {
	static u64 multiple[16][LIMBS + 1]; /* under the once */
	u64 p[2 * LIMBS + 2] = {0};
	for (u32 m = 0; m < 16; m++) {
		memset(multiple[m], 0, sizeof multiple[m]);
		for (u32 k = 0; k < 4; k++)
			for (u32 w = 0; w < LIMBS && m >> k & 1; w++)
				add_shifted(multiple[m], a->bits[w], 64 * w + k);
	}
	for (u32 k = 16; k-- > 0;) { /* by Horner's rule over the digits of all words */
		for (u32 w = 2 * LIMBS + 1; k < 15 && w > 0; w--)
			p[w] = p[w] << 4 | p[w - 1] >> 60;
		if (k < 15)
			p[0] <<= 4;
		for (u32 w = 0; w < LIMBS; w++) {
			const u64 *add = multiple[b->bits[w] >> 4 * k & 15];
			for (u32 i = 0; i <= LIMBS; i++)
				p[w + i] ^= add[i];
		}
	}
	reduce(p, r);
}

/* ---- jumps ---- */

/* A polynomial's terms, in ascending order and by threes: the ones of x^at (1 + ...),
 * where bits 0 and 1 of `more` are the terms x and x^2. */
enum { WINDOW = 3, PATTERNS = 1 << (WINDOW - 1) };

struct jump {
	u32 n;
	struct {
		u16 at, more;
	} part[DEGREE / WINDOW + 1];
	u64 reversed[LIMBS]; /* the same for products of planes */
};

/* Over 1 to 31 generators, 1 to 15 blocks, 1 to 15 times 16 blocks. */
static struct jump within[GENERATORS], blocks[16], rows_of_blocks[16];
static pthread_once_t jumps_once = PTHREAD_ONCE_INIT;

static const struct polynomial one_generator = {{
#include "runtime/rand/mt19937_jump.def"
}};

static u16 bit_of(const struct polynomial *p, u32 i) {
	return (u16)(p->bits[i / 64] >> i % 64 & 1);
}

static void list_terms(const struct polynomial *p, struct jump *j) {
	for (u32 i = 0; i < DEGREE; i++)
		if (bit_of(p, i)) {
			u16 more = (u16)(bit_of(p, i + 1) | bit_of(p, i + 2) << 1);
			j->part[j->n].at = (u16)i;
			j->part[j->n++].more = more;
			i += WINDOW - 1;
		}
	mt_planes_reverse(p->bits, j->reversed);
}

/* Returns base^n. */
static struct polynomial list_powers(const struct polynomial *base, struct jump *j,
                                     u32 n) {
	struct polynomial p = *base;
	for (u32 k = 1; k < n; k++) {
		list_terms(&p, &j[k]);
		product(base, &p, &p);
	}
	return p;
}

static void make_jumps(void) {
	struct polynomial block = list_powers(&one_generator, within, GENERATORS);
	struct polynomial row = list_powers(&block, blocks, 16);
	list_powers(&row, rows_of_blocks, 16);
}

enum { STREAM = DEGREE + SIZE + 64 };
_Static_assert((int)STREAM >= (int)MT_PLANE_NUMBERS,
               "a plane has the numbers of a stream");

static inline u32 twist(u32 x0, u32 x1, u32 far) {
	u32 y = (x0 & 0x80000000u) | (x1 & 0x7fffffffu);
	return far ^ y >> 1 ^ (0x9908b0dfu & (0u - (y & 1)));
}

/* Numbers of a generator, and what jumps are made of: planes where they are fast,
 * otherwise the numbers' sums for each pattern. sum[m][i] is number i and those after it
 * that m says.
 */
struct stream {
	bool has_planes;
	u32 sum[PATTERNS][STREAM];
	struct mt_planes planes;
};

/* Goes on from a state. */
static void extend(struct stream *s) {
	u32 *x = s->sum[0];
	for (u32 i = SIZE; i < STREAM; i++)
		x[i] = twist(x[i - 624], x[i - 623], x[i - 227]);
	if (s->has_planes) {
		mt_planes_fill(&s->planes, x);
		return;
	}
	for (u32 m = 1; m < PATTERNS; m++)
		for (u32 i = 0; i + 2 < STREAM; i++)
			s->sum[m][i] = x[i] ^ (m & 1 ? x[i + 1] : 0) ^
			               (m & 2 ? x[i + 2] : 0);
}

typedef u32 lanes __attribute__((vector_size(32)));
enum { ACCUMULATORS = 6, STRIP = 8 * ACCUMULATORS }; /* 13 strips are a state */

WIDE static void add_terms(const struct stream *s, const struct jump *j, u32 *state) {
	for (u32 first = 0; first < SIZE; first += STRIP) {
		lanes sum[ACCUMULATORS] = {0};
		for (u32 t = 0; t < j->n; t++) {
			const u32 *from = s->sum[j->part[t].more] + first + j->part[t].at;
			for (u32 k = 0; k < ACCUMULATORS; k++) {
				lanes v;
				memcpy(&v, from + 8 * k, sizeof v);
				sum[k] ^= v;
			}
		}
		memcpy(state + first, sum, sizeof sum);
	}
}

/* The state after a jump. */
static void jump(const struct stream *s, const struct jump *j, u32 *state) {
	if (s->has_planes)
		mt_planes_jump(&s->planes, j->reversed, state);
	else
		add_terms(s, j, state);
}

static void mt19937_seed(const struct streams *s, u32 block, const u64 *skip, u8 *state) {
	(void)skip; /* it takes no offset */
	pthread_once(&jumps_once, make_jumps);
	struct block_state *b = (struct block_state *)state;
	struct stream stream;
	stream.has_planes = mt_planes_are_fast();
	u32 *x = stream.sum[0];
	x[0] = (u32)s->seed;
	for (u32 i = 1; i < SIZE; i++)
		x[i] = 1812433253u * (x[i - 1] ^ x[i - 1] >> 30) + i;
	extend(&stream);
	const struct jump *far[] = {&rows_of_blocks[block / 16], &blocks[block % 16]};
	for (u32 k = 0; k < 2; k++)
		if (far[k]->n) {
			u32 y[SIZE];
			jump(&stream, far[k], y);
			memcpy(x, y, sizeof y);
			extend(&stream);
		}
	for (u32 g = 0; g < GENERATORS; g++) {
		if (g == 0)
			memcpy(b->g[g].x, x, sizeof b->g[g].x);
		else
			jump(&stream, &within[g], b->g[g].x);
		b->g[g].row = ROWS - 1;
	}
}

/* ---- numbers ---- */

static void next_state(u32 *x) {
	for (u32 i = 0; i < SIZE - 397; i++)
		x[i] = twist(x[i], x[i + 1], x[i + 397]);
	for (u32 i = SIZE - 397; i < SIZE - 1; i++)
		x[i] = twist(x[i], x[i + 1], x[i - (SIZE - 397)]);
	x[SIZE - 1] = twist(x[SIZE - 1], x[0], x[396]);
}

static u32 number(u32 row, u32 lane) {
	static const u16 single[LANES] = {0, 113, 170, 283, 340, 397, 510, 567};
	static const u16 run[] = {1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568};
	return row == 0 ? single[lane] : run[(row - 1) / 7] + 7 * lane + (row - 1) % 7;
}

static inline u32 temper(u32 y) {
	y ^= y >> 11;
	y ^= y << 7 & 0x9d2c5680u;
	y ^= y << 15 & 0xefc60000u;
	return y ^ y >> 18;
}

/* A generator's row begins with its first lane. */
static void mt19937_draw(const struct streams *s, u32 block, u8 *state, u32 first, u32 n,
                         u32 words, u32 *out) {
	(void)s, (void)block, (void)words;
	struct block_state *b = (struct block_state *)state;
	for (u32 i = first; i < first + n; i++) {
		struct generator_state *g = &b->g[i / LANES];
		if (i % LANES == 0 && ++g->row == ROWS) {
			g->row = 0;
			next_state(g->x);
		}
		out[i] = temper(g->x[number(g->row, i % LANES)]);
	}
}

const struct stream_kind mt19937_kind = {sizeof(struct block_state), 1, mt19937_seed,
                                         mt19937_draw};
