/* mma_vec.h - vectors of 16 lanes of 32 bits for the fast matrix products, in AVX-512
 * (x86-64-v4) or AVX2 (x86-64-v3), chosen by how the file is compiled. Lanes may also be
 * taken as pairs of 16 bits.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <immintrin.h>

#include "base/base.h"

/* One operation, one line. */
/* clang-format off */

#ifdef __AVX512F__

typedef __m512i veci;
typedef __m512 vecf;
typedef __mmask16 vecm; /* a bit per lane */

#define V static ALWAYS_INLINE
V veci vec_load(const void *p) { return _mm512_loadu_si512(p); }
V void vec_store(void *p, veci v) { _mm512_storeu_si512(p, v); }
V veci vec_all(u32 x) { return _mm512_set1_epi32((s32)x); }
V veci vec_and(veci a, veci b) { return _mm512_and_si512(a, b); }
V veci vec_or(veci a, veci b) { return _mm512_or_si512(a, b); }
V veci vec_xor(veci a, veci b) { return _mm512_xor_si512(a, b); }
V veci vec_add(veci a, veci b) { return _mm512_add_epi32(a, b); }
V veci vec_sub(veci a, veci b) { return _mm512_sub_epi32(a, b); }
V veci vec_sub8(veci a, veci b) { return _mm512_sub_epi8(a, b); }
V veci vec_shl(veci a, u32 n) { return _mm512_slli_epi32(a, n); }
V veci vec_shr(veci a, u32 n) { return _mm512_srli_epi32(a, n); }
V veci vec_sar(veci a, u32 n) { return _mm512_srai_epi32(a, n); }
/* by the number in each lane; zero if that is not below 32 */
V veci vec_shlv(veci a, veci n) { return _mm512_sllv_epi32(a, n); }
V veci vec_max(veci a, veci b) { return _mm512_max_epi32(a, b); }
V veci vec_max_u(veci a, veci b) { return _mm512_max_epu32(a, b); }
V veci vec_min_u(veci a, veci b) { return _mm512_min_epu32(a, b); }
/* negative where s = a + b left the range */
V veci vec_overflow(veci a, veci b, veci s) {
	return _mm512_ternarylogic_epi32(a, b, s, 0x42); /* (a ^ s) & (b ^ s) */
}
V veci vec_max16(veci a, veci b) { return _mm512_max_epu16(a, b); }
V veci vec_shr16(veci a, u8 n) { return _mm512_srli_epi16(a, n); }
V veci vec_add16(veci a, veci b) { return _mm512_add_epi16(a, b); }
/* a where a lane of t (of 16, 32 bits) is not zero, else zero */
V veci vec_where16(veci t, veci a) {
	return _mm512_maskz_mov_epi16(_mm512_test_epi16_mask(t, t), a);
}
V veci vec_where(veci t, veci a) {
	return _mm512_maskz_mov_epi32(_mm512_test_epi32_mask(t, t), a);
}
V veci vec_add8(veci a, veci b) { return _mm512_add_epi8(a, b); }
V veci vec_max8(veci a, veci b) { return _mm512_max_epu8(a, b); }
/* the greater of a and b where bits of `mask` are set in a lane of t, else zero */
V veci vec_max16_if(veci t, u32 mask, veci a, veci b) {
	return _mm512_maskz_max_epu16(_mm512_test_epi16_mask(t, vec_all(mask)), a, b);
}
V veci vec_max_if(veci t, u32 mask, veci a, veci b) {
	return _mm512_maskz_max_epi32(_mm512_test_epi32_mask(t, vec_all(mask)), a, b);
}
V veci vec_field(veci a, u32 mask, u32 bias) {
	return _mm512_ternarylogic_epi32(a, vec_all(mask), vec_all(bias), 0xea); /* a & b | c */
}
/* the upper 64 bits of each 128 to the lower ones */
V veci vec_upper_half(veci a) { return _mm512_bsrli_epi128(a, 8); }
V vecm vec_greater(veci a, veci b) { return _mm512_cmpgt_epi32_mask(a, b); }
V vecm vec_is_negative(veci a) { return _mm512_movepi32_mask(a); }
V vecm vec_is_set(veci a) { return _mm512_test_epi32_mask(a, a); }
V vecm vecm_none(void) { return 0; }
V vecm vecm_or(vecm a, vecm b) { return (vecm)(a | b); }
V vecm vecm_and(vecm a, vecm b) { return (vecm)(a & b); }
V bool vecm_any(vecm a) { return a != 0; }
/* of all lanes */
V u32 vec_greatest(veci a) { return _mm512_reduce_max_epu32(a); }
V veci vec_choose(vecm m, veci a, veci b) { return _mm512_mask_mov_epi32(b, m, a); }

