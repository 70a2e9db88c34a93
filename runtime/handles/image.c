/* image.c - loads images: finds the entries that fit, unpacks and compiles them. An image
 * is a fat binary, a pointer to one, or PTX text.
 * SPDX-License-Identifier: Apache-2.0 */
#include <elf.h>
#include <stdio.h>

#include "runtime/handles/device.h"
#include "runtime/handles/fatbin.h"
#include "runtime/handles/image.h"
#include "runtime/handles/registry.h"

/* The state of a search for a PTX text. */
struct found {
	FILE *log;
	struct fatbin_entry best;
	struct fatbin_entry native; /* host code that goes with it; payload NULL: none */
	bool has_ptx, damaged;
	bool newer;       /* texts for newer devices are looked for: the oldest of them */
	char others[120]; /* "sm_90 compute_100" */
};

static void note_other(struct found *f, const struct fatbin_entry *e) {
	size_t n = strlen(f->others);
	snprintf(f->others + n, sizeof f->others - n, "%s%s_%u", n ? " " : "",
	         e->kind == FATBIN_PTX ? "compute" : "sm", e->sm);
}

static bool is_better(const struct found *f, const struct fatbin_entry *e) {
	return !f->has_ptx || (f->newer ? e->sm < f->best.sm : e->sm > f->best.sm);
}

/* Finds the newest PTX that the device can run. */
static void look_through(struct found *f, const void *data, u32 sm) {
	struct fatbin_cursor c;
	struct fatbin_entry e;
	if (!fatbin_open(&c, data, SIZE_MAX - (uintptr_t)data)) {
		f->damaged = true;
		return;
	}
	bool was_best = false;
	while (fatbin_next(&c, &e)) {
		if (e.kind == FATBIN_NATIVE) {
			if (was_best)
				f->native = e;
			continue;
		}
		was_best = false;
		if (e.kind != FATBIN_PTX || (e.sm > sm) != f->newer) {
			if (!f->newer)
				note_other(f, &e);
			continue;
		}
		was_best = is_better(f, &e);
		if (was_best) {
			f->best = e;
			f->native = (struct fatbin_entry){0};
		}
		f->has_ptx = true;
	}
}

static cudaError_t no_code(const struct found *f, u32 sm) {
	if (f->damaged) {
		fprintf(f->log, "simt: the program's device code is no fat binary\n");
		return cudaErrorInvalidKernelImage;
	}
	fprintf(f->log,
	        "simt: the program holds no PTX that an sm_%u can run, only: %s\n"
	        "simt: build it with -gencode arch=compute_%u,code=compute_%u\n",
	        sm, f->others, sm, sm);
	return cudaErrorNoKernelImageForDevice;
}

/* Makes a text for a newer device one for this device: loading it then finds what the
 * device lacks, if there is anything. */
static void lower_target(struct arena *a, struct simt_text *t, u32 sm) {
	static const char word[] = "\n.target sm_";
	char own[16], *text = arena_strdup(a, t->text, t->len);
	char *at = memmem(text, t->len, word, sizeof word - 1);
	size_t n = (size_t)snprintf(own, sizeof own, "%u", sm), old;
	t->text = text;
	if (!at)
		return;
	at += sizeof word - 1;
	old = strspn(at, "0123456789af");
	if (old < n)
		return;
	memcpy(at, own, n);
	memset(at + n, ' ', old - n);
}

/* Unpacks the text of one part. NULL if it has none: linkers add empty parts, and nvcc's
 * device runtime, whose code is for other devices. */
