/* object.c - prvalues of objects, made in the place where they belong, without a copy.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/call.h"
#include "ir/lower/decl_info.h"
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/line.h"
#include "ir/lower/place.h"
#include "ir/lower/scope.h"
#include "ir/lower/state.h"
#include "ir/lower/stmt.h"
#include "ir/lower/types.h"

/* ---- lists ------------------------------------------------------------------------- */

static void bind_member(struct lower *l, struct cexpr *arg, struct place to) {
	struct place p = place_fixed(l, lower_place(l, arg));
	struct leaf *leaf = to.kind == PLACE_OBJECT ? place_leaf(to) : NULL;
	if (leaf) {
		leaf->bound = arena_new(&l->r.scratch, struct place);
		*leaf->bound = p;
	} else {
		mem_store(l, to, TYPE_U64, place_address(l, p));
	}
}

static void class_list(struct lower *l, struct cexpr *e, struct place to) {
	const struct cclass *c = e->type->decl->cls;
	bool has_bits = false;
	if (e->decl) {
		var_bind(l, e->decl, NULL);
		place_store(l, var_info(l, e->decl)->place, e->decl->type,
		            val_of(place_address(l, to)));
	}
	for (u32 i = 0; i < c->field.n; i++)
		has_bits |= c->field.at[i].bit_width != 0;
	if (has_bits || c->is_union)
		place_zero(l, to, e->type);
	if (c->is_union) {
		if (e->narg && e->arg[0])
			lower_into(l, e->arg[0],
			           place_field(l, to, e->type, &c->field.at[e->field]));
		return;
	}
	for (u32 i = 0; i < c->field.n; i++) {
		const struct cfield *f = &c->field.at[i];
		struct cexpr *arg = i < e->narg ? e->arg[i] : NULL;
		if (ctype_is_ref(f->type)) {
			if (arg)
				bind_member(l, arg, place_member(to, e->type, f));
			continue;
		}
		struct place p = place_field(l, to, e->type, f);
		if (arg)
			lower_into(l, arg, p);
		else if (!f->bit_width && (f->name || f->is_base || f->is_anonymous))
			place_zero(l, p, f->type); /* `int : 0` has no place */
	}
}

/* Temporaries of a constructor's default arguments end before the next element is made
 * ([class.temporary]/4). */
void lower_full_into(struct lower *l, struct cexpr *e, struct place to) {
	struct cleanup *base = l->cleanup;
	lower_into(l, e, to);
	cleanup_run(l, base);
	cleanup_pop(l, base);
}

static void array_list(struct lower *l, struct cexpr *e, struct place to) {
	u64 size = ctype_size(e->type->base), n = e->type->n;
	u64 given = MIN((u64)e->narg, n);
	bool zero_first = to.kind == PLACE_MEM && n - given > 8;
	if (zero_first)
		place_zero(l, to, e->type);
	for (u64 i = 0; i < n; i++) {
		struct place p = place_add(to, i * size);
		if (i < given && e->arg[i] && i + e->field >= e->narg)
			lower_full_into(l, e->arg[i], p);
		else if (i < given && e->arg[i])
			lower_into(l, e->arg[i], p);
		else if (!zero_first)
			place_zero(l, p, e->type->base);
		else if (i >= given)
			break;
	}
}

/* ---- arrays ------------------------------------------------------------------------ */

struct element_loop {
	struct operand i, offset;
	u32 head;
};

static struct element_loop loop_begin(struct lower *l) {
	struct element_loop e = {reg_new_var(l, TYPE_B64), reg_new_var(l, TYPE_B64),
	                         label_new(l)};
	emit_mov(l, TYPE_B64, e.i, opr_imm(0));
	emit_mov(l, TYPE_B64, e.offset, opr_imm(0));
	label_set(l, e.head);
	return e;
}

static void loop_end(struct lower *l, struct element_loop *e, u64 n, u64 size) {
	emit_mov(l, TYPE_B64, e->i, emit2(l, ROW_ADD, 0, TYPE_S64, e->i, opr_imm(1)));
	emit_mov(l, TYPE_B64, e->offset,
	         emit2(l, ROW_ADD, 0, TYPE_S64, e->offset, opr_imm(size)));
	emit_bra_if(l,
	            emit2(l, ROW_SETP_U, MOD_BITS(CMP, LT), TYPE_U64, e->i, opr_imm(n)),
	            false, e->head);
}

