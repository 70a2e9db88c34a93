/* filter_decl.c - the token filter in declarations: specifiers, declarators, classes,
 * templates. The order within a declaration is SPECS, DECLARATOR, SUFFIX, then EXPR
 * after `=`, or a body.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/filter.h"

#include "parser/cuda/syntax/guess.h"
#include "parser/cuda/syntax/name.h"

static bool is_word(const struct cu_parser *p, u32 i, const char *word) {
	return i < p->end && p->t[i].kind == CU_IDENT &&
	       strcmp(p->t[i].name->s, word) == 0;
}

/* ---- the start of a declaration -------------------------------------------------- */

static int send_template(struct cu_parser *p, struct sent *s) {
	if (kind_ahead(p, 1) == '<')
		return filter_send(p, s, CU_TEMPLATE);
	return filter_send(p, s, CU_EXPLICIT_INSTANCE);
}

static int send_and_go(struct cu_parser *p, struct sent *s, enum filter_mode mode) {
	top(p)->mode = (u8)mode;
	return filter_send(p, s, kind_ahead(p, 0));
}

int filter_decl(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	switch (k) {
	case '}':
	case ')': return filter_send_close(p, s);
	case ';': return filter_send_semicolon(p, s);
	case ':':
	case CU_PUBLIC:
	case CU_PROTECTED:
	case CU_PRIVATE: c->stmt = p->at; return filter_send(p, s, k);
	case CU_TEMPLATE: return send_template(p, s);
	case '<':
		if (p->last_kind == CU_TEMPLATE)
			return filter_open_context(p, s, CU_TLT, CTX_TPARAMS,
			                           MODE_TPARAM);
		break;
	case CU_IDENT:
		if (p->last_kind == CU_TGT && filter_is_requires_clause(p))
			return filter_requires_clause(p, s);
		break;
	case CU_EXTERN:
		if (kind_ahead(p, 1) == CU_TEMPLATE) {
			p->at++;
			return filter_send(p, s, CU_EXPLICIT_INSTANCE);
		}
		break;
	case CU_USING: return send_and_go(p, s, MODE_USING);
	case CU_NAMESPACE: return send_and_go(p, s, MODE_RAW);
	case CU_STATIC_ASSERT: c->operand = true; return send_and_go(p, s, MODE_EXPR);
	case CU_ASM: c->head = CTX_ASM; return send_and_go(p, s, MODE_HEAD);
	default: break;
	}
	c->mode = MODE_SPECS;
	return AGAIN;
}

/* ---- using ----------------------------------------------------------------------- */

/* using name = : the index of the `=`, or 0. */
static u32 alias_equals(const struct cu_parser *p) {
	u32 i = p->at + 1;
	while (guess_is_attribute(p, i))
		i = guess_past_attribute(p, i);
	return i < p->end && p->t[i].kind == '=' ? i : 0;
}

static int begin_alias(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	enum cname_class class = c->is_template ? CNAME_TEMPLATE_TYPE : CNAME_TYPE;
	c->alias = local_declare(p, c->names, p->t[p->at].name, class);
	c->alias->alias = NULL;
	return filter_send(p, s, CU_IDENT);
}

static void declare_used(struct cu_parser *p, const struct annotation *a) {
	const struct syn *last = a->syn->kind == SYN_QUALIFIED
	                                 ? a->syn->kid[a->syn->nkid - 1]
	                                 : a->syn;
	if (last->kind == SYN_NAME && a->class != CNAME_NONE)
		local_declare(p, top(p)->names, last->name, a->class);
}

/* using namespace N; in a function: its names are known from here on. */
static void use_namespace(struct cu_parser *p, const struct annotation *a) {
	struct cscope *scope = p->local ? check_scope_of(p->u, local_around(p), a->syn)
	                                : NULL;
	if (!scope)
		return;
	struct cscope *s = cscope_new(p->arena, CSCOPE_BLOCK, local_around(p), NULL);
	cscope_use(s, scope, 0);
	p->local->around = s;
	p->serial++;
}

