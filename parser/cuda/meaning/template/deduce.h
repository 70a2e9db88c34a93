/* deduce.h - template argument deduction ([temp.deduct]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"
#include "parser/cuda/meaning/template/arg.h"

/* Deduces the arguments of a function template for a call, given explicit ones. NULL if
 * the call does not fit it. */
struct cdecl *deduce_call(struct sema *c, struct cdecl *tmpl,
                          const struct ctargs *explicit_args, struct cexpr **arg,
                          u32 narg, struct loc loc);
/* If the arguments that a call deduces do not satisfy the template's constraints, adds a
 * note that says why. */
void deduce_explain(struct sema *c, struct diag_record *r, struct cdecl *tmpl,
                    const struct ctargs *explicit_args, struct cexpr **arg, u32 narg,
                    struct loc loc);
/* Deduces the arguments for a target function type (address of a function template,
 * explicit specialisation). */
struct cdecl *deduce_type(struct sema *c, struct cdecl *tmpl,
                          const struct ctargs *explicit_args, const struct ctype *func,
                          struct loc loc);
/* Deduces the arguments from the parameters alone; the result type may be any. */
struct cdecl *deduce_params(struct sema *c, struct cdecl *tmpl, const struct ctype *func,
                            struct loc loc);
/* Deduces the arguments of a conversion function template that converts to `to`. */
struct cdecl *deduce_conversion(struct sema *c, struct cdecl *tmpl,
                                const struct ctype *to, struct loc loc);
/* Returns the instance of a conversion function template whose type deduces nothing, as
 * an enable_if_t with default arguments; NULL if it deduces something. */
struct cdecl *deduce_fixed_conversion(struct sema *c, struct cdecl *tmpl, struct loc loc);
/* Returns those arguments of an instance that `id` writes out; the rest may be the
 * template's defaults. */
struct ctargs deduce_written(struct sema *c, struct cdecl *tmpl, const struct syn *id,
                             const struct ctarg *targ, u32 n);
/* Matches a pattern's arguments with actual ones, for partial specialisations, and sets
 * the parameters in bound. False if they do not match. */
bool deduce_args(struct sema *c, struct cscope *at, struct syn *params,
                 struct syn **pattern, u32 npattern, const struct ctarg *actual,
                 u32 nactual, struct ctarg *bound);
