/* own_type.h - the kernels of one type; included by own.c through each_type.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/own_level1.h"
#include "runtime/blas/own_level2.h"
#include "runtime/blas/own_level3.h"

#if IS_COMPLEX /* not of complex types */
#define rotm_C NULL
#define rotm_Z NULL
#define rotmg_C NULL
#define rotmg_Z NULL
#endif
#define ENTRY(name) .name = OF(name),
const struct kernels NAME(OF(own), BLAS_LEVEL) = {KERNELS(ENTRY)};
#undef ENTRY
#undef LANES
