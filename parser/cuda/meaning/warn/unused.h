/* unused.h - warnings about variables that nothing refers to.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Notes a variable of the function, to be warned of. */
void unused_note_local(struct sema *c, struct cdecl *d, const struct syn *specs);
/* Notes that the variable is assigned to. */
void unused_note_set(struct sema *c, const struct cexpr *assigned);
/* Warns of the function's variables that nothing refers to, or that are only assigned
 * to. */
void unused_warn(struct sema *c);
/* Warns of a variable or function of a namespace that nothing refers to. */
void unused_warn_internal(struct sema *c, struct cdecl *d);
