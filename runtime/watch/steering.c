/* steering.c - the settings of schedules that are chosen, and their files: a line for
 * each launch, the kernel's name and its choices.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/steering.h"
#include "runtime/core/names.h"

#include <errno.h>
#include <stdlib.h>

#include "backend/watch/steer.h"

static const char head[] = "# simt schedules, one line a launch: kernel, choices\n";

/* ---- settings ---------------------------------------------------------------------- */

static const char *given(const char *option, const char *name) {
	const char *s = getenv(name);
	return option && *option ? option : s && *s ? s : NULL;
}

static enum simt_status seed_of(const struct simt_device_options *o, u64 *seed) {
	const char *s = getenv("SIMT_SEED");
	char *end;
	*seed = o->seed;
	if (o->seed || !s || !*s)
		return SIMT_OK;
	errno = 0;
	*seed = strtoull(s, &end, 0);
	if (*end || errno || *s == '-')
		return fail(SIMT_INVALID_VALUE, "SIMT_SEED=%s is not a number", s);
	return SIMT_OK;
}

/* Refuses what needs launches again: those of a program cannot be repeated from here. */
static enum simt_status check_plan(const struct steer_plan *p, bool from_env) {
	if (from_env && p->kind == STEER_EXHAUSTIVE)
		return fail(SIMT_INVALID_VALUE,
		            "SIMT_SCHEDULE=exhaustive: the launches of a program cannot "
		            "be made again and again; "
		            "simtrun does so with launch files and PTX files");
	if (from_env && p->runs > 1)
		return fail(SIMT_INVALID_VALUE, "SIMT_SCHEDULE: a program is one run; "
		                                "give it another SIMT_SEED for each");
	return SIMT_OK;
}

static char *read_all(struct simt_device *dev, const char *path) {
	FILE *f = fopen(path, "r");
	VEC(char) text = {0};
	int c;
	if (!f)
		return NULL;
	while ((c = getc(f)) != EOF && c)
		vec_push(&dev->steering.arena, &text, (char)c);
	vec_push(&dev->steering.arena, &text, 0);
	fclose(f);
	return text.at;
}

static enum simt_status open_files(struct simt_device *dev,
                                   const struct simt_device_options *o) {
	const char *record = given(o->record_schedule, "SIMT_RECORD_SCHEDULE");
	const char *replay = given(o->replay_schedule, "SIMT_REPLAY_SCHEDULE");
	if (record) {
		dev->steering.record = fopen(record, "w");
		if (!dev->steering.record || fputs(head, dev->steering.record) < 0)
			return fail(SIMT_INVALID_VALUE,
			            "cannot write schedules to %s: %s", record,
			            strerror(errno));
	}
	if (!replay)
		return SIMT_OK;
	dev->steering.replay = read_all(dev, replay);
	if (!dev->steering.replay)
		return fail(SIMT_INVALID_VALUE, "cannot read schedules from %s: %s",
		            replay, strerror(errno));
	if (strncmp(dev->steering.replay, head, sizeof head - 1) != 0)
		return fail(SIMT_INVALID_VALUE, "%s holds no schedules", replay);
	dev->steering.replay += sizeof head - 1;
	return SIMT_OK;
}

static enum simt_status make_steer(struct simt_device *dev,
                                   const struct simt_device_options *o) {
	const char *text = given(o->schedule, "SIMT_SCHEDULE");
	bool from_env = !o->schedule || !*o->schedule,
	     replays = dev->steering.replay != NULL;
	struct steer_plan p;
	char why[128];
	u64 seed;
	enum simt_status s = seed_of(o, &seed);
	if (s != SIMT_OK)
		return s;
	if (text && replays)
		return fail(SIMT_INVALID_VALUE,
		            "a schedule is either chosen or read from a file");
	if (!text && !replays && !dev->machine.weak && !seed && !dev->steering.record)
		return SIMT_OK;
	if (!steer_parse(&p, text ? text : replays ? "replay" : "random", why))
		return fail(SIMT_INVALID_VALUE, "the schedule %s: %s", text, why);
	if ((s = check_plan(&p, from_env)) != SIMT_OK)
		return s;
	p.seed = seed ? seed : 1;
	dev->steer = steer_new(&p);
	dev->machine.steered = true;
	dev->steering.tells = from_env && !o->seed && !o->weak;
	return SIMT_OK;
}

bool steering_plain(struct simt_device *dev) {
	struct steer_plan p;
	char why[128];
	if (dev->steer)
		return true;
	if (!steer_parse(&p, "rr", why) || !(dev->steer = steer_new(&p)))
		return false;
	dev->machine.steered = true;
	return true;
}

enum simt_status steering_open(struct simt_device *dev,
                               const struct simt_device_options *o) {
	dev->machine.weak = o->weak || env_is_on("SIMT_WEAK");
	enum simt_status s = open_files(dev, o);
	if (s == SIMT_OK)
		s = make_steer(dev, o);
	if (s == SIMT_OK && dev->steer && dev->machine.profiled)
		s = fail(SIMT_INVALID_VALUE,
		         "a schedule that is chosen, and profiles, do not go together");
	return s;
}

