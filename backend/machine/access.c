/* access.c - from the address registers of a warp to host addresses. Most accesses are
 * simple: all lanes in one 2 MiB page or in the cta's own shared memory. They are proved
 * valid with one check: the lanes' addresses are compared with the first one by xor, so
 * that `spread` holds every bit in which two of them differ. All other accesses go
 * lane by lane.
 *
 * If several lanes of a warp fault, one fault is reported, see wrong_with. A window of
 * the generic space starts and ends at a 2 MiB boundary, so lanes that agree in the bits
 * above are in the same window.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "backend/machine/hook_check.h"
#include "backend/machine/hook_steer.h"
#include "backend/machine/multicast.h"

/* ---- one lane ---------------------------------------------------------------------- */

u64 mem_lane_addr(const struct warp *w, const struct dinst *d, u32 i, u32 lane) {
	u64 off = (u64)d->x->off[i];
	if (d->o[i] == REF_NONE)
		return is_param_space(mem_space(d))
		               ? (u64)(uintptr_t)w->cta->launch->param + off
		               : off;
	const void *base = warp_ptr(w, d->o[i]);
	if (d->x->lane_bits[i] == 32)
		return (u32)(((const u32 *)base)[lane] + (u32)off);
	return ((const u64 *)base)[lane] + off;
}

u64 mem_shared_addr(const struct warp *w, u32 space, u64 addr) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	if (space == SPACE_GENERIC && in_window(map->shared, addr))
		return addr - map->shared.base;
	bool own = space != SPACE_SHARED_CLUSTER && !(addr >> SHARED_RANK_SHIFT);
	return own ? shared_at_rank(addr, w->cta->rank) : addr;
}

/* Rank 0 means the own cta for .shared and .shared::cta: absolute offsets are written
 * that way. */
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

bool mem_is_global(const struct arena_map *map, u64 addr, u64 size) {
	const u64 step = (u64)1 << PAGE_SHIFT;
	for (u64 done = 0; size - done > step; done += step)
		if (!global_valid(map, addr + done, step))
			return false;
	u64 rest = size ? (size - 1) % step + 1 : 1;
	return global_valid(map, addr + (size ? size - rest : 0), rest);
}

static u8 *find_global(const struct arena_map *map, u64 addr, u64 size) {
	return mem_is_global(map, addr, size) ? (u8 *)(uintptr_t)addr : NULL;
}

static u8 *find_any(const struct warp *w, u32 lane, u32 space, u64 addr, u64 size) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	if (w->worker->check && !check_bytes(w, lane, space, addr, size))
		return NULL;
	if (is_shared_space(space))
		return find_shared(w, space, addr, size);
	if (space == SPACE_LOCAL)
		return find_local(w, lane, addr, size);
	if (space == SPACE_GENERIC && in_window(map->shared, addr))
		return find_shared(w, SPACE_SHARED_CLUSTER, addr - map->shared.base,
		                   size);
	if (space == SPACE_GENERIC && in_window(map->local, addr))
		return find_local(w, lane, addr - map->local.base, size);
	return find_global(map, addr, size);
}

u8 *mem_find(const struct warp *w, u32 lane, u32 space, u64 addr, u64 size) {
	u8 *p = find_any(w, lane, space, addr, size);
	if (p && w->worker->steer)
		steered_range(w, p, size);
	return p;
}

static const char *const space_text[SPACE_COUNT] = {
	[SPACE_SHARED] = "shared",   [SPACE_LOCAL] = "local",   [SPACE_CONST] = "const",
	[SPACE_PARAM] = "parameter", [SPACE_GLOBAL] = "global",
};

/* The space that a generic address turned out to lie in. */
static enum space space_of(const struct warp *w, u32 space, u64 addr) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	if (is_shared_space(space) ||
	    (space == SPACE_GENERIC && in_window(map->shared, addr)))
		return SPACE_SHARED;
	if (space == SPACE_LOCAL ||
	    (space == SPACE_GENERIC && in_window(map->local, addr)))
		return SPACE_LOCAL;
	if (space == SPACE_CONST)
		return SPACE_CONST;
	return is_param_space(space) ? SPACE_PARAM : SPACE_GLOBAL;
}

/* The rank in a shared address. */
static u64 rank_of(const struct warp *w, u32 space, u64 addr) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	return (space == SPACE_GENERIC ? addr - map->shared.base : addr) >>
	       SHARED_RANK_SHIFT;
}

