/* copy.c - whole objects: copied part by part, in vectors of up to 16 bytes where the
 * alignment of the type allows it, or in a loop if they are large.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/place.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"

enum { UNROLL = 128, BATCH = 16 };

/* Returns how many parts from `i` on one vector access covers: 4, 2 or 1. */
static u32 vector_width(const struct leaf *leaf, u32 n, u32 i, u64 align) {
	if (ctype_is_ref(leaf[i].type) || type_is_bool(leaf[i].type) ||
	    type_is_int128(leaf[i].type))
		return 1;
	enum type t = type_mem(leaf[i].type);
	u64 size = type_size_bytes(t);
	for (u32 w = 4; w >= 2; w /= 2) {
		if (i + w > n || size * w > 16 || leaf[i].offset % (size * w) ||
		    align < size * w)
			continue;
		u32 k = 1;
		while (k < w && !ctype_is_ref(leaf[i + k].type) &&
		       type_mem(leaf[i + k].type) == t &&
		       !type_is_bool(leaf[i + k].type) &&
		       leaf[i + k].offset == leaf[i].offset + k * size)
			k++;
		if (k == w)
			return w;
	}
	return 1;
}

static u64 vector_mods(const struct place *p, u32 w, bool is_load) {
	u64 mods = (u64)p->space << MOD_SPACE_SHIFT |
	           (w == 4 ? MOD_BITS(VEC, V4) : MOD_BITS(VEC, V2));
	bool may_be_volatile = p->space == SPACE_GENERIC || p->space == SPACE_GLOBAL ||
	                       p->space == SPACE_SHARED;
	if (p->is_volatile && may_be_volatile)
		mods |= MOD_BITS(SEM, VOLATILE);
	else if (is_load && p->is_readonly && p->space == SPACE_GLOBAL)
		mods |= MOD_BITS(NC, NC);
	return mods;
}

static void vector_load(struct lower *l, struct place p, const struct leaf *leaf, u32 w,
                        struct val *v) {
	struct operand part[4];
	for (u32 i = 0; i < w; i++) {
		part[i] = reg_new(l, type_reg(leaf->type));
		v[i] = val_of(part[i]);
	}
	struct operand o[2] = {
		{.kind = OPR_VEC, .n = (u8)w, .index = ir_elements_new(&l->r.b, part, w)},
		place_operand(l, &p)};
	emit_inst(l, ROW_LD, vector_mods(&p, w, true), type_mem(leaf->type), TYPE_NONE, o,
	          2);
}

static void vector_store(struct lower *l, struct place p, const struct leaf *leaf, u32 w,
                         const struct val *v) {
	struct operand part[4];
	enum type t = type_mem(leaf->type);
	if (store_traps(l, &p))
		return;
	for (u32 i = 0; i < w; i++)
		part[i] = emit_reg(l, type_reg(leaf->type), v[i].o);
	struct operand o[2] = {place_operand(l, &p),
	                       {.kind = OPR_VEC,
	                        .n = (u8)w,
	                        .index = ir_elements_new(&l->r.b, part, w)}};
	t = t == TYPE_S8 ? TYPE_U8 : t == TYPE_S16 ? TYPE_U16 : t;
	emit_inst(l, ROW_ST, vector_mods(&p, w, false), t, TYPE_NONE, o, 2);
}

/* Returns the place of a part. Packed parts are not aligned as their own types are. */
static struct place part_at(struct place p, const struct leaf *leaf, u64 align) {
	p = place_add(p, leaf->offset);
	if (leaf->offset)
		align = MIN(align, leaf->offset & (0 - leaf->offset));
	u64 natural = ctype_is_ref(leaf->type) ? 8 : ctype_align(leaf->type);
	if (p.kind == PLACE_MEM && align < natural && (!p.packed || align < p.packed))
		p.packed = (u8)align;
	return p;
}

/* ---- references in objects --------------------------------------------------------- */

static struct place *ref_load(struct lower *l, struct place from) {
	struct place *p = arena_new(&l->r.scratch, struct place);
	struct leaf *leaf = from.kind == PLACE_OBJECT ? place_leaf(from) : NULL;
	if (leaf && leaf->bound)
		*p = *leaf->bound;
	else
		*p = place_at(from.kind == PLACE_MEM
		                      ? mem_load(l, from, TYPE_U64, TYPE_B64)
		                      : opr_imm(0));
	return p;
}

static void ref_store(struct lower *l, struct place to, struct place *p) {
	struct leaf *leaf = to.kind == PLACE_OBJECT ? place_leaf(to) : NULL;
	if (leaf)
		leaf->bound = p;
	else
		mem_store(l, to, TYPE_U64, place_address(l, *p));
}

/* ---- copies ------------------------------------------------------------------------ */

struct moved {
	struct val val[BATCH];
	struct place *ref[BATCH];
	u32 width[BATCH];
};

static u32 batch_load(struct lower *l, struct place from, const struct leaf *leaf, u32 n,
                      u32 first, u64 align, struct moved *m) {
	u32 i = 0;
	while (first + i < n && i < BATCH) {
		struct place p = part_at(from, &leaf[first + i], align);
		u32 left = MIN(n, first + BATCH);
		u32 w = from.kind == PLACE_MEM
		                ? vector_width(leaf, left, first + i, align)
		                : 1;
		if (ctype_is_ref(leaf[first + i].type))
			m->ref[i] = ref_load(l, p);
		else if (w > 1)
			vector_load(l, p, &leaf[first + i], w, &m->val[i]);
		else
			m->val[i] = place_load(l, p, leaf[first + i].type);
		i += w;
	}
	return i;
}

