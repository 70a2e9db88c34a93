/* special.c - the special members, declared by the program or implicitly, and their
 * bodies: constructors, destructor and assignments ([special]); inherited constructors.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/class/special.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/compare.h"
#include "parser/cuda/meaning/class/ctor.h"
#include "parser/cuda/meaning/class/table.h"
#include "parser/cuda/meaning/class/vbase.h"
#include "parser/cuda/meaning/class/virtual.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/local.h"
#include "parser/cuda/meaning/expr/alloc.h"
#include "parser/cuda/meaning/expr/binary.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/lambda.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/init/given.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/stmt/stmt.h"
#include "parser/cuda/meaning/template/constraint.h"

/* ---- special members --------------------------------------------------------------- */

bool check_special_form(struct sema *c, const struct cdecl *f, const struct cdecl *cls,
                        const struct syn *id) {
	const char *what = f->is_ctor         ? "a constructor"
	                   : f->is_dtor       ? "a destructor"
	                   : f->is_conversion ? "a conversion function"
	                                      : NULL;
	if (!what && id->kind == SYN_OPERATOR_NAME &&
	    (id->op == '=' || id->op == CU_ARROW))
		what = "this operator";
	if (!what)
		return true;
	if (f->flags & SPEC_STATIC)
		check_error(c, f->loc, E0612, "%s cannot be static", what);
	else if (f->is_dtor && syn_dtor_name(id)->id->name != cls->name)
		check_error(c, f->loc, E0612, "the destructor of '%s' is '~%s'",
		            cls->name ? cls->name->s : "a class without a name",
		            cls->name ? cls->name->s : "");
	else if ((f->is_dtor || f->is_conversion) &&
	         (f->type->nparam || f->type->is_variadic))
		check_error(c, f->loc, E0612, "%s has no parameters", what);
	else
		return true;
	return false;
}

static bool is_reference_to(const struct ctype *t, const struct ctype *cls,
                            enum ctype_kind kind) {
	return t->kind == kind && ctype_unqual(t->base) == cls;
}

enum special class_special_of(const struct cdecl *f, const struct ctype *cls) {
	if (f->kind != CDECL_FUNC || !f->type || f->type->kind != CT_FUNC)
		return SPECIAL_NONE;
	if (f->is_dtor)
		return SPECIAL_DTOR;
	u32 n = f->type->nparam;
	if (f->is_ctor && f->min_args == 0)
		return SPECIAL_DEFAULT;
	if (n < 1 || f->min_args > 1)
		return SPECIAL_NONE;
	const struct ctype *p = f->type->param[0];
	if (f->is_ctor)
		return is_reference_to(p, cls, CT_LREF)   ? SPECIAL_COPY
		       : is_reference_to(p, cls, CT_RREF) ? SPECIAL_MOVE
		                                          : SPECIAL_NONE;
	if (!f->name || strcmp(f->name->s, "operator=") != 0)
		return SPECIAL_NONE;
	return is_reference_to(p, cls, CT_RREF)      ? SPECIAL_MOVE_ASSIGN
	       : ctype_unqual(ctype_noref(p)) == cls ? SPECIAL_COPY_ASSIGN
	                                             : SPECIAL_NONE;
}

static struct cdecl *implicit_member_new(struct sema *c, struct cdecl *d,
                                         struct str *name) {
	struct cdecl *f = cdecl_new(c->a, CDECL_FUNC, name, d->loc);
	f->state = CSTATE_CHECKED;
	f->scope = d->inner;
	f->cls_owner = d;
	f->is_defaulted = f->has_definition = true;
	f->flags = SPEC_DEVICE | SPEC_HOST | SPEC_INLINE;
	f->inner = cscope_new(c->a, CSCOPE_FUNC, d->inner, f);
	f->this_param = cdecl_new(c->a, CDECL_VAR, c->name.this_, d->loc);
	f->this_param->type = ctype_ptr(c->t, d->type);
	f->this_param->is_param = true;
	f->this_param->state = CSTATE_CHECKED;
	return f;
}

