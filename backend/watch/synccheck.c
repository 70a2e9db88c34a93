/* synccheck.c - barriers, instructions that several lanes execute together, mbarrier
 * objects.
 *
 * A lane that waits at a barrier while another of its warp has gone elsewhere is an error
 * only if the other one cannot come any more: it runs after the barrier, or waits at
 * another place. Lanes that have been set back because they spin may still come.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/hook_check.h"
#include "backend/machine/mbarrier.h"
#include "backend/machine/wait_table.h"
#include "backend/machine/warpgroup.h"
#include "backend/watch/async_copies.h"
#include "backend/watch/racecheck.h"
#include "ir/analysis/user_line.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- bar, barrier ---- */

static bool is_aligned(const struct dinst *d) {
	switch (d->row) {
	case ROW_BAR_SYNC:
	case ROW_BAR_ARRIVE:
	case ROW_BAR_POPC:
	case ROW_BAR_PRED: return true;
	default: return MOD_GET(d->mods, ALIGNED) != 0;
	}
}

/* Checks whether the group's lanes only have to leave the kernel: they count as exited,
 * as the hardware's code lets them leave before the barrier. */
static bool leads_out(const struct group *g) {
	const struct dfunc *f = g->frame->func;
	const struct dinst *d = g->pc;
	for (u32 steps = 0; steps < 16; steps++) {
		exec_fn *exec = f->watch[d - f->code].exec;
		if ((exec == exec_ret || exec == exec_exit) && d->guard == REF_NONE)
			return exec == exec_exit || !g->frame->parent;
		if (exec == exec_jump || (exec == exec_bra && d->guard == REF_NONE))
			d = d->payload;
		else if (exec == exec_join || exec == exec_enter)
			d++;
		else
			return false;
	}
	return false;
}

/* Returns the lanes of the warp that will not come to d. */
static u32 strayed(const struct warp *w, const struct dinst *d, u32 mask) {
	u32 away = w->mask & ~mask; /* the guard keeps them out */
	for (u32 i = 0; i < w->ngroup; i++) {
		const struct group *g = &w->group[i];
		if (i == w->cur || !g->mask)
			continue;
		bool here = g->frame == w->frame;
		if (g->state == GROUP_READY && leads_out(g))
			continue;
		if (here && ((g->state == GROUP_BARRIER && g->pc - 1 == d) ||
		             (g->state == GROUP_WARP_SYNC && g->pc == d)))
			continue;
		if (g->spun || g->state == GROUP_SLEEP)
			return 0;
		if (g->state == GROUP_READY || g->state == GROUP_WARP_SYNC) {
			if (here ? g->pc > d : g->frame->depth <= w->frame->depth)
				away |= g->mask;
			else
				return 0;
		} else {
			away |= g->mask;
		}
	}
	return away & w->live;
}

static bool fail_all(struct warp *w, const struct dinst *d, u32 mask, const char *text) {
	for_each_lane (l, mask)
		finding_text(w, d, l, CHECK_SYNC, FINDING_SYNC, "%s", text);
	finding_stop(w, d, (u32)__builtin_ctz(mask));
	return false;
}

static bool before_bar(struct warp *w, const struct dinst *d, u32 mask) {
	u32 at = MOD_GET(d->mods, BAROP) == MOD_BAROP_RED,
	    lane = (u32)__builtin_ctz(mask);
	u32 id = ((const u32 *)warp_ptr(w, d->o[at]))[lane], count = 0;
	struct cta *cta = w->cta;
	if (at + 1 < d->no && d->o[at + 1] != REF_NONE)
		count = ((const u32 *)warp_ptr(w, d->o[at + 1]))[lane];
	if (is_aligned(d) && mask != w->live && strayed(w, d, mask))
		return fail_all(w, d, mask,
		                "Barrier error detected. Divergent thread(s) in warp.");
	if (id >= CTA_BARRIERS || count % WARP_LANES) /* the machine says so */
		return true;
	const struct barrier *b = &cta->barrier[id];
	const struct launch *l = cta->launch;
	if (b->in_use && b->expected != count)
		return fail_all(
			w, d, 1u << lane,
			"Barrier error detected. Threads give different thread counts.");
	if (count > alignup(l->block[0] * l->block[1] * l->block[2], WARP_LANES))
		return fail_all(w, d, 1u << lane,
		                "Barrier error detected. The thread count is larger than "
		                "the block.");
	return true;
}

/* ---- *.sync ---- */

static const u32 *members_of(const struct warp *w, const struct dinst *d) {
	return warp_ptr(w, d->o[d->no - 1]);
}

/* As shfl_finish of warp.c. */
u32 sync_source_lane(const struct warp *w, const struct dinst *d, u32 l) {
	u32 b = ((const u32 *)warp_ptr(w, d->o[2]))[l] & 31;
	u32 c = ((const u32 *)warp_ptr(w, d->o[3]))[l], clamp = c & 31, seg = c >> 8 & 31;
	s32 max = (s32)((l & seg) | (clamp & ~seg)), j;
	bool p;
	switch (MOD_GET(d->mods, SHFL)) {
	case MOD_SHFL_UP:
		j = (s32)l - (s32)b;
		p = j >= max;
		break;
	case MOD_SHFL_DOWN:
		j = (s32)(l + b);
		p = j <= max;
		break;
	case MOD_SHFL_BFLY:
		j = (s32)(l ^ b);
		p = j <= max;
		break;
	default: j = (s32)((l & seg) | (b & ~seg)); p = j <= max;
	}
	return p ? (u32)j & 31 : l;
}