static void batch_store(struct lower *l, struct place to, const struct leaf *leaf, u32 n,
                        u32 first, u32 count, u64 align, struct moved *m) {
	for (u32 i = 0; i < count;) {
		struct place p = part_at(to, &leaf[first + i], align);
		u32 left = MIN(n, first + count);
		u32 w = to.kind == PLACE_MEM ? vector_width(leaf, left, first + i, align)
		                             : 1;
		if (ctype_is_ref(leaf[first + i].type))
			ref_store(l, p, m->ref[i]);
		else if (w > 1)
			vector_store(l, p, &leaf[first + i], w, &m->val[i]);
		else
			place_store(l, p, leaf[first + i].type, m->val[i]);
		i += w;
	}
}

/* The chunks of a copy loop: `n` of `size` bytes. */
struct chunks {
	u64 size, n;
	enum type mem, reg;
};

static struct chunks chunks_of(u64 size, u64 align) {
	u64 c = align >= 8 ? 8 : align >= 4 ? 4 : align >= 2 ? 2 : 1;
	while (size % c)
		c /= 2;
	static const enum type mem[] = {
		[1] = TYPE_U8, [2] = TYPE_U16, [4] = TYPE_U32, [8] = TYPE_U64};
	return (struct chunks){c, size / c, mem[c],
	                       c == 8   ? TYPE_B64
	                       : c == 4 ? TYPE_B32
	                                : TYPE_B16};
}

static struct place chunk_place(struct lower *l, struct place p, struct operand at) {
	struct operand base = place_address_here(l, p);
	struct operand sum = emit2(l, ROW_ADD, 0, TYPE_S64, base, at);
	p.base = (struct operand){.kind = OPR_ADDR_REG, .index = sum.index};
	return p;
}

/* Copies from `from`, or stores zeros if it is no place. */
static void chunk_loop(struct lower *l, struct place to, struct place from, u64 size,
                       u64 align) {
	struct chunks c = chunks_of(size, align);
	struct operand i = reg_new_var(l, TYPE_B64);
	u32 head = label_new(l);
	emit_mov(l, TYPE_B64, i, opr_imm(0));
	label_set(l, head);
	struct operand v = opr_imm(0);
	if (from.kind)
		v = mem_load(l, chunk_place(l, from, i), c.mem, c.reg);
	mem_store(l, chunk_place(l, to, i), c.mem, v);
	struct operand next = emit2(l, ROW_ADD, 0, TYPE_S64, i, opr_imm(c.size));
	emit_mov(l, TYPE_B64, i, next);
	struct operand more = emit2(l, ROW_SETP_U, MOD_BITS(CMP, LT), TYPE_U64, i,
	                            opr_imm(size));
	emit_bra_if(l, more, false, head);
}

/* Whether an address may step through the place. A variable of a call in .param space has
 * none, only constant offsets; a function's own parameters have (PTX 9.7.9.6, mov). */
static bool has_address(const struct lower *l, const struct place *p) {
	if (p->space != SPACE_PARAM || p->base.kind != OPR_ADDR_SYM)
		return true;
	const struct var *v = &l->r.var.at[p->base.index];
	return v->is_param && !v->is_ret;
}

/* The same as chunk_loop, by constant offsets. */
static void chunk_list(struct lower *l, struct place to, struct place from, u64 size,
                       u64 align) {
	struct chunks c = chunks_of(size, align);
	for (u64 i = 0; i < c.n; i++) {
		struct operand v = opr_imm(0);
		if (from.kind)
			v = mem_load(l, place_add(from, i * c.size), c.mem, c.reg);
		mem_store(l, place_add(to, i * c.size), c.mem, v);
	}
}

/* Copies, or stores zeros if `from` is no place, without regard to the type's parts. */
static void chunks_copy(struct lower *l, struct place to, struct place from, u64 size,
                        u64 align) {
	if (has_address(l, &to) && (!from.kind || has_address(l, &from)))
		chunk_loop(l, to, from, size, align);
	else
		chunk_list(l, to, from, size, align);
}

void place_copy(struct lower *l, struct place to, struct place from,
                const struct ctype *t) {
	struct leaves parts = {0};
	if (!type_is_object(t)) {
		place_store(l, to, t, place_load(l, from, t));
		return;
	}
	bool fits = type_leaves(&l->r.scratch, t, 0, UNROLL, &parts);
	u64 align = ctype_align(t);
	if (to.packed)
		align = MIN(align, to.packed);
	if (from.packed)
		align = MIN(align, from.packed);
	if (!fits && to.kind == PLACE_MEM && from.kind == PLACE_MEM) {
		chunks_copy(l, to, from, ctype_size(t), align);
		return;
	}
	struct moved m = {0};
	for (u32 i = 0; i < parts.n;) {
		u32 n = batch_load(l, from, parts.at, parts.n, i, align, &m);
		batch_store(l, to, parts.at, parts.n, i, n, align, &m);
		i += n;
	}
}

void place_zero(struct lower *l, struct place to, const struct ctype *t) {
	struct leaves parts = {0};
	if (!type_is_object(t)) {
		place_store(l, to, t, value_const(t, 0));
		return;
	}
	bool fits = type_leaves(&l->r.scratch, t, 0, UNROLL, &parts);
	u64 align = to.packed ? MIN(ctype_align(t), to.packed) : ctype_align(t);
	if (!fits) {
		chunks_copy(l, to, place_none(), ctype_size(t), align);
		return;
	}
	for (u32 i = 0; i < parts.n; i++) {
		const struct ctype *pt = parts.at[i].type;
		if (!ctype_is_ref(pt))
			place_store(
				l, part_at(to, &parts.at[i], align), pt,
				value_const(pt, pt->kind == CT_MEMPTR ? UINT64_MAX : 0));
	}
}
