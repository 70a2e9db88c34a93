/* steer.c - makes the choices: by turns, random numbers, priorities, from a list, or all
 * of them in turn. See steer.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/watch/steer.h"

#include <errno.h>
#include <stdlib.h>

#include "base/random.h"

enum {
	TOUCHES_MOST = 96, /* of one step; more, and it depends on everything */
	PCT_DEPTH = 3,
	PCT_DEPTH_MOST = 64,
	PCT_STEPS = 100,
	SCHEDULES_MOST = 100000,
};

struct touch {
	u64 addr;
	u32 size;
	bool is_write;
};

/* The memory and the effects of a step. */
struct step {
	u32 first, n; /* in steer.touch */
	u32 effects;
};

struct sleeper {
	struct steer_unit unit;
	struct step step;
};

/* A place in the tree of choices. Its entries in the vecs follow those of its
 * parent. */
struct node {
	bool is_value;
	u32 n, taken;
	u32 now;  /* see steer_choose */
	u32 unit; /* first of n in steer.unit */
	u32 sleep, nsleep;
	u32 preempted;    /* on the way here */
	struct step step; /* of `taken` */
	bool has_step;
};

/* A lowered priority. */
struct override {
	struct steer_unit unit;
	u32 priority;
};

struct steer {
	struct steer_plan plan;
	struct arena arena;
	/* of this launch */
	u64 seed, random, nchoice, nstep;
	VEC(u32) log;           /* choices, where they are kept */
	struct steer_unit last; /* turns: the one that went last */
	u64 misfit;
	bool pruned;
	bool is_fresh;    /* the next launch begins a run; else it goes on with it */
	bool is_boundary; /* a launch has ended: units that slept in it are gone */
	/* the step that runs */
	struct touch now[TOUCHES_MOST];
	u32 nnow, effects;
	/* pct */
	u64 change[PCT_DEPTH_MOST];
	struct override lowered[PCT_DEPTH_MOST];
	u32 nlowered;
	u64 steps_before; /* of the launch before */
	/* replay */
	const char *at;
	u64 repeat;
	u32 repeated;
	/* exhaustive */
	VEC(struct node) node;
	VEC(struct steer_unit) unit;
	VEC(struct sleeper) sleep;
	VEC(struct touch) touch;
	u32 depth; /* nodes that this run has passed */
	u64 schedules;
	u64 run; /* of random and pct */
	bool is_complete;
};

/* ---- the plan ---------------------------------------------------------------------- */

static bool bad(char why[128], const char *fmt, const char *text) {
	snprintf(why, 128, fmt, text);
	return false;
}

struct key {
	const char *name;
	u64 *value;
	u64 least, most;
};

static bool parse_keys(const char *s, const struct key *key, u32 nkey, char why[128]) {
	while (*s) {
		size_t len = strcspn(s, "=");
		u32 k = 0;
		while (k < nkey &&
		       (strlen(key[k].name) != len || memcmp(key[k].name, s, len) != 0))
			k++;
		if (k == nkey || s[len] != '=')
			return bad(why, "'%s' is not a setting of this schedule", s);
		char *end;
		errno = 0;
		u64 v = strtoull(s + len + 1, &end, 10);
		if (end == s + len + 1 || s[len + 1] == '-' || errno ||
		    (*end && *end != ','))
			return bad(why, "'%s' is not a number", s + len + 1);
		if (v < key[k].least || v > key[k].most)
			return bad(why, "%s is out of its range", key[k].name);
		*key[k].value = v;
		s = end + (*end == ',');
	}
	return true;
}

static bool is_list(const char *s) {
	while (*s) {
		char *end;
		if (*s < '0' || *s > '9')
			return false;
		strtoull(s, &end, 10);
		if (*end == '*') {
			s = end + 1;
			if (*s < '0' || *s > '9')
				return false;
			strtoull(s, &end, 10);
		}
		if (*end && *end != ',')
			return false;
		s = end + (*end == ',');
	}
	return true;
}

