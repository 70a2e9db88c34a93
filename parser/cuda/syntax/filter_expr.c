/* filter_expr.c - the token filter in expressions: after every token it knows whether an
 * operand or an operator comes next, which settles most of what `( [ { < > & *` can mean.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/filter.h"

#include "parser/cuda/syntax/guess.h"
#include "parser/cuda/syntax/name.h"

enum { CHAIN_MAX = 3000 };

static int operand(struct cu_parser *p, struct sent *s, u32 kind) {
	top(p)->operand = true;
	return filter_send(p, s, kind);
}

/* ---- names ----------------------------------------------------------------------- */

/* __is_same(T, U): a compiler's own trait, unless the program declares the name. */
static bool is_trait(const struct cu_parser *p, const struct annotation *a) {
	static const char *const prefix[] = {"__is_",
	                                     "__has_",
	                                     "__array_",
	                                     "__reference_",
	                                     "__builtin_bit_cast",
	                                     "__builtin_types_compatible_p"};
	const struct str *name = p->t[p->at].name;
	if (a->class != CNAME_NONE || a->syn->kind != SYN_NAME || kind_ahead(p, 1) != '(')
		return false;
	for (u32 i = 0; i < countof(prefix); i++)
		if (strncmp(name->s, prefix[i], strlen(prefix[i])) == 0)
			return true;
	return false;
}

/* The name of a class template where a value is wanted: an argument of a template
 * template parameter, unless `(` or `{` or `::` makes a type of it. */
static bool is_template_argument(const struct cu_parser *p, const struct annotation *a) {
	u32 next = a->end < p->end ? p->t[a->end].kind : CU_END;
	return a->class == CNAME_TEMPLATE_TYPE && !a->has_args && next != '(' &&
	       next != '{';
}

static int expr_name(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	if (k == CU_SCOPE &&
	    (kind_ahead(p, 1) == CU_NEW || kind_ahead(p, 1) == CU_DELETE))
		return filter_send(p, s, k);
	const struct annotation *a = name_at(p, p->at);
	c->operand = true;
	if (a->end == p->at)
		return filter_send(p, s, k);
	if (is_trait(p, a))
		return filter_send(p, s, CU_TRAIT);
	bool is_braced = a->class == CNAME_NONE && a->end < p->end &&
	                 p->t[a->end].kind == '{';
	if (is_braced || (name_is_type(a) && !is_template_argument(p, a)))
		return filter_send_name(p, s, a, CU_TYPE);
	return filter_send_name(p, s, a, CU_NAME);
}

/* After . or ->: any name at all. */
static int member_name(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	if (kind_ahead(p, 0) == CU_TEMPLATE)
		return filter_send(p, s, CU_TEMPLATE);
	const struct annotation *a = name_member(p, p->at);
	c->is_member = false;
	c->operand = true;
	if (a->end == p->at)
		return filter_send(p, s, kind_ahead(p, 0));
	return filter_send_name(p, s, a, CU_NAME);
}

/* ---- brackets -------------------------------------------------------------------- */

/* (T) x: a type-id fills the parentheses ([dcl.ambig.res]/2). */
static int operand_paren(struct cu_parser *p, struct sent *s) {
	if (kind_ahead(p, 1) == '{' && p->last_kind != CU_TRAIT)
		return filter_open_context(p, s, CU_STMT_LP, CTX_EXPR, MODE_STMT);
	if (!guess_is_type_in_parens(p, p->at))
		return filter_open_context(p, s, '(', CTX_EXPR, MODE_EXPR);
	int sent = filter_open_context(p, s, CU_CAST_LP, CTX_TYPE, MODE_SPECS);
	top(p)->is_cast = true;
	return sent;
}

static int sizeof_paren(struct cu_parser *p, struct sent *s) {
	top(p)->operand = false;
	if (!guess_is_type_in_parens(p, p->at))
		return operand_paren(p, s);
	return filter_open_context(p, s, CU_TYPE_LP, CTX_TYPE, MODE_SPECS);
}

