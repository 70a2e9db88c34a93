/* build.h - what the actions of ptx.y call: each takes what the grammar has just
 * recognised and makes the node. Lists are built on stacks of the parser: an element
 * is pushed when it is reduced, the list's value in the grammar is only its length,
 * and what ends the list copies that many elements off the top into the unit's
 * arena. Elements that an error leaves there stay below the next list's and are never
 * looked at.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lexer/ptx.h"
#include "parser/ptx/ast.h"

/* A stack in its own arena, so that growing frees the old memory. */
#define STACK(T)                    \
	struct {                    \
		T *at;              \
		u32 n, cap;         \
		struct arena arena; \
	}

struct ptx_name {
	struct str *str;
	struct loc loc;
};

/* The part of a declaration before its names: .space .align .vec .type and the like. */
struct ptx_spec {
	struct ast_var var; /* the fields that all names share */
	bool has_type, has_vec, has_align;
};

struct ptx_symbol { /* name + offset in an initialiser */
	struct str *name;
	s64 offset;
	bool generic;
};

struct ptx_parser {
	struct arena *arena;
	struct diag *diag;
	struct ptx_lexer lexer;
	struct ast_module *module;
	struct ast_func *func; /* whose head has just been read */

	STACK(struct ast_operand) operand;
	STACK(struct ast_stmt *) stmt;
	STACK(struct ast_var) var; /* the newest is the one being declared */
	STACK(struct ast_init) init;
	STACK(struct ast_attr) attr;
	STACK(struct ast_directive) directive;
	STACK(struct ast_section_item) item;
	STACK(struct ptx_name) name;
	STACK(u64) number; /* dimensions, directive values */

	struct ptx_spec spec;
	struct ptx_symbol symbol;
	struct str *item_type; /* of section data */
	struct {               /* texts that constructors compare names with */
		struct str *generic, *function_name, *inlined_at;
	} known;
	bool has_version, has_target, has_address_size;
};

/* Sets up, tears down (the tree stays). */
void parser_init(struct ptx_parser *p, struct arena *arena, struct strtab *names,
                 struct diag *d, const struct source_file *file);
void parser_drop(struct ptx_parser *p);

/* ---- constant expressions (constant.c; PTX 4.5.5) ---------------------------------- */
struct ptx_number constant_unary(struct ptx_parser *p, int op, struct ptx_number a,
                                 struct loc loc);
struct ptx_number constant_binary(struct ptx_parser *p, int op, struct ptx_number a,
                                  struct ptx_number b, struct loc loc);
struct ptx_number constant_choose(struct ptx_parser *p, struct ptx_number c,
                                  struct ptx_number a, struct ptx_number b,
                                  struct loc loc);
struct ptx_number constant_cast(struct ptx_parser *p, struct str *type,
                                struct ptx_number a, struct loc loc);
struct ptx_number constant_parens(struct ptx_number a);
/* Returns the value as an integer; reports and gives 0 when it is none. */
u64 constant_int(struct ptx_parser *p, struct ptx_number a, struct loc loc);

/* ---- operands: push ---------------------------------------------------------------- */
void build_operand_name(struct ptx_parser *p, struct str *name, struct loc loc);
void build_sink(struct ptx_parser *p, struct loc loc);
void build_not(struct ptx_parser *p, struct str *name, struct loc loc);
void build_minus(struct ptx_parser *p, struct str *name, struct loc loc);
void build_name_offset(struct ptx_parser *p, struct str *name, int sign,
                       struct ptx_number offset, struct loc loc);
void build_more_offset(struct ptx_parser *p, int sign, struct ptx_number offset,
                       struct loc loc);
void build_index(struct ptx_parser *p, struct str *name, struct ptx_number index,
                 struct loc loc);
void build_constant(struct ptx_parser *p, struct ptx_number v, struct loc loc);
void build_group(struct ptx_parser *p, enum ast_operand_kind kind, u32 n, struct loc loc);
/* Sets the suffix of the operand just pushed. */
void build_suffix(struct ptx_parser *p, struct str *suffix);

/* ---- statements: push -------------------------------------------------------------- */
struct str *build_opcode(struct ptx_parser *p, struct str *head, struct str *tail);
void build_inst(struct ptx_parser *p, const struct ptx_word *guard, struct loc guard_loc,
                struct str *opcode, struct loc opcode_loc, u32 noperand, struct loc loc);
void build_label(struct ptx_parser *p, struct str *name, struct loc loc);
void build_targets(struct ptx_parser *p, enum ast_stmt_kind kind, struct str *label,
                   u32 n, struct loc loc);
void build_prototype(struct ptx_parser *p, struct str *label, u32 nret, u32 nparam,
                     u32 ndirective, struct loc loc);
void build_loc(struct ptx_parser *p, struct ptx_number file, struct ptx_number line,
               struct ptx_number column, struct loc loc);
void build_loc_inline(struct ptx_parser *p, struct ptx_name name_word,
                      struct ptx_name at_word, struct ptx_number file,
                      struct ptx_number line, struct ptx_number column);
