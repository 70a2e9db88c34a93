/* lower.c - trees made by hand, lowered, verified, printed, loaded again and run on both
 * backends. With an argument it only prints the PTX.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "runtime/core/api.h"
#include "tests/unit/lower/tree.h"

static bool show;

/* The PTX of the unit; the caller frees it. */
static char *ptx_of_unit(size_t *len) {
	char *text = NULL;
	struct module *m = lower_unit(&T.module_arena, &T.u);
	diag_flush(&T.diag, stderr, (struct diag_style){0});
	assert_non_null(m);
	FILE *out = open_memstream(&text, len);
	ir_print(m, out);
	fclose(out);
	if (show)
		fputs(text, stdout);
	bool ok = ir_verify(m, &T.diag, SHARED_STATIC_MAX);
	diag_flush(&T.diag, stderr, (struct diag_style){0});
	assert_true(ok);
	return text;
}

/* Runs kernel `name`(s32 *out, s32 n) with one cta on a backend; out is in and out. */
static void run_on(const char *backend, const char *text, size_t len, const char *name,
                   int *data, int n, unsigned threads) {
	struct simt_device *dev;
	struct simt_module *m;
	struct simt_function *f;
	uint64_t buf;
	struct simt_device_options o = {
		.backend = backend, .memory_bytes = 1 << 26, .threads = 1};
	struct simt_load_options lo = {.log = stderr};
	assert_int_equal(simt_device_open(&o, &dev), SIMT_OK);
	assert_int_equal(simt_module_load(dev, "test.ptx", text, len, &lo, &m), SIMT_OK);
	assert_int_equal(simt_function_find(m, name, &f), SIMT_OK);
	assert_int_equal(simt_alloc(dev, (uint64_t)n * 4, &buf), SIMT_OK);
	assert_int_equal(simt_copy_in(dev, buf, data, (uint64_t)n * 4), SIMT_OK);
	void *args[] = {&buf, &n};
	struct simt_launch launch = {
		.grid = {1, 1, 1}, .block = {threads, 1, 1}, .args = args};
	enum simt_status s = simt_launch(f, &launch);
	if (s != SIMT_OK)
		fprintf(stderr, "%s: %s\n", simt_status_name(s), simt_last_error());
	assert_int_equal(s, SIMT_OK);
	assert_int_equal(simt_copy_out(dev, data, buf, (uint64_t)n * 4), SIMT_OK);
	simt_device_close(dev);
}

static void check(const char *name, const int *in, const int *expect, int n,
                  unsigned threads) {
	size_t len;
	char *text = ptx_of_unit(&len);
	static const char *const backends[] = {"interp", "jit"};
	for (unsigned b = 0; b < 2; b++) {
		int *data = malloc((size_t)n * 4);
		memcpy(data, in, (size_t)n * 4);
		run_on(backends[b], text, len, name, data, n, threads);
		for (int i = 0; i < n; i++)
			if (data[i] != expect[i])
				fail_msg("%s on %s: [%d] is %d, not %d\n%s", name,
				         backends[b], i, data[i], expect[i], text);
		free(data);
	}
	free(text);
	tree_end();
}

static struct cdecl *out, *n;
static void begin(void) {
	tree_begin();
	out = var("out", ptr(T.i32));
	n = var("n", T.i32);
}
static struct cexpr *tid(void) {
	return cast(T.i32, sreg("%tid.x"));
}

/* if (i < n) out[i] = out[i] * 3 + i; */
static void test_guarded(void **state) {
	(void)state;
	begin();
	struct cdecl *i = var("i", T.i32);
	kernel("k", PARAMS(out, n),
	       BLOCK(local(i, tid()),
	             when(bin(CE_LT, rv(i), rv(n)),
	                  run(set(at(rv(out), rv(i)),
	                          add(mul(ld(at(rv(out), rv(i))), I(3)), rv(i)))),
	                  NULL)));
	check("k", (int[]){1, 2, 3, 4, 5}, (int[]){3, 7, 11, 15, 19}, 5, 32);
}

