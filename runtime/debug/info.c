/* info.c - tables of the device, the kernel, its blocks, warps, lanes and threads;
 * registers, shared memory, barriers.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/bits.h"
#include "runtime/debug/command.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/dwarf.h"
#include "runtime/debug/expr.h"
#include "runtime/debug/info.h"
#include "runtime/debug/launch_tree.h"
#include "runtime/debug/names.h"
#include "runtime/debug/places.h"
#include "runtime/debug/session.h"
#include "runtime/debug/show.h"
#include "runtime/debug/state.h"
#include "runtime/debug/type.h"
#include "runtime/debug/value.h"

#define HEAD(...) \
	(const char *const[]){__VA_ARGS__}, countof(((const char *const[]){__VA_ARGS__}))
#define LL(x) ((unsigned long long)(x))

enum { SMS_SHOWN = 256, MASK_TEXT = 80 };

/* ---- what is resident -------------------------------------------------------------- */

/* Returns the ctas that have live threads, in the order of the grid; NULL after the
 * last. */
static struct cta **resident(struct arena *a) {
	VEC(struct cta *) list = {0};
	u64 from = 0;
	for (;;) {
		struct cta *next = NULL;
		for (struct cluster *cl = dbg.g->wk->resident; cl; cl = cl->next)
			for (u32 i = 0; i < cl->ncta; i++) {
				struct cta *c = &cl->cta[i];
				if (c->nlive && c->linear >= from &&
				    (!next || c->linear < next->linear))
					next = c;
			}
		vec_push(a, &list, next);
		if (!next)
			return list.at;
		from = next->linear + 1;
	}
}

static bool in_focus(const struct cta *c) {
	return dbg.focus.set && dbg.focus.cta == c->linear;
}

static bool needs_kernel(void) {
	if (dbg.g)
		return true;
	say("No CUDA kernels.\n");
	return false;
}

/* Writes a bit for each multiprocessor, the highest first: whether it has a cta. */
static void mask_text(struct arena *a, char text[MASK_TEXT]) {
	u32 nsm = dbg.launch->machine->limits.nsm,
	    digits = MIN((nsm + 3) / 4, (u32)MASK_TEXT - 4);
	u8 *on = arena_array(a, u8, digits + 1);
	for (struct cta **c = resident(a); *c; c++) {
		u32 sm = state_sm((*c)->linear);
		if (sm / 4 < digits)
			on[sm / 4] |= (u8)(1u << sm % 4);
	}
	text += sprintf(text, "0x");
	for (u32 i = digits; i--;)
		text += sprintf(text, "%x", on[i]);
}

/* ---- devices, sms, kernels, blocks ------------------------------------------------- */

static void info_devices(struct arena *a) {
	struct simt_properties p;
	char mask[MASK_TEXT] = "0x0";
	struct symbols *s = dbg.symbols;
	if (!s) {
		say("No CUDA devices.\n");
		return;
	}
	struct simt_device *dev = s->m->dev;
	simt_device_properties(dev, &p);
	if (dbg.g)
		mask_text(a, mask);
	struct table *t = table_new(a, HEAD("Dev", "PCI Bus/Dev ID", "Name", "SM Type",
	                                    "SMs", "Warps/SM", "Lanes/Warp",
	                                    "Active SMs Mask"));
	table_row(t, true);
	table_cell(t, "%u", dev->number);
	table_cell(t, "-");
	table_cell(t, "%s", p.name);
	table_cell(t, "sm_%u", dev->machine.limits.sm);
	table_cell(t, "%u", dev->machine.limits.nsm);
	table_cell(t, "%u", dev->machine.limits.max_warps_sm);
	table_cell(t, "%d", WARP_LANES);
	table_cell(t, "%s", mask);
	table_print(t);
}

