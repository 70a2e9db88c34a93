/* same_layout.c - which classes have a standard layout ([class.prop]/3), which of them
 * share one ([class.mem]/25-28), and what the library asks about that with types and
 * pointers to members ([meta.rel], [meta.member]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/same_layout.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/expr/binary.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"

static const struct ctype *elem(const struct ctype *t) {
	return ctype_unqual(ctype_element(t));
}

/* How many bases of the class, direct ones or not, are of the type. */
static u32 count_base(const struct cclass *k, const struct ctype *base) {
	u32 n = 0;
	for (u32 i = 0; i < k->nbase; i++) {
		const struct ctype *t = ctype_unqual(k->field.at[i].type);
		n += (t == base) + count_base(t->decl->cls, base);
	}
	return n;
}

/* Whether two bases of `all` are of one type, the first of them in k. */
static bool has_base_twice(const struct cclass *all, const struct cclass *k) {
	for (u32 i = 0; i < k->nbase; i++) {
		const struct ctype *t = ctype_unqual(k->field.at[i].type);
		if (count_base(all, t) > 1 || has_base_twice(all, t->decl->cls))
			return true;
	}
	return false;
}

bool class_is_standard_layout(const struct cclass *k) {
	bool has_base_data = false, has_data = false;
	int access = -1;
	if (k->has_vptr || (k->nbase > 1 && has_base_twice(k, k)))
		return false;
	for (u32 i = 0; i < k->field.n; i++) {
		const struct cfield *f = &k->field.at[i];
		const struct ctype *t = elem(f->type);
		const struct cclass *of = t->kind == CT_CLASS ? t->decl->cls : NULL;
		if (ctype_is_ref(f->type) || (of && !class_is_standard_layout(of)))
			return false;
		if (f->is_base) {
			if (!of->is_empty && has_base_data)
				return false;
			has_base_data |= !of->is_empty;
			continue;
		}
		if (!has_data && of)
			/* two objects of one type at one place */
			for (u32 b = 0; b < k->nbase; b++)
				if (ctype_unqual(k->field.at[b].type) == t)
					return false;
		if (f->decl && access >= 0 && access != f->decl->access)
			return false;
		if (f->decl)
			access = f->decl->access;
		has_data = true;
	}
	return !(has_data && has_base_data);
}

static const struct cclass *standard_layout(const struct ctype *t) {
	const struct cclass *k = class_of(t);
	return k && !memfn_of(t) && class_is_standard_layout(k) ? k : NULL;
}

/* ---- common initial sequences ------------------------------------------------------ */

static bool is_member(const struct cfield *f) {
	return !f->is_base && !cfield_is_padding(f);
}

/* Returns the class of the hierarchy that has the data: one of a standard layout has it
 * all in one class. */
static const struct cclass *with_data(const struct cclass *k) {
	for (u32 i = 0; i < k->field.n; i++)
		if (is_member(&k->field.at[i]))
			return k;
	for (u32 i = 0; i < k->nbase; i++) {
		const struct cclass *in = with_data(k->field.at[i].type->decl->cls);
		if (in->field.n > in->nbase)
			return in;
	}
	return k;
}

/* Returns the first member from i on, NULL after the last; *i is after it. */
static const struct cfield *next_member(const struct cclass *k, u32 *i) {
	while (*i < k->field.n) {
		const struct cfield *f = &k->field.at[(*i)++];
		if (is_member(f))
			return f;
	}
	return NULL;
}

/* Whether the members, at one place of two classes, correspond ([class.mem]/25). */
static bool members_correspond(const struct cfield *a, const struct cfield *b) {
	return a->offset_bytes == b->offset_bytes && a->bit_offset == b->bit_offset &&
	       a->bit_width == b->bit_width && types_share_layout(a->type, b->type);
}

/* Returns the length in bytes of the common initial sequence of two structs; *is_all: it
 * has all members of both. */
static u64 common_length(const struct cclass *a, const struct cclass *b, bool *is_all) {
	u32 i = 0, j = 0;
	u64 length = 0;
	a = with_data(a);
	b = with_data(b);
	for (;;) {
		const struct cfield *f = next_member(a, &i), *g = next_member(b, &j);
		*is_all = !f && !g;
		if (!f || !g || !members_correspond(f, g))
			return length;
		length = f->offset_bytes + ctype_size(f->type);
	}
}

/* Whether each member of union a has a partner in b, whichever way they are paired:
 * sharing a layout is an equivalence, so the first free partner does. */
static bool unions_share_layout(const struct cclass *a, const struct cclass *b) {
	bool is_used[64] = {0};
	u32 na = 0, nb = 0;
	for (u32 i = 0; next_member(b, &i);)
		nb++;
	if (nb > countof(is_used))
		return false;
	for (u32 i = 0;; na++) {
		const struct cfield *f = next_member(a, &i), *g = NULL;
		if (!f)
			return na == nb;
		bool found = false;
		u32 n = 0;
		for (u32 j = 0; !found && (g = next_member(b, &j)); n++)
			if (!is_used[n] && members_correspond(f, g))
				found = is_used[n] = true;
		if (!found)
			return false;
	}
}

