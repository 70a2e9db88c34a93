/* check.c - checked mode: its settings, the device's part, and accesses of the host.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/steering.h"
#include "runtime/watch/check_report.h"

#include <regex.h>
#include <stdlib.h>

/* ---- settings ---- */

static struct {
	pthread_once_t once;
	struct arena arena;
	struct check_settings set;
	bool on;
	const char *bad;
} parsed = {.once = PTHREAD_ONCE_INIT};

static const char *value_of(const char *word, const char *key) {
	size_t n = strlen(key);
	return strncmp(word, key, n) == 0 && word[n] == '=' ? word + n + 1 : NULL;
}

static bool number(const char *s, u64 *n) {
	char *end;
	*n = strtoull(s, &end, 0);
	return end != s && !*end;
}

static bool tool_word(struct check_settings *s, const char *word) {
	static const struct {
		const char *word;
		u32 tool;
	} tools[] = {{"mem", CHECK_MEM},         {"race", CHECK_RACE},
	             {"sync", CHECK_SYNC},       {"init", CHECK_INIT},
	             {"all", CHECK_ALL},         {"1", CHECK_ALL},
	             {"numeric", CHECK_NUMERIC}, {"determinism", CHECK_ORDER}};
	for (u32 i = 0; i < countof(tools); i++)
		if (strcmp(word, tools[i].word) == 0) {
			s->tools |= tools[i].tool;
			return true;
		}
	return false;
}

/* race:strict, or one of its rules. */
static bool strict_word(struct check_settings *s, const char *word) {
	static const char *const names[STRICT_RULES] = {"volatile", "acquire",
	                                                "overwrite", "lockstep", "guess"};
	if (strncmp(word, "race:", 5) != 0)
		return false;
	u32 rules = strcmp(word + 5, "strict") == 0 ? STRICT_ALL : 0;
	for (u32 i = 0; i < STRICT_RULES; i++)
		if (strcmp(word + 5, names[i]) == 0)
			rules = 1u << i;
	s->strict |= rules;
	s->tools |= rules ? CHECK_RACE : 0;
	return rules;
}

static bool flag_word(struct check_settings *s, const char *word) {
	const struct {
		const char *word;
		bool *flag;
	} flags[] = {{"leaks", &s->leaks},       {"vendor", &s->vendor},
	             {"hazards", &s->hazards},   {"no-stack", &s->no_stack},
	             {"no-api", &s->no_api},     {"spare", &s->spare},
	             {"blocking", &s->blocking}, {"no-copies", &s->no_copies},
	             {"alone", &s->alone}};
	for (u32 i = 0; i < countof(flags); i++)
		if (strcmp(word, flags[i].word) == 0)
			return *flags[i].flag = true;
	return false;
}

enum { WAIT_MOST_S = 1000000 };

static bool key_word(struct check_settings *s, const char *word) {
	const char *v;
	u64 n;
	if ((v = value_of(word, "log")))
		s->log = v;
	else if ((v = value_of(word, "save")))
		s->save = v;
	else if ((v = value_of(word, "suppress")))
		s->suppress = v;
	else if ((v = value_of(word, "kernel")))
		s->kernels = v;
	else if ((v = value_of(word, "demangle"))) {
		static const char *const names[] = {"full", "simple", "no"};
		for (u32 i = 0; i < countof(names); i++)
			if (strcmp(v, names[i]) == 0) {
				s->demangle = i;
				return true;
			}
		return false;
	} else if ((v = value_of(word, "format"))) {
		static const char *const names[] = {"text", "xml", "json"};
		for (u32 i = 0; i < countof(names); i++)
			if (strcmp(v, names[i]) == 0) {
				s->format = i;
				return true;
			}
		return false;
	} else if ((v = value_of(word, "limit")))
		return number(v, &s->limit);
	else if ((v = value_of(word, "wait")))
		return number(v, &s->wait_s) && s->wait_s <= WAIT_MOST_S;
	else if ((v = value_of(word, "skip")))
		return number(v, &s->skip);
	else if ((v = value_of(word, "count")))
		return number(v, &s->count);
	else if ((v = value_of(word, "exit")) && number(v, &n) && n < 256)
		s->exit_code = (u32)n;
	else
		return false;
	return true;
}

static void parse(void) {
	const char *env = getenv("SIMT_CHECK");
	struct check_settings *s = &parsed.set;
	*s = (struct check_settings){
		.limit = 100, .wait_s = 10, .count = ~0ull, .log = "stderr"};
	if (!env || !*env || strcmp(env, "0") == 0)
		return;
	for (const char *at = env; *at;) {
		size_t n = strcspn(at, ",");
		char *word = arena_strdup(&parsed.arena, at, n);
		if (*word && !tool_word(s, word) && !strict_word(s, word) &&
		    !flag_word(s, word) && !key_word(s, word) && !parsed.bad)
			parsed.bad = word;
		at += n + (at[n] == ',');
	}
	if (s->alone)
		unsetenv("SIMT_CHECK");
	s->determinism = s->tools & CHECK_ORDER;
	parsed.on = true;
	if (!s->tools)
		s->tools = CHECK_ALL;
}

