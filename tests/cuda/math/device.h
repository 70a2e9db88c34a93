/* device.h - the device math library, compiled for the host in a namespace of its own.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cmath>

#include "shim/builtins.h"

namespace device {
#include "simt/math_f32.h"
#include "simt/math_f64.h"
} // namespace device
