/* multicast.c - from an address of a multicast object to the copies that it stands for.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/multicast.h"

const struct multicast_window *multicast_at(const struct arena_map *map, u64 addr) {
	const struct multicast_table *t = &map->multicast;
	u32 low = entries_up_to(t->entry, t->n, sizeof *t->entry, addr);
	return low && in_window(t->entry[low - 1].window, addr) ? &t->entry[low - 1]
	                                                        : NULL;
}

static u8 *part_at(const struct multicast_part *part, u32 n, u64 at, u32 size) {
	u32 low = entries_up_to(part, n, sizeof *part, at);
	if (!low)
		return NULL;
	u64 off = at - part[low - 1].at;
	return off < part[low - 1].size && size <= part[low - 1].size - off
	               ? part[low - 1].host + off
	               : NULL;
}

u32 multicast_copies(const struct multicast_window *w, u64 addr, u32 size,
                     u8 *copy[MULTICAST_DEVICES], u32 *number) {
	struct multicast *m = w->object;
	const struct multicast_view *v = atomic_load(&m->view);
	if (!v || v->generation != atomic_load(m->generation)) {
		m->refresh(m);
		v = atomic_load(&m->view);
	}
	for (u32 i = 0; i < v->ndevice; i++) {
		copy[i] = part_at(v->device[i].part, v->device[i].n,
		                  addr - w->window.base, size);
		*number = v->device[i].number;
		if (!copy[i])
			return 0;
	}
	return v->ndevice;
}
