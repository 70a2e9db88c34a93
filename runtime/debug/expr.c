/* expr.c - C expressions in the scope of the thread in focus: recursive descent.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "backend/machine/access.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/expr.h"
#include "runtime/debug/names.h"
#include "runtime/debug/places.h"
#include "runtime/debug/state.h"
#include "runtime/debug/type.h"
#include "runtime/debug/value.h"

enum { NESTING = 100, WORD = 128 };

struct parser {
	struct eval *e;
	const char *at;
	u32 depth;
	bool skip; /* the value is not wanted: nothing is changed */
};

static struct value expr(struct parser *p, u32 level);

static struct value no_value(void) {
	return (struct value){.type = type_basic(DT_INT, 4, true), .space = SPACE_NONE};
}

static struct value int_value(s64 n, const struct dtype *t) {
	struct value v;
	value_of_int(&v, t, n);
	return v;
}

static struct value double_value(double d, const struct dtype *t) {
	struct value v = {.type = t, .space = SPACE_NONE};
	float f = (float)d;
	if (t->size == 4)
		memcpy(v.bytes, &f, 4);
	else
		memcpy(v.bytes, &d, 8);
	return v;
}

/* ---- words ------------------------------------------------------------------------- */

static void skip_blanks(struct parser *p) {
	while (isspace((unsigned char)*p->at))
		p->at++;
}

static bool accept(struct parser *p, const char *text) {
	skip_blanks(p);
	size_t n = strlen(text);
	if (strncmp(p->at, text, n) != 0)
		return false;
	p->at += n;
	return true;
}

static bool is_word(char c) {
	return isalnum((unsigned char)c) || c == '_';
}

/* Reads a word; `more`: characters that it may have beside letters, digits and _. */
static bool take_word(struct parser *p, char word[WORD], const char *more) {
	u32 n = 0;
	skip_blanks(p);
	while (n < WORD - 1 && (is_word(*p->at) || (*p->at && strchr(more, *p->at))))
		word[n++] = *p->at++;
	word[n] = 0;
	return n != 0;
}

static void expect(struct parser *p, const char *text) {
	if (!accept(p, text))
		eval_error(p->e, "A syntax error in expression, near `%s'.", p->at);
}

/* ---- names of types ---------------------------------------------------------------- */

static bool take_space(struct parser *p, u32 *space) {
	static const struct {
		const char *name;
		u32 space;
	} names[] = {{"@shared", SPACE_SHARED},   {"@global", SPACE_GLOBAL},
	             {"@local", SPACE_LOCAL},     {"@generic", SPACE_GENERIC},
	             {"@parameter", SPACE_PARAM}, {"@constant", SPACE_CONST},
	             {"@param", SPACE_PARAM},     {"@const", SPACE_CONST}};
	for (u32 i = 0; i < countof(names); i++) {
		const char *was = p->at;
		if (accept(p, names[i].name)) {
			if (!is_word(*p->at)) {
				*space = names[i].space;
				return true;
			}
			p->at = was;
		}
	}
	return false;
}

static bool is_type_word(const char *w) {
	static const char *const words[] = {"unsigned", "signed", "long",    "int",
	                                    "short",    "char",   "__int128"};
	for (u32 i = 0; i < countof(words); i++)
		if (strcmp(words[i], w) == 0)
			return true;
	return false;
}

static bool is_type_key(const char *w) {
	return strcmp(w, "struct") == 0 || strcmp(w, "class") == 0 ||
	       strcmp(w, "union") == 0 || strcmp(w, "enum") == 0;
}

/* The text after `key`. */
static const struct dtype *take_keyed_type(struct parser *p, const char *key) {
	char name[WORD];
	enum type_kind kind = *key == 'u' ? DT_UNION : *key == 'e' ? DT_ENUM : DT_STRUCT;
	if (!take_word(p, name, ":"))
		return NULL;
	const struct dtype *t = type_named(name);
	if (t && t->kind == kind)
		return t;
	eval_error(p->e, "No %s type named %s.", key, name);
	return NULL;
}

