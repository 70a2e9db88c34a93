/* ast.h - the PTX syntax tree: what a .ptx file says, before any instruction is looked
 * up. Names are interned strings as spelled (an opcode with its dot-words is one string,
 * so is `%tid.x`). Everything lives in the unit's arena; every node keeps its loc.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/diag.h"
#include "base/str.h"
#include "base/vec.h"

/* ---- operands and constant expressions --------------------------------------------- */

enum ast_operand_kind {
	AST_NAME,  /* name, perhaps with .x or .b0 selector spelled in it; `offset` for
	              name+imm */
	AST_INT,   /* value; a folded constant expression, too */
	AST_F32,   /* value: 32 bits (0f3F800000) */
	AST_F64,   /* value: 64 bits (0d..., or a decimal literal) */
	AST_ADDR,  /* [ list ]: one element, or more for tensor and texture forms */
	AST_VEC,   /* { list } */
	AST_PAIR,  /* a | b: list of two */
	AST_LIST,  /* ( list ) of a call */
	AST_SINK,  /* _ */
	AST_INDEX, /* name[offset]: the address of an element (PTX 6.4.2); offset counts
	              elements */
};

struct ast_operand {
	u8 kind;
	bool negated;     /* !p, or -r */
	bool is_minus;    /* -r: of the video instructions */
	bool is_unsigned; /* AST_INT: had a U suffix or does not fit s64 */
	bool has_offset;  /* AST_NAME: spelled name+imm or name-imm */
	bool has_minus;   /* ... with a minus between them */
	u32 n;            /* list length */
	struct loc loc;
	union {
		struct {
			struct str *name;
			s64 offset;
		};
		u64 value;
		struct {
			struct ast_operand *list;
			struct str *suffix; /* ".unified" after the ] of an AST_ADDR, or
			                       NULL */
		};
	};
};

/* ---- statements -------------------------------------------------------------------- */

struct ast_stmt;
VEC_TYPE(ast_stmts, struct ast_stmt *);

struct ast_inst {
	struct str *opcode; /* "add.rn.f32" */
	struct str *guard;  /* NULL for none */
	struct loc opcode_loc, guard_loc;
	bool guard_negated;
	u32 noperand;
	struct ast_operand *operand;
};

/* Initialiser element: an integer, a float, or symbol + offset, perhaps generic(symbol)
 * and perhaps only a byte of it (0xFF00(symbol)). Nested braces are lists. */
struct ast_init {
	enum {
		INIT_INT,
		INIT_F32,
		INIT_F64,
		INIT_SYMBOL,
		INIT_LIST,
		INIT_OPTION
	} kind : 8;
	bool generic; /* generic(sym) */
	u8 mask_byte; /* 0xFF(sym): 1 + index of the byte taken; 0: the whole value */
	struct loc loc;
	u32 n;
	union {
		u64 value;
		struct {
			struct str *name;
			s64 offset;
		};
		struct { /* INIT_OPTION of a sampler: addr_mode_0 = wrap */
			struct str *option, *option_value;
		};
		struct ast_init *list;
	};
};

enum ast_linkage {
	LINK_NONE,
	LINK_VISIBLE,
	LINK_EXTERN,
	LINK_WEAK,
	LINK_COMMON,
};

/* .attribute(.managed), .attribute(.unified(lo, hi)) */
struct ast_attr {
	struct str *name;
	u64 value[2];
	u32 nvalue;
	struct loc loc;
};

/* As spelled in a declaration. */
enum ast_space {
	AST_SPACE_REG,
	AST_SPACE_SREG,
	AST_SPACE_CONST,
	AST_SPACE_GLOBAL,
	AST_SPACE_LOCAL,
	AST_SPACE_PARAM,
	AST_SPACE_SHARED,
	AST_SPACE_TEX,
};

/* One declared name: variable, register, register range or parameter. */
struct ast_var {
	struct str *name; /* NULL: unnamed parameter of a prototype (or `_`) */
	struct loc loc;   /* of the name */
	u8 space, linkage;
	u8 vec;           /* 0, 2, 4 or 8 */
	struct str *type; /* ".u32", with the dot */
	struct loc type_loc;
	u64 align;     /* 0: natural */
	bool is_range; /* %r<range> */
	u64 range;
	u32 ndim; /* array dimensions; 0 in dim[0] for [] */
	u64 *dim;
	struct ast_init *init; /* NULL for none */
	bool is_hidden;        /* .hidden on an entry parameter */
	struct loc hidden_loc;
	bool is_ptr;  /* .ptr on an entry parameter */
	u8 ptr_space; /* enum ast_space; AST_SPACE_REG for generic */
	u64 ptr_align;
	u32 nattr;
	struct ast_attr *attr;
};

