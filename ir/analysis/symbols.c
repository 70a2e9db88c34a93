/* symbols.c - runs straight code with symbols.
 *
 *     mul.wide.s32 %rd1, %r1, 4;         4 * e(r1)
 *     add.s64      %rd2, %rd3, %rd1;     4 * e(r1) + rd3
 *     ld.global.f32 %f1, [%rd2+4];       ld.global.f32(4 * e(r1) + rd3 + 4)
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/symbols.h"
#include "ir/isa/regs.h"

enum {
	MOST_VALUES = 2000,
	MOST_TERMS = 24,
	MOST_ADDED = 1 << 16, /* to what is extended */
	NO_VALUE = 0,         /* of no meaning, after a failure */
};

static u64 mask_of(u32 bits) {
	return bits < 64 ? ((u64)1 << bits) - 1 : ~(u64)0;
}

static s64 sign_extended(u64 v, u32 bits) {
	return bits < 64 ? (s64)(v << (64 - bits)) >> (64 - bits) : (s64)v;
}

static u32 fail(struct symbols *s) {
	s->failed = true;
	return NO_VALUE;
}

/* ---- numbers ----------------------------------------------------------------------- */

static bool same_value(const struct sym_value *a, const struct sym_value *b) {
	if (a->bits != b->bits || a->add != b->add || a->n != b->n)
		return false;
	for (u32 i = 0; i < a->n; i++)
		if (a->term[i].atom != b->term[i].atom || a->term[i].by != b->term[i].by)
			return false;
	return true;
}

static u32 number_value(struct symbols *s, const struct sym_value *v) {
	for (u32 i = 0; i < s->value.n; i++)
		if (same_value(&s->value.at[i], v))
			return i;
	if (s->value.n == MOST_VALUES)
		return fail(s);
	struct sym_value new = *v;
	new.term = arena_copy(s->a, v->term, (v->n + 1) * sizeof *v->term,
	                      _Alignof(struct sym_term));
	vec_push(s->a, &s->value, new);
	return s->value.n - 1;
}

static bool same_atom(const struct sym_atom *a, const struct sym_atom *b) {
	return a->kind == b->kind && a->reg == b->reg && a->extend == b->extend &&
	       a->bits == b->bits && a->row == b->row && a->mods == b->mods &&
	       !memcmp(a->type, b->type, sizeof a->type) && a->result == b->result &&
	       a->n == b->n && !memcmp(a->operand, b->operand, a->n * sizeof *a->operand);
}

static u32 number_atom(struct symbols *s, const struct sym_atom *a) {
	for (u32 i = 0; i < s->atom.n; i++)
		if (same_atom(&s->atom.at[i], a))
			return i;
	vec_push(s->a, &s->atom, *a);
	return s->atom.n - 1;
}

static u32 value_of_atom(struct symbols *s, const struct sym_atom *a) {
	struct sym_term t[2] = {{number_atom(s, a), 1}};
	return number_value(s, &(struct sym_value){a->bits, 1, 0, t});
}

static u32 constant(struct symbols *s, u32 bits, u64 v) {
	struct sym_term none[1] = {0};
	return number_value(s, &(struct sym_value){bits, 0, v & mask_of(bits), none});
}

/* a + by * b */
static u32 sum(struct symbols *s, u32 a, u32 b, u64 by) {
	const struct sym_value x = s->value.at[a], y = s->value.at[b];
	struct sym_term t[MOST_TERMS + 1];
	struct sym_value v = {.bits = x.bits, .term = t};
	if (x.bits != y.bits)
		return fail(s);
	v.add = (x.add + by * y.add) & mask_of(x.bits);
	for (u32 i = 0, k = 0; i < x.n || k < y.n;) {
		struct sym_term n = {0};
		bool left = k == y.n || (i < x.n && x.term[i].atom <= y.term[k].atom);
		bool both = left && k < y.n && x.term[i].atom == y.term[k].atom;
		n.atom = left ? x.term[i].atom : y.term[k].atom;
		n.by = left ? x.term[i++].by : 0;
		n.by += both || !left ? by * y.term[k++].by : 0;
		n.by &= mask_of(x.bits);
		if (!n.by)
			continue;
		if (v.n == MOST_TERMS)
			return fail(s);
		t[v.n++] = n;
	}
	t[v.n] = (struct sym_term){0};
	return number_value(s, &v);
}

static u32 product(struct symbols *s, u32 a, u64 by) {
	return sum(s, constant(s, s->value.at[a].bits, 0), a, by);
}

static bool is_constant(const struct symbols *s, u32 v, u64 *is) {
	*is = s->value.at[v].add;
	return !s->value.at[v].n;
}

const struct sym_atom *symbols_atom(const struct symbols *s, u32 value) {
	const struct sym_value *v = &s->value.at[value];
	return v->n == 1 && v->term[0].by == 1 && !v->add ? &s->atom.at[v->term[0].atom]
	                                                  : NULL;
}

