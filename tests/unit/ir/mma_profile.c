/* mma_profile.c - sums of products of f16 and fp8 as the matrix units of each generation
 * make them. The numbers are those of the publications that mma_profile.h names: how many
 * bits lie below the largest exponent, how many products a step has, and how a result is
 * rounded show in single dot products.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma_plan.h"
#include "ir/num/mma_row.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define MM(shape) \
	(MOD_BITS(SHAPE, shape) | MOD_BITS(ALAYOUT, ROW) | MOD_BITS(BLAYOUT, COL))

struct regs {
	u8 bytes[MMA_MAX_REGS][32 * 8];
	void *at[MMA_MAX_REGS];
};

static void regs_init(struct regs *r) {
	memset(r->bytes, 0, sizeof r->bytes);
	for (u32 i = 0; i < MMA_MAX_REGS; i++)
		r->at[i] = r->bytes[i];
}

/* Puts an element's bits at a place of the tile. */
static void put(struct regs *r, const struct mma_layout *f, u32 place, u32 bits) {
	for (u32 i = 0, k = 0; k < f->nreg; k++)
		for (u32 j = 0; j < 32u * f->per_reg; j++, i++)
			if (f->at[i] == place)
				memcpy(r->bytes[k] + j * f->bits / 8, &bits, f->bits / 8);
}

static u32 get(const struct regs *r, const struct mma_layout *f, u32 place) {
	u32 bits = 0;
	for (u32 i = 0, k = 0; k < f->nreg; k++)
		for (u32 j = 0; j < 32u * f->per_reg; j++, i++)
			if (f->at[i] == place)
				memcpy(&bits, r->bytes[k] + j * f->bits / 8, f->bits / 8);
	return bits;
}

static u32 f16(f64 x) {
	return num_mma_f16_from_f32(num_mma_bits((f32)x));
}

/* A power of two as e4m3. */
static u32 e4m3(f64 x) {
	s32 e = (s32)(num_mma_bits((f32)x) >> 23 & 255) - 127;
	return x == 0 ? 0 : x < 0 ? 0x80u | (u32)(e + 7) << 3 : (u32)(e + 7) << 3;
}

/* c + the sum of p[k] * q[k]: element 0 of D. */
static u32 dot(u32 sm, u64 mods, const u8 type[4], f64 c, const f64 *p, const f64 *q) {
	static struct regs a, b, cc, d;
	const struct mma_plan *plan = mma_plan_find(false, mods, type,
	                                            mma_profile_of(sm));
	assert_non_null(plan);
	const struct mma_form *f = &plan->f;
	bool is_fp8 = type[1] == TYPE_E4M3, is_half = type[3] == TYPE_F16;
	regs_init(&a);
	regs_init(&b);
	regs_init(&cc);
	regs_init(&d);
	for (u32 k = 0; k < f->k; k++) {
		put(&a, f->a, k, is_fp8 ? e4m3(p[k]) : f16(p[k]));
		put(&b, f->b, k * f->n, is_fp8 ? e4m3(q[k]) : f16(q[k]));
	}
	put(&cc, f->c, 0, is_half ? f16(c) : num_mma_bits((f32)c));
	mma_plan_run(plan, d.at, (const void *const *)a.at, (const void *const *)b.at,
	             (const void *const *)cc.at, NULL, 0);
	return get(&d, f->d, 0);
}

static const u8 f16_f32[4] = {TYPE_F32, TYPE_F16, TYPE_F16, TYPE_F32},
		f16_f16[4] = {TYPE_F16, TYPE_F16, TYPE_F16, TYPE_F16},
		fp8_f32[4] = {TYPE_F32, TYPE_E4M3, TYPE_E4M3, TYPE_F32},
		fp8_f16[4] = {TYPE_F16, TYPE_E4M3, TYPE_E4M3, TYPE_F16};

struct generation {
	u32 sm, bits, step;
	u64 shape;
};

/* Each with its widest form of f16. */
static const struct generation generations[] = {
	{70, 23, 4, MM(M8N8K4)},     {72, 23, 4, MM(M8N8K4)},
	{75, 24, 8, MM(M16N8K8)},    {80, 24, 8, MM(M16N8K16)},
	{86, 24, 8, MM(M16N8K16)},   {89, 24, 8, MM(M16N8K16)},
	{90, 25, 16, MM(M16N8K16)},  {100, 25, 16, MM(M16N8K16)},
	{120, 25, 16, MM(M16N8K16)},
};

static f64 value(u32 bits) {
	return (f64)num_mma_f32(bits);
}

/* 1 - 1 and two addends of 2^-n: they count as long as n is at most the bits kept. */
static void bits_below_the_largest(void **state) {
	(void)state;
	for (u32 i = 0; i < countof(generations); i++) {
		const struct generation *g = &generations[i];
		for (u32 n = 20; n < 28; n++) {
			f64 p[16] = {1, 1, 1, 0}, q[16] = {1, -1, 0, 0};
			p[2] = 0x1p-14;
			q[2] = ldexp(1, 14 - (int)n);
			f64 got = value(dot(g->sm, g->shape, f16_f32, 0, p, q));
			f64 want = n <= g->bits ? ldexp(1, -(int)n) : 0;
			if (got != want)
				fail_msg("sm_%u, 2^-%u: %a, not %a", g->sm, n, got, want);
		}
	}
}

