/* interp.c - the figures of the interpreter: lane-instructions a second on one core, how
 * more cores help, how fast and in how much memory a PTX text is loaded. Each figure is
 * the median of 5 runs.
 *
 *     bench-interp [registers|memory|branches|scaling|load]
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/machine/launch.h"
#include "bench/bench.h"

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define FMA4(a)                                                                         \
	"fma.rn.f32 %f" a "0, %f" a "1, %c, %d; fma.rn.f32 %f" a "1, %f" a "2, %c, %d;" \
	"mul.rn.f32 %f" a "2, %f" a "3, %d; add.rn.f32 %f" a "3, %f" a "0, %c;\n"

static const char kernels[] = HEAD
	/* 16 f32 instructions and 3 of the loop on registers only */
	".visible .entry registers(.param .u64 p, .param .u32 n) {\n"
	".reg .f32 %f<40>, %c, %d; .reg .u32 %n, %r; .reg .u64 %p; .reg .pred %q;\n"
	"ld.param.u32 %n, [n]; ld.param.u64 %p, [p]; mov.f32 %c, 0f3F7FFF00; mov.f32 %d, "
	"0f3F000000;\n"
	"mov.u32 %r, %tid.x; cvt.rn.f32.u32 %f10, %r; mov.f32 %f11, %f10; mov.f32 %f12, "
	"%f10;\n"
	"mov.f32 %f13, %f10; mov.f32 %f20, %c; mov.f32 %f21, %c; mov.f32 %f22, %d; "
	"mov.f32 %f23, %d;\n"
	"mov.f32 %f30, %c; mov.f32 %f31, %c; mov.f32 %f32, %d; mov.f32 %f33, %d;\n"
	"mov.f32 %f0, %c; mov.f32 %f1, %c; mov.f32 %f2, %d; mov.f32 %f3, %d;\n"
	"loop:\n" FMA4("") FMA4("1") FMA4("2") FMA4(
		"3") "sub.u32 %n, %n, 1; setp.ne.u32 %q, %n, 0; @%q bra loop;\n"
		     "add.f32 %f0, %f0, %f10; add.f32 %f20, %f20, %f30; add.f32 %f0, "
		     "%f0, %f20;\n"
		     "st.global.f32 [%p], %f0; ret; }\n"
		     /* 4 loads, 4 stores, 4 additions and 3 of the loop; each thread on
                        its own column */
		     ".visible .entry memory(.param .u64 p, .param .u32 n) {\n"
		     ".reg .f32 %f<4>; .reg .u32 %n, %i, %c, %nt; .reg .u64 %p, %o; .reg "
		     ".pred %q;\n"
		     "ld.param.u32 %n, [n]; ld.param.u64 %p, [p];\n"
		     "mov.u32 %i, %tid.x; mov.u32 %c, %ctaid.x; mov.u32 %nt, %ntid.x; "
		     "mad.lo.u32 %i, %c, %nt, %i;\n"
		     "mul.wide.u32 %o, %i, 4; add.u64 %p, %p, %o;\n"
		     "loop:\n"
		     "ld.global.f32 %f0, [%p]; ld.global.f32 %f1, [%p+65536]; "
		     "ld.global.f32 %f2, [%p+131072];\n"
		     "ld.global.f32 %f3, [%p+196608];\n"
		     "add.f32 %f0, %f0, 0f3F800000; add.f32 %f1, %f1, %f0; add.f32 %f2, "
		     "%f2, %f1;\n"
		     "add.f32 %f3, %f3, %f2;\n"
		     "st.global.f32 [%p], %f1; st.global.f32 [%p+65536], %f2; "
		     "st.global.f32 [%p+131072], %f3;\n"
		     "st.global.f32 [%p+196608], %f0;\n"
		     "sub.u32 %n, %n, 1; setp.ne.u32 %q, %n, 0; @%q bra loop;\n"
		     "ret; }\n"
		     /* lanes of a warp leave the loop one after the other */
		     ".visible .entry branches(.param .u64 p, .param .u32 n) {\n"
		     ".reg .u32 %n, %i, %x; .reg .pred %q; .reg .u64 %p;\n"
		     "ld.param.u32 %n, [n]; ld.param.u64 %p, [p]; mov.u32 %i, %tid.x; "
		     "mov.u32 %x, 1;\n"
		     "loop:\n"
		     "and.b32 %i, %n, 1; setp.eq.u32 %q, %i, 0; @%q bra even;\n"
		     "mad.lo.u32 %x, %x, 3, 1; bra next;\n"
		     "even: shr.u32 %x, %x, 1;\n"
		     "next: sub.u32 %n, %n, 1; setp.ne.u32 %q, %n, 0; @%q bra loop;\n"
		     "st.global.u32 [%p], %x; ret; }\n";

/* ---- running ---- */

struct bench {
	struct simt_device *dev;
	struct simt_module *module;
	u64 buffer;
};

static void open_bench(struct bench *b) {
	struct simt_load_options o = {.log = stderr};
	struct simt_device_options d = {.backend = "interp"};
	if (simt_device_open(&d, &b->dev) != SIMT_OK)
		bench_give_up("device");
	if (simt_module_load(b->dev, "bench", kernels, sizeof kernels, &o, &b->module) !=
	    SIMT_OK)
		bench_give_up("module");
	if (simt_alloc(b->dev, 1u << 20, &b->buffer) != SIMT_OK ||
	    simt_fill(b->dev, b->buffer, 0, 4, 1u << 18) != SIMT_OK)
		bench_give_up("buffer");
}

