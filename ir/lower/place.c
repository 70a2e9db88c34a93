/* place.c - lvalues and pointers as places. An address is computed only when its value is
 * needed; until then `p->a[3].x` is a base and a number.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/place.h"
#include "ir/lower/call.h"
#include "ir/lower/decl_info.h"
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/scope.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"
#include "ir/lower/unit.h"

struct place place_none(void) {
	return (struct place){0};
}

struct place place_sym(struct lower *l, u32 var) {
	return (struct place){.kind = PLACE_MEM,
	                      .space = l->r.var.at[var].space,
	                      .base = {.kind = OPR_ADDR_SYM, .index = var}};
}

struct place place_at(struct operand address) {
	struct place p = {.kind = PLACE_MEM, .space = SPACE_GENERIC, .base = address};
	if (address.kind == OPR_IMM)
		p.base = (struct operand){.kind = OPR_ADDR_IMM, .value = address.value};
	else
		p.base = (struct operand){.kind = OPR_ADDR_REG, .index = address.index};
	return p;
}

struct place place_add(struct place p, u64 bytes) {
	if (p.kind == PLACE_OBJECT)
		p.offset += bytes;
	else
		p.base.value += (s64)bytes;
	p.bit_width = 0;
	return p;
}

struct place place_fixed(struct lower *l, struct place p) {
	if (p.kind == PLACE_MEM && reg_is_var(l, p.base)) {
		struct operand r = emit_copy(l, TYPE_B64, opr_reg(p.base.index));
		p.base.index = r.index;
	}
	return p;
}

/* ---- addresses as values ----------------------------------------------------------- */

/* Returns the base without the constant part, in the place's own space. */
static struct operand base_address(struct lower *l, struct place *p) {
	struct operand o[2];
	switch (p->base.kind) {
	case OPR_ADDR_REG: return opr_reg(p->base.index);
	case OPR_ADDR_SYM:
		o[0] = reg_new(l, TYPE_B64);
		o[1] = opr_sym(p->base.index, p->base.value);
		emit_inst(l, ROW_MOV_SYM, 0, TYPE_U64, TYPE_NONE, o, 2);
		p->base.value = 0;
		return o[0];
	default: {
		struct operand at = opr_imm((u64)p->base.value);
		p->base.value = 0;
		return emit_copy(l, TYPE_B64, at);
	}
	}
}

struct operand place_address_here(struct lower *l, struct place p) {
	if (p.kind != PLACE_MEM) { /* escape.c keeps such objects in memory */
		lower_unsupported(l, l->loc,
		                  "the address of this object is not available");
		return opr_imm(0);
	}
	if (p.base.kind == OPR_ADDR_IMM)
		return opr_imm((u64)p.base.value);
	struct operand r = base_address(l, &p);
	if (p.base.value)
		r = emit2(l, ROW_ADD, 0, TYPE_S64, r, opr_imm((u64)p.base.value));
	return r;
}

struct operand place_operand(struct lower *l, const struct place *p) {
	if (p->base.kind != OPR_ADDR_IMM || p->space == SPACE_LOCAL)
		return p->base;
	struct operand r = emit_reg(l, TYPE_B64, opr_imm((u64)p->base.value));
	return (struct operand){.kind = OPR_ADDR_REG, .index = r.index};
}

struct operand place_address(struct lower *l, struct place p) {
	struct operand r = place_address_here(l, p);
	if (p.kind != PLACE_MEM || p.space == SPACE_GENERIC || r.kind != OPR_REG)
		return r;
	return emit1(l, ROW_CVTA, (u64)p.space << MOD_SPACE_SHIFT, TYPE_U64, r);
}

/* ---- arithmetic on places ---------------------------------------------------------- */

/* Splits i + 3 into i and 3 if signed overflow is impossible (64-bit addresses of 32-bit
 * indices). */
