/* addr.c - instructions on addresses that touch no memory: cvta, isspacep, mapa,
 * getctarank (PTX 9.7.9.20 - 9.7.9.24), cache policies and discard, and the clocks.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/decode.h"
#include "backend/machine/hook_steer.h"

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

/* A policy is an opaque number that only cache hints read; this machine has no caches to
 * steer. */
enum step exec_policy(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask)
		operand_set(w, d, 0, l, 0);
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
