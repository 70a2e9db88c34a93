/* tiers.c - kernels begin interpreted and go on compiled; who waits for the compiler, and who does not.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/api.h"

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"

/* x = x * 1664525 + 1013904223, n times; stored by every thread. */
static const char text[] = HEAD
	".visible .entry spin(.param .u64 to, .param .u32 n) {\n"
	".reg .u64 %a, %o; .reg .u32 %i, %n, %x; .reg .pred %p;\n"
	"ld.param.u64 %a, [to]; ld.param.u32 %n, [n]; mov.u32 %i, 0; mov.u32 %x, %tid.x;\n"
	"mul.wide.u32 %o, %x, 4; add.u64 %a, %a, %o;\n"
	"again: mad.lo.u32 %x, %x, 1664525, 1013904223; add.u32 %i, %i, 1; setp.lt.u32 %p, %i, %n;\n"
	"@%p bra again; st.global.u32 [%a], %x; ret; }\n";

enum { LONG = 20000000, LANES = 32 };

struct world {
	struct simt_device *dev;
	struct simt_module *module;
	struct simt_function *spin;
	uint64_t out;
};

static struct world open_world(const char *backend) {
	struct world w;
	struct simt_device_options o = {.memory_bytes = 64u << 20, .threads = 2, .backend = backend};
	assert_int_equal(simt_device_open(&o, &w.dev), SIMT_OK);
	assert_int_equal(simt_module_load(w.dev, "spin", text, strlen(text), NULL, &w.module), SIMT_OK);
	assert_int_equal(simt_function_find(w.module, "spin", &w.spin), SIMT_OK);
	assert_int_equal(simt_alloc(w.dev, LANES * 4, &w.out), SIMT_OK);
	return w;
}

static struct simt_counters spin(struct world *w, uint32_t n) {
	struct simt_counters c;
	uint32_t got[LANES];
	void *args[] = {&w->out, &n};
	struct simt_launch l = {.grid = {1, 1, 1}, .block = {LANES, 1, 1}, .args = args};
	assert_int_equal(simt_launch(w->spin, &l), SIMT_OK);
	assert_int_equal(simt_copy_out(w->dev, got, w->out, sizeof got), SIMT_OK);
	/* n steps of the generator at once, by repeated squaring */
	uint32_t mul = 1, add = 0, m = 1664525, a = 1013904223;
	for (uint32_t k = n; k; k >>= 1, a = a * m + a, m *= m)
		if (k & 1) {
			add = add * m + a;
			mul *= m;
		}
	for (uint32_t i = 0; i < LANES; i++)
		assert_int_equal(got[i], i * mul + add);
	simt_last_counters(w->dev, &c);
	return c;
}

static void one_launch_changes_over_in_its_loop(void **state) {
	(void)state;
	struct world w = open_world("auto");
	struct simt_counters c = spin(&w, LONG);
	assert_true(c.compiled);
	assert_null(c.handed_back);
	/* Some turns were interpreted, and most were not. */
	assert_true(c.warp_insts < 4ull * LONG);
	simt_device_close(w.dev);
}

static void short_launches_do_not_wait(void **state) {
	(void)state;
	struct world w = open_world("auto");
	assert_false(spin(&w, 10).compiled);
	bool compiled = false;
	for (int i = 0; i < 2000 && !compiled; i++) {
		compiled = spin(&w, 10).compiled;
		usleep(5000);
	}
	assert_true(compiled);
	simt_device_close(w.dev);
}

static void an_eager_device_waits(void **state) {
	(void)state;
	struct world w = open_world("jit");
	assert_true(spin(&w, 10).compiled);
	simt_device_close(w.dev);
	setenv("SIMT_JIT", "eager", 1);
	w = open_world("auto");
	assert_true(spin(&w, 10).compiled);
	simt_device_close(w.dev);
	setenv("SIMT_JIT", "tiered", 1);
	w = open_world("jit");
	assert_false(spin(&w, 10).compiled);
	simt_device_close(w.dev);
	unsetenv("SIMT_JIT");
}

/* A time limit is the kernel's own: what compiling it takes does not count. */
static void compiling_is_not_running(void **state) {
	(void)state;
	enum { LINES = 1500, LINE = 64 };
	static char long_text[sizeof text + LINES * LINE];
	const char *store = strstr(text, "@%p bra");
	size_t n = (size_t)(store - text);
	memcpy(long_text, text, n);
	for (int i = 0; i < LINES; i++)
		n += (size_t)sprintf(long_text + n, "xor.b32 %%x, %%x, %d; mul.hi.s32 %%x, %%x, %%n;\n", i);
	strcpy(long_text + n, store);
	setenv("CUDA_CACHE_DISABLE", "1", 1);
	struct world w = open_world("jit");
	struct simt_module *m;
	uint32_t one = 1;
	void *args[] = {&w.out, &one};
	struct simt_launch l = {
		.grid = {1, 1, 1}, .block = {LANES, 1, 1}, .args = args, .timeout_ms = 20};
	assert_int_equal(simt_module_load(w.dev, "long", long_text, strlen(long_text), NULL, &m), SIMT_OK);
	assert_int_equal(simt_function_find(m, "spin", &w.spin), SIMT_OK);
	assert_int_equal(simt_launch(w.spin, &l), SIMT_OK);
	simt_device_close(w.dev);
	unsetenv("CUDA_CACHE_DISABLE");
}

static void unloading_is_safe_at_any_time(void **state) {
	(void)state;
	struct world w = open_world("auto");
	for (useconds_t us = 0; us < 20000; us += 1000) {
		struct simt_module *m;
		assert_int_equal(simt_module_load(w.dev, "spin", text, strlen(text), NULL, &m), SIMT_OK);
		assert_int_equal(simt_function_find(m, "spin", &w.spin), SIMT_OK);
		spin(&w, 10);
		usleep(us);
		assert_int_equal(simt_module_unload(m), SIMT_OK);
	}
	simt_device_close(w.dev);
}

/* A child that ends at every stage of a compilation, without closing anything. */
static void a_process_may_end_at_any_time(void **state) {
	(void)state;
	for (useconds_t us = 0; us < 20000; us += 1000) {
		int status;
		pid_t pid = fork();
		if (pid == 0) {
			alarm(30);
			struct world w = open_world("auto");
			spin(&w, 10);
			usleep(us);
			exit(0);
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_int_equal(status, 0);
	}
}

int main(void) {
	unsetenv("SIMT_JIT");
	unsetenv("SIMT_BACKEND");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_process_may_end_at_any_time), /* first: forks before there are threads */
		cmocka_unit_test(one_launch_changes_over_in_its_loop),
		cmocka_unit_test(short_launches_do_not_wait),
		cmocka_unit_test(an_eager_device_waits),
		cmocka_unit_test(compiling_is_not_running),
		cmocka_unit_test(unloading_is_safe_at_any_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