int filter_using(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	switch (k) {
	case ';': return filter_send_semicolon(p, s);
	case '}': return filter_send_close(p, s);
	case '=': c->mode = MODE_SPECS; return filter_send(p, s, k);
	case CU_IDENT:
		if (p->last_kind == CU_USING && alias_equals(p))
			return begin_alias(p, s);
		break;
	case CU_SCOPE:
	case CU_TYPENAME: break;
	default: return filter_send(p, s, k);
	}
	const struct annotation *a = name_at(p, p->at);
	if (a->end == p->at)
		return filter_send(p, s, k);
	if (p->last_kind == CU_NAMESPACE) {
		use_namespace(p, a);
		return filter_send_name(p, s, a, CU_NAME);
	}
	declare_used(p, a);
	return filter_send_name(p, s, a, p->last_kind == CU_ENUM ? CU_TYPE : CU_NAME);
}

/* ---- classes and enums ----------------------------------------------------------- */

static int send_class_key(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	bool is_enum = kind_ahead(p, 0) == CU_ENUM;
	c->type_seen = true;
	if (!guess_is_class_body(p, p->at)) {
		int sent = filter_send(p, s, CU_ELABORATED);
		if (is_enum &&
		    (kind_ahead(p, 0) == CU_CLASS || kind_ahead(p, 0) == CU_STRUCT))
			p->at++;
		return sent;
	}
	c->mode = MODE_BASES;
	c->is_enum_head = is_enum;
	c->class_scope = NULL;
	int sent = filter_send(p, s, is_enum ? CU_ENUM_DEF : CU_CLASS_DEF);
	if (is_enum && (kind_ahead(p, 0) == CU_CLASS || kind_ahead(p, 0) == CU_STRUCT))
		p->at++;
	return sent;
}

static struct local_scope *scope_of_class(struct cu_parser *p) {
	struct context *c = top(p);
	if (!c->class_scope) {
		struct local_scope *before = p->local;
		c->class_scope = local_push(p);
		p->local = before;
	}
	return c->class_scope;
}

/* The name after struct or enum: declared where the class is, and inside of it. */
static void declare_class(struct cu_parser *p, const struct annotation *a) {
	struct context *c = top(p);
	const struct syn *last = a->syn->kind == SYN_QUALIFIED
	                                 ? a->syn->kid[a->syn->nkid - 1]
	                                 : a->syn;
	bool is_template = c->is_template || last->kind == SYN_TEMPLATE_ID;
	enum cname_class class = is_template ? CNAME_TEMPLATE_TYPE : CNAME_TYPE;
	struct local_scope *inner = c->is_enum_head ? NULL : scope_of_class(p);
	if (a->syn->kind == SYN_NAME)
		local_declare(p, c->names, last->name, class)->inner = inner;
	if (inner) {
		local_declare(p, inner, last->name, class)->inner = inner;
		if (!c->class_name || c->kind != CTX_CLASS)
			c->class_name = last->name;
	}
}

static int open_class(struct cu_parser *p, struct sent *s, struct str *name) {
	struct local_scope *outer = p->local, *inner = scope_of_class(p);
	int sent = filter_open_context(p, s, CU_CLASS_LB, CTX_CLASS, MODE_DECL);
	struct context *c = top(p);
	c->outer = outer;
	c->names = p->local = inner;
	c->class_name = name;
	return sent;
}

static int open_enum(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	struct local_scope *names = c->names, *outer = p->local;
	c->is_enum_head = false;
	int sent = filter_open_context(p, s, CU_ENUM_LB, CTX_ENUM, MODE_ENUMERATOR);
	top(p)->names = names;
	top(p)->outer = outer;
	return sent;
}

/* Returns the name of the class whose key was sent: the token after it, if any. */
static struct str *pending_class_name(const struct cu_parser *p, u32 brace) {
	u32 i = brace;
	while (i > 0 && p->t[i].kind != CU_STRUCT && p->t[i].kind != CU_CLASS &&
	       p->t[i].kind != CU_UNION)
		i--;
	while (guess_is_attribute(p, ++i))
		i = guess_past_attribute(p, i) - 1;
	return p->t[i].kind == CU_IDENT ? p->t[i].name : NULL;
}

