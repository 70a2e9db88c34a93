/* check_order.c - races between pieces of work: kernels, copies and fills that the
 * program has not ordered. See happens_before.h for the order, and backend/watch for the
 * accesses of kernels that are remembered.
 *
 * A copy is looked at when no kernel runs: then, or by the launch that is under way, at
 * its end.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/warp.h"
#include "backend/watch/racecheck.h"
#include "runtime/core/api/call.h"
#include "runtime/core/happens_before.h"
#include "runtime/watch/check_report.h"

enum {
	PAST_MAX = 512, /* launches and copies that are remembered */
	ROWS_MAX = 64,  /* of a copy of rows */
};

#define LL(x) ((unsigned long long)(x))

/* A launch, or an access of other work. */
struct note {
	struct hb_point *point;
	const char *what;   /* of an access; NULL: a kernel */
	const char *kernel; /* NULL: it has no memory for it */
	u64 addr, size;
	bool store, painted, told;
	/* Of the host's own load or store, whose size is not known; NULL: it is none. */
	const void *pc;
};

struct order_log {
	pthread_mutex_t cells; /* guards what is remembered */
	pthread_mutex_t lock;  /* of `waiting`, inside of it */
	struct arena arena;
	VEC(struct note) waiting; /* accesses that are not compared yet */
	/* The work whose rows are noted, and how many were. */
	const struct hb_point *row_of;
	u32 nrow;
	_Atomic bool forgets;
	_Atomic u64 nhost; /* races of the host's own accesses */
	struct race_past past[PAST_MAX];
	struct note now; /* the launch under way */
	u64 from;        /* its first stamp */
};

/* Makes the log at the first call; threads that launch, copy and free may call at
 * once. */
static struct order_log *log_of(const struct simt_device *dev) {
	static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
	struct checker *c = dev->machine.check;
	if (!c || !(c->tools & CHECK_RACE) || !c->lines)
		return NULL;
	pthread_mutex_lock(&making);
	struct order_log *g = c->order;
	if (!g && (g = memory_new(sizeof *g))) {
		memset(g, 0, sizeof *g);
		pthread_mutex_init(&g->cells, NULL);
		pthread_mutex_init(&g->lock, NULL);
		c->past = g->past;
		c->order = g;
	}
	pthread_mutex_unlock(&making);
	return g;
}

static void note_drop(struct note *n) {
	if (!n)
		return;
	hb_unref(n->point);
	memory_delete((void *)(uintptr_t)n->kernel);
	memory_delete(n);
}

static void forget(struct checker *c, u32 n) {
	for (u32 i = 0; i < n; i++)
		note_drop(c->past[i].note);
	c->npast -= n;
	memmove(c->past, c->past + n, c->npast * sizeof *c->past);
}

void check_order_drop(struct simt_device *dev) {
	struct checker *c = dev->machine.check;
	struct order_log *g = c ? c->order : NULL;
	host_access_drop(dev);
	if (!g)
		return;
	forget(c, c->npast);
	for (u32 i = 0; i < g->waiting.n; i++)
		hb_unref(g->waiting.at[i].point);
	arena_drop(&g->arena);
	memory_delete(g);
	c->order = NULL;
	c->past = NULL;
	c->unordered = 0;
}

/* Accesses by code that is unloaded lose the names of their places. */
void check_order_unload(struct simt_device *dev, const void *prepared) {
	struct checker *c = dev->machine.check;
	struct order_log *g = c ? c->order : NULL;
	if (!g)
		return;
	pthread_mutex_lock(&g->cells);
	for (u32 i = 0; i < c->npast; i++)
		if (c->past[i].dm == prepared)
			c->past[i].dm = NULL;
	pthread_mutex_unlock(&g->cells);
}

void simt_check_ordered(void) {
	struct simt_device *dev;
	if (!hb_wanted())
		return;
	host_access_forget();
	for (u32 i = 0; (dev = check_device(i)); i++) {
		struct order_log *g = log_of(dev);
		if (g)
			atomic_store(&g->forgets, true);
	}
}

