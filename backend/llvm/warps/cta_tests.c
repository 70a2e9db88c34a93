/* cta_tests.c - joins the tests that the warps of a cta make one after the other. Their
 * numbers differ by constants:
 *
 *     w0  i = 512 * ctaid          i + 31 < n     p = x + 4 * i           p in memory
 *     w1  i = 512 * ctaid + 32     i + 31 < n     p = x + 4 * i + 128     p in memory
 *
 * so one comparison, of the largest, tells for all, and one of the range from the first
 * byte to the last. The first test is made as if it were for all of them: the constants
 * in it are set when all are known.
 *
 * A number is taken apart into a root, which is one for all warps, and a constant. Values
 * of LLVM have no names that two warps have in common, so what is computed in the same
 * way from the same gets one name here. A number of 32 bits that is widened may have
 * wrapped, unless the constant stays below what the root is a multiple of: then there is
 * no carry. This is also why larger constants mean larger numbers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/cta_tests.h"

#include "backend/llvm/emit/value.h"
#include "backend/llvm/mem/mem.h"

enum { MOST_DEPTH = 32, MOST_SPAN = 1 << 20, ALL_ZEROS = 63 };

/* What names stand for beside LLVM's opcodes. */
enum {
	NAME_VALUE = 200,
	NAME_FORM,
	NAME_RANGE,      /* and the shift of its offsets */
	NAME_ORDER = 216 /* and the predicate, and the side of the number that varies */
};

/* root + k, modulo 2^bits. */
struct form {
	u32 root;  /* its name; 0: none, the number is a constant */
	u32 zeros; /* the root is a multiple of 2^zeros */
	u64 k;
};

/* A test that was made, and is widened for later ones. */
struct joined {
	val test;      /* the comparison */
	val sum;       /* of the number as it was at first, and a constant to be set */
	u64 k;         /* of that number's form */
	s64 low, high; /* what is added to it, at least and at most */
	bool takes_high;
	/* of a range in memory, to which `high` is the end: */
	val total; /* NULL: it is none */
	u32 shift;
};

struct cta_tests {
	u32 nname;
	struct map names;   /* by what they stand for */
	struct map numbers; /* constants have names, too */
	struct map form_of; /* of a value: 1 + index into `form` */
	VEC(struct form) form;
	struct map address_of; /* of a root: the first address that has it */
	struct map joined_of;  /* of a name: 1 + index into `joined` */
	VEC(struct joined) joined;
};

struct cta_tests *cta_tests_new(struct fn *c) {
	struct cta_tests *t = arena_new(c->a, struct cta_tests);
	t->names = t->numbers = t->form_of = MAP_INIT(c->a);
	t->address_of = t->joined_of = MAP_INIT(c->a);
	return t;
}

/* ---- names ------------------------------------------------------------------------- */

static u32 name_at(struct cta_tests *t, struct map *m, u64 key) {
	u64 *n = map_at(m, key);
	if (!*n)
		*n = ++t->nname;
	return (u32)*n;
}

static u32 name(struct cta_tests *t, u32 what, u32 a, u32 b) {
	return name_at(t, &t->names, (u64)what << 56 | (u64)a << 28 | b);
}

static u32 number(struct cta_tests *t, u64 k) {
	return name_at(t, &t->numbers, k);
}

static u32 form_name(struct cta_tests *t, const struct form *f) {
	return name(t, NAME_FORM, f->root, number(t, f->k));
}

/* ---- forms ------------------------------------------------------------------------- */

static struct form form_of(struct fn *c, val v, u32 depth);

static u64 low_bits(u32 n) {
	return n >= 64 ? UINT64_MAX : ((u64)1 << n) - 1;
}

static u32 low_zeros(u64 k) {
	return k ? (u32)__builtin_ctzll(k) : ALL_ZEROS;
}

static struct form constant_form(u64 k) {
	return (struct form){.zeros = ALL_ZEROS, .k = k};
}

static struct form sum_form(struct cta_tests *t, u32 op, struct form a, struct form b) {
	struct form f = {.zeros = MIN(a.zeros, b.zeros),
	                 .k = op == LLVMAdd ? a.k + b.k : a.k - b.k};
	f.root = b.root && (a.root || op == LLVMSub) ? name(t, op, a.root, b.root)
	                                             : a.root | b.root;
	return f;
}

static struct form scaled_form(struct cta_tests *t, struct form f, u64 by) {
	u32 more = low_zeros(by);
	return (struct form){.root = name(t, LLVMMul, f.root, number(t, by)),
	                     .zeros = MIN(f.zeros + more, (u32)ALL_ZEROS),
	                     .k = f.k * by};
}

