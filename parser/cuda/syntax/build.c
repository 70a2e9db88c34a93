/* build.c - the constructors of the syntax tree.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/build.h"

#include <stdarg.h>

/* ---- nodes ----------------------------------------------------------------------- */

static struct syn *node(struct cu_parser *p, enum syn_kind kind, u32 op, u32 flags,
                        struct loc loc, u32 nkid) {
	struct syn *s = arena_new(p->arena, struct syn);
	s->kind = (u16)kind;
	s->op = (u16)op;
	s->flags = flags;
	s->loc = loc;
	s->nkid = nkid;
	s->kid = nkid ? arena_array_raw(p->arena, struct syn *, nkid) : NULL;
	return s;
}

static void fill(struct syn *s, u32 n, va_list ap) {
	for (u32 i = 0; i < n; i++)
		s->kid[i] = va_arg(ap, struct syn *);
}

struct syn *build_node(struct cu_parser *p, enum syn_kind kind, u32 op, u32 flags,
                       struct loc loc, u32 nkid, ...) {
	struct syn *s = node(p, kind, op, flags, loc, nkid);
	va_list ap;
	va_start(ap, nkid);
	fill(s, nkid, ap);
	va_end(ap);
	return s;
}

struct syn *build_list(struct cu_parser *p, enum syn_kind kind, u32 op, u32 flags,
                       struct loc loc, u32 n, u32 nfixed, ...) {
	struct syn *s = node(p, kind, op, flags, loc, nfixed + n);
	va_list ap;
	va_start(ap, nfixed);
	fill(s, nfixed, ap);
	va_end(ap);
	p->stack.n -= n;
	if (n)
		memcpy(s->kid + nfixed, p->stack.at + p->stack.n,
		       n * sizeof(struct syn *));
	return s;
}

u32 build_push(struct cu_parser *p, struct syn *s, u32 before) {
	vec_push(p->arena, &p->stack, s);
	return before + 1;
}

struct syn *build_name(struct cu_parser *p, enum syn_kind kind, u32 token,
                       struct loc loc) {
	struct syn *s = node(p, kind, 0, 0, loc, 0);
	s->name = p->t[token].name;
	return s;
}

struct syn *build_named(struct cu_parser *p, enum syn_kind kind, u32 token, u32 flags,
                        struct loc loc, struct syn *kid) {
	struct syn *s = build_node(p, kind, 0, flags, loc, 1, kid);
	s->name = p->t[token].name;
	return s;
}

struct syn *build_member_init(struct cu_parser *p, u32 token, struct syn *init,
                              struct loc loc) {
	struct syn *s = build_node(p, SYN_DESIGNATED, 0, 0, loc, 3, init, NULL, NULL);
	s->name = p->t[token].name;
	return s;
}

/* Gives a name to a node; a kid of another kind is put into a new one. */
struct syn *build_label_name(struct cu_parser *p, enum syn_kind kind, u32 token,
                             struct syn *kid, struct loc loc) {
	struct syn *s = kid;
	if (kid->kind != kind)
		s = build_node(p, kind, 0, 0, loc, 1, kid);
	s->name = p->t[token].name;
	s->loc = loc;
	return s;
}

struct syn *build_body(struct cu_parser *p, u32 first, u32 end) {
	struct loc loc = {p->t[first].start, p->t[end - 1].end};
	struct syn *s = node(p, SYN_BODY, 0, 0, loc, 0);
	s->first_token = first;
	s->end_token = end;
	return s;
}

void build_remark(struct cu_parser *p, struct loc loc, enum diag_code code) {
	vec_push(p->u->arena, &p->u->remark, ((struct cu_remark){loc, code}));
}

struct syn *build_flag(struct syn *s, u32 flag, struct loc loc) {
	s->flags |= flag;
	s->loc = loc;
	return s;
}

/* ---- attributes ------------------------------------------------------------------ */

void build_add_attr(struct cu_parser *p, u32 start, u32 flags, struct syn *syn) {
	vec_push(p->arena, &p->attr, (struct cu_attr){start, flags, syn});
}

/* Adds the attributes read since offset `start`, and not taken yet, to the specifiers;
 * flags: of each. */
