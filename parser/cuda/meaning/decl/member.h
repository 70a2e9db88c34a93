/* member.h - the members that a class declares ([class.mem]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Whether a constructor of the class is declared by that name: A, or A<T> of A<T>. */
bool is_constructor_name(const struct syn *id, const struct cdecl *cls);
/* Returns the id that a declaration of a member, its template or a friend has; NULL if it
 * names nothing new. */
struct syn *declared_id(const struct syn *s);
/* Declares what a SIMPLE_DECL, FUNC_DEF, TEMPLATE... of a class says. */
void declare_member(struct sema *c, struct cscope *cls, struct syn *member, u8 access);
/* Returns the type that using enum E; names, or NULL after an error. */
const struct ctype *type_of_enum_id(struct sema *c, struct cscope *at, struct syn *s);
/* using enum E; in a class or block: the enumerators become names of `to`. */
void use_enum(struct sema *c, struct cscope *to, struct cscope *at, struct syn *s,
              u8 access);
