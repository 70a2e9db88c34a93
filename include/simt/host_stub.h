/* simt/host_stub.h - what simtcc's rewriting of the host half refers to: launches, stubs, and the
 * registration of a file's device code. simtcc includes it behind cuda_runtime.h in the host half.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if defined(__cplusplus) && defined(__SIMTCC__) && !defined(__CUDA_ARCH__)

#include "simt/host_runtime.h"

/* ---- launches ---- */

static inline __attribute__((__unused__)) unsigned
__simt_push(dim3 grid, dim3 block = dim3(), size_t shared = 0, struct CUstream_st *stream = 0) {
	return __cudaPushCallConfiguration(grid, block, shared, stream);
}

/* What host code calls of a __device__ lambda. */
__attribute__((__noreturn__, __unused__)) static inline void __simt_device_lambda_called() {
	fprintf(stderr, "simt: host code calls a __device__ lambda\n");
	abort();
}

/* A parameter's type in the type of its function: without qualifiers of its own. */
template <class __T> struct __simt_param {
	typedef __T type;
};
template <class __T> struct __simt_param<const __T> {
	typedef __T type;
};
template <class __T> struct __simt_param<volatile __T> {
	typedef __T type;
};
template <class __T> struct __simt_param<const volatile __T> {
	typedef __T type;
};
template <class __T> struct __simt_param<__T *__restrict__> {
	typedef __T *type;
};
template <class __T> struct __simt_param<__T *const __restrict__> {
	typedef __T *type;
};

/* The body of a stub: launches the kernel that the stub's address stands for. */
static inline __attribute__((__unused__)) void __simt_launch(const void *stub,
                                                             void **args) {
	dim3 grid, block;
	size_t shared;
	cudaStream_t stream;
	if (__cudaPopCallConfiguration(&grid, &block, &shared, &stream) == cudaSuccess)
		(void)cudaLaunchKernel(stub, grid, block, args, shared, stream);
}

/* ---- intrinsics ---- */

struct __simt_host_names; /* simtcc declares here the intrinsics that the host half names */

/* ---- registration ---- */

/* What the assembly behind the compiled host half holds (simtcc's register.c). */
struct __simt_entity {
	size_t kind; /* 0: kernel, 1: __device__, 2: __constant__, 3: __managed__ */
	size_t size;
	char *host; /* stub, shadow, or pointer */
	char *name;
};

struct __simt_module {
	struct __simt_wrapper *wrapper;
	const void *const *first, *const *last; /* the fatbins of all relocatable files */
	size_t count;
	struct __simt_entity entity[];
};

struct __simt_wrapper {
	unsigned magic, version;
	const void *data;
	const void *const *fatbins;
};

#if defined(__CUDACC_RDC__)
/* Relocatable files of a program or library are one module: the first constructor registers it. */
__attribute__((__weak__, __visibility__("hidden"))) void **__simt_linked_module;

static inline __attribute__((__unused__)) void **
__simt_open_module(const __simt_module *m) {
	if (__simt_linked_module)
		return __simt_linked_module;
	size_t n = size_t(m->last - m->first), at = 0;
	const void **fatbins = (const void **)__builtin_malloc((n + 1) * sizeof *fatbins);
	__simt_wrapper *wrapper = (__simt_wrapper *)__builtin_malloc(sizeof *wrapper);
	for (const void *const *f = m->first; f < m->last; f++)
		if (*f)
			fatbins[at++] = *f;
	fatbins[at] = 0;
	wrapper->magic = 0x466243b1;
	wrapper->version = 2;
	wrapper->data = fatbins[0];
	wrapper->fatbins = fatbins;
	return __simt_linked_module = __cudaRegisterFatBinary(wrapper);
}

static inline __attribute__((__unused__)) void __simt_unregister(void **) {
	if (__simt_linked_module)
		__cudaUnregisterFatBinary(__simt_linked_module);
	__simt_linked_module = 0;
}
#else
static inline __attribute__((__unused__)) void **
__simt_open_module(const __simt_module *m) {
	return __cudaRegisterFatBinary(m->wrapper);
}

static inline __attribute__((__unused__)) void __simt_unregister(void **module) {
	__cudaUnregisterFatBinary(module);
}
#endif

static inline __attribute__((__unused__)) void **__simt_register(const __simt_module *m) {
	void **module = __simt_open_module(m);
	bool managed = false;
	for (size_t i = 0; i < m->count; i++) {
		const __simt_entity *e = &m->entity[i];
		if (e->kind == 0)
			__cudaRegisterFunction(module, e->host, e->name, e->name, -1, 0,
			                       0, 0, 0, 0);
		else if (e->kind == 3)
			__cudaRegisterManagedVar(module, (void **)e->host, e->name,
			                         e->name, 0, e->size, 0, 0);
		else
			__cudaRegisterVar(module, e->host, e->name, e->name, 0, e->size,
			                  e->kind == 2, 0);
		managed |= e->kind == 3;
	}
	__cudaRegisterFatBinaryEnd(module);
	if (managed)
		(void)__cudaInitModule(module);
	return module;
}

#endif
