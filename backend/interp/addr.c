/* addr.c - instructions on addresses that touch no memory: cvta, isspacep, mapa,
 * getctarank (PTX 9.7.9.20 - 9.7.9.24), cache policies and discard, and the clocks.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/decode.h"
#include "backend/machine/hook_steer.h"
#include "ir/num/bits.h"

static const struct arena_map *map_of(const struct warp *w) {
	return &w->cta->launch->machine->map;
}

/* Returns where a space's addresses start in the generic space; those of global, const
 * and parameters are generic addresses already. */
static u64 window_base(const struct warp *w, u32 space) {
	switch (space) {
	case SPACE_SHARED:
	case SPACE_SHARED_CTA:
	case SPACE_SHARED_CLUSTER: return map_of(w)->shared.base;
	case SPACE_LOCAL: return map_of(w)->local.base;
	default: return 0;
	}
}

/* d = a + delta */
static void add_delta(struct warp *w, const struct dinst *d, u32 mask, u64 delta) {
	if (d->x->lane_bits[0] == 64 && d->x->lane_bits[1] == 64 && mask == ~0u) {
		u64 *to = warp_ptr(w, d->o[0]);
		const u64 *from = warp_ptr(w, d->o[1]);
		for (u32 l = 0; l < WARP_LANES; l++)
			to[l] = from[l] + delta;
		return;
	}
	mask_each (l, mask)
		operand_set(w, d, 0, l, operand_get(w, d, 1, l) + delta);
}

enum step exec_cvta(struct warp *w, const struct dinst *d, u32 mask) {
	u64 base = window_base(w, mem_space(d));
	add_delta(w, d, mask, MOD_GET(d->mods, TO) ? 0 - base : base);
	return STEP_NEXT;
}

/* Is the generic address in `space`? A parameter or constant address is not global. */
static bool is_in_space(const struct warp *w, u32 space, u64 addr) {
	const struct arena_map *map = map_of(w);
	u64 rank = (addr - map->shared.base) >> SHARED_RANK_SHIFT;
	switch (space) {
	case SPACE_SHARED:
	case SPACE_SHARED_CTA:
		return in_window(map->shared, addr) && rank == w->cta->rank;
	case SPACE_SHARED_CLUSTER:
		return in_window(map->shared, addr) && rank < w->cta->cluster->ncta;
	case SPACE_LOCAL: return in_window(map->local, addr);
	case SPACE_CONST: return in_window(map->constant, addr);
	case SPACE_PARAM:
	case SPACE_PARAM_ENTRY: return in_window(map->param, addr);
	default:
		return !in_window(map->shared, addr) && !in_window(map->local, addr) &&
		       !in_window(map->constant, addr) && !in_window(map->param, addr);
	}
}

enum step exec_isspacep(struct warp *w, const struct dinst *d, u32 mask) {
	u32 in = 0;
	mask_each (l, mask)
		in |= (u32)is_in_space(w, mem_space(d), operand_get(w, d, 1, l)) << l;
	operand_set_pred(w, d, 0, mask, in);
	return STEP_NEXT;
}

/* The same offset in the shared memory of another cta: the rank is the upper part of the
 * address. */
enum step exec_mapa(struct warp *w, const struct dinst *d, u32 mask) {
	u64 base = mem_space(d) == SPACE_GENERIC ? map_of(w)->shared.base : 0;
	mask_each (l, mask) {
		u64 off = (operand_get(w, d, 1, l) - base) & SHARED_OFF_MASK;
		operand_set(w, d, 0, l,
		            base + (operand_get(w, d, 2, l) << SHARED_RANK_SHIFT | off));
	}
	return STEP_NEXT;
}

enum step exec_getctarank(struct warp *w, const struct dinst *d, u32 mask) {
	u64 base = mem_space(d) == SPACE_GENERIC ? map_of(w)->shared.base : 0;
	mask_each (l, mask)
		operand_set(w, d, 0, l,
		            (operand_get(w, d, 1, l) - base) >> SHARED_RANK_SHIFT);
	return STEP_NEXT;
}

/* ---- caches ------------------------------------------------------------------------ */

/* A policy is a number that cache hints read, and this machine has no caches to steer;
 * programs compare it with numbers that they make themselves. These are an H200's: which
 * priority some accesses get in bits 57 and 58, the others' in bit 56, and in bits 59 and
 * 60 how they are chosen. */