/* "unsigned long long" in any order, or a single name. */
static const struct dtype *take_base_type(struct parser *p) {
	char word[WORD];
	u32 longs = 0, n = 0;
	bool is_unsigned = false, is_short = false, is_char = false, is_wide = false;
	for (;;) {
		const char *was = p->at;
		if (!take_word(p, word, ":") || isdigit((unsigned char)word[0])) {
			p->at = was;
			break;
		}
		if (strcmp(word, "const") == 0 || strcmp(word, "volatile") == 0)
			continue;
		if (n == 0 && is_type_key(word))
			return take_keyed_type(p, word);
		if (!is_type_word(word)) {
			if (n) {
				p->at = was;
				break;
			}
			return type_named(word);
		}
		n++;
		longs += strcmp(word, "long") == 0;
		is_unsigned |= strcmp(word, "unsigned") == 0;
		is_short |= strcmp(word, "short") == 0;
		is_char |= strcmp(word, "char") == 0;
		is_wide |= strcmp(word, "__int128") == 0;
	}
	if (!n)
		return NULL;
	if (is_char)
		return type_basic(DT_CHAR, 1, !is_unsigned);
	if (is_wide) /* some registers are so wide; PTX computes with none */
		return type_basic(DT_INT, 16, false);
	return type_basic(DT_INT, longs ? 8 : is_short ? 2 : 4, !is_unsigned);
}

/* A type's name up to `)` or the end; the position stays where it was if there is
 * none. */
static const struct dtype *take_type(struct parser *p) {
	const char *was = p->at;
	u32 space = SPACE_GENERIC;
	take_space(p, &space);
	const struct dtype *t = take_base_type(p);
	if (!t) {
		p->at = was;
		return NULL;
	}
	for (;;) {
		if (take_space(p, &space))
			continue;
		const char *here = p->at;
		char word[WORD];
		if (take_word(p, word, "") && strcmp(word, "const") == 0)
			continue;
		p->at = here;
		if (accept(p, "*")) {
			t = type_pointer(t, space);
			space = SPACE_GENERIC;
		} else {
			break;
		}
	}
	while (accept(p, "[")) {
		u64 n = strtoull(p->at, (char **)(uintptr_t)&p->at, 0);
		expect(p, "]");
		t = type_array(t, MIN(n, 1u << 24));
	}
	return t;
}

/* ---- places ------------------------------------------------------------------------ */

static struct value deref(struct parser *p, const struct value *v) {
	const struct dtype *t = v->type;
	s64 addr;
	if (t->kind == DT_ARRAY) {
		struct value first = *v;
		first.type = t->base;
		return first;
	}
	const struct dtype *to = t->kind == DT_PTR   ? t->base
	                         : t->kind == DT_INT ? type_basic(DT_INT, 8, true)
	                                             : NULL;
	if (!to || to->kind == DT_VOID || to->kind == DT_FUNC) {
		eval_error(p->e, "Attempt to take contents of a non-pointer value.");
		return no_value();
	}
	if (!value_int(p->e, v, &addr))
		return no_value();
	return (struct value){.type = to,
	                      .space = t->kind == DT_PTR ? t->space : SPACE_GENERIC,
	                      .addr = (u64)addr,
	                      .at = p->e->at};
}

static struct value address_of(struct parser *p, const struct value *v) {
	if (v->space == SPACE_NONE || v->space == SPACE_REGISTER || v->bits) {
		if (v->type->kind == DT_PTR && v->type->base->kind == DT_FUNC)
			return *v;
		eval_error(p->e,
		           "Attempt to take address of value not located in memory.");
		return no_value();
	}
	return int_value((s64)v->addr, type_pointer(v->type, v->space));
}

