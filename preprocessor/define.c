/* define.c - #define, #undef, -D and -U.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/state.h"

void pp_set_macro(struct pp *pp, struct pp_name *n, struct pp_macro *m) {
	u32 a = n->hash % NFILTER, b = n->hash / NFILTER % NFILTER;
	u32 shape = pp_shape(n->s, n->len);
	n->macro = m;
	if (!m)
		return;
	pp->shape[shape / 64] |= 1ull << shape % 64;
	pp->filter[a / 64] |= 1ull << a % 64;
	pp->filter[b / 64] |= 1ull << b % 64;
}

static bool is_name_of_macro(struct pp *pp, const struct pp_token *t, const char *what) {
	if (t->kind == PP_END) {
		pp_error(pp, t->at, 1, E0802, "#%s needs the name of a macro", what);
		return false;
	}
	u32 word = t->kind == PP_NAME ? t->name->word : W_NONE;
	if (t->kind == PP_NAME && word != W_DEFINED && word != W_VA_ARGS &&
	    word != W_VA_OPT && !(word >= W_AND && word <= W_XOR_EQ) &&
	    !t->name->is_poisoned)
		return true;
	pp_error(pp, t->at, t->len, E0802, "'%.*s' cannot be the name of a macro",
	         (int)t->len, t->text);
	return false;
}

/* ---- parameters ------------------------------------------------------------------ */

static bool add_param(struct pp *pp, struct pp_macro *m, struct pp_names *list,
                      const struct pp_token *t, struct pp_name *name) {
	if (name->param) {
		pp_error(pp, t->at, t->len, E0802, "the parameter '%s' is there twice",
		         name->s);
		return false;
	}
	if (list->n == PARAM_MAX) {
		pp_error(pp, t->at, t->len, E0802, "more than %u parameters", PARAM_MAX);
		return false;
	}
	vec_push(pp->arena, list, (const char *)name);
	name->param = list->n;
	m->nparam = list->n;
	m->param = (struct pp_name **)(void *)list->at;
	return true;
}

/* (a, b, ...) */
static bool read_params(struct pp *pp, struct pp_macro *m) {
	struct pp_names list = {0};
	struct pp_token t;
	for (bool wants_name = true;;) {
		pp_lex(pp, &t);
		bool is_punct = t.kind == PP_PUNCT;
		if (is_punct && t.op == OP1(')') && (!wants_name || !list.n))
			return true;
		if (is_punct && t.op == OP1(',') && !wants_name && !m->is_variadic) {
			wants_name = true;
		} else if (is_punct && t.op == OP3('.', '.', '.') && !m->is_variadic) {
			m->is_variadic = true;
			m->is_named_variadic = !wants_name;
			if (wants_name && !add_param(pp, m, &list, &t,
			                             pp_intern(pp, "__VA_ARGS__", 11)))
				return false;
			wants_name = false;
		} else if (t.kind == PP_NAME && wants_name && !m->is_variadic &&
		           t.name->word != W_VA_ARGS) {
			if (!add_param(pp, m, &list, &t, t.name))
				return false;
			wants_name = false;
		} else {
			pp_error(
				pp, t.at, MAX(t.len, 1u), E0802,
				t.kind == PP_END
					? "the parameters of '%s' have no ')'"
					: "the parameters of '%s' are names, ',' between "
					  "them",
				m->name->s);
			return false;
		}
	}
}

/* ---- the replacement list -------------------------------------------------------- */

static bool is_paste(const struct pp_token *t) {
	return t->kind == PP_PUNCT &&
	       (t->op == OP2('#', '#') || t->op == OP4('%', ':', '%', ':'));
}

static bool is_hash(const struct pp_token *t) {
	return t->kind == PP_PUNCT && (t->op == OP1('#') || t->op == OP2('%', ':'));
}

struct body {
	struct pp_tokens list;
	u32 opt_depth; /* parentheses in __VA_OPT__, 0 outside */
	bool after_hash, after_paste;
	struct pp_token hash;
};

