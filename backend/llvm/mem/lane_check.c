/* lane_check.c - checks of addresses in a loop that one lane runs by itself.
 *
 *     for (; k < end; k++) sum += val[k] * x[col[k]];
 *
 * Where val[k] and col[k] end to be valid is known before the first round: the lane may
 * take as many rounds as that allows, and the round's counter, which is there anyway, is
 * their check. x[i] is checked by its index: whether it is one of those that are valid,
 * which do not change in the loop.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/mem/mem.h"

/* How the register walks in a loop around the block at hand; NULL: it does not. */
static const struct lane_walk *walk_of(const struct fn *c, u32 reg) {
	for (u32 i = 0; i < c->lanes.nwalk; i++) {
		const struct lane_walk *w = &c->lanes.walk[i];
		if (w->reg == reg && cfg_loop_has(c->cfg, w->loop, c->block))
			return w;
	}
	return NULL;
}

/* What the register holds here, before the first round. */
static val value_at_first(struct fn *c, u32 reg) {
	val v = LLVMBuildLoad2(c->b, c->reg[reg].type, jit_slot(c, reg, 0), "");
	return jit_cast(c, v, jit_int_type(c, c->reg[reg].bits));
}

static val umin(struct fn *c, val a, val b) {
	typ t = LLVMTypeOf(a);
	return jit_intrinsic(c, "llvm.umin", &t, 1, (val[2]){a, b}, 2);
}

static val usub_sat(struct fn *c, val a, val b) {
	typ t = LLVMTypeOf(a);
	return jit_intrinsic(c, "llvm.usub.sat", &t, 1, (val[2]){a, b}, 2);
}

/* How many rounds keep `off`, which grows by `step` in each, from 0 to `most`, both
 * included; unsigned, of one type. */
static val rounds_of(struct fn *c, val off, val most, s64 step) {
	u32 bits = LLVMGetIntTypeWidth(LLVMTypeOf(off));
	val n;
	if (step > 0) {
		n = usub_sat(c, most, off);
	} else {
		val ok = LLVMBuildICmp(c->b, LLVMIntULE, off, most, "");
		n = LLVMBuildSelect(c->b, ok, off, jit_int(c, bits, 0), "");
	}
	return LLVMBuildUDiv(c->b, n, jit_int(c, bits, (u64)(step < 0 ? -step : step)),
	                     "");
}

static void allow(struct fn *c, u32 loop, val n) {
	val *rounds = &c->lanes.checks[loop].rounds, *fits = &c->lanes.checks[loop].fits;
	if (c->lanes.total) {
		val total = jit_resize(c, c->lanes.total,
		                       LLVMGetIntTypeWidth(LLVMTypeOf(n)), false);
		total = LLVMBuildICmp(c->b, LLVMIntULE, total, n, "");
		*fits = *fits ? LLVMBuildAnd(c->b, *fits, total, "") : total;
		return;
	}
	if (LLVMGetIntTypeWidth(LLVMTypeOf(n)) == 64)
		n = umin(c, n, jit_int(c, 64, UINT32_MAX));
	*rounds = umin(c, *rounds, jit_resize(c, n, 32, false));
}

/* Around a pointer that walks. */
static bool allow_pointer(struct fn *c, const struct mem *m, s64 first, s64 end,
                          u32 align) {
	u32 reg = m->in->operand[m->ai].index, shift = log2_of(align);
	const struct lane_walk *walk = walk_of(c, reg);
	if (!walk || c->reg[reg].bits != 64 || walk->step % (s64)align)
		return false;
	if (c->lanes.is_checked)
		return true;
	bb here = LLVMGetInsertBlock(c->b);
	jit_at(c, c->lanes.checks[walk->loop].first);
	val total, low = mem_low(c, m, &total);
	val off = LLVMBuildSub(c->b, value_at_first(c, reg), low, "");
	off = LLVMBuildAdd(c->b, off, jit_int(c, 64, (u64)first), "");
	/* as in mem_in_range: what is not aligned becomes huge */
	val by = jit_int(c, 64, shift), arg[3] = {off, off, by};
	off = jit_intrinsic(c, "llvm.fshr", &c->i64, 1, arg, 3);
	val most = usub_sat(c, total, jit_int(c, 64, (u64)(end - first)));
	allow(c, walk->loop,
	      rounds_of(c, off, LLVMBuildLShr(c->b, most, by, ""),
	                walk->step / (s64)align));
	jit_at(c, here);
	return true;
}

