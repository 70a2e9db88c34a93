/* lookup.h - what a name means ([basic.lookup]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

struct cdecl *lookup(struct sema *c, struct cscope *at, struct str *name, struct loc loc);
/* Finds a name in a scope itself; completes classes and searches their bases. */
struct cdecl *lookup_in(struct sema *c, struct cscope *s, struct str *name);
/* As lookup_in, for a part of a name that means a type: the class's own name and its
 * bases' are in its scope, too. */
struct cdecl *lookup_type_in(struct sema *c, struct cscope *s, const struct syn *part);
/* Returns the first of a name's declarations, before the offset if that is not 0, that
 * may stand before ::, where names are looked up as if only namespaces, types and
 * templates of types existed ([basic.lookup.qual]/1). */
struct cdecl *lookup_scope_among(struct sema *c, struct cdecl *first, u32 before);
/* Whether it is the scope of a class with bases that depend on parameters of a template
 * around. */
bool has_dependent_base(const struct cscope *s);
/* Returns the template that an injected class name means if arguments follow, else d. */
struct cdecl *lookup_template(struct cdecl *d, const struct syn *part);
/* As lookup_in, of a scope on the way outwards from `before`; skips an alias within its
 * own type, where its name is not there yet ([basic.scope.pdecl]/3). */
struct cdecl *lookup_around(struct sema *c, struct cscope *s, struct str *name,
                            u32 before);
/* Returns the class of the namespace s that a friend declaration has named before the
 * place `before` in a template around `at`, and that is declared after it. nvcc finds it
 * there: it looks names up when the template is instantiated, and takes those that were
 * known, if hidden, at the definition. NULL if there is none. */
struct cdecl *lookup_befriended(struct sema *c, const struct cscope *at,
                                const struct cscope *s, struct str *name, u32 before);
struct cdecl *lookup_member(struct sema *c, const struct ctype *cls, struct str *name,
                            struct loc loc);
/* Follows using-declarations and resolves: the declaration itself. Never CDECL_USING or
 * UNPARSED. */
struct cdecl *decl_of(struct sema *c, struct cdecl *d);
/* Returns the scope of the namespace or class that a QUALIFIED's leading parts name;
 * NULL, with an error if `report`, if there is none. */
struct cscope *lookup_scope(struct sema *c, struct cscope *at, struct syn *qualified,
                            u32 nparts, bool report);
/* As lookup_scope, of a QUALIFIED after `.` or `->`: its first part is looked up in the
 * class `of` of the object before it is around `at` ([basic.lookup.classref]/4). */
struct cscope *lookup_member_scope(struct sema *c, struct cscope *at, struct cscope *of,
                                   struct syn *qualified);
/* Returns the first of the declarations that an id-expression means, or NULL without an
 * error. Sets `*last` to the last part of the name and `*in` to the scope where it was
 * looked up, or NULL. */
struct cdecl *lookup_id(struct sema *c, struct cscope *at, struct syn *id,
                        struct syn **last, struct cscope **in);
/* Whether the syntax names a parameter of the templates around `at`, or one of a
 * function. */
bool mentions_parameter(const struct cscope *at, const struct syn *s, bool is_qualifier);
/* Whether a namespace's declaration stands after the offset `before`, if that is not 0.
 */
bool decl_is_later(const struct cdecl *d, u32 before);
/* Adds, to a list in c->temp, the functions that argument-dependent lookup finds: from
 * the scope of a template, or from NULL, also those that are declared after the call
 * ([temp.dep.candidate]/1). */
void lookup_adl(struct sema *c, const struct cscope *at, struct str *name,
                struct cexpr **arg, u32 narg, struct loc loc, struct cdecls *out);
/* Returns the name under which an id is declared: "operator+", "~". */
struct str *name_of_id(struct sema *c, struct syn *id);
const char *op_spelling(u16 op);
struct cdecl *class_of_scope(struct cscope *s); /* the innermost class around, or NULL */
struct cscope *scope_outside_template(struct cscope *s);
