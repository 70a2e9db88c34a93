/* dead_code.c - finds instructions whose results are never read. Most compilers leave
 * none or few, but some leave many (generated code, -O0). LLVM would remove them, too;
 * not emitting them takes less time.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/dead_code.h"
#include "backend/llvm/alu/alu.h"

/* A walk over a block from its end to its start. */
struct walk {
	struct fn *c;
	/* per register: 1 + the block in which an instruction after this place reads its
	 * value */
	u32 *reader;
	u32 block;
	/* of the instruction: some result is read; it writes in all lanes */
	bool is_read, is_whole;
};

static void see_dest(void *ctx, u32 reg, enum reg_role role) {
	struct walk *w = ctx;
	if (role == REG_READ)
		return;
	w->is_read |= bits_has(w->c->live->crosses, reg) ||
	              w->reader[reg] == 1 + w->block;
	if (w->is_whole)
		w->reader[reg] = 0;
}

static void see_source(void *ctx, u32 reg, enum reg_role role) {
	struct walk *w = ctx;
	if (role != REG_WRITTEN)
		w->reader[reg] = 1 + w->block;
}

static bool sets_registers_only(const struct inst *in) {
	const struct row_info *r = row_info(in->row);
	return r->table == 0 && jit_alu_has(in->row, in->type) &&
	       !(r->props & (PROP_CC_OUT | PROP_TRAP));
}

void jit_find_dead_code(struct fn *c) {
	struct walk w = {.c = c};
	c->facts.is_dead = arena_array(c->a, bool, c->f->ninst + 1);
	w.reader = arena_array(c->a, u32, c->f->nreg + 1);
	for (u32 b = 0; b < c->f->nblock; b++) {
		const struct block *blk = &c->f->block[b];
		w.block = b;
		/* results in registers: the caller reads them */
		for (u32 k = 0; k < c->f->nret; k++) {
			const struct var *v = &c->m->var[c->f->ret[k]];
			if (v->is_reg)
				w.reader[v->reg] = 1 + b;
		}
		for (u32 i = blk->first + blk->ninst; i-- > blk->first;) {
			const struct inst *in = &c->f->inst[i];
			w.is_read = false;
			w.is_whole = in->guard == NO_REG;
			inst_each_reg(c->f, in, see_dest, &w);
			c->facts.is_dead[i] = !w.is_read && sets_registers_only(in);
			if (!c->facts.is_dead[i])
				inst_each_reg(c->f, in, see_source, &w);
		}
	}
}
