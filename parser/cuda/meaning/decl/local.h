/* local.h - declarations in functions ([stmt.dcl]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

void check_static_assert(struct sema *c, struct cscope *at, struct syn *s);
/* A statement into a block; what it declares lives as long as the block. */
void stmt_into(struct sema *c, struct cscope *scope, struct cstmt *block, struct syn *s);
void local_decl(struct sema *c, struct cscope *at, struct cstmt *out, struct syn *s);
void local_var(struct sema *c, struct cscope *at, struct cstmt *out, struct syn *specs,
               struct syn *init_decl);
/* A variable of a block, named (NULL: nameless) in its scope, and the statement that
 * makes it. */
struct cdecl *local_var_new(struct sema *c, struct cscope *at, struct str *name,
                            const struct ctype *type, struct loc loc);
struct cstmt *decl_stmt(struct sema *c, struct cdecl *d);
/* A temporary that the reference d is bound to lives as long as d. */
void extend_lifetime(struct cdecl *d);
bool type_needs_deduction(
	const struct ctype *t); /* it has auto in it, or an array's [] */
/* A name that is declared in a function must not be another's there, of its parameters or
 * of what the block belongs to, nor a parameter of the template. is_type: it is a type's,
 * which may be said again. */
void check_redeclaration(struct sema *c, struct cscope *at, struct str *name,
                         struct loc loc, bool is_type);
