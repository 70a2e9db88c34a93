/* warp.c - instructions across the lanes of a warp: shfl, vote, match, redux, elect,
 * bar.warp.sync.
 *
 * A *.sync instruction waits until every live lane of its member mask is there. Each
 * operation has two halves: `collect` reads the sources of some lanes into a struct
 * exchange, `finish` writes results for some lanes. Usually all lanes are in one group
 * and both halves run at once; lanes that reach the operation at different places (two
 * copies of one shuffle on the sides of a branch) collect first and finish afterwards,
 * see warp_sync_resolve. Lanes of one group may name different member masks: each set is
 * an operation of its own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/group.h"
#include "backend/machine/hook_check.h"
#include "backend/machine/hook_weak.h"

struct exchange {
	u32 exec; /* lanes taking part */
	u32 pred; /* predicate sources */
	u64 value[WARP_LANES];
	u32 b[WARP_LANES], c[WARP_LANES];
};

typedef void collect_fn(struct warp *w, const struct dinst *d, u32 lanes,
                        struct exchange *x);
typedef void finish_fn(struct warp *w, const struct dinst *d, u32 lanes,
                       const struct exchange *x);

static void set_pred(struct warp *w, ref r, u32 lanes, u32 value) {
	if (r == REF_NONE)
		return;
	u32 *p = warp_ptr(w, r);
	*p = (*p & ~lanes) | (value & lanes);
}

/* First operand `d` or `d|p`. */
static ref dest(const struct dinst *d, u32 elem) {
	if (d->x->kind[0] == OPR_PAIR)
		return d->x->vec[0]->o[elem];
	return elem ? REF_NONE : d->o[0];
}

static void set_u32(struct warp *w, ref r, u32 lanes, const u32 *value) {
	if (r == REF_NONE)
		return;
	u32 *p = warp_ptr(w, r);
	for_each_lane (l, lanes)
		p[l] = value[l];
}

static void set_splat(struct warp *w, ref r, u32 lanes, u32 value) {
	if (r == REF_NONE)
		return;
	u32 *p = warp_ptr(w, r);
	for_each_lane (l, lanes)
		p[l] = value;
}

/* ---- shfl (PTX 9.7.9.6) ------------------------------------------------------------ */

static void shfl_collect(struct warp *w, const struct dinst *d, u32 lanes,
                         struct exchange *x) {
	const u32 *a = warp_ptr(w, d->o[1]), *b = warp_ptr(w, d->o[2]),
		  *c = warp_ptr(w, d->o[3]);
	for_each_lane (l, lanes) {
		x->value[l] = a[l];
		x->b[l] = b[l];
		x->c[l] = c[l];
	}
}

static void shfl_finish(struct warp *w, const struct dinst *d, u32 lanes,
                        const struct exchange *x) {
	u32 mode = MOD_GET(d->mods, SHFL), result[WARP_LANES], valid = 0;
	for_each_lane (l, lanes) {
		u32 b = x->b[l] & 31, clamp = x->c[l] & 31, seg = x->c[l] >> 8 & 31;
		u32 max = (l & seg) | (clamp & ~seg), min = l & seg;
		s32 j;
		bool p;
		switch (mode) {
		case MOD_SHFL_UP:
			j = (s32)l - (s32)b;
			p = j >= (s32)max;
			break;
		case MOD_SHFL_DOWN:
			j = (s32)(l + b);
			p = j <= (s32)max;
			break;
		case MOD_SHFL_BFLY:
			j = (s32)(l ^ b);
			p = j <= (s32)max;
			break;
		default:
			j = (s32)(min | (b & ~seg));
			p = j <= (s32)max;
			break;
		}
		if (!p)
			j = (s32)l;
		valid |= (u32)p << l;
		result[l] = (u32)x->value[j & 31]; /* a lane that does not take part: 0 */
	}
	set_u32(w, dest(d, 0), lanes, result);
	set_pred(w, dest(d, 1), lanes, valid);
}

/* ---- vote (PTX 9.7.13.9) ----------------------------------------------------------- */

static void vote_collect(struct warp *w, const struct dinst *d, u32 lanes,
                         struct exchange *x) {
	x->pred |= warp_pred(w, d->o[1]) & lanes;
}

