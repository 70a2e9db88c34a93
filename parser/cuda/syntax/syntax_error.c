/* syntax_error.c - the words for a syntax error of CUDA C++: what was wanted where the
 * text went wrong, in the one or two things that a user would call it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/syntax_error.h"

/* ---- what was wanted ------------------------------------------------------------- */

static bool wants_operand(const bool *expected) {
	return expected[CU_INT] && expected[CU_NAME] && expected['!'];
}

static bool wants_type(const bool *expected) {
	return expected[CU_TYPE] && expected[CU_KW_INT];
}

/* Returns the construct that a `;` would have ended. */
static const char *before_semicolon(const struct cu_parser *p) {
	const struct context *c = &p->around;
	switch (p->t[c->stmt].kind) {
	case CU_RETURN: return " after return statement";
	case CU_BREAK: return " after break statement";
	case CU_CONTINUE: return " after continue statement";
	case CU_GOTO: return " after goto statement";
	case CU_STRUCT: return " after struct";
	case CU_CLASS: return " after class";
	case CU_UNION: return " after union";
	case CU_ENUM: return " after enum";
	case CU_DO: return " after do/while statement";
	case CU_USING: return " after using declaration";
	case CU_STATIC_ASSERT: return " after static_assert";
	default: break;
	}
	if (c->kind == CTX_CLASS)
		return " at end of declaration list";
	return c->in_decl ? " at end of declaration" : " after expression";
}

static const char *wanted(struct cu_parser *p, const bool *expected) {
	static const struct {
		u32 kind;
		const char *text;
	} list[] = {
		{')', "')'"},
		{']', "']'"},
		{'}', "'}'"},
		{CU_LAUNCH_END, "'>>>'"},
		{CU_TGT, "'>'"},
		{CU_NAME, "identifier"},
		{CU_IDENT, "identifier"},
		{'(', "'('"},
		{CU_BODY, "function body"},
		{':', "':'"},
		{CU_STRING, "string literal"},
		{CU_CLASS_LB, "'{'"},
		{CU_ENUM_LB, "'{'"},
		{CU_TLT, "'<'"},
		{'=', "'='"},
		{CU_WHILE, "'while' in do/while loop"},
		{'{', "'{'"},
	};
	if (expected[';'] && !wants_operand(expected))
		return arena_printf(p->arena, "';'%s", before_semicolon(p));
	if (wants_operand(expected))
		return "expression";
	if (wants_type(expected))
		return "a type";
	if (expected[CU_LAUNCH_END])
		return "'>>>'";
	for (u32 i = 0; i < countof(list); i++)
		if (expected[list[i].kind])
			return list[i].text;
	return NULL;
}

/* ---- what might have been meant -------------------------------------------------- */

struct words {
	u32 i;
};

static const char *next_word(void *ctx) {
	static const char *const word[] = {
#define CU_KEYWORD(name, spelling) spelling,
#include "lexer/cuda_token.def"
	};
	struct words *w = ctx;
	return w->i < countof(word) ? word[w->i++] : NULL;
}

/* retrun x; : the word before it, or the one found, is nearly a keyword. */
static void suggest(struct cu_parser *p, struct diag_record *r, u32 at) {
	const struct context *c = &p->around;
	u32 candidate[] = {c->stmt, at > 0 ? at - 1 : at, at};
	for (u32 i = 0; i < countof(candidate); i++) {
		const struct cu_token_rec *t = &p->t[candidate[i]];
		if (candidate[i] >= p->end || t->kind != CU_IDENT || t->name->len < 4)
			continue;
		const char *near = diag_nearest(t->name->s, next_word,
		                                &(struct words){0});
		if (near) {
			diag_note(p->u->diag, r, "did you mean '%s' instead of '%s'?",
			          near, t->name->s);
			return;
		}
	}
}

/* Just after the token before, where the missing one belongs. */
static struct loc gap_before(const struct cu_parser *p, u32 at) {
	u32 end = at ? p->t[at - 1].end : p->t[at].start;
	return (struct loc){end, end + 1};
}

/* Points at the bracket that is still open. */
static void point_at_open(struct cu_parser *p, struct diag_record *r, const char *what) {
	u32 want = what[1] == ')' ? '(' : what[1] == ']' ? '[' : 0;
	u32 depth = 0;
	for (u32 i = p->last; want && i-- > 0 && p->t[i].kind != ';';) {
		u32 k = p->t[i].kind;
		if (k == ')' || k == ']' || k == '}')
			depth++;
		else if ((k == '(' || k == '[' || k == '{') && depth)
			depth--;
		else if (k == want) {
			diag_range(r, cu_token_loc(&p->t[i]), "to match this one");
			return;
		}
	}
}

/* Whether the text declares a class of this name anywhere. */
static bool is_class(const struct cu_parser *p, const struct str *name) {
	for (u32 i = 1; i < p->u->ntoken; i++)
		if (p->u->token[i].name == name && (p->u->token[i - 1].kind == CU_CLASS ||
		                                    p->u->token[i - 1].kind == CU_STRUCT))
			return true;
	return false;
}

/* std::vector<int> v; without its header is read as comparisons, which fail further
 * on. */
static bool is_undeclared_template(struct cu_parser *p) {
	const struct cu_token_rec *t = &p->t[p->around.stmt];
	u32 left = p->around.stmt < p->end ? p->end - p->around.stmt : 0;
	if (left < 4 || t[0].kind != CU_IDENT || t[1].kind != CU_SCOPE ||
	    t[2].kind != CU_IDENT || t[3].kind != '<')
		return false;
	const char *header = cuda_header_of(t[0].name->s, t[2].name->s);
	if (!header || is_class(p, t[2].name))
		return false;
	struct diag_record *r = diag_error(p->u->diag, (struct loc){t[0].start, t[2].end},
	                                   E0601, "'%s::%s' is not declared",
	                                   t[0].name->s, t[2].name->s);
	diag_note(p->u->diag, r, "<%s> declares it: is the #include missing?", header);
	return true;
}

void cu_syntax_error(struct cu_parser *p, int found, struct loc loc,
                     const bool expected[CU_FILTER_LIMIT]) {
	u32 at = found == CU_END ? MIN(p->at, p->end - 1) : p->last;
	const char *what = wanted(p, expected);
	if (p->gave_up)
		return;
	p->recovering = found != ';' && found != '}' && found != CU_END;
	if (p->t[at].kind == CU_ERROR)
		return; /* reported by the scanner */
	if (is_undeclared_template(p))
		return;
	struct diag_record *r;
	if (!what)
		r = diag_error(p->u->diag, loc, E0101, "unexpected '%s'",
		               cu_filter_token_text((u32)found));
	else if (what[0] == '\'' && expected[';'])
		r = diag_error(p->u->diag, gap_before(p, at), E0101, "expected %s", what);
	else
		r = diag_error(p->u->diag, loc, E0101, "expected %s", what);
	if (what && (what[1] == ')' || what[1] == ']'))
		point_at_open(p, r, what);
	suggest(p, r, at);
}

void cu_error(struct loc *loc, struct cu_parser *p, const char *text) {
	(void)text;
	if (!p->gave_up)
		diag_error(p->u->diag, *loc, E0102, "the text nests too deep here");
	p->gave_up = true;
}
