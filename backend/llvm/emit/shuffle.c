/* shuffle.c - shuffles inside registers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/warp.h"
#include "backend/llvm/flow/demanded_lanes.h"

/* PTX 9.7.9.6, for one lane. */
static void source_lane(struct shuffle *s, u32 l, u32 mode, u32 b, u32 clamp_seg) {
	u32 clamp = clamp_seg & 31, seg = clamp_seg >> 8 & 31;
	u32 max = (l & seg) | (clamp & ~seg), min = l & seg;
	s32 j;
	b &= 31;
	switch (mode) {
	case MOD_SHFL_UP:
		j = (s32)l - (s32)b;
		s->valid[l] = j >= (s32)max;
		break;
	case MOD_SHFL_DOWN:
		j = (s32)(l + b);
		s->valid[l] = j <= (s32)max;
		break;
	case MOD_SHFL_BFLY:
		j = (s32)(l ^ b);
		s->valid[l] = j <= (s32)max;
		break;
	default:
		j = (s32)(min | (b & ~seg));
		s->valid[l] = j <= (s32)max;
		break;
	}
	s->from[l] = s->valid[l] ? (u32)j & 31 : l;
}

/* What the lanes bring. Lanes that take no part give 0, and so does a lane of another
 * member mask: `member` has the masks where they differ. */
struct brought {
	val value[MAX_CHUNKS], member[MAX_CHUNKS];
	bool differ;
};

static bool members_differ(struct fn *c, const struct inst *in) {
	return in->row == ROW_SHFL_SYNC && !warp_one_mask(c, in);
}

static void bring(struct fn *c, const struct inst *in, struct brought *from) {
	const struct operand *o = &in->operand[1];
	bool as_it_is = o->kind == OPR_REG && jit_hands_on_raw(c, in);
	from->differ = members_differ(c, in);
	for (u32 k = 0; k < c->nchunk; k++) {
		val v = as_it_is ? jit_reg_chunk(c, o->index, k)
		                 : jit_source(c, o, 32, k);
		v = jit_cast(c, v, c->i32);
		if (!c->em.full)
			v = LLVMBuildSelect(c->b, c->em.chunk[k], v,
			                    LLVMConstNull(jit_vec(c, c->i32)), "");
		from->value[k] = warp_constant(c, v);
		if (from->differ)
			from->member[k] = jit_source(c, &in->operand[in->noperand - 1],
			                             32, k);
	}
}

static val if_same(struct fn *c, val v, val member, val own) {
	val same = LLVMBuildICmp(c->b, LLVMIntEQ, member, own, "");
	return LLVMBuildSelect(c->b, same, v, LLVMConstNull(LLVMTypeOf(v)), "");
}

/* Returns the first n lanes of chunk k's result. Lanes that are not demanded repeat one
 * that is. */
static val shuffle_chunk(struct fn *c, val *chunk, const struct shuffle *s, u32 k, u32 n,
                         u32 wanted) {
	u32 least = WARP_LANES, most = 0, at[WARP_LANES];
	const u32 *own = s->from + k * c->width;
	val lane[WARP_LANES], from;
	wanted >>= k * c->width;
	for (u32 i = 0; i < n; i++) {
		at[i] = own[wanted >> i & 1 ? i : (u32)__builtin_ctz(wanted)];
		least = MIN(least, at[i]);
		most = MAX(most, at[i]);
	}
	u32 of = least / c->width; /* chunk of the first source lane */
	if (most / c->width == of)
		from = jit_narrow(c, chunk[of],
		                  MAX(jit_demanded_width_to(c, most % c->width), n));
	else
		from = warp_join(c, chunk, c->nchunk);
	for (u32 i = 0; i < n; i++)
		lane[i] = jit_int(c, 32,
		                  most / c->width == of ? at[i] % c->width : at[i]);
	return LLVMBuildShuffleVector(c->b, from, LLVMGetPoison(LLVMTypeOf(from)),
	                              LLVMConstVector(lane, n), "");
}

static val bring_chunk(struct fn *c, struct brought *from, const struct shuffle *s, u32 k,
                       u32 n, u32 wanted) {
	val v = shuffle_chunk(c, from->value, s, k, n, wanted);
	if (!from->differ)
		return v;
	return if_same(c, v, shuffle_chunk(c, from->member, s, k, n, wanted),
	               jit_narrow(c, from->member[k], n));
}

