/* Tests of the model of a multiprocessor (tools/page/sm.c): cases whose cycles can be
 * worked out by hand.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/page/sm.h"
#include "tests/unit/test.h"

enum { LENGTH = 100 };

/* LENGTH instructions of a class, each on the result of the one before, or each on its
 * own. */
struct chain {
	struct sm_inst inst[LENGTH];
	u32 at[LENGTH], reg[2 * LENGTH], of_warp[SM_MOST_WARPS];
	struct sm_trace trace;
	struct sm_input in;
};

static void chain_init(struct chain *c, u32 class, bool dependent, u32 warps) {
	memset(c, 0, sizeof *c);
	for (u32 i = 0; i < LENGTH; i++) {
		c->reg[2 * i] = dependent ? 0 : 1 + i;
		c->inst[i] = (struct sm_inst){.line = i,
		                              .class = (u8) class,
		                              .units = 1,
		                              .reg = 2 * i,
		                              .n = dependent,
		                              .dest = 2 * i,
		                              .ndest = 1};
		c->at[i] = 2 * i + 1;
	}
	c->trace = (struct sm_trace){c->at, LENGTH};
	c->in = (struct sm_input){.inst = c->inst,
	                          .ninst = LENGTH,
	                          .reg = c->reg,
	                          .nreg = 2 * LENGTH,
	                          .nname = LENGTH + 1,
	                          .trace = &c->trace,
	                          .ntrace = 1,
	                          .of_warp = c->of_warp,
	                          .nwarp = warps};
}

static struct sm_result run(struct chain *c, u32 copies) {
	struct sm_params p;
	struct sm_result r;
	sm_defaults(&p);
	p.copies = copies;
	sm_run(&c->in, &p, &r);
	u64 all = 0;
	for (u32 s = 0; s < SM_STATES; s++)
		all += r.state[s];
	assert_int_equal(r.issued, c->in.nwarp * LENGTH * copies);
	assert_int_equal(r.state[SM_SELECTED], r.issued);
	assert_true(all <= (u64)r.cycles * c->in.nwarp);
	return r;
}

/* Little's law: latency 4, one a cycle on each of 4 schedulers: 16 warps fill them, fewer
 * do in proportion. */
static void test_latency_is_hidden_by_warps(void **state) {
	static const struct {
		u32 warps, cycles;
		u64 eligible; /* at the start, when all want to begin */
	} want[] = {{1, 4 * LENGTH - 3, 0},
	            {4, 4 * LENGTH - 3, 0},
	            {8, 4 * LENGTH - 2, 4 * 1},
	            {16, 4 * LENGTH, 4 * (3 + 2 + 1)}};
	struct chain c;
	(void)state;
	for (u32 i = 0; i < countof(want); i++) {
		chain_init(&c, SM_FP32, true, want[i].warps);
		struct sm_result r = run(&c, 1);
		assert_int_equal(r.cycles, want[i].cycles);
		assert_int_equal(r.state[SM_ELIGIBLE], want[i].eligible);
	}
	chain_init(&c, SM_FP32, true, 32);
	assert_int_equal(run(&c, 1).cycles, 8 * LENGTH);
}

/* ... or by independent work of one warp. */
static void test_latency_is_hidden_by_parallelism(void **state) {
	struct chain c;
	(void)state;
	chain_init(&c, SM_FP32, true, 1);
	assert_int_equal(run(&c, 2).cycles, 4 * LENGTH - 2);
	assert_int_equal(run(&c, 4).cycles, 4 * LENGTH);
	chain_init(&c, SM_FP32, false, 1);
	struct sm_result r = run(&c, 1);
	assert_int_equal(r.cycles, LENGTH);
	assert_int_equal(r.state[SM_WAIT], 0);
}

/* A pipe that takes an instruction every second cycle. */
static void test_a_busy_pipe(void **state) {
	struct chain c;
	(void)state;
	chain_init(&c, SM_INT, false, 1);
	struct sm_result r = run(&c, 1);
	assert_int_equal(r.cycles, 2 * LENGTH - 1);
	assert_int_equal(r.state[SM_MATH], LENGTH - 1);
}

