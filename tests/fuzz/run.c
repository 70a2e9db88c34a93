/* run.c - fuzz target: what loads is also launched on the interpreter, every kernel
 * with two warps and a step limit, pointers to two small buffers as 64-bit parameters.
 * Faults are fine; crashes of the interpreter, reads outside its own memory and
 * launches without an end are not.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/base.h"
#include "runtime/core/api.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

enum { BUFFER_BYTES = 4096, PARAM_BYTES = 4096, KERNELS = 4, STEPS = 20000 };

static struct simt_device *device;
static u64 buffer[2];

static void open_device(void) {
	struct simt_device_options o = {
		.memory_bytes = 64 << 20,
		.threads = 1,
		.backend = "interp",
		.print_to = fopen("/dev/null", "w"),
	};
	if (simt_device_open(&o, &device) != SIMT_OK)
		bug("no device: %s", simt_last_error());
}

/* Pointers where a parameter could be one, small numbers elsewhere. */
static void fill_params(struct simt_function *f, u8 *block) {
	struct simt_param p;
	memset(block, 0, PARAM_BYTES);
	for (u32 i = 0; simt_function_param(f, i, &p); i++) {
		u64 value = p.size >= 8 ? buffer[i % 2] : 5 + i;
		if (p.offset + p.size <= PARAM_BYTES)
			memcpy(block + p.offset, &value, MIN(p.size, sizeof(value)));
	}
}

static void launch(struct simt_function *f, u64 seed) {
	static u8 block[PARAM_BYTES];
	struct simt_function_attributes a;
	simt_function_attributes(f, &a);
	if (a.param_bytes > PARAM_BYTES)
		return;
	fill_params(f, block);
	struct simt_launch l = {
		.grid = {2, 1, 1},
		.block = {48, 1, 1},
		.params = block,
		.param_bytes = a.param_bytes,
		.step_limit = STEPS,
		.seed = seed % 3,
		.threads = 1,
	};
	for (u32 i = 0; i < 3; i++) {
		l.block[i] = a.reqntid[i] ? a.reqntid[i] : l.block[i];
		l.grid[i] = a.cluster[i] ? a.cluster[i] : l.grid[i];
	}
	if ((u64)l.block[0] * l.block[1] * l.block[2] > 256)
		return;
	simt_launch(f, &l);
	if (simt_device_status(device) != SIMT_OK)
		simt_device_recover(device);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
	static u8 bytes[BUFFER_BYTES];
	struct simt_module *m;
	if (!device)
		open_device();
	if (simt_module_load(device, "fuzz.ptx", (const char *)data, size, NULL, &m) !=
	    SIMT_OK)
		return 0;
	for (u32 i = 0; i < BUFFER_BYTES; i++)
		bytes[i] = (u8)(i / 4);
	for (u32 b = 0; b < 2; b++) {
		if (simt_alloc(device, BUFFER_BYTES, &buffer[b]) != SIMT_OK)
			bug("the device leaks memory");
		simt_copy_in(device, buffer[b], bytes, BUFFER_BYTES);
	}
	struct simt_function *f;
	for (u32 i = 0; i < KERNELS && simt_function_at(m, i, &f) == SIMT_OK; i++)
		launch(f, size + i);
	simt_free(device, buffer[0]);
	simt_free(device, buffer[1]);
	simt_module_unload(m);
	return 0;
}
