/* affine_compare.c - branches on the comparison of an affine value with a uniform one,
 * such as i < n. All lanes lie between the lowest and the highest, so two scalar
 * comparisons mostly tell that they agree. Only the few warps that the boundary goes
 * through compute the condition of each lane.
 *
 * Conditions that are made of several such comparisons, as at the borders of an image,
 * hold in all lanes or in none if enough of these do:
 *
 *     max(i, j) >= n          i >= n or j >= n
 *     a or b                  all: a in all, or b in all     none: a in none, and b in none
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/affine_compare.h"
#include "backend/llvm/alu/arith.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/flow/frame_sync.h"

enum { LOOK_BACK = 16, FAR = 1 << 30 };

struct search {
	const struct fn *c;
	const struct inst *setp;
	u32 reg;
	bool found;
};

static void see_write(void *ctx, u32 reg, enum reg_role role) {
	struct search *s = ctx;
	s->found |= role != REG_READ && reg == s->reg;
}

static bool writes(const struct fn *c, const struct inst *in, u32 reg) {
	struct search s = {.reg = reg};
	inst_each_reg(c->f, in, see_write, &s);
	return s.found;
}

static bool keeps(const struct fn *c, const struct inst *in, const struct operand *o) {
	return o->kind != OPR_REG || !writes(c, in, o->index);
}

/* Checks whether the operand still has its value: after the end of a register's life its
 * home may be another's. */
static bool is_there(const struct fn *c, const struct operand *o) {
	const struct jreg *r = o->kind == OPR_REG ? &c->reg[o->index] : NULL;
	return !r || r->fixed[0] || r->now[0] || jit_lives(c, o->index, c->pos, false);
}

/* Returns the instruction of two operands before `at` that gives the register its value,
 * if they still have theirs at the branch. */
static const struct inst *def_of(const struct fn *c, u32 reg, const struct inst *at,
                                 const struct inst *branch) {
	const struct inst *first = c->f->inst + c->f->block[c->block].first, *in = at;
	while (in > first && in > at - LOOK_BACK && !writes(c, --in, reg))
		;
	bool is_plain = in < at && in->guard == NO_REG && in->noperand >= 3 &&
	                in->operand[0].kind == OPR_REG && in->operand[0].index == reg;
	for (const struct inst *k = in + 1; is_plain && k < branch; k++)
		is_plain = keeps(c, k, &in->operand[1]) && keeps(c, k, &in->operand[2]) &&
		           !jit_can_wait(k);
	is_plain = is_plain && is_there(c, &in->operand[1]) &&
	           is_there(c, &in->operand[2]);
	return is_plain ? in : NULL;
}

static bool is_setp(const struct inst *in) {
	return in &&
	       (in->row == ROW_SETP_B || in->row == ROW_SETP_S || in->row == ROW_SETP_U);
}

/* Returns the plain comparison that the branch's condition comes from. */
static const struct inst *comparison(const struct fn *c, const struct inst *branch) {
	const struct inst *in = def_of(c, branch->guard, branch, branch);
	return is_setp(in) ? in : NULL;
}

struct compared {
	const struct inst *setp;
	u32 bits;
	bool affine_is_second;
	struct uniform_value how;
	/* the lowest and the highest lane's value, and the uniform one */
	val first, last, limit;
	u64 span; /* from the lowest to the highest */
};

