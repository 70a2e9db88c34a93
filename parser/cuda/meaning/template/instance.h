/* instance.h - instances of kernels and variables by their mangled names.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Instantiates and emits the kernel or the variable with a mangled name. */
void check_instance(struct sema *c, const char *mangled);
