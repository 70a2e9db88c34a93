/* access.c - loads and stores of scalars in places: registers of split objects, memory,
 * bit-fields.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/place.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"

/* ---- memory ------------------------------------------------------------------------ */

static u64 access_mods(const struct place *p, bool is_load) {
	u64 mods = (u64)p->space << MOD_SPACE_SHIFT;
	bool may_be_volatile = p->space == SPACE_GENERIC || p->space == SPACE_GLOBAL ||
	                       p->space == SPACE_SHARED;
	if (p->is_volatile && may_be_volatile)
		mods |= MOD_BITS(SEM, VOLATILE);
	else if (is_load && p->is_readonly && p->space == SPACE_GLOBAL)
		mods |= MOD_BITS(NC, NC);
	return mods;
}

static const enum type piece_type[] = {[1] = TYPE_U8, [2] = TYPE_U16, [4] = TYPE_U32};

/* Loads `size` bytes in pieces, the lowest first. */
static struct operand pieces_join(struct lower *l, struct place p, u32 piece, u32 size,
                                  enum type wide) {
	struct operand sum = opr_imm(0);
	p.packed = 0;
	for (u32 at = 0; at < size; at += piece) {
		struct operand part = mem_load(l, place_add(p, at), piece_type[piece],
		                               wide);
		if (at)
			part = emit2(l, ROW_SHL, 0, wide, part, opr_imm(8 * at));
		sum = at ? emit2(l, ROW_OR, 0, wide, sum, part) : part;
	}
	return sum;
}

static void pieces_cut(struct lower *l, struct place p, u32 piece, u32 size,
                       enum type wide, struct operand v) {
	enum type t = wide == TYPE_B64 ? TYPE_U64 : TYPE_U32;
	p.packed = 0;
	for (u32 at = 0; at < size; at += piece) {
		struct operand part = at ? emit2(l, ROW_SHR_U, 0, t, v, opr_imm(8 * at))
		                         : v;
		mem_store(l, place_add(p, at), piece_type[piece], part);
	}
}

/* Loads a member of a packed class, in pieces as large as the alignment of the class. */
static struct operand pieces_load(struct lower *l, struct place p, enum type mem,
                                  enum type reg) {
	u32 size = type_size_bytes(mem);
	enum type wide = size == 8 ? TYPE_B64 : TYPE_B32;
	struct operand sum = pieces_join(l, p, p.packed, size, wide);
	if (size == 2)
		return emit_cvt(l, ROW_CVT_II, 0, TYPE_U16, TYPE_U32, sum);
	return value_bits(l, sum, wide, reg);
}

static void pieces_store(struct lower *l, struct place p, enum type mem,
                         struct operand v) {
	u32 size = type_size_bytes(mem);
	enum type wide = size == 8 ? TYPE_B64 : TYPE_B32;
	if (size == 2 && v.kind == OPR_REG)
		v = emit_cvt(l, ROW_CVT_II, 0, TYPE_U32, TYPE_U16, v);
	else if (type_info[mem].class == 'F')
		v = value_bits(l, emit_reg(l, mem, v), mem, wide);
	v = emit_reg(l, wide, v);
	pieces_cut(l, p, p.packed, size, wide, v);
}

/* PTX has no store to constant memory: like nvcc, emits a trap there, and warns. */
bool store_traps(struct lower *l, const struct place *p) {
	if (p->space != SPACE_CONST)
		return false;
	if (l->warned.start != l->loc.start || l->warned.end != l->loc.end)
		diag_warning(l->d, l->loc, E0624,
		             "device code cannot write __constant__ memory: the kernel "
		             "traps here");
	l->warned = l->loc;
	emit_inst(l, ROW_TRAP, 0, TYPE_NONE, TYPE_NONE, NULL, 0);
	return true;
}

static bool is_packed(const struct place *p, enum type mem) {
	return p->packed && p->packed < type_size_bytes(mem);
}

struct operand mem_load(struct lower *l, struct place p, enum type mem, enum type reg) {
	if (is_packed(&p, mem))
		return pieces_load(l, p, mem, reg);
	struct operand o[2] = {reg_new(l, reg), place_operand(l, &p)};
	emit_inst(l, ROW_LD, access_mods(&p, true), mem, TYPE_NONE, o, 2);
	return o[0];
}