static struct cexpr *index_split(struct cexpr *e, s64 *constant) {
	u64 c;
	while (e->kind == CE_ADD || e->kind == CE_SUB) {
		if (!ctype_is_signed(e->type) || ctype_size(e->type) < 4)
			break;
		if (expr_is_const(e->b, &c)) {
			*constant += e->kind == CE_ADD ? (s64)c : -(s64)c;
			e = e->a;
		} else if (e->kind == CE_ADD && expr_is_const(e->a, &c)) {
			*constant += (s64)c;
			e = e->b;
		} else {
			break;
		}
	}
	return e;
}

static struct operand scale64(struct lower *l, struct operand i, u64 stride) {
	if (i.kind == OPR_IMM)
		return opr_imm((u64)i.value * stride);
	if (stride == 1)
		return i;
	if (is_pow2(stride))
		return emit2(l, ROW_SHL, 0, TYPE_B64, i,
		             opr_imm((u64)__builtin_ctzll(stride)));
	return emit2(l, ROW_MUL_LO, MOD_BITS(HILO, LO), TYPE_S64, i, opr_imm(stride));
}

/* Returns index * stride in 64 bits; adds the constant part to *constant. */
static struct operand index_bytes(struct lower *l, struct cexpr *index, u64 stride,
                                  s64 *constant) {
	struct cexpr *e = index;
	s64 c = 0;
	while (e->kind == CE_CAST && type_reg(e->type) == TYPE_B64 &&
	       type_reg(e->a->type) == TYPE_B64 && !ctype_is_floating(e->a->type))
		e = e->a; /* the same bits */
	if (e->kind == CE_CAST && ctype_is_integer(ctype_underlying(e->a->type)) &&
	    ctype_size(e->a->type) == 4 && !type_is_bool(e->a->type)) {
		e = index_split(e->a, &c);
		*constant += c * (s64)stride;
		enum type t = ctype_is_signed(e->type) ? TYPE_S32 : TYPE_U32;
		u64 k;
		if (expr_is_const(e, &k))
			return opr_imm(k * stride);
		struct operand i = lower_operand(l, e);
		if (stride == 1 || stride > 0x7fffffff)
			return scale64(l,
			               emit_cvt(l, ROW_CVT_II, 0,
			                        t == TYPE_S32 ? TYPE_S64 : TYPE_U64, t,
			                        emit_reg(l, TYPE_B32, i)),
			               stride);
		return emit2(l, ROW_MUL_WIDE, MOD_BITS(HILO, WIDE), t,
		             emit_reg(l, TYPE_B32, i), opr_imm(stride));
	}
	e = index_split(e, &c);
	*constant += c * (s64)stride;
	return scale64(l, lower_operand(l, e), stride);
}

struct place place_index(struct lower *l, struct place p, struct cexpr *index, u64 stride,
                         bool negate) {
	u64 c;
	if (expr_is_const(index, &c))
		return place_add(p, negate ? 0 - c * stride : c * stride);
	if (p.kind != PLACE_MEM) {
		lower_unsupported(l, index->loc,
		                  "an element chosen at run time is not in memory");
		return p;
	}
	s64 constant = 0;
	p = place_fixed(l, p);
	struct operand bytes = index_bytes(l, index, stride, &constant);
	if (bytes.kind == OPR_IMM) {
		constant += bytes.value;
		return place_add(p, negate ? 0 - (u64)constant : (u64)constant);
	}
	struct operand base = base_address(l, &p);
	struct operand sum = emit2(l, negate ? ROW_SUB : ROW_ADD, 0, TYPE_S64, base,
	                           bytes);
	p.base = (struct operand){.kind = OPR_ADDR_REG,
	                          .index = sum.index,
	                          .value = p.base.value +
	                                   (negate ? -constant : constant)};
	p.bit_width = 0;
	return p;
}

struct leaf *place_leaf(struct place p) {
	for (u32 i = 0; i < p.obj->nleaf; i++)
		if (p.obj->leaf[i].offset == p.offset)
			return &p.obj->leaf[i];
	return NULL;
}

