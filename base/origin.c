/* origin.c - from a place in a preprocessed text back to the line that the user wrote.
 * Line markers tell which line a line came from, but not which column, so the tokens of
 * both lines are aligned (longest common subsequence). A token that the user's line does
 * not have came out of a macro, whose name is among the tokens that only the user's line
 * has. This runs only when something is printed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>

#include "base/source.h"
#include "base/vec.h"

enum { TOKEN_MAX = 400, LINES_MAX = 20 };

/* From `start`, its line `index`, the text has line `line` of `name` and the lines after
 * it. */
struct mark {
	u32 start, index, line;
	const char *name;
};

struct piece {
	u32 start, len; /* in the text */
	bool is_word;
};

struct line {
	struct piece token[TOKEN_MAX];
	u32 n;
};

struct origin {
	VEC(struct mark) mark;
	VEC(u32) line; /* where each line of the text starts */
	u16 *best;     /* room for align() */
	/* the last line that was read */
	u32 start;                /* of the preprocessed line, UINT32_MAX for none */
	struct source_file *file; /* the user's */
	struct line out, in;  /* tokens of the preprocessed and of the user's line(s) */
	u16 match[TOKEN_MAX]; /* token of `out` -> token of `in` + 1, 0 for none */
};

/* ---- line markers ---------------------------------------------------------------- */

/* `# 12 "file" flags`: the name without its escapes, or NULL. */
static const char *marker_name(struct arena *a, const char *s, const char *end) {
	const char *open = memchr(s, '"', (size_t)(end - s));
	if (!open)
		return NULL;
	char *name = arena_alloc(a, (size_t)(end - open), 1), *to = name;
	for (s = open + 1; s < end && *s != '"'; s++) {
		if (*s == '\\' && s + 1 < end)
			s++;
		*to++ = *s;
	}
	*to = 0;
	return name;
}

static bool read_marker(struct arena *a, const char *s, const char *end, struct mark *m) {
	if (s == end || *s++ != '#')
		return false;
	if (end - s > 4 && memcmp(s, "line", 4) == 0)
		s += 4;
	while (s < end && *s == ' ')
		s++;
	if (s == end || !isdigit((u8)*s))
		return false;
	for (m->line = 0; s < end && isdigit((u8)*s); s++)
		m->line = m->line * 10 + (u32)(*s - '0');
	m->name = marker_name(a, s, end);
	return m->name != NULL;
}

static struct origin *build(struct arena *a, const struct source_file *f) {
	struct origin *o = arena_new(a, struct origin);
	o->start = UINT32_MAX;
	const char *end = f->text + f->len;
	for (const char *s = f->text; s < end;) {
		const char *eol = memchr(s, '\n', (size_t)(end - s));
		eol = eol ? eol : end;
		vec_push(a, &o->line, (u32)(s - f->text));
		struct mark m = {.start = (u32)(eol - f->text) + (eol < end),
		                 .index = o->line.n};
		if (*s == '#' && read_marker(a, s, eol, &m))
			vec_push(a, &o->mark, m);
		s = eol + 1;
	}
	if (f->len && end[-1] == '\n')
		vec_push(a, &o->line, f->len);
	return o;
}

