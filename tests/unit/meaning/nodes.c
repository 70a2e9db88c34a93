/* nodes.c - expressions of which only the value was wanted are taken back, unless
 * something that lives on was allocated among them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/node.h"
#include "tests/unit/test.h"

static struct arena arena;
static struct sema sema;

static int begin(void **state) {
	(void)state;
	arena = ARENA_INIT;
	sema = (struct sema){.a = &arena};
	arena_alloc(&arena, 64, 8);
	return 0;
}

static int end(void **state) {
	(void)state;
	arena_drop(&arena);
	return 0;
}

static void nodes_alone_are_taken_back(void **state) {
	(void)state;
	struct node_mark outer = nodes_begin(&sema);
	cexpr_new(&sema, CE_CONST, NULL, (struct loc){0, 0});
	struct node_mark inner = nodes_begin(&sema);
	cexpr_new(&sema, CE_CONST, NULL, (struct loc){0, 0});
	nodes_drop(&sema, inner);
	assert_ptr_equal(arena.at, inner.at);
	cexpr_new(&sema, CE_CONST, NULL, (struct loc){0, 0});
	nodes_drop(&sema, outer);
	assert_ptr_equal(arena.at, outer.at);
}

/* What is allocated after an inner expression was taken back, and is as large, is no part
 * of the outer one. */
static void others_stay(void **state) {
	(void)state;
	struct node_mark outer = nodes_begin(&sema), inner = nodes_begin(&sema);
	cexpr_new(&sema, CE_CONST, NULL, (struct loc){0, 0});
	nodes_drop(&sema, inner);
	u8 *scope = arena_alloc(&arena, sizeof(struct cexpr), 8);
	nodes_drop(&sema, outer);
	assert_true(arena.at >= scope + sizeof(struct cexpr));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nodes_alone_are_taken_back, begin, end),
		cmocka_unit_test_setup_teardown(others_stay, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
