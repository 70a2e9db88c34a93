/* generate.c - curandGenerate and its relatives: checks, in the order of NVIDIA's
 * library.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/libs/call.h"
#include "runtime/rand/generator.h"

#define POISSON_MOST 400000.0

static enum words words_of(curandRngType_t t) {
	switch (t) {
	case CURAND_RNG_PSEUDO_XORWOW:
	case CURAND_RNG_PSEUDO_PHILOX4_32_10: return WORDS_JOINED;
	case CURAND_RNG_PSEUDO_MRG32K3A: return WORDS_PRIME;
	case CURAND_RNG_PSEUDO_MT19937: return WORDS_TWISTER;
	case CURAND_RNG_QUASI_SOBOL64:
	case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64: return WORDS_LONG;
	default: return WORDS_SINGLE;
	}
}

static bool has_pairs(curandRngType_t t) {
	return t == CURAND_RNG_PSEUDO_XORWOW || t == CURAND_RNG_PSEUDO_MRG32K3A ||
	       t == CURAND_RNG_PSEUDO_PHILOX4_32_10;
}

/* Which method NVIDIA's library has for which means. */
static enum poisson_method method_of(curandRngType_t t, double mean) {
	switch (t) {
	case CURAND_RNG_QUASI_SOBOL64:
	case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
		return mean < 2000 ? POISSON_SEARCH : POISSON_NORMAL;
	case CURAND_RNG_QUASI_SOBOL32:
	case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
	case CURAND_RNG_PSEUDO_MTGP32:
		if (mean < (t == CURAND_RNG_PSEUDO_MTGP32 ? 32 : 10))
			return POISSON_BINS;
		return mean <= 8000 ? POISSON_SEARCH : POISSON_NORMAL;
	default: return mean < 2000 ? POISSON_BINS : POISSON_NORMAL;
	}
}

static curandStatus_t generate(curandGenerator_t g, const char *function, enum what what,
                               void *out, size_t n, double mean, double deviation) {
	if (!g)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (n == 0)
		return CURAND_STATUS_SUCCESS;
	if (what == LONG_BITS ? !is_wide(g->type) : what == BITS && is_wide(g->type))
		return CURAND_STATUS_TYPE_ERROR;
	bool normal = what >= NORMAL && what <= LOG_NORMAL_DOUBLE;
	bool pairs = has_pairs(g->type);
	/* Philox's threads give four results, which may be part of a pair. */
	bool even = normal && pairs && g->type != CURAND_RNG_PSEUDO_PHILOX4_32_10;
	if ((even && n % 2) || (is_quasi(g->type) && n % g->dimensions))
		return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
	if (what == POISSON && !(mean > 0 && mean <= POISSON_MOST))
		return CURAND_STATUS_OUT_OF_RANGE;
	struct distribution d = {
		.on_device = !g->is_host,
		.what = what,
		.words = words_of(g->type),
		.pairs = pairs,
		.mean = mean,
		.deviation = deviation,
		.method = what == POISSON ? method_of(g->type, mean) : POISSON_BINS,
	};
	return generator_call(g, function, &d, out, n);
}

curandStatus_t curandGenerate(curandGenerator_t g, unsigned int *out, size_t n) {
	return generate(g, __func__, BITS, out, n, 0, 0);
}
curandStatus_t curandGenerateLongLong(curandGenerator_t g, unsigned long long *out,
                                      size_t n) {
	return generate(g, __func__, LONG_BITS, out, n, 0, 0);
}
curandStatus_t curandGenerateUniform(curandGenerator_t g, float *out, size_t n) {
	return generate(g, __func__, UNIFORM, out, n, 0, 0);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *out, size_t n) {
	return generate(g, __func__, UNIFORM_DOUBLE, out, n, 0, 0);
}
curandStatus_t curandGenerateNormal(curandGenerator_t g, float *out, size_t n, float mean,
                                    float stddev) {
	return generate(g, __func__, NORMAL, out, n, (double)mean, (double)stddev);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *out, size_t n,
                                          double mean, double stddev) {
	return generate(g, __func__, NORMAL_DOUBLE, out, n, mean, stddev);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *out, size_t n,
                                       float mean, float stddev) {
	return generate(g, __func__, LOG_NORMAL, out, n, (double)mean, (double)stddev);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double *out, size_t n,
                                             double mean, double stddev) {
	return generate(g, __func__, LOG_NORMAL_DOUBLE, out, n, mean, stddev);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned int *out, size_t n,
                                     double lambda) {
	return generate(g, __func__, POISSON, out, n, lambda, 0);
}

curandStatus_t curandGenerateSeeds(curandGenerator_t g) {
	if (!g)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (!is_quasi(g->type))
		generator_restart(g); /* the first call that needs states makes them */
	return CURAND_STATUS_SUCCESS;
}
