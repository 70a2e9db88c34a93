/* live.c - live intervals of ir/analysis/live against liveness by definition.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/live.h"

#include "ir/isa/regs.h"
#include "tests/unit/ir/graph.h"

static void expect_interval(const struct func *f, u32 reg, u32 first, u32 last) {
	assert_int_equal(f->live->interval[reg].first, first);
	assert_int_equal(f->live->interval[reg].last, last);
}

/* Instructions in text, registers as letters: "a=b,c" is an add, "?p a=b,c" one guarded
 * by p. Blocks are separated by "|"; each ends in the branch that `graph` gives it. */
static struct func *make(struct arena *a, const char *graph, const char *code) {
	struct func *f = graph_parse(a, graph);
	struct inst *branch = f->inst;
	f->nreg = 26;
	f->reg = arena_array(a, struct reg, 26);
	f->inst = arena_array(a, struct inst, strlen(code) + f->nblock);
	const char *start = code;
	u32 n = 0;
	for (u32 b = 0; b < f->nblock; b++) {
		f->block[b].first = n;
		for (; *code && *code != '|'; code++) {
			if (code[0] == '?' || code[1] != '=')
				continue;
			struct inst *in = graph_inst(f, n++, ROW_ADD, 3);
			if (code - 3 >= start && code[-1] == ' ' && code[-3] == '?')
				in->guard = (u32)(code[-2] - 'a');
			const char *s[] = {code, code + 2, code + 4};
			for (u32 i = 0; i < 3; i++)
				in->operand[i] = (struct operand){
					.kind = OPR_REG, .index = (u32)(*s[i] - 'a')};
		}
		code += *code == '|';
		f->inst[n++] = branch[b];
		f->block[b].ninst = n - f->block[b].first;
	}
	f->ninst = n;
	return f;
}

static void a_value_lives_from_write_to_last_read(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = make(&a, "0>", "a=x,x b=a,a c=b,a");
	live_build(NULL, f);
	expect_interval(f, 0, 0, 2);
	expect_interval(f, 1, 1, 2);
	expect_interval(f, 2, 2, 2);
	assert_false(live_is_used(f->live, 3));
	assert_false(bits_has(f->live->crosses, 0));
	arena_drop(&a);
}

static void a_loop_holds_what_it_carries(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	/*            0            1..2            3...                    4 */
	struct func *f = make(&a, "0>1 1>2 2>3,1 3>", "a=x,x d=x,x|b=a,a|c=b,b|e=x,x");
	live_build(NULL, f);
	expect_interval(f, 0, 0, 6); /* a: read in every round */
	expect_interval(f, 1, 3, 5); /* b: made and used within a round */
	expect_interval(f, 3, 1, 1);
	arena_drop(&a);
}

static void what_leaves_a_loop_is_held_around_it(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	/*            0            1.........     2...   3      4 */
	struct func *f = make(&a, "0>1 1>2 2>3,1 3>", "x=x,x|b=x,x a=x,x|c=b,a|e=a,a");
	live_build(NULL, f);
	expect_interval(f, 0, 3, 7); /* a: from its write to its read */
	assert_int_equal(f->live->warp[0].first, 2);
	assert_int_equal(f->live->warp[0].last, 7);
	assert_int_equal(f->live->warp[1].first, 2); /* b: stays in its round */
	assert_int_equal(f->live->warp[1].last, 5);
	arena_drop(&a);
}

static void a_guarded_write_keeps_the_old_value(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = make(&a, "0>1 1>2 2>", "p=x,x a=x,x|?p a=x,x|b=a,a");
	live_build(NULL, f);
	expect_interval(f, 0, 1, 5);
	assert_true(live_at_start(f->live, f->cfg, 1, 0));
	assert_true(live_at_start(f->live, f->cfg, 2, 0));
	assert_false(live_at_start(f->live, f->cfg, 0, 0));
	arena_drop(&a);
}

static void nothing_is_kept_before_the_first_write(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = make(&a, "0>1 1>2 2>", "p=x,x|?p a=x,x|b=a,a");
	live_build(NULL, f);
	expect_interval(f, 0, 2, 4);
	arena_drop(&a);
}

/* ---- against the definition ---- */

enum { REGS = 8, MAX_INST = 256 };

struct effect {
	u32 reads, writes, kills;
};

static void add_effect(void *ctx, u32 reg, enum reg_role role) {
	struct effect *e = ctx;
	*(role == REG_READ ? &e->reads : &e->writes) |= 1u << reg;
}

/* By position: sets of registers. */
static u32 live_before[MAX_INST], defined_before[MAX_INST];

