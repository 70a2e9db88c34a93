/* contract.c - mul followed by add becomes fma in PTX that is loaded, as a PTX assembler
 * does it; fuse.c is the same for the optimiser. A mul or add without a rounding modifier
 * rounds to nearest but may be fused (PTX 9.7.3.3, 9.7.3.5); every driver fuses, so a
 * program that was compiled with contraction off says .rn. The pairs are those that the
 * recorded kernels and sm_90 machine code show: all uses of the product are adds and subs
 * of its block that can take it, perhaps through mov, neg and the like (handed_on). First
 * come products of one use; of two products the first operand is fused, after which the
 * other one is used whole; a product added to itself stays. A product with an immediate
 * is taken in other blocks, too. What nothing reads is no use, and is left out. Values
 * count, not registers: an operand that is written again before the add is kept in
 * another one.
 *
 *     mul.f32 t, a, b;   add.f32 d, t, c;     fma.rn.f32 d, a, b, c;
 *     mul.f32 t, a, b;   sub.f32 d, c, t;     neg.f32 t, a;  fma.rn.f32 d, t, b, c;
 *     mul.f32 t, a, b;   sub.f32 d, t, c;     neg.f32 t, c;  fma.rn.f32 d, a, b, t;
 *
 * A division that is not IEEE's is such a product, of a reciprocal, whose divisor and
 * dividend are scaled where the form has more of a range (f32_div_approx, f32_div_full):
 *
 *     div.approx.ftz.f32 t, a, b;  add.ftz.f32 d, t, c;
 *                                  rcp.approx.ftz.f32 t, b;  fma.rn.ftz.f32 d, a, t, c;
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/contract.h"

#include <stdio.h>
#include <string.h>

#include "ir/analysis/cfg.h"
#include "ir/analysis/dead.h"
#include "ir/isa/regs.h"
#include "ir/num/bits.h"
#include "ir/opt/constants.h"

struct fusable {
	u16 mul, add, sub, fma, neg, abs;
	u64 sign; /* bits that negation flips */
	u64 one;
};

static const struct fusable fusable[] = {
	{ROW_MUL_F32, ROW_ADD_F32, ROW_SUB_F32, ROW_FMA_F32, ROW_NEG_F32, ROW_ABS_F32,
         0x80000000u, 0x3f800000u},
	{ROW_MUL_F64, ROW_ADD_F64, ROW_SUB_F64, ROW_FMA_F64, ROW_NEG_F64, ROW_ABS_F64,
         1ull << 63, 0x3ff0000000000000u},
	{ROW_MUL_F16, ROW_ADD_F16, ROW_SUB_F16, ROW_FMA_F16, ROW_NEG_F16, 0, 0x8000, 0},
	{ROW_MUL_F16X2, ROW_ADD_F16X2, ROW_SUB_F16X2, ROW_FMA_F16X2, ROW_NEG_F16X2, 0,
         0x80008000u, 0},
	{ROW_MUL_BF16, ROW_ADD_BF16, ROW_SUB_BF16, ROW_FMA_BF16, ROW_NEG_BF16, 0, 0x8000,
         0},
	{ROW_MUL_BF16X2, ROW_ADD_BF16X2, ROW_SUB_BF16X2, ROW_FMA_BF16X2, ROW_NEG_BF16X2,
         0, 0x80008000u, 0},
};

enum { LINKS = 4, SPARES = 5, NONE = 0xffffffffu };

struct candidate {       /* operand 1 or 2 of an add is a product */
	u32 mul;         /* instruction, or NONE */
	u32 link[LINKS]; /* what is between the product and the add (handed_on) */
	u8 nlink;
	bool negated;
	bool changed[2]; /* the product's operand is written between it and the add */
	bool is_split;   /* the product stays for others (is_split_neg) */
};

