/* heap.c - new and delete: memory from the device's malloc, and the objects in it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/call.h"
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/place.h"
#include "ir/lower/scope.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"

/* Makes the elements of an array, `first` and up, each from the same initialiser. */
static void make_elements(struct lower *l, struct place at, struct cexpr *init,
                          u64 stride, struct operand count, u64 first) {
	struct operand i = reg_new_var(l, TYPE_B64), p = reg_new_var(l, TYPE_B64);
	u32 head = label_new(l), end = label_new(l);
	emit_mov(l, TYPE_B64, i, opr_imm(first));
	emit_mov(l, TYPE_B64, p,
	         emit2(l, ROW_ADD, 0, TYPE_S64,
	               emit_reg(l, TYPE_B64, place_address(l, at)),
	               opr_imm(first * stride)));
	label_set(l, head);
	struct operand done = emit2(l, ROW_SETP_U, MOD_BITS(CMP, GE), TYPE_U64, i, count);
	emit_bra_if(l, done, false, end);
	lower_full_into(l, init, place_at(p));
	emit_mov(l, TYPE_B64, i, emit2(l, ROW_ADD, 0, TYPE_S64, i, opr_imm(1)));
	emit_mov(l, TYPE_B64, p, emit2(l, ROW_ADD, 0, TYPE_S64, p, opr_imm(stride)));
	emit_bra(l, head);
	label_set(l, end);
}

/* Returns the place of the number of elements, before an array that begins at p. */
static struct place count_place(struct lower *l, struct operand p) {
	return place_at(emit2(l, ROW_SUB, 0, TYPE_S64, p, opr_imm(8)));
}

struct val lower_new(struct lower *l, struct cexpr *e) {
	struct cexpr *init = e->narg > 0 ? e->arg[0] : NULL;
	struct cexpr *count = e->narg > 1 ? e->arg[1] : NULL;
	struct val n = {0};
	if (count)
		n = value_keep(l, lower_value(l, count), count->type);
	struct operand address;
	u64 in_front = e->op & NEW_COUNTED ? ctype_count_bytes(e->type->base) : 0;
	if (e->b) {
		address = value_keep(l, lower_value(l, e->b), e->b->type).o;
	} else {
		struct operand size = lower_operand(l, e->a); /* of one element */
		if (count)
			size = emit2(l, ROW_MUL_LO, MOD_BITS(HILO, LO), TYPE_S64,
			             emit_reg(l, TYPE_B64, n.o), size);
		if (in_front)
			size = emit2(l, ROW_ADD, 0, TYPE_S64, emit_reg(l, TYPE_B64, size),
			             opr_imm(in_front));
		address = call_extern(l, EXTERN_MALLOC, &size, 1).o;
	}
	if (!init && !in_front)
		return val_of(address);
	u32 end = label_new(l);
	struct operand result = in_front ? reg_new_var(l, TYPE_B64) : address;
	if (in_front)
		emit_mov(l, TYPE_B64, result, address);
	if ((!e->b || e->op & NEW_MAY_FAIL) && address.kind == OPR_REG) {
		/* without memory no object is made */
		struct operand none = emit2(l, ROW_SETP_S, MOD_BITS(CMP, EQ), TYPE_S64,
		                            address, opr_imm(0));
		emit_bra_if(l, none, false, end);
	}
	if (in_front) {
		address = emit2(l, ROW_ADD, 0, TYPE_S64, emit_reg(l, TYPE_B64, address),
		                opr_imm(in_front));
		mem_store(l, count_place(l, address), TYPE_U64, n.o);
		emit_mov(l, TYPE_B64, result, address);
	}
	struct cexpr *list = e->narg > 2 ? e->arg[2] : NULL;
	u64 listed = list ? list->type->n : 0;
	if (list) { /* fewer elements than the list has: as if an exception were thrown */
		u32 fits = label_new(l);
		emit_bra_if(l,
		            emit2(l, ROW_SETP_U, MOD_BITS(CMP, GE), TYPE_U64, n.o,
		                  opr_imm(listed)),
		            false, fits);
		emit_trap(l);
		label_set(l, fits);
		lower_into(l, list, place_at(address));
	}
	if (!init)
		;
	else if (count && (list || init->type->kind != CT_ARRAY))
		make_elements(l, place_at(address), init, type_stride(e->type), n.o,
		              listed);
	else
		lower_into(l, init, place_at(address));
	label_set(l, end);
	return val_of(result);
}

static void destroy_counted(struct lower *l, struct operand p, struct operand n,
                            u64 stride, struct cexpr *e) {
	struct operand at = reg_new_var(l, TYPE_B64), i = reg_new_var(l, TYPE_B64);
	u32 head = label_new(l), end = label_new(l);
	struct operand bytes = emit2(l, ROW_MUL_LO, MOD_BITS(HILO, LO), TYPE_S64, n,
	                             opr_imm(stride));
	emit_mov(l, TYPE_B64, at, emit2(l, ROW_ADD, 0, TYPE_S64, p, bytes));
	emit_mov(l, TYPE_B64, i, n);
	label_set(l, head);
	emit_bra_if(l, emit2(l, ROW_SETP_S, MOD_BITS(CMP, EQ), TYPE_S64, i, opr_imm(0)),
	            false, end);
	emit_mov(l, TYPE_B64, at, emit2(l, ROW_SUB, 0, TYPE_S64, at, opr_imm(stride)));
	object_destroy(l, place_at(at), e->a->type->base, e->dtor);
	emit_mov(l, TYPE_B64, i, emit2(l, ROW_SUB, 0, TYPE_S64, i, opr_imm(1)));
	emit_bra(l, head);
	label_set(l, end);
}

void lower_delete(struct lower *l, struct cexpr *e) {
	struct operand p = emit_reg(l, TYPE_B64,
	                            value_keep(l, lower_value(l, e->a), e->a->type).o);
	u32 end = label_new(l);
	if (e->dtor) {
		emit_bra_if(
			l,
			emit2(l, ROW_SETP_S, MOD_BITS(CMP, EQ), TYPE_S64, p, opr_imm(0)),
			false, end);
		if (e->op & DELETE_COUNTED) {
			struct operand n = mem_load(l, count_place(l, p), TYPE_U64,
			                            TYPE_B64);
			destroy_counted(l, p, n, type_stride(e->a->type), e);
			p = emit2(l, ROW_SUB, 0, TYPE_S64, p,
			          opr_imm(ctype_count_bytes(e->a->type->base)));
		} else {
			object_destroy(l, place_at(p), e->a->type->base, e->dtor);
		}
	}
	if (!(e->op & DELETE_KEEPS))
		call_extern(l, EXTERN_FREE, &p, 1);
	label_set(l, end);
}
