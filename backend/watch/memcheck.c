/* memcheck.c - checks every access against the states of its bytes: valid, and written
 * before. Lanes of one access are looked at one by one, but for the common cases:
 * consecutive bytes, or bytes of one piece, that are all valid and all written.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/hook_check.h"
#include "backend/watch/async_copies.h"
#include "backend/watch/check_fast.h"
#include "backend/watch/check_state.h"
#include "backend/watch/racecheck.h"

#include <stdio.h>

/* The states of memory that has none, which the host has registered or which is another
 * device's: all known. */
static u8 known[4096];

static u8 *state_shared(const struct warp *w, u32 space, u64 addr, u64 size) {
	const struct cta *cta = w->cta;
	u64 rank = addr >> SHARED_RANK_SHIFT, off = addr & SHARED_OFF_MASK;
	if (rank != cta->rank && (rank != 0 || space == SPACE_SHARED_CLUSTER)) {
		if (rank >= cta->cluster->ncta)
			return NULL;
		cta = &cta->cluster->cta[rank];
	}
	u64 total = cta->launch->shared_total;
	return off < total && size <= total - off ? check_cta_of(cta)->shared + off
	                                          : NULL;
}

static u8 *state_local(const struct warp *w, u32 lane, u64 addr, u64 size) {
	u8 *base = check_warp_of(w)->local;
	if (!base || addr >= w->local_limit || size > w->local_limit - addr)
		return NULL;
	return base + lane * w->local_stride + addr;
}

static u8 *state_global(const struct warp *w, u64 addr, u64 size) {
	const struct machine *m = w->cta->launch->machine;
	const struct checker *c = m->check;
	u64 off = addr - c->base;
	if (off < c->size)
		return size <= c->size - off ? c->state + off : NULL;
	const struct foreign_table *t = atomic_load(&m->map.foreign);
	if (!t || size > sizeof known || !foreign_valid(t, addr, size))
		return NULL;
	memset(known, BYTE_KNOWN, size);
	return known;
}

u8 *check_state(const struct warp *w, u32 lane, u32 space, u64 addr, u64 size) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	if (is_shared_space(space))
		return state_shared(w, space, addr, size);
	if (space == SPACE_LOCAL)
		return state_local(w, lane, addr, size);
	if (space == SPACE_GENERIC && in_window(map->shared, addr))
		return state_shared(w, SPACE_SHARED_CLUSTER, addr - map->shared.base,
		                    size);
	if (space == SPACE_GENERIC && in_window(map->local, addr))
		return state_local(w, lane, addr - map->local.base, size);
	return state_global(w, addr, size);
}

static bool all_valid(const u8 *s, u64 size) {
	u8 valid = BYTE_VALID;
	for (u64 i = 0; i < size; i++)
		valid &= s[i];
	return valid;
}

bool check_valid(const struct warp *w, u32 lane, u32 space, u64 addr, u64 size) {
	const u8 *s = check_state(w, lane, space, addr, size);
	return s && all_valid(s, size);
}

/* Without the mem tool the machine alone finds accesses out of bounds. */
bool check_bytes(const struct warp *w, u32 lane, u32 space, u64 addr, u64 size) {
	if (!(check_of(w)->tools & CHECK_MEM))
		return true;
	if (size <= sizeof known)
		return check_valid(w, lane, space, addr, size);
	const struct checker *c = check_of(w)->c;
	return addr - c->base >= c->size || check_valid(w, lane, space, addr, size);
}

void check_written(const struct warp *w, u32 lane, u32 space, u64 addr, u64 size) {
	u8 *s = check_state(w, lane, space, addr, size);
	for (u64 i = 0; s && i < size; i++)
		s[i] |= (u8)((s[i] & BYTE_VALID) << 1);
}

/* ---- what is wrong with an access ---- */

