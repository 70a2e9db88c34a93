/* vec.c - growth and ends of base/vec.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/vec.h"

#include "tests/unit/test.h"

struct pair {
	u32 a, b;
};

static void elements_survive_growth(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	VEC(u64) v = {0};
	for (u64 i = 0; i < 10000; i++)
		vec_push(&a, &v, i * i);
	assert_int_equal(v.n, 10000);
	for (u64 i = 0; i < v.n; i++)
		assert_int_equal(v.at[i], i * i);
	arena_drop(&a);
}

static void structs_are_pushed_by_value(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	VEC(struct pair) v = {0};
	vec_push(&a, &v, (struct pair){1, 2});
	vec_push(&a, &v, (struct pair){3, 4});
	assert_int_equal(vec_last(&v).b, 4);
	assert_int_equal(vec_pop(&v).a, 3);
	u32 sum = 0;
	vec_each (struct pair, it, &v)
		sum += it->a + it->b;
	assert_int_equal(sum, 3);
	arena_drop(&a);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(elements_survive_growth),
		cmocka_unit_test(structs_are_pushed_by_value),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
