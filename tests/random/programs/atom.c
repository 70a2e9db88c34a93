/* atom.c - atomics whose order cannot be seen: the operations on one accumulator commute,
 * their old values are dropped or summed, and only an accumulator of the thread's own
 * gives its old value away.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/random/programs/parts.h"

enum value { ANY_BITS, SMALL_F32, SMALL_F64, SMALL_HALVES, LIMIT };

/* An operation; its accumulators are the 128 bytes at 128 times its index. */
static const struct op {
	const char *name, *type;
	u8 bytes, value;
} ops[] = {
	{"add", "u32", 4, ANY_BITS},  {"add", "s32", 4, ANY_BITS},
	{"add", "u64", 8, ANY_BITS},  {"min", "u32", 4, ANY_BITS},
	{"max", "u32", 4, ANY_BITS},  {"min", "s32", 4, ANY_BITS},
	{"max", "s32", 4, ANY_BITS},  {"min", "u64", 8, ANY_BITS},
	{"max", "s64", 8, ANY_BITS},  {"and", "b32", 4, ANY_BITS},
	{"or", "b32", 4, ANY_BITS},   {"xor", "b32", 4, ANY_BITS},
	{"and", "b64", 8, ANY_BITS},  {"or", "b64", 8, ANY_BITS},
	{"xor", "b64", 8, ANY_BITS},  {"inc", "u32", 4, LIMIT},
	{"dec", "u32", 4, LIMIT},     {"add", "f32", 4, SMALL_F32},
	{"add", "f64", 8, SMALL_F64}, {"add.noftz", "f16x2", 4, SMALL_HALVES},
};
enum { NOPS = countof(ops), AREA_CAS = NOPS, AREA_TICKET, AREA_SUM, AREA_VECTOR, AREAS };

static_assert(AREAS * ACC_AREA <= GEN_ACC_BYTES, "areas");

void fill_accumulators(u64 *rng, u8 *acc) {
	memset(acc, 0, GEN_ACC_BYTES);
	for (u32 i = 0; i < NOPS * ACC_AREA; i += 8) {
		u64 v = gen_mix(rng);
		if (ops[i / ACC_AREA].value == ANY_BITS)
			memcpy(acc + i, &v, 8);
	}
}

static const char *value_for(struct gen *g, const struct op *op) {
	const char *t = temp(g, op->bytes * 8), *r = temp(g, 32);
	switch (op->value) {
	case ANY_BITS: return reg(g, op->bytes * 8);
	case LIMIT: return "21";
	case SMALL_HALVES:
		emit(g, LINE_KEEP, "selp.b32 %s, 0x3c004000, 0x3c00, %s;", t, reg(g, 1));
		return t;
	default:
		emit(g, LINE_KEEP, "and.b32 %s, %s, 15; cvt.rn.%s.u32 %s, %s;", r,
		     reg(g, 32), op->type, t, r);
		return t;
	}
}

/* Words of space and order; *base: a register with the address of the accumulators. */
static const char *space_words(struct gen *g, const char **base, bool red) {
	static const char *const order[] = {"",
	                                    "",
	                                    ".relaxed.gpu",
	                                    ".release.sys",
	                                    ".relaxed.sys",
	                                    ".acq_rel.gpu",
	                                    ".acquire.gpu"};
	static const char *const near[] = {"",
	                                   "",
	                                   ".relaxed.cta",
	                                   ".release.cta",
	                                   ".relaxed.gpu",
	                                   ".acq_rel.cta",
	                                   ".acquire.cta"};
	u32 k = pick(g, red ? 5 : 7);
	*base = temp(g, 64);
	if ((g->features & F_SHARED) && chance(g, 50)) {
		emit(g, LINE_KEEP, "mov.u64 %s, sacc%u;", *base, g->index);
		if (chance(g, 70))
			return text(g, "%s.shared", near[k]);
		emit(g, LINE_KEEP, "cvta.shared.u64 %s, %s;", *base, *base);
		return near[k];
	}
	if (chance(g, 70)) {
		emit(g, LINE_KEEP, "mov.u64 %s, %%acc;", *base);
		return text(g, "%s.global", order[k]);
	}
	emit(g, LINE_KEEP, "cvta.global.u64 %s, %%acc;", *base);
	return order[k];
}

/* base + area + one of a few elements, which lanes share or not. */
static const char *element(struct gen *g, const char *base, u32 area, u32 bytes) {
	const char *a = temp(g, 64);
	if (chance(g, 50))
		return text(g, "%s+%u", base,
		            area * ACC_AREA + pick(g, ACC_AREA / bytes) * bytes);
	emit(g, LINE_KEEP, "mad.wide.u32 %s, %s, %u, %s;", a,
	     make_index(g, 1u << pick(g, 4)), bytes, base);
	return text(g, "%s+%u", a, area * ACC_AREA);
}

