/* frame_slots.c - gives the registers of a function places in the frame.
 * Registers whose live intervals do not meet share a slot, so that a kernel with
 * thousands of virtual registers works on a frame that fits the cache. Registers that may
 * be read before they are written come first and are cleared when a frame is made: what
 * such a read gives is the same in every run.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/decode.h"

#include "ir/analysis/live.h"

u32 decode_bits(enum type t) {
	return type_info[t].lane_bits;
}

/* Bytes of a register of `bits`-wide lanes; predicates are one mask each. */
static u32 slot_bytes(u32 bits) {
	return bits == 1 ? 4 : bits / 8 * WARP_LANES;
}

/* Lists of registers by the position where their interval starts or ends. */
struct events {
	u32 *head, *next;
};

static struct events events_new(struct arena *a, u32 npos, u32 nreg) {
	struct events e = {arena_array_raw(a, u32, npos + 1),
	                   arena_array_raw(a, u32, nreg + 1)};
	memset(e.head, 0xff, (npos + 1) * sizeof(u32));
	return e;
}

static void events_add(struct events *e, u32 pos, u32 reg) {
	e->next[reg] = e->head[pos];
	e->head[pos] = reg;
}

/* Free slots by class of width. */
struct slots {
	VEC(u32) free[5];
	u32 off;
};

static u32 class_of(u32 bits) {
	switch (bits) {
	case 1: return 0;
	case 16: return 1;
	case 32: return 2;
	case 64: return 3;
	default: return 4;
	}
}

static void take(struct decoder *c, struct slots *s, u32 reg) {
	u32 bits = c->reg_bits[reg], k = class_of(bits);
	if (s->free[k].n) {
		c->reg[reg] = REF(BASE_FRAME, vec_pop(&s->free[k]));
		return;
	}
	u32 bytes = slot_bytes(bits);
	s->off = (u32)alignup(s->off, MIN(bytes, 64u));
	c->reg[reg] = REF(BASE_FRAME, s->off);
	s->off += bytes;
}

static void give(struct decoder *c, struct slots *s, u32 reg) {
	u32 k = class_of(c->reg_bits[reg]);
	vec_push(c->scratch, &s->free[k], REF_OFF(c->reg[reg]));
}

void decode_slots(struct decoder *c) {
	struct func *f = c->f;
	const struct live *live = live_build(c->m, f);
	c->reg = arena_array_raw(c->arena, ref, f->nreg + 1);
	c->reg_bits = arena_array_raw(c->arena, u8, f->nreg + 1);
	memset(c->reg, 0xff, (f->nreg + 1) * sizeof(ref));
	u32 npos = f->ninst + 1;
	struct events first = events_new(c->scratch, npos, f->nreg);
	struct events last = events_new(c->scratch, npos, f->nreg);
	struct slots s = {0};
	for (u32 i = 0; i < f->nreg; i++) {
		c->reg_bits[i] = (u8)decode_bits(f->reg[i].type);
		if (!live_is_used(live, i))
			continue;
		if (live_at_entry(live, f, i))
			take(c, &s, i); /* maybe read before written */
		else
			events_add(&first, MIN(live->warp[i].first, npos), i);
		events_add(&last, MIN(live->warp[i].last, npos), i);
	}
	c->df->zero_bytes = s.off;
	for (u32 pos = 0; pos <= npos; pos++) {
		for (u32 i = first.head[pos]; i != NO_REG; i = first.next[i])
			take(c, &s, i);
		/* In checked mode no two registers share a place: masks per place say
		 * which lanes have a value. A debugger shows registers that the kernel
		 * reads no more. */
		if (c->dm->image->machine->check || c->dm->image->machine->debugged)
			continue;
		for (u32 i = last.head[pos]; i != NO_REG; i = last.next[i])
			give(c, &s, i);
	}
	c->frame_used = (u32)alignup(s.off, 64);
}
