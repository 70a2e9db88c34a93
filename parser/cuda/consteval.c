/* consteval.c - constant evaluation ([expr.const]) by walking the checked tree: objects are bytes laid
 * out as at run time, pointers a number of an object and an offset in it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/consteval.h"

bool eval_fail(struct eval *v, struct cexpr *e, const char *why) {
	if (!v->why) {
		v->culprit = e;
		v->why = why;
	}
	return false;
}

/* ---- memory ------------------------------------------------------------------------------------------ */

bool eval_new_object(struct eval *v, u64 size, u64 *ptr) {
	if (size > OBJECT_BYTES_MAX || v->obj.n > 1 << 20)
		return eval_fail(v, NULL, "too much memory is needed");
	struct cobject o = {.size = size,
	                    .bytes = arena_zalloc(v->c->a, size ? size : 1, 16)};
	vec_push(v->c->a, &v->obj, o);
	*ptr = make_ptr(v->obj.n - 1, 0);
	return true;
}

u8 *eval_bytes(struct eval *v, u64 ptr, u64 size) {
	u64 obj = ptr >> 32, offset = ptr & 0xffffffffu;
	if (obj == 0 || obj > v->obj.n)
		return NULL;
	struct cobject *o = &v->obj.at[obj - 1];
	if (o->is_opaque || offset > o->size || size > o->size - offset)
		return NULL;
	return o->bytes + offset;
}

static bool load(struct eval *v, struct cexpr *e, const struct ctype *t, u64 ptr,
                 u64 *out) {
	t = ctype_unqual(ctype_underlying(t));
	u64 size = ctype_size(t);
	u8 *p = eval_bytes(v, ptr, size);
	if (!p || size > 8)
		return eval_fail(v, e, "it reads an object whose value is not known");
	u64 bits = 0;
	memcpy(&bits, p, size);
	if (t->kind == CT_FLOAT) {
		float f;
		memcpy(&f, p, 4);
		double d = (double)f;
		memcpy(&bits, &d, 8);
	} else if (size < 8 && ctype_is_signed(t)) {
		u32 shift = 64 - 8 * (u32)size;
		bits = (u64)((s64)(bits << shift) >> shift);
	}
	*out = bits;
	return true;
}

bool eval_store(struct eval *v, struct cexpr *e, const struct ctype *t, u64 ptr,
                u64 value) {
	t = ctype_unqual(ctype_underlying(t));
	u64 size = ctype_size(t);
	u8 *p = eval_bytes(v, ptr, size);
	if (!p || size > 8)
		return eval_fail(v, e, "it changes an object outside of the evaluation");
	if (t->kind == CT_FLOAT) {
		double d;
		memcpy(&d, &value, 8);
		float f = (float)d;
		memcpy(p, &f, 4);
	} else {
		memcpy(p, &value, size);
	}
	return true;
}

/* A reference is stored as the pointer to what it refers to. */
static bool store_ptr(struct eval *v, struct cexpr *e, u64 place, u64 ptr) {
	u8 *p = eval_bytes(v, place, 8);
	if (!p)
		return eval_fail(v, e, "it changes an object outside of the evaluation");
	memcpy(p, &ptr, 8);
	return true;
}

/* ---- variables ------------------------------------------------------------------------------------------- */

bool eval_init_into(struct eval *v, const struct ctype *type, struct cexpr *init,
                    u64 place) {
	if (!init)
		return true;
	if (ctype_is_ref(type)) {
		u64 ptr;
		return eval_lvalue(v, init, &ptr) && store_ptr(v, init, place, ptr);
	}
	if (type_is_wide(type)) {
		u128 wide;
		return eval_wide(v, init, &wide) &&
		       eval_store_wide(v, init, type, place, wide);
	}
	if (ctype_is_scalar(type)) {
		u64 value;
		return eval_value(v, init, &value) &&
		       eval_store(v, init, type, place, value);
	}
	return eval_into(v, init, place);
}

