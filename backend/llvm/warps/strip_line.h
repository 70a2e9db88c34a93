/* strip_line.h - values that are linear over the threads of a strip (strip_line.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* The loops over the warps of a strip, from the outermost to the innermost: the rounds of
 * the kernel's own loop (strip_loop.c), a cta's planes and rows, the ctas, the warps of a
 * row. No loop, as a warp has all of them: the rows of a warp, where a row of the cta has
 * fewer than 32 threads. No loops either: the bits of the lane's number, and of the
 * warp's, where a line is taken apart (strip_bits.c); the quotients and
 * remainders of strip_piece.c. Loops inside of a warp's code are those between barriers
 * (cta_segments.c). */
enum {
	STRIP_MOST_PIECES = 8,
	STRIP_MOST_INNER = 4,
	STRIP_LANE_BITS = 5,
	STRIP_COEF_BITS = 40 /* of coefficients, where a range is asked for */
};

enum {
	STRIP_ROUND,
	STRIP_Z,
	STRIP_Y,
	STRIP_CTA,
	STRIP_X,
	STRIP_LOOPS,
	STRIP_ROW = STRIP_LOOPS,
	STRIP_LANE,                                /* bits of the lane's number */
	STRIP_WARP = STRIP_LANE + STRIP_LANE_BITS, /* of the warp's */
	STRIP_INNER = STRIP_WARP + STRIP_LANE_BITS,
	STRIP_PIECES = STRIP_INNER + STRIP_MOST_INNER,
	STRIP_DIMS = STRIP_PIECES + 2 * STRIP_MOST_PIECES
};

/* What is supposed where a line is made, and tested once the line matters: for an address
 * or a branch. */
struct strip_assumption {
	val holds; /* i1 */
	bool is_tested;
};

enum { STRIP_MOST_ASSUMED = 4 };

/* An integer that is base + the sum of coef[d] * i[d] in the first lane of the row that
 * the counters i name, modulo 2^bits; the other lanes of the row add `stride` for each
 * lane before them. A value that does not depend on the warp may be of any type. */
struct line {
	u32 bits;
	val base;
	val coef[STRIP_DIMS]; /* NULL: 0 */
	s64 stride;           /* sign-extended from `bits` */
	s64 rest_stride;     /* the part of it that remainders have: their range is one of
	                        all lanes */
	val low[2], high[2]; /* least and greatest value in the strip, read as unsigned
	                        and as signed number: i64; NULL: not made yet */
	s64 first, end;      /* bytes around it that are accessed */
	u32 align;           /* of these accesses, bytes; 0: there are none */
	bool is_shared;      /* they are of shared memory */
	const struct strip_guard *guard; /* the only threads that access; NULL: all */
	u32 nguard;
	val unless;        /* i1: no thread accesses; NULL: not known */
	u32 quotient;      /* number of the piece that it is a multiple of; 0: of none */
	val multiple;      /* how often it has the quotient; NULL: once */
	struct line *wide; /* in 64 bits, for addresses of 32; NULL: not made yet */
	struct strip_assumption *assumed[STRIP_MOST_ASSUMED]; /* NULL: no more */
};

/* What is known of a predicate. */
struct strip_condition {
	enum { CONDITION_SAME, CONDITION_COMPARE, CONDITION_BOTH, CONDITION_ANY } kind;
	bool is_negated;
	val same; /* i1, the same in all threads */
	u32 cmp;
	bool is_signed;
	struct line *a, *b; /* compared */
	const struct strip_condition *part[2];
};

/* What holds in the threads that come to an access, one condition of several. */
struct strip_guard {
	const struct strip_condition *condition;
	bool holds;
};

/* Threads go on where the condition ends like that. */
struct strip_border {
	const struct strip_condition *condition;
	bool holds;
	bool is_back; /* not asked in the loop's first round */
};

/* max(a, b) or min(a, b) of a comparison further down. */
struct strip_extreme {
	bool is_max;
	u8 type;
	struct line *of[2];
};

/* The upper half of a product, on the way to a quotient: of * by / 2^32, and `of` besides
 * where it was added. */
struct strip_upper {
	struct line *of;
	val by; /* i64, of 32 bits */
	bool has_added;
};

/* A line divided by what is the same in all threads. Quotient and remainder count from
 * their least values in the strip. */
