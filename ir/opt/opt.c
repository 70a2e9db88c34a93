/* opt.c - the list of the optimiser's passes, in order.
 *
 * Rules for a new pass:
 * 1. Instructions whose result depends on which lanes run them together (PROP_CONVERGENT,
 *    calls) stay where they are: none is moved, made conditional, or copied to where only
 *    some of the lanes come.
 * 2. Volatile and ordered accesses, atomics and fences keep their number and their order.
 * 3. Floating point is not reassociated; fuse.c alone changes rounding, if asked.
 * 4. What may fault runs only where it ran before.
 * 5. A guarded instruction writes some lanes only (node.old).
 * 6. A pass is near-linear in the size of the function.
 *
 * Not optimised: functions with instructions that no table describes (PROP_UNSUPPORTED,
 * unknown ones), and with parameters in registers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/opt.h"

#include "ir/analysis/refs.h"
#include "ir/opt/ssa.h"
#include "ir/read/module.h"

struct pass {
	const char *name;
	void (*run)(struct opt *o);
	int level; /* from which on it runs */
};

static const struct pass early[] = {
	{"gvn", pass_gvn, 1},   {"dce", pass_dce, 1},       {"sroa", pass_sroa, 1},
	{"gvn", pass_gvn, 1},   {"dce", pass_dce, 1},       {"sroa", pass_sroa, 1},
	{"flow", pass_flow, 1}, {"space", pass_space, 1},   {"gvn", pass_gvn, 1},
	{"dce", pass_dce, 1},   {"select", pass_select, 1}, {"flow", pass_flow, 1},
	{"gvn", pass_gvn, 1},   {"dce", pass_dce, 1},
};

/* If accesses name variables that they did not name before. */
static const struct pass named[] = {
	{"sroa", pass_sroa, 1},
	{"gvn", pass_gvn, 1},
	{"dce", pass_dce, 1},
};

/* The order of sums, before loops change. */
static const struct pass order[] = {
	{"order", pass_order, 1},
	{"gvn", pass_gvn, 1},
	{"dce", pass_dce, 1},
};

/* Again for the loops around those that were unrolled. */
static const struct pass loops[] = {
	{"rotate", pass_rotate, 1}, {"gvn", pass_gvn, 1},
	{"dce", pass_dce, 1},       {"flow", pass_flow, 1},
	{"licm", pass_licm, 1},     {"accumulate", pass_accumulate, 1},
	{"unroll", pass_unroll, 3}, {"gvn", pass_gvn, 1},
	{"dce", pass_dce, 1},       {"sroa", pass_sroa, 3},
	{"flow", pass_flow, 1},
};

static const struct pass late[] = {
	{"gvn", pass_gvn, 1},       {"dce", pass_dce, 1},
	{"select", pass_select, 1}, {"flow", pass_flow, 1},
	{"gvn", pass_gvn, 1},       {"dce", pass_dce, 1},
	{"licm", pass_licm, 1},     {"gvn", pass_gvn, 1},
	{"dce", pass_dce, 1},       {"store", pass_store, 1},
	{"dce", pass_dce, 1},       {"fuse", pass_fuse, 1},
	{"dce", pass_dce, 1},       {"combine", pass_combine, 1},
	{"dce", pass_dce, 1},       {"flow", pass_flow, 1},
};

/* Before an early export: no branch may have a known outcome. */
static const struct pass tidy[] = {{"flow", pass_flow, 1}};

enum { LOOP_ROUNDS = 4 };

/* ---- the viewer ---- */

/* Shows the function in SSA form, or as PTX if `o` is NULL. */
static void show(const struct opt_options *options, struct module *m, struct func *f,
                 struct opt *o, const char *pass) {
	struct text_stream s;
	if (!options->viewer)
		return;
	text_open(&s);
	if (o)
		ssa_print(o, s.out);
	else
		ir_print_func(m, f, s.out);
	struct arena a = ARENA_INIT;
	options->viewer->see(options->viewer->ctx, f, pass, text_close(&s, &a));
	arena_drop(&a);
}

/* ---- the passes in order ---- */

static void run(struct opt *o, const struct pass *list, u32 n) {
	for (u32 i = 0; i < n; i++) {
		if (o->options->level < list[i].level)
			continue;
		list[i].run(o);
		if (o->options->debug)
			ssa_check(o, list[i].name);
		show(o->options, o->m, o->f, o, list[i].name);
	}
}

/* Runs the passes after the first ones. */
static void run_rest(struct opt *o) {
	run(o, order, countof(order));
	for (u32 round = 0; round < LOOP_ROUNDS; round++) {
		o->unrolled = false;
		run(o, loops, countof(loops));
		if (!o->unrolled)
			break;
	}
	run(o, late, countof(late));
}

enum { FIRST_ROUND = 1, PROMOTING_ROUND = 2, LAST_ROUND = 4 };

/* False: another round follows, as pointers of calls have become known functions, which
 * it inlines, or as calls through other pointers may be of the functions `taken`. */
static bool optimise(struct module *m, struct func *f, const struct opt_options *options,
                     const u8 *taken, u32 round) {
	struct arena scratch = ARENA_INIT;
	struct opt o = {.m = m,
	                .f = f,
	                .options = options,
	                .a = &scratch,
	                .taken = taken,
	                .keeps_loads = options->fmad && options->is_source};
	ssa_import(&o);
	if (taken && round == PROMOTING_ROUND)
		promote_calls(&o);
	if (!options->no_inline)
		inline_calls(&o);
	ssa_construct(&o);
	if (options->debug)
		ssa_check(&o, "construct");
	show(options, m, f, &o, "construct");
	run(&o, early, countof(early));
	if (o.chose_variable)
		run(&o, named, countof(named));
	bool again = resolve_calls(&o);
	again |= taken && round == FIRST_ROUND && has_pointer_calls(&o);
	again &= round < LAST_ROUND && !options->no_inline;
	if (again)
		run(&o, tidy, countof(tidy));
	else
		run_rest(&o);
	ssa_export(&o);
	arena_drop(&scratch);
	return !again;
}

