/* eval.c - constant evaluation ([expr.const]) by walking the checked tree: objects are
 * bytes laid out as at run time (object.c), pointers a number of an object and an offset
 * in it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/eval/eval.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/template/part.h"

bool eval_fail(struct eval *v, struct cexpr *e, const char *why) {
	if (!v->why) {
		v->culprit = e;
		v->why = why;
	}
	return false;
}

/* ---- variables --------------------------------------------------------------------- */

bool eval_init_into(struct eval *v, const struct ctype *type, struct cexpr *init,
                    u64 place) {
	if (!init)
		return true;
	if (ctype_is_ref(type)) {
		u64 ptr;
		return eval_lvalue(v, init, &ptr) && eval_put_ref(v, init, place, ptr);
	}
	if (ctype_is_scalar(type)) {
		u128 value;
		return eval_value(v, init, &value) &&
		       eval_put(v, init, type, place, value);
	}
	return eval_into(v, init, place);
}

static bool opaque(struct eval *v, struct cdecl *d, u64 *ptr) {
	vec_push(v->c->a, &v->obj, (struct cobject){.decl = d, .is_opaque = true});
	*ptr = make_ptr(v->obj.n - 1, 0);
	*map_at(&v->global, (uintptr_t)d) = v->obj.n;
	return true;
}

static bool global_object(struct eval *v, struct cdecl *d, u64 *ptr) {
	u64 *slot = map_find(&v->global, (uintptr_t)d);
	if (slot) {
		*ptr = make_ptr(*slot - 1, 0);
		return true;
	}
	bool constant = d->type->kind != CT_ERROR &&
	                (d->type->quals & Q_CONST || d->is_constexpr ||
	                 ctype_is_ref(d->type)) &&
	                !(d->type->quals & Q_VOLATILE) && !d->is_param;
	decl_var_init(v->c, d);
	if (!constant || !d->init || !type_try_complete(v->c, ctype_noref(d->type)))
		return opaque(v, d, ptr);
	u64 first = v->obj.n;
	if (!eval_new_object(v, ctype_size(d->type), ptr))
		return false;
	*map_at(&v->global, (uintptr_t)d) = *ptr >> 32;
	v->obj.at[(*ptr >> 32) - 1].decl = d;
	struct frame *frame = v->frame;
	v->frame = NULL;
	const char *why = v->why;
	struct cexpr *culprit = v->culprit;
	u64 mark = v->temps.n;
	bool ok = eval_init_into(v, d->type, d->init, *ptr) &&
	          eval_cleanup(v, &v->temps, mark);
	v->frame = frame;
	for (u64 i = first; i < v->obj.n; i++) /* what its references are bound to */
		v->obj.at[i].is_static = true;
	v->obj.at[(*ptr >> 32) - 1].is_const = ctype_is_scalar(d->type);
	if (!ok) { /* not a constant: but its address is */
		v->why = why;
		v->culprit = culprit;
		v->obj.at[(*ptr >> 32) - 1] = (struct cobject){.decl = d,
		                                               .is_opaque = true};
	}
	return true;
}

static bool var_place(struct eval *v, struct cexpr *e, u64 *ptr) {
	u64 *slot = v->frame ? map_find(&v->frame->var, (uintptr_t)e->decl) : NULL;
	if (slot) {
		*ptr = make_ptr(*slot - 1, 0);
		return true;
	}
	return global_object(v, e->decl, ptr);
}

bool eval_new_var(struct eval *v, struct cdecl *d, u64 *place) {
	if (!type_try_complete(v->c, ctype_noref(d->type)) ||
	    !eval_new_object(v, ctype_size(d->type), place))
		return eval_fail(v, NULL, "a variable's type is not complete");
	*map_at(v->frame ? &v->frame->var : &v->global, (uintptr_t)d) = *place >> 32;
	eval_object(v, *place)->is_unset = !d->init;
	return true;
}

/* ---- lvalues ----------------------------------------------------------------------- */

