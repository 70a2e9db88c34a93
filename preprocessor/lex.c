/* lex.c - characters to preprocessing tokens. A token is read where it lies; only one
 * that a line splice divides is copied.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/state.h"

#include "base/utf8.h"

/* clang-format off */
#define NAME4(c) [c] = C_NAME, [(c) + 1] = C_NAME, [(c) + 2] = C_NAME, [(c) + 3] = C_NAME
#define NAME16(c) NAME4(c), NAME4((c) + 4), NAME4((c) + 8), NAME4((c) + 12)
const u8 pp_class[256] = {
	[0] = C_ZERO,
	[' '] = C_BLANK, ['\t'] = C_BLANK, ['\r'] = C_BLANK, ['\f'] = C_BLANK, ['\v'] = C_BLANK,
	['\n'] = C_NEWLINE,
	NAME4('a'), NAME4('e'), NAME4('i'), NAME4('m'), NAME4('q'), NAME4('u'), ['y'] = C_NAME, ['z'] = C_NAME,
	NAME4('A'), NAME4('E'), NAME4('I'), NAME4('M'), NAME4('Q'), NAME4('U'), ['Y'] = C_NAME, ['Z'] = C_NAME,
	['_'] = C_NAME, ['$'] = C_NAME,
	NAME16(0x80), NAME16(0x90), NAME16(0xa0), NAME16(0xb0), NAME16(0xc0), NAME16(0xd0), NAME16(0xe0), NAME16(0xf0),
	['0'] = C_DIGIT, ['1'] = C_DIGIT, ['2'] = C_DIGIT, ['3'] = C_DIGIT, ['4'] = C_DIGIT,
	['5'] = C_DIGIT, ['6'] = C_DIGIT, ['7'] = C_DIGIT, ['8'] = C_DIGIT, ['9'] = C_DIGIT,
	['.'] = C_DOT, ['"'] = C_STRING, ['\''] = C_CHAR, ['/'] = C_SLASH, ['\\'] = C_BACKSLASH,
	['#'] = C_HASH, ['%'] = C_PERCENT,
	['!'] = C_PUNCT, ['&'] = C_PUNCT, ['('] = C_PUNCT, [')'] = C_PUNCT, ['*'] = C_PUNCT, ['+'] = C_PUNCT,
	[','] = C_PUNCT, ['-'] = C_PUNCT, [':'] = C_PUNCT, [';'] = C_PUNCT, ['<'] = C_PUNCT, ['='] = C_PUNCT,
	['>'] = C_PUNCT, ['?'] = C_PUNCT, ['['] = C_PUNCT, [']'] = C_PUNCT, ['^'] = C_PUNCT, ['{'] = C_PUNCT,
	['|'] = C_PUNCT, ['}'] = C_PUNCT, ['~'] = C_PUNCT,
};

/* Longest first. */
static const char punct[][5] = {
	"%:%:", "<=>", "<<=", ">>=", "->*", "...", "##", "%:", "%>", "%=", "<%", "<:", "<<", "<=", ">>", ">=", "->",
	"--", "-=", "++", "+=", "&&", "&=", "||", "|=", "::", ":>", "==", "!=", "*=", "/=", "^=", ".*",
};
/* clang-format on */

u32 pp_splice_at(const char *p) {
	u32 n = 1;
	while (pp_class_of(p[n]) == C_BLANK)
		n++;
	return p[n] == '\n' ? n + 1 : 0;
}

bool pp_is_raw_prefix(const char *s, u32 len) {
	return len && s[len - 1] == 'R' &&
	       (len == 1 || (len == 2 && (s[0] == 'u' || s[0] == 'U' || s[0] == 'L')) ||
	        (len == 3 && s[0] == 'u' && s[1] == '8'));
}

bool pp_is_prefix(const char *s, u32 len) {
	return (len == 1 && (*s == 'u' || *s == 'U' || *s == 'L')) ||
	       (len == 2 && s[0] == 'u' && s[1] == '8') || pp_is_raw_prefix(s, len);
}

/* ---- comments -------------------------------------------------------------------- */