struct contract {
	struct func *f;
	struct arena scratch;
	u32 *ndef, *nuse; /* per register */
	u32 *def_at; /* per register: 1 + instruction that wrote it last, in this block or
	                before */
	u32 *block;  /* per instruction */
	u32 *from;   /* per instruction that hands on a value: def_at of what it reads */
	u32 *nvalue; /* per instruction: reads of what it writes; NONE: not all are known
	              */
	struct candidate *cand; /* two for each instruction */
	u32 *ncand, *nchosen;   /* per instruction: adds that could take this product, and
	                           that do */
	u8 *operand;            /* per instruction: which operand is fused, 0 for none */
	bool *drop;             /* per instruction: went into others */
	const bool *dead;       /* per instruction: its results are not read; or NULL */
	u32 *kept;              /* two for each product: 1 + register that keeps its
	                           operand; 0: none does */
	bool *joined; /* per instruction that hands on a value: its reads are among
	                 its product's */
	u32 nfused;
	bool *is_joined; /* per block: the one before it goes on in it, and no other does
	                  */
	u32 at;          /* the instruction at hand */
	u32 first; /* of the block at hand, or the first after what ended it (ends_block)
	            */
	u32 spare[SPARES][TYPE_COUNT]; /* 1 + register; 0: none yet */
};

/* ---- counting ---------------------------------------------------------------------- */

static bool is_dead(const struct contract *c, u32 at) {
	return c->dead && c->dead[at];
}

static void count(void *ctx, u32 reg, enum reg_role role) {
	struct contract *c = ctx;
	c->ndef[reg] += role != REG_READ;
	c->nuse[reg] += role != REG_WRITTEN;
}

static void note_def(void *ctx, u32 reg, enum reg_role role) {
	struct contract *c = ctx;
	if (role != REG_READ)
		c->def_at[reg] = c->at + 1;
}

/* Counts the reads of values within the block at hand. */
struct values {
	struct contract *c;
	u32 *known;   /* per register: reads of values of their own block */
	bool *closed; /* per instruction: its register is written again in the block */
	bool *merged; /* or written for some lanes only */
};

static void count_value(void *ctx, u32 reg, enum reg_role role) {
	struct values *v = ctx;
	struct contract *c = v->c;
	u32 def = c->def_at[reg];
	bool is_here = def > c->first;
	if (role != REG_WRITTEN && is_here) {
		v->known[reg]++;
		c->nvalue[def - 1]++;
	}
	if (role == REG_READ)
		return;
	if (is_here) {
		bool is_kept = c->f->inst[c->at].guard != NO_REG;
		(is_kept ? v->merged : v->closed)[def - 1] = true;
	}
	c->def_at[reg] = c->at + 1;
}

/* Labels that nothing jumps to make no block for the assembler. */
static bool *joined_blocks(struct arena *a, const struct func *f) {
	bool *is_target = arena_array(a, bool, f->nblock),
	     *r = arena_array(a, bool, f->nblock);
	for (u32 i = 0; i < f->ninst; i++)
		for (u32 k = 0; k < f->inst[i].noperand; k++)
			if (f->inst[i].operand[k].kind == OPR_LABEL)
				is_target[f->inst[i].operand[k].index] = true;
	for (u32 i = 0; i < f->ntargets; i++)
		for (u32 k = 0;
		     f->targets[i].kind == TARGETS_BRANCH && k < f->targets[i].n; k++)
			is_target[f->targets[i].index[k]] = true;
	for (u32 b = 1; b < f->nblock; b++) {
		const struct inst *last = block_last(f, &f->block[b - 1]);
		r[b] = !is_target[b] && last && !(row_info(last->row)->props & PROP_TERM);
	}
	return r;
}

static void begin_block(struct contract *c, u32 b) {
	if (!c->is_joined[b])
		c->first = c->f->block[b].first;
}

/* A register may be written many times: what matters is how often each value is read. */
static void count_values(struct contract *c) {
	const struct func *f = c->f;
	struct values v = {c, arena_array(&c->scratch, u32, f->nreg),
	                   arena_array(&c->scratch, bool, f->ninst),
	                   arena_array(&c->scratch, bool, f->ninst)};
	for (u32 b = 0, block = 0; b < f->nblock; b++) {
		begin_block(c, b);
		block = c->is_joined[b] ? block : b;
		for (u32 i = f->block[b].first; i < f->block[b].first + f->block[b].ninst;
		     i++) {
			c->at = i;
			c->block[i] = block;
			if (!is_dead(c, i))
				inst_each_reg(f, &f->inst[i], count_value, &v);
		}
	}
	for (u32 i = 0; i < f->ninst; i++) {
		const struct operand *o = f->inst[i].operand;
		if (!f->inst[i].noperand || o->kind != OPR_REG)
			c->nvalue[i] = NONE;
		else if (c->ndef[o->index] == 1)
			c->nvalue[i] = c->nuse[o->index];
		else if (v.merged[i] ||
		         (!v.closed[i] && v.known[o->index] != c->nuse[o->index]))
			c->nvalue[i] = NONE;
	}
	memset(c->def_at, 0, f->nreg * sizeof(*c->def_at));
}

