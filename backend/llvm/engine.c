/* engine.c - see engine.h. Messages of LLVM are taken and kept; none reaches the user,
 * and none of its failures ends the process: a fatal one comes back to engine_compile,
 * after which LLVM is left alone.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/LLJITUtils.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static LLVMOrcLLJITRef jit;
static char *triple;
static _Atomic bool broken;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* ---- failures ------------------------------------------------------------------------------- */

/* The one place where a jump out of foreign code is the lesser evil: LLVM's handler must
 * not return. */
static _Thread_local jmp_buf *rescue;
static _Thread_local char fatal[200];

static void on_fatal(const char *reason) {
	atomic_store(&broken, true);
	if (!rescue)
		return; /* not ours: LLVM ends the process, as it would without us */
	snprintf(fatal, sizeof fatal, "%s", reason);
	longjmp(*rescue, 1);
}

static void no_message(LLVMDiagnosticInfoRef d, void *ctx) {
	(void)d, (void)ctx;
}

bool engine_is_broken(void) {
	return atomic_load(&broken);
}

static bool failed(struct engine_job *job, const char *what, const char *text) {
	snprintf(job->error, sizeof job->error, "%s: %s", what, text ? text : "");
	return false;
}

static bool check(LLVMErrorRef e, char error[256], const char *what) {
	if (!e)
		return true;
	char *text = LLVMGetErrorMessage(e);
	snprintf(error, 256, "%s: %s", what, text);
	LLVMDisposeErrorMessage(text);
	return false;
}

/* ---- the host ------------------------------------------------------------------------------- */

static const char *const host_names[] = {"native",    "x86-64-v4", "x86-64-v3",
                                         "x86-64-v2", "x86-64",    NULL};

const char *const *engine_hosts(void) {
	return host_names;
}

static void start(void) {
	LLVMInstallFatalErrorHandler(on_fatal);
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMInitializeNativeAsmParser();
	triple = LLVMGetDefaultTargetTriple();
	LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
	char error[256];
	if (!check(LLVMOrcCreateLLJIT(&jit, builder), error, "LLJIT")) {
		atomic_store(&broken, true);
		return;
	}
	if (jit_config()->gdb)
		check(LLVMOrcLLJITEnableDebugSupport(jit), error, "gdb");
}

static void describe(struct host *h, const char *name) {
	h->name = name;
	h->width = 4;
#if defined(__x86_64__)
	bool native = strcmp(name, "native") == 0;
	bool v4 = native ? __builtin_cpu_supports("avx512f") &&
	                           __builtin_cpu_supports("avx512bw") &&
	                           __builtin_cpu_supports("avx512dq") &&
	                           __builtin_cpu_supports("avx512vl")
	                 : strcmp(name, "x86-64-v4") == 0;
	bool v3 = native ? __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
	                 : v4 || strcmp(name, "x86-64-v3") == 0;
	h->width = v4 ? 16 : v3 ? 8 : 4;
	h->has_fma = h->has_gather = v3;
	h->has_scatter = h->has_rounding = v4;
#else
	h->has_fma = true;
#endif
}

/* Unless it is told that they are fast, LLVM takes AVX2's gathers apart: a branch and a
 * load per lane. */
static char *with_gather(char *features) {
	static const char more[] = "+fast-gather";
	size_t n = strlen(features) + sizeof more + 1;
	char all[8192];
	if (n > sizeof all)
		return features;
	snprintf(all, sizeof all, "%s%s%s", features, *features ? "," : "", more);
	LLVMDisposeMessage(features);
	return LLVMCreateMessage(all);
}

