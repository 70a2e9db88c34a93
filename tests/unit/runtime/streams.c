/* streams.c - streams, events, registered memory and linked texts through the public
 * interface.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "runtime/core/api.h"

#define HEAD ".version 8.0\n.target sm_75\n.address_size 64\n"

static const char text[] = HEAD
	".visible .entry step(.param .u64 p, .param .u32 k) {\n" /* *p = *p * 3 + k */
	"	.reg .u32 %k, %v; .reg .u64 %p; ld.param.u64 %p, [p]; ld.param.u32 %k, "
	"[k];\n"
	"	ld.global.u32 %v, [%p]; mad.lo.u32 %v, %v, 3, %k; st.global.u32 [%p], "
	"%v; ret; }\n";

static struct simt_device *dev;
static struct simt_module *module;
static struct simt_function *step;
static uint64_t cell;
static atomic_int gate;

static int setup(void **state) {
	(void)state;
	struct simt_device_options o = {.memory_bytes = 64u << 20, .threads = 2};
	if (simt_device_open(&o, &dev) != SIMT_OK)
		return -1;
	return simt_module_load(dev, "test", text, strlen(text),
	                        &(struct simt_load_options){.log = stderr}, &module) ||
	       simt_function_find(module, "step", &step) || simt_alloc(dev, 4, &cell);
}

static int teardown(void **state) {
	(void)state;
	simt_device_close(dev);
	return 0;
}

static enum simt_status launch(struct simt_stream *s, uint64_t p, uint32_t k) {
	void *args[] = {&p, &k};
	return simt_stream_launch(s, step,
	                          &(struct simt_launch){.grid = {1, 1, 1},
	                                                .block = {1, 1, 1},
	                                                .args = args});
}

static enum simt_status wait_for_gate(void *payload, enum simt_status status) {
	(void)payload;
	(void)status;
	while (!atomic_load(&gate))
		nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
	return SIMT_OK;
}

static void hold(struct simt_stream *s) {
	atomic_store(&gate, 0);
	struct simt_work w = {.run = wait_for_gate, .host = true};
	assert_int_equal(simt_stream_add(s, &w), SIMT_OK);
}

static struct simt_stream *new_stream(bool nonblocking) {
	struct simt_stream *s;
	assert_int_equal(simt_stream_create(dev, nonblocking, 0, &s), SIMT_OK);
	return s;
}

static uint32_t value(void) {
	uint32_t v;
	assert_int_equal(simt_copy_out(dev, &v, cell, 4), SIMT_OK);
	return v;
}

static void work_is_done_in_order(void **state) {
	(void)state;
	struct simt_stream *s = new_stream(true);
	uint32_t want = 0;
	struct simt_fill zero = {
		.dst = cell, .width = 1, .height = 1, .depth = 1, .element = 4};
	assert_int_equal(simt_stream_fill(s, &zero), SIMT_OK);
	for (uint32_t k = 0; k < 2000; k++) {
		assert_int_equal(launch(s, cell, k), SIMT_OK);
		want = want * 3 + k;
	}
	assert_int_equal(simt_stream_wait(s), SIMT_OK);
	assert_int_equal(value(), want);
	simt_stream_destroy(s);
}

/* 1 in a, 2 in the default stream, 3 in b, though a is held: ((0*3+1)*3+2)*3+3. */
static void the_default_stream_is_a_barrier(void **state) {
	(void)state;
	struct simt_stream *a = new_stream(false), *b = new_stream(false),
			   *c = new_stream(true);
	struct simt_stream *def = simt_stream_default(dev);
	uint32_t zero = 0;
	assert_int_equal(simt_copy_in(dev, cell, &zero, 4), SIMT_OK);
	hold(a);
	assert_int_equal(launch(a, cell, 1), SIMT_OK);
	assert_int_equal(launch(def, cell, 2), SIMT_OK);
	assert_int_equal(launch(b, cell, 3), SIMT_OK);
	assert_int_equal(simt_stream_query(def), SIMT_NOT_READY);
	assert_int_equal(simt_stream_query(b), SIMT_NOT_READY);
	assert_int_equal(simt_stream_query(c), SIMT_OK);
	atomic_store(&gate, 1);
	assert_int_equal(simt_device_wait(dev), SIMT_OK);
	assert_int_equal(value(), 18);
	simt_stream_destroy(a);
	simt_stream_destroy(b);
	simt_stream_destroy(c);
}

static void events_hold_other_streams_back(void **state) {
	(void)state;
	struct simt_stream *a = new_stream(true), *b = new_stream(true);
	struct simt_event *e, *f;
	uint32_t zero = 0;
	float ms = -1;
	assert_int_equal(simt_event_create(dev, true, &e), SIMT_OK);
	assert_int_equal(simt_event_create(dev, true, &f), SIMT_OK);
	assert_int_equal(simt_event_query(e), SIMT_OK);
	assert_int_equal(simt_event_elapsed(e, f, &ms), SIMT_INVALID_HANDLE);
	assert_int_equal(simt_copy_in(dev, cell, &zero, 4), SIMT_OK);
	assert_int_equal(simt_event_record(f, b), SIMT_OK);
	hold(a);
	assert_int_equal(launch(a, cell, 5), SIMT_OK);
	assert_int_equal(simt_event_record(e, a), SIMT_OK);
	assert_int_equal(simt_stream_wait_event(b, e), SIMT_OK);
	assert_int_equal(launch(b, cell, 1), SIMT_OK);
	assert_int_equal(simt_event_query(e), SIMT_NOT_READY);
	assert_int_equal(simt_event_elapsed(f, e, &ms), SIMT_NOT_READY);
	atomic_store(&gate, 1);
	simt_stream_destroy(a); /* what is queued still runs */
	assert_int_equal(simt_stream_wait(b), SIMT_OK);
	assert_int_equal(value(), 16);
	assert_int_equal(simt_event_wait(e), SIMT_OK);
	assert_int_equal(simt_event_elapsed(f, e, &ms), SIMT_OK);
	assert_true(ms >= 0);
	simt_event_destroy(e);
	simt_event_destroy(f);
	simt_stream_destroy(b);
}

