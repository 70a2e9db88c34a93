/* virtual.c - virtual functions ([class.virtual]): which function is in which slot of a
 * class's tables, and calls through them; table.c makes the tables. A class has a table
 * for itself, which it shares with its primary base (the first that has one), and one for
 * each other base with virtual functions; in those stand thunks, which turn a pointer to
 * the base into one to the class that overrides. A function whose result lies elsewhere
 * in its class than that of the overridden one (a covariant result) has a slot of its
 * own; in the other stands a thunk, which moves the result.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/class/virtual.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/vbase.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/local.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/mangle.h"
#include "parser/cuda/meaning/stmt/stmt.h"

/* ---- which classes have tables ----------------------------------------------------- */

/* m is any member: kid[0] of its syntax may be its specifiers. */
static bool says_virtual(const struct cdecl *m) {
	struct syn *s = m->syn;
	return (m->kind == CDECL_UNPARSED || m->kind == CDECL_FUNC) && s && s->nkid &&
	       s->kid[0] && s->kid[0]->kind == SYN_SPECS &&
	       syn_specified(s)->specs->value & SPEC_VIRTUAL;
}

static bool has_primary(const struct cclass *cls, const struct ctype *base) {
	if (cls->has_virtual_primary && cls->primary == base)
		return true;
	for (u32 i = 0; i < cls->nbase; i++)
		if (!cls->field.at[i].is_virtual &&
		    has_primary(cls->field.at[i].type->decl->cls, base))
			return true;
	return false;
}

/* Whether a virtual base is the primary base of another one. */
static bool is_taken(const struct cclass *cls, const struct ctype *base) {
	for (u32 i = 0; i < cls->nbase; i++)
		if (has_primary(cls->field.at[i].type->decl->cls, base))
			return true;
	for (u32 i = 0; i < cls->vbase.n; i++)
		if (has_primary(cls->vbase.at[i].type->decl->cls, base))
			return true;
	return false;
}

struct primary_search {
	const struct cclass *of;
	bool *is_seen; /* each virtual base */
	const struct ctype *first, *best;
};

/* Virtual bases in the order of the hierarchy. */
static void search_primary(struct primary_search *s, const struct cclass *cls) {
	for (u32 i = 0; i < cls->nbase && !s->best; i++) {
		const struct cfield *f = &cls->field.at[i];
		const struct ctype *t = ctype_unqual(f->type);
		const struct cclass *of = t->decl->cls;
		if (f->is_virtual) {
			bool *is_seen = &s->is_seen[class_vbase_index(s->of, t)];
			if (*is_seen)
				continue;
			*is_seen = true;
			if (of->is_nearly_empty && !s->first)
				s->first = t;
			if (of->is_nearly_empty && !is_taken(s->of, t))
				s->best = t;
		}
		if (of->vbase.n && !s->best)
			search_primary(s, of);
	}
}

/* Finds the primary base: the first non-virtual base with a table; else a nearly empty
 * virtual base, if possible one that is not the primary base of another base (Itanium 2.4
 * I). */
static void find_primary(struct sema *c, struct cclass *cls) {
	for (u32 i = 0; i < cls->nbase && !cls->primary; i++)
		if (!cls->field.at[i].is_virtual &&
		    cls->field.at[i].type->decl->cls->has_vptr)
			cls->primary = ctype_unqual(cls->field.at[i].type);
	if (cls->primary || !cls->vbase.n)
		return;
	struct primary_search s = {.of = cls,
	                           .is_seen = arena_array(c->a, bool, cls->vbase.n)};
	search_primary(&s, cls);
	cls->primary = s.best ? s.best : s.first;
	cls->has_virtual_primary = cls->primary != NULL;
}

/* Numbers the slots of the virtual bases: the table begins with the primary base's own,
 * in both directions. */
static void number_vbases(struct cclass *cls) {
	const struct cclass *of = cls->primary ? cls->primary->decl->cls : NULL;
	u32 next = of ? of->vbase.n : 0;
	for (u32 i = 0; i < cls->vbase.n; i++) {
		struct cvbase *v = &cls->vbase.at[i];
		const struct cvbase *known = of ? class_vbase(of, v->type) : NULL;
		v->slot = known ? known->slot : next++;
	}
}

void class_find_vptr(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	for (u32 i = 0; i < cls->nbase; i++)
		cls->has_virtual |= cls->field.at[i].type->decl->cls->has_virtual;
	for (u32 i = 0; i < d->inner->member.n; i++)
		cls->has_virtual |= says_virtual(d->inner->member.at[i]);
	cls->has_vptr = cls->has_virtual || cls->vbase.n;
	if (!cls->has_vptr)
		return;
	find_primary(c, cls);
	number_vbases(cls);
}

