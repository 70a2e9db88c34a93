/* explore.c - launches under schedules that are chosen: the loop over schedules, their
 * outcomes, and the command that repeats one of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtrun/explore.h"

#include <stdlib.h>

enum { OUTCOMES_SHOWN = 16 };

struct outcome {
	u64 hash, count;
	const char *choices; /* of the first schedule that led to it */
	u64 seed;
};

struct explore {
	struct simtrun *run;
	struct simt_device *dev;
	struct arena *arena;
	u64 schedules, pruned;
	VEC(struct outcome) outcome;
	bool is_over; /* no schedule is left */
};

/* ---- the loop ---------------------------------------------------------------------- */

struct explore *explore_new(struct simtrun *run, struct simt_device *dev,
                            struct arena *a) {
	struct explore *x = arena_new(a, struct explore);
	x->run = run;
	x->dev = dev;
	x->arena = a;
	simt_steer_restart(dev);
	return x;
}

bool explore_was_pruned(struct explore *x) {
	struct simt_steer_info info;
	bool pruned = simt_steer_info(x->dev, &info) && info.pruned;
	x->pruned += pruned;
	return pruned;
}

static const char *choices_text(struct explore *x) {
	struct text_stream s;
	simt_steer_print(x->dev, text_open(&s));
	return text_close(&s, x->arena);
}

bool explore_note(struct explore *x, u64 hash) {
	struct simt_steer_info info;
	x->schedules++;
	vec_each (struct outcome, o, &x->outcome)
		if (o->hash == hash) {
			o->count++;
			return false;
		}
	simt_steer_info(x->dev, &info);
	struct outcome o = {hash, 1, info.listed ? choices_text(x) : NULL, info.seed};
	vec_push(x->arena, &x->outcome, o);
	return true;
}

u64 explore_count(const struct explore *x) {
	return x->schedules;
}

bool explore_next(struct explore *x) {
	bool more = simt_steer_next(x->dev);
	x->is_over = !more;
	return more;
}

u64 explore_hash(u64 hash, const void *data, u64 size) {
	const u8 *p = data;
	hash = (hash ? hash : 0xcbf29ce484222325ull) ^ size;
	for (u64 i = 0; i < size; i++)
		hash = (hash ^ p[i]) * 0x100000001b3ull;
	return hash;
}

/* ---- the command ------------------------------------------------------------------- */

static void put_word(FILE *out, const char *word) {
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_./:=,@%+-";
	fputc(' ', out);
	if (*word && !word[strspn(word, plain)]) {
		fputs(word, out);
		return;
	}
	fputc('\'', out);
	for (; *word; word++)
		if (*word == '\'')
			fputs("'\\''", out);
		else
			fputc(*word, out);
	fputc('\'', out);
}

/* Options that the command has anew; *two: the value is the next word. */
static bool is_replaced(const char *word, bool *two) {
	static const char *const names[] = {"--schedule", "--seed", "--record-schedule",
	                                    "--replay-schedule", "--launch"};
	for (u32 i = 0; i < countof(names); i++) {
		size_t n = strlen(names[i]);
		if (strncmp(word, names[i], n) == 0 && (!word[n] || word[n] == '=')) {
			*two = !word[n];
			return true;
		}
	}
	return false;
}

static bool is_path(const struct simtrun *run, const char *word) {
	for (u32 i = 0; i < run->paths.n; i++)
		if (run->paths.at[i] == word)
			return true;
	return false;
}

static void put_command(struct simtrun *run, FILE *out, const char *path,
                        const char *launch) {
	fputs("simtrun", out);
	for (int i = 1; i < run->argc; i++) {
		bool two = false;
		if (is_replaced(run->argv[i], &two))
			i += two;
		else if (!is_path(run, run->argv[i]))
			put_word(out, run->argv[i]);
	}
	if (launch)
		put_word(out, arena_printf(&run->arena, "--launch=%s", launch));
	if (path)
		put_word(out, path);
}

void explore_command(struct simtrun *run, struct simt_device *dev, FILE *out,
                     const char *path, const char *launch) {
	struct simt_steer_info info;
	if (!simt_steer_info(dev, &info))
		return;
	fputs("again with: ", out);
	put_command(run, out, path, launch);
	if (info.listed) {
		fputs(" --schedule=replay:", out);
		simt_steer_print(dev, out);
	} else {
		const char *text = run->set.schedule ? run->set.schedule
		                                     : getenv("SIMT_SCHEDULE");
		text = text && *text ? text : "random";
		if (strncmp(text, "random", 6) == 0) /* one run of it */
			text = "random";
		put_word(out, arena_printf(&run->arena, "--schedule=%s", text));
		fprintf(out, " --seed=%llu", (unsigned long long)info.seed);
	}
	fputc('\n', out);
}

/* ---- the end ----------------------------------------------------------------------- */

static const char *plural(u64 n) {
	return n == 1 ? "" : "s";
}

void explore_report(struct explore *x, FILE *out) {
	struct simt_steer_info info;
	simt_steer_info(x->dev, &info);
	fprintf(out, "%llu schedule%s, %u outcome%s", (unsigned long long)x->schedules,
	        plural(x->schedules), x->outcome.n, plural(x->outcome.n));
	if (info.exhaustive && x->pruned)
		fprintf(out, "; %llu more led to nothing new and were cut short",
		        (unsigned long long)x->pruned);
	if (info.exhaustive)
		fputs(info.complete
		              ? "; that is all"
		              : "; there are more: exhaustive:limit=N sets the limit",
		      out);
	fputc('\n', out);
	for (u32 i = 0; i < MIN(x->outcome.n, (u32)OUTCOMES_SHOWN) && x->outcome.n > 1;
	     i++) {
		const struct outcome *o = &x->outcome.at[i];
		fprintf(out, "  outcome %u: %llu schedule%s, the first: ", i + 1,
		        (unsigned long long)o->count, plural(o->count));
		if (o->choices)
			fprintf(out, "--schedule=replay:%s\n", o->choices);
		else
			fprintf(out, "--seed=%llu\n", (unsigned long long)o->seed);
	}
	if (x->outcome.n > OUTCOMES_SHOWN)
		fprintf(out, "  and %u more\n", x->outcome.n - OUTCOMES_SHOWN);
}