struct ast_loc { /* .loc file line column [, function_name label, inlined_at ...] */
	u32 file, line, column;
	bool has_inline;
	struct str *function_name; /* label of .debug_str, with offset */
	s64 function_name_offset;
	u32 inlined_file, inlined_line, inlined_column;
};

struct ast_proto { /* .callprototype */
	struct ast_var *ret, *param;
	u32 nret, nparam;
	bool noreturn;
	struct str *abi; /* the first directive other than .noreturn, or NULL */
	struct ast_directive *directive; /* .noreturn .abi_preserve ... */
	u32 ndirective;
};

enum ast_stmt_kind {
	STMT_INST,
	STMT_LABEL,
	STMT_VAR,
	STMT_BLOCK,
	STMT_LOC,
	STMT_PRAGMA,
	STMT_BRANCHTARGETS,
	STMT_CALLTARGETS,
	STMT_CALLPROTOTYPE,
};

struct ast_stmt {
	u8 kind;
	struct loc loc;
	union {
		struct ast_inst inst;
		struct str *label;      /* STMT_LABEL */
		struct ast_var *var;    /* STMT_VAR: one statement per declared name */
		struct ast_stmts block; /* STMT_BLOCK: { ... }, a scope */
		struct ast_loc line;    /* STMT_LOC */
		struct str *pragma;     /* STMT_PRAGMA: text without quotes */
		struct {                /* STMT_*TARGETS, with their label */
			struct str *targets_label;
			struct str **target;
			struct loc *target_loc;
			u32 ntarget;
		};
		struct {
			struct str *proto_label;
			struct ast_proto *proto;
		};
	};
};

/* ---- module level ------------------------------------------------------------------ */

/* Performance-tuning and launch directives of a function: .maxntid 256,1,1 and the
 * like. */
struct ast_directive {
	struct str *name; /* ".maxntid" */
	struct loc loc;
	u64 value[3];
	u32 nvalue;
	struct str *text; /* .pragma */
};

struct ast_func {
	struct str *name;
	struct loc loc; /* of the name */
	u8 linkage;
	bool is_entry;
	bool has_body;
	struct ast_var *ret, *param;
	u32 nret, nparam;
	struct ast_directive *directive;
	u32 ndirective;
	struct ast_attr *attr;
	u32 nattr;
	struct ast_stmts body;
	struct loc body_loc; /* closing brace included */
};

/* An item of .section .debug_info { ... }, which the IR printer prints as it was. */
struct ast_section_item {
	enum { SECT_LABEL, SECT_DATA, SECT_SYMBOL, SECT_DIFF } kind;
	struct str *type; /* ".b32" */
	union {
		u64 value;        /* SECT_DATA */
		struct str *name; /* label; symbol + offset; symbol - symbol */
	};
	union {
		s64 offset;
		struct str *name2;
	};
};
VEC_TYPE(ast_section_items, struct ast_section_item);

enum ast_decl_kind {
	DECL_VAR,
	DECL_FUNC,
	DECL_ALIAS,
	DECL_FILE,
	DECL_SECTION,
	DECL_PRAGMA,
};

struct ast_decl {
	u8 kind;
	struct loc loc;
	union {
		struct ast_var *var;
		struct ast_func *func;
		struct {
			struct str *alias, *aliasee;
			struct loc aliasee_loc;
		};
		struct {
			u32 file_index;
			struct str *file_name;
			u64 file_time, file_size;
			bool has_file_time;
		};
		struct {
			struct str *section_name;
			struct ast_section_items section;
		};
		struct str *pragma;
	};
};
VEC_TYPE(ast_decls, struct ast_decl *);

struct ast_module {
	u32 version_major, version_minor;
	struct loc version_loc, target_loc;
	struct str **target; /* "sm_90", "texmode_independent", "debug", ... */
	u32 ntarget;
	u32 address_size; /* 32 or 64; 64 if the directive is absent */
	struct ast_decls decl;
};

/* Parses a loaded file. Errors go to `d`; the tree returned holds what could be read
 * (never NULL). Names are interned in `names`. Everything is allocated in `arena`. */
struct ast_module *ptx_parse(struct arena *arena, struct strtab *names, struct diag *d,
                             const struct source_file *file);
/* The first function of a text that need not have .version and .target (inline PTX in a
 * shell). */
struct ast_func *ptx_parse_func(struct arena *arena, struct strtab *names, struct diag *d,
                                const struct source_file *file);

/* Prints the tree as indented text (--dump=ast). */
void ast_dump(const struct ast_module *m, FILE *out);
/* The same with places, as JSON (--dump=ast:json). */
void ast_json(const struct ast_module *m, const struct sources *sources, FILE *out);