static struct place element(struct lower *l, struct place p, struct operand offset) {
	struct operand base = place_address_here(l, p);
	p.base = (struct operand){
		.kind = OPR_ADDR_REG,
		.index = emit2(l, ROW_ADD, 0, TYPE_S64, base, offset).index};
	return p;
}

enum { ELEMENTS = 8 }; /* more are made in a loop */

static void fill(struct lower *l, struct cexpr *e, struct place to) {
	const struct ctype *t = e->type->base;
	u64 n = e->type->n, size = ctype_size(t);
	if (to.kind == PLACE_OBJECT || n <= ELEMENTS) {
		for (u64 i = 0; i < n; i++)
			lower_full_into(l, e->a, place_add(to, i * size));
		return;
	}
	struct element_loop loop = loop_begin(l);
	lower_full_into(l, e->a, element(l, to, loop.offset));
	loop_end(l, &loop, n, size);
}

static void copy_element(struct lower *l, struct cexpr *e, const struct ctype *t,
                         struct place to, struct place from) {
	if (t->kind == CT_ARRAY) {
		u64 size = ctype_size(t->base);
		for (u64 i = 0; i < t->n; i++)
			copy_element(l, e, t->base, place_add(to, i * size),
			             place_add(from, i * size));
		return;
	}
	/* The copy constructor's parameter is bound to an lvalue that is a place
	 * already. */
	struct cdecl var = {.kind = CDECL_VAR, .type = t, .space = CSPACE_AUTO};
	var_info(l, &var)->place = from;
	struct cexpr source = {.kind = CE_VAR,
	                       .is_lvalue = true,
	                       .loc = e->loc,
	                       .type = t,
	                       .decl = &var};
	struct cexpr *arg[1] = {&source};
	struct cleanup *base = l->cleanup;
	lower_member_call(l, e->decl, to, arg, 1);
	cleanup_run(l, base);
	cleanup_pop(l, base);
}

static void array_copy(struct lower *l, struct cexpr *e, struct place to) {
	struct place from = place_fixed(l, lower_place(l, e->a));
	const struct ctype *t = e->type->base;
	u64 n = e->type->n, size = ctype_size(t);
	if (!e->decl) {
		place_copy(l, to, from, e->type);
	} else if (to.kind == PLACE_OBJECT || from.kind == PLACE_OBJECT ||
	           n <= ELEMENTS) {
		copy_element(l, e, e->type, to, from);
	} else {
		struct element_loop loop = loop_begin(l);
		copy_element(l, e, t, element(l, to, loop.offset),
		             element(l, from, loop.offset));
		loop_end(l, &loop, n, size);
	}
}

static void string_into(struct lower *l, const struct cexpr *s, struct place to) {
	const struct ctype *elem = s->type->base;
	u64 size = ctype_size(elem), n = s->type->n;
	for (u64 i = 0; i < n; i++) {
		u64 c = 0;
		if ((i + 1) * size <= s->length)
			memcpy(&c, s->text + i * size, size);
		place_store(l, place_add(to, i * size), ctype_unqual(elem),
		            value_const(elem, c));
	}
}

/* ---- choices ----------------------------------------------------------------------- */

static void cond_into(struct lower *l, struct cexpr *e, struct place to) {
	u32 yes = label_new(l), no = label_new(l), tail = label_new(l);
	lower_branch(l, e->a, yes, no, yes);
	struct cleanup *base = l->cleanup;
	label_set(l, yes);
	lower_into(l, e->b, to);
	struct cleanup *if_yes = side_end(l, base);
	emit_bra(l, tail);
	label_set(l, no);
	lower_into(l, e->c, to);
	sides_join(l, base, if_yes, side_end(l, base), tail);
}

