/* template.h - templates: the scopes that bind parameters, instances, specialisations
 * ([temp]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"
#include "parser/cuda/meaning/template/arg.h"

/* Chooses the primary template or a specialisation for a class instance: sets its syntax
 * and scope. */
void template_select(struct sema *c, struct cdecl *inst);
/* The instance of a class, alias or variable template for arguments as given (defaults
 * and packs filled in here). NULL: reported. */
struct cdecl *template_instance(struct sema *c, struct cdecl *tmpl,
                                const struct ctargs *args, struct loc loc);
/* Returns the instance of a function template whose parameters are all bound. */
struct cdecl *template_func_instance(struct sema *c, struct cdecl *tmpl,
                                     struct ctarg *bound, struct loc loc);
/* Fills `bound` (one entry for each parameter) from arguments as given, defaults and
 * packs; values converted. False: reported. */
bool template_bind(struct sema *c, struct cdecl *tmpl, const struct ctargs *args,
                   struct ctarg *bound, struct loc loc);
/* Gives parameter i its default, for which those before it are bound. False: it has none,
 * or it does not fit. */
bool template_bind_default(struct sema *c, struct cdecl *tmpl, u32 i,
                           struct ctarg *bound);
/* Whether the argument is of the kind that the parameter wants: a type, a value, a
 * template. */
bool targ_is_for(const struct ctarg *a, const struct syn *p);
/* Gives an argument the type of its parameter, for which `s` binds those before it.
 * False: reported. */
bool template_convert(struct sema *c, struct cscope *s, const struct syn *p,
                      struct ctarg *a, struct loc loc);
bool tparam_is_pack(const struct syn *param);
struct str *tparam_name(const struct syn *param);
struct cdecl *template_canonical(struct sema *c, struct cdecl *tmpl);
/* Returns the declaration of a class template that has the members, if there is one. */
struct cdecl *template_primary(struct sema *c, struct cdecl *tmpl);
/* Returns the syntax of the class that the template declares; NULL: it declares none. */
struct syn *template_class(const struct cdecl *tmpl);
/* A<T *> of a specialisation's class; NULL: the template is none. */
struct syn *template_special_id(const struct cdecl *tmpl);
/* Binds parameters in a new template scope. `bound` has one entry for each parameter. */
struct cscope *template_scope(struct sema *c, struct cdecl *tmpl,
                              const struct ctarg *bound, u32 n);
/* As template_scope, with those parameters alone that is_bound names. */
struct cscope *template_scope_of_some(struct sema *c, struct cdecl *tmpl,
                                      const struct ctarg *bound, const bool *is_bound);
/* The constant that a concept's arguments make, kept for the next time: value, once state
 * is CHECKED. */
struct cdecl *template_constant(struct sema *c, struct cdecl *tmpl,
                                const struct ctarg *bound);
