/* print.c - the result: stretches of text, tokens, line markers. Every token is printed
 * on the line that it has in its file; one that came out of a macro, on the line of the
 * macro's name.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/state.h"

enum {
	LINES_APART = 8, /* a marker instead of more ends of lines than this */
	QUICK_GROWTH = 1 << 20,
	COLUMNS = 2000, /* what is farther right may lose its column */
};

static void grow(struct pp *pp, size_t n) {
	size_t cap = pp->out_cap ? pp->out_cap : 1 << 16;
	while (cap < pp->nout + n) /* copying costs more than room */
		cap *= cap < QUICK_GROWTH ? 64 : 2;
	char *out = arena_alloc(pp->arena, cap + 2, 1);
	if (pp->nout)
		memcpy(out, pp->out, pp->nout);
	pp->out = out;
	pp->out_cap = cap;
}

void pp_put_more(struct pp *pp, const char *s, size_t n) {
	if (pp->macros_only || pp->is_dead)
		return;
	if (pp->nout + n > pp->most) {
		pp_error(pp, pp->outer_at, pp->outer_len, E0813,
		         "the preprocessed text has more than %zu bytes", pp->most);
		pp_die(pp);
		return;
	}
	if (pp->nout + n > pp->out_cap)
		grow(pp, n);
	memcpy(pp->out + pp->nout, s, n);
	pp->nout += n;
	pp->out_room = MIN(pp->out_cap, pp->most);
}

static bool at_line_start(const struct pp *pp) {
	return pp->nout == 0 || pp->out[pp->nout - 1] == '\n';
}

/* `# 12 "file.h" 1 3` */
static void marker(struct pp *pp, u32 line, const char *flags, u8 system) {
	const struct pp_buffer *b = pp->buf;
	char number[16];
	if (!at_line_start(pp))
		pp_putc(pp, '\n');
	pp->last.kind = PP_END;
	pp->out_line = line;
	pp->out_known = true;
	pp->out_system = system;
	if (pp->o->no_markers)
		return;
	char *digit = number + sizeof number;
	do
		*--digit = (char)('0' + line % 10);
	while (line /= 10);
	pp_put(pp, "# ", 2);
	pp_put(pp, digit, (size_t)(number + sizeof number - digit));
	pp_put(pp, " \"", 2);
	const char *s = b->name;
	for (size_t n; (n = strcspn(s, "\"\\")), s[n]; s += n + 1) {
		pp_put(pp, s, n);
		pp_putc(pp, '\\');
		pp_putc(pp, s[n]);
	}
	pp_put(pp, s, strlen(s));
	pp_putc(pp, '"');
	pp_put(pp, flags, strlen(flags));
	if (system)
		pp_put(pp, system == 2 ? " 3 4" : " 3", system == 2 ? 4 : 2);
	pp_putc(pp, '\n');
}

void pp_marker(struct pp *pp, u32 line, const char *flags) {
	marker(pp, line, flags, pp->buf->system);
}

void pp_sync(struct pp *pp, u32 line, u8 system) {
	bool is_near = pp->out_known &&
	               (system == pp->out_system || system == PP_BUILT_IN);
	if (is_near && line == pp->out_line)
		return;
	pp->last.kind = PP_END;
	if (is_near && line > pp->out_line && line - pp->out_line <= LINES_APART) {
		for (; pp->out_line < line; pp->out_line++)
			pp_putc(pp, '\n');
		return;
	}
	marker(pp, line, "", system == PP_BUILT_IN ? pp->buf->system : system);
}

void pp_sync_column(struct pp *pp, u32 line, u8 system, const char *at) {
	const char *begin = at, *text = pp->buf->text;
	pp_sync(pp, line, system);
	if (!at_line_start(pp))
		return;
	while (begin > text && begin[-1] != '\n' && at - begin < COLUMNS)
		begin--;
	if (at - begin >= 3 && memcmp(begin, PP_BOM, 3) == 0)
		begin += 3;
	for (; begin < at; begin++)
		pp_putc(pp, *begin == '\t' ? '\t' : ' ');
}

static char last_char(const struct pp_token *t) {
	return t->len ? t->text[t->len - 1] : 0;
}

/* Whether a and b, one after the other, would be read as something else. */
bool pp_needs_space(const struct pp_token *a, const struct pp_token *b) {
	u32 ka = a->kind, kb = b->kind;
	char c = kb == PP_PUNCT ? b->text[0] : 0;
	if (ka == PP_END || kb == PP_END)
		return false;
	switch (ka) {
	case PP_NAME:
	case PP_PRAGMA:
		return kb == PP_NAME || kb == PP_NUMBER || kb == PP_CHAR ||
		       kb == PP_STRING;
	case PP_NUMBER:
		return kb == PP_NAME || kb == PP_NUMBER || kb == PP_CHAR || c == '.' ||
		       c == '+' || c == '-';
	case PP_CHAR:
	case PP_STRING: return kb == PP_NAME;
	case PP_OTHER: return a->text[0] == '\\' || kb == PP_OTHER;
	case PP_PUNCT: break;
	default: return false;
	}
	if (c == '=' && strchr("=!<>+-*/%&|^", last_char(a)) && last_char(a))
		return true;
	switch (a->op) {
	case OP1('>'): return c == '>';
	case OP1('<'): return c == '<' || c == '%' || c == ':';
	case OP1('+'): return c == '+';
	case OP1('-'): return c == '-' || c == '>';
	case OP1('/'): return c == '/' || c == '*';
	case OP1('%'): return c == ':' || c == '%' || c == '>';
	case OP1('&'): return c == '&';
	case OP1('|'): return c == '|';
	case OP1(':'): return c == ':' || c == '>';
	case OP2('-', '>'): return c == '*';
	case OP2('<', '='): return c == '>';
	case OP1('.'): return c == '.' || c == '*' || c == '%' || kb == PP_NUMBER;
	case OP1('#'):
	case OP2('%', ':'): return c == '#' || c == '%';
	default: return false;
	}
}

/* Raw strings have ends of lines. */
static void count_lines(struct pp *pp, const struct pp_token *t) {
	if (t->kind != PP_STRING)
		return;
	for (u32 i = 0; i < t->len; i++)
		pp->out_line += t->text[i] == '\n';
}

void pp_print_token(struct pp *pp, const struct pp_token *t) {
	pp_put(pp, t->text, t->len);
	count_lines(pp, t);
	pp->last = *t;
}

void pp_print_pragma(struct pp *pp, const char *text, u32 len, u32 line) {
	if (!at_line_start(pp))
		pp_putc(pp, '\n'), pp->out_line++;
	if (!pp->out_known || pp->out_line != line || pp->out_system != pp->buf->system)
		pp_marker(pp, line, "");
	pp_put(pp, "#pragma ", 8);
	pp_put(pp, text, len);
	pp_putc(pp, '\n');
	pp->out_line++;
	pp->last.kind = PP_END;
}
