/* access.c - from the address registers of a warp to host addresses.
 * Most accesses are simple: all lanes in one 2 MiB page or in the cta's own shared memory. They are
 * proved valid with one check: the lanes' addresses are compared with the first one by xor, so that
 * `spread` holds every bit in which two of them differ. Whatever is not simple goes lane by lane.
 *
 * Alignment is checked before validity, as the load-store unit sees the address before the page
 * tables do. A window of the generic space starts and ends at a 2 MiB boundary, so lanes that agree
 * in the bits above are in the same window.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/mem.h"

#define SHARED_OFF_MASK (((u64)1 << SHARED_RANK_SHIFT) - 1)

static bool is_param_space(u32 space) {
	return space >= SPACE_PARAM && space <= SPACE_PARAM_FUNC;
}

static bool is_shared_space(u32 space) {
	return space >= SPACE_SHARED && space <= SPACE_SHARED_CLUSTER;
}

/* ---- one lane ------------------------------------------------------------------------------- */

u64 mem_lane_addr(const struct warp *w, const struct dinst *d, u32 i, u32 lane) {
	u64 off = (u64)d->x->off[i];
	if (d->o[i] == REF_NONE)
		return is_param_space(mem_space(d)) ? (u64)(uintptr_t)w->cta->launch->param + off : off;
	const void *base = warp_ptr(w, d->o[i]);
	if (d->x->lane_bits[i] == 32)
		return (u32)(((const u32 *)base)[lane] + (u32)off);
	return ((const u64 *)base)[lane] + off;
}

/* Rank 0 means the own cta for .shared and .shared::cta: absolute offsets are written that way. */
static u8 *find_shared(const struct warp *w, u32 space, u64 addr, u64 size) {
	const struct cta *cta = w->cta;
	u64 rank = addr >> SHARED_RANK_SHIFT, off = addr & SHARED_OFF_MASK;
	bool own = rank == cta->rank || (rank == 0 && space != SPACE_SHARED_CLUSTER);
	if (!own) {
		if (rank >= cta->cluster->ncta)
			return NULL;
		cta = &cta->cluster->cta[rank];
	}
	u64 total = cta->launch->shared_total;
	return off < total && size <= total - off ? cta->shared + off : NULL;
}

static u8 *find_local(const struct warp *w, u32 lane, u64 addr, u64 size) {
	if (addr >= w->local_limit || size > w->local_limit - addr)
		return NULL;
	return w->local + lane * w->local_stride + addr;
}

/* Pages between the first and the last are looked at too: bulk copies may be long. */
static u8 *find_global(const struct arena_map *map, u64 addr, u64 size) {
	const u64 step = (u64)1 << PAGE_SHIFT;
	for (u64 done = 0; size - done > step; done += step)
		if (!global_valid(map, addr + done, step))
			return NULL;
	u64 rest = size ? (size - 1) % step + 1 : 1;
	if (!global_valid(map, addr + (size ? size - rest : 0), rest))
		return NULL;
	return (u8 *)(uintptr_t)addr;
}

u8 *mem_find(const struct warp *w, u32 lane, u32 space, u64 addr, u64 size) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	if (is_shared_space(space))
		return find_shared(w, space, addr, size);
	if (space == SPACE_LOCAL)
		return find_local(w, lane, addr, size);
	if (space == SPACE_GENERIC && in_window(map->shared, addr))
		return find_shared(w, SPACE_SHARED_CLUSTER, addr - map->shared.base, size);
	if (space == SPACE_GENERIC && in_window(map->local, addr))
		return find_local(w, lane, addr - map->local.base, size);
	return find_global(map, addr, size);
}

static const char *space_name(const struct warp *w, u32 space, u64 addr) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	if (is_shared_space(space) || (space == SPACE_GENERIC && in_window(map->shared, addr)))
		return "shared";
	if (space == SPACE_LOCAL || (space == SPACE_GENERIC && in_window(map->local, addr)))
		return "local";
	if (space == SPACE_CONST)
		return "const";
	return is_param_space(space) ? "param" : "global";
}

enum step mem_fault(struct warp *w, const struct dinst *d, u32 lane, enum fault_kind kind, u32 space,
                    u64 addr, u32 size, u32 flags) {
	const char *what = flags & ACCESS_ATOMIC ? "atomic" : flags & ACCESS_STORE ? "store" : "load";
	const char *why = kind == FAULT_MISALIGNED ? "the address is not aligned"
	                                           : "no memory is there";
	return warp_fault(w, d, lane, kind, addr, size, "%s %s of %u byte%s at 0x%llx: %s",
	                  space_name(w, space, addr), what, size, size == 1 ? "" : "s",
	                  (unsigned long long)addr, why);
}

u8 *mem_lane_ptr(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr, u32 size,
                 bool store) {
	u32 flags = store ? ACCESS_STORE : 0;
	if (is_pow2(size) && (addr & (size - 1))) {
		mem_fault(w, d, lane, FAULT_MISALIGNED, space, addr, size, flags);
		return NULL;
	}
	u8 *p = mem_find(w, lane, space, addr, size);
	if (!p)
		mem_fault(w, d, lane, FAULT_ADDRESS, space, addr, size, flags);
	return p;
}

/* ---- a warp --------------------------------------------------------------------------------- */