bool steer_parse(struct steer_plan *p, const char *text, char why[128]) {
	static const char *const names[] = {"rr", "random", "pct", "exhaustive",
	                                    "replay"};
	size_t len = strcspn(text, ":");
	u32 kind = 0;
	u64 depth = PCT_DEPTH, preemptions = STEER_UNBOUNDED, steps = 0, runs = 1,
	    limit = SCHEDULES_MOST;
	while (kind < countof(names) &&
	       (strlen(names[kind]) != len || memcmp(names[kind], text, len) != 0))
		kind++;
	if (kind == countof(names))
		return bad(why, "'%s' is not one of rr, random, pct, exhaustive, replay",
		           text);
	const char *rest = text[len] ? text + len + 1 : "";
	const struct key random[] = {{"runs", &runs, 1, ~0ull >> 1}};
	const struct key pct[] = {{"runs", &runs, 1, ~0ull >> 1},
	                          {"depth", &depth, 1, PCT_DEPTH_MOST},
	                          {"steps", &steps, 1, ~0ull >> 1}};
	const struct key all[] = {{"preemptions", &preemptions, 0, STEER_UNBOUNDED - 1},
	                          {"limit", &limit, 1, ~0ull >> 1}};
	bool ok = kind == STEER_REPLAY
	                  ? is_list(rest) ||
	                            bad(why, "'%s' is not a list of choices", rest)
	          : kind == STEER_RANDOM ? parse_keys(rest, random, countof(random), why)
	          : kind == STEER_PCT    ? parse_keys(rest, pct, countof(pct), why)
	          : kind == STEER_EXHAUSTIVE ? parse_keys(rest, all, countof(all), why)
	                                     : parse_keys(rest, NULL, 0, why);
	*p = (struct steer_plan){.kind = kind,
	                         .depth = (u32)depth,
	                         .preemptions = (u32)preemptions,
	                         .steps = steps,
	                         .runs = runs,
	                         .limit = limit,
	                         .seed = 1,
	                         .choices = rest};
	return ok;
}

struct steer *steer_new(const struct steer_plan *p) {
	struct arena a = ARENA_INIT;
	struct steer *s = arena_new(&a, struct steer);
	s->plan = *p;
	s->plan.choices = p->choices ? arena_strdup(&a, p->choices, strlen(p->choices))
	                             : "";
	s->is_fresh = true;
	s->arena = a;
	return s;
}

void steer_drop(struct steer *s) {
	if (!s)
		return;
	struct arena a = s->arena; /* holds s itself */
	arena_drop(&a);
}

const struct steer_plan *steer_plan(const struct steer *s) {
	return &s->plan;
}

bool steer_choices_set(struct steer *s, const char *choices) {
	if (!is_list(choices))
		return false;
	s->plan.choices = arena_strdup(&s->arena, choices, strlen(choices));
	s->is_fresh = true;
	return true;
}

/* ---- random numbers ---------------------------------------------------------------- */

static u64 draw(struct steer *s, u64 n) {
	return (u64)((u128)random_next(&s->random) * n >> 64);
}

/* ---- a launch ---------------------------------------------------------------------- */

static void draw_changes(struct steer *s) {
	u64 steps = s->plan.steps     ? s->plan.steps
	            : s->steps_before ? s->steps_before
	                              : PCT_STEPS;
	for (u32 i = 0; i + 1 < s->plan.depth; i++)
		s->change[i] = 1 + draw(s, steps);
	s->nlowered = 0;
}

/* Kernels that a kernel launches belong to its run, where that is a list of choices; a
 * seed begins again. */
void steer_begin(struct steer *s) {
	bool goes_on = s->plan.kind == STEER_EXHAUSTIVE || s->plan.kind == STEER_REPLAY;
	s->last = (struct steer_unit){0};
	s->nnow = s->effects = 0;
	s->is_boundary = true;
	if (goes_on && !s->is_fresh)
		return;
	s->is_fresh = false;
	s->seed = s->plan.seed + s->run;
	s->random = random_mix(s->seed) + RANDOM_STEP;
	s->steps_before = s->nstep;
	s->nchoice = s->nstep = 0;
	s->log.n = 0;
	s->misfit = 0;
	s->pruned = false;
	s->depth = 0;
	s->at = s->plan.choices;
	s->repeat = 0;
	if (s->plan.kind == STEER_PCT)
		draw_changes(s);
}

/* Choices that are kept, at most; a longer run has its seed. */
enum { LOG_MOST = 1 << 24 };

static u32 take(struct steer *s, u32 choice) {
	s->nchoice++;
	if (s->log.n < LOG_MOST)
		vec_push(&s->arena, &s->log, choice);
	return choice;
}

/* ---- lists ------------------------------------------------------------------------- */

