/* spec.c - how a kernel is called: lines of a reference, or of a file of their own, and
 * the expressions in them.
 *
 *   // judge: kernel saxpy
 *   // judge: args n, a, x[n], y[n] inout
 *   // judge: n = 0 1 block block+1
 *   // judge: grid (n+255)/256
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "tools/judge/judge.h"

/* ---- expressions ------------------------------------------------------------------- */

struct expr {
	const char *at;
	const struct judge_env *env;
	const char *wrong;
	u32 depth;
};

enum { DEPTH_MAX = 50 };

void env_set(struct judge_env *e, const char *name, s64 value) {
	u32 i = 0;
	while (i < e->n && strcmp(e->name[i], name) != 0)
		i++;
	if (i == countof(e->name))
		return;
	e->name[i] = name;
	e->value[i] = value;
	e->n = MAX(e->n, i + 1);
}

static void blanks(struct expr *x) {
	while (*x->at == ' ' || *x->at == '\t')
		x->at++;
}

static bool take(struct expr *x, char c) {
	blanks(x);
	if (*x->at != c)
		return false;
	x->at++;
	return true;
}

static s64 fail(struct expr *x, const char *why) {
	if (!x->wrong)
		x->wrong = why;
	return 0;
}

static s64 sum(struct expr *x);

static s64 combine(struct expr *x, char op, s64 a, s64 b) {
	s64 r = 0;
	if ((op == '/' || op == '%') && (b == 0 || (b == -1 && a == INT64_MIN)))
		return fail(x, "division by zero");
	bool over = op == '+'   ? __builtin_add_overflow(a, b, &r)
	            : op == '-' ? __builtin_sub_overflow(a, b, &r)
	            : op == '*' ? __builtin_mul_overflow(a, b, &r)
	                        : false;
	if (op == '/' || op == '%')
		r = op == '/' ? a / b : a % b;
	return over ? fail(x, "a number is too large") : r;
}

static s64 call(struct expr *x, const char *name, size_t len) {
	s64 a = sum(x);
	if (!take(x, ','))
		return fail(x, "a function takes two arguments");
	s64 b = sum(x);
	if (!take(x, ')'))
		return fail(x, "')' is missing");
	if (len == 3 && memcmp(name, "min", 3) == 0)
		return MIN(a, b);
	if (len == 3 && memcmp(name, "max", 3) == 0)
		return MAX(a, b);
	if (len == 4 && memcmp(name, "ceil", 4) == 0)
		return b <= 0 ? fail(x, "ceil(a, b) needs a positive b")
		              : combine(x, '/', combine(x, '+', a, b - 1), b);
	return fail(x, "functions are min, max and ceil");
}

static s64 name_value(struct expr *x) {
	const char *name = x->at;
	while (isalnum((unsigned char)*x->at) || *x->at == '_')
		x->at++;
	size_t len = (size_t)(x->at - name);
	if (take(x, '('))
		return call(x, name, len);
	for (u32 i = 0; i < x->env->n; i++)
		if (strlen(x->env->name[i]) == len &&
		    memcmp(x->env->name[i], name, len) == 0)
			return x->env->value[i];
	return fail(x, "a name has no value here");
}

static s64 factor(struct expr *x) {
	blanks(x);
	if (++x->depth > DEPTH_MAX)
		return fail(x, "too many brackets");
	s64 v;
	if (take(x, '-')) {
		v = combine(x, '-', 0, factor(x));
	} else if (take(x, '(')) {
		v = sum(x);
		if (!take(x, ')'))
			v = fail(x, "')' is missing");
	} else if (isdigit((unsigned char)*x->at)) {
		char *end;
		v = (s64)(strtoull(x->at, &end, 0) & INT64_MAX);
		x->at = end;
	} else if (isalpha((unsigned char)*x->at) || *x->at == '_') {
		v = name_value(x);
	} else {
		v = fail(x, "a number or a name is missing");
	}
	x->depth--;
	return v;
}

static s64 product(struct expr *x) {
	s64 v = factor(x);
	for (;;) {
		blanks(x);
		char op = *x->at;
		if (x->wrong || (op != '*' && op != '/' && op != '%'))
			return v;
		x->at++;
		v = combine(x, op, v, factor(x));
	}
}

static s64 sum(struct expr *x) {
	s64 v = product(x);
	for (;;) {
		blanks(x);
		char op = *x->at;
		if (x->wrong || (op != '+' && op != '-'))
			return v;
		x->at++;
		v = combine(x, op, v, product(x));
	}
}

