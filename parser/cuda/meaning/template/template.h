/* template.h - templates: the scopes that bind parameters, instances, specialisations
 * ([temp]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"
#include "parser/cuda/meaning/template/arg.h"

/* Chooses the primary template or a specialisation for a class instance: sets its syntax
 * and scope. */
void template_select(struct sema *c, struct cdecl *inst);
/* Returns the instance of a class, alias or variable template for arguments as given
 * (defaults and packs are filled in), or NULL with an error. */
struct cdecl *template_instance(struct sema *c, struct cdecl *tmpl,
                                const struct ctargs *args, struct loc loc);
/* The instance that the template-id names, NULL after an error. False if one of its
 * arguments is not valid. */
bool template_id_instance(struct sema *c, struct cscope *at, struct syn *id,
                          struct cdecl *tmpl, struct cdecl **out);
/* Returns the instance of a function template whose parameters are all bound. */
struct cdecl *template_func_instance(struct sema *c, struct cdecl *tmpl,
                                     struct ctarg *bound, struct loc loc);
/* Fills `bound` (one entry for each parameter) from arguments as given: adds defaults,
 * makes packs and converts values. False, with an error, if they do not fit. */
bool template_bind(struct sema *c, struct cdecl *tmpl, const struct ctargs *args,
                   struct ctarg *bound, struct loc loc);
/* Gives parameter i its default argument; those before it are bound. False if it has
 * none, or one that does not fit. */
bool template_bind_default(struct sema *c, struct cdecl *tmpl, u32 i,
                           struct ctarg *bound);
/* Whether the argument is of the parameter's kind: a type, a value or a template. */
bool targ_is_for(struct sema *c, const struct ctarg *a, const struct syn *p);
/* Returns the type that a parameter declared with type t has: functions and arrays become
 * pointers ([temp.param]/8). */
const struct ctype *tparam_type(struct sema *c, const struct ctype *t);
/* Converts an argument to the type of its parameter; `s` binds the parameters before it.
 * False, with an error, if it does not convert. */
bool template_convert(struct sema *c, struct cscope *s, const struct syn *p,
                      struct ctarg *a, struct loc loc);
/* Converts an argument that is, or makes, an object of a class to the parameter's type t:
 * to the one object of its value, or to a number. False, with an error, if it does not
 * convert. */
bool targ_convert_object(struct sema *c, struct cscope *s, const struct ctype *t,
                         struct ctarg *a, struct loc loc);
bool tparam_is_pack(const struct syn *param);
struct str *tparam_name(const struct syn *param);
/* Returns which of the parameters has the name, or -1. */
int tparam_index(const struct syn *params, const struct str *name);
/* Whether the syntax names one of the parameters, but for those that `except` marks (NULL
 * for none). */
bool tparam_named_in(const struct syn *params, const struct syn *s, const bool *except);
struct cdecl *template_canonical(struct sema *c, struct cdecl *tmpl);
/* Returns the declaration of a class template that has a body, if there is one. */
struct cdecl *template_primary(struct sema *c, struct cdecl *tmpl);
/* Returns the syntax of the class that the template declares, or NULL. */
struct syn *template_class(const struct cdecl *tmpl);
/* Returns the name of a specialisation with its arguments, A<T *>; NULL for a primary
 * template. */
struct syn *template_special_id(const struct cdecl *tmpl);
/* Returns a new template scope that binds the parameters. `bound` has one entry for each
 * parameter. */
struct cscope *template_scope(struct sema *c, struct cdecl *tmpl,
                              const struct ctarg *bound, u32 n);
/* As template_scope, but only with the parameters that is_bound marks. */
struct cscope *template_scope_of_some(struct sema *c, struct cdecl *tmpl,
                                      const struct ctarg *bound, const bool *is_bound);
/* Returns the constant for a concept's arguments, the same one each time. Its `value` is
 * set once `state` is CSTATE_CHECKED. */
struct cdecl *template_constant(struct sema *c, struct cdecl *tmpl,
                                const struct ctarg *bound);
