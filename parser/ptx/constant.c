/* constant.c - arithmetic of constant expressions (PTX 4.5.5 and the table of 4.5.6).
 * Integers are .s64, or .u64 when a literal says so or does not fit; floats are .f64.
 * All integer arithmetic is done unsigned, so no value is undefined; division by zero
 * is the one error.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/ptx/build.h"

static struct ptx_number make_int(u64 bits, bool is_unsigned) {
	return (struct ptx_number){.bits = bits, .is_unsigned = is_unsigned};
}

static struct ptx_number make_f64(f64 v) {
	struct ptx_number r = {.kind = PTX_NUMBER_F64};
	memcpy(&r.bits, &v, sizeof(v));
	return r;
}

static f64 as_f64(struct ptx_number a) {
	f64 d;
	f32 f;
	u32 word = (u32)a.bits;
	memcpy(&d, &a.bits, sizeof(d));
	memcpy(&f, &word, sizeof(f));
	return a.kind == PTX_NUMBER_F32 ? (f64)f : d;
}

static struct ptx_number bad(struct ptx_parser *p, struct loc loc, const char *what,
                             const char *nvcc) {
	struct diag_record *r = diag_error(p->diag, loc, E0218, "%s", what);
	diag_nvcc(p->diag, r, "%s", nvcc);
	return (struct ptx_number){.is_bad = true};
}

static struct ptx_number mismatch(struct ptx_parser *p, struct loc loc) {
	return bad(p, loc, "the operator has no meaning for operands of these types",
	           "Constant expression type mismatch");
}

static struct ptx_number unary_float(struct ptx_parser *p, int op, struct ptx_number a,
                                     struct loc loc) {
	if (op == '-')
		a.bits ^= a.kind == PTX_NUMBER_F32 ? (u64)1 << 31 : (u64)1 << 63;
	else if (op != '+')
		return mismatch(p, loc);
	return a;
}

struct ptx_number constant_unary(struct ptx_parser *p, int op, struct ptx_number a,
                                 struct loc loc) {
	a.in_parens = false;
	if (a.is_bad)
		return a;
	if (a.kind != PTX_NUMBER_INT)
		return unary_float(p, op, a, loc);
	switch (op) {
	case '-': return make_int(0 - a.bits, a.is_unsigned);
	case '~': return make_int(~a.bits, true);
	case '!': return make_int(!a.bits, false);
	default: return a;
	}
}

/* Whether a < b, for integers of one signedness. */
static bool int_less(u64 a, u64 b, bool is_unsigned) {
	return is_unsigned ? a < b : (s64)a < (s64)b;
}

/* Shifts by the low 6 bits of the count, as ptxas does: 1 << 64 is 1. */
static u64 shift(int op, struct ptx_number a, u64 by) {
	by &= 63;
	if (op == PTX_SHL)
		return a.bits << by;
	u64 fill = !a.is_unsigned && a.bits >> 63 ? ~(~(u64)0 >> by) : 0;
	return a.bits >> by | fill;
}

/* Returns the quotient of the magnitudes with the sign of the result:
 * -9223372036854775808 / -1 wraps. The remainder is that of unsigned numbers, as ptxas
 * computes it: -7 % 3 is 0. */
static u64 divide(int op, u64 a, u64 b, bool is_unsigned) {
	if (op == '%')
		return a % b;
	bool a_neg = !is_unsigned && a >> 63, b_neg = !is_unsigned && b >> 63;
	u64 ua = a_neg ? 0 - a : a, ub = b_neg ? 0 - b : b;
	return a_neg != b_neg ? 0 - ua / ub : ua / ub;
}

