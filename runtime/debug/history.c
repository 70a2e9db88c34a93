/* history.c - states of a launch that were saved, and the way back to any step between
 * them.
 *
 * A state is the worker (warps, frames, shared and local memory lie in one piece of
 * memory), whose turn it is, and device memory. Pages that are as they were in the state
 * before are shared with it. From a saved state a later step is reached by executing
 * again: the order of warps depends on nothing else, and what came from outside is in two
 * logs, answers of the runtime, and what the user has changed or asked for.
 *
 * Of a launch that is over, its start and the logs are kept: it can be done again while a
 * later one is stopped at its own beginning (earlier_launch.c).
 *
 * Saved states lie close together near the current step and far apart before it: going
 * back a little is cheap, and their number grows with the logarithm of the steps.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/debug/history.h"
#include "base/reserve.h"
#include "runtime/core/devrt.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/earlier_launch.h"
#include "runtime/debug/show.h"
#include "runtime/debug/state.h"
#include "runtime/debug/value.h"

enum {
	SAVE_STEPS = 1 << 14,      /* between saved states, at least */
	SAVE_BYTES_PER_STEP = 128, /* so that saving costs less than running */
	SAVED_MOST = 48,
	PAGE = 4096,
};

struct page {
	u32 refs;
	u8 data[PAGE];
};

struct saved_range {
	u64 base, size;
	struct page **page; /* NULL: zeros */
};

struct saved {
	struct saved *older, *newer;
	u64 step, clock_ns, left, ntriggered;
	struct debug_turns at;
	struct debug_policy policy;
	struct worker wk;
	u32 in_order, ncall, nevent, limit, nrange;
	struct saved_range *range;
};

/* An answer of the runtime. */
struct answer {
	bool ok;
	u64 result;
	u32 out_bytes;
	u8 out[DEVRT_BYTES];
};

struct event {
	u64 step;
	bool is_edit;
	struct debug_policy policy;
	struct focus at;
	u32 space;
	u64 addr, size;
	u8 bytes[16];
};

struct history_record {
	struct arena arena; /* of the logs */
	struct saved *start;
	u64 last, last_trail;
	VEC(struct answer) answer;
	VEC(struct event) event;
};

struct history {
	struct arena arena; /* of the logs */
	struct saved *oldest, *newest;
	/* The first state may share pages with it; NULL: none. */
	const struct saved *like;
	u32 nsaved;
	u64 last, last_trail, every;
	bool redo, lost, told;
	VEC(struct answer) answer;
	VEC(struct event) event;
	u32 ncall, nevent; /* used so far */
	VEC(struct window) range;
};
static struct history h;

/* ---- device memory ----------------------------------------------------------------- */

static struct simt_device *device(void) {
	return dbg.module->dev;
}

/* Pages of reserved addresses that have memory. */
static void each_page(const struct heap_block *b,
                      void (*fn)(void *ctx, u64 base, u64 size), void *ctx) {
	const struct arena_map *map = &device()->machine.map;
	u64 step = (u64)1 << PAGE_SHIFT;
	for (u64 at = b->addr; at < b->addr + b->size; at += step)
		if (pages_valid(map, at, 1))
			fn(ctx, at, MIN(step, b->addr + b->size - at));
}

/* all: with memory that only the host changes. */
static void each_range(bool all, void (*fn)(void *ctx, u64 base, u64 size), void *ctx) {
	struct memory *m = &device()->memory;
	pthread_mutex_lock(&m->lock);
	for (u32 p = 0; p < MEMORY_PART_COUNT; p++)
		for (const struct heap_block *b = m->part[p].first; b; b = b->next) {
			if (!b->used || p == MEMORY_CODE || (p == MEMORY_CONST && !all))
				continue;
			if (p == MEMORY_GLOBAL && b->tag & MEMORY_APART)
				each_page(b, fn, ctx);
			else
				fn(ctx, b->addr, b->size);
		}
	const struct foreign_table *t = atomic_load(&m->map->foreign);
	for (u32 i = 0; t && i < t->n; i++)
		if (!t->entry[i].peer)
			fn(ctx, t->entry[i].window.base, t->entry[i].window.size);
	pthread_mutex_unlock(&m->lock);
}

