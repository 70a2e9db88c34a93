/* scan.c - the way of most text through the preprocessor: a stretch without directives,
 * comments and macros is copied as it is. See state.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/block.h"

/* What was passed and not yet printed. A stretch without a token is dropped. */
struct stretch {
	const char *begin;
	u32 line; /* of its begin */
};

struct scan {
	struct pp_walk walk;
	struct stretch stretch;
};

static bool is_at_line_start(const struct pp *pp) {
	return !pp->nout || pp->out[pp->nout - 1] == '\n';
}

static bool has_token(const char *p, const char *end) {
	for (; p < end; p++)
		if (pp_class_of(*p) != C_BLANK && *p != '\n')
			return true;
	return false;
}

static void print_text(struct pp *pp, struct stretch *s, const char *end, u32 line) {
	for (; *s->begin == '\n'; s->begin++)
		s->line++;
	pp_sync_column(pp, s->line, pp->buf->system, s->begin);
	pp_put(pp, s->begin, (size_t)(end - s->begin));
	pp->out_line += line - s->line;
	pp->last.kind = PP_END;
	pp->buf->has_token = true;
	*s = (struct stretch){end, line};
}

/* Prints the stretch, which ends at `end` in line `line`. */
static void print(struct pp *pp, struct stretch *s, const char *end, u32 line) {
	if (has_token(s->begin, end)) {
		print_text(pp, s, end, line);
		return;
	}
	if (end > s->begin && !is_at_line_start(pp)) {
		pp_putc(pp, ' ');
		pp->last.kind = PP_END;
	}
	*s = (struct stretch){end, line};
}

/* Prints, and goes on after something that is worth a space. */
static void print_and_skip(struct pp *pp, struct scan *s, const char *end,
                           const char *next, u32 lines) {
	u32 line = pp_walk_line(&s->walk, end);
	print(pp, &s->stretch, end, line);
	if (!is_at_line_start(pp))
		pp_putc(pp, ' ');
	pp->last.kind = PP_END;
	s->stretch = (struct stretch){next, line + lines};
	pp_walk_to(&s->walk, next, line + lines);
}

/* Whether the name before p may be an invocation; p is after it. */
static bool may_be_invoked(const struct pp_macro *m, const char *p) {
	if (!m->is_function)
		return true;
	while (pp_class_of(*p) == C_BLANK)
		p++;
	return *p == '(' || *p == '\n' || *p == '/' || *p == '\\' || *p == 0;
}

/* Whether p is a name that a macro may replace; `end` is its end. */
static bool is_replaced(struct pp *pp, const char *p, const char *end) {
	u32 len = (u32)(end - p);
	if (!pp_may_have_shape(pp, p, len))
		return false;
	u32 hash = pp_hash(p, len);
	if (!pp_may_be_macro(pp, hash))
		return false;
	struct pp_name *n = pp_find(pp, p, len, hash);
	pp->known_at = p; /* lex.c need not look for it again */
	pp->known = n;
	return n && n->macro && may_be_invoked(n->macro, end);
}

/* Sets the token right before `at`, for the space between it and what a macro leaves.
 * Only its kind and its last character matter. */
static void remember(struct pp *pp, const struct stretch *s, const char *at) {
	const char *p = at - 1;
	if (at == s->begin)
		return;
	u32 class = pp_class_of(*p);
	if (class == C_BLANK || class == C_NEWLINE)
		return;
	u32 crossed = pp->crossed;
	if (class == C_STRING || class == C_CHAR)
		pp->last = (struct pp_token){.kind = PP_STRING, .text = p, .len = 1};
	else
		pp_lex_at(pp, p, at, pp->buf->base, &pp->last);
	pp->crossed = crossed;
}

/* Prints up to the token at `at`, and hands over to expand.c. False: nothing more is
 * read. */
static bool expand(struct pp *pp, struct scan *s, const char *at) {
	struct pp_buffer *b = pp->buf;
	u32 line = pp_walk_line(&s->walk, at);
	struct pp_token before;
	remember(pp, &s->stretch, at);
	before = pp->last;
	print_text(pp, &s->stretch, at, line);
	pp->last = before;
	b->at = at;
	b->line = line;
	pp->outer_line = line;
	pp_expand_here(pp);
	s->stretch = (struct stretch){b->at, b->line};
	s->walk.unfresh = b->at;
	pp_walk_to(&s->walk, b->at, b->line);
	return !pp->is_dead;
}