void mem_store(struct lower *l, struct place p, enum type mem, struct operand v) {
	if (store_traps(l, &p))
		return;
	if (is_packed(&p, mem)) {
		pieces_store(l, p, mem, v);
		return;
	}
	struct operand o[2] = {place_operand(l, &p), v};
	emit_inst(l, ROW_ST, access_mods(&p, false), mem, TYPE_NONE, o, 2);
}

static struct operand truth(struct lower *l, struct operand v) {
	if (v.kind == OPR_IMM)
		return opr_imm(v.value != 0);
	return emit2(l, ROW_SETP_S, MOD_BITS(CMP, NE), TYPE_S16, v, opr_imm(0));
}

static struct val load_plain(struct lower *l, struct place p, const struct ctype *t) {
	if (type_is_int128(t)) {
		struct val v = {.o = mem_load(l, p, TYPE_U64, TYPE_B64)};
		v.hi = mem_load(l, place_add(p, 8), TYPE_U64, TYPE_B64);
		return v;
	}
	if (type_is_bool(t))
		return val_of(truth(l, mem_load(l, p, TYPE_U8, TYPE_B16)));
	return val_of(mem_load(l, p, type_mem(t), type_reg(t)));
}

static void store_plain(struct lower *l, struct place p, const struct ctype *t,
                        struct val v) {
	if (type_is_int128(t)) {
		mem_store(l, p, TYPE_U64, v.o);
		mem_store(l, place_add(p, 8), TYPE_U64, v.hi);
	} else if (type_is_bool(t)) {
		struct operand b = v.o.kind == OPR_IMM
		                           ? opr_imm(v.o.value != 0)
		                           : emit_selp(l, TYPE_B16, opr_imm(1),
		                                       opr_imm(0), v.o);
		mem_store(l, p, TYPE_U8, b);
	} else {
		enum type mem = type_mem(t);
		if (type_info[mem].class == 'S') /* a store takes bits */
			mem = mem == TYPE_S8 ? TYPE_U8 : mem == TYPE_S16 ? TYPE_U16 : mem;
		mem_store(l, p, mem, v.o);
	}
}

/* ---- bit-fields -------------------------------------------------------------------- */

/* Fields of up to 32 bits are taken from a 32-bit register, whatever their unit. */
static struct operand unit_load(struct lower *l, struct place p, u64 size, bool wide) {
	enum type mem = size == 1   ? TYPE_U8
	                : size == 2 ? TYPE_U16
	                : size == 4 ? TYPE_U32
	                            : TYPE_U64;
	return mem_load(l, p, mem, wide ? TYPE_B64 : TYPE_B32);
}

/* Converts a field that bfe has extracted to a register of its type. */
static struct val bits_value(struct lower *l, const struct ctype *t, struct operand v,
                             bool wide) {
	u64 size = ctype_size(t);
	if (type_is_bool(t))
		return val_of(emit2(l, ROW_SETP_S, MOD_BITS(CMP, NE),
		                    wide ? TYPE_S64 : TYPE_S32, v, opr_imm(0)));
	if (wide && size == 4)
		v = emit_cvt(l, ROW_CVT_II, 0, TYPE_U32, TYPE_U64, v);
	else if (size < 4)
		v = emit_cvt(l, ROW_CVT_II, 0, TYPE_U16, wide ? TYPE_U64 : TYPE_U32, v);
	return val_of(v);
}

/* Returns the bits to store, in a register as wide as the storage unit. */
static struct operand value_field(struct lower *l, const struct ctype *t,
                                  struct operand v, bool wide) {
	u64 size = ctype_size(t);
	enum type to = wide ? TYPE_U64 : TYPE_U32;
	if (type_is_bool(t))
		return emit_selp(l, wide ? TYPE_B64 : TYPE_B32, opr_imm(1), opr_imm(0),
		                 v);
	if (v.kind != OPR_REG || (size == 4 && !wide) || size == 8)
		return v;
	return emit_cvt(l, ROW_CVT_II, 0, to, size < 4 ? TYPE_U16 : TYPE_U32, v);
}

static struct operand bits_take(struct lower *l, const struct ctype *t, bool wide,
                                struct operand unit, u32 offset, u32 width) {
	enum type bt = ctype_is_signed(t) ? wide ? TYPE_S64 : TYPE_S32
	               : wide             ? TYPE_U64
	                                  : TYPE_U32;
	return emit3(l, ROW_BFE, 0, bt, unit, opr_imm(offset), opr_imm(width));
}

