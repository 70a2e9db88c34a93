/* resolve_bulk.c - operands that are written otherwise than they stand in the IR: the constants behind a product
 * of a warpgroup are one operand there.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/resolve.h"

const struct ast_inst *constants_fold(struct resolver *r, const struct ast_inst *in,
                                      u32 first) {
	struct ast_inst *out;
	struct ast_operand *list;
	if (in->noperand <= first)
		return in;
	out = arena_new(&r->scratch, struct ast_inst);
	*out = *in;
	out->operand = arena_array(&r->scratch, struct ast_operand, first + 1);
	memcpy(out->operand, in->operand, first * sizeof(*out->operand));
	list = &in->operand[first];
	out->operand[first] = (struct ast_operand){.kind = AST_VEC,
	                                           .n = in->noperand - first,
	                                           .loc = list->loc,
	                                           .list = list};
	out->noperand = first + 1;
	return out;
}
