/* value.h - constants, casts, loads of the machine's fields, values of the prologue,
 * basic blocks (value.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"
#include "base/map.h"
#include "ir/analysis/uniform.h"
#include "ir/isa/regs.h"

/* Values that the prologue computes, by jit_once. */
enum once {
	ONCE_CTA,
	ONCE_LAUNCH,
	ONCE_WORKER,
	ONCE_FRAME,
	ONCE_PARAM,
	ONCE_SHARED,
	ONCE_SHARED_BASE,
	ONCE_SHARED_TOTAL,
	ONCE_REACH_LOW,
	ONCE_REACH_SIZE,
	ONCE_CONST_LOW,
	ONCE_CONST_SIZE,
	ONCE_REGION_BASE,
	ONCE_REGION_MASK,
	ONCE_WARP_PAGE,
	ONCE_SERVICES,
	ONCE_MAP_SHARED,
	ONCE_MAP_LOCAL,
	ONCE_LOCAL,
	ONCE_LOCAL_LIMIT,
	ONCE_VAR_ADDR,
	ONCE_SHARED_OFFSET,
	ONCE_CODE_BASE,
	ONCE_LOCAL_BASE,
	ONCE_COUNT
};

/* What a block has made of a value. */
struct made {
	val of, is;
	typ type;
	bb block;
	struct made *next; /* with the same hash */
};

/* The part of struct fn about values that are made once. */
struct values {
	val once[32];              /* by enum once; NULL: not made yet */
	val sreg_once[SREG_COUNT]; /* special registers; the same */
	struct map made; /* by a hash of it: what blocks have already, struct made */
	/* immediates (operand.c) */
	val constants;          /* a table of them, NULL if there are few */
	val *constant;          /* what is in it */
	u32 nconstant;          /* what it has room for */
	struct map constant_at; /* by value: 1 + index */
	bb last_block;          /* the last that an instruction was put into */
};

/* Checks whether the block at hand has its terminator. */
bool jit_has_ended(const struct fn *c);
val jit_int(struct fn *c, u32 bits, u64 v);
typ jit_int_type(struct fn *c, u32 bits);
typ jit_vec(struct fn *c, typ lane); /* of a chunk */
typ jit_lane_type(struct fn *c, enum type t);
val jit_splat(struct fn *c, val scalar);
/* The constants stride * lane of chunk k; and an affine value's lanes minus its lane
 * 0. */
val jit_iota(struct fn *c, u32 bits, u32 k, s64 stride);
val jit_lanes(struct fn *c, u32 bits, u32 k, const struct uniform_value *how);
val jit_cast(struct fn *c, val v, typ to); /* bit cast, of scalars or chunks */
/* Integers: truncates or extends. */
val jit_resize(struct fn *c, val v, u32 bits, bool is_signed);
/* An invariant load. */
val jit_field(struct fn *c, val base, size_t off, typ t, const char *name);
val jit_own_constant(struct fn *c, u64 index, typ t); /* of c->values.constants */
val jit_gep(struct fn *c, val base, val off);
val jit_call(struct fn *c, size_t service, typ ret, val *arg, u32 n);
val jit_intrinsic(struct fn *c, const char *name, typ *over, u32 nover, val *arg, u32 n);

/* Between one of these and jit_prologue_end, code goes to the start: executed once for
 * each warp, or once for a call, which runs warps of one cta. */
bb jit_prologue(struct fn *c);
bb jit_entry(struct fn *c);
void jit_prologue_end(struct fn *c, bb here);
val jit_once(struct fn *c, u32 which);
/* Returns any warp of the cta, for what is equal in all of them. */
val jit_any_warp(struct fn *c);

bb jit_block(struct fn *c, const char *name);
/* Begins another block in the first tier, whose code generator then looks no further. */
void jit_quick_block(struct fn *c);
void jit_goto(struct fn *c, bb to); /* ends the current block, unless it has ended */
void jit_at(struct fn *c, bb b);
void jit_if(struct fn *c, val cond, bb yes, bb no);
void jit_likely(struct fn *c, val cond, bool likely, bb yes, bb no);