/* Notes that a member of a packed class, or a packed member, may be aligned less than its
 * type. */
struct place place_member(struct place p, const struct ctype *cls,
                          const struct cfield *f) {
	const struct ctype *t = f->type;
	p = place_add(p, f->offset_bytes);
	u64 align = cls->decl->cls->align_bytes, at = f->offset_bytes;
	if (at)
		align = MIN(align, at & (0 - at));
	u64 natural = ctype_is_ref(t) ? 8 : ctype_align(t);
	if (align < natural && (!p.packed || align < p.packed))
		p.packed = (u8)align;
	return p;
}

struct place place_field(struct lower *l, struct place p, const struct ctype *cls,
                         const struct cfield *f) {
	p = place_member(p, cls, f);
	p.is_volatile |= (f->type->quals & Q_VOLATILE) != 0;
	if (!ctype_is_ref(f->type)) {
		p.bit_offset = f->bit_offset;
		p.bit_width = f->bit_width;
		p.bit_bytes = f->bit_bytes;
		return p;
	}
	if (p.kind == PLACE_OBJECT) {
		struct leaf *leaf = place_leaf(p);
		if (leaf && leaf->bound)
			return *leaf->bound;
		lower_unsupported(l, l->loc, "the reference '%s' is not bound",
		                  f->name ? f->name->s : "");
		return place_at(opr_imm(0));
	}
	return place_at(mem_load(l, p, TYPE_U64, TYPE_B64));
}

/* ---- objects ----------------------------------------------------------------------- */

struct object *object_new(struct lower *l, const struct ctype *t) {
	struct object *o = arena_new(&l->r.scratch, struct object);
	struct leaves parts = {0};
	type_leaves(&l->r.scratch, t, 0, LEAF_LIMIT, &parts);
	o->size_bytes = ctype_is_ref(t) ? 8 : ctype_size(t);
	o->leaf = parts.at;
	o->nleaf = parts.n;
	for (u32 i = 0; i < parts.n; i++) {
		struct leaf *leaf = &parts.at[i];
		if (ctype_is_ref(leaf->type))
			continue;
		leaf->val.o = reg_new_var(l, type_reg(leaf->type));
		if (type_is_int128(leaf->type))
			leaf->val.hi = reg_new_var(l, TYPE_B64);
	}
	return o;
}

struct place place_new(struct lower *l, const struct ctype *t, u8 use, u64 align) {
	if (!(use & (USE_ADDR | USE_INDEX)) && !l->opt->debug && type_can_split(l, t))
		return (struct place){.kind = PLACE_OBJECT, .obj = object_new(l, t)};
	u64 natural = ctype_align(t);
	struct place p = local_new(l, ctype_size(t), MAX(natural, align));
	p.is_volatile = t->quals & Q_VOLATILE;
	return p;
}

struct place place_spill(struct lower *l, struct place p, const struct ctype *t) {
	if (p.kind != PLACE_OBJECT)
		return p;
	struct place mem = local_new(l, ctype_size(t), ctype_align(t));
	place_copy(l, mem, p, t);
	return mem;
}

/* ---- lvalues ----------------------------------------------------------------------- */

/* Makes an object of special registers: threadIdx and the like. */
static struct place sreg_object(struct lower *l, const struct cdecl *d) {
	static const char *const part[] = {".x", ".y", ".z"};
	struct object *o = object_new(l, d->type);
	for (u32 i = 0; i < o->nleaf && i < 3; i++) {
		struct str *name = name_of(l, "%s%s", cdecl_rare(d)->sreg->s,
		                           o->nleaf > 1 ? part[i] : "");
		struct bind *b = name_find(&l->r, name);
		if (!b || b->kind != BIND_SREG) {
			lower_unsupported(l, l->loc, "'%s' is no special register",
			                  name->s);
			continue;
		}
		struct operand mov[2] = {o->leaf[i].val.o,
		                         {.kind = OPR_SREG, .index = b->index}};
		emit_inst(l, ROW_MOV_SREG, 0,
		          type_reg(o->leaf[i].type) == TYPE_B64 ? TYPE_U64 : TYPE_U32,
		          TYPE_NONE, mov, 2);
	}
	return (struct place){.kind = PLACE_OBJECT, .obj = o};
}

