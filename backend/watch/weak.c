/* weak.c - an operational model of PTX's memory consistency model (PTX 8), based on
 * views.
 *
 * A place in memory that was written has messages: the values that were written there and
 * may still be seen, in coherence order, each with a stamp. Memory itself holds the
 * newest. A view says, for each place, which stamp is the oldest that may still be seen.
 * Each lane has one; a lane reads any message that its view allows, and writes anywhere
 * after what its view demands. Which of them is a choice (backend/watch/steer.h).
 *
 *   - A lane's own writes, and what it has read by a morally strong read, raise its view
 *     of that place.
 *   - A release, and a fence, keep a copy of the lane's view; the messages of strong
 *     writes after a fence, or of the release itself, carry it, as far as the scope
 *     reaches (view[REACH]).
 *   - A morally strong read gets what the message carries, at once if it acquires, else
 *     at the next fence that reaches as far (pending). An atomic's message also carries
 *     what the message that it read had.
 *   - fence.sc takes, and adds to, a view that all fences.sc of the same reach share.
 *   - Barriers join the views of all lanes that take part.
 *   - Two writes that race - not morally strong, not ordered by causality - have stamps,
 *     but no coherence order: a lane that knows of both reads either, now one, now the
 *     other.
 *
 * All of this is at least what the model demands, so no outcome that it forbids is shown.
 * When its memory is full, the oldest message is forgotten, which only hides outcomes.
 * Reads see what is written already; load_buffering.c leaves some of them for later.
 * Elements of different places or sizes that overlap lose their messages: they are plain
 * memory then.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/watch/weak.h"
#include "backend/interp/atom.h"
#include "backend/machine/strong_access.h"
#include "backend/watch/load_buffering.h"
#include "backend/watch/steer.h"

enum {
	PLACES = 256, /* with messages at one time */
	PLACE_HASH = 512,
	MESSAGES = 8, /* of a place */
	PENDING = 8,  /* of a lane: messages read, and releases made, that matter to later
	                 operations */
	SC_VIEWS = 64,
	MBARRIERS = 64,
	STALE_MOST = 2, /* times in a row that a lane reads the same old message again */
	NO_PLACE = 0xffff,
	/* log2 of the gap between stamps of messages at the end: room for others */
	GAP_SHIFT = 20,
	GRANULE_SHIFT = 4, /* an element lies in one granule */
};

typedef u64 stamp;

/* A view with more than one reference does not change. */
struct view {
	u32 refs, n; /* places from n on: nothing demanded */
	struct view *next_free;
	stamp at[PLACES];
};

struct writer {
	const void *lane; /* identity; NULL: before the launch */
	u64 cta;
	u32 cluster, device;
};

struct message {
	stamp at;
	u64 value[2];
	struct writer by;
	bool strong;
	stamp seen; /* which its writer had to see: it comes after that one, and those
	               before it, by causality */
	stamp read; /* an atomic's: of the message that it read. Nothing morally strong
	               comes between; else 0 */
	u8 reach;
	struct view *view[REACH_COUNT];
	struct view *chain; /* what the messages carried that this atomic, and those
	                       before it, have read */
};

struct place {
	const u8 *p; /* NULL: free */
	u8 size;
	u8 n;
	u16 next; /* of the same hash */
	u64 used;
	stamp fixed; /* nothing more comes between the messages up to this one, see
	                weak_load */
	struct message m[MESSAGES]; /* oldest first */
};

/* A view that a lane keeps for later, and the place that it came from. */
struct kept {
	u16 place;
	u8 reach;
	stamp born; /* of the place, when this was kept: it may be another one by now */
	struct view *view;
};

struct weak_lane {
	struct view *now;                   /* its own, changes */
	struct view *released[REACH_COUNT]; /* by fences; NULL: nothing */
	struct kept read[PENDING], release[PENDING];
	u8 nread, nrelease;
	u8 nstale;
	stamp stale;
};

struct weak_cta {
	struct view *barrier[CTA_BARRIERS];
	struct view *cluster[2]; /* in the first cta of a cluster: of the phase that runs;
	                            of the one before */
};

