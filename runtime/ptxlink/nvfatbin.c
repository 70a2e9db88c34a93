/* nvfatbin.c - nvFatbin: collects device code, and writes it as a fat binary.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <elf.h>
#include <nvFatbin.h>
#include <stdlib.h>

#include "runtime/handles/fatbin.h"
#include "runtime/handles/fatbin_write.h"
#include "runtime/handles/input.h"

enum { LEVEL_DEFAULT = 3, SMALL_BYTES = 1024 };
enum { HEAD_BYTES = 8, CONTAINER_BYTES = 16 }; /* the least of LTO-IR and of others */

struct _nvFatbinHandle {
	struct arena arena;
	u32 flags;
	int level;         /* of compression */
	bool compress_all; /* what is small, too */
	bool no_compress;
	VEC(struct fatbin_image) image;
	const u8 *bytes; /* NULL: not written yet */
	size_t size;
};

const char *nvFatbinGetErrorString(nvFatbinResult r) {
	static const char *const text[] = {
		[NVFATBIN_SUCCESS] = NULL,
		[NVFATBIN_ERROR_INTERNAL] = "internal error",
		[NVFATBIN_ERROR_ELF_ARCH_MISMATCH] =
			"the cubin is for another architecture",
		[NVFATBIN_ERROR_ELF_SIZE_MISMATCH] =
			"the cubin is for another size of addresses",
		[NVFATBIN_ERROR_MISSING_PTX_VERSION] = "the PTX has no .version",
		[NVFATBIN_ERROR_NULL_POINTER] = "a pointer is NULL",
		[NVFATBIN_ERROR_COMPRESSION_FAILED] = "the compression failed",
		[NVFATBIN_ERROR_COMPRESSED_SIZE_EXCEEDED] =
			"the compressed code is too large",
		[NVFATBIN_ERROR_UNRECOGNIZED_OPTION] = "the option is not known",
		[NVFATBIN_ERROR_INVALID_ARCH] = "the architecture is not known",
		[NVFATBIN_ERROR_INVALID_NVVM] = "the bytes are no LTO-IR",
		[NVFATBIN_ERROR_EMPTY_INPUT] = "the input is empty",
		[NVFATBIN_ERROR_MISSING_PTX_ARCH] = "the PTX has no .target",
		[NVFATBIN_ERROR_PTX_ARCH_MISMATCH] =
			"the PTX is for a newer architecture",
		[NVFATBIN_ERROR_MISSING_FATBIN] = "the object holds no device code",
		[NVFATBIN_ERROR_INVALID_INDEX] = "the bytes are no index",
		[NVFATBIN_ERROR_IDENTIFIER_REUSE] =
			"an entry of this name and architecture is there already",
		[NVFATBIN_ERROR_INTERNAL_PTX_OPTION] =
			"the object's options for its PTX cannot be read",
	};
	return (unsigned)r < countof(text) ? text[r] : "unknown error";
}

nvFatbinResult nvFatbinVersion(unsigned *major, unsigned *minor) {
	if (!major || !minor)
		return NVFATBIN_ERROR_NULL_POINTER;
	*major = 13;
	*minor = 0;
	return NVFATBIN_SUCCESS;
}

/* ---- handles ----------------------------------------------------------------------- */

enum { SIZES = FATBIN_64BIT, HOSTS = FATBIN_LINUX | FATBIN_MAC | FATBIN_WINDOWS };

/* An option sets `flags` in place of `mask`, or a level. */
static const struct option {
	const char *word;
	u32 mask, flags;
	int level; /* -1: not its matter */
} known[] = {
	{"-32", SIZES, 0, -1},
	{"-64", SIZES, FATBIN_64BIT, -1},
	{"-c", 0, 0, -1},
	{"-cuda", FATBIN_FOR_OPENCL, FATBIN_FOR_CUDA, -1},
	{"-opencl", FATBIN_FOR_CUDA, FATBIN_FOR_OPENCL, -1},
	{"-g", 0, FATBIN_DEBUG, -1},
	{"-host=linux", HOSTS, FATBIN_LINUX, -1},
	{"-host=mac", HOSTS, FATBIN_MAC, -1},
	{"-host=windows", HOSTS, FATBIN_WINDOWS, -1},
	{"-compress-mode=default", 0, 0, LEVEL_DEFAULT},
	{"-compress-mode=balance", 0, 0, 6},
	{"-compress-mode=size", 0, 0, 19},
	{"-compress-mode=speed", 0, 0, 1},
	{"-compress-mode=none", 0, 0, FATBIN_PLAIN},
};

static bool take_option(struct _nvFatbinHandle *h, const char *word) {
	h->compress_all = h->compress_all || strcmp(word, "-compress-all") == 0;
	if (strcmp(word, "-compress-all") == 0)
		return true;
	if (strcmp(word, "-compress=true") == 0 || strcmp(word, "-compress=false") == 0) {
		h->no_compress = word[strlen("-compress=")] == 'f';
		return true;
	}
	for (u32 i = 0; i < countof(known); i++) {
		const struct option *o = &known[i];
		if (strcmp(word, o->word) != 0)
			continue;
		h->flags = (h->flags & ~o->mask) | o->flags;
		h->level = o->level < 0 ? h->level : o->level;
		return true;
	}
	return false;
}