int filter_bases(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	switch (k) {
	case ';': return filter_send_semicolon(p, s);
	case '{':
		if (c->is_enum_head)
			return open_enum(p, s);
		return open_class(p, s,
		                  c->type ? c->type->name : pending_class_name(p, p->at));
	case ':':
		if (c->is_enum_head) {
			c->mode = MODE_SPECS;
			c->type_seen = false;
		}
		return filter_send(p, s, k);
	case CU_IDENT:
	case CU_SCOPE:
	case CU_TYPENAME:
	case CU_DECLTYPE: break;
	case '(':
		if (p->last_kind == CU_DECLTYPE)
			return filter_open_context(p, s, k, CTX_EXPR, MODE_EXPR);
		return filter_send(p, s, k);
	default: return filter_send(p, s, k);
	}
	if (is_word(p, p->at, "final") && p->last_kind == CU_NAME) {
		filter_word_attribute(p);
		return AGAIN;
	}
	const struct annotation *a = name_at(p, p->at);
	if (a->end == p->at)
		return filter_send(p, s, k);
	if (p->last_kind != CU_CLASS_DEF && p->last_kind != CU_ENUM_DEF) {
		local_add_base(p, scope_of_class(p), a->syn);
		return filter_send_name(p, s, a, CU_TYPE);
	}
	struct syn *last = a->syn->kind == SYN_QUALIFIED ? a->syn->kid[a->syn->nkid - 1]
	                                                 : a->syn;
	declare_class(p, a);
	c->type = last;
	return filter_send_name(p, s, a, CU_NAME);
}

/* ---- specifiers ------------------------------------------------------------------ */

static const struct syn *last_part(const struct syn *s, u32 back) {
	return s->kind == SYN_QUALIFIED && s->nkid > back ? s->kid[s->nkid - 1 - back]
	                                                  : NULL;
}

/* X(T) -> X<T>; */
static bool is_guide(struct cu_parser *p, const struct annotation *a) {
	if (a->class != CNAME_TEMPLATE_TYPE || a->has_args || a->end >= p->end ||
	    p->t[a->end].kind != '(')
		return false;
	u32 after = skim_past(p->t, a->end, p->end);
	return after < p->end && p->t[after].kind == CU_ARROW;
}

/* Whether the name is declared (X(..) of class X, X::X(..), X(..) -> X<..>), and is not
 * the type of what is declared. */
static bool is_constructor(struct cu_parser *p, const struct annotation *a) {
	const struct context *c = top(p);
	const struct syn *last = last_part(a->syn, 0), *before = last_part(a->syn, 1);
	if (a->syn->kind == SYN_DTOR_NAME || a->syn->kind == SYN_CONVERSION_NAME)
		return true;
	if (last && last->kind != SYN_NAME && last->kind != SYN_TEMPLATE_ID)
		return true;
	if (a->end >= p->end || p->t[a->end].kind != '(')
		return false;
	if (c->kind != CTX_CLASS && c->kind != CTX_TOP)
		return false;
	u32 after = skim_past(p->t, a->end, p->end);
	if (after < p->end && p->t[after].kind == '(')
		return false; /* X (max)(X a) */
	if (c->class_name && !a->is_qualified && a->syn->name == c->class_name)
		return true;
	if (last && before && last->name == before->name)
		return true;
	if (a->class == CNAME_TEMPLATE_TYPE && !a->has_args)
		return is_guide(p, a);
	return !name_is_type(a) && !guess_is_abstract_params(p, a->end) &&
	       p->t[a->end + 1].kind != '*';
}

/* auto or decltype(auto) after a name makes a concept of it. */
static bool is_constraint(const struct cu_parser *p, const struct annotation *a) {
	return a->end > p->at && guess_is_auto(p, a->end);
}

