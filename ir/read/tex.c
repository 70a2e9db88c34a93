/* tex.c - the brackets of texture and surface instructions. In the text they hold a
 * texture, perhaps a sampler, and coordinates; in the IR these are three operands, so
 * that later stages need not know brackets. Memory is never sparse here: a texel that is
 * read is always resident.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/resolve.h"

enum { EXTRA = 2 }; /* operands that brackets add */

/* Makes a coordinate without braces a vector of one; vectors stay as they are. */
static struct ast_operand vector_of(struct resolver *r, const struct ast_operand *a) {
	struct bind *b = a->kind == AST_NAME ? name_find(r, a->name) : NULL;
	if (a->kind == AST_VEC || (b && b->kind == BIND_VREG))
		return *a;
	return (struct ast_operand){
		.kind = AST_VEC, .n = 1, .loc = a->loc, .list = (struct ast_operand *)a};
}

/* A vector of one register is that register, where values are meant. */
static struct ast_operand value_of(const struct ast_operand *a) {
	return a->kind == AST_VEC && a->n == 1 ? a->list[0] : *a;
}

const struct ast_inst *tex_expand(struct resolver *r, const struct ast_inst *in,
                                  const struct ast_operand **resident) {
	struct ast_inst *out = arena_new(&r->scratch, struct ast_inst);
	u32 n = 0;
	*resident = NULL;
	*out = *in;
	out->operand = arena_array(&r->scratch, struct ast_operand, in->noperand + EXTRA);
	for (u32 i = 0; i < in->noperand; i++) {
		const struct ast_operand *a = &in->operand[i];
		bool is_texture = a->kind == AST_ADDR && (a->n == 2 || a->n == 3) &&
		                  n + 3 <= i + 1 + EXTRA;
		if (is_texture) {
			out->operand[n++] = a->list[0];
			out->operand[n++] = a->n == 3 ? a->list[1]
			                              : (struct ast_operand){
								.kind = AST_INT,
								.loc = a->loc};
			out->operand[n++] = vector_of(r, &a->list[a->n - 1]);
		} else if (i == 0 && a->kind == AST_PAIR && a->n == 2 &&
		           a->list[0].kind == AST_VEC) {
			*resident = &a->list[1];
			out->operand[n++] = a->list[0];
		} else {
			out->operand[n++] = value_of(a);
		}
	}
	out->noperand = n;
	return out;
}

void tex_finish(struct resolver *r, const struct cand *c, struct operand *out) {
	const struct row_info *info = row_info((enum row)c->row);
	for (u32 i = 0; i < info->nopr; i++) {
		if (!strchr("JE", info->opr[i].letter) || out[i].kind == OPR_NONE ||
		    out[i].kind == OPR_VEC)
			continue;
		struct operand one = out[i];
		out[i] = (struct operand){.kind = OPR_VEC,
		                          .n = 1,
		                          .index = ir_elements_new(&r->b, &one, 1)};
	}
}
