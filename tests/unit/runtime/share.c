/* share.c - how many workers a launch gets: one where launches of its kernel have been
 * shorter than it takes to call another, as soon as that is known; all where some have
 * been long, or where ctas may wait for each other.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include <string.h>

#include "runtime/core/api.h"

/* On a busy machine a launch is long now and then. */
enum { THREADS = 3, GRID = 16, MOST_LAUNCHES = 100000 };

static const char text[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry rounds(.param .u32 n) {\n"
	".reg .u32 %n, %i; .reg .pred %p; ld.param.u32 %n, [n]; mov.u32 %i, 0;\n"
	"again: add.u32 %i, %i, 1; setp.lt.u32 %p, %i, %n; @%p bra again; ret; }\n";

static const char waits[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
			    ".visible .entry looks(.param .u64 cell) {\n"
			    ".reg .u64 %c; .reg .u32 %v; ld.param.u64 %c, [cell]; "
			    "ld.relaxed.gpu.global.u32 %v, "
			    "[%c]; ret; }\n";

static struct simt_device *open_device(void) {
	struct simt_device_options o = {
		.memory_bytes = 64u << 20, .threads = THREADS, .backend = "interp"};
	struct simt_device *dev;
	assert_int_equal(simt_device_open(&o, &dev), SIMT_OK);
	return dev;
}

static struct simt_function *load(struct simt_device *dev, const char *source,
                                  const char *name) {
	struct simt_load_options o = {.log = stderr};
	struct simt_module *m;
	struct simt_function *f;
	assert_int_equal(simt_module_load(dev, "test", source, strlen(source), &o, &m),
	                 SIMT_OK);
	assert_int_equal(simt_function_find(m, name, &f), SIMT_OK);
	return f;
}

/* Returns the workers of a launch. */
static uint32_t run(struct simt_device *dev, struct simt_function *f, void *arg,
                    uint32_t threads) {
	void *args[] = {arg};
	struct simt_launch l = {.grid = {GRID, 1, 1},
	                        .block = {32, 1, 1},
	                        .args = args,
	                        .threads = threads};
	struct simt_counters c;
	assert_int_equal(simt_launch(f, &l), SIMT_OK);
	simt_last_counters(dev, &c);
	return c.workers;
}

static bool comes_to(struct simt_device *dev, struct simt_function *f, uint32_t rounds,
                     uint32_t workers) {
	uint32_t i = 0;
	while (i < MOST_LAUNCHES && run(dev, f, &rounds, 0) != workers)
		i++;
	return i < MOST_LAUNCHES;
}

static void short_and_long(void **state) {
	(void)state;
	uint32_t few = 1, many = 20000;
	struct simt_device *dev = open_device();
	struct simt_function *f = load(dev, text, "rounds");
	assert_int_equal(run(dev, f, &few, 0), THREADS); /* nothing is known */
	assert_true(comes_to(dev, f, few, 1));
	assert_true(comes_to(dev, f, many, THREADS));
	/* the next short one is shared, as long ones may follow */
	assert_int_equal(run(dev, f, &few, 0), THREADS);
	assert_true(comes_to(dev, f, few, 1));
	assert_int_equal(run(dev, f, &few, 2), 2); /* as the caller says */
	simt_device_close(dev);
}

static void ctas_that_wait(void **state) {
	(void)state;
	uint64_t cell;
	struct simt_device *dev = open_device();
	struct simt_function *f = load(dev, waits, "looks");
	assert_int_equal(simt_alloc(dev, 4, &cell), SIMT_OK);
	for (uint32_t i = 0; i < 100; i++)
		assert_int_equal(run(dev, f, &cell, 0), THREADS);
	simt_device_close(dev);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(short_and_long),
		cmocka_unit_test(ctas_that_wait),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
