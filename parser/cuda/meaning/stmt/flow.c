/* flow.c - where control may go in a function: labels of a switch are distinct, no jump
 * enters the scope of a variable after its initialisation ([stmt.dcl]/3), and a function
 * that returns a value does not reach its end.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/stmt/flow.h"

#include <stdlib.h>

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/stmt/body.h"

/* ---- variables that are initialised ------------------------------------------------ */

void flow_declare(struct sema *c, struct cdecl *d, bool is_initialised) {
	if (!c->fn || !is_initialised)
		return;
	struct clive *l = arena_new(c->a, struct clive);
	*l = (struct clive){.outer = c->fn->live,
	                    .decl = d,
	                    .depth = c->fn->live ? c->fn->live->depth + 1 : 1};
	c->fn->live = l;
}

/* Returns the variables that are alive at `to` and not at `from`. */
static struct clives bypassed(struct sema *c, const struct clive *from,
                              const struct clive *to) {
	struct clives out = {0};
	while (from && to && from->depth > to->depth)
		from = from->outer;
	for (; to && to != from; to = to->outer) {
		vec_push(c->a, &out, to);
		if (from && from->depth == to->depth)
			from = from->outer;
	}
	return out;
}

static int by_place(const void *a, const void *b) {
	const struct clive *const *x = a, *const *y = b;
	u32 m = (*x)->decl->loc.start, n = (*y)->decl->loc.start;
	return m < n ? -1 : m > n;
}

enum { NAMED_MAX = 8 }; /* of the variables in one message */

static const char *bypassed_text(struct sema *c, struct clives *l) {
	const char *text = "transfer of control bypasses initialization of:";
	qsort(l->at, l->n, sizeof(*l->at), by_place);
	for (u32 i = 0; i < l->n && i < NAMED_MAX; i++) {
		const struct cdecl *d = l->at[i]->decl;
		struct source_pos pos = source_pos(c->u->sources, d->loc.start);
		text = arena_printf(c->a, "%s%s variable '%s' (declared at line %u)",
		                    text, i ? "," : "",
		                    d->name ? d->name->s : "<unnamed>", pos.line);
	}
	return l->n > NAMED_MAX
	               ? arena_printf(c->a, "%s and %u more", text, l->n - NAMED_MAX)
	               : text;
}

void flow_goto(struct sema *c, struct clabel *to, struct loc loc) {
	vec_push(c->a, &c->fn->jumps, ((struct cjump){to, c->fn->live, loc}));
}

void flow_labels(struct sema *c) {
	for (u32 i = 0; i < c->fn->jumps.n; i++) {
		struct cjump *j = &c->fn->jumps.at[i];
		struct clives l = {0};
		if (j->to->is_defined)
			l = bypassed(c, j->live, j->to->live);
		if (l.n)
			check_error(c, j->loc, E0630, "%s", bypassed_text(c, &l));
	}
}

/* ---- switch ------------------------------------------------------------------------ */

void flow_case(struct sema *c, const struct cstmt *k, struct loc loc) {
	struct cswitch *sw = c->fn->sw;
	for (struct clive *l = c->fn->live; l != sw->live && l->bypassed_by != sw;
	     l = l->outer) {
		l->bypassed_by = sw;
		vec_push(c->a, &sw->bypassed, l);
	}
	if (k->kind == CS_DEFAULT) {
		if (sw->has_default)
			check_error(c, loc, E0628, "a second 'default' in one switch");
		sw->has_default = true;
		return;
	}
	vec_push(c->a, &sw->label, ((struct ccase){k->low, k->high, loc}));
}

static int by_low(const void *a, const void *b) {
	const struct ccase *x = a, *y = b;
	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->loc.start < y->loc.start ? -1 : x->loc.start > y->loc.start;
}

/* Reports variables that a jump bypasses: as in nvcc with a warning, but an error for
 * those that are destroyed at the end of the block. */
static void flow_bypassed(struct sema *c, struct clives *all, struct loc keyword) {
	struct clives plain = {0}, destroyed = {0};
	for (u32 i = 0; i < all->n; i++) {
		const struct ctype *t = all->at[i]->decl->type;
		bool has_dtor = !ctype_is_ref(t) && class_dtor(c, t);
		vec_push(c->a, has_dtor ? &destroyed : &plain, all->at[i]);
	}
	if (plain.n)
		check_warning(c, keyword, E0664, "%s", bypassed_text(c, &plain));
	if (destroyed.n)
		check_error(c, keyword, E0630, "%s", bypassed_text(c, &destroyed));
}

/* Signed or not, values that are equal are neighbours. */
void flow_switch(struct sema *c, struct loc keyword) {
	struct cswitch *sw = c->fn->sw;
	flow_bypassed(c, &sw->bypassed, keyword);
	if (sw->label.n < 2)
		return;
	qsort(sw->label.at, sw->label.n, sizeof *sw->label.at, by_low);
	for (u32 i = 1; i < sw->label.n; i++) {
		struct ccase *a = &sw->label.at[i - 1], *b = &sw->label.at[i];
		if (b->low > a->high)
			continue;
		struct diag_record *r = check_error(
			c, b->loc, E0628,
			"the case value %lld is used twice in one switch",
			(long long)b->low);
		struct source_pos pos = source_pos(c->u->sources, a->loc.start);
		check_note(c, r, "the first is at line %u", pos.line);
		if (b->high < a->high)
			b->high = a->high;
	}
}

