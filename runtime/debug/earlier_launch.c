/* earlier_launch.c - launches that are over, and going back into them: one is run again,
 * by itself, from what memory was when it began, while the launch that is stopped waits
 * at its own beginning. When it is over again, that launch gets back what memory was
 * there.
 *
 * What the runtime answered is in the record's log, so calls of the runtime are not made
 * twice.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/host_float.h"
#include "base/reserve.h"
#include "runtime/debug/breaks.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/earlier_launch.h"
#include "runtime/debug/history.h"
#include "runtime/debug/places.h"

enum {
	EARLIER_LAUNCHES = 256,
	EARLIER_BYTES = 512 << 20,
};

struct earlier_launch {
	struct earlier_launch *older;
	struct simt_module *m;
	struct launch launch; /* as it was about to begin */
	u64 nlaunch, bytes;
	struct history_record *record;
};

static struct {
	struct earlier_launch *newest;
	struct earlier_launch *at; /* that is run again; NULL: none */
	struct launch next;        /* the present one, as it was about to begin */
	u32 n;
	u64 bytes;
} earlier;

bool earlier_is_redone(void) {
	return earlier.at != NULL;
}

const struct history_record *earlier_record(void) {
	return earlier.at->record;
}

static struct earlier_launch *before(void) {
	return earlier.at ? earlier.at->older : earlier.newest;
}

bool earlier_before(u64 *nlaunch, const char **kernel) {
	const struct earlier_launch *p = before();
	if (!p)
		return false;
	*nlaunch = p->nlaunch;
	*kernel = places_plain_name(&dbg.arena, p->launch.kernel->name->s);
	return true;
}

u32 earlier_count(void) {
	u32 n = 0;
	for (const struct earlier_launch *p = before(); p; p = p->older)
		n++;
	return n;
}

static void drop_from(struct earlier_launch **first) {
	while (*first) {
		struct earlier_launch *p = *first;
		*first = p->older;
		earlier.n--;
		earlier.bytes -= p->bytes;
		history_drop(p->record);
		block_free(p);
	}
}

void earlier_forget(const struct simt_module *m) {
	for (struct earlier_launch **p = &earlier.newest; *p; p = &(*p)->older)
		if ((*p)->m == m) {
			drop_from(p);
			return;
		}
}

const struct history_record *earlier_begin(void) {
	earlier.next = *dbg.launch;
	if (earlier.newest && earlier.newest->m->dev != dbg.module->dev)
		drop_from(&earlier.newest);
	return earlier.newest ? earlier.newest->record : NULL;
}

/* A launch that cannot be kept makes those before it unreachable. */
void earlier_keep(void) {
	u64 bytes = 0;
	struct history_record *r = history_keep(&bytes);
	struct earlier_launch *p = r ? block_new(sizeof *p) : NULL;
	if (!p) {
		if (r)
			history_drop(r);
		drop_from(&earlier.newest);
		return;
	}
	*p = (struct earlier_launch){.older = earlier.newest,
	                             .m = dbg.module,
	                             .launch = earlier.next,
	                             .nlaunch = dbg.nlaunch,
	                             .bytes = bytes,
	                             .record = r};
	earlier.newest = p;
	earlier.n++;
	earlier.bytes += bytes;
	u32 n = 0;
	u64 sum = 0;
	for (struct earlier_launch **q = &earlier.newest; *q; q = &(*q)->older) {
		sum += (*q)->bytes;
		if (++n > EARLIER_LAUNCHES || (n > 1 && sum > EARLIER_BYTES)) {
			drop_from(q);
			return;
		}
	}
}

/* Sets the launch up as run_launch does, to be stepped through. */
static struct launch again(const struct earlier_launch *p, struct worker_slot *slot) {
	struct launch l = p->launch;
	l.slot = slot;
	l.nworker = 1;
	l.nested = l.graph = l.work = NULL;
	l.ahead = NULL;
	l.report = NULL;
	l.report_cap = l.report_len = 0;
	l.trace_device = 0;
	l.profile = NULL;
	l.recording = NULL;
	l.debug = &dbg.client;
	clusters_divide(&l);
	return l;
}

const char *earlier_enter(void) {
	struct earlier_launch *p = before(), *at = earlier.at;
	struct debugger outer = dbg;
	struct worker_slot slot = {0};
	struct launch l;
	if (!debug_is_whole(dbg.g))
		return "the kernel needs too much memory for that";
	if (!history_has_memory(p->record))
		return "memory that it had was freed since";
	struct history *h = history_leave();
	if (!h)
		return "there is not enough memory for that";
	l = again(p, &slot);
	earlier.at = p;
	dbg.module = p->m;
	dbg.launch = &l;
	dbg.nlaunch = p->nlaunch;
	struct host_float before = host_float_enter();
	p->m->dev->backend->run(&l, 0);
	host_float_leave(before);
	earlier.at = at;
	dbg.module = outer.module;
	dbg.launch = outer.launch;
	dbg.nlaunch = outer.nlaunch;
	dbg.g = outer.g;
	dbg.focus = outer.focus;
	history_return(h);
	breaks_mark();
	return NULL;
}
