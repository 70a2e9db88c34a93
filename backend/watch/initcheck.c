/* initcheck.c - uses of values that were never set: the functions that execute watched
 * instructions, and the lanes in which a register holds nothing yet.
 *
 * A register slot has a mask of the lanes in which it holds nothing yet, after the
 * frame's registers at the same offset. Only slots that may ever be without a value are
 * followed (watch.c). A finding is reported where the value matters: a branch, an
 * address, a store to global memory. A copy matters nowhere: programs copy structures
 * with parts that are never written.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/watch/initcheck.h"
#include "backend/machine/warpgroup.h"
#include "backend/watch/async_copies.h"
#include "backend/watch/numeric.h"
#include "backend/watch/racecheck.h"
#include "ir/num/mma_plan.h"

static const struct watch *watch_of(const struct warp *w, const struct dinst *d) {
	const struct dfunc *f = w->frame->func;
	return &f->watch[d - f->code];
}

static u32 *undef_at(const struct warp *w, u32 off) {
	return (u32 *)(void *)(w->base[BASE_FRAME] + off);
}

/* ---- values that matter ---- */

/* Reports the lanes of mask without a value, once: from here on they count as set. */
static void report_uses(const struct warp *w, const struct dinst *d, u32 off, u32 mask,
                        const char *what) {
	if (off == REF_NONE)
		return;
	u32 *undef = undef_at(w, off);
	for_each_lane (l, *undef & mask)
		finding_text(w, d, l, CHECK_INIT, FINDING_UNINIT_USE, "%s", what);
	*undef &= ~mask;
}

static void look_at_uses(const struct warp *w, const struct dinst *d,
                         const struct watch *x, u32 mask) {
	report_uses(w, d, x->guard, w->mask,
	            "decides whether the instruction is executed");
	report_uses(w, d, x->cond, mask, "decides where the thread goes");
	report_uses(w, d, x->addr[0], mask, "is an address");
	report_uses(w, d, x->addr[1], mask, "is an address");
}

static void set_dest(const struct warp *w, u32 off, u32 mask, u32 undef) {
	if (off == REF_NONE)
		return;
	u32 *p = undef_at(w, off);
	*p = (*p & ~mask) | (undef & mask);
}

static void set_dests(const struct warp *w, const struct watch *x, u32 mask, u32 undef) {
	for (u32 i = 0; i < x->ndst; i++)
		set_dest(w, x->dst[i], mask, undef);
}

enum step watch_alu(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	u32 undef = x->guard == REF_NONE ? 0 : *undef_at(w, x->guard);
	for (u32 i = 0; i < x->nsrc; i++)
		undef |= *undef_at(w, x->src[i]);
	enum step step = x->exec(w, d, mask);
	set_dests(w, x, mask, undef);
	return step;
}

enum step watch_numeric(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	return x->exec == exec_alu ? numeric_alu(w, d, mask, x)
	                           : numeric_atomic(w, d, mask, x);
}

/* Bits of several words become one word: a part that was never set counts as padding of a
 * structure. */
enum step watch_merge(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	u32 undef = x->nsrc ? ~0u : 0;
	for (u32 i = 0; i < x->nsrc; i++)
		undef &= x->src[i] == REF_NONE ? 0 : *undef_at(w, x->src[i]);
	enum step step = x->exec(w, d, mask);
	set_dests(w, x, mask, undef);
	return step;
}

/* selp d, a, b, p: what is not chosen does not matter. */
enum step watch_select(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	u32 from[3], cond = warp_pred(w, d->o[3]);
	for (u32 i = 0; i < 3; i++)
		from[i] = i >= x->nsrc || x->src[i] == REF_NONE ? 0
		                                                : *undef_at(w, x->src[i]);
	u32 undef = (from[0] & cond) | (from[1] & ~cond) | from[2];
	if (x->guard != REF_NONE)
		undef |= *undef_at(w, x->guard);
	enum step step = x->exec(w, d, mask);
	set_dests(w, x, mask, undef);
	return step;
}

/* Lanes that wait at a *.sync instruction get their results when the last one comes,
 * wherever that is (warp.c): these count as values. */
static enum step results_come_later(const struct warp *w, const struct watch *x, u32 mask,
                                    enum step step) {
	if (step == STEP_SWITCH)
		set_dests(w, x, mask, 0);
	return step;
}

/* A shuffle passes on what the other lane has. Lanes of other groups may take part: the
 * masks are as they are when the last one has come. */
