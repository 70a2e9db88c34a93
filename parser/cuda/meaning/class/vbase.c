/* vbase.c - virtual base classes ([class.mi]/4): an object has one of each, wherever it
 * is named in the hierarchy. Where it lies depends on the object, whose table has the
 * offset (table.c); only the constructor of the object that is no base of another makes
 * it. So a constructor or destructor of such a class has one parameter more, the last:
 * the list of the tables that the object has as a base, or null if it is none.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/class/vbase.h"

#include "parser/cuda/meaning/class/table.h"
#include "parser/cuda/meaning/class/virtual.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/stmt/stmt.h"

/* ---- the virtual bases of a class -------------------------------------------------- */

u32 class_vbase_index(const struct cclass *cls, const struct ctype *base) {
	base = ctype_unqual(base);
	for (u32 i = 0; i < cls->vbase.n; i++)
		if (cls->vbase.at[i].type == base)
			return i;
	return UINT32_MAX;
}

const struct cvbase *class_vbase(const struct cclass *cls, const struct ctype *base) {
	u32 i = class_vbase_index(cls, base);
	return i == UINT32_MAX ? NULL : &cls->vbase.at[i];
}

static void add(struct sema *c, struct cclass *cls, const struct ctype *base) {
	if (!class_vbase(cls, base))
		vec_push(c->a, &cls->vbase, (struct cvbase){.type = ctype_unqual(base)});
}

void vbase_add(struct sema *c, struct cclass *cls, const struct ctype *base,
               bool is_virtual) {
	const struct cclass *of = base->decl->cls;
	for (u32 i = 0; i < of->vbase.n; i++)
		add(c, cls, of->vbase.at[i].type);
	if (is_virtual)
		add(c, cls, base);
}

static bool tree_has_base(const struct cclass *cls, const struct ctype *base) {
	for (u32 i = 0; i < cls->nbase; i++) {
		const struct cfield *f = &cls->field.at[i];
		if (ctype_unqual(f->type) == base ||
		    (!f->is_virtual && tree_has_base(f->type->decl->cls, base)))
			return true;
	}
	return false;
}

bool vbase_has_base(const struct cclass *cls, const struct ctype *base) {
	base = ctype_unqual(base);
	if (tree_has_base(cls, base))
		return true;
	for (u32 i = 0; i < cls->vbase.n; i++)
		if (cls->vbase.at[i].type == base ||
		    tree_has_base(cls->vbase.at[i].type->decl->cls, base))
			return true;
	return false;
}

const struct cvbase *vbase_around(const struct cclass *cls, const struct ctype *base) {
	const struct cvbase *one = NULL;
	u32 n = 0;
	base = ctype_unqual(base);
	for (u32 i = 0; i < cls->vbase.n; i++)
		if (tree_has_base(cls->vbase.at[i].type->decl->cls, base) && !n++)
			one = &cls->vbase.at[i];
	return n == 1 && !tree_has_base(cls, base) ? one : NULL;
}

/* ---- conversions ------------------------------------------------------------------- */

/* Whether the expression names an object that is not a base of another. */
static bool is_whole(const struct cexpr *e) {
	if (e->kind == CE_VAR)
		return !ctype_is_ref(e->decl->type) && e->decl->type->kind == CT_CLASS;
	return e->kind == CE_TEMP;
}

static struct cexpr *moved(struct sema *c, struct cexpr *p, struct cexpr *by,
                           const struct ctype *to, struct loc loc) {
	const struct ctype *bytes = ctype_ptr(c->t, c->t->basic[CT_CHAR]);
	struct cexpr *e = cexpr_new(c, CE_PTR_ADD, bytes, loc);
	e->a = cast_scalar(c, p, bytes);
	e->b = by;
	return cast_scalar(c, e, to);
}

struct cexpr *vbase_object(struct sema *c, struct cexpr *e, const struct ctype *base,
                           struct loc loc) {
	const struct cvbase *v = class_vbase(ctype_unqual(e->type)->decl->cls, base);
	const struct ctype *to = ctype_ptr(
		c->t, ctype_qualified(c->t, v->type, e->type->quals));
	struct cexpr *hold = NULL;
	struct cexpr *by, *p = cexpr_addr(c, e);
	if (is_whole(e)) {
		by = cexpr_int(c, c->t->basic[CT_LONG], v->offset_bytes, loc);
	} else {
		p = value_held(c, p, &hold, loc);
		by = class_table_word(c, cexpr_deref(c, p),
		                      -TABLE_HEAD - 1 - (s64)v->slot, loc);
		by = cast_scalar(c, by, c->t->basic[CT_LONG]);
	}
	struct cexpr *r = cexpr_deref(c, value_in(c, hold, moved(c, p, by, to, loc)));
	r->is_xvalue = e->is_xvalue;
	return r;
}

/* ---- constructors and destructors -------------------------------------------------- */

static const struct ctype *list_type_of_tables(struct sema *c) {
	const struct ctype *word = ctype_ptr(c->t, c->t->basic[CT_VOID]);
	return ctype_ptr(c->t, ctype_qualified(c->t, word, Q_CONST));
}

