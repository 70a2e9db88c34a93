/* wide.c - compiled code where valid memory goes on over 4 GiB: lanes that go everywhere
 * in it. The host gives memory when it is touched, huge page by huge page, so a test of 5
 * GiB takes 128 MiB.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/core/api.h"

/* Thread i has an element of its own, (i * 5 mod 64) * step bytes from the start. It
 * stores i there and adds 7; those from 30 on store 1000. to[i] = what it found when it
 * added + 2 * what it found in the end. */
static const char text[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry far(.param .u64 all, .param .u64 to, .param .u64 step) {\n"
	".reg .u64 %a, %t, %s, %d; .reg .u32 %i, %k, %x, %y; .reg .pred %p;\n"
	"ld.param.u64 %a, [all]; ld.param.u64 %t, [to]; ld.param.u64 %s, [step];\n"
	"mov.u32 %i, %tid.x;\n"
	"mul.lo.u32 %k, %i, 5; and.b32 %k, %k, 63; cvt.u64.u32 %d, %k; mad.lo.u64 %a, "
	"%d, %s, %a;\n"
	"st.global.u32 [%a], %i; atom.global.add.u32 %x, [%a], 7;\n"
	"setp.ge.u32 %p, %i, 30; @%p st.global.u32 [%a], 1000; ld.global.u32 %y, [%a];\n"
	"mad.lo.u32 %x, %y, 2, %x; mul.wide.u32 %d, %i, 4; add.u64 %t, %t, %d; "
	"st.global.u32 [%t], %x;\n"
	"ret; }\n";

enum { THREADS = 64 };
#define GIB ((uint64_t)1 << 30)

/* Messages about compilations. */
static FILE *told;

static bool was_told(const char *what) {
	char line[512];
	bool found = false;
	fflush(stderr);
	rewind(told);
	while (fgets(line, sizeof line, told))
		found |= strstr(line, what) != NULL;
	return found;
}

static void run(const char *backend, uint64_t bytes, uint64_t step) {
	struct simt_device_options o = {
		.memory_bytes = bytes + (64u << 20), .backend = backend, .verbose = true};
	struct simt_device *dev;
	struct simt_module *m;
	struct simt_function *f;
	struct simt_counters counters;
	uint64_t all, to;
	uint32_t got[THREADS];
	void *args[] = {&all, &to, &step};
	struct simt_launch l = {
		.grid = {1, 1, 1}, .block = {THREADS, 1, 1}, .args = args};
	assert_int_equal(simt_device_open(&o, &dev), SIMT_OK);
	assert_int_equal(simt_alloc(dev, sizeof got, &to), SIMT_OK);
	/* fails where the host promises no more memory than it has */
	if (simt_alloc(dev, bytes, &all) != SIMT_OK) {
		simt_device_close(dev);
		skip();
	}
	assert_int_equal(simt_module_load(dev, "far", text, strlen(text), NULL, &m),
	                 SIMT_OK);
	assert_int_equal(simt_function_find(m, "far", &f), SIMT_OK);
	assert_int_equal(simt_launch(f, &l), SIMT_OK);
	simt_last_counters(dev, &counters);
	assert_int_equal(counters.compiled, strcmp(backend, "jit") == 0);
	assert_null(counters.handed_back);
	assert_int_equal(simt_copy_out(dev, got, to, sizeof got), SIMT_OK);
	for (uint32_t i = 0; i < THREADS; i++)
		assert_int_equal(got[i], i + 2 * (i >= 30 ? 1000 : i + 7));
	for (uint32_t i = 0; i < THREADS; i++) { /* each where it belongs */
		uint32_t x;
		assert_int_equal(simt_copy_out(dev, &x, all + i * 5 % THREADS * step, 4),
		                 SIMT_OK);
		assert_int_equal(x, i >= 30 ? 1000 : i + 7);
	}
	simt_device_close(dev);
}

static void far_lanes_are_compiled_for(void **state) {
	(void)state;
	uint64_t bytes = 5 * GIB + (1u << 20), step = bytes / THREADS / 4 * 4;
	run("interp", bytes, step);
	run("jit", bytes, step);
	assert_true(was_told("memory over 4 GiB"));
}

static void near_lanes_have_code_of_their_own(void **state) {
	(void)state;
	run("jit", 1u << 20, 4096);
	assert_true(was_told("compiled far for block (64,1,1): "));
	assert_false(was_told("memory over 4 GiB"));
}

int main(void) {
	unsetenv("SIMT_JIT");
	unsetenv("SIMT_BACKEND");
	setenv("CUDA_CACHE_DISABLE", "1", 1);
	told = tmpfile();
	int err = dup(STDERR_FILENO);
	if (!told || err < 0 || dup2(fileno(told), STDERR_FILENO) < 0)
		return 1;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(near_lanes_have_code_of_their_own),
		cmocka_unit_test(far_lanes_are_compiled_for),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	char line[512];
	fflush(stderr);
	dup2(err, STDERR_FILENO);
	rewind(told);
	while (fgets(line, sizeof line, told))
		fputs(line, stderr);
	return failed;
}