/* ---- finding ----------------------------------------------------------------------- */

static const struct fusable *fusable_of(u16 row) {
	for (u32 i = 0; i < countof(fusable); i++)
		if (row == fusable[i].mul || row == fusable[i].add ||
		    row == fusable[i].sub)
			return &fusable[i];
	return NULL;
}

static bool is_changed_since(const struct contract *c, const struct operand *o, u32 at) {
	return o->kind == OPR_REG && c->def_at[o->index] > at;
}

/* Whether the instruction before `at` writes a value in the block, for all lanes, all
 * reads of which are known. */
static bool is_value(const struct contract *c, u32 at) {
	return at > c->first && c->f->inst[at - 1].guard == NO_REG &&
	       c->nvalue[at - 1] != NONE;
}

/* Divisions but those of IEEE are the product of a and 1 / b. */
static bool is_quotient(const struct inst *in) {
	return in->row == ROW_DIV_APPROX || in->row == ROW_DIV_FULL;
}

static bool is_product_for(const struct inst *mul, const struct inst *in) {
	const struct fusable *f = fusable_of(in->row);
	bool is_one = mul->row == f->mul || (f->mul == ROW_MUL_F32 && is_quotient(mul));
	return is_one && !MOD_GET(mul->mods, RND) && !MOD_GET(mul->mods, SAT) &&
	       MOD_GET(mul->mods, FTZ) == MOD_GET(in->mods, FTZ);
}

/* An immediate, or a register that is nothing else. */
static bool has_immediate(const struct contract *c, const struct operand *o, u64 *value) {
	u32 at = o->kind == OPR_REG && c->ndef[o->index] == 1 ? c->def_at[o->index] : 0;
	const struct inst *def = at ? &c->f->inst[at - 1] : NULL;
	if (def && def->row == ROW_MOV && def->guard == NO_REG)
		o = &def->operand[1];
	*value = (u64)o->value;
	return o->kind == OPR_IMM;
}

static bool is_immediate(const struct contract *c, const struct operand *o) {
	u64 value;
	return has_immediate(c, o, &value);
}

/* Whether the operand is the same wherever the product, at `mul`, can be read: it is
 * written once, before the product in one block, so anew only with it. */
static bool goes_with(const struct contract *c, const struct operand *o, u32 mul) {
	if (is_immediate(c, o))
		return true;
	u32 at = c->def_at[o->index];
	return c->ndef[o->index] == 1 && at && at <= mul &&
	       c->block[at - 1] == c->block[mul];
}

/* A product with an immediate from anywhere before; else NONE. */
static u32 scaled_def(const struct contract *c, const struct inst *in,
                      const struct operand *o) {
	u32 at = o->kind == OPR_REG ? c->def_at[o->index] : 0;
	if (!at || c->ndef[o->index] != 1)
		return NONE;
	const struct inst *mul = &c->f->inst[at - 1];
	if (mul->guard != NO_REG || is_quotient(mul) || !is_product_for(mul, in))
		return NONE;
	const struct operand *a = &mul->operand[1], *b = &mul->operand[2];
	bool is_scaled = is_immediate(c, a) || is_immediate(c, b);
	return is_scaled && goes_with(c, a, at - 1) && goes_with(c, b, at - 1) ? at - 1
	                                                                       : NONE;
}

static bool is_abs(const struct inst *def, const struct inst *in) {
	return def->row == fusable_of(in->row)->abs && def->row;
}

