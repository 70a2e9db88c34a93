/* curand.h - random numbers: cuRAND's host interface, and types that its device interface
 * (curand_kernel.h) shares.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CURAND_H_

#include "cuda_runtime.h"
#include "library_types.h"

#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 4
#define CURAND_VER_PATCH 0
#define CURAND_VER_BUILD 0
#define CURAND_VERSION \
	(CURAND_VER_MAJOR * 1000 + CURAND_VER_MINOR * 100 + CURAND_VER_PATCH)

#ifndef CURANDAPI
#define CURANDAPI
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum curandStatus {
	CURAND_STATUS_SUCCESS = 0,
	CURAND_STATUS_VERSION_MISMATCH = 100,
	CURAND_STATUS_NOT_INITIALIZED = 101,
	CURAND_STATUS_ALLOCATION_FAILED = 102,
	CURAND_STATUS_TYPE_ERROR = 103,
	CURAND_STATUS_OUT_OF_RANGE = 104,
	CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
	CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
	CURAND_STATUS_LAUNCH_FAILURE = 201,
	CURAND_STATUS_PREEXISTING_FAILURE = 202,
	CURAND_STATUS_INITIALIZATION_FAILED = 203,
	CURAND_STATUS_ARCH_MISMATCH = 204,
	CURAND_STATUS_INTERNAL_ERROR = 999
};
typedef enum curandStatus curandStatus_t;

enum curandRngType {
	CURAND_RNG_TEST = 0,
	CURAND_RNG_PSEUDO_DEFAULT = 100,
	CURAND_RNG_PSEUDO_XORWOW = 101,
	CURAND_RNG_PSEUDO_MRG32K3A = 121,
	CURAND_RNG_PSEUDO_MTGP32 = 141,
	CURAND_RNG_PSEUDO_MT19937 = 142,
	CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
	CURAND_RNG_QUASI_DEFAULT = 200,
	CURAND_RNG_QUASI_SOBOL32 = 201,
	CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
	CURAND_RNG_QUASI_SOBOL64 = 203,
	CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
};
typedef enum curandRngType curandRngType_t;

/* How a generator's threads share the results. */
enum curandOrdering {
	CURAND_ORDERING_PSEUDO_BEST = 100,
	CURAND_ORDERING_PSEUDO_DEFAULT = 101,
	CURAND_ORDERING_PSEUDO_SEEDED = 102,
	CURAND_ORDERING_PSEUDO_LEGACY = 103,
	CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
	CURAND_ORDERING_QUASI_DEFAULT = 201
};
typedef enum curandOrdering curandOrdering_t;

enum curandDirectionVectorSet {
	CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
	CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
	CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
	CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
};
typedef enum curandDirectionVectorSet curandDirectionVectorSet_t;

/* One for each bit of a Sobol sequence's numbers. */
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

typedef struct curandGenerator_st *curandGenerator_t;

/* A table of a Poisson distribution (curandCreatePoissonDistribution). */
typedef double curandDistribution_st;
typedef curandDistribution_st *curandDistribution_t;
typedef struct curandDistributionShift_st *curandDistributionShift_t;
typedef struct curandDistributionM2Shift_st *curandDistributionM2Shift_t;
typedef struct curandHistogramM2_st *curandHistogramM2_t;
typedef unsigned int curandHistogramM2K_st;
typedef curandHistogramM2K_st *curandHistogramM2K_t;
typedef curandDistribution_st curandHistogramM2V_st;
typedef curandHistogramM2V_st *curandHistogramM2V_t;
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;

enum curandMethod {
	CURAND_CHOOSE_BEST = 0,
	CURAND_ITR = 1,
	CURAND_KNUTH = 2,
	CURAND_HITR = 3,
	CURAND_M1 = 4,
	CURAND_M2 = 5,
	CURAND_BINARY_SEARCH = 6,
	CURAND_DISCRETE_GAUSS = 7,
	CURAND_REJECTION = 8,
	CURAND_DEVICE_API = 9,
	CURAND_FAST_REJECTION = 10,
	CURAND_3RD = 11,
	CURAND_DEFINITION = 12,
	CURAND_POISSON = 13
};
typedef enum curandMethod curandMethod_t;

#ifndef __CUDACC_RTC__

