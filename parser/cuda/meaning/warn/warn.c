/* warn.c - expressions that are legal and hardly meant: constants that a conversion or an
 * operation changes, values that are not used, assignments as conditions, addresses of
 * local objects. Those that nvcc reports by default are reported.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/warn/warn.h"

#include "parser/cuda/meaning/expr/node.h"

typedef __int128 wide;

static bool is_int(const struct ctype *t) {
	return ctype_is_integer(ctype_underlying(t));
}

static wide value_of(const struct cexpr *e) {
	return ctype_is_signed(ctype_unqual(ctype_underlying(e->type)))
	               ? (wide)(s64)e->value
	               : (wide)e->value;
}

/* ---- conversions of constants ------------------------------------------------------ */

enum change { CHANGE_NONE, CHANGE_SIGN, CHANGE_BITS };

/* Returns the value after a conversion to an integer of `width` bits. */
static enum change change_of(wide v, u32 width, bool is_signed) {
	wide half = (wide)1 << (width - 1), all = (wide)1 << width;
	if (is_signed ? v >= -half && v < half : v >= 0 && v < all)
		return CHANGE_NONE;
	return v >= -half && v < all ? CHANGE_SIGN : CHANGE_BITS;
}

static enum change int_change(const struct cexpr *e, const struct ctype *to) {
	to = ctype_unqual(ctype_underlying(to));
	if (e->kind != CE_CONST || !is_int(e->type) || !ctype_is_integer(to) ||
	    to->kind == CT_BOOL || ctype_size(to) > 8 || ctype_size(e->type) > 8)
		return CHANGE_NONE;
	enum change how = change_of(value_of(e), (u32)ctype_size(to) * 8,
	                            ctype_is_signed(to));
	return how == CHANGE_SIGN && e->is_bits ? CHANGE_NONE : how;
}

static void warn_sign(struct sema *c, const struct cexpr *e) {
	check_warning(c, e->loc, E0644,
	              "integer conversion resulted in a change of sign");
}

static bool float_fits(const struct cexpr *e, const struct ctype *to) {
	double d;
	memcpy(&d, &e->value, 8);
	u32 bits = (u32)ctype_size(to) * 8;
	bool is_signed = ctype_is_signed(to);
	double end = 1; /* of what fits, exactly */
	for (u32 i = 0; i < bits - is_signed; i++)
		end *= 2;
	return d < end && (is_signed ? d >= -end : d > -1);
}

void warn_constant(struct sema *c, const struct cexpr *e, const struct ctype *to) {
	if (e->kind != CE_CONST || c->unevaluated)
		return;
	enum change how = int_change(e, to);
	if (how == CHANGE_SIGN)
		warn_sign(c, e);
	else if (how == CHANGE_BITS)
		check_warning(c, e->loc, E0645,
		              "integer conversion resulted in truncation");
	to = ctype_unqual(to);
	if (ctype_is_floating(e->type) && ctype_is_integer(to) && to->kind != CT_BOOL &&
	    ctype_size(to) <= 8 && !float_fits(e, to))
		check_warning(
			c, e->loc, E0646,
			"floating-point value does not fit in required integral type");
}

void warn_operand(struct sema *c, const struct cexpr *e, const struct ctype *to) {
	if (!c->unevaluated && int_change(e, to) == CHANGE_SIGN)
		warn_sign(c, e);
}

/* ---- operations on constants ------------------------------------------------------- */

void warn_overflow(struct sema *c, enum cexpr_kind kind, const struct cexpr *a,
                   const struct cexpr *b, struct loc loc) {
	const struct ctype *t = ctype_unqual(ctype_underlying(a->type));
	if (!ctype_is_integer(t) || !ctype_is_signed(t) || ctype_size(t) > 8 ||
	    !is_int(b->type))
		return;
	wide x = value_of(a), y = value_of(b), r;
	switch (kind) {
	case CE_ADD: r = x + y; break;
	case CE_SUB: r = x - y; break;
	case CE_MUL: r = x * y; break;
	case CE_DIV:
		if (y == 0)
			return;
		r = x / y;
		break;
	default: return;
	}
	if (change_of(r, (u32)ctype_size(t) * 8, true) != CHANGE_NONE)
		check_warning(c, loc, E0641, "integer operation result is out of range");
}

void warn_shift(struct sema *c, const struct ctype *t, const struct cexpr *count) {
	if (count->kind != CE_CONST || !is_int(count->type))
		return;
	if (value_of(count) < 0)
		check_warning(c, count->loc, E0642, "shift count is negative");
	else if (value_of(count) >= (wide)ctype_size(t) * 8)
		check_warning(c, count->loc, E0643, "shift count is too large");
}

