/* cuda.c - texts and the tokens that the scanner of CUDA C++ makes of them, one string
 * per text: kinds, names, and what flags and partners of brackets say.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "lexer/cuda.h"

struct fixture {
	struct arena arena;
	struct sources sources;
	struct strtab names;
	struct diag diag;
	struct cu_tokens tokens;
};

static u32 scan(struct fixture *f, const char *text) {
	sources_init(&f->sources, &f->arena);
	strtab_init(&f->names, &f->arena);
	diag_init(&f->diag, &f->arena, &f->sources);
	cu_keywords_init(&f->names);
	struct source_file *file = source_add(&f->sources, "t.cu", text, strlen(text));
	f->tokens = cu_scan(&f->arena, &f->names, &f->diag, file);
	assert_string_equal(file->text, text);
	return f->diag.nerror;
}

static void want(const char *text, const char *tokens) {
	struct fixture f = {0};
	char out[1024] = "";
	assert_int_equal(scan(&f, text), 0);
	for (u32 i = 0; i + 1 < f.tokens.n; i++) {
		const struct cu_token_rec *t = &f.tokens.at[i];
		size_t len = strlen(out);
		snprintf(out + len, sizeof(out) - len, "%s%s", i ? " " : "",
		         t->kind == CU_IDENT ? t->name->s : cu_token_text(t->kind));
	}
	assert_string_equal(out, tokens);
	assert_int_equal(f.tokens.at[f.tokens.n - 1].kind, CU_END);
	arena_drop(&f.arena);
}

static void want_error(const char *text, enum diag_code code) {
	struct fixture f = {0};
	assert_int_equal(scan(&f, text), 1);
	assert_int_equal(f.diag.record[0].code, code);
	arena_drop(&f.arena);
}

static void test_words(void **state) {
	(void)state;
	want("int x_1 $y caf\xc3\xa9", "int x_1 $y caf\xc3\xa9");
	want("__inline__ __restrict typeof(x) __const",
	     "inline __restrict__ __typeof__ ( x ) const");
	want("a and b or not c bitand d xor_eq e", "a && b || ! c & d ^= e");
	want("__launch_bounds__(1) __align__(8)",
	     "__launch_bounds__ ( integer ) __launch_bounds__ ( integer )");
}

static void test_numbers(void **state) {
	(void)state;
	want("0 12ul 0x1F 0b1 1'000 017",
	     "integer integer integer integer integer integer");
	want("1. .5 1e3 1e-3f 0x1p-2 0x.8p1 1.5L",
	     "number number number number number number number");
	want("0x1e+3", "integer"); /* one preprocessing number ([lex.ppnumber]) */
	want("a.b 1..2", "a . b number");
}

static void test_literals(void **state) {
	(void)state;
	want("\"a\\\"b\" L\"x\" u8\"y\" 'c' '\\'' u'x'",
	     "string string string character character character");
	want("R\"(a\"b)\" R\"x(\n)\" )x\" LR\"(q)\";", "string string string ;");
	want("\"a\"_s 1_k", "string _s integer");
}

static void test_punctuation(void **state) {
	(void)state;
	want("a<<<b,c>>>(d)", "a <<< b , c > > > ( d )");
	want("a>>b>>=c->*d.*e::f", "a > > b > >= c ->* d .* e :: f");
	want("<: :> <% %> <::x", "[ ] { } < :: x");
	want("++--...", "++ -- ...");
}

static void test_lines(void **state) {
	(void)state;
	struct fixture f = {0};
	assert_int_equal(scan(&f, "# 1 \"a.h\" 1 3\nint x;\n# 7 \"b.cu\" 2\ny >>z"), 0);
	const struct cu_token_rec *t = f.tokens.at;
	const u16 of_header = CU_TF_SYSTEM | CU_TF_INCLUDED;
	assert_int_equal(t[0].flags, of_header | CU_TF_FIRST);
	assert_int_equal(t[1].flags, of_header);
	assert_int_equal(t[2].flags, of_header | CU_TF_JOINED);
	assert_int_equal(t[3].flags, CU_TF_FIRST);
	assert_int_equal(t[4].flags, 0);
	assert_int_equal(t[5].flags, CU_TF_JOINED);
	arena_drop(&f.arena);
}

static void test_pragmas(void **state) {
	(void)state;
	want("#pragma unroll 4\nx", "#pragma unroll integer end of line x");
	want("#pragma unroll\nx", "#pragma unroll end of line x");
	want("#pragma unroll (N * 2)", "#pragma unroll ( N * integer ) end of line");
	want("#pragma once\n#pragma unrolled\n#ident \"x\"\nx", "x");
	want("_Pragma(\"unroll 8\") x _Pragma(\"omp y\")",
	     "#pragma unroll integer end of line x");
	want("/* c */ x // y\n z", "x z");
}

static void test_partners(void **state) {
	(void)state;
	struct fixture f = {0};
	assert_int_equal(scan(&f, "{ ( [ ] ( } ) {"), 0);
	const struct cu_token_rec *t = f.tokens.at;
	assert_int_equal(t[0].match, 5); /* the brace closes over the open parentheses */
	assert_int_equal(t[5].match, 0);
	assert_int_equal(t[2].match, 3);
	assert_int_equal(t[1].match, CU_NO_MATCH);
	assert_int_equal(t[6].match, CU_NO_MATCH);
	assert_int_equal(t[7].match, CU_NO_MATCH);
	arena_drop(&f.arena);
}

static void test_errors(void **state) {
	(void)state;
	want_error("a @ b", E0001);
	want_error("\"abc\nx", E0002);
	want_error("'", E0002);
	want_error("R\"x(abc)y\"", E0002);
	want_error("/* abc", E0003);
	want_error("x # y", E0001);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),    cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_literals), cmocka_unit_test(test_punctuation),
		cmocka_unit_test(test_lines),    cmocka_unit_test(test_pragmas),
		cmocka_unit_test(test_partners), cmocka_unit_test(test_errors),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
