/* ir.h - the IR is PTX in memory: modules, functions, basic blocks, virtual registers
 * with PTX types, instructions that name a row of the tables (alu.def, op.def) plus
 * modifiers, types and operands. It prints as PTX (print.c) and parses back to itself.
 * Registers are as in PTX, not SSA. After module_load's passes a module is const:
 * backends share it without locks.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/diag.h"
#include "base/str.h"
#include "base/vec.h"

enum type {
#define TYPE(id, text, class, bits, lane) TYPE_##id,
#include "ir/type.def"
#undef TYPE
	TYPE_COUNT
};

enum space {
#define SPACE(id, text) SPACE_##id,
#include "ir/space.def"
#undef SPACE
	SPACE_COUNT
};

enum sreg {
#define SREG(id, text, ...) SREG_##id,
#include "ir/sreg.def"
#undef SREG
	SREG_COUNT
};

/* Classes of type.def: 'U' 'S' 'F' 'B' 'P' 'X' 'O'. */
struct type_info {
	const char *text;
	char class;
	u16 bits, lane_bits;
};
extern const struct type_info type_info[TYPE_COUNT];

static inline u32 type_size_bytes(enum type t) {
	return (type_info[t].bits + 7u) / 8u;
}

/* ---- operands ---------------------------------------------------------------------- */

enum operand_kind {
	OPR_NONE,
	OPR_REG,      /* index: register; sel: video/byte selector, 0 for none */
	OPR_IMM,      /* value: the bits, sign-extended to 64 when the instruction type is
	                 signed or bits; for f32 the low 32 bits hold the float */
	OPR_SREG,     /* index: enum sreg */
	OPR_SYM,      /* address of variable `index`, plus value */
	OPR_FUNC,     /* index: function (its address, or a direct call target) */
	OPR_ADDR_REG, /* [reg index + value] */
	OPR_ADDR_SYM, /* [variable index + value] */
	OPR_ADDR_IMM, /* [value] */
	OPR_VEC,      /* elements func->operand[index .. index+n) : {a,b}; also (ret) and
	                 (args) of calls */
	OPR_TENSOR,   /* [address, {coordinates}]: elements as for OPR_VEC: first the
	                 address operand, then one OPR_VEC */
	OPR_PAIR,     /* p|q: two elements as for OPR_VEC; either may be OPR_SINK */
	OPR_LABEL,    /* index: block */
	OPR_TARGETS,  /* index: func->targets (branch or call targets, or a prototype) */
	OPR_SINK,     /* _ */
};

struct operand {
	u8 kind;
	u8 negated : 1; /* !p, or -reg where a row allows it */
	u8 sel;         /* enum operand_sel */
	u8 n;           /* element count of OPR_VEC, OPR_TENSOR, OPR_PAIR */
	u32 index;
	s64 value;
};

/* Whether two operands are written alike; elements of lists are not looked at. */
static inline bool opr_equal(const struct operand *a, const struct operand *b) {
	return a->kind == b->kind && a->index == b->index && a->value == b->value &&
	       a->negated == b->negated && a->sel == b->sel && a->n == b->n;
}

/* Selectors of video operands: .b0-.b3, .h0 .h1, and byte masks .b10 .b3210 (SIMD
 * video). */
enum operand_sel {
	SEL_NONE,
	SEL_B0,
	SEL_B1,
	SEL_B2,
	SEL_B3,
	SEL_H0,
	SEL_H1,
	SEL_MASK, /* SEL_MASK + bits: a SIMD-video write mask or SEL_PERM in value for
	             source selects */
};

/* ---- instructions and functions ---------------------------------------------------- */

enum { NO_REG = 0xffffffffu };

