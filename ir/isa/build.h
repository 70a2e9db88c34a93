/* build.h - makes functions; the only way to append an instruction. Blocks form as
 * instructions come: a label, or the instruction after one that ends a block, starts the
 * next block. Lists grow in a scratch arena and are copied, exactly as long as they are,
 * into the module's arena by ir_build_end.
 *
 *     ir_build_begin(&b, m, f, &scratch);
 *     u32 r = ir_reg_new(&b, name, TYPE_U32);
 *     struct inst *in = ir_inst_new(&b, ROW_ADD, 0, types, (struct operand[]){...}, 3);
 *     ir_build_end(&b);
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/map.h"
#include "ir/isa/inst.h"

VEC_TYPE(regs, struct reg);
VEC_TYPE(blocks, struct block);
VEC_TYPE(insts, struct inst);
VEC_TYPE(operands, struct operand);
VEC_TYPE(lines, struct line_info);
VEC_TYPE(targets_list, struct targets);
VEC_TYPE(strs, struct str *);
VEC_TYPE(u32s, u32);
VEC_TYPE(more_labels, struct more_label);

struct ir_builder {
	struct module *m;
	struct func *f;
	struct arena *scratch;
	struct regs reg;
	struct blocks block;
	struct insts inst;
	struct operands operand; /* vector elements */
	struct lines line;
	struct map line_at; /* place -> the last line with it */
	struct targets_list targets;
	struct strs text, pragma;
	struct u32s pragma_at, var;
	struct more_labels more_label;
	u32 cur_line;    /* goes into every instruction */
	bool block_open; /* the next instruction belongs to the last block */
};

void ir_build_begin(struct ir_builder *b, struct module *m, struct func *f,
                    struct arena *scratch);
/* Adds `ret` if control could fall off the end, counts what traps, fills func. */
void ir_build_end(struct ir_builder *b);

u32 ir_reg_new(struct ir_builder *b, struct str *name, enum type type);
/* Starts a block, or gives the label to the last one if that is still empty. Returns its
 * index. */
u32 ir_block_new(struct ir_builder *b, struct str *label);
/* Copies `n` operands as elements of a vector, pair or list; returns the index of the
 * first. */
u32 ir_elements_new(struct ir_builder *b, const struct operand *elem, u32 n);
/* Appends an instruction; operands are copied, trailing OPR_NONE dropped. `type` may be
 * NULL. The pointer lives until the next call. */
struct inst *ir_inst_new(struct ir_builder *b, enum row row, u64 mods, const u8 *type,
                         const struct operand *operand, u32 noperand);
/* Keeps a text; returns the index that rows with any_words carry in mods. */
u32 ir_text_new(struct ir_builder *b, struct str *text);