static void sweep(const struct func *f, u32 b, bool *changed) {
	const struct block *bl = &f->block[b];
	u32 live = 0, defined = 0, at = f->cfg->inst_pos[b];
	for (u32 i = 0; i < bl->nsucc; i++)
		live |= live_before[f->cfg->inst_pos[bl->succ[i]]];
	for (u32 i = bl->ninst; i-- > 0;) {
		struct effect e = {0};
		inst_each_reg(f, &f->inst[bl->first + i], add_effect, &e);
		live = (live & ~(f->inst[bl->first + i].guard == NO_REG ? e.writes : 0)) |
		       e.reads;
		*changed |= live_before[at + i] != live;
		live_before[at + i] = live;
	}
	defined = defined_before[at];
	for (u32 i = 0; i < bl->ninst; i++) {
		struct effect e = {0};
		inst_each_reg(f, &f->inst[bl->first + i], add_effect, &e);
		defined_before[at + i] = defined;
		defined |= e.writes;
	}
	for (u32 i = 0; i < bl->nsucc; i++) {
		u32 *to = &defined_before[f->cfg->inst_pos[bl->succ[i]]];
		*changed |= (defined & ~*to) != 0;
		*to |= defined;
	}
}

static struct func *make_random(struct arena *a, u32 nblock, u32 *seed) {
	struct func *f = graph_make_random(a, nblock, graph_random(seed));
	struct inst *branch = f->inst;
	f->nreg = REGS;
	f->inst = arena_array(a, struct inst, MAX_INST);
	u32 n = 0;
	for (u32 b = 0; b < nblock; b++) {
		f->block[b].first = n;
		for (u32 k = graph_random(seed) % 4; k > 0; k--) {
			struct inst *in = graph_inst(f, n++, ROW_ADD, 3);
			if (graph_random(seed) % 6 == 0)
				in->guard = graph_random(seed) % REGS;
			for (u32 i = 0; i < 3; i++)
				in->operand[i] = (struct operand){
					.kind = OPR_REG,
					.index = graph_random(seed) % REGS};
		}
		f->inst[n++] = branch[b];
		f->block[b].ninst = n - f->block[b].first;
	}
	f->ninst = n;
	return f;
}

static void define_liveness(const struct func *f) {
	memset(live_before, 0, sizeof(live_before));
	memset(defined_before, 0, sizeof(defined_before));
	for (bool changed = true; changed;) {
		changed = false;
		for (u32 i = f->cfg->nreach; i-- > 0;)
			sweep(f, f->cfg->order[i], &changed);
	}
}

static void check_covered(const struct func *f, bool exact) {
	u32 first[REGS], last[REGS];
	memset(first, 0xff, sizeof(first));
	memset(last, 0, sizeof(last));
	for (u32 i = 0; i < f->cfg->nreach; i++) {
		const struct block *bl = &f->block[f->cfg->order[i]];
		for (u32 k = 0; k < bl->ninst; k++) {
			u32 pos = f->cfg->inst_pos[f->cfg->order[i]] + k;
			struct effect e = {0};
			inst_each_reg(f, &f->inst[bl->first + k], add_effect, &e);
			u32 here = (live_before[pos] & defined_before[pos]) | e.reads |
			           e.writes;
			u32 hull = live_before[pos] | e.reads | e.writes;
			for (u32 r = 0; r < REGS; r++) {
				const struct live_interval *v = &f->live->interval[r];
				if (here >> r & 1)
					assert_true(v->first <= pos && pos <= v->last);
				if (hull >> r & 1) {
					first[r] = MIN(first[r], pos);
					last[r] = MAX(last[r], pos);
				}
			}
		}
	}
	for (u32 r = 0; exact && r < REGS; r++)
		if (live_is_used(f->live, r)) {
			assert_true(f->live->interval[r].first >= first[r]);
			assert_int_equal(f->live->interval[r].last, last[r]);
		}
}

/* Checks that `held`, which is live in block b, lives in each block that other lanes may
 * run while those that came from block p wait in b: the blocks of the loops around p that
 * b is outside of, and, if b is a loop's header, what comes after p in that loop. */
static void check_held(const struct func *f, u32 p, u32 b, u32 held) {
	const struct cfg *g = f->cfg;
	for (u32 l = g->loop_of[p]; l != NO_LOOP; l = g->loop[l].parent) {
		if (cfg_loop_has(g, l, b) && g->loop[l].header != b)
			continue;
		u32 last = g->order[g->loop[l].first + g->loop[l].n - 1];
		u32 from = cfg_loop_has(g, l, b) ? g->inst_pos[p] + f->block[p].ninst - 1
		                                 : g->inst_pos[g->loop[l].header];
		u32 to = g->inst_pos[last] + f->block[last].ninst - 1;
		for (u32 r = 0; r < REGS; r++)
			if (held >> r & 1) {
				assert_true(cfg_loop_has(g, l, b) ||
				            bits_has(f->live->held, r));
				assert_true(f->live->warp[r].first <= from &&
				            to <= f->live->warp[r].last);
			}
	}
}

