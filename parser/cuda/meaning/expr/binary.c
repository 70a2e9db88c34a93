/* binary.c - binary operators and assignment on checked operands ([expr.mul] to
 * [expr.ass]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/binary.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/compare.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/address.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/hint.h"
#include "parser/cuda/meaning/expr/lambda.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/template/deduce.h"
#include "parser/cuda/meaning/warn/unused.h"
#include "parser/cuda/meaning/warn/warn.h"

/* Returns the type of the value that a conversion function gives. */
static const struct ctype *value_type(const struct cdecl *f) {
	return ctype_unqual(ctype_noref(f->type->base));
}

/* Converts a class operand of a built-in operator by its one conversion to a type that
 * fits ([over.built]), or to a reference that may be assigned to; leaves it if there is
 * none. Templates whose type deduces nothing count beside an operand that is no class, as
 * nvcc has it. */
static struct cexpr *class_to(struct sema *c, struct cexpr *e,
                              bool (*fits)(const struct ctype *t), bool is_assigned,
                              bool with_templates) {
	if (e->type->kind != CT_CLASS || !type_try_complete(c, e->type))
		return e;
	struct cdecl *found = NULL;
	struct ics best = {0};
	bool is_tie = false;
	lambda_conversion(c, e->type->decl, NULL);
	for (struct cdecl *d = lookup_in(c, e->type->decl->inner, c->name.conversion); d;
	     d = d->next) {
		struct cdecl *f = decl_of(c, d);
		if (f && f->kind == CDECL_TEMPLATE && with_templates)
			f = deduce_fixed_conversion(c, f, e->loc);
		if (!f || f->kind != CDECL_FUNC || f->state != CSTATE_CHECKED ||
		    f->type->kind != CT_FUNC || func_is_explicit(c, f) ||
		    !fits(ctype_noref(f->type->base)))
			continue;
		const struct ctype *to = f->type->base;
		if (is_assigned && (to->kind != CT_LREF || to->base->quals & Q_CONST))
			continue;
		struct ics object = overload_conversion_object(c, e, f);
		if (object.kind == ICS_BAD)
			continue;
		/* the one that takes the object better is chosen for each type that an
		 * operator may want ([over.match.best]/2) */
		s32 order = found ? ics_compare(&object, &best) : -1;
		if (order < 0) {
			found = f;
			best = object;
			is_tie = false;
		} else if (order == 0 && value_type(found) != value_type(f)) {
			is_tie = true;
		}
	}
	if (!found || is_tie)
		return e;
	return build_call(c, found, materialise(c, e), NULL, 0, e->loc);
}

struct cexpr *class_to_arithmetic(struct sema *c, struct cexpr *e) {
	return class_to(c, e, ctype_is_scalar, false, false);
}

static bool is_pointer(const struct ctype *t) {
	return t->kind == CT_PTR;
}

struct cexpr *class_to_pointer(struct sema *c, struct cexpr *e) {
	return class_to(c, e, is_pointer, false, false);
}

struct cexpr *class_to_assigned(struct sema *c, struct cexpr *e) {
	return class_to(c, e, ctype_is_scalar, true, true);
}

static bool is_integral_or_enum(const struct ctype *t) {
	return ctype_is_integer(t) || t->kind == CT_ENUM;
}

struct cexpr *class_to_integral(struct sema *c, struct cexpr *e) {
	return class_to(c, e, is_integral_or_enum, false, false);
}

static bool is_num(const struct ctype *t) {
	return ctype_is_arithmetic(t) || ctype_is_unscoped_enum(t);
}

static bool is_no_number(const struct ctype *t) {
	return ctype_is_scalar(t) && !is_num(t);
}

u32 bit_field_width(const struct cexpr *e) {
	for (;;)
		switch ((enum cexpr_kind)e->kind) {
		case CE_LOAD:
		case CE_ASSIGN:
		case CE_COMPOUND:
		case CE_PREINC:
		case CE_PREDEC:
		case CE_POSTINC:
		case CE_POSTDEC: e = e->a; break;
		case CE_COMMA: e = e->b; break;
		case CE_COND: {
			u32 b = bit_field_width(e->b), other = bit_field_width(e->c);
			return b && other ? MAX(b, other) : 0;
		}
		case CE_MEMBER:
			return e->a->type->decl->cls->field.at[e->field].bit_width;
		default: return 0;
		}
}

