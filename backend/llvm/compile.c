/* compile.c - emits a kernel, and all functions that it can reach, as LLVM modules for
 * one block shape, and makes code of these.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/compile.h"
#include "backend/llvm/emit/debug_line.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/engine/modules.h"
#include "backend/llvm/engine/perf_map.h"
#include "backend/llvm/engine/selftest.h"
#include "backend/llvm/flow/dead_code.h"
#include "backend/llvm/flow/demanded_lanes.h"
#include "backend/llvm/flow/function_split.h"
#include "backend/llvm/flow/row_lines.h"
#include "backend/llvm/flow/waiting_masks.h"
#include "backend/llvm/mem/confine.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/idle_warps.h"

#include <pthread.h>
#include <stdio.h>

/* Analyses are made on first use and kept with the function; compilations may run side by
 * side. */
static pthread_mutex_t analyses = PTHREAD_MUTEX_INITIALIZER;

struct state {
	struct compile *job;
	const struct module *m;
	struct arena scratch;
	LLVMContextRef ctx;
	struct modules modules;
	u8 *wanted; /* per function: bit 1: it is called; bit 0: its calls have been
	               followed */
	struct engine_entries entries; /* of those wanted, in order */
	VEC(u32) table;                /* what goes with the code: see add_function */
	u64 weight;                    /* of all functions that are wanted */
	bool calls_exit;               /* some function, called, may end lanes */
	struct map confined;           /* addresses (confine.c) */
	enum sanitizer sanitizer;
	struct fn kernel;
};

/* Names the LLVM function. The prefix keeps it apart from functions that LLVM calls, such
 * as memcpy. */
static const char *name_of(const struct state *s, u32 index) {
	return arena_printf(s->job->out, "ptx_%s", s->m->func[index]->name->s);
}

/* ---- what is reached --------------------------------------------------------------- */

static bool calls_pointers(const struct func *f) {
	for (u32 i = 0; i < f->ninst; i++)
		if (f->inst[i].row == ROW_CALL && f->inst[i].operand[1].kind != OPR_FUNC)
			return true;
	return false;
}

static void want(struct state *s, u32 index) {
	const struct func *f = s->m->func[index];
	if (s->wanted[index] || !f->has_body)
		return;
	s->wanted[index] = 1;
	for (u32 i = 0; i < f->ninst; i++)
		for (u32 k = 0; k < f->inst[i].noperand; k++)
			if (f->inst[i].operand[k].kind == OPR_FUNC)
				s->wanted[f->inst[i].operand[k].index] |= 2;
	if (calls_pointers(f))
		for (u32 i = 0; i < s->m->nfunc; i++)
			s->wanted[i] |= s->m->func[i]->is_entry ? 0 : 2;
}

static bool ends_lanes(const struct func *f) {
	for (u32 i = 0; i < f->ninst; i++)
		if (f->inst[i].row == ROW_EXIT)
			return !f->is_entry;
	return false;
}

static void want_all(struct state *s) {
	want(s, s->job->kernel->index);
	for (bool more = true; more;) {
		more = false;
		for (u32 i = 0; i < s->m->nfunc; i++) {
			if (s->wanted[i] != 2)
				continue;
			s->wanted[i] = 0;
			want(s, i);
			more |= s->wanted[i] != 0;
		}
	}
	for (u32 i = 0; i < s->m->nfunc; i++)
		s->calls_exit |= s->wanted[i] && ends_lanes(s->m->func[i]);
}

/* Lanes of the narrowest vectors, and what a gather costs for each lane of a row: so many
 * operations on wide vectors. */
enum { LEAST_WIDTH = 4, INSTS_FOR_GATHER = 8 };

/* ---- one function ------------------------------------------------------------------ */

