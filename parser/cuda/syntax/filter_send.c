/* filter_send.c - sending tokens, and the contexts that brackets open and close.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/filter.h"

#include "parser/cuda/syntax/build.h"
#include "parser/cuda/syntax/name.h"

/* ---- sending --------------------------------------------------------------------- */

static struct loc here(struct cu_parser *p, u32 first, u32 last) {
	struct loc loc = {p->t[first].start, p->t[last].end};
	if (p->attr_start)
		loc.start = p->attr_start;
	p->attr_start = 0;
	return loc;
}

int filter_send_many(struct cu_parser *p, struct sent *s, u32 kind, u32 n) {
	s->value.token = p->at;
	s->loc = here(p, p->at, p->at + n - 1);
	p->last = p->at + n - 1;
	p->at += n;
	return (int)kind;
}

int filter_send(struct cu_parser *p, struct sent *s, u32 kind) {
	return filter_send_many(p, s, kind, 1);
}

int filter_send_pseudo(struct cu_parser *p, struct sent *s, u32 kind) {
	u32 start = p->attr_start ? p->attr_start : p->t[p->at].start;
	s->value.token = p->at;
	s->loc = (struct loc){start, start};
	return (int)kind;
}

int filter_send_name(struct cu_parser *p, struct sent *s, const struct annotation *a,
                     u32 kind) {
	s->loc = here(p, p->at, a->end - 1);
	s->value.syn = a->syn;
	p->last = a->end - 1;
	p->at = a->end;
	return (int)kind;
}

int filter_send_body(struct cu_parser *p, struct sent *s, u32 kind, u32 end) {
	s->loc = here(p, p->at, end - 1);
	s->value.syn = build_body(p, p->at, end);
	p->last = end - 1;
	p->at = end;
	return (int)kind;
}

int filter_send_syn(struct cu_parser *p, struct sent *s, u32 kind, struct syn *syn,
                    u32 end) {
	s->loc = here(p, p->at, end - 1);
	s->value.syn = syn;
	p->last = end - 1;
	p->at = end;
	return (int)kind;
}

/* ---- contexts -------------------------------------------------------------------- */

struct context *filter_push(struct cu_parser *p, enum context_kind kind,
                            enum filter_mode mode) {
	struct local_scope *names = p->ctx.n ? top(p)->names : p->local;
	struct context c = {.kind = (u8)kind,
	                    .mode = (u8)mode,
	                    .stmt = p->at,
	                    .outer = p->local,
	                    .names = names};
	if (p->ctx.n == p->nctx_made) {
		vec_push(p->arena, &p->ctx, arena_new(p->arena, struct context));
		p->nctx_made++;
	} else {
		p->ctx.n++; /* reuses the context at this depth */
	}
	*top(p) = c;
	return top(p);
}

int filter_open_context(struct cu_parser *p, struct sent *s, u32 token,
                        enum context_kind kind, enum filter_mode mode) {
	int sent = filter_send(p, s, token);
	struct context *c = filter_push(p, kind, mode);
	if (kind == CTX_BLOCK || kind == CTX_PARAMS || kind == CTX_TPARAMS)
		c->names = local_push(p);
	return sent;
}

void filter_begin_declaration(struct cu_parser *p, struct context *c) {
	struct context fresh = {.kind = c->kind,
	                        .mode = c->mode,
	                        .stmt = p->at,
	                        .outer = c->outer,
	                        .names = c->names,
	                        .class_name = c->kind == CTX_CLASS ? c->class_name
	                                                           : NULL};
	*c = fresh;
	p->local = c->names;
}

static bool has_statements(const struct context *c) {
	return c->kind == CTX_BLOCK || c->kind == CTX_CLASS || c->kind == CTX_TOP ||
	       c->kind == CTX_FOR || c->kind == CTX_COND;
}

static void next_statement(struct cu_parser *p, struct context *c) {
	c->mode = c->kind == CTX_CLASS || c->kind == CTX_TOP ? MODE_DECL : MODE_STMT;
	filter_begin_declaration(p, c);
}

int filter_send_semicolon(struct cu_parser *p, struct sent *s) {
	int sent = filter_send(p, s, ';');
	while (!has_statements(top(p)) && p->ctx.n - 1 > p->ctx_floor)
		p->ctx.n--;
	if (has_statements(top(p)))
		next_statement(p, top(p));
	return sent;
}

/* ---- closing --------------------------------------------------------------------- */

static bool is_brace(const struct context *c) {
	return c->kind == CTX_BLOCK || c->kind == CTX_CLASS || c->kind == CTX_ENUM ||
	       c->kind == CTX_INIT;
}

static void end_operand(struct context *c) {
	if (c->mode == MODE_EXPR)
		c->operand = true;
}

static void close_class(struct cu_parser *p, struct context *c,
                        const struct context *closed) {
	p->local = closed->outer;
	c->mode = MODE_SPECS;
	c->type_seen = true;
}

static void close_params(struct cu_parser *p, struct context *c,
                         const struct context *closed) {
	if (closed->is_catch) {
		next_statement(p, c);
		p->local = closed->names;
		return;
	}
	c->mode = MODE_SUFFIX;
	c->is_func |= !c->is_pointer;
}

void filter_begin_new(struct context *c) {
	c->is_new = true;
	c->mode = MODE_SPECS;
	c->type_seen = false;
}

