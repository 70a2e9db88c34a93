/* simplify.c - one instruction by itself: folds constants, turns an operation on a selp
 * of two constants into a selp of its results, simplifies guards, and tries the rules of
 * rule_*.c until nothing changes. gvn.c calls this for every instruction.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/rule.h"

/* ---- all operands constant --------------------------------------------------------- */

/* Returns the register's bits when an instruction of this type has the result v. */
static u64 to_register(u8 type, u64 v) {
	const struct type_info *t = &type_info[type];
	if (t->class == 'S')
		return (u64)imm_of_type(type, v);
	return v & bits_mask(t->bits);
}

static u8 result_type(const struct node *n) {
	return (u8)row_operand_type(n->info, n->in.type, 0);
}

static bool eval_node(const struct opt *o, const struct node *n, const struct operand *x,
                      u64 *out) {
	u64 arg[ROW_OPERANDS] = {0};
	for (u32 i = 1; i < n->in.noperand; i++) {
		if (x[i].kind == OPR_NONE || (x[i].kind == OPR_SINK))
			continue;
		if (!is_imm(&x[i]) || x[i].sel)
			return false;
		arg[i] = (u64)x[i].value ^ (x[i].negated ? ~(u64)0 : 0);
	}
	return (o->options->is_source ? eval_row_early : eval_row)(
		(enum row)n->in.row, n->in.type, n->in.mods, arg, out);
}

static bool fold(struct opt *o, struct node *n) {
	u64 out[2];
	u32 d = node_dest(n);
	if (d == NO_VAL || !eval_node(o, n, n->in.operand, out))
		return false;
	u8 t = result_type(n);
	if (type_info[t].class == 'F' && type_info[t].bits != val_bits(o, d))
		return false;
	if (val_bits(o, d) == 8 || val_bits(o, d) > 64)
		return false;
	becomes_imm(o, n, to_register(t, out[0]));
	return true;
}

/* ---- operations on a selp of two constants ----------------------------------------- */

static void become_choice(struct opt *o, struct node *n, struct operand p, u64 yes,
                          u64 no) {
	u32 bits = val_bits(o, node_dest(n));
	yes &= bits_mask(bits);
	no &= bits_mask(bits);
	if (yes == no) {
		becomes_imm(o, n, yes);
	} else if (bits > 1) {
		u8 t = type_like(bits, 'B');
		struct operand x[3] = {opr_imm(imm_of_type(t, yes)),
		                       opr_imm(imm_of_type(t, no)), p};
		node_become(o, n, ROW_SELP, 0, t, 0, x, 3);
	} else {
		p.negated ^= no != 0;
		if (p.negated) {
			p.negated = 0;
			node_become(o, n, ROW_NOT_PRED, 0, TYPE_PRED, 0, &p, 1);
		} else {
			becomes(o, n, p);
		}
	}
}

static bool choice(struct opt *o, struct node *n) {
	struct node *sel = NULL;
	struct operand x[ROW_OPERANDS];
	u32 d = node_dest(n);
	u64 yes[2], no[2];
	if (d == NO_VAL || n->info->table || n->in.row == ROW_SELP)
		return false;
	u8 t = result_type(n);
	if (type_info[t].class == 'F' || val_bits(o, d) == 8 || val_bits(o, d) > 64)
		return false;
	for (u32 i = 1; i < n->in.noperand; i++) {
		x[i] = n->in.operand[i];
		if (x[i].kind != OPR_REG)
			continue;
		struct node *def = def_of(o, &x[i]);
		if (!def || def->in.row != ROW_SELP || def->guard.kind != OPR_NONE ||
		    !is_imm(&def->in.operand[1]) || !is_imm(&def->in.operand[2]) ||
		    (sel && sel != def))
			return false;
		sel = def;
	}
	if (!sel || sel->in.operand[3].kind != OPR_REG)
		return false;
	for (u32 arm = 1; arm <= 2; arm++) {
		for (u32 i = 1; i < n->in.noperand; i++)
			if (n->in.operand[i].kind == OPR_REG)
				x[i] = sel->in.operand[arm];
		if (!eval_node(o, n, x, arm == 1 ? yes : no))
			return false;
	}
	become_choice(o, n, sel->in.operand[3], to_register(t, yes[0]),
	              to_register(t, no[0]));
	return true;
}

/* ---- guards ------------------------------------------------------------------------ */

