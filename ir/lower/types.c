/* types.c - C++ types as PTX types: of registers, in memory, and the scalar parts of
 * objects.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/types.h"
#include "ir/lower/place.h"
#include "ir/lower/state.h"

static u32 scalar_bytes(const struct ctype *t) {
	return t->kind == CT_LDOUBLE ? 8 : (u32)ctype_size(t);
}

bool type_is_int128(const struct ctype *t) {
	const struct ctype *u = ctype_underlying(t)->plain;
	return u->kind == CT_INT128 || u->kind == CT_UINT128;
}

bool type_is_object(const struct ctype *t) {
	return t->kind == CT_CLASS || t->kind == CT_ARRAY;
}

bool type_is_bool(const struct ctype *t) {
	return ctype_underlying(t)->plain->kind == CT_BOOL;
}

enum type type_reg(const struct ctype *t) {
	t = ctype_underlying(t);
	switch (t->kind) {
	case CT_BOOL: return TYPE_PRED;
	case CT_FLOAT: return TYPE_F32;
	case CT_DOUBLE:
	case CT_LDOUBLE: return TYPE_F64;
	default: break;
	}
	if (!ctype_is_integer(t))
		return TYPE_B64; /* pointers and the like */
	u32 size = scalar_bytes(t);
	return size <= 2 ? TYPE_B16 : size == 4 ? TYPE_B32 : TYPE_B64;
}

static enum type int_type(u32 size, bool is_signed) {
	switch (size) {
	case 1: return is_signed ? TYPE_S8 : TYPE_U8;
	case 2: return is_signed ? TYPE_S16 : TYPE_U16;
	case 4: return is_signed ? TYPE_S32 : TYPE_U32;
	default: return is_signed ? TYPE_S64 : TYPE_U64;
	}
}

enum type type_mem(const struct ctype *t) {
	t = ctype_underlying(t);
	if (ctype_is_floating(t))
		return scalar_bytes(t) == 4 ? TYPE_F32 : TYPE_F64;
	if (!ctype_is_integer(t) || type_is_int128(t))
		return TYPE_U64;
	u32 size = scalar_bytes(t);
	return int_type(size, size < 4 && ctype_is_signed(t));
}

enum type type_arith(const struct ctype *t) {
	t = ctype_underlying(t);
	if (ctype_is_floating(t))
		return scalar_bytes(t) == 4 ? TYPE_F32 : TYPE_F64;
	if (t->kind == CT_BOOL)
		return TYPE_PRED;
	if (!ctype_is_integer(t))
		return TYPE_U64;
	u32 size = scalar_bytes(t);
	return int_type(MAX(size, 2u), ctype_is_signed(t));
}

/* ---- parts ------------------------------------------------------------------------- */

struct parts {
	struct arena *a;
	struct leaves *out;
	u32 limit;
};

/* Returns the unsigned type in which a union's bytes are copied: as wide as its alignment
 * allows. */
static const struct ctype *union_chunk(u64 align) {
	static const struct ctype chunk[4] = {
		{.kind = CT_UCHAR, .plain = &chunk[0]},
		{.kind = CT_USHORT, .plain = &chunk[1]},
		{.kind = CT_UINT, .plain = &chunk[2]},
		{.kind = CT_ULONG, .plain = &chunk[3]},
	};
	return &chunk[align >= 8 ? 3 : align >= 4 ? 2 : align >= 2 ? 1 : 0];
}

static bool leaf_add(struct parts *p, u64 offset, const struct ctype *t) {
	if (p->out->n >= p->limit)
		return false;
	vec_push(p->a, p->out, (struct leaf){.offset = offset, .type = t});
	return true;
}

/* Adds the bytes of bit-field `f` that come after *done, as its unit if that is whole:
 * bit-fields share storage, and units of several types overlap. All bits count, a bool's
 * too. */
static bool bits_parts(struct parts *p, const struct cfield *f, u64 offset, u64 *done) {
	u64 from = f->offset_bytes;
	u64 end = from + (f->bit_bytes ? f->bit_bytes : ctype_size(f->type));
	bool is_unit = !f->bit_bytes && *done <= from;
	u64 at = MAX(*done, from);
	*done = MAX(*done, end);
	if (is_unit)
		return leaf_add(p, offset + from,
		                type_is_bool(f->type) ? union_chunk(1) : f->type);
	for (; at < end; at++)
		if (!leaf_add(p, offset + at, union_chunk(1)))
			return false;
	return true;
}

