/* scan.c - the way of most text through the preprocessor: a stretch without directives,
 * comments and macros is copied as it is. See state.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/state.h"

/* What was passed and not yet printed. A stretch without a token is dropped. */
struct stretch {
	const char *begin;
	const char *last; /* where the newest token begins, NULL for none in the file */
	u32 line;         /* of its begin */
};

static bool is_at_line_start(const struct pp *pp) {
	return !pp->nout || pp->out[pp->nout - 1] == '\n';
}

static void print(struct pp *pp, struct stretch *s, const char *end, u32 line) {
	if (s->last && s->last >= s->begin) {
		for (; *s->begin == '\n'; s->begin++)
			s->line++;
		pp_sync_column(pp, s->line, pp->buf->system, s->begin);
		pp_put(pp, s->begin, (size_t)(end - s->begin));
		pp->out_line += line - s->line;
		pp->last.kind = PP_END;
	} else if (end > s->begin && !is_at_line_start(pp)) {
		pp_putc(pp, ' ');
		pp->last.kind = PP_END;
	}
	s->begin = end;
	s->line = line;
}

/* Prints, and goes on after something that is worth a space. */
static void print_and_skip(struct pp *pp, struct stretch *s, const char *end, u32 line,
                           const char *next, u32 next_line) {
	print(pp, s, end, line);
	if (!is_at_line_start(pp))
		pp_putc(pp, ' ');
	pp->last.kind = PP_END;
	s->begin = next;
	s->line = next_line;
}

/* Whether the name before p may be an invocation; p is after it. */
static bool may_be_invoked(const struct pp_macro *m, const char *p) {
	if (!m->is_function)
		return true;
	while (pp_class_of(*p) == C_BLANK)
		p++;
	return *p == '(' || *p == '\n' || *p == '/' || *p == '\\' || *p == 0;
}

/* The token before one that a macro may replace, for the space between them. */
static void remember(struct pp *pp, const struct stretch *s, const char *prev,
                     const char *at) {
	u32 crossed = pp->crossed;
	if (prev && prev >= s->begin && prev < at && pp_class_of(at[-1]) != C_BLANK &&
	    at[-1] != '\n')
		pp_lex_at(pp, prev, at, pp->buf->base, &pp->last);
	pp->crossed = crossed;
}

void pp_scan(struct pp *pp) {
	struct pp_buffer *b = pp->buf;
	const char *p = b->at, *q, *start, *prev = NULL;
	struct stretch s = {p, NULL, b->line};
	const char *last = NULL; /* s.last, while nothing is printed */
	struct pp_name *n;
	struct pp_token before;
	u32 line = b->line, lines, h;
	goto line_start;
	for (;;) {
		/* what is between words */
		u32 class;
		while ((class = pp_class_of(*p)) == C_BLANK || class == C_PUNCT) {
			last = class == C_PUNCT ? p : last;
			p++;
		}
		switch (class) {
		case C_NEWLINE:
			p++;
			line++;
		line_start:
			start = p;
			while (pp_class_of(*p) == C_BLANK)
				p++;
			if (*p == '#' || (*p == '%' && p[1] == ':' && p[2] != '%')) {
				s.last = last;
				print(pp, &s, start, line); /* a pragma begins a line */
				b->at = p + (*p == '#' ? 1 : 2);
				b->line = line;
				b->last = last;
				pp_directive(pp);
				p = b->at;
				line = b->line;
				s = (struct stretch){p, b->last, line};
				last = s.last;
				if (pp->is_dead)
					return;
			} else if (*p == '/') {
				lines = 0;
				q = pp_comment(pp, p, &lines);
				if (q) {
					s.last = last;
					print(pp, &s, p, line);
					p = q;
					line += lines;
					s.begin = p;
					s.line = line;
					goto line_start;
				}
			}
			break;
		case C_NAME:
			start = p;
			p = pp_word_end(p);
			prev = last;
			last = start;
			if ((*p == '"' || *p == '\'') &&
			    pp_is_prefix(start, (u32)(p - start))) {
				lines = 0;
				q = p[-1] != 'R' ? pp_literal_end(p)
				    : *p == '"'  ? pp_raw_end(p, b->end, &lines)
				                 : p;
				if (!q)
					goto slow;
				p = q;
				line += lines;
				break;
			}
			if (*p == '\\')
				goto slow;
			if (!pp_may_have_shape(pp, start, (u32)(p - start)))
				break;
			h = pp_hash(start, (u32)(p - start));
			if (!pp_may_be_macro(pp, h))
				break;
			n = pp_find(pp, start, (u32)(p - start), h);
			if (!n || !n->macro || !may_be_invoked(n->macro, p))
				break;
			if (prev && start[-1] == '"') /* as a literal's suffix */
				pp_doubt(pp);
			goto slow;
		case C_DIGIT:
		number:
			start = p;
			last = p;
			p = pp_number_end(pp, p);
			if (*p == '\\')
				goto slow;
			break;
		case C_DOT:
			if (pp_class_of(p[1]) == C_DIGIT)
				goto number;
			last = p++;
			break;
		case C_STRING:
		case C_CHAR:
			start = last = p;
			p = pp_literal_end(p);
			if (!p)
				goto slow;
			break;
		case C_SLASH:
			lines = 0;
			q = pp_comment(pp, p, &lines);
			if (!q) {
				last = p++;
				break;
			}
			s.last = last;
			print_and_skip(pp, &s, p, line, q, line + lines);
			p = q;
			line += lines;
			break;
		case C_BACKSLASH:
			h = pp_splice(p);
			start = last;
			if (h && start && start >= s.begin && start < p &&
			    pp_class_of(p[-1]) == C_PUNCT)
				goto slow; /* the operator may go on */
			if (h) {
				s.last = last;
				print_and_skip(pp, &s, p, line, p + h, line + 1);
				p += h;
				line++;
				break;
			}
			start = last = p;
			goto slow;
		case C_ZERO:
			if (p >= b->end)
				goto end;
			last = p++;
			break;
		default: last = p++; break;
		}
		continue;
	slow:
		s.last = last;
		before = pp->last;
		if (s.begin < start)
			before.kind = PP_END;
		remember(pp, &s, prev, start);
		if (pp->last.kind != PP_END && s.begin < start)
			before = pp->last;
		print(pp, &s, start, line);
		pp->last = before;
		b->at = start;
		b->line = line;
		pp->outer_line = line;
		pp_expand_here(pp);
		p = b->at;
		line = b->line;
		s = (struct stretch){p, start, line};
		last = start;
		prev = NULL;
		if (pp->is_dead)
			return;
	}
end:
	s.last = last;
	print(pp, &s, p, line);
	b->at = p;
	b->line = line;
	b->last = last;
}
