/* expr.c - expressions ([expr]): literals, unary operators, ?:, sizeof, offsetof,
 * noexcept, subscripts and statement expressions; for each other kind, the call of the
 * file that has it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/expr.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/address.h"
#include "parser/cuda/meaning/expr/binary.h"
#include "parser/cuda/meaning/expr/call.h"
#include "parser/cuda/meaning/expr/cast.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/lambda.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/new.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/expr/trait.h"
#include "parser/cuda/meaning/expr/vararg.h"
#include "parser/cuda/meaning/hosted.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/stmt/stmt.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/constraint.h"
#include "parser/cuda/meaning/template/deduce.h"
#include "parser/cuda/meaning/template/pack.h"
#include "parser/cuda/meaning/warn/warn.h"

/* ---- literals ---------------------------------------------------------------------- */

/* Returns the first type of the list in [lex.icon] that holds the value. */
static const struct ctype *int_type(struct sema *c, u64 v, u16 suffix) {
	static const u8 list[] = {CT_INT,   CT_UINT,  CT_LONG,
	                          CT_ULONG, CT_LLONG, CT_ULLONG};
	u32 from = suffix & SUFFIX_LL ? 4 : suffix & SUFFIX_L ? 2 : 0;
	for (u32 i = from; i < countof(list); i++) {
		const struct ctype *t = c->t->basic[list[i]];
		bool is_unsigned = i & 1;
		if (suffix & SUFFIX_U && !is_unsigned)
			continue;
		if (!(suffix & (SUFFIX_U | SUFFIX_HEX)) && is_unsigned)
			continue;
		u32 bits = (u32)ctype_size(t) * 8 - !is_unsigned;
		if (bits >= 64 || v >> bits == 0)
			return t;
	}
	return c->t->basic[CT_ULLONG];
}

static const struct ctype *char_type(struct sema *c, u16 prefix) {
	return c->t->basic[prefix == 'L'                                ? CT_WCHAR
	                   : prefix == 'u'                              ? CT_CHAR16
	                   : prefix == 'U'                              ? CT_CHAR32
	                   : prefix == '8' && c->u->opt->standard >= 20 ? CT_CHAR8
	                                                                : CT_CHAR];
}

struct cexpr *check_string(struct sema *c, struct syn *s) {
	const struct ctype *elem = char_type(c, s->op);
	u64 n = s->length / ctype_size(elem) + 1;
	struct cexpr *e = cexpr_new(
		c, CE_STRING,
		ctype_array(c->t, ctype_qualified(c->t, elem, Q_CONST), true, n), s->loc);
	e->is_lvalue = true;
	e->text = s->text;
	e->length = s->length;
	return e;
}

/* ---- user-defined literals ([lex.ext]) --------------------------------------------- */

/* Returns the call of a literal operator template for which the string is an argument
 * ([lex.ext]/6), or NULL if there is none. */
static struct cexpr *call_for_string(struct sema *c, struct cscope *at,
                                     struct coverload *set, struct syn *string) {
	for (u32 i = 0; i < set->cand.n; i++) {
		struct cdecl *d = decl_of(c, set->cand.at[i]);
		struct ctargs args = {0};
		struct ctarg arg;
		if (!d || d->kind != CDECL_TEMPLATE || d->params->nkid != 1)
			continue;
		bool failed = quiet_begin(c);
		bool fits = targ_read(c, at, string, d->params->kid[0], &arg);
		if (fits) {
			vec_push(c->a, &args, arg);
			fits = deduce_call(c, d, &args, NULL, 0, string->loc) != NULL;
		}
		quiet_end(c, failed);
		if (!fits)
			continue;
		set->explicit_args = arena_new(c->a, struct ctargs);
		*set->explicit_args = args;
		return overload_call(c, set, NULL, 0, string->loc);
	}
	return NULL;
}

/* Calls a literal operator for the value (unsigned long long, long double, a character; a
 * string and its length), or else for the text of a number: as a string, or as characters
 * that are template arguments. */
static struct cexpr *check_user_literal(struct sema *c, struct cscope *at,
                                        struct syn *s) {
	struct syn id = {.kind = SYN_LITERAL_NAME, .loc = s->loc, .name = s->name};
	struct syn *cooked = syn_user_literal(s)->cooked, *raw = syn_user_literal(s)->raw;
	struct cexprs arg = {0};
	struct coverload set = {.name = name_of_id(c, &id), .at = at}, exact = set;
	struct cdecl *first = lookup(c, at, set.name, s->loc);
	if (!first) {
		check_error(c, s->loc, E0601, "'%s' is not declared", set.name->s);
		return cexpr_error(c, s->loc);
	}
	overload_add_chain(c, first, &set.cand);
	vec_push(c->a, &arg, check_expr(c, at, cooked));
	if (cooked->kind == SYN_STRING)
		vec_push(c->a, &arg,
		         cexpr_int(c, c->t->basic[CT_ULONG], arg.at[0]->type->n - 1,
		                   s->loc));
	for (u32 i = 0; i < set.cand.n; i++) {
		struct cdecl *d = decl_of(c, set.cand.at[i]);
		if (d && d->kind == CDECL_FUNC && d->state == CSTATE_CHECKED &&
		    d->type->nparam == arg.n &&
		    (arg.n == 2 || d->type->param[0] == ctype_unqual(arg.at[0]->type)))
			vec_push(c->a, &exact.cand, d);
	}
	/* nvcc and g++ look at the templates last */
	struct cexpr *call = cooked->kind == SYN_STRING && !exact.cand.n
	                             ? call_for_string(c, at, &set, cooked)
	                             : NULL;
	if (call)
		return call;
	if (exact.cand.n || cooked->kind == SYN_STRING)
		return overload_call(c, exact.cand.n ? &exact : &set, arg.at, arg.n,
		                     s->loc);
	bool takes_text = false;
	for (u32 i = 0; i < set.cand.n && raw; i++) {
		struct cdecl *d = decl_of(c, set.cand.at[i]);
		takes_text |= d && d->kind == CDECL_FUNC && d->state == CSTATE_CHECKED &&
		              d->type->nparam == 1 && d->type->param[0]->kind == CT_PTR;
		if (!d || d->kind != CDECL_TEMPLATE)
			continue;
		set.explicit_args = arena_new(c->a, struct ctargs);
		for (u32 k = 0; k < raw->length; k++)
			vec_push(c->a, set.explicit_args,
			         ((struct ctarg){.kind = TARG_VALUE,
			                         .type = c->t->basic[CT_CHAR],
			                         .value = (u8)raw->text[k]}));
		return overload_call(c, &set, NULL, 0, s->loc);
	}
	if (!takes_text) {
		check_error(c, s->loc, E0616, "no '%s' takes a literal of type '%s'",
		            set.name->s, check_type_text(c, arg.at[0]->type));
		return cexpr_error(c, s->loc);
	}
	arg.at[0] = check_expr(c, at, raw);
	return overload_call(c, &set, arg.at, 1, s->loc);
}

