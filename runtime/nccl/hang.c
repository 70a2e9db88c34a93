/* hang.c - calls that can never complete: found, and explained with the ranks, their
 * calls and where the program made them.
 *
 * Ranks that call what does not go together are found when the second one comes. That
 * nothing goes on is proven where all ranks are in this process: no work runs or could
 * begin, and every thread of the program waits for a stream or in this library. Between
 * processes a call that has waited for SIMT_NCCL_REPORT seconds is reported, and goes on
 * waiting.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/net.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

_Atomic u32 hang_waiting;

static const char *const types[] = {"int8",    "uint8",    "int32",      "uint32",
                                    "int64",   "uint64",   "float16",    "float32",
                                    "float64", "bfloat16", "float8e4m3", "float8e5m2"};
static const char *const ops[] = {"sum", "prod", "max", "min"};

static bool reduces(const struct coll *c) {
	return c->func == FUNC_ALL_REDUCE || c->func == FUNC_REDUCE ||
	       c->func == FUNC_REDUCE_SCATTER;
}

static const char *op_name(const struct coll *c) {
	return c->divisor ? "avg" : c->scales ? "scaled sum" : ops[c->op & 3];
}

void hang_describe(const struct coll *c, char *text, size_t bytes) {
	static const char *const root[] = {
		[FUNC_REDUCE] = "root",  [FUNC_BROADCAST] = "root",
		[FUNC_GATHER] = "root",  [FUNC_SCATTER] = "root",
		[FUNC_SEND] = "to rank", [FUNC_RECV] = "from rank"};
	int n = snprintf(text, bytes, "%s(%llu x %s", func_name((enum func)c->func),
	                 (unsigned long long)c->count, types[c->type]);
	if (reduces(c))
		n += snprintf(text + n, bytes - (size_t)n, ", %s", op_name(c));
	if (c->func < countof(root) && root[c->func])
		n += snprintf(text + n, bytes - (size_t)n, ", %s %d", root[c->func],
		              (int)c->root);
	snprintf(text + n, bytes - (size_t)n, ")");
}

/* ---- reports ----------------------------------------------------------------------- */

static void say_place(const void *pc, const char *place) {
	char text[256];
	if (pc)
		lib_place(pc, text, sizeof text);
	else
		snprintf(text, sizeof text, "%s", place);
	if (*text)
		fprintf(stderr, "simt:        at %s\n", text);
}

static void head(const struct clique *q, const char *what) {
	fprintf(stderr, "simt: NCCL: %s (communicator %s, %d ranks)\n", what, q->name,
	        (int)q->nranks);
}

static void say_missing(const struct clique *q, s32 rank, struct key key) {
	const struct ncclComm *c = q->rank[rank];
	char text[200];
	if (q->is_gone[rank]) {
		fprintf(stderr,
		        "simt:    rank %d never comes: its communicator is destroyed\n",
		        (int)rank);
	} else if (!c) {
		fprintf(stderr, "simt:    rank %d has not come (process %d on %s)\n",
		        (int)rank, (int)q->process[q->member[rank].process].pid,
		        q->process[q->member[rank].process].host);
	} else if (!c->last_pc) {
		fprintf(stderr,
		        "simt:    rank %d has not come: it has called nothing yet\n",
		        (int)rank);
	} else if (!key.space && c->ncoll > key.number) {
		hang_describe(&c->last, text, sizeof text);
		fprintf(stderr,
		        "simt:    rank %d has called it, but its stream waits for other "
		        "work; its last call is %s\n",
		        (int)rank, text);
		say_place(c->last_pc, "");
	} else {
		hang_describe(&c->last, text, sizeof text);
		fprintf(stderr, "simt:    rank %d has not come; its last call is %s\n",
		        (int)rank, text);
		say_place(c->last_pc, "");
	}
}