static void vote_finish(struct warp *w, const struct dinst *d, u32 lanes,
                        const struct exchange *x) {
	u32 all = x->pred == x->exec, any = x->pred != 0;
	switch (MOD_GET(d->mods, VOTE)) {
	case MOD_VOTE_BALLOT: set_splat(w, d->o[0], lanes, x->pred); break;
	case MOD_VOTE_ALL: set_pred(w, d->o[0], lanes, all ? ~0u : 0); break;
	case MOD_VOTE_ANY: set_pred(w, d->o[0], lanes, any ? ~0u : 0); break;
	default: set_pred(w, d->o[0], lanes, all || !any ? ~0u : 0); break;
	}
}

/* ---- match (PTX 9.7.13.10) --------------------------------------------------------- */

static void match_collect(struct warp *w, const struct dinst *d, u32 lanes,
                          struct exchange *x) {
	const void *a = warp_ptr(w, d->o[1]);
	bool wide = type_info[d->type[0]].bits == 64;
	for_each_lane (l, lanes)
		x->value[l] = wide ? ((const u64 *)a)[l] : ((const u32 *)a)[l];
}

static void match_finish(struct warp *w, const struct dinst *d, u32 lanes,
                         const struct exchange *x) {
	u32 result[WARP_LANES];
	if (MOD_GET(d->mods, MATCH) == MOD_MATCH_ALL) {
		bool same = true;
		u64 first = x->value[__builtin_ctz(x->exec)];
		for_each_lane (l, x->exec)
			same &= x->value[l] == first;
		set_splat(w, dest(d, 0), lanes, same ? x->exec : 0);
		set_pred(w, dest(d, 1), lanes, same ? ~0u : 0);
		return;
	}
	for_each_lane (l, lanes) {
		result[l] = 0;
		for_each_lane (k, x->exec)
			result[l] |= (u32)(x->value[k] == x->value[l]) << k;
	}
	set_u32(w, d->o[0], lanes, result);
}

/* ---- redux (PTX 9.7.13.12) --------------------------------------------------------- */

static void redux_collect(struct warp *w, const struct dinst *d, u32 lanes,
                          struct exchange *x) {
	const u32 *a = warp_ptr(w, d->o[1]);
	for_each_lane (l, lanes)
		x->value[l] = a[l];
}

static u32 redux_step(u32 op, bool is_signed, u32 a, u32 b) {
	switch (op) {
	case MOD_AOP_ADD: return a + b;
	case MOD_AOP_MIN: return is_signed ? ((s32)a < (s32)b ? a : b) : MIN(a, b);
	case MOD_AOP_MAX: return is_signed ? ((s32)a > (s32)b ? a : b) : MAX(a, b);
	case MOD_AOP_AND: return a & b;
	case MOD_AOP_OR: return a | b;
	default: return a ^ b;
	}
}

static void redux_finish(struct warp *w, const struct dinst *d, u32 lanes,
                         const struct exchange *x) {
	u32 first = (u32)__builtin_ctz(x->exec), r = (u32)x->value[first];
	for_each_lane (l, x->exec & (x->exec - 1))
		r = redux_step(MOD_GET(d->mods, AOP), d->type[0] == TYPE_S32, r,
		               (u32)x->value[l]);
	set_splat(w, d->o[0], lanes, r);
}

/* ---- elect, bar.warp.sync (PTX 9.7.13.14, 9.7.13.2) -------------------------------- */

static void no_collect(struct warp *w, const struct dinst *d, u32 lanes,
                       struct exchange *x) {
	(void)w, (void)d, (void)lanes, (void)x;
}

static void elect_finish(struct warp *w, const struct dinst *d, u32 lanes,
                         const struct exchange *x) {
	u32 leader = (u32)__builtin_ctz(x->exec);
	set_splat(w, dest(d, 0), lanes, leader);
	set_pred(w, dest(d, 1), lanes, 1u << leader);
}

static void no_finish(struct warp *w, const struct dinst *d, u32 lanes,
                      const struct exchange *x) {
	(void)w, (void)d, (void)lanes, (void)x;
}

/* ---- the protocol ------------------------------------------------------------------ */

static const struct warp_op {
	collect_fn *collect;
	finish_fn *finish;
} op_shfl = {shfl_collect, shfl_finish}, op_vote = {vote_collect, vote_finish},
  op_match = {match_collect, match_finish}, op_redux = {redux_collect, redux_finish},
  op_elect = {no_collect, elect_finish}, op_none = {no_collect, no_finish};

