/* builtin.c - built-in functions.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/call.h"
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/place.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"

/* ---- printf (B.34 of the programming guide): the arguments as C varargs, in a local buffer ---- */

static struct val lower_printf(struct lower *l, struct cexpr *e) {
	u64 size = 0;
	for (u32 i = 1; i < e->narg; i++) {
		u64 bytes = ctype_size(e->arg[i]->type);
		size = alignup(size, MIN(bytes, 8u)) + bytes;
	}
	struct operand format = lower_operand(l, e->arg[0]), arg[2];
	if (reg_is_var(l, format))
		format = emit_copy(l, TYPE_B64, format);
	if (size) {
		struct place buffer = local_new(l, alignup(size, 8), 8);
		struct val *v = arena_array(&l->r.scratch, struct val, e->narg);
		for (u32 i = 1; i < e->narg; i++) {
			v[i] = lower_value(l, e->arg[i]);
			if (reg_is_var(l, v[i].o))
				v[i].o = emit_copy(l, type_reg(e->arg[i]->type), v[i].o);
		}
		u64 at = 0;
		for (u32 i = 1; i < e->narg; i++) {
			u64 bytes = ctype_size(e->arg[i]->type);
			at = alignup(at, MIN(bytes, 8u));
			place_store(l, place_add(buffer, at),
			            ctype_unqual(e->arg[i]->type), v[i]);
			at += bytes;
		}
		arg[1] = place_address(l, buffer);
	} else {
		arg[1] = opr_imm(0);
	}
	arg[0] = format;
	return call_extern(l, EXTERN_VPRINTF, arg, 2);
}

/* ---- memory ------------------------------------------------------------------------ */

static struct place bytes_at(struct lower *l, struct place p, struct operand at) {
	p = place_fixed(l, p);
	struct operand base = place_address_here(l, p);
	p.base = (struct operand){
		.kind = OPR_ADDR_REG,
		.index = emit2(l, ROW_ADD, 0, TYPE_S64, base, at).index};
	return p;
}

/* Copies byte by byte, up or down; without a place `from`, stores `v`. */
static void byte_loop(struct lower *l, struct place to, struct place from,
                      struct operand v, struct operand n, bool down) {
	struct operand i = reg_new_var(l, TYPE_B64);
	u32 head = label_new(l), end = label_new(l);
	emit_mov(l, TYPE_B64, i, down ? n : opr_imm(0));
	label_set(l, head);
	struct operand done = down ? emit2(l, ROW_SETP_S, MOD_BITS(CMP, EQ), TYPE_S64, i,
	                                   opr_imm(0))
	                           : emit2(l, ROW_SETP_U, MOD_BITS(CMP, GE), TYPE_U64, i,
	                                   n);
	emit_bra_if(l, done, false, end);
	if (down)
		emit_mov(l, TYPE_B64, i, emit2(l, ROW_SUB, 0, TYPE_S64, i, opr_imm(1)));
	if (from.kind)
		v = mem_load(l, bytes_at(l, from, i), TYPE_U8, TYPE_B16);
	mem_store(l, bytes_at(l, to, i), TYPE_U8, v);
	if (!down)
		emit_mov(l, TYPE_B64, i, emit2(l, ROW_ADD, 0, TYPE_S64, i, opr_imm(1)));
	emit_bra(l, head);
	label_set(l, end);
}

/* Returns the chunk size in bytes that the type of pointer p allows. */
static u64 pointer_align(const struct cexpr *p) {
	while (p->kind == CE_CAST && p->a->type->kind == CT_PTR)
		p = p->a;
	const struct ctype *t = p->type->kind == CT_PTR ? p->type->base : NULL;
	if (!t || t->kind == CT_VOID || t->kind == CT_FUNC || !ctype_is_complete(t))
		return 1;
	return MIN(ctype_align(t), 8u);
}

