/* tiers.c - kernels begin interpreted and go on compiled; who waits for the compiler, and
 * who does not.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/core/api.h"

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"

/* x = x * 1664525 + 1013904223, n times; stored by every thread. */
static const char text[] = HEAD ".global .u32 unused[262144];\n"
				".visible .entry spin(.param .u64 to, .param .u32 n) {\n"
				".reg .u64 %a, %o; .reg .u32 %i, %n, %x; .reg .pred %p;\n"
				"ld.param.u64 %a, [to]; ld.param.u32 %n, [n]; mov.u32 "
				"%i, 0; mov.u32 %x, %tid.x;\n"
				"mul.wide.u32 %o, %x, 4; add.u64 %a, %a, %o;\n"
				"again: mad.lo.u32 %x, %x, 1664525, 1013904223; add.u32 "
				"%i, %i, 1; setp.lt.u32 %p, %i, %n;\n"
				"@%p bra again; st.global.u32 [%a], %x; ret; }\n";

/* WORTH: rounds that take as long as pays for code. */
enum { LONG = 20000000, WORTH = 20000, LANES = 32 };

struct world {
	struct simt_device *dev;
	struct simt_module *module;
	struct simt_function *spin;
	uint64_t out;
};

static uint64_t now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* New: as no process has loaded it before, so the cache has no code of it. */
static struct simt_module *load(struct world *w, const char *kernel, bool is_new) {
	static char with_comment[1 << 18];
	struct simt_module *m;
	int n = snprintf(with_comment, sizeof with_comment, "%s// %d %llu\n", kernel,
	                 is_new ? (int)getpid() : 0,
	                 is_new ? (unsigned long long)now_ns() : 0);
	assert_true(n > 0 && (size_t)n < sizeof with_comment);
	assert_int_equal(
		simt_module_load(w->dev, "spin", with_comment, (size_t)n, NULL, &m),
		SIMT_OK);
	assert_int_equal(simt_function_find(m, "spin", &w->spin), SIMT_OK);
	return m;
}

