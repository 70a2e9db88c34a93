/* type.h - the class of a float of 8, 6 or 4 bits, of a pair, and of four. No guard: each
 * format includes it once, with these set, which it undefines:
 *
 *   SIMT_F8, SIMT_F8X2, SIMT_F8X4   the names of the classes
 *   SIMT_F8_WORD                    fp8, fp6, fp4: in the names of conversions and types
 *   SIMT_F8_BITS                    8, 6, 4; a float of 6 bits takes a byte, two of 4 bits share one
 *   SIMT_F8_KIND                    which of the formats of that size
 *   SIMT_F8_HOW                     what a conversion is given after the value
 * SPDX-License-Identifier: Apache-2.0 */

#define SIMT_F8_PASTE(a, b, c, d) a##b##c##d
#define SIMT_F8_NAME(a, b, word, d) SIMT_F8_PASTE(a, b, word, d)
#define SIMT_F8_CVT(from, v) SIMT_F8_NAME(__nv_cvt_, from##_to_, SIMT_F8_WORD, )(v, SIMT_F8_HOW)
#define SIMT_F8_CVT2(from, v) SIMT_F8_NAME(__nv_cvt_, from##_to_, SIMT_F8_WORD, x2)(v, SIMT_F8_HOW)
#define SIMT_F8_STORAGE(n) SIMT_F8_NAME(__nv_, , SIMT_F8_WORD, n##_storage_t)
#define SIMT_F8_PAIR_BYTES (SIMT_F8_BITS > 4 ? 2 : 1)

#define SIMT_F8_FROM(type, bits)                                        \
	explicit SIMT_HALF_MEMBER SIMT_F8(const type __v) : __x(bits) { \
	}
#define SIMT_F8_FROM_INTEGER(type) SIMT_F8_FROM(type, SIMT_F8_CVT(double, (double)__v))
#define SIMT_F8_TO(type, to)                                                         \
	explicit SIMT_HALF_MEMBER operator type() const {                            \
		return (type)to(__simt_f8_to_float(__x, SIMT_F8_KIND), __SIMT_ZERO); \
	}

struct SIMT_F8 {
	SIMT_F8_STORAGE() __x;

	SIMT_F8() = default;
#if !SIMT_F8_NO_CONVERSIONS
	SIMT_F8_FROM(__half, SIMT_F8_CVT(halfraw, __half_raw(__v)))
	SIMT_F8_FROM(__nv_bfloat16, SIMT_F8_CVT(bfloat16raw, __nv_bfloat16_raw(__v)))
	SIMT_F8_FROM(float, SIMT_F8_CVT(float, __v))
	SIMT_F8_FROM(double, SIMT_F8_CVT(double, __v))
	SIMT_F8_FROM_INTEGER(short)
	SIMT_F8_FROM_INTEGER(unsigned short)
	SIMT_F8_FROM_INTEGER(int)
	SIMT_F8_FROM_INTEGER(unsigned)
	SIMT_F8_FROM_INTEGER(long)
	SIMT_F8_FROM_INTEGER(unsigned long)
	SIMT_F8_FROM_INTEGER(long long)
	SIMT_F8_FROM_INTEGER(unsigned long long)

#if !SIMT_F8_NO_OPERATORS
	explicit SIMT_HALF_MEMBER operator __half() const {
		return __half(SIMT_F8_NAME(__nv_cvt_, , SIMT_F8_WORD, _to_halfraw)(__x, SIMT_F8_KIND));
	}
	explicit SIMT_HALF_MEMBER operator __nv_bfloat16() const {
		return __float2bfloat16_rz(__simt_f8_to_float(__x, SIMT_F8_KIND));
	}
	explicit SIMT_HALF_MEMBER operator float() const {
		return __simt_f8_to_float(__x, SIMT_F8_KIND);
	}
	explicit SIMT_HALF_MEMBER operator double() const {
		return __simt_f8_to_float(__x, SIMT_F8_KIND);
	}
	explicit SIMT_HALF_MEMBER operator bool() const {
		return (__x & ((1 << (SIMT_F8_BITS - 1)) - 1)) != 0;
	}
	SIMT_F8_TO(signed char, __simt_float_to_s8)
	SIMT_F8_TO(unsigned char, __simt_float_to_u8)
	SIMT_F8_TO(char, __simt_float_to_s8)
	SIMT_F8_TO(short, __simt_float_to_s16)
	SIMT_F8_TO(unsigned short, __simt_float_to_u16)
	SIMT_F8_TO(int, __simt_float_to_s32)
	SIMT_F8_TO(unsigned, __simt_float_to_u32)
	SIMT_F8_TO(long, __simt_float_to_s64)
	SIMT_F8_TO(unsigned long, __simt_float_to_u64)
	SIMT_F8_TO(long long, __simt_float_to_s64)
	SIMT_F8_TO(unsigned long long, __simt_float_to_u64)
#endif
#endif
};

