/* loop_version.c - compiles loops a second time, for warps whose lanes are in step.
 *
 *     for (; i < n && (n - i) % 4 steps; i += step) ...       what nvcc makes of a loop:
 *     for (; i < n; i += 4 * step) ...                        the odd rounds first
 *
 * Lanes may leave the first of these loops in different rounds, so in the second one
 * nothing relates their registers: the analysis (ir/analysis/uniform.h) finds each
 * address divergent. Nearly always they do leave it together. So where a loop is entered
 * by a whole warp, registers that would be uniform or affine if all lanes had gone the
 * same way are tested for that. If it is so, the second version runs: there they are
 * scalars, and accesses by them are consecutive.
 *
 *     header:  all lanes, and in step?     no: the first version
 *              base of each such register to its own alloca
 *     second version of each block; a branch at which lanes part, or that leaves the
 *     loop, hands the registers back, to vectors, and goes on where the first would
 *
 * A loop that has a second version has no loop inside, no barrier and no call.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/loop_version.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/engine/config.h"
#include "backend/llvm/explain.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/fn.h"
#include "backend/llvm/mem/mem.h"

enum {
	MOST_VERSIONS = 64, /* of a function */
	MOST_INSTS = 256,   /* of a loop */
	MOST_TESTED = 12,   /* registers, each time that the loop is entered */
};

struct version_reg {
	u32 reg;
	bool differs;      /* a vector in the first version, and not here */
	bool lives_in;     /* at the header */
	struct jreg other; /* as it is in the version that is not `now` */
};

struct loop_version {
	const struct loop *loop;
	struct uniform *uni;         /* of the second version */
	const struct uniform *first; /* of the first, while the second is emitted */
	VEC(struct version_reg) reg; /* that the loop names */
	bb *at;                      /* per block of the loop */
	struct explain *explain;     /* of the first, likewise */
};

/* ---- loops for which it pays ------------------------------------------------------- */

static const struct block *block_of(const struct fn *c, const struct loop *l, u32 i) {
	return &c->f->block[c->cfg->order[l->first + i]];
}

static bool may_be_in(const struct inst *in) {
	u32 props = row_info(in->row)->props;
	if (props & PROP_TERM)
		return in->row == ROW_BRA;
	return !(props & (PROP_CALL | PROP_CONVERGENT | PROP_CC_IN | PROP_CC_OUT |
	                  PROP_UNSUPPORTED)) &&
	       !jit_can_wait(in);
}

/* Checks for a loop without loops inside, whose branches either are for all lanes or
 * leave it or begin its next round. */
static bool is_plain(const struct fn *c, u32 header, const struct loop *l) {
	u32 n = 0;
	if (l->is_irreducible)
		return false;
	for (u32 i = 0; i < l->n; i++) {
		u32 b = c->cfg->order[l->first + i];
		const struct block *blk = &c->f->block[b];
		if (c->cfg->loop_of[b] != c->cfg->loop_of[header])
			return false;
		n += blk->ninst;
		for (u32 k = blk->first; k < blk->first + blk->ninst; k++)
			if (n > MOST_INSTS || !may_be_in(&c->f->inst[k]))
				return false;
		bool ends = false;
		for (u32 k = 0; k < blk->nsucc; k++)
			ends |= blk->succ[k] == header ||
			        !cfg_loop_has(c->cfg, c->cfg->loop_of[b], blk->succ[k]);
		if (blk->nsucc > 1 && !ends && c->uni->branch_divergent[b])
			return false;
	}
	return true;
}

/* The register that the address of an access depends on, if lanes differ in it without a
 * rule. */
static u32 scattered(struct fn *c, const struct inst *in) {
	struct mem m;
	u32 props = row_info(in->row)->props;
	if (!(props & (PROP_LOAD | PROP_STORE)) || props & PROP_ATOMIC ||
	    !mem_describe(c, &m, in))
		return NO_REG;
	const struct operand *o = &in->operand[m.ai];
	return o->kind == OPR_ADDR_REG && c->reg[o->index].class == REG_VECTOR ? o->index
	                                                                       : NO_REG;
}

/* Checks whether some access is scattered now, and would not be with these values. */
static bool pays(struct fn *c, const struct loop *l, const struct uniform *u) {
	for (u32 i = 0; i < l->n; i++) {
		const struct block *b = block_of(c, l, i);
		for (u32 k = b->first; k < b->first + b->ninst; k++) {
			u32 reg = scattered(c, &c->f->inst[k]);
			if (reg != NO_REG && u->reg[reg].kind != VALUE_DIVERGENT)
				return true;
		}
	}
	return false;
}

/* ---- registers --------------------------------------------------------------------- */

/* What may hold at the header, if it is tested. */
static struct uniform_value suppose(const struct fn *c, u32 reg) {
	struct uniform_value v = c->uni->reg[reg], g = c->versions.guess->reg[reg];
	u32 bits = c->reg[reg].bits;
	if (c->reg[reg].class != REG_VECTOR || bits > 64 || bits == 8 ||
	    (g.kind != VALUE_UNIFORM && g.kind != VALUE_AFFINE))
		return v;
	return (struct uniform_value){.kind = g.kind,
	                              .stride = g.stride,
	                              .row = g.row,
	                              .jump = g.jump,
	                              .max = UINT64_MAX};
}

