/* contract.c - mul followed by add becomes fma, as a PTX assembler does it.
 * A mul or add without a rounding modifier rounds to nearest but may be fused (PTX 9.7.3.3, 9.7.3.5);
 * every driver fuses, so a program that was compiled with contraction off says .rn. The
 * recorded kernels show which pairs: the product has one use, in the same block, and the operands
 * still have their values there.
 *
 *     mul.f32 t, a, b;   add.f32 d, t, c;     fma.rn.f32 d, a, b, c;
 *     mul.f32 t, a, b;   sub.f32 d, c, t;     neg.f32 t, a;  fma.rn.f32 d, t, b, c;
 *     mul.f32 t, a, b;   sub.f32 d, t, c;     neg.f32 t, c;  fma.rn.f32 d, a, b, t;
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/inst.h"
#include "ir/passes.h"

struct fusable {
	u16 mul, add, sub, fma, neg;
	u64 sign; /* bits that negation flips */
};

static const struct fusable fusable[] = {
	{ROW_MUL_F32, ROW_ADD_F32, ROW_SUB_F32, ROW_FMA_F32, ROW_NEG_F32, 0x80000000u},
	{ROW_MUL_F64, ROW_ADD_F64, ROW_SUB_F64, ROW_FMA_F64, ROW_NEG_F64, 1ull << 63},
	{ROW_MUL_F16, ROW_ADD_F16, ROW_SUB_F16, ROW_FMA_F16, ROW_NEG_F16, 0x8000},
	{ROW_MUL_F16X2, ROW_ADD_F16X2, ROW_SUB_F16X2, ROW_FMA_F16X2, ROW_NEG_F16X2, 0x80008000u},
	{ROW_MUL_BF16, ROW_ADD_BF16, ROW_SUB_BF16, ROW_FMA_BF16, ROW_NEG_BF16, 0x8000},
	{ROW_MUL_BF16X2, ROW_ADD_BF16X2, ROW_SUB_BF16X2, ROW_FMA_BF16X2, ROW_NEG_BF16X2, 0x80008000u},
};

struct contract {
	struct func *f;
	struct arena scratch;
	u32 *ndef, *nuse; /* per register */
	u32 *def_at;      /* per register: 1 + instruction that wrote it last, in this block or before */
	u32 *fused;       /* per instruction: 1 + the mul that goes into it; 0 */
	u8 *operand;      /* per instruction: which operand is the product */
	bool *drop;       /* per instruction: a mul that went elsewhere */
	u32 nfused;
};

/* ---- counting ------------------------------------------------------------------------------- */

typedef void visit_fn(struct contract *c, u32 reg, bool is_def, u32 at);

static void visit_operand(struct contract *c, const struct operand *o, bool def, bool use, u32 at,
                          visit_fn *visit) {
	if (o->kind == OPR_REG) {
		if (def)
			visit(c, o->index, true, at);
		if (use)
			visit(c, o->index, false, at);
	} else if (o->kind == OPR_ADDR_REG) {
		visit(c, o->index, false, at);
	} else if (o->kind == OPR_VEC || o->kind == OPR_PAIR || o->kind == OPR_TENSOR) {
		for (u32 i = 0; i < o->n; i++) {
			const struct operand *e = &c->f->operand[o->index + i];
			if (e->kind == OPR_VEC) /* coordinates of a tensor address */
				for (u32 k = 0; k < e->n; k++)
					visit_operand(c, &c->f->operand[e->index + k], def, use, at, visit);
			else
				visit_operand(c, e, def, use, at, visit);
		}
	}
}

/* What the tables do not say is counted as both written and read. */
static void visit_inst(struct contract *c, u32 at, visit_fn *visit) {
	const struct inst *in = &c->f->inst[at];
	const struct row_info *row = row_info((enum row)in->row);
	bool exact = in->row != ROW_INVALID && !row->any_words && !(row->props & PROP_CALL);
	if (in->guard != NO_REG)
		visit(c, in->guard, false, at);
	for (u32 i = 0; i < in->noperand; i++) {
		bool dest = exact && i < row->nopr && row->opr[i].is_dest;
		visit_operand(c, &in->operand[i], dest || !exact, !dest || !exact, at, visit);
	}
}

static void count(struct contract *c, u32 reg, bool is_def, u32 at) {
	(void)at;
	(is_def ? c->ndef : c->nuse)[reg]++;
}

static void note_def(struct contract *c, u32 reg, bool is_def, u32 at) {
	if (is_def)
		c->def_at[reg] = at + 1;
}

/* ---- finding -------------------------------------------------------------------------------- */

static const struct fusable *fusable_of(u16 row) {
	for (u32 i = 0; i < countof(fusable); i++)
		if (row == fusable[i].mul || row == fusable[i].add || row == fusable[i].sub)
			return &fusable[i];
	return NULL;
}