static bool field_place(struct eval *v, struct cexpr *e, u64 *ptr) {
	u64 obj;
	struct cexpr *a = e->a;
	if (a->is_lvalue) {
		if (!eval_lvalue(v, a, &obj))
			return false;
	} else {
		if (!eval_new_object(v, ctype_size(a->type), &obj) ||
		    !eval_into(v, a, obj))
			return false;
	}
	struct cclass *cls = class_of(ctype_unqual(a->type));
	if (e->kind == CE_TO_DERIVED) {
		cls = class_of(ctype_unqual(e->type));
		*ptr = obj - cls->field.at[e->field].offset_bytes;
		return true;
	}
	struct cfield *f = &cls->field.at[e->field];
	*ptr = obj + f->offset_bytes;
	return e->kind != CE_MEMBER || !ctype_is_ref(f->type) ||
	       eval_get_ref(v, e, *ptr, ptr);
}

static bool string_place(struct eval *v, struct cexpr *e, u64 *ptr) {
	u64 *slot = map_find(&v->string, (uintptr_t)e->text);
	if (slot) {
		*ptr = make_ptr(*slot - 1, 0);
		return true;
	}
	if (!eval_new_object(v, ctype_size(e->type), ptr))
		return false;
	if (e->length)
		memcpy(v->obj.at[(*ptr >> 32) - 1].bytes, e->text, e->length);
	*map_at(&v->string, (uintptr_t)e->text) = *ptr >> 32;
	v->obj.at[(*ptr >> 32) - 1].text = e->text;
	return true;
}

/* A temporary lives until its full-expression ends, or as long as the variable that
 * extends its lifetime. */
static bool temporary(struct eval *v, struct cexpr *e, u64 *ptr) {
	if (!eval_new_object(v, ctype_size(e->type), ptr) ||
	    !eval_init_into(v, e->type, e->a, *ptr))
		return false;
	/* what a namespace's variable extends lives to the end of the program */
	if (!e->dtor || (e->decl && !v->frame))
		return true;
	return eval_later(v, e->decl ? &v->frame->alive : &v->temps, e, e->dtor, e->type,
	                  *ptr);
}

static bool get(struct eval *v, struct cexpr *e, u64 ptr, u128 *out) {
	const struct cfield *f = eval_bit_field(e);
	return f ? eval_get_field(v, e, f, ptr, out) : eval_get(v, e, e->type, ptr, out);
}

static bool put(struct eval *v, struct cexpr *e, u64 ptr, u128 value) {
	const struct cfield *f = eval_bit_field(e);
	return f ? eval_put_field(v, e, f, ptr, value)
	         : eval_put(v, e, e->type, ptr, value);
}

/* What a member of a union is assigned to becomes its active member ([class.union]/6). */
static void activate(struct eval *v, const struct cexpr *e, u64 place) {
	for (; e->kind == CE_MEMBER; e = e->a) {
		const struct cclass *cls = class_of(ctype_unqual(e->a->type));
		const struct cfield *f = &cls->field.at[e->field];
		if (ctype_is_ref(f->type))
			return;
		place -= f->offset_bytes;
		if (cls->is_union)
			eval_activate(v, place, cls, e->field);
	}
}

static bool assign(struct eval *v, struct cexpr *e, u64 *ptr) {
	u128 value;
	if (!ctype_is_scalar(e->type))
		return eval_lvalue(v, e->a, ptr) && eval_into(v, e->b, *ptr);
	/* the right operand is first in order ([expr.ass]) */
	if (!eval_value(v, e->b, &value) || !eval_lvalue(v, e->a, ptr))
		return false;
	activate(v, e->a, *ptr);
	return put(v, e->a, *ptr, value);
}

static bool compound(struct eval *v, struct cexpr *e, u64 *ptr) {
	u128 a, b, r;
	if (!eval_value(v, e->b, &b) || !eval_lvalue(v, e->a, ptr) ||
	    !get(v, e->a, *ptr, &a))
		return false;
	if (e->op == CE_PTR_ADD)
		return eval_advance(v, e, e->type->base, (u64)a, (s64)b, &r) &&
		       put(v, e->a, *ptr, r);
	return eval_cast(v, e, e->type, e->calc, a, &a) &&
	       eval_binary(v, e, (enum cexpr_kind)e->op, e->calc, e->calc, a, b, &r) &&
	       eval_cast(v, e, e->calc, e->type, r, &r) && put(v, e->a, *ptr, r);
}