/* Checks whether the operand is 1 or -1. */
static bool is_one(const struct contract *c, const struct fusable *f,
                   const struct operand *o, bool *negative) {
	u64 value;
	if (!has_immediate(c, o, &value))
		return false;
	*negative = value & f->sign;
	return (value & ~f->sign) == f->one && f->one;
}

static bool is_same(const struct operand *o) {
	return o[1].kind == OPR_REG && o[2].kind == OPR_REG && o[1].index == o[2].index;
}

/* How often what hands on a value reads it. */
static u32 reads_of(const struct inst *def) {
	return def->noperand > 2 && is_same(def->operand) ? 2 : 1;
}

/* The operand that the instruction hands on: mov, neg, abs, times 1 or -1, by 1 or -1, a
 * choice of two that are one. NULL if it is another instruction. */
static const struct operand *handed_on(const struct contract *c, const struct inst *def,
                                       const struct fusable *f, bool *negates) {
	const struct operand *o = def->operand;
	*negates = def->row == f->neg;
	if (def->row == ROW_MOV || *negates || (def->row == f->abs && f->abs))
		return &o[1];
	switch (def->row) {
	case ROW_SELP:
	case ROW_MIN_F32:
	case ROW_MIN_F64:
	case ROW_MAX_F32:
	case ROW_MAX_F64: return is_same(o) ? &o[1] : NULL;
	default: break;
	}
	bool is_mul = def->row == f->mul, is_div = f->one && is_quotient(def);
	if ((!is_mul && !is_div) || MOD_GET(def->mods, RND) || MOD_GET(def->mods, SAT))
		return NULL;
	if (is_one(c, f, &o[2], negates))
		return &o[1];
	return is_mul && is_one(c, f, &o[1], negates) ? &o[2] : NULL;
}

static bool is_square(const struct inst *mul) {
	const struct operand *a = &mul->operand[1], *b = &mul->operand[2];
	return !is_quotient(mul) && a->kind == OPR_REG && b->kind == OPR_REG &&
	       a->index == b->index;
}

/* A product is read by all that read a link to it. */
static void join(struct contract *c, const struct candidate *r) {
	for (u32 i = 0; i < r->nlink; i++) {
		u32 link = r->link[i];
		if (!c->joined[link])
			c->nvalue[r->mul] += c->nvalue[link] -
			                     reads_of(&c->f->inst[link]);
		c->joined[link] = true;
	}
}

/* Whether a product can be seen from a sum through the instruction at `at`. .ftz does
 * nothing to a product that has it. A flushed abs is seen through only alone. */
static bool is_clear(const struct contract *c, u32 at, const struct inst *in,
                     const struct candidate *r) {
	const struct inst *def = &c->f->inst[at];
	bool is_flushed = MOD_GET(def->mods, FTZ), abs = is_abs(def, in);
	if (is_flushed && !MOD_GET(in->mods, FTZ))
		return false;
	if (abs && is_flushed)
		return r->nlink == 0;
	return !abs || !r->negated;
}

/* A flushed neg that is read often, and alone reads a product, is that product itself, of
 * a negative operand, and each sum that adds it takes it for itself. */
static bool is_split_neg(const struct contract *c, u32 at, const struct inst *in) {
	const struct inst *def = &c->f->inst[at];
	return def->row == fusable_of(in->row)->neg && MOD_GET(def->mods, FTZ) &&
	       c->nvalue[at] != 1;
}

/* Finds the product that is operand k of `in`, through what hands it on; a square also
 * through abs, which does nothing to it, and hides signs before it. */
