/* type.h - the class of a 16-bit float, that of a pair of them, and the conversions, whose
 * names are made of SIMT_H_WORD (half, bfloat16) and SIMT_H2_WORD (half2, bfloat162):
 * __float2half_rn, __bfloat162int_rz. No guard: each of the two types includes it once,
 * with the names that ops.h lists and these functions on bits set:
 *
 *   SIMT_H_FROM_FLOAT(x, rounding)  SIMT_H_FROM_DOUBLE(x)  SIMT_H_TO_FLOAT(bits)
 *   SIMT_H_FROM_SIGNED(x, rounding) SIMT_H_FROM_UNSIGNED(x, rounding)
 * SPDX-License-Identifier: Apache-2.0 */

#define SIMT_H_PASTE(a, b, c) a##b##c
#define SIMT_H_NAME(a, word, c) SIMT_H_PASTE(a, word, c)

struct SIMT_H_OTHER; /* half's is bfloat16, and the other way round */

struct SIMT_H_RAW {
	unsigned short x;
};

struct __attribute__((__aligned__(4))) SIMT_H2_RAW {
	unsigned short x, y;
};

#define SIMT_H_FROM(type, bits)                               \
	SIMT_HALF_MEMBER SIMT_H(const type __v) : __x(bits) { \
	}                                                     \
	SIMT_HALF_MEMBER SIMT_H &operator=(const type __v) {  \
		__x = bits;                                   \
		return *this;                                 \
	}
#define SIMT_H_TO(type, to)                                         \
	SIMT_HALF_MEMBER operator type() const {                    \
		return (type)to(SIMT_H_TO_FLOAT(__x), __SIMT_ZERO); \
	}

struct __attribute__((__aligned__(2))) SIMT_H {
      protected:
	unsigned short __x;

      public:
	SIMT_H() = default;
	SIMT_HALF_MEMBER constexpr SIMT_H(const SIMT_H_RAW &__raw) : __x(__raw.x) {
	}
	SIMT_HALF_MEMBER SIMT_H &operator=(const SIMT_H_RAW &__raw) {
		__x = __raw.x;
		return *this;
	}
	SIMT_HALF_MEMBER volatile SIMT_H &operator=(const SIMT_H_RAW &__raw) volatile {
		__x = __raw.x;
		return *this;
	}
	SIMT_HALF_MEMBER volatile SIMT_H &operator=(const volatile SIMT_H_RAW &__raw) volatile {
		__x = __raw.x;
		return *this;
	}
	SIMT_HALF_MEMBER operator SIMT_H_RAW() const {
		SIMT_H_RAW __raw = {__x};
		return __raw;
	}
	SIMT_HALF_MEMBER operator SIMT_H_RAW() const volatile {
		SIMT_H_RAW __raw = {__x};
		return __raw;
	}
#if !SIMT_H_NO_CONVERSIONS
	SIMT_HALF_MEMBER explicit SIMT_H(
		const SIMT_H_OTHER __v); /* cuda_bf16.h has both */
	SIMT_H_FROM(float, SIMT_H_FROM_FLOAT(__v, __SIMT_NEAREST))
	SIMT_H_FROM(double, SIMT_H_FROM_DOUBLE(__v))
	SIMT_H_FROM(short, SIMT_H_FROM_SIGNED(__v, __SIMT_NEAREST))
	SIMT_H_FROM(unsigned short, SIMT_H_FROM_UNSIGNED(__v, __SIMT_NEAREST))
	SIMT_H_FROM(int, SIMT_H_FROM_SIGNED(__v, __SIMT_NEAREST))
	SIMT_H_FROM(unsigned int, SIMT_H_FROM_UNSIGNED(__v, __SIMT_NEAREST))
	SIMT_H_FROM(long, SIMT_H_FROM_SIGNED(__v, __SIMT_NEAREST))
	SIMT_H_FROM(unsigned long, SIMT_H_FROM_UNSIGNED(__v, __SIMT_NEAREST))
	SIMT_H_FROM(long long, SIMT_H_FROM_SIGNED(__v, __SIMT_NEAREST))
	SIMT_H_FROM(unsigned long long, SIMT_H_FROM_UNSIGNED(__v, __SIMT_NEAREST))
	SIMT_HALF_MEMBER operator float() const {
		return SIMT_H_TO_FLOAT(__x);
	}
	SIMT_HALF_MEMBER constexpr operator bool() const {
		return (__x & 0x7fffu) != 0;
	}
	SIMT_H_TO(signed char, __simt_float_to_s8)
	SIMT_H_TO(unsigned char, __simt_float_to_u8)
	SIMT_H_TO(char, __simt_float_to_s8)
	SIMT_H_TO(short, __simt_float_to_s16)
	SIMT_H_TO(unsigned short, __simt_float_to_u16)
	SIMT_H_TO(int, __simt_float_to_s32)
	SIMT_H_TO(unsigned int, __simt_float_to_u32)
	SIMT_H_TO(long, __simt_float_to_s64)
	SIMT_H_TO(unsigned long, __simt_float_to_u64)
	SIMT_H_TO(long long, __simt_float_to_s64)
	SIMT_H_TO(unsigned long long, __simt_float_to_u64)
#endif
};

