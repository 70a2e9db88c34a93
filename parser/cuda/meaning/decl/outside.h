/* outside.h - members that are defined outside of their class ([class.mfct], [temp.mem]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Returns the class of a declaration A::f. */
struct cdecl *qualified_class(struct sema *c, struct cdecl *d);
/* Returns the name that the member has in its class. */
struct str *qualified_key(struct sema *c, const struct cdecl *d);
/* Gives the static member m what its definition d outside of the class adds. */
void static_member_definition(struct sema *c, struct cdecl *m, struct cdecl *d);
/* Gives a static member that is an array without a bound the one of its definition
 * outside of the class, if there is one that has an initialiser. */
void static_member_bound(struct sema *c, struct cdecl *m);
/* Returns the definition outside of its class of a member function, if there is one. */
struct cdecl *out_of_class_definition(struct sema *c, struct cdecl *f);
/* Whether the entry, which stands outside of the class, is a definition of f. */
bool is_defined_by(struct sema *c, struct cdecl *f, struct cdecl *entry);
/* f<int> of an explicit specialisation: the arguments that are written begin those of the
 * instance f. */
bool names_instance(struct sema *c, struct cscope *at, struct syn *id,
                    const struct cdecl *f);
/* Returns the declarator with initialiser of the definition outside of the class of an
 * instance's static variable, and the scope where that is read; NULL if there is none. */
struct syn *outside_variable(struct sema *c, struct cdecl *m, struct cscope **at);
/* Gives a member class the syntax of its definition outside of the class: that of an
 * explicit specialisation, or of any if it has none yet. */
void outside_class(struct sema *c, struct cdecl *d);
/* Returns the definition of a member enumeration outside of its class and the scope where
 * that is read, or NULL ([dcl.enum]/4). is_defined: the class has one, too, which only an
 * explicit specialisation replaces. */
struct syn *outside_enum(struct sema *c, struct cdecl *d, bool is_defined,
                         struct cscope **at);
/* Gives a member template its further declarations outside of the class. */
void outside_templates(struct sema *c, struct cdecl *tmpl);
