/* spy.c - notes accesses, see spy.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/watch/spy.h"
#include "backend/machine/hook_check.h"
#include "backend/watch/check_state.h"

/* Returns where the address is: the same in each run; 0: memory of one lane. */
static u64 key_of(const struct warp *w, u32 space, u64 addr) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	switch (finding_space(w, space, addr)) {
	case SPACE_GLOBAL: return addr;
	case SPACE_SHARED:
		if (in_window(map->shared, addr))
			addr -= map->shared.base;
		return SPY_SHARED | w->cta->linear << 32 | (addr & UINT32_MAX);
	default: return 0;
	}
}

static bool is_wanted(const struct spy *s, const struct warp *w, u32 lane, u64 key,
                      u32 bytes) {
	if (!key || s->n == SPY_MOST)
		return false;
	if (s->by_thread)
		return s->cta == w->cta->linear && s->warp == w->id && s->lane == lane;
	return key < s->key + SPY_WORD && s->key < key + bytes;
}

void spy_access(struct warp *w, const struct dinst *d, u32 space, u32 mask, u32 bytes,
                u32 flags, const u64 *addr) {
	struct spy *s = check_of(w)->c->spy;
	for_each_lane (l, mask) {
		u64 key = key_of(w, space, addr[l]);
		if (!is_wanted(s, w, l, key, bytes))
			continue;
		const void *p = mem_find(w, l, space, addr[l], bytes);
		struct spy_entry *e = &s->entry[s->n++];
		*e = (struct spy_entry){.key = key,
		                        .cta = w->cta->linear,
		                        .warp = w->id,
		                        .lane = l,
		                        .size = bytes,
		                        .func = w->frame->func->func,
		                        .inst = d->in,
		                        .is_store = flags & ACCESS_STORE,
		                        .is_atomic = flags & ACCESS_ATOMIC};
		if (p)
			memcpy(&e->value, p, MIN(bytes, 8u));
	}
}
