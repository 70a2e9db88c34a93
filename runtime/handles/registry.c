/* registry.c - the binaries, kernels and variables that generated host code registers.
 * Registration only records: modules are loaded on a device when something of them is
 * first used there, and again after the device was reset.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/registry.h"
#include "runtime/handles/device.h"
#include "runtime/handles/kernel.h"
#include "runtime/handles/reset.h"
#include "runtime/handles/slot.h"
#include "runtime/handles/symbol.h"

#include "base/map.h"
#include "runtime/handles/context.h"

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct binary *binaries;
	struct variable *variables;
	struct map kernel_of, variable_of; /* by host address; kernels by handle, too */
	bool lost; /* there was no memory to register something: registration cannot
	            * return errors
	            */
} reg = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.kernel_of = {.arena = &reg.arena},
	.variable_of = {.arena = &reg.arena},
};

/* ---- binaries ---- */

static struct slots binary_slots = SLOTS_INIT(struct binary);
static struct slots kernel_slots = SLOTS_INIT(struct CUkern_st);

static struct binary *new_binary(const void *wrapper, struct texts texts) {
	struct binary *b = slot_take(&binary_slots);
	if (!b)
		return NULL;
	b->wrapper = wrapper;
	b->texts = texts;
	pthread_mutex_lock(&reg.lock);
	b->next = reg.binaries;
	if (b->next)
		b->next->prev = b;
	reg.binaries = b;
	pthread_mutex_unlock(&reg.lock);
	return b;
}

/* Called before the static objects of the program are made. */
void **__cudaRegisterFatBinary(void *wrapper) {
	simt_guard_exit();
	struct binary *b = new_binary(wrapper, (struct texts){0});
	if (!b) {
		pthread_mutex_lock(&reg.lock);
		reg.lost = true;
		pthread_mutex_unlock(&reg.lock);
	}
	return (void **)b;
}

struct binary *binary_new(struct texts texts) {
	return new_binary(NULL, texts);
}

void binary_adopt(struct binary *b, struct cuda_device *d, struct simt_module *m) {
	pthread_mutex_lock(&reg.lock);
	b->on[d->index] = (struct binary_state){.tried = true, .module = m};
	pthread_mutex_unlock(&reg.lock);
}

void __cudaRegisterFatBinaryEnd(void **handle) {
	(void)handle; /* modules are loaded when they are used */
}

static void unload(struct binary *b) {
	for (int i = 0; i < MAX_DEVICES; i++) {
		struct binary_state *on = &b->on[i];
		if (on->handle)
			module_unwrap(on->handle);
		if (on->module)
			simt_module_unload_soon(on->module);
		*on = (struct binary_state){.tried = false};
	}
}

static void delist(struct binary *b) {
	*(b->prev ? &b->prev->next : &reg.binaries) = b->next;
	if (b->next)
		b->next->prev = b->prev;
}

/* Removes the kernels of a program from the map, whose keys are host functions and
 * handles; kernels of libraries have only their handles as keys. */
static void drop_kernels(const struct binary *b) {
	map_each (it, &reg.kernel_of) {
		struct CUkern_st *k = (void *)(uintptr_t)it->value;
		if (k && k->binary == b)
			it->value = 0;
	}
}

static void drop_library_kernels(struct binary *b) {
	while (b->kernels) {
		struct CUkern_st *k = b->kernels;
		b->kernels = k->next;
		map_put_ptr(&reg.kernel_of, k, NULL);
		slot_give(&kernel_slots, k);
	}
}

static void drop_variables(const struct binary *b) {
	map_each (it, &reg.variable_of) {
		struct variable *v = (void *)(uintptr_t)it->value;
		if (v && v->binary == b)
			it->value = 0;
	}
}

/* False: the process is ending, and modules may stay where they are. */
static bool wait_for_devices(const struct binary *b) {
	struct cuda_device *d;
	for (int i = 0; i < MAX_DEVICES; i++)
		if (b->on[i].module && device_at(i, &d) == cudaSuccess &&
		    simt_device_wait(d->dev) == SIMT_UNLOADING)
			return false;
	return true;
}

bool binary_drop(struct binary *b) {
	if (!wait_for_devices(b))
		return false;
	pthread_mutex_lock(&reg.lock);
	drop_library_kernels(b);
	unload(b);
	delist(b);
	pthread_mutex_unlock(&reg.lock);
	slot_give(&binary_slots, b);
	return true;
}