struct inst {
	u16 row; /* enum row (inst.h) */
	u8 noperand;
	u8 guard_negated;
	u32 guard;  /* predicate register or NO_REG */
	u8 type[4]; /* enum type of the spelled types; TYPE_NONE after the last */
	u32 line;   /* index into func->line (source line in force); 0 for none */
	/* modifier word, fields from mod.def; of rows with any_words and of ROW_INVALID:
	 * index into func->text */
	u64 mods;
	/* at the positions of the row's signature; OPR_NONE where one is left out, those
	 * at the end cut off */
	struct operand *operand;
	struct loc loc; /* opcode to semicolon */
};

struct reg {
	struct str *name; /* as printed, unique in the function; elements of a vector
	                     register end in .x .y .z .w */
	u8 type;          /* enum type */
	u8 vec;  /* width of the vector register that it is an element of; 0: scalar */
	u8 elem; /* which element */
};

enum linkage {
	LINKAGE_NONE,
	LINKAGE_VISIBLE,
	LINKAGE_EXTERN,
	LINKAGE_WEAK,
	LINKAGE_COMMON
};

struct init_reloc { /* the value at `offset` is an address */
	u64 offset;
	u32 var, func; /* one of them is NO_REG */
	s64 addend;
	u8 size; /* bytes stored */
	u8 byte; /* 1 + index of the single byte taken (mask form), 0: whole */
	bool generic;
};

struct var {
	struct str *name; /* as printed */
	struct loc loc;
	u8 space, type, vec, linkage;
	u32 func; /* owner, or NO_REG at module scope */
	u64 align, size_bytes;
	u32 ndim;
	u64 dim[4];     /* as declared; 0 = open [] */
	u8 *init;       /* the first init_bytes bytes, or NULL; the rest is zero */
	u64 init_bytes; /* leading bytes given explicitly */
	struct init_reloc *reloc;
	u32 nreloc;
	bool managed, is_ptr, is_hidden;
	bool is_private; /* set by ir/lower: no name outside of the text reaches it */
	bool is_host;    /* set by ir/lower: the host's, without a value here; only the
	                    addresses of constants that are not needed may name it */
	u8 ptr_space;
	u64 ptr_align;
	/* SPACE_PARAM */
	bool is_param, is_ret; /* formal parameter or return value; otherwise a call's own
	                          .param */
	u32 param_offset;      /* entry parameter: byte offset in the parameter block */
	bool is_reg; /* .func parameter declared as .reg: `reg` is its register */
	u32 reg;
	u8 group, elem; /* a .reg .v2 parameter is two of these, elements 0 and 1 of a
	                   group of 2 */
	/* SPACE_LOCAL at module scope (before PTX 3.0): its place in each thread's local
	 * memory */
	u32 local_offset;
};

struct block {
	struct str *label; /* NULL if it has none; the printer makes one where needed */
	u32 first, ninst;  /* range in func->inst */
	u32 *succ, *pred;  /* filled by cfg_build; fall-through or branch target order:
	                      not-taken first */
	u32 nsucc, npred;
};

struct more_label { /* a second label at the same place */
	struct str *label;
	u32 block;
};

struct targets { /* .branchtargets, .calltargets, .callprototype */
	enum { TARGETS_BRANCH, TARGETS_CALL, TARGETS_PROTO } kind;
	struct str *label;
	u32 *index; /* blocks, or functions */
	u32 n;
	u32 *ret, *param; /* prototype: variables (space, type, size as declared) */
	u32 nret, nparam;
	bool noreturn;
	u32 block, before_inst; /* where it stood, for the printer */
	struct loc loc;
};

struct line_function { /* the name of an inlined function, in .debug_str */
	struct str *label;
	s64 offset;
};

struct line_info { /* .loc */
	u32 file, line, column;
	u32 inlined_at;                       /* index of another line_info, 0 for none */
	const struct line_function *function; /* NULL if it is not inlined */
};