static struct cdecl *implicit_member(struct sema *c, struct cdecl *d, enum special what) {
	static const u8 ref_of[] = {[SPECIAL_COPY] = CT_LREF,
	                            [SPECIAL_MOVE] = CT_RREF,
	                            [SPECIAL_COPY_ASSIGN] = CT_LREF,
	                            [SPECIAL_MOVE_ASSIGN] = CT_RREF};
	bool is_assign = what == SPECIAL_COPY_ASSIGN || what == SPECIAL_MOVE_ASSIGN;
	struct str *name = what == SPECIAL_DTOR ? c->name.dtor
	                   : is_assign          ? c->name.operator_assign
	                                        : c->name.ctor;
	struct cdecl *f = implicit_member_new(c, d, name);
	f->is_ctor = what <= SPECIAL_MOVE;
	f->is_dtor = what == SPECIAL_DTOR;
	cscope_add(d->inner, f);
	const struct ctype *param = NULL;
	if (what != SPECIAL_DEFAULT && what != SPECIAL_DTOR) {
		/* [class.copy.ctor]/7, [class.copy.assign]/2 */
		bool is_mutable = what == SPECIAL_COPY ? d->cls->copies_mutable
		                                       : d->cls->assigns_mutable;
		param = ref_of[what] == CT_RREF
		                ? ctype_rref(c->t, d->type)
		                : ctype_lref(c->t,
		                             ctype_qualified(c->t, d->type,
		                                             is_mutable ? 0 : Q_CONST));
		struct cdecl *p = cdecl_new(c->a, CDECL_VAR, NULL, d->loc);
		p->type = param;
		p->is_param = true;
		p->state = CSTATE_CHECKED;
		p->scope = f->inner;
		vec_push(c->a, &f->param, p);
	}
	f->min_args = f->param.n;
	const struct ctype *result = is_assign ? ctype_lref(c->t, d->type)
	                                       : c->t->basic[CT_VOID];
	f->type = ctype_func(c->t, result, &param, f->param.n, false, 0, 0);
	vbase_declare(c, f);
	return f;
}

/* The special members that the parts of a class allow. */
struct parts {
	bool copy, move, assign, move_assign, dtor, init; /* trivial in all parts */
	bool can_default, can_copy, can_move, can_assign, can_move_assign, can_destroy;
};

/* Takes the destructor of a part into account: the class may have to destroy a part that
 * it has made. A private trivial destructor makes nvcc delete only the default
 * constructor. */
static void look_at_dtor(struct sema *c, struct cdecl *d, const struct cclass *part,
                         struct parts *p) {
	bool may = !part->own_dtor || class_may_access(c, d, part->own_dtor);
	if (part->no_destroy || !may)
		p->can_default = false;
	if (part->no_destroy || (!may && !part->is_trivially_destructible))
		p->can_destroy = p->can_copy = p->can_move = false;
	if (d->cls->is_union && !part->is_trivially_destructible)
		p->can_destroy = false; /* the active member is not known */
}

/* Whether overload resolution finds a constructor without arguments that is not deleted:
 * a template may be one ([class.default.ctor]/2). */
static bool has_default(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	bool is_template = false;
	for (u32 i = 0; i < d->inner->member.n && cls->no_default; i++) {
		const struct cdecl *m = d->inner->member.at[i];
		is_template |= m->kind == CDECL_TEMPLATE && m->name == c->name.ctor;
	}
	if (!is_template)
		return !cls->no_default;
	struct coverload set = {0};
	class_constructors(c, d->type, &set.cand);
	bool failed = quiet_begin(c);
	struct cdecl *ctor = overload_pick(c, &set, NULL, 0, d->loc, false);
	quiet_end(c, failed);
	cls->no_default = !ctor || ctor->is_deleted;
	return !cls->no_default;
}

static bool has_initialiser(const struct cfield *f) {
	return f->decl && f->decl->declarator && syn_init_decl(f->decl->declarator)->init;
}

/* A defaulted function of a union is deleted if that of a variant member is not trivial:
 * the active member is not known ([class.copy.ctor]/10, [class.copy.assign]/7). */
static void look_at_variant(const struct cclass *of, struct parts *p) {
	bool by_bytes = !of->copies_by_user;
	p->can_copy &= of->trivial_copy && by_bytes;
	p->can_move &= of->trivial_move && by_bytes;
	p->can_assign &= of->trivial_assign && by_bytes;
	p->can_move_assign &= of->trivial_move_assign && by_bytes;
}

/* Whether the class may call what copies or moves a part: the constructor or assignment
 * of that kind, if the part declares one. What has no move is copied. */
static bool may_call(struct sema *c, struct cdecl *d, struct cdecl *part,
                     enum special what) {
	bool assigns = what == SPECIAL_COPY_ASSIGN || what == SPECIAL_MOVE_ASSIGN;
	bool moves = what == SPECIAL_MOVE || what == SPECIAL_MOVE_ASSIGN, found = false;
	struct str *name = assigns ? c->name.operator_assign : c->name.ctor;
	for (struct cdecl *f = cscope_find_here(part->inner, name, 0); f; f = f->next) {
		if (f->kind != CDECL_FUNC || f->state != CSTATE_CHECKED ||
		    class_special_of(f, part->type) != what)
			continue;
		found = true;
		if (f->access != CACCESS_PUBLIC && !class_may_access(c, d, f))
			return false;
	}
	if (found || !moves)
		return true;
	return may_call(c, d, part, assigns ? SPECIAL_COPY_ASSIGN : SPECIAL_COPY);
}

