/* contract.c - mul followed by add becomes fma in PTX that is loaded, as a PTX assembler
 * does it; fuse.c is the same for the optimiser. A mul or add without a rounding modifier
 * rounds to nearest but may be fused (PTX 9.7.3.3, 9.7.3.5); every driver fuses, so a
 * program that was compiled with contraction off says .rn. The pairs are those that the
 * recorded kernels and sm_90 machine code show: all uses of the product are adds and subs
 * of its block that can take it, perhaps through mov and neg; of two products the first
 * operand is fused, after which the other one is used whole; a product added to itself
 * stays.
 *
 *     mul.f32 t, a, b;   add.f32 d, t, c;     fma.rn.f32 d, a, b, c;
 *     mul.f32 t, a, b;   sub.f32 d, c, t;     neg.f32 t, a;  fma.rn.f32 d, t, b, c;
 *     mul.f32 t, a, b;   sub.f32 d, t, c;     neg.f32 t, c;  fma.rn.f32 d, a, b, t;
 *
 * An approximate division that flushes is such a product, of a reciprocal:
 *
 *     div.approx.ftz.f32 t, a, b;  add.ftz.f32 d, t, c;
 *                                  rcp.approx.ftz.f32 t, b;  fma.rn.ftz.f32 d, a, t, c;
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/contract.h"
#include "ir/isa/regs.h"

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

enum { LINKS = 2, NONE = 0xffffffffu };

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
	struct candidate *cand; /* two for each instruction */
	u32 *ncand, *nchosen;   /* per instruction: adds that could take this product, and
	                           that do */
	u8 *operand;            /* per instruction: which operand is fused, 0 for none */
	bool *drop;             /* per instruction: went into others */
	u32 nfused;
	u32 at;    /* the instruction at hand */
	u32 spare; /* NO_REG: none yet */
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

/* Returns the instruction of this block that alone writes the register, if it is
 * unguarded; else NONE. */
static u32 sole_def(const struct contract *c, u32 reg, u32 block_first) {
	u32 at = c->def_at[reg];
	if (c->ndef[reg] != 1 || at <= block_first || c->f->inst[at - 1].guard != NO_REG)
		return NONE;
	return at - 1;
}

/* div.approx.ftz is the product of a and 1 / b. */
static bool is_quotient(const struct inst *in) {
	return in->row == ROW_DIV_APPROX && MOD_GET(in->mods, FTZ);
}

static bool is_product(const struct contract *c, const struct inst *mul,
                       const struct inst *in, u32 at) {
	const struct fusable *f = fusable_of(in->row);
	bool is_one = mul->row == f->mul || (f->mul == ROW_MUL_F32 && is_quotient(mul));
	return is_one && !MOD_GET(mul->mods, RND) && !MOD_GET(mul->mods, SAT) &&
	       MOD_GET(mul->mods, FTZ) == MOD_GET(in->mods, FTZ) &&
	       unchanged_since(c, &mul->operand[1], at) &&
	       unchanged_since(c, &mul->operand[2], at);
}

/* Finds the product that is operand k of `in`, through movs and negs that nothing else
 * reads. */
static struct candidate candidate_of(const struct contract *c, const struct inst *in,
                                     u32 k, u32 first) {
	struct candidate r = {.mul = NONE};
	const struct operand *o = &in->operand[k];
	for (;;) {
		u32 at = o->kind == OPR_REG ? sole_def(c, o->index, first) : NONE;
		if (at == NONE)
			return r;
		const struct inst *def = &c->f->inst[at];
		if (is_product(c, def, in, at + 1)) {
			r.mul = at;
			return r;
		}
		bool neg = def->row == fusable_of(in->row)->neg && !def->mods;
		if ((!neg && def->row != ROW_MOV) || c->nuse[o->index] != 1 ||
		    r.nlink == LINKS)
			return r;
		r.negated ^= neg;
		r.link[r.nlink++] = at;
		o = &def->operand[1];
	}
}

static bool takes_product(const struct inst *in) {
	const struct fusable *f = fusable_of(in->row);
	return f && in->row != f->mul && !MOD_GET(in->mods, RND);
}

static void find(struct contract *c) {
	const struct func *f = c->f;
	for (u32 b = 0; b < f->nblock; b++) {
		u32 first = f->block[b].first;
		for (u32 i = first; i < first + f->block[b].ninst; i++) {
			struct candidate *cand = &c->cand[2 * i];
			cand[0].mul = cand[1].mul = NONE;
			if (takes_product(&f->inst[i])) {
				cand[0] = candidate_of(c, &f->inst[i], 1, first);
				cand[1] = candidate_of(c, &f->inst[i], 2, first);
				if (cand[0].mul == cand[1].mul)
					cand[0].mul = cand[1].mul = NONE;
				for (u32 k = 0; k < 2; k++)
					if (cand[k].mul != NONE)
						c->ncand[cand[k].mul]++;
			}
			c->at = i;
			inst_each_reg(f, &f->inst[i], note_def, c);
		}
	}
}

static u32 uses_of(const struct contract *c, u32 mul) {
	return c->nuse[c->f->inst[mul].operand[0].index];
}

