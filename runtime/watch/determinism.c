/* determinism.c - --check=determinism: a launch runs again under other schedules, on the
 * memory that it began with. Where the results differ, the word is followed back to
 * accesses that happened in another order: those to the word; and if they are the same,
 * what the thread that has stored it read before.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/watch/spy.h"
#include "backend/watch/steer.h"
#include "runtime/core/steering.h"
#include "runtime/watch/check_report.h"

enum { SEEDS = 3, DEPTH = 8, SHOWN = 3 };

/* ---- memory as it was ---- */

struct saved {
	struct saved *next;
	u64 base, size;
	u8 bytes[];
};

struct snapshot {
	struct saved *first;
	bool failed; /* the host has no room */
};

static void save(struct snapshot *s, u64 base, u64 size) {
	struct saved *b = size ? memory_new(sizeof *b + size) : NULL;
	if (!b) {
		s->failed |= size != 0;
		return;
	}
	b->base = base;
	b->size = size;
	memcpy(b->bytes, memory_host(base), size);
	b->next = s->first;
	s->first = b;
}

static void save_block(void *ctx, const struct memory_block *b) {
	if (!(b->tag & (MEMORY_APART | MEMORY_ATTACHED)))
		save(ctx, b->base, b->size);
}

static struct snapshot take(struct simt_device *dev, const struct launch *l) {
	struct simt_module *m =
		(struct simt_module *)(void *)((u8 *)l->image -
	                                       offsetof(struct simt_module, image));
	struct snapshot s = {NULL, false};
	memory_each(&dev->memory, save_block, &s);
	save(&s, m->global_base, m->global_bytes);
	return s;
}

static void put_back(const struct snapshot *s) {
	for (const struct saved *b = s->first; b; b = b->next)
		memcpy(memory_host(b->base), b->bytes, b->size);
}

static void drop(struct snapshot *s) {
	for (struct saved *b = s->first, *next; b; b = next) {
		next = b->next;
		memory_delete(b);
	}
	s->first = NULL;
}

/* The first word whose bytes are not as they were; 0: none. */
static u64 first_change(const struct snapshot *s) {
	u64 least = 0;
	for (const struct saved *b = s->first; b; b = b->next) {
		const u8 *now = memory_host(b->base);
		if (memcmp(now, b->bytes, b->size) == 0)
			continue;
		u64 i = 0;
		while (now[i] == b->bytes[i])
			i++;
		u64 word = (b->base + i) & ~(u64)(SPY_WORD - 1);
		least = least ? MIN(least, word) : word;
	}
	return least;
}

/* ---- runs ---- */

struct repeat {
	struct simt_device *dev;
	struct launch *l;
	void (*run)(void *ctx);
	void *ctx;
	struct snapshot before, after;
	struct steer *steer[SEEDS + 1]; /* [0] is the plain one */
};

static void run_again(struct repeat *r, u32 which, struct spy *spy) {
	struct launch *l = r->l;
	put_back(&r->before);
	atomic_store(&l->njoined, 0);
	atomic_store(&l->nleft, 0);
	atomic_store(&l->nretired, 0);
	atomic_store(&l->ntriggered, 0);
	atomic_store(&l->deadline_ns, 0);
	l->steer = r->steer[which];
	r->dev->machine.check->spy = spy;
	r->dev->repeats = true;
	steer_begin(l->steer);
	r->run(r->ctx);
	steer_end(l->steer);
	r->dev->repeats = false;
	r->dev->machine.check->spy = NULL;
}

/* ---- where they part ---- */

static bool is_same(const struct spy_entry *a, const struct spy_entry *b) {
	return a->cta == b->cta && a->warp == b->warp && a->lane == b->lane &&
	       a->inst == b->inst;
}

static u32 first_other(const struct spy *a, const struct spy *b) {
	u32 i = 0;
	while (i < a->n && i < b->n && is_same(&a->entry[i], &b->entry[i]))
		i++;
	return i;
}

/* The last store before the word holds different values in the two runs; NULL: none. */
static const struct spy_entry *last_store(const struct spy *a, const struct spy *b) {
	const struct spy_entry *found = NULL;
	for (u32 i = 0; i < a->n && i < b->n; i++) {
		if (a->entry[i].value != b->entry[i].value)
			break;
		if (a->entry[i].is_store)
			found = &a->entry[i];
	}
	return found;
}

/* The word that the thread of e has read with different values before it stores; 0:
 * none. */
static u64 word_read(const struct spy *a, const struct spy *b,
                     const struct spy_entry *e) {
	for (u32 i = 0; i < a->n && i < b->n; i++) {
		const struct spy_entry *x = &a->entry[i], *y = &b->entry[i];
		bool reads = !x->is_store || x->is_atomic;
		if (x->key != y->key)
			return 0;
		if (reads && x->value != y->value)
			return x->key & ~(u64)(SPY_WORD - 1);
		if (x->inst == e->inst && x->key == e->key)
			return 0;
	}
	return 0;
}

static u64 read_before(struct repeat *r, u32 which, const struct spy_entry *e) {
	struct spy *s = memory_new(2 * sizeof *s);
	if (!s)
		return 0;
	s[0] = s[1] = (struct spy){
		.by_thread = true, .cta = e->cta, .warp = e->warp, .lane = e->lane};
	run_again(r, 0, &s[0]);
	run_again(r, which, &s[1]);
	u64 word = word_read(&s[0], &s[1], e);
	memory_delete(s);
	return word;
}

/* The accesses to one word in the two runs, and the first that differs. */
struct parting {
	u64 word;
	u32 at;
	bool parts; /* else all are the same, and only the values differ */
	struct spy a, b;
};

