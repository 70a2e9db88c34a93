/* model.c - what has to come of a case, by the rules of docs/memory.md: of a warp's
 * faults the worst is reported, and nothing is written. Stores are seen lane after lane.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/random.h"
#include "tests/random/addresses/wild.h"

u8 wild_byte(u64 off) {
	return (u8)(random_mix(off / 8) >> off % 8 * 8);
}

u64 wild_value(const struct wild_kernel *k, u32 thread, u32 i) {
	u64 more = (i + 1) * 0x1011101ull;
	return k->form->reg == 'd' ? thread * 0x0103050709ull + more
	                           : (u32)(thread * 0x03050709u + (u32)more);
}

/* ---- where an address leads -------------------------------------------------------- */

enum where {
	NOWHERE,
	NO_RANK,
	IN_REGION,
	IN_SHARED,
	IN_LOCAL,
	ELSEWHERE, /* valid, and not the test's */
	PERHAPS    /* valid if a lane has so much local memory */
};

const struct wild_region *wild_region_of(const struct wild_machine *m, u64 addr,
                                         u64 size) {
	for (u32 i = 0; i < countof(m->region); i++) {
		const struct wild_region *r = &m->region[i];
		if (addr - r->at < r->size && size <= r->size - (addr - r->at))
			return r;
	}
	return NULL;
}

static enum where in_global(const struct wild_machine *m, u64 addr, u32 bytes) {
	const struct arena_map *map = &m->dev->machine.map;
	u64 page = (addr - map->global.base) >> PAGE_SHIFT;
	if (wild_region_of(m, addr, bytes))
		return IN_REGION;
	if (addr < map->global.base || addr >= map->global.base + map->global.size)
		return NOWHERE;
	return atomic_load(&map->page_valid[page]) ? ELSEWHERE : NOWHERE;
}

static enum where in_shared(const struct wild_kernel *k, u64 addr, u32 bytes, u64 *off) {
	*off = addr & (((u64)1 << SHARED_RANK_SHIFT) - 1);
	if (addr >> SHARED_RANK_SHIFT)
		return NO_RANK;
	if (*off + bytes > k->shared_total)
		return NOWHERE;
	if (*off < SHARED_AT || *off + bytes > SHARED_AT + SHARED_BYTES)
		return ELSEWHERE;
	*off -= SHARED_AT;
	return IN_SHARED;
}

static enum where in_local(u64 addr, u32 bytes, u64 *off) {
	*off = addr;
	return addr < LOCAL_BYTES && bytes <= LOCAL_BYTES - addr ? IN_LOCAL : PERHAPS;
}

/* *off: the distance from the start of what the kernel fills itself, shared or the lane's
 * local memory. */
static enum where find(const struct wild_kernel *k, const struct wild_machine *m,
                       u64 addr, u32 bytes, u64 *off) {
	const struct arena_map *map = &m->dev->machine.map;
	*off = 0;
	switch (k->space) {
	case 's':
	case 'c':
	case 'x': return in_shared(k, addr, bytes, off);
	case 'l': return in_local(addr, bytes, off);
	case 'G':
		if (in_window(map->shared, addr))
			return in_shared(k, addr - map->shared.base, bytes, off);
		if (in_window(map->local, addr))
			return in_local(addr - map->local.base, bytes, off);
		return in_global(m, addr, bytes);
	default: return in_global(m, addr, bytes);
	}
}

/* ---- faults ------------------------------------------------------------------------ */

struct look {
	const struct wild_kernel *k;
	const struct wild_case *c;
	const struct wild_machine *m;
	const struct wild_input *in;
	struct wild_expect *e;
};

static bool fault(const struct look *l, enum simt_status s, u32 thread, u64 addr) {
	l->e->fault[thread / 32] = (struct wild_fault){s, thread, addr};
	l->e->faults = true;
	return false;
}

/* In the order in which a warp's faults are reported. */
enum wrong { NO_SUCH_RANK, OUT_OF_BOUNDS, NOT_ALIGNED, NO_PAGE, NOTHING };