/* Called by handlers of exit(), when kernels may run that never end, and by dlclose(). */
void __cudaUnregisterFatBinary(void **handle) {
	struct binary *b = (struct binary *)handle;
	if (!b || !b->slot.live || b->gone || simt_leaving() || !wait_for_devices(b))
		return;
	pthread_mutex_lock(&reg.lock);
	b->gone = true;
	drop_kernels(b);
	drop_variables(b);
	unload(b);
	delist(b);
	pthread_mutex_unlock(&reg.lock);
}

void registry_forget(struct cuda_device *d) {
	pthread_mutex_lock(&reg.lock);
	for (struct binary *b = reg.binaries; b; b = b->next) {
		if (b->on[d->index].handle)
			module_unwrap(b->on[d->index].handle);
		b->on[d->index] = (struct binary_state){.tried = false};
	}
	map_each (it, &reg.kernel_of) {
		struct CUkern_st *k = (void *)(uintptr_t)it->value;
		if (k)
			atomic_store(&k->function[d->index], NULL);
	}
	pthread_mutex_unlock(&reg.lock);
}

/* ---- kernels ---- */

/* Locked. */
static struct CUkern_st *new_kernel(struct binary *b, const char *name) {
	struct CUkern_st *k = map_reserve(&reg.kernel_of) ? slot_take(&kernel_slots)
	                                                  : NULL;
	if (!k)
		return NULL;
	k->handle = HANDLE_KERNEL;
	k->binary = b;
	k->name = name;
	k->next = b->kernels;
	b->kernels = k;
	map_put_ptr(&reg.kernel_of, k, k);
	return k;
}

void __cudaRegisterFunction(void **handle, const char *host_fun, char *device_fun,
                            const char *device_name, int thread_limit, uint3 *tid,
                            uint3 *bid, dim3 *block, dim3 *grid, int *warp_size) {
	(void)device_fun, (void)thread_limit, (void)tid, (void)bid;
	(void)block, (void)grid, (void)warp_size;
	pthread_mutex_lock(&reg.lock);
	struct CUkern_st *k = handle ? new_kernel((struct binary *)handle, device_name)
	                             : NULL;
	if (k && map_reserve(&reg.kernel_of))
		map_put_ptr(&reg.kernel_of, host_fun, k);
	else
		reg.lost = true;
	pthread_mutex_unlock(&reg.lock);
}

struct CUkern_st *kernel_new(struct binary *b, const char *name) {
	pthread_mutex_lock(&reg.lock);
	struct CUkern_st *k = new_kernel(b, name);
	pthread_mutex_unlock(&reg.lock);
	return k;
}

cudaError_t kernel_find(const void *func, struct CUkern_st **k) {
	if (!func)
		return cudaErrorInvalidDeviceFunction;
	pthread_mutex_lock(&reg.lock);
	*k = map_get_ptr(&reg.kernel_of, func);
	bool lost = reg.lost;
	pthread_mutex_unlock(&reg.lock);
	if (*k)
		return cudaSuccess;
	return lost ? cudaErrorMemoryAllocation : cudaErrorInvalidResourceHandle;
}

cudaError_t kernel_of_symbol(const void *symbol, struct CUkern_st **k) {
	cudaError_t e = kernel_find(symbol, k);
	return e == cudaErrorInvalidResourceHandle ? cudaErrorInvalidDeviceFunction : e;
}

cudaError_t binary_module(struct binary *b, struct cuda_device *d,
                          struct simt_module **m) {
	pthread_mutex_lock(&reg.lock);
	cudaError_t e = binary_load(b, d);
	*m = b->on[d->index].module;
	pthread_mutex_unlock(&reg.lock);
	return e;
}

static cudaError_t find_function(struct CUkern_st *k, struct cuda_device *d,
                                 struct simt_function **f) {
	cudaError_t e = binary_load(k->binary, d);
	struct simt_module *m = k->binary->on[d->index].module;
	if (e != cudaSuccess)
		return e;
	switch (m ? simt_function_find(m, k->name, f) : SIMT_NOT_FOUND) {
	case SIMT_OK: return cudaSuccess;
	case SIMT_OUT_OF_MEMORY: return cudaErrorMemoryAllocation;
	default: return cudaErrorInvalidDeviceFunction;
	}
}

