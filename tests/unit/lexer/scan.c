/* scan.c - texts and the tokens that the PTX scanner makes of them, one string per
 * text.
 * A token shows as its kind and, for words, its spelling; braces of vectors show as
 * "V{" and "V}".
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "lexer/ptx.h"

struct fixture {
	struct arena arena;
	struct sources sources;
	struct strtab names;
	struct diag diag;
	struct ptx_lexer lexer;
	char out[4096];
};

static void show(struct fixture *f, int token, const union ptx_value *v) {
	size_t len = strlen(f->out), room = sizeof(f->out) - len;
	char *to = f->out + len;
	const char *sep = len ? " " : "";
	if (token == PTX_VOPEN || token == PTX_VCLOSE)
		snprintf(to, room, "%sV%c", sep, token == PTX_VOPEN ? '{' : '}');
	else if (token == PTX_SINK)
		snprintf(to, room, "%ssink", sep);
	else if (token == PTX_INT)
		snprintf(to, room, "%s%lld", sep, (long long)v->number.bits);
	else if (token == PTX_FLOAT)
		snprintf(to, room, "%sfloat", sep);
	else if (token == PTX_ERROR)
		snprintf(to, room, "%serror", sep);
	else if (token >= PTX_SHL)
		snprintf(to, room, "%sop", sep);
	else if (token < 128)
		snprintf(to, room, "%s%c", sep, token);
	else
		snprintf(to, room, "%s%s", sep, v->str->s);
}

static u32 scan(struct fixture *f, const char *text) {
	f->out[0] = 0;
	sources_init(&f->sources, &f->arena);
	strtab_init(&f->names, &f->arena);
	diag_init(&f->diag, &f->arena, &f->sources);
	struct source_file *file = source_add(&f->sources, "t.ptx", text, strlen(text));
	ptx_lex_open(&f->lexer, &f->names, &f->diag, file);
	union ptx_value v;
	struct loc loc;
	for (int token; (token = ptx_lex(&v, &loc, &f->lexer)) != PTX_END;)
		show(f, token, &v);
	ptx_lex_close(&f->lexer);
	assert_string_equal(file->text, text);
	u32 nerror = f->diag.nerror;
	arena_drop(&f->arena);
	return nerror;
}

static void want(const char *text, const char *tokens) {
	struct fixture f = {0};
	assert_int_equal(scan(&f, text), 0);
	assert_string_equal(f.out, tokens);
}

static void refuse(const char *text) {
	struct fixture f = {0};
	assert_true(scan(&f, text) > 0);
}

static void a_name_has_its_dot_words(void **state) {
	(void)state;
	want("add.rn.f32 %tid.x,a$b;", "add.rn.f32 %tid.x , a$b ;");
	want("ld.shared::cta.b32", "ld.shared::cta.b32");
	want("mma.m16n8k16 x.2d", "mma.m16n8k16 x.2d");
	want("add .s32", "add .s32");
	want(".reg.b16 x", ".reg .b16 x");
}

static void percent_is_a_name_or_an_operator(void **state) {
	(void)state;
	want("7 % 4", "7 % 4");
	want("%r1 %_x", "%r1 %_x");
}

static void dots_and_digits(void **state) {
	(void)state;
	want("1.5 .5 1. 1e5 2.5e-3", "float float float float float");
	want("tex .2d", "tex .2d");
	want("0f3F800000 0dFFFFFFFFFFFFFFFF", "float float");
	want("0x10 010 0b10 10U", "16 8 2 10");
	want("WARP_SZ", "32");
}

static void vector_braces_are_apart(void **state) {
	(void)state;
	want("{ mov x, {a, _}; }", "{ mov x , V{ a , sink V} ; }");
	want("= {{1},{2}}; {", "= V{ V{ 1 V} , V{ 2 V} V} ; {");
	want("f {ld.v2 {a,b},[c];{}}", "f { ld.v2 V{ a , b V} , [ c ] ; { } }");
	want("{ L: { } }", "{ L : { } }");
}

static void a_semicolon_ends_open_vectors(void **state) {
	(void)state;
	want("{ mov x, {a; ret; }", "{ mov x , V{ a ; ret ; }");
}

static void comments_are_space(void **state) {
	(void)state;
	want("a/* ; */b// c\nd/**/e/***/", "a b d e");
	want("# 1 \"x.cu\"\na\n#line 3\nb", "a b");
}

static void what_is_refused(void **state) {
	(void)state;
	refuse("\"abc");
	refuse("\"abc\n\"");
	refuse("/* abc");
	refuse("`");
	refuse("\xc3\xa4");
	refuse("08");
	refuse("99999999999999999999");
	refuse("0f3F80");
}

static void depth_is_bounded(void **state) {
	(void)state;
	static char text[PTX_DEPTH_MAX + 2];
	struct fixture f = {0};
	memset(text, '(', PTX_DEPTH_MAX);
	assert_int_equal(scan(&f, text), 0);
	text[PTX_DEPTH_MAX] = '(';
	f = (struct fixture){0};
	assert_int_equal(scan(&f, text), 1);
}

static void names_are_bounded(void **state) {
	(void)state;
	static char text[PTX_NAME_MAX + 2];
	struct fixture f = {0};
	memset(text, 'a', PTX_NAME_MAX);
	assert_int_equal(scan(&f, text), 0);
	text[PTX_NAME_MAX] = 'a';
	f = (struct fixture){0};
	assert_int_equal(scan(&f, text), 1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_has_its_dot_words),
		cmocka_unit_test(percent_is_a_name_or_an_operator),
		cmocka_unit_test(dots_and_digits),
		cmocka_unit_test(vector_braces_are_apart),
		cmocka_unit_test(a_semicolon_ends_open_vectors),
		cmocka_unit_test(comments_are_space),
		cmocka_unit_test(what_is_refused),
		cmocka_unit_test(depth_is_bounded),
		cmocka_unit_test(names_are_bounded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
