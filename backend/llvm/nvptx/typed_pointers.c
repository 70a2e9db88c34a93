/* typed_pointers.c - see typed_pointers.h. A star in the text, outside of strings and
 * comments, always ends a type; so each type is found backwards from its star, without a
 * grammar of everything else.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/nvptx/typed_pointers.h"

#include "base/str.h"
#include "base/vec.h"

enum { NONE = UINT32_MAX, DEEPEST = 8, FURTHEST = 64 };

enum kind { PUNCTUATION, WORD, STRING };

struct token {
	u32 at, len;
	u32 mate;  /* of a bracket */
	u32 start; /* of a star: where its type starts */
	u32 edit;  /* 0: none */
	enum kind kind;
	bool is_first; /* of its line */
};

struct edit {
	const char *before; /* comes before the token */
	const char
		*text; /* replaces the tokens from this to `until`; NULL: nothing does */
	u32 until;
};

struct upgrade {
	struct arena *a;
	const char *text;
	u32 depth;
	bool is_old; /* of LLVM 3.4: loads do not say what they load */
	VEC(struct token) tok;
	VEC(struct edit) edit; /* the first is unused */
	VEC(u32) replaced;     /* tokens at which types are replaced, in order */
	VEC(struct ir_mark) mark;
};

static struct ir_text upgraded(struct upgrade *u, size_t len);

/* ---- tokens ------------------------------------------------------------------------ */

static bool is_word_char(char c) {
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$' || c == '-';
}

static const char *after_string(const char *p, const char *end) {
	const char *q = memchr(p + 1, '"', (size_t)(end - p) - 1);
	return q ? q + 1 : end;
}

static const char *after_word(const char *p, const char *end) {
	while (p < end && is_word_char(*p))
		p++;
	return p;
}

/* The end of the token at p. */
static const char *token_end(const char *p, const char *end, enum kind *kind) {
	*kind = WORD;
	if (strchr("%@!#", *p) && p + 1 < end) {
		if (p[1] == '"' && *p != '!')
			return after_string(p + 1, end);
		if (is_word_char(p[1]))
			return after_word(p + 1, end);
	}
	if (is_word_char(*p))
		return after_word(p, end);
	*kind = *p == '"' ? STRING : PUNCTUATION;
	return *p == '"' ? after_string(p, end) : p + 1;
}

static void tokenize(struct upgrade *u, size_t len) {
	const char *p = u->text, *end = p + len;
	bool first = true;
	while (p < end) {
		if (*p == '\n') {
			first = true;
			p++;
		} else if (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\0') {
			p++;
		} else if (*p == ';') {
			const char *line = memchr(p, '\n', (size_t)(end - p));
			p = line ? line : end;
		} else {
			struct token t = {.at = (u32)(p - u->text),
			                  .mate = NONE,
			                  .start = NONE,
			                  .is_first = first};
			p = token_end(p, end, &t.kind);
			t.len = (u32)(p - u->text) - t.at;
			vec_push(u->a, &u->tok, t);
			first = false;
		}
	}
}

static char punctuation(const struct upgrade *u, u32 i) {
	return i < u->tok.n && u->tok.at[i].kind == PUNCTUATION ? u->text[u->tok.at[i].at]
	                                                        : '\0';
}

static bool is_word(const struct upgrade *u, u32 i, const char *word) {
	if (i >= u->tok.n || u->tok.at[i].kind != WORD)
		return false;
	size_t n = strlen(word);
	return u->tok.at[i].len == n && memcmp(u->text + u->tok.at[i].at, word, n) == 0;
}

static char first_char(const struct upgrade *u, u32 i) {
	return i < u->tok.n ? u->text[u->tok.at[i].at] : '\0';
}

static void match_brackets(struct upgrade *u) {
	VEC(u32) open = {0};
	for (u32 i = 0; i < u->tok.n; i++) {
		char c = punctuation(u, i);
		if (c && strchr("([{<", c)) {
			vec_push(u->a, &open, i);
			continue;
		}
		const char *close = c ? strchr(")]}>", c) : NULL;
		if (!close || open.n == 0)
			continue;
		u32 with = open.at[open.n - 1];
		if (punctuation(u, with) != "([{<"[close - ")]}>"])
			continue;
		u->tok.at[i].mate = with;
		u->tok.at[with].mate = i;
		open.n--;
	}
}

