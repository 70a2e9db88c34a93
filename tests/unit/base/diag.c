/* diag.c - what the printer of base/diag writes, and the nearest word.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/diag.h"

#include <jansson.h>

#include "tests/unit/test.h"

static struct arena arena;
static struct sources sources;
static struct diag diag;

static int setup(void **state) {
	(void)state;
	sources_init(&sources, &arena);
	diag_init(&diag, &arena, &sources);
	return 0;
}

static int teardown(void **state) {
	(void)state;
	arena_drop(&arena);
	return 0;
}

static struct loc add_text(const char *name, const char *text, const char *word) {
	struct source_file *f = source_add(&sources, name, text, strlen(text));
	u32 at = f->base + (u32)(strstr(text, word) - text);
	return (struct loc){at, at + (u32)strlen(word)};
}

static const char *flush(struct diag_style style) {
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	diag_flush(&diag, out, style);
	fclose(out);
	const char *copy = arena_strdup(&arena, text, size);
	free(text);
	return copy;
}

static void check_text(const char *want) {
	assert_string_equal(flush((struct diag_style){0}), want);
}

static void carets_and_notes(void **state) {
	(void)state;
	struct loc op = add_text("scale.ptx", "\n    add.sat.u32  %r3, %r1;\n", ".sat");
	struct diag_record *r = diag_error(&diag, op, E0107, "%s is not allowed with %s",
	                                   ".sat", ".u32");
	diag_range(r, (struct loc){op.end, op.end + 4}, NULL);
	diag_note(&diag, r, "add takes .sat with: .s32");
	check_text("scale.ptx:2:8: error[E0107]: .sat is not allowed with .u32\n"
	           "    2 |     add.sat.u32  %r3, %r1;\n"
	           "      |        ^^^^~~~~\n"
	           "      = note: add takes .sat with: .s32\n");
	assert_int_equal(diag.nerror, 1);
	check_text("");
}

static void tabs_and_odd_bytes(void **state) {
	(void)state;
	struct loc at = add_text("t.ptx", "\tab\tc\x1b\xc3\xa4\xff d;", "d;");
	diag_warning(&diag, at, E0108, "w");
	check_text("t.ptx:1:11: warning[E0108]: w\n"
	           "    1 |         ab      c?\xc3\xa4? d;\n"
	           "      |                      ^^\n");
}

static void a_caret_past_the_end(void **state) {
	(void)state;
	struct source_file *f = source_add(&sources, "e.ptx", "ret", 3);
	diag_error(&diag, (struct loc){f->base + 3, f->base + 3}, E0101, "end of file");
	check_text("e.ptx:1:4: error[E0101]: end of file\n"
	           "    1 | ret\n"
	           "      |    ^\n");
}

static void long_lines_are_clipped(void **state) {
	(void)state;
	char text[1001];
	memset(text, 'a', 1000);
	text[1000] = 0;
	memcpy(text + 500, "BAD", 3);
	diag_error(&diag, add_text("l.ptx", text, "BAD"), E0101, "x");
	const char *got = flush((struct diag_style){0});
	char want[512];
	snprintf(want, sizeof(want),
	         "l.ptx:1:501: error[E0101]: x\n"
	         "    1 | ...%.40sBAD%.57s...\n"
	         "      |    %40s^^^\n",
	         text, text, "");
	assert_string_equal(got, want);
}

static void related_ranges_of_other_lines(void **state) {
	(void)state;
	const char *text = ".reg .u32 %r1;\n.reg .u64 %r1;\n";
	struct loc first = add_text("r.ptx", text, "%r1");
	struct loc second = {first.start + 15, first.end + 15};
	struct diag_record *r = diag_error(&diag, second, E0202, "%%r1 is defined twice");
	diag_range(r, first, "first defined here");
	check_text("r.ptx:2:11: error[E0202]: %r1 is defined twice\n"
	           "    2 | .reg .u64 %r1;\n"
	           "      |           ^^^\n"
	           "r.ptx:1:11: note: first defined here\n"
	           "    1 | .reg .u32 %r1;\n"
	           "      |           ~~~\n");
}

static void sorted_by_place_and_capped(void **state) {
	(void)state;
	struct source_file *f = source_add(&sources, "s.ptx",
	                                   "abcdefghijklmnopqrstuvwxyzabcd", 30);
	u32 base = f->base;
	for (u32 i = 0; i < 30; i++) {
		struct diag_record *r = diag_error(
			&diag, (struct loc){base + 29 - i, base + 30 - i}, E0101, "x");
		diag_note(&diag, r, "note");
	}
	assert_true(diag_is_full(&diag));
	assert_int_equal(diag.nerror, 30);
	const char *got = flush((struct diag_style){.format = DIAG_NVCC});
	assert_int_equal(diag.nrecord, 0);
	assert_non_null(
		strstr(got, "ptxas fatal   : Ptx assembly aborted due to errors\n"));
	for (u32 i = 0; i < 21; i++)
		diag_error(&diag, (struct loc){base + 29 - i, base + 30 - i}, E0101, "y");
	got = flush((struct diag_style){0});
	assert_memory_equal(got, "s.ptx:1:11:", 11);
	assert_non_null(strstr(got, "1 more error\n"));
}

static void nowhere_prints_no_place(void **state) {
	(void)state;
	diag_error(&diag, (struct loc){0}, E0401, "cannot read %s", "x.ptx");
	check_text("error[E0401]: cannot read x.ptx\n");
}

static void the_nvcc_format(void **state) {
	(void)state;
	struct loc at = add_text("b.ptx", "\n\n\nadd.u32 %r9;", "%r9");
	struct diag_record *r = diag_error(&diag, at, E0201, "%%r9 is not declared");
	diag_nvcc(&diag, r, "Unknown symbol '%s'", "%r9");
	diag_warning(&diag, at, E0108, "odd");
	assert_string_equal(
		flush((struct diag_style){.format = DIAG_NVCC, .color = true}),
		"ptxas b.ptx, line 4; error   : Unknown symbol '%r9'\n"
		"ptxas b.ptx, line 4; warning : odd\n"
		"ptxas fatal   : Ptx assembly aborted due to errors\n");
}

static void json_lines_are_json(void **state) {
	(void)state;
	struct loc at = add_text("q\"\\\n\x01\xff.ptx", "abc", "b");
	struct diag_record *r = diag_error(&diag, at, E0001,
	                                   "tab\t quote\" \xe2\x82\xac \xff");
	diag_range(r, at, "label");
	diag_note(&diag, r, "n1");
	diag_note(&diag, r, "n2");
	diag_warning(&diag, (struct loc){0}, DIAG_NONE, "no place");
	const char *got = flush((struct diag_style){.format = DIAG_JSON, .color = true});
	const char *newline = strchr(got, '\n');
	json_t *first = json_loadb(got, (size_t)(newline - got), 0, NULL);
	json_t *second = json_loads(newline + 1, 0, NULL);
	/* nowhere sorts first */
	assert_true(json_is_null(json_object_get(first, "line")));
	assert_true(json_is_null(json_object_get(first, "code")));
	assert_int_equal(json_integer_value(json_object_get(second, "version")), 1);
	assert_int_equal(json_integer_value(json_object_get(second, "line")), 1);
	assert_int_equal(json_integer_value(json_object_get(second, "column")), 2);
	assert_int_equal(json_integer_value(json_object_get(second, "end_column")), 3);
	assert_string_equal(json_string_value(json_object_get(second, "severity")),
	                    "error");
	assert_string_equal(json_string_value(json_object_get(second, "message")),
	                    "tab\t quote\" \xe2\x82\xac \xef\xbf\xbd");
	assert_int_equal(json_array_size(json_object_get(second, "related")), 1);
	assert_int_equal(json_array_size(json_object_get(second, "notes")), 2);
	json_decref(first);
	json_decref(second);
}

