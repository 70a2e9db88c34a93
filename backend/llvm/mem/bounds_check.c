/* bounds_check.c - checks whether addresses lie in valid memory, and makes host pointers
 * of them. Accesses off one register are checked together.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/exec.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/engine/engine.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/cta_tests.h"
#include "backend/llvm/warps/warp_coarsening.h"
#include "backend/machine/access.h"

/* ---- checks ------------------------------------------------------------------------ */

static val make_limit(struct fn *c, val total, u32 span, u32 shift) {
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

/* Most accesses have one in common. */
val mem_limit(struct fn *c, val total, u32 span, u32 shift) {
	u64 *first = map_at(&c->mem.limits, (u64)span << 8 | shift);
	struct limit *l = (struct limit *)(uintptr_t)*first;
	while (l && l->total != total)
		l = l->next;
	if (!l) {
		l = arena_new(c->a, struct limit);
		*l = (struct limit){make_limit(c, total, span, shift), total,
		                    (struct limit *)(uintptr_t)*first};
		*first = (uintptr_t)l;
	}
	return l->v;
}

/* Tests whether offsets (scalar or chunk) are multiples of 2^shift whose `span` bytes lie
 * below `total`: i1. */
val mem_in_range(struct fn *c, val off, val total, u32 span, u32 shift) {
	typ t = LLVMTypeOf(off);
	bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
	val limit = mem_limit(c, total, span, shift);
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
	if (coarsen_away(c))
		return coarsen_away(c);
	if (!m->slow)
		m->slow = jit_block(c, ENGINE_COLD);
	return m->slow;
}

void mem_check(struct fn *c, struct mem *m, val ok) {
	bb on = jit_block(c, "ok");
	jit_likely(c, cta_tests_join(c, ok), true, on, mem_slow(c, m));
	jit_at(c, on);
}

/* Makes the space's size, and its start, which is subtracted from addresses. */
static void bounds(struct fn *c, const struct mem *m, val *low, val *total) {
	if (is_shared_space(m->space)) {
		*low = jit_resize(c, jit_once(c, ONCE_SHARED_BASE), 64, false);
		*total = jit_resize(c, jit_once(c, ONCE_SHARED_TOTAL), 64, false);
	} else if (m->space == SPACE_LOCAL) {
		*low = jit_int(c, 64, 0);
		*total = jit_resize(c, jit_once(c, ONCE_LOCAL_LIMIT), 64, false);
	} else if (m->space == SPACE_CONST) { /* the module's own */
		*low = jit_once(c, ONCE_CONST_LOW);
		*total = jit_once(c, ONCE_CONST_SIZE);
	} else {
		*low = jit_once(c, ONCE_REACH_LOW);
		*total = jit_once(c, ONCE_REACH_SIZE);
	}
}

val mem_low(struct fn *c, const struct mem *m, val *total) {
	struct bounds *of = &c->mem.bounds[is_shared_space(m->space) ? 1
	                                   : m->space == SPACE_LOCAL ? 2
	                                   : m->space == SPACE_CONST ? 3
	                                                             : 0];
	if (!of->low) {
		bb here = jit_entry(c);
		bounds(c, m, &of->low, &of->total);
		jit_prologue_end(c, here);
	}
	*total = of->total;
	return of->low;
}

/* Host pointer to offset `off` of the space (scalar). Global offsets are relative to
 * reach_low. */
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
	s64 at = m->in->operand[m->ai].value;
	if ((m->checked && !is_shared_space(m->space)) ||
	    mem_lane_check(c, m, at, at + span, m->bytes))
		return LLVMBuildIntToPtr(c->b, addr, c->ptr, "");
	val total, low = mem_low(c, m, &total);
	val off = LLVMBuildSub(c->b, addr, low, "");
	if (!m->checked)
		mem_check(c, m, mem_in_range(c, off, total, span, log2_of(m->bytes)));
	return mem_host(c, m, addr, off);
}

/* ---- addresses --------------------------------------------------------------------- */

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
	return cta_tests_address(c, jit_resize(c, v, 64, false));
}

