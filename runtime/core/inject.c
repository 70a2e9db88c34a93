/* inject.c - reads SIMT_INJECT, and decides which calls fail.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/inject.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <time.h>

#include "base/random.h"
#include "base/trace.h"

/* Groups of calls, by their names in either interface, and what they return unless the
 * rule says. */
static const struct group {
	const char *name;
	int error;
	const char *const *pattern;
} groups[] = {
#define PATTERNS(...)             \
	(const char *const[]) {   \
		__VA_ARGS__, NULL \
	}
	{"alloc", 2,
         PATTERNS("cudaMalloc*", "cudaHostAlloc", "cudaMemPoolCreate", "cuMemAlloc*",
                  "cuMemHostAlloc", "cuMemCreate", "cuMemAddressReserve",
                  "cuMemPoolCreate", "cu*ArrayCreate*", "cuArray3DCreate*")},
	{"copy", 1, PATTERNS("cudaMemcpy*", "cudaMemset*", "cuMemcpy*", "cuMemset*")},
	{"launch", 701,
         PATTERNS("cudaLaunch*", "cuLaunch*", "cudaGraphLaunch", "cuGraphLaunch")},
	{"create", 2,
         PATTERNS("cuda*Create*", "cu*Create*", "cuda*Instantiate*", "cu*Instantiate*")},
	{"load", 2, PATTERNS("cuModuleLoad*", "cuLibraryLoad*", "cudaLibraryLoad*")},
	{"sync", 719, PATTERNS("cuda*Synchronize", "cu*Synchronize")},
	{"any", 999, PATTERNS("*")},
#undef PATTERNS
};

enum { RULES_MAX = 32, NAME_BYTES = 64 };
enum what { IS_CALL, IS_KERNEL, IS_DELAY };
enum when { AT, FROM, EVERY, CHANCE };

struct rule {
	enum what what;
	const struct group *group; /* of calls; NULL: */
	char pattern[NAME_BYTES];  /* those with such names */
	enum when when;
	u64 n; /* the nth, from the nth, every nth; CHANCE: in 2^32 */
	int error;
	u64 least_ns, most_ns; /* IS_DELAY */
	_Atomic u64 count;
};

static struct rule rules[RULES_MAX];
static u32 nrule;
static bool has_kernels, has_delays;
static u64 seed;
static char wrong[256];

/* ---- the language ------------------------------------------------------------------ */

static bool bad(const char *spec, const char *at, const char *want) {
	snprintf(wrong, sizeof wrong, "SIMT_INJECT=%.100s: character %u: %s", spec,
	         (u32)(at - spec) + 1, want);
	return false;
}

static bool number(const char **at, u64 *n) {
	u64 v = 0;
	const char *s = *at;
	for (; *s >= '0' && *s <= '9' && v < (u64)1 << 40; s++)
		v = v * 10 + (u64)(*s - '0');
	bool ok = s != *at && !(*s >= '0' && *s <= '9');
	*at = s;
	*n = v;
	return ok;
}

static bool time_ns(const char **at, u64 *ns) {
	static const struct {
		const char *unit;
		u64 ns;
	} units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
	u64 n;
	if (!number(at, &n))
		return false;
	for (u32 i = 0; i < countof(units); i++) {
		size_t len = strlen(units[i].unit);
		if (strncmp(*at, units[i].unit, len) != 0)
			continue;
		*at += len;
		*ns = n * units[i].ns;
		return *ns <= 60 * units[3].ns;
	}
	return false;
}

/* "5ms" or "1ms..5ms" */
static bool read_delay(struct rule *r, const char *spec, const char **at) {
	const char *from = *at;
	bool ok = time_ns(at, &r->least_ns);
	r->most_ns = r->least_ns;
	if (ok && strncmp(*at, "..", 2) == 0) {
		*at += 2;
		ok = time_ns(at, &r->most_ns) && r->most_ns >= r->least_ns;
	}
	return ok ||
	       bad(spec, from, "a time, as 5ms, or two, as 1ms..5ms; a minute at most");
}

