/* build_literal.c - literals to nodes: numbers, characters, strings ([lex.literal]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/build.h"

#include <ctype.h>
#include <stdlib.h>

static const char *text_of(const struct cu_parser *p, u32 token, size_t *len) {
	const struct cu_token_rec *t = &p->t[token];
	*len = t->end - t->start;
	return p->u->file->text + (t->start - p->u->file->base);
}

static struct syn *bad(struct cu_parser *p, struct loc loc, enum diag_code code,
                       const char *what) {
	size_t len = loc.end - loc.start;
	const char *s = p->u->file->text + (loc.start - p->u->file->base);
	diag_error(p->u->diag, loc, code, "'%.*s' %s", (int)MIN(len, (size_t)40), s,
	           what);
	return build_node(p, SYN_ERROR, 0, 0, loc, 0);
}

/* ---- numbers --------------------------------------------------------------------- */

/* Returns the digits without separators, zero-terminated. */
static char *plain_digits(struct cu_parser *p, const char *s, size_t len) {
	char *out = arena_alloc(p->arena, len + 1, 1);
	size_t n = 0;
	for (size_t i = 0; i < len; i++)
		if (s[i] != '\'')
			out[n++] = s[i];
	out[n] = 0;
	return out;
}

static bool int_suffix(const char *s, u32 *suffix) {
	for (; *s; s++) {
		u32 bit = 0;
		if (*s == 'u' || *s == 'U')
			bit = SUFFIX_U;
		else if ((s[0] == 'l' || s[0] == 'L') && s[1] == s[0])
			bit = SUFFIX_LL;
		else if (*s == 'l' || *s == 'L' || *s == 'z' || *s == 'Z')
			bit = SUFFIX_L; /* z: size_t, which is unsigned long */
		bool twice = *suffix & bit || (bit & (SUFFIX_L | SUFFIX_LL) &&
		                               *suffix & (SUFFIX_L | SUFFIX_LL));
		if (!bit || twice)
			return false;
		*suffix |= bit;
		s += bit == SUFFIX_LL;
	}
	return true;
}

static u32 digit_value(char c) {
	if (isdigit((u8)c))
		return (u32)(c - '0');
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? (u32)(c - 'a') + 10 : 99;
}

/* ---- user-defined suffixes ([lex.ext]) --------------------------------------------- */

static struct syn *user_literal(struct cu_parser *p, struct syn *cooked, struct syn *raw,
                                struct str *suffix, struct loc loc) {
	struct syn *n = build_node(p, SYN_USER_LITERAL, 0, 0, loc, 2, cooked, raw);
	n->name = suffix;
	return n;
}

struct syn *build_user_literal(struct cu_parser *p, struct syn *literal, u32 suffix,
                               struct loc loc) {
	return user_literal(p, literal, NULL, p->t[suffix].name, loc);
}

/* Whether it is no suffix of the language's, nor one misspelt: `us`, but not `uu`. */
static bool is_own_suffix(const char *s) {
	bool is_word = *s == '_' || isalpha((u8)*s);
	if (s[strspn(s, "uUlLfFzZ")] == '\0')
		return false;
	for (; is_word && *s; s++)
		is_word = *s == '_' || isalnum((u8)*s) || (u8)*s >= 0x80;
	return is_word;
}

/* `text` is the whole token, of which `suffix` is the end. */
static struct syn *user_number(struct cu_parser *p, struct syn *cooked, const char *text,
                               size_t len, const char *suffix, struct loc loc) {
	size_t nsuffix = strlen(suffix);
	struct syn *raw = build_node(p, SYN_STRING, 0, 0, loc, 0);
	/* separators are characters of it ([lex.ext]/3) */
	raw->text = arena_strdup(p->arena, text, len - nsuffix);
	raw->length = (u32)(len - nsuffix);
	return user_literal(p, cooked, raw, str_intern(p->u->names, suffix, nsuffix),
	                    loc);
}

