/* narrow.h - conversions to and from the bits of floats of 6 or 4 bits. No guard: each size includes it once, after
 * convert.h, with these set, which it undefines:
 *
 *   SIMT_F6_NAME(a, b)   a, fp6 or fp4, b: the names of functions
 *   SIMT_F6_KIND         the type of the argument that tells the format
 *   SIMT_F6_BITS         6, 4
 *   SIMT_F6_APART        how far the second of a pair is from the first, in bits
 *   SIMT_F6_PRECISION    of the kind __kind: bits of the mantissa
 *
 * These formats have neither infinity nor NaN: what is too large becomes the largest number, NaN the largest positive one. The
 * exponent's bias follows from its length. Values are rounded to nearest even (cudaRoundNearest) or to zero
 * (cudaRoundZero); no hardware of sm_90 does that.
 * SPDX-License-Identifier: Apache-2.0 */

#define SIMT_F6_ARGS const SIMT_F6_KIND __kind, const enum cudaRoundMode __rounding
#define SIMT_F6_BIAS ((1 << (SIMT_F6_BITS - 2 - SIMT_F6_PRECISION)) - 1)
#define SIMT_F6_SIGN (1u << (SIMT_F6_BITS - 1))
#define SIMT_F6_FROM(from) SIMT_F6_NAME(__nv_cvt_##from##_to_, )
#define SIMT_F6_FROM2(from) SIMT_F6_NAME(__nv_cvt_##from##_to_, x2)
#define SIMT_F6_PAIR(from, a, b)                                             \
	((SIMT_F6_NAME(__nv_, x2_storage_t))(                                \
		SIMT_F6_FROM(from)(a, __kind, __rounding) |                  \
		SIMT_F6_FROM(from)(b, __kind, __rounding) << SIMT_F6_APART))

/* ---- to few bits ---- */

SIMT_F8_FN SIMT_F6_NAME(__nv_, _storage_t) SIMT_F6_FROM(double)(const double __x, SIMT_F6_ARGS) {
	assert(__rounding == cudaRoundNearest || __rounding == cudaRoundZero);
	(void)__kind;
	unsigned long long __bits = __simt_double_bits(__x), __magnitude = __bits << 1 >> 1;
	unsigned __sign = (unsigned)(__bits >> 63) << (SIMT_F6_BITS - 1), __largest = SIMT_F6_SIGN - 1;
	unsigned __r = __simt_f8_round(__magnitude, SIMT_F6_PRECISION, SIMT_F6_BIAS,
	                               __rounding == cudaRoundNearest);
	__sign = __magnitude > 0x7ff0000000000000ull ? 0 : __sign; /* NaN */
	return (SIMT_F6_NAME(__nv_, _storage_t))(__sign | (__r > __largest ? __largest : __r));
}

SIMT_F8_FN SIMT_F6_NAME(__nv_, _storage_t) SIMT_F6_FROM(float)(const float __x, SIMT_F6_ARGS) {
	return SIMT_F6_FROM(double)(__x, __kind, __rounding);
}

SIMT_F8_FN SIMT_F6_NAME(__nv_, _storage_t)
	SIMT_F6_FROM(halfraw)(const __half_raw __x, SIMT_F6_ARGS) {
	return SIMT_F6_FROM(double)(__simt_half_to_float(__x.x), __kind, __rounding);
}

SIMT_F8_FN SIMT_F6_NAME(__nv_, _storage_t)
	SIMT_F6_FROM(bfloat16raw)(const __nv_bfloat16_raw __x, SIMT_F6_ARGS) {
	return SIMT_F6_FROM(double)(__simt_bfloat16_to_float(__x.x), __kind, __rounding);
}

SIMT_F8_FN SIMT_F6_NAME(__nv_, x2_storage_t)
	SIMT_F6_FROM2(double2)(const double2 __x, SIMT_F6_ARGS) {
	return SIMT_F6_PAIR(double, __x.x, __x.y);
}

SIMT_F8_FN SIMT_F6_NAME(__nv_, x2_storage_t)
	SIMT_F6_FROM2(float2)(const float2 __x, SIMT_F6_ARGS) {
	return SIMT_F6_PAIR(float, __x.x, __x.y);
}

SIMT_F8_FN SIMT_F6_NAME(__nv_, x2_storage_t)
	SIMT_F6_FROM2(halfraw2)(const __half2_raw __x, SIMT_F6_ARGS) {
	return SIMT_F6_PAIR(float, __simt_half_to_float(__x.x), __simt_half_to_float(__x.y));
}

SIMT_F8_FN SIMT_F6_NAME(__nv_, x2_storage_t)
	SIMT_F6_FROM2(bfloat16raw2)(const __nv_bfloat162_raw __x, SIMT_F6_ARGS) {
	return SIMT_F6_PAIR(float, __simt_bfloat16_to_float(__x.x),
	                    __simt_bfloat16_to_float(__x.y));
}

/* ---- from few bits: half holds them all ---- */

SIMT_F8_FN __half_raw SIMT_F6_NAME(__nv_cvt_, _to_halfraw)(
	const SIMT_F6_NAME(__nv_, _storage_t) __x, const SIMT_F6_KIND __kind) {
	(void)__kind;
	unsigned __sign = (__x & SIMT_F6_SIGN) << (16 - SIMT_F6_BITS);
	__half_raw __r = {(unsigned short)(__sign | __simt_f8_widen(__x & (SIMT_F6_SIGN - 1),
	                                                            SIMT_F6_PRECISION,
	                                                            SIMT_F6_BIAS))};
	return __r;
}

SIMT_F8_FN __half2_raw SIMT_F6_NAME(__nv_cvt_, x2_to_halfraw2)(
	const SIMT_F6_NAME(__nv_, x2_storage_t) __x, const SIMT_F6_KIND __kind) {
	unsigned __high = (unsigned)__x >> SIMT_F6_APART;
	__half2_raw __r = {SIMT_F6_NAME(__nv_cvt_, _to_halfraw)(
				   (SIMT_F6_NAME(__nv_, _storage_t))__x, __kind).x,
	                   SIMT_F6_NAME(__nv_cvt_, _to_halfraw)(
				   (SIMT_F6_NAME(__nv_, _storage_t))__high, __kind).x};
	return __r;
}

SIMT_F8_FN float __simt_f8_to_float(SIMT_F6_NAME(__nv_, _storage_t) __x, SIMT_F6_KIND __kind) {
	return __simt_half_to_float(SIMT_F6_NAME(__nv_cvt_, _to_halfraw)(__x, __kind).x);
}

SIMT_F8_FN float2 __simt_f8_to_float2(SIMT_F6_NAME(__nv_, x2_storage_t) __x, SIMT_F6_KIND __kind) {
	__half2_raw __h = SIMT_F6_NAME(__nv_cvt_, x2_to_halfraw2)(__x, __kind);
	float2 __r = {__simt_half_to_float(__h.x), __simt_half_to_float(__h.y)};
	return __r;
}

#undef SIMT_F6_ARGS
#undef SIMT_F6_BIAS
#undef SIMT_F6_SIGN
#undef SIMT_F6_FROM
#undef SIMT_F6_FROM2
#undef SIMT_F6_PAIR
#undef SIMT_F6_NAME
#undef SIMT_F6_KIND
#undef SIMT_F6_BITS
#undef SIMT_F6_APART
#undef SIMT_F6_PRECISION