struct weak {
	struct worker *wk;
	u32 nplace; /* used so far */
	u64 clock;
	stamp last; /* no stamp is above it */
	struct view *free;
	struct view *sc[SC_VIEWS];
	struct view *mbarrier[MBARRIERS];
	u16 hash[PLACE_HASH];
	stamp born[PLACES]; /* this and what follows: up to nplace */
	struct place place[PLACES];
};

/* ---- orders ------------------------------------------------------------------------ */

static u8 reach_of(u64 mods, u8 fallback) {
	switch (MOD_GET(mods, SCOPE)) {
	case MOD_SCOPE_CTA: return REACH_CTA;
	case MOD_SCOPE_CLUSTER: return REACH_CLUSTER;
	case MOD_SCOPE_GPU:
	case MOD_SCOPE_GL: return REACH_DEVICE;
	case MOD_SCOPE_SYS: return REACH_SYSTEM;
	default: return fallback;
	}
}

/* PTX 9.7.13.5: an atomic without an order is relaxed, and without a scope has the gpu's;
 * volatile, and what bypasses the caches, is relaxed for the system. */
struct order order_of_access(u64 mods, bool is_atomic) {
	u32 sem = MOD_GET(mods, SEM);
	return (struct order){
		.strong = is_atomic || is_strong(mods),
		.acquire = sem == MOD_SEM_ACQUIRE || sem == MOD_SEM_ACQ_REL,
		.release = sem == MOD_SEM_RELEASE || sem == MOD_SEM_ACQ_REL,
		.reach = reach_of(mods, is_atomic ? REACH_DEVICE : REACH_SYSTEM),
	};
}

/* membar is fence.sc (PTX 9.7.13.4). */
struct order order_of_fence(const struct dinst *d) {
	u32 sem = MOD_GET(d->mods, SEM);
	bool sc = d->in->row == ROW_MEMBAR || sem == MOD_SEM_SC;
	return (struct order){
		.strong = true,
		.sc = sc,
		.acquire = sc || sem != MOD_SEM_RELEASE,
		.release = sc || sem != MOD_SEM_ACQUIRE,
		.reach = reach_of(d->mods, REACH_SYSTEM),
	};
}

/* ---- views ------------------------------------------------------------------------- */

static struct view *view_new(struct weak *k) {
	struct view *v = k->free;
	if (v)
		k->free = v->next_free;
	else
		v = arena_alloc(&k->wk->arena, sizeof *v, 64);
	v->refs = 1;
	v->n = 0;
	return v;
}

static struct view *view_ref(struct view *v) {
	if (v)
		v->refs++;
	return v;
}

static void view_unref(struct weak *k, struct view *v) {
	if (v && --v->refs == 0) {
		v->next_free = k->free;
		k->free = v;
	}
}

static void view_set(struct view *v, u32 place, stamp at) {
	for (; v->n <= place; v->n++)
		v->at[v->n] = 0;
	v->at[place] = MAX(v->at[place], at);
}

static void view_join(struct view *v, const struct view *with) {
	if (!with)
		return;
	for (; v->n < with->n; v->n++)
		v->at[v->n] = 0;
	for (u32 i = 0; i < with->n; i++)
		v->at[i] = MAX(v->at[i], with->at[i]);
}

static stamp view_get(const struct view *v, u32 place) {
	return place < v->n ? v->at[place] : 0;
}

static struct view *view_copy(struct weak *k, const struct view *from) {
	struct view *v = view_new(k);
	view_join(v, from);
	return v;
}

static void view_put(struct weak *k, struct view **at, struct view *v) {
	view_unref(k, *at);
	*at = v;
}

/* *at becomes its join with `with`; a view that others share stays as it is. */
static void view_add(struct weak *k, struct view **at, const struct view *with) {
	if (!with || *at == with)
		return;
	struct view *v = *at && (*at)->refs == 1 ? *at : NULL;
	if (!v) {
		v = view_copy(k, *at);
		view_put(k, at, v);
	}
	view_join(v, with);
}

/* ---- lanes ------------------------------------------------------------------------- */

static struct writer writer_of(const struct warp *w, u32 lane) {
	const struct cta *cta = w->cta;
	const struct placement *p = cta->launch->placement;
	return (struct writer){&w->weak[lane], cta->linear,
	                       p ? p[cta->linear].cluster : (u32)cta->cluster->index,
	                       p ? p[cta->linear].device : 0};
}

