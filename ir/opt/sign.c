/* sign.c - negations move out of products and into sums, as nvcc moves them before it
 * fuses (seen in what nvcc 13 makes): they decide which of two products a sum can take.
 *
 *     -a * b + c          c - a * b           a - 3           a + -3
 *     c - d * (-a * b)    c + d * (a * b)     a / 4           a * 0.25
 *     -a + -b             -b - a              1 - (a - b)     (b - a) + 1
 *     a * -1              -a                  a * 1, a / 1    a
 *     a + b * -2          a - b * 2           -a - b * 2      b * -2 - a
 *
 * All of that is exact, except that the sign of a NaN is lost.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"
#include "ir/opt/fuse.h"

struct sign {
	struct opt *o;
	struct node *n;
	const struct fusable *f;
	u64 ftz;
	struct map *constants; /* of floating point: how often the block has them */
};

/* The negation that is operand i, NULL if it is none. */
static struct node *negation(const struct sign *s, u32 i) {
	struct node *d = def_of(s->o, &s->n->in.operand[i]);
	return d && d->in.row == s->f->neg && d->guard.kind == OPR_NONE ? d : NULL;
}

static bool is_used_once(const struct opt *o, const struct node *d) {
	return o->val.at[node_dest(d)].nuse == 1;
}

static struct operand flipped(const struct sign *s, struct operand c) {
	return opr_imm((s64)((u64)c.value ^ s->f->sign));
}

static void become(struct sign *s, u16 row, struct operand a, struct operand b) {
	struct operand x[2] = {a, b};
	node_become(s->o, s->n, (enum row)row, s->ftz, s->f->type, 0, x, 2);
}

/* a * -1 */
static void minus_once(struct sign *s) {
	u64 one = s->f->type == TYPE_F32 ? 0xbf800000u : 0xbff0000000000000u;
	struct operand *x = s->n->in.operand;
	for (u32 i = 1; i <= 2; i++)
		if (x[i].kind == OPR_IMM && (u64)x[i].value == one &&
		    x[3 - i].kind == OPR_REG)
			node_become(s->o, s->n, (enum row)s->f->neg, s->ftz, s->f->type,
			            0,
			            &(struct operand){.kind = OPR_REG,
			                              .index = x[3 - i].index},
			            1);
}

/* -a * b: of another value, the negative product; -a * -b; -a * 3. */
static void product(struct sign *s) {
	struct operand *x = s->n->in.operand;
	struct node *d[3] = {NULL, negation(s, 1), negation(s, 2)};
	u32 i = d[1] ? 1 : 2;
	if (!d[i]) {
		minus_once(s);
		return;
	}
	struct operand a = d[i]->in.operand[1], b = x[3 - i];
	if (d[3 - i]) {
		become(s, s->f->mul, a, d[3 - i]->in.operand[1]);
	} else if (b.kind == OPR_IMM) {
		become(s, s->f->mul, a, flipped(s, b));
	} else if (is_used_once(s->o, d[i])) {
		u8 type[4] = {s->f->type};
		struct operand op[3] = {opr_reg(val_new(s->o, s->f->type)), a, b};
		node_before(s->o, s->n,
		            node_new(s->o, (enum row)s->f->mul, s->ftz, type, op, 3));
		s->o->val.at[op[0].index].nuse = 1;
		node_become(s->o, s->n, (enum row)s->f->neg, s->ftz, s->f->type, 0, op,
		            1);
	}
}

/* What negates operand x: nothing, a constant or factor that is negated, or a negation
 * that goes away. */
enum freedom { NOT_FREE, FREE, CHEAPER };
enum { DEPTH = 6 };

static bool is_dividing(u16 row) {
	return row == ROW_DIV_F32 || row == ROW_DIV_FULL || row == ROW_DIV_F64;
}

static struct node *product_or_quotient(const struct sign *s, const struct operand *x) {
	struct node *d = def_of(s->o, x);
	if (!d || d->guard.kind != OPR_NONE)
		return NULL;
	bool is_mul = d->in.row == s->f->mul && !MOD_GET(d->in.mods, RND) &&
	              !MOD_GET(d->in.mods, SAT),
	     is_div = is_dividing(d->in.row) && d->in.type[0] == s->f->type;
	return (is_mul || is_div) && is_used_once(s->o, d) ? d : NULL;
}

static u64 constant_key(const struct fusable *f, u64 value) {
	return f->type == TYPE_F32 ? value | 1ull << 32 : value;
}

/* Deep in a product a constant is negated if it is there once, or its negative is. */
static bool is_free_constant(const struct sign *s, u64 value) {
	const u64 *n = map_find(s->constants, constant_key(s->f, value));
	return (n && *n == 1) ||
	       map_find(s->constants, constant_key(s->f, value ^ s->f->sign));
}

