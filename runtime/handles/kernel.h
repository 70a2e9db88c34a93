/* kernel.h - handles of kernels, and of functions of modules.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"

/* The driver interface takes a kernel where it takes a function: both begin with their
 * kind. */
enum handle_kind { HANDLE_KERNEL = 0x6b65726e, HANDLE_FUNCTION = 0x66756e63 };

struct CUkern_st {
	struct slot slot;
	u32 handle; /* HANDLE_KERNEL */
	struct binary *binary;
	struct CUkern_st *next; /* of the binary */
	const char *name;
	_Atomic(struct simt_function *) function[MAX_DEVICES];
};

/* A kernel of one module on one device. */
struct CUfunc_st {
	struct slot slot;
	u32 handle; /* HANDLE_FUNCTION */
	struct CUmod_st *module;
	struct cuda_device *device;
	struct simt_function *function;
	struct legacy_launch *legacy; /* of cuLaunch; NULL until it is used */
};

/* Finds the kernel of a host function, or of a handle. */
cudaError_t kernel_find(const void *func, struct CUkern_st **k);
/* The same, with the error of functions that ask for the kernel itself. */
cudaError_t kernel_of_symbol(const void *symbol, struct CUkern_st **k);
/* Finds its function on the device; loads its module if it is not loaded. */
cudaError_t kernel_on(struct CUkern_st *k, struct cuda_device *d,
                      struct simt_function **f);
/* function.c */
void function_fill(const struct simt_function *f, struct cudaFuncAttributes *out);