static bool may_default(struct sema *c, struct cdecl *d, const struct cclass *part) {
	return !part->hidden_default || class_may_access(c, d, part->hidden_default);
}

static void look_at_access(struct sema *c, struct cdecl *d, struct cdecl *part,
                           struct parts *p) {
	p->can_copy &= may_call(c, d, part, SPECIAL_COPY);
	p->can_move &= may_call(c, d, part, SPECIAL_MOVE);
	p->can_assign &= may_call(c, d, part, SPECIAL_COPY_ASSIGN);
	p->can_move_assign &= may_call(c, d, part, SPECIAL_MOVE_ASSIGN);
}

static struct parts look_at_parts(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	struct parts p = {true, true, true, true, true, true,
	                  true, true, true, true, true, true};
	bool may_choose =
		true; /* the member of a union that a default constructor makes */
	for (u32 i = 0; i < cls->field.n; i++) {
		struct cfield *f = &cls->field.at[i];
		const struct ctype *t = ctype_element(f->type);
		if (has_initialiser(f))
			p.init = false;
		else if (ctype_is_ref(t) || (!cls->is_union && field_lacks_value(f)))
			p.can_default = false;
		if (ctype_is_ref(t) || (t->quals & Q_CONST && t->kind != CT_CLASS))
			p.can_assign = p.can_move_assign = false;
		p.can_copy &= t->kind != CT_RREF;
		if (t->kind != CT_CLASS)
			continue;
		struct cclass *of = t->decl->cls;
		if (!cls->is_union && !has_initialiser(f) &&
		    (!has_default(c, t->decl) || !may_default(c, d, of)))
			p.can_default = false;
		look_at_dtor(c, d, of, &p);
		if (of->hides_copies)
			look_at_access(c, d, t->decl, &p);
		cls->copies_by_user |= of->copies_by_user;
		cls->copies_mutable |= of->copies_mutable;
		cls->assigns_mutable |= of->assigns_mutable;
		p.can_copy &= !of->no_copy;
		p.can_move &= !of->no_move;
		p.can_assign &= !of->no_assign;
		p.can_move_assign &= !of->no_move_assign;
		if (cls->is_union)
			look_at_variant(of, &p);
		may_choose &= !cls->is_union || of->is_trivially_default;
		p.copy &= of->trivial_copy;
		p.move &= of->trivial_move;
		p.assign &= of->trivial_assign;
		p.move_assign &= of->trivial_move_assign;
		p.dtor &= of->is_trivially_destructible;
		p.init &= of->is_trivially_default;
	}
	for (u32 i = 0; i < cls->field.n; i++)
		may_choose |= has_initialiser(&cls->field.at[i]);
	p.can_default &= may_choose; /* [class.default.ctor]/2 */
	return p;
}

/* Sets what cannot be copied or moved. A defaulted function is deleted if the parts do
 * not allow it. A move that is deleted in that way is ignored by overload resolution
 * ([over.match.funcs]/8): an rvalue is copied then. */
static void set_copies(struct cclass *cls, const struct parts *p, const bool *has,
                       const bool *user, const bool *deleted) {
	bool copies = has[SPECIAL_COPY] || has[SPECIAL_COPY_ASSIGN] || has[SPECIAL_DTOR];
	bool moves = has[SPECIAL_MOVE] || has[SPECIAL_MOVE_ASSIGN];
	cls->no_copy = has[SPECIAL_COPY] ? deleted[SPECIAL_COPY] ||
	                                           (!user[SPECIAL_COPY] && !p->can_copy)
	                                 : moves || !p->can_copy;
	cls->no_assign = has[SPECIAL_COPY_ASSIGN]
	                         ? deleted[SPECIAL_COPY_ASSIGN] ||
	                                   (!user[SPECIAL_COPY_ASSIGN] && !p->can_assign)
	                         : moves || !p->can_assign;
	bool may_move = has[SPECIAL_MOVE] || (!copies && !moves),
	     may_assign = has[SPECIAL_MOVE_ASSIGN] || (!copies && !moves);
	if (!user[SPECIAL_MOVE] && !deleted[SPECIAL_MOVE] && !(may_move && p->can_move)) {
		cls->no_move = cls->no_copy || cls->copies_mutable;
		cls->trivial_move = cls->trivial_copy;
	} else {
		cls->no_move = deleted[SPECIAL_MOVE];
	}
	if (!user[SPECIAL_MOVE_ASSIGN] && !deleted[SPECIAL_MOVE_ASSIGN] &&
	    !(may_assign && p->can_move_assign)) {
		cls->no_move_assign = cls->no_assign || cls->assigns_mutable;
		cls->trivial_move_assign = cls->trivial_assign;
	} else {
		cls->no_move_assign = deleted[SPECIAL_MOVE_ASSIGN];
	}
}

