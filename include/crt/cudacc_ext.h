/* cudacc_ext.h - extensions of the compiler: it knows them itself.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "host_defines.h"
