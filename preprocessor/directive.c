/* directive.c - lines that begin with #.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/block.h"

/* ---- the rest of a line ----------------------------------------------------------- */

void pp_skip_line(struct pp *pp) {
	struct pp_buffer *b = pp->buf;
	const char *p = b->at;
	u32 lines = 0;
	while (*p != '\n' && p < b->end) {
		u32 n = *p == '\\' ? pp_splice(p) : 0;
		const char *comment = *p == '/' ? pp_comment(pp, p, &lines) : NULL;
		lines += n != 0;
		p = comment ? comment : p + (n ? n : 1);
	}
	b->at = p;
	b->line += lines;
}

static void expect_end(struct pp *pp, const char *what) {
	struct pp_token t;
	pp_lex(pp, &t);
	if (t.kind != PP_END)
		pp_warning(pp, t.at, t.len, E0802, "nothing is expected after #%s", what);
}

/* The text of the rest of the line, for #error. */
static const char *rest(struct pp *pp, u32 *len) {
	const char *p = pp->buf->at;
	while (pp_class_of(*p) == C_BLANK)
		p++;
	pp_skip_line(pp);
	const char *end = pp->buf->at;
	while (end > p && pp_class_of(end[-1]) == C_BLANK)
		end--;
	*len = (u32)(end - p);
	return p;
}

/* ---- conditions ------------------------------------------------------------------- */

static void open_if(struct pp *pp, bool is_taken, u32 at, struct pp_name *guard) {
	struct pp_buffer *b = pp->buf;
	struct pp_if i = {.at = at, .was_taken = is_taken};
	if (guard && b->guard_state == GUARD_START && !b->has_token) {
		i.is_guard = true;
		b->guard = guard;
		b->guard_state = GUARD_OPEN;
	}
	vec_push(pp->arena, &pp->ifs, i);
}

/* The if that #else and its like belong to, NULL after a message. */
static struct pp_if *innermost(struct pp *pp, const struct pp_token *t) {
	if (pp->ifs.n > pp->buf->nif)
		return &vec_last(&pp->ifs);
	pp_error(pp, t->at, t->len, E0803, "#%.*s without #if", (int)t->len, t->text);
	return NULL;
}

static struct pp_name *macro_name(struct pp *pp, const struct pp_token *d) {
	struct pp_token t;
	pp_lex(pp, &t);
	if (t.kind == PP_NAME)
		return t.name;
	pp_error(pp, t.kind == PP_END ? d->at : t.at, t.kind == PP_END ? d->len : t.len,
	         E0802, "#%.*s needs the name of a macro", (int)d->len, d->text);
	return NULL;
}

static bool is_ifdef_true(struct pp *pp, const struct pp_token *d, bool wants) {
	struct pp_name *n = macro_name(pp, d);
	if (n)
		expect_end(pp, d->name->s);
	return n && (n->macro != NULL) == wants;
}

static void close_if(struct pp *pp) {
	struct pp_buffer *b = pp->buf;
	if (vec_last(&pp->ifs).is_guard && b->guard_state == GUARD_OPEN) {
		b->guard_state = GUARD_CLOSED;
		b->has_token = false;
	}
	pp->ifs.n--;
}

/* #else or #elif of the innermost if: no guard is one that has another branch. */
static bool check_else(struct pp *pp, struct pp_if *i, const struct pp_token *t) {
	if (i->is_guard)
		pp->buf->guard_state = GUARD_NONE;
	if (!i->has_else)
		return true;
	struct diag_record *r = pp_error(pp, t->at, t->len, E0803, "#%.*s after #else",
	                                 (int)t->len, t->text);
	diag_range(r, (struct loc){i->at, i->at + 1}, "the #if");
	return false;
}

/* An #elif that is asked while its group is skipped; true: reading goes on. */
static bool elif (struct pp *pp, struct pp_if *i, const struct pp_token *t) {
	struct pp_name *guard;
	bool is_true;
	if (!check_else(pp, i, t) || i->was_taken)
		return false;
	if (t->name->word == W_ELIF)
		is_true = pp_condition(pp, &guard);
	else
		is_true = is_ifdef_true(pp, t, t->name->word == W_ELIFDEF);
	i->was_taken = is_true;
	return is_true;
}