static u32 distance(const struct writer *a, const struct writer *b) {
	if (a->cta == b->cta)
		return REACH_CTA;
	if (a->cluster == b->cluster)
		return REACH_CLUSTER;
	return a->device == b->device ? REACH_DEVICE : REACH_SYSTEM;
}

static bool is_morally_strong(const struct message *m, const struct writer *me,
                              struct order o) {
	if (m->by.lane == me->lane && m->by.cta == me->cta)
		return true;
	u32 far = distance(&m->by, me);
	return m->strong && o.strong && m->reach >= far && o.reach >= far;
}

/* ---- places ------------------------------------------------------------------------ */

static u32 hash_of(const u8 *p) {
	u64 x = (u64)(uintptr_t)p >> GRANULE_SHIFT;
	return (u32)((x * 0x9e3779b97f4a7c15ull) >> 54) % PLACE_HASH;
}

static void read_raw(const u8 *p, u32 size, u64 out[2]) {
	out[0] = out[1] = 0;
	memcpy(out, p, size);
}

static void message_drop(struct weak *k, struct message *m) {
	for (u32 i = 0; i < REACH_COUNT; i++)
		view_put(k, &m->view[i], NULL);
	view_put(k, &m->chain, NULL);
}

static void place_free(struct weak *k, u32 at) {
	struct place *x = &k->place[at];
	u16 *link = &k->hash[hash_of(x->p)];
	while (*link != at)
		link = &k->place[*link].next;
	*link = x->next;
	for (u32 i = 0; i < x->n; i++)
		message_drop(k, &x->m[i]);
	x->p = NULL;
	x->n = 0;
}

/* Returns the place of this very element, or NO_PLACE. Others that overlap it lose their
 * messages. */
static u32 place_find(struct weak *k, const u8 *p, u32 size) {
	u32 found = NO_PLACE;
	for (u32 i = k->hash[hash_of(p)], next; i != NO_PLACE; i = next) {
		struct place *x = &k->place[i];
		u64 now[2];
		next = x->next;
		if (x->p >= p + size || p >= x->p + x->size)
			continue;
		read_raw(x->p, x->size, now);
		if (x->p == p && x->size == size &&
		    memcmp(now, x->m[x->n - 1].value, sizeof now) == 0)
			found = i;
		else
			place_free(k, i);
	}
	if (found != NO_PLACE)
		k->place[found].used = ++k->clock;
	return found;
}

static u32 least_used(const struct weak *k) {
	u32 at = 0;
	for (u32 i = 0; i < PLACES; i++) {
		if (!k->place[i].p)
			return i;
		if (k->place[i].used < k->place[at].used)
			at = i;
	}
	return at;
}

/* Makes a place: what is in memory now is its first message, which all lanes may see. */
static u32 place_make(struct weak *k, const u8 *p, u32 size) {
	bool is_new = k->nplace < PLACES;
	u32 at = is_new ? k->nplace++ : least_used(k), h = hash_of(p);
	struct place *x = &k->place[at];
	if (!is_new && x->p)
		place_free(k, at);
	k->last += 2ull << GAP_SHIFT;
	k->born[at] = k->last;
	x->p = p;
	x->size = (u8)size;
	x->n = 1;
	x->used = ++k->clock;
	x->fixed = 0;
	x->m[0] = (struct message){.at = k->last};
	read_raw(p, size, x->m[0].value);
	x->next = k->hash[h];
	k->hash[h] = (u16)at;
	return at;
}

void weak_forget(struct weak *k, const void *p, u64 size) {
	const u8 *first = p, *end = first + size;
	if (!size)
		return;
	u64 granules = ((u64)(uintptr_t)(end - 1) >> GRANULE_SHIFT) -
	               ((u64)(uintptr_t)first >> GRANULE_SHIFT) + 1;
	if (granules > k->nplace) {
		for (u32 i = 0; i < k->nplace; i++) {
			const struct place *x = &k->place[i];
			if (x->p && x->p < end && first < x->p + x->size)
				place_free(k, i);
		}
		return;
	}
	for (u64 g = 0; g < granules; g++) {
		const u8 *at = first + (g << GRANULE_SHIFT);
		for (u32 i = k->hash[hash_of(at < end ? at : end - 1)], next;
		     i != NO_PLACE; i = next) {
			const struct place *x = &k->place[i];
			next = x->next;
			if (x->p < end && first < x->p + x->size)
				place_free(k, i);
		}
	}
}

