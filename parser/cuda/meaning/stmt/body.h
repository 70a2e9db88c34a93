/* body.h - the function whose body is being checked.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"
#include "parser/cuda/meaning/stmt/flow.h"

struct cfunc_state {
	struct cfunc_state *outer;
	struct cdecl *func;
	struct cscope *scope;       /* of its parameters */
	const struct ctype *result; /* CT_AUTO until a return statement deduces it */
	const struct ctype *declared_result;
	bool deduces_result;
	struct map label; /* struct str * -> struct clabel * */
	u32 loop_depth, switch_depth;
	struct cswitch *sw;      /* the innermost */
	struct clive *live;      /* initialised variables of the scopes around */
	VEC(struct cjump) jumps; /* every goto */
	const struct ctype *switch_type;
	struct cdecl *returned; /* what every return statement so far returns */
	bool returns_others;    /* a return statement returns something else */
	VEC(struct cstmt *) returns;
	VEC(struct cdecl *) locals; /* declared by statements, for warnings */
	const struct syn *value;    /* the statement that gives a ({ }) its value */
	bool has_inner;             /* lambdas or classes */
	bool has_unseen;            /* a branch of an if constexpr was not checked */
	/* the closure class whose call operator `func` is, or NULL */
	struct cdecl *lambda;
};

/* Checks the function's body now. */
void check_body(struct sema *c, struct cdecl *f);
/* Returns the function with the result that its body gives, if that is a placeholder
 * ([dcl.spec.auto]/12); else f. */
struct cdecl *func_with_result(struct sema *c, struct cdecl *f);
/* Gives a function of the host, which a function of both halves calls, a body for the
 * device: it traps. */
void check_absent_body(struct sema *c, struct cdecl *f);
/* Gives f the result type that a return statement deduces: the code after
 * that statement may call f. */
void check_result(struct sema *c, struct cdecl *f, const struct ctype *result);