/* A directive in a group that is skipped; true: reading goes on after it. */
static bool skipped_directive(struct pp *pp, const struct pp_token *t, u32 *depth) {
	struct pp_if *i = &vec_last(&pp->ifs);
	switch (t->kind == PP_NAME ? t->name->word : W_NONE) {
	case W_IF:
	case W_IFDEF:
	case W_IFNDEF: ++*depth; return false;
	case W_ENDIF:
		if ((*depth)--)
			return false;
		expect_end(pp, "endif");
		close_if(pp);
		return true;
	case W_ELSE:
		if (*depth)
			return false;
		if (!check_else(pp, i, t))
			return false;
		i->has_else = true;
		if (i->was_taken)
			return false;
		expect_end(pp, "else");
		return i->was_taken = true;
	case W_ELIF:
	case W_ELIFDEF:
	case W_ELIFNDEF: return !*depth && elif (pp, i, t);
	default: return false;
	}
}

/* The end of a literal whose quote is at p; words from `from` on are before it. An
 * apostrophe may stand within a number. */
static const char *skipped_literal(struct pp *pp, const char *from, const char *p,
                                   u32 *lines) {
	const char *start = p, *q;
	while (start > from && (pp_is_word(start[-1]) || start[-1] == '.'))
		start--;
	while (start < p) {
		if (pp_class_of(*start) == C_DIGIT) {
			start = pp_number_end(pp, start);
			if (start > p)
				return start;
			continue;
		}
		const char *end = pp_word_end(start);
		if (end == p && *p == '"' && pp_is_raw_prefix(start, (u32)(p - start))) {
			q = pp_raw_end(p, pp->buf->end, lines);
			return q ? q : p + 1;
		}
		start = MAX(end, start + 1);
	}
	q = pp_literal_end(p);
	if (!q) /* up to the end of the line, or the splice */
		for (q = p + 1; *q && *q != '\n' && !pp_splice(q);)
			q++;
	return q;
}

/* Steps from the end of a line to the # of the next directive; false at the file's
 * end. */
static bool find_directive(struct pp *pp) {
	struct pp_buffer *b = pp->buf;
	const char *from = b->at; /* where a token or white space began */
	struct pp_walk w;
	pp_walk_begin(pp, &w, false);
	for (;;) {
		const char *p = pp_walk_next(&w), *q;
		u32 lines = 0;
		switch (pp_class_of(*p)) {
		case C_PERCENT:
			if (p[1] != ':' || p[2] == '%')
				continue;
		/* FALLTHROUGH */
		case C_HASH:
			if (!pp_walk_line_start(&w, p))
				continue;
			b->at = p + (*p == '#' ? 1 : 2);
			b->line = pp_walk_line(&w, p);
			return true;
		case C_SLASH:
			if (p[1] != '/' && p[1] != '*' && p[1] != '\\')
				continue;
			q = pp_comment(pp, p, &lines);
			break;
		case C_BACKSLASH:
			lines = 1;
			q = pp_splice(p) ? p + pp_splice(p) : NULL;
			break;
		case C_STRING:
		case C_CHAR:
			q = skipped_literal(pp, from, p, &lines);
			w.fresh = NULL;
			pp_walk_to(&w, q, pp_walk_line(&w, p) + lines);
			from = q;
			continue;
		default:
			if (p < b->end) /* a zero in the text */
				continue;
			b->at = p;
			b->line = pp_walk_line(&w, p);
			return false;
		}
		if (!q)
			continue;
		/* comments and splices are white space */
		*(pp_walk_line_start(&w, p) ? &w.fresh : &w.unfresh) = q;
		pp_walk_to(&w, q, pp_walk_line(&w, p) + lines);
		from = q;
	}
}

void pp_skip_group(struct pp *pp) {
	u32 depth = 0, ncontext = pp->context.n;
	struct pp_token t;
	while (find_directive(pp)) {
		pp->in_directive = true;
		pp_lex(pp, &t);
		bool goes_on = skipped_directive(pp, &t, &depth);
		pp_drop_contexts(pp, ncontext);
		pp->in_directive = false;
		pp_skip_line(pp);
		if (goes_on)
			return;
	}
}

