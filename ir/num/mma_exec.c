/* mma_exec.c - a whole matrix instruction: fragments to tiles, rows of products, tiles to
 * fragments. Tiles are [q][m][k] for A, [q][k][n] for B (a row of D takes its columns
 * side by side) and [q][m][n] for C and D. For .sp forms, the metadata of a row of A
 * tells which rows of B its elements are multiplied with.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma.h"
#include "ir/num/mma_row.h"

enum { MAX_K = 128 };

/* ---- fragments to tiles ------------------------------------------------------------ */

/* Element e of lane l of a register, at most 32 bits wide. */
static ALWAYS_INLINE u32 element(const void *reg, u32 i, u32 bits) {
	u32 v;

	switch (bits) {
	case 4: return (u32)((const u8 *)reg)[i / 2] >> (i & 1) * 4 & 15;
	case 8: return ((const u8 *)reg)[i];
	case 16: {
		u16 h;
		memcpy(&h, (const u8 *)reg + 2 * i, sizeof h);
		return h;
	}
	default: memcpy(&v, (const u8 *)reg + 4 * i, sizeof v); return v;
	}
}

/* For each element of a fragment: `at` is its place in the tile, `x` its bits. */
#define FOR_ELEMENTS(f, regs, nbits, body)                                           \
	do {                                                                         \
		const u16 *p_ = (f)->at;                                             \
		for (u32 r_ = 0; r_ < (f)->nreg; r_++, p_ += 32u * (f)->per_reg)     \
			for (u32 i_ = 0; i_ < 32u * (f)->per_reg; i_++) {            \
				u32 at = p_[i_], x = element((regs)[r_], i_, nbits); \
				body;                                                \
			}                                                            \
	} while (0)

/* Units that take e4m3 as it is align subnormals as such. */
static void align_subnormals(struct num_mma_tile *t, u32 n) {
	for (u32 i = 0; i < n; i++)
		if (t->e[i] > NUM_MMA_ZERO_EXP)
			t->e[i] = MAX(t->e[i], -6);
}

static void decode(struct num_mma_tile *t, enum type type, const struct mma_layout *f,
                   const void *const *regs) {
	t->is_special = false;
	t->is_wide = type == TYPE_BF16 || type == TYPE_TF32;
	switch (type) {
	case TYPE_F16: FOR_ELEMENTS(f, regs, 16, num_mma_set_f16(t, at, x)); break;
	case TYPE_BF16:
		FOR_ELEMENTS(f, regs, 16, num_mma_set_wide(t, at, x << 16));
		break;
	case TYPE_TF32: FOR_ELEMENTS(f, regs, 32, num_mma_set_wide(t, at, x)); break;
	case TYPE_E4M3: FOR_ELEMENTS(f, regs, 8, num_mma_set_e4m3(t, at, x)); break;
	case TYPE_E5M2: FOR_ELEMENTS(f, regs, 8, num_mma_set_e5m2(t, at, x)); break;
	case TYPE_S8: FOR_ELEMENTS(f, regs, 8, t->i[at] = (s8)x); break;
	case TYPE_U8: FOR_ELEMENTS(f, regs, 8, t->i[at] = (s16)x); break;
	case TYPE_S4: FOR_ELEMENTS(f, regs, 4, t->i[at] = (s16)((x ^ 8) - 8)); break;
	case TYPE_U4: FOR_ELEMENTS(f, regs, 4, t->i[at] = (s16)x); break;
	case TYPE_B1: FOR_ELEMENTS(f, regs, 32, t->w[at] = x); break;
	case TYPE_F64:
		for (u32 r = 0; r < f->nreg; r++)
			for (u32 l = 0; l < 32; l++)
				memcpy(&t->d[f->at[r * 32 + l]],
				       (const u8 *)regs[r] + 8 * l, 8);
		break;
	default: unreachable();
	}
}

/* ---- .sp: which rows of B a row of A multiplies ------------------------------------ */

void mma_sparse_index(const struct mma_form *f, const u32 *meta, u32 selector,
                      u8 idx[16][MMA_MAX_STORED]) {
	const struct mma_meta *t = f->meta;
	bool is_tf32 = f->ta == TYPE_TF32;
	/* .s4, .u4: the metadata selects pairs of adjacent elements */
	u32 pair = type_info[f->ta].bits == 4 ? 2 : 1;

	for (u32 l = 0; l < 32; l++)
		for (u32 e = 0; e < 8; e++) {
			u32 c[4] = {0}, nibble = meta[l] >> 4 * e & 15, g;
			for (u32 b = 0; b < 5; b++)
				c[t->lane_bit[b] >> 4] |= (l >> b & 1)
				                          << (t->lane_bit[b] & 15);
			for (u32 b = 0; b < 3; b++)
				c[t->elem_bit[b] >> 4] |= (e >> b & 1)
				                          << (t->elem_bit[b] & 15);
			if (t->bits < 64 && c[DIM_Q] != selector)
				continue;
			g = c[DIM_K];
			if (is_tf32) { /* one of two: 0b1110 is the second */
				idx[c[DIM_M]][g] = (u8)(2 * g + (nibble >> 1 & 1));
				continue;
			}
			for (u32 h = 0; h < 2; h++)
				for (u32 p = 0; p < pair; p++)
					idx[c[DIM_M]][(2 * g + h) * pair + p] =
						(u8)(4 * g * pair +
					             (nibble >> 2 * h & 3) * pair + p);
		}
}

