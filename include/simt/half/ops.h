/* ops.h - everything that half and bfloat16 have in common. cuda_fp16.h and cuda_bf16.h each
 * include this file once, so it has no guard, with these names set:
 *
 *   SIMT_H SIMT_H2           the types
 *   SIMT_H_RAW SIMT_H2_RAW   their bits, as plain structures
 *   SIMT_H_PTX               "f16" or "bf16"
 *   SIMT_H_ARITH             are there add, sub, mul, fma, and fma with .relu?
 *   SIMT_H_MINMAX            are there min, max, and their .NaN forms?
 *   SIMT_H_SAT               is there .sat? (bfloat16 has none)
 *   SIMT_H_FMA               is there fma.rn?
 *   SIMT_H_BITS SIMT_H_VALUE functions: from bits; the value as a float
 *   SIMT_H_ROUND             function: a float to the nearest
 *   SIMT_H_ROUND_D           function: a double to the nearest
 *   SIMT_H_NAN SIMT_H_ONE SIMT_H_INF   bits
 *
 * Where an instruction is missing, and on the host, float does the work: its 24 bits are
 * enough for one rounding of a sum, product or quotient to be the right one.
 * SPDX-License-Identifier: Apache-2.0 */

/* ---- arithmetic of one ---- */

#if defined(__CUDA_ARCH__)
#define SIMT_H_ASM2(instruction, a, b)                     \
	unsigned short __r;                                \
	asm(instruction " %0, %1, %2;"                     \
	    : "=h"(__r)                                    \
	    : "h"(SIMT_H_RAW(a).x), "h"(SIMT_H_RAW(b).x)); \
	return SIMT_H_BITS(__r)
#define SIMT_H_ASM3(instruction, a, b, c)                                        \
	unsigned short __r;                                                      \
	asm(instruction " %0, %1, %2, %3;"                                       \
	    : "=h"(__r)                                                          \
	    : "h"(SIMT_H_RAW(a).x), "h"(SIMT_H_RAW(b).x), "h"(SIMT_H_RAW(c).x)); \
	return SIMT_H_BITS(__r)
#endif

#if SIMT_H_ARITH
#define SIMT_H_TWO(name, instruction, value)                               \
	SIMT_HALF_INLINE SIMT_H name(const SIMT_H __a, const SIMT_H __b) { \
		SIMT_H_ASM2(instruction "." SIMT_H_PTX, __a, __b);         \
	}
#else
#define SIMT_H_TWO(name, instruction, value)                               \
	SIMT_HALF_INLINE SIMT_H name(const SIMT_H __a, const SIMT_H __b) { \
		float __x = SIMT_H_VALUE(__a), __y = SIMT_H_VALUE(__b);    \
		return SIMT_H_ROUND(value);                                \
	}
#endif

SIMT_H_TWO(__hadd, "add", __x + __y)
SIMT_H_TWO(__hsub, "sub", __x - __y)
SIMT_H_TWO(__hmul, "mul", __x *__y)
SIMT_H_TWO(__hadd_rn, "add.rn", __x + __y)
SIMT_H_TWO(__hsub_rn, "sub.rn", __x - __y)
SIMT_H_TWO(__hmul_rn, "mul.rn", __x *__y)

#undef SIMT_H_TWO

/* Into [0, 1]; NaN gives 0. */
SIMT_HALF_INLINE SIMT_H __simt_saturate_16(const SIMT_H __a) {
	float __x = SIMT_H_VALUE(__a);
	return __x > 0.0f ? (__x < 1.0f ? __a : SIMT_H_BITS(SIMT_H_ONE)) : SIMT_H_BITS(0);
}

#if SIMT_H_SAT
#define SIMT_H_TWO_SAT(name, instruction, plain)                           \
	SIMT_HALF_INLINE SIMT_H name(const SIMT_H __a, const SIMT_H __b) { \
		SIMT_H_ASM2(instruction ".sat." SIMT_H_PTX, __a, __b);     \
	}