const struct check_settings *check_settings(const char **bad) {
	pthread_once(&parsed.once, parse);
	if (bad)
		*bad = parsed.bad;
	return parsed.on ? &parsed.set : NULL;
}

/* ---- a device ---- */

struct block_note {           /* of an address at which an allocation has started */
	u32 allocated, freed; /* stacks */
	u64 size;
};

struct checked_device {
	struct checker c;
	u64 launches;
	struct arena arena;
	struct map by_addr;           /* start of a block -> index */
	VEC(struct block_note) notes; /* [0] is none */
};

enum { DEVICES_MAX = 16 };

static struct {
	pthread_mutex_t lock;
	struct simt_device *device[DEVICES_MAX];
} open_ones = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct checked_device *checked(const struct simt_device *dev) {
	return (struct checked_device *)(void *)dev->machine.check;
}

static bool matches(const char *name, const char *pattern) {
	regex_t re;
	if (regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB)) {
		fprintf(stderr, "simt: SIMT_CHECK: '%s' is no regular expression\n",
		        pattern);
		return false;
	}
	bool r = regexec(&re, name, 0, NULL, 0) == 0;
	regfree(&re);
	return r;
}

/* Compares the pattern with the linker's name and with the plain one, with and without
 * parameters. */
static bool is_named(const char *mangled, const char *pattern) {
	bool other = *pattern == '!';
	struct arena scratch = ARENA_INIT;
	const char *full = name_demangle(&scratch, mangled);
	const char *simple = arena_strdup(&scratch, full, strcspn(full, "(<"));
	const char *name[] = {mangled, full, simple};
	bool fits = false;
	pattern += other;
	for (u32 i = 0; i < countof(name); i++)
		fits |= *pattern == '='   ? strcmp(name[i], pattern + 1) == 0
		        : *pattern == '~' ? matches(name[i], pattern + 1)
		                          : strstr(name[i], pattern) != NULL;
	arena_drop(&scratch);
	return fits != other;
}

static bool wanted(struct machine *m, const struct launch *l) {
	struct checked_device *d = checked(m->runtime);
	const struct check_settings *s = check_settings(NULL);
	if (s->kernels && !is_named(l->kernel->name->s, s->kernels))
		return false;
	u64 nth = d->launches++;
	return nth >= s->skip && nth - s->skip < s->count;
}

static void list_device(struct simt_device *dev, struct simt_device *instead) {
	pthread_mutex_lock(&open_ones.lock);
	for (u32 i = 0; i < DEVICES_MAX; i++)
		if (open_ones.device[i] == dev) {
			open_ones.device[i] = instead;
			break;
		}
	pthread_mutex_unlock(&open_ones.lock);
}

enum simt_status check_open(struct simt_device *dev) {
	const char *bad;
	const struct check_settings *s = check_settings(&bad);
	if (!s)
		return SIMT_OK;
	if (bad)
		return fail(
			SIMT_INVALID_VALUE,
			"SIMT_CHECK: '%s': it takes mem, race, sync, init, numeric, "
			"determinism, leaks and what docs/checking.md lists, with commas "
			"between them",
			bad);
	const char *why = record_suppressions();
	if (why)
		return fail(SIMT_INVALID_VALUE, "SIMT_CHECK: suppressions: %s", why);
	struct checked_device *d = memory_new(sizeof *d);
	if (!d)
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	d->c.tools = s->tools;
	d->c.strict = s->strict;
	if (s->determinism && !steering_plain(dev))
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	d->c.report = check_report;
	d->c.wanted = wanted;
	d->by_addr = MAP_INIT(&d->arena);
	vec_push(&d->arena, &d->notes, (struct block_note){.size = 0});
	dev->machine.check = &d->c;
	list_device(NULL, dev);
	check_watch_end();
	return SIMT_OK;
}

void check_close(struct simt_device *dev) {
	struct checked_device *d = checked(dev);
	if (!d)
		return;
	list_device(dev, NULL);
	check_order_drop(dev);
	shadow_drop(&d->c);
	arena_drop(&d->arena);
	dev->machine.check = NULL;
	memory_delete(d);
}

enum simt_status check_memory(struct simt_device *dev) {
	struct checker *c = dev->machine.check;
	if (!c)
		return SIMT_OK;
	check_order_drop(dev);
	shadow_drop(c);
	if (!shadow_init(c, &dev->machine.map))
		return fail(SIMT_OUT_OF_MEMORY,
		            "the system gives no address space for checked mode");
	memory_watch(&dev->memory, c);
	return SIMT_OK;
}

