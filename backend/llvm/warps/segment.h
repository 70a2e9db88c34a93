/* segment.h - what runs between two barriers of a cta (cta_segments.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/warps/strip_loop.h"
#include "backend/llvm/warps/strip_step.h"

enum {
	SEGMENT_TOGETHER = 8, /* warps, at the most */
	SEGMENT_GROUPS = 32   /* of registers that are computed one after the other */
};

/* Steps between barriers, or the start or the end of the loop. */
struct segment {
	u32 first, end;
	struct line **line;                       /* per register, at its start */
	const struct strip_condition **condition; /* the same, of predicates */
	struct bits exposed; /* registers that are read before they are written */
	struct bits written;
	bool stores, has_work, loads_global, has_region;
	u32 nwarp;  /* that go together */
	u32 nround; /* of the loop, one after the other; 0: one */
	/* Passes over the warps: each computes some of the registers that live on, and
	   makes only the steps that these need (segment_slices.c). 0: one for all */
	u32 npass;
	struct bits out[SEGMENT_GROUPS], in[SEGMENT_GROUPS]; /* registers */
	struct bits wanted[SEGMENT_GROUPS];                  /* steps */
};

/* What lies between a branch and the block where its lanes meet again, if no lane waits
 * there: its steps are those of all ways (segment_region.c). */
struct region {
	u32 first, end;            /* steps, from the branch on */
	u32 block, join;           /* of the branch; where lanes meet */
	struct bits written, kept; /* registers; those whose value from before is read */
	val masked;                /* i1: some thread goes another way than most do */
};

/* A loop without a barrier. */
struct inner_loop {
	struct strip_loop loop;
	u32 first, end;      /* steps */
	struct bits exposed; /* registers that go from round to round */
	/* A branch right before it that all threads take past it, or none: the step; or
	   UINT32_MAX */
	u32 skip;
	val skipped;               /* i1: all do */
	struct bits written, kept; /* then; as of a region */
};

/* A register of one warp. */
struct value {
	val chunk[MAX_CHUNKS];
};

/* A load that takes long, and is the same for all warps, is made once, into memory. */
struct kept_load {
	u32 step;
	u32 nchunk; /* that differ */
	u32 n;      /* elements of a lane */
	val at;     /* the array, of a vector for each round, element and chunk */
};

struct emitter {
	struct fn *c;
	struct strip s;
	VEC(struct strip_step) step;
	VEC(u32) cut; /* steps that segments begin with */
	VEC(struct segment) segment;
	struct strip_loop loop;
	u32 loop_first, loop_end; /* steps */
	u32 ahead; /* rounds, in which what is loaded is asked for before; 0: one */
	u32 segment_first, segment_end; /* of the loop */
	u32 barrier; /* block of the last one; NO_BLOCK: there is none */
	bool is_sum; /* the loop has none, and all ends with it (cta_sums.c) */
	VEC(struct inner_loop) inner;
	VEC(struct region) region;
	/* what lives on from segment to segment, warp after warp */
	bool *slot;              /* per register: it has a place there */
	u32 *place, place_bytes; /* where; of a warp */
	val places;
	/* What goes from round to round in values instead: registers, of which all
	   segments of the rounds take all warps together, and their values, as `now`.
	   NULL outside of the rounds. */
	struct bits held;
	struct value *held_now;
	val index[SEGMENT_TOGETHER]; /* numbers of the warps at hand: i64 */
	struct value *now;           /* per register and warp at hand */
	bool *same;                  /* per register: the same in these warps */
	VEC(struct kept_load) kept;
	bool keeps; /* they are made now */
};

/* Checks for a step that takes more than the setting of a line. */
static inline bool step_has_effect(const struct strip_step *t) {
	return !t->line && !t->is_branch;
}

/* Checks for a load, and for what changes memory. */
static inline bool step_loads(const struct strip_step *t) {
	return t->address && !t->atomic && t->in->row != ROW_ST;
}
static inline bool step_stores(const struct strip_step *t) {
	return t->address && !step_loads(t);
}

/* Checks whether the segment reads the register from its place, as what it is at the
 * segment's start is not linear. */
