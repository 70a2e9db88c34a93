/* mma_f64.c - f64 products: a chain of fused multiply-adds per element, 8 rows of D at a
 * time. NaN results have rules of their own: tiles that give one are left to mma_exec.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma_tile.h"

enum { MAX_K = 16, COLS = 8 };

/* ---- 8 lanes of f64 ---------------------------------------------------------------- */

#ifdef __AVX512F__

typedef __m512d vecd;
#define V static ALWAYS_INLINE
V vecd vecd_load(const f64 *p) {
	return _mm512_loadu_pd(p);
}
V void vecd_store(f64 *p, vecd v) {
	_mm512_storeu_pd(p, v);
}
V vecd vecd_all(f64 x) {
	return _mm512_set1_pd(x);
}
#define MODE(mode, a, b, c) _mm512_fmadd_round_pd(a, b, c, (mode) | _MM_FROUND_NO_EXC)
V vecd vecd_fma(u32 rnd, vecd a, vecd b, vecd c) {
	switch (rnd) {
	case MOD_RND_RZ: return MODE(_MM_FROUND_TO_ZERO, a, b, c);
	case MOD_RND_RM: return MODE(_MM_FROUND_TO_NEG_INF, a, b, c);
	case MOD_RND_RP: return MODE(_MM_FROUND_TO_POS_INF, a, b, c);
	default: return _mm512_fmadd_pd(a, b, c);
	}
}
V bool vecd_any_nan(vecd a) {
	return _mm512_cmp_pd_mask(a, a, _CMP_UNORD_Q) != 0;
}
/* Transposes as vec_transpose4 does: the four numbers of each row, with the rows in
 * another order. */
V void vecd_transpose4(vecd z[4]) {
	vecd a = _mm512_unpacklo_pd(z[0], z[1]), b = _mm512_unpackhi_pd(z[0], z[1]);
	vecd c = _mm512_unpacklo_pd(z[2], z[3]), d = _mm512_unpackhi_pd(z[2], z[3]);
	const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
	const __m512i high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
	z[0] = _mm512_permutex2var_pd(a, low, c);
	z[1] = _mm512_permutex2var_pd(b, low, d);
	z[2] = _mm512_permutex2var_pd(a, high, c);
	z[3] = _mm512_permutex2var_pd(b, high, d);
}

#else

typedef struct {
	__m256d h[2];
} vecd;
#define V static ALWAYS_INLINE
#define EACHD(expr0, expr1)          \
	(vecd) {                     \
		{                    \
			expr0, expr1 \
		}                    \
	}
V vecd vecd_load(const f64 *p) {
	return EACHD(_mm256_loadu_pd(p), _mm256_loadu_pd(p + 4));
}
V void vecd_store(f64 *p, vecd v) {
	_mm256_storeu_pd(p, v.h[0]);
	_mm256_storeu_pd(p + 4, v.h[1]);
}
V vecd vecd_all(f64 x) {
	return EACHD(_mm256_set1_pd(x), _mm256_set1_pd(x));
}
V vecd vecd_fma(u32 rnd, vecd a, vecd b, vecd c) {
	(void)rnd;
	return EACHD(_mm256_fmadd_pd(a.h[0], b.h[0], c.h[0]),
	             _mm256_fmadd_pd(a.h[1], b.h[1], c.h[1]));
}
V bool vecd_any_nan(vecd a) {
	return _mm256_movemask_pd(
		       _mm256_or_pd(_mm256_cmp_pd(a.h[0], a.h[0], _CMP_UNORD_Q),
	                            _mm256_cmp_pd(a.h[1], a.h[1], _CMP_UNORD_Q))) != 0;
}
V void vecd_transpose4(vecd z[4]) {
	for (u32 i = 0; i < 2; i++) {
		__m256d a = _mm256_unpacklo_pd(z[0].h[i], z[1].h[i]),
			b = _mm256_unpackhi_pd(z[0].h[i], z[1].h[i]),
			c = _mm256_unpacklo_pd(z[2].h[i], z[3].h[i]),
			d = _mm256_unpackhi_pd(z[2].h[i], z[3].h[i]);
		z[0].h[i] = _mm256_permute2f128_pd(a, c, 0x20);
		z[1].h[i] = _mm256_permute2f128_pd(b, d, 0x20);
		z[2].h[i] = _mm256_permute2f128_pd(a, c, 0x31);
		z[3].h[i] = _mm256_permute2f128_pd(b, d, 0x31);
	}
}