/* Evaluates ++ or --; `*old` becomes the value before. */
static bool step(struct eval *v, struct cexpr *e, u64 *ptr, u128 *old) {
	bool up = e->kind == CE_PREINC || e->kind == CE_POSTINC;
	u128 value;
	return eval_lvalue(v, e->a, ptr) && get(v, e->a, *ptr, old) &&
	       eval_step(v, e, up, *old, &value) && put(v, e->a, *ptr, value);
}

/* Evaluates an operand of which only the effects count. */
bool eval_drop(struct eval *v, struct cexpr *e) {
	u64 ptr;
	u128 value;
	if (e->is_lvalue)
		return eval_lvalue(v, e, &ptr);
	if (ctype_is_scalar(e->type) || e->type->kind == CT_VOID)
		return eval_value(v, e, &value);
	return eval_new_object(v, ctype_size(e->type), &ptr) && eval_into(v, e, ptr);
}

bool eval_lvalue(struct eval *v, struct cexpr *e, u64 *ptr) {
	u128 value;
	if (++v->steps > STEPS_MAX)
		return eval_fail(v, e, "it takes too many steps");
	switch ((enum cexpr_kind)e->kind) {
	case CE_VAR:
		return var_place(v, e, ptr) &&
		       (!ctype_is_ref(e->decl->type) || eval_get_ref(v, e, *ptr, ptr));
	case CE_FUNC: {
		u64 *slot = map_find(&v->global, (uintptr_t)e->decl);
		if (!slot)
			return opaque(v, e->decl, ptr);
		*ptr = make_ptr(*slot - 1, 0);
		return true;
	}
	case CE_STRING: return string_place(v, e, ptr);
	case CE_DEREF:
		if (!eval_value(v, e->a, &value))
			return false;
		*ptr = (u64)value;
		return *ptr ? true : eval_fail(v, e, "it uses a null pointer");
	case CE_MEMBER:
	case CE_TO_BASE:
	case CE_TO_DERIVED: return field_place(v, e, ptr);
	case CE_TEMP: return temporary(v, e, ptr);
	case CE_COND:
		if (eval_bit_field(e->b) != eval_bit_field(e->c))
			return eval_fail(v, e, "it chooses between bit-fields");
		return eval_value(v, e->a, &value) &&
		       eval_lvalue(v, value ? e->b : e->c, ptr);
	case CE_COMMA: return eval_drop(v, e->a) && eval_lvalue(v, e->b, ptr);
	case CE_CALL: return eval_call(v, e, 0, &value) && (*ptr = (u64)value, true);
	case CE_ASSIGN: return assign(v, e, ptr);
	case CE_COMPOUND: return compound(v, e, ptr);
	case CE_PREINC:
	case CE_PREDEC: return step(v, e, ptr, &value);
	default: return eval_fail(v, e, "it is not a constant expression");
	}
}

/* ---- values ------------------------------------------------------------------------ */

static bool eval_load(struct eval *v, struct cexpr *e, u128 *out) {
	u64 ptr;
	struct cexpr *a = e->a;
	if (a->kind == CE_VAR && a->decl->is_const_known &&
	    !(v->frame && map_find(&v->frame->var, (uintptr_t)a->decl))) {
		*out = (u128)cdecl_rare(a->decl)->value_high << 64 | a->decl->value;
		return true;
	}
	const struct cfield *f = eval_bit_field(a);
	return eval_lvalue(v, a, &ptr) && (f ? eval_get_field(v, a, f, ptr, out)
	                                     : eval_get(v, a, e->type, ptr, out));
}

