/* action.h - macros for the grammar's actions: each makes a node of the rule's children
 * at the rule's place.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/syntax/build.h"
#include "parser/cuda/syntax/syntax_error.h"

#define YYLLOC_DEFAULT(Current, Rhs, N)                                         \
	((Current).start = (N) ? YYRHSLOC(Rhs, 1).start : YYRHSLOC(Rhs, 0).end, \
	 (Current).end = YYRHSLOC(Rhs, N).end)

/* A parse runs inside of a parse for each level of template arguments: small stacks, on
 * the heap when they grow. */
#define YYSTACK_USE_ALLOCA 0
#define YYINITDEPTH 64
#define YYMAXDEPTH 10000

#define cu_lex(value, loc, p) cu_filter((value), (loc), (p))

#define NODE(kind, op, flags, ...) \
	build_node(p, SYN_##kind, (op), (flags), yyloc, COUNT(__VA_ARGS__), __VA_ARGS__)
#define LEAF(kind, op, flags) build_node(p, SYN_##kind, (op), (flags), yyloc, 0)
/* op, flags, elements on the stack, then the fixed kids before them */
#define LIST(kind, op, flags, n, ...)                                            \
	build_list(p, SYN_##kind, (op), (flags), yyloc, (n), COUNT(__VA_ARGS__), \
	           __VA_ARGS__)
#define ONLY(kind, op, flags, n) build_list(p, SYN_##kind, (op), (flags), yyloc, (n), 0)
#define COUNT(...) COUNT_(__VA_ARGS__, 6, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, f, n, ...) n
#define NONE ((struct syn *)NULL)
#define KIND(token) (p->t[token].kind)
#define PUSH(s, before) build_push(p, (s), (before))