const struct ctype *bits_promoted_type(struct sema *c, const struct cexpr *e) {
	const struct ctype *t = ctype_unqual(e->type);
	u32 width = ctype_is_integer(t) ? bit_field_width(e) : 0;
	bool is_signed = ctype_is_signed(t);
	if (!width || width > 32)
		return t;
	return c->t->basic[width < 32 || is_signed ? CT_INT : CT_UINT];
}

struct cexpr *bits_promoted(struct sema *c, struct cexpr *e) {
	const struct ctype *t = bits_promoted_type(c, e);
	return t == ctype_unqual(e->type) ? e : cast_scalar(c, e, t);
}

/* Returns the operand as it was before its promotion, for warnings. */
static const struct cexpr *unpromoted(const struct cexpr *e) {
	return e->kind == CE_CAST && bit_field_width(e->a) ? e->a : e;
}

static enum cexpr_kind kind_of(u16 op) {
	switch (op) {
	case '*':
	case CU_MUL_ASSIGN: return CE_MUL;
	case '/':
	case CU_DIV_ASSIGN: return CE_DIV;
	case '%':
	case CU_MOD_ASSIGN: return CE_REM;
	case '+':
	case CU_ADD_ASSIGN: return CE_ADD;
	case '-':
	case CU_SUB_ASSIGN: return CE_SUB;
	case '&':
	case CU_AND_ASSIGN: return CE_AND;
	case '|':
	case CU_OR_ASSIGN: return CE_OR;
	case '^':
	case CU_XOR_ASSIGN: return CE_XOR;
	case CU_SHL:
	case CU_SHL_ASSIGN: return CE_SHL;
	case CU_SHR:
	case CU_SHR_ASSIGN: return CE_SHR;
	case '<': return CE_LT;
	case '>': return CE_GT;
	case CU_LE: return CE_LE;
	case CU_GE: return CE_GE;
	case CU_EQ: return CE_EQ;
	case CU_NE: return CE_NE;
	case CU_ANDAND: return CE_LOGAND;
	case CU_OROR: return CE_LOGOR;
	default: return CE_ERROR;
	}
}

static bool is_assignment(u16 op) {
	return op == '=' || (op >= CU_ADD_ASSIGN && op <= CU_SHR_ASSIGN);
}

/* Whether a built-in operator takes a type in place of a class, its left or right
 * operand, beside a value of the type `other` ([over.built]). */
static bool (*operand_fits(enum cexpr_kind op, const struct ctype *other,
                           bool is_left))(const struct ctype *t) {
	bool by_pointer = other->kind == CT_PTR || other->kind == CT_ARRAY;
	bool by_index = ctype_unqual(other)->kind == CT_LONG; /* T * + ptrdiff_t, too */
	switch (op) {
	case CE_REM:
	case CE_AND:
	case CE_OR:
	case CE_XOR:
	case CE_SHL:
	case CE_SHR: return is_integral_or_enum;
	case CE_ADD:
		return by_pointer ? is_integral_or_enum
		       : by_index ? ctype_is_scalar
		                  : is_num;
	case CE_SUB: return !by_pointer ? is_num : is_left ? is_pointer : ctype_is_scalar;
	case CE_PTR_ADD: return by_pointer ? is_integral_or_enum : is_pointer;
	case CE_MUL:
	case CE_DIV: return is_num;
	default: break;
	}
	bool is_class = other->kind == CT_CLASS;
	return is_class ? ctype_is_scalar : is_num(other) ? is_num : is_no_number;
}

struct cexpr *class_to_operand(struct sema *c, enum cexpr_kind op, struct cexpr *e,
                               const struct ctype *other, bool is_left) {
	struct cexpr *r = e;
	if (e->type->kind == CT_CLASS)
		r = class_to(c, e, operand_fits(op, ctype_noref(other), is_left), false,
		             ctype_noref(other)->kind != CT_CLASS);
	/* what does not fit is named by its own type in the error */
	return r == e ? class_to_arithmetic(c, e) : r;
}

static bool is_int(const struct ctype *t) {
	return ctype_is_integer(t) || ctype_is_unscoped_enum(t);
}