/* Reads p negated in place of !p, where the operand position allows a negation. */
static void simplify_guard(struct opt *o, struct node *n) {
	struct operand *use;
	each_src (o, n, use) {
		bool takes_not = use == &n->guard;
		if (!takes_not && use_it.pos != NO_REG && n->info->table == 0)
			takes_not = strchr("PR", n->info->opr[use_it.pos].letter) &&
			            n->in.row != ROW_MOV_PRED &&
			            n->in.row != ROW_NOT_PRED &&
			            n->in.row != ROW_AND_PRED &&
			            n->in.row != ROW_OR_PRED && n->in.row != ROW_XOR_PRED;
		if (!takes_not || use->kind != OPR_REG)
			continue;
		struct node *d = o->val.at[use->index].def;
		if (!d || d->in.row != ROW_NOT_PRED || d->guard.kind != OPR_NONE ||
		    d->in.operand[1].kind != OPR_REG || d->in.operand[1].negated)
			continue;
		use->index = d->in.operand[1].index;
		use->negated ^= 1;
		o->changed = true;
	}
}

/* Turns a guarded copy into a selp. */
static void guarded_move(struct opt *o, struct node *n) {
	struct operand old = n->old ? n->old[0] : (struct operand){0};
	u32 d = node_dest(n);
	if (n->in.row != ROW_MOV || d == NO_VAL || old.kind != OPR_REG ||
	    val_bits(o, d) < 16 || val_bits(o, d) > 64 ||
	    val_bits(o, old.index) != val_bits(o, d))
		return;
	struct operand src = n->in.operand[1], p = n->guard;
	if (src.kind == OPR_REG && val_bits(o, src.index) != val_bits(o, d))
		return;
	u8 t = type_like(val_bits(o, d), 'B');
	if (src.kind == OPR_IMM)
		src.value = imm_of_type(t, (u64)src.value);
	struct operand x[3] = {src, old, p};
	n->guard = (struct operand){0};
	n->old = NULL;
	n->nold = 0;
	node_become(o, n, ROW_SELP, 0, t, 0, x, 3);
}

static void simplify_old(struct opt *o, struct node *n) {
	bool any = false;
	for (u32 i = 0; i < n->nold; i++)
		any |= n->old[i].kind != OPR_REG ||
		       o->val.at[n->old[i].index].bb != NO_BB;
	if (n->nold && !any && node_is_removable(o, n) && n->info->table == 0 &&
	    !(n->info->props & (PROP_CC_IN | PROP_CC_OUT))) {
		n->guard = (struct operand){0}; /* where it is false, any value will do */
		n->old = NULL;
		n->nold = 0;
		o->changed = true;
	}
}

/* ---- all of them ------------------------------------------------------------------- */

static void commute(struct node *n) {
	if (!node_commutes(n) || !is_imm(&n->in.operand[1]) || is_imm(&n->in.operand[2]))
		return;
	struct operand t = n->in.operand[1];
	n->in.operand[1] = n->in.operand[2];
	n->in.operand[2] = t;
}

/* x * 1 and x / 1 are x for nvcc. In PTX they may be there to change a NaN or a subnormal
 * number. */
static void rule_float(struct opt *o, struct node *n) {
	const struct operand *x = n->in.operand;
	bool is_div = n->in.row == ROW_DIV_F32 || n->in.row == ROW_DIV_F64;
	u64 one = n->in.type[0] == TYPE_F32 ? 0x3f800000u : 0x3ff0000000000000u;
	if (!o->options->is_source || MOD_GET(n->in.mods, SAT))
		return;
	for (u32 i = is_div ? 2 : 1; i <= 2; i++)
		if (x[i].kind == OPR_IMM && (u64)x[i].value == one &&
		    x[3 - i].kind == OPR_REG && !x[3 - i].sel) {
			becomes(o, n, x[3 - i]);
			return;
		}
}

/* The least or greatest of x and x is x for nvcc, -(-x) is, and x is neither less nor
 * greater than x. In PTX the flags may flush x, or change a NaN. */
