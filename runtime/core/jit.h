/* jit.h - settings of the JIT.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/device.h"

enum simt_status jit_options(const struct simt_device_options *o);
