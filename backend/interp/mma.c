/* mma.c - matrix instructions: mma, wmma, ldmatrix, stmatrix, movmatrix.
 * The whole warp executes them together. What they compute is in ir/mma_exec.c and the kernels of
 * ir/mma_plan.h, which lane holds what in ir/mma.def; here registers are handed over, and fragments are
 * loaded and stored.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/flow.h"
#include "backend/interp/mem.h"
#include "ir/mma_plan.h"

struct scratch { /* registers that are not really there, or must not be written in all lanes */
	u64 lane[WARP_LANES];
};

/* Registers of operand i: {a, b, ...}, or a single one. `none` stands for _ . */
static u32 fragment(const struct warp *w, const struct dinst *d, u32 i, void **reg,
                    struct scratch *none) {
	const struct vec_operand *v = d->x->vec[i];
	u32 n = v ? MIN(v->n, (u32)MMA_MAX_REGS) : 1;

	for (u32 k = 0; k < n; k++) {
		ref r = v ? v->o[k] : d->o[i];
		reg[k] = r == REF_NONE ? (void *)none : warp_ptr(w, r);
	}
	for (u32 k = n; k < MMA_MAX_REGS; k++)
		reg[k] = none;
	return n;
}

static void copy_lanes(void *to, const void *from, u32 bytes, u32 mask) {
	for_each_lane(l, mask) {
		memcpy((u8 *)to + l * bytes, (const u8 *)from + l * bytes, bytes);
	}
}

/* ---- mma, wmma.mma (PTX 9.7.14.4, 9.7.14.5) ------------------------------------------------- */

static enum step product(struct warp *w, const struct dinst *d, u32 mask) {
	const struct mma_plan *p = d->x->plan;
	struct scratch none = {0}, part[MMA_MAX_REGS];
	void *rd[MMA_MAX_REGS], *ra[MMA_MAX_REGS], *rb[MMA_MAX_REGS], *rc[MMA_MAX_REGS];
	void *to[MMA_MAX_REGS];
	const u32 *meta = NULL;
	u32 selector = 0, nd;

	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	if (!p)
		return warp_fault(w, d, (u32)__builtin_ctz(mask), FAULT_ILLEGAL_INST, 0,
		                  0, "no matrix product has this shape and these types");
	nd = fragment(w, d, 0, rd, &none);
	fragment(w, d, 1, ra, &none);
	fragment(w, d, 2, rb, &none);
	fragment(w, d, 3, rc, &none);
	if (p->f.sparse) {
		meta = warp_ptr(w, d->o[4]);
		selector = (u32)d->x->off[5];
	}
	memcpy(to, rd, sizeof to);
	for (u32 i = 0; i < nd && mask != ~0u; i++)
		to[i] = &part[i];
	mma_plan_run(p, to, (const void *const *)ra, (const void *const *)rb,
	             (const void *const *)rc, meta, selector);
	for (u32 i = 0; i < nd && mask != ~0u; i++)
		copy_lanes(rd[i], to[i], p->f.d->bits == 64 ? 8 : 4, mask);
	return STEP_NEXT;
}

enum step exec_mma(struct warp *w, const struct dinst *d, u32 mask) {
	return product(w, d, mask);
}

enum step exec_wmma(struct warp *w, const struct dinst *d, u32 mask) {
	return product(w, d, mask);
}

/* ---- wmma.load, wmma.store (PTX 9.7.14.4.3, 9.7.14.4.5) ------------------------------------- */

enum { MAX_LINES = 32 };

/* A matrix in memory: `line` are its rows (.row) or columns (.col). */
struct matrix {
	const struct mma_layout *f;
	u32 nreg;
	u32 bits; /* of an element; 32 for .b1 */
	u32 cols_log2;
	bool is_col;
	bool is_whole; /* the elements of a register of one lane are neighbours in a line */
	u8 *line[MAX_LINES]; /* as one lane sees them */
};

static void matrix_init(struct matrix *m, const struct dinst *d) {
	m->f = mma_wmma_fragment(d->mods, d->type[0], &m->nreg);
	m->is_col = MOD_GET(d->mods, ALAYOUT) == MOD_ALAYOUT_COL;
	m->bits = m->f ? (m->f->bits == 1 ? 32 : m->f->bits) : 0;
	m->cols_log2 = m->f ? (u32)__builtin_ctz(m->f->cols) : 0;
	m->is_whole = m->f && m->f->per_reg > 1 &&
	              m->f->at[1] - m->f->at[0] == (m->is_col ? m->f->cols : 1);
}

