/* model.h - the devices that the environment describes, none of which is opened.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/topology.h"

enum {
	MODEL_DEVICES = 16,
	MODEL_MEMORY_MHZ = 1000, /* as cudaDevAttrMemoryClockRate has it */
};

struct nvmlDevice_st {
	const struct topology *topology;
	u32 index, sm, cores;
	u64 memory_bytes;
	char name[64], uuid[48],
		bus_id[32]; /* as the runtime's cudaDeviceProp has them */
};

/* Fills in the devices and returns how many there are. */
u32 model_read(struct nvmlDevice_st device[MODEL_DEVICES]);