static bool wrong(struct pp *pp, const struct pp_token *t, const char *text) {
	pp_error(pp, t->at, MAX(t->len, 1u), E0811, "%s", text);
	return false;
}

/* Enters __VA_OPT__(; the parenthesis is read here. */
static bool open_opt(struct pp *pp, struct body *b, struct pp_token *t) {
	struct pp_token open;
	if (b->opt_depth)
		return wrong(pp, t, "__VA_OPT__ cannot be in another");
	pp_lex(pp, &open);
	if (open.kind != PP_PUNCT || open.op != OP1('('))
		return wrong(pp, t, "__VA_OPT__ needs its parentheses");
	t->kind = PP_OPT;
	b->opt_depth = 1;
	return true;
}

static void count_parentheses(struct body *b, struct pp_token *t) {
	if (!b->opt_depth || t->kind != PP_PUNCT)
		return;
	if (t->op == OP1('('))
		b->opt_depth++;
	else if (t->op == OP1(')') && --b->opt_depth == 0)
		t->kind = PP_OPT_END;
}

/* Adds a token of the list; false after a message. */
static bool add_token(struct pp *pp, const struct pp_macro *m, struct body *b,
                      struct pp_token *t) {
	if (is_paste(t) && !b->after_hash) {
		if (!b->list.n || b->after_paste || vec_last(&b->list).kind == PP_OPT)
			return b->after_paste ||
			       wrong(pp, t, "## needs a token before it");
		vec_last(&b->list).flags |= PF_PASTE;
		b->after_paste = true;
		return true;
	}
	if (t->kind == PP_NAME && t->name->word == W_VA_OPT && m->is_variadic) {
		if (!open_opt(pp, b, t))
			return false;
	} else if (t->kind == PP_NAME && t->name->param) {
		t->kind = PP_PARAM;
		t->param = t->name->param - 1;
	} else if (t->kind == PP_NAME && t->name->word == W_VA_ARGS &&
	           !(pp->buf && pp->buf->system)) {
		pp_warning(pp, t->at, t->len, E0811,
		           "__VA_ARGS__ is a parameter of variadic macros only");
	}
	if (b->after_hash) {
		if (t->kind != PP_PARAM && t->kind != PP_OPT)
			return wrong(pp, &b->hash, "# needs a parameter after it");
		t->flags = (u8)((t->flags & ~PF_WHITE) | (b->hash.flags & PF_WHITE));
		t->flags |= PF_STRING;
	}
	b->after_hash = b->after_paste = false;
	if (m->is_function && is_hash(t)) {
		b->after_hash = true;
		b->hash = *t;
		return true;
	}
	count_parentheses(b, t);
	if (t->kind == PP_OPT_END && vec_last(&b->list).flags & PF_PASTE)
		return wrong(pp, t, "## needs a token after it");
	vec_push(&pp->temp, &b->list, *t);
	return true;
}

static bool read_body(struct pp *pp, struct pp_macro *m, struct pp_token *first) {
	struct body b = {0};
	struct pp_token t = *first;
	for (; t.kind != PP_END; pp_lex(pp, &t))
		if (!add_token(pp, m, &b, &t))
			return false;
	if (b.after_hash)
		return wrong(pp, &b.hash, "# needs a parameter after it");
	if (b.after_paste)
		return wrong(pp, &vec_last(&b.list), "## needs a token after it");
	if (b.opt_depth)
		return wrong(pp, &t, "__VA_OPT__( has no ')'");
	if (b.list.n)
		b.list.at[0].flags &= (u8)~PF_WHITE;
	m->nbody = b.list.n;
	m->body = arena_copy(pp->arena, b.list.at, sizeof(struct pp_token) * b.list.n,
	                     _Alignof(struct pp_token));
	return true;
}

/* ---- redefinition ---------------------------------------------------------------- */