static void rule_float_same(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	if (!o->options->is_source || x[1].kind != OPR_REG)
		return;
	u32 cmp = MOD_GET(n->in.mods, CMP);
	const struct node *d = def_of(o, &x[1]);
	switch (n->in.row) {
	case ROW_NEG_F32:
	case ROW_NEG_F64:
		if (d && d->in.row == n->in.row && d->guard.kind == OPR_NONE &&
		    d->in.operand[1].kind == OPR_REG)
			becomes(o, n, d->in.operand[1]);
		return;
	case ROW_SETP_F32:
	case ROW_SETP_F64:
		if (same_operand(n, 1, 2) && (cmp == MOD_CMP_LT || cmp == MOD_CMP_GT))
			becomes_imm(o, n, 0);
		return;
	default:
		if (same_operand(n, 1, 2) && !MOD_GET(n->in.mods, NAN))
			becomes(o, n, x[1]);
	}
}

static void rules(struct opt *o, struct node *n) {
	switch (n->in.row) {
	case ROW_MUL_F32:
	case ROW_MUL_F64:
	case ROW_DIV_F32:
	case ROW_DIV_F64: rule_float(o, n); break;
	case ROW_MIN_F32:
	case ROW_MIN_F64:
	case ROW_MAX_F32:
	case ROW_MAX_F64:
	case ROW_NEG_F32:
	case ROW_NEG_F64:
	case ROW_SETP_F32:
	case ROW_SETP_F64: rule_float_same(o, n); break;
	case ROW_MOV:
		if (val_bits(o, n->in.operand[0].index) > 8)
			if (n->in.operand[1].kind == OPR_REG ||
			    val_bits(o, n->in.operand[0].index) <= 64)
				becomes(o, n, n->in.operand[1]);
		break;
	case ROW_MOV_PRED:
	case ROW_NOT_PRED: rule_mov_pred(o, n); break;
	case ROW_ADD:
		if (!rule_constant_outward(o, n) && !rule_cvta_outward(o, n))
			rule_add(o, n);
		break;
	case ROW_MUL_WIDE: rule_wide_outward(o, n); break;
	case ROW_SUB: rule_sub(o, n); break;
	case ROW_MUL_LO:
		if (!rule_constant_outward(o, n))
			rule_mul(o, n);
		break;
	case ROW_MAD_LO: rule_mad(o, n); break;
	case ROW_MAD_WIDE: rule_mad_wide(o, n); break;
	case ROW_DIV:
	case ROW_REM: rule_div(o, n); break;
	case ROW_SHL:
		if (!rule_constant_outward(o, n))
			rule_shift(o, n);
		break;
	case ROW_SHR:
	case ROW_SHR_U:
	case ROW_SHR_S: rule_shift(o, n); break;
	case ROW_AND: rule_and(o, n); break;
	case ROW_OR:
	case ROW_XOR: rule_or(o, n); break;
	case ROW_NOT:
	case ROW_NEG: rule_twice(o, n); break;
	case ROW_AND_PRED:
	case ROW_OR_PRED:
	case ROW_XOR_PRED: rule_logic_pred(o, n); break;
	case ROW_SETP_B:
	case ROW_SETP_U:
	case ROW_SETP_S:
		rule_setp_address(o, n);
		rule_setp(o, n);
		break;
	case ROW_ISSPACEP: rule_isspacep(o, n); break;
	case ROW_SELP: rule_selp(o, n); break;
	case ROW_CVT_II:
		if (!rule_wide_outward(o, n))
			rule_cvt(o, n);
		break;
	case ROW_CVTA_TO: rule_cvta_to(o, n); break;
	case ROW_MOV_UNPACK: rule_unpack(o, n); break;
	case ROW_MOV_PACK: rule_pack(o, n); break;
	default: break;
	}
}

void simplify_node(struct opt *o, struct node *n) {
	simplify_guard(o, n);
	simplify_address(o, n);
	rule_load_choice(o, n);
	if (n->guard.kind != OPR_NONE) {
		simplify_old(o, n);
		guarded_move(o, n);
	}
	if (n->guard.kind != OPR_NONE || (n->info->props & PROP_TERM) ||
	    !node_is_pure(o, n))
		return;
	for (u32 round = 0; round < 8; round++) {
		u32 d = node_dest(n);
		bool before = o->changed;
		o->changed = false;
		commute(n);
		if (n->in.row == ROW_MOV_UNPACK || d != NO_VAL) {
			if (d == NO_VAL || n->in.row == ROW_MOV ||
			    n->in.row == ROW_MOV_PRED || (!fold(o, n) && !choice(o, n)))
				rules(o, n);
		}
		bool again = o->changed && d != NO_VAL &&
		             o->val.at[d].same.kind == OPR_NONE;
		o->changed |= before;
		if (!again)
			break;
	}
}