static bool opaque(struct eval *v, struct cdecl *d, u64 *ptr) {
	vec_push(v->c->a, &v->obj, (struct cobject){.decl = d, .is_opaque = true});
	*ptr = make_ptr(v->obj.n - 1, 0);
	*map_at(&v->global, (uintptr_t)d) = v->obj.n;
	return true;
}

static bool global_object(struct eval *v, struct cexpr *e, struct cdecl *d, u64 *ptr) {
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
	(void)e;
	if (!eval_new_object(v, ctype_size(d->type), ptr))
		return false;
	*map_at(&v->global, (uintptr_t)d) = *ptr >> 32;
	v->obj.at[(*ptr >> 32) - 1].decl = d;
	struct frame *frame = v->frame;
	v->frame = NULL;
	const char *why = v->why;
	struct cexpr *culprit = v->culprit;
	bool ok = eval_init_into(v, d->type, d->init, *ptr);
	v->frame = frame;
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
	return global_object(v, e, e->decl, ptr);
}

bool eval_new_var(struct eval *v, struct cdecl *d, u64 *place) {
	if (!type_try_complete(v->c, ctype_noref(d->type)) ||
	    !eval_new_object(v, ctype_size(d->type), place))
		return eval_fail(v, NULL, "a variable's type is not complete");
	*map_at(&v->frame->var, (uintptr_t)d) = *place >> 32;
	return true;
}

/* ---- arithmetic ---------------------------------------------------------------------------------------------- */

static double as_double(u64 bits) {
	double d;
	memcpy(&d, &bits, 8);
	return d;
}

static u64 from_double(const struct ctype *t, double d) {
	if (t->kind == CT_FLOAT)
		d = (double)(float)d;
	u64 bits;
	memcpy(&bits, &d, 8);
	return bits;
}

static bool float_op(enum cexpr_kind kind, const struct ctype *t, double a, double b,
                     u64 *out) {
	switch (kind) {
	case CE_ADD: *out = from_double(t, a + b); return true;
	case CE_SUB: *out = from_double(t, a - b); return true;
	case CE_MUL: *out = from_double(t, a * b); return true;
	case CE_DIV: *out = from_double(t, a / b); return true;
	case CE_LT: *out = a < b; return true;
	case CE_GT: *out = a > b; return true;
	case CE_LE: *out = a <= b; return true;
	case CE_GE: *out = a >= b; return true;
	case CE_EQ: *out = a == b; return true;
	case CE_NE: *out = a != b; return true;
	default: return false;
	}
}

static bool int_op(enum cexpr_kind kind, const struct ctype *t, u64 a, u64 b, u64 *out) {
	bool s = ctype_is_signed(t);
	u64 bits = ctype_size(t) * 8;
	switch (kind) {
	case CE_ADD: *out = a + b; return true;
	case CE_SUB: *out = a - b; return true;
	case CE_MUL: *out = a * b; return true;
	case CE_DIV:
	case CE_REM:
		if (b == 0 || (s && (s64)b == -1 && a == (u64)1 << 63))
			return false;
		if (kind == CE_DIV)
			*out = s ? (u64)((s64)a / (s64)b) : a / b;
		else
			*out = s ? (u64)((s64)a % (s64)b) : a % b;
		return true;
	case CE_AND: *out = a & b; return true;
	case CE_OR: *out = a | b; return true;
	case CE_XOR: *out = a ^ b; return true;
	case CE_SHL:
		if (b >= bits)
			return false;
		*out = a << b;
		return true;
	case CE_SHR:
		if (b >= bits)
			return false;
		*out = s ? (u64)((s64)a >> b) : a >> b;
		return true;
	case CE_LT: *out = s ? (s64)a < (s64)b : a < b; return true;
	case CE_GT: *out = s ? (s64)a > (s64)b : a > b; return true;
	case CE_LE: *out = s ? (s64)a <= (s64)b : a <= b; return true;
	case CE_GE: *out = s ? (s64)a >= (s64)b : a >= b; return true;
	case CE_EQ: *out = a == b; return true;
	case CE_NE: *out = a != b; return true;
	default: return false;
	}
}

