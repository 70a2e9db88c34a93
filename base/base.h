/* base.h - names that every folder uses: fixed-width types, array and alignment helpers,
 * bug(). Nothing here knows about compilers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
__extension__ typedef unsigned __int128 u128;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
__extension__ typedef __int128 s128;
typedef float f32;
typedef double f64;
#define countof(a) (sizeof(a) / sizeof((a)[0]))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#define NORETURN __attribute__((noreturn))
#ifndef ALWAYS_INLINE /* a build that counts branches wants one copy of each */
#define ALWAYS_INLINE inline __attribute__((always_inline))
#endif
#define UNUSED __attribute__((unused))

/* Smallest multiple of `align` (a power of two) that is >= `n`. */
static inline u64 alignup(u64 n, u64 align) {
	return (n + align - 1) & ~(align - 1);
}

static inline bool is_pow2(u64 n) {
	return n != 0 && (n & (n - 1)) == 0;
}

/* Reports a mistake of this program, never of its user: prints where and what, then
 * aborts. */
NORETURN void bug_at(const char *file, int line, const char *fmt, ...) PRINTF_LIKE(3, 4);
#define bug(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
#define unreachable() bug("unreachable")