static const char *line_comment(const char *p, u32 *lines) {
	for (;; p++) {
		const char *at = strchrnul(p, '\n'), *back = at;
		while (back > p && pp_class_of(back[-1]) == C_BLANK)
			back--;
		if (*at == 0 || back == p || back[-1] != '\\')
			return at;
		p = at; /* a splice */
		++*lines;
	}
}

/* Steps over splices. */
static const char *past_splices(const char *p, u32 *lines) {
	for (u32 n; (n = pp_splice(p)) != 0; p += n)
		++*lines;
	return p;
}

/* The first * from p on after which the comment may end, or a zero; counts the ends of
 * lines before it. */
static const char *find_star(const char *p, u32 *lines) {
#ifdef __SSE2__
	const __m128i zero = _mm_setzero_si128();
	__m128i count = zero;
	for (;; p += 16) {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i next = _mm_loadu_si128((const __m128i *)(const void *)(p + 1));
		__m128i close = _mm_or_si128(_mm_cmpeq_epi8(next, _mm_set1_epi8('/')),
		                             _mm_cmpeq_epi8(next, _mm_set1_epi8('\\')));
		__m128i star = _mm_and_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('*')),
		                             close);
		__m128i newline = _mm_cmpeq_epi8(v, _mm_set1_epi8('\n'));
		u32 mask = (u32)_mm_movemask_epi8(
			_mm_or_si128(star, _mm_cmpeq_epi8(v, zero)));
		if (mask) {
			u32 before = (mask & -mask) - 1;
			*lines += (u32)_mm_cvtsi128_si32(count) +
			          (u32)_mm_cvtsi128_si32(_mm_srli_si128(count, 8)) +
			          (u32)__builtin_popcount(
					  (u32)_mm_movemask_epi8(newline) & before);
			return p + __builtin_ctz(mask);
		}
		count = _mm_add_epi64(count,
		                      _mm_sad_epu8(_mm_sub_epi8(zero, newline), zero));
	}
#else
	for (; *p && (*p != '*' || (p[1] != '/' && p[1] != '\\')); p++)
		*lines += *p == '\n';
	return p;
#endif
}

static const char *block_comment(struct pp *pp, const char *begin, const char *p,
                                 u32 *lines) {
	const char *end = pp->buf->end;
	for (; p < end; p++) {
		p = find_star(p, lines);
		if (p >= end)
			break;
		if (*p != '*') /* a NUL in the text */
			continue;
		u32 crossed = 0;
		const char *q = past_splices(p + 1, &crossed);
		if (*q == '/') {
			*lines += crossed;
			return q + 1;
		}
	}
	pp_error(pp, pp->buf->base + (u32)(begin - pp->buf->text), 2, E0003,
	         "comment has no end");
	return end;
}

/* Whether a line comment, of which p is the second character, goes on in the next line,
 * or another one begins in a block comment. */
static bool is_odd(const char *p, const char *end) {
	if (*p == '/')
		return memchr(p, '\n', (size_t)(end - p)) != NULL;
	return memmem(p, (size_t)(end - p), "/*", 2) != NULL;
}

const char *pp_comment(struct pp *pp, const char *p, u32 *lines) {
	u32 crossed = 0;
	const char *q = past_splices(p + 1, &crossed);
	if (*q != '/' && *q != '*')
		return NULL;
	*lines += crossed;
	const char *end = *q == '/' ? line_comment(q + 1, lines)
	                            : block_comment(pp, p, q + 1, lines);
	if (pp->o->more_warnings && is_odd(q, end))
		pp_doubt(pp);
	return end;
}

/* ---- the pieces ------------------------------------------------------------------ */

/* \u1234 and \U12345678: its length, 0 for none. */
static u32 ucn(const char *p) {
	if (p[0] != '\\' || (p[1] != 'u' && p[1] != 'U'))
		return 0;
	u32 n = p[1] == 'u' ? 6 : 10;
	for (u32 i = 2; i < n; i++)
		if (!((p[i] >= '0' && p[i] <= '9') ||
		      ((p[i] | 32) >= 'a' && (p[i] | 32) <= 'f')))
			return 0;
	return n;
}

