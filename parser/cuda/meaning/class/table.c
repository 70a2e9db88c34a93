/* table.c - tables of virtual functions and bases (Itanium 2.5, 2.6). All tables of a
 * class are one variable, and its constructors set the pointers to them:
 *
 *   { vbase1, vbase0, offset, deleter, f0, f1 ... }   { offset, deleter, g0 ... }
 *
 * The pointers are to f0 and to g0. `offset` is the offset in the object of the part that
 * has the table, `vbaseN` the offset of a virtual base from that part, `deleter` the
 * class's operator delete for the whole object, or null. While a base that has virtual
 * bases is made, they lie where the whole object has them, but virtual functions are the
 * base's own: so each such base has a set of tables. Constructors pass the list of all
 * tables (VTT) to those of bases:
 *
 *   { of the class itself, of each base with virtual bases and its bases ...,
 *     of each such virtual base ... }
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/class/table.h"

#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/class/vbase.h"
#include "parser/cuda/meaning/class/virtual.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/expr/alloc.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/mangle.h"
#include "parser/cuda/meaning/stmt/stmt.h"

/* ---- parts with tables ------------------------------------------------------------- */

/* A part of an object: its class itself or a base. */
struct part {
	struct cdecl *cls;
	u64 offset;     /* in the whole object */
	u32 vbase;      /* the virtual base that it is or is part of; UINT32_MAX: none */
	u64 inner;      /* how far into that, or into the class */
	bool is_shared; /* its table is the beginning of a derived class's */
};
VEC_TYPE(parts, struct part);

static void add_parts(struct sema *c, struct parts *out, struct part p) {
	const struct cclass *cls = p.cls->cls;
	if (!cls->has_vptr)
		return;
	vec_push(c->a, out, p);
	bool has_primary = cls->primary && !cls->has_virtual_primary;
	for (u32 i = 0; i < cls->nbase; i++) {
		const struct cfield *f = &cls->field.at[i];
		if (f->is_virtual)
			continue;
		struct part b = {.cls = f->type->decl,
		                 .offset = p.offset + f->offset_bytes,
		                 .vbase = p.vbase,
		                 .inner = p.inner + f->offset_bytes,
		                 .is_shared = has_primary &&
		                              ctype_unqual(f->type) == cls->primary};
		has_primary &= !b.is_shared;
		add_parts(c, out, b);
	}
}

/* Adds the parts of the object `at` bytes into a whole one of class `whole`: virtual
 * bases in the order of construction, then the rest. The pointer of a later part may be
 * at the place of an earlier one's; its table then begins with the earlier table. */
static void parts_of(struct sema *c, const struct cdecl *whole, struct cdecl *d, u64 at,
                     struct parts *out) {
	for (u32 v = 0; v < d->cls->vbase.n; v++) {
		const struct ctype *t = d->cls->vbase.at[v].type;
		add_parts(
			c, out,
			(struct part){.cls = t->decl,
		                      .offset = class_vbase(whole->cls, t)->offset_bytes,
		                      .vbase = v});
	}
	add_parts(c, out, (struct part){.cls = d, .offset = at, .vbase = UINT32_MAX});
}

static u32 tree_tables(const struct cclass *cls) {
	u32 n = cls->has_vptr;
	bool has_primary = cls->primary && !cls->has_virtual_primary;
	for (u32 i = 0; i < cls->nbase; i++) {
		const struct cfield *f = &cls->field.at[i];
		if (f->is_virtual)
			continue;
		bool is_shared = has_primary && ctype_unqual(f->type) == cls->primary;
		has_primary &= !is_shared;
		n += tree_tables(f->type->decl->cls) - is_shared;
	}
	return n;
}

u32 class_own_table(const struct cdecl *d) {
	u32 n = 0;
	for (u32 v = 0; v < d->cls->vbase.n; v++)
		n += tree_tables(d->cls->vbase.at[v].type->decl->cls);
	return n;
}

u32 class_ntable(const struct cdecl *d) {
	return class_own_table(d) + tree_tables(d->cls);
}

/* ---- overriders -------------------------------------------------------------------- */

static bool tree_contains(const struct cdecl *a, u64 at, const struct part *b) {
	if (a == b->cls && at == b->offset)
		return true;
	for (u32 i = 0; i < a->cls->nbase; i++) {
		const struct cfield *f = &a->cls->field.at[i];
		if (!f->is_virtual &&
		    tree_contains(f->type->decl, at + f->offset_bytes, b))
			return true;
	}
	return false;
}

