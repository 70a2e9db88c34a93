/* storage_class.h - storage classes of device variables: the compiler knows them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "host_defines.h"
