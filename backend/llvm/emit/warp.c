/* warp.c - votes, redux, match and elect inside registers. The lanes that take part are
 * those of c->em; inst.c has made sure that no lane of the member mask is missing. Other
 * forms run in the interpreter's function.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/warp.h"
#include "backend/llvm/emit/inst.h"
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

/* Checks whether a result that is equal in all lanes can go there. */
static bool takes_scalar(const struct fn *c, const struct operand *d) {
	return d->kind != OPR_REG || !jit_is_scalar(c, d->index) ||
	       c->reg[d->index].class == REG_SCALAR;
}

const struct operand *warp_dest(const struct fn *c, const struct inst *in,
                                const struct operand **p) {
	const struct operand *d = &in->operand[0];
	*p = d->kind == OPR_PAIR ? &c->f->operand[d->index + 1] : NULL;
	return *p ? &c->f->operand[d->index] : d;
}

/* ---- vote, activemask -------------------------------------------------------------- */

static bool vote(struct fn *c, const struct inst *in) {
	bool sync = in->row == ROW_VOTE_SYNC || in->row == ROW_BALLOT_SYNC;
	const struct operand *d = &in->operand[0];
	if ((sync && !warp_one_mask(c, in)) || d->kind != OPR_REG || !takes_scalar(c, d))
		return false;
	val chunk[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++) {
		chunk[k] = jit_source(c, &in->operand[1], 1, k);
		if (!c->em.full)
			chunk[k] = LLVMBuildAnd(c->b, chunk[k], c->em.chunk[k], "");
	}
	val yes = warp_constant(c, jit_bits_of(c, chunk)),
	    here = jit_mask_bits(c, &c->em);
	val all = LLVMBuildICmp(c->b, LLVMIntEQ, yes, here, "");
	val any = LLVMBuildICmp(c->b, LLVMIntNE, yes, jit_int(c, 32, 0), "");
	switch (MOD_GET(in->mods, VOTE)) {
	case MOD_VOTE_BALLOT: warp_set(c, d, yes); break;
	case MOD_VOTE_ALL: warp_set(c, d, all); break;
	case MOD_VOTE_ANY: warp_set(c, d, any); break;
	default:
		warp_set(c, d, LLVMBuildOr(c->b, all, LLVMBuildNot(c->b, any, ""), ""));
		break;
	}
	return true;
}

