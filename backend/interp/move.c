/* move.c - the forms of mov that are more than a register copy, the stack of a lane, and
 * instructions that do nothing here.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/access.h"
#include "backend/machine/group.h"

/* Copies lanes of `bytes` each. */
static void copy_lanes(void *to, const void *from, u32 bytes, u32 mask) {
	if (mask == ~0u) {
		memmove(to, from, (size_t)bytes * WARP_LANES);
		return;
	}
	for_each_lane (l, mask)
		memcpy((u8 *)to + (size_t)l * bytes, (const u8 *)from + (size_t)l * bytes,
		       bytes);
}

/* mov from a special register, or of an address: the decoder has made it an operand. */
enum step exec_mov(struct warp *w, const struct dinst *d, u32 mask) {
	u32 bits = d->x->lane_bits[0];
	if (d->o[0] == REF_NONE)
		return STEP_NEXT;
	if (bits == 1)
		operand_set_pred(w, d, 0, mask, warp_pred(w, d->o[1]));
	else
		copy_lanes(warp_ptr(w, d->o[0]), warp_ptr(w, d->o[1]), bits / 8, mask);
	return STEP_NEXT;
}

/* PTX 9.7.9.4: mov.b64 d, {a, b}: the first element lands in the low bits. */
enum step exec_mov_pack(struct warp *w, const struct dinst *d, u32 mask) {
	const struct vec_operand *v = d->x->vec[1];
	u32 whole = d->x->lane_bits[0] / 8, part = type_info[d->type[0]].bits / 8 / v->n;
	u32 src = v->lane_bits / 8; /* 8-bit parts sit in 16-bit lanes */
	u8 *to = warp_ptr(w, d->o[0]), tmp[WARP_LANES * 16];
	for (u32 i = 0; i < v->n; i++) {
		const u8 *from = warp_ptr(w, v->o[i]);
		for_each_lane (l, mask)
			memcpy(tmp + l * whole + i * part, from + (size_t)l * src, part);
	}
	copy_lanes(to, tmp, whole, mask);
	return STEP_NEXT;
}

enum step exec_mov_unpack(struct warp *w, const struct dinst *d, u32 mask) {
	const struct vec_operand *v = d->x->vec[0];
	u32 whole = d->x->lane_bits[1] / 8, part = type_info[d->type[0]].bits / 8 / v->n;
	u8 tmp[WARP_LANES * 16];
	/* a part may be the source itself */
	memcpy(tmp, warp_ptr(w, d->o[1]), (size_t)whole * WARP_LANES);
	for (u32 i = 0; i < v->n; i++) {
		if (v->o[i] == REF_NONE)
			continue;
		u8 *to = warp_ptr(w, v->o[i]);
		u32 dst = v->lane_bits / 8;
		for_each_lane (l, mask) {
			if (dst > part)
				memset(to + (size_t)l * dst, 0, dst);
			memcpy(to + (size_t)l * dst, tmp + l * whole + i * part, part);
		}
	}
	return STEP_NEXT;
}

enum step exec_mov_vec(struct warp *w, const struct dinst *d, u32 mask) {
	const struct vec_operand *to = d->x->vec[0], *from = d->x->vec[1];
	u8 tmp[8][WARP_LANES * 16];
	u32 bits = to->lane_bits;
	for (u32 i = 0; i < from->n; i++)
		memcpy(tmp[i], warp_ptr(w, from->o[i]),
		       bits == 1 ? 4 : bits / 8 * WARP_LANES);
	for (u32 i = 0; i < to->n; i++) {
		if (to->o[i] == REF_NONE)
			continue;
		if (bits == 1) {
			u32 *p = warp_ptr(w, to->o[i]), v;
			memcpy(&v, tmp[i], 4);
			*p = (*p & ~mask) | (v & mask);
		} else {
			copy_lanes(warp_ptr(w, to->o[i]), tmp[i], bits / 8, mask);
		}
	}
	return STEP_NEXT;
}

/* o[0] = o[1] + imm, lanes of type[0] bits: a local variable's address (decoder-made). */
enum step exec_add_imm(struct warp *w, const struct dinst *d, u32 mask) {
	(void)mask;
	void *to = warp_ptr(w, d->o[0]);
	const void *from = warp_ptr(w, d->o[1]);
	for (u32 l = 0; l < WARP_LANES; l++) {
		if (d->type[0] == 32)
			((u32 *)to)[l] = ((const u32 *)from)[l] + (u32)d->imm;
		else
			((u64 *)to)[l] = ((const u64 *)from)[l] + (u64)d->imm;
	}
	return STEP_NEXT;
}

/* ---- alloca, stacksave, stackrestore (PTX 9.7.12) ---------------------------------- */

static void put_address(struct warp *w, const struct dinst *d, u32 mask, u32 addr) {
	void *to = warp_ptr(w, d->o[0]);
	for_each_lane (l, mask) {
		if (d->x->lane_bits[0] == 32)
			((u32 *)to)[l] = addr;
		else
			((u64 *)to)[l] = addr;
	}
}

static u64 address(const struct warp *w, const struct dinst *d, u32 i, u32 lane) {
	const void *p = warp_ptr(w, d->o[i]);
	return d->x->lane_bits[i] == 32 ? ((const u32 *)p)[lane] : ((const u64 *)p)[lane];
}

/* The lanes of a frame share one stack top, so a block is as large as its largest lane
 * asks. */
enum step exec_alloca(struct warp *w, const struct dinst *d, u32 mask) {
	u64 size = 0,
	    align = d->no > 2 && d->x->kind[2] == OPR_IMM ? (u64)d->x->off[2] : 8;
	u32 widest = 0;
	for_each_lane (l, mask) {
		u64 n = address(w, d, 1, l);
		if (n >= size) {
			size = n;
			widest = l;
		}
	}
	u64 at = alignup(w->frame->local_top, align);
	if (size > w->local_limit || at + size > w->local_limit)
		return warp_fault(
			w, d, widest, FAULT_STACK, at, 0,
			"alloca of %llu bytes overflows the stack of %u bytes per lane",
			(unsigned long long)size, w->local_limit);
	w->frame->local_top = (u32)(at + size);
	put_address(w, d, mask, (u32)at);
	return STEP_NEXT;
}

enum step exec_stacksave(struct warp *w, const struct dinst *d, u32 mask) {
	put_address(w, d, mask, w->frame->local_top);
	return STEP_NEXT;
}

/* Other groups of the frame may have allocated above: the top only goes back when all
 * lanes do. */
enum step exec_stackrestore(struct warp *w, const struct dinst *d, u32 mask) {
	u64 top = address(w, d, 0, (u32)__builtin_ctz(mask));
	if (top > w->frame->local_top)
		return warp_fault(w, d, (u32)__builtin_ctz(mask), FAULT_STACK, top, 0,
		                  "stackrestore above the top of the stack");
	if (mask == w->frame->refs)
		w->frame->local_top = (u32)top;
	return STEP_NEXT;
}

/* Hints, and what means nothing on this machine: prefetches, pmevent, register counts. */
enum step exec_nop(struct warp *w, const struct dinst *d, u32 mask) {
	(void)w, (void)d, (void)mask;
	return STEP_NEXT;
}

enum step exec_unsupported(struct warp *w, const struct dinst *d, u32 mask) {
	return warp_fault(w, d, (u32)__builtin_ctz(mask), FAULT_ILLEGAL_INST, 0, 0,
	                  "'%s' is not supported yet", row_info(d->row)->mnemonic);
}