static bool before_warp(struct warp *w, const struct dinst *d, u32 mask) {
	const u32 *member = members_of(w, d);
	for_each_lane (l, mask) {
		if (!(member[l] >> l & 1)) {
			finding_text(
				w, d, l, CHECK_SYNC, FINDING_SYNC,
				"Invalid mask. The thread is not in its own mask 0x%08x.",
				member[l]);
			continue;
		}
		u32 from = d->row == ROW_SHFL_SYNC ? sync_source_lane(w, d, l) : l;
		if (from != l && !(member[l] & w->live & 1u << from))
			finding_text(w, d, l, CHECK_SYNC, FINDING_SYNC,
			             "Shuffle of a value of lane %u, which does not take "
			             "part.",
			             from);
	}
	return true;
}

void check_forced(struct warp *w, const struct dinst *d, u32 lanes, u32 member) {
	if (!(check_of(w)->tools & CHECK_SYNC))
		return;
	finding_text(w, d, (u32)__builtin_ctz(lanes), CHECK_SYNC, FINDING_SYNC,
	             "Barrier error detected. Lanes 0x%08x wait for lanes 0x%08x, which "
	             "do not come.",
	             lanes, member & w->live & ~lanes);
}

/* ---- mbarrier ---- */

static u32 object_of(const struct dinst *d) {
	switch (d->row) {
	case ROW_MB_INIT:
	case ROW_MB_INVAL:
	case ROW_MB_EXPECT_TX:
	case ROW_MB_COMPLETE_TX: return 0;
	default: return 1;
	}
}

static void set_object(u8 *s, bool on) {
	for (u32 i = 0; i < 8; i++)
		s[i] = (u8)(on ? s[i] | BYTE_MBARRIER : s[i] & ~BYTE_MBARRIER);
}

/* mbarrier.c keeps the number of the phase, modulo 4, in bits 20 and 21 of object and
 * token. */
static u32 generation(u64 v) {
	return (u32)(v >> 20) & 3;
}

static bool waits_by_token(const struct dinst *d) {
	return d->row == ROW_MB_TEST || d->row == ROW_MB_TRY;
}

static bool before_mbarrier(struct warp *w, const struct dinst *d, u32 mask) {
	u32 i = object_of(d);
	for_each_lane (l, mask) {
		u64 addr = mem_lane_addr(w, d, i, l);
		if (addr % 8)
			continue; /* the machine says so */
		u8 *s = check_state(w, l, mem_space(d), addr, 8);
		if (!s)
			continue;
		bool is_object = s[0] & BYTE_MBARRIER;
		if (d->row == ROW_MB_INIT) {
			set_object(s, true);
			continue;
		}
		if (!is_object) {
			finding_text(w, d, l, CHECK_SYNC, FINDING_SYNC,
			             "Invalid mbarrier. The object was not initialized.");
			finding_stop(w, d, l);
			return false;
		}
		if (d->row == ROW_MB_INVAL)
			set_object(s, false);
		if (!waits_by_token(d))
			continue;
		u64 now, token = operand_get(w, d, 2, l);
		const u8 *p = mem_find(w, l, mem_space(d), addr, 8);
		if (!p)
			continue;
		memcpy(&now, p, 8);
		u32 ago = (generation(now) - generation(token)) & 3;
		if (ago > 1)
			finding_text(w, d, l, CHECK_SYNC, FINDING_SYNC,
			             "Invalid arrival token. It is of a phase that ended "
			             "before the last one.");
	}
	return true;
}

static bool after_mbarrier_wait(struct warp *w, const struct dinst *d, u32 mask) {
	u32 done = d->o[0] == REF_NONE ? 0 : warp_pred(w, d->o[0]);
	for_each_lane (l, mask & done) {
		async_mbarrier_passed(w, l, mem_space(d), mem_lane_addr(w, d, 1, l));
		race_mbarrier_passed(w, l, mem_space(d), mem_lane_addr(w, d, 1, l));
	}
	return true;
}

bool check_surplus(struct warp *w, const struct dinst *d, u32 lane, u64 bytes) {
	if (!(check_of(w)->tools & CHECK_SYNC))
		return true;
	finding_text(
		w, d, lane, CHECK_SYNC, FINDING_SYNC,
		"Invalid mbarrier. All its arrivals are there, and %llu bytes more than "
		"the phase expects.",
		(unsigned long long)bytes);
	finding_stop(w, d, lane);
	return false;
}

/* ---- choosing ---- */

