/* level.c - the choice among the levels of the host's instructions.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/reduce.h"

#include <stdlib.h>

extern const struct reducers reducers_base;

#ifdef REDUCE_LEVELS
extern const struct reducers reducers_v3, reducers_v4;

static bool may_use(const char *level) {
	const char *wanted = getenv("SIMT_ISA");
	return !wanted || !*wanted || strcmp(wanted, level) >= 0;
}

static const struct reducers *choose(void) {
	bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
	          __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
	bool v4 = v3 && __builtin_cpu_supports("avx512f") &&
	          __builtin_cpu_supports("avx512bw") &&
	          __builtin_cpu_supports("avx512cd") &&
	          __builtin_cpu_supports("avx512dq") &&
	          __builtin_cpu_supports("avx512vl");
	return v4 && may_use("v4")   ? &reducers_v4
	       : v3 && may_use("v3") ? &reducers_v3
	                             : &reducers_base;
}
#else
static const struct reducers *choose(void) {
	return &reducers_base;
}
#endif

const struct reducers *reducers(void) {
	static const struct reducers *_Atomic chosen;
	const struct reducers *r = chosen;
	if (!r)
		chosen = r = choose();
	return r;
}
