/* expand.c - macro expansion, in GCC's order: a macro is disabled while its replacement
 * list is read, a name that was met while its macro was disabled stays as it is for ever
 * (painted), and PAD tokens carry the white space that belongs around what a macro left.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/state.h"

/* An argument: as written, and after expansion, made on the first use. */
struct argument {
	struct pp_token *raw, *expanded;
	u32 nraw, nexpanded;
	u32 from; /* raw's place in the list of all arguments */
	bool is_expanded, is_absent;
};

static const struct pp_token pads[] = {
#define PAD(k) [k] = {.kind = PP_PAD, .op = (k), .text = ""}
	PAD(PAD_NONE),
	PAD(PAD_TIGHT),
	PAD(PAD_WHITE),
};

static struct pp_token pad(u64 kind) {
	return pads[kind];
}

static u64 pad_of(const struct pp_token *t) {
	return t->flags & PF_WHITE ? PAD_WHITE : PAD_TIGHT;
}

/* ---- contexts -------------------------------------------------------------------- */

void pp_push_tokens(struct pp *pp, const struct pp_token *t, u32 n,
                    struct pp_macro *macro) {
	struct pp_context c = {t, n ? t + n : t, macro, false};
	vec_push(pp->arena, &pp->context, c);
	if (macro)
		macro->is_disabled = true;
}

static void pop(struct pp *pp) {
	struct pp_context *c = &vec_last(&pp->context);
	if (c->macro)
		c->macro->is_disabled = false;
	pp->context.n--;
}

void pp_drop_contexts(struct pp *pp, u32 n) {
	while (pp->context.n > n)
		pop(pp);
}

/* ---- arguments ------------------------------------------------------------------- */

/* Looks for the ( of an invocation. Where there is none, what was read is put back, and
 * *white says whether there was white space. */
static bool find_open(struct pp *pp) {
	struct pp_buffer *b = pp->buf;
	u8 args = pp->parsing_args;
	bool saved = pp->no_expansion;
	struct pp_token t, padding = pad(PAD_NONE);
	bool has_padding = false;
	const char *at = b->at;
	u32 line = b->line;
	pp->no_expansion = true;
	pp->parsing_args = 1;
	do {
		at = b->at;
		line = b->line;
		pp_get(pp, &t);
		if (t.kind == PP_PAD && (!has_padding || padding.op == PAD_NONE ||
		                         (padding.op == PAD_TIGHT && t.op == PAD_NONE))) {
			padding = t;
			has_padding = true;
		}
	} while (t.kind == PP_PAD);
	pp->parsing_args = args;
	pp->no_expansion = saved;
	if (t.kind == PP_PUNCT && t.op == OP1('('))
		return true;
	if (pp->context.n && !vec_last(&pp->context).is_argument) {
		if (t.kind != PP_END)
			vec_last(&pp->context).at--;
	} else if (!pp->context.n) {
		b->at = at;
		b->line = line;
	} else if (t.kind != PP_END) {
		vec_last(&pp->context).at--;
	}
	if (has_padding) {
		struct pp_token *copy = arena_copy(&pp->temp, &padding, sizeof padding,
		                                   _Alignof(struct pp_token));
		pp_push_tokens(pp, copy, 1, NULL);
	}
	return false;
}

/* Most lists have a few dozen tokens: room for them at once. */
static void begin_list(struct pp *pp, struct pp_tokens *list) {
	enum { FEW = 24 };
	*list = (struct pp_tokens){.at = arena_array_raw(&pp->temp, struct pp_token, FEW),
	                           .cap = FEW};
}

/* Makes room for n tokens. Lists that double from macro to macro end in an error: where a
 * result has a limit, its tokens have one. */
static void grow(struct pp *pp, struct pp_tokens *list, u32 n) {
	if (list->n + (u64)n > MIN(pp->most * 4, (u64)TOKENS_MOST) && !pp->is_dead) {
		pp_error(pp, pp->outer_at, pp->outer_len, E0813,
		         "a macro becomes more than %u tokens", list->n);
		pp_die(pp);
	}
	while (list->cap - list->n < n)
		vec_grow(&pp->temp, (void **)&list->at, &list->cap, sizeof *list->at);
}

