/* access.c - loads and stores of a warp whose lanes lie in every pattern, against one
 * lane at a time.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/backend/warp.h"
#include "tests/unit/test.h"

enum { ADDR = 0, DATA = 1, SPAN = 1 << 18 };

static struct dinst inst_of(struct dargs *x, enum type t, u32 space, bool store) {
	struct dinst d = {
		.x = x, .no = 2, .type = {(u8)t}, .mods = (u64)space << MOD_SPACE_SHIFT};
	u32 bits = type_info[t].lane_bits;
	d.o[0] = fake_reg(store ? ADDR : DATA);
	d.o[1] = fake_reg(store ? DATA : ADDR);
	x->lane_bits[0] = (u8)(store ? 64 : bits);
	x->lane_bits[1] = (u8)(store ? bits : 64);
	x->off[store ? 0 : 1] = 16;
	d.exec = mem_choose(&d, store ? exec_st : exec_ld);
	return d;
}

/* Address patterns: offsets of the lanes, in elements. */
static u32 offset_of(u32 pattern, u32 lane) {
	static const u32 stride[] = {0, 1, 2, 31, 509};
	return pattern < 5    ? lane * stride[pattern]
	       : pattern == 5 ? lane ^ 21
	                      : lane / 3 * 7;
}

static u64 base_of(const struct fake *f, u32 space) {
	switch (space) {
	case SPACE_SHARED: return SHARED_RESERVED;
	case SPACE_GENERIC: return f->machine.map.shared.base + SHARED_RESERVED;
	default: return fake_addr(f->global);
	}
}

static u8 *host_of(struct fake *f, u32 space) {
	return space == SPACE_GLOBAL ? f->global : f->shared + SHARED_RESERVED;
}

/* One pattern, mask and type: the loaded values, and that no other lane's register
 * changes. */
static void check_load(struct fake *f, enum type t, u32 space, u32 pattern, u32 mask) {
	struct dargs x = {0};
	struct dinst d = inst_of(&x, t, space, false);
	u32 size = type_size_bytes(t), bits = type_info[t].lane_bits;
	u64 ones = bits == 64 ? ~(u64)0 : ((u64)1 << bits) - 1;
	memset(f->regs + 256 * DATA, 0xaa, 256);
	for (u32 l = 0; l < WARP_LANES; l++)
		fake_u64(f, ADDR)[l] = base_of(f, space) + offset_of(pattern, l) * size;
	assert_int_equal(d.exec(&f->warp, &d, mask), STEP_NEXT);
	for (u32 l = 0; l < WARP_LANES; l++) {
		u64 want = 0, got = lane_get(f->regs + 256 * DATA, bits, l);
		memcpy(&want, host_of(f, space) + 16 + offset_of(pattern, l) * size,
		       size);
		if (type_info[t].class == 'S')
			want = (u64)((s64)(want << (64 - 8 * size)) >> (64 - 8 * size)) &
			       ones;
		assert_int_equal(got,
		                 mask_has(mask, l) ? want : 0xaaaaaaaaaaaaaaaa & ones);
	}
}

static void check_store(struct fake *f, enum type t, u32 space, u32 pattern, u32 mask) {
	struct dargs x = {0};
	struct dinst d = inst_of(&x, t, space, true);
	u32 size = type_size_bytes(t), bits = type_info[t].lane_bits;
	u32 span = space == SPACE_GLOBAL ? SPAN : FAKE_SHARED - SHARED_RESERVED;
	u8 *want = malloc(span), *host = host_of(f, space);
	memcpy(want, host, span);
	for (u32 l = 0; l < WARP_LANES; l++) {
		u64 v = 0x123456789abcdef1u * (l + pattern + 1);
		fake_u64(f, ADDR)[l] = base_of(f, space) + offset_of(pattern, l) * size;
		lane_set(f->regs + 256 * DATA, bits, l, v);
		if (mask_has(mask, l))
			memcpy(want + 16 + offset_of(pattern, l) * size, &v, size);
	}
	assert_int_equal(d.exec(&f->warp, &d, mask), STEP_NEXT);
	assert_memory_equal(host, want, span);
	free(want);
}

static void every_pattern(void **state) {
	(void)state;
	static const u8 types[] = {TYPE_U8,  TYPE_S8,  TYPE_U16,
	                           TYPE_S16, TYPE_U32, TYPE_U64};
	static const u32 spaces[] = {SPACE_GLOBAL, SPACE_SHARED, SPACE_GENERIC};
	static const u32 masks[] = {~0u, 1, 0x80000000, 0xffff0000, 0x12345678};
	struct fake *f = fake_new();
	for (u32 i = 0; i < SPAN; i++)
		f->global[i] = (u8)(i * 167 >> 3);
	for (u32 i = 0; i < FAKE_SHARED; i++)
		f->shared[i] = (u8)(i * 59 >> 2);
	for (u32 t = 0; t < countof(types); t++)
		for (u32 s = 0; s < countof(spaces); s++)
			for (u32 m = 0; m < countof(masks); m++)
				for (u32 p = 0; p < 7; p++) {
					if (spaces[s] != SPACE_GLOBAL &&
					    (p == 3 || p == 4))
						continue; /* too far for shared memory */
					enum type type = (enum type)types[t];
					check_load(f, type, spaces[s], p, masks[m]);
					check_store(f, type, spaces[s], p, masks[m]);
				}
	fake_drop(f);
}

/* Checks the fault of a load with one lane's bad address, the others' being good. */
static u32 fault_of(enum type t, u32 space, u64 bad, u32 bad_lane) {
	struct fake *f = fake_new();
	struct dargs x = {0};
	struct dinst d = inst_of(&x, t, space, false);
	x.off[1] = 0;
	for (u32 l = 0; l < WARP_LANES; l++)
		fake_u64(f, ADDR)[l] = base_of(f, space) + 8 * l;
	fake_u64(f, ADDR)[bad_lane] = bad == 1 ? base_of(f, space) + 1 : bad;
	enum step step = d.exec(&f->warp, &d, ~0u);
	u32 kind = step == STEP_STOP ? f->launch.fault.kind : FAULT_NONE;
	if (kind)
		assert_int_equal(f->launch.fault.thread[0], 0);
	fake_drop(f);
	return kind;
}

static void faults(void **state) {
	(void)state;
	for (u32 lane = 0; lane < WARP_LANES; lane += 31) {
		assert_int_equal(fault_of(TYPE_U32, SPACE_GLOBAL, 0, lane),
		                 FAULT_ADDRESS);
		assert_int_equal(fault_of(TYPE_U32, SPACE_GLOBAL, 2, lane),
		                 FAULT_MISALIGNED);
		assert_int_equal(fault_of(TYPE_U32, SPACE_GLOBAL, 1, lane),
		                 FAULT_MISALIGNED);
		assert_int_equal(fault_of(TYPE_U64, SPACE_SHARED, FAKE_SHARED, lane),
		                 FAULT_ADDRESS);
		assert_int_equal(fault_of(TYPE_U64, SPACE_SHARED, FAKE_SHARED - 8, lane),
		                 FAULT_NONE);
		assert_int_equal(fault_of(TYPE_U32, SPACE_SHARED, 1 << 24, lane),
		                 FAULT_RANK);
		assert_int_equal(fault_of(TYPE_U8, SPACE_GENERIC, 16, lane),
		                 FAULT_ADDRESS);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pattern),
		cmocka_unit_test(faults),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
