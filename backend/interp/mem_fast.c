/* mem_fast.c - the commonest loads and stores: weak, one element of 4 or 8 bytes in a
 * register of the same width, all 32 lanes active. Compiled once per level of the host's
 * instruction set, as the lane loops of alu.def are; mem_choose.c picks. A warp whose
 * addresses are equal, or rise by the size of the element, or lie in one page or in the
 * cta's own shared memory, is handled here; whatever else there is, faults too, is left
 * to exec_ld and exec_st, which see the same operands.
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
			return r->base != NULL;                                   \
		}                                                                 \
		r->base = NULL;                                                   \
		for (u32 l = 0; l < WARP_LANES; l++)                              \
			r->addr[l] = (T)(base[l] + off);                          \
		return reach_scattered(r, w, space, bytes);                       \
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
		if (mask != ~0u || !find(&r, w, d, 1, sizeof(T)))               \
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
		if (mask != ~0u || !find(&r, w, d, 0, sizeof(T)))               \
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
};