/* Returns the cta in whose shared memory the address lies; NULL: the own one, or none. */
static const struct cta *peer_of(const struct warp *w, u32 space, u64 addr) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	if (space == SPACE_GENERIC && in_window(map->shared, addr)) {
		addr -= map->shared.base;
		space = SPACE_SHARED_CLUSTER;
	}
	if (!is_shared_space(space))
		return NULL;
	u64 rank = addr >> SHARED_RANK_SHIFT;
	const struct cluster *cl = w->cta->cluster;
	bool own = rank == w->cta->rank || (rank == 0 && space != SPACE_SHARED_CLUSTER);
	return own || rank >= cl->ncta ? NULL : &cl->cta[rank];
}

static void set_operand(struct finding *f, const struct warp *w, const struct dinst *d,
                        u32 i, u32 lane) {
	if (!d->x || i >= countof(d->o) || d->o[i] == REF_NONE ||
	    REF_BASE(d->o[i]) != BASE_FRAME)
		return;
	f->has_operand = true;
	f->operand = lane_get(warp_ptr(w, d->o[i]), d->x->lane_bits[i], lane);
	f->offset = d->x->off[i];
}

/* One access that is checked. */
struct look {
	struct warp *w;
	const struct dinst *d;
	u32 i, space, bytes, flags;
};

static void report_access(const struct look *a, u32 lane, u64 addr, u32 tool, u32 kind,
                          const char *text) {
	struct finding f = finding_at(a->w, a->d, lane, tool, kind);
	f.addr = addr;
	f.size = a->bytes;
	f.space = kind == FINDING_CONST ? (u32)SPACE_CONST
	                                : finding_space(a->w, a->space, addr);
	f.at.is_store = (a->flags & ACCESS_STORE) != 0;
	f.at.is_atomic = (a->flags & ACCESS_ATOMIC) != 0;
	set_operand(&f, a->w, a->d, a->i, lane);
	snprintf(f.text, sizeof f.text, "%s", text);
	finding_report(a->w, &f);
}

/* Checks whether it is a store, by generic or global address, to variables that kernels
 * only read. */
static bool is_const_store(const struct look *a, u64 addr) {
	const struct arena_map *map = &a->w->cta->launch->machine->map;
	return a->flags & (ACCESS_STORE | ACCESS_ATOMIC) && !is_shared_space(a->space) &&
	       a->space != SPACE_LOCAL && in_window(map->constant, addr);
}

static bool any_const_store(const struct look *a, u32 mask, const u64 *addr) {
	bool any = false;
	for_each_lane (l, a->flags & (ACCESS_STORE | ACCESS_ATOMIC) ? mask : 0)
		any |= is_const_store(a, addr[l]);
	return any;
}

static void report_bad(const struct look *a, u32 lane, u64 addr, const u8 *s) {
	const struct cta *peer = peer_of(a->w, a->space, addr);
	bool freed = false;
	if (addr & (a->bytes - 1)) {
		report_access(a, lane, addr, CHECK_MEM, FINDING_MISALIGNED, "");
		return;
	}
	if (s && all_valid(s, a->bytes) && is_const_store(a, addr)) {
		report_access(a, lane, addr, CHECK_MEM, FINDING_CONST, "");
		return;
	}
	for (u32 k = 0; s && k < a->bytes; k++)
		freed |= (s[k] & BYTE_FREED) != 0;
	report_access(a, lane, addr, CHECK_MEM, freed ? FINDING_FREED : FINDING_BOUNDS,
	              s && peer && !peer->nlive
	                      ? "the block whose memory it is has exited"
	                      : "");
}

/* Finds the states of all lanes' bytes; false: a lane may not make the access, which was
 * reported. */
