/* reduce.c - reductions, for each level of vector instructions. See reduce.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/reduce.h"
#include "ir/num/fp8.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

#define PLAIN(x) (x)

#define NAME i8
#define T s8
#define A s8
#define LOAD PLAIN
#define STORE PLAIN
#define IS_REAL false
#include "runtime/nccl/reduce_typed.h"
#define NAME u8
#define T u8
#define A u8
#define LOAD PLAIN
#define STORE PLAIN
#define IS_REAL false
#include "runtime/nccl/reduce_typed.h"
/* Signed sums wrap: they are made of unsigned numbers; min, max and division are not. */
#define NAME u32
#define T u32
#define A u32
#define LOAD PLAIN
#define STORE PLAIN
#define IS_REAL false
#include "runtime/nccl/reduce_typed.h"
#define NAME u64
#define T u64
#define A u64
#define LOAD PLAIN
#define STORE PLAIN
#define IS_REAL false
#include "runtime/nccl/reduce_typed.h"
#define NAME f32
#define T float
#define A float
#define LOAD PLAIN
#define STORE PLAIN
#define IS_REAL true
#include "runtime/nccl/reduce_typed.h"
#define NAME f64
#define T double
#define A double
#define LOAD PLAIN
#define STORE PLAIN
#define IS_REAL true
#include "runtime/nccl/reduce_typed.h"
#define NAME bf16
#define T u16
#define A float
#define LOAD bf16_f32
#define STORE bf16_from
#define IS_REAL true
#include "runtime/nccl/reduce_typed.h"
#define NAME f16
#define T u16
#define A float
#define LOAD f16_f32
#define STORE f16_from
#define IS_REAL true
#include "runtime/nccl/reduce_typed.h"
#define NAME e4m3
#define T u8
#define A float
#define LOAD e4m3_f32
#define STORE e4m3_from
#define IS_REAL true
#include "runtime/nccl/reduce_typed.h"
#define NAME e5m2
#define T u8
#define A float
#define LOAD e5m2_f32
#define STORE e5m2_from
#define IS_REAL true
#include "runtime/nccl/reduce_typed.h"

/* ---- signed integers: what differs from unsigned ones ---- */

#define SIGNED(type, S, utype)                                                         \
	static void next_##type(const struct reduction *r, void *acc, const void *x,   \
	                        const void *scalar, u32 n) {                           \
		S *restrict a = acc;                                                   \
		const S *restrict v = x;                                               \
		if (r->op == ncclMax)                                                  \
			for (u32 i = 0; i < n; i++)                                    \
				a[i] = v[i] > a[i] ? v[i] : a[i];                      \
		else if (r->op == ncclMin)                                             \
			for (u32 i = 0; i < n; i++)                                    \
				a[i] = v[i] < a[i] ? v[i] : a[i];                      \
		else                                                                   \
			next_##utype(r, acc, x, scalar, n);                            \
	}                                                                              \
	static void last_##type(const struct reduction *r, void *out, const void *acc, \
	                        u32 n) {                                               \
		const S *restrict a = acc;                                             \
		S *restrict v = out;                                                   \
		if (!r->divisor) {                                                     \
			last_##utype(r, out, acc, n);                                  \
			return;                                                        \
		}                                                                      \
		for (u32 i = 0; i < n; i++)                                            \
			v[i] = (S)((s64)a[i] / (s64)r->divisor);                       \
	}
SIGNED(s8, s8, i8)
SIGNED(s32, s32, u32)
SIGNED(s64, s64, u64)

/* ---- tables ---- */

#define EACH(f)                                                                     \
	[ncclInt8] = f(i8, s8), [ncclUint8] = f(u8, u8), [ncclInt32] = f(u32, s32), \
	[ncclUint32] = f(u32, u32), [ncclInt64] = f(u64, s64),                      \
	[ncclUint64] = f(u64, u64), [ncclFloat16] = f(f16, f16),                    \
	[ncclFloat32] = f(f32, f32), [ncclFloat64] = f(f64, f64),                   \
	[ncclBfloat16] = f(bf16, bf16), [ncclFloat8e4m3] = f(e4m3, e4m3),           \
	[ncclFloat8e5m2] = f(e5m2, e5m2)
#define FIRST(unsigned_type, type) first_##unsigned_type
#define NEXT(unsigned_type, type) next_##type
#define LAST(unsigned_type, type) last_##type

static void first(const struct reduction *r, void *acc, const void *x, const void *scalar,
                  u32 n) {
	static void (*const table[])(const struct reduction *, void *, const void *,
	                             const void *, u32) = {EACH(FIRST)};
	table[r->type](r, acc, x, scalar, n);
}

static void next(const struct reduction *r, void *acc, const void *x, const void *scalar,
                 u32 n) {
	static void (*const table[])(const struct reduction *, void *, const void *,
	                             const void *, u32) = {EACH(NEXT)};
	table[r->type](r, acc, x, scalar, n);
}

static void last(const struct reduction *r, void *out, const void *acc, u32 n) {
	static void (*const table[])(const struct reduction *, void *, const void *,
	                             u32) = {EACH(LAST)};
	table[r->type](r, out, acc, n);
}

static void spill(void *to, const void *from, u64 n) {
#ifdef __SSE2__
	u8 *t = to;
	const u8 *f = from;
	u64 head = MIN(n, -(uintptr_t)t & 63);
	memcpy(t, f, head);
	u64 i = head;
	for (; i + 64 <= n; i += 64)
		for (u32 k = 0; k < 64; k += 16)
			_mm_stream_si128(
				(__m128i *)(void *)(t + i + k),
				_mm_loadu_si128(
					(const __m128i *)(const void *)(f + i + k)));
	memcpy(t + i, f + i, n - i);
	_mm_sfence();
#else
	memcpy(to, from, n);
#endif
}

#ifndef REDUCE_LEVEL
#define REDUCE_LEVEL reducers_base
#endif
extern const struct reducers REDUCE_LEVEL;
const struct reducers REDUCE_LEVEL = {first, next, last, spill};
