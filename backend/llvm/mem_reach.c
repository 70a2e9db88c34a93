/* mem_reach.c - addresses, and whether what they point to may be accessed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/mem.h"
#include "backend/llvm/mem.h"

/* ---- checks --------------------------------------------------------------------------------- */

static val prologue_limit(struct fn *c, val total, u32 span, u32 shift) {
	bb here = jit_entry(c);
	typ t = LLVMTypeOf(total);
	u32 bits = LLVMGetIntTypeWidth(t);
	val arg[2] = {total, jit_int(c, bits, span - 1)};
	val v = jit_intrinsic(c, "llvm.usub.sat", &t, 1, arg, 2);
	v = LLVMBuildAdd(c->b, v, jit_int(c, bits, (1u << shift) - 1), "");
	v = LLVMBuildLShr(c->b, v, jit_int(c, bits, shift), "");
	jit_prologue_end(c, here);
	return v;
}

/* Offsets (scalar or chunk) whose `span` bytes lie below `total`, multiples of 2^shift: i1. */
val mem_in_range(struct fn *c, val off, val total, u32 span, u32 shift) {
	typ t = LLVMTypeOf(off);
	bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
	val limit = prologue_limit(c, total, span, shift);
	if (shift) {
		val by = jit_int(c,
		                 LLVMGetIntTypeWidth(vector ? LLVMGetElementType(t) : t),
		                 shift);
		val arg[3] = {off, off, vector ? jit_splat(c, by) : by};
		off = jit_intrinsic(c, "llvm.fshr", &t, 1, arg, 3);
	}
	return LLVMBuildICmp(c->b, LLVMIntULT, off, vector ? jit_splat(c, limit) : limit,
	                     "");
}

bb mem_slow(struct fn *c, struct mem *m) {
	if (!m->slow)
		m->slow = jit_block(c, "slow");
	return m->slow;
}

void mem_check(struct fn *c, struct mem *m, val ok) {
	bb on = jit_block(c, "ok");
	jit_likely(c, ok, true, on, mem_slow(c, m));
	jit_at(c, on);
}

/* Space's total size and, subtracted from addresses, where it starts. */
static void bounds(struct fn *c, const struct mem *m, val *low, val *total) {
	if (is_shared_space(m->space)) {
		*low = jit_resize(c, jit_once(c, ONCE_SHARED_BASE), 64, false);
		*total = jit_resize(c, jit_once(c, ONCE_SHARED_TOTAL), 64, false);
	} else if (m->space == SPACE_LOCAL) {
		*low = jit_int(c, 64, 0);
		*total = jit_resize(c, jit_once(c, ONCE_LOCAL_LIMIT), 64, false);
	} else {
		*low = jit_once(c, ONCE_REACH_LOW);
		*total = jit_once(c, ONCE_REACH_SIZE);
	}
}

val mem_low(struct fn *c, const struct mem *m, val *total) {
	bb here = jit_entry(c);
	val low;
	bounds(c, m, &low, total);
	jit_prologue_end(c, here);
	return low;
}

/* Host pointer to offset `off` of the space (scalar). Global offsets are relative to reach_low. */
val mem_host(struct fn *c, const struct mem *m, val addr, val off) {
	if (is_shared_space(m->space))
		return jit_gep(c, jit_once(c, ONCE_SHARED), off);
	return LLVMBuildIntToPtr(c->b, addr, c->ptr, "");
}

/* Checked host pointer of a scalar address at which `span` bytes are accessed. */
val mem_pointer(struct fn *c, struct mem *m, val addr, u32 span) {
	if (m->group)
		return jit_gep(c, m->group,
		               jit_int(c, 64, (u64)m->in->operand[m->ai].value));
	if (m->checked && !is_shared_space(m->space))
		return LLVMBuildIntToPtr(c->b, addr, c->ptr, "");
	val total, low = mem_low(c, m, &total);
	val off = LLVMBuildSub(c->b, addr, low, "");
	if (!m->checked)
		mem_check(c, m, mem_in_range(c, off, total, span, log2_of(m->bytes)));
	return mem_host(c, m, addr, off);
}

/* ---- addresses ------------------------------------------------------------------------------ */

val mem_address(struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	if (o->kind == OPR_ADDR_IMM)
		return jit_int(c, 64, (u64)o->value);
	if (o->kind == OPR_ADDR_SYM)
		return jit_symbol(c, o, 64);
	u32 bits = c->reg[o->index].bits;
	val v = jit_cast(c, jit_source(c, o, bits, SCALAR), jit_int_type(c, bits));
	if (o->value)
		v = LLVMBuildAdd(c->b, v, jit_int(c, bits, (u64)o->value), "");
	return jit_resize(c, v, 64, false);
}