const char *judge_eval(const char *text, const struct judge_env *e, s64 *out) {
	struct expr x = {.at = text, .env = e};
	*out = sum(&x);
	blanks(&x);
	if (!x.wrong && *x.at)
		x.wrong = "an operator is missing";
	return x.wrong;
}

/* ---- lines ------------------------------------------------------------------------- */

struct line {
	struct simtrun *run;
	struct judge_spec *spec;
	const struct source_file *file;
	const char *at, *end;
	bool ok;
};

static void complain(struct line *l, const char *from, const char *to, const char *text) {
	u32 base = l->file->base;
	diag_error(&l->run->diag,
	           (struct loc){base + (u32)(from - l->file->text),
	                        base + (u32)(MAX(to, from + 1) - l->file->text)},
	           E0414, "%s", text);
	l->ok = false;
}

static void skip(struct line *l) {
	while (l->at < l->end && isspace((unsigned char)*l->at))
		l->at++;
}

static bool is_word_char(char c) {
	return isalnum((unsigned char)c) || c == '_';
}

/* Takes a word of letters, digits and _; NULL: there is none. */
static const char *word(struct line *l) {
	skip(l);
	const char *from = l->at;
	while (l->at < l->end && is_word_char(*l->at))
		l->at++;
	return l->at > from ? arena_strdup(&l->run->arena, from, (size_t)(l->at - from))
	                    : NULL;
}

static bool take_char(struct line *l, char c) {
	skip(l);
	if (l->at == l->end || *l->at != c)
		return false;
	l->at++;
	return true;
}

/* The text up to one of `stop` outside of brackets, or the end. */
static const char *until(struct line *l, const char *stop) {
	skip(l);
	const char *from = l->at;
	u32 depth = 0;
	for (; l->at < l->end; l->at++) {
		if (depth == 0 && strchr(stop, *l->at))
			break;
		depth += *l->at == '(' || *l->at == '[';
		depth -= (*l->at == ')' || *l->at == ']') && depth;
	}
	const char *to = l->at;
	while (to > from && isspace((unsigned char)to[-1]))
		to--;
	return arena_strdup(&l->run->arena, from, (size_t)(to - from));
}

static struct judge_param *param_named(struct judge_spec *s, const char *name) {
	for (u32 i = 0; i < s->nparam; i++)
		if (strcmp(s->param[i].name, name) == 0)
			return &s->param[i];
	return NULL;
}

static bool param_word(struct judge_param *p, const char *w) {
	static const struct {
		const char *word;
		u8 role;
		bool zero;
	} roles[] = {{"in", ROLE_IN, false},
	             {"out", ROLE_OUT, false},
	             {"inout", ROLE_INOUT, false},
	             {"scratch", ROLE_SCRATCH, false},
	             {"zero", ROLE_INOUT, true}};
	for (u32 i = 0; i < countof(roles); i++)
		if (strcmp(w, roles[i].word) == 0) {
			p->role = roles[i].role;
			p->zero |= roles[i].zero;
			return p->has_role = true;
		}
	enum element e = element_find(w, strlen(w));
	if (e == ELEM_COUNT)
		return false;
	p->type = (u8)e;
	return true;
}

/* "LOW..HIGH", as in idx[n] 0..n-1. */
static bool range(struct line *l, struct judge_param *p) {
	const char *start = l->at, *dots = NULL;
	for (const char *s = l->at; s + 1 < l->end && !strchr(", \t", *s); s++)
		if (s[0] == '.' && s[1] == '.') {
			dots = s;
			break;
		}
	if (!dots)
		return false;
	p->low = arena_strdup(&l->run->arena, start, (size_t)(dots - start));
	l->at = dots + 2;
	p->high = until(l, ", \t");
	return true;
}

static void param(struct line *l) {
	struct judge_spec *s = l->spec;
	const char *from = l->at, *name = word(l);
	if (!name || s->nparam == JUDGE_PARAMS) {
		complain(l, from, l->at,
		         name ? "a kernel has at most 64 arguments here"
		              : "the name of an argument is missing");
		l->at = l->end;
		return;
	}
	struct judge_param *p = &s->param[s->nparam];
	if (param_named(s, name))
		complain(l, from, l->at, "two arguments have this name");
	s->nparam++;
	*p = (struct judge_param){.name = name, .type = ELEM_COUNT, .per = 1};
	p->loc = (struct loc){l->file->base + (u32)(from - l->file->text),
	                      l->file->base + (u32)(l->at - l->file->text)};
	if (take_char(l, '[')) {
		p->length = until(l, "]");
		p->role = ROLE_IN;
		if (!take_char(l, ']'))
			complain(l, from, l->at, "']' is missing");
	}
	for (skip(l); l->at < l->end && *l->at != ','; skip(l)) {
		const char *at = l->at;
		if (range(l, p))
			continue;
		const char *w = word(l);
		if (!w || !param_word(p, w)) {
			complain(l, at, l->at,
			         "after an argument stand in, out, inout, scratch, zero, "
			         "a type such as f32, or LOW..HIGH");
			l->at = l->end;
			return;
		}
	}
}