static void take_attrs_as(struct cu_parser *p, struct syn *specs, u32 start, u32 flags) {
	u32 first = p->attr.n, nsyn = 0;
	while (first > 0 && p->attr.at[first - 1].start >= start) {
		first--;
		nsyn += p->attr.at[first].syn != NULL;
	}
	if (first == p->attr.n)
		return;
	struct syn **kid = arena_array_raw(p->arena, struct syn *, specs->nkid + nsyn);
	memcpy(kid, specs->kid, specs->nkid * sizeof(*kid));
	for (u32 i = first; i < p->attr.n; i++) {
		specs->value |= p->attr.at[i].flags;
		if (!p->attr.at[i].syn)
			continue;
		p->attr.at[i].syn->flags |= flags;
		kid[specs->nkid++] = p->attr.at[i].syn;
	}
	specs->kid = kid;
	p->attr.n = first;
}

static void take_attrs(struct cu_parser *p, struct syn *specs, u32 start) {
	take_attrs_as(p, specs, start, 0);
}

/* ---- specifiers ------------------------------------------------------------------ */

static u32 type_word(u32 token) {
	static const u32 word[CU_TOKEN_LIMIT] = {
		[CU_KW_VOID] = TW_VOID,     [CU_KW_BOOL] = TW_BOOL,
		[CU_KW_CHAR] = TW_CHAR,     [CU_KW_SHORT] = TW_SHORT,
		[CU_KW_INT] = TW_INT,       [CU_KW_LONG] = TW_LONG,
		[CU_KW_SIGNED] = TW_SIGNED, [CU_KW_UNSIGNED] = TW_UNSIGNED,
		[CU_KW_FLOAT] = TW_FLOAT,   [CU_KW_DOUBLE] = TW_DOUBLE,
		[CU_KW_WCHAR] = TW_WCHAR,   [CU_KW_CHAR8] = TW_CHAR8,
		[CU_KW_CHAR16] = TW_CHAR16, [CU_KW_CHAR32] = TW_CHAR32,
		[CU_KW_INT128] = TW_INT128, [CU_KW_FLOAT128] = TW_LONG | TW_DOUBLE,
	};
	return word[token];
}

/* `_Complex` has no bit: the node has its name, for hide_complex. */
static struct syn *build_type_word(struct cu_parser *p, u32 token, struct loc loc) {
	struct syn *s = node(p, SYN_BUILTIN_TYPE, type_word(p->t[token].kind), 0, loc, 0);
	if (p->t[token].kind == CU_COMPLEX)
		s->name = p->t[token].name;
	return s;
}

/* Makes a piece of a specifier list: SPECS with a bit, or BUILTIN_TYPE with a word. */
/* Whether a token of the kind CU_CONSTEXPR is the other word. */
static bool is_consteval(const struct cu_parser *p, u32 token) {
	const char *text = p->u->file->text + (p->t[token].start - p->u->file->base);
	return strncmp(text, "consteval", strlen("consteval")) == 0;
}

struct syn *build_spec_word(struct cu_parser *p, u32 token, struct loc loc) {
	u32 kind = p->t[token].kind;
	if (type_word(kind) || kind == CU_COMPLEX)
		return build_type_word(p, token, loc);
	struct syn *s = node(p, SYN_SPECS, 0, 0, loc, 0);
	s->value = skim_spec_flag(kind);
	if (kind == CU_CONSTEXPR && is_consteval(p, token))
		s->value |= SPEC_CONSTEVAL;
	return s;
}

struct syn *build_linkage(struct cu_parser *p, u32 token, struct loc language,
                          struct loc loc) {
	struct syn *s = build_flag(build_spec_word(p, token, loc), 0, loc);
	if (language.end - language.start == strlen("\"C\""))
		s->value |= SPEC_EXTERN_C;
	return s;
}

struct syn *build_explicit_if(struct cu_parser *p, struct syn *when, struct loc loc) {
	struct syn *attr = build_node(p, SYN_ATTR, 0, 0, loc, 1, when);
	attr->name = str_lit(p->u->names, "explicit");
	vec_push(p->arena, &p->attr, (struct cu_attr){loc.start, 0, attr});
	return node(p, SYN_SPECS, 0, 0, loc, 0);
}

