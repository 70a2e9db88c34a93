/* wgmma.c - forms of wgmma, and the arithmetic of their 16 x 8 tiles; see wgmma.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/wgmma.h"

#include <math.h>
#include <pthread.h>

#include "ir/isa/inst.h"
#include "ir/num/mma_row.h"

enum { ROWS = 16, COLS = 8, ALIGN_BITS = 13, MAX_K = 64 };

/* ---- forms ------------------------------------------------------------------------- */

static bool is_fp8(enum type t) {
	return t == TYPE_E4M3 || t == TYPE_E5M2;
}

/* The mma that makes a tile of 16 x 8: its shape by the bytes of k in a row of A. */
static u32 tile_shape(enum type a, bool sparse) {
	switch (type_info[a].bits) {
	case 32: return sparse ? MOD_SHAPE_M16N8K16 : MOD_SHAPE_M16N8K8;
	case 16: return sparse ? MOD_SHAPE_M16N8K32 : MOD_SHAPE_M16N8K16;
	case 8: return sparse ? MOD_SHAPE_M16N8K64 : MOD_SHAPE_M16N8K32;
	default: return MOD_SHAPE_M16N8K256;
	}
}

static u32 sign_bits(enum type t) {
	switch (t) {
	case TYPE_F16:
	case TYPE_BF16: return 0x80008000u;
	case TYPE_TF32: return 0x80000000u;
	case TYPE_E4M3:
	case TYPE_E5M2: return 0x80808080u;
	default: return 0;
	}
}

bool wgmma_form_init(struct wgmma_form *f, u64 mods, const u8 type[4]) {
	const u8 types[4] = {type[0], type[1], type[2], type[0]};
	u64 tile;

	*f = (struct wgmma_form){.n = (u16)(MOD_GET(mods, WGK16) * 8),
	                         .td = type[0],
	                         .ta = type[1],
	                         .tb = type[2],
	                         .sparse = MOD_GET(mods, MSP) != 0};
	tile = (u64)tile_shape(f->ta, f->sparse) << MOD_SHAPE_SHIFT |
	       MOD_BITS(ALAYOUT, ROW) | MOD_BITS(BLAYOUT, COL) |
	       (u64)MOD_GET(mods, SAT) << MOD_SAT_SHIFT |
	       (u64)MOD_GET(mods, BITOP) << MOD_BITOP_SHIFT |
	       (u64)MOD_GET(mods, MSP) << MOD_MSP_SHIFT;
	if (!f->n || !mma_form_init(&f->f, false, tile, types))
		return false;
	f->nb = f->f.nb;
	f->nd = f->f.nd;
	f->is_wide = type_info[f->ta].bits == 16;
	f->sign = sign_bits(f->ta);
	f->plan = is_fp8(f->ta) ? NULL
	                        : mma_plan_find(false, tile, types, mma_profile_of(90));
	return is_fp8(f->ta) || f->plan;
}

u32 wgmma_operand_regs(u64 mods, const u8 type[4], bool is_a) {
	u32 n = (u32)MOD_GET(mods, WGK16) * 8;

	if (is_a)
		return WGMMA_A_REGS;
	return type_info[type[0]].bits == 16 ? n / 4 : n / 2;
}

u32 wgmma_constants(const u8 type[4], bool a_in_regs) {
	if (!sign_bits((enum type)type[1]))
		return 0;
	if (type_info[type[1]].bits != 16)
		return 2;
	return a_in_regs ? 3 : 4;
}

struct wgmma_matrix wgmma_matrix_of(u64 d, bool is_transposed) {
	static const u8 span[] = {16, 128, 64, 32};

	return (struct wgmma_matrix){
		.start = (u32)(d & 0x3fff) << 4,
		.leading = (u32)(d >> 16 & 0x3fff) << 4,
		.stride = (u32)(d >> 32 & 0x3fff) << 4,
		.base = (u32)(d >> 49 & 7),
		.span = span[d >> 62],
		.is_transposed = is_transposed,
	};
}