static int specs_name(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	if (is_word(p, p->at, "concept") && !c->type_seen &&
	    kind_ahead(p, 1) == CU_IDENT && kind_ahead(p, 2) == '=') {
		c->type_seen = true;
		return filter_send(p, s, CU_CONCEPT);
	}
	const struct annotation *a = c->type_seen ? NULL : name_at(p, p->at);
	if (a && is_constraint(p, a))
		return filter_send_name(p, s, a, CU_CONSTRAINT);
	if (!a || a->end == p->at || is_constructor(p, a)) {
		c->mode = MODE_DECLARATOR;
		return AGAIN;
	}
	c->type_seen = true;
	c->type = a->syn;
	if (c->alias) {
		c->alias->alias = a->syn;
		c->alias = NULL;
	}
	return filter_send_name(p, s, a, CU_TYPE);
}

static int elaborated_name(struct cu_parser *p, struct sent *s) {
	const struct annotation *a = name_at(p, p->at);
	if (a->end == p->at)
		return filter_send(p, s, kind_ahead(p, 0));
	if (a->syn->kind == SYN_NAME && a->class == CNAME_NONE)
		local_declare(p, top(p)->names, a->syn->name,
		              top(p)->is_template ? CNAME_TEMPLATE_TYPE : CNAME_TYPE);
	top(p)->type = a->syn;
	return filter_send_name(p, s, a, CU_TYPE);
}

static int specs_paren(struct cu_parser *p, struct sent *s) {
	switch (p->last_kind) {
	case CU_TYPEOF:
		if (guess_type_id(p, p->at + 1) != p->t[p->at].match)
			return filter_open_context(p, s, '(', CTX_EXPR, MODE_EXPR);
		return filter_open_context(p, s, CU_TYPE_LP, CTX_TYPE, MODE_SPECS);
	case CU_UNDERLYING_TYPE:
		return filter_open_context(p, s, CU_TYPE_LP, CTX_TYPE, MODE_SPECS);
	case CU_DECLTYPE:
	case CU_EXPLICIT: return filter_open_context(p, s, '(', CTX_EXPR, MODE_EXPR);
	default:
		if (top(p)->is_new && !top(p)->type_seen)
			return filter_open_context(p, s, CU_TYPE_LP, CTX_TYPE,
			                           MODE_SPECS);
		top(p)->mode = MODE_DECLARATOR;
		return AGAIN;
	}
}

static bool is_decltype_name(struct cu_parser *p) {
	u32 k = kind_ahead(p, 0);
	return k == CU_DECLTYPE && name_at(p, p->at)->end > p->at;
}

int filter_specs(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	c->in_decl = true;
	if (k >= CU_CONST && k <= CU_FORCEINLINE) {
		c->is_typedef |= k == CU_TYPEDEF;
		c->is_friend |= k == CU_FRIEND;
		if (k == CU_COMPLEX)
			c->type_seen = true;
		return filter_send(p, s, k);
	}
	if ((k >= CU_KW_VOID && k <= CU_KW_FLOAT128) || k == CU_AUTO) {
		c->type_seen = true;
		c->is_auto |= k == CU_AUTO;
		return filter_send(p, s, k);
	}
	switch (k) {
	case CU_STRUCT:
	case CU_CLASS:
	case CU_UNION:
	case CU_ENUM: return send_class_key(p, s);
	case CU_IDENT:
	case CU_SCOPE:
	case CU_TYPENAME:
		if (p->last_kind == CU_ELABORATED)
			return elaborated_name(p, s);
		return specs_name(p, s);
	case CU_DECLTYPE:
		if (is_decltype_name(p))
			return specs_name(p, s);
		c->type_seen = true;
		return filter_send(p, s, k);
	case CU_TYPEOF:
	case CU_UNDERLYING_TYPE: c->type_seen = true; return filter_send(p, s, k);
	case CU_STRING:
		if (p->last_kind == CU_EXTERN)
			return filter_send(p, s, k);
		break;
	case CU_ELLIPSIS:
		if (!c->type_seen)
			return filter_send(p, s, k);
		break;
	case '(': return specs_paren(p, s);
	default: break;
	}
	c->mode = MODE_DECLARATOR;
	return AGAIN;
}