static void sarif_is_one_document(void **state) {
	(void)state;
	char *text = NULL;
	size_t len;
	u32 n = 0;
	struct diag_style style = {.format = DIAG_SARIF, .nresult = &n};
	struct diag_place where = {.file = "b c.cpp", .line = 3, .text = "there"};
	FILE *f = open_memstream(&text, &len);
	diag_sarif_begin(f, "tool");
	struct loc at = add_text("/x/a\xc3\xa9.ptx", "abc", "b");
	struct diag_record *r = diag_error(&diag, at, E0001, "quote\" \xff");
	diag_note(&diag, r, "more");
	diag_range(r, at, "label");
	diag_flush(&diag, f, style);
	diag_flush(&diag, f, style);
	diag_print_foreign(f, style,
	                   &(struct diag_foreign){.severity = DIAG_WARNING,
	                                          .at = {.text = "w"},
	                                          .related = &where,
	                                          .nrelated = 1});
	diag_sarif_end(f);
	fclose(f);
	json_t *all = json_loads(text, 0, NULL);
	json_t *results = json_object_get(json_array_get(json_object_get(all, "runs"), 0),
	                                  "results");
	const char *message, *uri, *related;
	int column;
	assert_int_equal(json_array_size(results), 2);
	assert_int_equal(json_unpack(json_array_get(results, 0),
	                             "{s:{s:s},s:[{s:{s:{s:s},s:{s:i}}}],s:[o]}",
	                             "message", "text", &message, "locations",
	                             "physicalLocation", "artifactLocation", "uri", &uri,
	                             "region", "startColumn", &column, "relatedLocations",
	                             &(json_t *){NULL}),
	                 0);
	assert_string_equal(message, "quote\" \xef\xbf\xbd\nnote: more");
	assert_string_equal(uri, "file:///x/a%C3%A9.ptx");
	assert_int_equal(column, 2);
	assert_int_equal(json_unpack(json_array_get(results, 1), "{s:[{s:{s:{s:s}}}]}",
	                             "relatedLocations", "physicalLocation",
	                             "artifactLocation", "uri", &related),
	                 0);
	assert_string_equal(related, "b%20c.cpp");
	json_decref(all);
	free(text);
	diag_error(&diag, at, E0001, "alone");
	all = json_loads(flush((struct diag_style){.format = DIAG_SARIF}), 0, NULL);
	assert_non_null(all);
	json_decref(all);
	assert_string_equal(flush((struct diag_style){.format = DIAG_SARIF}), "");
}