bool eval_advance(struct eval *v, struct cexpr *e, const struct ctype *of, u64 ptr,
                  s64 count, u128 *out) {
	u64 size = of->kind == CT_VOID || of->kind == CT_FUNC ? 1 : ctype_size(of);
	s64 by, offset = (s64)(ptr & 0xffffffffu);
	if (!ptr && count)
		return eval_fail(v, e, "it adds to a null pointer");
	const struct cobject *o = eval_object(v, ptr);
	s64 end = o && !o->is_opaque ? (s64)o->size : UINT32_MAX;
	if (__builtin_mul_overflow(count, (s64)size, &by) ||
	    __builtin_add_overflow(offset, by, &offset) || offset < 0 || offset > end)
		return eval_fail(v, e, "a pointer leaves its object");
	*out = ptr ? (ptr & ~(u64)0xffffffffu) | (u64)offset : 0;
	return true;
}

static bool pointer_difference(struct eval *v, struct cexpr *e, u64 a, u64 b, u128 *out) {
	u64 size = ctype_size(e->a->type->base);
	if (a >> 32 != b >> 32)
		return eval_fail(v, e, "it subtracts pointers into different objects");
	*out = (u64)((s64)(a - b) / (s64)(size ? size : 1));
	return true;
}

/* Initialises a member; op: the member is a reference, and b what it is bound to. */
static bool init_member(struct eval *v, struct cexpr *e) {
	u64 place, ptr;
	u128 value;
	if (e->op && e->a->kind == CE_MEMBER) {
		struct cexpr *of = e->a->a;
		if (!eval_lvalue(v, of, &place) || !eval_lvalue(v, e->b, &ptr))
			return false;
		const struct cclass *cls = class_of(ctype_unqual(of->type));
		return eval_put_ref(v, e, place + cls->field.at[e->a->field].offset_bytes,
		                    ptr);
	}
	if (!eval_lvalue(v, e->a, &place))
		return false;
	activate(v, e->a, place);
	return eval_bit_field(e->a)
	               ? eval_value(v, e->b, &value) && put(v, e->a, place, value)
	               : eval_init_into(v, e->a->type, e->b, place);
}

static bool eval_operands(struct eval *v, struct cexpr *e, u128 *a, u128 *b) {
	return eval_value(v, e->a, a) && eval_value(v, e->b, b);
}

static bool cast(struct eval *v, struct cexpr *e, u128 *out) {
	if (e->type->kind == CT_VOID) {
		*out = 0;
		return eval_drop(v, e->a);
	}
	return eval_value(v, e->a, out) &&
	       eval_cast(v, e, e->a->type, e->type, *out, out);
}

static bool constant(const struct cexpr *e, u128 *out) {
	const struct ctype *t = ctype_unqual(ctype_underlying(e->type));
	*out = e->value;
	if (t->kind == CT_INT128)
		*out = (u128)(s128)(s64)e->value;
	return true;
}

/* Returns the pointer whose object a base at its beginning is named of, or NULL. */
static struct cexpr *pointer_to_derived(const struct cexpr *e) {
	for (; e->kind == CE_TO_BASE || e->kind == CE_TO_DERIVED; e = e->a) {
		const struct ctype *derived = e->kind == CE_TO_BASE ? e->a->type
		                                                    : e->type;
		const struct cfield *f =
			&class_of(ctype_unqual(derived))->field.at[e->field];
		if (f->offset_bytes || f->is_virtual)
			return NULL;
	}
	return e->kind == CE_DEREF ? e->a : NULL;
}

/* Evaluates to the address of something. */
static bool address(struct eval *v, struct cexpr *e, u128 *out) {
	u64 ptr;
	bool converts = e->kind == CE_TO_BASE || e->kind == CE_TO_DERIVED;
	struct cexpr *derived = converts ? pointer_to_derived(e) : NULL;
	if (derived) /* may be null ([conv.ptr]/3) */
		return eval_value(v, derived, out);
	bool ok = eval_lvalue(v, e, &ptr);
	*out = ok ? ptr : 0;
	return ok;
}

