/* attribute.h - attributes of declarations.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

void refuse_typedef_attrs(struct sema *c, struct cscope *at, struct syn *specs,
                          const struct ctype *t);
void attrs_of_specs(struct sema *c, struct cscope *at, struct syn *specs,
                    struct cdecl *d);