/* ---- generators: on the device, and on the host, which writes to host memory at once ---- */

curandStatus_t CURANDAPI curandCreateGenerator(curandGenerator_t *__generator,
                                               curandRngType_t __rng_type);
curandStatus_t CURANDAPI curandCreateGeneratorHost(curandGenerator_t *__generator,
                                                   curandRngType_t __rng_type);
curandStatus_t CURANDAPI curandDestroyGenerator(curandGenerator_t __generator);
curandStatus_t CURANDAPI curandGetVersion(int *__version);
curandStatus_t CURANDAPI curandGetProperty(libraryPropertyType __type, int *__value);

/* ---- options; all but the stream begin the sequence anew ---- */

curandStatus_t CURANDAPI curandSetStream(curandGenerator_t __generator, cudaStream_t __stream);
curandStatus_t CURANDAPI curandSetPseudoRandomGeneratorSeed(curandGenerator_t __generator,
                                                            unsigned long long __seed);
curandStatus_t CURANDAPI curandSetGeneratorOffset(curandGenerator_t __generator,
                                                  unsigned long long __offset);
curandStatus_t CURANDAPI curandSetGeneratorOrdering(curandGenerator_t __generator,
                                                    curandOrdering_t __order);
/* 1 to 20000; the results are all numbers of the first dimension, then of the second ... */
curandStatus_t CURANDAPI curandSetQuasiRandomGeneratorDimensions(
	curandGenerator_t __generator, unsigned int __num_dimensions);
/* Makes the states now instead of in the first call that needs them. */
curandStatus_t CURANDAPI curandGenerateSeeds(curandGenerator_t __generator);

/* ---- numbers: bits, uniform ones in (0, 1], normal, log-normal and Poisson ones ---- */

curandStatus_t CURANDAPI curandGenerate(curandGenerator_t __generator, unsigned int *__outputPtr,
                                        size_t __num);
curandStatus_t CURANDAPI curandGenerateLongLong(curandGenerator_t __generator,
                                                unsigned long long *__outputPtr, size_t __num);
curandStatus_t CURANDAPI curandGenerateUniform(curandGenerator_t __generator, float *__outputPtr,
                                               size_t __num);
curandStatus_t CURANDAPI curandGenerateUniformDouble(curandGenerator_t __generator,
                                                     double *__outputPtr, size_t __num);
curandStatus_t CURANDAPI curandGenerateNormal(curandGenerator_t __generator, float *__outputPtr,
                                              size_t __n, float __mean, float __stddev);
curandStatus_t CURANDAPI curandGenerateNormalDouble(curandGenerator_t __generator,
                                                    double *__outputPtr, size_t __n, double __mean,
                                                    double __stddev);
curandStatus_t CURANDAPI curandGenerateLogNormal(curandGenerator_t __generator, float *__outputPtr,
                                                 size_t __n, float __mean, float __stddev);
curandStatus_t CURANDAPI curandGenerateLogNormalDouble(curandGenerator_t __generator,
                                                       double *__outputPtr, size_t __n,
                                                       double __mean, double __stddev);
curandStatus_t CURANDAPI curandGeneratePoisson(curandGenerator_t __generator,
                                               unsigned int *__outputPtr, size_t __n,
                                               double __lambda);

/* ---- tables for device code ---- */

curandStatus_t CURANDAPI curandCreatePoissonDistribution(
	double __lambda, curandDiscreteDistribution_t *__discrete_distribution);
curandStatus_t CURANDAPI
curandDestroyDistribution(curandDiscreteDistribution_t __discrete_distribution);
/* Those of 20000 dimensions, in memory of the library. */
curandStatus_t CURANDAPI curandGetDirectionVectors32(curandDirectionVectors32_t *__vectors[],
                                                     curandDirectionVectorSet_t __set);
curandStatus_t CURANDAPI curandGetScrambleConstants32(unsigned int **__constants);
curandStatus_t CURANDAPI curandGetDirectionVectors64(curandDirectionVectors64_t *__vectors[],
                                                     curandDirectionVectorSet_t __set);
curandStatus_t CURANDAPI curandGetScrambleConstants64(unsigned long long **__constants);

#endif

#ifdef __cplusplus
}
#endif