static void init_types(struct fn *c) {
	c->i1 = LLVMInt1TypeInContext(c->ctx);
	c->i8 = LLVMInt8TypeInContext(c->ctx);
	c->i16 = LLVMInt16TypeInContext(c->ctx);
	c->i32 = LLVMInt32TypeInContext(c->ctx);
	c->i64 = LLVMInt64TypeInContext(c->ctx);
	c->i128 = LLVMInt128TypeInContext(c->ctx);
	c->f32 = LLVMFloatTypeInContext(c->ctx);
	c->f64 = LLVMDoubleTypeInContext(c->ctx);
	c->ptr = LLVMPointerTypeInContext(c->ctx, 0);
	c->voidt = LLVMVoidTypeInContext(c->ctx);
}

static void shape_of(struct fn *c, const u32 ntid[3], bool calls_exit) {
	u64 n = (u64)ntid[0] * ntid[1] * ntid[2];
	memcpy(c->opt.ntid, ntid, sizeof c->opt.ntid);
	c->flow.has_full = n == 0 || n >= WARP_LANES;
	c->flow.has_part = n == 0 || n % WARP_LANES != 0 || !c->facts.is_kernel;
	c->facts.starts_whole = n && !c->flow.has_part;
	for (u32 b = 0; b < c->f->nblock; b++)
		c->flow.has_part |= c->uni->branch_divergent[b];
	for (u32 i = 0; i < c->f->ninst; i++) {
		const struct inst *in = &c->f->inst[i];
		u32 props = row_info(in->row)->props;
		if (in->guard != NO_REG && (props & PROP_TERM))
			c->flow.has_part |= c->uni->reg[in->guard].kind != VALUE_UNIFORM;
		c->flow.has_part |= in->row == ROW_BRX ||
		                    (calls_exit && (props & PROP_CALL));
		c->facts.starts_whole &= !(calls_exit && (props & PROP_CALL));
		c->facts.has_bar_red |= jit_is_bar_red(in);
		c->facts.uses_cc |= (props & (PROP_CC_IN | PROP_CC_OUT)) != 0;
	}
}

static void analyse(struct fn *c, struct func *f, const u32 ntid[3]) {
	c->shape = (struct uniform_shape){
		{ntid[0], ntid[1], ntid[2]}, .takes_no_wrap = true, .takes_rows = true};
	pthread_mutex_lock(&analyses);
	c->cfg = cfg_build(f);
	reconv_build(f);
	c->live = live_build(c->m, f);
	pthread_mutex_unlock(&analyses);
	c->uni = uniform_build_shape(c->a, c->m, f, &c->shape);
}

/* Checks whether lanes of a row are likely to go side by side, and rows to places that
 * nothing is known of: row * pitch. */
static bool goes_by_rows(const struct fn *c, const struct inst *in) {
	const struct operand *o = &in->operand[in->row == ROW_LD];
	return (in->row == ROW_LD || in->row == ROW_ST) && o->kind == OPR_ADDR_REG &&
	       c->reg[o->index].class == REG_VECTOR && !c->reg[o->index].is_data;
}

/* Blocks with rows of fewer threads than a vector has lanes get vectors of a row: one
 * load each, where a vector of two rows is a gather; unless it is arithmetic that takes
 * the time. */
static u32 vector_width(const struct fn *c, u32 widest) {
	u32 row = c->opt.ntid[0];
	u64 all = 0, by_rows = 0;
	if (row < LEAST_WIDTH || row >= widest || !is_pow2(row) || c->opt.is_quick)
		return widest;
	for (u32 b = 0; b < c->f->nblock; b++) {
		u64 rounds = (u64)1 << MIN(3 * cfg_loop_depth(c->cfg, b), 30u);
		for (u32 i = 0; i < c->f->block[b].ninst; i++) {
			const struct inst *in = &c->f->inst[c->f->block[b].first + i];
			all += rounds;
			by_rows += goes_by_rows(c, in) ? rounds : 0;
		}
	}
	return by_rows * row * INSTS_FOR_GATHER > all ? row : widest;
}

/* ---- what is known of the code ----------------------------------------------------- */

/* Words that go to the cache with the object: of each function in order, its registers
 * and its entries; then the kernel's states. add_* writes them, take_* reads them into
 * struct compiled. */
static void add(struct state *s, u32 word) {
	vec_push(&s->scratch, &s->table, word);
}