/* ---- does control reach the end? --------------------------------------------------- */

static bool never_returns(const struct cexpr *e) {
	if (e->kind == CE_CALL) /* __trap is a function of the device's headers */
		return e->decl && (e->decl->flags & SPEC_NORETURN ||
		                   (e->decl->is_system && e->decl->name &&
		                    strcmp(e->decl->name->s, "__trap") == 0));
	if (e->kind == CE_BUILTIN)
		return e->op == CB_TRAP || e->op == CB_UNREACHABLE;
	return e->kind == CE_CAST && e->type->kind == CT_VOID && never_returns(e->a);
}

static bool is_labelled(const struct cstmt *s) {
	return s->kind == CS_LABEL || s->kind == CS_CASE || s->kind == CS_DEFAULT;
}

/* Whether a break (or continue) in the statement, a body, leaves the loop or switch
 * around it. */
static bool leaves(const struct cstmt *s, enum cstmt_kind how) {
	if (!s)
		return false;
	switch ((enum cstmt_kind)s->kind) {
	case CS_BREAK:
	case CS_CONTINUE: return s->kind == how;
	case CS_BLOCK:
		for (u32 i = 0; i < s->list.n; i++)
			if (leaves(s->list.at[i], how))
				return true;
		return false;
	case CS_IF: return leaves(s->s, how) || leaves(s->t, how);
	case CS_SWITCH: return how == CS_CONTINUE && leaves(s->s, how);
	case CS_CASE:
	case CS_DEFAULT:
	case CS_LABEL: return leaves(s->s, how);
	default: return false;
	}
}

static bool has_default(const struct cstmt *s) {
	if (!s)
		return false;
	if (s->kind == CS_DEFAULT)
		return true;
	if (s->kind == CS_CASE || s->kind == CS_LABEL)
		return has_default(s->s);
	for (u32 i = 0; s->kind == CS_BLOCK && i < s->list.n; i++)
		if (has_default(s->list.at[i]))
			return true;
	return false;
}

static bool is_true(const struct cexpr *e) {
	return !e || (e->kind == CE_CONST && e->value != 0);
}

bool flow_has_label(const struct cstmt *s) {
	if (!s)
		return false;
	if (is_labelled(s) || flow_has_label(s->s) || flow_has_label(s->t))
		return true;
	for (u32 i = 0; i < s->list.n; i++)
		if (flow_has_label(s->list.at[i]))
			return true;
	return false;
}

static const struct cstmt *loop_of(const struct cstmt *s) {
	while (s->kind == CS_BLOCK && s->list.n) /* a for and what it declares */
		s = s->list.at[s->list.n - 1];
	return s->kind == CS_WHILE || s->kind == CS_FOR || s->kind == CS_DO ? s : NULL;
}

void flow_warn_unreachable(struct sema *c, const struct cstmt *s) {
	bool here = true;
	if (!s)
		return;
	flow_warn_unreachable(c, s->s);
	flow_warn_unreachable(c, s->t);
	for (u32 i = 0; i < s->list.n; i++) {
		const struct cstmt *k = s->list.at[i], *loop = loop_of(k);
		if (!here && loop && !flow_has_label(k))
			check_warning(c, loop->loc, E0658, "loop is not reachable");
		flow_warn_unreachable(c, k);
		here = k->kind != CS_RETURN && k->kind != CS_GOTO &&
		       k->kind != CS_BREAK && k->kind != CS_CONTINUE &&
		       (!loop || flow_falls_through(loop));
	}
}

bool flow_falls_through(const struct cstmt *s) {
	if (!s)
		return true;
	switch ((enum cstmt_kind)s->kind) {
	case CS_RETURN:
	case CS_GOTO:
	case CS_BREAK:
	case CS_CONTINUE: return false;
	case CS_EXPR: return !s->e || !never_returns(s->e);
	case CS_BLOCK: {
		bool here = true;
		for (u32 i = 0; i < s->list.n; i++)
			if (here || is_labelled(s->list.at[i]))
				here = flow_falls_through(s->list.at[i]);
		return here;
	}
	case CS_IF:
		if (s->e && s->e->kind == CE_CONST)
			return flow_falls_through(s->e->value ? s->s : s->t);
		return !s->t || flow_falls_through(s->s) || flow_falls_through(s->t);
	case CS_WHILE:
	case CS_FOR: return !is_true(s->e) || leaves(s->s, CS_BREAK);
	case CS_DO:
		return leaves(s->s, CS_BREAK) ||
		       ((flow_falls_through(s->s) || leaves(s->s, CS_CONTINUE)) &&
		        !is_true(s->e));
	case CS_SWITCH:
		return !has_default(s->s) || leaves(s->s, CS_BREAK) ||
		       flow_falls_through(s->s);
	case CS_CASE:
	case CS_DEFAULT:
	case CS_LABEL: return flow_falls_through(s->s);
	default: return true;
	}
}