/* ---- fp8 --------------------------------------------------------------------------- */

/* Value and exponent of each byte. */
struct fp8 {
	f32 v[256];
	s16 e[256];
	bool is_special[256];
};

static struct fp8 e4m3, e5m2;

static void fp8_fill(struct fp8 *t, bool is_e4m3) {
	struct num_mma_tile tile;

	for (u32 i = 0; i < 256; i++) {
		tile.is_special = false;
		if (is_e4m3)
			num_mma_set_e4m3(&tile, i, i);
		else
			num_mma_set_e5m2(&tile, i, i);
		t->v[i] = tile.f[i];
		/* unlike mma, which makes f16 of them: subnormals are aligned as such */
		t->e[i] = is_e4m3 && t->v[i] != 0 ? MAX(tile.e[i], -6) : tile.e[i];
		t->is_special[i] = tile.is_special;
	}
}

static void fp8_build(void) {
	fp8_fill(&e4m3, true);
	fp8_fill(&e5m2, false);
}

static const struct fp8 *fp8_of(enum type t) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, fp8_build);
	return t == TYPE_E4M3 ? &e4m3 : &e5m2;
}

struct fp8_columns { /* B: k rows of 8 columns */
	f32 v[MAX_K][COLS];
	s16 e[MAX_K][COLS];
	bool is_special;
};

/* Byte k of a row (or column) whose words lie four to a register of 8 rows. */
static u8 fragment_byte(const void *const *reg, u32 row, u32 k, u32 rows8) {
	u32 word = k / 4, r = word / 4 * rows8 + row / 8;

	return ((const u8 *)reg[r])[(row % 8 * 4 + word % 4) * 4 + k % 4];
}

static void load_columns(const struct wgmma_form *f, const void *const *b,
                         struct fp8_columns *c) {
	const struct fp8 *t = fp8_of((enum type)f->tb);

	c->is_special = false;
	for (u32 k = 0; k < f->f.k; k++)
		for (u32 j = 0; j < COLS; j++) {
			u8 x = fragment_byte(b, j, k, 1);
			c->v[k][j] = t->v[x];
			c->e[k][j] = t->e[x];
			c->is_special |= t->is_special[x];
		}
}

/* The accumulators of row m: f32 bits, or f16 bits. */
static void *accumulator(const struct wgmma_form *f, void *const *d, u32 m, u32 j) {
	u32 lane = m % 8 * 4 + j / 2;

	if (f->nd == 2)
		return (u16 *)d[m / 8] + lane * 2 + j % 2;
	return (u32 *)d[m / 8 * 2 + j % 2] + lane;
}

/* |sum| * 2^q to f32, 13 bits below the leading one. */
static u32 cut_to_f32(s64 sum, int q) {
	u64 m = sum < 0 ? 0 - (u64)sum : (u64)sum;

	if (m >> (ALIGN_BITS + 1)) {
		u32 drop = 63 - (u32)__builtin_clzll(m) - ALIGN_BITS;
		m = m >> drop << drop;
	}
	return num_mma_f32_from_fixed(sum < 0 ? -(s64)m : (s64)m, q);
}

