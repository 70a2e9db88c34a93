/* multimem.c - loads, stores and reductions over all copies of a multicast object (PTX
 * 9.7.9.14). Copies are combined in the order of devices, from the lowest number up:
 * ((x0 + x1) + x2) + x3. Sums of halves with .acc::f32, and of 8-bit floats with
 * .acc::f16, are rounded once; without it each partial sum is.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "backend/interp/atom.h"
#include "backend/machine/group.h"
#include "backend/machine/multicast.h"
#include "backend/machine/strong_access.h"
#include "ir/num/num.h"

/* One lane's bytes in all copies. */
struct copies {
	u32 n;
	u8 *at[MULTICAST_DEVICES];
};

enum { LOADS = 0, STORES = ACCESS_STORE, REDUCES = ACCESS_STORE | ACCESS_ATOMIC };

static bool refuse(struct warp *w, const struct dinst *d, u32 lane, u64 addr, u32 bytes,
                   const char *why, u32 number) {
	char text[sizeof w->cta->launch->fault.text], where[80];
	snprintf(where, sizeof where, why, number);
	snprintf(text, sizeof text, "%s of %u bytes at 0x%llx: %s",
	         row_info(d->row)->mnemonic, bytes, (unsigned long long)addr, where);
	warp_fault_in(w, d, lane, FAULT_ADDRESS, SPACE_GLOBAL, addr, bytes, text);
	return false;
}

/* Finds the copies that a lane reaches; false: a fault was recorded. */
static bool find_copies(struct copies *c, struct warp *w, const struct dinst *d, u32 ai,
                        u32 lane, u32 bytes, u32 flags) {
	u64 addr = mem_lane_addr(w, d, ai, lane);
	const struct multicast_window *at = multicast_at(&w->cta->launch->machine->map,
	                                                 addr);
	u32 number = 0;
	if (addr & (bytes - 1)) {
		mem_fault(w, d, lane, FAULT_MISALIGNED, SPACE_GLOBAL, addr, bytes, flags);
		return false;
	}
	if (!at)
		return refuse(w, d, lane, addr, bytes, "no multicast object is there", 0);
	c->n = multicast_copies(at, addr, bytes, c->at, &number);
	return c->n || refuse(w, d, lane, addr, bytes,
	                      "device %u has bound no memory there", number);
}

/* ---- combining --------------------------------------------------------------------- */

/* Sums both halves of a register in single precision. */
static u64 sum_halves(const struct copies *c, u32 off, enum type t, u32 size) {
	bool wide = t == TYPE_BF16 || t == TYPE_BF16X2;
	u64 out = 0;
	for (u32 h = 0; h < size / 2; h++) {
		f32 sum = 0;
		for (u32 i = 0; i < c->n; i++) {
			u16 x = (u16)strong_load(c->at[i] + off + 2 * h, 2);
			f32 v = wide ? bf16_f32(x) : f16_f32(x);
			sum = i ? f32_add(sum, v, 0) : v;
		}
		out |= (u64)(wide ? bf16_from(sum) : f16_from(sum)) << 16 * h;
	}
	return out;
}

static u32 fp8_pair(enum type t) {
	return t == TYPE_E4M3 || t == TYPE_E4M3X2 || t == TYPE_E4M3X4 ? TYPE_E4M3X2
	                                                              : TYPE_E5M2X2;
}

static u16 fp8_combine(u16 a, u16 b, u32 op) {
	if (op == MOD_AOP_ADD)
		return f16_add(a, b, 0);
	return op == MOD_AOP_MIN ? f16_min(a, b, 0) : f16_max(a, b, 0);
}

