/* bench.h - what the benchmark programs share.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "runtime/core/api.h"
#include "runtime/memory/memory.h"

enum { RUNS = 5 };

/* A PTX text of about `size` bytes; release with memory_delete. */
char *bench_ptx(size_t size, size_t *len);
/* One kernel, kernel_0, of at least n instructions; runs with a buffer of 256 bytes and
 * an int. */
char *bench_ptx_kernel(u32 n, size_t *len);

/* Sorts v. */
double bench_median(double v[], u32 n);
/* One line; the target is of the least value, or of the greatest, or 0: none. */
void bench_show(const char *what, double value, const char *unit, double target);
void bench_show_limit(const char *what, double value, const char *unit, double limit);
NORETURN void bench_give_up(const char *what);

/* The clock in seconds, and the memory of the process in bytes. */
double bench_now(void);
double bench_rss(void);
