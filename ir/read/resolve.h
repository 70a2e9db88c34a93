/* resolve.h - AST to IR: the tables of names, and the functions that the files of this
 * folder call of each other.
 *
 *   resolve.c  the module: directives, variables, functions, statements
 *   name.c     scopes: the meaning of names, registers of ranges on first use, unique names
 *   opcode.c   an opcode's spelling -> the rows that fit, once per distinct spelling
 *   inst.c     operands, their kinds and types; operand.c one operand; call.c calls
 *   tex.c      operands of texture and surface instructions; tensor.c of tensor copies and wgmma
 *   init.c     initialisers -> bytes and relocations
 *   hint.c     the notes under errors: nearest name, legal forms
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/map.h"
#include "ir/isa/build.h"
#include "parser/ptx/ast.h"

enum bind_kind {
	BIND_NONE,
	BIND_REG,     /* index: register */
	BIND_VREG,    /* index: first of n registers .x .y .z .w */
	BIND_RANGE,   /* index: in ranges; its name ends in '<' */
	BIND_SREG,    /* index: enum sreg */
	BIND_SREG4,   /* index: the first of three in enum sreg */
	BIND_VAR,     /* index: module->var */
	BIND_FUNC,    /* index: module->func */
	BIND_LABEL,   /* index: in labels */
	BIND_TARGETS, /* index: builder targets */
	BIND_CONST,   /* index: the value */
};

struct bind {
	struct str *name;
	u32 index;
	u32 hides; /* the binding of the same name further out, 0 for none */
	u32 next;  /* in its scope, 0 at the end */
	u16 depth;
	u8 kind, n;
	struct loc loc;
};

struct name_info {   /* of an interned string, found by its tag */
	u32 bind;    /* innermost binding, 0 for none */
	u32 used_in; /* 1 + the last function that has an IR name spelled so */
};

struct range {
	struct str *prefix;
	u64 n;
	u8 type, vec;
	struct loc loc;
};

struct label {
	struct str *name;
	u32 block; /* NO_REG until it is placed */
	struct loc loc;
	/* of inline PTX */
	bool is_shared;  /* a branch of another text goes there */
	bool is_awaited; /* of a branch whose label no text has declared yet */
	u32 turned_out;  /* and the one that it turned out to be, or 0 */
};

struct scope {
	u32 first_bind, nrange;
	u32 nlabel; /* how many there were */
};

/* Lowering resolves a function's asm statements one by one, and a branch in one may go to
 * a label in another. */
struct asm_labels {
	u32 first;    /* of this text, in labels; 0: there is no inline PTX */
	u32 depth;    /* the scope of the texts themselves; 0: a brace is open */
	u32 nawaited; /* labels that is_awaited says */
};

struct cand { /* a row that an opcode's modifiers and types fit */
	u16 row;
	u8 type[4];
	u64 mods;
};

struct opcode { /* str->memo of an opcode's spelling */
	struct cand *cand;
	u32 ncand;
	bool unknown; /* no table has the mnemonic */
	bool warned;  /* a warning about it was given */
};

VEC_TYPE(binds, struct bind);
VEC_TYPE(name_infos, struct name_info);
VEC_TYPE(ranges, struct range);
VEC_TYPE(labels, struct label);
VEC_TYPE(scopes, struct scope);
VEC_TYPE(vars, struct var);
VEC_TYPE(funcs, struct func *);
VEC_TYPE(aliases, struct alias);
VEC_TYPE(files, struct file_info);
VEC_TYPE(sections, struct section);
VEC_TYPE(items, struct module_item);

struct resolver {
	struct module *m;
	struct arena *arena;  /* the module's */
	struct arena scratch; /* one function's lists */
	struct arena unit;    /* tables of the load */
	struct strtab *names;
	struct diag *d;
	const struct ast_module *ast;

	struct name_infos name;
	struct binds bind; /* [0] unused */
	struct ranges range;
	struct labels label;
	struct scopes scope;
	u32 rename_seq;
	u32 ndeep_range; /* ranges in scopes inside functions' bodies */

	struct vars var;
	struct funcs func;
	struct aliases alias;
	struct files file;
	struct sections section;
	struct strs pragma;
	struct items item;

	struct ir_builder b; /* the function being resolved */
	const struct ast_func *cur;
	bool has_target;
	u64 open_bytes;  /* the most that a call passes for a parameter without a size */
	bool want_label; /* the operands being resolved are a branch's */
	struct asm_labels asm_labels;
	bool unsupported_warned[ROW_COUNT]; /* one warning per unsupported row */
};

/* resolve.c: functions with which lowering of CUDA C++ mixes PTX text with instructions
 * of its own. resolver_begin sets up a resolver whose module exists, .version and .target
 * known; its module scope holds the special registers. Functions are then built through
 * r->b; labels are those of r->label until resolve_labels_finish makes them blocks. */
void resolver_begin(struct resolver *r, struct module *m, struct diag *d);
/* Resolves statements in the innermost scope, which is theirs. */
void resolve_stmts(struct resolver *r, const struct ast_stmts *list);
/* The same for a part of a text: the first `nclose` blocks, each the first statement of
 * the one around it, are scopes that are open already; the last `nopen` ones, each the
 * last statement of the one around it, stay open. */