static void check_warp(const struct func *f) {
	for (u32 r = 0; r < REGS; r++)
		if (live_is_used(f->live, r))
			assert_true(f->live->warp[r].first <=
			                    f->live->interval[r].first &&
			            f->live->warp[r].last >= f->live->interval[r].last);
	for (u32 i = 0; i < f->cfg->nreach; i++) {
		u32 p = f->cfg->order[i];
		for (u32 k = 0; k < f->block[p].nsucc; k++) {
			u32 b = f->block[p].succ[k],
			    end = f->cfg->inst_pos[p] + f->block[p].ninst - 1;
			check_held(f, p, b,
			           live_before[f->cfg->inst_pos[b]] &
			                   defined_before[end]);
		}
	}
}

static void what_the_first_instruction_writes_does_not_come_from_before(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct func *f = make(&a, "0>1 1>", "a=x,x b=y,y|c=a,b");
	live_build(NULL, f);
	assert_false(live_at_entry(f->live, f, 'a' - 'a'));
	assert_false(live_at_entry(f->live, f, 'b' - 'a'));
	f = make(&a, "0>1 1>", "a=a,x|c=a,a");
	live_build(NULL, f);
	assert_true(live_at_entry(f->live, f, 0));
	f = make(&a, "0>1 1>", "?p a=x,x|c=a,p");
	live_build(NULL, f);
	assert_true(live_at_entry(f->live, f, 0));
	assert_true(live_at_entry(f->live, f, 'p' - 'a'));
	/* of a loop: what its first instruction writes does not come around */
	f = make(&a, "0>0,1 1>", "a=x,x b=b,a|c=a,b");
	live_build(NULL, f);
	assert_false(live_at_entry(f->live, f, 0));
	assert_true(live_at_entry(f->live, f, 'b' - 'a'));
	arena_drop(&a);
}

static void random_functions_agree_with_the_definition(void **state) {
	(void)state;
	u32 seed = 1;
	for (u32 round = 0; round < 4000; round++) {
		struct arena a = ARENA_INIT;
		struct func *f = make_random(&a, 1 + round % 30, &seed);
		bool within = round % 2;
		live_build_within(NULL, f, within ? 1u << 20 : 0);
		define_liveness(f);
		check_covered(f, within && f->cfg->nreach == f->nblock);
		check_warp(f);
		arena_drop(&a);
	}
}

static void long_lived_registers_stay_linear(void **state) {
	(void)state;
	enum { N = 20000 };
	struct arena a = ARENA_INIT;
	struct func *f = graph_empty(&a, N);
	f->ninst = 3 * N;
	f->inst = arena_array(&a, struct inst, f->ninst);
	f->nreg = N;
	for (u32 b = 0; b < N; b++) {
		struct inst *in = graph_inst(f, 3 * b + 2, b + 1 < N ? ROW_BRA : ROW_RET,
		                             b + 1 < N);
		if (b + 1 < N)
			in->operand[0] = (struct operand){.kind = OPR_LABEL,
			                                  .index = b + 1};
		f->block[b] = (struct block){.first = 3 * b, .ninst = 3};
		for (u32 i = 0; i < 2; i++) {
			in = graph_inst(f, 3 * b + i, ROW_ADD, 3);
			for (u32 k = 0; k < 3; k++)
				in->operand[k] = (struct operand){.kind = OPR_REG};
			in->operand[i].index = i ? N - 1 - b : b;
		}
	}
	size_t before = a.total_bytes;
	live_build(NULL, f);
	assert_true(f->live->is_approximate);
	assert_true(a.total_bytes - before < 4u << 20);
	for (u32 r = 1; r < N / 2; r++)
		expect_interval(f, r, 3 * r, 3 * (N - 1 - r) + 1);
	arena_drop(&a);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_value_lives_from_write_to_last_read),
		cmocka_unit_test(a_loop_holds_what_it_carries),
		cmocka_unit_test(what_leaves_a_loop_is_held_around_it),
		cmocka_unit_test(a_guarded_write_keeps_the_old_value),
		cmocka_unit_test(nothing_is_kept_before_the_first_write),
		cmocka_unit_test(
			what_the_first_instruction_writes_does_not_come_from_before),
		cmocka_unit_test(random_functions_agree_with_the_definition),
		cmocka_unit_test(long_lived_registers_stay_linear),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
