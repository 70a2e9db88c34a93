/* early.c - kernels that begin when those before them let them (griddepcontrol): in a
 * stream, after an event, in a schedule. The first one waits for what the second writes,
 * so nothing here ends, but by the time limit, without both under way together; and what
 * the second reads after griddepcontrol.wait the first writes last.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include <string.h>

#include "runtime/core/api.h"

/* Cells: 0 said by the second kernel; 1 by the first, at its end; 2 what the second found
 * of that. */
static const char text[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry first(.param .u64 cells) {\n"
	".reg .u64 %c; .reg .u32 %v, %t; .reg .pred %p; ld.param.u64 %c, [cells];\n"
	"griddepcontrol.wait; griddepcontrol.launch_dependents;\n"
	"mov.u32 %t, %ctaid.x; setp.eq.u32 %p, %t, 1; @%p exit;\n"
	"again: ld.relaxed.gpu.global.u32 %v, [%c]; setp.eq.u32 %p, %v, 0; @%p bra "
	"again;\n"
	"nanosleep.u32 1000000; nanosleep.u32 1000000; nanosleep.u32 1000000;\n"
	"st.global.u32 [%c+4], 7; ret; }\n"
	".visible .entry second(.param .u64 cells) {\n"
	".reg .u64 %c; .reg .u32 %v; ld.param.u64 %c, [cells];\n"
	"st.relaxed.gpu.global.u32 [%c], 1; griddepcontrol.launch_dependents; "
	"griddepcontrol.wait;\n"
	"ld.global.u32 %v, [%c+4]; st.global.u32 [%c+8], %v; ret; }\n"
	".visible .entry part(.param .u64 cells) {\n" /* only some lanes wait */
	".reg .u64 %c; .reg .u32 %v, %t; .reg .pred %p; ld.param.u64 %c, [cells];\n"
	"st.relaxed.gpu.global.u32 [%c], 1; mov.u32 %t, %laneid; setp.ne.u32 %p, %t, 3; "
	"@%p bra on;\n"
	"griddepcontrol.wait; ld.global.u32 %v, [%c+4]; st.global.u32 [%c+8], %v;\n"
	"on: bar.sync 0; ret; }\n"
	".visible .entry late(.param .u64 cells) {\n" /* lets none begin */
	".reg .u64 %c; ld.param.u64 %c, [cells]; nanosleep.u32 1000000; nanosleep.u32 "
	"1000000;\n"
	"nanosleep.u32 1000000; st.global.u32 [%c+4], 7; ret; }\n"
	".visible .entry look(.param .u64 cells) {\n" /* waits for nothing */
	".reg .u64 %c; .reg .u32 %v; ld.param.u64 %c, [cells];\n"
	"ld.global.u32 %v, [%c+4]; st.global.u32 [%c+8], %v; ret; }\n";

struct world {
	struct simt_device *dev;
	struct simt_module *m;
	struct simt_stream *s;
	uint64_t cells;
};

static struct world open_world(const char *backend, uint32_t threads) {
	struct simt_device_options o = {.memory_bytes = 64u << 20,
	                                .threads = threads,
	                                .timeout_ms = 60000,
	                                .backend = backend};
	struct world w;
	enum simt_status s = simt_device_open(&o, &w.dev);
	if (s == SIMT_NOT_SUPPORTED)
		skip(); /* built without LLVM */
	assert_int_equal(s, SIMT_OK);
	assert_int_equal(simt_module_load(w.dev, "test", text, strlen(text),
	                                  &(struct simt_load_options){.log = stderr},
	                                  &w.m),
	                 SIMT_OK);
	assert_int_equal(simt_alloc(w.dev, 16, &w.cells), SIMT_OK);
	assert_int_equal(simt_stream_create(w.dev, true, 0, &w.s), SIMT_OK);
	return w;
}

static struct simt_function *function(const struct world *w, const char *name) {
	struct simt_function *f;
	assert_int_equal(simt_function_find(w->m, name, &f), SIMT_OK);
	return f;
}

static struct simt_launch shape(void *const *args, uint32_t grid, bool programmatic) {
	return (struct simt_launch){.grid = {grid, 1, 1},
	                            .block = {32, 1, 1},
	                            .args = args,
	                            .programmatic = programmatic};
}

static void launch(const struct world *w, struct simt_stream *s, const char *name,
                   uint32_t grid, bool programmatic) {
	uint64_t cells = w->cells;
	void *args[] = {&cells};
	struct simt_launch l = shape(args, grid, programmatic);
	assert_int_equal(simt_stream_launch(s, function(w, name), &l), SIMT_OK);
}

static void clear(const struct world *w) {
	assert_int_equal(simt_fill(w->dev, w->cells, 0, 4, 4), SIMT_OK);
}

static void check_found(const struct world *w) {
	uint32_t v;
	assert_int_equal(simt_device_wait(w->dev), SIMT_OK);
	assert_int_equal(simt_copy_out(w->dev, &v, w->cells + 8, 4), SIMT_OK);
	assert_int_equal(v, 7);
}

static void in_a_stream(const struct world *w) {
	clear(w);
	launch(w, w->s, "first", 1, false);
	launch(w, w->s, "second", 1, true);
	check_found(w);
	clear(w);
	/* one cta ends without a word of its own */
	launch(w, w->s, "first", 2, false);
	launch(w, w->s, "part", 1, true);
	check_found(w);
	clear(w);
	launch(w, w->s, "late", 2, false); /* lets begin by its end */
	launch(w, w->s, "look", 1, true);
	check_found(w);
	clear(w);
	/* a launch that is not programmatic waits for all before it */
	launch(w, w->s, "first", 1, false);
	launch(w, w->s, "second", 1, true);
	launch(w, w->s, "look", 1, false);
	check_found(w);
}

static void after_an_event(const struct world *w) {
	struct simt_stream *t;
	struct simt_event *e;
	assert_int_equal(simt_stream_create(w->dev, true, 0, &t), SIMT_OK);
	assert_int_equal(simt_event_create(w->dev, false, &e), SIMT_OK);
	clear(w);
	launch(w, w->s, "first", 1, false);
	assert_int_equal(simt_event_record_early(e, w->s), SIMT_OK);
	assert_int_equal(simt_stream_wait_event(t, e), SIMT_OK);
	assert_int_equal(simt_event_wait(e), SIMT_OK); /* the host goes on as well */
	assert_int_equal(simt_stream_query(w->s), SIMT_NOT_READY);
	launch(w, t, "second", 1, false);
	launch(w, t, "look", 1, false);
	check_found(w);
	simt_event_destroy(e);
	simt_stream_destroy(t);
}

/* Steps from `first` to `look`, with edges of which some let begin. */
static void run_schedule(const struct world *w, const char *const *name, uint32_t n,
                         const uint32_t (*edge)[2], const bool *early, uint32_t nedge) {
	struct simt_step step[4];
	struct simt_graph *g;
	uint64_t cells = w->cells;
	void *args[] = {&cells};
	uint32_t bad;
	for (uint32_t i = 0; i < n; i++)
		step[i] = (struct simt_step){.kind = SIMT_STEP_LAUNCH,
		                             .function = function(w, name[i]),
		                             .launch = shape(args, 1, false)};
	struct simt_plan p = {
		.step = step, .nstep = n, .edge = edge, .early = early, .nedge = nedge};
	assert_int_equal(simt_graph_create(w->dev, &p, &g, &bad), SIMT_OK);
	for (int i = 0; i < 3; i++) {
		clear(w);
		assert_int_equal(simt_graph_launch(g, w->s), SIMT_OK);
		check_found(w);
	}
	simt_graph_destroy(g);
}

static void in_a_schedule(const struct world *w) {
	static const char *const two[] = {"first", "second"};
	static const char *const chain[] = {"first", "second", "part", "look"};
	static const char *const fork[] = {"first", "part", "second", "look"};
	static const uint32_t one[][2] = {{0, 1}}, line[][2] = {{0, 1}, {1, 2}, {2, 3}};
	static const uint32_t diamond[][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
	run_schedule(w, two, 2, one, (const bool[]){true}, 1);
	run_schedule(w, chain, 4, line, (const bool[]){true, true, false}, 3);
	run_schedule(w, fork, 4, diamond, (const bool[]){true, true, false, false}, 4);
}

static void run_all(const char *backend, uint32_t threads) {
	struct world w = open_world(backend, threads);
	in_a_stream(&w);
	after_an_event(&w);
	in_a_schedule(&w);
	simt_device_close(w.dev);
}

static void interpreted(void **state) {
	(void)state;
	run_all("interp", 1);
	run_all("interp", 3);
}

static void compiled(void **state) {
	(void)state;
	run_all("jit", 1);
	run_all("jit", 3);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(interpreted),
		cmocka_unit_test(compiled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