static void look_at(struct repeat *r, u32 which, u64 word, struct parting *p) {
	p->word = p->a.key = p->b.key = word;
	p->a.n = p->b.n = 0;
	run_again(r, 0, &p->a);
	run_again(r, which, &p->b);
	p->at = first_other(&p->a, &p->b);
	p->parts = p->at < p->a.n || p->at < p->b.n;
}

static const struct spy_entry *writer(const struct parting *p) {
	if (!p->parts)
		return last_store(&p->a, &p->b);
	return p->at < p->b.n ? &p->b.entry[p->at] : &p->a.entry[p->at];
}

/* Follows the word back as far as something differs; *found is where that ends. */
static void follow(struct repeat *r, u32 which, u64 word, struct parting *found,
                   struct parting *here) {
	look_at(r, which, word, found);
	*here = *found;
	for (u32 depth = 0; depth < DEPTH; depth++) {
		const struct spy_entry *e = writer(here);
		u64 next = e ? read_before(r, which, e) : 0;
		if (!next || next == here->word)
			return;
		look_at(r, which, next, here);
		if (here->parts || !found->parts)
			*found = *here;
	}
}

/* ---- reporting ---- */

static struct record_place place_of(struct arena *a, const struct launch *l,
                                    const struct spy_entry *e) {
	struct finding_place p = {.func = e->func,
	                          .inst = e->inst,
	                          .is_store = e->is_store,
	                          .is_atomic = e->is_atomic};
	cta_coords(e->cta, l->grid, p.cta);
	cta_coords((u64)e->warp * WARP_LANES + e->lane, l->block, p.thread);
	return record_place(a, l->image, &p);
}

static void say_access(struct arena *a, struct record *r, const struct launch *l,
                       const struct spy_entry *e) {
	struct record_place p = place_of(a, l, e);
	record_say(a, r, false,
	           "    %s by thread (%u,%u,%u) in block (%u,%u,%u) at %s:%u", p.access,
	           p.thread[0], p.thread[1], p.thread[2], p.cta[0], p.cta[1], p.cta[2],
	           p.file[0] ? p.file : p.ptx_file, p.file[0] ? p.line : p.ptx_line);
}

static void say_order(struct arena *a, struct record *r, const struct launch *l,
                      const char *schedule, const struct spy *s, u32 from) {
	record_say(a, r, false, "With %s:", schedule);
	for (u32 i = from; i < s->n && i < from + SHOWN; i++)
		say_access(a, r, l, &s->entry[i]);
	if (from >= s->n)
		record_say(a, r, false, "    no more accesses");
}

static void describe(struct arena *a, struct record *rec, const struct repeat *r,
                     u32 which, u64 changed, const struct parting *p) {
	const struct spy_entry *e = writer(p);
	u64 at = p->word & SPY_SHARED ? p->word & UINT32_MAX : p->word;
	rec->what = arena_printf(a,
	                         "The result of kernel %s depends on the order of its "
	                         "threads",
	                         name_shown(a, r->l->kernel->name->s));
	rec->size = SPY_WORD;
	rec->has_place = e != NULL;
	if (e)
		rec->at = place_of(a, r->l, e);
	record_say(a, rec, false, "Address 0x%llx holds different values",
	           (unsigned long long)changed);
	if (!p->parts)
		return;
	if (p->word != changed)
		record_say(a, rec, false,
		           "since accesses to %s 0x%llx happen in another order",
		           p->word & SPY_SHARED ? "__shared__" : "__global__",
		           (unsigned long long)at);
	say_order(a, rec, r->l, "the plain schedule", &p->a, p->at);
	say_order(a, rec, r->l, arena_printf(a, "a random schedule, seed %u", which),
	          &p->b, p->at);
}

static void report(struct repeat *r, u32 which, u64 changed) {
	struct parting *p = memory_new(2 * sizeof *p);
	if (!p)
		return;
	follow(r, which, changed, &p[0], &p[1]);
	struct arena *a = check_record_begin();
	struct record rec = {.level = "Error", .kind = "Determinism", .address = changed};
	describe(a, &rec, r, which, changed, &p[0]);
	record_stack(a, &rec, "kernel launch time", check_stack_of_launch(), false);
	record_put(&rec);
	memory_delete(p);
}

/* ---- the launch ---- */

static bool open_steers(struct repeat *r) {
	char why[128];
	struct steer_plan p;
	r->steer[0] = r->l->steer;
	for (u32 i = 1; i <= SEEDS; i++) {
		if (!steer_parse(&p, "random", why))
			return false;
		p.seed = i;
		r->steer[i] = steer_new(&p);
	}
	return true;
}

static void compare_runs(struct repeat *r) {
	u64 changed = 0;
	u32 i = 0;
	while (!changed && i++ < SEEDS) {
		run_again(r, i, NULL);
		if (atomic_load(&r->l->stop)) /* it fails under this schedule only */
			return;
		changed = first_change(&r->after);
	}
	if (changed)
		report(r, i, changed);
	put_back(&r->after);
}

void check_repeat(struct simt_device *dev, struct launch *l, void (*run)(void *ctx),
                  void *ctx) {
	const struct check_settings *s = check_settings(NULL);
	struct repeat r = {.dev = dev, .l = l, .run = run, .ctx = ctx};
	if (!s || !s->determinism || !l->steer || l->parent_id) {
		run(ctx);
		return;
	}
	r.before = take(dev, l);
	run(ctx);
	if (!r.before.failed && !atomic_load(&l->stop) && !l->nested && open_steers(&r)) {
		r.after = take(dev, l);
		if (!r.after.failed)
			compare_runs(&r);
		l->steer = r.steer[0];
		for (u32 i = 1; i <= SEEDS; i++)
			steer_drop(r.steer[i]);
	}
	drop(&r.before);
	drop(&r.after);
}