/* Whether b is part of a, in a whole object. */
static bool contains(const struct cdecl *whole, const struct part *a,
                     const struct part *b) {
	if (tree_contains(a->cls, a->offset, b))
		return true;
	for (u32 v = 0; v < a->cls->cls->vbase.n; v++) {
		const struct ctype *t = a->cls->cls->vbase.at[v].type;
		if (tree_contains(t->decl, class_vbase(whole->cls, t)->offset_bytes, b))
			return true;
	}
	return false;
}

/* Returns the part that f, of the table of part `at`, is declared in: `at` or its primary
 * base, which is elsewhere in this object if it is a virtual one. */
static struct part declared_in(const struct cdecl *whole, const struct part *at,
                               const struct cdecl *f) {
	const struct cclass *cls = at->cls->cls;
	struct part p = {.cls = f->cls_owner, .offset = at->offset};
	if (tree_contains(at->cls, at->offset, &p))
		return p;
	for (u32 v = 0; v < cls->vbase.n; v++) {
		const struct ctype *t = cls->vbase.at[v].type;
		p.offset = class_vbase(whole->cls, t)->offset_bytes;
		if (tree_contains(t->decl, p.offset, &p))
			return p;
	}
	return *at;
}

struct overrider {
	struct cdecl *func;
	const struct part *owner; /* the overrider; NULL if there is none */
	struct cdecl *other; /* another one, which does not override func, nor func it */
};

/* Finds what overrides f, of the table of part `at`, in the object whose parts are given
 * ([class.virtual]/2). */
static struct overrider find_overrider(const struct cdecl *whole, const struct parts *all,
                                       const struct part *at, struct cdecl *f) {
	struct overrider r = {.func = f};
	struct part of = declared_in(whole, at, f);
	for (int turn = 0; turn < 2; turn++)
		for (u32 i = 0; i < all->n; i++) {
			const struct part *p = &all->at[i];
			bool is_itself = p->cls == of.cls && p->offset == of.offset;
			if (is_itself || p == r.owner || !contains(whole, p, &of))
				continue;
			struct cdecl *m = class_own_overrider(p->cls, f);
			if (!m)
				continue;
			if (turn == 0 && (!r.owner || contains(whole, p, r.owner))) {
				r.owner = p;
				r.func = m;
			} else if (turn == 1 && !contains(whole, r.owner, p)) {
				r.other = m;
			}
		}
	return r;
}

void class_find_abstract(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	struct parts all = {0};
	if (!cls->has_vptr)
		return;
	parts_of(c, d, d, 0, &all);
	for (u32 i = 0; i < all.n; i++) {
		const struct cclass *of = all.at[i].cls->cls;
		for (u32 k = 0; !all.at[i].is_shared && k < of->nvslot; k++) {
			struct overrider r = find_overrider(d, &all, &all.at[i],
			                                    of->vslot[k]);
			cls->is_abstract |= r.func->is_pure;
			if (r.other)
				check_error(c, d->loc, E0612,
				            "'%s' has no final overrider of '%s': both "
				            "'%s' and '%s' override it",
				            check_type_text(c, d->type),
				            of->vslot[k]->name->s,
				            check_type_text(c, r.func->cls_owner->type),
				            check_type_text(c, r.other->cls_owner->type));
			if (r.other)
				return;
		}
	}
}

/* ---- tables ------------------------------------------------------------------------ */

struct tables {
	struct sema *c;
	struct cdecl *whole; /* the class of the object */
	struct cdecl *cls;   /* it or a base: whose functions they have */
	u64 at;              /* where that base lies */
	struct parts part;
	struct cexprs word;
};

static const struct ctype *word_type(struct sema *c) {
	return ctype_ptr(c->t, c->t->basic[CT_VOID]);
}

static void add_word(struct tables *t, struct cexpr *e) {
	vec_push(t->c->a, &t->word, e);
}

static void add_number(struct tables *t, s64 n) {
	add_word(t, cexpr_int(t->c, word_type(t->c), (u64)n, t->cls->loc));
}

