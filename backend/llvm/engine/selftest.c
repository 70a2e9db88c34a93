/* selftest.c - tests whether this LLVM compiles masked code correctly.
 *
 * LLVM 22.1 makes wrong code of three short functions that load, store and select under
 * one mask: it forwards a masked store to a select of what was loaded before it. They are
 * compiled as kernels are and run, once per process and kind of host. That takes several
 * times as long as a small kernel does, so the cache remembers which library has passed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/selftest.h"

#include <pthread.h>
#include <stdio.h>

#include <llvm-c/IRReader.h>

#include "backend/llvm/engine/cache.h"
#include "backend/llvm/engine/config.h"
#include "backend/llvm/engine/library.h"
#include "backend/machine/machine.h"

enum { LANES = 16 };

#define HEAD(NAME, OTHERS)                                                            \
	"define void @" NAME "(ptr %p, ptr %o, ptr %curp, i16 %mm) {\n"               \
	"  %m = bitcast i16 %mm to <16 x i1>\n"                                       \
	"  %cur = load <16 x float>, ptr %curp, align 4\n"                            \
	"  %t = call <16 x float> @llvm.masked.load.v16f32.p0(ptr %p, i32 4, "        \
	"<16 x i1> %m, <16 x float> " OTHERS ")\n"                                    \
	"  call void @llvm.masked.store.v16f32.p0(<16 x float> %cur, ptr %p, i32 4, " \
	"<16 x i1> %m)\n"
#define TAIL(VALUE)                                                               \
	"  %r = select <16 x i1> %m, <16 x float> " VALUE ", <16 x float> %cur\n" \
	"  store <16 x float> %r, ptr %o, align 4\n  ret void\n}\n"

/* out = mask ? old : cur, and mem = mask ? cur : old; 2: cur = mask ? old : cur as well;
 * 3: out = mask ? old + cur : cur. */
const char selftest_text[] =
	"declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, i32, <16 x i1>, <16 x "
	"float>)\n"
	"declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, i32, <16 x "
	"i1>)\n" HEAD("swap1", "zeroinitializer") TAIL("%t")
		HEAD("swap2",
                     "poison") "  call void @llvm.masked.store.v16f32.p0(<16 x float> "
			       "%t, ptr %curp, i32 4, <16 x i1> %m)\n" TAIL("%t")
				       HEAD("swap3",
                                            "zeroinitializer") "  %s = fadd <16 x float> "
							       "%t, %cur\n" TAIL("%s");

static const char *const names[] = {"swap1", "swap2", "swap3"};
typedef void swap_fn(float *mem, float *out, float *cur, u16 mask);

static bool try(swap_fn *fn, u32 which, u16 mask) {
	float mem[LANES], out[LANES], cur[LANES];
	bool ok = true;
	for (u32 i = 0; i < LANES; i++) {
		mem[i] = (float)(100 + i);
		cur[i] = (float)(200 + 3 * i);
		out[i] = 0;
	}
	fn(mem, out, cur, mask);
	for (u32 i = 0; i < LANES; i++) {
		float old = (float)(100 + i), new = (float)(200 + 3 * i);
		bool in = mask >> i & 1;
		ok &= mem[i] == (in ? new : old);
		ok &= out[i] == (!in ? new : which == 2 ? old + new : old);
		ok &= cur[i] == (in && which == 1 ? old : new);
	}
	return ok;
}

static bool try_all(void *const *at) {
	static const u16 masks[] = {0, 1, 0x8000, 0x5555, 0xff00, 0x7ffe, 0xffff};
	bool ok = true;
	for (u32 f = 0; f < countof(names); f++) {
		swap_fn *fn;
		memcpy(&fn, &at[f], sizeof fn);
		for (u32 i = 0; i < countof(masks); i++)
			ok &= try(fn, f, masks[i]);
	}
	return ok;
}