static bool runs_here(const char *name) {
#if defined(__x86_64__)
	if (strcmp(name, "x86-64-v4") == 0)
		return __builtin_cpu_supports("avx512f") &&
		       __builtin_cpu_supports("avx512bw") &&
		       __builtin_cpu_supports("avx512cd") &&
		       __builtin_cpu_supports("avx512dq") &&
		       __builtin_cpu_supports("avx512vl");
	if (strcmp(name, "x86-64-v3") == 0)
		return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
		       __builtin_cpu_supports("bmi2");
	if (strcmp(name, "x86-64-v2") == 0)
		return __builtin_cpu_supports("sse4.2") &&
		       __builtin_cpu_supports("popcnt");
	return true;
#else
	return strcmp(name, "native") == 0;
#endif
}

static u32 host_index(const char *name) {
	u32 i = 0;
	while (host_names[i] && strcmp(host_names[i], name) != 0)
		i++;
	return i;
}

const char *engine_host_check(const char *cpu) {
	if (!host_names[host_index(cpu)])
		return "no processor of that name is known";
	return runs_here(cpu) ? NULL : "this machine cannot run code for it";
}

const struct host *engine_host(const char *cpu, const char **why) {
	static struct host host[countof(host_names)];
	const char *name = cpu && *cpu ? cpu : "native";
	*why = engine_host_check(name);
	if (*why)
		return NULL;
	u32 i = host_index(name);
	pthread_once(&once, start);
	pthread_mutex_lock(&lock);
	if (!host[i].name) {
		bool native = i == 0;
		host[i].cpu = native ? LLVMGetHostCPUName() : host_names[i];
		describe(&host[i], host_names[i]);
		host[i].features = native ? LLVMGetHostCPUFeatures()
		                          : LLVMCreateMessage("");
		if (host[i].has_gather && !host[i].has_scatter)
			host[i].features = with_gather(host[i].features);
	}
	pthread_mutex_unlock(&lock);
	return &host[i];
}

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

static void add_attribute(LLVMValueRef fn, const char *key, const char *value) {
	LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
	LLVMAttributeRef a = LLVMCreateStringAttribute(ctx, key, (u32)strlen(key), value,
	                                               (u32)strlen(value));
	LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
}

void engine_tune(LLVMValueRef fn, const struct host *h) {
	/* Tuning may prefer narrower vectors where wide ones are nearly twice as fast. */
	add_attribute(fn, "prefer-vector-width", "512");
	add_attribute(fn, "min-legal-vector-width", "512");
	add_attribute(fn, "target-cpu", h->cpu);
	add_attribute(fn, "target-features", h->features);
}

/* ---- from a module to an object ------------------------------------------------------------- */

/* No loop or SLP vectoriser: the vectors are made already, and those passes would only
 * look for others. Values are made once per block to begin with (reg.c), so there is
 * little to find in memory; passes that look for it there (gvn, dse) took most of the
 * time for nothing. */
static const char *const passes_full = "function<eager-inv>(mem2reg,dce,early-cse,"
				       "simplifycfg,loop-simplify,lcssa,loop-mssa(licm),"
				       "early-cse,adce)";
static const char *const passes_quick = "function<eager-inv>(mem2reg,early-cse)";

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

static bool optimise(struct engine_job *job, LLVMTargetMachineRef tm) {
	u64 t = machine_clock_ns();
	LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
	LLVMPassBuilderOptionsSetLoopVectorization(o, false);
	LLVMPassBuilderOptionsSetSLPVectorization(o, false);
	LLVMErrorRef e = LLVMRunPasses(job->module,
	                               job->optimise ? passes_full : passes_quick, tm, o);
	if (!e && job->sanitizer) {
		sanitize_prepare(job->module, job->sanitizer);
		e = LLVMRunPasses(job->module, sanitize_passes(job->sanitizer), tm, o);
	}
	LLVMDisposePassBuilderOptions(o);
	engine_repair(job->module);
	job->ns_passes = machine_clock_ns() - t;
	return check(e, job->error, "passes");
}

