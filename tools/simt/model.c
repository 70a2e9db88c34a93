/* model.c - simt model: what a collective sends, and how long that takes under an
 * alpha-beta model of the topology.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/trace.h"
#include "runtime/core/cost.h"
#include "tools/simt/ci.h"

/* "256 MiB" */
static const char *size_text(double bytes, char out[32]) {
	static const char *const unit[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
	u32 i = 0;
	while (i + 1 < countof(unit) && bytes >= 1024) {
		bytes /= 1024;
		i++;
	}
	snprintf(out, 32, "%.4g %s", bytes, unit[i]);
	return out;
}

static const char *kind_title(enum link_kind k) {
	return k == LINK_NET ? "network" : k == LINK_NVLINK ? "NVLink" : "PCIe";
}

static void show_cost(u32 nrank, enum cost_algorithm a, const struct cost *c, bool best) {
	char bytes[32], busy[32];
	printf("%8u  %-6s%s  %12.6g  %12s", nrank, cost_algorithm_name(a),
	       best ? "*" : " ", c->messages, size_text(c->bytes, bytes));
	printf("  %12.3f  %14.3f  ", c->latency_us, c->us);
	const char *gap = "";
	for (u32 k = LINK_NVLINK; k < LINK_KIND_COUNT; k++)
		if (c->busiest[k] > 0) {
			printf("%s%s %s", gap, kind_title((enum link_kind)k),
			       size_text(c->busiest[k], busy));
			gap = ", ";
		}
	putchar('\n');
}

/* ---- the same as a timeline: a row for each link ------------------------------------------ */

enum { TRACE_MODEL = 3000 }; /* pids: one for each number of ranks */

/* The first link of a kind that the device has to others; 0: it has none. */
static double rate_of(const struct topology *t, u32 device, u32 nrank, u32 kind) {
	for (u32 i = 0; i < nrank; i++) {
		struct topology_link l = simt_topology_between(t, device, i);
		if (l.kind == kind && i != device)
			return l.gbps * l.count;
	}
	return 0;
}

static void draw_link(const char *name, const struct cost *c, u32 pid, u32 device,
                      u32 kind, double rate) {
	struct track row = {pid, 1 + device * LINK_KIND_COUNT + kind};
	char text[160];
	u64 busy = (u64)(c->busiest[kind] / rate);
	snprintf(text, sizeof text, "rank %u, %s", device,
	         kind_title((enum link_kind)kind));
	trace_name(row, text);
	trace_order(row, (s32)row.tid);
	snprintf(text, sizeof text, "\"bytes\":%.0f,\"latency_us\":%.3f",
	         c->busiest[kind], c->latency_us);
	trace_slice(row, "link", name, 0, (u64)(c->latency_us * 1e3) + busy + 1, text);
}

static void draw_ranks(const struct topology *t, u32 nrank, enum cost_func f,
                       double bytes, u32 pid) {
	enum cost_algorithm a = cost_choose(t, nrank, f, bytes);
	struct cost c = cost_of(t, nrank, f, bytes, a);
	char name[64], text[96];
	snprintf(name, sizeof name, "%s, %s", cost_func_name(f), cost_algorithm_name(a));
	snprintf(text, sizeof text, "%u ranks", nrank);
	trace_name_process(pid, text);
	trace_name((struct track){pid, 0}, "the whole collective");
	snprintf(text, sizeof text, "\"messages\":%.0f,\"bytes\":%.0f", c.messages,
	         c.bytes);
	trace_slice((struct track){pid, 0}, "collective", name, 0, (u64)(c.us * 1e3) + 1,
	            text);
	for (u32 device = 0; device < nrank; device++)
		for (u32 k = LINK_NVLINK; k < LINK_KIND_COUNT; k++) {
			double rate = c.busiest[k] > 0 ? rate_of(t, device, nrank, k) : 0;
			if (rate > 0)
				draw_link(name, &c, pid, device, k, rate);
		}
}

static void show_ranks(const struct topology *t, u32 nrank, enum cost_func f,
                       double bytes) {
	enum cost_algorithm best = cost_choose(t, nrank, f, bytes);
	for (u32 a = 0; a < COST_ALGORITHM_COUNT; a++) {
		struct cost c = cost_of(t, nrank, f, bytes, (enum cost_algorithm)a);
		if (c.possible)
			show_cost(nrank, (enum cost_algorithm)a, &c, a == best);
	}
}

static int find_func(const char *word) {
	for (u32 f = 0; f < COST_FUNC_COUNT; f++)
		if (strcmp(cost_func_name((enum cost_func)f), word) == 0)
			return (int)f;
	return -1;
}

const char *model_run(struct arena *a, const struct wishes *w, const char *word) {
	static struct topology t;
	char error[TOPOLOGY_ERROR], size[32];
	int f = find_func(word);
	const char *topology = w->topology ? w->topology : getenv("SIMT_TOPOLOGY");
	double bytes = w->bytes ? (double)w->bytes : 256 << 20;
	if (f < 0)
		return arena_printf(a,
		                    "no collective is called '%s': allreduce, reduce, "
		                    "broadcast, reducescatter, allgather, alltoall, "
		                    "gather, scatter, sendrecv",
		                    word);
	if (!topology || !*topology)
		topology = "1x8";
	if (!simt_topology_parse(&t, w->topology ? "--topology" : "SIMT_TOPOLOGY",
	                         topology, TOPOLOGY_RANKS, error)) {
		fputs(error, stderr);
		return "the topology is wrong";
	}
	if (w->trace && !trace_open(w->trace, error, sizeof error))
		return arena_printf(a, "%s: %s", w->trace, error);
	const char *list = w->ranks ? w->ranks : arena_printf(a, "%u", t.ndevice);
	printf("%s of %s, topology %s\n"
	       "   ranks  algorithm      messages    bytes sent    latency us         "
	       "time us  bytes on the busiest link\n",
	       word, size_text(bytes, size), topology);
	for (u32 pid = TRACE_MODEL; *list; pid++) {
		char *end;
		unsigned long n = strtoul(list, &end, 10);
		if (end == list || (*end && *end != ',') || n < 2 || n > t.ndevice)
			return arena_printf(a,
			                    "--ranks=%s: numbers from 2 to %u, with "
			                    "commas between them",
			                    w->ranks ? w->ranks : list, t.ndevice);
		show_ranks(&t, (u32)n, (enum cost_func)f, bytes);
		if (w->trace)
			draw_ranks(&t, (u32)n, (enum cost_func)f, bytes, pid);
		list = end + (*end == ',');
	}
	trace_close();
	return NULL;
}
