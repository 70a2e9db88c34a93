/* object.c - the objects of a constant evaluation: bytes as at run time, when they live,
 * and what may be read and written ([expr.const], [basic.life]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/eval/eval.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/constant.h"

bool eval_new_object(struct eval *v, u64 size, u64 *ptr) {
	if (size > OBJECT_BYTES_MAX || v->obj.n > 1 << 20)
		return eval_fail(v, NULL, "too much memory is needed");
	struct cobject o = {.size = size,
	                    .bytes = arena_zalloc(v->c->a, size ? size : 1, 16)};
	vec_push(v->c->a, &v->obj, o);
	*ptr = make_ptr(v->obj.n - 1, 0);
	return true;
}

struct cobject *eval_object(struct eval *v, u64 ptr) {
	u64 obj = ptr >> 32;
	return obj == 0 || obj > v->obj.n ? NULL : &v->obj.at[obj - 1];
}

/* Ends the life of all objects from number `first` on, except those that outlive
 * calls. */
void eval_end_objects(struct eval *v, u64 first) {
	for (u64 i = first; i < v->obj.n; i++) {
		struct cobject *o = &v->obj.at[i];
		o->is_dead |= !o->decl && !o->text && !o->is_static && !o->is_heap;
	}
}

/* ---- bytes ------------------------------------------------------------------------- */

static const char *unreadable(const struct cobject *o) {
	return o && o->is_dead    ? "it uses an object that is no more"
	       : o && o->is_unset ? "it reads a variable that has no value yet"
	                          : "it reads an object whose value is not known";
}

static u8 *bytes_of(struct cobject *o, u64 ptr, u64 size) {
	u64 offset = ptr & 0xffffffffu;
	if (!o || o->is_opaque || o->is_dead || offset > o->size ||
	    size > o->size - offset)
		return NULL;
	return o->bytes + offset;
}

static u8 *readable(struct eval *v, struct cexpr *e, u64 ptr, u64 size) {
	struct cobject *o = eval_object(v, ptr);
	u8 *p = o && o->is_unset ? NULL : bytes_of(o, ptr, size);
	if (!p)
		eval_fail(v, e, unreadable(o));
	return p;
}

static u8 *writable(struct eval *v, struct cexpr *e, u64 ptr, u64 size) {
	struct cobject *o = eval_object(v, ptr);
	u8 *p = bytes_of(o, ptr, size);
	if (!p || o->is_const) {
		eval_fail(v, e,
		          p                 ? "it changes a constant"
		          : o && o->is_dead ? unreadable(o)
		                            : "it changes an object outside of the "
		                              "evaluation");
		return NULL;
	}
	o->is_unset = false;
	return p;
}

/* Returns the size of a stored value: a long double is a double on the device. */
static u64 stored_size(const struct ctype *t) {
	return t->kind == CT_LDOUBLE ? 8 : ctype_size(t);
}

bool eval_get(struct eval *v, struct cexpr *e, const struct ctype *t, u64 ptr,
              u128 *out) {
	t = ctype_unqual(ctype_underlying(t));
	u64 size = stored_size(t), bits = 0;
	u8 *p = readable(v, e, ptr, size);
	if (!p)
		return false;
	if (size > 8) {
		memcpy(out, p, sizeof *out);
		return true;
	}
	memcpy(&bits, p, size);
	if (t->kind == CT_FLOAT) {
		float f;
		memcpy(&f, p, 4);
		double d = (double)f;
		memcpy(&bits, &d, 8);
	}
	*out = ctype_is_integer(t) ? ctype_wrap(t, bits) : bits;
	return true;
}

bool eval_put(struct eval *v, struct cexpr *e, const struct ctype *t, u64 ptr,
              u128 value) {
	t = ctype_unqual(ctype_underlying(t));
	u64 size = stored_size(t);
	u8 *p = writable(v, e, ptr, size);
	if (!p)
		return false;
	if (t->kind == CT_FLOAT) {
		double d;
		u64 bits = (u64)value;
		memcpy(&d, &bits, 8);
		float f = (float)d;
		memcpy(p, &f, 4);
	} else {
		memcpy(p, &value, size);
	}
	return true;
}

bool eval_get_ref(struct eval *v, struct cexpr *e, u64 place, u64 *ptr) {
	u8 *p = readable(v, e, place, 8);
	if (p)
		memcpy(ptr, p, 8);
	return p != NULL;
}

bool eval_put_ref(struct eval *v, struct cexpr *e, u64 place, u64 ptr) {
	u8 *p = writable(v, e, place, 8);
	if (p)
		memcpy(p, &ptr, 8);
	return p != NULL;
}

/* ---- unions ------------------------------------------------------------------------ */

static struct active_member *find_active(const struct active_members *list, u64 offset,
                                         const struct cclass *cls) {
	vec_each (struct active_member, m, list)
		if (m->offset == offset && m->cls == cls)
			return m;
	return NULL;
}