/* "3", "3+", "/3", "10%" */
static bool read_when(struct rule *r, const char *spec, const char **at) {
	const char *from = *at;
	r->when = AT;
	if (**at == '/') {
		r->when = EVERY;
		++*at;
	}
	if (!number(at, &r->n) || r->n == 0)
		return bad(
			spec, from,
			"3 (the third), 3+ (from the third on), /3 (every third) or 10%");
	if (r->when == AT && **at == '+') {
		r->when = FROM;
		++*at;
	} else if (r->when == AT && **at == '%') {
		if (r->n > 100)
			return bad(spec, from, "no more than 100%");
		r->when = CHANCE;
		r->n = (r->n << 32) / 100;
		++*at;
	}
	return true;
}

/* A number of CUDA's, or a name: launch_timeout. */
static bool read_error(struct rule *r, const char *spec, const char **at) {
	char name[NAME_BYTES] = "SIMT_";
	size_t n = strcspn(*at, ",");
	u64 v;
	if (**at >= '0' && **at <= '9') {
		const char *from = *at;
		if (!number(at, &v) || v == 0 || v > 10000)
			return bad(spec, from, "the number of an error");
		r->error = (int)v;
		return true;
	}
	for (size_t i = 0; i < n && i + 6 < sizeof name; i++)
		name[i + 5] = (char)((*at)[i] >= 'a' && (*at)[i] <= 'z' ? (*at)[i] - 32
		                                                        : (*at)[i]);
	r->error = status_find(name);
	if (r->error <= 0)
		return bad(spec, *at,
		           "an error: its number, or a name such as out_of_memory, "
		           "illegal_address, launch_timeout");
	*at += n;
	return true;
}

static bool in_group(const struct group *g, const char *name) {
	for (const char *const *p = g->pattern; *p; p++)
		if (fnmatch(*p, name, 0) == 0)
			return true;
	return false;
}

/* The error that functions of such names return by default. */
static int usual_error(const char *pattern) {
	for (u32 i = 0;; i++)
		if (in_group(&groups[i], pattern)) /* the last one has all */
			return groups[i].error;
}

static bool read_what(struct rule *r, const char *spec, const char *at, size_t n) {
	if (n == 0 || n >= sizeof r->pattern)
		return bad(spec, at,
		           "what fails: alloc, copy, launch, create, load, sync, any, "
		           "kernel, slow, seed, or the name of a function");
	memcpy(r->pattern, at, n);
	r->what = strcmp(r->pattern, "kernel") == 0 ? IS_KERNEL
	          : strcmp(r->pattern, "slow") == 0 ? IS_DELAY
	                                            : IS_CALL;
	r->error = SIMT_LAUNCH_FAILED;
	for (u32 i = 0; i < countof(groups) && r->what == IS_CALL; i++)
		if (strcmp(groups[i].name, r->pattern) == 0)
			r->group = &groups[i];
	if (r->what == IS_CALL)
		r->error = r->group ? r->group->error : usual_error(r->pattern);
	if (r->what != IS_CALL || r->group || strncmp(r->pattern, "cu", 2) == 0)
		return true;
	return bad(spec, at,
	           "alloc, copy, launch, create, load, sync, any, kernel, slow, seed, or "
	           "a name that begins with cu");
}

static bool read_rule(const char *spec, const char **at) {
	struct rule *r = &rules[nrule];
	size_t n = strcspn(*at, ":,=");
	if (nrule == RULES_MAX)
		return bad(spec, *at, "there are more than 32 rules");
	if ((*at)[n] != ':')
		return bad(spec, *at + n, "':' and when");
	if (n == 4 && strncmp(*at, "seed", 4) == 0) {
		*at += 5;
		return number(at, &seed) || bad(spec, *at, "a number");
	}
	if (!read_what(r, spec, *at, n))
		return false;
	*at += n + 1;
	if (!(r->what == IS_DELAY ? read_delay : read_when)(r, spec, at))
		return false;
	if (r->what != IS_DELAY && **at == '=') {
		++*at;
		if (!read_error(r, spec, at))
			return false;
		if (r->what == IS_KERNEL &&
		    fault_of_status((enum simt_status)r->error) == FAULT_NONE)
			return bad(spec, *at, "kernels end with the errors 700 to 719");
	}
	nrule++;
	return true;
}

