/* concurrent.c - kernels that run together: those that wait for each other, what they
 * share, what one that fails does to the others. None of it ends, but by the time limit,
 * if one waits for the end of another.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include <pthread.h>
#include <string.h>

#include "runtime/core/api.h"

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"

/* Each cta adds 1 to *mine, and waits until *other is at least n. */
#define MEET(name, shared, before)                                                    \
	".visible .entry " name                                                       \
	"(.param .u64 mine, .param .u64 other, .param .u32 n) {\n" shared             \
	".reg .u64 %a, %b; .reg .u32 %n, %v, %t; .reg .pred %p;\n"                    \
	"ld.param.u64 %a, [mine]; ld.param.u64 %b, [other]; ld.param.u32 %n, "        \
	"[n];\n" before "mov.u32 %t, %tid.x; setp.ne.u32 %p, %t, 0; @%p bra done;\n"  \
	"red.relaxed.gpu.global.add.u32 [%a], 1;\n"                                   \
	"again: ld.relaxed.gpu.global.u32 %v, [%b]; setp.lt.u32 %p, %v, %n; @%p bra " \
	"again;\n"                                                                    \
	"done: bar.sync 0; ret; }\n"

static const char text[] = HEAD MEET(
	"meet", "",
	"") ".visible .entry fail(.param .u64 flag) {\n"
	    ".reg .u64 %a; .reg .u32 %v; .reg .pred %p; ld.param.u64 %a, [flag];\n"
	    "again: ld.relaxed.gpu.global.u32 %v, [%a]; setp.eq.u32 %p, %v, 0; @%p bra "
	    "again;\n"
	    "trap; }\n"
	    ".visible .entry add(.param .u64 sum, .param .u32 k) {\n"
	    ".reg .u64 %a; .reg .u32 %k; ld.param.u64 %a, [sum]; ld.param.u32 %k, [k];\n"
	    "red.relaxed.gpu.global.add.u32 [%a], %k; ret; }\n";

struct world {
	struct simt_device *dev;
	struct simt_function *meet, *fail, *add;
	uint64_t cell; /* u32s, all 0 */
};

enum { CELLS = 256 };

static struct world open_world(const char *backend, uint32_t threads) {
	struct simt_device_options o = {.memory_bytes = 64u << 20,
	                                .threads = threads,
	                                .timeout_ms = 60000,
	                                .backend = backend};
	struct world w;
	struct simt_module *m;
	enum simt_status s = simt_device_open(&o, &w.dev);
	if (s == SIMT_NOT_SUPPORTED)
		skip(); /* built without LLVM */
	assert_int_equal(s, SIMT_OK);
	assert_int_equal(simt_module_load(w.dev, "test", text, strlen(text),
	                                  &(struct simt_load_options){.log = stderr}, &m),
	                 SIMT_OK);
	assert_int_equal(simt_function_find(m, "meet", &w.meet), SIMT_OK);
	assert_int_equal(simt_function_find(m, "fail", &w.fail), SIMT_OK);
	assert_int_equal(simt_function_find(m, "add", &w.add), SIMT_OK);
	assert_int_equal(simt_alloc(w.dev, CELLS * 4, &w.cell), SIMT_OK);
	assert_int_equal(simt_fill(w.dev, w.cell, 0, 4, CELLS), SIMT_OK);
	return w;
}

static struct simt_stream *new_stream(const struct world *w) {
	struct simt_stream *s;
	assert_int_equal(simt_stream_create(w->dev, true, 0, &s), SIMT_OK);
	return s;
}

static void meet(const struct world *w, struct simt_stream *s, uint32_t grid,
                 uint32_t mine, uint32_t other, uint32_t n) {
	uint64_t a = w->cell + mine * 4, b = w->cell + other * 4;
	void *args[] = {&a, &b, &n};
	struct simt_launch l = {.grid = {grid, 1, 1}, .block = {64, 1, 1}, .args = args};
	assert_int_equal(simt_stream_launch(s, w->meet, &l), SIMT_OK);
}

static uint32_t value(const struct world *w, uint32_t i) {
	uint32_t v;
	assert_int_equal(simt_copy_out(w->dev, &v, w->cell + i * 4, 4), SIMT_OK);
	return v;
}

/* First with one cta each, then with as many as are resident. */
static void two_meet(const char *backend, uint32_t threads) {
	struct world w = open_world(backend, threads);
	struct simt_stream *a = new_stream(&w), *b = new_stream(&w);
	meet(&w, a, 1, 0, 1, 1);
	meet(&w, b, 1, 1, 0, 1);
	assert_int_equal(simt_device_wait(w.dev), SIMT_OK);
	meet(&w, a, 12, 2, 3, 12);
	meet(&w, b, 12, 3, 2, 12);
	assert_int_equal(simt_device_wait(w.dev), SIMT_OK);
	assert_int_equal(value(&w, 2), 12);
	simt_device_close(w.dev);
}

static void kernels_meet(void **state) {
	(void)state;
	two_meet("interp", 1);
	two_meet("interp", 2);
}

static void compiled_kernels_meet(void **state) {
	(void)state;
	two_meet("jit", 1);
	two_meet("jit", 2);
}

/* As many as an H200 runs together. */
static void many_kernels_meet(void **state) {
	(void)state;
	enum { N = 128 };
	struct world w = open_world("interp", 2);
	for (uint32_t i = 0; i < N; i++)
		meet(&w, new_stream(&w), 1, 0, 0, N);
	assert_int_equal(simt_device_wait(w.dev), SIMT_OK);
	assert_int_equal(value(&w, 0), N);
	simt_device_close(w.dev);
}

