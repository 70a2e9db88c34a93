/* weak_op.c - loads, stores, atomics and fences in weak mode: lane by lane, element by
 * element, through the messages of weak.c. Local memory belongs to one lane,
 * parameters and constants never change: the interpreter's functions access them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/atom.h"
#include "backend/machine/group.h"
#include "backend/machine/strong_access.h"
#include "backend/watch/load_buffering.h"
#include "backend/watch/steer.h"
#include "backend/watch/weak.h"

/* ---- operands ---------------------------------------------------------------------- */

static bool is_elsewhere(const struct dinst *d) {
	u32 space = mem_space(d);
	return space != SPACE_GENERIC && space != SPACE_GLOBAL && !is_shared_space(space);
}

/* Checks whether p is in the warp's local memory, as a generic address may be. */
static bool is_own(const struct warp *w, const u8 *p) {
	return w->local && (u64)(p - w->local) < (u64)WARP_LANES * w->local_stride;
}

/* ---- loads and stores -------------------------------------------------------------- */

void weak_ld_element(struct warp *w, const struct dinst *d, u32 lane, const u8 *p,
                     void *reg, u32 bits) {
	enum type t = (enum type)d->type[0];
	u32 size = type_size_bytes(t);
	u64 value[2] = {0};
	if (is_own(w, p))
		memcpy(value, p, size);
	else
		weak_load(w, lane, p, size, order_of_access(d->mods, false), value);
	if (type_info[t].class == 'S' && size <= 8)
		value[0] = sign_extend(value[0], size);
	if (reg)
		lane_set_all(reg, bits, lane, value);
}

/* Loads that lanes have left for later happen before they access those bytes again. */
static void late_happen_all(struct warp *w, const struct access *a, u32 mask, u32 bytes) {
	mask_each (l, mask)
		late_happen_at(w, l, access_lane(a, l), bytes);
}

static bool any_own(const struct warp *w, const struct access *a, u32 mask) {
	mask_each (l, mask)
		if (is_own(w, access_lane(a, l)))
			return true;
	return false;
}

enum step weak_ld(struct warp *w, const struct dinst *d, u32 mask) {
	u32 n = mem_elements(d), size = type_size_bytes((enum type)d->type[0]), bits;
	struct access a;
	if (is_elsewhere(d))
		return exec_ld(w, d, mask);
	if (!access_resolve(&a, w, d, 1, mem_space(d), mask, n * size, ACCESS_POINTERS))
		return STEP_STOP;
	late_happen_all(w, &a, mask, n * size);
	if (late_may(w, d, mask) && !any_own(w, &a, mask) &&
	    steer_value(w->worker->steer, 2)) {
		late_add(w, d, mask, &a);
		return STEP_NEXT;
	}
	mask_each (l, mask)
		for (u32 k = 0; k < n; k++) {
			void *reg = operand_element(w, d, 0, k, &bits);
			weak_ld_element(w, d, l, access_lane(&a, l) + k * size, reg,
			                bits);
		}
	if (is_strong(d->mods))
		warp_polled(w, 64);
	return STEP_NEXT;
}

enum step weak_st(struct warp *w, const struct dinst *d, u32 mask) {
	u32 n = mem_elements(d), size = type_size_bytes((enum type)d->type[0]), bits;
	struct order o = order_of_access(d->mods, false);
	struct access a;
	if (is_elsewhere(d))
		return exec_st(w, d, mask);
	if (!access_resolve(&a, w, d, 0, mem_space(d), mask, n * size,
	                    ACCESS_STORE | ACCESS_POINTERS | ACCESS_KEEPS_MESSAGES))
		return STEP_STOP;
	late_happen_all(w, &a, mask, n * size);
	mask_each (l, mask)
		for (u32 k = 0; k < n; k++) {
			u8 *p = access_lane(&a, l) + k * size;
			const void *reg = operand_element(w, d, 1, k, &bits);
			u64 value[2];
			lane_get_all(reg, bits, l, value);
			if (is_own(w, p))
				memcpy(p, value, size);
			else
				weak_store(w, l, p, size, o, value);
		}
	return STEP_NEXT;
}

/* ---- atomics ----------------------------------------------------------------------- */

