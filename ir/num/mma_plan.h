/* mma_plan.h - matrix products prepared once and run fast. A plan holds the form of one
 * kind of mma or wmma.mma, and the kernel for this host, if there is one. Results are
 * those of mma_exec in every bit.
 *
 * Kernels keep 16 rows of D in the lanes of a vector and go through its columns one by
 * one. They only require that a register of a fragment is 8 rows by 4 words: lane bits
 * 2-4 are a row of the operand, lane bits 0 and 1 the word in it. Two registers are then
 * a block of 16 rows, and a transposition makes vectors of it that hold word w of all
 * rows; the other operand is read word by word as it is. Where m is 8 and n is not, rows
 * of D are those of n: x is B then, and y is A.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/mma_profile.h"

enum mma_level { MMA_PLAIN, MMA_V3, MMA_V4, MMA_LEVELS };
/* The row of a block that is in lane l of the vectors that vec_transpose4 makes. */
static inline u32 mma_lane_row(u32 l) {
	return l / 4 + l % 4 * 4;
}

enum { MMA_BLOCKS = 2, MMA_COL8 = 4, MMA_GROUPS = 4 };

struct mma_plan;

/* False: the kernel cannot do these operands, and d is untouched. */
typedef bool mma_fast_fn(const struct mma_plan *p, void *const *d, const void *const *a,
                         const void *const *b, const void *const *c, const u32 *meta,
                         u32 selector);

struct mma_plan {
	struct mma_form f;
	u64 mods;
	mma_fast_fn *fast; /* NULL: mma_exec does it */
	bool is_swapped;
	u8 nblock;  /* of 16 rows */
	u8 ncol8;   /* of 8 columns */
	u8 ngroup;  /* of 4 words of k */
	u8 nxgroup; /* of 4 words in x: half of that in .sp forms */
	/* .sp: where 16 bits of metadata are, by lane of the vector of rows and 4 groups
	 * of k: lane of the metadata for selector 0, and shift. A step of the selector is
	 * as many lanes. */
	u8 meta_lane[16][4], meta_shift[16][4], meta_step;
	/* Registers: of x by block, group, half of the block; of y by 8 columns, group;
	 * of C and D by block, 8 columns, odd columns (elements of 16 bits: 0), half. */
	u8 x[MMA_BLOCKS][MMA_GROUPS][2], y[MMA_COL8][MMA_GROUPS];
	u8 c[MMA_BLOCKS][MMA_COL8][2][2], d[MMA_BLOCKS][MMA_COL8][2][2];
};

/* The host's level, limited by SIMT_ISA=base|v3|v4 and by the processor that code is
 * compiled for. */
enum mma_level mma_host_level(void);
/* A name of --cpu; NULL or another one: no limit. */
void mma_level_limit(const char *cpu);
/* False if the combination does not exist, as mma_form_init. */
bool mma_plan_init(struct mma_plan *p, bool wmma, u64 mods, const u8 type[4],
                   enum mma_level level);
/* The same for the host's level and the profile of a device, made once and kept for the
 * life of the process; any thread may call it. NULL if the combination does not exist. */
const struct mma_plan *mma_plan_find(bool wmma, u64 mods, const u8 type[4],
                                     const struct mma_profile *profile);

/* The kernel of a form, NULL if there is none; in each file once per level. */
#define MMA_FINDERS(suffix)                                            \
	mma_fast_fn *mma_fused_find##suffix(const struct mma_form *f); \
	mma_fast_fn *mma_int_find##suffix(const struct mma_form *f);   \
	mma_fast_fn *mma_f64_find##suffix(const struct mma_form *f, u32 rnd);
MMA_FINDERS(_v3)
MMA_FINDERS(_v4)

/* Does what mma_exec does. */
static inline void mma_plan_run(const struct mma_plan *p, void *const *d,
                                const void *const *a, const void *const *b,
                                const void *const *c, const u32 *meta, u32 selector) {
	if (!p->fast || !p->fast(p, d, a, b, c, meta, selector))
		mma_exec(&p->f, p->mods, d, a, b, c, meta, selector);
}