/* ---- slots ------------------------------------------------------------------------- */

static bool overrides(const struct cdecl *f, const struct cdecl *base) {
	if (f->is_dtor || base->is_dtor)
		return f->is_dtor && base->is_dtor;
	if (f->is_conversion && base->is_conversion && f->type->base != base->type->base)
		return false;
	return f->name == base->name && f->type->nparam == base->type->nparam &&
	       f->type->memquals == base->type->memquals &&
	       f->type->ref == base->type->ref &&
	       (f->type->nparam == 0 ||
	        memcmp(f->type->param, base->type->param,
	               sizeof(*f->type->param) * f->type->nparam) == 0);
}

/* Returns the slot of a class's own table for what `f` overrides; nvslot if there is
 * none. */
static u32 slot_of(const struct cclass *cls, const struct cdecl *f) {
	u32 i = 0;
	while (i < cls->nvslot && !overrides(f, cls->vslot[i]))
		i++;
	return i;
}

static bool overrides_in_bases(const struct cclass *cls, const struct cdecl *f) {
	for (u32 i = 0; i < cls->nbase; i++) {
		const struct cclass *b = cls->field.at[i].type->decl->cls;
		if (slot_of(b, f) < b->nvslot || overrides_in_bases(b, f))
			return true;
	}
	return false;
}

s64 class_result_offset(struct sema *c, const struct cdecl *f, const struct cdecl *base) {
	const struct ctype *a = f->type->base, *b = base->type->base;
	if (a == b || f->is_dtor || a->kind != b->kind ||
	    (a->kind != CT_PTR && !ctype_is_ref(a)))
		return 0;
	const struct ctype *from = ctype_unqual(a->base), *to = ctype_unqual(b->base);
	return from->kind == CT_CLASS && to->kind == CT_CLASS
	               ? class_base_offset(c, from, to)
	               : 0;
}

enum { BY_TABLE = INT32_MAX }; /* as `this_adjust`: calls its target through the table */

/* Makes a function with the parameters of `to` and an object of class `cls`. */
static struct cdecl *forwarder(struct sema *c, struct cdecl *cls, struct cdecl *to,
                               s64 adjust, const char *text) {
	struct cdecl *f = cdecl_new(c->a, CDECL_FUNC, to->name, to->loc);
	f->link_name = str_intern(c->u->names, text, strlen(text));
	f->state = CSTATE_CHECKED;
	f->scope = to->scope;
	f->cls_owner = cls;
	f->has_definition = f->is_defaulted = true;
	f->flags = (to->flags & (SPEC_DEVICE | SPEC_HOST)) | SPEC_INLINE;
	f->type = to->type;
	f->target = to;
	f->is_thunk = true;
	cdecl_rare_set(c->a, f)->this_adjust = adjust;
	f->inner = cscope_new(c->a, CSCOPE_FUNC, cls->inner, f);
	f->this_param = arena_copy(c->a, to->this_param, sizeof *f->this_param, 8);
	f->this_param->lower = NULL;
	f->this_param->type = ctype_ptr(
		c->t,
		ctype_qualified(c->t, cls->type, to->this_param->type->base->quals));
	for (u32 i = 0; i < to->param.n; i++) {
		if (to->param.at[i] == cdecl_rare(to)->vtt_param)
			continue; /* the object of such a call is not a base */
		struct cdecl *p = arena_copy(c->a, to->param.at[i], sizeof *p, 8);
		p->lower = NULL;
		p->scope = f->inner;
		vec_push(c->a, &f->param, p);
	}
	f->min_args = f->param.n;
	return f;
}

struct cdecl *class_thunk(struct sema *c, struct cdecl *cls, struct cdecl *to, s64 adjust,
                          const struct cdecl *slot) {
	const char *name = mangle_decl(c->u, to)->s;
	s64 result = class_result_offset(c, to, slot);
	const char *returns = result == BASE_IS_VIRTUAL ? "rv_"
	                      : result ? arena_printf(c->a, "r%lld_", (long long)result)
	                               : "";
	struct cdecl *f = forwarder(
		c, cls, to, adjust,
		arena_printf(c->a, "_ZTh%c%llu_%s%s", adjust < 0 ? 'n' : 'p',
	                     (unsigned long long)(adjust < 0 ? -adjust : adjust), returns,
	                     strncmp(name, "_Z", 2) == 0 ? name + 2 : name));
	f->type = slot->type;
	f->is_pure = to->is_pure;
	return f;
}