/* A place at the end of a list; what is put there counts after list->n++. */
static struct pp_token *next_in(struct pp *pp, struct pp_tokens *list) {
	if (list->n == list->cap)
		grow(pp, list, 1);
	return &list->at[list->n];
}

static void end_argument(struct argument *arg, struct pp_tokens *list) {
	while (list->n > arg->from && vec_last(list).kind == PP_PAD)
		list->n--;
	arg->nraw = list->n - arg->from;
}

static bool arguments_fit(struct pp *pp, const struct pp_macro *m, u32 n) {
	if (n == m->nparam || (n + 1 == m->nparam && m->is_variadic))
		return true;
	struct diag_record *r = pp_error(pp, pp->outer_at, pp->outer_len, E0810,
	                                 "macro '%s' takes %s%u argument%s, not %u",
	                                 m->name->s, m->is_variadic ? "at least " : "",
	                                 m->nparam - m->is_variadic,
	                                 m->nparam - m->is_variadic == 1 ? "" : "s", n);
	if (m->at)
		diag_range(r, (struct loc){m->at, m->at + m->name->len}, "defined here");
	return false;
}

/* Reads up to the closing parenthesis. Where there are more arguments than parameters,
 * only their number matters. */
static bool read_arguments(struct pp *pp, struct pp_macro *m, struct argument *args) {
	struct pp_tokens list;
	u32 n = 0, depth = 0, from = 0; /* of the argument */
	begin_list(pp, &list);
	for (;;) {
		struct pp_token *t = next_in(pp, &list);
		pp_get(pp, t);
		if (t->kind == PP_END) {
			pp_error(pp, pp->outer_at, pp->outer_len, E0810,
			         "the arguments of macro '%s' have no ')'", m->name->s);
			return false;
		}
		if (t->kind == PP_PAD && list.n == from)
			continue;
		if (t->kind == PP_PUNCT) {
			bool is_last = m->is_variadic && n + 1 >= m->nparam;
			if (t->op == OP1(')') && depth-- == 0)
				break;
			if (t->op == OP1('('))
				depth++;
			if (t->op == OP1(',') && !depth && !is_last) {
				if (n < m->nparam)
					end_argument(&args[n], &list);
				else
					list.n = from;
				from = list.n;
				if (++n < m->nparam)
					args[n].from = from;
				continue;
			}
		}
		list.n++;
	}
	if (n < m->nparam)
		end_argument(&args[n], &list);
	for (u32 i = 0; i < m->nparam; i++)
		args[i].raw = list.at + args[i].from;
	bool is_empty = n == 0 && (m->nparam ? args[0].nraw == 0 : list.n == 0);
	n++;
	if (is_empty && m->nparam == 0)
		n = 0;
	if (!arguments_fit(pp, m, n))
		return false;
	/* GNU: the comma before ## goes if the variable arguments were left out */
	if (m->is_variadic)
		args[m->nparam - 1].is_absent = n < m->nparam ||
		                                (n == 1 && is_empty && !pp->o->is_strict);
	return true;
}

static bool collect(struct pp *pp, struct pp_macro *m, struct argument *args) {
	u8 was = pp->parsing_args;
	bool saved = pp->no_expansion;
	pp->parsing_args = 2;
	pp->no_expansion = true;
	bool ok = read_arguments(pp, m, args);
	pp->parsing_args = was;
	pp->no_expansion = saved;
	return ok;
}

/* Whether expansion leaves the argument as it is: it has neither macros nor ##. */
static bool is_plain(const struct argument *arg) {
	for (u32 i = 0; i < arg->nraw; i++) {
		const struct pp_token *t = &arg->raw[i];
		if (t->flags & PF_PASTE || (t->kind == PP_NAME && t->name->macro))
			return false;
	}
	return true;
}

bool pp_is_too_deep(struct pp *pp) {
	if (pp->expand_depth < EXPAND_DEPTH_MAX)
		return false;
	pp_error(pp, pp->outer_at, pp->outer_len, E0813,
	         "arguments of macros are nested more than %d deep", EXPAND_DEPTH_MAX);
	pp_die(pp);
	return true;
}

