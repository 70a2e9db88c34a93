/* cuda.c - what the scanner of CUDA C++ does besides matching: it collects the tokens,
 * tells keywords from names, pairs the brackets, and reads line markers and pragmas.
 * SPDX-License-Identifier: Apache-2.0 */
#include "lexer/cuda_scan.h"

#include <ctype.h>

#include "base/json.h"
#include "base/utf8.h"
#include "base/vec.h"

/* ---- kinds and their names ------------------------------------------------------- */

static const struct {
	u16 kind;
	const char *spelling;
} keywords[] = {
#define CU_KEYWORD(name, spelling) {CU_##name, spelling},
#define CU_SPELLING(name, spelling) {CU_##name, spelling},
#include "lexer/cuda_token.def"
	{'&', "bitand"}, {'|', "bitor"}, {'^', "xor"}, {'~', "compl"}, {'!', "not"},
};

static const char *const kind_text[] = {
#define CU_TOKEN(name, text) [CU_##name - CU_UNDEF] = text,
#include "lexer/cuda_token.def"
};

void cu_keywords_init(struct strtab *names) {
	for (u32 i = 0; i < countof(keywords); i++) {
		const char *s = keywords[i].spelling;
		str_intern(names, s, strlen(s))->tag = keywords[i].kind;
	}
}

const char *cu_token_text(u32 kind) {
	static const char ascii[] = "!\0%\0&\0(\0)\0*\0+\0,\0-\0.\0/\0:\0;\0<\0=\0>\0?\0"
				    "[\0]\0^\0{\0|\0}\0~";
	if (kind == CU_END)
		return "end of file";
	for (u32 i = 0; kind < 128 && i < sizeof(ascii); i += 2)
		if ((u32)(u8)ascii[i] == kind)
			return &ascii[i];
	if (kind <= CU_UNDEF || kind >= CU_TOKEN_LIMIT)
		return "error";
	return kind_text[kind - CU_UNDEF];
}

/* ---- collecting ------------------------------------------------------------------ */

static struct cu_token_rec *append(struct cu_scanner *sc, u32 kind, const char *s,
                                   u32 len) {
	/* __decay(T): before anything but `(` it is a name, which a program may have for
	 * its own */
	if (sc->n && sc->at[sc->n - 1].kind == CU_UNDERLYING_TYPE && kind != '(')
		sc->at[sc->n - 1].kind = CU_IDENT;
	if (sc->n == sc->cap)
		vec_grow(sc->arena, (void **)&sc->at, &sc->cap, sizeof(*sc->at));
	struct cu_token_rec *t = &sc->at[sc->n++];
	t->kind = (u16)kind;
	t->flags = sc->flags;
	t->start = sc->file->base + (u32)(s - sc->file->text);
	t->end = t->start + len;
	t->match = CU_NO_MATCH;
	t->name = NULL;
	sc->flags = sc->line_flags | CU_TF_JOINED;
	return t;
}

void cu_scan_word(struct cu_scanner *sc, const char *s, u32 len) {
	struct str *name = str_intern(sc->names, s, len);
	append(sc, name->tag ? name->tag : CU_IDENT, s, len)->name = name;
}

/* Some preprocessors write characters beyond ASCII as \uXXXX; the name is the same. */
void cu_scan_extended_word(struct cu_scanner *sc, const char *s, u32 len) {
	char *text = arena_array_raw(sc->arena, char, len), *to = text;
	for (u32 i = 0; i < len;) {
		if (s[i] != '\\') {
			*to++ = s[i++];
			continue;
		}
		u32 digits = s[i + 1] == 'u' ? 4 : 8, c = 0;
		for (i += 2; digits; digits--, i++)
			c = c << 4 | (u32)((s[i] & 0xf) + (s[i] > '9' ? 9 : 0));
		to += utf8_put(to, c);
	}
	struct str *name = str_intern(sc->names, text, (size_t)(to - text));
	append(sc, CU_IDENT, s, len)->name = name;
}

static void open_bracket(struct cu_scanner *sc, u32 kind) {
	if (sc->nopen == CU_DEPTH_MAX) {
		if (!sc->is_too_deep)
			diag_error(sc->diag, cu_token_loc(&sc->at[sc->n - 1]), E0102,
			           "more than %d brackets are open here", CU_DEPTH_MAX);
		sc->is_too_deep = true;
		return;
	}
	if (sc->nopen == sc->open_cap)
		vec_grow(sc->arena, (void **)&sc->open, &sc->open_cap, sizeof(*sc->open));
	sc->open[sc->nopen++] = sc->n - 1;
	sc->nbrace += kind == '{';
}

static void pair(struct cu_scanner *sc) {
	u32 opener = sc->open[--sc->nopen];
	sc->at[opener].match = sc->n - 1;
	sc->at[sc->n - 1].match = opener;
	sc->nbrace -= sc->at[opener].kind == '{';
}

/* A closing brace closes what is open inside it too; a `)` or `]` without its partner on
 * top has no match. */
