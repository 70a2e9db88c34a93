/* load_buffering.c - weak mode's load buffering: loads that happen after operations that
 * follow them in the program.
 *
 * PTX orders a weak or relaxed load and what the thread does next elsewhere by
 * dependencies and fences only. So a load may be left for later: its address is known and
 * has been checked, its register gets its value when the load happens. It has to when an
 * instruction names the register, accesses the same memory, may release or fence, or is
 * anything but arithmetic and an access to memory: control flow and barriers, above all.
 * So nothing ever depends on a value before it has been read, and what is read has been
 * written: no value comes out of thin air.
 *
 * The load then uses the view that the lane has by that time, which is at least the one
 * that it had (weak.c). A load is left for later only if its lane might store something
 * before it is due.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/watch/load_buffering.h"
#include "backend/machine/group.h"
#include "backend/machine/hook_steer.h"
#include "backend/watch/steer.h"

enum {
	ELEMENTS = 8,    /* of a vector */
	LOOK_AHEAD = 32, /* instructions */
};

struct late_load {
	const struct dinst *d;
	u32 mask;
	void *reg[ELEMENTS]; /* by element; NULL: nothing takes it */
	u8 bits[ELEMENTS];   /* of its lanes */
	const u8 *at[WARP_LANES];
};

struct late {
	u32 n;
	struct late_load load[LATE_MOST];
};

void late_alloc(struct warp *w, struct arena *a) {
	w->late = arena_new(a, struct late);
}

void late_drop(struct warp *w) {
	w->late->n = 0;
}

/* ---- what an instruction needs ----------------------------------------------------- */

static bool is_access(const struct dinst *d) {
	return d->exec == weak_ld || d->exec == weak_st || d->exec == weak_atom ||
	       d->exec == weak_red;
}

static bool has_vectors(const struct dinst *d) {
	return is_access(d) || d->exec == exec_mov_pack || d->exec == exec_mov_unpack ||
	       d->exec == exec_mov_vec;
}

/* Checks whether an earlier load may happen after d: d neither reaches other threads nor
 * decides what comes next, or is an access that releases nothing. */
static bool lets_pass(const struct dinst *d) {
	static exec_fn *const plain[] = {exec_alu,      exec_narrow,  exec_widen,
	                                 exec_pred_not, exec_add_imm, exec_mov,
	                                 exec_mov_pack, exec_mov_vec, exec_mov_unpack};
	if (is_access(d))
		return !order_of_access(d->mods,
		                        d->exec == weak_atom || d->exec == weak_red)
		                .release;
	for (u32 i = 0; i < countof(plain); i++)
		if (d->exec == plain[i])
			return true;
	return false;
}

static bool names(const struct warp *w, const struct dinst *d, const void *reg) {
	for (u32 i = 0; i < countof(d->o); i++)
		if (d->o[i] != REF_NONE && warp_ptr(w, d->o[i]) == reg)
			return true;
	for (u32 i = 0; has_vectors(d) && i < countof(d->x->vec); i++)
		for (u32 k = 0; d->x->vec[i] && k < d->x->vec[i]->n; k++)
			if (d->x->vec[i]->o[k] != REF_NONE &&
			    warp_ptr(w, d->x->vec[i]->o[k]) == reg)
				return true;
	return false;
}

static bool names_any(const struct warp *w, const struct dinst *d,
                      const struct late_load *x) {
	for (u32 i = 0; i < mem_elements(x->d); i++)
		if (x->reg[i] && names(w, d, x->reg[i]))
			return true;
	return false;
}

static bool is_due(const struct warp *w, const struct dinst *d, u32 mask,
                   const struct late_load *x) {
	return x->mask & mask && (!lets_pass(d) || names_any(w, d, x));
}

bool late_is_due(const struct warp *w, const struct dinst *d, u32 mask) {
	for (u32 i = 0; w->late && i < w->late->n; i++)
		if (is_due(w, d, mask, &w->late->load[i]))
			return true;
	return false;
}

/* ---- leaving a load for later ------------------------------------------------------ */

static void note_registers(const struct warp *w, const struct dinst *d,
                           struct late_load *x) {
	for (u32 k = 0; k < mem_elements(d); k++) {
		u32 bits;
		x->reg[k] = operand_element(w, d, 0, k, &bits);
		x->bits[k] = (u8)bits;
	}
}

static bool stores_for_others(const struct warp *w, const struct dinst *d, u32 mask) {
	return is_access(d) && d->exec != weak_ld && d->flags & DF_VISIBLE &&
	       !steered_is_quiet(w, d, mask);
}

bool late_may(const struct warp *w, const struct dinst *d, u32 mask) {
	struct late_load x = {.d = d};
	if (w->late->n == LATE_MOST || mem_elements(d) > ELEMENTS ||
	    order_of_access(d->mods, false).acquire)
		return false;
	note_registers(w, d, &x);
	for (u32 i = 1; i <= LOOK_AHEAD; i++) {
		if (!lets_pass(d + i) || names_any(w, d + i, &x))
			return false;
		if (stores_for_others(w, d + i, mask))
			return true;
	}
	return false;
}

void late_add(struct warp *w, const struct dinst *d, u32 mask, const struct access *a) {
	struct late_load *x = &w->late->load[w->late->n++];
	x->d = d;
	x->mask = mask;
	note_registers(w, d, x);
	mask_each (l, mask)
		x->at[l] = access_lane(a, l);
}

/* ---- the load happens -------------------------------------------------------------- */

static void happen(struct warp *w, u32 i) {
	struct late_load x = w->late->load[i];
	u32 n = mem_elements(x.d), size = type_size_bytes((enum type)x.d->type[0]);
	w->late->load[i] = w->late->load[--w->late->n];
	mask_each (l, x.mask) {
		steer_touch(w->worker->steer, (uintptr_t)x.at[l], n * size, false);
		for (u32 k = 0; k < n; k++)
			weak_ld_element(w, x.d, l, x.at[l] + k * size, x.reg[k],
			                x.bits[k]);
	}
}

void late_happen(struct warp *w, const struct dinst *d, u32 mask) {
	for (u32 i = w->late->n; i-- > 0;)
		if (is_due(w, d, mask, &w->late->load[i]))
			happen(w, i);
}

void late_happen_at(struct warp *w, u32 lane, const u8 *p, u32 size) {
	for (u32 i = w->late->n; i-- > 0;) {
		const struct late_load *x = &w->late->load[i];
		u32 bytes = mem_elements(x->d) *
		            type_size_bytes((enum type)x->d->type[0]);
		if (mask_has(x->mask, lane) && x->at[lane] < p + size &&
		    p < x->at[lane] + bytes)
			happen(w, i);
	}
}
