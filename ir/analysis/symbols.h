/* symbols.h - runs straight code with symbols: what registers hold afterwards, as
 * expressions of what they held before.
 *
 * A value is a sum of atoms times constants, and a constant, modulo 2^bits. An atom is
 * what a register held at the start, that extended to 64 bits, or the result of an
 * instruction that is no sum. Equal values have equal numbers, as have equal atoms.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/bits.h"
#include "base/vec.h"
#include "ir/isa/inst.h"

enum sym_extend { SYM_PLAIN, SYM_SIGN, SYM_ZERO };

struct sym_term {
	u32 atom;
	u64 by;
};

struct sym_value {
	u32 bits, n;
	u64 add;
	struct sym_term *term; /* by atom, none of them times 0 */
};

struct sym_operand {
	u32 value;
	u32 how; /* negated, selected */
};

struct sym_atom {
	enum { SYM_REG, SYM_VARIABLE, SYM_RESULT } kind;
	u32 reg;    /* or variable */
	u32 extend; /* enum sym_extend, of SYM_REG */
	u32 bits;
	/* of SYM_RESULT */
	u16 row;
	u8 type[4];
	u64 mods;
	u32 result; /* which one */
	u32 n;
	struct sym_operand *operand;
};

/* Constants that are added to a register before it is extended. */
struct sym_added {
	s64 least, most;
	bool is_extended[3]; /* by enum sym_extend */
};

struct symbols {
	struct arena *a;
	const struct func *f;
	VEC(struct sym_value) value;
	VEC(struct sym_atom) atom;
	u32 *now;      /* per register: 1 + what it holds; 0: what it held at the start */
	bool *written; /* per register, since the start */
	/* registers of which e(r + 1) is taken for e(r) + 1, where e is the extension to
	 * 64 bits; what is added is noted where `added` is not NULL */
	struct bits counts;
	struct sym_added *added; /* per register */
	bool failed;
};

struct symbols symbols_new(struct arena *a, const struct func *f);
/* Starts anew: no register is written. */
void symbols_restart(struct symbols *s);
/* Runs an instruction. A branch, one under a guard, or one that does not only compute or
 * load makes it fail. */
void symbols_run(struct symbols *s, const struct inst *in);
/* The number of what the register holds. */
u32 symbols_of(struct symbols *s, u32 reg);
/* The atom of a value that is no more than that; NULL: it is something else. */
const struct sym_atom *symbols_atom(const struct symbols *s, u32 value);
