/* mem_fast.c - the commonest loads and stores: weak, one element of 4 or 8 bytes in a
 * register of the same width, all 32 lanes active; and all weak ones that name no space,
 * whose lanes may be in different ones. Compiled once per level of the host's instruction
 * set, as the lane loops of alu.def are; mem_choose.c picks. A warp whose addresses are
 * equal, or rise by the size of the element, or lie in one page or in the cta's own
 * shared memory, is handled here; whatever else there is, faults too, is left to exec_ld
 * and exec_st, which see the same operands.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/mem_fast.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define NAMED(name) JOIN(name, ALU_SUFFIX)

/* How the addresses of a full warp lie. */
struct reach {
	u8 *base; /* uniform or linear: host address of lane 0; else NULL */
	bool linear;
	u64 bias; /* scattered: host address - address */
	u64 addr[WARP_LANES];
};

/* All addresses in one valid page, or in the cta's shared memory: then bias leads to the
 * host's. */
static ALWAYS_INLINE bool reach_scattered(struct reach *r, const struct warp *w,
                                          u32 space, u32 bytes) {
	u64 first = r->addr[0], spread = 0;
	for (u32 l = 0; l < WARP_LANES; l++)
		spread |= r->addr[l] ^ first;
	if ((first | spread) & (bytes - 1) || spread >> PAGE_SHIFT)
		return false;
	if (!is_shared_space(space)) {
		/* In a window of the generic space an address is not the host's, and its
		 * page is not valid. */
		r->bias = 0;
		return space != SPACE_LOCAL &&
		       global_page_valid(&w->cta->launch->machine->map, first);
	}
	u64 low = (u64)w->cta->rank << SHARED_RANK_SHIFT;
	u32 top = 0;
	for (u32 l = 0; l < WARP_LANES; l++)
		top = MAX(top, (u32)(r->addr[l] - low));
	if (first - low > SHARED_OFF_MASK ||
	    top + (u64)bytes > w->cta->launch->shared_total)
		return false;
	r->bias = (uintptr_t)w->cta->shared - low;
	return true;
}

/* ---- generic addresses: each lane looks for its window ------------------------------ */

/* A lane's access lies in a piece of memory if it begins less than `count` bytes after
 * `low`; then `bias` leads to the host's address. */
struct piece {
	u64 low, count, bias;
};

static struct piece piece_of(u64 low, u64 size, u64 host, u32 bytes) {
	return (struct piece){low, size < bytes ? 0 : size - bytes + 1, host - low};
}

/* All ones if the address is in the piece. */
static ALWAYS_INLINE u64 is_in(const struct piece *p, u64 addr) {
	return addr - p->low < p->count ? UINT64_MAX : 0;
}

/* Fills in where the lanes of mask are on the host: in the cta's own shared memory, in
 * their own local memory, or in the global memory that is valid without a closer look.
 * False: some lane is in none of them, or misaligned. */
static bool find_windows(u64 *lane, const struct warp *w, const struct dinst *d, u32 i,
                         u32 mask) {
	u32 bytes = mem_elements(d) * type_size_bytes((enum type)d->type[0]);
	if (mem_space(d) != SPACE_GENERIC || d->x->lane_bits[i] != 64)
		return false;
	const struct arena_map *map = &w->cta->launch->machine->map;
	const u64 *base = warp_ptr(w, d->o[i]);
	u64 off = (u64)d->x->off[i], missed = 0, stride = w->local_stride;
	struct piece shared = piece_of(map->shared.base +
	                                       ((u64)w->cta->rank << SHARED_RANK_SHIFT),
	                               w->cta->launch->shared_total,
	                               (uintptr_t)w->cta->shared, bytes),
		     local = piece_of(map->local.base, w->local_limit,
	                              (uintptr_t)w->local, bytes),
		     global = piece_of(w->worker->reach_low, w->worker->reach_size,
	                               w->worker->reach_low, bytes);
	for (u32 l = 0; l < WARP_LANES; l++) {
		u64 addr = base[l] + off, takes_part = -(u64)(mask >> l & 1);
		u64 in_shared = is_in(&shared, addr), in_local = is_in(&local, addr);
		u64 in = in_shared | in_local | is_in(&global, addr);
		missed |= (~in | (addr & (bytes - 1))) & takes_part;
		lane[l] = addr + (in_shared & shared.bias) +
		          (in_local & (local.bias + l * stride));
	}
	return !missed;
}

static enum step ld_other(struct warp *w, const struct dinst *d, u32 mask) {
	struct access a;
	a.pattern = ACCESS_EACH;
	if (!find_windows(a.lane, w, d, 1, mask))
		return exec_ld(w, d, mask);
	mem_load_lanes(w, d, &a, mask);
	return STEP_NEXT;
}