/* Puts the function into all slots of the class's table that it overrides. False if none
 * of them calls it without an adjustment. */
static bool fill_slots(struct sema *c, struct cclass *cls, struct cdecl *m) {
	bool has_own = false;
	for (u32 i = 0; i < cls->nvslot; i++) {
		if (!overrides(m, cls->vslot[i]))
			continue;
		s64 result = class_result_offset(c, m, cls->vslot[i]);
		if (!result && !has_own)
			m->vslot = i;
		has_own |= !result;
		cls->vslot[i] = result ? class_thunk(c, m->cls_owner, m, 0, cls->vslot[i])
		                       : m;
	}
	return has_own;
}

/* Whether the word `override` or `final` follows a member's declarator: the grammar
 * never sees them. */
static bool says_word(const struct sema *c, const struct cdecl *m, const char *word) {
	const struct cu_token_rec *t = c->u->token;
	u32 low = 0, high = c->u->ntoken;
	if (!m->func_syn || !m->syn)
		return false;
	while (high - low > 1) {
		u32 mid = low + (high - low) / 2;
		*(t[mid].start < m->func_syn->loc.end ? &low : &high) = mid;
	}
	for (u32 i = high; i < c->u->ntoken && t[i].kind == CU_IDENT && t[i].name; i++)
		if (strcmp(t[i].name->s, word) == 0)
			return true;
	return false;
}

/* Whether a function with result t may override one with result u: they are the same, or
 * pointers or references to a class and a base of it, which is as much qualified
 * ([class.virtual]/8). */
static bool is_covariant(struct sema *c, const struct ctype *t, const struct ctype *u) {
	if (t == u || ctype_has_auto(t) || ctype_has_auto(u) || t->kind == CT_ERROR ||
	    u->kind == CT_ERROR)
		return true;
	if (!ctype_is_ref(t) && ctype_unqual(t) == ctype_unqual(u))
		return t->kind != CT_CLASS;
	if (t->kind != u->kind || (t->kind != CT_PTR && !ctype_is_ref(t)))
		return false;
	const struct ctype *of = t->base, *base = u->base;
	return of->kind == CT_CLASS && base->kind == CT_CLASS &&
	       !(of->quals & ~base->quals & (Q_CONST | Q_VOLATILE)) &&
	       class_base_depth(c, of, base) >= 0;
}

static void check_covariant(struct sema *c, const struct cdecl *m,
                            const struct cdecl *base) {
	const struct ctype *t = m->type->base, *u = base->type->base;
	if (is_covariant(c, t, u))
		return;
	struct diag_record *r = check_error(
		c, m->loc, E0612, "'%s' gives '%s', and what it overrides '%s'",
		m->name->s, check_type_text(c, t), check_type_text(c, u));
	check_note(c, r, "only a pointer or reference to a derived class may differ");
}

/* What overrides a function without exceptions has none, either ([except.spec]/4). */
static void check_exceptions(struct sema *c, const struct cdecl *m, struct cdecl *base) {
	if (!m->is_deleted && !m->is_defaulted && m->func_syn && base->func_syn &&
	    !(m->func_syn->flags & SYNF_NOEXCEPT) &&
	    base->func_syn->flags & SYNF_NOEXCEPT && !func_may_throw(c, base))
		check_error(c, m->loc, E0612,
		            "'%s' may throw, and what it overrides is noexcept",
		            m->name->s);
}

static void check_override(struct sema *c, const struct cdecl *d, const struct cdecl *m,
                           bool overrides_any) {
	if (m->is_dtor || d->is_system)
		return;
	if (!overrides_any && says_word(c, m, "override"))
		check_error(c, m->loc, E0612, "'%s' overrides nothing", m->name->s);
	for (u32 i = 0; overrides_any && i < d->cls->nbase; i++) {
		const struct cclass *of = d->cls->field.at[i].type->decl->cls;
		for (u32 k = 0; k < of->nvslot; k++) {
			if (of->vslot[k]->is_thunk || !overrides(m, of->vslot[k]))
				continue;
			check_covariant(c, m, of->vslot[k]);
			check_exceptions(c, m, of->vslot[k]);
			if (says_word(c, of->vslot[k], "final"))
				check_error(c, m->loc, E0612,
				            "'%s' overrides a final function of '%s'",
				            m->name->s,
				            check_type_text(
						    c, of->vslot[k]->cls_owner->type));
		}
	}
}