/* ---- words ---- */

static const char *stream_name(struct arena *a, const struct hb_point *p) {
	if (!p || !p->stream)
		return "by the host";
	return p->is_default ? "in the default stream"
	                     : arena_printf(a, "in stream %llu", LL(p->stream));
}

static const char *note_name(struct arena *a, const struct note *n) {
	if (!n->what)
		return arena_printf(a, "a launch of %s %s",
		                    n->kernel ? name_demangle(a, n->kernel) : "a kernel",
		                    stream_name(a, n->point));
	if (n->pc)
		return arena_printf(a, "%s at 0x%llx by the host", n->what, LL(n->addr));
	return arena_printf(a, "%s of %llu bytes at 0x%llx %s", n->what, LL(n->size),
	                    LL(n->addr), stream_name(a, n->point));
}

const char *order_what(struct arena *a, const struct race_past *p) {
	return note_name(a, p->note);
}

static _Thread_local const struct note *running; /* the launch of this thread */

bool order_first(const struct race_past *p) {
	struct note *n = p->note;
	bool first = !n->told;
	n->told = true;
	return first;
}

/* Names the two in the order in which they were queued, whichever ran first. */
static void say_unordered(struct arena *a, struct record *r, const struct note *x,
                          const struct note *y) {
	const struct note *first = x, *second = y;
	if (x->point && y->point && y->point->n < x->point->n) {
		first = y;
		second = x;
	}
	record_say(a, r, true, "Note: nothing orders %s and %s", note_name(a, first),
	           note_name(a, second));
}

static void say_host(struct arena *a, struct record *r, const struct note *n) {
	char place[512];
	if (!n->pc)
		return;
	simt_host_place((const u8 *)n->pc + 1, place, sizeof place);
	record_say(a, r, false, "%s by the host in %s", n->store ? "Written" : "Read",
	           place);
}

static void say_stack(struct arena *a, struct record *r, const struct note *n,
                      bool extra) {
	if (n->point)
		record_stack(a, r,
		             n->what ? "the time of the other call"
		                     : "kernel launch time",
		             n->point->stack, extra);
}

void order_describe(struct arena *a, struct record *r, const struct race_past *p) {
	const struct note *n = p->note;
	say_unordered(a, r, n, running);
	say_stack(a, r, n, true);
}

/* A block that is being freed may be gone when its race is told, or not yet: it is named
 * by the free alone. */
static void say_near(struct arena *a, struct record *r, struct simt_device *dev,
                     const struct note *n, u64 addr) {
	if (!n->what || strcmp(n->what, "a free") != 0)
		record_near(a, r, dev, addr);
}

void order_near(struct arena *a, struct record *r, struct simt_device *dev,
                const struct race_past *p, u64 addr) {
	say_near(a, r, dev, p->note, addr);
}

/* ---- accesses of copies, fills and the host ---- */

struct looking {
	struct simt_device *dev;
	struct note *n;
	u32 nfound;
};

static void touched(void *ctx, const struct race_past *p, u64 addr, u32 warp, u32 info) {
	struct looking *l = ctx;
	struct note *n = p->note;
	struct finding_place place;
	/* The host may read a flag, or a counter, as it can be read. */
	const u32 strong = RACE_STRONG | RACE_WIDE;
	if (n->told || (l->n->pc && (info & strong) == strong))
		return;
	n->told = true;
	l->nfound++;
	struct arena *a = check_record_begin();
	struct record r = {.level = "Error",
	                   .kind = "Race",
	                   .space = "__global__",
	                   .size = 4,
	                   .address = addr};
	race_past_place(p, warp, info, &place);
	r.direction = place.is_store ? "write" : "read";
	r.what = arena_printf(a, "Race of a kernel with %s", note_name(a, l->n));
	if (place.func) {
		r.at = record_place(a, p->dm->image, &place);
		r.has_place = true;
	}
	record_say(a, &r, false, "%s of address 0x%llx",
	           place.is_store ? "Write" : "Read", LL(addr));
	say_host(a, &r, l->n);
	say_stack(a, &r, n, false);
	say_unordered(a, &r, n, l->n);
	say_stack(a, &r, l->n, true);
	say_near(a, &r, l->dev, l->n, addr);
	record_put(&r);
}

