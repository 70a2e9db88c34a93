/* async.c - asynchronous copies, reductions and stores (PTX 9.7.9.25). A copy is done
 * when it is issued, which is one of the orders that the ISA allows. So a wait for a
 * group ends at once. Only the mbarrier remains: complete_tx counts the bytes of each
 * copy, in the cta that receives them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/atom.h"
#include "backend/machine/mbarrier.h"
#include "backend/machine/strong_access.h"

enum { BULK_ALIGN = 16 };

/* State space of the source of a copy. */
static u32 source_space(const struct dinst *d) {
	return MOD_GET(d->mods, SSPACE) == MOD_SSPACE_GLOBAL ? SPACE_GLOBAL
	                                                     : SPACE_SHARED_CTA;
}

/* ---- cp.async (PTX 9.7.9.25.3.1): 4, 8 or 16 bytes per lane ------------------------ */

/* Bytes that each lane reads; the rest of its cp-size is filled with zeros. */
static void source_sizes(struct warp *w, const struct dinst *d, u32 mask, u32 bytes,
                         u32 *size) {
	bool given = operand_given(d, 3), is_pred = given && d->x->lane_bits[3] == 1;
	u32 ignored = is_pred ? operand_pred(w, d, 3) : 0;
	mask_each (l, mask) {
		size[l] = mask_has(ignored, l) ? 0 : bytes;
		if (given && !is_pred)
			size[l] = MIN((u32)operand_get(w, d, 3, l), bytes);
	}
}

enum step exec_cp_async(struct warp *w, const struct dinst *d, u32 mask) {
	u32 bytes = (u32)operand_get(w, d, 2, mask_first(mask)), reads = 0,
	    size[WARP_LANES];
	struct access to, from;
	source_sizes(w, d, mask, bytes, size);
	mask_each (l, mask)
		reads |= (u32)(size[l] != 0) << l;
	if (!access_resolve(&to, w, d, 0, mem_space(d), mask, bytes,
	                    ACCESS_STORE | ACCESS_POINTERS))
		return STEP_STOP;
	if (reads && !access_resolve(&from, w, d, 1, source_space(d), reads, bytes,
	                             ACCESS_POINTERS))
		return STEP_STOP;
	mask_each (l, mask) {
		if (size[l])
			memcpy(access_lane(&to, l), access_lane(&from, l), size[l]);
		memset(access_lane(&to, l) + size[l], 0, bytes - size[l]);
	}
	return STEP_NEXT;
}

enum step exec_cp_async_commit(struct warp *w, const struct dinst *d, u32 mask) {
	(void)w, (void)d, (void)mask;
	return STEP_NEXT;
}

enum step exec_cp_async_wait(struct warp *w, const struct dinst *d, u32 mask) {
	(void)w, (void)d, (void)mask;
	return STEP_NEXT;
}

/* All copies of the lane are done, so it arrives now. Without .noinc the arrival first
 * adds one to the pending count, which then stays as it is. */
enum step exec_cp_async_arrive(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask) {
		u64 addr = mem_lane_addr(w, d, 0, l);
		u8 *mb = mbarrier_at(w, d, l, mem_space(d), addr);
		if (!mb)
			return STEP_STOP;
		if (MOD_GET(d->mods, NOINC) && !mbarrier_arrive(w, d, l, mb, addr, 1))
			return STEP_STOP;
	}
	return STEP_NEXT;
}

/* ---- cp.async.bulk (PTX 9.7.9.25.4.1): any number of bytes per lane ---------------- */

/* Host address of a bulk operand; NULL after a recorded fault. */
static u8 *bulk_ptr(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr,
                    u32 size, bool store) {
	static u8 none[1];
	u32 flags = store ? ACCESS_STORE : 0;
	if (!size) /* touches no memory: any address will do */
		return none;
	if ((addr | size) % BULK_ALIGN) {
		mem_fault(w, d, lane, FAULT_MISALIGNED, space, addr, size, flags);
		return NULL;
	}
	u8 *p = mem_find(w, lane, space, addr, size);
	if (!p)
		mem_fault(w, d, lane, FAULT_ADDRESS, space, addr, size, flags);
	return p;
}

/* Copies to one place and tells the mbarrier, if there is one, that the bytes have
 * arrived. */
static bool bulk_to(struct warp *w, const struct dinst *d, u32 lane, u64 dst,
                    const u8 *from, u32 size, const u64 *mbar) {
	u8 *to = bulk_ptr(w, d, lane, mem_space(d), dst, size, true);
	if (!to)
		return false;
	memmove(to, from, size);
	if (!mbar)
		return true;
	u8 *mb = mbarrier_at(w, d, lane, SPACE_SHARED_CLUSTER, *mbar);
	return mb && mbarrier_complete_tx(w, d, lane, mb, size);
}

static bool bulk_multicast(struct warp *w, const struct dinst *d, u32 lane, u64 dst,
                           const u8 *from, u32 size, u64 mbar) {
	u32 ctas = (u32)operand_get(w, d, 4, lane) & 0xffff;
	mask_each (rank, ctas) {
		u64 there = shared_at_rank(mbar, rank);
		if (!bulk_to(w, d, lane, shared_at_rank(dst, rank), from, size, &there))
			return false;
	}
	return true;
}