static const char *word_end(const char *p) {
	for (;;) {
		p = pp_word_end(p);
		u32 n = ucn(p);
		if (!n)
			return p;
		p += n;
	}
}

const char *pp_number_end(const struct pp *pp, const char *p) {
	for (;; p++) {
		char low = (char)(*p | 32);
		if ((low == 'e' || (low == 'p' && pp->o->has_p_exponents)) &&
		    pp_is_word(*p) && (p[1] == '+' || p[1] == '-'))
			p++;
		else if (*p == '\'' && pp_is_word(p[1]))
			p++;
		else if (*p == '\\' && ucn(p))
			p += ucn(p) - 1;
		else if (!pp_is_word(*p) && *p != '.')
			return p;
	}
}

const char *pp_literal_end(const char *p) {
	char quote = *p++;
	for (;; p++) {
		if (*p == quote)
			return p + 1;
		if (*p == '\\') {
			if (pp_splice(p))
				return NULL;
			p++;
		}
		if (*p == '\n' || *p == 0)
			return NULL;
	}
}

const char *pp_raw_end(const char *p, const char *end, u32 *lines) {
	const char *delim = ++p;
	while (*p != '(' && p - delim <= 16 && *p > ' ' && *p != ')' && *p != '\\')
		p++;
	size_t n = (size_t)(p - delim);
	if (*p != '(')
		return NULL;
	for (; p < end; p++) {
		*lines += *p == '\n';
		if (*p == ')' && (size_t)(end - p) > n + 1 && p[n + 1] == '"' &&
		    memcmp(p + 1, delim, n) == 0)
			return p + n + 2;
	}
	return NULL;
}

/* A suffix of a literal, unless it is the name of a macro (inttypes.h). */
static const char *suffix_end(struct pp *pp, const char *p) {
	if (pp_class_of(*p) != C_NAME && !ucn(p))
		return p;
	const char *end = word_end(p);
	u32 h = pp_hash(p, (u32)(end - p));
	struct pp_name *n = pp_may_be_macro(pp, h) ? pp_find(pp, p, (u32)(end - p), h)
	                                           : NULL;
	if (!n || !n->macro)
		return end;
	pp_doubt(pp);
	return p;
}

/* The name of a word with \u in it is what these characters are. */
static struct pp_name *ucn_name(struct pp *pp, const char *s, u32 len) {
	char *text = arena_array_raw(&pp->temp, char, len), *to = text;
	for (u32 i = 0; i < len;) {
		u32 n = ucn(s + i), c = 0;
		if (!n) {
			*to++ = s[i++];
			continue;
		}
		for (u32 k = 2; k < n; k++)
			c = c << 4 | (u32)((s[i + k] & 15) + (s[i + k] > '9' ? 9 : 0));
		to += utf8_put(to, c);
		i += n;
	}
	return pp_intern(pp, text, (u32)(to - text));
}

/* ---- one token without splices --------------------------------------------------- */

static const char *lex_string(struct pp *pp, const char *start, const char *quote,
                              const char *end, struct pp_token *t) {
	const char *close;
	if (quote > start && quote[-1] == 'R' && *quote == '"')
		close = pp_raw_end(quote, end, &pp->crossed);
	else
		close = pp_literal_end(quote);
	if (!close) { /* a lone quote takes the rest of the line, as in GCC */
		t->kind = PP_OTHER;
		t->op = OP1(*quote);
		while (*quote && *quote != '\n' && !pp_splice(quote))
			quote++;
		return quote;
	}
	t->kind = *quote == '"' ? PP_STRING : PP_CHAR;
	return suffix_end(pp, close);
}

