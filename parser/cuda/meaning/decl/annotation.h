/* annotation.h - warnings about __host__, __device__ and __global__.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Warns of annotations of defaulted members, in the whole unit. */
void warn_annotations(struct sema *c);
/* Warns of a kernel that is inline. */
void warn_inline_kernel(struct sema *c, const struct cdecl *d);
/* Warns of the declarations of a device function of a namespace, in their order. */
void warn_spaces(struct sema *c, struct cdecl *d);
/* Warns of a member and its definition outside of its class. */
void warn_redeclared_space(struct sema *c, const struct cdecl *first,
                           const struct cdecl *second);
