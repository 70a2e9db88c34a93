/* strict_locks.c - the strict mode's eye on locks: a lock that cas or exch takes, data
 * that is accessed, the lock given back, and no fence between the first two. On a device
 * the access may happen before the lock is held. Clocks show that only in a schedule
 * where another thread has held the lock before, so the pattern itself is what is looked
 * for; a lock that only one warp, or with a fence of the cta only one cta, ever uses is
 * none.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/hook_check.h"
#include "backend/watch/racecheck.h"

struct lock {
	u64 cta;
	u32 warp;
	bool warps, ctas; /* several have used it */
	/* the access without a fence, until it is known whether it matters */
	bool has_use, reported, cta_fence;
	struct finding use;
};

static struct lock *lock_at(struct warp *w, const void *p) {
	struct race *r = race_of(w);
	u64 *at = map_at(&r->locks, (uintptr_t)p);
	if (!*at) {
		struct lock *l = arena_new(r->arena, struct lock);
		l->cta = w->cta->linear;
		l->warp = w->id;
		*at = (uintptr_t)l;
	}
	return (struct lock *)(uintptr_t)*at;
}

static void report(const struct warp *w, struct lock *l) {
	if (!l->has_use || l->reported || !(l->cta_fence ? l->ctas : l->warps))
		return;
	l->reported = true;
	finding_report(w, &l->use);
}

static void keep_use(struct warp *w, struct lock *l, const struct lock_taken *t) {
	struct finding f = finding_at(w, t->use, t->lane, CHECK_RACE, FINDING_ASYNC);
	if (l->has_use && !(l->cta_fence && !t->cta_fence))
		return;
	f.rule = STRICT_ACQUIRE;
	snprintf(f.text, sizeof f.text, "%s",
	         t->cta_fence ? "access after a lock was taken, with a fence of the cta "
	                        "only between"
	                      : "access after a lock was taken, without a fence between");
	l->has_use = true;
	l->cta_fence = t->cta_fence;
	l->use = f;
}

static bool takes(const struct dinst *d, u32 flags) {
	u32 op = MOD_GET(d->mods, AOP), sem = MOD_GET(d->mods, SEM);
	return flags & ACCESS_ATOMIC && (op == MOD_AOP_CAS || op == MOD_AOP_EXCH) &&
	       sem != MOD_SEM_ACQUIRE && sem != MOD_SEM_ACQ_REL && sem != MOD_SEM_SC;
}

void strict_lock(struct warp *w, const struct dinst *d, const void *p, u32 flags) {
	struct lock_taken *t = &check_warp_of(w)->taken;
	if (!(race_of(w)->strict & STRICT_ACQUIRE) || !(flags & ACCESS_STORE))
		return;
	bool gives = t->lock == p && t->use;
	if (!gives && !takes(d, flags))
		return;
	struct lock *l = lock_at(w, p);
	l->ctas |= l->cta != w->cta->linear;
	l->warps |= l->ctas || l->warp != w->id;
	if (gives)
		keep_use(w, l, t);
	report(w, l);
	*t = (struct lock_taken){.lock = !gives && takes(d, flags) ? p : NULL};
}

void strict_fence(struct warp *w, bool of_cta) {
	struct lock_taken *t = &check_warp_of(w)->taken;
	if (t->use)
		return;
	if (of_cta)
		t->cta_fence = true;
	else
		t->lock = NULL;
}
