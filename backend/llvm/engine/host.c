/* host.c - processors that code is made for: their names, whether this machine can run
 * code for them, and their features by LLVM's names.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(__x86_64__)
#include <cpuid.h>
#include <unistd.h>
#else
#include <sys/auxv.h>
#endif

#include <llvm-c/TargetMachine.h>

#include "backend/llvm/engine/cache.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *const host_names[] = {"native",    "x86-64-v4", "x86-64-v3",
                                         "x86-64-v2", "x86-64",    NULL};

const char *const *engine_hosts(void) {
	return host_names;
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

const char *engine_host_name_check(const char *cpu) {
	return host_names[host_index(cpu)] ? NULL : "no processor of that name is known";
}

const char *engine_host_check(const char *cpu) {
	const char *wrong = engine_host_name_check(cpu);
	return wrong || runs_here(cpu) ? wrong : "this machine cannot run code for it";
}

/* ---- what it can ------------------------------------------------------------------- */

#if !defined(__x86_64__)
/* Adds the lines that LLVM reads, of all cores. */
static void mix_cpuinfo(struct cache_key *k) {
	char line[4096];
	FILE *f = fopen("/proc/cpuinfo", "re");
	while (f && fgets(line, sizeof line, f))
		if (strncmp(line, "CPU ", 4) == 0 || strncmp(line, "Features", 8) == 0)
			cache_mix_text(k, line);
	if (f)
		fclose(f);
}
#endif

/* A launch's stores bypass the caches if they are more than three quarters of this
 * machine's share of the last one: a virtual machine sees all of it. */
#if defined(__x86_64__)
enum { USUAL_CACHE = 32 << 20 }; /* of a processor that only a level is known of */

static u64 find_nontemporal_bytes(void) {
	enum { LEAST = 16 << 20, MOST = 256 << 20 };
	u32 most = (u32)__get_cpuid_max(0x80000000, NULL), a, b, c, d;
	u32 leaf = most >= 0x8000001d ? 0x8000001d : 4;
	u64 share = 0;
	long n = sysconf(_SC_NPROCESSORS_ONLN);
	for (u32 i = 0; i < 8 && __get_cpuid_count(leaf, i, &a, &b, &c, &d) && (a & 31);
	     i++) {
		u64 bytes = (u64)((b >> 22) + 1) * ((b >> 12 & 1023) + 1) *
		            ((b & 4095) + 1) * ((u64)c + 1);
		u32 users = (a >> 14 & 4095) + 1;
		if ((a >> 5 & 7) == 3)
			share = n < (long)users ? bytes / users * (u64)MAX(n, 1) : bytes;
	}
	return MIN(MAX(share / 4 * 3, LEAST), MOST);
}
#endif

/* Collects all that LLVM's names of the processor and its features can depend on, so that
 * the cache can tell code apart without LLVM: the words of CPUID that do not differ from
 * core to core, and the registers that the system saves of a thread; elsewhere the
 * system's description of the cores. */
static void identify(struct host *h) {
#if defined(__x86_64__)
	static const struct {
		u32 leaf, sub;
		u8 words; /* a bit each of eax, ebx, ecx, edx */
	} asked[] = {
		{0, 0, 15},          {1, 0, 13},         {7, 0, 15},   {7, 1, 15},
		{0xd, 1, 1},         {0x14, 0, 2},       {0x19, 0, 2}, {0x24, 0, 2},
		{0x80000001, 0, 12}, {0x80000008, 0, 2},
	};
	u32 n = 0, basic = __get_cpuid_max(0, NULL),
	    extended = __get_cpuid_max(0x80000000, NULL);
	u32 saved = 0, high;
	for (u32 i = 0; i < countof(asked); i++) {
		u32 r[4] = {0}, leaf = asked[i].leaf;
		if (leaf <= (leaf >> 31 ? extended : basic))
			__cpuid_count(leaf, asked[i].sub, r[0], r[1], r[2], r[3]);
		if (leaf == 1 && (r[2] & bit_OSXSAVE))
			__asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
		for (u32 k = 0; k < countof(r); k++)
			if (asked[i].words >> k & 1)
				h->identity[n++] = r[k];
	}
	h->identity[n] = saved;
#else
	struct cache_key k = {0};
	unsigned long has[] = {getauxval(AT_HWCAP), getauxval(AT_HWCAP2)};
	cache_mix(&k, has, sizeof has);
	mix_cpuinfo(&k);
	memcpy(h->identity, &k, sizeof k);
#endif
}

static void describe(struct host *h, const char *name) {
	h->width = 4;
	bool native = strcmp(name, "native") == 0;
	if (native)
		identify(h);
#if defined(__x86_64__)
	bool v4 = native ? __builtin_cpu_supports("avx512f") &&
	                           __builtin_cpu_supports("avx512bw") &&
	                           __builtin_cpu_supports("avx512dq") &&
	                           __builtin_cpu_supports("avx512vl")
	                 : strcmp(name, "x86-64-v4") == 0;
	bool v3 = native ? __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
	                 : v4 || strcmp(name, "x86-64-v3") == 0;
	h->width = v4 ? 16 : v3 ? 8 : 4;
	h->has_fma = h->has_gather = h->has_mxcsr = v3;
	h->has_rounding = v4;
	h->has_byte_dots = v4 && native && __builtin_cpu_supports("avx512vbmi") &&
	                   __builtin_cpu_supports("avx512vnni");
	h->nontemporal_bytes = !v3 ? 0 : native ? find_nontemporal_bytes() : USUAL_CACHE;
#else
	h->has_fma = true;
#endif
	h->name = name;
}