/* Returns the value `n` elements after a pointer or the first element of an array. */
static struct value element(struct parser *p, const struct value *v, s64 n) {
	const struct dtype *t = v->type;
	if (t->kind != DT_ARRAY && t->kind != DT_PTR) {
		eval_error(p->e, "cannot subscript something of type `%s'",
		           t->name ? t->name : "?");
		return no_value();
	}
	if (t->kind == DT_ARRAY &&
	    v->space == SPACE_NONE) { /* a copy from the value history */
		struct value part = {.type = t->base, .space = SPACE_NONE};
		if (n < 0 || (u64)n >= t->count) {
			eval_error(p->e, "no such vector element");
			return no_value();
		}
		const u8 *from = (v->data ? v->data : v->bytes) + (u64)n * t->base->size;
		if (t->base->size <= sizeof part.bytes)
			memcpy(part.bytes, from, t->base->size);
		else
			part.data = from;
		return part;
	}
	struct value first = deref(p, v);
	first.addr += (u64)n * first.type->size;
	return first;
}

static bool find_member(struct parser *p, const struct value *v, const char *name,
                        struct value *out, u32 depth) {
	const struct dtype *t = v->type;
	for (u32 i = 0; i < t->nmember && depth < 16; i++) {
		const struct dmember *m = &t->member[i];
		struct value part = *v;
		part.type = m->type;
		part.bits = m->bits;
		part.bit_offset = m->bit_offset;
		if (v->space == SPACE_NONE) {
			const u8 *from = (v->data ? v->data : v->bytes) + m->offset;
			if (m->offset + m->type->size > t->size)
				continue;
			part.data = m->type->size > sizeof part.bytes ? from : NULL;
			memset(part.bytes, 0, sizeof part.bytes);
			if (!part.data)
				memcpy(part.bytes, from, m->type->size);
		} else {
			part.addr += m->offset;
		}
		if (strcmp(m->name, name) == 0 && *name) {
			*out = part;
			if (m->type->kind == DT_REF && v->space != SPACE_NONE) {
				u64 to;
				if (!value_load(p->e, &part, &to, 8))
					return true;
				*out = (struct value){.type = m->type->base,
				                      .space = SPACE_GENERIC,
				                      .addr = to,
				                      .at = p->e->at};
			}
			return true;
		}
		bool inside = m->is_base || !*m->name;
		if (inside && (m->type->kind == DT_STRUCT || m->type->kind == DT_UNION) &&
		    find_member(p, &part, name, out, depth + 1))
			return true;
	}
	return false;
}

static struct value member(struct parser *p, struct value v) {
	char name[WORD];
	struct value out = no_value();
	if (!take_word(p, name, "")) {
		eval_error(p->e, "A syntax error in expression, near `%s'.", p->at);
		return out;
	}
	if (p->e->error)
		return out;
	if (v.type->kind == DT_PTR)
		v = deref(p, &v);
	if (p->e->error)
		return out;
	if (v.type->kind != DT_STRUCT && v.type->kind != DT_UNION)
		eval_error(p->e,
		           "Attempt to extract a component of a value that is not a "
		           "structure.");
	else if (!find_member(p, &v, name, &out, 0))
		eval_error(p->e, "There is no member named %s.", name);
	return out;
}

/* ---- primary expressions ----------------------------------------------------------- */

static struct value take_number(struct parser *p) {
	const char *begin = p->at;
	char *end;
	bool octal_or_hex = *begin == '0';
	bool hex = octal_or_hex && (begin[1] == 'x' || begin[1] == 'X');
	char next = begin[strspn(begin, "0123456789")];
	struct value v;
	if (!hex && (next == '.' || next == 'e' || next == 'E')) {
		double d = strtod(begin, &end);
		bool is_float = *end == 'f' || *end == 'F';
		p->at = end + is_float;
		v = double_value(d, type_basic(DT_FLOAT, is_float ? 4 : 8, true));
	} else {
		u64 n = strtoull(begin, &end, 0);
		bool is_unsigned = false, is_long = false;
		for (p->at = end; *p->at && strchr("uUlL", *p->at); p->at++) {
			is_unsigned |= *p->at == 'u' || *p->at == 'U';
			is_long |= *p->at == 'l' || *p->at == 'L';
		}
		/* as in C: the first type that has it; only those that are not decimal
		 * become unsigned */
		if (!is_long && n > 0x7fffffff) {
			is_long = n > 0xffffffff || !(octal_or_hex || is_unsigned);
			is_unsigned |= !is_long;
		}
		is_unsigned |= n > 0x7fffffffffffffffu;
		v = int_value((s64)n, type_basic(DT_INT, is_long ? 8 : 4, !is_unsigned));
	}
	if (is_word(*p->at) || *p->at == '.') {
		while (is_word(*p->at) || *p->at == '.')
			p->at++;
		eval_error(p->e, "Invalid number \"%.*s\".", (int)MIN(p->at - begin, 40),
		           begin);
	}
	return v;
}

