/* operand.c - source operands as values: registers, immediates, special registers,
 * symbols.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/flow/function_split.h"

#include "ir/analysis/uniform_eval.h"

/* ---- special registers ------------------------------------------------------------- */

enum { KIND_LANE, KIND_WARP, KIND_CTA, KIND_GRID, KIND_TIME };

static u32 sreg_kind(u32 s) {
	static const u8 kind[SREG_COUNT] = {
#define SREG(id, text, type, ptx, sm, kind) [SREG_##id] = KIND_##kind,
#include "ir/sreg.def"
#undef SREG
	};
	return kind[s];
}

static enum type sreg_type(u32 s) {
	static const u8 type[SREG_COUNT] = {
#define SREG(id, text, type, ptx, sm, kind) [SREG_##id] = TYPE_##type,
#include "ir/sreg.def"
#undef SREG
	};
	return (enum type)type[s];
}

static u32 page_value(u32 s) {
	switch (s) {
	case SREG_TID_X: return WARP_TID_X;
	case SREG_TID_Y: return WARP_TID_Y;
	case SREG_TID_Z: return WARP_TID_Z;
	case SREG_LANEID: return WARP_LANEID;
	case SREG_WARPID: return WARP_WARPID;
	case SREG_LANEMASK_EQ: return WARP_MASK_EQ;
	case SREG_LANEMASK_LE: return WARP_MASK_LE;
	case SREG_LANEMASK_LT: return WARP_MASK_LT;
	case SREG_LANEMASK_GE: return WARP_MASK_GE;
	default: return WARP_MASK_GT;
	}
}

/* Loads the value in lane 0 of a special register that the warp's page holds. */
static val page_scalar(struct fn *c, u32 s) {
	return jit_field(c, jit_once(c, ONCE_WARP_PAGE), page_value(s) * 128u, c->i32,
	                 "");
}

static val page_chunk(struct fn *c, u32 s, u32 k) {
	if (s == SREG_LANEID)
		return jit_iota(c, 32, k, 1);
	val v = jit_field(c, jit_once(c, ONCE_WARP_PAGE),
	                  page_value(s) * 128u + k * c->width * 4, jit_vec(c, c->i32),
	                  "");
	LLVMSetAlignment(v, 64 / (64 / (c->width * 4)));
	return v;
}

static val cta_sreg_value(struct fn *c, u32 s) {
	val cta = jit_once(c, ONCE_CTA);
	switch (s) {
	case SREG_NTID_X:
	case SREG_NTID_Y:
	case SREG_NTID_Z:
		if (c->opt.ntid[s - SREG_NTID_X])
			return jit_int(c, 32, c->opt.ntid[s - SREG_NTID_X]);
		return jit_field(c, jit_once(c, ONCE_LAUNCH),
		                 offsetof(struct launch, block) + 4 * (s - SREG_NTID_X),
		                 c->i32, "");
	case SREG_CTAID_X:
	case SREG_CTAID_Y:
	case SREG_CTAID_Z:
		return jit_field(c, cta,
		                 offsetof(struct cta, id) + 4 * (s - SREG_CTAID_X),
		                 c->i32, "");
	case SREG_NCTAID_X:
	case SREG_NCTAID_Y:
	case SREG_NCTAID_Z:
		return jit_field(c, jit_once(c, ONCE_LAUNCH),
		                 offsetof(struct launch, grid) + 4 * (s - SREG_NCTAID_X),
		                 c->i32, "");
	default: {
		val arg[2] = {jit_any_warp(c), jit_int(c, 32, s)};
		return jit_call(c, offsetof(struct services, sreg), c->i64, arg, 2);
	}
	}
}

val jit_cta_sreg(struct fn *c, u32 s) {
	if (!c->values.sreg_once[s]) {
		bb here = jit_entry(c);
		c->values.sreg_once[s] = cta_sreg_value(c, s);
		jit_prologue_end(c, here);
	}
	return c->values.sreg_once[s];
}