static bool describe(struct fn *c, struct compared *k, const struct inst *setp) {
	k->setp = setp;
	k->bits = type_info[setp->type[0]].bits;
	const struct operand *o = &setp->operand[1];
	if ((k->bits != 32 && k->bits != 64) || !jit_source_scalar(c, &o[0]) ||
	    !jit_source_scalar(c, &o[1]))
		return false;
	struct uniform_value v[2] = {jit_operand_value(c, &o[0], k->bits),
	                             jit_operand_value(c, &o[1], k->bits)};
	k->affine_is_second = v[1].kind == VALUE_AFFINE;
	k->how = v[k->affine_is_second];
	if (k->how.kind != VALUE_AFFINE || !uniform_is(&v[!k->affine_is_second]))
		return false;
	s64 least, most;
	uniform_extent(&k->how, &least, &most);
	k->span = (u64)(most - least);
	if (least <= -FAR || most >= FAR)
		return false;
	typ t = jit_int_type(c, k->bits);
	val base = jit_cast(c, jit_source(c, &o[k->affine_is_second], k->bits, SCALAR),
	                    t);
	k->limit = jit_cast(c, jit_source(c, &o[!k->affine_is_second], k->bits, SCALAR),
	                    t);
	k->first = LLVMBuildAdd(c->b, base, jit_int(c, k->bits, (u64)least), "");
	k->last = LLVMBuildAdd(c->b, base, jit_int(c, k->bits, (u64)most), "");
	return true;
}

static val compare(struct fn *c, const struct inst *setp, val a, val b) {
	struct alu_emit e = {.b = c->b, .m = (u32)setp->mods};
	return jit_cmp(&e, setp->type[0], a, b);
}

static val holds_at(struct fn *c, const struct compared *k, val end) {
	return compare(c, k->setp, k->affine_is_second ? k->limit : end,
	               k->affine_is_second ? end : k->limit);
}

/* Checks whether the limit lies outside of the span, wherever that begins: then no lane
 * equals it. */
static val is_outside(struct fn *c, const struct compared *k) {
	val far = LLVMBuildSub(c->b, k->limit, k->first, "");
	return LLVMBuildICmp(c->b, LLVMIntUGT, far, jit_int(c, k->bits, k->span), "");
}

static val in_order(struct fn *c, const struct compared *k) {
	bool is_signed = type_info[k->setp->type[0]].class == 'S';
	return LLVMBuildICmp(c->b, is_signed ? LLVMIntSLE : LLVMIntULE, k->first, k->last,
	                     "");
}

/* ---- several comparisons ----------------------------------------------------------- */

enum { MOST_DEPTH = 4 };

/* A condition, of others or a comparison. */
struct affine_condition {
	bool is_negated;
	bool takes_one; /* of both parts; else it takes both */
	const struct affine_condition *part[2];
	const struct inst *setp; /* a comparison of scalars */
	val scalar;              /* the same in all lanes */
	/* i1s: it holds in all lanes; in none. Neither may be. */
	val all, none;
};

static void uniform_condition(struct fn *c, val holds, struct affine_condition *e) {
	e->scalar = e->all = holds;
	e->none = LLVMBuildNot(c->b, holds, "");
}

static void combine(struct fn *c, struct affine_condition *e) {
	const struct affine_condition *a = e->part[0], *b = e->part[1];
	val any = LLVMBuildOr(c->b, e->takes_one ? a->all : a->none,
	                      e->takes_one ? b->all : b->none, ""),
	    both = LLVMBuildAnd(c->b, e->takes_one ? a->none : a->all,
	                        e->takes_one ? b->none : b->all, "");
	e->all = e->takes_one ? any : both;
	e->none = e->takes_one ? both : any;
}

/* An affine value and a uniform one. */
static void compare_affine(struct fn *c, const struct compared *k,
                           struct affine_condition *e) {
	u32 how = MOD_GET(k->setp->mods, CMP);
	if (how == MOD_CMP_EQ || how == MOD_CMP_NE) {
		val no = jit_int(c, 1, 0), outside = is_outside(c, k);
		e->all = how == MOD_CMP_NE ? outside : no;
		e->none = how == MOD_CMP_NE ? no : outside;
		return;
	}
	val first = holds_at(c, k, k->first), last = holds_at(c, k, k->last);
	e->all = LLVMBuildAnd(c->b, first, last, "");
	e->none = LLVMBuildNot(c->b, LLVMBuildOr(c->b, first, last, ""), "");
	if (uniform_no_wrap(&k->how, k->bits))
		return;
	val ok = in_order(c, k);
	e->all = LLVMBuildAnd(c->b, e->all, ok, "");
	e->none = LLVMBuildAnd(c->b, e->none, ok, "");
}

