/* links.c - rows of timelines for links: how long each would be busy with a collective
 * under the model of runtime/core/cost.h. A link's slices follow each other: what comes
 * while it is busy begins later.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/api/links.h"

#include <pthread.h>
#include <stdio.h>

#include "base/trace.h"
#include "runtime/core/cost.h"

enum { TRACE_LINKS = 3000, FIRST_ROW = 0x40000000 };

static struct {
	pthread_mutex_t lock;
	bool read, is_known, is_named;
	struct topology topology;
	u64 free_ns[TOPOLOGY_DEVICES]
		   [LINK_KIND_COUNT]; /* when the link's last slice ends */
	bool named[TOPOLOGY_DEVICES][LINK_KIND_COUNT];
} links = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Locked. */
static bool know_topology(void) {
	char error[TOPOLOGY_ERROR];
	if (!links.read)
		links.is_known = simt_topology_read(&links.topology, TOPOLOGY_DEVICES,
		                                    error) &&
		                 links.topology.given;
	links.read = true;
	return links.is_known;
}

static struct track row_of(u32 device, u32 kind) {
	return (struct track){TRACE_LINKS, FIRST_ROW + device * LINK_KIND_COUNT + kind};
}

static void name_row(u32 device, u32 kind) {
	char name[64];
	if (links.named[device][kind])
		return;
	links.named[device][kind] = true;
	snprintf(name, sizeof name, "device %u, %s", device,
	         simt_topology_kind_name((enum link_kind)kind));
	if (!links.is_named)
		trace_name_process(TRACE_LINKS, "links, by the model");
	links.is_named = true;
	trace_name(row_of(device, kind), name);
	trace_order(row_of(device, kind), (s32)(device * LINK_KIND_COUNT + kind));
}

/* The rate of a device's link of a kind; 0: it has none. */
static double rate_of(const struct topology *t, u32 device, u32 nrank, u32 kind) {
	for (u32 i = 0; i < nrank; i++) {
		struct topology_link l = simt_topology_between(t, device, i);
		if (l.kind == kind)
			return l.gbps * l.count;
	}
	return 0;
}

static void draw(const char *name, const struct cost *c, enum cost_algorithm a, u32 nrank,
                 u32 device, u64 start) {
	for (u32 k = LINK_NVLINK; k < LINK_KIND_COUNT; k++) {
		double rate = rate_of(&links.topology, device, nrank, k);
		char args[160];
		if (!(c->busiest[k] > 0) || !(rate > 0))
			continue;
		u64 end = start + (u64)(c->latency_us * 1e3 + c->busiest[k] / rate) + 1;
		snprintf(args, sizeof args,
		         "\"algorithm\":\"%s\",\"ranks\":%u,\"bytes\":%.0f,"
		         "\"latency_us\":%.3f,\"collective_us\":%.3f",
		         cost_algorithm_name(a), nrank, c->busiest[k], c->latency_us,
		         c->us);
		name_row(device, k);
		trace_slice(row_of(device, k), "link", name, start, end, args);
		links.free_ns[device][k] = end;
	}
}

void simt_trace_links(const char *name, u32 func, double bytes, u32 nrank,
                      const u32 *device, u32 ndevice) {
	if (!tracing() || nrank < 2 || func >= COST_FUNC_COUNT)
		return;
	pthread_mutex_lock(&links.lock);
	if (know_topology() && nrank <= links.topology.ndevice) {
		const struct topology *t = &links.topology;
		enum cost_algorithm a = cost_choose(t, nrank, (enum cost_func)func,
		                                    bytes);
		struct cost c = cost_of(t, nrank, (enum cost_func)func, bytes, a);
		u64 start = trace_now();
		for (u32 i = 0; i < ndevice; i++)
			for (u32 k = 0; k < LINK_KIND_COUNT && device[i] < nrank; k++)
				start = MAX(start, links.free_ns[device[i]][k]);
		for (u32 i = 0; i < ndevice; i++)
			if (device[i] < nrank)
				draw(name, &c, a, nrank, device[i], start);
	}
	pthread_mutex_unlock(&links.lock);
}
