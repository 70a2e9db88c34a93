/* builtin.c - macros whose value depends on the place or on the host compiler.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "preprocessor/state.h"

static void make_builtin(struct pp *pp, u32 word, bool is_function) {
	struct pp_macro *m = arena_new(pp->arena, struct pp_macro);
	const char *s = pp_word_text(word);
	m->name = pp_intern(pp, s, (u32)strlen(s));
	m->builtin = (u8)word;
	m->is_function = is_function;
	m->is_system = true;
	pp_set_macro(pp, m->name, m);
}

void pp_builtins_init(struct pp *pp) {
	const struct pp_host *h = pp->o->host;
	for (u32 w = W_FILE; w <= W_INCLUDE_LEVEL; w++)
		make_builtin(pp, w, false);
	for (u32 w = W_PRAGMA_MACRO; w <= W_HAS_INCLUDE_NEXT; w++)
		make_builtin(pp, w, true);
	make_builtin(pp, W_HAS_ATTRIBUTE, true);
	make_builtin(pp, W_HAS_CPP_ATTRIBUTE, true);
	if (!h || h->has[PP_HAS_BUILTIN])
		make_builtin(pp, W_HAS_BUILTIN, true);
	if (h && h->has[PP_HAS_FEATURE]) {
		make_builtin(pp, W_HAS_FEATURE, true);
		make_builtin(pp, W_HAS_EXTENSION, true);
		make_builtin(pp, W_IS_IDENTIFIER, true);
	}
}

/* ---- values ---------------------------------------------------------------------- */

static void set(struct pp *pp, struct pp_token *t, u8 kind, const char *text) {
	t->kind = kind;
	t->text = text;
	t->len = (u32)strlen(text);
	t->name = NULL;
	(void)pp;
}

static void set_number(struct pp *pp, struct pp_token *t, u64 v) {
	set(pp, t, PP_NUMBER, arena_printf(&pp->temp, "%llu", (unsigned long long)v));
}

static const char *quoted(struct pp *pp, const char *s) {
	char *text = arena_alloc(&pp->temp, strlen(s) * 2 + 3, 1), *to = text;
	*to++ = '"';
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			*to++ = '\\';
		*to++ = *s;
	}
	*to++ = '"';
	*to = 0;
	return text;
}

