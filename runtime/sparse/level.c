/* level.c - the kernels for this processor.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "runtime/sparse/kernel.h"

typedef const struct kernel_table *const kernel_tables[NUM_COUNT][2];
extern kernel_tables sparse_kernels;
#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE)
extern kernel_tables sparse_kernels_v3, sparse_kernels_v4;
#endif

/* SIMT_ISA=base or v3 asks for less than the processor has. */
static kernel_tables *choose(void) {
#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE)
	const char *wanted = getenv("SIMT_ISA");
	bool is_base = wanted && strcmp(wanted, "base") == 0;
	bool is_v3 = wanted && strcmp(wanted, "v3") == 0;
	if (!is_base && !is_v3 && __builtin_cpu_supports("avx512f") &&
	    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
	    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
		return &sparse_kernels_v4;
	if (!is_base && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
	    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
		return &sparse_kernels_v3;
#endif
	return &sparse_kernels;
}

const struct kernel_table *kernels_of(enum number n, bool wide_indices) {
	static kernel_tables *_Atomic chosen;
	kernel_tables *tables = chosen;
	if (!tables)
		chosen = tables = choose();
	return (*tables)[n][wide_indices];
}
