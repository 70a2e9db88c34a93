/* binding.h - structured bindings ([dcl.struct.bind]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"
#include "parser/cuda/meaning/template/arg.h"

/* Declares a name of the block for `part` of an object; `type` is its decltype. */
void binding_name(struct sema *c, struct cscope *at, struct cstmt *out, struct str *name,
                  struct loc loc, struct cexpr *part, const struct ctype *type);
void check_binding(struct sema *c, struct cscope *at, struct cstmt *out,
                   struct syn *specs, struct syn *init_decl, struct syn *binding);
/* Returns an instance of a class template of namespace std; NULL, without an error, if
 * there is none. */
struct cdecl *std_instance(struct sema *c, const char *name, struct ctargs *args,
                           struct loc loc);