static void add_function(struct tables *t, const struct part *at, struct cdecl *slot) {
	struct sema *c = t->c;
	struct overrider r = find_overrider(t->whole, &t->part, at, slot);
	struct cdecl *f = r.func;
	if (f->is_pure) {
		add_word(t, NULL);
		return;
	}
	u64 where = r.owner ? r.owner->offset : declared_in(t->whole, at, f).offset;
	s64 adjust = (s64)where - (s64)at->offset;
	bool moves_result = r.owner && class_result_offset(c, f, slot);
	if (adjust || moves_result || cdecl_rare(f)->vtt_param)
		f = class_thunk(c, at->cls, f, adjust, r.owner ? slot : f);
	struct cexpr *e = cexpr_new(c, CE_FUNC, f->type, t->cls->loc);
	e->decl = func_definition(c, f);
	e->is_lvalue = true;
	check_use(c, e->decl, t->cls->loc);
	e->decl->is_address_taken = true;
	add_word(t, cast_scalar(c, cexpr_addr(c, e), word_type(c)));
}

static void add_table(struct tables *t, const struct part *at) {
	const struct cclass *cls = at->cls->cls;
	for (u32 slot = cls->vbase.n; slot-- > 0;)
		for (u32 v = 0; v < cls->vbase.n; v++)
			if (cls->vbase.at[v].slot == slot)
				add_number(t, (s64)class_vbase(t->whole->cls,
				                               cls->vbase.at[v].type)
				                              ->offset_bytes -
				                      (s64)at->offset);
	add_number(t, (s64)at->offset - (s64)t->at);
	struct cexpr *deleter = class_deleter(t->c, t->cls);
	add_word(t, deleter ? cast_scalar(t->c, deleter, word_type(t->c)) : NULL);
	for (u32 i = 0; i < cls->nvslot; i++)
		add_function(t, at, cls->vslot[i]);
}

static struct cdecl *table_variable(struct sema *c, const struct cdecl *d,
                                    const char *name) {
	struct cdecl *v = cdecl_new(c->a, CDECL_VAR,
	                            str_intern(c->u->names, name, strlen(name)), d->loc);
	v->state = CSTATE_CHECKED;
	v->space = CSPACE_GLOBAL;
	v->link_name = v->name;
	v->flags = SPEC_INLINE; /* each file that needs it has one */
	/* virtual functions may be called in constant expressions */
	v->is_constexpr = true;
	v->scope = c->u->global;
	return v;
}

static void set_words(struct sema *c, struct cdecl *v, const struct cexprs *word) {
	v->type = ctype_array(c->t, ctype_qualified(c->t, word_type(c), Q_CONST), true,
	                      word->n);
	struct cexpr *init = cexpr_new(c, CE_INIT_LIST, v->type, v->loc);
	init->narg = word->n;
	init->arg = word->at;
	v->init = init;
	check_use(c, v, v->loc);
}

/* Returns the tables of the class d, `at` bytes into an object of class `whole`. */
static struct cdecl *tables_of(struct sema *c, struct cdecl *whole, struct cdecl *d,
                               u64 at) {
	struct tables t = {.c = c, .whole = whole, .cls = d, .at = at};
	const char *text = mangle_type(c->u, d->type)->s;
	if (whole == d && d->cls->vtable)
		return d->cls->vtable;
	if (whole != d)
		text = arena_printf(c->a, "%s%llu_%s", mangle_type(c->u, whole->type)->s,
		                    (unsigned long long)at, text);
	struct cdecl *v = table_variable(
		c, d, arena_printf(c->a, "_ZT%c%s", whole == d ? 'V' : 'C', text));
	if (whole == d)
		d->cls->vtable = v;
	parts_of(c, whole, d, at, &t.part);
	for (u32 i = 0; i < t.part.n; i++)
		if (!t.part.at[i].is_shared)
			add_table(&t, &t.part.at[i]);
	set_words(c, v, &t.word);
	return v;
}

/* &table[first] */
static struct cexpr *table_address(struct sema *c, struct cdecl *table, u32 first,
                                   struct loc loc) {
	struct cexpr *p = decay(c, cexpr_var(c, table, loc));
	struct cexpr *at = cexpr_new(c, CE_PTR_ADD, p->type, loc);
	at->a = p;
	at->b = cexpr_int(c, c->t->basic[CT_LONG], first, loc);
	return at;
}

static u32 head_words(const struct part *p) {
	return p->cls->cls->vbase.n + TABLE_HEAD;
}

