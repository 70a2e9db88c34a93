/* library.c - device code that a program brings at run time: libraries, their kernels and
 * variables, and the options of loading code.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "runtime/handles/address.h"
#include "runtime/handles/device.h"
#include "runtime/handles/kernel.h"
#include "runtime/handles/registry.h"
#include "runtime/handles/slot.h"

enum { FILE_MAX = 1 << 30 };

/* ---- options ----------------------------------------------------------------------- */

static u64 now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000 + (u64)t.tv_nsec;
}

/* Options about debug information and caches change nothing here. */
static bool read_option(struct loading *j, unsigned option, void **value) {
	size_t number = (size_t)*value;
	switch (option) {
	case cudaJitMaxRegisters: j->max_registers = (u32)number; return true;
	case cudaJitInfoLogBuffer: j->info = *value; return true;
	case cudaJitErrorLogBuffer: j->error = *value; return true;
	case cudaJitInfoLogBufferSizeBytes:
		j->info_bytes = (u32)number;
		j->info_size = value;
		return true;
	case cudaJitErrorLogBufferSizeBytes:
		j->error_bytes = (u32)number;
		j->error_size = value;
		return true;
	case cudaJitOptimizationLevel: return (u32)number <= 4;
	case cudaJitLogVerbose: j->verbose = (int)number != 0; return true;
	case cudaJitWallTime: j->wall_ms = (float *)(void *)value; return true;
	case 17:
	case 18:
	case 19: return false; /* addresses for the program's externals: not supported */
	default: return option < JIT_OPTION_COUNT;
	}
}

static bool open_log(struct loading_log *l) {
	l->out = open_memstream(&l->text, &l->len);
	return l->out;
}

static void drop_log(struct loading_log *l) {
	struct arena a = ARENA_INIT;
	fclose(l->out);
	arena_adopt(&a, l->text, l->len);
	arena_drop(&a);
}