static struct affine_condition *compare_scalars(struct fn *c, const struct inst *setp) {
	struct affine_condition *e = arena_new(c->a, struct affine_condition);
	struct compared k;
	u32 bits = type_info[setp->type[0]].bits;
	val v[2];
	e->setp = setp;
	if (describe(c, &k, setp)) {
		compare_affine(c, &k, e);
		return e;
	}
	for (u32 i = 0; i < 2; i++) {
		const struct operand *o = &setp->operand[1 + i];
		if ((bits != 32 && bits != 64) ||
		    jit_operand_value(c, o, bits).kind != VALUE_UNIFORM)
			return NULL;
		v[i] = jit_cast(c, jit_source(c, o, bits, SCALAR), jit_int_type(c, bits));
	}
	uniform_condition(c, compare(c, setp, v[0], v[1]), e);
	return e;
}

static bool is_less(u32 cmp) {
	return cmp == MOD_CMP_LT || cmp == MOD_CMP_LE || cmp == MOD_CMP_LO ||
	       cmp == MOD_CMP_LS;
}

static bool is_greater(u32 cmp) {
	return cmp == MOD_CMP_GT || cmp == MOD_CMP_GE || cmp == MOD_CMP_HI ||
	       cmp == MOD_CMP_HS;
}

/* The comparison with another first operand. */
static const struct inst *with_first(struct fn *c, const struct inst *setp,
                                     const struct operand *first) {
	struct inst *one = arena_new(c->a, struct inst);
	*one = *setp;
	one->operand = arena_array(c->a, struct operand, 3);
	one->operand[0] = setp->operand[0];
	one->operand[1] = *first;
	one->operand[2] = setp->operand[2];
	one->noperand = 3;
	return one;
}

/* max(a, b) > n is a > n or b > n; max(a, b) < n is a < n and b < n; min the other way.
 */
static struct affine_condition *compare_most(struct fn *c, const struct inst *setp,
                                             const struct inst *branch) {
	u32 cmp = MOD_GET(setp->mods, CMP);
	const struct operand *o = &setp->operand[1];
	const struct inst *most = o->kind == OPR_REG ? def_of(c, o->index, setp, branch)
	                                             : NULL;
	if (!most || (most->row != ROW_MAX && most->row != ROW_MIN) ||
	    most->type[0] != setp->type[0] || !(is_less(cmp) || is_greater(cmp)))
		return NULL;
	struct affine_condition *e = arena_new(c->a, struct affine_condition);
	e->takes_one = is_greater(cmp) == (most->row == ROW_MAX);
	for (u32 i = 0; i < 2; i++) {
		const struct inst *one = with_first(c, setp, &most->operand[1 + i]);
		if (!(e->part[i] = compare_scalars(c, one)))
			return NULL;
	}
	combine(c, e);
	return e;
}

/* Finds when a condition holds in all lanes, and when in none, as far as scalars tell.
 * NULL: they do not. */
static struct affine_condition *find_condition(struct fn *c, const struct operand *o,
                                               const struct inst *at,
                                               const struct inst *branch, u32 depth) {
	struct affine_condition *e = NULL;
	if (o->kind != OPR_REG || c->reg[o->index].bits != 1 || !depth)
		return NULL;
	const struct inst *in = def_of(c, o->index, at, branch);
	if (jit_is_scalar(c, o->index)) {
		e = arena_new(c->a, struct affine_condition);
		uniform_condition(c, jit_reg_scalar(c, o->index), e);
	} else if (is_setp(in)) {
		e = compare_scalars(c, in);
		e = e ? e : compare_most(c, in, branch);
	} else if (in && (in->row == ROW_OR_PRED || in->row == ROW_AND_PRED)) {
		e = arena_new(c->a, struct affine_condition);
		e->takes_one = in->row == ROW_OR_PRED;
		for (u32 i = 0; i < 2; i++) {
			e->part[i] = find_condition(c, &in->operand[1 + i], in, branch,
			                            depth - 1);
			if (!e->part[i])
				return NULL;
		}
		combine(c, e);
	}
	if (e && o->negated) {
		val all = e->all;
		e->is_negated = true;
		e->all = e->none;
		e->none = all;
	}
	return e;
}

