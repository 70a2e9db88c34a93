/* launch.c - launches through the public interface: checks, statuses, faults, memory
 * between them. The statuses are those that hardware answered to the same mistakes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/core/api.h"

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"

static const char text[] = HEAD
	".visible .global .align 4 .u32 counter = 5;\n"
	".visible .global .align 4 .u32 blank[4] = {6};\n"
	".visible .const .align 8 .u64 where = counter;\n"
	".visible .entry add(.param .u64 p, .param .u32 n) {\n"
	"	.reg .u32 %i, %n; .reg .u64 %p, %o; .reg .pred %q;\n"
	"	mov.u32 %i, %tid.x; ld.param.u32 %n, [n]; ld.param.u64 %p, [p];\n"
	"	mul.wide.u32 %o, %i, 4; add.u64 %p, %p, %o; add.u32 %i, %i, %n;\n"
	"	st.global.u32 [%p], %i; ret; }\n"
	".visible .entry count() {\n"
	"	.reg .u32 %r; .reg .u64 %a;\n"
	"	ld.const.u64 %a, [where]; atom.global.add.u32 %r, [%a], 1; ret; }\n"
	".visible .entry bounded() .maxntid 128, 1, 1 { ret; }\n"
	".visible .entry fixed() .reqntid 64, 2, 1 { ret; }\n"
	".visible .entry statics(.param .u64 p) {\n"
	"	.shared .align 4 .b8 big[48000]; .reg .u64 %p; .reg .u32 %r;\n"
	"	ld.param.u64 %p, [p]; mov.u32 %r, 7; st.shared.u32 [big], %r;\n"
	"	ld.shared.u32 %r, [big]; st.global.u32 [%p], %r; ret; }\n"
	".visible .entry pair() .reqnctapercluster 2, 1, 1 { ret; }\n"
	".visible .entry store(.param .u64 p) {\n"
	"	.reg .u64 %p; ld.param.u64 %p, [p]; st.global.u32 [%p], 1; ret; }\n"
	".visible .entry traps() { trap; ret; }\n"
	".visible .entry forever() { here: bra here; }\n"
	".visible .entry stuck() {\n"
	"	.reg .pred %p; .reg .u32 %t; mov.u32 %t, %tid.x; setp.lt.u32 %p, %t, "
	"32;\n"
	"	@%p bar.sync 0, 64; @!%p bar.sync 1, 64; ret; }\n";

static struct simt_device *dev;
static struct simt_module *module;

static struct simt_function *function(const char *name) {
	struct simt_function *f;
	assert_int_equal(simt_function_find(module, name, &f), SIMT_OK);
	return f;
}

static enum simt_status launch(const char *name, uint32_t gx, uint32_t gy, uint32_t bx,
                               uint32_t by, uint32_t shared, void *const *args) {
	return simt_launch(function(name), &(struct simt_launch){.grid = {gx, gy, 1},
	                                                         .block = {bx, by, 1},
	                                                         .shared_dynamic = shared,
	                                                         .args = args});
}

static enum simt_status launch_plain(const char *name, uint32_t gx, uint32_t bx) {
	return launch(name, gx, 1, bx, 1, 0, NULL);
}

static int setup(void **state) {
	(void)state;
	struct simt_device_options o = {.memory_bytes = 256u << 20, .threads = 2};
	if (simt_device_open(&o, &dev) != SIMT_OK)
		return -1;
	return (int)simt_module_load(dev, "test", text, strlen(text),
	                             &(struct simt_load_options){.log = stderr}, &module);
}

static int teardown(void **state) {
	(void)state;
	simt_device_close(dev);
	return 0;
}

static void results_come_back(void **state) {
	(void)state;
	uint64_t p;
	uint32_t n = 100, got[64];
	assert_int_equal(simt_alloc(dev, sizeof got, &p), SIMT_OK);
	assert_int_equal(p % 256, 0);
	void *args[] = {&p, &n};
	assert_int_equal(launch("add", 1, 1, 64, 1, 0, args), SIMT_OK);
	assert_int_equal(simt_copy_out(dev, got, p, sizeof got), SIMT_OK);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(got[i], i + 100);
	uint8_t block[12];
	n = 7;
	memcpy(block, &p, 8);
	memcpy(block + 8, &n, 4);
	assert_int_equal(
		simt_launch(function("add"), &(struct simt_launch){.grid = {1, 1, 1},
	                                                           .block = {64, 1, 1},
	                                                           .params = block,
	                                                           .param_bytes = 12}),
		SIMT_OK);
	assert_int_equal(simt_copy_out(dev, got, p + 4, 4), SIMT_OK);
	assert_int_equal(got[0], 8);
	assert_int_equal(simt_free(dev, p), SIMT_OK);
	assert_int_equal(simt_free(dev, p), SIMT_INVALID_VALUE);
	assert_int_equal(simt_free(dev, 0), SIMT_OK);
}

static void variables_have_addresses_and_values(void **state) {
	(void)state;
	uint64_t addr, size;
	uint32_t value;
	assert_int_equal(simt_variable_find(module, "counter", &addr, &size), SIMT_OK);
	assert_int_equal(size, 4);
	assert_int_equal(launch_plain("count", 3, 32), SIMT_OK);
	assert_int_equal(simt_copy_out(dev, &value, addr, 4), SIMT_OK);
	assert_int_equal(value, 5 + 96);
	assert_int_equal(simt_module_restore(module), SIMT_OK);
	assert_int_equal(simt_copy_out(dev, &value, addr, 4), SIMT_OK);
	assert_int_equal(value, 5);
	assert_int_equal(simt_variable_find(module, "nope", &addr, &size),
	                 SIMT_NOT_FOUND);
}

static void bad_shapes_are_refused(void **state) {
	(void)state;
	static const struct {
		uint32_t gx, gy, bx, by;
		enum simt_status want;
	} shape[] = {
		{1, 1, 1025, 1, SIMT_INVALID_VALUE},
		{1, 1, 32, 33, SIMT_INVALID_VALUE},
		{1, 1, 1, 1025, SIMT_INVALID_VALUE},
		{1, 1, 0, 1, SIMT_INVALID_VALUE},
		{1, 1, 1, 0, SIMT_INVALID_VALUE},
		{0, 1, 1, 1, SIMT_INVALID_VALUE},
		{1, 65536, 1, 1, SIMT_INVALID_VALUE},
		{0x80000000u, 1, 1, 1, SIMT_INVALID_VALUE},
		{1, 65535, 1, 1, SIMT_OK},
		{70000, 1, 1, 1, SIMT_OK},
		{1, 1, 1024, 1, SIMT_OK},
	};
	for (size_t i = 0; i < sizeof shape / sizeof shape[0]; i++)
		assert_int_equal(launch("count", shape[i].gx, shape[i].gy, shape[i].bx,
		                        shape[i].by, 0, NULL),
		                 shape[i].want);
	assert_int_equal(simt_device_status(dev), SIMT_OK);
	assert_int_equal(launch_plain("bounded", 1, 128), SIMT_OK);
	assert_int_equal(launch_plain("bounded", 1, 129), SIMT_INVALID_VALUE);
	assert_int_equal(launch("fixed", 1, 1, 64, 2, 0, NULL), SIMT_OK);
	assert_int_equal(launch("fixed", 1, 1, 128, 1, 0, NULL), SIMT_INVALID_VALUE);
}

static void shared_memory_has_limits(void **state) {
	(void)state;
	uint64_t p;
	struct simt_function_attributes a;
	assert_int_equal(simt_alloc(dev, 4, &p), SIMT_OK);
	void *args[] = {&p};
	simt_function_attributes(function("statics"), &a);
	assert_int_equal(a.shared_static, 48000);
	assert_int_equal(a.max_shared_dynamic, 1152);
	assert_int_equal(launch("count", 1, 1, 1, 1, 48 * 1024, NULL), SIMT_OK);
	assert_int_equal(launch("count", 1, 1, 1, 1, 48 * 1024 + 1, NULL),
	                 SIMT_INVALID_VALUE);
	assert_int_equal(launch("statics", 1, 1, 32, 1, 1000, args), SIMT_OK);
	assert_int_equal(launch("statics", 1, 1, 32, 1, 2000, args), SIMT_INVALID_VALUE);
	assert_int_equal(simt_function_set_max_shared(function("count"), 1 << 20),
	                 SIMT_INVALID_VALUE);
	assert_int_equal(simt_function_set_max_shared(function("count"), 64 * 1024),
	                 SIMT_OK);
	assert_int_equal(launch("count", 1, 1, 1, 1, 64 * 1024, NULL), SIMT_OK);
	assert_int_equal(launch("count", 1, 1, 1, 1, 64 * 1024 + 4, NULL),
	                 SIMT_INVALID_VALUE);
	assert_int_equal(simt_free(dev, p), SIMT_OK);
}

/* The numbers are those of an H200's occupancy calculator. */
static void occupancy_follows_the_rule(void **state) {
	(void)state;
	static const struct {
		uint32_t threads, shared, want;
	} row[] = {{1, 0, 32},      {32, 0, 32},     {33, 0, 32},      {64, 0, 32},
	           {100, 0, 16},    {256, 0, 8},     {768, 0, 2},      {1024, 0, 2},
	           {128, 0, 16},    {128, 1024, 16}, {128, 8192, 16},  {128, 24576, 9},
	           {128, 49152, 4}, {64, 16384, 13}, {128, 204800, 1}, {2048, 0, 0}};
	/* Recorded: what a launch could not have fits nowhere. */
	assert_int_equal(simt_occupancy(function("count"), 128, 64 * 1024 + 1), 0);
	assert_int_equal(simt_function_set_max_shared(function("count"), 204800),
	                 SIMT_OK);
	assert_int_equal(simt_occupancy(function("count"), 128, 204801), 0);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		assert_int_equal(
			simt_occupancy(function("count"), row[i].threads, row[i].shared),
			row[i].want);
}

