/* stuck.c - the proof that loops around mbarrier waits never end.
 *
 * A lane that waits for an mbarrier object does not stand still as at a barrier: it asks again and again. If
 * after one turn of everybody in the cluster all of it is as it was - places of lanes, registers, shared and
 * local memory - and nobody has asked anything but that, then the next turn is like this one, and so is each
 * that follows. Nothing else can change the objects: copies are done at once. A loop that looks at a clock or
 * at global memory, or sleeps, proves nothing: its registers differ, or it has asked outside.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/check/hook.h"
#include "backend/check/watch.h"
#include "backend/interp/state.h"

enum { LOOK_EVERY = 64 }; /* passes */

bool check_is_stuck(struct cluster *cl) {
	struct check_cta *k = check_cta_of(cl->cta);
	struct check_worker *wk = cl->cta[0].worker->check;
	u64 pass = ++k->npass;
	bool second = pass == k->at_pass + 1;
	if (!(wk->tools & CHECK_SYNC) || (!second && pass % LOOK_EVERY))
		return false;
	u64 now = cluster_hash(HASH_START, cl);
	if (second)
		return now == k->looked_like && wk->outside == k->outside;
	k->at_pass = pass;
	k->looked_like = now;
	k->outside = wk->outside;
	return false;
}
