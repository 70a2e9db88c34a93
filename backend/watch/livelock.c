/* livelock.c - the proof that loops which wait for memory never end.
 *
 * A lane that waits for an mbarrier object, or for a word of memory, does not stand still
 * as at a barrier: it tests again and again. If after one turn of all groups of the
 * cluster its state is as before - places of lanes, registers, shared and local memory -
 * and no lane has written anything, then the next turn is like this one, and so is each
 * that follows, as long as the memory it has read stays the same. An mbarrier in shared
 * memory does: copies are done at once.
 *
 * Global memory may be written by others: clusters, launches, the host. So if that has
 * been read, the rest must not write either: the runtime has said that nothing else runs
 * (machine.alone), and each cluster of the launch has ended or is proven to go round like
 * this one, without a write since the first of these proofs. A loop whose registers
 * differ from turn to turn, for it looks at a clock or counts, proves nothing; nor does
 * any loop while a lane sleeps.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/hook_check.h"
#include "backend/machine/sched.h"
#include "backend/watch/check_state.h"
#include "backend/watch/cluster_hash.h"

enum { LOOK_EVERY = 64 }; /* passes */

/* Checks whether no other grid runs: none that its threads have launched, none before or
 * after it in its stream. */
static bool is_alone(const struct launch *l, const struct dmodule *dm) {
	return l->machine->alone && !l->nested && !l->parent_id && !l->ahead &&
	       !dm->may_trigger;
}

/* Checks whether any lane sleeps: it has had no turn. */
static bool any_sleeps(const struct cluster *cl) {
	for (u32 i = 0; i < cl->ncta; i++)
		for (u32 j = 0; j < cl->cta[i].nwarp; j++)
			if (sched_is_sleeping(&cl->cta[i].warp[j]))
				return true;
	return false;
}

static bool all_are_stuck(const struct worker *wk) {
	u64 n = 0;
	for (const struct cluster *cl = wk->resident; cl; cl = cl->next)
		n += !cl->nlive ? 0
		                : check_cta_of(cl->cta)->stuck == wk->check->wrote + 1;
	return n == wk->launch->ncluster - atomic_load(&wk->launch->nretired);
}

bool check_is_stuck(struct cluster *cl) {
	struct check_cta *k = check_cta_of(cl->cta);
	struct worker *w = cl->cta[0].worker;
	struct check_worker *wk = w->check;
	u64 pass = ++k->npass;
	bool second = pass == k->at_pass + 1;
	if (!(wk->tools & CHECK_SYNC) || (!second && pass % LOOK_EVERY) || any_sleeps(cl))
		return false;
	u64 now = cluster_hash(HASH_START, cl);
	if (second) {
		if (now != k->looked_like || wk->wrote != k->wrote)
			return false;
		if (wk->looked == k->looked)
			return true;
		k->stuck = wk->wrote + 1;
		return is_alone(w->launch, w->dm) && all_are_stuck(w);
	}
	k->at_pass = pass;
	k->looked_like = now;
	k->wrote = wk->wrote;
	k->looked = wk->looked;
	return false;
}