/* Addresses of all lanes; those of lanes that are not active mean nothing. */
static void lane_addrs(u64 *addr, const struct warp *w, const struct dinst *d, u32 i) {
	u64 off = (u64)d->x->off[i];
	if (d->o[i] == REF_NONE) {
		u64 a = mem_lane_addr(w, d, i, 0);
		for (u32 l = 0; l < WARP_LANES; l++)
			addr[l] = a;
		return;
	}
	const void *base = warp_ptr(w, d->o[i]);
	if (d->x->lane_bits[i] == 32) {
		for (u32 l = 0; l < WARP_LANES; l++)
			addr[l] = (u32)(((const u32 *)base)[l] + (u32)off);
	} else {
		for (u32 l = 0; l < WARP_LANES; l++)
			addr[l] = ((const u64 *)base)[l] + off;
	}
}

struct shape {
	u64 spread; /* bits in which active lanes differ from the first active one */
	u64 uneven; /* non-zero unless lane l is at first + l * bytes */
};

static struct shape shape_of(const u64 *addr, u32 mask, u32 bytes) {
	struct shape s = {0};
	if (mask == ~0u) {
		u64 first = addr[0];
		for (u32 l = 0; l < WARP_LANES; l++) {
			s.spread |= addr[l] ^ first;
			s.uneven |= addr[l] ^ (first + (u64)l * bytes);
		}
		return s;
	}
	u64 first = addr[mask_first(mask)];
	s.uneven = 1;
	mask_each (l, mask)
		s.spread |= addr[l] ^ first;
	return s;
}

/* Greatest address of the active lanes. */
static u64 top_of(const u64 *addr, u32 mask) {
	u64 top = 0;
	mask_each (l, mask)
		top = addr[l] > top ? addr[l] : top;
	return top;
}

static bool resolve_each(struct access *a, struct warp *w, const struct dinst *d, const u64 *addr,
                         u32 mask, u32 space, u32 flags) {
	a->pattern = ACCESS_EACH;
	mask_each (l, mask) {
		a->lane[l] = mem_find(w, l, space, addr[l], a->bytes);
		if (!a->lane[l]) {
			mem_fault(w, d, l, FAULT_ADDRESS, space, addr[l], a->bytes, flags);
			return false;
		}
	}
	return true;
}

static void fill_pointers(struct access *a, const u64 *addr, u64 bias) {
	for (u32 l = 0; l < WARP_LANES; l++)
		a->lane[l] = (u8 *)(uintptr_t)(addr[l] + bias);
}

/* The host address is addr + bias for every active lane, and all of it is valid. */
static bool resolve_biased(struct access *a, const u64 *addr, u32 mask, struct shape s, u64 bias,
                           u32 flags) {
	a->base = (u8 *)(uintptr_t)(addr[mask_first(mask)] + bias);
	a->pattern = !s.spread ? ACCESS_UNIFORM : !s.uneven ? ACCESS_LINEAR : ACCESS_EACH;
	if (a->pattern == ACCESS_EACH || flags & ACCESS_POINTERS)
		fill_pointers(a, addr, bias);
	return true;
}

/* Local memory: one host block per lane, so the same address is a different place in each. */
static bool resolve_local(struct access *a, struct warp *w, const u64 *addr, u32 mask, u64 window) {
	u64 top = top_of(addr, mask) - window;
	if (top >= w->local_limit || a->bytes > w->local_limit - top)
		return false;
	a->pattern = ACCESS_EACH;
	mask_each (l, mask)
		a->lane[l] = w->local + l * w->local_stride + (addr[l] - window);
	return true;
}

/* All lanes in the cta's own shared memory, whose window starts at `window`. */
static bool resolve_shared(struct access *a, struct warp *w, const u64 *addr, u32 mask,
                           struct shape s, u64 window, u32 flags) {
	u64 low = window + ((u64)w->cta->rank << SHARED_RANK_SHIFT);
	if (s.spread >> SHARED_RANK_SHIFT || addr[mask_first(mask)] - low > SHARED_OFF_MASK)
		return false;
	u64 top = (!s.uneven ? addr[WARP_LANES - 1] : s.spread ? top_of(addr, mask)
	                                                       : addr[mask_first(mask)]) - low;
	u64 total = w->cta->launch->shared_total;
	if (top >= total || a->bytes > total - top)
		return false;
	return resolve_biased(a, addr, mask, s, (u64)(uintptr_t)w->cta->shared - low, flags);
}

bool access_resolve(struct access *a, struct warp *w, const struct dinst *d, u32 i, u32 space,
                    u32 mask, u32 bytes, u32 flags) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	u64 addr[WARP_LANES];
	lane_addrs(addr, w, d, i);
	u64 first = addr[mask_first(mask)];
	struct shape s = shape_of(addr, mask, bytes);
	a->bytes = bytes;
	a->alone = is_shared_space(space) || space == SPACE_LOCAL;
	if ((s.spread | first) & (bytes - 1)) {
		mask_each (l, mask)
			if (addr[l] & (bytes - 1)) {
				mem_fault(w, d, l, FAULT_MISALIGNED, space, addr[l], bytes, flags);
				return false;
			}
	}
	bool one_page = s.spread >> PAGE_SHIFT == 0;
	if (is_shared_space(space)) {
		if (resolve_shared(a, w, addr, mask, s, 0, flags))
			return true;
	} else if (space == SPACE_LOCAL) {
		if (resolve_local(a, w, addr, mask, 0))
			return true;
	} else if (one_page && space == SPACE_GENERIC && in_window(map->shared, first)) {
		a->alone = true;
		if (resolve_shared(a, w, addr, mask, s, map->shared.base, flags))
			return true;
	} else if (one_page && space == SPACE_GENERIC && in_window(map->local, first)) {
		a->alone = true;
		if (resolve_local(a, w, addr, mask, map->local.base))
			return true;
	} else if (one_page && global_valid(map, first, bytes)) {
		return resolve_biased(a, addr, mask, s, 0, flags);
	}
	return resolve_each(a, w, d, addr, mask, space, flags);
}