static enum simt_status launch_cluster(const char *name, uint32_t grid,
                                       uint32_t cluster) {
	return simt_launch(function(name),
	                   &(struct simt_launch){.grid = {grid, 1, 1},
	                                         .block = {16, 1, 1},
	                                         .cluster = {cluster, 0, 0}});
}

static void clusters_are_checked(void **state) {
	(void)state;
	assert_int_equal(launch_cluster("pair", 8, 0), SIMT_OK);
	assert_int_equal(launch_cluster("pair", 8, 2), SIMT_OK);
	assert_int_equal(launch_cluster("pair", 3, 0), SIMT_INVALID_CLUSTER_SIZE);
	assert_int_equal(launch_cluster("pair", 8, 4), SIMT_INVALID_CLUSTER_SIZE);
	assert_int_equal(launch_cluster("bounded", 6, 4), SIMT_INVALID_CLUSTER_SIZE);
	assert_int_equal(launch_cluster("bounded", 64, 64), SIMT_INVALID_CLUSTER_SIZE);
	assert_int_equal(launch_cluster("bounded", 16, 16), SIMT_INVALID_CLUSTER_SIZE);
	simt_function_set_nonportable_cluster(function("bounded"), true);
	assert_int_equal(launch_cluster("bounded", 16, 16), SIMT_OK);
}