void history_each_range(void (*fn)(void *ctx, u64 base, u64 size), void *ctx) {
	each_range(false, fn, ctx);
}

static void note_range(void *ctx, u64 base, u64 size) {
	(void)ctx;
	vec_push(&h.arena, &h.range, (struct window){base, size});
}

/* Finds the ranges to save, the worker's memory first; returns their size. */
static u64 find_ranges(void) {
	u64 bytes = 0;
	h.range.n = 0;
	note_range(NULL, (uintptr_t)dbg.g->arena_base,
	           (u64)(dbg.g->wk->arena.at - dbg.g->arena_base));
	each_range(true, note_range, NULL);
	for (u32 i = 0; i < h.range.n; i++)
		bytes += h.range.at[i].size;
	return bytes;
}

/* ---- saving ------------------------------------------------------------------------ */

static u32 page_count(u64 size) {
	return (u32)((size + PAGE - 1) / PAGE);
}

static void page_unref(struct page *p) {
	if (p && --p->refs == 0)
		block_free(p);
}

static void saved_free(struct saved *s) {
	for (u32 i = 0; i < s->nrange; i++) {
		for (u32 k = 0; s->range[i].page && k < page_count(s->range[i].size); k++)
			page_unref(s->range[i].page[k]);
		block_free(s->range[i].page);
	}
	block_free(s->range);
	block_free(s);
}

static void unlink_saved(struct saved *s) {
	*(s->older ? &s->older->newer : &h.oldest) = s->newer;
	*(s->newer ? &s->newer->older : &h.newest) = s->older;
	h.nsaved--;
	saved_free(s);
}

static bool is_zero(const u8 *p, u64 n) {
	return n == 0 || (p[0] == 0 && memcmp(p, p + 1, n - 1) == 0);
}

static const struct saved_range *range_at(const struct saved *s, u64 base) {
	for (u32 i = 0; s && i < s->nrange; i++)
		if (s->range[i].base == base)
			return &s->range[i];
	return NULL;
}

static bool save_range(struct saved_range *r, const struct saved_range *before) {
	u32 n = page_count(r->size);
	r->page = block_new((n + 1) * sizeof *r->page);
	if (!r->page)
		return false;
	memset(r->page, 0, (n + 1) * sizeof *r->page);
	for (u32 i = 0; i < n; i++) {
		const u8 *from = (const u8 *)(uintptr_t)r->base + (u64)i * PAGE;
		u64 size = MIN(r->size - (u64)i * PAGE, (u64)PAGE);
		struct page *old = before && i < page_count(before->size)
		                           ? before->page[i]
		                           : NULL;
		if (old && size == PAGE && memcmp(old->data, from, PAGE) == 0) {
			old->refs++;
			r->page[i] = old;
			continue;
		}
		if (is_zero(from, size))
			continue;
		struct page *p = r->page[i] = block_new(sizeof *p);
		if (!p)
			return false;
		p->refs = 1;
		memcpy(p->data, from, size);
		memset(p->data + size, 0, PAGE - size);
	}
	return true;
}

/* Saves the memory; ranges are in the order of addresses but for the first, so both lists
 * are walked together. */
static bool save_memory(struct saved *s, const struct saved *before) {
	u32 at = 1;
	s->nrange = h.range.n;
	s->range = block_new((s->nrange + 1) * sizeof *s->range);
	if (!s->range) {
		s->nrange = 0;
		return false;
	}
	for (u32 i = 0; i < s->nrange; i++)
		s->range[i] = (struct saved_range){h.range.at[i].base, h.range.at[i].size,
		                                   NULL};
	bool ok = true;
	for (u32 i = 0; i < s->nrange && ok; i++) {
		const struct saved_range *old = NULL;
		while (before && i && at < before->nrange &&
		       before->range[at].base < s->range[i].base)
			at++;
		if (before && i == 0)
			old = &before->range[0];
		else if (before && at < before->nrange)
			old = &before->range[at];
		if (old && old->base != s->range[i].base)
			old = range_at(before, s->range[i].base);
		ok = save_range(&s->range[i], old);
	}
	return ok;
}

