/* count.c - counts what each instruction does: lanes, branches, sectors of global memory,
 * bank conflicts.
 *
 * Shared memory has 32 banks of 4 bytes. A warp's access is made in phases: one for
 * elements of up to 4 bytes, two of half a warp for 8, four of a quarter for 16. A load
 * whose lanes 2i and 2i+1 want the same element takes half as many phases. In each phase
 * every bank gives one word; lanes that want the same word of a bank are served together,
 * but for atomics, which are served one after the other. What a phase takes beyond its
 * first pass are bank conflicts. These rules, and that of global atomics, give the
 * numbers that an H200's counters gave for the patterns of tests/tools/profile.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/access.h"
#include "backend/machine/group.h"
#include "backend/machine/hook_count.h"
#include "ir/isa/regs.h"

enum { BANKS = 32, SECTOR_SHIFT = 5, SLOTS = 64 };

/* ---- where to count ---------------------------------------------------------------- */

/* Checks whether the decoder added d to convert operands, or as an entry: the instruction
 * that it belongs to is counted. */
static bool is_conversion(const struct dinst *d) {
	return d->exec == exec_widen || d->exec == exec_narrow ||
	       d->exec == exec_pred_not || d->exec == exec_enter;
}

/* Returns the index of the decoded instruction that stands for the instruction of the
 * text; ncode: none does. */
static u32 profile_place_of(const struct dfunc *df, u32 inst) {
	u32 pc = df->inst_pc[inst], end = pc + df->inst_n[inst];
	while (pc < end && is_conversion(&df->code[pc]))
		pc++;
	return pc < end ? pc : df->ncode;
}

void profile_mark_extra(struct dfunc *df) {
	for (u32 i = 0; i < df->ncode; i++)
		df->code[i].flags |= DF_EXTRA;
	for (u32 i = 0; i < df->func->ninst; i++) {
		u32 pc = profile_place_of(df, i);
		if (pc < df->ncode)
			df->code[pc].flags &= (u8)~DF_EXTRA;
	}
}

static bool is_data_space(u32 space) {
	return space == SPACE_GENERIC || space == SPACE_GLOBAL || space == SPACE_LOCAL ||
	       is_shared_space(space);
}

/* ptxas makes a reduction of an atomic operation whose result no instruction reads, but
 * for exch and cas. */
static bool is_reduction(const struct dinst *d, const struct inst *in, struct bits read) {
	u32 op = MOD_GET(d->mods, AOP);
	const struct operand *o = &in->operand[0];
	return op != MOD_AOP_EXCH && op != MOD_AOP_CAS &&
	       (o->kind == OPR_SINK || (o->kind == OPR_REG && !bits_has(read, o->index)));
}

static struct spot spot_of(const struct dinst *d, const struct inst *in, u32 index,
                           struct bits read) {
	struct spot s = {.inst = index, .kind = SPOT_PLAIN};
	if (d->exec == exec_bra || d->exec == exec_brx)
		s.kind = SPOT_BRANCH;
	else if (d->exec == exec_bar || d->exec == exec_cluster_wait)
		s.kind = SPOT_WAIT;
	s.op = (u8)profile_op_of(in->row);
	s.addr = inst_address_operand(in);
	if (s.op == PROFILE_ATOM && is_reduction(d, in, read))
		s.op = PROFILE_RED;
	bool matrix = s.op == PROFILE_LDSM || s.op == PROFILE_STSM;
	if (s.op == PROFILE_OTHER || s.addr == in->noperand ||
	    (!matrix && !is_data_space(mem_space(d))))
		return s;
	s.kind = SPOT_MEMORY;
	s.bytes = 16;
	if (!matrix && s.op != PROFILE_LDGSTS)
		s.bytes = (u8)(mem_elements(d) * type_size_bytes((enum type)d->type[0]));
	return s;
}

static void note_read(void *ctx, u32 reg, enum reg_role role) {
	if (role != REG_WRITTEN)
		bits_set(*(struct bits *)ctx, reg);
}

struct spot *profile_spots(struct arena *a, const struct dfunc *df) {
	struct spot *spot = arena_array(a, struct spot, df->ncode + 1);
	struct bits read = bits_new(a, df->func->nreg);
	for (u32 i = 0; i < df->func->ninst; i++)
		inst_each_reg(df->func, &df->func->inst[i], note_read, &read);
	for (u32 i = 0; i < df->func->ninst; i++) {
		u32 pc = profile_place_of(df, i);
		if (pc < df->ncode)
			spot[pc] = spot_of(&df->code[pc], &df->func->inst[i], i, read);
	}
	return spot;
}

