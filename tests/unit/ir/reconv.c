/* reconv.c - reconvergence points and regions of ir/analysis/reconv.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/reconv.h"

#include "tests/unit/ir/graph.h"

static bool list_is(struct block_list l, const char *text) {
	u32 n = 0;
	for (char *end; *text; text = end + (*end == ' '), n++) {
		u32 b = (u32)strtoul(text, &end, 10);
		bool found = false;
		for (u32 i = 0; i < l.n; i++)
			found |= l.at[i] == b;
		if (!found)
			return false;
	}
	return n == l.n;
}

static void expect_spread(const char *graph, u32 branch, const char *region,
                          const char *join) {
	struct arena a = ARENA_INIT;
	struct func *f = graph_parse(&a, graph);
	reconv_build(f);
	struct spread s;
	spread_init(&s, f, &a, 1000);
	spread_from(&s, branch);
	assert_false(s.gave_up);
	if (!list_is(s.region, region) || !list_is(s.join, join))
		print_error("%s from %u\n", graph, branch);
	assert_true(list_is(s.region, region));
	assert_true(list_is(s.join, join));
	arena_drop(&a);
}

static void points_are_post_dominators(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = graph_parse(&a, "0>1,2 1>3 2>3 3>3,4 4>5,6 5> 6>");
	struct reconv *r = reconv_build(f);
	static const u32 point[] = {3,        NO_BLOCK, NO_BLOCK, 4,
	                            NO_BLOCK, NO_BLOCK, NO_BLOCK};
	for (u32 b = 0; b < 7; b++)
		assert_int_equal(r->point[b], point[b]);
	assert_true(r->is_point[3] && r->is_point[4] && !r->is_point[1]);
	arena_drop(&a);
}

static void a_diamond_joins_once(void **state) {
	(void)state;
	expect_spread("0>1,2 1>3 2>3 3>", 0, "1 2", "3");
	expect_spread("0>2? 1>2 2>", 0, "1", "2");
}

static void even_control_inside_a_region_is_no_join(void **state) {
	(void)state;
	/* a diamond and a loop in one arm */
	expect_spread("0>1,6 1>2,3 2>4 3>4 4>4,5 5>6 6>", 0, "1 2 3 4 5", "6");
	expect_spread("0>1,6 1>2,3 2>4 3>4 4>4,5 5>6 6>", 1, "2 3", "4");
}

static void two_arms_can_meet_early(void **state) {
	(void)state;
	expect_spread("0>1,2,3 1>4 2>4 3>5 4>5 5>", 0, "1 2 3 4", "4 5");
}

static void a_branch_in_a_loop_body_stays_inside(void **state) {
	(void)state;
	expect_spread("0>1 1>2,3 2>3 3>1,4 4>", 1, "2", "3");
	/* the latch is where both meet; the loop's header is the point */
	expect_spread("0>1 1>2,4 2>3,1 3>1 4>", 2, "3", "1");
}

static void leaving_a_loop_takes_all_of_it(void **state) {
	(void)state;
	expect_spread("0>1 1>1,2 2>", 1, "1", "2");
	/* a break from the middle */
	expect_spread("0>1 1>2,3 2>3,1 3>", 2, "1 2", "3");
	/* out of two loops at once */
	expect_spread("0>1 1>2 2>3,5 3>2,4 4>1,5 5>", 2, "1 2 3 4", "4 5");
}

static void rounds_can_part_inside_a_loop(void **state) {
	(void)state;
	/* 1 goes round at once or passes 2, its post-dominator, first */
	expect_spread("0>1 1>1,2 2>1,3 3>", 1, "1 2", "1 3");
	/* 2 is the point; 3 leads to it by another round only */
	expect_spread("0>1 1>2,3 2>3,5 3>4 4>1 5>", 1, "1 2 3 4", "3 5");
	/* the same one loop further out */
	expect_spread("0>1 1>2 2>1,3 3>2,4 4>1,5 5>", 2, "1 2 3 4", "1 4 5");
}

static void ends_need_not_meet(void **state) {
	(void)state;
	expect_spread("0>1,2 1> 2>", 0, "1 2", "");
}

static void a_spent_budget_shows(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = graph_parse(&a, "0>1,2 1>3 2>3 3>");
	reconv_build(f);
	struct spread s;
	spread_init(&s, f, &a, 1);
	spread_from(&s, 0);
	assert_true(s.gave_up);
	arena_drop(&a);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_are_post_dominators),
		cmocka_unit_test(a_diamond_joins_once),
		cmocka_unit_test(even_control_inside_a_region_is_no_join),
		cmocka_unit_test(two_arms_can_meet_early),
		cmocka_unit_test(a_branch_in_a_loop_body_stays_inside),
		cmocka_unit_test(leaving_a_loop_takes_all_of_it),
		cmocka_unit_test(rounds_can_part_inside_a_loop),
		cmocka_unit_test(ends_need_not_meet),
		cmocka_unit_test(a_spent_budget_shows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
