/* litmus.c - runs litmus tests: the kernel of a test, launched once for each schedule and
 * each choice of values, all of them or, where there are too many, a random selection;
 * then herd's summary of the outcomes, and whether they are those that the file expects.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "runtime/core/device.h"
#include "tools/litmus/test.h"
#include "tools/simtrun/simtrun.h"

/* Schedules that are tried one by one, and those drawn where that was not enough. */
#define ALL_OF_THEM "exhaustive:limit=20000"
#define SOME_OF_THEM "random:runs=10000"

enum {
	MEM_BYTES = (LITMUS_LOCATIONS + LITMUS_THREADS) * LITMUS_STRIDE,
	OUT_BYTES = sizeof(struct litmus_state),
	STEP_LIMIT = 100000, /* of one run */
};

struct seen {
	struct litmus_state state;
	u64 count;
	bool holds;
};

struct litmus_run {
	struct simtrun *run;
	struct litmus *test;
	struct arena *arena;
	struct simt_device *dev;
	struct simt_module *module;
	struct simt_function *f;
	struct placement *placement;
	u64 mem, out;
	u8 *first; /* what mem begins with */
	VEC(struct seen) seen;
	u64 positive, negative, endless;
	bool is_complete;
};

/* ---- one run ----------------------------------------------------------------------- */

/* Clears the parts of a state that are not observed. */
static void keep_observed(const struct litmus *t, struct litmus_state *s) {
	for (u32 i = 0; i < LITMUS_THREADS; i++)
		for (u32 k = 0; k < LITMUS_REGISTERS; k++)
			if (i >= t->nthread || k >= t->thread[i].nreg ||
			    !t->thread[i].reg[k].is_observed)
				s->reg[i][k] = 0;
	for (u32 i = 0; i < LITMUS_LOCATIONS; i++)
		if (i >= t->nlocation || !t->location[i].is_observed)
			s->location[i] = 0;
}

static enum simt_status fetch(struct litmus_run *r, struct litmus_state *s) {
	u8 mem[LITMUS_LOCATIONS * LITMUS_STRIDE];
	enum simt_status st = simt_copy_out(r->dev, s, r->out, sizeof *s);
	if (st == SIMT_OK)
		st = simt_copy_out(r->dev, mem, r->mem, sizeof mem);
	for (u32 i = 0; st == SIMT_OK && i < r->test->nlocation; i++)
		if (!r->test->location[i].is_shared)
			memcpy(&s->location[i], mem + i * LITMUS_STRIDE, 4);
	keep_observed(r->test, s);
	return st;
}

static void note(struct litmus_run *r, const struct litmus_state *s) {
	if (r->test->filter && !cond_holds(r->test->filter, s))
		return;
	u32 i = 0;
	while (i < r->seen.n && memcmp(&r->seen.at[i].state, s, sizeof *s) != 0)
		i++;
	if (i == r->seen.n) {
		struct seen x = {*s, 0, cond_holds(r->test->cond, s)};
		vec_push(r->arena, &r->seen, x);
	}
	r->seen.at[i].count++;
	*(r->seen.at[i].holds ? &r->positive : &r->negative) += 1;
}

/* Checks whether the fault says that the run has no end; other faults are mistakes. */
static bool has_no_end(const struct litmus_run *r, enum simt_status s) {
	const struct simt_fault *f = simt_device_fault(r->dev);
	return s != SIMT_OK && f &&
	       (f->kind == SIMT_FAULT_DEADLOCK || f->kind == SIMT_FAULT_TIMEOUT);
}

static enum simt_status launch_once(struct litmus_run *r) {
	void *args[] = {&r->mem, &r->out};
	struct simt_launch l = {.grid = {r->test->ncta, 1, 1},
	                        .block = {r->test->nwarp * WARP_LANES, 1, 1},
	                        .cooperative = true,
	                        .step_limit = STEP_LIMIT,
	                        .args = args};
	enum simt_status s = simt_copy_in(r->dev, r->mem, r->first, MEM_BYTES);
	return s == SIMT_OK ? simt_launch(r->f, &l) : s;
}

/* Reports the first run that has no end, and counts the others. */
static void tell_endless(struct litmus_run *r) {
	if (r->endless++ == 0) {
		fprintf(stderr, "%s: a run has no end: %s\n", r->test->path,
		        simt_last_error());
		if (r->run->set.verbose)
			simt_fault_print(r->dev, stderr, r->run->color);
	}
	simt_device_recover(r->dev);
}