enum { POLICY_BY_ADDRESS = 2, POLICY_BY_RANGE = 3 };

static u64 policy_bits(const struct dinst *d, u32 mode) {
	static const u8 priority[] = {[MOD_POLICY1_UNCHANGED] = 0,
	                              [MOD_POLICY1_FIRST] = 1,
	                              [MOD_POLICY1_LAST] = 2,
	                              [MOD_POLICY1_NORMAL] = 3};
	u64 others = MOD_GET(d->mods, POLICY2) == MOD_POLICY2_FIRST;
	return (u64)mode << 59 | (u64)priority[MOD_GET(d->mods, POLICY1)] << 57 |
	       others << 56;
}

/* A part of all accesses, in sixteenths less one in bits 52 to 55. */
enum step exec_policy(struct warp *w, const struct dinst *d, u32 mask) {
	u64 bits = policy_bits(d, POLICY_BY_ADDRESS);
	mask_each (l, mask) {
		f32 part = d->no > 1 ? f32_from((u32)operand_get(w, d, 1, l)) : 1;
		f32 n = (part - 0x1p-23f) * 16;
		u64 sixteenths = n >= 0x1p32f ? 15 : n > 0 ? (u64)n & 15 : 0;
		operand_set(w, d, 0, l, bits | sixteenths << 52);
	}
	return STEP_NEXT;
}

/* The accesses to the blocks that begin at an address, of 4 KB and more: 1 to 127 of them
 * in bits 37 to 43, the low bits of the first one's number in bits 44 to 50, the size in
 * bits 52 to 55. Too many of the largest size are one. */
enum step exec_policy_range(struct warp *w, const struct dinst *d, u32 mask) {
	u64 bits = policy_bits(d, POLICY_BY_RANGE);
	mask_each (l, mask) {
		u64 at = mem_lane_addr(w, d, 1, l);
		u32 part = (u32)operand_get(w, d, 2, l),
		    all = (u32)operand_get(w, d, 3, l), log = 0;
		while (log < 32 && (u64)1 << log < all)
			log++;
		u64 size = log > 19 ? log - 19 : 0, shift = 12 + size;
		u64 first = at >> shift,
		    past = (at + part + ((u64)1 << shift) - 1) >> shift;
		u64 n = (past - first) & 0xffffffff;
		n = n > 127 ? (size == 13 ? 1 : 127) : MAX(n, 1);
		operand_set(w, d, 0, l,
		            bits | n << 37 | (first & 127) << 44 | size << 52);
	}
	return STEP_NEXT;
}

/* A program's property of accesses is such a number. */
enum step exec_policy_cvt(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask)
		operand_set(w, d, 0, l, operand_get(w, d, 1, l));
	return STEP_NEXT;
}

/* PTX 9.7.9.17: reading discarded bytes gives any value until they are written; here they
 * keep the old one. */
enum step exec_discard(struct warp *w, const struct dinst *d, u32 mask) {
	struct access a;
	return access_resolve(&a, w, d, 0, mem_space(d), mask, 128, ACCESS_STORE)
	               ? STEP_NEXT
	               : STEP_STOP;
}

/* ---- clocks ------------------------------------------------------------------------ */

static u64 time_sreg(const struct warp *w, enum sreg sreg) {
	const struct launch *l = w->cta->launch;
	u64 ns = w->worker->steer ? steered_clock_ns(w->worker) : launch_clock_ns(l),
	    cycles = 0;
	u32 khz = w->cta->launch->machine->limits.clock_khz;
	cycles = ns / 1000000 * khz + ns % 1000000 * khz / 1000000;
	switch (sreg) {
	case SREG_CLOCK: return (u32)cycles;
	case SREG_CLOCK_HI: return cycles >> 32;
	case SREG_CLOCK64: return cycles;
	case SREG_GLOBALTIMER: return ns;
	case SREG_GLOBALTIMER_LO: return (u32)ns;
	case SREG_GLOBALTIMER_HI: return ns >> 32;
	default: return 0; /* performance counters that nothing has set up */
	}
}

enum step exec_sreg_time(struct warp *w, const struct dinst *d, u32 mask) {
	u64 v = time_sreg(w, (enum sreg)d->imm);
	void *to = warp_ptr(w, d->o[0]);
	mask_each (l, mask)
		lane_set(to, d->type[0], l, v);
	warp_polled(w, 16);
	return STEP_NEXT;
}