/* ---- what lanes keep --------------------------------------------------------------- */

static void kept_drop(struct weak *k, struct kept *list, u8 *n, u32 i) {
	view_put(k, &list[i].view, NULL);
	list[i] = list[--*n];
	list[*n].view = NULL;
}

/* The lane has read a message that carries v; `far`: the reach that its scope needs. */
static void receive(struct weak *k, struct weak_lane *l, u32 place, struct view *v,
                    u32 far, struct order o) {
	if (!v)
		return;
	if (o.acquire && o.reach >= far) {
		view_join(l->now, v);
		return;
	}
	if (l->nread == PENDING) { /* too many: as if it had been acquired */
		view_join(l->now, l->read[0].view);
		kept_drop(k, l->read, &l->nread, 0);
	}
	l->read[l->nread++] = (struct kept){(u16)place, (u8)far, k->born[place],
	                                    view_ref(v)};
}

/* The lane has read the message, morally strongly; the writer is `far` away. How far the
 * writers of a chain are does not matter: what they have released counts as near. */
static void observe(struct weak *k, struct weak_lane *l, u32 place,
                    const struct message *m, u32 far, struct order o) {
	view_set(l->now, place, m->at);
	receive(k, l, place, m->view[far], far, o);
	receive(k, l, place, m->chain, REACH_CTA, o);
	/* PTX 8.7: an acquire also ends a pattern that an earlier strong read of the same
	 * place has begun. */
	for (u32 i = l->nread; o.acquire && i-- > 0;)
		if (l->read[i].place == place && l->read[i].born == k->born[place] &&
		    l->read[i].reach <= o.reach) {
			view_join(l->now, l->read[i].view);
			kept_drop(k, l->read, &l->nread, i);
		}
}

static void acquire_all(struct weak *k, struct weak_lane *l, u32 reach) {
	for (u32 i = l->nread; i-- > 0;)
		if (l->read[i].reach <= reach) {
			view_join(l->now, l->read[i].view);
			kept_drop(k, l->read, &l->nread, i);
		}
}

/* Sets what the message of a strong write carries. PTX 8.7: a release also begins a
 * pattern that a later strong write of the lane to the same place ends. */
static void carry(struct weak *k, struct weak_lane *l, u32 place, struct message *m,
                  struct order o) {
	if (!o.strong)
		return;
	struct view *copy = o.release ? view_copy(k, l->now) : NULL;
	for (u32 i = 0; i < REACH_COUNT; i++)
		m->view[i] = view_ref(copy && i <= o.reach ? copy : l->released[i]);
	for (u32 i = 0; i < l->nrelease; i++) {
		const struct kept *x = &l->release[i];
		for (u32 r = 0;
		     x->place == place && x->born == k->born[place] && r <= x->reach; r++)
			view_add(k, &m->view[r], x->view);
	}
	/* too many: as if the oldest had been a fence */
	if (copy && l->nrelease == PENDING) {
		for (u32 r = 0; r <= l->release[0].reach; r++)
			view_add(k, &l->released[r], l->release[0].view);
		kept_drop(k, l->release, &l->nrelease, 0);
	}
	if (copy)
		l->release[l->nrelease++] = (struct kept){(u16)place, o.reach,
		                                          k->born[place], copy};
}

/* ---- loads ------------------------------------------------------------------------- */

/* Returns the oldest message that the lane may read. */
static u32 oldest(const struct place *x, stamp demanded) {
	u32 i = x->n - 1u;
	while (i > 0 && x->m[i].at > demanded && x->m[i - 1].at >= demanded)
		i--;
	return i;
}

/* Checks whether b, which follows a in the list, follows it in coherence order, too: both
 * are morally strong, or causality orders them. Writes that race have no order, though
 * they have stamps. */
static bool is_ordered(const struct message *a, const struct message *b) {
	struct order o = {.strong = b->strong, .reach = b->reach};
	return !a->by.lane || b->seen >= a->at || is_morally_strong(a, &b->by, o);
}

/* Checks whether message i, older than message `known` up to which the lane knows of all,
 * is ordered before none of those after it. */
static bool is_unordered(const struct place *x, u32 i, u32 known) {
	for (u32 k = i + 1; k <= known; k++)
		if (is_ordered(&x->m[i], &x->m[k]))
			return false;
	return true;
}