watch_fn *sync_before(const struct dinst *d) {
	if (d->exec == exec_bar)
		return before_bar;
	if (d->exec == exec_mbarrier_init || d->exec == exec_mbarrier_inval ||
	    d->exec == exec_mbarrier_tx || d->exec == exec_mbarrier_arrive ||
	    d->exec == exec_mbarrier_wait)
		return before_mbarrier;
	switch (d->row) {
	case ROW_SHFL_SYNC:
	case ROW_VOTE_SYNC:
	case ROW_BALLOT_SYNC:
	case ROW_MATCH_ANY:
	case ROW_MATCH_ALL:
	case ROW_REDUX:
	case ROW_REDUX_BITS:
	case ROW_ELECT:
	case ROW_BAR_WARP: return d->in ? before_warp : NULL;
	default: return NULL;
	}
}

watch_fn *sync_after(const struct dinst *d) {
	return d->exec == exec_mbarrier_wait ? after_mbarrier_wait : NULL;
}

/* ---- deadlock ---- */

/* The wait table of a finding: a line for each group of threads. */
struct table {
	char text[FINDING_TABLE];
	size_t n;
	u32 left_out;
};

static void add_row(struct table *t, const char *fmt, ...) PRINTF_LIKE(2, 3);
static void add_row(struct table *t, const char *fmt, ...) {
	char row[320];
	va_list ap;
	va_start(ap, fmt);
	size_t len = (size_t)vsnprintf(row, sizeof row, fmt, ap);
	va_end(ap);
	len = MIN(len, sizeof row - 1);
	if (t->n + len + 40 > sizeof t->text) { /* room for the last row */
		t->left_out++;
		return;
	}
	memcpy(t->text + t->n, row, len);
	t->text[t->n + len] = '\n';
	t->n += len + 1;
}

static const char *waits_for(char *buf, size_t size, const struct warp *w,
                             const struct group *g) {
	const struct cluster *cl = w->cta->cluster;
	const struct barrier *b = &w->cta->barrier[g->wait % CTA_BARRIERS];
	u32 all = b->expected ? b->expected : w->cta->nlive;
	struct mbarrier_wait m;
	if (mbarrier_waited_for(w, g, &m))
		mbarrier_wait_text(&m, buf, size);
	else if (g->state == GROUP_READY)
		snprintf(buf, size, "in a loop that changes nothing");
	else if (g->state == GROUP_BARRIER && g->wait == WAIT_WARPGROUP)
		snprintf(buf, size, "for the products of its warpgroup");
	else if (g->state == GROUP_BARRIER)
		snprintf(buf, size, "at barrier %u, where %u of %u threads are", g->wait,
		         b->arrived, all);
	else if (g->state == GROUP_CLUSTER)
		snprintf(buf, size, "at the cluster barrier, where %u of %u threads are",
		         cl->barrier_arrived, cl->nlive);
	else
		snprintf(buf, size, "for lanes of its warp");
	return buf;
}

static void add_group(struct table *t, const struct warp *w, const struct group *g) {
	const struct inst *in = group_waits_at(w, g)->in;
	const struct func *fn = g->frame->func->func;
	const u32 *id = w->cta->id;
	char what[160];
	const struct module *m = w->cta->launch->image->module;
	bool has_line = in && in->line && in->line < fn->nline;
	u32 line = has_line ? fn->line[user_line(m, fn, in->line)].line : 0;
	add_row(t, "block (%u,%u,%u) warp %u lanes 0x%08x in %s line %u waits %s", id[0],
	        id[1], id[2], w->id, g->mask, fn->name->s, line,
	        waits_for(what, sizeof what, w, g));
}

void check_deadlock(struct cluster *cl) {
	struct table t = {.n = 0};
	struct warp *first = NULL;
	const struct group *at = NULL;
	if (!(check_of(cl->cta[0].warp)->tools & CHECK_SYNC))
		return;
	for (u32 i = 0; i < cl->ncta; i++)
		for (u32 j = 0; j < cl->cta[i].nwarp; j++) {
			struct warp *w = &cl->cta[i].warp[j];
			for (u32 k = 0; k < w->ngroup; k++) {
				if (!w->group[k].mask)
					continue;
				first = first ? first : w;
				at = at ? at : &w->group[k];
				add_group(&t, w, &w->group[k]);
			}
		}
	if (!first)
		return;
	if (t.left_out)
		snprintf(t.text + t.n, sizeof t.text - t.n, "and %u more\n", t.left_out);
	warp_enter_frame(first, at->frame);
	struct finding f = finding_at(first, group_waits_at(first, at),
	                              (u32)__builtin_ctz(at->mask), CHECK_SYNC,
	                              FINDING_SYNC);
	struct mbarrier_wait m;
	snprintf(f.text, sizeof f.text, "Deadlock. Every thread left waits, this one %s.",
	         mbarrier_waited_for(first, at, &m) ? "at an mbarrier"
	         : at->state == GROUP_READY         ? "in a loop that changes nothing"
	         : at->state == GROUP_BARRIER       ? "at a barrier"
	         : at->state == GROUP_CLUSTER       ? "at the cluster barrier"
	                                            : "for lanes of its warp");
	f.table = t.text;
	finding_report(first, &f);
}
