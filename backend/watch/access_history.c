/* access_history.c - remembers accesses, and finds those that race with an earlier one,
 * of the same launch or of one before (launch_races.c).
 *
 * For each word of memory, in lines of 32:
 *
 *     RACE_STORE   the last store
 *     RACE_READ    the last read since
 *     RACE_OTHER   a read by another warp, or a strong store that the last one did not know
 *
 * each with its stamp, its warp, and its instruction, flags and lane in one word. An
 * access of bytes or halves turns its line into one that is kept by bytes. Lanes whose
 * bytes are adjacent in a line are a run, and check_fast.c checks a run at once; where
 * that finds a unit that may race, the units are checked one by one here.
 * Not races: stores of what is there already, a plain read that an atomic operation
 * overtakes (loops around compare-and-swap begin so), and two strong accesses whose
 * scopes hold each other.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/hook_check.h"
#include "backend/machine/strong_access.h"
#include "backend/watch/racecheck.h"

/* A remembered access. */
struct cell {
	u32 *stamp, *warp, *info;
};

/* The access of lanes of a warp that is checked. */
struct checked {
	struct warp *w;
	const struct dinst *d;
	u32 bytes, space, access_flags, start;
	u32 mask;
	bool whole;   /* all of it is one lane's */
	bool by_rank; /* shared::cluster: rank 0 is cta 0, not the own one */
	struct race_view v;
};

/* The line of an address. */
struct place {
	struct race_line *line;
	struct race_bytes *bytes;
	u8 *fine;       /* the line is kept by bytes */
	const u8 *host; /* of the address */
	struct race_field field;
	/* shared memory: where `bytes` belong, if there are none yet */
	struct race_bytes **lazily;
};

/* ---- memory ---- */

static ALWAYS_INLINE bool find_place(struct checked *a, u64 addr, struct place *p) {
	const struct warp *w = a->w;
	const struct arena_map *map = &w->cta->launch->machine->map;
	const struct checker *c = check_of(w)->c;
	if (a->space == SPACE_SHARED) {
		bool generic = in_window(map->shared, addr);
		u64 in = generic ? addr - map->shared.base : addr;
		u64 rank = in >> SHARED_RANK_SHIFT, off = in & SHARED_OFF_MASK;
		struct cluster *cl = w->cta->cluster;
		struct cta *home = rank && rank < cl->ncta ? &cl->cta[rank] : w->cta;
		if ((generic || a->by_rank) && rank == 0)
			home = &cl->cta[0];
		if (off + a->bytes > w->cta->launch->shared_total)
			return false;
		struct check_cta *k = check_cta_of(home);
		a->start = (u32)k->start;
		u64 line = off / RACE_LINE;
		*p = (struct place){.line = &k->lines[line],
		                    .bytes = k->bytes[line],
		                    .fine = &k->fine[line],
		                    .host = home->shared + off,
		                    .field = {k->lines->at, k->fine, addr - off,
		                              w->cta->launch->shared_total},
		                    .lazily = &k->bytes[line]};
		return true;
	}
	u64 off = addr - c->base;
	if (off >= c->size || a->bytes > c->size - off)
		return false;
	a->start = race_of(w)->start;
	*p = (struct place){.line = &c->lines[off / RACE_LINE],
	                    .bytes = &c->bytes[off / RACE_LINE],
	                    .fine = &c->fine[off / RACE_LINE],
	                    .field = {c->lines->at, c->fine, c->base, c->size},
	                    .host = (const u8 *)(uintptr_t)addr};
	return true;
}

static void split_line(const struct checked *a, struct place *p) {
	if (*p->fine)
		return;
	if (!p->bytes)
		p->bytes = *p->lazily = arena_new(&a->w->worker->arena,
		                                  struct race_bytes);
	*p->fine = true;
	race_split(p->line, p->bytes);
}

/* ---- races ---- */

static u32 lane_in(u32 info) {
	return info >> RACE_LANE_SHIFT;
}

/* Checks whether a bulk copy has stored it: lanes of its own warp that do not wait for it
 * are reported by async_copies.c. */
