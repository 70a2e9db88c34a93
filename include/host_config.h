/* host_config.h - a part of the toolkit's headers that programs include by name.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __HOST_CONFIG_H__

#include "host_defines.h"