static bool same_token(const struct pp_token *a, const struct pp_token *b) {
	u32 flags = PF_WHITE | PF_STRING | PF_PASTE;
	return a->kind == b->kind && (a->flags & flags) == (b->flags & flags) &&
	       (a->kind == PP_PARAM
	                ? a->param == b->param
	                : a->len == b->len && memcmp(a->text, b->text, a->len) == 0);
}

static bool same_macro(const struct pp_macro *a, const struct pp_macro *b) {
	if (a->builtin || a->nbody != b->nbody || a->nparam != b->nparam ||
	    a->is_function != b->is_function || a->is_variadic != b->is_variadic)
		return false;
	for (u32 i = 0; i < a->nparam; i++)
		if (a->param[i] != b->param[i])
			return false;
	for (u32 i = 0; i < a->nbody; i++)
		if (!same_token(&a->body[i], &b->body[i]))
			return false;
	return true;
}

static void check_redefinition(struct pp *pp, const struct pp_macro *old,
                               const struct pp_macro *m, u32 len) {
	if (same_macro(old, m))
		return;
	struct diag_record *r = pp_warning(
		pp, m->at, len, E0809, "macro '%s' is defined differently", m->name->s);
	if (old->at)
		diag_range(r, (struct loc){old->at, old->at + m->name->len},
		           "the definition before it");
}

/* ---- directives ------------------------------------------------------------------ */

static bool read_definition(struct pp *pp, struct pp_macro *m) {
	struct pp_token t;
	const char *after = pp->buf->at;
	pp_lex(pp, &t);
	if (t.kind == PP_PUNCT && t.op == OP1('(') && t.text == after &&
	    !(t.flags & PF_WHITE)) {
		m->is_function = true;
		if (!read_params(pp, m))
			return false;
		pp_lex(pp, &t);
	} else if (t.kind != PP_END && !(t.flags & PF_WHITE)) {
		pp_warning(pp, t.at, t.len, E0802,
		           "white space is needed between the name of a macro and what "
		           "it means");
	}
	return read_body(pp, m, &t);
}

void pp_define(struct pp *pp) {
	struct pp_token t;
	pp_lex(pp, &t);
	if (!is_name_of_macro(pp, &t, "define"))
		return;
	struct pp_macro *m = arena_new(pp->arena, struct pp_macro), *old = t.name->macro;
	m->name = t.name;
	m->at = t.at;
	m->is_system = pp->buf->system;
	bool ok = read_definition(pp, m);
	for (u32 i = 0; i < m->nparam; i++)
		m->param[i]->param = 0;
	if (!ok)
		return;
	if (old)
		check_redefinition(pp, old, m, t.len);
	if (old && old->is_disabled) { /* defined again among its own arguments */
		old->is_disabled = false;
	}
	pp_set_macro(pp, t.name, m);
}

void pp_undef(struct pp *pp) {
	struct pp_token t;
	pp_lex(pp, &t);
	if (is_name_of_macro(pp, &t, "undef"))
		t.name->macro = NULL;
}

/* NAME=VALUE is `#define NAME VALUE`, NAME alone is 1. */
void pp_define_option(struct pp *pp, const char *text) {
	const char *eq = strchr(text, '=');
	size_t n = eq ? (size_t)(eq - text) : strlen(text);
	const char *line = arena_printf(pp->arena, "%.*s %s", (int)n, text,
	                                eq ? eq + 1 : "1");
	struct source_file *s = source_add(pp->diag->sources, "<command-line>", line,
	                                   strcspn(line, "\n"));
	if (!s)
		return;
	struct pp_buffer b = {.up = pp->buf,
	                      .name = "<command-line>",
	                      .text = s->text,
	                      .at = s->text,
	                      .end = s->text + s->len,
	                      .base = s->base,
	                      .line = 1};
	pp->buf = &b;
	pp->in_directive = true;
	pp_define(pp);
	pp->in_directive = false;
	pp->buf = b.up;
}