static bool binary_op(struct eval *v, struct cexpr *e, enum cexpr_kind kind,
                      const struct ctype *calc, const struct ctype *result, u64 a, u64 b,
                      u64 *out) {
	calc = ctype_unqual(ctype_underlying(calc));
	bool ok = ctype_is_floating(calc)
	                  ? float_op(kind, calc, as_double(a), as_double(b), out)
	                  : int_op(kind, calc, a, b, out);
	if (!ok)
		return eval_fail(v, e,
		                 kind == CE_DIV || kind == CE_REM
		                         ? "it divides by zero"
		                         : "the operation has no defined value");
	if (!ctype_is_floating(result))
		*out = ctype_wrap(result, *out);
	return true;
}

bool eval_cast(struct eval *v, struct cexpr *e, const struct ctype *from,
               const struct ctype *to, u64 value, u64 *out) {
	from = ctype_unqual(ctype_underlying(from));
	to = ctype_unqual(ctype_underlying(to));
	if (to->kind == CT_BOOL) {
		*out = ctype_is_floating(from) ? as_double(value) != 0 : value != 0;
	} else if (ctype_is_floating(from) && ctype_is_floating(to)) {
		*out = from_double(to, as_double(value));
	} else if (ctype_is_floating(from)) {
		double d = as_double(value);
		if (!(d > -9.3e18 && d < 1.85e19))
			return eval_fail(v, e, "the value does not fit the integer type");
		*out = ctype_wrap(to, d < 0 ? (u64)(s64)d : (u64)d);
	} else if (ctype_is_floating(to)) {
		double d = ctype_is_signed(from) ? (double)(s64)value : (double)value;
		*out = to->kind == CT_FLOAT
		               ? from_double(to, (double)(ctype_is_signed(from)
		                                                  ? (float)(s64)value
		                                                  : (float)value))
		               : from_double(to, d);
	} else if (to->kind == CT_PTR || to->kind == CT_NULLPTR ||
	           to->kind == CT_MEMPTR) {
		*out = value;
	} else {
		if (from->kind == CT_PTR && value)
			return eval_fail(v, e, "it makes an integer of a pointer");
		*out = ctype_wrap(to, value);
	}
	return true;
}

/* ---- lvalues ---------------------------------------------------------------------------------------------------- */

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
	if (e->kind == CE_MEMBER && ctype_is_ref(f->type)) {
		u8 *p = eval_bytes(v, *ptr, 8);
		if (!p)
			return eval_fail(v, e,
			                 "it reads an object whose value is not known");
		memcpy(ptr, p, 8);
	}
	return true;
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

bool eval_discard(struct eval *v, struct cexpr *e) {
	u64 ignored;
	u128 wide;
	if (e->is_lvalue)
		return eval_lvalue(v, e, &ignored);
	if (type_is_wide(e->type))
		return eval_wide(v, e, &wide);
	if (ctype_is_scalar(e->type) || e->type->kind == CT_VOID)
		return eval_value(v, e, &ignored);
	return eval_new_object(v, ctype_size(e->type), &ignored) &&
	       eval_into(v, e, ignored);
}

