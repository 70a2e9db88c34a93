/* attribute.h - attributes of declarations.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* The type that a typedef's attribute vector_size makes of t, else t. */
const struct ctype *type_of_vector_attr(struct sema *c, struct cscope *at,
                                        struct syn *specs, const struct ctype *t);
/* Refuses a vector, or pointers and references to one, as the type of something of the
 * device. */
void refuse_vector(struct sema *c, const struct ctype *t, struct loc loc);
/* Sets the alignment of a typedef or an alias: its attribute's, which may be less than
 * the type's, or that of the typedef that it names (align, 0 for none). */
void attrs_of_typedef(struct sema *c, struct cscope *at, struct syn *specs,
                      const struct syn *declarator, u64 align, struct cdecl *d);
/* Gives an object the alignment of the typedef that names its type. */
void align_as_typedef(struct cdecl *d, const struct syn *declarator, u64 align);
void attrs_of_specs(struct sema *c, struct cscope *at, struct syn *specs,
                    struct cdecl *d);
