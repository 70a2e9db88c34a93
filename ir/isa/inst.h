/* inst.h - the instruction tables as arrays: rows, modifier slots, look-up by mnemonic.
 * One row is one legal form of an instruction; a mnemonic may have several rows.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"
#include "ir/isa/mod.h"

enum row {
	ROW_INVALID, /* an opcode no table holds: traps when reached */
#define ALU(id, ...) ROW_##id,
#include "ir/isa/alu.def"
#undef ALU
	ROW_ALU_END,
	ROW_OP_START = ROW_ALU_END - 1,
#define OP(id, ...) ROW_##id,
#include "ir/isa/op.def"
#undef OP
	ROW_COUNT
};

/* Row properties. */
enum {
	PROP_COMM = 1 << 0,   /* first two sources commute */
	PROP_APPROX = 1 << 1, /* result defined within an error only */
	PROP_LOAD = 1 << 2,
	PROP_STORE = 1 << 3,
	PROP_FENCE = 1 << 4,      /* orders memory */
	PROP_CONVERGENT = 1 << 5, /* result depends on which lanes execute it together */
	PROP_TERM = 1 << 6,       /* ends a basic block */
	PROP_TRAP = 1 << 7,       /* may end the kernel */
	PROP_ATOMIC = 1 << 8,
	PROP_VARYING = 1 << 9, /* result differs between lanes even for uniform sources */
	PROP_CC_IN = 1 << 10,  /* reads the carry flag */
	PROP_CC_OUT = 1 << 11, /* writes it (rows with .cc) */
	PROP_CALL = 1 << 12,
	PROP_UNSUPPORTED = 1 << 13, /* known, not executed: reaching it is a trap */
	PROP_WIDE_REG = 1 << 14, /* registers may be wider than the type (ld, st, cvt) */
	PROP_UNIFORM = 1 << 15,  /* equal result in all lanes, whatever the sources */
	PROP_REMOVED = 1 << 16,  /* a form that PTX 3.2 removed */
};

struct row_slot {
	u8 slot; /* enum mod_slot */
	bool required;
	u64 allowed; /* bit per value of the slot */
};

/* One operand position: the letter of the signature (legends in alu.def and op.def). */
struct row_operand {
	char letter;
	bool is_dest;     /* written; of a pair or a vector, every element is */
	bool is_optional; /* may be OPR_NONE */
	char pair; /* 0, or the letter after `|`: then the operand may be OPR_PAIR */
	bool need_pair;
};

enum { ROW_OPERANDS = 8 };

struct row_info {
	const char *id, *mnemonic, *sig;
	u8 table;         /* 0: alu.def, 1: op.def */
	u8 nslot, ntypes; /* ntypes: spelled types */
	u8 types_at;      /* the types are spelled before this slot */
	u8 ptx, sm;       /* since: 10*major+minor, sm_NN */
	char sm_suffix;   /* 'a' when only the arch-specific target has it */
	bool any_words; /* takes any modifiers and operands; the opcode is kept as text */
	u32 props;
	const struct row_slot *slot;
	const u8 (*types)[4]; /* legal tuples of enum type, TYPE_NONE after the last */
	u32 ntuple;
	struct row_operand opr[ROW_OPERANDS]; /* positions of inst.operand */
	u8 nopr;
	u16 next; /* next row of the same mnemonic, 0 at the end */
};

/* Built once, on first use (thread-safe). */
const struct row_info *row_info(enum row row);
/* The type of the register or constant at position `pos` of an instruction of this row
 * and these spelled types: TYPE_PRED, TYPE_U32 and so on where the row fixes it;
 * TYPE_NONE where there is none (addresses, labels, fragments). */
enum type row_operand_type(const struct row_info *info, const u8 type[4], u32 pos);
/* As row_operand_type, but for a fragment of a matrix the type of constants among its
 * registers: that of the matrix if its elements fill registers, else bits. */
enum type row_constant_type(const struct row_info *info, const u8 type[4], u32 pos);
/* First row of a mnemonic ("add"), 0 if none. */
enum row row_find(const char *mnemonic, size_t len);
/* Iterates over all mnemonics, for did-you-mean and the ISA page. */
u32 row_mnemonic_count(void);
const char *row_mnemonic(u32 i);

/* A value of a slot by its spelling (without the dot), 0 if the slot has none such. */
u32 mod_find(enum mod_slot slot, const char *text, size_t len);
/* The text and versions of one value; NULL if there is none. */
const struct mod_info *mod_value_info(enum mod_slot slot, u32 value);
/* Checks whether any instruction takes a modifier of this spelling. */
bool mod_is_known(const char *text, size_t len);
/* Type by its spelling without the dot, TYPE_NONE if there is none. */
enum type type_find(const char *text, size_t len);

/* Elements of the vector at a position of a texture or surface instruction, by its
 * geometry: coordinates (K), gradients (J), offsets (E). */
u32 tex_elements(u64 mods, char letter);
/* The same of a tensor copy: coordinates (Q), im2col offsets (V). */
u32 tensor_elements(u64 mods, char letter);
/* Checks whether the first coordinate is a layer. */
bool tex_is_layered(u64 mods);

/* Returns which operand is the address of an access; in->noperand if none is. */
static inline u8 inst_address_operand(const struct inst *in) {
	u8 i = 0;
	while (i < in->noperand && in->operand[i].kind != OPR_ADDR_REG &&
	       in->operand[i].kind != OPR_ADDR_SYM && in->operand[i].kind != OPR_ADDR_IMM)
		i++;
	return i;
}