static bool has_arrived(u32 info) {
	return (info & (RACE_COPY | RACE_STRONG)) == RACE_COPY;
}

/* Checks whether an earlier launch or copy that is not ordered before this launch may
 * have accessed the memory. */
static bool is_beside(const struct checked *a) {
	return a->space == SPACE_GLOBAL && check_of(a->w)->c->unordered;
}

static bool is_past(const struct checked *a, const struct cell *c) {
	return *c->stamp < a->start;
}

static bool is_ordered(const struct checked *a, const struct cell *c, u32 lane) {
	const struct check_warp *cw = check_warp_of(a->w);
	if (*c->stamp <= race_known(a->w, *c->warp))
		return true;
	if (*c->warp != a->v.warp)
		return false;
	u32 other = lane_in(*c->info);
	if (other == lane || has_arrived(*c->info))
		return true;
	if (other == RACE_WARP_WIDE || lane == RACE_WARP_WIDE)
		return *c->stamp <= cw->lane_floor;
	if (other == RACE_LANES || lane == RACE_LANES)
		return *c->stamp < cw->lane_sync[other == RACE_LANES ? lane : other];
	return *c->stamp < MIN(cw->lane_sync[lane], cw->lane_sync[other]);
}

/* Checks whether a is a plain read and b an atomic operation: loops around cas begin with
 * a read of what they expect. */
static bool is_guess(u32 a, u32 b) {
	return !(a & RACE_IS_STORE) && b & RACE_ATOMIC;
}

/* Checks whether both are strong, and the scope of each reaches the other. */
static bool are_strong(const struct checked *a, const struct cell *c) {
	u32 both = a->v.info & *c->info;
	if (!(both & RACE_STRONG))
		return false;
	u32 nwarp = race_of(a->w)->nwarp;
	if (is_past(a, c))
		return both & RACE_WIDE;
	return both & RACE_WIDE || *c->warp / nwarp == a->v.warp / nwarp;
}

enum { NO_RACE = 1 << 30 };

/* Returns the rule of the strict mode by which accesses that nothing orders are a race, 0
 * if they are one without it, or NO_RACE. */
static u32 rule_of(const struct checked *a, const struct cell *c) {
	u32 strict = race_of(a->w)->strict, info = *c->info;
	bool within = *c->warp == a->v.warp;
	if (!((a->v.info | info) & RACE_IS_STORE))
		return NO_RACE;
	bool strong = are_strong(a, c);
	bool guess = is_guess(a->v.info, info) || is_guess(info, a->v.info);
	bool weak = !strong && !guess;
	if (!strict || is_past(a, c))
		return weak ? 0 : NO_RACE;
	bool by_fence = !within && *c->stamp <= race_known_by_fence(a->w, *c->warp);
	if (weak || by_fence)
		return by_fence ? STRICT_ACQUIRE : 0;
	if (guess && !strong)
		return strict & STRICT_GUESS ? STRICT_GUESS : NO_RACE;
	u32 rule = within ? STRICT_LOCKSTEP : STRICT_VOLATILE;
	return (a->v.info | info) & RACE_VOLATILE && strict & rule ? rule : NO_RACE;
}

/* Byte i of what the lane stores; false: it is not known. */
static bool stored_byte(const struct checked *a, u32 lane, u32 i, u8 *out) {
	const struct dinst *d = a->d;
	u32 size = type_size_bytes((enum type)d->type[0]), k = size ? i / size : 0;
	if (d->row != ROW_ST || a->access_flags & ACCESS_ATOMIC || size > 8)
		return false;
	const struct vec_operand *v = d->x->vec[1];
	ref r = v ? v->o[k] : d->o[1];
	if (r == REF_NONE)
		return false;
	u64 x = lane_get(warp_ptr(a->w, r), v ? v->lane_bits : d->x->lane_bits[1], lane);
	*out = (u8)(x >> 8 * (i % size));
	return true;
}

