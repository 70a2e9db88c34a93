/* happens_before.c - points of pieces of work (vector clocks): see happens_before.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/happens_before.h"

#include "runtime/core/check.h"

static u64 host_known[HB_CLOCKS];
static u64 retired[HB_CLOCKS]; /* what streams that are gone have done */
static u64 count;              /* numbers that were given out; one row for all clocks */

static _Thread_local struct hb_point *doing;

bool hb_wanted(void) {
	const struct check_settings *s = check_settings(NULL);
	return s && s->tools & CHECK_RACE;
}

/* ---- points ---- */

static void learn(u64 *to, const u64 *from) {
	for (u32 i = 0; i < HB_CLOCKS; i++)
		to[i] = MAX(to[i], from[i]);
}

void hb_ref(struct hb_point *p) {
	if (p)
		atomic_fetch_add(&p->refs, 1);
}

void hb_unref(struct hb_point *p) {
	if (p && atomic_fetch_sub(&p->refs, 1) == 1)
		memory_delete(p);
}

static struct hb_point *point_new(void) {
	struct hb_point *p = memory_new(sizeof *p);
	if (!p)
		return NULL;
	memset(p, 0, sizeof *p);
	atomic_store(&p->refs, 1);
	return p;
}

bool hb_is_before(const struct hb_point *a, const struct hb_point *b, bool soon) {
	return !a || !b || (soon && b->early ? b->soon : b->known)[a->clock] >= a->n;
}

/* ---- streams ---- */

static struct hb_stream *of(struct simt_stream *s) {
	if (!s->order && (s->order = memory_new(sizeof *s->order)))
		memset(s->order, 0, sizeof *s->order);
	return s->order;
}

void hb_stream_retire(const struct simt_stream *s) {
	if (s->order)
		learn(retired, s->order->known);
}

void hb_stream_drop(struct simt_stream *s) {
	if (!s->order)
		return;
	for (u32 i = 0; i < HB_KEPT; i++)
		hb_unref(s->order->point[i]);
	memory_delete(s->order);
	s->order = NULL;
}

struct hb_point *hb_last(const struct simt_stream *s) {
	const struct hb_stream *o = s->order;
	struct hb_point *p = o && o->n ? o->point[(o->n - 1) % HB_KEPT] : NULL;
	hb_ref(p);
	return p;
}

/* Returns `known` of the work with number seq, or, when that was long ago, of later
 * work. */
static const u64 *known_at(const struct simt_stream *s, u64 seq) {
	const struct hb_stream *o = s->order;
	const u64 *r = o ? o->known : NULL;
	for (u32 i = 0; o && i < MIN(o->n, (u32)HB_KEPT); i++) {
		u32 at = (o->n - 1 - i) % HB_KEPT;
		if (o->seq[at] < seq)
			break;
		r = o->point[at] ? o->point[at]->known : r;
	}
	return r;
}

void hb_after(struct op *op, struct simt_stream *s, u64 seq) {
	if (!hb_wanted())
		return;
	if (!op->point)
		op->point = point_new();
	const u64 *known = known_at(s, seq);
	if (op->point && known)
		learn(op->point->known, known);
}

/* The default stream comes after all blocking streams, and they come after it. */
static void follow_default(u64 *known, const struct simt_stream *s) {
	struct simt_stream *def = s->dev->default_stream;
	if (s->nonblocking || !def)
		return;
	if (s != def) {
		if (def->order)
			learn(known, def->order->known);
		return;
	}
	learn(known, retired);
	for (const struct simt_stream *t = s->dev->streams; t; t = t->next)
		if (t != def && !t->nonblocking && t->order)
			learn(known, t->order->known);
}

/* Makes p, which knows what its own edges say, the last one of s. */
static void append(struct simt_stream *s, struct hb_point *p, bool early) {
	struct hb_stream *o = of(s);
	if (!o)
		return;
	const struct hb_point *last = o->n ? o->point[(o->n - 1) % HB_KEPT] : NULL;
	follow_default(p->known, s);
	learn(p->known, host_known);
	p->early = early && last && !o->held;
	memcpy(p->soon, p->known, sizeof p->soon);
	if (p->early)
		learn(p->soon, last->soon);
	else
		learn(p->soon, o->known);
	learn(p->known, o->known);
	p->clock = 1 + (u32)(s->id % (HB_CLOCKS - 1));
	p->n = p->known[p->clock] = ++count;
	p->stream = s->id;
	p->is_default = s == s->dev->default_stream;
	p->stack = check_stack_to_keep();
	memcpy(o->known, p->known, sizeof o->known);
	o->held = false;
}

static void keep(struct simt_stream *s, struct hb_point *p, u64 seq) {
	struct hb_stream *o = s->order;
	u32 at = o->n++ % HB_KEPT;
	hb_unref(o->point[at]);
	o->point[at] = p;
	o->seq[at] = seq;
	hb_ref(p);
}

void hb_put(struct simt_stream *s, struct op *op, u64 seq) {
	if (!hb_wanted())
		return;
	if (!op->point)
		op->point = point_new();
	if (!op->point || !of(s))
		return;
	append(s, op->point, op->early);
	keep(s, op->point, seq);
}

struct hb_point *hb_here(struct simt_stream *s) {
	struct hb_point *p = hb_wanted() ? point_new() : NULL;
	if (p)
		append(s, p, false);
	return p;
}

void hb_hold(struct simt_stream *s, const struct hb_point *p) {
	struct hb_stream *o = p ? of(s) : NULL;
	if (o) {
		learn(o->known, p->known);
		o->held = true;
	}
}

/* ---- the host ---- */

void hb_host_after(const struct hb_point *p) {
	if (!p)
		return;
	learn(host_known, p->known);
	host_access_settle();
}

bool hb_host_knows(const struct hb_point *p) {
	return host_known[p->clock] >= p->n;
}

void hb_host_waited(struct simt_stream *s, u64 seq) {
	const u64 *known = known_at(s, seq);
	if (!known)
		return;
	learn(host_known, known);
	host_access_settle();
}

void hb_host_settled(struct simt_stream *s) {
	struct hb_stream *o = hb_wanted() ? of(s) : NULL;
	if (!o)
		return;
	learn(host_known, o->known);
	follow_default(host_known, s);
	host_access_settle();
}

void hb_host_waited_all(struct simt_device *dev) {
	if (!hb_wanted())
		return;
	learn(host_known, retired);
	for (struct simt_stream *s = dev->streams; s; s = s->next)
		if (s->order)
			learn(host_known, s->order->known);
	host_access_settle();
}

/* ---- work ---- */

void hb_doing(struct hb_point *p) {
	doing = p;
}

bool hb_is_doing(void) {
	return doing != NULL;
}

struct hb_point *hb_now(void) {
	struct hb_point *p = doing;
	if (p || !hb_wanted()) {
		hb_ref(p);
		return p;
	}
	if (!(p = point_new()))
		return NULL;
	p->stack = check_stack_to_keep();
	queue_lock();
	p->clock = HB_HOST;
	p->n = host_known[HB_HOST] = ++count;
	memcpy(p->known, host_known, sizeof p->known);
	queue_unlock();
	return p;
}