/* One lane's operation on one element. */
struct change {
	atom_fn *f; /* NULL: exchange, or comparison */
	bool is_cas;
	u32 size;
	u64 b[2], c[2];
	u64 old[2];
};

static bool change(void *ctx, const u64 old[2], u64 value[2]) {
	struct change *x = ctx;
	memcpy(x->old, old, sizeof x->old);
	if (x->is_cas && memcmp(old, x->b, x->size) != 0)
		return false;
	memcpy(value, x->is_cas ? x->c : x->b, sizeof x->b);
	if (x->f)
		value[0] = x->f(old[0], x->b[0]);
	return true;
}

static void change_plain(u8 *p, struct change *x) {
	u64 old[2] = {0}, value[2];
	memcpy(old, p, x->size);
	if (change(x, old, value))
		memcpy(p, value, x->size);
}

static enum step weak_atomic(struct warp *w, const struct dinst *d, u32 mask, u32 ai,
                             bool wants_old) {
	enum type t = (enum type)d->type[0];
	u32 n = mem_elements(d), size = type_size_bytes(t), op = MOD_GET(d->mods, AOP),
	    bits;
	struct order o = order_of_access(d->mods, true);
	struct access a;
	if (!access_resolve(&a, w, d, ai, mem_space(d), mask, n * size,
	                    ACCESS_STORE | ACCESS_ATOMIC | ACCESS_POINTERS |
	                            ACCESS_KEEPS_MESSAGES))
		return STEP_STOP;
	late_happen_all(w, &a, mask, n * size);
	bool is_cas = op == MOD_AOP_CAS, is_plain = is_cas || size == 16;
	mask_each (l, mask)
		for (u32 k = 0; k < n; k++) {
			u8 *p = access_lane(&a, l) + k * size;
			struct change x = {.is_cas = is_cas, .size = size};
			const void *b = operand_element(w, d, ai + 1, k, &bits);
			lane_get_all(b, bits, l, x.b);
			if (is_cas) {
				const void *c = operand_element(w, d, ai + 2, k, &bits);
				lane_get_all(c, bits, l, x.c);
			}
			if (!is_plain)
				x.f = atom_find(op, t, a.alone ? 0 : ATOM_GLOBAL);
			if (is_own(w, p))
				change_plain(p, &x);
			else
				weak_rmw(w, l, p, size, o, change, &x);
			void *old = wants_old ? operand_element(w, d, 0, k, &bits) : NULL;
			if (old)
				lane_set_all(old, bits, l, x.old);
		}
	if (wants_old)
		warp_polled(w, 64);
	return STEP_NEXT;
}

enum step weak_atom(struct warp *w, const struct dinst *d, u32 mask) {
	return weak_atomic(w, d, mask, 1, true);
}

enum step weak_red(struct warp *w, const struct dinst *d, u32 mask) {
	return weak_atomic(w, d, mask, 0, false);
}

/* ---- fences ------------------------------------------------------------------------ */

/* Proxy fences have nothing to do: asynchronous copies are made when they are issued. */
static enum step weak_fence_all(struct warp *w, const struct dinst *d, u32 mask) {
	if (d->in->row != ROW_FENCE && d->in->row != ROW_MEMBAR &&
	    d->in->row != ROW_FENCE_SYNC && d->in->row != ROW_FENCE_SYNC_REL)
		return exec_fence(w, d, mask);
	struct order o = order_of_fence(d);
	mask_each (l, mask)
		weak_fence(w, l, o);
	if (o.sc)
		steer_effect(w->worker->steer, STEER_EFFECT_FENCE);
	return STEP_NEXT;
}

exec_fn *weak_exec(exec_fn *exec) {
	static const struct {
		exec_fn *plain, *weak;
	} table[] = {
		{exec_ld, weak_ld},         {exec_st, weak_st},
		{exec_atom, weak_atom},     {exec_atom_cas, weak_atom},
		{exec_atom_vec, weak_atom}, {exec_red, weak_red},
		{exec_red_vec, weak_red},   {exec_fence, weak_fence_all},
	};
	for (u32 i = 0; i < countof(table); i++)
		if (table[i].plain == exec)
			return table[i].weak;
	return exec;
}