static void expand_argument(struct pp *pp, struct argument *arg) {
	struct pp_tokens list;
	bool saved = pp->no_expansion;
	u8 args = pp->parsing_args;
	if (arg->is_expanded)
		return;
	arg->is_expanded = true;
	if (!arg->nraw)
		return;
	if (is_plain(arg)) {
		arg->expanded = arg->raw;
		arg->nexpanded = arg->nraw;
		return;
	}
	if (pp_is_too_deep(pp))
		return;
	pp->expand_depth++;
	pp->no_expansion = false;
	pp->parsing_args = 0;
	begin_list(pp, &list);
	struct pp_context c = {arg->raw, arg->raw + arg->nraw, NULL, true};
	vec_push(pp->arena, &pp->context, c);
	for (;; list.n++) {
		struct pp_token *t = next_in(pp, &list);
		pp_get(pp, t);
		if (t->kind == PP_END)
			break;
	}
	pop(pp);
	pp->no_expansion = saved;
	pp->parsing_args = args;
	pp->expand_depth--;
	arg->expanded = list.at;
	arg->nexpanded = list.n;
}

/* ---- the replacement list with its arguments ------------------------------------- */

struct filling {
	struct pp *pp;
	struct pp_macro *m;
	struct argument *args;
	struct pp_tokens out;
	bool is_fresh;        /* nothing came after it */
	bool ends_in_nothing; /* the last operand of ## was empty */
};

static bool has_tokens(const struct pp_token *t, u32 n) {
	for (u32 i = 0; i < n; i++)
		if (t[i].kind != PP_PAD)
			return true;
	return false;
}

/* Appends some tokens. */
static void add_all(struct filling *f, const struct pp_token *t, u32 n) {
	struct pp_tokens *out = &f->out;
	if (!n)
		return;
	if (out->cap - out->n < n)
		grow(f->pp, out, n);
	memcpy(out->at + out->n, t, n * sizeof *t);
	out->n += n;
	f->is_fresh = false;
	f->ends_in_nothing = f->ends_in_nothing && !has_tokens(t, n);
}

static void add(struct filling *f, struct pp_token t) {
	add_all(f, &t, 1);
}

static void add_pad(struct filling *f, u64 kind) {
	*next_in(f->pp, &f->out) = pads[kind];
	f->out.n++;
	f->is_fresh = false;
}

/* A parameter beside ##: its argument as written. */
static void fill_raw(struct filling *f, const struct pp_token *t, bool after_paste) {
	struct argument *arg = &f->args[t->param];
	bool is_rest = f->m->is_variadic && t->param == f->m->nparam - 1;
	if (after_paste && f->out.n && !f->is_fresh) {
		struct pp_token *last = &vec_last(&f->out);
		if (is_rest && last->kind == PP_PUNCT && last->op == OP1(',')) {
			if (arg->is_absent)
				f->out.n--;
			else
				last->flags &= (u8)~PF_PASTE;
		} else if (!arg->nraw && !(t->flags & PF_PASTE)) {
			last->flags &= (u8)~PF_PASTE;
		}
	}
	if (!after_paste)
		add_pad(f, pad_of(t));
	add_all(f, arg->raw, arg->nraw);
	f->ends_in_nothing |= after_paste && !arg->nraw;
	if (arg->nraw && t->flags & PF_PASTE)
		vec_last(&f->out).flags |= PF_PASTE;
	if (!(t->flags & PF_PASTE))
		add_pad(f, PAD_NONE);
}

static void fill_expanded(struct filling *f, const struct pp_token *t, bool is_first) {
	struct argument *arg = &f->args[t->param];
	expand_argument(f->pp, arg);
	if (!is_first)
		add_pad(f, pad_of(t));
	add_all(f, arg->expanded, arg->nexpanded);
	add_pad(f, PAD_NONE);
}

static u32 fill(struct filling *f, u32 i, u32 end);