static const char *lex_word(struct pp *pp, const char *p, const char *end,
                            struct pp_token *t) {
	const char *start = p;
	if (p == pp->known_at && pp->known) {
		t->kind = PP_NAME;
		t->name = pp->known;
		return p + t->name->len;
	}
	p = pp_word_end(p);
	u32 len = (u32)(p - start);
	if ((*p == '"' || (*p == '\'' && p[-1] != 'R')) && pp_is_prefix(start, len)) {
		const char *close = lex_string(pp, start, p, end, t);
		if (t->kind != PP_OTHER)
			return close;
	}
	t->kind = PP_NAME;
	if (*p == '\\' && ucn(p)) {
		p = word_end(p);
		t->name = ucn_name(pp, start, (u32)(p - start));
	} else {
		t->name = pp_intern(pp, start, len);
	}
	return p;
}

/* Characters that begin no longer operator. */
static const bool pp_is_single[256] = {
	['('] = true, [')'] = true, ['{'] = true, ['}'] = true, ['['] = true,
	[']'] = true, [','] = true, [';'] = true, ['?'] = true, ['~'] = true};

static const char *lex_punct(const char *p, struct pp_token *t) {
	t->kind = PP_PUNCT;
	t->op = OP1(*p);
	if (pp_is_single[(u8)*p])
		return p + 1;
	/* `<::` is `<` `::`, unless `:` or `>` follows */
	if (p[0] == '<' && p[1] == ':' && p[2] == ':' && p[3] != ':' && p[3] != '>')
		return p + 1;
	for (u32 i = 0; i < countof(punct); i++) {
		u32 n = 0;
		if (punct[i][0] != *p)
			continue;
		for (t->op = 0; punct[i][n] && punct[i][n] == p[n]; n++)
			t->op |= OP1(p[n]) << 8 * n;
		if (!punct[i][n])
			return p + n;
	}
	t->op = OP1(*p);
	return p + 1;
}

static const char *header_end(const char *p) {
	while (*p != '>' && *p != '\n' && *p)
		p++;
	return *p == '>' ? p + 1 : NULL;
}

static const char *lex_plain(struct pp *pp, const char *p, const char *end,
                             struct pp_token *t) {
	const char *close;
	pp->crossed = 0;
	t->name = NULL;
	switch (pp_class_of(*p)) {
	case C_NAME: return lex_word(pp, p, end, t);
	case C_DIGIT: t->kind = PP_NUMBER; return pp_number_end(pp, p);
	case C_STRING:
	case C_CHAR: return lex_string(pp, p, p, end, t);
	case C_DOT:
		if (pp_class_of(p[1]) != C_DIGIT)
			return lex_punct(p, t);
		t->kind = PP_NUMBER;
		return pp_number_end(pp, p);
	case C_BACKSLASH:
		if (ucn(p)) {
			close = word_end(p);
			t->kind = PP_NAME;
			t->name = ucn_name(pp, p, (u32)(close - p));
			return close;
		}
		break;
	case C_PUNCT:
		if (pp->wants_header && *p == '<' && (close = header_end(p))) {
			t->kind = PP_HEADER;
			return close;
		}
		return lex_punct(p, t);
	case C_SLASH:
	case C_HASH:
	case C_PERCENT: return lex_punct(p, t);
	default: break;
	}
	t->kind = PP_OTHER;
	t->op = OP1(*p);
	return p + 1;
}

/* ---- splices --------------------------------------------------------------------- */

/* Reads a token with splices in it: from a copy without them, of 64 characters or, if
 * the token reaches the copy's end, twice as many. */
static const char *lex_spliced(struct pp *pp, const char *p, const char *end,
                               struct pp_token *t) {
	for (size_t cap = 64;; cap *= 2) {
		char *copy = arena_alloc(pp->arena, cap + SOURCE_TAIL, 1);
		size_t n = 0;
		const char *from = p;
		for (u32 skip; n < cap && from < end && *from != '\n';
		     copy[n++] = *from++)
			while ((skip = pp_splice(from)) != 0)
				from += skip;
		memset(copy + n, 0, SOURCE_TAIL);
		const char *close = lex_plain(pp, copy, copy + n, t);
		if (close + 4 > copy + n && n == cap)
			continue;
		t->text = copy;
		t->len = (u32)(close - copy);
		t->flags |= PF_CLEANED;
		pp->crossed = 0;
		for (u32 skip, i = 0; i < t->len; i++, p++)
			for (; (skip = pp_splice(p)) != 0; p += skip)
				pp->crossed++;
		return p;
	}
}