/* for (int k = 0, s = 0; ; k++) { if (k == 5) continue; if (k > i) break; s += k; } */
static void test_loop(void **state) {
	(void)state;
	begin();
	struct cdecl *k = var("k", T.i32), *s = var("s", T.i32), *i = var("i", T.i32);
	struct cstmt *body = BLOCK(when(bin(CE_EQ, rv(k), I(5)), stmt(CS_CONTINUE), NULL),
	                           when(bin(CE_GT, rv(k), rv(i)), stmt(CS_BREAK), NULL),
	                           run(compound(CE_ADD, lv(s), rv(k))));
	struct cstmt *f = loop(CS_FOR, NULL, E(CE_PREINC, T.i32, lv(k), NULL), body);
	f->unroll = CUNROLL_N;
	f->unroll_factor = 4;
	kernel("k", PARAMS(out, n),
	       BLOCK(local(i, tid()), local(s, I(0)), local(k, I(0)), f,
	             when(bin(CE_LT, rv(i), rv(n)), run(set(at(rv(out), rv(i)), rv(s))),
	                  NULL)));
	check("k", (int[8]){0}, (int[]){0, 1, 3, 6, 10, 10, 16, 23}, 8, 32);
}

/* void swap(int &a, int &b) in place: no memory. max called within its own arguments. */
static void test_inlined(void **state) {
	(void)state;
	begin();
	struct cdecl *a = var("a", ref(T.i32)), *b = var("b", ref(T.i32)),
		     *t = var("t", T.i32);
	struct cdecl *swap = func_of(
		"swap", T.nothing, PARAMS(a, b),
		BLOCK(local(t, rv(a)), run(set(lv(a), rv(b))), run(set(lv(b), rv(t)))));
	struct cdecl *x = var("x", T.i32), *y = var("y", T.i32);
	struct cstmt *yes = ret(rv(x)), *no = ret(rv(y));
	struct cdecl *max = func_of("max", T.i32, PARAMS(x, y),
	                            BLOCK(when(bin(CE_GT, rv(x), rv(y)), yes, no)));
	struct cdecl *u = var("u", T.i32), *v = var("v", T.i32), *i = var("i", T.i32);
	kernel("k", PARAMS(out, n),
	       BLOCK(local(i, tid()), local(u, ld(at(rv(out), rv(i)))),
	             local(v, mul(rv(i), I(2))), run(call(swap, ARGS(lv(u), lv(v)))),
	             run(set(at(rv(out), rv(i)),
	                     add(bin(CE_SUB, rv(u), mul(I(10), rv(v))),
	                         call(max,
	                              ARGS(rv(u), call(max, ARGS(I(3), rv(v))))))))));
	int in[4] = {1, 5, 7, 2}, expect[4];
	for (int k = 0; k < 4; k++) {
		int p = 2 * k, q = in[k], m = q > 3 ? q : 3;
		expect[k] = p - 10 * q + (p > m ? p : m);
	}
	check("k", in, expect, 4, 4);
}

/* A class with a method that changes it, and a copy through memory in one vector. */
static void test_class(void **state) {
	(void)state;
	begin();
	const struct ctype *v4 = record("int4", 16,
	                                (struct part[]){{"x", T.i32, 0},
	                                                {"y", T.i32, 0},
	                                                {"z", T.i32, 0},
	                                                {"w", T.i32, 0}},
	                                4);
	struct cdecl *k = var("k", T.i32);
	struct cdecl *scale = method_of(
		v4, func_of("scale", ref(v4), PARAMS(k),
	                    BLOCK(run(compound(CE_MUL, dot(self(v4), 0), rv(k))),
	                          run(compound(CE_ADD, dot(self(v4), 3), rv(k))),
	                          ret(self(v4)))));
	struct cdecl *p = var("p", ptr(v4)), *v = var("v", v4);
	kernel("k", PARAMS(out, n),
	       BLOCK(local(p, cast(ptr(v4), rv(out))), local(v, ld(at(rv(p), tid()))),
	             run(set(dot(call(scale, ARGS(addr(lv(v)), I(5))), 1), I(77))),
	             run(set(at(rv(p), tid()), ld(lv(v))))));
	check("k", (int[]){1, 2, 3, 4, 5, 6, 7, 8}, (int[]){5, 77, 3, 9, 25, 77, 7, 13},
	      8, 2);
}