static void set_other(struct finding *f, const struct checked *a, const struct cell *c) {
	const struct dmodule *dm = a->w->worker->dm;
	const struct launch *l = a->w->cta->launch;
	u32 code = *c->info & ((1u << RACE_CODE_BITS) - 1);
	if (f->past) {
		race_past_place(f->past, *c->warp, *c->info, &f->other);
		return;
	}
	for (u32 i = 0; i < dm->nfunc; i++) {
		const struct dfunc *df = &dm->func[i];
		if (df->code && code - df->code_base < df->ncode) {
			f->other.func = df->func;
			f->other.inst = df->code[code - df->code_base].in;
		}
	}
	u32 nwarp = race_of(a->w)->nwarp, lane = lane_in(*c->info);
	if (lane >= WARP_LANES) /* any lane but the reported one */
		lane = *c->warp == a->v.warp && f->at.thread[0] % WARP_LANES == 0;
	cta_coords(*c->warp / nwarp, l->grid, f->other.cta);
	cta_coords((u64)(*c->warp % nwarp) * WARP_LANES + lane, l->block,
	           f->other.thread);
	f->other.is_store = *c->info & RACE_IS_STORE;
	f->other.is_atomic = false;
}

/* A word or byte of a lane's access. */
struct unit {
	u32 lane, size;
	u32 at; /* byte of the access */
	u64 addr;
	const u8 *host;
};

/* Returns a lane of the access, but not the one of the remembered access. */
static u32 one_lane(const struct checked *a, const struct cell *c) {
	u32 mask = a->mask;
	if (*c->warp == a->v.warp && lane_in(*c->info) < WARP_LANES)
		mask &= ~(1u << lane_in(*c->info));
	return (u32)__builtin_ctz(mask ? mask : a->mask);
}

static void report_race(const struct checked *a, const struct cell *c,
                        const struct unit *u, u32 rule) {
	u32 lane = u->lane >= WARP_LANES ? one_lane(a, c) : u->lane;
	struct finding f = finding_at(a->w, a->d, lane, CHECK_RACE, FINDING_RACE);
	bool both = a->v.info & *c->info & RACE_IS_STORE;
	u32 code = (a->v.info ^ *c->info) & ((1u << RACE_CODE_BITS) - 1);
	bool same = !code && a->v.warp == *c->warp && lane_in(*c->info) < WARP_LANES &&
	            !is_past(a, c);
	if (a->space == SPACE_GLOBAL &&
	    !global_valid(&a->w->cta->launch->machine->map, u->addr, u->size))
		return; /* the machine will say so */
	u32 nsame = 0;
	f.rule = rule;
	for (u32 b = 0; b < u->size; b++) {
		u8 old = u->host[b], new = 0;
		bool known = stored_byte(a, lane, u->at + b, &new);
		if (both && same)
			stored_byte(a, lane_in(*c->info), u->at + b, &old);
		if (both && known && old == new) {
			nsame++;
			continue;
		}
		if (!f.nbytes++) {
			f.addr = u->addr + b;
			f.old_value = old;
			f.new_value = new;
		}
	}
	if (!f.nbytes && race_of(a->w)->strict & STRICT_OVERWRITE) {
		f.nbytes = nsame;
		f.addr = u->addr;
		f.old_value = f.new_value = u->host[0];
		f.rule = STRICT_OVERWRITE;
	}
	if (!f.nbytes)
		return;
	f.size = a->bytes;
	f.space = a->space;
	f.at.is_store = a->v.info & RACE_IS_STORE;
	f.at.is_atomic = false;
	if (is_past(a, c))
		f.past = race_past_at(check_of(a->w)->c, *c->stamp);
	set_other(&f, a, c);
	finding_report(a->w, &f);
}

/* ---- one by one ---- */

static struct cell cell_of(const struct race_run *r, u32 slot, u32 i) {
	u32 *at = r->at + slot * RACE_ARRAYS * r->stride + r->from + i;
	return (struct cell){at + RACE_STAMP * r->stride, at + RACE_WARP * r->stride,
	                     at + RACE_INFO * r->stride};
}

static void set_cell(const struct cell *to, u32 stamp, u32 warp, u32 info) {
	*to->stamp = stamp;
	*to->warp = warp;
	*to->info = info;
}