/* Drops the state that is needed least: a gap counts less the further away it is. */
static void thin_out(u64 now) {
	struct saved *least = NULL;
	double least_cost = 0;
	if (h.nsaved <= SAVED_MOST)
		return;
	for (struct saved *s = h.oldest->newer; s && s->newer; s = s->newer) {
		u64 gap = s->newer->step - s->older->step;
		u64 away = now > s->step ? now - s->step : s->step - now;
		double cost = (double)gap / (double)(away + 1);
		if (!least || cost < least_cost) {
			least = s;
			least_cost = cost;
		}
	}
	if (least)
		unlink_saved(least);
}

static struct saved *saved_before(u64 step) {
	struct saved *s = h.newest;
	while (s && s->step > step)
		s = s->older;
	return s;
}

static void save(void) {
	struct debug_machine *g = dbg.g;
	u64 now = g->at.steps;
	struct saved *before = saved_before(now);
	if ((before && before->step == now) || h.lost)
		return;
	if (!debug_is_whole(g)) {
		h.lost = true;
		return;
	}
	debug_save(g);
	h.every = MAX(find_ranges() / SAVE_BYTES_PER_STEP, (u64)SAVE_STEPS);
	struct saved *s = block_new(sizeof *s);
	if (!s)
		return;
	*s = (struct saved){.step = now,
	                    .clock_ns = dbg.client.clock_ns,
	                    .left = atomic_load(&dbg.launch->slot[0].left),
	                    .ntriggered = atomic_load(&dbg.launch->ntriggered),
	                    .in_order = atomic_load(&dbg.launch->in_order),
	                    .at = g->at,
	                    .policy = g->policy,
	                    .wk = *g->wk,
	                    .limit = g->limit,
	                    .ncall = h.ncall,
	                    .nevent = h.nevent};
	if (!save_memory(s, before ? before : h.oldest ? h.oldest : h.like)) {
		saved_free(s);
		return;
	}
	s->older = before;
	s->newer = before ? before->newer : h.oldest;
	*(s->older ? &s->older->newer : &h.oldest) = s;
	*(s->newer ? &s->newer->older : &h.newest) = s;
	h.nsaved++;
	thin_out(now);
}

/* ---- putting back ------------------------------------------------------------------ */

static bool is_there(const struct saved_range *r, u64 at, u64 size) {
	const struct arena_map *map = &device()->machine.map;
	return !in_window(map->global, r->base) || pages_valid(map, at, size);
}

static void put_range(const struct saved_range *r, bool own) {
	static const u8 zero[PAGE];
	for (u32 i = 0; i < page_count(r->size); i++) {
		u64 at = r->base + (u64)i * PAGE,
		    size = MIN(r->size - (u64)i * PAGE, (u64)PAGE);
		const u8 *from = r->page[i] ? r->page[i]->data : zero;
		u8 *to = (u8 *)(uintptr_t)at;
		if ((own || is_there(r, at, size)) && memcmp(to, from, size) != 0)
			memcpy(to, from, size);
	}
}