V vecf vecf_of(veci a) { return _mm512_castsi512_ps(a); }
V veci vecf_bits(vecf a) { return _mm512_castps_si512(a); }
V vecf vecf_all(f32 x) { return _mm512_set1_ps(x); }
V vecf vecf_mul(vecf a, vecf b) { return _mm512_mul_ps(a, b); }
V vecf vecf_add(vecf a, vecf b) { return _mm512_add_ps(a, b); }
V vecf vecf_sub(vecf a, vecf b) { return _mm512_sub_ps(a, b); }
V vecf vecf_fma(vecf a, vecf b, vecf c) { return _mm512_fmadd_ps(a, b, c); }
/* a | (b ^ c) */
V veci vec_or_xor(veci a, veci b, veci c) { return _mm512_ternarylogic_epi32(a, b, c, 0xf6); }
V veci vecf_trunc(vecf a) { return _mm512_cvttps_epi32(a); }
/* to f32, truncated */
V vecf vecf_from(veci a) {
	return _mm512_cvt_roundepi32_ps(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
/* f16 in the low half of each lane, and back to nearest even */
V vecf vecf_from_f16(veci a) { return _mm512_cvtph_ps(_mm512_cvtepi32_epi16(a)); }
V veci vecf_to_f16(vecf a) {
	return _mm512_cvtepu16_epi32(
		_mm512_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}
/* the f16 of each lane: low and high */
V void vec_split_f16(veci a, vecf *low, vecf *high) {
	const __m512i order = _mm512_set_epi16(
		31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1,
		30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
	a = _mm512_permutexvar_epi16(order, a);
	*low = _mm512_cvtph_ps(_mm512_castsi512_si256(a));
	*high = _mm512_cvtph_ps(_mm512_extracti64x4_epi64(a, 1));
}
/* 32 f16 as f32 */
V void vec_store_f16(f32 *to, veci a) {
	_mm512_storeu_ps(to, _mm512_cvtph_ps(_mm512_castsi512_si256(a)));
	_mm512_storeu_ps(to + 16, _mm512_cvtph_ps(_mm512_extracti64x4_epi64(a, 1)));
}
/* Transposes the four words of each row: z[i] holds rows 4 by 4, then z[w] word w of all rows. Rows come
 * in an order of its own; a second call restores everything. */
V void vec_transpose4(veci z[4]) {
	veci a = _mm512_unpacklo_epi32(z[0], z[1]), b = _mm512_unpackhi_epi32(z[0], z[1]);
	veci c = _mm512_unpacklo_epi32(z[2], z[3]), d = _mm512_unpackhi_epi32(z[2], z[3]);
	z[0] = _mm512_unpacklo_epi64(a, c);
	z[1] = _mm512_unpackhi_epi64(a, c);
	z[2] = _mm512_unpacklo_epi64(b, d);
	z[3] = _mm512_unpackhi_epi64(b, d);
}
V veci vec_popcount(veci a) { return _mm512_popcnt_epi32(a); }
/* bytes of a table of 16 */
V veci vec_lookup(const u8 *table, veci i) {
	__m128i t = _mm_loadu_si128((const __m128i *)table);
	return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(t), i);
}
/* s + the four products of unsigned bytes of u and signed bytes of v */
V veci vec_dot(veci s, veci u, veci v) { return _mm512_dpbusd_epi32(s, u, v); }
/* s + the two products of signed halves */
V veci vec_dot16(veci s, veci a, veci b) { return _mm512_dpwssd_epi32(s, a, b); }

#else /* AVX2 */

typedef struct {
	__m256i h[2];
} veci;
typedef struct {
	__m256 h[2];
} vecf;
typedef veci vecm; /* all bits of a lane */

#define V static ALWAYS_INLINE
#define EACH(expr0, expr1) \
	(veci) {           \
		{ expr0, expr1 } \
	}
#define BINARY(name, op) \
	V veci name(veci a, veci b) { return EACH(op(a.h[0], b.h[0]), op(a.h[1], b.h[1])); }
#define SHIFT(name, op) \
	V veci name(veci a, u32 n) { return EACH(op(a.h[0], (s32)n), op(a.h[1], (s32)n)); }
V veci vec_load(const void *p) {
	const __m256i *q = p;
	return EACH(_mm256_loadu_si256(q), _mm256_loadu_si256(q + 1));
}
V void vec_store(void *p, veci v) {
	__m256i *q = p;
	_mm256_storeu_si256(q, v.h[0]);
	_mm256_storeu_si256(q + 1, v.h[1]);
}
V veci vec_all(u32 x) {
	__m256i v = _mm256_set1_epi32((s32)x);
	return EACH(v, v);
}
BINARY(vec_and, _mm256_and_si256)
BINARY(vec_or, _mm256_or_si256)
BINARY(vec_xor, _mm256_xor_si256)
BINARY(vec_add, _mm256_add_epi32)
BINARY(vec_sub, _mm256_sub_epi32)
BINARY(vec_sub8, _mm256_sub_epi8)
BINARY(vec_shlv, _mm256_sllv_epi32)
BINARY(vec_max, _mm256_max_epi32)
BINARY(vec_max_u, _mm256_max_epu32)
BINARY(vec_min_u, _mm256_min_epu32)
BINARY(vec_max16, _mm256_max_epu16)
BINARY(vec_add16, _mm256_add_epi16)
BINARY(vec_greater, _mm256_cmpgt_epi32)
BINARY(vec_add8, _mm256_add_epi8)
BINARY(vec_max8, _mm256_max_epu8)
BINARY(vecm_or, _mm256_or_si256)
BINARY(vecm_and, _mm256_and_si256)
SHIFT(vec_shl, _mm256_slli_epi32)
SHIFT(vec_shr, _mm256_srli_epi32)
SHIFT(vec_sar, _mm256_srai_epi32)
SHIFT(vec_shr16, _mm256_srli_epi16)
SHIFT(vec_shl16, _mm256_slli_epi16)
SHIFT(vec_sar16, _mm256_srai_epi16)
#define ANDNOT_ZERO(t, a, i, cmp) \
	_mm256_andnot_si256(cmp((t).h[i], _mm256_setzero_si256()), (a).h[i])
V veci vec_where16(veci t, veci a) {
	return EACH(ANDNOT_ZERO(t, a, 0, _mm256_cmpeq_epi16),
	            ANDNOT_ZERO(t, a, 1, _mm256_cmpeq_epi16));
}
V veci vec_where(veci t, veci a) {
	return EACH(ANDNOT_ZERO(t, a, 0, _mm256_cmpeq_epi32),
	            ANDNOT_ZERO(t, a, 1, _mm256_cmpeq_epi32));
}
V veci vec_max16_if(veci t, u32 mask, veci a, veci b) {
	return vec_where16(vec_and(t, vec_all(mask)), vec_max16(a, b));
}
V veci vec_max_if(veci t, u32 mask, veci a, veci b) {
	return vec_where(vec_and(t, vec_all(mask)), vec_max(a, b));
}
V veci vec_field(veci a, u32 mask, u32 bias) {
	return vec_or(vec_and(a, vec_all(mask)), vec_all(bias));
}
V veci vec_upper_half(veci a) {
	return EACH(_mm256_bsrli_epi128(a.h[0], 8), _mm256_bsrli_epi128(a.h[1], 8));
}
V veci vec_overflow(veci a, veci b, veci s) { return vec_and(vec_xor(a, s), vec_xor(b, s)); }
V vecm vec_is_negative(veci a) { return vec_sar(a, 31); }
V vecm vecm_none(void) { return vec_all(0); }
V vecm vec_is_set(veci a) { return vec_where(a, vec_all(~0u)); }
V u32 vec_greatest(veci a) {
	__m256i m = _mm256_max_epu32(a.h[0], a.h[1]);
	__m128i v = _mm_max_epu32(_mm256_castsi256_si128(m), _mm256_extracti128_si256(m, 1));
	v = _mm_max_epu32(v, _mm_shuffle_epi32(v, 0x4e));
	v = _mm_max_epu32(v, _mm_shuffle_epi32(v, 0xb1));
	return (u32)_mm_cvtsi128_si32(v);
}
V bool vecm_any(vecm a) {
	__m256i v = _mm256_or_si256(a.h[0], a.h[1]);
	return !_mm256_testz_si256(v, v);
}
V veci vec_choose(vecm m, veci a, veci b) {
	return EACH(_mm256_blendv_epi8(b.h[0], a.h[0], m.h[0]),
	            _mm256_blendv_epi8(b.h[1], a.h[1], m.h[1]));
}
#define EACHF(expr0, expr1) \
	(vecf) {            \
		{ expr0, expr1 } \
	}
V vecf vecf_of(veci a) {
	return EACHF(_mm256_castsi256_ps(a.h[0]), _mm256_castsi256_ps(a.h[1]));
}
V veci vecf_bits(vecf a) {
	return EACH(_mm256_castps_si256(a.h[0]), _mm256_castps_si256(a.h[1]));
}
V vecf vecf_all(f32 x) { return EACHF(_mm256_set1_ps(x), _mm256_set1_ps(x)); }
V vecf vecf_mul(vecf a, vecf b) {
	return EACHF(_mm256_mul_ps(a.h[0], b.h[0]), _mm256_mul_ps(a.h[1], b.h[1]));
}
V vecf vecf_add(vecf a, vecf b) {
	return EACHF(_mm256_add_ps(a.h[0], b.h[0]), _mm256_add_ps(a.h[1], b.h[1]));
}
V vecf vecf_sub(vecf a, vecf b) {
	return EACHF(_mm256_sub_ps(a.h[0], b.h[0]), _mm256_sub_ps(a.h[1], b.h[1]));
}
V vecf vecf_fma(vecf a, vecf b, vecf c) {
	return EACHF(_mm256_fmadd_ps(a.h[0], b.h[0], c.h[0]), _mm256_fmadd_ps(a.h[1], b.h[1], c.h[1]));
}
V veci vec_or_xor(veci a, veci b, veci c) { return vec_or(a, vec_xor(b, c)); }
V veci vecf_trunc(vecf a) {
	return EACH(_mm256_cvttps_epi32(a.h[0]), _mm256_cvttps_epi32(a.h[1]));
}
/* Rounded to nearest, then one unit less where that is larger; 2^31 stands for itself as unsigned. */
V __m256 vec_half_from(__m256i a) {
	__m256 r = _mm256_cvtepi32_ps(a);
	__m256i back = _mm256_abs_epi32(_mm256_cvttps_epi32(r)), m = _mm256_abs_epi32(a);
	__m256i over = _mm256_cmpeq_epi32(_mm256_max_epu32(back, m), m); /* 0 if larger */
	over = _mm256_xor_si256(over, _mm256_set1_epi32(-1));
	return _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(r), over));
}
V vecf vecf_from(veci a) { return EACHF(vec_half_from(a.h[0]), vec_half_from(a.h[1])); }
V __m256 vec_half_from_f16(__m256i a) {
	__m256i low = _mm256_and_si256(a, _mm256_set1_epi32(0xffff));
	low = _mm256_permute4x64_epi64(_mm256_packus_epi32(low, low), 0x08);
	return _mm256_cvtph_ps(_mm256_castsi256_si128(low));
}
V vecf vecf_from_f16(veci a) {
	return EACHF(vec_half_from_f16(a.h[0]), vec_half_from_f16(a.h[1]));
}
V veci vecf_to_f16(vecf a) {
	return EACH(_mm256_cvtepu16_epi32(_mm256_cvtps_ph(a.h[0], _MM_FROUND_TO_NEAREST_INT)),
	            _mm256_cvtepu16_epi32(_mm256_cvtps_ph(a.h[1], _MM_FROUND_TO_NEAREST_INT)));
}
V void vec_split_f16(veci a, vecf *low, vecf *high) {
	*low = vecf_from_f16(a);
	*high = vecf_from_f16(vec_shr(a, 16));
}
V void vec_store_f16(f32 *to, veci a) {
	for (u32 i = 0; i < 2; i++) {
		_mm256_storeu_ps(to + 16 * i, _mm256_cvtph_ps(_mm256_castsi256_si128(a.h[i])));
		_mm256_storeu_ps(to + 16 * i + 8, _mm256_cvtph_ps(_mm256_extracti128_si256(a.h[i], 1)));
	}
}
V void vec_transpose4(veci z[4]) {
	for (u32 i = 0; i < 2; i++) {
		__m256i a = _mm256_unpacklo_epi32(z[0].h[i], z[1].h[i]),
			b = _mm256_unpackhi_epi32(z[0].h[i], z[1].h[i]),
			c = _mm256_unpacklo_epi32(z[2].h[i], z[3].h[i]),
			d = _mm256_unpackhi_epi32(z[2].h[i], z[3].h[i]);
		z[0].h[i] = _mm256_unpacklo_epi64(a, c);
		z[1].h[i] = _mm256_unpackhi_epi64(a, c);
		z[2].h[i] = _mm256_unpacklo_epi64(b, d);
		z[3].h[i] = _mm256_unpackhi_epi64(b, d);
	}
}
V __m256i vec_half_popcount(__m256i a) {
	const __m256i of = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
	const __m256i low = _mm256_set1_epi8(15);
	__m256i n = _mm256_add_epi8(
		_mm256_shuffle_epi8(of, _mm256_and_si256(a, low)),
		_mm256_shuffle_epi8(of, _mm256_and_si256(_mm256_srli_epi16(a, 4), low)));
	return _mm256_madd_epi16(_mm256_maddubs_epi16(n, _mm256_set1_epi8(1)),
	                         _mm256_set1_epi16(1));
}
V veci vec_popcount(veci a) {
	return EACH(vec_half_popcount(a.h[0]), vec_half_popcount(a.h[1]));
}
V veci vec_lookup(const u8 *table, veci i) {
	__m256i t = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
	return EACH(_mm256_shuffle_epi8(t, i.h[0]), _mm256_shuffle_epi8(t, i.h[1]));
}
BINARY(vec_madd16, _mm256_madd_epi16)
V veci vec_dot16(veci s, veci a, veci b) { return vec_add(s, vec_madd16(a, b)); }
#undef BINARY
#undef SHIFT

#endif
#undef V
/* clang-format on */
