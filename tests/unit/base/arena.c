/* arena.c - alignment, growth, reset of base/arena.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"

#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void alignment_is_kept(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	for (u32 i = 0; i < 1000; i++) {
		size_t align = (size_t)1 << i % 7;
		u8 *p = arena_alloc(&a, i % 13, align);
		assert_int_equal((uintptr_t)p % align, 0);
		memset(p, 0xaa, i % 13);
	}
	arena_drop(&a);
}

static void large_blocks_get_their_own_chunk(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	u8 *small = arena_zalloc(&a, 16, 16);
	u8 *large = arena_zalloc(&a, 32 << 20, 64);
	small[15] = 1;
	large[(32 << 20) - 1] = 2;
	assert_true(a.total_bytes >= 32 << 20);
	arena_drop(&a);
	assert_null(a.chunk);
}

static void neighbours_do_not_overlap(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	u8 *at[500];
	for (u32 i = 0; i < countof(at); i++)
		memset(at[i] = arena_alloc(&a, i, 1), (int)(i & 0xff), i);
	for (u32 i = 0; i < countof(at); i++)
		for (u32 j = 0; j < i; j++)
			assert_int_equal(at[i][j], i & 0xff);
	arena_drop(&a);
}

static void reset_reuses_memory(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	arena_alloc(&a, 100000, 8);
	arena_reset(&a);
	size_t once = a.total_bytes;
	for (u32 i = 0; i < 100; i++) {
		arena_alloc(&a, 100000, 8);
		arena_reset(&a);
	}
	assert_true(a.total_bytes <= once * 2);
	arena_drop(&a);
}

static void what_is_given_back_is_used_again(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	for (u32 i = 0; i < 1000; i++) {
		u8 *p = arena_alloc(&a, 100000 - i, 8);
		memset(p, 0xaa, 100000 - i);
		arena_give(&a, p, 100000 - i);
	}
	assert_true(a.total_bytes < 2 << 20);
	u8 *at[1000];
	for (u32 i = 0; i < countof(at); i++)
		memset(at[i] = arena_alloc(&a, 50, 8), (int)(i & 0xff), 50);
	for (u32 i = 0; i < countof(at); i++)
		for (u32 j = 0; j < 50; j++)
			assert_int_equal(at[i][j], i & 0xff);
	assert_true(a.total_bytes < 2 << 20);
	arena_drop(&a);
}

static void rewinding_forgets_what_was_given_back(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	u8 *first = arena_alloc(&a, 3000, 8);
	for (u32 i = 0; i < 100; i++) {
		struct arena_mark mark = arena_mark(&a);
		u8 *p = arena_alloc(&a, 100000, 8);
		arena_give(&a, p, 100000);
		memset(arena_alloc(&a, 9000, 8), 0xaa, 9000);
		memset(arena_alloc(&a, 2000, 8), 0xbb, 2000);
		arena_rewind(&a, mark);
		if (i == 50)
			arena_give(&a, first, 3000);
	}
	memset(arena_alloc(&a, 100, 8), 0xcc, 100);
	arena_drop(&a);
}

static void text_is_copied_and_formatted(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	assert_string_equal(arena_strdup(&a, "abcdef", 3), "abc");
	assert_string_equal(arena_printf(&a, "%s-%d", "x", 42), "x-42");
	arena_drop(&a);
}

static void not_reached(void) {
	_exit(1);
}

/* Other threads may be at work: handlers of exit() do not run beside them, and what was
 * printed is not lost. */
static void lack_of_memory_ends_the_process_at_once(void **state) {
	(void)state;
	int out[2], status = 0;
	char text[16] = "";
	assert_int_equal(pipe(out), 0);
	fflush(NULL);
	pid_t child = fork();
	if (!child) {
		struct arena a = ARENA_INIT;
		atexit(not_reached);
		dup2(out[1], 1);
		if (!freopen("/dev/null", "w", stderr))
			_exit(2);
		printf("printed");
		arena_alloc(&a, SIZE_MAX / 8, 8);
		_exit(3);
	}
	close(out[1]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 70);
	assert_int_equal(read(out[0], text, sizeof text - 1), 7);
	assert_string_equal(text, "printed");
	close(out[0]);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(alignment_is_kept),
		cmocka_unit_test(large_blocks_get_their_own_chunk),
		cmocka_unit_test(neighbours_do_not_overlap),
		cmocka_unit_test(reset_reuses_memory),
		cmocka_unit_test(what_is_given_back_is_used_again),
		cmocka_unit_test(rewinding_forgets_what_was_given_back),
		cmocka_unit_test(text_is_copied_and_formatted),
		cmocka_unit_test(lack_of_memory_ends_the_process_at_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