/* ---- declarators ----------------------------------------------------------------- */

static void declare_declared(struct cu_parser *p, const struct annotation *a) {
	struct context *c = top(p);
	const struct syn *id = a->syn;
	if (id->kind == SYN_QUALIFIED) {
		local_push(p);
		if (a->scope)
			vec_push(p->arena, &p->local->base, a->scope);
	} else if (is_guide(p, a)) {
		return; /* the name stays the class template's */
	} else if (id->kind == SYN_NAME && !c->is_friend && id->name != c->class_name) {
		enum cname_class class = c->is_typedef    ? CNAME_TYPE
		                         : c->is_template ? CNAME_TEMPLATE
		                                          : CNAME_OTHER;
		struct local_name *n = local_declare(p, c->names, id->name, class);
		if (c->is_typedef)
			n->alias = c->type;
	}
}

static int declarator_name(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	const struct annotation *a = name_at(p, p->at);
	if (a->end == p->at) {
		c->mode = MODE_SUFFIX;
		return AGAIN;
	}
	if (a->is_memptr)
		return filter_send_name(p, s, a, CU_MEMPTR);
	c->mode = MODE_SUFFIX;
	struct annotation copy = *a;
	declare_declared(p, &copy);
	return filter_send_name(p, s, &copy, CU_NAME);
}

/* (*f), (&f), (C::*f): after ( */
static bool is_indirect_group(const struct cu_parser *p) {
	u32 i = 1;
	while (kind_ahead(p, i) == CU_SCOPE ||
	       (kind_ahead(p, i) == CU_IDENT && kind_ahead(p, i + 1) == CU_SCOPE))
		i++;
	u32 k = kind_ahead(p, i);
	return k == '*' || k == '&' || k == CU_ANDAND;
}

static int open_group(struct cu_parser *p, struct sent *s) {
	struct context *outer = top(p);
	struct context copy = *outer;
	bool is_indirect = is_indirect_group(p);
	outer->mode = MODE_SUFFIX;
	int sent = filter_open_context(p, s, CU_GROUP_LP, CTX_GROUP, MODE_DECLARATOR);
	struct context *c = top(p);
	c->is_typedef = copy.is_typedef;
	c->type = copy.type;
	c->is_friend = copy.is_friend;
	c->is_template = copy.is_template;
	c->type_seen = true;
	c->is_indirect = is_indirect;
	return sent;
}

/* Continues the expression after the type of new T. */
static int end_new(struct context *c) {
	c->is_new = false;
	c->mode = MODE_EXPR;
	c->operand = true;
	return AGAIN;
}

static bool may_bind(const struct context *c) {
	return c->is_auto && (c->kind == CTX_BLOCK || c->kind == CTX_FOR ||
	                      c->kind == CTX_COND || c->kind == CTX_TOP);
}

/* Whether the type before a `...` is just a name, perhaps with * and &, that the part
 * itself declares and that is no pack: the parameters end in `...`, without a comma
 * ([dcl.fct]/25). */
static bool ends_params(const struct cu_parser *p, const struct context *c) {
	u32 i = p->at;
	if (c->kind != CTX_PARAMS || kind_ahead(p, 1) != ')' || !c->type ||
	    c->type->kind != SYN_NAME)
		return false;
	for (u32 k = '*'; i > 0 && (k == '*' || k == '&' || k == CU_ANDAND ||
	                            k == CU_CONST || k == CU_VOLATILE);)
		k = p->t[--i].kind;
	if (p->t[i].kind != CU_IDENT || p->t[i].name != c->type->name)
		return false;
	const struct local_name *n = local_find(p, c->type->name);
	return n && n->class == CNAME_TYPE && !n->is_pack;
}

static bool declares_pack(struct cu_parser *p) {
	const struct context *c = top(p);
	if ((c->kind != CTX_PARAMS && c->kind != CTX_TPARAMS && c->kind != CTX_GROUP) ||
	    p->last_kind == CU_PACK_DOTS)
		return false;
	u32 next = kind_ahead(p, 1);
	return next == CU_IDENT || (c->type && !ends_params(p, c)) ||
	       c->kind == CTX_TPARAMS || c->is_auto;
}