cudaError_t loading_begin(struct loading *j, const unsigned *option, void **value,
                          u32 n) {
	*j = (struct loading){.start_ns = now_ns()};
	if (n && (!option || !value))
		return cudaErrorInvalidValue;
	for (u32 i = 0; i < n; i++)
		if (!read_option(j, option[i], &value[i]))
			return cudaErrorInvalidValue;
	bool ok = open_log(&j->log);
	if (ok && !open_log(&j->told)) {
		drop_log(&j->log);
		ok = false;
	}
	return ok ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* Copies as much of the text as fits, with a zero, and stores how much that was in place
 * of the size, which does not count the zero. The last line has no end, as with an H200's
 * driver. */
static void hand_out(struct loading_log *l, char *buffer, size_t bytes, void **size) {
	fflush(l->out);
	const char *text = l->text;
	size_t len = l->len - (l->len && text[l->len - 1] == '\n');
	size_t n = buffer && bytes ? MIN(len, bytes - 1) : 0;
	if (buffer && bytes) {
		memcpy(buffer, text, n);
		buffer[n] = 0;
	}
	if (size)
		*size = (void *)n;
}

static void describe(FILE *out, struct simt_module *m) {
	for (u32 i = 0; i < simt_function_count(m); i++) {
		struct simt_function *f;
		struct simt_function_attributes a;
		if (simt_function_at(m, i, &f) != SIMT_OK)
			continue;
		simt_function_attributes(f, &a);
		fprintf(out,
		        "info    : function '%s': %u bytes of parameters, %u bytes smem, "
		        "%u "
		        "bytes lmem, %u bytes cmem\n",
		        a.name, a.param_bytes, a.shared_static, a.local_bytes,
		        a.const_bytes);
	}
}

void loading_tell(struct loading *j, bool ok, struct simt_module *m) {
	if (m && j->verbose)
		describe(j->told.out, m);
	else if (ok && j->verbose)
		fputs("info    : 0 bytes gmem\n", j->told.out);
	hand_out(&j->log, j->error, j->error_bytes, j->error_size);
	hand_out(&j->told, j->info, j->info_bytes, j->info_size);
	if (j->wall_ms)
		*j->wall_ms = (float)((double)(now_ns() - j->start_ns) / 1e6);
}

void loading_end(struct loading *j) {
	drop_log(&j->log);
	drop_log(&j->told);
}

cudaError_t loading_limit(const struct loading *j, struct arena *a, struct texts *t) {
	for (u32 i = 0; j->max_registers && i < t->n; i++) {
		size_t len;
		char *text = simt_limit_registers(&t->at[i], j->max_registers, &len);
		if (!text || !arena_ready(len + LOADING_BYTES)) {
			simt_text_free(text);
			return cudaErrorMemoryAllocation;
		}
		t->at[i] = (struct simt_text){arena_strdup(a, text, len), len};
		simt_text_free(text);
	}
	return cudaSuccess;
}

static const char input_name[] = "application ptx input";

static struct simt_load_options load_options(FILE *log) {
	return (struct simt_load_options){.log = log,
	                                  .format = SIMT_LOG_NVCC,
	                                  .quiet_warnings = true,
	                                  .refuse_unknown = true};
}

static size_t skip_blanks(const struct simt_text *t, size_t i) {
	while (i < t->len && memchr(" \t\r\n", t->text[i], 4))
		i++;
	return i;
}

/* Returns the place after the comment there, or that place if there is none. */
static size_t skip_comment(const struct simt_text *t, size_t i) {
	bool is_line = i + 1 < t->len && memcmp(t->text + i, "//", 2) == 0;
	if (!is_line && !(i + 1 < t->len && memcmp(t->text + i, "/*", 2) == 0))
		return i;
	const char *end = is_line ? "\n" : "*/";
	const char *at = memmem(t->text + i + 2, t->len - i - 2, end, strlen(end));
	return at ? (size_t)(at - t->text) + strlen(end) : t->len;
}

/* What is wrong in a text that begins with .version is the compiler's to say; of others
 * the driver says that it knows no such format. */
static bool begins_as_ptx(const struct simt_text *t) {
	static const char first[] = ".version";
	size_t i = 0, was;
	do {
		was = i;
		i = skip_comment(t, skip_blanks(t, i));
	} while (i != was);
	return t->len - i >= sizeof first - 1 &&
	       memcmp(t->text + i, first, sizeof first - 1) == 0;
}

static cudaError_t told(struct loading *j, struct cuda_device *d, enum simt_status s,
                        bool is_ptx) {
	if (s == SIMT_INVALID_IMAGE && !is_ptx)
		fputs("error   : Binary format for key='0', ident='' is not recognized\n",
		      j->log.out);
	return device_error(d, s);
}

cudaError_t loading_check(struct loading *j, struct cuda_device *d,
                          const struct texts *t) {
	cudaError_t e = cudaSuccess;
	for (u32 i = 0; e == cudaSuccess && i < t->n; i++) {
		bool is_ptx = begins_as_ptx(&t->at[i]);
		struct simt_load_options o = load_options(is_ptx ? j->log.out : NULL);
		e = told(j, d, simt_text_check(d->dev, input_name, &t->at[i], &o),
		         is_ptx);
	}
	return e;
}

cudaError_t loading_run(struct loading *j, struct cuda_device *d, const struct texts *t,
                        bool is_whole, struct simt_module **m) {
	bool is_ptx = t->n > 1 || (t->n == 1 && begins_as_ptx(t->at));
	struct simt_load_options o = load_options(is_ptx ? j->log.out : NULL);
	o.whole_program = is_whole;
	*m = NULL;
	return told(j, d, simt_module_link(d->dev, input_name, t->at, t->n, &o, m),
	            is_ptx);
}

/* ---- libraries --------------------------------------------------------------------- */

struct CUlib_st {
	struct slot slot;
	struct arena arena; /* texts and names */
	struct binary *binary;
	struct CUkern_st **kernel;
	u32 nkernel;
	cudaError_t error; /* of its code, which is told where the code is asked for */
};

static struct slots slots = SLOTS_INIT(struct CUlib_st);

static bool is_library(const struct CUlib_st *l) {
	return l && l->slot.live;
}

/* False: no memory. */
static bool copy_texts(struct arena *a, struct texts *t) {
	for (u32 i = 0; i < t->n; i++) {
		if (!arena_ready(t->at[i].len + LOADING_BYTES))
			return false;
		t->at[i].text = arena_strdup(a, t->at[i].text, t->at[i].len);
	}
	return true;
}

static void drop(struct CUlib_st *l) {
	if (l->binary && !binary_drop(l->binary))
		return;
	arena_drop(&l->arena);
	slot_give(&slots, l);
}

/* Whether its code may be asked for. */
static cudaError_t check_library(const struct CUlib_st *l) {
	return is_library(l) ? l->error : cudaErrorInvalidResourceHandle;
}

/* Makes the handles of all kernels at once, so that there is one for each name. */
static bool make_kernels(struct CUlib_st *l, struct simt_module *m) {
	u32 n = m ? simt_function_count(m) : 0;
	if (!arena_ready((size_t)n * 256 + LOADING_BYTES))
		return false;
	l->kernel = arena_array(&l->arena, struct CUkern_st *, n + 1);
	for (u32 i = 0; i < n; i++) {
		struct simt_function *f;
		struct simt_function_attributes a;
		if (simt_function_at(m, i, &f) != SIMT_OK)
			return false;
		simt_function_attributes(f, &a);
		const char *name = arena_strdup(&l->arena, a.name, strlen(a.name));
		struct CUkern_st *k = kernel_new(l->binary, name);
		if (!k)
			return false;
		l->kernel[l->nkernel++] = k;
	}
	return true;
}

static cudaError_t load(struct loading *j, struct cuda_device *d, const void *code,
                        struct CUlib_st *l, struct simt_module **m) {
	struct simt_properties p;
	struct texts texts;
	simt_device_properties(d->dev, &p);
	cudaError_t e = image_texts(code, p.sm, j->log.out, &l->arena, &texts);
	if (e == cudaSuccess && !copy_texts(&l->arena, &texts))
		e = cudaErrorMemoryAllocation;
	if (e == cudaSuccess)
		e = loading_limit(j, &l->arena, &texts);
	if (e == cudaSuccess)
		e = loading_run(j, d, &texts, true, m);
	if (e != cudaSuccess)
		return e;
	l->binary = binary_new(texts);
	if (!l->binary) {
		simt_module_unload(*m);
		return cudaErrorMemoryAllocation;
	}
	l->binary->library = l;
	binary_adopt(l->binary, d, *m);
	return make_kernels(l, *m) ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* Whether it says what is wrong with code. */
static bool is_in_code(cudaError_t e) {
	switch (e) {
	case cudaErrorInvalidPtx:
	case cudaErrorInvalidKernelImage:
	case cudaErrorUnsupportedPtxVersion:
	case cudaErrorNoKernelImageForDevice: return true;
	default: return false;
	}
}

static cudaError_t load_data(cudaLibrary_t *out, const void *code, const unsigned *option,
                             void **value, u32 n, const unsigned *library_option,
                             u32 nlibrary_option, bool is_lazy) {
	struct cuda_device *d;
	struct loading j;
	struct simt_module *m = NULL;
	if (!out || !code || (nlibrary_option && !library_option))
		return cudaErrorInvalidValue;
	for (u32 i = 0; i < nlibrary_option; i++)
		if (library_option[i] > cudaLibraryBinaryIsPreserved)
			return cudaErrorInvalidValue;
	cudaError_t e = device_current(&d);
	if (e != cudaSuccess)
		return e;
	if (!arena_ready(LOADING_BYTES))
		return cudaErrorMemoryAllocation;
	e = loading_begin(&j, option, value, n);
	if (e != cudaSuccess)
		return e;
	struct CUlib_st *l = slot_take(&slots);
	e = l ? load(&j, d, code, l, &m) : cudaErrorMemoryAllocation;
	if (is_lazy && is_in_code(e)) {
		l->error = e;
		e = cudaSuccess;
	}
	loading_tell(&j, e == cudaSuccess, e == cudaSuccess ? m : NULL);
	loading_end(&j);
	if (e == cudaSuccess)
		*out = l;
	else if (l)
		drop(l);
	return e;
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code,
                                enum cudaJitOption *option, void **value, unsigned n,
                                enum cudaLibraryOption *library_option,
                                void **library_value, unsigned nlibrary_option) {
	(void)library_value;
	return cudart_report(load_data(library, code, (const unsigned *)option, value, n,
	                               (const unsigned *)library_option, nlibrary_option,
	                               n == 0));
}

static bool read_all(int fd, char *to, size_t size) {
	while (size) {
		ssize_t got = read(fd, to, size);
		if (got == 0 || (got < 0 && errno != EINTR))
			return false;
		to += MAX(got, 0);
		size -= (size_t)MAX(got, 0);
	}
	return true;
}

/* Returns 0 for a file that begins with a zero byte: no image does, and the file may be
 * one large hole. */
static size_t image_size(int fd, size_t size) {
	char first;
	return size && pread(fd, &first, 1, 0) == 1 && first ? size : 0;
}

cudaError_t image_from_file(const char *path, struct arena *a, const void **image,
                            size_t *bytes) {
	struct stat st;
	int fd = path ? file_open(path, 0, FILE_MAX, &st) : -1;
	if (fd < 0)
		return path ? cudaErrorFileNotFound : cudaErrorInvalidValue;
	size_t size = image_size(fd, (size_t)st.st_size);
	bool ok = arena_ready(size + LOADING_BYTES);
	char *text = ok ? arena_array(a, char, size + 1) : NULL;
	ok = ok && read_all(fd, text, size);
	close(fd);
	*image = text;
	*bytes = ok ? size : 0;
	return ok ? cudaSuccess : cudaErrorFileNotFound;
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *path,
                                    enum cudaJitOption *option, void **value, unsigned n,
                                    enum cudaLibraryOption *library_option,
                                    void **library_value, unsigned nlibrary_option) {
	struct arena a = ARENA_INIT;
	const void *image;
	size_t size;
	(void)library_value;
	bool ok = library && path && *path;
	cudaError_t e = ok ? image_from_file(path, &a, &image, &size)
	                   : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = load_data(library, image, (const unsigned *)option, value, n,
		              (const unsigned *)library_option, nlibrary_option, false);
	arena_drop(&a);
	return cudart_report(e);
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
	if (!is_library(library))
		return cudart_report(cudaErrorInvalidResourceHandle);
	drop(library);
	return cudaSuccess;
}

static struct CUkern_st *find_kernel(const struct CUlib_st *l, const char *name) {
	for (u32 i = 0; i < l->nkernel; i++)
		if (strcmp(l->kernel[i]->name, name) == 0)
			return l->kernel[i];
	return NULL;
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library,
                                 const char *name) {
	if (!kernel || !name)
		return cudart_report(cudaErrorInvalidValue);
	cudaError_t e = check_library(library);
	struct CUkern_st *k = e == cudaSuccess ? find_kernel(library, name) : NULL;
	if (k)
		*kernel = k;
	else if (e == cudaSuccess)
		e = cudaErrorSymbolNotFound;
	return cudart_report(e);
}

cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t library) {
	if (!count)
		return cudart_report(cudaErrorInvalidValue);
	cudaError_t e = check_library(library);
	if (e == cudaSuccess)
		*count = library->nkernel;
	return cudart_report(e);
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int n,
                                        cudaLibrary_t library) {
	if (!kernels)
		return cudart_report(cudaErrorInvalidValue);
	cudaError_t e = check_library(library);
	for (u32 i = 0; e == cudaSuccess && i < MIN(n, library->nkernel); i++)
		kernels[i] = library->kernel[i];
	return cudart_report(e);
}

cudaError_t library_binary(struct CUlib_st *l, struct binary **out) {
	cudaError_t e = check_library(l);
	*out = e == cudaSuccess ? l->binary : NULL;
	return e;
}

static cudaError_t get_global(void **p, size_t *bytes, cudaLibrary_t library,
                              const char *name) {
	struct cuda_device *d;
	u64 addr, size;
	if (!name)
		return cudaErrorInvalidValue;
	cudaError_t e = check_library(library);
	if (e == cudaSuccess)
		e = device_current(&d);
	if (e == cudaSuccess)
		e = binary_variable(library->binary, name, d, &addr, &size);
	if (e != cudaSuccess)
		return e;
	if (p)
		*p = (void *)(uintptr_t)addr;
	if (bytes)
		*bytes = size;
	return cudaSuccess;
}

/* The name of a kernel gives another error than an unknown name, as on hardware. */
cudaError_t cudaLibraryGetGlobal(void **p, size_t *bytes, cudaLibrary_t library,
                                 const char *name) {
	cudaError_t e = get_global(p, bytes, library, name);
	if (e == cudaErrorInvalidSymbol)
		e = find_kernel(library, name) ? cudaErrorInvalidValue
		                               : cudaErrorSymbolNotFound;
	return cudart_report(e);
}

/* A variable that PTX does not mark as managed is not found. */
cudaError_t cudaLibraryGetManaged(void **p, size_t *bytes, cudaLibrary_t library,
                                  const char *name) {
	void *at = NULL;
	cudaError_t e = name && !*name ? cudaErrorInvalidValue
	                               : get_global(&at, bytes, library, name);
	if (e == cudaSuccess && pointed_by(at).kind != SIMT_MEMORY_MANAGED)
		e = cudaErrorSymbolNotFound;
	if (e == cudaSuccess && p)
		*p = at;
	return cudart_report(e == cudaErrorInvalidSymbol ? cudaErrorSymbolNotFound : e);
}

/* Functions that host and device share by their address exist where host and device are
 * one processor. */
cudaError_t cudaLibraryGetUnifiedFunction(void **f, cudaLibrary_t library,
                                          const char *symbol) {
	if (!f || !symbol)
		return cudart_report(cudaErrorInvalidValue);
	return cudart_report(is_library(library) ? cudaErrorNotSupported
	                                         : cudaErrorInvalidResourceHandle);
}
