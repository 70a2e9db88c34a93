/* declare.h - from a skimmed or parsed declaration to a declared entity ([dcl.dcl]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

void decl_resolve(struct sema *c, struct cdecl *d);
void declare_func(struct sema *c, struct cdecl *d, struct cscope *at, struct syn *specs,
                  struct syn *declarator, struct syn *def);
/* Declares the function F f; after typedef int F(int); ([dcl.fct]/14). */
void declare_func_of_type(struct sema *c, struct cdecl *d, struct cscope *at,
                          struct syn *specs, struct syn *id);
/* Makes d's parameter variables in d->inner. Pack parameters of instances are
 * expanded. */
void declare_params(struct sema *c, struct cdecl *d, struct syn *d_func);
/* Gives f the parameter `this`, which points to the object. */
void declare_this(struct sema *c, struct cdecl *f, const struct ctype *object);
/* Checks the initialiser of a variable of a namespace or of a static variable. */
void decl_var_init(struct sema *c, struct cdecl *d);
/* A member of a class has no memory of its own, as nvcc says; specs are those of d. */
void check_member_memory(struct sema *c, const struct cdecl *d, u32 specs);
/* Checks that the initialiser of a constexpr variable is constant ([dcl.constexpr]/6). */
void check_constexpr_var(struct sema *c, struct cdecl *d);
void check_redeclared_var(struct sema *c, struct cdecl *d); /* against those before it */
struct cdecl *func_definition(struct sema *c, struct cdecl *f);
/* Returns what an extern declaration of a namespace's variable declares, if this unit
 * defines it; else v. */
struct cdecl *var_definition(struct sema *c, struct cdecl *v);
bool decl_is_device(const struct cdecl *d);
struct syn *decl_parsed(struct sema *c, struct cdecl *d);
bool decl_same_function(const struct cdecl *a, const struct cdecl *b);
void decl_set_space(struct cdecl *d);
void decl_become_template(struct sema *c, struct cdecl *d, struct syn *s);
/* Gives d the requires-clause of the TEMPLATE s, or none. */
void decl_set_constraint(struct sema *c, struct cdecl *d, const struct syn *s);