/* The part of k that adds to the root without a carry. */
static u64 without_carry(const struct form *f, u32 bits) {
	return f->k & low_bits(MIN(f->zeros, bits - 1));
}

static struct form widened_form(struct cta_tests *t, u32 op, struct form f, u32 bits) {
	u64 low = without_carry(&f, bits), sign = (u64)1 << (bits - 1);
	if (!f.root)
		return constant_form(op == LLVMSExt ? (f.k ^ sign) - sign : f.k);
	return (struct form){.root = name(t, op, f.root, number(t, f.k - low)),
	                     .zeros = MIN(f.zeros, bits - 1),
	                     .k = low};
}

static struct form other_form(struct cta_tests *t, u32 op, struct form a, struct form b) {
	return (struct form){name(t, op, form_name(t, &a), form_name(t, &b)), 0, 0};
}

static struct form binary_form(struct fn *c, val v, u32 op, u32 depth) {
	struct cta_tests *t = c->whole.tests;
	struct form a = form_of(c, LLVMGetOperand(v, 0), depth),
		    b = form_of(c, LLVMGetOperand(v, 1), depth);
	bool is_mul = op == LLVMMul;
	if (op == LLVMAdd || op == LLVMSub)
		return sum_form(t, op, a, b);
	if (is_mul && a.root && !b.root)
		return scaled_form(t, a, b.k);
	if (is_mul && b.root && !a.root)
		return scaled_form(t, b, a.k);
	if (op == LLVMShl && a.root && !b.root && b.k < 32)
		return scaled_form(t, a, (u64)1 << b.k);
	return other_form(t, op, a, b);
}

/* Of a value that is computed from nothing that has a name. */
static struct form own_form(struct cta_tests *t) {
	return (struct form){name(t, NAME_VALUE, t->form.n, 0), 0, 0};
}

/* A condition may be constant: lanes at hand are often all. */
static struct form select_form(struct fn *c, val v, u32 depth) {
	struct cta_tests *t = c->whole.tests;
	val condition = LLVMGetOperand(v, 0);
	struct form a = form_of(c, LLVMGetOperand(v, 1), depth),
		    b = form_of(c, LLVMGetOperand(v, 2), depth);
	if (LLVMIsAConstantInt(condition))
		return LLVMConstIntGetZExtValue(condition) ? a : b;
	struct form how = form_of(c, condition, depth),
		    sides = other_form(t, LLVMSelect, a, b),
		    f = other_form(t, LLVMSelect, how, sides);
	f.zeros = MIN(MIN(a.zeros, low_zeros(a.k)), MIN(b.zeros, low_zeros(b.k)));
	return f;
}

static struct form compare_form(struct fn *c, val v, u32 depth) {
	u32 p = (u32)LLVMGetICmpPredicate(v);
	struct form a = form_of(c, LLVMGetOperand(v, 0), depth),
		    b = form_of(c, LLVMGetOperand(v, 1), depth),
		    sides = other_form(c->whole.tests, LLVMICmp, a, b);
	return other_form(c->whole.tests, LLVMICmp, sides, constant_form(p));
}

static struct form instruction_form(struct fn *c, val v, u32 depth) {
	struct cta_tests *t = c->whole.tests;
	u32 op = LLVMGetInstructionOpcode(v);
	val from = LLVMGetNumOperands(v) ? LLVMGetOperand(v, 0) : NULL;
	switch (op) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor: return binary_form(c, v, op, depth - 1);
	case LLVMICmp: return compare_form(c, v, depth - 1);
	case LLVMSExt:
	case LLVMZExt:
		return widened_form(t, op, form_of(c, from, depth - 1),
		                    LLVMGetIntTypeWidth(LLVMTypeOf(from)));
	case LLVMSelect: return select_form(c, v, depth - 1);
	default: return own_form(t);
	}
}

static bool is_number(val v) {
	typ t = LLVMTypeOf(v);
	return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) <= 64;
}

static struct form form_of(struct fn *c, val v, u32 depth) {
	struct cta_tests *t = c->whole.tests;
	u64 *known = map_find(&t->form_of, (uintptr_t)v);
	if (known)
		return t->form.at[*known - 1];
	struct form f = !is_number(v) ? own_form(t)
	                : LLVMIsAConstantInt(v)
	                        ? constant_form(LLVMConstIntGetZExtValue(v))
	                : LLVMIsAInstruction(v) && depth ? instruction_form(c, v, depth)
	                                                 : own_form(t);
	if (is_number(v))
		f.k &= low_bits(LLVMGetIntTypeWidth(LLVMTypeOf(v)));
	vec_push(c->a, &t->form, f);
	*map_at(&t->form_of, (uintptr_t)v) = t->form.n;
	return f;
}

