/* cta_trace.c - follows all warps of a cta through a kernel when its code is made. In a
 * kernel whose branches and shared addresses depend on %tid and constants
 * only, as in the trees of reductions and scans, that tells which lanes of which warp
 * execute which instruction, and which words of shared memory they access; whole_cta.c
 * makes code of it. Loops are followed, too, if it is known when they end, such as one
 * from blockDim.x / 2 down to 1.
 *
 *     s[t] = x[t];                      w0  lanes 0 .. 31   st   words 0 .. 31
 *     barrier                           w1  lanes 0 .. 31   st   words 32 .. 63
 *     if (t < 16)                       w0  lanes 0 .. 15   ld   words 0 .. 15
 *         s[t] += s[t + 16];            w0  lanes 0 .. 15   ld   words 16 .. 31
 *                                       ...
 *
 * A branch whose lanes are not known, like one on i < n, is taken to be taken by no lane:
 * the code tests that. A loop over the grid's stride at the kernel's start is one step,
 * if ctas can run it in turns (cta_sums.c).
 *
 * What others see are stores to global memory, and atomics by one lane of a warp whose
 * old value is not used, as at the end of a reduction. The code makes all of them at its
 * end, so that it may stop anywhere before. So no load may come after a store of its own
 * warp, or of an earlier stretch between barriers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/cta_trace.h"
#include "backend/interp/alu.h"
#include "backend/llvm/alu/alu.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/mem/mem.h"
#include "backend/machine/access.h"

enum {
	MAX_WORDS = 1 << 13,
	DYNAMIC_WORDS = 1 << 12, /* of memory whose size the launch tells */
	MAX_STEPS = 1 << 13,
	MAX_FOLLOWED = 1 << 16, /* instructions; a loop of a barrier has no steps */
	MAX_REGS = 1 << 16,     /* times warps */
	MOST_CODE = 2500        /* vector instructions, about */
};

/* What is known of a register of one warp. */
struct known {
	u32 lanes; /* in which its value is known */
	u32 var; /* 1 + the variable in shared memory that it is an address in: the value
	            is the offset, s64 for each lane; 0: it is a number */
	struct lanes_value v;
};

/* Where a warp is. */
struct place {
	u32 at;       /* in the layout: cfg->order[at] */
	u32 i;        /* instruction of that block */
	u32 lanes;    /* that execute it */
	u32 *waiting; /* per block: lanes that come there */
	u32 next;     /* in the layout */
	bool ended, has_stored;
	bool has_sums; /* it is past the loop of cta_sums.c */
	u32 end;       /* of its steps up to the first barrier */
};

struct tracer {
	struct fn *c;
	struct cta_trace t;
	struct known **known; /* per warp and register; NULL: nothing */
	struct place *place;  /* per warp */
	u32 *var_word;        /* per variable: 1 + the number of its first word, or 0 */
	u32 *place_of;        /* per block: in the layout */
	struct bits stored;   /* words that have a value */
	u32 warp, block, lanes;
	u32 followed;    /* instructions */
	u32 code;        /* what it comes to */
	bool has_stored; /* in an earlier stretch */
	bool uses_shared;
	bool has_wide; /* an access by words of 8 bytes */
};

static struct known **known_at(struct tracer *t, u32 reg) {
	return &t->known[(size_t)t->warp * t->c->f->nreg + reg];
}

static struct known *number_of(struct tracer *t, u32 reg) {
	struct known *k = *known_at(t, reg);
	return k && !k->var && !(t->lanes & ~k->lanes) ? k : NULL;
}

static void forget(void *ctx, u32 reg, enum reg_role role) {
	struct tracer *t = ctx;
	struct known *k = *known_at(t, reg);
	if (role != REG_READ && k)
		k->lanes = k->var ? 0 : k->lanes & ~t->lanes;
}

