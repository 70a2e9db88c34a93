/* std_limits.h - <limits> in cuda::std: the host's, and those of the narrow floating-point formats, which are
 * the numbers of IEEE 754's binary16, of bfloat16, and of the Open Compute Project's 8-bit formats.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <limits>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp8.h"
#include "simt/cxx/scope.h"

namespace cuda {

namespace __simt {

/* Members that the formats have in common. */
struct __narrow_limits {
	static constexpr bool is_specialized = true;
	static constexpr bool is_signed = true;
	static constexpr bool is_integer = false;
	static constexpr bool is_exact = false;
	static constexpr int radix = 2;
	static constexpr bool has_quiet_NaN = true;
	static constexpr ::std::float_denorm_style has_denorm = ::std::denorm_present;
	static constexpr bool has_denorm_loss = false;
	static constexpr bool is_bounded = true;
	static constexpr bool is_modulo = false;
	static constexpr bool traps = false;
	static constexpr bool tinyness_before = false;
	static constexpr ::std::float_round_style round_style = ::std::round_to_nearest;
};

template <typename __T, typename _Raw>
__SIMT_CXX constexpr __T __narrow_of(unsigned __bits) {
	__T __v{};
	__v.__x = (_Raw)__bits;
	return __v;
}
template <> __SIMT_CXX constexpr __half __narrow_of<__half, __half_raw>(unsigned __bits) {
	return __half(__half_raw{(unsigned short)__bits});
}
template <>
__SIMT_CXX constexpr __nv_bfloat16
__narrow_of<__nv_bfloat16, __nv_bfloat16_raw>(unsigned __bits) {
	return __nv_bfloat16(__nv_bfloat16_raw{(unsigned short)__bits});
}

} // namespace __simt

namespace std {

template <typename __T> class numeric_limits : public ::std::numeric_limits<__T> {};
template <typename __T> class numeric_limits<const __T> : public numeric_limits<__T> {};
template <typename __T>
class numeric_limits<volatile __T> : public numeric_limits<__T> {};
template <typename __T>
class numeric_limits<const volatile __T> : public numeric_limits<__T> {};

#define __SIMT_LIMIT(__T, _Raw, name, bits)                        \
	__SIMT_CXX static constexpr __T name() noexcept {          \
		return cuda::__simt::__narrow_of<__T, _Raw>(bits); \
	}
/* mantissa: bits with the hidden one; low, high: exponents of 2 and 10, as in <cfloat> (those of eight bits are one
 * off that, as the vendor's are); then bit patterns */
#define __SIMT_LIMITS(__T, _Raw, mantissa, decimals, exact, low2, low10, high2, high10, \
                      least, most, sign, step, half, with_infinity, infinite, quiet,    \
                      with_signal, signal)                                              \
	template <> class numeric_limits<__T> : public __simt::__narrow_limits {        \
	      public:                                                                   \
		typedef __T type;                                                       \
		static constexpr int digits = mantissa;                                 \
		static constexpr int digits10 = decimals;                               \
		static constexpr int max_digits10 = exact;                              \
		static constexpr int min_exponent = low2;                               \
		static constexpr int min_exponent10 = low10;                            \
		static constexpr int max_exponent = high2;                              \
		static constexpr int max_exponent10 = high10;                           \
		static constexpr bool has_infinity = with_infinity;                     \
		static constexpr bool has_signaling_NaN = with_signal;                  \
		static constexpr bool is_iec559 = sizeof(__T) > 1;                      \
		__SIMT_LIMIT(__T, _Raw, min, least)                                     \
		__SIMT_LIMIT(__T, _Raw, max, most)                                      \
		__SIMT_LIMIT(__T, _Raw, lowest, sign | most)                            \
		__SIMT_LIMIT(__T, _Raw, epsilon, step)                                  \
		__SIMT_LIMIT(__T, _Raw, round_error, half)                              \
		__SIMT_LIMIT(__T, _Raw, infinity, infinite)                             \
		__SIMT_LIMIT(__T, _Raw, quiet_NaN, quiet)                               \
		__SIMT_LIMIT(__T, _Raw, signaling_NaN, signal)                          \
		__SIMT_LIMIT(__T, _Raw, denorm_min, 1)                                  \
	};
__SIMT_LIMITS(__half, __half_raw, 11, 3, 5, -13, -4, 16, 4, 0x0400, 0x7bff, 0x8000,
              0x1400, 0x3800, true, 0x7c00, 0x7e00, true, 0x7d00)
__SIMT_LIMITS(__nv_bfloat16, __nv_bfloat16_raw, 8, 2, 4, -125, -37, 128, 38, 0x0080,
              0x7f7f, 0x8000, 0x3c00, 0x3f00, true, 0x7f80, 0x7fc0, true, 0x7fa0)
__SIMT_LIMITS(__nv_fp8_e4m3, __nv_fp8_storage_t, 4, 0, 3, -6, -2, 8, 2, 0x08, 0x7e, 0x80,
              0x20, 0x30, false, 0, 0x7f, false, 0)
__SIMT_LIMITS(__nv_fp8_e5m2, __nv_fp8_storage_t, 3, 0, 2, -15, -5, 15, 4, 0x04, 0x7b,
              0x80, 0x34, 0x38, true, 0x7c, 0x7e, true, 0x7d)
#undef __SIMT_LIMITS
#undef __SIMT_LIMIT

} // namespace std
} // namespace cuda
