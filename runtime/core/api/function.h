/* function.h - kernels of a module: finding them, attributes, parameters. A function
 * lives as long as its module, or until it is released.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_device;
struct simt_function;
struct simt_module;

enum simt_status simt_function_find(struct simt_module *m, const char *name,
                                    struct simt_function **out);
struct simt_device *simt_function_device(const struct simt_function *f);
/* The function stays until it is released, whatever becomes of its module; a reset of the
 * device ends it. */
void simt_function_keep(struct simt_function *f);
void simt_function_release(struct simt_function *f);
/* Kernels in the order of the text. */
uint32_t simt_function_count(const struct simt_module *m);
enum simt_status simt_function_at(struct simt_module *m, uint32_t i,
                                  struct simt_function **out);

/* Preferences that are stored and returned, and have no effect: there is one cache, the
 * host's. */
enum simt_preference {
	SIMT_PREFER_CARVEOUT, /* percents of the cache that shared memory gets; -1: no
	                         preference */
	SIMT_PREFER_CLUSTER_POLICY, /* how clusters are spread; 0: no preference */
	SIMT_PREFERENCES
};

struct simt_function_attributes {
	const char *name;
	uint32_t nparam, param_bytes;
	uint32_t shared_static;      /* bytes, what the system reserves not included */
	uint32_t max_shared_dynamic; /* what a launch may ask for at present */
	uint32_t max_threads;        /* per cta */
	uint32_t local_bytes, const_bytes;
	uint32_t reqntid[3], cluster[3]; /* 0: not demanded */
	uint32_t ptx_version, ptx_sm;
	bool nonportable_cluster; /* clusters of more than 8 ctas allowed */
	bool explicit_cluster;    /* launches must have clusters */
	int32_t preference[SIMT_PREFERENCES];
	uint32_t registers; /* live at once, in units of 32 bits: PTX fixes no number */
};
void simt_function_attributes(const struct simt_function *f,
                              struct simt_function_attributes *a);

struct simt_param {
	const char *name, *type; /* "u64", "b8" */
	uint32_t offset, size, align;
	bool is_pointer; /* declared .ptr */
};
/* false past the last one. */
bool simt_function_param(const struct simt_function *f, uint32_t i, struct simt_param *p);
/* Dynamic shared memory above 48 KiB and clusters above 8 ctas must be asked for. */
enum simt_status simt_function_set_max_shared(struct simt_function *f, uint32_t bytes);
enum simt_status simt_function_set_nonportable_cluster(struct simt_function *f,
                                                       bool allowed);
/* Requires clusters of so many ctas along the axis, 0 to 2, of later launches; the other
 * axes keep what is required of them. */
enum simt_status simt_function_require_cluster(struct simt_function *f, uint32_t axis,
                                               uint32_t ctas);
void simt_function_prefer(struct simt_function *f, enum simt_preference what,
                          int32_t value);

#ifdef __cplusplus
}
#endif