static struct value take_char(struct parser *p) {
	static const char from[] = "abfnrtv", to[] = "\a\b\f\n\r\t\v";
	s64 c = (signed char)*p->at;
	if (*p->at == '\\' && p->at[1]) {
		const char *k = strchr(from, *++p->at);
		c = k ? to[k - from] : *p->at;
	}
	if (*p->at >= '0' && *p->at <= '7' && p->at[-1] == '\\') {
		u32 n = 1;
		for (c = *p->at - '0'; n < 3 && p->at[1] >= '0' && p->at[1] <= '7'; n++)
			c = c * 8 + *++p->at - '0';
		c = (signed char)c;
	}
	if (*p->at)
		p->at++;
	expect(p, "'");
	return int_value(c, type_basic(DT_CHAR, 1, true));
}

static struct value take_dollar(struct parser *p) {
	char name[WORD], reg[WORD + 1];
	struct value v = no_value();
	take_word(p, name, "$");
	if (strcmp(name, "pc") == 0) {
		struct dframe fr;
		if (!state_frame(&p->e->at, p->e->at.frame, &fr))
			eval_error(p->e, "No registers.");
		else
			v = int_value((s64)places_pc(fr.code, fr.inst),
			              type_pointer(type_basic(DT_FUNC, 0, false),
			                           SPACE_GENERIC));
		return v;
	}
	if (is_word(name[0]) && !isdigit((unsigned char)name[0])) {
		snprintf(reg, sizeof reg, "%%%s", name);
		if (eval_register(p->e, reg, &v) || p->e->error)
			return v;
	}
	history_value(p->e, name, &v);
	return v;
}

static struct value take_name(struct parser *p) {
	char name[WORD];
	struct value v = no_value();
	take_word(p, name, ":");
	if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0)
		return int_value(name[0] == 't', type_basic(DT_BOOL, 1, false));
	if (strcmp(name, "nullptr") == 0 || strcmp(name, "NULL") == 0)
		return int_value(
			0, type_pointer(type_basic(DT_VOID, 0, false), SPACE_GENERIC));
	if (!eval_name(p->e, name, &v) && !p->e->error)
		eval_error(p->e, "No symbol \"%s\" in current context.", name);
	return v;
}

static struct value take_register(struct parser *p) {
	char name[WORD] = "%", *rest = name + 1;
	struct value v = no_value();
	u32 n = 0;
	while (n < WORD - 2 && (is_word(*p->at) || *p->at == '.' || *p->at == '$'))
		rest[n++] = *p->at++;
	rest[n] = 0;
	if (!eval_register(p->e, name, &v) && !p->e->error)
		eval_error(p->e, "No register \"%s\" in this function.", name);
	return v;
}

static struct value primary(struct parser *p) {
	struct value v = no_value();
	skip_blanks(p);
	char c = *p->at;
	if (p->e->error)
		return v;
	if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)p->at[1])))
		return take_number(p);
	if (accept(p, "'"))
		return take_char(p);
	if (accept(p, "$"))
		return take_dollar(p);
	if (c == '%' && is_word(p->at[1])) {
		p->at++;
		return take_register(p);
	}
	if (is_word(c) || (c == ':' && p->at[1] == ':'))
		return take_name(p);
	if (accept(p, "(")) {
		v = expr(p, 0);
		expect(p, ")");
		return v;
	}
	eval_error(p->e, "A syntax error in expression, near `%s'.", p->at);
	return v;
}

