/* unexpanded.c - packs that the body of a function names outside of expansions
 * ([temp.variadic]/8), found in its tokens: a statement that names a pack and has no
 * "..." does not expand it, unless a statement around it does.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/template/unexpanded.h"

void pack_not_expanded(struct sema *c, const struct str *name, struct loc loc) {
	u64 *told = map_at(&c->unexpanded, loc.start + (u64)1);
	if (c->quiet || !*told)
		check_error(c, loc, E0614,
		            "the parameter pack '%s' is not expanded: '...' is missing",
		            name->s);
	*told |= !c->quiet;
	c->failed = true;
}

struct body {
	const struct cu_token_rec *token;
	u32 first, end;
};

static bool has_dots(const struct body *b, u32 from, u32 to) {
	for (u32 i = from; i < to; i++)
		if (b->token[i].kind == CU_ELLIPSIS)
			return true;
	return false;
}

static bool opens(u16 kind) {
	return kind == '(' || kind == '[' || kind == '{';
}

static bool closes(u16 kind) {
	return kind == ')' || kind == ']' || kind == '}';
}

/* Goes back to after the bracket that is open at a token, or after a ; if that ends the
 * way, too; false if a bracket has no partner. */
static bool find_first(const struct body *b, u32 *at, bool stops) {
	while (*at > b->first) {
		const struct cu_token_rec *t = &b->token[*at - 1];
		if ((stops && t->kind == ';') || opens(t->kind))
			return true;
		if (closes(t->kind) && t->match == CU_NO_MATCH)
			return false;
		*at = closes(t->kind) ? t->match : *at - 1;
	}
	return true;
}

static bool find_last(const struct body *b, u32 *at) {
	while (*at < b->end) {
		const struct cu_token_rec *t = &b->token[*at];
		if (t->kind == ';' || closes(t->kind))
			return true;
		if (opens(t->kind) && t->match == CU_NO_MATCH)
			return false;
		*at = opens(t->kind) ? t->match + 1 : *at + 1;
	}
	return true;
}

/* Whether a statement around a token, or one around that, has dots. */
static bool may_be_expanded(const struct body *b, u32 at) {
	u32 from = at, to = at + 1;
	for (;;) {
		if (!find_first(b, &from, true) || !find_last(b, &to) ||
		    has_dots(b, from, to))
			return true;
		if (!find_first(b, &from, false)) /* out of the brackets */
			return true;
		if (from <= b->first + 1)
			return false;
		from--;
		if (b->token[from].match == CU_NO_MATCH)
			return true;
		to = b->token[from].match + 1;
	}
}

/* Whether what stands before a name may make it a declaration's: `int x`, `auto [x`,
 * `A<T> x`. */
static bool may_declare(const struct cu_token_rec *before) {
	switch (before->kind) {
	case CU_RETURN:
	case CU_CASE:
	case CU_THROW:
	case CU_ELSE:
	case CU_DO:
	case CU_SIZEOF: return false;
	case '>':
	case '*':
	case '&':
	case CU_ANDAND:
	case ')':
	case ']':
	case '[': return true;
	default: return before->name != NULL;
	}
}

static bool is_structured(const struct body *b, u32 i) {
	if (b->token[i].kind != '[')
		return false;
	for (; i > b->first; i--)
		if (b->token[i - 1].kind != '&' && b->token[i - 1].kind != CU_ANDAND)
			return b->token[i - 1].kind == CU_AUTO;
	return false;
}

/* Whether the body may give the name another meaning. */
static bool may_hide(const struct body *b, const struct str *name) {
	u32 bound_end = 0;
	for (u32 i = b->first; i < b->end; i++) {
		const struct cu_token_rec *t = &b->token[i];
		if (is_structured(b, i) && t->match != CU_NO_MATCH)
			bound_end = t->match;
		if (t->kind == CU_IDENT && t->name == name && i > b->first &&
		    (i < bound_end || may_declare(t - 1)))
			return true;
	}
	return false;
}

const struct cu_token_rec *pack_unexpanded(const struct cu_token_rec *token, u32 first,
                                           u32 end, const struct str *name) {
	struct body b = {token, first, end};
	if (may_hide(&b, name))
		return NULL;
	for (u32 i = first + 1; i < end; i++) {
		const struct cu_token_rec *t = &token[i];
		u16 before = t[-1].kind;
		bool is_member = before == '.' || before == CU_ARROW ||
		                 before == CU_SCOPE;
		if (t->kind == CU_IDENT && t->name == name && !is_member &&
		    !may_be_expanded(&b, i))
			return t;
	}
	return NULL;
}
