/* part.c - parts of objects that template arguments point or refer to, from C++20 on
 * ([temp.arg.nontype]/3): elements, members and bases. Each part has one declaration,
 * which stands for it as a variable's stands for a whole object, so that equal arguments
 * have equal declarations.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/template/part.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/node.h"

/* Whether an object of type t is what a pointer to `wanted` points to. */
static bool is_of_type(const struct ctype *t, const struct ctype *wanted) {
	while (t->kind == CT_ARRAY && wanted->kind == CT_ARRAY && t->n == wanted->n) {
		t = t->base;
		wanted = wanted->base;
	}
	return ctype_unqual(t) == ctype_unqual(wanted);
}

static bool holds_place(const struct cfield *f, u64 at) {
	return !f->bit_width && !f->is_virtual && !cfield_is_padding(f) &&
	       at >= f->offset_bytes && at - f->offset_bytes < ctype_size(f->type);
}

/* Finds the way from an object of type t to the part of the wanted type at an offset;
 * void means the innermost one there. Where several members of a union fit, it is the
 * first. */
static bool find_way(struct sema *c, const struct ctype *t, u64 at,
                     const struct ctype *wanted, struct part_way *way) {
	const struct cclass *cls = class_of(ctype_unqual(t));
	if (at == 0 && way->n && is_of_type(t, wanted)) {
		way->type = t;
		return true;
	}
	if (way->n == PART_STEPS_MAX)
		return false;
	if (t->kind == CT_ARRAY && ctype_size(t->base)) {
		u64 size = ctype_size(t->base);
		way->step[way->n++] = (struct part_step){t, at / size};
		if (at / size < t->n && find_way(c, t->base, at % size, wanted, way))
			return true;
		way->n--;
		return false;
	}
	for (u32 i = 0; cls && i < cls->field.n; i++) {
		const struct cfield *f = &cls->field.at[i];
		if (!holds_place(f, at))
			continue;
		u8 quals = f->is_mutable ? t->quals & Q_VOLATILE : t->quals;
		const struct ctype *of = ctype_qualified(c->t, f->type, quals);
		way->step[way->n++] = (struct part_step){t, i};
		if (find_way(c, of, at - f->offset_bytes, wanted, way))
			return true;
		way->n--;
	}
	way->type = t;
	return !cls && at == 0 && way->n && wanted->kind == CT_VOID;
}

/* Finds the way from an object of type t to the place after it, which a pointer of a
 * constant expression may point to, too ([expr.const]/11): to the element after the last
 * one of an array, the largest one, or of the array of one element that any object is. */
static bool find_end(struct sema *c, const struct ctype *t, const struct ctype *wanted,
                     struct part_way *way) {
	const struct cclass *cls = class_of(ctype_unqual(t));
	if (way->n == PART_STEPS_MAX)
		return false;
	struct part_step *step = &way->step[way->n++];
	if (is_of_type(t, wanted)) {
		*step = (struct part_step){ctype_array(c->t, t, true, 1), 1};
		way->type = t;
		return true;
	}
	if (t->kind == CT_ARRAY) {
		*step = (struct part_step){t, t->n};
		if (find_way(c, t->base, 0, wanted, way))
			return true;
		step->i--;
		if (find_end(c, t->base, wanted, way))
			return true;
	}
	u64 size = cls ? ctype_size(t) : 0;
	for (u32 i = 0; cls && i < cls->field.n; i++) {
		const struct cfield *f = &cls->field.at[i];
		if (size == 0 || !holds_place(f, size - 1) ||
		    f->offset_bytes + ctype_size(f->type) != size)
			continue;
		*step = (struct part_step){t, i};
		u8 quals = f->is_mutable ? t->quals & Q_VOLATILE : t->quals;
		if (find_end(c, ctype_qualified(c->t, f->type, quals), wanted, way))
			return true;
	}
	way->n--;
	return false;
}

static bool find_place(struct sema *c, const struct ctype *t, u64 at,
                       const struct ctype *wanted, bool takes_end, struct part_way *way) {
	if (takes_end && at && at == ctype_size(t))
		return find_end(c, t, wanted, way);
	return find_way(c, t, at, wanted, way);
}

static const char *way_text(struct sema *c, const char *s, const struct part_way *way) {
	for (u32 i = 0; i < way->n; i++) {
		const struct part_step *p = &way->step[i];
		const struct cfield *f = part_field(p);
		if (!f)
			s = arena_printf(c->a, "%s[%llu]", s, (unsigned long long)p->i);
		else if (f->name)
			s = arena_printf(c->a, "%s.%s", s, f->name->s);
	}
	return s;
}

struct cdecl *part_decl(struct sema *c, struct cdecl *whole, u64 at,
                        const struct ctype *wanted, bool decays) {
	struct part_way way = {.n = 0};
	const struct ctype *t = whole->type;
	bool is_first = decays && t->kind == CT_ARRAY && is_of_type(t->base, wanted);
	if (at == 0 && (whole->kind != CDECL_VAR || wanted->kind == CT_VOID || is_first ||
	                is_of_type(t, wanted)))
		return whole;
	if (whole->kind != CDECL_VAR || !find_place(c, t, at, wanted, decays, &way))
		return NULL;
	u64 hash = ((uintptr_t)whole * 31 + at) * 31 + (uintptr_t)ctype_unqual(way.type);
	struct cdecl **first = (struct cdecl **)map_at(&c->parts, hash);
	for (struct cdecl *d = *first; d; d = d->next)
		if (d->target == whole && d->value == at && is_of_type(d->type, way.type))
			return d;
	const char *name = way_text(c, whole->name ? whole->name->s : "?", &way);
	struct cdecl *d = cdecl_new(
		c->a, CDECL_VAR, str_intern(c->u->names, name, strlen(name)), whole->loc);
	d->scope = whole->scope;
	d->type = way.type;
	d->state = CSTATE_CHECKED;
	d->is_targ_part = true;
	d->space = whole->space;
	d->target = whole;
	d->value = at;
	d->next = *first;
	*first = d;
	return d;
}

struct part_way part_way(struct sema *c, const struct cdecl *part) {
	struct part_way way = {.n = 0};
	find_place(c, part->target->type, part->value, part->type, true, &way);
	return way;
}

struct cexpr *part_element(struct sema *c, struct cexpr *array, u64 i, struct loc loc) {
	struct cexpr *first = array->type->kind == CT_ARRAY ? decay(c, array)
	                                                    : cexpr_addr(c, array);
	struct cexpr *sum = cexpr_new(c, CE_PTR_ADD, first->type, loc);
	sum->a = first;
	sum->b = cexpr_int(c, c->t->basic[CT_LONG], i, loc);
	return cexpr_deref(c, sum);
}

struct cexpr *part_expr(struct sema *c, struct cdecl *part, struct loc loc) {
	struct part_way way = part_way(c, part);
	struct cexpr *e = cexpr_var(c, part->target, loc);
	check_use(c, part->target, loc);
	for (u32 i = 0; i < way.n; i++) {
		const struct part_step *p = &way.step[i];
		e = part_field(p) ? cexpr_field(c, e, ctype_unqual(p->of), (u32)p->i, loc)
		                  : part_element(c, e, p->i, loc);
	}
	return e;
}