struct syn *build_int(struct cu_parser *p, u32 token, struct loc loc) {
	size_t len;
	const char *text = text_of(p, token, &len);
	const char *s = plain_digits(p, text, len);
	u32 base = 10, suffix = 0;
	if (s[0] == '0' && s[1]) {
		char mark = (char)(s[1] | 0x20);
		base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
		suffix = SUFFIX_HEX;
		s += base == 8 ? 1 : 2;
	}
	u64 v = 0;
	bool too_large = false;
	const char *first = s;
	for (; digit_value(*s) < (base == 8 ? 10 : base); s++) {
		u32 d = digit_value(*s);
		if (d >= base)
			return bad(p, loc, E0004,
			           "has a digit that octal numbers do not have");
		too_large |= v > (UINT64_MAX - d) / base;
		v = v * base + d;
	}
	bool is_user = is_own_suffix(s);
	if ((s == first && base != 8) || (!is_user && !int_suffix(s, &suffix)))
		return bad(p, loc, E0004, "is not a number");
	if (too_large && !is_user)
		build_remark(p, loc, E0667);
	if (is_user || too_large)
		suffix = SUFFIX_U | SUFFIX_LL;
	struct syn *n = build_node(p, SYN_INT, suffix, 0, loc, 0);
	n->value = v;
	return is_user ? user_number(p, n, text, len, s, loc) : n;
}

struct syn *build_float(struct cu_parser *p, u32 token, struct loc loc) {
	size_t len;
	const char *text = text_of(p, token, &len);
	char *s = plain_digits(p, text, len), *end;
	double v = strtod(s, &end);
	u32 suffix = 0;
	if ((*end | 0x20) == 'f' && !end[1]) {
		v = (double)strtof(s, &end);
		suffix = SUFFIX_F;
		end++;
	} else if ((*end | 0x20) == 'l' && !end[1]) {
		suffix = SUFFIX_L;
		end++;
	}
	bool is_user = end != s && is_own_suffix(end);
	if ((*end && !is_user) || end == s)
		return bad(p, loc, E0004, "is not a number");
	if (is_user)
		suffix = SUFFIX_L;
	struct syn *n = build_node(p, SYN_FLOAT, suffix, 0, loc, 0);
	memcpy(&n->value, &v, sizeof(v));
	return is_user ? user_number(p, n, text, len, end, loc) : n;
}

struct syn *build_bool(struct cu_parser *p, bool value, struct loc loc) {
	struct syn *n = build_node(p, SYN_BOOL, 0, 0, loc, 0);
	n->value = value;
	return n;
}

/* ---- characters ------------------------------------------------------------------ */

/* Returns the prefix of a character or string: 0, L, u, U or 8; `s` moves after it. */
static u32 prefix_of(const char **s) {
	u32 prefix = 0;
	if ((*s)[0] == 'u' && (*s)[1] == '8') {
		*s += 2;
		return '8';
	}
	if (**s == 'L' || **s == 'u' || **s == 'U') {
		prefix = (u8) * *s;
		++*s;
	}
	return prefix;
}

static u32 unit_bytes(u32 prefix) {
	return prefix == 'L' || prefix == 'U' ? 4 : prefix == 'u' ? 2 : 1;
}

struct unit {
	u64 value;
	bool is_character; /* a code point, not a number of an escape */
	bool is_bad;
};

/* Reads up to `max` digits of a base, for escapes. */
static u64 escape_number(const char **s, const char *end, u32 base, u32 max) {
	u64 v = 0;
	for (u32 i = 0; i < max && *s < end && digit_value(**s) < base; i++)
		v = v * base + digit_value(*(*s)++);
	return v;
}

static struct unit escape(const char **s, const char *end) {
	static const char letter[] = "abfnrtve\\\"'?",
			  meaning[] = "\a\b\f\n\r\t\v\033\\\"'?";
	char c = *(*s)++;
	const char *at = strchr(letter, c);
	if (c >= '0' && c <= '7') {
		--*s;
		return (struct unit){.value = escape_number(s, end, 8, 3)};
	}
	if (c == 'x')
		return (struct unit){.value = escape_number(s, end, 16, 16)};
	if (c == 'u' || c == 'U')
		return (struct unit){.value = escape_number(s, end, 16, c == 'u' ? 4 : 8),
		                     .is_character = true};
	if (c && at)
		return (struct unit){.value = (u8)meaning[at - letter]};
	return (struct unit){.value = (u8)c, .is_bad = true};
}

/* Reads a code point of UTF-8 text; a byte that is not UTF-8 is itself. */
static struct unit utf8(const char **s, const char *end) {
	u8 c = (u8) * *s;
	u32 n = c < 0xc2 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 1;
	u64 v = n == 1 ? c : c & (0x7fu >> n);
	bool ok = n > 1 && (size_t)(end - *s) >= n;
	for (u32 i = 1; ok && i < n; i++) {
		ok = ((u8)(*s)[i] & 0xc0) == 0x80;
		v = v << 6 | ((u8)(*s)[i] & 0x3f);
	}
	*s += ok ? n : 1;
	return (struct unit){.value = ok ? v : c, .is_character = ok};
}

