/* layout.c - where the parts of a class lie: as in the Itanium C++ ABI, which the host's
 * compiler follows too.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/class/layout.h"

#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/class/vbase.h"

/* ---- layout (Itanium 2.4) ---------------------------------------------------------- */

/* An object of an empty class inside of the class: two of one class have different
 * offsets. */
struct empty {
	const struct cdecl *cls;
	u64 offset;
};
VEC_TYPE(empties, struct empty);

/* The place of a virtual base that is the primary base of another one. */
struct claim {
	u32 container; /* number of a direct base, VBASES + number of a virtual base, or
	                  UNCLAIMED */
	u64 offset;    /* in the container */
	bool is_visited, is_placed;
};
enum { VBASES = 1 << 20, UNCLAIMED = UINT32_MAX };

struct layout {
	struct sema *c;
	struct cclass *cls;
	u64 bits;      /* end of the data placed so far */
	u64 end;       /* bytes: the same with empty bases that did not fit into others */
	u64 align;     /* bytes */
	u64 max_align; /* of members: #pragma pack */
	struct empties empty;
	struct claim *claim; /* for each virtual base */
};

/* Limits an alignment as #pragma pack says, which holds for bases and the pointer to the
 * table as well. */
static u64 limited(const struct layout *l, u64 align) {
	return MIN(align, l->max_align);
}

static void raise_align(struct layout *l, u64 align) {
	l->align = MAX(l->align, align);
}

enum { ELEMENTS_SEEN = 64 }; /* of an array: the others are not compared */

/* Adds the empty classes of a part at `offset`; `is_base`: without virtual bases. */
static void gather(struct sema *c, const struct ctype *t, u64 offset, bool is_base,
                   struct empties *out) {
	const struct ctype *e = ctype_element(t);
	if (e->kind != CT_CLASS || !e->decl->cls->holds_empty)
		return;
	const struct cclass *cls = e->decl->cls;
	if (t->kind == CT_ARRAY) {
		for (u64 i = 0; i < MIN(t->n, (u64)ELEMENTS_SEEN); i++)
			gather(c, t->base, offset + i * ctype_size(t->base), false, out);
		return;
	}
	if (cls->is_empty)
		vec_push(c->a, out, (struct empty){t->decl, offset});
	for (u32 i = 0; i < cls->field.n; i++) {
		const struct cfield *f = &cls->field.at[i];
		if (!f->is_virtual)
			gather(c, f->type, offset + f->offset_bytes, f->is_base, out);
	}
	for (u32 i = 0; !is_base && i < cls->vbase.n; i++)
		gather(c, cls->vbase.at[i].type, offset + cls->vbase.at[i].offset_bytes,
		       true, out);
}

static bool clashes(const struct layout *l, const struct empties *of, u64 at) {
	for (u32 i = 0; i < of->n; i++)
		for (u32 k = 0; k < l->empty.n; k++)
			if (l->empty.at[k].cls == of->at[i].cls &&
			    l->empty.at[k].offset == of->at[i].offset + at)
				return true;
	return false;
}

/* Returns the first offset from `at` on where no empty class of the part has the offset
 * of another object of its class. */
static u64 settle(struct layout *l, const struct ctype *t, bool is_base, u64 at,
                  u64 align) {
	struct empties of = {0};
	gather(l->c, t, 0, is_base, &of);
	while (clashes(l, &of, at))
		at += align;
	for (u32 i = 0; i < of.n; i++)
		vec_push(l->c->a, &l->empty,
		         (struct empty){of.at[i].cls, of.at[i].offset + at});
	return at;
}

static u64 place(struct layout *l, const struct ctype *t, bool is_base, u64 size,
                 u64 align) {
	bool is_union = l->cls->is_union;
	raise_align(l, align);
	u64 at = is_union ? 0 : alignup((l->bits + 7) / 8, align);
	at = is_union ? at : settle(l, t, is_base, at, align);
	l->bits = MAX(l->bits, (at + size) * 8);
	return at;
}

/* Places an empty class: it takes no room, and is at the start if it may. */
static u64 place_empty(struct layout *l, const struct ctype *t) {
	const struct cclass *of = t->decl->cls;
	struct empties parts = {0};
	u64 align = limited(l, of->align_bytes);
	raise_align(l, align);
	gather(l->c, t, 0, true, &parts);
	u64 at = clashes(l, &parts, 0) ? alignup((l->bits + 7) / 8, align) : 0;
	at = settle(l, t, true, at, align);
	l->end = MAX(l->end, at + of->size_bytes);
	return at;
}

