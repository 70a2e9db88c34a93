/* mma_move.c - fragments between registers and memory. See mma_move.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma_move.h"

enum { ROWS = 8, NO_REG_HERE = 255 };

typedef u8 vec8 __attribute__((vector_size(16)));
typedef u16 vec16 __attribute__((vector_size(16)));
typedef u32 vec32 __attribute__((vector_size(16)));
typedef u64 vec64 __attribute__((vector_size(16)));

/* ---- patterns ---------------------------------------------------------------------- */

struct mma_place mma_move_place(const struct mma_move *m, u32 r, u32 lane, u32 e) {
	u32 at = m->f->at[(r * 32 + lane) * m->f->per_reg + e];
	u32 row = at / m->f->cols, col = at % m->f->cols;

	return m->is_col ? (struct mma_place){col, row} : (struct mma_place){row, col};
}

static bool has_pattern(const struct mma_move *m, enum mma_pattern p, u32 step, u32 r) {
	struct mma_place first = mma_move_place(m, r, 0, 0);
	u32 per = m->f->per_reg;

	for (u32 l = 0; l < 32; l++)
		for (u32 e = 0; e < per; e++) {
			struct mma_place is = mma_move_place(m, r, l, e);
			u32 quad = l % 4 * per + e, line = l / 4, at = quad;
			if (p == MMA_PAIRS) {
				at = 2 * (l % 4);
			} else if (p == MMA_TRANSPOSED) {
				line = quad * step;
				at = l / 4;
			}
			if (is.line != first.line + line || is.at != first.at + at)
				return false;
		}
	return true;
}

static bool all_have(const struct mma_move *m, enum mma_pattern p, u32 step) {
	for (u32 r = 0; r < m->f->nreg; r++)
		if (!has_pattern(m, p, step, r))
			return false;
	return true;
}

/* The register whose first element follows that of r in its line. */
static u8 partner(const struct mma_move *m, u32 r) {
	struct mma_place p = mma_move_place(m, r, 0, 0);

	for (u32 i = 0; i < m->f->nreg; i++) {
		struct mma_place q = mma_move_place(m, i, 0, 0);
		if (q.line == p.line && q.at == p.at + 1)
			return (u8)i;
	}
	return NO_REG_HERE;
}

static void choose(struct mma_move *m) {
	u32 per = m->f->per_reg;
	bool is_word = per * m->bits == 32;

	m->step = 1;
	m->pattern = MMA_EACH;
	if ((is_word || m->bits == 64) && all_have(m, MMA_QUADS, 1)) {
		m->pattern = MMA_QUADS;
	} else if (m->bits == 32 && per == 1 && all_have(m, MMA_PAIRS, 1)) {
		m->pattern = MMA_PAIRS;
	} else if (is_word && m->bits >= 8) {
		for (u8 step = 1; step <= 2; step++)
			if ((step == 1 || per == 1) &&
			    all_have(m, MMA_TRANSPOSED, step)) {
				m->pattern = MMA_TRANSPOSED;
				m->step = step;
			}
	}
}

void mma_move_init(struct mma_move *m, const struct mma_layout *f, bool is_col) {
	*m = (struct mma_move){
		.f = f, .is_col = is_col, .bits = f->bits == 1 ? 32 : f->bits};
	choose(m);
	for (u32 r = 0; r < f->nreg; r++) {
		struct mma_place p = mma_move_place(m, r, 0, 0);
		m->reg[r].line = (u8)p.line;
		m->reg[r].off = (u16)(p.at * m->bits / 8);
		m->reg[r].odd = m->pattern == MMA_PAIRS ? partner(m, r) : NO_REG_HERE;
	}
}

/* ---- transpositions ---------------------------------------------------------------- */

static ALWAYS_INLINE vec16 load16(const u8 *p) {
	vec16 v;
	memcpy(&v, p, sizeof v);
	return v;
}

static ALWAYS_INLINE vec32 load32(const u8 *p) {
	vec32 v;
	memcpy(&v, p, sizeof v);
	return v;
}

static ALWAYS_INLINE void store(void *p, vec32 v) {
	memcpy(p, &v, sizeof v);
}

#define LOW8(a, b)                                                                     \
	__builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, \
	                        7, 23)