static struct value postfix(struct parser *p) {
	struct value v = primary(p);
	while (!p->e->error) {
		if (accept(p, "[")) {
			struct value i = expr(p, 0);
			s64 n = 0;
			expect(p, "]");
			if (!p->e->error && value_int(p->e, &i, &n))
				v = element(p, &v, n);
		} else if (accept(p, "->")) {
			v = member(p, v);
		} else if (*p->at == '.' && !isdigit((unsigned char)p->at[1])) {
			p->at++;
			v = member(p, v);
		} else if (*p->at == '(') {
			eval_error(p->e, "You can't call functions of a kernel.");
		} else {
			break;
		}
	}
	return v;
}

/* ---- unary ------------------------------------------------------------------------- */

static const struct dtype *promoted(const struct dtype *t) {
	if (t->kind == DT_FLOAT || t->size >= 8)
		return t->kind == DT_FLOAT ? t : type_basic(DT_INT, 8, t->is_signed);
	return t->size == 4 && !t->is_signed && t->kind != DT_BOOL
	               ? type_basic(DT_INT, 4, false)
	               : type_basic(DT_INT, 4, true);
}

static s64 shortened(s64 n, const struct dtype *t) {
	return t->size >= 8 ? n : t->is_signed ? (s64)(s32)n : (s64)(u32)n;
}

static struct value unary_number(struct parser *p, char op, const struct value *v) {
	const struct dtype *t = promoted(v->type);
	double d;
	s64 n;
	bool b;
	if (op == '!') {
		return value_true(p->e, v, &b)
		               ? int_value(!b, type_basic(DT_BOOL, 1, false))
		               : no_value();
	}
	if (t->kind == DT_FLOAT && op == '~') {
		eval_error(p->e,
		           "Argument to complement operation not an integer, boolean.");
		return no_value();
	}
	if (t->kind == DT_FLOAT)
		return value_double(p->e, v, &d)
		               ? double_value(op == '-' ? -d : d,
		                              t->size == 2 ? type_basic(DT_FLOAT, 4, true)
		                                           : t)
		               : no_value();
	if (!value_int(p->e, v, &n))
		return no_value();
	u64 u = (u64)n;
	return int_value(shortened((s64)(op == '-' ? 0 - u : op == '~' ? ~u : u), t), t);
}

static struct value size_of(struct parser *p) {
	const struct dtype *t = NULL, *ulong = type_basic(DT_INT, 8, false);
	const char *was = p->at;
	if (accept(p, "(")) {
		t = take_type(p);
		if (t && accept(p, ")"))
			return int_value((s64)t->size, ulong);
		p->at = was;
	}
	struct value v = expr(p, 100);
	return int_value((s64)v.type->size, ulong);
}

static struct value unary(struct parser *p) {
	struct value v = no_value();
	if (++p->depth > NESTING) {
		eval_error(p->e, "the expression is nested too deeply");
		return v;
	}
	skip_blanks(p);
	const char *was = p->at;
	char c = *p->at;
	if (c == '(') {
		p->at++;
		const struct dtype *t = take_type(p);
		struct value other;
		if (t && accept(p, ")")) {
			/* A variable may have the name of a type; then this is a variable
			 * in parentheses. */
			v = unary(p);
			if (!p->e->error) {
				other = v;
				value_cast(p->e, t, &other, &v);
			}
			p->depth--;
			return v;
		}
		p->at = was;
		v = postfix(p);
	} else if (c == '*' || c == '&' || c == '-' || c == '+' || c == '!' || c == '~') {
		p->at++;
		v = unary(p);
		if (!p->e->error)
			v = c == '*'   ? deref(p, &v)
			    : c == '&' ? address_of(p, &v)
			               : unary_number(p, c, &v);
	} else if (strncmp(p->at, "sizeof", 6) == 0 && !is_word(p->at[6])) {
		p->at += 6;
		v = size_of(p);
	} else {
		v = postfix(p);
	}
	p->depth--;
	return v;
}