static struct place var_place(struct lower *l, struct cexpr *e) {
	struct cdecl *d = e->decl;
	if (cdecl_rare(d)->sreg)
		return sreg_object(l, d);
	struct var_info *info = var_info(l, d);
	if (info->place.kind && !info->is_bound)
		return info->place;
	if (info->is_bound) /* a reference to a pointer that is never changed */
		return place_constant(l, ctype_unqual(d->type),
		                      val_of(place_address(l, info->place)));
	if (d->space == CSPACE_HOST && d->is_absent) {
		emit_trap(l);
		return place_at(opr_imm(0));
	}
	if (d->space == CSPACE_HOST && !(l->opt->no_host && d->is_const_known)) {
		lower_unsupported(l, e->loc,
		                  "the host variable '%s' cannot be used in device code",
		                  d->name ? d->name->s : "");
		return place_at(opr_imm(0));
	}
	bool is_global = d->space != CSPACE_AUTO || d->is_static_local ||
	                 d->is_static_member || !d->scope ||
	                 d->scope->kind == CSCOPE_NAMESPACE;
	if (!is_global) {
		/* Not declared on the way here: a jump went over it. It has no value. */
		info->place = place_new(l, ctype_noref(d->type), USE_ADDR, d->align_attr);
		return info->place;
	}
	struct place p = place_sym(l, global_var(l, d));
	p.is_volatile = d->type->quals & Q_VOLATILE;
	if (ctype_is_ref(d->type))
		return place_at(mem_load(l, p, TYPE_U64, TYPE_B64));
	return p;
}

static struct place temp_place(struct lower *l, struct cexpr *e) {
	struct place p = place_new(l, e->type, temp_info(l, e)->use, 0);
	lower_into(l, e->a, p);
	if (e->dtor) {
		cleanup_push(l, p, e->type, e->dtor);
		l->cleanup->is_extended = e->decl != NULL;
	}
	return p;
}

/* A bit-field has no address. */
static struct operand chosen_address(struct lower *l, struct cexpr *e) {
	struct place p = lower_place(l, e);
	if (p.bit_width)
		lower_unsupported(l, e->loc,
		                  "a bit-field that ?: chooses cannot be changed");
	return place_address(l, p);
}

/* Lowers ?: of lvalues to a pointer. */
static struct place cond_place(struct lower *l, struct cexpr *e) {
	struct operand p = reg_new_var(l, TYPE_B64);
	u32 yes = label_new(l), no = label_new(l), tail = label_new(l);
	lower_branch(l, e->a, yes, no, yes);
	struct cleanup *base = l->cleanup;
	label_set(l, yes);
	emit_mov(l, TYPE_B64, p, chosen_address(l, e->b));
	struct cleanup *if_yes = side_end(l, base);
	emit_bra(l, tail);
	label_set(l, no);
	emit_mov(l, TYPE_B64, p, chosen_address(l, e->c));
	sides_join(l, base, if_yes, side_end(l, base), tail);
	return place_at(emit_copy(l, TYPE_B64, p));
}

static struct place member_place(struct lower *l, struct cexpr *e) {
	struct place p;
	if (e->a->is_lvalue) {
		p = lower_place(l, e->a);
	} else {
		p = place_new(l, e->a->type, escape_into(l, e->a), 0);
		lower_into(l, e->a, p);
	}
	const struct cfield *f = &e->a->type->decl->cls->field.at[e->field];
	return place_field(l, p, e->a->type, f);
}

static struct place derived_place(struct lower *l, struct cexpr *e) {
	struct place p = lower_place(l, e->a);
	return place_add(p, 0 - e->type->decl->cls->field.at[e->field].offset_bytes);
}

