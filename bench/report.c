/* report.c - medians, clocks and the lines that the benchmark programs print.
 * SPDX-License-Identifier: Apache-2.0 */
#include "bench/bench.h"

#include <stdlib.h>
#include <unistd.h>

#include "backend/machine/launch.h"

static int by_value(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

double bench_median(double v[], u32 n) {
	qsort(v, n, sizeof *v, by_value);
	return v[n / 2];
}

static void show(const char *what, double value, const char *unit, const char *word,
                 double bound, bool met) {
	printf("%-40s %11.2f %s", what, value, unit);
	if (bound > 0)
		printf("   %s %.2f: %s", word, bound, met ? "met" : "MISSED");
	putchar('\n');
	fflush(stdout);
}

void bench_show(const char *what, double value, const char *unit, double target) {
	show(what, value, unit, "target", target, value >= target);
}

void bench_show_limit(const char *what, double value, const char *unit, double limit) {
	show(what, value, unit, "limit", limit, value <= limit);
}

NORETURN void bench_give_up(const char *what) {
	fprintf(stderr, "bench: %s: %s\n", what, simt_last_error());
	exit(1);
}

double bench_now(void) {
	return (double)machine_clock_ns() * 1e-9;
}

double bench_rss(void) {
	unsigned long size = 0, pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	if (!f || fscanf(f, "%lu %lu", &size, &pages) != 2)
		pages = 0;
	if (f)
		fclose(f);
	return (double)pages * (double)sysconf(_SC_PAGESIZE);
}
