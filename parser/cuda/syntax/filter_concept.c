/* filter_concept.c - the token filter at C++20's constraints: only the tokens show where
 * a requires-clause ends, and the body of a requires-expression is a grammar of its own,
 * so both are parsed here, part by part, and sent as one token.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/filter.h"

#include "parser/cuda/syntax/build.h"
#include "parser/cuda/syntax/name.h"

static struct syn *error_at(struct cu_parser *p, u32 i) {
	return build_node(p, SYN_ERROR, 0, 0, cu_token_loc(&p->t[i]), 0);
}

/* Parses tokens [i, end) with the start token `start`; never NULL. */
static struct syn *part(struct cu_parser *p, u32 start, u32 i, u32 end) {
	u32 stopped;
	if (i >= end) {
		if (!p->gave_up)
			diag_error(p->u->diag, cu_token_loc(&p->t[MIN(i, p->end - 1)]),
			           E0101, "expected an expression");
		return error_at(p, MIN(i, p->end - 1));
	}
	struct syn *s = cu_subparse(p, start, i, end, &stopped);
	return s ? s : error_at(p, i);
}

/* ---- requires-clauses ------------------------------------------------------------ */

bool filter_is_requires_clause(const struct cu_parser *p) {
	return skim_is_requires(p->t, p->at, p->end);
}

int filter_requires_clause(struct cu_parser *p, struct sent *s) {
	u32 end = skim_past_constraint(p->t, p->at + 1, p->end);
	return filter_send_syn(p, s, CU_REQUIRES, part(p, CU_START_EXPR, p->at + 1, end),
	                       end);
}

/* ---- requires-expressions -------------------------------------------------------- */

/* requires {, requires (...) {: before C++20 the word may be a name. */
bool filter_is_requires_expr(struct cu_parser *p) {
	if (!skim_is_requires(p->t, p->at, p->end))
		return false;
	u32 i = p->at + 1;
	if (kind_ahead(p, 1) == '(')
		i = skim_past(p->t, i, p->end);
	return i < p->end && p->t[i].kind == '{';
}

static u32 to_semicolon(const struct cu_parser *p, u32 i, u32 end) {
	while (i < end && p->t[i].kind != ';')
		i = skim_past(p->t, i, end);
	return MIN(i, end);
}

/* { expr } noexcept -> concept; `*i` moves to the `;`. */
static struct syn *compound(struct cu_parser *p, u32 *i, u32 end) {
	u32 open = *i, close = p->t[open].match, flags = 0;
	struct syn *e = part(p, CU_START_EXPR, open + 1, MIN(close, end));
	struct syn *concept = NULL;
	u32 at = MIN(skim_past(p->t, open, end), end),
	    semicolon = to_semicolon(p, at, end);
	if (at < end && p->t[at].kind == CU_NOEXCEPT) {
		flags = SYNF_NOEXCEPT;
		at++;
	}
	if (at < end && p->t[at].kind == CU_ARROW)
		concept = part(p, CU_START_EXPR, at + 1, semicolon);
	else if (at < semicolon && !p->gave_up)
		diag_error(p->u->diag, cu_token_loc(&p->t[at]), E0101,
		           "expected ';' or '->' and a concept");
	*i = semicolon;
	struct loc loc = {p->t[open].start, p->t[MAX(semicolon, open + 1) - 1].end};
	return build_node(p, SYN_REQUIREMENT, 0, flags, loc, 2, e, concept);
}

/* One requirement; `*i` moves to its `;`. */
static struct syn *requirement(struct cu_parser *p, u32 *i, u32 end) {
	u32 first = *i;
	if (p->t[first].kind == '{' && p->t[first].match != CU_NO_MATCH)
		return compound(p, i, end);
	u32 semicolon = *i = to_semicolon(p, first, end);
	if (p->t[first].kind == CU_TYPENAME)
		return part(p, CU_START_TYPE, first, semicolon);
	if (!skim_is_requires(p->t, first, end))
		return part(p, CU_START_EXPR, first, semicolon);
	struct loc loc = {p->t[first].start, p->t[semicolon - 1].end};
	return build_node(p, SYN_NESTED, 0, 0, loc, 1,
	                  part(p, CU_START_EXPR, first + 1, semicolon));
}

static struct syn *parameters(struct cu_parser *p, u32 open) {
	u32 stopped, close = p->t[open].match;
	struct syn *params = cu_subparse(p, CU_START_PARAMS, open + 1, MIN(close, p->end),
	                                 &stopped);
	struct loc loc = {p->t[open].start, p->t[MIN(close, p->end - 1)].end};
	return params ? build_func(p, NULL, params, loc) : NULL;
}

int filter_requires_expr(struct cu_parser *p, struct sent *s) {
	struct local_scope *outer = p->local;
	u32 open = p->at + 1, n = 0;
	struct syn *declarator = NULL;
	local_push(p);
	if (p->t[open].kind == '(') {
		if (p->t[open].match > open + 1)
			declarator = parameters(p, open);
		open = skim_past(p->t, open, p->end);
	}
	u32 end = MIN(p->t[open].match, p->end);
	for (u32 i = open + 1; i < end && !p->gave_up; i++)
		if (p->t[i].kind != ';')
			n = build_push(p, requirement(p, &i, end), n);
	p->local = outer;
	struct loc loc = {p->t[p->at].start, p->t[MIN(end, p->end - 1)].end};
	struct syn *e = build_list(p, SYN_REQUIRES, 0, 0, loc, n, 1, declarator);
	top(p)->operand = true;
	return filter_send_syn(p, s, CU_REQUIRES_EXPR, e, MIN(end + 1, p->end));
}