/* ---- instructions ------------------------------------------------------------------ */

static u32 reg_bits(const struct symbols *s, u32 reg) {
	return type_info[s->f->reg[reg].type].bits;
}

u32 symbols_of(struct symbols *s, u32 reg) {
	if (s->now[reg])
		return s->now[reg] - 1;
	return value_of_atom(s, &(struct sym_atom){.kind = SYM_REG,
	                                           .reg = reg,
	                                           .bits = reg_bits(s, reg)});
}

static void set_reg(struct symbols *s, u32 reg, u32 v) {
	if (!s->failed && s->value.at[v].bits != reg_bits(s, reg))
		fail(s);
	s->now[reg] = v + 1;
	s->written[reg] = true;
}

static u32 plain_operand(struct symbols *s, const struct inst *in, u32 i) {
	const struct operand *o = &in->operand[i];
	enum type t = row_operand_type(row_info(in->row), in->type, i);
	switch (o->kind) {
	case OPR_REG: return symbols_of(s, o->index);
	case OPR_IMM:
		return constant(s, t == TYPE_NONE ? 64 : type_info[t].bits,
		                (u64)o->value);
	case OPR_ADDR_REG: {
		u32 v = symbols_of(s, o->index);
		return sum(s, v, constant(s, s->value.at[v].bits, (u64)o->value), 1);
	}
	case OPR_SYM:
	case OPR_ADDR_SYM: {
		u32 v = value_of_atom(s, &(struct sym_atom){.kind = SYM_VARIABLE,
		                                            .reg = o->index,
		                                            .bits = 64});
		return sum(s, v, constant(s, 64, (u64)o->value), 1);
	}
	default: return fail(s);
	}
}

static void note_added(struct symbols *s, u32 reg, s64 add, enum sym_extend how) {
	if (!s->added)
		return;
	struct sym_added *a = &s->added[reg];
	a->least = MIN(a->least, add);
	a->most = MAX(a->most, add);
	a->is_extended[how] = true;
}

/* 64 bits of 32; false: it is no sum. */
static bool extended(struct symbols *s, u32 v, bool is_signed, u32 *to) {
	const struct sym_value x = s->value.at[v];
	if (x.bits != 32)
		return false;
	s64 add = is_signed || (x.n && x.add >> 31) ? sign_extended(x.add, 32)
	                                            : (s64)x.add;
	if (!x.n) {
		*to = constant(s, 64, (u64)add);
		return true;
	}
	const struct sym_atom *r = &s->atom.at[x.term[0].atom];
	if (x.n != 1 || x.term[0].by != 1 || r->kind != SYM_REG ||
	    !bits_has(s->counts, r->reg) || add > MOST_ADDED || add < -MOST_ADDED)
		return false;
	struct sym_atom e = *r;
	e.extend = is_signed ? SYM_SIGN : SYM_ZERO;
	e.bits = 64;
	note_added(s, e.reg, add, e.extend);
	*to = sum(s, value_of_atom(s, &e), constant(s, 64, (u64)add), 1);
	return true;
}

/* Where one of the two factors is a constant. */
static bool multiplied(struct symbols *s, u32 a, u32 b, u32 *to) {
	u64 by;
	if (is_constant(s, b, &by))
		*to = product(s, a, by);
	else if (is_constant(s, a, &by))
		*to = product(s, b, by);
	else
		return false;
	return true;
}

static bool multiplied_wide(struct symbols *s, u32 a, u32 b, bool is_signed, u32 *to) {
	u64 is;
	if (!is_constant(s, a, &is) && !is_constant(s, b, &is))
		return false;
	return extended(s, a, is_signed, &a) && extended(s, b, is_signed, &b) &&
	       multiplied(s, a, b, to);
}

static bool is_sum_of(struct symbols *s, const struct inst *in, u32 *to) {
	bool is_signed = type_info[in->type[0]].class == 'S';
	u32 x[4] = {0};
	u64 by;
	for (u32 i = 1; i < MIN(in->noperand, 4u); i++)
		x[i] = plain_operand(s, in, i);
	if (s->failed)
		return false;
	switch (in->row) {
	case ROW_MOV: *to = x[1]; return true;
	case ROW_ADD: *to = sum(s, x[1], x[2], 1); return true;
	case ROW_SUB: *to = sum(s, x[1], x[2], (u64)-1); return true;
	case ROW_MUL_LO: return multiplied(s, x[1], x[2], to);
	case ROW_MUL_WIDE: return multiplied_wide(s, x[1], x[2], is_signed, to);
	case ROW_MAD_LO:
		if (!multiplied(s, x[1], x[2], to))
			return false;
		*to = sum(s, *to, x[3], 1);
		return true;
	case ROW_MAD_WIDE:
		if (!multiplied_wide(s, x[1], x[2], is_signed, to))
			return false;
		*to = sum(s, *to, x[3], 1);
		return true;
	case ROW_SHL:
		if (!is_constant(s, x[2], &by) || by >= s->value.at[x[1]].bits)
			return false;
		*to = product(s, x[1], (u64)1 << by);
		return true;
	case ROW_CVT_II:
		return type_info[in->type[0]].bits == 64 &&
		       extended(s, x[1], type_info[in->type[1]].class == 'S', to);
	default: return false;
	}
}