static struct cexpr *bad(struct sema *c, u16 op, struct cexpr *a, struct cexpr *b,
                         struct loc loc) {
	if (is_error(a) || is_error(b))
		return cexpr_error(c, loc);
	struct diag_record *r = check_error(
		c, loc, E0623, "no operator '%s' for '%s' and '%s'", op_spelling(op),
		check_type_text(c, a->type), check_type_text(c, b->type));
	hint_operator(c, r, a, b);
	return cexpr_error(c, loc);
}

static struct cexpr *node(struct sema *c, enum cexpr_kind kind, const struct ctype *t,
                          struct cexpr *a, struct cexpr *b, struct loc loc) {
	struct cexpr *e = cexpr_new(c, kind, t, loc);
	e->a = a;
	e->b = b;
	/* constants are folded as they are made, so that the tree is small and errors in
	 * them are seen */
	if (a->kind == CE_CONST && b->kind == CE_CONST) {
		u64 v;
		bool failed = quiet_begin(c);
		bool ok = const_try(c, e, &v);
		quiet_end(c, failed);
		if (ok) {
			e = cexpr_int(c, t, v, loc);
			e->is_bits = kind == CE_AND || kind == CE_OR || kind == CE_XOR;
			warn_overflow(c, kind, a, b, loc);
		}
	}
	return e;
}

/* ---- arithmetic -------------------------------------------------------------------- */

static struct cexpr *pointer_add(struct sema *c, u16 op, struct cexpr *p, struct cexpr *i,
                                 struct loc loc) {
	/* void * and pointers to functions count bytes, as those of GNU C and nvcc do */
	bool is_counted_in_bytes = p->type->base->kind == CT_VOID ||
	                           p->type->base->kind == CT_FUNC;
	if (!is_counted_in_bytes && !type_complete(c, p->type->base, loc))
		return cexpr_error(c, loc);
	i = cast_scalar(c, i,
	                ctype_is_signed(ctype_promoted(c->t, i->type)) || op == '-'
	                        ? c->t->basic[CT_LONG]
	                        : c->t->basic[CT_ULONG]);
	i = cast_scalar(c, i, c->t->basic[CT_LONG]);
	if (op == '-') {
		if (i->kind == CE_CONST) {
			i = cexpr_int(c, i->type, 0 - i->value, i->loc);
		} else {
			struct cexpr *n = cexpr_new(c, CE_NEG, i->type, i->loc);
			n->a = i;
			i = n;
		}
	}
	struct cexpr *e = cexpr_new(c, CE_PTR_ADD, p->type, loc);
	e->a = p;
	e->b = i;
	return e;
}

/* Converts an operand by the usual arithmetic conversions. */
static struct cexpr *operand(struct sema *c, struct cexpr *e, const struct ctype *t) {
	warn_operand(c, e, t);
	return cast_scalar(c, e, t);
}

static struct cexpr *additive(struct sema *c, u16 op, struct cexpr *a, struct cexpr *b,
                              struct loc loc) {
	if (a->type->kind == CT_PTR && is_int(b->type))
		return pointer_add(c, op, a, b, loc);
	if (op == '+' && b->type->kind == CT_PTR && is_int(a->type))
		return pointer_add(c, op, b, a, loc);
	if (op == '-' && a->type->kind == CT_PTR && b->type->kind == CT_PTR &&
	    ctype_unqual(a->type->base) == ctype_unqual(b->type->base)) {
		if (a->type->base->kind == CT_FUNC) /* [expr.add]/2: of objects */
			return bad(c, op, a, b, loc);
		if (!type_complete(c, a->type->base, loc))
			return cexpr_error(c, loc);
		return node(c, CE_PTR_DIFF, c->t->basic[CT_LONG], a, b, loc);
	}
	if (!is_num(a->type) || !is_num(b->type))
		return bad(c, op, a, b, loc);
	const struct ctype *t = ctype_arith(c->t, a->type, b->type);
	return node(c, kind_of(op), t, operand(c, a, t), operand(c, b, t), loc);
}

/* Warns of a division by zero that is evaluated, unless floating-point constants make an
 * infinity. */
static void warn_division(struct sema *c, u16 op, struct cexpr *a, struct cexpr *b) {
	u64 sign = (u64)1 << 63;
	if (c->unevaluated || b->kind != CE_CONST ||
	    (is_int(b->type) ? b->value : b->value & ~sign) != 0 ||
	    (a->kind == CE_CONST && !(is_int(a->type) && is_int(b->type))))
		return;
	if (op == '/')
		check_warning(c, b->loc, E0626, "division by zero");
	else
		check_warning(c, b->loc, E0640, "right operand of '%%' is zero");
}