/* ---- types ------------------------------------------------------------------------- */

/* The parenthesis at i closes `addrspace(N)`. */
static bool closes_space(const struct upgrade *u, u32 i) {
	u32 m = punctuation(u, i) == ')' ? u->tok.at[i].mate : NONE;
	return m != NONE && m > 0 && is_word(u, m - 1, "addrspace");
}

/* Where the type starts that ends with token `last`. */
static u32 type_start(const struct upgrade *u, u32 last) {
	for (;;) {
		const struct token *t = &u->tok.at[last];
		char c = punctuation(u, last);
		if (c == '*')
			return t->start;
		if (c == '}' || c == ']' || c == '>')
			return t->mate;
		if (c != ')')
			return t->kind == WORD && !strchr("@!#", u->text[t->at]) ? last
			                                                         : NONE;
		if (t->mate == NONE || t->mate < 1 + (u32)closes_space(u, last))
			return NONE;
		last = t->mate - 1 - closes_space(u, last);
	}
}

/* The token after the type that starts at i. */
static u32 type_end(const struct upgrade *u, u32 i) {
	char c = punctuation(u, i);
	if (c && strchr("[{<", c))
		i = u->tok.at[i].mate;
	else if (i >= u->tok.n || u->tok.at[i].kind != WORD)
		return NONE;
	while (i != NONE && i + 1 < u->tok.n) {
		if (punctuation(u, i + 1) == '*')
			i++;
		else if (punctuation(u, i + 1) == '(')
			i = u->tok.at[i + 1].mate;
		else if (is_word(u, i + 1, "addrspace") && punctuation(u, i + 2) == '(')
			i = u->tok.at[i + 2].mate;
		else
			break;
	}
	return i == NONE ? NONE : i + 1;
}

/* The last token of what the star at i points to. */
static u32 pointee_last(const struct upgrade *u, u32 star) {
	if (star == 0)
		return NONE;
	u32 last = star - 1;
	if (!closes_space(u, last))
		return last;
	u32 word = u->tok.at[last].mate - 1;
	return word ? word - 1 : NONE;
}

static struct edit *edit_of(struct upgrade *u, u32 i) {
	if (!u->tok.at[i].edit) {
		struct edit none = {0};
		u->tok.at[i].edit = (u32)u->edit.n;
		vec_push(u->a, &u->edit, none);
	}
	return &u->edit.at[u->tok.at[i].edit];
}

static const char *source(struct upgrade *u, u32 first, u32 last) {
	const struct token *f = &u->tok.at[first], *l = &u->tok.at[last];
	return arena_strdup(u->a, u->text + f->at, l->at + l->len - f->at);
}

static const char *pointer_text(struct upgrade *u, u32 star) {
	if (!closes_space(u, star - 1))
		return "ptr";
	u32 open = u->tok.at[star - 1].mate;
	return arena_printf(u->a, "ptr %s", source(u, open - 1, star - 1));
}

static void replace(struct upgrade *u, u32 from, u32 until, const char *text) {
	struct edit *e = edit_of(u, from);
	e->text = text;
	e->until = until;
}

/* The types inside the new one are no longer replaced themselves. */
static void replace_type(struct upgrade *u, u32 from, u32 until, const char *text) {
	while (u->replaced.n && u->replaced.at[u->replaced.n - 1] >= from) {
		u32 inner = u->replaced.at[--u->replaced.n];
		u->edit.at[u->tok.at[inner].edit].text = NULL;
	}
	replace(u, from, until, text);
	vec_push(u->a, &u->replaced, from);
}

/* `call i32 (i8*, ...)* @printf(` of LLVM 3.4: newer calls have the function's type
 * itself, whose star goes. */
static bool is_callee(const struct upgrade *u, u32 line, u32 start, u32 star) {
	u32 last = star - 1;
	if (punctuation(u, last) != ')' || closes_space(u, last) || start == 0)
		return false;
	if (is_word(u, line, "define") || is_word(u, line, "declare"))
		return false;
	bool named = strchr("%@", first_char(u, star + 1)) && first_char(u, star + 1);
	if (!named || punctuation(u, star + 2) != '(' ||
	    u->tok.at[start - 1].kind != WORD)
		return false;
	return u->is_old || is_word(u, last - 1, "...");
}