/* Host addresses of the lines for a lane; false after a fault. */
static bool find_lines(struct warp *w, const struct dinst *d, struct matrix *m,
                       u32 addr_at, u32 stride_at, u32 lane, bool store) {
	u32 nline = m->is_col ? m->f->cols : m->f->rows,
	    len = m->is_col ? m->f->rows : m->f->cols;
	u64 addr = mem_lane_addr(w, d, addr_at, lane), bytes = (u64)len * m->bits / 8;
	u64 stride = bytes;
	u32 align = m->bits < 8 ? 1 : m->bits / 8;

	if (operand_given(d, stride_at)) /* counts elements, bits if .b1 */
		stride = operand_get(w, d, stride_at, lane) * m->f->bits / 8;
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

/* Lanes of `todo` that name the same matrix as its first one. */
static u32 same_matrix(struct warp *w, const struct dinst *d, u32 addr_at, u32 stride_at,
                       u32 todo) {
	u32 first = (u32)__builtin_ctz(todo), same = 0;
	u64 addr = mem_lane_addr(w, d, addr_at, first);
	bool strided = operand_given(d, stride_at);
	u64 stride = strided ? operand_get(w, d, stride_at, first) : 0;

	for_each_lane(l, todo) {
		if (mem_lane_addr(w, d, addr_at, l) == addr &&
		    (!strided || operand_get(w, d, stride_at, l) == stride))
			same |= 1u << l;
	}
	return same;
}

static u8 *element_ptr(const struct matrix *m, u32 at, u32 *shift) {
	u32 r = at >> m->cols_log2, c = at & (m->f->cols - 1u);
	u64 bit = (u64)(m->is_col ? r : c) * m->bits;

	*shift = (u32)(bit & 7);
	return m->line[m->is_col ? c : r] + bit / 8;
}

/* Between registers and memory, a register at a time. */
static void move_whole(const struct matrix *m, void *const *reg, u32 mask, bool store) {
	u32 per = m->f->per_reg, shift;

	for (u32 r = 0; r < m->f->nreg; r++) {
		const u16 *at = m->f->at + r * 32 * per;
		for_each_lane(l, mask) {
			u8 *p = element_ptr(m, at[l * per], &shift),
			   *lane = (u8 *)reg[r] + 4 * l;
			memcpy(store ? p : lane, store ? lane : p, 4);
		}
	}
}

static void load_elements(const struct matrix *m, void **reg, u32 mask) {
	u32 per = m->f->per_reg, bytes = m->bits / 8, shift;

	for (u32 r = 0; r < m->f->nreg; r++) {
		const u16 *at = m->f->at + r * 32 * per;
		for_each_lane(l, mask) {
			for (u32 e = 0; e < per; e++) {
				const u8 *p = element_ptr(m, at[l * per + e], &shift);
				u8 *to = (u8 *)reg[r] + (l * per + e) * m->bits / 8;
				if (bytes)
					memcpy(to, p, bytes);
				else if (e & 1)
					*to = (u8)(*to | (*p >> shift & 15) << 4);
				else
					*to = *p >> shift & 15;
			}
		}
	}
}

/* Fills or empties the registers of the lanes of `mask`. */
static void load_lanes(const struct matrix *m, void **reg, u32 mask) {
	if (m->is_whole)
		move_whole(m, reg, mask, false);
	else
		load_elements(m, reg, mask);
	for (u32 r = m->f->nreg; r < m->nreg; r++)
		copy_lanes(reg[r], reg[r % m->f->nreg], 4, mask);
}

static void store_lanes(const struct matrix *m, void *const *reg, u32 mask) {
	u32 per = m->f->per_reg, bytes = m->bits / 8, shift;

	if (m->is_whole) {
		move_whole(m, reg, mask, true);
		return;
	}
	for (u32 r = 0; r < m->f->nreg; r++) {
		const u16 *at = m->f->at + r * 32 * per;
		for_each_lane(l, mask) {
			for (u32 e = 0; e < per; e++)
				memcpy(element_ptr(m, at[l * per + e], &shift),
				       (const u8 *)reg[r] + (l * per + e) * bytes, bytes);
		}
	}
}

static enum step no_fragment(struct warp *w, const struct dinst *d, u32 mask) {
	return warp_fault(w, d, (u32)__builtin_ctz(mask), FAULT_ILLEGAL_INST, 0, 0,
	                  "no matrix fragment has this shape and type");
}

enum step exec_wmma_load(struct warp *w, const struct dinst *d, u32 mask) {
	struct matrix m;
	struct scratch none;
	void *reg[MMA_MAX_REGS];

	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	matrix_init(&m, d);
	if (!m.f)
		return no_fragment(w, d, mask);
	fragment(w, d, 0, reg, &none);
	for (u32 todo = mask, set; todo; todo &= ~set) {
		set = same_matrix(w, d, 1, 2, todo);
		if (!find_lines(w, d, &m, 1, 2, (u32)__builtin_ctz(set), false))
			return STEP_STOP;
		load_lanes(&m, reg, set);
	}
	return STEP_NEXT;
}

enum step exec_wmma_store(struct warp *w, const struct dinst *d, u32 mask) {
	struct matrix m;
	struct scratch none = {0};
	void *reg[MMA_MAX_REGS];

	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	matrix_init(&m, d);
	if (!m.f)
		return no_fragment(w, d, mask);
	fragment(w, d, 1, reg, &none);
	for (u32 todo = mask, set; todo; todo &= ~set) {
		set = same_matrix(w, d, 0, 2, todo);
		if (!find_lines(w, d, &m, 0, 2, (u32)__builtin_ctz(set), true))
			return STEP_STOP;
		store_lanes(&m, reg, set);
	}
	return STEP_NEXT;
}

/* ---- ldmatrix, stmatrix, movmatrix (PTX 9.7.14.5.15 to 9.7.14.5.17) ------------------------- */

/* 8x8 matrices of 16-bit elements. Lane 8 * i + r gives the address of row r of matrix i, which goes
 * through register i: lane l holds elements 2 * (l % 4) and the next of row l / 4; with .trans of
 * column l / 4. */
enum { ROW_BYTES = 16 };

static u32 matrix_count(const struct dinst *d) {
	return 1u << (MOD_GET(d->mods, MNUM) - MOD_MNUM_X1);
}

static bool is_trans(const struct dinst *d) {
	return MOD_GET(d->mods, MTRANS) != 0;
}

/* In memory order a register is the matrix by rows; .trans: by columns. */
static void transpose(void *to, const void *from) {
	u16 a[64], b[64];

	memcpy(a, from, sizeof a);
	for (u32 i = 0; i < 8; i++)
		for (u32 k = 0; k < 8; k++)
			b[8 * i + k] = a[8 * k + i];
	memcpy(to, b, sizeof b);
}

/* Of a register: the lanes of `mask` from `tile`. */
static void set_lanes(void *reg, const u16 *tile, u32 mask) {
	if (mask == ~0u)
		memcpy(reg, tile, 128);
	else
		copy_lanes(reg, tile, 4, mask);
}

/* Host address of the row that a lane names; NULL after a fault. */
static u8 *row_ptr(struct warp *w, const struct dinst *d, u32 operand, u32 lane,
                   bool store) {
	return mem_lane_ptr(w, d, lane, mem_space(d), mem_lane_addr(w, d, operand, lane),
	                    ROW_BYTES, store);
}

enum step exec_ldmatrix(struct warp *w, const struct dinst *d, u32 mask) {
	u16 tile[4][64] = {{0}};
	struct scratch none;
	void *reg[MMA_MAX_REGS];
	u32 n = matrix_count(d);

	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	for (u32 l = 0; l < 8 * n; l++) {
		const u8 *p;
		if (!(mask >> l & 1))
			continue;
		p = row_ptr(w, d, 1, l, false);
		if (!p)
			return STEP_STOP;
		memcpy(&tile[l / 8][l % 8 * 8], p, ROW_BYTES);
	}
	fragment(w, d, 0, reg, &none);
	for (u32 i = 0; i < n; i++) {
		u16 turned[64];
		if (is_trans(d))
			transpose(turned, tile[i]);
		set_lanes(reg[i], is_trans(d) ? turned : tile[i], mask);
	}
	return STEP_NEXT;
}

enum step exec_stmatrix(struct warp *w, const struct dinst *d, u32 mask) {
	u16 tile[64];
	struct scratch none = {0};
	void *reg[MMA_MAX_REGS];
	u32 n = matrix_count(d);

	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	fragment(w, d, 1, reg, &none);
	for (u32 i = 0; i < n; i++) {
		if (is_trans(d))
			transpose(tile, reg[i]);
		else
			memcpy(tile, reg[i], sizeof tile);
		for_each_lane(l, mask & (0xffu << 8 * i)) {
			u8 *p = row_ptr(w, d, 0, l, true);
			if (!p)
				return STEP_STOP;
			memcpy(p, &tile[l % 8 * 8], ROW_BYTES);
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
	for_each_lane(l, mask) {
		operand_set(w, d, 0, l, to[l]);
	}
	return STEP_NEXT;
}