struct func {
	struct str *name;
	struct loc loc;
	u32 index; /* in module->func */
	u8 linkage;
	bool is_entry, has_body, noreturn;
	bool noinline; /* calls stay calls: the source says so, PTX has no word for it */
	u32 *param, *ret; /* variables */
	u32 nparam, nret;
	u32 param_bytes; /* entry: size of the parameter block */
	struct reg *reg;
	u32 nreg;
	struct block *block;
	u32 nblock;
	struct inst *inst;
	u32 ninst;
	struct operand *operand;
	u32 noperand; /* pool of vector elements */
	u32 ninst_operand;
	struct operand *inst_operand; /* those of all instructions, one after the other */
	struct line_info *line;
	u32 nline; /* [0] is "none" */
	struct targets *targets;
	u32 ntargets;
	u32 *var;
	u32 nvar; /* variables declared inside: local, shared, param, static global */
	/* launch directives; 0 = absent */
	u32 maxntid[3], reqntid[3], minnctapersm, maxnreg, reqnctapercluster[3],
		maxclusterrank;
	bool explicitcluster, blocksareclusters;
	struct str **pragma;
	u32 npragma;
	u32 *pragma_at; /* the instruction each stands before; NO_REG: with the
	                   directives */
	struct str **text;
	u32 ntext; /* opcodes kept as text; whole instructions of ROW_INVALID */
	struct more_label *more_label;
	u32 nmore_label;
	struct loc end_loc; /* the closing brace */
	u32 ninvalid;       /* instructions of unknown opcode, which trap when reached */
	struct arena *arena;
	/* results of analyses, NULL until computed; see cfg.h, dom.h, live.h, uniform.h,
	 * reconv.h */
	struct cfg *cfg;
	struct dom *dom, *pdom;
	struct reconv *reconv;
	struct live *live;
	struct uniform *uniform;
};

/* .section .debug_info { ... }: kept word for word for the printer. */
struct section_item {
	u8 kind; /* enum section_item_kind */
	u8 type;
	struct str *name, *name2;
	s64 value; /* datum, or the offset of a symbol */
};
enum section_item_kind { SECTION_LABEL, SECTION_DATA, SECTION_SYMBOL, SECTION_DIFF };
struct section {
	struct str *name;
	struct section_item *item;
	u32 nitem;
};

struct alias {
	struct str *alias;
	u32 func;
};
struct file_info {
	u32 index;
	struct str *name;
	u64 time, size;
	bool has_time;
};

/* Declarations in source order. FUNC_DECL: a prototype; FUNC_DEF: with its body. */
enum item_kind {
	ITEM_VAR,
	ITEM_FUNC_DECL,
	ITEM_FUNC_DEF,
	ITEM_ALIAS,
	ITEM_FILE,
	ITEM_SECTION,
	ITEM_PRAGMA
};
struct module_item {
	u32 kind, index;
};

struct module {
	struct arena *arena;
	struct strtab *names;
	/* may be dropped with the unit; locs then print without text */
	struct sources *sources;
	u32 version;    /* 10*major + minor: 90 for 9.0 */
	u32 sm;         /* 90 for sm_90 */
	char sm_suffix; /* 'a', 'f' or 0 */
	struct str **target;
	u32 ntarget;      /* all words of .target */
	u32 address_size; /* 32 or 64 */
	struct var *var;
	u32 nvar, var_cap; /* var_cap: room for more, which the optimiser makes */
	struct func **func;
	u32 nfunc;
	struct alias *alias;
	u32 nalias;
	struct file_info *file;
	u32 nfile;
	struct section *section;
	u32 nsection;
	struct str **pragma;
	u32 npragma;
	struct module_item *item;
	u32 nitem;
	u32 version_major, version_minor;
	u32 local_bytes; /* of .local variables at module scope, where every thread's
	                    memory starts */
	u32 optimized;   /* options of the optimiser, if it ran: with the text, they
	                    determine the code */
};

/* Function by name, NULL if there is none. */
struct func *module_find_func(const struct module *m, const char *name);
struct var *module_find_var(const struct module *m, const char *name);
