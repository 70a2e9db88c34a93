/* local.h - declarations in functions ([stmt.dcl]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

void check_static_assert(struct sema *c, struct cscope *at, struct syn *s);
/* Adds a statement to a block; what it declares lives as long as the block. */
void stmt_into(struct sema *c, struct cscope *scope, struct cstmt *block, struct syn *s);
void local_decl(struct sema *c, struct cscope *at, struct cstmt *out, struct syn *s);
void local_var(struct sema *c, struct cscope *at, struct cstmt *out, struct syn *specs,
               struct syn *init_decl);
/* Makes a variable of a block, with a name (or NULL) in its scope, and the statement that
 * declares it. */
struct cdecl *local_var_new(struct sema *c, struct cscope *at, struct str *name,
                            const struct ctype *type, struct loc loc);
struct cstmt *decl_stmt(struct sema *c, struct cdecl *d);
/* Makes a temporary that the reference d is bound to live as long as d. */
void extend_lifetime(struct cdecl *d);
/* Whether the type has auto in it, or an array's []. */
bool type_needs_deduction(const struct ctype *t);
/* Reports the name of a declaration in a function if it is declared in the same scope,
 * among the parameters, in the head that the block belongs to, or as a parameter of the
 * template. is_type: a type, which may be declared again. */
void check_redeclaration(struct sema *c, struct cscope *at, struct str *name,
                         struct loc loc, bool is_type);
