/* mma.h - matrix instructions: forms, and the layout of their fragments (the table is
 * mma.def). A fragment is a set of registers; a register is an array of 32 lanes. In
 * memory order that is [register][lane][element], and mma_layout.at says which element of
 * the matrix each of them is.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"
#include "ir/isa/mod.h"

enum mma_operand { MMA_A, MMA_B, MMA_C };
enum mma_kind { MMA_ANY, MMA_Q, MMA_QROW, MMA_QCOL };

/* How the products of a form are summed (mma_row.h). */
enum mma_math {
	MATH_FUSED,   /* f16, bf16, tf32: all products and the accumulator in one aligned
	                 sum */
	MATH_PAIRED,  /* e4m3, e5m2: two fused sums in f16, then the accumulator */
	MATH_QUAD,    /* m8n8k4 on f16: single-precision additions */
	MATH_ALIGNED, /* what another generation makes of the former (mma_profile.h) */
	MATH_F64,     /* a chain of fused multiply-adds */
	MATH_INT,     /* exact; wraps or saturates once */
	MATH_BIT,     /* population counts */
};

enum { MMA_MAX_ELEMS = 1024, MMA_MAX_REGS = 8, MMA_MAX_STORED = 64 };

struct mma_layout {
	u8 operand; /* enum mma_operand */
	u8 kind;    /* enum mma_kind */
	u8 bits;    /* of an element; 1: elements are words of 32 bits */
	u8 nreg;    /* registers of a lane (64-bit ones if bits is 64) */
	u8 per_reg; /* elements in a register of one lane */
	u16 rows, cols;
	u8 nq; /* independent matrices: 4 for the quad-pair forms, else 1 */
	u8 nelem_bits;
	u8 lane_bit[5]; /* coordinate bit that each lane bit is: dimension << 4 | bit */
	u8 elem_bit[8]; /* the same for the bits of the element number in a lane */
	/* [nreg][32][per_reg]: place in a tile; A is [q][m][k], B [q][k][n], C and D
	 * [q][m][n] */
	const u16 *at;
};
enum mma_dim { DIM_M, DIM_N, DIM_K, DIM_Q };

/* Metadata of .sp forms: nibble i of lane l belongs to row and group; see mma.def. */
struct mma_meta {
	u8 bits;        /* per row of A */
	u8 lane_bit[5]; /* DIM_M, DIM_K (group), DIM_Q (selector) */
	u8 elem_bit[3];
};

struct mma_form {
	u16 m, n, k;
	u16 ks;  /* k stored in A: k, or half of it for .sp */
	u8 math; /* enum mma_math */
	u8 step; /* MATH_FUSED, MATH_ALIGNED: products per sum */
	u8 align_bits,
		result_bits; /* MATH_ALIGNED: kept of a product, of an f32 result */
	u8 td, ta, tb, tc;   /* enum type */
	u8 na, nb, nc, nd;   /* registers, copies included */
	bool sparse, is_signed_a, is_signed_b;
	const struct mma_layout *a, *b, *c, *d;
	const struct mma_meta *meta; /* .sp */
};

/* Dimensions of a SHAPE modifier value; zero for those of ldmatrix. */
struct mma_shape {
	u16 m, n, k;
};
struct mma_shape mma_shape_get(u32 shape);

/* The layout of a fragment, NULL if no instruction has it. For the life of the
 * process. */
const struct mma_layout *mma_layout_find(enum mma_operand op, u32 rows, u32 cols,
                                         u32 bits, enum mma_kind kind);
/* All of them, for tests; NULL after the last. */
const struct mma_layout *mma_layout_at(u32 i);

/* Fills `f` for the modifier word and types (d, a, b, c; for wmma on f16: d, c) of an mma
 * or wmma.mma. False if the combination does not exist. */
bool mma_form_init(struct mma_form *f, bool wmma, u64 mods, const u8 type[4]);

/* Registers that operand `pos` of an instruction of op_mma.def has if it is a fragment,
 * and their width; 0 if there is no such form. For the resolver. */
u32 mma_operand_regs(u32 row, u64 mods, const u8 type[4], u32 pos, u32 *bits);

/* Fragment of wmma.load and wmma.store: layout and number of registers; NULL if there is
 * none. */
const struct mma_layout *mma_wmma_fragment(u64 mods, enum type type, u32 *nreg);

/* D = A * B + C for a whole warp. Each register is 32 lanes of u32 (of u64 for .f64).
 * `mods` gives rounding, .satfinite and the bit operation; `meta` (32 lanes) and
 * `selector` are for .sp only. d may be the registers of a, b or c. */
void mma_exec(const struct mma_form *f, u64 mods, void *const *d, const void *const *a,
              const void *const *b, const void *const *c, const u32 *meta, u32 selector);

/* Computes which rows of B a row of A is multiplied with in a sparse form: idx[m][i] is
 * the k of stored element i of row m. */
void mma_sparse_index(const struct mma_form *f, const u32 *meta, u32 selector,
                      u8 idx[16][MMA_MAX_STORED]);