/* Instructions that may be sums, with registers of their types' widths. */
static bool may_be_sum(const struct symbols *s, const struct inst *in) {
	switch (in->row) {
	case ROW_MOV:
	case ROW_ADD:
	case ROW_SUB:
	case ROW_MUL_LO:
	case ROW_MUL_WIDE:
	case ROW_MAD_LO:
	case ROW_MAD_WIDE:
	case ROW_SHL:
	case ROW_CVT_II: break;
	default: return false;
	}
	const struct row_info *row = row_info(in->row);
	for (u32 i = 0; i < in->noperand; i++) {
		const struct operand *o = &in->operand[i];
		enum type t = row_operand_type(row, in->type, i);
		if (o->negated || o->sel || (i == 0 && o->kind != OPR_REG) ||
		    (o->kind == OPR_REG && reg_bits(s, o->index) != type_info[t].bits))
			return false;
	}
	return in->row != ROW_CVT_II || !MOD_GET(in->mods, SAT);
}

static void set_result(struct symbols *s, struct sym_atom *a, const struct operand *o) {
	if (o->kind == OPR_REG) {
		a->bits = reg_bits(s, o->index);
		set_reg(s, o->index, value_of_atom(s, a));
	} else if (o->kind != OPR_SINK) {
		fail(s);
	}
	a->result++;
}

static void run_other(struct symbols *s, const struct inst *in) {
	const struct row_info *row = row_info(in->row);
	struct sym_operand from[2 * ROW_OPERANDS + 1];
	struct sym_atom a = {.kind = SYM_RESULT, .row = in->row, .mods = in->mods};
	memset(from, 0, sizeof from);
	memcpy(a.type, in->type, sizeof a.type);
	for (u32 i = 0; i < in->noperand && !s->failed; i++) {
		const struct operand *o = &in->operand[i];
		if (operand_role(row, i) == REG_WRITTEN && o->kind != OPR_ADDR_REG)
			continue;
		u32 v = o->kind == OPR_NONE ? constant(s, 1, 0) : plain_operand(s, in, i);
		from[a.n++] = (struct sym_operand){v, o->negated | (u32)o->sel << 8 |
		                                              (u32)i << 16};
	}
	if (s->failed)
		return;
	a.operand = arena_copy(s->a, from, sizeof from, _Alignof(struct sym_operand));
	for (u32 i = 0; i < in->noperand; i++) {
		const struct operand *o = &in->operand[i];
		if (operand_role(row, i) != REG_WRITTEN || o->kind == OPR_ADDR_REG)
			continue;
		bool is_one = o->kind != OPR_VEC && o->kind != OPR_PAIR;
		for (u32 k = 0; k < (is_one ? 1u : o->n); k++)
			set_result(s, &a, is_one ? o : &s->f->operand[o->index + k]);
	}
}

static bool may_run(const struct inst *in) {
	const struct row_info *row = row_info(in->row);
	u32 never = PROP_STORE | PROP_FENCE | PROP_CONVERGENT | PROP_TERM | PROP_ATOMIC |
	            PROP_VARYING | PROP_CC_IN | PROP_CC_OUT | PROP_CALL |
	            PROP_UNSUPPORTED;
	if (in->guard != NO_REG || row->any_words || (row->props & never) ||
	    (row->table && in->row != ROW_LD && in->row != ROW_LDU))
		return false;
	for (u32 i = 0; i < in->noperand; i++)
		if (operand_role(row, i) == REG_BOTH)
			return false;
	return true;
}

void symbols_run(struct symbols *s, const struct inst *in) {
	u32 v;
	if (s->failed)
		return;
	if (!may_run(in))
		fail(s);
	else if (may_be_sum(s, in) && is_sum_of(s, in, &v))
		set_reg(s, in->operand[0].index, v);
	else if (!s->failed)
		run_other(s, in);
}

struct symbols symbols_new(struct arena *a, const struct func *f) {
	struct symbols s = {.a = a, .f = f, .counts = bits_new(a, f->nreg + 1)};
	s.now = arena_array(a, u32, f->nreg + 1);
	s.written = arena_array(a, bool, f->nreg + 1);
	constant(&s, 1, 0); /* NO_VALUE */
	return s;
}

void symbols_restart(struct symbols *s) {
	memset(s->now, 0, (s->f->nreg + 1) * sizeof *s->now);
	memset(s->written, 0, (s->f->nreg + 1) * sizeof *s->written);
}
