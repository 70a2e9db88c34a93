/* atom.c - atom and red (PTX 9.7.13.5, 9.7.13.6). Lanes act in ascending order. Other
 * worker threads may reach global memory, so there each element is changed by compare and
 * swap; shared and local memory belong to one worker. When all lanes of a warp name one
 * element, their operations are chained on a copy and swapped in at once.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/atom.h"
#include "backend/machine/group.h"
#include "backend/machine/strong_access.h"

/* A compare and swap of 16 bytes exists on every x86-64 since 2006, but not in the
 * baseline. */
#ifdef __x86_64__
#define HAS_CAS16 __attribute__((target("cx16")))
#else
#define HAS_CAS16
#endif

HAS_CAS16 void strong_cas_16(u8 *p, const u64 want[2], const u64 value[2], u64 out[2]) {
	u128 w = (u128)want[1] << 64 | want[0], v = (u128)value[1] << 64 | value[0];
	u128 old = __sync_val_compare_and_swap((u128 *)(void *)p, w, v);
	out[0] = (u64)old;
	out[1] = (u64)(old >> 64);
}

/* Host processors with AVX do not tear aligned moves of 16 bytes; Intel and AMD promise
 * it. */
#ifdef __x86_64__
typedef u64 u64x2 __attribute__((vector_size(16)));

static bool load_16_at_once(const u8 *p, u64 out[2]) {
	u64x2 v;
	if (!__builtin_cpu_supports("avx"))
		return false;
	__asm__ volatile("movdqa %1, %0"
	                 : "=x"(v)
	                 : "m"(*(const u64x2 *)(const void *)p));
	memcpy(out, &v, sizeof v);
	return true;
}

static bool store_16_at_once(u8 *p, const u64 in[2]) {
	u64x2 v;
	if (!__builtin_cpu_supports("avx"))
		return false;
	memcpy(&v, in, sizeof v);
	__asm__ volatile("movdqa %1, %0" : "=m"(*(u64x2 *)(void *)p) : "x"(v));
	return true;
}
#else
static bool load_16_at_once(const u8 *p, u64 out[2]) {
	(void)p, (void)out;
	return false;
}

static bool store_16_at_once(u8 *p, const u64 in[2]) {
	(void)p, (void)in;
	return false;
}
#endif

void strong_load_16(const u8 *p, u64 out[2]) {
	if (load_16_at_once(p, out))
		return;
	u64 lo = strong_load(p, 8), hi = strong_load(p + 8, 8);
	/* Only a value that held both halves at once can be swapped for itself; memory
	 * that is read this way is device memory, which the host may write. */
	u64 want[2] = {lo, hi};
	strong_cas_16((u8 *)(uintptr_t)p, want, want, out);
}

void strong_store_16(u8 *p, const u64 in[2]) {
	if (store_16_at_once(p, in))
		return;
	u64 seen[2] = {strong_load(p, 8), strong_load(p + 8, 8)}, want[2];
	do {
		want[0] = seen[0];
		want[1] = seen[1];
		strong_cas_16(p, want, in, seen);
	} while (seen[0] != want[0] || seen[1] != want[1]);
}

/* The register of one element of a value operand, and the width of its lanes. */
struct source {
	const void *reg;
	u32 bits;
};

static struct source source_of(const struct warp *w, const struct dinst *d, u32 i,
                               u32 k) {
	const struct vec_operand *v = d->x->vec[i];
	if (v)
		return (struct source){warp_ptr(w, v->o[k]), v->lane_bits};
	return (struct source){warp_ptr(w, d->o[i]), d->x->lane_bits[i]};
}

static void put_old(void *dst, u32 bits, u32 lane, u64 old) {
	if (dst)
		lane_set(dst, bits, lane, old);
}

/* All lanes on one element: one swap for the chain of their operations. */
static void apply_chain(const struct access *a, u32 off, u32 size, atom_fn *f,
                        struct source b, u32 mask, u64 *old) {
	u8 *p = a->base + off;
	u64 first = strong_load(p, size), now;
	do {
		now = first;
		mask_each (l, mask) {
			old[l] = now;
			now = f(now, lane_get(b.reg, b.bits, l));
		}
		if (a->alone) {
			strong_store(p, size, now);
			return;
		}
	} while (!strong_cas(p, size, &first, now));
}

static u8 *lane_at(const struct access *a, u32 lane) {
	return a->pattern == ACCESS_LINEAR ? a->base + (size_t)lane * a->bytes
	                                   : access_lane(a, lane);
}