static void cooperative_grids_must_fit(void **state) {
	(void)state;
	struct simt_properties p;
	simt_device_properties(dev, &p);
	struct simt_launch l = {.grid = {p.multiprocessors * 8, 1, 1},
	                        .block = {256, 1, 1},
	                        .cooperative = true};
	assert_int_equal(simt_launch(function("count"), &l), SIMT_OK);
	l.grid[0]++;
	assert_int_equal(simt_launch(function("count"), &l), SIMT_COOPERATIVE_TOO_LARGE);
	assert_int_equal(simt_device_status(dev), SIMT_OK);
}

static void copies_are_checked(void **state) {
	(void)state;
	uint64_t a, b;
	uint8_t host[100] = {1, 2, 3};
	assert_int_equal(simt_alloc(dev, 100, &a), SIMT_OK);
	assert_int_equal(simt_alloc(dev, 100, &b), SIMT_OK);
	assert_int_equal(simt_copy_in(dev, a, host, 100), SIMT_OK);
	assert_int_equal(simt_copy_in(dev, a, host, 101), SIMT_INVALID_VALUE);
	assert_int_equal(simt_copy_out(dev, host, a + 50, 51), SIMT_INVALID_VALUE);
	assert_int_equal(simt_copy_device(dev, 0x1234, 0x99, 64), SIMT_INVALID_VALUE);
	assert_int_equal(simt_copy_device(dev, b, a, 100), SIMT_OK);
	assert_int_equal(simt_fill(dev, b + 4, 0x01020304, 4, 3), SIMT_OK);
	assert_int_equal(simt_fill(dev, b + 1, 0, 4, 1), SIMT_INVALID_VALUE);
	assert_int_equal(simt_fill(dev, b, 0, 4, 26), SIMT_INVALID_VALUE);
	assert_int_equal(simt_copy_out(dev, host, b, 100), SIMT_OK);
	assert_int_equal(host[1], 2);
	assert_int_equal(host[4], 4);
	assert_int_equal(host[7], 1);
	assert_int_equal(simt_alloc(dev, 1ull << 46, &a), SIMT_OUT_OF_MEMORY);
	assert_int_equal(a, 0);
	simt_free(dev, b);
}