#define LOW16(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH16(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define LOW32(a, b) __builtin_shufflevector((vec32)(a), (vec32)(b), 0, 4, 1, 5)
#define HIGH32(a, b) __builtin_shufflevector((vec32)(a), (vec32)(b), 2, 6, 3, 7)
#define LOW64(a, b) (vec32) __builtin_shufflevector((vec64)(a), (vec64)(b), 0, 2)
#define HIGH64(a, b) (vec32) __builtin_shufflevector((vec64)(a), (vec64)(b), 1, 3)

static ALWAYS_INLINE void transpose16(vec32 out[ROWS], const vec16 in[ROWS]) {
	vec32 half[2][4]; /* of rows 0-3 and 4-7: two columns each */

	for (u32 h = 0; h < 2; h++) {
		const vec16 *r = in + 4 * h;
		vec16 a = LOW16(r[0], r[1]), b = LOW16(r[2], r[3]);
		vec16 c = HIGH16(r[0], r[1]), d = HIGH16(r[2], r[3]);
		half[h][0] = LOW32(a, b);
		half[h][1] = HIGH32(a, b);
		half[h][2] = LOW32(c, d);
		half[h][3] = HIGH32(c, d);
	}
	for (u32 i = 0; i < 4; i++) {
		out[2 * i] = LOW64(half[0][i], half[1][i]);
		out[2 * i + 1] = HIGH64(half[0][i], half[1][i]);
	}
}

static ALWAYS_INLINE void transpose32(vec32 v[4]) {
	vec32 a = LOW32(v[0], v[1]), b = LOW32(v[2], v[3]), c = HIGH32(v[0], v[1]),
	      d = HIGH32(v[2], v[3]);

	v[0] = LOW64(a, b);
	v[1] = HIGH64(a, b);
	v[2] = LOW64(c, d);
	v[3] = HIGH64(c, d);
}

void mma_transpose16(void *to, const u8 *const *from) {
	vec16 in[ROWS];
	vec32 out[ROWS];

	for (u32 i = 0; i < ROWS; i++)
		in[i] = load16(from[i]);
	transpose16(out, in);
	memcpy(to, out, sizeof out);
}

/* ---- one register ------------------------------------------------------------------ */

/* A transposed register: its lines come `step` apart. Eight bytes of 16 lines are halves
 * of 8 first. */
static void load_transposed(const struct mma_move *m, u8 *to, const u8 *const *line,
                            u32 off) {
	vec16 in[ROWS];
	vec32 out[ROWS];

	if (m->bits == 32) {
		for (u32 half = 0; half < 2; half++, off += 16) {
			for (u32 i = 0; i < 4; i++)
				out[4 * half + i] = load32(line[i * m->step] + off);
			transpose32(out + 4 * half);
		}
	} else {
		for (u32 i = 0; i < ROWS && m->bits == 16; i++)
			in[i] = load16(line[i] + off);
		for (u32 i = 0; i < ROWS && m->bits == 8; i++) {
			vec8 a = {0}, b = {0};
			memcpy(&a, line[2 * i] + off, 8);
			memcpy(&b, line[2 * i + 1] + off, 8);
			in[i] = (vec16)LOW8(a, b);
		}
		transpose16(out, in);
	}
	memcpy(to, out, sizeof out);
}

/* Only C and D are stored, whose elements have more than 8 bits. */
static void store_transposed(const struct mma_move *m, const u8 *from, u8 *const *line,
                             u32 off) {
	vec32 v[ROWS];

	if (m->bits == 16) {
		vec16 in[ROWS];
		memcpy(in, from, sizeof in);
		transpose16(v, in);
		for (u32 i = 0; i < ROWS; i++)
			store(line[i] + off, v[i]);
		return;
	}
	memcpy(v, from, sizeof v);
	for (u32 half = 0; half < 2; half++, off += 16) {
		transpose32(v + 4 * half);
		for (u32 i = 0; i < 4; i++)
			store(line[i * m->step] + off, v[4 * half + i]);
	}
}

static void load_pairs(u8 *even, u8 *odd, const u8 *const *line, u32 off) {
	for (u32 i = 0; i < ROWS; i++) {
		vec32 a = load32(line[i] + off), b = load32(line[i] + off + 16);
		store(even + 16 * i, __builtin_shufflevector(a, b, 0, 2, 4, 6));
		store(odd + 16 * i, __builtin_shufflevector(a, b, 1, 3, 5, 7));
	}
}