bool eval_lvalue(struct eval *v, struct cexpr *e, u64 *ptr) {
	u64 value;
	if (++v->steps > STEPS_MAX)
		return eval_fail(v, e, "it takes too many steps");
	switch ((enum cexpr_kind)e->kind) {
	case CE_VAR:
		if (!var_place(v, e, ptr))
			return false;
		if (ctype_is_ref(e->decl->type)) {
			u8 *p = eval_bytes(v, *ptr, 8);
			if (!p)
				return eval_fail(
					v, e,
					"it uses a reference whose object is not known");
			memcpy(ptr, p, 8);
		}
		return true;
	case CE_FUNC: {
		u64 *slot = map_find(&v->global, (uintptr_t)e->decl);
		if (slot) {
			*ptr = make_ptr(*slot - 1, 0);
			return true;
		}
		return opaque(v, e->decl, ptr);
	}
	case CE_STRING: return string_place(v, e, ptr);
	case CE_DEREF:
		if (!eval_value(v, e->a, ptr))
			return false;
		return *ptr ? true : eval_fail(v, e, "it uses a null pointer");
	case CE_MEMBER:
	case CE_TO_BASE:
	case CE_TO_DERIVED: return field_place(v, e, ptr);
	case CE_TEMP:
		if (!eval_new_object(v, ctype_size(e->type), ptr))
			return false;
		return eval_init_into(v, e->type, e->a, *ptr);
	case CE_COND:
		return eval_value(v, e->a, &value) &&
		       eval_lvalue(v, value ? e->b : e->c, ptr);
	case CE_COMMA: return eval_discard(v, e->a) && eval_lvalue(v, e->b, ptr);
	case CE_CALL: return eval_call(v, e, 0, ptr);
	case CE_ASSIGN:
		if (!eval_lvalue(v, e->a, ptr))
			return false;
		return eval_init_into(v, e->type, e->b, *ptr);
	case CE_COMPOUND: {
		u64 a, b, r;
		if (e->op != CE_PTR_ADD &&
		    (type_is_wide(e->type) || type_is_wide(e->calc)))
			return eval_wide_compound(v, e, ptr);
		if (!eval_lvalue(v, e->a, ptr) || !eval_value(v, e->b, &b) ||
		    !load(v, e, e->type, *ptr, &a))
			return false;
		if (e->op == CE_PTR_ADD) {
			r = a + b * ctype_size(e->type->base);
			return eval_store(v, e, e->type, *ptr, r);
		}
		return eval_cast(v, e, e->type, e->calc, a, &a) &&
		       binary_op(v, e, (enum cexpr_kind)e->op, e->calc, e->calc, a, b,
		                 &r) &&
		       eval_cast(v, e, e->calc, e->type, r, &r) &&
		       eval_store(v, e, e->type, *ptr, r);
	}
	case CE_PREINC:
	case CE_PREDEC:
	case CE_POSTINC:
	case CE_POSTDEC: {
		u64 a;
		if (type_is_wide(e->type))
			return eval_wide_compound(v, e, ptr);
		bool up = e->kind == CE_PREINC || e->kind == CE_POSTINC;
		if (!eval_lvalue(v, e->a, ptr) || !load(v, e, e->type, *ptr, &a))
			return false;
		if (ctype_is_floating(e->type))
			a = from_double(ctype_unqual(e->type),
			                as_double(a) + (up ? 1 : -1));
		else
			a += (up ? 1 : (u64)-1) *
			     (e->type->kind == CT_PTR ? ctype_size(e->type->base) : 1);
		return eval_store(v, e, e->type, *ptr,
		                  ctype_is_floating(e->type) || e->type->kind == CT_PTR
		                          ? a
		                          : ctype_wrap(e->type, a));
	}
	case CE_ZERO:
	case CE_LOAD:
	default: return eval_fail(v, e, "it is not a constant expression");
	}
}

/* ---- values -------------------------------------------------------------------------------------------------------- */

static bool eval_bits(struct eval *v, struct cexpr *e, u64 ptr, struct cfield *f,
                      u64 *out) {
	u64 unit;
	if (!load(v, e, f->type, ptr, &unit))
		return false;
	u32 up = 64u - f->bit_offset - f->bit_width, down = 64u - f->bit_width;
	*out = ctype_is_signed(f->type) ? (u64)((s64)(unit << up) >> down)
	                                : unit << up >> down;
	return true;
}

