/* rtc_types.h - the types that programs of NVRTC have without a header, which headers that they bring may do
 * without: NVRTC's list of predefined types.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef long clock_t;
typedef __builtin_va_list va_list;
