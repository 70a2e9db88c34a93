/* compiled_verify.c - see compiled_verify.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/compiled_verify.h"

#include "backend/machine/compiled.h"
#include "ir/analysis/live.h"
#include "ir/isa/regs.h"

struct shadow {
	const struct warp *w;
	const struct frame *frame; /* of which the registers below are the other set */
	u8 *regs;
	u32 size;
	u32 cc; /* carry flags */
	struct exact *exact;
};

static struct shadow *shadow_of(struct worker *wk, u32 size) {
	if (!wk->shadow)
		wk->shadow = arena_new(&wk->arena, struct shadow);
	if (wk->shadow->size < size) {
		wk->shadow->regs = arena_alloc(&wk->arena, size, 64);
		wk->shadow->size = size;
	}
	return wk->shadow;
}

void verify_begin(struct warp *w, u32 live) {
	const struct dfunc *f = w->frame->func;
	struct shadow *s = shadow_of(w->worker, f->frame_bytes);
	s->w = w;
	s->frame = w->frame;
	s->cc = w->cc;
	memcpy(s->regs, w->frame->regs, f->frame_bytes);
	compiled_spread_regs(w, s->regs, live);
}

/* ---- instructions ------------------------------------------------------------------ */

static u32 guarded(const struct warp *w, const struct dinst *d, u32 mask) {
	return d->guard == REF_NONE ? mask
	                            : mask & (warp_pred(w, d->guard) ^ d->guard_xor);
}

static struct shadow *expect(struct warp *w) {
	struct shadow *s = w->worker->shadow;
	if (!s || s->w != w || s->frame != w->frame)
		bug("compiled code of '%s' runs a warp that it has not taken over",
		    w->frame->func->func->name->s);
	return s;
}

void verify_pure(struct warp *w, u32 pc, u32 n, u32 mask) {
	struct shadow *s = expect(w);
	u8 *regs = w->base[BASE_FRAME];
	u32 cc = w->cc;
	struct compiled_cta *k = compiled_cta(w->cta);
	if (k->lean && !k->has_page) { /* symbols are read from it */
		cta_fill_page(w->cta);
		k->has_page = true;
	}
	w->base[BASE_FRAME] = s->regs;
	w->cc = s->cc;
	for (const struct dinst *d = w->frame->func->code + pc, *end = d + n; d < end;
	     d++) {
		u32 lanes = guarded(w, d, mask);
		if (lanes)
			d->exec(w, d, lanes);
	}
	s->cc = w->cc;
	w->cc = cc;
	w->base[BASE_FRAME] = regs;
}

struct seen {
	struct shadow *s;
	const struct warp *w;
	u32 mask;
};

static void copy_lane(u8 *to, const u8 *from, u32 bits, u32 lane) {
	if (bits == 1) {
		u32 *a = (u32 *)to, b = *(const u32 *)from;
		*a = (*a & ~(1u << lane)) | (b & 1u << lane);
		return;
	}
	memcpy(to + lane * bits / 8, from + lane * bits / 8, bits / 8);
}

static void copy_dest(void *ctx, u32 reg, enum reg_role role) {
	struct seen *v = ctx;
	const struct dfunc *f = v->w->frame->func;
	if (role == REG_READ || f->reg[reg] == REF_NONE)
		return;
	u32 off = REF_OFF(f->reg[reg]);
	mask_each (l, v->mask)
		copy_lane(v->s->regs + off, v->w->frame->regs + off, f->reg_bits[reg], l);
}

void verify_seen(struct warp *w, u32 index, u32 mask) {
	struct shadow *s = expect(w);
	const struct dfunc *f = w->frame->func;
	const struct inst *in = &f->func->inst[index];
	if (in->guard != NO_REG) {
		u32 holds = *(const u32 *)(s->regs + REF_OFF(f->reg[in->guard]));
		mask &= in->guard_negated ? ~holds : holds;
	}
	struct seen v = {s, w, mask};
	s->cc = w->cc;
	inst_each_reg(f->func, in, copy_dest, &v);
}

