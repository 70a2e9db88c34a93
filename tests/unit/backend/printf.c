/* printf.c - texts of device printf.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/printf.h"

#include <math.h>

#include "tests/unit/backend/warp.h"
#include "tests/unit/test.h"

/* Packs arguments as a caller does; formats; compares text and result. */
static void expect(const char *want, s32 want_result, const char *format, const u8 *args,
                   size_t size) {
	struct fake *f = fake_new();
	struct text t = {.arena = &f->arena};
	s32 result;
	strcpy((char *)f->global, format);
	memcpy(f->global + 512, args, size);
	strcpy((char *)f->global + 1024, "text");
	assert_true(printf_format(&t, &f->warp, NULL, 0, fake_addr(f->global),
	                          fake_addr(f->global + 512), &result));
	assert_string_equal(t.at ? t.at : "", want);
	assert_int_equal(result, want_result);
	fake_drop(f);
}

#define EXPECT(want, result, format, ...)                                      \
	do {                                                                   \
		u64 args_[] = {__VA_ARGS__};                                   \
		expect(want, result, format, (const u8 *)args_, sizeof args_); \
	} while (0)

static u64 f64_arg(f64 v) {
	u64 u;
	memcpy(&u, &v, sizeof u);
	return u;
}

static void numbers(void **state) {
	(void)state;
	EXPECT("plain", 0, "plain", 0);
	EXPECT("-5|   7|007", 3, "%d|%4d|%03d", 7ull << 32 | 0xfffffffb, 7);
	EXPECT("ff 0XFF 377", 3, "%x %#X %o", 255ull << 32 | 255, 255);
	EXPECT("-1 18446744073709551615", 2, "%lld %llu", ~0ull, ~0ull);
	EXPECT("-1 255 65535", 3, "%hhd %hhu %hu", 0xffffffffffffffff, 0xffffffff);
	EXPECT("1.500 1.5e+00", 2, "%.3f %.1e", f64_arg(1.5), f64_arg(1.5));
	EXPECT("inf -0", 2, "%f %g", f64_arg(HUGE_VAL), f64_arg(-0.0));
	EXPECT("A", 1, "%c", 65);
	EXPECT("[  A][B  ]", 2, "[%3c][%-3c]", 66ull << 32 | 65);
	EXPECT("2.5 0x1p+0", 2, "%Lg %a", f64_arg(2.5), f64_arg(1.0));
	EXPECT("7 -7", 2, "%jd %zd", 7, 0 - 7ull);
	EXPECT("0x10|  0x10|(nil)", 3, "%p|%6p|%p", 16, 16, 0);
}

/* More than fit where they are kept, and each twice. */
static void flags(void **state) {
	(void)state;
	EXPECT("[+0007][+7   ][ 7][0x7][7]", 5,
	       "[%++005d][%-+-5d][%  d][%##x][%-+ #0-+ #0-+ #0u]", 7ull << 32 | 7,
	       7ull << 32 | 7, 7);
}

static void eight_bytes_are_aligned(void **state) {
	(void)state;
	EXPECT("1 2 3", 3, "%d %lld %d", 0xdead00000001, 2, 3);
}

static void stars_are_arguments(void **state) {
	(void)state;
	EXPECT("[    1] [2  ]", 4, "[%*d] [%*d]", 1ull << 32 | 5,
	       2ull << 32 | 0xfffffffd);
	EXPECT("[3.14]", 2, "[%.*f]", 2, f64_arg(3.14159));
	EXPECT("[7   ]", 2, "[%-*d]", 7ull << 32 | 0xfffffffc);
	EXPECT("[3.141590]", 2, "[%.*f]", 0xffffffff, f64_arg(3.14159));
}

/* A width beyond the greatest one is that one, whoever gives it; texts grow as needed. */
static void widths_are_cut(void **state) {
	(void)state;
	static char want[3 * 4096 + 1];
	memset(want, ' ', sizeof want - 1);
	want[4095] = want[2 * 4096 - 1] = '1';
	memset(want + 2 * 4096, '0', 4095);
	want[3 * 4096 - 1] = '1';
	EXPECT(want, 5, "%9999999999d%*d%.*d", 9000ull << 32 | 1, 5000ull << 32 | 1, 1);
}

