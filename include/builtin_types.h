/* builtin_types.h - every type of the runtime interface.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "device_types.h"
#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"