static void restore(const struct saved *s) {
	struct debug_machine *g = dbg.g;
	struct launch *l = dbg.launch;
	u8 *top = g->wk->arena.at;
	*g->wk = s->wk;
	/* Memory that was taken since then will be taken again, as zeros. */
	if (top > g->wk->arena.at)
		memset(g->wk->arena.at, 0, (size_t)(top - g->wk->arena.at));
	for (u32 i = 0; i < s->nrange; i++)
		put_range(&s->range[i], i == 0);
	g->at = s->at;
	g->policy = s->policy;
	g->limit = s->limit;
	dbg.client.clock_ns = s->clock_ns;
	atomic_store(&l->slot[0].left, s->left);
	atomic_store(&l->ntriggered, s->ntriggered);
	atomic_store(&l->in_order, s->in_order);
	atomic_store(&l->fault_taken, 0);
	atomic_store(&l->stop, 0);
	l->report_len = 0;
	if (l->report_cap)
		l->report[0] = 0;
	h.ncall = s->ncall;
	h.nevent = s->nevent;
}

/* ---- answers of the runtime -------------------------------------------------------- */

static void print(struct machine *m, const char *text, size_t n) {
	(void)m;
	if (!h.redo)
		dbg.front->print(text, n, false);
}

static void print_error(struct machine *m, const char *text, size_t n) {
	(void)m;
	if (!h.redo)
		dbg.front->print(text, n, true);
}

static struct answer *known_answer(void) {
	return h.redo && h.ncall < h.answer.n ? &h.answer.at[h.ncall++] : NULL;
}

static void keep_answer(struct answer a) {
	vec_push(&h.arena, &h.answer, a);
	h.ncall = h.answer.n;
}

static u64 answer_alloc(struct machine *m, u64 size, u64 align) {
	const struct answer *a = known_answer();
	if (a)
		return a->result;
	u64 p = dbg.hooks.heap_alloc(m, size, align);
	keep_answer((struct answer){.result = p});
	return p;
}

static bool answer_free(struct machine *m, u64 addr) {
	const struct answer *a = known_answer();
	if (a)
		return a->ok;
	bool ok = dbg.hooks.heap_free(m, addr);
	keep_answer((struct answer){.ok = ok});
	return ok;
}

static void device_runtime(struct machine *m, struct devrt_call *c) {
	const struct answer *a = known_answer();
	if (a) {
		c->result = a->result;
		c->out_bytes = a->out_bytes;
		memcpy(c->out, a->out, sizeof c->out);
		return;
	}
	struct machine_hooks mine =
		m->hooks; /* answers about the heap are part of this answer */
	m->hooks = dbg.hooks;
	dbg.hooks.device_runtime(m, c);
	m->hooks = mine;
	struct answer fresh = {.result = c->result, .out_bytes = c->out_bytes};
	memcpy(fresh.out, c->out, sizeof fresh.out);
	keep_answer(fresh);
}

/* The next kernel was allowed to begin. */
static void all_triggered(struct machine *m, struct launch *l) {
	if (!h.redo)
		dbg.hooks.all_triggered(m, l);
}

static void take_hooks(bool take) {
	struct machine *m = &device()->machine;
	if (!take) {
		m->hooks = dbg.hooks;
		return;
	}
	dbg.hooks = m->hooks;
	m->hooks.print = print;
	m->hooks.print_error = print_error;
	m->hooks.all_triggered = all_triggered;
	m->hooks.heap_alloc = answer_alloc;
	m->hooks.heap_free = answer_free;
	m->hooks.device_runtime = device_runtime;
}

/* Makes the heap before the first state is saved, so that all states have it. */
static void open_heap(void) {
	const struct module *m = dbg.module->ir;
	for (u32 i = 0; i < m->nfunc; i++)
		if (!m->func[i]->has_body && strcmp(m->func[i]->name->s, "malloc") == 0) {
			u64 p = dbg.hooks.heap_alloc(&device()->machine, 16, 16);
			if (p)
				dbg.hooks.heap_free(&device()->machine, p);
			return;
		}
}

/* ---- steps ------------------------------------------------------------------------- */

static void do_event(const struct event *e) {
	struct dframe fr;
	if (!e->is_edit)
		dbg.g->policy = e->policy;
	else if (e->space != SPACE_REGISTER)
		state_write(&e->at, e->space, e->addr, e->bytes, e->size);
	else if (state_frame(&e->at, e->at.frame, &fr))
		state_set_register(&e->at, &fr, (u32)e->addr,
		                   (const u64 *)(const void *)e->bytes);
	debug_settle(dbg.g);
}

