/* engine.c - see engine.h. Messages of LLVM are taken and kept; none reaches the user, and none of its
 * failures ends the process: a fatal one comes back to engine_compile, after which LLVM is left alone.
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

/* The one place where a jump out of foreign code is the lesser evil: LLVM's handler must not return. */
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

static const char *const host_names[] = {"native", "x86-64-v4", "x86-64-v3", "x86-64-v2", "x86-64", NULL};

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
	LLVMOrcDefinitionGeneratorRef process;
	LLVMErrorRef e = LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
		&process, LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL);
	if (check(e, error, "symbols"))
		LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(jit), process);
}

static void describe(struct host *h, const char *name) {
	h->name = name;
	h->width = 4;
#if defined(__x86_64__)
	bool native = strcmp(name, "native") == 0;
	bool v4 = native ? __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	                           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
	                 : strcmp(name, "x86-64-v4") == 0;
	bool v3 = native ? __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
	                 : v4 || strcmp(name, "x86-64-v3") == 0;
	h->width = v4 ? 16 : v3 ? 8 : 4;
	h->has_fma = h->has_gather = v3;
	h->has_scatter = v4;
#else
	h->has_fma = true;
#endif
}

static bool runs_here(const char *name) {
#if defined(__x86_64__)
	if (strcmp(name, "x86-64-v4") == 0)
		return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
		       __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
		       __builtin_cpu_supports("avx512vl");
	if (strcmp(name, "x86-64-v3") == 0)
		return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
		       __builtin_cpu_supports("bmi2");
	if (strcmp(name, "x86-64-v2") == 0)
		return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
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
		host[i].features = native ? LLVMGetHostCPUFeatures() : LLVMCreateMessage("");
		describe(&host[i], host_names[i]);
	}
	pthread_mutex_unlock(&lock);
	return &host[i];
}

static LLVMTargetMachineRef target_machine(const struct host *h, bool optimise, char error[256]) {
	LLVMTargetRef t;
	char *text = NULL;
	if (LLVMGetTargetFromTriple(triple, &t, &text)) {
		snprintf(error, 256, "target: %s", text);
		LLVMDisposeMessage(text);
		return NULL;
	}
	return LLVMCreateTargetMachine(t, triple, h->cpu, h->features,
	                               optimise ? LLVMCodeGenLevelDefault : LLVMCodeGenLevelNone,
	                               LLVMRelocPIC, LLVMCodeModelJITDefault);
}

/* ---- from a module to an object ------------------------------------------------------------- */

/* No loop or SLP vectoriser: the vectors are made already, and those passes would only look for others. */
static const char *const passes_full =
	"function<eager-inv>(mem2reg,early-cse<memssa>,simplifycfg,instsimplify,loop-simplify,lcssa,"
	"loop-mssa(licm),gvn,dse,adce,simplifycfg)";
static const char *const passes_quick = "function<eager-inv>(mem2reg,early-cse,instsimplify,simplifycfg,adce)";

static void show(struct engine_job *job, enum jit_stage stage, LLVMTargetMachineRef tm) {
	if (!job->dump)
		return;
	if (stage == STAGE_ASM) {
		char *error = NULL;
		LLVMMemoryBufferRef text;
		LLVMModuleRef copy = LLVMCloneModule(job->module);
		if (!LLVMTargetMachineEmitToMemoryBuffer(tm, copy, LLVMAssemblyFile, &error, &text)) {
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
	LLVMErrorRef e = LLVMRunPasses(job->module, job->optimise ? passes_full : passes_quick, tm, o);
	LLVMDisposePassBuilderOptions(o);
	job->ns_passes = machine_clock_ns() - t;
	return check(e, job->error, "passes");
}

static LLVMMemoryBufferRef emit(struct engine_job *job, LLVMTargetMachineRef tm) {
	u64 t = machine_clock_ns();
	char *text = NULL;
	LLVMMemoryBufferRef object = NULL;
	if (LLVMTargetMachineEmitToMemoryBuffer(tm, job->module, LLVMObjectFile, &text, &object)) {
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

struct engine_code {
	LLVMOrcResourceTrackerRef tracker;
};

static struct engine_code *load(LLVMMemoryBufferRef object, char error[256]) {
	LLVMOrcJITDylibRef lib = LLVMOrcLLJITGetMainJITDylib(jit);
	LLVMOrcResourceTrackerRef rt = LLVMOrcJITDylibCreateResourceTracker(lib);
	if (!check(LLVMOrcLLJITAddObjectFileWithRT(jit, rt, object), error, "loading code")) {
		LLVMOrcReleaseResourceTracker(rt);
		return NULL;
	}
	return (struct engine_code *)rt;
}

struct engine_code *engine_load(const u8 *object, size_t size, char error[256]) {
	pthread_once(&once, start);
	if (engine_is_broken())
		return NULL;
	return load(LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)object, size, "cached"),
	            error);
}

struct engine_code *engine_compile(struct engine_job *job, struct arena *a, const u8 **object,
                                   size_t *size) {
	struct engine_code *volatile code = NULL;
	jmp_buf here;
	if (engine_is_broken()) {
		failed(job, "LLVM", "it has failed before and is not used any more");
		return NULL;
	}
	rescue = &here;
	if (setjmp(here)) { /* whatever LLVM held is lost */
		rescue = NULL;
		failed(job, "LLVM", fatal);
		return NULL;
	}
	LLVMContextSetDiagnosticHandler(LLVMGetModuleContext(job->module), no_message, NULL);
	LLVMTargetMachineRef tm = target_machine(job->host, job->optimise, job->error);
	LLVMMemoryBufferRef o = tm ? make_object(job, tm) : NULL;
	LLVMDisposeModule(job->module);
	if (o && object) {
		*size = LLVMGetBufferSize(o);
		*object = arena_copy(a, LLVMGetBufferStart(o), *size, 16);
	}
	u64 t = machine_clock_ns();
	if (o)
		code = load(o, job->error);
	job->ns_link = machine_clock_ns() - t;
	if (tm)
		LLVMDisposeTargetMachine(tm);
	rescue = NULL;
	return code;
}

void *engine_symbol(struct engine_code *code, const char *name) {
	(void)code;
	LLVMOrcExecutorAddress at = 0;
	char error[256];
	if (!check(LLVMOrcLLJITLookup(jit, &at, name), error, name))
		return NULL;
	return (void *)(uintptr_t)at;
}

void engine_drop(struct engine_code *code) {
	LLVMOrcResourceTrackerRef rt = (LLVMOrcResourceTrackerRef)code;
	char error[256];
	check(LLVMOrcResourceTrackerRemove(rt), error, "unload");
	LLVMOrcReleaseResourceTracker(rt);
}
