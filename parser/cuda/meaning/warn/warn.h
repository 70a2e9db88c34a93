/* warn.h - warnings about expressions that are legal and hardly meant.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Warns of a constant that is converted to the type without a cast. */
void warn_constant(struct sema *c, const struct cexpr *e, const struct ctype *to);
/* The same for an operand: only a change of sign counts. */
void warn_operand(struct sema *c, const struct cexpr *e, const struct ctype *to);
void warn_overflow(struct sema *c, enum cexpr_kind kind, const struct cexpr *a,
                   const struct cexpr *b, struct loc loc);
void warn_shift(struct sema *c, const struct ctype *t, const struct cexpr *count);
/* Whether evaluating the expression may do more than give its value. */
bool expr_acts(const struct cexpr *e);
void warn_no_effect(struct sema *c, const struct cexpr *e);
void warn_assigned(struct sema *c, const struct cexpr *condition);
void warn_result_quals(struct sema *c, const struct cdecl *f, const struct syn *specs,
                       const struct syn *declarator);
void warn_returned(struct sema *c, const struct cexpr *e, const struct ctype *t);
