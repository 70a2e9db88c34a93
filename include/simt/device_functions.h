/* device_functions.h - the built-in variables and intrinsics of CUDA C++ for device
 * code.
 *
 * The compiler knows none of them by name: each is a function whose body is inline PTX,
 * so that a reader finds here what an intrinsic does, and a new one needs no compiler.
 * Each part below holds one idea and can be read alone.
 *
 * Parts that redeclare names of the C library (clock, malloc, memcpy, sqrtf) are for the
 * device half only. The others may stand in the host half, whose compiler then sees
 * functions without a use: code for both halves names them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "vector_functions.h"
#include "vector_types.h"

#include "simt/device_base.h"

#include "simt/device_sync.h"
#include "simt/device_time.h"
#include "simt/device_warp.h"

#include "simt/device_address.h"
#include "simt/device_atomic.h"
#include "simt/device_cache.h"
#include "simt/device_nv_atomic.h"

#include "simt/device_convert.h"
#include "simt/device_float.h"
#include "simt/device_integer.h"
#include "simt/device_int128.h"
#include "simt/device_compare.h"
#include "simt/device_simd.h"

#include "simt/device_dpx.h"

#include "simt/device_surface.h"
#include "simt/device_texture.h"

#ifdef __CUDA_ARCH__
#ifndef __clang__
#include "simt/device_complex.h"
#endif
#include "simt/device_libc.h"
#include "simt/device_old.h"
#include "simt/device_vars.h"

#if __has_include("simt/math.h")
#include "simt/math.h"
#endif
#endif