/* Returns the first message that a lane that polls may read: it gets something newer than
 * the one that it has read several times. */
static u32 without_stale(const struct weak_lane *l, const struct place *x, u32 first) {
	if (l->nstale >= STALE_MOST)
		for (u32 i = first; i + 1u < x->n; i++)
			if (x->m[i].at == l->stale)
				return i + 1;
	return first;
}

static void note_stale(struct weak_lane *l, const struct place *x, u32 i) {
	if (i + 1u == x->n)
		return;
	l->nstale = l->stale == x->m[i].at ? (u8)MIN(l->nstale + 1, 255) : 1;
	l->stale = x->m[i].at;
}

void weak_load(struct warp *w, u32 lane, const u8 *p, u32 size, struct order o,
               u64 out[2]) {
	struct weak *k = w->worker->weak;
	struct weak_lane *l = &w->weak[lane];
	u32 place = place_find(k, p, size);
	if (place == NO_PLACE) {
		read_raw(p, size, out);
		return;
	}
	struct place *x = &k->place[place];
	struct writer me = writer_of(w, lane);
	u32 known = oldest(x, view_get(l->now, place)),
	    first = without_stale(l, x, known), ways[MESSAGES], n = 0;
	for (u32 i = x->n; i-- > first;)
		ways[n++] = i;
	for (u32 i = known; l->nstale < STALE_MOST && i-- > 0;)
		if (is_unordered(x, i, known))
			ways[n++] = i;
	u32 i = ways[n > 1 ? steer_value(w->worker->steer, n) : 0];
	const struct message *m = &x->m[i];
	/* a write between them could come after the one and before the other */
	if (i < known)
		x->fixed = MAX(x->fixed, x->m[known].at);
	memcpy(out, m->value, sizeof m->value);
	note_stale(l, x, i);
	if (m->by.lane && is_morally_strong(m, &me, o))
		observe(k, l, place, m, distance(&m->by, &me), o);
}

/* ---- stores ------------------------------------------------------------------------ */

/* Returns a stamp before message i, after the previous one; 0: there is no room, or an
 * atomic is in the way. */
static stamp stamp_before(const struct place *x, u32 i, const struct writer *me,
                          struct order o) {
	stamp low = x->m[i - 1].at, middle = low + (x->m[i].at - low) / 2;
	if (low < x->fixed)
		return 0;
	for (u32 k = i; k < x->n; k++)
		if (x->m[k].read && x->m[k].read < middle &&
		    is_morally_strong(&x->m[k], me, o))
			return 0;
	return middle > low ? middle : 0;
}

/* Makes room before message *i, or at the end; the oldest message may go. */
static struct message *make_room(struct weak *k, struct place *x, u32 *i) {
	if (x->n == MESSAGES) {
		message_drop(k, &x->m[0]);
		memmove(&x->m[0], &x->m[1], sizeof x->m[0] * (MESSAGES - 1));
		x->n--;
		--*i;
	}
	memmove(&x->m[*i + 1], &x->m[*i], sizeof x->m[0] * (x->n - *i));
	x->n++;
	x->m[*i] = (struct message){0};
	return &x->m[*i];
}

/* The lane writes before message i (x->n: after all of them), at `at`. read: see
 * struct message. */
static void write_message(struct warp *w, u32 lane, u32 place, u32 i, stamp at,
                          struct order o, const u64 value[2], stamp read) {
	struct weak *k = w->worker->weak;
	struct place *x = &k->place[place];
	struct view *chain = NULL;
	struct writer me = writer_of(w, lane);
	const struct message *before = &x->m[i - 1];
	if (read && before->by.lane && is_morally_strong(before, &me, o)) {
		chain = view_ref(before->chain);
		view_add(k, &chain, before->view[REACH_CTA]);
	}
	struct message *m = make_room(k, x, &i);
	m->at = at;
	memcpy(m->value, value, sizeof m->value);
	m->by = me;
	m->strong = o.strong;
	m->reach = o.reach;
	m->read = read;
	m->seen = MAX(view_get(w->weak[lane].now, place), read);
	view_set(w->weak[lane].now, place, at);
	carry(k, &w->weak[lane], place, m, o);
	m->chain = chain;
}

