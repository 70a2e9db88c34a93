/* lanes.c - loops over the lanes of a mask, in emitted code.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/lanes.h"
#include "backend/llvm/emit/mask.h"

static val phi_from(struct fn *c, val first, bb from) {
	val phi = LLVMBuildPhi(c->b, LLVMTypeOf(first), "");
	LLVMAddIncoming(phi, &first, &from, 1);
	return phi;
}

static struct lanes begin(struct fn *c, val round, val *first, u32 n) {
	struct lanes l = {.top = jit_block(c, "lane"), .ncarry = n};
	bb from = LLVMGetInsertBlock(c->b);
	jit_goto(c, l.top);
	jit_at(c, l.top);
	l.round = phi_from(c, round, from);
	for (u32 i = 0; i < n; i++)
		l.carry[i] = phi_from(c, first[i], from);
	return l;
}

static void end(struct fn *c, struct lanes *l, val round, val more, val *next) {
	bb here = LLVMGetInsertBlock(c->b), done = jit_block(c, "lanes");
	LLVMAddIncoming(l->round, &round, &here, 1);
	for (u32 i = 0; i < l->ncarry; i++)
		LLVMAddIncoming(l->carry[i], &next[i], &here, 1);
	jit_if(c, more, l->top, done);
	jit_at(c, done);
}

static void end_bits(struct fn *c, struct lanes *l, val rest, val *next) {
	val more = LLVMBuildICmp(c->b, LLVMIntNE, rest, jit_int(c, 32, 0), "");
	end(c, l, rest, more, next);
}

struct lanes jit_groups_begin(struct fn *c, const struct mask *m, val *first, u32 n) {
	struct lanes l = begin(c, jit_mask_bits(c, m), first, n);
	val arg[2] = {l.round, jit_int(c, 1, 1)};
	val lane = jit_intrinsic(c, "llvm.cttz", &c->i32, 1, arg, 2);
	l.lane = jit_resize(c, lane, 64, false);
	return l;
}

void jit_groups_end(struct fn *c, struct lanes *l, val set, val *next) {
	end_bits(c, l, LLVMBuildAnd(c->b, l->round, LLVMBuildNot(c->b, set, ""), ""),
	         next);
}

struct lanes jit_lanes_begin(struct fn *c, const struct mask *m, val *first, u32 n) {
	if (!m->full)
		return jit_groups_begin(c, m, first, n);
	struct lanes l = begin(c, jit_int(c, 64, 0), first, n);
	l.is_count = true;
	l.lane = l.round;
	return l;
}

void jit_lanes_end(struct fn *c, struct lanes *l, val *next) {
	if (!l->is_count) {
		val less = LLVMBuildSub(c->b, l->round, jit_int(c, 32, 1), "");
		end_bits(c, l, LLVMBuildAnd(c->b, l->round, less, ""), next);
		return;
	}
	val round = LLVMBuildAdd(c->b, l->round, jit_int(c, 64, 1), "");
	val more = LLVMBuildICmp(c->b, LLVMIntNE, round, jit_int(c, 64, WARP_LANES), "");
	end(c, l, round, more, next);
}

val jit_lane_value(struct fn *c, const struct lanes *l, val array, typ t) {
	val lane = l->lane;
	return LLVMBuildLoad2(c->b, t, LLVMBuildGEP2(c->b, t, array, &lane, 1, ""), "");
}

struct mask jit_lanes_equal(struct fn *c, const struct mask *m, const val *chunk, val v) {
	val equal[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++)
		equal[k] = LLVMBuildICmp(c->b, LLVMIntEQ, chunk[k], jit_splat(c, v), "");
	return jit_mask_and(c, m, equal);
}
