/* kernel_types.h - kernel_body.h for both widths of indices of the type N.
 * SPDX-License-Identifier: Apache-2.0 */
#define INDEX s32
#include "runtime/sparse/kernel_body.h"
#undef INDEX
#define INDEX s64
#include "runtime/sparse/kernel_body.h"
#undef INDEX
#undef N
