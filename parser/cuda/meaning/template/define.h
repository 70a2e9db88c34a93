/* define.h - what is wrong with a template whatever its arguments.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Checks the syntax of a declaration in the scope `at`: the templates in it, of which
 * there may be no instances. Bodies of functions are not looked into, but for packs that
 * are not expanded. */
void template_check_definition(struct sema *c, struct cscope *at, struct syn *s);
/* The same of an explicit instantiation, without its word `template`. */
void template_check_instance(struct sema *c, struct cscope *at, struct syn *s);
/* The same for nothing but packs. */
void template_check_packs(struct sema *c, struct cscope *at, struct syn *s);