/* The operands of a comparison, compared in chunk k's lanes. */
static val compare_chunk(struct fn *c, const struct inst *setp, u32 k) {
	u32 bits = type_info[setp->type[0]].bits;
	val v[2];
	for (u32 i = 0; i < 2; i++)
		v[i] = jit_cast(c, jit_source(c, &setp->operand[1 + i], bits, k),
		                jit_int_type(c, bits));
	return compare(c, setp, v[0], v[1]);
}

static val condition_chunk(struct fn *c, const struct affine_condition *e, u32 k) {
	val v;
	if (e->scalar) {
		v = jit_splat(c, e->scalar);
	} else if (e->setp) {
		v = compare_chunk(c, e->setp, k);
	} else {
		val a = condition_chunk(c, e->part[0], k),
		    b = condition_chunk(c, e->part[1], k);
		v = e->takes_one ? LLVMBuildOr(c->b, a, b, "")
		                 : LLVMBuildAnd(c->b, a, b, "");
	}
	return e->is_negated ? LLVMBuildNot(c->b, v, "") : v;
}

static bool find_parts(struct fn *c, const struct inst *branch,
                       struct affine_compare *e) {
	struct operand o = {.kind = OPR_REG, .index = branch->guard};
	e->parts = c->opt.is_quick ? NULL
	                           : find_condition(c, &o, branch, branch, MOST_DEPTH);
	if (!e->parts)
		return false;
	e->all = e->parts->all;
	e->none = e->parts->none;
	return true;
}

bool jit_find_affine_compare(struct fn *c, const struct inst *branch,
                             struct affine_compare *e) {
	struct compared k;
	const struct inst *setp = comparison(c, branch);
	*e = (struct affine_compare){.setp = setp};
	if (!setp || !describe(c, &k, setp))
		return find_parts(c, branch, e);
	u32 how = MOD_GET(setp->mods, CMP);
	e->holds_outside = how == MOD_CMP_NE;
	if (how == MOD_CMP_EQ || how == MOD_CMP_NE) {
		e->outside = is_outside(c, &k);
		return true;
	}
	e->first = holds_at(c, &k, k.first);
	e->last = holds_at(c, &k, k.last);
	e->in_order = uniform_no_wrap(&k.how, k.bits) ? NULL : in_order(c, &k);
	return true;
}

val jit_affine_compare_chunk(struct fn *c, const struct affine_compare *e, u32 k) {
	return e->parts ? condition_chunk(c, e->parts, k) : compare_chunk(c, e->setp, k);
}

void jit_affine_compare_leave(struct fn *c, const struct affine_compare *e, bb holds,
                              bb fails) {
	bb on = jit_block(c, "several");
	if (e->all) {
		bb not_all = jit_block(c, "notall");
		jit_if(c, e->none, fails, not_all);
		jit_at(c, not_all);
		jit_if(c, e->all, holds, on);
	} else if (e->outside) {
		jit_if(c, e->outside, e->holds_outside ? holds : fails, on);
	} else {
		bb yes = jit_block(c, "first"), no = jit_block(c, "notfirst");
		val all = e->last, any = e->last;
		jit_if(c, e->first, yes, no);
		jit_at(c, yes);
		if (e->in_order)
			all = LLVMBuildAnd(c->b, all, e->in_order, "");
		jit_if(c, all, holds, on);
		jit_at(c, no);
		if (e->in_order)
			any = LLVMBuildOr(c->b, any, LLVMBuildNot(c->b, e->in_order, ""),
			                  "");
		jit_if(c, any, on, fails);
	}
	jit_at(c, on);
}
