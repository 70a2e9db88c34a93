/* jit.c - settings of the JIT, from options and the environment. The JIT is one
 * for the process: what is set already stays, unless the options say otherwise.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/jit.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "backend/llvm/llvm.h"
#include "ir/num/mma_plan.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/background.h"
#include "runtime/threads/helper_threads.h"

enum { CACHE_BYTES = 256 << 20 };

static const char *env(const char *name) {
	const char *s = getenv(name);
	return s && *s ? s : NULL;
}

static void print_verbose(const char *text) {
	fprintf(stderr, "simt: %s\n", text);
}

static enum simt_status choose_cpu(struct jit_config *c, const char *given) {
	char why[256];
	const char *cpu = given && *given ? given : env("SIMT_CPU");
	if (!cpu || (c->cpu && !given))
		return SIMT_OK;
	c->cpu = jit_find_cpu(cpu, why, sizeof why);
	if (c->cpu)
		mma_level_limit(cpu);
	return c->cpu ? SIMT_OK : fail(SIMT_INVALID_VALUE, "%s", why);
}

static enum simt_status choose_approx(struct jit_config *c) {
	const char *how = env("SIMT_APPROX");
	c->is_fast = how && strcmp(how, "fast") == 0;
	if (how && !c->is_fast && strcmp(how, "exact") != 0)
		return fail(SIMT_INVALID_VALUE, "SIMT_APPROX=%s: exact or fast", how);
	return SIMT_OK;
}

static enum simt_status choose_debug(struct jit_config *c) {
	const char *all = env("SIMT_JIT_DEBUG"), *at = all;
	const struct {
		const char *word;
		bool *flag;
	} known[] = {
		{"gdb", &c->gdb},     {"perf", &c->perf},     {"refuse", &c->refuse},
		{"cut", &c->cut},     {"jam", &c->coarsen},   {"wide", &c->wide},
		{"leave", &c->leave}, {"verify", &c->verify}, {"sanitize", &c->sanitize}};
	while (at && *at) {
		size_t n = strcspn(at, ",");
		u32 i = 0;
		while (i < countof(known) &&
		       (strlen(known[i].word) != n || memcmp(known[i].word, at, n) != 0))
			i++;
		if (i == countof(known))
			return fail(SIMT_INVALID_VALUE,
			            "SIMT_JIT_DEBUG=%s: gdb, perf, refuse, cut, jam, "
			            "wide, leave, verify or sanitize",
			            all);
		*known[i].flag = true;
		at += n + (at[n] == ',');
	}
	return SIMT_OK;
}

/* CUDA's own variables count where this library has none of its own. */
static bool cache_folder(char *path, size_t size) {
	const char *given = env("SIMT_CACHE_PATH"), *cuda = env("CUDA_CACHE_PATH");
	const char *xdg = env("XDG_CACHE_HOME"), *home = env("HOME");
	int n = 0;
	if (given || cuda)
		n = snprintf(path, size, "%s", given ? given : cuda);
	else if (xdg && *xdg == '/')
		n = snprintf(path, size, "%s/simt", xdg);
	else if (home && *home == '/')
		n = snprintf(path, size, "%s/.cache/simt", home);
	return n > 0 && (size_t)n < size && !env_is_on("CUDA_CACHE_DISABLE");
}

static void choose_cache(void) {
	char path[4096];
	const char *max = env("CUDA_CACHE_MAXSIZE");
	u64 bytes = max ? strtoull(max, NULL, 10) : CACHE_BYTES;
	jit_cache(cache_folder(path, sizeof path) ? path : NULL, bytes);
}

/* Compiled code checks that an access is in memory that is mapped; AddressSanitizer tells
 * it where blocks end. */
static void guard_memory(void) {
	void *poison = dlsym(RTLD_DEFAULT, "__asan_poison_memory_region"),
	     *unpoison = dlsym(RTLD_DEFAULT, "__asan_unpoison_memory_region");
	memory_mark_fn *fn[2];
	memcpy(&fn[0], &poison, sizeof poison);
	memcpy(&fn[1], &unpoison, sizeof unpoison);
	memory_guard(fn[0], fn[1]);
}

static void apart(bool begins) {
	if (begins)
		background_apart();
	else
		background_rejoin();
}

enum simt_status jit_options(const struct simt_device_options *o) {
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static bool has_cache;
	pthread_mutex_lock(&lock);
	struct jit_config c = *jit_config();
	enum simt_status s = choose_cpu(&c, o->cpu);
	if ((o->verbose || env_is_on("SIMT_VERBOSE")) && !c.verbose)
		c.verbose = print_verbose;
	if (s == SIMT_OK)
		s = choose_approx(&c);
	if (s == SIMT_OK)
		s = choose_debug(&c);
	c.quick |= env("SIMT_JIT") && strcmp(env("SIMT_JIT"), "quick") == 0;
	if (c.sanitize)
		guard_memory();
	c.reserve = helper_threads_reserve;
	c.share = helper_threads_run;
	c.work = background_in_front;
	c.goes_on = background_goes_on;
	c.apart = apart;
	c.ended = background_ended;
	c.stop = background_end;
	if (!has_cache && !o->sandbox)
		choose_cache();
	has_cache |= !o->sandbox;
	/* Compilations may be reading the settings, so they are written only when they
	 * change. */
	if (s == SIMT_OK && memcmp(&c, jit_config(), sizeof c) != 0)
		jit_configure(&c);
	pthread_mutex_unlock(&lock);
	return s;
}
