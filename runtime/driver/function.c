/* function.c - functions and kernels: attributes, launches, occupancy.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/function.h"
#include "runtime/driver/module.h"
#include "runtime/handles/device.h"
#include "runtime/handles/kernel.h"
#include "runtime/handles/registry.h"

/* ---- handles ----------------------------------------------------------------------- */

static struct CUkern_st *as_kernel(CUfunction f) {
	return f && f->slot.live && f->handle == HANDLE_KERNEL ? (struct CUkern_st *)f
	                                                       : NULL;
}

CUresult function_find(CUfunction f, struct cuda_device **d, struct simt_function **out) {
	struct CUkern_st *k = as_kernel(f);
	if (k) {
		cudaError_t e = device_current(d);
		return driver_result(e == cudaSuccess ? kernel_on(k, *d, out) : e);
	}
	if (!f || !f->slot.live || f->handle != HANDLE_FUNCTION ||
	    module_check(f->module) != CUDA_SUCCESS)
		return CUDA_ERROR_INVALID_HANDLE;
	*d = f->device;
	*out = f->function;
	return CUDA_SUCCESS;
}

/* Finds the function of a call that has begun, and ends it. */
static CUresult find_after(CUresult begun, CUfunction f, struct cuda_device **d,
                           struct simt_function **out) {
	if (begun != CUDA_SUCCESS)
		return begun;
	CUresult r = function_find(f, d, out);
	driver_end(cudaSuccess);
	return r;
}

/* A kernel of a library is that of the current context. */
static CUresult begin_with(CUfunction f, struct cuda_device **d,
                           struct simt_function **out) {
	return find_after(as_kernel(f) ? driver_begin() : driver_begin_bare(), f, d, out);
}

/* ---- attributes -------------------------------------------------------------------- */

static CUresult attribute(int *value, CUfunction_attribute which, struct cuda_device *d,
                          struct simt_function *f) {
	struct simt_function_attributes a;
	struct simt_properties p;
	simt_function_attributes(f, &a);
	simt_device_properties(d->dev, &p);
	switch (which) {
	case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = (int)a.max_threads; break;
	case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)a.shared_static; break;
	case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)a.const_bytes; break;
	case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)a.local_bytes; break;
	case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = (int)a.registers; break;
	case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = (int)a.ptx_sm; break;
	case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = (int)p.sm; break;
	case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = 0; break;
	case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
		*value = (int)a.max_shared_dynamic;
		break;
	case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
		*value = a.preference[SIMT_PREFER_CARVEOUT];
		break;
	case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
		*value = a.explicit_cluster;
		break;
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: *value = (int)a.cluster[0]; break;
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: *value = (int)a.cluster[1]; break;
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: *value = (int)a.cluster[2]; break;
	case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
		*value = a.nonportable_cluster;
		break;
	case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
		*value = a.preference[SIMT_PREFER_CLUSTER_POLICY];
		break;
	default: return CUDA_ERROR_INVALID_VALUE;
	}
	return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute which, CUfunction f) {
	struct cuda_device *d;
	struct simt_function *on;
	CUresult r = value ? begin_with(f, &d, &on) : CUDA_ERROR_INVALID_VALUE;
	return r == CUDA_SUCCESS ? attribute(value, which, d, on) : r;
}

/* Attributes that can be set have the same numbers in the runtime. */
CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute which, int value) {
	struct cuda_device *d;
	struct simt_function *on;
	CUresult r = begin_with(f, &d, &on);
	return r == CUDA_SUCCESS ? driver_result(function_set(
					   d, on, (enum cudaFuncAttribute)which, value))
	                         : r;
}

