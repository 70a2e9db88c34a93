/* mma.c - matrix instructions: mma, wmma, ldmatrix, stmatrix, movmatrix.
 * The whole warp executes them together. What they compute is in ir/num/mma_exec.c and
 * the kernels of ir/num/mma_plan.h, which lane holds what in ir/num/mma.def, how it gets
 * there in ir/num/mma_move.c; this file passes them registers and memory. Compiled code
 * calls it, too (compiled.h).
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/access.h"
#include "backend/machine/group.h"
#include "backend/machine/hook_check.h"
#include "ir/num/mma_move.h"
#include "ir/num/mma_plan.h"

/* Stands for registers that are absent, or must not be written in all lanes. */
struct scratch {
	u64 lane[WARP_LANES];
};

/* Registers of operand i: {a, b, ...}, or a single one. `none` stands for _ . */
static u32 fragment(const struct warp *w, const struct dinst *d, u32 i, void **reg,
                    struct scratch *none) {
	const struct vec_operand *v = d->x->vec[i];
	const ref *r = v ? v->o : &d->o[i];
	u32 n = v ? MIN(v->n, (u32)MMA_MAX_REGS) : 1;

	for (u32 k = 0; k < n; k++)
		reg[k] = r[k] == REF_NONE ? (void *)none : warp_ptr(w, r[k]);
	return n;
}

static void copy_lanes(void *to, const void *from, u32 bytes, u32 mask) {
	for_each_lane (l, mask) {
		memcpy((u8 *)to + l * bytes, (const u8 *)from + l * bytes, bytes);
	}
}

/* ---- mma, wmma.mma (PTX 9.7.14.4, 9.7.14.5) ---------------------------------------- */

/* With lanes missing, D must not be written in theirs. */
static void product_of_some(const struct mma_plan *p, void *const *d,
                            const void *const *a, const void *const *b,
                            const void *const *c, const u32 *meta, u32 selector,
                            u32 mask) {
	struct scratch part[MMA_MAX_REGS];
	void *to[MMA_MAX_REGS];

	for (u32 i = 0; i < p->f.nd; i++)
		to[i] = &part[i];
	mma_plan_run(p, to, a, b, c, meta, selector);
	for (u32 i = 0; i < p->f.nd; i++)
		copy_lanes(d[i], to[i], p->f.d->bits == 64 ? 8 : 4, mask);
}

static enum step product(struct warp *w, const struct dinst *d, u32 mask) {
	const struct mma_plan *p = d->x->plan;
	struct scratch none = {0};
	void *rd[MMA_MAX_REGS], *ra[MMA_MAX_REGS], *rb[MMA_MAX_REGS], *rc[MMA_MAX_REGS];
	const void *const *a = (const void *const *)ra,
			  *const *b = (const void *const *)rb,
			  *const *c = (const void *const *)rc;
	const u32 *meta = NULL;
	u32 selector = 0;

	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	if (!p)
		return warp_fault(w, d, (u32)__builtin_ctz(mask), FAULT_ILLEGAL_INST, 0,
		                  0, "no matrix product has this shape and these types");
	fragment(w, d, 0, rd, &none);
	fragment(w, d, 1, ra, &none);
	fragment(w, d, 2, rb, &none);
	fragment(w, d, 3, rc, &none);
	if (p->f.sparse) {
		meta = warp_ptr(w, d->o[4]);
		selector = (u32)d->x->off[5];
	}
	if (mask == ~0u)
		mma_plan_run(p, rd, a, b, c, meta, selector);
	else
		product_of_some(p, rd, a, b, c, meta, selector, mask);
	return STEP_NEXT;
}

enum step exec_mma(struct warp *w, const struct dinst *d, u32 mask) {
	return product(w, d, mask);
}

enum step exec_wmma(struct warp *w, const struct dinst *d, u32 mask) {
	return product(w, d, mask);
}

/* ---- wmma.load, wmma.store (PTX 9.7.14.4.3, 9.7.14.4.4) ---------------------------- */

enum { MAX_LINES = 32, MAX_SPAN = 1 << 21 /* of mem_range */ };

/* A matrix in memory as one lane sees it. */
struct matrix {
	const struct mma_move *how;
	u8 *line[MAX_LINES];
};