static void add_function(struct state *s, const struct fn *c) {
	u32 at = s->table.n, n = 0;
	add(s, 0);
	for (u32 i = 0; i < c->f->nreg; i++) {
		const struct jreg *r = &c->reg[i];
		bool scalar = r->class != REG_VECTOR;
		if (!(scalar || r->raw_nan) || !live_is_used(c->live, i) ||
		    c->df->reg[i] == REF_NONE)
			continue;
		n++;
		add(s, i);
		add(s, REF_OFF(c->df->reg[i]));
		add(s, c->live->warp[i].first);
		add(s, c->live->warp[i].last);
		const struct uniform_value *how = r->how ? r->how
		                                         : &(struct uniform_value){0};
		add(s, r->bits | (u32)scalar << 8 | (u32)r->raw_nan << 9 |
		               (u32)how->row << 16);
		add(s, (u32)how->stride);
		add(s, (u32)((u64)how->stride >> 32));
		add(s, (u32)how->jump);
		add(s, (u32)((u64)how->jump >> 32));
	}
	s->table.at[at] = n;
	add(s, c->df->nentry);
	for (u32 i = 0; i < c->df->nentry; i++)
		add(s, c->entries.entry_live[i]);
}

static void add_states(struct state *s) {
	const struct fn *k = &s->kernel;
	add(s, k->entries.nlean);
	for (u32 i = 0; i < k->entries.nlean; i++) {
		add(s, k->entries.lean[i].entry_pc);
		add(s, 2 * k->entries.lean[i].pos + !k->entries.lean[i].is_turn);
	}
}

/* The words were made by this very version: the cache refuses entries that are not
 * whole. */
static const u32 *take_function(struct arena *out, const u32 *p,
                                struct compiled_func *f) {
	u32 n = *p++;
	struct compiled_reg *list = arena_array(out, struct compiled_reg, n + 1);
	for (u32 i = 0; i < n; i++, p += 9)
		list[i] = (struct compiled_reg){
			.reg = p[0],
			.off = p[1],
			.first = p[2],
			.last = p[3],
			.bits = (u8)p[4],
			.is_scalar = p[4] >> 8 & 1,
			.is_raw = p[4] >> 9 & 1,
			.row = (u8)(p[4] >> 16),
			.stride = (s64)((u64)p[5] | (u64)p[6] << 32),
			.jump = (s64)((u64)p[7] | (u64)p[8] << 32)};
	*f = (struct compiled_func){.reg = list, .nreg = n, .entry_live = p + 1};
	return p + 1 + *p;
}

static const struct compiled_state *take_states(struct arena *out, const u32 *p) {
	u32 n = *p++; /* compiled.nstate */
	struct compiled_state *list = arena_array(out, struct compiled_state, n + 1);
	for (u32 i = 0; i < n; i++, p += 2)
		list[i] = (struct compiled_state){p[0], p[1]};
	return list;
}

/* ---- one function emitted ---------------------------------------------------------- */

