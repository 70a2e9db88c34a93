/* mma_profile.c - the table of generations; see mma_profile.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma_profile.h"

static const struct mma_profile profile[] = {
	{"Volta", 70, 23, 4, 4, 0, 0, 0, true},
	{"Turing", 75, 24, 8, 4, 0, 0, 0, true},
	{"Ampere", 80, 24, 8, 4, 0, 0, 0, false},
	{"Ada", 89, 24, 8, 4, 16, 13, 13, false},
	{"Hopper", 90, 25, 16, 8, 0, 0, 0, false},
	{"Blackwell", 100, 25, 16, 8, 32, 25, 23, false},
};

const struct mma_profile *mma_profile_of(u32 sm) {
	u32 i = countof(profile) - 1;
	while (i > 0 && profile[i].sm > sm)
		i--;
	return &profile[i];
}

void mma_form_profile(struct mma_form *f, bool wmma, const struct mma_profile *p) {
	bool is_fp8 = f->math == MATH_PAIRED, is_quad = f->math == MATH_QUAD;
	u32 most = is_fp8 ? p->fp8 : f->ta == TYPE_TF32 ? p->tf32 : p->f16;

	if (p->sm == 90 || (f->math != MATH_FUSED && !is_fp8 && !is_quad) ||
	    (is_fp8 && !p->fp8) || (is_quad && !p->has_quad))
		return;
	f->math = MATH_ALIGNED;
	f->step = (u8)MIN(f->ks, wmma && f->ta == TYPE_TF32 ? 4 : most);
	f->align_bits = is_fp8 ? p->fp8_bits : p->bits;
	f->result_bits = is_fp8 ? p->fp8_result : 23;
}