/* Whether a function that is defaulted is deleted, since the parts do not allow it. */
static bool is_deleted_by_parts(const struct cclass *cls, const struct parts *p,
                                enum special what) {
	switch (what) {
	case SPECIAL_DEFAULT: return cls->no_default;
	case SPECIAL_COPY: return !p->can_copy;
	case SPECIAL_COPY_ASSIGN: return !p->can_assign;
	case SPECIAL_MOVE: return !p->can_move;
	case SPECIAL_MOVE_ASSIGN: return !p->can_move_assign;
	default: return false;
	}
}

static bool is_trivial(const struct cclass *cls, enum special what) {
	return what == SPECIAL_COPY          ? cls->trivial_copy
	       : what == SPECIAL_MOVE        ? cls->trivial_move
	       : what == SPECIAL_DEFAULT     ? cls->is_trivially_default
	       : what == SPECIAL_DTOR        ? cls->is_trivially_destructible
	       : what == SPECIAL_MOVE_ASSIGN ? cls->trivial_move_assign
	       : what != SPECIAL_NONE        ? cls->trivial_assign
	                                     : false;
}

static void declare_late(const struct cscope_late *late, struct cdecl *cls) {
	struct sema *c = (struct sema *)((char *)late - offsetof(struct sema, late));
	const struct cclass *k = cls->cls;
	u8 implicit = k->implicit;
	cls->cls->implicit = 0;
	for (u32 i = SPECIAL_DEFAULT; i <= SPECIAL_MOVE_ASSIGN; i++) {
		if (!(implicit & 1u << i))
			continue;
		struct cdecl *m = implicit_member(c, cls, (enum special)i);
		m->is_deleted = (i == SPECIAL_DEFAULT && k->no_default) ||
		                (i == SPECIAL_COPY && k->no_copy) ||
		                (i == SPECIAL_COPY_ASSIGN && k->no_assign);
		m->is_trivial = is_trivial(k, (enum special)i);
	}
}

void class_declare_late(struct sema *c) {
	c->late = (struct cscope_late){{c->name.ctor, c->name.operator_assign},
	                               declare_late};
}

bool special_is_ignored(const struct cdecl *f) {
	if (!f->is_deleted || !f->is_defaulted || !f->cls_owner)
		return false;
	enum special what = class_special_of(f, f->cls_owner->type);
	return what == SPECIAL_MOVE || what == SPECIAL_MOVE_ASSIGN;
}

/* Of several functions that copy, those that take const objects tell what the copies of
 * the class are: whether a copy of T(T &) is deleted does not matter then. */
static u8 form_of(const struct cdecl *f, enum special what) {
	bool copies = what == SPECIAL_COPY || what == SPECIAL_COPY_ASSIGN;
	const struct ctype *p = copies ? f->type->param[0] : NULL;
	return p && p->kind == CT_LREF && !(p->base->quals & Q_CONST) ? 0 : 1;
}