val mem_chunk_address(struct fn *c, const struct mem *m, u32 to, u32 k, s64 more) {
	const struct operand *o = &m->in->operand[m->ai];
	if (o->kind != OPR_ADDR_REG)
		return jit_splat(c, jit_resize(c, mem_address(c, m), to, false));
	u32 bits = c->reg[o->index].bits;
	val v = jit_cast(c, jit_source(c, o, bits, k), jit_int_type(c, bits));
	if (more)
		v = LLVMBuildAdd(c->b, v, jit_splat(c, jit_int(c, bits, (u64)more)), "");
	return jit_resize(c, v, to, false);
}

/* Checks for a variable named in the instruction that is accessed inside its bounds.
 * Local ones are certain to be there in a kernel only, whose variables a lane's stack
 * begins with. */
bool mem_inside_symbol(const struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	const struct var *v = mem_symbol(c, m);
	return v && v->linkage != LINKAGE_EXTERN &&
	       (m->space != SPACE_LOCAL ||
	        (c->facts.is_kernel && v->space == SPACE_LOCAL)) &&
	       o->value >= 0 && (u64)o->value + m->bytes <= v->size_bytes &&
	       (u64)o->value % m->bytes == 0 && v->align % m->bytes == 0 && v->align;
}

/* ---- groups: accesses off one register are checked once ---------------------------- */

enum { GROUP_SPAN = 1 << 20, GROUP_LOOK = 512 };

struct mem_group {
	u32 reg, n, align;
	/* bytes around a lane's value of the register that the accesses touch */
	s64 first, end;
};

struct written {
	u32 reg;
	bool yes;
};

static void see_write(void *ctx, u32 reg, enum reg_role role) {
	struct written *w = ctx;
	w->yes |= role != REG_READ && reg == w->reg;
}

bool mem_writes(struct fn *c, const struct inst *in, u32 reg) {
	struct written w = {reg, false};
	inst_each_reg(c->f, in, see_write, &w);
	return w.yes;
}

/* Checks whether the access can be one of a group: every lane executes it, at fixed
 * distances from a scalar register. */
static bool may_group(struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	if (m->in->guard != NO_REG || o->kind != OPR_ADDR_REG ||
	    !jit_is_scalar(c, o->index))
		return false;
	const struct uniform_value *how = c->reg[o->index].how;
	if (how && !mem_is_near(how, m->bytes))
		return false;
	if (how && !c->mask.full && (how->row || how->stride != (s64)m->bytes))
		return false; /* what lies between must be valid (access_pattern.c) */
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
		if (mem_writes(c, in - 1, g.reg) || jit_can_wait(in))
			break;
		if (mem_describe(c, &x, in) && may_group(c, &x) && x.space == m->space &&
		    in->operand[x.ai].index == g.reg) {
			take_in(&g, &x);
			c->mem.group_of[in - c->f->inst] = 1 + (u32)(m->in - c->f->inst);
		}
	}
	return g;
}

enum { LINE_SPAN = 1 << 20 };

/* Checks whether all lanes are valid and aligned whenever the ends are valid and lane 0
 * is aligned. */
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
		/* 1: there is a lane at least */
		val arg[2] = {jit_mask_bits(c, em), jit_int(c, 1, 1)};
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

/* Tests lanes from off + least to off + most by one comparison for the bytes between.
 * NULL: they are too far apart for that. */
static val span_in_range(struct fn *c, const struct mem *m, val off, s64 least,
                         s64 most) {
	val total;
	mem_low(c, m, &total);
	if (most - least >= LINE_SPAN)
		return NULL;
	if (least)
		off = LLVMBuildAdd(c->b, off, jit_int(c, 64, (u64)least), "");
	return mem_in_range(c, off, total, (u32)(most - least) + m->bytes,
	                    log2_of(m->bytes));
}

/* Tests the addresses of all lanes; NULL as above. */
static val all_in_range(struct fn *c, const struct mem *m, val off) {
	s64 least, most;
	uniform_extent(&m->how, &least, &most);
	return span_in_range(c, m, off, least, most);
}

/* Tests the addresses of lanes that are known; NULL as above. */
static val known_in_range(struct fn *c, const struct mem *m, val off, u32 lanes) {
	s64 least = INT64_MAX, most = INT64_MIN;
	for (; lanes; lanes &= lanes - 1) {
		s64 at = uniform_lane(&m->how, (u32)__builtin_ctz(lanes));
		least = MIN(least, at);
		most = MAX(most, at);
	}
	return span_in_range(c, m, off, least, most);
}

/* Host pointer for lane 0 of an affine access; only the lanes that take part need be
 * valid. */
