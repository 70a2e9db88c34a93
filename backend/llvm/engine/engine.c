/* engine.c - see engine.h. LLVM's messages are kept; none reaches the user, and none of
 * its failures ends the process: a fatal one comes back to engine_compile, after which
 * LLVM is not called any more.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/engine.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <llvm-c/Error.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/LLJITUtils.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>

#include "backend/llvm/engine/codegen.h"
#include "backend/llvm/engine/elf_loader.h"
#include "backend/llvm/engine/library.h"
#include "backend/machine/machine.h"
#include "base/reserve.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static LLVMOrcLLJITRef jit;
static _Atomic bool broken;
static pthread_once_t once = PTHREAD_ONCE_INIT, linker = PTHREAD_ONCE_INIT;

/* ---- failures ---------------------------------------------------------------------- */

/* The only jump out of code that is not ours: LLVM's handler must not return. */
static _Thread_local jmp_buf *rescue;
static _Thread_local char fatal[200];

static void on_fatal(const char *reason) {
	atomic_store(&broken, true);
	if (!rescue)
		return; /* not ours: LLVM ends the process, as it would without us */
	snprintf(fatal, sizeof fatal, "%s", reason);
	longjmp(*rescue, 1);
}

/* ---- no memory --------------------------------------------------------------------- */

/* LLVM's interface for C has no handler for this case, and its memory is that of C++:
 * these are the names of std::set_new_handler and llvm::install_bad_alloc_error_handler.
 * If one is missing, LLVM ends the process as it would without it. */
typedef void new_handler(void);
typedef new_handler *set_new_handler_fn(new_handler *h);
typedef void bad_alloc_handler(void *ctx, const char *reason, bool crash);
typedef void install_bad_alloc_fn(bad_alloc_handler *h, void *ctx);
static set_new_handler_fn *set_new_handler;
static install_bad_alloc_fn *install_bad_alloc;
static _Atomic bool has_handlers; /* both have been looked for, and the first is there */

static void find_handlers(void) {
	void *set = library_find("_ZSt15set_new_handlerPFvvE"),
	     *install = library_find(
		     "_ZN4llvm31install_bad_alloc_error_handlerEPFvPvPKcbES0_");
	memcpy(&set_new_handler, &set, sizeof set);
	memcpy(&install_bad_alloc, &install, sizeof install);
	atomic_store(&has_handlers, set != NULL);
}

static struct {
	pthread_mutex_t lock;
	u32 depth;             /* threads in LLVM */
	new_handler *previous; /* the program's */
} memory = {.lock = PTHREAD_MUTEX_INITIALIZER};

static const char no_memory_text[] = "out of memory";

/* The handler of operator new, in any thread. In a thread that is not in LLVM it does
 * what the program's own would: it calls the handler that the program has, or else, as
 * there is none when new tries again, new throws an exception. */
static void on_no_memory(void) {
	if (rescue)
		on_fatal(no_memory_text);
	new_handler *program = memory.previous;
	if (program)
		program();
	else
		set_new_handler(NULL);
}

static void on_bad_alloc(void *ctx, const char *reason, bool crash) {
	(void)ctx, (void)reason, (void)crash;
	on_fatal(no_memory_text);
	abort(); /* another user of LLVM in this process */
}

/* False: LLVM has not been started, or has no set_new_handler. */
static bool watch_memory(void) {
	if (!atomic_load(&has_handlers))
		return false;
	pthread_mutex_lock(&memory.lock);
	if (memory.depth++ == 0)
		memory.previous = set_new_handler(on_no_memory);
	pthread_mutex_unlock(&memory.lock);
	return true;
}

static void unwatch_memory(void) {
	pthread_mutex_lock(&memory.lock);
	if (--memory.depth == 0) {
		new_handler *now = set_new_handler(memory.previous);
		if (now && now != on_no_memory)
			set_new_handler(now); /* the program has another by now */
	}
	pthread_mutex_unlock(&memory.lock);
}

/* Called between two calls of LLVM, which stays whole; only what the work has made is
 * lost. */
static void on_no_arena(void) {
	snprintf(fatal, sizeof fatal, "%s", no_memory_text);
	longjmp(*rescue, 1);
}