void class_declare_specials(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	bool has[SPECIAL_DTOR + 1] = {false}, user[SPECIAL_DTOR + 1] = {false},
				deleted[SPECIAL_DTOR + 1] = {false}, any_ctor = false;
	u8 form[SPECIAL_DTOR + 1] = {0};
	u32 n = d->inner->member.n;
	for (u32 i = 0; i < n; i++) {
		struct cdecl *m = d->inner->member.at[i];
		if (m->kind == CDECL_TEMPLATE && m->name == c->name.ctor)
			any_ctor = cls->has_user_ctor = true;
		if (m->kind != CDECL_UNPARSED && m->kind != CDECL_FUNC)
			continue;
		if (m->name != c->name.ctor && m->name != c->name.dtor &&
		    m->name != c->name.operator_assign)
			continue;
		decl_resolve(c, m);
		if (m->kind != CDECL_FUNC)
			continue;
		if (m->is_ctor)
			any_ctor = true;
		if (!func_satisfied(c, m))
			continue;
		if (m->is_ctor && !(m->is_defaulted || m->is_deleted))
			cls->has_user_ctor = true;
		enum special what = class_special_of(m, d->type);
		if (m->is_ctor && (what == SPECIAL_NONE || has[what]))
			cls->has_rival_ctor = true;
		has[what] = true;
		if ((what == SPECIAL_COPY || what == SPECIAL_MOVE) &&
		    (m->flags & SPEC_EXPLICIT || cdecl_rare(m)->explicit_if))
			cls->has_explicit_copy = true;
		user[what] |= !m->is_defaulted && !m->is_deleted;
		if (form_of(m, what) >= form[what])
			deleted[what] = m->is_deleted ||
			                (deleted[what] && form_of(m, what) == form[what]);
		form[what] = MAX(form[what], form_of(m, what));
		if (what == SPECIAL_DTOR)
			cls->dtor = m;
		else if (what == SPECIAL_DEFAULT && m->access != CACCESS_PUBLIC)
			cls->hidden_default = m;
		else if (what != SPECIAL_NONE && what != SPECIAL_DEFAULT)
			cls->hides_copies |= m->access != CACCESS_PUBLIC;
	}
	struct parts p = look_at_parts(c, d);
	if (has[SPECIAL_COPY])
		cls->copies_mutable = !form[SPECIAL_COPY];
	if (has[SPECIAL_COPY_ASSIGN])
		cls->assigns_mutable = !form[SPECIAL_COPY_ASSIGN];
	bool copies = has[SPECIAL_COPY] || has[SPECIAL_COPY_ASSIGN] || has[SPECIAL_DTOR];
	if (cls->has_vptr) /* construction sets the pointer, assignment keeps it */
		p.copy = p.move = p.assign = p.move_assign = p.init = false;
	cls->no_destroy = deleted[SPECIAL_DTOR] ||
	                  (!user[SPECIAL_DTOR] && !p.can_destroy);
	cls->is_trivially_destructible = !user[SPECIAL_DTOR] && !cls->no_destroy &&
	                                 p.dtor;
	cls->trivial_copy = !user[SPECIAL_COPY] && p.copy;
	cls->trivial_move = !user[SPECIAL_MOVE] &&
	                    !(user[SPECIAL_COPY] && !has[SPECIAL_MOVE]) && p.move;
	cls->trivial_assign = !user[SPECIAL_COPY_ASSIGN] && p.assign;
	cls->trivial_move_assign = !user[SPECIAL_MOVE_ASSIGN] &&
	                           !(user[SPECIAL_COPY_ASSIGN] &&
	                             !has[SPECIAL_MOVE_ASSIGN]) &&
	                           p.move_assign;
	cls->no_default = has[SPECIAL_DEFAULT]
	                          ? deleted[SPECIAL_DEFAULT] ||
	                                    (!user[SPECIAL_DEFAULT] && !p.can_default)
	                          : any_ctor || !p.can_default;
	set_copies(cls, &p, has, user, deleted);
	cls->gives_value = class_gives_value(
		cls, has[SPECIAL_DEFAULT] ? user[SPECIAL_DEFAULT] : any_ctor);
	/* other constructors do not matter ([class.default.ctor]/3) */
	cls->trivial_default = !user[SPECIAL_DEFAULT] && p.init &&
	                       (has[SPECIAL_DEFAULT] || !any_ctor);
	cls->is_trivially_default = cls->trivial_default && !cls->no_default;
	cls->is_trivially_copyable = cls->trivial_copy && cls->trivial_move &&
	                             cls->trivial_assign && cls->trivial_move_assign &&
	                             cls->is_trivially_destructible;
	bool has_move = has[SPECIAL_MOVE] || has[SPECIAL_MOVE_ASSIGN];
	cls->implicit = (u8)(!any_ctor << SPECIAL_DEFAULT |
	                     !has[SPECIAL_COPY] << SPECIAL_COPY |
	                     (!has_move && !copies && p.can_move) << SPECIAL_MOVE |
	                     !has[SPECIAL_COPY_ASSIGN] << SPECIAL_COPY_ASSIGN |
	                     (!has_move && !copies && p.can_move_assign)
	                             << SPECIAL_MOVE_ASSIGN);
	d->inner->late = &c->late;
	if (!has[SPECIAL_DTOR] && !cls->is_trivially_destructible)
		cls->dtor = implicit_member(c, d, SPECIAL_DTOR);
	for (u32 i = 0; i < d->inner->member.n; i++) {
		struct cdecl *m = d->inner->member.at[i];
		if (m->kind != CDECL_FUNC || !m->is_defaulted || !func_satisfied(c, m))
			continue;
		enum special what = class_special_of(m, d->type);
		m->is_deleted |= is_deleted_by_parts(cls, &p, what);
		m->is_trivial = is_trivial(cls, what);
	}
	cls->own_dtor = cls->dtor;
	if (cls->no_destroy)
		cls->dtor->is_deleted = true;
	if (cls->no_destroy || cls->is_trivially_destructible)
		cls->dtor = NULL;
	if (cls->dtor && cls->has_vptr)
		class_virtual_dtor(c, d);
	if (cls->has_vptr)
		class_virtual_assign(c, d);
}