static enum simt_status run_all(struct litmus_run *r) {
	struct litmus_state s;
	struct simt_steer_info info;
	do {
		enum simt_status st = launch_once(r);
		if (has_no_end(r, st)) {
			tell_endless(r);
			continue;
		}
		simt_steer_info(r->dev, &info);
		if (st == SIMT_OK && info.pruned)
			continue;
		if (st == SIMT_OK)
			st = fetch(r, &s);
		if (st != SIMT_OK)
			return st;
		note(r, &s);
	} while (simt_steer_next(r->dev));
	simt_steer_info(r->dev, &info);
	r->is_complete = info.complete;
	return SIMT_OK;
}

/* ---- a device for the test --------------------------------------------------------- */

static void first_values(struct litmus_run *r) {
	const struct litmus *t = r->test;
	r->first = arena_zalloc(r->arena, MEM_BYTES, 64);
	for (u32 i = 0; i < t->nlocation; i++)
		memcpy(r->first + i * LITMUS_STRIDE, &t->location[i].value, 4);
	r->placement = arena_array(r->arena, struct placement, LITMUS_THREADS);
	for (u32 i = 0; i < t->nthread; i++) {
		const struct litmus_thread *th = &t->thread[i];
		struct placement *p = &r->placement[th->at_cta];
		p->device = (u32)th->device;
		/* Clusters have numbers of their own on each device; without one a cta is
		 * its own. */
		p->cluster = th->cluster < 0 ? 0x80000000u + th->at_cta
		                             : (u32)th->device << 16 | (u32)th->cluster;
	}
}

static enum simt_status prepare(struct litmus_run *r, const char *ptx) {
	struct simt_load_options o = load_options(r->run);
	enum simt_status s = simt_module_load(r->dev, "litmus.ptx", ptx, strlen(ptx), &o,
	                                      &r->module);
	if (s == SIMT_OK)
		s = simt_function_find(r->module, "litmus", &r->f);
	if (s == SIMT_OK)
		s = simt_alloc(r->dev, MEM_BYTES, &r->mem);
	if (s == SIMT_OK)
		s = simt_alloc(r->dev, OUT_BYTES, &r->out);
	if (s == SIMT_OK)
		s = simt_fill(r->dev, r->out, 0, 1, OUT_BYTES);
	r->dev->steering.placement = r->placement;
	/* Counters of ctas, and all that goes out. */
	u64 counters = r->mem + (u64)LITMUS_LOCATIONS * LITMUS_STRIDE;
	u64 end = MAX(r->out + OUT_BYTES, r->mem + MEM_BYTES);
	if (r->out >= r->mem + MEM_BYTES)
		r->dev->steering.quiet = (struct window){counters, end - counters};
	return s;
}

/* Returns EXIT_OK, or the status of a failure that was reported. */
static int run_schedules(struct litmus_run *r, const char *ptx, const char *schedule) {
	struct settings set = r->run->set;
	r->run->set.schedule = schedule;
	r->run->set.weak = true;
	r->dev = open_device(r->run);
	r->run->set = set;
	if (!r->dev)
		return EXIT_USAGE;
	enum simt_status s = prepare(r, ptx);
	if (s == SIMT_OK) {
		interrupt_device(r->dev);
		s = run_all(r);
		interrupt_device(NULL);
	}
	int status = s == SIMT_OK ? EXIT_OK : exit_of(r->dev, s);
	if (s != SIMT_OK)
		fprintf(stderr, "%s: %s: %s\n", r->test->path, simt_status_text(s),
		        simt_last_error());
	simt_device_close(r->dev);
	return status;
}

/* ---- the summary ------------------------------------------------------------------- */

static int by_state(const void *a, const void *b) {
	const struct seen *x = a, *y = b;
	const s32 *p = (const s32 *)(const void *)&x->state,
		  *q = (const s32 *)(const void *)&y->state;
	for (u32 i = 0; i < sizeof x->state / 4; i++)
		if (p[i] != q[i])
			return p[i] < q[i] ? -1 : 1;
	return 0;
}

static bool is_validated(const struct litmus_run *r) {
	switch (r->test->quantor) {
	case LITMUS_EXISTS: return r->positive > 0;
	case LITMUS_NOT_EXISTS: return r->positive == 0;
	default: return r->negative == 0;
	}
}

