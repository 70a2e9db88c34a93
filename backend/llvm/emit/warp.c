/* warp.c - votes, redux, match and elect inside registers. The lanes that take part are
 * those of c->em; inst.c has made sure that no lane of the member mask is missing. Other
 * forms run in the interpreter's function.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/warp.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/lanes.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"

void warp_set(struct fn *c, const struct operand *o, val scalar) {
	if (o->kind != OPR_REG)
		return;
	struct jreg *r = &c->reg[o->index];
	if (LLVMGetIntTypeWidth(LLVMTypeOf(scalar)) > 1)
		scalar = jit_resize(c, scalar, r->bits, false);
	scalar = jit_cast(c, scalar, r->type);
	if (jit_is_scalar(c, o->index)) {
		jit_reg_set_scalar(c, o->index, scalar);
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++)
		jit_reg_set_chunk(c, o->index, k, jit_splat(c, scalar));
}

val warp_constant(struct fn *c, val v) {
	return LLVMIsConstant(v) ? LLVMBuildFreeze(c->b, v, "") : v;
}

bool warp_one_mask(struct fn *c, const struct inst *in) {
	return jit_operand_value(c, &in->operand[in->noperand - 1], 32).kind ==
	       VALUE_UNIFORM;
}

void warp_set_chunk(struct fn *c, const struct operand *o, u32 k, val v) {
	if (o->kind == OPR_REG)
		jit_reg_set_chunk(c, o->index, k, jit_cast(c, v, c->reg[o->index].type));
}

val warp_join(struct fn *c, val *chunk, u32 n) {
	val half[MAX_CHUNKS], lane[WARP_LANES];
	u32 width = 2 * c->width * c->nchunk / n;
	if (n == 1)
		return chunk[0];
	for (u32 i = 0; i < width; i++)
		lane[i] = jit_int(c, 32, i);
	for (u32 i = 0; i < n / 2; i++)
		half[i] = LLVMBuildShuffleVector(c->b, chunk[2 * i], chunk[2 * i + 1],
		                                 LLVMConstVector(lane, width), "");
	return warp_join(c, half, n / 2);
}

val warp_spill(struct fn *c, val *chunk) {
	typ t = LLVMGetElementType(LLVMTypeOf(chunk[0]));
	u64 size = LLVMGetIntTypeWidth(t) / 8;
	bb here = jit_entry(c);
	val buf = LLVMBuildAlloca(c->b, LLVMArrayType2(t, WARP_LANES), "lanes");
	LLVMSetAlignment(buf, 64);
	jit_prologue_end(c, here);
	for (u32 k = 0; k < c->nchunk; k++)
		LLVMSetAlignment(
			LLVMBuildStore(
				c->b, chunk[k],
				jit_gep(c, buf, jit_int(c, 64, size * k * c->width))),
			16);
	return buf;
}

const struct operand *warp_dest(const struct fn *c, const struct inst *in,
                                const struct operand **p) {
	const struct operand *d = &in->operand[0];
	*p = d->kind == OPR_PAIR ? &c->f->operand[d->index + 1] : NULL;
	return *p ? &c->f->operand[d->index] : d;
}

/* What an operation gives to a destination: the same to all lanes that take part, or to
 * each its own. */
struct given {
	val all; /* or NULL */
	val own[MAX_CHUNKS];
};

/* An operation on lanes that act together, those of c->em, each of which brings a value;
 * p: for the predicate destination. */
typedef void op_fn(struct fn *c, const struct inst *in, val *chunk, struct given *d,
                   struct given *p);

/* ---- vote, activemask -------------------------------------------------------------- */

static void vote(struct fn *c, const struct inst *in, val *chunk, struct given *d,
                 struct given *p) {
	(void)p;
	val is[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++)
		is[k] = c->em.full ? chunk[k]
		                   : LLVMBuildAnd(c->b, chunk[k], c->em.chunk[k], "");
	val yes = warp_constant(c, jit_bits_of(c, is)), here = jit_mask_bits(c, &c->em);
	val all = LLVMBuildICmp(c->b, LLVMIntEQ, yes, here, "");
	val any = LLVMBuildICmp(c->b, LLVMIntNE, yes, jit_int(c, 32, 0), "");
	switch (MOD_GET(in->mods, VOTE)) {
	case MOD_VOTE_BALLOT: d->all = yes; break;
	case MOD_VOTE_ALL: d->all = all; break;
	case MOD_VOTE_ANY: d->all = any; break;
	default: d->all = LLVMBuildOr(c->b, all, LLVMBuildNot(c->b, any, ""), ""); break;
	}
}

static void activemask(struct fn *c, const struct inst *in, val *chunk, struct given *d,
                       struct given *p) {
	(void)in, (void)chunk, (void)p;
	d->all = warp_constant(c, jit_mask_bits(c, &c->em));
}

/* ---- redux (PTX 9.7.13.12) --------------------------------------------------------- */