/* Widths as sreg_source of the interpreter gives them. */
static val sreg_source(struct fn *c, u32 s, u32 bits, u32 k) {
	if (sreg_kind(s) == KIND_WARP || sreg_kind(s) == KIND_LANE) {
		if (k == SCALAR)
			return page_scalar(c, s);
		return sreg_kind(s) == KIND_LANE ? page_chunk(c, s, k)
		                                 : jit_splat(c, page_scalar(c, s));
	}
	u32 own = type_info[sreg_type(s)].lane_bits;
	u32 actual = own == 1 ? 1 : bits == 64 || own == 64 ? 64 : 32;
	val v = jit_cta_sreg(c, s);
	if (own == 1)
		v = LLVMBuildICmp(c->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
	else
		v = jit_resize(c, v, actual, false);
	return k == SCALAR ? v : jit_splat(c, v);
}

bool jit_sreg_is_time(u32 s) {
	return sreg_kind(s) == KIND_TIME;
}

/* ---- symbols ----------------------------------------------------------------------- */

static val shared_var(struct fn *c, u32 var) {
	return jit_field(c, jit_once(c, ONCE_SHARED_OFFSET), 4 * (size_t)var, c->i32, "");
}

/* Address of a variable, in its own space or (o->generic) the generic one. */
val jit_symbol(struct fn *c, const struct operand *o, u32 bits) {
	const struct var *v = &c->m->var[o->index];
	val at;
	switch (v->space) {
	case SPACE_SHARED:
	case SPACE_SHARED_CTA:
	case SPACE_SHARED_CLUSTER:
		at = LLVMBuildAdd(c->b, jit_once(c, ONCE_SHARED_BASE),
		                  shared_var(c, o->index), "");
		at = jit_resize(c, at, 64, false);
		break;
	case SPACE_PARAM:
	case SPACE_PARAM_ENTRY:
	case SPACE_PARAM_FUNC:
		if (c->facts.is_kernel && v->is_param) {
			at = LLVMBuildPtrToInt(c->b, jit_once(c, ONCE_PARAM), c->i64, "");
			at = LLVMBuildAdd(c->b, at, jit_int(c, 64, v->param_offset), "");
			break;
		} /* fall through */
	case SPACE_LOCAL:
		at = jit_resize(c, jit_once(c, ONCE_LOCAL_BASE), 64, false);
		at = LLVMBuildAdd(c->b, at, jit_int(c, 64, c->dm->place[o->index].local),
		                  "");
		break;
	default:
		at = jit_field(c, jit_once(c, ONCE_VAR_ADDR), 8 * (size_t)o->index,
		               c->i64, "");
		break;
	}
	at = LLVMBuildAdd(c->b, at, jit_int(c, 64, (u64)o->value), "");
	return jit_resize(c, at, bits == 32 ? 32 : 64, false);
}

/* ---- immediates -------------------------------------------------------------------- */

/* For each constant in memory LLVM searches all those of the function, one by one. So it
 * gets no more than this; further ones are in a table of our own. */
static u32 max_constants(const struct fn *c) {
	return c->opt.is_quick ? 32 : 512;
}

static u32 immediates_of(const struct func *f, u32 block) {
	const struct block *b = &f->block[block];
	u32 n = 0;
	for (u32 i = b->first; i < b->first + b->ninst; i++)
		for (u32 k = 0; k < f->inst[i].noperand; k++)
			n += f->inst[i].operand[k].kind == OPR_IMM;
	return n;
}

void jit_constants(struct fn *c) {
	u32 n = 0;
	for (u32 i = split_first(c, split_current(c));
	     i < split_first(c, split_current(c) + 1); i++)
		n += immediates_of(c->f, c->cfg->order[i]);
	if (n <= max_constants(c))
		return;
	c->values.constants = LLVMAddGlobal(c->mod, LLVMArrayType2(c->i64, n),
	                                    "constants");
	c->values.constant = arena_array_raw(c->a, val, n);
	c->values.nconstant = n;
	c->values.constant_at = MAP_INIT(c->a);
	LLVMSetLinkage(c->values.constants, LLVMInternalLinkage);
}

/* The table is not marked as constant, or LLVM would replace the loads by the
 * constants. */
void jit_constants_end(struct fn *c) {
	if (!c->values.constants)
		return;
	for (u64 i = c->values.constant_at.n; i < c->values.nconstant; i++)
		c->values.constant[i] = jit_int(c, 64, 0);
	LLVMSetInitializer(
		c->values.constants,
		LLVMConstArray2(c->i64, c->values.constant, c->values.nconstant));
	c->values.constants = NULL;
}

static val immediate(struct fn *c, u32 bits, u64 value, bool in_memory) {
	if (bits == 128) { /* as the interpreter's pool has it */
		u64 word[2] = {value, 0};
		return LLVMConstIntOfArbitraryPrecision(c->i128, 2, word);
	}
	if (!c->values.constants || !in_memory || bits < 32)
		return jit_int(c, bits, value);
	u64 *at = map_at(&c->values.constant_at, value);
	if (!*at && c->values.constant_at.n > c->values.nconstant)
		bug("a piece has constants of another");
	if (!*at) {
		*at = c->values.constant_at.n;
		c->values.constant[*at - 1] = jit_int(c, 64, value);
	}
	if (*at <= max_constants(c))
		return jit_int(c, bits, value);
	return jit_own_constant(c, *at - 1, jit_int_type(c, bits));
}

/* ---- sources ----------------------------------------------------------------------- */

static val reg_source(struct fn *c, const struct operand *o, u32 k) {
	val v = k == SCALAR ? jit_reg_scalar(c, o->index) : jit_reg_chunk(c, o->index, k);
	return jit_canonical(c, o->index, v);
}

/* Integers of another width: the low part, or zero-extended. */
static val fit(struct fn *c, val v, u32 own, u32 bits) {
	if (!bits || own == bits || own == 1 || bits == 1)
		return v;
	v = jit_cast(c, v, jit_int_type(c, own));
	return jit_resize(c, v, bits, false);
}

val jit_source(struct fn *c, const struct operand *o, u32 bits, u32 k) {
	val v;
	switch (o->kind) {
	case OPR_REG:
	case OPR_ADDR_REG:
		v = fit(c, reg_source(c, o, k), c->reg[o->index].bits, bits);
		break;
	case OPR_IMM:
		v = immediate(c, bits ? bits : 32, (u64)o->value,
		              k != SCALAR || type_info[c->in->type[0]].class == 'F');
		v = k == SCALAR ? v : jit_splat(c, v);
		break;
	case OPR_SREG: {
		v = sreg_source(c, o->index, bits, k);
		typ t = LLVMTypeOf(v);
		if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
			t = LLVMGetElementType(t);
		v = fit(c, v, LLVMGetIntTypeWidth(t), bits);
		break;
	}
	case OPR_SYM:
		v = jit_symbol(c, o, bits == 32 ? 32 : 64);
		v = fit(c, v, bits == 32 ? 32 : 64, bits);
		v = k == SCALAR ? v : jit_splat(c, v);
		break;
	case OPR_FUNC:
		v = LLVMBuildAdd(c->b, jit_once(c, ONCE_CODE_BASE),
		                 jit_int(c, 64, 16ull * o->index), "");
		v = fit(c, v, 64, bits);
		v = k == SCALAR ? v : jit_splat(c, v);
		break;
	default: /* an operand that was left out */
		v = LLVMConstNull(jit_int_type(c, bits ? bits : 32));
		v = k == SCALAR ? v : jit_splat(c, v);
		break;
	}
	if (o->negated && bits == 1)
		v = LLVMBuildNot(c->b, v, "");
	return v;
}

struct uniform_value jit_operand_value(struct fn *c, const struct operand *o, u32 bits) {
	struct uniform_env e = {
		.m = c->m,
		.f = c->f,
		.shape = {.ntid = {c->opt.ntid[0], c->opt.ntid[1], c->opt.ntid[2]},
	                  .takes_no_wrap = true,
	                  .takes_rows = true},
		.reg = c->uni->reg};
	struct uniform_value v = uniform_operand(&e, o, bits);
	if ((o->kind == OPR_REG || o->kind == OPR_ADDR_REG)) {
		const struct jreg *r = &c->reg[o->index];
		v.kind = r->class == REG_SCALAR   ? VALUE_UNIFORM
		         : r->class == REG_AFFINE ? VALUE_AFFINE
		                                  : VALUE_DIVERGENT;
		v.stride = r->class == REG_AFFINE ? r->how->stride : 0;
		v.jump = r->class == REG_AFFINE ? r->how->jump : 0;
		v.row = r->class == REG_AFFINE ? r->how->row : 0;
	}
	return v;
}

bool jit_source_scalar(struct fn *c, const struct operand *o) {
	switch (o->kind) {
	case OPR_REG:
	case OPR_ADDR_REG: return jit_is_scalar(c, o->index);
	case OPR_SREG: {
		struct uniform_value v = jit_operand_value(c, o, 32);
		return v.kind == VALUE_UNIFORM || v.kind == VALUE_AFFINE;
	}
	default: return true;
	}
}