/* Computes one row: its k values (a, ea) are multiplied with rows meets[k] of B. */
static void fp8_row(const struct wgmma_form *f, const struct fp8_columns *b, const f32 *a,
                    const s16 *ea, const u8 *meets, u32 k, bool is_special, u32 *c) {
	bool is_half = f->nd == 2;

	for (u32 j = 0; j < COLS; j++) {
		u32 cf = is_half ? num_mma_f32_from_f16(c[j]) : c[j];
		int top = is_half ? num_mma_f16_exp(c[j]) : num_mma_f32_exp(cf), q;
		bool any = false;
		s64 sum;

		if (is_special || (cf & 0x7f800000u) == 0x7f800000u) {
			f64 s = (f64)num_mma_f32(cf);
			for (u32 t = 0; t < k; t++)
				s += (f64)a[t] * (f64)b->v[meets[t]][j];
			if (!isfinite(s)) {
				c[j] = isnan(s) ? (is_half ? 0x7fffu : 0x7fffffffu)
				                : (is_half ? 0x7c00u : 0x7f800000u) |
				                          (s < 0 ? is_half ? 0x8000u
				                                           : 0x80000000u
				                                 : 0);
				continue;
			}
		}
		for (u32 t = 0; t < k; t++) {
			int e = ea[t] + b->e[meets[t]][j];
			top = MAX(top, e);
			any |= e > NUM_MMA_ZERO_EXP;
		}
		q = top - ALIGN_BITS;
		sum = (s64)ldexp((f64)num_mma_f32(cf), -q);
		if (any) {
			f32 scale = ldexpf(1, MIN(-q, 100));
			for (u32 t = 0; t < k; t++)
				sum += (s32)(a[t] * b->v[meets[t]][j] * scale);
		}
		c[j] = is_half ? num_mma_f16_from_fixed(sum, q) : cut_to_f32(sum, q);
	}
}

static void fp8_tile(const struct wgmma_form *f, void *const *d, const void *const *a,
                     const void *const *b, bool clear, const u32 *meta, u32 selector) {
	const struct fp8 *t = fp8_of((enum type)f->ta);
	struct fp8_columns cols;
	u8 idx[ROWS][MAX_K] = {{0}};
	u32 k = f->f.ks;

	load_columns(f, b, &cols);
	if (f->sparse)
		mma_sparse_index(&f->f, meta, selector, idx);
	for (u32 m = 0; m < ROWS; m++) {
		f32 va[MAX_K];
		s16 ea[MAX_K];
		u32 c[COLS];
		bool is_special = cols.is_special;
		for (u32 i = 0; i < k; i++) {
			u8 x = fragment_byte(a, m, i, 2);
			va[i] = t->v[x];
			ea[i] = t->e[x];
			is_special |= t->is_special[x];
			if (!f->sparse)
				idx[m][i] = (u8)i;
		}
		for (u32 j = 0; j < COLS; j++) {
			const void *p = accumulator(f, d, m, j);
			c[j] = clear ? 0 : f->nd == 2 ? *(const u16 *)p : *(const u32 *)p;
		}
		fp8_row(f, &cols, va, ea, idx[m], k, is_special, c);
		for (u32 j = 0; j < COLS; j++) {
			void *p = accumulator(f, d, m, j);
			if (f->nd == 2)
				*(u16 *)p = (u16)c[j];
			else
				*(u32 *)p = c[j];
		}
	}
}

/* ---- tiles ------------------------------------------------------------------------- */

/* Sums that are zero once they are cut are +0, unlike those of mma; once they are rounded
 * to f16, those of mma are, too. */
static void clear_signs(const struct wgmma_form *f, void *const *d) {
	for (u32 r = 0; r < f->nd; r++) {
		u32 lane[32];
		memcpy(lane, d[r], sizeof lane);
		for (u32 l = 0; l < 32 && f->nd == 4; l++)
			lane[l] = lane[l] == 0x80000000u ? 0 : lane[l];
		for (u32 l = 0; l < 32 && f->nd == 2; l++) {
			lane[l] = lane[l] >> 16 == 0x8000u ? lane[l] & 0xffffu : lane[l];
			lane[l] = (lane[l] & 0xffffu) == 0x8000u ? lane[l] & ~0xffffu
			                                         : lane[l];
		}
		memcpy(d[r], lane, sizeof lane);
	}
}

void wgmma_tile(const struct wgmma_form *f, void *const *d, const void *const *a,
                const void *const *b, bool clear, const u32 *meta, u32 selector) {
	static const u32 zero[32];
	const void *const none[4] = {zero, zero, zero, zero};

	if (f->plan)
		mma_plan_run(f->plan, d, a, b, clear ? none : (const void *const *)d,
		             meta, selector);
	else
		fp8_tile(f, d, a, b, clear, meta, selector);
	if (f->sign)
		clear_signs(f, d);
}
