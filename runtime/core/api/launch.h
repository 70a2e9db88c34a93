/* launch.h - launches of kernels.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_device;
struct simt_function;

struct simt_launch {
	uint32_t grid[3], block[3]; /* none may be 0 */
	uint32_t cluster[3];        /* all 0: as the kernel says */
	uint32_t shared_dynamic;    /* bytes */
	bool cooperative;
	bool programmatic; /* in a stream: begins when the kernels before let it
	                      (griddepcontrol) */
	bool may_sync; /* an ordinary launch whose grid can be synchronised all the same
	                */
	/* a pointer to the value of each parameter; not used if there are params */
	void *const *args;
	const void *params;   /* all parameters as one block, or NULL */
	uint32_t param_bytes; /* of params */
	uint64_t timeout_ms;  /* 0: the device's */
	uint64_t step_limit;  /* warp instructions per worker; 0: none */
	uint64_t seed;        /* of the order in which warps run; 0: in turn */
	uint32_t threads;     /* 0: the device's */
};

/* Checks, runs and waits. */
enum simt_status simt_launch(struct simt_function *f, const struct simt_launch *l);
/* The checks of simt_launch alone. */
enum simt_status simt_launch_check(struct simt_function *f, const struct simt_launch *l);
/* Ctas of this shape that one multiprocessor holds; 0 if none, or if a launch may not
 * have so much shared memory. */
uint32_t simt_occupancy(const struct simt_function *f, uint32_t threads,
                        uint32_t shared_dynamic);

struct simt_counters { /* of the last launch */
	uint64_t warp_insts, lane_insts, ns;
	uint32_t workers;
	bool compiled;           /* it ended on compiled code */
	const char *handed_back; /* why the interpreter finished it, though it was to be
	                            compiled, or NULL; lives as long as the module */
};
void simt_last_counters(const struct simt_device *dev, struct simt_counters *c);

#ifdef __cplusplus
}
#endif
