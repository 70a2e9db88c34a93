/* cfg.c - edges, loops and layout order of ir/analysis/cfg.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/cfg.h"

#include "tests/unit/ir/graph.h"

static void expect_order(const char *graph, const u32 *order) {
	struct arena a = ARENA_INIT;
	struct func *f = graph_parse(&a, graph);
	struct cfg *c = cfg_build(f);
	for (u32 i = 0; i < f->nblock; i++) {
		assert_int_equal(c->order[i], order[i]);
		assert_int_equal(c->pos[order[i]], i);
	}
	arena_drop(&a);
}

static void a_guarded_branch_falls_through_first(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = graph_parse(&a, "0>2? 1>2 2>");
	struct cfg *c = cfg_build(f);
	assert_int_equal(f->block[0].nsucc, 2);
	assert_int_equal(f->block[0].succ[0], 1);
	assert_int_equal(f->block[0].succ[1], 2);
	assert_int_equal(f->block[2].npred, 2);
	assert_true(c->is_join[2]);
	assert_false(c->is_join[0]);
	assert_int_equal(f->block[2].nsucc, 0);
	arena_drop(&a);
}

static void equal_targets_make_one_edge(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = graph_parse(&a, "0>1? 1>2,2,2 2>");
	struct cfg *c = cfg_build(f);
	assert_int_equal(f->block[0].nsucc, 1);
	assert_int_equal(f->block[1].nsucc, 1);
	assert_int_equal(f->block[2].npred, 1);
	assert_false(c->is_join[1]);
	arena_drop(&a);
}

static void loop_exits_come_after_the_body(void **state) {
	(void)state;
	/* the exit is written before the body */
	expect_order("0>1 1>3,2 2> 3>1", (u32[]){0, 1, 3, 2});
	/* two nested loops; the inner one leaves to the end */
	expect_order("0>1 1>2,5 2>3,5 3>2,4 4>1 5>", (u32[]){0, 1, 2, 3, 4, 5});
	/* an early exit from the middle, written in the middle */
	expect_order("0>1 1>2,3 2> 3>4,1 4>", (u32[]){0, 1, 3, 2, 4});
}

static void unreached_blocks_come_last(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = graph_parse(&a, "0>3 1>3 2>1 3>");
	struct cfg *c = cfg_build(f);
	assert_int_equal(c->nreach, 2);
	assert_int_equal(c->pos[3], 1);
	assert_false(cfg_is_reached(c, 1));
	assert_false(cfg_is_reached(c, 2));
	assert_false(c->is_join[3]);
	assert_int_equal(f->block[3].npred, 2);
	arena_drop(&a);
}

static void loops_nest(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = graph_parse(&a, "0>1 1>2 2>2,3 3>1,4 4>4,5 5>");
	struct cfg *c = cfg_build(f);
	assert_int_equal(c->nloop, 3);
	assert_int_equal(cfg_loop_depth(c, 0), 0);
	assert_int_equal(cfg_loop_depth(c, 1), 1);
	assert_int_equal(cfg_loop_depth(c, 2), 2);
	assert_int_equal(cfg_loop_depth(c, 3), 1);
	assert_int_equal(cfg_loop_depth(c, 4), 1);
	assert_int_equal(cfg_loop_depth(c, 5), 0);
	assert_int_equal(c->loop[c->loop_of[2]].parent, c->loop_of[1]);
	assert_true(cfg_is_back_edge(c, 3, 1));
	assert_true(cfg_is_back_edge(c, 2, 2));
	assert_false(cfg_is_back_edge(c, 2, 3));
	assert_false(c->is_irreducible);
	arena_drop(&a);
}

static void two_entries_make_a_loop_irreducible(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct cfg *c = cfg_build(graph_parse(&a, "0>1,2 1>2,3 2>1 3>"));
	assert_true(c->is_irreducible);
	assert_int_equal(c->nloop, 1);
	assert_true(c->loop[0].is_irreducible);
	arena_drop(&a);
}

static void the_entry_block_can_head_a_loop(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct cfg *c = cfg_build(graph_parse(&a, "0>0,1 1>"));
	assert_int_equal(c->nloop, 1);
	assert_true(c->is_join[0]);
	arena_drop(&a);
}

static void check_loops(const struct func *f, const struct cfg *c) {
	for (u32 l = 0; l < c->nloop; l++) {
		const struct loop *loop = &c->loop[l];
		assert_int_equal(c->order[loop->first], loop->header);
		assert_true(loop->first + loop->n <= c->nreach);
		u32 nback = 0;
		for (u32 i = 0; i < f->block[loop->header].npred; i++)
			nback += cfg_loop_has(c, l, f->block[loop->header].pred[i]);
		assert_true(nback > 0);
		if (loop->parent == NO_LOOP)
			continue;
		const struct loop *outer = &c->loop[loop->parent];
		assert_true(loop->parent < l);
		assert_true(outer->first < loop->first);
		assert_true(loop->first + loop->n <= outer->first + outer->n);
		assert_int_equal(loop->depth, outer->depth + 1);
	}
	for (u32 b = 0; b < f->nblock; b++)
		assert_true(c->loop_of[b] == NO_LOOP ||
		            cfg_loop_has(c, c->loop_of[b], b));
}

static void check_edges(const struct func *f, const struct cfg *c) {
	for (u32 b = 0; b < f->nblock; b++) {
		assert_int_equal(c->order[c->pos[b]], b);
		for (u32 i = 0; cfg_is_reached(c, b) && i < f->block[b].nsucc; i++) {
			u32 to = f->block[b].succ[i];
			assert_true(cfg_is_reached(c, to));
			if (c->is_irreducible || !cfg_is_back_edge(c, b, to))
				continue;
			u32 l = c->loop_of[to];
			assert_true(l != NO_LOOP && c->loop[l].header == to);
			assert_true(cfg_loop_has(c, l, b));
		}
	}
}

static void random_graphs_keep_the_rules(void **state) {
	(void)state;
	u32 reducible = 0;
	for (u32 seed = 0; seed < 3000; seed++) {
		struct arena a = ARENA_INIT;
		struct func *f = graph_make_random(&a, 1 + seed % 40, seed);
		struct cfg *c = cfg_build(f);
		reducible += !c->is_irreducible;
		check_loops(f, c);
		check_edges(f, c);
		arena_drop(&a);
	}
	assert_true(reducible > 300 && reducible < 2900);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_guarded_branch_falls_through_first),
		cmocka_unit_test(equal_targets_make_one_edge),
		cmocka_unit_test(loop_exits_come_after_the_body),
		cmocka_unit_test(unreached_blocks_come_last),
		cmocka_unit_test(loops_nest),
		cmocka_unit_test(two_entries_make_a_loop_irreducible),
		cmocka_unit_test(the_entry_block_can_head_a_loop),
		cmocka_unit_test(random_graphs_keep_the_rules),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