/* With .cp_mask, bit i of the mask lets byte i of each 16 be written. */
static bool bulk_masked(struct warp *w, const struct dinst *d, u32 lane, u64 dst,
                        const u8 *from, u32 size) {
	u32 bytes = (u32)operand_get(w, d, 4, lane);
	u8 *to = bulk_ptr(w, d, lane, mem_space(d), dst, size, true);
	for (u32 i = 0; to && i < size; i++)
		if (mask_has(bytes, i % BULK_ALIGN))
			to[i] = from[i];
	return to != NULL;
}

static bool bulk_copy(struct warp *w, const struct dinst *d, u32 lane) {
	u32 size = (u32)operand_get(w, d, 2, lane);
	u64 dst = mem_lane_addr(w, d, 0, lane), src = mem_lane_addr(w, d, 1, lane);
	const u8 *from = bulk_ptr(w, d, lane, source_space(d), src, size, false);
	if (!from)
		return false;
	if (MOD_GET(d->mods, COMPLETE) == MOD_COMPLETE_BULK_GROUP)
		return MOD_GET(d->mods, CP_MASK)
		               ? bulk_masked(w, d, lane, dst, from, size)
		               : bulk_to(w, d, lane, dst, from, size, NULL);
	u64 mbar = mem_lane_addr(w, d, 3, lane);
	if (MOD_GET(d->mods, MULTICAST))
		return bulk_multicast(w, d, lane, dst, from, size, mbar);
	if (mem_space(d) == SPACE_SHARED_CTA)
		mbar = mbar >> SHARED_RANK_SHIFT ? mbar
		                                 : shared_at_rank(mbar, w->cta->rank);
	return bulk_to(w, d, lane, dst, from, size, &mbar);
}

enum step exec_cp_bulk(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask)
		if (!bulk_copy(w, d, l))
			return STEP_STOP;
	return STEP_NEXT;
}

enum step exec_cp_bulk_commit(struct warp *w, const struct dinst *d, u32 mask) {
	(void)w, (void)d, (void)mask;
	return STEP_NEXT;
}

enum step exec_cp_bulk_wait(struct warp *w, const struct dinst *d, u32 mask) {
	(void)w, (void)d, (void)mask;
	return STEP_NEXT;
}

/* ---- reductions and stores --------------------------------------------------------- */

/* PTX 9.7.9.25.4.2: element by element, each atomic by itself. */
static bool bulk_reduce(struct warp *w, const struct dinst *d, u32 lane) {
	enum type t = (enum type)d->type[0];
	u32 size = (u32)operand_get(w, d, 2, lane), step = type_size_bytes(t);
	bool alone = MOD_GET(d->mods, COMPLETE) == MOD_COMPLETE_MBARRIER;
	atom_fn *f = atom_find(MOD_GET(d->mods, AOP), t, alone ? 0 : ATOM_GLOBAL);
	const u8 *from = bulk_ptr(w, d, lane, source_space(d),
	                          mem_lane_addr(w, d, 1, lane), size, false);
	u8 *to = from ? bulk_ptr(w, d, lane, mem_space(d), mem_lane_addr(w, d, 0, lane),
	                         size, true)
	              : NULL;
	if (!to)
		return false;
	for (u32 i = 0; i < size; i += step)
		atom_apply(to + i, step, alone, f, strong_load(from + i, step));
	if (!alone)
		return true;
	u8 *mb = mbarrier_at(w, d, lane, SPACE_SHARED_CLUSTER,
	                     mem_lane_addr(w, d, 3, lane));
	return mb && mbarrier_complete_tx(w, d, lane, mb, size);
}

enum step exec_cp_reduce(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask)
		if (!bulk_reduce(w, d, l))
			return STEP_STOP;
	return STEP_NEXT;
}

/* Tells the mbarrier of operand i that `bytes` of each lane have arrived. */
static enum step complete_all(struct warp *w, const struct dinst *d, u32 i, u32 mask,
                              u32 bytes) {
	mask_each (l, mask) {
		u8 *mb = mbarrier_at(w, d, l, mem_space(d), mem_lane_addr(w, d, i, l));
		if (!mb || !mbarrier_complete_tx(w, d, l, mb, bytes))
			return STEP_STOP;
	}
	return STEP_NEXT;
}

enum step exec_st_async(struct warp *w, const struct dinst *d, u32 mask) {
	enum step step = exec_st(w, d, mask);
	u32 bytes = mem_elements(d) * type_size_bytes((enum type)d->type[0]);
	return step == STEP_NEXT ? complete_all(w, d, 2, mask, bytes) : step;
}

enum step exec_red_async(struct warp *w, const struct dinst *d, u32 mask) {
	enum step step = exec_red(w, d, mask);
	u32 bytes = type_size_bytes((enum type)d->type[0]);
	return step == STEP_NEXT ? complete_all(w, d, 2, mask, bytes) : step;
}

/* PTX 9.7.9.13: only zeros can be stored. */
enum step exec_st_bulk(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask) {
		u64 addr = mem_lane_addr(w, d, 0, l), size = operand_get(w, d, 1, l);
		u8 *p = (addr | size) % 8 ? NULL
		                          : mem_find(w, l, mem_space(d), addr, size);
		if (!p)
			return mem_fault(w, d, l,
			                 (addr | size) % 8 ? FAULT_MISALIGNED
			                                   : FAULT_ADDRESS,
			                 mem_space(d), addr, (u32)MIN(size, UINT32_MAX),
			                 ACCESS_STORE);
		memset(p, 0, size);
	}
	return STEP_NEXT;
}