static CUresult check_config(CUfunction f, unsigned config, unsigned most) {
	struct cuda_device *d;
	struct simt_function *on;
	return config <= most ? begin_with(f, &d, &on) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuFuncSetCacheConfig(CUfunction f, CUfunc_cache config) {
	return check_config(f, (unsigned)config, CU_FUNC_CACHE_PREFER_EQUAL);
}

CUresult cuFuncSetSharedMemConfig(CUfunction f, CUsharedconfig config) {
	return check_config(f, (unsigned)config,
	                    CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE);
}

static CUresult param_info(struct simt_function *f, size_t i, size_t *offset,
                           size_t *size) {
	struct simt_param p;
	if (!offset || i > UINT32_MAX || !simt_function_param(f, (u32)i, &p))
		return CUDA_ERROR_INVALID_VALUE;
	*offset = p.offset;
	if (size)
		*size = p.size;
	return CUDA_SUCCESS;
}

CUresult cuFuncGetParamInfo(CUfunction f, size_t i, size_t *offset, size_t *size) {
	struct cuda_device *d;
	struct simt_function *on;
	CUresult r = f ? begin_with(f, &d, &on) : CUDA_ERROR_INVALID_VALUE;
	return r == CUDA_SUCCESS ? param_info(on, i, offset, size) : r;
}

CUresult cuFuncGetName(const char **name, CUfunction f) {
	struct cuda_device *d;
	struct simt_function *on;
	struct simt_function_attributes a;
	CUresult r = name && f ? begin_with(f, &d, &on) : CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS) {
		simt_function_attributes(on, &a);
		*name = a.name;
	}
	return r;
}

CUresult cuFuncGetModule(CUmodule *m, CUfunction f) {
	struct cuda_device *d;
	struct simt_function *on;
	CUresult r = m && f ? begin_with(f, &d, &on) : CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS && as_kernel(f))
		r = cuKernelGetFunction(&f, (CUkernel)f);
	if (r == CUDA_SUCCESS)
		*m = f->module;
	return r;
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction f) {
	struct cuda_device *d;
	struct simt_function *on;
	CUresult r = state ? begin_with(f, &d, &on) : CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS)
		*state = CU_FUNCTION_LOADING_STATE_LOADED;
	return r;
}

CUresult cuFuncLoad(CUfunction f) {
	struct cuda_device *d;
	struct simt_function *on;
	return begin_with(f, &d, &on);
}

/* ---- launches ---------------------------------------------------------------------- */

/* CU_LAUNCH_PARAM_BUFFER_POINTER, p, CU_LAUNCH_PARAM_BUFFER_SIZE, &n, CU_LAUNCH_PARAM_END
 */
static bool read_extra(void **extra, struct simt_launch *l) {
	bool has_size = false;
	if (*extra == CU_LAUNCH_PARAM_END)
		return true;
	for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
		if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
			l->params = extra[1];
		else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE &&
		         *(size_t *)extra[1] <= UINT32_MAX)
			l->param_bytes = (u32) * (size_t *)extra[1];
		else
			return false;
		has_size = has_size || *extra == CU_LAUNCH_PARAM_BUFFER_SIZE;
	}
	return l->params && has_size;
}

/* A block may be shorter than the parameters, whose rest is zeros here, but not longer
 * (recorded on an H200). The stack of the caller may be small: only this needs room. */
static __attribute__((noinline)) cudaError_t
launch_short_block(struct cuda_device *d, CUfunction f, struct simt_function *on,
                   const cudaLaunchConfig_t *c, struct simt_launch *l, u32 bytes) {
	u64 whole[4608 / 8] = {0}; /* PTX allows 4352 bytes */
	if (bytes > sizeof whole)
		return cudaErrorInvalidValue;
	memcpy(whole, l->params, l->param_bytes);
	l->params = whole;
	l->param_bytes = bytes;
	return launch_on(d, f, on, c, l, driver_zero());
}