static bool eval_load(struct eval *v, struct cexpr *e, u64 *out) {
	u64 ptr;
	struct cexpr *a = e->a;
	if (a->kind == CE_VAR && a->decl->is_const_known &&
	    !(v->frame && map_find(&v->frame->var, (uintptr_t)a->decl))) {
		*out = a->decl->value;
		return true;
	}
	if (!eval_lvalue(v, a, &ptr))
		return false;
	if (a->kind == CE_MEMBER) {
		struct cfield *f =
			&class_of(ctype_unqual(a->a->type))->field.at[a->field];
		if (f->bit_width)
			return eval_bits(v, e, ptr, f, out);
	}
	return load(v, a, e->type, ptr, out);
}

static bool eval_builtin(struct eval *v, struct cexpr *e, u64 *out) {
	u64 a = 0, b = 0;
	if (e->op == CB_CONSTANT_P) { /* __builtin_is_constant_evaluated */
		*out = 1;
		return true;
	}
	if (e->narg && ctype_is_scalar(e->arg[0]->type) && !eval_value(v, e->arg[0], &a))
		return false;
	if (e->narg > 1 && !eval_value(v, e->arg[1], &b))
		return false;
	u64 size = e->narg ? ctype_size(e->arg[0]->type) : 0;
	const struct ctype *t = ctype_unqual(e->type);
	switch ((enum cbuiltin)e->op) {
	case CB_FABS: *out = a & ~((u64)1 << 63); return true;
	case CB_FMIN:
		*out = as_double(a) < as_double(b) || as_double(b) != as_double(b) ? a
		                                                                   : b;
		return true;
	case CB_FMAX:
		*out = as_double(a) > as_double(b) || as_double(b) != as_double(b) ? a
		                                                                   : b;
		return true;
	case CB_FLOOR: *out = from_double(t, __builtin_floor(as_double(a))); return true;
	case CB_CEIL: *out = from_double(t, __builtin_ceil(as_double(a))); return true;
	case CB_TRUNC: *out = from_double(t, __builtin_trunc(as_double(a))); return true;
	case CB_COPYSIGN: *out = (a & ~((u64)1 << 63)) | (b & (u64)1 << 63); return true;
	case CB_CLZ:
		if (!a)
			return eval_fail(v, e,
			                 "the count of leading zeros of 0 is undefined");
		*out = (u64)(size == 8 ? __builtin_clzll(a) : __builtin_clz((u32)a));
		return true;
	case CB_CTZ:
		if (!a)
			return eval_fail(v, e,
			                 "the count of trailing zeros of 0 is undefined");
		*out = (u64)__builtin_ctzll(a);
		return true;
	case CB_POPCOUNT:
		*out = (u64)__builtin_popcountll(size == 8 ? a : (u32)a);
		return true;
	case CB_FFS:
		*out = (u64)__builtin_ffsll((long long)(size == 8 ? a : (u32)a));
		return true;
	case CB_BSWAP:
		*out = size == 8 ? __builtin_bswap64(a) : __builtin_bswap32((u32)a);
		return true;
	case CB_EXPECT: *out = a; return true;
	case CB_ASSUME: *out = 0; return true;
	case CB_ISNAN: *out = as_double(a) != as_double(a); return true;
	case CB_ISINF: *out = (a & ~((u64)1 << 63)) == (u64)0x7ff << 52; return true;
	case CB_ISFINITE: *out = (a >> 52 & 0x7ff) != 0x7ff; return true;
	case CB_SIGNBIT: *out = a >> 63; return true;
	default: return eval_fail(v, e, "it calls a function that is not constexpr");
	}
}

static bool eval_operands(struct eval *v, struct cexpr *e, u64 *a, u64 *b) {
	return eval_value(v, e->a, a) && eval_value(v, e->b, b);
}