#else
#define SIMT_H_TWO_SAT(name, instruction, plain)                           \
	SIMT_HALF_INLINE SIMT_H name(const SIMT_H __a, const SIMT_H __b) { \
		return __simt_saturate_16(plain(__a, __b));                \
	}
#endif

SIMT_H_TWO_SAT(__hadd_sat, "add", __hadd_rn)
SIMT_H_TWO_SAT(__hsub_sat, "sub", __hsub_rn)
SIMT_H_TWO_SAT(__hmul_sat, "mul", __hmul_rn)

#undef SIMT_H_TWO_SAT

SIMT_HALF_INLINE SIMT_H __hdiv(const SIMT_H __a, const SIMT_H __b) {
	return SIMT_H_ROUND(SIMT_H_VALUE(__a) / SIMT_H_VALUE(__b));
}

SIMT_HALF_INLINE SIMT_H __hfma(const SIMT_H __a, const SIMT_H __b, const SIMT_H __c) {
#if SIMT_H_FMA
	SIMT_H_ASM3("fma.rn." SIMT_H_PTX, __a, __b, __c);
#else
	return SIMT_H_ROUND_D(
		__simt_fma_odd(SIMT_H_VALUE(__a), SIMT_H_VALUE(__b), SIMT_H_VALUE(__c)));
#endif
}

SIMT_HALF_INLINE SIMT_H __hfma_sat(const SIMT_H __a, const SIMT_H __b, const SIMT_H __c) {
#if SIMT_H_SAT
	SIMT_H_ASM3("fma.rn.sat." SIMT_H_PTX, __a, __b, __c);
#else
	return __simt_saturate_16(__hfma(__a, __b, __c));
#endif
}

/* Negative results give 0. */
SIMT_HALF_INLINE SIMT_H __hfma_relu(const SIMT_H __a, const SIMT_H __b,
                                    const SIMT_H __c) {
#if SIMT_H_FMA && SIMT_H_MINMAX
	SIMT_H_ASM3("fma.rn.relu." SIMT_H_PTX, __a, __b, __c);
#else
	SIMT_H __r = __hfma(__a, __b, __c);
	float __x = SIMT_H_VALUE(__r);
	return __x != __x ? SIMT_H_BITS(SIMT_H_NAN) : __x > 0.0f ? __r : SIMT_H_BITS(0);
#endif
}

SIMT_HALF_INLINE SIMT_H __hneg(const SIMT_H __a) {
	return SIMT_H_BITS((unsigned short)(SIMT_H_RAW(__a).x ^ 0x8000u));
}

SIMT_HALF_INLINE SIMT_H __habs(const SIMT_H __a) {
	return SIMT_H_BITS((unsigned short)(SIMT_H_RAW(__a).x & 0x7fffu));
}

/* ---- comparison of one: the u forms are true for NaN ---- */

#define SIMT_H_COMPARE(name, unordered, op, opposite)                         \
	SIMT_HALF_INLINE bool name(const SIMT_H __a, const SIMT_H __b) {      \
		return SIMT_H_VALUE(__a) op SIMT_H_VALUE(__b);                \
	}                                                                     \
	SIMT_HALF_INLINE bool unordered(const SIMT_H __a, const SIMT_H __b) { \
		return !(SIMT_H_VALUE(__a) opposite SIMT_H_VALUE(__b));       \
	}

SIMT_H_COMPARE(__hle, __hleu, <=, >)
SIMT_H_COMPARE(__hge, __hgeu, >=, <)
SIMT_H_COMPARE(__hlt, __hltu, <, >=)
SIMT_H_COMPARE(__hgt, __hgtu, >, <=)

#undef SIMT_H_COMPARE

SIMT_HALF_INLINE bool __hisnan(const SIMT_H __a) {
	return (SIMT_H_RAW(__a).x & 0x7fffu) > SIMT_H_INF;
}

SIMT_HALF_INLINE bool __hequ(const SIMT_H __a, const SIMT_H __b) {
	return SIMT_H_VALUE(__a) == SIMT_H_VALUE(__b) || __hisnan(__a) || __hisnan(__b);
}