static void test_switch(void **state) {
	(void)state;
	begin();
	struct cdecl *r = var("r", T.i32), *i = var("i", T.i32);
	struct cstmt *s = stmt(CS_SWITCH), *body = stmt(CS_BLOCK);
	s->e = rv(i);
	s->s = body;
	for (int k = 0; k < 6; k++) {
		vec_push(&T.arena, &body->list,
		         case_(k == 5 ? 90 : k, run(compound(CE_ADD, lv(r), I(1 << k)))));
		if (k != 2)
			vec_push(&T.arena, &body->list, stmt(CS_BREAK));
	}
	struct cstmt *d = stmt(CS_DEFAULT);
	d->s = run(set(lv(r), I(-1)));
	vec_push(&T.arena, &body->list, d);
	kernel("k", PARAMS(out, n),
	       BLOCK(local(r, I(100)), local(i, ld(at(rv(out), tid()))), s,
	             run(set(at(rv(out), tid()), rv(r)))));
	check("k", (int[]){0, 1, 2, 3, 4, 5, 90, -7},
	      (int[]){101, 102, 112, 108, 116, -1, 132, -1}, 8, 8);
}

/* Arrays with a running index, shared memory, a barrier in inline PTX. */
static void test_shared(void **state) {
	(void)state;
	begin();
	struct cdecl *sh = var("sh", arr(T.i32, 32)), *a = var("a", arr(T.i32, 4)),
		     *k = var("k", T.i32);
	sh->space = CSPACE_SHARED;
	struct cexpr *inc = E(CE_PREINC, T.i32, lv(k), NULL);
	kernel("k", PARAMS(out, n),
	       BLOCK(run(set(at(decay(lv(sh)), tid()), ld(at(rv(out), tid())))),
	             asm_of("bar.sync 0;", 0, 0, NULL), local(a, NULL), local(k, I(0)),
	             loop(CS_FOR, bin(CE_LT, rv(k), I(4)), inc,
	                  run(set(at(decay(lv(a)), rv(k)),
	                          ld(at(decay(lv(sh)),
	                                bin(CE_AND, add(tid(), rv(k)), I(3))))))),
	             run(set(at(rv(out), tid()), add(ld(at(decay(lv(a)), I(0))),
	                                             ld(at(decay(lv(a)), I(3))))))));
	check("k", (int[]){1, 10, 100, 1000}, (int[]){1001, 11, 110, 1100}, 4, 4);
}

static void test_asm(void **state) {
	(void)state;
	begin();
	struct cdecl *r = var("r", T.u32_), *lane = var("lane", T.i32);
	struct casm_operand o[] = {{NULL, "=r", lv(r), {0, 0}},
	                           {S("in"), "r", rv(lane), {0, 0}},
	                           {NULL, "n", I(7), {0, 0}}};
	struct cstmt *a = asm_of(
		"{ .reg .pred p; .reg .b32 t; add.u32 t, %[in], %2; setp.gt.u32 p, t, "
		"8;\n"
		"  selp.u32 %0, t, %1, p; @p bra L; add.u32 %0, %0, 100; L: }",
		1, 2, o);
	kernel("k", PARAMS(out, n),
	       BLOCK(local(r, NULL), local(lane, cast(T.i32, sreg("%laneid"))), a,
	             run(set(at(rv(out), rv(lane)), cast(T.i32, rv(r)))), a));
	check("k", (int[4]){0}, (int[]){100, 101, 9, 10}, 4, 4);
}

