/* ptx_run.c - one device that may use all of the host's memory, and a cache of compiled
 * texts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/ptxrun/ptx_run.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/base.h"
#include "runtime/core/api.h"

enum { KNOWN = 1024, PARAMS_MAX = 4352 }; /* texts; bytes of parameters that PTX allows */

/* Compiled texts by their hash; a new text replaces another one in its place. */
static struct {
	pthread_mutex_t lock;
	struct simt_device *device;
	struct known {
		u64 hash;
		char *text;
		struct simt_module *module;
		struct simt_function *kernel;
	} at[KNOWN];
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void fail_loudly(const char *what) {
	fprintf(stderr, "simt: ptx_run: %s: %s\n", what, simt_last_error());
	exit(70);
}

static u64 hash_of(const char *s) {
	u64 h = 14695981039346656037u;
	for (; *s; s++)
		h = (h ^ (u8)*s) * 1099511628211u;
	return h;
}

/* Allows all host addresses but the first and the last pages, and the device's own
 * range. */
static void allow_host_memory(struct simt_device *d) {
	const u64 first = 1 << 16, last = 0x7ffffffff000;
	u64 base, size;
	simt_device_range(d, &base, &size);
	if (simt_host_register(d, (void *)(uintptr_t)first, base - first) != SIMT_OK ||
	    simt_host_register(d, (void *)(uintptr_t)(base + size),
	                       last - (base + size)) != SIMT_OK)
		fail_loudly("the host's memory cannot be used");
}

static void open_device(void) {
	if (all.device)
		return;
	if (simt_device_open(NULL, &all.device) != SIMT_OK)
		fail_loudly("no device");
	allow_host_memory(all.device);
}

static void forget(struct known *k) {
	simt_module_unload(k->module);
	simt_text_free(k->text);
	*k = (struct known){.hash = 0};
}

static struct simt_function *find(const char *ptx) {
	struct simt_load_options o = {.log = stderr, .quiet_warnings = true};
	u64 hash = hash_of(ptx);
	size_t len = strlen(ptx), copied;
	struct known *k = &all.at[hash % KNOWN];
	if (k->text && k->hash == hash && strcmp(k->text, ptx) == 0)
		return k->kernel;
	if (k->text)
		forget(k);
	k->hash = hash;
	k->text = simt_link_texts(&(struct simt_text){ptx, len}, 1, &copied);
	if (!k->text)
		fail_loudly("out of memory");
	if (simt_module_load(all.device, "ptx_run", ptx, len, &o, &k->module) != SIMT_OK)
		fail_loudly("the text cannot be loaded");
	if (simt_function_at(k->module, 0, &k->kernel) != SIMT_OK)
		fail_loudly("the text has no kernel");
	return k->kernel;
}

/* Packs the parameters: each one is as many bytes of its value as its size. */
static u32 pack(const struct simt_function *f, int n, void *const *args, u8 *block) {
	struct simt_function_attributes a;
	struct simt_param p;
	simt_function_attributes(f, &a);
	if (n < 0 || (u32)n != a.nparam || a.param_bytes > PARAMS_MAX) {
		fprintf(stderr,
		        "simt: ptx_run: kernel %s has %u parameters, %d are given\n",
		        a.name, a.nparam, n);
		exit(70);
	}
	memset(block, 0, a.param_bytes);
	for (u32 i = 0; simt_function_param(f, i, &p); i++)
		memcpy(block + p.offset, &args[i], MIN(p.size, sizeof args[i]));
	return a.param_bytes;
}

void ptx_run(const char *ptx, int nargs, void *args[], int block_x, int block_y,
             int block_z, int grid_x, int grid_y, int grid_z, int shared_bytes) {
	u64 block[PARAMS_MAX / 8];
	pthread_mutex_lock(&all.lock);
	open_device();
	struct simt_function *f = find(ptx);
	struct simt_launch l = {
		.grid = {(u32)grid_x, (u32)grid_y, (u32)grid_z},
		.block = {(u32)block_x, (u32)block_y, (u32)block_z},
		.shared_dynamic = (u32)shared_bytes,
		.params = block,
		.param_bytes = pack(f, nargs, args, (u8 *)block),
	};
	if (shared_bytes > 48 * 1024 &&
	    simt_function_set_max_shared(f, (u32)shared_bytes) != SIMT_OK)
		fail_loudly("shared memory");
	if (simt_launch(f, &l) != SIMT_OK) {
		if (simt_device_fault(all.device))
			simt_fault_print(all.device, stderr, isatty(2));
		fail_loudly("the launch failed");
	}
	pthread_mutex_unlock(&all.lock);
}