/* ---- binary ------------------------------------------------------------------------ */

/* Longer operators come before those that they begin with. Higher levels bind tighter. */
static const struct op {
	const char *text;
	u32 level;
	char kind;
} ops[] = {
	{"<<=", 1, '='}, {">>=", 1, '='}, {"+=", 1, '='},  {"-=", 1, '='}, {"*=", 1, '='},
	{"/=", 1, '='},  {"%=", 1, '='},  {"&=", 1, '='},  {"|=", 1, '='}, {"^=", 1, '='},
	{"||", 3, 'o'},  {"&&", 4, 'a'},  {"==", 8, 'e'},  {"!=", 8, 'n'}, {"<=", 9, 'l'},
	{">=", 9, 'g'},  {"<<", 10, 'L'}, {">>", 10, 'R'}, {"=", 1, '='},  {"?", 2, '?'},
	{"|", 5, '|'},   {"^", 6, '^'},   {"&", 7, '&'},   {"<", 9, '<'},  {">", 9, '>'},
	{"+", 11, '+'},  {"-", 11, '-'},  {"*", 12, '*'},  {"/", 12, '/'}, {"%", 12, '%'},
	{"@", 13, '@'},
};

static const struct op *peek_op(struct parser *p) {
	skip_blanks(p);
	for (u32 i = 0; i < countof(ops); i++)
		if (strncmp(p->at, ops[i].text, strlen(ops[i].text)) == 0)
			return &ops[i];
	return NULL;
}

static struct value compare(char kind, int less, int equal) {
	bool r = kind == 'e'   ? equal
	         : kind == 'n' ? !equal
	         : kind == '<' ? less
	         : kind == '>' ? !less && !equal
	         : kind == 'l' ? less || equal
	                       : !less;
	return int_value(r, type_basic(DT_BOOL, 1, false));
}

static bool is_compare(char kind) {
	return strchr("en<>lg", kind) != NULL;
}

static struct value float_op(struct parser *p, char kind, const struct value *a,
                             const struct value *b) {
	double x, y;
	bool wide = (a->type->kind == DT_FLOAT && a->type->size == 8) ||
	            (b->type->kind == DT_FLOAT && b->type->size == 8);
	if (!value_double(p->e, a, &x) || !value_double(p->e, b, &y))
		return no_value();
	if (is_compare(kind)) {
		if (isnan(x) || isnan(y))
			return int_value(kind == 'n', type_basic(DT_BOOL, 1, false));
		return compare(kind, x < y, x == y);
	}
	const struct dtype *t = type_basic(DT_FLOAT, wide ? 8 : 4, true);
	switch (kind) {
	case '+': return double_value(x + y, t);
	case '-': return double_value(x - y, t);
	case '*': return double_value(x * y, t);
	case '/': return double_value(x / y, t);
	default:
		eval_error(p->e,
		           "Argument to arithmetic operation not a number or boolean.");
		return no_value();
	}
}

static struct value int_op(struct parser *p, char kind, const struct value *a,
                           const struct value *b) {
	const struct dtype *ta = promoted(a->type), *tb = promoted(b->type);
	bool shift = kind == 'L' || kind == 'R';
	const struct dtype *t = shift || ta->size > tb->size ? ta
	                        : ta->size < tb->size        ? tb
	                        : ta->is_signed              ? tb
	                                                     : ta;
	s64 x, y;
	if (!value_int(p->e, a, &x) || !value_int(p->e, b, &y))
		return no_value();
	x = shortened(x, t);
	y = shift ? y : shortened(y, t);
	if (is_compare(kind))
		return compare(kind, t->is_signed ? x < y : (u64)x < (u64)y, x == y);
	u64 u = (u64)x, v = (u64)y, r = 0;
	if ((kind == '/' || kind == '%') && y == 0) {
		eval_error(p->e, "Division by zero");
		return no_value();
	}
	switch (kind) {
	case '+': r = u + v; break;
	case '-': r = u - v; break;
	case '*': r = u * v; break;
	case '/': r = !t->is_signed ? u / v : y == -1 ? 0 - u : (u64)(x / y); break;
	case '%': r = !t->is_signed ? u % v : y == -1 ? 0 : (u64)(x % y); break;
	case '&': r = u & v; break;
	case '|': r = u | v; break;
	case '^': r = u ^ v; break;
	case 'L': r = v < 64 ? u << v : 0; break;
	case 'R': r = t->is_signed ? (u64)(x >> MIN(v, 63u)) : v < 64 ? u >> v : 0; break;
	default: break;
	}
	return int_value(shortened((s64)r, t), t);
}