/* f() = 0, or F f = 0; where F is a function type. */
static bool is_declared_pure(const struct cdecl *m) {
	if (m->declarator)
		return syn_init_decl(m->declarator)->init != NULL;
	return m->syn && m->syn->kind == SYN_FUNC_DEF && m->syn->flags & SYNF_PURE;
}

static void own_slots(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	for (u32 i = 0; i < d->inner->member.n; i++) {
		struct cdecl *m = d->inner->member.at[i];
		if (m->kind != CDECL_UNPARSED && m->kind != CDECL_FUNC)
			continue;
		decl_resolve(c, m);
		if (m->kind != CDECL_FUNC || m->state != CSTATE_CHECKED || !m->this_param)
			continue;
		bool is_override = slot_of(cls, m) < cls->nvslot;
		check_override(c, d, m, is_override || overrides_in_bases(cls, m));
		if (!is_override && !says_virtual(m) && !overrides_in_bases(cls, m))
			continue;
		if (says_virtual(m) && type_needs_deduction(m->type->base) &&
		    !d->is_system) /* [dcl.spec.auto]/13 */
			check_error(c, m->loc, E0612,
			            "a virtual function cannot have a deduced result");
		m->is_virtual = true;
		m->is_pure = is_declared_pure(m);
		if (fill_slots(c, cls, m))
			continue;
		m->vslot = cls->nvslot++;
		cls->vslot[m->vslot] = m;
	}
}

/* Returns the first of the class's functions with the base function's name, if all of
 * them override nothing. */
static const struct cdecl *hides(const struct cdecl *d, const struct cdecl *base) {
	const struct cdecl *first = NULL;
	for (u32 i = 0; i < d->inner->member.n; i++) {
		const struct cdecl *m = d->inner->member.at[i];
		if (m->name != base->name)
			continue;
		if (m->kind != CDECL_FUNC || overrides_in_bases(d->cls, m))
			return NULL;
		first = first ? first : m;
	}
	return first;
}

static const char *signature(struct sema *c, const struct cdecl *f) {
	const char *s = arena_printf(c->a, "%s::%s(",
	                             check_type_text(c, f->cls_owner->type), f->name->s);
	for (u32 i = 0; i < f->type->nparam; i++)
		s = arena_printf(c->a, "%s%s%s", s, i ? ", " : "",
		                 check_type_text(c, f->type->param[i]));
	return arena_printf(c->a, "%s)%s", s,
	                    f->type->memquals & Q_CONST ? " const" : "");
}

static void warn_hidden(struct sema *c, const struct cdecl *d) {
	for (u32 i = 0; i < d->cls->nbase; i++) {
		const struct cclass *of = d->cls->field.at[i].type->decl->cls;
		for (u32 k = 0; k < of->nvslot; k++) {
			const struct cdecl *f = of->vslot[k];
			const struct cdecl *m = f->is_dtor ? NULL : hides(d, f);
			if (m && !f->is_thunk && f->cls_owner)
				check_warning(c, m->loc, E0654,
				              "function '%s' is hidden by '%s::%s' -- "
				              "virtual function override intended?",
				              signature(c, f),
				              check_type_text(c, d->type), m->name->s);
		}
	}
}

static const struct cdecl *own_overrider(const struct cdecl *d, const struct cdecl *f) {
	for (u32 i = 0; i < d->inner->member.n; i++) {
		const struct cdecl *m = d->inner->member.at[i];
		if (m->name == f->name && m->kind == CDECL_FUNC &&
		    decl_same_function(m, f))
			return m;
	}
	return NULL;
}

static bool has_using(const struct cdecl *d, const struct str *name) {
	for (u32 i = 0; i < d->inner->member.n; i++)
		if (d->inner->member.at[i]->name == name &&
		    d->inner->member.at[i]->kind == CDECL_USING)
			return true;
	return false;
}

/* Warns if some of the virtual functions of one name that a base has are overridden, and
 * hide the others. */