/* ---- distinct numbers -------------------------------------------------------------- */

/* A set of numbers. A warp has at most 32 different ones, so half of the slots stay free.
 * It begins with used = 0; the keys need no value. */
struct set {
	u64 used;
	u64 key[SLOTS];
};

static bool set_add(struct set *s, u64 key) {
	u32 at = (u32)((key * 0x9e3779b97f4a7c15u) >> 58);
	while (s->used >> at & 1) {
		if (s->key[at] == key)
			return false;
		at = (at + 1) % SLOTS;
	}
	s->used |= (u64)1 << at;
	s->key[at] = key;
	return true;
}

/* ---- global and local memory ------------------------------------------------------- */

/* Counts sectors if all lanes are adjacent, or at one place: 0 if they are neither. */
static u32 sectors_in_line(const u64 *addr, u32 bytes) {
	u64 same = 0, skew = 0;
	for (u32 l = 0; l < WARP_LANES; l++) {
		same |= addr[l] ^ addr[0];
		skew |= addr[l] ^ (addr[0] + (u64)l * bytes);
	}
	if (!same)
		return 1;
	u64 last = addr[0] + (u64)(WARP_LANES - 1) * bytes;
	return skew ? 0 : (u32)((last >> SECTOR_SHIFT) - (addr[0] >> SECTOR_SHIFT)) + 1;
}

/* Counts sectors. Most warps that are not in line stay within 32 sectors of their first
 * lane's. */
static u32 count_sectors(const u64 *addr, u32 mask, u32 bytes) {
	u32 in_line = mask == ~0u && bytes <= 1u << SECTOR_SHIFT
	                      ? sectors_in_line(addr, bytes)
	                      : 0;
	if (in_line)
		return in_line;
	u64 base = (addr[mask_first(mask)] >> SECTOR_SHIFT) - 32, seen = 0, far = 0;
	mask_each (l, mask) {
		u64 at = (addr[l] >> SECTOR_SHIFT) - base;
		seen |= (u64)1 << (at & 63);
		far |= at;
	}
	if (far < 64)
		return (u32)__builtin_popcountll(seen);
	struct set s;
	u64 before = ~addr[mask_first(mask)];
	u32 n = 0;
	s.used = 0;
	mask_each (l, mask) {
		u64 sector = addr[l] >> SECTOR_SHIFT;
		if (sector != before) /* neighbours often share one */
			n += set_add(&s, sector);
		before = sector;
	}
	return n;
}

/* Counts sectors of atomics: those on one place go in rounds, one after the other. */
static u32 count_rounds(const u64 *addr, u32 mask) {
	struct set s;
	u32 n = 0;
	s.used = 0;
	mask_each (l, mask) {
		u32 round = 0;
		mask_each (k, mask & mask_below(l))
			round += addr[k] == addr[l];
		n += set_add(&s, addr[l] >> SECTOR_SHIFT << 5 | round);
	}
	return n;
}

/* Counts sectors of local memory: a lane's words lie 128 bytes apart, between those of
 * the other lanes. */
static u32 count_local(const u64 *offset, u32 mask, u32 bytes) {
	u64 addr[WARP_LANES], differ = 0, first = offset[mask_first(mask)];
	u32 n = 0, words = MAX(bytes / 4, 1u);
	for (u32 l = 0; l < WARP_LANES; l++)
		differ |= (offset[l] ^ first) & (0 - (u64)(mask >> l & 1));
	if (!differ) { /* eight lanes share a sector */
		for (u32 l = 0; l < WARP_LANES; l += 8)
			n += (mask >> l & 0xff) != 0;
		return n * words;
	}
	for (u32 word = 0; word < words; word++) {
		for (u32 l = 0; l < WARP_LANES; l++)
			addr[l] = (offset[l] / 4 + word) * (4 * WARP_LANES) + 4 * l;
		n += count_sectors(addr, mask, 4);
	}
	return n;
}

/* ---- shared memory ----------------------------------------------------------------- */

/* Bits by which words of the lanes differ from word0. Without lanes to leave out it is a
 * loop of vectors. */
static u64 words_differ(const u64 *addr, u32 mask, u64 word0, u32 words) {
	u64 other = 0;
	if (mask == ~0u)
		for (u32 l = 0; l < WARP_LANES; l++)
			other |= ((addr[l] >> 2) + words - 1) ^ word0;
	else
		mask_each (l, mask)
			other |= ((addr[l] >> 2) + words - 1) ^ word0;
	return other;
}

