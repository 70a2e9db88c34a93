/* registry.h - code that programs registered, and its modules on each device.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/device.h"
#include "runtime/handles/image.h"
#include "runtime/handles/kernel.h"
#include "runtime/handles/slot.h"

/* One call of __cudaRegisterFatBinary: the code of a translation unit, or of several
 * linked ones. */
struct binary {
	struct slot slot;
	struct binary *prev, *next;
	struct CUkern_st *kernels; /* linked by next */
	const struct fatbin_wrapper *wrapper;
	struct texts texts; /* of a library; else none */
	struct CUlib_st *library;
	bool gone; /* unregistered */
	struct binary_state {
		bool tried;
		cudaError_t error;
		struct simt_module *module; /* NULL also if there is no code at all */
		struct CUmod_st *handle;    /* of the module; NULL until asked for */
	} on[MAX_DEVICES];
};

struct variable {
	struct variable *next;
	struct binary *binary;
	const void *shadow; /* the host's */
	void **pointer;     /* of a managed variable: where the host reads its address */
	const char *name;
	u64 size;
};

/* Makes a binary that is no part of the program: a library. The texts live as long as the
 * binary. */
struct binary *binary_new(struct texts texts);
/* Sets the binary's module on d. */
void binary_adopt(struct binary *b, struct cuda_device *d, struct simt_module *m);
/* False: the process is ending, and everything stays as it is. */
bool binary_drop(struct binary *b);
/* cudart/library.c. An error: it is no library any more, or there is something wrong
 * with its code. */
cudaError_t library_binary(struct CUlib_st *l, struct binary **out);
/* Makes a kernel of a library and its handle; name lives as long as the binary. */
struct CUkern_st *kernel_new(struct binary *b, const char *name);
/* Gives address and size of a variable of the binary on the device. */
cudaError_t binary_variable(struct binary *b, const char *name, struct cuda_device *d,
                            u64 *addr, u64 *size);
/* Gives the binary's module on the device, loaded if it is not; NULL if it has no
 * code. */
cudaError_t binary_module(struct binary *b, struct cuda_device *d,
                          struct simt_module **m);
/* image.c: loads the module of a binary on a device, if it is not loaded. The registry's
 * lock is held. */
cudaError_t binary_load(struct binary *b, struct cuda_device *d);
