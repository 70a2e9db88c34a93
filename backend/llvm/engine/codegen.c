/* codegen.c - see codegen.h. One module becomes an object where it is. Of several, each
 * further one crosses to a context of its own as bitcode, since LLVM's contexts belong to
 * one thread at a time; then as many threads as the runtime can spare (jit_config.share)
 * take one after the other:
 *
 *     emitted, verified    module 0    module 1    module 2 ...      one context
 *                              |       bitcode     bitcode
 *     threads             passes, code     passes, code ...          one context each
 *                              |           |           |
 *     object              file 0      file 1      file 2             loaded together (elf_loader.c)
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/codegen.h"

#include <pthread.h>
#include <stdio.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Support.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "backend/llvm/engine/config.h"
#include "backend/machine/machine.h"

static char *triple;

/* LLVM's scheduler of machine instructions has an edge between any two accesses to memory
 * that may overlap, and looks through all of an access's edges for each new one, until a
 * thousand accesses wait in its lists. A long block of stores takes the square of that.
 * With a tenth of it, code of such a block is made in a tenth of the time, and runs as
 * fast. A library that does not know the option goes on without. */
static const char *const llvm_options[] = {"simt", "-dag-maps-huge-region=100"};

void codegen_start(void) {
	LLVMParseCommandLineOptions(countof(llvm_options), llvm_options, "");
	triple = LLVMGetDefaultTargetTriple();
}

static void no_message(LLVMDiagnosticInfoRef d, void *ctx) {
	(void)d, (void)ctx;
}

static bool failed(struct engine_job *job, const char *what, const char *text) {
	snprintf(job->error, sizeof job->error, "%s: %s", what, text ? text : "");
	return false;
}

/* ---- from a module to an object ---------------------------------------------------- */

static LLVMTargetMachineRef target_machine(const struct host *h, bool optimise,
                                           char error[256]) {
	LLVMTargetRef t;
	char *text = NULL;
	if (LLVMGetTargetFromTriple(triple, &t, &text)) {
		snprintf(error, 256, "target: %s", text);
		LLVMDisposeMessage(text);
		return NULL;
	}
	return LLVMCreateTargetMachine(t, triple, h->cpu, h->features,
	                               optimise ? LLVMCodeGenLevelDefault
	                                        : LLVMCodeGenLevelNone,
	                               LLVMRelocPIC, LLVMCodeModelSmall);
}

/* No loop or SLP vectoriser: the vectors are made already, and those passes would only
 * look for others. Values are made once per block to begin with (reg.c), so memory holds
 * little that passes could find (gvn, dse took most of the time for nothing). */
static const char *const passes_full[] = {
	"mem2reg",       "dce",   "early-cse",       "simplifycfg",
	"loop-simplify", "lcssa", "loop-mssa(licm)", "early-cse",
	"adce",          NULL};
/* A block makes no value twice (value.c). A value found in another block would have to be
 * kept from block to block, which code of -O0 does in memory. */
static const char *const passes_quick[] = {"mem2reg", "dce", NULL};

static void show(struct engine_job *job, enum jit_stage stage, LLVMTargetMachineRef tm) {
	if (!job->dump)
		return;
	if (stage == STAGE_ASM) {
		char *error = NULL;
		LLVMMemoryBufferRef text;
		LLVMModuleRef copy = LLVMCloneModule(job->module);
		if (!LLVMTargetMachineEmitToMemoryBuffer(tm, copy, LLVMAssemblyFile,
		                                         &error, &text)) {
			job->dump(job->ctx, stage, LLVMGetBufferStart(text));
			LLVMDisposeMemoryBuffer(text);
		}
		LLVMDisposeModule(copy);
		return;
	}
	char *text = LLVMPrintModuleToString(job->module);
	job->dump(job->ctx, stage, text);
	LLVMDisposeMessage(text);
}

static bool verify(struct engine_job *job) {
	char *text = NULL;
	u64 t = machine_clock_ns();
	bool bad = LLVMVerifyModule(job->module, LLVMReturnStatusAction, &text);
	if (bad)
		failed(job, "the code made is not valid", text);
	LLVMDisposeMessage(text);
	job->ns_verify = machine_clock_ns() - t;
	return !bad;
}