static u32 next_listed(struct steer *s, u32 n) {
	if (!s->repeat) {
		char *end;
		if (!*s->at)
			return 0;
		u64 v = strtoull(s->at, &end, 10);
		s->repeat = 1;
		if (*end == '*') {
			s->repeat = v;
			v = strtoull(end + 1, &end, 10);
		}
		s->repeated = (u32)MIN(v, 0xffffffffu);
		s->at = end + (*end == ',');
		if (!s->repeat)
			return next_listed(s, n);
	}
	s->repeat--;
	if (s->repeated < n)
		return s->repeated;
	if (!s->misfit)
		s->misfit = s->nchoice + 1;
	return 0;
}

void steer_print(const struct steer *s, FILE *out) {
	u32 n = s->log.n;
	while (n && !s->log.at[n - 1])
		n--;
	for (u32 i = 0, k; i < n; i = k) {
		for (k = i + 1; k < n && s->log.at[k] == s->log.at[i]; k++)
			;
		fputs(i ? "," : "", out);
		if (k - i > 1)
			fprintf(out, "%u*", k - i);
		fprintf(out, "%u", s->log.at[i]);
	}
	if (!n)
		fputs("0", out);
}

/* ---- priorities (Burckhardt et al., "A randomized scheduler with probabilistic guarantees") ---- */

static bool is_same(const struct steer_unit *a, const struct steer_unit *b) {
	return a->cta == b->cta && a->warp == b->warp &&
	       __builtin_ctz(a->mask | 1u << 31) == __builtin_ctz(b->mask | 1u << 31);
}

static u64 priority(const struct steer *s, const struct steer_unit *u) {
	for (u32 i = 0; i < s->nlowered; i++)
		if (is_same(&s->lowered[i].unit, u))
			return s->lowered[i].priority;
	u64 id = u->cta << 16 ^ (u64)u->warp << 5 ^
	         (u64)__builtin_ctz(u->mask | 1u << 31);
	return random_mix(s->seed ^ random_mix(id)) | 1ull << 32;
}

static void lower(struct steer *s, const struct steer_unit *u, u32 priority) {
	u32 i = 0;
	while (i < s->nlowered && !is_same(&s->lowered[i].unit, u))
		i++;
	s->lowered[i] = (struct override){*u, priority};
	s->nlowered = MAX(s->nlowered, i + 1);
}

static u32 highest(const struct steer *s, const struct steer_unit *unit, u32 n) {
	u32 best = 0;
	for (u32 i = 1; i < n; i++)
		if (priority(s, &unit[i]) > priority(s, &unit[best]))
			best = i;
	return best;
}

static u32 by_priority(struct steer *s, const struct steer_unit *unit, u32 n) {
	u32 best = highest(s, unit, n);
	for (u32 i = 0; i + 1 < s->plan.depth; i++)
		if (s->change[i] == s->nstep) {
			lower(s, &unit[best], s->plan.depth - 1 - i);
			best = highest(s, unit, n);
		}
	return best;
}

/* ---- turns ------------------------------------------------------------------------- */

static bool is_before(const struct steer_unit *a, const struct steer_unit *b) {
	if (a->cta != b->cta)
		return a->cta < b->cta;
	if (a->warp != b->warp)
		return a->warp < b->warp;
	return __builtin_ctz(a->mask) < __builtin_ctz(b->mask);
}

/* Returns the first unit after the one that went last; after the last unit, the first. */
static u32 by_turns(const struct steer *s, const struct steer_unit *unit, u32 n) {
	u32 first = 0, next = n;
	for (u32 i = 0; i < n; i++) {
		if (is_before(&unit[i], &unit[first]))
			first = i;
		if (s->last.mask && is_before(&s->last, &unit[i]) &&
		    (next == n || is_before(&unit[i], &unit[next])))
			next = i;
	}
	return next < n ? next : first;
}

/* ---- exhaustive: what a step has done ---------------------------------------------- */

void steer_touch(struct steer *s, u64 addr, u32 size, bool is_write) {
	if (s->plan.kind != STEER_EXHAUSTIVE)
		return;
	struct touch *last = s->nnow ? &s->now[s->nnow - 1] : NULL;
	if (last && last->is_write == is_write && last->addr + last->size == addr) {
		last->size += size;
		return;
	}
	if (s->nnow == TOUCHES_MOST)
		s->effects |= STEER_EFFECT_ALL;
	else
		s->now[s->nnow++] = (struct touch){addr, size, is_write};
}

void steer_effect(struct steer *s, u32 effects) {
	s->effects |= effects;
}

