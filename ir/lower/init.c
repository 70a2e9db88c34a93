/* init.c - constant initialisers of module variables as bytes and addresses. What is no constant
 * would have to run before any kernel, which CUDA does not do for device variables.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "ir/lower/low.h"

/* A constant: bits, or the address of a variable or function plus bits. */
struct constant {
	u64 bits, hi;
	u32 var, func;
};

VEC_TYPE(relocs, struct init_reloc);

struct image {
	struct lower *l;
	u8 *bytes;
	u64 size;
	struct relocs reloc;
	bool is_bad;
};

static bool eval(struct image *m, struct cexpr *e, struct constant *out);

static bool not_constant(struct image *m, struct loc loc) {
	if (!m->is_bad)
		diag_error(m->l->d, loc, E0701,
		           "dynamic initialization is not supported for a __device__, __constant__ or "
		           "__managed__ variable");
	m->is_bad = true;
	return false;
}

/* ---- addresses ----------------------------------------------------------------------------------- */

static bool eval_place(struct image *m, struct cexpr *e, struct constant *out) {
	*out = (struct constant){.var = NO_REG, .func = NO_REG};
	switch ((enum cexpr_kind)e->kind) {
	case CE_VAR:
		if (e->decl->space == CSPACE_HOST)
			return not_constant(m, e->loc);
		out->var = global_var(m->l, e->decl);
		return true;
	case CE_FUNC: out->func = func_declare(m->l, e->decl); return true;
	case CE_STRING: out->var = string_var(m->l, e); return true;
	case CE_DEREF: return eval(m, e->a, out);
	case CE_MEMBER:
	case CE_TO_BASE:
		if (!eval_place(m, e->a, out))
			return false;
		out->bits += e->a->type->decl->cls->field.at[e->field].offset_bytes;
		return true;
	case CE_TO_DERIVED:
		if (!eval_place(m, e->a, out))
			return false;
		out->bits -= e->type->decl->cls->field.at[e->field].offset_bytes;
		return true;
	case CE_CAST: return eval_place(m, e->a, out);
	default: return not_constant(m, e->loc);
	}
}

/* ---- values -------------------------------------------------------------------------------------- */

static struct val as_val(const struct constant *c) {
	return (struct val){opr_imm(c->bits), opr_imm(c->hi)};
}

static bool is_address(const struct constant *c) {
	return c->var != NO_REG || c->func != NO_REG;
}

/* The bits of a floating constant here are those of its own type. */
static bool eval_cast(struct image *m, struct cexpr *e, struct constant *out) {
	if (!eval(m, e->a, out))
		return false;
	if (is_address(out))
		return ctype_size(e->type) == 8 && !ctype_is_floating(e->type) ? true
		                                                               : not_constant(m, e->loc);
	const struct ctype *from = e->a->type, *to = e->type;
	if (ctype_is_floating(from) && !ctype_is_floating(to) && !type_is_bool(to)) {
		f64 d;
		if (ctype_size(from) == 4) {
			u32 low = (u32)out->bits;
			f32 f;
			memcpy(&f, &low, 4);
			d = (f64)f;
		} else {
			memcpy(&d, &out->bits, 8);
		}
		if (!(d > -9.2e18 && d < 1.8e19))
			return not_constant(m, e->loc);
		out->bits = (u64)value_const(to, d < 9.2e18 ? (u64)(s64)d : (u64)d).o.value;
		return true;
	}
	struct val v = value_convert(m->l, as_val(out), to, from);
	if (v.o.kind != OPR_IMM)
		return not_constant(m, e->loc);
	out->bits = (u64)v.o.value;
	out->hi = type_is_wide(to) ? (u64)v.hi.value : 0;
	return true;
}

static f64 number(const struct ctype *t, u64 bits) {
	u32 low = (u32)bits;
	f32 f;
	f64 d;
	memcpy(&f, &low, 4);
	memcpy(&d, &bits, 8);
	return ctype_size(t) == 4 ? (f64)f : d;
}

static bool eval_float(struct image *m, struct cexpr *e, u64 a, u64 b, struct constant *out) {
	f64 x = number(e->type, a), y = number(e->type, b), r;
	switch ((enum cexpr_kind)e->kind) {
	case CE_ADD: r = x + y; break;
	case CE_SUB: r = x - y; break;
	case CE_MUL: r = x * y; break;
	case CE_DIV: r = x / y; break;
	default: return not_constant(m, e->loc);
	}
	u64 bits;
	memcpy(&bits, &r, 8);
	out->bits = (u64)value_const(e->type, bits).o.value;
	return true;
}

