/* dom.c - ir/analysis/dom against the definition: a dominates b if b cannot be reached
 * once a is gone.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/dom.h"

#include "tests/unit/ir/graph.h"

static void forks_and_joins(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = graph_parse(&a, "0>1,2 1>3 2>3 3>4,5 4>3 5>");
	struct dom *d = dom_build(f), *p = pdom_build(f);
	static const u32 idom[] = {NO_BLOCK, 0, 0, 0, 3, 3};
	static const u32 ipdom[] = {3, 3, 3, 5, 3, NO_BLOCK};
	for (u32 b = 0; b < 6; b++) {
		assert_int_equal(d->idom[b], idom[b]);
		assert_int_equal(p->idom[b], ipdom[b]);
	}
	assert_true(dom_has(d, 0, 5) && dom_has(d, 3, 4) && dom_has(d, 4, 4));
	assert_false(dom_has(d, 1, 3));
	assert_true(dom_has(p, 5, 0) && !dom_has(p, 4, 3));
	arena_drop(&a);
}

static void several_ends_have_no_common_point(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = graph_parse(&a, "0>1,2 1> 2>");
	struct dom *p = pdom_build(f);
	assert_int_equal(p->idom[0], NO_BLOCK);
	assert_true(p->enter[0] && p->enter[1] && p->enter[2]);
	arena_drop(&a);
}

static void endless_loops_are_in_the_tree(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = graph_parse(&a, "0>1,4 1>2 2>3,3 3>1 4>");
	struct dom *p = pdom_build(f);
	assert_int_equal(p->idom[0], NO_BLOCK);
	assert_int_equal(p->idom[1], 2);
	assert_int_equal(p->idom[2], 3);
	assert_int_equal(p->idom[3], NO_BLOCK);
	arena_drop(&a);
}

static void unreached_blocks_are_in_no_tree(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = graph_parse(&a, "0>2 1>2 2>");
	assert_int_equal(dom_build(f)->idom[2], 0);
	assert_int_equal(pdom_build(f)->enter[1], 0);
	assert_false(dom_has(f->dom, 1, 1));
	arena_drop(&a);
}

/* ---- the definition ---- */

static u8 seen[64], is_end[64];

static void walk(const struct func *f, u32 b, u32 without, bool backwards) {
	if (b == without || seen[b] || !cfg_is_reached(f->cfg, b))
		return;
	seen[b] = 1;
	const struct block *bl = &f->block[b];
	u32 n = backwards ? bl->npred : bl->nsucc;
	for (u32 i = 0; i < n; i++)
		walk(f, backwards ? bl->pred[i] : bl->succ[i], without, backwards);
}

static void walk_from_ends(const struct func *f, u32 without) {
	for (u32 b = 0; b < f->nblock; b++)
		if (is_end[b])
			walk(f, b, without, true);
}

static void find_ends(const struct func *f) {
	memset(is_end, 0, sizeof(is_end));
	for (u32 b = 0; b < f->nblock; b++)
		is_end[b] = cfg_is_reached(f->cfg, b) && !f->block[b].nsucc;
	for (u32 i = f->cfg->nreach; i-- > 0;) {
		memset(seen, 0, sizeof(seen));
		walk_from_ends(f, NO_BLOCK);
		if (!seen[f->cfg->order[i]])
			is_end[f->cfg->order[i]] = 1;
	}
}

static void check_tree(const struct func *f, const struct dom *d, bool backwards) {
	for (u32 a = 0; a < f->nblock; a++) {
		if (!cfg_is_reached(f->cfg, a))
			continue;
		memset(seen, 0, sizeof(seen));
		if (backwards)
			walk_from_ends(f, a);
		else
			walk(f, 0, a, false);
		for (u32 b = 0; b < f->nblock; b++)
			if (cfg_is_reached(f->cfg, b))
				assert_int_equal(dom_has(d, a, b), !seen[b]);
		assert_true(d->idom[a] == NO_BLOCK || dom_has(d, d->idom[a], a));
	}
}

/* idom is the closest: every strict dominator dominates it. */
static void check_closest(const struct func *f, const struct dom *d) {
	for (u32 b = 0; b < f->nblock; b++)
		for (u32 a = 0; a < f->nblock; a++)
			if (a != b && dom_has(d, a, b))
				assert_true(d->idom[b] != NO_BLOCK &&
				            dom_has(d, a, d->idom[b]));
}

static void random_graphs_agree_with_the_definition(void **state) {
	(void)state;
	for (u32 seed = 0; seed < 2000; seed++) {
		struct arena a = ARENA_INIT;
		struct func *f = graph_make_random(&a, 1 + seed % 40, seed);
		dom_build(f);
		pdom_build(f);
		check_tree(f, f->dom, false);
		check_closest(f, f->dom);
		find_ends(f);
		check_tree(f, f->pdom, true);
		check_closest(f, f->pdom);
		arena_drop(&a);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forks_and_joins),
		cmocka_unit_test(several_ends_have_no_common_point),
		cmocka_unit_test(endless_loops_are_in_the_tree),
		cmocka_unit_test(unreached_blocks_are_in_no_tree),
		cmocka_unit_test(random_graphs_agree_with_the_definition),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