static bool overlap(const struct note *a, const struct note *b) {
	return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

static void two_accesses(struct looking *l, const struct note *other) {
	const struct note *first = other, *second = l->n;
	l->nfound++;
	struct arena *a = check_record_begin();
	struct record r = {.level = "Error", .kind = "Race"};
	if (first->point && second->point && second->point->n < first->point->n) {
		first = l->n;
		second = other;
	}
	r.what = arena_printf(a, "Race of %s with %s", note_name(a, first),
	                      note_name(a, second));
	r.address = MAX(first->addr, second->addr);
	say_host(a, &r, first);
	say_host(a, &r, second);
	record_say(a, &r, false, "Nothing orders them");
	if (second->point)
		record_stack(a, &r, "the time of the call", second->point->stack, false);
	say_stack(a, &r, first, true);
	say_near(a, &r, l->dev, l->n, r.address);
	record_put(&r);
}

/* Makes room for one more note; forgets all when the stamps get too large. */
static void make_room(struct checker *c) {
	if (c->clock > UINT32_MAX / 2) {
		race_forget_all(c);
		forget(c, c->npast);
		c->clock = 0;
	}
	if (c->npast == PAST_MAX)
		forget(c, PAST_MAX / 2);
}

/* Returns the number of races. */
static u32 look(struct simt_device *dev, const struct note *access) {
	struct checker *c = dev->machine.check;
	struct note *n = memory_new(sizeof *n);
	if (!n) {
		hb_unref(access->point);
		return 0;
	}
	*n = *access;
	struct looking l = {dev, n, 0};
	bool kernels = false;
	make_room(c);
	for (u32 i = 0; i < c->npast; i++) {
		struct race_past *p = &c->past[i];
		struct note *other = p->note;
		p->known = hb_is_before(other->point, n->point, false);
		if (p->known)
			continue;
		kernels |= !p->is_copy;
		other->told = false;
		if (p->is_copy && (n->store || other->store) && overlap(n, other))
			two_accesses(&l, other);
	}
	if (kernels)
		race_touched(c, n->addr, n->size, n->store, touched, &l);
	u64 stamp = ++c->clock;
	c->past[c->npast++] = (struct race_past){
		.from = stamp, .to = stamp, .is_copy = true, .note = n};
	return l.nfound;
}

static void look_at_all(struct simt_device *dev, struct order_log *g) {
	struct checker *c = dev->machine.check;
	pthread_mutex_lock(&g->lock);
	if (atomic_exchange(&g->forgets, false))
		forget(c, c->npast);
	for (u32 i = 0; i < g->waiting.n; i++)
		if (look(dev, &g->waiting.at[i]) && g->waiting.at[i].pc)
			atomic_fetch_add(&g->nhost, 1);
	g->waiting.n = 0;
	pthread_mutex_unlock(&g->lock);
}

/* Looks at what waits, unless another thread holds the lock: that one does
 * it then. */
static void look_if_idle(struct simt_device *dev, struct order_log *g) {
	for (bool any = true; any && pthread_mutex_trylock(&g->cells) == 0;) {
		look_at_all(dev, g);
		pthread_mutex_unlock(&g->cells);
		pthread_mutex_lock(&g->lock);
		any = g->waiting.n != 0;
		pthread_mutex_unlock(&g->lock);
	}
}

static void add_note(struct simt_device *dev, struct order_log *g, const struct note *n) {
	pthread_mutex_lock(&g->lock);
	g->nrow = g->row_of == n->point ? g->nrow + 1 : 0;
	g->row_of = n->point;
	bool wanted = g->nrow < ROWS_MAX && vec_reserve(&g->arena, &g->waiting);
	if (wanted)
		vec_push(&g->arena, &g->waiting, *n);
	pthread_mutex_unlock(&g->lock);
	if (!wanted)
		hb_unref(n->point);
	look_if_idle(dev, g);
}

void check_order_access(struct simt_device *dev, u64 addr, u64 size, bool store,
                        const char *what) {
	struct order_log *g = log_of(dev);
	struct hb_point *point = g && size ? hb_now() : NULL;
	if (!point)
		return;
	host_access_range(point, addr, size, store);
	add_note(dev, g,
	         &(struct note){.point = point,
	                        .what = what,
	                        .addr = addr,
	                        .size = size,
	                        .store = store});
}

bool check_order_host(struct simt_device *dev, struct hb_point *point, u64 addr,
                      const void *pc, bool store) {
	struct order_log *g = log_of(dev);
	if (!g) {
		hb_unref(point);
		return false;
	}
	u64 before = atomic_load(&g->nhost);
	add_note(dev, g,
	         &(struct note){.point = point,
	                        .what = store ? "a write" : "a read",
	                        .addr = addr,
	                        .size = 1,
	                        .store = store,
	                        .pc = pc});
	return atomic_load(&g->nhost) != before;
}

/* ---- launches ---- */

static void place_copy(struct checker *c, struct race_past *p) {
	struct note *n = p->note;
	if (n->painted)
		return;
	n->painted = true;
	race_paint(c, n->addr, n->size, (u32)p->from, n->store);
}

void check_order_begin(struct simt_device *dev, const struct launch *l) {
	struct order_log *g = log_of(dev);
	struct checker *c = dev->machine.check;
	if (!g)
		return;
	host_access_begin();
	pthread_mutex_lock(&g->cells);
	look_at_all(dev, g);
	make_room(c);
	g->now = (struct note){.point = hb_now(), .kernel = l->kernel->name->s};
	running = &g->now;
	g->from = c->clock + 1;
	c->unordered = 0;
	for (u32 i = 0; i < c->npast; i++) {
		struct race_past *p = &c->past[i];
		struct note *n = p->note;
		n->told = false;
		p->known = hb_is_before(n->point, g->now.point, false);
		p->soon = hb_is_before(n->point, g->now.point, true);
		if (p->soon)
			continue;
		if (!c->unordered)
			c->unordered = (u32)p->from;
		if (p->is_copy)
			place_copy(c, p);
	}
}

void check_order_end(struct simt_device *dev, const struct launch *l) {
	struct order_log *g = log_of(dev);
	struct checker *c = dev->machine.check;
	if (!g)
		return;
	host_access_launch(dev, g->now.point);
	struct note *n = memory_new(sizeof *n);
	if (n && c->clock >= g->from) {
		const char *name = l->kernel->name->s;
		char *copy = memory_new(strlen(name) + 1);
		*n = (struct note){.point = g->now.point, .kernel = copy};
		if (copy)
			memcpy(copy, name, strlen(name) + 1);
		struct race_past *p = &c->past[c->npast++];
		*p = (struct race_past){.from = g->from, .to = c->clock, .note = n};
		p->dm = l->image->prepared[0];
		memcpy(p->grid, l->grid, sizeof p->grid);
		memcpy(p->block, l->block, sizeof p->block);
		p->nwarp = (l->block[0] * l->block[1] * l->block[2] + WARP_LANES - 1) /
		           WARP_LANES;
	} else {
		hb_unref(g->now.point);
		memory_delete(n);
	}
	g->now = (struct note){.point = NULL};
	running = NULL;
	c->unordered = 0;
	pthread_mutex_unlock(&g->cells);
	look_if_idle(dev, g);
}
