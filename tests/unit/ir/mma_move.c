/* mma_move.c - fragments loaded from a matrix in memory and stored there: each element is
 * where mma_layout.at says, by rows and by columns, with lines that lie anywhere; nothing
 * beside the matrix is touched.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma_move.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { LINES = 128, LINE_BYTES = 264, GUARD = 8 };

struct memory {
	u8 byte[LINES][LINE_BYTES];
	u8 *line[LINES];
};

static u32 seed = 1;

static u8 next(void) {
	seed = seed * 1664525u + 1013904223u;
	return (u8)(seed >> 24);
}

static void memory_fill(struct memory *m) {
	for (u32 i = 0; i < LINES; i++) { /* in no order, on odd addresses */
		m->line[i] = m->byte[(i * 37 + 5) % LINES] + (i & 3);
		for (u32 k = 0; k < LINE_BYTES; k++)
			m->byte[i][k] = next();
	}
}

/* Bits of element `at` of a line, or of a register. */
static u64 element(const u8 *from, u32 at, u32 bits) {
	u64 v = 0;
	if (bits == 4)
		return (u64)from[at / 2] >> at % 2 * 4 & 15;
	memcpy(&v, from + at * bits / 8, bits / 8);
	return v;
}

struct regs {
	u8 byte[MMA_MAX_REGS][256 + GUARD];
	void *at[MMA_MAX_REGS];
};

static void regs_fill(struct regs *r) {
	for (u32 i = 0; i < MMA_MAX_REGS; i++) {
		r->at[i] = r->byte[i];
		for (u32 k = 0; k < sizeof r->byte[i]; k++)
			r->byte[i][k] = next();
	}
}

/* Every element of the fragment is equal in both. */
static void compare(const struct mma_move *m, const struct regs *r,
                    const struct memory *mem) {
	for (u32 i = 0; i < m->f->nreg; i++)
		for (u32 l = 0; l < 32; l++)
			for (u32 e = 0; e < m->f->per_reg; e++) {
				u32 at = m->f->at[(i * 32 + l) * m->f->per_reg + e];
				u32 row = at / m->f->cols, col = at % m->f->cols;
				const u8 *line = mem->line[m->is_col ? col : row];
				assert_int_equal(
					element(r->byte[i], l * m->f->per_reg + e,
				                m->bits),
					element(line, m->is_col ? row : col, m->bits));
			}
}

static void check_load(const struct mma_move *m) {
	static struct memory mem;
	struct regs r, before;
	u32 size = m->bits == 64 ? 256 : 128;
	memory_fill(&mem);
	regs_fill(&r);
	before = r;
	mma_move_load(m, r.at, (const u8 *const *)mem.line);
	compare(m, &r, &mem);
	for (u32 i = 0; i < MMA_MAX_REGS; i++) {
		u32 used = i < m->f->nreg ? size : 0;
		assert_memory_equal(r.byte[i] + used, before.byte[i] + used,
		                    sizeof r.byte[i] - used);
	}
}

static void check_store(const struct mma_move *m) {
	static struct memory mem, before;
	struct regs r;
	u32 nline = m->is_col ? m->f->cols : m->f->rows;
	u32 len = m->is_col ? m->f->rows : m->f->cols, bytes = len * m->bits / 8;
	memory_fill(&mem);
	regs_fill(&r);
	memcpy(before.byte, mem.byte, sizeof before.byte);
	mma_move_store(m, (const void *const *)r.at, mem.line);
	compare(m, &r, &mem);
	for (u32 i = 0; i < LINES; i++) {
		u8 *line = before.byte[(i * 37 + 5) % LINES] + (i & 3);
		if (i < nline)
			memcpy(line, mem.line[i], bytes);
	}
	assert_memory_equal(mem.byte, before.byte, sizeof mem.byte);
}

static void fragments_are_where_the_layout_says(void **state) {
	(void)state;
	const struct mma_layout *f;
	u32 n = 0, each = 0;
	for (u32 i = 0; (f = mma_layout_at(i)); i++)
		for (u32 is_col = 0; is_col < 2; is_col++) {
			struct mma_move m;
			if (f->nq > 1) /* no wmma has those */
				continue;
			mma_move_init(&m, f, is_col);
			check_load(&m);
			if (f->operand == MMA_C)
				check_store(&m);
			n++;
			each += m.pattern == MMA_EACH;
		}
	assert_true(n > 90);
	assert_true(each < n / 3); /* most have a pattern */
}

static void transposing_is_exact(void **state) {
	(void)state;
	u16 from[8][8], to[8][8];
	const u8 *row[8];
	for (u32 i = 0; i < 64; i++)
		from[i / 8][i % 8] = (u16)(i * 997);
	for (u32 i = 0; i < 8; i++)
		row[i] = (const u8 *)from[i];
	mma_transpose16(to, row);
	for (u32 i = 0; i < 64; i++)
		assert_int_equal(to[i % 8][i / 8], from[i / 8][i % 8]);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fragments_are_where_the_layout_says),
		cmocka_unit_test(transposing_is_exact),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
