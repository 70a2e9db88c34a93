/* wgmma.c - products of a warpgroup (PTX 9.7.15): operands in shared memory as the
 * fragments of ir/num/wgmma.h. A warp makes its 16 rows when it comes to the instruction:
 * nothing of the other three warps is needed for that, and results that are there early
 * are one of the outcomes that PTX allows, as are copies that are done when they are
 * issued (async.c). So the fence and the commit have nothing to do but to bring the lanes
 * together. The wait brings the warps together: afterwards the operands' memory may be
 * written, so all four must have read it.
 *
 * A core matrix, 8 lines of 16 bytes, is a register of a fragment in memory order. So the
 * operands are not copied where no swizzle takes lines apart and nothing is transposed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/wgmma.h"

#include "backend/machine/access.h"
#include "backend/machine/group.h"
#include "backend/machine/hook_check.h"
#include "backend/machine/warpgroup.h"

enum { LINES = 8, LINE_BYTES = 16 };

struct core { /* the lanes of a register */
	u32 lane[WARP_LANES];
};

enum step exec_warp_together(struct warp *w, const struct dinst *d, u32 mask) {
	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	return d->row == ROW_WGMMA_WAIT ? warpgroup_wait(w, d, mask) : STEP_NEXT;
}

/* ---- shared memory ----------------------------------------------------------------- */

/* 8 lines of 8 elements of 16 bits. */
static void transpose(struct core *c) {
	u16 a[LINES * LINES], b[LINES * LINES];

	memcpy(a, c, sizeof a);
	for (u32 i = 0; i < LINES; i++)
		for (u32 k = 0; k < LINES; k++)
			b[LINES * i + k] = a[LINES * k + i];
	memcpy(c, b, sizeof b);
}

/* The register that a core matrix is: in place, or put together in `room`. NULL after a
 * fault. */
static const void *core_find(struct warp *w, const struct dinst *d,
                             const struct wgmma_matrix *m, u32 across, u32 along,
                             struct core *room) {
	u32 total = w->cta->launch->shared_total, line_at[LINES];

	for (u32 i = 0; i < LINES; i++) {
		line_at[i] = wgmma_core(m, across, along, i);
		if (line_at[i] + LINE_BYTES <= total)
			continue;
		mem_fault(w, d, (u32)__builtin_ctz(w->mask), FAULT_ADDRESS,
		          SPACE_SHARED_CTA, line_at[i], LINE_BYTES, 0);
		return NULL;
	}
	for (u32 i = 0; w->worker->check && i < LINES; i++)
		if (!check_row(w, d, (u32)__builtin_ctz(w->mask), SPACE_SHARED_CTA,
		               line_at[i], LINE_BYTES, 0, AGENT_PROXY))
			return NULL;
	if (m->span == LINE_BYTES && !m->is_transposed)
		return w->cta->shared + line_at[0];
	for (u32 i = 0; i < LINES; i++)
		memcpy(&room->lane[i * 4], w->cta->shared + line_at[i], LINE_BYTES);
	if (m->is_transposed)
		transpose(room);
	return room;
}

/* ---- operands ---------------------------------------------------------------------- */

struct product {
	const struct wgmma_form *f;
	struct wgmma_matrix a, b; /* a: if it is in shared memory */
	const void *ra[WGMMA_A_REGS];
	struct core room_a[WGMMA_A_REGS];
	bool clear;
	const u32 *meta;
	u32 selector;
};

static s64 constant_at(const struct dinst *d, u32 operand, u32 i) {
	return d->x->constant[operand] ? d->x->constant[operand][i] : 0;
}

