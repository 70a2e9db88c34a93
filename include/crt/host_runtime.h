/* host_runtime.h - the registration that nvcc adds to the host half. simtcc writes its
 * own (simt/host_stub.h); programs need nothing of it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "host_defines.h"