/* Loads of 128 bytes, 18 a cycle: each keeps the pipe for 8 cycles, whatever the number
 * of warps. */
static void test_bandwidth(void **state) {
	struct chain c;
	(void)state;
	chain_init(&c, SM_GLOBAL, false, 32);
	for (u32 i = 0; i < LENGTH; i++)
		c.inst[i].units = 4;
	struct sm_result r = run(&c, 1);
	/* the last four, one of each scheduler, go together, when what is before
	 * them takes 64 cycles more */
	assert_int_equal(r.cycles, 8 * (32 * LENGTH - 4) - 64 + 1);
	assert_true(r.state[SM_LG] > r.state[SM_LONG]);
}

static void test_a_load_is_waited_for(void **state) {
	struct chain c;
	(void)state;
	chain_init(&c, SM_GLOBAL, true, 1);
	struct sm_result r = run(&c, 1);
	/* the first of two cycles in which the pipe is kept overlaps with the latency */
	assert_int_equal(r.cycles, 661 * (LENGTH - 1) + 1);
	assert_int_equal(r.state[SM_LONG], 660 * (LENGTH - 1));
}

static void test_barriers(void **state) {
	struct chain c;
	(void)state;
	chain_init(&c, SM_BARRIER, false, 8);
	struct sm_result r = run(&c, 1);
	/* two warps of each scheduler come one after the other, then all wait */
	assert_int_equal(r.cycles, (LENGTH - 1) * (14 + 1) + 2);
	assert_true(r.state[SM_AT_BARRIER] > 12u * 8 * (LENGTH - 1));
	/* one that has ended is not waited for */
	static u32 few[] = {1};
	struct sm_trace trace[] = {c.trace, {few, 1}};
	c.in.trace = trace;
	c.in.of_warp[3] = 1;
	struct sm_params p;
	sm_defaults(&p);
	sm_run(&c.in, &p, &r);
	assert_int_equal(r.issued, 7 * LENGTH + 1);
}

static void test_branches(void **state) {
	struct chain c;
	(void)state;
	chain_init(&c, SM_BRANCH, false, 1);
	for (u32 i = 0; i < LENGTH; i++)
		c.inst[i].ndest = 0;
	struct sm_result r = run(&c, 1);
	assert_int_equal(r.cycles, 9 * (LENGTH - 1) + 1);
	assert_int_equal(r.state[SM_RESOLVING], 8 * (LENGTH - 1));
	for (u32 i = 0; i < LENGTH; i++)
		c.at[i] = 1; /* again and again: taken */
	r = run(&c, 1);
	assert_int_equal(r.cycles, 15 * (LENGTH - 1) + 1);
	assert_int_equal(r.state[SM_NO_INSTRUCTION], 6 * (LENGTH - 1));
}

static void test_blocks_follow_each_other(void **state) {
	struct chain c;
	struct sm_params p;
	struct sm_result one, r;
	(void)state;
	chain_init(&c, SM_FP32, true, 4);
	sm_defaults(&p);
	sm_run(&c.in, &p, &one);
	p.total = 3;
	sm_run(&c.in, &p, &r);
	assert_int_equal(r.cycles, 3 * one.cycles);
	p.blocks = 3;
	sm_run(&c.in, &p, &r);
	assert_int_equal(r.issued, 3 * one.issued);
	assert_true(r.cycles < one.cycles + 10);
	p.blocks = p.total = 1000; /* as many as fit */
	p.total = 16;
	sm_run(&c.in, &p, &r);
	assert_int_equal(r.issued, 16 * one.issued);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_latency_is_hidden_by_warps),
		cmocka_unit_test(test_latency_is_hidden_by_parallelism),
		cmocka_unit_test(test_a_busy_pipe),
		cmocka_unit_test(test_bandwidth),
		cmocka_unit_test(test_a_load_is_waited_for),
		cmocka_unit_test(test_barriers),
		cmocka_unit_test(test_branches),
		cmocka_unit_test(test_blocks_follow_each_other),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