struct place lower_place(struct lower *l, struct cexpr *e) {
	struct place p = place_none();
	switch ((enum cexpr_kind)e->kind) {
	case CE_VAR: return var_place(l, e);
	case CE_STRING: return place_sym(l, string_var(l, e));
	case CE_DEREF:
		p = lower_pointer(l, e->a);
		p.is_volatile |= (e->type->quals & Q_VOLATILE) != 0;
		return p;
	case CE_MEMBER:
	case CE_TO_BASE: return member_place(l, e);
	case CE_TO_DERIVED: return derived_place(l, e);
	case CE_TEMP: return temp_place(l, e);
	case CE_CALL: lower_call(l, e, place_none(), &p); return p;
	case CE_ASSIGN:
	case CE_COMPOUND:
	case CE_PREINC:
	case CE_PREDEC: return lower_assignment(l, e);
	case CE_COMMA: lower_effect(l, e->a); return lower_place(l, e->b);
	case CE_COND: return cond_place(l, e);
	case CE_CAST:
	case CE_BITCAST: return lower_place(l, e->a); /* among reference types */
	case CE_LOAD: return lower_place(l, e->a);
	case CE_FUNC:
		/* what a reference is bound to */
		return place_at(lower_func_address(l, e->decl));
	default: break;
	}
	if (e->kind == CE_ERROR) {
		lower_value(l, e);
		return place_at(opr_imm(0));
	}
	/* a prvalue where its object is wanted */
	p = place_new(l, e->type, escape_into(l, e), 0);
	lower_into(l, e, p);
	return p;
}

/* ---- pointers ---------------------------------------------------------------------- */

/* Checks whether p lies in the parameters of the kernel: its value comes from the
 * host. */
static bool is_kernel_param(const struct lower *l, const struct place *p) {
	return l->is_entry && p->kind == PLACE_MEM && p->space == SPACE_PARAM;
}

static struct place loaded_pointer(struct lower *l, struct cexpr *e) {
	if (e->a->kind == CE_VAR) {
		struct var_info *info = var_info(l, e->a->decl);
		if (info->is_bound)
			return info->place;
	}
	struct place at = lower_place(l, e->a);
	struct val v = place_load(l, at, e->a->type);
	struct place p = place_at(v.o);
	if (is_kernel_param(l, &at) && v.o.kind == OPR_REG) {
		struct operand g = emit1(l, ROW_CVTA_TO,
		                         MOD_BITS(TO, TO) | MOD_BITS(SPACE, GLOBAL),
		                         TYPE_U64, v.o);
		p.base.index = g.index;
		p.space = SPACE_GLOBAL;
	}
	return p;
}

static struct place this_place(struct lower *l) {
	struct cdecl *self = l->frame->fn->this_param;
	struct var_info *info = var_info(l, self);
	if (info->is_bound)
		return info->place;
	return place_at(place_load(l, info->place, self->type).o);
}

struct place lower_pointer(struct lower *l, struct cexpr *e) {
	switch ((enum cexpr_kind)e->kind) {
	case CE_ADDR:
		if (e->a->kind != CE_FUNC && e->a->type->kind != CT_FUNC)
			return lower_place(l, e->a);
		break;
	case CE_PTR_ADD: {
		u64 stride = type_stride(e->type);
		struct cexpr *index = e->b;
		bool negate = false;
		if (index->kind == CE_NEG) {
			index = index->a;
			negate = true;
		}
		return place_index(l, lower_pointer(l, e->a), index, stride, negate);
	}
	case CE_CAST:
		if (e->a->type->kind == CT_PTR && e->type->kind == CT_PTR)
			return lower_pointer(l, e->a);
		break;
	case CE_THIS: return this_place(l);
	case CE_LOAD:
		if (e->a->kind == CE_COND)
			break; /* one value or the other */
		return loaded_pointer(l, e);
	case CE_COMMA: lower_effect(l, e->a); return lower_pointer(l, e->b);
	default: break;
	}
	return place_at(lower_operand(l, e));
}
