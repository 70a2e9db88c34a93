/* devrt_grid.h - the device runtime's functions for all threads of a grid (cudaCG*), as
 * PTX: a toolkit has them in libcudadevrt.a, and Numba's kernels call them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/api/module.h"

/* Whether a text names one of the functions. */
bool devrt_grid_wanted(const char *text, size_t len);
/* Their weak definitions. */
struct simt_text devrt_grid_text(void);
