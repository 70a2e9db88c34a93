/* rand.c - random programs on two backends, or on one under two schedules: memory must be
 * equal.
 *
 *     rand [--seed N] [--count M] [--class all|NAME] [--backend A,B] [--keep DIR] [--print]
 *          [--strict] [--size STATEMENTS]
 *
 * A setting is a backend and options, "interp:seed=7" or "jit:cpu=x86-64-v3:threads=1";
 * the first is the reference. A kernel that the JIT leaves to the interpreter counts as
 * skipped, and with --strict as failed. "gpu" is a real device: with one, `rand --backend
 * interp,gpu` asks the hardware. Program i has seed N + i whatever else runs, so one
 * command repeats a failure.
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/random/programs/run.h"

enum { PER_MODULE = 8, MOST_FAILURES = 10 };

struct reason {
	char text[200];
	u64 count;
};

struct options {
	u64 seed, count;
	const char *class, *backend;
	bool print, strict;
	struct runner run;
	u64 done, failed, skipped;
	struct reason reason[32]; /* of what was skipped */
};

static void usage(void) {
	fprintf(stderr,
	        "usage: rand [--seed N] [--count M] [--class all|NAME] [--backend A,B] "
	        "[--keep DIR] [--print] [--strict] [--size STATEMENTS]\nclasses:");
	for (u32 i = 0; i < GEN_CLASSES; i++)
		fprintf(stderr, " %s", gen_class_name[i]);
	fprintf(stderr, "\n");
	exit(1);
}

static enum gen_class class_of(const struct options *o, u64 seed) {
	for (u32 i = 0; i < GEN_CLASSES; i++)
		if (!strcmp(o->class, gen_class_name[i]))
			return (enum gen_class)i;
	if (strcmp(o->class, "all") != 0)
		usage();
	return (enum gen_class)(seed % GEN_CLASSES);
}

static void report(struct options *o, struct arena *a, u64 seed,
                   const struct verdict *v) {
	static const char *const word[] = {[DIFFERENT] = "differs",
	                                   [FIRST_FAILS] = "fails",
	                                   [OTHER_FAILS] = "fails",
	                                   [HANDED_BACK] = "is not run"};
	enum gen_class class = class_of(o, seed);
	const char *name = arena_printf(a, "%s-%llu", gen_class_name[class],
	                                (unsigned long long)seed);
	printf("FAIL %s: %s under %s: %s\n", name, word[v->outcome],
	       o->run.setting[v->setting].text, v->what);
	fflush(stdout);
	alarm(0);
	struct program *p = gen_make(a, seed, class, 0);
	struct verdict alone;
	run_programs(&o->run, a, &p, 1, &alone);
	if (alone.outcome == v->outcome) {
		reduce_program(&o->run, p, v->outcome);
		run_programs(&o->run, a, &p, 1, &alone);
		if (alone.outcome != SAME)
			printf("  reduced: %s\n", alone.what);
	} else {
		printf("  not when it runs alone\n");
	}
	bool saved = save_program(&o->run, a, p, name);
	u32 lines = 0;
	for (u32 i = 0; i < p->line.n; i++)
		lines += !p->line.at[i].gone;
	printf("  again: rand --seed %llu --count 1 --class %s --backend %s",
	       (unsigned long long)seed, gen_class_name[class], o->backend);
	if (gen_size)
		printf(" --size %u", gen_size);
	printf("\n");
	if (saved)
		printf("  reduced from %u to %u lines: %s/%s.launch.json\n", p->line.n,
		       lines, o->run.keep, name);
	fflush(stdout);
}

static void skip(struct options *o, const char *why) {
	u32 i = 0;
	o->skipped++;
	while (i < countof(o->reason) - 1 && o->reason[i].count &&
	       strcmp(o->reason[i].text, why))
		i++;
	snprintf(o->reason[i].text, sizeof(o->reason[i].text), "%s", why);
	o->reason[i].count++;
}

/* If the time limit of a launch does not stop it, this one does, and says where. */
static volatile u64 running;
enum { HANG_SECONDS = 240 };