/* Host addresses of the lines for a lane; false after a fault. */
static bool find_lines(struct warp *w, const struct dinst *d, struct matrix *m,
                       u32 addr_at, u32 stride_at, u32 lane, bool store) {
	const struct mma_layout *f = m->how->f;
	u32 nline = m->how->is_col ? f->cols : f->rows,
	    len = m->how->is_col ? f->rows : f->cols, bits = m->how->bits;
	u64 addr = mem_lane_addr(w, d, addr_at, lane), bytes = (u64)len * bits / 8;
	u64 stride = bytes;
	u32 align = bits < 8 ? 1 : bits / 8;

	if (operand_given(d, stride_at)) /* counts elements, bits if .b1 */
		stride = operand_get(w, d, stride_at, lane) * f->bits / 8;
	for (u32 i = 0; w->worker->check && i < nline; i++) {
		u64 at = addr + i * stride;
		if (!(at & (align - 1)) &&
		    !check_row(w, d, lane, mem_space(d), at, bytes,
		               store ? ACCESS_STORE : 0, AGENT_WARP))
			return false;
	}
	if (((addr | stride) & (align - 1)) == 0 && stride <= MAX_SPAN / MAX_LINES &&
	    !w->worker->steer) {
		u8 *all = mem_range(w, mem_space(d), addr, (nline - 1) * stride + bytes);
		for (u32 i = 0; i < nline && all; i++)
			m->line[i] = all + i * stride;
		if (all)
			return true;
	}
	for (u32 i = 0; i < nline; i++, addr += stride) {
		if (addr & (align - 1)) {
			mem_fault(w, d, lane, FAULT_MISALIGNED, mem_space(d), addr, align,
			          store ? ACCESS_STORE : 0);
			return false;
		}
		m->line[i] = mem_find(w, lane, mem_space(d), addr, bytes);
		if (!m->line[i]) {
			mem_fault(w, d, lane, FAULT_ADDRESS, mem_space(d), addr,
			          (u32)bytes, store ? ACCESS_STORE : 0);
			return false;
		}
	}
	return true;
}

/* Is the operand equal in all lanes? */
static bool is_equal(const struct warp *w, const struct dinst *d, u32 i) {
	u64 differ = 0;

	if (!operand_given(d, i) || d->x->lane_bits[i] == 16)
		return !operand_given(d, i);
	if (d->x->lane_bits[i] == 32) {
		const u32 *v = warp_ptr(w, d->o[i]);
		u32 diff = 0;
		for (u32 l = 0; l < WARP_LANES; l++)
			diff |= v[l] ^ v[0];
		differ = diff;
	} else {
		const u64 *v = warp_ptr(w, d->o[i]);
		for (u32 l = 0; l < WARP_LANES; l++)
			differ |= v[l] ^ v[0];
	}
	return differ == 0;
}

/* Lanes of `todo` that name the same matrix as its first one. */
static u32 same_matrix(struct warp *w, const struct dinst *d, u32 addr_at, u32 stride_at,
                       u32 todo) {
	u32 first = (u32)__builtin_ctz(todo), same = 0;
	u64 addr = mem_lane_addr(w, d, addr_at, first);
	bool strided = operand_given(d, stride_at);
	u64 stride = strided ? operand_get(w, d, stride_at, first) : 0;

	if (todo == ~0u && mem_space(d) != SPACE_LOCAL && is_equal(w, d, addr_at) &&
	    is_equal(w, d, stride_at))
		return todo;
	for_each_lane (l, todo) {
		if (mem_lane_addr(w, d, addr_at, l) == addr &&
		    (!strided || operand_get(w, d, stride_at, l) == stride))
			same |= 1u << l;
	}
	return same;
}

/* Fills the registers of the lanes of `mask`; those that the layout does not need with
 * copies. */
static void load_lanes(const struct matrix *m, void *const *reg, u32 nreg, u32 mask) {
	u32 n = m->how->f->nreg, size = m->how->bits == 64 ? 8 : 4;
	const u8 *const *line = (const u8 *const *)m->line;
	struct scratch all[MMA_MAX_REGS];
	void *to[MMA_MAX_REGS];

	if (mask == ~0u) {
		mma_move_load(m->how, reg, line);
		for (u32 r = n; r < nreg; r++)
			memcpy(reg[r], reg[r % n], 128);
		return;
	}
	for (u32 r = 0; r < n; r++)
		to[r] = &all[r];
	mma_move_load(m->how, to, line);
	for (u32 r = 0; r < nreg; r++)
		copy_lanes(reg[r], to[r % n], size, mask);
}

/* A lane's bytes, and no others: lanes that are not in `mask` store elsewhere, or not at
 * all. */
static void store_lanes(const struct matrix *m, const void *const *reg, u32 mask) {
	const struct mma_layout *f = m->how->f;
	u32 per = f->per_reg, bytes = m->how->bits / 8u;

	if (mask == ~0u) {
		mma_move_store(m->how, reg, m->line);
		return;
	}
	for (u32 r = 0; r < f->nreg; r++)
		for_each_lane (l, mask) {
			for (u32 e = 0; e < per; e++) {
				struct mma_place p = mma_move_place(m->how, r, l, e);
				memcpy(m->line[p.line] + p.at * bytes,
				       (const u8 *)reg[r] + (l * per + e) * bytes, bytes);
			}
		}
}

static enum step no_fragment(struct warp *w, const struct dinst *d, u32 mask) {
	return warp_fault(w, d, (u32)__builtin_ctz(mask), FAULT_ILLEGAL_INST, 0, 0,
	                  "no matrix fragment has this shape and type");
}