int filter_declarator(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	switch (k) {
	case '*':
	case '&':
	case CU_ANDAND:
	case CU_CONST:
	case CU_VOLATILE:
	case CU_RESTRICT: return filter_send(p, s, k);
	case CU_ELLIPSIS:
		if (declares_pack(p))
			return filter_send(p, s, CU_PACK_DOTS);
		break;
	case CU_IDENT:
		if (c->is_func && filter_is_requires_clause(p))
			break; /* after a result type */
			       /* fallthrough */
	case CU_SCOPE:
	case CU_OPERATOR:
	case '~':
		if (c->is_new)
			return end_new(c);
		return declarator_name(p, s);
	case '(':
		if (c->is_new)
			break;
		if (!c->is_func && guess_is_abstract_params(p, p->at))
			break;
		return open_group(p, s);
	case '[':
		if (may_bind(c) && kind_ahead(p, 1) == CU_IDENT)
			return filter_open_context(p, s, CU_BIND_LB, CTX_BIND, MODE_RAW);
		break;
	default: break;
	}
	c->mode = MODE_SUFFIX;
	return AGAIN;
}

/* ---- after the name ------------------------------------------------------------- */

/* void A::f(x): members are functions, unless a value can only initialise a static
 * one. */
static bool is_member_function(struct cu_parser *p) {
	const struct cu_token_rec *name = &p->t[p->last];
	u32 k = kind_ahead(p, 1);
	if (top(p)->kind != CTX_TOP || p->last == 0)
		return false;
	if (name->kind == CU_IDENT && name[-1].kind != CU_SCOPE)
		return false;
	if (k == CU_IDENT || k == CU_SCOPE)
		return name_at(p, p->at + 1)->class != CNAME_OTHER;
	return k == ')' || (k >= CU_KW_VOID && k <= CU_ALIGNAS);
}

static int suffix_paren(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	bool may_initialise = c->kind == CTX_BLOCK || c->kind == CTX_TOP ||
	                      c->kind == CTX_FOR || c->kind == CTX_COND;
	if (p->last_kind == CU_NOEXCEPT)
		return filter_open_context(p, s, '(', CTX_EXPR, MODE_EXPR);
	if (c->is_new) {
		end_new(c);
		return filter_open_context(p, s, CU_INIT_LP, CTX_EXPR, MODE_EXPR);
	}
	if (may_initialise && c->type_seen && !c->is_typedef && !c->is_func &&
	    p->last_kind != CU_TYPE && !is_member_function(p) &&
	    !guess_is_params(p, p->at))
		return filter_open_context(p, s, CU_INIT_LP, CTX_EXPR, MODE_EXPR);
	return filter_open_context(p, s, CU_PARAM_LP, CTX_PARAMS, MODE_SPECS);
}

static u32 past_body(const struct cu_parser *p, u32 open) {
	u32 close = p->t[open].match;
	return close == CU_NO_MATCH || close >= p->end ? p->end : close + 1;
}

static void skip_handlers(struct cu_parser *p) {
	while (kind_ahead(p, 0) == CU_CATCH) {
		p->at++;
		if (kind_ahead(p, 0) == '(')
			p->at = skim_past(p->t, p->at, p->end);
		if (kind_ahead(p, 0) == '{')
			p->at = past_body(p, p->at);
	}
}

void filter_end_body(struct cu_parser *p) {
	struct context *c = top(p);
	if (c->kind == CTX_LAMBDA) {
		p->local = c->outer;
		p->ctx.n--;
		top(p)->operand = true;
		return;
	}
	skip_handlers(p);
	c->mode = c->kind == CTX_BLOCK ? MODE_STMT : MODE_DECL;
	filter_begin_declaration(p, c);
}

