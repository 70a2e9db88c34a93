/* launch_races.c - races between launches. Launches of a device run one after another in
 * checked mode, so a stamp says whose access it is; the runtime knows whether that launch
 * is ordered before this one (struct race_past). Copies and fills of the host are
 * remembered as ranges, and appear among the accesses of kernels only where some launch
 * is not ordered after them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/hook_check.h"
#include "backend/watch/racecheck.h"

#include <sys/mman.h>

enum { HOST_PAGE = 4096, CODE_MASK = (1 << RACE_CODE_BITS) - 1 };

/* ---- the earlier access ---- */

const struct race_past *race_past_at(const struct checker *c, u32 stamp) {
	u32 lo = 0, hi = c->npast;
	while (lo < hi) {
		u32 mid = lo + (hi - lo) / 2;
		if (c->past[mid].to < stamp)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < c->npast && c->past[lo].from <= stamp ? &c->past[lo] : NULL;
}

void race_past_place(const struct race_past *p, u32 warp, u32 info,
                     struct finding_place *out) {
	u32 code = info & CODE_MASK, lane = info >> RACE_LANE_SHIFT;
	*out = (struct finding_place){.is_store = info & RACE_IS_STORE};
	for (u32 i = 0; p->dm && i < p->dm->nfunc; i++) {
		const struct dfunc *df = &p->dm->func[i];
		if (df->code && code - df->code_base < df->ncode) {
			out->func = df->func;
			out->inst = df->code[code - df->code_base].in;
		}
	}
	if (!out->func)
		return;
	cta_coords(warp / p->nwarp, p->grid, out->cta);
	cta_coords((u64)(warp % p->nwarp) * WARP_LANES + lane % WARP_LANES, p->block,
	           out->thread);
	if (lane >= WARP_LANES)
		cta_coords((u64)(warp % p->nwarp) * WARP_LANES, p->block, out->thread);
}

/* ---- lines of memory, as the host reaches them ---- */

/* Accesses remembered of words become accesses of each of their bytes. */
void race_split(const struct race_line *line, struct race_bytes *bytes) {
	for (u32 k = 0; k < RACE_SLOTS * RACE_ARRAYS; k++)
		for (u32 i = 0; i < RACE_LINE; i++)
			bytes->at[k * RACE_LINE + i] = line->at[k * RACE_WORDS + i / 4];
}

/* Checks whether the line was never accessed, as most were not: a store to it would make
 * its pages. */
static bool is_untouched(const struct checker *c, u64 line) {
	const u32 *at = c->lines[line].at;
	u32 any = c->fine[line];
	for (u32 slot = 0; slot < RACE_SLOTS && !any; slot++)
		for (u32 i = 0; i < RACE_WORDS; i++)
			any |= at[(slot * RACE_ARRAYS + RACE_STAMP) * RACE_WORDS + i];
	return !any;
}

static void forget_part(struct checker *c, u64 line, u32 from, u32 to) {
	if (is_untouched(c, line))
		return;
	for (u32 k = 0; k < RACE_SLOTS * RACE_ARRAYS; k++) {
		memset(&c->lines[line].at[k * RACE_WORDS + from / 4], 0,
		       alignup(to, 4) - from / 4 * 4);
		if (c->fine[line])
			memset(&c->bytes[line].at[k * RACE_LINE + from], 0,
			       (size_t)(to - from) * 4);
	}
}

static void forget_range(struct checker *c, u64 off, u64 end) {
	for (u64 line = off / RACE_LINE; line * RACE_LINE < end; line++) {
		u64 from = MAX(off, line * RACE_LINE) % RACE_LINE;
		u64 to = MIN(end - line * RACE_LINE, RACE_LINE);
		forget_part(c, line, (u32)from, (u32)to);
	}
}

/* Lines of which all is forgotten share no page with others: the system takes the
 * pages back. */
enum { GIVE_BACK = HOST_PAGE / 4 * RACE_LINE, CLEAR_BY_PAGES = 1 << 18 };

/* Clears n bytes; whole pages go back to the system if they are many. */
static void clear_bytes(u8 *p, u64 n) {
	u8 *from = (u8 *)alignup((uintptr_t)p, HOST_PAGE);
	u8 *to = (u8 *)((uintptr_t)(p + n) & ~(uintptr_t)(HOST_PAGE - 1));
	if (n < CLEAR_BY_PAGES) {
		memset(p, 0, n);
		return;
	}
	memset(p, 0, (size_t)(from - p));
	madvise(from, (size_t)(to - from), MADV_DONTNEED);
	memset(to, 0, (size_t)(p + n - to));
}

void race_forget(struct checker *c, u64 addr, u64 size) {
	u64 off = addr - c->base, end = off + size;
	if (!c->lines || off >= c->size || size > c->size - off)
		return;
	u64 from = alignup(off, GIVE_BACK), to = end / GIVE_BACK * GIVE_BACK;
	if (from >= to) {
		forget_range(c, off, end);
		return;
	}
	u64 line = from / RACE_LINE, n = (to - from) / RACE_LINE;
	forget_range(c, off, from);
	forget_range(c, to, end);
	madvise(&c->lines[line], n * sizeof *c->lines, MADV_DONTNEED);
	madvise(&c->bytes[line], n * sizeof *c->bytes, MADV_DONTNEED);
	clear_bytes(&c->fine[line], n);
}

void race_forget_all(struct checker *c) {
	u64 nline = c->size / RACE_LINE;
	madvise(c->lines, nline * sizeof *c->lines, MADV_DONTNEED);
	madvise(c->bytes, nline * sizeof *c->bytes, MADV_DONTNEED);
	madvise(c->fine, nline, MADV_DONTNEED);
}

/* ---- copies ---- */

/* The units of a line between two of its bytes. */
struct units {
	u32 *at, stride, from, to;
};

static struct units units_of(struct checker *c, u64 line, u64 off, u64 end) {
	u32 from = (u32)(MAX(off, line * RACE_LINE) - line * RACE_LINE);
	u32 to = (u32)MIN(end - line * RACE_LINE, (u64)RACE_LINE);
	if (c->fine[line])
		return (struct units){c->bytes[line].at, RACE_LINE, from, to};
	return (struct units){c->lines[line].at, RACE_WORDS, from / 4, (to + 3) / 4};
}

static u32 *array_at(const struct units *u, u32 slot, u32 array) {
	return u->at + (slot * RACE_ARRAYS + array) * u->stride;
}

void race_paint(struct checker *c, u64 addr, u64 size, u32 stamp, bool store) {
	u64 off = addr - c->base, end = off + size;
	u32 slot = store ? RACE_STORE : RACE_READ;
	if (!c->lines || off >= c->size || size > c->size - off)
		return;
	for (u64 line = off / RACE_LINE; line * RACE_LINE < end; line++) {
		struct units u = units_of(c, line, off, end);
		bool whole = !((off | end) & 3) ||
		             (off <= line * RACE_LINE && end >= (line + 1) * RACE_LINE);
		if (!whole && !c->fine[line]) {
			race_split(&c->lines[line], &c->bytes[line]);
			c->fine[line] = 1;
			u = units_of(c, line, off, end);
		}
		u32 *s = array_at(&u, slot, RACE_STAMP);
		for (u32 i = u.from; i < u.to; i++) {
			if (s[i] >= stamp)
				continue;
			s[i] = stamp;
			array_at(&u, slot, RACE_WARP)[i] = 0;
			array_at(&u, slot, RACE_INFO)[i] = CODE_MASK |
			                                   (store ? RACE_IS_STORE : 0);
		}
	}
}

void race_touched(struct checker *c, u64 addr, u64 size, bool store, race_touch_fn *f,
                  void *ctx) {
	u64 off = addr - c->base, end = off + size;
	u32 least = UINT32_MAX;
	for (u32 i = 0; i < c->npast; i++)
		if (!c->past[i].known && !c->past[i].is_copy)
			least = MIN(least, (u32)c->past[i].from);
	if (least == UINT32_MAX || !c->lines || off >= c->size || size > c->size - off)
		return;
	for (u64 line = off / RACE_LINE; line * RACE_LINE < end; line++) {
		struct units u = units_of(c, line, off, end);
		for (u32 slot = 0; slot < RACE_SLOTS; slot++)
			for (u32 i = u.from; i < u.to; i++) {
				u32 stamp = array_at(&u, slot, RACE_STAMP)[i];
				u32 info = array_at(&u, slot, RACE_INFO)[i];
				if (stamp < least || (!store && !(info & RACE_IS_STORE)))
					continue;
				const struct race_past *p = race_past_at(c, stamp);
				if (!p || p->known || p->is_copy)
					continue;
				u64 at = line * RACE_LINE + (u64)i * RACE_LINE / u.stride;
				f(ctx, p, c->base + MAX(at, off),
				  array_at(&u, slot, RACE_WARP)[i], info);
			}
	}
}
