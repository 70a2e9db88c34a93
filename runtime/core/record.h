/* record.h - SIMT_RECORD=FILE: of the first launch of each kernel, what some warps did
 * and what was counted, as a file of JSON for the page that explains kernels
 * (tools/page).
 *
 *     {"kernels": [{"name": "...", "grid": [1,1,1], "block": [32,1,1],
 *       "count": [[line of the PTX, warps, lanes, lanes that the guard let through, lanes that jumped, times that
 *                  lanes parted, times that lanes waited, requests and sectors of global memory, requests of
 *                  shared memory, passes it took, passes it takes at least], ...],
 *       "warps": [{"cta": 0, "warp": 0, "cut": false, "steps": [see backend/watch/record.h]}, ...],
 *       "traces": [{"cut": false, "at": [see backend/watch/record.h]}, ...]}, ...]}
 *
 * SIMT_RECORD_WARPS=0:0-3,7:0 chooses the warps whose steps are recorded: a block's
 * number, a colon, a warp's number or a range; at most RECORD_WARPS. Without it these are
 * the first four warps of the first block, and the first ones of the second and the last.
 * SIMT_RECORD_STEPS=N records so many steps of each instead of RECORD_STEPS.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/device.h"

/* NULL, or what is wrong with the value of SIMT_RECORD_WARPS, which may be NULL. */
const char *record_warps_error(const char *list);
/* Reads SIMT_RECORD_STEPS, which may be NULL; 0: it is no number from 1 to
 * RECORD_MOST_STEPS. */
u32 record_steps(const char *number);
/* *on: SIMT_RECORD is set and its file can be written, so that launches are to be
 * profiled. */
enum simt_status record_options(bool *on);
/* Before and after a launch that is profiled; no effect for launches that are not
 * recorded. */
void record_begin(struct launch *l);
void record_finish(const struct simt_module *m, struct launch *l);
