/* load.c - from a registered fat binary to modules: which entry fits, unpacked, compiled.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/vec.h"
#include "runtime/cudart/fatbin.h"
#include "runtime/cudart/join.h"
#include "runtime/cudart/registry.h"

/* What was found on the way to a PTX text. */
struct found {
	struct fatbin_entry best;
	bool has_ptx, damaged;
	char others[120]; /* "sm_90 compute_100" */
};

static void note_other(struct found *f, const struct fatbin_entry *e) {
	size_t n = strlen(f->others);
	snprintf(f->others + n, sizeof f->others - n, "%s%s_%u", n ? " " : "",
	         e->kind == FATBIN_PTX ? "compute" : "sm", e->sm);
}

/* The newest PTX that the device can run. */
static void look_through(struct found *f, const void *data, u32 sm) {
	struct fatbin_cursor c;
	struct fatbin_entry e;
	if (!fatbin_open(&c, data, SIZE_MAX - (uintptr_t)data)) {
		f->damaged = true;
		return;
	}
	while (fatbin_next(&c, &e)) {
		if (e.kind != FATBIN_PTX || e.sm > sm) {
			note_other(f, &e);
			continue;
		}
		if (!f->has_ptx || e.sm > f->best.sm)
			f->best = e;
		f->has_ptx = true;
	}
}

static cudaError_t no_code(const struct found *f, u32 sm) {
	if (f->damaged) {
		fprintf(stderr, "simt: the program's device code is no fat binary\n");
		return cudaErrorInvalidKernelImage;
	}
	fprintf(stderr,
	        "simt: the program holds no PTX that an sm_%u can run, only: %s\n"
	        "simt: build it with -gencode arch=compute_%u,code=compute_%u\n",
	        sm, f->others, sm, sm);
	return cudaErrorNoKernelImageForDevice;
}

/* The PTX of one fat binary; NULL without an error if it is empty, as those are that linkers add. */
static cudaError_t find_text(struct arena *a, const void *data, u32 sm,
                             struct join_input *out) {
	struct found f = {.has_ptx = false};
	out->text = NULL;
	look_through(&f, data, sm);
	if (!f.has_ptx && !f.damaged && !f.others[0])
		return cudaSuccess;
	if (!f.has_ptx)
		return no_code(&f, sm);
	out->text = fatbin_text(a, &f.best, &out->len);
	if (out->text)
		return cudaSuccess;
	fprintf(stderr, "simt: the program's PTX cannot be unpacked\n");
	return cudaErrorInvalidKernelImage;
}

static u32 count_parts(const struct fatbin_wrapper *w, const void *const **list) {
	*list = &w->data;
	if (w->version != FATBIN_WRAPPER_LINKED || !w->list)
		return 1;
	*list = w->list;
	u32 n = 0;
	while ((*list)[n])
		n++;
	return n;
}

/* The PTX of all parts; relocatable ones refer to each other and become one text. */
static cudaError_t find_texts(struct arena *a, const struct binary *b, u32 sm,
                              struct join_input *out) {
	const void *const *list;
	u32 n = count_parts(b->wrapper, &list), found = 0;
	struct join_input *in = arena_array(a, struct join_input, n);
	for (u32 i = 0; i < n; i++) {
		cudaError_t e = find_text(a, list[i], sm, &in[found]);
		if (e != cudaSuccess)
			return e;
		found += in[found].text != NULL;
	}
	*out = found ? in[0] : (struct join_input){NULL, 0};
	if (found > 1)
		out->text = ptx_join(a, in, found, &out->len);
	return cudaSuccess;
}

static cudaError_t load_all(struct binary *b, struct cuda_device *d,
                            struct binary_state *on) {
	struct simt_load_options options = {.log = stderr, .quiet_warnings = true};
	struct simt_properties p;
	struct arena scratch = ARENA_INIT;
	struct join_input ptx;
	simt_device_properties(d->dev, &p);
	static struct arena
		arena; /* the registry's lock is held; the lists live as long as the process */
	on->module = arena_array(&arena, struct simt_module *, 1);
	on->nmodule = 0;
	cudaError_t e = find_texts(&scratch, b, p.sm, &ptx);
	if (e == cudaSuccess && ptx.text) {
		e = device_error(d, simt_module_load(d->dev, "device code", ptx.text,
		                                     ptx.len, &options, &on->module[0]));
		on->nmodule = e == cudaSuccess;
	}
	arena_drop(&scratch);
	return e;
}

cudaError_t binary_load(struct binary *b, struct cuda_device *d) {
	struct binary_state *on = &b->on[d->index];
	if (!on->tried) {
		on->error = b->wrapper->magic == FATBIN_WRAPPER_MAGIC
		                    ? load_all(b, d, on)
		                    : cudaErrorInvalidKernelImage;
		/* A sticky fault says nothing about the code. */
		on->tried = simt_device_status(d->dev) == SIMT_OK;
	}
	return on->error;
}