static void move_cell(const struct cell *to, const struct cell *from) {
	set_cell(to, *from->stamp, *from->warp, *from->info);
	*from->stamp = 0;
}

/* Checks whether the access is of another launch that is ordered before this one. */
static bool is_over(const struct checked *a, const struct cell *c) {
	const struct checker *k = check_of(a->w)->c;
	if (!is_beside(a) || *c->stamp < k->unordered)
		return true;
	const struct race_past *p = race_past_at(k, *c->stamp);
	return !p || (check_cta_of(a->w->cta)->waited ? p->known : p->soon);
}

/* Reports a race of the lane's access with a remembered one. True: it was reported, or
 * the remembered one is ordered before: it need not be remembered any longer. */
static bool meets(const struct checked *a, const struct cell *c, const struct unit *u) {
	if (is_past(a, c) ? is_over(a, c) : is_ordered(a, c, u->lane))
		return true;
	u32 rule = rule_of(a, c);
	if (rule == NO_RACE)
		return false;
	report_race(a, c, u, rule);
	return true;
}

/* Checks whether the lane has seen the store: it has changed the location by an atomic
 * operation since. */
static bool has_seen(const struct checked *a, const struct cell *store,
                     const struct unit *u) {
	return *store->stamp >= a->start && *store->info & RACE_ATOMIC &&
	       is_ordered(a, store, u->lane);
}

/* Checks whether the lane's atomic operation takes the place of a plain store of its own,
 * which other lanes may race with. */
static bool hides(const struct checked *a, const struct cell *store,
                  const struct cell *other, u32 lane) {
	return a->v.info & RACE_ATOMIC && !(*store->info & RACE_STRONG) &&
	       *store->info & RACE_IS_STORE && *store->stamp >= a->start &&
	       *store->stamp && *store->warp == a->v.warp &&
	       lane_in(*store->info) == lane && *other->stamp < MAX(a->start, 1);
}

static void note_store(const struct checked *a, const struct race_run *r, u32 i,
                       const struct unit *u) {
	struct cell store = cell_of(r, RACE_STORE, i), read = cell_of(r, RACE_READ, i);
	struct cell other = cell_of(r, RACE_OTHER, i);
	bool met = meets(a, &store, u);
	if (meets(a, &read, u))
		*read.stamp = 0;
	if ((*other.info & RACE_IS_STORE && has_seen(a, &store, u)) ||
	    meets(a, &other, u))
		*other.stamp = 0;
	if ((!met && *store.warp != a->v.warp) || hides(a, &store, &other, u->lane))
		move_cell(&other, &store);
	set_cell(&store, a->v.now, a->v.warp, a->v.info | u->lane << RACE_LANE_SHIFT);
}

static void note_read(const struct checked *a, const struct race_run *r, u32 i,
                      const struct unit *u) {
	struct cell store = cell_of(r, RACE_STORE, i), read = cell_of(r, RACE_READ, i);
	struct cell other = cell_of(r, RACE_OTHER, i);
	u32 lane = u->lane;
	meets(a, &store, u);
	bool kept = *other.info & RACE_IS_STORE && !has_seen(a, &store, u);
	if (kept)
		kept = !meets(a, &other, u);
	bool alive = *read.stamp > a->v.floor;
	bool same = *read.warp == a->v.warp && !is_past(a, &read);
	if (alive && !same && !kept)
		move_cell(&other, &read);
	else if (alive && same && *read.stamp > a->v.lane_floor &&
	         lane_in(*read.info) != lane)
		lane = RACE_LANES;
	set_cell(&read, a->v.now, a->v.warp, a->v.info | lane << RACE_LANE_SHIFT);
}

static void one_by_one(const struct checked *a, const struct race_run *r, u64 addr,
                       const u8 *host) {
	u32 size = r->stride == RACE_LINE ? 1 : 4;
	for (u32 i = 0; i < r->n; i++) {
		struct unit u = {r->lane + ((r->pos + i) >> r->shift), size,
		                 (r->pos + i) * size % a->bytes, addr + i * size,
		                 host + i * size};
		if (a->v.info & RACE_IS_STORE)
			note_store(a, r, i, &u);
		else
			note_read(a, r, i, &u);
	}
}

