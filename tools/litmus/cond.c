/* cond.c - the condition of a litmus test: read, evaluated, printed.
 *
 *     cond: term == term, with = for ==, and != < <= > >=; ~ or not; /\ or &&; \/ or ||; parentheses; true, false
 *     term: a number; a location, perhaps in brackets; a register as P0:r1 or 0:r1
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/litmus/test.h"

struct reader {
	struct arena *arena;
	struct litmus *test;
	struct lexer *x;
	u32 depth;
};

static const struct cond *read_or(struct reader *r);

static const struct cond *node(struct reader *r, struct cond c) {
	return arena_copy(r->arena, &c, sizeof c, _Alignof(struct cond));
}

static bool accept_pair(struct lexer *x, char c) {
	if (!(x->token.kind == TOKEN_PUNCT && x->token.at[0] == c && x->token.at[1] == c))
		return false;
	lex_next(x);
	lex_next(x);
	return true;
}

static void observe_register(struct reader *r, s32 thread, struct cond_term *t) {
	struct litmus_thread *th = &r->test->thread[thread];
	if (r->x->token.kind != TOKEN_WORD) {
		lex_wrong(r->x, "a register");
		return;
	}
	t->index = litmus_register(r->arena, th, &r->x->token);
	if (t->index < 0)
		lex_wrong(r->x, "one of the first registers: there are too many; the "
		                "name of one");
	else
		th->reg[t->index].is_observed = true;
	t->thread = thread;
	lex_next(r->x);
}

static void observe_location(struct reader *r, const struct token *name,
                             struct cond_term *t) {
	t->thread = -1;
	t->index = litmus_location(r->arena, r->test, name);
	if (t->index < 0)
		lex_wrong(r->x, "one of the first locations: there are too many; the "
		                "name of one");
	else
		r->test->location[t->index].is_observed = true;
}

static struct cond_term read_term(struct reader *r) {
	struct cond_term t = {.thread = -2};
	struct token name = r->x->token;
	if (lex_accept(r->x, "[")) {
		name = r->x->token;
		if (name.kind != TOKEN_WORD) {
			lex_wrong(r->x, "a location");
			return t;
		}
		observe_location(r, &name, &t);
		lex_next(r->x);
		lex_expect(r->x, "]");
		return t;
	}
	if (name.kind != TOKEN_WORD && name.kind != TOKEN_NUMBER) {
		lex_wrong(r->x, "a register, a location or a number");
		return t;
	}
	lex_next(r->x);
	if (lex_is(r->x, ":")) {
		s32 thread = litmus_thread_of(r->test, &name);
		if (thread < 0) {
			r->x->token = name;
			lex_wrong(r->x, "a thread of the test");
			return t;
		}
		lex_next(r->x);
		observe_register(r, thread, &t);
	} else if (name.kind == TOKEN_NUMBER) {
		t.value = (s32)name.value;
	} else {
		observe_location(r, &name, &t);
	}
	return t;
}

static const struct cond *read_compare(struct reader *r) {
	static const struct {
		const char *text;
		u8 compare;
	} ops[] = {{"=", CMP_EQ},  {"==", CMP_EQ}, {"!=", CMP_NE}, {"<", CMP_LT},
	           {"<=", CMP_LE}, {">", CMP_GT},  {">=", CMP_GE}};
	struct cond c = {.kind = COND_COMPARE, .left = read_term(r)};
	u32 i = 0;
	while (i < countof(ops) && !lex_is(r->x, ops[i].text))
		i++;
	if (i == countof(ops)) {
		lex_wrong(r->x, "a comparison such as =");
		return node(r, c);
	}
	lex_next(r->x);
	c.compare = ops[i].compare;
	c.right = read_term(r);
	return node(r, c);
}

static const struct cond *read_not(struct reader *r) {
	if (++r->depth > LITMUS_DEPTH) {
		lex_wrong(r->x, "a condition that is not nested so deeply");
		return node(r, (struct cond){0});
	}
	const struct cond *c;
	if (lex_accept(r->x, "~") || lex_accept(r->x, "not")) {
		c = node(r, (struct cond){.kind = COND_NOT, .a = read_not(r)});
	} else if (lex_accept(r->x, "(")) {
		c = read_or(r);
		lex_expect(r->x, ")");
	} else if (lex_accept(r->x, "true")) {
		c = node(r, (struct cond){.kind = COND_TRUE});
	} else if (lex_accept(r->x, "false")) {
		c = node(r, (struct cond){.kind = COND_FALSE});
	} else {
		c = read_compare(r);
	}
	r->depth--;
	return c;
}

static const struct cond *read_and(struct reader *r) {
	const struct cond *c = read_not(r);
	while (!r->x->failed && (lex_accept(r->x, "/\\") || accept_pair(r->x, '&')))
		c = node(r, (struct cond){.kind = COND_AND, .a = c, .b = read_not(r)});
	return c;
}

static const struct cond *read_or(struct reader *r) {
	const struct cond *c = read_and(r);
	while (!r->x->failed && (lex_accept(r->x, "\\/") || accept_pair(r->x, '|')))
		c = node(r, (struct cond){.kind = COND_OR, .a = c, .b = read_and(r)});
	return c;
}

const struct cond *cond_read(struct arena *a, struct litmus *t, struct lexer *x) {
	struct reader r = {a, t, x, 0};
	const struct cond *c = read_or(&r);
	return x->failed ? NULL : c;
}

/* ---- evaluating and printing ------------------------------------------------------- */