static bool parts_of(struct parts *p, const struct ctype *t, u64 offset) {
	if (t->kind == CT_ARRAY) {
		u64 size = ctype_size(t->base);
		for (u64 i = 0; i < t->n; i++)
			if (!parts_of(p, t->base, offset + i * size))
				return false;
		return true;
	}
	if (t->kind != CT_CLASS)
		return leaf_add(p, offset, t);
	const struct cclass *c = t->decl->cls;
	if (c->vbase.n) /* their offsets are known only at run time */
		return false;
	if (c->is_union) {
		const struct ctype *chunk = union_chunk(c->align_bytes);
		for (u64 at = 0; at < c->size_bytes; at += ctype_size(chunk))
			if (!leaf_add(p, offset + at, chunk))
				return false;
		return true;
	}
	u64 unit_end = 0;
	for (u32 i = 0; i < c->field.n; i++) {
		const struct cfield *f = &c->field.at[i];
		bool is_unnamed = f->type->kind != CT_CLASS && !f->name && !f->is_base;
		if (!f->bit_width && is_unnamed)
			continue; /* int : 0 has no place */
		if (f->bit_width) {
			if (!bits_parts(p, f, offset, &unit_end))
				return false;
			continue;
		}
		if (!parts_of(p, f->type, offset + f->offset_bytes))
			return false;
	}
	return true;
}

bool type_leaves(struct arena *a, const struct ctype *t, u64 offset, u32 limit,
                 struct leaves *out) {
	struct parts p = {a, out, limit};
	return parts_of(&p, t, offset);
}

bool type_has_ref(const struct ctype *t) {
	t = ctype_element(t);
	return t->kind == CT_CLASS && t->decl->cls->holds_ref;
}

/* Whether no part of t has to stay with others: bit-fields, what is volatile, unions,
 * virtual bases, whose offsets are known only at run time. */
static bool parts_are_free(const struct ctype *t) {
	t = ctype_element(t);
	if (t->quals & Q_VOLATILE)
		return false;
	if (t->kind != CT_CLASS)
		return true;
	const struct cclass *c = t->decl->cls;
	if (c->is_union || c->vbase.n)
		return false;
	for (u32 i = 0; i < c->field.n; i++)
		if (c->field.at[i].bit_width || !parts_are_free(c->field.at[i].type))
			return false;
	return true;
}

bool type_can_split(struct lower *l, const struct ctype *t) {
	if (!type_is_object(t))
		return !(ctype_element(t)->quals & Q_VOLATILE);
	if (!parts_are_free(t))
		return false;
	if (ctype_size(t) > 8 * LEAF_LIMIT)
		return false;
	struct leaves parts = {0};
	return type_leaves(&l->r.scratch, t, 0, LEAF_LIMIT, &parts);
}

bool type_is_by_address(const struct ctype *t) {
	return t->kind == CT_CLASS && !t->decl->cls->is_trivially_copyable;
}

u64 type_stride(const struct ctype *pointer) {
	const struct ctype *to = pointer->base;
	if (!to || to->kind == CT_VOID || to->kind == CT_FUNC)
		return 1;
	return ctype_size(to);
}

/* Checks that equal parts of t fill as many of its first bytes as `as` has. */
bool type_can_pun(struct lower *l, const struct ctype *t, const struct ctype *as) {
	struct leaves parts = {0};
	if (type_is_object(as) || ctype_is_ref(t) || as->kind == CT_VOID ||
	    as->kind == CT_FUNC || type_is_int128(as) || type_is_bool(as))
		return false;
	if (!type_can_split(l, t) ||
	    !type_leaves(&l->r.scratch, t, 0, LEAF_LIMIT, &parts) || !parts.n)
		return false;
	u64 size = ctype_size(as), part = ctype_size(parts.at[0].type);
	u64 n = part ? size / part : 0;
	if (!n || n * part != size || n > 4 || n > parts.n || n == 3 ||
	    ctype_is_ref(parts.at[0].type) || (n > 1 && part < 2))
		return false;
	for (u64 i = 0; i < n; i++) {
		const struct ctype *p = parts.at[i].type;
		if (ctype_is_ref(p) || ctype_size(p) != part ||
		    parts.at[i].offset != i * part || type_is_int128(p) ||
		    type_is_bool(p))
			return false;
	}
	return true;
}

const struct ctype *type_address(void) {
	static const struct ctype t = {.kind = CT_ULONG, .plain = &t};
	return &t;
}
