/* reduce.c - the arithmetic of reductions: element by element, as kernels do it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/num.h"
#include "runtime/nvshmem/job.h"

#define LOOP(NAME, T, VALUE)                                   \
	static void NAME(void *acc, const void *more, u64 n) { \
		T *to = acc;                                   \
		const T *from = more;                          \
		for (u64 i = 0; i < n; i++) {                  \
			T a = to[i], b = from[i];              \
			to[i] = (T)(VALUE);                    \
		}                                              \
	}

#define NUMBERS(KIND, T, SUM)                \
	LOOP(KIND##_sum, T, (SUM)a + (SUM)b) \
	LOOP(KIND##_prod, T, (SUM)a *(SUM)b) \
	LOOP(KIND##_max, T, a > b ? a : b)   \
	LOOP(KIND##_min, T, a < b ? a : b)
#define INTEGERS(KIND, T, SUM)    \
	NUMBERS(KIND, T, SUM)     \
	LOOP(KIND##_and, T, a &b) \
	LOOP(KIND##_or, T, a | b) \
	LOOP(KIND##_xor, T, a ^ b)
#define HALVES(KIND, LOAD, STORE)                        \
	LOOP(KIND##_sum, u16, STORE(LOAD(a) + LOAD(b)))  \
	LOOP(KIND##_prod, u16, STORE(LOAD(a) * LOAD(b))) \
	LOOP(KIND##_max, u16, LOAD(a) > LOAD(b) ? a : b) \
	LOOP(KIND##_min, u16, LOAD(a) < LOAD(b) ? a : b)

struct pair {
	double x, y;
};
/* The larger x, with the y beside it. */
static void PAIR_maxloc(void *acc, const void *more, u64 n) {
	struct pair *to = acc;
	const struct pair *from = more;
	for (u64 i = 0; i < n; i++)
		if (to[i].x < from[i].x)
			to[i] = from[i];
}

INTEGERS(S8, s8, u32)
INTEGERS(U8, u8, u32)
INTEGERS(S16, s16, u32)
INTEGERS(U16, u16, u32)
INTEGERS(S32, s32, u32)
INTEGERS(U32, u32, u32)
INTEGERS(S64, s64, u64)
INTEGERS(U64, u64, u64)
NUMBERS(F32, float, float)
NUMBERS(F64, double, double)
HALVES(F16, f16_f32, f16_from)
HALVES(BF16, bf16_f32, bf16_from)

#define NUMBER_ROW(KIND)                    \
	[KIND] = {[OP_sum_] = KIND##_sum,   \
	          [OP_prod_] = KIND##_prod, \
	          [OP_max_] = KIND##_max,   \
	          [OP_min_] = KIND##_min}
#define INTEGER_ROW(KIND)                                           \
	[KIND] = {[OP_sum_] = KIND##_sum, [OP_prod_] = KIND##_prod, \
	          [OP_max_] = KIND##_max, [OP_min_] = KIND##_min,   \
	          [OP_and_] = KIND##_and, [OP_or_] = KIND##_or,     \
	          [OP_xor_] = KIND##_xor}
static reduce_fn *const table[KIND_COUNT][OP_COUNT] = {
	INTEGER_ROW(S8),  INTEGER_ROW(U8),  INTEGER_ROW(S16), INTEGER_ROW(U16),
	INTEGER_ROW(S32), INTEGER_ROW(U32), INTEGER_ROW(S64), INTEGER_ROW(U64),
	NUMBER_ROW(F16),  NUMBER_ROW(BF16), NUMBER_ROW(F32),  NUMBER_ROW(F64),
};

reduce_fn *reduce_of(enum kind kind, enum op op) {
	if (kind == PAIR)
		return PAIR_maxloc;
	return table[kind][op];
}

u32 kind_bytes(enum kind kind) {
	static const u8 bytes[KIND_COUNT] = {
		[S8] = 1,  [U8] = 1,  [S16] = 2,  [U16] = 2, [S32] = 4,
		[U32] = 4, [S64] = 8, [U64] = 8,  [F16] = 2, [BF16] = 2,
		[F32] = 4, [F64] = 8, [PAIR] = 16};
	return bytes[kind];
}