static void faults_are_sticky(void **state) {
	(void)state;
	uint64_t p = 0, q;
	void *args[] = {&p};
	assert_int_equal(launch("store", 1, 1, 32, 1, 0, args), SIMT_ILLEGAL_ADDRESS);
	const struct simt_fault *f = simt_device_fault(dev);
	assert_non_null(f);
	assert_string_equal(f->code, "T0003");
	assert_string_equal(f->kernel, "store");
	assert_string_equal(f->file, "test");
	assert_non_null(strstr(f->inst, "st.global.u32"));
	assert_int_equal(simt_alloc(dev, 16, &q), SIMT_ILLEGAL_ADDRESS);
	assert_int_equal(launch_plain("count", 1, 1), SIMT_ILLEGAL_ADDRESS);
	simt_device_recover(dev);
	assert_int_equal(simt_alloc(dev, 16, &q), SIMT_OK);
	p = q + 2;
	assert_int_equal(launch("store", 1, 1, 1, 1, 0, args), SIMT_MISALIGNED_ADDRESS);
	simt_device_recover(dev);
	p = q + 64; /* beyond the allocation, inside its page: passes, as on hardware */
	assert_int_equal(launch("store", 1, 1, 1, 1, 0, args), SIMT_OK);
	p = q + (1ull << 34);
	assert_int_equal(launch("store", 1, 1, 1, 1, 0, args), SIMT_ILLEGAL_ADDRESS);
	simt_device_recover(dev);
	assert_non_null(strstr(simt_device_fault(dev)->note, "past its end"));
	simt_free(dev, q);
	/* has pages of its own */
	assert_int_equal(simt_alloc(dev, 8 << 20, &q), SIMT_OK);
	simt_free(dev, q);
	p = q + (4 << 20);
	assert_int_equal(launch("store", 1, 1, 1, 1, 0, args), SIMT_ILLEGAL_ADDRESS);
	assert_non_null(strstr(simt_device_fault(dev)->note, "were freed"));
	simt_device_recover(dev);
	assert_int_equal(simt_alloc(dev, 16, &q), SIMT_OK);
	assert_int_equal(launch_plain("traps", 1, 1), SIMT_LAUNCH_FAILED);
	assert_string_equal(simt_device_fault(dev)->code, "T0001");
	simt_device_recover(dev);
	simt_free(dev, q);
}

static void endless_kernels_end(void **state) {
	(void)state;
	struct simt_launch l = {.grid = {2, 1, 1}, .block = {64, 1, 1}, .timeout_ms = 50};
	assert_int_equal(simt_launch(function("forever"), &l), SIMT_LAUNCH_TIMEOUT);
	assert_int_equal(simt_device_fault(dev)->kind, SIMT_FAULT_TIMEOUT);
	assert_true(strlen(simt_device_fault(dev)->table) > 0);
	simt_device_recover(dev);
	l.timeout_ms = 0;
	l.step_limit = 100000;
	assert_int_equal(simt_launch(function("forever"), &l), SIMT_LAUNCH_TIMEOUT);
	simt_device_recover(dev);
	l.grid[0] = 1;
	assert_int_equal(simt_launch(function("stuck"), &l), SIMT_LAUNCH_TIMEOUT);
	assert_int_equal(simt_device_fault(dev)->kind, SIMT_FAULT_DEADLOCK);
	simt_device_recover(dev);
	assert_int_equal(launch_plain("count", 1, 1), SIMT_OK);
}

static enum simt_status load(const char *ptx) {
	struct simt_module *m;
	enum simt_status s = simt_module_load(dev, "bad", ptx, strlen(ptx), NULL, &m);
	if (s == SIMT_OK)
		simt_module_unload(m);
	return s;
}

static void bad_texts_have_their_codes(void **state) {
	(void)state;
	struct simt_function *f;
	assert_int_equal(load(HEAD ".visible .entry k() { ret; }\n"), SIMT_OK);
	assert_int_equal(
		load(HEAD ".visible .entry k() { .reg .u32 %r; add.u32 %r; ret; }\n"),
		SIMT_INVALID_PTX);
	assert_int_equal(
		load(HEAD ".visible .entry k() { .reg .u32 %r; mov.u32 %r, %q; ret; }\n"),
		SIMT_INVALID_PTX);
	assert_int_equal(load(".version 9.9\n.target sm_90\n.address_size 64\n"),
	                 SIMT_UNSUPPORTED_PTX_VERSION);
	assert_int_equal(load(".version 8.0\n.target sm_999\n.address_size 64\n"),
	                 SIMT_INVALID_PTX);
	assert_int_equal(load("garbage"), SIMT_INVALID_IMAGE);
	assert_int_equal(load(""), SIMT_INVALID_IMAGE);
	assert_int_equal(load(HEAD ".extern .func foo;\n"
	                           ".visible .entry k() { call foo; ret; }\n"),
	                 SIMT_INVALID_PTX);
	assert_int_equal(simt_function_find(module, "nope", &f), SIMT_NOT_FOUND);
}