static const struct mark *mark_of(const struct origin *o, u32 at) {
	u32 lo = 0, hi = o->mark.n;
	while (lo < hi) {
		u32 mid = lo + (hi - lo) / 2;
		if (o->mark.at[mid].start <= at)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? &o->mark.at[lo - 1] : NULL;
}

/* Returns the index of the line that holds `at`; the text has a line. It is looked up,
 * because the expansion of a macro is one line, which may be very long. */
static u32 line_of(const struct origin *o, u32 at) {
	u32 lo = 0, n = o->line.n;
	while (n > 1) {
		u32 half = n / 2;
		if (o->line.at[lo + half] <= at)
			lo += half;
		n -= half;
	}
	return lo;
}

/* ---- the user's file ------------------------------------------------------------- */

/* Rebuilds a file that cannot be read from the preprocessed text: its lines, where they
 * were. */
static struct source_file *rebuild(struct sources *s, const struct source_file *f,
                                   const struct origin *o, const char *name) {
	VEC(char) text = {0};
	u32 line = 1;
	for (u32 i = 0; i < o->mark.n; i++) {
		const struct mark *m = &o->mark.at[i];
		if (strcmp(m->name, name) != 0 || m->line < line || m->line > 10000000)
			continue;
		const char *from = f->text + MIN(m->start, f->len),
			   *end = f->text + f->len;
		for (; line < m->line; line++)
			vec_push(s->arena, &text, '\n');
		for (; from < end && *from != '#'; line++) {
			for (; from < end && *from != '\n'; from++)
				vec_push(s->arena, &text, *from);
			from += from < end;
			vec_push(s->arena, &text, '\n');
		}
	}
	return source_add(s, name, text.at ? text.at : "", text.n);
}

static struct source_file *user_file(struct sources *s, const struct source_file *f,
                                     const struct origin *o, const char *name) {
	for (u32 i = 0; i < s->nfile; i++)
		if (!s->file[i].has_markers && strcmp(s->file[i].name, name) == 0)
			return &s->file[i];
	struct source_file copy = *f; /* loading moves the table that `f` is in */
	struct source_file *user = name[0] == '<' ? NULL : source_load_named(s, name);
	return user ? user : rebuild(s, &copy, o, name);
}

/* ---- tokens of a line ------------------------------------------------------------ */

static bool is_word_char(char c) {
	return isalnum((u8)c) || c == '_' || c == '$' || (u8)c >= 0x80;
}

static u32 past_quote(const char *text, u32 i, u32 end) {
	char quote = text[i++];
	while (i < end && text[i] != quote && text[i] != '\n')
		i += text[i] == '\\' ? 2 : 1;
	return MIN(i + 1, end);
}

static u32 past_comment(const char *text, u32 i, u32 end) {
	if (text[i + 1] == '/') {
		while (i < end && text[i] != '\n')
			i++;
		return i;
	}
	for (i += 2; i < end; i++)
		if (text[i - 1] == '*' && text[i] == '/')
			return i + 1;
	return end;
}

static u32 past_piece(const char *text, u32 i, u32 end) {
	if (is_word_char(text[i])) {
		while (i < end && (is_word_char(text[i]) || text[i] == '.'))
			i++;
		return i;
	}
	return text[i] == '"' || text[i] == '\'' ? past_quote(text, i, end) : i + 1;
}

static void add_tokens(struct line *l, const char *text, u32 i, u32 end) {
	while (i < end && l->n < TOKEN_MAX) {
		if (isspace((u8)text[i])) {
			i++;
		} else if (text[i] == '/' && i + 1 < end &&
		           (text[i + 1] == '/' || text[i + 1] == '*')) {
			i = past_comment(text, i, end);
		} else {
			u32 next = past_piece(text, i, end);
			bool is_word = is_word_char(text[i]) && !isdigit((u8)text[i]);
			l->token[l->n++] = (struct piece){i, next - i, is_word};
			i = next;
		}
	}
}

static u32 line_end(const struct source_file *f, u32 start) {
	const char *eol = memchr(f->text + start, '\n', f->len - start);
	return eol ? (u32)(eol - f->text) : f->len;
}

/* Counts the parentheses that the tokens leave open: a macro's arguments continue in the
 * next line. */
static int open_parens(const struct line *l, const char *text) {
	int open = 0;
	for (u32 i = 0; i < l->n; i++)
		open += text[l->token[i].start] == '('   ? 1
		        : text[l->token[i].start] == ')' ? -1
		                                         : 0;
	return open;
}

/* ---- alignment ------------------------------------------------------------------- */

static bool same(const char *a, const struct piece *x, const char *b,
                 const struct piece *y) {
	return x->len == y->len && memcmp(a + x->start, b + y->start, x->len) == 0;
}

static void align(struct arena *arena, struct origin *o, const char *out,
                  const char *in) {
	u32 n = o->out.n, m = o->in.n;
	if (!o->best)
		o->best = arena_array(arena, u16, (TOKEN_MAX + 1) * (TOKEN_MAX + 1));
	u16 *best = o->best;
	memset(best, 0, sizeof(u16) * (n + 1) * (m + 1));
#define BEST(i, j) best[(size_t)(i) * (m + 1) + (j)]
	for (u32 i = n; i-- > 0;)
		for (u32 j = m; j-- > 0;)
			BEST(i, j) = same(out, &o->out.token[i], in, &o->in.token[j])
			                     ? (u16)(BEST(i + 1, j + 1) + 1)
			                     : MAX(BEST(i + 1, j), BEST(i, j + 1));
	memset(o->match, 0, sizeof(o->match));
	for (u32 i = 0, j = 0; i < n && j < m;) {
		if (same(out, &o->out.token[i], in, &o->in.token[j])) {
			o->match[i] = (u16)(j + 1);
			i++;
			j++;
		} else if (BEST(i + 1, j) >= BEST(i, j + 1)) {
			i++;
		} else {
			j++;
		}
	}
#undef BEST
}

/* Makes `o` hold the line at `start` of `f`, which is line `number` of the user's
 * file. */
static bool load_line(struct sources *s, const struct source_file *f, struct origin *o,
                      u32 start, u32 number, const char *name) {
	const char *text = f->text; /* `f` moves when a file is loaded */
	u32 end = line_end(f, start);
	o->file = user_file(s, f, o, name);
	if (!o->file)
		return false;
	if (!o->file->line_start)
		source_pos(s, o->file->base); /* makes it */
	if (number == 0 || number > o->file->nline)
		return false;
	u32 at = o->file->line_start[number - 1];
	if (at >= o->file->len)
		return false;
	o->out.n = o->in.n = 0;
	add_tokens(&o->out, text, start, end);
	for (u32 i = 0; i < LINES_MAX && at < o->file->len; i++) {
		u32 eol = line_end(o->file, at);
		add_tokens(&o->in, o->file->text, at, eol);
		bool goes_on = (eol > at && o->file->text[eol - 1] == '\\') ||
		               open_parens(&o->in, o->file->text) > 0;
		at = eol + 1;
		if (!goes_on)
			break;
	}
	align(s->arena, o, text, o->file->text);
	o->start = start;
	return o->in.n > 0;
}

/* ---- the way back ---------------------------------------------------------------- */

/* Returns the first token of the line that ends after an offset; the last one if none
 * does. */
static u32 token_at(const struct line *l, u32 at) {
	u32 i = 0;
	while (i + 1 < l->n && l->token[i].start + l->token[i].len <= at)
		i++;
	return i;
}

static bool is_matched(const struct origin *o, u32 j) {
	for (u32 i = 0; i < o->out.n; i++)
		if (o->match[i] == j + 1)
			return true;
	return false;
}

/* Returns the macro that token `i` of the preprocessed line came from: a word that only
 * the user's line has, between the neighbours of the token, or else before them. */
static u32 macro_of(const struct origin *o, u32 i) {
	u32 from = 0, to = o->in.n;
	for (u32 k = i; k-- > 0 && !from;)
		from = o->match[k];
	for (u32 k = i + 1; k < o->out.n && to == o->in.n; k++)
		to = o->match[k] ? o->match[k] - 1u : to;
	for (u32 j = from; j < to; j++)
		if (o->in.token[j].is_word && !is_matched(o, j))
			return j;
	for (u32 j = MIN(from, o->in.n); j-- > 0;)
		if (o->in.token[j].is_word && !is_matched(o, j))
			return j;
	return from < o->in.n ? from : o->in.n - 1;
}

static struct loc place_of(struct sources *s, const struct origin *o, u32 from, u32 to,
                           const char **macro) {
	u32 base = o->file->base, i = token_at(&o->out, from);
	const struct piece *out = &o->out.token[i];
	if (i > 0 && from < out->start && o->match[i - 1]) { /* just after a token */
		const struct piece *before = &o->in.token[o->match[i - 1] - 1];
		u32 at = base + before->start + before->len;
		return (struct loc){at, at + (to > from)};
	}
	if (!o->match[i]) {
		const struct piece *in = &o->in.token[macro_of(o, i)];
		if (in->is_word)
			*macro = arena_strdup(s->arena, o->file->text + in->start,
			                      in->len);
		return (struct loc){base + in->start, base + in->start + in->len};
	}
	const struct piece *in = &o->in.token[o->match[i] - 1];
	u32 start = in->start + (from > out->start ? MIN(from - out->start, in->len) : 0);
	u32 k = token_at(&o->out, to > from ? to - 1 : from);
	u32 end = in->start + in->len;
	if (o->match[k] > o->match[i])
		end = o->in.token[o->match[k] - 1].start +
		      o->in.token[o->match[k] - 1].len;
	return (struct loc){base + start,
	                    base + (to > from ? MAX(end, start + 1) : start)};
}

struct loc source_origin(struct sources *s, struct loc loc, const char **macro) {
	struct source_file *f = loc.start ? source_file_of(s, loc.start) : NULL;
	*macro = NULL;
	if (!f || !f->has_markers)
		return loc;
	if (!f->origin)
		f->origin = build(s->arena, f);
	struct origin *o = f->origin;
	if (!o->line.n)
		return loc;
	u32 at = MIN(loc.start - f->base, f->len), fbase = f->base;
	u32 line = line_of(o, at), start = o->line.at[line];
	const struct mark *m = mark_of(o, start);
	if (!m)
		return loc;
	u32 number = m->line + (line - m->index);
	if (o->start != start && !load_line(s, f, o, start, number, m->name)) {
		o->start = UINT32_MAX;
		return loc;
	}
	if (o->out.n == 0 || o->in.n == 0)
		return (struct loc){o->file->base, o->file->base};
	return place_of(s, o, at, MAX(loc.end, loc.start) - fbase, macro);
}