static void shuffle_fixed(struct fn *c, const struct inst *in, const struct operand *d,
                          const struct operand *p, const struct shuffle *s) {
	struct brought from;
	val lane[WARP_LANES], out[MAX_CHUNKS];
	bring(c, in, &from);
	for (u32 k = 0; k < c->nchunk; k++) {
		u32 n = jit_demanded_width(c, d, k);
		out[k] = n ? jit_widen(c, bring_chunk(c, &from, s, k, n,
		                                      jit_demanded_lanes(c, d)))
		           : LLVMConstNull(jit_vec(c, c->i32));
	}
	for (u32 k = 0; k < c->nchunk; k++) {
		for (u32 i = 0; i < c->width; i++)
			lane[i] = jit_int(c, 1, s->valid[k * c->width + i]);
		warp_set_chunk(c, d, k, out[k]);
		if (p)
			warp_set_chunk(c, p, k, LLVMConstVector(lane, c->width));
	}
}

/* Broadcasts one source lane through memory. */
static bool shuffle_broadcast(struct fn *c, const struct inst *in,
                              const struct operand *d) {
	struct brought from;
	bring(c, in, &from);
	val buf = warp_spill(c, from.value);
	val l = LLVMBuildAnd(c->b, jit_source(c, &in->operand[2], 32, SCALAR),
	                     jit_int(c, 32, 31), "");
	l = LLVMBuildShl(c->b, jit_resize(c, l, 64, false), jit_int(c, 64, 2), "");
	warp_set(c, d, LLVMBuildLoad2(c->b, c->i32, jit_gep(c, buf, l), ""));
	return true;
}

/* ---- shfl whose source lanes are computed ------------------------------------------ */

static val low_bits(struct fn *c, val v, u32 from) {
	v = LLVMBuildLShr(c->b, v, jit_splat(c, jit_int(c, 32, from)), "");
	return LLVMBuildAnd(c->b, v, jit_splat(c, jit_int(c, 32, 31)), "");
}

/* source_lane for the lanes of chunk k, before invalid ones take their own: *valid has
 * i1. */
static val computed_lanes(struct fn *c, const struct inst *in, u32 k, val *valid) {
	val l = jit_iota(c, 32, k, 1), b = jit_source(c, &in->operand[2], 32, k),
	    cs = jit_source(c, &in->operand[3], 32, k), seg = low_bits(c, cs, 8),
	    other = LLVMBuildNot(c->b, seg, ""), min = LLVMBuildAnd(c->b, l, seg, ""),
	    max = LLVMBuildOr(c->b, min,
	                      LLVMBuildAnd(c->b, low_bits(c, cs, 0), other, ""), ""),
	    j;
	b = low_bits(c, b, 0);
	switch (MOD_GET(in->mods, SHFL)) {
	case MOD_SHFL_UP: j = LLVMBuildSub(c->b, l, b, ""); break;
	case MOD_SHFL_DOWN: j = LLVMBuildAdd(c->b, l, b, ""); break;
	case MOD_SHFL_BFLY: j = LLVMBuildXor(c->b, l, b, ""); break;
	default: j = LLVMBuildOr(c->b, min, LLVMBuildAnd(c->b, b, other, ""), ""); break;
	}
	bool up = MOD_GET(in->mods, SHFL) == MOD_SHFL_UP;
	*valid = LLVMBuildICmp(c->b, up ? LLVMIntSGE : LLVMIntSLE, j, max, "");
	return j;
}

static val gather_lanes(struct fn *c, val buf, val from) {
	typ t = jit_vec(c, c->i32);
	val p = LLVMBuildGEP2(c->b, c->i32, buf, &from, 1, "");
	typ over[2] = {t, LLVMTypeOf(p)};
	val arg[4] = {p, jit_int(c, 32, 4), LLVMConstAllOnes(jit_vec(c, c->i1)),
	              LLVMConstNull(t)};
	return jit_intrinsic(c, "llvm.masked.gather", over, 2, arg, 4);
}

