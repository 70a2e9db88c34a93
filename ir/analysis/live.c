/* live.c - live intervals, by walking back from the uses of one register at a time.
 * Most registers are written and read inside one block and need no walk. For the others
 * the blocks where the register is read before it is written, and those where it is
 * written, are listed; the walk goes from the former over predecessors until the latter.
 * No set per block is ever kept, so memory is linear. If a function's walks come to many
 * times its size, the registers left get the interval of their mentions, widened to the
 * outermost loops at its two ends, which covers every place they can be live at: a path
 * that leaves the interval must come back by a loop's back edge, and that loop, being
 * contiguous in the layout, reaches over the interval's end. That also covers what the
 * lanes of a warp hold for each other.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/live.h"

#include "ir/isa/regs.h"

enum { STEPS_PER_INST = 16, STEPS_FREE = 1 << 16 };

struct walk {
	const struct module *m;
	const struct func *f;
	const struct cfg *c;
	struct live *l;
	u32 block, pos; /* of the instruction at hand */
	bool is_reached;
	bool kills;         /* the instruction at hand does */
	bool collect;       /* second scan: fill the lists */
	u32 *killed_in;     /* per register: 1 + the last block that wrote it whatever the
	                       guard */
	u32 *read_in;       /* per register: 1 + the last block that read it before */
	u32 *nread, *nkill; /* per register: length of the lists, then the place of their
	                       next entry */
	u32 *read, *kill;   /* the lists: blocks */
	u32 *def_pos, *def_block; /* per register: first write in the layout */
	u8 *is_param;
	/* the walk */
	u32 *live_mark, *kill_mark; /* per block: 1 + register */
	u32 *work;
	u64 budget;
};

/* ---- scan of the instructions ------------------------------------------------------ */

static void extend(struct walk *w, u32 reg, u32 pos) {
	struct live_interval *i = &w->l->interval[reg];
	i->first = MIN(i->first, pos);
	i->last = MAX(i->last, pos);
}

static void note_read(struct walk *w, u32 reg) {
	extend(w, reg, w->pos);
	if (!w->is_reached || w->killed_in[reg] == w->block + 1 ||
	    w->read_in[reg] == w->block + 1)
		return;
	w->read_in[reg] = w->block + 1;
	bits_set(w->l->crosses, reg);
	if (w->collect)
		w->read[w->nread[reg]] = w->block;
	w->nread[reg]++;
}

static void note_write(struct walk *w, u32 reg) {
	extend(w, reg, w->pos);
	if (w->is_reached && w->def_pos[reg] > w->pos) {
		w->def_pos[reg] = w->pos;
		w->def_block[reg] = w->block;
	}
	if (!w->is_reached || !w->kills || w->killed_in[reg] == w->block + 1)
		return;
	w->killed_in[reg] = w->block + 1;
	if (!bits_has(w->l->crosses, reg) && w->collect)
		return;
	if (w->collect)
		w->kill[w->nkill[reg]] = w->block;
	w->nkill[reg]++;
}

static void note_reg(void *ctx, u32 reg, enum reg_role role) {
	struct walk *w = ctx;
	if (role != REG_WRITTEN)
		note_read(w, reg);
	if (role != REG_READ)
		note_write(w, reg);
}

/* The function's end reads the registers of its results. */
static void note_results(struct walk *w) {
	for (u32 i = 0; w->m && i < w->f->nret; i++) {
		const struct var *v = &w->m->var[w->f->ret[i]];
		if (v->is_reg)
			note_read(w, v->reg);
	}
}

static void scan_block(struct walk *w, u32 b) {
	const struct block *bl = &w->f->block[b];
	w->block = b;
	w->is_reached = cfg_is_reached(w->c, b);
	for (u32 i = 0; i < bl->ninst; i++) {
		const struct inst *in = &w->f->inst[bl->first + i];
		w->pos = w->c->inst_pos[b] + i;
		w->kills = inst_kills(in) && !row_info(in->row)->any_words;
		inst_each_reg(w->f, in, note_reg, w);
		if (in->row == ROW_RET)
			note_results(w);
	}
	if (!bl->nsucc)
		note_results(w);
}

static void scan(struct walk *w) {
	memset(w->killed_in, 0, w->f->nreg * sizeof(u32));
	memset(w->read_in, 0, w->f->nreg * sizeof(u32));
	for (u32 i = 0; i < w->f->nblock; i++)
		scan_block(w, w->c->order[i]);
}

/* Turns the lengths into places of the lists and collects; afterwards nread[r], nkill[r]
 * are the ends of r's lists, which start where those of r - 1 end. */