nvFatbinResult nvFatbinCreate(nvFatbinHandle *out, const char **option, size_t n) {
	struct arena a = ARENA_INIT;
	if (!out || (n && !option))
		return NVFATBIN_ERROR_NULL_POINTER;
	struct _nvFatbinHandle *h = arena_new(&a, struct _nvFatbinHandle);
	h->flags = FATBIN_64BIT | FATBIN_LINUX;
	h->level = LEVEL_DEFAULT;
	for (size_t i = 0; i < n; i++)
		if (!option[i] || !take_option(h, option[i])) {
			arena_drop(&a);
			return option[i] ? NVFATBIN_ERROR_UNRECOGNIZED_OPTION
			                 : NVFATBIN_ERROR_NULL_POINTER;
		}
	h->arena = a;
	*out = h;
	return NVFATBIN_SUCCESS;
}

nvFatbinResult nvFatbinDestroy(nvFatbinHandle *handle) {
	if (!handle || !*handle)
		return NVFATBIN_ERROR_NULL_POINTER;
	struct arena a = (*handle)->arena;
	*handle = NULL;
	arena_drop(&a);
	return NVFATBIN_SUCCESS;
}

/* ---- entries ----------------------------------------------------------------------- */

/* 90, 90a. Blanks before it do not count, and none at all is 0. False: it is no number.
 */
static bool read_arch(const char *text, u32 *sm) {
	while (isspace((u8)*text))
		text++;
	*sm = 0;
	for (; isdigit((u8)*text); text++)
		*sm = MIN(*sm * 10 + (u32)(*text - '0'), UINT16_MAX);
	text += *text == 'a' || *text == 'f';
	return !*text;
}

static const char *keep(struct _nvFatbinHandle *h, const char *text) {
	return text && *text ? arena_strdup(&h->arena, text, strlen(text)) : NULL;
}

/* Each entry has a level of its own: small ones stay as they are, as do cubins unless all
 * are packed. */
static nvFatbinResult push(struct _nvFatbinHandle *h, struct fatbin_image image) {
	bool small = image.size < SMALL_BYTES || image.kind == FATBIN_CUBIN;
	image.plain = h->no_compress || (small && !h->compress_all);
	image.data = arena_strdup(&h->arena, image.data, image.size);
	image.name = keep(h, image.name);
	image.options = keep(h, image.options);
	image.flags = image.flags ? image.flags : h->flags;
	vec_push(&h->arena, &h->image, image);
	h->bytes = NULL;
	return NVFATBIN_SUCCESS;
}

static nvFatbinResult may_add(const struct _nvFatbinHandle *h, const void *code,
                              size_t size, const char *arch, u32 *sm) {
	if (!h || !code || !arch)
		return NVFATBIN_ERROR_NULL_POINTER;
	if (!size)
		return NVFATBIN_ERROR_EMPTY_INPUT;
	return read_arch(arch, sm) ? NVFATBIN_SUCCESS : NVFATBIN_ERROR_INVALID_ARCH;
}

static nvFatbinResult add_ptx(struct _nvFatbinHandle *h, const char *code, size_t size,
                              u32 sm, const char *name, const char *options) {
	if (!memmem(code, size, ".version", strlen(".version")))
		return NVFATBIN_ERROR_MISSING_PTX_VERSION;
	while (size && code[size - 1] == 0)
		size--;
	return push(h, (struct fatbin_image){
			       .data = code,
			       .size = size,
			       .sm = sm,
			       .kind = FATBIN_PTX,
			       .name = name,
			       .options = options,
		       });
}

nvFatbinResult nvFatbinAddPTX(nvFatbinHandle h, const char *code, size_t size,
                              const char *arch, const char *name, const char *options) {
	u32 sm;
	nvFatbinResult r = may_add(h, code, size, arch, &sm);
	return r == NVFATBIN_SUCCESS ? add_ptx(h, code, size, sm, name, options) : r;
}

/* Machine code of one architecture runs on no other; the place of its number in the flags
 * depends on the version of the format. */
static nvFatbinResult check_elf(const struct _nvFatbinHandle *h, const void *code,
                                size_t size, u32 sm) {
	enum { VERSION_OF_13 = 8 }; /* EI_ABIVERSION */
	Elf64_Ehdr e;
	if (size < sizeof e)
		return NVFATBIN_ERROR_INTERNAL;
	memcpy(&e, code, sizeof e);
	u32 shift = e.e_ident[EI_ABIVERSION] >= VERSION_OF_13 ? 8 : 0;
	if ((e.e_ident[EI_CLASS] == ELFCLASS64) != ((h->flags & FATBIN_64BIT) != 0))
		return NVFATBIN_ERROR_ELF_SIZE_MISMATCH;
	return (e.e_flags >> shift & 0xff) == sm ? NVFATBIN_SUCCESS
	                                         : NVFATBIN_ERROR_ELF_ARCH_MISMATCH;
}