/* ---- comparing --------------------------------------------------------------------- */

static bool same_lane(const u8 *a, const u8 *b, u32 bits, u32 lane) {
	if (bits == 1)
		return !((*(const u32 *)a ^ *(const u32 *)b) & 1u << lane);
	return memcmp(a + lane * bits / 8, b + lane * bits / 8, bits / 8) == 0;
}

static u64 word(const u8 *a, u32 bits, u32 lane) {
	u64 v = 0;
	if (bits == 1)
		return *(const u32 *)a >> lane & 1;
	memcpy(&v, a + lane * bits / 8, MIN(bits / 8, 8u));
	return v;
}

static void compare(struct warp *w, u32 reg, u32 mask, const struct dinst *at) {
	const struct shadow *s = w->worker->shadow;
	const struct dfunc *f = w->frame->func;
	u32 off = REF_OFF(f->reg[reg]), bits = f->reg_bits[reg];
	const u8 *have = w->frame->regs + off, *want = s->regs + off;
	mask_each (l, mask)
		if (!same_lane(have, want, bits, l))
			bug("'%s', warp %u, lane %u, register %s at instruction %ld: "
			    "compiled code has 0x%llx, the interpreter 0x%llx",
			    f->func->name->s, w->id, l, f->func->reg[reg].name->s,
			    (long)(at - f->code), (unsigned long long)word(have, bits, l),
			    (unsigned long long)word(want, bits, l));
}

/* ---- what a lane may still read ---------------------------------------------------- */

/* Per block: registers that live at its start; without the holes that intervals have. */
struct exact {
	const struct dfunc *f;
	struct bits *in, now;
	struct exact *next;
};

struct back {
	const struct dfunc *f;
	struct bits now;
	bool kills;
	bool is_wanted; /* a register that the instruction writes is in `now` */
};

static void kill(void *ctx, u32 reg, enum reg_role role) {
	struct back *b = ctx;
	if (role == REG_WRITTEN && b->kills)
		bits_clear(b->now, reg);
}

static void read(void *ctx, u32 reg, enum reg_role role) {
	struct back *b = ctx;
	if (role != REG_WRITTEN)
		bits_set(b->now, reg);
}

static void want(void *ctx, u32 reg, enum reg_role role) {
	struct back *b = ctx;
	b->is_wanted |= role != REG_READ && bits_has(b->now, reg);
}

/* Whether compiled code may leave the instruction out, and keep nothing for it
 * (llvm/flow/dead_code.c): it only computes what is never read. */
static bool is_dead(struct back *b, const struct inst *in) {
	const struct row_info *row = row_info(in->row);
	b->is_wanted = row->table != 0 || row->props & (PROP_CC_OUT | PROP_TRAP);
	inst_each_reg(b->f->func, in, want, b);
	return !b->is_wanted;
}

static void read_results(struct back *b, const struct module *m) {
	const struct func *f = b->f->func;
	for (u32 i = 0; i < f->nret; i++)
		if (m->var[f->ret[i]].is_reg)
			bits_set(b->now, m->var[f->ret[i]].reg);
}

/* Turns the registers that live at the block's end into those that live before its
 * instruction `from`. */
static void walk_back(struct back *b, const struct module *m, u32 block, u32 from) {
	const struct func *f = b->f->func;
	const struct block *blk = &f->block[block];
	if (!blk->nsucc)
		read_results(b, m);
	for (u32 i = blk->first + blk->ninst; i-- > blk->first + from;) {
		const struct inst *in = &f->inst[i];
		if (in->row == ROW_RET)
			read_results(b, m);
		if (is_dead(b, in))
			continue;
		b->kills = inst_kills(in) && !row_info(in->row)->any_words;
		inst_each_reg(f, in, kill, b);
		inst_each_reg(f, in, read, b);
	}
}