/* [i] = 5 among the elements of a braced list, or [i] in a chain of designators. No `=`,
 * no `.` and, but for an attribute, no [ follows a lambda's captures. */
static bool is_index(struct cu_parser *p) {
	u32 close = p->t[p->at].match, last = (u32)p->last_kind;
	if (top(p)->kind != CTX_INIT || close == CU_NO_MATCH)
		return false;
	if (last == CU_IDENT || last == ']')
		return true;
	const struct cu_token_rec *next = &p->t[close + 1];
	return (last == CU_INIT_LB || last == ',') &&
	       (next->kind == '=' || next->kind == '.' ||
	        (next->kind == '[' && next[1].kind != '['));
}

static int begin_index(struct cu_parser *p, struct sent *s) {
	int sent = filter_open_context(p, s, CU_INDEX_LB, CTX_EXPR, MODE_EXPR);
	top(p)->is_index = true;
	return sent;
}

static int begin_lambda(struct cu_parser *p, struct sent *s) {
	struct local_scope *outer = p->local;
	struct context *lambda = filter_push(p, CTX_LAMBDA, MODE_SUFFIX);
	lambda->names = local_push(p);
	lambda->outer = outer;
	lambda->is_func = true;
	return filter_open_context(p, s, CU_LAMBDA_LB, CTX_CAPTURE, MODE_CAPTURE);
}

/* new (place) T, new (T)(1), new T */
static int after_new(struct cu_parser *p, struct sent *s) {
	if (kind_ahead(p, 0) != '(' || guess_type_id(p, p->at + 1) == p->t[p->at].match) {
		filter_begin_new(top(p));
		return AGAIN;
	}
	top(p)->operand = false;
	int sent = filter_open_context(p, s, CU_PLACE_LP, CTX_EXPR, MODE_EXPR);
	top(p)->is_placement = true;
	return sent;
}

/* ---- where an operand is expected ------------------------------------------------ */

static int too_long(struct cu_parser *p, struct sent *s) {
	if (!p->gave_up)
		diag_error(p->u->diag, cu_token_loc(&p->t[p->at]), E0102,
		           "an expression of more than %d operators is not supported",
		           CHAIN_MAX);
	p->gave_up = true;
	return filter_send_pseudo(p, s, CU_END);
}

/* Sends an operator of a chain; each nests the tree deeper. */
static int chained(struct cu_parser *p, struct sent *s, u32 k) {
	return ++top(p)->noperator > CHAIN_MAX ? too_long(p, s) : filter_send(p, s, k);
}

/* A comma may be an operator, where it does not separate the elements of a list. */
static int comma(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	bool is_operator = c->kind == CTX_EXPR || c->kind == CTX_BLOCK ||
	                   c->kind == CTX_COND || c->kind == CTX_FOR;
	if (is_operator && !c->in_decl && ++c->ncomma > CHAIN_MAX)
		return too_long(p, s);
	return filter_send_comma(p, s);
}

static int send_delete(struct cu_parser *p, struct sent *s) {
	if (kind_ahead(p, 1) == '[' && kind_ahead(p, 2) == ']')
		return filter_send(p, s, CU_DELETE_ARRAY);
	return filter_send(p, s, CU_DELETE);
}

static bool is_named_cast(int kind) {
	return kind >= CU_STATIC_CAST && kind <= CU_DYNAMIC_CAST;
}