static void close_bracket(struct cu_scanner *sc, u32 kind) {
	u32 want = kind == ')' ? '(' : kind == ']' ? '[' : '{';
	if (want == '{' && sc->nbrace)
		while (sc->at[sc->open[sc->nopen - 1]].kind != '{')
			sc->nopen--;
	if (sc->nopen && sc->at[sc->open[sc->nopen - 1]].kind == want)
		pair(sc);
}

void cu_scan_token(struct cu_scanner *sc, u32 kind, const char *s, u32 len) {
	append(sc, kind, s, len);
	if (kind == '(' || kind == '[' || kind == '{')
		open_bracket(sc, kind);
	else if (kind == ')' || kind == ']' || kind == '}')
		close_bracket(sc, kind);
}

bool cu_scan_is_after_operator(const struct cu_scanner *sc) {
	return sc->n && sc->at[sc->n - 1].kind == CU_OPERATOR;
}

void cu_scan_number(struct cu_scanner *sc, const char *s, u32 len) {
	bool is_hex = len > 1 && s[0] == '0' && (s[1] | 0x20) == 'x';
	bool is_float = memchr(s, '.', len) != NULL;
	for (u32 i = 1; i < len && !is_float; i++)
		is_float = (s[i] | 0x20) == (is_hex ? 'p' : 'e');
	append(sc, is_float ? CU_FLOAT : CU_INT, s, len);
}

u32 cu_scan_raw_string(struct cu_scanner *sc, const char *s, u32 head) {
	const char *delim = memchr(s, '"', head);
	/* between the quote and the parenthesis */
	u32 ndelim = (u32)(s + head - delim) - 2;
	const char *end = sc->file->text + sc->file->len;
	for (const char *p = s + head; (p = memchr(p, ')', (size_t)(end - p))); p++) {
		if ((size_t)(end - p) < ndelim + 2)
			break;
		if (memcmp(p + 1, delim + 1, ndelim) == 0 && p[1 + ndelim] == '"') {
			u32 len = (u32)(p - s) + ndelim + 2;
			append(sc, CU_STRING, s, len);
			return len;
		}
	}
	cu_scan_unterminated(sc, s, head, E0002, "raw string");
	return 0;
}

/* ---- lines ----------------------------------------------------------------------- */

void cu_scan_newline(struct cu_scanner *sc) {
	if (sc->in_pragma) {
		const struct cu_token_rec *last = &sc->at[sc->n - 1];
		append(sc, CU_PRAGMA_END, sc->file->text + (last->end - sc->file->base),
		       0);
		sc->in_pragma = false;
	}
	sc->flags = sc->line_flags | CU_TF_FIRST;
}

static const char *skip_blanks(const char *s, const char *end) {
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s;
}

static const char *skip_word(const char *s, const char *end) {
	while (s < end && (isalnum((u8)*s) || *s == '_'))
		s++;
	return s;
}

/* `# 12 "file.h" 1 3`: of the flags, 1 says that a file begins, 2 that one has ended, and
 * 3 that it is a system header. */
static void line_marker(struct cu_scanner *sc, const char *s, const char *end) {
	bool in_quotes = false, is_system = false;
	for (; s < end && (*s != '"' || !in_quotes); s++) {
		if (*s == '\\' && in_quotes && s + 1 < end)
			s++;
		else if (*s == '"')
			in_quotes = true;
	}
	for (; s < end; s++) {
		if (isdigit((u8)s[-1]))
			continue;
		is_system |= *s == '3';
		sc->included += *s == '1';
		sc->included -= *s == '2' && sc->included;
	}
	sc->line_flags = (u16)((is_system ? CU_TF_SYSTEM : 0) |
	                       (sc->included ? CU_TF_INCLUDED : 0));
}

static bool is_word(const char *s, const char *end, const char *word) {
	size_t n = strlen(word);
	return (size_t)(skip_word(s, end) - s) == n && memcmp(s, word, n) == 0;
}

void cu_scan_directive(struct cu_scanner *sc, const char *s, u32 len) {
	const char *end = s + len, *word = skip_blanks(s + 1, end);
	if (!(sc->flags & CU_TF_FIRST) && sc->n) {
		cu_scan_stray(sc, s, 1);
		return;
	}
	const char *word_end = skip_word(word, end);
	size_t n = (size_t)(word_end - word);
	const char *next = skip_blanks(word_end, end);
	if (n && isdigit((u8)*word)) {
		line_marker(sc, next, end);
	} else if (!is_word(word, end, "pragma")) {
		return;
	} else if (is_word(next, end, "unroll")) {
		append(sc, CU_PRAGMA_UNROLL, s, (u32)(next + 6 - s));
		sc->in_pragma = true;
	} else if (is_word(next, end, "pack")) {
		cu_scan_pack(sc, s, next + 4, end);
	} else {
		cu_scan_warn(sc, next, end);
	}
}

