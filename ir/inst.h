/* inst.h - the instruction tables as arrays: rows, modifier slots, look-up by mnemonic.
 * One row is one legal form of an instruction; a mnemonic may have several rows.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"
#include "ir/mod.h"

enum row {
	ROW_INVALID, /* an opcode no table holds: traps when reached */
#define ALU(id, ...) ROW_##id,
#include "ir/alu.def"
#undef ALU
	ROW_ALU_END,
	ROW_OP_START = ROW_ALU_END - 1,
#define OP(id, ...) ROW_##id,
#include "ir/op.def"
#undef OP
	ROW_COUNT
};

/* Row properties. */
enum {
	PROP_COMM       = 1 << 0,  /* first two sources commute */
	PROP_APPROX     = 1 << 1,  /* result defined within an error only */
	PROP_LOAD       = 1 << 2,
	PROP_STORE      = 1 << 3,
	PROP_FENCE      = 1 << 4,  /* orders memory */
	PROP_CONVERGENT = 1 << 5,  /* result depends on which lanes execute it together */
	PROP_TERM       = 1 << 6,  /* ends a basic block */
	PROP_TRAP       = 1 << 7,  /* may end the kernel */
	PROP_ATOMIC     = 1 << 8,
	PROP_VARYING    = 1 << 9,  /* result differs between lanes even for uniform sources */
	PROP_CC_IN      = 1 << 10, /* reads the carry flag */
	PROP_CC_OUT     = 1 << 11, /* writes it (rows with .cc) */
	PROP_CALL       = 1 << 12,
	PROP_LATER      = 1 << 13, /* known, but not run yet: an error at load that names the instruction */
	PROP_WIDE_REG   = 1 << 14, /* source and destination registers may be wider than the type (ld, st, cvt) */
	PROP_UNIFORM    = 1 << 15, /* result equal in all lanes whatever the sources (vote, activemask...) */
};

struct row_slot {
	u8 slot;        /* enum mod_slot */
	bool required;
	u64 allowed;    /* bit per value of the slot */
};

struct row_info {
	const char *id, *mnemonic, *sig;
	u8 table;       /* 0: alu.def, 1: op.def */
	u8 nslot, ntypes; /* ntypes: spelled types */
	u8 ptx, sm;     /* since: 10*major+minor, sm_NN */
	char sm_suffix; /* 'a' when only the arch-specific target has it */
	u32 props;
	const struct row_slot *slot;
	const u8 (*types)[4]; /* legal tuples of enum type */
	u32 ntuple;
	u16 next;       /* next row of the same mnemonic, 0 at the end */
};

/* Built once, on first use (thread-safe). */
const struct row_info *row_info(enum row row);
/* First row of a mnemonic ("add"), 0 if none. */
enum row row_find(const char *mnemonic, size_t len);
/* Iterates over all mnemonics, for did-you-mean and the ISA page. */
u32 row_mnemonic_count(void);
const char *row_mnemonic(u32 i);
