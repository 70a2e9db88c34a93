/* named_type.h - the class or enumeration that a specifier declares ([class.name],
 * [dcl.enum]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Declares the class or enum of CLASS/ENUM syntax in the scope. */
struct cdecl *declare_class(struct sema *c, struct cscope *at, struct syn *cls);
/* Numbers the classes and enumerations of a scope that have no name, and those of a
 * function that have the same, in the order in which they are declared: mangled names say
 * the number. */
void number_type(struct sema *c, struct cdecl *d);
struct cdecl *declare_enum(struct sema *c, struct cscope *at, struct syn *en);