static struct world open_world(const char *backend) {
	struct world w;
	struct simt_device_options o = {
		.memory_bytes = 64u << 20, .threads = 2, .backend = backend};
	assert_int_equal(simt_device_open(&o, &w.dev), SIMT_OK);
	assert_int_equal(
		simt_module_load(w.dev, "spin", text, strlen(text), NULL, &w.module),
		SIMT_OK);
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

/* Checks whether the first launch of a kernel runs before there is code: once of many
 * times, as this thread may be held up. */
static bool starts_without_code(const char *backend) {
	bool compiled = true;
	for (int i = 0; i < 50 && compiled; i++) {
		struct world w = open_world(backend);
		compiled = spin(&w, 10).compiled;
		simt_device_close(w.dev);
	}
	return !compiled;
}

static void short_launches_do_not_wait(void **state) {
	(void)state;
	assert_true(starts_without_code("auto"));
	struct world w = open_world("auto");
	bool compiled = false;
	for (int i = 0; i < 2000 && !compiled; i++) {
		compiled = spin(&w, 10).compiled;
		usleep(5000);
	}
	assert_true(compiled);
	simt_device_close(w.dev);
}

/* They take less than a share of what their code would, unless this thread is held up. */
static void few_short_launches_are_not_compiled(void **state) {
	(void)state;
	bool compiled = true;
	for (int i = 0; i < 10 && compiled; i++) {
		struct world w = open_world("auto");
		load(&w, text, true);
		for (int k = 0; k < 3; k++) {
			spin(&w, 1);
			usleep(100000);
		}
		compiled = spin(&w, 1).compiled;
		simt_device_close(w.dev);
	}
	assert_false(compiled);
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
	assert_true(starts_without_code("jit"));
	unsetenv("SIMT_JIT");
}

/* Launches the kernel between two events; milliseconds by the events and by the host. */
static void spin_timed(struct world *w, uint32_t n, struct simt_stream *s,
                       struct simt_event *e[2], float *by_events, float *by_host) {
	void *args[] = {&w->out, &n};
	struct simt_launch l = {.grid = {1, 1, 1}, .block = {LANES, 1, 1}, .args = args};
	uint64_t start = now_ns();
	assert_int_equal(simt_event_record(e[0], s), SIMT_OK);
	assert_int_equal(simt_stream_launch(s, w->spin, &l), SIMT_OK);
	assert_int_equal(simt_event_record(e[1], s), SIMT_OK);
	assert_int_equal(simt_event_wait(e[1]), SIMT_OK);
	*by_host = (float)(now_ns() - start) / 1e6f;
	assert_int_equal(simt_event_elapsed(e[0], e[1], by_events), SIMT_OK);
}

/* The second launch waits for its code, at the expense of no event, if the first one has
 * taken a share of what that takes. */

static void what_events_time_is_compiled(void **state) {
	(void)state;
	float by_events, by_host;
	struct simt_stream *s;
	struct simt_event *e[2];
	bool left_out = false;
	/* code may be there already */
	for (int i = 0; i < 12 && !left_out; i++) {
		struct world w = open_world("auto");
		load(&w, text, true);
		assert_int_equal(simt_stream_create(w.dev, true, 0, &s), SIMT_OK);
		for (int k = 0; k < 2; k++)
			assert_int_equal(simt_event_create(w.dev, true, &e[k]), SIMT_OK);
		spin_timed(&w, 2000u << i, s, e, &by_events, &by_host);
		spin_timed(&w, 10, s, e, &by_events, &by_host);
		assert_true(by_events >= 0 && by_events <= by_host);
		struct simt_counters c;
		simt_last_counters(w.dev, &c);
		left_out = c.compiled && by_host > 1 && by_events < by_host / 2;
		for (int k = 0; k < 2; k++)
			simt_event_destroy(e[k]);
		simt_stream_destroy(s);
		simt_device_close(w.dev);
	}
	assert_true(left_out);
}

/* Loads the kernel with more instructions in its loop, whose code takes a while. */
static struct simt_module *load_long(struct world *w, int lines, bool is_new) {
	enum { LINES = 1500, LINE = 64 };
	static char long_text[sizeof text + LINES * LINE];
	assert_true(lines <= LINES);
	const char *store = strstr(text, "@%p bra");
	size_t n = (size_t)(store - text);
	memcpy(long_text, text, n);
	for (int i = 0; i < lines; i++)
		n += (size_t)sprintf(long_text + n,
		                     "xor.b32 %%x, %%x, %d; mul.hi.s32 %%x, %%x, %%n;\n",
		                     i);
	strcpy(long_text + n, store);
	return load(w, long_text, is_new);
}

/* A time limit is the kernel's own: what compiling it takes does not count. */
static void compiling_is_not_running(void **state) {
	(void)state;
	struct world w = open_world("jit");
	uint32_t one = 1;
	void *args[] = {&w.out, &one};
	struct simt_launch l = {.grid = {1, 1, 1},
	                        .block = {LANES, 1, 1},
	                        .args = args,
	                        .timeout_ms = 20};
	load_long(&w, 1500, false);
	assert_int_equal(simt_launch(w.spin, &l), SIMT_OK);
	simt_device_close(w.dev);
}

/* Warps that share what they load: the final code has them go through the inner loop
 * together, and so more states in which a warp can wait than the first code. */
static const char shared_text[] = HEAD
	".visible .entry shared(.param .u64 to, .param .u32 n) {\n"
	".shared .b32 s[128]; .reg .u64 %a, %o, %s, %w, %b, %c, %g, %e; .reg .pred %p;\n"
	".reg .u32 %i, %n, %t, %l, %j, %v, %x, %y, %z, %at, %k;\n"
	"ld.param.u64 %a, [to]; ld.param.u32 %n, [n]; mov.u32 %t, %tid.x; mov.u32 %l, "
	"%laneid;\n"
	"cvta.to.global.u64 %g, %a; mul.wide.s32 %o, %t, 4; add.s64 %e, %g, %o; mov.u64 "
	"%s, s; add.s64 %b, %s, %o;\n"
	"mov.u32 %x, %t; mov.u32 %y, 7; mov.u32 %z, 9; mov.u32 %i, 0;\n"
	"round: st.shared.u32 [%b], %x; bar.sync 0; mov.u32 %j, 0;\n"
	"inner: shl.b32 %k, %j, 5; add.s32 %at, %k, %l; mul.wide.s32 %w, %at, 4; add.s64 "
	"%c, %s, %w; ld.shared.u32 %v, [%c];\n"
	"mad.lo.u32 %x, %x, 5, %v; mad.lo.u32 %y, %v, 3, %y; xor.b32 %z, %z, %x;\n"
	"add.u32 %j, %j, 1; setp.lt.u32 %p, %j, 4; @%p bra inner;\n"
	"bar.sync 0; add.u32 %i, %i, 1; setp.lt.u32 %p, %i, %n; @%p bra round;\n"
	"add.u32 %x, %x, %y; xor.b32 %x, %x, %z; st.global.u32 [%e], %x; ret; }\n";

/* ROUNDS take about a second, in which the final code comes. */
enum { ROUNDS = 500000, SHARED_LANES = 128 };

static void warps_that_wait_go_on_in_better_code(void **state) {
	(void)state;
	static uint32_t x[SHARED_LANES], y[SHARED_LANES], z[SHARED_LANES],
		s[SHARED_LANES], got[SHARED_LANES];
	setenv("CUDA_CACHE_DISABLE", "1", 1);
	struct world w = open_world("auto");
	struct simt_module *m;
	struct simt_function *f;
	uint32_t n = ROUNDS;
	uint64_t out;
	void *args[] = {&out, &n};
	struct simt_launch l = {
		.grid = {1, 1, 1}, .block = {SHARED_LANES, 1, 1}, .args = args};
	assert_int_equal(simt_alloc(w.dev, sizeof got, &out), SIMT_OK);
	assert_int_equal(simt_module_load(w.dev, "shared", shared_text,
	                                  strlen(shared_text), NULL, &m),
	                 SIMT_OK);
	assert_int_equal(simt_function_find(m, "shared", &f), SIMT_OK);
	assert_int_equal(simt_launch(f, &l), SIMT_OK);
	assert_int_equal(simt_copy_out(w.dev, got, out, sizeof got), SIMT_OK);
	for (uint32_t t = 0; t < SHARED_LANES; t++)
		x[t] = t, y[t] = 7, z[t] = 9;
	for (uint32_t i = 0; i < n; i++) {
		memcpy(s, x, sizeof s);
		for (uint32_t t = 0; t < SHARED_LANES; t++)
			for (uint32_t j = 0; j < 4; j++) {
				uint32_t v = s[t % 32 + 32 * j];
				x[t] = x[t] * 5 + v;
				y[t] += v * 3;
				z[t] ^= x[t];
			}
	}
	for (uint32_t t = 0; t < SHARED_LANES; t++)
		assert_int_equal(got[t], (x[t] + y[t]) ^ z[t]);
	simt_device_close(w.dev);
	unsetenv("CUDA_CACHE_DISABLE");
}

static uint64_t memory_used(const struct world *w) {
	uint64_t free_bytes, total;
	simt_memory_info(w->dev, &free_bytes, &total);
	return total - free_bytes;
}

/* Launches for a fifth of a second; false: the kernel was compiled before that was over.
 */
static bool runs_interpreted(struct world *w) {
	uint32_t n = 1000;
	void *args[] = {&w->out, &n};
	struct simt_launch l = {.grid = {1, 1, 1}, .block = {LANES, 1, 1}, .args = args};
	struct simt_counters c;
	uint64_t start = now_ns();
	do {
		assert_int_equal(simt_launch(w->spin, &l), SIMT_OK);
		simt_last_counters(w->dev, &c);
	} while (!c.compiled && now_ns() - start < 200000000);
	return !c.compiled;
}

/* Code that takes seconds is being made when the module goes. */
static void unloading_and_a_reset_wait_for_no_code(void **state) {
	(void)state;
	bool quick[2] = {false, false};
	for (int i = 0; i < 20 && !(quick[0] && quick[1]); i++) {
		struct world w = open_world("auto");
		uint64_t before = memory_used(&w);
		struct simt_module *m = load_long(&w, 1200, true);
		assert_true(memory_used(&w) > before);
		if (runs_interpreted(&w)) {
			uint64_t start = now_ns();
			if (i % 2)
				assert_int_equal(simt_device_reset(w.dev), SIMT_OK);
			else
				assert_int_equal(simt_module_unload(m), SIMT_OK);
			quick[i % 2] |= now_ns() - start < 20000000;
			if (!(i % 2))
				assert_int_equal(memory_used(&w), before);
		}
		simt_device_close(w.dev);
	}
	assert_true(quick[0] && quick[1]);
}

static void unloading_is_safe_at_any_time(void **state) {
	(void)state;
	struct world w = open_world("auto");
	for (useconds_t us = 0; us < 20000; us += 1000) {
		struct simt_module *m = load(&w, text, true);
		spin(&w, WORTH);
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
			load(&w, text, true);
			spin(&w, WORTH);
			usleep(us);
			exit(0);
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_int_equal(status, 0);
	}
}

/* A child ends while LLVM is at work for it, and says when it began to end. */
static bool ends_soon(void) {
	int status, ends[2];
	uint64_t start = 0;
	assert_int_equal(pipe(ends), 0);
	pid_t pid = fork();
	if (pid == 0) {
		alarm(60);
		struct world w = open_world("auto");
		load_long(&w, 1200, true);
		if (!runs_interpreted(&w))
			_exit(0);
		start = now_ns();
		exit(write(ends[1], &start, sizeof start) != sizeof start);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	close(ends[1]);
	bool soon = read(ends[0], &start, sizeof start) == sizeof start &&
	            now_ns() - start < 50000000;
	close(ends[0]);
	return soon;
}

static void the_end_of_a_process_waits_for_no_code(void **state) {
	(void)state;
	bool soon = false;
	for (int i = 0; i < 10 && !soon; i++)
		soon = ends_soon();
	assert_true(soon);
}

/* Three ways to get rid of modules whose kernels are still being compiled, at once: the
 * thread that compiles drops one when it is done with it, another is dropped by its
 * owner, the last by a reset. None waits for another that waits for it. */
static void modules_go_while_their_kernels_are_compiled(void **state) {
	(void)state;
	alarm(60);
	for (int i = 0; i < 20; i++) {
		struct world w = open_world("auto");
		struct world second = w;
		w.module = load(&w, text, true);
		second.module = load(&second, text, true);
		spin(&w, WORTH);
		assert_int_equal(simt_module_unload_soon(w.module), SIMT_OK);
		spin(&second, WORTH);
		if (i % 2)
			assert_int_equal(simt_device_reset(w.dev), SIMT_OK);
		else
			assert_int_equal(simt_module_unload(second.module), SIMT_OK);
		simt_device_close(w.dev);
	}
	alarm(0);
}

int main(void) {
	unsetenv("SIMT_JIT");
	unsetenv("SIMT_BACKEND");
	const struct CMUnitTest tests[] = {
		/* first: forks before there are threads */
		cmocka_unit_test(a_process_may_end_at_any_time),
		cmocka_unit_test(the_end_of_a_process_waits_for_no_code),
		cmocka_unit_test(one_launch_changes_over_in_its_loop),
		cmocka_unit_test(short_launches_do_not_wait),
		cmocka_unit_test(few_short_launches_are_not_compiled),
		cmocka_unit_test(an_eager_device_waits),
		cmocka_unit_test(what_events_time_is_compiled),
		cmocka_unit_test(compiling_is_not_running),
		cmocka_unit_test(warps_that_wait_go_on_in_better_code),
		cmocka_unit_test(unloading_is_safe_at_any_time),
		cmocka_unit_test(unloading_and_a_reset_wait_for_no_code),
		cmocka_unit_test(modules_go_while_their_kernels_are_compiled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