val mem_chunk_address(struct fn *c, const struct mem *m, u32 to, u32 k) {
	const struct operand *o = &m->in->operand[m->ai];
	if (o->kind != OPR_ADDR_REG)
		return jit_splat(c, jit_resize(c, mem_address(c, m), to, false));
	u32 bits = c->reg[o->index].bits;
	val v = jit_cast(c, jit_source(c, o, bits, k), jit_int_type(c, bits));
	if (o->value)
		v = LLVMBuildAdd(c->b, v, jit_splat(c, jit_int(c, bits, (u64)o->value)),
		                 "");
	return jit_resize(c, v, to, false);
}

/* A variable named in the instruction, accessed inside its bounds. */
bool mem_inside_symbol(const struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	const struct var *v = mem_symbol(c, m);
	return v && v->linkage != LINKAGE_EXTERN && m->space != SPACE_LOCAL &&
	       o->value >= 0 && (u64)o->value + m->bytes <= v->size_bytes &&
	       (u64)o->value % m->bytes == 0 && v->align % m->bytes == 0 && v->align;
}

/* ---- groups: accesses off one register are checked once ---------------------------------------- */

enum { GROUP_SPAN = 1 << 20, GROUP_LOOK = 512 };

struct mem_group {
	u32 reg, n, align;
	s64 first,
		end; /* bytes around a lane's value of the register that the accesses touch */
};

struct written {
	u32 reg;
	bool yes;
};

static void see_write(void *ctx, u32 reg, enum reg_role role) {
	struct written *w = ctx;
	w->yes |= role != REG_READ && reg == w->reg;
}

static bool writes(struct fn *c, const struct inst *in, u32 reg) {
	struct written w = {reg, false};
	inst_each_reg(c->f, in, see_write, &w);
	return w.yes;
}

/* Can the access be one of a group: every lane executes it, at fixed distances from a scalar register? */
static bool may_group(struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	if (m->in->guard != NO_REG || o->kind != OPR_ADDR_REG ||
	    !jit_is_scalar(c, o->index))
		return false;
	const struct uniform_value *how = c->reg[o->index].how;
	if (how && (!mem_is_near(how, m->bytes) || (how->row && !c->mask.full)))
		return false;
	if (m->space == SPACE_LOCAL || m->space == SPACE_SHARED_CLUSTER ||
	    m->space == SPACE_CONST)
		return false;
	return o->value % (s64)m->bytes == 0 && o->value > -GROUP_SPAN &&
	       o->value < GROUP_SPAN;
}

static void take_in(struct mem_group *g, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	g->first = MIN(g->first, o->value);
	g->end = MAX(g->end, o->value + (s64)m->bytes);
	g->align = MAX(g->align, m->bytes);
	g->n++;
}

static struct mem_group find_group(struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	struct mem_group g = {.reg = o->index, .first = o->value, .end = o->value};
	const struct block *b = &c->f->block[c->block];
	const struct inst *end = c->f->inst + b->first + b->ninst;
	take_in(&g, m);
	for (const struct inst *in = m->in + 1; in < end && in < m->in + GROUP_LOOK;
	     in++) {
		struct mem x;
		if (writes(c, in - 1, g.reg) || decode_can_wait(in))
			break;
		if (mem_describe(c, &x, in) && may_group(c, &x) && x.space == m->space &&
		    in->operand[x.ai].index == g.reg) {
			take_in(&g, &x);
			c->group_of[in - c->f->inst] = 1 + (u32)(m->in - c->f->inst);
		}
	}
	return g;
}

/* If the ends are valid and lane 0 is aligned, all lanes are. */
bool mem_is_near(const struct uniform_value *how, u32 bytes) {
	const s64 far = (s64)1 << 40;
	return ((u64)how->stride | (u64)how->jump) % bytes == 0 && how->stride < far &&
	       how->stride > -far && how->jump < far && how->jump > -far;
}

/* The lowest and the highest address among the lanes of em. */
static void lane_ends(struct fn *c, struct mask *em, val base,
                      const struct uniform_value *how, val *low, val *high) {
	val first = jit_int(c, 64, 0), last = jit_int(c, 64, WARP_LANES - 1);
	s64 stride = how->stride;
	*low = *high = base;
	if (how->row) { /* of lanes that are not there, too */
		s64 least, most;
		uniform_extent(how, &least, &most);
		*low = LLVMBuildAdd(c->b, base, jit_int(c, 64, (u64)least), "");
		*high = LLVMBuildAdd(c->b, base, jit_int(c, 64, (u64)most), "");
		return;
	}
	if (!stride)
		return;
	if (!em->full) {
		val arg[2] = {jit_mask_bits(c, em),
		              jit_int(c, 1, 1)}; /* somebody is there */
		first = jit_resize(c, jit_intrinsic(c, "llvm.cttz", &c->i32, 1, arg, 2),
		                   64, false);
		last = jit_resize(c, jit_intrinsic(c, "llvm.ctlz", &c->i32, 1, arg, 2),
		                  64, false);
		last = LLVMBuildSub(c->b, jit_int(c, 64, WARP_LANES - 1), last, "");
	}
	val a = LLVMBuildMul(c->b, first, jit_int(c, 64, (u64)stride), "");
	val b = LLVMBuildMul(c->b, last, jit_int(c, 64, (u64)stride), "");
	*low = LLVMBuildAdd(c->b, base, stride > 0 ? a : b, "");
	*high = LLVMBuildAdd(c->b, base, stride > 0 ? b : a, "");
}