static bool find_states(const struct look *a, u32 mask, const u64 *addr) {
	struct check_worker *k = check_of(a->w);
	u32 bad = 0;
	for_each_lane (l, mask) {
		u8 *s = k->state[l] = check_state(a->w, l, a->space, addr[l], a->bytes);
		const struct cta *peer = peer_of(a->w, a->space, addr[l]);
		if (!s && !(k->tools & CHECK_MEM)) /* the machine will say so */
			k->state_mask &= ~(1u << l);
		if (!(k->tools & CHECK_MEM) ||
		    (s && !(addr[l] & (a->bytes - 1)) && all_valid(s, a->bytes) &&
		     !(peer && !peer->nlive) && !is_const_store(a, addr[l])))
			continue;
		report_bad(a, l, addr[l], s);
		bad |= 1u << l;
	}
	if (!bad)
		return true;
	finding_stop(a->w, a->d, (u32)__builtin_ctz(bad));
	return false;
}

/* ---- uninitialised bytes ---- */

static bool any_unwritten(const u8 *s, u32 bytes) {
	u8 all = BYTE_INIT;
	for (u32 i = 0; i < bytes; i++)
		all &= s[i];
	return !all;
}

/* Reports lanes that read bytes of global memory that were never written. In shared and
 * local memory parts of a tile or of a structure may never be written: there initcheck.c
 * reports where the value matters. */
static void look_for_unwritten(const struct look *a, u32 mask, const u64 *addr) {
	struct check_worker *k = check_of(a->w);
	for_each_lane (l, mask) {
		if (!any_unwritten(k->state[l], a->bytes))
			continue;
		u32 space = finding_space(a->w, a->space, addr[l]);
		if (space == SPACE_GLOBAL || space == SPACE_CONST ||
		    a->flags & ACCESS_ATOMIC)
			report_access(a, l, addr[l], CHECK_INIT, FINDING_UNINIT, "");
	}
}

static void set_init(struct check_worker *k, u32 mask, u32 bytes) {
	for_each_lane (l, mask)
		for (u32 b = 0; b < bytes; b++)
			k->state[l][b] |= BYTE_INIT;
}

/* ---- the access ---- */

/* The states of the piece of memory that an address lies in: the own cta's shared memory,
 * or the arena. Byte x of `size` has its state at state[x - origin]. */
struct piece {
	u8 *state;
	u64 origin, size;
	bool shared;
};

static bool find_piece(const struct look *a, u64 addr, struct piece *p) {
	const struct cta *cta = a->w->cta;
	const struct arena_map *map = &cta->launch->machine->map;
	const struct checker *c = cta->launch->machine->check;
	bool generic = a->space == SPACE_GENERIC;
	if (a->space == SPACE_LOCAL || (generic && in_window(map->local, addr)))
		return false;
	if (is_shared_space(a->space) || (generic && in_window(map->shared, addr))) {
		u64 in = addr - (generic ? map->shared.base : 0);
		if (peer_of(a->w, a->space, addr))
			return false;
		*p = (struct piece){check_cta_of(cta)->shared,
		                    addr - (in & SHARED_OFF_MASK),
		                    cta->launch->shared_total, true};
		return true;
	}
	*p = (struct piece){c->state, c->base, c->size, false};
	return true;
}

/* The states of 1 to 16 bytes, folded into one: what all have, and what any has. */
static void fold(const u8 *s, u32 bytes, u64 *all, u64 *some) {
	u64 v = 0, w;
	switch (bytes) {
	case 1: v = s[0] * 0x0101010101010101ull; break;
	case 2: memcpy(&v, s, 2), v *= 0x0001000100010001ull; break;
	case 4: memcpy(&v, s, 4), v |= v << 32; break;
	case 16:
		memcpy(&w, s + 8, 8);
		*all &= w;
		*some |= w;
		/* fallthrough */
	default: memcpy(&v, s, 8);
	}
	*all &= v;
	*some |= v;
}

