/* unit.h - the function unit of ir/num/approx.h as vector code: table rows, and the sum
 * of value, slope and curvature in lanes of 32 bits.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/alu/builder.h"
#include "ir/num/approx.h"

/* A function's table: 64 or 128 rows. Slopes are kept in 16 bits with a sign: less
 * `slope_line`, which is a multiple of 2^8, and without the last `slope_unit` bits, which
 * are zeros in all rows. */
struct unit_table {
	const char *name;
	const struct approx_row *row;
	u32 nrow, unit, constant;
	s32 slope_line;
	u32 slope_unit;
	u32 flip;
};

extern const struct unit_table unit_rcp, unit_rsqrt, unit_sqrt, unit_ex2, unit_lg2,
	unit_sin;

/* The sum in units of 2^8: what is above, modulo 2^32, and the 8 bits below. SQRT's `low`
 * is none. */
struct unit_sum {
	val high, low;
};

/* Word `at`, modulo n, of n constants, of which there are 16, 64 or 128. The same name
 * means the same words. */
val unit_lookup(const struct alu_emit *e, const char *name, const u32 *word, u32 n,
                val at);

val unit_square(const struct alu_emit *e, val x);
/* Of row `from` >> place, modulo the number of rows. */
struct unit_sum unit_sum(const struct alu_emit *e, const struct unit_table *t, val from,
                         u32 place, val x);

/* The sum's 24 digits less 2^24, which is what they add to an exponent that is two too
 * high. */
val unit_digits(const struct alu_emit *e, const struct unit_table *t, val from, u32 place,
                val x);

/* The 31 bits of an integer as a float, cut to 24. */
val unit_cut(const struct alu_emit *e, val v);

/* What a result is for special operands, as the host's instruction counts it. */
enum unit_fix {
	FIX_KEEP, /* what it is */
	FIX_OPERAND,
	FIX_QUIET, /* the operand, a NaN */
	FIX_NAN,
	FIX_MINUS_INF,
	FIX_INF,
	FIX_INF_OF_SIGN, /* of the operand */
	FIX_MINUS_ZERO,
	FIX_ZERO
};

struct unit_fixes {
	enum unit_fix zero, one, minus_inf, inf, negative;
};

/* Whether the host has an instruction for unit_fix. */
bool unit_can_fix(const struct alu_emit *e);
/* The result r, fixed for operand x; where x is a NaN or fixed to one, any NaN. */
val unit_fix(const struct alu_emit *e, val r, val x, const struct unit_fixes *fix);
