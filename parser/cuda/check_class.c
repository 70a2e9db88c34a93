/* check_class.c - completing a class: bases, members, layout as in the Itanium C++ ABI, and the
 * members that C++ declares by itself ([class], [special]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/checker.h"

/* ---- layout (Itanium 2.4) --------------------------------------------------------------------- */

struct layout {
	u64 bits;      /* end of what is placed so far */
	u64 align;     /* bytes */
	u64 max_align; /* of members: #pragma pack */
};

static void raise_align(struct layout *l, u64 align) {
	if (align > l->align)
		l->align = align;
}

static void place(struct layout *l, bool is_union, struct cfield *f, u64 size,
                  u64 align) {
	raise_align(l, align);
	u64 at = is_union ? 0 : alignup((l->bits + 7) / 8, align);
	f->offset_bytes = at;
	u64 end = (at + size) * 8;
	if (end > l->bits)
		l->bits = end;
}

static void place_bits(struct layout *l, bool is_union, struct cfield *f) {
	u64 unit = ctype_size(f->type) * 8, at = is_union ? 0 : l->bits;
	if (f->bit_width == 0) { /* `int : 0` ends the unit */
		l->bits = alignup(l->bits, unit);
		return;
	}
	if (at % unit + f->bit_width > unit)
		at = alignup(at, unit);
	raise_align(l, ctype_align(f->type));
	f->offset_bytes = at / unit * (unit / 8);
	f->bit_offset = (u16)(at % unit);
	if (at + f->bit_width > l->bits)
		l->bits = at + f->bit_width;
}

/* An empty base takes no place unless a subobject of the same type is at the same address. */
static bool same_empty_at_zero(const struct cclass *cls, u32 n, const struct ctype *t) {
	for (u32 i = 0; i < n; i++)
		if (cls->field.at[i].offset_bytes == 0 &&
		    ctype_unqual(cls->field.at[i].type) == ctype_unqual(t))
			return true;
	return false;
}

/* The primary base: it shares its pointer with the class. */
static bool vptr_is_inherited(const struct cclass *cls) {
	return cls->nbase && cls->field.at[0].type->decl->cls->has_vptr;
}

