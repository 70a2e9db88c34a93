/* memory.c - pages become valid and invalid with the allocations that lie in them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include <sys/mman.h>
#include <unistd.h>

#include "backend/watch/checker.h"
#include "runtime/memory/memory.h"

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
	/* what overruns a small one by a little meets no other, as on an H200 */
	assert_int_equal(a % 512, 0);
	assert_int_equal(b - a, 512);
	assert_true(global_valid(&map, a, 100));
	/* as on hardware, the whole page is valid */
	assert_true(global_valid(&map, a + 4096, 4));
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
	/* fresh pages are zero */
	assert_int_equal(*((u8 *)memory_host(a) + (4u << 20)), 0);
	memory_free(&mem, MEMORY_GLOBAL, a);
	memory_free(&mem, MEMORY_GLOBAL, small);
}

/* Bytes of [a, a + n) that the host has in memory. */
static u64 resident(u64 a, u64 n) {
	enum { HOST_PAGE = 4096 };
	static unsigned char in[(64u << 20) / HOST_PAGE];
	u64 r = 0;
	assert_int_equal(mincore(memory_host(a & ~(u64)(HOST_PAGE - 1)), n, in), 0);
	for (u64 i = 0; i < n / HOST_PAGE; i++)
		r += (in[i] & 1) * HOST_PAGE;
	return r;
}