bool steer_has_touched(const struct steer *s) {
	return s->nnow || s->effects || s->plan.kind != STEER_EXHAUSTIVE;
}

static bool is_dependent(const struct steer *s, const struct step *a,
                         const struct step *b) {
	if ((a->effects | b->effects) & STEER_EFFECT_ALL || a->effects & b->effects)
		return true;
	for (u32 i = 0; i < a->n; i++)
		for (u32 k = 0; k < b->n; k++) {
			const struct touch *x = &s->touch.at[a->first + i],
					   *y = &s->touch.at[b->first + k];
			if ((x->is_write || y->is_write) && x->addr < y->addr + y->size &&
			    y->addr < x->addr + x->size)
				return true;
		}
	return false;
}

/* ---- exhaustive: the tree ---------------------------------------------------------- */

/* Returns the node of the choice of lanes whose step has just ended, or NULL. */
static struct node *last_step(struct steer *s) {
	for (u32 i = s->depth; i > 0; i--)
		if (!s->node.at[i - 1].is_value)
			return &s->node.at[i - 1];
	return NULL;
}

static void keep_step(struct steer *s) {
	struct node *d = last_step(s);
	if (d && !d->has_step) {
		d->step = (struct step){s->touch.n, s->nnow, s->effects};
		for (u32 i = 0; i < s->nnow; i++)
			vec_push(&s->arena, &s->touch, s->now[i]);
		d->has_step = true;
	}
	s->nnow = s->effects = 0;
}

static bool is_asleep(const struct steer *s, const struct node *d,
                      const struct steer_unit *u) {
	for (u32 i = 0; i < d->nsleep; i++) {
		const struct steer_unit *x = &s->sleep.at[d->sleep + i].unit;
		if (x->cta == u->cta && x->warp == u->warp && x->mask == u->mask &&
		    x->at == u->at)
			return true;
	}
	return false;
}

/* Checks whether way i is to be tried: it was not yet, and is no preemption too many. */
static bool is_open(const struct steer *s, const struct node *d, u32 i) {
	if (d->is_value)
		return true;
	if (s->plan.preemptions != STEER_UNBOUNDED)
		return d->now == STEER_NONE || i == d->now ||
		       d->preempted < s->plan.preemptions;
	return !is_asleep(s, d, &s->unit.at[d->unit + i]);
}

/* Returns way k in the order in which they are tried: the plain one first. */
static u32 way(const struct node *d, u32 k) {
	u32 plain = d->is_value || d->now == STEER_NONE ? 0 : d->now;
	return (plain + k) % d->n;
}

/* Takes the first open way from way k on. */
static bool open_from(const struct steer *s, struct node *d, u32 k) {
	for (; k < d->n; k++)
		if (is_open(s, d, way(d, k))) {
			d->taken = k;
			return true;
		}
	return false;
}

/* Lanes sleep that slept before the step, or whose steps were tried in its place, unless
 * theirs depends on it. */
static void inherit_sleep(struct steer *s, struct node *d, const struct node *from) {
	if (!from || s->plan.preemptions != STEER_UNBOUNDED)
		return;
	for (u32 i = 0; i < from->nsleep; i++) {
		struct sleeper x = s->sleep.at[from->sleep + i];
		if (!is_dependent(s, &x.step, &from->step))
			vec_push(&s->arena, &s->sleep, x);
	}
	d->nsleep = s->sleep.n - d->sleep;
}

static u32 walk(struct steer *s, const struct steer_unit *unit, u32 n, u32 now) {
	if (unit)
		keep_step(s);
	if (s->pruned)
		return STEER_PRUNED;
	if (s->depth < s->node.n) {
		struct node *d = &s->node.at[s->depth++];
		s->is_boundary &= !unit;
		if (d->n == n && d->is_value == !unit)
			return d->taken;
		s->misfit = s->nchoice + 1; /* the launch does not do the same again */
		s->pruned = true;
		return STEER_PRUNED;
	}
	const struct node *from = unit && !s->is_boundary ? last_step(s) : NULL;
	s->is_boundary &= !unit;
	struct node d = {.is_value = !unit,
	                 .n = n,
	                 .now = now,
	                 .unit = s->unit.n,
	                 .sleep = s->sleep.n};
	if (from)
		d.preempted = from->preempted + (from->now != STEER_NONE &&
		                                 way(from, from->taken) != from->now);
	if (unit)
		inherit_sleep(s, &d, from);
	for (u32 i = 0; unit && i < n; i++)
		vec_push(&s->arena, &s->unit, unit[i]);
	if (!open_from(s, &d, 0)) {
		s->unit.n = d.unit;
		s->sleep.n = d.sleep;
		s->pruned = true;
		return STEER_PRUNED;
	}
	vec_push(&s->arena, &s->node, d);
	s->depth++;
	return d.taken;
}