/* No instruction divides 128 bits: a function of the device's headers does. `to`: a /=
 * b. */
static struct cexpr *divide_wide(struct sema *c, enum cexpr_kind kind, struct cexpr *a,
                                 struct cexpr *b, bool to, struct loc loc) {
	const char *text = kind == CE_DIV ? to ? "__simt_div128_to" : "__simt_div128"
	                   : to           ? "__simt_rem128_to"
	                                  : "__simt_rem128";
	struct coverload set = {.name = str_intern(c->u->names, text, strlen(text))};
	struct cdecl *d = cscope_find_here(c->u->global, set.name, 0);
	struct cexpr *arg[2] = {a, b};
	if (!d)
		return NULL;
	overload_add_chain(c, d, &set.cand);
	return overload_call(c, &set, arg, 2, loc);
}

static bool is_wide_division(enum cexpr_kind kind, const struct ctype *t) {
	return (kind == CE_DIV || kind == CE_REM) && ctype_is_int128(t);
}

static struct cexpr *arithmetic(struct sema *c, u16 op, struct cexpr *a, struct cexpr *b,
                                struct loc loc) {
	bool ints_only = op == '%' || op == '&' || op == '|' || op == '^';
	if (ints_only ? !is_int(a->type) || !is_int(b->type)
	              : !is_num(a->type) || !is_num(b->type))
		return bad(c, op, a, b, loc);
	if (op == '/' || op == '%')
		warn_division(c, op, a, b);
	const struct ctype *t = ctype_arith(c->t, a->type, b->type);
	a = operand(c, a, t);
	b = operand(c, b, t);
	struct cexpr *call = is_wide_division(kind_of(op), t)
	                             ? divide_wide(c, kind_of(op), a, b, false, loc)
	                             : NULL;
	return call ? call : node(c, kind_of(op), t, a, b, loc);
}

static struct cexpr *shift(struct sema *c, u16 op, struct cexpr *a, struct cexpr *b,
                           struct loc loc) {
	if (!is_int(a->type) || !is_int(b->type))
		return bad(c, op, a, b, loc);
	const struct ctype *t = ctype_promoted(c->t, a->type);
	warn_shift(c, t, b);
	return node(c, kind_of(op), t, cast_scalar(c, a, t),
	            cast_scalar(c, b, ctype_promoted(c->t, b->type)), loc);
}

/* ---- comparisons ------------------------------------------------------------------- */

static bool is_zero(const struct cexpr *e) {
	while (e->kind == CE_CAST && e->type->kind != CT_PTR)
		e = e->a;
	return e->kind == CE_CONST && e->value == 0;
}

/* An enumeration without a fixed underlying type has the sign of its promoted type. */
static bool is_unsigned(const struct ctype *t) {
	bool is_open = t->kind == CT_ENUM && cdecl_rare(t->decl)->promoted;
	t = ctype_unqual(is_open ? cdecl_rare(t->decl)->promoted : ctype_underlying(t));
	return ctype_is_integer(t) && !ctype_is_signed(t) && t->kind != CT_BOOL;
}

static bool is_negative(const struct cexpr *e) {
	const struct ctype *t = ctype_underlying(e->type);
	return e->kind == CE_CONST && ctype_is_integer(t) && ctype_is_signed(t) &&
	       ctype_size(t) <= 8 && (s64)e->value < 0;
}

/* Warns of a comparison of an unsigned number with a negative constant that stays
 * negative in the common type `t`. */
static void warn_negative(struct sema *c, const struct cexpr *a, const struct cexpr *b,
                          const struct ctype *t, struct loc loc) {
	const struct cexpr *other = is_negative(a) ? b : is_negative(b) ? a : NULL;
	if (other && ctype_is_signed(t) && other->kind != CE_CONST &&
	    is_unsigned(unpromoted(other)->type))
		check_warning(c, loc, E0666,
		              "pointless comparison of an unsigned integer with a "
		              "negative constant");
}

/* u < 0, u >= 0, 0 > u, 0 <= u; in instances of templates too, but not for constants, as
 * nvcc does it. */