static bool unchanged_since(const struct contract *c, const struct operand *o, u32 at) {
	return o->kind != OPR_REG || c->def_at[o->index] <= at;
}

/* Operand k of `in` is a product that can go into it: the mul's index, or NO_REG. */
static u32 product_of(const struct contract *c, const struct inst *in, u32 k, u32 block_first) {
	const struct operand *o = &in->operand[k];
	if (o->kind != OPR_REG || c->ndef[o->index] != 1 || c->nuse[o->index] != 1)
		return NO_REG;
	u32 at = c->def_at[o->index];
	if (at <= block_first)
		return NO_REG;
	const struct inst *mul = &c->f->inst[at - 1];
	const struct fusable *f = fusable_of(in->row);
	if (mul->row != f->mul || mul->guard != NO_REG || MOD_GET(mul->mods, RND) ||
	    MOD_GET(mul->mods, SAT) || MOD_GET(mul->mods, FTZ) != MOD_GET(in->mods, FTZ))
		return NO_REG;
	if (!unchanged_since(c, &mul->operand[1], at) || !unchanged_since(c, &mul->operand[2], at))
		return NO_REG;
	return at - 1;
}

static void try_fuse(struct contract *c, u32 at, u32 block_first) {
	const struct inst *in = &c->f->inst[at];
	const struct fusable *f = fusable_of(in->row);
	if (!f || in->row == f->mul || MOD_GET(in->mods, RND))
		return;
	for (u32 k = 1; k <= 2; k++) {
		u32 mul = product_of(c, in, k, block_first);
		if (mul == NO_REG)
			continue;
		c->fused[at] = mul + 1;
		c->operand[at] = (u8)k;
		c->drop[mul] = true;
		c->nfused++;
		return;
	}
}

static void find(struct contract *c) {
	const struct func *f = c->f;
	for (u32 b = 0; b < f->nblock; b++) {
		u32 first = f->block[b].first;
		for (u32 i = first; i < first + f->block[b].ninst; i++) {
			try_fuse(c, i, first);
			visit_inst(c, i, note_def);
		}
	}
}

/* ---- rewriting ------------------------------------------------------------------------------ */

static u32 put_neg(struct contract *c, struct inst *out, const struct inst *like, const struct fusable *f,
                   u32 to, struct operand *from) {
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

/* Writes what stands for the add at `at`; returns how many instructions. */
static u32 put_fma(struct contract *c, struct inst *out, u32 at) {
	const struct inst *in = &c->f->inst[at], *mul = &c->f->inst[c->fused[at] - 1];
	const struct fusable *f = fusable_of(in->row);
	u32 k = c->operand[at], temp = in->operand[k].index, n = 0;
	struct operand *o = arena_array(c->f->arena, struct operand, 4);
	o[0] = in->operand[0];
	o[1] = mul->operand[1];
	o[2] = mul->operand[2];
	o[3] = in->operand[3 - k];
	if (in->row == f->sub)
		n = put_neg(c, out, in, f, temp, k == 1 ? &o[3] : o[1].kind == OPR_REG ? &o[1] : &o[2]);
	out[n] = *in;
	out[n].row = f->fma;
	out[n].mods |= MOD_BITS(RND, RN);
	out[n].noperand = 4;
	out[n].operand = o;
	return n + 1;
}

static void rewrite(struct contract *c) {
	struct func *f = c->f;
	struct inst *out = arena_array(f->arena, struct inst, f->ninst + 1);
	u32 n = 0;
	for (u32 b = 0; b < f->nblock; b++) {
		u32 first = f->block[b].first, end = first + f->block[b].ninst;
		f->block[b].first = n;
		for (u32 i = first; i < end; i++) {
			if (c->drop[i])
				continue;
			if (c->fused[i])
				n += put_fma(c, &out[n], i); /* at most two, for the two it replaces */
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
		if (fu && f->inst[i].row == fu->mul && !MOD_GET(f->inst[i].mods, RND))
			return true;
	}
	return false;
}

bool contract_func(struct func *f) {
	if (!has_product(f))
		return false;
	struct contract c = {.f = f};
	c.ndef = arena_array(&c.scratch, u32, f->nreg);
	c.nuse = arena_array(&c.scratch, u32, f->nreg);
	c.def_at = arena_array(&c.scratch, u32, f->nreg);
	c.fused = arena_array(&c.scratch, u32, f->ninst);
	c.operand = arena_array(&c.scratch, u8, f->ninst);
	c.drop = arena_array(&c.scratch, bool, f->ninst);
	for (u32 i = 0; i < f->ninst; i++)
		visit_inst(&c, i, count);
	find(&c);
	if (c.nfused)
		rewrite(&c);
	arena_drop(&c.scratch);
	return c.nfused != 0;
}