#undef SIMT_H_FROM
#undef SIMT_H_TO

struct __attribute__((__aligned__(4))) SIMT_HALF_COPIED SIMT_H2 {
	SIMT_H x, y;

	SIMT_H2() = default;
	SIMT_HALF_MEMBER constexpr SIMT_H2(const SIMT_H &__a, const SIMT_H &__b)
	    : x(__a), y(__b) {
	}
#if !SIMT_HALF_ARCH
	SIMT_HALF_MEMBER SIMT_H2(const SIMT_H2 &__v) {
		__builtin_memcpy(&x, &__v.x, sizeof __v);
	}
	SIMT_HALF_MEMBER SIMT_H2(SIMT_H2 &&__v) {
		__builtin_memcpy(&x, &__v.x, sizeof __v);
	}
	SIMT_HALF_MEMBER SIMT_H2 &operator=(const SIMT_H2 &__v) {
		__builtin_memcpy(&x, &__v.x, sizeof __v);
		return *this;
	}
	SIMT_HALF_MEMBER SIMT_H2 &operator=(SIMT_H2 &&__v) {
		__builtin_memcpy(&x, &__v.x, sizeof __v);
		return *this;
	}
#endif
	SIMT_HALF_MEMBER SIMT_H2(const SIMT_H2_RAW &__raw) {
		SIMT_H_RAW __lo = {__raw.x}, __hi = {__raw.y};
		x = __lo;
		y = __hi;
	}
	SIMT_HALF_MEMBER operator SIMT_H2_RAW() const {
		SIMT_H2_RAW __raw = {SIMT_H_RAW(x).x, SIMT_H_RAW(y).x};
		return __raw;
	}
};

/* ---- bits ---- */

SIMT_HALF_INLINE SIMT_H SIMT_H_NAME(__ushort_as_,
                                    SIMT_H_WORD, )(const unsigned short __bits) {
	SIMT_H_RAW __raw = {__bits};
	return SIMT_H(__raw);
}

SIMT_HALF_INLINE SIMT_H SIMT_H_NAME(__short_as_, SIMT_H_WORD, )(const short __bits) {
	SIMT_H_RAW __raw = {(unsigned short)__bits};
	return SIMT_H(__raw);
}

SIMT_HALF_INLINE unsigned short SIMT_H_NAME(__, SIMT_H_WORD,
                                            _as_ushort)(const SIMT_H __v) {
	return SIMT_H_RAW(__v).x;
}

SIMT_HALF_INLINE short SIMT_H_NAME(__, SIMT_H_WORD, _as_short)(const SIMT_H __v) {
	return (short)SIMT_H_RAW(__v).x;
}

