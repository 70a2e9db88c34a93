/* check_fast.c - checked mode's loops over the lanes of a warp. Like mem_fast.c of the
 * interpreter, this file is compiled once per level of the host's instruction set;
 * check_fast_choose() chooses.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/watch/check_fast.h"

#include <string.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define NAMED(name) JOIN(name, ALU_SUFFIX)

static ALWAYS_INLINE u32 *array_of(const struct race_run *r, u32 from, u32 slot,
                                   u32 array) {
	return r->at + (slot * RACE_ARRAYS + array) * r->stride + from;
}

/* Returns 1 if the remembered access surely happened before; 0: look closer. */
static ALWAYS_INLINE u32 is_before(const struct race_view *v, u32 stamp, u32 warp,
                                   u32 info, u32 mine) {
	u32 known = stamp <= v->floor;
	u32 own = (warp == v->warp) & (((info ^ mine) >> RACE_LANE_SHIFT) == 0);
	u32 near = (warp - v->near_first < v->nnear) & (stamp <= v->near_floor);
	return known | own | near;
}

static ALWAYS_INLINE u32 info_of(const struct race_view *v, const struct race_run *r,
                                 u32 pos, u32 shift, u32 i) {
	return v->info | (r->lane + ((pos + i) >> shift)) << RACE_LANE_SHIFT;
}

static ALWAYS_INLINE bool read_units(const struct race_view *v, const struct race_run *r,
                                     u32 from, u32 n, u32 pos, u32 shift) {
	const u32 *ss = array_of(r, from, RACE_STORE, RACE_STAMP);
	const u32 *sw = array_of(r, from, RACE_STORE, RACE_WARP);
	const u32 *si = array_of(r, from, RACE_STORE, RACE_INFO);
	u32 *restrict rs = array_of(r, from, RACE_READ, RACE_STAMP);
	u32 *restrict rw = array_of(r, from, RACE_READ, RACE_WARP);
	u32 *restrict ri = array_of(r, from, RACE_READ, RACE_INFO);
	u32 *restrict os = array_of(r, from, RACE_OTHER, RACE_STAMP);
	u32 *restrict ow = array_of(r, from, RACE_OTHER, RACE_WARP);
	u32 *restrict oi = array_of(r, from, RACE_OTHER, RACE_INFO);
	u32 good = 1;
	for (u32 i = 0; i < n; i++) {
		u32 mine = info_of(v, r, pos, shift, i);
		u32 read = (oi[i] & RACE_IS_STORE) == 0;
		good &= is_before(v, ss[i], sw[i], si[i], mine) &
		        (read | is_before(v, os[i], ow[i], oi[i], mine));
	}
	if (!good)
		return false;
	for (u32 i = 0; i < n; i++) {
		u32 mine = info_of(v, r, pos, shift, i);
		bool same = rw[i] == v->warp;
		bool kept = (oi[i] & RACE_IS_STORE) != 0 && os[i] > v->floor;
		bool push = rs[i] > v->floor && !same && !kept;
		bool many = same && rs[i] > v->floor && rs[i] > v->lane_floor &&
		            ((ri[i] ^ mine) >> RACE_LANE_SHIFT) != 0;
		os[i] = push ? rs[i] : os[i];
		ow[i] = push ? rw[i] : ow[i];
		oi[i] = push ? ri[i] : oi[i];
		rs[i] = v->now;
		rw[i] = v->warp;
		ri[i] = mine | (many ? (u32)RACE_LANES << RACE_LANE_SHIFT : 0);
	}
	return true;
}

static ALWAYS_INLINE bool store_units(const struct race_view *v, const struct race_run *r,
                                      u32 from, u32 n, u32 pos, u32 shift) {
	u32 *restrict ss = array_of(r, from, RACE_STORE, RACE_STAMP);
	u32 *restrict sw = array_of(r, from, RACE_STORE, RACE_WARP);
	u32 *restrict si = array_of(r, from, RACE_STORE, RACE_INFO);
	u32 *restrict rs = array_of(r, from, RACE_READ, RACE_STAMP);
	const u32 *rw = array_of(r, from, RACE_READ, RACE_WARP);
	const u32 *ri = array_of(r, from, RACE_READ, RACE_INFO);
	u32 *restrict os = array_of(r, from, RACE_OTHER, RACE_STAMP);
	const u32 *ow = array_of(r, from, RACE_OTHER, RACE_WARP);
	const u32 *oi = array_of(r, from, RACE_OTHER, RACE_INFO);
	u32 good = 1;
	for (u32 i = 0; i < n; i++) {
		u32 mine = info_of(v, r, pos, shift, i);
		good &= is_before(v, ss[i], sw[i], si[i], mine) &
		        is_before(v, rs[i], rw[i], ri[i], mine) &
		        is_before(v, os[i], ow[i], oi[i], mine);
	}
	if (!good)
		return false;
	for (u32 i = 0; i < n; i++) {
		ss[i] = v->now;
		sw[i] = v->warp;
		si[i] = info_of(v, r, pos, shift, i) | RACE_IS_STORE;
		rs[i] = 0;
		os[i] = 0;
	}
	return true;
}

