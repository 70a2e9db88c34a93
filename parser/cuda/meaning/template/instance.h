/* instance.h - kernel instances by their mangled names.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* The kernel instance of a mangled name is instantiated and emitted. */
void check_instance(struct sema *c, const char *mangled);
