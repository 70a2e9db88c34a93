/* compile.c - how long the code of a kernel takes to make: kernels of 1,000 to 100,000
 * generated instructions. What a program waits for is the first code; the final code
 * takes its place later. The first launch waits for the one with SIMT_JIT=quick, for the
 * other with SIMT_JIT=eager, so a kernel's compile time is its first launch less its
 * second. Both are measured, in a process each, unless SIMT_JIT is set. Each figure is
 * the median of runs in fresh modules, as many as fit in a few seconds: the time that the
 * launch waits, and the processor time of the threads that compile side by side.
 *
 *     bench-compile [count of instructions]
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/bench.h"

#define ENOUGH_S 3.0  /* no further runs after this */
#define LIMIT_MS 40.0 /* for the first code of 1,000 instructions */

struct times {
	double load, compile, waited; /* the first two of the processor */
};

static double processor_now(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void launch(struct simt_function *f, u64 buffer) {
	int n = 1;
	void *args[] = {&buffer, &n};
	struct simt_launch l = {.grid = {1, 1, 1}, .block = {32, 1, 1}, .args = args};
	if (simt_launch(f, &l) != SIMT_OK)
		bench_give_up("launch");
}

static struct times compile_once(struct simt_device *dev, const char *text, size_t len,
                                 u64 buffer) {
	struct simt_load_options o = {.log = stderr};
	struct simt_module *m;
	struct simt_function *f;
	struct times t;
	double start = processor_now();
	if (simt_module_load(dev, "generated", text, len, &o, &m) != SIMT_OK ||
	    simt_function_at(m, 0, &f) != SIMT_OK)
		bench_give_up("module");
	t.load = processor_now() - start;
	double processor[3] = {processor_now()}, clock[3] = {bench_now()};
	for (u32 i = 1; i < 3; i++) {
		launch(f, buffer);
		processor[i] = processor_now();
		clock[i] = bench_now();
	}
	t.compile = 2 * processor[1] - processor[0] - processor[2];
	t.waited = 2 * clock[1] - clock[0] - clock[2];
	if (simt_module_unload(m) != SIMT_OK)
		bench_give_up("unload");
	return t;
}

static void bench_size(struct simt_device *dev, u64 buffer, u32 count) {
	size_t len;
	char *text = bench_ptx_kernel(count, &len), what[64];
	double load[RUNS], compile[RUNS], waited[RUNS], start = bench_now();
	u32 n = 0;
	while (n < RUNS && (n == 0 || bench_now() - start < ENOUGH_S)) {
		struct times t = compile_once(dev, text, len, buffer);
		load[n] = t.load;
		waited[n] = t.waited;
		compile[n++] = t.compile;
	}
	double seconds = bench_median(compile, n), wait = bench_median(waited, n);
	bool first = strcmp(getenv("SIMT_JIT"), "quick") == 0;
	snprintf(what, sizeof what, "%u instructions: load", count);
	bench_show(what, bench_median(load, n) * 1e3, "ms", 0);
	if (first && count <= 1000)
		bench_show_limit("  first code, waited for", wait * 1e3, "ms", LIMIT_MS);
	else
		bench_show(first ? "  first code, waited for"
		                 : "  final code, waited for",
		           wait * 1e3, "ms", 0);
	bench_show("  processor time", seconds * 1e3, "ms", 0);
	bench_show("  for each instruction", seconds / count * 1e6, "us", 0);
	memory_delete(text);
}

static void bench_sizes(u32 only) {
	static const u32 sizes[] = {1000, 3000, 10000, 30000, 100000};
	struct simt_device *dev;
	u64 buffer;
	if (simt_device_open(NULL, &dev) != SIMT_OK ||
	    simt_alloc(dev, 4096, &buffer) != SIMT_OK ||
	    simt_fill(dev, buffer, 0, 4, 1024) != SIMT_OK)
		bench_give_up("device");
	if (only)
		bench_size(dev, buffer, only);
	for (u32 i = 0; !only && i < countof(sizes); i++)
		bench_size(dev, buffer, sizes[i]);
	simt_device_close(dev);
}

/* How code is made is settled for a process when it begins. */
static bool in_child(const char *when, u32 only) {
	int status = 1;
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		setenv("SIMT_JIT", when, 1);
		bench_sizes(only);
		exit(0);
	}
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(int argc, char **argv) {
	u32 only = argc > 1 ? (u32)strtoul(argv[1], NULL, 0) : 0;
	setenv("CUDA_CACHE_DISABLE", "1", 1);
	if (getenv("SIMT_JIT"))
		bench_sizes(only);
	else if (!in_child("quick", only) || !in_child("eager", only))
		return 1;
	return 0;
}