static void info_sms(struct arena *a) {
	u32 nsm = dbg.launch->machine->limits.nsm,
	    nwarp = dbg.launch->machine->limits.max_warps_sm;
	u64 *warps = arena_array(a, u64, nsm + 1);
	for (struct cta **c = resident(a); *c; c++)
		for (u32 i = 0; i < (*c)->nwarp; i++) {
			u32 at = state_hw_warp((*c)->linear, i);
			if ((*c)->warp[i].live && at < 64)
				warps[state_sm((*c)->linear)] |= (u64)1 << at;
		}
	struct table *t = table_new(a, HEAD("SM", "Active Warps Mask"));
	table_title(t, "Device %u", dbg.module->dev->number);
	for (u32 i = 0; i < MIN(nsm, (u32)SMS_SHOWN); i++) {
		table_row(t, dbg.focus.set && state_sm(dbg.focus.cta) == i);
		table_cell(t, "%u", i);
		table_cell(t, "0x%0*llx", (int)MIN(nwarp / 4, 16u), LL(warps[i]));
	}
	table_print(t);
}

static const char *invocation(struct arena *a) {
	struct text_stream s;
	FILE *out = text_open(&s);
	struct focus f = dbg.focus;
	struct dframe fr;
	u32 n = f.set ? state_depth(&f) : 0;
	f.frame = n ? n - 1 : 0;
	fputs(places_plain_name(a, dbg.launch->kernel->name->s), out);
	fputc('(', out);
	struct dvar **list;
	u32 shown = 0, np = n ? eval_locals(a, &f, true, &list) : 0;
	bool ok = n && state_frame(&f, f.frame, &fr);
	for (u32 i = 0; ok && i < np; i++) {
		struct eval e = {.arena = a, .at = f};
		struct value v;
		struct format form = {0};
		fprintf(out, "%s%s=", shown++ ? ", " : "", list[i]->name);
		if (eval_variable(&e, &fr, list[i], &v)) {
			form.letter = v.type->kind == DT_PTR ? 'a' : 0;
			value_print(&e, out, &v, &form);
		}
	}
	for (u32 i = 0; ok && !np; i++) {
		struct eval e = {.arena = a, .at = f};
		struct value v;
		const char *name;
		if (!eval_param(&e, &fr, i, &v, &name))
			break;
		fprintf(out, "%s%s=", shown++ ? ", " : "", name);
		value_print(&e, out, &v, NULL);
	}
	fputc(')', out);
	return text_close(&s, a);
}

static void info_kernels(struct arena *a) {
	char mask[MASK_TEXT];
	mask_text(a, mask);
	struct table *t = table_new(a, HEAD("Kernel", "Parent", "Dev", "Grid", "Status",
	                                    "SMs Mask", "GridDim", "BlockDim",
	                                    "Invocation"));
	table_row(t, true);
	table_cell(t, "%llu", LL(dbg.nlaunch));
	u64 parent;
	if (launch_tree_parent(&parent))
		table_cell(t, "%llu", LL(parent));
	else
		table_cell(t, "-");
	table_cell(t, "%u", dbg.module->dev->number);
	table_cell(t, "%llu", LL(dbg.launch->grid_id));
	table_cell(t, "Active");
	table_cell(t, "%s", mask);
	table_coords(t, dbg.launch->grid);
	table_coords(t, dbg.launch->block);
	table_cell(t, "%s", invocation(a));
	table_print(t);
}

static void info_blocks(struct arena *a) {
	struct table *t = table_new(a, HEAD("BlockIdx", "To BlockIdx", "Count", "State"));
	table_title(t, "Kernel %llu", LL(dbg.nlaunch));
	struct cta **c = resident(a);
	while (*c) {
		struct cta **end = c;
		bool marked = in_focus(*c);
		while (end[1] && end[1]->linear == end[0]->linear + 1) {
			end++;
			marked |= in_focus(*end);
		}
		table_row(t, marked);
		table_coords(t, (*c)->id);
		table_coords(t, (*end)->id);
		table_cell(t, "%u", (u32)(end - c) + 1);
		table_cell(t, "running");
		c = end + 1;
	}
	table_print(t);
}

/* Returns the resident cluster of the least index from `from` on. */
static struct cluster *next_cluster(u64 from) {
	struct cluster *next = NULL;
	for (struct cluster *cl = dbg.g->wk->resident; cl; cl = cl->next)
		if (cl->nlive && cl->index >= from && (!next || cl->index < next->index))
			next = cl;
	return next;
}