/* Places a base without its virtual bases. */
static u64 place_base(struct layout *l, const struct ctype *t) {
	const struct cclass *of = t->decl->cls;
	return of->is_empty
	               ? place_empty(l, t)
	               : place(l, t, true, of->base_bytes, limited(l, of->base_align));
}

/* Returns the alignment that #pragma pack allows the members of a class at `loc`. */
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

/* Whether a packed class packs the member: it is a POD, or its own class is packed. */
static bool can_pack(const struct cfield *f) {
	const struct ctype *t = ctype_element(f->type);
	return f->is_base || t->kind != CT_CLASS || t->decl->cls->is_pod ||
	       t->decl->cls->is_packed;
}

static bool is_packed_field(const struct cclass *cls, const struct cfield *f) {
	return (cls->is_packed && can_pack(f)) || (f->decl && f->decl->is_packed);
}

static u64 field_align(const struct cclass *cls, const struct layout *l,
                       const struct cfield *f) {
	u64 align = is_packed_field(cls, f) ? 1 : ctype_align(f->type);
	if (f->decl && f->decl->align_attr > align)
		align = f->decl->align_attr;
	return MIN(align, l->max_align);
}

/* Ends the storage unit at `int : 0`, however the class is packed; a union has none to
 * end. */
static void end_unit(struct layout *l, const struct ctype *t) {
	if (!l->cls->is_union)
		l->bits = alignup(l->bits, ctype_align(t) * 8);
}

/* Returns the alignment of a bit-field: #pragma pack is stronger than a packed attribute
 * of the field. */
static u64 bits_align(const struct layout *l, const struct cfield *f) {
	u64 align = l->max_align == UINT64_MAX ? field_align(l->cls, l, f)
	                                       : MIN(ctype_align(f->type), l->max_align);
	return MAX(align, f->decl ? MIN(f->decl->align_attr, l->max_align) : 0);
}

/* Places a bit-field that is wider than its type as the largest integer that fits into
 * the width, of which it has the first bits; the rest is padding (Itanium C++ ABI, 2.4).
 */
static void place_wide_bits(struct layout *l, struct cfield *f) {
	u64 width = (u64)f->bit_width + f->bit_more, unit = 1;
	while (unit < 16 && unit * 16 <= width)
		unit *= 2;
	u64 align = is_packed_field(l->cls, f) ? 1 : MIN(unit, l->max_align);
	u64 at = l->cls->is_union ? 0 : alignup(l->bits, align * 8);
	raise_align(l, MAX(align, bits_align(l, f)));
	f->offset_bytes = at / 8;
	l->bits = MAX(l->bits, at + width);
}

/* Places a bit-field as g++ does: within one unit of its type, or just after the bits
 * before it if it is packed. Only a named one counts for the alignment of the class. */
static void place_bits(struct layout *l, struct cfield *f) {
	bool is_packed = is_packed_field(l->cls, f) || l->max_align != UINT64_MAX;
	u64 unit = ctype_size(f->type) * 8, at = l->cls->is_union ? 0 : l->bits;
	u64 asked = f->decl ? f->decl->align_attr : 0;
	if (f->bit_width == 0) {
		end_unit(l, f->type);
		return;
	}
	if (f->bit_more) {
		place_wide_bits(l, f);
		return;
	}
	if (asked)
		at = alignup(at, MIN(asked, l->max_align) * 8);
	if (!is_packed && at % unit + f->bit_width > unit)
		at = alignup(at, unit);
	if (f->name || asked)
		raise_align(l, bits_align(l, f));
	if (is_packed) {
		f->offset_bytes = at / 8;
		f->bit_offset = (u16)(at % 8);
		f->bit_bytes = (u8)((f->bit_offset + f->bit_width + 7) / 8);
	} else {
		f->offset_bytes = at / unit * (unit / 8);
		f->bit_offset = (u16)(at % unit);
	}
	l->bits = MAX(l->bits, at + f->bit_width);
}

static bool is_bit_field(const struct cfield *f) {
	return f->bit_width || (f->decl && f->decl->value == 1 && !f->name);
}

static bool is_pod_field(const struct cfield *f) {
	const struct ctype *t = ctype_element(f->type);
	bool has_init = f->decl && f->decl->declarator &&
	                syn_init_decl(f->decl->declarator)->init;
	if (f->is_base || ctype_is_ref(t) || has_init ||
	    (f->decl && (f->decl->access != CACCESS_PUBLIC || f->decl->may_overlap)))
		return false;
	return t->kind != CT_CLASS || t->decl->cls->is_pod;
}

