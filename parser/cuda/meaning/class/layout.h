/* layout.h - where the parts of a class lie.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

void class_lay_out(struct sema *c, struct cdecl *d);
/* Finds whether others may lie in its tail padding: it depends on its special members. */
void class_find_pod(struct sema *c, struct cdecl *d);
