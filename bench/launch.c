/* launch.c - what starting costs: an empty kernel of one block, each further block, a
 * barrier for each warp, the same kernel in a graph; and whether a million launches
 * leak memory.
 *
 *     bench-launch [count of launches for the memory, 1000000]
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "bench/bench.h"

/* The same loop with and without a barrier; the chain of additions keeps it from
 * vanishing. */
#define LOOP(name, barrier)                                                            \
	".visible .entry " name "(.param .u64 p, .param .u32 n) {\n"                   \
	".reg .u32 %n, %x, %t; .reg .u64 %p, %o; .reg .pred %q;\n"                     \
	"ld.param.u32 %n, [n]; ld.param.u64 %p, [p]; mov.u32 %t, %tid.x; mov.u32 %x, " \
	"%t;\n"                                                                        \
	"loop: mad.lo.u32 %x, %x, 1664525, %n;\n" barrier                              \
	"sub.u32 %n, %n, 1; setp.ne.u32 %q, %n, 0; @%q bra loop;\n"                    \
	"mul.wide.u32 %o, %t, 4; add.u64 %p, %p, %o; st.global.u32 [%p], %x; ret; }\n"

static const char kernels[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
			      ".visible .entry empty() { ret; }\n" LOOP(
				      "barriers", "bar.sync 0;\n") LOOP("plain", "");

enum { batch_steps = 1000 };
static const u32 warps = 8, nbarrier = 20000, batch = 1000, nblock = 1 << 16;

struct bench {
	struct simt_device *dev;
	struct simt_module *module;
	u64 buffer;
};

static void open_bench(struct bench *b) {
	struct simt_load_options o = {.log = stderr};
	if (simt_device_open(NULL, &b->dev) != SIMT_OK)
		bench_give_up("device");
	if (simt_module_load(b->dev, "bench", kernels, sizeof kernels - 1, &o,
	                     &b->module) != SIMT_OK ||
	    simt_alloc(b->dev, warps * 32 * 4, &b->buffer) != SIMT_OK)
		bench_give_up("kernels");
}

/* Seconds of `count` launches one after the other. */
static double launches(struct bench *b, const char *kernel, u32 grid, u32 block, u32 n,
                       u32 count) {
	struct simt_function *f;
	void *args[] = {&b->buffer, &n};
	struct simt_launch l = {
		.grid = {grid, 1, 1}, .block = {block, 1, 1}, .args = args};
	if (simt_function_find(b->module, kernel, &f) != SIMT_OK)
		bench_give_up(kernel);
	double start = bench_now();
	for (u32 i = 0; i < count; i++)
		if (simt_launch(f, &l) != SIMT_OK)
			bench_give_up(kernel);
	return bench_now() - start;
}

static double measure(struct bench *b, const char *kernel, u32 grid, u32 block, u32 n,
                      u32 count) {
	double v[RUNS];
	launches(b, kernel, grid, block, n, 1);
	for (u32 i = 0; i < RUNS; i++)
		v[i] = launches(b, kernel, grid, block, n, count) / count;
	return bench_median(v, RUNS);
}

static void bench_starts(struct bench *b) {
	double one = measure(b, "empty", 1, 32, 0, batch);
	bench_show("empty kernel, one block of 32 threads", one * 1e9, "ns a launch", 0);
	double many = measure(b, "empty", nblock, 256, 0, 1);
	bench_show("empty kernel, blocks of 256 threads",
	           (many - one) / (nblock - 1) * 1e9, "ns a block", 0);
}

/* The same launches, fixed beforehand: a chain of steps. */
static void bench_graph(struct bench *b) {
	static struct simt_step step[batch_steps];
	static u32 edge[batch_steps][2];
	struct simt_plan plan = {.step = step,
	                         .nstep = batch_steps,
	                         .edge = (const u32(*)[2])edge,
	                         .nedge = batch_steps - 1};
	struct simt_stream *s = simt_stream_default(b->dev);
	struct simt_graph *g;
	struct simt_function *f;
	double v[RUNS];
	u32 bad;
	if (simt_function_find(b->module, "empty", &f) != SIMT_OK)
		bench_give_up("empty");
	for (u32 i = 0; i < batch_steps; i++) {
		step[i] = (struct simt_step){
			.kind = SIMT_STEP_LAUNCH,
			.function = f,
			.launch = {.grid = {1, 1, 1}, .block = {32, 1, 1}}};
		edge[i][0] = i;
		edge[i][1] = i + 1;
	}
	if (simt_graph_create(b->dev, &plan, &g, &bad) != SIMT_OK)
		bench_give_up("schedule");
	for (u32 i = 0; i < RUNS; i++) {
		double start = bench_now();
		if (simt_graph_launch(g, s) != SIMT_OK || simt_stream_wait(s) != SIMT_OK)
			bench_give_up("schedule");
		v[i] = (bench_now() - start) / batch_steps;
	}
	simt_graph_destroy(g);
	bench_show("empty kernel in a graph of 1000", bench_median(v, RUNS) * 1e9,
	           "ns a launch", 0);
}

static void bench_barriers(struct bench *b) {
	double with = measure(b, "barriers", 1, warps * 32, nbarrier, 1);
	double without = measure(b, "plain", 1, warps * 32, nbarrier, 1);
	bench_show("barrier, one block of 8 warps",
	           (with - without) / nbarrier / warps * 1e9, "ns a warp", 0);
}

static void bench_memory(struct bench *b, u32 count) {
	launches(b, "empty", 1, 32, 0, count / 100 + 1);
	double before = bench_rss();
	double seconds = launches(b, "empty", 1, 32, 0, count);
	double after = bench_rss();
	char what[64];
	snprintf(what, sizeof what, "%u launches: memory before", count);
	bench_show(what, before * 1e-6, "MB", 0);
	bench_show_limit("  memory after", after * 1e-6, "MB", before * 1e-6 + 1);
	bench_show("  time", seconds, "s", 0);
}

int main(int argc, char **argv) {
	struct bench b;
	open_bench(&b);
	bench_starts(&b);
	bench_graph(&b);
	bench_barriers(&b);
	bench_memory(&b, argc > 1 ? (u32)strtoul(argv[1], NULL, 0) : 1000000);
	simt_device_close(b.dev);
	return 0;
}
