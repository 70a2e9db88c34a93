/* str.c - identity of interned strings.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"

#include "tests/unit/test.h"

static void equal_strings_are_one_pointer(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct strtab t;
	strtab_init(&t, &a);
	struct str *s = str_lit(&t, "%r1");
	assert_ptr_equal(s, str_intern(&t, "%r12", 3));
	assert_ptr_equal(s, str_find(&t, "%r1", 3));
	assert_ptr_not_equal(s, str_lit(&t, "%r2"));
	assert_null(str_find(&t, "%r3", 3));
	assert_string_equal(s->s, "%r1");
	arena_drop(&a);
}

static void zero_bytes_and_empty_strings_count(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct strtab t;
	strtab_init(&t, &a);
	struct str *empty = str_intern(&t, "", 0);
	assert_ptr_not_equal(empty, str_intern(&t, "\0", 1));
	assert_ptr_not_equal(str_intern(&t, "\0", 1), str_intern(&t, "\0\0", 2));
	assert_ptr_equal(empty, str_intern(&t, "x", 0));
	arena_drop(&a);
}

static void many_strings_keep_their_identity(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct strtab t;
	strtab_init(&t, &a);
	enum { N = 20000 };
	struct str **all = arena_array(&a, struct str *, N);
	char buf[32];
	for (u32 i = 0; i < N; i++)
		all[i] = str_intern(&t, buf,
		                    (size_t)snprintf(buf, sizeof(buf), "%%rd%u_", i));
	assert_int_equal(t.n, N);
	for (u32 i = 0; i < N; i++) {
		size_t n = (size_t)snprintf(buf, sizeof(buf), "%%rd%u_", i);
		assert_ptr_equal(all[i], str_find(&t, buf, n));
	}
	arena_drop(&a);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_strings_are_one_pointer),
		cmocka_unit_test(zero_bytes_and_empty_strings_count),
		cmocka_unit_test(many_strings_keep_their_identity),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
