/* argument.c - objects that are numbers through and through: values of class type as
 * template arguments ([temp.param]/8), of which each type and value has one constant
 * object, so that instances are found by its address; and objects that the compiler
 * makes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/eval/eval.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/template/part.h"

struct template_object {
	struct cdecl *decl;
	u8 *bytes;
	u64 size;
	struct active_members active; /* of each union in it, in order */
	struct template_object *next;
};

/* Whether the type has only numbers. */
static bool is_plain_value(const struct ctype *t) {
	t = ctype_unqual(ctype_element(t));
	if (t->kind == CT_PTR || t->kind == CT_MEMPTR || ctype_is_ref(t))
		return false;
	const struct cclass *cls = class_of(t);
	for (u32 i = 0; cls && i < cls->field.n; i++)
		if (cls->is_union || cls->field.at[i].bit_width ||
		    !is_plain_value(cls->field.at[i].type))
			return false;
	return !cls || !cls->has_vptr;
}

/* A value that is taken out of an evaluation. */
struct taking {
	struct eval *v;
	const struct cobject *o;
	struct template_object *to;
};

/* Takes a pointer: the declaration that it points to stands in place of the number that
 * the evaluation had for it, so that equal values have equal bytes. Template arguments
 * point to nothing else ([temp.arg.nontype]/3). */
static bool take_address(struct taking *k, const struct ctype *t, u64 at) {
	u64 p, named;
	memcpy(&p, k->o->bytes + at, sizeof p);
	const struct cobject *o = eval_object(k->v, p);
	struct cdecl *to = o ? o->decl : NULL;
	if (to)
		to = part_decl(k->v->c, to, (u32)p, t->base, t->kind == CT_PTR);
	named = (uintptr_t)to;
	memcpy(k->to->bytes + at, &named, sizeof named);
	return p == 0 || to;
}

static void take_bits(struct taking *k, const struct cfield *f, u64 at) {
	for (u32 i = 0; i < f->bit_width; i++) {
		u64 bit = at * 8 + f->bit_offset + i;
		k->to->bytes[bit / 8] |= (u8)(k->o->bytes[bit / 8] & 1 << bit % 8);
	}
}

/* Takes what belongs to the value at an offset: of a union its active member and which
 * one that is, nothing of padding. */
static bool take(struct taking *k, const struct ctype *t, u64 at) {
	t = ctype_unqual(t);
	const struct cclass *cls = class_of(t);
	bool ok = true;
	if (t->kind == CT_ARRAY) {
		for (u64 i = 0; ok && i < t->n; i++)
			ok = take(k, t->base, at + i * ctype_size(t->base));
		return ok;
	}
	if (!cls) {
		if (t->kind == CT_PTR || ctype_is_ref(t))
			return take_address(k, t, at);
		memcpy(k->to->bytes + at, k->o->bytes + at, ctype_size(t));
		return true;
	}
	u32 active = cls->is_union ? active_of(&k->o->active, at, cls) : 0;
	struct active_member m = {at, cls, active};
	if (cls->is_union)
		vec_push(k->v->c->a, &k->to->active, m);
	for (u32 i = 0; ok && i < cls->field.n; i++) {
		const struct cfield *f = &cls->field.at[i];
		if ((cls->is_union && i != active) || cfield_is_padding(f))
			continue;
		if (f->bit_width)
			take_bits(k, f, at + f->offset_bytes);
		else
			ok = take(k, f->type, at + f->offset_bytes);
	}
	return ok;
}

static u64 hash_of(const struct ctype *t, const struct template_object *o) {
	u64 h = (uintptr_t)t;
	for (u64 i = 0; i < o->size; i++)
		h = (h ^ o->bytes[i]) * 0x9e3779b97f4a7c15u;
	for (u32 i = 0; i < o->active.n; i++)
		h = (h ^ o->active.at[i].field) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 31;
}

/* Values of one type have the same unions up to the first that differs. */
static bool is_same(const struct template_object *a, const struct template_object *b) {
	bool same = a->size == b->size && a->active.n == b->active.n &&
	            memcmp(a->bytes, b->bytes, a->size) == 0;
	for (u32 i = 0; same && i < a->active.n; i++)
		same = a->active.at[i].field == b->active.at[i].field;
	return same;
}