static void count_constants(struct opt *o, u32 b, struct map *constants) {
	each_node (n, &o->bb.at[b])
		for (u32 i = 1; i < n->in.noperand; i++) {
			u8 type = n->in.type[0];
			const struct operand *x = &n->in.operand[i];
			if (x->kind != OPR_IMM || (type != TYPE_F32 && type != TYPE_F64))
				continue;
			const struct fusable *f = fusable_of(
				type == TYPE_F32 ? ROW_MUL_F32 : ROW_MUL_F64);
			++*map_at(constants, constant_key(f, (u64)x->value));
		}
}

static u64 two(const struct fusable *f) {
	return f->type == TYPE_F32 ? 0x40000000u : 0x4000000000000000u;
}

static enum freedom freedom_of_right(const struct sign *s, const struct node *d,
                                     u32 depth);

static enum freedom freedom_of(const struct sign *s, const struct operand *x, u32 depth) {
	if (x->kind == OPR_IMM)
		return depth < 2 || is_free_constant(s, (u64)x->value) ? FREE : NOT_FREE;
	struct node *d = def_of(s->o, x);
	if (d && d->in.row == s->f->neg && d->guard.kind == OPR_NONE)
		return CHEAPER;
	d = product_or_quotient(s, x);
	if (!d || depth == DEPTH)
		return NOT_FREE;
	enum freedom left = freedom_of(s, &d->in.operand[1], depth + 1),
		     right = freedom_of_right(s, d, depth + 1);
	return left > right ? left : right;
}

/* x * 2 is to be x + x. */
static enum freedom freedom_of_right(const struct sign *s, const struct node *d,
                                     u32 depth) {
	const struct operand *y = &d->in.operand[2];
	bool is_double = d->in.row == s->f->mul && y->kind == OPR_IMM &&
	                 (u64)y->value == two(s->f);
	return is_double ? NOT_FREE : freedom_of(s, y, depth);
}

/* The negative of what has such freedom; a product changes in place. */
static struct operand opposite(struct sign *s, struct operand x, u32 depth) {
	if (x.kind == OPR_IMM)
		return flipped(s, x);
	struct node *d = def_of(s->o, &x);
	if (d->in.row == s->f->neg)
		return d->in.operand[1];
	u32 i = freedom_of(s, &d->in.operand[1], depth + 1) >=
	                        freedom_of_right(s, d, depth + 1)
	                ? 1
	                : 2;
	d->in.operand[i] = opposite(s, d->in.operand[i], depth + 1);
	s->o->changed = true;
	return x;
}

/* Whether x cannot be -0: another constant, an integer, a sum with 0. */
static bool is_never_minus_zero(const struct sign *s, const struct operand *x) {
	if (x->kind == OPR_IMM)
		return (u64)x->value != s->f->sign;
	const struct node *d = def_of(s->o, x);
	if (!d || d->guard.kind != OPR_NONE)
		return false;
	const struct operand *y = &d->in.operand[1];
	bool has_zero = (y[0].kind == OPR_IMM && y[0].value == 0) ||
	                (y[1].kind == OPR_IMM && y[1].value == 0);
	return d->in.row == ROW_CVT_F32_I || d->in.row == ROW_CVT_F64_I ||
	       (d->in.row == s->f->add && has_zero);
}

/* z - (x - y), with a z that is not -0: z + (y - x). */
static void from_difference(struct sign *s, struct operand z, struct operand of) {
	const struct node *d = def_of(s->o, &of);
	if (!d || d->in.row != s->f->sub || d->guard.kind != OPR_NONE ||
	    MOD_GET(d->in.mods, RND) || MOD_GET(d->in.mods, SAT) ||
	    !is_used_once(s->o, d) || !is_never_minus_zero(s, &z))
		return;
	u8 type[4] = {s->f->type};
	struct operand op[3] = {opr_reg(val_new(s->o, s->f->type)), d->in.operand[2],
	                        d->in.operand[1]};
	node_before(s->o, s->n, node_new(s->o, (enum row)s->f->sub, s->ftz, type, op, 3));
	s->o->val.at[op[0].index].nuse = 1;
	if (z.kind == OPR_IMM)
		become(s, s->f->add, op[0], z);
	else
		become(s, s->f->add, z, op[0]);
}

/* The product with this constant that is the operand, used once. */
static struct node *product_with(const struct sign *s, const struct operand *x, u64 c) {
	struct node *d = product_or_quotient(s, x);
	bool is_one = d && d->in.row == s->f->mul && d->in.operand[2].kind == OPR_IMM &&
	              (u64)d->in.operand[2].value == c;
	return is_one ? d : NULL;
}