/* Continues the context around the one just closed. */
static void resume(struct cu_parser *p, const struct context *closed) {
	struct context *c = top(p);
	switch ((enum context_kind)closed->kind) {
	case CTX_BLOCK:
		p->local = closed->outer;
		if (c->kind == CTX_BLOCK || c->kind == CTX_TOP)
			next_statement(p, c);
		else
			end_operand(c);
		break;
	case CTX_CLASS:
	case CTX_ENUM: close_class(p, c, closed); break;
	case CTX_COND:
	case CTX_FOR: c->mode = MODE_STMT; break;
	case CTX_PARAMS: close_params(p, c, closed); break;
	case CTX_GROUP:
		c->mode = MODE_SUFFIX;
		c->is_func |= closed->is_func;
		c->is_pointer |= closed->is_pointer ||
		                 (closed->is_indirect && !closed->is_func);
		break;
	case CTX_BIND: c->mode = MODE_SUFFIX; break;
	case CTX_TYPE:
		end_operand(c);
		c->operand &= !closed->is_cast;
		if (c->is_new)
			c->mode = MODE_SUFFIX;
		break;
	default:
		end_operand(c);
		c->operand &= !closed->is_index;
		if (closed->is_placement)
			filter_begin_new(c);
	}
}

/* Returns the index of the innermost context in braces; the floor if there is none. */
static u32 innermost_brace(const struct cu_parser *p) {
	for (u32 i = p->ctx.n; i-- > p->ctx_floor + 1;)
		if (is_brace(p->ctx.at[i]))
			return i;
	return p->ctx_floor;
}

int filter_send_close(struct cu_parser *p, struct sent *s) {
	u32 k = p->t[p->at].kind;
	u32 i = k == '}' ? innermost_brace(p) : p->ctx.n - 1;
	const struct context *c = p->ctx.at[i];
	int sent = filter_send(p, s, k);
	if (i == p->ctx_floor || (k != '}' && is_brace(c)) || c->kind == CTX_TPARAMS ||
	    c->kind == CTX_ANGLE || c->kind == CTX_LAUNCH)
		return sent;
	p->ctx.n = i;
	struct context closed = *c;
	resume(p, &closed);
	return sent;
}

static int close_tparams(struct cu_parser *p, struct sent *s) {
	int sent = filter_send(p, s, CU_TGT);
	p->ctx.n--;
	struct context *c = top(p);
	if (c->kind == CTX_TPARAMS) {
		c->mode = MODE_TPARAM;
	} else if (c->kind == CTX_LAMBDA) {
		c->mode = MODE_SUFFIX;
	} else {
		c->mode = MODE_DECL;
	}
	c->is_template = true;
	return sent;
}

/* Closes an angle context at a `>`; AGAIN if that is an operator. */
int filter_close_angle(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	bool is_floor = p->ctx.n - 1 == p->ctx_floor;
	if (c->kind == CTX_TARGS && is_floor)
		return filter_send_pseudo(p, s, CU_END);
	if (c->kind == CTX_TPARAMS)
		return close_tparams(p, s);
	if (c->kind == CTX_ANGLE) {
		int sent = filter_send(p, s, CU_TGT);
		p->ctx.n--;
		end_operand(top(p));
		return sent;
	}
	/* >>>, or >> >( as formatters write it */
	if (c->kind == CTX_LAUNCH && kind_ahead(p, 1) == '>' && kind_ahead(p, 2) == '>' &&
	    p->t[p->at + 1].flags & CU_TF_JOINED &&
	    (p->t[p->at + 2].flags & CU_TF_JOINED || kind_ahead(p, 3) == '(')) {
		int sent = filter_send_many(p, s, CU_LAUNCH_END, 3);
		p->ctx.n--;
		end_operand(top(p));
		return sent;
	}
	return AGAIN;
}

/* ---- commas ---------------------------------------------------------------------- */

static void restart(struct cu_parser *p, struct context *c, enum filter_mode mode) {
	struct local_scope *local = p->local;
	bool is_template = c->is_template && c->kind != CTX_TPARAMS;
	c->mode = (u8)mode;
	filter_begin_declaration(p, c);
	c->is_template = is_template;
	p->local = local;
}

int filter_send_comma(struct cu_parser *p, struct sent *s) {
	int sent = filter_send(p, s, ',');
	struct context *c = top(p);
	c->nquestion = 0;
	switch ((enum context_kind)c->kind) {
	case CTX_PARAMS: restart(p, c, MODE_SPECS); break;
	case CTX_TPARAMS: restart(p, c, MODE_TPARAM); break;
	case CTX_ARGS:
	case CTX_TARGS: restart(p, c, MODE_TARG); break;
	case CTX_ENUM: restart(p, c, MODE_ENUMERATOR); break;
	case CTX_CAPTURE: restart(p, c, MODE_CAPTURE); break;
	case CTX_ASM: c->mode = MODE_ASM; break;
	case CTX_MIXED:
		restart(p, c, c->mode == MODE_EXPR ? MODE_SPECS : MODE_EXPR);
		break;
	case CTX_BLOCK:
	case CTX_CLASS:
	case CTX_TOP:
	case CTX_FOR:
	case CTX_COND:
		if (c->in_decl) {
			c->mode = MODE_DECLARATOR;
			c->is_func = c->is_pointer = false;
			break;
		}
		if (c->mode == MODE_EXPR)
			c->operand = false;
		break;
	default: c->operand = false; c->noperator = 0;
	}
	return sent;
}
