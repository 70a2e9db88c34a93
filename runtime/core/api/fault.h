/* fault.h - faults of kernels.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_device;

enum simt_fault_kind {
	SIMT_FAULT_NONE,
	SIMT_FAULT_ERROR, /* the kernel did something wrong */
	SIMT_FAULT_TIMEOUT,
	SIMT_FAULT_DEADLOCK,
	SIMT_FAULT_INTERRUPTED,
	SIMT_FAULT_INTERNAL, /* out of host memory */
};

struct simt_fault {
	enum simt_fault_kind kind;
	enum simt_status status;
	const char *code; /* "T0003" */
	const char *text; /* one sentence */
	const char *kernel, *function;
	uint32_t cta[3], thread[3];
	const char *file; /* of the PTX; NULL if unknown */
	uint32_t line;
	const char *inst; /* text of the instruction */
	uint64_t addr;
	const char *note;   /* the nearest allocation and the like; or "" */
	const char *source; /* "file.cu:12" if the PTX says so; or "" */
	const char *table; /* where each warp stands, for timeouts and deadlocks; or "" */
};
/* The last fault of the device; NULL if there was none. Valid until the next launch. */
const struct simt_fault *simt_device_fault(const struct simt_device *dev);
/* Prints the last fault as text. */
void simt_fault_print(struct simt_device *dev, FILE *out, bool color);

/* Failures that a program does not ask about. Nothing is printed with SIMT_QUIET=1, nor
 * in checked mode, which has its own records. */
/* Prints one line about the last fault on stderr; error: its name in the interface that
 * the program uses. */
void simt_fault_line(struct simt_device *dev, const char *error);
/* Notes that a launch was refused whose caller gets no status, as with <<<>>>; kernel:
 * its name, or NULL. A line tells at the end of the process, unless the calling thread
 * calls simt_unasked_clear before, since it has asked for its last error. */
void simt_unasked_launch(const char *kernel, const char *error, enum simt_status s);
void simt_unasked_clear(void);

#ifdef __cplusplus
}
#endif