static stamp stamp_at_end(struct weak *k, const struct place *x) {
	stamp at = x->m[x->n - 1].at + (1ull << GAP_SHIFT);
	k->last = MAX(k->last, at);
	return at;
}

void weak_store(struct warp *w, u32 lane, u8 *p, u32 size, struct order o,
                const u64 value[2]) {
	struct weak *k = w->worker->weak;
	u32 place = place_find(k, p, size);
	if (place == NO_PLACE)
		place = place_make(k, p, size);
	struct place *x = &k->place[place];
	struct writer me = writer_of(w, lane);
	stamp demanded = view_get(w->weak[lane].now, place);
	u32 at[MESSAGES] = {x->n}, n = 1;
	u64 kept[2] = {0};
	memcpy(kept, value, size);
	for (u32 i = x->n - 1u; i > 0 && x->m[i].at > demanded; i--)
		if (stamp_before(x, i, &me, o))
			at[n++] = i;
	u32 i = at[n > 1 ? steer_value(w->worker->steer, n) : 0];
	if (i == x->n) {
		write_message(w, lane, place, i, stamp_at_end(k, x), o, kept, 0);
		memcpy(p, kept, size);
	} else {
		write_message(w, lane, place, i, stamp_before(x, i, &me, o), o, kept, 0);
	}
}

/* ---- atomics ----------------------------------------------------------------------- */

void weak_rmw(struct warp *w, u32 lane, u8 *p, u32 size, struct order o,
              weak_change *change, void *ctx) {
	struct weak *k = w->worker->weak;
	struct weak_lane *l = &w->weak[lane];
	u32 place = place_find(k, p, size);
	if (place == NO_PLACE)
		place = place_make(k, p, size);
	struct place *x = &k->place[place];
	struct writer me = writer_of(w, lane);
	u32 first = without_stale(l, x, oldest(x, view_get(l->now, place))),
	    ways[MESSAGES], n = 0;
	u64 value[2];
	/* where it could read and, if it would write, write right after it */
	for (u32 i = x->n; i-- > first;)
		if (i + 1u == x->n || stamp_before(x, i + 1, &me, o) ||
		    !change(ctx, x->m[i].value, value))
			ways[n++] = i;
	u32 i = ways[n > 1 ? steer_value(w->worker->steer, n) : 0];
	const struct message *m = &x->m[i];
	u64 fresh[2] = {0};
	bool writes = change(ctx, m->value, value);
	note_stale(l, x, i);
	if (m->by.lane && is_morally_strong(m, &me, o))
		observe(k, l, place, m, distance(&m->by, &me), o);
	if (!writes)
		return;
	memcpy(fresh, value, size);
	if (i + 1u == x->n) {
		write_message(w, lane, place, i + 1, stamp_at_end(k, x), o, fresh, m->at);
		memcpy(p, fresh, size);
	} else {
		write_message(w, lane, place, i + 1, stamp_before(x, i + 1, &me, o), o,
		              fresh, m->at);
	}
}

/* ---- fences ------------------------------------------------------------------------ */

/* The view of all fences.sc whose scope reaches r, in the lane's cta, cluster or device,
 * or all of them. Two that have to share one are ordered, although they need not be. */
static struct view **sc_view(struct weak *k, const struct writer *me, u32 r) {
	u64 id = r == REACH_CTA       ? me->cta
	         : r == REACH_CLUSTER ? me->cluster
	         : r == REACH_DEVICE  ? me->device
	                              : 0;
	return &k->sc[(id * REACH_COUNT + r) % SC_VIEWS];
}

void weak_fence(struct warp *w, u32 lane, struct order o) {
	struct weak *k = w->worker->weak;
	struct weak_lane *l = &w->weak[lane];
	struct writer me = writer_of(w, lane);
	if (o.acquire)
		acquire_all(k, l, o.reach);
	for (u32 r = 0; o.sc && r <= o.reach; r++)
		view_join(l->now, *sc_view(k, &me, r));
	if (!o.release)
		return;
	struct view *copy = view_copy(k, l->now);
	for (u32 r = 0; r <= o.reach; r++) {
		view_put(k, &l->released[r], view_ref(copy));
		if (o.sc)
			view_add(k, sc_view(k, &me, r), copy);
	}
	view_unref(k, copy);
}

/* ---- barriers ---------------------------------------------------------------------- */

