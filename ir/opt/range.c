/* range.c - an upper bound of a value as an unsigned number of its register's bits.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

enum { DEPTH = 6 };

static u64 reg_mask(const struct opt *o, const struct operand *x) {
	return x->kind == OPR_REG ? bits_mask(val_bits(o, x->index)) : ~(u64)0;
}

/* Returns an upper bound of a special register (PTX 10). */
static u64 sreg_max(u32 sreg) {
	switch (sreg) {
	case SREG_TID_X:
	case SREG_TID_Y: return 1023;
	case SREG_TID_Z: return 63;
	case SREG_NTID_X:
	case SREG_NTID_Y: return 1024;
	case SREG_NTID_Z: return 64;
	case SREG_LANEID: return 31;
	case SREG_CTAID_X: return 0x7ffffffe;
	case SREG_NCTAID_X: return 0x7fffffff;
	case SREG_CTAID_Y:
	case SREG_CTAID_Z: return 65534;
	case SREG_NCTAID_Y:
	case SREG_NCTAID_Z: return 65535;
	default: return 0xffffffff;
	}
}

/* Sets all bits below the highest one. */
static u64 fill(u64 v) {
	return v ? ~(u64)0 >> __builtin_clzll(v) : 0;
}

static u64 max_of(const struct opt *o, const struct node *n, u32 i, u32 depth, u32 bits) {
	return MIN(range_max(o, &n->in.operand[i], depth + 1), bits_mask(bits));
}

static u64 extended_max(const struct opt *o, const struct node *n, u64 all, u32 depth) {
	const struct type_info *from = &type_info[n->in.type[1]],
			       *to = &type_info[n->in.type[0]];
	u64 max = range_max(o, &n->in.operand[1], depth + 1);
	if (MOD_GET(n->in.mods, SAT))
		return all;
	if (max > bits_mask(from->bits))
		max = bits_mask(from->bits);
	if (from->class == 'S' && max > bits_mask(from->bits) >> 1)
		return to->class == 'S' ? all : bits_mask(to->bits);
	if (max > bits_mask(to->bits))
		max = bits_mask(to->bits);
	return to->class == 'S' && max > bits_mask(to->bits) >> 1 ? all : max;
}

static u64 node_max(const struct opt *o, const struct node *n, u64 all, u32 depth) {
	const struct operand *x = n->in.operand;
	u32 bits = type_info[n->in.type[0]].bits;
	u64 a, b;
	switch (n->in.row) {
	case ROW_MOV_SREG: return MIN(all, sreg_max(x[1].index));
	case ROW_AND:
		a = max_of(o, n, 1, depth, bits);
		b = max_of(o, n, 2, depth, bits);
		return MIN(a, b);
	case ROW_OR:
	case ROW_XOR:
		return fill(max_of(o, n, 1, depth, bits) | max_of(o, n, 2, depth, bits));
	case ROW_SELP:
		a = max_of(o, n, 1, depth, bits);
		b = max_of(o, n, 2, depth, bits);
		return MAX(a, b);
	case ROW_ADD:
		a = max_of(o, n, 1, depth, bits);
		b = max_of(o, n, 2, depth, bits);
		return a + b >= a && a + b <= all ? a + b : all;
	case ROW_MUL_LO:
	case ROW_MUL_WIDE:
		if (n->in.row == ROW_MUL_WIDE && type_info[n->in.type[0]].class == 'S' &&
		    (max_of(o, n, 1, depth, bits) > bits_mask(bits) >> 1 ||
		     max_of(o, n, 2, depth, bits) > bits_mask(bits) >> 1))
			return all;
		a = max_of(o, n, 1, depth, bits);
		b = max_of(o, n, 2, depth, bits);
		return !a || b <= all / a ? a * b : all;
	case ROW_SHL:
		a = max_of(o, n, 1, depth, bits);
		if (x[2].kind != OPR_IMM || (u64)x[2].value >= bits)
			return all;
		return a <= all >> x[2].value ? a << x[2].value : all;
	case ROW_SHR:
	case ROW_SHR_U:
		a = max_of(o, n, 1, depth, bits);
		return x[2].kind == OPR_IMM && (u64)x[2].value < bits ? a >> x[2].value
		                                                      : a;
	case ROW_SHR_S:
		a = max_of(o, n, 1, depth, bits);
		if (a > bits_mask(bits) >> 1)
			return all;
		return x[2].kind == OPR_IMM && (u64)x[2].value < bits ? a >> x[2].value
		                                                      : a;
	case ROW_DIV:
		a = max_of(o, n, 1, depth, bits);
		if (type_info[n->in.type[0]].class == 'S' && a > bits_mask(bits) >> 1)
			return all;
		return x[2].kind == OPR_IMM && x[2].value > 0 ? a / (u64)x[2].value : all;
	case ROW_REM:
		a = max_of(o, n, 1, depth, bits);
		if (x[2].kind != OPR_IMM || x[2].value <= 0 ||
		    (type_info[n->in.type[0]].class == 'S' && a > bits_mask(bits) >> 1))
			return all;
		return MIN(a, (u64)x[2].value - 1);
	case ROW_CVT_II: return extended_max(o, n, all, depth);
	case ROW_LD:
		return type_info[n->in.type[0]].class != 'S' ? MIN(all, bits_mask(bits))
		                                             : all;
	case ROW_POPC:
	case ROW_CLZ: return 64;
	default: return all;
	}
}

u64 range_max(const struct opt *o, const struct operand *x, u32 depth) {
	if (x->kind == OPR_IMM)
		return (u64)x->value;
	u64 all = reg_mask(o, x);
	if (x->kind != OPR_REG || x->sel || x->negated || depth >= DEPTH)
		return all;
	struct operand s = o->val.at[x->index].same;
	if (s.kind == OPR_IMM)
		return (u64)s.value;
	const struct node *n = o->val.at[x->index].def;
	if (!n || n->guard.kind != OPR_NONE || node_dest(n) == NO_VAL)
		return all;
	return MIN(all, node_max(o, n, all, depth));
}