/* A grid whose ctas are all resident together, while another one keeps the workers. */
static void a_cooperative_grid_needs_no_worker(void **state) {
	(void)state;
	struct world w = open_world("interp", 4);
	struct simt_stream *a = new_stream(&w), *b = new_stream(&w);
	meet(&w, a, 8, 0, 1, 1);
	while (value(&w, 0) < 8)
		;
	uint64_t mine = w.cell + 4;
	uint32_t n = 64;
	void *args[] = {&mine, &mine, &n};
	struct simt_launch l = {.grid = {n, 1, 1},
	                        .block = {64, 1, 1},
	                        .args = args,
	                        .cooperative = true};
	struct simt_properties p;
	simt_device_properties(w.dev, &p);
	if (n > simt_occupancy(w.meet, 64, 0) * p.multiprocessors)
		n = l.grid[0] = simt_occupancy(w.meet, 64, 0) * p.multiprocessors;
	assert_int_equal(simt_stream_launch(b, w.meet, &l), SIMT_OK);
	assert_int_equal(simt_device_wait(w.dev), SIMT_OK);
	assert_int_equal(value(&w, 1), n);
	simt_device_close(w.dev);
}

static enum simt_status free_cell(void *payload, enum simt_status status) {
	const struct world *w = *(void **)payload;
	(void)status;
	return simt_free_in_stream(w->dev, w->cell + 512);
}

/* Work that frees memory does not wait for a kernel that waits for later work. */
static void freeing_waits_for_no_kernel(void **state) {
	(void)state;
	struct world w = open_world("interp", 2), *at = &w;
	struct simt_stream *a = new_stream(&w), *b = new_stream(&w);
	uint64_t p, free_before, free_now, total;
	simt_memory_info(w.dev, &free_before, &total);
	assert_int_equal(simt_alloc(w.dev, 1 << 20, &p), SIMT_OK);
	struct world other = w;
	other.cell = p - 512;
	at = &other;
	meet(&w, a, 1, 0, 1, 1);
	while (value(&w, 0) < 1)
		;
	struct simt_work work = {.run = free_cell, .payload = &at, .bytes = sizeof at};
	assert_int_equal(simt_stream_add(b, &work), SIMT_OK);
	meet(&w, b, 1, 1, 0, 1);
	assert_int_equal(simt_device_wait(w.dev), SIMT_OK);
	simt_memory_info(w.dev, &free_now, &total);
	assert_int_equal(free_now, free_before);
	simt_device_close(w.dev);
}

/* The kernel that fails gives the device its status; those that run beside it stop. */
static void a_fault_stops_the_others(void **state) {
	(void)state;
	struct world w = open_world("interp", 2);
	struct simt_stream *a = new_stream(&w), *b = new_stream(&w);
	uint64_t flag = w.cell + 4;
	void *args[] = {&flag};
	struct simt_launch l = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .args = args};
	meet(&w, a, 2, 0, 2, 1); /* for ever */
	assert_int_equal(simt_stream_launch(b, w.fail, &l), SIMT_OK);
	while (value(&w, 0) < 2)
		;
	assert_int_equal(simt_fill(w.dev, flag, 1, 4, 1), SIMT_OK);
	assert_int_equal(simt_device_wait(w.dev), SIMT_LAUNCH_FAILED);
	const struct simt_fault *f = simt_device_fault(w.dev);
	assert_non_null(f);
	assert_string_equal(f->kernel, "fail");
	assert_int_equal(f->kind, SIMT_FAULT_ERROR);
	assert_int_equal(simt_device_reset(w.dev), SIMT_OK);
	assert_int_equal(simt_device_status(w.dev), SIMT_OK);
	simt_device_close(w.dev);
}

/* Each launch has parameters and a barrier of its own. */
static void *launch_many(void *arg) {
	const struct world *w = arg;
	uint64_t sum = w->cell;
	for (uint32_t k = 1; k <= 2000; k++) {
		void *args[] = {&sum, &k};
		struct simt_launch l = {
			.grid = {2, 1, 1}, .block = {1, 1, 1}, .args = args};
		assert_int_equal(simt_launch(w->add, &l), SIMT_OK);
	}
	return NULL;
}

static void threads_launch_together(void **state) {
	(void)state;
	enum { N = 4 };
	pthread_t t[N];
	struct world w = open_world("auto", 2);
	for (int i = 0; i < N; i++)
		assert_int_equal(pthread_create(&t[i], NULL, launch_many, &w), 0);
	/* now and then a call needs the device alone */
	for (int i = 0; i < 200; i++) {
		uint64_t p;
		assert_int_equal(simt_alloc(w.dev, 1 << 20, &p), SIMT_OK);
		assert_int_equal(simt_free(w.dev, p), SIMT_OK);
	}
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	assert_int_equal(value(&w, 0), N * 2 * (2000 * 2001 / 2));
	simt_device_close(w.dev);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernels_meet),
		cmocka_unit_test(compiled_kernels_meet),
		cmocka_unit_test(many_kernels_meet),
		cmocka_unit_test(a_cooperative_grid_needs_no_worker),
		cmocka_unit_test(freeing_waits_for_no_kernel),
		cmocka_unit_test(a_fault_stops_the_others),
		cmocka_unit_test(threads_launch_together),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
