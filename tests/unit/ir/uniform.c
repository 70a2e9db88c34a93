/* uniform.c - what ir/analysis/uniform says of small kernels, fact by fact.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/uniform.h"

#include "ir/read/module.h"
#include "tests/unit/test.h"

struct unit {
	struct arena arena;
	struct sources sources;
	struct diag diag;
	struct module *m;
	struct func *f;
	const struct uniform *u;
};

/* The kernel's body, with registers %r (u32), %s (s32), %l (u64), %h (u16), %p (pred), %f
 * (f32), a shared and a local array, and the parameters x (pointer) and n. */
static void load(struct unit *t, const char *directives, const char *body) {
	*t = (struct unit){.arena = ARENA_INIT};
	static char text[8192];
	snprintf(text, sizeof(text),
	         ".version 8.0\n.target sm_90\n.address_size 64\n"
	         ".visible .entry k(.param .u64 x, .param .u32 n) %s {\n"
	         ".reg .u32 %%r<16>; .reg .s32 %%s<16>; .reg .u64 %%l<16>; .reg .u16 "
	         "%%h<16>;\n"
	         ".reg .pred %%p<16>; .reg .f32 %%f<16>;\n"
	         ".shared .align 16 .b8 sh[256]; .local .align 16 .b8 "
	         "lo[256];\n%s\nret;\n}\n",
	         directives, body);
	sources_init(&t->sources, &t->arena);
	diag_init(&t->diag, &t->arena, &t->sources);
	const struct source_file *file = source_add(&t->sources, "test.ptx", text,
	                                            strlen(text));
	t->m = module_load(&t->arena, &t->diag, file, NULL);
	diag_flush(&t->diag, stderr, (struct diag_style){.format = DIAG_TEXT});
	assert_non_null(t->m);
	t->f = t->m->func[0];
	t->u = uniform_build(t->m, t->f);
}

static const struct uniform_value *value(const struct unit *t, const char *reg) {
	for (u32 r = 0; r < t->f->nreg; r++)
		if (strcmp(t->f->reg[r].name->s, reg) == 0)
			return &t->u->reg[r];
	fail_msg("no register %s", reg);
	return NULL;
}

static void drop(struct unit *t) {
	arena_drop(&t->arena);
}

#define is_uniform(t, reg) assert_int_equal(value(t, reg)->kind, VALUE_UNIFORM)
#define is_divergent(t, reg) assert_int_equal(value(t, reg)->kind, VALUE_DIVERGENT)
#define is_affine(t, reg, n)                                         \
	do {                                                         \
		assert_int_equal(value(t, reg)->kind, VALUE_AFFINE); \
		assert_int_equal(value(t, reg)->stride, n);          \
	} while (0)

static void tid_needs_a_known_shape(void **state) {
	(void)state;
	static const char body[] =
		"mov.u32 %r0, %tid.x; mov.u32 %r1, %tid.y; mov.u32 %r2, %tid.z;"
		"mov.u32 %r3, %ntid.x; mov.u32 %r4, %laneid;";
	struct unit t;
	load(&t, "", body);
	is_divergent(&t, "%r0");
	is_uniform(&t, "%r3");
	is_affine(&t, "%r4", 1);
	drop(&t);
	load(&t, ".reqntid 100", body);
	is_affine(&t, "%r0", 1);
	assert_true(value(&t, "%r1")->is_const);
	assert_int_equal(value(&t, "%r3")->value, 100);
	drop(&t);
	load(&t, ".reqntid 64, 4", body);
	is_affine(&t, "%r0", 1);
	is_uniform(&t, "%r1");
	assert_false(value(&t, "%r1")->cta);
	drop(&t);
	load(&t, ".reqntid 16, 16", body);
	is_divergent(&t, "%r0");
	is_divergent(&t, "%r1");
	drop(&t);
}