static void why_invalid(char *buf, size_t size, const struct warp *w, enum space space,
                        enum fault_kind kind, u64 addr) {
	if (kind == FAULT_RANK)
		snprintf(buf, size, "the cluster has %u cta%s", w->cta->cluster->ncta,
		         w->cta->cluster->ncta == 1 ? "" : "s");
	else if (space == SPACE_SHARED)
		snprintf(buf, size, "the cta's shared memory ends at 0x%x",
		         w->cta->launch->shared_total);
	else if (space == SPACE_LOCAL)
		snprintf(buf, size, "a lane has 0x%x bytes of local memory",
		         w->local_limit);
	else if (multicast_at(&w->cta->launch->machine->map, addr))
		snprintf(buf, size,
		         "a multicast object is there, for multimem instructions only");
	else
		snprintf(buf, size, "no memory is there");
}

enum step mem_fault(struct warp *w, const struct dinst *d, u32 lane, enum fault_kind kind,
                    u32 space, u64 addr, u32 size, u32 flags) {
	const char *what = flags & ACCESS_ATOMIC  ? "atomic"
	                   : flags & ACCESS_STORE ? "store"
	                                          : "load";
	enum space real = space_of(w, space, addr);
	char why[80] = "the address is not aligned",
	     text[sizeof w->cta->launch->fault.text];
	if (kind == FAULT_ADDRESS && real == SPACE_SHARED &&
	    rank_of(w, space, addr) >= w->cta->cluster->ncta)
		kind = FAULT_RANK;
	if (kind != FAULT_MISALIGNED)
		why_invalid(why, sizeof why, w, real, kind, addr);
	snprintf(text, sizeof text, "%s %s of %u byte%s at 0x%llx: %s", space_text[real],
	         what, size, size == 1 ? "" : "s", (unsigned long long)addr, why);
	return warp_fault_in(w, d, lane, kind, space, addr, size, text);
}

u8 *mem_lane_ptr(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr,
                 u32 size, bool store) {
	u32 flags = store ? ACCESS_STORE : 0;
	if (is_pow2(size) && (addr & (size - 1))) {
		mem_fault(w, d, lane, FAULT_MISALIGNED, space, addr, size, flags);
		return NULL;
	}
	if (w->worker->check && !check_lane(w, d, lane, space, addr, size, flags))
		return NULL;
	u8 *p = mem_find(w, lane, space, addr, size);
	if (!p)
		mem_fault(w, d, lane, FAULT_ADDRESS, space, addr, size, flags);
	return p;
}

/* ---- a warp ------------------------------------------------------------------------ */

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

/* Bits in which the active lanes' addresses differ from the first one's. */
static u64 spread_of(const u64 *addr, u32 mask) {
	u64 first = addr[mask_first(mask)], spread = 0;
	if (mask == ~0u)
		for (u32 l = 0; l < WARP_LANES; l++)
			spread |= addr[l] ^ first;
	else
		mask_each (l, mask)
			spread |= addr[l] ^ first;
	return spread;
}

/* Greatest offset of the active lanes from `low`; all are within one rank's part of the
 * window. */
static u32 top_of(const u64 *addr, u32 mask, u64 low) {
	s32 top = 0;
	if (mask == ~0u)
		for (u32 l = 0; l < WARP_LANES; l++)
			top = MAX(top, (s32)(u32)((addr[l] - low) & SHARED_OFF_MASK));
	else
		mask_each (l, mask)
			top = MAX(top, (s32)(u32)((addr[l] - low) & SHARED_OFF_MASK));
	return (u32)top;
}

/* Faults of a lane's access, the worst first. The first lane with the worst fault of the
 * warp is reported, as an H100 was seen to do: it checks the bounds of shared and local
 * memory, and whether an address fits in 57 bits, before it checks alignment, and the
 * page tables last. */
enum wrong { WRONG_RANK, WRONG_BOUNDS, WRONG_ALIGNMENT, WRONG_PAGE, WRONG_NOTHING };

enum { ADDRESS_BITS = 57 }; /* of virtual memory, the highest one a sign */

static bool has_too_many_bits(u64 addr) {
	s64 sign = (s64)addr >> (ADDRESS_BITS - 1);
	return sign != 0 && sign != -1;
}

