/* access.h - memory accesses of a warp: addresses of lanes, where they lie on the host,
 * faults. Used by every file that touches memory (mem.c, atom.c, async.c, mbarrier.c,
 * matrix loads).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/warp.h"
#include "base/bits.h"
#include "ir/isa/mod.h"

/* How the active lanes' bytes lie on the host. */
enum access_pattern {
	ACCESS_UNIFORM, /* all at `base` */
	ACCESS_LINEAR,  /* lane l at base + l * bytes; every lane is active */
	ACCESS_EACH,    /* lane l at access_lane(a, l) */
};

struct access {
	enum access_pattern pattern;
	u32 bytes;  /* per lane: size of the whole vector */
	bool alone; /* shared or local memory: no other worker thread reaches it */
	u8 *base;
	u64 lane[WARP_LANES]; /* host addresses of active lanes, if EACH */
};

static ALWAYS_INLINE u8 *access_lane(const struct access *a, u32 lane) {
	return (u8 *)(uintptr_t)a->lane[lane];
}

enum access_flags {
	ACCESS_STORE = 1,
	ACCESS_ATOMIC = 2,
	ACCESS_POINTERS = 4, /* the caller wants the pattern EACH */
	/* weak mode: the caller adds to what was written, see weak.c */
	ACCESS_KEEPS_MESSAGES = 8,
};

/* Resolves address operand i of d, in `space`, for the lanes of mask: `bytes` (a power of
 * two) each, naturally aligned. False: a fault was recorded and the launch stops. */
bool access_resolve(struct access *a, struct warp *w, const struct dinst *d, u32 i,
                    u32 space, u32 mask, u32 bytes, u32 flags);

/* State space of the access as the instruction says: SPACE_GENERIC if it does not. */
static inline u32 mem_space(const struct dinst *d) {
	return MOD_GET(d->mods, SPACE);
}

#define SHARED_OFF_MASK (((u64)1 << SHARED_RANK_SHIFT) - 1)
/* The same offset in the shared memory of the cluster's cta `rank`. */
static inline u64 shared_at_rank(u64 addr, u32 rank) {
	return (u64)rank << SHARED_RANK_SHIFT | (addr & SHARED_OFF_MASK);
}

static inline bool is_param_space(u32 space) {
	return space == SPACE_PARAM || space == SPACE_PARAM_ENTRY ||
	       space == SPACE_PARAM_FUNC;
}

static inline bool is_shared_space(u32 space) {
	return space >= SPACE_SHARED && space <= SPACE_SHARED_CLUSTER;
}

/* Host address of [first, first + size) in global memory or the cta's own shared memory;
 * NULL if that takes a closer look. At most 2 MiB. */
static inline u8 *mem_range(const struct warp *w, u32 space, u64 first, u64 size) {
	const struct launch *l = w->cta->launch;
	const struct arena_map *map = &l->machine->map;
	u64 low = (u64)w->cta->rank << SHARED_RANK_SHIFT;
	if (space == SPACE_GENERIC && in_window(map->shared, first))
		low += map->shared.base;
	else if (!is_shared_space(space))
		return space != SPACE_LOCAL && global_valid(map, first, size)
		               ? (u8 *)(uintptr_t)first
		               : NULL;
	u64 off = first - low;
	return off < l->shared_total && size <= l->shared_total - off
	               ? w->cta->shared + off
	               : NULL;
}

/* mem_choose.c: returns the function that executes d: one of mem_fast.c for the commonest
 * loads and stores, else `exec`. */
exec_fn *mem_choose(const struct dinst *d, exec_fn *exec);

/* mem.c: move the elements of a weak load or store whose lanes have been found. */
void mem_load_lanes(struct warp *w, const struct dinst *d, const struct access *a,
                    u32 mask);
void mem_store_lanes(struct warp *w, const struct dinst *d, const struct access *a,
                     u32 mask);

/* Address of one lane: base register plus offset, in the instruction's space. */
u64 mem_lane_addr(const struct warp *w, const struct dinst *d, u32 i, u32 lane);

/* The shared address with the rank of the cta that it belongs to. */
u64 mem_shared_addr(const struct warp *w, u32 space, u64 addr);

/* Host address of [addr, addr+size) as `lane` sees `space`, or NULL if no memory is
 * there. */
u8 *mem_find(const struct warp *w, u32 lane, u32 space, u64 addr, u64 size);