static void warn_partial(struct sema *c, const struct cdecl *d) {
	for (u32 i = 0; i < d->cls->nbase; i++) {
		const struct cclass *of = d->cls->field.at[i].type->decl->cls;
		for (u32 k = 0; k < of->nvslot; k++) {
			const struct cdecl *f = of->vslot[k], *other = NULL;
			if (f->is_dtor || f->is_thunk || !f->cls_owner ||
			    !own_overrider(d, f) || has_using(d, f->name))
				continue;
			for (u32 n = 0; n < of->nvslot && !other; n++)
				if (of->vslot[n]->name == f->name &&
				    !of->vslot[n]->is_thunk &&
				    !own_overrider(d, of->vslot[n]))
					other = of->vslot[n];
			if (other)
				check_warning(
					c, d->loc, E0678,
					"overloaded virtual function \"%s::%s\" is only "
					"partially overridden in class \"%s\"",
					check_type_text(c, f->cls_owner->type),
					f->name->s, check_type_text(c, d->type));
		}
	}
}

/* Fills the slots of the primary base's table, overridden or kept, then those of new
 * functions. */
void class_fill_vslots(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	struct cclass *base = cls->primary ? cls->primary->decl->cls : NULL;
	if (!cls->has_vptr)
		return;
	cls->nvslot = base ? base->nvslot : 0;
	/* three more for a destructor and assignments that are not declared */
	cls->vslot = arena_array(c->a, struct cdecl *,
	                         cls->nvslot + d->inner->member.n + 3);
	for (u32 i = 0; base && i < base->nvslot; i++)
		cls->vslot[i] = base->vslot[i];
	own_slots(c, d);
	if (d->is_system)
		return;
	warn_hidden(c, d);
	warn_partial(c, d);
}

/* Makes an implicit destructor virtual that overrides a virtual one. */
void class_virtual_dtor(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	struct cdecl *f = cls->dtor;
	(void)c;
	if (f->is_virtual)
		return;
	u32 slot = slot_of(cls, f);
	if (slot == cls->nvslot && !overrides_in_bases(cls, f))
		return;
	if (slot == cls->nvslot)
		cls->nvslot++;
	f->is_virtual = true;
	f->vslot = slot;
	cls->vslot[slot] = f;
}

static bool has_virtual_assign(struct sema *c, const struct cclass *cls) {
	for (u32 i = 0; i < cls->nvslot; i++)
		if (cls->vslot[i]->name == c->name.operator_assign)
			return true;
	for (u32 i = 0; i < cls->nbase; i++)
		if (!cls->field.at[i].is_virtual &&
		    has_virtual_assign(c, cls->field.at[i].type->decl->cls))
			return true;
	return false;
}

static bool inherits_virtual_assign(struct sema *c, const struct cclass *cls) {
	for (u32 i = 0; i < cls->nbase; i++)
		if (has_virtual_assign(c, cls->field.at[i].type->decl->cls))
			return true;
	for (u32 i = 0; i < cls->vbase.n; i++)
		if (has_virtual_assign(c, cls->vbase.at[i].type->decl->cls))
			return true;
	return false;
}

void class_virtual_assign(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	if (!inherits_virtual_assign(c, cls))
		return;
	/* looking for the name declares them */
	cscope_find_here(d->inner, c->name.operator_assign, 0);
	for (u32 i = 0; i < d->inner->member.n; i++) {
		struct cdecl *m = d->inner->member.at[i];
		if (m->kind != CDECL_FUNC || m->name != c->name.operator_assign ||
		    !m->is_defaulted || m->is_virtual || m->is_deleted ||
		    (slot_of(cls, m) == cls->nvslot && !overrides_in_bases(cls, m)))
			continue;
		m->is_virtual = true;
		if (fill_slots(c, cls, m))
			continue;
		m->vslot = cls->nvslot++;
		cls->vslot[m->vslot] = m;
	}
}

struct cdecl *class_own_overrider(const struct cdecl *d, const struct cdecl *f) {
	if (f->is_dtor)
		return d->cls->dtor;
	for (u32 i = 0; i < d->inner->member.n; i++) {
		struct cdecl *m = d->inner->member.at[i];
		if (m->kind == CDECL_FUNC && m->is_virtual && overrides(m, f))
			return m;
	}
	return NULL;
}

struct cdecl *class_dispatcher(struct sema *c, struct cdecl *f) {
	struct cdecl *d = map_get_ptr(&c->dispatcher, f);
	if (d)
		return d;
	d = forwarder(c, f->cls_owner, f, BY_TABLE,
	              arena_printf(c->a, "__simt_dispatch%s", mangle_decl(c->u, f)->s));
	map_put_ptr(&c->dispatcher, f, d);
	return d;
}