/* 8-bit floats are combined as halves. */
static u64 combine_fp8(const struct copies *c, u32 off, const struct dinst *d, u32 size) {
	u32 pair = fp8_pair((enum type)d->type[0]), op = MOD_GET(d->mods, AOP);
	bool once = MOD_GET(d->mods, ACC) != 0;
	u64 out = 0;
	for (u32 b = 0; b < size; b++) {
		u16 sum = 0;
		for (u32 i = 0; i < c->n; i++) {
			u8 x = (u8)strong_load(c->at[i] + off + b, 1);
			u16 v = f16_of_fp8(pair, x, 0);
			sum = i ? fp8_combine(sum, v, op) : v;
			if (!once)
				sum = f16_of_fp8(pair, fp8_from(pair, f16_f32(sum), 0),
				                 0);
		}
		out |= (u64)fp8_from(pair, f16_f32(sum), 0) << 8 * b;
	}
	return out;
}

static bool is_fp8(enum type t) {
	return t == TYPE_E4M3 || t == TYPE_E5M2 || t == TYPE_E4M3X2 || t == TYPE_E5M2X2 ||
	       t == TYPE_E4M3X4 || t == TYPE_E5M2X4;
}

/* All copies of the element `off` bytes into the lane's access. */
static u64 combine(const struct copies *c, u32 off, const struct dinst *d, atom_fn *f,
                   u32 size) {
	enum type t = (enum type)d->type[0];
	if (is_fp8(t))
		return combine_fp8(c, off, d, size);
	if (MOD_GET(d->mods, ACC))
		return sum_halves(c, off, t, size);
	u64 sum = strong_load(c->at[0] + off, size);
	for (u32 i = 1; i < c->n; i++)
		sum = f(sum, strong_load(c->at[i] + off, size));
	return sum;
}

enum step exec_multimem_ld(struct warp *w, const struct dinst *d, u32 mask) {
	enum type t = (enum type)d->type[0];
	u32 n = mem_elements(d), size = type_size_bytes(t), bits;
	atom_fn *f = is_fp8(t) ? NULL : atom_find(MOD_GET(d->mods, AOP), t, ATOM_GLOBAL);
	strong_fence_before(d->mods);
	mask_each (l, mask) {
		struct copies c;
		if (!find_copies(&c, w, d, 1, l, n * size, LOADS))
			return STEP_STOP;
		for (u32 k = 0; k < n; k++) {
			void *dst = operand_element(w, d, 0, k, &bits);
			u64 v = combine(&c, k * size, d, f, size);
			if (dst)
				lane_set(dst, bits, l, v);
		}
	}
	strong_fence_after(d->mods);
	warp_polled(w, 64);
	return STEP_NEXT;
}

/* ---- writing ----------------------------------------------------------------------- */

enum step exec_multimem_st(struct warp *w, const struct dinst *d, u32 mask) {
	u32 n = mem_elements(d), size = type_size_bytes((enum type)d->type[0]), bits;
	strong_fence_before(d->mods);
	mask_each (l, mask) {
		struct copies c;
		if (!find_copies(&c, w, d, 0, l, n * size, STORES))
			return STEP_STOP;
		for (u32 k = 0; k < n; k++) {
			const void *src = operand_element(w, d, 1, k, &bits);
			for (u32 i = 0; i < c.n; i++)
				strong_store(c.at[i] + k * size, size,
				             lane_get(src, bits, l));
		}
	}
	return STEP_NEXT;
}

enum step exec_multimem_red(struct warp *w, const struct dinst *d, u32 mask) {
	enum type t = (enum type)d->type[0];
	u32 n = mem_elements(d), size = type_size_bytes(t), bits;
	atom_fn *f = atom_find(MOD_GET(d->mods, AOP), t, ATOM_GLOBAL);
	strong_fence_before(d->mods);
	mask_each (l, mask) {
		struct copies c;
		if (!find_copies(&c, w, d, 0, l, n * size, REDUCES))
			return STEP_STOP;
		for (u32 k = 0; k < n; k++) {
			const void *src = operand_element(w, d, 1, k, &bits);
			for (u32 i = 0; i < c.n; i++)
				atom_apply(c.at[i] + k * size, size, false, f,
				           lane_get(src, bits, l));
		}
	}
	return STEP_NEXT;
}