/* Forgets what follows the last node; if that is a choice of a value, not the step that
 * it is part of. */
static void cut(struct steer *s) {
	const struct node *d = &vec_last(&s->node), *u = d;
	s->unit.n = d->unit + (d->is_value ? 0 : d->n);
	s->sleep.n = d->sleep + d->nsleep;
	while (u->is_value && u > s->node.at)
		u--;
	if (!u->is_value && u->has_step)
		s->touch.n = u->step.first + u->step.n;
}

/* The last node's way is finished: its lanes sleep while the other ways are tried. */
static bool advance(struct steer *s) {
	struct node *d = &vec_last(&s->node);
	cut(s);
	if (!d->is_value && d->has_step && s->plan.preemptions == STEER_UNBOUNDED) {
		struct sleeper x = {s->unit.at[d->unit + way(d, d->taken)], d->step};
		vec_push(&s->arena, &s->sleep, x);
		d->nsleep++;
	}
	if (!d->is_value)
		d->has_step = false;
	return open_from(s, d, d->taken + 1);
}

static bool next_path(struct steer *s) {
	if (!s->pruned && ++s->schedules >= s->plan.limit && s->node.n) {
		/* Is this the last one? */
		for (u32 i = 0; i < s->node.n; i++)
			if (s->node.at[i].taken + 1 < s->node.at[i].n)
				return false;
	}
	while (s->node.n) {
		if (advance(s))
			return true;
		const struct node *d = &vec_pop(&s->node);
		s->unit.n = d->unit;
		s->sleep.n = d->sleep;
	}
	s->is_complete = true;
	return false;
}

bool steer_next(struct steer *s) {
	s->is_fresh = true;
	switch (s->plan.kind) {
	case STEER_RANDOM:
	case STEER_PCT: return ++s->run < s->plan.runs;
	case STEER_EXHAUSTIVE: return next_path(s);
	default: return false;
	}
}

void steer_restart(struct steer *s) {
	s->node.n = s->unit.n = s->sleep.n = s->touch.n = s->depth = 0;
	s->schedules = s->run = 0;
	s->is_complete = false;
	s->is_fresh = true;
}

void steer_end(struct steer *s) {
	if (s->plan.kind == STEER_EXHAUSTIVE)
		keep_step(s);
}

/* ---- choices ----------------------------------------------------------------------- */

u32 steer_choose(struct steer *s, const struct steer_unit *unit, u32 n, u32 now) {
	u32 plain = now == STEER_NONE ? 0 : now, i, choice;
	s->nstep++;
	switch (s->plan.kind) {
	case STEER_TURNS: i = by_turns(s, unit, n); break;
	case STEER_RANDOM: i = n > 1 ? (u32)draw(s, n) : 0; break;
	case STEER_PCT: i = by_priority(s, unit, n); break;
	case STEER_EXHAUSTIVE:
		choice = walk(s, unit, n, now);
		if (choice == STEER_PRUNED)
			return STEER_PRUNED;
		i = (plain + choice) % n;
		break;
	default: i = n > 1 ? (plain + next_listed(s, n)) % n : 0;
	}
	s->last = unit[i];
	if (n > 1)
		take(s, (i + n - plain) % n);
	return i;
}

u32 steer_value(struct steer *s, u32 n) {
	u32 i;
	switch (s->plan.kind) {
	case STEER_TURNS: return take(s, 0);
	case STEER_RANDOM:
	case STEER_PCT: return take(s, (u32)draw(s, n));
	case STEER_EXHAUSTIVE:
		i = walk(s, NULL, n, STEER_NONE);
		return i == STEER_PRUNED ? 0 : take(s, i);
	default: return take(s, next_listed(s, n));
	}
}

bool steer_was_pruned(const struct steer *s) {
	return s->pruned;
}

bool steer_is_complete(const struct steer *s) {
	return s->is_complete;
}

u64 steer_seed(const struct steer *s) {
	return s->seed;
}

u64 steer_choices(const struct steer *s) {
	return s->nchoice;
}

u64 steer_misfit(const struct steer *s) {
	return s->misfit;
}
