/* affine_compare.c - branches on the comparison of an affine value with a uniform one,
 * such as i < n. All lanes lie between the lowest and the highest, so two scalar
 * comparisons mostly tell that they agree. Only the few warps that the boundary goes
 * through compute the condition of each lane.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/affine_compare.h"
#include "backend/llvm/alu/arith.h"
#include "backend/llvm/emit/operand.h"
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

/* Returns the plain comparison that the branch's condition comes from, if its operands
 * still have their values. */
static const struct inst *comparison(const struct fn *c, const struct inst *branch) {
	const struct inst *first = c->f->inst + c->f->block[c->block].first, *in = branch;
	while (in > first && in > branch - LOOK_BACK && !writes(c, --in, branch->guard))
		;
	bool is_plain = in < branch && in->guard == NO_REG &&
	                (in->row == ROW_SETP_B || in->row == ROW_SETP_S ||
	                 in->row == ROW_SETP_U) &&
	                in->operand[0].kind == OPR_REG &&
	                in->operand[0].index == branch->guard;
	for (const struct inst *k = in + 1; is_plain && k < branch; k++)
		is_plain = keeps(c, k, &in->operand[1]) && keeps(c, k, &in->operand[2]) &&
		           !decode_can_wait(k);
	is_plain = is_plain && is_there(c, &in->operand[1]) &&
	           is_there(c, &in->operand[2]);
	return is_plain ? in : NULL;
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

bool jit_find_affine_compare(struct fn *c, const struct inst *branch,
                             struct affine_compare *e) {
	struct compared k;
	const struct inst *setp = comparison(c, branch);
	*e = (struct affine_compare){.setp = setp};
	if (!setp || !describe(c, &k, setp))
		return false;
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
	u32 bits = type_info[e->setp->type[0]].bits;
	val v[2];
	for (u32 i = 0; i < 2; i++)
		v[i] = jit_cast(c, jit_source(c, &e->setp->operand[1 + i], bits, k),
		                jit_int_type(c, bits));
	return compare(c, e->setp, v[0], v[1]);
}

void jit_affine_compare_leave(struct fn *c, const struct affine_compare *e, bb holds,
                              bb fails) {
	bb on = jit_block(c, "several");
	if (e->outside) {
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