static void reset_forgets_everything(void **state) {
	(void)state;
	uint64_t p = 0, free_bytes, total;
	void *args[] = {&p};
	assert_int_equal(launch("store", 1, 1, 1, 1, 0, args), SIMT_ILLEGAL_ADDRESS);
	assert_int_equal(simt_device_reset(dev), SIMT_OK);
	assert_int_equal(simt_device_status(dev), SIMT_OK);
	simt_memory_info(dev, &free_bytes, &total);
	assert_int_equal(free_bytes, total);
	assert_int_equal(simt_alloc(dev, 16, &p), SIMT_OK);
	assert_int_equal(simt_module_load(dev, "test", text, strlen(text), NULL, &module),
	                 SIMT_OK);
	assert_int_equal(launch("store", 1, 1, 1, 1, 0, args), SIMT_OK);
}

static long resident_kib(void) {
	long size, pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	assert_non_null(f);
	assert_int_equal(fscanf(f, "%ld %ld", &size, &pages), 2);
	fclose(f);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void restoring_makes_the_rest_zero(void **state) {
	(void)state;
	uint64_t at, bytes;
	uint32_t word = 3;
	assert_int_equal(simt_variable_find(module, "blank", &at, &bytes), SIMT_OK);
	assert_int_equal(simt_copy_in(dev, at + 4, &word, 4), SIMT_OK);
	assert_int_equal(simt_module_restore(module), SIMT_OK);
	assert_int_equal(simt_copy_out(dev, &word, at + 4, 4), SIMT_OK);
	assert_int_equal(word, 0);
	assert_int_equal(simt_copy_out(dev, &word, at, 4), SIMT_OK);
	assert_int_equal(word, 6);
}

/* 4 GiB of zeros, and an array as long that begins with values, among small ones. */
static const char large[] = HEAD
	".visible .global .align 4 .u32 first = 1;\n"
	".visible .global .align 16 .b8 hole[4294967296];\n"
	".visible .global .align 4 .u32 begun[1073741824] = {7, 8};\n"
	".visible .global .align 4 .u32 last;\n"
	".visible .entry store(.param .u64 p) { ret; }\n";

static void untouched_variables_cost_nothing(void **state) {
	(void)state;
	struct simt_device *wide;
	struct simt_module *m;
	struct simt_device_options o = {.memory_bytes = 16ull << 30};
	assert_int_equal(simt_device_open(&o, &wide), SIMT_OK);
	for (int round = 0; round < 2; round++) {
		uint64_t at, bytes;
		uint32_t word[2];
		long before = resident_kib();
		assert_int_equal(
			simt_module_load(wide, "large", large, strlen(large), NULL, &m),
			SIMT_OK);
		assert_true(resident_kib() - before < 64 << 10);
		assert_int_equal(simt_variable_find(m, "begun", &at, &bytes), SIMT_OK);
		assert_int_equal(bytes, 4ull << 30);
		assert_int_equal(simt_copy_out(wide, word, at, sizeof word), SIMT_OK);
		assert_true(word[0] == 7 && word[1] == 8);
		assert_int_equal(simt_copy_out(wide, word, at + bytes - 8, sizeof word),
		                 SIMT_OK);
		assert_true(word[0] == 0 && word[1] == 0);
		assert_int_equal(simt_variable_find(m, "last", &at, &bytes), SIMT_OK);
		word[0] = 9;
		/* what is loaded next does not see it */
		assert_int_equal(simt_copy_in(wide, at, word, 4), SIMT_OK);
		simt_module_unload(m);
	}
	simt_device_close(wide);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_come_back),
		cmocka_unit_test(variables_have_addresses_and_values),
		cmocka_unit_test(restoring_makes_the_rest_zero),
		cmocka_unit_test(bad_shapes_are_refused),
		cmocka_unit_test(shared_memory_has_limits),
		cmocka_unit_test(occupancy_follows_the_rule),
		cmocka_unit_test(clusters_are_checked),
		cmocka_unit_test(cooperative_grids_must_fit),
		cmocka_unit_test(copies_are_checked),
		cmocka_unit_test(faults_are_sticky),
		cmocka_unit_test(endless_kernels_end),
		cmocka_unit_test(bad_texts_have_their_codes),
		cmocka_unit_test(reset_forgets_everything),
		cmocka_unit_test(untouched_variables_cost_nothing),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
