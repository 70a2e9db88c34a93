/* attribute.h - attributes of declarations.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* The type that a typedef's attribute vector_size makes of t, else t. Code of the device
 * may not use it, which refuse_typedef_attrs says. */
const struct ctype *type_of_vector_attr(struct sema *c, struct cscope *at,
                                        struct syn *specs, const struct ctype *t);
void refuse_typedef_attrs(struct sema *c, struct cscope *at, struct syn *specs,
                          const struct ctype *t);
void attrs_of_specs(struct sema *c, struct cscope *at, struct syn *specs,
                    struct cdecl *d);