static void forget(void) {
	memset(rules, 0, sizeof rules);
	nrule = 0;
	seed = 0;
	wrong[0] = 0;
	has_kernels = has_delays = false;
	trace_watch(WATCH_INJECT, false);
}

enum simt_status simt_inject_rules(const char *spec) {
	const char *at = spec;
	bool ok = true, has_calls = false;
	forget();
	while (ok && *at) {
		ok = read_rule(spec, &at);
		if (ok && *at && *at != ',')
			ok = bad(spec, at, "',' and the next rule, or the end");
		else if (ok && *at)
			at++;
	}
	for (u32 i = 0; ok && i < nrule; i++) {
		has_calls |= rules[i].what == IS_CALL;
		has_kernels |= rules[i].what == IS_KERNEL;
		has_delays |= rules[i].what == IS_DELAY;
	}
	trace_watch(WATCH_INJECT, has_calls);
	return ok ? SIMT_OK : fail(SIMT_INVALID_VALUE, "%s", wrong);
}

const char *inject_error(void) {
	return wrong[0] ? wrong : NULL;
}

/* Before any call. Errors are reported when a device is opened. */
__attribute__((constructor)) static void start(void) {
	const char *spec = getenv("SIMT_INJECT");
	if (spec && *spec)
		simt_inject_rules(spec);
}

/* ---- what happens ------------------------------------------------------------------ */

/* The rule's next number, from 1, and one that looks random and is the same in each run.
 */
static u64 next(struct rule *r, u32 *chance) {
	u64 n = atomic_fetch_add(&r->count, 1) + 1;
	*chance = (u32)random_mix(seed * 64 + (u64)(r - rules) + random_mix(n));
	return n;
}

static bool happens(struct rule *r) {
	u32 chance;
	u64 n = next(r, &chance);
	switch (r->when) {
	case AT: return n == r->n;
	case FROM: return n >= r->n;
	case EVERY: return n % r->n == 0;
	case CHANCE: return chance < r->n;
	}
	unreachable();
}

static void tell(const char *what, int error) {
	if (env_is_on("SIMT_VERBOSE"))
		fprintf(stderr, "simt: injected: %s fails with %d (%s)\n", what, error,
		        simt_status_text((enum simt_status)error));
}

static bool is_about(const struct rule *r, const char *name) {
	return r->group ? in_group(r->group, name) : fnmatch(r->pattern, name, 0) == 0;
}

/* These functions return errors of others, and have none of their own. */
static bool tells_of_errors(const char *name) {
	return strcmp(name, "cudaGetLastError") == 0 ||
	       strcmp(name, "cudaPeekAtLastError") == 0 ||
	       strncmp(name, "cuGetError", 10) == 0 || strncmp(name, "cudaLogs", 8) == 0;
}

int simt_inject_call(const char *call) {
	char name[NAME_BYTES];
	size_t n = strlen(call);
	if (!(atomic_load_explicit(&trace_watchers, memory_order_relaxed) & WATCH_INJECT))
		return 0;
	if (n > 5 &&
	    (strcmp(call + n - 5, "_ptsz") == 0 || strcmp(call + n - 5, "_ptds") == 0))
		n -= 5;
	snprintf(name, sizeof name, "%.*s", (int)n, call);
	if (tells_of_errors(name))
		return 0;
	for (u32 i = 0; i < nrule; i++) {
		struct rule *r = &rules[i];
		if (r->what != IS_CALL || !is_about(r, name) || !happens(r))
			continue;
		tell(name, r->error);
		return r->error;
	}
	return 0;
}

enum simt_status inject_kernel(void) {
	for (u32 i = 0; has_kernels && i < nrule; i++)
		if (rules[i].what == IS_KERNEL && happens(&rules[i])) {
			tell("a kernel", rules[i].error);
			return (enum simt_status)rules[i].error;
		}
	return SIMT_OK;
}

void inject_delay(void) {
	for (u32 i = 0; has_delays && i < nrule; i++) {
		struct rule *r = &rules[i];
		u32 chance;
		if (r->what != IS_DELAY)
			continue;
		next(r, &chance);
		u64 ns = r->least_ns +
		         (u64)((double)(r->most_ns - r->least_ns) * chance * 0x1p-32);
		struct timespec t = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
		nanosleep(&t, NULL);
	}
}