SIMT_HALF_INLINE bool __heq(const SIMT_H __a, const SIMT_H __b) {
	return SIMT_H_VALUE(__a) == SIMT_H_VALUE(__b);
}

SIMT_HALF_INLINE bool __hneu(const SIMT_H __a, const SIMT_H __b) {
	return !__heq(__a, __b);
}

SIMT_HALF_INLINE bool __hne(const SIMT_H __a, const SIMT_H __b) {
	return !__hequ(__a, __b);
}

/* 1 and -1 for the infinities. */
SIMT_HALF_INLINE int __hisinf(const SIMT_H __a) {
	unsigned __bits = SIMT_H_RAW(__a).x;
	return (__bits & 0x7fffu) != SIMT_H_INF ? 0 : __bits >> 15 != 0 ? -1 : 1;
}

/* The smaller one; -0 is less than 0, and a number wins over NaN. */
SIMT_HALF_INLINE SIMT_H __hmin(const SIMT_H __a, const SIMT_H __b) {
#if SIMT_H_MINMAX
	SIMT_H_ASM2("min." SIMT_H_PTX, __a, __b);
#else
	float __x = SIMT_H_VALUE(__a), __y = SIMT_H_VALUE(__b);
	bool __first = __x < __y || (__x == __y && (SIMT_H_RAW(__a).x & 0x8000u) != 0);
	return __hisnan(__a) && __hisnan(__b) ? SIMT_H_BITS(SIMT_H_NAN)
	       : __hisnan(__b) || __first     ? __a
	                                      : __b;
#endif
}

SIMT_HALF_INLINE SIMT_H __hmax(const SIMT_H __a, const SIMT_H __b) {
#if SIMT_H_MINMAX
	SIMT_H_ASM2("max." SIMT_H_PTX, __a, __b);
#else
	float __x = SIMT_H_VALUE(__a), __y = SIMT_H_VALUE(__b);
	bool __first = __x > __y || (__x == __y && (SIMT_H_RAW(__a).x & 0x8000u) == 0);
	return __hisnan(__a) && __hisnan(__b) ? SIMT_H_BITS(SIMT_H_NAN)
	       : __hisnan(__b) || __first     ? __a
	                                      : __b;
#endif
}

/* NaN wins. */
SIMT_HALF_INLINE SIMT_H __hmin_nan(const SIMT_H __a, const SIMT_H __b) {
	return __hisnan(__a) || __hisnan(__b) ? SIMT_H_BITS(SIMT_H_NAN)
	                                      : __hmin(__a, __b);
}

SIMT_HALF_INLINE SIMT_H __hmax_nan(const SIMT_H __a, const SIMT_H __b) {
	return __hisnan(__a) || __hisnan(__b) ? SIMT_H_BITS(SIMT_H_NAN)
	                                      : __hmax(__a, __b);
}

/* ---- two at a time ---- */

#if defined(__CUDA_ARCH__)
SIMT_HALF_INLINE unsigned __simt_pack_16(const SIMT_H2 __a) {
	return __simt_pack_16(SIMT_H_RAW(__a.x).x, SIMT_H_RAW(__a.y).x);
}

SIMT_HALF_INLINE void __simt_unpack_16(SIMT_H2 *__r, unsigned __bits) {
	*__r = SIMT_H2(SIMT_H_BITS(__simt_low_16(__bits)),
	               SIMT_H_BITS(__simt_high_16(__bits)));
}
#define SIMT_H2_ASM2(instruction, a, b)                        \
	unsigned __bits;                                       \
	SIMT_H2 __r;                                           \
	asm(instruction " %0, %1, %2;"                         \
	    : "=r"(__bits)                                     \
	    : "r"(__simt_pack_16(a)), "r"(__simt_pack_16(b))); \
	__simt_unpack_16(&__r, __bits);                        \
	return __r