static struct value as_pointer(const struct value *v) {
	if (v->type->kind == DT_ARRAY && v->space != SPACE_NONE)
		return int_value((s64)v->addr, type_pointer(v->type->base, v->space));
	return *v;
}

/* Returns the generic address of what the pointer v points to, also in shared and local
 * memory. */
static u64 generic_address(const struct value *v, s64 addr) {
	const struct arena_map *map = dbg.launch ? &dbg.launch->machine->map : NULL;
	if (map && is_shared_space(v->type->space))
		return (u64)addr + map->shared.base;
	if (map && v->type->space == SPACE_LOCAL)
		return (u64)addr + map->local.base;
	return (u64)addr;
}

static struct value pointer_op(struct parser *p, char kind, struct value a,
                               struct value b) {
	s64 x, y;
	if (kind == '+' && b.type->kind == DT_PTR) {
		struct value c = a;
		a = b;
		b = c;
	}
	if (!value_int(p->e, &a, &x) || !value_int(p->e, &b, &y))
		return no_value();
	bool both = a.type->kind == DT_PTR && b.type->kind == DT_PTR;
	if (both && a.type->space != b.type->space && x && y) {
		x = (s64)generic_address(&a, x);
		y = (s64)generic_address(&b, y);
	}
	if (is_compare(kind))
		return compare(kind, (u64)x < (u64)y, x == y);
	u64 size = a.type->kind == DT_PTR ? MAX(a.type->base->size, 1u) : 1;
	if (both && kind == '-')
		return int_value((x - y) / (s64)size, type_basic(DT_INT, 8, true));
	if (!both && a.type->kind == DT_PTR && (kind == '+' || kind == '-')) {
		u64 step = (u64)y * size;
		return int_value((s64)(kind == '+' ? (u64)x + step : (u64)x - step),
		                 a.type);
	}
	eval_error(p->e, "Argument to arithmetic operation not a number or boolean.");
	return no_value();
}

static struct value binary(struct parser *p, char kind, struct value a, struct value b) {
	if (p->e->error)
		return no_value();
	if (kind == '@') {
		s64 n;
		if (a.space == SPACE_NONE || a.space == SPACE_REGISTER) {
			eval_error(p->e,
			           "Only values in memory can be extended with '@'.");
		} else if (value_int(p->e, &b, &n)) {
			if (n < 1 || n > 1 << 20)
				eval_error(p->e, "Invalid number %lld of repetitions.",
				           (long long)n);
			else
				a.type = type_array(a.type, (u64)n);
			return a;
		}
		return no_value();
	}
	a = as_pointer(&a);
	b = as_pointer(&b);
	if (a.type->kind == DT_STRUCT || a.type->kind == DT_UNION ||
	    b.type->kind == DT_STRUCT || b.type->kind == DT_UNION ||
	    a.type->kind == DT_VOID || b.type->kind == DT_VOID) {
		eval_error(p->e,
		           "Argument to arithmetic operation not a number or boolean.");
		return no_value();
	}
	if (a.type->kind == DT_PTR || b.type->kind == DT_PTR)
		return pointer_op(p, kind, a, b);
	if (a.type->kind == DT_FLOAT || b.type->kind == DT_FLOAT)
		return float_op(p, kind, &a, &b);
	return int_op(p, kind, &a, &b);
}