/* a + b * -2, and -a - b * 2, which is b * -2 - a. */
static bool minus_double(struct sign *s, struct operand a, struct operand b,
                         bool is_sub) {
	struct node *n1 = negation(s, 1), *n2 = negation(s, 2), *d;
	if (is_sub && n1 && (d = product_with(s, &b, two(s->f)))) {
		d->in.operand[2] = flipped(s, d->in.operand[2]);
		become(s, s->f->sub, b, n1->in.operand[1]);
		return true;
	}
	if (is_sub || n1 || n2)
		return false;
	u64 minus_two = two(s->f) | s->f->sign;
	if (!(d = product_with(s, &b, minus_two)) && (d = product_with(s, &a, minus_two)))
		b = a, a = s->n->in.operand[2];
	if (!d)
		return false;
	d->in.operand[2] = flipped(s, d->in.operand[2]);
	become(s, s->f->sub, a, b);
	return true;
}

static void sum(struct sign *s) {
	struct operand a = s->n->in.operand[1], b = s->n->in.operand[2];
	bool is_sub = s->n->in.row == s->f->sub;
	if (minus_double(s, a, b, is_sub))
		return;
	enum freedom right = freedom_of(s, &b, 0);
	bool left = !is_sub && freedom_of(s, &a, 0) == CHEAPER;
	if (left && (right != CHEAPER || (negation(s, 1) && negation(s, 2))))
		become(s, s->f->sub, b, opposite(s, a, 0));
	else if (is_sub ? right != NOT_FREE : right == CHEAPER)
		become(s, is_sub ? s->f->add : s->f->sub, a, opposite(s, b, 0));
	else if (is_sub)
		from_difference(s, a, b);
}

/* -(a * 3). */
static void negative(struct sign *s) {
	const struct node *d = def_of(s->o, &s->n->in.operand[1]);
	if (d && d->in.row == s->f->mul && !MOD_GET(d->in.mods, RND) &&
	    d->in.operand[2].kind == OPR_IMM && d->guard.kind == OPR_NONE &&
	    is_used_once(s->o, d))
		become(s, s->f->mul, d->in.operand[1], flipped(s, d->in.operand[2]));
}

/* Returns the bits of 1 / c if that is a power of two and no subnormal; else 0. */
static u64 inverse(const struct fusable *f, u64 c) {
	u32 fraction = f->type == TYPE_F32 ? 23 : 52,
	    most = f->type == TYPE_F32 ? 254 : 2046;
	u64 e = (c & ~f->sign) >> fraction;
	bool good = (c & ((1ull << fraction) - 1)) == 0 && e > 0 && e < most;
	return good ? (c & f->sign) | (u64)(most - e) << fraction : 0;
}

static void quotient(struct sign *s, bool fmad) {
	const struct operand *x = s->n->in.operand;
	u64 c = x[2].kind == OPR_IMM ? inverse(s->f, (u64)x[2].value) : 0;
	if (!c)
		return;
	s->ftz |= fmad ? 0 : MOD_BITS(RND, RN);
	become(s, s->f->mul, x[1], opr_imm((s64)c));
}

static const struct fusable *dividing(u16 row) {
	return !is_dividing(row)    ? NULL
	       : row == ROW_DIV_F64 ? fusable_of(ROW_MUL_F64)
	                            : fusable_of(ROW_MUL_F32);
}

static void visit(struct opt *o, struct node *n, struct map *constants) {
	u16 row = n->in.row;
	const struct fusable *f = fusable_of(row), *div = dividing(row);
	struct sign s = {o, n, f ? f : div, n->in.mods & MOD_BITS(FTZ, FTZ), constants};
	if (!s.f || n->guard.kind != OPR_NONE ||
	    (s.f->type != TYPE_F32 && s.f->type != TYPE_F64))
		return;
	if (div)
		quotient(&s, o->options->fmad);
	else if (row == f->neg)
		negative(&s);
	else if (MOD_GET(n->in.mods, RND) || MOD_GET(n->in.mods, SAT))
		return;
	else if (row == f->mul)
		product(&s);
	else if (row == f->add || row == f->sub)
		sum(&s);
}

/* A visited node's operands have been visited. */
void fuse_signs(struct opt *o) {
	for (u32 i = 0; i < o->nrpo; i++) {
		struct map constants = {.arena = o->a};
		count_constants(o, o->rpo[i], &constants);
		each_node (n, &o->bb.at[o->rpo[i]])
			visit(o, n, &constants);
	}
	uses_count(o);
}
