/* dead_code.h - instructions whose results are never read (dead_code.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

void jit_find_dead_code(struct fn *c); /* fills c->facts.is_dead */