/* Whether a member makes the class no POD ([class] of C++98, as g++ still asks). */
static bool spoils_pod(const struct cdecl *d, const struct cdecl *m) {
	if (m->kind != CDECL_FUNC)
		return false;
	bool is_written = m->syn && !m->is_defaulted && !m->is_deleted;
	if (m->is_ctor)
		return is_written || (m->syn && m->flags & SPEC_EXPLICIT);
	enum special what = class_special_of(m, d->type);
	return is_written && (what == SPECIAL_COPY_ASSIGN || what == SPECIAL_DTOR);
}

void class_find_pod(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	bool pod = !cls->has_vptr && !cls->is_lambda;
	for (u32 i = 0; pod && i < cls->field.n; i++)
		pod = is_pod_field(&cls->field.at[i]);
	for (u32 i = 0; pod && i < d->inner->member.n; i++) {
		const struct cdecl *m = d->inner->member.at[i];
		pod = !spoils_pod(d, m) &&
		      !(m->kind == CDECL_TEMPLATE && m->name == c->name.ctor);
	}
	cls->is_pod = pod;
	if (pod && !cls->is_empty)
		cls->data_bytes = cls->base_bytes = cls->size_bytes;
}

/* ---- virtual bases ----------------------------------------------------------------- */

/* Finds the virtual bases that lie at offset 0 of another base, as its primary base: the
 * first such base in the order of the hierarchy has it. */
static void find_claims(struct layout *l, const struct cclass *cls, u32 container,
                        u64 offset) {
	struct cclass *whole = l->cls;
	u32 v = cls->has_virtual_primary ? class_vbase_index(whole, cls->primary)
	                                 : UNCLAIMED;
	bool is_own = whole->has_virtual_primary && v != UNCLAIMED &&
	              whole->vbase.at[v].type == whole->primary;
	if (v != UNCLAIMED && !is_own && l->claim[v].container == UNCLAIMED) {
		l->claim[v].container = container;
		l->claim[v].offset = offset;
	}
	for (u32 i = 0; i < cls->nbase; i++) {
		const struct cfield *f = &cls->field.at[i];
		const struct cclass *of = f->type->decl->cls;
		if (!f->is_virtual) {
			find_claims(l, of, cls == whole ? i : container,
			            cls == whole ? 0 : offset + f->offset_bytes);
			continue;
		}
		v = class_vbase_index(whole, f->type);
		if (!l->claim[v].is_visited) {
			l->claim[v].is_visited = true;
			find_claims(l, of, VBASES + v, 0);
		}
	}
}

/* Places the virtual bases that the container, placed at offset `at`, has claimed. */
static void place_claimed(struct layout *l, u32 container, u64 at) {
	struct cclass *cls = l->cls;
	for (u32 v = 0; v < cls->vbase.n; v++) {
		struct claim *k = &l->claim[v];
		if (k->container != container || k->is_placed)
			continue;
		k->is_placed = true;
		cls->vbase.at[v].offset_bytes = at + k->offset;
		gather(l->c, cls->vbase.at[v].type, at + k->offset, true, &l->empty);
		place_claimed(l, VBASES + v, at + k->offset);
	}
}

static void place_vbase(struct layout *l, u32 v) {
	l->claim[v].is_placed = true;
	u64 at = place_base(l, l->cls->vbase.at[v].type);
	l->cls->vbase.at[v].offset_bytes = at;
	place_claimed(l, VBASES + v, at);
}

static void place_vbases(struct layout *l, const struct cclass *cls) {
	for (u32 i = 0; i < cls->nbase; i++) {
		const struct cfield *f = &cls->field.at[i];
		bool is_new = true;
		if (f->is_virtual) {
			u32 v = class_vbase_index(l->cls, f->type);
			is_new = l->claim[v].is_visited;
			l->claim[v].is_visited = false;
			if (!l->claim[v].is_placed && l->claim[v].container == UNCLAIMED)
				place_vbase(l, v);
		}
		if (is_new && f->type->decl->cls->vbase.n)
			place_vbases(l, f->type->decl->cls);
	}
}

/* ---- the whole --------------------------------------------------------------------- */

