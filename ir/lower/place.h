/* place.h - values and places.
 *
 * A *place* says where an object is without computing an address: registers of a split
 * object, a variable plus an offset, or a register plus an offset in a known state space.
 * References and pointers that are never changed are bound to places, so that a function
 * lowered in place of its call works on the caller's registers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/vec.h"
#include "ir/ir.h"
#include "parser/cuda/tree/ast.h"

struct lower;

/* A scalar: a register or a constant. bool: a predicate. 128-bit integers: two halves. */
struct val {
	struct operand o, hi;
};

struct object;

enum place_kind { PLACE_NONE, PLACE_OBJECT, PLACE_MEM };

struct place {
	u8 kind;
	u8 space; /* MEM: enum space, SPACE_GENERIC if it is not known */
	bool is_volatile;
	bool is_readonly; /* nothing writes it while the kernel runs: ld.global.nc */
	u16 bit_offset, bit_width; /* a bit-field; width 0: none */
	u8 bit_bytes; /* ... that is packed: the bytes with it; 0: a unit of its type */
	u8 packed; /* MEM: in a packed class, whose alignment this is; 0: aligned as its
	              type */
	struct operand base; /* MEM: OPR_ADDR_REG, OPR_ADDR_SYM or OPR_ADDR_IMM */
	struct object *obj;  /* OBJECT: split into registers */
	u64 offset;          /* OBJECT: bytes from its start */
};

/* A scalar part of an object. A reference is bound to what it refers to. */
struct leaf {
	u64 offset;
	const struct ctype *type;
	struct val val;      /* registers of a split object */
	struct place *bound; /* CT_LREF, CT_RREF: the referent */
};

VEC_TYPE(leaves, struct leaf);

/* An object whose scalar parts are registers. A scalar variable is one of a single
 * part. */
struct object {
	u64 size_bytes;
	struct leaf *leaf;
	u32 nleaf;
};

enum { LEAF_LIMIT = 64 };

/* ---- place.c ----------------------------------------------------------------------- */

struct place place_sym(struct lower *l, u32 var);
struct place place_none(void);
struct place lower_place(struct lower *l, struct cexpr *e);
/* Returns the place that a pointer prvalue points to. */
struct place lower_pointer(struct lower *l, struct cexpr *e);
/* Returns the place at a generic address. */
struct place place_at(struct operand address);
struct place place_add(struct place p, u64 bytes);
struct place place_index(struct lower *l, struct place p, struct cexpr *index, u64 stride,
                         bool negate);
/* Returns the place of member f of an object of class cls; place_field: of what it refers
 * to, if it is a reference. */
struct place place_member(struct place p, const struct ctype *cls,
                          const struct cfield *f);
struct place place_field(struct lower *l, struct place p, const struct ctype *cls,
                         const struct cfield *f);
/* Returns the same place, with an address that later assignments cannot change. */
struct place place_fixed(struct lower *l, struct place p);
/* Return the address as a value: generic, or in the place's own space. */
struct operand place_address(struct lower *l, struct place p);
struct operand place_address_here(struct lower *l, struct place p);
/* The address operand of an access to memory. A constant goes into a register: assemblers
 * take constants in local memory only. */
struct operand place_operand(struct lower *l, const struct place *p);
/* Makes a new object of the type; `use` says whether it may be split. */
struct place place_new(struct lower *l, const struct ctype *t, u8 use, u64 align);
struct object *object_new(struct lower *l, const struct ctype *t);
/* Copies a split object into memory, for addresses that do not outlive a call. */
struct place place_spill(struct lower *l, struct place p, const struct ctype *t);

/* ---- access.c, copy.c -------------------------------------------------------------- */

struct val place_load(struct lower *l, struct place p, const struct ctype *t);
void place_store(struct lower *l, struct place p, const struct ctype *t, struct val v);
struct leaf *place_leaf(struct place p);
void place_copy(struct lower *l, struct place to, struct place from,
                const struct ctype *t);
void place_zero(struct lower *l, struct place to, const struct ctype *t);
struct operand mem_load(struct lower *l, struct place p, enum type mem, enum type reg);
void mem_store(struct lower *l, struct place p, enum type mem, struct operand v);
/* If p is constant memory, emits a trap in place of the store and returns true. */
bool store_traps(struct lower *l, const struct place *p);