static bool cluster_in_focus(const struct cluster *cl) {
	for (u32 i = 0; i < cl->ncta; i++)
		if (in_focus(&cl->cta[i]))
			return true;
	return false;
}

static void info_clusters(struct arena *a) {
	struct table *t = table_new(
		a, HEAD("ClusterIdx", "To ClusterIdx", "Count", "State"));
	struct cluster *cl = next_cluster(0), *next;
	if (cl && cl->ncta == 1) {
		say("The kernel has no clusters.\n");
		return;
	}
	table_title(t, "Kernel %llu", LL(dbg.nlaunch));
	for (; cl; cl = next) {
		struct cluster *end = cl;
		bool marked = cluster_in_focus(cl);
		while ((next = next_cluster(end->index + 1)) &&
		       next->index == end->index + 1) {
			end = next;
			marked |= cluster_in_focus(end);
		}
		table_row(t, marked);
		table_coords(t, cl->id);
		table_coords(t, end->id);
		table_cell(t, "%llu", LL(end->index - cl->index + 1));
		table_cell(t, "running");
	}
	table_print(t);
}

/* ---- warps, lanes, threads --------------------------------------------------------- */

static const struct group *first_group(const struct warp *w) {
	const struct group *best = NULL;
	u32 lane = w->live ? mask_first(w->live) : 0;
	if (dbg.focus.set && state_warp(&dbg.focus) == w)
		lane = dbg.focus.lane;
	best = debug_group(w, lane);
	return best;
}

static u64 pc_of(const struct warp *w, u32 lane) {
	struct code *c;
	u32 inst;
	return state_place(w, lane, &c, &inst) ? places_pc(c, inst) : 0;
}

static void thread_of(const struct warp *w, u32 lane, u32 out[3]) {
	cta_coords((u64)w->id * WARP_LANES + lane, dbg.launch->block, out);
}

/* Prints the warps of the multiprocessor in focus. */
static void info_warps(struct arena *a) {
	u32 sm = state_sm(dbg.focus.cta);
	struct table *t = table_new(a, HEAD("Wp", "Active Lanes Mask",
	                                    "Divergent Lanes Mask", "Active PC", "Kernel",
	                                    "BlockIdx", "First Active ThreadIdx"));
	table_title(t, "Device %u SM %u", dbg.module->dev->number, sm);
	for (struct cta **c = resident(a); *c; c++)
		for (u32 i = 0; i < (*c)->nwarp; i++) {
			const struct warp *w = &(*c)->warp[i];
			const struct group *g = w->live ? first_group(w) : NULL;
			u32 thread[3];
			if (state_sm((*c)->linear) != sm || !g)
				continue;
			table_row(t, in_focus(*c) && dbg.focus.warp == i);
			table_cell(t, "%u", state_hw_warp((*c)->linear, i));
			table_cell(t, "0x%08x", g->mask);
			table_cell(t, "0x%08x", w->live & ~g->mask);
			table_cell(t, "0x%016llx", LL(pc_of(w, mask_first(g->mask))));
			table_cell(t, "%llu", LL(dbg.nlaunch));
			table_coords(t, (*c)->id);
			thread_of(w, mask_first(g->mask), thread);
			table_coords(t, thread);
		}
	table_print(t);
}

