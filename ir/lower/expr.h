/* expr.h - expressions: expr.c, the files of their kinds (arith.c, convert.c, int128.c,
 * cond.c, object.c, heap.c, builtin.c), and inline PTX (asm.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/lower/place.h"

struct lower;
struct cleanup;

struct val lower_value(struct lower *l, struct cexpr *e);
struct operand lower_func_address(struct lower *l, struct cdecl *f);
struct operand lower_operand(struct lower *l, struct cexpr *e); /* not 128 bits */
/* Returns the value v in registers that later assignments cannot change. */
struct val value_keep(struct lower *l, struct val v, const struct ctype *t);
struct val lower_new(struct lower *l, struct cexpr *e);
void lower_delete(struct lower *l, struct cexpr *e);
void lower_effect(struct lower *l, struct cexpr *e);
void lower_full(struct lower *l, struct cexpr *e); /* a full-expression */
struct val lower_full_value(struct lower *l, struct cexpr *e);
void lower_into(struct lower *l, struct cexpr *e, struct place to);
/* The same for an initialiser whose temporaries end with it: one element of an array. */
void lower_full_into(struct lower *l, struct cexpr *e, struct place to);
/* CE_INIT: initialises a base or member of an object under construction. */
void lower_init(struct lower *l, struct cexpr *e);
/* Lowers CE_ASSIGN, CE_COMPOUND, CE_PREINC, CE_PREDEC; returns the place assigned to. */
struct place lower_assignment(struct lower *l, struct cexpr *e);
struct val value_const(const struct ctype *t, u64 value);
bool expr_is_const(const struct cexpr *e, u64 *value);
bool expr_has_effect(const struct cexpr *e);
struct val value_arith(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                       struct val a, struct val b, const struct ctype *bt);
struct val value_unary(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                       struct val a);
struct operand value_compare(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                             struct val a, struct val b);
struct val value_convert(struct lower *l, struct val v, const struct ctype *to,
                         const struct ctype *from);
struct operand value_bits(struct lower *l, struct operand o, enum type reg, enum type as);
struct val int128_arith(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                        struct val a, struct val b, const struct ctype *bt);
struct operand int128_compare(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                              struct val a, struct val b);
struct val int128_convert(struct lower *l, struct val v, const struct ctype *to,
                          const struct ctype *from);
void lower_branch(struct lower *l, struct cexpr *e, u32 yes, u32 no, u32 next);
/* Lowers the condition of a statement, with the end of its temporaries. */
void lower_condition(struct lower *l, struct cexpr *e, u32 yes, u32 no, u32 next);
/* Whether a condition is constant and has the value; nothing of it is evaluated then. */
bool cond_is(const struct cexpr *e, bool value);
/* Returns what an if executes for a value of its condition; NULL if that is nothing, or
 * never happens: code that is never reached must not make its function recursive. */
struct cstmt *if_branch(const struct cstmt *s, bool value);
/* Checks whether evaluating e makes temporaries that must be destroyed. */
bool expr_has_cleanup(const struct cexpr *e);
/* Two branches that join: side_end is called at the end of each, with the cleanups below
 * it, and returns those that the branch made; the first branch then jumps to `tail`, the
 * second runs into sides_join. */
struct cleanup *side_end(struct lower *l, struct cleanup *base);
void sides_join(struct lower *l, struct cleanup *base, struct cleanup *yes,
                struct cleanup *no, u32 tail);
struct val lower_builtin(struct lower *l, struct cexpr *e);
void lower_asm(struct lower *l, struct casm *a);
/* Reports a brace of the function's inline PTX that is still open. */
void asm_end(struct lower *l);
/* A call in place has names of inline PTX that the function around does not see. Returns
 * what asm_frame_end restores. */
u32 asm_frame_begin(struct lower *l);
void asm_frame_end(struct lower *l, u32 before);
/* Returns the local variable that input operand i names and the text may write, or
 * NULL. */
struct cexpr *asm_input_changed(struct lower *l, struct casm *a, u32 i);
