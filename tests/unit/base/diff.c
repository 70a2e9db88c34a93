/* Tests of base/diff.c: whatever the texts, what is left out of the differences on either
 * side gives them back; and lines that stay are found.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/diff.h"

#include "tests/unit/test.h"

/* The lines of one side are those of the text. */
static void check_side(struct arena *a, const struct diff *d, char other,
                       const char *text) {
	size_t at = 0;
	for (u32 i = 0; i < d->n; i++) {
		const struct diff_line *l = &d->line[i];
		if (l->kind == other)
			continue;
		assert_memory_equal(text + at, l->text, l->len);
		at += l->len;
		assert_true(text[at] == '\n' || (text[at] == 0 && at == strlen(text)));
		at += text[at] == '\n';
	}
	assert_int_equal(at, strlen(text));
	(void)a;
}

static struct diff check(struct arena *a, const char *from, const char *to) {
	struct diff d = diff_texts(a, from, to);
	check_side(a, &d, '+', from);
	check_side(a, &d, '-', to);
	return d;
}

static void test_small(void **state) {
	struct arena a = ARENA_INIT;
	(void)state;
	struct diff d = check(&a, "a\nb\nc\n", "a\nx\nc\n");
	assert_int_equal(d.added, 1);
	assert_int_equal(d.removed, 1);
	d = check(&a, "", "a\n");
	assert_int_equal(d.added, 1);
	d = check(&a, "a\nb", "");
	assert_int_equal(d.removed, 2);
	d = check(&a, "", "");
	assert_int_equal(d.n, 0);
	d = check(&a, "a\na\na\n", "a\na\n");
	assert_int_equal(d.removed + d.added, 1);
	/* what moves is removed and added; the longer part stays */
	d = check(&a, "p\n1\n2\n3\nq\nr\n", "q\nr\np\n1\n2\n3\n");
	assert_int_equal(d.removed, 2);
	assert_int_equal(d.added, 2);
	arena_drop(&a);
}

static u32 next_random(u32 *seed) {
	return *seed = *seed * 1664525 + 1013904223, *seed >> 16;
}

static void test_random(void **state) {
	u32 seed = 1;
	(void)state;
	for (u32 round = 0; round < 2000; round++) {
		struct arena a = ARENA_INIT;
		char text[2][256];
		for (u32 t = 0; t < 2; t++) {
			u32 n = 0, lines = next_random(&seed) % 20,
			    kinds = 1 + round % 12;
			for (u32 i = 0; i < lines; i++) {
				text[t][n++] = (char)('a' + next_random(&seed) % kinds);
				text[t][n++] = '\n';
			}
			text[t][n] = 0;
		}
		check(&a, text[0], text[1]);
		arena_drop(&a);
	}
}

/* Near-linear, also where nothing occurs once. */
static void test_large(void **state) {
	struct arena a = ARENA_INIT;
	u32 n = 0, lines = 200000;
	char *x = arena_array(&a, char, lines * 2 + 1),
	     *y = arena_array(&a, char, lines * 2 + 1);
	(void)state;
	for (u32 i = 0; i < lines; i++, n += 2) {
		x[n] = (char)('a' + i % 7);
		y[n] = (char)('a' + i % 5);
		x[n + 1] = y[n + 1] = '\n';
	}
	check(&a, x, y);
	arena_drop(&a);
}

struct pieces {
	char text[256];
	u32 n;
};

static void add_piece(void *ctx, struct diff_line l) {
	struct pieces *p = ctx;
	p->n += (u32)snprintf(p->text + p->n, sizeof p->text - p->n, "%c%.*s|", l.kind,
	                      (int)l.len, l.text);
}

static void test_pieces(void **state) {
	struct arena a = ARENA_INIT;
	struct pieces p = {.n = 0};
	(void)state;
	struct diff d = check(&a, "B1:\n\ta\n\tb\n\tc\nB2:\n\td\n\te\n\tf\n\tg\n",
	                      "B1:\n\ta\n\tb\n\tc\nB2:\n\td\n\te\n\tx\n\tg\n");
	diff_pieces(&d, 1, add_piece, &p);
	assert_string_equal(p.text, "@B2:| \te|-\tf|+\tx| \tg|");
	arena_drop(&a);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_small),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_large),
		cmocka_unit_test(test_pieces),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
