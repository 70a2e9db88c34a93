/* links.h - rows of a timeline for the links between devices: what a collective would
 * keep busy on the machine that SIMT_TOPOLOGY describes (runtime/core/cost.h).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A collective has ended. name: the function; func: enum cost_func; bytes: of the largest
 * buffer of a rank; device: those of this process that take part, as SIMT_TOPOLOGY counts
 * them. Without a timeline or a topology nothing happens. */
void simt_trace_links(const char *name, uint32_t func, double bytes, uint32_t nrank,
                      const uint32_t *device, uint32_t ndevice);

#ifdef __cplusplus
}
#endif