#define SIMT_H2_ASM3(instruction, a, b, c)                                             \
	unsigned __bits;                                                               \
	SIMT_H2 __r;                                                                   \
	asm(instruction " %0, %1, %2, %3;"                                             \
	    : "=r"(__bits)                                                             \
	    : "r"(__simt_pack_16(a)), "r"(__simt_pack_16(b)), "r"(__simt_pack_16(c))); \
	__simt_unpack_16(&__r, __bits);                                                \
	return __r
#endif

#define SIMT_H2_EACH1(name, one)                           \
	SIMT_HALF_INLINE SIMT_H2 name(const SIMT_H2 __a) { \
		return SIMT_H2(one(__a.x), one(__a.y));    \
	}
#define SIMT_H2_EACH2(name, one)                                              \
	SIMT_HALF_INLINE SIMT_H2 name(const SIMT_H2 __a, const SIMT_H2 __b) { \
		return SIMT_H2(one(__a.x, __b.x), one(__a.y, __b.y));         \
	}
#define SIMT_H2_EACH3(name, one)                                                    \
	SIMT_HALF_INLINE SIMT_H2 name(const SIMT_H2 __a, const SIMT_H2 __b,         \
	                              const SIMT_H2 __c) {                          \
		return SIMT_H2(one(__a.x, __b.x, __c.x), one(__a.y, __b.y, __c.y)); \
	}
#define SIMT_H2_NATIVE2(name, instruction)                                    \
	SIMT_HALF_INLINE SIMT_H2 name(const SIMT_H2 __a, const SIMT_H2 __b) { \
		SIMT_H2_ASM2(instruction "." SIMT_H_PTX "x2", __a, __b);      \
	}
#define SIMT_H2_NATIVE3(name, instruction)                                    \
	SIMT_HALF_INLINE SIMT_H2 name(const SIMT_H2 __a, const SIMT_H2 __b,   \
	                              const SIMT_H2 __c) {                    \
		SIMT_H2_ASM3(instruction "." SIMT_H_PTX "x2", __a, __b, __c); \
	}

#if SIMT_H_ARITH
SIMT_H2_NATIVE2(__hadd2, "add")
SIMT_H2_NATIVE2(__hsub2, "sub")
SIMT_H2_NATIVE2(__hmul2, "mul")
SIMT_H2_NATIVE2(__hadd2_rn, "add.rn")
SIMT_H2_NATIVE2(__hsub2_rn, "sub.rn")
SIMT_H2_NATIVE2(__hmul2_rn, "mul.rn")
#else
SIMT_H2_EACH2(__hadd2, __hadd)
SIMT_H2_EACH2(__hsub2, __hsub)
SIMT_H2_EACH2(__hmul2, __hmul)
SIMT_H2_EACH2(__hadd2_rn, __hadd_rn)
SIMT_H2_EACH2(__hsub2_rn, __hsub_rn)
SIMT_H2_EACH2(__hmul2_rn, __hmul_rn)
#endif

#if SIMT_H_SAT
SIMT_H2_NATIVE2(__hadd2_sat, "add.sat")
SIMT_H2_NATIVE2(__hsub2_sat, "sub.sat")
SIMT_H2_NATIVE2(__hmul2_sat, "mul.sat")
SIMT_H2_NATIVE3(__hfma2_sat, "fma.rn.sat")
#else
SIMT_H2_EACH2(__hadd2_sat, __hadd_sat)
SIMT_H2_EACH2(__hsub2_sat, __hsub_sat)
SIMT_H2_EACH2(__hmul2_sat, __hmul_sat)
SIMT_H2_EACH3(__hfma2_sat, __hfma_sat)
#endif

#if SIMT_H_FMA
SIMT_H2_NATIVE3(__hfma2, "fma.rn")
#else
SIMT_H2_EACH3(__hfma2, __hfma)
#endif