/* Notes the value in the lanes at hand. */
static struct known *learn(struct tracer *t, u32 reg, u32 var,
                           const struct lanes_value *v) {
	struct known **at = known_at(t, reg);
	u32 bits = var ? 64 : t->c->reg[reg].bits;
	bool keeps = *at && (*at)->var == var && (*at)->lanes & ~t->lanes;
	struct known *k = arena_new(t->c->a, struct known);
	*k = (struct known){.lanes = t->lanes, .var = var, .v = *v};
	if (keeps) { /* lanes that are not at hand have what they had */
		k->lanes |= (*at)->lanes;
		for (u32 l = 0; l < WARP_LANES; l++)
			if (!(t->lanes >> l & 1) && bits > 1)
				memcpy(k->v.at + l * (bits / 8),
				       (*at)->v.at + l * (bits / 8), bits / 8);
	}
	if (keeps && bits == 1) {
		u32 own, old;
		memcpy(&own, v->at, sizeof own);
		memcpy(&old, (*at)->v.at, sizeof old);
		own = (own & t->lanes) | (old & ~t->lanes);
		memcpy(k->v.at, &own, sizeof own);
	}
	return *at = k;
}

/* ---- numbers ----------------------------------------------------------------------- */

static bool source_value(struct tracer *t, const struct operand *o, u32 bits,
                         struct lanes_value *v) {
	struct known *k = o->kind == OPR_REG ? number_of(t, o->index) : NULL;
	if (o->sel || bits > 64 || (o->negated && bits != 1))
		return false;
	if (o->kind == OPR_IMM) {
		jit_lanes_fill(v, bits, (u64)o->value);
		return !o->negated;
	}
	if (!k || t->c->reg[o->index].bits != bits)
		return false;
	*v = k->v;
	if (o->negated) {
		u32 mask;
		memcpy(&mask, v->at, sizeof mask);
		mask = ~mask;
		memcpy(v->at, &mask, sizeof mask);
	}
	return true;
}

static const struct operand *dest_of(const struct fn *c, const struct operand *o, u32 i) {
	return o->kind == OPR_PAIR ? &c->f->operand[o->index + i] : o;
}

/* The processor computes floats in the mode of the thread that makes the code. */
static bool has_floats(const struct inst *in) {
	for (u32 i = 0; i < countof(in->type); i++)
		if (type_info[in->type[i]].class == 'F')
			return true;
	return false;
}

/* Evaluates a pure instruction of integers. False: some source is not known. */
static bool evaluate(struct tracer *t, const struct inst *in, struct lanes_value *value) {
	const struct row_info *row = row_info(in->row);
	u32 n = 0;
	if (!jit_is_computable(in) || has_floats(in))
		return false;
	for (u32 i = 0; i < row->nopr; i++) {
		u32 bits = decode_alu_bits(in, row->opr[i].letter);
		if (!row->opr[i].is_dest) {
			if (!source_value(t, &in->operand[i], bits, &value[n++]))
				return false;
			continue;
		}
		for (u32 k = 0; k < (row->opr[i].pair ? 2u : 1u); k++, n++) {
			const struct operand *d = dest_of(t->c, &in->operand[i], k);
			if (i || (d->kind == OPR_REG &&
			          (t->c->reg[d->index].bits != bits || bits > 64)))
				return false;
		}
	}
	return jit_compute_lanes(in, value, n);
}

/* ---- addresses in shared memory ---------------------------------------------------- */

static s64 signed_lane(const struct lanes_value *v, u32 bits, u32 l) {
	s32 n;
	s64 wide;
	if (bits == 64) {
		memcpy(&wide, v->at + 8 * l, sizeof wide);
		return wide;
	}
	memcpy(&n, v->at + 4 * l, sizeof n);
	return n;
}

static struct known *address_of(struct tracer *t, const struct operand *o) {
	bool is_reg = o->kind == OPR_REG || o->kind == OPR_ADDR_REG;
	struct known *k = is_reg ? *known_at(t, o->index) : NULL;
	return k && k->var && !(t->lanes & ~k->lanes) ? k : NULL;
}

static void learn_symbol(struct tracer *t, const struct inst *in) {
	const struct operand *o = &in->operand[1];
	struct lanes_value v;
	if (o->kind != OPR_SYM || in->operand[0].kind != OPR_REG ||
	    t->c->m->var[o->index].space != SPACE_SHARED)
		return;
	jit_lanes_fill(&v, 64, (u64)o->value);
	learn(t, in->operand[0].index, o->index + 1, &v);
}