/* Registers that the loop names, one by one. */
struct see {
	struct fn *c;
	struct loop_version *v;
	struct bits seen;
	bool in_header, is_guarded;
};

/* Checks whether the register is a vector in the first version alone. */
static bool differs(struct fn *c, const struct loop_version *v, u32 reg) {
	struct jreg *r = &c->reg[reg], here = *r;
	jit_classify(c, reg, &v->uni->reg[reg]);
	bool is = here.class == REG_VECTOR && r->class != REG_VECTOR;
	*r = here;
	return is;
}

/* What the header's block writes before any of its instructions reads it does not live
 * there. */
static void see_reg(void *ctx, u32 reg, enum reg_role role) {
	struct see *s = ctx;
	struct fn *c = s->c;
	if (bits_has(s->seen, reg))
		return;
	bits_set(s->seen, reg);
	bool written_first = s->in_header && role == REG_WRITTEN && !s->is_guarded;
	struct version_reg r = {
		.reg = reg,
		.differs = differs(c, s->v, reg),
		.lives_in = !written_first &&
	                    live_at_start(c->live, c->cfg, s->v->loop->header, reg)};
	vec_push(c->a, &s->v->reg, r);
}

static bool find_regs(struct fn *c, struct loop_version *v) {
	struct see s = {.c = c, .v = v, .seen = bits_new(c->a, c->f->nreg)};
	u32 ntested = 0;
	for (u32 i = 0; i < v->loop->n; i++) {
		const struct block *b = block_of(c, v->loop, i);
		s.in_header = i == 0;
		for (u32 k = b->first; k < b->first + b->ninst; k++) {
			s.is_guarded = c->f->inst[k].guard != NO_REG;
			inst_each_reg(c->f, &c->f->inst[k], see_reg, &s);
		}
	}
	for (u32 i = 0; i < v->reg.n; i++)
		ntested += v->reg.at[i].differs && v->reg.at[i].lives_in;
	return ntested && ntested <= MOST_TESTED;
}

static bool may_have_versions(const struct fn *c) {
	return !c->opt.is_quick && !c->opt.is_large && !c->opt.confined &&
	       !c->flow.split && !c->facts.uses_cc && c->versions.n < MOST_VERSIONS;
}

static bool has_scattered(struct fn *c, const struct loop *l) {
	for (u32 i = 0; i < l->n; i++) {
		const struct block *b = block_of(c, l, i);
		for (u32 k = b->first; k < b->first + b->ninst; k++)
			if (scattered(c, &c->f->inst[k]) != NO_REG)
				return true;
	}
	return false;
}

struct loop_version *loop_version_find(struct fn *c, u32 header) {
	if (!may_have_versions(c) || !cfg_is_header(c->cfg, header))
		return NULL;
	u32 loop = c->cfg->loop_of[header];
	const struct loop *l = &c->cfg->loop[loop];
	if (!is_plain(c, header, l) || !has_scattered(c, l))
		return NULL;
	if (!c->versions.guess)
		c->versions.guess = uniform_guess(c->a, c->m, c->f, &c->shape);
	if (!pays(c, l, c->versions.guess))
		return NULL;
	struct uniform_value *at_header = arena_array_raw(c->a, struct uniform_value,
	                                                  c->f->nreg);
	for (u32 i = 0; i < c->f->nreg; i++)
		at_header[i] = suppose(c, i);
	struct loop_version *v = arena_new(c->a, struct loop_version);
	v->loop = l;
	v->uni = uniform_build_loop(c->a, c->m, c->f, &c->shape, c->uni, at_header, loop);
	if (!pays(c, l, v->uni) || !find_regs(c, v))
		return NULL;
	v->at = arena_array(c->a, bb, l->n);
	for (u32 i = 0; i < l->n; i++)
		v->at[i] = jit_block(c, "instep");
	c->versions.n++;
	explain_access(c, &c->f->inst[block_of(c, l, 0)->first], "two versions",
	               "if all lanes come into the loop in step, a second version runs, "
	               "where addresses are linear in the lane's number");
	return v;
}

/* ---- code -------------------------------------------------------------------------- */

/* How the register's values are related in the second version. */
static const struct uniform_value *relation(const struct loop_version *v,
                                            const struct version_reg *r) {
	return &v->uni->reg[r->reg];
}

/* Lanes in which it is not so, among those of chunk k. */
static val out_of_step(struct fn *c, const struct version_reg *r,
                       const struct uniform_value *how, val base, u32 k) {
	u32 bits = c->reg[r->reg].bits;
	val is = jit_cast(c, jit_reg_chunk(c, r->reg, k), jit_int_type(c, bits));
	val want = jit_splat(c, base);
	if (how->kind == VALUE_AFFINE)
		want = LLVMBuildAdd(c->b, want, jit_lanes(c, bits, k, how), "");
	return LLVMBuildICmp(c->b, LLVMIntNE, is, want, "");
}

