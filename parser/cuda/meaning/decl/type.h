/* type.h - types from syntax: specifiers, declarators, type-ids ([dcl.type], [dcl.decl]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

struct declarator_info {
	struct syn *id;   /* the declared id, NULL when abstract */
	struct syn *func; /* the D_FUNC directly around the id, or NULL */
	struct loc loc;
	bool is_pack;
	struct syn *binding; /* the D_BINDING, or NULL */
};

const struct ctype *type_of_specs(struct sema *c, struct cscope *at, struct syn *specs);
/* As type_of_specs and type_of_type_id; sets *align to the alignment of its own that a
 * typedef named there has, if it has one: types know none but their natural one. */
const struct ctype *type_of_aligned_specs(struct sema *c, struct cscope *at,
                                          struct syn *specs, u64 *align);
const struct ctype *type_of_aligned_type_id(struct sema *c, struct cscope *at,
                                            struct syn *type_id, u64 *align);
/* Returns what `using d = ...` names; d gets the alignment. */
const struct ctype *type_of_alias(struct sema *c, struct cscope *at, struct syn *alias,
                                  struct cdecl *d);
/* Whether a declarator, or none, declares an object of the type of its specifiers or an
 * array of such: these have the alignment of the typedef named there. */
bool declares_objects_of_specs(const struct syn *declarator);
/* Returns the type without these qualifiers (Q_...); an array has its elements'. */
const struct ctype *type_without(struct sema *c, const struct ctype *t, u8 quals);
const struct ctype *type_of_declarator(struct sema *c, struct cscope *at,
                                       const struct ctype *base, struct syn *declarator,
                                       struct declarator_info *info);
/* Returns the type where nothing can be deduced; with 'auto' in it that is an error. */
const struct ctype *refuse_auto(struct sema *c, const struct ctype *t, struct loc loc);
/* As type_of_declarator, of what a typedef names: a function type with its noexcept. */
const struct ctype *type_of_typedef(struct sema *c, struct cscope *at,
                                    const struct ctype *base, struct syn *declarator,
                                    struct declarator_info *info);
const struct ctype *type_of_expr(struct sema *c, struct cscope *at, struct syn *e);
const struct ctype *type_of_type_id(struct sema *c, struct cscope *at,
                                    struct syn *type_id);
const struct ctype *type_of_id(struct sema *c, struct cscope *at, struct syn *id,
                               bool report);
/* `_Complex of`: an instance of a class template of the device's headers. */
const struct ctype *complex_type(struct sema *c, const struct ctype *of, struct loc loc);
/* Returns the type of the two parts of a complex type; NULL if t is not one. */
const struct ctype *complex_part(const struct ctype *t);
struct declarator_info declarator_peek(struct syn *declarator); /* names only, no types */