/* ---- unary operators --------------------------------------------------------------- */

static struct cexpr *bad_operand(struct sema *c, const char *op, struct cexpr *e,
                                 struct loc loc) {
	if (!is_error(e))
		check_error(c, loc, E0623, "operator '%s' cannot be applied to '%s'", op,
		            check_type_text(c, e->type));
	return cexpr_error(c, loc);
}

/* Whether e is a whole __constant__ variable. nvcc does not report a part of one: the
 * store traps. */
static bool is_constant_variable(const struct cexpr *e) {
	return e->kind == CE_VAR && e->decl->space == CSPACE_CONSTANT &&
	       !ctype_is_ref(e->decl->type);
}

bool check_modifiable(struct sema *c, struct cexpr *e, struct loc loc) {
	if (is_error(e))
		return false;
	if (!e->is_lvalue || (e->is_xvalue && e->type->kind != CT_CLASS) ||
	    e->type->kind == CT_OVERLOAD || e->type->kind == CT_FUNC) {
		check_error(c, loc, E0624, "the expression is not assignable");
		return false;
	}
	if (e->type->quals & Q_CONST) {
		check_error(c, loc, E0624, "cannot assign to '%s': it is const",
		            check_type_text(c, e->type));
		return false;
	}
	if (is_constant_variable(e)) {
		check_error(c, loc, E0624,
		            "device code cannot assign to a __constant__ variable");
		return false;
	}
	return true;
}

static struct cexpr *inc_dec(struct sema *c, struct cscope *at, u16 op, bool is_post,
                             struct cexpr *e, struct loc loc) {
	const char *text = op == CU_INC ? "++" : "--";
	if (e->type->kind == CT_CLASS || e->type->kind == CT_ENUM) {
		struct cexpr *arg[2] = {e, cexpr_int(c, c->t->basic[CT_INT], 0, loc)};
		struct cexpr *r = overload_operator(c, at, text, arg, is_post ? 2 : 1,
		                                    loc, false);
		if (r || e->type->kind == CT_ENUM)
			return r ? r : bad_operand(c, text, e, loc);
		e = class_to_assigned(c, e); /* ++ of T & ([over.built]/3) */
		if (is_error(e))
			return e;
	}
	bool is_function = e->type->kind == CT_PTR && e->type->base->kind == CT_FUNC;
	if (is_function || (!ctype_is_arithmetic(e->type) && e->type->kind != CT_PTR))
		return bad_operand(c, text, e, loc);
	if (!check_modifiable(c, e, loc))
		return cexpr_error(c, loc);
	if (e->type->kind == CT_PTR && !type_complete(c, e->type->base, loc))
		return cexpr_error(c, loc);
	if (e->type->kind == CT_BOOL && op == CU_DEC)
		return bad_operand(c, text, e, loc);
	if (e->type->kind == CT_BOOL)
		check_warning(c, loc, E0657, "incrementing a bool value is deprecated");
	enum cexpr_kind kind = op == CU_INC ? (is_post ? CE_POSTINC : CE_PREINC)
	                       : is_post    ? CE_POSTDEC
	                                    : CE_PREDEC;
	struct cexpr *r = cexpr_new(c, kind, is_post ? ctype_unqual(e->type) : e->type,
	                            loc);
	r->a = e;
	r->is_lvalue = !is_post;
	return r;
}

static struct cexpr *negate(struct sema *c, u16 op, struct cexpr *e, struct loc loc) {
	e = rvalue(c, e);
	if (is_error(e))
		return e;
	bool ok = op == '~' ? ctype_is_integer(e->type) || ctype_is_unscoped_enum(e->type)
	                    : ctype_is_arithmetic(e->type) ||
	                              ctype_is_unscoped_enum(e->type);
	if (op == '+' && e->type->kind == CT_PTR)
		return e;
	if (!ok)
		return bad_operand(c, op_spelling(op), e, loc);
	e = bits_promoted(c, e);
	e = cast_scalar(c, e, ctype_promoted(c->t, e->type));
	if (op == '+')
		return e;
	if (e->kind == CE_CONST && ctype_is_integer(e->type) &&
	    ctype_size(e->type) <= 8) {
		if (op == '-')
			warn_overflow(c, CE_SUB, cexpr_int(c, e->type, 0, loc), e, loc);
		struct cexpr *k = cexpr_int(c, c->t->basic[CT_ULLONG],
		                            op == '-' ? 0 - e->value : ~e->value, loc);
		k = cast_scalar(c, k, e->type);
		k->is_bits = op == '~';
		return k;
	}
	if (e->kind == CE_CONST && ctype_is_floating(e->type))
		return cexpr_int(c, e->type, e->value ^ (u64)1 << 63, loc);
	struct cexpr *r = cexpr_new(c, op == '-' ? CE_NEG : CE_COMPL, e->type, loc);
	r->a = e;
	return r;
}

/* __real__ and __imag__; a number that is not complex has no imaginary part. */
static struct cexpr *complex_operand(struct sema *c, u16 op, struct cexpr *e,
                                     struct loc loc) {
	if (complex_part(e->type) && type_complete(c, e->type, loc))
		return cexpr_field(c, e, ctype_unqual(e->type), op == CU_IMAG, loc);
	struct cexpr *v = rvalue(c, e);
	if (is_error(v) || ctype_is_arithmetic(v->type))
		return op == CU_REAL || is_error(v) ? v : cexpr_int(c, v->type, 0, loc);
	check_error(c, loc, E0607, "'%s' has no complex numbers",
	            check_type_text(c, v->type));
	return cexpr_error(c, loc);
}

