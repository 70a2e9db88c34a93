/* build.c - see build.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/isa/build.h"

/* Most instructions of a block: analyses and backends work block by block, and some of
 * their steps take more than linear time in them. */
enum { BLOCK_MOST = 1000 };

void ir_build_begin(struct ir_builder *b, struct module *m, struct func *f,
                    struct arena *scratch) {
	*b = (struct ir_builder){
		.m = m, .f = f, .scratch = scratch, .line_at = MAP_INIT(scratch)};
	vec_push(scratch, &b->line, (struct line_info){0}); /* index 0 is "none" */
}

u32 ir_reg_new(struct ir_builder *b, struct str *name, enum type type) {
	vec_push_over(b->scratch, &b->reg, (struct reg){.name = name, .type = (u8)type});
	return b->reg.n - 1;
}

u32 ir_block_new(struct ir_builder *b, struct str *label) {
	if (b->block_open && vec_last(&b->block).ninst == 0) {
		struct block *last = &vec_last(&b->block);
		if (label && last->label)
			vec_push(b->scratch, &b->more_label,
			         (struct more_label){label, b->block.n - 1});
		else if (label)
			last->label = label;
		return b->block.n - 1;
	}
	vec_push(b->scratch, &b->block,
	         (struct block){.label = label, .first = b->inst.n});
	b->block_open = true;
	return b->block.n - 1;
}

u32 ir_elements_new(struct ir_builder *b, const struct operand *elem, u32 n) {
	u32 first = b->operand.n;
	for (u32 i = 0; i < n; i++)
		vec_push(b->scratch, &b->operand, elem[i]);
	return first;
}

u32 ir_text_new(struct ir_builder *b, struct str *text) {
	vec_push(b->scratch, &b->text, text);
	return b->text.n - 1;
}

struct inst *ir_inst_new(struct ir_builder *b, enum row row, u64 mods, const u8 *type,
                         const struct operand *operand, u32 noperand) {
	const struct row_info *info = row_info(row);
	assert(info->id && (info->any_words || noperand <= ROW_OPERANDS));
	while (noperand && operand[noperand - 1].kind == OPR_NONE)
		noperand--;
	if (!b->block_open)
		ir_block_new(b, NULL);
	struct inst in = {
		.row = (u16)row,
		.noperand = (u8)noperand,
		.guard = NO_REG,
		.line = b->cur_line,
		.mods = mods,
	};
	if (type)
		memcpy(in.type, type, sizeof(in.type));
	if (noperand)
		in.operand = arena_copy(b->scratch, operand, noperand * sizeof(*operand),
		                        _Alignof(struct operand));
	vec_push_over(b->scratch, &b->inst, in);
	vec_last(&b->block).ninst++;
	b->block_open = !(info->props & PROP_TERM) &&
	                vec_last(&b->block).ninst < BLOCK_MOST;
	return &vec_last(&b->inst);
}

/* Checks whether control may pass the last instruction: it is no terminator, or it is
 * guarded. */
static bool end_is_open(const struct ir_builder *b) {
	if (!b->inst.n || vec_last(&b->block).ninst == 0)
		return true;
	const struct inst *last = &vec_last(&b->inst);
	return !(row_info(last->row)->props & PROP_TERM) || last->guard != NO_REG;
}

/* What the function had before its text was made anew is given back. */
#define KEEP(list, to, count)                                                  \
	(arena_give(b->f->arena, b->f->to, b->f->count * sizeof(*b->f->to)),   \
	 b->f->count = b->list.n,                                              \
	 b->f->to = b->list.n ? arena_copy(b->m->arena, b->list.at,            \
	                                   b->list.n * sizeof(*b->list.at), 8) \
	                      : NULL)

/* The operands of all instructions lie together. */
static void keep_operands(struct ir_builder *b) {
	struct func *f = b->f;
	arena_give(f->arena, f->inst_operand, f->ninst_operand * sizeof(struct operand));
	u32 n = 0;
	for (u32 i = 0; i < b->inst.n; i++)
		n += b->inst.at[i].noperand;
	struct operand *to = arena_array_raw(b->m->arena, struct operand, n);
	f->inst_operand = to;
	f->ninst_operand = n;
	for (u32 i = 0; i < b->inst.n; i++) {
		struct inst *in = &b->inst.at[i];
		if (!in->noperand)
			continue;
		memcpy(to, in->operand, in->noperand * sizeof *to);
		in->operand = to;
		to += in->noperand;
	}
}

void ir_build_end(struct ir_builder *b) {
	if (end_is_open(b))
		ir_inst_new(b, ROW_RET, 0, NULL, NULL, 0);
	for (u32 i = 0; i < b->inst.n; i++)
		b->f->ninvalid += b->inst.at[i].row == ROW_INVALID;
	b->f->arena = b->m->arena;
	keep_operands(b);
	KEEP(reg, reg, nreg);
	KEEP(block, block, nblock);
	KEEP(inst, inst, ninst);
	KEEP(operand, operand, noperand);
	KEEP(line, line, nline);
	KEEP(targets, targets, ntargets);
	KEEP(text, text, ntext);
	KEEP(more_label, more_label, nmore_label);
	KEEP(pragma_at, pragma_at, npragma);
	KEEP(pragma, pragma, npragma);
	KEEP(var, var, nvar);
}