static void run_op(const struct warp_op *op, struct warp *w, const struct dinst *d,
                   u32 lanes) {
	struct exchange x;
	x.exec = lanes;
	x.pred = 0;
	if (lanes != ~0u) /* sources of lanes that take no part read as 0 */
		memset(x.value, 0, sizeof(x.value));
	op->collect(w, d, lanes, &x);
	op->finish(w, d, lanes, &x);
	if (op == &op_none && w->worker->check)
		check_warp_sync(w, lanes);
	if (op == &op_none && w->worker->weak)
		weak_warp_sync(w, lanes);
}

static const u32 *member_masks(const struct warp *w, const struct dinst *d) {
	return warp_ptr(w, d->o[d->no - 1]);
}

/* Lanes of `among` whose member mask equals that of `lane`. */
static u32 same_member(const u32 *member, u32 lane, u32 among) {
	u32 r = 0;
	for (u32 l = 0; l < WARP_LANES; l++)
		r |= (u32)(member[l] == member[lane]) << l;
	return r & among;
}

static enum step sync_op(struct warp *w, const struct dinst *d, u32 mask,
                         const struct warp_op *op) {
	const u32 *member = member_masks(w, d);
	u32 here = mask;
	if (w->ngroup > 1) { /* lanes that wait at this very place join */
		for (u32 i = 0; i < w->ngroup; i++) {
			struct group *g = &w->group[i];
			if (i != w->cur && g->mask && g->state == GROUP_WARP_SYNC &&
			    g->pc == d && g->frame == w->frame) {
				here |= g->mask;
				g->mask = 0;
			}
		}
	}
	u32 blocked = 0;
	for (u32 todo = here; todo;) {
		u32 lane = (u32)__builtin_ctz(todo);
		u32 set = same_member(member, lane, todo);
		todo &= ~set;
		if (member[lane] & w->live & ~set)
			blocked |= set;
		else
			run_op(op, w, d, set);
	}
	w->mask |= here;
	w->group[w->cur].mask = w->mask;
	if (!blocked)
		return STEP_NEXT;
	if (blocked == w->mask) {
		w->pc = d;
		warp_save(w);
		w->group[w->cur].state = GROUP_WARP_SYNC;
	} else {
		warp_split(w, blocked, d, w->frame, GROUP_WARP_SYNC, 0);
		warp_save(w);
	}
	return STEP_SWITCH;
}

/* The forms without .sync work on the lanes that execute them together. */
static enum step here_op(struct warp *w, const struct dinst *d, u32 mask,
                         const struct warp_op *op) {
	run_op(op, w, d, mask);
	return STEP_NEXT;
}

enum step exec_shfl(struct warp *w, const struct dinst *d, u32 mask) {
	return (d->row == ROW_SHFL ? here_op : sync_op)(w, d, mask, &op_shfl);
}

enum step exec_vote(struct warp *w, const struct dinst *d, u32 mask) {
	bool here = d->row == ROW_VOTE || d->row == ROW_BALLOT;
	return (here ? here_op : sync_op)(w, d, mask, &op_vote);
}

enum step exec_match(struct warp *w, const struct dinst *d, u32 mask) {
	return sync_op(w, d, mask, &op_match);
}

enum step exec_redux(struct warp *w, const struct dinst *d, u32 mask) {
	return sync_op(w, d, mask, &op_redux);
}

enum step exec_elect(struct warp *w, const struct dinst *d, u32 mask) {
	return sync_op(w, d, mask, &op_elect);
}

enum step exec_bar_warp(struct warp *w, const struct dinst *d, u32 mask) {
	return sync_op(w, d, mask, &op_none);
}

enum step exec_activemask(struct warp *w, const struct dinst *d, u32 mask) {
	set_splat(w, d->o[0], mask, mask);
	return STEP_NEXT;
}

/* ---- instructions of the whole warp ------------------------------------------------ */

enum { WAIT_GATHER = 0x7ffffff0, WAIT_GATHER_ENDS }; /* no barrier has these numbers */