static struct cexpr *check_unary(struct sema *c, struct cscope *at, struct syn *s) {
	if (s->op == '&')
		return check_address(c, at, s);
	struct cexpr *e = check_expr(c, at, syn_unary(s)->expr);
	if (is_error(e))
		return e;
	if (s->op == CU_INC || s->op == CU_DEC)
		return inc_dec(c, at, s->op, false, e, s->loc);
	if (s->op == CU_REAL || s->op == CU_IMAG)
		return complex_operand(c, s->op, e, s->loc);
	struct cexpr *r = overload_operator(c, at, op_spelling(s->op), &e, 1, s->loc,
	                                    false);
	if (r)
		return r;
	switch (s->op) {
	case '*':
		if (e->type->kind == CT_CLASS) {
			lambda_conversion(c, e->type->decl, NULL);
			for (struct cdecl *d = lookup_in(c, e->type->decl->inner,
			                                 c->name.conversion);
			     d; d = d->next) {
				struct cdecl *f = decl_of(c, d);
				if (f && f->kind == CDECL_FUNC &&
				    f->type->kind == CT_FUNC &&
				    f->type->base->kind == CT_PTR)
					return check_deref(c,
					                   convert(c, e, f->type->base,
					                           CONV_IMPLICIT, s->loc),
					                   s->loc);
			}
		}
		return check_deref(c, e, s->loc);
	case '!': {
		struct cexpr *b = to_bool(c, e);
		if (is_error(b))
			return b;
		if (b->kind == CE_CONST)
			return cexpr_int(c, b->type, !b->value, s->loc);
		r = cexpr_new(c, CE_NOT, b->type, s->loc);
		r->a = b;
		return r;
	}
	case '+':
	case '-':
	case '~':
		if (e->type->kind == CT_CLASS)
			e = s->op == '~'   ? class_to_integral(c, e)
			    : s->op == '-' ? class_to_operand(c, CE_MUL, e, e->type, true)
			                   : class_to_arithmetic(c, e);
		else if (s->op == '+')
			e = function_named(c, e);
		return negate(c, s->op, e, s->loc);
	default:
		check_error(c, s->loc, E0608,
		            "this operator is not supported in device code");
		return cexpr_error(c, s->loc);
	}
}

/* ---- conditional ------------------------------------------------------------------- */

const struct ctype *function_pointer_type(struct sema *c, const struct ctype *a,
                                          const struct ctype *b) {
	if (a->kind != CT_FUNC || b->kind != CT_FUNC)
		return NULL;
	a = ctype_func_noexcept(c->t, a, a->is_noexcept && b->is_noexcept);
	return a == ctype_func_noexcept(c->t, b, a->is_noexcept) ? a : NULL;
}

static const struct ctype *composite_pointer(struct sema *c, struct cexpr *a,
                                             struct cexpr *b) {
	const struct ctype *p = a->type->kind == CT_PTR ? a->type : b->type,
			   *q = b->type->kind == CT_PTR ? b->type : a->type;
	if (p->kind != CT_PTR || q->kind != CT_PTR)
		return p;
	u8 quals = (ctype_element(p->base)->quals | ctype_element(q->base)->quals) &
	           (Q_CONST | Q_VOLATILE);
	const struct ctype *x = ctype_unqual(p->base), *y = ctype_unqual(q->base);
	if (x == y)
		return ctype_ptr(c->t, ctype_qualified(c->t, x, quals));
	const struct ctype *f = function_pointer_type(c, x, y);
	if (f)
		return ctype_ptr(c->t, f);
	if (x->kind == CT_ARRAY && ctype_same_but_quals(x, y))
		return ctype_ptr(c->t, ctype_qualified(c->t, x, quals));
	if (x->kind == CT_VOID || y->kind == CT_VOID)
		return ctype_ptr(c->t,
		                 ctype_qualified(c->t, c->t->basic[CT_VOID], quals));
	if (x->kind == CT_CLASS && y->kind == CT_CLASS && class_base_depth(c, x, y) > 0)
		return ctype_ptr(c->t, ctype_qualified(c->t, y, quals));
	if (x->kind == CT_CLASS && y->kind == CT_CLASS && class_base_depth(c, y, x) > 0)
		return ctype_ptr(c->t, ctype_qualified(c->t, x, quals));
	return NULL;
}

static struct cexpr *cond_node(struct sema *c, struct cexpr *cond, struct cexpr *a,
                               struct cexpr *b, const struct ctype *type, bool is_lvalue,
                               struct loc loc) {
	if (cond->kind == CE_CONST) {
		struct cexpr *chosen = cond->value ? a : b;
		if (is_lvalue && chosen->type != type) { /* has the other's qualifiers */
			chosen = arena_copy(c->a, chosen, sizeof *chosen, 8);
			chosen->type = type;
		}
		return chosen;
	}
	struct cexpr *e = cexpr_new(c, CE_COND, type, loc);
	e->a = cond;
	e->b = a;
	e->c = b;
	e->is_lvalue = is_lvalue;
	e->is_xvalue = is_lvalue && (a->is_xvalue || b->is_xvalue);
	return e;
}

static bool has_null(const struct ctype *t) {
	return t->kind == CT_MEMPTR || t->kind == CT_NULLPTR;
}

/* [expr.cond]/4: one of two lvalues, or two xvalues, becomes one of the other's type if a
 * reference to that binds to a base of it. */
static void to_same_lvalue(struct sema *c, struct cexpr **a, const struct cexpr *b) {
	const struct ctype *t = (*a)->type, *to = b->type;
	bool is_base = t->kind == CT_CLASS && to->kind == CT_CLASS &&
	               class_base_depth(c, t, to) > 0;
	if (!is_base || !(*a)->is_lvalue || !b->is_lvalue ||
	    (*a)->is_xvalue != b->is_xvalue || t->quals & ~to->quals)
		return;
	bool is_xvalue = b->is_xvalue;
	*a = convert(c, *a, is_xvalue ? ctype_rref(c->t, to) : ctype_lref(c->t, to),
	             CONV_IMPLICIT, (*a)->loc);
	(*a)->is_xvalue = is_xvalue;
}

/* Returns the reference to b's type that a converts to by a conversion function that
 * returns one, NULL if it does not ([expr.cond]/4.1-2). */
static const struct ctype *reference_by_function(struct sema *c, struct cexpr *a,
                                                 struct cexpr *b) {
	if (a->type->kind != CT_CLASS || memfn_of(a->type) || !b->is_lvalue ||
	    b->type->kind == CT_OVERLOAD || eval_bit_field(b) ||
	    ctype_unqual(a->type) == ctype_unqual(b->type))
		return NULL;
	const struct ctype *ref = b->is_xvalue ? ctype_rref(c->t, b->type)
	                                       : ctype_lref(c->t, b->type);
	struct ics by = ics_find(c, a, ref, CONV_IMPLICIT);
	if (by.kind == ICS_BAD || !by.func || !by.func->is_conversion)
		return NULL;
	const struct ctype *result = by.func->type->base;
	bool is_direct = result->kind == ref->kind &&
	                 (b->type->kind == CT_CLASS ||
	                  ctype_unqual(result->base) == ctype_unqual(b->type));
	return is_direct ? ref : NULL;
}

