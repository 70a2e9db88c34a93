/* ctor.h - what a constructor does before its body ([class.base.init]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Initialises every base and member of a constructor's object: by the MEM_INITs of `list`
 * (may be NULL), their own initialisers, or default. */
void ctor_init_parts(struct sema *c, struct cdecl *f, struct cstmt *body,
                     struct syn *list);
