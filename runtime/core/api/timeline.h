/* timeline.h - timelines in Chrome's trace format; SIMT_TRACE=FILE opens one when the
 * library is loaded.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum simt_status simt_trace_open(const char *path);
/* Whether a timeline is open; the functions below are called only then. */
bool simt_tracing(void);
uint64_t simt_trace_now(void); /* nanoseconds */
/* Records that the calling thread called `name`, from start to now. result: the name of
 * the status, or NULL. */
void simt_trace_call(const char *name, uint64_t start, int status, const char *result);
/* Marks and ranges of the program (NVTX). domain: NULL for none; argb: a colour, 0 for
 * none. Ranges of push and pop nest in each thread, those with an id need not. */
void simt_trace_push(const char *domain, const char *name, uint32_t argb);
void simt_trace_pop(const char *domain, const char *name); /* as it was pushed */
void simt_trace_mark(const char *domain, const char *name, uint32_t argb);
void simt_trace_range(bool begins, const char *domain, const char *name, uint64_t id,
                      uint32_t argb);
void simt_trace_name_thread(uint32_t id, const char *name);

#ifdef __cplusplus
}
#endif