static void info_lanes(struct arena *a) {
	struct cta *c = debug_cta(dbg.g, dbg.focus.cta);
	const struct warp *w = c ? &c->warp[dbg.focus.warp] : NULL;
	const struct group *g = w ? first_group(w) : NULL;
	const struct fault *f = &dbg.launch->fault;
	bool fault = atomic_load(&dbg.launch->fault_taken) == 2;
	u32 number = 0;
	const char *exception = fault ? session_exception(&number) : NULL;
	struct table *t = table_new(
		a, HEAD("Ln", "|State", "|PC", "ThreadIdx", "|Exception"));
	if (!w)
		return;
	table_title(t, "Device %u SM %u Warp %u", dbg.module->dev->number,
	            state_sm(dbg.focus.cta),
	            state_hw_warp(dbg.focus.cta, dbg.focus.warp));
	for (u32 l = 0; l < WARP_LANES; l++) {
		u32 thread[3];
		bool live = w->live >> l & 1;
		if (!(w->exist >> l & 1))
			continue;
		table_row(t, dbg.focus.lane == l);
		table_cell(t, "%u", l);
		table_cell(t, live ? g && g->mask >> l & 1 ? "active" : "divergent"
		                   : "exited");
		if (live)
			table_cell(t, "0x%016llx", LL(pc_of(w, l)));
		else
			table_cell(t, "n/a");
		thread_of(w, l, thread);
		table_coords(t, thread);
		bool mine = exception && memcmp(f->cta, c->id, sizeof f->cta) == 0 &&
		            memcmp(f->thread, thread, sizeof thread) == 0;
		if (mine && number)
			table_cell(t, "CUDA_EXCEPTION_%u", number);
		else
			table_cell(t, "%s", mine ? exception : "None");
	}
	table_print(t);
}

struct range {
	const struct cta *from, *to;
	u32 first[3], last[3], count;
	u64 pc, next; /* number of the thread that would go on with it */
	struct source_line line;
	bool marked;
};

static void put_range(struct table *t, const struct range *r) {
	if (!r->count)
		return;
	table_row(t, r->marked);
	table_coords(t, r->from->id);
	table_coords(t, r->first);
	table_coords(t, r->to->id);
	table_coords(t, r->last);
	table_cell(t, "%u", r->count);
	table_cell(t, "0x%016llx", LL(r->pc));
	table_cell(t, "%s", r->line.file ? places_base(r->line.file) : "n/a");
	table_cell(t, "%u", r->line.line);
}

/* Adjacent threads at the same place are one row. */
static void info_threads(struct arena *a) {
	struct table *t = table_new(a,
	                            HEAD("BlockIdx", "ThreadIdx", "To BlockIdx",
	                                 "ThreadIdx", "Count", "PC", "Filename", "Line"));
	struct range r = {0};
	const u32 *b = dbg.launch->block;
	u64 size = (u64)b[0] * b[1] * b[2];
	table_title(t, "Kernel %llu", LL(dbg.nlaunch));
	for (struct cta **c = resident(a); *c; c++)
		for (u32 i = 0; i < (*c)->nwarp; i++) {
			const struct warp *w = &(*c)->warp[i];
			mask_each (l, w->live) {
				u64 pc = pc_of(w, l),
				    number = (*c)->linear * size + i * WARP_LANES + l;
				bool focus = in_focus(*c) && dbg.focus.warp == i &&
				             dbg.focus.lane == l;
				if (!r.count || r.pc != pc || r.next != number) {
					struct code *code;
					u32 inst;
					put_range(t, &r);
					r = (struct range){.from = *c, .pc = pc};
					thread_of(w, l, r.first);
					if (state_place(w, l, &code, &inst))
						r.line = places_line(code, inst, 0);
				}
				r.count++;
				r.to = *c;
				r.next = number + 1;
				r.marked |= focus;
				thread_of(w, l, r.last);
			}
		}
	put_range(t, &r);
	table_print(t);
}

static void info_place(struct arena *a) {
	struct dframe fr;
	(void)a;
	if (!state_frame(&dbg.focus, dbg.focus.frame, &fr)) {
		say("No CUDA line.\n");
		return;
	}
	struct source_line l = places_line(fr.code, fr.inst, fr.level);
	say("Line %u of \"%s\" is at PTX line %u, instruction %u of %s.\n", l.line,
	    l.file ? l.file : "?", fr.code->ptx[fr.inst], fr.inst,
	    fr.code->f->func->name->s);
}

static void info_contexts(struct arena *a) {
	struct table *t = table_new(a, HEAD("Context", "Dev", "State"));
	if (!dbg.symbols) {
		say("No CUDA contexts.\n");
		return;
	}
	table_row(t, true);
	table_cell(t, "1");
	table_cell(t, "%u", dbg.symbols->m->dev->number);
	table_cell(t, dbg.g ? "active" : "idle");
	table_print(t);
}