struct cdecl *class_inheriting_ctor(struct sema *c, struct cdecl *cls,
                                    struct cdecl *ctor) {
	u64 key = (uintptr_t)cls * 0x9e3779b97f4a7c15u ^ (uintptr_t)ctor;
	u64 *slot = map_at(&c->inheriting, key);
	if (*slot)
		return (struct cdecl *)(uintptr_t)*slot;
	struct cdecl *f = implicit_member_new(c, cls, c->name.ctor);
	*slot = (uintptr_t)f;
	f->is_ctor = true;
	f->target = ctor;
	f->is_deleted = ctor->is_deleted;
	f->type = ctor->type;
	f->min_args = ctor->min_args;
	for (u32 i = 0; i < ctor->param.n; i++) {
		if (ctor->param.at[i] == cdecl_rare(ctor)->vtt_param)
			continue;
		struct cdecl *p = arena_copy(c->a, ctor->param.at[i], sizeof *p, 8);
		p->scope = f->inner;
		vec_push(c->a, &f->param, p);
	}
	vbase_declare(c, f);
	return f;
}

/* ---- bodies of defaulted members --------------------------------------------------- */

struct cexpr *this_object(struct sema *c, const struct cdecl *f) {
	return cexpr_deref(c, cexpr_this(c, f, f->loc));
}

struct cstmt *init_stmt(struct sema *c, struct cexpr *object, struct cexpr *init) {
	struct cexpr *e = cexpr_new(c, CE_INIT, c->t->basic[CT_VOID], object->loc);
	e->a = object;
	e->b = init;
	struct cstmt *s = cstmt_new(c, CS_EXPR, object->loc);
	s->e = e;
	return s;
}

/* Returns part `i` of an object: a base or a field. */
struct cexpr *class_part(struct sema *c, struct cexpr *obj, const struct ctype *cls,
                         u32 i) {
	struct cfield *f = &cls->decl->cls->field.at[i];
	return f->is_base ? class_direct_base(c, obj, i, obj->loc)
	                  : cexpr_field(c, obj, cls, i, obj->loc);
}

static struct cexpr *as_xvalue(struct cexpr *e, bool is_move) {
	if (is_move)
		e->is_xvalue = true;
	return e;
}

/* Initialises a base of the object from the same base of the other object. */
static void copy_base(struct sema *c, struct cdecl *f, struct cstmt *body,
                      struct cexpr *to, struct cexpr *from, bool is_move,
                      bool is_virtual) {
	const struct ctype *base = to->type;
	as_xvalue(from, is_move);
	const struct ctype *outer = c->base;
	c->base = ctype_unqual(base);
	struct cexpr *init = init_from(c, ctype_unqual(base), &from, 1, INIT_DIRECT,
	                               f->loc);
	c->base = outer;
	if (is_error(init))
		return;
	vbase_pass_tables(c, f, init, base, is_virtual);
	cstmt_push(c, body, init_stmt(c, to, init));
}

struct cexpr *array_element(struct sema *c, struct cexpr *array, struct cexpr *i) {
	bool is_xvalue = array->is_xvalue;
	struct cexpr *at = check_binary(c, c->u->global, '+', decay(c, array), i,
	                                array->loc);
	if (is_error(at))
		return at;
	at = cexpr_deref(c, at);
	at->is_xvalue = is_xvalue;
	return at;
}

struct cexpr *array_copy(struct sema *c, struct cexpr *from, const struct ctype *type,
                         enum init_kind kind, struct loc loc) {
	const struct ctype *of = ctype_unqual(ctype_element(type));
	struct cexpr *copy = cexpr_new(c, CE_ARRAY_COPY, ctype_unqual(type), loc);
	copy->a = from;
	if (type_is_trivially_copyable(c, type) || of->kind != CT_CLASS)
		return copy;
	/* finds the constructor that copies or moves one element */
	struct cexpr *one = from;
	for (const struct ctype *t = type; t->kind == CT_ARRAY; t = t->base)
		one = array_element(c, one, cexpr_int(c, c->t->basic[CT_INT], 0, loc));
	struct cexpr *made = init_from(c, of, &one, 1, kind, loc);
	if (is_error(made))
		return made;
	if (made->kind != CE_CONSTRUCT)
		return copy;
	copy->decl = made->decl;
	if (made->narg == 1)
		return copy;
	check_error(c, loc, E0608,
	            "an array of '%s' is copied by a constructor with more parameters",
	            check_type_text(c, of));
	return cexpr_error(c, loc);
}