/* Makes a reference of an operand that has a conversion function to one, if the other has
 * not. */
static void to_reference(struct sema *c, struct cexpr **a, struct cexpr **b) {
	const struct ctype *to_b = reference_by_function(c, *a, *b),
			   *to_a = reference_by_function(c, *b, *a);
	if (!to_b == !to_a)
		return;
	struct cexpr **e = to_b ? a : b;
	const struct ctype *ref = to_b ? to_b : to_a;
	*e = convert(c, *e, ref, CONV_IMPLICIT, (*e)->loc);
	(*e)->is_xvalue = ref->kind == CT_RREF;
}

/* Whether two lvalues, or two xvalues, of one type differ only in that one has more
 * qualifiers: a reference to its type binds to both. */
static bool differ_by_const(struct cexpr *a, struct cexpr *b) {
	u8 x = a->type->quals, y = b->type->quals;
	return (ctype_is_scalar(a->type) || a->type->kind == CT_CLASS) &&
	       ctype_unqual(a->type) == ctype_unqual(b->type) &&
	       ((x | y) == x || (x | y) == y) && a->is_xvalue == b->is_xvalue &&
	       !eval_bit_field(a) && !eval_bit_field(b);
}

/* Checks an operand, without warnings if it is known not to be evaluated. */
static struct cexpr *check_reached(struct sema *c, struct cscope *at, struct syn *s,
                                   bool is_reached) {
	c->not_reached += !is_reached;
	struct cexpr *e = check_expr(c, at, s);
	c->not_reached -= !is_reached;
	return e;
}

enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };

/* Returns the value of a condition that is made of constants. */
static enum truth truth_of(struct sema *c, struct cexpr *e) {
	enum truth a;
	u64 value;
	switch (e->kind) {
	case CE_CONST: return e->value != 0;
	case CE_LOAD:
		return e->a->kind == CE_VAR && ctype_is_integer(e->type) &&
		                       const_try(c, e, &value)
		               ? value != 0
		               : TRUTH_UNKNOWN;
	case CE_NOT: a = truth_of(c, e->a); return a == TRUTH_UNKNOWN ? a : !a;
	case CE_LOGAND:
		a = truth_of(c, e->a);
		return a == TRUTH_YES ? truth_of(c, e->b) : a;
	case CE_LOGOR:
		a = truth_of(c, e->a);
		return a == TRUTH_NO ? truth_of(c, e->b) : a;
	default: return TRUTH_UNKNOWN;
	}
}

static bool is_throw(const struct syn *s) {
	while (s->kind == SYN_PAREN)
		s = syn_paren(s)->expr;
	return s->kind == SYN_THROW;
}

/* [expr.cond]/2: an operand is void. Both are, or it is a throw, and the result is the
 * other operand: `((cond ? (void)0 : trap), other)`. NULL if neither is so. */
static struct cexpr *cond_of_void(struct sema *c, struct syn *s, struct cexpr *test,
                                  struct cexpr *a, struct cexpr *b) {
	const struct ctype *none = c->t->basic[CT_VOID];
	bool a_throws = syn_cond(s)->then && is_throw(syn_cond(s)->then);
	if (a->type->kind == CT_VOID && b->type->kind == CT_VOID)
		return cond_node(c, test, a, b, none, false, s->loc);
	if (!a_throws && !is_throw(syn_cond(s)->otherwise))
		return NULL;
	struct cexpr *nothing = cast_scalar(
		c, cexpr_int(c, c->t->basic[CT_INT], 0, s->loc), none);
	struct cexpr *hold = cond_node(c, test, a_throws ? a : nothing,
	                               a_throws ? nothing : b, none, false, s->loc);
	return value_in(c, hold, a_throws ? b : a);
}

static struct cexpr *cond_mismatch(struct sema *c, struct syn *s, struct cexpr *a,
                                   struct cexpr *b) {
	if (!is_error(a) && !is_error(b))
		check_error(c, s->loc, E0623,
		            "the operands of '?:' have the types '%s' and '%s'",
		            check_type_text(c, a->type), check_type_text(c, b->type));
	return cexpr_error(c, s->loc);
}

