/* model.c - reads SIMT_DEVICES, SIMT_TOPOLOGY, SIMT_DEVICE and SIMT_DEVICE_MEMORY, as the
 * runtime does.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvml/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/core/environment.h"

static const char *text_of(const char *name, const char *usual) {
	const char *s = getenv(name);
	return s && *s ? s : usual;
}

/* 0 devices, and a line on standard error, if the environment is wrong. */
static u32 count(struct topology *t) {
	char error[TOPOLOGY_ERROR];
	if (simt_topology_read(t, MODEL_DEVICES, error))
		return t->ndevice;
	fputs(error, stderr);
	return 0;
}

u32 model_read(struct nvmlDevice_st device[MODEL_DEVICES]) {
	const char *arch = text_of("SIMT_DEVICE", DEFAULT_DEVICE);
	u32 sm = strncmp(arch, "sm_", 3) == 0 ? (u32)strtoul(arch + 3, NULL, 10) : 0;
	u64 bytes = environment_size(text_of("SIMT_DEVICE_MEMORY", "0"));
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	static struct topology topology;
	u32 n = sm ? count(&topology) : 0;
	for (u32 i = 0; i < n; i++) {
		struct nvmlDevice_st *d = &device[i];
		*d = (struct nvmlDevice_st){
			.topology = &topology,
			.index = i,
			.sm = sm,
			.cores = cores > 0 ? (u32)cores : 1,
			.memory_bytes = bytes ? bytes : environment_default_memory(),
		};
		snprintf(d->name, sizeof d->name, "simt sm_%u", sm);
		snprintf(d->uuid, sizeof d->uuid, DEVICE_UUID "%02x", i);
		simt_topology_bus_id(&topology, i, d->bus_id);
	}
	return n;
}