#endif

/* ---- the product ------------------------------------------------------------------- */

/* A register of 8 rows by 4 numbers, as four vectors. */
static ALWAYS_INLINE void load4(vecd z[4], const f64 *r) {
	for (u32 i = 0; i < 4; i++)
		z[i] = vecd_load(r + 8 * i);
	vecd_transpose4(z);
}

static ALWAYS_INLINE bool f64_rows(const struct mma_plan *p, u32 rnd, u32 nk, u32 half,
                                   const struct tile_operands *o, vecd *col) {
	vecd x[MAX_K], z[4], check = vecd_all(0);

	for (u32 g = 0; g < nk / 4; g++)
		load4(x + 4 * g, o->a[p->x[0][g][half]]);
	for (u32 odd = 0; odd < 2; odd++) {
		load4(z, o->c[p->c[0][0][odd][half]]);
		for (u32 w = 0; w < 4; w++)
			col[2 * w + odd] = z[w];
	}
	for (u32 k = 0; k < nk; k++) {
		const f64 *y = o->b[p->y[0][k / 4]];
		for (u32 j = 0; j < COLS; j++)
			col[j] = vecd_fma(rnd, x[k], vecd_all(y[4 * j + k % 4]), col[j]);
	}
	/* NaN times zero is NaN, and so is infinity: those are few */
	for (u32 j = 0; j < COLS; j++)
		check = vecd_fma(0, col[j], vecd_all(0), check);
	if (!vecd_any_nan(check))
		return true;
	for (u32 j = 0; j < COLS; j++)
		if (vecd_any_nan(col[j]))
			return false;
	return true;
}

static ALWAYS_INLINE bool f64_tile(const struct mma_plan *p, u32 rnd, u32 nk,
                                   const struct tile_operands *o) {
	vecd out[2][COLS], z[4];
	u32 nhalf = p->f.m / 8;

	for (u32 half = 0; half < nhalf; half++)
		if (!f64_rows(p, rnd, nk, half, o, out[half]))
			return false;
	for (u32 half = 0; half < nhalf; half++)
		for (u32 odd = 0; odd < 2; odd++) {
			f64 *r = o->d[p->d[0][0][odd][half]];
			for (u32 w = 0; w < 4; w++)
				z[w] = out[half][2 * w + odd];
			vecd_transpose4(z);
			for (u32 i = 0; i < 4; i++)
				vecd_store(r + 8 * i, z[i]);
		}
	return true;
}

/* ---- kernels ----------------------------------------------------------------------- */

#define KERNELS(mode)                                                 \
	MMA_KERNEL(f64_k4_##mode, f64_tile(p, MOD_RND_##mode, 4, &o)) \
	MMA_KERNEL(f64_k8_##mode, f64_tile(p, MOD_RND_##mode, 8, &o)) \
	MMA_KERNEL(f64_k16_##mode, f64_tile(p, MOD_RND_##mode, 16, &o))
#define FIND(mode, k)                 \
	((k) == 4    ? f64_k4_##mode  \
	 : (k) == 8  ? f64_k8_##mode  \
	 : (k) == 16 ? f64_k16_##mode \
	             : NULL)

KERNELS(RN)
#ifdef __AVX512F__
KERNELS(RZ)
KERNELS(RM)
KERNELS(RP)
#endif

mma_fast_fn *MMA_NAME(mma_f64_find)(const struct mma_form *f, u32 rnd) {
	switch (rnd) {
#ifdef __AVX512F__
	case MOD_RND_RZ: return FIND(RZ, f->k);
	case MOD_RND_RM: return FIND(RM, f->k);
	case MOD_RND_RP: return FIND(RP, f->k);
#endif
	case 0:
	case MOD_RND_RN: return FIND(RN, f->k);
	default: return NULL;
	}
}