static cudaError_t launch_block(struct cuda_device *d, CUfunction f,
                                struct simt_function *on, const cudaLaunchConfig_t *c,
                                struct simt_launch *l) {
	struct simt_function_attributes a;
	simt_function_attributes(on, &a);
	if (l->param_bytes > a.param_bytes)
		return cudaErrorLaunchOutOfResources;
	if (!l->param_bytes && a.param_bytes)
		return cudaErrorInvalidValue;
	return l->param_bytes == a.param_bytes
	               ? launch_on(d, f, on, c, l, driver_zero())
	               : launch_short_block(d, f, on, c, l, a.param_bytes);
}

/* Checks for a function of another context than the stream's. Those of libraries are of
 * all. The launch finds the stream itself, so a default one is not looked for here. */
static bool is_elsewhere(CUfunction f, CUstream stream) {
	if (as_kernel(f) || f->module->of_library)
		return false;
	if (stream_is_default(stream))
		return f->device->index != device_current_index() ||
		       context_apart(context_current()) !=
		               context_apart(f->module->context);
	return stream_is_live(stream) &&
	       !stream_takes(stream, f->device, f->module->context);
}

static cudaError_t launch(CUfunction f, const cudaLaunchConfig_t *c, void **args,
                          void **extra, bool cooperative) {
	struct cuda_device *d;
	struct simt_function *on;
	struct simt_launch l = {.args = args, .cooperative = cooperative};
	CUresult r = function_find(f, &d, &on);
	if (r != CUDA_SUCCESS)
		return (cudaError_t)r;
	if (is_elsewhere(f, c->stream))
		return cudaErrorInvalidResourceHandle;
	if (extra && (!read_extra(extra, &l) || (args && l.params)))
		return cudaErrorInvalidValue;
	return l.params ? launch_block(d, f, on, c, &l)
	                : launch_on(d, f, on, c, &l, driver_zero());
}

CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                        unsigned by, unsigned bz, unsigned shared, CUstream stream,
                        void **args, void **extra) {
	cudaLaunchConfig_t c = {.gridDim = {gx, gy, gz},
	                        .blockDim = {bx, by, bz},
	                        .dynamicSmemBytes = shared,
	                        .stream = stream};
	return RUNTIME_ON(c.stream, launch(f, &c, args, extra, false));
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz,
                                   unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                   CUstream stream, void **args) {
	cudaLaunchConfig_t c = {.gridDim = {gx, gy, gz},
	                        .blockDim = {bx, by, bz},
	                        .dynamicSmemBytes = shared,
	                        .stream = stream};
	return RUNTIME_ON(stream, launch(f, &c, args, NULL, true));
}

/* Grids of several devices that wait for each other do not exist since CUDA 13; that of
 * one is a cooperative launch. */
CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS *list, unsigned n,
                                              unsigned flags) {
	const unsigned known = CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC |
	                       CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC;
	if (!driver_is_ready())
		return CUDA_ERROR_NOT_INITIALIZED;
	if (!list || !n || n > (unsigned)device_count() || (flags & ~known))
		return CUDA_ERROR_INVALID_VALUE;
	if (!list->hStream)
		return CUDA_ERROR_INVALID_HANDLE;
	if (n > 1)
		return CUDA_ERROR_NOT_SUPPORTED;
	return cuLaunchCooperativeKernel(list->function, list->gridDimX, list->gridDimY,
	                                 list->gridDimZ, list->blockDimX, list->blockDimY,
	                                 list->blockDimZ, list->sharedMemBytes,
	                                 list->hStream, list->kernelParams);
}

static cudaLaunchConfig_t runtime_config(const CUlaunchConfig *c) {
	return (cudaLaunchConfig_t){
		.gridDim = {c->gridDimX, c->gridDimY, c->gridDimZ},
		.blockDim = {c->blockDimX, c->blockDimY, c->blockDimZ},
		.dynamicSmemBytes = c->sharedMemBytes,
		.stream = c->hStream,
		.attrs = (cudaLaunchAttribute *)c->attrs,
		.numAttrs = c->numAttrs,
	};
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **args,
                          void **extra) {
	if (!config || (config->numAttrs && !config->attrs))
		return CUDA_ERROR_INVALID_VALUE;
	cudaLaunchConfig_t c = runtime_config(config);
	return RUNTIME_ON(c.stream, launch(f, &c, args, extra, false));
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn fn, void *user) {
	return RUNTIME_ON(stream, cudaLaunchHostFunc(driver_stream(stream), fn, user));
}