struct strip_piece {
	struct line *of;
	val divisor; /* as the instruction has it */
	bool is_signed;
	val by, inverse;       /* i64: the divisor; 2^64 by it, rounded up */
	val least, least_rest; /* i64 */
};

struct strip {
	struct fn *c;
	bool has_barriers;    /* warps meet: shared memory is accessed (cta_segments.c) */
	bool is_rare;         /* in code that a cta runs once, beside a loop */
	u32 n[STRIP_DIMS];    /* rounds of each loop, rows; of STRIP_CTA, and of
	                         STRIP_ROUND if it is not 1, known when the code runs */
	val last[STRIP_DIMS]; /* the counter in its last round: i64 */
	val counter[STRIP_DIMS]; /* i64; NULL: it is 0 */
	struct strip_piece piece[STRIP_MOST_PIECES];
	u32 npiece;
	u32 row_lanes;
	struct line **line; /* per register, at the instruction at hand; or NULL */
	const struct strip_condition **condition; /* the same */
	const struct strip_extreme **extreme;     /* the same */
	const struct strip_upper **upper;         /* the same */
	VEC(struct line *) accessed;
	val ok; /* i1: no index wraps and all addresses are valid, whether a thread is
	           inside of the borders or not; NULL: nothing was asked */
	val fits_some;  /* i1, a part of it: fewer ctas might pass; NULL: they might */
	val inside;     /* i1: branches end as was taken; NULL: there are none */
	val inside_row; /* i1: those that end alike in all ctas of a row; NULL: none */
	VEC(struct strip_border) border;
	val unless; /* i1, in tests of a loop: there is no round of it; NULL: there are */
	/* in tests of the ways between a branch and where lanes meet (segment_region.c)
	 */
	bool in_region;
	VEC(struct strip_guard) guard;
	/* of the warp at hand */
	val part;   /* i1: some threads are outside of borders; NULL: none is */
	bool apart; /* some quotient differs between its lanes */
};

/* Notes what is known of the instruction's result. NULL: it is no line. */
struct line *strip_line(struct strip *s, const struct inst *in);
/* Whether a special register is the same in all warps of a strip. */
bool strip_sreg_is_same(u32 sreg);
/* A line of the values alone. */
struct line *strip_new_line(struct strip *s, u32 bits, val base);
/* The line of a source operand, or NULL. */
struct line *strip_source(struct strip *s, const struct operand *o, u32 bits);
/* The line that an instruction computes from those of its sources, or NULL. */
struct line *strip_arithmetic(struct strip *s, const struct inst *in);
bool strip_is_same(const struct line *l);
/* The value of the warp's lane 0 where the counters are as in s->counter. */
val strip_first_value(struct strip *s, const struct line *l);
/* Sets the line's low[is_signed] and high[is_signed], and adds to s->ok that it does not
 * wrap in between. False: lanes are too far apart for that. */
bool strip_find_range(struct strip *s, struct line *l, bool is_signed);
/* Both of two i1; a may be NULL. */
val strip_both(struct strip *s, val a, val b);
/* Checks for an integer type of 32 or 64 bits. */
bool strip_is_integer(u32 type);
/* Add to s->ok: an i1; that an i64 is so small that sums with it do not overflow. */
void strip_need(struct strip *s, val ok);
/* An i1 that is the same for all strips of the launch. */
void strip_need_always(struct strip *s, val ok);
void strip_need_small(struct strip *s, val v);
/* Needs -2^bits <= v < 2^bits. */
void strip_need_bits(struct strip *s, val v, u32 bits);
/* Notes what holds in all threads that come to the next steps. */
void strip_guard(struct strip *s, const struct strip_condition *k, bool holds);
/* The line as the threads access it for which these conditions hold. */
struct line *strip_guarded(struct strip *s, struct line *l);
/* What counters add to a guarded line's base in the threads that access, at the least and
 * at the most: i64. */
void strip_guarded_span(struct strip *s, const struct line *l, val *least, val *most);
/* An address in 64 bits, or NULL. */
struct line *strip_address(struct strip *s, const struct operand *o);
/* Notes an access at the line plus `first` .. `end`, of `align` bytes each. */
bool strip_note_access(struct strip *s, struct line *l, s64 first, s64 end, u32 align,
                       bool is_shared);
/* Adds to s->ok that all accesses noted are valid. */
void strip_check_accesses(struct strip *s);