bool engine_guarded(void (*work)(void *ctx), void *ctx, char error[256]) {
	jmp_buf here, *outer = rescue;
	if (engine_is_broken()) {
		snprintf(error, 256,
		         "the compiler has failed before and is not used any more");
		return false;
	}
	arena_rescue *arenas = arena_on_failure(on_no_arena);
	const bool watches = watch_memory();
	rescue = &here;
	bool ok = setjmp(here) == 0;
	if (ok)
		work(ctx);
	else { /* whatever it held is lost */
		snprintf(error, 256, "%s", fatal);
		engine_apart(false);
	}
	rescue = outer;
	if (watches)
		unwatch_memory();
	arena_on_failure(arenas);
	return ok;
}

bool engine_goes_on(const _Atomic bool *closing) {
	const struct jit_config *c = jit_config();
	return !(closing && atomic_load_explicit(closing, memory_order_relaxed)) &&
	       (!c->goes_on || c->goes_on());
}

void engine_apart(bool begins) {
	if (jit_config()->apart && library_outlives_exit())
		jit_config()->apart(begins);
}

void engine_step(const _Atomic bool *closing) {
	if (engine_goes_on(closing))
		return;
	snprintf(fatal, sizeof fatal, "%s", ENGINE_NO_TIME);
	longjmp(*rescue, 1);
}

bool engine_is_broken(void) {
	return atomic_load(&broken);
}

void engine_drop_context(LLVMContextRef ctx) {
	if (!engine_is_broken())
		LLVMContextDispose(ctx);
}

bool engine_check(LLVMErrorRef e, char error[256], const char *what) {
	if (!e)
		return true;
	char *text = LLVMGetErrorMessage(e);
	snprintf(error, 256, "%s: %s", what, text);
	LLVMDisposeErrorMessage(text);
	return false;
}

/* ---- start ------------------------------------------------------------------------- */

static void start_task(void *ctx) {
	(void)ctx;
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMInitializeNativeAsmParser();
	codegen_start();
}

static void start(void) {
	char error[256];
	if (library_open())
		return;
	find_handlers();
	LLVMInstallFatalErrorHandler(on_fatal);
	if (install_bad_alloc)
		install_bad_alloc(on_bad_alloc, NULL);
	if (!engine_guarded(start_task, NULL, error))
		atomic_store(&broken, true);
}

const char *engine_start(void) {
	library_open();
	engine_goes_on(NULL); /* the process may have begun to end meanwhile */
	pthread_once(&once, start);
	engine_goes_on(NULL);
	return library_open();
}

bool engine_next_file(const struct engine_object *o, u32 *n, u64 *at,
                      struct engine_object *file) {
	u32 i = (*n)++;
	if (i >= MAX(o->nfile, 1u))
		return false;
	u64 size = o->nfile ? o->file_size[i] : o->size;
	if (*at > o->size || size > o->size - *at)
		return false;
	*file = (struct engine_object){.bytes = o->bytes + *at, .size = size};
	*at += size;
	return true;
}

/* ---- code -------------------------------------------------------------------------- */

/* Most code has pages of its own (elf_loader.c). The rest is LLVM's: a library for each
 * object, so that names have to be unique in an object only. LLVM cannot drop libraries:
 * emptied ones are used again. */
struct engine_code {
	struct engine_code *next;
	struct elf_code own;
	LLVMOrcJITDylibRef lib;
	LLVMOrcResourceTrackerRef tracker;
};
static struct engine_code *own_spare;
static struct engine_code *spare;
static struct arena spare_arena;

static void link_task(void *ctx) {
	(void)ctx;
	char error[256];
	if (!engine_check(LLVMOrcCreateLLJIT(&jit, LLVMOrcCreateLLJITBuilder()), error,
	                  "LLJIT"))
		jit = NULL;
	else if (jit_config()->gdb)
		engine_check(LLVMOrcLLJITEnableDebugSupport(jit), error, "gdb");
}

static void link_start(void) {
	char error[256];
	if (!engine_guarded(link_task, NULL, error) || !jit)
		atomic_store(&broken, true);
}