static LLVMMemoryBufferRef emit(struct engine_job *job, LLVMTargetMachineRef tm) {
	u64 t = machine_clock_ns();
	char *text = NULL;
	LLVMMemoryBufferRef object = NULL;
	if (LLVMTargetMachineEmitToMemoryBuffer(tm, job->module, LLVMObjectFile, &text,
	                                        &object)) {
		failed(job, "code generation", text);
		LLVMDisposeMessage(text);
		object = NULL;
	}
	job->ns_code = machine_clock_ns() - t;
	return object;
}

static LLVMMemoryBufferRef make_object(struct engine_job *job, LLVMTargetMachineRef tm) {
	char *layout = NULL;
	LLVMTargetDataRef data = LLVMCreateTargetDataLayout(tm);
	layout = LLVMCopyStringRepOfTargetData(data);
	LLVMSetDataLayout(job->module, layout);
	LLVMSetTarget(job->module, triple);
	LLVMDisposeMessage(layout);
	LLVMDisposeTargetData(data);
	show(job, STAGE_LLVM, tm);
	if (!verify(job) || !optimise(job, tm))
		return NULL;
	show(job, STAGE_LLVM_OPT, tm);
	show(job, STAGE_ASM, tm);
	return job->only_show ? NULL : emit(job, tm);
}

/* ---- code ----------------------------------------------------------------------------------- */

/* A library for each object, so that names have to be unique in an object only. LLVM
 * cannot drop libraries: emptied ones are used again. */
struct engine_code {
	struct engine_code *next;
	LLVMOrcJITDylibRef lib;
	LLVMOrcResourceTrackerRef tracker;
};
static struct engine_code *spare;
static struct arena spare_arena;

/* Code may call what LLVM takes for granted, such as memcpy. */
static bool add_process(LLVMOrcJITDylibRef lib, char error[256]) {
	LLVMOrcDefinitionGeneratorRef process;
	LLVMErrorRef e = LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
		&process, LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL);
	if (!check(e, error, "symbols"))
		return false;
	LLVMOrcJITDylibAddGenerator(lib, process);
	return true;
}

static struct engine_code *new_code(char error[256]) {
	static u32 n;
	struct engine_code *code;
	char name[32];
	pthread_mutex_lock(&lock);
	if ((code = spare)) {
		spare = code->next;
	} else {
		code = arena_new(&spare_arena, struct engine_code);
		snprintf(name, sizeof name, "simt%u", n++);
		code->lib = LLVMOrcExecutionSessionCreateBareJITDylib(
			LLVMOrcLLJITGetExecutionSession(jit), name);
		if (!add_process(code->lib, error))
			code = NULL;
	}
	pthread_mutex_unlock(&lock);
	if (code)
		code->tracker = LLVMOrcJITDylibCreateResourceTracker(code->lib);
	return code;
}

void engine_drop(struct engine_code *code) {
	char error[256];
	bool empty = check(LLVMOrcResourceTrackerRemove(code->tracker), error, "unload");
	LLVMOrcReleaseResourceTracker(code->tracker);
	if (!empty)
		return;
	pthread_mutex_lock(&lock);
	code->next = spare;
	spare = code;
	pthread_mutex_unlock(&lock);
}

struct answer {
	void **at;
	const char *const *name;
	u32 n;
	char *error;
	bool ok;
};

static void take_answer(LLVMErrorRef e, LLVMOrcCSymbolMapPairs pair, size_t n,
                        void *ctx) {
	struct answer *a = ctx;
	a->ok = check(e, a->error, "loading code");
	for (size_t i = 0; a->ok && i < n; i++)
		for (u32 k = 0; k < a->n; k++)
			if (strcmp(LLVMOrcSymbolStringPoolEntryStr(pair[i].Name),
			           a->name[k]) == 0)
				a->at[k] = (void *)(uintptr_t)pair[i].Sym.Address;
}

