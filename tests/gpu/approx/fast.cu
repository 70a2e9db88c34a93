// fast.cu - functions and operators under -use_fast_math over all operands, hashed in blocks of 2^20; of two operands some
// 2^32 pairs, half of them near 1. exact.cpp launches the kernels.
// SPDX-License-Identifier: Apache-2.0
#include "hash.h"

namespace {

__device__ float sine_and_cosine(float x) {
	float s, c;
	sincosf(x, &s, &c);
	return __uint_as_float(__float_as_uint(s) + __float_as_uint(c) * 0x9e3779b1u);
}

#define F32(name, value)                                     \
	struct name {                                        \
		static __device__ uint32_t of(uint32_t in) { \
			float x = __uint_as_float(in);       \
			return __float_as_uint(value);       \
		}                                            \
	};
#define F32_F32(name, value)                                                      \
	struct name {                                                             \
		static __device__ uint32_t of(uint32_t in) {                      \
			uint32_t a = mixed(in), b = mixed(in ^ 0xa5a5a5a5u);      \
			bool near = in & 1;                                       \
			float x = __uint_as_float(near ? a & 0x83ffffffu | 0x3c000000u : a); \
			float y = __uint_as_float(near ? b & 0x83ffffffu | 0x3c000000u : b); \
			return __float_as_uint(value);                            \
		}                                                                 \
	};
#include "fast_rows.def"

} // namespace

#define F32(name, value) KERNEL(name, 20)
#define F32_F32(name, value) KERNEL(name, 20)
#include "fast_rows.def"