static void collect_lists(struct walk *w, struct arena *scratch) {
	u32 nread = 0, nkill = 0;
	for (u32 r = 0; r < w->f->nreg; r++) {
		bool crosses = bits_has(w->l->crosses, r);
		u32 n = crosses ? w->nread[r] : 0, k = crosses ? w->nkill[r] : 0;
		w->nread[r] = nread;
		w->nkill[r] = nkill;
		nread += n;
		nkill += k;
	}
	w->read = arena_array_raw(scratch, u32, nread);
	w->kill = arena_array_raw(scratch, u32, nkill);
	w->collect = true;
	scan(w);
}

/* ---- walks ------------------------------------------------------------------------- */

static u32 block_end(const struct walk *w, u32 b) {
	u32 n = w->f->block[b].ninst;
	return w->c->inst_pos[b] + (n ? n - 1 : 0);
}

static u32 loop_end(const struct walk *w, const struct loop *l) {
	return block_end(w, w->c->order[l->first + l->n - 1]);
}

static void hold(struct walk *w, u32 reg, u32 pos) {
	struct live_interval *i = &w->l->warp[reg];
	i->first = MIN(i->first, pos);
	i->last = MAX(i->last, pos);
}

/* For a register that is live at the start of a loop: lanes that are back at its header
 * keep it until the last lane has ended the round. */
static void hold_at_header(struct walk *w, u32 reg, u32 block) {
	if (cfg_is_header(w->c, block))
		hold(w, reg, loop_end(w, &w->c->loop[w->c->loop_of[block]]));
}

/* For a register that is live from block p to block b: lanes that have left loops on this
 * edge keep it while others are anywhere in them. */
static void hold_after(struct walk *w, u32 reg, u32 p, u32 b) {
	for (u32 l = w->c->loop_of[p]; l != NO_LOOP; l = w->c->loop[l].parent) {
		if (cfg_loop_has(w->c, l, b))
			break;
		bits_set(w->l->held, reg);
		hold(w, reg, w->c->inst_pos[w->c->order[w->c->loop[l].first]]);
		hold(w, reg, loop_end(w, &w->c->loop[l]));
	}
}

static void walk_reg(struct walk *w, u32 reg) {
	u32 n = 0;
	for (u32 i = reg ? w->nkill[reg - 1] : 0; i < w->nkill[reg]; i++)
		w->kill_mark[w->kill[i]] = reg + 1;
	for (u32 i = reg ? w->nread[reg - 1] : 0; i < w->nread[reg]; i++) {
		w->live_mark[w->read[i]] = reg + 1;
		w->work[n++] = w->read[i];
	}
	while (n) {
		u32 b = w->work[--n];
		const struct block *bl = &w->f->block[b];
		extend(w, reg, w->c->inst_pos[b]);
		hold_at_header(w, reg, b);
		w->budget -= MIN(w->budget, bl->npred + 1);
		for (u32 i = 0; i < bl->npred; i++) {
			u32 p = bl->pred[i];
			if (!cfg_is_reached(w->c, p))
				continue;
			extend(w, reg, block_end(w, p));
			hold_after(w, reg, p, b);
			if (w->kill_mark[p] == reg + 1 || w->live_mark[p] == reg + 1)
				continue;
			w->live_mark[p] = reg + 1;
			w->work[n++] = p;
		}
	}
}

static const struct loop *outermost_loop(const struct cfg *c, u32 block) {
	u32 l = c->loop_of[block];
	return l == NO_LOOP ? NULL : &c->loop[c->loop[l].outermost];
}

static u32 block_at(const struct walk *w, u32 pos) {
	u32 low = 0, high = w->f->nblock - 1;
	while (low < high) {
		u32 mid = low + (high - low + 1) / 2;
		if (w->c->inst_pos[w->c->order[mid]] <= pos)
			low = mid;
		else
			high = mid - 1;
	}
	return w->c->order[low];
}

/* The interval without a walk. */
static void widen(struct walk *w, u32 reg) {
	struct live_interval *i = &w->l->interval[reg];
	const struct loop *first = outermost_loop(w->c, block_at(w, i->first));
	const struct loop *last = outermost_loop(w->c, block_at(w, i->last));
	w->l->is_approximate = true;
	bits_set(w->l->held, reg);
	if (w->c->is_irreducible) {
		*i = (struct live_interval){0, w->f->ninst - 1};
		return;
	}
	if (first)
		extend(w, reg, w->c->inst_pos[w->c->order[first->first]]);
	if (last)
		extend(w, reg, block_end(w, w->c->order[last->first + last->n - 1]));
}