static bool load_a(struct warp *w, const struct dinst *d, struct product *p,
                   bool negate) {
	const struct vec_operand *v = d->x->vec[1];
	u32 first = w->id % WARPGROUP_WARPS * 2; /* 8 rows at a time */

	for (u32 r = 0; r < WGMMA_A_REGS; r++) {
		if (v)
			p->ra[r] = v->o[r] == REF_NONE ? &p->room_a[r]
			                               : warp_ptr(w, v->o[r]);
		else
			p->ra[r] = core_find(w, d, &p->a, first + (r & 1), r >> 1,
			                     &p->room_a[r]);
		if (!p->ra[r])
			return false;
		for (u32 l = 0; l < WARP_LANES && negate; l++)
			p->room_a[r].lane[l] = ((const u32 *)p->ra[r])[l] ^ p->f->sign;
		if (negate)
			p->ra[r] = &p->room_a[r];
	}
	return true;
}

/* 8 columns: their accumulators become the sums. */
static bool columns(struct warp *w, const struct dinst *d, struct product *p, u32 j,
                    void *const *rd) {
	const void *rb[WGMMA_B_REGS];
	struct core room[WGMMA_B_REGS];

	for (u32 r = 0; r < p->f->nb; r++) {
		rb[r] = core_find(w, d, &p->b, j, r, &room[r]);
		if (!rb[r])
			return false;
	}
	wgmma_tile(p->f, rd, p->ra, rb, p->clear, p->meta, p->selector);
	return true;
}

static bool all_columns(struct warp *w, const struct dinst *d, u32 mask,
                        struct product *p) {
	const struct vec_operand *v = d->x->vec[0];
	struct core part[4], none = {{0}};
	u32 nd = p->f->nd;

	for (u32 j = 0; j < p->f->n / 8u; j++) {
		void *rd[4], *to[4];
		for (u32 r = 0; r < nd; r++) {
			ref o = v->o[j * nd + r];
			rd[r] = o == REF_NONE ? (void *)&none : warp_ptr(w, o);
			to[r] = rd[r];
			if (mask != ~0u) /* the lanes that are elsewhere keep theirs */
				to[r] = memcpy(&part[r], rd[r], sizeof part[r]);
		}
		if (!columns(w, d, p, j, to))
			return false;
		for (u32 r = 0; r < nd && mask != ~0u; r++)
			mask_each (l, mask)
				((u32 *)rd[r])[l] = part[r].lane[l];
	}
	return true;
}

enum step exec_wgmma(struct warp *w, const struct dinst *d, u32 mask) {
	const struct wgmma_form *f = d->x->wgmma;
	struct product p = {.f = f};
	u32 at = f && f->sparse ? 5 : 3, lane; /* of scale-d; the constants follow */
	bool a_in_regs;

	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	lane = (u32)__builtin_ctz(mask);
	if (!f)
		return warp_fault(
			w, d, lane, FAULT_ILLEGAL_INST, 0, 0,
			"no product of a warpgroup has this shape and these types");
	if ((w->id | (WARPGROUP_WARPS - 1)) >= w->cta->nwarp || w->exist != ~0u)
		return warp_fault(w, d, lane, FAULT_ILLEGAL_INST, 0, 0,
		                  "the cta ends in the middle of the warpgroup");
	a_in_regs = d->x->vec[1] != NULL;
	p.a = wgmma_matrix_of(a_in_regs ? 0 : operand_get(w, d, 1, lane),
	                      !a_in_regs && f->is_wide && constant_at(d, at + 1, 2));
	p.b = wgmma_matrix_of(operand_get(w, d, 2, lane),
	                      f->is_wide && constant_at(d, at + 1, a_in_regs ? 2 : 3));
	if (f->sparse) {
		p.meta = warp_ptr(w, d->o[3]);
		p.selector = (u32)d->x->off[4];
	}
	p.clear = !mask_has(operand_pred(w, d, at), lane);
	if (!load_a(w, d, &p,
	            f->sign &&
	                    constant_at(d, at + 1, 0) * constant_at(d, at + 1, 1) < 0) ||
	    !all_columns(w, d, mask, &p))
		return STEP_STOP;
	return STEP_NEXT;
}
