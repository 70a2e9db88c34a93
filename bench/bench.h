/* bench.h - what the benchmark programs share.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "runtime/api.h"
#include "runtime/memory.h"

enum { RUNS = 5 };

/* A PTX text of about `size` bytes; release with memory_delete. */
char *bench_ptx(size_t size, size_t *len);