bool eval_value(struct eval *v, struct cexpr *e, u64 *out) {
	u64 a = 0, b = 0;
	if (++v->steps > STEPS_MAX)
		return eval_fail(v, e, "it takes too many steps");
	if (type_is_wide(e->type) ||
	    (e->a && !e->a->is_lvalue && type_is_wide(e->a->type) && e->kind != CE_COMMA))
		return eval_of_wide(v, e, out);
	switch ((enum cexpr_kind)e->kind) {
	case CE_CONST:
	case CE_MEMPTR: *out = e->value; return true;
	case CE_ZERO: *out = 0; return true;
	case CE_LOAD: return eval_load(v, e, out);
	case CE_ADDR: return eval_lvalue(v, e->a, out);
	case CE_THIS:
		if (!v->frame || !v->frame->this_)
			return eval_fail(v, e, "'this' is not known");
		*out = v->frame->this_;
		return true;
	case CE_NEG:
		if (!eval_value(v, e->a, &a))
			return false;
		*out = ctype_is_floating(e->type) ? a ^ (u64)1 << 63
		                                  : ctype_wrap(e->type, 0 - a);
		return true;
	case CE_NOT:
		if (!eval_value(v, e->a, &a))
			return false;
		*out = !a;
		return true;
	case CE_COMPL:
		if (!eval_value(v, e->a, &a))
			return false;
		*out = ctype_wrap(e->type, ~a);
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
		       binary_op(v, e, (enum cexpr_kind)e->kind, e->a->type, e->type, a,
		                 b, out);
	case CE_PTR_ADD: {
		if (!eval_operands(v, e, &a, &b))
			return false;
		u64 size = e->type->base->kind == CT_VOID ||
		                           e->type->base->kind == CT_FUNC
		                   ? 1
		                   : ctype_size(e->type->base);
		s64 offset = (s64)(a & 0xffffffffu) + (s64)(b * size);
		if (!a && b)
			return eval_fail(v, e, "it adds to a null pointer");
		if (offset < 0 || offset > UINT32_MAX)
			return eval_fail(v, e, "a pointer leaves its object");
		*out = a ? (a & ~(u64)0xffffffffu) | (u64)offset : 0;
		return true;
	}
	case CE_PTR_DIFF: {
		u64 size = ctype_size(e->a->type->base);
		if (!eval_operands(v, e, &a, &b))
			return false;
		if (a >> 32 != b >> 32)
			return eval_fail(v, e,
			                 "it subtracts pointers into different objects");
		*out = (u64)((s64)(a - b) / (s64)(size ? size : 1));
		return true;
	}
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
	case CE_COMMA: return eval_discard(v, e->a) && eval_value(v, e->b, out);
	case CE_CAST:
		if (e->type->kind == CT_VOID) {
			*out = 0;
			return eval_discard(v, e->a);
		}
		return eval_value(v, e->a, &a) &&
		       eval_cast(v, e, e->a->type, e->type, a, out);
	case CE_BITCAST: { /* through memory, where a float has its own size */
		u64 place;
		return eval_new_object(v, ctype_size(e->type), &place) &&
		       eval_init_into(v, ctype_unqual(e->a->type), e->a, place) &&
		       load(v, e, e->type, place, out);
	}
	case CE_POSTINC:
	case CE_POSTDEC:
		return eval_lvalue(v, e->a, &a) && load(v, e, e->type, a, out) &&
		       eval_lvalue(v, e, &b);
	case CE_ASSIGN:
	case CE_COMPOUND:
	case CE_PREINC:
	case CE_PREDEC: return eval_lvalue(v, e, out);
	case CE_CALL: return eval_call(v, e, 0, out);
	case CE_BUILTIN: return eval_builtin(v, e, out);
	case CE_INIT: {
		u64 place;
		if (e->op && e->a->kind == CE_MEMBER) { /* a reference member */
			struct cexpr raw = *e->a;
			u64 obj, ptr;
			if (!eval_lvalue(v, raw.a, &obj) || !eval_lvalue(v, e->b, &ptr))
				return false;
			place = obj + class_of(ctype_unqual(raw.a->type))
			                      ->field.at[raw.field]
			                      .offset_bytes;
			*out = 0;
			return store_ptr(v, e, place, ptr);
		}
		*out = 0;
		return eval_lvalue(v, e->a, &place) &&
		       eval_init_into(v, e->a->type, e->b, place);
	}
	case CE_DESTROY: *out = 0; return true;
	case CE_VAR:
	case CE_MEMBER:
	case CE_DEREF:
	case CE_TEMP:
		if (e->is_lvalue)
			return eval_lvalue(v, e, out);
		if (e->kind == CE_MEMBER) {
			u64 ptr;
			return field_place(v, e, &ptr) && load(v, e, e->type, ptr, out);
		}
		return eval_fail(v, e, "it is not a constant expression");
	default: return eval_fail(v, e, "it is not a constant expression");
	}
}

