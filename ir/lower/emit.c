/* emit.c - instructions, registers and labels of the function being lowered. Labels are
 * those of the resolver, so that inline PTX and our own branches mix.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>

#include "base/scratch.h"
#include "ir/lower/emit.h"
#include "ir/lower/place.h"
#include "ir/lower/state.h"

struct str *name_of(struct lower *l, const char *fmt, ...) {
	char small[256], *text = small;
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(small, sizeof small, fmt, ap);
	va_end(ap);
	if (n >= (int)sizeof small) {
		text = arena_alloc(&l->unit, (size_t)n + 1, 1);
		va_start(ap, fmt);
		vsnprintf(text, (size_t)n + 1, fmt, ap);
		va_end(ap);
	}
	return str_intern(l->r.names, text, (size_t)n);
}

void lower_unsupported(struct lower *l, struct loc loc, const char *fmt, ...) {
	va_list ap;
	char text[512];
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	diag_error(l->d, loc, E0702, "%s", text);
}

/* ---- registers --------------------------------------------------------------------- */

struct operand reg_new(struct lower *l, enum type t) {
	static const char *const prefix[] = {"%p", "%rs", "%r", "%rd",
	                                     "%f", "%fd", "%rq"};
	u32 k = t == TYPE_PRED  ? 0
	        : t == TYPE_B16 ? 1
	        : t == TYPE_B32 ? 2
	        : t == TYPE_B64 ? 3
	        : t == TYPE_F32 ? 4
	        : t == TYPE_F64 ? 5
	                        : 6;
	struct str *name = name_of(l, "%s%u", prefix[k], ++l->nreg[k]);
	u32 r = ir_reg_new(&l->r.b, name_unique(&l->r, name, 1), t);
	while (l->is_var_reg.n <= r)
		vec_push(&l->unit, &l->is_var_reg, false);
	l->is_var_reg.at[r] = false;
	return opr_reg(r);
}

struct operand reg_new_var(struct lower *l, enum type t) {
	struct operand o = reg_new(l, t);
	l->is_var_reg.at[o.index] = true;
	return o;
}

bool reg_is_var(const struct lower *l, struct operand o) {
	return (o.kind == OPR_REG || o.kind == OPR_ADDR_REG) &&
	       o.index < l->is_var_reg.n && l->is_var_reg.at[o.index];
}

static enum type reg_type_for(enum type t) {
	switch (type_info[t].class) {
	case 'P': return TYPE_PRED;
	case 'F':
		if (t == TYPE_F32 || t == TYPE_F64)
			return t;
		break;
	default: break;
	}
	u32 bits = type_info[t].bits;
	return bits <= 16   ? TYPE_B16
	       : bits <= 32 ? TYPE_B32
	       : bits <= 64 ? TYPE_B64
	                    : TYPE_B128;
}

/* ---- instructions ------------------------------------------------------------------ */

/* Returns the bits of a constant as operands of type t hold them. */
static s64 imm_bits(enum type t, s64 value) {
	u32 bits = type_info[t].bits;
	u64 v = (u64)value;
	if (t == TYPE_PRED)
		return v != 0;
	if (!bits || bits >= 64)
		return value;
	v &= (1ull << bits) - 1;
	if (type_info[t].class != 'U' && type_info[t].class != 'F' && v >> (bits - 1))
		v |= ~0ull << bits;
	return (s64)v;
}

struct inst *emit_inst(struct lower *l, enum row row, u64 mods, enum type t0,
                       enum type t1, const struct operand *o, u32 n) {
	struct operand copy[ROW_OPERANDS];
	u8 type[4] = {(u8)t0, (u8)t1};
	const struct row_info *info = row_info(row);
	for (u32 i = 0; i < n; i++) {
		copy[i] = o[i];
		if (o[i].kind == OPR_IMM && i < info->nopr)
			copy[i].value = imm_bits(row_operand_type(info, type, i),
			                         o[i].value);
	}
	struct inst *in = ir_inst_new(&l->r.b, row, mods, type, copy, n);
	in->loc = l->loc;
	return in;
}