val cta_tests_address(struct fn *c, val address) {
	struct form f, first;
	if (!c->whole.tests || !(f = form_of(c, address, MOST_DEPTH)).root)
		return address;
	u64 *at = map_at(&c->whole.tests->address_of, f.root);
	if (!*at)
		*at = (uintptr_t)address;
	val v = (val)(uintptr_t)*at;
	first = form_of(c, v, MOST_DEPTH);
	return f.k == first.k ? v
	                      : LLVMBuildAdd(c->b, v, jit_int(c, 64, f.k - first.k), "");
}

/* ---- tests ------------------------------------------------------------------------- */

/* Returns the test that has the name; one whose `test` is NULL is new. */
static struct joined *joined_at(struct fn *c, u32 key) {
	struct cta_tests *t = c->whole.tests;
	u64 *at = map_at(&t->joined_of, key);
	if (!*at) {
		vec_push(c->a, &t->joined, (struct joined){0});
		*at = t->joined.n;
	}
	return &t->joined.at[*at - 1];
}

/* The later test takes the name of one that cannot be widened for it. */
static struct joined *joined_anew(struct fn *c, u32 key) {
	*map_at(&c->whole.tests->joined_of, key) = 0;
	return joined_at(c, key);
}

static val open_sum(struct fn *c, val v) {
	return LLVMBuildAdd(c->b, v, LLVMConstNull(LLVMTypeOf(v)), "");
}

/* The limit of a test of memory that mem_in_range has made; NULL: it is another test. */
static const struct limit *limit_of(const struct fn *c, val v, u32 *span, u32 *shift) {
	map_each (it, &c->mem.limits) {
		const struct limit *l = (const struct limit *)(uintptr_t)it->value;
		*span = (u32)(it->key >> 8);
		*shift = it->key & 0xff;
		for (; l; l = l->next)
			if (l->v == v)
				return l;
	}
	return NULL;
}

/* The offset that is rotated right by `shift`; NULL: it is not. */
static val rotated(val v, u32 shift) {
	if (!shift)
		return v;
	if (!LLVMIsACallInst(v) || LLVMGetNumOperands(v) != 4 ||
	    LLVMGetOperand(v, 0) != LLVMGetOperand(v, 1))
		return NULL;
	val by = LLVMGetOperand(v, 2);
	bool same = LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) == shift;
	return same ? LLVMGetOperand(v, 0) : NULL;
}

static val join_range(struct fn *c, val test) {
	struct cta_tests *t = c->whole.tests;
	u32 span, shift;
	const struct limit *l = limit_of(c, LLVMGetOperand(test, 1), &span, &shift);
	val off = l ? rotated(LLVMGetOperand(test, 0), shift) : NULL;
	struct form f = off ? form_of(c, off, MOST_DEPTH) : (struct form){0};
	if (!f.root || LLVMGetIntTypeWidth(LLVMTypeOf(off)) != 64)
		return test;
	u32 key = name(t, NAME_RANGE + shift, f.root, number(t, (uintptr_t)l->total));
	struct joined *j = joined_at(c, key);
	s64 d = (s64)(f.k - j->k), low = MIN(j->low, d), high = MAX(j->high, d + span);
	bool fits = d > -MOST_SPAN && d < MOST_SPAN && high - low <= MOST_SPAN &&
	            d % ((s64)1 << shift) == 0;
	if (j->test && fits) {
		j->low = low;
		j->high = high;
		return jit_int(c, 1, 1);
	}
	if (j->test)
		j = joined_anew(c, key);
	*j = (struct joined){.k = f.k, .high = span, .total = l->total, .shift = shift};
	j->sum = open_sum(c, off);
	j->test = mem_in_range(c, j->sum, l->total, span, shift);
	return j->test;
}

static bool is_less(LLVMIntPredicate p) {
	return p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntULT || p == LLVMIntULE;
}

static bool is_order(LLVMIntPredicate p) {
	return p != LLVMIntEQ && p != LLVMIntNE;
}