/* ---- the product ------------------------------------------------------------------- */

static void row(const struct mma_form *f, u64 mods, const struct num_mma_row *r) {
	switch (f->math) {
	case MATH_FUSED: num_mma_row_fused(r); break;
	case MATH_PAIRED: num_mma_row_paired(r); break;
	case MATH_QUAD: num_mma_row_quad(r); break;
	case MATH_ALIGNED: num_mma_row_aligned(r); break;
	case MATH_INT: num_mma_row_int(r, MOD_GET(mods, SAT) == MOD_SAT_SATFINITE); break;
	case MATH_BIT: num_mma_row_bit(r, MOD_GET(mods, BITOP) == MOD_BITOP_AND); break;
	default: unreachable();
	}
}

static void exec_f64(const struct mma_form *f, u64 mods, void *const *d,
                     const struct num_mma_tile *a, const struct num_mma_tile *b,
                     const void *const *c) {
	f64 in[16 * 8], out[16 * 8];

	for (u32 r = 0; r < f->c->nreg; r++)
		for (u32 l = 0; l < 32; l++)
			memcpy(&in[f->c->at[r * 32 + l]], (const u8 *)c[r] + 8 * l, 8);
	for (u32 m = 0; m < f->m; m++)
		num_mma_row_f64(a->d + m * f->k, b->d, f->n, f->k, MOD_GET(mods, RND),
		                in + m * f->n, out + m * f->n);
	for (u32 r = 0; r < f->d->nreg; r++)
		for (u32 l = 0; l < 32; l++)
			memcpy((u8 *)d[r] + 8 * l, &out[f->d->at[r * 32 + l]], 8);
}

/* C as rows of 32-bit values; an f16 accumulator of an f32 sum is widened. */
static void load_c(const struct mma_form *f, const void *const *c, bool widen,
                   u32 *tile) {
	if (f->c->bits == 32)
		FOR_ELEMENTS(f->c, c, 32, tile[at] = x);
	else
		FOR_ELEMENTS(f->c, c, 16, tile[at] = widen ? num_mma_f32_from_f16(x) : x);
}

static void store_d(const struct mma_form *f, void *const *d, bool narrow,
                    const u32 *tile) {
	const u16 *at = f->d->at;

	for (u32 r = 0; r < f->d->nreg; r++, at += 32u * f->d->per_reg)
		for (u32 l = 0; l < 32; l++) {
			u32 v;
			if (f->d->bits == 32) {
				v = tile[at[l]];
			} else {
				u32 lo = tile[at[2 * l]], hi = tile[at[2 * l + 1]];
				v = narrow ? num_mma_f16_from_f32(lo) |
				                     num_mma_f16_from_f32(hi) << 16
				           : lo | hi << 16;
			}
			memcpy((u8 *)d[r] + 4 * l, &v, sizeof v);
		}
}

/* The order in which stored elements of k are summed: for e4m3 and e5m2 those with bit 1
 * clear first. */
static void sum_order(const struct mma_form *f, u32 k, u8 *order) {
	for (u32 t = 0; t < k; t++) {
		u32 u = t & (k / 2 - 1), half = t / (k / 2);
		order[t] = (u8)(f->math == MATH_PAIRED ? u / 2 * 4 + half * 2 + (u & 1)
		                                       : t);
	}
}

void mma_exec(const struct mma_form *f, u64 mods, void *const *d, const void *const *a,
              const void *const *b, const void *const *c, const u32 *meta, u32 selector) {
	struct num_mma_tile ta, tb;
	u32 tc[256];
	u32 k = f->math == MATH_BIT ? f->ks / 32 : f->ks; /* b1: k counts words */
	u8 idx[16][MMA_MAX_STORED], order[MAX_K], meets[MAX_K];
	bool is_half = f->td == TYPE_F16 && f->tc == TYPE_F16,
	     is_float = f->math <= MATH_ALIGNED;
	struct num_mma_row r = {.a = &ta,
	                        .b = &tb,
	                        .n = f->n,
	                        .k = k,
	                        .ia = order,
	                        .ib = f->sparse ? meets : order,
	                        .step = f->step,
	                        .align_bits = f->align_bits,
	                        .result_bits = f->result_bits,
	                        .is_half = is_half};

	decode(&ta, f->ta, f->a, a);
	decode(&tb, f->tb, f->b, b);
	if (f->math == MATH_ALIGNED && f->ta == TYPE_E4M3)
		align_subnormals(&ta, (u32)f->m * f->ks);
	if (f->math == MATH_ALIGNED && f->tb == TYPE_E4M3)
		align_subnormals(&tb, (u32)f->k * f->n);
	if (f->math == MATH_F64) {
		exec_f64(f, mods, d, &ta, &tb, c);
		return;
	}
	load_c(f, c, is_float && !is_half, tc);
	sum_order(f, k, order);
	if (f->sparse)
		mma_sparse_index(f, meta, selector, idx);
	for (u32 row_i = 0; row_i < (u32)f->a->nq * f->m; row_i++) {
		r.a0 = row_i * k;
		r.b0 = row_i / f->m * k * f->n;
		r.c = r.d = tc + row_i * f->n;
		for (u32 t = 0; f->sparse && t < k; t++)
			meets[t] = idx[row_i][order[t]];
		row(f, mods, &r);
	}
	store_d(f, d, is_float && !is_half, tc);
}