static LLVMErrorRef run_line(struct engine_job *job, LLVMTargetMachineRef tm,
                             const char *line) {
	LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
	LLVMPassBuilderOptionsSetLoopVectorization(o, false);
	LLVMPassBuilderOptionsSetSLPVectorization(o, false);
	engine_apart(true);
	LLVMErrorRef e = LLVMRunPasses(job->module, line, tm, o);
	engine_apart(false);
	LLVMDisposePassBuilderOptions(o);
	return e;
}

/* The pipeline of n passes. */
static LLVMErrorRef run_passes(struct engine_job *job, LLVMTargetMachineRef tm,
                               const char *const *pass, u32 n) {
	char line[256] = "function<eager-inv>(";
	for (u32 i = 0; i < n; i++) {
		strcat(line, pass[i]);
		strcat(line, i + 1 < n ? "," : ")");
	}
	return run_line(job, tm, line);
}

static LLVMErrorRef sanitize(struct engine_job *job, LLVMTargetMachineRef tm) {
	if (!job->sanitizer)
		return LLVMErrorSuccess;
	sanitize_prepare(job->module, job->sanitizer);
	return run_line(job, tm, sanitize_passes(job->sanitizer));
}

static void show_pass(struct engine_job *job, const char *name) {
	char *text = LLVMPrintModuleToString(job->module);
	job->dump_pass(job->ctx, name, text);
	LLVMDisposeMessage(text);
}

static bool has_vector_masks(const struct host *h) {
	return h->has_gather && !h->has_rounding; /* AVX2, not AVX-512 */
}

/* Values get names first: numbers would shift after each value that is removed, and
 * everything would differ. */
static LLVMErrorRef watch_passes(struct engine_job *job, LLVMTargetMachineRef tm,
                                 const char *const *pass) {
	static const char *const names = "instnamer";
	LLVMErrorRef e = run_passes(job, tm, &names, 1);
	if (!e)
		show_pass(job, "start");
	for (u32 i = 0; pass[i] && !e; i++) {
		e = run_passes(job, tm, &pass[i], 1);
		if (!e)
			show_pass(job, pass[i]);
	}
	return e;
}

/* The passes after LLVM's. */
static void run_own_passes(struct engine_job *job) {
	const struct host *h = job->host;
	const struct {
		const char *name;
		void (*run)(LLVMModuleRef module);
		bool is_wanted;
	} pass[] = {
		{"repair", engine_repair, true},
		{"sink", engine_sink, job->optimise},
		{"scalar", engine_scalar_gathers, job->optimise && h->gathers_slowly},
		{"wide", engine_widen_masks, job->optimise && has_vector_masks(h)},
	};
	for (u32 i = 0; i < countof(pass); i++) {
		if (!pass[i].is_wanted)
			continue;
		pass[i].run(job->module);
		if (job->dump_pass)
			show_pass(job, pass[i].name);
	}
	if (job->optimise) {
		engine_order(job->module, h);
		if (job->dump_pass)
			show_pass(job, "order");
	}
	if (job->dump_pass)
		show_pass(job, "end");
}

static bool optimise(struct engine_job *job, LLVMTargetMachineRef tm) {
	u64 t = machine_clock_ns();
	const char *const *pass = job->optimise ? passes_full : passes_quick;
	u32 n = 0;
	LLVMErrorRef e;
	while (pass[n])
		n++;
	e = job->dump_pass ? watch_passes(job, tm, pass) : run_passes(job, tm, pass, n);
	if (!e)
		e = sanitize(job, tm);
	if (!e)
		run_own_passes(job);
	job->ns_passes = machine_clock_ns() - t;
	return engine_check(e, job->error, "passes");
}