static bool eval_binary(struct image *m, struct cexpr *e, struct constant *out) {
	struct constant x, y;
	if (!eval(m, e->a, &x) || !eval(m, e->b, &y))
		return false;
	if (is_address(&y) || type_is_wide(e->type))
		return not_constant(m, e->loc);
	*out = x;
	if (e->kind == CE_PTR_ADD) {
		out->bits += y.bits * type_stride(e->type);
		return true;
	}
	if (is_address(&x))
		return not_constant(m, e->loc);
	if (ctype_is_floating(e->type))
		return eval_float(m, e, x.bits, y.bits, out);
	bool is_signed = ctype_is_signed(e->type);
	u64 a = x.bits, b = y.bits, r;
	switch ((enum cexpr_kind)e->kind) {
	case CE_ADD: r = a + b; break;
	case CE_SUB: r = a - b; break;
	case CE_MUL: r = a * b; break;
	case CE_AND: r = a & b; break;
	case CE_OR: r = a | b; break;
	case CE_XOR: r = a ^ b; break;
	case CE_SHL: r = b < 64 ? a << b : 0; break;
	case CE_SHR: r = b > 63 ? 0 : is_signed ? (u64)((s64)a >> b) : a >> b; break;
	case CE_DIV:
	case CE_REM:
		if (!b || (is_signed && b == ~0ull))
			return not_constant(m, e->loc);
		r = e->kind == CE_DIV ? is_signed ? (u64)((s64)a / (s64)b) : a / b
		    : is_signed       ? (u64)((s64)a % (s64)b) : a % b;
		break;
	default: return not_constant(m, e->loc);
	}
	out->bits = (u64)value_const(e->type, r).o.value;
	return true;
}

static bool eval_load(struct image *m, struct cexpr *e, struct constant *out) {
	struct cexpr *a = e->a;
	if (a->kind == CE_VAR && a->decl->is_const_known) {
		out->bits = (u64)value_const(a->type, a->decl->value).o.value;
		return true;
	}
	if (a->kind == CE_VAR && (a->type->quals & Q_CONST) && a->decl->init)
		return eval(m, a->decl->init, out);
	return not_constant(m, e->loc);
}

static bool eval_unary(struct image *m, struct cexpr *e, struct constant *out) {
	if (!eval(m, e->a, out))
		return false;
	if (is_address(out) || type_is_wide(e->type))
		return not_constant(m, e->loc);
	if (e->kind == CE_NEG && ctype_is_floating(e->type))
		out->bits ^= 1ull << (8 * ctype_size(e->type) - 1);
	else if (e->kind == CE_NOT)
		out->bits = !out->bits;
	else
		out->bits = (u64)value_const(e->type, e->kind == CE_NEG ? 0 - out->bits : ~out->bits).o.value;
	return true;
}

static bool eval(struct image *m, struct cexpr *e, struct constant *out) {
	*out = (struct constant){.var = NO_REG, .func = NO_REG};
	struct constant c;
	switch ((enum cexpr_kind)e->kind) {
	case CE_CONST:
	case CE_ZERO:
	case CE_MEMPTR: {
		struct val v = value_const(e->type, e->kind == CE_ZERO ? 0 : e->value);
		out->bits = (u64)v.o.value;
		out->hi = type_is_wide(e->type) ? (u64)v.hi.value : 0;
		return true;
	}
	case CE_ADDR: return eval_place(m, e->a, out);
	case CE_LOAD: return eval_load(m, e, out);
	case CE_CAST: return eval_cast(m, e, out);
	case CE_BITCAST: return eval(m, e->a, out);
	case CE_NEG:
	case CE_NOT:
	case CE_COMPL: return eval_unary(m, e, out);
	case CE_COND:
		if (!eval(m, e->a, &c) || is_address(&c))
			return false;
		return eval(m, c.bits ? e->b : e->c, out);
	case CE_INIT_LIST:
		if (e->narg && e->arg[0])
			return eval(m, e->arg[0], out);
		return true;
	default:
		if (e->kind >= CE_MUL && e->kind <= CE_PTR_ADD)
			return eval_binary(m, e, out);
		return not_constant(m, e->loc);
	}
}

/* ---- objects ------------------------------------------------------------------------------------- */

