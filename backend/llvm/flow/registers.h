/* registers.h - virtual registers in the block at hand (reg.c), and those that are values
 * between blocks (promote.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"
#include "base/vec.h"
#include "ir/analysis/uniform.h"
#include "ir/isa/inst.h"

enum reg_class { REG_UNSEEN, REG_SCALAR, REG_AFFINE, REG_VECTOR };

struct jreg {
	u8 class;      /* enum reg_class */
	u8 bits;       /* of a lane: 1, 16, 32, 64, 128 */
	bool raw_nan;  /* holds f32 whose NaNs become canonical where bits are read */
	bool promoted; /* between blocks it is in `slot`, else at home */
	bool dirty;    /* `now` is newer than that */
	bool is_entry; /* lives at the start of the function */
	bool is_listed, is_seen; /* in `touched`; in the arm at hand (jit_fork_end) */
	bool decides;            /* where control goes may depend on it */
	u8 depends_on;           /* coordinates of the thread (prefetch.c) */
	bool is_data;   /* differs between lanes; comes from memory or from other lanes */
	bool is_spread; /* not VECTOR here, but home has every lane (loop_version.c) */
	bool is_row_line; /* VECTOR, but linear within each vector (row_lines.c): */
	s64 row_stride;   /* from lane to lane */
	u32 nwrite;       /* 1: written once, in all lanes, before any read */
	const struct uniform_value *how; /* AFFINE: what lanes add to the base */
	typ type;                        /* of one lane */
	val slot[MAX_CHUNKS];            /* allocas; [0] alone if scalar, as below */
	val now[MAX_CHUNKS];             /* in the block at hand; NULL: not read yet */
	val fixed[MAX_CHUNKS];           /* its only value, known everywhere; or NULL */
};

/* A register's values at some place. */
struct reg_state {
	u32 reg;
	bool dirty;
	val now[MAX_CHUNKS];
};

/* One of the paths that join: where it ends, and the registers that differ there from the
 * fork. */
struct reg_arm {
	bb end;
	VEC(struct reg_state) state;
};

/* The part of struct fn about registers, beside fn.reg. */
struct registers {
	val cc[MAX_CHUNKS];   /* carry flag: allocas, or NULL */
	u32 *by_start;        /* promoted registers by the start of their interval */
	u32 next_start;       /* in by_start: the first not in `active` yet */
	u32 *active, nactive; /* promoted registers whose interval covers fn.pos, about */
	u32 *touched, ntouched;        /* registers of which something is known */
	u32 nfork;                     /* forks that are open */
	VEC(struct reg_state) journal; /* what forks have to restore */
};

void jit_regs(struct fn *c); /* classifies all registers */
/* Sets the class of a register whose values are related so. */
void jit_classify(struct fn *c, u32 reg, const struct uniform_value *v);
val jit_reg_scalar(struct fn *c, u32 reg); /* SCALAR; of AFFINE the base */
val jit_reg_chunk(struct fn *c, u32 reg, u32 k);
void jit_reg_set_scalar(struct fn *c, u32 reg, val v);
void jit_reg_set_chunk(struct fn *c, u32 reg, u32 k, val v); /* for the lanes of c->em */
void jit_reg_fix(struct fn *c, u32 reg, u32 k, val v);       /* its only value */
void jit_reg_forget(struct fn *c, u32 reg);                  /* its home has changed */
/* Reads a register and does not remember the value, for code beside the path. */
val jit_reg_peek(struct fn *c, u32 reg, u32 k);
val jit_reg_peek_chunk(struct fn *c, u32 reg, u32 k); /* of any class */
val jit_slot(struct fn *c, u32 reg, u32 k);
void jit_regs_drop(struct fn *c);          /* at the start of a block */
void jit_regs_end(struct fn *c, bool all); /* at its end */
/* Code that only some paths take: fork; on each path end it, or go on as it is; join. */
u32 jit_fork(struct fn *c);
void jit_fork_end(struct fn *c, u32 mark, struct reg_arm *a);
void jit_fork_keep(struct fn *c, u32 mark);
void jit_join(struct fn *c, const struct reg_arm arm[2]);
/* Checks whether the instruction moves, chooses or shuffles values, whose NaNs may stay
 * as they are. */
bool jit_hands_on_raw(const struct fn *c, const struct inst *in);
/* Begins a block whose instructions have these positions. */
void jit_begin(struct fn *c, u32 first, u32 last);

/* promote.c: decides which registers are promoted. */
void jit_promote(struct fn *c);
