/* mma_layout.c - every fragment of mma.def holds each element of its matrix exactly once,
 * in as many registers as its elements fill; forms name registers as PTX does.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/isa/inst.h"
#include "ir/num/mma.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void every_element_is_held_once(void **state) {
	(void)state;
	const struct mma_layout *f;
	u32 n = 0;
	for (; (f = mma_layout_at(n)); n++) {
		u8 held[MMA_MAX_ELEMS] = {0};
		u32 size = (u32)f->rows * f->cols * f->nq;
		assert_true(size <= MMA_MAX_ELEMS);
		assert_int_equal(f->nreg * 32u * f->per_reg, size);
		for (u32 i = 0; i < size; i++) {
			assert_true(f->at[i] < size);
			held[f->at[i]]++;
		}
		for (u32 i = 0; i < size; i++)
			assert_int_equal(held[i], 1);
	}
	assert_true(n > 50);
}

static void no_two_rows_are_the_same_fragment(void **state) {
	(void)state;
	const struct mma_layout *f;
	for (u32 i = 0; (f = mma_layout_at(i)); i++)
		assert_ptr_equal(
			mma_layout_find(f->operand, f->rows, f->cols, f->bits, f->kind),
			f);
}

/* The example drawn in mma.def: lane 5 of A in m16n8k16 with .f16. */
static void the_drawn_layout_is_the_one_used(void **state) {
	(void)state;
	const struct mma_layout *f = mma_layout_find(MMA_A, 16, 16, 16, MMA_ANY);
	static const u16 place[4][2] = {{1 * 16 + 2, 1 * 16 + 3},
	                                {9 * 16 + 2, 9 * 16 + 3},
	                                {1 * 16 + 10, 1 * 16 + 11},
	                                {9 * 16 + 10, 9 * 16 + 11}};
	for (u32 r = 0; r < 4; r++)
		for (u32 h = 0; h < 2; h++)
			assert_int_equal(f->at[(r * 32 + 5) * 2 + h], place[r][h]);
}

/* Every legal spelling of the table of instructions has all its fragments. */
static u64 first_value(u64 set) {
	return set ? (u64)__builtin_ctzll(set) : 0;
}

static void check_row(const struct row_info *row, u32 id) {
	u64 shapes = 0, frags = 1, base = 0;
	for (u32 i = 0; i < row->nslot; i++) {
		const struct row_slot *s = &row->slot[i];
		if (s->slot == MOD_SHAPE)
			shapes = s->allowed;
		else if (s->slot == MOD_MFRAG)
			frags = s->allowed;
		else if (s->required)
			base |= first_value(s->allowed) << slot_info[s->slot].shift;
	}
	for (u64 sh = shapes; sh; sh &= sh - 1)
		for (u64 fr = frags; fr; fr &= fr - 1)
			for (u32 t = 0; t < row->ntuple; t++)
				for (u32 o = 0; o < row->nopr; o++) {
					u32 bits;
					u64 mods = base |
					           first_value(sh) << MOD_SHAPE_SHIFT |
					           first_value(fr) << MOD_MFRAG_SHIFT;
					if (row->opr[o].letter != 'F' &&
					    row->opr[o].letter != 'G')
						continue;
					if (!mma_operand_regs(id, mods, row->types[t], o,
					                      &bits))
						fail_msg("%s: operand %u has no fragment",
						         row->id, o);
				}
}

static void every_form_has_its_fragments(void **state) {
	(void)state;
	for (u32 i = 0; i < ROW_COUNT; i++) {
		const struct row_info *row = row_info(i);
		if (row->mnemonic &&
		    (strstr(row->mnemonic, "mma") || strstr(row->mnemonic, "matrix")) &&
		    strncmp(row->mnemonic, "wgmma", 5) != 0 && !row->any_words)
			check_row(row, i);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_element_is_held_once),
		cmocka_unit_test(no_two_rows_are_the_same_fragment),
		cmocka_unit_test(the_drawn_layout_is_the_one_used),
		cmocka_unit_test(every_form_has_its_fragments),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
