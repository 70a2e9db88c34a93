/* curand_discrete.h - tables of discrete distributions (curandCreatePoissonDistribution),
 * in the device's memory.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CURANDDISCRETE_H_

#include "curand.h"

struct curandDistributionShift_st {
	curandDistribution_t probability;
	curandDistribution_t host_probability;
	unsigned int shift;
	unsigned int length;
	unsigned int host_gen;
};

/* Bins of equal width: a result is its bin, or from its bound on the other one of that bin. */
struct curandHistogramM2_st {
	curandHistogramM2V_t bins;
	curandHistogramM2V_t host_bins;
	curandHistogramM2K_t others;
	curandHistogramM2K_t host_others;
	unsigned int host_gen;
};

/* `length` bins of results from `shift` on. */
struct curandDistributionM2Shift_st {
	curandHistogramM2_t histogram;
	curandHistogramM2_t host_histogram;
	unsigned int shift;
	unsigned int length;
	unsigned int host_gen;
};

struct curandDiscreteDistribution_st {
	curandDiscreteDistribution_t self_host_ptr;
	curandDistributionM2Shift_t M2;
	curandDistributionM2Shift_t host_M2;
	double stddev;
	double mean;
	curandMethod_t method;
	unsigned int host_gen;
};
