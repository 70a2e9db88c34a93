/* bulk.c - instructions of devices that are not here yet (sm_100): zeros stored in bulk,
 * and copies of some bytes of each sixteen.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/decode.h"
#include "tests/unit/backend/warp.h"
#include "tests/unit/test.h"

enum { ADDR, SIZE, MASK, FROM };

static u64 shared_at(u32 off) {
	return SHARED_RESERVED + off;
}

/* st.bulk of `size` zeros at `addr` by one lane: the kind of its fault. */
static u32 store(struct fake *f, u64 addr, u64 size) {
	struct dargs x = {.lane_bits = {64, 64}};
	struct dinst d = {.x = &x, .no = 2, .mods = MOD_BITS(SPACE, SHARED_CTA)};
	d.o[0] = fake_reg(ADDR);
	d.o[1] = fake_reg(SIZE);
	fake_u64(f, ADDR)[3] = addr;
	fake_u64(f, SIZE)[3] = size;
	return exec_st_bulk(&f->warp, &d, 8) == STEP_NEXT ? FAULT_NONE
	                                                  : f->launch.fault.kind;
}

static void zeros(void **state) {
	(void)state;
	struct fake *f = fake_new();
	u8 *at = f->shared + SHARED_RESERVED, want[64];
	memset(at, 7, 64);
	memset(want, 7, 64);
	assert_int_equal(store(f, shared_at(8), 40), FAULT_NONE);
	memset(want + 8, 0, 40);
	assert_memory_equal(at, want, 64);
	assert_int_equal(store(f, shared_at(0), 0), FAULT_NONE);
	assert_memory_equal(at, want, 64);
	fake_drop(f);
}

static u32 store_fault(u64 addr, u64 size) {
	struct fake *f = fake_new();
	u32 kind = store(f, addr, size);
	fake_drop(f);
	return kind;
}

static void zeros_elsewhere(void **state) {
	(void)state;
	assert_int_equal(store_fault(shared_at(4), 8), FAULT_MISALIGNED);
	assert_int_equal(store_fault(shared_at(0), 12), FAULT_MISALIGNED);
	assert_int_equal(store_fault(FAKE_SHARED - 8, 16), FAULT_ADDRESS);
	assert_int_equal(store_fault(shared_at(0), (u64)1 << 40), FAULT_ADDRESS);
}

/* cp.async.bulk with .cp_mask from shared to global memory. */
static u32 copy(struct fake *f, u64 to, u32 size, u32 mask) {
	struct dargs x = {.lane_bits = {64, 64, 32, 0, 16}};
	struct dinst d = {.x = &x,
	                  .no = 5,
	                  .mods = MOD_BITS(SPACE, GLOBAL) | MOD_BITS(SSPACE, SHARED_CTA) |
	                          MOD_BITS(COMPLETE, BULK_GROUP) |
	                          MOD_BITS(CP_MASK, CP_MASK)};
	d.o[0] = fake_reg(ADDR);
	d.o[1] = fake_reg(FROM);
	d.o[2] = fake_reg(SIZE);
	d.o[3] = REF_NONE;
	d.o[4] = fake_reg(MASK);
	fake_u64(f, ADDR)[0] = to;
	fake_u64(f, FROM)[0] = shared_at(0);
	fake_u32(f, SIZE)[0] = size;
	*(u16 *)(void *)fake_u32(f, MASK) = (u16)mask;
	return exec_cp_bulk(&f->warp, &d, 1) == STEP_NEXT ? FAULT_NONE
	                                                  : f->launch.fault.kind;
}

static void some_bytes(void **state) {
	(void)state;
	struct fake *f = fake_new();
	for (u32 i = 0; i < 32; i++)
		f->shared[SHARED_RESERVED + i] = (u8)(i + 1);
	assert_int_equal(copy(f, fake_addr(f->global), 32, 0x8003), FAULT_NONE);
	for (u32 i = 0; i < 48; i++)
		assert_int_equal(f->global[i],
		                 i < 32 && (0x8003 >> i % 16 & 1) ? i + 1 : 0);
	assert_int_equal(copy(f, fake_addr(f->global), 20, 1), FAULT_MISALIGNED);
	fake_drop(f);
	f = fake_new();
	assert_int_equal(copy(f, fake_addr(f->global) + ((u64)1 << PAGE_SHIFT), 16, 1),
	                 FAULT_ADDRESS);
	fake_drop(f);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(zeros),
		cmocka_unit_test(zeros_elsewhere),
		cmocka_unit_test(some_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