/* `concept`: a constant of type bool, as far as the declaration goes. */
struct syn *build_concept_word(struct cu_parser *p, struct loc loc) {
	struct syn *s = node(p, SYN_SPECS, 0, 0, loc, 0);
	s->value = SPEC_CONCEPT | SPEC_CONSTEXPR | SPEC_INLINE;
	return s;
}

struct syn *build_concept_param(struct cu_parser *p, struct syn *concept, u32 token,
                                u32 flags, struct syn *def, struct loc loc) {
	struct syn *s = build_node(p, SYN_TPARAM_TYPE, 0, flags, loc, 2, def, concept);
	s->name = p->t[token].name;
	return s;
}

static void join_words(struct syn *type, const struct syn *word) {
	if (type->op & TW_LONG && word->op & TW_LONG)
		type->op |= TW_LONGLONG;
	type->op |= word->op;
	type->name = type->name ? type->name : word->name;
	type->loc.end = word->loc.end;
}

/* Makes an UNDERLYING of `_Complex float`, which the checker knows by its name. */
static struct syn *hide_complex(struct cu_parser *p, struct syn *type) {
	if (type->kind != SYN_BUILTIN_TYPE || !type->name)
		return type;
	struct str *name = type->name;
	type->name = NULL;
	type->op = type->op ? type->op : TW_DOUBLE;
	struct syn *id = build_node(p, SYN_TYPE_ID, 0, 0, type->loc, 2,
	                            build_one_spec(p, type), NULL);
	struct syn *s = build_node(p, SYN_UNDERLYING, 0, 0, type->loc, 1, id);
	s->name = name;
	return s;
}

u32 build_qual(struct cu_parser *p, u32 quals, u32 one, struct loc loc) {
	if (quals & one)
		build_remark(p, loc, E0665);
	return quals | one;
}

struct syn *build_specs(struct cu_parser *p, u32 n, struct loc loc) {
	struct syn *specs = build_node(p, SYN_SPECS, 0, 0, loc, 1, NULL);
	const u64 quals = SPEC_CONST | SPEC_VOLATILE | SPEC_RESTRICT;
	p->stack.n -= n;
	for (u32 i = 0; i < n; i++) {
		struct syn *s = p->stack.at[p->stack.n + i],
			   *type = syn_specs(specs)->type;
		if (s->kind == SYN_SPECS && s->value & specs->value & quals)
			build_remark(p, s->loc, E0665);
		if (s->kind == SYN_SPECS)
			specs->value |= s->value;
		else if (!type)
			syn_specs(specs)->type = s;
		else if (type->kind == SYN_BUILTIN_TYPE && s->kind == SYN_BUILTIN_TYPE)
			join_words(type, s);
		else if (type->kind != SYN_ERROR)
			diag_error(p->u->diag, s->loc, E0101,
			           "two types in one declaration");
	}
	if (syn_specs(specs)->type)
		syn_specs(specs)->type = hide_complex(p, syn_specs(specs)->type);
	else if (specs->value & SPEC_CONCEPT)
		syn_specs(specs)->type = node(p, SYN_BUILTIN_TYPE, TW_BOOL, 0, loc, 0);
	take_attrs(p, specs, loc.start);
	return specs;
}

struct syn *build_no_specs(struct cu_parser *p, struct loc at) {
	return build_node(p, SYN_SPECS, 0, 0, (struct loc){at.end, at.end}, 1, NULL);
}

struct syn *build_one_spec(struct cu_parser *p, struct syn *type) {
	return build_node(p, SYN_SPECS, 0, 0, type->loc, 1, type);
}

u32 build_enum_flags(struct cu_parser *p, u32 token) {
	u32 next = p->t[token + 1].kind;
	return SYNF_DEFINED | (next == CU_CLASS || next == CU_STRUCT ? SYNF_SCOPED : 0);
}

/* ---- declarators ----------------------------------------------------------------- */

struct syn *build_pointer(struct syn *pointer, struct syn *inner, struct loc loc) {
	syn_declarator(pointer)->inner = inner;
	pointer->loc = loc;
	return pointer;
}

