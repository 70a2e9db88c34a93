/* check_layout.c - where the parts of a class lie: as in the Itanium C++ ABI, which the host's compiler follows too.
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

static bool overlaps(const struct cfield *f) {
	return f->is_base || (f->decl && f->decl->may_overlap);
}

static bool is_pod_field(const struct cfield *f) {
	const struct ctype *t = ctype_element(f->type);
	bool has_init = f->decl && f->decl->declarator && f->decl->declarator->kid[1];
	if (f->is_base || ctype_is_ref(t) || has_init ||
	    (f->decl && (f->decl->access != CACCESS_PUBLIC || f->decl->may_overlap)))
		return false;
	return t->kind != CT_CLASS || t->decl->cls->is_pod;
}

/* A member that makes the class no POD ([class] of C++98, as g++ still asks). */
static bool spoils_pod(const struct cdecl *d, const struct cdecl *m) {
	if (m->kind != CDECL_FUNC)
		return false;
	bool is_written = m->syn && !m->is_defaulted && !m->is_deleted;
	if (m->is_ctor)
		return is_written || (m->syn && m->flags & SPEC_EXPLICIT);
	enum special what = class_special_of(m, d->type);
	return is_written && (what == SPECIAL_COPY_ASSIGN || what == SPECIAL_DTOR);
}

void class_find_pod(struct check *c, struct cdecl *d) {
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
		cls->data_bytes = cls->size_bytes;
}

void class_lay_out(struct check *c, struct cdecl *d) {
	struct cclass *cls = d->cls;
	struct layout l = {.align = 1,
	                   .max_align = pack_limit(c->u, d->syn ? d->syn->loc : d->loc)};
	struct cfield *primary = class_primary(cls);
	if (primary) { /* it comes first, wherever it is named, and shares its pointer */
		const struct cclass *of = primary->type->decl->cls;
		place(&l, false, primary, of->data_bytes, of->align_bytes);
	} else if (cls->has_vptr) {
		l.bits = 64;
		l.align = 8;
	}
	for (u32 i = 0; i < cls->field.n; i++) {
		struct cfield *f = &cls->field.at[i];
		if (f == primary)
			continue;
		bool is_bits = f->bit_width ||
		               (f->decl && f->decl->value == 1 && !f->name);
		struct cclass *of = f->type->kind == CT_CLASS ? f->type->decl->cls : NULL;
		if (is_bits) {
			refuse_packed_bits(c, cls, &l, f);
			place_bits(&l, cls->is_union, f);
		} else if (overlaps(f) && of && of->is_empty) {
			raise_align(&l, of->align_bytes);
			f->offset_bytes = same_empty_at_zero(cls, i, f->type)
			                          ? alignup((l.bits + 7) / 8,
			                                    of->align_bytes)
			                          : 0;
			if (f->offset_bytes && l.bits < (f->offset_bytes + 1) * 8)
				l.bits = (f->offset_bytes + 1) * 8;
		} else {
			u64 size = overlaps(f) && of ? of->data_bytes
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
