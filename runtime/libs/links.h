/* links.h - what a library's collective would keep busy, for timelines.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* See runtime/core/api/links.h. device: as the program counts them. */
void lib_trace_links(const char *name, u32 func, double bytes, u32 nrank,
                     const int *device, u32 ndevice);
