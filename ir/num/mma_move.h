/* mma_move.h - fragments between registers and memory, a piece at a time. The layouts of
 * mma.def are bit permutations with lane bits 2-4 on one coordinate, so eight rows by
 * four words of a register are one of few patterns in memory.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/mma.h"

/* `line`: the rows of a matrix that lies by rows, the columns of one that lies by
 * columns. `per`: elements in a register of a lane. Lane l holds, of element e, */
enum mma_pattern {
	MMA_QUADS, /* line l / 4, place l % 4 * per + e: four lanes are adjacent in memory
	            */
	MMA_PAIRS, /* line l / 4, place 2 * (l % 4): with another register, which has the
	              odd places */
	MMA_TRANSPOSED, /* line step * (l % 4 * per + e), place l / 4 */
	MMA_EACH,       /* anything else */
};

struct mma_move {
	const struct mma_layout *f;
	bool is_col;
	u8 pattern; /* enum mma_pattern */
	u8 bits;    /* of an element; 32 for .b1 */
	u8 step;
	struct {
		u8 line, odd; /* the first line; MMA_PAIRS: the register of the odd
		                 places; none: moved with its partner */
		u16 off;      /* bytes into the line */
	} reg[MMA_MAX_REGS];
};

void mma_move_init(struct mma_move *m, const struct mma_layout *f, bool is_col);

/* The place of element e of register r of a lane: the line, and elements into it. */
struct mma_place {
	u32 line, at;
};
struct mma_place mma_move_place(const struct mma_move *m, u32 r, u32 lane, u32 e);

/* Load all lanes of the registers of the layout from the lines of a matrix, and store
 * them. Lines need no alignment. */
void mma_move_load(const struct mma_move *m, void *const *reg, const u8 *const *line);
void mma_move_store(const struct mma_move *m, const void *const *reg, u8 *const *line);

/* 8 x 8 elements of 16 bits: row i from 16 bytes at from[i], transposed. */
void mma_transpose16(void *to, const u8 *const *from);