struct syn *build_func(struct cu_parser *p, struct syn *inner, struct syn *params,
                       struct loc loc) {
	u32 flags = params->flags & SYNF_VARIADIC;
	struct syn *s = build_node(p, SYN_D_FUNC, 0, flags, loc, 5, inner, params, NULL,
	                           NULL, NULL);
	s->nkid = 4; /* a constraint may follow */
	return s;
}

struct syn *build_func_kid(struct syn *func, u32 kid, struct syn *s, u32 flag,
                           struct loc loc) {
	func->kid[kid] = s;
	func->nkid = MAX(func->nkid, kid + 1);
	return build_flag(func, flag, loc);
}

/* Returns the declared name of a declarator, or what is in its place. */
static const struct syn *innermost(const struct syn *d) {
	while (d && d->kind != SYN_D_NAME && d->kind != SYN_D_BINDING && d->nkid &&
	       syn_declarator(d)->inner)
		d = syn_declarator(d)->inner;
	return d;
}

struct syn *build_param(struct cu_parser *p, struct syn *specs, struct syn *declarator,
                        struct syn *init, struct loc loc) {
	const struct syn *name = innermost(declarator);
	bool is_pack = name && (name->flags & SYNF_PACK || name->kind == SYN_D_PACK);
	take_attrs(p, specs, loc.start);
	return build_node(p, SYN_PARAM, 0, is_pack ? SYNF_PACK : 0, loc, 3, specs,
	                  declarator, init);
}

/* ---- declarations ---------------------------------------------------------------- */

struct syn *build_init_decl(struct cu_parser *p, struct syn *declarator, struct syn *init,
                            struct syn *width, u32 flags, struct loc loc) {
	if (init && init->kind == SYN_PAREN_INIT)
		flags |= SYNF_PARENS;
	if (init && init->flags & SYNF_BRACED)
		flags |= SYNF_BRACED;
	return build_node(p, SYN_INIT_DECL, 0, flags, loc, 3, declarator, init, width);
}

/* `friend` is a specifier in the grammar and a separate node in the tree. */
static struct syn *befriend(struct cu_parser *p, struct syn *decl) {
	if (!(syn_specified(decl)->specs->value & SPEC_FRIEND))
		return decl;
	return build_node(p, SYN_FRIEND, 0, 0, decl->loc, 1, decl);
}

static bool is_pure(const struct syn *init_decl) {
	const struct syn *d = syn_init_decl(init_decl)->declarator,
			 *init = syn_init_decl(init_decl)->init;
	/* The function may return a pointer or a reference: these are around it. */
	while (d && d->kind != SYN_D_NAME && d->nkid && d->kid[0] &&
	       d->kid[0]->kind != SYN_D_NAME)
		d = d->kid[0];
	return d && d->kind == SYN_D_FUNC && init && init->kind == SYN_INT &&
	       init->value == 0;
}

struct syn *build_simple_decl(struct cu_parser *p, struct syn *specs, u32 n,
                              struct loc loc) {
	take_attrs_as(p, specs, loc.start, n ? SYNF_OF_NAMES : 0);
	if (n == 1 && specs->value & SPEC_VIRTUAL && is_pure(vec_last(&p->stack))) {
		struct syn *d = syn_init_decl(vec_pop(&p->stack))->declarator;
		return build_func_def(p, specs, d, NULL, NULL, SYNF_PURE, loc);
	}
	return befriend(p, build_list(p, SYN_SIMPLE_DECL, 0, 0, loc, n, 1, specs));
}

struct syn *build_type_alias(struct cu_parser *p, u32 token, struct syn *type_id,
                             struct loc loc) {
	if (type_id->kind == SYN_TYPE_ID)
		take_attrs(p, syn_type_id(type_id)->specs, loc.start);
	return build_label_name(p, SYN_ALIAS, token, type_id, loc);
}

struct syn *build_func_def(struct cu_parser *p, struct syn *specs, struct syn *declarator,
                           struct syn *inits, struct syn *body, u32 flags,
                           struct loc loc) {
	take_attrs(p, specs, loc.start);
	return befriend(p, build_node(p, SYN_FUNC_DEF, 0, flags, loc, 4, specs,
	                              declarator, inits, body));
}

