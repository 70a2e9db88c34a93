/* wgmma_products.c - registers and shared memory of a warpgroup's products, from their
 * issue to the wait.
 *
 * The machine has made a product when it is issued, which is one of the orders that PTX
 * allows. Here its results stay marked until wgmma.wait_group says that they are there,
 * and so do the bytes of shared memory that it reads. What stores into registers that a
 * product then uses has to come before a wgmma.fence.
 *
 *     slot.group    the product that writes the register; pending until its group is done
 *     slot.wrote    number of the fence after which another instruction has written it
 *
 * Compilers copy accumulators around products, and ptxas undoes it: so a copy passes both
 * on, and only what computes with a register or stores it is a use; local memory is none.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/hook_check.h"
#include "backend/watch/async_copies.h"

enum touch_kind { TOUCH_USE, TOUCH_COPY, TOUCH_PRODUCT };

struct product_touch {
	exec_fn *exec; /* the function that watch_product replaces */
	u8 kind;
	u32 nsrc, ndst;
	/* Slots, of 4 bytes of the frame each; of a product: A, and the accumulators. */
	const u32 *src, *dst;
};

struct slot {
	u32 group, wrote;
};

/* Registers of a warp. */
struct product_state {
	const struct dfunc *func;
	struct slot *slot;
	u32 fences;    /* executed, in this frame's warp */
	u32 committed; /* groups */
	u32 done;      /* groups that were waited for */
};

/* ---- running ---- */

static struct product_state *state_of(const struct warp *w) {
	struct check_warp *cw = check_warp_of(w);
	const struct dfunc *f = w->frame->func;
	struct product_state *p = cw->product;
	if (!p)
		p = cw->product = arena_new(&w->worker->arena, struct product_state);
	if (p->func != f) {
		p->func = f;
		p->slot = arena_array(&w->worker->arena, struct slot,
		                      f->frame_bytes / 4 + 1);
	}
	return p;
}

void product_start(struct check_warp *cw) {
	struct product_state *p = cw->product;
	if (!p)
		return;
	p->fences = p->committed = p->done = 0;
	if (p->func)
		memset(p->slot, 0, (p->func->frame_bytes / 4 + 1) * sizeof *p->slot);
}

static bool is_pending(const struct product_state *p, u32 slot) {
	return p->slot[slot].group > p->done;
}

static void report(struct warp *w, const struct dinst *d, u32 mask, const char *text) {
	if (mask && check_of(w)->tools & CHECK_RACE)
		finding_text(w, d, (u32)__builtin_ctz(mask), CHECK_RACE, FINDING_ASYNC,
		             "%s", text);
}

static void use(struct warp *w, const struct dinst *d, u32 mask, struct product_state *p,
                const struct product_touch *t) {
	bool read = false, lost = false;
	for (u32 i = 0; i < t->nsrc; i++) {
		read |= is_pending(p, t->src[i]);
		if (is_pending(p, t->src[i])) /* reported once */
			p->slot[t->src[i]].group = 0;
	}
	for (u32 i = 0; i < t->ndst; i++) {
		lost |= is_pending(p, t->dst[i]);
		p->slot[t->dst[i]] = (struct slot){.wrote = p->fences + 1};
	}
	if (read)
		report(w, d, mask,
		       "Use of a register that a warpgroup's product is writing: no "
		       "wgmma.wait_group is between");
	else if (lost)
		report(w, d, mask,
		       "Overwriting of a register that a warpgroup's product is writing: "
		       "no wgmma.wait_group is between");
}

/* Results and sources may differ in number: each result gets the latest of the sources.
 */
static void copy(struct product_state *p, const struct product_touch *t) {
	struct slot s = {0, 0};
	for (u32 i = 0; i < t->nsrc; i++) {
		s.group = MAX(s.group, p->slot[t->src[i]].group);
		s.wrote = MAX(s.wrote, p->slot[t->src[i]].wrote);
	}
	for (u32 i = 0; i < t->ndst; i++)
		p->slot[t->dst[i]] = s;
}

static void product(struct warp *w, const struct dinst *d, u32 mask,
                    struct product_state *p, const struct product_touch *t) {
	bool wrote = false, early = false;
	u32 now = p->fences + 1;
	for (u32 i = 0; i < t->nsrc; i++) {
		wrote |= p->slot[t->src[i]].wrote == now;
		early |= is_pending(p, t->src[i]);
	}
	for (u32 i = 0; i < t->ndst; i++) {
		wrote |= p->slot[t->dst[i]].wrote == now;
		p->slot[t->dst[i]] = (struct slot){.group = p->committed + 1};
	}
	if (!p->fences)
		report(w, d, mask,
		       "Product of a warpgroup without a wgmma.fence before it");
	else if (early)
		report(w, d, mask,
		       "Use of a register that a warpgroup's product is writing: no "
		       "wgmma.wait_group is between");
	else if (wrote)
		report(w, d, mask,
		       "Product of a warpgroup with registers that were written after "
		       "the last wgmma.fence");
}

static enum step watch_product(struct warp *w, const struct dinst *d, u32 mask) {
	const struct product_touch *t = w->frame->func->product[d - w->frame->func->code];
	struct product_state *p = state_of(w);
	const struct dfunc *f = p->func;
	if (t->kind == TOUCH_USE && mask)
		use(w, d, mask, p, t);
	else if (t->kind == TOUCH_COPY && mask)
		copy(p, t);
	enum step step = t->exec(w, d, mask);
	if (t->kind == TOUCH_PRODUCT && step == STEP_NEXT && w->frame->func == f)
		product(w, d, w->mask, p, t);
	return step;
}