static LLVMMemoryBufferRef emit(struct engine_job *job, LLVMTargetMachineRef tm) {
	u64 t = machine_clock_ns();
	char *text = NULL;
	LLVMMemoryBufferRef object = NULL;
	engine_apart(true);
	bool bad = LLVMTargetMachineEmitToMemoryBuffer(tm, job->module, LLVMObjectFile,
	                                               &text, &object);
	engine_apart(false);
	if (bad) {
		failed(job, "code generation", text);
		LLVMDisposeMessage(text);
		object = NULL;
	}
	job->ns_code = machine_clock_ns() - t;
	return object;
}

/* Runs where the module was emitted: sets its target, shows and verifies it. */
static bool begin(struct engine_job *job, LLVMTargetMachineRef tm) {
	LLVMTargetDataRef data = LLVMCreateTargetDataLayout(tm);
	char *layout = LLVMCopyStringRepOfTargetData(data);
	LLVMSetDataLayout(job->module, layout);
	LLVMSetTarget(job->module, triple);
	LLVMDisposeMessage(layout);
	LLVMDisposeTargetData(data);
	show(job, STAGE_LLVM, tm);
	return verify(job);
}

static LLVMMemoryBufferRef finish(struct engine_job *job, LLVMTargetMachineRef tm) {
	if (!optimise(job, tm))
		return NULL;
	engine_goes_on(NULL); /* only to pause here: the module is nearly done */
	show(job, STAGE_LLVM_OPT, tm);
	show(job, STAGE_ASM, tm);
	return job->only_show ? NULL : emit(job, tm);
}

/* ---- side by side ------------------------------------------------------------------ */

struct part {
	LLVMModuleRef module; /* in the caller's context; NULL once it is bitcode */
	LLVMMemoryBufferRef bitcode; /* for the thread that takes the part */
	LLVMMemoryBufferRef object;  /* result; NULL: none */
	LLVMTargetMachineRef tm; /* of the first; the others' threads make their own */
};

struct parts {
	struct engine_job *job;
	struct part *part;
	u32 n;
	_Atomic u32 next;     /* the first that no thread has taken */
	pthread_mutex_t lock; /* of what follows */
	u64 ns_passes, ns_code;
	char error[256]; /* the first */
};

static void stop(struct parts *s, const char *why) {
	pthread_mutex_lock(&s->lock);
	if (!s->error[0])
		snprintf(s->error, sizeof s->error, "%s", *why ? why : "no code");
	pthread_mutex_unlock(&s->lock);
	atomic_store(&s->next, s->n);
}

static bool open_part(struct part *p, struct engine_job *own, LLVMContextRef *ctx) {
	own->module = p->module;
	p->module = NULL;
	if (!p->bitcode)
		return true;
	*ctx = LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(*ctx, no_message, NULL);
	bool bad = LLVMParseBitcodeInContext2(*ctx, p->bitcode, &own->module);
	LLVMDisposeMemoryBuffer(p->bitcode);
	p->bitcode = NULL;
	return !bad || failed(own, "modules", "what was written cannot be read");
}

static void make_part(struct parts *s, struct part *p) {
	struct engine_job own = *s->job;
	LLVMContextRef ctx = NULL;
	if (open_part(p, &own, &ctx)) {
		if (!p->tm)
			p->tm = target_machine(own.host, own.optimise, own.error);
		p->object = p->tm ? finish(&own, p->tm) : NULL;
		LLVMDisposeModule(own.module);
	}
	if (p->tm)
		LLVMDisposeTargetMachine(p->tm);
	p->tm = NULL;
	if (ctx)
		LLVMContextDispose(ctx);
	pthread_mutex_lock(&s->lock);
	s->ns_passes += own.ns_passes;
	s->ns_code += own.ns_code;
	pthread_mutex_unlock(&s->lock);
	if (own.error[0] || (!p->object && !own.only_show))
		stop(s, own.error);
}

static void take_parts(void *ctx) {
	struct parts *s = ctx;
	u32 i;
	while ((i = atomic_fetch_add(&s->next, 1)) < s->n) {
		make_part(s, &s->part[i]);
		if (atomic_load(&s->next) < s->n && !engine_goes_on(s->job->closing))
			stop(s, ENGINE_NO_TIME);
	}
}

