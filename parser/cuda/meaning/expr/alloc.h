/* alloc.h - which functions new and delete call ([expr.new]/9, [expr.delete]/9).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/sema.h"

/* Returns malloc or free for a usual operator new or delete of the global namespace that
 * the program does not replace, and sets *narg; any other f itself. */
struct cdecl *alloc_on_device(struct sema *c, struct cdecl *f, u32 *narg);
/* Finds the functions that the new-expression `s` chooses from. False if it uses
 * malloc. */
bool alloc_find(struct sema *c, struct cscope *at, const struct ctype *t, bool is_array,
                const struct syn *s, struct coverload *set);
/* Returns the address of its `size` bytes: what the function *by returns, or the given
 * address, which leaves *by alone. */
struct cexpr *alloc_call(struct sema *c, struct cscope *at, struct syn *s,
                         struct coverload *set, struct cexpr *size, struct cdecl **by);
/* Whether delete[] must be told how many elements an array has. */
bool alloc_counts(struct sema *c, struct cscope *at, const struct syn *s,
                  const struct ctype *t);
/* Returns the operator delete of t's class, or the program's, for the delete-expression
 * `s`; NULL if it uses free, or after an error. */
struct cdecl *dealloc_find(struct sema *c, struct cscope *at, const struct syn *s,
                           const struct ctype *t, bool is_array);
struct cexpr *dealloc_call(struct sema *c, struct cdecl *f, struct cexpr *p,
                           struct cexpr *size, struct loc loc);
/* Whether a class of this program may have an operator delete of its own. */
bool alloc_has_own_delete(struct sema *c);
/* Returns the function that frees the memory of an object of class d, with a virtual
 * destructor, given its address: a word of the class's tables. NULL if it uses free. */
struct cexpr *class_deleter(struct sema *c, struct cdecl *d);
void class_deleter_body(struct sema *c, struct cdecl *f);