/* Places the pointer to the table: a primary base's, or its own. */
static void place_vptr(struct layout *l) {
	struct cclass *cls = l->cls;
	if (!cls->primary) {
		l->bits = 64;
		raise_align(l, limited(l, 8));
	} else if (cls->has_virtual_primary) {
		place_vbase(l, class_vbase_index(cls, cls->primary));
	} else {
		u32 i = 0;
		while (cls->field.at[i].is_virtual ||
		       ctype_unqual(cls->field.at[i].type) != cls->primary)
			i++;
		cls->field.at[i].offset_bytes = place_base(l, cls->primary);
		place_claimed(l, i, 0);
	}
}

static void place_field(struct layout *l, struct cfield *f) {
	struct cclass *of = f->type->kind == CT_CLASS ? f->type->decl->cls : NULL;
	bool may_overlap = of && f->decl && f->decl->may_overlap;
	if (is_bit_field(f)) {
		place_bits(l, f);
	} else if (f->is_base) {
		f->offset_bytes = place_base(l, f->type);
	} else if (may_overlap && of->is_empty) {
		f->offset_bytes = place_empty(l, f->type);
	} else {
		f->offset_bytes = place(l, f->type, false,
		                        may_overlap ? of->data_bytes
		                                    : ctype_size(f->type),
		                        field_align(l->cls, l, f));
	}
}

static void find_contents(struct cclass *cls) {
	bool has_near = false;
	cls->is_empty = !cls->has_vptr;
	cls->is_nearly_empty = cls->has_vptr;
	cls->holds_empty = cls->holds_ref = false;
	for (u32 i = 0; i < cls->field.n; i++) {
		const struct cfield *f = &cls->field.at[i];
		const struct ctype *t = ctype_element(f->type);
		const struct cclass *of = t->kind == CT_CLASS ? t->decl->cls : NULL;
		cls->holds_empty |= of && of->holds_empty;
		cls->holds_ref |= ctype_is_ref(t) || (of && of->holds_ref);
		if (!f->is_base) {
			bool is_nothing = is_bit_field(f) && !f->bit_width;
			cls->is_empty &= is_nothing;
			cls->is_nearly_empty &= is_nothing;
			continue;
		}
		cls->is_empty &= of->is_empty;
		if (f->is_virtual || (of->is_empty && !f->offset_bytes))
			continue;
		cls->is_nearly_empty &= of->is_nearly_empty && !has_near;
		has_near = true;
	}
	cls->holds_empty |= cls->is_empty;
}

/* Whether a member has the size 0, as `int a[0]` has in GNU's C++: a class of nothing
 * else has it, too. */
static bool has_sizeless(const struct cclass *cls) {
	for (u32 i = 0; i < cls->field.n; i++)
		if (cls->field.at[i].name && !ctype_size(cls->field.at[i].type))
			return true;
	return false;
}

void class_lay_out(struct sema *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	struct layout l = {.c = c,
	                   .cls = cls,
	                   .align = 1,
	                   .max_align = pack_limit(c->u, d->syn ? d->syn->loc : d->loc)};
	l.claim = arena_array(c->a, struct claim, cls->vbase.n + 1);
	for (u32 v = 0; v < cls->vbase.n; v++)
		l.claim[v] = (struct claim){.container = UNCLAIMED};
	if (cls->vbase.n)
		find_claims(&l, cls, UNCLAIMED, 0);
	if (cls->has_vptr)
		place_vptr(&l);
	bool primary_is_done = !cls->primary || cls->has_virtual_primary;
	for (u32 i = 0; i < cls->field.n; i++) {
		struct cfield *f = &cls->field.at[i];
		if (f->is_virtual)
			continue;
		if (!primary_is_done && ctype_unqual(f->type) == cls->primary) {
			primary_is_done = true; /* it came first, wherever it is named */
			continue;
		}
		place_field(&l, f);
		if (f->is_base)
			place_claimed(&l, i, f->offset_bytes);
	}
	raise_align(&l, d->align_attr);
	cls->base_bytes = MAX((l.bits + 7) / 8, l.end);
	cls->base_align = l.align;
	place_vbases(&l, cls);
	for (u32 i = 0; i < cls->nbase; i++)
		if (cls->field.at[i].is_virtual)
			cls->field.at[i].offset_bytes =
				class_vbase(cls, cls->field.at[i].type)->offset_bytes;
	for (u32 i = 0; i < cls->field.n; i++)
		cls->is_packed &= can_pack(&cls->field.at[i]);
	cls->data_bytes = MAX((l.bits + 7) / 8, l.end);
	cls->align_bytes = l.align;
	u64 least = has_sizeless(cls) ? 0 : 1;
	cls->size_bytes = alignup(MAX(cls->data_bytes, least), l.align);
	find_contents(cls);
}