bool eval_value(struct eval *v, struct cexpr *e, u128 *out) {
	u128 a = 0, b = 0;
	u64 place;
	if (++v->steps > STEPS_MAX)
		return eval_fail(v, e, "it takes too many steps");
	switch ((enum cexpr_kind)e->kind) {
	case CE_CONST:
	case CE_MEMPTR: return constant(e, out);
	case CE_ZERO: *out = 0; return true;
	case CE_LOAD: return eval_load(v, e, out);
	case CE_ADDR: return address(v, e->a, out);
	case CE_THIS:
		if (!v->frame || !v->frame->this_)
			return eval_fail(v, e, "'this' is not known");
		*out = v->frame->this_;
		return true;
	case CE_NEG: return eval_value(v, e->a, &a) && eval_negate(v, e, a, out);
	case CE_NOT:
		if (!eval_value(v, e->a, &a))
			return false;
		*out = !a;
		return true;
	case CE_COMPL:
		if (!eval_value(v, e->a, &a))
			return false;
		*out = eval_complement(e->type, a);
		return true;
	case CE_MUL:
	case CE_DIV:
	case CE_REM:
	case CE_ADD:
	case CE_SUB:
	case CE_AND:
	case CE_OR:
	case CE_XOR:
	case CE_SHL:
	case CE_SHR:
	case CE_LT:
	case CE_GT:
	case CE_LE:
	case CE_GE:
	case CE_EQ:
	case CE_NE:
		return eval_operands(v, e, &a, &b) &&
		       eval_binary(v, e, (enum cexpr_kind)e->kind, e->a->type, e->type, a,
		                   b, out);
	case CE_PTR_ADD:
		return eval_operands(v, e, &a, &b) &&
		       eval_advance(v, e, e->type->base, (u64)a, (s64)b, out);
	case CE_PTR_DIFF:
		return eval_operands(v, e, &a, &b) &&
		       pointer_difference(v, e, (u64)a, (u64)b, out);
	case CE_LOGAND:
	case CE_LOGOR:
		if (!eval_value(v, e->a, &a))
			return false;
		if ((e->kind == CE_LOGAND) == !a) {
			*out = a != 0;
			return true;
		}
		return eval_value(v, e->b, out);
	case CE_COND:
		return eval_value(v, e->a, &a) && eval_value(v, a ? e->b : e->c, out);
	case CE_COMMA: return eval_drop(v, e->a) && eval_value(v, e->b, out);
	case CE_HOLD:
		*out = 0;
		return eval_new_var(v, e->decl, &place) &&
		       eval_init_into(v, e->decl->type, e->a, place);
	case CE_CAST: return cast(v, e, out);
	case CE_BITCAST: /* through memory, where a float has its own size */
		return eval_new_object(v, ctype_size(e->type), &place) &&
		       eval_init_into(v, ctype_unqual(e->a->type), e->a, place) &&
		       eval_get(v, e, e->type, place, out);
	case CE_POSTINC:
	case CE_POSTDEC: return step(v, e, &place, out);
	case CE_CALL: return eval_call(v, e, 0, out);
	case CE_BUILTIN: return eval_builtin(v, e, out);
	case CE_INIT: *out = 0; return init_member(v, e);
	case CE_NEW: return eval_new(v, e, out);
	case CE_DELETE: *out = 0; return eval_delete(v, e);
	case CE_STMT_EXPR:
		return ctype_is_scalar(e->type) || e->type->kind == CT_VOID
		               ? eval_statements(v, e, out)
		               : eval_fail(v, e, "it is not a constant expression");
	case CE_DESTROY:
		*out = 0;
		return eval_lvalue(v, e->a, &place) &&
		       eval_destroy(v, e, e->dtor, e->a->type, place);
	case CE_MEMBER: return field_place(v, e, &place) && get(v, e, place, out);
	default: return eval_fail(v, e, "it is not a constant expression");
	}
}

/* ---- objects ----------------------------------------------------------------------- */