static bool copy_unrolled(struct lower *l, struct cexpr *e, struct place to,
                          struct place from) {
	u64 n, c = MIN(pointer_align(e->arg[0]), pointer_align(e->arg[1]));
	if (!expr_is_const(e->arg[2], &n) || n > 16 * c || n > 64)
		return false;
	static const enum type mem[] = {
		[1] = TYPE_U8, [2] = TYPE_U16, [4] = TYPE_U32, [8] = TYPE_U64};
	struct operand part[32];
	u32 k = 0, at;
	u64 first = c;
	for (u64 i = 0; i < n;) {
		while (i + c > n)
			c /= 2;
		part[k++] = mem_load(l, place_add(from, i), mem[c],
		                     c == 8   ? TYPE_B64
		                     : c == 4 ? TYPE_B32
		                              : TYPE_B16);
		i += c;
	}
	c = first;
	at = 0;
	for (u64 i = 0; i < n;) {
		while (i + c > n)
			c /= 2;
		mem_store(l, place_add(to, i), mem[c], part[at++]);
		i += c;
	}
	return true;
}

static struct val lower_memory(struct lower *l, struct cexpr *e) {
	struct place to = place_fixed(l, lower_pointer(l, e->arg[0])),
		     from = place_none();
	struct operand v = opr_imm(0);
	if (e->op == CB_MEMSET) {
		v = lower_operand(l, e->arg[1]);
		if (v.kind == OPR_REG)
			v = emit_cvt(l, ROW_CVT_II, 0, TYPE_U16, TYPE_U32, v);
	} else {
		from = place_fixed(l, lower_pointer(l, e->arg[1]));
	}
	if (from.kind == PLACE_MEM && to.kind == PLACE_MEM &&
	    copy_unrolled(l, e, to, from))
		return val_of(place_address(l, to));
	struct operand n = lower_operand(l, e->arg[2]);
	n = reg_is_var(l, n) ? emit_copy(l, TYPE_B64, n) : emit_reg(l, TYPE_B64, n);
	if (e->op != CB_MEMMOVE) {
		byte_loop(l, to, from, v, n, false);
		return val_of(place_address(l, to));
	}
	u32 down = label_new(l), end = label_new(l);
	struct operand a = place_address(l, to), b = place_address(l, from);
	emit_bra_if(l, emit2(l, ROW_SETP_U, MOD_BITS(CMP, GT), TYPE_U64, a, b), false,
	            down);
	byte_loop(l, to, from, v, n, false);
	emit_bra(l, end);
	label_set(l, down);
	byte_loop(l, to, from, v, n, true);
	label_set(l, end);
	return val_of(a);
}

static struct val lower_alloca(struct lower *l, struct cexpr *e) {
	struct operand o[3] = {reg_new(l, TYPE_B64),
	                       emit_reg(l, TYPE_B64, lower_operand(l, e->arg[0])),
	                       opr_imm(16)};
	emit_inst(l, ROW_ALLOCA, 0, TYPE_U64, TYPE_NONE, o, 3);
	return val_of(
		emit1(l, ROW_CVTA, (u64)SPACE_LOCAL << MOD_SPACE_SHIFT, TYPE_U64, o[0]));
}

/* ---- arithmetic -------------------------------------------------------------------- */

static struct val float_unary(struct lower *l, struct cexpr *e, struct operand a,
                              enum type t) {
	bool single = t == TYPE_F32;
	u64 rnd = 0;
	switch ((enum cbuiltin)e->op) {
	case CB_FABS:
		return val_of(emit1(l, single ? ROW_ABS_F32 : ROW_ABS_F64, emit_ftz(l, t),
		                    t, a));
	case CB_SQRT:
		if (!single)
			return val_of(emit1(l, ROW_SQRT_F64, MOD_BITS(RND, RN), t, a));
		if (l->opt->prec_sqrt)
			return val_of(emit1(l, ROW_SQRT_F32,
			                    MOD_BITS(RND, RN) | emit_ftz(l, t), t, a));
		return val_of(emit1(l, ROW_SQRT_APPROX,
		                    MOD_BITS(APPROX, APPROX) | emit_ftz(l, t), t, a));
	case CB_FLOOR: rnd = MOD_BITS(RND, RMI); break;
	case CB_CEIL: rnd = MOD_BITS(RND, RPI); break;
	case CB_TRUNC: rnd = MOD_BITS(RND, RZI); break;
	default: rnd = MOD_BITS(RND, RNI); break;
	}
	return val_of(emit_cvt(l, single ? ROW_CVT_F32_F32 : ROW_CVT_F64_F64,
	                       rnd | emit_ftz(l, t), t, t, a));
}