static u32 what_was_seen(const struct litmus_run *r) {
	return !r->positive ? SEEN_NEVER : r->negative ? SEEN_SOMETIMES : SEEN_ALWAYS;
}

static const char *const seen_text[] = {"", "Never", "Sometimes", "Always"};

/* Reports an outcome that the model forbids, or that differs from the file's. */
static bool check(const struct litmus_run *r) {
	const struct litmus *t = r->test;
	const char *where = t->path;
	bool ok = true;
	if ((t->quantor != LITMUS_EXISTS && !is_validated(r)) ||
	    (t->verdict == VERDICT_FORBIDDEN && r->positive)) {
		printf("FAIL %s: an outcome was seen that is forbidden\n", where);
		ok = false;
	}
	if (t->seen && t->seen != what_was_seen(r)) {
		printf("FAIL %s: the file says %s, seen was %s\n", where,
		       seen_text[t->seen], seen_text[what_was_seen(r)]);
		ok = false;
	}
	return ok;
}

static void summarize(struct litmus_run *r) {
	static const char *const kinds[] = {"Allowed", "Forbidden", "Required"};
	static const char *const quantors[] = {"exists", "~exists", "forall"};
	const struct litmus *t = r->test;
	bool ok = is_validated(r);
	printf("Test %s %s\nStates %u\n", t->name, kinds[t->quantor], r->seen.n);
	if (r->seen.n)
		qsort(r->seen.at, r->seen.n, sizeof *r->seen.at, by_state);
	vec_each (struct seen, x, &r->seen) {
		printf("%-8llu%c>", (unsigned long long)x->count, x->holds ? '*' : ':');
		state_print(t, &x->state, stdout);
		putchar('\n');
	}
	printf("%s\nWitnesses\nPositive: %llu, Negative: %llu\nCondition %s ",
	       ok ? "Ok" : "No", (unsigned long long)r->positive,
	       (unsigned long long)r->negative, quantors[t->quantor]);
	cond_print(t, t->cond, stdout);
	printf(" is %svalidated\n", ok ? "" : "NOT ");
	if (r->endless)
		printf("Endless %s %llu\n", t->name, (unsigned long long)r->endless);
	printf("Schedules %s %s\n", t->name, r->is_complete ? "all" : "some");
	printf("Observation %s %s %llu %llu\n\n", t->name, seen_text[what_was_seen(r)],
	       (unsigned long long)r->positive, (unsigned long long)r->negative);
}

/* ---- files ------------------------------------------------------------------------- */

static int run_test(struct simtrun *run, struct arena *a, const char *path) {
	const struct source_file *file = source_load(&run->sources, path);
	struct litmus_run r = {.run = run, .arena = a};
	if (!file)
		diag_error(&run->diag, (struct loc){0, 0}, E0401, "cannot read %s", path);
	r.test = file ? litmus_read(a, &run->diag, file) : NULL;
	const char *ptx = r.test ? litmus_make(a, &run->diag, r.test) : NULL;
	flush_diag(run);
	if (!ptx)
		return file ? EXIT_COMPILE : EXIT_USAGE;
	if (run->set.dump) {
		fputs(ptx, stdout);
		return EXIT_OK;
	}
	first_values(&r);
	const char *schedule = run->set.schedule ? run->set.schedule
	                       : run->set.seed   ? "random"
	                                         : NULL;
	int status = run_schedules(&r, ptx, schedule ? schedule : ALL_OF_THEM);
	if (status == EXIT_OK && !schedule && !r.is_complete)
		status = run_schedules(&r, ptx, SOME_OF_THEM);
	if (status != EXIT_OK)
		return status;
	summarize(&r);
	return !check(&r) ? EXIT_DIFFERS : r.endless ? EXIT_DEADLOCK : EXIT_OK;
}

int run_litmus(struct simtrun *run, const struct texts *paths) {
	int status = EXIT_OK;
	u32 failed = 0;
	for (u32 i = 0; i < paths->n; i++) {
		struct arena a = ARENA_INIT;
		int s = run_test(run, &a, paths->at[i]);
		arena_drop(&a);
		status = status ? status : s;
		failed += s != EXIT_OK;
		fflush(stdout);
	}
	printf("%u passed, %u failed\n", paths->n - failed, failed);
	return status;
}