/* Element k of every lane. */
static void apply_all(struct warp *w, const struct dinst *d, const struct access *a,
                      u32 k, u32 bi, bool wants_old, u32 mask) {
	enum type t = (enum type)d->type[0];
	u32 size = type_size_bytes(t), bits = 0;
	atom_fn *f = atom_find(MOD_GET(d->mods, AOP), t, a->alone ? 0 : ATOM_GLOBAL);
	struct source b = source_of(w, d, bi, k);
	void *dst = wants_old ? operand_element(w, d, 0, k, &bits) : NULL;
	u64 old[WARP_LANES];
	if (a->pattern == ACCESS_UNIFORM) {
		apply_chain(a, k * size, size, f, b, mask, old);
	} else {
		mask_each (l, mask)
			old[l] = atom_apply(lane_at(a, l) + k * size, size, a->alone, f,
			                    lane_get(b.reg, b.bits, l));
	}
	if (dst)
		mask_each (l, mask)
			lane_set(dst, bits, l, old[l]);
}

static enum step atomic(struct warp *w, const struct dinst *d, u32 mask, u32 ai,
                        bool wants_old) {
	u32 n = mem_elements(d), size = type_size_bytes((enum type)d->type[0]);
	struct access a;
	if (!access_resolve(&a, w, d, ai, mem_space(d), mask, n * size,
	                    ACCESS_STORE | ACCESS_ATOMIC))
		return STEP_STOP;
	strong_fence_before(d->mods);
	for (u32 k = 0; k < n; k++)
		apply_all(w, d, &a, k, ai + 1, wants_old, mask);
	strong_fence_after(d->mods);
	if (wants_old)
		warp_polled(w, 64);
	return STEP_NEXT;
}

/* ---- 16 bytes, and compare and swap ------------------------------------------------ */

static void lane_get_16(const void *reg, u32 lane, u64 out[2]) {
	memcpy(out, (const u8 *)reg + 16 * lane, 16);
}

/* cas.b128 and exch.b128, one lane: exchange is a swap with whatever is there. */
static void swap_16(u8 *p, bool is_cas, const u64 want[2], const u64 value[2],
                    u64 old[2]) {
	if (is_cas) {
		strong_cas_16(p, want, value, old);
		return;
	}
	u64 seen[2] = {strong_load(p, 8), strong_load(p + 8, 8)};
	do {
		memcpy(old, seen, 16);
		strong_cas_16(p, old, value, seen);
	} while (seen[0] != old[0] || seen[1] != old[1]);
}

static enum step atomic_16(struct warp *w, const struct dinst *d, u32 mask) {
	bool is_cas = MOD_GET(d->mods, AOP) == MOD_AOP_CAS;
	struct access a;
	if (!access_resolve(&a, w, d, 1, mem_space(d), mask, 16,
	                    ACCESS_STORE | ACCESS_ATOMIC | ACCESS_POINTERS))
		return STEP_STOP;
	const void *b = warp_ptr(w, d->o[2]), *c = is_cas ? warp_ptr(w, d->o[3]) : b;
	u8 *dst = d->o[0] == REF_NONE ? NULL : warp_ptr(w, d->o[0]);
	strong_fence_before(d->mods);
	mask_each (l, mask) {
		u64 want[2], value[2], old[2];
		lane_get_16(b, l, want);
		lane_get_16(c, l, value);
		swap_16(access_lane(&a, l), is_cas, want, value, old);
		if (dst)
			memcpy(dst + 16 * l, old, 16);
	}
	strong_fence_after(d->mods);
	return STEP_NEXT;
}

enum step exec_atom_cas(struct warp *w, const struct dinst *d, u32 mask) {
	u32 size = type_size_bytes((enum type)d->type[0]), bits;
	if (size == 16)
		return atomic_16(w, d, mask);
	struct access a;
	if (!access_resolve(&a, w, d, 1, mem_space(d), mask, size,
	                    ACCESS_STORE | ACCESS_ATOMIC | ACCESS_POINTERS))
		return STEP_STOP;
	struct source b = source_of(w, d, 2, 0), c = source_of(w, d, 3, 0);
	void *dst = operand_element(w, d, 0, 0, &bits);
	u64 keep = size == 8 ? ~(u64)0 : ((u64)1 << 8 * size) - 1;
	strong_fence_before(d->mods);
	mask_each (l, mask) {
		u64 want = lane_get(b.reg, b.bits, l) & keep, old = want;
		strong_cas(access_lane(&a, l), size, &old, lane_get(c.reg, c.bits, l));
		put_old(dst, bits, l, old);
	}
	strong_fence_after(d->mods);
	warp_polled(w, 64);
	return STEP_NEXT;
}

enum step exec_atom(struct warp *w, const struct dinst *d, u32 mask) {
	return type_size_bytes((enum type)d->type[0]) == 16 ? atomic_16(w, d, mask)
	                                                    : atomic(w, d, mask, 1, true);
}

enum step exec_red(struct warp *w, const struct dinst *d, u32 mask) {
	return atomic(w, d, mask, 0, false);
}

enum step exec_atom_vec(struct warp *w, const struct dinst *d, u32 mask) {
	return atomic(w, d, mask, 1, true);
}

enum step exec_red_vec(struct warp *w, const struct dinst *d, u32 mask) {
	return atomic(w, d, mask, 0, false);
}
