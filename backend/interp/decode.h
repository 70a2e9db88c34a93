/* decode.h - state shared by the parts of the decoder.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/group.h"
#include "base/map.h"

VEC_TYPE(dcode, struct dinst);
/* Values of a cta page, and 1 + where each is, by a hash of it. */
struct cta_values {
	VEC(struct cta_value) list;
	struct map at;
};

struct branch_fixup { /* code[at] jumps to a block that may not have its place yet */
	u32 at, block;
};

struct decoder {
	struct dmodule *dm;
	const struct module *m;
	struct func *f;
	struct dfunc *df;
	struct arena *arena;   /* of dm: outlives the decoder */
	struct arena *scratch; /* reset for each function */
	struct dcode code;
	VEC(struct branch_fixup) fixup;
	ref *reg; /* per IR register */
	u8 *reg_bits;
	u32 frame_used;          /* bytes of registers laid out so far */
	u32 temp_used, temp_max; /* temporaries of the current instruction; they follow
	                            the registers */
	struct {
		u64 value;
		u32 off;
		u8 bits;
	} *pool_map; /* open addressing; bits 0: empty */
	u32 npool, pool_cap;
	VEC(u8) pool;
	struct cta_values *cta; /* where this function's per-cta values go */
	u32 *cta_bytes;
	u32 cta_base;          /* offset of this list's part of the page */
	const struct inst *in; /* being decoded */
	VEC(u32) entry;        /* of compiled code: places in `code` */
	bool calls;
};

/* frame_slots.c: gives every register a place in the frame; fills reg, reg_bits,
 * frame_used, zero_bytes. */
void decode_slots(struct decoder *c);
/* operand.c */
ref decode_temp(struct decoder *c, u32 bits);
ref decode_const(struct decoder *c, u64 value, u32 bits);
/* Operand as a source of lanes of `bits` bits (1: predicate), converted where its own
 * differ; 0: as it is. *actual gets the width. */
ref decode_source(struct decoder *c, const struct operand *o, u32 bits, u32 *actual);
/* Address operand: base reference, *off, width; the space in d->mods is set from a
 * symbol's own. */
ref decode_address(struct decoder *c, struct dinst *d, const struct operand *o, s64 *off,
                   u32 *bits);
/* Appends; guard and instruction are those being decoded unless `d` is a preparation
 * step. */
struct dinst *decode_emit(struct decoder *c, const struct dinst *d);
u32 decode_bits(enum type t); /* lane width of a type */
/* decode.c: lane width that an operand letter of alu.def stands for. */
u32 decode_alu_bits(const struct inst *in, char letter);
/* Lanes may have to wait at the instruction: there is an entry for compiled code after
 * it. */
bool decode_can_wait(const struct inst *in);
struct vec_operand *decode_vec(struct decoder *c, const struct operand *o, u32 bits,
                               bool is_dest);
const struct var_place *decode_place(struct decoder *c, u32 var);
/* Frame slot that lanes write and no instruction reads, 512 bytes. */
ref decode_trash(struct decoder *c);
