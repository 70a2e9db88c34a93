/* map.c - base/map and the bit sets of base/bits.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"

#include "base/bits.h"
#include "tests/unit/test.h"

static void keys_find_their_values(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct map m = MAP_INIT(&a);
	assert_null(map_find(&m, 7));
	for (u64 i = 0; i < 5000; i++)
		*map_at(&m, i << 32 | i) = i + 1;
	assert_int_equal(m.n, 5000);
	for (u64 i = 0; i < 5000; i++)
		assert_int_equal(*map_find(&m, i << 32 | i), i + 1);
	assert_null(map_find(&m, 5000));
	u64 sum = 0;
	map_each (it, &m)
		sum += it->value;
	assert_int_equal(sum, 5000ull * 5001 / 2);
	arena_drop(&a);
}

static void zero_is_a_key(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct map m = MAP_INIT(&a);
	*map_at(&m, 1) = 10;
	assert_null(map_find(&m, 0));
	*map_at(&m, 0) = 20;
	assert_int_equal(*map_find(&m, 0), 20);
	assert_int_equal(*map_at(&m, 1), 10);
	arena_drop(&a);
}

/* Maps of few keys are lists, which become tables. */
static void each_key_is_there_once(void **state) {
	(void)state;
	for (u64 n = 0; n < 40; n++) {
		struct arena a = ARENA_INIT;
		struct map m = MAP_INIT(&a);
		for (u64 round = 0; round < 2; round++)
			for (u64 i = 0; i < n; i++)
				*map_at(&m, i * 0x100000001) += i;
		u64 seen = 0, sum = 0;
		map_each (it, &m) {
			seen++;
			sum += it->value;
		}
		assert_int_equal(m.n, n);
		assert_int_equal(seen, n);
		assert_int_equal(sum, n ? n * (n - 1) : 0);
		assert_null(map_find(&m, n * 0x100000001));
		arena_drop(&a);
	}
}

static void small_maps_take_little(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	enum { N = 1000 };
	for (u64 i = 0; i < N; i++) {
		struct map m = MAP_INIT(&a);
		*map_at(&m, i) = 1;
	}
	assert_true(a.total_bytes < N * 64);
	arena_drop(&a);
}

/* A map of a million keys takes no more than its last table and the one before. */
static void tables_are_given_back(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct map m[4];
	for (u32 k = 0; k < countof(m); k++)
		m[k] = MAP_INIT(&a);
	for (u32 k = 0; k < countof(m); k++)
		for (u64 i = 0; i < 300000; i++)
			*map_at(&m[k], i) = i + k;
	size_t last = map_bytes(m[0].nslot);
	assert_true(a.total_bytes < 7 * last);
	for (u32 k = 0; k < countof(m); k++)
		for (u64 i = 0; i < 300000; i++)
			assert_int_equal(*map_find(&m[k], i), i + k);
	arena_drop(&a);
}

static void pointers_are_keys(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct map m = MAP_INIT(&a);
	char text[100];
	for (u32 i = 0; i < 100; i++)
		map_put_ptr(&m, &text[i], &text[99 - i]);
	for (u32 i = 0; i < 100; i++)
		assert_ptr_equal(map_get_ptr(&m, &text[i]), &text[99 - i]);
	assert_null(map_get_ptr(&m, &m));
	arena_drop(&a);
}

static void lane_masks(void **state) {
	(void)state;
	u32 seen[32], n = 0;
	mask_each (l, 0x80010005u)
		seen[n++] = l;
	assert_int_equal(n, mask_count(0x80010005u));
	assert_int_equal(seen[0], 0);
	assert_int_equal(seen[1], 2);
	assert_int_equal(seen[2], 16);
	assert_int_equal(seen[3], 31);
	assert_int_equal(mask_first(0x80010000u), 16);
	assert_int_equal(mask_last(0x00010001u), 16);
	assert_int_equal(mask_below(32), 0xffffffffu);
	assert_int_equal(mask_below(0), 0);
	mask_each (l, 0)
		fail_msg("lane %u of an empty mask", l);
}

static void bit_sets(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct bits x = bits_new(&a, 130), y = bits_new(&a, 130);
	bits_set(x, 0);
	bits_set(x, 64);
	bits_set(x, 129);
	bits_set(y, 64);
	assert_int_equal(bits_count(x), 3);
	assert_int_equal(bits_next(x, 1), 64);
	assert_int_equal(bits_next(x, 65), 129);
	assert_int_equal(bits_next(x, 130), 130);
	assert_false(bits_or(x, y));
	assert_true(bits_or(y, x));
	assert_true(bits_equal(x, y));
	bits_clear(y, 64);
	assert_true(bits_andnot(x, y));
	assert_int_equal(bits_next(x, 0), 64);
	assert_int_equal(bits_count(x), 1);
	assert_true(bits_and(x, y));
	bits_each (i, x)
		fail_msg("bit %u of an empty set", i);
	arena_drop(&a);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_find_their_values),
		cmocka_unit_test(zero_is_a_key),
		cmocka_unit_test(each_key_is_there_once),
		cmocka_unit_test(small_maps_take_little),
		cmocka_unit_test(tables_are_given_back),
		cmocka_unit_test(pointers_are_keys),
		cmocka_unit_test(lane_masks),
		cmocka_unit_test(bit_sets),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