/* Counts the passes for the lanes of one phase. */
static u32 phase_passes(const u64 *addr, u32 mask, u32 bytes, bool together) {
	u64 first[BANKS], word0 = addr[mask_first(mask)] >> 2;
	u32 words = MAX(bytes / 4, 1u), used = 0, most = 1;
	u8 n[BANKS];
	if (together && words_differ(addr, mask, word0, words) < BANKS)
		return 1; /* one row of the banks */
	struct set more;
	more.used = 0;
	u64 before = ~addr[mask_first(mask)];
	mask_each (l, mask) {
		/* lanes that read one value are often neighbours */
		if (together && addr[l] == before)
			continue;
		before = addr[l];
		for (u32 k = 0; k < words; k++) {
			u64 word = (addr[l] >> 2) + k;
			u32 bank = word % BANKS;
			if (!(used >> bank & 1)) {
				used |= 1u << bank;
				first[bank] = word;
				n[bank] = 1;
			} else if (!together ||
			           (first[bank] != word && set_add(&more, word))) {
				n[bank]++;
				most = MAX(most, n[bank]);
			}
		}
	}
	return most;
}

static bool pairs_agree(const u64 *addr, u32 mask) {
	u32 both = mask & mask >> 1 & 0x55555555u;
	bool agree = true;
	mask_each (l, both)
		agree &= addr[l] == addr[l + 1];
	return agree;
}

static void count_shared(struct profile_count *c, const u64 *addr, u32 mask, u32 bytes,
                         u32 op) {
	bool together = op != PROFILE_ATOM && op != PROFILE_RED;
	u32 nphase = MAX(bytes / 4, 1u);
	if (nphase > 1 && op == PROFILE_LD && pairs_agree(addr, mask))
		nphase /= 2;
	u32 lanes = WARP_LANES / MIN(nphase, (u32)WARP_LANES);
	c->shared_requests++;
	for (u32 at = 0; at < WARP_LANES; at += lanes) {
		u32 part = mask & mask_below(lanes) << at;
		if (!part)
			continue;
		c->phases++;
		c->wavefronts += phase_passes(addr, part, together ? bytes : 4, together);
	}
}

/* ---- an access --------------------------------------------------------------------- */

static void lane_addresses(u64 *addr, const struct warp *w, const struct dinst *d,
                           u32 i) {
	u64 off = (u64)d->x->off[i];
	if (d->o[i] == REF_NONE) {
		for (u32 l = 0; l < WARP_LANES; l++)
			addr[l] = off;
		return;
	}
	const void *base = warp_ptr(w, d->o[i]);
	if (d->x->lane_bits[i] == 32)
		for (u32 l = 0; l < WARP_LANES; l++)
			addr[l] = (u32)(((const u32 *)base)[l] + (u32)off);
	else
		for (u32 l = 0; l < WARP_LANES; l++)
			addr[l] = ((const u64 *)base)[l] + off;
}

static void count_global(struct profile_count *c, const u64 *addr, u32 mask, u32 bytes,
                         u32 op) {
	if (op == PROFILE_RED) {
		c->red_requests++;
		c->red_sectors += count_rounds(addr, mask);
		return;
	}
	c->global_requests++;
	c->global_sectors += op == PROFILE_ATOM ? count_rounds(addr, mask)
	                                        : count_sectors(addr, mask, bytes);
}

static void count_generic(struct warp *w, struct profile_count *c, u64 *addr, u32 mask,
                          u32 bytes, u32 op) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	u32 shared = 0, local = 0;
	for (u32 l = 0; l < WARP_LANES; l++) {
		shared |= (u32)in_window(map->shared, addr[l]) << l;
		local |= (u32)in_window(map->local, addr[l]) << l;
	}
	shared &= mask;
	local &= mask;
	if (mask & ~shared & ~local)
		count_global(c, addr, mask & ~shared & ~local, bytes, op);
	if (shared)
		count_shared(c, addr, shared, bytes, op);
	if (local) {
		for (u32 l = 0; l < WARP_LANES; l++)
			addr[l] -= map->local.base;
		c->local_requests++;
		c->local_sectors += count_local(addr, local, bytes);
	}
}