static val pick(struct fn *c, const char *how, val a, val b) {
	return a ? jit_intrinsic(c, how, &c->i64, 1, (val[2]){a, b}, 2) : b;
}

/* An index that walks has to be valid for all arrays that it is used with. */
static void note_index(struct fn *c, const struct lane_walk *walk,
                       const struct index_range *r) {
	struct index_range *all = &c->lanes.index[walk - c->lanes.walk];
	all->first = pick(c, "llvm.smax", all->first, r->first);
	all->last = pick(c, "llvm.smin", all->last, r->last);
	all->any = all->any ? LLVMBuildAnd(c->b, all->any, r->any, "") : r->any;
}

static val narrow_count(struct fn *c, const struct index_range *x, val *from) {
	*from = jit_resize(c, x->first, 32, false);
	return jit_resize(c, LLVMBuildSub(c->b, x->last, x->first, ""), 32, false);
}

void mem_lane_indices(struct fn *c) {
	for (u32 i = 0; i < c->lanes.nwalk; i++) {
		struct index_range *x = &c->lanes.index[i];
		const struct lane_walk *w = &c->lanes.walk[i];
		if (!x->first)
			continue;
		jit_at(c, c->lanes.begin);
		val ok = LLVMBuildICmp(c->b, LLVMIntSLE, x->first, x->last, ""), from;
		ok = LLVMBuildAnd(c->b, ok, x->any, "");
		val most = narrow_count(c, x, &from);
		most = LLVMBuildSelect(c->b, ok, most, jit_int(c, 32, 0), "");
		jit_at(c, c->lanes.checks[w->loop].first);
		val off = LLVMBuildSub(c->b, value_at_first(c, w->reg), from, "");
		allow(c, w->loop, rounds_of(c, off, most, w->step));
	}
}

/* Around pointer + scale * index, where the pointer is the same in all rounds. */
static bool check_index(struct fn *c, struct mem *m, s64 first, s64 end, u32 align) {
	struct indexed x;
	if (!mem_find_index(c, m, &x) || !c->reg[x.pointer->index].fixed[0] ||
	    x.scale % align)
		return false;
	const struct lane_walk *walk = walk_of(c, x.index->index);
	if (walk && c->lanes.is_checked)
		return true;
	bb here = LLVMGetInsertBlock(c->b);
	jit_at(c, c->lanes.begin);
	/* one less than there are, so that 32 bits can count them */
	struct index_range r = mem_index_range(c, m, &x, first, (u32)(end - first), align,
	                                       x.is_signed ? INT32_MIN : 0,
	                                       INT32_MAX - 1);
	if (walk) {
		note_index(c, walk, &r);
		jit_at(c, here);
		return true;
	}
	val from;
	val count = narrow_count(c, &r, &from);
	count = LLVMBuildAdd(c->b, count, jit_int(c, 32, 1), "");
	count = LLVMBuildSelect(c->b, r.any, count, jit_int(c, 32, 0), "");
	jit_at(c, here);
	val index = jit_cast(c, jit_reg_scalar(c, x.index->index), c->i32);
	mem_check(c, m,
	          LLVMBuildICmp(c->b, LLVMIntULT, LLVMBuildSub(c->b, index, from, ""),
	                        count, ""));
	return true;
}

bool mem_lane_check(struct fn *c, struct mem *m, s64 first, s64 end, u32 align) {
	if (!c->lanes.away || (m->space != SPACE_GLOBAL && m->space != SPACE_GENERIC) ||
	    m->in->operand[m->ai].kind != OPR_ADDR_REG)
		return false;
	first &= -(s64)align;
	return allow_pointer(c, m, first, end, align) ||
	       check_index(c, m, first, end, align);
}
