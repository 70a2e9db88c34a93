/* condition.c - the expressions of #if and #elif, in intmax_t and uintmax_t.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/state.h"

struct value {
	u64 v;
	bool is_unsigned;
};

struct reader {
	struct pp *pp;
	struct pp_token t; /* the next one */
	u32 depth;
	u32 dead; /* > 0: the value is not needed, so 1 / 0 is fine */
	bool failed;
	/* `!defined NAME` and nothing else */
	struct pp_name *guard;
	u32 ntoken, guard_end;
};

static void fail(struct reader *r, const char *text) {
	if (!r->failed)
		pp_error(r->pp, r->t.at, MAX(r->t.len, 1u), E0804, "%s", text);
	r->failed = true;
}

static void advance(struct reader *r) {
	pp_next(r->pp, &r->t);
	r->ntoken++;
}

static bool is_op(const struct reader *r, u64 op) {
	return r->t.kind == PP_PUNCT && r->t.op == op;
}

/* ---- literals -------------------------------------------------------------------- */

static u32 digit(char c) {
	if (c >= '0' && c <= '9')
		return (u32)(c - '0');
	c |= 32;
	return c >= 'a' && c <= 'z' ? (u32)(c - 'a') + 10 : 99;
}

static bool is_suffix(const char *s, const char *end, bool *is_unsigned) {
	static const char *const suffix[] = {"",   "u",   "l", "ll", "ul", "ull",
	                                     "lu", "llu", "z", "uz", "zu"};
	char low[5] = {0};
	if (end - s > 4)
		return false;
	for (u32 i = 0; s + i < end; i++) {
		low[i] = (char)(s[i] | 32);
		*is_unsigned |= low[i] == 'u';
	}
	for (u32 i = 0; i < countof(suffix); i++)
		if (strcmp(low, suffix[i]) == 0)
			return true;
	return false;
}

static struct value number(struct reader *r) {
	const char *s = r->t.text, *end = s + r->t.len;
	struct value v = {0, false};
	u32 base = 10;
	if (*s == '0' && end - s > 1) {
		char x = (char)(s[1] | 32);
		base = x == 'x' ? 16 : x == 'b' ? 2 : 8;
		s += base == 8 ? 1 : 2;
	}
	bool overflow = false;
	for (; s < end && (digit(*s) < base || *s == '\''); s++) {
		if (*s == '\'')
			continue;
		overflow |= v.v > (UINT64_MAX - digit(*s)) / base;
		v.v = v.v * base + digit(*s);
	}
	if (!is_suffix(s, end, &v.is_unsigned))
		fail(r, memchr(r->t.text, '.', r->t.len) || (*s | 32) == 'e'
		                ? "an integer is expected, not a floating-point number"
		                : "this is no integer");
	else if (overflow)
		fail(r, "the number has more than 64 bits");
	if (v.v > INT64_MAX)
		v.is_unsigned = true;
	return v;
}

/* One character of a literal in UTF-8, at most 0x10ffff. */
static u32 utf8(const char **s, const char *end) {
	u32 c = (u8) * (*s)++, more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
	c &= more == 3 ? 7 : more == 2 ? 15 : more == 1 ? 31 : 255;
	for (; more && *s < end && (**s & 0xc0) == 0x80; more--)
		c = c << 6 | ((u32)(u8) * (*s)++ & 63);
	return c;
}

static u32 escape(const char **s, const char *end) {
	static const char from[] = "abfnrtv", to[] = "\a\b\f\n\r\t\v";
	char c = *(*s)++;
	const char *known = c ? strchr(from, c) : NULL;
	u32 v = 0, n = 0;
	if (known)
		return (u8)to[known - from];
	if (c == 'e')
		return 27;
	if (c == 'x' || c == 'u' || c == 'U') {
		for (; *s < end && digit(**s) < 16; ++*s)
			v = v << 4 | digit(**s);
		return v;
	}
	if (digit(c) > 7)
		return (u8)c;
	for (v = digit(c); *s < end && n < 2 && digit(**s) < 8; ++*s, n++)
		v = v << 3 | digit(**s);
	return v;
}

static struct value character(struct reader *r) {
	const char *s = memchr(r->t.text, '\'', r->t.len), *end = r->t.text + r->t.len;
	bool is_wide = s > r->t.text;
	struct value v = {0, is_wide && *r->t.text != 'L'};
	u32 n = 0;
	if (end[-1] != '\'') {
		fail(r, "a literal with a suffix has no value here");
		return v;
	}
	for (s++, end--; s < end; n++) {
		u32 c;
		if (*s == '\\') {
			s++;
			c = escape(&s, end);
		} else if (is_wide) {
			c = utf8(&s, end);
		} else {
			c = (u8)*s++;
		}
		v.v = is_wide ? c : v.v << 8 | (c & 255);
	}
	if (!n)
		fail(r, "a character is expected between the quotes");
	if (n > 1)
		pp_doubt(r->pp);
	if (!is_wide)
		v.v = (u64)(n == 1 ? (s64)(s8)v.v : (s64)(s32)v.v);
	else if (!v.is_unsigned)
		v.v = (u64)(s64)(s32)v.v;
	return v;
}