static void a_global_index_is_affine_and_does_not_wrap(void **state) {
	(void)state;
	struct unit t;
	load(&t, ".reqntid 128",
	     "mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x;"
	     "mad.lo.s32 %s3, %r1, %r2, %r0; mul.wide.s32 %l4, %s3, 4; ld.param.u64 %l5, "
	     "[x];"
	     "add.s64 %l6, %l5, %l4; ld.global.f32 %f0, [%l6]; add.s32 %s7, %s3, 1;"
	     "mul.wide.s32 %l8, %s7, 4; shr.u32 %r9, %r0, 5; and.b32 %r10, %r0, 31;"
	     "or.b32 %r11, %r10, 64; rem.u32 %r12, %r0, 32; div.u32 %r13, %r0, 32;");
	is_affine(&t, "%s3", 1);
	assert_true(uniform_no_wrap(value(&t, "%s3"), 32));
	is_affine(&t, "%l6", 4);
	is_divergent(&t, "%f0");
	is_affine(&t, "%s7", 1);
	is_divergent(&t, "%l8"); /* index + 1 may cross 2^31 inside the warp */
	is_uniform(&t, "%r9");
	assert_false(value(&t, "%r9")->cta);
	is_affine(&t, "%r10", 1);
	is_affine(&t, "%r11", 1);
	is_affine(&t, "%r12", 1);
	is_uniform(&t, "%r13");
	drop(&t);
}

static void loads_depend_on_their_space(void **state) {
	(void)state;
	struct unit t;
	load(&t, "",
	     "ld.param.u64 %l0, [x]; ld.global.u32 %r0, [%l0]; ld.global.nc.u32 %r1, "
	     "[%l0];"
	     "ld.shared.u32 %r2, [sh]; ld.local.u32 %r3, [lo]; ld.u32 %r4, [%l0];"
	     "atom.global.add.u32 %r5, [%l0], 1; ld.param.u32 %r6, [n];");
	is_uniform(&t, "%l0");
	assert_true(value(&t, "%l0")->cta);
	is_uniform(&t, "%r0");
	assert_false(value(&t, "%r0")->cta); /* other warps load at another time */
	assert_true(value(&t, "%r1")->cta);
	is_uniform(&t, "%r2");
	is_divergent(&t, "%r3"); /* each lane has its own */
	is_divergent(&t, "%r4"); /* and a generic address may point there */
	is_divergent(&t, "%r5");
	assert_true(value(&t, "%r6")->cta);
	drop(&t);
}

static void votes_and_broadcasts_are_uniform(void **state) {
	(void)state;
	struct unit t;
	load(&t, "",
	     "mov.u32 %r0, %laneid; setp.lt.u32 %p0, %r0, 7; vote.sync.ballot.b32 %r1, "
	     "%p0, -1;"
	     "vote.sync.any.pred %p1, %p0, %r1; vote.sync.any.pred %p2, %p0, %r0;"
	     "shfl.sync.idx.b32 %r2, %r0, 0, 31, -1; shfl.sync.idx.b32 %r3, %r0, %r0, "
	     "31, -1;"
	     "shfl.sync.idx.b32 %r4, %r0, 0, 7199, -1; shfl.sync.idx.b32 %r5, %r0, 0, "
	     "31, %r1;"
	     "activemask.b32 %r6; match.any.sync.b32 %r7, %r0, -1;");
	is_divergent(&t, "%p0");
	is_uniform(&t, "%r1");
	is_uniform(&t, "%p1");
	is_divergent(&t, "%p2"); /* lanes name different masks */
	is_uniform(&t, "%r2");
	is_divergent(&t, "%r3");
	is_divergent(&t, "%r4"); /* segments of 4 lanes */
	is_divergent(&t, "%r5"); /* lane 0 may not take part */
	is_uniform(&t, "%r6");
	is_divergent(&t, "%r7");
	drop(&t);
}

static void what_lanes_write_apart_differs_behind_the_join(void **state) {
	(void)state;
	struct unit t;
	load(&t, "",
	     "mov.u32 %r9, %laneid; setp.lt.u32 %p0, %r9, 7; mov.u32 %r0, 1; mov.u32 "
	     "%r1, 1;"
	     "@%p0 bra J; mov.u32 %r0, 2; mov.u32 %r2, 3; add.u32 %r3, %r2, 1;"
	     "J: add.u32 %r4, %r0, 1; add.u32 %r5, %r1, 1;");
	is_divergent(&t, "%r0");
	is_uniform(&t, "%r1");
	is_uniform(&t, "%r2"); /* used by those that wrote it */
	is_uniform(&t, "%r3");
	is_divergent(&t, "%r4");
	is_uniform(&t, "%r5");
	assert_true(t.u->branch_divergent[0]);
	assert_true(t.u->is_masked[1]);
	assert_false(t.u->is_masked[2]);
	drop(&t);
}

