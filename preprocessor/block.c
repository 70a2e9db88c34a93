/* block.c - the sets of bits of 64 characters, by the widest vectors of the processor.
 * SPDX-License-Identifier: Apache-2.0 */
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "preprocessor/block.h"

#ifdef __x86_64__

/* The same for vectors of 16 and 32 characters: V is a vector, P the prefix of the
 * functions on it, N its characters. A range is one comparison after a shift to the
 * lowest values; " and # differ in their lowest bit, % and ' in the next. */
#define MASKS(V, P, SI, N)                                                              \
	const V zero = P##_setzero_##SI();                                              \
	b->word = b->odd = b->newline = 0;                                              \
	for (u32 i = 0; i < BLOCK / N; i++) {                                           \
		V v = P##_loadu_##SI((const V *)(const void *)(p + N * i));             \
		V low = P##_or_##SI(v, P##_set1_epi8(0x20));                            \
		V letter = P##_cmpgt_epi8(                                              \
			P##_set1_epi8(-128 + 26),                                       \
			P##_add_epi8(low, P##_set1_epi8((char)(-128 - 'a'))));          \
		V digit = P##_cmpgt_epi8(                                               \
			P##_set1_epi8(-128 + 10),                                       \
			P##_add_epi8(v, P##_set1_epi8((char)(-128 - '0'))));            \
		V mark = P##_or_##SI(P##_cmpeq_epi8(v, P##_set1_epi8('_')),             \
		                     P##_cmpeq_epi8(v, P##_set1_epi8('$')));            \
		/* the highest bit of v: what is not ASCII */                           \
		V word = P##_or_##SI(P##_or_##SI(letter, digit), P##_or_##SI(mark, v)); \
		V hash = P##_cmpeq_epi8(P##_or_##SI(v, P##_set1_epi8(1)),               \
		                        P##_set1_epi8('#'));                            \
		V quote = P##_cmpeq_epi8(P##_or_##SI(v, P##_set1_epi8(2)),              \
		                         P##_set1_epi8('\''));                          \
		V slash = P##_or_##SI(P##_cmpeq_epi8(v, P##_set1_epi8('/')),            \
		                      P##_cmpeq_epi8(v, P##_set1_epi8('\\')));          \
		V odd = P##_or_##SI(P##_or_##SI(hash, quote),                           \
		                    P##_or_##SI(slash, P##_cmpeq_epi8(v, zero)));       \
		V newline = P##_cmpeq_epi8(v, P##_set1_epi8('\n'));                     \
		b->word |= (u64)(u32)P##_movemask_epi8(word) << N * i;                  \
		b->odd |= (u64)(u32)P##_movemask_epi8(odd) << N * i;                    \
		b->newline |= (u64)(u32)P##_movemask_epi8(newline) << N * i;            \
	}

static void by_sse2(struct pp_block *b, const char *p) {
	MASKS(__m128i, _mm, si128, 16)
}

__attribute__((target("avx2"))) static void by_avx2(struct pp_block *b, const char *p){
	MASKS(__m256i, _mm256, si256, 32)}

pp_block_masks *pp_block_best(void) {
	return __builtin_cpu_supports("avx2") ? by_avx2 : by_sse2;
}

#else

static void one_by_one(struct pp_block *b, const char *p) {
	b->word = b->odd = b->newline = 0;
	for (u32 i = 0; i < BLOCK; i++) {
		u32 class = pp_class_of(p[i]);
		bool is_odd = class == C_ZERO ||
		              (class >= C_STRING && class <= C_PERCENT);
		b->word |= (u64)(class == C_NAME || class == C_DIGIT) << i;
		b->newline |= (u64)(class == C_NEWLINE) << i;
		b->odd |= (u64)is_odd << i;
	}
}

pp_block_masks *pp_block_best(void) {
	return one_by_one;
}

#endif