void resolve_part(struct resolver *r, const struct ast_stmts *list, u32 nclose,
                  u32 nopen);
/* labels.c: the label of a branch in inline PTX, a name that is not bound. */
u32 label_awaited(struct resolver *r, struct str *name, struct loc loc);
/* Declares the labels of a list of statements in the innermost scope. */
void labels_declare(struct resolver *r, const struct ast_stmts *list);
void label_place(struct resolver *r, const struct ast_stmt *s);
void resolve_labels_finish(struct resolver *r);
/* Copies the lists into the module and drops the resolver's own memory. */
void resolver_finish(struct resolver *r);

/* name.c */
void scope_open(struct resolver *r);
void scope_close(struct resolver *r);
/* Binds a name in the innermost scope; reports E0202 and returns NULL if that has it
 * already. */
struct bind *name_bind(struct resolver *r, struct str *name, enum bind_kind kind,
                       u32 index, struct loc loc);
/* Binds a name in the scope of this depth; where it is bound there, anew. No scope within
 * that one may have the name. */
void name_rebind(struct resolver *r, struct str *name, enum bind_kind kind, u32 index,
                 u32 depth);
/* The binding of a name here, NULL if it has none. Creates registers of ranges. */
struct bind *name_find(struct resolver *r, struct str *name);
void range_bind(struct resolver *r, struct str *prefix, u64 n, enum type type, u32 vec,
                struct loc loc);
/* New registers for a name: one, or the elements of a vector. Returns the first. */
u32 regs_new(struct resolver *r, struct str *name, enum type type, u32 vec, u32 depth);
/* The name, or another one if the function uses it for something else already. */
struct str *name_unique(struct resolver *r, struct str *name, u32 depth);
struct name_info *name_info(struct resolver *r, struct str *s);
void duplicate_error(struct resolver *r, struct str *name, struct loc loc,
                     const struct bind *old);

/* limit.c */
struct limit_part { /* a slot and the values that are meant, a bit each; bit 0: absent */
	u8 slot;
	u64 values;
};
struct limit { /* a line of limit.def */
	const char *mnemonic;
	struct limit_part part[2];
	u64 first, last; /* types, a bit each */
	u16 sm, ptx;     /* since when it exists; both 0: it does not */
	const char *why;
};
/* The limit that forbids these modifiers and types on this target and in this version;
 * NULL if there is none. */
const struct limit *limit_find(const struct row_info *info, u64 mods, const u8 type[4],
                               u32 sm, u32 ptx);

/* opcode.c */
struct opcode *opcode_find(struct resolver *r, const struct ast_inst *in);
/* Checks whether .version and .target have it; reports what it needs if not. */
bool since_check(struct resolver *r, struct loc loc, const char *kind, const char *what,
                 u32 ptx, u32 sm);

/* operand.c */
bool arg_resolve(struct resolver *r, const struct ast_operand *a, struct operand *out,
                 u32 depth);

/* inst.c */
void resolve_inst(struct resolver *r, const struct ast_inst *in, struct loc loc);
bool reg_fits(enum type inst_type, enum type reg_type, bool wide);
/* The bits of a constant as operands of type t carry them; false if it cannot be one. */
bool imm_convert(enum type t, const struct ast_operand *a, s64 *value);
struct inst *resolve_append(struct resolver *r, const struct cand *c,
                            const struct ast_inst *in, const struct operand *o, u32 n,
                            u32 guard, struct loc loc);

/* call.c */
void resolve_call(struct resolver *r, const struct ast_inst *in, const struct cand *c,
                  u32 guard, struct loc loc);
/* Checks that only the last parameter of a function, not of a kernel, has no size. */
void open_params_check(struct resolver *r, const u32 *list, u32 n, bool is_entry);
/* Sizes them for the largest argument of any call. */
void open_params_size(struct resolver *r);

/* tex.c: operands of texture and surface instructions. */
/* [t, s, {x}] as the operands t, s (0 if there is none), {x}; {r,g,b,a}|p without p,
 * which goes to *resident; `in` itself if there is nothing to change. */
const struct ast_inst *tex_expand(struct resolver *r, const struct ast_inst *in,
                                  const struct ast_operand **resident);
/* Coordinates, gradients and offsets that stand alone become vectors of one. */
void tex_finish(struct resolver *r, const struct cand *c, struct operand *out);

/* tensor.c */
/* [map, {x}] as the operands [map], {x}. */
const struct ast_inst *tensor_expand(struct resolver *r, const struct ast_inst *in);
/* The operands from `first` on as one vector. */
const struct ast_inst *constants_fold(struct resolver *r, const struct ast_inst *in,
                                      u32 first);

/* init.c */
void resolve_init(struct resolver *r, struct var *v, const struct ast_init *init);

/* hint.c */
struct diag_record *hint_unknown_name(struct resolver *r, struct str *name,
                                      struct loc loc, bool is_label);
void hint_opcode(struct resolver *r, const struct ast_inst *in);
/* "add{.sat}.s32 d, a, b" */
const char *hint_form(struct resolver *r, enum row row);
/* A copy of an operand's or instruction's text, as spelled in the tree. */
struct str *ast_inst_text(struct resolver *r, const struct ast_inst *in);