#if SIMT_H_MINMAX && SIMT_H_FMA
SIMT_H2_NATIVE2(__hmin2, "min")
SIMT_H2_NATIVE2(__hmax2, "max")
SIMT_H2_NATIVE2(__hmin2_nan, "min.NaN")
SIMT_H2_NATIVE2(__hmax2_nan, "max.NaN")
SIMT_H2_NATIVE3(__hfma2_relu, "fma.rn.relu")
#else
SIMT_H2_EACH2(__hmin2, __hmin)
SIMT_H2_EACH2(__hmax2, __hmax)
SIMT_H2_EACH2(__hmin2_nan, __hmin_nan)
SIMT_H2_EACH2(__hmax2_nan, __hmax_nan)
SIMT_H2_EACH3(__hfma2_relu, __hfma_relu)
#endif

SIMT_H2_EACH2(__h2div, __hdiv)
SIMT_H2_EACH1(__hneg2, __hneg)
SIMT_H2_EACH1(__habs2, __habs)

/* a b + c of complex numbers, x + i y. */
SIMT_HALF_INLINE SIMT_H2 __hcmadd(const SIMT_H2 __a, const SIMT_H2 __b,
                                  const SIMT_H2 __c) {
	SIMT_H __re = __hfma(__hneg(__a.y), __b.y, __hfma(__a.x, __b.x, __c.x));
	SIMT_H __im = __hfma(__a.y, __b.x, __hfma(__a.x, __b.y, __c.y));
	return SIMT_H2(__re, __im);
}

/* Comparisons, each in these forms: 1 or 0 for each half, all bits of each half, and whether both hold. */
#define SIMT_H2_COMPARE(two, both, mask, one)                                    \
	SIMT_HALF_INLINE SIMT_H2 two(const SIMT_H2 __a, const SIMT_H2 __b) {     \
		return SIMT_H2(SIMT_H_BITS(one(__a.x, __b.x) ? SIMT_H_ONE : 0),  \
		               SIMT_H_BITS(one(__a.y, __b.y) ? SIMT_H_ONE : 0)); \
	}                                                                        \
	SIMT_HALF_INLINE bool both(const SIMT_H2 __a, const SIMT_H2 __b) {       \
		return one(__a.x, __b.x) && one(__a.y, __b.y);                   \
	}                                                                        \
	SIMT_HALF_INLINE unsigned mask(const SIMT_H2 __a, const SIMT_H2 __b) {   \
		return (one(__a.x, __b.x) ? 0xffffu : 0u) |                      \
		       (one(__a.y, __b.y) ? 0xffff0000u : 0u);                   \
	}

SIMT_H2_COMPARE(__heq2, __hbeq2, __heq2_mask, __heq)
SIMT_H2_COMPARE(__hne2, __hbne2, __hne2_mask, __hne)
SIMT_H2_COMPARE(__hle2, __hble2, __hle2_mask, __hle)
SIMT_H2_COMPARE(__hge2, __hbge2, __hge2_mask, __hge)
SIMT_H2_COMPARE(__hlt2, __hblt2, __hlt2_mask, __hlt)
SIMT_H2_COMPARE(__hgt2, __hbgt2, __hgt2_mask, __hgt)
SIMT_H2_COMPARE(__hequ2, __hbequ2, __hequ2_mask, __hequ)
SIMT_H2_COMPARE(__hneu2, __hbneu2, __hneu2_mask, __hneu)
SIMT_H2_COMPARE(__hleu2, __hbleu2, __hleu2_mask, __hleu)
SIMT_H2_COMPARE(__hgeu2, __hbgeu2, __hgeu2_mask, __hgeu)
SIMT_H2_COMPARE(__hltu2, __hbltu2, __hltu2_mask, __hltu)
SIMT_H2_COMPARE(__hgtu2, __hbgtu2, __hgtu2_mask, __hgtu)

#undef SIMT_H2_COMPARE

SIMT_HALF_INLINE SIMT_H2 __hisnan2(const SIMT_H2 __a) {
	return SIMT_H2(SIMT_H_BITS(__hisnan(__a.x) ? SIMT_H_ONE : 0),
	               SIMT_H_BITS(__hisnan(__a.y) ? SIMT_H_ONE : 0));
}

/* ---- parts of pairs ---- */