static void count_in(struct warp *w, struct profile_count *c, u64 *addr, u32 space,
                     u32 mask, u32 bytes, u32 op) {
	if (is_shared_space(space)) {
		count_shared(c, addr, mask, bytes, op);
	} else if (space == SPACE_LOCAL) {
		c->local_requests++;
		c->local_sectors += count_local(addr, mask, bytes);
	} else if (space == SPACE_GLOBAL) {
		count_global(c, addr, mask, bytes, op);
	} else {
		count_generic(w, c, addr, mask, bytes, op);
	}
}

static void count_memory(struct warp *w, const struct dinst *d, const struct spot *s,
                         struct profile_count *c, u32 mask) {
	u64 addr[WARP_LANES];
	u32 bytes = s->bytes;
	lane_addresses(addr, w, d, s->addr);
	switch (s->op) {
	case PROFILE_LDSM:
	case PROFILE_STSM: /* lane i has the address of row i % 8 of matrix i / 8 */
		mask &= mask_below(8u << (MOD_GET(d->mods, MNUM) - 1));
		if (mask)
			count_shared(c, addr, mask, bytes, PROFILE_LDSM);
		return;
	case PROFILE_LDGSTS:
		bytes = (u32)operand_get(w, d, 2, mask_first(mask));
		count_shared(c, addr, mask, bytes, PROFILE_ST);
		lane_addresses(addr, w, d, 1);
		count_global(c, addr, mask, bytes, PROFILE_LD);
		return;
	default: count_in(w, c, addr, mem_space(d), mask, bytes, s->op);
	}
}

void profile_spot(struct warp *w, const struct dinst *d, const struct spot *s,
                  struct profile_count *c, u32 active, u32 mask) {
	u32 again = w->parked->mask ? profile_counted(w->parked, d, active) : 0;
	if (again) {
		c->inst -= again == active;
		c->threads -= mask_count(again);
		c->on -= mask_count(again & mask);
		mask &= ~again;
	}
	if (s->kind == SPOT_BRANCH) {
		c->taken += mask_count(mask);
		c->split += mask && mask != active;
	} else if (s->kind == SPOT_MEMORY && mask) {
		count_memory(w, d, s, c, mask);
	}
}

u32 profile_counted(struct parked *p, const struct dinst *d, u32 active) {
	u32 again = 0;
	mask_each (l, p->mask & active)
		again |= (u32)(p->at[l] == d) << l;
	p->mask &= ~active;
	return again;
}

void profile_park(struct warp *w, const struct dinst *d, const struct frame *frame) {
	if (d->exec == exec_bra || d->exec == exec_brx)
		return;
	for (u32 i = 0; i < w->ngroup; i++) {
		const struct group *g = &w->group[i];
		if (!g->mask || g->frame != frame || g->pc != d)
			continue;
		w->parked->mask |= g->mask;
		mask_each (l, g->mask)
			w->parked->at[l] = d;
	}
}

void profile_left(struct warp *w, const struct dinst *d, const struct spot *s,
                  struct profile_count *c, const struct frame *frame) {
	for (u32 i = 0; i < w->ngroup; i++) {
		const struct group *g = &w->group[i];
		if (!g->mask || g->frame != frame)
			continue;
		if (s->kind == SPOT_WAIT && g->pc == d + 1 &&
		    (g->state == GROUP_BARRIER || g->state == GROUP_CLUSTER))
			c->waits++;
	}
	if (s->kind != SPOT_BRANCH)
		profile_park(w, d, frame);
}

/* ---- workers ----------------------------------------------------------------------- */

void profile_start(struct worker *wk) {
	wk->counts = arena_array(&wk->arena, struct profile_count *, wk->dm->nfunc + 1);
}

struct profile_count *profile_counts(struct worker *wk, const struct dfunc *f) {
	struct profile_count **c = &wk->counts[f->index];
	if (!*c)
		*c = arena_array(&wk->arena, struct profile_count, f->func->ninst + 1);
	return *c;
}

void profile_end(struct worker *wk) {
	struct profile *p = wk->launch->profile;
	pthread_mutex_lock(&p->lock);
	for (u32 i = 0; i < p->nfunc; i++) {
		const struct profile_count *from = wk->counts[i];
		u32 n = from ? wk->dm->func[i].func->ninst : 0;
		if (from && !p->count[i])
			p->count[i] = arena_array(&p->arena, struct profile_count, n + 1);
		for (u32 k = 0; k < n; k++)
			profile_add(&p->count[i][k], &from[k]);
	}
	pthread_mutex_unlock(&p->lock);
}
