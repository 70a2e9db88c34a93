/* simt/host_stub.h - what simtcc's rewriting of the host half refers to: launches, stubs, and the
 * registration of a file's device code. simtcc includes it behind cuda_runtime.h in the host half.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if defined(__cplusplus) && defined(__SIMTCC__) && !defined(__CUDA_ARCH__)

/* ---- launches ---- */

extern "C" unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem,
                                                struct CUstream_st *stream);
extern "C" cudaError_t __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem,
                                                  void *stream);

static inline __attribute__((__unused__)) unsigned
__simt_push(dim3 grid, dim3 block, size_t shared = 0, struct CUstream_st *stream = 0) {
	return __cudaPushCallConfiguration(grid, block, shared, stream);
}

/* The body of a stub: launches the kernel that the stub's address stands for. */
static inline __attribute__((__unused__)) void __simt_launch(const void *stub, void **args) {
	dim3 grid, block;
	size_t shared;
	cudaStream_t stream;
	if (__cudaPopCallConfiguration(&grid, &block, &shared, &stream) == cudaSuccess)
		(void)cudaLaunchKernel(stub, grid, block, args, shared, stream);
}

/* ---- registration ---- */

extern "C" {
void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **module);
void __cudaUnregisterFatBinary(void **module);
void __cudaRegisterFunction(void **module, const char *stub, char *device_name,
                            const char *name, int threads, uint3 *tid, uint3 *bid, dim3 *block,
                            dim3 *grid, int *warp);
void __cudaRegisterVar(void **module, char *shadow, char *device_name, const char *name, int is_extern,
                       size_t size, int is_constant, int is_global);
void __cudaRegisterManagedVar(void **module, void **pointer, char *device_name, const char *name,
                              int is_extern, size_t size, int is_constant, int is_global);
char __cudaInitModule(void **module);
int atexit(void (*)(void)) noexcept(true);
}

/* What the assembly behind the compiled host half holds (tools/simtcc/register.c). */
struct __simt_entity {
	size_t kind; /* 0: kernel, 1: __device__, 2: __constant__, 3: __managed__ */
	size_t size;
	char *host;  /* stub, shadow, or pointer */
	char *name;
};

struct __simt_module {
	struct __simt_wrapper *wrapper;
	size_t linked; /* relocatable: one of the fatbins between `first` and `last` */
	const void *const *first, *const *last;
	size_t count;
	struct __simt_entity entity[];
};

struct __simt_wrapper {
	unsigned magic, version;
	const void *data;
	const void *const *fatbins;
};

/* Relocatable files of a program or library are one module: the first constructor registers it. */
__attribute__((__weak__, __visibility__("hidden"))) void **__simt_linked_module;

static inline __attribute__((__unused__)) void __simt_unregister_linked(void) {
	if (__simt_linked_module)
		__cudaUnregisterFatBinary(__simt_linked_module);
	__simt_linked_module = 0;
}

static inline __attribute__((__unused__)) void **__simt_register_linked(const __simt_module *m) {
	if (!__simt_linked_module) {
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
		__simt_linked_module = __cudaRegisterFatBinary(wrapper);
		atexit(__simt_unregister_linked);
	}
	return __simt_linked_module;
}

static inline __attribute__((__unused__)) void **__simt_register(const __simt_module *m) {
	void **module = m->linked ? __simt_register_linked(m) : __cudaRegisterFatBinary(m->wrapper);
	bool managed = false;
	for (size_t i = 0; i < m->count; i++) {
		const __simt_entity *e = &m->entity[i];
		if (e->kind == 0)
			__cudaRegisterFunction(module, e->host, e->name, e->name, -1, 0, 0, 0, 0, 0);
		else if (e->kind == 3)
			__cudaRegisterManagedVar(module, (void **)e->host, e->name, e->name, 0, e->size,
			                         0, 0);
		else
			__cudaRegisterVar(module, e->host, e->name, e->name, 0, e->size, e->kind == 2, 0);
		managed |= e->kind == 3;
	}
	__cudaRegisterFatBinaryEnd(module);
	if (managed)
		(void)__cudaInitModule(module);
	return module;
}

#endif