/* A register that is read before any write on some path looks live from the entry on.
 * There is nothing to keep before its first write, or before the outermost loop around
 * that. */
static void trim_undefined(struct walk *w, u32 reg, u32 first_mention) {
	struct live_interval *i = &w->l->interval[reg];
	if (w->live_mark[0] != reg + 1 || w->is_param[reg] || w->c->is_irreducible ||
	    w->def_pos[reg] == UINT32_MAX)
		return;
	const struct loop *loop = outermost_loop(w->c, w->def_block[reg]);
	u32 first = loop ? w->c->inst_pos[w->c->order[loop->first]] : w->def_pos[reg];
	i->first = MIN(first, first_mention);
	bits_set(w->l->unwritten, reg);
}

static void walk_all(struct walk *w) {
	bits_each (reg, w->l->crosses) {
		u32 first_mention = w->l->interval[reg].first;
		if (w->budget) {
			walk_reg(w, reg);
			trim_undefined(w, reg, first_mention);
		} else {
			widen(w, reg);
		}
	}
}

/* ---- all of it --------------------------------------------------------------------- */

static void mark_params(struct walk *w) {
	for (u32 i = 0; w->m && i < w->f->nparam; i++) {
		const struct var *v = &w->m->var[w->f->param[i]];
		if (!v->is_reg)
			continue;
		w->is_param[v->reg] = 1;
		extend(w, v->reg, 0);
	}
}

static void walk_init(struct walk *w, struct arena *scratch) {
	u32 nreg = w->f->nreg, nblock = w->f->nblock;
	w->killed_in = arena_array(scratch, u32, nreg);
	w->read_in = arena_array(scratch, u32, nreg);
	w->nread = arena_array(scratch, u32, nreg);
	w->nkill = arena_array(scratch, u32, nreg);
	w->def_pos = arena_array_raw(scratch, u32, nreg);
	memset(w->def_pos, 0xff, nreg * sizeof(u32));
	w->def_block = arena_array(scratch, u32, nreg);
	w->is_param = arena_array(scratch, u8, nreg);
	w->live_mark = arena_array(scratch, u32, nblock);
	w->kill_mark = arena_array(scratch, u32, nblock);
	w->work = arena_array_raw(scratch, u32, nblock);
}

struct live *live_build(const struct module *m, struct func *f) {
	return live_build_within(
		m, f, (u64)STEPS_PER_INST * (f->ninst + f->nblock) + STEPS_FREE);
}

struct live *live_build_within(const struct module *m, struct func *f, u64 steps) {
	if (f->live)
		return f->live;
	struct live *l = arena_new(f->arena, struct live);
	f->live = l;
	l->interval = arena_array_raw(f->arena, struct live_interval, f->nreg);
	l->warp = arena_array_raw(f->arena, struct live_interval, f->nreg);
	for (u32 r = 0; r < f->nreg; r++)
		l->interval[r] = l->warp[r] = (struct live_interval){UINT32_MAX, 0};
	l->crosses = bits_new(f->arena, f->nreg);
	l->held = bits_new(f->arena, f->nreg);
	l->unwritten = bits_new(f->arena, f->nreg);
	if (!f->nblock)
		return l;
	struct arena scratch = ARENA_INIT;
	struct walk w = {.m = m, .f = f, .c = cfg_build(f), .l = l, .budget = steps};
	walk_init(&w, &scratch);
	mark_params(&w);
	scan(&w);
	collect_lists(&w, &scratch);
	walk_all(&w);
	for (u32 r = 0; r < f->nreg; r++)
		if (live_is_used(l, r)) {
			hold(&w, r, l->interval[r].first);
			hold(&w, r, l->interval[r].last);
		}
	arena_drop(&scratch);
	return l;
}

struct first_use {
	u32 reg;
	bool is_read, is_written;
};

static void see_first_use(void *ctx, u32 reg, enum reg_role role) {
	struct first_use *u = ctx;
	if (reg != u->reg)
		return;
	u->is_read |= role != REG_WRITTEN;
	u->is_written |= role != REG_READ;
}

bool live_at_entry(const struct live *l, const struct func *f, u32 reg) {
	if (!f->nblock || !f->cfg->nreach)
		return false;
	const struct block *b = &f->block[f->cfg->order[0]];
	if (!live_at_start(l, f->cfg, f->cfg->order[0], reg))
		return false;
	if (!b->ninst || !inst_kills(&f->inst[b->first]))
		return true;
	struct first_use u = {.reg = reg};
	inst_each_reg(f, &f->inst[b->first], see_first_use, &u);
	return u.is_read || !u.is_written;
}