/* Folds the states of lanes whose addresses lie in one piece; false: one is outside. */
static bool fold_lanes(const struct check_worker *k, const struct look *a,
                       const struct piece *p, u32 mask, const u64 *addr, u64 *all,
                       u64 *some) {
	if (mask == ~0u && (a->bytes == 4 || a->bytes == 8))
		return k->fast->fold_lanes(p->state, p->origin, p->size, a->bytes, addr,
		                           all, some);
	for_each_lane (l, mask) {
		u64 off = addr[l] - p->origin;
		if (off > p->size - a->bytes || addr[l] & (a->bytes - 1))
			return false;
		fold(p->state + off, a->bytes, all, some);
	}
	return true;
}

/* The same where all addresses are equal, or rise by the size of the access. */
static bool fold_row(const struct check_worker *k, const struct look *a,
                     const struct piece *p, enum access_pattern shape, u64 first,
                     u64 *all, u64 *some) {
	u32 size = shape == ACCESS_LINEAR ? a->bytes * WARP_LANES : a->bytes;
	u64 off = first - p->origin;
	const u8 *s = p->state + off;
	if (p->size < size || off > p->size - size || first & (a->bytes - 1))
		return false;
	if (shape == ACCESS_LINEAR)
		k->fast->fold(s, size, all, some);
	else
		fold(s, a->bytes, all, some);
	return true;
}

/* Where the states of lanes that lie in one piece are. */
static void find_lanes(struct check_worker *k, const struct piece *p, u32 mask,
                       const u64 *addr) {
	for_each_lane (l, mask)
		k->state[l] = p->state + (addr[l] - p->origin);
}

/* The common case: any lanes, any addresses within one piece, and nothing to report.
 * False: the lanes have to be checked one by one. */
static bool is_clean(struct check_worker *k, const struct look *a, u32 mask,
                     const u64 *addr, enum access_pattern shape) {
	const u64 each = 0x0101010101010101ull;
	u64 all = ~0ull, some = 0, first = addr[mask ? __builtin_ctz(mask) : 0];
	bool store = a->flags & ACCESS_STORE,
	     fresh = store && !(a->flags & ACCESS_ATOMIC);
	struct piece p;
	if (!mask || !is_pow2(a->bytes) || a->bytes > 16 || !find_piece(a, first, &p) ||
	    p.size < a->bytes || (store && k->bulk && p.shared))
		return false;
	if (!p.shared && any_const_store(a, mask, addr))
		return false;
	if (!(shape != ACCESS_EACH ? fold_row(k, a, &p, shape, first, &all, &some)
	                           : fold_lanes(k, a, &p, mask, addr, &all, &some)))
		return false;
	if (some & ~(each * (BYTE_KNOWN | BYTE_UNFENCED)))
		return false;
	k->known = (all & each * BYTE_KNOWN) == each * BYTE_KNOWN;
	if (!k->known && !(fresh && (all & each * BYTE_VALID) == each * BYTE_VALID))
		return false;
	/* A load of known bytes needs the states of none of them. */
	if (store || !k->known)
		find_lanes(k, &p, mask, addr);
	if (!k->known)
		set_init(k, mask, a->bytes);
	k->state_mask = mask;
	return true;
}

void check_addresses(const struct warp *w, const struct dinst *d, u32 i, u64 *addr) {
	check_of(w)->fast->addresses(addr, warp_ptr(w, d->o[i]), d->x->lane_bits[i],
	                             (u64)d->x->off[i]);
}

/* Checks whether the access may write: then livelock.c proves nothing, as others may act
 * on what it writes. */
static bool may_write(const struct look *a) {
	return a->i < countof(a->d->o) && a->flags & (ACCESS_STORE | ACCESS_ATOMIC);
}

/* Checks whether the access may reach memory that other clusters write (livelock.c). A
 * generic address counts; in a check of one lane, of an mbarrier for one, its space
 * decides. */
static bool is_outside(const struct look *a, u64 addr) {
	if (is_shared_space(a->space) || a->space == SPACE_LOCAL)
		return false;
	return a->i < countof(a->d->o) ||
	       finding_space(a->w, a->space, addr) != SPACE_SHARED;
}