struct syn *build_opaque_enum(struct cu_parser *p, u32 token, struct syn *name,
                              struct syn *base, struct loc loc) {
	u32 flags = build_enum_flags(p, token) & ~(u32)SYNF_DEFINED;
	struct syn *e = build_node(p, SYN_ENUM, 0, flags, loc, 2, name, base);
	return build_simple_decl(p, build_one_spec(p, e), 0, loc);
}

/* template class X<int>; `extern` before it makes it a declaration. */
struct syn *build_instance(struct cu_parser *p, u32 token, struct syn *decl,
                           struct loc loc) {
	struct syn *s = build_node(p, SYN_EXPLICIT_INSTANCE, 0, 0, loc, 1, decl);
	s->value = token > 0 && p->t[token - 1].kind == CU_EXTERN ? SPEC_EXTERN : 0;
	return s;
}

/* ---- expressions ----------------------------------------------------------------- */

struct syn *build_new(struct cu_parser *p, struct syn *place, struct syn *type,
                      struct syn *init, struct loc loc) {
	u32 flags = 0;
	if (init)
		flags = init->kind == SYN_PAREN_INIT ? SYNF_PARENS : SYNF_BRACED;
	if (!place)
		place = node(p, SYN_LIST, 0, 0, loc, 0);
	return build_node(p, SYN_NEW, 0, flags, loc, 3, place, type, init);
}

struct syn *build_braced_cast(struct cu_parser *p, struct syn *type, struct syn *list,
                              struct loc loc) {
	struct syn *s = node(p, SYN_FUNCTIONAL_CAST, 0, SYNF_BRACED, loc, list->nkid + 1);
	syn_functional_cast(s)->specs = build_one_spec(p, type);
	for (u32 i = 0; i < list->nkid; i++)
		s->kid[i + 1] = list->kid[i];
	return s;
}

struct syn *build_trait(struct cu_parser *p, u32 token, u32 n, struct loc loc) {
	struct syn *s = build_list(p, SYN_TYPE_TRAIT, 0, 0, loc, n, 0);
	s->name = p->t[token].name;
	return s;
}

/* The template parameters of a lambda with a requires-clause are a TEMPLATE without
 * declaration. */
struct syn *build_lambda_requires(struct cu_parser *p, struct syn *tparams,
                                  struct syn *constraint) {
	struct loc loc = {tparams->loc.start, constraint->loc.end};
	return build_node(p, SYN_TEMPLATE, 0, 0, loc, 3, tparams, NULL, constraint);
}

struct syn *build_lambda_word(struct cu_parser *p, struct syn *func, u32 token,
                              struct loc loc) {
	func->value |= build_spec_word(p, token, loc)->value;
	func->loc = loc;
	return func;
}

/* Removes the capture-defaults [&] and [=]; returns them as flags of the lambda. */
static u32 drop_defaults(struct syn *captures) {
	u32 flags = 0, n = 0;
	for (u32 i = 0; i < captures->nkid; i++) {
		struct syn *c = captures->kid[i];
		if (!c->name && c->op == '&')
			flags |= SYNF_LREF;
		else if (!c->name && c->op == '=')
			flags |= SYNF_COPY;
		else
			captures->kid[n++] = c;
	}
	captures->nkid = n;
	return flags;
}

/* nvcc takes annotations of lambdas with -extended-lambda, and before the parameters. */
static void check_annotated(struct cu_parser *p, const struct syn *before,
                            const struct syn *after) {
	const u32 spaces = SPEC_DEVICE | SPEC_HOST | SPEC_GLOBAL;
	if (after && after->value & spaces)
		diag_error(p->u->diag, after->loc, E0684,
		           "__host__ and __device__ stand before a lambda's parameters");
	else if (before->value & spaces && p->u->opt && p->u->opt->plain_lambdas)
		diag_error(p->u->diag, before->loc, E0684, "%s",
		           p->u->opt->no_host
		                   ? "a lambda is the device's without an annotation"
		                   : "a lambda with __host__ or __device__ needs "
		                     "-extended-lambda");
}