static const char *file_name(const char *path) {
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* The time of SOURCE_DATE_EPOCH, so that builds can be repeated, or now. */
static struct tm now(struct pp *pp) {
	const char *epoch = getenv("SOURCE_DATE_EPOCH");
	struct tm tm = {.tm_mday = 1};
	if (!pp->now)
		pp->now = epoch && *epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
	if (epoch && *epoch)
		gmtime_r(&pp->now, &tm);
	else
		localtime_r(&pp->now, &tm);
	return tm;
}

static const char *month(const struct tm *tm) {
	static const char name[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	return name + (tm->tm_mon >= 0 && tm->tm_mon < 12 ? tm->tm_mon * 3 : 0);
}

static const char *date(struct pp *pp) {
	struct tm tm = now(pp);
	return arena_printf(&pp->temp, "\"%.3s %2d %d\"", month(&tm), tm.tm_mday,
	                    tm.tm_year + 1900);
}

static const char *time_of_day(struct pp *pp) {
	struct tm tm = now(pp);
	return arena_printf(&pp->temp, "\"%02d:%02d:%02d\"", tm.tm_hour, tm.tm_min,
	                    tm.tm_sec);
}

/* When the file was changed. */
static const char *timestamp(struct pp *pp) {
	struct stat st;
	struct tm tm;
	static const char day[] = "SunMonTueWedThuFriSat";
	if (stat(pp->buf->file ? pp->buf->file->path : "", &st) != 0 ||
	    !localtime_r(&st.st_mtime, &tm))
		return "\"?\?\? ?\?\? ?\? ?\?:?\?:?\? ?\?\?\?\"";
	return arena_printf(&pp->temp, "\"%.3s %.3s %2d %02d:%02d:%02d %d\"",
	                    day + tm.tm_wday * 3, month(&tm), tm.tm_mday, tm.tm_hour,
	                    tm.tm_min, tm.tm_sec, tm.tm_year + 1900);
}

/* ---- _Pragma ---------------------------------------------------------------------- */

static bool is_open(const struct pp_token *t) {
	return t->kind == PP_PUNCT && t->op == OP1('(');
}
static bool is_close(const struct pp_token *t) {
	return t->kind == PP_PUNCT && t->op == OP1(')');
}

/* Reads with the line's end as white space, as arguments are read. */
static void next_argument(struct pp *pp, struct pp_token *t) {
	u8 args = pp->parsing_args;
	pp->parsing_args = 2;
	pp_next(pp, t);
	pp->parsing_args = args;
}

static bool pragma_operator(struct pp *pp, struct pp_token *t) {
	struct pp_token open, string, close;
	u32 len;
	next_argument(pp, &open);
	next_argument(pp, &string);
	next_argument(pp, &close);
	if (!is_open(&open) || string.kind != PP_STRING || !is_close(&close)) {
		pp_error(pp, t->at, t->len, E0802, "_Pragma takes a string literal");
		return false;
	}
	const char *text = pp_unquote(pp, &string, &len);
	while (len && pp_class_of(*text) == C_BLANK)
		text++, len--;
	while (len && pp_class_of(text[len - 1]) == C_BLANK)
		len--;
	if (!pp_pragma_operator(pp, text, len, string.at)) {
		pp_push_tokens(pp, NULL, 0, NULL);
		return true;
	}
	struct pp_token *p = arena_new(&pp->temp, struct pp_token);
	*p = (struct pp_token){.kind = PP_PRAGMA, .text = text, .len = len, .at = t->at};
	pp_push_tokens(pp, p, 1, NULL);
	return true;
}

/* ---- questions -------------------------------------------------------------------- */

static u32 ask(struct pp *pp, enum pp_question q, const char *name) {
	const struct pp_host *h = pp->o->host;
	return h && h->answer ? h->answer(h->ctx, q, name) : 0;
}

/* nodiscard, __gnu__::__const__, gnu::const: without the underscores around a word. */
static const char *attribute_name(struct pp *pp, enum pp_question q) {
	const char *name = "";
	struct pp_token t;
	for (;;) {
		pp_next(pp, &t);
		if (t.kind == PP_PUNCT && t.op == OP2(':', ':') && *name) {
			name = arena_printf(&pp->temp, "%s::", name);
			continue;
		}
		if (t.kind != PP_NAME) {
			if (!is_close(&t) || !*name)
				break;
			return name;
		}
		const char *s = t.text;
		u32 n = t.len;
		if (q != PP_HAS_BUILTIN && n > 4 && memcmp(s, "__", 2) == 0 &&
		    memcmp(s + n - 2, "__", 2) == 0)
			s += 2, n -= 4;
		name = arena_printf(&pp->temp, "%s%.*s", name, (int)n, s);
	}
	pp_error(pp, t.at, MAX(t.len, 1u), E0804, "a name in parentheses is expected");
	return NULL;
}

static bool has_something(struct pp *pp, enum pp_question q, struct pp_token *t) {
	struct pp_token open;
	bool saved = pp->no_expansion;
	pp_next(pp, &open);
	if (!is_open(&open)) {
		pp_error(pp, t->at, t->len, E0804, "'%.*s' needs '(' after it",
		         (int)t->len, t->text);
		return false;
	}
	pp->no_expansion = q == PP_HAS_BUILTIN;
	const char *name = attribute_name(pp, q);
	pp->no_expansion = saved;
	if (name)
		set_number(pp, t, ask(pp, q, name));
	return name != NULL;
}

/* Whether a word is no keyword: only names that compilers took as keywords matter. */
static bool is_identifier(struct pp *pp, struct pp_token *t) {
	struct pp_token open, name, close;
	bool saved = pp->no_expansion;
	pp->no_expansion = true;
	pp_next(pp, &open);
	pp_next(pp, &name);
	pp_next(pp, &close);
	pp->no_expansion = saved;
	if (!is_open(&open) || !is_close(&close)) {
		pp_error(pp, t->at, t->len, E0804, "a name in parentheses is expected");
		return false;
	}
	set_number(pp, t,
	           name.kind == PP_NAME &&
	                   !(name.name->word >= W_TRUE && name.name->word <= W_XOR_EQ));
	return true;
}

static bool has_include(struct pp *pp, bool is_next, struct pp_token *t) {
	struct pp_token open, first, close;
	const char *name;
	u32 len;
	bool is_angled;
	pp_next(pp, &open);
	if (!is_open(&open)) {
		pp_error(pp, t->at, t->len, E0804, "'%.*s' needs '(' after it",
		         (int)t->len, t->text);
		return false;
	}
	pp->wants_header = true;
	pp_next(pp, &first);
	pp->wants_header = false;
	if (!pp_header_name(pp, t->text, &first, &name, &len, &is_angled))
		return false;
	pp_next(pp, &close);
	if (!is_close(&close)) {
		pp_error(pp, t->at, t->len, E0804, "the ')' of '%.*s' is missing",
		         (int)t->len, t->text);
		return false;
	}
	set_number(pp, t, pp_find_header(pp, name, len, is_angled, is_next) != NULL);
	return true;
}

/* ---- all of them ------------------------------------------------------------------- */

static u32 include_level(const struct pp *pp) {
	return pp->depth ? pp->depth - 1 : 0;
}

static bool value(struct pp *pp, u32 word, struct pp_token *t) {
	const struct pp_buffer *b = pp->buf;
	switch (word) {
	case W_FILE: set(pp, t, PP_STRING, quoted(pp, b->name)); return true;
	case W_FILE_NAME:
		set(pp, t, PP_STRING, quoted(pp, file_name(b->name)));
		return true;
	case W_BASE_FILE: set(pp, t, PP_STRING, quoted(pp, pp->o->source)); return true;
	case W_LINE_MACRO: set_number(pp, t, pp->outer_line); return true;
	case W_DATE: set(pp, t, PP_STRING, date(pp)); return true;
	case W_TIME: set(pp, t, PP_STRING, time_of_day(pp)); return true;
	case W_TIMESTAMP: set(pp, t, PP_STRING, timestamp(pp)); return true;
	case W_COUNTER: set_number(pp, t, pp->counter++); return true;
	case W_INCLUDE_LEVEL: set_number(pp, t, include_level(pp)); return true;
	case W_HAS_INCLUDE: return has_include(pp, false, t);
	case W_HAS_INCLUDE_NEXT: return has_include(pp, true, t);
	case W_HAS_ATTRIBUTE: return has_something(pp, PP_HAS_ATTRIBUTE, t);
	case W_HAS_CPP_ATTRIBUTE: return has_something(pp, PP_HAS_CPP_ATTRIBUTE, t);
	case W_HAS_BUILTIN: return has_something(pp, PP_HAS_BUILTIN, t);
	case W_HAS_FEATURE:
	case W_HAS_EXTENSION: return has_something(pp, PP_HAS_FEATURE, t);
	default: return is_identifier(pp, t);
	}
}

static bool replace(struct pp *pp, const struct pp_macro *m, struct pp_token *t) {
	if (m->builtin == W_PRAGMA_MACRO) {
		if (pp->in_directive)
			return false;
		return pragma_operator(pp, t);
	}
	struct pp_token *v = arena_new(&pp->temp, struct pp_token);
	*v = *t;
	v->flags = 0;
	if (!value(pp, m->builtin, v))
		return false;
	pp_push_tokens(pp, v, 1, NULL);
	return true;
}

/* What it asks for may begin with a built-in macro again. */
bool pp_builtin(struct pp *pp, const struct pp_macro *m, struct pp_token *t) {
	if (pp_is_too_deep(pp))
		return false;
	pp->expand_depth++;
	bool is_replaced = replace(pp, m, t);
	pp->expand_depth--;
	return is_replaced;
}