static struct cexpr *cond_of(struct sema *c, struct cscope *at, struct syn *s,
                             struct cexpr *cond) {
	struct cexpr *test = to_bool(c, cond), *a;
	enum truth truth = truth_of(c, test);
	a = syn_cond(s)->then ? check_reached(c, at, syn_cond(s)->then, truth != TRUTH_NO)
	                      : cond;
	struct cexpr *b = check_reached(c, at, syn_cond(s)->otherwise,
	                                truth != TRUTH_YES);
	if (is_error(test) || is_error(a) || is_error(b))
		return cexpr_error(c, s->loc);
	if (a->type->kind == CT_VOID || b->type->kind == CT_VOID) {
		struct cexpr *e = cond_of_void(c, s, test, a, b);
		return e ? e : cond_mismatch(c, s, a, b);
	}
	struct cexpr *first = a;
	to_same_lvalue(c, &a, b);
	to_same_lvalue(c, &b, first);
	to_reference(c, &a, &b);
	if (is_error(a) || is_error(b))
		return cexpr_error(c, s->loc);
	if (a->is_lvalue && b->is_lvalue && a->type == b->type &&
	    a->type->kind != CT_OVERLOAD && a->is_xvalue == b->is_xvalue &&
	    a->type->kind != CT_FUNC)
		return cond_node(c, test, a, b, a->type, true, s->loc);
	if (a->is_lvalue && b->is_lvalue && differ_by_const(a, b)) {
		const struct ctype *t = ctype_qualified(c->t, a->type, b->type->quals);
		return cond_node(c, test, a, b, t, true, s->loc);
	}
	if (a->type->kind == CT_CLASS || b->type->kind == CT_CLASS) {
		if (ctype_unqual(a->type) != ctype_unqual(b->type)) {
			bool ab = ics_find(c, a, ctype_unqual(b->type), CONV_IMPLICIT)
			                  .kind != ICS_BAD;
			bool ba = ics_find(c, b, ctype_unqual(a->type), CONV_IMPLICIT)
			                  .kind != ICS_BAD;
			if (ab && ba)
				return cond_mismatch(c, s, a, b);
			if (!ab && !ba) { /* the built-in operators ([expr.cond]/6) */
				a = class_to_arithmetic(c, a);
				b = class_to_arithmetic(c, b);
				if (a->type->kind == CT_CLASS ||
				    b->type->kind == CT_CLASS)
					return cond_mismatch(c, s, a, b);
			} else if (ab)
				a = convert(c, a, ctype_unqual(b->type), CONV_IMPLICIT,
				            a->loc);
			else
				b = convert(c, b, ctype_unqual(a->type), CONV_IMPLICIT,
				            b->loc);
		}
		if (a->type->kind == CT_CLASS) {
			a = convert(c, a, ctype_unqual(a->type), CONV_IMPLICIT, a->loc);
			b = convert(c, b, ctype_unqual(a->type), CONV_IMPLICIT, b->loc);
			return is_error(a) || is_error(b)
			               ? cexpr_error(c, s->loc)
			               : cond_node(c, test, a, b, ctype_unqual(a->type),
			                           false, s->loc);
		}
	}
	a = function_named(c, a); /* one of several is chosen by the other's type */
	b = function_named(c, b);
	if (a->type->kind == CT_OVERLOAD && b->type->kind != CT_OVERLOAD)
		a = convert(c, a, rvalue(c, b)->type, CONV_IMPLICIT, a->loc);
	if (b->type->kind == CT_OVERLOAD && a->type->kind != CT_OVERLOAD)
		b = convert(c, b, rvalue(c, a)->type, CONV_IMPLICIT, b->loc);
	a = rvalue(c, a);
	b = rvalue(c, b);
	const struct ctype *t = NULL;
	s64 by;
	if (a->type == b->type)
		t = a->type;
	else if ((ctype_is_arithmetic(a->type) || ctype_is_unscoped_enum(a->type)) &&
	         (ctype_is_arithmetic(b->type) || ctype_is_unscoped_enum(b->type)))
		t = ctype_arith(c->t, bits_promoted_type(c, a), bits_promoted_type(c, b));
	else if (a->type->kind == CT_PTR || b->type->kind == CT_PTR)
		t = composite_pointer(c, a, b);
	else if (memptr_offset(c, a->type, b->type, &by)) /* [expr.type]/4.4 */
		t = b->type;
	else if (memptr_offset(c, b->type, a->type, &by))
		t = a->type;
	else if (is_null_constant(b) && has_null(a->type))
		t = a->type;
	else if (is_null_constant(a) && has_null(b->type))
		t = b->type;
	if (!t)
		return cond_mismatch(c, s, a, b);
	a = convert(c, a, t, CONV_IMPLICIT, a->loc);
	b = convert(c, b, t, CONV_IMPLICIT, b->loc);
	return is_error(a) || is_error(b) ? cexpr_error(c, s->loc)
	                                  : cond_node(c, test, a, b, t, false, s->loc);
}

/* Without a second operand, the first is evaluated once for both. */
static struct cexpr *check_cond(struct sema *c, struct cscope *at, struct syn *s) {
	struct cexpr *cond = check_expr(c, at, syn_cond(s)->cond), *hold = NULL;
	if (syn_cond(s)->then || is_error(cond) || cond->kind == CE_CONST)
		return cond_of(c, at, s, cond);
	if (cond->type->kind == CT_OVERLOAD) {
		check_error(c, cond->loc, E0623,
		            "the operand of ?: is the name of several functions");
		return cexpr_error(c, s->loc);
	}
	if (bit_field_width(cond) || (!cond->is_lvalue && cond->type->kind != CT_CLASS)) {
		cond = value_held(c, rvalue(c, cond), &hold, s->loc);
	} else {
		bool is_xvalue = cond->is_xvalue || !cond->is_lvalue;
		cond = cexpr_addr(c, materialise(c, cond));
		cond = cexpr_deref(c, value_held(c, cond, &hold, s->loc));
		cond->is_xvalue = is_xvalue;
	}
	return value_in(c, hold, cond_of(c, at, s, cond));
}

/* ---- sizes ------------------------------------------------------------------------- */

static struct cexpr *check_sizeof(struct sema *c, struct cscope *at, struct syn *s) {
	const struct ctype *t;
	u64 align = 0;
	if (syn_size_query(s)->operand->kind == SYN_TYPE_ID) {
		t = type_of_aligned_type_id(c, at, syn_size_query(s)->operand, &align);
	} else if (syn_size_query(s)->operand->kind == SYN_PAREN &&
	           id_names_type(c, at, syn_paren(syn_size_query(s)->operand)->expr)) {
		/* T::x<1> of a dependent T was parsed as an expression. */
		t = type_of_id(c, at, syn_paren(syn_size_query(s)->operand)->expr, true);
	} else {
		c->unevaluated++;
		t = check_expr(c, at, syn_size_query(s)->operand)->type;
		c->unevaluated--;
	}
	t = ctype_noref(t);
	/* as GNU C has it, and nvcc, but in no substitution */
	if (t->kind == CT_VOID && s->kind == SYN_SIZEOF && !c->quiet)
		return cexpr_int(c, c->t->basic[CT_ULONG], 1, s->loc);
	if (t->kind == CT_ERROR || !type_complete(c, t, s->loc))
		return cexpr_error(c, s->loc);
	if (t->kind == CT_FUNC || (t->kind == CT_ARRAY && !t->has_size)) {
		check_error(c, s->loc, E0613, "'%s' has no size", check_type_text(c, t));
		return cexpr_error(c, s->loc);
	}
	return cexpr_int(c, c->t->basic[CT_ULONG],
	                 s->kind == SYN_SIZEOF ? ctype_size(t)
	                 : align               ? align
	                                       : ctype_align(t),
	                 s->loc);
}

static struct cexpr *check_sizeof_pack(struct sema *c, struct cscope *at, struct syn *s) {
	struct cdecl *d = lookup_pack(c, at, s->name, s->loc);
	if (!d || d->kind != CDECL_PACK) {
		check_error(c, s->loc, E0614, "'%s' is not a parameter pack", s->name->s);
		return cexpr_error(c, s->loc);
	}
	return cexpr_int(c, c->t->basic[CT_ULONG], d->nelem, s->loc);
}

/* ---- offsetof ---- */

/* a.b[i] as object.a.b[i] */
static struct syn *part_of_object(struct sema *c, struct syn *m, struct syn *object) {
	struct syn *s = arena_copy(c->a, m, sizeof *m, _Alignof(struct syn));
	if (m->kind == SYN_MEMBER || m->kind == SYN_INDEX) {
		s->kid = arena_copy(c->a, m->kid, sizeof(*m->kid) * m->nkid,
		                    _Alignof(struct syn *));
		syn_object_part(s)->object = part_of_object(c, syn_object_part(m)->object,
		                                            object);
		return s;
	}
	struct syn *kid[] = {object, m};
	s = arena_new(c->a, struct syn);
	s->kind = SYN_MEMBER;
	s->loc = m->loc;
	s->nkid = countof(kid);
	s->kid = arena_copy(c->a, kid, sizeof kid, _Alignof(struct syn *));
	return s;
}