void steering_close(struct simt_device *dev) {
	if (dev->steering.record)
		fclose(dev->steering.record);
	arena_drop(&dev->steering.arena);
	steer_drop(dev->steer);
}

/* ---- launches ---------------------------------------------------------------------- */

/* Reads the next line of the file, for this kernel. */
static enum simt_status read_choices(struct simt_device *dev, const struct launch *l) {
	const char *kernel = l->kernel->name->s;
	char *line = dev->steering.replay, *end = line + strcspn(line, "\n"), *text;
	if (!*line)
		return fail(SIMT_INVALID_VALUE,
		            "the file of schedules has none for another launch, of %s",
		            kernel);
	dev->steering.replay = end + (*end != 0);
	*end = 0;
	text = strrchr(line, ' ');
	if (text)
		*text++ = 0;
	if (!text || strcmp(line, kernel) != 0)
		return fail(SIMT_INVALID_VALUE,
		            "the file of schedules has one of %.60s here, not of %s",
		            line, kernel);
	if (!steer_choices_set(dev->steer, text))
		return fail(SIMT_INVALID_VALUE,
		            "the file of schedules: '%.60s' is not a list of choices",
		            text);
	return SIMT_OK;
}

enum simt_status steering_begin(struct simt_device *dev, struct launch *l) {
	enum simt_status s = dev->steering.replay ? read_choices(dev, l) : SIMT_OK;
	if (s != SIMT_OK)
		return s;
	l->steer = dev->steer;
	l->placement = dev->steering.placement;
	l->quiet = dev->steering.quiet;
	steer_begin(dev->steer);
	return SIMT_OK;
}

/* Prints the command, or the settings, that reproduce this schedule. */
static void tell(const struct simt_device *dev, const struct launch *l) {
	const struct steer *s = dev->steer;
	u32 kind = steer_plan(s)->kind;
	struct arena scratch = ARENA_INIT;
	fflush(stdout);
	fprintf(stderr, "simt: %s faulted under a chosen schedule; again with:",
	        name_shown(&scratch, l->kernel->name->s));
	arena_drop(&scratch);
	if (kind == STEER_REPLAY) {
		fputs(" SIMT_SCHEDULE=replay:", stderr);
		steer_print(s, stderr);
	} else {
		const char *text = getenv("SIMT_SCHEDULE");
		fprintf(stderr, " SIMT_SCHEDULE=%s SIMT_SEED=%llu",
		        text && *text ? text : "random",
		        (unsigned long long)steer_seed(s));
	}
	fprintf(stderr, "%s\n", dev->machine.weak ? " SIMT_WEAK=1" : "");
}

enum simt_status steering_end(struct simt_device *dev, const struct launch *l,
                              enum simt_status s) {
	const struct steer *x = dev->steer;
	bool faulted = s != SIMT_OK;
	steer_end(dev->steer);
	if (dev->steering.record) {
		fprintf(dev->steering.record, "%s ", l->kernel->name->s);
		steer_print(x, dev->steering.record);
		fputc('\n', dev->steering.record);
		if (fflush(dev->steering.record) && s == SIMT_OK)
			s = fail(SIMT_INVALID_VALUE,
			         "cannot write schedules to the file: %s",
			         strerror(errno));
	}
	if (faulted && dev->steering.tells)
		tell(dev, l);
	if (s == SIMT_OK && steer_misfit(x))
		return steer_plan(x)->kind == STEER_EXHAUSTIVE
		               ? fail(SIMT_INVALID_VALUE,
		                      "under the same schedule the kernel does not do "
		                      "the same again: schedules "
		                      "cannot be enumerated")
		               : fail(SIMT_INVALID_VALUE,
		                      "the schedule is of another launch: choice %llu "
		                      "has fewer ways here",
		                      (unsigned long long)steer_misfit(x));
	return s;
}

/* ---- what tools ask ---------------------------------------------------------------- */

bool simt_steer_next(struct simt_device *dev) {
	return dev->steer && steer_next(dev->steer);
}

void simt_steer_restart(struct simt_device *dev) {
	if (dev->steer)
		steer_restart(dev->steer);
}

bool simt_steer_info(const struct simt_device *dev, struct simt_steer_info *info) {
	const struct steer *s = dev->steer;
	*info = (struct simt_steer_info){0};
	if (!s)
		return false;
	*info = (struct simt_steer_info){
		.seed = steer_seed(s),
		.choices = steer_choices(s),
		.pruned = steer_was_pruned(s),
		.complete = steer_is_complete(s),
		.exhaustive = steer_plan(s)->kind == STEER_EXHAUSTIVE,
		.listed = steer_plan(s)->kind == STEER_EXHAUSTIVE ||
	                  steer_plan(s)->kind == STEER_REPLAY,
	};
	return true;
}

void simt_steer_print(const struct simt_device *dev, FILE *out) {
	if (dev->steer)
		steer_print(dev->steer, out);
}
