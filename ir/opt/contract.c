/* contract.c - mul followed by add becomes fma in PTX that is loaded, as a PTX assembler
 * does it; fuse.c is the same for the optimiser. A mul or add without a rounding modifier
 * rounds to nearest but may be fused (PTX 9.7.3.3, 9.7.3.5); every driver fuses, so a
 * program that was compiled with contraction off says .rn. The pairs are those that the
 * recorded kernels and sm_90 machine code show: all uses of the product are adds and subs
 * of its block that can take it, perhaps through mov and neg; of two products the first
 * operand is fused, after which the other one is used whole; a product added to itself
 * stays. A product with an immediate is taken in other blocks, too.
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

#include <string.h>

#include "ir/isa/regs.h"
#include "ir/num/bits.h"

struct fusable {
	u16 mul, add, sub, fma, neg;
	u64 sign; /* bits that negation flips */
};

static const struct fusable fusable[] = {
	{ROW_MUL_F32, ROW_ADD_F32, ROW_SUB_F32, ROW_FMA_F32, ROW_NEG_F32, 0x80000000u},
	{ROW_MUL_F64, ROW_ADD_F64, ROW_SUB_F64, ROW_FMA_F64, ROW_NEG_F64, 1ull << 63},
	{ROW_MUL_F16, ROW_ADD_F16, ROW_SUB_F16, ROW_FMA_F16, ROW_NEG_F16, 0x8000},
	{ROW_MUL_F16X2, ROW_ADD_F16X2, ROW_SUB_F16X2, ROW_FMA_F16X2, ROW_NEG_F16X2,
         0x80008000u},
	{ROW_MUL_BF16, ROW_ADD_BF16, ROW_SUB_BF16, ROW_FMA_BF16, ROW_NEG_BF16, 0x8000},
	{ROW_MUL_BF16X2, ROW_ADD_BF16X2, ROW_SUB_BF16X2, ROW_FMA_BF16X2, ROW_NEG_BF16X2,
         0x80008000u},
};

enum { LINKS = 2, SPARES = 5, NONE = 0xffffffffu };

struct candidate {       /* operand 1 or 2 of an add is a product */
	u32 mul;         /* instruction, or NONE */
	u32 link[LINKS]; /* movs and negs between the product and the add */
	u8 nlink;
	bool negated;
};

struct contract {
	struct func *f;
	struct arena scratch;
	u32 *ndef, *nuse; /* per register */
	u32 *def_at; /* per register: 1 + instruction that wrote it last, in this block or
	                before */
	u32 *block;  /* per instruction */
	u32 *from;   /* per mov or neg: def_at of what it reads */
	u32 *nvalue; /* per instruction: reads of what it writes; NONE: not all are known
	              */
	struct candidate *cand; /* two for each instruction */
	u32 *ncand, *nchosen;   /* per instruction: adds that could take this product, and
	                           that do */
	u8 *operand;            /* per instruction: which operand is fused, 0 for none */
	bool *drop;             /* per instruction: went into others */
	bool *joined;           /* per mov or neg: its reads are among its product's */
	u32 nfused;
	u32 at;    /* the instruction at hand */
	u32 first; /* of the block at hand, or the first after what ended it (ends_block)
	            */
	u32 spare[SPARES][TYPE_COUNT]; /* 1 + register; 0: none yet */
};

/* ---- counting ---------------------------------------------------------------------- */

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