/* 2^14 first, and its negative in the last place: what lies between is lost if it is of
 * the same step. */
static void products_of_a_step(void **state) {
	(void)state;
	for (u32 i = 0; i < countof(generations); i++) {
		const struct generation *g = &generations[i];
		u32 k = g->shape == MM(M8N8K4) ? 4 : g->shape == MM(M16N8K8) ? 8 : 16;
		for (u32 at = 1; at < k; at++) {
			/* c is 2^30, and the product at `at` its negative; 1 at 0. */
			f64 p[16] = {1}, q[16] = {1};
			p[at] = 0x1p15;
			q[at] = -0x1p15;
			f64 got = value(dot(g->sm, g->shape, f16_f32, 0x1p30, p, q));
			/* In a step of their own, 2^30 + 1 is cut to 24 bits first. */
			assert_true(got == 0);
			p[0] = 0;
			p[k - 1] = at == k - 1 ? 0 : 1;
			q[k - 1] = 1;
			if (at == k - 1)
				continue;
			got = value(dot(g->sm, g->shape, f16_f32, 0x1p30, p, q));
			bool same = at / g->step == (k - 1) / g->step;
			if (got != (same ? 0 : 1))
				fail_msg("sm_%u, %u and %u: %a", g->sm, at, k - 1, got);
		}
	}
}

/* To f32 a sum is cut, to f16 it is rounded to nearest even. */
static void results_are_rounded(void **state) {
	(void)state;
	for (u32 i = 0; i < countof(generations); i++) {
		const struct generation *g = &generations[i];
		f64 p[16] = {1, 1, 1, 0}, q[16] = {1, 0x1p-12, 0x1p-12, 0};
		/* 2 - 2^-24 + ... : 1.75 + three quarters of a unit of f32 */
		f64 c = 1 + 0x1p-23;
		f64 got = value(dot(g->sm, g->shape, f16_f32, c, p, q));
		assert_true(got == 2 + 0x1p-11);
		p[1] = q[1] = p[2] = q[2] = 0;
		/* 1 + 1 + 2^-10 is half of a unit of f16 above 2: even below; 1 + 3 *
		 * 2^-10 rounds up */
		assert_int_equal(dot(g->sm, g->shape, f16_f16, 1 + 0x1p-10, p, q),
		                 0x4000);
		assert_int_equal(dot(g->sm, g->shape, f16_f16, 1 + 3 * 0x1p-10, p, q),
		                 0x4002);
	}
}

/* fp8: 13 bits on Ada and in its result, 25 on Blackwell. */
static void fp8_bits(void **state) {
	static const struct {
		u32 sm, bits;
	} row[] = {{89, 13}, {100, 25}, {120, 25}};
	(void)state;
	for (u32 i = 0; i < countof(row); i++)
		for (u32 n = 8; n < 28; n++) {
			f64 p[32] = {0x1p8, 0x1p8, 0x1p-6}, q[32] = {0x1p8, -0x1p8, 0};
			/* 2^16 - 2^16, and 2^(16 - n) */
			f64 small = ldexp(1, 16 - (int)n + 6);
			if (small > 0x1p8 || small < 0x1p-6)
				continue;
			q[2] = small;
			f64 got = value(dot(row[i].sm, MM(M16N8K32), fp8_f32, 0, p, q));
			f64 want = n <= row[i].bits ? ldexp(1, 16 - (int)n) : 0;
			if (got != want)
				fail_msg("sm_%u, 2^-%u: %a, not %a", row[i].sm, n, got,
				         want);
		}
	/* 1 + 2^-14 as an accumulator: 13 bits of a result remain on Ada. */
	f64 p[32] = {0}, q[32] = {0};
	assert_true(value(dot(89, MM(M16N8K32), fp8_f32, 1 + 0x1p-14, p, q)) == 1);
	assert_true(value(dot(100, MM(M16N8K32), fp8_f32, 1 + 0x1p-14, p, q)) ==
	            1 + 0x1p-14);
	p[0] = q[0] = 1;
	assert_int_equal(dot(89, MM(M16N8K32), fp8_f16, 1, p, q), 0x4000);
}

static void infinities_and_nans(void **state) {
	(void)state;
	for (u32 i = 0; i < countof(generations); i++) {
		const struct generation *g = &generations[i];
		f64 p[16] = {65504, 65504}, q[16] = {65504, -65504};
		assert_int_equal(dot(g->sm, g->shape, f16_f16, 0, p, p), 0x7c00);
		p[0] = HUGE_VAL;
		assert_int_equal(dot(g->sm, g->shape, f16_f32, 0, p, q), 0x7f800000);
		p[1] = HUGE_VAL;
		assert_int_equal(dot(g->sm, g->shape, f16_f32, 0, p, q), 0x7fffffff);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bits_below_the_largest),
		cmocka_unit_test(products_of_a_step),
		cmocka_unit_test(results_are_rounded),
		cmocka_unit_test(fp8_bits),
		cmocka_unit_test(infinities_and_nans),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