static void say_call(const struct meeting *m, s32 r) {
	char text[200];
	hang_describe(&m->at[r].what, text, sizeof text);
	fprintf(stderr, "simt:    rank %d: %s\n", (int)r, text);
	say_place(m->at[r].pc, m->at[r].place);
}

static void say_meeting(const struct clique *q, const struct meeting *m) {
	for (s32 r = 0; r < q->nranks; r++)
		if (m->at[r].here)
			say_call(m, r);
		else
			say_missing(q, r, m->key);
}

/* The first difference, in words. */
static const char *difference(const struct coll *a, const struct coll *b) {
	if (a->func != b->func)
		return "ranks call different functions";
	if (a->count != b->count)
		return "ranks call with different counts";
	if (a->type != b->type)
		return "ranks call with different types";
	if (a->root != b->root)
		return "ranks call with different roots";
	return "ranks call with different operations";
}

void hang_mismatch(struct clique *q, const struct meeting *m, s32 rank) {
	s32 first = 0;
	if (q->error != ncclSuccess)
		return;
	while (first == rank || !m->at[first].here ||
	       coll_same(&m->at[first].what, &m->at[rank].what))
		first++;
	const char *what = difference(&m->at[first].what, &m->at[rank].what);
	flockfile(stderr);
	head(q, what);
	for (s32 r = 0; r < q->nranks; r++)
		if (m->at[r].here)
			say_call(m, r);
	funlockfile(stderr);
	WARN("%s", what);
	clique_fail(q, ncclInvalidUsage);
}

static void say_end(const struct pair *p, bool send) {
	const struct end *e = send ? &p->send : &p->recv;
	s32 self = send ? p->src : p->dst, other = send ? p->dst : p->src;
	fprintf(stderr, "simt:    rank %d: %s of %llu bytes %s rank %d\n", (int)self,
	        send ? "ncclSend" : "ncclRecv", (unsigned long long)e->bytes,
	        send ? "to" : "from", (int)other);
	say_place(e->pc, e->place);
}

void hang_pair_mismatch(struct clique *q, const struct pair *p) {
	if (q->error != ncclSuccess)
		return;
	flockfile(stderr);
	head(q, "a send and its receive have different sizes");
	say_end(p, true);
	say_end(p, false);
	funlockfile(stderr);
	WARN("a send and its receive have different sizes");
	clique_fail(q, ncclInvalidUsage);
}

static void say_pair(const struct clique *q, const struct pair *p) {
	s32 missing = p->send.here ? p->dst : p->src;
	const struct ncclComm *c = q->rank[missing];
	say_end(p, p->send.here);
	for (const struct pair *o = q->pairs; o && c; o = o->next)
		if (o != p && ((o->src == missing && o->send.here) ||
		               (o->dst == missing && o->recv.here)))
			return; /* that rank waits, too, and is reported */
	say_missing(q, missing, (struct key){0, UINT64_MAX});
}

/* In the order of the ranks that wait, whichever came first. */
static void say_pairs(const struct clique *q, bool again) {
	for (s32 r = 0; r < q->nranks; r++)
		for (const struct pair *p = q->pairs; p; p = p->next)
			if (p->send.here != p->recv.here && (again || !p->reported) &&
			    (p->send.here ? p->src : p->dst) == r)
				say_pair(q, p);
	for (struct pair *p = q->pairs; p; p = p->next)
		p->reported = true;
}

/* ---- watching ---------------------------------------------------------------------- */

static u32 count_tasks(void) {
	DIR *d = opendir("/proc/self/task");
	u32 n = 0;
	struct dirent *e;
	while (d && (e = readdir(d)))
		n += e->d_name[0] != '.';
	if (d)
		closedir(d);
	return n;
}