/* Host pointer for lane 0 of an affine access; only the lanes that take part need be valid. */
val mem_line_pointer(struct fn *c, struct mem *m, struct mask *em) {
	val addr = mem_address(c, m);
	if (m->checked)
		return mem_pointer(c, m, addr, m->bytes);
	val total, low = mem_low(c, m, &total), from, to;
	lane_ends(c, em, addr, &m->how, &from, &to);
	u32 shift = log2_of(m->bytes);
	val ok = mem_in_range(c, LLVMBuildSub(c->b, from, low, ""), total, m->bytes,
	                      shift);
	to = LLVMBuildSub(c->b, to, low, "");
	mem_check(
		c, m,
		LLVMBuildAnd(c->b, ok, mem_in_range(c, to, total, m->bytes, shift), ""));
	return mem_host(c, m, addr, LLVMBuildSub(c->b, addr, low, ""));
}

/* One check for all; if it fails, some access is a fault or needs a closer look at each: the interpreter's. */
static val group_pointer(struct fn *c, struct mem *m, const struct mem_group *g) {
	u32 bits = c->reg[g->reg].bits;
	val base = jit_resize(
		c, jit_cast(c, jit_reg_scalar(c, g->reg), jit_int_type(c, bits)), 64,
		false);
	val total, low = mem_low(c, m, &total), from, to;
	const struct uniform_value none = {0}, *how = c->reg[g->reg].how;
	lane_ends(c, &c->mask, base, how ? how : &none, &from, &to);
	from = LLVMBuildAdd(c->b, from, jit_int(c, 64, (u64)g->first), "");
	to = LLVMBuildAdd(c->b, to, jit_int(c, 64, (u64)g->end - 1), "");
	val ok = mem_in_range(c, LLVMBuildSub(c->b, from, low, ""), total, 1, 0);
	ok = LLVMBuildAnd(c->b, ok,
	                  mem_in_range(c, LLVMBuildSub(c->b, to, low, ""), total, 1, 0),
	                  "");
	val odd = LLVMBuildAnd(c->b, base, jit_int(c, 64, g->align - 1), "");
	bb on = jit_block(c, "group"), away = jit_block(c, "away"),
	   look = jit_block(c, "closer");
	val aligned = LLVMBuildICmp(c->b, LLVMIntEQ, odd, jit_int(c, 64, 0), "");
	jit_likely(c, LLVMBuildAnd(c->b, ok, aligned, ""), true, on, look);
	jit_at(c, look);
	if (is_shared_space(m->space)) {
		jit_goto(c, away);
	} else {
		val size = LLVMBuildAdd(c->b, LLVMBuildSub(c->b, to, from, ""),
		                        jit_int(c, 64, 1), "");
		val arg[3] = {c->w, from, size};
		val valid = jit_call(c, offsetof(struct services, reach), c->i32, arg, 3);
		valid = LLVMBuildICmp(c->b, LLVMIntNE, valid, jit_int(c, 32, 0), "");
		jit_if(c, LLVMBuildAnd(c->b, valid, aligned, ""), on, away);
	}
	jit_at(c, away);
	jit_deopt_before(c, m->in);
	jit_at(c, on);
	return mem_host(c, m, base, LLVMBuildSub(c->b, base, low, ""));
}

void mem_join_group(struct fn *c, struct mem *m) {
	u32 i = (u32)(m->in - c->f->inst);
	if (m->how.kind == VALUE_DIVERGENT || !may_group(c, m))
		return;
	if (!c->group_of[i]) {
		struct mem_group g = find_group(c, m);
		if (g.n < 2 || g.end - g.first > GROUP_SPAN)
			return;
		c->group_of[i] = i + 1;
	}
	if (c->group_of[i] == i + 1) {
		struct mem_group g = find_group(c, m);
		c->group_ptr[i] = group_pointer(c, m, &g);
	}
	m->group = c->group_ptr[c->group_of[i] - 1];
	m->checked = m->group != NULL;
}