static bool eval_list(struct eval *v, struct cexpr *e, u64 place) {
	const struct ctype *t = ctype_unqual(e->type);
	if (t->kind == CT_ARRAY) {
		u64 size = ctype_size(t->base);
		for (u32 i = 0; i < e->narg; i++)
			if (e->arg[i] &&
			    !eval_init_into(v, t->base, e->arg[i], place + i * size))
				return false;
		return true;
	}
	struct cclass *cls = class_of(t);
	u64 self;
	if (e->decl && !(eval_new_var(v, e->decl, &self) &&
	                 eval_put(v, e, e->decl->type, self, place)))
		return false;
	for (u32 i = 0; i < e->narg; i++) {
		struct cfield *f = &cls->field.at[cls->is_union ? e->field : i];
		if (!e->arg[i])
			continue;
		if (cls->is_union)
			eval_activate(v, place, cls, e->field);
		if (f->bit_width) {
			u128 value;
			if (!eval_value(v, e->arg[i], &value) ||
			    !eval_put_field(v, e, f, place + f->offset_bytes, value))
				return false;
		} else if (!eval_init_into(v, f->type, e->arg[i],
		                           place + f->offset_bytes)) {
			return false;
		}
	}
	return true;
}

/* Makes each element by the constructor that CE_ARRAY_COPY names. */
static bool eval_array_copy(struct eval *v, struct cexpr *copy, const struct ctype *t,
                            struct cexpr *from, u64 place) {
	u128 value;
	if (t->kind != CT_ARRAY) {
		struct cexpr *made = cexpr_new(v->c, CE_CONSTRUCT, ctype_unqual(t),
		                               copy->loc);
		made->decl = copy->decl;
		made->arg = arena_copy(v->c->a, &from, sizeof from, 8);
		made->narg = 1;
		return eval_call(v, made, place, &value);
	}
	for (u64 i = 0; i < t->n; i++) {
		struct cexpr *at = cexpr_int(v->c, v->c->t->basic[CT_ULONG], i,
		                             copy->loc);
		if (!eval_array_copy(v, copy, t->base, array_element(v->c, from, at),
		                     place + i * ctype_size(t->base)))
			return false;
	}
	return true;
}

bool eval_into(struct eval *v, struct cexpr *e, u64 place) {
	u64 from;
	u128 value;
	if (++v->steps > STEPS_MAX)
		return eval_fail(v, e, "it takes too many steps");
	switch ((enum cexpr_kind)e->kind) {
	case CE_ARRAY_COPY:
		if (e->decl)
			return eval_array_copy(v, e, e->type, e->a, place);
		/* fallthrough */
	case CE_LOAD:
		return eval_lvalue(v, e->a, &from) &&
		       eval_copy(v, e, place, from, ctype_size(e->type));
	case CE_INIT_LIST: return eval_list(v, e, place);
	case CE_ZERO: return true;
	case CE_BITCAST: /* the bytes of another type */
		return eval_init_into(v, ctype_unqual(e->a->type), e->a, place);
	case CE_FILL: {
		u64 size = ctype_size(e->type->base);
		for (u64 i = 0; i < e->type->n; i++)
			if (!eval_init_into(v, e->type->base, e->a, place + i * size))
				return false;
		return true;
	}
	case CE_CONSTRUCT: return !e->decl || eval_call(v, e, place, &value);
	case CE_CALL: return eval_call(v, e, place, &value);
	case CE_COND:
		return eval_value(v, e->a, &value) &&
		       eval_into(v, value ? e->b : e->c, place);
	case CE_COMMA: return eval_drop(v, e->a) && eval_into(v, e->b, place);
	case CE_MEMBER:
	case CE_TO_BASE:
		return field_place(v, e, &from) &&
		       eval_copy(v, e, place, from, ctype_size(e->type));
	default:
		if (e->is_lvalue)
			return eval_lvalue(v, e, &from) &&
			       eval_copy(v, e, place, from, ctype_size(e->type));
		return eval_fail(v, e, "it is not a constant expression");
	}
}

/* ---- entry ------------------------------------------------------------------------- */

void eval_init(struct eval *v, struct sema *c) {
	*v = (struct eval){.c = c, .global = MAP_INIT(c->a), .string = MAP_INIT(c->a)};
}