static struct operand bits_put(struct lower *l, bool wide, struct operand unit,
                               struct operand bits, u32 offset, u32 width) {
	struct operand o[5] = {reg_new(l, wide ? TYPE_B64 : TYPE_B32), bits, unit,
	                       opr_imm(offset), opr_imm(width)};
	emit_inst(l, ROW_BFI, 0, wide ? TYPE_B64 : TYPE_B32, TYPE_NONE, o, 5);
	return o[0];
}

/* Loads the field's bytes one by one. A field of 64 bits that begins within a byte ends
 * in the ninth. */
static struct val packed_load(struct lower *l, struct place p, const struct ctype *t) {
	u32 n = MIN(p.bit_bytes, 8u), offset = p.bit_offset, width = p.bit_width;
	bool wide = n > 4 || ctype_size(t) == 8;
	struct operand v = pieces_join(l, p, 1, n, wide ? TYPE_B64 : TYPE_B32);
	if (p.bit_bytes > 8) {
		struct operand top = mem_load(l, place_add(p, 8), TYPE_U8, TYPE_B64);
		v = emit2(l, ROW_OR, 0, TYPE_B64,
		          emit2(l, ROW_SHR_U, 0, TYPE_U64, v, opr_imm(offset)),
		          emit2(l, ROW_SHL, 0, TYPE_B64, top, opr_imm(64 - offset)));
		offset = 0;
	}
	return bits_value(l, t, bits_take(l, t, wide, v, offset, width), wide);
}

static void packed_store(struct lower *l, struct place p, const struct ctype *t,
                         struct val v) {
	u32 n = MIN(p.bit_bytes, 8u), offset = p.bit_offset, width = p.bit_width;
	bool wide = n > 4 || ctype_size(t) == 8;
	enum type reg = wide ? TYPE_B64 : TYPE_B32;
	struct operand bits = emit_reg(l, reg, value_field(l, t, v.o, wide));
	struct operand unit = pieces_join(l, p, 1, n, reg);
	u32 low = MIN(width, n * 8 - offset);
	pieces_cut(l, p, 1, n, reg, bits_put(l, wide, unit, bits, offset, low));
	if (low == width)
		return;
	struct place last = place_add(p, 8);
	last.packed = 0;
	struct operand top = mem_load(l, last, TYPE_U8, TYPE_B64);
	bits = emit2(l, ROW_SHR_U, 0, TYPE_U64, bits, opr_imm(low));
	mem_store(l, last, TYPE_U8, bits_put(l, true, top, bits, 0, width - low));
}

static struct val bits_load(struct lower *l, struct place p, const struct ctype *t) {
	u64 size = ctype_size(t);
	bool wide = size == 8;
	if (p.bit_bytes)
		return packed_load(l, p, t);
	struct operand unit = unit_load(l, p, size, wide);
	return bits_value(l, t, bits_take(l, t, wide, unit, p.bit_offset, p.bit_width),
	                  wide);
}

static void bits_store(struct lower *l, struct place p, const struct ctype *t,
                       struct val v) {
	u64 size = ctype_size(t);
	bool wide = size == 8;
	if (p.bit_bytes) {
		packed_store(l, p, t, v);
		return;
	}
	struct operand unit = unit_load(l, p, size, wide);
	unit = bits_put(l, wide, unit, value_field(l, t, v.o, wide), p.bit_offset,
	                p.bit_width);
	mem_store(l, p,
	          size == 1   ? TYPE_U8
	          : size == 2 ? TYPE_U16
	          : size == 4 ? TYPE_U32
	                      : TYPE_U64,
	          unit);
}

/* ---- registers --------------------------------------------------------------------- */

static enum type bits_type(enum type reg) {
	u32 bits = type_info[reg].bits;
	return bits == 16   ? TYPE_B16
	       : bits == 32 ? TYPE_B32
	       : bits == 64 ? TYPE_B64
	                    : reg;
}

struct operand value_bits(struct lower *l, struct operand o, enum type reg,
                          enum type as) {
	if (reg == as || o.kind == OPR_IMM)
		return o;
	struct operand mov[2] = {reg_new(l, as), o};
	emit_inst(l, ROW_MOV, 0, bits_type(as), TYPE_NONE, mov, 2);
	return mov[0];
}

/* Packs parts of equal size into one scalar. */
static struct operand parts_pack(struct lower *l, const struct leaf *leaf, u32 n,
                                 enum type as) {
	struct operand part[4];
	for (u32 i = 0; i < n; i++)
		part[i] = leaf[i].val.o;
	struct operand vec = {
		.kind = OPR_VEC, .n = (u8)n, .index = ir_elements_new(&l->r.b, part, n)};
	struct operand o[2] = {reg_new(l, as), vec};
	emit_inst(l, ROW_MOV_PACK, 0, bits_type(as), TYPE_NONE, o, 2);
	return o[0];
}