/* What is checked together is so for one version. */
static void forget_groups(struct fn *c, const struct loop_version *v) {
	for (u32 i = 0; i < v->loop->n; i++) {
		const struct block *b = block_of(c, v->loop, i);
		memset(c->mem.group_of + b->first, 0, b->ninst * sizeof(u32));
		mem_forget_groups(c, c->cfg->order[v->loop->first + i]);
	}
}

static void exchange(struct fn *c, struct version_reg *r) {
	struct jreg here = c->reg[r->reg];
	c->reg[r->reg] = r->other;
	r->other = here;
}

static void begin(struct fn *c, struct loop_version *v) {
	v->first = c->uni;
	v->explain = c->explain;
	c->versions.now = v;
	c->uni = v->uni;
	c->explain = NULL;
	for (u32 i = 0; i < v->reg.n; i++) {
		struct version_reg *r = &v->reg.at[i];
		struct jreg *j = &c->reg[r->reg];
		r->other = *j;
		if (!r->differs) {
			j->nwrite += 2; /* in both versions */
			continue;
		}
		jit_classify(c, r->reg, relation(v, r));
		j->is_spread = j->promoted = true;
		j->nwrite += 2;
		memset(j->slot, 0, sizeof j->slot);
		memset(j->fixed, 0, sizeof j->fixed);
	}
	forget_groups(c, v);
}

void loop_version_enter(struct fn *c, struct loop_version *v, bb otherwise) {
	struct mask any = {.full = false};
	val *base = arena_array(c->a, val, v->reg.n);
	for (u32 i = 0; i < v->reg.n; i++) {
		struct version_reg *r = &v->reg.at[i];
		if (!r->differs || !r->lives_in)
			continue;
		val first = jit_cast(c, jit_reg_chunk(c, r->reg, 0),
		                     jit_int_type(c, c->reg[r->reg].bits));
		base[i] = LLVMBuildExtractElement(c->b, first, jit_int(c, 32, 0), "");
		for (u32 k = 0; k < c->nchunk; k++) {
			val out = out_of_step(c, r, relation(v, r), base[i], k);
			any.chunk[k] = any.chunk[k]
			                       ? LLVMBuildOr(c->b, any.chunk[k], out, "")
			                       : out;
		}
	}
	bb in = jit_block(c, "instep");
	jit_likely(c, jit_any(c, &any), false, otherwise, in);
	jit_at(c, in);
	jit_regs_drop(c);
	begin(c, v);
	for (u32 i = 0; i < v->reg.n; i++)
		if (base[i])
			LLVMBuildStore(
				c->b, jit_cast(c, base[i], c->reg[v->reg.at[i].reg].type),
				jit_slot(c, v->reg.at[i].reg, 0));
	jit_goto(c, v->at[0]);
}

void loop_version_end(struct fn *c) {
	struct loop_version *v = c->versions.now;
	forget_groups(c, v);
	jit_regs_drop(c);
	for (u32 i = 0; i < v->reg.n; i++) {
		struct version_reg *r = &v->reg.at[i];
		if (r->differs)
			exchange(c, r);
		else
			c->reg[r->reg].nwrite -= 2;
	}
	c->uni = v->first;
	c->explain = v->explain;
	c->versions.now = NULL;
}

bb loop_version_block(const struct fn *c, u32 block) {
	const struct loop_version *v = c->versions.now;
	u32 i = c->cfg->pos[block] - v->loop->first;
	return i < v->loop->n ? v->at[i] : NULL;
}

/* Stores the lanes of a register where the first version has it. */
static void hand_back(struct fn *c, struct version_reg *r) {
	val chunk[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++)
		chunk[k] = jit_reg_peek_chunk(c, r->reg, k);
	exchange(c, r);
	struct jreg *j = &c->reg[r->reg];
	for (u32 k = 0; k < c->nchunk; k++) {
		if (j->promoted)
			LLVMBuildStore(c->b, chunk[k], jit_slot(c, r->reg, k));
		j->now[k] = chunk[k];
	}
	if (!j->promoted)
		jit_frame_store(c, r->reg);
	memset(j->now, 0, sizeof j->now);
	exchange(c, r);
}

void loop_version_leave(struct fn *c, u32 to) {
	struct loop_version *v = c->versions.now;
	for (u32 i = 0; i < v->reg.n; i++)
		if (v->reg.at[i].differs &&
		    live_at_start(c->live, c->cfg, to, v->reg.at[i].reg))
			hand_back(c, &v->reg.at[i]);
}

void loop_version_save(struct fn *c, u32 pos, bool after) {
	struct loop_version *v = c->versions.now;
	for (u32 i = 0; i < v->reg.n; i++)
		if (v->reg.at[i].differs && jit_lives(c, v->reg.at[i].reg, pos, after))
			jit_save_reg(c, v->reg.at[i].reg);
}