static void args(struct line *l) {
	l->spec->has_args = true;
	l->spec->nparam = 0;
	do
		param(l);
	while (take_char(l, ','));
}

static void dims(struct line *l, const char *dim[3]) {
	u32 n = 0;
	do {
		if (n == 3) {
			complain(l, l->at, l->end, "there are three dimensions");
			return;
		}
		dim[n++] = until(l, ",");
	} while (take_char(l, ','));
}

static void real(struct line *l, double *x) {
	const char *from = l->at, *text = until(l, "");
	char *end;
	*x = strtod(text, &end);
	if (end == text || *end || !(*x >= 0))
		complain(l, from, l->end, "a number is wanted");
}

static void keyword(struct line *l, const char *from, const char *w) {
	struct judge_spec *s = l->spec;
	struct judge_tolerance *t = &s->tolerance;
	if (strcmp(w, "kernel") == 0)
		s->kernel = until(l, "");
	else if (strcmp(w, "args") == 0)
		args(l);
	else if (strcmp(w, "grid") == 0)
		dims(l, s->grid);
	else if (strcmp(w, "block") == 0)
		dims(l, s->block);
	else if (strcmp(w, "cluster") == 0)
		dims(l, s->cluster);
	else if (strcmp(w, "shared") == 0)
		s->shared = until(l, "");
	else if (strcmp(w, "cooperative") == 0)
		s->cooperative = true;
	else if (strcmp(w, "plain") == 0)
		s->no_special = true;
	else if (strcmp(w, "ulp") == 0)
		real(l, &t->of_element.ulp);
	else if (strcmp(w, "abs") == 0)
		real(l, &t->of_element.abs);
	else if (strcmp(w, "rel") == 0)
		real(l, &t->relative);
	else if (strcmp(w, "ftz") == 0)
		t->of_element.ftz = true;
	else if (strcmp(w, "include") == 0)
		vec_push(&l->run->arena, &s->include, until(l, ""));
	else
		complain(l, from, from + strlen(w),
		         "it begins with kernel, args, grid, block, cluster, shared, "
		         "cooperative, plain, ulp, rel, abs, ftz, include, or NAME =");
}

static void statement(struct line *l) {
	skip(l);
	const char *from = l->at, *w = word(l);
	if (!w) {
		if (l->at < l->end)
			complain(l, from, l->end, "a word is wanted");
		return;
	}
	if (take_char(l, '=')) {
		struct judge_param *p = param_named(l->spec, w);
		const char *values = until(l, "");
		if (!p || p->length)
			complain(l, from, from + strlen(w),
			         "args names no scalar argument like this");
		else
			p->values = values;
		return;
	}
	keyword(l, from, w);
	skip(l);
	if (l->ok && l->at < l->end)
		complain(l, l->at, l->end, "this is too much");
}

/* Where the statement of a line begins; NULL: it has none. */
static const char *statement_at(const char *line, const char *end, bool whole) {
	while (line < end && isspace((unsigned char)*line))
		line++;
	const char *at = line;
	while (at < end && (*at == '/' || *at == '#'))
		at++;
	bool comment = at > line;
	while (comment && at < end && isspace((unsigned char)*at))
		at++;
	if (comment && end - at > 6 && memcmp(at, "judge:", 6) == 0)
		return at + 6;
	return whole && !comment && line < end ? line : NULL;
}

bool spec_read(struct simtrun *run, struct judge_spec *s, const struct source_file *f,
               bool whole) {
	struct line l = {.run = run, .spec = s, .file = f, .ok = true};
	bool ok = true;
	if (!s->param)
		s->param = arena_array(&run->arena, struct judge_param, JUDGE_PARAMS);
	for (const char *at = f->text, *all = at + f->len; at < all;) {
		const char *end = memchr(at, '\n', (size_t)(all - at));
		end = end ? end : all;
		l.at = statement_at(at, end, whole);
		l.end = end;
		l.ok = true;
		if (l.at)
			statement(&l);
		ok &= l.ok;
		at = end + (end < all);
	}
	return ok;
}