/* address + number */
static bool learn_sum(struct tracer *t, const struct inst *in) {
	u32 bits = type_info[in->type[0]].bits;
	if (in->row != ROW_ADD || in->operand[0].kind != OPR_REG ||
	    (bits != 32 && bits != 64))
		return false;
	for (u32 i = 1; i <= 2; i++) {
		struct known *k = address_of(t, &in->operand[i]);
		struct lanes_value more, v;
		if (!k || !source_value(t, &in->operand[3 - i], bits, &more))
			continue;
		for (u32 l = 0; l < WARP_LANES; l++) {
			s64 sum = signed_lane(&k->v, 64, l) + signed_lane(&more, bits, l);
			memcpy(v.at + 8 * l, &sum, sizeof sum);
		}
		learn(t, in->operand[0].index, k->var, &v);
		return true;
	}
	return false;
}

static bool is_dynamic(const struct tracer *t, u32 var) {
	return t->c->m->var[var].linkage == LINKAGE_EXTERN;
}

/* All variables of dynamic size begin at the same place; one may be used. */
static u64 words_of(const struct tracer *t, u32 var) {
	if (!is_dynamic(t, var))
		return (t->c->m->var[var].size_bytes + t->t.word_bytes - 1) /
		       t->t.word_bytes;
	return t->t.dynamic_var ? 0 : DYNAMIC_WORDS;
}

/* The variable's words get numbers. 0: it has none. */
static u32 first_word(struct tracer *t, u32 var) {
	u64 n = words_of(t, var);
	if (t->var_word[var])
		return t->var_word[var];
	if (t->c->m->var[var].align % t->t.word_bytes || !n || n > MAX_WORDS - t->t.nword)
		return 0;
	if (is_dynamic(t, var))
		t->t.dynamic_var = 1 + var;
	t->var_word[var] = 1 + t->t.nword;
	t->t.nword += (u32)n;
	return t->var_word[var];
}

static bool find_words(struct tracer *t, const struct mem *m, u16 *word) {
	const struct operand *o = &m->in->operand[m->ai];
	struct known *k = address_of(t, o);
	if (o->kind != OPR_ADDR_SYM && !k)
		return false;
	u32 var = k ? k->var - 1 : o->index, first = first_word(t, var);
	u64 end = is_dynamic(t, var) ? t->t.word_bytes * DYNAMIC_WORDS
	                             : t->c->m->var[var].size_bytes;
	for (u32 l = 0; l < WARP_LANES; l++) {
		s64 off = o->value + (k ? signed_lane(&k->v, 64, l) : 0);
		word[l] = NO_WORD;
		if (!(t->lanes >> l & 1))
			continue;
		if (!first || off < 0 || off % (s64)m->bytes || (u64)off + m->bytes > end)
			return false;
		if (is_dynamic(t, var))
			t->t.dynamic_bytes = MAX(t->t.dynamic_bytes, (u32)off + m->bytes);
		word[l] = (u16)(first - 1 + (u32)off / t->t.word_bytes);
	}
	return true;
}

/* ---- steps ------------------------------------------------------------------------- */

static u32 chunks_with(const struct fn *c, u32 lanes) {
	u32 n = 0;
	for (u32 k = 0; k < c->nchunk; k++)
		n += (lanes >> k * c->width & (UINT32_MAX >> (WARP_LANES - c->width))) !=
		     0;
	return n;
}

static struct cta_step *add_step(struct tracer *t, const struct inst *in) {
	struct cta_step s = {.inst = (u32)(in - t->c->f->inst),
	                     .block = t->block,
	                     .warp = t->warp,
	                     .lanes = t->lanes};
	vec_push(t->c->a, &t->t.step, s);
	return &t->t.step.at[t->t.step.n - 1];
}