/* Whether nothing will go on any more, unless another process does something. */
static bool is_stuck(void) {
	static u64 completed;
	static bool was_still;
	struct lib_state s;
	lib_state(&s);
	u32 waiting = s.waiting + atomic_load(&hang_waiting);
	bool still = !s.running && !s.ready && waiting && s.completed == completed;
	completed = s.completed;
	bool stuck = still && was_still &&
	             waiting + s.threads + net_threads() >= count_tasks();
	was_still = still;
	return stuck;
}

u64 hang_seconds(const char *variable, u64 otherwise) {
	const char *text = getenv(variable);
	return (text && *text ? strtoull(text, NULL, 10) : otherwise) * 1000000000;
}

struct watching {
	bool stuck;
	u64 now, report, timeout; /* 0: never */
};

static bool is_late(const struct watching *w, u64 since, bool reported) {
	return !reported && w->report && w->now - since > w->report;
}

static bool needs_gone(const struct clique *q, const struct meeting *m) {
	for (s32 r = 0; r < q->nranks; r++)
		if (q->is_gone[r] && !m->at[r].here)
			return true;
	return false;
}

/* Whether any of this process takes part, which then waits. */
static bool waits_here(const struct clique *q, const struct meeting *m) {
	for (s32 r = 0; r < q->nranks; r++)
		if (m->at[r].here && m->at[r].token)
			return true;
	(void)q;
	return false;
}

static void watch_meeting(struct clique *q, struct meeting *m, const struct watching *w) {
	bool open = m->arrived < (u32)q->nranks && waits_here(q, m);
	bool proven = open && ((w->stuck && clique_is_local(q)) || needs_gone(q, m));
	bool over = open && w->timeout && w->now - m->since_ns > w->timeout;
	if (!proven && !over && !(open && is_late(w, m->since_ns, m->reported)))
		return;
	if (proven || !m->reported) {
		flockfile(stderr);
		head(q, proven ? "a collective can never complete"
		               : "a collective waits for ranks");
		say_meeting(q, m);
		funlockfile(stderr);
	}
	m->reported = true;
	if (proven || over) {
		WARN("a collective does not complete");
		clique_fail(q, proven ? ncclInvalidUsage : ncclRemoteError);
	}
}

static void watch_pair(struct clique *q, struct pair *p, const struct watching *w) {
	s32 missing = p->send.here ? p->dst : p->src;
	struct batch *b = p->send.here ? p->send.batch : p->recv.batch;
	bool open = p->send.here != p->recv.here && b &&
	            q->member[missing].process == q->me;
	open |= p->recv.here && !p->send.here;
	bool proven = open && ((w->stuck && clique_is_local(q)) || q->is_gone[missing]);
	bool over = open && w->timeout && w->now - p->since_ns > w->timeout;
	if (!proven && !over && !(open && is_late(w, p->since_ns, p->reported)))
		return;
	flockfile(stderr);
	if (proven || !p->reported)
		head(q, proven ? "a send or receive can never complete"
		               : "a send or receive waits for its other end");
	say_pairs(q, proven);
	funlockfile(stderr);
	if (proven || over) {
		WARN("a send or receive does not complete");
		clique_fail(q, proven ? ncclInvalidUsage : ncclRemoteError);
	}
}

static void watch_clique(struct clique *q, void *ctx) {
	struct watching *w = ctx;
	bool good = q->error == ncclSuccess;
	for (struct meeting *m = q->meetings; m && q->error == ncclSuccess; m = m->next)
		watch_meeting(q, m, w);
	for (struct pair *p = q->pairs; p && q->error == ncclSuccess; p = p->next)
		watch_pair(q, p, w);
	/* What fails here may let the others go on. */
	if (good && q->error != ncclSuccess)
		w->stuck = false;
}

void hang_watch(void) {
	struct watching w = {.stuck = is_stuck(),
	                     .now = now_ns(),
	                     .report = hang_seconds("SIMT_NCCL_REPORT", 30),
	                     .timeout = hang_seconds("SIMT_NCCL_TIMEOUT", 0)};
	clique_each(watch_clique, &w);
}