/* ---- runs ---- */

static ALWAYS_INLINE void set_floors(struct checked *a) {
	const struct check_warp *cw = check_warp_of(a->w);
	bool shared = a->space == SPACE_SHARED;
	u32 known = shared ? cw->cluster_floor : cw->grid_floor;
	a->v.floor = is_beside(a) ? check_of(a->w)->c->unordered - 1
	                          : MAX(a->start ? a->start - 1 : 0, known);
}

/* Notes `size` bytes from addr on: adjacent bytes of consecutive lanes, or the same bytes
 * of all lanes. */
static ALWAYS_INLINE void note_run(struct checked *a, u64 addr, u32 size, u32 lane) {
	u32 done = 0, per_lane = (u32)__builtin_ctz(a->bytes);
	bool fast = !(a->v.info & RACE_STRONG);
	while (done < size) {
		struct place p;
		u32 in = (u32)addr % RACE_LINE, n = MIN(size - done, RACE_LINE - in);
		if (!find_place(a, addr, &p))
			return;
		set_floors(a);
		fast &= !is_beside(a);
		if (a->bytes < 4)
			split_line(a, &p);
		u32 unit = *p.fine ? 0 : 2; /* as a power of 2 */
		struct race_run r = {
			.at = *p.fine ? p.bytes->at : p.line->at,
			.stride = RACE_LINE >> unit,
			.from = in >> unit,
			.n = n >> unit,
			.pos = done >> unit,
			.shift = lane == RACE_LANES || a->whole ? 31 : per_lane - unit,
			.lane = lane};
		const struct check_fast *f = check_of(a->w)->fast;
		if (!fast || !(a->v.info & RACE_IS_STORE ? f->store : f->read)(&a->v, &r))
			one_by_one(a, &r, addr, p.host);
		addr += n;
		done += n;
	}
}

/* Checks whether other lanes may access the memory as well. A grid's barrier lies among
 * the parameters, and is reached by a generic address. */
static bool is_common(u32 given, u32 space) {
	return space == SPACE_SHARED || space == SPACE_GLOBAL ||
	       (space == SPACE_PARAM && given == SPACE_GENERIC);
}

static ALWAYS_INLINE void note_lanes(struct checked *a, u32 given, u64 addr, u32 lane,
                                     u32 n) {
	a->space = finding_space(a->w, given, addr);
	if (!is_common(given, a->space) || addr & (a->bytes - 1))
		return;
	if (a->v.info & RACE_STRONG) {
		struct place p;
		if (find_place(a, addr, &p))
			race_synchronise(a->w, a->d, p.host, a->access_flags);
		if (!check_warp_of(a->w)->floors)
			race_floors(a->w);
		a->v.now = race_of(a->w)->now;
	}
	note_run(a, addr, a->bytes * n, lane);
}

/* Notes lanes whose addresses have no pattern. */
static void note_each(struct checked *a, u32 given, u32 mask, const u64 *addr) {
	const struct check_fast *f = check_of(a->w)->fast;
	u32 first = (u32)__builtin_ctz(mask);
	struct place p;
	a->space = finding_space(a->w, given, addr[first]);
	if (a->bytes >= 4 && !(a->v.info & RACE_STRONG) && !is_beside(a) &&
	    is_common(given, a->space) && find_place(a, addr[first], &p)) {
		set_floors(a);
		mask = (a->v.info & RACE_IS_STORE ? f->store_each : f->read_each)(
			&a->v, &p.field, mask, a->bytes, addr);
	}
	for_each_lane (l, mask)
		note_lanes(a, given, addr[l], l, 1);
}

static u32 trailing_ones(u32 v) {
	return v == ~0u ? 32 : (u32)__builtin_ctz(~v);
}

/* Notes the lanes of any access: those whose addresses are equal, or rise by the size of
 * the access, together. */