/* Whether the types are the same but for qualifiers. */
static bool is_same_type(const struct ctype *a, const struct ctype *b) {
	while (a->kind == CT_ARRAY && b->kind == CT_ARRAY && a->has_size == b->has_size &&
	       a->n == b->n) {
		a = a->base;
		b = b->base;
	}
	return ctype_unqual(a) == ctype_unqual(b);
}

bool types_share_layout(const struct ctype *a, const struct ctype *b) {
	if (is_same_type(a, b))
		return true;
	a = ctype_unqual(a);
	b = ctype_unqual(b);
	if (a->kind == CT_ENUM && b->kind == CT_ENUM)
		return ctype_underlying(a) == ctype_underlying(b);
	const struct cclass *k = standard_layout(a), *m = standard_layout(b);
	if (!k || !m || k->is_union != m->is_union || k->size_bytes != m->size_bytes ||
	    k->align_bytes != m->align_bytes)
		return false;
	bool is_all;
	if (k->is_union)
		return unions_share_layout(k, m);
	common_length(k, m, &is_all);
	return is_all;
}

bool base_shares_address(const struct ctype *base, const struct ctype *derived) {
	base = ctype_unqual(base);
	derived = ctype_unqual(derived);
	const struct cclass *k = class_of(base), *m = class_of(derived);
	if (base == derived)
		return base->kind == CT_CLASS && !memfn_of(base) && !(k && k->is_union);
	return k && m && !k->is_union && !m->is_union && standard_layout(derived) &&
	       count_base(m, base) == 1;
}

/* ---- pointers to members ----------------------------------------------------------- */

/* Returns the offset that a pointer to a member has; all ones for null. */
static struct cexpr *offset_in(struct sema *c, struct cexpr *m) {
	if (m->kind == CE_MEMPTR)
		return cexpr_int(c, c->t->basic[CT_ULONG], m->value, m->loc);
	struct cexpr *e = cexpr_new(c, CE_BITCAST, c->t->basic[CT_ULONG], m->loc);
	e->a = m;
	return e;
}

static struct cexpr *after(struct sema *c, struct cexpr *e, bool value, struct loc loc) {
	return expr_after(c, e, cexpr_int(c, c->t->basic[CT_BOOL], value, loc));
}

/* Checks an argument: a pointer to a member. NULL if it is wrong, with an error. */
static struct cexpr *member_pointer(struct sema *c, struct cscope *at, struct syn *s,
                                    const char *name) {
	struct cexpr *e = rvalue(c, check_expr(c, at, s));
	if (is_error(e))
		return NULL;
	if (e->type->kind != CT_MEMPTR && !memfn_of(ctype_unqual(e->type))) {
		check_error(c, s->loc, E0615, "'%s' of '%s', which points to no member",
		            name, check_type_text(c, e->type));
		return NULL;
	}
	return e->type->kind != CT_MEMPTR || type_complete(c, e->type->decl->type, s->loc)
	               ? e
	               : NULL;
}

static const struct cclass *layout_of(const struct cexpr *m) {
	return m->type->kind == CT_MEMPTR ? standard_layout(m->type->decl->type) : NULL;
}

/* The members at the place where the object begins are the first one, and all of a
 * union's. */
static struct cexpr *shares_address(struct sema *c, struct cscope *at, struct cexpr *m,
                                    struct loc loc) {
	if (!layout_of(m))
		return after(c, m, false, loc);
	return check_binary(c, at, CU_EQ, offset_in(c, m),
	                    cexpr_int(c, c->t->basic[CT_ULONG], 0, loc), loc);
}

static struct cexpr *correspond(struct sema *c, struct cscope *at, struct cexpr *m,
                                struct cexpr *n, struct loc loc) {
	const struct cclass *a = layout_of(m), *b = layout_of(n);
	bool is_all;
	u64 length = a && b && !a->is_union && !b->is_union &&
	                             types_share_layout(m->type->base, n->type->base)
	                     ? common_length(a, b, &is_all)
	                     : 0;
	if (!length)
		return after(c, m, false, loc);
	struct cexpr *hold = NULL, *first = value_held(c, offset_in(c, m), &hold, loc);
	struct cexpr *same = check_binary(c, at, CU_EQ, first, offset_in(c, n), loc);
	struct cexpr *inside = check_binary(
		c, at, '<', first, cexpr_int(c, c->t->basic[CT_ULONG], length, loc), loc);
	return value_in(c, hold, check_binary(c, at, CU_ANDAND, same, inside, loc));
}

struct cexpr *check_member_builtin(struct sema *c, struct cscope *at, struct syn *s,
                                   const char *name) {
	bool is_two = strcmp(name, "__builtin_is_corresponding_member") == 0;
	if (!is_two &&
	    strcmp(name, "__builtin_is_pointer_interconvertible_with_class") != 0)
		return NULL;
	if (s->nkid != (is_two ? 3 : 2)) {
		check_error(c, s->loc, E0616, "too %s arguments to '%s'",
		            s->nkid < (is_two ? 3 : 2) ? "few" : "many", name);
		return cexpr_error(c, s->loc);
	}
	struct cexpr *m = member_pointer(c, at, syn_call(s)->arg[0], name), *n = NULL;
	if (is_two)
		n = member_pointer(c, at, syn_call(s)->arg[1], name);
	if (!m || (is_two && !n))
		return cexpr_error(c, s->loc);
	return is_two ? correspond(c, at, m, n, s->loc)
	              : shares_address(c, at, m, s->loc);
}