static void colour_is_on_request(void **state) {
	(void)state;
	diag_error(&diag, add_text("c.ptx", "abc", "b"), E0001, "x");
	assert_non_null(
		strstr(flush((struct diag_style){.color = true}), "\033[1;31merror"));
}

static void codes_have_names(void **state) {
	(void)state;
	assert_string_equal(diag_code_name(E0107), "E0107");
	assert_int_equal(diag_code_find("e0107"), E0107);
	assert_int_equal(diag_code_find("E9999"), DIAG_NONE);
	for (u32 i = 1; i < DIAG_CODE_COUNT; i++) {
		const char *name = diag_code_name((enum diag_code)i);
		assert_true((name[0] == 'E' || name[0] == 'T') && strlen(name) == 5);
		assert_true(strlen(diag_code_title((enum diag_code)i)) > 3);
		assert_true(strlen(diag_code_text((enum diag_code)i)) > 20);
	}
}

struct words {
	const char *const *at;
};

static const char *next_word(void *ctx) {
	struct words *w = ctx;
	return *w->at ? *w->at++ : NULL;
}

static const char *nearest(const char *word) {
	static const char *const list[] = {"add", "mad", "mul",        "barrier",
	                                   "%r1", "%r2", "setmaxnreg", NULL};
	struct words w = {list};
	return diag_nearest(word, next_word, &w);
}

static void nearest_word(void **state) {
	(void)state;
	assert_string_equal(nearest("barier"), "barrier");
	assert_string_equal(nearest("abrrier"), "barrier");
	assert_string_equal(nearest("mlu"), "mul");
	assert_string_equal(nearest("setmaxnergs"), "setmaxnreg");
	assert_string_equal(nearest("%r3"), "%r1");
	assert_null(nearest("xyzzy"));
	assert_null(nearest("ab"));
	assert_null(nearest(""));
	char longword[1000];
	memset(longword, 'a', sizeof(longword) - 1);
	longword[sizeof(longword) - 1] = 0;
	assert_null(nearest(longword));
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		CASE(carets_and_notes),
		CASE(tabs_and_odd_bytes),
		CASE(a_caret_past_the_end),
		CASE(long_lines_are_clipped),
		CASE(sorted_by_place_and_capped),
		CASE(related_ranges_of_other_lines),
		CASE(nowhere_prints_no_place),
		CASE(the_nvcc_format),
		CASE(json_lines_are_json),
		CASE(sarif_is_one_document),
		CASE(colour_is_on_request),
		CASE(codes_have_names),
		CASE(nearest_word),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