static void replace_types(struct upgrade *u) {
	u32 line = 0;
	for (u32 i = 0; i < u->tok.n; i++) {
		if (u->tok.at[i].is_first)
			line = i;
		if (punctuation(u, i) != '*')
			continue;
		u32 last = pointee_last(u, i);
		u32 start = last == NONE ? NONE : type_start(u, last);
		u->tok.at[i].start = start;
		if (start == NONE)
			continue;
		if (is_callee(u, line, start, i))
			replace(u, i, i + 1, "");
		else
			replace_type(u, start, i + 1, pointer_text(u, i));
	}
}

/* The type that the star points to, as newer texts have it. */
static const char *pointee(struct upgrade *u, u32 star) {
	u32 last = pointee_last(u, star);
	if (last == NONE || u->tok.at[star].start == NONE || u->depth >= DEEPEST)
		return NULL;
	const char *text = source(u, u->tok.at[star].start, last);
	struct upgrade inner = {.a = u->a, .text = text, .depth = u->depth + 1};
	return upgraded(&inner, strlen(text)).text;
}

/* ---- instructions and attributes ------------------------------------------------------ */

static bool is_any(const struct upgrade *u, u32 i, const char *const *words) {
	for (; *words; words++)
		if (is_word(u, i, *words))
			return true;
	return false;
}

/* The first token of the type after `load`, `getelementptr` or `alias` at i; NONE: it is
 * none of these. */
static u32 operand_type(const struct upgrade *u, u32 i) {
	static const char *const flag[] = {"atomic",  "volatile", "inbounds",
	                                   "private", "internal", "linkonce",
	                                   "weak",    "external", NULL};
	bool gep = is_word(u, i, "getelementptr");
	if (!gep && !is_word(u, i, "load") && !is_word(u, i, "alias"))
		return NONE;
	for (i++; is_any(u, i, flag); i++)
		;
	return gep && punctuation(u, i) == '(' ? i + 1 : i;
}

/* The star of the pointer whose type is missing: `load i32* %p`; NONE: it is not. */
static u32 missing_type(const struct upgrade *u, u32 i) {
	u32 type = operand_type(u, i);
	u32 end = type == NONE ? NONE : type_end(u, type);
	if (end == NONE || end >= u->tok.n || punctuation(u, end) == ',' ||
	    punctuation(u, end - 1) != '*')
		return NONE;
	return end - 1;
}

static void add_missing_type(struct upgrade *u, u32 i) {
	u32 star = missing_type(u, i);
	const char *type = star == NONE ? NULL : pointee(u, star);
	if (type)
		edit_of(u, operand_type(u, i))->before = arena_printf(u->a, "%s, ", type);
}

/* `%struct.s* byval align 8` says twice what it points to in newer texts. */
static void add_attribute_type(struct upgrade *u, u32 i) {
	static const char *const word[] = {"byval", "sret", "inalloca", "byref", NULL};
	if (!is_any(u, i, word) || punctuation(u, i + 1) == '(')
		return;
	for (u32 back = 1; back < FURTHEST && back <= i; back++) {
		char c = punctuation(u, i - back);
		if (c == ',' || c == '{' || c == '}')
			return;
		const char *type = c == '*' ? pointee(u, i - back) : NULL;
		if (c != '*')
			continue;
		if (type)
			replace(u, i, i + 1,
			        arena_printf(u->a, "%s(%s)", source(u, i, i), type));
		return;
	}
}

static const char *failure_order(struct upgrade *u, u32 i) {
	if (is_word(u, i, "release"))
		return "monotonic";
	return is_word(u, i, "acq_rel") ? "acquire" : source(u, i, i);
}

/* `%r = cmpxchg T* %p, T %c, T %n seq_cst` of LLVM 3.4 gives the old value, newer ones a
 * pair with it, and two orders. */