static void note_groups(struct checked *a, u32 given, const u64 *addr) {
	bool read = !(a->v.info & RACE_IS_STORE), strong = a->v.info & RACE_STRONG;
	u32 single = 0, equal, rising, pairs = a->mask & a->mask >> 1;
	check_of(a->w)->fast->steps(addr, a->bytes, &equal, &rising);
	equal = read ? equal & pairs : 0;
	rising = strong ? 0 : rising & pairs;
	for (u32 todo = a->mask; todo;) {
		u32 l = (u32)__builtin_ctz(todo);
		u32 run = equal >> l & 1 ? equal : rising;
		u32 n = 1 + trailing_ones(run >> l);
		if (n == 1)
			single |= 1u << l;
		else
			note_lanes(a, given, addr[l], run == equal ? RACE_LANES : l,
			           run == equal ? 1 : n);
		todo &= (u32)(~0ull << (l + n));
	}
	if (single)
		note_each(a, given, single, addr);
}

static ALWAYS_INLINE struct checked begin(struct warp *w, const struct dinst *d, u32 mask,
                                          u32 bytes, u32 flags, u32 space) {
	const struct dfunc *f = w->frame->func;
	const struct race *r = race_of(w);
	struct check_warp *cw = check_warp_of(w);
	if (!cw->floors)
		race_floors(w);
	bool store = flags & ACCESS_STORE, atomic = flags & ACCESS_ATOMIC;
	bool strong = atomic || is_strong(d->mods) || MOD_GET(d->mods, COP) == MOD_COP_WT;
	u32 code = f->code_base + (u32)(d - f->code);
	struct checked a = {.w = w,
	                    .d = d,
	                    .bytes = bytes,
	                    .mask = mask,
	                    .access_flags = flags,
	                    .by_rank = space == SPACE_SHARED_CLUSTER};
	a.v = (struct race_view){
		.now = r->now,
		.warp = race_number(w),
		.info = MIN(code, (1u << RACE_CODE_BITS) - 1) |
	                (store ? RACE_IS_STORE : 0) | (strong ? RACE_STRONG : 0) |
	                (atomic ? RACE_ATOMIC : 0) |
	                (r->strict && MOD_GET(d->mods, SEM) == MOD_SEM_VOLATILE
	                         ? RACE_VOLATILE
	                         : 0) |
	                (strong && race_reach(d) != REACH_CTA ? RACE_WIDE : 0),
		.near_floor = cw->near_floor,
		.near_first = (u32)w->cta->linear * r->nwarp,
		.nnear = r->nwarp,
		.lane_floor = cw->lane_floor,
	};
	return a;
}

static bool is_watched(const struct warp *w, const struct dinst *d, u32 space) {
	const struct dfunc *f = w->frame->func;
	bool is_code = d >= f->code && d < f->code + f->ncode;
	return is_code && d->in && space != SPACE_LOCAL && space != SPACE_CONST &&
	       !is_param_space(space);
}

/* ---- pages ---- */

static void touch_page(const struct checker *c, u64 addr, u64 size, u8 how) {
	u64 off = addr - c->base;
	if (off >= c->size || size > c->size - off)
		return;
	for (u64 i = off >> TOUCH_PAGE_BITS; i <= (off + size - 1) >> TOUCH_PAGE_BITS;
	     i++)
		c->touched[i] |= how;
}

static u8 touch_of(const struct checked *a) {
	u32 info = a->v.info;
	u64 mods = a->d->mods;
	u32 r = info & RACE_IS_STORE ? TOUCH_STORE : TOUCH_READ;
	if (info & RACE_STRONG && info & RACE_WIDE)
		r |= TOUCH_STRONG;
	bool of_system = MOD_GET(mods, SEM) == MOD_SEM_VOLATILE ||
	                 MOD_GET(mods, SCOPE) == MOD_SCOPE_SYS || MOD_GET(mods, MMIO) ||
	                 MOD_GET(mods, COP) == MOD_COP_CV ||
	                 MOD_GET(mods, COP) == MOD_COP_WT;
	if (r & TOUCH_STRONG && of_system)
		r |= TOUCH_SYSTEM;
	return (u8)r;
}