static void choose(struct contract *c) {
	for (u32 i = 0; i < c->f->ninst; i++) {
		for (u32 k = 0; k < 2 && !c->operand[i]; k++) {
			u32 mul = c->cand[2 * i + k].mul;
			if (mul == NONE || c->ncand[mul] != uses_of(c, mul))
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
		if (c->nchosen[cand->mul] != uses_of(c, cand->mul)) {
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

static u32 put_neg(struct contract *c, struct inst *out, const struct inst *like,
                   const struct fusable *f, u32 to, struct operand *from) {
	if (from->kind == OPR_IMM) {
		from->value = (s64)((u64)from->value ^ f->sign);
		return 0;
	}
	struct inst *neg = out;
	*neg = *like;
	neg->row = f->neg;
	neg->mods = 0;
	neg->noperand = 2;
	neg->operand = arena_array(c->f->arena, struct operand, 2);
	neg->operand[0] = (struct operand){.kind = OPR_REG, .index = to};
	neg->operand[1] = *from;
	*from = neg->operand[0];
	return 1;
}

static struct str *spare_name(struct arena *a, const struct str *of) {
	static const char end[] = "_minus";
	struct str *s = arena_alloc(a, sizeof(*s) + of->len + sizeof end,
	                            _Alignof(struct str));
	*s = (struct str){.len = of->len + (u32)sizeof end - 1};
	memcpy(s->s, of->s, of->len);
	memcpy(s->s + of->len, end, sizeof end);
	return s;
}

/* A register for a negated operand of a quotient's sum: that of the quotient holds
 * 1 / b. */
static u32 spare(struct contract *c, const struct inst *div) {
	struct func *f = c->f;
	if (c->spare != NO_REG)
		return c->spare;
	struct reg *all = arena_array(f->arena, struct reg, f->nreg + 1);
	memcpy(all, f->reg, f->nreg * sizeof(*all));
	all[f->nreg] = f->reg[div->operand[0].index];
	all[f->nreg].name = spare_name(f->arena, all[f->nreg].name);
	f->reg = all;
	return c->spare = f->nreg++;
}

/* Makes 1 / b in the register that held the quotient. */
static u32 put_rcp(struct contract *c, struct inst *out, const struct inst *like,
                   const struct inst *div, struct operand *b) {
	*out = *like;
	out->row = ROW_RCP_APPROX;
	out->mods = div->mods;
	out->noperand = 2;
	out->operand = arena_array(c->f->arena, struct operand, 2);
	out->operand[0] = div->operand[0];
	out->operand[1] = *b;
	*b = div->operand[0];
	return 1;
}

/* Writes the instructions that replace the add at `at`; returns their number. Registers
 * that only held the product or its negation are free for negated operands. */
static u32 put_fma(struct contract *c, struct inst *out, u32 at) {
	const struct inst *in = &c->f->inst[at];
	u32 k = c->operand[at], n = 0;
	const struct candidate *cand = &c->cand[2 * at + k - 1];
	const struct inst *mul = &c->f->inst[cand->mul];
	const struct fusable *f = fusable_of(in->row);
	struct operand *o = arena_array(c->f->arena, struct operand, 4);
	o[0] = in->operand[0];
	o[1] = mul->operand[1];
	o[2] = mul->operand[2];
	o[3] = in->operand[3 - k];
	if (is_quotient(mul))
		n += put_rcp(c, out, in, mul, &o[2]);
	bool minus_product = cand->negated != (in->row == f->sub && k == 2);
	bool minus_other = in->row == f->sub && k == 1;
	u32 product = mul->operand[0].index, of_product = in->operand[k].index;
	u32 free = is_quotient(mul) ? spare(c, mul) : product;
	if (minus_product)
		n += put_neg(c, &out[n], in, f, of_product == product ? free : of_product,
		             &o[o[1].kind == OPR_REG ? 1 : 2]);
	if (minus_other)
		n += put_neg(c, &out[n], in, f, free, &o[3]);
	out[n] = *in;
	out[n].row = f->fma;
	out[n].mods |= MOD_BITS(RND, RN);
	out[n].noperand = 4;
	out[n].operand = o;
	return n + 1;
}

static void rewrite(struct contract *c) {
	struct func *f = c->f;
	struct inst *out = arena_array(f->arena, struct inst,
	                               f->ninst + 3 * c->nfused + 1);
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
	struct contract c = {.f = f, .spare = NO_REG};
	c.ndef = arena_array(&c.scratch, u32, f->nreg);
	c.nuse = arena_array(&c.scratch, u32, f->nreg);
	c.def_at = arena_array(&c.scratch, u32, f->nreg);
	c.cand = arena_array(&c.scratch, struct candidate, 2 * (size_t)f->ninst);
	c.ncand = arena_array(&c.scratch, u32, f->ninst);
	c.nchosen = arena_array(&c.scratch, u32, f->ninst);
	c.operand = arena_array(&c.scratch, u8, f->ninst);
	c.drop = arena_array(&c.scratch, bool, f->ninst);
	for (u32 i = 0; i < f->ninst; i++)
		inst_each_reg(f, &f->inst[i], count, &c);
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