static struct candidate candidate_of(struct contract *c, const struct inst *in, u32 k) {
	const struct fusable *f = fusable_of(in->row);
	struct candidate r = {.mul = NONE};
	const struct operand *o = &in->operand[k];
	u32 at = o->kind == OPR_REG ? c->def_at[o->index] : 0;
	bool has_abs = false, must_end = false, negates;
	if (!is_value(c, at)) {
		r.mul = scaled_def(c, in, o);
		return r;
	}
	for (; is_value(c, at); at = c->from[at - 1]) {
		const struct inst *def = &c->f->inst[at - 1];
		bool is_link = handed_on(c, def, f, &negates);
		if (!is_link && is_product_for(def, in) && (!has_abs || is_square(def))) {
			if (r.is_split && c->nvalue[at - 1] != 1)
				return r;
			r.mul = at - 1;
			for (u32 i = 0; i < 2; i++)
				r.changed[i] = is_changed_since(c, &def->operand[1 + i],
				                                at);
			if (!r.is_split)
				join(c, &r);
			return r;
		}
		if (!is_link || must_end || r.nlink == LINKS ||
		    !is_clear(c, at - 1, in, &r))
			return r;
		if (is_split_neg(c, at - 1, in)) {
			if (in->row == f->sub && k == 2)
				return r;
			r.is_split = true;
		}
		has_abs |= is_abs(def, in);
		must_end = is_abs(def, in) && MOD_GET(def->mods, FTZ);
		r.negated ^= negates && !has_abs;
		r.link[r.nlink++] = at - 1;
	}
	return r;
}

/* The assembler makes several blocks of these instructions: a way for operands that the
 * short one does not serve, a call, a branch around. What comes after does not see
 * products from before, unless they have an immediate. */
static bool ends_block(const struct inst *in) {
	u32 props = row_info(in->row)->props;
	if (props & PROP_CALL)
		return true;
	if (in->guard != NO_REG && props & (PROP_LOAD | PROP_STORE))
		return true;
	switch (in->row) {
	case ROW_SQRT_F32: return in->operand[1].kind != OPR_IMM;
	case ROW_DIV_F32:
	case ROW_DIV_F64:
	case ROW_RCP_F32:
	case ROW_RCP_F64:
	case ROW_SQRT_F64:
	case ROW_RSQRT_F64:
	case ROW_FENCE:
	case ROW_MEMBAR: return true;
	default: return false;
	}
}

static bool takes_product(const struct inst *in) {
	const struct fusable *f = fusable_of(in->row);
	return f && in->row != f->mul && !MOD_GET(in->mods, RND);
}

static void note_source(struct contract *c, const struct inst *in) {
	bool negates;
	const struct operand *o = NULL;
	for (u32 i = 0; i < countof(fusable) && !o; i++)
		o = handed_on(c, in, &fusable[i], &negates);
	c->from[c->at] = o && o->kind == OPR_REG ? c->def_at[o->index] : 0;
}

static void find(struct contract *c) {
	const struct func *f = c->f;
	for (u32 b = 0; b < f->nblock; b++) {
		begin_block(c, b);
		u32 end = f->block[b].first + f->block[b].ninst;
		for (u32 i = f->block[b].first; i < end; i++) {
			struct candidate *cand = &c->cand[2 * i];
			cand[0].mul = cand[1].mul = NONE;
			if (is_dead(c, i))
				continue;
			if (takes_product(&f->inst[i])) {
				cand[0] = candidate_of(c, &f->inst[i], 1);
				cand[1] = candidate_of(c, &f->inst[i], 2);
				if (cand[0].mul == cand[1].mul)
					cand[0].mul = cand[1].mul = NONE;
				for (u32 k = 0; k < 2; k++)
					if (cand[k].mul != NONE && !cand[k].is_split)
						c->ncand[cand[k].mul]++;
			}
			c->at = i;
			note_source(c, &f->inst[i]);
			inst_each_reg(f, &f->inst[i], note_def, c);
			if (ends_block(&f->inst[i]))
				c->first = i + 1;
		}
	}
}

static bool can_take(const struct contract *c, const struct candidate *cand, bool once) {
	if (cand->mul == NONE || cand->is_split)
		return cand->is_split && cand->mul != NONE;
	u32 n = c->nvalue[cand->mul];
	return c->ncand[cand->mul] == n && (n == 1) == once;
}

static void choose_used(struct contract *c, bool once) {
	for (u32 i = 0; i < c->f->ninst; i++) {
		for (u32 k = 0; k < 2 && !c->operand[i]; k++) {
			const struct candidate *cand = &c->cand[2 * i + k],
					       *other = &c->cand[2 * i + 1 - k];
			if (!can_take(c, cand, once))
				continue;
			c->operand[i] = (u8)(k + 1);
			c->nchosen[cand->mul] += !cand->is_split;
			/* the other one stays whole */
			if (other->mul != NONE && !other->is_split)
				c->ncand[other->mul]--;
		}
	}
}