static void what_is_no_conversion_stays(void **state) {
	(void)state;
	EXPECT("100% %y %", 0, "100%% %y %", 0);
}

static void no_more_than_32_arguments(void **state) {
	(void)state;
	char format[128] = "";
	for (u32 i = 0; i < 33; i++)
		strcat(format, "%d");
	EXPECT("00000000000000000000000000000000%d", 32, format, 0, 0, 0, 0, 0, 0, 0, 0,
	       0, 0, 0, 0, 0, 0, 0, 0, 0);
}

static void strings(void **state) {
	(void)state;
	struct fake *f = fake_new();
	struct text t = {.arena = &f->arena};
	s32 result;
	u64 args[2] = {fake_addr(f->global + 64), 0};
	strcpy((char *)f->global, "%6s|%.2s");
	strcpy((char *)f->global + 64, "text");
	args[1] = args[0];
	memcpy(f->global + 128, args, sizeof args);
	assert_true(printf_format(&t, &f->warp, NULL, 0, fake_addr(f->global),
	                          fake_addr(f->global + 128), &result));
	assert_string_equal(t.at, "  text|te");
	fake_drop(f);
	EXPECT("[(null)][  (null)]", 2, "[%s][%8s]", 0, 0);
}

/* The host's string would end there. */
static void a_character_zero(void **state) {
	(void)state;
	struct fake *f = fake_new();
	struct text t = {.arena = &f->arena};
	s32 result;
	strcpy((char *)f->global, "a%cb%3cd");
	assert_true(printf_format(&t, &f->warp, NULL, 0, fake_addr(f->global),
	                          fake_addr(f->global + 512), &result));
	assert_int_equal(t.n, 4 + 3);
	assert_memory_equal(t.at, "a\0b  \0d", 7);
	assert_int_equal(result, 2);
	fake_drop(f);
}

/* An unreadable argument is a fault; what was printed before stays. */
static void fails(const char *format, u64 format_at, u64 args_at, u64 arg) {
	struct fake *f = fake_new();
	struct dargs x = {0};
	struct dinst d = {.x = &x};
	struct text t = {.arena = &f->arena};
	s32 result;
	u64 end = fake_addr(f->global) + ((u64)1 << PAGE_SHIFT);
	char *at = (char *)f->global + 64;
	if (format_at)
		at = (char *)f->global + ((u64)1 << PAGE_SHIFT) - strlen(format);
	memcpy(at, format, strlen(format) + !format_at);
	memcpy(f->global + 512, &arg, sizeof arg);
	assert_false(printf_format(&t, &f->warp, &d, 0, fake_addr(at),
	                           args_at ? end - args_at : fake_addr(f->global + 512),
	                           &result));
	assert_int_equal(f->launch.fault.kind, FAULT_ADDRESS);
	fake_drop(f);
}

static void memory_that_is_not_there(void **state) {
	(void)state;
	fails("no end", 1, 0, 0);
	fails("%s", 0, 0, 8);
	fails("%d %d", 0, 4, 0);
	fails("%*d", 0, 4, 0);
	fails("%s %s", 0, 8, 0);
}

static void no_format(void **state) {
	(void)state;
	struct fake *f = fake_new();
	struct text t = {.arena = &f->arena};
	s32 result;
	assert_true(printf_format(&t, &f->warp, NULL, 0, 0, 0, &result));
	assert_int_equal(result, -1);
	fake_drop(f);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test(flags),
		cmocka_unit_test(eight_bytes_are_aligned),
		cmocka_unit_test(stars_are_arguments),
		cmocka_unit_test(widths_are_cut),
		cmocka_unit_test(what_is_no_conversion_stays),
		cmocka_unit_test(no_more_than_32_arguments),
		cmocka_unit_test(strings),
		cmocka_unit_test(a_character_zero),
		cmocka_unit_test(memory_that_is_not_there),
		cmocka_unit_test(no_format),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