/* ---- occupancy --------------------------------------------------------------------- */

/* Devices are asked through the current context. */
static CUresult begin_here(CUfunction f, struct cuda_device **d,
                           struct simt_function **out) {
	return find_after(driver_begin(), f, d, out);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, CUfunction f,
                                                              int block, size_t shared,
                                                              unsigned flags) {
	struct cuda_device *d;
	struct simt_function *on;
	if (f &&
	    (!n || block < 1 || flags & ~(unsigned)CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE))
		return CUDA_ERROR_INVALID_VALUE;
	CUresult r = begin_here(f, &d, &on);
	if (r == CUDA_SUCCESS)
		*n = shared > UINT32_MAX
		             ? 0
		             : (int)simt_occupancy(on, (u32)block, (u32)shared);
	return r;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n, CUfunction f, int block,
                                                     size_t shared) {
	return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(n, f, block, shared,
	                                                            0);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction f, int blocks,
                                                 int block) {
	struct cuda_device *d;
	struct simt_function *on;
	if (!bytes || blocks < 1 || block < 1)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult r = begin_here(f, &d, &on);
	return r == CUDA_SUCCESS ? driver_result(function_available_shared(d, on, blocks,
	                                                                   block, bytes))
	                         : r;
}

/* Finds the block with which most threads are resident; of equals the largest, as the
 * runtime's header does. */
static void best_block(const struct simt_function *f, u32 most,
                       CUoccupancyB2DSize shared_of, size_t shared, int *block,
                       u32 *blocks) {
	u32 best = 0;
	*block = 0;
	*blocks = 0;
	for (u32 n = most / 32 * 32 + (most % 32 ? 32 : 0); n; n -= 32) {
		u32 threads = MIN(n, most);
		size_t bytes = shared_of ? shared_of((int)threads) : shared;
		u32 fit = bytes > UINT32_MAX ? 0 : simt_occupancy(f, threads, (u32)bytes);
		if (fit * threads <= best)
			continue;
		best = fit * threads;
		*block = (int)threads;
		*blocks = fit;
	}
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction f,
                                                   CUoccupancyB2DSize shared_of,
                                                   size_t shared, int limit,
                                                   unsigned flags) {
	struct cuda_device *d;
	struct simt_function *on;
	struct simt_function_attributes a;
	struct simt_properties p;
	u32 blocks;
	if (!grid || !block || limit < 0 ||
	    flags & ~(unsigned)CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult r = begin_here(f, &d, &on);
	if (r != CUDA_SUCCESS)
		return r;
	simt_function_attributes(on, &a);
	simt_device_properties(d->dev, &p);
	best_block(on, limit ? MIN((u32)limit, a.max_threads) : a.max_threads, shared_of,
	           shared, block, &blocks);
	*grid = (int)(blocks * p.multiprocessors);
	return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction f,
                                          CUoccupancyB2DSize shared_of, size_t shared,
                                          int limit) {
	return cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, f, shared_of,
	                                                 shared, limit, 0);
}

static bool is_shape(const CUlaunchConfig *c) {
	return c->gridDimX && c->gridDimY && c->gridDimZ && c->blockDimX &&
	       c->blockDimY && c->blockDimZ;
}

CUresult cuOccupancyMaxPotentialClusterSize(int *size, CUfunction f,
                                            const CUlaunchConfig *config) {
	struct cuda_device *d;
	struct simt_function *on;
	if (!size || !f || !config || !is_shape(config))
		return CUDA_ERROR_INVALID_VALUE;
	cudaLaunchConfig_t c = runtime_config(config);
	CUresult r = begin_here(f, &d, &on);
	return r == CUDA_SUCCESS ? driver_result(function_max_cluster(d, on, &c, size))
	                         : r;
}