/* A distance that is known, up to a clamp that is not (the last lane that has a value):
 * `s` has the source lanes of the widest clamp. Else lanes are read from memory. */
static void shuffle_computed(struct fn *c, const struct inst *in, const struct operand *d,
                             const struct operand *p, const struct shuffle *s) {
	struct brought from;
	val out[MAX_CHUNKS], valid[MAX_CHUNKS], values = NULL, members = NULL;
	bring(c, in, &from);
	if (!s)
		values = warp_spill(c, from.value);
	if (!s && from.differ)
		members = warp_spill(c, from.member);
	for (u32 k = 0; k < c->nchunk; k++) {
		u32 n = jit_demanded_width(c, d, k);
		val j = computed_lanes(c, in, k, &valid[k]);
		if (!n) {
			out[k] = LLVMConstNull(jit_vec(c, c->i32));
		} else if (s) {
			val got = bring_chunk(c, &from, s, k, n,
			                      jit_demanded_lanes(c, d));
			got = LLVMBuildSelect(c->b, jit_narrow(c, valid[k], n), got,
			                      jit_narrow(c, from.value[k], n), "");
			out[k] = jit_widen(c, got);
		} else {
			val own = jit_iota(c, 32, k, 1);
			j = low_bits(c, LLVMBuildSelect(c->b, valid[k], j, own, ""), 0);
			out[k] = gather_lanes(c, values, j);
			if (members)
				out[k] = if_same(c, out[k], gather_lanes(c, members, j),
				                 from.member[k]);
		}
	}
	for (u32 k = 0; k < c->nchunk; k++) {
		warp_set_chunk(c, d, k, out[k]);
		if (p)
			warp_set_chunk(c, p, k, valid[k]);
	}
}

/* Checks whether each lane's source is known. */
static bool has_fixed_lanes(struct fn *c, const struct inst *in, struct shuffle *s) {
	const struct operand *p, *d = warp_dest(c, in, &p);
	struct uniform_value b = jit_operand_value(c, &in->operand[2], 32),
			     clamp = jit_operand_value(c, &in->operand[3], 32);
	if (d->kind != OPR_REG || !b.is_const || !clamp.is_const ||
	    jit_is_scalar(c, d->index))
		return false;
	for (u32 l = 0; l < WARP_LANES; l++)
		source_lane(s, l, MOD_GET(in->mods, SHFL), (u32)b.value,
		            (u32)clamp.value);
	return true;
}

bool jit_is_fixed_shuffle(struct fn *c, const struct inst *in, struct shuffle *s) {
	if (in->row != ROW_SHFL && in->row != ROW_SHFL_SYNC)
		return false;
	return !members_differ(c, in) && has_fixed_lanes(c, in, s);
}

bool warp_shuffle(struct fn *c, const struct inst *in) {
	const struct operand *p, *d = warp_dest(c, in, &p);
	struct shuffle fixed;
	if (d->kind != OPR_REG || c->reg[d->index].bits != 32 ||
	    c->reg[d->index].class == REG_AFFINE ||
	    (p && p->kind == OPR_REG && jit_is_scalar(c, p->index)))
		return false;
	struct uniform_value b = jit_operand_value(c, &in->operand[2], 32),
			     s = jit_operand_value(c, &in->operand[3], 32);
	if (has_fixed_lanes(c, in, &fixed)) {
		shuffle_fixed(c, in, d, p, &fixed);
		return true;
	}
	bool whole = s.is_const && (s.value & 0x1f1f) == 0x1f;
	if (MOD_GET(in->mods, SHFL) == MOD_SHFL_IDX && whole && b.kind == VALUE_UNIFORM &&
	    !p && !members_differ(c, in))
		return shuffle_broadcast(c, in, d);
	if (jit_is_scalar(c, d->index))
		return false;
	u32 mode = MOD_GET(in->mods, SHFL), widest = mode == MOD_SHFL_UP ? 0 : 31;
	bool is_near = b.is_const && mode != MOD_SHFL_IDX;
	for (u32 l = 0; is_near && l < WARP_LANES; l++)
		source_lane(&fixed, l, mode, (u32)b.value, widest);
	shuffle_computed(c, in, d, p, is_near ? &fixed : NULL);
	return true;
}
