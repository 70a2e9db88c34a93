/* name.h - names, whole, and what the text being parsed declares.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/syntax/parser.h"

/* Returns the name that starts at token `i` (::, identifier, typename, decltype(..)::,
 * operator, ~): its node and class. Never NULL; annotation->end == i if there is no
 * name. */
const struct annotation *name_at(struct cu_parser *p, u32 i);
/* Returns a name after . or ->: an id-expression whose templates are known by their
 * looks. */
const struct annotation *name_member(struct cu_parser *p, u32 i);
static inline bool name_is_type(const struct annotation *a) {
	return a->class == CNAME_TYPE || a->class == CNAME_TEMPLATE_TYPE;
}

/* Opens a scope for names of the part. */
struct local_scope *local_push(struct cu_parser *p);
/* Returns the names around the part, as they are seen from where the parser is. */
static inline struct cscope *local_around(const struct cu_parser *p) {
	return p->local && p->local->around ? p->local->around : p->scope;
}
/* Returns what the part itself declares by this name, or NULL. */
struct local_name *local_find(const struct cu_parser *p, const struct str *name);
struct local_name *local_declare(struct cu_parser *p, struct local_scope *in,
                                 struct str *name, enum cname_class c);
/* Makes the names of a base class, or of the class whose member is defined outside of it,
 * visible in `cls`. */
void local_add_base(struct cu_parser *p, struct local_scope *cls, struct syn *base);