/* ---- what the host does ---- */

static struct block_note *note_of(struct checked_device *d, u64 addr) {
	u64 *at = map_at(&d->by_addr, addr);
	if (!*at) {
		*at = d->notes.n;
		vec_push(&d->arena, &d->notes, (struct block_note){.size = 0});
	}
	return &d->notes.at[*at];
}

static u32 stack_now(void) {
	const struct check_settings *s = check_settings(NULL);
	return s && !s->no_stack ? check_stack_here() : 0;
}

void check_note_alloc(struct simt_device *dev, u64 addr, u64 size,
                      enum simt_memory_kind kind) {
	struct checked_device *d = checked(dev);
	if (!d)
		return;
	u32 stack = stack_now();
	pthread_mutex_lock(&open_ones.lock);
	*note_of(d, addr) = (struct block_note){.allocated = stack, .size = size};
	pthread_mutex_unlock(&open_ones.lock);
	host_access_block(dev, addr, size, kind);
	if (kind == SIMT_MEMORY_DEVICE) /* the host writes to all others */
		shadow_set(&d->c, addr, size, BYTE_VALID);
}

void check_note_free(struct simt_device *dev, u64 addr) {
	struct checked_device *d = checked(dev);
	if (!d)
		return;
	u32 stack = stack_now();
	pthread_mutex_lock(&open_ones.lock);
	struct block_note *n = note_of(d, addr);
	u64 size = n->size;
	n->freed = stack;
	pthread_mutex_unlock(&open_ones.lock);
	host_access_free(dev, addr);
	check_order_access(dev, addr, size, true, "a free");
}

void check_block_stacks(struct simt_device *dev, u64 base, u32 *allocated, u32 *freed) {
	struct checked_device *d = checked(dev);
	*allocated = *freed = 0;
	pthread_mutex_lock(&open_ones.lock);
	const u64 *at = d ? map_find(&d->by_addr, base) : NULL;
	if (at) {
		*allocated = d->notes.at[*at].allocated;
		*freed = d->notes.at[*at].freed;
	}
	pthread_mutex_unlock(&open_ones.lock);
}

struct simt_device *check_device(u32 i) {
	struct simt_device *dev = NULL;
	pthread_mutex_lock(&open_ones.lock);
	for (u32 k = 0, n = 0; k < DEVICES_MAX && !dev; k++)
		if (open_ones.device[k] && n++ == i)
			dev = open_ones.device[k];
	pthread_mutex_unlock(&open_ones.lock);
	return dev;
}

struct simt_device *check_owner(u64 addr) {
	struct simt_device *found = NULL;
	pthread_mutex_lock(&open_ones.lock);
	for (u32 i = 0; i < DEVICES_MAX && !found; i++)
		if (open_ones.device[i] && simt_device_owns(open_ones.device[i], addr))
			found = open_ones.device[i];
	pthread_mutex_unlock(&open_ones.lock);
	return found;
}

void check_note_write(u64 addr, u64 size) {
	struct simt_device *dev = check_settings(NULL) ? check_owner(addr) : NULL;
	if (!dev)
		return;
	shadow_written(dev->machine.check, addr, size);
	check_order_access(dev, addr, size, true, "a fill");
}

void check_note_copy(u64 dst, u64 src, u64 size) {
	if (!check_settings(NULL))
		return;
	struct simt_device *to = check_owner(dst), *from = check_owner(src);
	if (from)
		check_order_access(from, src, size, false, "a copy");
	if (to)
		check_order_access(to, dst, size, true, "a copy");
	if (to && to == from)
		shadow_copied(to->machine.check, dst, src, size);
	else if (to)
		shadow_written(to->machine.check, dst, size);
	else if (from && from->machine.check->tools & CHECK_INIT) {
		u64 at = shadow_unwritten(from->machine.check, src, size);
		if (at && !check_settings(NULL)->no_copies)
			check_report_host(from, at, size);
	}
}

void check_leaks(void) {
	const struct check_settings *s = check_settings(NULL);
	for (u32 i = 0; s && s->leaks && i < DEVICES_MAX; i++)
		if (open_ones.device[i])
			check_report_leaks(open_ones.device[i]);
}

static _Thread_local u32 launch_stack;

void check_launch_stack(u32 stack) {
	launch_stack = stack;
}

u32 check_stack_of_launch(void) {
	return launch_stack;
}

u32 check_stack_to_keep(void) {
	return stack_now();
}

bool check_spares(enum simt_status s) {
	const struct check_settings *set = check_settings(NULL);
	return set && set->spare && s == SIMT_LAUNCH_FAILED;
}

bool check_blocks(void) {
	const struct check_settings *set = check_settings(NULL);
	return set && set->blocking;
}