enum { UNROLLED = 8 };

/* Assigns the elements of an array one by one; in a loop, if there are many. */
static void assign_array(struct sema *c, struct cdecl *f, struct cstmt *body,
                         struct cexpr *to, struct cexpr *from, const struct ctype *t) {
	const struct ctype *number = c->t->basic[CT_ULONG];
	if (t->kind != CT_ARRAY) {
		struct cstmt *s = cstmt_new(c, CS_EXPR, f->loc);
		s->e = check_binary(c, f->inner, '=', to, from, f->loc);
		cstmt_push(c, body, s);
		return;
	}
	if (t->n <= UNROLLED) {
		for (u64 k = 0; k < t->n; k++) {
			struct cexpr *i = cexpr_int(c, number, k, f->loc);
			assign_array(c, f, body, array_element(c, to, i),
			             array_element(c, from, i), t->base);
		}
		return;
	}
	struct cdecl *var = local_var_new(c, f->inner, NULL, number, f->loc);
	var->init = cexpr_int(c, number, 0, f->loc);
	struct cstmt *outer = cstmt_new(c, CS_BLOCK, f->loc),
		     *loop = cstmt_new(c, CS_FOR, f->loc);
	cstmt_push(c, body, outer);
	cstmt_push(c, outer, decl_stmt(c, var));
	cstmt_push(c, outer, loop);
	struct cexpr *i = cexpr_load(c, cexpr_var(c, var, f->loc));
	loop->e = check_binary(c, f->inner, '<', i, cexpr_int(c, number, t->n, f->loc),
	                       f->loc);
	loop->step = cexpr_new(c, CE_PREINC, number, f->loc);
	loop->step->is_lvalue = true;
	loop->step->a = cexpr_var(c, var, f->loc);
	loop->s = cstmt_new(c, CS_BLOCK, f->loc);
	assign_array(c, f, loop->s, array_element(c, to, i), array_element(c, from, i),
	             t->base);
}

static void copy_part(struct sema *c, struct cdecl *f, struct cstmt *body, u32 i,
                      bool is_move, bool is_assign) {
	const struct ctype *cls = f->cls_owner->type;
	struct cfield *field = &cls->decl->cls->field.at[i];
	if (!field->is_base && !field->name && !field->is_anonymous)
		return; /* padding */
	if (field->is_virtual && !is_assign)
		return; /* the constructor of the whole object copies it */
	struct cexpr *to = class_part(c, this_object(c, f), cls, i);
	if (field->is_base && !is_assign) {
		struct cexpr *from = class_part(c, cexpr_var(c, f->param.at[0], f->loc),
		                                cls, i);
		copy_base(c, f, body, to, from, is_move, false);
		return;
	}
	struct cexpr *other = cexpr_var(c, f->param.at[0], f->loc);
	struct cexpr *from = as_xvalue(class_part(c, other, cls, i), is_move);
	if (!is_assign && field->type->kind == CT_ARRAY) {
		struct cexpr *copy = array_copy(c, from, field->type, INIT_DIRECT,
		                                f->loc);
		if (!is_error(copy))
			cstmt_push(c, body, init_stmt(c, to, copy));
	} else if (!is_assign) {
		struct cexpr *init = ctype_is_ref(field->type)
		                             ? from
		                             : init_from(c, ctype_unqual(field->type),
		                                         &from, 1, INIT_DIRECT, f->loc);
		struct cstmt *s = init_stmt(c, to, init);
		s->e->op = ctype_is_ref(field->type);
		cstmt_push(c, body, s);
	} else if (field->type->kind == CT_ARRAY &&
	           type_is_trivially_copyable(c, field->type)) { /* as bytes */
		struct cstmt *s = cstmt_new(c, CS_EXPR, f->loc);
		s->e = cexpr_new(c, CE_ASSIGN, to->type, f->loc);
		s->e->is_lvalue = true;
		s->e->a = to;
		s->e->b = cexpr_load(c, from);
		cstmt_push(c, body, s);
	} else {
		assign_array(c, f, body, to, from, field->type);
	}
}

static void return_this(struct sema *c, struct cdecl *f) {
	struct cstmt *r = cstmt_new(c, CS_RETURN, f->loc);
	r->e = this_object(c, f);
	cstmt_push(c, f->body, r);
}