/* Finds the offset of a part in its object. False if it is not constant. */
static bool part_offset(struct sema *c, struct cexpr *e, const struct cdecl *object,
                        u64 *offset) {
	u64 n = 0;
	for (*offset = 0; e->kind != CE_VAR || e->decl != object; e = e->a) {
		if (e->kind == CE_MEMBER || e->kind == CE_TO_BASE) {
			const struct cfield *f =
				&class_of(ctype_unqual(e->a->type))->field.at[e->field];
			if (ctype_is_ref(f->type))
				return false;
			*offset += f->offset_bytes;
		} else if (e->kind == CE_DEREF && e->a->kind == CE_PTR_ADD &&
		           e->a->a->kind == CE_ADDR && const_try(c, e->a->b, &n)) {
			*offset += n * ctype_size(e->type);
			e = e->a->a;
		} else {
			return false;
		}
	}
	return true;
}

static struct cexpr *check_offsetof(struct sema *c, struct cscope *at, struct syn *s) {
	const struct ctype *t = type_of_type_id(c, at, syn_offsetof(s)->type_id);
	if (t->kind == CT_ERROR)
		return cexpr_error(c, s->loc);
	if (t->kind != CT_CLASS || !type_complete(c, t, s->loc)) {
		check_error(c, s->loc, E0622, "offsetof of '%s', which is not a class",
		            check_type_text(c, t));
		return cexpr_error(c, s->loc);
	}
	struct cscope *scope = cscope_new(c->a, CSCOPE_BLOCK, at, NULL);
	struct cdecl *object = cdecl_new(c->a, CDECL_VAR,
	                                 str_lit(c->u->names, "(object)"), s->loc);
	struct syn name = {.kind = SYN_NAME,
	                   .name = object->name,
	                   .loc = syn_offsetof(s)->member->loc};
	object->type = t;
	object->state = CSTATE_CHECKED;
	object->scope = scope;
	cscope_add(scope, object);
	c->unevaluated++;
	struct cexpr *e = check_expr(c, scope,
	                             part_of_object(c, syn_offsetof(s)->member, &name));
	c->unevaluated--;
	u64 offset;
	if (is_error(e))
		return e;
	if (!part_offset(c, e, object, &offset)) {
		check_error(c, syn_offsetof(s)->member->loc, E0632,
		            "offsetof of a member whose offset is not constant");
		return cexpr_error(c, s->loc);
	}
	return cexpr_int(c, c->t->basic[CT_ULONG], offset, s->loc);
}

static bool stmt_may_throw(struct sema *c, const struct cstmt *s) {
	if (!s)
		return false;
	if (expr_may_throw(c, s->e) || expr_may_throw(c, s->step) ||
	    (s->decl && expr_may_throw(c, s->decl->init)) ||
	    (s->dtor && func_may_throw(c, s->dtor)) || stmt_may_throw(c, s->s) ||
	    stmt_may_throw(c, s->t))
		return true;
	for (u32 i = 0; i < s->list.n; i++)
		if (stmt_may_throw(c, s->list.at[i]))
			return true;
	return false;
}

/* Whether the destructor of a base or member may throw. */
static bool parts_may_throw(struct sema *c, const struct cclass *k) {
	for (u32 i = 0; i < k->field.n; i++) {
		const struct ctype *t = ctype_unqual(ctype_element(k->field.at[i].type));
		struct cdecl *dtor = t->kind == CT_CLASS ? t->decl->cls->dtor : NULL;
		if (dtor && func_may_throw(c, dtor))
			return true;
	}
	return false;
}

/* Whether a function of which the text does not say it may throw: a destructor, or one
 * that the language defines, if what it calls may ([except.spec]/8-9). */
static bool implicitly_may_throw(struct sema *c, struct cdecl *f) {
	if (f->is_dtor)
		return !f->is_trivial && f->cls_owner &&
		       parts_may_throw(c, f->cls_owner->cls);
	if (!f->is_defaulted)
		return f->func_syn != NULL;
	if (f->is_trivial || f->is_deleted || !f->has_definition)
		return false;
	check_body(c, f);
	return stmt_may_throw(c, f->body);
}

/* Finds the value of a noexcept-specifier, in which `this` is the function's own
 * ([expr.prim.this]/2), whoever asks. */
static bool noexcept_value(struct sema *c, struct cdecl *f, struct syn *when,
                           bool *value) {
	const struct cclass *cls = f->cls_owner ? f->cls_owner->cls : NULL;
	struct cfunc_state *outer = c->fn, own = {.func = f, .scope = f->inner};
	if (!cls || !cls->is_lambda)
		c->fn = f->this_param && cls && cls->is_complete ? &own : NULL;
	bool failed = quiet_begin(c);
	bool known = const_bool(c, f->inner, when, value, "noexcept");
	quiet_end(c, failed);
	c->fn = outer;
	return known;
}

/* Device code never throws, but noexcept and the library's traits depend on what a
 * function declares. */
bool func_may_throw(struct sema *c, struct cdecl *f) {
	if (!f->func_syn || !(f->func_syn->flags & SYNF_NOEXCEPT))
		return implicitly_may_throw(c, f);
	struct syn *when = f->func_syn->nkid > 3 ? syn_d_func(f->func_syn)->noexcept
	                                         : NULL;
	bool holds = true;
	if (!when)
		return false;
	return noexcept_value(c, f, when, &holds) && !holds;
}

const struct ctype *func_value_type(struct sema *c, struct cdecl *f) {
	f = func_with_result(c, f);
	if (f->type->kind != CT_FUNC || !f->func_syn || !is_cxx17(c))
		return f->type;
	return ctype_func_noexcept(c->t, f->type, !func_may_throw(c, f));
}

/* Whether a call through a pointer may throw: the pointer's type may have noexcept. */
static bool pointer_may_throw(const struct cexpr *f) {
	return !f || f->type->kind != CT_PTR || !f->type->base->is_noexcept;
}