/* One unit, and a whole line of words, one of each lane, get code of their own. */
#define DEFINE_RUN(name, units)                                                   \
	static bool name(const struct race_view *v, const struct race_run *r) {   \
		struct race_run line = *r;                                        \
		if (r->n == 1)                                                    \
			return units(v, r, r->from, 1, r->pos, r->shift);         \
		if (r->n != RACE_WORDS || r->stride != RACE_WORDS)                \
			return units(v, r, r->from, r->n, r->pos, r->shift);      \
		line.stride = RACE_WORDS;                                         \
		return r->shift || r->pos                                         \
		               ? units(v, &line, 0, RACE_WORDS, r->pos, r->shift) \
		               : units(v, &line, 0, RACE_WORDS, 0, 0);            \
	}
DEFINE_RUN(read_run, read_units)
DEFINE_RUN(store_run, store_units)

#define DEFINE_EACH(name, units)                                                         \
	static u32 name(const struct race_view *v, const struct race_field *f, u32 mask, \
	                u32 bytes, const u64 *addr) {                                    \
		u32 left = 0, words = bytes / 4;                                         \
		for (u32 todo = mask; todo; todo &= todo - 1) {                          \
			u32 lane = (u32)__builtin_ctz(todo);                             \
			u64 off = addr[lane] - f->origin, line = off / RACE_LINE;        \
			bool good = off <= f->size - bytes &&                            \
			            !(addr[lane] & (bytes - 1)) && !f->fine[line];       \
			struct race_run r = {.stride = RACE_WORDS, .lane = lane};        \
			r.at = f->line + line * (RACE_SLOTS * RACE_ARRAYS * RACE_WORDS); \
			u32 from = (u32)off % RACE_LINE / 4;                             \
			for (u32 i = 0; i < words && good; i++)                          \
				good = units(v, &r, from + i, 1, 0, 0);                  \
			left |= (u32)!good << lane;                                      \
		}                                                                        \
		return left;                                                             \
	}
DEFINE_EACH(read_each, read_units)
DEFINE_EACH(store_each, store_units)

static void addresses(u64 *addr, const void *reg, u32 bits, u64 off) {
	u64 wide[32];
	u32 narrow[32];
	if (bits == 32) {
		memcpy(narrow, reg, sizeof narrow);
		for (u32 l = 0; l < 32; l++)
			addr[l] = narrow[l] + (u32)off;
	} else {
		memcpy(wide, reg, sizeof wide);
		for (u32 l = 0; l < 32; l++)
			addr[l] = wide[l] + off;
	}
}

static enum access_pattern shape_of(const u64 *addr, u32 bytes) {
	u64 first = addr[0], skew = 0, spread = 0;
	for (u32 l = 0; l < 32; l++) {
		skew |= addr[l] ^ (first + (u64)l * bytes);
		spread |= addr[l] ^ first;
	}
	return !spread ? ACCESS_UNIFORM : !skew ? ACCESS_LINEAR : ACCESS_EACH;
}

static void steps(const u64 *addr, u32 bytes, u32 *equal, u32 *rising) {
	u32 same = 0, up = 0;
	for (u32 l = 0; l < 31; l++) {
		u64 step = addr[l + 1] - addr[l];
		same |= (u32)(step == 0) << l;
		up |= (u32)(step == bytes) << l;
	}
	*equal = same;
	*rising = up;
}

static ALWAYS_INLINE void fold_words(const u8 *state, u32 n, u64 *all, u64 *any) {
	u64 has = ~0ull, some = 0;
	for (u32 i = 0; i < n; i++) {
		u64 v;
		memcpy(&v, state + i * 8, 8);
		has &= v;
		some |= v;
	}
	*all = has;
	*any = some;
}

static void fold(const u8 *state, u32 size, u64 *all, u64 *any) {
	if (size == 128)
		fold_words(state, 16, all, any);
	else
		fold_words(state, size / 8, all, any);
}

static bool lie_within(const u64 *addr, u64 origin, u64 size, u32 bytes) {
	u64 far = 0, odd = 0;
	for (u32 l = 0; l < 32; l++) {
		far |= (u64)(addr[l] - origin > size - bytes);
		odd |= addr[l];
	}
	return !far && !(odd & (bytes - 1));
}

static bool fold_lanes(const u8 *state, u64 origin, u64 size, u32 bytes, const u64 *addr,
                       u64 *all, u64 *any) {
	u64 has = ~0ull, some = 0;
	if (!lie_within(addr, origin, size, bytes))
		return false;
	for (u32 l = 0; l < 32; l++) {
		const u8 *s = state + (addr[l] - origin);
		u32 low, high;
		memcpy(&low, s, 4);
		memcpy(&high, s + bytes - 4, 4);
		u64 v = (u64)high << 32 | low;
		has &= v;
		some |= v;
	}
	*all = has;
	*any = some;
	return true;
}

const struct check_fast NAMED(check_fast) = {
	read_run, store_run, read_each, store_each, addresses,
	shape_of, steps,     fold,      fold_lanes,
};