static void info_trace(struct arena *a) {
	launch_tree_trace(a, invocation(a));
}

static void info_managed(struct arena *a) {
	u32 shown = 0;
	for (u32 i = 0; i < dbg.module->ir->nvar; i++) {
		struct eval e = {.arena = a, .at = dbg.focus};
		struct value v;
		const char *name;
		if (!dbg.module->ir->var[i].managed || !eval_module_var(&e, i, &v, &name))
			continue;
		say("%s = ", name);
		value_print(&e, dbg.out, &v, NULL);
		say("%s\n", e.error ? e.error : "");
		shown++;
	}
	if (!shown)
		say("No managed variables.\n");
}

bool info_cuda(const char *what) {
	static const struct {
		const char *name;
		void (*show)(struct arena *a);
		bool without_kernel;
	} tables[] = {{"devices", info_devices, true},
	              {"sms", info_sms, false},
	              {"kernels", info_kernels, false},
	              {"blocks", info_blocks, false},
	              {"warps", info_warps, false},
	              {"lanes", info_lanes, false},
	              {"threads", info_threads, false},
	              {"line", info_place, false},
	              {"contexts", info_contexts, true},
	              {"launch trace", info_trace, false},
	              {"launch children", launch_tree_children, false},
	              {"managed", info_managed, false},
	              {"clusters", info_clusters, false}};
	struct arena a = ARENA_INIT;
	bool found = false;
	if (strcmp(what, "barriers") == 0) {
		info_barriers();
		return true;
	}
	for (u32 i = 0; i < countof(tables) && !found; i++) {
		found = strncmp(tables[i].name, what, strlen(what)) == 0 && *what;
		if (found && (tables[i].without_kernel || needs_kernel()))
			tables[i].show(&a);
	}
	arena_drop(&a);
	return found;
}

/* ---- registers --------------------------------------------------------------------- */

static bool is_wanted(const char *names, const char *name) {
	const char *at = names;
	size_t n = strlen(name);
	if (!*names)
		return true;
	for (; (at = strstr(at, name + 1)); at++) { /* r1, $r1 or %r1 */
		const char *begin = at;
		while (begin > names && (begin[-1] == '%' || begin[-1] == '$'))
			begin--;
		bool starts = begin == names || strchr(" ,", begin[-1]);
		if (starts && (!at[n - 1] || strchr(" ,", at[n - 1])))
			return true;
	}
	return false;
}

void info_registers(const char *names) {
	struct dframe fr;
	u32 shown = 0;
	if (!dbg.g || !state_frame(&dbg.focus, dbg.focus.frame, &fr)) {
		command_error("The program has no registers now.");
		return;
	}
	struct arena a = ARENA_INIT;
	const struct func *f = fr.code->f->func;
	for (u32 i = 0; i < f->nreg; i++) {
		struct eval e = {.arena = &a, .at = dbg.focus};
		const char *name = f->reg[i].name->s;
		struct value v;
		u64 word[2];
		if (!is_wanted(names, name) || !state_register(&dbg.focus, &fr, i, word))
			continue;
		v = (struct value){.type = type_of_ptx((enum type)f->reg[i].type),
		                   .space = SPACE_REGISTER,
		                   .addr = i,
		                   .at = dbg.focus};
		say("%-15s0x%-18llx", name, LL(word[0]));
		value_print(&e, dbg.out, &v, NULL);
		say("\n");
		shown++;
		arena_reset(&a);
	}
	if (!shown && *names)
		command_error("Invalid register `%s'", names);
	arena_drop(&a);
}

/* ---- shared memory ----------------------------------------------------------------- */

