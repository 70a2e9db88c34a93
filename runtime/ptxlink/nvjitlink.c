/* nvjitlink.c - nvJitLink: options, inputs, the linked image.
 * The image is a PTX text, as it is for NVRTC and cuLinkComplete: cuModuleLoadData
 * accepts it in place of a cubin.
 * SPDX-License-Identifier: Apache-2.0 */
#define NVJITLINK_NO_INLINE
#include <nvJitLink.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "runtime/handles/input.h"
#include "runtime/ptxlink/log.h"
#include "runtime/ptxlink/ptxas.h"

struct nvJitLink {
	struct arena arena;
	struct log error, info;
	char arch[16]; /* sm_90a */
	u32 sm, max_registers;
	bool lto, ptx, is_virtual, verbose, times, has_lto_input, has_other_input;
	VEC(const char *) ptxas_words;
	struct ptx_units units;
	u64 start_ns;
	bool tried, complete;
	const char *image;
	size_t len;
};

static nvJitLinkResult complain(struct nvJitLink *l, nvJitLinkResult r,
                                const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static nvJitLinkResult complain(struct nvJitLink *l, nvJitLinkResult r,
                                const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	vfprintf(l->error.out, format, ap);
	va_end(ap);
	fputc('\n', l->error.out);
	return r;
}

static u64 now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000u + (u64)t.tv_nsec;
}

/* ---- options ----------------------------------------------------------------------- */

enum kind {
	FLAG,  /* sets `field` */
	HINT,  /* changes speed or size only */
	VALUE, /* the same, with a value */
	TEXT,  /* the same: it is not empty */
	SPLIT, /* the same: it is not negative */
	ARCH,
	LEVEL,
	REGISTERS,
	PTXAS,
};

struct option {
	const char *name; /* with '=' if it takes a value */
	enum kind kind;
	size_t field;
};

#define AT(f) offsetof(struct nvJitLink, f)

static const struct option options[] = {
	{"-arch=", ARCH, 0},
	{"-lto", FLAG, AT(lto)},
	{"-dlto", FLAG, AT(lto)},
	{"-ptx", FLAG, AT(ptx)},
	{"-verbose", FLAG, AT(verbose)},
	{"-time", FLAG, AT(times)},
	{"-O", LEVEL, 0},
	{"-Xptxas=", PTXAS, 0},
	{"-g", HINT, 0},
	{"-lineinfo", HINT, 0},
	{"-no-cache", HINT, 0},
	{"-optimize-unused-variables", HINT, 0},
	{"-maxrregcount=", REGISTERS, 0},
	{"-ftz=", VALUE, 0}, /* PTX says these four itself */
	{"-prec-div=", VALUE, 0},
	{"-prec-sqrt=", VALUE, 0},
	{"-fma=", VALUE, 0},
	{"-kernels-used=", TEXT, 0}, /* what is not used may be removed */
	{"-variables-used=", TEXT, 0},
	{"-Xnvvm=", TEXT, 0},
	{"-split-compile=", SPLIT, 0},
	{"-split-compile-extended=", VALUE, 0},
	{"-jump-table-density=", VALUE, 0},
};

static nvJitLinkResult take_arch(struct nvJitLink *l, const char *v) {
	enum { OLDEST = 50 };
	static const char *const prefix[] = {"sm_", "compute_", "lto_"};
	char number[16] = "";
	for (u32 i = 0; i < countof(prefix); i++)
		if (strncmp(v, prefix[i], strlen(prefix[i])) == 0) {
			snprintf(number, sizeof number, "%.12s", v + strlen(prefix[i]));
			l->is_virtual = i > 0;
		}
	/* What stands after the number does not count, if it is no letter of an
	 * architecture. */
	size_t digits = strspn(number, "0123456789");
	bool has_letter = number[digits] == 'a' || number[digits] == 'f';
	snprintf(l->arch, sizeof l->arch, "sm_%.*s", (int)(digits + has_letter), number);
	l->sm = ptxas_arch(l->arch);
	if (!l->sm)
		return complain(l, NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
		                "ERROR NVJITLINK_ERROR_UNRECOGNIZED_OPTION: missing "
		                "option value (-arch=%s)",
		                v);
	if (ptxas_knows(l->sm))
		return NVJITLINK_SUCCESS;
	return l->sm < OLDEST ? complain(l, NVJITLINK_ERROR_UNSUPPORTED_ARCH,
	                                 "ERROR NVJITLINK_ERROR_UNSUPPORTED_ARCH: "
	                                 "unsupported architecture (compute_%s)",
	                                 number)
	                      : complain(l, NVJITLINK_ERROR_UNRECOGNIZED_ARCH,
	                                 "ERROR NVJITLINK_ERROR_UNRECOGNIZED_ARCH: "
	                                 "unrecognized architecture (compute_%s)",
	                                 number);
}

