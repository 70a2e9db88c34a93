/* slots.c - registers of a function to places in the frame.
 * Registers whose live intervals do not meet share a slot, so that a kernel with thousands of virtual
 * registers works on a frame that fits the cache. Registers that may be read before they are written come
 * first and are cleared when a frame is made: what such a read gives is the same in every run.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/decode.h"

u32 decode_bits(enum type t) {
	return type_info[t].lane_bits;
}

/* Bytes of a register of `bits`-wide lanes; predicates are one mask each. */
static u32 slot_bytes(u32 bits) {
	return bits == 1 ? 4 : bits / 8 * WARP_LANES;
}

void decode_slots(struct decoder *c) {
	struct func *f = c->f;
	c->reg = arena_array(c->scratch, ref, f->nreg + 1);
	c->reg_bits = arena_array(c->scratch, u8, f->nreg + 1);
	u32 off = 0;
	for (u32 pass = 0; pass < 2; pass++) { /* lanes first, masks behind: keeps slots aligned */
		for (u32 i = 0; i < f->nreg; i++) {
			u32 bits = decode_bits(f->reg[i].type);
			if ((bits == 1) != (pass == 1))
				continue;
			c->reg_bits[i] = (u8)bits;
			c->reg[i] = REF(BASE_FRAME, off);
			off += slot_bytes(bits);
		}
	}
	c->df->zero_bytes = off;
	c->frame_used = (u32)alignup(off, 64);
}
