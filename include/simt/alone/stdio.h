/* stdio.h - printf, for NVRTC on a machine without a C library.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>

extern "C" int printf(const char *__format, ...);
