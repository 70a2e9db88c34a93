/* status.h - results of calls: numbers are those of the CUDA errors of the same meaning.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum simt_status {
	SIMT_OK = 0,
	SIMT_INVALID_VALUE = 1, /* an argument, a launch shape, a second free */
	SIMT_OUT_OF_MEMORY = 2,
	SIMT_UNLOADING = 4,                 /* the process is ending */
	SIMT_INVALID_IMAGE = 200,           /* not PTX at all */
	SIMT_INVALID_PTX = 218,             /* errors in the text, unresolved externals */
	SIMT_UNSUPPORTED_PTX_VERSION = 222, /* newer .version than this program knows */
	SIMT_FILE_NOT_FOUND = 301,
	SIMT_INVALID_HANDLE = 400,  /* of another device, or an event without a time */
	SIMT_NOT_FOUND = 500,       /* no such kernel or variable */
	SIMT_NOT_READY = 600,       /* work is under way; no failure */
	SIMT_PARKED = 1600,         /* work waits for simt_work_resume; no failure */
	SIMT_ILLEGAL_ADDRESS = 700, /* from here to 719: faults of a kernel, sticky */
	SIMT_LAUNCH_TIMEOUT = 702,  /* the time limit, a deadlock or an interruption */
	SIMT_ASSERT = 710,
	SIMT_ALREADY_REGISTERED = 712,
	SIMT_NOT_REGISTERED = 713,
	SIMT_ILLEGAL_INSTRUCTION = 715,
	SIMT_MISALIGNED_ADDRESS = 716,
	SIMT_INVALID_ADDRESS_SPACE = 717,
	SIMT_INVALID_PC = 718,
	SIMT_LAUNCH_FAILED = 719,
	SIMT_COOPERATIVE_TOO_LARGE = 720, /* more ctas than can be resident together */
	SIMT_NOT_PERMITTED = 800,         /* what a host function may not call */
	SIMT_NOT_SUPPORTED = 801,
	SIMT_INVALID_CLUSTER_SIZE = 912,
	SIMT_UNKNOWN = 999,
};

/* "SIMT_INVALID_VALUE" / "invalid argument". */
const char *simt_status_name(enum simt_status s);
const char *simt_status_text(enum simt_status s);
/* The sentence about the last failed call of this thread; "" if there is none. */
const char *simt_last_error(void);
/* The status of that call. */
enum simt_status simt_last_status(void);

#ifdef __cplusplus
}
#endif
