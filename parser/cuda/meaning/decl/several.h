/* several.h - a name that is found in several places: in bases of a class, in namespaces
 * that using-directives name.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/decl/lookup.h"

/* `first` is what was found from `at`, or in the namespace `in` that a qualified name
 * names: adds the functions of that name that are found beside it, in inline namespaces
 * and by way of using-directives. */
void lookup_more(struct sema *c, struct cscope *at, struct cscope *in, struct str *name,
                 const struct cdecl *first, u32 before, struct cdecls *out);
/* Reports a member that look-up found in one of several bases while another has the name
 * too ([class.member.lookup]/6), and a name that using-directives bring from two
 * namespaces. `in`: the class or namespace; NULL: the name was looked up from `at`
 * outwards. False after the error. */
bool lookup_is_one(struct sema *c, struct cscope *at, struct cscope *in,
                   struct cdecl *first, struct loc loc);
/* `first`: what was found of the name `part`, which stands before ::, in the namespace s
 * or, if is_around, on the way outwards. Returns what has the scope: it may be what
 * another directive names. With `report`, an error if several do. */
struct cdecl *lookup_qualifier(struct sema *c, struct cscope *s, bool is_around,
                               struct cdecl *first, const struct syn *part, bool report);
