/* timeline.c - rows and events of timelines, and the interface for callers of the
 * runtime.
 *
 *     host           one row for each thread: calls, NVTX ranges, compilations
 *     device N       one row for each stream: kernels, copies, fills, graphs, host functions
 *     workers of N   one row for each worker thread: ctas, with more rows for those resident together
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/timeline.h"
#include "runtime/core/names.h"

#include <stdio.h>
#include <stdlib.h>

static _Thread_local struct track here; /* pid 0: the thread's own row */

/* ---- opening ----------------------------------------------------------------------- */

enum simt_status simt_trace_open(const char *path) {
	char why[512];
	return trace_open(path, why, sizeof why) ? SIMT_OK
	                                         : fail(SIMT_INVALID_VALUE, "%s", why);
}

/* Opens the timeline before main: calls before the first device belong to it. */
__attribute__((constructor)) static void open_from_environment(void) {
	const char *path = getenv("SIMT_TRACE");
	char why[512];
	if (path && *path && !trace_open(path, why, sizeof why))
		fprintf(stderr, "simt: SIMT_TRACE: %s\n", why);
}

/* ---- rows -------------------------------------------------------------------------- */

void timeline_device(struct simt_device *dev) {
	static _Atomic u32 count;
	char name[64];
	dev->number = atomic_fetch_add(&count, 1);
	if (!tracing())
		return;
	snprintf(name, sizeof name, "device %u, sm_%u", dev->number,
	         dev->machine.limits.sm);
	trace_name_process(TRACE_DEVICE + dev->number, name);
	snprintf(name, sizeof name, "workers of device %u", dev->number);
	trace_name_process(TRACE_WORKERS + dev->number, name);
}

static struct track stream_row(const struct simt_stream *s) {
	return (struct track){TRACE_DEVICE + s->dev->number, (u32)s->id};
}

void timeline_stream(const struct simt_stream *s) {
	char name[64];
	if (!tracing())
		return;
	snprintf(name, sizeof name, "stream %llu", (unsigned long long)s->id);
	trace_name(stream_row(s), name);
	trace_order(stream_row(s), (s32)MIN(s->id, 0x7fffffffu));
}

u64 timeline_enter(const struct simt_stream *s) {
	if (!tracing())
		return 0;
	here = stream_row(s);
	return trace_now() + 1;
}

void timeline_leave(const char *name, u64 start) {
	if (name)
		trace_slice(here, "host", name, start - 1, trace_now(), NULL);
	here.pid = 0;
}

struct track timeline_here(void) {
	return here.pid ? here : trace_host();
}

/* ---- work -------------------------------------------------------------------------- */

void timeline_launch(const struct launch *l, u32 workers, u64 start) {
	char args[512], parent[40] = "", insts[48] = "";
	if (l->parent_id)
		snprintf(parent, sizeof parent, ",\"parent\":%llu",
		         (unsigned long long)l->parent_id);
	if (!atomic_load(&l->compiled)) /* compiled code does not count */
		snprintf(insts, sizeof insts, ",\"warp_instructions\":%llu",
		         (unsigned long long)atomic_load(&l->inst_count));
	snprintf(args, sizeof args,
	         "\"grid\":\"%u,%u,%u\",\"block\":\"%u,%u,%u\",\"cluster\":\"%u,%u,%u\","
	         "\"shared\":%u,\"workers\":%u,\"compiled\":%s%s,\"grid_id\":%llu%s",
	         l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
	         l->block[2], l->cluster[0], l->cluster[1], l->cluster[2],
	         l->shared_static + l->shared_dynamic, workers,
	         atomic_load(&l->compiled) ? "true" : "false", insts,
	         (unsigned long long)l->grid_id, parent);
	struct arena scratch = ARENA_INIT;
	trace_slice(timeline_here(), "kernel", name_shown(&scratch, l->kernel->name->s),
	            start, trace_now(), args);
	arena_drop(&scratch);
}

static void slice_bytes(const char *category, const char *name, u64 start, u64 bytes) {
	char args[64];
	snprintf(args, sizeof args, "\"bytes\":%llu", (unsigned long long)bytes);
	trace_slice(timeline_here(), category, name, start, trace_now(), args);
}

void timeline_copy(const struct simt_copy *c, u64 start) {
	static const char *const names[2][2] = {{"copy HtoH", "copy HtoD"},
	                                        {"copy DtoH", "copy DtoD"}};
	slice_bytes("copy", names[c->src_device != NULL][c->dst_device != NULL], start,
	            c->width * c->height * c->depth);
}

void timeline_fill(const struct simt_fill *f, u64 start) {
	slice_bytes("fill", "fill", start, f->width * f->element * f->height * f->depth);
}

void timeline_call(const char *function, u64 start) {
	trace_slice(timeline_here(), "library", function, start, trace_now(), NULL);
}

void timeline_graph(bool begins, const void *plan) {
	if (tracing())
		trace_async(begins, timeline_here(), "graph", "graph", (uintptr_t)plan,
		            NULL);
}

void timeline_event(const void *event) {
	char args[64];
	if (!tracing())
		return;
	snprintf(args, sizeof args, "\"event\":\"%p\"", event);
	trace_instant(timeline_here(), "event", "event record", args);
}

/* ---- the interface for callers of the runtime -------------------------------------- */

bool simt_tracing(void) {
	return tracing();
}

u64 simt_trace_now(void) {
	return trace_now();
}

void simt_trace_call(const char *name, u64 start, int status, const char *result) {
	char args[256];
	int n = snprintf(args, sizeof args, "\"status\":%d", status);
	if (result)
		trace_text(args + n, sizeof args - (size_t)n, "result", result, true);
	trace_slice(trace_host(), "api", name, start, trace_now(), args);
}

/* The arguments of an event of the program: its name goes there, where it may be longer.
 */
static void domain_args(char args[256], const char *domain, u32 argb) {
	int n = argb ? snprintf(args, 256, "\"color\":\"#%06x\"", argb & 0xffffff) : 0;
	args[n] = 0;
	if (domain)
		trace_text(args + n, 256 - (size_t)n, "domain", domain, n != 0);
}

static struct track domain_row(const char *domain) {
	return domain ? trace_host_domain(domain) : trace_host();
}

void simt_trace_push(const char *domain, const char *name, u32 argb) {
	char args[256];
	domain_args(args, domain, argb);
	trace_begin(domain_row(domain), domain ? domain : "nvtx", name, args);
}

void simt_trace_pop(const char *domain, const char *name) {
	trace_end(domain_row(domain), domain ? domain : "nvtx", name);
}

void simt_trace_mark(const char *domain, const char *name, u32 argb) {
	char args[256];
	domain_args(args, domain, argb);
	trace_instant(domain_row(domain), domain ? domain : "nvtx", name, args);
}

void simt_trace_range(bool begins, const char *domain, const char *name, u64 id,
                      u32 argb) {
	char args[256];
	domain_args(args, domain, argb);
	trace_async(begins, trace_host(), domain ? domain : "nvtx", name, id,
	            begins ? args : NULL);
}

void simt_trace_name_thread(u32 id, const char *name) {
	trace_name_thread(id, name);
}
