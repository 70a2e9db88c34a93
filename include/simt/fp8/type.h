/* type.h - the class of an 8-bit float, of a pair, and of four. No guard: each of the two
 * formats includes it once, with SIMT_F8, SIMT_F8X2, SIMT_F8X4, SIMT_F8_KIND set, which
 * it undefines.
 * SPDX-License-Identifier: Apache-2.0 */

#define SIMT_F8_FROM(type, bits)                                        \
	explicit SIMT_HALF_MEMBER SIMT_F8(const type __v) : __x(bits) { \
	}
#define SIMT_F8_FROM_INTEGER(type) \
	SIMT_F8_FROM(type,         \
	             __nv_cvt_double_to_fp8((double)__v, __NV_SATFINITE, SIMT_F8_KIND))
#define SIMT_F8_TO(type, to)                                                         \
	explicit SIMT_HALF_MEMBER operator type() const {                            \
		return (type)to(__simt_f8_to_float(__x, SIMT_F8_KIND), __SIMT_ZERO); \
	}

struct SIMT_F8 {
	__nv_fp8_storage_t __x;

	SIMT_F8() = default;
	SIMT_F8_FROM(__half, __nv_cvt_halfraw_to_fp8(__half_raw(__v), __NV_SATFINITE,
	                                             SIMT_F8_KIND))
	SIMT_F8_FROM(__nv_bfloat16,
	             __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw(__v), __NV_SATFINITE,
	                                         SIMT_F8_KIND))
	SIMT_F8_FROM(float, __nv_cvt_float_to_fp8(__v, __NV_SATFINITE, SIMT_F8_KIND))
	SIMT_F8_FROM(double, __nv_cvt_double_to_fp8(__v, __NV_SATFINITE, SIMT_F8_KIND))
	SIMT_F8_FROM_INTEGER(short)
	SIMT_F8_FROM_INTEGER(unsigned short)
	SIMT_F8_FROM_INTEGER(int)
	SIMT_F8_FROM_INTEGER(unsigned)
	SIMT_F8_FROM_INTEGER(long)
	SIMT_F8_FROM_INTEGER(unsigned long)
	SIMT_F8_FROM_INTEGER(long long)
	SIMT_F8_FROM_INTEGER(unsigned long long)

	explicit SIMT_HALF_MEMBER operator __half() const {
		return __half(__nv_cvt_fp8_to_halfraw(__x, SIMT_F8_KIND));
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
		return (__x & 0x7f) != 0;
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
};

/* ---- two ---- */

struct __attribute__((__aligned__(2))) SIMT_F8X2 {
	__nv_fp8x2_storage_t __x;

	SIMT_F8X2() = default;
	explicit SIMT_HALF_MEMBER SIMT_F8X2(const __half2 __v)
	    : __x(__nv_cvt_halfraw2_to_fp8x2(__half2_raw(__v), __NV_SATFINITE,
	                                     SIMT_F8_KIND)) {
	}
	explicit SIMT_HALF_MEMBER SIMT_F8X2(const __nv_bfloat162 __v)
	    : __x(__nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw(__v), __NV_SATFINITE,
	                                         SIMT_F8_KIND)) {
	}
	explicit SIMT_HALF_MEMBER SIMT_F8X2(const float2 __v)
	    : __x(__nv_cvt_float2_to_fp8x2(__v, __NV_SATFINITE, SIMT_F8_KIND)) {
	}
	explicit SIMT_HALF_MEMBER SIMT_F8X2(const double2 __v)
	    : __x(__nv_cvt_double2_to_fp8x2(__v, __NV_SATFINITE, SIMT_F8_KIND)) {
	}
	explicit SIMT_HALF_MEMBER operator __half2() const {
		return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, SIMT_F8_KIND));
	}
	explicit SIMT_HALF_MEMBER operator float2() const {
		return __simt_f8_to_float2(__x, SIMT_F8_KIND);
	}
};

/* ---- four ---- */

struct __attribute__((__aligned__(4))) SIMT_F8X4 {
	__nv_fp8x4_storage_t __x;

	SIMT_F8X4() = default;
	explicit SIMT_HALF_MEMBER SIMT_F8X4(const __half2 __low, const __half2 __high)
	    : __x(__join(SIMT_F8X2(__low), SIMT_F8X2(__high))) {
	}
	explicit SIMT_HALF_MEMBER SIMT_F8X4(const __nv_bfloat162 __low,
	                                    const __nv_bfloat162 __high)
	    : __x(__join(SIMT_F8X2(__low), SIMT_F8X2(__high))) {
	}
	explicit SIMT_HALF_MEMBER SIMT_F8X4(const float4 __v) {
		float2 __low = {__v.x, __v.y}, __high = {__v.z, __v.w};
		__x = __join(SIMT_F8X2(__low), SIMT_F8X2(__high));
	}
	explicit SIMT_HALF_MEMBER SIMT_F8X4(const double4 __v) {
		double2 __low = {__v.x, __v.y}, __high = {__v.z, __v.w};
		__x = __join(SIMT_F8X2(__low), SIMT_F8X2(__high));
	}
	explicit SIMT_HALF_MEMBER operator float4() const {
		float2 __low = __simt_f8_to_float2((__nv_fp8x2_storage_t)__x,
		                                   SIMT_F8_KIND);
		float2 __high = __simt_f8_to_float2((__nv_fp8x2_storage_t)(__x >> 16),
		                                    SIMT_F8_KIND);
		float4 __r = {__low.x, __low.y, __high.x, __high.y};
		return __r;
	}

      private:
	static SIMT_HALF_MEMBER __nv_fp8x4_storage_t __join(SIMT_F8X2 __low,
	                                                    SIMT_F8X2 __high) {
		return __low.__x | (__nv_fp8x4_storage_t)__high.__x << 16;
	}
};

#undef SIMT_F8_FROM
#undef SIMT_F8_FROM_INTEGER
#undef SIMT_F8_TO
#undef SIMT_F8
#undef SIMT_F8X2
#undef SIMT_F8X4
#undef SIMT_F8_KIND
