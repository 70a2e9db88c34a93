/* debug.h - what -G records: debug.c collects scopes and variables, dwarf.c writes them
 * into sections.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/vec.h"
#include "parser/cuda/tree/ast.h"

struct lower;

/* Address classes of DW_AT_address_class in PTX, as cuda-gdb knows them. */
enum debug_class {
	DEBUG_CLASS_CONST = 4,
	DEBUG_CLASS_GLOBAL = 5,
	DEBUG_CLASS_LOCAL = 6,
	DEBUG_CLASS_PARAM = 7,
	DEBUG_CLASS_SHARED = 8,
	DEBUG_CLASS_GENERIC = 12,
};

struct debug_var {
	struct cdecl *decl;
	bool is_param;
	bool is_indirect; /* the place holds its address */
	u32 var;          /* where it is, in module->var; NO_REG: nowhere */
	u64 offset;
};

enum debug_scope_kind { DEBUG_FUNC, DEBUG_INLINE, DEBUG_BLOCK };

/* A stretch of the text between two labels in which variables are known. */
struct debug_scope {
	u8 kind;
	struct debug_scope *up;
	struct cdecl *fn; /* FUNC, INLINE */
	struct loc loc;   /* INLINE: of the call */
	struct str *begin, *end;
	VEC(struct debug_var) var;
	VEC(struct debug_scope *) inner;
};

/* All do nothing without -G. A function of a system header gets no scope. */
void debug_open(struct lower *l, enum debug_scope_kind kind, struct cdecl *fn,
                struct loc loc);
void debug_close(struct lower *l, enum debug_scope_kind kind, struct cdecl *fn);
/* Checks whether the statement is a block that declares something. */
bool debug_is_block(const struct lower *l, const struct cstmt *s);
/* Records a variable that was bound; from here on its value is in memory, where a
 * debugger finds it. */
void debug_var(struct lower *l, struct cdecl *d);
/* Records a shared or static variable of a function on its first use, in the function's
 * scope. */
void debug_static(struct lower *l, struct cdecl *d, u32 var);
void debug_finish(struct lower *l);