u32 build_pragma_stmts(struct ptx_parser *p, u32 n, struct loc loc);
void build_block(struct ptx_parser *p, u32 n, struct loc loc);
u32 build_var_stmts(struct ptx_parser *p, u32 n);

/* ---- declarations ------------------------------------------------------------------ */
void build_spec(struct ptx_parser *p, u32 space);
void build_spec_space(struct ptx_parser *p, u32 space, struct loc loc);
void build_spec_type(struct ptx_parser *p, struct str *type, struct loc loc);
void build_spec_vector(struct ptx_parser *p, u32 vec, struct loc loc);
void build_spec_align(struct ptx_parser *p, struct ptx_number align, struct loc loc);
void build_spec_ptr(struct ptx_parser *p, struct loc loc);
void build_spec_attr(struct ptx_parser *p, u32 n);
void build_var(struct ptx_parser *p, struct str *name, struct loc loc); /* NULL for `_` */
void build_var_hidden(struct ptx_parser *p, struct loc loc);
void build_var_range(struct ptx_parser *p, struct ptx_number range, struct loc loc);
void build_var_dims(struct ptx_parser *p, u32 n);
void build_var_init(struct ptx_parser *p);
void build_number(struct ptx_parser *p, struct ptx_number v, struct loc loc);
void build_dim(struct ptx_parser *p, struct ptx_number v, struct loc loc);
void build_no_dim(struct ptx_parser *p, u32 before, struct loc loc);
void build_word(struct ptx_parser *p, struct str *str, struct loc loc); /* onto p->name */
void build_attr(struct ptx_parser *p, struct str *name, u32 nvalue, struct loc loc);

/* ---- initialisers: push ------------------------------------------------------------ */
void build_symbol(struct ptx_parser *p, struct str *name);
void build_symbol_offset(struct ptx_parser *p, int sign, struct ptx_number offset,
                         struct loc loc);
void build_symbol_generic(struct ptx_parser *p, struct str *word, struct loc loc);
void build_init_constant(struct ptx_parser *p, struct ptx_number v, struct loc loc);
void build_init_symbol(struct ptx_parser *p, struct loc loc);
void build_init_mask(struct ptx_parser *p, struct ptx_number mask, struct loc loc);
void build_init_option(struct ptx_parser *p, struct str *name, struct str *value,
                       struct loc loc);
void build_init_option_number(struct ptx_parser *p, struct str *name,
                              struct ptx_number value, struct loc loc);
void build_init_list(struct ptx_parser *p, u32 n, struct loc loc);

/* ---- module level ------------------------------------------------------------------ */
void build_version(struct ptx_parser *p, struct loc loc);
void build_target(struct ptx_parser *p, u32 n, struct loc loc);
void build_address_size(struct ptx_parser *p, struct ptx_number size, struct loc loc);
void build_file(struct ptx_parser *p, struct ptx_number index, struct str *name,
                u32 ntimes, struct loc loc);
void build_section(struct ptx_parser *p, struct str *name, u32 n, struct loc loc);
void build_alias(struct ptx_parser *p, struct ptx_name alias, struct ptx_name aliasee,
                 struct loc loc);
void build_pragma_decls(struct ptx_parser *p, u32 n, struct loc loc);
void build_var_decls(struct ptx_parser *p, u32 linkage, u32 n);

/* Section contents; the type is that of the line. */
void build_item_type(struct ptx_parser *p, struct str *type);
void build_item_label(struct ptx_parser *p, struct str *name);
void build_item_constant(struct ptx_parser *p, struct ptx_number v, struct loc loc);
void build_item_symbol(struct ptx_parser *p, struct str *name, struct ptx_number offset,
                       struct loc loc);
void build_item_difference(struct ptx_parser *p, struct str *name, struct str *name2);

/* ---- functions --------------------------------------------------------------------- */
void build_tune(struct ptx_parser *p, struct str *name, u32 nvalue, struct loc loc);
void build_tune_pragma(struct ptx_parser *p, struct str *name, u32 n, struct loc loc);
struct ptx_func_head {
	bool is_entry;
	u32 linkage, nattr, nret, nparam, ndirective;
	struct ptx_name name;
};
void build_func_head(struct ptx_parser *p, struct ptx_func_head h, struct loc loc);
void build_func_body(struct ptx_parser *p, u32 n, struct loc body_loc);

/* ---- errors (syntax.c) ------------------------------------------------------------- */

/* Reports the token `found` where only the tokens t with expected[t] are valid. */
void syntax_error(struct ptx_parser *p, int found, struct loc loc,
                  const bool expected[PTX_TOKEN_LIMIT]);

/* Reports a module without .version or .target, unless the text was given up before. */
void syntax_check_head(struct ptx_parser *p);

/* Returns the text from loc.start on. */
static inline const char *ptx_text_at(const struct ptx_parser *p, struct loc loc) {
	return p->lexer.file->text + (loc.start - p->lexer.file->base);
}