static void warn_pointless(struct sema *c, u16 op, struct cexpr *a, struct cexpr *b,
                           struct loc loc) {
	bool left = (op == '<' || op == CU_GE) && is_zero(b),
	     right = (op == '>' || op == CU_LE) && is_zero(a);
	const struct cexpr *e = unpromoted(left ? a : b);
	u64 value;
	if ((left || right) && is_unsigned(e->type) && e->kind != CE_CONST &&
	    !const_try(c, cast_scalar(c, left ? a : b, c->t->basic[CT_BOOL]), &value))
		check_warning(c, loc, E0639,
		              "pointless comparison of an unsigned integer with zero");
}

static bool is_member_pointer(const struct ctype *t) {
	return t->kind == CT_MEMPTR || memfn_of(ctype_unqual(t));
}

static struct cexpr *compare(struct sema *c, u16 op, struct cexpr *a, struct cexpr *b,
                             struct loc loc);

static struct cexpr *chosen(struct sema *c, struct cexpr *test, struct cexpr *yes,
                            struct cexpr *no, struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_COND, yes->type, loc);
	e->a = test;
	e->b = yes;
	e->c = no;
	return e;
}

/* Pointers to member functions are equal if both halves are, or both are null
 * ([expr.eq]/4); one to a member of a base becomes one of the derived class before. */
static struct cexpr *compare_memfns(struct sema *c, u16 op, struct cexpr *a,
                                    struct cexpr *b, struct loc loc) {
	const struct ctype *t = ctype_unqual(a->type), *u = ctype_unqual(b->type),
			   *truth = c->t->basic[CT_BOOL];
	struct cexpr *no = cexpr_int(c, truth, 0, loc),
		     *yes = cexpr_int(c, truth, 1, loc), *hold = NULL, *other = NULL;
	s64 by;
	if (t != u && memptr_offset(c, u, t, &by))
		b = memptr_convert(c, b, t, by, loc);
	else if (t != u && memptr_offset(c, t, u, &by))
		a = memptr_convert(c, a, u, by, loc);
	else if (t != u)
		return bad(c, op, a, b, loc);
	a = cexpr_deref(c, value_held(c, cexpr_addr(c, materialise(c, a)), &hold, loc));
	b = cexpr_deref(c, value_held(c, cexpr_addr(c, materialise(c, b)), &other, loc));
	struct cexpr *moved = compare(c, CU_EQ, memfn_adjustment(c, a),
	                              memfn_adjustment(c, b), loc);
	struct cexpr *is_set = cast_scalar(c, memfn_function(c, a), truth);
	struct cexpr *same = chosen(
		c, compare(c, CU_EQ, memfn_function(c, a), memfn_function(c, b), loc),
		chosen(c, is_set, moved, yes, loc), no, loc);
	if (op == CU_NE)
		same = chosen(c, same, no, yes, loc);
	return value_in(c, hold, value_in(c, other, same));
}

