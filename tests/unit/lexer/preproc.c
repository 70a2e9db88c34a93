/* preproc.c - a child process as preprocessor, and the way back from its text to the
 * lines that the user wrote.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include <unistd.h>

#include "lexer/preproc.h"

struct fixture {
	struct arena arena;
	struct sources sources;
	struct diag diag;
};

static void init(struct fixture *f) {
	*f = (struct fixture){0};
	sources_init(&f->sources, &f->arena);
	diag_init(&f->diag, &f->arena, &f->sources);
}

static void test_child(void **state) {
	(void)state;
	struct fixture f;
	init(&f);
	char program[] = "printf", text[] = "# 1 \"x.cu\"\\nint x;\\n";
	char *argv[] = {program, text, NULL};
	const struct source_file *file = preproc_run(&f.sources, &f.diag, "x.ii", argv);
	assert_non_null(file);
	assert_string_equal(file->text, "# 1 \"x.cu\"\nint x;\n");
	assert_true(file->has_markers);
	assert_int_equal(f.diag.nerror, 0);
	arena_drop(&f.arena);
}

static void want_failure(const char *program, const char *text) {
	struct fixture f;
	init(&f);
	char *argv[] = {arena_strdup(&f.arena, program, strlen(program)), NULL};
	assert_null(preproc_run(&f.sources, &f.diag, "x.ii", argv));
	assert_int_equal(f.diag.nerror, 1);
	assert_int_equal(f.diag.record[0].code, E0409);
	assert_string_equal(f.diag.record[0].text, text);
	arena_drop(&f.arena);
}

static void test_failures(void **state) {
	(void)state;
	want_failure("false", "'false' failed with exit status 1");
	want_failure("/nonexistent/cpp",
	             "cannot run '/nonexistent/cpp': No such file or directory");
}

/* Gives the place of `what` of the preprocessed text in the user's: line and column; and
 * the macro. */
static void want_place(const char *user, const char *text, const char *what, u32 line,
                       u32 column, const char *macro) {
	struct fixture f;
	init(&f);
	source_add(&f.sources, "u.cu", user, strlen(user));
	struct source_file *file = source_add(&f.sources, "u.ii", text, strlen(text));
	file->has_markers = true;
	u32 start = file->base + (u32)(strstr(strchr(text, '\n'), what) - text);
	struct loc loc = {start, start + (u32)strlen(what)};
	const char *found;
	loc = source_origin(&f.sources, loc, &found);
	struct source_pos pos = source_pos(&f.sources, loc.start);
	assert_non_null(pos.file);
	assert_string_equal(pos.file->name, "u.cu");
	assert_int_equal(pos.line, line);
	assert_int_equal(pos.column, column);
	if (macro)
		assert_string_equal(found, macro);
	else
		assert_null(found);
	arena_drop(&f.arena);
}

static void test_places(void **state) {
	(void)state;
	want_place("a\n  b  =  c;\n", "# 2 \"u.cu\"\n  b = c;\n", "c", 2, 9, NULL);
	want_place("x\ny\n  z", "# 1 \"u.cu\"\nx\ny\n z", "z", 3, 3, NULL);
	want_place("#define N 4\nint a = N + b;", "# 2 \"u.cu\"\nint a = 4 + b;", "4", 2,
	           9, "N");
	want_place("#define N 4\nint a = N + b;", "# 2 \"u.cu\"\nint a = 4 + b;", "b", 2,
	           13, NULL);
	want_place("#define F(x) g(x, 1)\n\tF(y);", "# 2 \"u.cu\"\n g(y, 1);", "1", 2, 2,
	           "F");
	want_place("#define F(x) g(x, 1)\n\tF(y);", "# 2 \"u.cu\"\n g(y, 1);", "y", 2, 4,
	           NULL);
	want_place("F(a,\n  b);\n", "# 1 \"u.cu\"\nf(a, b);\n\n", "b", 2, 3, NULL);
}

/* A file that cannot be read is shown as far as the preprocessed text has it. */
static void test_unreadable(void **state) {
	(void)state;
	struct fixture f;
	init(&f);
	const char *text = "# 5 \"/nonexistent/u.h\"\nint x;\n";
	struct source_file *file = source_add(&f.sources, "u.ii", text, strlen(text));
	file->has_markers = true;
	struct source_pos pos = source_pos(&f.sources, file->base + 27);
	assert_string_equal(pos.file->name, "/nonexistent/u.h");
	assert_int_equal(pos.line, 5);
	assert_int_equal(pos.column, 5);
	assert_memory_equal(pos.line_text, "int x;", 6);
	arena_drop(&f.arena);
}

/* Lines that are asked for in turn, as those of functions lowered in place are, take no
 * memory again and again. */
static void test_memory(void **state) {
	(void)state;
	struct fixture f;
	init(&f);
	const char *user = "int a = N + b;\nint c = N + d;\n",
		   *text = "# 1 \"u.cu\"\nint a = 4 + b;\nint c = 4 + d;\n";
	source_add(&f.sources, "u.cu", user, strlen(user));
	struct source_file *file = source_add(&f.sources, "u.ii", text, strlen(text));
	file->has_markers = true;
	u32 first = file->base + (u32)(strstr(text, "b;") - text);
	u32 second = file->base + (u32)(strstr(text, "d;") - text);
	size_t before = 0;
	for (u32 i = 0; i < 10000; i++) {
		assert_int_equal(source_pos(&f.sources, first).line, 1);
		assert_int_equal(source_pos(&f.sources, second).line, 2);
		before = i == 0 ? f.arena.total_bytes : before;
	}
	assert_int_equal(f.arena.total_bytes, before);
	arena_drop(&f.arena);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_child),  cmocka_unit_test(test_failures),
		cmocka_unit_test(test_places), cmocka_unit_test(test_unreadable),
		cmocka_unit_test(test_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