static enum wrong wrong_with(const struct look *l, u64 addr, u32 bytes) {
	const struct arena_map *map = &l->m->dev->machine.map;
	bool generic = l->k->space == 'G',
	     own = strchr("scxl", l->k->space) ||
	           (generic &&
	            (in_window(map->shared, addr) || in_window(map->local, addr)));
	u64 off, top = addr >> 56;
	enum where at = find(l->k, l->m, addr - addr % bytes, bytes, &off);
	if (at == NO_RANK)
		return NO_SUCH_RANK;
	if (own ? at == NOWHERE : top != 0 && top != 0xff)
		return OUT_OF_BOUNDS;
	if (addr % bytes)
		return NOT_ALIGNED;
	return at == NOWHERE ? NO_PAGE : NOTHING;
}

/* One instruction of the warp that begins at `first`; false: it faults. */
static bool look_at(const struct look *l, u32 first, u32 access) {
	static const enum simt_status status[] = {
		SIMT_ILLEGAL_INSTRUCTION, SIMT_ILLEGAL_ADDRESS, SIMT_MISALIGNED_ADDRESS,
		SIMT_ILLEGAL_ADDRESS};
	u32 bytes = l->k->form->n * l->k->form->size, end = MIN(first + 32, l->k->block),
	    thread = 0;
	enum wrong worst = NOTHING;
	u64 off;
	for (u32 t = first; t < end; t++) {
		u64 a = wild_address(l->k, l->c, l->in, t, access);
		if (!wild_active(l->k, l->c, t))
			continue;
		enum wrong is = wrong_with(l, a, bytes);
		if (is < worst) {
			worst = is;
			thread = t;
		}
		switch (find(l->k, l->m, a - a % bytes, bytes, &off)) {
		case PERHAPS: l->e->known = l->e->values = false; break;
		case ELSEWHERE: l->e->values = false; break;
		default: break;
		}
	}
	return worst == NOTHING || fault(l, status[worst], thread,
	                                 wild_address(l->k, l->c, l->in, thread, access));
}

/* An instruction that the model does not know may touch up to so many bytes around its
 * address. */
enum { AROUND = 4096 };

/* Checks whether there is memory near that is not the test's. */
static bool is_near_others(const struct look *l, u64 addr) {
	u64 off, around = l->k->form->kind >= OTHER ? AROUND : 0;
	u32 bytes = l->k->form->n * l->k->form->size;
	if (strchr("scxl", l->k->space))
		return false;
	for (u64 a = addr - around;; a += around) {
		enum where at = find(l->k, l->m, a, bytes, &off);
		if (at == ELSEWHERE && !in_window(l->m->dev->machine.map.shared, a))
			return true;
		if (!around || a == addr + around)
			return false;
	}
}

static bool writes(const struct wild_kernel *k) {
	return k->form->kind == ST || k->form->kind == AT || k->form->kind == WRITES;
}

/* ---- what is left ------------------------------------------------------------------ */

static void value_put(const struct wild_kernel *k, u8 *out, u32 t, u32 i, u64 v) {
	u32 bytes = k->form->reg == 'd' ? 8 : k->form->reg == 'b' ? 4 : 2;
	memcpy(out + OUT_LANE * t + 8 * i, &v, bytes);
}

/* A byte that all lanes see, as it is at first: of a region, of shared memory, of the
 * lane's local memory. */
static u8 first_byte(const struct look *l, u64 addr, u64 *off, u32 t, enum where *at) {
	const struct wild_region *r;
	*at = find(l->k, l->m, addr, 1, off);
	if (*at == IN_SHARED)
		return wild_byte(*off);
	if (*at == IN_LOCAL)
		return wild_byte(*off + 32 * (t & 31));
	r = wild_region_of(l->m, addr, 1);
	return r ? wild_byte(addr - r->at) : 0;
}

static u64 loaded(const struct look *l, u32 t, u64 addr) {
	u64 v = 0, off;
	enum where at;
	u32 size = l->k->form->size;
	for (u32 i = 0; i < size; i++)
		v |= (u64)first_byte(l, addr + i, &off, t, &at) << 8 * i;
	if (l->k->form->kind == LS && size < 8)
		v = (u64)((s64)(v << (64 - 8 * size)) >> (64 - 8 * size));
	return v;
}

/* The last store that has changed the byte; `only`: a lane, or MOST_LANES for any. */
static bool stored(const struct look *l, u64 addr, u32 only, u8 *byte) {
	const struct wild_form *f = l->k->form;
	u32 bytes = f->n * f->size;
	for (u32 w = (l->k->block + 31) / 32; w-- > 0;)
		for (u32 a = l->k->naccess; a-- > 0;)
			for (u32 t = MIN(w * 32 + 32, l->k->block); t-- > w * 32;) {
				u64 d = addr - wild_address(l->k, l->c, l->in, t, a);
				if (d >= bytes || !wild_active(l->k, l->c, t) ||
				    (only < MOST_LANES && t != only))
					continue;
				*byte = (u8)(wild_value(l->k, t,
				                        8 * a + (u32)d / f->size) >>
				             d % f->size * 8);
				return true;
			}
	return false;
}