/* Handles a token whose meaning depends on the word sent before it. */
static int after_word(struct cu_parser *p, struct sent *s) {
	u32 k = kind_ahead(p, 0);
	switch (p->last_kind) {
	case CU_NEW: return after_new(p, s);
	case CU_SIZEOF:
	case CU_ALIGNOF:
	case CU_TYPEID:
		if (k == '(')
			return sizeof_paren(p, s);
		return AGAIN;
	case CU_ELLIPSIS:
		if (k == '(' && p->last > 0 && p->t[p->last - 1].kind == CU_SIZEOF)
			return filter_open_context(p, s, k, CTX_EXPR, MODE_RAW);
		return AGAIN;
	case CU_OFFSETOF:
		if (k == '(')
			return filter_open_context(p, s, CU_TYPE_LP, CTX_MIXED,
			                           MODE_SPECS);
		return AGAIN;
	case CU_VA_ARG:
		if (k == '(')
			return filter_open_context(p, s, '(', CTX_MIXED, MODE_EXPR);
		return AGAIN;
	case CU_DELETE_ARRAY:
		if (k == '[')
			return filter_send(p, s, k);
		return AGAIN;
	default:
		if (is_named_cast(p->last_kind) && k == '<')
			return filter_open_context(p, s, CU_TLT, CTX_ANGLE, MODE_SPECS);
		return AGAIN;
	}
}

static bool is_literal(u32 k) {
	return (k >= CU_INT && k <= CU_STRING) || (k >= CU_TRUE && k <= CU_THIS);
}

static bool is_simple_type(u32 k) {
	return (k >= CU_KW_VOID && k <= CU_AUTO) || k == CU_COMPLEX;
}

static bool joined(const struct cu_parser *p, u32 n) {
	return p->at + n < p->end && p->t[p->at + n].flags & CU_TF_JOINED;
}

static int greater(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	int closed = filter_close_angle(p, s);
	if (closed != AGAIN)
		return closed;
	c->operand = false;
	if (kind_ahead(p, 1) == '>' && joined(p, 1))
		return filter_send_many(p, s, CU_SHR, 2);
	if (kind_ahead(p, 1) == CU_GE && joined(p, 1))
		return filter_send_many(p, s, CU_SHR_ASSIGN, 2);
	return filter_send(p, s, '>');
}

static int at_operand(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	int sent = after_word(p, s);
	if (sent != AGAIN || c->mode != MODE_EXPR)
		return sent;
	if (is_literal(k) || is_simple_type(k))
		return operand(p, s, k);
	switch (k) {
	case '(': return operand_paren(p, s);
	case '[':
		if (p->last_kind == CU_DELETE_ARRAY)
			return filter_send(p, s, k);
		if (is_index(p))
			return begin_index(p, s);
		return begin_lambda(p, s);
	case ']':
		if (p->last_kind == '[')
			return filter_send(p, s, k); /* delete[] */
		return filter_send_close(p, s);
	case '{': return filter_open_context(p, s, CU_INIT_LB, CTX_INIT, MODE_EXPR);
	case '~':
	case CU_IDENT:
	case CU_SCOPE:
		if (k == '~')
			return chained(p, s, k);
		if (filter_is_requires_expr(p))
			return filter_requires_expr(p, s);
		if (p->last_kind == '.') /* of a designated initialiser */
			return filter_send(p, s, k);
		return expr_name(p, s);
	case CU_TYPENAME:
	case CU_OPERATOR: return expr_name(p, s);
	case CU_DECLTYPE:
		if (name_at(p, p->at)->end > p->at)
			return expr_name(p, s);
		return operand(p, s, k);
	case CU_TYPEOF: return operand(p, s, k);
	case CU_NOEXCEPT: return operand(p, s, k); /* ( is plain */
	case CU_DELETE: return send_delete(p, s);
	case CU_STATIC_CAST:
	case CU_CONST_CAST:
	case CU_REINTERPRET_CAST:
	case CU_DYNAMIC_CAST: return filter_send(p, s, k);
	case ')':
	case '}': return filter_send_close(p, s);
	case ';': return filter_send_semicolon(p, s);
	case ',': return comma(p, s);
	case ':':
		if (c->nquestion) /* a ?: b */
			c->nquestion--;
		else if (c->is_case)
			c->mode = MODE_STMT;
		return filter_send(p, s, k);
	case '>': return greater(p, s); /* closes <, or comes after the `...` of a fold */
	case CU_PRAGMA_END: c->mode = MODE_STMT; return filter_send(p, s, k);
	default: return chained(p, s, k);
	}
}

/* ---- where an operator is expected ----------------------------------------------- */

