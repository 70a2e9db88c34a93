/* dead.c - instructions whose results nothing reads.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/dead.h"

#include "ir/isa/regs.h"

struct walk {
	u32 block;          /* at hand, counted from 1 */
	u32 *written_in;    /* per register: the last block that wrote it for all lanes */
	u8 *crosses;        /* per register: some block reads it before it writes it */
	u32 *read, *unread; /* per register: the block in which, from here on, it is read
	                       first or written first */
	bool kills, is_read;
};

static void note_crossing(void *ctx, u32 reg, enum reg_role role) {
	struct walk *w = ctx;
	if (role != REG_WRITTEN && w->written_in[reg] != w->block)
		w->crosses[reg] = 1;
	if (role != REG_READ && w->kills)
		w->written_in[reg] = w->block;
}

/* The end of the function reads registers that are its results. */
static void note_results(struct walk *w, const struct module *m, const struct func *f) {
	for (u32 i = 0; i < f->nret; i++)
		if (m->var[f->ret[i]].is_reg)
			w->crosses[m->var[f->ret[i]].reg] = 1;
}

static bool is_read_later(const struct walk *w, u32 reg) {
	return w->read[reg] == w->block ||
	       (w->unread[reg] != w->block && w->crosses[reg]);
}

static void note_result(void *ctx, u32 reg, enum reg_role role) {
	struct walk *w = ctx;
	if (role != REG_READ && is_read_later(w, reg))
		w->is_read = true;
}

static void note_write(void *ctx, u32 reg, enum reg_role role) {
	struct walk *w = ctx;
	if (role == REG_WRITTEN && w->kills) {
		w->unread[reg] = w->block;
		w->read[reg] = 0;
	}
}

static void note_read(void *ctx, u32 reg, enum reg_role role) {
	struct walk *w = ctx;
	if (role != REG_WRITTEN)
		w->read[reg] = w->block;
}

static bool is_pure(const struct inst *in) {
	const struct row_info *r = row_info(in->row);
	return r->table == 0 && !r->any_words &&
	       !(r->props & (PROP_CC_IN | PROP_CC_OUT | PROP_TRAP | PROP_UNSUPPORTED));
}

static bool visit(struct walk *w, const struct func *f, const struct inst *in) {
	w->is_read = false;
	inst_each_reg(f, in, note_result, w);
	if (!w->is_read && is_pure(in))
		return true;
	w->kills = inst_kills(in);
	inst_each_reg(f, in, note_write, w);
	inst_each_reg(f, in, note_read, w);
	return false;
}

bool *dead_insts(struct arena *a, const struct module *m, const struct func *f) {
	struct walk w = {.written_in = arena_array(a, u32, f->nreg),
	                 .crosses = arena_array(a, u8, f->nreg),
	                 .read = arena_array(a, u32, f->nreg),
	                 .unread = arena_array(a, u32, f->nreg)};
	bool *dead = arena_array(a, bool, f->ninst), any = false;
	for (u32 b = 0; b < f->nblock; b++) {
		w.block = b + 1;
		for (u32 i = 0; i < f->block[b].ninst; i++) {
			const struct inst *in = &f->inst[f->block[b].first + i];
			w.kills = inst_kills(in);
			inst_each_reg(f, in, note_crossing, &w);
		}
	}
	note_results(&w, m, f);
	for (u32 b = 0; b < f->nblock; b++) {
		w.block = b + 1;
		for (u32 i = f->block[b].ninst; i-- > 0;) {
			u32 at = f->block[b].first + i;
			dead[at] = visit(&w, f, &f->inst[at]);
			any |= dead[at];
		}
	}
	return any ? dead : NULL;
}