static void list_tables(struct sema *c, struct cdecl *whole, struct cdecl *d, u64 at,
                        struct cexprs *word) {
	struct parts part = {0};
	struct cdecl *table = tables_of(c, whole, d, at);
	u32 first = 0;
	parts_of(c, whole, d, at, &part);
	for (u32 i = 0; i < part.n; i++) {
		const struct part *p = &part.at[i];
		if (p->is_shared)
			continue;
		first += head_words(p);
		struct cexpr *e = table_address(c, table, first, whole->loc);
		vec_push(c->a, word, cast_scalar(c, e, word_type(c)));
		first += p->cls->cls->nvslot;
	}
	const struct cclass *cls = d->cls;
	for (u32 i = 0; i < cls->nbase; i++) {
		const struct cfield *f = &cls->field.at[i];
		if (!f->is_virtual && f->type->decl->cls->vbase.n)
			list_tables(c, whole, f->type->decl, at + f->offset_bytes, word);
	}
	for (u32 v = 0; whole == d && v < cls->vbase.n; v++)
		if (cls->vbase.at[v].type->decl->cls->vbase.n)
			list_tables(c, whole, cls->vbase.at[v].type->decl,
			            cls->vbase.at[v].offset_bytes, word);
}

struct cdecl *class_vtt(struct sema *c, struct cdecl *d) {
	if (d->cls->vtt)
		return d->cls->vtt;
	struct cexprs word = {0};
	struct cdecl *v = table_variable(
		c, d, arena_printf(c->a, "_ZTT%s", mangle_type(c->u, d->type)->s));
	d->cls->vtt = v;
	list_tables(c, d, d, 0, &word);
	set_words(c, v, &word);
	return v;
}

/* ---- pointers to them -------------------------------------------------------------- */

/* tables[index], of the constructor's variable */
static struct cexpr *listed_table(struct sema *c, struct cdecl *f, u32 index) {
	struct cexpr *list = cexpr_load(c, cexpr_var(c, cdecl_rare(f)->vtt, f->loc));
	struct cexpr *at = cexpr_new(c, CE_PTR_ADD, list->type, f->loc);
	at->a = list;
	at->b = cexpr_int(c, c->t->basic[CT_LONG], index, f->loc);
	return cexpr_load(c, cexpr_deref(c, at));
}

/* Returns the place of the part's pointer in the object of f, which may be part of
 * another one. */
static struct cexpr *pointer_place(struct sema *c, struct cdecl *f, const struct part *p,
                                   const struct ctype *to) {
	const struct ctype *bytes = ctype_ptr(c->t, c->t->basic[CT_CHAR]);
	if (p->vbase == UINT32_MAX)
		return class_this_moved(c, f, (s64)p->inner, to);
	const struct ctype *words = ctype_ptr(c->t, word_type(c));
	struct cexpr *word = cexpr_new(c, CE_PTR_ADD, words, f->loc);
	s64 slot = f->cls_owner->cls->vbase.at[p->vbase].slot;
	word->a = cast_scalar(c, listed_table(c, f, class_own_table(f->cls_owner)),
	                      words);
	word->b = cexpr_int(c, c->t->basic[CT_LONG], (u64)(-TABLE_HEAD - 1 - slot),
	                    f->loc);
	struct cexpr *e = cexpr_new(c, CE_PTR_ADD, bytes, f->loc);
	e->a = class_this_moved(c, f, (s64)p->inner, bytes);
	e->b = cast_scalar(c, cexpr_load(c, cexpr_deref(c, word)), c->t->basic[CT_LONG]);
	return cast_scalar(c, e, to);
}

void class_set_vptr(struct sema *c, struct cdecl *f, struct cstmt *body) {
	struct cdecl *d = f->cls_owner;
	struct cdecl *table = cdecl_rare(f)->vtt ? NULL : tables_of(c, d, d, 0);
	struct parts part = {0};
	u32 first = 0, index = 0;
	parts_of(c, d, d, 0, &part);
	for (u32 i = 0; i < part.n; i++) {
		const struct part *p = &part.at[i];
		if (p->is_shared)
			continue;
		first += head_words(p);
		struct cexpr *e = table ? table_address(c, table, first, f->loc)
		                        : listed_table(c, f, index);
		struct cexpr *at = pointer_place(c, f, p, ctype_ptr(c->t, e->type));
		cstmt_push(c, body, init_stmt(c, cexpr_deref(c, at), e));
		first += p->cls->cls->nvslot;
		index++;
	}
}