static void store_pairs(const u8 *even, const u8 *odd, u8 *const *line, u32 off) {
	for (u32 i = 0; i < ROWS; i++) {
		vec32 a = load32(even + 16 * i), b = load32(odd + 16 * i);
		store(line[i] + off, LOW32(a, b));
		store(line[i] + off + 16, HIGH32(a, b));
	}
}

/* ---- anything else ----------------------------------------------------------------- */

/* `bytes`: a constant, so that a copy is an access. */
static ALWAYS_INLINE void load_each(const struct mma_move *m, u32 bytes, u32 r, u8 *to,
                                    const u8 *const *line) {
	u32 per = m->f->per_reg;

	for (u32 i = 0; i < 32 * per; i++) {
		struct mma_place p = mma_move_place(m, r, i / per, i % per);
		memcpy(to + i * bytes, line[p.line] + p.at * bytes, bytes);
	}
}

static ALWAYS_INLINE void store_each(const struct mma_move *m, u32 bytes, u32 r,
                                     const u8 *from, u8 *const *line) {
	u32 per = m->f->per_reg;

	for (u32 i = 0; i < 32 * per; i++) {
		struct mma_place p = mma_move_place(m, r, i / per, i % per);
		memcpy(line[p.line] + p.at * bytes, from + i * bytes, bytes);
	}
}

static void load_nibbles(const struct mma_move *m, u32 r, u8 *to, const u8 *const *line) {
	u32 per = m->f->per_reg;

	memset(to, 0, 128);
	for (u32 i = 0; i < 32 * per; i++) {
		struct mma_place p = mma_move_place(m, r, i / per, i % per);
		u32 v = (u32)line[p.line][p.at / 2] >> p.at % 2 * 4 & 15;
		to[i / 2] = (u8)(to[i / 2] | v << i % 2 * 4);
	}
}

/* ---- all of them ------------------------------------------------------------------- */

void mma_move_load(const struct mma_move *m, void *const *reg, const u8 *const *line) {
	u32 quad = m->bits == 64 ? 32 : 16;

	for (u32 r = 0; r < m->f->nreg; r++) {
		const u8 *const *first = line + m->reg[r].line;
		u32 off = m->reg[r].off;
		u8 *to = reg[r];
		if (m->pattern == MMA_QUADS && quad == 16) {
			for (u32 i = 0; i < ROWS; i++)
				memcpy(to + 16 * i, first[i] + off, 16);
		} else if (m->pattern == MMA_QUADS) {
			for (u32 i = 0; i < ROWS; i++)
				memcpy(to + 32 * i, first[i] + off, 32);
		} else if (m->pattern == MMA_TRANSPOSED) {
			load_transposed(m, to, first, off);
		} else if (m->pattern == MMA_PAIRS) {
			if (m->reg[r].odd != NO_REG_HERE)
				load_pairs(to, reg[m->reg[r].odd], first, off);
		} else {
			switch (m->bits) {
			case 4: load_nibbles(m, r, to, line); break;
			case 8: load_each(m, 1, r, to, line); break;
			case 16: load_each(m, 2, r, to, line); break;
			case 32: load_each(m, 4, r, to, line); break;
			default: load_each(m, 8, r, to, line); break;
			}
		}
	}
}

void mma_move_store(const struct mma_move *m, const void *const *reg, u8 *const *line) {
	for (u32 r = 0; r < m->f->nreg; r++) {
		u8 *const *first = line + m->reg[r].line;
		u32 off = m->reg[r].off;
		const u8 *from = reg[r];
		if (m->pattern == MMA_QUADS && m->bits < 64) {
			for (u32 i = 0; i < ROWS; i++)
				memcpy(first[i] + off, from + 16 * i, 16);
		} else if (m->pattern == MMA_TRANSPOSED) {
			store_transposed(m, from, first, off);
		} else if (m->pattern == MMA_PAIRS) {
			if (m->reg[r].odd != NO_REG_HERE)
				store_pairs(from, reg[m->reg[r].odd], first, off);
		} else {
			switch (m->bits) {
			case 16: store_each(m, 2, r, from, line); break;
			case 32: store_each(m, 4, r, from, line); break;
			default: store_each(m, 8, r, from, line); break;
			}
		}
	}
}
