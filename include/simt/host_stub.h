/* simt/host_stub.h - what simtcc's rewriting of the host half refers to: launches, stubs, and the
 * registration of a file's device code. simtcc includes it after cuda_runtime.h in the host half.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if defined(__cplusplus) && defined(__SIMTCC__) && !defined(__CUDA_ARCH__)

#include "simt/host_runtime.h"

/* ---- launches ---- */

static inline __attribute__((__unused__)) unsigned __simt_push(dim3 __grid, dim3 __block = dim3(),
                                                               size_t __shared = 0,
                                                               struct CUstream_st *__stream = 0) {
	return __cudaPushCallConfiguration(__grid, __block, __shared, __stream);
}

/* Host code calls this of a __device__ lambda. */
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

/* The type of an array's elements, of an object, or a reference. */
template <class __T> struct __simt_element {
	typedef __T type;
};
template <class __T> struct __simt_element<volatile __T> : __simt_element<__T> {};
template <class __T> struct __simt_element<__T[]> : __simt_element<__T> {};
template <class __T, size_t __n> struct __simt_element<__T[__n]> : __simt_element<__T> {};
template <class __T, size_t __n>
struct __simt_element<volatile __T[__n]> : __simt_element<__T> {};

/* The initialiser of a shadow that is only looked for: an object of its mark is made. */
template <class __M, class __T> typename __simt_element<__T>::type __simt_marked() {
	__M __mark;
	(void)__mark;
	__builtin_trap();
}

/* The body of a stub: launches the kernel that the stub's address stands for. */
static inline __attribute__((__unused__)) void __simt_launch(const void *__stub,
                                                             void **__args) {
	dim3 __grid, __block;
	size_t __shared;
	cudaStream_t __stream;
	if (__cudaPopCallConfiguration(&__grid, &__block, &__shared, &__stream) == cudaSuccess)
		(void)cudaLaunchKernel(__stub, __grid, __block, __args, __shared, __stream);
}

/* ---- intrinsics ---- */

struct __simt_host_names; /* simtcc declares here the intrinsics that the host half names */

/* ---- registration ---- */

/* The assembly that is appended to the compiled host half defines these (simtcc's register.c). */
struct __simt_entity {
	size_t __kind; /* 0: kernel, 1: __device__, 2: __constant__, 3: __managed__ */
	size_t __size;
	char *__host; /* stub, shadow, or pointer */
	char *__name;
};

struct __simt_module {
	struct __simt_wrapper *__wrapper;
	const void *const *__first, *const *__last; /* the fatbins of all relocatable files */
	size_t __count;
	struct __simt_entity __entity[];
};

struct __simt_wrapper {
	unsigned __magic, __version;
	const void *__data;
	const void *const *__fatbins;
};

#if defined(__CUDACC_RDC__)
/* Relocatable files of a program or library are one module: the first constructor registers it. */
__attribute__((__weak__, __visibility__("hidden"))) void **__simt_linked_module;

static inline __attribute__((__unused__)) void **
__simt_open_module(const __simt_module *__m) {
	if (__simt_linked_module)
		return __simt_linked_module;
	size_t __n = size_t(__m->__last - __m->__first), __at = 0;
	const void **__fatbins = (const void **)__builtin_malloc((__n + 1) * sizeof *__fatbins);
	__simt_wrapper *__wrapper = (__simt_wrapper *)__builtin_malloc(sizeof *__wrapper);
	for (const void *const *__f = __m->__first; __f < __m->__last; __f++)
		if (*__f)
			__fatbins[__at++] = *__f;
	__fatbins[__at] = 0;
	__wrapper->__magic = 0x466243b1;
	__wrapper->__version = 2;
	__wrapper->__data = __fatbins[0];
	__wrapper->__fatbins = __fatbins;
	return __simt_linked_module = __cudaRegisterFatBinary(__wrapper);
}

static inline __attribute__((__unused__)) void __simt_unregister(void **) {
	if (__simt_linked_module)
		__cudaUnregisterFatBinary(__simt_linked_module);
	__simt_linked_module = 0;
}
#else
static inline __attribute__((__unused__)) void **
__simt_open_module(const __simt_module *__m) {
	return __cudaRegisterFatBinary(__m->__wrapper);
}

static inline __attribute__((__unused__)) void __simt_unregister(void **__module) {
	__cudaUnregisterFatBinary(__module);
}
#endif

static inline __attribute__((__unused__)) void **__simt_register(const __simt_module *__m) {
	void **__module = __simt_open_module(__m);
	bool __managed = false;
	for (size_t __i = 0; __i < __m->__count; __i++) {
		const __simt_entity *__e = &__m->__entity[__i];
		if (__e->__kind == 0)
			__cudaRegisterFunction(__module, __e->__host, __e->__name, __e->__name, -1,
			                       0, 0, 0, 0, 0);
		else if (__e->__kind == 3)
			__cudaRegisterManagedVar(__module, (void **)__e->__host, __e->__name,
			                         __e->__name, 0, __e->__size, 0, 0);
		else
			__cudaRegisterVar(__module, __e->__host, __e->__name, __e->__name, 0,
			                  __e->__size, __e->__kind == 2, 0);
		__managed |= __e->__kind == 3;
	}
	__cudaRegisterFatBinaryEnd(__module);
	if (__managed)
		(void)__cudaInitModule(__module);
	return __module;
}

#endif