/* Notes the pages of global memory that the lanes access. */
static void touch(const struct checked *a, const u64 *addr, enum access_pattern shape) {
	const struct checker *c = check_of(a->w)->c;
	u8 how = touch_of(a);
	if (shape == ACCESS_LINEAR || shape == ACCESS_UNIFORM) {
		touch_page(c, addr[0],
		           shape == ACCESS_LINEAR ? (u64)a->bytes * WARP_LANES : a->bytes,
		           how);
		return;
	}
	for_each_lane (l, a->mask)
		touch_page(c, addr[l], a->bytes, how);
}

void race_row(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr,
              u64 size, u32 flags) {
	u32 first = lane < WARP_LANES ? lane : (u32)__builtin_ctz(w->mask);
	if (!is_watched(w, d, space))
		return;
	struct checked a = begin(w, d, 1u << first, (addr | size) & 3 ? 1 : 4, flags,
	                         space);
	a.whole = true;
	a.space = finding_space(w, space, addr);
	if (check_of(w)->c->touched)
		touch_page(check_of(w)->c, addr, size, touch_of(&a));
	if (is_common(space, a.space) && size <= UINT32_MAX)
		note_run(&a, addr, (u32)size, lane);
}

struct race_by race_by(const struct warp *w, const struct dinst *d, u32 lane) {
	const struct dfunc *f = w->frame->func;
	u32 code = MIN(f->code_base + (u32)(d - f->code), (1u << RACE_CODE_BITS) - 1);
	return (struct race_by){race_of(w)->now, race_number(w),
	                        code | RACE_IS_STORE | RACE_COPY |
	                                lane << RACE_LANE_SHIFT};
}

void race_arrived(struct cta *home, u64 offset, u64 size, const struct race_by *by) {
	struct check_cta *k = check_cta_of(home);
	for (u64 at = offset / 4; at < (offset + size) / 4; at++) {
		u64 line = at / RACE_WORDS;
		u32 n = k->fine[line] ? 4 : 1, from = (u32)(at % RACE_WORDS) * n;
		struct race_run r = {.at = n == 1 ? k->lines[line].at
		                                  : k->bytes[line]->at,
		                     .stride = RACE_WORDS * n,
		                     .from = from};
		for (u32 i = 0; i < n; i++) {
			struct cell store = cell_of(&r, RACE_STORE, i);
			set_cell(&store, by->stamp, by->warp, by->info);
			*cell_of(&r, RACE_READ, i).stamp = 0;
			*cell_of(&r, RACE_OTHER, i).stamp = 0;
		}
	}
}

/* Strict: data is accessed, perhaps after a lock was taken. */
static ALWAYS_INLINE void note_use(const struct checked *a, u32 given, const u64 *addr) {
	struct check_warp *cw = check_warp_of(a->w);
	u32 lane = (u32)__builtin_ctz(a->mask);
	bool data = !(a->v.info & RACE_STRONG) || a->v.info & RACE_VOLATILE;
	if (cw->taken.lock && data &&
	    is_common(given, finding_space(a->w, given, addr[lane])))
		strict_use(cw, a->d, lane);
}

void race_access(struct warp *w, const struct dinst *d, u32 mask, u32 bytes, u32 flags,
                 u32 space, const u64 *addr, enum access_pattern shape) {
	if (!is_watched(w, d, space))
		return;
	struct checked a = begin(w, d, mask, bytes, flags, space);
	bool store = flags & ACCESS_STORE, strong = a.v.info & RACE_STRONG;
	note_use(&a, space, addr);
	if (check_of(w)->c->touched)
		touch(&a, addr, shape);
	if (shape == ACCESS_LINEAR && !strong)
		note_lanes(&a, space, addr[0], 0, WARP_LANES);
	else if (shape == ACCESS_UNIFORM && !strong && !store)
		note_lanes(&a, space, addr[0], RACE_LANES, 1);
	else
		note_groups(&a, space, addr);
}