/* ---- two ---- */

struct __attribute__((__aligned__(SIMT_F8_PAIR_BYTES))) SIMT_F8X2 {
	SIMT_F8_STORAGE(x2) __x;

	SIMT_F8X2() = default;
#if !SIMT_F8_NO_CONVERSIONS
	explicit SIMT_HALF_MEMBER SIMT_F8X2(const __half2 __v)
	    : __x(SIMT_F8_CVT2(halfraw2, __half2_raw(__v))) {
	}
	explicit SIMT_HALF_MEMBER SIMT_F8X2(const __nv_bfloat162 __v)
	    : __x(SIMT_F8_CVT2(bfloat16raw2, __nv_bfloat162_raw(__v))) {
	}
	explicit SIMT_HALF_MEMBER SIMT_F8X2(const float2 __v) : __x(SIMT_F8_CVT2(float2, __v)) {
	}
	explicit SIMT_HALF_MEMBER SIMT_F8X2(const double2 __v) : __x(SIMT_F8_CVT2(double2, __v)) {
	}
#if !SIMT_F8_NO_OPERATORS
	explicit SIMT_HALF_MEMBER operator __half2() const {
		return __half2(SIMT_F8_NAME(__nv_cvt_, , SIMT_F8_WORD, x2_to_halfraw2)(__x, SIMT_F8_KIND));
	}
	explicit SIMT_HALF_MEMBER operator float2() const {
		return __simt_f8_to_float2(__x, SIMT_F8_KIND);
	}
#endif
#endif
};

/* ---- four ---- */

#define SIMT_F8_FROM_FOUR(four, two)                                                            \
	explicit SIMT_HALF_MEMBER SIMT_F8X4(const four __v) {                                   \
		two __low = {__v.x, __v.y}, __high = {__v.z, __v.w};                            \
		__x = __join(SIMT_F8X2(__low), SIMT_F8X2(__high));                              \
	}

struct __attribute__((__aligned__(2 * SIMT_F8_PAIR_BYTES))) SIMT_F8X4 {
	SIMT_F8_STORAGE(x4) __x;

	SIMT_F8X4() = default;
#if !SIMT_F8_NO_CONVERSIONS
	explicit SIMT_HALF_MEMBER SIMT_F8X4(const __half2 __low, const __half2 __high)
	    : __x(__join(SIMT_F8X2(__low), SIMT_F8X2(__high))) {
	}
	explicit SIMT_HALF_MEMBER SIMT_F8X4(const __nv_bfloat162 __low,
	                                    const __nv_bfloat162 __high)
	    : __x(__join(SIMT_F8X2(__low), SIMT_F8X2(__high))) {
	}
	SIMT_F8_FROM_FOUR(float4, float2)
	SIMT_F8_FROM_FOUR(double4, double2)
	SIMT_F8_FROM_FOUR(double4_16a, double2)
	SIMT_F8_FROM_FOUR(double4_32a, double2)
#if !SIMT_F8_NO_OPERATORS
	explicit SIMT_HALF_MEMBER operator float4() const {
		float2 __low = __simt_f8_to_float2((SIMT_F8_STORAGE(x2))__x, SIMT_F8_KIND);
		float2 __high = __simt_f8_to_float2(
			(SIMT_F8_STORAGE(x2))(__x >> 8 * SIMT_F8_PAIR_BYTES), SIMT_F8_KIND);
		float4 __r = {__low.x, __low.y, __high.x, __high.y};
		return __r;
	}
#endif

      private:
	static SIMT_HALF_MEMBER SIMT_F8_STORAGE(x4) __join(SIMT_F8X2 __low, SIMT_F8X2 __high) {
		return (SIMT_F8_STORAGE(x4))(__low.__x | (unsigned)__high.__x << 8 * SIMT_F8_PAIR_BYTES);
	}
#endif
};

#undef SIMT_F8_PASTE
#undef SIMT_F8_NAME
#undef SIMT_F8_CVT
#undef SIMT_F8_CVT2
#undef SIMT_F8_STORAGE
#undef SIMT_F8_PAIR_BYTES
#undef SIMT_F8_FROM_FOUR
#undef SIMT_F8_FROM
#undef SIMT_F8_FROM_INTEGER
#undef SIMT_F8_TO
#undef SIMT_F8
#undef SIMT_F8X2
#undef SIMT_F8X4
#undef SIMT_F8_KIND
#undef SIMT_F8_WORD
#undef SIMT_F8_BITS
#undef SIMT_F8_HOW