nvFatbinResult nvFatbinAddCubin(nvFatbinHandle h, const void *code, size_t size,
                                const char *arch, const char *name) {
	u32 sm;
	nvFatbinResult r = may_add(h, code, size, arch, &sm);
	if (r != NVFATBIN_SUCCESS)
		return r;
	switch (input_kind_of(code, size)) {
	case INPUT_PTX: return add_ptx(h, code, size, sm, name, NULL);
	case INPUT_CUBIN:
	case INPUT_OBJECT: r = check_elf(h, code, size, sm); break;
	default: r = NVFATBIN_ERROR_ELF_SIZE_MISMATCH;
	}
	return r != NVFATBIN_SUCCESS ? r
	                             : push(h, (struct fatbin_image){
						       .data = code,
						       .size = size,
						       .sm = sm,
						       .kind = FATBIN_CUBIN,
						       .name = name,
					       });
}

nvFatbinResult nvFatbinAddLTOIR(nvFatbinHandle h, const void *code, size_t size,
                                const char *arch, const char *name, const char *options) {
	u32 sm;
	nvFatbinResult r = may_add(h, code, size, arch, &sm);
	if (r != NVFATBIN_SUCCESS)
		return r;
	if (size < HEAD_BYTES)
		return NVFATBIN_ERROR_INVALID_NVVM;
	if (input_kind_of(code, size) != INPUT_LTO)
		return NVFATBIN_ERROR_INTERNAL;
	return push(h, (struct fatbin_image){
			       .data = code,
			       .size = size,
			       .sm = sm,
			       .kind = FATBIN_LTO,
			       .name = name,
			       .options = options,
		       });
}

static bool is_there(const struct _nvFatbinHandle *h, const struct input_image *image) {
	for (u32 i = 0; i < h->image.n; i++) {
		const struct fatbin_image *k = &h->image.at[i];
		if (*image->name && k->name && k->sm == image->sm &&
		    strcmp(k->name, image->name) == 0)
			return true;
	}
	return false;
}

static bool has_sections(enum input_kind kind, const void *code) {
	Elf64_Ehdr e;
	if (kind != INPUT_OBJECT)
		return false;
	memcpy(&e, code, sizeof e);
	return e.e_shnum > 0;
}

nvFatbinResult nvFatbinAddReloc(nvFatbinHandle h, const void *code, size_t size) {
	struct input_found found = {0};
	struct arena scratch = ARENA_INIT;
	nvFatbinResult r = NVFATBIN_SUCCESS;
	if (!h || !code)
		return NVFATBIN_ERROR_NULL_POINTER;
	if (size < CONTAINER_BYTES)
		return NVFATBIN_ERROR_EMPTY_INPUT;
	enum input_kind kind = input_kind_of(code, size);
	if (kind == INPUT_OBJECT || kind == INPUT_FATBIN)
		input_texts(&scratch, kind, code, size, 999, true, &found);
	if (found.damaged || (!found.has_fatbin && !has_sections(kind, code)))
		r = NVFATBIN_ERROR_INTERNAL;
	else if (!found.has_fatbin)
		r = NVFATBIN_ERROR_MISSING_FATBIN;
	vec_each (struct input_image, image, &found.images) {
		if (r == NVFATBIN_SUCCESS && is_there(h, image))
			r = NVFATBIN_ERROR_IDENTIFIER_REUSE;
		if (r == NVFATBIN_SUCCESS)
			r = push(h, (struct fatbin_image){.data = image->text,
			                                  .size = image->len,
			                                  .sm = image->sm,
			                                  .kind = FATBIN_PTX,
			                                  .name = image->name,
			                                  .options = image->options});
	}
	arena_drop(&scratch);
	return r;
}

nvFatbinResult nvFatbinAddIndex(nvFatbinHandle h, const void *code, size_t size,
                                const char *name) {
	(void)name;
	if (!h || !code)
		return NVFATBIN_ERROR_NULL_POINTER;
	return size ? NVFATBIN_ERROR_INVALID_INDEX : NVFATBIN_ERROR_EMPTY_INPUT;
}

/* ---- the result -------------------------------------------------------------------- */

nvFatbinResult nvFatbinSize(nvFatbinHandle h, size_t *size) {
	if (!h || !size)
		return NVFATBIN_ERROR_NULL_POINTER;
	if (!h->bytes)
		h->bytes = fatbin_write(&h->arena, h->image.at, h->image.n, h->level,
		                        &h->size);
	*size = h->size;
	return NVFATBIN_SUCCESS;
}

nvFatbinResult nvFatbinGet(nvFatbinHandle h, void *out) {
	if (!h || !out)
		return NVFATBIN_ERROR_NULL_POINTER;
	if (!h->bytes)
		return NVFATBIN_ERROR_INTERNAL;
	memcpy(out, h->bytes, h->size);
	return NVFATBIN_SUCCESS;
}
