/* record.c - runs launch files on a real GPU and writes the bytes they leave: how
 * expected results come to be. The driver library is opened at run time; nothing of a
 * vendor's toolkit is needed to build this, and on a machine without a GPU it
 * only reports that there is none.
 *
 *     record [-o FOLDER] FILE.launch.json ...
 *
 * Each launch runs twice; bytes are written only where both runs agree. Files named by
 * "out" and "expect" are written beside the launch file, or in FOLDER.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/simtrun/launchfile.h"

/* ---- the driver's documented interface, as far as a launch needs it ---------------- */

typedef int cu_result;
typedef unsigned long long cu_ptr;

struct cu_attribute { /* CUlaunchAttribute */
	int id;
	char pad[4];
	union {
		struct {
			unsigned x, y, z;
		} cluster;
		int cooperative;
		char bytes[64];
	} value;
};

struct cu_config { /* CUlaunchConfig */
	unsigned grid[3], block[3], shared;
	void *stream;
	struct cu_attribute *attribute;
	unsigned nattribute;
};

enum { ATTR_COOPERATIVE = 2, ATTR_CLUSTER = 4 };
enum { FUNC_MAX_SHARED = 8, FUNC_NONPORTABLE_CLUSTER = 14 };
enum { JIT_ERROR_BUFFER = 5, JIT_ERROR_SIZE = 6 };

static struct driver {
	cu_result (*init)(unsigned);
	cu_result (*device_get)(int *, int);
	cu_result (*retain)(void **, int);
	cu_result (*set_current)(void *);
	cu_result (*load)(void **, const void *, unsigned, int *, void **);
	cu_result (*unload)(void *);
	cu_result (*function)(void **, void *, const char *);
	cu_result (*attribute)(void *, int, int);
	cu_result (*alloc)(cu_ptr *, size_t);
	cu_result (*release)(cu_ptr);
	cu_result (*fill)(cu_ptr, unsigned char, size_t);
	cu_result (*upload)(cu_ptr, const void *, size_t);
	cu_result (*download)(void *, cu_ptr, size_t);
	cu_result (*launch)(const struct cu_config *, void *, void **, void **);
	cu_result (*synchronize)(void);
} cu;

static bool open_driver(void) {
	static const struct {
		const char *name;
		void **at;
	} table[] = {
		{"cuInit", (void **)&cu.init},
		{"cuDeviceGet", (void **)&cu.device_get},
		{"cuDevicePrimaryCtxRetain", (void **)&cu.retain},
		{"cuCtxSetCurrent", (void **)&cu.set_current},
		{"cuModuleLoadDataEx", (void **)&cu.load},
		{"cuModuleUnload", (void **)&cu.unload},
		{"cuModuleGetFunction", (void **)&cu.function},
		{"cuFuncSetAttribute", (void **)&cu.attribute},
		{"cuMemAlloc_v2", (void **)&cu.alloc},
		{"cuMemFree_v2", (void **)&cu.release},
		{"cuMemsetD8_v2", (void **)&cu.fill},
		{"cuMemcpyHtoD_v2", (void **)&cu.upload},
		{"cuMemcpyDtoH_v2", (void **)&cu.download},
		{"cuLaunchKernelEx", (void **)&cu.launch},
		{"cuCtxSynchronize", (void **)&cu.synchronize},
	};
	void *lib = dlopen("libcuda.so.1", RTLD_NOW);
	if (!lib)
		return false;
	for (u32 i = 0; i < countof(table); i++) {
		*table[i].at = dlsym(lib, table[i].name);
		if (!*table[i].at)
			return false;
	}
	int device;
	void *context;
	return !cu.init(0) && !cu.device_get(&device, 0) &&
	       !cu.retain(&context, device) && !cu.set_current(context);
}

/* ---- files ------------------------------------------------------------------------- */

static u8 *read_file(struct arena *a, const char *path, u64 *size) {
	FILE *f = fopen(path, "rb");
	if (!f)
		return NULL;
	fseek(f, 0, SEEK_END);
	*size = (u64)ftell(f);
	rewind(f);
	u8 *p = arena_alloc(a, *size + 1, 16);
	p[*size] = 0;
	if (fread(p, 1, *size, f) != *size)
		p = NULL;
	fclose(f);
	return p;
}

static bool write_at(const char *path, u64 at, const u8 *data, u64 size) {
	FILE *f = fopen(path, "r+b");
	if (!f)
		f = fopen(path, "w+b");
	if (!f)
		return false;
	bool ok = fseek(f, (long)at, SEEK_SET) == 0 && fwrite(data, 1, size, f) == size;
	return fclose(f) == 0 && ok;
}

/* ---- launches ---------------------------------------------------------------------- */

struct buffer {
	cu_ptr ptr;
	u64 size;
	const u8 *start; /* NULL: zeros */
	u8 *first;       /* what the first run left */
};

static bool prepare(struct arena *a, const struct launch_arg *arg, struct buffer *b) {
	*b = (struct buffer){.size = arg->bytes};
	if (arg->kind == ARG_IN || arg->kind == ARG_INOUT) {
		b->start = read_file(a, arg->file, &b->size);
		if (!b->start)
			return false;
	}
	return b->size && !cu.alloc(&b->ptr, b->size);
}