static s32 value_of(const struct cond_term *t, const struct litmus_state *s) {
	return t->thread == -2   ? t->value
	       : t->thread == -1 ? s->location[t->index]
	                         : s->reg[t->thread][t->index];
}

static bool compare(u32 how, s32 a, s32 b) {
	switch (how) {
	case CMP_EQ: return a == b;
	case CMP_NE: return a != b;
	case CMP_LT: return a < b;
	case CMP_LE: return a <= b;
	case CMP_GT: return a > b;
	default: return a >= b;
	}
}

bool cond_holds(const struct cond *c, const struct litmus_state *s) {
	while (c->kind == COND_AND || c->kind == COND_OR) { /* lists hang to the left */
		bool b = cond_holds(c->b, s);
		if (b == (c->kind == COND_OR))
			return b;
		c = c->a;
	}
	switch (c->kind) {
	case COND_TRUE: return true;
	case COND_FALSE: return false;
	case COND_NOT: return !cond_holds(c->a, s);
	default:
		return compare(c->compare, value_of(&c->left, s), value_of(&c->right, s));
	}
}

static void print_term(const struct litmus *t, const struct cond_term *x, FILE *out) {
	if (x->thread == -2)
		fprintf(out, "%d", x->value);
	else if (x->thread == -1)
		fputs(t->location[x->index].name, out);
	else
		fprintf(out, "%d:%s", t->thread[x->thread].number,
		        t->thread[x->thread].reg[x->index].name);
}

/* Prints c; in parentheses if the operator around it binds more tightly (outer: 0 or, 1
 * and, 2 not). */
static void print(const struct litmus *t, const struct cond *c, u32 outer, FILE *out) {
	static const char *const ops[] = {"=", "!=", "<", "<=", ">", ">="};
	bool in = (c->kind == COND_OR && outer > 0) || (c->kind == COND_AND && outer > 1);
	if (in)
		fputc('(', out);
	switch (c->kind) {
	case COND_TRUE: fputs("true", out); break;
	case COND_FALSE: fputs("false", out); break;
	case COND_NOT:
		fputs("~(", out);
		print(t, c->a, 0, out);
		fputc(')', out);
		break;
	case COND_AND:
	case COND_OR:
		print(t, c->a, c->kind == COND_AND, out);
		fputs(c->kind == COND_AND ? " /\\ " : " \\/ ", out);
		print(t, c->b, c->kind == COND_AND ? 2 : 1, out);
		break;
	default:
		print_term(t, &c->left, out);
		fputs(ops[c->compare], out);
		print_term(t, &c->right, out);
	}
	if (in)
		fputc(')', out);
}

void cond_print(const struct litmus *t, const struct cond *c, FILE *out) {
	fputc('(', out);
	print(t, c, 0, out);
	fputc(')', out);
}

void state_print(const struct litmus *t, const struct litmus_state *s, FILE *out) {
	const char *gap = "";
	for (u32 i = 0; i < t->nthread; i++)
		for (u32 k = 0; k < t->thread[i].nreg; k++)
			if (t->thread[i].reg[k].is_observed) {
				fprintf(out, "%s%d:%s=%d;", gap, t->thread[i].number,
				        t->thread[i].reg[k].name, s->reg[i][k]);
				gap = " ";
			}
	for (u32 i = 0; i < t->nlocation; i++)
		if (t->location[i].is_observed) {
			fprintf(out, "%s%s=%d;", gap, t->location[i].name,
			        s->location[i]);
			gap = " ";
		}
}