static nvJitLinkResult take_level(struct nvJitLink *l, const char *v) {
	return strcmp(v, "0") == 0 || strcmp(v, "3") == 0
	               ? NVJITLINK_SUCCESS
	               : complain(l, NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
	                          "unsupported value of -O: %s. Only 0 and 3 are "
	                          "supported.",
	                          v);
}

static const struct option *find_option(const char *word) {
	for (u32 i = 0; i < countof(options); i++) {
		const char *name = options[i].name;
		size_t n = strlen(name);
		bool has_value = name[n - 1] == '=' || options[i].kind == LEVEL;
		if (has_value ? strncmp(word, name, n) == 0 : strcmp(word, name) == 0)
			return &options[i];
	}
	return NULL;
}

/* Whether the option may have this value. */
static bool suits(const struct option *o, const char *v) {
	bool wants_text = o->kind == TEXT || o->kind == PTXAS || o->kind == REGISTERS;
	return (*v || !wants_text) && (*v != '-' || o->kind != SPLIT);
}

static nvJitLinkResult take_option(struct nvJitLink *l, const char *word) {
	const struct option *o = find_option(word);
	if (!o || !suits(o, word + strlen(o->name)))
		return complain(l, NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
		                "unrecognized option: %s", word);
	const char *v = word + strlen(o->name);
	switch (o->kind) {
	case ARCH: return take_arch(l, v);
	case LEVEL: return take_level(l, v);
	case REGISTERS: l->max_registers = (u32)strtoul(v, NULL, 10); break;
	case FLAG: *(bool *)((char *)l + o->field) = true; break;
	case PTXAS:
		vec_push(&l->arena, &l->ptxas_words,
		         arena_strdup(&l->arena, v, strlen(v)));
		break;
	default: break;
	}
	return NVJITLINK_SUCCESS;
}

static nvJitLinkResult check_options(struct nvJitLink *l) {
	if (!l->sm)
		return NVJITLINK_ERROR_MISSING_ARCH;
	if (l->ptx && !l->lto)
		return complain(l, NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS,
		                "ERROR: -ptx requires -lto");
	if (l->is_virtual && !l->ptx)
		return complain(l, NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS,
		                "ERROR: virtual arch requires -ptx");
	return NVJITLINK_SUCCESS;
}

static nvJitLinkResult take_options(struct nvJitLink *l, u32 n,
                                    const char *const *option) {
	for (u32 i = 0; i < n; i++) {
		if (!option[i])
			return NVJITLINK_ERROR_NULL_INPUT;
		nvJitLinkResult r = take_option(l, option[i]);
		if (r != NVJITLINK_SUCCESS)
			return r;
	}
	return check_options(l);
}

/* ---- handles ----------------------------------------------------------------------- */

nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *out, uint32_t n,
                                const char *const *option) {
	struct arena a = ARENA_INIT;
	if (!out || !n || !option)
		return NVJITLINK_ERROR_NULL_INPUT;
	struct nvJitLink *l = arena_new(&a, struct nvJitLink);
	l->arena = a;
	log_begin(&l->error);
	log_begin(&l->info);
	l->start_ns = now_ns();
	*out = l;
	return take_options(l, n, option);
}

nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *handle) {
	if (!handle || !*handle)
		return NVJITLINK_ERROR_NULL_INPUT;
	struct nvJitLink *l = *handle;
	struct arena a = l->arena;
	*handle = NULL;
	log_end(&l->error);
	log_end(&l->info);
	arena_drop(&a);
	return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkVersion(unsigned *major, unsigned *minor) {
	if (!major || !minor)
		return NVJITLINK_ERROR_NULL_INPUT;
	*major = 13;
	*minor = 0;
	return NVJITLINK_SUCCESS;
}

/* ---- inputs ------------------------------------------------------------------------ */

static const char *kind_name(nvJitLinkInputType kind) {
	static const char *const name[] = {"NONE",   "CUBIN",  "PTX",     "LTOIR",
	                                   "FATBIN", "OBJECT", "LIBRARY", "INDEX"};
	return (unsigned)kind < countof(name) ? name[kind] : "ANY";
}

static nvJitLinkResult no_ptx(struct nvJitLink *l, const char *name) {
	return complain(l, NVJITLINK_ERROR_PTX_COMPILE,
	                "ERROR NVJITLINK_ERROR_PTX_COMPILE: JIT the PTX (%s)", name);
}

/* -Xptxas is read here, as the real library does. */
static nvJitLinkResult add_text(struct nvJitLink *l, const struct input_image *image,
                                const char *name) {
	struct ptxas_settings s = {0};
	if (!ptxas_options(&l->arena, &s, l->ptxas_words.n, l->ptxas_words.at,
	                   l->error.out))
		return no_ptx(l, name);
	struct ptx_reading how = {
		.log = l->error.out,
		.info = l->info.out,
		.arch = l->arch,
		.sm = l->sm,
		.max_registers = s.max_registers ? s.max_registers : l->max_registers,
		.list = l->verbose || s.verbose,
		.warnings = s.warnings_are_errors,
		.warnings_are_errors = s.warnings_are_errors,
	};
	struct ptx_unit u = {.name = name, .text = image->text, .len = image->len};
	enum ptx_problem p = ptx_unit_read(&l->arena, &how, &u);
	if (p == PTX_GOOD)
		vec_push(&l->arena, &l->units, u);
	else if (p != PTX_NO_MEMORY)
		return no_ptx(l, name);
	return p == PTX_GOOD ? NVJITLINK_SUCCESS : NVJITLINK_ERROR_INTERNAL;
}

static nvJitLinkResult add_found(struct nvJitLink *l, enum input_kind kind,
                                 const struct input_found *found, const char *name) {
	nvJitLinkResult r = NVJITLINK_SUCCESS;
	bool is_empty = kind == INPUT_FATBIN && !found->images.n && !found->nother;
	if (found->damaged || is_empty)
		return complain(l, NVJITLINK_ERROR_INVALID_INPUT,
		                "error   : the device code of '%s' is damaged or empty",
		                name);
	if (kind != INPUT_LIBRARY && !found->has_fatbin && !found->images.n)
		return complain(l, NVJITLINK_ERROR_MISSING_FATBIN,
		                "error   : '%s' holds no device code", name);
	if (!found->images.n && found->nother)
		return complain(l, NVJITLINK_ERROR_ARCH_MISMATCH,
		                "error   : '%s' holds no PTX that %s can run", name,
		                l->arch);
	vec_each (struct input_image, image, &found->images) {
		const char *part = *image->name ? arena_printf(&l->arena, "%s:%s", name,
		                                               image->name)
		                                : name;
		nvJitLinkResult one = add_text(l, image, part);
		r = one == NVJITLINK_SUCCESS ? r : one;
	}
	return r;
}

/* What the library cannot take; SUCCESS: it can. */
static nvJitLinkResult check_kind(struct nvJitLink *l, enum input_kind kind,
                                  enum input_kind given, const void *data, size_t size,
                                  const char *name) {
	bool fits = given == INPUT_ANY || (given == kind && kind != INPUT_NONE) ||
	            (given == INPUT_CUBIN && kind == INPUT_PTX && !l->ptx);
	if (given == INPUT_ANY && kind == INPUT_NONE)
		return complain(l, NVJITLINK_ERROR_UNRECOGNIZED_INPUT,
		                "unrecognized input type: %s", name);
	if (given == INPUT_INDEX)
		return complain(l, NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
		                "error   : '%s': there are no indices of LTO-IR", name);
	if (!fits)
		return complain(l, NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
		                "ERROR 1: bad input: '%s' does not match type "
		                "NVJITLINK_INPUT_%s",
		                name, kind_name((nvJitLinkInputType)given));
	if (kind == INPUT_LTO && !l->lto)
		return complain(l, NVJITLINK_ERROR_LTO_NOT_ENABLED,
		                "ERROR 1: LTO-IR input cannot be used without LTO "
		                "enabled (-lto)");
	if (input_is_foreign_lto(data, size))
		return complain(l, NVJITLINK_ERROR_OUTDATED_LIBRARY,
		                "error   : '%s' is LTO-IR of another compiler; NVRTC of "
		                "simt makes what is read here",
		                name);
	if (kind == INPUT_CUBIN)
		return complain(l, NVJITLINK_ERROR_ARCH_MISMATCH,
		                "error   : '%s' is machine code; PTX is needed", name);
	return NVJITLINK_SUCCESS;
}

static nvJitLinkResult add(struct nvJitLink *l, enum input_kind given, const void *data,
                           size_t size, const char *name) {
	struct input_found found = {0};
	char *copy = arena_strdup(&l->arena, data, size);
	name = arena_strdup(&l->arena, name, strlen(name));
	enum input_kind kind = input_kind_of(copy, size);
	nvJitLinkResult r = check_kind(l, kind, given, copy, size, name);
	if (r != NVJITLINK_SUCCESS)
		return r;
	input_texts(&l->arena, kind, copy, size, l->sm, false, &found);
	r = add_found(l, kind, &found, name);
	if (r != NVJITLINK_SUCCESS)
		return r;
	*(kind == INPUT_LTO ? &l->has_lto_input : &l->has_other_input) = true;
	return l->tried ? NVJITLINK_ERROR_INTERNAL : NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle l, nvJitLinkInputType type,
                                 const void *data, size_t size, const char *name) {
	if (!l)
		return NVJITLINK_ERROR_NULL_INPUT;
	if (!data || !size)
		return NVJITLINK_ERROR_INVALID_INPUT;
	return add(l, (enum input_kind)type, data, size, name ? name : "(null)");
}

static char *read_file(struct arena *a, const char *path, size_t *size) {
	enum { FILE_MOST = 1 << 30 };
	struct stat st;
	int fd = file_open(path, 0, FILE_MOST, &st);
	if (fd < 0)
		return NULL;
	char *text = arena_array(a, char, st.st_size + 1);
	ssize_t n = 0;
	for (*size = 0; (u64)*size < (u64)st.st_size; *size += (size_t)n) {
		n = read(fd, text + *size, (size_t)st.st_size - *size);
		if (n <= 0)
			break;
	}
	close(fd);
	return n < 0 ? NULL : text;
}

nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle l, nvJitLinkInputType type,
                                 const char *path) {
	struct arena scratch = ARENA_INIT;
	size_t size;
	if (!l || !path)
		return NVJITLINK_ERROR_NULL_INPUT;
	char *data = read_file(&scratch, path, &size);
	nvJitLinkResult r = data ? add(l, (enum input_kind)type, data, size, path)
	                         : complain(l, NVJITLINK_ERROR_INVALID_INPUT,
	                                    "no such file: %s", path);
	arena_drop(&scratch);
	return r;
}

