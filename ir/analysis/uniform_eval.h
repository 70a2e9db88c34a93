/* uniform_eval.h - the result of one instruction in terms of uniform.h, from those of its
 * operands.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/analysis/uniform.h"

struct uniform_env {
	const struct module *m; /* may be NULL: then no variable is known */
	const struct func *f;
	struct uniform_shape shape;
	const struct uniform_value *reg;
	struct uniform_value carry; /* the carry flag */
	bool own_params; /* .param space holds the kernel's parameters and nothing else */
};

/* The value that every destination of the instruction gets if its guard holds;
 * VALUE_UNKNOWN if an operand is not known yet. */
struct uniform_value uniform_eval(const struct uniform_env *e, const struct inst *in);
/* The value of an operand read at `width` bits. */
struct uniform_value uniform_operand(const struct uniform_env *e, const struct operand *o,
                                     u32 width);
/* The meet of both: the value of a register that was written either way. */
struct uniform_value uniform_meet(struct uniform_value a, struct uniform_value b);
/* Uniform if all operands that the instruction reads are. */
struct uniform_value uniform_all(const struct uniform_env *e, const struct inst *in);