/* ---- operands -------------------------------------------------------------------- */

static struct value expression(struct reader *r, u32 least);

/* defined NAME, defined(NAME) */
static struct value defined(struct reader *r) {
	struct pp *pp = r->pp;
	struct value v = {0, false};
	u32 first = r->ntoken;
	if (pp->context.n && pp->o->more_warnings) /* a macro has it */
		pp_doubt(pp);
	pp->no_expansion = true;
	advance(r);
	bool in_parentheses = is_op(r, OP1('('));
	if (in_parentheses)
		advance(r);
	if (r->t.kind != PP_NAME) {
		pp->no_expansion = false;
		fail(r, "defined takes the name of a macro");
		return v;
	}
	struct pp_name *n = r->t.name;
	v.v = n->macro != NULL;
	if (first == 2) { /* after ! */
		r->guard = n;
		r->guard_end = in_parentheses ? 6 : 4;
	}
	if (in_parentheses) {
		advance(r);
		if (!is_op(r, OP1(')')))
			fail(r, "the ')' after defined( is missing");
	}
	pp->no_expansion = false;
	advance(r);
	return v;
}

static struct value name(struct reader *r) {
	struct value v = {0, false};
	if (r->t.name->word == W_DEFINED)
		return defined(r);
	v.v = r->t.name->word == W_TRUE;
	advance(r);
	if (is_op(r, OP1('(')) && !r->failed) {
		fail(r, "an operator is expected before '('; the name is not that of a "
		        "macro with parameters");
	}
	return v;
}

static struct value operand(struct reader *r) {
	struct value v = {0, false};
	switch (r->t.kind) {
	case PP_NUMBER:
		v = number(r);
		advance(r);
		return v;
	case PP_CHAR:
		v = character(r);
		advance(r);
		return v;
	case PP_NAME: return name(r);
	case PP_END: fail(r, "the expression ends too early"); return v;
	default: break;
	}
	if (!is_op(r, OP1('('))) {
		fail(r, r->t.kind == PP_STRING ? "a string has no value here"
		                               : "a value is expected here");
		return v;
	}
	advance(r);
	v = expression(r, 0);
	if (!is_op(r, OP1(')')))
		fail(r, "a ')' is expected here");
	else
		advance(r);
	return v;
}

/* The alternative spellings are names that no macro can have. */
static u64 operator_of(const struct reader *r) {
	static const struct {
		u8 word;
		u64 op;
	} named[] = {
		{W_AND, OP2('&', '&')},    {W_OR, OP2('|', '|')}, {W_NOT, OP1('!')},
		{W_NOT_EQ, OP2('!', '=')}, {W_BITAND, OP1('&')},  {W_BITOR, OP1('|')},
		{W_XOR, OP1('^')},         {W_COMPL, OP1('~')},
	};
	if (r->t.kind == PP_PUNCT)
		return r->t.op;
	for (u32 i = 0; r->t.kind == PP_NAME && i < countof(named); i++)
		if (r->t.name->word == named[i].word)
			return named[i].op;
	return 0;
}

static struct value unary(struct reader *r) {
	u64 op = operator_of(r);
	struct value v = {0, false};
	if (r->failed)
		return v;
	if (op != OP1('!') && op != OP1('~') && op != OP1('-') && op != OP1('+'))
		return operand(r);
	if (r->depth == IF_DEPTH_MAX * 4) {
		fail(r, "the expression is nested too deeply");
		return v;
	}
	advance(r);
	r->depth++;
	v = unary(r);
	r->depth--;
	switch (op) {
	case OP1('!'): return (struct value){!v.v, false};
	case OP1('~'): v.v = ~v.v; return v;
	case OP1('-'): v.v = 0 - v.v; return v;
	default: return v;
	}
}

/* ---- operators ------------------------------------------------------------------- */

static const struct {
	u64 op;
	u32 level;
} binary[] = {
	{OP1(','), 1},      {OP1('?'), 2},       {OP2('|', '|'), 3},  {OP2('&', '&'), 4},
	{OP1('|'), 5},      {OP1('^'), 6},       {OP1('&'), 7},       {OP2('=', '='), 8},
	{OP2('!', '='), 8}, {OP1('<'), 9},       {OP1('>'), 9},       {OP2('<', '='), 9},
	{OP2('>', '='), 9}, {OP2('<', '<'), 10}, {OP2('>', '>'), 10}, {OP1('+'), 11},
	{OP1('-'), 11},     {OP1('*'), 12},      {OP1('/'), 12},      {OP1('%'), 12},
};

static u32 level_of(u64 op) {
	for (u32 i = 0; i < countof(binary); i++)
		if (binary[i].op == op)
			return binary[i].level;
	return 0;
}

