/* unused.c - variables of functions that nothing refers to, or that are only assigned to.
 * As in nvcc, objects with constructors or destructors are not reported, nor the code of
 * templates.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/warn/unused.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/warn/unset.h"

static bool says_unused(const struct syn *specs) {
	for (u32 i = 1; i < specs->nkid; i++)
		if (specs->kid[i] && specs->kid[i]->name &&
		    strstr(specs->kid[i]->name->s, "unused"))
			return true;
	return false;
}

void unused_note_local(struct sema *c, struct cdecl *d, const struct syn *specs) {
	if (c->fn && d->name && !d->is_extern && !says_unused(specs))
		vec_push(c->a, &c->fn->locals, d);
}

/* Returns the variable that an assignment changes: all of it, a member or an element. */
static struct cdecl *variable_of(const struct cexpr *e) {
	for (;;) {
		const struct ctype *t = e->a ? ctype_unqual(e->a->type) : NULL;
		if (e->kind == CE_VAR)
			return ctype_is_ref(e->decl->type) ? NULL : e->decl;
		if (e->kind == CE_MEMBER && t->kind == CT_CLASS &&
		    !ctype_is_ref(t->decl->cls->field.at[e->field].type)) {
			e = e->a;
		} else if (e->kind == CE_DEREF && e->a->kind == CE_PTR_ADD &&
		           e->a->a->kind == CE_ADDR &&
		           e->a->a->a->type->kind == CT_ARRAY) {
			e = e->a->a->a;
		} else {
			return NULL;
		}
	}
}

void unused_note_set(struct sema *c, const struct cexpr *assigned) {
	struct cdecl *d = variable_of(assigned);
	(void)c;
	if (d)
		d->nset++;
}

/* Whether the constructor or destructor of an object may have a wanted effect. */
static bool acts(struct sema *c, const struct cdecl *d) {
	const struct ctype *t = ctype_element(d->type);
	if (t->kind != CT_CLASS)
		return false;
	return class_dtor(c, t) ||
	       (!t->decl->cls->is_lambda && t->decl->cls->has_user_ctor);
}

static bool is_in_template(const struct cdecl *f) {
	for (const struct cscope *s = f->inner; s; s = s->parent)
		if (s->kind == CSCOPE_TEMPLATE)
			return true;
	return false;
}

static void warn_labels(struct sema *c) {
	struct cfunc_state *fn = c->fn;
	map_each (it, &fn->label) {
		struct clabel *l = (struct clabel *)(uintptr_t)it->value;
		bool used = !l->is_defined || l->name->s[0] == '(';
		for (u32 i = 0; i < fn->jumps.n && !used; i++)
			used = fn->jumps.at[i].to == l;
		if (!used)
			check_warning(c, l->loc, E0637,
			              "label '%s' was declared but never referenced",
			              l->name->s);
	}
}

static void warn_params(struct sema *c) {
	struct cdecl *f = c->fn->func;
	for (u32 i = 0; i < f->param.n; i++) {
		struct cdecl *d = f->param.at[i];
		if (d->name && d->nset && d->nset == d->nmention &&
		    !ctype_is_ref(d->type) && !acts(c, d))
			check_warning(c, d->loc, E0638,
			              "parameter '%s' was set but never used",
			              d->name->s);
	}
}

void unused_warn(struct sema *c) {
	struct cfunc_state *fn = c->fn;
	if (fn->has_unseen)
		return;
	unset_warn(c, fn->func);
	if (is_in_template(fn->func))
		return;
	warn_labels(c);
	if (!fn->has_inner)
		warn_params(c);
	for (u32 i = 0; i < fn->locals.n; i++) {
		struct cdecl *d = fn->locals.at[i];
		bool is_lasting = d->is_constexpr || d->is_static_local ||
		                  d->type->quals & Q_CONST;
		/* a lambda or local class whose functions are not checked yet may use it
		 * without capturing it */
		if ((fn->has_inner && is_lasting) || acts(c, d))
			continue;
		if (d->nmention == 0)
			check_warning(c, d->loc, E0637,
			              "variable '%s' was declared but never referenced",
			              d->name->s);
		else if (d->nset == d->nmention && !ctype_is_ref(d->type) &&
		         d->space == CSPACE_AUTO)
			check_warning(c, d->loc, E0638,
			              "variable '%s' was set but never used", d->name->s);
	}
}

/* ---- functions and variables of a namespace that no other file sees ---------------- */

/* Whether the place is in the main file: what a header has is there for others, too. */
static bool is_in_main_file(const struct sema *c, struct loc loc) {
	const struct source_file *f = source_pos(c->u->sources, loc.start).file;
	return f && strcmp(f->name, c->u->file->name) == 0;
}

/* Whether the name occurs once only. Host code may use it as well, so a second mention
 * anywhere is enough. */
static bool is_mentioned_once(const struct sema *c, const struct str *name) {
	u32 n = 0;
	for (u32 i = 0; i < c->u->ntoken && n < 2; i++)
		n += c->u->token[i].name == name;
	return n == 1;
}

static bool is_internal(const struct cdecl *d) {
	if (d->flags & SPEC_STATIC)
		return true;
	if (d->kind == CDECL_VAR && d->type->quals & Q_CONST && !(d->flags & SPEC_EXTERN))
		return true;
	for (const struct cscope *s = d->scope; s; s = s->parent)
		if (s->kind == CSCOPE_NAMESPACE && s->owner && !s->owner->name)
			return true;
	return false;
}

void unused_warn_internal(struct sema *c, struct cdecl *d) {
	const struct syn *specs = d->kind == CDECL_FUNC && d->syn &&
	                                          d->syn->kind == SYN_FUNC_DEF
	                                  ? syn_func_def(d->syn)->specs
	                                  : d->syn;
	if (!d->name || d->next || d->cls_owner || d->scope->kind != CSCOPE_NAMESPACE ||
	    !is_internal(d) || !specs || specs->kind != SYN_SPECS || says_unused(specs) ||
	    !is_in_main_file(c, d->loc) || !is_mentioned_once(c, d->name))
		return;
	check_warning(c, d->loc, E0637, "%s '%s' was declared but never referenced",
	              d->kind == CDECL_FUNC ? "function" : "variable", d->name->s);
}