void vbase_declare(struct sema *c, struct cdecl *f) {
	if (!f->cls_owner || !f->cls_owner->cls || !f->cls_owner->cls->vbase.n ||
	    !(f->is_ctor || f->is_dtor))
		return;
	if (f->flags & SPEC_CONSTEXPR)
		check_error(
			c, f->loc, E0602,
			"a constructor or destructor of '%s' cannot be constexpr: the "
			"class has virtual bases",
			check_type_text(c, f->cls_owner->type));
	struct cdecl *p = cdecl_new(c->a, CDECL_VAR, NULL, f->loc);
	p->type = list_type_of_tables(c);
	p->is_param = true;
	p->state = CSTATE_CHECKED;
	p->scope = f->inner;
	cdecl_rare_set(c->a, f)->vtt_param = p;
	vec_push(c->a, &f->param, p);
}

/* Returns the index in the class's list at which that of a base starts. */
static u32 listed_at(const struct cdecl *d, const struct ctype *base, bool is_virtual,
                     bool *found) {
	const struct cclass *cls = d->cls;
	u32 at = class_ntable(d);
	*found = false;
	for (u32 i = 0; i < cls->nbase; i++) {
		const struct cfield *f = &cls->field.at[i];
		if (f->is_virtual || !f->type->decl->cls->vbase.n)
			continue;
		*found = !is_virtual && ctype_unqual(f->type) == base;
		if (*found)
			return at;
		bool none;
		at += listed_at(f->type->decl, NULL, false, &none);
	}
	for (u32 v = 0; is_virtual && v < cls->vbase.n; v++) {
		const struct ctype *t = cls->vbase.at[v].type;
		bool none;
		*found = t == base;
		if (*found)
			return at;
		if (t->decl->cls->vbase.n)
			at += listed_at(t->decl, NULL, false, &none);
	}
	return at;
}

static void append(struct sema *c, struct cexpr *make, struct cexpr *list) {
	struct cexpr **arg = arena_array(c->a, struct cexpr *, make->narg + 1);
	if (make->narg)
		memcpy(arg, make->arg, sizeof(*arg) * make->narg);
	arg[make->narg++] = list;
	make->arg = arg;
}

void vbase_pass_tables(struct sema *c, struct cdecl *f, struct cexpr *make,
                       const struct ctype *base, bool is_virtual) {
	bool found;
	base = ctype_unqual(base);
	if (!base->decl->cls->vbase.n)
		return;
	struct cexpr *list = cexpr_new(c, CE_PTR_ADD, cdecl_rare(f)->vtt->type, f->loc);
	list->a = cexpr_load(c, cexpr_var(c, cdecl_rare(f)->vtt, f->loc));
	list->b = cexpr_int(c, c->t->basic[CT_LONG],
	                    listed_at(f->cls_owner, base, is_virtual, &found), f->loc);
	append(c, make, list);
}

static struct cexpr *given(struct sema *c, struct cdecl *f) {
	return cexpr_load(c, cexpr_var(c, cdecl_rare(f)->vtt_param, f->loc));
}

void vbase_hand_down(struct sema *c, struct cdecl *f, struct cexpr *make) {
	append(c, make, given(c, f));
}

void vbase_begin(struct sema *c, struct cdecl *f, struct cstmt *body) {
	struct cdecl *v = cdecl_new(c->a, CDECL_VAR, str_lit(c->u->names, "(tables)"),
	                            f->loc);
	v->type = cdecl_rare(f)->vtt_param->type;
	v->state = CSTATE_CHECKED;
	v->scope = f->inner;
	struct cexpr *e = cexpr_new(c, CE_COND, v->type, f->loc);
	e->a = cast_scalar(c, given(c, f), c->t->basic[CT_BOOL]);
	e->b = given(c, f);
	e->c = decay(c, cexpr_var(c, class_vtt(c, f->cls_owner), f->loc));
	v->init = e;
	cdecl_rare_set(c->a, f)->vtt = v;
	struct cstmt *s = cstmt_new(c, CS_DECL, f->loc);
	s->decl = v;
	cstmt_push(c, body, s);
}

struct cstmt *vbase_if_whole(struct sema *c, struct cdecl *f, struct cstmt *body) {
	struct cstmt *s = cstmt_new(c, CS_IF, f->loc);
	s->e = cexpr_new(c, CE_NOT, c->t->basic[CT_BOOL], f->loc);
	s->e->a = cast_scalar(c, given(c, f), c->t->basic[CT_BOOL]);
	s->s = cstmt_block(c, f->loc);
	cstmt_push(c, body, s);
	return s->s;
}

struct cexpr *vbase_of_whole(struct sema *c, struct cdecl *f, u32 v) {
	const struct cvbase *b = &f->cls_owner->cls->vbase.at[v];
	return cexpr_deref(c, class_this_moved(c, f, (s64)b->offset_bytes,
	                                       ctype_ptr(c->t, b->type)));
}