static void emit_func(struct state *s, u32 index, struct fn *c) {
	engine_step(s->job->closing);
	struct func *f = s->m->func[index];
	const struct compile *job = s->job;
	const struct dmodule *dm = job->image->prepared[0];
	*c = (struct fn){.m = s->m,
	                 .f = f,
	                 .df = &dm->func[index],
	                 .dm = dm,
	                 .host = job->host,
	                 .facts.is_kernel = f->is_entry,
	                 .opt.is_quick = !job->optimise,
	                 .opt.is_large = split_is_large(s->weight),
	                 .opt.is_over_4gib = job->is_over_4gib,
	                 .opt.confined = job->is_confined ? &s->confined : NULL,
	                 .a = &s->scratch,
	                 .ctx = s->ctx,
	                 .mod = modules_for(&s->modules, 0),
	                 .modules = &s->modules,
	                 .out = job->out,
	                 .opt.closing = job->closing,
	                 .explain = job->explain};
	analyse(c, f, job->ntid);
	c->opt.is_verified = jit_config()->verify;
	c->opt.is_sanitized = s->sanitizer != SANITIZE_NO;
	c->opt.most_back_edges = jit_config()->leave ? 3 : JIT_BUDGET;
	shape_of(c, job->ntid, s->calls_exit);
	c->b = LLVMCreateBuilderInContext(s->ctx);
	init_types(c);
	c->name = name_of(s, index);
	if (job->lines)
		debug_unit(c, LLVMCreateDIBuilder(c->mod));
	split_find(c);
	c->entries.entry_live = arena_array_raw(c->a, u32, c->df->nentry + 1);
	memset(c->entries.entry_live, 0xff, (c->df->nentry + 1) * sizeof(u32));
	jit_regs(c);
	c->width = jit_config()->wide ? 16 : vector_width(c, job->host->width);
	c->nchunk = WARP_LANES / c->width;
	jit_find_row_lines(c);
	jit_find_dead_code(c);
	if (!c->opt.is_verified) /* the interpreter computes all lanes */
		jit_find_demanded(c);
	jit_find_streams(c);
	c->mem.group_of = arena_array(c->a, u32, f->ninst + 1);
	c->mem.lanes_of = arena_array(c->a, u32, f->ninst + 1);
	c->mem.lanes_group = arena_array(c->a, struct lanes_group *, f->ninst + 1);
	c->mem.group_ptr = arena_array(c->a, val, f->ninst + 1);
	c->mem.group_span = arena_zalloc(c->a,
	                                 sizeof(*c->mem.group_span) * (f->ninst + 1), 8);
	c->flow.full = arena_array(c->a, struct version, f->nblock + 1);
	c->flow.part = arena_array(c->a, struct version, f->nblock + 1);
	c->flow.waiting_mask = arena_array(c->a, struct waiting_mask, f->nblock + 1);
	c->flow.after = arena_array(c->a, bb, f->ninst + 1);
	u32 nwait = 0;
	for (u32 i = 0; i < f->ninst; i++)
		nwait += jit_can_wait(&f->inst[i]);
	c->entries.lean = arena_zalloc(
		c->a,
		sizeof(*c->entries.lean) *
			((2 + MAX_SLEEPS) * nwait + 2 * MAX_TURN_STATES + 1),
		16);
	jit_flow(c);
	jit_warps_end(c);
	jit_constants_end(c);
	if (c->lines.di) {
		LLVMDIBuilderFinalize(c->lines.di);
		LLVMDisposeDIBuilder(c->lines.di);
	}
	LLVMDisposeBuilder(c->b);
	add_function(s, c);
}

/* Instructions of a module, above which what follows goes to the next one. */
enum { MODULE = 250 };

/* ---- the module -------------------------------------------------------------------- */

static void list_entries(struct state *s) {
	struct arena *out = s->job->out;
	const char **name = arena_array(out, const char *, s->m->nfunc + 1);
	for (u32 i = 0; i < s->m->nfunc; i++)
		if (s->wanted[i])
			name[s->entries.n++] = name_of(s, i);
	s->entries.name = name;
	s->entries.at = arena_array(out, void *, s->entries.n + 1);
}

/* A kernel that is shown becomes one module. */
static u32 module_size(const struct compile *job) {
	bool is_shown = job->only_show || job->dump || job->dump_pass;
	return is_shown || job->lines ? 0 : split_is_forced() ? 1 : MODULE;
}

static void emit_module(struct state *s) {
	u64 start_ns = machine_clock_ns();
	struct fn other;
	s->modules = (struct modules){.ctx = s->ctx,
	                              .a = &s->scratch,
	                              .enough = module_size(s->job),
	                              .has_lines = s->job->lines};
	for (u32 i = 0; i < s->m->nfunc; i++)
		s->weight += s->wanted[i] ? split_weight(s->m->func[i]) : 0;
	for (u32 i = 0; i < s->m->nfunc; i++) {
		if (!s->wanted[i])
			continue;
		emit_func(s, i, i == s->job->kernel->index ? &s->kernel : &other);
		s->job->ninst += s->m->func[i]->ninst;
	}
	s->job->nmodule = s->modules.list.n;
	s->job->ns_emit = machine_clock_ns() - start_ns;
}