static void parts_unpack(struct lower *l, const struct leaf *leaf, u32 n, enum type as,
                         struct operand v) {
	struct operand part[4];
	for (u32 i = 0; i < n; i++)
		part[i] = leaf[i].val.o;
	struct operand vec = {
		.kind = OPR_VEC, .n = (u8)n, .index = ir_elements_new(&l->r.b, part, n)};
	struct operand o[2] = {vec, emit_reg(l, as, v)};
	emit_inst(l, ROW_MOV_UNPACK, 0, bits_type(as), TYPE_NONE, o, 2);
}

static u32 parts_of(const struct leaf *leaf, const struct ctype *t) {
	u64 part = ctype_size(leaf->type), size = ctype_size(t);
	return part && size % part == 0 ? (u32)(size / part) : 0;
}

/* Copies an object into memory for an access that its registers do not fit, such as one
 * past its end: there checked mode reports it. */
static struct place object_spill(struct lower *l, struct object *o) {
	struct place mem = local_new(l, o->size_bytes, 16);
	for (u32 i = 0; i < o->nleaf; i++)
		if (!ctype_is_ref(o->leaf[i].type))
			place_store(l, place_add(mem, o->leaf[i].offset), o->leaf[i].type,
			            o->leaf[i].val);
	return mem;
}

static void object_fill(struct lower *l, struct object *o, struct place mem) {
	for (u32 i = 0; i < o->nleaf; i++) {
		struct leaf *leaf = &o->leaf[i];
		if (!ctype_is_ref(leaf->type))
			place_store(
				l,
				(struct place){.kind = PLACE_OBJECT,
			                       .obj = o,
			                       .offset = leaf->offset},
				leaf->type,
				place_load(l, place_add(mem, leaf->offset), leaf->type));
	}
}

static struct val load_object(struct lower *l, struct place p, const struct ctype *t) {
	struct leaf *leaf = place_leaf(p);
	u32 n = leaf && !ctype_is_ref(leaf->type) ? parts_of(leaf, t) : 0;
	if (!n || n > 4)
		return place_load(l, place_add(object_spill(l, p.obj), p.offset), t);
	enum type as = type_reg(t);
	if (n == 1 && type_is_int128(t))
		return leaf->val;
	if (n == 1)
		return val_of(value_bits(l, leaf->val.o, type_reg(leaf->type), as));
	return val_of(parts_pack(l, leaf, n, as));
}

static void store_object(struct lower *l, struct place p, const struct ctype *t,
                         struct val v) {
	struct leaf *leaf = place_leaf(p);
	u32 n = leaf && !ctype_is_ref(leaf->type) ? parts_of(leaf, t) : 0;
	if (!n || n > 4) {
		struct place mem = object_spill(l, p.obj);
		place_store(l, place_add(mem, p.offset), t, v);
		object_fill(l, p.obj, mem);
		return;
	}
	enum type as = type_reg(t), have = type_reg(leaf->type);
	if (n > 1) {
		parts_unpack(l, leaf, n, as, v.o);
		return;
	}
	if (have == as || v.o.kind == OPR_IMM) {
		emit_mov(l, have, leaf->val.o, v.o);
	} else {
		struct operand mov[2] = {leaf->val.o, v.o};
		emit_inst(l, ROW_MOV, 0, bits_type(have), TYPE_NONE, mov, 2);
	}
	if (type_is_int128(t))
		emit_mov(l, TYPE_B64, leaf->val.hi, v.hi);
}

/* ---- interface --------------------------------------------------------------------- */

struct val place_load(struct lower *l, struct place p, const struct ctype *t) {
	if (p.kind == PLACE_OBJECT)
		return load_object(l, p, t);
	if (t->quals & Q_VOLATILE)
		p.is_volatile = true;
	return p.bit_width ? bits_load(l, p, t) : load_plain(l, p, t);
}

void place_store(struct lower *l, struct place p, const struct ctype *t, struct val v) {
	if (p.kind == PLACE_OBJECT) {
		store_object(l, p, t, v);
		return;
	}
	if (t->quals & Q_VOLATILE)
		p.is_volatile = true;
	if (p.bit_width)
		bits_store(l, p, t, v);
	else
		store_plain(l, p, t, v);
}