static struct cexpr *compare(struct sema *c, u16 op, struct cexpr *a, struct cexpr *b,
                             struct loc loc) {
	bool is_order = op != CU_EQ && op != CU_NE;
	if (is_order && (is_member_pointer(a->type) || is_member_pointer(b->type)))
		return bad(c, op, a, b, loc); /* they have no order ([expr.rel]) */
	if (memfn_of(ctype_unqual(a->type)) && memfn_of(ctype_unqual(b->type)))
		return compare_memfns(c, op, a, b, loc);
	if (memfn_of(ctype_unqual(a->type)) || memfn_of(ctype_unqual(b->type))) {
		if (memfn_of(ctype_unqual(a->type)))
			a = memfn_function(c, a);
		if (memfn_of(ctype_unqual(b->type)))
			b = memfn_function(c, b);
	}
	a = function_named(c, a);
	b = function_named(c, b);
	const struct ctype *t = NULL;
	s64 by;
	if (is_num(a->type) && is_num(b->type))
		t = ctype_arith(c->t, a->type, b->type);
	else if (a->type->kind == CT_ENUM &&
	         ctype_unqual(a->type) == ctype_unqual(b->type))
		t = ctype_unqual(ctype_underlying(a->type));
	else if (a->type->kind == CT_PTR &&
	         (b->type->kind == CT_PTR || is_null_constant(b)))
		t = a->type;
	else if (b->type->kind == CT_PTR && is_null_constant(a))
		t = b->type;
	else if (a->type->kind == CT_NULLPTR && is_null_constant(b))
		t = a->type;
	else if (b->type->kind == CT_NULLPTR && is_null_constant(a))
		t = b->type;
	else if (a->type->kind == CT_MEMPTR &&
	         (b->type == a->type || is_null_constant(b) ||
	          memptr_offset(c, b->type, a->type, &by)))
		t = a->type;
	else if (b->type->kind == CT_MEMPTR &&
	         (is_null_constant(a) || memptr_offset(c, a->type, b->type, &by)))
		t = b->type;
	if (!t)
		return bad(c, op, a, b, loc);
	if (t->kind == CT_PTR && a->type->kind == CT_PTR && b->type->kind == CT_PTR) {
		const struct ctype *x = ctype_unqual(a->type->base),
				   *y = ctype_unqual(b->type->base);
		bool related = ctype_same_but_quals(x, y) ||
		               function_pointer_type(c, x, y) || x->kind == CT_VOID ||
		               y->kind == CT_VOID ||
		               (x->kind == CT_PTR && y->kind == CT_PTR) ||
		               (x->kind == CT_CLASS && y->kind == CT_CLASS &&
		                (class_base_depth(c, x, y) > 0 ||
		                 class_base_depth(c, y, x) > 0));
		if (!related) {
			check_error(c, loc, E0623,
			            "comparison of distinct pointer types '%s' and '%s'",
			            check_type_text(c, a->type),
			            check_type_text(c, b->type));
			return cexpr_error(c, loc);
		}
	}
	if (ctype_is_integer(t)) {
		warn_pointless(c, op, a, b, loc);
		warn_negative(c, a, b, t, loc);
	}
	if (t->kind == CT_NULLPTR && !is_order) /* they are equal ([expr.eq]/2) */
		return expr_after(
			c, a,
			expr_after(c, b,
		                   cexpr_int(c, c->t->basic[CT_BOOL], op == CU_EQ, loc)));
	if (t->kind == CT_MEMPTR) {
		a = convert(c, a, t, CONV_IMPLICIT, loc);
		b = convert(c, b, t, CONV_IMPLICIT, loc);
	} else {
		a = operand(c, a, t);
		b = operand(c, b, t);
	}
	if (op == CU_SPACESHIP) {
		if (t->kind == CT_MEMPTR || t->kind == CT_NULLPTR)
			return bad(c, op, a, b, loc);
		struct cexpr *e = check_spaceship(c, a, b, t, loc);
		return e ? e : cexpr_error(c, loc);
	}
	return node(c, kind_of(op), c->t->basic[CT_BOOL], a, b, loc);
}

/* ---- && || , ----------------------------------------------------------------------- */

static struct cexpr *logical(struct sema *c, u16 op, struct cexpr *a, struct cexpr *b,
                             struct loc loc) {
	a = to_bool(c, a);
	b = to_bool(c, b);
	if (is_error(a) || is_error(b))
		return cexpr_error(c, loc);
	if (a->kind == CE_CONST) {
		bool decides = op == CU_ANDAND ? !a->value : a->value;
		return decides ? a : b;
	}
	struct cexpr *e = cexpr_new(c, kind_of(op), c->t->basic[CT_BOOL], loc);
	e->a = a;
	e->b = b;
	return e;
}

static struct cexpr *comma(struct sema *c, struct cexpr *a, struct cexpr *b,
                           struct loc loc) {
	b = function_meant(c, b);
	struct cexpr *e = cexpr_new(c, CE_COMMA, b->type, loc);
	warn_no_effect(c, a);
	e->a = discard(c, a);
	e->b = b;
	e->is_lvalue = b->is_lvalue;
	e->is_xvalue = b->is_xvalue;
	return e;
}

/* ---- assignment -------------------------------------------------------------------- */

static struct cexpr *assign_node(struct sema *c, enum cexpr_kind kind, struct cexpr *a,
                                 struct cexpr *b, struct loc loc) {
	struct cexpr *e = cexpr_new(c, kind, a->type, loc);
	e->a = a;
	e->b = b;
	e->is_lvalue = true;
	return e;
}