enum step watch_shuffle(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	u32 from = x->src[0] == REF_NONE ? 0 : *undef_at(w, x->src[0]), undef = 0;
	look_at_uses(w, d, x, mask);
	if (x->before && mask && !x->before(w, d, mask))
		return STEP_STOP;
	for_each_lane (l, from ? w->exist : 0)
		undef |= (from >> sync_source_lane(w, d, l) & 1) << l;
	enum step step = x->exec(w, d, mask);
	u32 lanes = d->guard == REF_NONE ? w->mask : mask;
	if (step != STEP_NEXT)
		return results_come_later(w, x, mask, step);
	set_dest(w, x->dst[0], lanes, undef);
	if (x->ndst > 1) /* whether there was such a lane is always known */
		set_dest(w, x->dst[1], lanes, 0);
	return step;
}

/* redux: all lanes give their part of one value. */
enum step watch_reduction(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	u32 from = x->src[0] == REF_NONE ? 0 : *undef_at(w, x->src[0]);
	look_at_uses(w, d, x, mask);
	if (x->before && mask && !x->before(w, d, mask))
		return STEP_STOP;
	enum step step = x->exec(w, d, mask);
	u32 lanes = d->guard == REF_NONE ? w->mask : mask;
	if (step == STEP_NEXT && x->dst[0] != REF_NONE)
		set_dests(w, x, lanes, from & lanes ? lanes : 0);
	return results_come_later(w, x, mask, step);
}

/* Checks whether the lanes that have a value decide the result. */
static bool is_decided(const struct dinst *d, u32 known, u32 pred) {
	if (d->row != ROW_VOTE && d->row != ROW_VOTE_SYNC)
		return false;
	switch (MOD_GET(d->mods, VOTE)) {
	case MOD_VOTE_ANY: return known & pred;
	case MOD_VOTE_ALL: return known & ~pred;
	default: return known & pred && known & ~pred;
	}
}

enum step watch_vote(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	u32 from = x->src[0] == REF_NONE ? 0 : *undef_at(w, x->src[0]);
	u32 pred = from ? warp_pred(w, d->o[1]) : 0;
	look_at_uses(w, d, x, mask);
	if (x->before && mask && !x->before(w, d, mask))
		return STEP_STOP;
	enum step step = x->exec(w, d, mask);
	u32 lanes = d->guard == REF_NONE ? w->mask : mask;
	bool lacks = from & lanes && !is_decided(d, lanes & ~from, pred);
	if (step == STEP_NEXT)
		set_dests(w, x, lanes, lacks ? lanes : 0);
	return results_come_later(w, x, mask, step);
}

/* ---- matrices: rows of A, columns of B and elements of C without a value ---- */

struct lacking {
	/* by place in a tile; the tiles' bits */
	u32 row[MMA_MAX_STORED], col[MMA_MAX_STORED];
	bool c[MMA_MAX_ELEMS];
};

/* Calls f for the elements of the lanes without a value. */
static void each_lacking(const struct warp *w, const struct mma_layout *t, const u32 *src,
                         u32 n, struct lacking *to,
                         void (*f)(struct lacking *to, const struct mma_layout *t,
                                   u32 at)) {
	for (u32 r = 0; r < MIN(n, (u32)t->nreg); r++)
		for_each_lane (l, src[r] == REF_NONE ? 0 : *undef_at(w, src[r]))
			for (u32 e = 0; e < t->per_reg; e++)
				f(to, t, t->at[(r * WARP_LANES + l) * t->per_reg + e]);
}

static u32 tile_bit(const struct mma_layout *t, u32 at) {
	return 1u << (at / (t->rows * t->cols));
}

static void row_lacks(struct lacking *to, const struct mma_layout *t, u32 at) {
	to->row[at / t->cols % t->rows % MMA_MAX_STORED] |= tile_bit(t, at);
}

static void col_lacks(struct lacking *to, const struct mma_layout *t, u32 at) {
	to->col[at % t->cols % MMA_MAX_STORED] |= tile_bit(t, at);
}

static void element_lacks(struct lacking *to, const struct mma_layout *t, u32 at) {
	(void)t;
	to->c[at % MMA_MAX_ELEMS] = true;
}

static u32 width_of(const struct dinst *d, u32 i) {
	return d->x->vec[i] ? d->x->vec[i]->n : 1;
}