static void choose(struct contract *c) {
	choose_used(c, true);
	choose_used(c, false);
	for (u32 i = 0; i < c->f->ninst; i++) {
		if (!c->operand[i])
			continue;
		const struct candidate *cand = &c->cand[2 * i + c->operand[i] - 1];
		if (!cand->is_split && c->nchosen[cand->mul] != c->nvalue[cand->mul]) {
			/* some use needs it whole */
			c->operand[i] = 0;
			continue;
		}
		for (u32 k = 0; k < 2; k++)
			c->kept[2 * cand->mul + k] |= cand->changed[k];
		c->nfused++;
		if (cand->is_split)
			continue;
		c->drop[cand->mul] = true;
		for (u32 k = 0; k < cand->nlink; k++)
			c->drop[cand->link[k]] = true;
	}
}

/* ---- rewriting --------------------------------------------------------------------- */

static struct str *spare_name(struct arena *a, const struct str *of, u32 i) {
	struct str *s = arena_alloc(a, sizeof(*s) + of->len + 3, _Alignof(struct str));
	*s = (struct str){.len = of->len + 2};
	memcpy(s->s, of->s, of->len);
	memcpy(s->s + of->len, (char[]){'_', (char)('a' + i), 0}, 3);
	return s;
}

static struct str *kept_name(struct arena *a, const struct str *of, u32 reg) {
	char end[12];
	u32 n = (u32)snprintf(end, sizeof(end), "_%u", reg);
	struct str *s = arena_alloc(a, sizeof(*s) + of->len + n + 1,
	                            _Alignof(struct str));
	*s = (struct str){.len = of->len + n};
	memcpy(s->s, of->s, of->len);
	memcpy(s->s + of->len, end, n + 1);
	return s;
}

static void add_regs(struct func *f, u32 n) {
	struct reg *all = arena_array(f->arena, struct reg, f->nreg + n);
	memcpy(all, f->reg, f->nreg * sizeof(*all));
	f->reg = all;
}

static struct operand reg_operand(u32 reg) {
	return (struct operand){.kind = OPR_REG, .index = reg};
}

/* A register of the function for short use: of a product's type, or a predicate. */
enum { SPARE_A, SPARE_B, SPARE_C, SPARE_SCALE, SPARE_IS };
static struct operand spare(struct contract *c, u32 i, const struct inst *product) {
	struct func *f = c->f;
	const struct reg *of = &f->reg[product->operand[0].index];
	u32 type = i == SPARE_IS ? TYPE_PRED : of->type;
	u32 *at = &c->spare[i][type];
	if (!*at) {
		add_regs(f, 1);
		f->reg[f->nreg] = (struct reg){.name = spare_name(f->arena, of->name, i),
		                               .type = (u8)type};
		*at = ++f->nreg;
	}
	return reg_operand(*at - 1);
}

/* Operands that change before the sum are kept in registers of their own. */
static void add_kept(struct contract *c) {
	struct func *f = c->f;
	u32 n = 0;
	for (u32 i = 0; i < 2 * f->ninst; i++)
		n += c->kept[i];
	if (!n)
		return;
	add_regs(f, n);
	for (u32 i = 0; i < 2 * f->ninst; i++) {
		if (!c->kept[i])
			continue;
		f->reg[f->nreg] = f->reg[f->inst[i / 2].operand[1 + i % 2].index];
		struct reg *r = &f->reg[f->nreg];
		*r = (struct reg){.name = kept_name(f->arena, r->name, f->nreg),
		                  .type = r->type};
		c->kept[i] = ++f->nreg;
	}
}

struct sequence { /* instructions that replace a sum */
	struct contract *c;
	struct inst *out;
	u32 n;
	const struct inst *sum;
};

static struct inst *put(struct sequence *s, enum row row, enum type type, u64 mods,
                        const struct operand *o, u32 n) {
	struct inst *in = &s->out[s->n++];
	*in = *s->sum;
	in->row = (u16)row;
	in->type[0] = (u8)type;
	in->mods = mods;
	in->noperand = (u8)n;
	in->operand = arena_array(s->c->f->arena, struct operand, n);
	memcpy(in->operand, o, n * sizeof(*o));
	return in;
}