static enum wrong wrong_with(const struct warp *w, u32 lane, u32 space, u64 addr,
                             u32 bytes) {
	enum space real = space_of(w, space, addr);
	u64 odd = addr & (bytes - 1);
	if (real == SPACE_SHARED && rank_of(w, space, addr) >= w->cta->cluster->ncta)
		return WRONG_RANK;
	bool own = real == SPACE_SHARED || real == SPACE_LOCAL;
	if (own ? !find_any(w, lane, space, addr - odd, bytes) : has_too_many_bits(addr))
		return WRONG_BOUNDS;
	if (odd)
		return WRONG_ALIGNMENT;
	return find_any(w, lane, space, addr, bytes) ? WRONG_NOTHING : WRONG_PAGE;
}

/* Reports the worst fault of the lanes of mask; false. */
static bool fault_worst(struct access *a, struct warp *w, const struct dinst *d, u32 i,
                        u32 mask, u32 space, u32 flags) {
	enum wrong worst = WRONG_NOTHING;
	u32 lane = mask_first(mask);
	lane_addrs(a->lane, w, d, i);
	mask_each (l, mask) {
		enum wrong is = wrong_with(w, l, space, a->lane[l], a->bytes);
		if (is < worst) {
			worst = is;
			lane = l;
		}
	}
	mem_fault(w, d, lane, worst == WRONG_ALIGNMENT ? FAULT_MISALIGNED : FAULT_ADDRESS,
	          space, a->lane[lane], a->bytes, flags);
	return false;
}

static bool resolve_each(struct access *a, struct warp *w, const struct dinst *d, u32 i,
                         u32 mask, u32 space, u32 flags) {
	mask_each (l, mask) {
		u8 *p = find_any(w, l, space, a->lane[l], a->bytes);
		if (!p)
			return fault_worst(a, w, d, i, mask, space, flags);
		a->lane[l] = (uintptr_t)p;
	}
	return true;
}

/* All active lanes in valid global pages. An aligned element lies in one page. */
static bool in_pages(const struct arena_map *map, const u64 *addr, u32 mask, u64 spread) {
	u64 ok = 1;
	if (spread >> PAGE_SHIFT == 0)
		return global_page_valid(map, addr[mask_first(mask)]);
	mask_each (l, mask) {
		u64 off = addr[l] - map->global.base;
		ok &= off < map->global.size &&
		      atomic_load_explicit(&map->page_valid[off >> PAGE_SHIFT],
		                           memory_order_relaxed);
	}
	return ok;
}

/* Local memory: one host block per lane, so the same address is a different place in
 * each. */
static bool resolve_local(struct access *a, struct warp *w, u32 mask, u64 window) {
	mask_each (l, mask) {
		u64 off = a->lane[l] - window;
		if (off >= w->local_limit || a->bytes > w->local_limit - off)
			return false;
	}
	mask_each (l, mask)
		a->lane[l] += (uintptr_t)w->local + l * w->local_stride - window;
	return true;
}

/* All lanes in the cta's own shared memory, whose window starts at `window`. */
static bool resolve_shared(struct access *a, struct warp *w, u32 mask, u64 spread,
                           u64 window) {
	u64 low = window + ((u64)w->cta->rank << SHARED_RANK_SHIFT);
	if (spread >> SHARED_RANK_SHIFT ||
	    a->lane[mask_first(mask)] - low > SHARED_OFF_MASK)
		return false;
	u64 total = w->cta->launch->shared_total;
	/* no lane is farther than this, and mostly that is enough to know */
	u64 top = (a->lane[mask_first(mask)] - low) | spread;
	if (top + a->bytes > total) {
		top = top_of(a->lane, mask, low);
		if (top + a->bytes > total)
			return false;
	}
	for (u32 l = 0; l < WARP_LANES; l++)
		a->lane[l] += (uintptr_t)w->cta->shared - low;
	return true;
}

/* Full warps whose base registers are equal, or rise by the size of the access from lane
 * to lane. */
