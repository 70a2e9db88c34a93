/* overload.h - overload resolution ([over]) and the calls it ends in.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/sema.h"
#include "parser/cuda/meaning/template/arg.h"

struct coverload {
	struct cdecls cand;           /* CDECL_FUNC and CDECL_TEMPLATE of functions */
	struct ctargs *explicit_args; /* NULL if there are none */
	struct cexpr *object;         /* of a member call: lvalue, or NULL */
	bool adl;                     /* unqualified: arguments' namespaces count too */
	bool is_qualified;
	bool is_exact;  /* x.Base::f(): no virtual call */
	bool is_member; /* several of a class: the picked one must be accessible */
	bool is_member_pointer; /* &C::f, with non-static functions among f */
	struct cexpr *memfn;    /* a pointer to member function applied to `object`: the
	                           function */
	struct cexpr *hold;     /* memfn: to be evaluated before its call, or NULL */
	struct str *name;
	struct syn *list; /* of a braced list */
	struct cscope *at;
};

/* Calls an object: its operator(), or a function to which it converts. NULL: it has
 * neither. */
struct cexpr *overload_call_object(struct sema *c, struct cscope *at, struct cexpr *obj,
                                   struct cexpr **arg, u32 narg, struct loc loc);
/* Picks the best candidate and builds the call. */
struct cexpr *overload_call(struct sema *c, struct coverload *set, struct cexpr **arg,
                            u32 narg, struct loc loc);
struct cdecl *overload_pick(struct sema *c, struct coverload *set, struct cexpr **arg,
                            u32 narg, struct loc loc, bool report);
struct cexpr *build_call(struct sema *c, struct cdecl *f, struct cexpr *object,
                         struct cexpr **arg, u32 narg, struct loc loc);
struct cexpr *build_call_pointer(struct sema *c, struct cexpr *callee, struct cexpr **arg,
                                 u32 narg, struct loc loc);
struct cexpr *build_construct(struct sema *c, const struct ctype *t, struct cdecl *ctor,
                              struct cexpr **arg, u32 narg, struct loc loc);
/* Adds all declarations of a name, through using-declarations. */
void overload_add_chain(struct sema *c, struct cdecl *d, struct cdecls *out);
/* The same without what a namespace declares after the offset `before`, which a call does
 * not see, in a template neither ([basic.lookup.unqual]/4, [temp.dep.candidate]). */
void overload_add_seen(struct sema *c, struct cdecl *d, u32 before, struct cdecls *out);
/* The same, but of a using-declaration only what its namespace declares. */
void overload_add_own(struct sema *c, struct cdecl *d, u32 before, struct cdecls *out);
/* Returns the function of a set that has this type, and belongs to an object or not, or
 * NULL. */
struct cdecl *overload_for_type(struct sema *c, struct cexpr *e, const struct ctype *func,
                                bool of_object, struct loc loc);
/* Returns the function that an overload set means without any context: its only one, or
 * the only one that takes its explicit template arguments. NULL if there is none, or more
 * than one. */
struct cdecl *overload_only(struct sema *c, struct cexpr *e, struct loc loc);
/* Returns how an object binds to the object parameter of a conversion function. */
struct ics overload_conversion_object(struct sema *c, struct cexpr *obj, struct cdecl *f);
/* Returns the overloaded operator for these operands, or NULL if only built-in ones
 * fit. */
struct cexpr *overload_operator(struct sema *c, struct cscope *at, const char *op,
                                struct cexpr **arg, u32 narg, struct loc loc,
                                bool members_only);
