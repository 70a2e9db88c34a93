/* binary.h - binary operators and assignment on checked operands, bit-fields as operands.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

struct cexpr *check_binary(struct sema *c, struct cscope *at, u16 op, struct cexpr *a,
                           struct cexpr *b, struct loc loc);
struct cexpr *class_to_arithmetic(struct sema *c, struct cexpr *e);
/* Converts a class operand of a built-in operator (CE_PTR_ADD: of [ ]) beside an operand
 * of the type `other`; leaves what is of no class. */
struct cexpr *class_to_operand(struct sema *c, enum cexpr_kind op, struct cexpr *e,
                               const struct ctype *other, bool is_left);
struct cexpr *class_to_pointer(struct sema *c, struct cexpr *e);
/* As class_to_arithmetic, for what is assigned to: by a conversion to T &. */
struct cexpr *class_to_assigned(struct sema *c, struct cexpr *e);
/* As class_to_arithmetic, for what takes only integers and enumerations ([conv]/5): a
 * switch. */
struct cexpr *class_to_integral(struct sema *c, struct cexpr *e);
/* Returns the width of the bit-field that e is or was read from, or 0. */
u32 bit_field_width(const struct cexpr *e);
/* Returns what a bit-field of an integer type is promoted to ([conv.prom]/5): int, where
 * that holds all of its values. Of other expressions their own type; further promotions
 * are not done. */
const struct ctype *bits_promoted_type(struct sema *c, const struct cexpr *e);
struct cexpr *bits_promoted(struct sema *c, struct cexpr *e);
