/* watch.c - which instructions some tool wants to see, and what happens around each of
 * them.
 *
 * Values: a register slot has a mask of the lanes in which it holds nothing yet, behind
 * the frame's registers at the same offset. Only slots that may ever be without a value
 * are followed: those that may be read before they are written, those that are loaded
 * from shared or local memory, and what is computed from them. Told is where the value
 * matters: a branch, an address, a store to global memory. A copy matters nowhere: parts
 * of structures are never written.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/hook_check.h"
#include "backend/watch/async_copies.h"
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

/* Tells of the lanes, once: from here on they count as set. */
static void told(const struct warp *w, const struct dinst *d, u32 off, u32 mask,
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
	told(w, d, x->guard, w->mask, "decides whether the instruction is executed");
	told(w, d, x->cond, mask, "decides where the thread goes");
	told(w, d, x->addr[0], mask, "is an address");
	told(w, d, x->addr[1], mask, "is an address");
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

static enum step watch_alu(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	u32 undef = x->guard == REF_NONE ? 0 : *undef_at(w, x->guard);
	for (u32 i = 0; i < x->nsrc; i++)
		undef |= *undef_at(w, x->src[i]);
	enum step step = x->exec(w, d, mask);
	set_dests(w, x, mask, undef);
	return step;
}

/* Bits of several words become one: a part of it that nobody has set is as the rest of a
 * structure. */
static enum step watch_merge(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	u32 undef = x->nsrc ? ~0u : 0;
	for (u32 i = 0; i < x->nsrc; i++)
		undef &= x->src[i] == REF_NONE ? 0 : *undef_at(w, x->src[i]);
	enum step step = x->exec(w, d, mask);
	set_dests(w, x, mask, undef);
	return step;
}

/* selp d, a, b, p: what is not chosen does not matter. */
static enum step watch_select(struct warp *w, const struct dinst *d, u32 mask) {
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
static enum step watch_shuffle(struct warp *w, const struct dinst *d, u32 mask) {
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

/* All lanes give their part of one value. */
static enum step watch_reduction(struct warp *w, const struct dinst *d, u32 mask) {
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

/* What the lanes that have a value say may be enough. */
static bool is_decided(const struct dinst *d, u32 known, u32 pred) {
	if (d->row != ROW_VOTE && d->row != ROW_VOTE_SYNC)
		return false;
	switch (MOD_GET(d->mods, VOTE)) {
	case MOD_VOTE_ANY: return known & pred;
	case MOD_VOTE_ALL: return known & ~pred;
	default: return known & pred && known & ~pred;
	}
}

static enum step watch_vote(struct warp *w, const struct dinst *d, u32 mask) {
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
	u32 row[MMA_MAX_STORED],
		col[MMA_MAX_STORED]; /* by place in a tile; the tiles' bits */
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

/* Lanes of register r of the result. */
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

static enum step watch_matrix(struct warp *w, const struct dinst *d, u32 mask) {
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

/* Lane l of matrix i has 4 bytes of a row, or of a column 2 of two rows each. */
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

static enum step watch_ldmatrix(struct warp *w, const struct dinst *d, u32 mask) {
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

static enum step watch_stmatrix(struct warp *w, const struct dinst *d, u32 mask) {
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

static enum step watch_plain(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	look_at_uses(w, d, x, mask);
	if (x->before && mask && !x->before(w, d, mask))
		return STEP_STOP;
	if (x->order && mask && check_of(w)->race)
		x->order(w, d, mask);
	set_dests(w, x, mask, 0); /* before: the lanes may go elsewhere */
	enum step step = x->exec(w, d, mask);
	if (x->after && mask && step == STEP_NEXT && !x->after(w, d, mask))
		return STEP_STOP;
	return step;
}

/* Bytes of one element that nobody has written, in shared or local memory. */
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

static enum step watch_load(struct warp *w, const struct dinst *d, u32 mask) {
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

static enum step watch_store(struct warp *w, const struct dinst *d, u32 mask) {
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

/* A result that is an argument, too: whether it has a value is to be told to the callee
 * first. */
static bool is_argument(const struct call *c, const struct call_arg *r) {
	for (u32 i = 0; i < c->narg; i++) {
		const struct call_arg *a = &c->arg[i];
		if (a->kind == r->kind &&
		    (a->kind == ARG_REG ? a->reg == r->reg : a->local == r->local))
			return true;
	}
	return false;
}

/* What comes back counts as written. */
static enum step watch_call(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	const struct call *c = d->payload;
	look_at_uses(w, d, x, mask);
	set_dests(w, x, mask, 0);
	for (u32 i = 0; i < c->nret; i++)
		if (c->ret[i].kind == ARG_PARAM && !is_argument(c, &c->ret[i]))
			local_states(w, mask, w->frame->local_base + c->ret[i].local,
			             c->ret[i].size_bytes, BYTE_KNOWN);
	return x->exec(w, d, mask);
}

/* Nobody may use the frame's memory from here on. */
static enum step watch_ret(struct warp *w, const struct dinst *d, u32 mask) {
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

static enum step watch_alloca(struct warp *w, const struct dinst *d, u32 mask) {
	const struct watch *x = watch_of(w, d);
	u32 from = w->frame->local_top;
	enum step step = x->exec(w, d, mask);
	set_dests(w, x, mask, 0);
	if (step == STEP_NEXT)
		local_states(w, mask, from, w->frame->local_top - from, BYTE_VALID);
	return step;
}

/* ---- which slots may be without a value ---- */

enum { SLOT_MAY = 1, SLOT_COMPUTED = 2 };

struct analysis {
	struct dmodule *dm;
	struct dfunc *f;
	u8 *slot; /* per 4 bytes of the frame */
	bool changed;
};

static u8 *slot_of(const struct analysis *a, ref r) {
	if (r == REF_NONE || REF_BASE(r) != BASE_FRAME)
		return NULL;
	return &a->slot[REF_OFF(r) / 4];
}

static bool may(const struct analysis *a, ref r) {
	const u8 *s = slot_of(a, r);
	return s && *s & SLOT_MAY;
}

static void add(struct analysis *a, ref r, u8 bits) {
	u8 *s = slot_of(a, r);
	if (s && bits & ~*s) {
		*s |= bits;
		a->changed = true;
	}
}

static void put(ref *list, u32 *n, ref r) {
	if (*n < WATCH_OPERANDS)
		list[(*n)++] = r;
}

static void alu_operands(const struct dinst *d, struct watch_operands *o) {
	const struct row_info *row = row_info(d->row);
	u32 k = 0;
	for (u32 i = 0; i < row->nopr && k < d->no; i++) {
		if (!row->opr[i].is_dest) {
			put(o->src, &o->nsrc, d->o[k++]);
			continue;
		}
		put(o->dst, &o->ndst, d->o[k++]);
		if (row->opr[i].pair && k < d->no)
			put(o->dst, &o->ndst, d->o[k++]);
	}
}

static void op_operands(const struct dinst *d, struct watch_operands *o) {
	const struct row_info *row = row_info(d->row);
	for (u32 i = 0; i < row->nopr && i < d->no; i++) {
		const struct vec_operand *v = d->x->vec[i];
		bool is_dest = row->opr[i].is_dest;
		u32 n = v ? v->n : 1;
		if (row->opr[i].letter == 'm')
			continue;
		for (u32 k = 0; k < n; k++)
			put(is_dest ? o->dst : o->src, is_dest ? &o->ndst : &o->nsrc,
			    v ? v->o[k] : d->o[i]);
	}
}

static bool is_made(exec_fn *exec) {
	return exec == exec_narrow || exec == exec_widen || exec == exec_pred_not ||
	       exec == exec_add_imm;
}

static bool is_decoders(const struct dinst *d) {
	return is_made(d->exec);
}

static bool is_move(const struct dinst *d) {
	return d->exec == exec_mov_pack || d->exec == exec_mov_unpack ||
	       d->exec == exec_mov_vec;
}

static bool does_op(const struct dinst *d, exec_fn *exec) {
	return d->in && d->in->row != ROW_INVALID && row_info(d->in->row)->table == 1 &&
	       exec != exec_call && exec != exec_bra && exec != exec_brx &&
	       !is_made(exec);
}

static bool is_op(const struct dinst *d) {
	return does_op(d, d->exec);
}

void watch_operands_of(const struct dinst *d, exec_fn *exec, struct watch_operands *o) {
	o->nsrc = o->ndst = 0;
	if (is_made(exec)) {
		put(o->dst, &o->ndst, d->o[0]);
		put(o->src, &o->nsrc, d->o[1]);
	} else if (exec == exec_alu) {
		alu_operands(d, o);
	} else if (does_op(d, exec)) {
		op_operands(d, o);
	}
}

static void operands_of(const struct dinst *d, struct watch_operands *o) {
	watch_operands_of(d, d->exec, o);
}

static bool is_load(const struct dinst *d) {
	return d->exec == exec_ld;
}

/* Loads of memory that may be without a value when it is read, and is not told of there.
 */
static bool may_load_nothing(const struct dinst *d) {
	u32 space = MOD_GET(d->mods, SPACE);
	if (d->exec == exec_ldmatrix)
		return true;
	return is_load(d) && (space == SPACE_GENERIC || space == SPACE_LOCAL ||
	                      is_shared_space(space) || space == SPACE_PARAM_FUNC);
}

static bool is_shuffle(const struct dinst *d) {
	return d->exec == exec_shfl;
}

static bool is_vote(const struct dinst *d) {
	return d->exec == exec_vote || d->exec == exec_match;
}

static bool is_reduction(const struct dinst *d) {
	return d->exec == exec_redux || is_vote(d);
}

static bool is_matrix(const struct dinst *d) {
	return d->exec == exec_mma || d->exec == exec_wmma;
}

static bool moves_matrix(const struct dinst *d) {
	return d->exec == exec_ldmatrix || d->exec == exec_stmatrix;
}

/* What the result of these is without a value of their operand. */
static bool passes_on(const struct dinst *d) {
	return d->exec == exec_alu || is_decoders(d) || is_move(d) || is_shuffle(d) ||
	       is_reduction(d) || is_matrix(d);
}

static bool is_copy(const struct dinst *d) {
	return is_move(d) || is_decoders(d) ||
	       (d->exec == exec_alu &&
	        strncmp(row_info(d->row)->mnemonic, "mov", 3) == 0);
}

static void analyse_inst(struct analysis *a, const struct dinst *d) {
	struct watch_operands o;
	operands_of(d, &o);
	/* A guard leaves lanes as they were, perhaps without a value. */
	u8 own = d->guard != REF_NONE  ? SLOT_MAY | SLOT_COMPUTED
	         : may_load_nothing(d) ? SLOT_MAY
	                               : 0;
	for (u32 i = 0; i < o.ndst && own; i++)
		add(a, o.dst[i], own);
	if (!passes_on(d))
		return;
	u8 bits = 0;
	for (u32 i = 0; i < o.nsrc; i++)
		if (may(a, o.src[i]))
			bits |= *slot_of(a, o.src[i]);
	if (may(a, d->guard))
		bits |= SLOT_MAY;
	if (bits && !is_copy(d))
		bits |= SLOT_COMPUTED;
	for (u32 i = 0; i < o.ndst && bits; i++)
		add(a, o.dst[i], bits);
}

/* Registers that a call fills in: parameters of this function, results of those that it
 * calls. */
static void add_formals(struct analysis *a) {
	const struct func *fn = a->f->func;
	for (u32 i = 0; i < fn->nparam && !fn->is_entry; i++) {
		const struct var_place *p = &a->dm->place[fn->param[i]];
		if (p->is_reg)
			add(a, p->reg, SLOT_MAY);
	}
	for (u32 i = 0; i < a->f->ncode; i++) {
		const struct dinst *d = &a->f->code[i];
		const struct call *c = d->exec == exec_call ? d->payload : NULL;
		for (u32 k = 0; c && k < c->nret; k++)
			if (c->ret[k].kind == ARG_REG)
				add(a, c->ret[k].reg, SLOT_MAY | SLOT_COMPUTED);
	}
}

enum { ROUNDS_MAX = 16 }; /* then every slot counts */

static void analyse(struct analysis *a) {
	const struct dfunc *f = a->f;
	u32 round = 0;
	add_formals(a);
	for (u32 off = 0; off < f->zero_bytes; off += 4)
		a->slot[off / 4] = SLOT_MAY | SLOT_COMPUTED;
	do {
		a->changed = false;
		for (u32 i = 0; i < f->ncode; i++)
			analyse_inst(a, &f->code[i]);
	} while (a->changed && ++round < ROUNDS_MAX);
	if (a->changed)
		memset(a->slot, SLOT_MAY | SLOT_COMPUTED, f->frame_bytes / 4);
}

/* ---- choosing ---- */

static u32 off_of(const struct analysis *a, ref r) {
	return may(a, r) ? a->f->undef + REF_OFF(r) : REF_NONE;
}

static u32 *list_of(const struct analysis *a, const ref *r, u32 n, bool all, u8 *count) {
	u32 *list = arena_array(&a->dm->arena, u32, n + 1);
	*count = 0;
	for (u32 i = 0; i < n; i++) {
		u32 off = off_of(a, r[i]);
		if (all || off != REF_NONE)
			list[(*count)++] = off;
	}
	return list;
}

static void find_addresses(const struct analysis *a, const struct dinst *d,
                           struct watch *x) {
	const struct row_info *row = row_info(d->row);
	u32 n = 0;
	for (u32 i = 0; i < row->nopr && i < d->no && n < 2; i++)
		if (row->opr[i].letter == 'm')
			x->addr[n++] = off_of(a, d->o[i]);
}

static bool is_merge(const struct dinst *d) {
	static const char *const names[] = {"or", "xor", "bfi", "prmt", "lop3"};
	const char *name = d->exec == exec_alu ? row_info(d->row)->mnemonic : "";
	for (u32 i = 0; i < countof(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* Constants say nothing about what is merged. */
static void drop_constants(struct watch_operands *o) {
	u32 n = 0;
	for (u32 i = 0; i < o->nsrc; i++)
		if (REF_BASE(o->src[i]) != BASE_CONST)
			o->src[n++] = o->src[i];
	o->nsrc = n;
}

/* The stored operand of plain stores. */
static bool is_store(const struct dinst *d) {
	return d->exec == exec_st;
}

static bool is_wanted(const struct watch *x) {
	return x->before || x->after || x->order || x->nsrc || x->ndst ||
	       x->guard != REF_NONE || x->cond != REF_NONE || x->addr[0] != REF_NONE ||
	       x->addr[1] != REF_NONE;
}

/* Its guard or its addresses may lack a value. */
static bool is_wanted_for_uses(const struct watch *x) {
	return x->guard != REF_NONE || x->addr[0] != REF_NONE || x->addr[1] != REF_NONE;
}

static exec_fn *choose(const struct analysis *a, const struct dinst *d, struct watch *x) {
	struct watch_operands o;
	bool select = d->exec == exec_alu && d->row == ROW_SELP;
	bool merge = is_merge(d), all = is_load(d) || is_store(d) || select || merge;
	u32 tools = a->dm->image->machine->check->tools;
	operands_of(d, &o);
	if (merge)
		drop_constants(&o);
	x->guard = off_of(a, d->guard);
	x->dst = list_of(a, o.dst, o.ndst, all && !select && !merge, &x->ndst);
	x->src = list_of(a, o.src, o.nsrc, all, &x->nsrc);
	if (is_op(d))
		find_addresses(a, d, x);
	if (d->exec == exec_brx)
		x->cond = off_of(a, d->o[0]);
	if (d->exec == exec_call) {
		const struct call *c = d->payload;
		ref dst[WATCH_OPERANDS];
		u32 n = 0;
		for (u32 i = 0; i < c->nret; i++)
			if (c->ret[i].kind == ARG_REG && !is_argument(c, &c->ret[i]))
				put(dst, &n, c->ret[i].reg);
		x->dst = list_of(a, dst, n, false, &x->ndst);
		return watch_call;
	}
	if (d->exec == exec_ret)
		return watch_ret;
	if (d->exec == exec_alloca)
		return watch_alloca;
	if (select)
		return x->ndst ? watch_select : NULL;
	if (merge)
		return x->ndst ? watch_merge : NULL;
	if (is_shuffle(d) || is_reduction(d)) {
		u8 one;
		x->dst = list_of(a, o.dst, MIN(o.ndst, 2u), true, &x->ndst);
		x->src = list_of(a, o.src, MIN(o.nsrc, 1u), true, &one);
		if (x->dst[0] == REF_NONE && (x->ndst < 2 || x->dst[1] == REF_NONE))
			x->ndst = 0;
		x->before = tools & CHECK_SYNC ? sync_before(d) : NULL;
		if (!x->before && !x->ndst && x->guard == REF_NONE)
			return NULL;
		return is_shuffle(d) ? watch_shuffle
		       : is_vote(d)  ? watch_vote
		                     : watch_reduction;
	}
	if ((is_matrix(d) || moves_matrix(d)) && tools & CHECK_INIT) {
		bool some = false;
		for (u32 i = 0; i < o.nsrc; i++)
			some |= may(a, o.src[i]);
		for (u32 i = 0; i < o.ndst; i++)
			some |= may(a, o.dst[i]);
		if (!some)
			return is_wanted_for_uses(x) ? watch_plain : NULL;
		x->src = list_of(a, o.src, o.nsrc, true, &x->nsrc);
		x->dst = list_of(a, o.dst, o.ndst, true, &x->ndst);
		return is_matrix(d)               ? watch_matrix
		       : d->exec == exec_ldmatrix ? watch_ldmatrix
		                                  : watch_stmatrix;
	}
	if (passes_on(d))
		return x->ndst ? watch_alu : NULL;
	bool mays = false;
	for (u32 i = 0; i < o.nsrc && is_store(d); i++) {
		mays |= may(a, o.src[i]);
		const u8 *s = slot_of(a, o.src[i]);
		x->computed |= s && *s & SLOT_COMPUTED;
	}
	for (u32 i = 0; i < o.ndst && is_load(d); i++)
		mays |= may(a, o.dst[i]);
	if (!mays && all)
		x->nsrc = x->ndst = 0;
	if (is_op(d)) {
		x->before = async_before(d);
		x->after = async_after(d);
		if (tools & CHECK_SYNC && !x->before)
			x->before = sync_before(d);
		if (tools & CHECK_RACE)
			x->order = race_before(d);
		if (!x->after)
			x->after = sync_after(d);
		a->dm->has_bulk |= uses_proxy(d);
	}
	if (!is_wanted(x))
		return NULL;
	return is_load(d) ? watch_load : is_store(d) ? watch_store : watch_plain;
}

static void put_watches(struct analysis *a) {
	struct dfunc *f = a->f;
	struct watch *all = arena_array(&a->dm->arena, struct watch, f->ncode);
	exec_fn **exec = arena_array(&a->dm->arena, exec_fn *, f->ncode);
	for (u32 i = 0; i < f->ncode; i++) {
		struct watch *x = &all[i];
		x->exec = f->code[i].exec;
		x->guard = x->cond = x->addr[0] = x->addr[1] = REF_NONE;
		exec[i] = choose(a, &f->code[i], x);
	}
	for (u32 i = 0; i < f->ncode; i++)
		if (exec[i])
			f->code[i].exec = exec[i];
	f->watch = all;
	if (a->dm->image->machine->check->tools & CHECK_RACE)
		product_watches(a->dm, f);
}

exec_fn *check_exec_of(const struct dfunc *f, const struct dinst *d) {
	return f->watch[d - f->code].exec;
}

void check_code(struct dmodule *dm) {
	u32 ncode = 0;
	for (u32 i = 0; i < dm->nfunc; i++) {
		struct dfunc *f = &dm->func[i];
		if (!f->code)
			continue;
		struct analysis a = {.dm = dm, .f = f};
		f->code_base = ncode;
		ncode += f->ncode;
		f->undef = (u32)alignup(f->frame_bytes, 64);
		f->may_lack = a.slot = arena_array(&dm->arena, u8,
		                                   f->frame_bytes / 4 + 1);
		if (dm->image->machine->check->tools & CHECK_INIT)
			analyse(&a);
		put_watches(&a);
	}
}