/* The same, with the check of alignment (if size is a power of two); NULL after a
 * recorded fault. */
u8 *mem_lane_ptr(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr,
                 u32 size, bool store);

/* Checks whether [addr, addr+size) is valid global memory, every page of it: bulk copies,
 * and warps whose lanes are far apart, may be long. */
bool mem_is_global(const struct arena_map *map, u64 addr, u64 size);

/* Records a fault of a memory access; always STEP_STOP. */
enum step mem_fault(struct warp *w, const struct dinst *d, u32 lane, enum fault_kind kind,
                    u32 space, u64 addr, u32 size, u32 flags);

/* ---- values of lanes ---- */

/* Value of an operand in one lane, zero-extended; bits: the width of its lanes, 1 (a
 * predicate) to 128 (the low half). */
static inline u64 lane_get(const void *reg, u32 bits, u32 lane) {
	switch (bits) {
	case 1: return *(const u32 *)reg >> lane & 1;
	case 16: return ((const u16 *)reg)[lane];
	case 32: return ((const u32 *)reg)[lane];
	default: return ((const u64 *)reg)[lane * (bits / 64)];
	}
}

static inline void lane_set(void *reg, u32 bits, u32 lane, u64 value) {
	switch (bits) {
	case 1: {
		u32 *mask = (u32 *)reg;
		*mask = (*mask & ~(1u << lane)) | (u32)(value & 1) << lane;
		break;
	}
	case 16: ((u16 *)reg)[lane] = (u16)value; break;
	case 32: ((u32 *)reg)[lane] = (u32)value; break;
	default: ((u64 *)reg)[lane * (bits / 64)] = value;
	}
}

/* The same with all 16 bytes of lanes that have so many; out[1] and value[1] are the high
 * half. */
static inline void lane_get_all(const void *reg, u32 bits, u32 lane, u64 out[2]) {
	out[1] = 0;
	if (bits == 128)
		memcpy(out, (const u8 *)reg + 16 * lane, 16);
	else
		out[0] = lane_get(reg, bits, lane);
}

static inline void lane_set_all(void *reg, u32 bits, u32 lane, const u64 value[2]) {
	if (bits == 128)
		memcpy((u8 *)reg + 16 * lane, value, 16);
	else
		lane_set(reg, bits, lane, value[0]);
}

/* Operand i of an op.def row: a register, an immediate, a special register. */
static inline u64 operand_get(const struct warp *w, const struct dinst *d, u32 i,
                              u32 lane) {
	return lane_get(warp_ptr(w, d->o[i]), d->x->lane_bits[i], lane);
}

/* The lanes of element k of a vector operand, or of an operand that is no vector, and the
 * width of a lane; NULL for a sink. */
static inline void *operand_element(const struct warp *w, const struct dinst *d, u32 i,
                                    u32 k, u32 *bits) {
	const struct vec_operand *v = d->x->vec[i];
	ref r = v ? v->o[k] : d->o[i];
	*bits = v ? v->lane_bits : d->x->lane_bits[i];
	return r == REF_NONE ? NULL : warp_ptr(w, r);
}

static inline bool operand_given(const struct dinst *d, u32 i) {
	return i < d->no && d->o[i] != REF_NONE;
}

/* Writes a destination of any width; a sink takes nothing. */
static inline void operand_set(const struct warp *w, const struct dinst *d, u32 i,
                               u32 lane, u64 value) {
	if (d->o[i] != REF_NONE)
		lane_set(warp_ptr(w, d->o[i]), d->x->lane_bits[i], lane, value);
}

/* A predicate operand as a mask of lanes. */
static inline u32 operand_pred(const struct warp *w, const struct dinst *d, u32 i) {
	return warp_pred(w, d->o[i]);
}

/* Sets the predicate's lanes of `mask` to those of `value`. */
static inline void operand_set_pred(const struct warp *w, const struct dinst *d, u32 i,
                                    u32 mask, u32 value) {
	if (d->o[i] == REF_NONE)
		return;
	u32 *p = warp_ptr(w, d->o[i]);
	*p = (*p & ~mask) | (value & mask);
}

/* Elements of one access: 1, or the length of its vector. */
static inline u32 mem_elements(const struct dinst *d) {
	u32 v = MOD_GET(d->mods, VEC);
	return v ? 1u << v : 1;
}