struct cexpr *class_this_moved(struct sema *c, const struct cdecl *f, s64 by,
                               const struct ctype *to) {
	const struct ctype *bytes = ctype_ptr(c->t, c->t->basic[CT_CHAR]);
	struct cexpr *p = cexpr_new(c, CE_PTR_ADD, bytes, f->loc);
	p->a = cast_scalar(c, cexpr_this(c, f, f->loc), bytes);
	p->b = cexpr_int(c, c->t->basic[CT_LONG], (u64)by, f->loc);
	return cast_scalar(c, p, to);
}

void class_thunk_body(struct sema *c, struct cdecl *f) {
	struct cdecl *to = f->target;
	bool by_table = cdecl_rare(f)->this_adjust == BY_TABLE;
	struct cexpr *object = cexpr_deref(
		c, class_this_moved(c, f, by_table ? 0 : cdecl_rare(f)->this_adjust,
	                            to->this_param->type));
	struct cstmt *s = cstmt_new(c, CS_EXPR, f->loc);
	if (to->is_dtor) {
		s->e = cexpr_new(c, CE_DESTROY, c->t->basic[CT_VOID], f->loc);
		s->e->a = object;
		s->e->dtor = func_definition(c, to);
		check_use(c, s->e->dtor, f->loc);
	} else {
		struct cexprs arg = {0};
		for (u32 i = 0; i < to->type->nparam; i++) {
			struct cexpr *e = cexpr_var(c, f->param.at[i], f->loc);
			e->is_xvalue = f->param.at[i]->type->kind != CT_LREF;
			vec_push(c->a, &arg, e);
		}
		bool exact = c->exact_call;
		c->exact_call = !by_table;
		c->hands_on = true;
		s->e = build_call(c, to, object, arg.at, arg.n, f->loc);
		c->exact_call = exact;
		if (to->type->base->kind != CT_VOID) {
			s->kind = CS_RETURN;
			s->e = convert(c, s->e, f->type->base, CONV_IMPLICIT, f->loc);
		}
	}
	cstmt_push(c, f->body, s);
}

/* ---- calls ------------------------------------------------------------------------- */

/* Returns word `index` of the object's own table, as a value of type t. */
static struct cexpr *table_word(struct sema *c, struct cexpr *object, s64 index,
                                const struct ctype *t, struct loc loc) {
	const struct ctype *words = ctype_ptr(c->t, t);
	struct cexpr *table = cexpr_load(
		c, cexpr_deref(c, cast_scalar(c, cexpr_addr(c, object),
	                                      ctype_ptr(c->t, words))));
	struct cexpr *slot = cexpr_new(c, CE_PTR_ADD, words, loc);
	slot->a = table;
	slot->b = cexpr_int(c, c->t->basic[CT_LONG], (u64)index, loc);
	return cexpr_load(c, cexpr_deref(c, slot));
}

struct cexpr *class_table_word(struct sema *c, struct cexpr *object, s64 index,
                               struct loc loc) {
	return table_word(c, object, index, ctype_ptr(c->t, c->t->basic[CT_VOID]), loc);
}

struct cexpr *class_virtual_callee(struct sema *c, struct cdecl *f, struct cexpr *object,
                                   struct loc loc) {
	const struct ctype **param = arena_array(c->a, const struct ctype *,
	                                         f->type->nparam + 1);
	param[0] = f->this_param->type;
	for (u32 i = 0; i < f->type->nparam; i++)
		param[i + 1] = f->type->param[i];
	const struct ctype *type = ctype_func(c->t, f->type->base, param,
	                                      f->type->nparam + 1, false, 0, 0);
	type = ctype_func_noexcept(c->t, type, !func_may_throw(c, f));
	struct cexpr *e = class_table_word(c, object, f->vslot, loc);
	if (!f->is_pure) /* it may be called, whatever overrides it */
		check_use(c, func_definition(c, f), loc);
	return cast_scalar(c, e, ctype_ptr(c->t, type));
}

struct cexpr *class_whole_object(struct sema *c, struct cexpr *object, struct loc loc) {
	const struct ctype *bytes = ctype_ptr(c->t, c->t->basic[CT_CHAR]);
	struct cexpr *p = cexpr_new(c, CE_PTR_ADD, bytes, loc);
	p->a = cast_scalar(c, cexpr_addr(c, object), bytes);
	p->b = cexpr_new(c, CE_NEG, c->t->basic[CT_LONG], loc);
	p->b->a = table_word(c, object, -TABLE_HEAD, c->t->basic[CT_LONG], loc);
	return cast_scalar(c, p, ctype_ptr(c->t, c->t->basic[CT_VOID]));
}
