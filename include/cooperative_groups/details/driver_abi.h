/* driver_abi.h - a part of the toolkit's headers that programs include by name.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "../../cooperative_groups.h"
