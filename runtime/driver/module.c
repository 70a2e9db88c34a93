/* module.c - modules, and linking several images into one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/driver/module.h"
#include "runtime/handles/device.h"
#include "runtime/handles/kernel.h"
#include "runtime/handles/slot.h"

#include "base/vec.h"
#include "runtime/handles/image.h"
#include "runtime/handles/input.h"

static struct slots slots = SLOTS_INIT(struct CUmod_st);
static struct slots function_slots = SLOTS_INIT(struct CUfunc_st);

/* ---- life -------------------------------------------------------------------------- */

CUresult module_check(const struct CUmod_st *m) {
	return m && m->slot.live && m->generation == m->device->generation
	               ? CUDA_SUCCESS
	               : CUDA_ERROR_INVALID_HANDLE;
}

struct CUmod_st *module_wrap(struct cuda_device *d, struct simt_module *module,
                             bool of_library) {
	struct CUmod_st *m = slot_take(&slots);
	if (!m)
		return NULL;
	m->device = d;
	m->generation = d->generation;
	m->module = module;
	m->of_library = of_library;
	m->function_of = MAP_INIT(&m->arena);
	m->ref_of = MAP_INIT(&m->arena);
	pthread_mutex_init(&m->lock, NULL);
	return m;
}

void module_unwrap(struct CUmod_st *m) {
	map_each (it, &m->function_of)
		slot_give(&function_slots, (void *)(uintptr_t)it->value);
	module_drop_refs(m);
	if (!m->of_library && m->generation == m->device->generation)
		simt_module_unload(m->module);
	arena_drop(&m->arena);
	pthread_mutex_destroy(&m->lock);
	slot_give(&slots, m);
}

static void drop_owned(struct owned *o) {
	module_unwrap((struct CUmod_st *)((char *)o - offsetof(struct CUmod_st, own)));
}

static CUresult load(CUmodule *out, const void *image, unsigned n, CUjit_option *option,
                     void **value) {
	struct cuda_device *d;
	struct loading j;
	struct simt_properties p;
	struct simt_module *m = NULL;
	struct texts texts;
	struct arena a = ARENA_INIT;
	if (!out || !image)
		return driver_end(cudaErrorInvalidValue);
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		e = device_fault(d);
	if (e == cudaSuccess && !arena_ready(LOADING_BYTES))
		e = cudaErrorMemoryAllocation;
	if (e != cudaSuccess)
		return driver_end(e);
	e = loading_begin(&j, (const unsigned *)option, value, n);
	if (e != cudaSuccess)
		return driver_end(e);
	simt_device_properties(d->dev, &p);
	e = image_texts(image, p.sm, j.log.out, &a, &texts);
	if (e == cudaSuccess)
		e = loading_limit(&j, &a, &texts);
	if (e == cudaSuccess)
		e = loading_run(&j, d, &texts, true, &m);
	loading_tell(&j, m != NULL, m);
	loading_end(&j);
	arena_drop(&a);
	if (e != cudaSuccess)
		return driver_end(e);
	struct CUmod_st *handle = module_wrap(d, m, false);
	if (!handle) {
		simt_module_unload(m);
		return driver_end(cudaErrorMemoryAllocation);
	}
	handle->context = context_own(&handle->own, drop_owned);
	*out = handle;
	return driver_end(cudaSuccess);
}

CUresult cuModuleLoadDataEx(CUmodule *out, const void *image, unsigned n,
                            CUjit_option *option, void **value) {
	CUresult r = driver_begin();
	return r == CUDA_SUCCESS ? load(out, image, n, option, value) : r;
}

CUresult cuModuleLoadData(CUmodule *out, const void *image) {
	return cuModuleLoadDataEx(out, image, 0, NULL, NULL);
}

CUresult cuModuleLoadFatBinary(CUmodule *out, const void *image) {
	return cuModuleLoadDataEx(out, image, 0, NULL, NULL);
}

CUresult cuModuleLoad(CUmodule *out, const char *path) {
	struct arena a = ARENA_INIT;
	const void *image = NULL;
	size_t size;
	CUresult r = driver_begin();
	if (r != CUDA_SUCCESS)
		return r;
	cudaError_t e = out && path && *path ? image_from_file(path, &a, &image, &size)
	                                     : cudaErrorInvalidValue;
	r = e == cudaSuccess ? load(out, image, 0, NULL, NULL) : driver_end(e);
	arena_drop(&a);
	return r;
}

