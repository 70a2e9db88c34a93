/* nvToolsExt.h - the older place of nvtx3/nvToolsExt.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "nvtx3/nvToolsExt.h"