static void a_loop_counter_is_uniform_until_lanes_leave(void **state) {
	(void)state;
	static const char even[] =
		"mov.u32 %r0, 0; ld.param.u32 %r1, [n];"
		"L: add.u32 %r0, %r0, 1; setp.lt.u32 %p0, %r0, %r1; @%p0 bra L;"
		"add.u32 %r2, %r0, 1;";
	static const char odd[] =
		"mov.u32 %r0, 0; mov.u32 %r1, %laneid; mov.u32 %r3, 0;"
		"L: add.u32 %r0, %r0, 1; add.u32 %r3, %r3, 1;"
		"setp.lt.u32 %p0, %r0, %r1; @%p0 bra L; add.u32 %r2, %r0, 1;";
	struct unit t;
	load(&t, "", even);
	is_uniform(&t, "%r0");
	is_uniform(&t, "%r2");
	drop(&t);
	load(&t, "", odd);
	/* read after the loop, where each lane has its own count */
	is_divergent(&t, "%r0");
	is_uniform(&t, "%r3"); /* only read inside */
	drop(&t);
}

static void guards_and_warps_count(void **state) {
	(void)state;
	struct unit t;
	load(&t, ".reqntid 128",
	     "mov.u32 %r0, %tid.x; shr.u32 %r1, %r0, 5; setp.eq.u32 %p0, %r1, 0;"
	     "setp.lt.u32 %p1, %r0, 5; mov.u32 %r2, 1; @%p0 mov.u32 %r2, 2; mov.u32 %r4, "
	     "3;"
	     "mov.u32 %r3, 1; @%p1 mov.u32 %r3, 2; @%p0 bra J; mov.u32 %r4, 7; bar.sync "
	     "0;"
	     "J: add.u32 %r5, %r4, 1;");
	is_uniform(&t, "%p0"); /* one warp goes, the others stay */
	is_uniform(&t, "%r2");
	assert_false(value(&t, "%r2")->cta);
	is_divergent(&t, "%r3");
	assert_false(t.u->branch_divergent[0]);
	assert_true(t.u->branch_cta_divergent[0]);
	assert_true(t.u->is_cta_masked[1]);
	assert_false(t.u->is_masked[1]);
	assert_false(value(&t, "%r5")->cta);
	drop(&t);
}

static void carries_are_followed(void **state) {
	(void)state;
	struct unit t;
	load(&t, "",
	     "ld.param.u32 %r0, [n]; mov.u32 %r1, %laneid; add.cc.u32 %r2, %r0, %r0;"
	     "addc.u32 %r3, %r0, %r0;");
	is_uniform(&t, "%r3");
	drop(&t);
	load(&t, "",
	     "ld.param.u32 %r0, [n]; mov.u32 %r1, %laneid; add.cc.u32 %r2, %r0, %r1;"
	     "addc.u32 %r3, %r0, %r0;");
	is_divergent(&t, "%r3");
	drop(&t);
}

static void undefined_values_are_divergent(void **state) {
	(void)state;
	struct unit t;
	load(&t, "", "add.u32 %r1, %r0, 1;");
	is_divergent(&t, "%r0");
	is_divergent(&t, "%r1");
	drop(&t);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tid_needs_a_known_shape),
		cmocka_unit_test(a_global_index_is_affine_and_does_not_wrap),
		cmocka_unit_test(loads_depend_on_their_space),
		cmocka_unit_test(votes_and_broadcasts_are_uniform),
		cmocka_unit_test(what_lanes_write_apart_differs_behind_the_join),
		cmocka_unit_test(a_loop_counter_is_uniform_until_lanes_leave),
		cmocka_unit_test(guards_and_warps_count),
		cmocka_unit_test(carries_are_followed),
		cmocka_unit_test(undefined_values_are_divergent),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