static bool all_confined(const struct state *s) {
	for (u32 i = 0; i < s->modules.list.n; i++)
		if (!confine_holds(s->modules.list.at[i], &s->confined))
			return false;
	return true;
}

/* The words that are kept with the object end with its files' sizes, and their count. */
static void add_files(struct state *s, const struct engine_object *o) {
	for (u32 i = 0; i < o->nfile; i++)
		add(s, (u32)o->file_size[i]);
	add(s, o->nfile);
}

static void take_files(struct arena *out, struct cache_entry *e) {
	u32 n = e->table[e->ntable - 1];
	const u32 *size = e->table + e->ntable - 1 - n;
	u64 *list = arena_array(out, u64, n + 1);
	for (u32 i = 0; i < n; i++)
		list[i] = size[i];
	e->object.file_size = list;
	e->object.nfile = n;
}

static void emit_task(void *ctx) {
	emit_module(ctx);
}

/* Code for a program may be for a processor that this one cannot pass for. */
static const struct host *tested_host(const struct compile *job) {
	const char *why;
	return job->ahead ? engine_host(NULL, &why) : job->host;
}

static bool make_code(struct state *s, struct cache_entry *e) {
	struct compile *job = s->job;
	if (!job->only_show && !selftest(tested_host(job), job->error))
		return false;
	engine_goes_on(NULL);
	s->ctx = LLVMContextCreate();
	if (!engine_guarded(emit_task, s, job->error)) {
		engine_drop_context(s->ctx);
		return false;
	}
	if (job->is_confined && !all_confined(s)) {
		snprintf(job->error, sizeof job->error,
		         "an access of its code is not confined to the sandbox");
		modules_drop(&s->modules);
		LLVMContextDispose(s->ctx);
		return false;
	}
	add_states(s);
	*e = (struct cache_entry){0};
	struct engine_job engine = {.module = s->modules.list.at[0],
	                            .more = s->modules.list.at + 1,
	                            .nmore = s->modules.list.n - 1,
	                            .host = job->host,
	                            .optimise = job->optimise,
	                            .sanitizer = s->sanitizer,
	                            .only_show = job->only_show,
	                            .closing = job->closing,
	                            .dump = job->dump,
	                            .dump_pass = job->dump_pass,
	                            .ctx = job->dump_ctx};
	job->engine = engine_compile(&engine, job->out, &e->object, &s->entries);
	add_files(s, &e->object);
	e->table = arena_copy(job->out, s->table.at, s->table.n * sizeof(u32), 4);
	e->ntable = s->table.n;
	memcpy(job->error, engine.error, sizeof job->error);
	job->ns_passes = engine.ns_verify + engine.ns_passes;
	job->ns_code = engine.ns_code;
	job->ns_link = engine.ns_link;
	engine_drop_context(s->ctx);
	return job->only_show ? !job->error[0] : job->engine != NULL;
}

struct making {
	struct state *s;
	struct cache_entry *e;
	bool ok;
};

static void make_task(void *ctx) {
	struct making *m = ctx;
	m->ok = make_code(m->s, m->e);
}

static bool start_and_make(struct state *s, struct cache_entry *e) {
	struct making m = {.s = s, .e = e};
	const char *why = engine_prepare(s->job->host);
	if (!why)
		why = engine_prepare(tested_host(s->job));
	if (!why)
		return engine_guarded(make_task, &m, s->job->error) && m.ok;
	snprintf(s->job->error, sizeof s->job->error, "%s", why);
	return false;
}

static bool load_code(struct state *s, struct cache_entry *e) {
	struct compile *job = s->job;
	take_files(job->out, e);
	job->engine = engine_load(&e->object, &s->entries, job->error);
	return job->engine != NULL;
}

static bool load_cached(struct state *s, const struct cache_key *k,
                        struct cache_entry *e) {
	struct compile *job = s->job;
	u64 start_ns = machine_clock_ns();
	job->is_cached = cache_get(k, job->out, e) && load_code(s, e);
	job->ns_link = machine_clock_ns() - start_ns;
	return job->is_cached;
}

