/* missing.h - names in the declaration of a function template that nothing declares.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Whether the declaration of a user's function template uses a name that is not declared;
 * the first time, reports it. */
bool template_names_missing(struct sema *c, struct cdecl *tmpl);