/* What #pragma pack allows the members of a class whose text is at `loc`. */
static u64 pack_limit(const struct cunit *u, struct loc loc) {
	u32 lo = 0, hi = u->pack.n;
	while (lo < hi) {
		u32 mid = (lo + hi) / 2;
		if (u->pack.at[mid].start <= loc.start)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo && u->pack.at[lo - 1].bytes ? u->pack.at[lo - 1].bytes : UINT64_MAX;
}

static u64 field_align(const struct cclass *cls, const struct layout *l,
                       const struct cfield *f) {
	bool is_packed = f->is_base ? false
	                            : cls->is_packed || (f->decl && f->decl->is_packed);
	u64 align = is_packed ? 1 : ctype_align(f->type);
	if (f->decl && f->decl->align_attr > align)
		align = f->decl->align_attr;
	return MIN(align, l->max_align);
}

/* Packed bit-fields lie across the boundaries of their types. */
static void refuse_packed_bits(struct check *c, const struct cclass *cls,
                               const struct layout *l, const struct cfield *f) {
	if (cls->is_packed || (f->decl && f->decl->is_packed) ||
	    ctype_align(f->type) > l->max_align)
		check_error(
			c, f->decl ? f->decl->loc : (struct loc){0}, E0608,
			"bit-fields in a packed class are not supported in device code");
}

static void lay_out(struct check *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	struct layout l = {.align = 1,
	                   .max_align = pack_limit(c->u, d->syn ? d->syn->loc : d->loc)};
	if (cls->has_vptr && !vptr_is_inherited(cls)) {
		l.bits = 64;
		l.align = 8;
	}
	for (u32 i = 0; i < cls->field.n; i++) {
		struct cfield *f = &cls->field.at[i];
		bool is_bits = f->bit_width ||
		               (f->decl && f->decl->value == 1 && !f->name);
		struct cclass *of = f->type->kind == CT_CLASS ? f->type->decl->cls : NULL;
		if (is_bits) {
			refuse_packed_bits(c, cls, &l, f);
			place_bits(&l, cls->is_union, f);
		} else if (f->is_base && of && of->is_empty) {
			raise_align(&l, of->align_bytes);
			f->offset_bytes = same_empty_at_zero(cls, i, f->type)
			                          ? alignup((l.bits + 7) / 8,
			                                    of->align_bytes)
			                          : 0;
			if (f->offset_bytes && l.bits < (f->offset_bytes + 1) * 8)
				l.bits = (f->offset_bytes + 1) * 8;
		} else {
			u64 size = f->is_base && of ? of->data_bytes
			                            : ctype_size(f->type);
			place(&l, cls->is_union, f, size, field_align(cls, &l, f));
		}
	}
	if (d->align_attr > l.align)
		l.align = d->align_attr;
	cls->data_bytes = (l.bits + 7) / 8;
	cls->align_bytes = l.align;
	cls->size_bytes = alignup(cls->data_bytes ? cls->data_bytes : 1, l.align);
	cls->is_empty = true;
	for (u32 i = 0; i < cls->field.n; i++) {
		struct cfield *f = &cls->field.at[i];
		if (!f->is_base || !f->type->decl->cls->is_empty)
			cls->is_empty = false;
	}
	if (cls->has_vptr)
		cls->is_empty = false;
}

/* ---- fields -------------------------------------------------------------------------------------- */

static void complete_field(struct check *c, struct cdecl *d, struct cdecl *f) {
	struct cfield field = {.name = f->name, .decl = f};
	if (f->declarator) {
		struct declarator_info info;
		struct syn *specs = f->syn->kid[0];
		const struct ctype *t = type_of_specs(c, d->inner, specs);
		f->type = type_of_declarator(c, d->inner, t, f->declarator->kid[0],
		                             &info);
		attrs_of_specs(c, d->inner, specs, f);
		field.is_mutable = (specs->value & SPEC_MUTABLE) != 0;
		if (f->declarator->nkid > 2 && f->declarator->kid[2]) {
			u64 width = 0;
			struct cexpr *w = check_value(c, d->inner, f->declarator->kid[2]);
			if (!is_error(w) &&
			    const_int(c, w, &width, "the width of a bit-field")) {
				if (width > ctype_size(f->type) * 8)
					check_error(
						c, f->loc, E0612,
						"width of bit-field exceeds its type");
				else
					field.bit_width = (u16)width;
				f->value = 1; /* a bit-field, of width 0 perhaps */
			}
		}
	} else {
		field.is_anonymous = !f->name;
	}
	if (!f->type || f->type->kind == CT_ERROR)
		f->type = c->t->basic[CT_INT]; /* reported; the layout goes on */
	if (f->type->kind == CT_AUTO || f->type->kind == CT_FUNC ||
	    f->type->kind == CT_VOID) {
		check_error(c, f->loc, E0612, "a member cannot have type '%s'",
		            check_type_text(c, f->type));
		f->type = c->t->basic[CT_INT];
	}
	if (f->type->kind == CT_ARRAY && !f->type->has_size)
		f->type = ctype_array(c->t, f->type->base, true,
		                      0); /* flexible array member */
	if (!type_complete(c, f->type, f->loc))
		f->type = c->t->basic[CT_INT];
	field.type = f->type;
	f->field_index = d->cls->field.n;
	f->state = CSTATE_CHECKED;
	if (field.is_anonymous && f->type->kind == CT_CLASS)
		vec_push(c->a, &d->inner->using, f->type->decl->inner);
	vec_push(c->a, &d->cls->field, field);
}

static void add_base(struct check *c, struct cdecl *d, struct syn *b, struct cscope *at) {
	const struct ctype *t = ctype_unqual(type_of_id(c, at, b->kid[0], true));
	if (b->kid[0]->kind == SYN_DECLTYPE)
		t = c->t->basic[CT_ERROR];
	if (b->flags & SYNF_VIRTUAL) {
		check_error(c, b->loc, E0608,
		            "virtual base classes are not supported in device code");
		return;
	}
	if (t->kind == CT_ERROR || !type_complete(c, t, b->loc))
		return;
	if (t->kind != CT_CLASS) {
		check_error(c, b->loc, E0612, "'%s' is not a class",
		            check_type_text(c, t));
		return;
	}
	if (t->decl->cls->is_union || d->cls->is_union) {
		check_error(c, b->loc, E0612, "a union is no base and has no bases");
		return;
	}
	vec_push(c->a, &d->cls->field, (struct cfield){.type = t, .is_base = true});
	vec_push(c->a, &d->inner->using, t->decl->inner);
	d->cls->nbase++;
}

static void add_bases(struct check *c, struct cdecl *d) {
	struct syn *list = d->syn->kid[1];
	for (u32 i = 0; list && i < list->nkid; i++) {
		struct syn *b = list->kid[i];
		if (!(b->flags & SYNF_PACK)) {
			add_base(c, d, b, d->inner->parent);
			continue;
		}
		u32 n = pack_length(c, d->inner->parent, b, b->loc);
		for (u32 k = 0; n != UINT32_MAX && k < n; k++)
			add_base(c, d, b, pack_element_scope(c, d->inner->parent, b, k));
	}
}

/* ---- special members ------------------------------------------------------------------------------- */

static bool is_reference_to(const struct ctype *t, const struct ctype *cls,
                            enum ctype_kind kind) {
	return t->kind == kind && ctype_unqual(t->base) == cls;
}

/* What a constructor or assignment of one class argument is. */
enum special {
	SPECIAL_NONE,
	SPECIAL_DEFAULT,
	SPECIAL_COPY,
	SPECIAL_MOVE,
	SPECIAL_COPY_ASSIGN,
	SPECIAL_MOVE_ASSIGN,
	SPECIAL_DTOR
};

static enum special special_of(const struct cdecl *f, const struct ctype *cls) {
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

static struct cdecl *implicit_member_new(struct check *c, struct cdecl *d,
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

static struct cdecl *implicit_member(struct check *c, struct cdecl *d,
                                     enum special what) {
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
		param = ref_of[what] == CT_RREF
		                ? ctype_rref(c->t, d->type)
		                : ctype_lref(c->t,
		                             ctype_qualified(c->t, d->type, Q_CONST));
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
	return f;
}

/* What the parts of a class say about its own special members. */
struct parts {
	bool copy, move, assign, dtor, init; /* trivial in all parts */
	bool can_default, can_copy, can_assign;
};

static struct parts look_at_parts(struct cclass *cls) {
	struct parts p = {true, true, true, true, true, true, true, true};
	for (u32 i = 0; i < cls->field.n; i++) {
		struct cfield *f = &cls->field.at[i];
		const struct ctype *t = ctype_element(f->type);
		if (f->decl && f->decl->declarator && f->decl->declarator->kid[1])
			p.init = false;
		else if (ctype_is_ref(t))
			p.can_default = false;
		if (ctype_is_ref(t) || (t->quals & Q_CONST && t->kind != CT_CLASS))
			p.can_assign = false;
		if (t->kind != CT_CLASS)
			continue;
		struct cclass *of = t->decl->cls;
		p.copy &= of->trivial_copy;
		p.move &= of->trivial_move;
		p.assign &= of->trivial_assign;
		p.dtor &= of->is_trivially_destructible;
		p.init &= of->is_trivially_default;
	}
	return p;
}

static void declare_specials(struct check *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	bool has[SPECIAL_DTOR + 1] = {false}, user[SPECIAL_DTOR + 1] = {false},
				any_ctor = false;
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
		if (m->is_ctor && !(m->is_defaulted || m->is_deleted))
			cls->has_user_ctor = true;
		enum special what = special_of(m, d->type);
		has[what] = true;
		user[what] = !m->is_defaulted;
		if (what == SPECIAL_DTOR)
			cls->dtor = m;
	}
	struct parts p = look_at_parts(cls);
	bool copies = has[SPECIAL_COPY] || has[SPECIAL_COPY_ASSIGN] || has[SPECIAL_DTOR];
	bool moves = has[SPECIAL_MOVE] || has[SPECIAL_MOVE_ASSIGN];
	if (cls->has_vptr) /* making one sets its pointer */
		p.copy = p.move = p.init = false;
	cls->is_trivially_destructible = !user[SPECIAL_DTOR] && p.dtor;
	cls->trivial_copy = !user[SPECIAL_COPY] && p.copy;
	cls->trivial_move = !user[SPECIAL_MOVE] &&
	                    !(user[SPECIAL_COPY] && !has[SPECIAL_MOVE]) && p.move;
	cls->trivial_assign = !user[SPECIAL_COPY_ASSIGN] && !user[SPECIAL_MOVE_ASSIGN] &&
	                      p.assign;
	cls->is_trivially_default = !cls->has_user_ctor && p.init;
	cls->is_trivially_copyable = cls->trivial_copy && cls->trivial_move &&
	                             cls->trivial_assign &&
	                             cls->is_trivially_destructible;
	if (cls->is_union && !p.dtor && !has[SPECIAL_DTOR])
		cls->is_trivially_destructible =
			true; /* its user destroys the member that lives */
	if (!any_ctor)
		implicit_member(c, d, SPECIAL_DEFAULT)->is_deleted = !p.can_default;
	if (!has[SPECIAL_COPY])
		implicit_member(c, d, SPECIAL_COPY)->is_deleted = moves;
	if (!has[SPECIAL_MOVE] && !copies && !has[SPECIAL_MOVE_ASSIGN])
		implicit_member(c, d, SPECIAL_MOVE);
	if (!has[SPECIAL_COPY_ASSIGN])
		implicit_member(c, d, SPECIAL_COPY_ASSIGN)->is_deleted = moves ||
		                                                         !p.can_assign;
	if (!has[SPECIAL_MOVE_ASSIGN] && !copies && !has[SPECIAL_MOVE])
		implicit_member(c, d, SPECIAL_MOVE_ASSIGN)->is_deleted = !p.can_assign;
	if (!has[SPECIAL_DTOR] && !cls->is_trivially_destructible)
		cls->dtor = implicit_member(c, d, SPECIAL_DTOR);
	for (u32 i = 0; i < d->inner->member.n; i++) {
		struct cdecl *m = d->inner->member.at[i];
		if (m->kind != CDECL_FUNC || !m->is_defaulted)
			continue;
		enum special what = special_of(m, d->type);
		m->is_trivial = what == SPECIAL_COPY      ? cls->trivial_copy
		                : what == SPECIAL_MOVE    ? cls->trivial_move
		                : what == SPECIAL_DEFAULT ? cls->is_trivially_default
		                : what == SPECIAL_DTOR    ? cls->is_trivially_destructible
		                : what != SPECIAL_NONE    ? cls->trivial_assign
		                                          : false;
	}
	if (cls->is_trivially_destructible)
		cls->dtor = NULL;
	for (u32 i = 0; i < cls->nvslot;
	     i++) /* an implicit destructor overrides a virtual one */
		if (cls->vslot[i]->is_dtor && cls->dtor) {
			cls->dtor->is_virtual = true;
			cls->dtor->vslot = i;
			cls->vslot[i] = cls->dtor;
		}
}

static void find_aggregate(struct cdecl *d) {
	struct cclass *cls = d->cls;
	cls->is_aggregate = !cls->has_user_ctor && !cls->has_virtual && !cls->inherits.n;
	for (u32 i = 0; i < cls->field.n; i++) {
		struct cdecl *f = cls->field.at[i].decl;
		if (f && f->access != CACCESS_PUBLIC)
			cls->is_aggregate = false;
	}
	for (u32 i = 0; i < d->inner->member.n; i++) {
		struct cdecl *m = d->inner->member.at[i];
		if (m->kind == CDECL_FUNC && m->is_ctor && (m->flags & SPEC_EXPLICIT) &&
		    m->syn)
			cls->is_aggregate = false;
	}
}

/* ---- completing --------------------------------------------------------------------------------------- */

static void declare_members(struct check *c, struct cdecl *d) {
	struct syn *s = d->syn;
	u8 access = s->op == CU_CLASS ? CACCESS_PRIVATE : CACCESS_PUBLIC;
	for (u32 i = 2; i < s->nkid; i++) {
		struct syn *m = s->kid[i];
		if (m->kind == SYN_ACCESS)
			access = m->op == CU_PUBLIC      ? CACCESS_PUBLIC
			         : m->op == CU_PROTECTED ? CACCESS_PROTECTED
			                                 : CACCESS_PRIVATE;
		else
			declare_member(c, d->inner, m, access);
	}
}

/* ---- virtual functions --------------------------------------------------------------------------------- */

static bool says_virtual(const struct cdecl *m) {
	struct syn *s = m->syn;
	return (m->kind == CDECL_UNPARSED || m->kind == CDECL_FUNC) && s && s->nkid &&
	       s->kid[0] && s->kid[0]->kind == SYN_SPECS &&
	       s->kid[0]->value & SPEC_VIRTUAL;
}

/* Before the layout: does the class need a pointer to a table? */
static void find_vptr(struct check *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	for (u32 i = 0; i < cls->nbase; i++) {
		if (!cls->field.at[i].type->decl->cls->has_vptr)
			continue;
		if (i > 0)
			check_error(c, d->loc, E0608,
			            "virtual functions in a base that is not the first "
			            "are not supported in device code");
		cls->has_vptr = true;
	}
	for (u32 i = 0; i < d->inner->member.n; i++)
		cls->has_vptr |= says_virtual(d->inner->member.at[i]);
	cls->has_virtual = cls->has_vptr;
	if (cls->has_vptr && cls->nbase && !cls->field.at[0].type->decl->cls->has_vptr &&
	    !cls->field.at[0].type->decl->cls->is_empty)
		check_error(c, d->loc, E0608,
		            "a class with virtual functions whose first base has none is "
		            "not supported in device code");
}

static bool overrides(const struct cdecl *f, const struct cdecl *base) {
	if (f->is_dtor || base->is_dtor)
		return f->is_dtor && base->is_dtor;
	return f->name == base->name && f->type->nparam == base->type->nparam &&
	       f->type->memquals == base->type->memquals &&
	       (f->type->nparam == 0 ||
	        memcmp(f->type->param, base->type->param,
	               sizeof(*f->type->param) * f->type->nparam) == 0);
}

/* Slots of the base's table, overridden or kept, then those of new functions ([class.virtual]). */
static void fill_vslots(struct check *c, struct cdecl *d) {
	struct cclass *cls = d->cls, *base = vptr_is_inherited(cls)
	                                             ? cls->field.at[0].type->decl->cls
	                                             : NULL;
	u32 n = base ? base->nvslot : 0, most = n + d->inner->member.n;
	if (!cls->has_vptr)
		return;
	cls->vslot = arena_array(c->a, struct cdecl *, most + 1);
	for (u32 i = 0; i < n; i++)
		cls->vslot[i] = base->vslot[i];
	for (u32 i = 0; i < d->inner->member.n; i++) {
		struct cdecl *m = d->inner->member.at[i];
		if (m->kind != CDECL_UNPARSED && m->kind != CDECL_FUNC)
			continue;
		decl_resolve(c, m);
		if (m->kind != CDECL_FUNC || m->state != CSTATE_CHECKED || !m->this_param)
			continue;
		u32 slot = 0;
		while (slot < (base ? base->nvslot : 0) &&
		       !overrides(m, base->vslot[slot]))
			slot++;
		bool is_override = base && slot < base->nvslot;
		if (!is_override && !says_virtual(m))
			continue;
		m->is_virtual = true;
		m->is_pure = m->syn && m->syn->kind == SYN_FUNC_DEF &&
		             m->syn->flags & SYNF_PURE;
		m->vslot = is_override ? slot : n++;
		cls->vslot[m->vslot] = m;
	}
	cls->nvslot = n;
	for (u32 i = 0; i < n; i++)
		cls->is_abstract |= cls->vslot[i]->is_pure;
}

/* { 0, 0, f0, f1 ... }: two words that the ABI has in front, then the functions; a pure one is null. */
struct cdecl *class_vtable(struct check *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	if (cls->vtable)
		return cls->vtable;
	const struct ctype *word = ctype_ptr(c->t, c->t->basic[CT_VOID]);
	const struct ctype *type = ctype_array(c->t, ctype_qualified(c->t, word, Q_CONST),
	                                       true, cls->nvslot + 2);
	struct str *type_name = mangle_type(c->u, d->type);
	const char *name = arena_printf(c->a, "_ZTV%s", type_name->s);
	struct cdecl *v = cdecl_new(c->a, CDECL_VAR,
	                            str_intern(c->u->names, name, strlen(name)), d->loc);
	cls->vtable = v;
	v->type = type;
	v->state = CSTATE_CHECKED;
	v->space = CSPACE_GLOBAL;
	v->link_name = v->name;
	v->scope = c->u->global;
	struct cexpr *init = cexpr_new(c, CE_INIT_LIST, type, d->loc);
	init->narg = cls->nvslot + 2;
	init->arg = arena_array(c->a, struct cexpr *, init->narg);
	for (u32 i = 0; i < cls->nvslot; i++) {
		struct cdecl *f = cls->vslot[i];
		if (f->is_pure)
			continue;
		struct cexpr *e = cexpr_new(c, CE_FUNC, f->type, d->loc);
		e->decl = func_definition(c, f);
		e->is_lvalue = true;
		check_use(c, e->decl, d->loc);
		e->decl->is_address_taken = true;
		init->arg[i + 2] = cast_scalar(c, cexpr_addr(c, e), word);
	}
	v->init = init;
	check_use(c, v, d->loc);
	return v;
}

/* *(const void *const **)this = &vtable[2] */
struct cstmt *class_set_vptr(struct check *c, struct cdecl *f, struct cexpr *object) {
	struct cdecl *d = f->cls_owner;
	struct cexpr *table = decay(c, cexpr_var(c, class_vtable(c, d), f->loc));
	struct cexpr *first = cexpr_new(c, CE_PTR_ADD, table->type, f->loc);
	first->a = table;
	first->b = cexpr_int(c, c->t->basic[CT_LONG], 2, f->loc);
	struct cexpr *place = cast_scalar(c, cexpr_addr(c, object),
	                                  ctype_ptr(c->t, table->type));
	return init_stmt(c, cexpr_deref(c, place), first);
}

/* The function that a call of `f` on `object` reaches, as a pointer. */
struct cexpr *class_virtual_callee(struct check *c, struct cdecl *f, struct cexpr *object,
                                   struct loc loc) {
	const struct ctype *self = f->this_param->type;
	const struct ctype **param = arena_array(c->a, const struct ctype *,
	                                         f->type->nparam + 1);
	param[0] = self;
	for (u32 i = 0; i < f->type->nparam; i++)
		param[i + 1] = f->type->param[i];
	const struct ctype *type = ctype_func(c->t, f->type->base, param,
	                                      f->type->nparam + 1, false, 0, 0);
	const struct ctype *word = ctype_ptr(c->t, c->t->basic[CT_VOID]);
	const struct ctype *words = ctype_ptr(c->t, word);
	struct cexpr *table = cexpr_load(
		c, cexpr_deref(c, cast_scalar(c, cexpr_addr(c, object),
	                                      ctype_ptr(c->t, words))));
	struct cexpr *slot = cexpr_new(c, CE_PTR_ADD, words, loc);
	slot->a = table;
	slot->b = cexpr_int(c, c->t->basic[CT_LONG], f->vslot, loc);
	for (u32 i = 0; i < f->cls_owner->cls->nvslot;
	     i++) /* it must be there to be called, whoever overrides it */
		if (f->cls_owner->cls->vslot[i] == f && !f->is_pure)
			check_use(c, func_definition(c, f), loc);
	return cast_scalar(c, cexpr_load(c, cexpr_deref(c, slot)), ctype_ptr(c->t, type));
}

static void static_assertions(struct check *c, struct cdecl *d) {
	for (u32 i = 2; i < d->syn->nkid; i++)
		if (d->syn->kid[i]->kind == SYN_STATIC_ASSERT)
			check_static_assert(c, d->inner, d->syn->kid[i]);
}

static void find_class_syntax(struct check *c, struct cdecl *d) {
	if (d->is_inst && d->pattern) {
		template_select(c, d);
		return;
	}
	for (struct cdecl *e = d->name ? cscope_find_here(d->scope, d->name, 0) : NULL;
	     e && !(d->syn && d->syn->kind == SYN_CLASS); e = e->next)
		if (e->state == CSTATE_SKIMMED && e->guess == CNAME_TYPE &&
		    !e->is_template)
			decl_resolve(c, e);
}

static bool class_complete(struct check *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	if (cls->is_complete)
		return true;
	if (cls->is_being_completed)
		return false;
	cls->is_being_completed = true; /* for the parser too, which looks into bases */
	if (!d->syn || d->syn->kind != SYN_CLASS)
		find_class_syntax(c, d);
	if (!d->syn || d->syn->kind != SYN_CLASS || !check_enter(c, d->loc)) {
		cls->is_being_completed = false;
		return false;
	}
	struct cinst_trace trace = {c->trace, d, d->loc};
	if (d->is_inst)
		c->trace = &trace;
	struct cfunc_state *fn = c->fn;
	u32 unevaluated = c->unevaluated, conversion = c->in_user_conversion;
	c->unevaluated = c->in_user_conversion = 0;
	cls->is_union = d->syn->op == CU_UNION;
	add_bases(c, d);
	declare_members(c, d);
	for (u32 i = 0; i < d->inner->member.n; i++)
		if (d->inner->member.at[i]->kind == CDECL_FIELD)
			complete_field(c, d, d->inner->member.at[i]);
	find_vptr(c, d);
	lay_out(c, d);
	cls->is_complete = true;
	cls->is_being_completed = false;
	fill_vslots(c, d);
	declare_specials(c, d);
	find_aggregate(d);
	static_assertions(c, d);
	c->fn = fn;
	c->unevaluated = unevaluated;
	c->in_user_conversion = conversion;
	c->trace = trace.outer;
	check_leave(c);
	return true;
}

bool type_try_complete(struct check *c, const struct ctype *t) {
	t = ctype_element(t);
	if (t->kind == CT_CLASS)
		return class_complete(c, t->decl);
	return t->kind != CT_VOID && t->kind != CT_AUTO;
}

bool type_complete(struct check *c, const struct ctype *t, struct loc loc) {
	if (t->kind == CT_ERROR)
		return false;
	if (type_try_complete(c, t))
		return true;
	check_error(c, loc, E0613, "'%s' is an incomplete type",
	            check_type_text(c, ctype_unqual(t)));
	return false;
}

struct cclass *class_of(const struct ctype *t) {
	return t->kind == CT_CLASS && t->decl->cls && t->decl->cls->is_complete
	               ? t->decl->cls
	               : NULL;
}

void class_finish(struct check *c, struct cdecl *d) {
	lay_out(c, d);
	d->cls->is_complete = true;
	declare_specials(c, d);
}

/* Whom a class calls a friend is not told apart: a class with friends trusts all. */
bool class_is_friend(struct check *c, const struct cdecl *cls) {
	(void)c;
	struct syn *s = cls->syn;
	for (u32 i = 2; s && s->kind == SYN_CLASS && i < s->nkid; i++)
		if (s->kid[i]->kind == SYN_FRIEND ||
		    (s->kid[i]->kind == SYN_TEMPLATE &&
		     s->kid[i]->kid[1]->kind == SYN_FRIEND) ||
		    (s->kid[i]->nkid && s->kid[i]->kid[0] &&
		     s->kid[i]->kid[0]->kind == SYN_SPECS &&
		     s->kid[i]->kid[0]->value & SPEC_FRIEND))
			return true;
	return false;
}

/* ---- bases ---------------------------------------------------------------------------------------------- */

int class_base_depth(struct check *c, const struct ctype *derived,
                     const struct ctype *base) {
	derived = ctype_unqual(derived);
	base = ctype_unqual(base);
	if (derived == base)
		return 0;
	if (derived->kind != CT_CLASS || base->kind != CT_CLASS ||
	    !type_try_complete(c, derived))
		return -1;
	struct cclass *cls = derived->decl->cls;
	for (u32 i = 0; i < cls->nbase; i++) {
		int depth = class_base_depth(c, cls->field.at[i].type, base);
		if (depth >= 0)
			return depth + 1;
	}
	return -1;
}

struct cexpr *class_to_base(struct check *c, struct cexpr *e, const struct ctype *base,
                            struct loc loc) {
	const struct ctype *t = ctype_unqual(e->type);
	if (t == ctype_unqual(base) || t->kind != CT_CLASS)
		return e;
	struct cclass *cls = t->decl->cls;
	for (u32 i = 0; i < cls->nbase; i++) {
		if (class_base_depth(c, cls->field.at[i].type, base) < 0)
			continue;
		struct cexpr *b = cexpr_new(
			c, CE_TO_BASE,
			ctype_qualified(c->t, cls->field.at[i].type, e->type->quals),
			loc);
		b->a = e;
		b->field = i;
		b->is_lvalue = e->is_lvalue;
		b->is_xvalue = e->is_xvalue;
		return class_to_base(c, b, base, loc);
	}
	return e;
}

bool type_is_trivially_copyable(struct check *c, const struct ctype *t) {
	t = ctype_element(t);
	if (t->kind != CT_CLASS)
		return true;
	return type_try_complete(c, t) && t->decl->cls->is_trivially_copyable;
}

struct cdecl *class_dtor(struct check *c, const struct ctype *t) {
	t = ctype_element(t);
	if (t->kind != CT_CLASS || !type_try_complete(c, t))
		return NULL;
	return t->decl->cls->is_trivially_destructible ? NULL : t->decl->cls->dtor;
}

void class_constructors(struct check *c, const struct ctype *t, struct cdecls *out) {
	for (struct cdecl *d = lookup_in(c, t->decl->inner, c->name.ctor); d;
	     d = d->next) {
		if (d->scope != t->decl->inner)
			break; /* constructors are not inherited */
		struct cdecl *r = decl_of(c, d);
		if (r)
			vec_push(c->a, out, r);
	}
	const struct cclass *cls = t->decl->cls;
	for (u32 i = 0; cls && i < cls->inherits.n; i++) {
		struct cdecls of = {0};
		const struct ctype *base = cls->inherits.at[i]->type;
		class_constructors(c, base, &of);
		for (u32 k = 0; k < of.n; k++) {
			enum special what = special_of(of.at[k], base);
			if (what != SPECIAL_DEFAULT && what != SPECIAL_COPY &&
			    what != SPECIAL_MOVE)
				vec_push(c->a, out, of.at[k]);
		}
	}
}

struct cdecl *class_inheriting_ctor(struct check *c, struct cdecl *cls,
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
		struct cdecl *p = arena_copy(c->a, ctor->param.at[i], sizeof *p, 8);
		p->scope = f->inner;
		vec_push(c->a, &f->param, p);
	}
	return f;
}

/* ---- bodies of defaulted members ----------------------------------------------------------------------------- */

struct cexpr *this_object(struct check *c, const struct cdecl *f) {
	return cexpr_deref(c, cexpr_this(c, f, f->loc));
}

struct cstmt *init_stmt(struct check *c, struct cexpr *object, struct cexpr *init) {
	struct cexpr *e = cexpr_new(c, CE_INIT, c->t->basic[CT_VOID], object->loc);
	e->a = object;
	e->b = init;
	struct cstmt *s = cstmt_new(c, CS_EXPR, object->loc);
	s->e = e;
	return s;
}

/* The part `i` of an object: a base or a field. */
static struct cexpr *part_of(struct check *c, struct cexpr *obj, const struct ctype *cls,
                             u32 i) {
	struct cfield *f = &cls->decl->cls->field.at[i];
	return f->is_base ? class_to_base(c, obj, f->type, obj->loc)
	                  : cexpr_field(c, obj, cls, i, obj->loc);
}

static struct cexpr *as_xvalue(struct cexpr *e, bool is_move) {
	if (is_move)
		e->is_xvalue = true;
	return e;
}

static void copy_part(struct check *c, struct cdecl *f, struct cstmt *body, u32 i,
                      bool is_move, bool is_assign) {
	const struct ctype *cls = f->cls_owner->type;
	struct cfield *field = &cls->decl->cls->field.at[i];
	if (!field->is_base && !field->name && !field->is_anonymous)
		return; /* padding */
	struct cexpr *to = part_of(c, this_object(c, f), cls, i);
	struct cexpr *other = cexpr_var(c, f->param.at[0], f->loc);
	struct cexpr *from = as_xvalue(part_of(c, other, cls, i), is_move);
	if (!is_assign && field->type->kind == CT_ARRAY) {
		struct cexpr *copy = cexpr_new(c, CE_ARRAY_COPY,
		                               ctype_unqual(field->type), f->loc);
		copy->a = from;
		struct cdecls ctors = {0};
		if (!type_is_trivially_copyable(c, field->type)) {
			class_constructors(c, ctype_element(field->type), &ctors);
			for (u32 k = 0; k < ctors.n; k++)
				if (special_of(ctors.at[k], ctype_unqual(ctype_element(
								    field->type))) ==
				    SPECIAL_COPY)
					copy->decl = ctors.at[k];
			if (copy->decl)
				check_use(c, copy->decl, f->loc);
		}
		cstmt_push(c, body, init_stmt(c, to, copy));
	} else if (!is_assign) {
		struct cexpr *init = ctype_is_ref(field->type)
		                             ? from
		                             : init_from(c, ctype_unqual(field->type),
		                                         &from, 1, INIT_DIRECT, f->loc);
		struct cstmt *s = init_stmt(c, to, init);
		s->e->op = ctype_is_ref(field->type);
		cstmt_push(c, body, s);
	} else {
		struct cstmt *s = cstmt_new(c, CS_EXPR, f->loc);
		if (field->type->kind ==
		    CT_ARRAY) { /* trivial elements: as bytes; a class array is refused by overloads */
			s->e = cexpr_new(c, CE_ASSIGN, to->type, f->loc);
			s->e->is_lvalue = true;
			s->e->a = to;
			s->e->b = cexpr_load(c, from);
		} else {
			s->e = check_binary(c, f->inner, '=', to, from, f->loc);
		}
		cstmt_push(c, body, s);
	}
}

static void return_this(struct check *c, struct cdecl *f) {
	struct cstmt *r = cstmt_new(c, CS_RETURN, f->loc);
	r->e = this_object(c, f);
	cstmt_push(c, f->body, r);
}

/* Destruction goes backwards: fields, then bases ([class.dtor]). */
void class_destroy_parts(struct check *c, struct cdecl *f, struct cstmt *body) {
	const struct ctype *cls = f->cls_owner->type;
	struct cclass *k = cls->decl->cls;
	for (u32 i = k->field.n; i-- > 0;) {
		struct cdecl *dtor = class_dtor(c, k->field.at[i].type);
		if (!dtor || k->is_union)
			continue;
		check_use(c, dtor, f->loc);
		struct cexpr *e = cexpr_new(c, CE_DESTROY, c->t->basic[CT_VOID], f->loc);
		e->a = part_of(c, this_object(c, f), cls, i);
		e->dtor = dtor;
		struct cstmt *s = cstmt_new(c, CS_EXPR, f->loc);
		s->e = e;
		cstmt_push(c, body, s);
	}
}

void class_default_body(struct check *c, struct cdecl *f) {
	enum special what = f->cls_owner ? special_of(f, f->cls_owner->type)
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
	if (what == SPECIAL_NONE) {
		check_error(c, f->loc, E0608,
		            "'%s' = default is not supported: it is no "
		            "special member function",
		            f->name->s);
		return;
	}
	struct cclass *cls = f->cls_owner->cls;
	bool is_move = what == SPECIAL_MOVE || what == SPECIAL_MOVE_ASSIGN;
	bool is_assign = what == SPECIAL_COPY_ASSIGN || what == SPECIAL_MOVE_ASSIGN;
	if (what == SPECIAL_DEFAULT) {
		ctor_init_parts(c, f, f->body, NULL);
	} else if (what == SPECIAL_DTOR) {
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
		for (u32 i = 0; i < cls->field.n; i++)
			copy_part(c, f, f->body, i, is_move, is_assign);
		if (cls->has_vptr && !is_assign)
			cstmt_push(c, f->body, class_set_vptr(c, f, this_object(c, f)));
	}
	if (is_assign)
		return_this(c, f);
}