/* __VA_OPT__( from i on; returns the index after its end. */
static u32 fill_opt(struct filling *f, u32 i) {
	const struct pp_token *open = &f->m->body[i], *close;
	struct argument *rest = &f->args[f->m->nparam - 1];
	u32 end = i + 1;
	while (f->m->body[end].kind != PP_OPT_END)
		end++;
	close = &f->m->body[end];
	expand_argument(f->pp, rest);
	bool is_used = has_tokens(rest->expanded, rest->nexpanded);
	u32 from = f->out.n;
	bool after_paste = i && f->m->body[i - 1].flags & PF_PASTE;
	if (open->flags & PF_STRING) {
		if (is_used)
			fill(f, i + 1, end);
		struct pp_token s = pp_stringize(f->pp, f->out.at + from,
		                                 f->out.n - from);
		f->out.n = from;
		s.flags |= open->flags & PF_WHITE;
		s.flags |= close->flags & PF_PASTE;
		add(f, s);
		return end + 1;
	}
	if (!after_paste)
		add_pad(f, pad_of(open));
	u32 before = f->out.n;
	if (is_used) {
		f->is_fresh = !after_paste;
		f->ends_in_nothing = false;
		fill(f, i + 1, end);
		f->is_fresh = false;
	}
	bool is_empty = !has_tokens(f->out.at + before, f->out.n - before);
	if (close->flags & PF_PASTE && !is_empty && !f->ends_in_nothing) {
		while (vec_last(&f->out).kind == PP_PAD)
			f->out.n--;
		vec_last(&f->out).flags |= PF_PASTE;
	}
	if (is_empty && after_paste && before && !(close->flags & PF_PASTE))
		f->out.at[before - 1].flags &= (u8)~PF_PASTE;
	if (!(close->flags & PF_PASTE))
		add_pad(f, PAD_NONE);
	return end + 1;
}

static u32 fill(struct filling *f, u32 i, u32 end) {
	const struct pp_token *body = f->m->body;
	while (i < end) {
		u32 from = i;
		while (i < end && body[i].kind != PP_OPT && body[i].kind != PP_PARAM)
			i++;
		add_all(f, body + from, i - from);
		if (i == end)
			break;
		const struct pp_token *t = &body[i];
		bool after_paste = i && t[-1].flags & PF_PASTE && t[-1].kind != PP_OPT;
		if (t->kind == PP_OPT) {
			i = fill_opt(f, i);
			continue;
		}
		if (t->flags & PF_STRING) {
			struct argument *arg = &f->args[t->param];
			struct pp_token s = pp_stringize(f->pp, arg->raw, arg->nraw);
			s.flags |= t->flags & (PF_WHITE | PF_PASTE);
			add(f, s);
		} else if (after_paste || t->flags & PF_PASTE) {
			fill_raw(f, t, after_paste || i == 0);
		} else {
			fill_expanded(f, t, i == 0);
		}
		i++;
	}
	return i;
}

/* ---- one invocation -------------------------------------------------------------- */

static void start_outermost(struct pp *pp, const struct pp_token *t) {
	if (pp->context.n)
		return;
	pp->outer_line = pp->token_line;
	pp->outer_at = t->at;
	pp->outer_len = t->len;
}

/* Puts the replacement list before what follows. False: the name stays a name. */
static bool enter(struct pp *pp, struct pp_token *t) {
	struct pp_macro *m = t->name->macro;
	struct argument few[8], *args = few;
	start_outermost(pp, t);
	u32 line = pp->outer_line, at = pp->outer_at;
	if (m->builtin)
		return pp_builtin(pp, m, t);
	if (!m->is_function) {
		pp_push_tokens(pp, m->body, m->nbody, m);
		return true;
	}
	if (!find_open(pp))
		return false;
	if (m->nparam > countof(few))
		args = arena_array_raw(&pp->temp, struct argument, m->nparam);
	memset(args, 0, m->nparam * sizeof *args);
	if (!collect(pp, m, args))
		return false;
	pp->outer_line = line;
	pp->outer_at = at;
	if (!m->nparam) {
		pp_push_tokens(pp, m->body, m->nbody, m);
		return true;
	}
	struct filling f = {.pp = pp, .m = m, .args = args};
	begin_list(pp, &f.out);
	fill(&f, 0, m->nbody);
	pp_push_tokens(pp, f.out.at, f.out.n, m);
	return true;
}

/* A token with ## after it: pasted with what follows in the list. */
static void paste_all(struct pp *pp, struct pp_token *t) {
	while (t->flags & PF_PASTE) {
		struct pp_context *c = &vec_last(&pp->context);
		while (c->at < c->end && c->at->kind == PP_PAD)
			c->at++;
		t->flags &= (u8)~PF_PASTE;
		if (c->at == c->end)
			return;
		if (!pp_paste(pp, t, c->at))
			return;
		t->flags |= c->at->flags & PF_PASTE;
		c->at++;
	}
}