CUresult cuOccupancyMaxActiveClusters(int *n, CUfunction f,
                                      const CUlaunchConfig *config) {
	struct cuda_device *d;
	struct simt_function *on;
	if (!n || !f || !config || !is_shape(config))
		return CUDA_ERROR_INVALID_VALUE;
	cudaLaunchConfig_t c = runtime_config(config);
	CUresult r = begin_here(f, &d, &on);
	return r == CUDA_SUCCESS ? driver_result(function_active_clusters(d, on, &c, n))
	                         : r;
}

/* ---- libraries and kernels --------------------------------------------------------- */

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *option,
                           void **value, unsigned n, CUlibraryOption *library_option,
                           void **library_value, unsigned nlibrary_option) {
	return RUNTIME_BARE(cudaLibraryLoadData(library, code,
	                                        (enum cudaJitOption *)option, value, n,
	                                        (enum cudaLibraryOption *)library_option,
	                                        library_value, nlibrary_option));
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *option,
                               void **value, unsigned n, CUlibraryOption *library_option,
                               void **library_value, unsigned nlibrary_option) {
	return RUNTIME_BARE(cudaLibraryLoadFromFile(
		library, path, (enum cudaJitOption *)option, value, n,
		(enum cudaLibraryOption *)library_option, library_value,
		nlibrary_option));
}

CUresult cuLibraryUnload(CUlibrary library) {
	return RUNTIME_BARE(cudaLibraryUnload(library));
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
	return RUNTIME_BARE(cudaLibraryGetKernel(kernel, library, name));
}

CUresult cuLibraryGetKernelCount(unsigned *count, CUlibrary library) {
	return RUNTIME_BARE(cudaLibraryGetKernelCount(count, library));
}

CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned n, CUlibrary library) {
	return RUNTIME_BARE(cudaLibraryEnumerateKernels(kernels, n, library));
}

CUresult cuLibraryGetGlobal(CUdeviceptr *p, size_t *bytes, CUlibrary library,
                            const char *name) {
	return p || bytes
	               ? RUNTIME(cudaLibraryGetGlobal((void **)p, bytes, library, name))
	               : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLibraryGetManaged(CUdeviceptr *p, size_t *bytes, CUlibrary library,
                             const char *name) {
	return RUNTIME(cudaLibraryGetManaged((void **)p, bytes, library, name));
}

CUresult cuLibraryGetUnifiedFunction(void **f, CUlibrary library, const char *symbol) {
	return RUNTIME_BARE(cudaLibraryGetUnifiedFunction(f, library, symbol));
}

/* Returns the handle of a binary's module on a device. */
static struct CUmod_st *module_of(struct binary *b, struct cuda_device *d,
                                  struct simt_module *m) {
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&lock);
	struct CUmod_st **at = &b->on[d->index].handle;
	if (!*at || (*at)->module != m || module_check(*at) != CUDA_SUCCESS)
		*at = module_wrap(d, m, true);
	struct CUmod_st *handle = *at;
	pthread_mutex_unlock(&lock);
	return handle;
}

static cudaError_t library_module(struct binary *b, struct CUmod_st **out) {
	struct cuda_device *d;
	struct simt_module *m;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		e = binary_module(b, d, &m);
	if (e == cudaSuccess && !m)
		e = cudaErrorInvalidKernelImage;
	if (e == cudaSuccess && !(*out = module_of(b, d, m)))
		e = cudaErrorMemoryAllocation;
	return e;
}

static cudaError_t module_of_library(CUlibrary library, CUmodule *out) {
	struct binary *b;
	cudaError_t e = library_binary(library, &b);
	return e == cudaSuccess ? library_module(b, out) : e;
}

CUresult cuLibraryGetModule(CUmodule *m, CUlibrary library) {
	return m ? RUNTIME(module_of_library(library, m)) : CUDA_ERROR_INVALID_VALUE;
}

