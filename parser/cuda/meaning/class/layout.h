/* layout.h - where the parts of a class lie.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/check.h"

void class_lay_out(struct check *c, struct cdecl *d);
/* Whether others may lie in its tail padding, which its special members tell. */
void class_find_pod(struct check *c, struct cdecl *d);