static struct operand put_neg(struct sequence *s, const struct fusable *f,
                              struct operand from, struct operand to) {
	if (from.kind == OPR_IMM) {
		from.value = (s64)((u64)from.value ^ f->sign);
		return from;
	}
	put(s, f->neg, s->sum->type[0], 0, (struct operand[]){to, from}, 2);
	return to;
}

static struct operand imm_f32(f32 v) {
	return (struct operand){.kind = OPR_IMM, .value = f32_bits(v)};
}

/* Returns |b| cmp limit ? then : otherwise. */
static struct operand put_choice(struct sequence *s, const struct inst *div, u64 cmp,
                                 f32 limit, f32 then, struct operand otherwise) {
	struct operand scale = spare(s->c, SPARE_SCALE, div);
	struct operand is = spare(s->c, SPARE_IS, div), mag = spare(s->c, SPARE_C, div);
	put(s, ROW_SETP_F32, TYPE_F32, cmp, (struct operand[]){is, mag, imm_f32(limit)},
	    3);
	put(s, ROW_SELP, TYPE_F32, 0,
	    (struct operand[]){scale, imm_f32(then), otherwise, is}, 4);
	return scale;
}

/* Makes factors of a quotient, o[1] and o[2]. */
static void put_quotient(struct sequence *s, const struct inst *div, struct operand *o) {
	u64 ftz = MOD_GET(div->mods, FTZ) ? MOD_BITS(FTZ, FTZ) : 0;
	bool is_full = div->row == ROW_DIV_FULL, has_scale = is_full || !ftz;
	struct operand scale = imm_f32(1), b = spare(s->c, SPARE_B, div);
	if (has_scale)
		put(s, ROW_ABS_F32, TYPE_F32, 0,
		    (struct operand[]){spare(s->c, SPARE_C, div), o[2]}, 2);
	if (is_full)
		scale = put_choice(s, div, MOD_BITS(CMP, GT), 0x1p126f, 0.25f, scale);
	if (!ftz)
		scale = put_choice(s, div, MOD_BITS(CMP, LT), 0x1p-126f, 0x1p24f, scale);
	u64 rn = MOD_BITS(RND, RN);
	if (has_scale) {
		struct operand a = spare(s->c, SPARE_A, div);
		put(s, ROW_MUL_F32, TYPE_F32, rn, (struct operand[]){b, o[2], scale}, 3);
		put(s, ROW_MUL_F32, TYPE_F32, rn | ftz,
		    (struct operand[]){a, o[1], scale}, 3);
		o[1] = a;
		o[2] = b;
	}
	put(s, ROW_RCP_APPROX, TYPE_F32, MOD_BITS(APPROX, APPROX) | MOD_BITS(FTZ, FTZ),
	    (struct operand[]){b, o[2]}, 2);
	o[2] = b;
}

/* Writes the instructions that replace the add at `at`; returns their number. */
static u32 put_fma(struct contract *c, struct inst *out, u32 at) {
	const struct inst *in = &c->f->inst[at];
	u32 k = c->operand[at];
	const struct candidate *cand = &c->cand[2 * at + k - 1];
	const struct inst *mul = &c->f->inst[cand->mul];
	const struct fusable *f = fusable_of(in->row);
	struct sequence s = {c, out, 0, in};
	struct operand o[4] = {in->operand[0], mul->operand[1], mul->operand[2],
	                       in->operand[3 - k]};
	for (u32 i = 0; i < 2; i++)
		if (c->kept[2 * cand->mul + i])
			o[1 + i] = reg_operand(c->kept[2 * cand->mul + i] - 1);
	if (is_quotient(mul))
		put_quotient(&s, mul, o);
	bool minus_product = cand->negated != (in->row == f->sub && k == 2);
	bool minus_other = in->row == f->sub && k == 1;
	u32 factor = o[1].kind == OPR_REG ? 1 : 2;
	if (minus_product)
		o[factor] = put_neg(&s, f, o[factor], spare(c, SPARE_A, mul));
	if (minus_other)
		o[3] = put_neg(&s, f, o[3], spare(c, SPARE_C, mul));
	put(&s, f->fma, in->type[0], in->mods | MOD_BITS(RND, RN), o, 4);
	return s.n;
}