bool expr_may_throw(struct sema *c, const struct cexpr *e) {
	if (!e)
		return false;
	if (e->kind == CE_NEW && !e->b)
		return true;
	if (e->kind == CE_CALL &&
	    (e->decl ? func_may_throw(c, e->decl) : pointer_may_throw(e->a)))
		return true;
	if (e->kind == CE_CONSTRUCT && e->decl && func_may_throw(c, e->decl))
		return true;
	if (e->kind == CE_STMT_EXPR ||
	    (e->kind != CE_COMPOUND && e->dtor && func_may_throw(c, e->dtor)))
		return true;
	if (expr_may_throw(c, e->a) || expr_may_throw(c, e->b) || expr_may_throw(c, e->c))
		return true;
	for (u32 i = 0; i < e->narg; i++)
		if (expr_may_throw(c, e->arg[i]))
			return true;
	return false;
}

static struct cexpr *check_noexcept(struct sema *c, struct cscope *at, struct syn *s) {
	c->unevaluated++;
	struct cexpr *e = discard(c, check_expr(c, at, syn_noexcept(s)->expr));
	c->unevaluated--;
	return is_error(e) ? e
	                   : cexpr_int(c, c->t->basic[CT_BOOL], !expr_may_throw(c, e),
	                               s->loc);
}

/* ---- any expression ---------------------------------------------------------------- */

/* An element of such an array is an xvalue ([expr.sub]/2). */
static bool is_array_rvalue(const struct cexpr *e) {
	return e->type->kind == CT_ARRAY && (!e->is_lvalue || e->is_xvalue);
}

static struct cexpr *check_index(struct sema *c, struct cscope *at, struct syn *s) {
	struct cexpr *a = check_expr(c, at, syn_index(s)->base);
	struct cexpr *b = syn_index(s)->index->kind == SYN_INIT_LIST
	                          ? check_init_list(c, at, syn_index(s)->index)
	                          : check_expr(c, at, syn_index(s)->index);
	if (is_error(a) || is_error(b))
		return cexpr_error(c, s->loc);
	if (a->type->kind == CT_CLASS) {
		struct cexpr *arg[2] = {a, b};
		struct cexpr *r = overload_operator(c, at, "[]", arg, 2, s->loc, true);
		if (r)
			return r;
	}
	a = class_to_operand(c, CE_PTR_ADD, a, b->type, true);
	b = class_to_operand(c, CE_PTR_ADD, b, a->type, false);
	struct cexpr *sum = check_binary(c, at, '+', a, b, s->loc);
	if (is_error(sum))
		return sum;
	if (sum->type->kind != CT_PTR) {
		check_error(c, s->loc, E0623, "'%s' cannot be subscripted",
		            check_type_text(c, a->type));
		return cexpr_error(c, s->loc);
	}
	struct cexpr *e = check_deref(c, sum, s->loc);
	e->is_xvalue |= is_array_rvalue(a) || is_array_rvalue(b);
	return e;
}

struct cexpr *check_init_list(struct sema *c, struct cscope *at, struct syn *s) {
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST, c->t->basic[CT_INIT_LIST], s->loc);
	e->set = node_array(c, struct coverload, 1);
	e->set->list = s;
	e->set->at = at;
	return e;
}

struct cexpr *cexpr_trap(struct sema *c, struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_BUILTIN, c->t->basic[CT_VOID], loc);
	e->op = CB_TRAP;
	return e;
}

/* A throw in a host function, which device code may call if it is constexpr or the
 * library's, is a trap. */
static struct cexpr *check_throw(struct sema *c, struct syn *s) {
	if (c->fn && decl_may_throw(c, c->fn->func))
		return cexpr_trap(c, s->loc);
	check_error(c, s->loc, E0608, "exceptions are not supported in device code");
	return cexpr_error(c, s->loc);
}

/* The value of a statement expression is an object of its own, as with nvcc: moved out of
 * a variable, which ends with the block, and copied from anything else. */
static struct cexpr *block_value(struct sema *c, struct cexpr *e) {
	e = rvalue(c, function_meant(c, e));
	if (e->type->kind != CT_CLASS || !e->is_lvalue || is_error(e))
		return e;
	struct cexpr *from = arena_copy(c->a, e, sizeof *e, 8);
	from->is_xvalue |= e->kind == CE_VAR && cdecl_is_local(e->decl) &&
	                   !ctype_is_ref(e->decl->type);
	return init_from(c, ctype_unqual(e->type), &from, 1, INIT_COPY, e->loc);
}

static struct cexpr *make_stmt_expr(struct sema *c, struct cscope *at, struct syn *s) {
	struct cexpr *e = cexpr_new(c, CE_STMT_EXPR, c->t->basic[CT_VOID], s->loc);
	const struct syn *block = syn_stmt_expr(s)->block, *value = c->fn->value;
	c->fn->value = block->nkid ? block->kid[block->nkid - 1] : NULL;
	e->body = check_stmt(c, at, syn_stmt_expr(s)->block);
	c->fn->value = value;
	struct cstmt *b = e->body;
	struct cstmt *last = b->kind == CS_BLOCK && b->list.n ? b->list.at[b->list.n - 1]
	                                                      : NULL;
	if (last && last->kind == CS_EXPR && last->e) {
		last->e = block_value(c, last->e);
		e->type = ctype_unqual(last->e->type);
	}
	return e;
}

/* An initialiser is checked once for the type and once for the value. A statement
 * expression is checked once and kept: else the innermost of n would be checked 2^n
 * times. */
static struct cexpr *check_stmt_expr(struct sema *c, struct cscope *at, struct syn *s) {
	if (!c->fn) {
		check_error(
			c, s->loc, E0608,
			"a statement expression is not supported outside of functions");
		return cexpr_error(c, s->loc);
	}
	u64 key = once_key(s, at) ^ (c->unevaluated ? 1 : 0) ^ (c->quiet ? 2 : 0);
	u64 *slot = map_find(&c->once, key);
	if (slot) {
		struct cexpr *known = (struct cexpr *)(uintptr_t)*slot;
		c->failed |= is_error(known);
		return known;
	}
	bool failed = c->failed;
	c->failed = false;
	struct cexpr *e = make_stmt_expr(c, at, s);
	if (c->quiet && c->failed)
		e = cexpr_error(c, s->loc);
	c->failed |= failed;
	*map_at(&c->once, key) = (uintptr_t)e;
	return e;
}

static struct cexpr *check_assign_expr(struct sema *c, struct cscope *at, struct syn *s) {
	struct cexpr *a = check_expr(c, at, syn_assign(s)->left);
	struct cexpr *b = syn_assign(s)->right->kind == SYN_INIT_LIST
	                          ? check_init_list(c, at, syn_assign(s)->right)
	                          : check_expr(c, at, syn_assign(s)->right);
	if (is_error(a) || is_error(b))
		return cexpr_error(c, s->loc);
	return check_binary(c, at, s->op, a, b, s->loc);
}

