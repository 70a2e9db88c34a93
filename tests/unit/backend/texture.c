/* texture.c - fetches of a warp at once give what fetches of single lanes give: all
 * common formats, filters, address modes and shapes, coordinates of every kind, texels
 * whose exponents are near or far, zeros, subnormal numbers, infinities and NaNs; on each
 * level of the host's instruction set.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include <string.h>

#include "backend/interp/alu.h"
#include "backend/machine/texture_warp.h"
#include "base/bits.h"

enum { ROUNDS = 60000, BYTES = 1 << 16 };

static u32 next(void) {
	static u64 state = 1;
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (u32)(state >> 32);
}

static u32 below(u32 n) {
	return next() % n;
}

/* A texel's word: any bits, small integers, or numbers of which most are alike. */
static u32 random_word(u32 kind) {
	u32 bits = next();
	if (kind == 0)
		return bits;
	if (kind == 1)
		return (bits & 0x807fffff) | (120 + below(12)) << 23;
	if (kind == 2) /* sums that are subnormal */
		return (bits & 0x807fffff) | (1 + below(30)) << 23;
	if (kind == 3)
		return below(3) ? bits & 0x80000000 : (bits & 0x807fffff);
	return (bits & 0x80600000) | (100 + below(60)) << 23 | (bits & 1);
}

static u32 random_coordinate(bool normalized, bool is_texel, u32 size) {
	u32 bits = next();
	f32 x = (f32)(s32)(bits % 4096) / 256, whole = (f32)below(size + 3);
	switch (below(8)) {
	case 0: return bits;
	case 1: return below(2) ? 0x7f800000 | (bits & 0x80000001) : bits & 0x807fffff;
	case 2: x = whole; break;
	case 3: x = whole + 0.5f; break;
	case 4: x = -x; break;
	default: x = (f32)below(size * 512) / 256 + (f32)(bits & 255) * 0x1p-20f; break;
	}
	if (is_texel)
		return (u32)(s32)x;
	x = normalized ? x / (f32)size : x;
	memcpy(&bits, &x, 4);
	return bits;
}

static void random_format(struct texel_format *f) {
	static const struct texel_format all[] = {
		{TEXEL_FLOAT, 32, 1, 4},  {TEXEL_FLOAT, 32, 2, 8},
		{TEXEL_FLOAT, 32, 4, 16}, {TEXEL_UINT, 8, 1, 1},
		{TEXEL_UINT, 8, 2, 2},    {TEXEL_UINT, 8, 4, 4},
		{TEXEL_UINT, 16, 1, 2},   {TEXEL_UINT, 16, 4, 8},
		{TEXEL_SINT, 32, 2, 8},   {TEXEL_UINT, 32, 1, 4},
		{TEXEL_FLOAT, 16, 2, 4},  {TEXEL_FLOAT, 16, 4, 8},
		{TEXEL_FLOAT, 16, 1, 2},  {TEXEL_SINT, 16, 1, 2},
		{TEXEL_SINT, 8, 4, 4},
	};
	*f = all[below(countof(all))];
}

static void random_texture(struct texture *t, u8 *memory) {
	u32 kind = below(5);
	*t = (struct texture){
		.kind = TEX_TEXTURE, .dims = (u8)(1 + below(3)), .nlevel = 1};
	random_format(&t->format);
	for (u32 i = 0; i < BYTES / 4; i++) {
		u32 v = random_word(kind);
		memcpy(memory + 4 * i, &v, 4);
	}
	struct tex_level *v = &t->level[0];
	v->base = (u64)(uintptr_t)memory;
	v->size[0] = 1 + below(t->dims > 2 ? 15 : 40);
	v->size[1] = t->dims > 1 ? 1 + below(t->dims > 2 ? 12 : 20) : 1;
	v->size[2] = t->dims > 2 ? 1 + below(10) : 1;
	v->row = (u64)v->size[0] * t->format.bytes + 16 * below(3);
	v->slice = v->row * v->size[1];
	t->nlayer = below(3) || t->dims > 2 ? 0 : 1 + below(3);
	t->sampler = (struct sampler){.filter = (u8)below(2),
	                              .normalized_coords = below(2),
	                              .normalized_read = below(2),
	                              .srgb = below(8) == 0};
	for (u32 d = 0; d < 3; d++)
		t->sampler.address[d] = (u8)below(4);
	for (u32 c = 0; c < 4; c++)
		t->sampler.border[c] = (f32)below(5) * 0.4f - 0.4f;
}

static void random_lanes(struct tex_lanes *q, const struct texture *t) {
	static u32 at[3][WARP_LANES], layer[WARP_LANES];
	u32 dims = t->dims > 2 && below(8) ? 3 : 1 + below(2);
	*q = (struct tex_lanes){.dims = (u8)dims,
	                        .is_layered = t->nlayer != 0,
	                        .is_texel = below(4) == 0,
	                        .at = {at[0], at[1], at[2]},
	                        .layer = layer};
	for (u32 d = 0; d < 3; d++) {
		q->offset[d] = below(4) ? 0 : (s32)below(16) - 8;
		for (u32 l = 0; l < WARP_LANES; l++)
			at[d][l] = random_coordinate(t->sampler.normalized_coords,
			                             q->is_texel, t->level[0].size[d]);
	}
	for (u32 l = 0; l < WARP_LANES; l++)
		layer[l] = below(5);
}

