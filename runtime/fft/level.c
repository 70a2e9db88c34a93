/* level.c - which core this processor runs.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "runtime/fft/core.h"

extern const struct fft_core fft_f32, fft_f64;

#ifdef FFT_LEVELS
extern const struct fft_core fft_f32_v3, fft_f64_v3, fft_f32_v4, fft_f64_v4;

static bool may_use(const char *level) {
	const char *wanted = getenv("SIMT_ISA");
	return !wanted || !*wanted || strcmp(wanted, level) >= 0;
}

static bool has_v3(void) {
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
	       __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
	       may_use("v3");
}

static bool has_v4(void) {
	return has_v3() && __builtin_cpu_supports("avx512f") &&
	       __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
	       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
	       may_use("v4");
}

const struct fft_core *fft_core_float(void) {
	return has_v4() ? &fft_f32_v4 : has_v3() ? &fft_f32_v3 : &fft_f32;
}

const struct fft_core *fft_core_double(void) {
	return has_v4() ? &fft_f64_v4 : has_v3() ? &fft_f64_v3 : &fft_f64;
}
#else
const struct fft_core *fft_core_float(void) {
	return &fft_f32;
}

const struct fft_core *fft_core_double(void) {
	return &fft_f64;
}
#endif