struct syn *build_lambda(struct cu_parser *p, struct syn *captures, struct syn *tparams,
                         struct syn *func, struct syn *specs, struct syn *body,
                         struct loc loc) {
	u32 flags = drop_defaults(captures) | (func ? SYNF_LAMBDA_PARAMS : 0);
	check_annotated(p, specs, func);
	if (func) {
		specs->value |= func->value;
		func->value = 0;
	}
	take_attrs(p, specs, loc.start);
	if (specs->value & SPEC_MUTABLE)
		flags |= SYNF_MUTABLE;
	return build_node(p, SYN_LAMBDA, 0, flags, loc, 5, captures, tparams, func, specs,
	                  body);
}

/* ---- statements ------------------------------------------------------------------ */

/* Drops the attributes of a statement: no kernel depends on them. */
struct syn *build_stmt(struct cu_parser *p, struct syn *s) {
	while (p->attr.n && vec_last(&p->attr).start < s->loc.end)
		p->attr.n--;
	return s;
}

struct syn *build_range_for(struct cu_parser *p, struct syn *init, struct syn *specs,
                            struct syn *declarator, struct syn *range, struct syn *body,
                            struct loc loc) {
	struct loc at = {specs->loc.start, declarator->loc.end};
	build_push(p, build_init_decl(p, declarator, NULL, NULL, 0, declarator->loc), 0);
	struct syn *decl = build_simple_decl(p, specs, 1, at);
	return build_node(p, SYN_RANGE_FOR, 0, 0, loc, 5, init, decl, range, body, NULL);
}

/* The operands of a fold are cast-expressions ([expr.prim.fold]). nvcc takes others
 * before the first of two operators. */
static void check_folded(struct cu_parser *p, const struct syn *s) {
	if (s && (s->kind == SYN_BINARY || s->kind == SYN_ASSIGN || s->kind == SYN_COND ||
	          s->kind == SYN_THROW))
		diag_error(p->u->diag, s->loc, E0101,
		           "an operand of a fold with an operator of its own needs "
		           "parentheses around it");
}

struct syn *build_fold(struct cu_parser *p, u32 op, struct syn *left, struct syn *right,
                       struct loc loc) {
	check_folded(p, right);
	if (!right)
		check_folded(p, left);
	return build_node(p, SYN_FOLD, op, 0, loc, 2, left, right);
}

struct syn *build_fold_from(struct cu_parser *p, u32 op, struct syn *left, u32 again,
                            struct syn *right, struct loc loc) {
	if (op != again)
		diag_error(p->u->diag, loc, E0101,
		           "the two operators of a fold are not the same");
	return build_fold(p, op, left, right, loc);
}

struct syn *build_if_consteval(struct cu_parser *p, u32 word, u32 op, struct syn *then,
                               struct syn *otherwise, struct loc loc) {
	const struct cu_token_rec *t = &p->t[word];
	if (!is_consteval(p, word))
		diag_error(p->u->diag, cu_token_loc(t), E0101,
		           "expected '(' after 'if constexpr'");
	bool is_braced = !otherwise || otherwise->kind == SYN_BLOCK ||
	                 (otherwise->kind == SYN_IF && !syn_if(otherwise)->cond);
	if (!is_braced)
		diag_error(p->u->diag, otherwise->loc, E0101,
		           "expected '{' after the 'else' of 'if consteval'");
	return build_node(p, SYN_IF, op, 0, loc, 4, NULL, NULL, then, otherwise);
}

struct syn *build_loop(struct syn *loop, struct syn *factor, struct loc loc) {
	loop->kid[loop->nkid - 1] = factor;
	return build_flag(loop, SYNF_PRAGMA_UNROLL, loc);
}

struct syn *build_asm(struct cu_parser *p, struct syn *text, struct syn *outputs,
                      struct syn *inputs, struct syn *clobbers, struct loc loc) {
	struct syn *none = node(p, SYN_LIST, 0, 0, (struct loc){loc.end, loc.end}, 0);
	return build_node(p, SYN_ASM, 0, 0, loc, 4, text, outputs ? outputs : none,
	                  inputs ? inputs : none, clobbers ? clobbers : none);
}