static u64 shift(struct value a, s64 n) {
	if (n >= 64 || n <= -64)
		return n < 0 && !a.is_unsigned && (s64)a.v < 0 ? UINT64_MAX : 0;
	if (n >= 0)
		return a.v << n;
	return a.is_unsigned ? a.v >> -n : (u64)((s64)a.v >> -n);
}

static u64 divide(struct reader *r, u64 op, struct value a, struct value b, bool u) {
	if (!b.v) {
		if (!r->dead)
			fail(r, "division by zero");
		return 0;
	}
	if (u)
		return op == OP1('/') ? a.v / b.v : a.v % b.v;
	if (b.v == UINT64_MAX) /* -1 */
		return op == OP1('/') ? 0 - a.v : 0;
	s64 x = (s64)a.v, y = (s64)b.v;
	return (u64)(op == OP1('/') ? x / y : x % y);
}

static struct value compute(struct reader *r, u64 op, struct value a, struct value b) {
	bool u = a.is_unsigned || b.is_unsigned;
	s64 x = (s64)a.v, y = (s64)b.v;
	if (r->pp->o->more_warnings && ((x < 0 && !a.is_unsigned && b.is_unsigned) ||
	                                (y < 0 && !b.is_unsigned && a.is_unsigned)))
		pp_doubt(r->pp); /* a sign is lost */
	switch (op) {
	case OP1(','): return b;
	case OP1('|'): return (struct value){a.v | b.v, u};
	case OP1('^'): return (struct value){a.v ^ b.v, u};
	case OP1('&'): return (struct value){a.v & b.v, u};
	case OP1('+'): return (struct value){a.v + b.v, u};
	case OP1('-'): return (struct value){a.v - b.v, u};
	case OP1('*'): return (struct value){a.v * b.v, u};
	case OP1('/'):
	case OP1('%'): return (struct value){divide(r, op, a, b, u), u};
	case OP2('=', '='): return (struct value){a.v == b.v, false};
	case OP2('!', '='): return (struct value){a.v != b.v, false};
	case OP1('<'): return (struct value){u ? a.v < b.v : x < y, false};
	case OP1('>'): return (struct value){u ? a.v > b.v : x > y, false};
	case OP2('<', '='): return (struct value){u ? a.v <= b.v : x <= y, false};
	case OP2('>', '='): return (struct value){u ? a.v >= b.v : x >= y, false};
	case OP2('<', '<'):
	case OP2('>', '>'): break;
	default: return a;
	}
	s64 n = b.is_unsigned && b.v > 64 ? 64 : MIN(MAX(y, (s64)-64), (s64)64);
	return (struct value){shift(a, op == OP2('<', '<') ? n : -n), a.is_unsigned};
}

static struct value logical(struct reader *r, u64 op, struct value a, u32 level) {
	bool is_and = op == OP2('&', '&'), is_known = is_and ? !a.v : a.v != 0;
	r->dead += is_known;
	struct value b = expression(r, level + 1);
	r->dead -= is_known;
	return (struct value){is_and ? a.v && b.v : a.v || b.v, false};
}

static struct value choice(struct reader *r, struct value a) {
	r->dead += !a.v;
	struct value yes = expression(r, 1);
	r->dead -= !a.v;
	if (!is_op(r, OP1(':'))) {
		fail(r, "a ':' is expected after '?'");
		return a;
	}
	advance(r);
	r->dead += a.v != 0;
	struct value no = expression(r, 2);
	r->dead -= a.v != 0;
	return (struct value){a.v ? yes.v : no.v, yes.is_unsigned || no.is_unsigned};
}

static struct value expression(struct reader *r, u32 least) {
	struct value a = {0, false};
	if (r->depth >= IF_DEPTH_MAX * 4) {
		fail(r, "the expression is nested too deeply");
		return a;
	}
	r->depth++;
	a = unary(r);
	for (;;) {
		u64 op = operator_of(r);
		u32 level = level_of(op);
		if (r->failed || !level || level < least)
			break;
		advance(r);
		if (level == 2)
			a = choice(r, a);
		else if (level == 3 || level == 4)
			a = logical(r, op, a, level);
		else
			a = compute(r, op, a, expression(r, level + 1));
	}
	r->depth--;
	return a;
}

bool pp_condition(struct pp *pp, struct pp_name **guard) {
	struct reader r = {.pp = pp};
	advance(&r);
	bool is_not = is_op(&r, OP1('!'));
	if (r.t.kind == PP_END) {
		fail(&r, "#if needs an expression");
	}
	struct value v = {0, false};
	if (!r.failed)
		v = expression(&r, 0);
	if (!r.failed && r.t.kind != PP_END)
		fail(&r, r.t.kind == PP_PUNCT ? "an operand is missing before this"
		                              : "an operator is missing before this");
	bool is_guard = is_not && !r.failed && r.ntoken == r.guard_end;
	*guard = is_guard ? r.guard : NULL;
	return v.v != 0 && !r.failed;
}