/* ---- assignment, choices ----------------------------------------------------------- */

static struct value assign(struct parser *p, struct value to, const struct op *op,
                           const char *name) {
	struct value from = expr(p, op->level);
	if (p->e->error)
		return from;
	if (op->text[1]) { /* += and the like */
		char kind = op->text[0] == '<'   ? 'L'
		            : op->text[0] == '>' ? 'R'
		                                 : op->text[0];
		from = binary(p, kind, to, from);
	}
	if (p->e->error || p->skip)
		return from;
	if (*name) {
		history_set(p->e, name, &from);
		return from;
	}
	value_store(p->e, &to, &from);
	return to;
}

static struct value choose(struct parser *p, const struct value *c) {
	bool yes = false, was = p->skip;
	value_true(p->e, c, &yes);
	p->skip = was || !yes;
	const char *before = p->e->error; /* errors of the other side do not count */
	struct value a = expr(p, 0);
	if (!yes)
		p->e->error = before;
	expect(p, ":");
	p->skip = was || yes;
	before = p->e->error;
	struct value b = expr(p, 2);
	if (yes)
		p->e->error = before;
	p->skip = was;
	return yes ? a : b;
}

/* && and ||: the right side counts only if the left does not decide. */
static struct value shortcut(struct parser *p, const struct op *op,
                             const struct value *a) {
	bool x = false, y = false, was = p->skip, both = op->kind == 'a';
	value_true(p->e, a, &x);
	bool decided = x != both;
	p->skip = was || decided;
	const char *before = p->e->error;
	struct value b = expr(p, op->level + 1);
	p->skip = was;
	if (decided)
		p->e->error = before;
	else if (!p->e->error)
		value_true(p->e, &b, &y);
	return int_value(decided ? x : y, type_basic(DT_BOOL, 1, false));
}

static struct value expr(struct parser *p, u32 level) {
	char name[WORD] = "";
	skip_blanks(p);
	if (*p->at == '$' && is_word(p->at[1])) { /* $name = makes a value of that name */
		u32 n = 0;
		for (const char *s = p->at + 1; is_word(*s) && n < WORD - 1; s++)
			name[n++] = *s;
		name[n] = 0;
	}
	struct value a = unary(p), found;
	if (*name && !p->e->error) {
		char reg[WORD + 1];
		snprintf(reg, sizeof reg, "%%%s", name);
		if (eval_register(p->e, reg, &found) || isdigit((unsigned char)*name) ||
		    strcmp(name, "pc") == 0)
			*name = 0;
		p->e->error = NULL;
	}
	if (++p->depth > NESTING)
		eval_error(p->e, "the expression is nested too deeply");
	while (!p->e->error) {
		const struct op *op = peek_op(p);
		if (!op || op->level < level)
			break;
		p->at += strlen(op->text);
		if (op->kind == '=') {
			a = assign(p, a, op, name);
		} else if (op->kind == '?') {
			a = choose(p, &a);
		} else if (op->kind == 'o' || op->kind == 'a') {
			a = shortcut(p, op, &a);
		} else {
			struct value b = expr(p, op->level + 1);
			a = binary(p, op->kind, a, b);
		}
		*name = 0;
	}
	p->depth--;
	return a;
}

bool eval_part(struct eval *e, const char *text, const char **rest, struct value *v) {
	struct parser p = {.e = e, .at = text};
	*v = expr(&p, 0);
	skip_blanks(&p);
	*rest = p.at;
	return !e->error;
}

bool eval_expr(struct eval *e, const char *text, struct value *v) {
	const char *rest;
	if (!eval_part(e, text, &rest, v))
		return false;
	if (*rest)
		eval_error(e, "A syntax error in expression, near `%s'.", rest);
	return !e->error;
}

const struct dtype *eval_type(struct eval *e, const char *text) {
	struct parser p = {.e = e, .at = text};
	const struct dtype *t = take_type(&p);
	skip_blanks(&p);
	return *p.at ? NULL : t;
}