void pp_close_file(struct pp *pp) {
	struct pp_buffer *b = pp->buf;
	while (pp->ifs.n > b->nif) {
		struct pp_if *i = &vec_last(&pp->ifs);
		pp_error(pp, i->at, 1, E0803, "#if has no #endif");
		pp->ifs.n--;
	}
	if (b->file && b->guard_state == GUARD_CLOSED && !b->has_token)
		b->file->guard = b->guard;
}

/* ---- #line ------------------------------------------------------------------------ */

static bool line_number(struct pp *pp, const struct pp_token *t, u32 *line) {
	u64 v = 0;
	bool ok = t->kind == PP_NUMBER && t->len;
	for (u32 i = 0; ok && i < t->len; i++) {
		if (t->text[i] == '\'')
			continue;
		ok = t->text[i] >= '0' && t->text[i] <= '9';
		v = v * 10 + (u64)(t->text[i] - '0');
		ok &= v <= INT32_MAX;
	}
	*line = (u32)v;
	if (!ok)
		pp_error(pp, t->at, MAX(t->len, 1u), E0802,
		         "#line takes a number below 2147483648 and a file name");
	return ok;
}

/* #line 12 "file", and `# 12 "file" flags`, whose number is t. */
static void line(struct pp *pp, struct pp_token t, bool is_marker) {
	struct pp_buffer *b = pp->buf;
	u32 number, len;
	if (!is_marker)
		pp_next(pp, &t);
	if (!line_number(pp, &t, &number))
		return;
	pp_next(pp, &t);
	if (t.kind == PP_STRING) {
		b->name = pp_unquote(pp, &t, &len);
		if (is_marker)
			b->system = 0;
		while (is_marker && t.kind != PP_END) {
			pp_next(pp, &t);
			if (t.kind == PP_NUMBER && *t.text == '3')
				b->system = b->system ? b->system : 1;
			if (t.kind == PP_NUMBER && *t.text == '4')
				b->system = 2;
		}
	} else if (t.kind != PP_END) {
		pp_error(pp, t.at, t.len, E0802, "#line takes a number and a file name");
		return;
	}
	pp_skip_line(pp);
	b->line = number - 1;
	pp_marker(pp, number, "");
}

/* ---- the others ------------------------------------------------------------------- */

static void message(struct pp *pp, const struct pp_token *d) {
	u32 len;
	const char *text = rest(pp, &len);
	if (d->name->word == W_ERROR)
		pp_error(pp, d->at, d->len, E0807, "#error %.*s", (int)MIN(len, 400u),
		         text);
	else if (!pp->buf->system)
		pp_warning(pp, d->at, d->len, E0808, "#warning %.*s", (int)MIN(len, 400u),
		           text);
}

/* Reads the name; the file is read after the end of the line. */
static struct pp_file *include(struct pp *pp, const struct pp_token *d) {
	struct pp_token t;
	const char *name;
	u32 len;
	bool is_angled;
	pp->wants_header = true;
	pp_next(pp, &t);
	pp->wants_header = false;
	if (!pp_header_name(pp, arena_printf(&pp->temp, "#%s", d->name->s), &t, &name,
	                    &len, &is_angled))
		return NULL;
	expect_end(pp, d->name->s);
	struct pp_file *f = pp_find_header(pp, name, len, is_angled,
	                                   d->name->word == W_INCLUDE_NEXT);
	if (!f && pp->o->missing_is_fine) {
		vec_push(pp->arena, &pp->result->file, name);
		return NULL;
	}
	if (!f) {
		pp_error(pp, t.at, MAX(t.len, 1u), E0805, "header '%s' is not found",
		         name);
		pp_die(pp); /* what follows would be full of errors */
	}
	if (f && d->name->word == W_IMPORT)
		f->twin->is_once = true;
	return f;
}

static const char *next_directive(void *ctx) {
	u32 *word = ctx;
	return ++*word <= W_UNASSERT ? pp_word_text(*word) : NULL;
}