static cudaError_t unpack(struct found *f, const void *data, u32 sm, struct arena *a,
                          struct simt_text *out) {
	*out = (struct simt_text){NULL, 0};
	f->has_ptx = false;
	look_through(f, data, sm);
	if (f->damaged)
		return no_code(f, sm);
	if (!f->has_ptx)
		return cudaSuccess;
	out->text = fatbin_text(a, &f->best, &out->len);
	if (out->text && f->newer)
		lower_target(a, out, sm);
	if (out->text)
		return cudaSuccess;
	fprintf(f->log, "simt: the program's PTX cannot be unpacked\n");
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

static cudaError_t unpack_parts(struct found *f, const void *const *list, u32 n, u32 sm,
                                struct arena *a, struct texts *out) {
	for (u32 i = 0; i < n; i++) {
		cudaError_t e = unpack(f, list[i], sm, a, &out->at[out->n]);
		if (e != cudaSuccess)
			return e;
		out->n += out->at[out->n].text != NULL;
	}
	return cudaSuccess;
}

/* A program that has code for newer devices alone runs it, unless the device lacks what
 * it uses. */
static cudaError_t unpack_all(const void *const *list, u32 n, u32 sm, FILE *log,
                              struct arena *a, struct texts *out) {
	struct found f = {.log = log};
	out->at = arena_array(a, struct simt_text, n + 1);
	cudaError_t e = unpack_parts(&f, list, n, sm, a, out);
	f.newer = e == cudaSuccess && out->n == 0 && f.others[0];
	if (f.newer)
		e = unpack_parts(&f, list, n, sm, a, out);
	if (out->n == 1) {
		out->native = f.native.payload;
		out->native_bytes = f.native.payload_bytes;
	}
	return f.newer && e == cudaSuccess && out->n == 0 ? no_code(&f, sm) : e;
}

static cudaError_t machine_code(const void *image, FILE *log) {
	const Elf64_Ehdr *h = image;
	fprintf(log,
	        "error   : the image is a cubin, machine code of sm_%u; PTX is needed\n",
	        (unsigned)(h->e_flags & 0xff));
	return cudaErrorNoKernelImageForDevice;
}

/* The rest of a header is there where its class and its order of bytes are. */
static bool is_cubin(const void *image) {
	const u8 *h = image;
	return memcmp(image, ELFMAG, SELFMAG) == 0 && h[EI_CLASS] == ELFCLASS64 &&
	       h[EI_DATA] == ELFDATA2LSB;
}

cudaError_t image_texts(const void *image, u32 sm, FILE *log, struct arena *a,
                        struct texts *out) {
	u32 magic;
	const void *const *list;
	*out = (struct texts){0};
	/* A text may be shorter than a magic number, but only by its zero. */
	if (strnlen(image, sizeof magic) == sizeof magic) {
		memcpy(&magic, image, sizeof magic);
		if (magic == FATBIN_WRAPPER_MAGIC) {
			u32 n = count_parts(image, &list);
			return unpack_all(list, n, sm, log, a, out);
		}
		if (magic == (u32)FATBIN_MAGIC)
			return unpack_all(&image, 1, sm, log, a, out);
		if (is_cubin(image))
			return machine_code(image, log);
	}
	out->at = arena_array(a, struct simt_text, 1);
	out->at[out->n++] = (struct simt_text){image, strlen(image)};
	return cudaSuccess;
}

static cudaError_t load(struct binary *b, struct cuda_device *d, struct arena *a,
                        struct simt_module **module) {
	struct simt_load_options options = {.log = stderr, .quiet_warnings = true};
	struct simt_properties p;
	struct texts texts = b->texts;
	const void *const *list;
	if (!texts.at) {
		simt_device_properties(d->dev, &p);
		u32 n = count_parts(b->wrapper, &list);
		cudaError_t e = unpack_all(list, n, p.sm, stderr, a, &texts);
		if (e != cudaSuccess || texts.n == 0)
			return e;
		/* Of registered code only, which is part of the program: images that
		 * programs read are data, and nobody checks host code in them. */
		options.native = texts.native;
		options.native_bytes = texts.native_bytes;
	}
	return device_error(d, simt_module_link(d->dev, "device code", texts.at, texts.n,
	                                        &options, module));
}

cudaError_t binary_load(struct binary *b, struct cuda_device *d) {
	struct binary_state *on = &b->on[d->index];
	struct arena scratch = ARENA_INIT;
	if (on->tried)
		return on->error;
	on->error = b->texts.at || b->wrapper->magic == FATBIN_WRAPPER_MAGIC
	                    ? load(b, d, &scratch, &on->module)
	                    : cudaErrorInvalidKernelImage;
	arena_drop(&scratch);
	/* A sticky fault is no error of the code: loading is tried again. */
	on->tried = simt_device_status(d->dev) == SIMT_OK;
	return on->error;
}