u32 active_of(const struct active_members *list, u64 offset, const struct cclass *cls) {
	const struct active_member *m = find_active(list, offset, cls);
	return m ? m->field : 0;
}

void eval_activate(struct eval *v, u64 place, const struct cclass *cls, u32 field) {
	struct cobject *o = eval_object(v, place);
	struct active_member made = {place & 0xffffffffu, cls, field};
	if (!o)
		return;
	struct active_member *old = find_active(&o->active, made.offset, cls);
	if (old)
		old->field = field;
	else
		vec_push(v->c->a, &o->active, made);
}

/* What is active at one place becomes active at another. */
static void copy_active(struct eval *v, u64 to, u64 from, u64 size) {
	const struct cobject *o = eval_object(v, from), *old = eval_object(v, to);
	u64 first = from & 0xffffffffu, at = to & 0xffffffffu;
	for (u32 i = 0; i < old->active.n; i++) {
		struct active_member *m = &old->active.at[i];
		if (m->offset >= at && m->offset - at < size)
			m->field = active_of(&o->active, first + (m->offset - at),
			                     m->cls);
	}
	for (u32 i = 0, n = o->active.n; i < n; i++) {
		struct active_member m = o->active.at[i];
		if (m.offset >= first && m.offset - first < size)
			eval_activate(v, to + (m.offset - first), m.cls, m.field);
	}
}

/* ---- copies ------------------------------------------------------------------------ */

/* Whether an object of the type has a value: not that of an empty class, nor of one that
 * has only such for members. */
static bool has_value(const struct ctype *t) {
	const struct cclass *cls = class_of(ctype_unqual(ctype_element(t)));
	if (!cls || cls->has_vptr)
		return true;
	for (u32 i = 0; i < cls->field.n; i++)
		if (has_value(cls->field.at[i].type))
			return true;
	return false;
}

/* A copy reads what has a value, so that one of an object without is a constant though
 * the object is none ([expr.const]/5.9, [class.copy.ctor]/14). */
bool eval_copy(struct eval *v, struct cexpr *e, u64 to, u64 from, u64 size) {
	const struct cclass *cls = class_of(ctype_unqual(e->type));
	if (cls) /* others may lie in its tail padding */
		size = cls->data_bytes;
	if (cls && !has_value(e->type))
		return writable(v, e, to, 0) != NULL;
	u8 *s = readable(v, e, from, size), *d = s ? writable(v, e, to, size) : NULL;
	if (d) {
		memmove(d, s, size);
		copy_active(v, to, from, size);
	}
	return d != NULL;
}

/* ---- bit-fields -------------------------------------------------------------------- */

struct cfield *eval_bit_field(struct cexpr *e) {
	switch ((enum cexpr_kind)e->kind) {
	case CE_MEMBER: {
		struct cfield *f =
			&class_of(ctype_unqual(e->a->type))->field.at[e->field];
		return f->bit_width ? f : NULL;
	}
	case CE_ASSIGN:
	case CE_COMPOUND:
	case CE_PREINC:
	case CE_PREDEC: return eval_bit_field(e->a);
	case CE_COMMA:
	case CE_COND: return eval_bit_field(e->b);
	default: return NULL;
	}
}

/* Returns the number of bytes that hold a bit-field: as many as its type has; exactly its
 * own if it is packed. */
static u64 unit_bytes(const struct cfield *f) {
	return f->bit_bytes ? f->bit_bytes : ctype_size(f->type);
}

bool eval_get_field(struct eval *v, struct cexpr *e, const struct cfield *f, u64 ptr,
                    u128 *out) {
	u64 size = unit_bytes(f);
	u128 unit = 0;
	u8 *p = readable(v, e, ptr, size);
	if (!p)
		return false;
	memcpy(&unit, p, size);
	u32 up = 128u - f->bit_offset - f->bit_width, down = 128u - f->bit_width;
	u128 at_top = unit << up;
	*out = ctype_is_signed(f->type) ? (u64)((__int128)at_top >> down)
	                                : (u64)(at_top >> down);
	return true;
}

bool eval_put_field(struct eval *v, struct cexpr *e, const struct cfield *f, u64 ptr,
                    u128 value) {
	u64 size = unit_bytes(f);
	u128 mask = (((u128)1 << f->bit_width) - 1) << f->bit_offset, unit = 0;
	struct cobject *o = eval_object(v, ptr);
	if (o) /* after one bit-field is set, the others of its unit may be read, too */
		o->is_unset = false;
	u8 *from = readable(v, e, ptr, size),
	   *to = from ? writable(v, e, ptr, size) : NULL;
	if (!to)
		return false;
	memcpy(&unit, from, size);
	unit = (unit & ~mask) | (value << f->bit_offset & mask);
	memcpy(to, &unit, size);
	return true;
}