/* Links the object. */
static bool look_up(struct engine_code *code, struct engine_entries *want,
                    char error[256]) {
	LLVMOrcExecutionSessionRef es = LLVMOrcLLJITGetExecutionSession(jit);
	struct answer a = {
		.at = want->at, .name = want->name, .n = want->n, .error = error};
	LLVMOrcCJITDylibSearchOrderElement where[] = {
		{code->lib, LLVMOrcJITDylibLookupFlagsMatchExportedSymbolsOnly}};
	struct arena scratch = ARENA_INIT;
	LLVMOrcCLookupSetElement *set = arena_array(&scratch, LLVMOrcCLookupSetElement,
	                                            want->n + 1);
	for (u32 i = 0; i < want->n; i++) {
		set[i].Name = LLVMOrcExecutionSessionIntern(es, want->name[i]);
		set[i].LookupFlags = LLVMOrcSymbolLookupFlagsRequiredSymbol;
	}
	LLVMOrcExecutionSessionLookup(es, LLVMOrcLookupKindStatic, where, 1, set, want->n,
	                              take_answer, &a);
	arena_drop(&scratch);
	return a.ok;
}

static struct engine_code *load(LLVMMemoryBufferRef object, struct engine_entries *want,
                                char error[256]) {
	struct engine_code *code = new_code(error);
	if (!code) {
		LLVMDisposeMemoryBuffer(object);
		return NULL;
	}
	LLVMErrorRef e = LLVMOrcLLJITAddObjectFileWithRT(jit, code->tracker, object);
	if (check(e, error, "loading code") && look_up(code, want, error))
		return code;
	engine_drop(code);
	return NULL;
}

/* Runs `work`, out of which LLVM's fatal errors come back here. */
static bool guarded(void (*work)(void *ctx), void *ctx, char error[256]) {
	jmp_buf here;
	if (engine_is_broken()) {
		snprintf(error, 256, "LLVM has failed before and is not used any more");
		return false;
	}
	rescue = &here;
	if (setjmp(here)) { /* whatever LLVM held is lost */
		rescue = NULL;
		snprintf(error, 256, "LLVM: %s", fatal);
		return false;
	}
	work(ctx);
	rescue = NULL;
	return true;
}

struct task {
	struct engine_job *job;
	struct arena *a;
	struct engine_object *object;
	struct engine_entries *want;
	struct engine_code *code;
	char *error;
};

static void compile_task(void *ctx) {
	struct task *t = ctx;
	struct engine_job *job = t->job;
	LLVMContextSetDiagnosticHandler(LLVMGetModuleContext(job->module), no_message,
	                                NULL);
	LLVMTargetMachineRef tm = target_machine(job->host, job->optimise, job->error);
	LLVMMemoryBufferRef o = tm ? make_object(job, tm) : NULL;
	LLVMDisposeModule(job->module);
	if (o) {
		t->object->size = LLVMGetBufferSize(o);
		t->object->bytes = arena_copy(t->a, LLVMGetBufferStart(o),
		                              t->object->size, 16);
		u64 start_ns = machine_clock_ns();
		t->code = load(o, t->want, job->error);
		job->ns_link = machine_clock_ns() - start_ns;
	}
	if (tm)
		LLVMDisposeTargetMachine(tm);
}

struct engine_code *engine_compile(struct engine_job *job, struct arena *a,
                                   struct engine_object *object,
                                   struct engine_entries *want) {
	struct task t = {.job = job, .a = a, .object = object, .want = want};
	return guarded(compile_task, &t, job->error) ? t.code : NULL;
}

static void load_task(void *ctx) {
	struct task *t = ctx;
	t->code = load(LLVMCreateMemoryBufferWithMemoryRangeCopy(
			       (const char *)t->object->bytes, t->object->size, "cached"),
	               t->want, t->error);
}

struct engine_code *engine_load(const struct engine_object *object,
                                struct engine_entries *want, char error[256]) {
	struct engine_object o = *object;
	struct task t = {.object = &o, .want = want, .error = error};
	pthread_once(&once, start);
	return guarded(load_task, &t, error) ? t.code : NULL;
}