static bool resolve_simple(struct access *a, const struct warp *w, const struct dinst *d,
                           u32 i, u32 space) {
	const void *reg = warp_ptr(w, d->o[i]);
	u64 first, uneven = 0, spread = 0;
	if (d->x->lane_bits[i] == 32) {
		const u32 *base = reg;
		u32 diff = 0, skew = 0;
		for (u32 l = 0; l < WARP_LANES; l++) {
			diff |= base[l] ^ base[0];
			skew |= base[l] ^ (base[0] + l * a->bytes);
		}
		first = (u32)(base[0] + (u32)d->x->off[i]);
		uneven = skew;
		spread = diff;
	} else {
		const u64 *base = reg;
		for (u32 l = 0; l < WARP_LANES; l++) {
			spread |= base[l] ^ base[0];
			uneven |= base[l] ^ (base[0] + (u64)l * a->bytes);
		}
		first = base[0] + (u64)d->x->off[i];
	}
	if ((spread && uneven) || first & (a->bytes - 1))
		return false;
	a->pattern = spread ? ACCESS_LINEAR : ACCESS_UNIFORM;
	a->base = mem_range(w, space, first,
	                    spread ? (u64)a->bytes * WARP_LANES : a->bytes);
	a->alone |= space == SPACE_GENERIC &&
	            in_window(w->cta->launch->machine->map.shared, first);
	return a->base != NULL;
}

static bool is_private_space(u32 space) {
	return is_shared_space(space) || space == SPACE_LOCAL;
}

/* Checked mode knows how the addresses of a full warp lie. */
static bool resolve_shape(struct access *a, const struct warp *w, u32 space,
                          enum access_pattern shape) {
	u64 first = a->lane[0];
	if (first & (a->bytes - 1))
		return false;
	a->pattern = shape == ACCESS_LINEAR ? ACCESS_LINEAR : ACCESS_UNIFORM;
	a->base = mem_range(w, space, first,
	                    shape == ACCESS_LINEAR ? (u64)a->bytes * WARP_LANES
	                                           : a->bytes);
	a->alone |= space == SPACE_GENERIC &&
	            in_window(w->cta->launch->machine->map.shared, first);
	return a->base != NULL;
}

static bool resolve(struct access *a, struct warp *w, const struct dinst *d, u32 i,
                    u32 space, u32 mask, u32 bytes, u32 flags) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	a->bytes = bytes;
	a->alone = is_private_space(space);
	if (w->worker->check) {
		if (d->o[i] == REF_NONE)
			lane_addrs(a->lane, w, d, i);
		else
			check_addresses(w, d, i, a->lane);
		enum access_pattern shape;
		if (!check_access(w, d, i, space, mask, bytes, flags, a->lane, &shape))
			return false;
		if (shape != ACCESS_EACH && !(flags & ACCESS_POINTERS) &&
		    resolve_shape(a, w, space, shape))
			return true;
	} else {
		if (mask == ~0u && d->o[i] != REF_NONE && !(flags & ACCESS_POINTERS) &&
		    resolve_simple(a, w, d, i, space))
			return true;
		lane_addrs(a->lane, w, d, i);
	}
	a->pattern = ACCESS_EACH;
	u64 first = a->lane[mask_first(mask)], spread = spread_of(a->lane, mask);
	if ((spread | first) & (bytes - 1))
		return fault_worst(a, w, d, i, mask, space, flags);
	bool generic = space == SPACE_GENERIC && spread >> PAGE_SHIFT == 0;
	u64 shared_base = 0, local_base = 0;
	a->alone = is_private_space(space);
	if (generic && in_window(map->shared, first)) {
		a->alone = true;
		shared_base = map->shared.base;
	} else if (generic && in_window(map->local, first)) {
		a->alone = true;
		local_base = map->local.base;
	}
	if (shared_base || is_shared_space(space)
	            ? resolve_shared(a, w, mask, spread, shared_base)
	    : local_base || space == SPACE_LOCAL ? resolve_local(a, w, mask, local_base)
	                                         : in_pages(map, a->lane, mask, spread)) {
		bool is_local = local_base || space == SPACE_LOCAL;
		if (!spread && !is_local && !(flags & ACCESS_POINTERS)) {
			a->pattern = ACCESS_UNIFORM;
			a->base = access_lane(a, mask_first(mask));
		}
		return true;
	}
	return resolve_each(a, w, d, i, mask, space, flags);
}

bool access_resolve(struct access *a, struct warp *w, const struct dinst *d, u32 i,
                    u32 space, u32 mask, u32 bytes, u32 flags) {
	bool ok = resolve(a, w, d, i, space, mask, bytes, flags);
	if (ok && w->worker->steer)
		steered_access(w, a, mask, flags);
	return ok;
}