/* Ends an evaluation: checks that all memory of new is deleted. */
static bool finish(struct eval *v, struct cexpr *e, bool ok) {
	for (u64 i = 0; ok && i < v->obj.n; i++)
		if (v->obj.at[i].is_heap && !v->obj.at[i].is_dead)
			ok = eval_fail(v, e, "memory of new outlives it");
	return ok;
}

/* Whether 64 bits, extended as the type says, are the value. */
static bool is_narrow(const struct ctype *t, u128 value) {
	return ctype_unqual(ctype_underlying(t))->kind == CT_INT128
	               ? (s128)value == (s64)value
	               : value == (u64)value;
}

/* Evaluates a scalar; `v` says afterwards why it has no value. */
static bool scalar_value(struct sema *c, struct cexpr *e, struct eval *v, u128 *value) {
	*value = 0;
	eval_init(v, c);
	c->in_const++;
	bool ok = ctype_is_scalar(e->type) && finish(v, e, eval_value(v, e, value));
	c->in_const--;
	return ok;
}

/* The same for a constant that the evaluation of another one may need: limits the depth
 * of such chains. */
static bool scalar_value_within(struct sema *c, struct cexpr *e, struct eval *v,
                                u128 *value) {
	enum { DEEPEST = 64 };
	*value = 0;
	*v = (struct eval){0};
	if (c->const_depth > DEEPEST)
		return false;
	c->const_depth++;
	bool ok = scalar_value(c, e, v, value);
	c->const_depth--;
	return ok;
}

bool const_try(struct sema *c, struct cexpr *e, u64 *value) {
	if (e->kind == CE_CONST) {
		*value = e->value;
		return true;
	}
	struct eval v;
	u128 all;
	bool ok = scalar_value_within(c, e, &v, &all) &&
	          (e->type->kind != CT_PTR || !all) && /* addresses have no value yet */
	          is_narrow(e->type, all);
	*value = (u64)all;
	return ok;
}

static void not_constant(struct sema *c, struct eval *v, struct cexpr *e,
                         const char *what) {
	struct diag_record *r = check_error(c, e->loc, E0632,
	                                    "%s must be a constant expression", what);
	if (v->why)
		check_note(c, r, "%s", v->why);
}

bool const_var(struct sema *c, struct cdecl *d, const char *what) {
	if (!ctype_is_int128(d->type)) {
		bool ok = what ? const_int(c, d->init, &d->value, what)
		               : const_try(c, d->init, &d->value);
		/* an address is the number of an object of one evaluation: it is found
		 * anew in the next, and loaded at run time */
		d->is_const_known = ok && (d->type->kind != CT_PTR || !d->value);
		return ok;
	}
	struct eval v;
	u128 all;
	d->is_const_known = scalar_value_within(c, d->init, &v, &all);
	d->value = (u64)all;
	if (all >> 64 || d->rare)
		cdecl_rare_set(c->a, d)->value_high = (u64)(all >> 64);
	if (!d->is_const_known && what)
		not_constant(c, &v, d->init, what);
	return d->is_const_known;
}

struct cexpr *const_number(struct sema *c, const struct ctype *t, u128 value,
                           struct loc loc) {
	u64 low_bits = (u64)value, high_bits = (u64)(value >> 64);
	t = ctype_unqual(t);
	struct cexpr *low = cexpr_int(c, t, low_bits, loc);
	u64 above = t->kind == CT_INT128 && (s64)low_bits < 0 ? ~(u64)0 : 0;
	if (!ctype_is_int128(t) || high_bits == above)
		return low;
	const struct ctype *wide = c->t->basic[CT_UINT128];
	struct cexpr *high = cexpr_new(c, CE_SHL, wide, loc);
	high->a = cexpr_int(c, wide, high_bits, loc);
	high->b = cexpr_int(c, c->t->basic[CT_INT], 64, loc);
	struct cexpr *both = cexpr_new(c, CE_OR, wide, loc);
	both->a = high;
	both->b = cexpr_int(c, wide, low_bits, loc);
	return cast_scalar(c, both, t);
}