/* Code may call functions that LLVM takes for granted, such as memcpy. */
static bool add_process(LLVMOrcJITDylibRef lib, char error[256]) {
	LLVMOrcDefinitionGeneratorRef process;
	LLVMErrorRef e = LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
		&process, LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL);
	if (!engine_check(e, error, "symbols"))
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

static void put_spare(struct engine_code **list, struct engine_code *code) {
	pthread_mutex_lock(&lock);
	code->next = *list;
	*list = code;
	pthread_mutex_unlock(&lock);
}

void engine_drop(struct engine_code *code) {
	char error[256];
	if (code->own.base) {
		elf_drop(&code->own);
		put_spare(&own_spare, code);
		return;
	}
	if (engine_is_broken())
		return; /* its locks may be held for ever */
	bool empty = engine_check(LLVMOrcResourceTrackerRemove(code->tracker), error,
	                          "unload");
	LLVMOrcReleaseResourceTracker(code->tracker);
	if (empty)
		put_spare(&spare, code);
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
	a->ok = engine_check(e, a->error, "loading code");
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

struct task {
	struct engine_job *job;
	struct arena *a;
	struct engine_object *object;
	struct engine_entries *want;
	struct engine_code *code;
	char *error;
};

static bool add_files(struct engine_code *code, const struct engine_object *o,
                      char error[256]) {
	struct engine_object file;
	u64 at = 0;
	for (u32 n = 0; engine_next_file(o, &n, &at, &file);) {
		LLVMMemoryBufferRef copy = LLVMCreateMemoryBufferWithMemoryRangeCopy(
			(const char *)file.bytes, file.size, "object");
		if (!copy) {
			snprintf(error, 256, "%s", no_memory_text);
			return false;
		}
		LLVMErrorRef e = LLVMOrcLLJITAddObjectFileWithRT(jit, code->tracker,
		                                                 copy);
		if (!engine_check(e, error, "loading code"))
			return false;
	}
	return true;
}

static void load_by_llvm(void *ctx) {
	struct task *t = ctx;
	struct engine_code *code = new_code(t->error);
	if (!code)
		return;
	if (add_files(code, t->object, t->error) && look_up(code, t->want, t->error))
		t->code = code;
	else
		engine_drop(code);
}

static struct engine_code *new_own(struct elf_code *own) {
	pthread_mutex_lock(&lock);
	struct engine_code *code = own_spare;
	if (code)
		own_spare = code->next;
	else if (arena_reserve(&spare_arena, sizeof *code, _Alignof(struct engine_code)))
		code = arena_new(&spare_arena, struct engine_code);
	pthread_mutex_unlock(&lock);
	if (code)
		code->own = *own;
	else
		elf_drop(own);
	return code;
}

/* Loads the object; through LLVM if debuggers are to know of it. */
static void load(struct task *t) {
	struct elf_code own;
	const char *why;
	if (!jit_config()->gdb && elf_load(t->object, t->want, &own, &why)) {
		t->code = new_own(&own);
		if (!t->code)
			snprintf(t->error, 256, "%s", no_memory_text);
		return;
	}
	why = engine_start();
	if (why) {
		snprintf(t->error, 256, "%s", why);
		return;
	}
	pthread_once(&linker, link_start);
	engine_guarded(load_by_llvm, t, t->error);
}

static void compile_task(void *ctx) {
	struct task *t = ctx;
	struct engine_job *job = t->job;
	if (!codegen(job, t->a, t->object) || job->only_show)
		return;
	u64 start_ns = machine_clock_ns();
	load(t);
	job->ns_link = machine_clock_ns() - start_ns;
}

struct engine_code *engine_compile(struct engine_job *job, struct arena *a,
                                   struct engine_object *object,
                                   struct engine_entries *want) {
	struct task t = {
		.job = job, .a = a, .object = object, .want = want, .error = job->error};
	return engine_guarded(compile_task, &t, job->error) ? t.code : NULL;
}

static void load_task(void *ctx) {
	load(ctx);
}

struct engine_code *engine_load(const struct engine_object *object,
                                struct engine_entries *want, char error[256]) {
	struct engine_object o = *object;
	struct task t = {.object = &o, .want = want, .error = error};
	return engine_guarded(load_task, &t, error) ? t.code : NULL;
}