bool check_access(struct warp *w, const struct dinst *d, u32 i, u32 space, u32 mask,
                  u32 bytes, u32 flags, const u64 *addr, enum access_pattern *how) {
	struct check_worker *k = check_of(w);
	struct look a = {w, d, i, space, bytes, flags};
	enum access_pattern shape = mask == ~0u ? k->fast->shape(addr, bytes)
	                                        : ACCESS_EACH;
	*how = shape;
	k->wrote += mask && may_write(&a);
	k->looked += mask && is_outside(&a, addr[__builtin_ctz(mask)]);
	k->state_mask = mask;
	k->known = false;
	if (!is_clean(k, &a, mask, addr, shape)) {
		k->state_mask = mask;
		if (!find_states(&a, mask, addr))
			return false;
		mask &= k->state_mask;
		if (!(flags & ACCESS_STORE) || flags & ACCESS_ATOMIC)
			if (k->tools & CHECK_INIT)
				look_for_unwritten(&a, mask, addr);
		async_access(w, d, i, mask, bytes, flags);
		if (flags & ACCESS_STORE)
			set_init(k, mask, bytes);
	}
	if (k->c->spy && mask)
		spy_access(w, d, space, mask, bytes, flags, addr);
	if (k->race && mask && i < countof(d->o)) /* not an mbarrier, for one */
		race_access(w, d, mask, bytes, flags, space, addr, shape);
	return true;
}

/* The first byte in which not all of `bits` are set, or size. */
static u64 first_without(const u8 *s, u64 size, u8 bits) {
	u64 i = 0;
	while (i < size && (s[i] & bits) == bits)
		i++;
	return i;
}

bool check_row(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr,
               u64 size, u32 flags, enum check_agent agent) {
	struct check_worker *k = check_of(w);
	struct look a = {w, d, countof(d->o), space, (u32)MIN(size, UINT32_MAX), flags};
	u8 *s = check_state(w, lane, space, addr, size);
	bool store = flags & ACCESS_STORE;
	k->wrote++;
	if (!s) /* the machine says so, or the host has registered it */
		return true;
	if (k->tools & CHECK_MEM && is_const_store(&a, addr)) {
		report_access(&a, lane, addr, CHECK_MEM, FINDING_CONST, "");
		finding_stop(w, d, lane);
		return false;
	}
	u64 bad = first_without(s, size, BYTE_VALID);
	if (k->tools & CHECK_MEM && bad < size) {
		bool freed = s[bad] & BYTE_FREED;
		report_access(&a, lane, addr + bad, CHECK_MEM,
		              freed ? FINDING_FREED : FINDING_BOUNDS, "");
		finding_stop(w, d, lane);
		return false;
	}
	u64 fresh = store ? size : first_without(s, size, BYTE_INIT);
	if (k->tools & CHECK_INIT && fresh < size &&
	    finding_space(w, space, addr) == SPACE_GLOBAL)
		report_access(&a, lane, addr + fresh, CHECK_INIT, FINDING_UNINIT, "");
	async_row(w, d, lane, s, size, flags, agent == AGENT_PROXY);
	if (store)
		for (u64 i = 0; i < size; i++)
			s[i] |= (u8)((s[i] & BYTE_VALID) << 1);
	if (k->race)
		race_row(w, d, agent == AGENT_WARP ? (u32)RACE_WARP_WIDE : lane, space,
		         addr, size, flags);
	return true;
}

bool check_lane(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr,
                u32 size, u32 flags) {
	u64 all[WARP_LANES];
	enum access_pattern shape;
	for_each_lane (l, 1u << lane)
		all[l] = addr;
	/* a row of bytes: reported when it is looked for */
	if (!is_pow2(size) || size > 16)
		return true;
	return check_access(w, d, countof(d->o), space, 1u << lane, size, flags, all,
	                    &shape);
}