/* A register may be written many times: what matters is how often each value is read. */
static void count_values(struct contract *c) {
	const struct func *f = c->f;
	struct values v = {c, arena_array(&c->scratch, u32, f->nreg),
	                   arena_array(&c->scratch, bool, f->ninst),
	                   arena_array(&c->scratch, bool, f->ninst)};
	for (u32 b = 0; b < f->nblock; b++) {
		c->first = f->block[b].first;
		for (u32 i = c->first; i < c->first + f->block[b].ninst; i++) {
			c->at = i;
			c->block[i] = b;
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

static bool unchanged_since(const struct contract *c, const struct operand *o, u32 at) {
	return o->kind != OPR_REG || c->def_at[o->index] <= at;
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

static bool is_product(const struct contract *c, const struct inst *mul,
                       const struct inst *in, u32 at) {
	return is_product_for(mul, in) && unchanged_since(c, &mul->operand[1], at) &&
	       unchanged_since(c, &mul->operand[2], at);
}

/* An immediate, or a register that is nothing else. */
static bool is_immediate(const struct contract *c, const struct operand *o) {
	if (o->kind != OPR_REG)
		return o->kind == OPR_IMM;
	u32 at = c->def_at[o->index];
	const struct inst *def = at ? &c->f->inst[at - 1] : NULL;
	return def && c->ndef[o->index] == 1 && def->row == ROW_MOV &&
	       def->guard == NO_REG && def->operand[1].kind == OPR_IMM;
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

static bool is_link(const struct contract *c, u32 at, const struct inst *in) {
	const struct inst *def = &c->f->inst[at];
	if (def->row == ROW_MOV)
		return true;
	/* .ftz does nothing to a product that has it */
	return def->row == fusable_of(in->row)->neg &&
	       (!MOD_GET(def->mods, FTZ) ||
	        (MOD_GET(in->mods, FTZ) && c->nvalue[at] == 1));
}

/* A product is read by all that read a link to it. */
static void join(struct contract *c, const struct candidate *r) {
	for (u32 i = 0; i < r->nlink; i++) {
		u32 link = r->link[i];
		if (!c->joined[link])
			c->nvalue[r->mul] += c->nvalue[link] - 1;
		c->joined[link] = true;
	}
}

/* Finds the product that is operand k of `in`, through movs and negs. */
static struct candidate candidate_of(struct contract *c, const struct inst *in, u32 k) {
	struct candidate r = {.mul = NONE};
	const struct operand *o = &in->operand[k];
	u32 at = o->kind == OPR_REG ? c->def_at[o->index] : 0;
	if (!is_value(c, at)) {
		r.mul = scaled_def(c, in, o);
		return r;
	}
	for (; is_value(c, at); at = c->from[at - 1]) {
		const struct inst *def = &c->f->inst[at - 1];
		if (is_product(c, def, in, at)) {
			r.mul = at - 1;
			join(c, &r);
			return r;
		}
		if (!is_link(c, at - 1, in) || r.nlink == LINKS)
			return r;
		r.negated ^= def->row != ROW_MOV;
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
	case ROW_DIV_F32:
	case ROW_DIV_F64:
	case ROW_RCP_F32:
	case ROW_RCP_F64:
	case ROW_SQRT_F32:
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
	bool is_one = in->noperand == 2 && in->operand[1].kind == OPR_REG;
	c->from[c->at] = is_one ? c->def_at[in->operand[1].index] : 0;
}

static void find(struct contract *c) {
	const struct func *f = c->f;
	for (u32 b = 0; b < f->nblock; b++) {
		c->first = f->block[b].first;
		u32 end = c->first + f->block[b].ninst;
		for (u32 i = c->first; i < end; i++) {
			struct candidate *cand = &c->cand[2 * i];
			cand[0].mul = cand[1].mul = NONE;
			if (takes_product(&f->inst[i])) {
				cand[0] = candidate_of(c, &f->inst[i], 1);
				cand[1] = candidate_of(c, &f->inst[i], 2);
				if (cand[0].mul == cand[1].mul)
					cand[0].mul = cand[1].mul = NONE;
				for (u32 k = 0; k < 2; k++)
					if (cand[k].mul != NONE)
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

static void choose(struct contract *c) {
	for (u32 i = 0; i < c->f->ninst; i++) {
		for (u32 k = 0; k < 2 && !c->operand[i]; k++) {
			u32 mul = c->cand[2 * i + k].mul;
			if (mul == NONE || c->ncand[mul] != c->nvalue[mul])
				continue;
			c->operand[i] = (u8)(k + 1);
			c->nchosen[mul]++;
			/* the other one stays whole */
			if (c->cand[2 * i + 1 - k].mul != NONE)
				c->ncand[c->cand[2 * i + 1 - k].mul]--;
		}
	}
	for (u32 i = 0; i < c->f->ninst; i++) {
		if (!c->operand[i])
			continue;
		const struct candidate *cand = &c->cand[2 * i + c->operand[i] - 1];
		if (c->nchosen[cand->mul] != c->nvalue[cand->mul]) {
			/* some use needs it whole */
			c->operand[i] = 0;
			continue;
		}
		c->drop[cand->mul] = true;
		for (u32 k = 0; k < cand->nlink; k++)
			c->drop[cand->link[k]] = true;
		c->nfused++;
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

/* A register of the function for short use: of a product's type, or a predicate. */
enum { SPARE_A, SPARE_B, SPARE_C, SPARE_SCALE, SPARE_IS };
static struct operand spare(struct contract *c, u32 i, const struct inst *product) {
	struct func *f = c->f;
	u32 type = i == SPARE_IS ? TYPE_PRED : f->reg[product->operand[0].index].type;
	u32 *at = &c->spare[i][type];
	if (!*at) {
		struct reg *all = arena_array(f->arena, struct reg, f->nreg + 1);
		memcpy(all, f->reg, f->nreg * sizeof(*all));
		all[f->nreg] = all[product->operand[0].index];
		struct reg *r = &all[f->nreg];
		*r = (struct reg){.name = spare_name(f->arena, r->name, i),
		                  .type = (u8)type};
		f->reg = all;
		*at = ++f->nreg;
	}
	return (struct operand){.kind = OPR_REG, .index = *at - 1};
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
	in->row = row;
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

enum { REPLACED = 12 }; /* instructions for a sum, at most */

static void rewrite(struct contract *c) {
	struct func *f = c->f;
	struct inst *out = arena_array(f->arena, struct inst,
	                               f->ninst + REPLACED * c->nfused + 1);
	u32 n = 0;
	for (u32 b = 0; b < f->nblock; b++) {
		u32 first = f->block[b].first, end = first + f->block[b].ninst;
		f->block[b].first = n;
		for (u32 i = first; i < end; i++) {
			if (c->drop[i])
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

static void contract_func(struct func *f) {
	if (!has_product(f))
		return;
	struct contract c = {.f = f};
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
	for (u32 i = 0; i < m->nfunc; i++)
		if (m->func[i]->has_body)
			contract_func(m->func[i]);
}