static enum step st_other(struct warp *w, const struct dinst *d, u32 mask) {
	struct access a;
	a.pattern = ACCESS_EACH;
	if (!find_windows(a.lane, w, d, 0, mask))
		return exec_st(w, d, mask);
	mem_store_lanes(w, d, &a, mask);
	return STEP_NEXT;
}

/* ---- one element, all lanes -------------------------------------------------------- */

#define DEFINE_REACH(name, T)                                                     \
	static ALWAYS_INLINE bool name(struct reach *r, const struct warp *w,     \
	                               const struct dinst *d, u32 i, u32 bytes) { \
		const T *base = warp_ptr(w, d->o[i]);                             \
		T spread = 0, skew = 0, off = (T)d->x->off[i];                    \
		u32 space = mem_space(d);                                         \
		for (u32 l = 0; l < WARP_LANES; l++) {                            \
			spread |= base[l] ^ base[0];                              \
			skew |= base[l] ^ (T)(base[0] + (T)(l * bytes));          \
		}                                                                 \
		r->linear = !skew;                                                \
		if (!spread || !skew) {                                           \
			u64 first = (T)(base[0] + off);                           \
			u32 size = skew ? bytes : bytes * WARP_LANES;             \
			r->base = first & (bytes - 1)                             \
			                  ? NULL                                  \
			                  : mem_range(w, space, first, size);     \
			if (r->base)                                              \
				return true;                                      \
		}                                                                 \
		r->base = NULL;                                                   \
		for (u32 l = 0; l < WARP_LANES; l++)                              \
			r->addr[l] = (T)(base[l] + off);                          \
		if ((spread && skew) && reach_scattered(r, w, space, bytes))      \
			return true;                                              \
		r->bias = 0;                                                      \
		return find_windows(r->addr, w, d, i, ~0u);                       \
	}
DEFINE_REACH(reach_32, u32)
DEFINE_REACH(reach_64, u64)

static ALWAYS_INLINE u8 *reach_lane(const struct reach *r, u32 lane) {
	return (u8 *)(uintptr_t)(r->addr[lane] + r->bias);
}

#define DEFINE_FAST(T, find)                                                    \
	static enum step ld_##T##_##find(struct warp *w, const struct dinst *d, \
	                                 u32 mask) {                            \
		struct reach r;                                                 \
		if (mask != ~0u)                                                \
			return ld_other(w, d, mask);                            \
		if (!find(&r, w, d, 1, sizeof(T)))                              \
			return exec_ld(w, d, mask);                             \
		T *reg = warp_ptr(w, d->o[0]), v;                               \
		if (r.base && r.linear) {                                       \
			memcpy(reg, r.base, sizeof(T) * WARP_LANES);            \
		} else if (r.base) {                                            \
			memcpy(&v, r.base, sizeof v);                           \
			for (u32 l = 0; l < WARP_LANES; l++)                    \
				reg[l] = v;                                     \
		} else {                                                        \
			for (u32 l = 0; l < WARP_LANES; l++)                    \
				memcpy(&reg[l], reach_lane(&r, l), sizeof(T));  \
		}                                                               \
		return STEP_NEXT;                                               \
	}                                                                       \
	static enum step st_##T##_##find(struct warp *w, const struct dinst *d, \
	                                 u32 mask) {                            \
		struct reach r;                                                 \
		if (mask != ~0u)                                                \
			return st_other(w, d, mask);                            \
		if (!find(&r, w, d, 0, sizeof(T)))                              \
			return exec_st(w, d, mask);                             \
		const T *reg = warp_ptr(w, d->o[1]);                            \
		if (r.base && r.linear)                                         \
			memcpy(r.base, reg, sizeof(T) * WARP_LANES);            \
		else if (r.base)                                                \
			memcpy(r.base, &reg[WARP_LANES - 1], sizeof(T));        \
		else                                                            \
			for (u32 l = 0; l < WARP_LANES; l++)                    \
				memcpy(reach_lane(&r, l), &reg[l], sizeof(T));  \
		return STEP_NEXT;                                               \
	}
DEFINE_FAST(u32, reach_32)
DEFINE_FAST(u32, reach_64)
DEFINE_FAST(u64, reach_32)
DEFINE_FAST(u64, reach_64)

const struct mem_fast NAMED(mem_fast) = {
	.ld = {{ld_u32_reach_32, ld_u32_reach_64}, {ld_u64_reach_32, ld_u64_reach_64}},
	.st = {{st_u32_reach_32, st_u32_reach_64}, {st_u64_reach_32, st_u64_reach_64}},
	.ld_generic = ld_other,
	.st_generic = st_other,
};
