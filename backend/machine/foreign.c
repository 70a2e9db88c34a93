/* foreign.c - memory outside the arena: host memory that was registered, other devices'
 * memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/launch.h"

bool foreign_valid(const struct foreign_table *t, u64 addr, u64 size) {
	u32 low = entries_up_to(t->entry, t->n, sizeof *t->entry, addr);
	if (low == 0)
		return false;
	const struct foreign *f = &t->entry[low - 1];
	u64 off = addr - f->window.base;
	if (off >= f->window.size || size > f->window.size - off)
		return false;
	return !f->peer || pages_valid(f->peer, addr, size);
}