static struct val float_class(struct lower *l, struct cexpr *e, struct operand a,
                              enum type t) {
	bool single = t == TYPE_F32;
	enum row row = single ? ROW_TESTP_F32 : ROW_TESTP_F64;
	struct operand p;
	switch ((enum cbuiltin)e->op) {
	case CB_ISNAN: p = emit1(l, row, MOD_BITS(TESTP, NOTANUMBER), t, a); break;
	case CB_ISINF: p = emit1(l, row, MOD_BITS(TESTP, INFINITE), t, a); break;
	case CB_ISFINITE: p = emit1(l, row, MOD_BITS(TESTP, FINITE), t, a); break;
	default: { /* CB_SIGNBIT */
		enum type b = single ? TYPE_B32 : TYPE_B64;
		struct operand bits = value_bits(l, emit_reg(l, t, a), t, b);
		p = emit2(l, ROW_SETP_S, MOD_BITS(CMP, LT), single ? TYPE_S32 : TYPE_S64,
		          bits, opr_imm(0));
		break;
	}
	}
	if (type_is_bool(e->type))
		return val_of(p);
	return val_of(emit_selp(l, type_reg(e->type), opr_imm(1), opr_imm(0), p));
}

static struct val float_binary(struct lower *l, struct cexpr *e, enum type t) {
	bool single = t == TYPE_F32;
	struct operand a = emit_reg(l, t, lower_operand(l, e->arg[0]));
	if (reg_is_var(l, a) && expr_has_effect(e->arg[1]))
		a = emit_copy(l, t, a);
	struct operand b = lower_operand(l, e->arg[1]);
	switch ((enum cbuiltin)e->op) {
	case CB_FMIN:
		return val_of(emit2(l, single ? ROW_MIN_F32 : ROW_MIN_F64, emit_ftz(l, t),
		                    t, a, b));
	case CB_FMAX:
		return val_of(emit2(l, single ? ROW_MAX_F32 : ROW_MAX_F64, emit_ftz(l, t),
		                    t, a, b));
	case CB_COPYSIGN: /* PTX has the sign first */
		return val_of(emit2(l, single ? ROW_COPYSIGN_F32 : ROW_COPYSIGN_F64, 0, t,
		                    b, a));
	default: break;
	}
	struct operand c = lower_operand(l, e->arg[2]);
	return val_of(emit3(l, single ? ROW_FMA_F32 : ROW_FMA_F64,
	                    MOD_BITS(RND, RN) | emit_ftz(l, t), t, a, b, c));
}

static struct operand swap_bytes32(struct lower *l, struct operand a) {
	return emit3(l, ROW_PRMT, 0, TYPE_B32, a, opr_imm(0), opr_imm(0x0123));
}

static struct operand swap_bytes16(struct lower *l, struct operand a) {
	return emit2(l, ROW_OR, 0, TYPE_B16,
	             emit2(l, ROW_SHL, 0, TYPE_B16, a, opr_imm(8)),
	             emit2(l, ROW_SHR_U, 0, TYPE_U16, a, opr_imm(8)));
}