static bool after_fence(struct warp *w, const struct dinst *d, u32 mask) {
	(void)d, (void)mask;
	state_of(w)->fences++;
	return true;
}

static bool after_commit(struct warp *w, const struct dinst *d, u32 mask) {
	(void)d, (void)mask;
	state_of(w)->committed++;
	return true;
}

static bool after_wait(struct warp *w, const struct dinst *d, u32 mask) {
	struct product_state *p = state_of(w);
	u32 keep = (u32)d->x->off[0];
	(void)mask;
	p->done = MAX(p->done, p->committed - MIN(p->committed, keep));
	async_products_done(w, p->done);
	return true;
}

u32 product_group(const struct warp *w) {
	return state_of(w)->committed + 1;
}

watch_fn *product_after(const struct dinst *d) {
	switch (d->row) {
	case ROW_WGMMA_FENCE: return after_fence;
	case ROW_WGMMA_COMMIT: return after_commit;
	case ROW_WGMMA_WAIT: return after_wait;
	default: return NULL;
	}
}

/* ---- which instructions touch such registers ---- */

struct marks {
	struct dmodule *dm;
	struct dfunc *f;
	bool *slot;
	bool changed;
};

static bool in_frame(ref r) {
	return r != REF_NONE && REF_BASE(r) == BASE_FRAME;
}

static bool is_product(exec_fn *exec) {
	return exec == exec_wgmma;
}

static bool is_copy(const struct dinst *d, exec_fn *exec) {
	return exec == exec_mov_pack || exec == exec_mov_unpack || exec == exec_mov_vec ||
	       exec == exec_narrow || exec == exec_widen ||
	       (exec == exec_alu && strncmp(row_info(d->row)->mnemonic, "mov", 3) == 0);
}

static void mark(struct marks *m, ref r) {
	if (!in_frame(r) || m->slot[REF_OFF(r) / 4])
		return;
	m->slot[REF_OFF(r) / 4] = true;
	m->changed = true;
}

static bool is_marked(const struct marks *m, ref r) {
	return in_frame(r) && m->slot[REF_OFF(r) / 4];
}

static void mark_all(struct marks *m, const struct vec_operand *v) {
	for (u32 i = 0; v && i < v->n; i++)
		mark(m, v->o[i]);
}

static void mark_inst(struct marks *m, const struct dinst *d, exec_fn *exec) {
	struct watch_operands o;
	bool some = false;
	if (is_product(exec)) {
		mark_all(m, d->x->vec[0]);
		mark_all(m, d->x->vec[1]);
		return;
	}
	if (!is_copy(d, exec))
		return;
	watch_operands_of(d, exec, &o);
	for (u32 i = 0; i < o.nsrc; i++)
		some |= is_marked(m, o.src[i]);
	for (u32 i = 0; i < o.ndst; i++)
		some |= is_marked(m, o.dst[i]);
	for (u32 i = 0; some && i < o.nsrc; i++)
		mark(m, o.src[i]);
	for (u32 i = 0; some && i < o.ndst; i++)
		mark(m, o.dst[i]);
}

static const u32 *slots_of(const struct marks *m, const ref *r, u32 n, u32 *count) {
	u32 *list = arena_array(&m->dm->arena, u32, n + 1);
	*count = 0;
	for (u32 i = 0; i < n; i++)
		if (is_marked(m, r[i]))
			list[(*count)++] = REF_OFF(r[i]) / 4;
	return list;
}

/* Checks whether d spills registers, as compilers do with arrays of accumulators: what
 * becomes of them in local memory is not followed. */
static bool is_spill(const struct dinst *d, exec_fn *exec) {
	return (exec == exec_ld || exec == exec_st) && mem_space(d) == SPACE_LOCAL;
}

static struct product_touch *touch_of(const struct marks *m, const struct dinst *d,
                                      exec_fn *exec) {
	struct product_touch *t = arena_new(&m->dm->arena, struct product_touch);
	if (is_product(exec)) {
		const struct vec_operand *to = d->x->vec[0], *a = d->x->vec[1];
		t->kind = TOUCH_PRODUCT;
		t->src = slots_of(m, a ? a->o : NULL, a ? a->n : 0, &t->nsrc);
		t->dst = slots_of(m, to->o, to->n, &t->ndst);
		return t;
	}
	struct watch_operands o;
	watch_operands_of(d, exec, &o);
	t->kind = is_copy(d, exec) || is_spill(d, exec) ? TOUCH_COPY : TOUCH_USE;
	t->src = slots_of(m, o.src, is_spill(d, exec) ? 0 : o.nsrc, &t->nsrc);
	t->dst = slots_of(m, o.dst, o.ndst, &t->ndst);
	return t->nsrc || t->ndst ? t : NULL;
}

void product_watches(struct dmodule *dm, struct dfunc *f) {
	struct marks m = {.dm = dm, .f = f};
	bool any = false;
	for (u32 i = 0; i < f->ncode; i++)
		any |= is_product(f->watch[i].exec);
	if (!any)
		return;
	m.slot = arena_array(&dm->arena, bool, f->frame_bytes / 4 + 1);
	do {
		m.changed = false;
		for (u32 i = 0; i < f->ncode; i++)
			mark_inst(&m, &f->code[i], f->watch[i].exec);
	} while (m.changed);
	f->product = arena_array(&dm->arena, struct product_touch *, f->ncode);
	for (u32 i = 0; i < f->ncode; i++) {
		struct product_touch *t = touch_of(&m, &f->code[i], f->watch[i].exec);
		if (!t)
			continue;
		t->exec = f->code[i].exec;
		f->product[i] = t;
		f->code[i].exec = watch_product;
	}
}
