/* mma_plan.c - the kernels of mma_plan.h against mma_exec, bit for bit: every form of the
 * tables, every level of the host, operands of ordinary and of extreme kinds, and D in
 * the registers of C.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma_plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "ir/isa/inst.h"

enum { TILES = 12 };

/* Kinds of tiles of operands. */
enum mode {
	ORDINARY, /* numbers of either sign about 1 */
	MIXED,    /* exponents in a range of 24 */
	ANY_BITS,
	SPECIAL, /* some infinities and NaN */
	ZEROS,   /* most are zero, of either sign */
	LEAST,   /* subnormal and least normal numbers */
	GREATEST,
	WIDEST,   /* products and C of one sign and exponent, all bits set: sums of 2^31
	             units */
	OPPOSITE, /* neighbours in k cancel */
	EDGE,     /* products at the ends of the range of f32 */
	INTEGERS, /* small ones, and zeros of either sign; of C some large ones */
	NEARLY,   /* the same but for a few elements that are no small integers */
	UNITS, /* multiples of one power of two, up to what sums may be without rounding,
	          and beyond */
	MODES
};

static u64 seed = 1;

static u64 next(void) { /* splitmix64 */
	u64 z = seed += 0x9e3779b97f4a7c15;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

struct format {
	u32 exp_bits, man_bits, width;
};

static struct format format_of(enum type t) {
	switch (t) {
	case TYPE_F16: return (struct format){5, 10, 16};
	case TYPE_BF16: return (struct format){8, 7, 16};
	case TYPE_F32:
	case TYPE_TF32: return (struct format){8, 23, 32};
	case TYPE_F64: return (struct format){11, 52, 64};
	case TYPE_E4M3: return (struct format){4, 3, 8};
	case TYPE_E5M2: return (struct format){5, 2, 8};
	case TYPE_B1: return (struct format){0, 0, 32};
	default: return (struct format){0, 0, type_info[t].bits};
	}
}

static u64 compose(const struct format *f, u64 sign, u64 exp, u64 man) {
	return sign << (f->width - 1) | exp << f->man_bits |
	       (man & (((u64)1 << f->man_bits) - 1));
}

/* An integer times 2^scale, cut to what the format holds. */
static u64 integer(const struct format *f, u64 sign, u64 v, s32 scale) {
	s32 bias = (1 << (f->exp_bits - 1)) - 1, top;
	if (v == 0)
		return sign << (f->width - 1);
	top = 63 - __builtin_clzll(v);
	return compose(f, sign, (u64)(bias + top + scale),
	               (v << (63 - top) << 1) >> (64 - f->man_bits));
}

/* Element i of a tile. */
static u64 element(enum type t, enum mode mode, u32 i, u64 flip) {
	struct format f = format_of(t);
	u64 r = next(), sign = r >> 63, man = next(), top, mid;
	if (f.exp_bits == 0)
		return mode == GREATEST ? (i & 1 ? r : ~(u64)0 >> 1)
		       : mode == ZEROS  ? r & r >> 7
		                        : r;
	top = ((u64)1 << f.exp_bits) - 1;
	mid = top / 2;
	switch (mode) {
	case ORDINARY: return compose(&f, sign, mid - r % 3, man);
	case MIXED:
		return compose(&f, sign, MIN(mid + r % 24 - MIN(mid, 12), top - 1), man);
	case SPECIAL:
		if (r % 29 < 2)
			return compose(&f, sign, top, r % 29 ? man : 0);
		return compose(&f, sign, mid, man);
	case ZEROS: return r % 5 ? sign << (f.width - 1) : compose(&f, sign, mid, man);
	case LEAST: return compose(&f, sign, r % 2, r % 3 ? man : 0);
	case GREATEST: return compose(&f, sign, top - 1 - r % 40 / 39, ~(u64)0);
	case WIDEST: return compose(&f, flip, mid, ~(u64)0);
	case OPPOSITE: return compose(&f, i & 1, mid + (r % 7 == 0), i >> 3);
	case EDGE: return compose(&f, sign, (i & 64 ? top - 1 : top / 4) - r % 4, man);
	case INTEGERS:
		return integer(&f, sign, r % 8,
		               t == TYPE_F32 ? (s32)(man >> 40) % 21 : 0);
	case NEARLY:
		if (r % 67 == 0)
			return compose(&f, sign, mid - man % 7, man >> 8);
		return integer(&f, sign, r % 8, 0);
	case UNITS:
		if (t == TYPE_F32)
			return integer(&f, sign, r % ((u64)1 << (18 + man % 8)), -20);
		return f.width == 8 ? integer(&f, sign, r % 16, -5)
		                    : integer(&f, sign, r % 512, -10);
	default: return man;
	}
}

struct regs {
	u8 bytes[MMA_MAX_REGS][32 * 8];
	void *at[MMA_MAX_REGS];
};

static void regs_fill(struct regs *r, enum type t, enum mode mode, u64 flip) {
	u32 width = format_of(t).width;
	for (u32 i = 0; i < MMA_MAX_REGS; i++) {
		r->at[i] = r->bytes[i];
		for (u32 k = 0; k < 32 * 64 / width; k++) {
			u64 v = element(t, mode, k, flip);
			if (width >= 8)
				memcpy(&r->bytes[i][k * (width / 8)], &v, width / 8);
			else
				r->bytes[i][k / 2] = (u8)v;
		}
	}
}

struct operands {
	struct regs a, b, c, d, e;
	u32 meta[32];
};

/* Copies of words that no instruction has: every nibble of metadata names two different
 * elements, or once in a while what the manual does not allow. */
static void meta_fill(u32 *meta, bool is_tf32, bool is_odd) {
	static const u8 pair[6] = {4, 8, 12, 9, 13, 14};
	for (u32 l = 0; l < 32; l++)
		for (u32 i = 0; i < 8; i++) {
			u32 x = (u32)(next() >> 32);
			meta[l] = meta[l] << 4 | (is_odd    ? x & 15
			                          : is_tf32 ? (x & 1 ? 4u : 14u)
			                                    : pair[x % 6]);
		}
}

static void compare(const struct mma_plan *p, struct operands *o, u32 size,
                    const char *what, u32 level, u32 mode) {
	for (u32 i = 0; i < p->f.nd; i++)
		if (memcmp(o->d.bytes[i], o->e.bytes[i], size) != 0)
			fail_msg("%s, level %u, operands %u: register %u is wrong", what,
			         level, mode, i);
}

/* One tile. True if the kernel took it. */
static bool check_tile(const struct mma_plan *p, u32 level, enum mode mode,
                       const char *what) {
	static struct operands o;
	const struct mma_form *f = &p->f;
	const void *const *a = (const void *const *)o.a.at,
			  *const *b = (const void *const *)o.b.at,
			  *const *c = (const void *const *)o.c.at;
	u32 size = f->d->bits == 64 ? 256 : 128, selector = 0;
	u64 flip = next() & 1;
	bool is_fast;
	if (f->sparse)
		selector = (u32)next() & (f->meta->bits == 16   ? 3
		                          : f->meta->bits == 32 ? 1
		                                                : 0);
	regs_fill(&o.a, f->ta, mode, flip);
	regs_fill(&o.b, f->tb, mode, 0);
	regs_fill(&o.c, f->tc, next() % 3 ? mode : ZEROS, flip);
	regs_fill(&o.d, f->td, ANY_BITS, 0);
	regs_fill(&o.e, f->td, ANY_BITS, 0);
	meta_fill(o.meta, f->ta == TYPE_TF32, mode == ANY_BITS);
	mma_exec(f, p->mods, o.e.at, a, b, c, o.meta, selector);
	is_fast = p->fast(p, o.d.at, a, b, c, o.meta, selector);
	if (is_fast)
		compare(p, &o, size, what, level, mode);
	/* in place, registers reversed: all of C is read before D is written */
	for (u32 i = 0; i < f->nd && f->nd == f->nc; i++)
		o.d.at[i] = o.c.bytes[f->nd - 1 - i];
	mma_plan_run(p, o.d.at, a, b, c, o.meta, selector);
	for (u32 i = 0; i < f->nd && f->nd == f->nc; i++)
		memcpy(o.d.bytes[i], o.d.at[i], size);
	compare(p, &o, size, what, level, mode);
	return is_fast;
}

static u32 nform, nkernel;

static void check_form(const char *row, bool wmma, u64 mods, const u8 type[4]) {
	nform++;
	for (u32 level = MMA_V3; level <= (u32)mma_host_level(); level++) {
		struct mma_plan p;
		u32 taken[MODES] = {0};
		char what[64];
		if (!mma_plan_init(&p, wmma, mods, type, (enum mma_level)level))
			fail_msg("%s: no such form", row);
		snprintf(what, sizeof what, "%s m%un%uk%u", row, p.f.m, p.f.n, p.f.k);
		if (!p.fast)
			continue;
		nkernel++;
		for (u32 i = 0; i < TILES * MODES; i++)
			taken[i % MODES] += check_tile(&p, level, (enum mode)(i % MODES),
			                               what);
		if (taken[ORDINARY] != TILES || taken[ZEROS] != TILES ||
		    taken[OPPOSITE] != TILES)
			fail_msg("%s, level %u: left ordinary operands to the plain code",
			         what, level);
	}
}

/* All values of the slots of a row from `slot` on. */
static void check_slots(const struct row_info *row, u32 slot, u64 mods) {
	if (slot == row->nslot) {
		for (u32 t = 0; t < row->ntuple; t++)
			check_form(row->id, row->mnemonic[0] == 'w', mods, row->types[t]);
		return;
	}
	const struct row_slot *s = &row->slot[slot];
	if (!s->required)
		check_slots(row, slot + 1, mods);
	for (u64 v = s->allowed; v; v &= v - 1)
		check_slots(row, slot + 1,
		            mods | (u64)__builtin_ctzll(v) << slot_info[s->slot].shift);
}

static void every_kernel_gives_the_plain_bits(void **state) {
	(void)state;
	for (u32 i = 0; i < ROW_COUNT; i++) {
		const struct row_info *row = row_info(i);
		if (row->mnemonic && (strcmp(row->mnemonic, "mma") == 0 ||
		                      strcmp(row->mnemonic, "wmma.mma") == 0))
			check_slots(row, 0, 0);
	}
	printf("%u forms, %u kernels\n", nform, nkernel);
	assert_true(nform > 150);
	assert_true(mma_host_level() == MMA_PLAIN || nkernel > nform / 2);
}

static void plans_are_made_once(void **state) {
	(void)state;
	const u64 mods = MOD_BITS(SHAPE, M16N8K16) | MOD_BITS(ALAYOUT, ROW) |
	                 MOD_BITS(BLAYOUT, COL);
	const u8 f16[4] = {TYPE_F32, TYPE_F16, TYPE_F16, TYPE_F32},
		 bf16[4] = {TYPE_F32, TYPE_BF16, TYPE_BF16, TYPE_F32};
	const struct mma_profile *hopper = mma_profile_of(90);
	const struct mma_plan *p = mma_plan_find(false, mods, f16, hopper);
	assert_non_null(p);
	assert_ptr_equal(mma_plan_find(false, mods, f16, hopper), p);
	assert_ptr_not_equal(mma_plan_find(false, mods, bf16, hopper), p);
	assert_null(mma_plan_find(false, MOD_BITS(SHAPE, M8N8), f16,
	                          hopper)); /* of ldmatrix */
	assert_ptr_not_equal(
		mma_plan_find(false, mods | MOD_BITS(MSP, ORDERED), f16, hopper), p);
}

static void the_processor_limits_the_level(void **state) {
	(void)state;
	enum mma_level host = mma_host_level();
	mma_level_limit("x86-64-v3");
	assert_int_equal(mma_host_level(), MIN(host, MMA_V3));
	mma_level_limit("x86-64-v2");
	assert_int_equal(mma_host_level(), MMA_PLAIN);
	mma_level_limit("native");
	assert_int_equal(mma_host_level(), host);
	mma_level_limit("x86-64");
	assert_int_equal(mma_host_level(), MMA_PLAIN);
	mma_level_limit(NULL);
	assert_int_equal(mma_host_level(), host);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_processor_limits_the_level),
		cmocka_unit_test(every_kernel_gives_the_plain_bits),
		cmocka_unit_test(plans_are_made_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
