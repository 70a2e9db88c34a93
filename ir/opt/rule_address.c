/* rule_address.c - rules of tests of variables' addresses: which low bits are zero, which
 * space they lie in, which of two is greater; see rule.h. What asks for no more than this
 * does not keep a variable in memory, such as the tests of memcpy for whole words.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/rule.h"

enum {
	DEPTH = 8,
	WINDOW_BITS = 16,  /* the windows of spaces begin at multiples of 1 << this */
	ADDRESS_BITS = 56, /* generic addresses are below 1 << this */
};

struct named { /* an address: of a variable, and how far behind its beginning */
	u32 var;
	s64 at;
	bool generic;
};

/* Finds the variable that x is an address of, its end included; false if x may be
 * anything else. */
static bool variable_find(const struct opt *o, const struct operand *x,
                          struct named *to) {
	*to = (struct named){0};
	for (u32 depth = 0; depth < DEPTH; depth++) {
		if (x->kind == OPR_SYM) {
			to->var = x->index;
			to->at += x->value;
			const struct var *v = &o->m->var[x->index];
			return to->at >= 0 && (u64)to->at <= v->size_bytes;
		}
		const struct node *d = def_of(o, x);
		if (!d || d->guard.kind != OPR_NONE)
			return false;
		if (d->in.row == ROW_ADD && type_info[d->in.type[0]].bits == 64 &&
		    is_imm(&d->in.operand[2]))
			to->at += d->in.operand[2].value;
		else if (d->in.row == ROW_CVTA)
			to->generic = true;
		else if (d->in.row != ROW_MOV_SYM && d->in.row != ROW_MOV)
			return false;
		x = &d->in.operand[1];
	}
	return false;
}

static bool is_own_local(const struct opt *o, const struct var *v) {
	return v->space == SPACE_LOCAL && v->func == o->f->index && !v->is_param;
}

/* ---- low bits ---------------------------------------------------------------------- */

static u32 trailing(u64 v) {
	return v ? (u32)__builtin_ctzll(v) : 64;
}

/* Returns how many low bits of x are zero at least. */
static u32 zeros(const struct opt *o, const struct operand *x, u32 depth) {
	if (is_imm(x))
		return trailing((u64)x->value);
	if (x->kind == OPR_SYM)
		return MIN(trailing(MAX(o->m->var[x->index].align, 1u)),
		           trailing((u64)x->value));
	const struct node *d = def_of(o, x);
	if (!d || depth >= DEPTH || d->guard.kind != OPR_NONE)
		return 0;
	const struct operand *y = &d->in.operand[1];
	u32 a, b;
	switch (d->in.row) {
	case ROW_MOV:
	case ROW_MOV_SYM: return zeros(o, y, depth + 1);
	case ROW_CVTA: a = zeros(o, y, depth + 1); return MIN(a, WINDOW_BITS);
	case ROW_ADD:
	case ROW_SUB:
	case ROW_OR:
	case ROW_XOR:
	case ROW_AND:
		a = zeros(o, &y[0], depth + 1);
		b = zeros(o, &y[1], depth + 1);
		return d->in.row == ROW_AND ? MAX(a, b) : MIN(a, b);
	case ROW_SHL:
		if (!is_imm(&y[1]) || (u64)y[1].value >= 64)
			return 0;
		return MIN(zeros(o, &y[0], depth + 1) + (u32)y[1].value, 64u);
	default: return 0;
	}
}

/* Moves a variable of the function to an address whose `bits` low bits are zero, if it is
 * as large as that, so that its words are accessed as such. */
static void align_variable(struct opt *o, const struct operand *x, u32 bits) {
	struct named to;
	if (!variable_find(o, x, &to))
		return;
	struct var *v = &o->m->var[to.var];
	u64 align = (u64)1 << bits;
	if (is_own_local(o, v) && v->align < align && v->size_bytes >= align &&
	    bits <= 3 && (u64)to.at % align == 0)
		v->align = align;
}

/* (a | b) & c, for a c of low bits */
bool rule_low_bits(struct opt *o, struct node *n) {
	u64 c = bits_at(n, 2);
	u32 bits = trailing(c + 1);
	if (bits_of(n) != 64 || (c & (c + 1)) || !c)
		return false;
	struct operand part[2] = {n->in.operand[1]};
	const struct node *d = def_of(o, &part[0]);
	u32 npart = 1;
	if (d && d->in.row == ROW_OR && d->guard.kind == OPR_NONE) {
		part[0] = d->in.operand[1];
		part[1] = d->in.operand[2];
		npart = 2;
	}
	u32 left = 0;
	for (u32 i = 0; i < npart; i++) {
		align_variable(o, &part[i], bits);
		if (zeros(o, &part[i], 0) < bits)
			part[left++] = part[i];
	}
	if (left == npart)
		return false;
	if (!left)
		becomes_imm(o, n, 0);
	else
		become2(o, n, ROW_AND, 0, n->in.type[0], part[0], n->in.operand[2]);
	return true;
}

/* ---- spaces ------------------------------------------------------------------------ */

void rule_isspacep(struct opt *o, struct node *n) {
	struct named to;
	if (!variable_find(o, &n->in.operand[1], &to) || !to.generic)
		return;
	u32 asked = base_space(MOD_GET(n->in.mods, SPACE)), is = o->m->var[to.var].space;
	u32 known = 1u << SPACE_LOCAL | 1u << SPACE_SHARED | 1u << SPACE_GLOBAL;
	if (known >> asked & 1 && known >> is & 1)
		becomes_imm(o, n, asked == is);
}

/* ---- order ------------------------------------------------------------------------- */

static void compare(struct opt *o, struct node *n, u64 a, u64 b) {
	n->in.operand[1] = opr_imm((s64)a);
	n->in.operand[2] = opr_imm((s64)b);
	o->changed = true;
}

/* A variable is not at 0, and ends before the last address. */
static void compare_number(struct opt *o, struct node *n, const struct named *a) {
	u64 c = (u64)n->in.operand[2].value;
	if (!a->generic)
		return;
	if (c == 0)
		compare(o, n, 1, 0);
	else if (c >> ADDRESS_BITS && n->in.row != ROW_SETP_S)
		compare(o, n, 0, 1);
}

/* Variables of a function lie in the order in which they are declared. */
void rule_setp_address(struct opt *o, struct node *n) {
	struct operand *x = n->in.operand;
	struct named a, b;
	if (type_info[n->in.type[0]].bits != 64 || is_imm(&x[1]) ||
	    !variable_find(o, &x[1], &a))
		return;
	if (is_imm(&x[2])) {
		compare_number(o, n, &a);
		return;
	}
	if (!variable_find(o, &x[2], &b) || a.generic != b.generic)
		return;
	const struct var *v = &o->m->var[a.var], *w = &o->m->var[b.var];
	bool inside = (u64)a.at < v->size_bytes && (u64)b.at < w->size_bytes;
	u32 cmp = MOD_GET(n->in.mods, CMP);
	if (a.var == b.var)
		compare(o, n, (u64)a.at, (u64)b.at);
	else if (is_own_local(o, v) && is_own_local(o, w) &&
	         (inside || (cmp != MOD_CMP_EQ && cmp != MOD_CMP_NE)))
		compare(o, n, a.var, b.var);
}