SIMT_HALF_INLINE SIMT_H2 __lowhigh2highlow(const SIMT_H2 __a) {
	return SIMT_H2(__a.y, __a.x);
}

SIMT_HALF_INLINE float __low2float(const SIMT_H2 __a) {
	return SIMT_H_VALUE(__a.x);
}

SIMT_HALF_INLINE float __high2float(const SIMT_H2 __a) {
	return SIMT_H_VALUE(__a.y);
}

/* ---- whole numbers ---- */

#define SIMT_H_WHOLE(name, name2, function)                       \
	SIMT_HALF_INLINE SIMT_H name(const SIMT_H __a) {          \
		return SIMT_H_ROUND(function(SIMT_H_VALUE(__a))); \
	}                                                         \
	SIMT_H2_EACH1(name2, name)

SIMT_H_WHOLE(htrunc, h2trunc, __builtin_truncf)
SIMT_H_WHOLE(hfloor, h2floor, __builtin_floorf)
SIMT_H_WHOLE(hceil, h2ceil, __builtin_ceilf)
SIMT_H_WHOLE(hrint, h2rint, __builtin_rintf)

#undef SIMT_H_WHOLE

/* ---- operators ---- */

#if !SIMT_H_NO_OPERATORS
#define SIMT_H_OPERATORS(type, op, function)                                  \
	SIMT_HALF_INLINE type operator op(const type &__a, const type &__b) { \
		return function(__a, __b);                                    \
	}                                                                     \
	SIMT_HALF_INLINE type &operator op##=(type &__a, const type &__b) {   \
		__a = function(__a, __b);                                     \
		return __a;                                                   \
	}
#define SIMT_H_RELATION(type, op, function)                                   \
	SIMT_HALF_INLINE bool operator op(const type &__a, const type &__b) { \
		return function(__a, __b);                                    \
	}
#define SIMT_H_STEPS(type, one, add, sub, neg)                   \
	SIMT_HALF_INLINE type &operator++(type &__a) {           \
		__a = add(__a, one);                             \
		return __a;                                      \
	}                                                        \
	SIMT_HALF_INLINE type &operator--(type &__a) {           \
		__a = sub(__a, one);                             \
		return __a;                                      \
	}                                                        \
	SIMT_HALF_INLINE type operator++(type &__a, const int) { \
		const type __before = __a;                       \
		__a = add(__a, one);                             \
		return __before;                                 \
	}                                                        \
	SIMT_HALF_INLINE type operator--(type &__a, const int) { \
		const type __before = __a;                       \
		__a = sub(__a, one);                             \
		return __before;                                 \
	}                                                        \
	SIMT_HALF_INLINE type operator+(const type &__a) {       \
		return __a;                                      \
	}                                                        \
	SIMT_HALF_INLINE type operator-(const type &__a) {       \
		return neg(__a);                                 \
	}

SIMT_H_OPERATORS(SIMT_H, +, __hadd)
SIMT_H_OPERATORS(SIMT_H, -, __hsub)
SIMT_H_OPERATORS(SIMT_H, *, __hmul)
SIMT_H_OPERATORS(SIMT_H, /, __hdiv)
SIMT_H_STEPS(SIMT_H, SIMT_H_BITS(SIMT_H_ONE), __hadd, __hsub, __hneg)
SIMT_H_RELATION(SIMT_H, ==, __heq)
SIMT_H_RELATION(SIMT_H, !=, __hneu)
SIMT_H_RELATION(SIMT_H, >, __hgt)
SIMT_H_RELATION(SIMT_H, <, __hlt)
SIMT_H_RELATION(SIMT_H, >=, __hge)
SIMT_H_RELATION(SIMT_H, <=, __hle)

SIMT_H_OPERATORS(SIMT_H2, +, __hadd2)
SIMT_H_OPERATORS(SIMT_H2, -, __hsub2)
SIMT_H_OPERATORS(SIMT_H2, *, __hmul2)
SIMT_H_OPERATORS(SIMT_H2, /, __h2div)
SIMT_H_STEPS(SIMT_H2, SIMT_H2(SIMT_H_BITS(SIMT_H_ONE), SIMT_H_BITS(SIMT_H_ONE)), __hadd2,
             __hsub2, __hneg2)