/* Returns the lanes of the result's register r without a value. */
static u32 result_lacks(const struct mma_layout *t, const struct lacking *k, u32 r) {
	u32 lanes = 0;
	for (u32 l = 0; l < WARP_LANES && r < t->nreg; l++)
		for (u32 e = 0; e < t->per_reg; e++) {
			u32 at = t->at[(r * WARP_LANES + l) * t->per_reg + e];
			u32 row = at / t->cols % t->rows, col = at % t->cols;
			bool lacks = (k->row[row % MMA_MAX_STORED] |
			              k->col[col % MMA_MAX_STORED]) &
			             tile_bit(t, at);
			lanes |= (u32)(lacks || k->c[at % MMA_MAX_ELEMS]) << l;
		}
	return lanes;
}

enum step watch_matrix(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	const struct mma_form *f = d->x->plan ? &d->x->plan->f : NULL;
	u32 some = 0, na = width_of(d, 1), nb = width_of(d, 2), nc = width_of(d, 3);
	struct lacking k;
	look_at_uses(w, d, x, mask);
	for (u32 i = 0; i < x->nsrc; i++)
		some |= x->src[i] == REF_NONE ? 0 : *undef_at(w, x->src[i]);
	if (some && f && na + nb + nc <= x->nsrc) {
		memset(&k, 0, sizeof k);
		each_lacking(w, f->a, x->src, na, &k, row_lacks);
		each_lacking(w, f->b, x->src + na, nb, &k, col_lacks);
		each_lacking(w, f->c, x->src + na + nb, nc, &k, element_lacks);
	}
	enum step step = x->exec(w, d, mask);
	u32 lanes = d->guard == REF_NONE ? w->mask : mask;
	for (u32 r = 0; r < x->ndst && step == STEP_NEXT; r++)
		set_dest(w, x->dst[r], lanes, some && f ? result_lacks(f->d, &k, r) : 0);
	return step;
}

/* Lane l of matrix i has 4 bytes of a row; of a transposed one 2 bytes of each of two. */
enum { ROW_LANES = 8 };

static u8 *matrix_state(const struct check_worker *k, const struct dinst *d, u32 i, u32 l,
                        u32 half) {
	bool turned = MOD_GET(d->mods, MTRANS) != 0;
	u32 row = i * ROW_LANES + (turned ? l % 4 * 2 + half : l / 4);
	u32 at = turned ? l / 4 * 2 : l % 4 * 4 + half * 2;
	if (row >= WARP_LANES || !(k->state_mask >> row & 1) ||
	    (u64)(k->state[row] - k->c->state) < k->c->size)
		return NULL;
	return k->state[row] + at;
}

enum step watch_ldmatrix(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	struct check_worker *k = check_of(w);
	look_at_uses(w, d, x, mask);
	k->state_mask = 0;
	k->known = true;
	enum step step = x->exec(w, d, mask);
	u32 lanes = d->guard == REF_NONE ? w->mask : mask;
	for (u32 i = 0; i < x->ndst && step == STEP_NEXT; i++) {
		u32 undef = 0;
		for_each_lane (l, k->known ? 0 : lanes) {
			const u8 *a = matrix_state(k, d, i, l, 0),
				 *b = matrix_state(k, d, i, l, 1);
			undef |= (u32)(a && b &&
			               !((a[0] | a[1] | b[0] | b[1]) & BYTE_INIT))
			         << l;
		}
		set_dest(w, x->dst[i], lanes, undef);
	}
	return step;
}

enum step watch_stmatrix(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	struct check_worker *k = check_of(w);
	look_at_uses(w, d, x, mask);
	k->state_mask = 0;
	enum step step = x->exec(w, d, mask);
	for (u32 i = 0; i < x->nsrc && step == STEP_NEXT; i++)
		for_each_lane (l, x->src[i] == REF_NONE ? 0 : *undef_at(w, x->src[i]))
			for (u32 half = 0; half < 2; half++) {
				u8 *s = matrix_state(k, d, i, l, half);
				if (s) {
					s[0] &= (u8)~BYTE_INIT;
					s[1] &= (u8)~BYTE_INIT;
				}
			}
	return step;
}

/* Whether the warp waits after an instruction that is over for itself: its own products
 * are complete, those of its warpgroup are not. */
static bool is_over(const struct warp *w, const struct dinst *d) {
	const struct group *g = &w->group[w->cur];
	return d->row == ROW_WGMMA_WAIT && g->state == GROUP_BARRIER &&
	       g->wait == WAIT_WARPGROUP;
}