/* A number that varies from warp to warp is less, or greater, than one that does not. */
static val join_order(struct fn *c, val test, LLVMIntPredicate p) {
	struct cta_tests *t = c->whole.tests;
	val v[2] = {LLVMGetOperand(test, 0), LLVMGetOperand(test, 1)};
	struct form f[2] = {form_of(c, v[0], MOST_DEPTH), form_of(c, v[1], MOST_DEPTH)};
	u32 bits = LLVMGetIntTypeWidth(LLVMTypeOf(v[0])),
	    side = !f[0].zeros || !f[0].root;
	struct form *own = &f[side];
	u64 low = without_carry(own, bits);
	struct form rest = {.root = own->root, .k = own->k - low};
	if (!own->root || !own->zeros)
		return LLVMBuildICmp(c->b, p, v[0], v[1], "");
	u32 what = NAME_ORDER + 2 * (u32)(p - LLVMIntUGT) + side;
	struct joined *j = joined_at(
		c, name(t, what, form_name(t, &rest), form_name(t, &f[!side])));
	if (j->test) {
		j->low = MIN(j->low, (s64)(low - j->k));
		j->high = MAX(j->high, (s64)(low - j->k));
		return jit_int(c, 1, 1);
	}
	*j = (struct joined){.k = low, .takes_high = is_less(p) == !side};
	j->sum = v[side] = open_sum(c, v[side]);
	j->test = LLVMBuildICmp(c->b, p, v[0], v[1], "");
	return j->test;
}

static LLVMIntPredicate inverse(LLVMIntPredicate p) {
	switch (p) {
	case LLVMIntSLT: return LLVMIntSGE;
	case LLVMIntSLE: return LLVMIntSGT;
	case LLVMIntSGT: return LLVMIntSLE;
	case LLVMIntSGE: return LLVMIntSLT;
	case LLVMIntULT: return LLVMIntUGE;
	case LLVMIntULE: return LLVMIntUGT;
	case LLVMIntUGT: return LLVMIntULE;
	case LLVMIntUGE: return LLVMIntULT;
	case LLVMIntEQ: return LLVMIntNE;
	default: return LLVMIntEQ;
	}
}

static val join(struct fn *c, val ok, bool is_negated);

static val join_both(struct fn *c, val both, bool is_negated) {
	val a = join(c, LLVMGetOperand(both, 0), is_negated),
	    b = join(c, LLVMGetOperand(both, 1), is_negated);
	if (LLVMIsAConstantInt(a))
		return LLVMConstIntGetZExtValue(a) ? b : a;
	if (LLVMIsAConstantInt(b))
		return LLVMConstIntGetZExtValue(b) ? a : b;
	return LLVMBuildAnd(c->b, a, b, "");
}

/* i1: ok holds, or it does not if is_negated. */
static val join(struct fn *c, val ok, bool is_negated) {
	u32 op = LLVMIsAInstruction(ok) ? LLVMGetInstructionOpcode(ok) : 0;
	if (op == (is_negated ? LLVMOr : LLVMAnd))
		return join_both(c, ok, is_negated);
	if (op == LLVMXor && LLVMIsAConstantInt(LLVMGetOperand(ok, 1)) &&
	    LLVMConstIntGetZExtValue(LLVMGetOperand(ok, 1)))
		return join(c, LLVMGetOperand(ok, 0), !is_negated);
	if (op == LLVMICmp && is_number(LLVMGetOperand(ok, 0))) {
		LLVMIntPredicate p = LLVMGetICmpPredicate(ok);
		val v = is_negated || !is_order(p) ? ok : join_range(c, ok);
		p = is_negated ? inverse(p) : p;
		if (v != ok || !is_order(p))
			return is_negated ? LLVMBuildNot(c->b, v, "") : v;
		return join_order(c, ok, p);
	}
	return is_negated ? LLVMBuildNot(c->b, ok, "") : ok;
}

val cta_tests_join(struct fn *c, val ok) {
	return c->whole.tests ? join(c, ok, false) : ok;
}

void cta_tests_end(struct fn *c) {
	struct cta_tests *t = c->whole.tests;
	for (u32 i = 0; i < t->joined.n; i++) {
		const struct joined *j = &t->joined.at[i];
		u32 bits = LLVMGetIntTypeWidth(LLVMTypeOf(j->sum));
		s64 more = j->takes_high ? j->high : j->low;
		LLVMSetOperand(j->sum, 1, jit_int(c, bits, (u64)more));
		if (j->total)
			LLVMSetOperand(j->test, 1,
			               mem_limit(c, j->total, (u32)(j->high - j->low),
			                         j->shift));
	}
}
