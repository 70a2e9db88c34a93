// approx.cu - the function unit's instructions over all their operands, hashed in blocks: of 2^20 operands, or of
// 2^12 where there are 2^16. exact.cpp launches the kernels.
// SPDX-License-Identifier: Apache-2.0
#include "hash.h"

namespace {

#define F32(name, instruction)                                                               \
	struct name {                                                                        \
		static __device__ uint32_t of(uint32_t in) {                                 \
			float r;                                                             \
			asm volatile(instruction " %0, %1;" : "=f"(r) : "f"(__uint_as_float(in))); \
			return __float_as_uint(r);                                           \
		}                                                                            \
	};
#define F32_F32(name, instruction)                                                           \
	struct name {                                                                        \
		static __device__ uint32_t of(uint32_t in) {                                 \
			float a = __uint_as_float(mixed(in)), r;                             \
			float b = __uint_as_float(mixed(in ^ 0xa5a5a5a5u));                  \
			asm volatile(instruction " %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); \
			return __float_as_uint(r);                                           \
		}                                                                            \
	};
// All upper words, with some lower word.
#define F64(name, instruction)                                                               \
	struct name {                                                                        \
		static __device__ uint32_t of(uint32_t in) {                                 \
			uint64_t low = mixed(in ^ 0x5bd1e995u);                              \
			double a = __longlong_as_double((long long)((uint64_t)in << 32 | low)), r; \
			asm volatile(instruction " %0, %1;" : "=d"(r) : "d"(a));             \
			uint64_t b = (uint64_t)__double_as_longlong(r);                      \
			return (uint32_t)(b >> 32) + (uint32_t)b * 0x9e3779b1u;              \
		}                                                                            \
	};
#define H16(name, instruction)                                                               \
	struct name {                                                                        \
		static __device__ uint32_t of(uint32_t in) {                                 \
			unsigned short r;                                                    \
			asm volatile(instruction " %0, %1;" : "=h"(r) : "h"((unsigned short)in)); \
			return r;                                                            \
		}                                                                            \
	};
#define H16X2(name, instruction)                                                             \
	struct name {                                                                        \
		static __device__ uint32_t of(uint32_t in) {                                 \
			uint32_t r, pair = in | in * 40503u << 16;                           \
			asm volatile(instruction " %0, %1;" : "=r"(r) : "r"(pair));          \
			return r;                                                            \
		}                                                                            \
	};
#include "approx_rows.def"

} // namespace

#define F32(name, instruction) KERNEL(name, 20)
#define F32_F32(name, instruction) KERNEL(name, 20)
#define F64(name, instruction) KERNEL(name, 20)
#define H16(name, instruction) KERNEL(name, 12)
#define H16X2(name, instruction) KERNEL(name, 12)
#include "approx_rows.def"