/* ---- objects ---------------------------------------------------------------------------------------------------------- */

static bool copy_bytes(struct eval *v, struct cexpr *e, u64 to, u64 from, u64 size) {
	const struct cclass *cls = class_of(ctype_unqual(e->type));
	if (cls) /* others may lie in its tail padding */
		size = cls->data_bytes;
	u8 *d = eval_bytes(v, to, size), *s = eval_bytes(v, from, size);
	if (!d || !s)
		return eval_fail(v, e, "it reads an object whose value is not known");
	memmove(d, s, size);
	return true;
}

static bool store_bits(struct eval *v, struct cexpr *e, struct cfield *f, u64 place,
                       u64 value) {
	u64 unit, mask = (f->bit_width < 64 ? ((u64)1 << f->bit_width) - 1 : ~(u64)0)
	                 << f->bit_offset;
	if (!load(v, e, f->type, place, &unit))
		return false;
	return eval_store(v, e, f->type, place,
	                  (unit & ~mask) | (value << f->bit_offset & mask));
}

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
	for (u32 i = 0; i < e->narg; i++) {
		struct cfield *f = &cls->field.at[cls->is_union ? e->field : i];
		if (!e->arg[i])
			continue;
		if (f->bit_width) {
			u64 value;
			if (!eval_value(v, e->arg[i], &value) ||
			    !store_bits(v, e, f, place + f->offset_bytes, value))
				return false;
		} else if (!eval_init_into(v, f->type, e->arg[i],
		                           place + f->offset_bytes)) {
			return false;
		}
	}
	return true;
}

bool eval_into(struct eval *v, struct cexpr *e, u64 place) {
	u64 a;
	if (++v->steps > STEPS_MAX)
		return eval_fail(v, e, "it takes too many steps");
	switch ((enum cexpr_kind)e->kind) {
	case CE_LOAD:
	case CE_ARRAY_COPY:
		return eval_lvalue(v, e->a, &a) &&
		       copy_bytes(v, e, place, a, ctype_size(e->type));
	case CE_INIT_LIST: return eval_list(v, e, place);
	case CE_ZERO: return true;
	case CE_FILL: {
		u64 size = ctype_size(e->type->base);
		for (u64 i = 0; i < e->type->n; i++)
			if (!eval_init_into(v, e->type->base, e->a, place + i * size))
				return false;
		return true;
	}
	case CE_CONSTRUCT:
		if (!e->decl)
			return true;
		return eval_call(v, e, place, &a);
	case CE_CALL: return eval_call(v, e, place, &a);
	case CE_COND:
		return eval_value(v, e->a, &a) && eval_into(v, a ? e->b : e->c, place);
	case CE_COMMA: return eval_discard(v, e->a) && eval_into(v, e->b, place);
	case CE_MEMBER:
	case CE_TO_BASE:
		return field_place(v, e, &a) &&
		       copy_bytes(v, e, place, a, ctype_size(e->type));
	default:
		if (e->is_lvalue)
			return eval_lvalue(v, e, &a) &&
			       copy_bytes(v, e, place, a, ctype_size(e->type));
		if (ctype_is_scalar(e->type))
			return eval_init_into(v, e->type, e, place);
		return eval_fail(v, e, "it is not a constant expression");
	}
}