/* fib by a real call, and by a pointer to it. */
static void test_calls(void **state) {
	(void)state;
	begin();
	struct cdecl *x = var("x", T.i32), *fib = func_of("fib", T.i32, PARAMS(x), NULL);
	fib->body = BLOCK(when(bin(CE_LT, rv(x), I(2)), ret(rv(x)), NULL),
	                  ret(add(call(fib, ARGS(bin(CE_SUB, rv(x), I(1)))),
	                          call(fib, ARGS(bin(CE_SUB, rv(x), I(2)))))));
	struct cexpr *f = L(E(CE_FUNC, fib->type, NULL, NULL));
	f->decl = fib;
	/* chosen at run time, so called by pointer */
	struct cdecl *p = var("p", ptr(fib->type));
	struct cexpr *pick = E(CE_COND, p->type, bin(CE_GE, tid(), I(0)), addr(f));
	pick->c = num(p->type, 0);
	struct cexpr *ind = with(E(CE_CALL, T.i32, rv(p), NULL), ARGS(tid()));
	kernel("k", PARAMS(out, n),
	       BLOCK(local(p, pick), run(set(at(rv(out), tid()), ind))));
	check("k", (int[10]){0}, (int[]){0, 1, 1, 2, 3, 5, 8, 13, 21, 34}, 10, 10);
}

/* Bit-fields, bools, chars, doubles, && and ?:. */
static void test_scalars(void **state) {
	(void)state;
	begin();
	const struct ctype *bits = record(
		"bits", 0, (struct part[]){{"a", T.i32, 5}, {"b", T.u32_, 11}}, 2);
	struct cdecl *v = var("v", bits), *c = var("c", T.i8), *b = var("b", T.boolean),
		     *d = var("d", T.f64);
	struct cexpr *both = E(CE_LOGAND, T.boolean, rv(b),
	                       bin(CE_NE, ld(at(rv(out), tid())), I(0)));
	struct cexpr *pick = E(CE_COND, T.i32, both, cast(T.i32, rv(d)));
	pick->c = cast(T.i32, rv(c));
	kernel("k", PARAMS(out, n),
	       BLOCK(local(v, list(bits, ARGS(I(-3), num(T.u32_, 1000)))),
	             run(compound(CE_ADD, dot(lv(v), 0), tid())),
	             local(c, cast(T.i8, add(I(200), tid()))),
	             local(b, bin(CE_GT, ld(dot(lv(v), 0)), I(-3))),
	             local(d, E(CE_DIV, T.f64, cast(T.f64, ld(dot(lv(v), 1))),
	                        cast(T.f64, tid()))),
	             run(set(at(rv(out), tid()),
	                     add(pick, mul(I(10000), ld(dot(lv(v), 0))))))));
	check("k", (int[]){1, 1, 0, 1},
	      (int[]){-30000 - 56, -20000 + 1000, -10000 - 54, 333}, 4, 4);
}

/* The only error of a kernel with this body has this code. */
static void check_error_code(struct cstmt *body, enum diag_code code) {
	kernel("k", PARAMS(out, n), body);
	assert_null(lower_unit(&T.module_arena, &T.u));
	assert_int_equal(T.diag.nerror, 1);
	assert_int_equal(T.diag.record[0].code, code);
	tree_end();
}

static void test_errors(void **state) {
	(void)state;
	begin();
	struct casm_operand wrong[] = {{NULL, "r", F(1.0), {0, 0}}};
	check_error_code(asm_of("mov.b32 t, %0;", 0, 1, wrong), E0701);
	begin();
	check_error_code(asm_of("mov.b32 t, %1;", 0, 0, NULL), E0701);
	begin();
	check_error_code(asm_of("mov.b32 %unknown, 0;", 0, 0, NULL), E0201);
	begin();
	const struct ctype *wide = T.t->basic[CT_INT128];
	struct cexpr *third = bin(CE_DIV, cast(wide, rv(n)), num(wide, 3));
	check_error_code(run(set(at(rv(out), I(0)), cast(T.i32, third))), E0702);
}

int main(int argc, char **argv) {
	(void)argv;
	show = argc > 1;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_guarded), cmocka_unit_test(test_loop),
		cmocka_unit_test(test_inlined), cmocka_unit_test(test_class),
		cmocka_unit_test(test_switch),  cmocka_unit_test(test_shared),
		cmocka_unit_test(test_asm),     cmocka_unit_test(test_calls),
		cmocka_unit_test(test_scalars), cmocka_unit_test(test_errors),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