struct reduction warp_reduction(u32 op, bool is_signed, u32 bits) {
	u64 all = UINT64_MAX, top = (u64)1 << (bits - 1);
	switch (op) {
	case MOD_AOP_ADD: return (struct reduction){"llvm.vector.reduce.add", 0};
	case MOD_AOP_AND: return (struct reduction){"llvm.vector.reduce.and", all};
	case MOD_AOP_OR: return (struct reduction){"llvm.vector.reduce.or", 0};
	case MOD_AOP_XOR: return (struct reduction){"llvm.vector.reduce.xor", 0};
	case MOD_AOP_MIN:
		if (is_signed)
			return (struct reduction){"llvm.vector.reduce.smin", top - 1};
		return (struct reduction){"llvm.vector.reduce.umin", all};
	default:
		if (is_signed)
			return (struct reduction){"llvm.vector.reduce.smax", top};
		return (struct reduction){"llvm.vector.reduce.umax", 0};
	}
}

/* Reduces the lanes that take part. */
static val reduce(struct fn *c, struct reduction r, const val *chunk) {
	val part[MAX_CHUNKS];
	typ t = LLVMTypeOf(chunk[0]);
	val none = jit_splat(c, LLVMConstInt(LLVMGetElementType(t), r.neutral, false));
	for (u32 k = 0; k < c->nchunk; k++)
		part[k] = c->em.full ? chunk[k]
		                     : LLVMBuildSelect(c->b, c->em.chunk[k], chunk[k],
		                                       none, "");
	val all = warp_join(c, part, c->nchunk);
	t = LLVMTypeOf(all);
	return warp_constant(c, jit_intrinsic(c, r.name, &t, 1, &all, 1));
}

static void redux(struct fn *c, const struct inst *in, val *chunk, struct given *d,
                  struct given *p) {
	(void)p;
	bool is_signed = in->type[0] == TYPE_S32;
	d->all = reduce(c, warp_reduction(MOD_GET(in->mods, AOP), is_signed, 32), chunk);
}

/* ---- match, elect (PTX 9.7.13.10, 9.7.13.14) --------------------------------------- */

/* All are equal if the least one is the greatest one. */
static void match_all(struct fn *c, const struct inst *in, val *chunk, struct given *d,
                      struct given *p) {
	(void)in;
	val same = LLVMBuildICmp(
		c->b, LLVMIntEQ, reduce(c, warp_reduction(MOD_AOP_MIN, false, 64), chunk),
		reduce(c, warp_reduction(MOD_AOP_MAX, false, 64), chunk), "");
	d->all = LLVMBuildSelect(c->b, same, jit_mask_bits(c, &c->em), jit_int(c, 32, 0),
	                         "");
	p->all = same;
}

/* A round for each value that there is: often a few, at most one for each lane. */
static void match_any(struct fn *c, const struct inst *in, val *chunk, struct given *d,
                      struct given *p) {
	(void)in, (void)p;
	val none[MAX_CHUNKS], array = warp_spill(c, chunk);
	for (u32 k = 0; k < c->nchunk; k++)
		none[k] = LLVMConstNull(jit_vec(c, c->i32));
	struct lanes l = jit_groups_begin(c, &c->em, none, c->nchunk);
	val v = jit_lane_value(c, &l, array, LLVMGetElementType(LLVMTypeOf(chunk[0])));
	struct mask equal = jit_lanes_equal(c, &c->em, chunk, v);
	val same = jit_bits_of(c, equal.chunk);
	for (u32 k = 0; k < c->nchunk; k++)
		d->own[k] = LLVMBuildSelect(c->b, equal.chunk[k], jit_splat(c, same),
		                            l.carry[k], "");
	jit_groups_end(c, &l, same, d->own);
}

static void elect(struct fn *c, const struct inst *in, val *chunk, struct given *d,
                  struct given *p) {
	(void)in, (void)chunk;
	d->all = warp_constant(c, jit_first_lane(c, &c->em));
	for (u32 k = 0; k < c->nchunk; k++)
		p->own[k] = LLVMBuildICmp(c->b, LLVMIntEQ, jit_iota(c, 32, k, 1),
		                          jit_splat(c, d->all), "");
}

/* ---- their sources, member masks and destinations ---------------------------------- */

enum { NO_SOURCE, TYPE_BITS = 255 }; /* else the bits of operand 1 */