static void lane_of(struct tex_request *r, const struct tex_lanes *q, u32 l) {
	*r = (struct tex_request){.dims = q->dims,
	                          .is_layered = q->is_layered,
	                          .is_texel = q->is_texel,
	                          .layer = q->layer[l],
	                          .offset = {q->offset[0], q->offset[1], q->offset[2]}};
	for (u32 d = 0; d < q->dims; d++) {
		memcpy(&r->at[d], &q->at[d][l], 4);
		r->texel[d] = (s32)q->at[d][l];
	}
}

/* component: of a gather, or 4 */
static void compare(u32 round, struct tex_reader *reader, const struct texture *t,
                    const struct tex_lanes *q, u32 component, u32 out[4][WARP_LANES],
                    u32 odd) {
	for (u32 l = 0; l < WARP_LANES; l++) {
		struct tex_request r;
		u32 want[4] = {0};
		lane_of(&r, q, l);
		assert_true(component < 4
		                    ? texture_gather(reader, t, &t->sampler, &r,
		                                     component, want)
		                    : texture_fetch(reader, t, &t->sampler, &r, want));
		for (u32 c = 0; c < 4 && !mask_has(odd, l); c++)
			if (out[c][l] != want[c])
				fail_msg("round %u, lane %u, channel %u: %08x, "
				         "not %08x; %u dimensions, "
				         "class %u, %u bits, filter %u, address "
				         "%u %u, component %u",
				         round, l, c, out[c][l], want[c], t->dims,
				         t->format.class, t->format.bits,
				         t->sampler.filter, t->sampler.address[0],
				         t->sampler.address[1], component);
	}
}

static void a_warp_fetches_what_lanes_fetch(void **state) {
	static _Alignas(64) u8 memory[BYTES];
	static _Atomic u8 valid[2] = {1, 1};
	u32 together = 0, odd_lanes = 0, gathers = 0;
	struct texture t = {.kind = TEX_NOTHING};
	const struct tex_warp *by = *state;
	u64 page = (u64)(uintptr_t)memory >> PAGE_SHIFT << PAGE_SHIFT;
	struct arena_map map = {.global = {page, (u64)2 << PAGE_SHIFT},
	                        .page_valid = valid};
	struct tex_reader reader = {.map = &map};
	const struct window reach = {0, 0};
	for (u32 i = 0; i < ROUNDS; i++) {
		struct tex_lanes q;
		u32 out[4][WARP_LANES], odd, component = below(4);
		u32 *const to[4] = {out[0], out[1], out[2], out[3]};
		if (i % 16 == 0)
			random_texture(&t, memory);
		random_lanes(&q, &t);
		if (by->fetch(&reader, &reach, &t, &t.sampler, &q, to, &odd)) {
			together++;
			odd_lanes += mask_count(odd);
			compare(i, &reader, &t, &q, 4, out, odd);
		}
		if (i % 4 == 0 &&
		    by->gather(&reader, &reach, &t, &t.sampler, &q, component, to)) {
			gathers++;
			compare(i, &reader, &t, &q, component, out, 0);
		}
	}
	assert_true(together > ROUNDS / 2);
	assert_true(gathers > ROUNDS / 16);
	assert_true(odd_lanes > 0);
}

static void memory_that_is_gone_is_left_to_lanes(void **state) {
	static _Alignas(64) u8 memory[64];
	static _Atomic u8 valid[2];
	const struct tex_warp *by = *state;
	u64 page = (u64)(uintptr_t)memory >> PAGE_SHIFT << PAGE_SHIFT;
	struct arena_map map = {.global = {page, (u64)2 << PAGE_SHIFT},
	                        .page_valid = valid};
	struct tex_reader reader = {.map = &map};
	struct window reach = {0, 0};
	static const u32 zeros[WARP_LANES];
	struct tex_lanes q = {.dims = 1, .is_texel = true, .at = {zeros}};
	u32 out[4][WARP_LANES], odd, *const to[4] = {out[0], out[1], out[2], out[3]};
	struct texture t = {.kind = TEX_TEXTURE,
	                    .dims = 1,
	                    .nlevel = 1,
	                    .format = {TEXEL_FLOAT, 32, 1, 4}};
	t.level[0] = (struct tex_level){(u64)(uintptr_t)memory, 64, 64, {16, 1, 1}};
	assert_false(by->fetch(&reader, &reach, &t, &t.sampler, &q, to, &odd));
	reach = (struct window){(u64)(uintptr_t)memory, 63};
	assert_false(by->fetch(&reader, &reach, &t, &t.sampler, &q, to, &odd));
	reach.size = 64;
	assert_true(by->fetch(&reader, &reach, &t, &t.sampler, &q, to, &odd));
}

static int run_level(const struct tex_warp *by) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_prestate(a_warp_fetches_what_lanes_fetch, (void *)by),
		cmocka_unit_test_prestate(memory_that_is_gone_is_left_to_lanes,
	                                  (void *)by),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void) {
	int failed = run_level(&tex_warp);
#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE)
	if (alu_host_level() >= ALU_V3)
		failed += run_level(&tex_warp_v3);
	if (alu_host_level() >= ALU_V4)
		failed += run_level(&tex_warp_v4);
#endif
	return failed;
}
