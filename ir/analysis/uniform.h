/* uniform.h - which registers are equal in all lanes of a warp, or linear in the lane's
 * number.
 *
 *   uniform    every lane reads the same value
 *   affine     lane l reads base + stride * l, modulo 2^width, with the same base for all; where the
 *              engine asks for it (takes_rows), base + stride * l + jump * (l / row)
 *   divergent  anything
 *
 * What that promises. Take one execution of a block: a pass through it in given rounds of
 * the loops around it. Lanes that make the same pass run it together (see the rule for
 * engines below). When an instruction of the pass reads a register called uniform or
 * affine, the values of the lanes that run it are related as above. A register is judged
 * over all its uses: PTX is not SSA, so one divergent write or one join where differing
 * writes meet makes it divergent everywhere. Undefined values (read before any write) are
 * divergent.
 *
 * The rule for engines. Lanes that a branch parts wait at its reconvergence point; lanes
 * that come to a loop's header wait until all of their round have come there or left the
 * loop. Running blocks in cfg order under masks does that. An engine that lets lanes run
 * ahead (to keep spinning lanes from starving others) must keep all registers of what it
 * runs that way per lane. A uniform load must be done once for all its lanes, as other
 * warps may be writing there; the same for clocks.
 *
 * Strides say nothing about overflow: base + stride * l may wrap inside the warp. If it
 * provably does not, for signed and unsigned readings alike, uniform_no_wrap holds;
 * conversions to a wider type stay affine only then.
 *
 * %tid.x is affine only if the launch shape is known (.reqntid or `shape`): with rows of
 * 32 * n lanes, or with a block of one row. Otherwise a warp may span rows, and %tid.x is
 * divergent.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/analysis/live.h"
#include "ir/analysis/reconv.h"

enum uniform_kind {
	VALUE_UNKNOWN, /* only while computing */
	VALUE_UNIFORM,
	VALUE_AFFINE,
	VALUE_DIVERGENT,
};

struct uniform_value {
	u8 kind;
	u8 align;      /* the base is a multiple of 2^align */
	bool is_const; /* every lane, every pass: `value` */
	bool cta;      /* uniform over all lanes of the cta that make the pass */
	u8 nchange;    /* how often max grew, while computing */
	u8 row;        /* affine in rows of so many lanes, a power of two; else 0 */
	s64 stride;    /* sign-extended from the register's width; 0 unless affine */
	s64 jump;      /* the same: added at the first lane of a row; 0: no rows */
	u64 max; /* no lane reads more than this, as an unsigned number of the register's
	            width */
	u64 value;
};

struct uniform {
	struct uniform_value *reg; /* per register */
	u8 *branch_divergent;      /* per block: lanes of a warp may diverge at its end */
	u8 *branch_cta_divergent;  /* lanes of the cta may */
	u8 *is_masked; /* per block: may run with fewer lanes than entered the function */
	u8 *is_cta_masked; /* per block: some lanes of the cta may not come here */
	bool gave_up;      /* too costly or irreducible: registers live across blocks are
	                      divergent */
};

/* Lanes of a cta in x, y, z; 0 where not known. */
struct uniform_shape {
	u32 ntid[3];
	bool takes_no_wrap; /* an affine value stays affine when widened: the engine
	                       checks, for each pass, that it does not wrap in the warp
	                       where that is not known */
	bool takes_rows;    /* blocks of 2, 4, 8 or 16 columns, or so many lanes with the
	                       same high bits of a number: what differs between such rows by
	                       a constant is affine */
};

/* func->uniform, with the shape that .reqntid gives. Nothing if it is there. */
struct uniform *uniform_build(const struct module *m, struct func *f);
/* The same for a launch: the result lives in `arena`, and func->uniform stays as it is;
 * the function must have its cfg, pdom and live. */
struct uniform *uniform_build_shape(struct arena *arena, const struct module *m,
                                    const struct func *f,
                                    const struct uniform_shape *shape);

/* A guess: what would hold if all lanes of a warp always took the same way. Only kind,
 * stride, row and jump count. The result lives in `arena`. */
struct uniform *uniform_guess(struct arena *arena, const struct module *m,
                              const struct func *f, const struct uniform_shape *shape);
/* What holds in rounds of a loop (of cfg->loop) that all 32 lanes of a warp begin, and
 * make together, if the registers that live at its header are as `at_header` says, per
 * register. Registers that the loop does not name are as in `all`. Nothing is told about
 * lanes of the cta, nor about branches. */
struct uniform *uniform_build_loop(struct arena *arena, const struct module *m,
                                   const struct func *f,
                                   const struct uniform_shape *shape,
                                   const struct uniform *all,
                                   const struct uniform_value *at_header, u32 loop);

/* The value of lane l minus that of lane 0; for affine and uniform values. */
static inline s64 uniform_lane(const struct uniform_value *v, u32 l) {
	return (s64)((u64)v->stride * l + (v->row ? (u64)v->jump * (l / v->row) : 0));
}

/* The least and the greatest of these over the warp. */
static inline void uniform_extent(const struct uniform_value *v, s64 *least, s64 *most) {
	u32 row = v->row ? v->row : 32;
	const u32 corner[3] = {row - 1, 32 - row, 31};
	*least = *most = 0;
	for (u32 i = 0; i < 3; i++) {
		*least = MIN(*least, uniform_lane(v, corner[i]));
		*most = MAX(*most, uniform_lane(v, corner[i]));
	}
}

/* Checks whether base + stride * l stays inside the signed and the unsigned range of
 * `width` bits for lanes 0..31. */
bool uniform_no_wrap(const struct uniform_value *v, u32 width);

static inline bool uniform_is(const struct uniform_value *v) {
	return v->kind == VALUE_UNIFORM;
}