cudaError_t kernel_on(struct CUkern_st *k, struct cuda_device *d,
                      struct simt_function **f) {
	*f = atomic_load(&k->function[d->index]);
	if (*f)
		return cudaSuccess;
	pthread_mutex_lock(&reg.lock);
	cudaError_t e = find_function(k, d, f);
	if (e == cudaSuccess)
		atomic_store(&k->function[d->index], *f);
	pthread_mutex_unlock(&reg.lock);
	return e;
}

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host_fun) {
	cudaError_t e = kernel_of_symbol(host_fun, kernel);
	if (e != cudaSuccess)
		*kernel = NULL;
	return cudart_report(e);
}

cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *host_fun) {
	return kernel ? __cudaGetKernel(kernel, host_fun)
	              : cudart_report(cudaErrorInvalidValue);
}

/* ---- variables ---- */

/* Locked. NULL: no memory; reg.lost is set. */
static struct variable *new_variable(void **handle, const void *host, const char *name,
                                     u64 size) {
	if (!handle || !map_reserve(&reg.variable_of) ||
	    !arena_reserve(&reg.arena, sizeof(struct variable),
	                   _Alignof(struct variable))) {
		reg.lost = true;
		return NULL;
	}
	struct variable *v = arena_new(&reg.arena, struct variable);
	v->binary = (struct binary *)handle;
	v->name = name;
	v->size = size;
	v->next = reg.variables;
	reg.variables = v;
	map_put_ptr(&reg.variable_of, host, v);
	return v;
}

void __cudaRegisterVar(void **handle, char *host_var, char *device_address,
                       const char *device_name, int ext, size_t size, int constant,
                       int global) {
	(void)device_address, (void)ext, (void)constant, (void)global;
	pthread_mutex_lock(&reg.lock);
	struct variable *v = new_variable(handle, host_var, device_name, size);
	if (v)
		v->shadow = host_var;
	pthread_mutex_unlock(&reg.lock);
}

void __cudaRegisterManagedVar(void **handle, void **host_pointer, char *device_address,
                              const char *device_name, int ext, size_t size, int constant,
                              int global) {
	(void)device_address, (void)ext, (void)constant, (void)global;
	pthread_mutex_lock(&reg.lock);
	struct variable *v = new_variable(handle, host_pointer, device_name, size);
	if (v)
		v->pointer = host_pointer;
	pthread_mutex_unlock(&reg.lock);
}

static cudaError_t place_variable(const struct variable *v, struct cuda_device *d,
                                  u64 *addr, u64 *size) {
	cudaError_t e = binary_load(v->binary, d);
	struct simt_module *m = v->binary->on[d->index].module;
	if (e == cudaSuccess &&
	    (!m || simt_variable_find(m, v->name, addr, size) != SIMT_OK))
		e = cudaErrorInvalidSymbol;
	return e;
}

/* Finds a variable by its host shadow; a managed one also by its address. */
static const struct variable *find_variable(const void *symbol) {
	const struct variable *v = map_get_ptr(&reg.variable_of, symbol);
	if (v)
		return v;
	for (v = reg.variables; v; v = v->next)
		if (v->pointer && *v->pointer == symbol && !v->binary->gone)
			return v;
	return NULL;
}

cudaError_t binary_variable(struct binary *b, const char *name, struct cuda_device *d,
                            u64 *addr, u64 *size) {
	struct variable v = {.binary = b, .name = name};
	pthread_mutex_lock(&reg.lock);
	cudaError_t e = place_variable(&v, d, addr, size);
	pthread_mutex_unlock(&reg.lock);
	return e;
}

cudaError_t symbol_find(const void *symbol, struct cuda_device **d, u64 *addr,
                        u64 *size) {
	cudaError_t e = device_current(d);
	if (e != cudaSuccess)
		return e;
	pthread_mutex_lock(&reg.lock);
	const struct variable *v = find_variable(symbol);
	e = v          ? place_variable(v, *d, addr, size)
	    : reg.lost ? cudaErrorMemoryAllocation
	               : cudaErrorInvalidSymbol;
	pthread_mutex_unlock(&reg.lock);
	return e;
}

char __cudaInitModule(void **handle) {
	struct cuda_device *d;
	u64 addr, size;
	char done = 1;
	if (device_current(&d) != cudaSuccess)
		return 0;
	pthread_mutex_lock(&reg.lock);
	for (struct variable *v = reg.variables; v; v = v->next) {
		if (v->binary != (struct binary *)handle || !v->pointer)
			continue;
		if (place_variable(v, d, &addr, &size) == cudaSuccess)
			*v->pointer = (void *)(uintptr_t)addr;
		else
			done = 0;
	}
	pthread_mutex_unlock(&reg.lock);
	return done;
}