SIMT_H_RELATION(SIMT_H2, ==, __hbeq2)
SIMT_H_RELATION(SIMT_H2, !=, __hbneu2)
SIMT_H_RELATION(SIMT_H2, >, __hbgt2)
SIMT_H_RELATION(SIMT_H2, <, __hblt2)
SIMT_H_RELATION(SIMT_H2, >=, __hbge2)
SIMT_H_RELATION(SIMT_H2, <=, __hble2)

#undef SIMT_H_OPERATORS
#undef SIMT_H_RELATION
#undef SIMT_H_STEPS
#endif

/* ---- device code only ---- */

#if defined(__CUDA_ARCH__)
/* Functions: float computes them. */
#define SIMT_H_FUNCTION(name, name2, value)                 \
	SIMT_HALF_DEVICE SIMT_H name(const SIMT_H __a) {    \
		float __x = SIMT_H_VALUE(__a);              \
		return SIMT_H_ROUND(value);                 \
	}                                                   \
	SIMT_HALF_DEVICE SIMT_H2 name2(const SIMT_H2 __a) { \
		return SIMT_H2(name(__a.x), name(__a.y));   \
	}

SIMT_H_FUNCTION(hsqrt, h2sqrt, __fsqrt_rn(__x))
SIMT_H_FUNCTION(hrsqrt, h2rsqrt, __fdiv_rn(1.0f, __fsqrt_rn(__x)))
SIMT_H_FUNCTION(hrcp, h2rcp, __fdiv_rn(1.0f, __x))
SIMT_H_FUNCTION(hlog, h2log, __simt_half_log(__x))
SIMT_H_FUNCTION(hlog2, h2log2, __simt_log2f(__x))
SIMT_H_FUNCTION(hlog10, h2log10, __simt_half_log10(__x))
SIMT_H_FUNCTION(hexp, h2exp, __simt_half_exp(__x))
SIMT_H_FUNCTION(hexp2, h2exp2, __simt_half_exp2(__x))
SIMT_H_FUNCTION(hexp10, h2exp10, __simt_half_exp10(__x))
SIMT_H_FUNCTION(hsin, h2sin, __simt_half_sin(__x))
SIMT_H_FUNCTION(hcos, h2cos, __simt_half_cos(__x))
SIMT_H_FUNCTION(htanh, h2tanh, __simt_tanhf(__x))

#undef SIMT_H_FUNCTION

SIMT_HALF_DEVICE SIMT_H htanh_approx(const SIMT_H __a) {
#if SIMT_H_ARITH
	unsigned short __r;
	asm("tanh.approx." SIMT_H_PTX " %0, %1;" : "=h"(__r) : "h"(SIMT_H_RAW(__a).x));
	return SIMT_H_BITS(__r);
#else
	return SIMT_H_ROUND(__simt_tanh_approx(SIMT_H_VALUE(__a)));
#endif
}

SIMT_HALF_DEVICE SIMT_H2 h2tanh_approx(const SIMT_H2 __a) {
	return SIMT_H2(htanh_approx(__a.x), htanh_approx(__a.y));
}

/* Exchanges between the lanes of a warp. */
#define SIMT_H_SHUFFLE(name, kind)                                                       \
	SIMT_HALF_DEVICE SIMT_H name(const unsigned __mask, const SIMT_H __v,            \
	                             const kind __at, const int __width = 32) {          \
		unsigned __r = name(__mask, (unsigned)SIMT_H_RAW(__v).x, __at, __width); \
		return SIMT_H_BITS((unsigned short)__r);                                 \
	}                                                                                \
	SIMT_HALF_DEVICE SIMT_H2 name(const unsigned __mask, const SIMT_H2 __v,          \
	                              const kind __at, const int __width = 32) {         \
		SIMT_H2 __r;                                                             \
		__simt_unpack_16(&__r,                                                   \
		                 name(__mask, __simt_pack_16(__v), __at, __width));      \
		return __r;                                                              \
	}

