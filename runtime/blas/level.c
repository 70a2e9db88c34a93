/* level.c - the choice among the levels of the host's instructions.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/level.h"

#include <stdlib.h>

#define KERNELS_OF(level)                                                     \
	extern const struct kernels own_S##level, own_D##level, own_C##level, \
		own_Z##level;                                                 \
	static const struct kernels *const kernels##level[] = {               \
		&own_S##level, &own_D##level, &own_C##level, &own_Z##level};

KERNELS_OF()
#ifdef BLAS_LEVELS
KERNELS_OF(_v3)
KERNELS_OF(_v4)

static bool may_use(const char *level) {
	const char *wanted = getenv("SIMT_ISA");
	return !wanted || !*wanted || strcmp(wanted, level) >= 0;
}

static bool has_v3(void) {
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
	       __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

static bool has_v4(void) {
	return has_v3() && __builtin_cpu_supports("avx512f") &&
	       __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
	       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

const struct gemm_level *host_gemm_level(void) {
	return has_v4() && may_use("v4")   ? &gemm_level_v4
	       : has_v3() && may_use("v3") ? &gemm_level_v3
	                                   : &gemm_level;
}

const struct kernels *own_kernels(u32 type) {
	u32 i = kernel_index(type);
	return has_v4() && may_use("v4")   ? kernels_v4[i]
	       : has_v3() && may_use("v3") ? kernels_v3[i]
	                                   : kernels[i];
}
#else
const struct gemm_level *host_gemm_level(void) {
	return &gemm_level;
}

const struct kernels *own_kernels(u32 type) {
	return kernels[kernel_index(type)];
}
#endif