static void take_guarded(void *ctx) {
	char error[256];
	if (!engine_guarded(take_parts, ctx, error))
		stop(ctx, error);
}

/* The threads' times overlap: the time that passed is divided in their proportion. */
static void share_times(struct parts *s, u64 ns) {
	double sum = (double)(s->ns_passes + s->ns_code);
	s->job->ns_passes = sum > 0 ? (u64)((double)ns * (double)s->ns_passes / sum) : 0;
	s->job->ns_code = ns - s->job->ns_passes;
}

static void run_parts(struct parts *s, u32 nthread) {
	u64 start_ns = machine_clock_ns();
	if (nthread)
		jit_config()->share(nthread, take_guarded, s);
	else
		take_guarded(s);
	share_times(s, machine_clock_ns() - start_ns);
}

/* Begins every module; if threads share the work, all but the first become bitcode. */
static bool begin_all(struct parts *s, LLVMTargetMachineRef tm, bool shared) {
	struct engine_job *job = s->job, own = *job;
	for (u32 i = 0; i < s->n; i++) {
		struct part *p = &s->part[i];
		own.module = p->module;
		if (!begin(&own, tm)) {
			memcpy(job->error, own.error, sizeof job->error);
			return false;
		}
		job->ns_verify += own.ns_verify;
		if (!shared || i == 0)
			continue;
		p->bitcode = LLVMWriteBitcodeToMemoryBuffer(p->module);
		LLVMDisposeModule(p->module);
		p->module = NULL;
	}
	return true;
}

static void drop_parts(struct parts *s) {
	for (u32 i = 0; i < s->n; i++) {
		struct part *p = &s->part[i];
		if (p->module)
			LLVMDisposeModule(p->module);
		if (p->bitcode)
			LLVMDisposeMemoryBuffer(p->bitcode);
		if (p->object)
			LLVMDisposeMemoryBuffer(p->object);
		if (p->tm)
			LLVMDisposeTargetMachine(p->tm);
	}
}

static void collect(const struct parts *s, struct arena *a, struct engine_object *o) {
	u64 *size = arena_array(a, u64, s->n), at = 0;
	for (u32 i = 0; i < s->n; i++)
		o->size += size[i] = alignup(LLVMGetBufferSize(s->part[i].object), 16);
	u8 *bytes = arena_zalloc(a, o->size, 16);
	for (u32 i = 0; i < s->n; i++, at += size[i - 1])
		memcpy(bytes + at, LLVMGetBufferStart(s->part[i].object),
		       LLVMGetBufferSize(s->part[i].object));
	o->bytes = bytes;
	o->file_size = size;
	o->nfile = s->n;
}

bool codegen(struct engine_job *job, struct arena *a, struct engine_object *object) {
	struct parts s = {
		.job = job, .n = 1 + job->nmore, .lock = PTHREAD_MUTEX_INITIALIZER};
	*object = (struct engine_object){0};
	LLVMTargetMachineRef tm = target_machine(job->host, job->optimise, job->error);
	s.part = arena_array(a, struct part, s.n);
	s.part[0].module = job->module;
	s.part[0].tm = tm;
	for (u32 i = 0; i < job->nmore; i++)
		s.part[i + 1].module = job->more[i];
	LLVMContextSetDiagnosticHandler(LLVMGetModuleContext(job->module), no_message,
	                                NULL);
	u32 nthread = job->nmore && jit_config()->reserve
	                      ? jit_config()->reserve(job->nmore)
	                      : 0;
	bool ok = tm && begin_all(&s, tm, nthread > 0);
	if (!ok)
		atomic_store(&s.next, s.n);
	run_parts(&s, nthread);
	if (ok && s.error[0])
		memcpy(job->error, s.error, sizeof job->error);
	ok = ok && !s.error[0];
	if (engine_is_broken())
		return false; /* what was left halfway is not touched again */
	if (ok && !job->only_show)
		collect(&s, a, object);
	drop_parts(&s);
	return ok;
}