val mem_line_pointer(struct fn *c, struct mem *m, struct mask *em) {
	val addr = mem_address(c, m);
	if (m->checked)
		return mem_pointer(c, m, addr, m->bytes);
	val total, low = mem_low(c, m, &total), from, to;
	val off = LLVMBuildSub(c->b, addr, low, "");
	val ok = em->full       ? all_in_range(c, m, off)
	         : em->constant ? known_in_range(c, m, off, em->constant)
	                        : NULL;
	if (!ok) {
		u32 shift = log2_of(m->bytes);
		lane_ends(c, em, addr, &m->how, &from, &to);
		from = LLVMBuildSub(c->b, from, low, "");
		to = LLVMBuildSub(c->b, to, low, "");
		ok = LLVMBuildAnd(c->b, mem_in_range(c, from, total, m->bytes, shift),
		                  mem_in_range(c, to, total, m->bytes, shift), "");
	}
	mem_check(c, m, ok);
	return mem_host(c, m, addr, off);
}

val mem_whole_pointer(struct fn *c, struct mem *m, val *ok) {
	val total, low = mem_low(c, m, &total), addr = mem_address(c, m);
	val off = LLVMBuildSub(c->b, addr, low, "");
	*ok = all_in_range(c, m, off);
	return *ok ? mem_host(c, m, addr, off) : NULL;
}

/* The check before a group's accesses, for all of them: base + first .. base + end of the
 * lowest and the highest lane. */
struct group_check {
	val base, low, total, from, to;
	u32 align;
};

/* Tests all lanes by one comparison, of a few bytes more perhaps than are accessed. NULL:
 * it takes two. */
static val group_in_range(struct fn *c, const struct mem_group *g,
                          const struct group_check *k, const struct uniform_value *how) {
	s64 least = 0, most = 0, first = g->first & -(s64)g->align;
	if (how)
		uniform_extent(how, &least, &most);
	if (!c->mask.full || most - least + g->end - first > LINE_SPAN)
		return NULL;
	val off = LLVMBuildSub(c->b, k->base, k->low, "");
	if (least + first)
		off = LLVMBuildAdd(c->b, off, jit_int(c, 64, (u64)(least + first)), "");
	return mem_in_range(c, off, k->total, (u32)(most - least + g->end - first),
	                    log2_of(g->align));
}

static val group_aligned(struct fn *c, const struct group_check *k) {
	val odd = LLVMBuildAnd(c->b, k->base, jit_int(c, 64, k->align - 1), "");
	return LLVMBuildICmp(c->b, LLVMIntEQ, odd, jit_int(c, 64, 0), "");
}

static val group_ends_in_range(struct fn *c, const struct group_check *k) {
	val from = LLVMBuildSub(c->b, k->from, k->low, ""),
	    to = LLVMBuildSub(c->b, k->to, k->low, "");
	val ok = LLVMBuildAnd(c->b, mem_in_range(c, from, k->total, 1, 0),
	                      mem_in_range(c, to, k->total, 1, 0), "");
	return LLVMBuildAnd(c->b, ok, group_aligned(c, k), "");
}

static void group_find_ends(struct fn *c, const struct mem_group *g,
                            struct group_check *k, const struct uniform_value *how) {
	const struct uniform_value none = {0};
	lane_ends(c, &c->mask, k->base, how ? how : &none, &k->from, &k->to);
	k->from = LLVMBuildAdd(c->b, k->from, jit_int(c, 64, (u64)g->first), "");
	k->to = LLVMBuildAdd(c->b, k->to, jit_int(c, 64, (u64)g->end - 1), "");
}

/* Calls the service that knows all memory: what lies outside of the usual range may be
 * valid. */
static val group_is_valid(struct fn *c, const struct group_check *k) {
	val size = LLVMBuildAdd(c->b, LLVMBuildSub(c->b, k->to, k->from, ""),
	                        jit_int(c, 64, 1), "");
	val arg[3] = {c->w, k->from, size};
	val valid = jit_call(c, offsetof(struct services, reach), c->i32, arg, 3);
	valid = LLVMBuildICmp(c->b, LLVMIntNE, valid, jit_int(c, 32, 0), "");
	return LLVMBuildAnd(c->b, valid, group_aligned(c, k), "");
}

/* Checks whether a group may well lie in shared or local memory. Then it does not leave
 * compiled code, which would do so again and again: each access goes to the interpreter's
 * function. */