static struct cexpr *assign(struct sema *c, struct cexpr *a, struct cexpr *b,
                            struct loc loc) {
	if (!check_modifiable(c, a, loc))
		return cexpr_error(c, loc);
	if (a->type->kind == CT_ARRAY) {
		check_error(c, loc, E0624, "arrays cannot be assigned");
		return cexpr_error(c, loc);
	}
	/* no operator= of the class takes it; member pointers and complex numbers are no
	 * classes of the user's */
	if (a->type->kind == CT_CLASS && !memfn_of(ctype_unqual(a->type)) &&
	    !complex_part(a->type))
		return bad(c, '=', a, b, loc);
	b = convert(c, b, ctype_unqual(a->type), CONV_IMPLICIT, b->loc);
	if (is_error(b))
		return b;
	unused_note_set(c, a);
	return assign_node(c, CE_ASSIGN, a, b, loc);
}

static struct cexpr *compound(struct sema *c, u16 op, struct cexpr *a, struct cexpr *b,
                              struct loc loc) {
	a = class_to_assigned(c, a);
	enum cexpr_kind kind = kind_of(op);
	b = rvalue(c, class_to_operand(c, kind == CE_SUB ? CE_ADD : kind, b, a->type,
	                               false));
	if (is_error(b) || is_error(a) || !check_modifiable(c, a, loc))
		return cexpr_error(c, loc);
	b = bits_promoted(c, b);
	bool ints_only = kind == CE_REM || kind == CE_AND || kind == CE_OR ||
	                 kind == CE_XOR || kind == CE_SHL || kind == CE_SHR;
	struct cexpr *e;
	if (a->type->kind == CT_PTR && (kind == CE_ADD || kind == CE_SUB) &&
	    is_int(b->type)) {
		struct cexpr *sum = pointer_add(c, kind == CE_ADD ? '+' : '-',
		                                cexpr_load(c, a), b, loc);
		if (is_error(sum))
			return sum;
		e = assign_node(c, CE_COMPOUND, a, sum->b, loc);
		e->op = CE_PTR_ADD;
		e->calc = ctype_unqual(a->type);
		return e;
	}
	bool a_ok = ints_only ? is_int(a->type) : is_num(a->type);
	if (!a_ok || !(ints_only ? is_int(b->type) : is_num(b->type)) ||
	    a->type->kind == CT_ENUM)
		return bad(c, op, a, b, loc);
	if (kind == CE_DIV || kind == CE_REM)
		warn_division(c, kind == CE_DIV ? '/' : '%', a, b);
	bool is_shift = kind == CE_SHL || kind == CE_SHR;
	const struct ctype *from = bits_promoted_type(c, a);
	const struct ctype *t = is_shift ? ctype_promoted(c->t, from)
	                                 : ctype_arith(c->t, from, b->type);
	if (is_wide_division(kind, t) && ctype_unqual(a->type) == t) {
		e = divide_wide(c, kind, a, cast_scalar(c, b, t), true, loc);
		if (e)
			return e;
	}
	if (is_shift)
		warn_shift(c, t, b);
	b = is_shift ? cast_scalar(c, b, ctype_promoted(c->t, b->type))
	             : operand(c, b, t);
	e = assign_node(c, CE_COMPOUND, a, b, loc);
	e->op = (u8)kind;
	e->calc = t;
	return e;
}

/* ---- pointers to members ----------------------------------------------------------- */

/* Whether a member function of the type may be called for the object
 * ([expr.mptr.oper]/6). */
static bool takes_object(const struct ctype *f, const struct cexpr *object) {
	bool is_rvalue = !object->is_lvalue || object->is_xvalue;
	if (object->type->quals & ~f->memquals & (Q_CONST | Q_VOLATILE))
		return false;
	return f->ref == 2 ? is_rvalue
	                   : f->ref != 1 || !is_rvalue || f->memquals == Q_CONST;
}