static void make_contended(struct gen *g) {
	u32 k = pick(g, NOPS);
	const struct op *op = &ops[k];
	/* f16 holds integers up to 2048: few threads, few places, no loops. */
	bool halves = op->value == SMALL_HALVES;
	if (halves && (g->loops || g->in_goto || g->in_func || g->half_sites++ > 2))
		return;
	bool red = chance(g, 50);
	const char *base, *words = space_words(g, &base, red), *v = value_for(g, op);
	const char *at = element(g, base, k, op->bytes);
	if (halves)
		emit(g, LINE_KEEP, "setp.lt.u32 %%tq, %%gid, 200;");
	const char *guard = halves          ? "@%tq "
	                    : chance(g, 20) ? text(g, "@%s ", reg(g, 1))
	                                    : "";
	if (red)
		emit(g, LINE_PLAIN, "%sred%s.%s.%s [%s], %s;", guard, words, op->name,
		     op->type, at, v);
	else
		emit(g, LINE_PLAIN, "%satom%s.%s.%s %s, [%s], %s;", guard, words,
		     op->name, op->type, chance(g, 30) ? "_" : temp(g, op->bytes * 8), at,
		     v);
}

/* An addition by hand; all lanes of a warp that want the same element must succeed. */
static void make_cas_loop(struct gen *g) {
	const char *base, *words = space_words(g, &base, false);
	const char *a = temp(g, 64), *old = temp(g, 32), *new = temp(g, 32),
		   *was = temp(g, 32);
	const char *p = temp(g, 1), *l = label(g);
	emit(g, LINE_KEEP, "mad.wide.u32 %s, %s, 4, %s; add.u64 %s, %s, %u;", a,
	     make_index(g, 1u << pick(g, 5)), base, a, a, AREA_CAS * ACC_AREA);
	const char *generic = strstr(words, ".shared")   ? ".shared"
	                      : strstr(words, ".global") ? ".global"
	                                                 : "";
	emit(g, LINE_PLAIN,
	     "ld.relaxed.gpu%s.b32 %s, [%s]; %s: add.u32 %s, %s, %s; mov.b32 %s, %s; "
	     "atom%s.cas.b32 %s, [%s], %s, %s; setp.ne.u32 %s, %s, %s; @%s bra %s;",
	     generic, old, a, l, new, old, reg(g, 32), was, old, words, old, a, was, new,
	     p, old, was, p, l);
}

/* The old values of a counter add up to the same sum in any order. */
static void make_ticket(struct gen *g) {
	const char *base, *words = space_words(g, &base, true), *t = temp(g, 32);
	u32 i = pick(g, 8) * 4;
	emit(g, LINE_PLAIN, "atom%s.add.u32 %s, [%s+%u], 1; red%s.add.u32 [%s+%u], %s;",
	     words, t, base, AREA_TICKET * ACC_AREA + i, words, base,
	     AREA_SUM * ACC_AREA + i, t);
}

static void make_vector(struct gen *g) {
	const char *t = temp(g, 32);
	u32 n = chance(g, 50) ? 2 : 4;
	emit(g, LINE_KEEP, "and.b32 %s, %s, 7; cvt.rn.f32.u32 %s, %s;", t, reg(g, 32), t,
	     t);
	const char *at = element(g, "%acc", AREA_VECTOR, 16);
	emit(g, LINE_PLAIN,
	     n == 2 ? "red.global.add.v2.f32 [%s], {%s, %s};"
	            : "red.global.add.v4.f32 [%s], {%s, %s, %s, %s};",
	     at, t, t, t, t);
}

/* In the thread's own slot all is known, the old value, too. */
static void make_private(struct gen *g) {
	static const char *const word[] = {"exch.b", "and.b", "or.b",  "xor.b", "add.u",
	                                   "min.s",  "max.u", "inc.u", "cas.b"};
	u32 k = pick(g, 9), bits = k == 7 || chance(g, 50) ? 32 : 64;
	const char *last = k == 8 ? text(g, ", %s", reg(g, bits)) : "";
	emit_guarded(g, "atom%s.%s%u %s, [%%mine+%u], %s%s;",
	             chance(g, 50) ? ".global" : "", word[k], bits, reg(g, bits),
	             pick(g, 8) * 8, reg(g, bits), last);
}

void make_atomic(struct gen *g) {
	u32 k = pick(g, 10);
	if (k < 5)
		make_contended(g);
	else if (k == 5)
		make_cas_loop(g);
	else if (k == 6)
		make_ticket(g);
	else if (k == 7)
		make_vector(g);
	else
		make_private(g);
}
