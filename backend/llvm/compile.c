/* compile.c - one LLVM module per kernel and block shape: the kernel and all functions it can reach.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/compile.h"

#include <pthread.h>
#include <stdio.h>

/* Analyses hang off the function and are made on first use; compilations may run side by side. */
static pthread_mutex_t analyses = PTHREAD_MUTEX_INITIALIZER;
static _Atomic u64 serial;

struct state {
	struct compile *job;
	const struct module *m;
	struct arena scratch;
	LLVMContextRef ctx;
	LLVMModuleRef mod;
	u64 serial;
	u8 *wanted;           /* per function */
	bool calls_exit;      /* some function, called, may end lanes */
	struct fn kernel;
};

static void name_of(const struct state *s, u32 index, char name[48]) {
	snprintf(name, 48, "k%llu_%u", (unsigned long long)s->serial, index);
}

/* ---- what is reached ------------------------------------------------------------------------ */

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

/* ---- one function --------------------------------------------------------------------------- */

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

static void add_attribute(struct fn *c, const char *key, const char *value) {
	LLVMAttributeRef a = LLVMCreateStringAttribute(c->ctx, key, (u32)strlen(key), value,
	                                               (u32)strlen(value));
	LLVMAddAttributeAtIndex(c->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
}

static void declare(struct fn *c, const char *name) {
	typ arg[2] = {c->ptr, c->i32};
	c->fn = LLVMAddFunction(c->mod, name, LLVMFunctionType(c->i32, arg, 2, false));
	u32 kind = LLVMGetEnumAttributeKindForName("nounwind", 8);
	LLVMAddAttributeAtIndex(c->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
	                        LLVMCreateEnumAttribute(c->ctx, kind, 0));
	/* Tuning may prefer narrower vectors where wide ones are nearly twice as fast. */
	add_attribute(c, "prefer-vector-width", "512");
	add_attribute(c, "min-legal-vector-width", "512");
	add_attribute(c, "target-cpu", c->host->cpu);
	add_attribute(c, "target-features", c->host->features);
	c->w = LLVMGetParam(c->fn, 0);
	c->state = LLVMGetParam(c->fn, 1);
}

static void prologue(struct fn *c) {
	c->entry = jit_block(c, "prologue");
	bb unknown = jit_block(c, "unknown");
	jit_at(c, unknown);
	LLVMBuildRet(c->b, jit_int(c, 32, COMPILED_REFUSED));
	jit_at(c, c->entry);
	c->switch_inst = c->prologue_br = LLVMBuildSwitch(c->b, c->state, unknown, c->df->nentry + 1);
	LLVMPositionBuilderBefore(c->b, c->prologue_br);
	c->budget = LLVMBuildAlloca(c->b, c->i32, "budget");
	LLVMBuildStore(c->b, jit_int(c, 32, 1 << 16), c->budget);
	for (u32 k = 0; c->uses_cc && k < c->nchunk; k++) {
		c->cc[k] = LLVMBuildAlloca(c->b, jit_vec(c, c->i1), "cc");
		LLVMBuildStore(c->b, LLVMConstNull(jit_vec(c, c->i1)), c->cc[k]);
	}
}

static void shape_of(struct fn *c, const u32 ntid[3], bool calls_exit) {
	u64 n = (u64)ntid[0] * ntid[1] * ntid[2];
	memcpy(c->ntid, ntid, sizeof c->ntid);
	c->has_full = n == 0 || n >= WARP_LANES;
	c->has_part = n == 0 || n % WARP_LANES != 0 || !c->is_kernel;
	for (u32 b = 0; b < c->f->nblock; b++)
		c->has_part |= c->uni->branch_divergent[b];
	for (u32 i = 0; i < c->f->ninst; i++) {
		const struct inst *in = &c->f->inst[i];
		u32 props = row_info(in->row)->props;
		if (in->guard != NO_REG && (props & PROP_TERM))
			c->has_part |= c->uni->reg[in->guard].kind != VALUE_UNIFORM;
		c->has_part |= in->row == ROW_BRX || (calls_exit && (props & PROP_CALL));
		c->uses_cc |= (props & (PROP_CC_IN | PROP_CC_OUT)) != 0;
	}
}

static void analyse(struct fn *c, struct func *f, const u32 ntid[3]) {
	struct uniform_shape shape = {{ntid[0], ntid[1], ntid[2]}, .takes_no_wrap = true};
	pthread_mutex_lock(&analyses);
	c->cfg = cfg_build(f);
	reconv_build(f);
	c->live = live_build(c->m, f);
	pthread_mutex_unlock(&analyses);
	c->uni = uniform_build_shape(c->a, c->m, f, &shape);
}

static void emit_func(struct state *s, u32 index, struct fn *c) {
	struct func *f = s->m->func[index];
	const struct compile *job = s->job;
	const struct dmodule *dm = job->image->prepared[0];
	char name[48];
	*c = (struct fn){.m = s->m,
	                 .f = f,
	                 .df = &dm->func[index],
	                 .dm = dm,
	                 .host = job->host,
	                 .is_kernel = f->is_entry,
	                 .a = &s->scratch,
	                 .ctx = s->ctx,
	                 .mod = s->mod,
	                 .width = job->host->width,
	                 .nchunk = WARP_LANES / job->host->width,
	                 .out = job->out,
	                 .explain = job->explain};
	analyse(c, f, job->ntid);
	shape_of(c, job->ntid, s->calls_exit);
	c->b = LLVMCreateBuilderInContext(s->ctx);
	init_types(c);
	name_of(s, index, name);
	declare(c, name);
	prologue(c);
	jit_regs(c);
	c->group_of = arena_array(c->a, u32, f->ninst + 1);
	c->group_ptr = arena_array(c->a, val, f->ninst + 1);
	c->full = arena_array(c->a, struct version, f->nblock + 1);
	c->part = arena_array(c->a, struct version, f->nblock + 1);
	c->pend = (val(*)[MAX_CHUNKS])arena_zalloc(c->a, sizeof(*c->pend) * (f->nblock + 1), 16);
	u32 nwait = 0;
	for (u32 i = 0; i < f->ninst; i++)
		nwait += decode_can_wait(&f->inst[i]);
	c->lean = arena_zalloc(c->a, sizeof(*c->lean) * (2 * nwait + 1), 16);
	jit_flow(c);
	LLVMDisposeBuilder(c->b);
}

/* ---- the module ----------------------------------------------------------------------------- */

static bool link_code(struct state *s, const struct fn *kernel) {
	struct compile *job = s->job;
	compiled_fn **fn = arena_array(job->out, compiled_fn *, s->m->nfunc + 1);
	u32 *pc = arena_array(job->out, u32, kernel->nlean + 1);
	char name[48];
	for (u32 i = 0; i < s->m->nfunc; i++) {
		if (!s->wanted[i])
			continue;
		name_of(s, i, name);
		void *at = engine_symbol(job->engine, name);
		if (!at) {
			snprintf(job->error, sizeof job->error, "the code made has no entry");
			return false;
		}
		memcpy(&fn[i], &at, sizeof at);
	}
	for (u32 i = 0; i < kernel->nlean; i++)
		pc[i] = kernel->lean[i].entry_pc;
	job->code = (struct compiled){.fn = fn,
	                              .kernel = fn[job->kernel->index],
	                              .state_pc = pc,
	                              .spill_bytes = (u32)alignup(kernel->spill_bytes, 64)};
	return true;
}

bool compile_kernel(struct compile *job) {
	struct state s = {.job = job, .m = job->image->module, .serial = atomic_fetch_add(&serial, 1)};
	u64 start = machine_clock_ns();
	s.wanted = arena_array(&s.scratch, u8, s.m->nfunc + 1);
	s.ctx = LLVMContextCreate();
	s.mod = LLVMModuleCreateWithNameInContext("kernel", s.ctx);
	want_all(&s);
	struct fn other, *kernel = &s.kernel;
	for (u32 i = 0; i < s.m->nfunc; i++) {
		if (!s.wanted[i])
			continue;
		emit_func(&s, i, i == job->kernel->index ? kernel : &other);
		job->ninst += s.m->func[i]->ninst;
	}
	job->ns_emit = machine_clock_ns() - start;
	struct engine_job e = {.module = s.mod,
	                       .host = job->host,
	                       .optimise = job->optimise,
	                       .only_show = job->only_show,
	                       .dump = job->dump,
	                       .ctx = job->dump_ctx};
	job->engine = engine_compile(&e, job->out, NULL, NULL);
	memcpy(job->error, e.error, sizeof job->error);
	job->ns_passes = e.ns_verify + e.ns_passes;
	job->ns_code = e.ns_code;
	bool ok = job->only_show ? !e.error[0] : job->engine && link_code(&s, kernel);
	job->ns_link = machine_clock_ns() - start - job->ns_emit - e.ns_verify - e.ns_passes - e.ns_code;
	LLVMContextDispose(s.ctx);
	arena_drop(&s.scratch);
	return ok;
}
