/* given.c - objects that need an initialiser: const ones, which cannot be assigned later
 * ([dcl.init]/7), unless their class gives them a value.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/init/given.h"

#include "parser/cuda/meaning/expr/pretty.h"

static bool has_own_value(const struct cfield *f) {
	return f->decl && f->decl->declarator && syn_init_decl(f->decl->declarator)->init;
}

static bool type_gives_value(const struct ctype *t) {
	t = ctype_element(t);
	return t->kind == CT_CLASS && t->decl->cls->gives_value;
}

/* An anonymous union without initialisers is accepted, as in g++ and nvcc. */
static bool field_is_given(const struct cfield *f) {
	bool is_padding = !f->is_base && !f->name && !f->is_anonymous;
	return is_padding || has_own_value(f) || type_gives_value(f->type) ||
	       (f->is_anonymous && f->type->decl->cls->is_union);
}

bool class_gives_value(const struct cclass *cls, bool has_user_default) {
	u32 ngiven = 0;
	for (u32 i = 0; i < cls->field.n; i++)
		ngiven += cls->is_union ? has_own_value(&cls->field.at[i])
		                        : field_is_given(&cls->field.at[i]);
	return has_user_default || ngiven == cls->field.n || (cls->is_union && ngiven);
}

bool field_lacks_value(const struct cfield *f) {
	const struct ctype *t = ctype_element(f->type);
	return t->quals & Q_CONST && !has_own_value(f) && !type_gives_value(t);
}

bool check_given(struct sema *c, const struct ctype *type, const char *what,
                 struct loc loc) {
	const struct ctype *t = ctype_element(type);
	if (!(t->quals & Q_CONST) || t->kind == CT_ERROR || type_gives_value(t))
		return true;
	if (t->kind == CT_CLASS)
		check_error(c, loc, E0627,
		            "%s needs an initialiser: '%s' has no default constructor "
		            "of its own",
		            what, check_type_text(c, ctype_unqual(t)));
	else
		check_error(c, loc, E0627, "%s needs an initialiser", what);
	return false;
}

bool check_concrete(struct sema *c, const struct ctype *type, struct loc loc) {
	const struct ctype *t = ctype_element(type);
	if (t->kind != CT_CLASS || !t->decl->cls->is_abstract)
		return true;
	const struct cdecl *pure = NULL;
	for (u32 i = 0; i < t->decl->cls->nvslot && !pure; i++)
		pure = t->decl->cls->vslot[i]->is_pure ? t->decl->cls->vslot[i] : NULL;
	check_error(c, loc, E0609, "there is no object of the abstract class '%s'%s%s%s",
	            check_type_text(c, ctype_unqual(t)), pure ? ": '" : "",
	            pure ? check_func_name(c, pure) : "", pure ? "' is pure" : "");
	return false;
}

bool check_given_var(struct sema *c, const struct cdecl *d) {
	return check_given(c, d->type,
	                   arena_printf(c->a, "the %s variable '%s'",
	                                d->is_constexpr ? "constexpr" : "const",
	                                d->name ? d->name->s : "?"),
	                   d->loc);
}