static int suffix_brace(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	if (c->is_new) {
		end_new(c);
		return filter_open_context(p, s, CU_INIT_LB, CTX_INIT, MODE_EXPR);
	}
	if (c->is_enum_head)
		return open_enum(p, s);
	if (!c->is_func)
		return filter_open_context(p, s, CU_INIT_LB, CTX_INIT, MODE_EXPR);
	int sent = filter_send_body(p, s, CU_BODY, past_body(p, p->at));
	filter_end_body(p);
	return sent;
}

/* Sends the tokens from the `:` to the body. */
static int send_mem_inits(struct cu_parser *p, struct sent *s) {
	u32 i = p->at + 1;
	while (i < p->end && p->t[i].kind != ';' && !skim_is_body(p->t, i))
		i = skim_past(p->t, i, p->end);
	return filter_send_body(p, s, CU_MEM_INITS, i);
}

static int suffix_colon(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	if (c->is_func && (c->kind == CTX_CLASS || c->kind == CTX_TOP))
		return send_mem_inits(p, s);
	c->mode = MODE_EXPR;
	c->operand = false;
	c->is_width = c->kind == CTX_CLASS;
	return filter_send(p, s, c->is_width ? CU_BIT_COLON : ':');
}

/* throw(): an old spelling of noexcept. */
static int send_throw(struct cu_parser *p, struct sent *s) {
	u32 end = kind_ahead(p, 1) == '(' ? skim_past(p->t, p->at + 1, p->end)
	                                  : p->at + 1;
	return filter_send_many(p, s, CU_NOEXCEPT, end - p->at);
}

static int suffix_word(struct cu_parser *p, struct sent *s) {
	const struct context *c = top(p);
	if (c->is_func && (is_word(p, p->at, "override") || is_word(p, p->at, "final"))) {
		p->at++;
		return AGAIN;
	}
	return filter_send(p, s, kind_ahead(p, 0));
}

int filter_suffix(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	if (c->is_new && k != '(' && k != '{' && k != '[')
		return end_new(c);
	switch (k) {
	case '(': return suffix_paren(p, s);
	case '[': return filter_open_context(p, s, CU_ARRAY_LB, CTX_EXPR, MODE_EXPR);
	case '{': return suffix_brace(p, s);
	case ':': return suffix_colon(p, s);
	case ',': return filter_send_comma(p, s);
	case ';': return filter_send_semicolon(p, s);
	case ')':
	case ']':
	case '}': return filter_send_close(p, s);
	case '=':
		c->mode = MODE_EXPR;
		c->operand = false;
		return filter_send(p, s, k);
	case CU_ARROW:
		c->mode = MODE_SPECS;
		c->type_seen = false;
		c->type = NULL;
		return filter_send(p, s, k);
	case CU_THROW: return send_throw(p, s);
	case CU_TRY: p->at++; return AGAIN;
	case CU_IDENT:
		if (c->is_func && filter_is_requires_clause(p))
			return filter_requires_clause(p, s);
		return suffix_word(p, s);
	case '<':
		if (c->kind == CTX_LAMBDA)
			return filter_open_context(p, s, CU_TLT, CTX_TPARAMS,
			                           MODE_TPARAM);
		return filter_send(p, s, k);
	case '>': {
		int sent = filter_close_angle(p, s);
		return sent == AGAIN ? filter_send(p, s, k) : sent;
	}
	default: return filter_send(p, s, k);
	}
}

/* ---- templates ------------------------------------------------------------------- */

/* class T, typename... Ts, class = int; and not typename T::type x. */
static bool is_type_parameter(const struct cu_parser *p) {
	u32 n = 1;
	n += kind_ahead(p, n) == CU_ELLIPSIS;
	n += kind_ahead(p, n) == CU_IDENT;
	u32 k = kind_ahead(p, n);
	return k == ',' || k == '>' || k == '=';
}

static int tparam_name(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	if (p->last_kind == '=') {
		const struct annotation *a = name_at(p, p->at);
		if (a->end > p->at)
			return filter_send_name(p, s, a, CU_NAME);
	}
	local_declare(p, c->names, p->t[p->at].name,
	              c->is_template ? CNAME_TEMPLATE_TYPE : CNAME_TYPE)
		->is_pack = p->last_kind == CU_PACK_DOTS;
	return filter_send(p, s, CU_IDENT);
}