static bool shared_access(struct tracer *t, const struct mem *m) {
	u16 word[WARP_LANES];
	u32 words = m->bytes / t->t.word_bytes;
	t->has_wide |= m->size == 8;
	if (m->size != t->t.word_bytes || !is_shared_space(m->space) ||
	    m->space == SPACE_SHARED_CLUSTER || !find_words(t, m, word))
		return false;
	for (u32 e = 0; e < m->n; e++)
		if (m->elem[e]->kind == OPR_REG &&
		    t->c->reg[m->elem[e]->index].bits != 8 * t->t.word_bytes)
			return false;
	for (u32 l = 0; l < WARP_LANES; l++)
		for (u32 i = 0; i < words && word[l] != NO_WORD; i++) {
			if (!m->is_load)
				bits_set(t->stored, word[l] + i);
			else if (!bits_has(t->stored, word[l] + i))
				return false;
		}
	t->uses_shared = true;
	t->code += chunks_with(t->c, t->lanes) * m->n * (m->is_load ? 2 : 0);
	add_step(t, m->in)->word = arena_copy(t->c->a, word, sizeof word, 2);
	return true;
}

static bool global_access(struct tracer *t, struct mem *m) {
	struct place *p = &t->place[t->warp];
	m->how = jit_operand_value(t->c, &m->in->operand[m->ai], 64);
	bool line = m->how.kind == VALUE_AFFINE && m->how.stride == (s64)m->bytes &&
	            !m->how.row;
	if (t->c->cfg->loop_of[t->block] != NO_LOOP ||
	    (m->space != SPACE_GLOBAL && m->space != SPACE_GENERIC) ||
	    (m->how.kind != VALUE_UNIFORM && !line) || m->n > 1 ||
	    (m->is_load && (t->has_stored || p->has_stored)))
		return false;
	p->has_stored |= !m->is_load;
	t->code += chunks_with(t->c, t->lanes) + 4;
	add_step(t, m->in);
	return true;
}

static bool access(struct tracer *t, const struct inst *in) {
	struct mem m;
	if (jit_is_param(t->c, in)) {
		add_step(t, in);
		inst_each_reg(t->c->f, in, forget, t);
		return true;
	}
	if (!mem_describe(t->c, &m, in) ||
	    !(is_shared_space(m.space) ? shared_access(t, &m) : global_access(t, &m)))
		return false;
	inst_each_reg(t->c->f, in, forget, t);
	return true;
}

/* A pure instruction. */
static bool compute(struct tracer *t, const struct inst *in) {
	struct lanes_value value[COMPUTED_OPERANDS];
	const struct operand *o = &in->operand[0];
	if (evaluate(t, in, value)) {
		u32 n = o->kind == OPR_PAIR ? 2 : 1;
		struct known *k = NULL;
		for (u32 i = 0; i < n; i++)
			if (dest_of(t->c, o, i)->kind == OPR_REG)
				k = learn(t, dest_of(t->c, o, i)->index, 0, &value[i]);
		struct cta_step *s = add_step(t, in);
		s->known = n == 1 && k ? &k->v : NULL;
		return true;
	}
	if (!jit_alu_has(in->row, in->type) ||
	    row_info(in->row)->props & (PROP_CC_IN | PROP_CC_OUT | PROP_TRAP))
		return false;
	if (!learn_sum(t, in))
		inst_each_reg(t->c->f, in, forget, t);
	t->code += o->kind == OPR_REG && t->c->reg[o->index].class == REG_VECTOR
	                   ? chunks_with(t->c, t->lanes)
	                   : 0;
	add_step(t, in);
	return true;
}

static bool move(struct tracer *t, const struct inst *in) {
	struct lanes_value v;
	const struct operand *d = &in->operand[0];
	inst_each_reg(t->c->f, in, forget, t);
	if (in->row != ROW_MOV_SREG) {
		if (in->row == ROW_MOV_SYM)
			learn_symbol(t, in);
		add_step(t, in);
		return true;
	}
	u32 s = in->operand[1].index;
	struct known *k = NULL;
	if (d->kind == OPR_REG && t->c->reg[d->index].bits == 32 &&
	    jit_lanes_of_sreg(t->c, s, t->warp, &v))
		k = learn(t, d->index, 0, &v);
	else if (s < SREG_CTAID_X || s > SREG_NCTAID_Z)
		return false;
	add_step(t, in)->known = k ? &k->v : NULL;
	return true;
}

