/* guess.h - looking ahead, where the grammar cannot decide.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/syntax/parser.h"

/* Returns one past the ptr-operators at i ([dcl.decl]): * const &, A::*. */
u32 guess_pointers(struct cu_parser *p, u32 i);
/* Each returns the index after the construct at `i`, or 0 if there is none. */
u32 guess_specs(struct cu_parser *p, u32 i);
/* auto or decltype(auto) */
bool guess_is_auto(const struct cu_parser *p, u32 i);
u32 guess_type_id(struct cu_parser *p, u32 i);
bool guess_is_type_in_parens(struct cu_parser *p, u32 open);
/* Is the token at `i` the start of an attribute, and where does that end? */
bool guess_is_attribute(const struct cu_parser *p, u32 i);
u32 guess_past_attribute(const struct cu_parser *p, u32 i);
/* [stmt.ambig]: a statement that can be a declaration is one. */
bool guess_is_declaration(struct cu_parser *p, u32 i);
/* [dcl.ambig.res]: does the `(` after a declarator's name open parameters? */
bool guess_is_params(struct cu_parser *p, u32 open);
/* The `(` before any name of a declarator: of parameters, or around the declarator? */
bool guess_is_abstract_params(struct cu_parser *p, u32 open);
bool guess_is_range_for(const struct cu_parser *p, u32 open);
bool guess_is_class_body(struct cu_parser *p, u32 key);
