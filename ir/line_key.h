/* line_key.h - the key of a .loc by file, line and column: "inlined_at" means the last
 * .loc with these numbers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

static inline u64 line_key(const struct line_info *l) {
	return 1ull << 63 | ((u64)l->file << 48 ^ (u64)l->line << 16 ^ l->column);
}