/* It is made at the end, as stores are. */
static bool atomic(struct tracer *t, const struct inst *in) {
	struct fn *c = t->c;
	u32 pos = c->pos;
	c->pos = c->cfg->inst_pos[t->block] +
	         (u32)(in - c->f->inst - c->f->block[t->block].first);
	bool ok = c->cfg->loop_of[t->block] == NO_LOOP &&
	          jit_atomic_may_be_late(c, in, t->lanes);
	c->pos = pos;
	if (!ok)
		return false;
	t->place[t->warp].has_stored = true;
	t->code += 8;
	inst_each_reg(c->f, in, forget, t);
	add_step(t, in);
	return true;
}

static bool is_all_lanes(struct fn *c, const struct operand *member) {
	struct uniform_value v = jit_operand_value(c, member, 32);
	return v.is_const && (u32)v.value == UINT32_MAX;
}

static bool shuffle(struct tracer *t, const struct inst *in) {
	struct shuffle s;
	if (in->row != ROW_SHFL_SYNC || t->lanes != UINT32_MAX ||
	    !is_all_lanes(t->c, &in->operand[in->noperand - 1]) ||
	    !jit_is_fixed_shuffle(t->c, in, &s))
		return false;
	inst_each_reg(t->c->f, in, forget, t);
	t->code += 2 * t->c->nchunk;
	add_step(t, in);
	return true;
}

/* Finds the lanes of t->lanes that execute the instruction. False: not known. */
static bool guard(struct tracer *t, const struct inst *in, u32 *lanes) {
	*lanes = t->lanes;
	if (in->guard == NO_REG)
		return true;
	struct known *k = number_of(t, in->guard);
	if (!k)
		return false;
	u32 mask;
	memcpy(&mask, k->v.at, sizeof mask);
	*lanes &= in->guard_negated ? ~mask : mask;
	return true;
}

/* Checks for special registers as operands that differ between the warps of a cta. */
static bool reads_own(const struct inst *in) {
	for (u32 i = 0; i < in->noperand; i++) {
		const struct operand *o = &in->operand[i];
		if (in->row != ROW_MOV_SREG && o->kind == OPR_SREG &&
		    (o->index < SREG_CTAID_X || o->index > SREG_NCTAID_Z))
			return true;
	}
	return false;
}

static bool plain(struct tracer *t, const struct inst *in) {
	u32 all = t->lanes, lanes;
	bool ok;
	if (!guard(t, in, &lanes) || reads_own(in))
		return false;
	if (!lanes || (row_info(in->row)->table != 0 && jit_is_nop(t->c, in)))
		return true;
	t->lanes = lanes;
	if (row_info(in->row)->table == 0)
		ok = t->c->facts.is_dead[in - t->c->f->inst] || compute(t, in);
	else if (in->row == ROW_LD || in->row == ROW_ST)
		ok = access(t, in);
	else if (row_info(in->row)->props & PROP_ATOMIC)
		ok = atomic(t, in);
	else if (in->row == ROW_MOV_SREG || jit_is_pure(in))
		ok = move(t, in);
	else
		ok = shuffle(t, in);
	t->lanes = all;
	return ok;
}

/* ---- warps ------------------------------------------------------------------------- */

static bool branch(struct tracer *t, const struct inst *in) {
	u32 lanes;
	struct place *p = &t->place[t->warp];
	bool leaves = in->row == ROW_RET || in->row == ROW_EXIT;
	u32 to = leaves ? NO_BLOCK : in->operand[0].index, next = t->block + 1;
	bool is_back = !leaves && t->place_of[to] <= p->at;
	if (!guard(t, in, &lanes)) {
		if (is_back || p->has_sums) /* they would have been made in vain */
			return false;
		add_step(t, in)->is_assumed = true;
		t->code += 2;
		lanes = 0;
	}
	if (!leaves && lanes)
		p->waiting[to] |= lanes;
	if (is_back && lanes)
		p->next = t->place_of[to];
	if (t->lanes & ~lanes) {
		if (next >= t->c->f->nblock)
			return false;
		p->waiting[next] |= t->lanes & ~lanes;
	}
	return true;
}

static bool is_branch(const struct inst *in) {
	return in->row == ROW_BRA || in->row == ROW_RET || in->row == ROW_EXIT;
}