struct cexpr *const_known(struct sema *c, const struct cdecl *d, struct loc loc) {
	u128 value = (u128)cdecl_rare(d)->value_high << 64 | d->value;
	struct cexpr *e = const_number(c, d->type, value, loc);
	e->is_bits = d->init && d->init->kind == CE_CONST && d->init->is_bits;
	return e;
}

bool const_int(struct sema *c, struct cexpr *e, u64 *value, const char *what) {
	if (e->kind == CE_CONST) {
		*value = e->value;
		return true;
	}
	struct eval v;
	u128 all;
	bool ok = scalar_value(c, e, &v, &all);
	if (ok && !is_narrow(e->type, all))
		ok = eval_fail(&v, e, "its value takes more than 64 bits");
	if (!ok)
		not_constant(c, &v, e, what);
	*value = (u64)all;
	return ok;
}

/* Whether the type is that of the first elements of an array, at any depth. */
static bool begins_array(const struct ctype *t, const struct ctype *first) {
	while (t->kind == CT_ARRAY) {
		t = t->base;
		if (ctype_same_but_quals(t, first))
			return true;
	}
	return false;
}

/* Whether a pointer to that type points to all of the function or variable. */
static bool is_whole(const struct cdecl *d, const struct ctype *pointed) {
	return d->kind != CDECL_VAR || pointed->kind == CT_VOID ||
	       ctype_same_but_quals(d->type, pointed);
}

/* Finds what a pointer points to; of an array that `decays`, the whole stands for the
 * first element. Before C++20 a part of a variable is no argument of a template; nvcc
 * takes first elements all the same. */
static bool find_pointed(struct sema *c, struct cexpr *e, bool decays, bool takes_parts,
                         struct cdecl **to, const char *what) {
	struct eval v;
	u128 all;
	bool ok = scalar_value(c, e, &v, &all);
	const struct cobject *o = ok ? eval_object(&v, (u64)all) : NULL;
	*to = o ? o->decl : NULL;
	bool is_first = *to && (*to)->kind == CDECL_VAR && !(u32)all &&
	                begins_array((*to)->type, e->type->base);
	if (*to && (takes_parts || is_first))
		*to = part_decl(c, *to, (u32)all, e->type->base, decays);
	else if (*to && (!decays || (u32)all || !is_whole(*to, e->type->base)))
		*to = NULL;
	if (ok && all && !*to)
		ok = eval_fail(&v, e,
		               takes_parts ? "it is not the address of a variable, of a "
		                             "part of one or of a function"
		                           : "it is not the address of a whole variable "
		                             "or function");
	if (!ok)
		not_constant(c, &v, e, what);
	return ok;
}

bool const_address(struct sema *c, struct cexpr *e, struct cdecl **to, const char *what) {
	return find_pointed(c, e, true, is_cxx20(c), to, what);
}

bool const_array(struct sema *c, struct cexpr *e, struct cdecl **to, const char *what) {
	return find_pointed(c, e, true, true, to, what);
}

bool const_object(struct sema *c, struct cexpr *e, struct cdecl **to, const char *what) {
	return find_pointed(c, cexpr_addr(c, e), false, is_cxx20(c), to, what);
}

bool const_check_object(struct sema *c, const struct ctype *type, struct cexpr *init,
                        const char *what) {
	struct eval v;
	u64 place;
	eval_init(&v, c);
	c->in_const++;
	bool ok = eval_new_object(&v, ctype_size(type), &place) &&
	          eval_init_into(&v, type, init, place);
	ok = finish(&v, init, ok);
	c->in_const--;
	if (!ok)
		not_constant(c, &v, init, what);
	return ok;
}

bool const_bool(struct sema *c, struct cscope *at, struct syn *s, bool *value,
                const char *what) {
	c->in_const++;
	struct cexpr *e = check_expr(c, at, s);
	e = is_error(e) ? e : to_bool(c, e);
	c->in_const--;
	u64 v;
	if (is_error(e) || !const_int(c, e, &v, what))
		return false;
	*value = v != 0;
	return true;
}