enum step exec_wmma_load(struct warp *w, const struct dinst *d, u32 mask) {
	struct matrix m = {.how = d->x->move};
	struct scratch none;
	void *reg[MMA_MAX_REGS];
	u32 nreg;

	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	if (!m.how)
		return no_fragment(w, d, mask);
	nreg = fragment(w, d, 0, reg, &none);
	for (u32 todo = mask, set; todo; todo &= ~set) {
		set = same_matrix(w, d, 1, 2, todo);
		if (!find_lines(w, d, &m, 1, 2, (u32)__builtin_ctz(set), false))
			return STEP_STOP;
		load_lanes(&m, reg, nreg, set);
	}
	return STEP_NEXT;
}

enum step exec_wmma_store(struct warp *w, const struct dinst *d, u32 mask) {
	struct matrix m = {.how = d->x->move};
	struct scratch none = {0};
	void *reg[MMA_MAX_REGS];

	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	if (!m.how)
		return no_fragment(w, d, mask);
	fragment(w, d, 1, reg, &none);
	for (u32 todo = mask, set; todo; todo &= ~set) {
		set = same_matrix(w, d, 0, 2, todo);
		if (!find_lines(w, d, &m, 0, 2, (u32)__builtin_ctz(set), true))
			return STEP_STOP;
		store_lanes(&m, (const void *const *)reg, set);
	}
	return STEP_NEXT;
}

/* ---- ldmatrix, stmatrix, movmatrix (PTX 9.7.14.5.15 to 9.7.14.5.17) ---------------- */

/* 8x8 matrices of 16-bit elements. Lane 8 * i + r gives the address of row r of matrix i,
 * which goes through register i: lane l holds elements 2 * (l % 4) and the next of row l
 * / 4; with .trans of column l / 4. */
enum { ROW_BYTES = 16 };

static u32 matrix_count(const struct dinst *d) {
	return 1u << (MOD_GET(d->mods, MNUM) - MOD_MNUM_X1);
}

static bool is_trans(const struct dinst *d) {
	return MOD_GET(d->mods, MTRANS) != 0;
}

/* In memory order a register is the matrix by rows; .trans: by columns. */
static void transpose(void *to, const void *from) {
	const u8 *row[8];

	for (u32 i = 0; i < 8; i++)
		row[i] = (const u8 *)from + 16 * i;
	mma_transpose16(to, row);
}

enum step exec_ldmatrix(struct warp *w, const struct dinst *d, u32 mask) {
	static const u8 nothing[ROW_BYTES];
	struct access a;
	struct scratch none;
	void *reg[MMA_MAX_REGS];
	const u8 *row[WARP_LANES];
	u32 n = matrix_count(d), rows = n == 4 ? ~0u : (1u << 8 * n) - 1;

	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	rows &= mask;
	if (rows &&
	    !access_resolve(&a, w, d, 1, mem_space(d), rows, ROW_BYTES, ACCESS_POINTERS))
		return STEP_STOP;
	for (u32 l = 0; l < 8 * n; l++)
		row[l] = rows >> l & 1 ? access_lane(&a, l) : nothing;
	fragment(w, d, 0, reg, &none);
	for (u32 i = 0; i < n; i++) {
		u8 tile[8 * ROW_BYTES], *to = mask == ~0u ? reg[i] : tile;
		if (is_trans(d))
			mma_transpose16(to, row + 8 * i);
		else
			for (u32 k = 0; k < 8; k++)
				memcpy(to + k * ROW_BYTES, row[8 * i + k], ROW_BYTES);
		if (mask != ~0u)
			copy_lanes(reg[i], tile, 4, mask);
	}
	return STEP_NEXT;
}

enum step exec_stmatrix(struct warp *w, const struct dinst *d, u32 mask) {
	u8 tile[8 * ROW_BYTES];
	struct access a;
	struct scratch none = {0};
	void *reg[MMA_MAX_REGS];
	u32 n = matrix_count(d), rows = n == 4 ? ~0u : (1u << 8 * n) - 1;

	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	rows &= mask;
	if (rows && !access_resolve(&a, w, d, 0, mem_space(d), rows, ROW_BYTES,
	                            ACCESS_POINTERS | ACCESS_STORE))
		return STEP_STOP;
	fragment(w, d, 1, reg, &none);
	for (u32 i = 0; i < n; i++) {
		if (is_trans(d))
			transpose(tile, reg[i]);
		else
			memcpy(tile, reg[i], sizeof tile);
		for_each_lane (l, rows & (0xffu << 8 * i)) {
			memcpy(access_lane(&a, l), tile + l % 8 * ROW_BYTES, ROW_BYTES);
		}
	}
	return STEP_NEXT;
}

enum step exec_movmatrix(struct warp *w, const struct dinst *d, u32 mask) {
	u32 from[WARP_LANES], to[WARP_LANES];

	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	for (u32 l = 0; l < WARP_LANES; l++)
		from[l] = (u32)operand_get(w, d, 1, l);
	transpose(to, from);
	for_each_lane (l, mask) {
		operand_set(w, d, 0, l, to[l]);
	}
	return STEP_NEXT;
}