static struct operand result(struct lower *l, enum row row, u64 mods, enum type t0,
                             enum type t1, const struct operand *src, u32 n) {
	struct operand o[5];
	u8 type[4] = {(u8)t0, (u8)t1};
	o[0] = reg_new(l, reg_type_for(row_operand_type(row_info(row), type, 0)));
	u32 k = 1;
	for (u32 i = 0; i < n; i++)
		o[k++] = src[i];
	emit_inst(l, row, mods, t0, t1, o, k);
	return o[0];
}

struct operand emit1(struct lower *l, enum row row, u64 mods, enum type t,
                     struct operand a) {
	return result(l, row, mods, t, TYPE_NONE, &a, 1);
}

struct operand emit2(struct lower *l, enum row row, u64 mods, enum type t,
                     struct operand a, struct operand b) {
	struct operand src[3] = {a, b};
	const struct row_info *info = row_info(row);
	/* setp has an optional second destination between */
	if (info->table == 0 && info->nopr > 2 && info->opr[1].is_dest) {
		struct operand with_gap[4] = {reg_new(l, TYPE_PRED), {0}, a, b};
		emit_inst(l, row, mods, t, TYPE_NONE, with_gap, 4);
		return with_gap[0];
	}
	return result(l, row, mods, t, TYPE_NONE, src, 2);
}

struct operand emit3(struct lower *l, enum row row, u64 mods, enum type t,
                     struct operand a, struct operand b, struct operand c) {
	return result(l, row, mods, t, TYPE_NONE, (struct operand[]){a, b, c}, 3);
}

struct operand emit_cvt(struct lower *l, enum row row, u64 mods, enum type to,
                        enum type from, struct operand a) {
	return result(l, row, mods, to, from, &a, 1);
}

/* Returns the type in the spelling of mov and selp for a register. */
static enum type mov_type(enum type reg_type) {
	switch (reg_type) {
	case TYPE_B16: return TYPE_U16;
	case TYPE_B32: return TYPE_U32;
	case TYPE_B64: return TYPE_U64;
	default: return reg_type;
	}
}

void emit_mov(struct lower *l, enum type reg_type, struct operand to,
              struct operand from) {
	struct operand o[2] = {to, from};
	emit_inst(l, reg_type == TYPE_PRED ? ROW_MOV_PRED : ROW_MOV, 0,
	          mov_type(reg_type), TYPE_NONE, o, 2);
}

struct operand emit_copy(struct lower *l, enum type reg_type, struct operand from) {
	struct operand to = reg_new(l, reg_type);
	emit_mov(l, reg_type, to, from);
	return to;
}

struct operand emit_reg(struct lower *l, enum type reg_type, struct operand o) {
	return o.kind == OPR_REG ? o : emit_copy(l, reg_type, o);
}

/* Selects by and, or, not: selp has no form for predicates. */
static struct operand select_pred(struct lower *l, struct operand a, struct operand b,
                                  struct operand p) {
	struct operand not_p = emit1(l, ROW_NOT_PRED, 0, TYPE_PRED, p);
	struct operand x = emit2(l, ROW_AND_PRED, 0, TYPE_PRED, a, p);
	struct operand y = emit2(l, ROW_AND_PRED, 0, TYPE_PRED, b, not_p);
	return emit2(l, ROW_OR_PRED, 0, TYPE_PRED, x, y);
}

struct operand emit_selp(struct lower *l, enum type reg_type, struct operand a,
                         struct operand b, struct operand p) {
	if (p.kind == OPR_IMM)
		return p.value ? a : b;
	if (reg_type == TYPE_PRED)
		return select_pred(l, emit_reg(l, TYPE_PRED, a),
		                   emit_reg(l, TYPE_PRED, b), p);
	return emit3(l, ROW_SELP, 0, mov_type(reg_type), a, b, p);
}

/* ---- labels and branches ----------------------------------------------------------- */