static void put_bits(struct image *m, u64 at, const struct cfield *f, u64 value) {
	u64 unit = 0, size = ctype_size(f->type);
	u64 mask = (f->bit_width >= 64 ? ~0ull : (1ull << f->bit_width) - 1) << f->bit_offset;
	if (at + size > m->size)
		return;
	memcpy(&unit, m->bytes + at, size);
	unit = (unit & ~mask) | (value << f->bit_offset & mask);
	memcpy(m->bytes + at, &unit, size);
}

static void put_scalar(struct image *m, u64 at, const struct ctype *t, const struct constant *c) {
	u64 size = ctype_size(t);
	if (at + size > m->size)
		return;
	if (is_address(c)) {
		bool is_data = c->var != NO_REG;
		struct init_reloc r = {.offset = at, .var = c->var, .func = c->func,
		                       .addend = (s64)c->bits, .size = 8};
		r.generic = is_data;
		vec_push(&m->l->unit, &m->reloc, r);
		return;
	}
	memcpy(m->bytes + at, &c->bits, MIN(size, 8u));
	if (size == 16 && type_is_wide(t))
		memcpy(m->bytes + at + 8, &c->hi, 8);
}

static void put(struct image *m, u64 at, const struct ctype *t, struct cexpr *e);

static void put_list(struct image *m, u64 at, const struct ctype *t, struct cexpr *e) {
	if (t->kind == CT_ARRAY) {
		u64 size = ctype_size(t->base);
		for (u32 i = 0; i < e->narg && i < t->n; i++)
			if (e->arg[i])
				put(m, at + i * size, t->base, e->arg[i]);
		return;
	}
	const struct cclass *c = t->decl->cls;
	for (u32 i = 0; i < e->narg; i++) {
		u32 k = c->is_union ? e->field : i;
		if (!e->arg[i] || k >= c->field.n)
			continue;
		const struct cfield *f = &c->field.at[k];
		struct constant v;
		if (!f->bit_width)
			put(m, at + f->offset_bytes, f->type, e->arg[i]);
		else if (eval(m, e->arg[i], &v))
			put_bits(m, at + f->offset_bytes, f, v.bits);
	}
}

static void put(struct image *m, u64 at, const struct ctype *t, struct cexpr *e) {
	struct constant c;
	if (ctype_is_ref(t)) {
		if (eval_place(m, e, &c))
			put_scalar(m, at, t, &c);
		return;
	}
	if (!type_is_object(t)) {
		if (eval(m, e, &c))
			put_scalar(m, at, t, &c);
		return;
	}
	if (e->kind == CE_LOAD)
		e = e->a;
	switch ((enum cexpr_kind)e->kind) {
	case CE_ZERO: return;
	case CE_INIT_LIST: put_list(m, at, t, e); return;
	case CE_STRING:
		memcpy(m->bytes + at, e->text, MIN((u64)e->length, m->size - at));
		return;
	case CE_FILL:
		for (u64 i = 0; i < t->n; i++)
			put(m, at + i * ctype_size(t->base), t->base, e->a);
		return;
	case CE_VAR:
		if (e->decl->init && (e->type->quals & Q_CONST)) {
			put(m, at, t, e->decl->init);
			return;
		}
		break;
	case CE_CONSTRUCT:
		if (e->decl->is_trivial && !e->narg)
			return;
		break;
	default: break;
	}
	not_constant(m, e->loc);
}

static int reloc_order(const void *a, const void *b) {
	const struct init_reloc *x = a, *y = b;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

void global_init(struct lower *l, struct var *v, const struct ctype *t, struct cexpr *init) {
	struct image m = {.l = l, .size = v->size_bytes};
	m.bytes = arena_array(l->arena, u8, m.size + 8);
	put(&m, 0, t, init);
	u64 used = m.size;
	while (used && !m.bytes[used - 1])
		used--;
	for (u32 i = 0; i < m.reloc.n; i++)
		used = MAX(used, m.reloc.at[i].offset + 8);
	u64 elem = type_size_bytes((enum type)v->type);
	used = MIN(alignup(used, elem), m.size);
	if (m.reloc.n) {
		qsort(m.reloc.at, m.reloc.n, sizeof *m.reloc.at, reloc_order);
		v->reloc = arena_copy(l->arena, m.reloc.at, m.reloc.n * sizeof *m.reloc.at, 8);
		v->nreloc = m.reloc.n;
	}
	if (!used)
		return; /* zero is what variables start with */
	v->init = m.bytes;
	v->init_bytes = used;
}
