/* launch.c - k<<<grid, block, shared, stream>>>(args) becomes
 * (__simt_push(grid, block, shared, stream) ? (void)0 : k(args)): the configuration is
 * kept until the stub takes it, and is evaluated before the arguments, as CUDA says.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/edit.h"

static bool is_statement_word(u32 kind) {
	return kind == CU_IF || kind == CU_WHILE || kind == CU_FOR || kind == CU_SWITCH;
}

static bool is_cast(u32 kind) {
	return kind == CU_STATIC_CAST || kind == CU_REINTERPRET_CAST ||
	       kind == CU_CONST_CAST;
}

static bool ends_expression(u32 kind) {
	return kind == CU_IDENT || kind == ')' || kind == ']' || kind == '>' ||
	       kind == CU_THIS;
}

/* Steps back over one part of a postfix expression that ends before `end`; NONE if there
 * is none. */
static u32 step_back(const struct rewrite *rw, u32 end) {
	u32 i = end - 1;
	switch (rw->t[i].kind) {
	case CU_IDENT:
	case CU_THIS: return i;
	case '>': {
		u32 open = open_angle(rw, i, 0);
		return open == NONE || open == 0 ||
		                       (rw->t[open - 1].kind != CU_IDENT &&
		                        !is_cast(rw->t[open - 1].kind))
		               ? NONE
		               : open - 1;
	}
	case ')':
	case ']': {
		u32 open = rw->t[i].match;
		if (open == CU_NO_MATCH)
			return NONE;
		u32 before = open ? rw->t[open - 1].kind : CU_END;
		bool is_call = ends_expression(before);
		if (before == ')' && rw->t[open - 1].match != CU_NO_MATCH) {
			/* in `if (x) (*f)<<<...`, (x) is not called */
			u32 head = rw->t[open - 1].match;
			is_call = !head || !is_statement_word(rw->t[head - 1].kind);
		}
		return is_call ? step_back(rw, open) : open;
	}
	default: return NONE;
	}
}

/* Returns where the launched expression begins: a::b<c>, x->f, (*f), f[i], f(x). */
static u32 callee_start(const struct rewrite *rw, u32 end) {
	for (u32 i = end;;) {
		u32 start = i ? step_back(rw, i) : NONE;
		if (start == NONE)
			return i == end ? NONE : i;
		i = start;
		if (i && rw->t[i - 1].kind == CU_TEMPLATE)
			i--;
		u32 before = i ? rw->t[i - 1].kind : CU_END;
		if (before == CU_SCOPE && (i < 2 || !ends_expression(rw->t[i - 2].kind) ||
		                           rw->t[i - 2].kind == ')'))
			return i - 1;
		if (before != CU_SCOPE && before != CU_ARROW && before != '.')
			return i;
		i--;
	}
}

/* Whether it is >>>, or >> > as formatters write it. */
static bool is_config_end(const struct rewrite *rw, u32 i) {
	return token_kind(rw, i) == '>' && token_kind(rw, i + 1) == '>' &&
	       token_kind(rw, i + 2) == '>' && rw->t[i + 1].flags & CU_TF_JOINED;
}

/* Returns the first of the three > that end the configuration: the last ones before a
 * parenthesis, as f<A<B<int>>>(x) may be in it. If there are none, NONE, and *bare is the
 * first of three > that no parenthesis follows. */
static u32 config_end(const struct rewrite *rw, u32 i, u32 *bare) {
	u32 found = NONE;
	*bare = NONE;
	while (i < rw->n) {
		u32 kind = rw->t[i].kind;
		if (is_config_end(rw, i)) {
			if (token_kind(rw, i + 3) == '(')
				found = i;
			else if (*bare == NONE && rw->t[i + 2].flags & CU_TF_JOINED)
				*bare = i;
			i += 3;
			continue;
		}
		if (kind == ';' || kind == '}' || kind == ')' || kind == ']' ||
		    kind == CU_LAUNCH)
			break;
		u32 next = kind == '(' || kind == '[' || kind == '{' ? skip_group(rw, i)
		                                                     : i + 1;
		i = MAX(next, i + 1);
	}
	return found;
}

static u32 count_elements(const struct rewrite *rw, u32 i, u32 end) {
	u32 n = 0;
	for (; i < end; n++)
		i = param_end(rw, i, end) + 1;
	return n;
}

/* Returns the message about a wrong launch, and its place; NULL for other errors, which
 * the host compiler reports. */
static const char *fault_of(const struct rewrite *rw, u32 launch, u32 close, u32 bare,
                            u32 *at) {
	*at = launch;
	if (close == NONE) {
		*at = bare;
		return bare == NONE ? NULL
		                    : "the arguments of a launch follow in parentheses: "
		                      "<<<grid, block>>>(...)";
	}
	u32 n = count_elements(rw, launch + 1, close), i = launch + 1;
	if (n == 0)
		return "a launch needs a grid and a block: <<<grid, block>>>";
	if (n <= 4)
		return NULL;
	for (u32 k = 0; k < 4; k++)
		i = param_end(rw, i, close) + 1;
	*at = i;
	return "a launch takes <<<grid, block, shared, stream>>> and nothing more";
}

void rewrite_launch(struct rewrite *rw, u32 launch) {
	u32 bare, wrong, callee = callee_start(rw, launch);
	u32 close = config_end(rw, launch + 1, &bare);
	u32 args = close == NONE ? NONE : close + 3,
	    end = args == NONE ? NONE : skip_group(rw, args);
	if (callee == NONE || (close != NONE && end == args))
		return;
	const char *fault = fault_of(rw, launch, close, bare, &wrong);
	if (fault)
		report_error(rw, wrong, E0611, fault, NULL);
	if (fault || close == NONE)
		return;
	u32 n = count_elements(rw, launch + 1, close);
	if (n == 1)
		report_warning(rw, launch, E0682,
		               "this launch names no block: each has one thread",
		               "<<<grid, block>>> says how many threads a block has");
	if (rw->opt->warn_no_stream && n < 4)
		report_warning(rw, launch, DIAG_NONE, "this launch names no stream",
		               NULL);
	edit_add(rw, token_at(rw, callee), token_end(rw, launch), "(__simt_push(");
	edit_add(rw, token_at(rw, close), token_end(rw, close + 2), ") ? (void)0 : ");
	struct edit *e = &vec_last(&rw->edit);
	e->moved = token_at(rw, callee);
	e->moved_end = token_end(rw, launch - 1);
	u32 after = token_end(rw, end - 1);
	edit_add(rw, after, after, ")");
}
