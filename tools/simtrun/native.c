/* native.c - host code of all kernels of a file, made before any program runs: what
 * simtcc --native puts into programs.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>

#include "backend/machine/machine.h"
#include "ir/ir.h"
#include "runtime/core/device.h"
#include "tools/simtrun/simtrun.h"

#ifdef SIMT_HAS_LLVM
#include "backend/llvm/llvm.h"

enum { SHAPES_MOST = 16 }; /* of a kernel: as many as get code of their own at run time */

struct ahead {
	struct simtrun *run;
	const struct image *image;
	struct jit_ahead *code;
	struct texts cpus;
};

static void add(struct ahead *h, const struct func *f, const u32 block[3]) {
	char why[256];
	text_each (cpu, &h->cpus) {
		if (jit_ahead_add(h->code, h->image, f, block, *cpu, why))
			continue;
		diag_warning(&h->run->diag, (struct loc){0, 0}, E0117,
		             "%s: no host code for %s: %s", f->name->s, *cpu, why);
		return;
	}
}

/* The blocks of launches in the source, and any; or the one that the kernel demands. */
static void add_shapes(struct ahead *h, const struct func *f) {
	static const u32 any[3];
	u32 done[SHAPES_MOST][3], n = 0, at = 0, block[3];
	for (u32 i = 0; i < 3; i++)
		block[i] = MAX(f->reqntid[i], 1);
	if (f->reqntid[0]) {
		add(h, f, block);
		return;
	}
	while (n < SHAPES_MOST &&
	       launch_block(h->run, &h->run->arena, f->name->s, &at, block)) {
		u32 i = 0;
		while (i < n && memcmp(done[i], block, sizeof block) != 0)
			i++;
		if (i < n)
			continue;
		memcpy(done[n++], block, sizeof block);
		add(h, f, block);
	}
	add(h, f, any);
}

static bool write_code(struct simtrun *run, struct jit_ahead *code, const char *to) {
	u64 size;
	const u8 *bytes = jit_ahead_bytes(code, &size);
	FILE *f = bytes ? fopen(to, "wbe") : NULL;
	bool ok = f && fwrite(bytes, 1, size, f) == size;
	ok = f && fclose(f) == 0 && ok;
	if (!ok)
		diag_error(&run->diag, (struct loc){0, 0}, E0401, "cannot write %s: %s",
		           to, bytes ? strerror(errno) : "out of memory");
	return ok;
}

/* v3 is short for x86-64-v3. False: no such processor, which was said. */
static bool add_cpu(struct ahead *h, const char *given, size_t n) {
	struct simtrun *run = h->run;
	char why[256];
	const char *name = arena_printf(&run->arena, "%s%.*s",
	                                *given == 'v' ? "x86-64-" : "", (int)n, given);
	const char *cpu = jit_find_processor(name, why, sizeof why);
	if (cpu)
		vec_push(&run->arena, &h->cpus, cpu);
	else
		diag_error(&run->diag, (struct loc){0, 0}, E0408, "--native-cpu: %s",
		           why);
	return cpu != NULL;
}

static bool choose_cpus(struct ahead *h) {
	const char *s = h->run->set.native_cpu ? h->run->set.native_cpu : "native";
	for (size_t n; *s; s += n + (s[n] == ',')) {
		n = strcspn(s, ",");
		if (!add_cpu(h, s, n))
			return false;
	}
	return true;
}

static int make(struct simtrun *run, struct simt_module *m, const char *to) {
	struct ahead h = {.run = run, .image = &m->image};
	struct simt_function *f;
	int status = EXIT_USAGE;
	if (!choose_cpus(&h))
		return status;
	h.code = jit_ahead_new();
	for (u32 i = 0; i < simt_function_count(m); i++)
		if (simt_function_at(m, i, &f) == SIMT_OK)
			add_shapes(&h, f->func);
	if (write_code(run, h.code, to))
		status = EXIT_OK;
	jit_ahead_drop(h.code);
	return status;
}

int write_native(struct simtrun *run, const char *path, const char *to) {
	struct simt_device *dev;
	struct simt_module *m;
	run->set.backend = BACKEND_JIT;
	int status = show_load(run, path, &dev, &m);
	if (status == EXIT_OK)
		status = make(run, m, to);
	flush_diag(run);
	simt_device_close(dev);
	return status;
}
#else
int write_native(struct simtrun *run, const char *path, const char *to) {
	(void)path, (void)to;
	return no_llvm(run);
}
#endif
