/* stream.h - operations on memory as the driver interface describes them, for streams and
 * nodes of graphs.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/driver/driver.h"

enum { MEMORY_OPS_MAX = 256 }; /* of one call */

/* False: a description is wrong, or there are none or too many. */
bool memory_ops_of(const CUstreamBatchMemOpParams *p, unsigned n, unsigned flags,
                   struct simt_memory_op *op);