static void boxes_are_copied_row_by_row(void **state) {
	(void)state;
	uint8_t in[6] = {1, 2, 3, 4, 5, 6}, out[100];
	uint64_t p;
	assert_int_equal(simt_alloc(dev, 100, &p), SIMT_OK);
	assert_int_equal(simt_fill(dev, p, 0, 1, 100), SIMT_OK);
	struct simt_copy c = {.dst_device = dev,
	                      .dst = p + 11,
	                      .src = (uintptr_t)in,
	                      .dst_pitch = 10,
	                      .dst_slice = 50,
	                      .src_pitch = 2,
	                      .src_slice = 4,
	                      .width = 2,
	                      .height = 2,
	                      .depth = 1};
	assert_int_equal(simt_copy(&c), SIMT_OK);
	assert_int_equal(simt_copy_out(dev, out, p, 100), SIMT_OK);
	assert_int_equal(out[11] + 10 * out[12] + 100 * out[21] + 1000 * out[22], 4321);
	assert_int_equal(out[10] + out[13] + out[20] + out[23], 0);
	c.height = 10;
	assert_int_equal(simt_copy(&c), SIMT_INVALID_VALUE);
	c.height = ~0ull;
	assert_int_equal(simt_copy(&c), SIMT_INVALID_VALUE);
	assert_int_equal(simt_free(dev, p), SIMT_OK);
}

static void kernels_use_host_memory_that_is_registered(void **state) {
	(void)state;
	static uint32_t host[2] = {4, 4};
	struct simt_stream *s = simt_stream_default(dev);
	assert_int_equal(simt_host_register(dev, host, sizeof host), SIMT_OK);
	assert_int_equal(simt_host_register(dev, host + 1, 4), SIMT_ALREADY_REGISTERED);
	assert_int_equal(launch(s, (uintptr_t)host, 1), SIMT_OK);
	assert_int_equal(simt_device_wait(dev), SIMT_OK);
	assert_int_equal(host[0], 13);
	assert_int_equal(simt_host_unregister(dev, host), SIMT_OK);
	assert_int_equal(simt_host_unregister(dev, host), SIMT_NOT_REGISTERED);
}

static void texts_are_linked(void **state) {
	(void)state;
	static const char a[] = HEAD
		".extern .global .align 4 .u32 x;\n.global .u32 own = 1;\n"
		".visible .entry one() { ret; }\n";
	static const char b[] = HEAD
		".visible .global .align 4 .u32 x = 9;\n.global .u32 own = 2;\n"
		".visible .entry two() { ret; }\n";
	struct simt_text both[] = {{a, sizeof a}, {b, sizeof b}};
	struct simt_module *m;
	uint64_t addr, size;
	uint32_t v;
	assert_int_equal(simt_module_link(dev, "both", both, 2, NULL, &m), SIMT_OK);
	assert_int_equal(simt_function_count(m), 2);
	assert_int_equal(simt_variable_find(m, "x", &addr, &size), SIMT_OK);
	assert_int_equal(simt_copy_out(dev, &v, addr, 4), SIMT_OK);
	assert_int_equal(v, 9);
	assert_int_equal(simt_module_unload(m), SIMT_OK);
}

static enum simt_status note_status(void *payload, enum simt_status status) {
	**(enum simt_status **)payload = status;
	return SIMT_OK;
}

/* Runs last, as the fault stays. */
static void a_fault_drops_what_follows(void **state) {
	(void)state;
	struct simt_stream *s = new_stream(true);
	enum simt_status told = SIMT_OK, *at = &told;
	struct simt_work w = {.run = note_status, .payload = &at, .bytes = sizeof at};
	uint32_t before = value();
	hold(s);
	assert_int_equal(launch(s, 8, 1), SIMT_OK);
	assert_int_equal(launch(s, cell, 1), SIMT_OK);
	assert_int_equal(simt_stream_add(s, &w), SIMT_OK);
	atomic_store(&gate, 1);
	assert_int_equal(simt_stream_wait(s), SIMT_ILLEGAL_ADDRESS);
	assert_int_equal(told, SIMT_ILLEGAL_ADDRESS);
	assert_int_equal(launch(s, cell, 1), SIMT_ILLEGAL_ADDRESS);
	simt_device_recover(dev);
	assert_int_equal(value(), before);
	assert_int_equal(launch(s, cell, 1), SIMT_OK);
	assert_int_equal(simt_stream_wait(s), SIMT_OK);
	simt_stream_destroy(s);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(work_is_done_in_order),
		cmocka_unit_test(the_default_stream_is_a_barrier),
		cmocka_unit_test(events_hold_other_streams_back),
		cmocka_unit_test(boxes_are_copied_row_by_row),
		cmocka_unit_test(kernels_use_host_memory_that_is_registered),
		cmocka_unit_test(texts_are_linked),
		cmocka_unit_test(a_fault_drops_what_follows),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