/* ---- values that are not used ------------------------------------------------------ */

bool expr_acts(const struct cexpr *e) {
	if (!e)
		return false;
	if (e->type->quals & Q_VOLATILE)
		return true;
	switch ((enum cexpr_kind)e->kind) {
	case CE_CONST:
	case CE_STRING:
	case CE_FUNC:
	case CE_VAR:
	case CE_THIS:
	case CE_SREG:
	case CE_MEMPTR: return false;
	case CE_CAST:
		if (e->type->kind == CT_VOID)
			return true;
		return expr_acts(e->a);
	case CE_LOAD:
	case CE_ADDR:
	case CE_DEREF:
	case CE_MEMBER:
	case CE_TO_BASE:
	case CE_TO_DERIVED:
	case CE_BITCAST:
	case CE_NEG:
	case CE_NOT:
	case CE_COMPL:
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
	case CE_PTR_ADD:
	case CE_PTR_DIFF:
	case CE_LOGAND:
	case CE_LOGOR:
	case CE_COND:
	case CE_COMMA: return expr_acts(e->a) || expr_acts(e->b) || expr_acts(e->c);
	default: return true;
	}
}

void warn_no_effect(struct sema *c, const struct cexpr *e) {
	if (e->type->kind != CT_VOID && e->type->kind != CT_ERROR && !c->unevaluated &&
	    !expr_acts(e))
		check_warning(c, e->loc, E0647, "expression has no effect");
}

void warn_assigned(struct sema *c, const struct cexpr *condition) {
	if (condition->kind == CE_ASSIGN && condition->b->kind == CE_CONST)
		check_warning(c, condition->loc, E0648,
		              "use of '=' where '==' may have been intended");
}

/* ---- objects that end with the function -------------------------------------------- */

static bool is_local(const struct cexpr *e) {
	while (e->kind == CE_MEMBER || e->kind == CE_TO_BASE ||
	       (e->kind == CE_DEREF && e->a->kind == CE_PTR_ADD &&
	        e->a->a->kind == CE_ADDR)) {
		if (e->kind == CE_MEMBER &&
		    (!e->a->is_lvalue ||
		     ctype_is_ref(e->a->type->decl->cls->field.at[e->field].type)))
			return false;
		e = e->kind == CE_DEREF ? e->a->a->a : e->a;
	}
	const struct cdecl *d = e->kind == CE_VAR ? e->decl : NULL;
	return d && d->space == CSPACE_AUTO && !d->is_static_local &&
	       !ctype_is_ref(d->type) && d->scope &&
	       (d->is_param || d->scope->kind == CSCOPE_BLOCK ||
	        d->scope->kind == CSCOPE_FUNC);
}

void warn_returned(struct sema *c, const struct cexpr *e, const struct ctype *t) {
	if (is_error(e))
		return;
	if (ctype_is_ref(t)) {
		if (e->kind == CE_TEMP)
			check_warning(c, e->loc, E0653,
			              "returning reference to local temporary");
		else if (is_local(e))
			check_warning(c, e->loc, E0651,
			              "returning reference to local variable");
		return;
	}
	if (t->kind != CT_PTR)
		return;
	while (e->kind == CE_CAST || e->kind == CE_PTR_ADD)
		e = e->a;
	if (e->type->kind == CT_PTR && e->kind == CE_ADDR && is_local(e->a))
		check_warning(c, e->loc, E0652, "returning pointer to local variable");
}

/* ---- declarations ------------------------------------------------------------------ */

/* const int f(); int *const f(). Qualifiers from a template parameter or a typedef are
 * not reported. */
void warn_result_quals(struct sema *c, const struct cdecl *f, const struct syn *specs,
                       const struct syn *declarator) {
	const struct ctype *t = f->type->base;
	if (f->is_system || !f->func_syn || syn_d_func(f->func_syn)->trailing ||
	    f->is_conversion || specs->kind != SYN_SPECS || !syn_specs(specs)->type ||
	    !ctype_is_scalar(t) ||
	    (f->is_inst && syn_specs(specs)->type->kind != SYN_BUILTIN_TYPE))
		return;
	bool is_const = declarator == f->func_syn
	                        ? specs->value & (SPEC_CONST | SPEC_VOLATILE)
	                        : declarator->kind == SYN_D_PTR &&
	                                  syn_d_ptr(declarator)->inner == f->func_syn &&
	                                  declarator->flags &
	                                          (SYNF_CONST | SYNF_VOLATILE);
	if (is_const)
		check_warning(c, declarator == f->func_syn ? specs->loc : declarator->loc,
		              E0650, "type qualifier on return type is meaningless");
}
