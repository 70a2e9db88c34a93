/* argument.c - objects that are numbers through and through: values of class type as
 * template arguments ([temp.param]/8), of which each type and value has one constant
 * object, so that instances are found by its address; and objects that the compiler
 * makes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/eval/eval.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/expr/node.h"

struct template_object {
	struct cdecl *decl;
	u8 *bytes;
	u64 size;
	struct template_object *next;
};

/* Whether the type has only numbers and, if those count, addresses. */
static bool is_plain_value(const struct ctype *t, bool addresses) {
	t = ctype_unqual(ctype_element(t));
	if (t->kind == CT_PTR || t->kind == CT_MEMPTR || ctype_is_ref(t))
		return addresses;
	const struct cclass *cls = class_of(t);
	for (u32 i = 0; cls && i < cls->field.n; i++)
		if (cls->is_union || cls->field.at[i].bit_width ||
		    !is_plain_value(cls->field.at[i].type, addresses))
			return false;
	return !cls || !cls->has_vptr;
}

/* Puts the declarations that pointers point to in place of the numbers that the
 * evaluation had for them, so that equal values have equal bytes. Template arguments
 * point to nothing else ([temp.arg.nontype]/3). */
static bool name_addresses(struct eval *v, const struct ctype *t, u8 *bytes) {
	t = ctype_unqual(t);
	const struct cclass *cls = class_of(t);
	bool ok = true;
	if (cls || t->kind == CT_ARRAY) {
		u64 n = cls ? cls->field.n : t->n;
		u64 step = cls ? 0 : ctype_size(t->base);
		for (u64 i = 0; ok && i < n; i++)
			ok = name_addresses(
				v, cls ? cls->field.at[i].type : t->base,
				bytes + (cls ? cls->field.at[i].offset_bytes : i * step));
		return ok;
	}
	if (t->kind != CT_PTR && !ctype_is_ref(t))
		return true;
	u64 p, at;
	memcpy(&p, bytes, sizeof p);
	const struct cobject *o = eval_object(v, p);
	at = (uintptr_t)(o ? o->decl : NULL);
	memcpy(bytes, &at, sizeof at);
	return p == 0 || (at && !(u32)p);
}

static u64 hash_of(const struct ctype *t, const u8 *bytes, u64 n) {
	u64 h = (uintptr_t)t;
	for (u64 i = 0; i < n; i++)
		h = (h ^ bytes[i]) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 31;
}

struct cdecl *template_object(struct sema *c, const struct ctype *t, struct cexpr *init,
                              struct loc loc) {
	struct eval v;
	u64 place;
	t = ctype_unqual(t);
	if (!type_complete(c, t, loc))
		return NULL;
	if (!is_plain_value(t, true)) {
		check_error(c, loc, E0608,
		            "a template argument of type '%s', which has unions or "
		            "bit-fields in it, is not supported in device code",
		            check_type_text(c, t));
		return NULL;
	}
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
	u8 *bytes = v.obj.at[(place >> 32) - 1].bytes;
	u64 size = ctype_size(t);
	if (!name_addresses(&v, t, bytes)) {
		check_error(c, loc, E0614,
		            "a template argument has the address of a part of an object, "
		            "of a string or of an object without a name");
		return NULL;
	}
	u64 hash = hash_of(t, bytes, size);
	struct template_object *first = map_get_ptr(&c->objects, (void *)(uintptr_t)hash);
	struct template_object *o = first;
	for (; o; o = o->next)
		if (ctype_unqual(o->decl->type) == t && o->size == size &&
		    memcmp(o->bytes, bytes, size) == 0)
			return o->decl;
	o = arena_new(c->a, struct template_object);
	*o = (struct template_object){.bytes = bytes, .size = size};
	o->next = first;
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

const u8 *template_object_bytes(struct sema *c, const struct cdecl *d) {
	u64 hash = d->value;
	struct template_object *o = map_get_ptr(&c->objects, (void *)(uintptr_t)hash);
	while (o && o->decl != d)
		o = o->next;
	return o ? o->bytes : NULL;
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
	    !is_plain_value(t, false))
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