static inline bool segment_reads_place(const struct segment *g, u32 reg) {
	return bits_has(g->exposed, reg) && !g->line[reg] && !g->condition[reg];
}

/* Calls `visit` for the registers whose values the step reads, beside its address, and
 * for those that it writes. */
void segment_each_reg(struct emitter *e, const struct strip_step *t, reg_visit_fn *visit,
                      void *ctx);
/* The largest loop in steps first .. end, less than all of `in`, that begins with step
 * `first`; or NULL. */
struct inner_loop *segment_loop_at(struct emitter *e, const struct inner_loop *in,
                                   u32 first, u32 end);

/* ---- cta_segments.c ---- */
/* Checks for a kernel and settings that let ctas be run so. */
bool segments_may_be(const struct fn *c);
/* Finds the steps from the kernel's start on, and its segments. Emits nothing. */
bool segments_find_path(struct emitter *e);
/* Makes all tests. False: some value is not what the code needs. */
bool segments_test(struct emitter *e);
/* Makes places for registers that are read after the segment that writes them, and for
 * `lives`, in each of n ctas. False: one cannot be kept there, or is read before it is
 * written. */
bool segments_make_places(struct emitter *e, u32 n, struct bits lives);

/* ---- segment_slices.c ---- */
/* Finds what the segment reads and writes. */
void segment_find_registers(struct emitter *e, struct segment *g);
/* Decides how many warps go together, and what is computed together. */
void segment_choose(struct emitter *e, struct segment *g);
/* Finds the registers that are held. */
void segment_choose_held(struct emitter *e);

/* ---- segment_region.c ---- */
/* Adds the steps from the branch at the block's end to where its lanes meet. False: that
 * is no region. */
bool region_add(struct emitter *e, u32 block, const struct inst *in);
/* The region that begins with the step, or NULL. */
struct region *region_at(struct emitter *e, u32 step);
/* The same for one that the step is in. */
struct region *region_of(struct emitter *e, u32 step);
/* Tests the region's steps. */
bool region_test(struct emitter *e, struct region *r);
/* Called before the loop over the warps. */
void region_begin(struct emitter *e, struct region *r);
/* Emits it; `emit` emits one step, in the lanes of c->mask. */
typedef bool region_emit_fn(void *ctx, u32 step);
bool region_emit(struct emitter *e, struct region *r, region_emit_fn *emit, void *ctx);

/* ---- segment_code.c ---- */
/* The counters of the strip's lines become those of warp k of those at hand. */
void segment_to_warp(struct emitter *e, u32 k);
/* The place of a chunk of a register of warp k of those at hand, and its type. */
val segment_place(struct emitter *e, u32 reg, u32 k, u32 chunk);
typ segment_place_type(const struct fn *c, u32 reg);
/* Whether the register may be read, after the block's branch, with its value from before.
 */
bool region_keeps(const struct fn *c, u32 block, u32 reg);

/* Values of registers at the end of a path. */
struct arm {
	bb end;
	struct value *value; /* as emitter.now */
};
/* Of `regs`, in the first n warps. */
struct arm arm_save(struct emitter *e, struct bits regs, u32 n);
void arm_restore(struct emitter *e, struct bits regs, u32 n, const struct arm *a);
/* At the start of the block where two paths meet. */
void arm_join(struct emitter *e, struct bits regs, u32 n, const struct arm *a,
              const struct arm *b);

/* The values of a register in warp k. */
static inline struct value *segment_now(struct emitter *e, u32 reg, u32 k) {
	return &e->now[(size_t)reg * SEGMENT_TOGETHER + k];
}
static inline u32 segment_chunks(const struct fn *c, u32 reg) {
	return c->reg[reg].class == REG_VECTOR ? c->nchunk : 1;
}
/* Emits the loop over all warps. False: some step cannot be done. */
bool segment_emit(struct emitter *e, struct segment *g);
/* Called right before the rounds, at the start of one, at its end, and after them. */
void segment_hold(struct emitter *e);
struct value *segment_begin_round(struct emitter *e, bb before);
void segment_end_round(struct emitter *e, const struct value *phi);
void segment_let_go(struct emitter *e);
/* Checks for a line that is the same in all warps of the cta. */
bool segment_is_of_cta(const struct line *l);
