/* time.h - the clock, for NVRTC on a machine without a C library.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>

typedef long clock_t;
typedef long time_t;
extern "C" clock_t clock(void) noexcept;
