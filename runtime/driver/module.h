/* module.h - modules and functions of the driver interface.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/map.h"
#include "runtime/driver/driver.h"
#include "runtime/handles/device.h"
#include "runtime/handles/kernel.h"
#include "runtime/handles/slot.h"

/* texref.c: a .texref or .surfref of a module for which the program has a handle. */
struct object_ref {
	struct CUmod_st *module;
	const char *name; /* the module's string, by address the key of ref_of */
	u64 handle;       /* of the object that is bound; 0: none */
	cudaError_t (*destroy)(u64 handle);
	void (*give)(struct object_ref *r);
};

struct CUmod_st {
	struct slot slot;
	struct owned own;
	struct cuda_device *device;
	struct CUctx_st *context; /* NULL: the primary one, or of_library */
	u32 generation;           /* of the device when it was loaded */
	bool of_library;          /* the library unloads it */
	struct simt_module *module;
	struct arena arena;     /* of the maps */
	struct map function_of; /* by simt_function */
	struct map ref_of;      /* struct object_ref by name */
	pthread_mutex_t lock;
};

/* texref.c: drops the references of a module that is unloaded. */
void module_drop_refs(struct CUmod_st *m);
/* Returns CUDA_ERROR_INVALID_HANDLE if it is no module, or was unloaded. */
CUresult module_check(const struct CUmod_st *m);
/* Begins and ends a function of the interface: CUDA_ERROR_INVALID_VALUE unless the other
 * arguments are ok, else what module_check says. */
CUresult module_begin(const struct CUmod_st *m, bool ok);
/* Makes a handle for a module that is loaded already. */
struct CUmod_st *module_wrap(struct cuda_device *d, struct simt_module *module,
                             bool of_library);
/* Returns the handle of a function of m; always the same one. */
struct CUfunc_st *module_function(struct CUmod_st *m, struct simt_function *f);