static struct cexpr *check_short_circuit(struct sema *c, struct cscope *at,
                                         struct syn *s) {
	struct cexpr *a = check_expr(c, at, syn_binary(s)->left);
	enum truth decides = s->op == CU_ANDAND ? TRUTH_NO : TRUTH_YES;
	bool is_logical = s->op == CU_ANDAND || s->op == CU_OROR;
	bool is_decided = is_logical && truth_of(c, rvalue(c, a)) == decides;
	struct cexpr *b = check_reached(c, at, syn_binary(s)->right, !is_decided);
	return is_error(a) || is_error(b) ? cexpr_error(c, s->loc)
	                                  : check_binary(c, at, s->op, a, b, s->loc);
}

/* Reports the call of a kernel without <<< >>>. */
static struct cexpr *configured(struct sema *c, struct cexpr *e) {
	if (e->kind == CE_CALL && e->decl && e->decl->is_kernel && !c->unevaluated)
		check_error(c, e->loc, E0611, "the kernel '%s' is called without <<< >>>",
		            e->decl->name->s);
	return e;
}

static struct cexpr *check_kind(struct sema *c, struct cscope *at, struct syn *s) {
	switch ((enum syn_kind)s->kind) {
	case SYN_INT: {
		struct cexpr *e = cexpr_int(c, int_type(c, s->value, s->op), s->value,
		                            s->loc);
		e->is_bits = s->op & SUFFIX_HEX;
		e->is_literal = true;
		return e;
	}
	case SYN_FLOAT:
		return cexpr_int(c,
		                 c->t->basic[s->op & SUFFIX_F   ? CT_FLOAT
		                             : s->op & SUFFIX_L ? CT_LDOUBLE
		                                                : CT_DOUBLE],
		                 s->value, s->loc);
	case SYN_CHAR: { /* of several characters: an int ([lex.ccon]/1) */
		struct cexpr *e = cexpr_int(c,
		                            s->flags & SYNF_ARRAY ? c->t->basic[CT_INT]
		                                                  : char_type(c, s->op),
		                            s->value, s->loc);
		e->is_literal = true; /* '\0' is a null pointer, as in nvcc */
		return e;
	}
	case SYN_STRING: return check_string(c, s);
	case SYN_USER_LITERAL: return check_user_literal(c, at, s);
	case SYN_BOOL: return cexpr_int(c, c->t->basic[CT_BOOL], s->value, s->loc);
	case SYN_NULLPTR: return cexpr_int(c, c->t->basic[CT_NULLPTR], 0, s->loc);
	case SYN_THIS: return check_this(c, s->loc);
	case SYN_PAREN: return check_expr(c, at, syn_paren(s)->expr);
	case SYN_NAME:
	case SYN_TEMPLATE_ID:
	case SYN_OPERATOR_NAME:
	case SYN_OPERATOR_ID:
	case SYN_LITERAL_NAME:
	case SYN_QUALIFIED:
	case SYN_CONVERSION_NAME: return check_id(c, at, s);
	case SYN_MEMBER: return check_member(c, at, s);
	case SYN_UNARY: return check_unary(c, at, s);
	case SYN_POSTFIX: {
		struct cexpr *e = check_expr(c, at, syn_postfix(s)->expr);
		return is_error(e) ? e : inc_dec(c, at, s->op, true, e, s->loc);
	}
	case SYN_BINARY: return check_short_circuit(c, at, s);
	case SYN_ASSIGN: return check_assign_expr(c, at, s);
	case SYN_COND: return check_cond(c, at, s);
	case SYN_CALL: return configured(c, check_call(c, at, s));
	case SYN_INDEX: return check_index(c, at, s);
	case SYN_CAST:
	case SYN_NAMED_CAST: return check_cast(c, at, s);
	case SYN_FUNCTIONAL_CAST: return check_functional_cast(c, at, s);
	case SYN_INIT_LIST: return check_init_list(c, at, s);
	case SYN_SIZEOF:
	case SYN_ALIGNOF: return check_sizeof(c, at, s);
	case SYN_SIZEOF_PACK: return check_sizeof_pack(c, at, s);
	case SYN_NOEXCEPT: return check_noexcept(c, at, s);
	case SYN_OFFSETOF: return check_offsetof(c, at, s);
	case SYN_TYPE_TRAIT: return check_trait(c, at, s);
	case SYN_NEW: return check_new(c, at, s);
	case SYN_DELETE: return check_delete(c, at, s);
	case SYN_LAMBDA: return check_lambda(c, at, s);
	case SYN_FOLD: return check_fold(c, at, s);
	case SYN_REQUIRES: return check_requires(c, at, s);
	case SYN_STMT_EXPR: return check_stmt_expr(c, at, s);
	case SYN_VA_ARG: return check_va_arg(c, at, s);
	case SYN_THROW: return check_throw(c, s);
	case SYN_TYPEID:
		check_error(c, s->loc, E0608, "typeid is not supported in device code");
		return cexpr_error(c, s->loc);
	case SYN_ERROR: return cexpr_error(c, s->loc);
	case SYN_DESIGNATED:
		check_error(c, s->loc, E0627,
		            "only elements of aggregates have designators");
		return cexpr_error(c, s->loc);
	case SYN_LAUNCH: return check_launch(c, at, s);
	default:
		check_error(c, s->loc, E0608,
		            "this expression (%s) is not supported in device code",
		            syn_kind_name[s->kind]);
		return cexpr_error(c, s->loc);
	}
}

struct cexpr *check_expr(struct sema *c, struct cscope *at, struct syn *s) {
	u32 callee = c->callee_depth;
	if (s->kind != SYN_NAME && s->kind != SYN_TEMPLATE_ID &&
	    s->kind != SYN_OPERATOR_NAME && s->kind != SYN_PAREN)
		c->callee_depth = 0;
	const struct cscope *here = c->here;
	c->here = at;
	struct cexpr *e = check_kind(c, at, s);
	c->here = here;
	c->callee_depth = callee;
	return e;
}

struct cexpr *check_value(struct sema *c, struct cscope *at, struct syn *s) {
	struct cexpr *e = check_expr(c, at, s);
	if (e->type->kind == CT_CLASS)
		e = class_to_arithmetic(c, e);
	e = rvalue(c, e);
	if (e->type->kind == CT_OVERLOAD || e->type->kind == CT_INIT_LIST) {
		check_error(c, s->loc, E0623, "this expression has no value");
		return cexpr_error(c, s->loc);
	}
	return e;
}