static struct ptx_number binary_int(struct ptx_parser *p, int op, struct ptx_number a,
                                    struct ptx_number b, struct loc loc) {
	bool u = a.is_unsigned || b.is_unsigned;
	u64 x = a.bits, y = b.bits;
	switch (op) {
	case '+': return make_int(x + y, u);
	case '-': return make_int(x - y, u);
	case '*': return make_int(x * y, u);
	case '/':
	case '%':
		if (y == 0)
			return bad(p, loc, "division by zero",
			           "Constant expression has division by zero");
		return make_int(divide(op, x, y, u), u);
	case PTX_SHL:
	case PTX_SHR: return make_int(shift(op, a, y), a.is_unsigned);
	case '<': return make_int(int_less(x, y, u), false);
	case '>': return make_int(int_less(y, x, u), false);
	case PTX_LE: return make_int(!int_less(y, x, u), false);
	case PTX_GE: return make_int(!int_less(x, y, u), false);
	case PTX_EQ: return make_int(x == y, false);
	case PTX_NE: return make_int(x != y, false);
	case '&': return make_int(x & y, true);
	case '^': return make_int(x ^ y, true);
	case '|': return make_int(x | y, true);
	case PTX_ANDAND: return make_int(x && y, false);
	case PTX_OROR: return make_int(x || y, false);
	default: unreachable();
	}
}

static struct ptx_number binary_float(struct ptx_parser *p, int op, f64 x, f64 y,
                                      struct loc loc) {
	switch (op) {
	case '+': return make_f64(x + y);
	case '-': return make_f64(x - y);
	case '*': return make_f64(x * y);
	case '/':
		if (y == 0)
			return bad(p, loc, "division by zero",
			           "Constant expression has division by zero");
		return make_f64(x / y);
	case '<': return make_int(x < y, false);
	case '>': return make_int(x > y, false);
	case PTX_LE: return make_int(x <= y, false);
	case PTX_GE: return make_int(x >= y, false);
	case PTX_EQ: return make_int(x == y, false);
	case PTX_NE: return make_int(x != y, false);
	default: return mismatch(p, loc);
	}
}

struct ptx_number constant_binary(struct ptx_parser *p, int op, struct ptx_number a,
                                  struct ptx_number b, struct loc loc) {
	if (a.is_bad || b.is_bad)
		return (struct ptx_number){.is_bad = true};
	bool a_int = a.kind == PTX_NUMBER_INT, b_int = b.kind == PTX_NUMBER_INT;
	if (a_int && b_int)
		return binary_int(p, op, a, b, loc);
	if (a_int || b_int)
		return mismatch(p, loc);
	return binary_float(p, op, as_f64(a), as_f64(b), loc);
}

struct ptx_number constant_choose(struct ptx_parser *p, struct ptx_number c,
                                  struct ptx_number a, struct ptx_number b,
                                  struct loc loc) {
	if (c.is_bad || a.is_bad || b.is_bad)
		return (struct ptx_number){.is_bad = true};
	bool a_int = a.kind == PTX_NUMBER_INT, b_int = b.kind == PTX_NUMBER_INT;
	if (c.kind != PTX_NUMBER_INT || a_int != b_int)
		return mismatch(p, loc);
	struct ptx_number r = c.bits ? a : b;
	r.is_unsigned = a.is_unsigned || b.is_unsigned;
	r.in_parens = false;
	return r;
}

struct ptx_number constant_cast(struct ptx_parser *p, struct str *type,
                                struct ptx_number a, struct loc loc) {
	a.in_parens = false;
	if (a.is_bad)
		return a;
	bool to_unsigned = strcmp(type->s, ".u64") == 0;
	if (!to_unsigned && strcmp(type->s, ".s64") != 0)
		return bad(p, loc, "a constant can be cast to .s64 or .u64 only",
		           "Constant expression type mismatch");
	if (a.kind != PTX_NUMBER_INT)
		return mismatch(p, loc);
	return make_int(a.bits, to_unsigned);
}

struct ptx_number constant_parens(struct ptx_number a) {
	a.in_parens = true;
	return a;
}

u64 constant_int(struct ptx_parser *p, struct ptx_number a, struct loc loc) {
	if (a.is_bad)
		return 0;
	if (a.kind != PTX_NUMBER_INT) {
		bad(p, loc, "an integer is wanted here",
		    "Constant expression type mismatch");
		return 0;
	}
	return a.bits;
}