SIMT_H_SHUFFLE(__shfl_sync, int)
SIMT_H_SHUFFLE(__shfl_up_sync, unsigned)
SIMT_H_SHUFFLE(__shfl_down_sync, unsigned)
SIMT_H_SHUFFLE(__shfl_xor_sync, int)

#undef SIMT_H_SHUFFLE

/* Loads and stores with a cache hint. */
#define SIMT_H_LOAD(name)                                              \
	SIMT_HALF_DEVICE SIMT_H name(const SIMT_H *__p) {              \
		return SIMT_H_BITS(name((const unsigned short *)__p)); \
	}                                                              \
	SIMT_HALF_DEVICE SIMT_H2 name(const SIMT_H2 *__p) {            \
		SIMT_H2 __r;                                           \
		__simt_unpack_16(&__r, name((const unsigned *)__p));   \
		return __r;                                            \
	}
#define SIMT_H_STORE(name)                                            \
	SIMT_HALF_DEVICE void name(SIMT_H *__p, const SIMT_H __v) {   \
		name((unsigned short *)__p, SIMT_H_RAW(__v).x);       \
	}                                                             \
	SIMT_HALF_DEVICE void name(SIMT_H2 *__p, const SIMT_H2 __v) { \
		name((unsigned *)__p, __simt_pack_16(__v));           \
	}

SIMT_H_LOAD(__ldg)
SIMT_H_LOAD(__ldca)
SIMT_H_LOAD(__ldcg)
SIMT_H_LOAD(__ldcs)
SIMT_H_LOAD(__ldlu)
SIMT_H_LOAD(__ldcv)
SIMT_H_STORE(__stwb)
SIMT_H_STORE(__stcg)
SIMT_H_STORE(__stcs)
SIMT_H_STORE(__stwt)

#undef SIMT_H_LOAD
#undef SIMT_H_STORE

/* Gives the old value. Without the instruction: retries until no other thread has written in between. */
SIMT_HALF_DEVICE SIMT_H atomicAdd(SIMT_H *__p, const SIMT_H __v) {
#if SIMT_H_ARITH
	unsigned short __r;
	asm volatile("atom.add.noftz." SIMT_H_PTX " %0, [%1], %2;"
	             : "=h"(__r)
	             : "l"(__p), "h"(SIMT_H_RAW(__v).x)
	             : "memory");
	return SIMT_H_BITS(__r);
#else
	unsigned short *__bits = (unsigned short *)__p, __old = *__bits, __seen;
	for (;;) {
		SIMT_H __sum = __hadd_rn(SIMT_H_BITS(__old), __v);
		__seen = atomicCAS(__bits, __old, SIMT_H_RAW(__sum).x);
		if (__seen == __old)
			return SIMT_H_BITS(__old);
		__old = __seen;
	}
#endif
}

SIMT_HALF_DEVICE SIMT_H2 atomicAdd(SIMT_H2 *__p, const SIMT_H2 __v) {
	SIMT_H2 __r;
#if SIMT_H_ARITH
	unsigned __bits;
	asm volatile("atom.add.noftz." SIMT_H_PTX "x2 %0, [%1], %2;"
	             : "=r"(__bits)
	             : "l"(__p), "r"(__simt_pack_16(__v))
	             : "memory");
	__simt_unpack_16(&__r, __bits);
#else
	__r.x = atomicAdd(&__p->x, __v.x);
	__r.y = atomicAdd(&__p->y, __v.y);
#endif
	return __r;
}
#endif

#undef SIMT_H_ASM2
#undef SIMT_H_ASM3
#undef SIMT_H2_ASM2
#undef SIMT_H2_ASM3
#undef SIMT_H2_EACH1
#undef SIMT_H2_EACH2
#undef SIMT_H2_EACH3
#undef SIMT_H2_NATIVE2
#undef SIMT_H2_NATIVE3