static void gather(struct warp *w, u32 mask, struct view **into) {
	mask_each (l, mask)
		view_add(w->worker->weak, into, w->weak[l].now);
}

static void hand_out(struct warp *w, u32 mask, const struct view *from) {
	mask_each (l, mask)
		view_join(w->weak[l].now, from);
}

void weak_arrive(struct warp *w, u32 mask, u32 barrier) {
	gather(w, mask, &w->cta->weak->barrier[barrier]);
}

void weak_leave(struct warp *w, u32 mask, u32 barrier) {
	hand_out(w, mask, w->cta->weak->barrier[barrier]);
}

void weak_barrier_over(struct cta *cta, u32 barrier) {
	view_put(cta->worker->weak, &cta->weak->barrier[barrier], NULL);
}

static struct weak_cta *cluster_views(const struct cluster *cl) {
	return cl->cta[0].weak;
}

void weak_cluster_arrive(struct warp *w, u32 mask, bool relaxed) {
	struct view **into = &cluster_views(w->cta->cluster)->cluster[0];
	if (!relaxed) {
		gather(w, mask, into);
		return;
	}
	mask_each (l, mask)
		view_add(w->worker->weak, into, w->weak[l].released[REACH_CLUSTER]);
}

void weak_cluster_leave(struct warp *w, u32 mask) {
	hand_out(w, mask, cluster_views(w->cta->cluster)->cluster[1]);
}

void weak_cluster_over(struct cluster *cl) {
	struct weak_cta *c = cluster_views(cl);
	view_put(cl->cta[0].worker->weak, &c->cluster[1], c->cluster[0]);
	c->cluster[0] = NULL;
}

void weak_warp_sync(struct warp *w, u32 mask) {
	struct view *all = NULL;
	gather(w, mask, &all);
	hand_out(w, mask, all);
	view_unref(w->worker->weak, all);
}

/* Objects with one hash share a view: then more is ordered than need be. */
void weak_mbarrier(struct warp *w, u32 lane, const u8 *p, bool arrives) {
	struct weak *k = w->worker->weak;
	struct view **v = &k->mbarrier[hash_of(p) % MBARRIERS];
	if (arrives)
		gather(w, 1u << lane, v);
	else
		hand_out(w, 1u << lane, *v);
}

/* ---- starts ------------------------------------------------------------------------ */

void weak_start(struct worker *wk) {
	struct weak *k = arena_alloc(&wk->arena, sizeof *k, 64);
	memset(k, 0, offsetof(struct weak, born));
	k->wk = wk;
	memset(k->hash, 0xff, sizeof k->hash);
	wk->weak = k;
}

void weak_cluster_alloc(struct cluster *cl) {
	struct weak *k = cl->cta[0].worker->weak;
	for (u32 i = 0; i < cl->ncta; i++) {
		struct cta *cta = &cl->cta[i];
		cta->weak = arena_new(&k->wk->arena, struct weak_cta);
		for (u32 j = 0; j < cta->nwarp; j++) {
			cta->warp[j].weak = arena_array(&k->wk->arena, struct weak_lane,
			                                WARP_LANES);
			late_alloc(&cta->warp[j], &k->wk->arena);
		}
	}
}

static void lane_reset(struct weak *k, struct weak_lane *l) {
	while (l->nread)
		kept_drop(k, l->read, &l->nread, 0);
	while (l->nrelease)
		kept_drop(k, l->release, &l->nrelease, 0);
	for (u32 r = 0; r < REACH_COUNT; r++)
		view_put(k, &l->released[r], NULL);
	view_put(k, &l->now, view_new(k));
	l->nstale = 0;
}

void weak_cta_start(struct cta *cta) {
	struct weak *k = cta->worker->weak;
	for (u32 i = 0; i < cta->nwarp; i++) {
		mask_each (l, cta->warp[i].exist)
			lane_reset(k, &cta->warp[i].weak[l]);
		late_drop(&cta->warp[i]);
	}
	for (u32 i = 0; i < CTA_BARRIERS; i++)
		view_put(k, &cta->weak->barrier[i], NULL);
	view_put(k, &cta->weak->cluster[0], NULL);
	view_put(k, &cta->weak->cluster[1], NULL);
	weak_forget(k, cta->shared, cta->launch->shared_total);
}