static bool read_context(struct pp *pp, struct pp_token *t) {
	struct pp_context *c = &vec_last(&pp->context);
	if (c->at < c->end) {
		*t = *c->at++;
		if (t->flags & PF_PASTE)
			paste_all(pp, t);
		pp->token_line = pp->outer_line;
		return true;
	}
	if (c->is_argument) {
		*t = (struct pp_token){.kind = PP_END, .text = "", .at = pp->outer_at};
		return true;
	}
	pop(pp);
	*t = pad(PAD_NONE);
	return !pp->in_directive;
}

void pp_get(struct pp *pp, struct pp_token *t) {
	for (;;) {
		if (pp->is_dead) {
			*t = (struct pp_token){.kind = PP_END, .text = ""};
			return;
		}
		if (!pp->context.n)
			pp_lex(pp, t);
		else if (!read_context(pp, t))
			continue;
		if (t->kind != PP_NAME || t->flags & PF_PAINTED)
			return;
		if (t->name->is_poisoned && !pp->context.n)
			pp_error(pp, t->at, t->len, E0814, "'%s' is poisoned",
			         t->name->s);
		struct pp_macro *m = t->name->macro;
		if (!m)
			return;
		if (m->is_disabled) {
			t->flags |= PF_PAINTED;
			return;
		}
		if (pp->no_expansion)
			return;
		u64 white = pad_of(t);
		u32 line = pp->token_line;
		bool is_entered = enter(pp, t);
		pp->token_line = line;
		if (!is_entered)
			return;
		if (pp->in_directive)
			continue;
		*t = pad(white);
		return;
	}
}

void pp_next(struct pp *pp, struct pp_token *t) {
	do
		pp_get(pp, t);
	while (t->kind == PP_PAD);
}

/* ---- printing -------------------------------------------------------------------- */

/* Where the token is in the file that is being read, or the invocation that left it. */
static const char *place_of(const struct pp *pp, const struct pp_token *t) {
	const struct pp_buffer *b = pp->buf;
	u32 at = (pp->context.n ? pp->outer_at : t->at) - b->base;
	return at < (size_t)(b->end - b->text) ? b->text + at : b->at;
}

static void print(struct pp *pp, const struct pp_token *t, bool avoid_paste, u64 source) {
	u32 line = pp->token_line;
	u8 system = pp->o->marks_macros ? t->system : pp->buf->system;
	bool is_white = source == PAD_NONE ? t->flags & PF_WHITE : source == PAD_WHITE;
	if (t->kind == PP_PRAGMA) {
		pp_print_pragma(pp, t->text, t->len, line);
		return;
	}
	if (!pp->out_known || line != pp->out_line ||
	    (system != pp->out_system && system != PP_BUILT_IN)) {
		pp_sync_column(pp, line, system, place_of(pp, t));
	} else if (is_white || (avoid_paste && pp_needs_space(&pp->last, t))) {
		if (pp->nout && pp->out[pp->nout - 1] != ' ')
			pp_putc(pp, ' ');
	} else if (pp->last.kind == PP_END && t->kind == PP_PUNCT && t->text[0] == '#') {
		pp_putc(pp, ' ');
	}
	pp_print_token(pp, t);
}

void pp_expand_here(struct pp *pp) {
	struct pp_token t;
	bool avoid_paste = true;
	u64 source = PAD_NONE;
	for (;;) {
		pp_get(pp, &t);
		if (t.kind == PP_END)
			break;
		if (t.kind == PP_PAD) {
			avoid_paste = true;
			if (source == PAD_NONE ||
			    (source == PAD_TIGHT && t.op == PAD_NONE))
				source = t.op;
			continue;
		}
		print(pp, &t, avoid_paste, source);
		if (!pp->context.n && !avoid_paste)
			break;
		avoid_paste = false;
		source = PAD_NONE;
	}
	if (t.kind == PP_END && t.flags & PF_WHITE && !pp->is_dead)
		pp_putc(pp, ' ');
	arena_reset(&pp->temp);
}
