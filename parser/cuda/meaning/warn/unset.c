/* unset.c - variables that are read before everything that may give them a value. As nvcc
 * does it: in the order of the text, without regard to what is executed; at a label and
 * in the body of a loop, variables declared outside may have a value already. Code that
 * takes an address may set the variable.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/warn/unset.h"

#include "parser/cuda/meaning/class/class.h"

struct unset {
	struct sema *c;
	VEC(struct cdecl *) known; /* variables without a value so far */
};

/* Returns the variable that an lvalue is, or is a part of, or NULL. */
static struct cdecl *root(const struct cexpr *e) {
	for (;;) {
		if (e->kind == CE_VAR)
			return ctype_is_ref(e->decl->type) ? NULL : e->decl;
		if ((e->kind == CE_MEMBER && e->a->is_lvalue &&
		     !ctype_is_ref(e->a->type->decl->cls->field.at[e->field].type)) ||
		    e->kind == CE_TO_BASE)
			e = e->a;
		else if (e->kind == CE_DEREF && e->a->kind == CE_PTR_ADD &&
		         e->a->a->kind == CE_ADDR && e->a->a->a->type->kind == CT_ARRAY)
			e = e->a->a->a;
		else if (e->kind == CE_DEREF && e->a->kind == CE_ADDR)
			e = e->a->a;
		else
			return NULL;
	}
}

static void walk(struct unset *u, const struct cexpr *e);

/* Walks what an lvalue computes on the way: indices, and the pointers it goes through. */
static void walk_path(struct unset *u, const struct cexpr *e) {
	for (;;) {
		if (e->kind == CE_VAR)
			return;
		if (e->kind == CE_DEREF && e->a->kind == CE_PTR_ADD &&
		    e->a->a->kind == CE_ADDR) {
			walk(u, e->a->b);
			e = e->a->a->a;
		} else if (e->kind == CE_MEMBER || e->kind == CE_TO_BASE) {
			e = e->a;
		} else if (e->kind == CE_DEREF && e->a->kind == CE_ADDR) {
			e = e->a->a;
		} else {
			walk(u, e);
			return;
		}
	}
}

static struct loc loc_of(const struct cexpr *e) {
	while (e->kind != CE_VAR)
		e = e->kind == CE_DEREF && e->a->kind == CE_PTR_ADD ? e->a->a->a
		    : e->kind == CE_DEREF                           ? e->a->a
		                                                    : e->a;
	return e->loc;
}

/* An object of an empty class has nothing that could be set. */
static bool has_value(const struct ctype *t) {
	return t->kind != CT_CLASS || !t->decl->cls->is_empty;
}

static void read(struct unset *u, const struct cexpr *e) {
	struct cdecl *d = root(e);
	if (!d) {
		walk(u, e);
		return;
	}
	walk_path(u, e);
	for (u32 i = 0; i < u->known.n; i++)
		if (u->known.at[i] == d && !d->may_be_set && has_value(d->type))
			check_warning(u->c, loc_of(e), E0649,
			              "variable '%s' is used before its value is set",
			              d->name->s);
	d->may_be_set = true; /* once is enough */
}

static void set(struct unset *u, const struct cexpr *e) {
	struct cdecl *d = root(e);
	if (!d) {
		walk(u, e);
		return;
	}
	walk_path(u, e);
	d->may_be_set = true;
}

static void walk_stmt(struct unset *u, const struct cstmt *s);

static void walk(struct unset *u, const struct cexpr *e) {
	if (!e)
		return;
	switch ((enum cexpr_kind)e->kind) {
	case CE_LOAD: read(u, e->a); return;
	case CE_ASSIGN:
		walk(u, e->b);
		set(u, e->a);
		return;
	case CE_COMPOUND:
		read(u, e->a);
		walk(u, e->b);
		return;
	case CE_PREINC:
	case CE_PREDEC:
	case CE_POSTINC:
	case CE_POSTDEC: read(u, e->a); return;
	case CE_VAR:
	case CE_MEMBER:
	case CE_DEREF:
	case CE_TO_BASE:
		if (root(e)) { /* a reference to it */
			set(u, e);
			return;
		}
		break;
	case CE_ADDR: set(u, e->a); return;
	case CE_CAST:
		if (e->type->kind == CT_VOID && e->a->kind == CE_LOAD &&
		    e->a->a->kind == CE_VAR)
			return;
		break;
	case CE_HOLD: walk(u, e->a); return;
	case CE_STMT_EXPR: walk_stmt(u, e->body); return;
	case CE_CONST:
	case CE_STRING:
	case CE_SREG:
	case CE_FUNC:
	case CE_THIS:
	case CE_MEMPTR:
	case CE_ERROR: return;
	default: break;
	}
	walk(u, e->a);
	walk(u, e->b);
	walk(u, e->c);
	for (u32 i = 0; i < e->narg; i++)
		walk(u, e->arg[i]);
}

/* Marks all known variables as perhaps set: by an earlier iteration, or before a jump. */
static void anything_may_be_set(struct unset *u) {
	for (u32 i = 0; i < u->known.n; i++)
		u->known.at[i]->may_be_set = true;
}

static bool is_watched(struct sema *c, const struct cdecl *d) {
	const struct ctype *t = ctype_element(d->type);
	if (d->kind != CDECL_VAR || !d->name || d->name->s[0] == '(' || d->init ||
	    d->is_extern || d->is_static_local || d->space != CSPACE_AUTO ||
	    ctype_is_ref(d->type) || d->type->quals & Q_VOLATILE || t->quals & Q_VOLATILE)
		return false;
	return ctype_is_scalar(t) ||
	       (t->kind == CT_CLASS && !t->decl->cls->is_lambda && !class_dtor(c, t));
}

static void walk_asm(struct unset *u, const struct casm *a) {
	for (u32 i = 0; i < a->noutput + a->ninput; i++) {
		const struct casm_operand *o = &a->operand[i];
		if (i >= a->noutput)
			walk(u, o->e);
		else if (strchr(o->constraint, '+'))
			read(u, o->e);
	}
	for (u32 i = 0; i < a->noutput; i++)
		set(u, a->operand[i].e);
}

static void walk_stmt(struct unset *u, const struct cstmt *s) {
	if (!s)
		return;
	switch ((enum cstmt_kind)s->kind) {
	case CS_DECL:
		if (is_watched(u->c, s->decl)) {
			s->decl->may_be_set = false;
			vec_push(u->c->a, &u->known, s->decl);
		} else if (s->decl->init && !s->decl->is_static_local) {
			walk(u, s->decl->init);
		}
		return;
	case CS_BLOCK:
		for (u32 i = 0; i < s->list.n; i++)
			walk_stmt(u, s->list.at[i]);
		return;
	case CS_IF:
	case CS_SWITCH:
		walk(u, s->e);
		walk_stmt(u, s->s);
		walk_stmt(u, s->t);
		return;
	case CS_WHILE:
	case CS_FOR:
		walk(u, s->e);
		anything_may_be_set(u);
		walk_stmt(u, s->s);
		walk(u, s->step);
		return;
	case CS_DO:
		anything_may_be_set(u);
		walk_stmt(u, s->s);
		walk(u, s->e);
		return;
	case CS_LABEL:
		anything_may_be_set(u);
		walk_stmt(u, s->s);
		return;
	case CS_CASE:
	case CS_DEFAULT: walk_stmt(u, s->s); return;
	case CS_ASM: walk_asm(u, s->asm_); return;
	default: walk(u, s->e); return;
	}
}

void unset_warn(struct sema *c, struct cdecl *f) {
	struct unset u = {.c = c};
	walk_stmt(&u, f->body);
}