/* NULL: out of memory, or the list is too long. */
static char *with(const char *features, const char *more) {
	char all[8192];
	int n = snprintf(all, sizeof all, "%s%s%s", features,
	                 *features && *more ? "," : "", more);
	return n < (int)sizeof all ? LLVMCreateMessage(all) : NULL;
}

static struct host host[countof(host_names)];

#if defined(__x86_64__)
/* vzeroupper clears what is to be preserved */
static const char clears_nothing[] = "-vzeroupper";
#else
static const char clears_nothing[] = "";
#endif

/* The generation of an AMD Zen by LLVM's name for it; 0: another processor. */
static u32 zen_of(const char *cpu) {
	static const char name[] = "znver";
	return strncmp(cpu, name, sizeof name - 1) ? 0 : (u32)atoi(cpu + sizeof name - 1);
}

static void ask_llvm(void *ctx) {
	struct host *h = ctx;
	const char *name = host_names[h - host];
	bool native = strcmp(name, "native") == 0;
	char *given = native ? LLVMGetHostCPUFeatures() : LLVMCreateMessage("");
	/* LLVM splits AVX2's gathers into a branch and a load per lane, unless a feature
	 * says that they are fast. */
	bool tell = h->has_gather && !h->has_rounding;
	h->cpu = native ? LLVMGetHostCPUName() : name;
	h->features = given ? with(given, tell ? "+fast-gather" : "") : NULL;
	h->preserving = h->features ? with(h->features, clears_nothing) : NULL;
	if (given)
		LLVMDisposeMessage(given);
	h->is_prepared = h->cpu && h->features && h->preserving;
	u32 zen = h->is_prepared ? zen_of(h->cpu) : 0;
	h->reads_many_places = zen;
	h->follows_turns = zen >= 5;
	/* Zen 5's first cache is larger, and what comes to its second is late. */
	h->prefetches_to_second = zen && zen < 5;
	/* 66 and 60 operations of microcode for eight lanes; Zen 3 has 39 */
	h->gathers_slowly = zen == 1 || zen == 2;
	h->gathers_by_lane = zen || !h->has_gather;
	h->permutes_bytes = zen && h->has_byte_dots; /* Intel's take three */
	/* a scatter of 16 lanes takes some 40 cycles of microcode there */
	h->scatters_slowly = zen && h->has_rounding;
}

const char *engine_prepare(const struct host *wanted) {
	struct host *h = &host[wanted - host];
	const char *why = engine_start();
	char error[256];
	if (why)
		return why;
	pthread_mutex_lock(&lock);
	/* A failure in LLVM comes back to here: the lock is held. */
	if (!h->is_prepared && !(engine_guarded(ask_llvm, h, error) && h->is_prepared))
		why = "there was no memory for the compiler";
	pthread_mutex_unlock(&lock);
	return why;
}

static const struct host *host_called(const char *name) {
	struct host *h = &host[host_index(name)];
	pthread_mutex_lock(&lock);
	if (!h->name)
		describe(h, host_names[h - host]);
	pthread_mutex_unlock(&lock);
	return h;
}

const struct host *engine_host(const char *cpu, const char **why) {
	const char *name = cpu && *cpu ? cpu : "native";
	*why = engine_host_check(name);
	return *why ? NULL : host_called(name);
}

const struct host *engine_host_elsewhere(const char *cpu, const char **why) {
	*why = engine_host_name_check(cpu);
	return *why ? NULL : host_called(cpu);
}

/* ---- attributes of functions ------------------------------------------------------- */

static void add_attribute(LLVMValueRef fn, const char *key, const char *value) {
	LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
	LLVMAttributeRef a = LLVMCreateStringAttribute(ctx, key, (u32)strlen(key), value,
	                                               (u32)strlen(value));
	LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
}

static void tune(LLVMValueRef fn, const struct host *h, const char *features) {
	/* Tuning may prefer narrower vectors where wide ones are nearly twice as fast. */
	add_attribute(fn, "prefer-vector-width", "512");
	add_attribute(fn, "min-legal-vector-width", "512");
	add_attribute(fn, "target-cpu", h->cpu);
	add_attribute(fn, "target-features", features);
}

void engine_tune(LLVMValueRef fn, const struct host *h) {
	tune(fn, h, h->features);
}

enum { PRESERVE_ALL = 15 }; /* see LLVM's CallingConv.h */

void engine_preserve(LLVMValueRef fn, const struct host *h) {
	LLVMSetFunctionCallConv(fn, PRESERVE_ALL);
	tune(fn, h, h->preserving);
}

void engine_preserving_call(LLVMValueRef call) {
	LLVMSetInstructionCallConv(call, PRESERVE_ALL);
}
