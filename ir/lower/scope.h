/* scope.h - the scopes around a statement: calls lowered in place, loops, destructors to
 * run.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/lower/decl_info.h"

struct lower;

/* A destructor to be called when control leaves a scope; or those of the temporaries that
 * either side of a condition made, which end with the full-expression as well
 * ([class.temporary]/4). */
struct cleanup {
	struct cleanup *up;
	struct operand taken; /* a predicate: `yes` has been made, else `no`; none: just
	                         one object */
	struct cleanup *yes, *no, *base; /* down to `base` */
	struct place place;
	const struct ctype *type; /* class, or array of it */
	struct cdecl *dtor;
	bool is_extended; /* a temporary that lives as long as a reference */
};

/* A call that is being lowered in place, or the function itself. */
struct frame {
	struct frame *up;
	struct cdecl *fn;
	struct func_info *info;
	u32 ret_label; /* where return statements jump to; NO_REG: none does */
	u32 nret_jump; /* ... and how many jumps there are */
	/* where a class result goes, or a scalar one of several returns */
	struct place ret;
	struct val value;      /* a scalar result of the only return */
	struct place *ret_ref; /* where the place of a reference result goes */
	struct cleanup *base;  /* the cleanups when the call began */
	u32 inlined_at;        /* line_info of the call, 0 for none */
	u32 serial; /* differs between all of a module: labels are of one frame */
};

/* Of a parameter to its argument, until all arguments are evaluated. */
struct binding {
	struct place place;
	bool is_bound;
};

/* A loop or switch that break and continue leave. */
struct jump {
	struct jump *up;
	u32 brk, cont; /* labels; NO_REG: not a loop */
	struct cleanup *base;
};

struct fixup { /* a goto forward: the scopes that it leaves are not known yet */
	u32 label;
	struct clabel *to;
	struct cleanup *from;
	u32 frame; /* its serial */
};

struct label_info { /* clabel->lower */
	u32 label;
	bool is_placed;
	struct cleanup *cleanup;
	u32 frame; /* the serial of that which it belongs to */
};

/* ---- stmt.c ------------------------------------------------------------------------ */

void cleanup_push(struct lower *l, struct place p, const struct ctype *t,
                  struct cdecl *dtor);
/* cleanup_run emits the destructors above `base`, which stay; cleanup_pop removes
 * them. */
void cleanup_run(struct lower *l, struct cleanup *base);
void cleanup_pop(struct lower *l, struct cleanup *base);
void object_destroy(struct lower *l, struct place p, const struct ctype *t,
                    struct cdecl *dtor);
void fixups_lower(struct lower *l);