/* _Pragma("unroll 4"), which most preprocessors have made a #pragma. */
void cu_scan_pragma_operator(struct cu_scanner *sc, const char *s, u32 len) {
	const char *end = s + len;
	const char *open = memchr(s, '"', len);
	const char *word = skip_blanks(open + 1, end);
	if (is_word(word, end, "pack"))
		cu_scan_pack(sc, s, word + 4, memchr(word, '"', (size_t)(end - word)));
	else
		cu_scan_warn(sc, word, memchr(word, '"', (size_t)(end - word)));
	if (!is_word(word, end, "unroll"))
		return;
	append(sc, CU_PRAGMA_UNROLL, s, (u32)(word + 6 - s));
	const char *arg = skip_blanks(word + 6, end);
	const char *arg_end = skip_word(arg, end);
	if (arg_end > arg && isdigit((u8)*arg))
		append(sc, CU_INT, arg, (u32)(arg_end - arg));
	else if (arg_end > arg)
		cu_scan_word(sc, arg, (u32)(arg_end - arg));
	append(sc, CU_PRAGMA_END, arg_end, 0);
}

/* ---- characters that are not a token --------------------------------------------- */

void cu_scan_stray(struct cu_scanner *sc, const char *s, u32 len) {
	u8 c = (u8)s[0];
	struct loc loc = cu_token_loc(append(sc, CU_ERROR, s, len));
	if (c > ' ' && c < 127)
		diag_error(sc->diag, loc, E0001, "unexpected character '%c'", c);
	else
		diag_error(sc->diag, loc, E0001, "unexpected byte 0x%02x", c);
}

void cu_scan_unterminated(struct cu_scanner *sc, const char *s, u32 len,
                          enum diag_code code, const char *what) {
	struct loc loc = cu_token_loc(append(sc, CU_ERROR, s, len));
	diag_error(sc->diag, loc, code, "this %s does not end", what);
}

/* ---- the whole text -------------------------------------------------------------- */

static bool is_scannable(struct diag *d, const struct source_file *file) {
	const char *nul = file->len ? memchr(file->text, 0, file->len) : NULL;
	u32 at = file->base + (nul ? (u32)(nul - file->text) : 0);
	if (nul)
		diag_error(d, (struct loc){at, at + 1}, E0001,
		           "the text has a zero byte");
	else if (file->len > INT32_MAX - 2)
		diag_error(d, (struct loc){at, at + 1}, E0401,
		           "the text has more than 2 GB");
	else
		return true;
	return false;
}

struct cu_tokens cu_scan(struct arena *arena, struct strtab *names, struct diag *d,
                         const struct source_file *file) {
	struct cu_scanner sc = {.arena = arena,
	                        .names = names,
	                        .diag = d,
	                        .file = file,
	                        .flags = CU_TF_FIRST,
	                        .cap = file->len / 5 + 16};
	sc.at = arena_array_raw(arena, struct cu_token_rec, sc.cap);
	if (is_scannable(d, file))
		cu_flex_run(&sc);
	cu_scan_newline(&sc);
	append(&sc, CU_END, file->text + file->len, 0);
	return (struct cu_tokens){sc.at, sc.n, sc.pack, sc.warn};
}

static void token_line(const struct cu_token_rec *k, const struct sources *s, FILE *out) {
	struct source_pos pos = source_pos(s, k->start);
	fprintf(out, "%s:%u:%u %s", pos.file ? pos.file->name : "?", pos.line, pos.column,
	        cu_token_text(k->kind));
	if (k->name && k->kind == CU_IDENT)
		fprintf(out, " %s", k->name->s);
	fputs(k->flags & CU_TF_SYSTEM ? " (system)\n" : "\n", out);
}

void cu_tokens_dump(const struct cu_tokens *t, const struct sources *s, FILE *out) {
	for (u32 i = 0; i < t->n; i++)
		token_line(&t->at[i], s, out);
}

static void token_json(struct json_out *j, const struct cu_token_rec *k,
                       const struct sources *s) {
	const struct source_file *file = source_file_of(s, k->start);
	struct source_pos pos = source_pos(s, k->start);
	json_open(j, NULL, '{');
	json_text(j, "kind", cu_token_text(k->kind));
	if (file)
		json_text_n(j, "text", file->text + (k->start - file->base),
		            k->end - k->start);
	json_text(j, "file", pos.file ? pos.file->name : NULL);
	json_number(j, "line", pos.line);
	json_number(j, "column", pos.column);
	json_close(j, '}');
}

void cu_tokens_show(const struct cu_tokens *t, const struct sources *s, bool json,
                    FILE *out) {
	struct json_out j = {.out = out};
	if (json) {
		json_open(&j, NULL, '{');
		json_open(&j, "tokens", '[');
	}
	for (u32 i = 0; i < t->n; i++) {
		const struct cu_token_rec *k = &t->at[i];
		if (k->flags & CU_TF_SYSTEM || k->kind == CU_END)
			continue;
		if (json)
			token_json(&j, k, s);
		else
			token_line(k, s, out);
	}
	if (json) {
		json_close(&j, ']');
		json_close(&j, '}');
		json_end(&j);
	}
}