enum step watch_plain(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	look_at_uses(w, d, x, mask);
	if (x->before && mask && !x->before(w, d, mask))
		return STEP_STOP;
	if (x->order && mask && check_of(w)->race)
		x->order(w, d, mask);
	set_dests(w, x, mask, 0); /* before: the lanes may go elsewhere */
	enum step step = x->exec(w, d, mask);
	if (x->after && mask && (step == STEP_NEXT || is_over(w, d)) &&
	    !x->after(w, d, mask))
		return STEP_STOP;
	return step;
}

/* Returns the lanes whose bytes of one element were never written, in shared or local
 * memory. */
static u32 unwritten_lanes(const struct check_worker *k, u32 mask, u32 off, u32 size) {
	u32 r = 0;
	if (k->known)
		return 0;
	for_each_lane (l, mask) {
		const u8 *s = k->state[l] + off;
		u8 any = 0;
		if ((u64)(s - k->c->state) < k->c->size)
			continue;
		for (u32 i = 0; i < size; i++)
			any |= s[i];
		r |= (u32) !(any & BYTE_INIT) << l;
	}
	return r;
}

enum step watch_load(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	struct check_worker *k = check_of(w);
	u32 size = type_size_bytes((enum type)d->type[0]);
	look_at_uses(w, d, x, mask);
	k->state_mask = 0;
	enum step step = x->exec(w, d, mask);
	if (step != STEP_NEXT)
		return step;
	for (u32 i = 0; i < x->ndst; i++) {
		u32 *p = x->dst[i] == REF_NONE ? NULL : undef_at(w, x->dst[i]);
		if (p)
			*p = (*p & ~mask) |
			     unwritten_lanes(k, k->state_mask & mask, i * size, size);
	}
	return step;
}

enum step watch_store(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	struct check_worker *k = check_of(w);
	u32 size = type_size_bytes((enum type)d->type[0]), undef[8] = {0};
	look_at_uses(w, d, x, mask);
	for (u32 i = 0; i < x->nsrc; i++)
		undef[i] = x->src[i] == REF_NONE ? 0 : *undef_at(w, x->src[i]) & mask;
	k->state_mask = 0;
	enum step step = x->exec(w, d, mask);
	if (step != STEP_NEXT)
		return step;
	for (u32 i = 0; i < x->nsrc; i++)
		for_each_lane (l, undef[i] & k->state_mask) {
			bool global = (u64)(k->state[l] - k->c->state) < k->c->size;
			if (global && x->computed)
				finding_text(w, d, l, CHECK_INIT, FINDING_UNINIT_USE,
				             "is stored to global memory");
			else
				for (u32 b = 0; b < size; b++)
					k->state[l][i * size + b] &= (u8)~BYTE_INIT;
		}
	return step;
}

/* ---- calls ---- */

static void local_states(const struct warp *w, u32 mask, u32 at, u32 size, u8 state) {
	u8 *base = check_warp_of(w)->local;
	if (!base || at >= w->local_stride)
		return;
	size = MIN(size, (u32)w->local_stride - at);
	for_each_lane (l, mask)
		memset(base + l * w->local_stride + at, state, size);
}

bool call_is_argument(const struct call *c, const struct call_arg *r) {
	for (u32 i = 0; i < c->narg; i++) {
		const struct call_arg *a = &c->arg[i];
		if (a->kind == r->kind &&
		    (a->kind == ARG_REG ? a->reg == r->reg : a->local == r->local))
			return true;
	}
	return false;
}

/* A call: its results count as written. */
enum step watch_call(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	const struct call *c = d->payload;
	look_at_uses(w, d, x, mask);
	set_dests(w, x, mask, 0);
	for (u32 i = 0; i < c->nret; i++)
		if (c->ret[i].kind == ARG_PARAM && !call_is_argument(c, &c->ret[i]))
			local_states(w, mask, w->frame->local_base + c->ret[i].local,
			             c->ret[i].size_bytes, BYTE_KNOWN);
	return x->exec(w, d, mask);
}

/* A return: the frame's memory is not valid from here on. */
enum step watch_ret(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	const struct frame *f = w->frame;
	look_at_uses(w, d, x, mask);
	u32 at = f->local_base, size = f->local_top - f->local_base;
	bool inner = f->parent != NULL;
	enum step step = x->exec(w, d, mask);
	if (inner)
		local_states(w, mask, at, size, BYTE_NONE);
	return step;
}

enum step watch_alloca(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	u32 from = w->frame->local_top;
	enum step step = x->exec(w, d, mask);
	set_dests(w, x, mask, 0);
	if (step == STEP_NEXT)
		local_states(w, mask, from, w->frame->local_top - from, BYTE_VALID);
	return step;
}
