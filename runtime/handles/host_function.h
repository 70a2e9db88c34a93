/* host_function.h - what functions of the program that run in streams may call.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/api.h"

/* Whether a function of the runtime or the driver interface is not permitted on the
 * calling thread, since that runs a host function of a stream. */
bool host_function_refuses(const char *name);