static struct unit next_unit(const char **s, const char *end, bool is_raw) {
	if (**s == '\\' && !is_raw && *s + 1 < end) {
		++*s;
		return escape(s, end);
	}
	return utf8(s, end);
}

struct syn *build_char(struct cu_parser *p, u32 token, struct loc loc) {
	size_t len;
	const char *s = text_of(p, token, &len), *end = s + len - 1;
	u32 prefix = prefix_of(&s), count = 0;
	u64 value = 0;
	for (s++; s < end; count++) {
		struct unit c = {.value = (u8)*s};
		if (*s == '\\' || unit_bytes(prefix) > 1)
			c = next_unit(&s, end, false);
		else
			s++;
		if (c.is_bad)
			return bad(p, loc, E0006, "has an unknown escape");
		value = unit_bytes(prefix) == 1 ? value << 8 | (c.value & 0xff) : c.value;
	}
	if (count > 1)
		build_remark(p, loc, prefix ? E0669 : count > 4 ? E0670 : E0668);
	if (prefix == 0 && count == 1)
		value = (u64)(s64)(s8)value;
	struct syn *n = build_node(p, SYN_CHAR, prefix, 0, loc, 0);
	n->flags |= prefix == 0 && count > 1 ? SYNF_ARRAY : 0;
	n->value = prefix == 0 && count > 1 ? (u64)(s64)(s32)value : value;
	return n;
}

/* ---- strings --------------------------------------------------------------------- */

VEC_TYPE(bytes, char);

static void put_bytes(struct cu_parser *p, struct bytes *out, u64 value, u32 nbyte) {
	for (u32 i = 0; i < nbyte; i++)
		vec_push(p->arena, out, (char)(value >> (8 * i)));
}

static void put_utf8(struct cu_parser *p, struct bytes *out, u64 v) {
	if (v < 0x80) {
		put_bytes(p, out, v, 1);
		return;
	}
	u32 n = v < 0x800 ? 2 : v < 0x10000 ? 3 : 4;
	put_bytes(p, out, (0xf00u >> n & 0xff) | v >> (6 * (n - 1)), 1);
	for (u32 i = n - 1; i-- > 0;)
		put_bytes(p, out, 0x80 | (v >> (6 * i) & 0x3f), 1);
}

static void put_unit(struct cu_parser *p, struct bytes *out, struct unit c, u32 width) {
	if (width == 1 && c.is_character)
		put_utf8(p, out, c.value);
	else if (width == 2 && c.is_character && c.value > 0xffff) {
		put_bytes(p, out, 0xd800 + ((c.value - 0x10000) >> 10), 2);
		put_bytes(p, out, 0xdc00 + (c.value & 0x3ff), 2);
	} else {
		put_bytes(p, out, c.value, width);
	}
}

/* Finds the text between the quotes, or of a raw string between the parentheses. */
static void string_extent(const char **s, const char **end, bool is_raw) {
	const char *open = is_raw ? strchr(*s, '(') : *s;
	size_t ndelim = is_raw ? (size_t)(open - *s) - 1 : 0;
	*end -= is_raw ? ndelim + 2 : 1;
	*s = open + 1;
}

static bool put_string(struct cu_parser *p, struct bytes *out, u32 token, u32 width) {
	size_t len;
	const char *s = text_of(p, token, &len), *end = s + len;
	bool ok = true;
	prefix_of(&s);
	bool is_raw = *s == 'R';
	s += is_raw;
	string_extent(&s, &end, is_raw);
	while (s < end) {
		if (*s == '\\' && !is_raw && (s[1] == '\n' || s[1] == '\r')) {
			s += s[1] == '\r' && s[2] == '\n' ? 3 : 2;
			continue;
		}
		struct unit c = next_unit(&s, end, is_raw);
		ok &= !c.is_bad;
		put_unit(p, out, c, width);
	}
	return ok;
}

struct syn *build_string(struct cu_parser *p, u32 first, struct loc loc) {
	u32 prefix = 0, last = first;
	for (; last < p->end && p->t[last].kind == CU_STRING; last++) {
		size_t len;
		const char *s = text_of(p, last, &len);
		u32 here = prefix_of(&s);
		if (here)
			prefix = here;
	}
	struct bytes out = {0};
	for (u32 i = first; i < last; i++)
		if (!put_string(p, &out, i, unit_bytes(prefix)))
			diag_error(p->u->diag, cu_token_loc(&p->t[i]), E0006,
			           "unknown escape in string");
	struct syn *n = build_node(p, SYN_STRING, prefix, 0, loc, 0);
	n->length = out.n;
	put_bytes(p, &out, 0, unit_bytes(prefix));
	n->text = out.at;
	return n;
}