static void at_end(struct back *b, const struct exact *e, u32 block) {
	const struct block *blk = &b->f->func->block[block];
	bits_zero(b->now);
	for (u32 i = 0; i < blk->nsucc; i++)
		bits_or(b->now, e->in[blk->succ[i]]);
}

static struct exact *exact_new(struct worker *wk, const struct dfunc *f) {
	struct exact *e = arena_new(&wk->arena, struct exact);
	const struct func *fn = f->func;
	struct back b = {.f = f, .now = bits_new(&wk->arena, fn->nreg)};
	bool changed = true;
	e->f = f;
	e->now = b.now;
	e->in = arena_array(&wk->arena, struct bits, fn->nblock + 1);
	for (u32 i = 0; i < fn->nblock; i++)
		e->in[i] = bits_new(&wk->arena, fn->nreg);
	while (changed) {
		changed = false;
		for (u32 i = fn->nblock; i-- > 0;) {
			at_end(&b, e, i);
			walk_back(&b, wk->dm->image->module, i, 0);
			changed |= bits_or(e->in[i], b.now);
		}
	}
	e->next = wk->shadow->exact;
	return wk->shadow->exact = e;
}

static struct bits live_at(struct warp *w, u32 live) {
	struct worker *wk = w->worker;
	const struct dfunc *f = w->frame->func;
	const struct func *fn = f->func;
	struct exact *e = wk->shadow->exact;
	while (e && e->f != f)
		e = e->next;
	e = e ? e : exact_new(wk, f);
	struct back b = {.f = f, .now = e->now};
	u32 pos = live / 2, block = 0;
	for (u32 i = 0; i < fn->cfg->nreach; i++)
		if (fn->cfg->inst_pos[fn->cfg->order[i]] <= pos)
			block = fn->cfg->order[i];
	at_end(&b, e, block);
	u32 at = pos - fn->cfg->inst_pos[block] + (live & 1);
	walk_back(&b, wk->dm->image->module, block, at);
	b.kills = true;
	if (live & 1) /* it waits, and has not written its results */
		inst_each_reg(fn, &fn->inst[fn->block[block].first + at - 1], kill, &b);
	return b.now;
}

/* Leaves out registers that may be read before they are written: they hold any value. */
static void compare_all(struct warp *w, u32 live, u32 mask, const struct dinst *at) {
	const struct dfunc *f = w->frame->func;
	struct bits now = live_at(w, live);
	bits_each (r, now)
		if (f->reg[r] != REF_NONE && !bits_has(f->func->live->unwritten, r))
			compare(w, r, mask, at);
}

void verify_here(struct warp *w, u32 live) {
	expect(w);
	compare_all(w, live, w->live, w->pc);
}

/* The position of the block that begins at pc; UINT32_MAX: none does. */
static u32 block_at(const struct dfunc *f, const struct dinst *pc) {
	const struct func *fn = f->func;
	for (u32 b = 0; b < fn->nblock; b++)
		if (f->code + f->block_pc[b] == pc && cfg_is_reached(fn->cfg, b))
			return fn->cfg->inst_pos[b];
	return UINT32_MAX;
}

void verify_groups(struct warp *w, u32 live) {
	const struct dfunc *f = w->frame->func;
	u32 all = 0;
	expect(w);
	for (u32 i = 0; i < w->ngroup; i++) {
		const struct group *g = &w->group[i];
		if (all & g->mask)
			bug("'%s': lanes 0x%x are in two groups", f->func->name->s,
			    all & g->mask);
		all |= g->mask;
		u32 pos = block_at(f, g->pc);
		compare_all(w, pos == UINT32_MAX ? live : 2 * pos, g->mask, g->pc);
	}
	if (all != w->live)
		bug("'%s': lanes 0x%x live, 0x%x are in groups", f->func->name->s,
		    w->live, all);
}
