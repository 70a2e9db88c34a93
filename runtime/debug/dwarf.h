/* dwarf.h - debug information of -G: scopes, variables, types.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/map.h"
#include "runtime/debug/places.h"
#include "runtime/debug/type.h"

/* The register that holds a variable at instructions [low, high), as nvcc writes it. */
struct dplace {
	u32 low, high, reg;
};

struct dvar {
	const char *name;
	const struct dtype *type;
	u32 var; /* number in the module; NO_REG: it has no place in memory */
	u32 reg; /* NO_REG: none, or those of `place` */
	struct dplace *place;
	u32 nplace;
	u64 offset;
	bool is_indirect, is_param;
	u32 line;
};

struct dscope {
	struct dscope *parent, *inner, *next;
	bool is_function, is_inlined;
	const char *name, *file;
	u32 line;
	u32 func, low, high; /* instructions [low, high) of the function */
	struct dvar *var;
	u32 nvar;
};

struct dwarf_unit {
	struct dscope *function; /* linked by next */
	struct dvar *global;
	u32 nglobal;
	struct map types; /* names */
	const struct dtype **type;
	u32 ntype;
};

/* NULL: the module has no debug information. */
struct dwarf_unit *symbols_read(struct symbols *s);
/* Returns the innermost scope at an instruction. */
struct dscope *symbols_scope(struct code *c, u32 inst);
/* Number of calls with scopes that are inlined at an instruction. */
u32 symbols_inlined(struct code *c, u32 inst);
/* The debug information of a variable of the module; NULL: none. */
const struct dvar *symbols_var(struct symbols *s, u32 var);
const struct dtype *symbols_type(const char *name);