/* ---- linking ----------------------------------------------------------------------- */

static void tell_time(struct nvJitLink *l, const char *what, u64 since) {
	if (l->times)
		fprintf(l->info.out, "%s: %f\n", what, (double)(now_ns() - since) / 1e6);
}

nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle l) {
	if (!l)
		return NVJITLINK_ERROR_NULL_INPUT;
	u64 start = now_ns();
	bool again = l->tried;
	l->tried = true;
	if (l->ptx && l->has_other_input)
		return complain(l, NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
		                "ERROR: -ptx requires that all inputs have LTOIR");
	if (l->lto && !l->has_lto_input)
		return complain(l, NVJITLINK_ERROR_NVVM_COMPILE,
		                "ERROR NVJITLINK_ERROR_NVVM_COMPILE: there is no LTOIR");
	if (again)
		return NVJITLINK_ERROR_INTERNAL;
	tell_time(l, "nvJitLink time until Complete", l->start_ns);
	if (!ptx_units_agree(&l->units, l->error.out))
		return complain(l,
		                l->has_lto_input ? NVJITLINK_ERROR_PTX_COMPILE
		                                 : NVJITLINK_ERROR_INTERNAL,
		                "ERROR 9: finish");
	l->image = ptx_units_link(&l->arena, &l->units, l->sm, &l->len);
	l->complete = l->image != NULL;
	tell_time(l, "nvJitLinkComplete time to finish", start);
	return l->complete ? NVJITLINK_SUCCESS : NVJITLINK_ERROR_INTERNAL;
}

