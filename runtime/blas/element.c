/* element.c - conversions of elements. The loops are written so that compilers make
 * vectors of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/element.h"

#include <math.h>

#include "ir/num/fp8.h"

u32 element_bytes(u32 type) {
	static const u8 bytes[] = {
		[CUDA_R_32F] = 4,     [CUDA_R_64F] = 8,  [CUDA_R_16F] = 2,
		[CUDA_R_8I] = 1,      [CUDA_C_32F] = 8,  [CUDA_C_64F] = 16,
		[CUDA_C_16F] = 4,     [CUDA_C_8I] = 2,   [CUDA_R_8U] = 1,
		[CUDA_C_8U] = 2,      [CUDA_R_32I] = 4,  [CUDA_C_32I] = 8,
		[CUDA_R_16BF] = 2,    [CUDA_C_16BF] = 4, [CUDA_R_8F_E4M3] = 1,
		[CUDA_R_8F_E5M2] = 1,
	};
	return type < countof(bytes) ? bytes[type] : 0;
}

static ALWAYS_INLINE s32 to_integer(f64 x, s32 low, s32 high) {
	return x != x ? 0 : x <= low ? low : x >= high ? high : (s32)rint(x);
}

#define S8_OF(x) ((s8)to_integer(x, INT8_MIN, INT8_MAX))
#define U8_OF(x) ((u8)to_integer(x, 0, UINT8_MAX))
#define S32_OF(x) to_integer(x, INT32_MIN, INT32_MAX)
#define SELF(x) (x)

/*    type            as C has it  to float        from float */
#define ELEMENTS(X)                                \
	X(CUDA_R_32F, f32, (f32), (f32))           \
	X(CUDA_R_64F, f64, (f32), (f64))           \
	X(CUDA_R_16F, u16, f16_f32, f16_from)      \
	X(CUDA_R_16BF, u16, bf16_f32, bf16_from)   \
	X(CUDA_R_8F_E4M3, u8, e4m3_f32, e4m3_from) \
	X(CUDA_R_8F_E5M2, u8, e5m2_f32, e5m2_from) \
	X(CUDA_R_8I, s8, (f32), S8_OF)             \
	X(CUDA_R_8U, u8, (f32), U8_OF)             \
	X(CUDA_R_32I, s32, (f32), S32_OF)

#define EACH_ELEMENT(statement_unit, statement_step) \
	if (step == 1)                               \
		for (u64 i = 0; i < n; i++)          \
			statement_unit;              \
	else                                         \
		for (u64 i = 0; i < n; i++)          \
			statement_step;              \
	return;

void elements_to_f32(f32 *restrict to, const void *from, u32 type, s64 step, u64 n) {
	switch (type) {
#define ROW(id, ctype, to_float, from_float)                                             \
	case id: {                                                                       \
		const ctype *x = from;                                                   \
		EACH_ELEMENT(to[i] = to_float(x[i]), to[i] = to_float(x[(s64)i * step])) \
	}
		ELEMENTS(ROW)
#undef ROW
	default: unreachable();
	}
}

void elements_from_f32(void *to, u32 type, s64 step, const f32 *restrict from, u64 n) {
	switch (type) {
#define ROW(id, ctype, to_float, from_float)                         \
	case id: {                                                   \
		ctype *x = to;                                       \
		EACH_ELEMENT(x[i] = from_float(from[i]),             \
		             x[(s64)i * step] = from_float(from[i])) \
	}
		ELEMENTS(ROW)
#undef ROW
	default: unreachable();
	}
}

enum { CHUNK = 64 };

void elements_to_f64(f64 *restrict to, const void *from, u32 type, s64 step, u64 n) {
	const f64 *d = from;
	const s32 *w = from;
	f32 part[CHUNK];
	if (type == CUDA_R_64F) {
		for (u64 i = 0; i < n; i++)
			to[i] = d[(s64)i * step];
	} else if (type == CUDA_R_32I) {
		for (u64 i = 0; i < n; i++)
			to[i] = w[(s64)i * step];
	} else {
		for (u64 i = 0; i < n; i += CHUNK) {
			u64 count = MIN(CHUNK, n - i);
			elements_to_f32(part,
			                (const u8 *)from +
			                        (s64)i * step * element_bytes(type),
			                type, step, count);
			for (u64 q = 0; q < count; q++)
				to[i + q] = (f64)part[q];
		}
	}
}

void elements_from_f64(void *to, u32 type, s64 step, const f64 *restrict from, u64 n) {
	f64 *d = to;
	s32 *w = to;
	f32 part[CHUNK];
	if (type == CUDA_R_64F) {
		for (u64 i = 0; i < n; i++)
			d[(s64)i * step] = from[i];
	} else if (type == CUDA_R_32I) {
		for (u64 i = 0; i < n; i++)
			w[(s64)i * step] = to_integer(from[i], INT32_MIN, INT32_MAX);
	} else {
		for (u64 i = 0; i < n; i += CHUNK) {
			u64 count = MIN(CHUNK, n - i);
			for (u64 q = 0; q < count; q++)
				part[q] = (f32)from[i + q];
			elements_from_f32((u8 *)to + (s64)i * step * element_bytes(type),
			                  type, step, part, count);
		}
	}
}
