/* pragma.c - #pragma and _Pragma: some are for the preprocessor, all others go on.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/state.h"

/* ("NAME") */
static struct pp_name *quoted_name(struct pp *pp) {
	struct pp_token open, name, close;
	u32 len;
	pp_lex(pp, &open);
	pp_lex(pp, &name);
	pp_lex(pp, &close);
	if (open.kind != PP_PUNCT || open.op != OP1('(') || name.kind != PP_STRING ||
	    close.kind != PP_PUNCT || close.op != OP1(')'))
		return NULL;
	const char *text = pp_unquote(pp, &name, &len);
	return pp_intern(pp, text, len);
}

static void push_macro(struct pp *pp) {
	struct pp_name *n = quoted_name(pp);
	if (!n)
		return;
	struct pp_saved *s = arena_new(pp->arena, struct pp_saved);
	s->macro = n->macro;
	s->next = n->saved;
	n->saved = s;
}

static void pop_macro(struct pp *pp) {
	struct pp_name *n = quoted_name(pp);
	if (!n || !n->saved)
		return;
	pp_set_macro(pp, n, n->saved->macro);
	n->saved = n->saved->next;
}

static void poison(struct pp *pp) {
	struct pp_token t;
	for (pp_lex(pp, &t); t.kind == PP_NAME; pp_lex(pp, &t)) {
		t.name->macro = NULL;
		t.name->is_poisoned = true;
		/* the scan stops at macros only: one that stands for itself */
		struct pp_token *body = arena_new(pp->arena, struct pp_token);
		struct pp_macro *m = arena_new(pp->arena, struct pp_macro);
		*body = t;
		body->flags = PF_PAINTED;
		*m = (struct pp_macro){.name = t.name, .body = body, .nbody = 1};
		pp_set_macro(pp, t.name, m);
	}
}

static void message(struct pp *pp, bool is_error) {
	struct pp_token t;
	u32 len;
	pp_lex(pp, &t);
	if (t.kind != PP_STRING)
		return;
	const char *text = pp_unquote(pp, &t, &len);
	if (is_error)
		pp_error(pp, t.at, t.len, E0807, "#pragma GCC error: %s", text);
	else
		pp_warning(pp, t.at, t.len, E0808, "#pragma GCC warning: %s", text);
}

static void system_header(struct pp *pp) {
	struct pp_buffer *b = pp->buf;
	if (!b->up) /* only what is included can be one */
		return;
	b->system = b->system ? b->system : 1;
	pp_marker(pp, b->line, "");
}

/* Obeys what the tokens say; true: it is for the compiler. */
static bool is_for_compiler(struct pp *pp, struct pp_token *first) {
	struct pp_token t;
	u32 word = first->kind == PP_NAME ? first->name->word : W_NONE;
	switch (word) {
	case W_ONCE:
		if (!pp->buf->up)
			pp_doubt(pp);
		if (pp->buf->file)
			pp->buf->file->twin->is_once = true;
		return false;
	case W_PUSH_MACRO: push_macro(pp); return false;
	case W_POP_MACRO: pop_macro(pp); return false;
	case W_GCC: break;
	default: return true;
	}
	pp_lex(pp, &t);
	if (t.kind != PP_NAME)
		return true;
	switch (t.name->word) {
	case W_SYSTEM_HEADER: system_header(pp); return false;
	case W_POISON: poison(pp); return false;
	case W_DEPENDENCY: return false;
	case W_ERROR:
	case W_WARNING: message(pp, t.name->word == W_ERROR); return false;
	default: return true;
	}
}

/* Whether the words after it are macro-expanded. */
static bool is_expanded(const struct pp *pp, const struct pp_token *t) {
	u32 word = t->kind == PP_NAME ? t->name->word : W_NONE;
	return word == W_MESSAGE || (word == W_OMP && pp->o->expands_omp);
}

static void print_tokens(struct pp *pp, struct pp_token *first, bool expands) {
	struct pp_token t = *first;
	pp_put(pp, "#pragma", 7);
	pp->last.kind = PP_END;
	for (u32 i = 0; t.kind != PP_END; i++) {
		if (i == 0 || t.flags & PF_WHITE || pp_needs_space(&pp->last, &t))
			pp_putc(pp, ' ');
		pp_put(pp, t.text, t.len);
		pp->last = t;
		if (expands)
			pp_next(pp, &t);
		else
			pp_lex(pp, &t);
	}
	pp_putc(pp, '\n');
	pp->out_line++;
	pp->last.kind = PP_END;
}

/* Among the arguments of a macro it is a token of its own. */
static void keep(struct pp *pp, const struct pp_token *first) {
	const char *end = first->text + first->len;
	if (!(first->flags & PF_CLEANED)) {
		pp_skip_line(pp);
		end = pp->buf->at;
	}
	pp->pragma = *first;
	pp->pragma.kind = PP_PRAGMA;
	pp->pragma_line = pp->token_line;
	pp->pragma.len = (u32)(end - first->text);
}

void pp_pragma(struct pp *pp) {
	struct pp_buffer *b = pp->buf;
	struct pp_token t;
	u32 line = b->line;
	pp_lex(pp, &t);
	const char *after = b->at;
	u32 after_line = b->line;
	bool prints = is_for_compiler(pp, &t);
	if (!prints || t.kind == PP_END)
		return;
	b->at = after;
	b->line = after_line;
	if (pp->parsing_args) {
		keep(pp, &t);
		return;
	}
	pp_sync(pp, line, b->system);
	if (pp->nout && pp->out[pp->nout - 1] != '\n')
		pp_putc(pp, '\n'), pp->out_line++;
	print_tokens(pp, &t, is_expanded(pp, &t));
}

bool pp_pragma_operator(struct pp *pp, const char *text, u32 len, u32 at) {
	char *copy = arena_alloc(pp->arena, len + SOURCE_TAIL, 1);
	memcpy(copy, text, len);
	memset(copy + len, 0, SOURCE_TAIL);
	struct pp_buffer b = *pp->buf;
	struct pp_token t;
	VEC(struct pp_context) none = {0}, saved;
	memcpy(&saved, &pp->context, sizeof saved);
	memcpy(&pp->context, &none, sizeof none);
	b.up = pp->buf->up;
	b.text = b.at = copy;
	b.end = copy + len;
	b.base = at;
	struct pp_buffer *outer = pp->buf;
	bool was = pp->in_directive;
	pp->in_directive = true;
	pp->buf = &b;
	pp_lex(pp, &t);
	bool prints = is_for_compiler(pp, &t);
	outer->system = b.system;
	pp->buf = outer;
	pp->in_directive = was;
	memcpy(&pp->context, &saved, sizeof saved);
	return prints;
}