/* C T, C<int> T: a name that is not a type is a concept. */
static bool is_concept_parameter(struct cu_parser *p) {
	const struct annotation *a = name_at(p, p->at);
	if (a->end == p->at || is_constraint(p, a))
		return false;
	u32 next = a->end < p->end ? p->t[a->end].kind : CU_END;
	return a->class == CNAME_TEMPLATE ||
	       (a->class == CNAME_OTHER && a->has_args &&
	        (next == CU_IDENT || next == CU_ELLIPSIS || next == ',' || next == '>' ||
	         next == '='));
}

int filter_tparam(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	bool in_type = p->last_kind == CU_TPARAM || p->last_kind == CU_TPARAM_CONCEPT ||
	               p->last_kind == CU_PACK_DOTS ||
	               (p->last_kind == '=' && c->is_template);
	switch (k) {
	case ';': return filter_send_semicolon(p, s);
	case ',': return filter_send_comma(p, s);
	case '>': return filter_close_angle(p, s);
	case CU_TEMPLATE: return filter_send(p, s, k);
	case '<': return filter_open_context(p, s, CU_TLT, CTX_TPARAMS, MODE_TPARAM);
	case CU_CLASS:
	case CU_TYPENAME:
		if (is_type_parameter(p))
			return filter_send(p, s, CU_TPARAM);
		break;
	case CU_ELLIPSIS: return filter_send(p, s, CU_PACK_DOTS);
	case CU_SCOPE:
	case CU_IDENT:
		if (in_type)
			return tparam_name(p, s);
		if (is_concept_parameter(p))
			return filter_send_name(p, s, name_at(p, p->at),
			                        CU_TPARAM_CONCEPT);
		break;
	case '=':
		if (!c->is_template)
			c->mode = MODE_SPECS;
		return filter_send(p, s, k);
	default: break;
	}
	c->mode = MODE_SPECS;
	return AGAIN;
}

/* An argument that is just the name of a class template is not a type-id. */
static bool is_template_name(struct cu_parser *p, u32 end) {
	u32 k = kind_ahead(p, 0);
	if (k != CU_IDENT && k != CU_SCOPE)
		return false;
	const struct annotation *a = name_at(p, p->at);
	return a->class == CNAME_TEMPLATE_TYPE && !a->has_args && a->end == end;
}

int filter_targ(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	if (k == ')')
		return filter_send_close(p, s);
	u32 end = guess_type_id(p, p->at);
	u32 next = end ? (end < p->end ? p->t[end].kind : CU_END) : CU_IDENT;
	bool ends = next == ',' || next == '>' || next == CU_ELLIPSIS || next == ')' ||
	            next == CU_END;
	c->mode = MODE_EXPR;
	c->operand = false;
	if (!end || !ends)
		return AGAIN;
	if (is_template_name(p, end))
		return filter_send_name(p, s, name_at(p, p->at), CU_NAME);
	c->mode = MODE_SPECS;
	c->type_seen = false;
	return filter_send_pseudo(p, s, CU_TYPE_ARG);
}

/* ---- constructors ---------------------------------------------------------------- */

int filter_mem_init(struct cu_parser *p, struct sent *s) {
	u32 k = kind_ahead(p, 0);
	if (k == '(' && p->last_kind == CU_DECLTYPE)
		return filter_open_context(p, s, k, CTX_EXPR, MODE_EXPR);
	if (k == '(')
		return filter_open_context(p, s, CU_INIT_LP, CTX_EXPR, MODE_EXPR);
	if (k == '{')
		return filter_open_context(p, s, CU_INIT_LB, CTX_INIT, MODE_EXPR);
	if (k == CU_IDENT || k == CU_SCOPE || k == CU_TYPENAME || k == CU_DECLTYPE) {
		const struct annotation *a = name_at(p, p->at);
		if (a->end > p->at)
			return filter_send_name(p, s, a, CU_NAME);
	}
	return filter_send(p, s, k);
}