static void hangs(int signal) {
	(void)signal;
	dprintf(STDOUT_FILENO, "FAIL hang: one of the %u programs from seed %llu on\n",
	        PER_MODULE, (unsigned long long)running);
	_exit(1);
}

/* The programs of one module. */
static void run_batch(struct options *o, u64 seed, u32 n) {
	struct arena a = ARENA_INIT;
	struct program *p[PER_MODULE];
	struct verdict v[PER_MODULE];
	running = seed;
	alarm(HANG_SECONDS);
	for (u32 i = 0; i < n; i++)
		p[i] = gen_make(&a, seed + i, class_of(o, seed + i), i);
	run_programs(&o->run, &a, p, n, v);
	for (u32 i = 0; i < n; i++) {
		if (v[i].outcome == HANDED_BACK && !o->strict) {
			skip(o, v[i].what);
		} else if (v[i].outcome != SAME) {
			o->failed++;
			report(o, &a, seed + i, &v[i]);
		}
	}
	o->done += n;
	arena_drop(&a);
}

static void print_programs(const struct options *o) {
	struct arena a = ARENA_INIT;
	gen_print_header(stdout);
	for (u64 i = 0; i < o->count; i++)
		gen_print(gen_make(&a, o->seed + i, class_of(o, o->seed + i), (u32)i),
		          stdout);
	arena_drop(&a);
}

static void parse(struct options *o, int argc, char **argv) {
	for (int i = 1; i < argc; i++) {
		const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
		if (!strcmp(name, "--print") || !strcmp(name, "--strict")) {
			*(name[2] == 'p' ? &o->print : &o->strict) = true;
			continue;
		}
		if (!value)
			usage();
		if (!strcmp(name, "--seed"))
			o->seed = strtoull(value, NULL, 0);
		else if (!strcmp(name, "--count"))
			o->count = strtoull(value, NULL, 0);
		else if (!strcmp(name, "--size"))
			gen_size = (u32)strtoul(value, NULL, 0);
		else if (!strcmp(name, "--class"))
			o->class = value;
		else if (!strcmp(name, "--backend"))
			o->backend = value;
		else if (!strcmp(name, "--keep"))
			o->run.keep = value;
		else
			usage();
		i++;
	}
}

static void open_settings(struct options *o, struct arena *a) {
	char *list = arena_strdup(a, o->backend, strlen(o->backend)), *rest = NULL;
	const char *why = "";
	struct runner *r = &o->run;
	for (char *s; (s = strtok_r(r->nsetting ? NULL : list, ",", &rest));
	     r->nsetting++)
		if (r->nsetting == MAX_SETTINGS ||
		    !setting_open(&r->setting[r->nsetting], a, s, &why)) {
			fprintf(stderr, "rand: cannot open '%s': %s\n", s, why);
			exit(1);
		}
	if (r->nsetting < 2)
		usage();
}

int main(int argc, char **argv) {
	struct options o = {.seed = 1,
	                    .count = 100,
	                    .class = "all",
	                    .backend = "interp,interp:seed=7:threads=1",
	                    .run = {.keep = "rand-failures", .timeout_ms = 30000}};
	struct arena a = ARENA_INIT;
	parse(&o, argc, argv);
	class_of(&o, 0);
	if (o.print) {
		print_programs(&o);
		return 0;
	}
	open_settings(&o, &a);
	signal(SIGALRM, hangs);
	while (o.done < o.count && o.failed < MOST_FAILURES)
		run_batch(&o, o.seed + o.done, (u32)MIN(o.count - o.done, PER_MODULE));
	for (u32 i = 0; i < o.run.nsetting; i++)
		setting_close(&o.run.setting[i]);
	arena_drop(&a);
	for (u32 i = 0; i < countof(o.reason) && o.reason[i].count; i++)
		printf("skipped: %llu programs, %s\n",
		       (unsigned long long)o.reason[i].count, o.reason[i].text);
	printf("%llu warp instructions\n", (unsigned long long)o.run.warp_insts);
	printf("%llu passed, %llu failed, %llu skipped\n",
	       (unsigned long long)(o.done - o.failed - o.skipped),
	       (unsigned long long)o.failed, (unsigned long long)o.skipped);
	return o.failed != 0;
}