static bool activemask(struct fn *c, const struct inst *in) {
	const struct operand *d = &in->operand[0];
	if (takes_scalar(c, d))
		warp_set(c, d, warp_constant(c, jit_mask_bits(c, &c->em)));
	return takes_scalar(c, d);
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

static bool redux(struct fn *c, const struct inst *in) {
	const struct operand *d = &in->operand[0];
	val chunk[MAX_CHUNKS];
	if (!warp_one_mask(c, in) || !takes_scalar(c, d))
		return false;
	for (u32 k = 0; k < c->nchunk; k++)
		chunk[k] = jit_cast(c, jit_source(c, &in->operand[1], 32, k), c->i32);
	warp_set(c, d,
	         reduce(c,
	                warp_reduction(MOD_GET(in->mods, AOP), in->type[0] == TYPE_S32,
	                               32),
	                chunk));
	return true;
}

/* ---- match, elect (PTX 9.7.13.10, 9.7.13.14) --------------------------------------- */

static void values_to_match(struct fn *c, const struct inst *in, val *chunk) {
	u32 bits = type_info[in->type[0]].bits;
	for (u32 k = 0; k < c->nchunk; k++)
		chunk[k] = jit_cast(c, jit_source(c, &in->operand[1], bits, k),
		                    bits == 64 ? c->i64 : c->i32);
}

/* All are equal if the least one is the greatest one. */
static bool match_all(struct fn *c, const struct inst *in) {
	const struct operand *p, *d = warp_dest(c, in, &p);
	val chunk[MAX_CHUNKS];
	if (!warp_one_mask(c, in) || !takes_scalar(c, d) || (p && !takes_scalar(c, p)))
		return false;
	values_to_match(c, in, chunk);
	val same = LLVMBuildICmp(
		c->b, LLVMIntEQ, reduce(c, warp_reduction(MOD_AOP_MIN, false, 64), chunk),
		reduce(c, warp_reduction(MOD_AOP_MAX, false, 64), chunk), "");
	warp_set(c, d,
	         LLVMBuildSelect(c->b, same, jit_mask_bits(c, &c->em), jit_int(c, 32, 0),
	                         ""));
	if (p)
		warp_set(c, p, same);
	return true;
}

/* A round for each value that there is: often a few, at most one for each lane. */
static bool match_any(struct fn *c, const struct inst *in) {
	const struct operand *d = &in->operand[0];
	if (!warp_one_mask(c, in) || d->kind != OPR_REG ||
	    c->reg[d->index].class != REG_VECTOR)
		return false;
	val chunk[MAX_CHUNKS], out[MAX_CHUNKS], next[MAX_CHUNKS], equal[MAX_CHUNKS];
	values_to_match(c, in, chunk);
	val buf = warp_spill(c, chunk), all = jit_mask_bits(c, &c->em),
	    none = LLVMConstNull(jit_vec(c, c->i32));
	bb from = LLVMGetInsertBlock(c->b), round = jit_block(c, "value"),
	   end = jit_block(c, "matched");
	jit_goto(c, round);
	jit_at(c, round);
	val left = LLVMBuildPhi(c->b, c->i32, "");
	LLVMAddIncoming(left, &all, &from, 1);
	for (u32 k = 0; k < c->nchunk; k++) {
		out[k] = LLVMBuildPhi(c->b, LLVMTypeOf(none), "");
		LLVMAddIncoming(out[k], &none, &from, 1);
	}
	val arg[2] = {left, jit_int(c, 1, 0)};
	val lane = LLVMBuildAnd(c->b, jit_intrinsic(c, "llvm.cttz", &c->i32, 1, arg, 2),
	                        jit_int(c, 32, 31), "");
	typ t = LLVMGetElementType(LLVMTypeOf(chunk[0]));
	val v = LLVMBuildLoad2(c->b, t, LLVMBuildGEP2(c->b, t, buf, &lane, 1, ""), "");
	for (u32 k = 0; k < c->nchunk; k++) {
		equal[k] = LLVMBuildICmp(c->b, LLVMIntEQ, chunk[k], jit_splat(c, v), "");
		if (!c->em.full)
			equal[k] = LLVMBuildAnd(c->b, equal[k], c->em.chunk[k], "");
	}
	val same = jit_bits_of(c, equal);
	for (u32 k = 0; k < c->nchunk; k++) {
		next[k] = LLVMBuildSelect(c->b, equal[k], jit_splat(c, same), out[k], "");
		LLVMAddIncoming(out[k], &next[k], &round, 1);
	}
	val rest = LLVMBuildAnd(c->b, left, LLVMBuildNot(c->b, same, ""), "");
	LLVMAddIncoming(left, &rest, &round, 1);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, rest, jit_int(c, 32, 0), ""), round,
	       end);
	jit_at(c, end);
	for (u32 k = 0; k < c->nchunk; k++)
		warp_set_chunk(c, d, k, next[k]);
	return true;
}

static bool elect(struct fn *c, const struct inst *in) {
	const struct operand *p, *d = warp_dest(c, in, &p);
	if (!warp_one_mask(c, in) || !takes_scalar(c, d) ||
	    (p && p->kind == OPR_REG && c->reg[p->index].class != REG_VECTOR))
		return false;
	val leader = warp_constant(c, jit_first_lane(c, &c->em));
	warp_set(c, d, leader);
	for (u32 k = 0; p && k < c->nchunk; k++) {
		val own = jit_iota(c, 32, k, 1);
		warp_set_chunk(
			c, p, k,
			LLVMBuildICmp(c->b, LLVMIntEQ, own, jit_splat(c, leader), ""));
	}
	return true;
}

bool jit_warp(struct fn *c, const struct inst *in) {
	switch (in->row) {
	case ROW_VOTE:
	case ROW_BALLOT:
	case ROW_VOTE_SYNC:
	case ROW_BALLOT_SYNC: return vote(c, in);
	case ROW_ACTIVEMASK: return activemask(c, in);
	case ROW_REDUX:
	case ROW_REDUX_BITS: return redux(c, in);
	case ROW_MATCH_ALL: return match_all(c, in);
	case ROW_MATCH_ANY: return match_any(c, in);
	case ROW_ELECT: return elect(c, in);
	case ROW_SHFL:
	case ROW_SHFL_SYNC: return warp_shuffle(c, in);
	case ROW_BAR_WARP: return true;
	default: return false;
	}
}