static const struct op {
	u32 row;
	op_fn *emit;
	u8 bits;      /* of what lanes bring */
	bool is_sync; /* the last operand is the member mask */
	bool own;     /* each lane is given its own */
	bool p_own;
} ops[] = {
	{ROW_VOTE, vote, 1, false, false, false},
	{ROW_BALLOT, vote, 1, false, false, false},
	{ROW_VOTE_SYNC, vote, 1, true, false, false},
	{ROW_BALLOT_SYNC, vote, 1, true, false, false},
	{ROW_ACTIVEMASK, activemask, NO_SOURCE, false, false, false},
	{ROW_REDUX, redux, 32, true, false, false},
	{ROW_REDUX_BITS, redux, 32, true, false, false},
	{ROW_MATCH_ALL, match_all, TYPE_BITS, true, false, false},
	{ROW_MATCH_ANY, match_any, TYPE_BITS, true, true, false},
	{ROW_ELECT, elect, NO_SOURCE, true, false, true},
};

static const struct op *op_of(const struct inst *in) {
	for (u32 i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		if (ops[i].row == in->row)
			return &ops[i];
	return NULL;
}

static void bring(struct fn *c, const struct inst *in, u32 bits, val *chunk) {
	if (bits == TYPE_BITS)
		bits = type_info[in->type[0]].bits;
	for (u32 k = 0; bits && k < c->nchunk; k++)
		chunk[k] = jit_cast(c, jit_source(c, &in->operand[1], bits, k),
		                    jit_int_type(c, bits));
}

static bool is_register(const struct operand *o) {
	return o && o->kind == OPR_REG;
}

/* Checks whether a result can go there: one that is equal in all lanes, or not. */
static bool takes(const struct fn *c, const struct operand *o, bool own) {
	if (!is_register(o))
		return true;
	u32 class = c->reg[o->index].class;
	return class == REG_VECTOR || (!own && class == REG_SCALAR);
}

static void give(struct fn *c, const struct operand *o, const struct given *g) {
	for (u32 k = 0; o && !g->all && k < c->nchunk; k++)
		warp_set_chunk(c, o, k, g->own[k]);
	if (o && g->all)
		warp_set(c, o, g->all);
}

/* Replaces what is given to lanes that take part; the others keep `old`. */
static void merge(struct fn *c, const struct given *g, const val *old, val *next) {
	for (u32 k = 0; k < c->nchunk; k++) {
		val v = g->all ? jit_splat(c, g->all) : g->own[k];
		next[k] = LLVMBuildSelect(c->b, c->em.chunk[k], v, old[k], "");
	}
}

/* Lanes of different member masks: a round for each mask. */
static void by_member(struct fn *c, const struct inst *in, const struct op *op,
                      val *chunk, const struct operand *to[2]) {
	struct mask em = c->em;
	const struct operand *o = &in->operand[in->noperand - 1];
	val member[MAX_CHUNKS], value[LANES_CARRY];
	u32 n = 0;
	for (u32 k = 0; k < c->nchunk; k++)
		member[k] = jit_source(c, o, 32, k);
	val array = warp_spill(c, member);
	for (u32 i = 0; i < 2; i++) {
		u32 bits = is_register(to[i]) ? c->reg[to[i]->index].bits : 0;
		for (u32 k = 0; bits && k < c->nchunk; k++)
			value[n++] = LLVMConstNull(jit_vec(c, jit_int_type(c, bits)));
	}
	struct lanes l = jit_groups_begin(c, &em, value, n);
	struct given g[2] = {{.all = NULL}};
	c->em = jit_lanes_equal(c, &em, member, jit_lane_value(c, &l, array, c->i32));
	val set = c->em.bits = jit_bits_of(c, c->em.chunk);
	op->emit(c, in, chunk, &g[0], &g[1]);
	n = 0;
	for (u32 i = 0; i < 2; i++) {
		if (!is_register(to[i]))
			continue;
		merge(c, &g[i], l.carry + n, value + n);
		n += c->nchunk;
	}
	c->em = em;
	jit_groups_end(c, &l, set, value);
	n = 0;
	for (u32 i = 0; i < 2; i++)
		for (u32 k = 0; is_register(to[i]) && k < c->nchunk; k++)
			warp_set_chunk(c, to[i], k, value[n++]);
}

static bool operate(struct fn *c, const struct inst *in) {
	const struct op *op = op_of(in);
	const struct operand *to[2];
	val chunk[MAX_CHUNKS];
	if (!op)
		return false;
	to[0] = warp_dest(c, in, &to[1]);
	bool one = !op->is_sync || warp_one_mask(c, in);
	if (!takes(c, to[0], !one || op->own) || !takes(c, to[1], !one || op->p_own))
		return false;
	bring(c, in, op->bits, chunk);
	if (!one) {
		by_member(c, in, op, chunk, to);
		return true;
	}
	struct given g[2] = {{.all = NULL}};
	op->emit(c, in, chunk, &g[0], &g[1]);
	give(c, to[0], &g[0]);
	give(c, to[1], &g[1]);
	return true;
}

bool jit_warp(struct fn *c, const struct inst *in) {
	switch (in->row) {
	case ROW_SHFL:
	case ROW_SHFL_SYNC: return warp_shuffle(c, in);
	case ROW_BAR_WARP: return true;
	default: return operate(c, in);
	}
}