#define SIMT_H_BITS(bits) SIMT_H_NAME(__ushort_as_, SIMT_H_WORD, )((unsigned short)(bits))
#define SIMT_H_VALUE(v) SIMT_H_TO_FLOAT(SIMT_H_RAW(v).x)
#define SIMT_H_ROUND(x) SIMT_H_BITS(SIMT_H_FROM_FLOAT(x, __SIMT_NEAREST))
#define SIMT_H_ROUND_D(x) SIMT_H_BITS(SIMT_H_FROM_DOUBLE(x))

/* ---- float and double ---- */

#define SIMT_H_FROM_F(suffix, rounding)                                \
	SIMT_HALF_INLINE SIMT_H SIMT_H_NAME(__float2, SIMT_H_WORD,     \
	                                    suffix)(const float __x) { \
		return SIMT_H_BITS(SIMT_H_FROM_FLOAT(__x, rounding));  \
	}

SIMT_H_FROM_F(, __SIMT_NEAREST)
SIMT_H_FROM_F(_rn, __SIMT_NEAREST)
SIMT_H_FROM_F(_rz, __SIMT_ZERO)
SIMT_H_FROM_F(_rd, __SIMT_DOWN)
SIMT_H_FROM_F(_ru, __SIMT_UP)

#undef SIMT_H_FROM_F

SIMT_HALF_INLINE SIMT_H SIMT_H_NAME(__double2, SIMT_H_WORD, )(const double __x) {
	return SIMT_H_ROUND_D(__x);
}

SIMT_HALF_INLINE float SIMT_H_NAME(__, SIMT_H_WORD, 2float)(const SIMT_H __v) {
	return SIMT_H_VALUE(__v);
}

/* ---- integers ---- */

/* All roundings of one integer type, both ways. */
#define SIMT_H_INTEGER(type, word, from, to)                         \
	SIMT_H_INTEGER_BY(type, word, _rn, from, to, __SIMT_NEAREST) \
	SIMT_H_INTEGER_BY(type, word, _rz, from, to, __SIMT_ZERO)    \
	SIMT_H_INTEGER_BY(type, word, _rd, from, to, __SIMT_DOWN)    \
	SIMT_H_INTEGER_BY(type, word, _ru, from, to, __SIMT_UP)
#define SIMT_H_INTEGER_BY(type, word, suffix, from, to, rounding)              \
	SIMT_HALF_INLINE SIMT_H SIMT_H_NAME(__##word##2, SIMT_H_WORD,          \
	                                    suffix)(const type __v) {          \
		return SIMT_H_BITS(from(__v, rounding));                       \
	}                                                                      \
	SIMT_HALF_INLINE type SIMT_H_NAME(__, SIMT_H_WORD,                     \
	                                  2##word##suffix)(const SIMT_H __v) { \
		return (type)to(SIMT_H_VALUE(__v), rounding);                  \
	}

SIMT_H_INTEGER(short, short, SIMT_H_FROM_SIGNED, __simt_float_to_s16)
SIMT_H_INTEGER(unsigned short, ushort, SIMT_H_FROM_UNSIGNED, __simt_float_to_u16)
SIMT_H_INTEGER(int, int, SIMT_H_FROM_SIGNED, __simt_float_to_s32)
SIMT_H_INTEGER(unsigned int, uint, SIMT_H_FROM_UNSIGNED, __simt_float_to_u32)
SIMT_H_INTEGER(long long, ll, SIMT_H_FROM_SIGNED, __simt_float_to_s64)
SIMT_H_INTEGER(unsigned long long, ull, SIMT_H_FROM_UNSIGNED, __simt_float_to_u64)

SIMT_HALF_INLINE signed char SIMT_H_NAME(__, SIMT_H_WORD, 2char_rz)(const SIMT_H __v) {
	return (signed char)__simt_float_to_s8(SIMT_H_VALUE(__v), __SIMT_ZERO);
}