static bool has_other_way(const struct fn *c, const struct mem *m) {
	return m->space == SPACE_GENERIC && c->dm->has_windows && !c->opt.is_quick &&
	       !c->lanes.away;
}

/* Emits one check for all accesses of the group. If it fails, some access is a fault, or
 * each needs the interpreter's function: then the warp leaves, or the pointer is null. */
static val group_pointer(struct fn *c, struct mem *m, const struct mem_group *g) {
	u32 bits = c->reg[g->reg].bits;
	const struct uniform_value *how = c->reg[g->reg].how;
	struct group_check k = {.align = g->align};
	k.base = jit_resize(c,
	                    jit_cast(c, jit_reg_scalar(c, g->reg), jit_int_type(c, bits)),
	                    64, false);
	k.base = cta_tests_address(c, k.base);
	if (mem_lane_check(c, m, g->first, g->end, g->align))
		return LLVMBuildIntToPtr(c->b, k.base, c->ptr, "");
	k.low = mem_low(c, m, &k.total);
	bb on = jit_block(c, "group"), away = jit_block(c, "away"),
	   look = is_shared_space(m->space) || c->whole.away || c->lanes.away
	                  ? away
	                  : jit_block(c, "closer");
	val ok = group_in_range(c, g, &k, how);
	bool at_once = ok != NULL;
	if (!at_once) {
		group_find_ends(c, g, &k, how);
		ok = group_ends_in_range(c, &k);
	}
	val p = mem_host(c, m, k.base, LLVMBuildSub(c->b, k.base, k.low, ""));
	bb from[3] = {LLVMGetInsertBlock(c->b), NULL, away};
	jit_likely(c, cta_tests_join(c, ok), true, on, look);
	if (look != away) {
		jit_at(c, look);
		if (at_once)
			group_find_ends(c, g, &k, how);
		ok = group_is_valid(c, &k);
		from[1] = LLVMGetInsertBlock(c->b);
		jit_if(c, ok, on, away);
	}
	jit_at(c, away);
	if (!has_other_way(c, m)) {
		jit_deopt_before(c, m->in);
		jit_at(c, on);
		return p;
	}
	jit_goto(c, on);
	jit_at(c, on);
	val host[3] = {p, p, LLVMConstNull(c->ptr)};
	p = LLVMBuildPhi(c->b, c->ptr, "");
	LLVMAddIncoming(p, host, from, countof(from));
	return p;
}

void mem_check_group(struct fn *c, struct mem *m) {
	if (m->group && has_other_way(c, m))
		mem_check(c, m,
		          LLVMBuildICmp(c->b, LLVMIntNE, m->group, LLVMConstNull(c->ptr),
		                        ""));
}

void mem_forget_groups(struct fn *c, u32 block) {
	const struct block *b = &c->f->block[block];
	memset(c->mem.group_ptr + b->first, 0, b->ninst * sizeof *c->mem.group_ptr);
	memset(c->mem.lanes_group + b->first, 0, b->ninst * sizeof *c->mem.lanes_group);
}

static void group_span(struct fn *c, u32 inst, const struct mem_group *g) {
	const struct uniform_value *how = c->reg[g->reg].how;
	s64 least = 0, most = 0;
	if (how)
		uniform_extent(how, &least, &most);
	c->mem.group_span[inst].first = least + g->first;
	c->mem.group_span[inst].end = most + g->end;
}

void mem_join_group(struct fn *c, struct mem *m) {
	u32 i = (u32)(m->in - c->f->inst);
	if (m->how.kind == VALUE_DIVERGENT || !may_group(c, m))
		return;
	if (!c->mem.group_of[i]) {
		struct mem_group g = find_group(c, m);
		if (g.n < 2 || g.end - g.first > GROUP_SPAN)
			return;
		c->mem.group_of[i] = i + 1;
	}
	if (c->mem.group_of[i] == i + 1) {
		struct mem_group g = find_group(c, m);
		c->mem.group_ptr[i] = group_pointer(c, m, &g);
		group_span(c, i, &g);
	}
	u32 first = c->mem.group_of[i] - 1;
	s64 own = m->in->operand[m->ai].value;
	m->group = c->mem.group_ptr[first];
	m->checked = m->group != NULL;
	m->valid_first = c->mem.group_span[first].first - own;
	m->valid_end = c->mem.group_span[first].end - own;
}