/* Puts the entries' addresses where calls look for them. */
static void publish(struct state *s, const struct cache_entry *e) {
	struct compile *job = s->job;
	compiled_fn **fn = arena_array(job->out, compiled_fn *, s->m->nfunc + 1);
	const struct compiled_func **func = arena_array(
		job->out, const struct compiled_func *, s->m->nfunc + 1);
	const u32 *p = e->table;
	for (u32 i = 0, n = 0; i < s->m->nfunc; i++) {
		if (!s->wanted[i])
			continue;
		struct compiled_func *f = arena_new(job->out, struct compiled_func);
		p = take_function(job->out, p, f);
		func[i] = f;
		memcpy(&fn[i], &s->entries.at[n++], sizeof fn[i]);
	}
	job->code = (struct compiled){.fn = fn,
	                              .kernel = fn[job->kernel->index],
	                              .func = func,
	                              .state = take_states(job->out, p),
	                              .nstate = *p};
}

static void mix_word(u64 *h, u64 word) {
	*h = (*h ^ word) * 0x9e3779b97f4a7c15ull;
	*h ^= *h >> 29;
}

static void mix_operand(u64 *h, const struct operand *o) {
	mix_word(h, o->kind | (u64)o->negated << 8 | (u64)o->sel << 16 | (u64)o->n << 24 |
	                    (u64)o->index << 32);
	mix_word(h, (u64)o->value);
}

static void mix_function(u64 *h, const struct func *f, const struct dfunc *df) {
	for (u32 i = 0; i < f->ninst; i++) {
		const struct inst *in = &f->inst[i];
		mix_word(h,
		         in->row | (u64)in->guard_negated << 16 | (u64)in->guard << 32);
		mix_word(h, in->type[0] | (u32)in->type[1] << 8 | (u32)in->type[2] << 16 |
		                    (u64)in->type[3] << 24 | (u64)df->inst_pc[i] << 32);
		mix_word(h, in->mods);
		for (u32 k = 0; k < in->noperand; k++)
			mix_operand(h, &in->operand[k]);
	}
	for (u32 i = 0; i < f->noperand; i++)
		mix_operand(h, &f->operand[i]);
	for (u32 i = 0; i < f->nreg; i++)
		mix_word(h, f->reg[i].type | (u64)df->reg[i] << 32);
	for (u32 i = 0; i < f->nblock; i++)
		mix_word(h, f->block[i].first | (u64)f->block[i].ninst << 32);
	for (u32 i = 0; i < df->nentry; i++)
		mix_word(h, df->entry_pc[i]);
}

/* The code and the interpreter know each other's places: registers in the frame,
 * instructions, entries. One text can become several forms, optimised in one way or
 * another; code of one form that runs on another may do anything, even go on for ever. So
 * the cache's key has the form beside the text and the options that made it. */
static u64 form_of(const struct state *s) {
	const struct dmodule *dm = s->job->image->prepared[0];
	u64 h = 0;
	for (u32 i = 0; i < s->m->nfunc; i++)
		if (s->wanted[i])
			mix_function(&h, s->m->func[i], &dm->func[i]);
	return h;
}

/* The module's text covers what the form does not have: names, variables. */
static struct cache_key key_of(const struct state *s, u64 form, const struct host *host,
                               const u32 ntid[3]) {
	const struct compile *job = s->job;
	struct cache_key k = *job->module_key;
	u32 shape[] = {ntid[0],
	               ntid[1],
	               ntid[2],
	               job->optimise,
	               job->is_over_4gib,
	               job->is_confined,
	               split_is_forced(),
	               s->sanitizer,
	               jit_config()->leave,
	               jit_config()->verify,
	               jit_config()->coarsen,
	               jit_config()->wide};
	cache_mix_text(&k, job->kernel->name->s);
	cache_mix_text(&k, host->name);
	cache_mix(&k, host->identity, sizeof host->identity);
	cache_mix(&k, shape, sizeof shape);
	cache_mix(&k, &form, sizeof form);
	return k;
}

