/* wait_table.c - the wait table of a launch, which says where each group of lanes stands
 * and what it waits for; and deadlocks, which end with it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/wait_table.h"
#include "backend/machine/hook_check.h"
#include "backend/machine/mbarrier.h"
#include "backend/machine/warpgroup.h"

#include <stdio.h>

enum { STATE_TEXT = 160 };

static const char *group_state_text(const struct warp *w, const struct group *g,
                                    char buf[STATE_TEXT]) {
	struct mbarrier_wait m;
	switch (g->state) {
	case GROUP_BARRIER:
		if (g->wait == WAIT_WARPGROUP)
			return "waits for its warpgroup's products";
		snprintf(buf, STATE_TEXT, "waits at barrier %u", g->wait);
		return buf;
	case GROUP_WARP_SYNC: return "waits for lanes of its warp";
	case GROUP_CLUSTER: return "waits at the cluster barrier";
	case GROUP_SLEEP: return "sleeps";
	default:
		if (!mbarrier_waited_for(w, g, &m))
			return g->spun ? "spins" : "runs";
		strcpy(buf, "waits ");
		mbarrier_wait_text(&m, buf + strlen(buf), STATE_TEXT - strlen(buf));
		return buf;
	}
}

static void report_group(const struct warp *w, const struct group *g) {
	struct launch *l = w->cta->launch;
	const struct dinst *d = g->state == GROUP_BARRIER || g->state == GROUP_CLUSTER
	                                ? g->pc - 1
	                                : g->pc;
	const struct dfunc *f = g->frame->func;
	const struct inst *in = NULL;
	/* decoder-made instructions stand for the next real one */
	for (; !in && d < f->code + f->ncode; d++)
		in = d->in;
	char where[160] = "";
	if (in) {
		struct source_pos p = {0};
		if (l->image->module->sources)
			p = source_pos(l->image->module->sources, in->loc.start);
		if (p.file)
			snprintf(where, sizeof(where), "%s:%u", p.file->name, p.line);
		const struct line_info *line = warp_line(w, f, in);
		if (line) {
			size_t n = strlen(where);
			snprintf(where + n, sizeof(where) - n, " (source line %u)",
			         line->line);
		}
	}
	char buf[STATE_TEXT];
	launch_report(l, "   cta (%u,%u,%u) warp %u lanes %08x %s in %s at %s%s%s\n",
	              w->cta->id[0], w->cta->id[1], w->cta->id[2], w->id, g->mask,
	              group_state_text(w, g, buf), f->func->name->s, where,
	              in ? ": " : "", in ? row_info(in->row)->mnemonic : "");
}

void warp_report(const struct warp *w) {
	for (u32 i = 0; i < w->ngroup; i++)
		if (w->group[i].mask)
			report_group(w, &w->group[i]);
}

void cluster_report(const struct cluster *cl) {
	for (u32 i = 0; i < cl->ncta; i++)
		for (u32 j = 0; j < cl->cta[i].nwarp; j++)
			warp_report(&cl->cta[i].warp[j]);
}

/* Reports the live lanes that have not arrived at barrier `id`. */
static void report_missing(const struct cta *cta, u32 id) {
	for (u32 i = 0; i < cta->nwarp; i++) {
		const struct warp *w = &cta->warp[i];
		u32 missing = w->live & ~w->arrived[id];
		if (missing)
			launch_report(cta->launch,
			              "   missing at barrier %u: warp %u lanes %08x\n",
			              id, i, missing);
	}
}

const struct dinst *group_waits_at(const struct warp *w, const struct group *g) {
	struct mbarrier_wait m;
	if (mbarrier_waited_for(w, g, &m))
		return m.d;
	return g->state == GROUP_WARP_SYNC || g->state == GROUP_READY ? g->pc : g->pc - 1;
}

enum step cluster_deadlock(struct cluster *cl) {
	struct launch *l = cl->launch;
	struct fault *f = launch_fault_begin(l, FAULT_DEADLOCK);
	if (!f)
		return STEP_STOP;
	f->kernel = l->kernel->name->s;
	f->func = f->kernel;
	const char *what = "no lane can go on";
	char buf[STATE_TEXT];
	for (u32 i = 0; i < cl->ncta; i++) {
		struct cta *cta = &cl->cta[i];
		for (u32 j = 0; j < cta->nwarp; j++) {
			struct warp *w = &cta->warp[j];
			for (u32 k = 0; k < w->ngroup; k++) {
				struct group *g = &w->group[k];
				if (!g->mask || f->loc.end)
					continue;
				memcpy(f->cta, cta->id, sizeof(f->cta));
				warp_thread(w, (u32)__builtin_ctz(g->mask), f->thread);
				const struct dinst *d = group_waits_at(w, g);
				if (d->in)
					f->loc = d->in->loc;
				f->line = warp_line(w, g->frame->func, d->in);
				what = group_state_text(w, g, buf);
			}
		}
		for (u32 id = 0; id < CTA_BARRIERS; id++)
			if (cta->barrier[id].in_use)
				report_missing(cta, id);
	}
	snprintf(f->text, sizeof(f->text),
	         "deadlock: every lane left waits, the first one %s", what);
	cluster_report(cl);
	if (l->machine->check)
		check_deadlock(cl);
	launch_fault_done(l);
	return STEP_STOP;
}
