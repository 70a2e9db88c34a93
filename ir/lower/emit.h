/* emit.h - instructions, registers and labels (emit.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/isa/inst.h"
#include "ir/lower/place.h"

struct lower;

static inline struct operand opr_reg(u32 r) {
	return (struct operand){.kind = OPR_REG, .index = r};
}
static inline struct operand opr_imm(u64 v) {
	return (struct operand){.kind = OPR_IMM, .value = (s64)v};
}
static inline struct operand opr_sym(u32 var, s64 offset) {
	return (struct operand){.kind = OPR_SYM, .index = var, .value = offset};
}
static inline bool opr_is(struct operand o, u64 v) {
	return o.kind == OPR_IMM && (u64)o.value == v;
}
static inline struct val val_of(struct operand o) {
	return (struct val){.o = o};
}

struct operand reg_new(struct lower *l, enum type t);
struct operand reg_new_var(struct lower *l, enum type t); /* assigned more than once */
bool reg_is_var(const struct lower *l, struct operand o);
u64 emit_ftz(const struct lower *l, enum type t); /* .ftz, if the file is compiled so */
struct inst *emit_inst(struct lower *l, enum row row, u64 mods, enum type t0,
                       enum type t1, const struct operand *o, u32 n);
/* Emit an instruction with a new register for the result; the operands are sources. */
struct operand emit1(struct lower *l, enum row row, u64 mods, enum type t,
                     struct operand a);
struct operand emit2(struct lower *l, enum row row, u64 mods, enum type t,
                     struct operand a, struct operand b);
struct operand emit3(struct lower *l, enum row row, u64 mods, enum type t,
                     struct operand a, struct operand b, struct operand c);
struct operand emit_cvt(struct lower *l, enum row row, u64 mods, enum type to,
                        enum type from, struct operand a);
void emit_mov(struct lower *l, enum type reg_type, struct operand to,
              struct operand from);
struct operand emit_copy(struct lower *l, enum type reg_type, struct operand from);
struct operand emit_selp(struct lower *l, enum type reg_type, struct operand a,
                         struct operand b, struct operand p);
/* Returns o in a register even if it is a constant. */
struct operand emit_reg(struct lower *l, enum type reg_type, struct operand o);
u32 label_new(struct lower *l);
void label_set(struct lower *l, u32 label);
/* Drops the last jump if it leads to the label, which follows; whether it did. */
bool jump_drop(struct lower *l, u32 label);
/* Whether a jump was needed: control may reach this point. */
bool emit_bra(struct lower *l, u32 label);
void emit_bra_if(struct lower *l, struct operand pred, bool negated, u32 label);
void emit_trap(struct lower *l);
/* Makes a .local variable of the function. */
struct place local_new(struct lower *l, u64 size, u64 align);
struct str *name_of(struct lower *l, const char *fmt, ...) PRINTF_LIKE(2, 3);
void lower_unsupported(struct lower *l, struct loc loc, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
