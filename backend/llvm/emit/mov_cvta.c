/* mov_cvta.c - mov of special registers and addresses, packing and unpacking, cvta.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/fn.h"

static const struct operand *at(const struct fn *c, const struct operand *list, u32 i) {
	return list->kind == OPR_VEC ? &c->f->operand[list->index + i] : list;
}

static u32 count(const struct operand *o) {
	return o->kind == OPR_VEC ? o->n : 1;
}

static val to_type(struct fn *c, u32 reg, val v) {
	struct jreg *r = &c->reg[reg];
	typ t = LLVMTypeOf(v);
	if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
		t = LLVMGetElementType(t);
	if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind && r->bits > 1)
		v = jit_resize(c, v, r->bits, false);
	return jit_cast(c, v, r->type);
}

static void set(struct fn *c, const struct operand *o, u32 k, val v) {
	if (o->kind != OPR_REG)
		return;
	v = to_type(c, o->index, v);
	if (k == SCALAR)
		jit_reg_set_scalar(c, o->index, v);
	else
		jit_reg_set_chunk(c, o->index, k, v);
}

/* Copies all chunks, or the scalar alone if the destination is one; false if the source
 * of that is none. */
static bool copy(struct fn *c, const struct operand *d, const struct operand *s,
                 u32 bits) {
	if (d->kind != OPR_REG)
		return true;
	if (jit_is_scalar(c, d->index)) {
		if (!jit_source_scalar(c, s))
			return false;
		set(c, d, SCALAR, jit_source(c, s, bits, SCALAR));
		return true;
	}
	val v[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++)
		v[k] = jit_source(c, s, bits, k);
	for (u32 k = 0; k < c->nchunk; k++)
		set(c, d, k, v[k]);
	return true;
}

/* mov.b64 d, {a, b}: a is the low part. */
static val packed(struct fn *c, const struct operand *list, u32 bits, u32 k) {
	u32 n = count(list), part = bits / n;
	val all = NULL;
	for (u32 i = 0; i < n; i++) {
		val v = jit_source(c, at(c, list, i), part, k);
		v = jit_resize(c, jit_cast(c, v, jit_int_type(c, part)), bits, false);
		if (i) {
			val by = jit_int(c, bits, (u64)i * part);
			v = LLVMBuildShl(c->b, v, k == SCALAR ? by : jit_splat(c, by),
			                 "");
		}
		all = all ? LLVMBuildOr(c->b, all, v, "") : v;
	}
	return all;
}

static bool pack(struct fn *c, const struct inst *in) {
	const struct operand *d = &in->operand[0], *list = &in->operand[1];
	u32 bits = type_info[in->type[0]].bits;
	if (d->kind != OPR_REG || c->reg[d->index].bits != bits ||
	    bits / count(list) < 16)
		return false;
	if (jit_is_scalar(c, d->index)) {
		for (u32 i = 0; i < count(list); i++)
			if (!jit_source_scalar(c, at(c, list, i)))
				return false;
		set(c, d, SCALAR, packed(c, list, bits, SCALAR));
		return true;
	}
	val v[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++)
		v[k] = packed(c, list, bits, k);
	for (u32 k = 0; k < c->nchunk; k++)
		set(c, d, k, v[k]);
	return true;
}

static bool unpack(struct fn *c, const struct inst *in) {
	const struct operand *list = &in->operand[0], *s = &in->operand[1];
	u32 bits = type_info[in->type[0]].bits, n = count(list), part = bits / n;
	if (part < 16)
		return false;
	for (u32 i = 0; i < n; i++) {
		const struct operand *d = at(c, list, i);
		if (d->kind == OPR_REG && jit_is_scalar(c, d->index) &&
		    !jit_source_scalar(c, s))
			return false;
	}
	val src[MAX_CHUNKS], one = NULL;
	for (u32 k = 0; k < c->nchunk; k++)
		src[k] = jit_cast(c, jit_source(c, s, bits, k), jit_int_type(c, bits));
	if (jit_source_scalar(c, s))
		one = jit_cast(c, jit_source(c, s, bits, SCALAR), jit_int_type(c, bits));
	for (u32 i = 0; i < n; i++) {
		const struct operand *d = at(c, list, i);
		if (d->kind != OPR_REG)
			continue;
		val by = jit_int(c, bits, (u64)i * part);
		if (jit_is_scalar(c, d->index)) {
			set(c, d, SCALAR,
			    jit_resize(c, LLVMBuildLShr(c->b, one, by, ""), part, false));
			continue;
		}
		for (u32 k = 0; k < c->nchunk; k++)
			set(c, d, k,
			    jit_resize(c,
			               LLVMBuildLShr(c->b, src[k], jit_splat(c, by), ""),
			               part, false));
	}
	return true;
}

/* Generic addresses are those of the space, moved by where its window starts. */
static bool cvta(struct fn *c, const struct inst *in) {
	const struct operand *d = &in->operand[0], *s = &in->operand[1];
	u32 bits = type_info[in->type[0]].bits, space = MOD_GET(in->mods, SPACE);
	if (d->kind != OPR_REG || bits != 64 || c->reg[d->index].bits != 64)
		return false;
	val base = NULL;
	if (space == SPACE_SHARED || space == SPACE_SHARED_CTA ||
	    space == SPACE_SHARED_CLUSTER)
		base = jit_once(c, ONCE_MAP_SHARED);
	else if (space == SPACE_LOCAL)
		base = jit_once(c, ONCE_MAP_LOCAL);
	bool to = MOD_GET(in->mods, TO) != 0, scalar = jit_is_scalar(c, d->index);
	if (scalar && !jit_source_scalar(c, s))
		return false;
	val v[MAX_CHUNKS];
	for (u32 k = 0; k < (scalar ? 1 : c->nchunk); k++) {
		v[k] = jit_cast(c, jit_source(c, s, 64, scalar ? SCALAR : k), c->i64);
		val delta = base && !scalar ? jit_splat(c, base) : base;
		if (delta)
			v[k] = to ? LLVMBuildSub(c->b, v[k], delta, "")
			          : LLVMBuildAdd(c->b, v[k], delta, "");
	}
	if (scalar)
		set(c, d, SCALAR, v[0]);
	for (u32 k = 0; !scalar && k < c->nchunk; k++)
		set(c, d, k, v[k]);
	return true;
}

bool jit_mov(struct fn *c, const struct inst *in) {
	switch (in->row) {
	case ROW_MOV_SREG:
		if (jit_sreg_is_time(in->operand[1].index))
			return false;
		return copy(c, &in->operand[0], &in->operand[1],
		            type_info[in->type[0]].lane_bits);
	case ROW_MOV_SYM:
		return copy(c, &in->operand[0], &in->operand[1],
		            type_info[in->type[0]].lane_bits);
	case ROW_MOV_PACK: return pack(c, in);
	case ROW_MOV_UNPACK: return unpack(c, in);
	case ROW_CVTA:
	case ROW_CVTA_TO: return cvta(c, in);
	default: return false;
	}
}
