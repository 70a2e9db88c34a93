/* decl_info.h - what lowering knows of a declaration (cdecl->lower), and escape.c, which
 * finds it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/lower/place.h"

struct lower;

/* How a variable is used. The use of the object that a pointer or reference variable
 * designates is kept apart (`pointee`). */
enum use {
	USE_ADDR = 1,  /* its address goes where place.c cannot follow it */
	USE_REF = 2,   /* ... the address of what a reference member of it refers to */
	USE_WRITE = 4, /* changed after its initialisation */
	USE_INDEX = 8, /* an element is chosen at run time */
	USE_REF_WRITE = 16, /* what a reference member of it refers to is changed */
	USE_ALL = USE_ADDR | USE_REF | USE_WRITE | USE_REF_WRITE,
	USE_WALKED = 128, /* a temporary: its initialiser was walked */
};

struct var_info {
	u8 use;             /* of the variable; of a reference: of what it refers to */
	u8 pointee;         /* a pointer: of what it points to */
	bool needs_pointer; /* its value is used otherwise than to access what it points
	                       to */
	bool is_in_scope;   /* debug.c: recorded in a function's scope */
	bool is_bound;      /* a pointer that is never changed, bound to `place`, which it
	                       points to */
	struct place place; /* where it lives; of a reference: what it refers to */
	/* module scope */
	u32 var; /* index in module->var, NO_REG until it is needed */
	struct str *sym;
};

struct func_info {
	u8 state; /* 0, or enum func_state */
	bool is_recursive;
	bool is_queued;
	u32 cost;      /* nodes, with what is lowered in place */
	u32 ncall;     /* calls seen so far */
	u32 nreturn;   /* return statements with a value */
	u8 result_use; /* of the object that a class result is made in */
	s32 root;      /* a reference result: 0: this, 1 + i: parameter i; -1: neither */
	u32 index;     /* in module->func, NO_REG */
	struct cdecl *decl;
};

enum func_state { FUNC_NEW, FUNC_BUSY, FUNC_DONE };

struct func_info *func_info(struct lower *l, struct cdecl *fn);
struct var_info *var_info(struct lower *l, struct cdecl *d);
struct var_info *temp_info(struct lower *l, const struct cexpr *e);
/* The declaration with the body. */
static inline struct cdecl *func_definition(struct cdecl *fn) {
	return fn->definition ? fn->definition : fn;
}

/* Whether the argument for a parameter of type t is a parameter of the caller itself,
 * which no copy is made of. */
static inline bool param_is_handed_on(const struct ctype *t, const struct cexpr *arg) {
	return t->kind == CT_CLASS && arg->kind == CE_VAR && arg->decl->is_param &&
	       !ctype_is_ref(arg->decl->type);
}

/* ---- escape.c ---------------------------------------------------------------------- */

void escape_func(struct lower *l, struct cdecl *fn);
/* The use of an object (enum use) in which the value of e is made; of an object that is
 * destroyed. */
u8 escape_into(struct lower *l, const struct cexpr *e);
u8 escape_destroy(struct lower *l, struct cdecl *dtor);
