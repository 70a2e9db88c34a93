/* cudaProfilerTypedefs.h - a part of cudaTypedefs.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cudaTypedefs.h"