static void fill_values(const struct look *l, u8 *out) {
	const struct wild_form *f = l->k->form;
	for (u32 t = 0; t < l->k->block; t++) {
		for (u32 i = 0; i < VALUES; i++)
			value_put(l->k, out, t, i, wild_value(l->k, t, i));
		for (u32 a = 0;
		     a < l->k->naccess && f->kind <= LS && wild_active(l->k, l->c, t);
		     a++)
			for (u32 e = 0; e < f->n; e++)
				value_put(l->k, out, t, 8 * a + e,
				          loaded(l, t,
				                 wild_address(l->k, l->c, l->in, t, a) +
				                         e * f->size));
	}
}

/* The generic or the own address of byte `off` of shared or local memory. */
static u64 own_address(const struct look *l, bool local, u32 off) {
	const struct arena_map *map = &l->m->dev->machine.map;
	u64 at = local ? off : SHARED_AT + off;
	return l->k->space == 'G' ? at + (local ? map->local.base : map->shared.base)
	                          : at;
}

static void fill_own(const struct look *l, u8 *out) {
	bool stores = l->k->form->kind == ST, shared = strchr("Gscx", l->k->space),
	     local = strchr("Gl", l->k->space);
	for (u32 i = 0; shared && i < SHARED_BYTES; i++) {
		out[OUT_SHARED + i] = wild_byte(i);
		if (stores)
			stored(l, own_address(l, false, i), MOST_LANES,
			       &out[OUT_SHARED + i]);
	}
	for (u32 i = 0; local && i < LOCAL_BYTES * l->k->block; i++) {
		out[OUT_LOCAL + i] = wild_byte(i % 1024);
		if (stores)
			stored(l, own_address(l, true, i % LOCAL_BYTES), i / LOCAL_BYTES,
			       &out[OUT_LOCAL + i]);
	}
}

void wild_expect(const struct wild_kernel *k, const struct wild_case *c,
                 const struct wild_machine *m, const struct wild_input *in,
                 struct wild_expect *e, u8 *out) {
	struct look l = {k, c, m, in, e};
	bool near = false, perhaps = false;
	*e = (struct wild_expect){.known = k->form->kind <= AT,
	                          .values = k->form->kind <= ST};
	for (u32 a = 0; a < k->naccess; a++)
		for (u32 t = 0; t < k->block; t++) {
			u64 off, addr = wild_address(k, c, in, t, a);
			enum where at = find(k, m, addr, k->form->n * k->form->size,
			                     &off);
			u64 around = 0; /* that is looked at, too */
			for (u32 b = 0; b <= 48; b += 16)
				around = 2 * around +
				         (wild_region_of(m, addr + b - 16, 1) != NULL);
			enum wrong is = wrong_with(&l, addr, k->form->n * k->form->size);
			e->places = random_mix(e->places + 256 * is + 16 * at + around);
			/* anything may be on the lane's stack */
			perhaps |= at == PERHAPS;
			if (wild_active(k, c, t))
				near |= is_near_others(&l, addr);
		}
	e->unsafe = near && writes(k);
	e->loose = (near || perhaps) && k->form->kind >= OTHER;
	for (u32 first = 0; e->known && first < k->block; first += 32)
		for (u32 a = 0; a < k->naccess; a++)
			if (!look_at(&l, first, a))
				break;
	if (!e->known || e->faults || !e->values)
		return;
	memset(out, 0, OUT_BYTES);
	fill_values(&l, out);
	fill_own(&l, out);
}

void wild_after(const struct wild_kernel *k, const struct wild_case *c,
                const struct wild_machine *m, const struct wild_input *in, u64 addr,
                u32 n, u8 *bytes) {
	struct look l = {k, c, m, in, NULL};
	for (u32 i = 0; i < n; i++) {
		const struct wild_region *r = wild_region_of(m, addr + i, 1);
		bytes[i] = r ? wild_byte(addr + i - r->at) : 0;
		if (k->form->kind == ST && r)
			stored(&l, addr + i, MOST_LANES, &bytes[i]);
	}
}