/* The loop that ctas have run in turns is one step. */
static bool take_sums(struct tracer *t, struct place *p) {
	const struct cta_sums *s = t->t.sums;
	if (t->lanes != UINT32_MAX || p->has_sums)
		return false;
	add_step(t, s->back)->is_sum = true;
	for (u32 reg = 0; reg < t->c->f->nreg; reg++)
		if (bits_has(s->written, reg))
			*known_at(t, reg) = NULL;
	p->waiting[s->after] |= t->lanes;
	return p->has_sums = true;
}

/* Runs the warp in the block at hand to its end, or to a barrier, where *waits is set. */
static bool run_block(struct tracer *t, struct place *p, bool *waits) {
	const struct func *f = t->c->f;
	const struct block *b = &f->block[t->block];
	for (; p->i < b->ninst; p->i++) {
		const struct inst *in = &f->inst[b->first + p->i];
		if (t->t.step.n > MAX_STEPS || t->code > MOST_CODE ||
		    ++t->followed > MAX_FOLLOWED)
			return false;
		if (is_branch(in)) {
			if (p->i + 1 < b->ninst)
				return false;
			return branch(t, in);
		}
		*waits = jit_can_wait(in);
		if (!*waits) {
			if (!plain(t, in))
				return false;
			continue;
		}
		p->i++;
		return t->lanes == UINT32_MAX && in->guard == NO_REG &&
		       jit_is_plain_barrier(t->c, in);
	}
	if (t->block + 1 >= f->nblock)
		return false;
	p->waiting[t->block + 1] |= t->lanes;
	return true;
}

/* Runs the warp up to its next barrier, or to its end. */
static bool run_warp(struct tracer *t, u32 warp) {
	const struct cfg *g = t->c->cfg;
	struct place *p = &t->place[warp];
	bool waits = false;
	t->warp = warp;
	for (; p->at < g->nreach; p->at = p->next, p->i = 0) {
		t->block = g->order[p->at];
		if (!p->i) {
			p->lanes = p->waiting[t->block];
			p->waiting[t->block] = 0;
		}
		p->next = p->at + 1;
		t->lanes = p->lanes;
		bool sums = t->t.sums && t->block == t->t.sums->first;
		if (t->lanes && !(sums ? take_sums(t, p) : run_block(t, p, &waits)))
			return false;
		if (waits)
			return true;
	}
	p->ended = true;
	return true;
}

static bool run_all(struct tracer *t) {
	u32 left = t->t.nwarp, rounds = 0;
	for (; left; rounds++) {
		left = 0;
		for (u32 w = 0; w < t->t.nwarp; w++) {
			if (!t->place[w].ended && !run_warp(t, w))
				return false;
			if (!rounds)
				t->place[w].end = t->t.step.n;
			left += !t->place[w].ended;
		}
		for (u32 w = 0; w < t->t.nwarp; w++)
			t->has_stored |= t->place[w].has_stored;
	}
	return rounds > 1 && t->uses_shared;
}

/* Checks for barriers; there is nothing to gain without. */
static bool has_barrier(const struct fn *c) {
	for (u32 i = 0; i < c->f->ninst; i++)
		if (jit_is_plain_barrier(c, &c->f->inst[i]))
			return true;
	return false;
}

/* ---- the order of loads ------------------------------------------------------------ */

/* Registers that stores will read. */
struct pending {
	struct bits reg;
	bool is_changed;
};

static void note_read(void *ctx, u32 reg, enum reg_role role) {
	struct pending *p = ctx;
	if (role != REG_WRITTEN)
		bits_set(p->reg, reg);
}

static void see_write(void *ctx, u32 reg, enum reg_role role) {
	struct pending *p = ctx;
	p->is_changed |= role != REG_READ && bits_has(p->reg, reg);
}

/* Checks for steps that depend on nothing but the warp's own registers, and on memory
 * that the cta has not stored to yet. */
static bool is_early(const struct tracer *t, const struct cta_step *s) {
	const struct inst *in = &t->c->f->inst[s->inst];
	return !s->word && in->row != ROW_ST && in->row != ROW_SHFL_SYNC &&
	       !(row_info(in->row)->props & PROP_ATOMIC);
}

/* Moves the early steps of one warp to the front of a list, before its stores to shared
 * memory, and returns how many there are; *end: the step after those stores. */
