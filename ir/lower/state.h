/* state.h - the state of lowering, and which file does what:
 *
 *   unit.c     the module: variables, the queue of functions, demotion of shared variables
 *   init.c     constant initialisers of module variables
 *   escape.c   before a function is lowered: which variables can live in registers
 *   func.c     signatures, parameters, bodies
 *   call.c     calls: in place, through .param space, by pointer
 *   stmt.c     statements, scopes, destructors; switch.c dispatch
 *   expr.c     scalar values; arith.c operators; convert.c conversions; int128.c 128-bit integers
 *   cond.c     conditions as branches and predicates
 *   place.c    lvalues and pointers as places; access.c loads and stores; copy.c whole objects
 *   object.c   prvalues made into a place
 *   heap.c     new and delete
 *   builtin.c  built-in functions; asm.c inline PTX; line.c source lines
 *   debug.c    with -G: scopes and where variables are; dwarf.c writes them into sections
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/lower/call.h"
#include "ir/lower/lower.h"
#include "ir/lower/scope.h"
#include "ir/read/resolve.h"

struct switch_;
struct debug_scope;

struct line_place {
	u32 file, line, column;
};

struct shared_use {
	u32 var;
	u32 func; /* NO_REG: several */
	u32 at;
};

struct lower {
	struct arena *arena; /* the module's */
	struct arena unit;   /* of the lowering */
	struct cunit *u;
	const struct cuda_options *opt;
	struct diag *d;
	struct resolver r; /* names of the module, r.b the function being built */
	struct map temp;   /* CE_TEMP -> struct var_info */
	struct map string; /* hash of a literal's bytes -> chain */
	u32 nstring, nasm;
	VEC(struct cdecl *) queue;     /* functions to be emitted */
	VEC(struct shared_use) shared; /* the uses of shared variables */
	VEC(bool)
	is_named_before; /* by function: a kernel that is named before its text */
	u32 externs[EXTERN_COUNT]; /* 1 + index in module->func; 0: not declared yet */

	/* the function being lowered */
	struct func *f;
	struct frame *frame;
	u32 nframe; /* frames made so far, in all functions */
	struct jump *jump;
	struct switch_ *sw;
	struct cleanup *cleanup;
	VEC(struct fixup) fixup;
	VEC(struct binding) binding; /* of the calls in place that are begun */
	VEC(u32) line_cache;
	VEC(bool) is_var_reg; /* registers that are assigned more than once */
	u32 nreg[8];          /* by prefix */
	u32 nlabel, nlocal, ncallseq;
	struct loc loc;    /* goes into every instruction */
	struct loc warned; /* the last store to constant memory with a warning */
	u32 last_line_key;
	bool is_entry;
	struct diag *asm_diag; /* about inline PTX, before it is moved to the literals */
	struct sources *asm_sources;
	struct map asm_form; /* casm -> struct asm_form */
	/* scopes that the texts so far opened and that a later one closes */
	u32 nasm_open, asm_depth; /* how many; the scope of the operands around them, 0 */
	u32 asm_frame;            /* how many scopes there were when the call began */
	const struct casm *asm_open; /* the statement that opened the first of them */
	/* line tables (line.c) */
	struct map file_index;
	struct map place_index; /* where the sources are asked for: offset -> place */
	VEC(struct line_place) place;
	VEC(struct str *) debug_name; /* functions lowered in place */
	struct map debug_name_index;
	/* variables and scopes (debug.c) */
	struct debug_scope *debug_scope;      /* the innermost one that is open */
	VEC(struct debug_scope *) debug_func; /* the outermost ones: functions */
	u32 ndebug_label;
};
