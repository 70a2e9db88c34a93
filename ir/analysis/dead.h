/* dead.h - instructions whose results nothing reads.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

/* Marks, per instruction, those of alu.def whose results are overwritten or not read
 * after it, or only by such instructions of its block; NULL if there are none. A register
 * that some block reads before it writes it counts as read at the end of every block.
 * Linear. */
bool *dead_insts(struct arena *a, const struct module *m, const struct func *f);
