// accurate.cu - functions without -use_fast_math over all floats, hashed in blocks of 2^20. exact.cpp launches the kernels.
// SPDX-License-Identifier: Apache-2.0
#include "hash.h"

namespace {

#define F32(name, value)                                     \
	struct name {                                        \
		static __device__ uint32_t of(uint32_t in) { \
			float x = __uint_as_float(in);       \
			return __float_as_uint(value);       \
		}                                            \
	};
#include "accurate_rows.def"

} // namespace

#define F32(name, value) KERNEL(name, 20)
#include "accurate_rows.def"