static cudaError_t kernel_function(CUkernel k, CUfunction *out) {
	struct cuda_device *d;
	struct simt_function *f;
	struct CUmod_st *m;
	if (!as_kernel((CUfunction)k))
		return cudaErrorInvalidResourceHandle;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		e = kernel_on(k, d, &f);
	if (e == cudaSuccess)
		e = library_module(k->binary, &m);
	if (e == cudaSuccess && !(*out = module_function(m, f)))
		e = cudaErrorMemoryAllocation;
	return e;
}

CUresult cuKernelGetFunction(CUfunction *f, CUkernel k) {
	return f ? RUNTIME(kernel_function(k, f)) : CUDA_ERROR_INVALID_VALUE;
}

/* Kernels of the program itself are in no library. */
CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel k) {
	CUresult r = library ? driver_begin_bare() : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	driver_end(cudaSuccess);
	if (!as_kernel((CUfunction)k) || !k->binary->library)
		return CUDA_ERROR_INVALID_HANDLE;
	*library = k->binary->library;
	return CUDA_SUCCESS;
}

CUresult cuKernelGetName(const char **name, CUkernel k) {
	if (!name || !k)
		return CUDA_ERROR_INVALID_VALUE;
	if (!as_kernel((CUfunction)k))
		return CUDA_ERROR_INVALID_HANDLE;
	*name = k->name;
	return CUDA_SUCCESS;
}

static CUresult kernel_at(CUkernel k, CUdevice device, struct cuda_device **d,
                          struct simt_function **f) {
	CUresult r = driver_begin_bare();
	if (r != CUDA_SUCCESS)
		return r;
	if (!as_kernel((CUfunction)k)) {
		driver_end(cudaSuccess);
		return CUDA_ERROR_INVALID_HANDLE;
	}
	cudaError_t e = device_at(device, d);
	return driver_end(e == cudaSuccess ? kernel_on(k, *d, f) : e);
}

CUresult cuKernelGetAttribute(int *value, CUfunction_attribute which, CUkernel k,
                              CUdevice device) {
	struct cuda_device *d;
	struct simt_function *f;
	CUresult r = value ? kernel_at(k, device, &d, &f) : CUDA_ERROR_INVALID_VALUE;
	return r == CUDA_SUCCESS ? attribute(value, which, d, f) : r;
}

CUresult cuKernelSetAttribute(CUfunction_attribute which, int value, CUkernel k,
                              CUdevice device) {
	struct cuda_device *d;
	struct simt_function *f;
	CUresult r = kernel_at(k, device, &d, &f);
	return r == CUDA_SUCCESS ? driver_result(function_set(
					   d, f, (enum cudaFuncAttribute)which, value))
	                         : r;
}

CUresult cuKernelSetCacheConfig(CUkernel k, CUfunc_cache config, CUdevice device) {
	struct cuda_device *d;
	struct simt_function *f;
	return (unsigned)config > CU_FUNC_CACHE_PREFER_EQUAL
	               ? CUDA_ERROR_INVALID_VALUE
	               : kernel_at(k, device, &d, &f);
}

CUresult cuKernelGetParamInfo(CUkernel k, size_t i, size_t *offset, size_t *size) {
	struct cuda_device *d;
	struct simt_function *f;
	CUresult r = k ? kernel_at(k, device_current_index(), &d, &f)
	               : CUDA_ERROR_INVALID_VALUE;
	return r == CUDA_SUCCESS ? param_info(f, i, offset, size) : r;
}

/* A function of the runtime for programs that use both interfaces. */
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *out, const void *symbol) {
	struct CUkern_st *k;
	cudaError_t e = kernel_of_symbol(symbol, &k);
	if (e == cudaSuccess && !out)
		e = cudaErrorInvalidValue;
	return cudart_report(e == cudaSuccess ? kernel_function(k, out) : e);
}
