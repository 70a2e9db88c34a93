/* source.c - offsets to positions and back.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/source.h"

#include <errno.h>
#include <unistd.h>

#include "tests/unit/test.h"

static struct arena arena;
static struct sources sources;

static int setup(void **state) {
	(void)state;
	sources_init(&sources, &arena);
	return 0;
}

static int teardown(void **state) {
	(void)state;
	arena_drop(&arena);
	return 0;
}

static void check(u32 offset, const char *file, u32 line, u32 column, const char *text) {
	struct source_pos p = source_pos(&sources, offset);
	assert_non_null(p.file);
	assert_string_equal(p.file->name, file);
	assert_int_equal(p.line, line);
	assert_int_equal(p.column, column);
	assert_int_equal(p.line_len, strlen(text));
	assert_memory_equal(p.line_text, text, p.line_len);
}

static void offsets_become_lines_and_columns(void **state) {
	(void)state;
	struct source_file *a = source_add(&sources, "a.ptx", "one\ntwo\r\n\nfour", 14);
	struct source_file *b = source_add(&sources, "b.ptx", "x\n", 2);
	assert_int_equal(a->base, 1);
	u32 base = sources.file[0].base;
	check(base, "a.ptx", 1, 1, "one");
	check(base + 3, "a.ptx", 1, 4, "one");
	check(base + 4, "a.ptx", 2, 1, "two");
	check(base + 9, "a.ptx", 3, 1, "");
	check(base + 10, "a.ptx", 4, 1, "four");
	check(base + 14, "a.ptx", 4, 5, "four");
	check(b->base, "b.ptx", 1, 1, "x");
	check(b->base + 2, "b.ptx", 2, 1, "");
}

static void nowhere_is_nowhere(void **state) {
	(void)state;
	assert_null(source_pos(&sources, 0).file);
	assert_null(source_pos(&sources, 77).file);
	source_add(&sources, "a.ptx", "", 0);
	check(1, "a.ptx", 1, 1, "");
	assert_null(source_pos(&sources, 77).file);
}

static void texts_end_in_two_zero_bytes(void **state) {
	(void)state;
	struct source_file *f = source_add(&sources, "a.ptx", "abc", 3);
	assert_int_equal(f->text[3], 0);
	assert_int_equal(f->text[4], 0);
}

static void files_and_pipes_are_loaded(void **state) {
	(void)state;
	char path[] = "/tmp/simt-source-XXXXXX";
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	char text[10000];
	memset(text, 'x', sizeof(text));
	assert_int_equal(write(fd, text, sizeof(text)), sizeof(text));
	close(fd);
	struct source_file *f = source_load(&sources, path);
	assert_non_null(f);
	assert_int_equal(f->len, sizeof(text));
	assert_memory_equal(f->text, text, sizeof(text));
	unlink(path);

	int ends[2];
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], text, sizeof(text)), sizeof(text));
	close(ends[1]);
	char name[64];
	snprintf(name, sizeof(name), "/dev/fd/%d", ends[0]);
	f = source_load(&sources, name);
	assert_non_null(f);
	assert_int_equal(f->len, sizeof(text));
	assert_int_equal(f->text[f->len], 0);
	close(ends[0]);
}

static void errors_keep_errno(void **state) {
	(void)state;
	assert_null(source_load(&sources, "/nonexistent/file.ptx"));
	assert_int_equal(errno, ENOENT);
	assert_null(source_load(&sources, "/"));
	assert_int_equal(errno, EISDIR);
}

static void the_offset_space_has_an_end(void **state) {
	(void)state;
	sources.next_base = UINT32_MAX - 8 - SOURCE_TAIL;
	assert_null(source_add(&sources, "big.ptx", "0123456789", 10));
	struct source_file *f = source_add(&sources, "fits.ptx", "01234567", 8);
	assert_non_null(f);
	check(f->base + 8, "fits.ptx", 1, 9, "01234567");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(offsets_become_lines_and_columns, setup,
	                                        teardown),
		cmocka_unit_test_setup_teardown(nowhere_is_nowhere, setup, teardown),
		cmocka_unit_test_setup_teardown(texts_end_in_two_zero_bytes, setup,
	                                        teardown),
		cmocka_unit_test_setup_teardown(files_and_pipes_are_loaded, setup,
	                                        teardown),
		cmocka_unit_test_setup_teardown(errors_keep_errno, setup, teardown),
		cmocka_unit_test_setup_teardown(the_offset_space_has_an_end, setup,
	                                        teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
