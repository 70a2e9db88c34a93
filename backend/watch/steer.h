/* steer.h - launches whose schedule is chosen: which lanes go on next, and, in weak mode,
 * which of the values that it may see a load gets. All of it is asked for here, one
 * choice after another, so that a run is the list of its choices: it can be made again
 * from a seed, from the list, or the lists can be enumerated.
 *
 * A choice is a number below the count of ways. 0 is the plain one: the same lanes go on,
 * the newest value is read. So a list says little where little was out of the ordinary:
 * "17*0,2,1" is 17 plain ones, the second way, the first one after it, and plain ones to
 * the end.
 *
 * Enumeration is a depth-first walk of the tree of choices; each run follows the path so
 * far and goes on plainly. Of two orders of independent steps one is enough: sleep sets
 * (Godefroid) keep lanes asleep whose next step has been tried from here, until another
 * step depends on it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/vec.h"

#include <stdio.h>

enum steer_kind { STEER_TURNS, STEER_RANDOM, STEER_PCT, STEER_EXHAUSTIVE, STEER_REPLAY };

enum { STEER_UNBOUNDED = 0xffffffffu };

struct steer_plan {
	u32 kind;
	u32 depth;       /* pct: priorities change depth - 1 times */
	u32 preemptions; /* exhaustive: how often lanes that can go on have to wait */
	u64 steps;       /* pct: how long the run is supposed to be; 0: as long as the one
	                    before, or 100 */
	u64 runs;        /* random and pct: how many, with one seed after another */
	u64 limit;       /* exhaustive: schedules */
	u64 seed;
	const char *choices; /* replay */
};

/* Lanes of a warp that are at one place and can go on. */
struct steer_unit {
	u64 cta;
	u32 warp, mask;
	const void *at;
};

enum {
	STEER_PRUNED = 0xffffffffu, /* this run would show nothing new */
	STEER_NONE = 0xffffffffu,
};

/* Effects of a step, beyond the memory it touched. */
enum steer_effect {
	STEER_EFFECT_ALL = 1,   /* its order matters to every other step */
	STEER_EFFECT_FENCE = 2, /* to others of its kind: fence.sc */
};

struct steer;

/* "random", "pct:depth=3,steps=500", "exhaustive:preemptions=2,limit=1000",
 * "replay:17*0,2": what is left out gets its default. False: *why says what is wrong. The
 * text must outlive the plan. */
bool steer_parse(struct steer_plan *p, const char *text, char why[128]);

struct steer *steer_new(const struct steer_plan *p);
void steer_drop(struct steer *s);
const struct steer_plan *steer_plan(const struct steer *s);

/* replay: the list for the next launch; false: it is none. */
bool steer_choices_set(struct steer *s, const char *choices);

/* A launch begins, and ends. */
void steer_begin(struct steer *s);
void steer_end(struct steer *s);
/* Chooses which unit goes on: an index, or STEER_PRUNED. now: the one that went last, or
 * STEER_NONE. */
u32 steer_choose(struct steer *s, const struct steer_unit *unit, u32 n, u32 now);
/* Chooses one of n > 1 values; 0 is the newest. */
u32 steer_value(struct steer *s, u32 n);
/* The step that was chosen last touches memory, or does something else that others may
 * depend on. */
void steer_touch(struct steer *s, u64 addr, u32 size, bool is_write);
void steer_effect(struct steer *s, u32 effects);
/* Checks whether this step has touched memory or has effects so far; only exhaustive runs
 * keep track. */
bool steer_has_touched(const struct steer *s);

/* The next launch takes another way. False: there is none left, or the limit is reached
 * (steer_is_complete tells). */
bool steer_next(struct steer *s);
/* Forgets what was tried: launches of something else follow. */
void steer_restart(struct steer *s);
bool steer_was_pruned(const struct steer *s);
bool steer_is_complete(const struct steer *s);
/* The seed of the last launch, and how many choices it took. */
u64 steer_seed(const struct steer *s);
u64 steer_choices(const struct steer *s);
/* A list did not fit the launch: the number of its first choice that could not be taken;
 * 0: it fitted. */
u64 steer_misfit(const struct steer *s);
/* The list of the last launch's choices. */
void steer_print(const struct steer *s, FILE *out);
