/* constraint.h - C++20's constraints: concepts and requires-clauses ([temp.constr]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Returns the concept-id before `auto`, or NULL. */
struct syn *auto_constraint(const struct syn *type);
/* Returns the requires-clause after a function's parameters, or NULL. */
struct syn *func_constraint(const struct syn *d_func);
bool template_is_constrained(const struct cdecl *tmpl);
/* Whether the constraints of two templates, or two functions, are written alike, so that
 * both may declare the same one. */
bool constraints_written_alike(const struct cdecl *a, const struct cdecl *b);
bool concept_holds(struct sema *c, struct cdecl *concept, const struct ctarg *bound,
                   struct loc loc);
bool constraint_holds(struct sema *c, struct cscope *at, struct syn *s);
bool type_constraint_holds(struct sema *c, struct cscope *at, struct syn *id,
                           const struct ctype *t);
/* Whether arguments satisfy the constraints of the template's parameters and its
 * requires-clause. */
bool template_satisfied(struct sema *c, struct cdecl *tmpl, struct ctarg *bound,
                        struct cscope *at);
/* Whether the requires-clause after a function's parameters holds. */
bool func_satisfied(struct sema *c, struct cdecl *f);
/* < 0: function a (of template atmpl, or NULL) is more constrained than b; > 0: b is more
 * constrained; 0: neither. */
int constraint_order(struct sema *c, struct cdecl *a, struct cdecl *atmpl,
                     struct cdecl *b, struct cdecl *btmpl);
/* As constraint_order, for two partial specialisations. */
int constraint_order_special(struct sema *c, struct cdecl *a, struct ctarg *abound,
                             struct cdecl *b, struct ctarg *bbound);
/* Add notes to r that say which part of the constraint was false. r may be NULL. */
void constraint_explain(struct sema *c, struct diag_record *r, struct cscope *at,
                        struct syn *s);
void template_explain(struct sema *c, struct diag_record *r, struct cdecl *tmpl,
                      struct ctarg *bound);
/* `concept auto x`: whether the deduced type satisfies the concept; if not, reports
 * it. */
bool check_auto_constraint(struct sema *c, struct cscope *at, const struct syn *specs,
                           const struct syn *declarator, const struct ctype *t,
                           struct loc loc);
struct cexpr *check_requires(struct sema *c, struct cscope *at, struct syn *s);