/* taken: promote_call.c, or NULL. */
static bool opt_rounds(struct module *m, struct func *f,
                       const struct opt_options *options, const u8 *taken) {
	if (f->has_body)
		show(options, m, f, NULL, "start");
	if (options->level < 1 || !ssa_can_import(m, f))
		return false;
	for (u32 round = FIRST_ROUND; !optimise(m, f, options, taken, round); round++)
		;
	show(options, m, f, NULL, "end");
	return true;
}

bool opt_func(struct module *m, struct func *f, const struct opt_options *options) {
	return opt_rounds(m, f, options, NULL);
}

/* ---- what is needed ---- */

/* Removes the text of functions and variables that nothing needs. */
static void drop_items(struct module *m, const struct module_refs *needed) {
	u32 n = 0;
	for (u32 i = 0; i < m->nitem; i++) {
		const struct module_item *item = &m->item[i];
		bool is_func = item->kind == ITEM_FUNC_DECL ||
		               item->kind == ITEM_FUNC_DEF;
		if (is_func ? needed->func[item->index]
		            : item->kind != ITEM_VAR || needed->var[item->index])
			m->item[n++] = *item;
	}
	m->nitem = n;
}

/* Makes room for the variables that functions got from those inlined into them. */
static void cover_vars(struct arena *a, struct module_refs *needed, u32 *n,
                       const struct module *m) {
	if (m->nvar <= *n)
		return;
	u8 *all = arena_array(a, u8, 2 * m->nvar);
	memcpy(all, needed->var, *n);
	needed->var = all;
	*n = 2 * m->nvar;
}

/* Optimises the functions that the world can reach and those that they name when they
 * are optimised: of a table of functions that is constant, often one is called, or none
 * as it was inlined. The others are dropped, and so are constants of which only the value
 * is known to the code. */
static void opt_needed(struct module *m, const struct opt_options *options) {
	struct arena scratch = ARENA_INIT;
	u32 nvar = m->nvar, covered = nvar + 1;
	struct module_refs needed = {.var = arena_array(&scratch, u8, covered),
	                             .func = arena_array(&scratch, u8, m->nfunc + 1)};
	u8 *done = arena_array(&scratch, u8, m->nfunc + 1),
	   *seen = arena_array(&scratch, u8, nvar + 1);
	for (u32 i = 0; i < nvar; i++)
		needed.var[i] = !m->var[i].is_private;
	for (u32 i = 0; i < m->nalias; i++)
		needed.func[m->alias[i].func] = 1;
	for (u32 i = 0; i < m->nfunc; i++)
		if (m->func[i]->is_entry || m->func[i]->linkage != LINKAGE_NONE)
			needed.func[i] = 1;
	for (bool any = true; any;) {
		any = false;
		for (u32 i = 0; i < nvar; i++) {
			if (!needed.var[i] || seen[i])
				continue;
			seen[i] = 1;
			add_init_refs(&needed, &m->var[i]);
		}
		for (u32 i = 0; i < m->nfunc; i++) {
			if (!needed.func[i] || done[i])
				continue;
			any = true;
			done[i] = 1;
			opt_func(m, m->func[i], options);
			cover_vars(&scratch, &needed, &covered, m);
			add_func_refs(&needed, m->func[i]);
		}
	}
	drop_items(m, &needed);
	arena_drop(&scratch);
}

void opt_module(struct module *m, const struct opt_options *options) {
	m->optimized = (u32)options->level | (u32)options->fmad << 8 |
	               (u32)options->no_signed_wrap << 9 | (u32)options->is_source << 10 |
	               (u32)options->no_inline << 11;
	if (options->is_source) {
		opt_needed(m, options);
		return;
	}
	struct arena scratch = ARENA_INIT;
	const u8 *taken = options->no_inline ? NULL : address_taken(&scratch, m);
	for (u32 i = 0; i < m->nfunc; i++)
		opt_rounds(m, m->func[i], options, taken);
	arena_drop(&scratch);
}

/* Whether the function calls one that the module has, or through a pointer. */
static bool calls(const struct module *m, const struct func *f) {
	for (u32 i = 0; i < f->ninst; i++) {
		const struct inst *in = &f->inst[i];
		if (in->row == ROW_CALL && (in->operand[1].kind != OPR_FUNC ||
		                            m->func[in->operand[1].index]->has_body))
			return true;
	}
	return false;
}

void opt_calls(struct module *m, bool debug) {
	const struct opt_options options = {
		.level = 1, .is_loaded = true, .debug = debug};
	struct arena scratch = ARENA_INIT;
	const u8 *taken = address_taken(&scratch, m);
	/* kernels last, so that they get functions that have got theirs */
	for (u32 entries = 0; entries < 2; entries++)
		for (u32 i = 0; i < m->nfunc; i++)
			if (m->func[i]->is_entry == (entries == 1) &&
			    calls(m, m->func[i])) {
				opt_rounds(m, m->func[i], &options, taken);
				m->optimized |= 1u << 12;
			}
	arena_drop(&scratch);
}
