/* tensor.c - operands that the text groups otherwise than the IR: the constants after a
 * wgmma are one operand in the IR, a tensor map and its coordinates are two.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/resolve.h"

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

const struct ast_inst *tensor_expand(struct resolver *r, const struct ast_inst *in) {
	struct ast_inst *out = arena_new(&r->scratch, struct ast_inst);
	u32 n = 0;
	*out = *in;
	out->operand = arena_array(&r->scratch, struct ast_operand, 2 * in->noperand + 1);
	for (u32 i = 0; i < in->noperand; i++) {
		struct ast_operand *to = &out->operand[n++];
		*to = in->operand[i];
		if (to->kind != AST_ADDR || to->n != 2)
			continue;
		to->n = 1;
		out->operand[n++] = to->list[1];
	}
	out->noperand = n;
	return out;
}
