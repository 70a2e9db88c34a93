/* order.h - partial ordering of templates ([temp.func.order]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Returns a made-up argument for a parameter, which is equal only to itself. */
struct ctarg synth_arg(struct sema *c, struct syn *param);
/* Returns one for each parameter of a template; values have their parameters' types. */
struct ctarg *synth_args(struct sema *c, struct cdecl *tmpl);
/* Whether it is a made-up value, of whatever type. */
bool synth_is_value(const struct ctarg *a);
/* Whether it is the made-up element of a pack, or a pointer or reference to it. */
bool synth_is_of_pack(const struct ctarg *a);
/* Whether a type is made up for the ordering, or has a part that is. */
bool type_is_made_up(const struct ctype *t);
/* Whether the function, or a class around it, has made-up arguments. */
bool func_is_made_up(const struct cdecl *f);
/* As template_order, for conversion function templates. */
int template_order_conversion(struct sema *c, struct cdecl *a, struct cdecl *b);
/* < 0: a is more specialised than b; > 0: b is; 0: neither. narg: how many arguments the
 * call has, as only parameters for these are compared; ORDER_ALL: it is no call;
 * ORDER_TURNED: both have two parameters, and b's change places. */
enum { ORDER_TURNED = INT32_MAX - 2, ORDER_SPECIAL, ORDER_ALL };
int template_order(struct sema *c, struct cdecl *a, struct cdecl *b, u32 narg);
/* Returns the place of what is known of their order, 0 at first. ORDER_SPECIAL: of two
 * partial specialisations. It lives until the next order is asked for. */
u64 *template_order_known(struct sema *c, const struct cdecl *a, const struct cdecl *b,
                          u32 narg);
/* Whether two function templates have parameters of the same types: of two overloads that
 * are equally special, redeclarations of one template have ([temp.over.link]/6). */
bool template_alike(struct sema *c, struct cdecl *a, struct cdecl *b);
