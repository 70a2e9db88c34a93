/* literal.c - numbers: their forms, their limits, and what is none.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "lexer/literal.h"

static enum literal_status parse(const char *s, u64 *v, bool *is_unsigned) {
	*v = 0;
	*is_unsigned = false;
	return literal_int(s, strlen(s), v, is_unsigned);
}

static void want(const char *s, u64 value, bool is_unsigned) {
	u64 v;
	bool u;
	assert_int_equal(parse(s, &v, &u), LITERAL_OK);
	assert_true(v == value);
	assert_int_equal(u, is_unsigned);
}

static void refuse(const char *s, enum literal_status status) {
	u64 v;
	bool u;
	assert_int_equal(parse(s, &v, &u), status);
}

static void integers_in_four_bases(void **state) {
	(void)state;
	want("0", 0, false);
	want("42", 42, false);
	want("0x2A", 42, false);
	want("0X2a", 42, false);
	want("052", 42, false);
	want("0b101010", 42, false);
	want("42U", 42, true);
	want("0x2Au", 42, true);
	want("0U", 0, true);
}

static void integers_at_the_limits(void **state) {
	(void)state;
	want("9223372036854775807", INT64_MAX, false);
	want("9223372036854775808", (u64)1 << 63, true);
	want("18446744073709551615", UINT64_MAX, true);
	want("0xFFFFFFFFFFFFFFFF", UINT64_MAX, true);
	want("0x00000000000000000000001", 1, false);
	want("01777777777777777777777", UINT64_MAX, true);
	refuse("18446744073709551616", LITERAL_TOO_LARGE);
	refuse("0x10000000000000000", LITERAL_TOO_LARGE);
	refuse("02000000000000000000000", LITERAL_TOO_LARGE);
	refuse("99999999999999999999999999999999999999999", LITERAL_TOO_LARGE);
}

static void what_is_no_integer(void **state) {
	(void)state;
	refuse("08", LITERAL_MALFORMED);
	refuse("0x", LITERAL_MALFORMED);
	refuse("0b2", LITERAL_MALFORMED);
	refuse("12a", LITERAL_MALFORMED);
	refuse("5UL", LITERAL_MALFORMED);
	refuse("5UU", LITERAL_MALFORMED);
	refuse("1_000", LITERAL_MALFORMED);
}

static void float_bits(void **state) {
	(void)state;
	u64 bits;
	assert_int_equal(literal_float_bits("3F800000", 8, 8, &bits), LITERAL_OK);
	assert_true(bits == 0x3f800000);
	assert_int_equal(literal_float_bits("ffffffffffffffff", 16, 16, &bits),
	                 LITERAL_OK);
	assert_true(bits == UINT64_MAX);
	assert_int_equal(literal_float_bits("3F80000", 7, 8, &bits), LITERAL_MALFORMED);
	assert_int_equal(literal_float_bits("3F80000G", 8, 8, &bits), LITERAL_MALFORMED);
}

static void decimal_floats(void **state) {
	(void)state;
	u64 bits;
	assert_int_equal(literal_decimal("1.5", 3, &bits), LITERAL_OK);
	assert_true(bits == 0x3ff8000000000000);
	assert_int_equal(literal_decimal(".5e1", 4, &bits), LITERAL_OK);
	assert_true(bits == 0x4014000000000000);
	assert_int_equal(literal_decimal("1e999", 5, &bits), LITERAL_OK);
	assert_true(bits == 0x7ff0000000000000);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers_in_four_bases),
		cmocka_unit_test(integers_at_the_limits),
		cmocka_unit_test(what_is_no_integer),
		cmocka_unit_test(float_bits),
		cmocka_unit_test(decimal_floats),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