static void destroy_part(struct sema *c, struct cdecl *f, struct cstmt *body,
                         struct cexpr *part, const struct ctype *base, bool is_virtual) {
	struct cdecl *dtor = check_destroyed(c, part->type, f->loc);
	if (!dtor)
		return;
	struct cexpr *e = cexpr_new(c, CE_DESTROY, c->t->basic[CT_VOID], f->loc);
	e->a = part;
	e->dtor = dtor;
	if (base)
		vbase_pass_tables(c, f, e, base, is_virtual);
	struct cstmt *s = cstmt_new(c, CS_EXPR, f->loc);
	s->e = e;
	cstmt_push(c, body, s);
}

/* Destroys the parts backwards: fields, then bases, virtual ones last ([class.dtor]). */
void class_destroy_parts(struct sema *c, struct cdecl *f, struct cstmt *body) {
	const struct ctype *cls = f->cls_owner->type;
	struct cclass *k = cls->decl->cls;
	for (u32 i = k->field.n; i-- > 0;) {
		const struct cfield *field = &k->field.at[i];
		if (!k->is_union && !field->is_virtual && !field->is_anonymous &&
		    ctype_element(field->type)->kind == CT_CLASS)
			destroy_part(c, f, body, class_part(c, this_object(c, f), cls, i),
			             field->is_base ? field->type : NULL, false);
	}
	struct cstmt *last = k->vbase.n ? vbase_if_whole(c, f, body) : NULL;
	for (u32 v = k->vbase.n; v-- > 0;)
		destroy_part(c, f, last, vbase_of_whole(c, f, v), k->vbase.at[v].type,
		             true);
}

void class_default_body(struct sema *c, struct cdecl *f) {
	enum special what = f->cls_owner ? class_special_of(f, f->cls_owner->type)
	                                 : SPECIAL_NONE;
	f->body = cstmt_block(c, f->loc);
	if (what == SPECIAL_NONE && f->cls_owner && f->cls_owner->cls->is_lambda) {
		lambda_body(c, f);
		return;
	}
	if (f->is_ctor && f->target) { /* inherited */
		ctor_init_parts(c, f, f->body, NULL);
		return;
	}
	if (f->is_thunk) {
		if (f->this_param)
			class_thunk_body(c, f);
		else
			class_deleter_body(c, f);
		return;
	}
	if (what == SPECIAL_NONE && compare_default_body(c, f))
		return;
	if (what == SPECIAL_NONE) {
		check_error(c, f->loc, E0608,
		            "'%s' = default is not supported: it is neither a special "
		            "member function nor a comparison",
		            f->name ? f->name->s : "operator");
		return;
	}
	struct cclass *cls = f->cls_owner->cls;
	bool is_move = what == SPECIAL_MOVE || what == SPECIAL_MOVE_ASSIGN;
	bool is_assign = what == SPECIAL_COPY_ASSIGN || what == SPECIAL_MOVE_ASSIGN;
	if (what == SPECIAL_DEFAULT) {
		ctor_init_parts(c, f, f->body, NULL);
	} else if (what == SPECIAL_DTOR) {
		if (cdecl_rare(f)->vtt_param)
			vbase_begin(c, f, f->body);
		if (cls->has_vptr)
			class_set_vptr(c, f, f->body);
		class_destroy_parts(c, f, f->body);
	} else if (f->is_trivial || cls->is_union) {
		struct cexpr *to = this_object(c, f),
			     *from = cexpr_load(c, cexpr_var(c, f->param.at[0], f->loc));
		if (is_assign) {
			struct cexpr *e = cexpr_new(c, CE_ASSIGN, to->type, f->loc);
			e->is_lvalue = true;
			e->a = to;
			e->b = from;
			struct cstmt *s = cstmt_new(c, CS_EXPR, f->loc);
			s->e = e;
			cstmt_push(c, f->body, s);
		} else {
			cstmt_push(c, f->body, init_stmt(c, to, from));
		}
	} else {
		if (cdecl_rare(f)->vtt_param) {
			vbase_begin(c, f, f->body);
			struct cstmt *first = vbase_if_whole(c, f, f->body);
			for (u32 v = 0; v < cls->vbase.n; v++)
				copy_base(c, f, first, vbase_of_whole(c, f, v),
				          class_to_base(
						  c, cexpr_var(c, f->param.at[0], f->loc),
						  cls->vbase.at[v].type, f->loc),
				          is_move, true);
		}
		for (u32 i = 0; i < cls->nbase; i++)
			copy_part(c, f, f->body, i, is_move, is_assign);
		if (cls->has_vptr && !is_assign)
			class_set_vptr(c, f, f->body);
		for (u32 i = cls->nbase; i < cls->field.n; i++)
			copy_part(c, f, f->body, i, is_move, is_assign);
	}
	if (is_assign)
		return_this(c, f);
}