static int colon(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	int sent = filter_send(p, s, ':');
	if (c->nquestion) {
		c->nquestion--;
		c->operand = false;
	} else if (c->is_case) {
		c->mode = MODE_STMT;
	}
	return sent;
}

static int infix(struct cu_parser *p, struct sent *s, u32 k) {
	top(p)->operand = false;
	return chained(p, s, k);
}

static int after_operand_paren(struct cu_parser *p, struct sent *s) {
	if (p->last_kind == CU_TRAIT)
		return filter_open_context(p, s, '(', CTX_ARGS, MODE_TARG);
	if (p->last_kind == CU_TYPEOF && guess_type_id(p, p->at + 1) == p->t[p->at].match)
		return filter_open_context(p, s, CU_TYPE_LP, CTX_TYPE, MODE_SPECS);
	if (p->last_kind == CU_UNDERLYING_TYPE)
		return filter_open_context(p, s, CU_TYPE_LP, CTX_TYPE, MODE_SPECS);
	return filter_open_context(p, s, '(', CTX_EXPR, MODE_EXPR);
}

static bool is_quoted(const struct cu_parser *p) {
	return p->last_kind == CU_STRING || p->last_kind == CU_CHAR;
}

static int at_operator(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	if (c->is_member)
		return member_name(p, s);
	switch (k) {
	case '(':
		if (++c->noperator > CHAIN_MAX)
			return too_long(p, s);
		return after_operand_paren(p, s);
	case '[':
		if (++c->noperator > CHAIN_MAX)
			return too_long(p, s);
		return filter_open_context(p, s, '[', CTX_EXPR, MODE_EXPR);
	case '{':
		if (c->is_width) { /* int a : 4 {1}; as if = were there */
			c->is_width = c->operand = false;
			return filter_send_pseudo(p, s, '=');
		}
		return filter_open_context(p, s, CU_INIT_LB, CTX_INIT, MODE_EXPR);
	case ')':
	case ']':
	case '}': return filter_send_close(p, s);
	case '.':
	case CU_ARROW: c->is_member = true; return chained(p, s, k);
	case CU_INC:
	case CU_DEC: return chained(p, s, k);
	case CU_LAUNCH: return filter_open_context(p, s, k, CTX_LAUNCH, MODE_EXPR);
	case '>': return greater(p, s);
	case ',': return comma(p, s);
	case ';': return filter_send_semicolon(p, s);
	case ':': return colon(p, s);
	case '?': c->nquestion++; return infix(p, s, k);
	case CU_IDENT: /* "x"_suffix, 'x'_suffix */
		return filter_send(p, s, joined(p, 0) && is_quoted(p) ? CU_UD_SUFFIX : k);
	case CU_STRING: return filter_send(p, s, k);
	case CU_ELLIPSIS: /* a pack's, a fold's, or case 1 ... 2 */
		c->operand = c->kind != CTX_EXPR && !c->is_case;
		return filter_send(p, s, k);
	case CU_PRAGMA_END: c->mode = MODE_STMT; return filter_send(p, s, k);
	default: return infix(p, s, k);
	}
}

int filter_expr(struct cu_parser *p, struct sent *s) {
	return top(p)->operand ? at_operator(p, s) : at_operand(p, s);
}

/* ---- captures -------------------------------------------------------------------- */

int filter_capture(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	switch (k) {
	case ';': return filter_send_semicolon(p, s);
	case ',': return filter_send_comma(p, s);
	case ')':
	case ']':
	case '}': return filter_send_close(p, s);
	case '=':
		if (p->last_kind == CU_IDENT) {
			c->mode = MODE_EXPR;
			c->operand = false;
		}
		return filter_send(p, s, k);
	case '(': return filter_open_context(p, s, CU_INIT_LP, CTX_EXPR, MODE_EXPR);
	case '{': return filter_open_context(p, s, CU_INIT_LB, CTX_INIT, MODE_EXPR);
	default: return filter_send(p, s, k);
	}
}