static void unknown(struct pp *pp, const struct pp_token *t) {
	u32 word = W_NONE;
	const char *name = arena_strdup(&pp->temp, t->text, t->len);
	struct diag_record *r = pp_error(pp, t->at, t->len, E0801, "no directive is #%s",
	                                 name);
	const char *near = diag_nearest(name, next_directive, &word);
	if (near)
		diag_note(pp->diag, r, "did you mean #%s?", near);
}

/* What is left to do after the end of the line. */
struct after {
	bool skips;
	struct pp_file *file;
};

static void no_guard(struct pp *pp) {
	if (pp->buf->guard_state == GUARD_START || pp->buf->guard_state == GUARD_CLOSED)
		pp->buf->guard_state = GUARD_NONE;
}

static void conditional(struct pp *pp, const struct pp_token *t, struct after *after) {
	struct pp_name *guard = NULL;
	struct pp_if *i;
	bool is_true;
	switch (t->name->word) {
	case W_IF:
		is_true = pp_condition(pp, &guard);
		open_if(pp, is_true, t->at, guard);
		after->skips = !is_true;
		break;
	case W_IFDEF:
	case W_IFNDEF:
		is_true = t->name->word == W_IFDEF;
		guard = macro_name(pp, t);
		if (guard)
			expect_end(pp, t->name->s);
		is_true = guard && (guard->macro != NULL) == is_true;
		open_if(pp, is_true, t->at, t->name->word == W_IFNDEF ? guard : NULL);
		after->skips = !is_true;
		break;
	case W_ENDIF:
		if (!innermost(pp, t))
			return;
		expect_end(pp, "endif");
		close_if(pp);
		return;
	default: /* the end of the group that was read */
		i = innermost(pp, t);
		if (!i)
			return;
		check_else(pp, i, t);
		i->has_else |= t->name->word == W_ELSE;
		after->skips = true;
	}
	no_guard(pp);
}

static void obey(struct pp *pp, struct pp_token *t, struct after *after) {
	u32 word = t->kind == PP_NAME ? t->name->word : W_NONE;
	if (word >= W_IF && word <= W_ENDIF) {
		conditional(pp, t, after);
		return;
	}
	no_guard(pp);
	if (pp->parsing_args && word >= W_INCLUDE && word <= W_IMPORT) {
		pp_error(pp, t->at, t->len, E0810,
		         "#%s cannot be among the arguments of a macro", t->name->s);
		return;
	}
	switch (word) {
	case W_DEFINE: pp_define(pp); break;
	case W_UNDEF:
		pp_undef(pp);
		expect_end(pp, "undef");
		break;
	case W_INCLUDE_NEXT:
		if (!pp->buf->up) /* of the source itself */
			pp_doubt(pp);
		after->file = include(pp, t);
		break;
	case W_INCLUDE:
	case W_IMPORT: after->file = include(pp, t); break;
	case W_LINE: line(pp, *t, false); break;
	case W_ERROR:
	case W_WARNING: message(pp, t); break;
	case W_PRAGMA: pp_pragma(pp); break;
	case W_ASSERT:
	case W_UNASSERT: pp_doubt(pp); break;
	case W_IDENT:
	case W_SCCS: break;
	default:
		if (t->kind == PP_NUMBER)
			line(pp, *t, true);
		else
			unknown(pp, t);
	}
}

void pp_directive(struct pp *pp) {
	struct pp_buffer *b = pp->buf;
	struct after after = {0};
	struct pp_token t;
	u32 outer_line = pp->outer_line, outer_at = pp->outer_at;
	bool is_inner = pp->parsing_args != 0;
	u32 depth = pp->context.n;
	u8 args = pp->parsing_args;
	pp->in_directive = true;
	pp->no_expansion = false;
	pp_lex(pp, &t);
	pp->parsing_args = args; /* obey asks; pp_lex stops at the line's end anyway */
	if (t.kind != PP_END)
		obey(pp, &t, &after);
	pp->in_directive = false;
	pp_drop_contexts(pp, depth);
	pp_skip_line(pp);
	if (after.skips)
		pp_skip_group(pp);
	pp->outer_line = outer_line;
	pp->outer_at = outer_at;
	if (!is_inner)
		arena_reset(&pp->temp);
	if (after.file) {
		pp->parsing_args = 0;
		b->at = pp->buf->at;
		pp_read(pp, after.file, t.at);
	}
}