bool selftest_run(const char *text, const struct host *h, char error[256]) {
	struct arena a = ARENA_INIT;
	void *at[countof(names)];
	struct engine_entries want = {names, at, countof(names)};
	struct engine_object object;
	struct engine_job job = {.host = h, .optimise = true};
	char *message = NULL;
	LLVMContextRef ctx = LLVMContextCreate();
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
		text, strlen(text), "selftest");
	struct engine_code *code = NULL;
	if (LLVMParseIRInContext(ctx, buffer, &job.module, &message)) {
		snprintf(job.error, sizeof job.error, "%s", message);
		LLVMDisposeMessage(message);
	} else {
		for (LLVMValueRef f = LLVMGetFirstFunction(job.module); f;
		     f = LLVMGetNextFunction(f))
			if (!LLVMIsDeclaration(f))
				engine_tune(f, h);
		code = engine_compile(&job, &a, &object, &want);
	}
	bool ok = code && try_all(at);
	snprintf(error, 256, "%s",
	         code ? "this LLVM makes wrong code of masked accesses" : job.error);
	if (code)
		engine_drop(code);
	engine_drop_context(ctx);
	arena_drop(&a);
	return ok;
}

/* ---- what the cache remembers ------------------------------------------------------ */

static const u32 passed[] = {1};

/* The key has the file that is open, whatever name led to it, and all that its code
 * depends on. */
static bool key_of(const struct host *h, struct cache_key *k) {
	struct library_file f;
	if (!cache_is_open() || !library_file(&f))
		return false;
	*k = cache_key_new();
	cache_mix_text(k, selftest_text);
	cache_mix_text(k, f.path);
	cache_mix(k, &f.size_bytes, sizeof f.size_bytes);
	cache_mix(k, &f.mtime_ns, sizeof f.mtime_ns);
	cache_mix_text(k, h->name);
	cache_mix_text(k, h->cpu);
	cache_mix_text(k, h->features);
	cache_mix(k, h->identity, sizeof h->identity);
	return true;
}

bool selftest_recall(const struct host *h) {
	struct arena a = ARENA_INIT;
	struct cache_key k;
	struct cache_entry e;
	bool is = key_of(h, &k) && cache_get(&k, &a, &e) && e.ntable == countof(passed) &&
	          e.table[0] == passed[0];
	arena_drop(&a);
	return is;
}

void selftest_remember(const struct host *h) {
	const struct cache_entry e = {.object = {(const u8 *)"", 0},
	                              .table = passed,
	                              .ntable = countof(passed)};
	struct cache_key k;
	if (key_of(h, &k))
		cache_put(&k, &e);
}

/* ---- once -------------------------------------------------------------------------- */

struct run {
	const struct host *host;
	char *error;
	bool ok;
};

static void run_task(void *ctx) {
	struct run *r = ctx;
	u64 start_ns = machine_clock_ns();
	char text[80];
	r->ok = selftest_recall(r->host);
	if (r->ok)
		return;
	r->ok = selftest_run(selftest_text, r->host, r->error);
	if (!r->ok)
		return;
	snprintf(text, sizeof text, "LLVM has passed its self-test: %.2f ms",
	         (double)(machine_clock_ns() - start_ns) * 1e-6);
	if (jit_config()->verbose)
		jit_config()->verbose(text);
	selftest_remember(r->host);
}

bool selftest(const struct host *h, char error[256]) {
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct {
		const struct host *host;
		bool ok;
		char error[256];
	} done[8];
	u32 i = 0;
	pthread_mutex_lock(&lock);
	while (i < countof(done) - 1 && done[i].host && done[i].host != h)
		i++;
	if (done[i].host != h) {
		done[i].host = h;
		struct run r = {.host = h, .error = done[i].error};
		/* All failures come back to here: the lock is held. */
		done[i].ok = engine_guarded(run_task, &r, done[i].error) && r.ok;
	}
	bool ok = done[i].ok;
	if (!ok)
		memcpy(error, done[i].error, sizeof done[i].error);
	pthread_mutex_unlock(&lock);
	return ok;
}
