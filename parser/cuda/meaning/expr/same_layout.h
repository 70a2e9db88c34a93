/* same_layout.h - which classes have a standard layout, and which of them share one.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

bool class_is_standard_layout(const struct cclass *k);
/* __is_layout_compatible(a, b), of complete types. */
bool types_share_layout(const struct ctype *a, const struct ctype *b);
/* __is_pointer_interconvertible_base_of(base, derived), of complete types. */
bool base_shares_address(const struct ctype *base, const struct ctype *derived);
/* Checks __builtin_is_pointer_interconvertible_with_class(m) and
 * __builtin_is_corresponding_member(m, n). NULL if the name is neither. */
struct cexpr *check_member_builtin(struct sema *c, struct cscope *at, struct syn *s,
                                   const char *name);