void info_shared(void) {
	if (!needs_kernel())
		return;
	const struct module *m = dbg.module->ir;
	struct arena a = ARENA_INIT;
	struct cta *c = debug_cta(dbg.g, dbg.focus.cta);
	u32 cta[3], thread[3];
	if (!c) {
		say("No CUDA block in focus.\n");
		return;
	}
	thread_coords(&dbg.focus, cta, thread);
	say("block (%u,%u,%u): %u bytes, %u of them static and %u dynamic\n", cta[0],
	    cta[1], cta[2], dbg.launch->shared_total, dbg.launch->shared_static,
	    dbg.launch->shared_dynamic);
	for (u32 i = 0; i < m->nvar; i++) {
		struct eval e = {.arena = &a, .at = dbg.focus};
		struct value v;
		const char *name;
		if (m->var[i].space != SPACE_SHARED || !dbg.launch->shared_offset[i] ||
		    !eval_module_var(&e, i, &v, &name))
			continue;
		say("@shared 0x%llx %s = ", LL(v.addr), name);
		value_print(&e, dbg.out, &v, NULL);
		say("%s\n", e.error ? e.error : "");
		arena_reset(&a);
	}
	arena_drop(&a);
}

/* ---- barriers ---------------------------------------------------------------------- */

static u32 waiting_lanes(const struct warp *w, u32 id) {
	u32 mask = 0;
	for (u32 k = 0; w->live && k < w->ngroup; k++)
		if (w->group[k].state == GROUP_BARRIER && w->group[k].wait == id)
			mask |= w->group[k].mask;
	return mask;
}

void info_barriers(void) {
	if (!needs_kernel())
		return;
	struct arena a = ARENA_INIT;
	struct table *t = table_new(&a, HEAD("BlockIdx", "Barrier", "Arrived", "Expected",
	                                     "Wp", "Waiting Lanes Mask",
	                                     "Missing Lanes Mask"));
	u32 rows = 0;
	for (struct cta **c = resident(&a); *c; c++)
		for (u32 id = 0; id < CTA_BARRIERS; id++) {
			const struct barrier *b = &(*c)->barrier[id];
			if (!b->in_use)
				continue;
			for (u32 i = 0; i < (*c)->nwarp; i++) {
				const struct warp *w = &(*c)->warp[i];
				if (!w->live)
					continue;
				table_row(t, in_focus(*c) && dbg.focus.warp == i);
				table_coords(t, (*c)->id);
				table_cell(t, "%u", id);
				table_cell(t, "%u", b->arrived);
				if (b->expected)
					table_cell(t, "%u", b->expected);
				else
					table_cell(t, "all");
				table_cell(t, "%u", i);
				table_cell(t, "0x%08x", waiting_lanes(w, id));
				table_cell(t, "0x%08x", w->live & ~waiting_lanes(w, id));
				rows++;
			}
		}
	if (rows)
		table_print(t);
	else
		say("No barrier has threads that wait.\n");
	arena_drop(&a);
}

/* ---- a value in every lane --------------------------------------------------------- */

void show_lanes(const char *expr) {
	struct cta *c = dbg.g ? debug_cta(dbg.g, dbg.focus.cta) : NULL;
	struct arena a = ARENA_INIT;
	if (!c) {
		command_error("No CUDA kernel is in focus.");
		return;
	}
	const struct warp *w = &c->warp[dbg.focus.warp];
	const struct group *g = first_group(w);
	struct eval mine = {.arena = &a, .at = dbg.focus};
	struct value v;
	if (!eval_expr(&mine, expr, &v)) {
		command_error("%s", mine.error);
		arena_drop(&a);
		return;
	}
	for (u32 l = 0; l < WARP_LANES; l++) {
		struct focus f = session_focus(w, l);
		struct eval e = {.arena = &a, .at = f};
		u32 thread[3];
		if (!(w->live >> l & 1))
			continue;
		thread_of(w, l, thread);
		say("%c%3u (%u,%u,%u)%s = ", l == dbg.focus.lane ? '*' : ' ', l,
		    thread[0], thread[1], thread[2],
		    g && !(g->mask >> l & 1) ? " divergent" : "");
		if (eval_expr(&e, expr, &v))
			value_print(&e, dbg.out, &v, NULL);
		say("%s\n", e.error ? e.error : "");
		arena_reset(&a);
	}
	arena_drop(&a);
}