SIMT_HALF_INLINE unsigned char SIMT_H_NAME(__, SIMT_H_WORD, 2uchar_rz)(const SIMT_H __v) {
	return (unsigned char)__simt_float_to_u8(SIMT_H_VALUE(__v), __SIMT_ZERO);
}

#undef SIMT_H_INTEGER
#undef SIMT_H_INTEGER_BY

/* ---- pairs ---- */

SIMT_HALF_INLINE SIMT_H2 SIMT_H_NAME(__halves2, SIMT_H2_WORD, )(const SIMT_H __a,
                                                                const SIMT_H __b) {
	return SIMT_H2(__a, __b);
}

SIMT_HALF_INLINE SIMT_H2 SIMT_H_NAME(make_, SIMT_H2_WORD, )(const SIMT_H __a,
                                                            const SIMT_H __b) {
	return SIMT_H2(__a, __b);
}

/* __half2half2, __bfloat162bfloat162 */
#define SIMT_H_TWICE(word, word2) SIMT_H_TWICE_(word, word2)
#define SIMT_H_TWICE_(word, word2) __##word##2##word2
SIMT_HALF_INLINE SIMT_H2 SIMT_H_TWICE(SIMT_H_WORD, SIMT_H2_WORD)(const SIMT_H __a) {
	return SIMT_H2(__a, __a);
}
#undef SIMT_H_TWICE
#undef SIMT_H_TWICE_

SIMT_HALF_INLINE SIMT_H SIMT_H_NAME(__low2, SIMT_H_WORD, )(const SIMT_H2 __a) {
	return __a.x;
}

SIMT_HALF_INLINE SIMT_H SIMT_H_NAME(__high2, SIMT_H_WORD, )(const SIMT_H2 __a) {
	return __a.y;
}

SIMT_HALF_INLINE SIMT_H2 SIMT_H_NAME(__low2, SIMT_H2_WORD, )(const SIMT_H2 __a) {
	return SIMT_H2(__a.x, __a.x);
}

SIMT_HALF_INLINE SIMT_H2 SIMT_H_NAME(__high2, SIMT_H2_WORD, )(const SIMT_H2 __a) {
	return SIMT_H2(__a.y, __a.y);
}

SIMT_HALF_INLINE SIMT_H2 SIMT_H_NAME(__lows2, SIMT_H2_WORD, )(const SIMT_H2 __a,
                                                              const SIMT_H2 __b) {
	return SIMT_H2(__a.x, __b.x);
}

SIMT_HALF_INLINE SIMT_H2 SIMT_H_NAME(__highs2, SIMT_H2_WORD, )(const SIMT_H2 __a,
                                                               const SIMT_H2 __b) {
	return SIMT_H2(__a.y, __b.y);
}

SIMT_HALF_INLINE SIMT_H2 SIMT_H_NAME(__float2, SIMT_H2_WORD, _rn)(const float __x) {
	SIMT_H __h = SIMT_H_ROUND(__x);
	return SIMT_H2(__h, __h);
}

SIMT_HALF_INLINE SIMT_H2 SIMT_H_NAME(__floats2, SIMT_H2_WORD, _rn)(const float __x,
                                                                   const float __y) {
	return SIMT_H2(SIMT_H_ROUND(__x), SIMT_H_ROUND(__y));
}

SIMT_HALF_INLINE SIMT_H2 SIMT_H_NAME(__float22, SIMT_H2_WORD, _rn)(const float2 __v) {
	return SIMT_H2(SIMT_H_ROUND(__v.x), SIMT_H_ROUND(__v.y));
}

SIMT_HALF_INLINE float2 SIMT_H_NAME(__, SIMT_H2_WORD, 2float2)(const SIMT_H2 __a) {
	float2 __r;
	__r.x = SIMT_H_VALUE(__a.x);
	__r.y = SIMT_H_VALUE(__a.y);
	return __r;
}
