/* earlier_launch.c - launches that are over, and going back into them: one is run again,
 * by itself, from what memory was when it began, while the launch that is stopped waits
 * at its own beginning. When it is over again, that launch gets back what memory was
 * there.
 *
 * What the runtime answered is in the record's log, so nothing outside of kernels happens
 * twice.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/host_float.h"
#include "base/reserve.h"
#include "runtime/debug/debug.h"

enum {
	PAST_LAUNCHES = 256,
	PAST_BYTES = 512 << 20,
};

struct past {
	struct past *older;
	struct simt_module *m;
	struct launch launch; /* as it was about to begin */
	u64 nlaunch, bytes;
	struct history_record *record;
};

static struct {
	struct past *newest;
	struct past *at;    /* that is being done again; NULL: none */
	struct launch next; /* the present one, as it was about to begin */
	u32 n;
	u64 bytes;
} past;

bool past_is_redone(void) {
	return past.at != NULL;
}

const struct history_record *past_record(void) {
	return past.at->record;
}

static struct past *before(void) {
	return past.at ? past.at->older : past.newest;
}

bool past_before(u64 *nlaunch, const char **kernel) {
	const struct past *p = before();
	if (!p)
		return false;
	*nlaunch = p->nlaunch;
	*kernel = places_plain_name(&dbg.arena, p->launch.kernel->name->s);
	return true;
}

u32 past_count(void) {
	u32 n = 0;
	for (const struct past *p = before(); p; p = p->older)
		n++;
	return n;
}

static void drop_from(struct past **first) {
	while (*first) {
		struct past *p = *first;
		*first = p->older;
		past.n--;
		past.bytes -= p->bytes;
		history_drop(p->record);
		block_free(p);
	}
}

void past_forget(const struct simt_module *m) {
	for (struct past **p = &past.newest; *p; p = &(*p)->older)
		if ((*p)->m == m) {
			drop_from(p);
			return;
		}
}

const struct history_record *past_begin(void) {
	past.next = *dbg.launch;
	if (past.newest && past.newest->m->dev != dbg.module->dev)
		drop_from(&past.newest);
	return past.newest ? past.newest->record : NULL;
}

/* A gap in the row is the end of it. */
void past_keep(void) {
	u64 bytes = 0;
	struct history_record *r = history_keep(&bytes);
	struct past *p = r ? block_new(sizeof *p) : NULL;
	if (!p) {
		if (r)
			history_drop(r);
		drop_from(&past.newest);
		return;
	}
	*p = (struct past){.older = past.newest,
	                   .m = dbg.module,
	                   .launch = past.next,
	                   .nlaunch = dbg.nlaunch,
	                   .bytes = bytes,
	                   .record = r};
	past.newest = p;
	past.n++;
	past.bytes += bytes;
	u32 n = 0;
	u64 sum = 0;
	for (struct past **q = &past.newest; *q; q = &(*q)->older) {
		sum += (*q)->bytes;
		if (++n > PAST_LAUNCHES || (n > 1 && sum > PAST_BYTES)) {
			drop_from(q);
			return;
		}
	}
}

/* As run_launch has it for a launch that somebody steps through. */
static struct launch again(const struct past *p, struct share *share) {
	struct launch l = p->launch;
	l.share = share;
	l.nworker = 1;
	l.nested = l.graph = l.work = NULL;
	l.ahead = NULL;
	l.report = NULL;
	l.report_cap = l.report_len = 0;
	l.trace_device = 0;
	l.profile = NULL;
	l.recording = NULL;
	l.debug = &dbg.client;
	share_out(&l);
	return l;
}

const char *past_enter(void) {
	struct past *p = before(), *at = past.at;
	struct debugger outer = dbg;
	struct share share = {0};
	struct launch l;
	if (!debug_is_whole(dbg.g))
		return "the kernel needs too much memory for that";
	if (!history_has_memory(p->record))
		return "memory that it had was freed since";
	struct history *h = history_leave();
	if (!h)
		return "there is not enough memory for that";
	l = again(p, &share);
	past.at = p;
	dbg.module = p->m;
	dbg.launch = &l;
	dbg.nlaunch = p->nlaunch;
	struct host_float before = host_float_enter();
	p->m->dev->backend->run(&l, 0);
	host_float_leave(before);
	past.at = at;
	dbg.module = outer.module;
	dbg.launch = outer.launch;
	dbg.nlaunch = outer.nlaunch;
	dbg.g = outer.g;
	dbg.focus = outer.focus;
	history_return(h);
	breaks_mark();
	return NULL;
}