/* ---- results ----------------------------------------------------------------------- */

static nvJitLinkResult may_give(const struct nvJitLink *l, const void *out, bool ptx) {
	if (!l || !out)
		return NVJITLINK_ERROR_NULL_INPUT;
	if (ptx && !l->ptx)
		return NVJITLINK_ERROR_INVALID_INPUT;
	return l->complete && l->ptx == ptx ? NVJITLINK_SUCCESS
	                                    : NVJITLINK_ERROR_INTERNAL;
}

static nvJitLinkResult give_size(const struct nvJitLink *l, size_t *size, bool ptx) {
	nvJitLinkResult r = may_give(l, size, ptx);
	if (r == NVJITLINK_SUCCESS)
		*size = l->len + 1;
	return r;
}

static nvJitLinkResult give(const struct nvJitLink *l, char *out, bool ptx) {
	nvJitLinkResult r = may_give(l, out, ptx);
	if (r != NVJITLINK_SUCCESS)
		return r;
	memcpy(out, l->image, l->len);
	out[l->len] = 0;
	return r;
}

nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle l, size_t *size) {
	return give_size(l, size, false);
}

nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle l, void *out) {
	return give(l, out, false);
}

nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle l, size_t *size) {
	return give_size(l, size, true);
}

nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle l, char *out) {
	return give(l, out, true);
}

static nvJitLinkResult log_size(struct nvJitLink *l, struct log *log, size_t *size) {
	if (!l || !size)
		return NVJITLINK_ERROR_NULL_INPUT;
	*size = log_bytes(log);
	*size += *size > 0;
	return NVJITLINK_SUCCESS;
}

static nvJitLinkResult give_log(struct nvJitLink *l, struct log *log, char *out) {
	if (!l || !out)
		return NVJITLINK_ERROR_NULL_INPUT;
	if (log_bytes(log))
		log_give(log, out);
	return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle l, size_t *size) {
	return log_size(l, l ? &l->error : NULL, size);
}

nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle l, char *out) {
	return give_log(l, l ? &l->error : NULL, out);
}

nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle l, size_t *size) {
	return log_size(l, l ? &l->info : NULL, size);
}

nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle l, char *out) {
	return give_log(l, l ? &l->info : NULL, out);
}

/* ---- names with the version of the interface --------------------------------------- */

#define VERSIONED(name, params) \
	nvJitLinkResult __##name##_13_0 params __attribute__((alias(#name)));

VERSIONED(nvJitLinkCreate, (nvJitLinkHandle *, uint32_t, const char *const *))
VERSIONED(nvJitLinkDestroy, (nvJitLinkHandle *))
VERSIONED(nvJitLinkAddData,
          (nvJitLinkHandle, nvJitLinkInputType, const void *, size_t, const char *))
VERSIONED(nvJitLinkAddFile, (nvJitLinkHandle, nvJitLinkInputType, const char *))
VERSIONED(nvJitLinkComplete, (nvJitLinkHandle))
VERSIONED(nvJitLinkGetLinkedCubinSize, (nvJitLinkHandle, size_t *))
VERSIONED(nvJitLinkGetLinkedCubin, (nvJitLinkHandle, void *))
VERSIONED(nvJitLinkGetLinkedPtxSize, (nvJitLinkHandle, size_t *))
VERSIONED(nvJitLinkGetLinkedPtx, (nvJitLinkHandle, char *))
VERSIONED(nvJitLinkGetErrorLogSize, (nvJitLinkHandle, size_t *))
VERSIONED(nvJitLinkGetErrorLog, (nvJitLinkHandle, char *))
VERSIONED(nvJitLinkGetInfoLogSize, (nvJitLinkHandle, size_t *))
VERSIONED(nvJitLinkGetInfoLog, (nvJitLinkHandle, char *))