/* The # of a directive, or a character. False: nothing more is read. */
static bool hash(struct pp *pp, struct scan *s, const char *p) {
	struct pp_buffer *b = pp->buf;
	if (*p == '%' && (p[1] != ':' || p[2] == '%'))
		return true;
	const char *start = pp_walk_line_start(&s->walk, p);
	if (!start)
		return true;
	b->line = pp_walk_line(&s->walk, p);
	print(pp, &s->stretch, start, b->line); /* a pragma begins a line */
	b->at = p + (*p == '#' ? 1 : 2);
	pp_directive(pp);
	s->stretch = (struct stretch){b->at, b->line};
	pp_walk_to(&s->walk, b->at, b->line);
	return !pp->is_dead;
}

/* Passes a comment or a splice: white space, before which no token of its line may be. */
static void skip(struct pp *pp, struct scan *s, const char *p, const char *end,
                 u32 lines) {
	if (!pp_walk_line_start(&s->walk, p)) {
		print_and_skip(pp, s, p, end, lines);
		s->walk.unfresh = end;
		return;
	}
	u32 line = pp_walk_line(&s->walk, p);
	print(pp, &s->stretch, p, line);
	s->stretch = (struct stretch){end, line + lines};
	s->walk.fresh = end;
	pp_walk_to(&s->walk, end, line + lines);
}

static void slash(struct pp *pp, struct scan *s, const char *p) {
	u32 lines = 0;
	if (p[1] != '/' && p[1] != '*' && p[1] != '\\')
		return;
	const char *end = pp_comment(pp, p, &lines);
	if (end)
		skip(pp, s, p, end, lines);
}

static bool backslash(struct pp *pp, struct scan *s, const char *p) {
	u32 n = pp_splice(p);
	if (!n)
		return expand(pp, s, p);
	if (p > s->stretch.begin && pp_class_of(p[-1]) == C_PUNCT)
		return expand(pp, s, p - 1); /* the operator may go on */
	skip(pp, s, p, p + n, 1);
	return true;
}

/* A literal whose quote is at p and whose prefix begins at `start`. */
static bool literal(struct pp *pp, struct scan *s, const char *start, const char *p) {
	u32 lines = 0;
	const char *q = p == start || p[-1] != 'R' ? pp_literal_end(p)
	                : *p == '"'                ? pp_raw_end(p, pp->buf->end, &lines)
	                                           : p;
	if (!q)
		return expand(pp, s, start);
	pp_walk_to(&s->walk, q, pp_walk_line(&s->walk, start) + lines);
	return true;
}

static bool number(struct pp *pp, struct scan *s, const char *p) {
	const char *q = pp_number_end(pp, p);
	if (*q == '\\')
		return expand(pp, s, p);
	pp_walk_to(&s->walk, q, pp_walk_line(&s->walk, p));
	return true;
}

/* A word that begins at p. False: nothing more is read. */
static bool word(struct pp *pp, struct scan *s, const char *p) {
	u32 at = (u32)(p - s->walk.block.base);
	u64 after = ~s->walk.block.word >> at;
	const char *end;
	bool is_odd_end = true;
	if (after) {
		u32 len = (u32)__builtin_ctzll(after);
		end = p + len;
		is_odd_end = s->walk.block.odd >> (at + len) & 1;
	} else { /* it goes on in the next block */
		end = pp_word_end(p);
	}
	if (is_odd_end) {
		if ((*end == '"' || *end == '\'') && pp_is_prefix(p, (u32)(end - p)))
			return literal(pp, s, p, end);
		if (*end == '\\')
			return expand(pp, s, p);
	}
	if (!is_replaced(pp, p, end))
		return true;
	if (p > s->stretch.begin && p[-1] == '"') /* as a literal's suffix */
		pp_doubt(pp);
	return expand(pp, s, p);
}

void pp_scan(struct pp *pp) {
	struct pp_buffer *b = pp->buf;
	struct scan s = {.stretch = {b->at, b->line}};
	pp_walk_begin(pp, &s.walk, true);
	s.walk.fresh = b->at;
	for (bool goes_on = true; goes_on;) {
		const char *p = pp_walk_next(&s.walk);
		u32 class = pp_class_of(*p);
		if (class == C_NAME) {
			goes_on = word(pp, &s, p);
			continue;
		}
		switch (class) {
		case C_DIGIT: goes_on = number(pp, &s, p); break;
		case C_STRING:
		case C_CHAR: goes_on = literal(pp, &s, p, p); break;
		case C_SLASH: slash(pp, &s, p); break;
		case C_BACKSLASH: goes_on = backslash(pp, &s, p); break;
		case C_ZERO:
			if (p < b->end)
				break;
			b->line = pp_walk_line(&s.walk, p);
			print(pp, &s.stretch, p, b->line);
			b->at = p;
			return;
		default: goes_on = hash(pp, &s, p); break;
		}
	}
}