CUresult cuModuleUnload(CUmodule m) {
	CUresult r = driver_begin_bare();
	if (r != CUDA_SUCCESS)
		return r;
	r = module_check(m);
	if (r == CUDA_SUCCESS && m->of_library)
		r = CUDA_ERROR_NOT_PERMITTED;
	if (r == CUDA_SUCCESS) {
		r = driver_result(
			device_error(m->device, simt_device_wait(m->device->dev)));
		context_disown(&m->own);
		module_unwrap(m);
	}
	driver_end(cudaSuccess);
	return r;
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode) {
	if (!mode)
		return CUDA_ERROR_INVALID_VALUE;
	*mode = CU_MODULE_EAGER_LOADING;
	return driver_is_ready() ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

/* ---- what is in a module ----------------------------------------------------------- */

struct CUfunc_st *module_function(struct CUmod_st *m, struct simt_function *f) {
	pthread_mutex_lock(&m->lock);
	struct CUfunc_st *handle = map_get_ptr(&m->function_of, f);
	if (!handle) {
		handle = map_reserve(&m->function_of) ? slot_take(&function_slots) : NULL;
		if (handle) {
			handle->handle = HANDLE_FUNCTION;
			handle->module = m;
			handle->device = m->device;
			handle->function = f;
			map_put_ptr(&m->function_of, f, handle);
		}
	}
	pthread_mutex_unlock(&m->lock);
	return handle;
}

CUresult module_begin(const struct CUmod_st *m, bool ok) {
	CUresult r = driver_begin_bare();
	if (r != CUDA_SUCCESS)
		return r;
	driver_end(cudaSuccess);
	return ok ? module_check(m) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuModuleGetFunction(CUfunction *out, CUmodule m, const char *name) {
	struct simt_function *f;
	CUresult r = module_begin(m, out && name && *name);
	if (r != CUDA_SUCCESS)
		return r;
	enum simt_status s = simt_function_find(m->module, name, &f);
	if (s != SIMT_OK)
		return (CUresult)s;
	*out = module_function(m, f);
	return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuModuleGetFunctionCount(unsigned *count, CUmodule m) {
	CUresult r = module_begin(m, count);
	if (r == CUDA_SUCCESS)
		*count = simt_function_count(m->module);
	return r;
}

CUresult cuModuleEnumerateFunctions(CUfunction *out, unsigned n, CUmodule m) {
	struct simt_function *f;
	CUresult r = module_begin(m, out);
	for (u32 i = 0; r == CUDA_SUCCESS && i < n; i++) {
		enum simt_status s = simt_function_at(m->module, i, &f);
		if (s != SIMT_OK)
			return s == SIMT_OUT_OF_MEMORY ? CUDA_ERROR_OUT_OF_MEMORY : r;
		out[i] = module_function(m, f);
		if (!out[i])
			r = CUDA_ERROR_OUT_OF_MEMORY;
	}
	return r;
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *p, size_t *bytes, CUmodule m,
                              const char *name) {
	u64 addr, size;
	struct simt_function *f;
	CUresult r = module_begin(m, name && *name && (p || bytes));
	if (r != CUDA_SUCCESS)
		return r;
	if (simt_variable_find(m->module, name, &addr, &size) != SIMT_OK)
		return simt_function_find(m->module, name, &f) == SIMT_OK
		               ? CUDA_ERROR_INVALID_VALUE
		               : CUDA_ERROR_NOT_FOUND;
	if (p)
		*p = addr;
	if (bytes)
		*bytes = size;
	return CUDA_SUCCESS;
}

/* ---- linking ----------------------------------------------------------------------- */

struct CUlinkState_st {
	struct slot slot; /* no context owns it */
	struct cuda_device *device;
	struct arena arena;
	VEC(struct simt_text) text;
	struct loading jit;
	cudaError_t broken; /* by an input: nothing links any more */
	bool complete;
};

enum { ARCHIVE_MAGIC_BYTES = 8 };
#define UNKNOWN_FORMAT "error   : Binary format for key='0', ident='' is not recognized\n"

static struct slots link_slots = SLOTS_INIT(struct CUlinkState_st);

static void drop_link(struct CUlinkState_st *l) {
	loading_end(&l->jit);
	arena_drop(&l->arena);
	slot_give(&link_slots, l);
}

static bool is_link(const struct CUlinkState_st *l) {
	return l && l->slot.live;
}

/* The log's stream writes into the record, which therefore stays where it is. */
CUresult cuLinkCreate_v2(unsigned n, CUjit_option *option, void **value,
                         CUlinkState *out) {
	struct cuda_device *d;
	CUresult r = out ? driver_begin() : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	cudaError_t e = device_current(&d);
	if (e != cudaSuccess)
		return driver_end(e);
	struct CUlinkState_st *l = slot_take(&link_slots);
	if (!l)
		return driver_end(cudaErrorMemoryAllocation);
	l->device = d;
	e = loading_begin(&l->jit, (const unsigned *)option, value, n);
	if (e != cudaSuccess) {
		slot_give(&link_slots, l);
		return driver_end(e);
	}
	*out = l;
	return driver_end(cudaSuccess);
}

static bool is_wrapper(const void *image, size_t size) {
	static const u32 magic = FATBIN_WRAPPER_MAGIC;
	return size >= sizeof(struct fatbin_wrapper) &&
	       memcmp(image, &magic, sizeof magic) == 0;
}

/* Whether bytes may be given as a type. What NVRTC and cuLinkComplete call a cubin is a
 * PTX text, and what is wrong with a text is told when it is read. */
static bool fits_type(enum input_kind kind, CUjitInputType type, const void *image,
                      size_t size) {
	switch (type) {
	case CU_JIT_INPUT_CUBIN: return kind == INPUT_CUBIN || kind == INPUT_PTX;
	case CU_JIT_INPUT_PTX: return kind == INPUT_PTX || kind == INPUT_NONE;
	case CU_JIT_INPUT_FATBINARY:
		return kind == INPUT_FATBIN || kind == INPUT_PTX ||
		       is_wrapper(image, size);
	case CU_JIT_INPUT_OBJECT: return kind == INPUT_OBJECT;
	case CU_JIT_INPUT_LIBRARY: return kind == INPUT_LIBRARY;
	default: return kind == INPUT_LTO;
	}
}

/* What a GPU's driver says of bytes that are no input of the type; after some of these
 * it links nothing any more. */
static const struct {
	cudaError_t error;
	const char *log; /* NULL: nothing; it may name the input */
	bool breaks;
} misfits[CU_JIT_NUM_INPUT_TYPES] = {
	[CU_JIT_INPUT_CUBIN] = {cudaErrorInvalidKernelImage, NULL, true},
	[CU_JIT_INPUT_PTX] = {cudaErrorInvalidKernelImage, UNKNOWN_FORMAT, false},
	[CU_JIT_INPUT_FATBINARY] = {cudaErrorInvalidKernelImage, UNKNOWN_FORMAT, false},
	[CU_JIT_INPUT_OBJECT] = {cudaErrorUnknown,
                                 "fatal   : Could not find fatbin in '%s'\n", false},
	[CU_JIT_INPUT_LIBRARY] = {cudaErrorUnknown,
                                  "fatal   : unexpected archive format\n", false},
	/* since CUDA 12 only nvJitLink links it */
	[CU_JIT_INPUT_NVVM] = {cudaErrorJitCompilerNotFound, NULL, true},
};

static cudaError_t refuse(struct CUlinkState_st *l, CUjitInputType type,
                          const char *name) {
	cudaError_t e = misfits[type].error;
	if (misfits[type].log)
		fprintf(l->jit.log.out, misfits[type].log, name);
	if (misfits[type].breaks)
		l->broken = e;
	return e;
}

/* Adds the texts in an object or a library. A library may be one of which nothing is
 * needed here, as that of CUDA's device runtime is, so it need not have any. */
static cudaError_t add_found(struct CUlinkState_st *l, CUjitInputType type,
                             enum input_kind kind, const void *image, size_t size, u32 sm,
                             const char *name) {
	struct input_found found = {0};
	input_texts(&l->arena, kind, image, size, sm, false, &found);
	if (found.damaged || (kind == INPUT_OBJECT && !found.has_fatbin))
		return refuse(l, type, name);
	if (kind == INPUT_OBJECT && !found.images.n) {
		fprintf(l->jit.log.out,
		        "error   : '%s' has no PTX that the device can run\n", name);
		return cudaErrorNoKernelImageForDevice;
	}
	vec_each (struct input_image, it, &found.images) {
		struct simt_text text = {it->text, it->len};
		vec_push(&l->arena, &l->text, text);
	}
	return cudaSuccess;
}

static cudaError_t add_text(struct CUlinkState_st *l, const void *image, u32 sm) {
	struct texts texts;
	cudaError_t e = image_texts(image, sm, l->jit.log.out, &l->arena, &texts);
	if (e == cudaSuccess)
		e = loading_check(&l->jit, l->device, &texts);
	for (u32 i = 0; e == cudaSuccess && i < texts.n; i++)
		vec_push(&l->arena, &l->text, texts.at[i]);
	return e;
}

/* Adds what has PTX in it. */
static cudaError_t add_image(struct CUlinkState_st *l, CUjitInputType type,
                             const void *image, size_t size, const char *name) {
	struct simt_properties p;
	if ((unsigned)type >= CU_JIT_NUM_INPUT_TYPES || l->complete)
		return cudaErrorInvalidValue;
	if (!arena_ready(size + LOADING_BYTES))
		return cudaErrorMemoryAllocation;
	/* The container may end at the end of memory, and a text need not end with a
	 * zero. */
	char *copy = arena_strdup(&l->arena, image, size);
	simt_device_properties(l->device->dev, &p);
	enum input_kind kind = input_kind_of(copy, size);
	cudaError_t e;
	if (type == CU_JIT_INPUT_LIBRARY && size < ARCHIVE_MAGIC_BYTES)
		e = cudaErrorInvalidKernelImage;
	else if (kind == INPUT_LTO || !fits_type(kind, type, copy, size))
		e = refuse(l, type, name ? name : "");
	else if (kind == INPUT_OBJECT || kind == INPUT_LIBRARY)
		e = add_found(l, type, kind, copy, size, p.sm, name ? name : "");
	else
		e = add_text(l, copy, p.sm);
	if (e != cudaSuccess)
		loading_tell(&l->jit, false, NULL);
	return e;
}

CUresult cuLinkAddData_v2(CUlinkState l, CUjitInputType type, void *data, size_t size,
                          const char *name, unsigned n, CUjit_option *option,
                          void **value) {
	(void)option, (void)value;
	CUresult r = is_link(l) ? driver_begin() : CUDA_ERROR_INVALID_HANDLE;
	if (r != CUDA_SUCCESS)
		return r;
	if (!data || !size || (n && (!option || !value)))
		return driver_end(cudaErrorInvalidValue);
	return driver_end(add_image(l, type, data, size, name));
}

CUresult cuLinkAddFile_v2(CUlinkState l, CUjitInputType type, const char *path,
                          unsigned n, CUjit_option *option, void **value) {
	struct arena a = ARENA_INIT;
	const void *image = NULL;
	size_t size = 0;
	(void)option, (void)value;
	CUresult r = is_link(l) ? driver_begin() : CUDA_ERROR_INVALID_HANDLE;
	if (r != CUDA_SUCCESS)
		return r;
	cudaError_t e = !path || !*path || (n && (!option || !value))
	                        ? cudaErrorInvalidValue
	                        : image_from_file(path, &a, &image, &size);
	if (e == cudaSuccess)
		e = size ? add_image(l, type, image, size, path)
		         : cudaErrorInvalidKernelImage;
	arena_drop(&a);
	return driver_end(e);
}

/* Inputs that were refused are not linked, and of none comes an empty module. */
static cudaError_t link_inputs(struct CUlinkState_st *l, struct simt_text *out,
                               struct simt_module **m) {
	static const char none[] = ".version 9.0\n.target sm_90\n.address_size 64\n";
	size_t len = sizeof none - 1;
	char *text = l->text.n ? simt_link_texts(l->text.at, l->text.n, &len) : NULL;
	if ((l->text.n && !text) || !arena_ready(len + LOADING_BYTES)) {
		simt_text_free(text);
		return cudaErrorMemoryAllocation;
	}
	*out = (struct simt_text){arena_strdup(&l->arena, text ? text : none, len), len};
	struct texts texts = {.at = out, .n = 1};
	simt_text_free(text);
	cudaError_t e = loading_limit(&l->jit, &l->arena, &texts);
	return e == cudaSuccess ? loading_run(&l->jit, l->device, &texts, false, m) : e;
}

/* The result is PTX: cuModuleLoadData accepts it in place of a cubin. */
CUresult cuLinkComplete(CUlinkState l, void **cubin, size_t *size) {
	CUresult r = is_link(l) ? driver_begin() : CUDA_ERROR_INVALID_HANDLE;
	struct simt_module *m = NULL;
	struct simt_text out;
	if (r != CUDA_SUCCESS)
		return r;
	if (!cubin || l->broken != cudaSuccess)
		return driver_end(cubin ? l->broken : cudaErrorInvalidValue);
	if (l->complete)
		return driver_end(cudaErrorInvalidResourceHandle);
	cudaError_t e = link_inputs(l, &out, &m);
	loading_tell(&l->jit, e == cudaSuccess, l->text.n ? m : NULL);
	if (e == cudaSuccess) {
		simt_module_unload(m);
		l->complete = true;
		*cubin = (void *)(uintptr_t)out.text;
		if (size)
			*size = out.len + 1;
	}
	return driver_end(e);
}

CUresult cuLinkDestroy(CUlinkState l) {
	if (!is_link(l))
		return CUDA_ERROR_INVALID_HANDLE;
	drop_link(l);
	return CUDA_SUCCESS;
}
