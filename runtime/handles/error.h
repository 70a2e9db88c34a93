/* error.h - errors of libcudart. Every exported function is a shim: it finds the device
 * or the handle, calls runtime/core/api.h, and returns the status as a cudaError, whose
 * numbers the statuses have. The driver interface turns that into a CUresult.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"
#include "runtime/core/api.h"
#include "runtime/handles/calls.h"

/* Stores an error as the thread's last one, and returns it. */
cudaError_t cudart_report_from(const char *function, cudaError_t e);
#define cudart_report(e) cudart_report_from(__func__, (e))
/* log.c: writes the line about a failed call. */
void cudart_log(cudaError_t e);
/* Between on and off the calling thread's last error stays the same: the driver interface
 * has none. */
void cudart_quiet(bool on);
bool cudart_is_quiet(void);
