/* config.c - see config.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/config.h"

static struct jit_config config = {.verbose = NULL};

void jit_configure(const struct jit_config *c) {
	config = *c;
}

const struct jit_config *jit_config(void) {
	return &config;
}