static void do_events(void) {
	while (h.nevent < h.event.n && h.event.at[h.nevent].step == dbg.g->at.steps) {
		debug_save(dbg.g);
		do_event(&h.event.at[h.nevent++]);
	}
}

u64 history_now(void) {
	return dbg.g->at.steps;
}

u64 history_last(void) {
	return h.last;
}

u64 history_first(void) {
	return h.lost || !h.oldest ? h.last : h.oldest->step;
}

bool history_is_past(void) {
	return dbg.g->at.steps < h.last;
}

u64 history_saved_before(u64 step) {
	const struct saved *s = step ? saved_before(step - 1) : NULL;
	return s ? s->step : 0;
}

static void tell_difference(void) {
	if (h.told || dbg.g->at.trail == h.last_trail)
		return;
	h.told = true;
	say("warning: the kernel did not do the same again: the program changed memory "
	    "while it ran\n");
}

void history_step(void) {
	struct debug_machine *g = dbg.g;
	u64 now = g->at.steps;
	h.redo = now < h.last;
	if (now % SAVE_STEPS == 0) {
		const struct saved *s = saved_before(now);
		if (!s || now - s->step >= h.every)
			save();
	}
	debug_step(g);
	debug_settle(g);
	if (!h.redo) {
		h.last = g->at.steps;
		h.last_trail = g->at.trail;
	} else {
		do_events();
		if (g->at.steps == h.last)
			tell_difference();
	}
	h.redo = false;
}

bool history_goto(u64 step) {
	u64 now = history_now();
	const struct saved *s = saved_before(step);
	if (step > h.last || h.lost || !debug_is_whole(dbg.g))
		return false;
	if (now > step || (s && s->step > now)) {
		if (!s)
			return false;
		restore(s);
		h.redo = true;
		debug_settle(dbg.g);
		do_events();
		h.redo = false;
	}
	while (history_now() < step && debug_settle(dbg.g) == DEBUG_READY &&
	       !atomic_load(&dbg.attention))
		history_step();
	debug_save(dbg.g);
	return history_now() == step;
}

bool history_replay(u64 from, u64 to, void (*see)(void *ctx), void *ctx) {
	if (!history_goto(from))
		return false;
	while (history_now() < to && debug_settle(dbg.g) == DEBUG_READY &&
	       !atomic_load(&dbg.attention)) {
		see(ctx);
		history_step();
	}
	return history_now() == to;
}

/* ---- changes ----------------------------------------------------------------------- */

bool history_branch(const char **why) {
	u64 now = history_now();
	if (earlier_is_redone()) {
		*why = "a kernel that came after this one has run already; what it found "
		       "cannot be changed";
		return false;
	}
	if (now == h.last)
		return true;
	if (h.ncall < h.answer.n) {
		*why = "the kernel has called the runtime after this step (malloc, free "
		       "or a launch), "
		       "which cannot be undone";
		return false;
	}
	while (h.newest && h.newest->step > now)
		unlink_saved(h.newest);
	h.event.n = h.nevent;
	h.last = now;
	h.last_trail = dbg.g->at.trail;
	return true;
}

static void add_event(struct event e) {
	e.step = history_now();
	vec_push(&h.arena, &h.event, e);
	h.nevent = h.event.n;
}

static bool same_policy(struct debug_policy a, struct debug_policy b) {
	return a.kind == b.kind &&
	       (a.kind == DEBUG_ALL || (a.cta == b.cta && a.warp == b.warp &&
	                                (a.kind == DEBUG_WARP || a.lane == b.lane)));
}

void history_policy(struct debug_policy p) {
	if (history_is_past() || earlier_is_redone() || same_policy(p, dbg.g->policy))
		return;
	dbg.g->policy = p;
	add_event((struct event){.policy = p});
	debug_settle(dbg.g);
}