static void stmt_expr_into(struct lower *l, struct cexpr *e, struct place to) {
	struct cleanup *base = l->cleanup;
	struct cstmt *b = e->body;
	for (u32 i = 0; i < b->list.n; i++) {
		struct cstmt *s = b->list.at[i];
		if (i + 1 == b->list.n && s->kind == CS_EXPR)
			lower_into(l, s->e, to);
		else
			lower_stmt(l, s);
	}
	cleanup_run(l, base);
	cleanup_pop(l, base);
}

/* Copies a member of a class prvalue, which is made first. */
static void part_into(struct lower *l, struct cexpr *e, struct place to) {
	struct place p = lower_place(l, e);
	place_copy(l, to, p, e->type);
}

static void load_into(struct lower *l, struct cexpr *e, struct place to) {
	struct cexpr *a = e->a;
	if (a->kind == CE_COND && a->is_lvalue) {
		struct cexpr x = *e, y = *e, c = *a;
		x.a = a->b;
		y.a = a->c;
		c.b = &x;
		c.c = &y;
		c.is_lvalue = false;
		cond_into(l, &c, to);
	} else if (a->kind == CE_STRING) {
		string_into(l, a, to);
	} else {
		place_copy(l, to, lower_place(l, a), e->type);
	}
}

static void bit_cast_into(struct lower *l, struct cexpr *e, struct place to) {
	const struct ctype *t = e->a->type;
	u64 align = MAX(ctype_align(t), ctype_align(e->type));
	struct place p = local_new(l, ctype_size(t), align);
	lower_into(l, e->a, p);
	place_copy(l, to, p, e->type);
}

void lower_into(struct lower *l, struct cexpr *e, struct place to) {
	struct place ref;
	if (!type_is_object(e->type)) {
		if (e->type->kind == CT_VOID)
			lower_effect(l, e);
		else
			place_store(l, to, ctype_unqual(e->type), lower_value(l, e));
		return;
	}
	line_at(l, e->loc);
	switch ((enum cexpr_kind)e->kind) {
	case CE_ERROR: lower_value(l, e); break;
	case CE_LOAD: load_into(l, e, to); break;
	case CE_CALL:
		if (e->is_lvalue)
			part_into(l, e, to);
		else
			lower_call(l, e, to, &ref);
		break;
	case CE_CONSTRUCT:
		if (e->value)
			place_zero(l, to, e->type);
		if (e->decl) /* else a trivial one */
			lower_member_call(l, e->decl, to, e->arg, e->narg);
		break;
	case CE_INIT_LIST:
		if (e->type->kind == CT_ARRAY)
			array_list(l, e, to);
		else
			class_list(l, e, to);
		break;
	case CE_ZERO: place_zero(l, to, e->type); break;
	case CE_ARRAY_COPY: array_copy(l, e, to); break;
	case CE_FILL: fill(l, e, to); break;
	case CE_COND: cond_into(l, e, to); break;
	case CE_COMMA:
		lower_effect(l, e->a);
		lower_into(l, e->b, to);
		break;
	case CE_STMT_EXPR: stmt_expr_into(l, e, to); break;
	case CE_STRING: string_into(l, e, to); break;
	case CE_BITCAST: bit_cast_into(l, e, to); break;
	case CE_CAST: lower_into(l, e->a, to); break;
	case CE_MEMBER:
	case CE_TO_BASE: part_into(l, e, to); break;
	default:
		if (e->is_lvalue)
			part_into(l, e, to);
		else
			lower_unsupported(
				l, e->loc,
				"this expression is not supported in device code");
		break;
	}
}

void lower_init(struct lower *l, struct cexpr *e) {
	struct cexpr *to = e->a;
	if (!e->b)
		return;
	if (e->op && to->kind == CE_MEMBER) {
		const struct cfield *f = &to->a->type->decl->cls->field.at[to->field];
		bind_member(l, e->b, place_member(lower_place(l, to->a), to->a->type, f));
		return;
	}
	if (!type_is_object(e->b->type)) { /* its value may depend on the member */
		struct val v = lower_value(l, e->b);
		place_store(l, lower_place(l, to), to->type, v);
		return;
	}
	lower_into(l, e->b, place_fixed(l, lower_place(l, to)));
}
