/* module.h - modules and functions of the driver interface.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/map.h"
#include "runtime/driver/driver.h"
#include "runtime/handles/device.h"
#include "runtime/handles/kernel.h"
#include "runtime/handles/slot.h"

/* A .texref or .surfref of a module that the program has asked for; texref.c. */
struct object_ref {
	struct CUmod_st *module;
	const char *name; /* the module's: it is a key */
	u64 handle;       /* of the object that is bound; 0: none */
	cudaError_t (*destroy)(u64 handle);
	void (*give)(struct object_ref *r);
};

struct CUmod_st {
	struct slot slot;
	struct owned own;
	struct cuda_device *device;
	u32 generation;  /* of the device when it was loaded */
	bool of_library; /* that unloads it */
	struct simt_module *module;
	struct arena arena;     /* of the maps */
	struct map function_of; /* by simt_function */
	struct map ref_of;      /* struct object_ref by name */
	pthread_mutex_t lock;
};

/* texref.c: the references of a module that goes. */
void module_drop_refs(struct CUmod_st *m);
/* CUDA_ERROR_INVALID_HANDLE: it is none, or it is gone. */
CUresult module_check(const struct CUmod_st *m);
/* Begins and ends a function of the interface: CUDA_ERROR_INVALID_VALUE unless the other
 * arguments are ok, else what module_check says. */
CUresult module_begin(const struct CUmod_st *m, bool ok);
/* A module that is loaded already. */
struct CUmod_st *module_wrap(struct cuda_device *d, struct simt_module *module,
                             bool of_library);
/* The handle of a function of m; always the same one. */
struct CUfunc_st *module_function(struct CUmod_st *m, struct simt_function *f);
