/* plain.c - control characters and invalid UTF-8 are shown, all else stays.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/plain.h"

#include "tests/unit/test.h"

static const struct {
	const char *in, *keep, *out;
} cases[] = {
	{"", "", ""},
	{"plain \xc3\xbc \xe2\x82\xac \xf0\x9f\x98\x80", "",
         "plain \xc3\xbc \xe2\x82\xac \xf0\x9f\x98\x80"},
	{"\x1b[2J\x07", "", "\\x1b[2J\\x07"},
	{"a\tb\nc\r", "", "a\\x09b\\x0ac\\x0d"},
	{"a\tb\nc\r", PLAIN_LINES, "a\tb\nc\\x0d"},
	{"\x7f", PLAIN_LINES, "\\x7f"},
	{"\xc2\x9b"
         "1m",
         PLAIN_LINES, "\\xc2\\x9b1m"},           /* C1 as UTF-8 */
	{"\x9b\xc3", PLAIN_LINES, "\\x9b\\xc3"}, /* C1 as a byte; cut off */
	{"\xc0\x9b\xed\xa0\x80", "",
         "\\xc0\\x9b\\xed\\xa0\\x80"}, /* overlong; a surrogate */
	{"\\x1b", "", "\\x1b"},
};

static void each_case(void **state) {
	(void)state;
	for (u32 i = 0; i < countof(cases); i++) {
		struct arena a = ARENA_INIT;
		char file[100] = "", buf[100];
		const char *in = cases[i].in, *s = plain_text(&a, in, cases[i].keep);
		assert_string_equal(s, cases[i].out);
		/* copied only if it has to be */
		assert_int_equal(s == in, strcmp(in, cases[i].out) == 0);
		FILE *f = fmemopen(file, sizeof file, "w");
		plain_put(f, in, strlen(in), cases[i].keep);
		fclose(f);
		assert_string_equal(file, cases[i].out);
		strcpy(buf, in);
		plain_buffer(buf, sizeof buf, cases[i].keep);
		assert_string_equal(buf, cases[i].out);
		arena_drop(&a);
	}
}

static void zeros_inside(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	size_t n = 3;
	assert_string_equal(plain_bytes(&a, "a\0b", &n, PLAIN_LINES), "a\\x00b");
	assert_int_equal(n, 6);
	assert_null(plain_text(&a, NULL, ""));
	arena_drop(&a);
}

static void a_buffer_is_not_overrun(void **state) {
	(void)state;
	char buf[9] = "ab\x1b\x1b\x1b";
	plain_buffer(buf, 8, "");
	assert_string_equal(buf, "ab\\x1b\\");
	assert_int_equal(buf[8], 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_case),
		cmocka_unit_test(zeros_inside),
		cmocka_unit_test(a_buffer_is_not_overrun),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