/* Writes the movs that keep operands of a product that is no more; returns their number.
 */
static u32 put_kept(struct contract *c, struct inst *out, u32 mul) {
	const struct inst *in = &c->f->inst[mul];
	struct sequence s = {c, out, 0, in};
	for (u32 i = 0; i < 2; i++)
		if (c->kept[2 * mul + i])
			put(&s, ROW_MOV, in->type[0], 0,
			    (struct operand[]){reg_operand(c->kept[2 * mul + i] - 1),
			                       in->operand[1 + i]},
			    2);
	return s.n;
}

enum { REPLACED = 13 }; /* instructions for a sum and what its product leaves, at most */

static void rewrite(struct contract *c) {
	struct func *f = c->f;
	add_kept(c);
	struct inst *out = arena_array(f->arena, struct inst,
	                               f->ninst + REPLACED * c->nfused + 1);
	u32 n = 0;
	for (u32 b = 0; b < f->nblock; b++) {
		u32 first = f->block[b].first, end = first + f->block[b].ninst;
		f->block[b].first = n;
		for (u32 i = first; i < end; i++) {
			n += put_kept(c, &out[n], i);
			if (c->drop[i] || is_dead(c, i))
				continue;
			if (c->operand[i])
				n += put_fma(c, &out[n], i);
			else
				out[n++] = f->inst[i];
		}
		f->block[b].ninst = n - f->block[b].first;
	}
	f->inst = out;
	f->ninst = n;
}

static bool has_product(const struct func *f) {
	for (u32 i = 0; i < f->ninst; i++) {
		const struct fusable *fu = fusable_of(f->inst[i].row);
		bool is_mul = fu && f->inst[i].row == fu->mul;
		if ((is_mul && !MOD_GET(f->inst[i].mods, RND)) ||
		    is_quotient(&f->inst[i]))
			return true;
	}
	return false;
}

static void contract_func(const struct module *m, struct func *f) {
	if (!has_product(f))
		return;
	struct contract c = {.f = f};
	c.dead = dead_insts(&c.scratch, m, f);
	c.is_joined = joined_blocks(&c.scratch, f);
	c.kept = arena_array(&c.scratch, u32, 2 * (size_t)f->ninst);
	c.ndef = arena_array(&c.scratch, u32, f->nreg);
	c.nuse = arena_array(&c.scratch, u32, f->nreg);
	c.def_at = arena_array(&c.scratch, u32, f->nreg);
	c.from = arena_array(&c.scratch, u32, f->ninst);
	c.block = arena_array(&c.scratch, u32, f->ninst);
	c.nvalue = arena_array(&c.scratch, u32, f->ninst);
	c.cand = arena_array(&c.scratch, struct candidate, 2 * (size_t)f->ninst);
	c.ncand = arena_array(&c.scratch, u32, f->ninst);
	c.nchosen = arena_array(&c.scratch, u32, f->ninst);
	c.operand = arena_array(&c.scratch, u8, f->ninst);
	c.drop = arena_array(&c.scratch, bool, f->ninst);
	c.joined = arena_array(&c.scratch, bool, f->ninst);
	for (u32 i = 0; i < f->ninst; i++)
		if (!is_dead(&c, i))
			inst_each_reg(f, &f->inst[i], count, &c);
	count_values(&c);
	find(&c);
	choose(&c);
	if (c.nfused)
		rewrite(&c);
	arena_drop(&c.scratch);
}

/* Checks for `.target sm_90, debug`: such code is not optimised, so products keep their
 * own rounding. */
static bool is_debug(const struct module *m) {
	for (u32 i = 0; i < m->ntarget; i++)
		if (strcmp(m->target[i]->s, "debug") == 0)
			return true;
	return false;
}

void contract_module(struct module *m) {
	if (is_debug(m))
		return;
	for (u32 i = 0; i < m->nfunc; i++) {
		if (!m->func[i]->has_body)
			continue;
		fold_constants(m->func[i]);
		contract_func(m, m->func[i]);
	}
}