bool warp_gather(struct warp *w, const struct dinst *d, u32 *mask) {
	struct group *cur = &w->group[w->cur];
	if (*mask == w->live || cur->wait == WAIT_GATHER_ENDS) {
		cur->wait = 0;
		return true;
	}
	for (u32 i = 0; i < w->ngroup; i++) {
		struct group *g = &w->group[i];
		if (i != w->cur && g->mask && g->state == GROUP_WARP_SYNC && g->pc == d &&
		    g->frame == w->frame) {
			*mask |= g->mask;
			g->mask = 0;
		}
	}
	w->mask |= *mask;
	cur->mask = w->mask;
	if (*mask == w->live)
		return true;
	if (*mask == w->mask) {
		w->pc = d;
		warp_save(w);
		cur->state = GROUP_WARP_SYNC;
		cur->wait = WAIT_GATHER;
	} else {
		warp_split(w, *mask, d, w->frame, GROUP_WARP_SYNC, WAIT_GATHER);
		warp_save(w);
	}
	return false;
}

/* ---- lanes that wait at different places ------------------------------------------- */

static const struct warp_op *op_of(const struct dinst *d) {
	static const struct {
		exec_fn *exec;
		const struct warp_op *op;
	} table[] = {
		{exec_shfl, &op_shfl},   {exec_vote, &op_vote},
		{exec_match, &op_match}, {exec_redux, &op_redux},
		{exec_elect, &op_elect}, {exec_bar_warp, &op_none},
	};
	exec_fn *exec = decode_exec((enum row)d->row);
	for (u32 i = 0; i < countof(table); i++)
		if (table[i].exec == exec)
			return table[i].op;
	unreachable();
}

static u32 group_member(struct warp *w, const struct group *g, u32 *lanes) {
	warp_enter_frame(w, g->frame);
	const u32 *member = member_masks(w, g->pc);
	u32 lane = (u32)__builtin_ctz(g->mask);
	*lanes = same_member(member, lane, g->mask);
	return member[lane];
}

/* Ends the operation for all waiting groups in `set` (bit per group), which wait for
 * `lanes`. */
static void finish_set(struct warp *w, u32 set, u32 lanes) {
	const struct warp_op *op = op_of(w->group[__builtin_ctz(set)].pc);
	struct exchange x = {.exec = lanes};
	if (op == &op_none && w->worker->check)
		check_warp_sync(w, lanes);
	if (op == &op_none && w->worker->weak)
		weak_warp_sync(w, lanes);
	for_each_lane (i, set) {
		warp_enter_frame(w, w->group[i].frame);
		op->collect(w, w->group[i].pc, w->group[i].mask & lanes, &x);
	}
	for_each_lane (i, set) {
		struct group *g = &w->group[i];
		warp_enter_frame(w, g->frame);
		op->finish(w, g->pc, g->mask & lanes, &x);
		u32 rest = g->mask & ~lanes;
		if (rest)
			w->group[w->ngroup++] = (struct group){.mask = rest,
			                                       .state = GROUP_WARP_SYNC,
			                                       .pc = g->pc,
			                                       .frame = g->frame,
			                                       .fuel = g->fuel};
		g->mask &= lanes;
		g->pc++;
		g->state = GROUP_READY;
	}
}

bool warp_sync_resolve(struct warp *w, bool force) {
	for (u32 i = 0; i < w->ngroup; i++) {
		if (!w->group[i].mask || w->group[i].state != GROUP_WARP_SYNC)
			continue;
		if (w->group[i].wait == WAIT_GATHER) {
			if (!force && w->group[i].mask != w->live)
				continue;
			w->group[i].wait = WAIT_GATHER_ENDS;
			w->group[i].state = GROUP_READY;
			return true;
		}
		u32 lanes, member = group_member(w, &w->group[i], &lanes), set = 1u << i;
		for (u32 j = 0; j < w->ngroup; j++) {
			const struct group *g = &w->group[j];
			u32 more;
			if (j != i && g->mask && g->state == GROUP_WARP_SYNC &&
			    g->wait != WAIT_GATHER &&
			    op_of(g->pc) == op_of(w->group[i].pc) &&
			    g->pc->mods == w->group[i].pc->mods &&
			    group_member(w, g, &more) == member) {
				lanes |= more;
				set |= 1u << j;
			}
		}
		if (!force && (member & w->live & ~lanes))
			continue;
		if (w->worker->check && member & w->live & ~lanes) {
			warp_enter_frame(w, w->group[i].frame);
			check_forced(w, w->group[i].pc, w->group[i].mask, member);
		}
		finish_set(w, set, lanes);
		return true;
	}
	return false;
}
