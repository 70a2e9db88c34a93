/* name.h - names and members as expressions ([expr.prim.id], [expr.ref]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Adds "did you mean" to an error about `name`, of the names seen from `at`; r may be
 * NULL. */
void check_suggest(struct sema *c, struct diag_record *r, struct cscope *at,
                   const char *name);
/* Reports a member that may not be named from where the check is, in the scope `at`. */
void check_member_access(struct sema *c, const struct cscope *at,
                         const struct cdecl *member, struct loc loc);
/* The same for a member of an object of the class `object`, or a pointer to the member
 * that is named by that class; false if it reports it. */
bool check_object_access(struct sema *c, const struct cscope *at,
                         const struct ctype *object, const struct cdecl *member,
                         struct loc loc);
/* Reports an implicit conversion to a base that may not be named from where the check
 * is. */
void check_base_access(struct sema *c, const struct ctype *from, const struct ctype *base,
                       struct loc loc);
/* Reports a constructor that may not be called where the check is. A derived class may
 * call a protected one for its own base only ([class.protected]/1). */
void check_ctor_access(struct sema *c, const struct ctype *t, const struct cdecl *ctor,
                       struct loc loc);
struct cexpr *check_this(struct sema *c, struct loc loc);
/* Returns the variable that is `this` in a default member initialiser of the list that is
 * being checked, or NULL. */
struct cdecl *check_object_of_list(struct sema *c, struct loc loc);
/* As check_this, without looking through an extended lambda: the lambda itself. */
struct cexpr *check_this_here(struct sema *c, struct loc loc);
/* Reports that `last` names nothing in `in`, or if that is NULL, from `at` on. */
struct cexpr *check_unknown_name(struct sema *c, struct cscope *at, struct cscope *in,
                                 struct syn *last);
struct cexpr *check_id(struct sema *c, struct cscope *at, struct syn *s);
struct cexpr *check_member(struct sema *c, struct cscope *at, struct syn *s);
/* Whether the class itself, such as its implicit members, may access the member. */
bool class_may_access(struct sema *c, const struct cdecl *cls,
                      const struct cdecl *member);