u64 compile_size(const struct image *img, const struct func *kernel) {
	struct compile job = {.kernel = kernel};
	struct state s = {.job = &job, .m = img->module};
	u64 n = 0;
	s.wanted = arena_array(&s.scratch, u8, s.m->nfunc + 1);
	want_all(&s);
	for (u32 i = 0; i < s.m->nfunc; i++)
		n += s.wanted[i] ? s.m->func[i]->ninst : 0;
	arena_drop(&s.scratch);
	return n;
}

static bool begin(struct state *s) {
	struct compile *job = s->job;
	if (!sanitize_which(&s->sanitizer)) {
		snprintf(job->error, sizeof job->error,
		         "SIMT_JIT_DEBUG=sanitize: no sanitizer is in the process");
		return false;
	}
	s->confined = MAP_INIT(&s->scratch);
	s->wanted = arena_array(&s->scratch, u8, s->m->nfunc + 1);
	want_all(s);
	list_entries(s);
	return true;
}

/* Makes the code known, by which the launch finds it. */
static void use_code(struct state *s, const struct cache_entry *e) {
	publish(s, e);
	if (jit_config()->perf)
		perf_map_add(&e->object, &s->entries, s->job->ntid);
}

/* Keeps code that was made, on disk or for the program that will carry it. */
static void keep(struct compile *job, const struct cache_key *k,
                 const struct cache_entry *e) {
	struct native_file f = {.key = *k};
	if (!job->ahead) {
		cache_put(k, e);
		return;
	}
	f.bytes = cache_pack(job->out, k, e, &f.size);
	if (f.bytes)
		vec_push(job->out, job->ahead, f);
}

static bool is_given_up(const struct compile *job) {
	return job->closing && atomic_load(job->closing);
}

/* Makes the code, of which the cache has word meanwhile. */
static bool make(struct state *s, const struct cache_key *k) {
	struct compile *job = s->job;
	struct cache_entry e;
	bool is_told = k && job->optimise && !job->ahead && !job->only_show;
	if (is_told)
		cache_begins(k);
	bool ok = start_and_make(s, &e);
	if (ok && job->engine) {
		use_code(s, &e);
		if (k)
			keep(job, k, &e);
	}
	if (is_told && (ok || !is_given_up(job)))
		cache_ends(k);
	return ok;
}

static bool take_cached(struct state *s, const struct cache_key *k) {
	struct cache_entry e;
	bool ok = load_cached(s, k, &e);
	if (ok)
		use_code(s, &e);
	return ok;
}

bool compile_kernel(struct compile *job) {
	struct state s = {.job = job, .m = job->image->module};
	struct cache_key key, *k = NULL;
	bool ok;
	if (!begin(&s))
		return false;
	if (job->module_key) {
		key = key_of(&s, form_of(&s), job->host, job->ntid);
		k = &key;
	}
	if (job->only_begun)
		ok = k && cache_was_begun(k);
	else
		ok = (k && !job->ahead && take_cached(&s, k)) ||
		     (!job->only_cached && make(&s, k));
	arena_drop(&s.scratch);
	return ok;
}

static bool find_carried(struct state *s, const struct native *n, u64 form,
                         const struct host *host, struct cache_entry *e) {
	struct compile *job = s->job;
	struct cache_key k = key_of(s, form, host, job->ntid);
	return native_find(n, &k, job->out, e) && load_code(s, e);
}

bool compile_carried(struct compile *job, const struct native *n) {
	struct state s = {.job = job, .m = job->image->module};
	struct cache_entry e;
	u64 start_ns = machine_clock_ns();
	const char *const *name = engine_hosts(), *why;
	bool is_native = strcmp(job->host->name, *name) == 0;
	if (!begin(&s))
		return false;
	u64 form = form_of(&s);
	for (; *name && !job->is_carried; name++) {
		const struct host *host = engine_host(*name, &why);
		if (host && (is_native || host == job->host))
			job->is_carried = find_carried(&s, n, form, host, &e);
	}
	job->ns_link = machine_clock_ns() - start_ns;
	if (job->is_carried)
		use_code(&s, &e);
	arena_drop(&s.scratch);
	return job->is_carried;
}