static void cleared_ones_are_zero_and_untouched(void **state) {
	(void)state;
	static const u64 sizes[] = {
		16, 16, 5000, 2u << 20, (2u << 20) + 300, 3u << 20, 33u << 20, 33u << 20};
	for (u32 i = 0; i < countof(sizes); i++) {
		u64 n = sizes[i], before = take(300), a = take(n), after = take(300);
		memset(memory_host(before), 0xa5,
		       (2u << 20) - (before & ((2u << 20) - 1))); /* as overruns do */
		memset(memory_host(after), 0xa5, 300);
		memset(memory_host(a), 0xa5, MIN(n, 4096u));
		memset(memory_host(a + n - MIN(n, 4096u)), 0xa5, MIN(n, 4096u));
		u64 again = a;
		if (i % 2) {
			memory_free(&mem, MEMORY_GLOBAL, a);
			again = take(n);
		}
		memory_clear(&mem, again, n);
		assert_int_equal(*(u8 *)memory_host(after), 0xa5);
		for (u64 k = 0; k < n; k += k < 8192 || k + 8192 > n ? 1 : 509)
			assert_int_equal(*((u8 *)memory_host(again) + k), 0);
		memory_free(&mem, MEMORY_GLOBAL, again);
		memory_free(&mem, MEMORY_GLOBAL, before);
		memory_free(&mem, MEMORY_GLOBAL, after);
	}
	u64 large = take(60u << 20);
	memory_clear(&mem, large, 60u << 20);
	assert_true(resident(large, 60u << 20) <= 4u << 20);
	memory_free(&mem, MEMORY_GLOBAL, large);
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

/* Neighbours of one size begin at different offsets of 4 KiB, and what lies between them
 * does not count. */
static void large_ones_begin_apart(void **state) {
	u64 a[16], offsets = 0;
	(void)state;
	for (u32 i = 0; i < countof(a); i++) {
		a[i] = take(4u << 20); /* the limit holds 16 */
		assert_int_not_equal(a[i], 0);
		assert_int_equal(a[i] % 512, a[0] % 512);
		offsets |= (u64)1 << (a[i] % 4096 / 512);
	}
	assert_int_equal(memory_used(&mem), 64u << 20);
	assert_int_equal(offsets, 0xff);
	for (u32 i = 0; i < countof(a); i++)
		assert_true(memory_free(&mem, MEMORY_GLOBAL, a[i]));
	assert_int_equal(memory_used(&mem), 0);
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
	const struct window w[] = {map.shared, map.local, map.code, map.constant,
	                           map.param};
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

/* Pages of a file in the place of a block's or of reserved ones. */
static void files_are_shared_and_mapped(void **state) {
	(void)state;
	const u64 page = 2u << 20;
	u64 offset, size, addr, at;
	u64 a = take(1000);
	memset(memory_host(a), 7, 1000);
	int fd = memory_share(&mem, a, &offset, &size);
	assert_true(fd >= 0);
	assert_int_equal(size, 1000);
	/* it is shared already */
	assert_int_equal(memory_share(&mem, a, &offset, &size), fd);
	assert_int_equal(
		memory_share(&mem, map.global.base + map.global.size - 8, &offset, &size),
		MEMORY_WRONG);
	u64 b = memory_attach(&mem, fd, offset + 100, 900, 1);
	assert_int_equal(*(u8 *)memory_host(b), 7);
	*(u8 *)memory_host(b) = 9;
	assert_int_equal(*((u8 *)memory_host(a) + 100), 9); /* one page, twice */
	assert_int_equal(memory_share(&mem, b, &offset, &size), MEMORY_WRONG);
	assert_false(memory_free_tagged(&mem, b));
	assert_false(memory_detach(&mem, a));
	assert_true(memory_detach(&mem, b));
	assert_false(memory_detach(&mem, b));
	assert_int_equal(memory_attach(&mem, -1, 0, 100, 1), 0); /* no file */
	assert_true(memory_free(&mem, MEMORY_GLOBAL, a));

	fd = memfd_create("test", 0);
	assert_int_equal(ftruncate(fd, 16 * (off_t)page), 0);
	addr = memory_reserve(&mem, 4 * page, 0, 0, 1);
	assert_int_equal(addr % page, 0);
	at = memory_reserve(&mem, page, 0, addr + (64u << 20), 1);
	assert_int_equal(at, addr + (64u << 20)); /* as was wished */
	u64 other = memory_reserve(&mem, page, 0, at, 1);
	assert_int_not_equal(other, 0);
	assert_int_not_equal(other, at); /* taken */
	assert_true(memory_unreserve(&mem, other, page));
	assert_false(memory_unreserve(&mem, at, 2 * page));
	assert_false(memory_unreserve(&mem, at + page, page));
	assert_true(memory_unreserve(&mem, at, page));
	assert_int_equal(memory_map(&mem, addr, page, fd, 0), MEMORY_OK);
	/* mapped already */
	assert_int_equal(memory_map(&mem, addr, page, fd, 0), MEMORY_WRONG);
	assert_int_equal(memory_map(&mem, addr + page / 2, page, fd, 0), MEMORY_WRONG);
	assert_int_equal(memory_map(&mem, addr + page, page / 2, fd, 0), MEMORY_WRONG);
	assert_int_equal(memory_map(&mem, addr + page, 8 * page, fd, 0), MEMORY_WRONG);
	assert_int_equal(memory_map(&mem, addr + page, 0, fd, 0), MEMORY_WRONG);
	assert_int_equal(memory_map(&mem, addr + page, page, -1, 0), MEMORY_NO_FILE);
	assert_false(global_valid(&map, addr, 4));
	assert_false(memory_holds(&mem, addr, 4));
	/* half of it is not mapped */
	assert_int_equal(memory_allow(&mem, addr, 2 * page, true), MEMORY_WRONG);
	assert_int_equal(memory_allow(&mem, addr, page, true), MEMORY_OK);
	assert_true(global_valid(&map, addr, 4));
	assert_true(memory_holds(&mem, addr, 4));
	assert_false(memory_holds(&mem, addr + page - 4, 8));
	assert_false(memory_unreserve(&mem, addr, 4 * page)); /* in use */
	assert_int_equal(memory_allow(&mem, addr, page, false), MEMORY_OK);
	assert_false(global_valid(&map, addr, 4));
	assert_false(memory_unmap(&mem, addr, 2 * page));
	assert_true(memory_unmap(&mem, addr, page));
	assert_false(memory_unmap(&mem, addr, page));
	assert_false(memory_free(&mem, MEMORY_GLOBAL, addr + page));
	assert_true(memory_unreserve(&mem, addr, 4 * page));
	close(fd);
}

/* Ranges outside the arena are apart from it and from each other. */
static void foreign_ranges(void **state) {
	(void)state;
	struct window w;
	assert_false(memory_expel(&mem, 0x1000));
	assert_false(memory_admitted(&mem, 0x1000, &w));
	assert_true(memory_admit(&mem, 0x20000, 0x1000));
	assert_true(memory_admit(&mem, 0x10000, 0x1000));
	assert_true(memory_admit(&mem, 0x30000, 0x1000));
	assert_false(memory_admit(&mem, 0x20800, 0x1000));
	assert_false(memory_admit(&mem, 0x1f800, 0x1000));
	assert_false(memory_admit(&mem, map.base + map.size / 2, 16));
	assert_false(memory_admit(&mem, ~0xffull, 0x1000)); /* around the end */
	assert_true(memory_admitted(&mem, 0x20fff, &w));
	assert_int_equal(w.base, 0x20000);
	assert_false(memory_admitted(&mem, 0x21000, &w));
	assert_true(global_valid(&map, 0x10000, 0x1000));
	assert_false(global_valid(&map, 0x10800, 0x1000));
	assert_false(memory_expel(&mem, 0x20800));
	assert_true(memory_expel(&mem, 0x20000));
	assert_false(memory_admitted(&mem, 0x20000, &w));
	assert_true(memory_expel(&mem, 0x10000));
	assert_true(memory_expel(&mem, 0x30000));
}

/* Checked mode: what was freed stays, up to a number of blocks and of bytes, and the
 * states of bytes follow. */
static void the_dead_are_kept_for_a_while(void **state) {
	struct checker c = {0};
	struct memory_block found;
	u64 base, size, offset;
	(void)state;
	assert_true(shadow_init(&c, &map));
	memory_watch(&mem, &c);
	for (u32 i = 0; i < MEMORY_KEPT + 10; i++) {
		u64 a = take(256);
		assert_int_not_equal(a, 0);
		assert_true(memory_free(&mem, MEMORY_GLOBAL, a));
		assert_false(memory_free(&mem, MEMORY_GLOBAL, a));
		assert_false(memory_find(&mem, a, &found));
	}
	assert_int_equal(mem.ndead, MEMORY_KEPT); /* the oldest ones were freed */
	assert_true(memory_was_freed(
		&mem, mem.dead[(mem.dead_first + MEMORY_KEPT - 1) % MEMORY_KEPT], &base,
		&size));
	u64 again = take(256);
	u64 big = take(20u << 20);
	assert_true(memory_near(&mem, big + (20u << 20) + 8, &base, &size));
	assert_int_equal(base, big);
	assert_true(memory_free(&mem, MEMORY_GLOBAL, big));
	assert_true(memory_was_freed(&mem, big + 100, &base, &size));
	assert_int_equal(size, 20u << 20);
	assert_true(memory_near(&mem, big, &base, &size)); /* one in use */
	assert_int_equal(base, again);
	for (u32 i = 0; i < 40; i++) { /* more bytes than are kept */
		u64 a = take(20u << 20);
		assert_int_not_equal(a, 0);
		assert_true(memory_free(&mem, MEMORY_GLOBAL, a));
	}
	assert_true(mem.dead_bytes <= MEMORY_KEPT_BYTES + (21u << 20));
	int fd = memory_share(&mem, again, &offset, &size);
	assert_true(fd >= 0);
	u64 b = memory_attach(&mem, fd, offset, size, 1);
	assert_int_not_equal(b, 0);
	assert_true(memory_detach(&mem, b));
	u64 reserved = memory_reserve(&mem, 2u << 20, 0, 0, 1);
	assert_int_equal(memory_map(&mem, reserved, 2u << 20, fd, 0), MEMORY_OK);
	assert_int_equal(memory_allow(&mem, reserved, 2u << 20, true), MEMORY_OK);
	assert_int_equal(memory_allow(&mem, reserved, 2u << 20, false), MEMORY_OK);
	assert_true(memory_unmap(&mem, reserved, 2u << 20));
	assert_true(memory_unreserve(&mem, reserved, 2u << 20));
	u64 own = memory_alloc_in_file(&mem, fd, 1000, 1, &offset);
	assert_int_not_equal(own, 0);
	assert_true(memory_free_tagged(&mem, own));
	assert_true(memory_free(&mem, MEMORY_GLOBAL, again));
	memory_watch(&mem, NULL);
	shadow_drop(&c);
}

static u64 poisoned, cleared;

static void poison(const volatile void *p, size_t bytes) {
	(void)p;
	poisoned += bytes;
}

static void clear(const volatile void *p, size_t bytes) {
	(void)p;
	cleared += bytes;
}

/* A sanitizer is given the bytes after each block, and those that are freed. */
static void a_guard_is_told(void **state) {
	struct memory m;
	struct arena_map own;
	(void)state;
	memory_guard(poison, NULL); /* both or none */
	memory_guard(poison, clear);
	assert_true(memory_init(&m, &own, 64u << 20, false));
	u64 a = memory_alloc(&m, MEMORY_GLOBAL, 100, 256),
	    b = memory_alloc(&m, MEMORY_GLOBAL, 256, 256);
	assert_int_equal(poisoned, 668);
	assert_int_equal(cleared, 1024);
	assert_true(memory_free(&m, MEMORY_GLOBAL, a));
	assert_int_equal(cleared, 1536);
	assert_int_not_equal(b, 0);
	memory_drop(&m);
	assert_int_equal(cleared, 2048);
	memory_guard(NULL, NULL);
}

static void limits_of_the_system(void **state) {
	struct memory m;
	struct arena_map own;
	(void)state;
	assert_false(memory_init(&m, &own, (u64)1 << 45, false));
	assert_true(memory_init(&m, &own, 64u << 20, true));
	assert_int_equal(own.confine_mask, own.size - 1);
	assert_int_equal(own.base % own.size, 0);
	memory_drop(&m);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_ones_share_a_page),
		cmocka_unit_test(large_ones_map_every_page),
		cmocka_unit_test(cleared_ones_are_zero_and_untouched),
		cmocka_unit_test(the_limit_holds),
		cmocka_unit_test(large_ones_begin_apart),
		cmocka_unit_test(ranges_are_checked),
		cmocka_unit_test(windows_do_not_overlap),
		cmocka_unit_test(files_are_shared_and_mapped),
		cmocka_unit_test(foreign_ranges),
		cmocka_unit_test(the_dead_are_kept_for_a_while),
		cmocka_unit_test(a_guard_is_told),
		cmocka_unit_test(limits_of_the_system),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