/* Operands of ->* that are of class type are converted ([over.built]/11). */
static struct cexpr *member_pointer(struct sema *c, u16 op, struct cexpr *a,
                                    struct cexpr *b, struct loc loc) {
	if (op == CU_ARROW_STAR && !is_member_pointer(b->type))
		b = class_to(c, b, is_member_pointer, false, false);
	b = rvalue(c, b);
	if (op == CU_ARROW_STAR) {
		a = rvalue(c, class_to_pointer(c, a));
		if (a->type->kind != CT_PTR)
			return bad(c, op, a, b, loc);
		a = cexpr_deref(c, a);
	}
	const struct ctype *memfn = memfn_of(ctype_unqual(b->type));
	if (memfn && a->type->kind == CT_CLASS &&
	    class_base_depth(c, a->type, memfn->decl->type) >= 0 &&
	    takes_object(memfn->base, a))
		return memfn_bind(
			c, class_to_base(c, materialise(c, a), memfn->decl->type, loc), b,
			loc);
	if (b->type->kind != CT_MEMPTR || a->type->kind != CT_CLASS ||
	    class_base_depth(c, a->type, b->type->decl->type) < 0)
		return bad(c, op, a, b, loc);
	a = class_to_base(c, materialise(c, a), b->type->decl->type, loc);
	/* *(T *)((char *)&a + offset) */
	const struct ctype *bytes = ctype_ptr(c->t, c->t->basic[CT_CHAR]);
	struct cexpr *offset = cexpr_new(c, CE_BITCAST, c->t->basic[CT_LONG], loc);
	offset->a = b;
	struct cexpr *sum = cexpr_new(c, CE_PTR_ADD, bytes, loc);
	sum->a = cast_scalar(c, cexpr_addr(c, a), bytes);
	sum->b = offset;
	const struct ctype *t = ctype_qualified(c->t, b->type->base, a->type->quals);
	struct cexpr *member = cexpr_deref(c, cast_scalar(c, sum, ctype_ptr(c->t, t)));
	member->is_xvalue = a->is_xvalue; /* [expr.mptr.oper]/6 */
	return member;
}

/* ---- any operator ------------------------------------------------------------------ */

static bool comparison_of(u16 op) {
	return op == '<' || op == '>' || op == CU_LE || op == CU_GE || op == CU_EQ ||
	       op == CU_NE;
}

/* Converts an object to the type of the pointer that it is compared with: a template of
 * conversion functions needs to know it ([over.built]/19). */
static struct cexpr *class_to_other(struct sema *c, struct cexpr *e,
                                    struct cexpr *other) {
	const struct ctype *t = ctype_unqual(other->type);
	if (e->type->kind != CT_CLASS || memfn_of(ctype_unqual(e->type)) ||
	    (t->kind != CT_PTR && !is_member_pointer(t)) ||
	    ics_find(c, e, t, CONV_IMPLICIT).kind == ICS_BAD)
		return e;
	return convert(c, e, t, CONV_IMPLICIT, e->loc);
}

struct cexpr *check_binary(struct sema *c, struct cscope *at, u16 op, struct cexpr *a,
                           struct cexpr *b, struct loc loc) {
	if (is_error(a) || is_error(b))
		return cexpr_error(c, loc);
	bool is_list = b->type->kind == CT_INIT_LIST;
	if (!(op == '=' && a->type->kind != CT_CLASS)) {
		struct cexpr *arg[2] = {a, b};
		struct cexpr *r = overload_operator(c, at, op_spelling(op), arg, 2, loc,
		                                    op == '=');
		if (r)
			return r;
	}
	if (is_list && op != '=')
		return bad(c, op, a, b, loc);
	if (op == '=')
		return assign(c, a, b, loc);
	if (op == ',')
		return comma(c, a, b, loc);
	if (op == CU_ARROW_STAR || op == CU_DOT_STAR)
		return member_pointer(c, op, a, b, loc);
	if (op == CU_ANDAND || op == CU_OROR)
		return logical(c, op, a, b, loc);
	if (is_assignment(op))
		return compound(c, op, a, b, loc);
	a = rvalue(c, class_to_operand(c, kind_of(op), a, b->type, true));
	b = rvalue(c, class_to_operand(c, kind_of(op), b, a->type, false));
	if (is_error(a) || is_error(b))
		return cexpr_error(c, loc);
	if (comparison_of(op)) {
		a = class_to_other(c, a, b);
		b = class_to_other(c, b, a);
	}
	a = bits_promoted(c, a);
	b = bits_promoted(c, b);
	switch (op) {
	case '+':
	case '-': return additive(c, op, a, b, loc);
	case '*':
	case '/':
	case '%':
	case '&':
	case '|':
	case '^': return arithmetic(c, op, a, b, loc);
	case CU_SHL:
	case CU_SHR: return shift(c, op, a, b, loc);
	case '<':
	case '>':
	case CU_LE:
	case CU_GE:
	case CU_EQ:
	case CU_SPACESHIP:
	case CU_NE: return compare(c, op, a, b, loc);
	default: return bad(c, op, a, b, loc);
	}
}
