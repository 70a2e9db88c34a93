/* image.c - the bytes of a variable with a constant initialiser, and the addresses in
 * them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/eval/image.h"

#include "parser/cuda/eval/eval.h"

/* ---- the bytes of a variable ------------------------------------------------------- */

struct reloc_walk {
	struct sema *c;
	struct eval *v;
	u8 *bytes;
	struct const_relocs *out;
};

/* Makes a relocation of the pointer at `offset`: the number of an object so far. */
static bool relocate_pointer(struct reloc_walk *w, u64 offset) {
	u64 ptr;
	memcpy(&ptr, w->bytes + offset, 8);
	if (!ptr)
		return true;
	u64 obj = ptr >> 32;
	if (!obj || obj == UINT32_MAX) /* a number; a negative one */
		return true;
	if (obj > w->v->obj.n)
		return false;
	const struct cobject *to = &w->v->obj.at[obj - 1];
	struct const_reloc r = {.offset = offset,
	                        .addend = (s64)(ptr & 0xffffffffu),
	                        .decl = to->decl,
	                        .text = to->text,
	                        .length = to->text ? (u32)to->size : 0};
	if (!r.decl && !r.text)
		return false; /* a temporary of the evaluation */
	if (r.decl)
		check_use(w->c, r.decl, r.decl->loc);
	memset(w->bytes + offset, 0, 8);
	vec_push(w->c->a, w->out, r);
	return true;
}

/* Returns the list if the initialiser is one. */
static const struct cexpr *list_of(const struct cexpr *init) {
	return init && init->kind == CE_INIT_LIST ? init : NULL;
}

static const struct cexpr *part_of(const struct cexpr *list, u64 i) {
	return list && i < list->narg ? list->arg[i] : NULL;
}

/* Makes the relocations of an object. Of a union that a list initialises, only that
 * member is one; the bytes of a number may look like an address. */
static bool relocate(struct reloc_walk *w, const struct ctype *t, u64 offset,
                     const struct cexpr *init) {
	const struct cexpr *list = list_of(init);
	t = ctype_unqual(t);
	if (t->kind == CT_ARRAY) {
		u64 size = ctype_size(t->base);
		if (ctype_is_arithmetic(t->base) || t->base->kind == CT_ENUM)
			return true;
		for (u64 i = 0; i < t->n; i++)
			if (!relocate(w, t->base, offset + i * size, part_of(list, i)))
				return false;
		return true;
	}
	if (t->kind == CT_CLASS) {
		struct cclass *cls = t->decl->cls;
		/* the pointer to its tables, which it may share with a base */
		if (cls->has_vptr && !cls->primary && !relocate_pointer(w, offset))
			return false;
		for (u32 i = 0; i < cls->field.n; i++) {
			if (cls->is_union && list && (i != list->field || !list->narg))
				continue;
			if (!relocate(w, cls->field.at[i].type,
			              offset + cls->field.at[i].offset_bytes,
			              part_of(list, cls->is_union ? 0 : i)))
				return false;
		}
		return true;
	}
	return (t->kind != CT_PTR && !ctype_is_ref(t)) || relocate_pointer(w, offset);
}

u8 *const_image(struct cunit *u, struct cdecl *var, struct const_relocs *relocs) {
	struct sema *c = u->check;
	struct eval v;
	u64 place, size = ctype_size(var->type);
	eval_init(&v, c);
	c->in_const++;
	bool ok = eval_new_object(&v, size, &place) &&
	          eval_init_into(&v, var->type, var->init, place);
	c->in_const--;
	struct reloc_walk w = {c, &v, ok ? v.obj.at[(place >> 32) - 1].bytes : NULL,
	                       relocs};
	if (ok && relocate(&w, var->type, 0, var->init))
		return w.bytes;
	struct diag_record *r = check_error(
		c, var->loc, E0633,
		"dynamic initialization is not supported for a device variable");
	if (v.why)
		check_note(c, r, "%s", v.why);
	return NULL;
}