/* Lane instructions a second. */
static double run_once(struct bench *b, const char *kernel, u32 grid, u32 n,
                       u32 threads) {
	struct simt_function *f;
	struct simt_counters c;
	void *args[] = {&b->buffer, &n};
	struct simt_launch l = {.grid = {grid, 1, 1},
	                        .block = {256, 1, 1},
	                        .args = args,
	                        .threads = threads};
	if (simt_function_find(b->module, kernel, &f) != SIMT_OK ||
	    simt_launch(f, &l) != SIMT_OK)
		bench_give_up(kernel);
	simt_last_counters(b->dev, &c);
	return (double)c.lane_insts / ((double)c.ns * 1e-9);
}

static double measure(struct bench *b, const char *kernel, u32 grid, u32 n, u32 threads) {
	double v[RUNS];
	run_once(b, kernel, grid, n / 10 + 1, threads);
	for (u32 i = 0; i < RUNS; i++)
		v[i] = run_once(b, kernel, grid, n, threads);
	return bench_median(v, RUNS);
}

static void bench_registers(struct bench *b) {
	double v = measure(b, "registers", 8, 10000, 1);
	bench_show("registers only, one core", v * 1e-9, "G lane-instructions/s", 1.0);
}

static void bench_memory(struct bench *b) {
	double v = measure(b, "memory", 8, 5000, 1);
	bench_show("global loads and stores, one core", v * 1e-9, "G lane-instructions/s",
	           0.4);
}

static void bench_branches(struct bench *b) {
	double v = measure(b, "branches", 8, 20000, 1);
	bench_show("uniform branches, one core", v * 1e-9, "G lane-instructions/s", 0);
}

static void bench_scaling(struct bench *b) {
	u32 cores = (u32)sysconf(_SC_NPROCESSORS_ONLN);
	double one = measure(b, "registers", 1024, 200, 1);
	for (u32 n = 2; n <= cores; n = n * 2 > cores && n < cores ? cores : n * 2) {
		char what[64];
		double v = measure(b, "registers", 1024, 200, n);
		snprintf(what, sizeof what, "registers only, %u cores", n);
		bench_show(what, v / one, "times one core", 0.8 * n);
	}
}

/* ---- loading ---- */

struct load_result {
	double seconds, bytes;
};

static double max_rss(void) {
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
	return (double)u.ru_maxrss * 1024;
}

/* In a process of its own, so that the peak memory is this load's. */
static struct load_result load_once(const char *text, size_t len) {
	struct load_result r = {0};
	int fd[2];
	if (pipe(fd) != 0)
		bench_give_up("pipe");
	fflush(stdout);
	pid_t pid = fork();
	if (pid == 0) {
		struct simt_device *dev;
		struct simt_module *m;
		if (simt_device_open(NULL, &dev) != SIMT_OK)
			bench_give_up("device");
		double before = max_rss();
		u64 start = machine_clock_ns();
		if (simt_module_load(dev, "generated", text, len,
		                     &(struct simt_load_options){.log = stderr},
		                     &m) != SIMT_OK)
			bench_give_up("load");
		r.seconds = (double)(machine_clock_ns() - start) * 1e-9;
		r.bytes = max_rss() - before;
		_exit(write(fd[1], &r, sizeof r) != sizeof r);
	}
	int status;
	close(fd[1]);
	if (read(fd[0], &r, sizeof r) != sizeof r)
		r = (struct load_result){0};
	close(fd[0]);
	waitpid(pid, &status, 0);
	return r;
}

static void bench_load(void) {
	static const u32 mega[] = {1, 10, 100};
	for (u32 i = 0; i < countof(mega); i++) {
		double seconds[RUNS], bytes[RUNS];
		size_t len;
		char *text = bench_ptx((size_t)mega[i] * 1000000, &len), what[64];
		for (u32 k = 0; k < RUNS; k++) {
			struct load_result r = load_once(text, len);
			if (r.seconds == 0)
				exit(1);
			seconds[k] = r.seconds;
			bytes[k] = r.bytes;
		}
		snprintf(what, sizeof what, "loading %u MB of PTX", mega[i]);
		bench_show(what, (double)len * 1e-6 / bench_median(seconds, RUNS), "MB/s",
		           20);
		bench_show_limit("  memory", bench_median(bytes, RUNS) / (double)len,
		                 "bytes for each byte", 40);
		memory_delete(text);
	}
}

int main(int argc, char **argv) {
	static const struct {
		const char *name;
		void (*run)(struct bench *);
	} parts[] = {{"registers", bench_registers},
	             {"memory", bench_memory},
	             {"branches", bench_branches},
	             {"scaling", bench_scaling}};
	const char *only = argc > 1 ? argv[1] : NULL;
	struct bench b;
	if (!only || strcmp(only, "load") == 0)
		bench_load();
	open_bench(&b);
	for (u32 i = 0; i < countof(parts); i++)
		if (!only || strcmp(only, parts[i].name) == 0)
			parts[i].run(&b);
	simt_device_close(b.dev);
	return 0;
}
