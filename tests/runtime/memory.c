/* memory.c - pages become valid and invalid with the allocations that lie in them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "../base/test.h"

#include "runtime/memory.h"

static struct memory mem;
static struct arena_map map;

static int setup(void **state) {
	(void)state;
	return memory_init(&mem, &map, 64u << 20, false) ? 0 : -1;
}

static int teardown(void **state) {
	(void)state;
	memory_drop(&mem);
	return 0;
}

static u64 take(u64 size) {
	return memory_alloc(&mem, MEMORY_GLOBAL, size, MEMORY_GRANULE);
}

static void small_ones_share_a_page(void **state) {
	(void)state;
	u64 a = take(100), b = take(100);
	assert_int_equal(a >> PAGE_SHIFT, b >> PAGE_SHIFT);
	assert_int_equal(a % 256, 0);
	assert_true(global_valid(&map, a, 100));
	assert_true(global_valid(&map, a + 4096, 4)); /* as on hardware, the whole page is valid */
	assert_true(memory_free(&mem, MEMORY_GLOBAL, a));
	assert_true(global_valid(&map, a, 4));
	assert_true(memory_free(&mem, MEMORY_GLOBAL, b));
	assert_false(global_valid(&map, a, 4));
	assert_false(memory_free(&mem, MEMORY_GLOBAL, a));
}

static void large_ones_map_every_page(void **state) {
	(void)state;
	u64 n = 9u << 20, a = take(n);
	memset(memory_host(a), 0xa5, n);
	for (u64 off = 0; off < n; off += 1u << 20)
		assert_true(global_valid(&map, a + off, 8));
	u64 small = take(16);
	assert_true(memory_free(&mem, MEMORY_GLOBAL, a));
	assert_false(global_valid(&map, a + (4u << 20), 8));
	assert_true(global_valid(&map, small, 8));
	a = take(n);
	assert_int_equal(*((u8 *)memory_host(a) + (4u << 20)), 0); /* fresh pages are zero */
	memory_free(&mem, MEMORY_GLOBAL, a);
	memory_free(&mem, MEMORY_GLOBAL, small);
}

static void the_limit_holds(void **state) {
	(void)state;
	assert_int_equal(take((64u << 20) + 1), 0);
	assert_int_equal(take(~0ull), 0);
	u64 a = take(40u << 20);
	assert_int_not_equal(a, 0);
	assert_int_equal(take(40u << 20), 0);
	memory_free(&mem, MEMORY_GLOBAL, a);
	a = take(64u << 20);
	assert_int_not_equal(a, 0);
	memory_free(&mem, MEMORY_GLOBAL, a);
}

static void ranges_are_checked(void **state) {
	(void)state;
	u64 a = take(1000), base, size;
	assert_true(memory_holds(&mem, a, 1000));
	assert_true(memory_holds(&mem, a + 999, 1));
	assert_false(memory_holds(&mem, a, 1001));
	assert_false(memory_holds(&mem, a + 500, ~0ull));
	assert_false(memory_holds(&mem, 0, 1));
	assert_true(memory_near(&mem, a + 5000, &base, &size));
	assert_int_equal(base, a);
	assert_int_equal(size, 1000);
	memory_free(&mem, MEMORY_GLOBAL, a);
	assert_false(memory_near(&mem, a, &base, &size));
}

static void windows_do_not_overlap(void **state) {
	(void)state;
	const struct window w[] = {map.shared, map.local, map.code, map.constant, map.param};
	for (u32 i = 0; i < countof(w); i++)
		for (u32 k = 0; k < countof(w); k++)
			if (i != k)
				assert_false(in_window(w[i], w[k].base));
	assert_true(in_window(map.global, map.constant.base));
	assert_true(in_window(map.global, map.param.base));
	assert_false(in_window(map.global, map.shared.base));
	u64 c = memory_alloc(&mem, MEMORY_CONST, 64, 64);
	u64 f = memory_alloc(&mem, MEMORY_CODE, 64, 64);
	assert_true(in_window(map.constant, c) && global_valid(&map, c, 64));
	assert_true(in_window(map.code, f));
	memory_free(&mem, MEMORY_CONST, c);
	memory_free(&mem, MEMORY_CODE, f);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_ones_share_a_page),
		cmocka_unit_test(large_ones_map_every_page),
		cmocka_unit_test(the_limit_holds),
		cmocka_unit_test(ranges_are_checked),
		cmocka_unit_test(windows_do_not_overlap),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