/* Whether a splice ends what was read. */
static bool is_spliced(const struct pp_token *t, const char *p) {
	return pp_splice(p) || (t->kind == PP_PUNCT && p[0] && pp_splice(p + 1));
}

const char *pp_lex_at(struct pp *pp, const char *p, const char *end, u32 base_at,
                      struct pp_token *t) {
	t->text = p;
	t->at = base_at;
	t->flags = 0;
	t->system = pp->buf->system;
	const char *close = lex_plain(pp, p, end, t);
	if (is_spliced(t, close)) {
		const char *spliced = lex_spliced(pp, p, end, t);
		if (pp->crossed)
			return spliced;
		t->text = p;
		t->flags = 0;
		close = lex_plain(pp, p, end, t);
	}
	t->len = (u32)(close - p);
	return close;
}

/* ---- the file -------------------------------------------------------------------- */

/* At the start of a line between arguments: obeys directives. False: one ends the search
 * for a parenthesis. */
static bool directives_between(struct pp *pp) {
	struct pp_buffer *b = pp->buf;
	for (;;) {
		const char *p = b->at;
		while (pp_class_of(*p) == C_BLANK)
			p++;
		if (*p != '#' && !(p[0] == '%' && p[1] == ':' && p[2] != '%'))
			return true;
		if (pp->parsing_args == 1)
			return false;
		b->at = p + (*p == '#' ? 1 : 2);
		u8 args = pp->parsing_args;
		bool no_expansion = pp->no_expansion;
		pp_directive(pp);
		pp->parsing_args = args;
		pp->no_expansion = no_expansion;
		if (pp->pragma.kind == PP_PRAGMA)
			return true;
		if (*b->at != '\n')
			return true;
		b->at++;
		b->line++;
	}
}

/* Steps over white space; false at the end of what may be read. */
static bool skip_white(struct pp *pp, u8 *flags) {
	struct pp_buffer *b = pp->buf;
	u32 first = pp_class_of(*b->at);
	if (first == C_BLANK) {
		while (pp_class_of(*++b->at) == C_BLANK)
			;
		*flags |= PF_WHITE;
		first = pp_class_of(*b->at);
	}
	if (first == C_NAME || first == C_PUNCT)
		return true;
	for (;;) {
		const char *p = b->at;
		u32 lines = 0;
		switch (pp_class_of(*p)) {
		case C_BLANK: b->at++; break;
		case C_NEWLINE:
			if (pp->in_directive || !pp->parsing_args)
				return false;
			b->at++;
			b->line++;
			if (!directives_between(pp))
				return false;
			if (pp->pragma.kind == PP_PRAGMA)
				return true;
			break;
		case C_SLASH:
			p = pp_comment(pp, p, &lines);
			if (!p)
				return true;
			b->at = p;
			b->line += lines;
			break;
		case C_BACKSLASH:
			lines = pp_splice(p);
			if (!lines)
				return true;
			b->at += lines;
			b->line++;
			break;
		case C_ZERO: return p < b->end;
		default: return true;
		}
		*flags |= PF_WHITE;
	}
}

void pp_lex(struct pp *pp, struct pp_token *t) {
	struct pp_buffer *b = pp->buf;
	u8 flags = 0;
	bool is_token = skip_white(pp, &flags);
	b = pp->buf;
	pp->token_line = b->line;
	if (pp->pragma.kind == PP_PRAGMA) {
		*t = pp->pragma;
		pp->token_line = pp->pragma_line;
		pp->pragma.kind = PP_END;
		return;
	}
	if (!is_token || pp->is_dead) {
		t->kind = PP_END;
		t->flags = flags;
		t->text = b->at;
		t->len = 0;
		t->name = NULL;
		t->at = b->base + (u32)(b->at - b->text);
		return;
	}
	b->at = pp_lex_at(pp, b->at, b->end, b->base + (u32)(b->at - b->text), t);
	t->flags |= flags;
	b->line += pp->crossed;
}
