/* unset.h - warnings about variables that are read before they have a value.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Warns of variables of f that are read before anything may set them. */
void unset_warn(struct sema *c, struct cdecl *f);