static void make_pair(struct upgrade *u, u32 i) {
	static const char *const order[] = {"unordered", "monotonic", "acquire",
	                                    "release",   "acq_rel",   "seq_cst",
	                                    NULL};
	u32 at = NONE, n = 0, comma = NONE, end = i + 1;
	for (; end < u->tok.n && !u->tok.at[end].is_first; end++) {
		if (is_any(u, end, order)) {
			at = end;
			n++;
		} else if (comma == NONE && punctuation(u, end) == ',') {
			comma = end;
		}
	}
	bool named = i >= 2 && punctuation(u, i - 1) == '=' &&
	             first_char(u, i - 2) == '%';
	u32 type = comma == NONE ? NONE : type_end(u, comma + 1);
	if (n != 1 || !named || type == NONE || type >= u->tok.n)
		return;
	const char *result = source(u, i - 2, i - 2);
	u32 quote = result[1] == '"';
	const char *pair = arena_printf(u->a, "%%\"%.*s.pair\"",
	                                (int)(strlen(result) - 1 - 2 * quote),
	                                result + 1 + quote);
	const char *word = source(u, at, at), *second = failure_order(u, at);
	const char *what = source(u, comma + 1, type - 1);
	replace(u, i - 2, i - 1, pair);
	replace(u, at, at + 1,
	        arena_printf(u->a, "%s %s\n  %s = extractvalue {%s, i1} %s, 0", word,
	                     second, result, what, pair));
}

/* `!1 = metadata !{metadata !2}` of LLVM 3.4. */
static bool is_old_word(const struct upgrade *u, u32 line, u32 i) {
	return first_char(u, line) == '!' && is_word(u, i, "metadata");
}

static bool is_of_3_4(const struct upgrade *u) {
	for (u32 i = 0, line = 0; i < u->tok.n; i++) {
		if (u->tok.at[i].is_first)
			line = i;
		if (is_old_word(u, line, i) || missing_type(u, i) != NONE)
			return true;
	}
	return false;
}

static void edit_words(struct upgrade *u) {
	for (u32 i = 0, line = 0; i < u->tok.n; i++) {
		const struct token *t = &u->tok.at[i];
		if (t->is_first)
			line = i;
		if (t->edit && u->edit.at[t->edit].text)
			i = u->edit.at[t->edit].until - 1;
		else if (t->kind == WORD && punctuation(u, i + 1) != ':') {
			add_missing_type(u, i);
			add_attribute_type(u, i);
			if (is_word(u, i, "cmpxchg"))
				make_pair(u, i);
			else if (u->is_old && is_old_word(u, line, i))
				replace(u, i, i + 1, "");
		}
	}
}

/* ---- the new text -------------------------------------------------------------------- */

static void mark(struct upgrade *u, FILE *out, u32 in) {
	struct ir_mark m = {(u32)ftell(out), in};
	vec_push(u->a, &u->mark, m);
}

static struct ir_text write_text(struct upgrade *u, size_t len) {
	struct text_stream s;
	FILE *out = text_open(&s);
	u32 done = 0;
	for (u32 i = 0; i < u->tok.n; i++) {
		const struct token *t = &u->tok.at[i];
		if (!t->edit)
			continue;
		const struct edit *e = &u->edit.at[t->edit];
		if (!e->before && !e->text)
			continue;
		fwrite(u->text + done, 1, t->at - done, out);
		mark(u, out, t->at);
		fputs(e->before ? e->before : "", out);
		done = t->at;
		if (e->text) {
			fputs(e->text, out);
			i = e->until - 1;
			done = u->tok.at[i].at + u->tok.at[i].len;
		}
		mark(u, out, done);
	}
	fwrite(u->text + done, 1, len - done, out);
	const char *text = text_close(&s, u->a);
	return (struct ir_text){text, s.len, u->mark.at, (u32)u->mark.n};
}

static struct ir_text upgraded(struct upgrade *u, size_t len) {
	struct edit none = {0};
	vec_push(u->a, &u->edit, none);
	tokenize(u, len);
	match_brackets(u);
	u->is_old = u->depth == 0 && is_of_3_4(u);
	replace_types(u);
	edit_words(u);
	return write_text(u, len);
}

struct ir_text ir_upgrade(struct arena *a, const char *text, size_t len) {
	struct upgrade u = {.a = a, .text = text};
	return upgraded(&u, len);
}

size_t ir_old_place(const struct ir_text *t, size_t out) {
	u32 low = 0, high = t->nmark;
	while (low < high) {
		u32 middle = (low + high) / 2;
		if (t->mark[middle].out <= out)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return out;
	const struct ir_mark *m = &t->mark[low - 1];
	size_t in = m->in + (out - m->out);
	return low < t->nmark && in > t->mark[low].in ? t->mark[low].in : in;
}