static struct operand swap_bytes(struct lower *l, struct operand a, bool wide) {
	if (!wide)
		return swap_bytes32(l, a);
	struct operand half[2] = {reg_new(l, TYPE_B32), reg_new(l, TYPE_B32)};
	struct operand o[2] = {
		{.kind = OPR_VEC, .n = 2, .index = ir_elements_new(&l->r.b, half, 2)}, a};
	emit_inst(l, ROW_MOV_UNPACK, 0, TYPE_B64, TYPE_NONE, o, 2);
	struct operand swapped[2] = {swap_bytes32(l, half[1]), swap_bytes32(l, half[0])};
	struct operand r[2] = {
		reg_new(l, TYPE_B64),
		{.kind = OPR_VEC, .n = 2, .index = ir_elements_new(&l->r.b, swapped, 2)}};
	emit_inst(l, ROW_MOV_PACK, 0, TYPE_B64, TYPE_NONE, r, 2);
	return r[0];
}

static struct val bit_count(struct lower *l, struct cexpr *e) {
	const struct ctype *t = e->arg[0]->type;
	if (ctype_size(t) == 2)
		return val_of(swap_bytes16(l, lower_operand(l, e->arg[0])));
	bool wide = ctype_size(t) == 8;
	enum type b = wide ? TYPE_B64 : TYPE_B32;
	struct operand a = emit_reg(l, b, lower_operand(l, e->arg[0])), n;
	switch ((enum cbuiltin)e->op) {
	case CB_CLZ: return val_of(emit1(l, ROW_CLZ, 0, b, a));
	case CB_POPCOUNT: return val_of(emit1(l, ROW_POPC, 0, b, a));
	case CB_PARITY:
		n = emit1(l, ROW_POPC, 0, b, a);
		return val_of(emit2(l, ROW_AND, 0, TYPE_B32, n, opr_imm(1)));
	case CB_BSWAP: return val_of(swap_bytes(l, a, wide));
	default: break;
	}
	n = emit1(l, ROW_CLZ, 0, b, emit1(l, ROW_BREV, 0, b, a));
	if (e->op == CB_CTZ)
		return val_of(n);
	struct operand p = emit2(l, ROW_SETP_S, MOD_BITS(CMP, EQ),
	                         wide ? TYPE_S64 : TYPE_S32, a, opr_imm(0));
	n = emit2(l, ROW_ADD, 0, TYPE_S32, n, opr_imm(1));
	return val_of(emit_selp(l, TYPE_B32, opr_imm(0), n, p));
}

/* ---- the rest ---------------------------------------------------------------------- */

static struct val nothing(void) {
	return (struct val){0};
}

struct val lower_builtin(struct lower *l, struct cexpr *e) {
	enum type t = e->narg ? type_reg(e->arg[0]->type) : TYPE_NONE;
	switch ((enum cbuiltin)e->op) {
	case CB_PRINTF: return lower_printf(l, e);
	case CB_TRAP:
	case CB_UNREACHABLE: emit_trap(l); return nothing();
	case CB_ASSUME: return nothing(); /* its operand is not evaluated */
	case CB_EXPECT: return lower_value(l, e->arg[0]);
	case CB_MEMCPY:
	case CB_MEMMOVE:
	case CB_MEMSET: return lower_memory(l, e);
	case CB_ALLOCA: return lower_alloca(l, e);
	case CB_FABS:
	case CB_SQRT:
	case CB_FLOOR:
	case CB_CEIL:
	case CB_TRUNC:
	case CB_RINT:
		return float_unary(l, e, emit_reg(l, t, lower_operand(l, e->arg[0])), t);
	case CB_ISNAN:
	case CB_ISINF:
	case CB_SIGNBIT:
	case CB_ISFINITE:
		return float_class(l, e, emit_reg(l, t, lower_operand(l, e->arg[0])), t);
	case CB_FMIN:
	case CB_FMAX:
	case CB_COPYSIGN:
	case CB_FMA: return float_binary(l, e, t);
	case CB_CLZ:
	case CB_CTZ:
	case CB_POPCOUNT:
	case CB_PARITY:
	case CB_FFS:
	case CB_BSWAP: return bit_count(l, e);
	case CB_CONSTANT_P: return value_const(e->type, 0);
	case CB_NONE:
	case CB_COUNT: break;
	}
	lower_unsupported(l, e->loc,
	                  "this built-in function is not supported in device code");
	return e->type->kind == CT_VOID ? nothing() : value_const(e->type, 0);
}