u32 label_new(struct lower *l) {
	vec_push(&l->r.unit, &l->r.label, (struct label){.block = NO_REG});
	return l->r.label.n - 1;
}

bool jump_drop(struct lower *l, u32 label) {
	struct ir_builder *b = &l->r.b;
	if (b->block_open || !b->inst.n || !b->block.n || !vec_last(&b->block).ninst)
		return false;
	const struct inst *last = &vec_last(&b->inst);
	if (last->row != ROW_BRA || last->guard != NO_REG ||
	    last->operand[0].kind != OPR_LABEL || last->operand[0].index != label)
		return false;
	scratch_drop_block(b->scratch, last->operand, sizeof(*last->operand));
	b->inst.n--;
	vec_last(&b->block).ninst--;
	b->block_open = true;
	return true;
}

void label_set(struct lower *l, u32 label) {
	struct ir_builder *b = &l->r.b;
	jump_drop(l, label);
	bool is_named = b->block_open && b->block.n && vec_last(&b->block).ninst == 0 &&
	                vec_last(&b->block).label;
	struct str *name = NULL;
	if (!is_named) {
		name = name_of(l, "$L__BB%u_%u", l->f->index, ++l->nlabel);
		name = name_unique(&l->r, name, 1);
	}
	l->r.label.at[label].block = ir_block_new(b, name);
}

/* Checks that control does not reach this point: a jump precedes it, and no label. */
static bool is_unreachable(const struct ir_builder *b) {
	if (b->block_open || !b->inst.n)
		return false;
	const struct inst *last = &vec_last(&b->inst);
	return last->guard == NO_REG && last->row != ROW_TRAP;
}

bool emit_bra(struct lower *l, u32 label) {
	if (is_unreachable(&l->r.b))
		return false;
	struct operand o = {.kind = OPR_LABEL, .index = label};
	emit_inst(l, ROW_BRA, 0, TYPE_NONE, TYPE_NONE, &o, 1);
	return true;
}

void emit_bra_if(struct lower *l, struct operand pred, bool negated, u32 label) {
	if (pred.kind == OPR_IMM) {
		if ((pred.value != 0) != negated)
			emit_bra(l, label);
		return;
	}
	struct operand o = {.kind = OPR_LABEL, .index = label};
	struct inst *in = emit_inst(l, ROW_BRA, 0, TYPE_NONE, TYPE_NONE, &o, 1);
	in->guard = pred.index;
	in->guard_negated = negated;
}

void emit_trap(struct lower *l) {
	if (is_unreachable(&l->r.b))
		return;
	emit_inst(l, ROW_TRAP, 0, TYPE_NONE, TYPE_NONE, NULL, 0);
}

/* ---- local memory ------------------------------------------------------------------ */

/* Returns the alignment of a local object: programs read arrays of small elements as
 * words and vectors. nvcc aligns an array to the largest power of two that divides its
 * size, 16 at most; here one of 16 bytes or more has 16 in any case. */
static u64 local_align(u64 size, u64 align) {
	u64 of_size = size >= 16 ? 16 : size & (0 - size);
	return MAX(MAX(align, of_size), 1u);
}

/* Makes a local object. */
struct place local_new(struct lower *l, u64 size, u64 align) {
	u32 index = l->r.var.n;
	struct str *name = name_of(l, "__local%u_%u", l->f->index, l->nlocal++);
	struct var v = {
		.name = name_unique(&l->r, name, 1),
		.loc = l->loc,
		.space = SPACE_LOCAL,
		.type = TYPE_B8,
		.func = l->f->index,
		.align = local_align(size, align),
		.size_bytes = size ? size : 1,
		.ndim = 1,
		.dim = {size ? size : 1},
		.reg = NO_REG,
	};
	vec_push_over(l->arena, &l->r.var, v);
	vec_push(&l->r.scratch, &l->r.b.var, index);
	return place_sym(l, index);
}

u64 emit_ftz(const struct lower *l, enum type t) {
	return l->opt->ftz && t == TYPE_F32 ? MOD_BITS(FTZ, FTZ) : 0;
}