static u32 take_early(struct tracer *t, u32 first, u32 end, struct cta_step *early,
                      u32 *next) {
	struct pending p = {.reg = bits_new(t->c->a, t->c->f->nreg + 1)};
	struct cta_step *step = t->t.step.at;
	u32 n = 0, nstore = 0;
	struct cta_step *store = arena_array_raw(t->c->a, struct cta_step,
	                                         end - first + 1);
	for (*next = first; *next < end; ++*next) {
		const struct cta_step *s = &step[*next];
		const struct inst *in = &t->c->f->inst[s->inst];
		bool is_store = s->word && in->row == ROW_ST;
		if (!is_store && !is_early(t, s))
			break;
		inst_each_reg(t->c->f, in, is_store ? note_read : see_write, &p);
		if (p.is_changed)
			break;
		if (is_store)
			store[nstore++] = *s;
		else
			early[n++] = *s;
	}
	memcpy(step + *next - nstore, store, nstore * sizeof *store);
	*next -= nstore;
	return n;
}

/* All warps load first, one after the other by the same instruction: so addresses rise,
 * as the host expects it. */
static void load_first(struct tracer *t) {
	u32 n = t->t.step.n, at = 0, total = 0, nwarp = t->t.nwarp;
	struct cta_step *all = arena_array_raw(t->c->a, struct cta_step, n + 1),
			*early = arena_array_raw(t->c->a, struct cta_step, n + 1);
	u32 *first = arena_array(t->c->a, u32, nwarp + 1),
	    *rest = arena_array(t->c->a, u32, nwarp + 1);
	for (u32 w = 0; w < nwarp; w++) {
		u32 begin = w ? t->place[w - 1].end : 0;
		first[w] = total;
		total += take_early(t, begin, t->place[w].end, early + total, &rest[w]);
	}
	first[nwarp] = total;
	for (u32 i = 0; at < total; i++)
		for (u32 w = 0; w < nwarp; w++)
			if (first[w] + i < first[w + 1])
				all[at++] = early[first[w] + i];
	for (u32 w = 0; w < nwarp; w++)
		for (u32 i = rest[w]; i < t->place[w].end; i++)
			all[at++] = t->t.step.at[i];
	memcpy(t->t.step.at, all, at * sizeof *all);
}

static bool may_be_traced(const struct fn *c) {
	return has_barrier(c) && c->facts.is_kernel && c->facts.starts_whole &&
	       !c->facts.uses_cc && !c->opt.is_quick && !c->opt.is_verified &&
	       !c->opt.confined && !c->opt.is_large && !c->flow.split &&
	       !c->cfg->is_irreducible;
}

static struct tracer *follow(struct fn *c, struct cta_sums *sums, u32 word_bytes,
                             bool *ok) {
	struct tracer *t = arena_new(c->a, struct tracer);
	u32 n = jit_cta_warps(c);
	*t = (struct tracer){.c = c,
	                     .t = {.nwarp = n, .sums = sums, .word_bytes = word_bytes}};
	t->known = arena_array(c->a, struct known *, (size_t)n * c->f->nreg + 1);
	t->place = arena_array(c->a, struct place, n);
	t->var_word = arena_array(c->a, u32, c->m->nvar + 1);
	t->place_of = arena_array(c->a, u32, c->f->nblock + 1);
	for (u32 i = 0; i < c->cfg->nreach; i++)
		t->place_of[c->cfg->order[i]] = i;
	t->stored = bits_new(c->a, MAX_WORDS + 1);
	for (u32 w = 0; w < n; w++) {
		t->place[w].waiting = arena_array(c->a, u32, c->f->nblock + 1);
		t->place[w].waiting[c->cfg->order[0]] = UINT32_MAX;
	}
	*ok = run_all(t);
	return t;
}

const struct cta_trace *cta_trace_find(struct fn *c, struct cta_sums *sums) {
	u32 n = jit_cta_warps(c);
	bool ok;
	if (!n || !may_be_traced(c) || (u64)n * c->f->nreg > MAX_REGS)
		return NULL;
	struct tracer *t = follow(c, sums, 4, &ok);
	if (t->has_wide)
		t = follow(c, sums, 8, &ok);
	if (!ok)
		return NULL;
	load_first(t);
	return &t->t;
}