/* ---- entry ----------------------------------------------------------------------------------------------------------------------- */

void eval_init(struct eval *v, struct check *c) {
	*v = (struct eval){.c = c, .global = MAP_INIT(c->a), .string = MAP_INIT(c->a)};
}

bool const_try(struct check *c, struct cexpr *e, u64 *value) {
	if (e->kind == CE_CONST) {
		*value = e->value;
		return true;
	}
	if (!ctype_is_scalar(e->type) || c->const_depth > 64)
		return false;
	struct eval v;
	eval_init(&v, c);
	c->in_const++;
	c->const_depth++;
	bool ok = eval_value(&v, e, value) &&
	          e->type->kind != CT_PTR; /* addresses have no value yet */
	if (ok == false && e->type->kind == CT_PTR && !v.why && *value == 0)
		ok = true;
	c->const_depth--;
	c->in_const--;
	return ok;
}

static void not_constant(struct check *c, struct eval *v, struct cexpr *e,
                         const char *what) {
	struct diag_record *r = check_error(c, e->loc, E0632,
	                                    "%s must be a constant expression", what);
	if (v->why)
		check_note(c, r, "%s", v->why);
}

bool const_int(struct check *c, struct cexpr *e, u64 *value, const char *what) {
	if (e->kind == CE_CONST) {
		*value = e->value;
		return true;
	}
	struct eval v;
	eval_init(&v, c);
	c->in_const++;
	bool ok = ctype_is_scalar(e->type) && eval_value(&v, e, value);
	c->in_const--;
	if (!ok)
		not_constant(c, &v, e, what);
	return ok;
}

bool const_var(struct check *c, struct cdecl *d, const char *what) {
	if (!type_is_wide(d->type)) {
		d->is_const_known = what ? const_int(c, d->init, &d->value, what)
		                         : const_try(c, d->init, &d->value);
		return d->is_const_known;
	}
	struct eval v;
	u128 wide;
	if (c->const_depth > 64)
		return false;
	eval_init(&v, c);
	c->in_const++;
	c->const_depth++;
	d->is_const_known = eval_wide(&v, d->init, &wide);
	c->const_depth--;
	c->in_const--;
	if (d->is_const_known) {
		d->value = (u64)wide;
		d->value_high = (u64)(wide >> 64);
	} else if (what) {
		not_constant(c, &v, d->init, what);
	}
	return d->is_const_known;
}

/* A constant has 64 bits, extended as its type says; of a wider one two are put together. */
struct cexpr *const_known(struct check *c, const struct cdecl *d, struct loc loc) {
	struct cexpr *low = cexpr_int(c, d->type, d->value, loc);
	bool is_signed = ctype_unqual(d->type)->kind == CT_INT128;
	u64 above = is_signed && (s64)d->value < 0 ? ~(u64)0 : 0;
	if (!type_is_wide(d->type) || d->value_high == above)
		return low;
	const struct ctype *t = c->t->basic[CT_UINT128];
	struct cexpr *high = cexpr_new(c, CE_SHL, t, loc);
	high->a = cexpr_int(c, t, d->value_high, loc);
	high->b = cexpr_int(c, c->t->basic[CT_INT], 64, loc);
	struct cexpr *both = cexpr_new(c, CE_OR, t, loc);
	both->a = high;
	both->b = cexpr_int(c, t, d->value, loc);
	return cast_scalar(c, both, ctype_unqual(d->type));
}

bool const_check_object(struct check *c, struct cexpr *init) {
	struct eval v;
	u64 place;
	eval_init(&v, c);
	c->in_const++;
	bool ok = eval_new_object(&v, ctype_size(init->type), &place) &&
	          eval_into(&v, init, place);
	c->in_const--;
	if (!ok)
		not_constant(c, &v, init, "the initialiser of a constexpr variable");
	return ok;
}

bool const_bool(struct check *c, struct cscope *at, struct syn *s, bool *value,
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