static cu_result run_once(const struct launch_entry *l, void *function,
                          struct buffer *b) {
	void *params[256];
	for (u32 i = 0; i < l->narg; i++) {
		params[i] = l->arg[i].value ? (void *)l->arg[i].value : (void *)&b[i].ptr;
		if (!b[i].ptr)
			continue;
		cu_result r = b[i].start ? cu.upload(b[i].ptr, b[i].start, b[i].size)
		                         : cu.fill(b[i].ptr, 0, b[i].size);
		if (r)
			return r;
	}
	struct cu_attribute attr[2] = {0};
	struct cu_config c = {.shared = l->shared, .attribute = attr};
	memcpy(c.grid, l->grid, sizeof(c.grid));
	memcpy(c.block, l->block, sizeof(c.block));
	if (l->cluster[0]) {
		attr[c.nattribute].id = ATTR_CLUSTER;
		memcpy(&attr[c.nattribute++].value.cluster, l->cluster,
		       sizeof(l->cluster));
		cu.attribute(function, FUNC_NONPORTABLE_CLUSTER, 1);
	}
	if (l->cooperative) {
		attr[c.nattribute].id = ATTR_COOPERATIVE;
		attr[c.nattribute++].value.cooperative = 1;
	}
	if (l->shared > 48 << 10)
		cu.attribute(function, FUNC_MAX_SHARED, (int)l->shared);
	cu_result r = cu.launch(&c, function, params, NULL);
	return r ? r : cu.synchronize();
}

static bool keep(struct arena *a, const struct launch_entry *l, struct buffer *b, u32 run,
                 const char *folder) {
	for (u32 i = 0; i < l->narg; i++) {
		const struct launch_arg *arg = &l->arg[i];
		if (arg->kind != ARG_OUT && arg->kind != ARG_INOUT)
			continue;
		u8 *got = arena_alloc(a, b[i].size, 16);
		if (cu.download(got, b[i].ptr, b[i].size))
			return false;
		if (run == 0) {
			b[i].first = got;
			continue;
		}
		if (memcmp(got, b[i].first, b[i].size)) {
			fprintf(stderr, "%s: two runs differ\n", l->name);
			return false;
		}
		char *copy = arena_strdup(a, arg->expect, strlen(arg->expect));
		const char *path = folder ? arena_printf(a, "%s/%s", folder,
		                                         basename(copy))
		                          : arg->expect;
		if (!write_at(path, arg->at, got, b[i].size))
			return false;
	}
	return true;
}

static bool record(struct arena *a, const struct launch_entry *l, void *module,
                   const char *folder) {
	void *function;
	struct buffer b[256] = {0};
	if (l->narg > countof(b) || cu.function(&function, module, l->kernel))
		return false;
	bool ok = true;
	for (u32 i = 0; i < l->narg; i++)
		if (!l->arg[i].value)
			ok = ok && prepare(a, &l->arg[i], &b[i]);
	for (u32 run = 0; ok && run < 2; run++) {
		cu_result r = run_once(l, function, b);
		if (r) {
			fprintf(stderr, "%s: error %d\n", l->name, r);
			ok = false;
		}
		ok = ok && keep(a, l, b, run, folder);
	}
	for (u32 i = 0; i < l->narg; i++)
		if (b[i].ptr)
			cu.release(b[i].ptr);
	return ok;
}

static u32 record_file(const char *path, const char *folder) {
	struct arena a = ARENA_INIT;
	struct sources sources;
	struct diag d;
	sources_init(&sources, &a);
	diag_init(&d, &a, &sources);
	u32 failed = 0;
	struct launch_file *f = launchfile_load(&a, &sources, &d, path);
	if (!f) {
		diag_flush(&d, stderr, (struct diag_style){0});
		return 1;
	}
	u64 size;
	const u8 *text = read_file(&a, f->module, &size);
	static char log[8192];
	int option[] = {JIT_ERROR_BUFFER, JIT_ERROR_SIZE};
	void *value[] = {log, (void *)sizeof(log)}, *module;
	if (!text || cu.load(&module, text, 2, option, value)) {
		fprintf(stderr, "%s: %s\n", f->module, text ? log : "cannot be read");
		arena_drop(&a);
		return 1;
	}
	for (u32 i = 0; i < f->nlaunch; i++)
		failed += !record(&a, &f->launch[i], module, folder);
	cu.unload(module);
	printf("%s: %u recorded, %u failed\n", path, f->nlaunch - failed, failed);
	arena_drop(&a);
	return failed;
}

int main(int argc, char **argv) {
	const char *folder = NULL;
	int i = 1;
	if (argc > 2 && !strcmp(argv[1], "-o")) {
		folder = argv[2];
		i = 3;
	}
	if (i >= argc) {
		fprintf(stderr, "usage: record [-o FOLDER] FILE.launch.json ...\n");
		return 1;
	}
	if (!open_driver()) {
		fprintf(stderr, "record: no GPU with a driver is here\n");
		return 1;
	}
	u32 failed = 0;
	for (; i < argc; i++)
		failed += record_file(argv[i], folder);
	return failed ? 1 : 0;
}
