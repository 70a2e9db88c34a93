/* convert.h - implicit conversions: how good one is ([over.best.ics]), what it is made of
 * ([conv]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

enum ics_kind { ICS_STANDARD, ICS_USER, ICS_ELLIPSIS, ICS_BAD };

enum ics_rank { RANK_EXACT, RANK_PROMOTION, RANK_CONVERSION };

struct ics {
	u8 kind, rank;
	bool binds_ref, binds_rref, to_rvalue, adds_quals, is_to_bool;
	bool drops_bound;   /* of an array: int[3] as int[] */
	bool is_underlying; /* an enumeration's promotion to the type that is fixed for it
	                     */
	u8 ref_quals;       /* of the referred type */
	u8 depth;           /* derived to base */
	const struct ctype *to;
	struct cdecl *func; /* user conversion: constructor or conversion function */
	bool is_list;
	bool is_init_list; /* a braced list to a std::initializer_list */
	bool is_array; /* a braced list to an array, of which it initialises n elements */
	u64 n;
};

enum conv_context {
	CONV_IMPLICIT,
	CONV_EXPLICIT, /* direct initialisation, static_cast */
	CONV_CAST      /* (T)e: the same, and bases need not be accessible
	                  ([expr.cast]/4) */
};

struct ics ics_find(struct sema *c, struct cexpr *e, const struct ctype *to,
                    enum conv_context ctx);
int ics_compare(const struct ics *a, const struct ics *b); /* < 0: a is better */
/* Converts e to a prvalue of `to`, or to an lvalue to bind if `to` is a reference.
 * Reports an error if it cannot. */
struct cexpr *convert(struct sema *c, struct cexpr *e, const struct ctype *to,
                      enum conv_context ctx, struct loc loc);
/* Returns a value that may be used more than once: itself, or a variable that *hold sets
 * to it. */
struct cexpr *value_held(struct sema *c, struct cexpr *e, struct cexpr **hold,
                         struct loc loc);
/* Returns `e`, which uses the value, after `hold` if that is not NULL. */
struct cexpr *value_in(struct sema *c, struct cexpr *hold, struct cexpr *e);
/* A conversion of a pointer that moves it. */
typedef struct cexpr *pointer_step(struct sema *c, struct cexpr *e,
                                   const struct ctype *to, struct loc loc);
/* Does such a conversion of e for all pointers but null. */
struct cexpr *guard_null(struct sema *c, struct cexpr *e, const struct ctype *to,
                         pointer_step *step, struct loc loc);
/* Lvalue-to-rvalue conversion and decay; classes stay lvalues. */
struct cexpr *rvalue(struct sema *c, struct cexpr *e);
struct cexpr *to_bool(struct sema *c, struct cexpr *e); /* contextually converted */
struct cexpr *cast_scalar(struct sema *c, struct cexpr *e, const struct ctype *to);
/* Makes an lvalue of a prvalue (CE_TEMP). */
struct cexpr *materialise(struct sema *c, struct cexpr *e);
/* Makes a value that is not used: an object is destroyed all the same. */
struct cexpr *discard(struct sema *c, struct cexpr *e);
/* Returns `e`, after what naming the object of a static member does ([expr.ref]/1). */
struct cexpr *expr_after(struct sema *c, struct cexpr *object, struct cexpr *e);
struct cexpr *decay(struct sema *c, struct cexpr *e);
bool is_null_constant(const struct cexpr *e); /* 0 or nullptr */

/* Whether it is explicit, or explicit(true). */
bool func_is_explicit(struct sema *c, struct cdecl *f);