struct cdecl *template_object(struct sema *c, const struct ctype *t, struct cexpr *init,
                              struct loc loc) {
	struct eval v;
	u64 place;
	t = ctype_unqual(t);
	if (!type_complete(c, t, loc))
		return NULL;
	eval_init(&v, c);
	c->in_const++;
	bool ok = eval_new_object(&v, ctype_size(t), &place) &&
	          eval_into(&v, init, place);
	c->in_const--;
	if (!ok) {
		struct diag_record *r = check_error(
			c, loc, E0632,
			"a template argument must be a constant expression");
		if (v.why)
			check_note(c, r, "%s", v.why);
		return NULL;
	}
	struct template_object *o = arena_new(c->a, struct template_object);
	*o = (struct template_object){.size = ctype_size(t)};
	o->bytes = arena_zalloc(c->a, o->size, 16);
	struct taking k = {&v, eval_object(&v, place), o};
	if (!take(&k, t, 0)) {
		check_error(c, loc, E0614,
		            "a template argument has the address of a string or of an "
		            "object without a name");
		return NULL;
	}
	u64 hash = hash_of(t, o);
	o->next = map_get_ptr(&c->objects, (void *)(uintptr_t)hash);
	for (struct template_object *i = o->next; i; i = i->next)
		if (ctype_unqual(i->decl->type) == t && is_same(i, o))
			return i->decl;
	const char *name = arena_printf(c->a, "__simt_template_object_%u", c->nobject++);
	struct cdecl *d = cdecl_new(c->a, CDECL_VAR,
	                            str_intern(c->u->names, name, strlen(name)), loc);
	d->scope = c->u->global;
	d->type = ctype_qualified(c->t, t, Q_CONST);
	d->state = CSTATE_CHECKED;
	d->is_constexpr = d->is_targ_object = true;
	d->flags = SPEC_CONSTEXPR | SPEC_STATIC;
	d->space = CSPACE_HOST;
	d->init = init;
	d->value = hash;
	o->decl = d;
	map_put_ptr(&c->objects, (void *)(uintptr_t)hash, o);
	return d;
}

static const struct template_object *object_of(struct sema *c, const struct cdecl *d) {
	u64 hash = d->value;
	struct template_object *o = map_get_ptr(&c->objects, (void *)(uintptr_t)hash);
	while (o && o->decl != d)
		o = o->next;
	return o;
}

const u8 *template_object_bytes(struct sema *c, const struct cdecl *d) {
	const struct template_object *o = object_of(c, d);
	return o ? o->bytes : NULL;
}

u32 template_object_active(struct sema *c, const struct cdecl *d, u64 offset,
                           const struct cclass *cls) {
	const struct template_object *o = object_of(c, d);
	return o ? active_of(&o->active, offset, cls) : 0;
}

/* ---- objects made at compile time -------------------------------------------------- */

enum { MADE_BYTES_MAX = 512 }; /* larger ones are made by code */

static struct cexpr *read_back(struct eval *v, struct cexpr *e, const struct ctype *type,
                               u64 ptr) {
	struct sema *c = v->c;
	const struct ctype *t = ctype_unqual(type);
	const struct cclass *cls = class_of(t);
	u128 value;
	if (!cls && t->kind != CT_ARRAY)
		return eval_get(v, e, t, ptr, &value) ? const_number(c, t, value, e->loc)
		                                      : NULL;
	struct cexpr *list = cexpr_new(c, CE_INIT_LIST, t, e->loc);
	list->narg = cls ? cls->field.n : (u32)t->n;
	list->arg = arena_array(c->a, struct cexpr *, list->narg + 1);
	for (u32 i = 0; i < list->narg; i++) {
		u64 at = cls ? cls->field.at[i].offset_bytes : i * ctype_size(t->base);
		const struct ctype *part = cls ? cls->field.at[i].type : t->base;
		list->arg[i] = read_back(v, e, part, ptr + at);
		if (!list->arg[i])
			return NULL;
	}
	return list;
}

struct cexpr *const_made(struct sema *c, struct cexpr *e) {
	struct eval v;
	u64 place, size;
	const struct ctype *t = ctype_unqual(e->type);
	if (e->is_lvalue || t->kind == CT_VOID || !type_complete(c, t, e->loc) ||
	    !is_plain_value(t))
		return NULL;
	size = ctype_size(t);
	if (size > MADE_BYTES_MAX)
		return NULL;
	eval_init(&v, c);
	c->in_const++;
	bool ok = eval_new_object(&v, size, &place) && eval_init_into(&v, t, e, place);
	struct cexpr *made = ok ? read_back(&v, e, t, place) : NULL;
	c->in_const--;
	return made;
}