void history_edit(const struct focus *f, u32 space, u64 addr, const void *bytes, u64 n) {
	for (u64 at = 0; at < n; at += 16) {
		struct event e = {.is_edit = true,
		                  .at = *f,
		                  .space = space,
		                  .addr = addr + at,
		                  .size = MIN(n - at, 16u)};
		memcpy(e.bytes, (const u8 *)bytes + at, e.size);
		add_event(e);
	}
}

/* ---- begin and end ----------------------------------------------------------------- */

void history_begin(const struct history_record *before) {
	memset(&h, 0, sizeof h);
	h.like = before ? before->start : NULL;
	take_hooks(true);
	open_heap();
	save();
	h.like = NULL;
	debug_settle(dbg.g);
}

static void drop_all(void) {
	while (h.newest)
		unlink_saved(h.newest);
	arena_drop(&h.arena);
	memset(&h, 0, sizeof h);
}

void history_end(void) {
	take_hooks(false);
	drop_all();
}

/* ---- launches that are over -------------------------------------------------------- */

struct history_record *history_keep(u64 *bytes) {
	struct saved *s = h.oldest;
	struct history_record *r = s && !h.lost && s->step == 0 ? block_new(sizeof *r)
	                                                        : NULL;
	if (!r)
		return NULL;
	/* The next run has other memory for its worker. */
	for (u32 k = 0; s->range[0].page && k < page_count(s->range[0].size); k++)
		page_unref(s->range[0].page[k]);
	block_free(s->range[0].page);
	s->range[0] = (struct saved_range){0};
	while (h.newest != s)
		unlink_saved(h.newest);
	*bytes = 0;
	for (u32 i = 0; i < s->nrange; i++)
		for (u32 k = 0; s->range[i].page && k < page_count(s->range[i].size); k++)
			if (s->range[i].page[k] && s->range[i].page[k]->refs == 1)
				*bytes += PAGE;
	memset(r, 0, sizeof *r);
	r->arena = h.arena;
	r->start = s;
	r->last = h.last;
	r->last_trail = h.last_trail;
	memcpy(&r->answer, &h.answer, sizeof r->answer);
	memcpy(&r->event, &h.event, sizeof r->event);
	h.oldest = h.newest = NULL;
	h.arena = ARENA_INIT;
	return r;
}

void history_drop(struct history_record *r) {
	saved_free(r->start);
	arena_drop(&r->arena);
	block_free(r);
}

bool history_has_memory(const struct history_record *r) {
	find_ranges();
	for (u32 i = 1; i < r->start->nrange; i++) {
		const struct saved_range *want = &r->start->range[i];
		bool found = false;
		for (u32 k = 1; k < h.range.n && !found; k++)
			found = h.range.at[k].base == want->base &&
			        h.range.at[k].size >= want->size;
		if (!found)
			return false;
	}
	return true;
}

struct history *history_leave(void) {
	struct history *outer = block_new(sizeof *outer);
	if (outer)
		*outer = h;
	return outer;
}

/* Goes to the first state, wherever the worker is. */
static void to_start(void) {
	h.redo = true;
	debug_settle(dbg.g);
	do_events();
	h.redo = false;
	debug_save(dbg.g);
}

void history_redo(const struct history_record *r) {
	memset(&h, 0, sizeof h);
	for (u32 i = 1; i < r->start->nrange; i++)
		put_range(&r->start->range[i], false);
	dbg.client.clock_ns = r->start->clock_ns;
	h.like = r->start;
	h.last = r->last;
	h.last_trail = r->last_trail;
	memcpy(&h.answer, &r->answer, sizeof h.answer);
	memcpy(&h.event, &r->event, sizeof h.event);
	save();
	h.like = NULL;
	to_start();
}

void history_redo_end(void) {
	drop_all();
}

void history_return(struct history *outer) {
	h = *outer;
	block_free(outer);
	restore(h.oldest);
	to_start();
}
